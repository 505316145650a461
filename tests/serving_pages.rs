//! What the pages of a hall say and offer at each moment of the day.

use adjutant_tournament::command::PassKind;
use serde_json::json;

use crate::serving::{Server, cookie, crowd, event, log};
use crate::serving_match::{Phones, encoded, played_out, records_of, say, seated};
use crate::support::World;

/// The numbers of the row that begins with a head, in the first table of sums.
fn numbers(page: &str, head: &str) -> Vec<i64> {
    let sums = page.split("<table class=\"sum\">").nth(1).expect("a sum").split("</table>").next().unwrap();
    let row = sums
        .split("<tr")
        .find(|row| row.contains(&format!(">{head}</th>")))
        .unwrap_or_else(|| panic!("{head}: {sums}"));
    let cells = row.split("<td class=\"num\">").skip(1).map(|cell| cell.split('<').next().unwrap().trim());
    cells.map(|cell| if cell == "–" { 0 } else { cell.parse().unwrap_or_else(|_| panic!("{cell} in {row}")) }).collect()
}

fn heads(page: &str) -> Vec<String> {
    let sums = page.split("<table class=\"sum\">").nth(1).expect("a sum").split("</table>").next().unwrap();
    let rows = sums.split("<th scope=\"row\">").skip(1);
    rows.map(|row| row.split('<').next().unwrap().to_owned()).collect()
}

/// The sum of the page adds up to the totals that the log tells, and one button holds the deed.
#[test]
fn after_a_recorded_match_one_button_agrees_and_the_points_add_up() {
    let world = played_out();
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let view = world.run("match show gt-r1-t01 --json").ends(0).json();
    let [one, two] = ["one", "two"].map(|player| view["players"][player]["total"].as_i64().unwrap());
    for (phone, [own, theirs]) in [(&phones.one, [one, two]), (&phones.two, [two, one])] {
        let page = server.get("/me/result", phone).text;
        assert_eq!(page.matches("class=\"go\"").count(), 1, "{page}");
        assert!(page.contains(&format!("I agree: {own} – {theirs}")), "{page}");
        assert!(!page.contains("Report the result"), "{page}");
        let form = page.split("class=\"dock\"").nth(1).unwrap();
        assert!(form.contains("name=\"from\" value=\"match\""), "{form}");
        assert_eq!(numbers(&page, "Total"), [own, theirs], "{page}");
        let rows = heads(&page);
        assert!(rows.iter().all(|head| !head.starts_with("Secondary")), "{rows:?}");
        let mut sum = [0, 0];
        for head in rows.iter().filter(|head| *head != "Total") {
            let row = numbers(&page, head);
            sum = [sum[0] + row[0], sum[1] + row[1]];
        }
        assert_eq!(sum, [own, theirs], "{rows:?}");
        // The page of the match tells the same sum.
        assert_eq!(numbers(&server.get("/match", phone).text, "Total"), [own, theirs]);
    }
}

