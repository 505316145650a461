//! What organisers found by running events: each as they typed it.

use crate::support::World;

fn event(new: &str, list: &str) -> World {
    let world = World::new();
    world.run(&format!("event new e --name E --seed 1 {new}")).ends(0);
    world.write("players.csv", list);
    world.run("event register e --csv players.csv").ends(0);
    world
}

fn shows(world: &World, line: &str, words: &str) {
    let run = world.run(line).ends(0);
    assert!(run.out.contains(words), "{words}: {run:?}");
}

fn teams(new: &str) -> World {
    let world = event(
        &format!("--rounds 1 --scheme wtc --team-size 3 {new}"),
        "name,members\nRooks,Anna / Bert / Carl\nKnights,Dora / Emil / Fritz\n",
    );
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world
}

#[test]
fn what_was_not_looked_at_is_not_called_best() {
    let world = event("--rounds 3 --avoid-club 1", "name,club\nAl,X\nBo,X\nCy,Y\nDi,Y\n");
    shows(&world, "event pair e", "no club clash.");
    world.run("event publish e").ends(0);
    for table in [1, 2] {
        world.run(&format!("event result e --table {table} --one 80 --two 20")).ends(0);
    }
    world.run("event close e").ends(0);
    shows(&world, "event pair e", "2 repeated tables, clubs not looked at from round 2 on.");
}

#[test]
fn totals_of_teams_are_points_of_the_table_everywhere() {
    let world = teams("");
    world
        .run("event result e --table 1 --one 30 --two 31")
        .ends(1)
        .says("together no more than the games of a match bring")
        .says("`totals`");
    world.run("event result e --table 1 --one -1 --two 31").ends(1).says("`totals`");
    world.run("event result e --table 1 --one 33 --two 27").ends(0);
    world.run("event close e").ends(0);
    shows(&world, "event check e", "good; 1 round, 0 faults");
    let table = world.run("event standings e --json").ends(0).json();
    let points = |at: usize| table["rows"][at]["tie_breaks"].to_string();
    assert!(points(0).contains("33") && points(1).contains("27"), "{table}");
}

#[test]
fn games_of_teams_come_in_by_desk_and_by_list() {
    let totals = |world: &World| {
        world.run("event close e").ends(0);
        shows(world, "event check e", "good; 1 round, 0 faults");
        shows(world, "event show e --round 1", "22:38");
        world.run("event standings e --by members --json").ends(0).json()
    };
    let desk = teams("");
    desk.feed("event desk e", "1 12:8 10:10 0:20\n").ends(1).says("every game adds up to 20");
    desk.feed("event desk e", "1 75:62 40:40\n").ends(1);
    desk.feed("event desk e", "1 75:62 40:40 20:90\n").ends(0);
    let list = teams("");
    list.write("r.csv", "table,games\n1,75:62 40:40 20:90\n");
    list.run("event result e --csv r.csv").ends(0);
    shows(&list, "event result e --csv r.csv", "1 known before");
    let converted = teams("");
    converted.write("r.csv", "table;games;converted\n1;12:8 10:10 0:20;yes\n");
    converted.run("event result e --csv r.csv").ends(0);
    let (by_desk, by_list) = (totals(&desk), totals(&list));
    assert_eq!(by_desk, by_list);
    totals(&converted);
}

#[test]
fn no_number_panics() {
    let world = teams("");
    for games in ["9223372036854775807:1,1:1,1:1", "9223372036854775807:0,9223372036854775807:0,1:1 --converted"] {
        world.run(&format!("event result e --table 1 --games {games}")).ends(2);
    }
    world.feed("event desk e", "1 9223372036854775807:1 1:1 1:1\n").ends(1);
    world.write("r.csv", "table,games\n1,9223372036854775807:1 1:1 1:1\n");
    world.run("event result e --csv r.csv").ends(1);
    world.run("event result e --table 1 --games 75:62,40:40,20:90").ends(0);
    world.run("event close e").ends(0);
    world.run("event prizes e --round 65535").ends(1).says("not paired yet");
}

