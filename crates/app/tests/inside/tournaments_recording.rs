//! Tests of `tournaments::recording` that need what only it sees.

use super::*;

/// Two desks enter players; the second one's list holds a player whom the first has entered meanwhile.
#[test]
fn what_cannot_be_judged_again_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("adjutant.db")).unwrap();
    let day = include_str!("../../../engine/fuzz/corpus/event/day.jsonl");
    let commands: Vec<TournamentCommand> =
        day.lines().take(3).map(|line| serde_json::from_str(line).unwrap()).collect();
    let [create, anna, carl] = commands.try_into().unwrap();
    let (id, clock) = (TournamentId::new("gt").unwrap(), Clock::Fixed(Timestamp::of_unix(1_790_000_000).unwrap()));
    let mut first = TournamentRecording::new(&Known::default(), clock, id);
    first.take(create, "new").unwrap();
    first.commit(&mut store).unwrap();
    let mut second = first.clone();
    first.take(anna.clone(), "register").unwrap();
    first.commit(&mut store).unwrap();
    second.take(carl, "register").unwrap();
    second.take(anna, "register").unwrap();
    let (stored, head, words) = (second.stored, second.log.head(), second.own.words.len());
    for _ in 0..2 {
        let error = second.commit(&mut store).unwrap_err();
        assert!(matches!(&error, Error::TournamentRefused(told) if told.overtaken), "{error}");
        assert_eq!((second.stored, second.log.head(), second.own.words.len()), (stored, head, words));
    }
    assert_eq!(store.head(StreamKind::Event, "gt").unwrap().unwrap().seq, 2, "nothing was written");
}