/// Between rounds nobody has a table; after the event the page says how it went.
#[test]
fn between_rounds_a_player_is_told_to_stay_near_and_at_the_end_the_place() {
    let world = World::new();
    event(&world, &["Anna", "Ben", "Carl", "Dora"]);
    let played = |round: u16| {
        world.run("event pair gt").ends(0);
        world.run("event publish gt").ends(0);
        for table in 1..=2 {
            world.run(&format!("event result gt --table {table} --one {} --two 40", 60 + round)).ends(0);
        }
    };
    played(1);
    let winner = log(&world).state().rounds[0].pair.tables[0].one.to_string();
    let server = Server::start(&world, 0);
    let phone = cookie(&world, PassKind::Player, &winner);
    let page = || server.get("/me", &phone).text;
    let until = |words: &str| {
        let shown = (0..100).find_map(|_| {
            let text = page();
            std::thread::sleep(std::time::Duration::from_millis(50));
            text.contains(words).then_some(text)
        });
        shown.unwrap_or_else(|| panic!("{words}: {}", page()))
    };
    let open = until("You play");
    assert!(open.contains("Call a judge") && open.contains("<small>Table</small>"), "{open}");
    world.run("event close gt").ends(0);
    let between = until("Round 2 is being paired");
    assert!(between.contains("you won 61 – 40") && between.contains("Stay near."), "{between}");
    for gone in ["Call a judge", "<small>Table</small>", "You play", "class=\"b go wide\""] {
        assert!(!between.contains(gone), "{gone}: {between}");
    }
    // A draft changes nothing of it.
    world.run("event pair gt").ends(0);
    assert!(until("Round 2 is being paired").contains("Stay near."));
    world.run("event publish gt").ends(0);
    until("You play");
    for table in 1..=2 {
        world.run(&format!("event result gt --table {table} --one 62 --two 40")).ends(0);
    }
    world.run("event close gt").ends(0);
    until("All rounds are played");
    // The desk goes on with the end, not with a round that nobody announced.
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let shown = server.get("/desk", &desk).text;
    assert!(shown.contains("Cut, or end the event") && !shown.contains("Pair round 3"), "{shown}");
    let ends = server.get("/desk/draft", &desk).text;
    let dock = ends.split("class=\"dock\"").nth(1).unwrap();
    assert!(dock.contains("action=\"/desk/finish\"") && !dock.contains("/desk/pair"), "{dock}");
    assert!(ends.contains("Play another round …"), "{ends}");
    server.fill("/desk/draft", "/desk/finish", &desk, "");
    let over = until("You came ");
    assert!(over.contains(" of 4: ") && over.contains("Final standings"), "{over}");
    let balance = ["2 wins, 0 losses", "1 win, 1 loss"].iter().any(|words| over.contains(words));
    assert!(balance && !over.contains("not paired") && !over.contains("Call a judge"), "{over}");
}

const LIST: &str = "++ Patrol Detachment 0CP (Imperium - Invented Order) [9 PL, 5CP, 2180pts] ++\r\n\r\n\
    + HQ +\r\n\r\nPrioress [5 PL, -1CP, 2100pts]: Candle of Dawn, Warlord\r\n\r\n\
    + Troops +\r\n\r\nPilgrims [4 PL, 80pts]\r\n. 9x Pilgrim: 9x Staff\r\n. Pilgrim Leader: Staff\r\n";

