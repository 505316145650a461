//! Who signed what, and that a log rewritten afterwards no longer agrees with it.

use adjutant_replay::audit::{Code, audit};
use serde_json::{Map, Value};

use crate::support::{World, forged};

/// A world with a key, and the log of `m`, signed by player one as record 4.
fn signed() -> (World, String) {
    let world = World::with_match();
    world.run("key new").ends(0);
    world.run("match record m --by both note agreed").ends(0);
    world.run("match sign m").ends(2).says("--player one or --player two");
    world.run("match sign m --player one").ends(0);
    let log = world.exported();
    (world, log)
}

/// What is found, but that the battle has not ended.
fn codes(bytes: &[u8]) -> Vec<(Option<u64>, &'static str)> {
    let findings = audit(&adjutant_app::Known::default().rulebook(), "log".to_owned(), bytes).findings;
    findings
        .iter()
        .filter(|finding| finding.code != Code::Unfinished)
        .map(|finding| (finding.record, finding.code.as_str()))
        .collect()
}

#[test]
fn an_audit_says_who_signed() {
    let (world, log) = signed();
    let key = world.run("key show").ends(0).out.trim().to_owned();
    let report = world.run("audit data/adjutant.db --json").ends(0).json();
    let signature = &report["logs"][0]["signatures"][0];
    assert_eq!(signature["key"], key.as_str());
    assert_eq!((&signature["player"], &signature["record"]), (&Value::from("one"), &Value::from(4)));
    assert_eq!(signature["verified"], true);
    assert!(world.run("match verify m").ends(0).out.contains(&format!("record 3 signed by one with key {key}")));
    assert_eq!(codes(log.as_bytes()), []);
    world.run("match sign m").ends(0);
    world.run("match sign m --player two").ends(0);
    assert_eq!(codes(world.exported().as_bytes()), [(Some(6), "shared-key")]);
    world.run("match record m --by both score 1").ends(2);
    world.run("match undo m --by both").ends(0);
    assert!(world.run("audit data/adjutant.db").ends(0).out.contains("after-signature"));
}

#[test]
fn a_log_rewritten_after_it_was_signed_is_found() {
    let (_world, log) = signed();
    let lie = |fields: &mut Map<String, Value>| fields["do"]["note"]["text"] = "never agreed".into();
    let careless = forged(&log, |index, fields, _| {
        if index == 2 {
            lie(fields);
        }
    });
    assert_eq!(codes(&careless), [(Some(4), "refused")], "the old head stands in the signature");
    let careful = forged(&log, |index, fields, previous| match index {
        2 => lie(fields),
        3 => fields["do"]["sign"]["head"] = previous.hash.to_string().into(),
        _ => {}
    });
    assert_eq!(codes(&careful), [(Some(4), "signature")], "the new head was never signed");
    let bare = forged(&log, |index, fields, _| {
        if index == 3 {
            fields["do"]["sign"].as_object_mut().unwrap().remove("signature");
        }
    });
    assert_eq!(codes(&bare), [(Some(4), "signature")]);
}

#[test]
fn a_key_is_made_once_and_for_its_owner_only() {
    let world = World::new();
    world.run("key show").ends(3).says("key new");
    let made = world.run("key new").ends(0).out;
    assert_eq!(world.run("key show").ends(0).out, made);
    world.run("key new").ends(1).says("there is a key already");
    assert_eq!(world.run("key show --json").json()["key"], made.trim());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(world.path("data/adjutant.key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    for text in ["not a key", &"0".repeat(64)] {
        world.write("data/adjutant.key", text);
        world.run("key show").ends(3).says("this is not a key");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let key = world.write("data/adjutant.key", made);
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
        world.run("key show").ends(3).says("other accounts can read").says("chmod 600");
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).unwrap();
        world.run("key show").ends(0);
    }
}

/// A disk that takes no byte leaves no key behind, and not an empty one.
#[cfg(unix)]
#[test]
fn a_key_that_cannot_be_written_leaves_nothing() {
    let world = World::new();
    std::fs::create_dir(world.path("data")).unwrap();
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_adjutant"), "key", "new"]);
    command.env_clear().env("PATH", "/usr/bin:/bin").env("ADJUTANT_DATA", world.path("data"));
    crate::support::run_of(command.stdin(std::process::Stdio::null()).output().unwrap()).ends(3);
    assert_eq!(std::fs::read_dir(world.path("data")).unwrap().count(), 0);
    world.run("key new").ends(0);
}

/// The log with what its signature says changed, chained anew.
fn resigned(log: &str, change: impl Fn(&mut Map<String, Value>)) -> Vec<u8> {
    forged(log, |_, fields, _| {
        if let Some(sign) = fields["do"].get_mut("sign").and_then(Value::as_object_mut) {
            change(sign);
        }
    })
}

