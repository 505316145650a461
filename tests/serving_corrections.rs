//! Corrections by forms: what they change is shown first, the other phone is asked, a judge says why.

use adjutant_tournament::command::PassKind;
use serde_json::{Value, json};

use crate::serving::{Server, bare, cookie, said};
use crate::serving_match::{Phones, encoded, event, say};
use crate::support::World;

/// A battle of claims at a table: the first player has claimed 2 in the first turn, and the second's turn is over.
fn claimed() -> (World, Server, Phones) {
    let world = World::new();
    event(&world, "scorched-earth");
    for words in [
        "by one secondaries raze assassinate engage-on-all-fronts",
        "by two secondaries linebreaker teleport-homer grind-them-down",
        "first one",
        "begin",
        "end turn",
        "by one score engage 2 in r1",
        "end turn",
        "by two note a remark",
    ] {
        let words = words.strip_prefix("by ").map_or(words.to_owned(), |rest| format!("--by {rest}"));
        world.run(&format!("match record gt-r1-t01 {words}")).ends(0);
    }
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    (world, server, phones)
}

fn records(world: &World) -> Vec<Value> {
    bare(&world.run("match export gt-r1-t01").ends(0).out)
}

fn claim(world: &World) -> usize {
    records(world).iter().position(|record| record["do"].get("score").is_some()).expect("a claim") + 1
}

/// The number of the proposal that a page shows.
fn proposal(text: &str) -> String {
    let (_, rest) = text.split_once("data-asks=\"").expect("a proposal");
    rest[..32].to_owned()
}

/// The claim raised to 3, as a form of the page of its record says it.
fn raised(world: &World) -> String {
    format!("seq={}&line={}&why=", claim(world), encoded("score engage 3 in r1"))
}

#[test]
fn what_one_may_not_change_alone_the_other_phone_is_asked() {
    let (world, server, phones) = claimed();
    let (before, raised) = (records(&world).len(), raised(&world));
    let alone = say(&server, "/match/correct", &phones.one, 1, before, &raised);
    assert_eq!(alone.status, 409, "{}", alone.text);
    for words in ["You can’t change this alone", "has recorded something since", "2 → 3 VP", "to agree</button>"] {
        assert!(alone.text.contains(words), "{words}: {}", alone.text);
    }
    assert!(alone.text.contains("name=\"sure\" value=\"ask\""), "{}", alone.text);
    // Asked: nothing is recorded, both phones show it, and only the other one agrees.
    let asked = say(&server, "/match/correct", &phones.one, 2, before, &format!("{raised}&sure=ask"));
    assert_eq!(asked.status, 303, "{}", asked.text);
    assert_eq!(records(&world).len(), before);
    let own = server.get("/match", &phones.one).text;
    let id = proposal(&own);
    assert!(own.contains("You asked ") && own.contains("2 → 3 VP") && !own.contains("Agree</button>"), "{own}");
    let other = server.get("/match", &phones.two).text;
    assert!(other.contains("asks: do you both agree?") && other.contains("2 → 3 VP"), "{other}");
    assert_eq!(proposal(&other), id);
    let yes = format!("proposal={id}&agrees=yes");
    let by_asker = say(&server, "/match/agree", &phones.one, 3, before, &yes);
    assert_eq!((by_asker.status, records(&world).len()), (422, before), "{}", by_asker.text);
    assert_eq!(say(&server, "/match/agree", &phones.two, 4, before, "proposal=<b>&agrees=yes").status, 400);
    // Tapped twice, and sent twice: it is recorded once, as the word of both.
    for rid in [5, 5, 6] {
        assert_eq!(say(&server, "/match/agree", &phones.two, rid, before, &yes).status, 303);
    }
    let now = records(&world);
    assert_eq!((now.len(), &now[before]["by"]), (before + 1, &json!("both")), "{now:?}");
    let told = server.get(&format!("/match?asked={id}"), &phones.one).text;
    assert!(told.contains(&format!("You both agreed: record {}.", before + 1)), "{told}");
    let audit = world.run("match verify gt-r1-t01").ends(0).out;
    assert!(audit.contains("note by-both"), "{audit}");
    let shown = server.get(&format!("/match/log?at={}", before + 1), &phones.one).text;
    assert!(shown.contains("amend"), "{shown}");
}

