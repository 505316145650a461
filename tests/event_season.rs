//! What organisers ask for beside the rounds: prizes, schemes, tables of their own, screens, paper by choice, the season.

use crate::support::World;

const EIGHT: &str = "name,club,faction,rating\nAnna Berg,Rooks,Orks,1900\nBert Ray,Rooks,Orks,1800\nCarl Li,Owls,Necrons,1700\n\
    Dora Quist,Owls,Aeldari,1600\nEmil van der Berg,Owls,Aeldari,1500\nFinn <b>,Rooks,Orks,1400\nGina محمد,,Tau,1300\nHugo,,Tau,1200\n";

fn event(settings: &str) -> World {
    let world = World::new();
    world.run(&format!("event new e --name Cup --seed 5 --rounds 2 {settings}")).ends(0);
    world.write("players.csv", EIGHT);
    world.run("event register e --csv players.csv").ends(0);
    world
}

/// Plays a round: the player named first wins every game.
fn play(world: &World) {
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    let round = world.run("event show e --open --json").ends(0).json();
    let slips: String = round["open"].as_array().unwrap().iter().map(|table| format!("{table} 60 41\n")).collect();
    world.feed("event desk e", &slips).ends(0);
    world.run("event close e").ends(0);
}

#[test]
fn a_scheme_sets_what_is_not_named_and_a_table_comes_from_a_file() {
    let world = World::new();
    world.run("event new m --name M --rounds 3 --scheme mtr --win-rate-floor 1/4").ends(0);
    let policies = world.run("event export m --json").ends(0).json();
    let policies = &policies["create"]["policies"];
    assert_eq!((&policies["points"]["win"], &policies["win_rate_floor"]), (&3.into(), &"1/4".into()), "{policies}");
    world.write("own.csv", "difference,winner,loser\n0,10,10\n11,13,7\n31;20;0\n");
    let mut command = world.command("event new own --name Own --rounds 1 --differential");
    crate::support::run_of(command.arg(world.path("own.csv")).output().unwrap()).ends(0);
    world.write("players.csv", "name\nA\nB\n");
    world.run("event register own --csv players.csv").ends(0);
    world.run("event pair own").ends(0);
    world.run("event publish own").ends(0);
    world.run("event result own --table 1 --one 60 --two 41").ends(0);
    world.run("event close own").ends(0);
    let rows = world.run("event standings own --json").ends(0).json()["rows"].take();
    assert_eq!((&rows[0]["points"], &rows[1]["points"]), (&13.into(), &7.into()));
    world.write("bad.csv", "0,10,10\n5,3,17\n");
    let mut command = world.command("event new bad --name Bad --rounds 1 --differential");
    crate::support::run_of(command.arg(world.path("bad.csv")).output().unwrap())
        .ends(1)
        .says("rows from difference 0 up");
    world.run("event new bad --name Bad --rounds 1 --differential nowhere.csv").ends(2).says("use wtc, or a file");
    world.run("event new bad --name Bad --rounds 1 --scheme xyz").ends(2).says("gw");
}

#[test]
fn protected_seeds_and_ratings_are_read_from_the_list() {
    let world = event("--protect-seeds 4 --method slide --seeding rating");
    let pairs = world.run("event pair e --json").ends(0).json()["tables"].take();
    for pair in pairs.as_array().unwrap() {
        let seeds = ["anna-berg", "bert-ray", "carl-li", "dora-quist"];
        let seeded = ["one", "two"].iter().filter(|side| seeds.contains(&pair[**side].as_str().unwrap())).count();
        assert_eq!(seeded, 1, "{pair}");
    }
    // Upper half against lower half, in order.
    let first = pairs.as_array().unwrap().iter().find(|pair| pair["one"] == "anna-berg").unwrap();
    assert_eq!(first["two"], "emil-van-der-berg");
}

#[test]
fn standings_are_sorted_by_what_is_asked_and_prizes_name_the_best() {
    let world = event("--categories painting:40");
    play(&world);
    world.run("event award e dora painting 41").ends(1).says("award-bounds");
    world.run("event award e dora beauty 4").ends(1).says("use painting");
    world.run("event award e dora Painting 39").ends(0);
    let out = world.run("event standings e --by painting").ends(0).out;
    assert!(out.lines().nth(4).unwrap().contains("Dora Quist"), "{out}");
    world.run("event standings e --by overall").ends(1).says("has no overall score");
    world.run("event standings e --by nonsense").ends(1).says("name of an award");
    let by_faction = world.run("event standings e --by faction --json").ends(0).json();
    let factions: Vec<&str> =
        by_faction["rows"].as_array().unwrap().iter().map(|row| row["faction"].as_str().unwrap()).collect();
    assert!(factions.is_sorted(), "{factions:?}");
    let prizes = world.run("event prizes e").ends(0).out;
    for title in ["First place", "Best in painting", "Best Necrons", "Best club"] {
        assert!(prizes.contains(title), "{title}: {prizes}");
    }
    let csv = world.run("event standings e --csv -").ends(0).out;
    assert!(csv.lines().next().unwrap().ends_with("dropped,faction,painting"), "{csv}");
}

