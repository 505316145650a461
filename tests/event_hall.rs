//! What happens between the rounds of a real event: drafts that have gone stale, results that must not vanish, seats,
//! tables, names, corrections, two desks at once.

use serde_json::Value;

use crate::support::World;

/// An event `e` of these players, registered from a list.
fn event(new: &str, players: &str) -> World {
    let world = World::new();
    world.run(&format!("event new e --name E --seed 42 {new}")).ends(0);
    world.write("players.csv", players);
    world.run("event register e --csv players.csv").ends(0);
    world
}

const EIGHT: &str = "name\nAnna\nBert\nCarl\nDora\nEmil\nFritz\nGina\nHugo\n";

/// Plays a round, the one named first winning by this many points more than the table's number.
fn play(world: &World) -> Value {
    let pairings = world.run("event pair e --json").ends(0).json();
    world.run("event publish e").ends(0);
    for table in pairings["tables"].as_array().unwrap() {
        world.run(&format!("event result e --table {} --one 60 --two 30", table["table"])).ends(0);
    }
    world.run("event close e").ends(0);
    pairings
}

#[test]
fn a_draft_that_a_result_overtook_is_not_published_in_silence() {
    let world = event("--rounds 3", EIGHT);
    play(&world);
    world.run("event pair e").ends(0);
    let amend = world.run("event amend e --round 1 --table 1 --one 30 --two 60 --why disputed").ends(0);
    assert!(amend.out.contains("round 2 is a draft from before this: `adjutant event pair e`"), "{amend:?}");
    assert!(!amend.out.contains("as it was played"), "nobody has played the draft: {amend:?}");
    world.run("event publish e").ends(1).says("outdated").says("`publish --as-drafted`");
    world.run("event show e").ends(0);
    world.run("event publish e --as-drafted").ends(0);
    world.run("event undo e").ends(1).says("--why");
    world.run("event undo e --by judge --why early").ends(1).says("relied-on").says("the organiser may undo it");
    world.run("event undo e --why early").ends(0);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("event check e").ends(0);
}

#[test]
fn a_penalty_between_draft_and_publish_counts_for_the_pairing_or_changes_nothing() {
    let world = event("--rounds 3", EIGHT);
    play(&world);
    let first = world.run("event pair e --json").ends(0).json();
    let best = first["tables"][0]["one"].as_str().unwrap().to_owned();
    world.run(&format!("event penalty e {best} -2 --why late")).ends(0);
    world.run("event publish e").ends(1).says("match points were added or removed");
    assert_ne!(world.run("event pair e --json").ends(0).json()["tables"], first["tables"]);
    world.run("event publish e").ends(0);
    // What would give the same pairing is published without another word than a remark.
    let world = event("--rounds 3", EIGHT);
    play(&world);
    world.run("event pair e").ends(0);
    world.run("event amend e --round 1 --table 1 --one 61 --two 30 --why added").ends(0);
    world.run("event publish e").ends(0).says("the pairing would be the same");
}

#[test]
fn taking_back_a_record_before_the_draft_outdates_it_too() {
    let world = event("--rounds 3", EIGHT);
    let first = play(&world);
    let player = first["tables"][0]["one"].as_str().unwrap();
    world.run(&format!("event penalty e {player} -2 --why late")).ends(0);
    let history = world.run("event show e --history --json").ends(0).json();
    let seq = history["records"].as_array().unwrap().len();
    world.run("event pair e").ends(0);
    let undone = world.run(&format!("event undo e --record {seq} --why forgiven")).ends(0);
    assert!(undone.out.contains("-2 match points (late)"), "{undone:?}");
    let show = world.run("event show e --round 2").ends(0).out;
    assert!(show.contains("round 2, drafted; a record before the draft was undone"), "{show}");
}

