//! What is said with a card in hand, on a device that is not the player's own, and what the desk rules and sets up.

use adjutant_tournament::command::PassKind;
use serde_json::json;

use crate::serving::{PLAYERS, Server, card, cookie, event, log, said, same_records};
use crate::serving_match::{Phones, encoded, records_of, say, seated};
use crate::support::World;

#[test]
fn the_judges_book_the_tables_and_a_list_by_forms_leave_the_records_of_the_verbs() {
    let (verbs, forms) = (World::new(), World::new());
    let list = "name;club\nAnna;Old Mill\nBen;\nCarl;\nDora;Red Dice\nEmil;\nFinn;\n";
    for world in [&verbs, &forms] {
        world.run("event new gt --name GT --rounds 3 --seed 5").ends(0);
        world.write("list.csv", list);
    }
    forms.run("event pass gt judge mia --new").ends(0);
    verbs.run("event pass gt judge mia --new").ends(0);
    let run = |words: &str| drop(verbs.run(&format!("event {words}")).ends(0));
    let server = Server::start(&forms, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let judge = cookie(&forms, PassKind::Judge, "mia");

    run("register gt --csv list.csv");
    assert_eq!(server.attach("/desk/players", "/desk/list", &desk, list).status, 303);
    // A list of whom the event has enters nobody, and holds nothing up.
    let before = said(&forms);
    let refused = server.attach("/desk/players", "/desk/list", &desk, list);
    assert!(refused.status == 400 && refused.text.contains("has everybody of the list already"), "{}", refused.text);
    let refused = server.attach("/desk/players", "/desk/list", &desk, "name;seat\nGwen;two\n");
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("line 2"), "{}", refused.text);
    assert_eq!(said(&forms), before);

    run("table gt --count 4 --missions a,b --terrain ruins");
    server.fill("/desk/tables", "/desk/tables", &desk, "count=4&mission=a%2C+b&terrain=ruins");
    run("table gt --from 3 --count 2 --hall Annex");
    server.fill("/desk/tables", "/desk/tables", &desk, "count=2&first=3&hall=Annex&terrain=");
    run("judge gt mia --club Rooks");
    server.fill("/desk/passes", "/desk/judge", &desk, "judge=mia&club=Rooks&team=");
    run("table gt --number 2 --closed --name stream");
    server.fill("/desk/tables?table=2", "/desk/table", &desk, "table=2&state=closed&name=stream&mission=&terrain=");
    verbs.write("old-town.txt", "terrain t1 ruins at 22,22 size 6x4\n");
    run("table gt --number 3 --layout old-town.txt");
    let pieces = "pieces=terrain+t1+ruins+at+22%2C22+size+6x4%0A";
    server.fill("/desk/tables", "/desk/table", &desk, &format!("table=3&layout=old-town&{pieces}"));
    let nameless = server.answer_to("/desk/tables", "/desk/table", &desk, &format!("table=3&layout=&{pieces}"));
    assert!(nameless.status == 400 && nameless.text.contains("what the layout is called"), "{}", nameless.text);
    let castle = server.answer_to("/desk/tables", "/desk/table", &desk, "table=3&layout=x&pieces=terrain+t1+castle");
    assert!(castle.status == 400 && castle.text.contains("Line 1 of the layout: "), "{}", castle.text);
    run("table gt --number 3 --clear layout");
    server.fill("/desk/tables", "/desk/table", &desk, "table=3&clear=layout");
    let tables = server.get("/desk/tables", &desk).text;
    assert!(tables.contains("stream") && tables.contains("closed"), "{tables}");
    run("pair gt");
    server.fill("/desk/draft", "/desk/pair", &desk, "");
    let seats = log(&verbs).state().rounds[0].pair.tables.clone();
    assert!(seats.iter().all(|pairing| pairing.table.0 != 2), "{seats:?}");
    run("publish gt");
    server.fill("/desk/draft", "/desk/publish", &desk, "as_drafted=");
    run("move gt --table 1 --to 5 --why water");
    server.fill("/desk/tables", "/desk/move", &desk, "table=1&to=5&why=water");

    let [(first, second), (third, fourth), (fifth, _)] =
        [0, 1, 2].map(|at: usize| (seats[at].one.as_str().to_owned(), seats[at].two.as_str().to_owned()));
    run(&format!("infraction gt {first} warning --why slow-play --judge mia"));
    server.fill("/judge/book", "/judge/book", &judge, &format!("player={first}&kind=warning&points=&why=slow-play"));
    run(&format!("infraction gt {second} game-loss --why late"));
    server.fill("/judge/book", "/judge/book", &desk, &format!("player={second}&kind=game-loss&points=&why=late"));
    // A match loss enters the result of the game; after another result it corrects that one.
    run(&format!("infraction gt {third} match-loss --why rude --judge mia"));
    server.fill("/judge/book", "/judge/book", &judge, &format!("player={third}&kind=match-loss&points=&why=rude"));
    run(&format!("result gt --table {} --one 70 --two 20", seats[2].table));
    server.fill("/desk", "/desk/result", &desk, &format!("table={}&one=70&two=20", seats[2].table));
    run(&format!("infraction gt {fifth} match-loss --why listless"));
    server.fill("/judge/book", "/judge/book", &desk, &format!("player={fifth}&kind=match-loss&points=&why=listless"));
    // The second yellow card brings a red one, which takes the game.
    for _ in 0..2 {
        run(&format!("infraction gt {fourth} yellow-card --why slow --judge mia"));
        server.fill(
            "/judge/book",
            "/judge/book",
            &judge,
            &format!("player={fourth}&kind=yellow-card&points=&why=slow"),
        );
    }
    run(&format!("infraction gt {fourth} points --points -2 --why late-list"));
    server.fill("/judge/book", "/judge/book", &desk, &format!("player={fourth}&kind=points&points=-2&why=late-list"));
    run(&format!("infraction gt {second} disqualification --why cheated"));
    server.fill(
        "/judge/book",
        "/judge/book",
        &desk,
        &format!("player={second}&kind=disqualification&points=&why=cheated"),
    );

    same_records(&said(&verbs), &said(&forms));
    forms.run("event check gt").ends(0);
    let shown = server.get("/judge/book", &judge).text;
    for words in ["slow-play", "game loss", "match loss", "disqualification", "-2"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    // What does not fit is refused, and changes nothing.
    let before = said(&forms);
    for (fields, status) in [
        ("player=anna&kind=warning&points=&why=", 400),
        ("player=anna&kind=flogging&points=&why=x", 400),
        ("player=nobody&kind=warning&points=&why=x", 422),
        ("player=anna&kind=warning&points=-2&why=x", 422),
        ("player=anna&kind=points&points=&why=x", 422),
        ("player=anna&kind=points&points=two&why=x", 400),
    ] {
        let answer = server.answer_to("/judge/book", "/judge/book", &desk, fields);
        assert_eq!(answer.status, status, "{fields}: {}", answer.text);
    }
    for (path, fields) in [
        ("/desk/tables", "count=0&terrain="),
        ("/desk/tables", "count=501&terrain="),
        ("/desk/table", "table=2&state=&name=&mission=&terrain="),
        ("/desk/table", "table=x"),
    ] {
        let answer = server.answer_to("/desk/tables", path, &desk, fields);
        assert_eq!(answer.status, 400, "{path} {fields}: {}", answer.text);
    }
    assert_eq!(said(&forms), before);
}

#[test]
fn one_device_at_a_table_reports_for_both_with_both_cards() {
    let (verbs, forms) = (World::new(), World::new());
    for world in [&verbs, &forms] {
        event(world, &PLAYERS);
        world.run("event pair gt").ends(0);
        world.run("event publish gt").ends(0);
    }
    let run = |words: &str| drop(verbs.run(&format!("event {words}")).ends(0));
    let tables = log(&forms).state().rounds[0].pair.tables.clone();
    let [one, two, stranger, fourth] =
        [&tables[0].one, &tables[0].two, &tables[1].one, &tables[1].two].map(|id| id.as_str().to_owned());
    let device = cookie(&forms, PassKind::Table, &tables[0].table.to_string());
    let server = Server::start(&forms, 0);
    let before = said(&forms);
    // Without a card, with a wrong one or with one of another table nothing is said.
    for (pass, status) in [("", 400), ("0000-0000-0000-0000", 404), (&card(&forms, &stranger), 400)] {
        let fields = format!("one=78&two=55&pass={pass}");
        assert_eq!(server.answer_to("/match/result", "/match/report", &device, &fields).status, status, "{pass}");
    }
    assert_eq!(said(&forms), before);
    run(&format!("report gt {one} --one 78 --two 55"));
    let fields = format!("one=78&two=55&pass={}", card(&forms, &one));
    server.fill("/match/result", "/match/report", &device, &fields);
    let shown = server.get("/match/result", &device).text;
    assert!(shown.contains("agrees: 78 – 55") && shown.contains("One of you has reported"), "{shown}");
    // The same card twice is one word, not two.
    run(&format!("report gt {one} --one 78 --two 55"));
    server.fill("/match/result", "/match/report", &device, &fields);
    assert!(log(&forms).state().rounds[0].results.is_empty());
    run(&format!("report gt {two} --one 78 --two 55"));
    let fields = format!("one=78&two=55&pass={}", card(&forms, &two).to_lowercase());
    server.fill("/match/result", "/match/report", &device, &fields);
    let shown = server.get("/match/result", &device).text;
    assert!(shown.contains("It rests on: agreed"), "{shown}");
    // A dispute, and its end, each with the card.
    run(&format!("dispute gt {two} --why mistyped"));
    let fields = format!("why=mistyped&pass={}", card(&forms, &two));
    server.fill("/match/result", "/match/dispute", &device, &fields);
    let seq = said(&forms).len();
    let fields = format!("seq={seq}&pass={}", card(&forms, &one));
    assert_eq!(
        server.answer_to("/match/result", "/match/settle", &device, &fields).status,
        422,
        "not the one who disputes"
    );
    run(&format!("answer gt --table {} --player {two}", tables[0].table));
    let fields = format!("seq={seq}&pass={}", card(&forms, &two));
    server.fill("/match/result", "/match/settle", &device, &fields);
    // A player without a phone agrees on the opponent's.
    let phone = cookie(&forms, PassKind::Player, &stranger);
    run(&format!("report gt {stranger} --one 40 --two 61"));
    server.fill("/me/result", "/me/report", &phone, "mine=40&theirs=61");
    assert!(server.get("/me/result", &phone).text.contains("has no phone"));
    run(&format!("report gt {fourth} --one 40 --two 61"));
    let fields = format!("one=40&two=61&pass={}", card(&forms, &fourth));
    server.fill("/me/result", "/match/report", &phone, &fields);
    same_records(&said(&verbs), &said(&forms));
    assert_eq!(log(&forms).state().rounds[0].results.len(), 2);
    // No pass is on a page, and the phone keeps none: forms with a card go out as forms with files.
    for path in ["/match/result", "/me/result"] {
        let text = server.get(path, if path == "/me/result" { &phone } else { &device }).text;
        assert!(!text.contains(&card(&forms, &one)) && !text.contains(&card(&forms, &one).replace('-', "")));
        for form in
            text.split("<form").skip(1).filter(|form| form.split("</form").next().unwrap().contains("name=\"pass\""))
        {
            assert!(form.split('>').next().unwrap().contains("multipart/form-data"), "{form}");
        }
    }
}

/// Two phones, and the cookie with which the first one writes for both.
fn lent() -> (World, Server, Phones, String, [String; 2]) {
    let (world, server, phones) = seated();
    let pairing = log(&world).state().rounds[0].pair.tables[0].clone();
    let cards = [&pairing.one, &pairing.two].map(|player| card(&world, player.as_str()));
    let answer = say(&server, "/match/both", &phones.one, 1, 1, &format!("pass={}", cards[1]));
    assert_eq!(answer.status, 303, "{}", answer.text);
    let claim = answer.cookie.unwrap();
    assert!(claim.starts_with("-both="), "{claim}");
    let both = format!("{}; adjutant{claim}", phones.one);
    (world, server, phones, both, [pairing.one.to_string(), pairing.two.to_string()])
}

/// A note by somebody; the answer, and who said the last record.
fn note(world: &World, server: &Server, by: &str, rid: usize, cookie: &str) -> (u16, String) {
    let command = json!({"note": {"text": format!("said by {rid}")}});
    let seen = records_of(world).len();
    let fields = format!("do={}&by={by}", encoded(&command.to_string()));
    let status = say(server, "/match/say", cookie, rid, seen, &fields).status;
    (status, records_of(world).pop().unwrap()["by"].as_str().unwrap().to_owned())
}

#[test]
fn a_phone_that_shows_the_other_card_writes_for_both_until_the_round_is_over() {
    let (world, server, phones) = seated();
    let pairing = log(&world).state().rounds[0].pair.tables[0].clone();
    let own = card(&world, pairing.one.as_str());
    for (pass, status) in [(own.as_str(), 400), ("", 400), ("0000-0000-0000-0000", 404)] {
        let answer = say(&server, "/match/both", &phones.one, 2, 1, &format!("pass={pass}"));
        assert_eq!((answer.status, answer.cookie), (status, None), "{pass}: {}", answer.text);
    }
    drop(server);
    let (world, server, phones, both, [_, two]) = lent();
    for (rid, speaks) in [(4, "two"), (5, "one"), (6, "both")] {
        assert_eq!(note(&world, &server, speaks, rid, &both), (303, speaks.to_owned()));
    }
    let shown = server.get("/match/more", &both).text;
    assert!(shown.contains("for both") && shown.contains("/match/alone"), "{shown}");
    // The other phone is not shut out, sees that it is spoken for, and a stolen claim is worth nothing on another phone.
    let claim = both.split("; ").nth(1).unwrap();
    assert_eq!(note(&world, &server, "two", 7, &format!("{}; {claim}", phones.two)), (303, "two".to_owned()));
    let told = server.get("/match", &phones.two).text;
    assert!(told.contains(" writes for both of you. "), "{told}");
    // A new card of the opponent ends it: what the phone says for both then is refused, not recorded as its own.
    let before = records_of(&world).len();
    world.run(&format!("event pass gt player {two} --new")).ends(0);
    let ended = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        !server.get("/match/more", &both).text.contains("This phone writes for both of you")
    });
    assert!(ended, "five seconds were not enough");
    for (rid, speaks) in [(9, "two"), (10, "both")] {
        assert_eq!(note(&world, &server, speaks, rid, &both).0, 400);
    }
    assert_eq!(records_of(&world).len(), before);
    assert_eq!(note(&world, &server, "one", 11, &both), (303, "one".to_owned()));
}