#[test]
fn a_draft_is_not_printed_as_a_round() {
    let world = event("--rounds 2", "name\nAl\nBo\nCy\nDi\n");
    world.run("event pair e").ends(0);
    for how in ["-o s", "--html -o h"] {
        world.run(&format!("event sheets e {how}")).ends(1).says("is a draft").says("event publish e");
    }
    let stamped = |name: &str| std::fs::read_to_string(world.path(name)).unwrap().contains("DRAFT · E");
    world.run("event sheets e --html -o h --draft").ends(0);
    assert!(stamped("h/e-r1-pairings-by-table.html"));
    world.run("event sheets e -o s --draft").ends(0);
    world.run("event publish e").ends(0);
    world.run("event sheets e --html -o h").ends(0);
    assert!(!stamped("h/e-r1-pairings-by-table.html"), "what is published bears no stamp");
}

fn round(world: &World, round: u16, tables: u16) {
    world.run("event publish e").ends(0);
    for table in 1..=tables {
        world.run(&format!("event result e --round {round} --table {table} --one 80 --two 20")).ends(0);
    }
    world.run("event close e").ends(0);
}

#[test]
fn the_same_list_registers_twice_without_twins() {
    let world = event("--rounds 3", "name,club,seat\nAnna Berg,Rooks,\nAnna Berg,Knights,\nBert Cole,,2\n");
    shows(&world, "event register e --csv players.csv", "0 registered, 3 known before, 3 in all");
    // One who is new, one who changed the club, in another order.
    world.write("saturday.csv", "name,club,seat\nZoë,,\nBert Cole,Rooks,2\nAnna Berg,Knights,\nAnna Berg,Rooks,\n");
    let grown = world.run("event register e --csv saturday.csv").ends(0);
    assert!(grown.out.contains("1 registered, 2 known before, 1 described otherwise, 4 in all"), "{grown:?}");
    let grown = grown.says("saturday.csv:3: Bert Cole: club nothing → Rooks").says("event edit e bert-cole");
    assert!(!grown.err.contains("are called Anna Berg"), "twins that are no news: {grown:?}");
    // The third of a name is somebody else.
    world.write("three.csv", "name,club\nAnna Berg,Rooks\nAnna Berg,Knights\nAnna Berg,Bishops\n");
    world.run("event register e --csv three.csv").ends(0).says("3 players are called Anna Berg");
    let players = world.run("event show e --json").ends(0).out;
    assert!(players.contains("anna-berg-3"), "{players}");
    world.run("event pair e").ends(0);
    shows(&world, "event register e --csv players.csv", "0 registered");
}

#[test]
fn missions_of_rounds_beat_those_of_tables_and_those_can_be_taken_away() {
    let world = event("--rounds 2 --missions m1,m2", "name\nAl\nBo\nCy\nDi\n");
    world.run("event table e --count 2 --missions x1,x2").ends(0).says("those of the rounds are played");
    let missions = |world: &World| {
        let pair = world.run("event pair e --json").ends(0).json();
        let of = |at: usize| pair["tables"][at]["mission"].as_str().unwrap_or("-").to_owned();
        [of(0), of(1)]
    };
    assert_eq!(missions(&world), ["m1", "m1"]);
    world.run("event settings e --table-missions --why laid").ends(0);
    assert_eq!(missions(&world), ["x1", "x2"]);
    world.run("event table e --number 2 --clear mission").ends(0);
    assert_eq!(missions(&world), ["x1", "m1"]);
    world.run("event table e --count 2 --clear mission").ends(0);
    assert_eq!(missions(&world), ["m1", "m1"]);
    shows(&world, "event settings e --missions m3,m2 --why changed", "missions of rounds 1–2");
    assert_eq!(missions(&world), ["m3", "m3"]);
}

