//! Who signed an event, who handed in which list, who said what; and that a log rewritten afterwards is found.

use serde_json::{Map, Value};

use crate::support::World;

/// An event of four with one round closed and a key in the data folder.
fn closed() -> World {
    let world = World::new();
    world.write("players.csv", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event new gt --name GT --rounds 2 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world.run("event result gt --table 1 --one 75 --two 62").ends(0);
    world.run("event result gt --table 2 --one 50 --two 50 --by judge").ends(0);
    world.run("event close gt").ends(0);
    world
}

/// What `event check` finds, code and record.
fn found(world: &World, event: &str, code: i32) -> Vec<(String, Value)> {
    let report = world.run(&format!("event check {event} --json")).ends(code).json();
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(|finding| (finding["code"].as_str().unwrap().to_owned(), finding["record"].clone())).collect()
}

fn expected(codes: &[(&str, u64)]) -> Vec<(String, Value)> {
    codes.iter().map(|(code, record)| ((*code).to_owned(), Value::from(*record))).collect()
}

/// The log with one change, sealed anew from the first record to the last; `signed` says what a signature then names.
fn rewritten(world: &World, signed: impl Fn(&mut Map<String, Value>, &str), change: impl Fn(&mut Value)) {
    world.rewrite(|fields, previous| {
        change(&mut fields["do"]);
        if let Some(sign) = fields["do"].get_mut("sign").and_then(Value::as_object_mut) {
            signed(sign, &previous.hash.to_string());
        }
    });
}

fn cheat(command: &mut Value) {
    if let Some(result) = command.get_mut("result").filter(|result| result["table"] == 1) {
        result["one"] = 95.into();
    }
}

#[test]
fn an_audit_says_who_signed_the_event_and_what_followed() {
    let world = closed();
    world.run("event sign gt").ends(3).says("`adjutant key new` makes a key");
    let key = world.run("key new").ends(0).out.trim().to_owned();
    assert!(world.run("event sign gt").ends(0).out.contains("up to record 10, head"), "ten records");
    world.run("event sign gt anna").ends(0);
    world.run("event sign gt nobody").ends(1).says("unknown-player");
    assert_eq!(found(&world, "gt", 0), expected(&[("signed", 11), ("signed", 12)]));
    let said = world.run("event check gt").ends(0).out;
    assert!(said.contains(&format!("the organiser signed up to record 10 with key {key}")), "{said}");
    assert!(said.contains("the log says that `anna` accepts it up to record 11, but no signature proves it"), "{said}");
    world.run("event sign gt anna --key").ends(0);
    world.run("event penalty gt anna -1 --why late --by judge").ends(0);
    let codes = expected(&[("signed", 11), ("signed", 12), ("signed", 13), ("after-signature", 13)]);
    assert_eq!(found(&world, "gt", 0), codes);
    assert!(world.run("audit data/adjutant.db").ends(0).out.contains(&key));
    world.run("event export gt --log gt.jsonl").ends(0);
    let log = String::from_utf8(world.read("gt.jsonl")).unwrap();
    assert_eq!(log.matches(r#""by":"judge""#).count(), 2);
}

#[test]
fn an_event_rewritten_after_it_was_signed_is_found() {
    let world = closed();
    world.run("key new").ends(0);
    world.run("event sign gt").ends(0);
    rewritten(&world, |_, _| {}, cheat);
    assert_eq!(found(&world, "rewritten.jsonl", 1), expected(&[("signature", 11)]), "the old head is of no record");
    rewritten(&world, |sign, head| drop(sign.insert("head".into(), head.into())), cheat);
    assert_eq!(found(&world, "rewritten.jsonl", 1), expected(&[("signature", 11)]), "no signature over the new head");
    world.run("audit rewritten.jsonl").ends(1);
    rewritten(&world, |sign, _| drop(sign.remove("key")), |_| {});
    world.run("event check rewritten.jsonl").ends(1).says("a key and a signature, or neither");
}

#[test]
fn a_signature_of_a_match_is_none_of_an_event() {
    let world = closed();
    let key = adjutant_core::signature::SigningKey::of_seed([7; 32]).unwrap();
    world.run("key new").ends(0);
    world.run("event sign gt").ends(0);
    let log = String::from_utf8({
        world.run("event export gt --log gt.jsonl").ends(0);
        world.read("gt.jsonl")
    });
    let first: Value = serde_json::from_str(log.unwrap().lines().next().unwrap()).unwrap();
    let origin = adjutant_engine::chain::Hash::parse(first["hash"].as_str().unwrap()).unwrap();
    let of_match = |sign: &mut Map<String, Value>, head: &str| {
        let head = adjutant_engine::chain::Hash::parse(head).unwrap();
        let player = adjutant_engine::side::Player::One;
        let signature = key.sign(&adjutant_core::signature::Statement::of_match(origin, player, head));
        sign.insert("key".into(), key.public().to_string().into());
        sign.insert("signature".into(), signature.as_str().into());
    };
    rewritten(&world, of_match, |_| {});
    assert_eq!(found(&world, "rewritten.jsonl", 1), expected(&[("signature", 11)]));
}

#[test]
fn logs_of_before_there_were_keys_are_still_read() {
    let world = closed();
    world.run("key new").ends(0);
    world.run("event sign gt anna").ends(0);
    world.run("event export gt --log gt.jsonl").ends(0);
    let log = String::from_utf8(world.read("gt.jsonl")).unwrap();
    let sign = log.lines().last().unwrap();
    assert!(
        sign.contains(r#"{"sign":{"head":""#) && sign.contains(r#","player":"anna"}}"#),
        "as it always was: {sign}"
    );
}

#[test]
fn lists_are_handed_in_by_their_digest_and_compared() {
    let world = closed();
    world.write("list.txt", "abc");
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert!(
        world.run("event roster gt anna list.txt").ends(0).out.contains(digest),
        "SHA-256 of abc, as FIPS 180 has it"
    );
    world.run("event roster gt anna list.txt --compare").ends(0);
    world.run("event roster gt bert list.txt --compare").ends(1).says("has no list on record");
    world.run("event roster gt nobody list.txt").ends(1).says("unknown-player");
    world.write("other.txt", "abcd");
    assert_eq!(world.run("event roster gt anna other.txt --compare --json").ends(1).json()["same"], false);
    assert_eq!(world.run("event show gt --json").json()["players"][0]["list"], digest);
    world.run("event roster gt anna other.txt").ends(0);
    let codes: Vec<String> = found(&world, "gt", 0).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["lists", "list-changed"]);
    assert!(world.run("event show gt").ends(0).out.contains("88d4266fd4e6"), "SHA-256 of abcd");
}

#[test]
fn a_player_says_only_what_players_may() {
    let world = closed();
    world.run("event note gt ready --by player").ends(0);
    world.run("event drop gt anna --by player").ends(0);
    world.run("event penalty gt bert -1 --why late --by player").ends(1).says("not-yours");
    world.run("event award gt bert painting 5 --by referee").ends(2).says("referee");
}

#[test]
fn an_audit_says_what_an_event_lacks_and_whose_keys_are_trusted() {
    let world = closed();
    let audit = |code: i32, more: &str| {
        world.run("event export gt --log gt.jsonl").ends(0);
        world.run(&format!("audit gt.jsonl {more}")).ends(code).out
    };
    let first = world.run("key new").ends(0).out.trim().to_owned();
    world.run("event sign gt").ends(0);
    let open = audit(0, "");
    assert!(open.contains("note unfinished: the event has not ended"), "{open}");
    assert!(!open.contains("unsigned"), "not due before it ends: {open}");
    world.run("event finish gt --early").ends(0);
    let ended = audit(0, "");
    assert!(!ended.contains("unfinished") && ended.contains("after-signature"), "{ended}");
    world.write("trust.txt", format!("organiser {first}\n"));
    let early = audit(1, "--trust trust.txt");
    assert!(early.contains("error untrusted: trusted signatures cover the log up to record 10"), "{early}");
    world.run("event sign gt").ends(0);
    audit(0, "--trust trust.txt");
    world.write("trust.txt", format!("organiser {}\n", "ab".repeat(32)));
    let untrusted = audit(1, "--trust trust.txt");
    assert!(untrusted.contains("error untrusted: organiser signed with key"), "{untrusted}");
    assert!(untrusted.contains("organiser has not signed it with a trusted key"), "{untrusted}");
    // Another key than before, as after a stolen one or a new machine.
    std::fs::remove_file(world.path("data/adjutant.key")).unwrap();
    let second = world.run("key new").ends(0).out.trim().to_owned();
    world.run("event sign gt").ends(0);
    let changed = audit(0, "");
    assert!(
        changed.contains(&format!("key-changed: organiser signed with key {second}, before with {first}")),
        "{changed}"
    );
    // Without any signature of the organiser's the end of an event proves nothing.
    let unsigned = closed();
    unsigned.run("event finish gt --early").ends(0);
    unsigned.run("event export gt --log gt.jsonl").ends(0);
    let told = unsigned.run("audit gt.jsonl").ends(0).out;
    assert!(told.contains("note unsigned: the organiser has not signed it with a key"), "{told}");
}

/// `docs/event-log.md`, section 6, and `docs/concepts/proof.md`, "what nobody signed": a signature covers what stands before it. Said again by
/// a forger behind other records it covers nothing.
#[test]
fn a_signature_that_is_said_again_covers_nothing_more() {
    let world = closed();
    let key = world.run("key new").ends(0).out.trim().to_owned();
    world.run("event finish gt --early").ends(0);
    world.run("event sign gt").ends(0);
    world.write("trusted", format!("organiser {key}\n"));
    world.run("event export gt --log good.jsonl").ends(0);
    world.run("audit --trust trusted good.jsonl").ends(0);
    let log = String::from_utf8(world.read("good.jsonl")).unwrap();
    let mut records: Vec<Map<String, Value>> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (sign, finish) = (records.len(), records.len() - 1);
    let after = |command: Value| {
        let mut record = records[0].clone();
        record.insert("do".to_owned(), command);
        record
    };
    let result = serde_json::json!({"round": 1, "table": 1, "one": 1, "two": 90});
    let forged = [
        after(serde_json::json!({"retract": {"seq": finish, "why": "x"}})),
        after(serde_json::json!({"amend-result": {"result": result, "why": "x"}})),
        after(serde_json::json!({"finish": {"early": true}})),
        records[sign - 1].clone(),
    ];
    records.extend(forged);
    let (mut link, mut bytes) = (adjutant_engine::chain::Link::START, Vec::new());
    for record in records {
        let (line, next) = adjutant_engine::chain::seal(record, link).unwrap();
        link = next;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    world.write("forged.jsonl", bytes);
    let audit = world.run("audit --trust trusted forged.jsonl").ends(1).out;
    assert!(audit.contains("signature") && audit.contains("untrusted"), "{audit}");
}
