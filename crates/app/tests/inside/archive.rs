//! An archive made, read, changed and broken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adjutant_core::chain::{Hash, Link, seal};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{MatchId, Name, PackId};
use adjutant_engine::numbers::Whole;
use adjutant_engine::record;
use adjutant_engine::roster::Roster;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::time::Timestamp;
use adjutant_replay::audit::{Code, LogReport, Logs, Part};
use adjutant_simulate::{Depth, Plan, simulate};
use serde_json::{Map, Value};

use super::cell::Cell;
use super::manifest::PartId;
use super::rows::{Cursor, Writer};
use super::tables::{LOGS, ODD, RECORDS, TABLES};
use super::*;
use crate::audit::{self, Source, Sources};
use crate::packs::Known;

/// How many logs go in and out: 10,000 in `.ci/archive`. Read as the test is built: nothing of this crate reads the
/// environment as it runs.
fn many() -> u64 {
    option_env!("ADJUTANT_ARCHIVE_LOGS").and_then(|text| text.parse().ok()).unwrap_or(120)
}

/// A simulated match as a chained log.
fn simulated(seed: u64, depth: Depth) -> Vec<u8> {
    played(seed, depth, None)
}

fn played(seed: u64, depth: Depth, rosters: Option<BySide<Roster>>) -> Vec<u8> {
    planned(seed, Plan { rosters: rosters.map(Box::new), ..Plan::new(depth) })
}

/// A match of the edition that pairs dispositions.
fn paired(seed: u64) -> Vec<u8> {
    let packs = adjutant_packs::shipped();
    let pack = packs.get(&PackId::new("matrix-11th").expect("an id")).expect("a shipped pack");
    planned(seed, Plan { pack: Arc::clone(pack), ..Plan::new(Depth::Scores) })
}

fn planned(seed: u64, mut plan: Plan) -> Vec<u8> {
    plan.id = MatchId::new(&format!("m{seed}")).unwrap();
    let mut game = Match::new(adjutant_packs::shipped());
    let (mut bytes, mut link) = (Vec::new(), Link::START);
    for (by, command) in simulate(seed, &plan) {
        let at = Timestamp::of_unix(1_790_000_000 + i64::try_from(seed * 86_400 + link.seq * 23).unwrap()).unwrap();
        game.record(by, &command).unwrap();
        let (line, next) = record::seal(at, by, &command, game.vp(), link).unwrap();
        game.set_head(next.hash);
        bytes.extend(line);
        bytes.push(b'\n');
        link = next;
    }
    bytes
}

/// The first records of a log as those of another match.
fn renamed(log: &[u8], id: &str, records: usize) -> Vec<u8> {
    let mut previous = Link::START;
    let mut bytes = Vec::new();
    for line in log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).take(records) {
        let mut fields: Map<String, Value> = serde_json::from_slice(line).unwrap();
        if let Some(open) = fields["do"].get_mut("open") {
            open["match"] = id.into();
        }
        let (line, link) = seal(fields, previous).unwrap();
        previous = link;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    bytes
}

/// Changes a log without sealing it anew, in one of several ways.
fn tampered(mut log: Vec<u8>, how: u64) -> Vec<u8> {
    match how % 5 {
        0 => {
            let at = log.len() / 2;
            log[at] ^= 1;
        }
        1 => {
            log.pop();
        }
        2 => log.truncate(log.len() * 2 / 3),
        3 => log.extend_from_slice(b"{\"not\": \"canonical\"}\n"),
        _ => {
            let first = log.iter().position(|byte| *byte == b'\n').unwrap();
            log.drain(..=first);
        }
    }
    log
}

/// A whole event: the records of a day, sealed.
fn event() -> Vec<u8> {
    let day = include_str!("../../../engine/fuzz/corpus/event/day.jsonl");
    let mut link = Link::START;
    let line = |text: &str| {
        let at = Timestamp::of_unix(1_790_000_000 + i64::try_from(link.seq * 60).unwrap()).unwrap().to_string();
        let mut command: Value = serde_json::from_str(text).unwrap();
        // A log that names no law is one of law 1.
        if let Some(create) = command.get_mut("create").and_then(Value::as_object_mut) {
            create.insert("law".to_owned(), adjutant_core::reliance::LAW.into());
        }
        let fields = serde_json::json!({"at": at, "by": "organiser", "do": command});
        let (mut line, next) = seal(fields.as_object().unwrap().clone(), link).unwrap();
        link = next;
        line.push(b'\n');
        line
    };
    day.lines().flat_map(line).collect()
}

