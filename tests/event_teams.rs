//! Events of teams, a whole round by commands.

use serde_json::Value;

use crate::serving::{Server, cookies};
use crate::support::World;

/// An event `wtc` of four teams of three, round 1 published.
fn four_teams() -> World {
    teams_of("wtc")
}

fn teams_of(event: &str) -> World {
    let world = World::new();
    let list =
        "name,members\nRooks,Anna / Bert / Carl\nKnights,Dora/Emil/Fritz\nBishops,Gina/Hugo/Ida\nPawns,Jan/Kim/Lea\n";
    world.write("teams.csv", list);
    world.run(&format!("event new {event} --name Teams --rounds 2 --seed 7 --team-size 3 --team-margin 5")).ends(0);
    world.run(&format!("event register {event} --csv teams.csv")).ends(0);
    world.run(&format!("event pair {event}")).ends(0);
    world.run(&format!("event publish {event}")).ends(0);
    world
}

fn status(world: &World, words: &str) -> Value {
    world.run(&format!("event team wtc {words} --json")).ends(0).json()
}

#[test]
fn a_round_of_teams_by_commands() {
    let world = four_teams();
    // The captains of table 1 choose in secret, each when he is ready.
    let secrets = || std::fs::read_dir(world.path("data/secrets")).unwrap().count();
    let hidden = world.feed("event team wtc 1 choose one --by player --json", "2\n").ends(0);
    assert!(hidden.json()["salt"].is_null(), "{hidden:?}");
    assert_eq!(secrets(), 1);
    world.run("event team wtc 1 reveal one").ends(1).says("`commit` by both sides");
    world.feed("event team wtc 1 choose one", "3\n").ends(1).says("done its part");
    assert_eq!(secrets(), 1, "what was refused is dropped, what stands is kept");
    let salt = "00112233445566778899aabbccddeeff";
    let members = adjutant_tournament::teams::digest(salt, &[adjutant_tournament::teams::Member(1)]);
    world.run(&format!("event team wtc 1 commit two {members}")).ends(0);
    world.run("event team wtc 1 reveal two").ends(1).says("does not hold the choice of side two");
    world.run(&format!("event team wtc 1 reveal two 3 --salt {salt}")).ends(1).says("do not match the digest");
    let names = world.run("event show wtc --json").json();
    let first = names["rounds"][0]["pairings"]["tables"][0]["one"].as_str().unwrap().to_owned();
    let members = names["players"].as_array().unwrap().iter().find(|team| team["entry"]["player"] == first.as_str());
    let name = members.unwrap()["entry"]["members"][1].as_str().unwrap();
    assert_eq!(status(&world, "1 reveal one")["choice"], "defender");
    assert_eq!(secrets(), 0, "the log holds it now");
    assert_eq!(status(&world, &format!("1 reveal two 1 --salt {salt}"))["choice"], "attackers");
    // Two names on one line; side two tells its own by number.
    world.feed("event team wtc 1 choose one", &format!("3 {name}\n")).ends(1).says("do not defend");
    assert_eq!(secrets(), 0);
    world.run("event team wtc 1 both --one 2,1 --two 2,3").ends(1).says("do not defend");
    assert_eq!(status(&world, "1 both --one 1,3 --two 2,3")["choice"], "refusal");
    let fixed = status(&world, "1 both --one 2 --two 3");
    assert_eq!(fixed["choice"], "done");
    let games: Vec<[u64; 2]> = fixed["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| [game["one"].as_u64().unwrap(), game["two"].as_u64().unwrap()])
        .collect();
    // Side one defends with 2 and refuses attacker 2, so meets 3; side two defends with 1, refuses 3, so meets 1;
    // the refused, 3 and 2, meet.
    let mut sorted = games.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [[1, 1], [2, 3], [3, 2]]);
    assert_eq!(fixed["place"]["side"], fixed["token"], "the holder of the token places first");
    world.run("event team wtc 1 place 2 1").ends(1).says("side one places game 1");
    for (game, table) in [(1, 3), (2, 1), (3, 2)] {
        status(&world, &format!("1 place {game} {table}"));
    }
    assert_eq!(status(&world, "1")["place"], Value::Null);
    world.run("event result wtc --table 1 --games 12:8,10:10").ends(1).says("2 games are told, and a match has 3");
    world.run("event result wtc --table 1 --games 12-8").ends(2).says("such as 12:8");
    world.run("event result wtc --table 1 --games 12:8,10:10,8:12").ends(0);
    world.run("event result wtc --table 2 --games 20:0,10:10,9:11 --by judge").ends(0);
    world.run("event close wtc").ends(0);
    let rows = world.run("event standings wtc --json").ends(0).json()["rows"].take();
    let points: Vec<i64> = rows.as_array().unwrap().iter().map(|row| row["points"].as_i64().unwrap()).collect();
    assert_eq!(points, [2, 1, 1, 0], "30:30 is a draw within the margin, 39:21 a win");
    world.run("event check wtc").ends(0);
    world.run("event export wtc --log wtc.jsonl").ends(0);
    world.run("event import wtc.jsonl --data other").ends(0);
}

