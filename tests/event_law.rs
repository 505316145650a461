//! The law of corrections of events, row by row: what the fold answers, what the words of `event undo` and `event amend`
//! answer, and what the forms of the server offer is one and the same. Rows: every kind of record at every stage of an
//! event, before and after its publication, by organiser, desk, judge, player and captain.

use adjutant_core::time::Timestamp;
use std::collections::BTreeSet;

use adjutant_tournament::command::{By, Create, PassKind, ResultEntry};
use adjutant_tournament::log::Record;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::teams::{Member, digest};
use adjutant_tournament::{
    Name, Reason, RoundNumber, Seed, TableNumber, TournamentCommand, TournamentId, TournamentLog,
};
use serde_json::{Value, json};

use crate::serving::{Server, cookie, said};
use crate::support::{NOW, World};

fn now() -> Timestamp {
    Timestamp::parse(NOW).unwrap()
}

const SALT: &str = "00112233445566778899aabbccddeeff";

fn new(team_size: u16) -> TournamentLog {
    let mut log = TournamentLog::new();
    let (event, name) = (TournamentId::new("gt").unwrap(), Name::new("GT").unwrap());
    let policies = Policies { team_size, ..Policies::default() };
    let seed = Seed::from_number(1);
    let create = Create {
        format: 1,
        law: None,
        event,
        name,
        pack: None,
        pack_hash: None,
        size: None,
        rounds: 2,
        seed,
        policies,
        names: adjutant_core::sealed::Names::Open,
        copy_of: None,
    };
    log.record(now(), By::Organiser, TournamentCommand::Create(Box::new(create))).unwrap();
    log
}

#[track_caller]
fn tell(log: &mut TournamentLog, by: By, command: Value) {
    let command: TournamentCommand =
        serde_json::from_value(command.clone()).unwrap_or_else(|e| panic!("{e}: {command}"));
    let shown = format!("{command:?}");
    log.record(now(), by, command).unwrap_or_else(|refusal| panic!("{refusal}: {shown}"));
}

fn pair(log: &mut TournamentLog) -> Value {
    let draft = draft_round(log.state()).unwrap();
    log.record(now(), By::Organiser, draft.command()).unwrap();
    serde_json::to_value(&draft.pair).unwrap()
}

