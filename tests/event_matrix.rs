//! Events of the edition played today: dispositions on the list of players and on army lists, missions by their pairs.

use serde_json::Value;

use crate::support::World;

const PLAYERS: &str =
    "name,Force Disposition\nAnna,Take and Hold\nBen,purge-the-foe\nCarl,Take and Hold\nDora,Purge the Foe\n";

/// An invented list as the app writes it.
const LIST: &str = "Salt Tide (100 points)\n\nInvented Order\nIncursion (1000 Points)\nDrowned Host\n\
    Force Dispositions: Take and Hold\n\nCHARACTERS\n\nPrioress (100 points)\n  \u{2022} Warlord\n  \u{2022} 1x Salt blade\n\n\
    Exported with App Version: v0.0.0 (1), Data Version: v1\n";

fn event(new: &str, players: &str) -> World {
    let world = World::new();
    world.run(&format!("event new mx --name Matrix --seed 1 --pack matrix-11th {new}")).ends(0);
    world.write("players.csv", players);
    world.run("event register mx --csv players.csv").ends(0);
    world
}

#[test]
fn the_lists_choose_the_mission_and_the_match_knows_both_dispositions() {
    let world = event("--rounds 2", PLAYERS);
    world.run("event pair mx").ends(0);
    world.run("event publish mx").ends(0);
    let bent_on = |name: &str| if ["Anna", "Carl"].contains(&name) { "take-and-hold" } else { "purge-the-foe" };
    for table in [1, 2] {
        let view = world.run(&format!("match show mx-r1-t0{table} --json")).ends(0).json();
        let is = ["one", "two"].map(|side| view["players"][side]["disposition"].as_str().expect("said").to_owned());
        let names = ["one", "two"].map(|side| view["players"][side]["name"].as_str().expect("a name").to_owned());
        assert_eq!(is, names.map(|name| bent_on(&name).to_owned()));
        let mut pair = is.clone();
        pair.sort();
        let layout = ["a", "b"][table - 1];
        let wanted = match pair[0] == pair[1] {
            true => format!("{}-mirror-{layout}", pair[0]),
            false => format!("take-and-hold-purge-the-foe-{layout}"),
        };
        assert_eq!(view["mission"].as_str(), Some(wanted.as_str()), "{view:#}");
    }
}

#[test]
fn records_then_opponents_then_points_rank_and_teams_need_a_lead() {
    let world = event("--rounds 2", PLAYERS);
    let policies = |world: &World| {
        let log = world.run("event export mx --log -").ends(0).out;
        let first: Value = serde_json::from_str(log.lines().next().expect("a record")).expect("JSON");
        first["do"]["create"]["policies"].clone()
    };
    assert_eq!(policies(&world)["tie_breaks"], serde_json::json!(["sos", "vp"]));
    let teams = event(
        "--rounds 2 --team-size 5",
        "name,members,dispositions\nRooks,A/B/C/D/E,disruption/purge-the-foe/reconnaissance/take-and-hold/priority-assets\n",
    );
    let said = policies(&teams);
    assert_eq!((&said["team_scale"]["win_margin"], &said["tie_breaks"][0]), (&6.into(), &"games-won".into()));
    teams
        .run(
            "event register mx --name Knights --member A --member B --member C --member D --member E \
              --member-disposition disruption --member-disposition disruption --member-disposition disruption \
              --member-disposition take-and-hold --member-disposition take-and-hold",
        )
        .ends(1)
        .says("at most once for every five members begun");
}

#[test]
fn what_an_army_is_bent_on_comes_with_its_list_and_stays() {
    let world = event("--rounds 2", "name\nAnna\nBen\n");
    world.write("anna.txt", LIST);
    let run = world.run("event roster mx anna anna.txt").ends(0);
    assert!(run.out.contains("take-and-hold"), "{run:?}");
    world.run("event edit mx ben --disposition painters --why x").ends(1).says("no mission of the event is for armies");
    world.run("event edit mx ben --disposition disruption --why said").ends(0);
    world.run("event pair mx").ends(0);
    world.run("event publish mx").ends(0);
    world.run("event edit mx ben --disposition take-and-hold --why x").ends(1).says("which stays for the whole event");
}

/// What an army is bent on may be known where no mission goes by it; its matches are opened without it.
#[test]
fn an_event_of_another_edition_opens_its_matches_all_the_same() {
    let world = World::new();
    world.run("event new gt --name GT --seed 1 --pack gt2020 --rounds 1").ends(0);
    world.run("event register gt --name Anna --disposition take-and-hold").ends(0);
    world.run("event register gt --name Ben").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    assert_eq!(world.run("match show gt-r1-t01 --json").ends(0).json()["players"]["one"]["disposition"], Value::Null);
}

/// What a battle of this edition still lacks is told as a command to type, and typing it helps.
#[test]
fn a_battle_that_lacks_dispositions_says_what_to_type() {
    let world = World::new();
    world.run("match new m --pack matrix-11th --mission take-and-hold-purge-the-foe-a --one Anna --two Ben").ends(0);
    for words in ["--by one secondaries tactical", "--by two secondaries tactical", "first one"] {
        world.run(&format!("match record m {words}")).ends(0);
    }
    for _ in 0..2 {
        let refused = world.run("match record m begin").ends(1).err;
        let typed = refused.split("hint: first `").nth(1).and_then(|rest| rest.split('`').next());
        let typed = typed.unwrap_or_else(|| panic!("{refused}"));
        assert!(typed.contains("disposition"), "{refused}");
        world.run(&format!("match record m {typed}")).ends(0);
    }
    world.run("match record m begin").ends(0);
}

/// The results that the community data gives for two scores (`docs/rules/sources.md`).
#[test]
fn two_scores_come_to_the_points_of_the_20_0_table() {
    let table = adjutant_tournament::policy::DifferentialTable::wtc();
    for (scores, points) in [
        ((50, 50), (10, 10)),
        ((48, 45), (10, 10)),
        ((45, 50), (10, 10)),
        ((55, 50), (10, 10)),
        ((56, 50), (11, 9)),
        ((50, 61), (8, 12)),
        ((60, 40), (13, 7)),
        ((100, 50), (19, 1)),
        ((100, 49), (20, 0)),
        ((0, 100), (0, 20)),
    ] {
        assert_eq!(table.score(scores.0, scores.1), points, "{scores:?}");
    }
}