#[test]
fn a_match_loss_gives_the_game_to_the_opponent() {
    let world = event("--bye-vp 50");
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    let round = world.run("event show e --round 1 --json").ends(0).json();
    let table = &round["pairings"]["tables"][0];
    let (one, two) = (table["one"].as_str().unwrap(), table["two"].as_str().unwrap());
    let out = world.run(&format!("event infraction e {one} match-loss --why phone --by judge")).ends(0).out;
    assert!(out.contains("match loss") && out.contains(" wins"), "{out}");
    let results = world.run("event show e --round 1 --json").ends(0).json()["results"].take();
    assert_eq!((&results[0]["winner"], &results[0]["two"]), (&"two".into(), &50.into()));
    world.run(&format!("event amend e --table {} --one 60 --two 5 --winner one --why undone", table["table"])).ends(0);
    world.run(&format!("event infraction e {two} match-loss --why phone")).ends(0);
    let results = world.run("event show e --round 1 --json").ends(0).json()["results"].take();
    assert_eq!((&results[0]["winner"], &results[0]["one"]), (&"one".into(), &60.into()));
}

#[test]
fn a_bracket_is_shown_as_text_picture_and_page() {
    let world = event("");
    world.run("event bracket e").ends(1).says("has no bracket");
    play(&world);
    world.run("event cut e --top 6").ends(0);
    let text = world.run("event bracket e").ends(0).out;
    assert!(text.contains("QF1") && text.contains("– bye") && text.contains("winner of SF1"), "{text}");
    (0..3).for_each(|_| play(&world));
    let text = world.run("event bracket e").ends(0).out;
    let champion = text.lines().find_map(|line| line.strip_prefix("champion: ")).expect("a champion").to_owned();
    let svg = world.run("event bracket e --svg -").ends(0).out;
    assert!(svg.starts_with("<svg ") && svg.contains("Champion") && !svg.contains("<b>"), "{svg}");
    world.run("event bracket e --pdf bracket.pdf").ends(0);
    assert!(world.read("bracket.pdf").starts_with(b"%PDF-1.7"));
    assert!(world.run("event finish e").ends(0).out.contains(&format!("Champion: {champion}")));
}

#[test]
fn screens_are_pages_of_their_own_that_run_nobodys_names() {
    let world = event("");
    play(&world);
    world.run("event sheets e --html --seconds 5 -o screens").ends(0);
    for name in ["pairings-by-table", "pairings-by-name", "standings"] {
        let page = String::from_utf8(world.read(&format!("screens/e-r1-{name}.html"))).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("data-seconds=\"5\""), "{page}");
        assert!(page.contains("Finn &lt;b&gt;") && page.contains("Gina محمد") && !page.contains("<b>"), "{page}");
        for outside in ["http://", "https://", " src=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside} in {name}");
        }
    }
    let page = String::from_utf8(world.read("screens/e-r1-pairings-by-table.html")).unwrap();
    assert_eq!(page.matches("<tr><td").count(), 4);
}

#[test]
fn documents_and_tables_are_printed_by_choice() {
    let world = event("");
    play(&world);
    world.run("event sheets e --only result-slips --table 2 -o one").ends(0);
    let names = |folder: &str| {
        let mut names: Vec<String> = std::fs::read_dir(world.path(folder))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("one"), ["e-r1-result-slips.pdf"]);
    let printed = world
        .run("event sheets e --only pairings-by-name,crosstable,certificates --columns 2 --last-name-first -o two");
    assert!(printed.ends(0).out.contains("pages)"));
    assert_eq!(names("two"), ["e-r1-certificates.pdf", "e-r1-crosstable.pdf", "e-r1-pairings-by-name.pdf"]);
    world.run("event sheets e --only bracket -o none").ends(1).says("none of these documents");
    world.run("event sheets e --only nothing -o none").ends(2).says("crosstable");
}