/// A folder with logs: matches, one in ten of them tampered with, a fork, and an event.
fn folder(logs: u64) -> (tempfile::TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let bases: Vec<Vec<u8>> = vec![simulated(0, Depth::Scores), simulated(1, Depth::Facts)];
    let mut files = BTreeMap::new();
    for number in 0..logs {
        let base = &bases[usize::try_from(number % 2).unwrap()];
        // Every fortieth is whole: the others would take their time.
        let records = if number % 40 == 1 { usize::MAX } else { 12 + usize::try_from(number % 29).unwrap() };
        let log = renamed(base, &format!("m{number}"), records);
        let log = if number % 10 == 9 { tampered(log, number / 10) } else { log };
        files.insert(format!("club-{}/m{number}.jsonl", number % 3), log);
    }
    let mut lines: Vec<&[u8]> = bases[0].split_inclusive(|byte| *byte == b'\n').take(9).collect();
    lines.remove(7);
    files.insert("fork.jsonl".to_owned(), renamed(&lines.concat(), "m0", usize::MAX));
    files.insert("empty.jsonl".to_owned(), Vec::new());
    files.insert("paired.jsonl".to_owned(), renamed(&paired(2), "paired", usize::MAX));
    files.insert("event/gt.jsonl".to_owned(), event());
    for (name, log) in &files {
        let path = folder.path().join("logs").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, log).unwrap();
    }
    (folder, files)
}

fn sources(path: &Path) -> Sources {
    audit::gather(&[path.to_path_buf()]).sources
}

fn added(archive: &Path, logs: &Path) -> (Manifest, Added) {
    add(&Known::default().rulebook(), archive, sources(logs).into_all(), 2, &mut || {}).unwrap()
}

/// A file of a part whose logs begin in 2026, as nearly all of them do.
fn file(archive: &Path, table: &str, number: u32) -> PathBuf {
    manifest::file(archive, table, PartId { number, season: Some(2026) })
}

fn faults(archive: &Path) -> Vec<String> {
    check(&Known::default().rulebook(), archive, 2, &mut || {}).unwrap().faults
}

/// What an audit says of every log, without their names.
fn reports(sources: &Sources) -> Vec<LogReport> {
    reports_of(sources, None)
}

fn reports_of(sources: &Sources, own: Option<&[u32]>) -> Vec<LogReport> {
    let mut all = Vec::new();
    audit::audit_all(&Known::default().rulebook(), sources, own, 2, |_, mut report| {
        report.path.clear();
        all.push(report);
        Ok::<_, ()>(())
    })
    .unwrap();
    all
}

fn said(reports: &[LogReport]) -> Vec<(Option<Hash>, Option<u64>, Code, String)> {
    let mut all: Vec<_> = reports
        .iter()
        .flat_map(|report| {
            let said = report.findings.iter();
            said.map(|found| (report.origin, found.record, found.code, found.message.clone()))
        })
        .collect();
    all.sort_by_key(|(origin, record, code, message)| (*origin, *record, code.as_str(), message.clone()));
    all
}

#[test]
fn logs_come_out_as_they_went_in_and_audit_to_the_same() {
    let (folder, files) = folder(many());
    let (logs, archive, back) = (folder.path().join("logs"), folder.path().join("archive"), folder.path().join("back"));
    let (manifest, first) = added(&archive, &logs);
    assert_eq!((first.logs, first.known, first.unreadable.len()), (files.len() as u64, 0, 0));
    assert_eq!(first.odd, many() / 10 + 1, "those that were tampered with, and the empty one");
    let (again, second) = added(&archive, &logs);
    assert_eq!((second.logs, second.known), (0, files.len() as u64));
    assert_eq!(again, manifest, "what is there already is not written twice");
    assert_eq!(faults(&archive), [""; 0]);

    let opened = Archive::open(&archive).unwrap();
    let done = extract(&opened, &back, &|_| true, &mut || {}).unwrap();
    assert_eq!((done.logs, done.faults.len()), (files.len() as u64, 0));
    let prefix = logs.strip_prefix("/").unwrap();
    for (name, log) in &files {
        assert!(std::fs::read(back.join(prefix).join(name)).unwrap() == *log, "{name}");
    }

    let (of_files, of_archive) = (reports(&sources(&logs)), reports(&sources(&archive)));
    assert_eq!(said(&of_files), said(&of_archive));
    for parts in [1, 3] {
        let part = |number: u64| format!("{number}/{parts}").parse::<Part>().unwrap();
        let own = |number: u64| {
            let gathered = sources(&archive);
            let own = part(number).of(&Known::default().rulebook(), &gathered).own;
            reports_of(&gathered, Some(&own))
        };
        let all: Vec<_> = (1..=parts).flat_map(own).collect();
        assert_eq!((all.len(), said(&all)), (files.len(), said(&of_files)), "{parts} parts");
    }
}

