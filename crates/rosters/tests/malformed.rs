//! Files that are broken, hostile or merely odd: a clear sentence, bounded time and memory, never a panic.

use std::io::{Cursor, Write};
use std::time::{Duration, Instant};

use adjutant_engine::side::Player;
use adjutant_rosters::check::check;
use adjutant_rosters::import::{Import, ImportError, read};
use adjutant_rosters::rules::ArmyRules;
use adjutant_rosters::sheet::sheet;
use proptest::prelude::*;
use zip::write::SimpleFileOptions;

const INVENTED: &[u8] = include_bytes!("fixtures/invented.ros");
const MIB: usize = 1024 * 1024;

fn roster(inside: &str) -> String {
    format!(r#"<roster name="R" gameSystemName="Warhammer 40,000 9th Edition">{inside}</roster>"#)
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a file in the archive");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("the archive").into_inner()
}

fn refusal(bytes: &[u8]) -> ImportError {
    let start = Instant::now();
    let error = read(bytes, Player::One).expect_err("a refusal");
    assert!(start.elapsed() < Duration::from_secs(20), "{error}: took {:?}", start.elapsed());
    assert!(error.to_string().len() < 400, "a sentence: {error}");
    error
}

#[test]
fn a_zipped_list_is_read() {
    let import = read(&zipped(&[("list.ros", INVENTED)]), Player::One).expect("the list");
    assert_eq!(import.roster.units().count(), 4);
}

#[test]
fn archives_that_are_refused() {
    let bomb = vec![b' '; 33 * MIB];
    assert!(matches!(refusal(&zipped(&[("list.ros", &bomb)])), ImportError::TooLarge { limit_mib: 32, .. }));
    let many: Vec<(String, &[u8])> = (0..40).map(|i| (format!("{i}.ros"), &b"x"[..])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    assert!(matches!(refusal(&zipped(&many)), ImportError::TooManyFiles { found: 40, .. }));
    assert!(matches!(refusal(&zipped(&[("a.ros", b"x"), ("b.ros", b"x")])), ImportError::ArchiveContents { found: 2 }));
    assert!(matches!(refusal(&zipped(&[("picture.png", b"x")])), ImportError::ArchiveContents { found: 0 }));
    let whole = zipped(&[("list.ros", INVENTED)]);
    assert!(matches!(refusal(&whole[..whole.len() / 2]), ImportError::Archive { .. }));
    assert!(matches!(refusal(b"PK"), ImportError::Archive { .. }));
    let mut wrong = whole;
    wrong[200] ^= 0xff;
    assert!(matches!(refusal(&wrong), ImportError::Archive { .. }));
}

#[test]
fn documents_that_are_refused() {
    let laughs = format!(r#"<!DOCTYPE roster [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>{}"#, roster("&b;"));
    assert!(matches!(refusal(laughs.as_bytes()), ImportError::Doctype { .. }));
    assert!(matches!(refusal(roster("&secret;").as_bytes()), ImportError::Entity { name, .. } if name == "secret"));
    assert!(matches!(refusal(r#"<roster name="&secret;"/>"#.as_bytes()), ImportError::Xml { .. }));
    let deep = roster(&"<force>".repeat(100_000));
    assert!(matches!(refusal(deep.as_bytes()), ImportError::TooMuch { limit: 64, .. }));
    let wide = roster(&"<force/>".repeat(200_000));
    assert!(matches!(refusal(wide.as_bytes()), ImportError::TooMuch { limit: 100_000, .. }));
    let attributes: String = (0..1000).map(|i| format!(r#" a{i}="1""#)).collect();
    assert!(matches!(
        refusal(roster(&format!("<force{attributes}/>")).as_bytes()),
        ImportError::TooMuch { limit: 64, .. }
    ));
    let tag = roster(&format!(r#"<force name="{}"/>"#, "x".repeat(100_000)));
    assert!(matches!(refusal(tag.as_bytes()), ImportError::TooMuch { limit: 65_536, .. }));
    assert!(matches!(refusal(b"<roster>\xff</roster>"), ImportError::NotUtf8 { at: 8 }));
    assert!(matches!(refusal(b"<roster"), ImportError::Xml { .. }));
    assert!(matches!(refusal(b"<roster></force>"), ImportError::Xml { .. }));
    assert!(matches!(refusal(&vec![b'x'; 32 * MIB + 1]), ImportError::TooLarge { .. }));
    assert!(matches!(refusal(b""), ImportError::UnknownFormat));
    assert!(matches!(refusal(b"\xef\xbb\xbf  "), ImportError::UnknownFormat));
    assert!(matches!(refusal("{".repeat(100_000).as_bytes()), ImportError::Json { .. }));
}

#[test]
fn texts_and_json_that_are_refused() {
    assert!(matches!(refusal(&vec![b'+'; 2 * MIB]), ImportError::TooLarge { limit_mib: 1, .. }));
    assert!(matches!(refusal("++ Patrol ++\n".repeat(200).as_bytes()), ImportError::TooMuch { limit: 100, .. }));
    assert!(matches!(refusal(b"+ HQ +\nPrioress [5 PL, 100pts]"), ImportError::UnknownFormat));
    let detachment = r#"{"type":"patrol","cp":2,"units":[]}"#;
    let many = format!(r#"{{"name":"R","detachments":[{}{detachment}]}}"#, format!("{detachment},").repeat(200));
    assert!(matches!(refusal(many.as_bytes()), ImportError::TooMuch { limit: 100, .. }));
}

#[test]
fn numbers_that_are_refused() {
    let army = std::str::from_utf8(INVENTED).expect("UTF-8");
    for (good, bad) in [
        ("number=\"9\"", "number=\"0\""),
        ("number=\"9\"", "number=\"9999999999\""),
        ("number=\"9\"", "number=\"nine\""),
        ("value=\"90.0\"", "value=\"1e9\""),
        ("value=\"90.0\"", "value=\"9999999\""),
    ] {
        let text = army.replace(good, bad);
        assert!(matches!(refusal(text.as_bytes()), ImportError::Number { .. }), "{bad}");
    }
}

#[test]
fn hostile_lists_take_bounded_time() {
    let unit =
        r#"<selection name="U" type="unit"><categories><category name="HQ" primary="true"/></categories></selection>"#;
    let many = roster(&format!(
        r#"<forces><force name="Patrol"><selections>{}</selections></force></forces>"#,
        unit.repeat(2000)
    ));
    assert!(matches!(refusal(many.as_bytes()), ImportError::TooMuch { limit: 1000, .. }));
    let models: String = (0..5000).map(|i| format!(r#"<selection name="M{i}" type="model"/>"#)).collect();
    let crowd = roster(&format!(
        r#"<forces><force name="Patrol"><selections><selection name="U" type="unit"><selections>{models}</selections>
        <categories><category name="HQ" primary="true"/></categories></selection></selections></force></forces>"#
    ));
    assert!(matches!(refusal(crowd.as_bytes()), ImportError::TooMuch { limit: 200, .. }));
    let notes: String = (0..20_000).map(|i| format!(r#"<selection name="Choice {i}" type="upgrade"/>"#)).collect();
    let notes =
        roster(&format!(r#"<forces><force name="Patrol"><selections>{notes}{unit}</selections></force></forces>"#));
    let start = Instant::now();
    let import = read(notes.as_bytes(), Player::One).expect("a strange list");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(import.roster.notes.len() <= 1000);
}

/// All that can be done with a list that was read.
fn use_it(import: &Import) {
    let rules: ArmyRules =
        serde_json::from_str(include_str!("../../../missions/gt2020/army.json")).expect("the pack's muster rules");
    for size in rules.sizes.keys() {
        check(&import.roster, &rules, size, None).expect("a size of the pack");
    }
    assert!(!sheet(&import.roster, None, None).is_empty());
    let json = serde_json::to_vec(&import.roster).expect("JSON");
    assert_eq!(read(&json, Player::One).expect("our own JSON").roster, import.roster);
}

fn mutated(bytes: &[u8], changes: &[(usize, u8, u8)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for &(at, value, kind) in changes {
        if bytes.is_empty() {
            break;
        }
        let at = at % bytes.len();
        match kind % 4 {
            0 => bytes[at] = value,
            1 => bytes.insert(at, value),
            2 => drop(bytes.remove(at)),
            _ => bytes.truncate(at.max(bytes.len() / 2)),
        }
    }
    bytes
}

const TEXT: &str = "++ Patrol Detachment 0CP (Imperium - Invented Order) [9 PL, 5CP, 180pts] ++\n+ HQ +\n\
    Prioress [5 PL, -1CP, 100pts]: Relic: Candle, Warlord\n+ Troops +\nPilgrims [4 PL, 80pts]\n. 9x Pilgrim: 9x Staff\n\
    . . Horn\n++ Total: [9 PL, 5CP, 180pts] ++\n";

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_documents_never_panic(changes in prop::collection::vec(any::<(usize, u8, u8)>(), 1..12)) {
        if let Ok(import) = read(&mutated(INVENTED, &changes), Player::One) {
            use_it(&import);
        }
    }

    #[test]
    fn changed_archives_never_panic(changes in prop::collection::vec(any::<(usize, u8, u8)>(), 1..6)) {
        let archive = zipped(&[("list.ros", INVENTED)]);
        if let Ok(import) = read(&mutated(&archive, &changes), Player::One) {
            use_it(&import);
        }
    }

    #[test]
    fn changed_texts_never_panic(changes in prop::collection::vec(any::<(usize, u8, u8)>(), 1..12)) {
        if let Ok(import) = read(&mutated(TEXT.as_bytes(), &changes), Player::Two) {
            use_it(&import);
        }
    }

    #[test]
    fn texts_of_the_right_signs_never_panic(text in "[+.,:x0-9A-Z \\[\\]()\\n-]{0,300}") {
        if let Ok(import) = read(format!("++ Patrol ++\n+ HQ +\n{text}").as_bytes(), Player::Two) {
            use_it(&import);
        }
    }
}
