use adjutant_tournament::command::{By, Create, Entry};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{Name, Seed, TournamentId};

use super::*;

fn record(log: &mut TournamentLog, command: TournamentCommand) -> u64 {
    log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, command)
        .expect("a legal command")
        .seq
}

/// Three rounds of eight players; the first names a search of before, the second has two players changed around.
fn event() -> (TournamentLog, [u64; 2]) {
    let mut log = TournamentLog::new();
    let create = Create {
        format: 1,
        law: None,
        event: TournamentId::new("e").expect("an id"),
        name: Name::new("E").expect("a name"),
        pack: None,
        pack_hash: None,
        size: None,
        rounds: 3,
        seed: Seed::from_number(7),
        policies: Policies::default(),
        names: adjutant_core::sealed::Names::Open,
        copy_of: None,
    };
    record(&mut log, TournamentCommand::Create(Box::new(create)));
    for number in 0..8 {
        let (id, name) = (format!("p{number}"), format!("Player {number}"));
        let entry = Entry::new(PlayerId::new(&id).expect("an id"), Name::new(&name).expect("a name"));
        record(&mut log, TournamentCommand::Register(entry));
    }
    let mut odd = Vec::new();
    for round in (1..=3).map(RoundNumber) {
        let mut pair = draft_round(log.state()).expect("a legal round").pair;
        match round.0 {
            1 => pair.algorithm = 1,
            2 => {
                let [first, second, ..] = pair.tables.as_mut_slice() else { panic!("four tables") };
                std::mem::swap(&mut first.two, &mut second.one);
            }
            _ => {}
        }
        let tables: Vec<_> = pair.tables.iter().map(|game| game.table).collect();
        let seq = record(&mut log, TournamentCommand::Pair(Box::new(pair)));
        odd.extend((round.0 < 3).then_some(seq));
        record(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        for (points, table) in (60..).zip(tables) {
            record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, table, points, 40)));
        }
        record(&mut log, TournamentCommand::CloseRound { round, anyway: None });
    }
    (log, [odd[0], odd[1]])
}

#[test]
fn another_core_that_helps_finds_the_same() {
    let (log, [older, changed]) = event();
    let looked = [false, true].map(|helped| {
        let mut last = (0, 0);
        let (judged, drawn) = checked_and_drawn(&log, helped, &mut |done, all| last = (done, all));
        assert_eq!(last, (9, 9), "two looks at each of three rounds, and three pairings");
        (judged, drawn)
    });
    let (_, alone) = &looked[0];
    let codes: Vec<(u64, &str)> = alone.iter().map(|(seq, found)| (*seq, found.code)).collect();
    assert_eq!(
        codes,
        [(older, EventCode::NotDrawnAnew.as_str()), (changed, EventCode::PairingDiffers.as_str())],
        "{alone:?}"
    );
    assert_eq!(looked[0], looked[1]);
}

#[test]
fn the_times_of_an_event_are_times_and_go_forward() {
    let dated = |times: [&str; 2]| -> Vec<u8> {
        let (mut link, mut bytes) = (adjutant_core::chain::Link::START, Vec::new());
        for (record, at) in event().0.records().iter().zip(times) {
            let mut fields: serde_json::Map<_, _> = serde_json::from_slice(&record.line).expect("a record");
            fields.insert("at".to_owned(), at.into());
            fields.remove("hash");
            fields.remove("seq");
            fields.remove("prev");
            let (line, next) = adjutant_core::chain::seal(fields, link).expect("sealed");
            link = next;
            bytes.extend(line);
            bytes.push(b'\n');
        }
        bytes
    };
    let found = |times| -> Vec<(String, String)> {
        let rules = crate::Rulebook::shipped();
        let report = crate::audit::judged_event(&rules, "log".to_owned(), &dated(times), &mut |_| None).report;
        let told = report.findings.iter().map(|found| (found.code.as_str().to_owned(), found.message.clone()));
        // Nobody finished it.
        told.filter(|(code, _)| code != "unfinished").collect()
    };
    let good = "2026-11-21T09:00:00Z";
    assert_eq!(found([good, good]), []);
    for bad in ["yesterday", "1999-99-99T99:99:99Z", "2026-02-30T09:00:00Z", "\u{1b}[31mred", ""] {
        let found = found([good, bad]);
        assert!(found.iter().any(|(_, said)| said.contains("is not a time; write it as")), "{bad:?}: {found:?}");
        assert!(found.iter().all(|(_, said)| !said.contains('\u{1b}')), "{found:?}");
    }
    let back = found([good, "2026-11-21T08:59:59Z"]);
    let said = "it is of 2026-11-21T08:59:59Z, but the record before of 2026-11-21T09:00:00Z";
    assert_eq!(back, [("time".to_owned(), said.to_owned())]);
    assert_eq!(found([good, "2140-01-01T00:00:00Z"])[0].0, "clock");
}
