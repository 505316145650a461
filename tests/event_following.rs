//! What follows from a correction, as an organiser meets it: games of a bracket that rest on it, a look before anything is
//! recorded, and what the judge holds back until it is mended or let pass.

use crate::support::World;

fn event(new: &str, players: &str) -> World {
    let world = World::new();
    world.run(&format!("event new e --name E --seed 1 {new}")).ends(0);
    world.write("players.csv", format!("name\n{}\n", players.split(' ').collect::<Vec<_>>().join("\n")));
    world.run("event register e --csv players.csv").ends(0);
    world
}

/// Drafts and publishes a round, and enters its results unless told otherwise; the one named first wins.
fn round(world: &World, points: Option<[u32; 2]>) {
    let pairings = world.run("event pair e --json").ends(0).json();
    world.run("event publish e").ends(0);
    for (at, table) in pairings["tables"].as_array().unwrap().iter().enumerate() {
        let Some([one, two]) = points else { return };
        let one = one + at as u32;
        world.run(&format!("event result e --table {} --one {one} --two {two}", table["table"])).ends(0);
    }
    world.run("event close e").ends(0);
}

/// Four of a single elimination, with the final played and not closed.
fn final_played() -> World {
    let world = event("--rounds 2 --system single-elimination", "Anna Bert Carl Dora");
    round(&world, Some([70, 30]));
    round(&world, None);
    world.run("event result e --table 1 --one 80 --two 20").ends(0);
    world
}

const SWAP: &str = "event amend e --round 1 --table 1 --one 10 --two 90 --why swapped";

#[test]
fn a_final_falls_with_its_semi_final_and_is_played_again() {
    let world = final_played();
    let before = world.run("event export e --log -").ends(0).out;
    let asked = world.run(SWAP).ends(1).says("games-rest").says("round 2 table 1 (final)");
    assert!(asked.err.contains("--later reset") && asked.err.contains("--later keep"), "{asked:?}");
    let seen = world.run(&format!("{SWAP} --later reset --preview")).ends(0);
    assert!(seen.out.contains("falls") && seen.out.contains("round 2 is open again"), "{seen:?}");
    assert_eq!(world.run("event export e --log -").ends(0).out, before, "a look records nothing");
    let json = world.run(&format!("{SWAP} --later keep --preview --json")).ends(0).json();
    assert_eq!((json["recorded"].as_u64(), json["touched"]["games"][0]["kept"].as_bool()), (Some(0), Some(true)));

    let done = world.run(&format!("{SWAP} --later reset")).ends(0);
    assert!(!done.out.contains("no published pairing"), "{done:?}");
    let shown = world.run("event show e --round 2").ends(0).out;
    let fell = shown.lines().filter(|line| line.contains("80:20")).collect::<Vec<_>>();
    assert!(shown.contains("published") && fell.len() == 1, "{shown}");
    assert!(fell[0].starts_with("round 2 table 1: ") && fell[0].contains(" 80:20 fell by record "), "{fell:?}");
    assert!(world.run("event bracket e").ends(0).out.ends_with(&format!("{}\n", fell[0])));
    world.run("event result e --table 1 --one 80 --two 20").ends(0);
    world.run("event close e").ends(0);
    assert!(world.run("event finish e").ends(0).out.contains("Champion: "));
    let check = world.run("event check e").ends(0).out;
    assert!(check.contains("remark fell: table 1: ") && check.contains("fell by record"), "{check}");
}

#[test]
fn a_final_that_is_kept_keeps_its_champion() {
    let world = final_played();
    let done = world.run(&format!("{SWAP} --later keep")).ends(0).out;
    assert!(done.contains("stays as played") && !done.contains("no published pairing"), "{done}");
    world.run("event close e").ends(0);
    assert!(world.run("event finish e").ends(0).out.contains("Champion: "));
    let check = world.run("event check e").ends(0).out;
    assert!(check.contains("remark out-already") && check.contains("kept by record"), "{check}");
    // Behind the end, prizes that go to others are named.
    world.run("event undo e --why appeal").ends(0);
    let swap = "event amend e --round 2 --table 1 --one 20 --two 80 --why swapped --by judge";
    assert!(world.run(swap).ends(0).out.contains("Champion: "));
    let again = world.run("event finish e").ends(0).says("Champion: ");
    assert!(again.err.contains(", before "), "{again:?}");
    world.run("event check e").ends(0).out.contains("prizes-changed");
}

#[test]
fn a_result_of_a_closed_round_is_amended_and_nothing_is_undone_behind_the_end() {
    let world = event("--rounds 1", "Anna Bert Carl Dora");
    round(&world, Some([70, 30]));
    let told = world.run("event undo e --record 8 --why typed").ends(1).says("retract-breaks");
    assert!(told.err.contains("`adjutant event amend e --round 1 --table "), "{told:?}");
    world.run("event finish e").ends(0);
    world.run("event undo e --record 8 --why typed").ends(1).says("`adjutant event undo e --why …` takes its end back");
    world.run("event undo e --why appeal").ends(0);
    world.run("event amend e --round 1 --table 1 --one 1 --two 2 --why typed").ends(0);
}

