//! Every kind of finding has a sample: an archive in which exactly that is wrong.

use std::sync::OnceLock;

use adjutant_replay::audit::{Code, Severity};
use serde_json::{Value, json};

use crate::support::{Run, World, forged};

/// A world with a few matches to spoil.
struct Archive {
    world: World,
    log: String,
}

impl Archive {
    fn new() -> Archive {
        let world = World::with_match();
        let log = world.exported();
        Archive { world, log }
    }

    /// Writes a log and names it.
    fn file(&self, log: impl AsRef<[u8]>) -> String {
        self.world.write("sample.jsonl", log);
        "sample.jsonl".to_owned()
    }

    /// Changes the second record of the match and chains the log anew, as a forger would.
    fn second(&self, pointer: &str, value: Value) -> String {
        self.file(forged(&self.log, |index, fields, _| {
            if index == 1 {
                fields[pointer] = value.clone();
            }
        }))
    }

    /// Records bare records into the match and exports it.
    fn recorded(&self, records: &[Value]) -> String {
        self.record("m", records);
        self.file(self.world.exported())
    }

    fn record(&self, game: &str, records: &[Value]) {
        let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
        self.world.feed(&format!("match record {game} --from -"), &lines).ends(0);
    }

    /// The match with a roster of these detachments.
    fn army(&self, kind: &str, units: Value) -> String {
        let roster = json!({"name": "P", "detachments": [{"type": kind, "cp": 2, "units": units}]});
        self.recorded(&[json!({"by": "one", "do": {"roster": {"player": "one", "roster": roster}}})])
    }

    /// Another match, with digital dice; `end` is a concession and what follows, `unseal` opens the seed.
    fn dice(&self, kind: &str, lines: &[&str]) -> String {
        let new = format!("match new d --mission scorched-earth --one Anna --two Ben --dice {kind} --data dice");
        self.world.run(&new).ends(0);
        self.dice_on(lines)
    }

    /// The same as a program before the law recorded it.
    fn dice_before_the_law(&self, lines: &[&str]) -> String {
        let new = "match new d --mission scorched-earth --one Anna --two Ben --dice sealed --data dice";
        self.world.run(new).ends(0);
        let log = self.world.run("match export d --data dice").ends(0).out;
        let path = self.file(without_law(&log));
        let secrets = self.world.path("dice");
        for name in ["adjutant.db", "adjutant.db-wal", "adjutant.db-shm"] {
            let _ = std::fs::remove_file(secrets.join(name));
        }
        self.world.run(&format!("match import {path} --data dice")).ends(0);
        self.dice_on(lines)
    }

    fn dice_on(&self, lines: &[&str]) -> String {
        for line in lines {
            let runs = match *line {
                "end" => vec!["match record d --by one concede", "match record d --by two end battle"],
                "unseal" => vec!["match unseal d"],
                _ => vec![],
            };
            for run in &runs {
                self.world.run(&format!("{run} --data dice")).ends(0);
            }
            if runs.is_empty() {
                self.world.run(&format!("match record d {line} --data dice")).ends(0);
            }
        }
        "dice/adjutant.db".to_owned()
    }

    /// Signs the match for these players with one key.
    fn sign(&self, players: &[&str]) -> &World {
        self.world.run("key new").ends(0);
        for player in players {
            self.world.run(&format!("match sign m --player {player}")).ends(0);
        }
        &self.world
    }

    /// A tournament of two with one result.
    fn tournament(&self) -> String {
        self.world.write("players.csv", "name,id\nAnna,anna\nBert,bert\n");
        for words in ["new gt --name GT --rounds 1", "register gt --csv players.csv", "table gt --count 1", "pair gt"] {
            self.world.run(&format!("event {words}")).ends(0);
        }
        self.world.run("event publish gt").ends(0);
        self.world.run("event result gt --table 1 --one 75 --two 62").ends(0);
        self.world.run("event export gt --log gt.jsonl").ends(0);
        String::from_utf8(self.world.read("gt.jsonl")).unwrap()
    }