/// An event with a record of every kind but `import`, and the numbers of the records behind which somebody looks.
fn event() -> (TournamentLog, Vec<usize>) {
    let (mut log, mut looks) = (new(0), Vec::new());
    let o = |log: &mut TournamentLog, command| tell(log, By::Organiser, command);
    for number in 0..7 {
        o(&mut log, json!({"register": {"player": format!("p{number}"), "name": format!("Player {number}")}}));
    }
    o(&mut log, json!({"roster": {"player": "p0", "digest": "ab".repeat(32)}}));
    tell(&mut log, By::Player, json!({"roster": {"player": "p1", "digest": "cd".repeat(32)}}));
    tell(&mut log, By::Player, json!({"check-in": {"player": "p1"}}));
    o(&mut log, json!({"table": {"table": 5, "name": "stream"}}));
    o(&mut log, json!({"withdraw": {"player": "p6"}}));
    o(&mut log, json!({"settings": {"name": "Grand", "why": "typed"}}));
    for (kind, id) in [("judge", "mia"), ("desk", "olaf")] {
        o(&mut log, json!({"pass": {"kind": kind, "id": id, "issue": 1}}));
    }
    o(&mut log, json!({"edit-player": {"player": "p0", "club": "Mill", "why": "typed"}}));
    let one = pair(&mut log);
    let table = one["tables"][0].clone();
    o(&mut log, json!({"repair": {"round": 1, "tables": [table], "why": "seen"}}));
    looks.push(log.records().len());
    o(&mut log, json!({"publish": {"round": 1}}));
    looks.push(log.records().len());
    o(&mut log, json!({"round-clock": {"round": 1, "state": "start", "minutes": 150}}));
    tell(&mut log, By::Judge, json!({"extend": {"round": 1, "table": 1, "minutes": 5, "why": "ruling"}}));
    for player in ["one", "two"] {
        tell(&mut log, By::Player, json!({"call": {"table": 1, "player": table[player], "kind": "rules"}}));
        let seq = log.records().len();
        match player {
            "one" => tell(&mut log, By::Judge, json!({"answer": {"seq": seq}})),
            _ => tell(&mut log, By::Player, json!({"answer": {"seq": seq, "player": table["two"]}})),
        }
        let report = json!({"round": 1, "table": 1, "player": table[player], "one": 9, "two": 4});
        tell(&mut log, By::Player, json!({ "report": report }));
    }
    tell(&mut log, By::Player, json!({"dispute": {"round": 1, "table": 1, "player": table["one"]}}));
    looks.push(log.records().len());
    let seq = log.records().len();
    tell(&mut log, By::Judge, json!({"answer": {"seq": seq}}));
    o(&mut log, json!({"result": {"round": 1, "table": 2, "one": 8, "two": 3}}));
    let third = log.state().rounds[0].open_tables().next().unwrap();
    tell(&mut log, By::Judge, json!({"result": {"round": 1, "table": third, "one": 8, "two": 3}}));
    let amended = json!({"round": 1, "table": 2, "one": 8, "two": 2});
    tell(&mut log, By::Judge, json!({"amend-result": {"result": amended, "why": "typed"}}));
    tell(&mut log, By::Judge, json!({"penalty": {"player": "p1", "points": -1, "why": "late"}}));
    o(&mut log, json!({"award": {"player": "p0", "award": "painting", "points": 9}}));
    tell(&mut log, By::Judge, json!({"infraction": {"player": "p1", "kind": "warning", "why": "late"}}));
    o(&mut log, json!({"move": {"round": 1, "table": third, "to": 4, "why": "water"}}));
    tell(&mut log, By::Player, json!({"drop": {"player": "p5"}}));
    o(&mut log, json!({"return": {"player": "p5"}}));
    o(&mut log, json!({"late-entry": {"player": "p7", "name": "Late"}}));
    tell(&mut log, By::Player, json!({"note": {"text": "fine"}}));
    let head = log.head().to_string();
    tell(&mut log, By::Player, json!({"sign": {"player": "p0", "head": head}}));
    o(&mut log, json!({"bye-request": {"player": "p4", "round": 2, "points": 1}}));
    o(&mut log, json!({"close-round": {"round": 1}}));
    looks.push(log.records().len());
    pair(&mut log);
    o(&mut log, json!({"publish": {"round": 2}}));
    looks.push(log.records().len());
    for table in log.state().rounds[1].open_tables().collect::<Vec<_>>() {
        o(&mut log, json!({"result": {"round": 2, "table": table, "one": 8, "two": 3}}));
    }
    o(&mut log, json!({"close-round": {"round": 2}}));
    o(&mut log, json!({"pods": {"pods": [["p0", "p1", "p2"], ["p3", "p4"], ["p5", "p7"]]}}));
    o(&mut log, json!({"cut": {"players": ["p0", "p2"]}}));
    looks.push(log.records().len());
    o(&mut log, json!({"finish": {"early": true}}));
    o(&mut log, json!({"archive": {"archived": true}}));
    tell(&mut log, By::Judge, json!({"note": {"text": "good"}}));
    looks.push(log.records().len());
    let end = log.records().iter().find(|record| record.command.kind().name() == "finish").unwrap().seq;
    o(&mut log, json!({"retract": {"seq": end + 1, "why": "appeal"}}));
    o(&mut log, json!({"retract": {"seq": end, "why": "appeal"}}));
    looks.push(log.records().len());
    (log, looks)
}