#[test]
fn a_swiss_result_moves_the_cut_and_its_final() {
    let world = event("--rounds 2", "Anna Bert Carl Dora Emil Fritz Gina Hugo");
    round(&world, Some([60, 40]));
    round(&world, Some([70, 30]));
    world.run("event cut e --top 2").ends(0);
    round(&world, None);
    let swap = "event amend e --round 2 --table 1 --one 0 --two 100 --why swapped";
    let asked = world.run(swap).ends(1);
    assert!(asked.err.contains("others would be in the cut") && asked.err.contains("(final)"), "{asked:?}");
    let done = world.run(&format!("{swap} --later reset")).ends(0).out;
    assert!(done.contains("of the cut is ") && done.contains("round 3 is open again"), "{done}");
    assert!(world.run("event check e").ends(0).out.contains("good"));
}

#[test]
fn what_the_judge_holds_back_is_mended_or_let_pass() {
    let world = event("--rounds 1", "Anna Bert Carl Dora Emil Fritz Gina Hugo");
    round(&world, Some([60, 40]));
    world.run("event cut e --top 4").ends(0);
    let rows = world.run("event standings e --json").ends(0).json()["rows"].take();
    let first = rows[0]["player"].as_str().unwrap().to_owned();
    let told = world.run(&format!("event penalty e {first} -1 --why late")).ends(0).out;
    assert!(told.contains("of the cut is ") && told.contains("event cut e --top 4 --again"), "{told}");
    world.run("event pair e").ends(0);
    let held = world.run("event publish e").ends(1);
    assert!(held.err.contains("cut-differs") && held.err.contains("cuts anew"), "{held:?}");
    assert!(held.err.contains("publish e --anyway --why"), "{held:?}");

    let mended = world;
    mended.run("event publish e --anyway").ends(2);
    mended.run("event publish e --anyway --why agreed").ends(0);
    for table in [1, 2] {
        mended.run(&format!("event result e --table {table} --one 50 --two 20")).ends(0);
    }
    // It was let pass: nobody is asked again.
    mended.run("event close e").ends(0);
    let check = mended.run("event check e").ends(1).out;
    assert!(check.contains("cut-differs") && check.contains("let pass by record"), "{check}");
    mended.run("event standings e").ends(0).says("let pass by record");
    mended.run("event prizes e").ends(0).says("let pass by record");
    let log = mended.run("event show e --history").ends(0).out;
    assert!(log.contains("published, anyway: cut-differs (agreed)"), "{log}");
}

/// findings-event N13: games won were those of the Swiss, points those of all rounds.
#[test]
fn the_columns_of_best_coast_pairings_agree_after_a_cut() {
    let world = event("--rounds 2", "Anna Bert Carl Dora");
    round(&world, Some([60, 40]));
    round(&world, Some([70, 30]));
    let columns = || {
        world.run("event standings e --csv bcp.csv --columns bcp").ends(0);
        let text = String::from_utf8(world.read("bcp.csv")).unwrap();
        let rows: Vec<Vec<String>> = text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
        let at = |name: &str| rows[0].iter().position(|column| column == name).expect("a column");
        let [name, won, drawn, swiss] = ["name", "numWins", "numDraws", "mfSwissPoints"].map(at);
        let mut found: Vec<Vec<String>> = Vec::new();
        for row in &rows[1..] {
            let [won, drawn, swiss] = [won, drawn, swiss].map(|at| row[at].parse::<u32>().unwrap());
            assert_eq!(swiss, 3 * won + drawn, "{row:?}");
            found.push([&row[name..name + 1], &row[at("army")..]].concat());
        }
        found.sort();
        found
    };
    let before = columns();
    world.run("event cut e --top 2").ends(0);
    round(&world, Some([80, 20]));
    assert_eq!(columns(), before, "a bracket changes places alone");
}

#[test]
fn paper_and_lists_name_what_was_corrected_and_let_pass() {
    let world = event("--rounds 2", "Anna Bert Carl Dora");
    round(&world, Some([60, 40]));
    world.run("event amend e --round 1 --table 1 --one 40 --two 60 --why swapped").ends(0);
    let record = world.run("event show e --history --json").ends(0).json()["records"].as_array().unwrap().len();
    world.run("event sheets e --html -o h").ends(0);
    let page = String::from_utf8(world.read("h/e-r1-standings.html")).unwrap();
    let told = format!("round 1 table 1 corrected: record {record}, by the organiser, ");
    assert!(page.contains(&told) && page.contains(" UTC, 60:40 → 40:60"), "{page}");
    world.run("event results e --csv games.csv").ends(0);
    let games = String::from_utf8(world.read("games.csv")).unwrap();
    let last: Vec<&str> = games.lines().map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(last, ["corrected", &record.to_string(), ""], "{games}");
}
