//! Results that are taken from match logs, and what an audit says when the two disagree.

use serde_json::Value;

use crate::serving::Server;
use crate::support::World;

/// An event `gt` of four whose first table has been played to its end: a simulated match, told again command by
/// command. Gives the totals that folding it gives.
fn played() -> (World, i64, i64) {
    let world = World::new();
    // Under the id that the event will give the match: secret choices are bound to it.
    world.run("match simulate gt-r1-t01 --seed 4 --depth scores --data other").ends(0);
    let records = records(&world.run("match export gt-r1-t01 --data other").ends(0).out);
    let mission = records[1]["do"]["mission"]["mission"].as_str().unwrap().to_owned();
    // A commitment names its match, so that what was hidden in one match is chosen openly in the other.
    let bare = records[2..].iter().filter(|record| record["do"].get("commit").is_none()).map(|record| {
        let mut command = record["do"].clone();
        if let Some(reveal) = command.get("reveal") {
            command = serde_json::json!({reveal["what"].as_str().unwrap_or("secondaries"): reveal["value"]});
        }
        serde_json::json!({"by": record["by"], "do": command}).to_string()
    });
    let bare: Vec<String> = bare.collect();
    world.write("bare.jsonl", bare.join("\n"));
    let result = world.run("match show gt-r1-t01 --json --data other").ends(0).json()["result"].take();

    world.write("players.csv", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event new gt --name GT --pack gt2020 --rounds 2 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run(&format!("event table gt --count 2 --missions {mission}")).ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world.run("match record gt-r1-t01 --from bare.jsonl").ends(0);
    (world, result["one"].as_i64().unwrap(), result["two"].as_i64().unwrap())
}

fn records(log: &str) -> Vec<Value> {
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The codes of everything that `event check` finds.
fn found(world: &World, event: &str, code: i32) -> Vec<String> {
    let report = world.run(&format!("event check {event} --json")).ends(code).json();
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_finished_match_gives_its_totals_and_its_head() {
    let (world, one, two) = played();
    let said = world.run("event result gt --from-match gt-r1-t01").ends(0).out;
    let head = world.run("match list --json").json()["matches"].as_array().unwrap().iter().find_map(|known| {
        (known["id"] == "gt-r1-t01" || known["match"] == "gt-r1-t01")
            .then(|| known["head"].as_str().unwrap().to_owned())
    });
    assert!(said.contains(&head.unwrap()), "{said}");
    let round = world.run("event export gt --json").ends(0).json()["rounds"][0].take();
    assert_eq!((&round["results"][0]["one"], &round["results"][0]["two"]), (&one.into(), &two.into()));
    assert_eq!(round["results"][0]["from"]["match"], "gt-r1-t01");
    assert!(found(&world, "gt", 0).is_empty());
    world.run("event result gt --from-match gt-r1-t01").ends(1).says("has-result");
}

#[test]
fn a_result_that_its_match_log_does_not_give_is_found() {
    let (world, ..) = played();
    world.run("event result gt --from-match gt-r1-t01").ends(0);
    world.rewrite(|fields, _| {
        if let Some(result) = fields["do"].get_mut("result") {
            result["one"] = 99.into();
        }
    });
    assert_eq!(found(&world, "rewritten.jsonl", 1), ["result-differs"]);
}

#[test]
fn a_result_whose_head_no_match_log_has_is_found() {
    let (world, ..) = played();
    world.run("event result gt --from-match gt-r1-t01").ends(0);
    world.rewrite(|fields, _| {
        if let Some(result) = fields["do"].get_mut("result") {
            result["from"]["head"] = "ab".repeat(32).into();
        }
    });
    assert_eq!(found(&world, "rewritten.jsonl", 1), ["head-unknown"]);
    assert_eq!(found(&world, "rewritten.jsonl --data elsewhere", 0), ["match-missing"]);
}

#[test]
fn an_amendment_says_which_rounds_it_cannot_compare() {
    let world = World::new();
    world.write("players.csv", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event new gt --name GT --rounds 3 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    let amend = "event amend gt --round 1 --table 1 --one 1 --two 2 --why added";
    for round in 1..=2 {
        world.run("event pair gt").ends(0);
        if round == 2 {
            let two = world.run("event show gt --json").json()["rounds"][1]["pairings"]["tables"][1]["two"].take();
            world.run(&format!("event repair gt --table 1 --two {} --why brothers", two.as_str().unwrap())).ends(0);
        }
        world.run("event publish gt").ends(0);
        world.run("event result gt --table 1 --one 75 --two 62").ends(0);
        world.run("event result gt --table 2 --one 75 --two 62").ends(0);
        world.run("event close gt").ends(0);
        let run = world.run(amend).ends(0);
        assert_eq!(run.err.contains("round 2 was paired or changed by hand"), round == 2, "{run:?}");
    }
}

#[test]
fn a_match_conceded_before_the_battle_is_won_by_the_opponent() {
    let world = World::new();
    world.write("players.csv", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event new gt --name GT --pack gt2020 --rounds 2 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run("event table gt --count 2 --missions scorched-earth").ends(0);
    let tables = world.run("event pair gt --json").ends(0).json()["tables"].take();
    world.run("event publish gt").ends(0);
    world.run("match record gt-r1-t01 --by one concede").ends(0);
    let refused = world.run("event result gt --from-match gt-r1-t01").ends(1);
    refused.says("has conceded match gt-r1-t01").says("`adjutant match record gt-r1-t01 --by both end battle` ends it");
    world.run("match record gt-r1-t01 --by both end battle").ends(0);
    let said = world.run("event result gt --from-match gt-r1-t01").ends(0).out;
    assert!(said.contains(" wins"), "{said}");
    let round = world.run("event export gt --json").ends(0).json()["rounds"][0].take();
    let result = &round["results"][0];
    assert_eq!((&result["one"], &result["two"], &result["winner"]), (&0.into(), &0.into(), &"two".into()));
    let rows = world.run("event standings gt --round 1 --json").ends(0).json()["rows"].take();
    assert_eq!((&rows[0]["player"], &rows[0]["points"]), (&tables[0]["two"], &2.into()));
    assert!(found(&world, "gt", 0).is_empty());
}

/// Signs the match as one of its players, with a key of their own.
fn signed_by(world: &World, player: &str) {
    let _ = std::fs::remove_file(world.path("data/adjutant.key"));
    world.run("key new").ends(0);
    world.run(&format!("match sign gt-r1-t01 --player {player}")).ends(0);
}

fn first_result(world: &World) -> Value {
    world.run("event export gt --json").ends(0).json()["rounds"][0]["results"][0].take()
}

#[test]
fn a_result_rests_on_two_signatures_where_two_keys_have_signed() {
    let (world, ..) = played();
    signed_by(&world, "one");
    signed_by(&world, "two");
    world.run("event result gt --from-match gt-r1-t01").ends(0);
    assert_eq!(first_result(&world)["basis"], "signed");
    assert!(found(&world, "gt", 0).is_empty());
    // One key that signs for both is one person's word.
    let (same, ..) = played();
    signed_by(&same, "one");
    same.run("match sign gt-r1-t01 --player two").ends(0);
    same.run("event result gt --from-match gt-r1-t01").ends(0);
    assert_eq!(first_result(&same)["basis"], "desk");
}

#[test]
fn a_result_that_claims_signatures_which_are_not_there_is_found() {
    let (world, ..) = played();
    signed_by(&world, "one");
    world.run("event result gt --from-match gt-r1-t01").ends(0);
    assert_eq!(first_result(&world)["basis"], "desk");
    world.rewrite(|fields, _| {
        if let Some(result) = fields["do"].get_mut("result") {
            result["from"]["signed"] = true.into();
        }
    });
    assert_eq!(found(&world, "rewritten.jsonl", 1), ["not-signed"]);
}

/// The id of one event begins like those of the matches of another one in the same database.
#[test]
fn two_events_with_one_prefix_keep_their_games_apart() {
    let (world, one, two) = played();
    let log = records(&world.run("match export gt-r1-t01").ends(0).out);
    let mission = log[1]["do"]["mission"]["mission"].as_str().expect("a mission");
    world.run("event new gt-r1 --name Other --pack gt2020 --rounds 2 --seed 42").ends(0);
    world.run("event register gt-r1 --csv players.csv").ends(0);
    world.run(&format!("event table gt-r1 --count 2 --missions {mission}")).ends(0);
    world.run("event pair gt-r1").ends(0);
    world.run("event publish gt-r1").ends(0);
    world.run("match record gt-r1-r1-t01 --by two concede").ends(0);
    world.run("match record gt-r1-r1-t01 --by both end battle").ends(0);
    // Each takes the results of its own matches and of nobody else's.
    world.run("event result gt --from-match gt-r1-r1-t01").ends(1).says("gt-r1");
    world.run("event result gt-r1 --from-match gt-r1-t01").ends(1).says("gt");
    world.run("event result gt --from-match gt-r1-t01").ends(0);
    world.run("event result gt-r1 --from-match gt-r1-r1-t01").ends(0);
    let entered = |event: &str| {
        let round = world.run(&format!("event export {event} --json")).ends(0).json()["rounds"][0].take();
        let result = &round["results"][0];
        (result["one"].as_i64(), result["two"].as_i64(), result["from"]["match"].as_str().map(str::to_owned))
    };
    assert_eq!(entered("gt"), (Some(one), Some(two), Some("gt-r1-t01".to_owned())));
    assert_eq!(entered("gt-r1").2.as_deref(), Some("gt-r1-r1-t01"));
    assert!(found(&world, "gt", 0).is_empty() && found(&world, "gt-r1", 0).is_empty());
    // A hall shows its own matches, and a second laptop gets no others.
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let scan = |code: &str| server.answer_to("/desk", "/desk/scan", &desk, &format!("code={code}")).status;
    assert_eq!([scan("gt-r1-t01"), scan("gt-r1-r1-t01")], [303, 404]);
    std::fs::create_dir_all(world.path("standby")).unwrap();
    std::fs::copy(world.path("data/serve.key"), world.path("standby/serve.key")).unwrap();
    world.run(&format!("follow http://{} gt --once --data standby", server.host)).ends(0);
    let there = world.run("match list --data standby").ends(0).out;
    assert!(there.contains("gt-r1-t01") && !there.contains("gt-r1-r1-t01"), "{there}");
    world.run("event show gt-r1 --data standby").ends(1);
}