/// The desk sees which lists are missing or faulty, and a list opens with what is wrong.
#[test]
fn the_desk_sees_faulty_and_missing_lists_and_a_list_tells_its_faults_first() {
    let world = World::new();
    world.write("players.csv", "name\nAnna\nBert\nCleo\n");
    world.run("event new gt --name GT --pack gt2020 --rounds 1 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let players = |query: &str| server.get(&format!("/desk/players{query}"), &desk).text;
    assert!(!players("").contains("missing"), "nobody hands in lists here: none is missing");
    let anna = cookie(&world, PassKind::Player, "anna");
    let looked = server.answer_to("/me/list", "/me/list", &anna, &format!("text={}", encoded(LIST)));
    let place = looked.text.lines().find_map(|line| line.strip_prefix("location: ")).expect("a place").to_owned();
    let shown = server.get(&place, &anna).text;
    let at = |words: &str| shown.find(words).unwrap_or_else(|| panic!("{words}: {shown}"));
    // 180 points too many: that is a fault, and it stands before everything else.
    let faults = shown.matches("class=\"warn\"").count();
    assert!(faults > 0 && at("class=\"warn\"") < at("To look at") && at("To look at") < at("nothing to do"), "{shown}");
    assert!(shown.contains(&format!("{faults} fault")) && shown.contains("1 detachment"), "{shown}");
    assert!(!shown.contains("1 detachments") && !shown.contains(">a1: "), "{shown}");
    assert!(shown.contains("the least size of Prioress (a1), Pilgrims (a2): "), "{shown}");
    let digest = place.split("digest=").nth(1).unwrap();
    server.fill(&place, "/me/list/hand-in", &anna, &format!("digest={digest}"));
    let row = |text: &str, name: &str| {
        let row = text.split("<tr").find(|row| row.contains(&format!("<bdi>{name}</bdi>")));
        row.map(|row| row.split("</tr>").next().unwrap().to_owned())
    };
    let all = players("");
    let annas = row(&all, "Anna").unwrap();
    assert!((annas.contains("fault") || annas.contains("180 points too many")) && annas.contains(">2180<"), "{annas}");
    assert!(row(&all, "Bert").unwrap().contains("missing"), "{all}");
    assert!(all.contains("missing 2") && all.contains("with faults 1"), "{all}");
    let missing = players("?show=missing");
    assert!(row(&missing, "Anna").is_none() && row(&missing, "Cleo").is_some(), "{missing}");
    let faulty = players("?show=faults");
    assert!(row(&faulty, "Anna").is_some() && row(&faulty, "Bert").is_none(), "{faulty}");
}

#[test]
fn points_are_taken_or_given_by_a_word_and_never_by_a_sign() {
    let world = World::new();
    event(&world, &["Anna", "Ben"]);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let shown = server.get("/judge/book", &desk).text;
    assert_eq!(shown.matches("<option value=\"take\">").count(), 2, "{shown}");
    let rule =
        |fields: &str| server.answer_to("/judge/book", "/judge/book", &desk, &format!("kind=points&why=slow&{fields}"));
    for fields in ["player=ben&way=take&points=1", "player=ben&way=take&points=-1", "player=anna&way=give&points=2"] {
        assert_eq!(rule(fields).status, 303, "{fields}");
    }
    let odd = rule("player=anna&way=give&points=-2");
    assert!(odd.status == 400 && odd.text.contains("without a minus"), "{}", odd.text);
    let state = log(&world).state().clone();
    let points = |id: &str| {
        let player = state.players.iter().find(|player| player.entry.player.as_str() == id).unwrap();
        player.infractions.iter().map(|(_, line)| line.points.unwrap_or_default()).collect::<Vec<i32>>()
    };
    assert_eq!((points("ben"), points("anna")), (vec![-1, -1], vec![2]));
}

/// What each player says of their own army in the set-up leaves the other's page true.
#[test]
fn two_phones_in_the_set_up_do_not_stop_each_other() {
    let (world, server, phones) = seated();
    let seen = records_of(&world).len();
    let doing = |command: serde_json::Value| format!("do={}", encoded(&command.to_string()));
    let own = |choose: [&str; 3]| doing(json!({"secondaries": {"choose": choose}}));
    let first = own(["raze", "linebreaker", "assassinate"]);
    assert_eq!(say(&server, "/match/say", &phones.one, 1, seen, &first).status, 303);
    let second = own(["raze", "engage-on-all-fronts", "grind-them-down"]);
    let beside = say(&server, "/match/say", &phones.two, 2, seen, &second);
    assert_eq!(beside.status, 303, "{}", beside.text);
    // What both rest on still stops a page from before it.
    assert_eq!(
        say(&server, "/match/say", &phones.one, 3, seen + 2, &doing(json!({"roles": {"attacker": "one"}}))).status,
        303
    );
    assert_eq!(
        say(&server, "/match/say", &phones.two, 4, seen + 2, &doing(json!({"zone": {"zone": "a"}}))).status,
        409
    );
}

/// A group of objectives allows one: the page offers no two of a category.
#[test]
fn secondary_objectives_are_chosen_one_of_a_group() {
    let (world, server, phones) = seated();
    let page = server.get("/match", &phones.one).text;
    assert!(!page.contains("type=\"checkbox\" name=\"/secondaries"), "{page}");
    let groups: Vec<&str> = page
        .split("<fieldset class=\"group\">")
        .skip(1)
        .map(|part| part.split("</fieldset>").next().unwrap())
        .collect();
    assert!(groups.len() >= 5, "{} groups", groups.len());
    for (at, group) in groups.iter().enumerate() {
        assert!(
            group.contains(&format!("name=\"/secondaries/choose@{at}\" value=\"\"")),
            "one takes it off again: {group}"
        );
        assert_eq!(group.matches("checked").count(), 1, "{group}");
    }
    let pick = |at: usize| {
        let value = groups[at].split("value=\"").nth(1).unwrap().split('"').next().unwrap();
        format!("&/secondaries/choose@{at}={value}")
    };
    let seen = records_of(&world).len();
    let choose = encoded(&json!({"secondaries": {"choose": []}}).to_string());
    let said = format!("do={choose}{}&/secondaries/choose@1={}{}", pick(0), pick(2), pick(3));
    let answer = say(&server, "/match/say", &phones.one, 1, seen, &said);
    assert_eq!(answer.status, 303, "{}", answer.text);
    assert_eq!(records_of(&world).pop().unwrap()["do"]["secondaries"]["choose"].as_array().map(Vec::len), Some(3));
    // Before the battle nothing says what can still be scored.
    let scoring = server.get("/match/scoring", &phones.one).text;
    assert!(!scoring.contains("can still score"), "{scoring}");
}

/// Another number than the mission allows is counted on the page before it is sent, and never sealed where it is sent.
#[test]
fn a_wrong_number_of_objectives_is_not_sealed() {
    let (world, server, phones) = seated();
    let page = server.get("/match", &phones.one).text;
    let form = page.split("<form").find(|form| form.contains("action=\"/match/seal\"")).unwrap();
    assert!(form.contains("data-choose=\"3\"") && form.contains("data-chosen"), "{form}");
    let ids: Vec<&str> = form
        .split("name=\"/secondaries/choose@")
        .skip(1)
        .map(|part| part.split("value=\"").nth(1).unwrap().split('"').next().unwrap())
        .filter(|id| !id.is_empty())
        .collect();
    let seen = records_of(&world).len();
    let choose = encoded(&json!({"secondaries": {"choose": []}}).to_string());
    for count in [0, 1, 2, 4] {
        let ticks: String = (0..count).map(|at| format!("&/secondaries/choose@{at}={}", ids[at])).collect();
        let answer = say(&server, "/match/seal", &phones.one, count, seen, &format!("do={choose}{ticks}"));
        assert_eq!(answer.status, 422, "{count}: {}", answer.text);
        assert!(answer.text.contains("exactly 3"), "{count}: {}", answer.text);
    }
    assert_eq!(records_of(&world).len(), seen);
    assert!(!server.get("/match", &phones.one).text.contains("You chose:"), "nothing is bound");
    // The page counts by itself: what it says stands in the form, and another number stays on it.
    let script = page.split("src=\"").find(|part| part.contains(".js\"")).unwrap();
    let script = server.get(script.split('"').next().unwrap(), "").text;
    assert!(script.contains("form.dataset.choose") && script.contains("[data-chosen]"), "{script}");
}

/// Somebody late is entered by one key from any row, and each row names the keys of what it offers.
#[test]
fn a_late_entry_and_the_acts_of_a_row_have_keys() {
    let world = World::new();
    world.run("event new gt --name GT --rounds 2 --seed 5 --check-in").ends(0);
    for player in ["Anna", "Ben"] {
        world.run(&format!("event register gt --name {player}")).ends(0);
    }
    world.run("event check-in gt anna").ends(0);
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let page = server.get("/desk/players", &desk).text;
    assert!(page.contains("<span data-far=\"l\"><a class=\"b\" href=\"#name\">Enter a player</a></span>"), "{page}");
    let entry = page.split("<form").find(|form| form.contains("action=\"/desk/enter\"")).expect("a form");
    assert!(entry.contains("id=\"name\" name=\"name\""), "{entry}");
    let row =
        |name: &str| page.split("<tr").find(|row| row.contains(&format!("href=\"/desk/player/{name}\""))).unwrap();
    for (name, keys, without) in [("anna", "qpd", "c"), ("ben", "qcd", "p")] {
        let has = |key: char| row(name).contains(&format!("data-key=\"{key}\""));
        assert!(keys.chars().all(has) && !without.chars().any(has), "{name}: {}", row(name));
    }
}

/// The rows of a hall of three hundred, by the name that people look for, on as many screens as it needs.
#[test]
fn a_large_hall_has_screens_beside_each_other_and_names_by_the_last_one() {
    let world = World::new();
    crowd(&world, 290, "--rounds 2");
    world.write("more.csv", "name\nZoe Abel\nAdam Zorn\nJan van der Berg\n");
    world.run("event register gt --csv more.csv").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let server = Server::start(&world, 0);
    let list = server.get("/screen", "").text;
    assert!(list.contains("/screen/pairings?part=5/5") && list.contains("/screen/pairings?by=last"), "{list}");
    let names = |path: &str| -> Vec<String> {
        let page = server.get(path, "").text;
        page.split("<th scope=\"row\"><bdi>").skip(1).map(|part| part.split('<').next().unwrap().to_owned()).collect()
    };
    let first = names("/screen/pairings");
    assert_eq!((first[0].as_str(), first[1].as_str()), ("Adam Zorn", "Jan van der Berg"));
    let first = names("/screen/pairings?by=last");
    assert_eq!(first[0], "Abel, Zoe", "{first:?}");
    // Four pages, then the clock, then the list goes on, sorted as before.
    let turns = server.get("/screen/pairings?page=4&of=pairings,clock&by=last", "").text;
    assert!(turns.contains("/screen/clock?page=1&amp;of=pairings:5,clock&amp;by=last"), "{turns}");
    let clock = server.get("/screen/clock?page=1&of=pairings:5,clock&by=last", "").text;
    assert!(clock.contains("/screen/pairings?page=5&amp;of=pairings:5,clock&amp;by=last"), "{clock}");
}

#[test]
fn before_round_1_only_what_can_be_printed_is_offered() {
    let world = World::new();
    event(&world, &["Anna", "Ben"]);
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let offered = |page: &str| -> Vec<String> {
        page.split("href=\"/desk/print/").skip(1).map(|part| part.split('"').next().unwrap().to_owned()).collect()
    };
    let early = offered(&server.get("/desk/print", &desk).text);
    assert_eq!(early, ["poster", "player-passes", "table-passes"]);
    for document in &early {
        assert_eq!(
            server.ask(&format!("HEAD /desk/print/{document} HTTP/1.1\r\nCookie: adjutant={desk}"), "").unwrap().status,
            200
        );
    }
    let none = server.get("/desk/print/standings", &desk);
    assert!(none.status == 422 && none.text.contains("This cannot be printed now"), "{}", none.text);
    assert!(!none.text.contains("not recorded") && none.text.contains("href=\"/desk/print\""), "{}", none.text);
    world.run("event pair gt").ends(0);
    let later = (0..100).map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        offered(&server.get("/desk/print", &desk).text)
    });
    assert!(later.into_iter().any(|all| all.contains(&"pairings-by-name".to_owned())), "five seconds were not enough");
}