#[test]
fn a_pack_that_is_not_here_is_named_and_the_archive_is_not_blamed() {
    let folder = tempfile::tempdir().unwrap();
    let (logs, archive) = (folder.path().join("logs"), folder.path().join("archive"));
    std::fs::create_dir_all(&logs).unwrap();
    let sound = simulated(0, Depth::Scores);
    let own =
        String::from_utf8(renamed(&sound, "own", 30)).unwrap().replace("\"pack\":\"gt2020\"", "\"pack\":\"my-war\"");
    std::fs::write(logs.join("a.jsonl"), &sound).unwrap();
    std::fs::write(logs.join("b.jsonl"), renamed(own.as_bytes(), "own", 30)).unwrap();
    std::fs::write(logs.join("c.jsonl"), renamed(&sound, "later", 40)).unwrap();
    added(&archive, &logs);
    // Where the pack was known, its rows say more than anybody can compute here.
    let secondaries = TABLES.iter().position(|table| table.name == "secondaries").expect("a table");
    forge(&archive, secondaries, |rows| {
        let about = rows.iter().position(|row| row[0] != rows[0][0]).unwrap_or(rows.len());
        rows.insert(about, rows[0].clone());
        rows[about][0] = Cell::hash(last_hash(&logs.join("b.jsonl")));
    });
    let checked = check(&Known::default().rulebook(), &archive, 2, &mut || {}).unwrap();
    assert_eq!((checked.faults, checked.odd), (Vec::<String>::new(), 0));
    let left: Vec<(&str, u64)> =
        checked.left.iter().map(|(lacks, logs)| (lacks.split(" with").next().unwrap(), *logs)).collect();
    assert!(matches!(left[..], [(lacks, 1)] if lacks.starts_with("pack my-war")), "{left:?}");
}

/// The hash of the last record of a log, whatever the rules say of it.
fn last_hash(path: &Path) -> Hash {
    let log = std::fs::read_to_string(path).unwrap();
    let last: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    Hash::parse(last["hash"].as_str().unwrap()).unwrap()
}

/// Reading is what costs, and whatever a part does not read it does not judge either.
#[test]
fn a_part_of_64_reads_less_than_a_40th_of_an_archive() {
    let (folder, files) = folder(many().max(2_000));
    let archive = folder.path().join("archive");
    added(&archive, &folder.path().join("logs"));
    let gathered = sources(&archive);
    let whole = Manifest::read(&archive).unwrap().records;
    let (mut all, mut most) = (Vec::new(), 0);
    for number in 1..=64 {
        let own = format!("{number}/64").parse::<Part>().unwrap().of(&Known::default().rulebook(), &gathered).own;
        let mut reader = ArchiveReader::default();
        for at in &own {
            let Some(Source::Archived { index, at }) = gathered.get(*at as usize) else { panic!("of an archive") };
            reader.read(&index.archive, &index.entry(at).unwrap()).unwrap();
        }
        most = most.max(reader.decoded());
        all.extend(own);
    }
    all.sort_unstable();
    assert_eq!(all, (0..u32::try_from(files.len()).unwrap()).collect::<Vec<_>>(), "every log is in one part");
    println!("{most} rows of {whole}: 1/{}", whole / most);
    assert!(most * 40 <= whole, "{most} of {whole} rows");
}

