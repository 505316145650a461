//! Matches and events of an older law wherever somebody meets them: at the screen, on phones, in the hall, in files.

use adjutant_core::reliance::LAW;
use adjutant_engine::chain::{Link, seal};
use adjutant_engines::{Answer, Engines};
use adjutant_league::command::Basis;
use adjutant_league::source::Source;
use adjutant_replay::Rulebook;
use adjutant_tournament::command::PassKind;
use serde_json::{Map, Value, json};

use crate::fixtures::left_by;
use crate::serving::{Server, bare, cookies};
use crate::serving_match::{Phones, encoded, say};
use crate::support::table::Table;
use crate::support::{NOW, World, forged, project};

/// The match that the program of law 1 would have recorded of these: its engine counts the points.
pub fn under_law_1(records: &[Value]) -> Vec<u8> {
    let sealed = |points: &dyn Fn(usize) -> Value| {
        let (mut previous, mut log) = (Link::START, Vec::new());
        for (at, record) in records.iter().enumerate() {
            let mut fields: Map<String, Value> = record.as_object().expect("a record").clone();
            fields.insert("at".to_owned(), NOW.into());
            fields.insert("vp".to_owned(), points(at));
            let (line, link) = seal(fields, previous).expect("a line");
            log.extend(line);
            log.push(b'\n');
            previous = link;
        }
        log
    };
    let open = sealed(&|_| json!({"one": 0, "two": 0}));
    match Engines::shipped().ask(1, &json!({"ask": "fold"}), &[&open]).expect("the engine of law 1") {
        Answer::Given(told) => sealed(&|at| told["records"][at]["vp"].clone()),
        Answer::Refused(why) => panic!("law 1 refuses: {why}"),
    }
}

/// The records of a match of today, without what law 1 did not write into them.
pub fn nameless(log: &str) -> Vec<Value> {
    let mut records = bare(log);
    for record in &mut records {
        record.as_object_mut().expect("a record").retain(|name, _| !matches!(name.as_str(), "vp" | "seq"));
        for (command, names) in [("open", ["law", "rules"]), ("mission", ["rules_hash", "rules_hash"])] {
            if let Some(own) = record["do"].get_mut(command).and_then(Value::as_object_mut) {
                names.iter().for_each(|name| drop(own.remove(*name)));
            }
        }
    }
    records
}

#[test]
fn the_screen_reads_a_match_of_an_older_law_and_a_key_goes_on_under_today_s() {
    let world = left_by("4cd3b9c6");
    let mut table = Table::of(&world, "zolc");
    let records = table.seq();
    table.says("Read only: law 1").says(&format!("go on under law {LAW}"));
    // Keys of the battle mean nothing, and nothing is recorded.
    for keys in ["> t k 1 x", "u U : / g", "L c i r <", "⎋ S ⎋ M ⎋ B ⎋ R ⎋ ? ⎋"] {
        table.play(keys);
    }
    assert_eq!(table.seq(), records);
    table.host.speak("end movement");
    table.says("Law 1 judges this match").says("G, then b");
    assert_eq!(table.seq(), records);
    // Not without the word of both.
    table.play("G").says("Do you both agree?").says("if every record so far stands under it").play("⎋");
    assert_eq!(table.seq(), records);
    table.play("G b");
    assert_eq!(table.seq(), records + 1);
    table.says(&format!("Both go on under law {LAW}.")).says("Movement phase");
    // From there the keys are those of every battle.
    table.play("t >");
    assert!(table.seq() > records + 1);
    assert!(!world.run("match verify zolc").ends(0).out.contains("old-law"));
}

/// An event and its only match, both recorded under law 1, and a server.
fn hall() -> (World, Server, Phones) {
    let before = World::new();
    before.write("players.csv", "name\nAnna\nBert\n");
    for words in [
        "new gt --name GT --pack gt2020 --rounds 1 --seed 42",
        "register gt --csv players.csv",
        "table gt --count 1 --missions scorched-earth",
        "pair gt",
        "publish gt",
    ] {
        before.run(&format!("event {words}")).ends(0);
    }
    before.run("event export gt --log gt.jsonl").ends(0);
    let log = String::from_utf8(before.read("gt.jsonl")).expect("UTF-8");
    let event = forged(&log, |_, fields, _| {
        if let Some(create) = fields["do"].get_mut("create").and_then(Value::as_object_mut) {
            ["law", "pack_hash"].iter().for_each(|name| drop(create.remove(*name)));
        }
    });
    let records = nameless(&before.run("match export gt-r1-t01").ends(0).out);
    let world = World::new();
    world.write("gt.jsonl", event);
    world.write("m.jsonl", under_law_1(&records));
    world.run("event import gt.jsonl").ends(0);
    world.run("match import m.jsonl").ends(0);
    let server = Server::start(&world, 0);
    let cookies = cookies(&world, &["anna", "bert"]);
    let pairing = crate::serving::log(&world).state().rounds[0].pair.tables[0].clone();
    let [one, two] = [&pairing.one, &pairing.two].map(|id| cookies[usize::from(id.as_str() == "bert")].clone());
    let table = crate::serving::cookie(&world, PassKind::Table, "1");
    (world, server, Phones { one, two, table, judge: String::new() })
}