/// Who misses a fixed seat is named on the page of the draft; where nobody has one, nothing is said of seats.
#[test]
fn a_draft_names_who_misses_a_fixed_seat() {
    let page = |seats: &[&str]| {
        let world = World::new();
        world.run("event new gt --name GT --rounds 1 --seed 5").ends(0);
        for (player, seat) in ["Anna", "Ben"].iter().zip(seats) {
            world.run(&format!("event register gt --name {player} {seat}")).ends(0);
        }
        world.run("event pair gt").ends(0);
        let server = Server::start(&world, 0);
        let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
        server.get("/desk/draft", &desk).text
    };
    let missed = page(&["--seat 1", "--seat 2"]);
    assert!(missed.contains("is not at the fixed seat, table ") && missed.contains("<b>1 flag</b>"), "{missed}");
    let free = page(&["", ""]);
    assert!(!free.contains("seat,") && !free.contains("fixed") && free.contains("<b>0 flags</b>"), "{free}");
}

/// Opponents who would have cost the same share a line; seats changed by hand are priced.
#[test]
fn reasons_are_grouped_and_a_change_of_seats_is_priced() {
    let world = World::new();
    event(&world, &["Anna", "Ben", "Carl", "Dora", "Eli", "Fay", "Gus", "Hal"]);
    world.run("event pair gt").ends(0);
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let tables = log(&world).state().rounds[0].pair.tables.clone();
    let why = server.get(&format!("/desk/draft?why={}", tables[0].one), &desk).text;
    let costs: Vec<&str> = why.split("<td>").skip(1).map(|cell| cell.split("</td>").next().unwrap()).collect();
    let distinct: std::collections::BTreeSet<&&str> = costs.iter().collect();
    assert_eq!(costs.len(), distinct.len(), "{costs:?}");
    assert!(why.contains(" others</summary>"), "{why}");
    assert!(!server.get("/desk/draft", &desk).text.contains("Changed by hand after the draw"));
    let fields = format!("one={}&other={}&why=club", tables[0].one, tables[1].one);
    server.fill("/desk/draft", "/desk/swap", &desk, &fields);
    let shown = server.get("/desk/draft", &desk).text;
    assert!(shown.contains("Changed by hand after the draw") && shown.contains("Against the draw: "), "{shown}");
}