#[test]
fn a_game_is_set_and_the_others_are_paired_around_it() {
    let world = event("--rounds 3 --avoid-club 3", "name,club\nAl,X\nBo,X\nCy,Y\nDi,Y\nEd,Z\nFi,Z\n");
    shows(&world, "event pair e --game al:bo", "around 1 table set by hand");
    let pair = world.run("event pair e --game al:bo --json").ends(0).json();
    assert_eq!(pair["fixed"].as_array().map(Vec::len), Some(1), "{pair}");
    assert_eq!((&pair["objective"]["club"], &pair["objective"]["optimal"]), (&1.into(), &true.into()), "{pair}");
    shows(&world, "event explain e 1 al", "the organiser set this game");
    shows(&world, "event explain e 1 cy --all", "not allowed: the organiser set it otherwise");
    world.run("event pair e --game al:nobody").ends(1);
    world.run("event pair e --game al:bo --game al:cy").ends(1).says("twice");
    world.run("event pair e --game al:bo --bye cy").ends(1).says("odd");
    round(&world, 1, 3);
    // A rematch that is meant stands beside the best round for the others; the judge agrees.
    world.run("event pair e --game al:bo").ends(0).says("draft");
    round(&world, 2, 3);
    let report = world.run("event check e").ends(0).out;
    assert!(report.contains("good; 2 rounds, 0 faults"), "{report}");
    // Every game named is a round by hand, as before.
    world.run("event pair e --game al:cy --game bo:di --game ed:fi").ends(0);
    round(&world, 3, 3);
    shows(&world, "event check e", "good; 3 rounds, 0 faults");
}

#[test]
fn a_bye_is_set_in_an_odd_field() {
    let world = event("--rounds 2", "name\nAl\nBo\nCy\nDi\nEd\n");
    let pair = world.run("event pair e --bye bo --game al:cy --json").ends(0).json();
    assert_eq!(pair["bye"], "bo", "{pair}");
    round(&world, 1, 2);
    shows(&world, "event check e", "good; 1 round, 0 faults");
}

#[test]
fn what_has_not_taken_effect_stays_settable() {
    let world = event("--rounds 3 --avoid-club 1", "name,club\nAl,X\nBo,X\nCy,Y\nDi,Y\n");
    world.run("event pair e").ends(0);
    round(&world, 1, 2);
    world.run("event award e Al painting 10").ends(0);
    let why = "--why late";
    shows(&world, &format!("event settings e --name Tour {why}"), "name Tour");
    shows(
        &world,
        &format!("event settings e --categories painting:40 --overall points*10+painting {why}"),
        "categories",
    );
    shows(&world, "event standings e --by overall", "overall");
    world.run(&format!("event settings e --categories painting:5 {why}")).ends(1).says("10 points in all");
    world.run(&format!("event settings e --categories sport:5 {why}")).ends(1).says("under which points were given");
    world.run(&format!("event settings e --tie-breaks vp {why}")).ends(1).says("tie-breaks took effect");
    world.run(&format!("event settings e --points 3,1,0 {why}")).ends(1).says("match points took effect");
    // Clubs are kept apart from now on; what was paired before is still judged by what was asked for then.
    world.run("event pair e").ends(0);
    shows(&world, &format!("event settings e --avoid-club 3 {why}"), "kept apart");
    shows(&world, "event pair e", "2 club clashes.");
    round(&world, 2, 2);
    shows(&world, "event check e", "good; 2 rounds, 0 faults");
    shows(&world, "event prizes e", "Best in painting");
}

#[test]
fn pairs_play_their_games_together() {
    let world = event("--rounds 1 --team-size 2 --scheme wtc", "name,members\nP,Anna / Bert\nQ,Carl / Dora\n");
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("event team e 1").ends(1).says("play together");
    world.run("event result e --table 1 --one 75 --two 62").ends(0);
    world.run("event close e").ends(0);
    shows(&world, "event check e", "good; 1 round, 0 faults");
    let table = world.run("event standings e --json").ends(0).json();
    assert_eq!((&table["rows"][0]["points"], &table["rows"][1]["points"]), (&12.into(), &8.into()), "{table}");
    world.run("event standings e --by members").ends(1).says("play their games together");
    world.run("event sheets e -o s --only result-slips").ends(0);
    World::new().run("event new t --name T --rounds 1 --team-size 9").ends(1).says("2, or 3 to 8");
}