    /// A tournament with a match that player two has conceded, and a result that was typed.
    fn typed_over(&self, result: &str) -> String {
        self.world.write("players.csv", "name\nAnna\nBert\n");
        for words in ["new gt --name GT --pack gt2020 --rounds 1 --seed 4", "register gt --csv players.csv"] {
            self.world.run(&format!("event {words} --data hall")).ends(0);
        }
        for words in ["table gt --count 1 --missions scorched-earth", "pair gt", "publish gt"] {
            self.world.run(&format!("event {words} --data hall")).ends(0);
        }
        self.world.run("match record gt-r1-t01 --by two concede --data hall").ends(0);
        self.world.run("match record gt-r1-t01 --by both end battle --data hall").ends(0);
        self.world.run(&format!("event result gt --table 1 {result} --data hall")).ends(0);
        "hall/adjutant.db".to_owned()
    }

    /// A tournament that was finished and taken up again, with a result that somebody corrected afterwards.
    fn corrected(&self, by: &str) -> String {
        self.tournament();
        for words in
            ["close gt", "finish gt", "undo gt --why late", "amend gt --table 1 --one 62 --two 75 --why swapped"]
        {
            let by = if words.starts_with("amend") { by } else { "organiser" };
            self.world.run(&format!("event {words} --by {by}")).ends(0);
        }
        self.world.run("event export gt --log corrected.jsonl").ends(0);
        "corrected.jsonl".to_owned()
    }

    /// Another log of the match in a file of its own, after more was recorded here and there.
    fn forked(&self, here: &[Value], there: &[Value]) -> String {
        self.world.write("common.jsonl", &self.log);
        self.world.run("match import common.jsonl --data other").ends(0);
        self.record("m", here);
        self.record("m --data other", there);
        "data/adjutant.db other/adjutant.db".to_owned()
    }
}

fn note(text: &str) -> Value {
    json!({"by": "both", "do": {"note": {"text": text}}})
}

fn unit() -> Value {
    json!({"id": "a1", "datasheet": "Squad", "role": "troops", "points": 100, "power": 5, "keywords": ["INFANTRY"],
        "faction_keywords": ["IMPERIUM"], "models": [{"group": "models", "count": 10, "wounds": 1}]})
}

/// A log as a program wrote it before logs named their law.
fn without_law(log: &str) -> Vec<u8> {
    forged(log, |index, fields, _| {
        if index == 0 {
            fields["do"]["open"].as_object_mut().unwrap().remove("law");
        }
    })
}

/// A remark of player one on which player two has played, and which is then taken back.
fn corrected(archive: &Archive, player: &str, by: &str) -> String {
    let other = if player == "one" { "two" } else { "one" };
    archive.recorded(&[
        json!({"by": player, "do": {"note": {"text": "x"}}}),
        json!({"by": other, "do": {"roll": {"for": "other", "roll": [3]}}}),
        json!({"by": by, "do": {"retract": {"seq": 3, "why": "x"}}}),
    ])
}