/// Writes a table again with one value changed, and makes `archive.json` agree, as a forger would.
fn forge(archive: &Path, table: usize, change: impl Fn(&mut Vec<Vec<Cell>>)) {
    let mut manifest = Manifest::read(archive).unwrap();
    let path = file(archive, TABLES[table].name, 1);
    let mut cursor = Cursor::open(&TABLES[table], &path).unwrap();
    let mut rows: Vec<Vec<Cell>> = (0..cursor.rows()).map(|row| cursor.row(row).unwrap()).collect();
    change(&mut rows);
    let mut writer = Writer::create(&TABLES[table], &path).unwrap();
    let count = rows.len() as u64;
    rows.into_iter().for_each(|row| writer.push(row));
    writer.finish().unwrap();
    for file in manifest.parts[0].files.iter_mut().filter(|file| file.table == TABLES[table].name) {
        (file.rows, file.sha256) = (count, manifest::sha256(&path).unwrap());
    }
    manifest.write(archive).unwrap();
}

fn other(cell: &Cell) -> Cell {
    match cell {
        Cell::Null => Cell::Null,
        Cell::Bool(value) => Cell::Bool(!value),
        Cell::Int(value) => Cell::Int(value + 1),
        Cell::Bytes(bytes) if bytes.is_empty() => Cell::Null,
        Cell::Bytes(bytes) => {
            let mut bytes = bytes.clone();
            let last = bytes.len() - 1;
            bytes[last] = if bytes[last] == b'2' { b'3' } else { b'2' };
            Cell::Bytes(bytes)
        }
    }
}

fn copy_of(archive: &Path, to: &Path) {
    for entry in std::fs::read_dir(archive).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_of(&from, &to);
        } else {
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::copy(from, to).unwrap();
        }
    }
}

#[test]
fn a_changed_value_of_any_column_is_found() {
    let (folder, _) = folder(10);
    let (archive, forged) = (folder.path().join("archive"), folder.path().join("forged"));
    added(&archive, &folder.path().join("logs"));
    let mut changed = 0;
    for (index, table) in TABLES.iter().enumerate() {
        let mut cursor = Cursor::open(table, &file(&archive, table.name, 1)).unwrap();
        let rows: Vec<Vec<Cell>> = (0..cursor.rows()).map(|row| cursor.row(row).unwrap()).collect();
        for (column, (name, _)) in table.columns.iter().enumerate() {
            let Some(row) = rows.iter().rposition(|row| other(&row[column]) != row[column]) else { continue };
            copy_of(&archive, &forged);
            forge(&forged, index, |rows| rows[row][column] = other(&rows[row][column]));
            let found = faults(&forged);
            // A name is a label: nothing proves it.
            assert!(!found.is_empty() || (index, *name) == (LOGS, "name"), "{}.{name} of row {row}", table.name);
            if [RECORDS, ODD].contains(&index) {
                let codes: Vec<Code> =
                    said(&reports(&sources(&forged))).into_iter().map(|(_, _, code, _)| code).collect();
                assert!(codes.contains(&Code::Chain), "{}.{name} of row {row}: {codes:?}", table.name);
            }
            if index == LOGS && ["origin", "id"].contains(name) && rows[row][7] == Cell::Bool(false) {
                // By these an archive is cut into parts: what stands in the wrong one is told by the audit itself.
                let found = said(&reports(&sources(&forged)));
                assert!(found.iter().any(|(_, _, code, _)| *code == Code::Misfiled), "{name}: {found:?}");
            }
            changed += 1;
        }
        for length in [0, rows.len() - 1] {
            copy_of(&archive, &forged);
            forge(&forged, index, |rows| rows.truncate(length));
            assert!(!faults(&forged).is_empty(), "{length} rows of {}", table.name);
        }
    }
    assert!(changed > 80, "{changed} columns had a value to change");
    copy_of(&archive, &forged);
    assert_eq!(faults(&forged), [""; 0], "the copy itself is good");
    let mut manifest = Manifest::read(&forged).unwrap();
    manifest.root = Hash::of(b"another");
    manifest.write(&forged).unwrap();
    assert_eq!(faults(&forged).len(), 1);
}