/// Drafts and lists that are not shown yet are not for other accounts of the laptop.
#[cfg(unix)]
#[test]
fn nobody_else_on_the_laptop_reads_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    event(&world, &["Anna", "Ben"]);
    world.run("backup copy.db").ends(0);
    for file in ["data/adjutant.db", "copy.db"] {
        let mode = std::fs::metadata(world.path(file)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{file}: {mode:o}");
    }
}

/// Every file of the page is byte for byte what its verb writes; the backup is a database that holds the event.
#[test]
fn the_organiser_saves_what_the_verbs_write_and_a_backup() {
    let world = World::new();
    event(&world, &["Anna", "Ben", "Carl", "Dora"]);
    let server = Server::start(&world, 0);
    let organiser = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let early = server.get("/desk/files", &organiser).text;
    assert!(early.contains("once round 1 is closed") && !early.contains("/desk/files/standings.csv"), "{early}");
    assert_eq!(server.get("/desk/files/standings.csv", &organiser).status, 403);
    assert_eq!(server.get("/desk/files/keys", &organiser).status, 404);
    for words in
        ["pair gt", "publish gt", "result gt --table 1 --one 60 --two 40", "result gt --table 2 --one 9 --two 8"]
    {
        world.run(&format!("event {words}")).ends(0);
    }
    world.run("event close gt").ends(0);
    let offered = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        server.get("/desk/files", &organiser).text.contains("/desk/files/standings.csv")
    });
    assert!(offered, "five seconds were not enough");
    let verbs = [
        ("standings.csv", "standings gt --csv"),
        ("placings.csv", "standings gt --columns bcp --csv"),
        ("games.csv", "export gt --games"),
        ("report.trf", "export gt --trf"),
        ("event.json", "export gt --json"),
        ("log.jsonl", "export gt --log"),
    ];
    for (file, verb) in verbs {
        world.run(&format!("event {verb} {file}")).ends(0);
        let (head, saved) = server.save(&format!("/desk/files/{file}"), &organiser);
        assert!(head.contains(&format!("attachment; filename=\"gt-{file}\"")), "{head}");
        assert_eq!(String::from_utf8_lossy(&saved), String::from_utf8_lossy(&world.read(file)), "{file}");
    }
    let (_, backup) = server.save("/desk/files/backup.db", &organiser);
    world.write("taken.db", backup);
    world.run("restore taken.db --data home").ends(0);
    world.run("event export gt --data home --log again.jsonl").ends(0);
    assert_eq!(world.read("again.jsonl"), world.read("log.jsonl"));
    let left = std::fs::read_dir(world.path("data")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().starts_with("to-save")));
}

/// Ten open tables fit on the screen that names them: from six on they are set smaller.
#[test]
fn missing_results_are_set_smaller_where_they_are_many() {
    for (players, class) in [(10, "class=\"few\""), (12, "class=\"few many\"")] {
        let world = World::new();
        crowd(&world, players, "--rounds 2");
        world.run("event pair gt").ends(0);
        world.run("event publish gt").ends(0);
        let page = Server::start(&world, 0).get("/screen/missing", "").text;
        assert!(page.contains(class), "{players}: {page}");
    }
}