#[test]
fn the_token_is_drawn_from_the_seed_or_told_by_whoever_saw_the_roll() {
    let world = four_teams();
    let drawn = status(&world, "1")["token"].as_str().unwrap().to_owned();
    let other = if drawn == "one" { "two" } else { "one" };
    assert_eq!(status(&world, &format!("1 token {other} --by judge"))["token"], other);
    world.run(&format!("event team wtc 1 token {drawn}")).ends(1).says("the pairing has begun");
    let drawn = status(&world, "2")["token"].clone();
    assert_eq!(world.feed("event team wtc 2 choose one --json", "1\n").ends(0).json()["token"], drawn);
    world.run("event export wtc --log wtc.jsonl").ends(0);
    let log = String::from_utf8(world.read("wtc.jsonl")).unwrap();
    assert_eq!(log.matches(r#""step":{"token":{"side":"#).count(), 2, "the lot is recorded too: {log}");
}

#[test]
fn what_a_team_event_refuses() {
    let world = four_teams();
    world.run("event team wtc 9").ends(1).says("has no table 9");
    world.feed("event team wtc 1 choose one", "").ends(2).says("no answer was given");
    world.feed("event team wtc 1 choose one", "9\n").ends(2).says("no member has the number 9").says("choose from 1 ");
    world.feed("event team wtc 1 choose one", "Q\n").ends(2).says("no member is called `Q`");
    world.feed("event team wtc 1 choose one", "1, 2\n").ends(1).says("one member who has no game yet");
    world.run("event register wtc --name Late").ends(1);
    world.run("event new gt --name GT --rounds 2").ends(0);
    world.run("event team gt 1").ends(1).says("is not a team event").says("--team-size");
    world.run("event new small --name S --rounds 2 --team-size 9").ends(1).says("0, 2, or 3 to 8");
}

#[test]
fn a_log_that_tells_no_token_is_read_as_it_always_was() {
    use adjutant_tournament::teams::{Member, Side, TeamStep, digest};
    use adjutant_tournament::{By, RoundNumber, TableNumber, TournamentCommand, TournamentLog};

    let world = four_teams();
    world.run("event export wtc --log wtc.jsonl").ends(0);
    let mut log = TournamentLog::read(&world.read("wtc.jsonl")).unwrap();
    let salt = "00112233445566778899aabbccddeeff";
    for table in [1, 2].map(TableNumber) {
        let step = TeamStep::Commit { side: Side::One, digest: digest(salt, &[Member(1)]) };
        let command = TournamentCommand::TeamStep { round: RoundNumber(1), table, step };
        log.record(adjutant_tournament::Timestamp::parse("2026-11-21T10:00:00Z").unwrap(), By::Organiser, command)
            .unwrap();
    }
    let again = TournamentLog::read(&log.to_bytes()).unwrap();
    let pairings = &again.state().round(RoundNumber(1)).unwrap().team_pairings;
    let tokens: Vec<Side> = pairings.values().map(|pairing| pairing.token()).collect();
    assert_eq!(tokens, [Side::One, Side::Two], "1 + 1 is even, 1 + 2 is odd");
}

/// Both choices, the refusal and the tables of a match of three, by the forms of the desk: the games are those that the
/// verbs would have fixed, and what may not be chosen is refused in the words of the rules.
#[test]
fn captains_choose_by_forms_at_the_desk() {
    let world = four_teams();
    // A choice that a captain sealed elsewhere is opened there, and no form passes it by.
    world.feed("event team wtc 2 choose one --by player --json", "2\n").ends(0);
    let server = Server::of(world.command("serve wtc --address 127.0.0.1 --port 0"));
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let page = server.get("/desk/teams", &desk).text;
    assert!(page.contains("Captains") && page.contains("by lot") && page.contains("Both defend"), "{page}");
    assert!(page.contains("opened where it was made"), "{page}");
    let fill = |fields: &str| server.fill("/desk/teams", "/desk/teams", &desk, fields);
    fill("table=1&step=token&side=two");
    fill("table=1&step=both&one=1&two=2");
    let refused = server.answer_to(
        "/desk/teams",
        "/desk/teams",
        &desk,
        "table=1&step=both&one=1&one-second=2&two=1&two-second=3",
    );
    assert!(refused.status == 422 && refused.text.contains("defend"), "{} {}", refused.status, refused.text);
    fill("table=1&step=both&one=2&one-second=3&two=1&two-second=3");
    let page = server.get("/desk/teams", &desk).text;
    assert!(page.contains("Both refuse") && page.contains("Sent back by"), "{page}");
    fill("table=1&step=both&one=1&two=2");
    for at in [2, 1, 3] {
        fill(&format!("table=1&step=place&at={at}"));
    }
    let shown = status(&world, "1");
    assert_eq!(shown["games"].as_array().map(Vec::len), Some(3), "{shown}");
    let page = server.get("/desk/teams", &desk).text;
    assert!(page.matches(", table ").count() >= 3, "{page}");
    world.run("event check wtc").ends(0);
}

/// Each captain chooses on his own phone: bound at once, opened when the other is bound too, whoever is second; nobody
/// chooses for the other side, and what the log says is what the verbs would have said.
#[test]
fn captains_choose_on_their_own_phones() {
    let world = teams_of("gt");
    let shown = |words: &str| world.run(&format!("event team gt 1 {words} --json")).ends(0).json();
    let secrets = || std::fs::read_dir(world.path("data/secrets")).map_or(0, Iterator::count);
    let tables = world.run("event show gt --json").json()["rounds"][0]["pairings"]["tables"].take();
    let team = |at: usize, side: &str| tables[at][side].as_str().unwrap().to_owned();
    let (teams, other) = ([team(0, "one"), team(0, "two")], team(1, "one"));
    let of_both = cookies(&world, &[&teams[0], &teams[1], &other]);
    let server = Server::of(world.command("serve gt --address 127.0.0.1 --port 0"));
    let page = |side: usize| server.get("/me/team", &of_both[side]).text;
    let fill = |side: usize, fields: &str| server.fill("/me", "/me/team", &of_both[side], fields);
    let refused = |side: usize, fields: &str| {
        let answer = server.answer_to("/me", "/me/team", &of_both[side], fields);
        assert_eq!(answer.status, 422, "{fields}: {}", answer.text);
        answer.text
    };
    assert!(server.get("/me", &of_both[0]).text.contains("href=\"/me/team\""));
    assert!(page(0).contains("Defender of") && page(0).contains("Defends"), "{}", page(0));
    refused(0, "step=choose&own=1&own-second=2");
    assert_eq!(secrets(), 0, "what may not be chosen is not kept");
    fill(0, "step=choose&own=2&nth=0");
    assert_eq!(secrets(), 1);
    assert!(page(0).contains("You have chosen") && page(1).contains("has chosen."), "{}", page(1));
    assert_eq!((&shown("")["choice"], &shown("")["awaited"]), (&"defender".into(), &serde_json::json!(["two"])));
    assert!(refused(0, "step=choose&own=3").contains("done its part"), "nobody chooses twice");
    // The captain of another table speaks for his own team alone, whatever table his form names.
    fill(2, "table=1&step=choose&own=1");
    assert_eq!(shown("")["awaited"], serde_json::json!(["two"]));
    fill(1, "step=choose&own=1");
    assert_eq!(shown("")["choice"], "attackers");
    assert!(refused(1, "step=choose&own=2&nth=0").contains("Another choice is due"), "a page of before");
    // The second choice is made with the verb, in the same data folder; the phone opens both.
    world.feed("event team gt 1 choose two --by player --json", "2 3\n").ends(0);
    fill(0, "step=choose&own=1&own-second=3&nth=1");
    assert_eq!(shown("")["choice"], "refusal");
    // Sealed where no phone can open it, and where only what was chosen here can be opened.
    let salt = "00112233445566778899aabbccddeeff";
    let digest = adjutant_tournament::teams::digest(salt, &[adjutant_tournament::teams::Member(1)]);
    world.run(&format!("event team gt 1 commit two {digest} --by player")).ends(0);
    fill(0, "step=choose&own=3");
    assert!(page(1).contains("opened there"), "{}", page(1));
    refused(1, "step=open");
    shown(&format!("reveal two 1 --salt {salt} --by player"));
    let placing = shown("")["place"]["side"] == "two";
    let (first, second) = if placing { (1, 0) } else { (0, 1) };
    // What a verb recorded is on the pages a moment later.
    let waits = (0..100).find(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        page(second).contains("chooses the table of")
    });
    assert!(waits.is_some(), "{}", page(second));
    assert!(refused(second, "step=place&at=1").contains("other captain"));
    fill(first, "step=place&at=2");
    assert_eq!(shown("")["games"].as_array().map(Vec::len), Some(3));
    let log = world.run("event export gt --log gt-after.jsonl").ends(0);
    let log = String::from_utf8(world.read("gt-after.jsonl")).unwrap_or_else(|_| panic!("{log:?}"));
    assert!(
        log.lines().filter(|line| line.contains("team-step")).all(|line| line.contains(r#""by":"player""#)),
        "{log}"
    );
    world.run("event check gt").ends(0);
}