#[test]
fn a_proposal_is_refused_replaced_or_taken_back() {
    let (world, server, phones) = claimed();
    let (seen, raised) = (records(&world).len(), raised(&world));
    let ask = |rid| {
        let asked = say(&server, "/match/correct", &phones.one, rid, seen, &format!("{raised}&sure=ask"));
        assert_eq!(asked.status, 303, "{}", asked.text);
        proposal(&server.get("/match", &phones.two).text)
    };
    let first = ask(1);
    let second = ask(2);
    assert_ne!(first, second, "a newer one takes the place of the older");
    let gone = say(&server, "/match/agree", &phones.two, 3, seen, &format!("proposal={first}&agrees=yes"));
    assert!(gone.status == 422 && gone.text.contains("The proposal is gone"), "{}", gone.text);
    let no = say(&server, "/match/agree", &phones.two, 4, seen, &format!("proposal={second}&agrees=no"));
    assert_eq!(no.status, 303, "{}", no.text);
    let told = server.get(&format!("/match?asked={second}"), &phones.one).text;
    assert!(told.contains("The other player does not agree") && !told.contains("data-asks"), "{told}");
    let third = ask(5);
    assert_eq!(say(&server, "/match/agree", &phones.one, 6, seen, &format!("proposal={third}&agrees=no")).status, 303);
    let late = say(&server, "/match/agree", &phones.two, 7, seen, &format!("proposal={third}&agrees=yes"));
    assert!(late.status == 422 && late.text.contains("was taken back"), "{}", late.text);
    assert_eq!(records(&world).len(), seen);
}

#[test]
fn a_proposal_does_not_outlive_the_server_or_the_match_that_it_was_made_on() {
    let (world, mut server, phones) = claimed();
    let (seen, seq) = (records(&world).len(), claim(&world));
    let ask = |server: &Server, rid, fields: &str| {
        let asked = say(server, "/match/correct", &phones.one, rid, seen, fields);
        assert_eq!(asked.status, 303, "{}", asked.text);
        proposal(&server.get("/match", &phones.two).text)
    };
    let id = ask(&server, 1, &format!("{}&sure=ask", raised(&world)));
    let port = server.port();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = Server::start(&world, port);
    for phone in [&phones.one, &phones.two] {
        let told = server.get(&format!("/match?asked={id}"), phone).text;
        assert!(told.contains("The proposal is gone") && !told.contains("data-asks"), "{told}");
    }
    let late = say(&server, "/match/agree", &phones.two, 2, seen, &format!("proposal={id}&agrees=yes"));
    assert!(late.status == 422 && late.text.contains("The proposal is gone"), "{}", late.text);
    // The match goes on without the record that was to change.
    let id = ask(&server, 3, &format!("{}&sure=ask", raised(&world)));
    world.run(&format!("match record gt-r1-t01 --by both retract {seq} misread")).ends(0);
    let told = (0..40).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let text = server.get(&format!("/match?asked={id}"), &phones.one).text;
        text.contains("because the match has moved on").then_some(text)
    });
    assert!(told.is_some(), "{}", server.get(&format!("/match?asked={id}"), &phones.one).text);
    let late = say(&server, "/match/agree", &phones.two, 4, seen + 1, &format!("proposal={id}&agrees=yes"));
    assert!(late.status == 422 && late.text.contains("moved on"), "{}", late.text);
    assert_eq!(records(&world).len(), seen + 1);
}

