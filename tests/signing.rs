//! Who signed what, and that a log rewritten afterwards no longer agrees with it.

use adjutant::audit::audit;
use serde_json::{Map, Value};

use crate::support::{World, forged};

/// A world with a key, and the log of `m`, signed by player one as record 4.
fn signed() -> (World, String) {
    let world = World::with_match();
    world.run("key new").ends(0);
    world.run("match record m --by both note agreed").ends(0);
    world.run("match sign m").ends(2).says("--player one|two");
    world.run("match sign m --player one").ends(0);
    let log = world.exported();
    (world, log)
}

fn codes(bytes: &[u8]) -> Vec<(Option<u64>, &'static str)> {
    audit("log".to_owned(), bytes).findings.iter().map(|finding| (finding.record, finding.code.as_str())).collect()
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
    world.run("match undo m").ends(0);
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
    world.write("data/adjutant.key", "not a key");
    world.run("key show").ends(3).says("this is no key");
}