#[test]
fn files_that_are_damaged_are_told_and_break_nothing() {
    let (folder, _) = folder(12);
    let (archive, damaged) = (folder.path().join("archive"), folder.path().join("damaged"));
    added(&archive, &folder.path().join("logs"));
    for table in [LOGS, RECORDS, ODD] {
        let path = file(&damaged, TABLES[table].name, 1);
        copy_of(&archive, &damaged);
        let whole = std::fs::read(&path).unwrap();
        let mut broken: Vec<Vec<u8>> = [0, 3, whole.len() / 2, whole.len() - 1].map(|end| whole[..end].to_vec()).into();
        for at in (0..24).map(|step| step * (whole.len() - 1) / 23) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            broken.push(bytes);
        }
        for (number, bytes) in broken.iter().enumerate() {
            std::fs::write(&path, bytes).unwrap();
            let told = check(&Known::default().rulebook(), &damaged, 1, &mut || {}).unwrap().faults;
            assert!(!told.is_empty(), "{} damaged, way {number}", TABLES[table].name);
            let once: BTreeSet<&String> = told.iter().collect();
            assert_eq!(once.len(), told.len(), "nothing is told twice: {told:?}");
            // Whatever the audit says of it, it ends.
            reports(&sources(&damaged));
        }
        std::fs::remove_file(&path).unwrap();
        assert!(!check(&Known::default().rulebook(), &damaged, 1, &mut || {}).unwrap().faults.is_empty());
    }
    std::fs::write(damaged.join("archive.json"), b"{\"format\":\"adjutant-archive-9\"}").unwrap();
    assert!(Archive::open(&damaged).is_err());
    let told = reports(&sources(&damaged));
    assert_eq!((told.len(), told[0].findings[0].code), (1, Code::Unreadable));
}

#[test]
fn an_archive_grows_and_what_broke_off_is_not_part_of_it() {
    let (folder, files) = folder(15);
    let (logs, archive) = (folder.path().join("logs"), folder.path().join("archive"));
    added(&archive, &logs.join("club-0"));
    // What a program leaves that was killed before it named its files.
    let left = file(&archive, "records", 2);
    std::fs::write(&left, b"PAR1 half a file").unwrap();
    assert_eq!(faults(&archive), [""; 0]);
    let (manifest, more) = added(&archive, &logs);
    assert_eq!((more.logs, more.known, manifest.parts.len()), (files.len() as u64 - 5, 5, 3));
    assert_eq!(faults(&archive), [""; 0]);
    let names: Vec<String> =
        Archive::open(&archive).unwrap().entries().unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), files.len());

    // Another log of the same name, and one that was added from an archive.
    let other = folder.path().join("other");
    std::fs::create_dir_all(&other).unwrap();
    let name = |path: &Path| path.strip_prefix("/").unwrap().display().to_string();
    let path = logs.join("club-0/m0.jsonl");
    std::fs::write(&path, renamed(&files["club-0/m0.jsonl"], "another", 5)).unwrap();
    added(&archive, &path);
    let names: Vec<String> =
        Archive::open(&archive).unwrap().entries().unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names.last(), Some(&name(&path).replace("m0.jsonl", "m0~2.jsonl")));
    let (copied, _) = added(&folder.path().join("copied"), &archive);
    assert_eq!(copied.root, Manifest::read(&archive).unwrap().root, "the root does not depend on the order");

    // While one program adds, another is sent away.
    let lock = std::fs::File::create(archive.join(".lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(
        add(&Known::default().rulebook(), &archive, std::iter::empty(), 1, &mut || {}),
        Err(ArchiveError::Busy(_))
    ));
}