#[test]
fn a_report_is_ranked_as_the_file_or_the_arbiter_says() {
    let world = World::new();
    let games =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tournament/tests/unplayed/3.trf")).unwrap();
    world.write("own.trf", games.replacen("XXR", "212 PTS,BH/C1,BH,SB,ARO\nXXR", 1));
    world.write("plain.trf", &games);
    let heads = |id: &str| {
        let table = world.run(&format!("event standings {id}")).ends(0).out;
        table.lines().nth(2).unwrap_or_default().to_owned()
    };
    world.run("event import own.trf --id own").ends(0).says("not known here: ARO");
    assert!(heads("own").contains("buchholz-cut1   buchholz   sonneborn-berger"), "{}", heads("own"));
    world.run("event import own.trf --id mine --tie-breaks wins,buchholz").ends(0);
    assert!(heads("mine").contains("wins   buchholz"), "{}", heads("mine"));
    world.run("event import plain.trf --id scheme --scheme fide --buchholz-unplayed virtual-opponent").ends(0);
    let first = |id: &str| world.run(&format!("event standings {id} --json")).ends(0).json()["rows"][0].to_string();
    world.run("event import plain.trf --id now --scheme fide").ends(0);
    assert_ne!(first("scheme"), first("now"), "the rule of then and that of now");
    for id in ["own", "mine", "scheme", "now"] {
        world.run(&format!("event check {id}")).ends(0);
    }
}

#[test]
fn fixed_seats_are_named_when_they_are_broken() {
    let world = event("--rounds 2", "name,seat\nAl,2\nBo,\nCy,\nDi,\n");
    world.run("event table e --count 2").ends(0);
    world.run("event pair e").ends(0);
    world.run("event move e --table 2 --to 1 --why water").ends(0).says("Al is not at the fixed seat, table 2");
    shows(&world, "event move e --table 1 --to 9 --why water", "table 9");
    world.run("event move e --table 9 --to 0 --why water").ends(1).says("tables are numbered from 1");
    world.run("event pair e").ends(0);
    round(&world, 1, 2);
    // Whoever cannot leave a table has it again, and that is no fault of the pairing.
    let again = world.run("event pair e").ends(0).out;
    assert!(!again.contains("not at the fixed seat"), "{again}");
}

#[test]
fn a_report_of_an_event_with_a_cut_is_good_to_its_own_judge() {
    let world = event("--rounds 1", "name\nAl\nBo\nCy\nDi\n");
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("event result e --table 1 --one 0 --two 0 --winner none").ends(0);
    world.run("event result e --table 2 --one 80 --two 20").ends(0);
    world.run("event close e").ends(0);
    world.run("event cut e --top 4").ends(0);
    for tables in [2, 1] {
        world.run("event pair e").ends(0);
        round(&world, if tables == 2 { 2 } else { 3 }, tables);
    }
    world.run("event export e --trf e.trf").ends(0);
    assert!(std::fs::read_to_string(world.path("e.trf")).unwrap().contains("092 Knock-out from round 2"));
    shows(&world, "event check e.trf", "good");
}