/// Records that are all taken back, the first one first, so that each time all that follow are folded anew.
fn taken_back_at_length(archive: &Archive) -> String {
    const SAID: usize = 1_800;
    const TAKEN_BACK: usize = 900;
    let mut fields: serde_json::Map<String, Value> = serde_json::from_str(archive.log.lines().next().unwrap()).unwrap();
    let (mut previous, mut bytes) = (adjutant_engine::chain::Link::START, Vec::new());
    let order = json!({"order": {"moment": "turn-end", "sequence": ["actions"]}});
    for number in 0..1 + SAID + TAKEN_BACK {
        match number {
            0 => {}
            _ if number <= SAID => fields["do"] = order.clone(),
            _ => fields["do"] = json!({"retract": {"seq": number - SAID + 1, "why": "x"}}),
        }
        let (line, link) = adjutant_engine::chain::seal(fields.clone(), previous).unwrap();
        previous = link;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    archive.file(bytes)
}

/// Player two commits anew after both took player one's reveal back.
fn recommitted(archive: &Archive) -> String {
    use adjutant_engine::command::{Salt, SecretKind};
    use adjutant_engine::decide::digest;
    use adjutant_engine::side::Player;
    let (id, salt) = ("m".parse().unwrap(), "11".repeat(16));
    let value = json!({"choose": ["assassinate", "linebreaker", "grind-them-down"]});
    let secret = Salt::new(&salt).unwrap();
    let digest = digest(&id, Player::One, SecretKind::Secondaries, &secret, &value).to_string();
    let commit =
        |by: &str, digest: &str| json!({"by": by, "do": {"commit": {"what": "secondaries", "digest": digest}}});
    let back = |by: &str, seq: u64| json!({"by": by, "do": {"retract": {"seq": seq, "why": "x"}}});
    archive.recorded(&[
        commit("one", &digest),
        commit("two", &"ab".repeat(32)),
        json!({"by": "one", "do": {"reveal": {"what": "secondaries", "salt": salt, "value": value}}}),
        back("both", 5),
        commit("two", &"cd".repeat(32)),
    ])
}

/// A battle of which nobody said who holds what, ended by agreement.
fn unanswered(archive: &Archive) -> String {
    archive.world.run("match simulate s --seed 3").ends(0);
    let log = archive.world.run("match export s").ends(0).out;
    let mut records: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let begin = records.iter().position(|record| record["do"].get("begin").is_some()).unwrap();
    records.truncate(begin + 1);
    let bare = |record: &Value| json!({"by": record["by"], "do": record["do"]});
    let mut records: Vec<Value> = records.iter().map(bare).collect();
    let first = records.iter().find_map(|record| record["do"]["first-turn"]["player"].as_str()).unwrap();
    let second = if first == "one" { "two" } else { "one" };
    let turns = [first, second].map(|player| json!({"by": player, "do": {"end-turn": {}}}));
    let command = json!({"by": first, "do": {"end-phase": {"phase": "command"}}});
    records.extend(turns);
    records.extend([command, json!({"by": "both", "do": {"agree-end": {}}})]);
    archive.record("s --data fresh", &records);
    "fresh/adjutant.db".to_owned()
}

/// What to audit in order to find one code. The compiler refuses a code without a sample.
fn sample(code: Code, archive: &Archive) -> String {
    let Archive { world, log } = archive;
    match code {
        Code::Unreadable => "nowhere.jsonl".to_owned(),
        Code::CutShort => archive.file(log.trim_end()),
        Code::TooLarge => {
            let path = archive.file("");
            let file = std::fs::File::options().write(true).open(world.path(&path)).unwrap();
            file.set_len(adjutant_engine::chain::LOG_BYTES_MAX as u64 + 1).unwrap();
            path
        }
        Code::Empty => archive.file(""),
        Code::Frame => "--stream".to_owned(),
        Code::Misfiled => {
            let path = world.path("data/adjutant.db");
            let database = rusqlite::Connection::open(path).unwrap();
            let wrong = "ab".repeat(32);
            let trigger = "record_never_changes";
            let sql: String = database
                .query_row("SELECT sql FROM sqlite_schema WHERE name = ?1", [trigger], |row| row.get(0))
                .unwrap();
            let update = format!("DROP TRIGGER {trigger}; UPDATE record SET hash = '{wrong}' WHERE seq = 1; {sql};");
            database.execute_batch(&update).unwrap();
            "data/adjutant.db".to_owned()
        }
        Code::Schema => {
            let database = rusqlite::Connection::open(world.path("data/adjutant.db")).unwrap();
            database.execute_batch("DROP TRIGGER record_never_goes").unwrap();
            "data/adjutant.db".to_owned()
        }
        Code::Form => archive.file(log.replacen("{\"at\"", "{ \"at\"", 1)),
        Code::Chain => archive.file(log.replacen("Anna", "Anne", 1)),
        Code::Refused => archive.second("do", json!({"end-turn": {}})),
        Code::Vp => archive.second("vp", json!({"one": 45, "two": 0})),
        Code::Signature => {
            let signed = archive.sign(&["one"]).exported();
            archive.file(forged(&signed, |_, fields, _| {
                if let Some(sign) = fields["do"].get_mut("sign") {
                    sign.as_object_mut().unwrap().remove("signature");
                }
            }))
        }
        Code::Event => archive.file(archive.tournament().replacen("\"one\":75", "\"one\":76", 1)),
        Code::TwoResults => {
            let ruling = json!({"by": "judge", "do": {"ruling": {"why": "x", "player": "one", "vp": 5}}});
            archive.forked(&[ruling], &[note("there")])
        }
        Code::SameId => {
            for (folder, seed) in [("here", 1), ("there", 2)] {
                world.run(&format!("match simulate s --seed {seed} --depth scores --data {folder}")).ends(0);
            }
            "here/adjutant.db there/adjutant.db".to_owned()
        }
        Code::TwoHeads => archive.forked(&[note("here")], &[note("there")]),
        Code::Time => archive.second("at", json!("2020-01-01T00:00:00Z")),
        Code::TooCostly => taken_back_at_length(archive),
        Code::Recommitted => recommitted(archive),
        Code::DiceDiffer => {
            archive.dice("open", &["dice 2d6 for charge b2", "roll charge 6 6 6 6 6 6 6 6 6 6 6 6", "end"])
        }
        Code::DiceByHand => archive.dice("sealed", &["dice 2d6 for charge b2 with 5", "roll charge 6 6"]),
        Code::DiceSealed => archive.dice("sealed", &["dice 2d6 for charge b2 with 5", "end"]),
        Code::DiceAgain => archive.dice_before_the_law(&[
            "dice 2d6 for charge b2 with 5",
            "--by both undo",
            "dice 2d6 for charge b2 with 6",
            "end",
            "unseal",
        ]),
        Code::DiceOpen => archive.dice("sealed", &["--by one dice 2d6 for charge b2 with 5", "undo"]),
        Code::OldLaw => archive.file(without_law(log)),
        Code::AlsoToday => format!("--also today {}", archive.file(without_law(log))),
        Code::CannotJudge => {
            archive.file(forged(std::str::from_utf8(&without_law(log)).unwrap(), |index, fields, _| {
                if index == 1 {
                    fields["vp"] = json!({"one": 45, "two": 0});
                }
            }))
        }
        Code::Newer => archive.file(forged(log, |index, fields, _| {
            if index == 0 {
                fields["do"]["open"]["law"] = 1_000.into();
            }
        })),
        Code::ByOne => corrected(archive, "one", "one"),
        Code::ByTwo => corrected(archive, "two", "two"),
        Code::ByBoth => corrected(archive, "one", "both"),
        Code::ByJudge => corrected(archive, "one", "judge"),
        Code::DiceForeseen => {
            let before =
                ["dice d6 for gamma with 1", "end", "unseal", "--by both undo", "--by both undo", "--by both undo"];
            archive.dice_before_the_law(&[&before[..], &["dice d6 for gamma with 2", "end", "unseal"]].concat())
        }
        Code::Unrevealed => archive.recorded(&[
            json!({"by": "one", "do": {"commit": {"what": "secondaries", "digest": "ab".repeat(32)}}}),
            json!({"by": "one", "do": {"concede": {}}}),
            json!({"by": "both", "do": {"end": {}}}),
        ]),
        Code::Roster => archive.army("patrol", json!([])),
        Code::Unbound => archive.army("unbound", json!([unit()])),
        Code::RosterUnknown => archive.army("patrol", json!([unit()])),
        Code::Gap => {
            let late = json!({"at": "2026-11-21T18:00:00Z", "by": "both", "do": {"note": {"text": "x"}}});
            archive.recorded(&[late])
        }
        Code::Clock => archive.second("at", json!("9999-12-31T23:59:59Z")),
        Code::Untrusted => {
            archive.recorded(&[json!({"by": "one", "do": {"concede": {}}}), json!({"by": "both", "do": {"end": {}}})]);
            archive.sign(&["one"]);
            world.write("trust.txt", format!("Anna {}\n", "ab".repeat(32)));
            "data/adjutant.db --trust trust.txt".to_owned()
        }
        Code::KeyChanged => {
            archive.sign(&["one"]);
            std::fs::rename(world.path("data/adjutant.key"), world.path("old.key")).unwrap();
            archive.file(archive.sign(&["one"]).exported())
        }
        Code::Unfinished => archive.file(log),
        Code::Unsigned => {
            archive.recorded(&[json!({"by": "one", "do": {"concede": {}}}), json!({"by": "both", "do": {"end": {}}})])
        }
        Code::SharedKey => archive.file(archive.sign(&["one", "two"]).exported()),
        Code::AfterSignature => {
            archive.sign(&["one"]);
            archive.recorded(&[json!({"by": "both", "do": {"clock": {"state": "pause"}}})])
        }
        Code::Under => archive.recorded(&[
            json!({"by": "one", "do": {"stratagem": {"name": "Rotate Ion Shields", "cp": 1}}, "under": "Vow"}),
        ]),
        Code::ResultDiffers => archive.typed_over("--one 75 --two 62"),
        Code::NotUsed => archive.typed_over("--one 0 --two 0 --winner one"),
        Code::ByOrganiser => archive.corrected("organiser"),
        Code::PrizesChanged => archive.corrected("judge"),
        Code::Provisional => unanswered(archive),
        Code::League => {
            world.run("league new north26 --name North --from 2026-01-01 --to 2026-12-31").ends(0);
            world.run("league enter north26 Anna").ends(0);
            let log = world.run("league export north26").ends(0).out;
            archive.file(forged(&log, |_, fields, _| {
                if let Some(member) = fields["do"].get_mut("member") {
                    *member = json!({"id": "m0001"});
                }
            }))
        }
        Code::EventRemark => {
            let from = json!({"match": "gt-r1-t09", "head": "ab".repeat(32)});
            archive.file(forged(&archive.tournament(), |_, fields, _| {
                if let Some(result) = fields["do"].get_mut("result") {
                    result["from"] = from.clone();
                }
            }))
        }
        Code::Duplicate => {
            world.write("twin.jsonl", log);
            format!("twin.jsonl {}", archive.file(log))
        }
        Code::Copy => {
            world.write("short.jsonl", log);
            format!("short.jsonl {}", archive.recorded(&[note("longer")]))
        }
    }
}

/// What an audit says of the sample of a code: as JSON, and as people read it. Two tests ask; it is played once.
pub fn audited(code: Code) -> &'static [Run; 2] {
    static PLAYED: [OnceLock<[Run; 2]>; Code::ALL.len()] = [const { OnceLock::new() }; Code::ALL.len()];
    let at = Code::ALL.iter().position(|other| *other == code).unwrap();
    PLAYED[at].get_or_init(|| {
        let archive = Archive::new();
        let paths = sample(code, &archive);
        // Of a stream, which is JSON for programs and nothing else.
        let stream = || archive.world.feed("audit --stream", "no frame\n");
        ["--json", ""].map(|more| match code {
            Code::Frame => stream(),
            _ => archive.world.run(&format!("audit {paths} {more}")),
        })
    })
}