#[test]
fn pods_are_split_evenly_and_a_schedule_says_when_it_is_over() {
    let names = |count: usize| {
        let rows: Vec<String> = (1..=count).map(|number| format!("P{number}")).collect();
        format!("name\n{}\n", rows.join("\n"))
    };
    for players in 5..=17 {
        let world = event("--system pods --rounds 3", &names(players));
        (0..3).for_each(|_| drop(play(&world)));
        let rows = world.run("event standings e --json").json()["rows"].take();
        for row in rows.as_array().unwrap() {
            let games: u64 = ["wins", "draws", "losses"].iter().map(|kind| row["record"][kind].as_u64().unwrap()).sum();
            assert!((2..=3).contains(&games), "{players} players: {row}");
        }
        let report = world.run("event check e --json").ends(0).json();
        assert_eq!(report["findings"], serde_json::json!([]), "{players} players");
    }
    let world = event("--system round-robin --rounds 5", &names(4));
    world.run("event pair e").ends(0).says("4 players can play 3 rounds without a rematch");
    (0..3).for_each(|_| drop(play(&world)));
    world.run("event pair e").ends(1).says("the schedule has 3 rounds").says("--rematches");
    world.run("event pair e --rematches").ends(0);
    let found = world.run("event check e --json").ends(0).json();
    let codes: Vec<&Value> = found["findings"].as_array().unwrap().iter().map(|finding| &finding["code"]).collect();
    assert_eq!(codes, ["rematch", "rematch"], "remarks, for the organiser has said so");
}

#[test]
fn a_repair_never_removes_a_result_unsaid() {
    let world = event("--rounds 3", EIGHT);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    let show = world.run("event show e --json").json();
    let other = show["rounds"][0]["pairings"]["tables"][3]["two"].as_str().unwrap().to_owned();
    world.run("event result e --table 1 --one 5 --two 4").ends(0);
    world.run(&format!("event repair e --table 1 --two {other} --why wrong")).ends(1).says("result-stands");
    assert!(world.run("event show e --round 1").ends(0).out.contains("5:4"));
    let run = world.run(&format!("event repair e --table 1 --two {other} --why wrong --drop-result")).ends(0);
    assert!(run.out.contains("the result 5:4 of table 1 no longer counts"), "{run:?}");
}

#[test]
fn victory_points_stay_within_the_pack_unless_they_are_meant() {
    let world = event("--rounds 3 --pack gt2020", EIGHT);
    world.run("event table e --count 4 --missions scorched-earth").ends(0);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("event result e --table 1 --one 750 --two 62").ends(1).says("750 victory points are outside 0 to 100");
    world.run("event result e --table 1 --one 75 --two -3").ends(1).says("--unusual");
    world.write("slips.csv", "table,one,two\n1,101,3\n");
    world.run("event result e --csv slips.csv").ends(1).says("slips.csv:2: 101 victory points");
    world.run("event result e --table 1 --one 101 --two 0 --unusual").ends(0);
    let found = world.run("event check e --json").ends(0).json();
    assert_eq!(found["findings"][0]["code"], "unusual-result");
    world.run("event result e --table 2 --one 100 --two 0").ends(0);
}

#[test]
fn desks_that_enter_different_tables_at_once_all_get_through() {
    let rows: Vec<String> = (1..=24).map(|number| format!("P{number}")).collect();
    let world = event("--rounds 3", &format!("name\n{}\n", rows.join("\n")));
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    let desk = |tables: Vec<u32>| {
        let runs =
            tables.into_iter().map(|table| world.run(&format!("event result e --table {table} --one 60 --two 1")));
        runs.filter(|run| run.code == Some(0)).count()
    };
    let entered: usize = std::thread::scope(|scope| {
        let desks: Vec<_> = [[1, 5, 9], [2, 6, 10], [3, 7, 11], [4, 8, 12]]
            .into_iter()
            .map(|tables| scope.spawn(move || desk(tables.to_vec())))
            .collect();
        desks.into_iter().map(|desk| desk.join().unwrap()).sum()
    });
    assert_eq!(entered, 12);
    world.run("event close e").ends(0);
    world.run("event check e").ends(0);
}

#[test]
fn one_table_entered_by_four_desks_is_entered_once() {
    let world = event("--rounds 3", EIGHT);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    let runs: Vec<_> = std::thread::scope(|scope| {
        let desk = |points: u32| world.run(&format!("event result e --table 1 --one {points} --two 1"));
        let desks: Vec<_> = (1..=4).map(|points| scope.spawn(move || desk(50 + points))).collect();
        desks.into_iter().map(|desk| desk.join().unwrap()).collect()
    });
    assert_eq!(runs.iter().filter(|run| run.code == Some(0)).count(), 1, "{runs:?}");
    assert!(
        runs.iter().filter(|run| run.code != Some(0)).all(|run| run.err.contains("has a result already")),
        "{runs:?}"
    );
}