/// Either of the two ends it, on whichever phone; the server remembers that over a kill, and it can be given anew.
#[test]
fn who_allowed_it_takes_it_back_on_another_phone() {
    for ends_it in ["two", "one"] {
        let (world, mut server, phones, both, [_, two]) = lent();
        let port = server.port();
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let server = Server::start(&world, port);
        assert_eq!(note(&world, &server, "two", 2, &both), (303, "two".to_owned()), "a restart ends nothing");
        let phone = if ends_it == "two" { &phones.two } else { &both };
        let shown = server.get("/match/more", phone).text;
        assert!(shown.contains("action=\"/match/alone\""), "{shown}");
        assert_eq!(say(&server, "/match/alone", phone, 3, 1, "").status, 303);
        let before = records_of(&world).len();
        assert_eq!(note(&world, &server, "two", 4, &both).0, 400, "ended by {ends_it}");
        drop(server);
        let server = Server::start(&world, port);
        assert_eq!(note(&world, &server, "both", 5, &both).0, 400, "and a restart brings nothing back");
        assert_eq!(records_of(&world).len(), before);
        let told = server.get("/match", &phones.two).text;
        assert!(!told.contains(" writes for both of you. "), "{told}");
        let answer = say(&server, "/match/both", &phones.one, 6, 1, &format!("pass={}", card(&world, &two)));
        let again = format!("{}; adjutant{}", phones.one, answer.cookie.unwrap());
        assert_eq!(note(&world, &server, "two", 7, &both).0, 400, "the first one stays ended");
        assert_eq!(note(&world, &server, "two", 8, &again), (303, "two".to_owned()));
    }
}