#[test]
fn every_code_is_found_in_its_sample() {
    for code in Code::ALL {
        let [machine, people] = audited(code);
        let report = machine.json();
        let logs = report["logs"].as_array().cloned().unwrap_or_else(|| vec![report.clone()]);
        let findings: Vec<&Value> = logs.iter().flat_map(|log| log["findings"].as_array().unwrap()).collect();
        let found: Vec<&&Value> = findings.iter().filter(|finding| finding["code"] == code.as_str()).collect();
        assert!(!found.is_empty(), "{code}: {findings:?}");
        assert!(found.iter().all(|finding| finding["severity"] == code.severity().as_str()), "{code}: {found:?}");
        // Nothing weightier is wrong with the sample, so that it is this code that decides how the audit ends.
        let weight = |finding: &&&Value| finding["severity"] != "note" && finding["code"] != code.as_str();
        assert_eq!(findings.iter().find(weight), None, "{code}");
        let exit = match (code, code.severity()) {
            (Code::Unreadable, _) => 3,
            (Code::CannotJudge | Code::Newer, _) => 4,
            (_, Severity::Note) => 0,
            (_, Severity::Warning | Severity::Error) => 1,
        };
        assert_eq!((machine.code, people.code), (Some(exit), Some(exit)), "{code}");
        // People read the same.
        let told = people.out.contains(&format!("{} {code}: ", code.severity().as_str()));
        assert!(told || code == Code::Frame, "{code}: {people:?}");
    }
}

#[test]
fn the_long_help_explains_every_code() {
    let help = World::new().run("audit --help").ends(0).out;
    for code in Code::ALL {
        let line = help.lines().find(|line| line.trim_start().starts_with(&format!("{code} ")));
        assert!(line.is_some_and(|line| line.contains(code.severity().as_str())), "{code}: {help}");
    }
}