#[test]
fn a_round_without_players_is_refused() {
    let world = event("--rounds 3 --check-in", EIGHT);
    world.run("event pair e").ends(1).says("nobody-plays").says("8 not checked in").says("check-in e --all");
    world.run("event check-in e anna bert carl dora").ends(0);
    let run = world.run("event pair e").ends(0);
    assert!(run.err.contains("not checked in, so not paired: Emil, Fritz, Gina, Hugo"), "{run:?}");
    world.run("event publish e").ends(0);
    let late = world.run("event late e --name Lucy").ends(0);
    assert!(late.err.contains("Lucy is not checked in yet: `adjutant event check-in e lucy`"), "{late:?}");
    let world = World::new();
    world.run("event new c --name C --rounds 2").ends(0);
    world.run("event pair c").ends(1).says("would have no game");
    world.run("event register c --name Anna").ends(0);
    world.run("event pair c").ends(1).says("1 player is active");
}

#[test]
fn fixed_seats_are_kept_though_nobody_set_them_up_and_flagged_where_they_are_missed() {
    let world = event("--rounds 3", "name,seat\nAl,9\nBo,\nCy,\nDi,\n");
    let tables = world.run("event pair e --json").ends(0).json()["tables"].take();
    let of_al = tables.as_array().unwrap().iter().find(|table| table["one"] == "al" || table["two"] == "al").unwrap();
    assert_eq!(of_al["table"], 9);
    let run = world.run("event pair e --game al:bo --game cy:di").ends(0);
    assert!(!run.out.contains("fixed seat"), "{run:?}");
    let world = event("--rounds 3", "name,seat\nAl,2\nBo,1\nCy,\nDi,\n");
    let run = world.run("event pair e --game al:bo --game cy:di").ends(0);
    assert!(run.out.contains("not at the fixed seat"), "{run:?}");
    world.run("event publish e").ends(0);
    let found = world.run("event check e --json").ends(0).json();
    assert_eq!(found["findings"][0]["code"], "seat-missed");
    world.run("event table e --count 2").ends(0);
    let run = world.run("event late e --name Ed --seat 7").ends(0);
    assert!(run.err.contains("table 7, which Ed cannot leave, is not set up"), "{run:?}");
}

#[test]
fn a_table_keeps_what_is_not_named_and_a_closed_one_seats_nobody() {
    let world = event("--rounds 3", EIGHT);
    world.run("event table e --number 3 --terrain ruins").ends(0);
    world.run("event table e --number 3 --missions overrun --name stream").ends(0);
    world.run("event table e --count 5").ends(0);
    world.run("event table e --number 1 --closed").ends(0);
    let tables = world.run("event show e --json").json()["tables"].take();
    let third = serde_json::json!({"table": 3, "terrain": "ruins", "mission": "overrun", "name": "stream"});
    assert_eq!(tables[2], third);
    let pairings = world.run("event pair e --json").ends(0).json();
    let used: Vec<u64> =
        pairings["tables"].as_array().unwrap().iter().map(|table| table["table"].as_u64().unwrap()).collect();
    assert_eq!(used, [2, 3, 4, 5]);
    world.run("event move e --table 2 --to 1 --why dry").ends(1).says("closed-table").says("--open");
    world.run("event table e --number 1 --open").ends(0);
    world.run("event move e --table 2 --to 1 --why dry").ends(0);
}

