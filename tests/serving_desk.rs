//! The rest of the desk by forms: entries and their corrections, points, seats in a round that is played, results that
//! points alone do not tell, pods, and the scan box.

use adjutant_tournament::command::PassKind;

use crate::serving::{Server, card, cookie, event, log, said, same_records};
use crate::serving_match::{encoded, played_out};
use crate::support::World;

const SEVEN: [&str; 7] = ["Anna", "Ben", "Carl", "Dora", "Emil", "Finn", "Gwen"];

#[test]
fn the_rest_of_the_desk_by_forms_leaves_the_records_of_the_verbs() {
    let (verbs, forms) = (World::new(), World::new());
    for world in [&verbs, &forms] {
        event(world, &SEVEN);
        world.run("event pass gt judge mia --new").ends(0);
    }
    let run = |words: &str| drop(verbs.run(&format!("event {words}")).ends(0));
    let server = Server::start(&forms, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let judge = cookie(&forms, PassKind::Judge, "mia");
    let form = |page: &str, path: &str, fields: &str| server.fill(page, path, &desk, fields);

    // A fixed seat, a mistaken entry, a correction, an award, a bye on request, match points.
    run("register gt --name Hana --seat 4");
    form("/desk/players", "/desk/enter", "name=Hana&club=&faction=&seat=4");
    run("register gt --name Hanna");
    form("/desk/players", "/desk/enter", "name=Hanna&club=&faction=&seat=");
    run("withdraw gt hanna");
    form("/desk/player/hanna", "/desk/withdraw", "player=hanna");
    run("edit gt anna --club Mill --seat 3 --why typed");
    let same = "player=anna&name=Anna&team=&country=&faction=";
    form("/desk/player/anna", "/desk/edit", &format!("{same}&club=Mill&seat=3&why=typed"));
    run("edit gt anna --seat 0 --why healed");
    form("/desk/player/anna", "/desk/edit", &format!("{same}&club=Mill&seat=0&why=healed"));
    run("award gt ben painting 10");
    form("/desk/player/ben", "/desk/award", "player=ben&award=painting&points=10");
    run("award gt ben painting 5 --again");
    form("/desk/player/ben", "/desk/award", "player=ben&award=painting&points=5&again=yes");
    run("paid gt anna");
    form("/desk/player/anna", "/desk/paid", "player=anna&paid=yes");
    run("paid gt anna --not");
    form("/desk/player/anna", "/desk/paid", "player=anna");
    run("bye-request gt carl --round 2 --points 1");
    form("/desk/player/carl", "/desk/bye", "player=carl&round=2&points=1");
    run("bye-request gt dora --round 2");
    form("/desk/player/dora", "/desk/bye", "player=dora&round=2&points=");
    run("penalty gt dora -2 --why late --judge mia");
    server.fill("/judge/book", "/judge/penalty", &judge, "player=dora&points=-2&why=late");
    run("penalty gt dora 1 --why appeal");
    form("/judge/book?player=dora", "/judge/penalty", "player=dora&points=1&why=appeal");

    // Two who sat down wrong change opponents while the round is played.
    run("pair gt");
    form("/desk/draft", "/desk/pair", "");
    let draft = log(&verbs).state().rounds[0].pair.clone();
    let why = server.get(&format!("/desk/draft?why={}", draft.tables[0].one), &judge);
    assert!(why.status == 200 && why.text.contains("Somebody else instead would cost"), "{}", why.text);
    run("publish gt");
    form("/desk/draft", "/desk/publish", "as_drafted=");
    let [first, second, third, fourth] = [0, 1, 2, 3].map(|at: usize| draft.tables[at].clone());
    run(&format!("repair gt --table {} --one {} --why seats", first.table, second.one));
    form("/desk/tables", "/desk/swap", &format!("one={}&other={}&why=seats", first.one, second.one));
    run("round-clock gt start --minutes 150");
    form("/desk", "/desk/clock", "step=start&minutes=150");
    run("round-clock gt stop");
    form("/desk", "/desk/clock", "step=stop");

    // Results: somebody did not come, somebody conceded, both lose; then a draw instead.
    run(&format!("result gt --table {} --no-show two", first.table));
    let result = |table, rest: &str| format!("table={table}&{rest}");
    form("/desk", "/table/result", &result(first.table, "one=&two=&no_show=two&winner=&drawn="));
    run(&format!("result gt --table {} --one 60 --two 40 --winner two --unusual", second.table));
    form("/desk", "/table/result", &result(second.table, "one=60&two=40&winner=two&no_show=&drawn=&unusual=yes"));
    run(&format!("result gt --table {} --one 2 --two 1 --drawn 1", third.table));
    form("/desk", "/table/result", &result(third.table, "one=2&two=1&drawn=1"));
    run(&format!("result gt --table {} --one 7 --two 7 --winner none", fourth.table));
    form("/desk", "/table/result", &result(fourth.table, "one=7&two=7&winner=none"));
    run(&format!("amend gt --table {} --one 7 --two 7 --winner draw --why counted --judge mia", fourth.table));
    let page = format!("/table/{}", fourth.table);
    server.fill(&page, "/table/ruling", &judge, &result(fourth.table, "one=7&two=7&winner=draw&why=counted"));

    // The device of a table calls a judge for both.
    run(&format!("call gt rules --table {} --why dice", third.table));
    let device = cookie(&forms, PassKind::Table, &third.table.to_string());
    server.fill("/match/result", "/match/call", &device, "kind=rules&why=dice");
    run(&format!("answer gt --table {} --by organiser", third.table));
    form("/judge", "/judge/answer", &format!("seq={}", said(&forms).len()));

    // Pages name what decided, where the points do not: nobody who lost by a ruling reads that they have won.
    let state = log(&forms).state().clone();
    let seats = |table| state.rounds[0].at(table).unwrap().clone();
    let loser = cookie(&forms, PassKind::Player, seats(second.table).one.as_str());
    let told = server.get("/me/result", &loser).text;
    let wins = format!("{} wins", state.shown(&seats(second.table).two));
    assert!(told.contains(&wins) && !told.contains("You win"), "{told}");
    let results = server.get("/desk", &desk).text;
    let absent = format!("{} did not come", state.shown(&seats(first.table).two));
    assert!(results.contains(&wins) && results.contains(&absent), "{results}");

    run("close gt");
    form("/desk", "/desk/close", "");
    run("pods gt --size 3");
    form("/desk/draft", "/desk/pods", "size=3");
    run("pods gt");
    form("/desk/draft", "/desk/pods", "size=");
    same_records(&said(&verbs), &said(&forms));
    forms.run("event check gt").ends(0);

    // What does not fit changes nothing.
    let before = said(&forms);
    for (page, path, fields, status) in [
        ("/desk/player/anna", "/desk/edit", format!("{same}&club=Mill&seat=&why=nothing"), 400),
        ("/desk/player/anna", "/desk/edit", format!("{same}&club=New&seat=&why="), 400),
        ("/desk/player/anna", "/desk/edit", "player=nobody&club=x&why=y".to_owned(), 404),
        ("/desk/player/anna", "/desk/withdraw", "player=anna".to_owned(), 422),
        ("/desk/player/anna", "/desk/award", "player=anna&award=&points=1".to_owned(), 400),
        ("/desk/player/anna", "/desk/bye", "player=anna&round=1&points=".to_owned(), 422),
        ("/judge/book", "/judge/penalty", "player=anna&points=two&why=x".to_owned(), 400),
        ("/judge/book", "/judge/penalty", "player=anna&points=-1&why=".to_owned(), 400),
        ("/desk/draft", "/desk/pods", "size=x".to_owned(), 400),
        ("/desk", "/table/result", "table=1&one=&two=&why=x".to_owned(), 400),
        ("/desk", "/table/result", "table=1&one=1&two=2&winner=x&why=x".to_owned(), 400),
        ("/desk", "/table/result", "table=1&games=7&why=x".to_owned(), 400),
    ] {
        let answer = server.answer_to(page, path, &desk, &fields);
        assert_eq!(answer.status, status, "{path} {fields}: {}", answer.text);
    }
    assert_eq!(said(&forms), before);
}

#[test]
fn the_scan_box_opens_what_is_scanned_and_says_nothing() {
    let world = played_out();
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let before = said(&world);
    let scan = |code: &str| {
        let answer = server.answer_to("/desk", "/desk/scan", &desk, &format!("code={}", encoded(code)));
        let place = answer.text.lines().find_map(|line| line.strip_prefix("location: ")).map(str::to_owned);
        (answer.status, place.unwrap_or_default())
    };
    let anna = card(&world, "anna");
    let bare = anna.replace('-', "");
    let seal = format!("adjutant:1:gt-r1-t01:70-50:one:{}", "0".repeat(64));
    for (code, place) in [
        (anna.as_str(), "/desk/player/anna"),
        (&anna.to_lowercase(), "/desk/player/anna"),
        (&format!("http://10.0.0.2/j/{bare}"), "/desk/player/anna"),
        (&format!("http://10.9.9.9:8080/j/{bare}"), "/desk/player/anna"),
        ("http://10.0.0.2/player/bert", "/desk/player/bert"),
        ("bert", "/desk/player/bert"),
        ("BER", "/desk/player/bert"),
        ("1", "/table/1"),
        ("01", "/table/1"),
        ("gt-r1-t01", "/table/1"),
        (&seal, "/table/1"),
    ] {
        assert_eq!(scan(code), (303, place.to_owned()), "{code}");
    }
    assert_eq!(scan(""), (400, String::new()));
    for (code, status) in [
        ("7", 404),
        ("gt-r2-t01", 404),
        ("gt-r1-tXX", 404),
        ("http://10.0.0.2/judge", 404),
        ("<script>alert(1)</script>", 404),
        ("0000-0000-0000-0000", 404),
    ] {
        assert_eq!(scan(code), (status, String::new()), "{code}");
    }
    assert_eq!(said(&world), before, "scanning says nothing");

    // The desk takes the result from the match that was recorded.
    world.run("event export gt --log before.jsonl").ends(0);
    let shown = server.get("/table/1", &desk).text;
    assert!(shown.contains("Take it from the match: "), "{shown}");
    server.fill("/table/1", "/table/result", &desk, "table=1&from=match");
    let by_form = said(&world).pop().unwrap();
    let other = World::new();
    other.write("before.jsonl", world.read("before.jsonl"));
    other.run("event import before.jsonl").ends(0);
    other.write("match.jsonl", world.run("match export gt-r1-t01").ends(0).out);
    other.run("match import match.jsonl").ends(0);
    other.run("event result gt --from-match gt-r1-t01").ends(0);
    assert_eq!(said(&other).pop().unwrap(), by_form);
    // Guesses are counted as wrong cards are.
    for _ in 0..10 {
        scan("0000-0000-0000-0000");
    }
    assert_eq!(scan("0000-0000-0000-0000").0, 429);
}

/// A page that asks why a judge rules carries the form on: what is written there is recorded, of the event and of the match.
#[test]
fn a_judge_of_the_club_is_asked_why_before_a_ruling_is_recorded() {
    let world = World::new();
    world
        .run("event new gt --name GT --rounds 2 --seed 5 --pack gt2020 --size strike-force --missions overrun")
        .ends(0);
    world.write("players.csv", "name,club\nAnna,Rooks\nBen,Knights\n");
    world.run("event register gt --csv players.csv").ends(0);
    world.run("event pass gt judge mia --new").ends(0);
    world.run("event judge gt mia --club rooks").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let server = Server::start(&world, 0);
    let judge = cookie(&world, PassKind::Judge, "mia");
    let asked = |page: &str, path: &str, fields: &str| {
        let answer = server.answer_to(page, path, &judge, fields);
        assert!(answer.status == 422 && answer.text.contains("Why you rule all the same"), "{}", answer.text);
        let (_, form) = answer.text.split_once("<form").expect("a form");
        let (form, _) = form.split_once("</form>").expect("its end");
        let hidden = form.split("type=\"hidden\" name=\"").skip(1).map(|field| {
            let (name, rest) = field.split_once("\" value=\"").expect("a value");
            format!("{name}={}", encoded(rest.split_once('"').expect("its end").0))
        });
        let fields: Vec<String> = hidden.chain(["despite=alone".to_owned()]).collect();
        let again = server.post(path, &judge, &fields.join("&")).expect("an answer");
        assert_eq!(again.status, 303, "{}", again.text);
    };
    asked("/table/1", "/table/extend", "table=1&minutes=5&why=long");
    world.run("event show gt --history").ends(0).tells("judge mia, despite the same club or team (alone)");
    asked("/table/1/log", "/table/rule", "table=1&why=five+points&player=one&vp=5&winner=");
    world.run("match show gt-r1-t01 --log").ends(0).tells("five points (judge mia, of rooks as Anna: alone)");
}