#[test]
fn every_log_lies_in_the_folder_of_the_year_in_which_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let (logs, archive) = (folder.path().join("logs"), folder.path().join("archive"));
    std::fs::create_dir(&logs).unwrap();
    let sound = renamed(&simulated(0, Depth::Scores), "m", 3);
    let years = ["1999", "2017", "2018", "2019", "2020", "2021", "2022", "2023", "2024", "2025"];
    for (number, year) in (0..).zip(years.iter().chain(&years)) {
        let text = String::from_utf8(sound.clone()).unwrap().replace("\"at\":\"2026", &format!("\"at\":\"{year}"));
        let log = renamed(text.as_bytes(), &format!("m{number}"), 3);
        std::fs::write(logs.join(format!("m{number:02}.jsonl")), log).unwrap();
    }
    std::fs::write(logs.join("none.jsonl"), b"nothing\n").unwrap();
    let (manifest, first) = added(&archive, &logs);
    assert_eq!(first.logs, 21);
    let mut seasons: Vec<Option<i32>> = manifest.parts.iter().map(|part| part.season).collect();
    let mut numbers: Vec<u32> = manifest.parts.iter().map(|part| part.part).collect();
    numbers.dedup();
    assert_eq!(numbers.len(), manifest.parts.len(), "each part has a number of its own");
    seasons.sort_unstable();
    seasons.dedup();
    let wanted: Vec<Option<i32>> = std::iter::once(None).chain((2017..2026).map(Some)).collect();
    assert_eq!(seasons, wanted, "1999 is no year for a clock");
    assert_eq!(faults(&archive), [""; 0]);
    assert_eq!(said(&reports(&sources(&archive))), said(&reports(&sources(&logs))));

    // A part that is moved to another season, `archive.json` with it.
    let mut moved = manifest;
    let last = moved.parts.last_mut().unwrap();
    let (from, to) = (last.id(), PartId { season: Some(2042), ..last.id() });
    for own in &last.files {
        let to = manifest::file(&archive, &own.table, to);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::rename(manifest::file(&archive, &own.table, from), to).unwrap();
    }
    last.season = Some(2042);
    moved.write(&archive).unwrap();
    let told = faults(&archive);
    assert!(!told.is_empty() && told.iter().all(|fault| fault.contains("it is kept under 2042")), "{told:?}");
}

#[test]
fn a_name_that_leads_out_of_the_folder_is_not_written() {
    let (folder, _) = folder(3);
    let archive = folder.path().join("archive");
    added(&archive, &folder.path().join("logs"));
    forge(&archive, LOGS, |rows| {
        rows[0][2] = Cell::text("../../outside.jsonl");
        rows[1][2] = Cell::text("/outside.jsonl");
    });
    let back = folder.path().join("a/b/back");
    let opened = Archive::open(&archive).unwrap();
    let done = extract(&opened, &back, &|_| true, &mut || {}).unwrap();
    assert_eq!((done.faults.len(), done.logs), (2, opened.manifest.logs - 2));
    assert!(!folder.path().join("a/outside.jsonl").exists() && !PathBuf::from("/outside.jsonl").exists());
    let found = faults(&archive);
    assert!(found.iter().filter(|fault| fault.contains("no path of its own")).count() == 2, "{found:?}");
    // A file that is there already is left as it is.
    let third = back.join(&opened.entries().unwrap()[2].name);
    std::fs::write(&third, b"mine").unwrap();
    let again = extract(&opened, &back, &|_| true, &mut || {}).unwrap();
    assert_eq!((again.faults.len(), std::fs::read(third).unwrap()), (3, b"mine".to_vec()));
}

/// The armies of people, each match by itself: nothing of one helps to pack another.
#[test]
fn a_match_takes_less_than_four_kilobytes() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/real-armies.bare.jsonl");
    let bare = std::fs::read_to_string(golden).unwrap();
    let mut game = Match::new(adjutant_packs::shipped());
    let (mut log, mut link) = (Vec::new(), Link::START);
    for said in bare.lines().filter_map(|line| record::read_bare(line.as_bytes()).unwrap()) {
        // Seconds between two records as at a table: a few, or minutes.
        let second = link.seq * 40 + link.seq * link.seq % 97;
        let at = Timestamp::of_unix(1_790_000_000 + i64::try_from(second).unwrap()).unwrap();
        game.record(said.said(), &said.command).unwrap();
        let (line, next) = record::seal(at, said.by, &said.command, game.vp(), link).unwrap();
        game.set_head(next.hash);
        log.extend(line);
        log.push(b'\n');
        link = next;
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, archive) = (folder.path().join("real.jsonl"), folder.path().join("archive"));
    std::fs::write(&path, &log).unwrap();
    added(&archive, &path);
    let columns = group_bytes(&file(&archive, "records", 1));
    assert!(log.len() > 60_000 && columns < 4096, "{} bytes of log are {columns} bytes of columns", log.len());
}