/// Two teams whose captains seal and open, and the numbers of the records behind which somebody looks.
fn captains() -> (TournamentLog, Vec<usize>) {
    let mut log = new(3);
    for number in 0..4 {
        let team =
            json!({"player": format!("p{number}"), "name": format!("Team {number}"), "members": ["A", "B", "C"]});
        tell(&mut log, By::Organiser, json!({ "register": team }));
    }
    pair(&mut log);
    tell(&mut log, By::Organiser, json!({"publish": {"round": 1}}));
    let first = log.records().len();
    let step = |log: &mut TournamentLog, step: Value| {
        tell(log, By::Player, json!({"team-step": {"round": 1, "table": 1, "step": step}}));
    };
    for side in ["one", "two"] {
        step(&mut log, json!({"commit": {"side": side, "digest": digest(SALT, &[Member(1)])}}));
    }
    step(&mut log, json!({"reveal": {"side": "one", "salt": SALT, "value": [1]}}));
    for table in [1, 2] {
        tell(&mut log, By::Organiser, json!({"result": {"round": 1, "table": table, "one": 8, "two": 3}}));
    }
    tell(&mut log, By::Organiser, json!({"close-round": {"round": 1}}));
    pair(&mut log);
    tell(&mut log, By::Organiser, json!({"publish": {"round": 2}}));
    let last = log.records().len();
    (log, vec![first + 1, first + 2, first + 3, last])
}

/// The first records of a log, in a world of their own.
fn world(log: &TournamentLog, upto: usize) -> (World, TournamentLog) {
    let lines: Vec<u8> = log.records()[..upto].iter().flat_map(|record| [&record.line[..], b"\n"].concat()).collect();
    let world = World::new();
    world.write("gt.jsonl", &lines);
    world.run("event import gt.jsonl --anyway").ends(0);
    (world, TournamentLog::read(&lines).unwrap())
}

/// One record of each kind by each sort of speaker, the latest.
fn rows(log: &TournamentLog) -> Vec<&Record> {
    let mut seen = BTreeSet::new();
    let all = log.records().iter().rev().filter(|record| log.stands(record.seq));
    all.filter(|record| seen.insert((record.command.kind(), record.by == By::Player))).collect()
}

fn fold(log: &TournamentLog, by: By, command: TournamentCommand) -> Option<&'static str> {
    log.clone().record(now(), by, command).err().map(|refusal| refusal.code())
}

#[track_caller]
fn same(world: &World, words: &str, due: Option<&'static str>) {
    let told = world.run(words);
    match due {
        None => assert_eq!(told.code, Some(0), "{words}: {told:?}"),
        Some(code) => assert!(told.code == Some(1) && told.err.contains(code), "{words}, not {code}: {told:?}"),
    }
}

#[test]
fn words_answer_as_the_fold_does_in_every_row() {
    let mut kinds = [BTreeSet::new(), BTreeSet::new()];
    for (log, looks) in [event(), captains()] {
        for upto in looks {
            let (world, then) = world(&log, upto);
            let before = world.run("event export gt --log -").ends(0).out;
            for record in rows(&then) {
                let (seq, why) = (record.seq, Reason::new("so").unwrap());
                for (by, word) in [(By::Organiser, "organiser"), (By::Judge, "judge"), (By::Player, "player")] {
                    let retract = TournamentCommand::Retract { seq, why: why.clone(), later: None };
                    let words = format!("event undo gt --record {seq} --why so --by {word} --preview");
                    same(&world, &words, fold(&then, by, retract));
                }
                let rests = then.correction(seq, By::Organiser).is_ok_and(|found| found.rests.is_empty());
                kinds[usize::from(!rests)].insert(record.command.kind().name());
            }
            for (by, word) in [(By::Organiser, "organiser"), (By::Judge, "judge"), (By::Player, "player")] {
                let (round, table) = (RoundNumber(1), TableNumber(2));
                let result = ResultEntry::by_hand(round, table, 7, 1);
                let amend = TournamentCommand::AmendResult { result, why: Reason::new("so").unwrap(), later: None };
                let words =
                    format!("event amend gt --round 1 --table 2 --one 7 --two 1 --why so --by {word} --preview");
                same(&world, &words, fold(&then, by, amend));
            }
            assert_eq!(world.run("event export gt --log -").ends(0).out, before, "a look records nothing");
        }
    }
    assert!(kinds.iter().map(BTreeSet::len).sum::<usize>() >= 60, "{kinds:?}");
}