#[test]
fn a_game_moves_with_its_result_and_its_match() {
    let world = event("--rounds 2 --pack gt2020", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event table e --count 2 --missions scorched-earth").ends(0);
    let before = world.run("event pair e --json").ends(0).json()["tables"].take();
    world.run("event publish e").ends(0);
    world.run("event result e --table 1 --one 60 --two 20").ends(0);
    world.run("event move e --table 1 --to 2 --why water").ends(0);
    let round = world.run("event show e --json").json()["rounds"][0].take();
    assert_eq!(round["pairings"]["tables"][1]["one"], before[0]["one"]);
    assert_eq!((&round["results"][0]["table"], &round["results"][0]["one"]), (&2.into(), &60.into()));
    // The match that was opened at table 2 is played at table 1 now.
    world.run("match record e-r1-t02 --by one concede").ends(0);
    world.run("match record e-r1-t02 --by both end battle").ends(0);
    let said = world.run("event result e --from-match e-r1-t02").ends(0);
    assert!(said.out.contains("round 1 table 1:"), "{said:?}");
    world.run("event close e").ends(0);
    world.run("event check e").ends(0);
    world.run("event move e --table 1 --to 2 --why late").ends(1).says("round 1 is closed");
}

#[test]
fn a_repair_checks_and_tells_the_mission() {
    let world = event("--rounds 2 --pack gt2020", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event table e --count 2 --missions scorched-earth").ends(0);
    world.run("event pair e").ends(0);
    world.run("event repair e --table 1 --mission foo --why dice").ends(1).says("no mission `foo`");
    let run = world.run("event repair e --table 1 --mission vital-intelligence --why dice").ends(0);
    assert!(run.out.contains("vital-intelligence"), "{run:?}");
    world.run("event publish e").ends(0);
}

#[test]
fn clubs_are_compared_as_people_read_them() {
    let world = event("--rounds 1 --avoid-club 1", "name,club\nAl,Iron Fists\nBo,iron fists\nCy,X\nDi,x\n");
    let tables = world.run("event pair e --json").ends(0).json()["tables"].take();
    let pairs: Vec<String> = tables
        .as_array()
        .unwrap()
        .iter()
        .map(|table| format!("{}{}", table["one"].as_str().unwrap(), table["two"].as_str().unwrap()))
        .collect();
    assert!(!pairs.iter().any(|pair| ["albo", "boal", "cydi", "dicy"].contains(&pair.as_str())), "{pairs:?}");
    world.run("event publish e").ends(0);
    world.run("event check e").ends(0);
}

#[test]
fn a_name_is_more_than_blanks_and_the_same_name_twice_is_asked_about() {
    let world = event("--rounds 3", EIGHT);
    let mut command = world.command("event register e --name");
    let blank = command.arg("   ").output().unwrap();
    assert_eq!(blank.status.code(), Some(2));
    world.run("event register e --name Anna").ends(1).says("Anna is entered already, as `anna`").says("--id");
    world.run("event register e --name Anna --id anna-two --club Rooks").ends(0).says("2 players are called Anna");
    world.run("event pair e").ends(0);
    world.run("event late e --name Bert").ends(1).says("Bert is entered already");
    // A name with a line separator could be registered, and then not be published.
    world.write("more.csv", "name\nAn\u{2028}na\n");
    world.run("event register e --csv more.csv").ends(1).says("more.csv:2");
}

#[test]
fn namesakes_are_told_apart_everywhere_and_names_are_taken_for_ids() {
    let list = "name,club\nAnna Berg,Red Legion\nAnna Berg,Rooks\nKim,\nKim,\nZoë Quist,\n";
    let world = event("--rounds 2", list);
    let show = world.run("event show e").ends(0).out;
    for shown in ["Anna Berg (Red Legion)", "Anna Berg (Rooks)", "Kim (kim)", "Kim (kim-2)", " Zoë Quist "] {
        assert!(show.contains(shown), "{shown} in {show}");
    }
    assert!(world.run("event pair e").ends(0).out.contains("Anna Berg ("));
    world.run("event publish e").ends(0);
    assert!(world.run("event standings e").ends(0).out.contains("Anna Berg (Rooks)"));
    world.run("event drop e anna").ends(1).says("`anna` fits 2 players").says("(anna-berg-2)");
    world.run("event drop e legion").ends(0);
    assert!(world.run("event return e redlegion").ends(0).out.contains("Anna Berg (Red Legion) plays again"));
    world.run("event penalty e QUIST -1 --why late").ends(0);
    let page = world.run("event show e --player zoe").ends(0).out;
    assert!(page.contains("Zoë Quist (zoe-quist)") && page.contains("-1 match points: late"), "{page}");
}

#[test]
fn namesakes_can_meet() {
    let world = event("--rounds 1 --pack gt2020", "name\nKim\nKim\n");
    world.run("event table e --count 1 --missions scorched-earth").ends(0);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    assert!(world.run("match show e-r1-t01").ends(0).out.contains("Kim (kim-2)"));
    world.run("match record e-r1-t01 --by one concede").ends(0);
    world.run("match record e-r1-t01 --by both end battle").ends(0);
    world.run("event result e --from-match e-r1-t01").ends(0);
}

#[test]
fn an_entry_is_corrected_and_the_past_stays() {
    let world = event("--rounds 3 --avoid-club 3", "name,club\nAl,X\nBo,Y\nCy,Z\nDi,W\n");
    play(&world);
    let standings = world.run("event standings e --as-closed").ends(0).out;
    let edited = world.run("event edit e al --name Albert --club Y --seat 2 --why typo").ends(0).out;
    assert!(edited.contains("Al is now Albert: club Y, fixed seat 2"), "{edited}");
    world
        .run("event edit e albert --club Y --why again")
        .ends(1)
        .says("nothing to change: Albert has club Y, fixed seat 2");
    assert!(world.run("event standings e").ends(0).out.contains("Albert"));
    assert_eq!(world.run("event standings e --as-closed").ends(0).out, standings);
    assert_eq!(world.run("event check e --json").ends(0).json()["findings"], serde_json::json!([]));
    play(&world);
    world.run("event check e").ends(0);
    world.run("event withdraw e bo").ends(1).says("entry-time");
    let world = event("--rounds 3", EIGHT);
    world.run("event withdraw e hugo").ends(0);
    assert_eq!(world.run("event show e --json").json()["players"].as_array().unwrap().len(), 7);
    play(&world);
    world.run("event check e").ends(0);
}

#[test]
fn byes_are_asked_for_and_a_second_one_is_flagged() {
    let world = event("--rounds 3", "name\nAnna\nBert\nCarl\nDora\nEmil\n");
    world.run("event bye-request e anna --round 1").ends(0);
    let first = world.run("event pair e --json").ends(0).json();
    assert_eq!((first["tables"].as_array().unwrap().len(), &first["bye"]), (2, &Value::Null));
    world.run("event publish e").ends(0);
    for table in [1, 2] {
        world.run(&format!("event result e --table {table} --one 60 --two 30")).ends(0);
    }
    world.run("event close e").ends(0);
    world.run("event bye-request e bert --points 1").ends(0);
    world.run("event check e").ends(0);
    let anna = |world: &World| {
        let rows = world.run("event standings e --json").json()["rows"].take();
        rows.as_array().unwrap().iter().find(|row| row["player"] == "anna").unwrap()["points"].clone()
    };
    assert_eq!(anna(&world), 2);
    play(&world);
    let rows = world.run("event standings e --json").json()["rows"].take();
    assert_eq!(rows.as_array().unwrap().iter().filter(|row| row["record"]["draws"] == 1).count(), 1, "{rows}");
    let run = world.run("event pair e --game bert:carl --game dora:emil --bye anna").ends(0);
    assert!(run.out.contains("bye: Anna (second bye)"), "{run:?}");
    world.run("event publish e").ends(0);
    let found = world.run("event check e --json").ends(0).json()["findings"].to_string();
    assert!(found.contains("second-bye"), "{found}");
}

#[test]
fn the_book_of_the_judges_is_kept() {
    let world = event("--rounds 3", EIGHT);
    play(&world);
    world.run("event infraction e anna warning --why slow --by judge").ends(0);
    world.run("event infraction e anna points --points -1 --why rude --by judge").ends(0);
    world.run("event infraction e bert disqualification --why dice --by judge").ends(0);
    world.run("event infraction e carl warning --points 3 --why x").ends(1);
    let page = world.run("event show e --player anna").ends(0).out;
    assert!(page.contains("warning: slow") && page.contains("points -1: rude"), "{page}");
    assert!(world.run("event show e --player bert").ends(0).out.contains("disqualified"));
    assert_eq!(play(&world)["tables"].as_array().unwrap().len(), 3);
    world.run("event check e").ends(0);
}

#[test]
fn what_is_surely_a_mistake_is_refused() {
    let world = World::new();
    world.run("event new x --name X --rounds 3 --points 0,1,2").ends(1).says("from high to low");
    world.run("event new x --name X --rounds 3 --tie-breaks vp,vp").ends(1).says("each tie-break once");
    let world = event("--rounds 3", EIGHT);
    world.run("event penalty e anna 0 --why nothing").ends(1).says("other than 0");
    world.run("event penalty e anna 2147483647 --why much").ends(1).says("up to 1000000");
    world.run("event penalty e anna -1000000 --why much").ends(0);
    world.run("event penalty e anna -1 --why more").ends(1);
    world.run("event award e anna painting 5").ends(0);
    world.run("event award e anna painting 50").ends(1).says("has-award").says("--again");
    world.run("event award e anna painting 50 --again").ends(0);
    world.run("event finish e").ends(1).says("0 of 3 rounds are played").says("finish --early");
    play(&world);
    world.run("event finish e").ends(1).says("1 of 3 rounds");
    world.run("event finish e --early").ends(0);
    world.run("event check e").ends(0);
}

#[test]
fn teams_play_every_game_through_the_table() {
    let teams = "name,members\nRooks,A1/A2/A3/A4/A5\nKnights,B1/B2/B3/B4/B5\n";
    let world = event("--rounds 1 --team-size 5 --differential wtc --tie-breaks battle-points", teams);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    let converted = "12:8,10:10,9:11,20:0,3:17";
    world.run(&format!("event result e --table 1 --games {converted}")).ends(1).says("--converted");
    world
        .run("event result e --table 1 --games 15:6,10:10,9:11,20:0,3:17 --converted")
        .ends(1)
        .says("is no pair of the event's table");
    world.run(&format!("event result e --table 1 --games {converted} --converted")).ends(0);
    world.run("event close e").ends(0);
    let rows = world.run("event standings e --json").json()["rows"].take();
    assert_eq!((&rows[0]["tie_breaks"]["battle-points"], &rows[0]["points"]), (&54.into(), &2.into()));
    assert_eq!(rows[1]["tie_breaks"]["battle-points"], 46);
    // 75:62 is 12:8, 40:40 and 50:48 are 10:10, 20:90 is 0:20, 61:60 is 10:10.
    let amend = "event amend e --round 1 --table 1 --games 75:62,40:40,50:48,20:90,61:60 --why sheets";
    assert!(world.run(amend).ends(0).out.contains(" 42, "), "42:58");
    world.run("event check e").ends(0);
}

#[test]
fn under_a_table_of_differences_ten_all_is_a_draw() {
    let world = event("--rounds 1 --differential wtc", "name\nAnna\nBert\n");
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("event result e --table 1 --one 75 --two 70").ends(0);
    world.run("event close e").ends(0);
    let rows = world.run("event standings e --json").json()["rows"].take();
    for row in rows.as_array().unwrap() {
        assert_eq!(row["record"], serde_json::json!({"wins": 0, "draws": 1, "losses": 0}));
        assert_eq!((&row["points"], &row["tie_breaks"]["path"]), (&10.into(), &0.into()));
    }
    world.run("event check e").ends(0);
}

#[test]
fn a_cut_names_its_rounds_its_champion_and_its_podium() {
    let world = event("--rounds 2", EIGHT);
    (0..2).for_each(|_| drop(play(&world)));
    world.run("event cut e --top 1").ends(1).says("can't cut to 1: a bracket has at least 2 players");
    let cut = world.run("event cut e --top 4 --third-place").ends(0).out;
    assert!(cut.contains("next is the semi-finals"), "{cut}");
    assert_eq!(world.run("event pair e --json").ends(0).json()["name"], "semi-finals");
    world.run("event publish e").ends(0);
    world.run("event result e --table 1 --one 50 --two 50").ends(1).says("no-draw").says("--winner none");
    world.run("event result e --table 1 --one 50 --two 50 --winner two").ends(0);
    world.run("event result e --table 2 --one 60 --two 50").ends(0);
    world.run("event close e").ends(0);
    world.run("event finish e").ends(1).says("no winner yet");
    let last = world.run("event pair e").ends(0).out;
    assert!(last.contains("round 4 (final)") && !last.contains("score groups"), "{last}");
    world.run("event publish e").ends(0);
    world.run("event result e --table 1 --one 10 --two 60").ends(0);
    world.run("event result e --table 2 --one 60 --two 50").ends(0);
    world.run("event close e").ends(0);
    let rows = world.run("event standings e --json").ends(0).json()["rows"].take();
    let reached: Vec<&str> = (0..4).map(|at| rows[at]["reached"].as_str().unwrap()).collect();
    assert_eq!(reached, ["champion", "finalist", "third place", "fourth place"]);
    let finished = world.run("event finish e").ends(0).out;
    assert!(finished.contains("finished. Champion: ") && finished.contains("; third: "), "{finished}");
    assert!(world.run("event show e").ends(0).out.contains("finished. Champion: "));
    world.run("event check e").ends(0);
}

#[test]
fn standings_of_an_open_round_say_so_and_spreadsheets_read_numbers() {
    let world = event("--rounds 2", EIGHT);
    play(&world);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("event result e --table 2 --one 60 --two 50").ends(0);
    let shown = world.run("event standings e --round 2").ends(0).out;
    assert!(shown.starts_with("E, standings in round 2 so far, 1 of 4 tables\n"), "{shown}");
    world.run("event standings e --round 2 --csv out.csv").ends(0);
    let csv = String::from_utf8(world.read("out.csv")).unwrap();
    assert!(csv.starts_with("rank,id,name,wins,draws,losses,points,path,vp,sos,dropped\n"), "{csv}");
    assert!(!csv.contains('/'), "{csv}");
    let open = world.run("event show e --open").ends(0).out;
    assert!(open.contains("table 1 (") && !open.contains("table 2 ("), "{open}");
}

/// Pieces of two kinds, one of them on a marker of Overrun, which Battle Lines does not have.
const OLD_TOWN: &str =
    "# the old town\nterrain t1 ruins at 22,22 size 6x4 height 5\n\nterrain t2 woods at 46,12 size 4x4\n";

#[test]
fn matches_are_opened_with_the_layout_of_their_table_or_without_where_it_does_not_fit() {
    let pack = "--pack gt2020 --size strike-force --missions battle-lines,overrun";
    let world = event(&format!("--rounds 2 {pack}"), EIGHT);
    world.write("old-town.txt", OLD_TOWN);
    world.write("castle.txt", "terrain t1 ruins at 22,22 size 6x4\nterrain t2 castle at 1,1 size 2x2\n");
    world.run("event table e --count 4").ends(0);
    let laid = world.run("event table e --number 1 --layout old-town.txt").ends(0);
    laid.says("layout old-town of table 1 does not fit overrun, which is opened without it: t2 stands on m2");
    world.run("event table e --number 2 --layout castle.txt").ends(2).says("castle.txt:2: ").says("`castle`");
    world.run("event table e --number 2 --layout missing.txt").ends(3).says("missing.txt");
    play(&world);
    world.run("match map e-r1-t01").ends(0).tells("t1 ruins 5″ from 19″, 20″ to 25″, 24″").tells("t2 woods");
    assert!(!world.run("match map e-r1-t02").ends(0).out.contains("ruins"), "no layout was set up there");
    world.run("event sheets e --only mission-cards -o cards").ends(0);
    play(&world);
    assert!(!world.run("match map e-r2-t01").ends(0).out.contains("ruins"), "Overrun has a marker there");
    world.run("event table e --number 1 --clear layout").ends(0);
    world.run("event check e").ends(0);
}

/// A publication that is taken back and made again with another layout: the match that nobody has touched is laid anew, one
/// in which somebody has said something stays as it is.
#[test]
fn a_match_that_nobody_touched_is_laid_anew_with_the_layout_of_its_table() {
    let world = event("--rounds 2 --pack gt2020 --size strike-force --missions battle-lines", EIGHT);
    world.write("old-town.txt", OLD_TOWN);
    world.write("hills.txt", "terrain t1 hill at 22,22 size 8x4\n");
    world.run("event table e --count 4").ends(0);
    world.run("event table e --number 1 --layout old-town.txt").ends(0);
    world.run("event table e --number 2 --layout old-town.txt").ends(0);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("match record e-r1-t02 attacker one").ends(0);
    world.run("event undo e --why wrong").ends(0);
    world.run("event table e --number 1 --layout hills.txt").ends(0);
    world.run("event table e --number 2 --layout hills.txt").ends(0);
    world.run("event publish e").ends(0);
    let first = world.run("match map e-r1-t01").ends(0).out;
    assert!(first.contains("t1 hill") && !first.contains("woods"), "{first}");
    world.run("match map e-r1-t02").ends(0).tells("t2 woods");
    world.run("match verify e-r1-t01").ends(0);
}

#[test]
fn a_layout_is_judged_by_the_missions_that_go_first() {
    let pack = "--pack gt2020 --size strike-force --missions battle-lines,battle-lines";
    let world = event(&format!("--rounds 2 {pack}"), EIGHT);
    world.write("old-town.txt", OLD_TOWN);
    let fits = world.run("event table e --number 1 --missions overrun --layout old-town.txt").ends(0);
    assert!(!fits.err.contains("does not fit"), "the rounds play Battle Lines there: {fits:?}");
    world.run("event settings e --table-missions --why own").ends(0).says("table 1 does not fit overrun");
}