#[test]
fn what_a_correction_changes_is_shown_before_it_is_recorded() {
    let (world, server, phones) = claimed();
    let seen = records(&world).len();
    // Lowering one's own claim is one's own word, told first.
    let lowered = format!("seq={}&line={}&why=slip", claim(&world), encoded("score engage 0 in r1"));
    let shown = say(&server, "/match/correct", &phones.one, 1, seen, &lowered);
    assert!(shown.status == 409 && shown.text.contains("2 → 0 VP"), "{}", shown.text);
    assert_eq!(records(&world).len(), seen, "nothing is recorded by looking");
    let sure = format!("{lowered}&sure=yes");
    for rid in [2, 2] {
        assert_eq!(say(&server, "/match/correct", &phones.one, rid, seen, &sure).status, 303);
    }
    let now = records(&world);
    assert_eq!(
        (now.len(), &now[seen]["by"], &now[seen]["do"]["amend"]["why"]),
        (seen + 1, &json!("one"), &json!("slip"))
    );
    // A remark changes nothing else: one tap.
    let undo = format!("do={}", encoded(&json!({"retract": {"seq": seen, "why": "undo"}}).to_string()));
    assert_eq!(say(&server, "/match/say", &phones.two, 3, seen + 1, &undo).status, 303);
}

#[test]
fn one_device_before_both_asks_both_at_once() {
    let (world, server, phones) = claimed();
    let (seen, raised) = (records(&world).len(), raised(&world));
    let asked = say(&server, "/match/correct", &phones.table, 1, seen, &format!("{raised}&by=one"));
    assert!(asked.status == 409 && asked.text.contains("Do you both agree?"), "{}", asked.text);
    assert!(
        asked.text.contains("name=\"by\" value=\"both\"") && !asked.text.contains("value=\"one\""),
        "{}",
        asked.text
    );
    let agreed = say(&server, "/match/correct", &phones.table, 2, seen, &format!("{raised}&by=both&sure=yes"));
    assert_eq!(agreed.status, 303, "{}", agreed.text);
    assert_eq!(records(&world)[seen]["by"], json!("both"));
}

#[test]
fn a_judge_corrects_a_match_with_a_reason_and_the_desk_does_not() {
    let (world, server, phones) = claimed();
    world.run("event pass gt desk gate --new").ends(0);
    let desk = cookie(&world, PassKind::Desk, "gate");
    let organiser = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let (seen, seq) = (records(&world).len(), claim(&world));
    let page = format!("/table/1/log?at={seq}");
    for (cookie, shown) in [(&phones.judge, true), (&organiser, true), (&desk, false)] {
        let text = server.get(&page, cookie).text;
        assert_eq!(text.contains("/table/correct"), shown, "{text}");
    }
    let fields = format!("table=1&seq={seq}&line={}", encoded("score engage 3 in r1"));
    assert_eq!(say(&server, "/table/correct", &desk, 1, seen, &format!("{fields}&why=seen")).status, 403);
    assert_eq!(say(&server, "/table/correct", &phones.judge, 2, seen, &fields).status, 400, "a judge says why");
    let shown = say(&server, "/table/correct", &phones.judge, 3, seen, &format!("{fields}&why=seen"));
    assert!(shown.status == 409 && shown.text.contains("2 → 3 VP"), "{}", shown.text);
    let sure = say(&server, "/table/correct", &phones.judge, 4, seen, &format!("{fields}&why=seen&sure=yes"));
    assert_eq!(sure.status, 303, "{}", sure.text);
    // What a judge said only a judge takes back: no phone offers to agree on it.
    let taken = format!("seq={}&take=yes&why=", seen + 1);
    let refused = say(&server, "/match/correct", &phones.one, 5, seen + 1, &taken);
    assert!(refused.status == 422 && !refused.text.contains("to agree</button>"), "{}", refused.text);
    let back = say(&server, "/table/correct", &organiser, 6, seen + 1, &format!("table=1&{taken}appeal&sure=yes"));
    assert_eq!(back.status, 303, "{}", back.text);
    let now = records(&world);
    assert_eq!([&now[seen]["by"], &now[seen + 1]["by"]], [&json!("judge"), &json!("judge")]);
}

