//! Tests of `matches::recording` that need what only it sees.

use super::*;

#[test]
fn a_log_that_nobody_could_read_is_not_made() {
    let now = Clock::Fixed(Timestamp::parse("2026-11-21T09:00:00Z").unwrap());
    let mut recording = Recording::new(&Known::default(), now, "m");
    let note = |text: &str| Command::Note { text: adjutant_engine::command::Text::new(text).unwrap() };
    let open = serde_json::json!({"open": {"format": 1, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}}});
    recording.take(By::Both, serde_json::from_value(open).unwrap(), None).unwrap();
    let written = recording.bytes;
    assert_eq!(written, recording.fresh[0].bytes.len() + 1);
    recording.bytes = chain::LOG_BYTES_MAX - 600;
    let refused = recording.take(By::Both, note(&"x".repeat(600)), None);
    assert!(matches!(refused, Err(TakeError::TooLong)), "{refused:?}");
    assert_eq!((recording.seq(), recording.game().view().seq), (1, 1), "nothing of it was kept");
    assert!(recording.told().iter().all(|(seq, _)| *seq == 1), "nor told: {:?}", recording.told());
    recording.take(By::Both, note("short"), None).unwrap();
    assert_eq!(recording.game().view().seq, 2);
}

#[test]
fn what_was_not_recorded_says_what_to_do() {
    let hint = |error: TakeError| error.explain("record 2", "note").hint().unwrap_or_default();
    assert!(hint(TakeError::Clock).contains("set the date and time"));
    assert!(hint(TakeError::TooLong).contains("shorten the record"));
    let absurd = TakeError::Absurd(Timestamp::parse("2100-01-01T00:00:00Z").unwrap());
    assert!(hint(absurd).contains("set the clock of this machine right"));
}

#[test]
fn a_line_that_reads_as_another_record_is_not_taken() {
    let [said, other] = ["said", "other"]
        .map(|text| serde_json::from_value::<Command>(serde_json::json!({"note": {"text": text}})).expect("a note"));
    let at: Timestamp = serde_json::from_str("\"2026-11-21T10:00:00Z\"").expect("a time");
    let (line, _) = record::seal(at, By::Both, &said, Match::new(Default::default()).vp(), Link::START).expect("JSON");
    assert_eq!(*read_back(&line, Link::START, &said).expect("the same").command, said);
    let fault = |line: &[u8], command| read_back(line, Link::START, command).unwrap_err().to_string();
    assert!(fault(&line, &other).contains("it reads as another `note`"), "{}", fault(&line, &other));
    assert!(fault(&line[1..], &said).contains("could not be read again"), "{}", fault(&line[1..], &said));
}