#[test]
fn phones_read_a_match_of_an_older_law_and_both_go_on_under_today_s() {
    let (world, server, phones) = hall();
    let verified = world.run("match verify gt-r1-t01").ends(0).out;
    assert!(verified.contains("judged by its own law, 1"), "{verified}");
    for path in ["/match", "/match/more", "/match/scoring"] {
        let shown = server.get(path, &phones.one);
        assert!(shown.text.contains("Law 1 judges this match"), "{path}: {}", shown.text);
        assert!(!shown.text.contains("Who attacks?"), "{path}: {}", shown.text);
    }
    let story = server.get("/match/log?at=1", &phones.one).text;
    assert!(story.contains("Law 1 judges this match") && !story.contains("Correct record"), "{story}");
    // What is recorded all the same is refused, and says why.
    let roles = encoded(&json!({"roles": {"attacker": "one"}}).to_string());
    let refused = say(&server, "/match/say", &phones.one, 1, 2, &format!("do={roles}"));
    assert!(refused.status != 303 && refused.text.contains("Law 1 judges this match"), "{}", refused.text);
    // One asks, the other agrees.
    let law = encoded(&json!({"law": {"law": LAW}}).to_string());
    let asks = say(&server, "/match/say", &phones.one, 2, 2, &format!("do={law}"));
    assert!(asks.text.contains("to agree"), "{}", asks.text);
    let asked = say(&server, "/match/say", &phones.one, 3, 2, &format!("do={law}&sure=ask"));
    assert_eq!(asked.status, 303, "{}", asked.text);
    let shown = server.get("/match", &phones.two).text;
    let id = shown.split("data-asks=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a proposal");
    let agreed = say(&server, "/match/agree", &phones.two, 4, 2, &format!("proposal={id}&agrees=yes"));
    assert_eq!(agreed.status, 303, "{}", agreed.text);
    assert_eq!(bare(&world.run("match export gt-r1-t01").ends(0).out)[2]["do"], json!({"law": {"law": LAW}}));
    let shown = server.get("/match", &phones.one).text;
    assert!(!shown.contains("Law 1 judges") && shown.contains("Who attacks?"), "{shown}");
    world.run("match verify gt-r1-t01").ends(0);
}

/// What no law here can judge is shown by its chain wherever it is read, and the program ends with 4.
#[test]
fn what_cannot_be_judged_is_told_by_its_records() {
    let world = left_by("6193c2e");
    for words in [
        "match log zolc",
        "match show zolc --log",
        "replay logs/zolc.jsonl",
        "match import logs/zolc.jsonl --data imported",
    ] {
        let told = world.run(words).ends(4);
        for part in ["cannot be judged: made by a program before law 1", "record  at", "control"] {
            assert!(told.out.contains(part), "{words}: {part}: {told:?}");
        }
        let told = world.run(&format!("{words} --json")).ends(4);
        assert!(told.out.contains("\"cannot_judge\""), "{words}: {told:?}");
    }
    let checked = world.run("event check gt").ends(4);
    assert!(checked.out.contains("gt: cannot be judged; 3 rounds, 0 faults"), "{checked:?}");
    // Nothing is known to be wrong with it: it is kept where that is wanted, and comes out as it went in.
    assert!(world.run("match import logs/zolc.jsonl --data imported").ends(4).err.contains("--anyway"));
    world.run("match import logs/zolc.jsonl --anyway --data imported").ends(0);
    let kept = world.run("match export zolc --data imported").ends(0).out;
    assert_eq!(kept.as_bytes(), world.read("logs/zolc.jsonl"));
}

#[test]
fn the_version_names_the_commit() {
    let said = World::new().run("--version").ends(0).out;
    let commit = said.lines().find_map(|line| line.strip_prefix("commit ")).expect("a commit");
    let known = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    // Files that were unpacked from an archive build too, and say that nothing is known.
    let unpacked = !project().join(".git").exists() && commit.starts_with("not known");
    assert!(known || unpacked, "{said}");
    assert!(said.contains(&format!("law {LAW}, with the engines of law 1")), "{said}");
}

#[test]
fn the_version_knows_each_feature() {
    let features = std::fs::read_to_string(project().join("crates/cli/Cargo.toml")).unwrap();
    let features = features.split_once("[features]").unwrap().1.split("\n[").next().unwrap().to_owned();
    let mut declared: Vec<&str> = features.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    declared.retain(|name| *name != "default" && !name.starts_with('#'));
    declared.sort_unstable();
    let known = std::fs::read_to_string(project().join("crates/cli/src/version.rs")).unwrap();
    let known = known.lines().filter_map(|line| Some(line.trim().strip_prefix("(\"")?.split_once("\", cfg!")?.0));
    assert_eq!(known.collect::<Vec<_>>(), declared);
}

