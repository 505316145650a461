//! The day in the hall by verbs: players report and dispute, judges answer, the clock runs, passes are made and closed.

use crate::support::World;

/// A published round of four: two tables; ids of the players of table 1, the one named first before the other.
fn published() -> (World, [String; 2]) {
    let world = World::published(&["Anna", "Bert", "Carl", "Dora"], "");
    let tables = world.run("event show gt --json").json()["rounds"][0]["pairings"]["tables"].take();
    let id = |who: &str| tables[0][who].as_str().unwrap().to_owned();
    let ids = [id("one"), id("two")];
    (world, ids)
}

#[test]
fn players_report_and_the_second_equal_report_is_the_result() {
    let (world, [one, two]) = published();
    let run = world.run(&format!("event report gt {one} --one 75 --two 62")).ends(0);
    assert!(run.out.trim_end().ends_with("has not reported yet"), "{run:?}");
    world.run("event show gt --round 1").ends(0).tells("1 of 2 reports");
    world.run(&format!("event report gt {two} --one 70 --two 62")).ends(0).tells("the reports differ");
    world.run("event show gt --round 1").ends(0).tells("reports differ");
    world.run(&format!("event report gt {two} --one 75 --two 62")).ends(0).tells("the result is entered (agreed)");
    world.run("event show gt --round 1").ends(0).tells("agreed");
    world.run("event result gt --table 2 --one 3 --two 2").ends(0);
    let round = world.run("event show gt --round 1 --json").ends(0).json();
    assert_eq!((&round["results"][0]["basis"], &round["results"][1]["basis"]), (&"agreed".into(), &"desk".into()));
    assert_eq!(round["games"][0]["reports"].as_array().unwrap().len(), 2);
    world.run("event close gt").ends(0);
    world.run("event standings gt").ends(0).tells("1 agreed");
    let rows = world.run("event standings gt --json").ends(0).json()["rows"].take();
    assert!(rows.as_array().unwrap().iter().any(|row| row["bases"]["agreed"] == 1), "{rows}");
    world.run(&format!("event show gt --player {one}")).ends(0).tells("agreed");
    world.run("event check gt").ends(0);
    let history = world.run("event show gt --history").ends(0).out;
    assert!(history.contains("player") && history.contains("reports"), "{history}");
}

#[test]
fn a_dispute_keeps_the_round_open_until_a_judge_answers() {
    let (world, [one, two]) = published();
    world.write("slips.csv", "table,one,two\n1,75,62\n2,3,2\n");
    world.run("event result gt --csv slips.csv").ends(0);
    world.run(&format!("event dispute gt {two} --why wrong")).ends(0).tells("stays open");
    world.run("event close gt").ends(1).says("dispute-open").says("event answer gt --table 1");
    world.run("event call gt").ends(0).tells("table 1 disputed by");
    world.run(&format!("event answer gt --table 1 --player {one}")).ends(1).says("not-your-call");
    world.run("event answer gt --table 1 --why looked-again").ends(0).tells("dispute of table 1 answered");
    world.run("event show gt --round 1").ends(0).tells("ruled");
    world.run("event close gt").ends(0);
    world.run("event check gt").ends(0);
}

#[test]
fn a_judge_is_called_answers_and_gives_time_on_the_clock() {
    let (world, [one, _]) = published();
    world.run("event round-clock gt").ends(0).tells("not started");
    world.run("event round-clock gt pause").ends(1).says("clock-state");
    world.run("event round-clock gt start").ends(1).says("1 to 1440 minutes");
    world.run("event round-clock gt start --minutes 150").ends(0).tells("running, 150 minutes, 2:30:00 left");
    world.run("event round-clock gt add --minutes 10 --by judge").ends(0).tells("160 minutes");
    world.run(&format!("event call gt slow-play --player {one}")).ends(0).tells("table 1 calls a judge: slow play");
    world.run("event call gt rules --table 1").ends(1).says("open-already");
    world.run("event call gt").ends(0).tells("slow play");
    world.run("event extend gt --table 1 --minutes 5 --why late --by judge").ends(0).tells("5 minutes more");
    world.run("event answer gt --table 1").ends(0).tells("call of table 1 answered");
    world.run("event call gt").ends(0).tells("no open call or dispute");
    let clock = world.run("event round-clock gt --json").ends(0).json();
    assert_eq!((&clock["state"], &clock["minutes"]), (&"running".into(), &160.into()));
    assert_eq!(clock["extensions"], serde_json::json!([[1, 5]]));
    world.run("event round-clock gt stop").ends(0).tells("stopped");
    world.run("event check gt").ends(0);
}

#[test]
fn passes_are_the_same_until_a_new_one_is_made() {
    let (world, [one, _]) = published();
    let pass = |words: &str| world.run(&format!("event pass gt {words} --json")).ends(0).json()["pass"].to_string();
    let first = pass(&format!("player {one}"));
    assert_eq!(pass(&format!("player {one}")), first);
    assert_ne!(pass(&format!("player {one} --new")), first);
    assert_ne!(pass("table 1"), pass("table 2"));
    world.run("event pass gt table 9").ends(1);
    world.run("event pass gt judge mia").ends(1).says("event pass gt judge mia --new");
    world.run("event pass gt judge mia --new").ends(0).tells("pass 1 of judge mia is ");
    let log = world.run("event export gt --log gt.jsonl").ends(0);
    let text = std::fs::read_to_string(world.path("gt.jsonl")).unwrap();
    assert!(!text.contains(first.trim_matches('"')), "no secret in the log: {log:?}");
    world.run("event check gt").ends(0);
}

#[test]
fn players_hand_in_lists_until_the_policy_closes_them() {
    let (world, [one, _]) = published();
    world.write("list.txt", "my army");
    world.run(&format!("event roster gt {one} list.txt --by player")).ends(1).says("lists-closed");
    world.run(&format!("event roster gt {one} list.txt")).ends(0);
    world.run("event new late --name Late --rounds 1 --seed 1 --lists-close 0").ends(0);
    world.run("event register late --name Anna").ends(0);
    world.run("event roster late anna list.txt --by player").ends(1).says("do not hand in lists themselves");
    world.run("event settings late --lists-close 1 --why open").ends(0);
    world.run("event roster late anna list.txt --by player").ends(0);
}