#[test]
fn an_event_is_copied_archived_and_listed_with_others() {
    let world = event("--scheme gw --categories painting:40");
    world.run("event table e --count 4").ends(0);
    play(&world);
    play(&world);
    world.run("event archive e").ends(1).says("an event that is finished");
    world.run("event finish e").ends(0);
    let copied = world.run("event copy e spring --name Spring").ends(0).out;
    assert!(copied.contains("the settings and 4 tables of e"), "{copied}");
    world.run("event copy e spring --name Spring").ends(1).says("there is an event spring already");
    let create = |id: &str| world.run(&format!("event export {id} --json")).ends(0).json()["create"].take();
    assert_eq!(create("e")["policies"], create("spring")["policies"]);
    assert_ne!(create("e")["seed"], create("spring")["seed"]);
    let games = world.run("event results --csv -").ends(0).out;
    assert_eq!(games.lines().count(), 1 + 8, "{games}");
    assert!(games.lines().all(|line| line.split(',').count() == 15), "{games}");
    let places = world.run("event results e spring --placings --csv -").ends(0).out;
    assert_eq!(places.lines().count(), 1 + 8, "{places}");
    world.run("event archive e").ends(0);
    let listed = |words: &str| world.run(words).ends(0).out.contains("| e ");
    assert!(!listed("event list") && listed("event list --all"));
    let all = world.run("event list --all").ends(0).out;
    let marked = |id: &str| all.lines().any(|line| line.contains(&format!("| {id} ")) && line.contains(" (archived)"));
    assert!(marked("e") && !marked("spring"), "{all}");
    world.run("event archive e --undo").ends(0);
    assert!(listed("event list"));
}

#[test]
fn the_members_of_teams_are_ranked_by_their_own_games() {
    let world = World::new();
    world.run("event new t --name Teams --rounds 1 --seed 7 --team-size 3 --differential wtc").ends(0);
    world.write(
        "teams.csv",
        "name,members,factions\nRooks,Anna/Bert/Carl,Orks/Tau/Necrons\nOwls,Dora/Emil/Fritz,Orks/Orks/Tau\n",
    );
    world.run("event register t --csv teams.csv").ends(0);
    world.run("event pair t").ends(0);
    world.run("event publish t").ends(0);
    world.run("event result t --table 1 --games 75:62,40:40,20:90").ends(0);
    world.run("event close t").ends(0);
    let members = world.run("event standings t --by members --json").ends(0).json()["members"].take();
    let points: Vec<i64> = members.as_array().unwrap().iter().map(|own| own["points"].as_i64().unwrap()).collect();
    assert_eq!(points, [20, 12, 10, 10, 8, 0], "75:62 is 12:8, 40:40 is 10:10, 20:90 is 0:20");
    let games = world.run("event results t --csv -").ends(0).out;
    assert_eq!(games.lines().count(), 4, "{games}");
    assert!(games.contains("Necrons") && games.contains(",3,"), "{games}");
    let run = world.run("event sheets t --only team-slips,captain-sheets -o sheets").ends(0).out;
    assert!(run.contains("team-slips.pdf (1 page)") && run.contains("captain-sheets.pdf (2 pages)"), "{run}");
    world.run("event standings t --by members").ends(0).says("");
}

#[test]
fn players_of_equal_record_go_on_in_pods() {
    let world = event("");
    play(&world);
    world.run("event standings e --by pod").ends(1).says("the event has no pods");
    let made = world.run("event pods e --size 4").ends(0).says("the pods need 3 rounds, the event ends after round 2");
    assert!(made.out.starts_with("pod 1: ") && made.out.contains("\npod 2: "), "{made:?}");
    assert!(made.out.ends_with("e: 2 pods from round 2 on\n"), "{made:?}");
    let listed = world.run("event standings e --by pod").ends(0);
    assert!(!listed.err.contains("amended"), "pods made later amend nothing: {listed:?}");
    world.run("event settings e --rounds 4 --why second-day").ends(0);
    // By hand, until a round of the pods is published.
    let by_hand = "event pods e --pod anna,bert,carl,dora --pod emil,finn,gina,hugo";
    world.run(by_hand).ends(0);
    let left_out = "event pods e --pod anna,bert,carl --pod emil,finn,gina,hugo";
    world.run(left_out).ends(1).says("left-out");
    world.run("event pods e --pod nobody,bert --pod emil,finn").ends(1).says("nobody");
    (0..3).for_each(|_| play(&world));
    // Four of eight who share a pod: some of them did before.
    world.run("event pods e").ends(0).says("the event ends after round 4").says("of the pods");
    let standings = world.run("event standings e --by pod").ends(0).out;
    assert!(standings.contains("pod"), "{standings}");
    let rows = world.run("event standings e --round 3 --by pod --json").ends(0).json();
    let pods: Vec<u64> = rows["rows"].as_array().unwrap().iter().map(|row| row["pod"].as_u64().unwrap()).collect();
    assert_eq!(pods, [1, 1, 1, 1, 2, 2, 2, 2]);
    let history = world.run("event show e --history").ends(0).out;
    assert!(history.contains("2 pods made"), "{history}");
    world.run("event check e").ends(0);
}