/// An event of law 1 in which somebody was put out by a judge, as `gt`.
fn event_of_law_1() -> World {
    let before = World::new();
    before.write("players.csv", "name\nAnna\nBert\nCarl\nDora\n");
    for words in [
        "new gt --name GT --rounds 1 --seed 42",
        "register gt --csv players.csv",
        "pair gt",
        "publish gt",
        "result gt --table 1 --one 90 --two 10",
        "result gt --table 2 --one 80 --two 20",
        "close gt",
        "infraction gt anna disqualification --why cheated",
    ] {
        before.run(&format!("event {words}")).ends(0);
    }
    before.run("event export gt --log gt.jsonl").ends(0);
    let log = String::from_utf8(before.read("gt.jsonl")).expect("UTF-8");
    let event = forged(&log, |_, fields, _| {
        if let Some(create) = fields["do"].get_mut("create").and_then(Value::as_object_mut) {
            create.remove("law");
        }
    });
    let world = World::new();
    world.write("gt.jsonl", event);
    world.run("event import gt.jsonl").ends(0);
    world
}

/// The places of the players, as the standings give them.
fn places(standings: &Value) -> Vec<(String, Option<u64>)> {
    let rows = standings["rows"].as_array().expect("rows").iter();
    rows.map(|row| (row["player"].as_str().expect("a player").to_owned(), row["rank"].as_u64())).collect()
}

/// Law 1 gave somebody who was disqualified a place; today's law gives none.
#[test]
fn an_event_of_an_older_law_is_counted_and_checked_by_its_engine() {
    let world = event_of_law_1();
    let log = world.read("gt.jsonl");
    let told = match Engines::shipped().ask(1, &json!({"ask": "event"}), &[&log]).expect("the engine of law 1") {
        Answer::Given(told) => told,
        Answer::Refused(why) => panic!("law 1 refuses: {why}"),
    };
    let then = places(&told["standings"]);
    assert!(then.iter().all(|(_, rank)| rank.is_some()), "{then:?}");
    let shown = world.run("event standings gt --json").ends(0).says("begun under law 1");
    assert_eq!(places(&shown.json()), then);
    assert_eq!(places(&world.run("event show gt --json").ends(0).json()["standings"]), then);
    assert_eq!(places(&world.run("event export gt.jsonl --json").ends(0).json()["standings"]), then);
    let checked = world.run("event check gt").ends(0);
    assert!(checked.out.contains("old-law: judged by its own law, 1, and by that it is good"), "{checked:?}");
    // What is recorded from then on is judged by both, and counted by today's law until it is shown again.
    world.run("event finish gt").ends(0);
    world.run("event check gt").ends(0);
}

/// A league takes the places of an event as the law of that event gives them.
#[test]
fn a_league_counts_an_event_of_an_older_law_by_its_own_law() {
    let log = event_of_law_1().read("gt.jsonl");
    let rules = adjutant_app::Known::default().rulebook();
    let source = |rules: &Rulebook, log: &[u8]| adjutant_replay::leagues::source(rules, "gt", log).expect("an event");
    let places = |source: &Source| -> Vec<bool> {
        source.players.iter().map(|player| player.count.as_ref().is_some_and(|count| count.place.is_some())).collect()
    };
    let older = source(&rules, &log);
    assert_eq!(places(&older), [true; 4], "law 1 gave whoever was disqualified a place");
    assert_eq!(older.basis, Basis::Audited, "good by its own law");
    // Where the engine of its law cannot be asked, it is nothing but a claim.
    let unheard = source(&Rulebook::shipped(), &log);
    assert_eq!(unheard.basis, Basis::Any);
    assert!(places(&unheard).contains(&false), "today's law gives none");
}

/// Nobody chooses the law that is played under: an event that names one takes no result of an older match.
#[test]
fn an_event_of_today_s_law_takes_no_result_of_an_older_match() {
    let newer = crate::serving_match::played_out();
    let old = under_law_1(&nameless(&newer.run("match export gt-r1-t01").ends(0).out));
    let event = newer.run("event export gt --log -").ends(0).out;
    let world = World::new();
    world.write("gt.jsonl", event);
    world.write("m.jsonl", &old);
    world.run("event import gt.jsonl").ends(0);
    world.run("match import m.jsonl").ends(0);
    let refused = world.run("event result gt --from-match gt-r1-t01").ends(1);
    assert!(
        refused.err.contains("under law 1") && refused.err.contains(&format!("--by both law {LAW}")),
        "{refused:?}"
    );
    // In a log that has it all the same, the audit says so.
    newer.run("event result gt --from-match gt-r1-t01").ends(0);
    let event = newer.run("event export gt --log -").ends(0).out;
    let head = world.run("match list --json").ends(0).json()["matches"][0]["head"].clone();
    let event = forged(&event, |_, fields, _| {
        if let Some(from) = fields["do"].get_mut("result").and_then(|result| result.get_mut("from")) {
            from["head"] = head.clone();
        }
    });
    let world = World::new();
    world.write("gt.jsonl", event);
    world.write("gt-r1-t01.jsonl", &old);
    let audited = world.run("audit gt.jsonl gt-r1-t01.jsonl").ends(1);
    assert!(audited.out.contains("old-law: round 1: table 1: match gt-r1-t01 was played under law 1"), "{audited:?}");
}