#[test]
fn a_signature_passes_for_nobody_else_and_nothing_else() {
    let (world, log) = signed();
    let as_two = forged(&log, |_, fields, _| {
        if let Some(sign) = fields["do"].get_mut("sign").and_then(Value::as_object_mut) {
            sign.insert("player".into(), "two".into());
            fields["by"] = "two".into();
        }
    });
    assert_eq!(codes(&as_two), [(Some(4), "signature")], "player one's signature is not player two's");
    // The same head cannot stand in another match; what can be forged is the name of the log in what was signed.
    let key = adjutant_core::signature::SigningKey::of_seed([7; 32]).unwrap();
    let of = |origin: &str, head: &str| {
        let hash = |text| adjutant_engine::chain::Hash::parse(text).unwrap();
        let said =
            adjutant_core::signature::Statement::of_match(hash(origin), adjutant_engine::side::Player::One, hash(head));
        key.sign(&said)
    };
    let first: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    let origin = first["hash"].as_str().unwrap();
    for (origin, expected) in [(origin, vec![]), (&*"ab".repeat(32), vec![(Some(4), "signature")])] {
        let other = resigned(&log, |sign| {
            let head = sign["head"].as_str().unwrap().to_owned();
            sign.insert("key".into(), key.public().to_string().into());
            sign.insert("signature".into(), of(origin, &head).as_str().into());
        });
        assert_eq!(codes(&other), expected, "{origin}");
    }
    drop(world);
}

#[test]
fn an_auditor_names_the_keys_he_trusts() {
    let (world, _) = signed();
    let key = world.run("key show").ends(0).out.trim().to_owned();
    world.write("trust.txt", format!("# the club\nAnna {key}\n"));
    // Nothing but that the battle goes on.
    let run = world.run("audit data/adjutant.db --trust trust.txt").ends(1);
    assert!(run.out.contains("error unfinished") && !run.out.contains("untrusted"), "{run:?}");
    world.write("trust.txt", format!("Anna {}\nBen {key}\n", "ab".repeat(32)));
    let run = world.run("audit data/adjutant.db --trust trust.txt").ends(1);
    assert!(run.out.contains("record 4: error untrusted: Anna signed with key"), "{run:?}");
    world.write("trust.txt", "Anna and no key\n");
    world.run("audit data/adjutant.db --trust trust.txt").ends(1).says("trust.txt:1: this line names no key");
    // Of a battle that has ended both signatures are due; a log from which they were cut is not trusted.
    world.write("trust.txt", format!("Anna {key}\n"));
    world.run("match record m --by two concede").ends(0);
    world.run("match record m --by both end battle").ends(0);
    world.run("match sign m --player one").ends(0);
    let run = world.run("audit data/adjutant.db --trust trust.txt").ends(1);
    assert!(run.out.contains("error untrusted: Ben has not signed it with a trusted key"), "{run:?}");
    assert!(!run.out.contains("Anna has not"), "{run:?}");
    let run = world.run("audit data/adjutant.db").ends(0);
    assert!(run.out.contains("note unsigned: player two has not signed"), "{run:?}");
}

/// How high a model stands is signed with its place: a log in which it stands elsewhere is not the one that was signed.
#[test]
fn heights_are_signed_with_the_places_they_belong_to() {
    let world = World::with_match();
    let golden = std::fs::read_to_string(crate::support::golden("real-armies.bare.jsonl")).unwrap();
    let armies: Vec<&str> = golden.lines().filter(|line| line.contains("\"roster\"")).collect();
    world.write("armies.jsonl", armies.join("\n"));
    world.run("match record m --from armies.jsonl").ends(0);
    for words in [
        "--by one terrain t1 ruins at 12,30 size 8x8 height 6",
        "--by two attacker one",
        "--by two zone b",
        "--by one deploy a12 @12,30^3",
    ] {
        world.run(&format!("match record m {words}")).ends(0);
    }
    world.run("key new").ends(0);
    world.run("match sign m --player one").ends(0);
    let log = world.exported();
    let at = log.lines().position(|line| line.contains("[[12,30,null,3]]")).expect("a place with its height");
    let about =
        |bytes: &[u8]| codes(bytes).into_iter().filter(|(_, code)| !code.starts_with("roster")).collect::<Vec<_>>();
    assert_eq!(about(log.as_bytes()), []);
    let head = log.lines().count() as u64;
    for height in [serde_json::json!([12, 30, null, 4]), serde_json::json!([12, 30])] {
        let careful = forged(&log, |index, fields, previous| {
            if index == at {
                fields["do"]["deploy"]["at"]["models"][0] = height.clone();
            } else if index as u64 + 1 == head {
                fields["do"]["sign"]["head"] = previous.hash.to_string().into();
            }
        });
        assert_eq!(about(&careful), [(Some(head), "signature")], "{height}");
    }
    // What is taken back behind a signature is told.
    world.run("match undo m --by one").ends(0);
    assert!(world.run("audit data/adjutant.db").ends(0).out.contains("after-signature"));
}