#[test]
fn awards_pods_and_captains_are_told_as_they_are() {
    let world = event("--rounds 2 --system pods", "name\nA\nB\nC\nD\nE\nF\nG\nH\nI\nJ\nK\nL\nM\nN\n");
    shows(&world, "event standings e --by pod", "pod");
    world.run("event pods e --size 3").ends(0).says("14 players make pods of 4, 4, 3, 3");
    world.run("event prizes e").ends(1).says("nobody has won anything yet");
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    shows(&world, "event award e A painting 10", "has 10 points");
    shows(&world, "event award e A painting 5 --again", "has 15 points");
    world.run("event standings e --by painting").ends(1).says("count from round 1 on");
    world.run("event bye-request e A --round 9").ends(1);
    let list = "name,members\nRooks,Anna Sberg / Anna Skane / Ben Ehur\nKnights,Dora / Emil / Fritz\n";
    let world = event("--rounds 1 --scheme wtc --team-size 3", list);
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    let rooks = world.run("event pair e --json").out.is_empty();
    assert!(rooks, "a published round is not paired again");
    let shown = world.run("event show e --round 1 --json").ends(0).json();
    let [own, other] = if shown["pairings"]["tables"][0]["one"] == "rooks" { ["one", "two"] } else { ["two", "one"] };
    world.feed(&format!("event team e 1 choose {other}"), "2\n").ends(0);
    world.feed(&format!("event team e 1 choose {own}"), "Anna\n").ends(2).says("several names");
    world.feed(&format!("event team e 1 choose {own}"), "Anna Skane\n").ends(0);
}

/// Nobody is champion while the round is open, whoever is left alone in the final.
#[test]
fn a_bracket_names_no_champion_before_its_round_is_closed() {
    let world = event("--rounds 2 --system single-elimination", "name\nA\nB\nC\nD\n");
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    let champion = |world: &World| world.run("event bracket e").ends(0).out.contains("champion");
    world.run("event result e --table 1 --one 80 --two 20").ends(0);
    world.run("event result e --table 2 --one 50 --two 50 --winner none").ends(0);
    assert!(!champion(&world), "the other semi-final is lost by both, and the round is open");
    world.run("event close e").ends(0);
    assert!(champion(&world), "nobody is left to play against");
}

/// An event that went on in two places is told as that, with both records.
#[test]
fn a_copy_of_an_event_that_parted_says_where() {
    let world = event("--rounds 2", "name\nA\nB\nC\nD\n");
    world.run("copy data other e").ends(0);
    world.run("event note e here").ends(0);
    world.run("event note e there --data other").ends(0);
    let run = world.run("copy data other e");
    run.ends(1)
        .says("event e was not copied: it went on in both places, each in its own way")
        .says("there to record 6");
}

/// The row of somebody who would have done as well names whom the draw chose.
#[test]
fn an_explanation_names_whom_the_draw_chose() {
    let world = event("--rounds 3", "name\nAnna\nBen\nCarl\nDora\n");
    world.run("event pair e").ends(0);
    let told = world.run("event explain e 1 anna --all").ends(0).out;
    let meets = told.lines().find_map(|line| line.split(" meets ").nth(1)).expect("an opponent");
    let chosen = format!("just as good; the draw of the round chose {meets}");
    assert_eq!(told.matches(&chosen).count(), 2, "{told}");
}

/// A ruling needs room: 400 characters in an event that names a law; one of before keeps to 120, and says so.
#[test]
fn a_reason_has_room_for_a_ruling() {
    let world = event("--rounds 2", "name\nA\nB\nC\nD\n");
    let longer = "slow play, ".repeat(36);
    let ruling = longer.trim_end_matches([',', ' ']).to_owned();
    assert_eq!((ruling.len(), longer.len()), (394, 396));
    let noted = |text: &str| {
        let mut command = world.command("event note e");
        crate::support::run_of(command.arg(text).output().unwrap())
    };
    noted(&ruling).ends(0);
    noted(&format!("{longer} again")).ends(2).says("1 to 400 characters").says("yours: 402");
    let mut command = world.command("event penalty e a -1 --why");
    crate::support::run_of(command.arg(&ruling).output().unwrap()).ends(0);
    shows(&world, "event show e --history", &ruling);
    world.run("event check e").ends(0);

    // The same records without a law.
    world.run("event export e --log e.jsonl").ends(0);
    let log = String::from_utf8(world.read("e.jsonl")).unwrap();
    let older = crate::support::forged(&log, |at, fields, _| {
        if at == 0 {
            fields["do"]["create"].as_object_mut().unwrap().remove("law");
        }
    });
    world.write("older.jsonl", older);
    world.run("audit older.jsonl").ends(4);
}
