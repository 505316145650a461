//! Who is disqualified, as every face tells it: out of standings, podium and prizes, and called what it is.

use crate::support::World;

const EIGHT: &str = "name\nAnna\nBert\nCarl\nDora\nEmil\nFritz\nGina\nHugo\n";

fn event(new: &str, players: &str) -> World {
    let world = World::new();
    world.run(&format!("event new e --name E --seed 42 {new}")).ends(0);
    world.write("players.csv", players);
    world.run("event register e --csv players.csv").ends(0);
    world
}

/// Plays a round, the one named first wins.
fn play(world: &World) {
    let pairings = world.run("event pair e --json").ends(0).json();
    world.run("event publish e").ends(0);
    for table in pairings["tables"].as_array().unwrap() {
        world.run(&format!("event result e --table {} --one 60 --two 30", table["table"])).ends(0);
    }
    world.run("event close e").ends(0);
}

/// Ids in the order of the standings.
fn order(world: &World) -> Vec<String> {
    let rows = world.run("event standings e --json").ends(0).json()["rows"].take();
    rows.as_array().unwrap().iter().map(|row| row["player"].as_str().unwrap().to_owned()).collect()
}

/// The line of a text in which a name stands.
fn line<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {text}"))
}

#[test]
fn every_list_of_a_swiss_event_calls_it_what_it_is() {
    let world = event("--rounds 2", EIGHT);
    (0..2).for_each(|_| play(&world));
    let second = order(&world)[1].clone();
    world.run(&format!("event award e {second} sport 20")).ends(0);
    let said =
        world.run(&format!("event infraction e {second} disqualification --why cheating --by judge")).ends(0).out;
    assert!(said.contains("out of standings and prizes, not paired from round 3 on"), "{said}");
    let name = format!("{}{}", second[..1].to_uppercase(), &second[1..]);

    let run = world.run("event standings e").ends(0);
    assert!(!run.out.contains("dropped") && !run.err.contains("amended"), "{run:?}");
    let own = line(&run.out, &name);
    assert!(own.contains(&format!("{name} (disqualified)")) && own.contains("–"), "{own}");
    assert_eq!(order(&world)[7], second, "stands last");
    let by_sport = world.run("event standings e --by sport").ends(0).out;
    assert!(by_sport.lines().rfind(|line| line.contains("–")).unwrap().contains(&name), "{by_sport}");
    let rows = world.run("event standings e --json").json()["rows"].take();
    let ranks: Vec<Option<u64>> = rows.as_array().unwrap().iter().map(|row| row["rank"].as_u64()).collect();
    assert_eq!((ranks[0], ranks[1], ranks[7]), (Some(1), Some(2), None));
    let closed = world.run("event standings e --as-closed").ends(0).out;
    assert!(!closed.contains("disqualified"), "as people saw it then: {closed}");

    let prizes = world.run("event prizes e").ends(0).out;
    assert!(!prizes.contains(&name), "{prizes}");
    world.run("event results e --placings --csv p.csv").ends(0);
    let places = String::from_utf8(world.read("p.csv")).unwrap();
    assert!(line(&places, &name).starts_with("e,E,,") && line(&places, &name).ends_with(",true"), "{places}");
    let page = world.run(&format!("event show e --player {second}")).ends(0).out;
    assert!(page.contains("disqualified, ") && !page.contains("place") && !page.contains("dropped"), "{page}");
    let list = world.run("event show e").ends(0).out;
    assert!(line(&list, &name).contains("disqualified"), "{list}");
    world.run("event sheets e --html -o screens").ends(0);
    let screen = String::from_utf8(world.read("screens/e-r2-standings.html")).unwrap();
    assert!(screen.contains(&format!("{name} (disqualified)")) && !screen.contains("(dropped)"), "{screen}");

    let finished = world.run("event finish e").ends(0).out;
    assert!(finished.contains(&format!("disqualified: {name}")), "{finished}");
    assert!(!finished.split("disqualified").next().unwrap().contains(&name), "{finished}");
    world.run("event check e").ends(0);
}

#[test]
fn nothing_was_amended_where_somebody_only_left() {
    let world = event("--rounds 3", EIGHT);
    play(&world);
    world.run("event drop e anna").ends(0);
    let run = world.run("event standings e").ends(0);
    assert!(run.out.contains("Anna (dropped)") && !run.err.contains("amended"), "{run:?}");
    world.run("event amend e --table 1 --one 10 --two 60 --why typed-wrong --by judge").ends(0);
    let said = world.run("event standings e").ends(0).says("UTC, 60:30 → 10:60").says("--as-closed").err;
    assert!(said.contains("round 1 table 1 corrected: record ") && said.contains(", by a judge, "), "{said}");
    for verb in ["event show e", "event show e --round 1"] {
        let shown = world.run(verb).ends(0).out;
        assert!(shown.contains("round 1 table 1 corrected: record "), "{shown}");
    }
    let late = world.run("event show e --round 1 --json").ends(0).json();
    assert_eq!(late["games"][0]["corrected"]["after"], serde_json::json!([10, 60]), "{late}");
}

#[test]
fn a_champion_who_is_disqualified_after_the_end_leaves_the_place_empty() {
    let world = event("--rounds 2 --system single-elimination", "name\nAnna\nBert\nCarl\nDora\n");
    (0..2).for_each(|_| play(&world));
    let finished = world.run("event finish e").ends(0).out;
    let champion = order(&world)[0].clone();
    let name = format!("{}{}", champion[..1].to_uppercase(), &champion[1..]);
    assert!(finished.contains(&format!("Champion: {name}")), "{finished}");
    world.run(&format!("event infraction e {champion} disqualification --why cheating")).ends(1).says("finished");
    world.run("event undo e --why appeal").ends(0);
    world.run(&format!("event infraction e {champion} disqualification --why cheating")).ends(0);
    let again = world.run("event finish e").ends(0).out;
    assert!(!again.contains("Champion") && again.contains(&format!("disqualified: {name}")), "{again}");
    let second = |said: &str| said.split("second: ").nth(1).unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(second(&again), second(&finished), "no second is invented");
    assert!(!world.run("event bracket e").ends(0).out.contains("champion"));
    assert!(!world.run("event prizes e").ends(0).out.contains("Champion"));
    world.run("event check e").ends(0);
}

#[test]
fn a_member_is_disqualified_and_the_team_stands() {
    let teams = "name,members\nRooks,Ann/Ben/Cy\nKnights,Dee/Eve/Flo\n";
    let world = event("--rounds 1 --team-size 3", teams);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("event result e --table 1 --games 50:40,30:60,70:20").ends(0);
    world.run("event close e").ends(0);
    let before = world.run("event standings e").ends(0).out;
    world.run("event infraction e rooks disqualification --member Zoe --why dice").ends(1).says("Ann, Ben, Cy");
    let said = world.run("event infraction e rooks disqualification --member ann --why dice --by judge").ends(0).out;
    assert!(said.contains("Ann of Rooks") && !said.contains("out of standings"), "{said}");
    assert_eq!(world.run("event standings e").ends(0).out, before);
    let members = world.run("event standings e --by members").ends(0).out;
    assert!(line(&members, "Ann").contains("Ann (disqualified)"), "{members}");
    assert!(world.run("event show e --player rooks").ends(0).out.contains("disqualification of Ann of Rooks: dice"));
    world.run("event check e").ends(0);
}