/// Another list from the datasheets of one: some of its units in another order, larger or smaller, armed otherwise.
fn drawn(list: &Roster, seed: u64) -> Roster {
    let mut state = seed;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut list = list.clone();
    list.name = Name::new(&format!("List {}", draw(1_000_000))).unwrap();
    list.warlord = None;
    list.stratagems.clear();
    for units in list.detachments.iter_mut().map(|detachment| &mut detachment.units) {
        for _ in 0..units.len() * 3 / 10 {
            units.remove(draw(units.len()));
        }
        for last in (1..units.len()).rev() {
            units.swap(last, draw(last + 1));
        }
        for unit in units {
            unit.bought_for = None;
            unit.points = Whole::new(unit.points.get() + 5 * i32::try_from(draw(8)).unwrap()).unwrap();
            for group in unit.models.iter_mut().map(Arc::make_mut) {
                if group.count.get() > 3 {
                    group.count = Whole::new(group.count.get() + i32::try_from(draw(6)).unwrap() - 2).unwrap();
                }
                if group.weapons.len() > 2 && draw(5) < 2 {
                    group.weapons.remove(draw(group.weapons.len()));
                }
            }
        }
    }
    list
}

/// The lists of people that make an army, and what matches between them take in an archive: five rounds, as at an
/// event, where a list comes again; as many matches where no list comes again, drawn from the same datasheets; and
/// each list once, where each brings datasheets that no other has, and so few matches carry each column's own bytes.
#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn matches_between_lists_of_people_take_less_than_four_kilobytes() {
    let Some(root) = option_env!("ADJUTANT_REAL_DATA") else {
        panic!("ADJUTANT_REAL_DATA names the folder of real data")
    };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(Path::new(root).join("rosters")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "rosz"));
    paths.sort();
    // Each as the list of either player.
    let read = |path: &PathBuf, player| {
        adjutant_rosters::import::read(&std::fs::read(path).unwrap(), player).ok().map(|list| list.roster)
    };
    let both = |path: &PathBuf| Some([read(path, Player::One)?, read(path, Player::Two)?]);
    let lists: Vec<[Roster; 2]> = paths.iter().filter_map(both).filter(|[list, _]| list.points() >= 1300).collect();
    let bytes = |pairs: &[[Roster; 2]]| {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("logs");
        std::fs::create_dir_all(&logs).unwrap();
        for (seed, [one, two]) in (0_u64..).zip(pairs) {
            let rosters = BySide { one: one.clone(), two: two.clone() };
            std::fs::write(logs.join(format!("m{seed}.jsonl")), played(seed, Depth::Facts, Some(rosters))).unwrap();
        }
        let archive = folder.path().join("archive");
        let (manifest, added) = added(&archive, &logs);
        assert_eq!((added.logs, added.odd), (pairs.len() as u64, 0));
        let of_part = |part: &PartFiles| -> i64 {
            part.files.iter().map(|own| group_bytes(&manifest::file(&archive, &own.table, part.id()))).sum()
        };
        let bytes: i64 = manifest.parts.iter().map(of_part).sum();
        bytes / i64::try_from(pairs.len()).unwrap()
    };
    let players = lists.len() / 2 * 2;
    assert!(players >= 6, "{players} lists can be read");
    let mut seats: Vec<usize> = (0..players).collect();
    let mut pairs = Vec::new();
    for _ in 0..5 {
        pairs.extend((0..players / 2).map(|table| [seats[table], seats[players - 1 - table]]));
        seats[1..].rotate_right(1);
    }
    let of = |[one, two]: &[usize; 2]| [lists[*one][0].clone(), lists[*two][1].clone()];
    let event: Vec<[Roster; 2]> = pairs.iter().map(of).collect();
    let fresh: Vec<[Roster; 2]> = (0..400)
        .map(|number| {
            let [one, two] = of(&pairs[number % pairs.len()]);
            let seed = 2 * number as u64;
            [drawn(&one, seed), drawn(&two, seed + 1)]
        })
        .collect();
    let (played, unlike, once) = (bytes(&event), bytes(&fresh), bytes(&event[..players / 2]));
    assert!(
        played <= 4096 && unlike <= 4096,
        "{players} lists: {played} bytes a match in five rounds, {unlike} in {} matches where no list comes again, \
         {once} in {} where each of these is there once",
        fresh.len(),
        players / 2
    );
}

/// The compressed bytes of a file's columns, without the footer that all rows share.
fn group_bytes(path: &Path) -> i64 {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let file = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    file.metadata().row_groups().iter().map(|group| group.compressed_size()).sum()
}