#[test]
fn forms_offer_what_the_fold_lets_the_organiser_take_back_and_nobody_else_any() {
    let (log, looks) = event();
    for upto in looks {
        let (world, then) = world(&log, upto);
        let server = Server::start(&world, 0);
        let organiser = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
        let page = server.get("/desk/log", &organiser).text;
        let others: Vec<String> =
            [(PassKind::Desk, "olaf"), (PassKind::Judge, "mia")].map(|(kind, id)| cookie(&world, kind, id)).into();
        let before = said(&world);
        for record in rows(&then) {
            let seq = record.seq;
            let offered = page.contains(&format!("name=\"seq\" value=\"{seq}\""));
            assert_eq!(
                offered,
                then.correction(seq, By::Organiser).is_ok(),
                "{upto}: {seq} {:?}",
                record.command.kind()
            );
            if !offered {
                let answer =
                    server.answer_to("/desk/log", "/desk/undo", &organiser, &format!("seq={seq}&why=so&later="));
                assert_eq!(answer.status, 422, "{seq}: {}", answer.text);
            }
        }
        for cookie in others {
            assert_eq!(server.post("/desk/undo", &cookie, "seq=3&why=so").unwrap().status, 403);
            assert!(!server.get("/desk/log", &cookie).text.contains("name=\"seq\""));
        }
        assert_eq!(said(&world), before);
    }
}

/// Section 5: the server tells the desk from the organiser.
#[test]
fn the_desk_corrects_a_result_until_something_later_was_published_on_it() {
    let (log, looks) = event();
    let amend = "table=2&one=7&two=1&winner=&no_show=&drawn=&why=counted";
    let ask = |upto: usize| {
        let (world, _) = world(&log, upto);
        let server = Server::start(&world, 0);
        let organiser = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
        let [desk, judge] =
            [(PassKind::Desk, "olaf"), (PassKind::Judge, "mia")].map(|(kind, id)| cookie(&world, kind, id));
        (world, server, [desk, judge, organiser])
    };
    // Round 1 is closed, and nothing later published.
    let (world, server, [desk, ..]) = ask(looks[3]);
    server.fill("/table/2", "/table/result", &desk, amend);
    assert_eq!(said(&world).last().unwrap()["do"]["amend-result"]["result"]["one"], 7);
    // Round 2 is played out; the event was finished, and its end taken back.
    let (world, server, [desk, judge, organiser]) = ask(*looks.last().unwrap());
    let before = said(&world);
    let table = log.state().rounds[1].pair.tables[0].table;
    let amend = amend.replace("table=2", &format!("table={table}"));
    let page = format!("/table/{table}");
    let shown = server.get(&page, &desk).text;
    assert!(shown.contains("the organiser or a judge corrects it") && !shown.contains("name=\"one\""), "{shown}");
    for path in ["/table/result", "/desk/result", "/table/ruling"] {
        let answer = server.answer_to("/desk/players", path, &desk, &amend);
        assert!(answer.status == 400 && answer.text.contains("the organiser or a judge corrects it"), "{path}");
    }
    assert_eq!(said(&world), before);
    server.fill(&page, "/table/ruling", &judge, &amend);
    server.fill(&page, "/table/result", &organiser, &amend.replace("one=7", "one=6"));
    assert_eq!(said(&world).len(), before.len() + 2);
}