#[test]
fn what_hangs_on_a_correction_of_the_event_is_shown_before_it_is_recorded() {
    let world = World::new();
    world.write("players.csv", "name\nAnna\nBert\nCleo\nDirk\n");
    for words in [
        "new gt --name GT --pack gt2020 --rounds 1 --seed 42",
        "register gt --csv players.csv",
        "table gt --count 2",
        "pair gt",
        "publish gt",
        "result gt --table 1 --one 80 --two 20",
        "result gt --table 2 --one 70 --two 30",
        "close gt",
        "cut gt --top 4",
        "pair gt",
        "publish gt",
        "result gt --table 1 --one 80 --two 20",
        "amend gt --table 1 --one 20 --two 80 --why swapped",
        "result gt --table 2 --one 70 --two 30",
        "close gt",
        "pair gt",
        "publish gt",
    ] {
        world.run(&format!("event {words}")).ends(0);
    }
    let server = Server::start(&world, 0);
    let organiser = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let seen = said(&world).len();
    let semi =
        said(&world).iter().rposition(|record| record["do"].get("amend-result").is_some()).expect("a result") + 1;
    let undo = format!("seq={semi}&why=misread");
    let shown = say(&server, "/desk/undo", &organiser, 1, seen, &undo);
    assert_eq!(shown.status, 409, "{}", shown.text);
    for words in ["These games are played again", "They stay as played", " falls", " stays as played"] {
        assert!(shown.text.contains(words), "{words}: {}", shown.text);
    }
    assert_eq!(said(&world).len(), seen, "nothing is recorded by looking");
    // A result that is taken back leaves nothing to keep.
    let gone = say(&server, "/desk/undo", &organiser, 3, seen, &format!("seq={}&why=misread", semi - 1));
    assert!(!gone.text.contains("They stay as played"), "{}", gone.text);
    let kept = say(&server, "/desk/undo", &organiser, 2, seen, &format!("{undo}&later=keep&sure=yes"));
    assert_eq!(kept.status, 303, "{}", kept.text);
    assert!(said(&world).len() > seen);
}

#[test]
fn undo_passes_over_what_was_opened_and_says_so() {
    let world = World::new();
    event(&world, "scorched-earth");
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let said = |rid, phone: &str, path: &str, command: Value| {
        let fields = format!("do={}", encoded(&command.to_string()));
        say(&server, path, phone, rid, records(&world).len(), &fields)
    };
    let choose = |ids: [&str; 3]| json!({"secondaries": {"choose": ids}});
    said(1, &phones.one, "/match/say", json!({"note": {"text": "hello"}}));
    said(2, &phones.one, "/match/seal", choose(["raze", "assassinate", "engage-on-all-fronts"]));
    said(3, &phones.two, "/match/seal", choose(["linebreaker", "teleport-homer", "grind-them-down"]));
    said(4, &phones.two, "/match/open", json!({}));
    let seen = records(&world).len();
    assert!(server.get("/match", &phones.one).text.contains("Undo <small>note hello"));
    let shown = said(5, &phones.one, "/match/say", json!({"retract": {"seq": 3, "why": "undo"}}));
    assert_eq!((shown.status, records(&world).len()), (409, seen), "{}", shown.text);
    assert!(shown.text.contains("Record 7 stays (opened: secondary objectives"), "{}", shown.text);
    assert!(shown.text.contains("undo passes over what was opened or signed"), "{}", shown.text);
    // A seal that was opened goes with both players' word alone.
    let sealed = say(&server, "/match/correct", &phones.one, 6, seen, "seq=4&take=yes&why=");
    assert!(sealed.status == 409 && sealed.text.contains("to agree</button>"), "{}", sealed.text);
}
