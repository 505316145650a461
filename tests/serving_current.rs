//! A battle of the edition that is played today, from the phone at the table: only what its pages offer is tapped.

use adjutant_engine::side::Player;
use adjutant_tournament::command::PassKind;

use serde_json::{Value, json};

use crate::serving::{Answer, Server, cookie};
use crate::serving_match::encoded;
use crate::support::World;

/// A form of a page: where it is sent, what it carries, and its button that is pressed.
#[derive(Clone, Debug, Default)]
pub struct Form {
    pub action: String,
    pub fields: Vec<(String, String)>,
    /// What can be ticked, and is not.
    pub ticks: Vec<(String, String)>,
    /// What stands on its buttons, with what each of them adds.
    pub buttons: Vec<(String, Option<(String, String)>)>,
}

fn plain(text: &str) -> String {
    let text = text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words between tags.
fn words(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    plain(&parts.collect::<Vec<_>>().join(" "))
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(plain(rest.split('"').next().unwrap_or_default()))
}

/// Every form of a page. Of a choice the first option is taken.
pub fn forms(page: &str) -> Vec<Form> {
    let mut found = Vec::new();
    for part in page.split("<form").skip(1) {
        let (head, rest) = part.split_once('>').expect("a form");
        let body = rest.split("</form>").next().unwrap_or_default();
        let mut form = Form { action: attribute(head, "action").unwrap_or_default(), ..Form::default() };
        for input in body.split("<input").skip(1).map(|rest| rest.split('>').next().unwrap_or_default()) {
            let (name, value) = (attribute(input, "name"), attribute(input, "value"));
            let ticked = ["checkbox", "radio"].iter().any(|kind| input.contains(&format!("type=\"{kind}\"")));
            let into = if !ticked || input.contains(" checked") { &mut form.fields } else { &mut form.ticks };
            into.extend(name.map(|name| (name, value.unwrap_or_default())));
        }
        for select in body.split("<select").skip(1) {
            let name = attribute(select.split('>').next().unwrap_or_default(), "name");
            let option = select.split("<option").nth(1).and_then(|option| attribute(option, "value"));
            form.fields.extend(name.zip(option));
        }
        for button in body.split("<button").skip(1) {
            let (tag, rest) = button.split_once('>').expect("a button");
            let adds = attribute(tag, "name").zip(attribute(tag, "value"));
            form.buttons.push((words(rest.split("</button>").next().unwrap_or_default()), adds));
        }
        found.push(form);
    }
    found
}

impl Form {
    /// What is sent, with what a button or a tick adds.
    pub fn body<'a>(&'a self, adds: impl IntoIterator<Item = &'a (String, String)>) -> String {
        let fields = self.fields.iter().chain(adds);
        fields.map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect::<Vec<_>>().join("&")
    }
}

/// The device that lies at the table, and how often it was tapped.
pub struct Device {
    pub server: Server,
    pub cookie: String,
    pub taps: usize,
}

impl Device {
    pub fn page(&self) -> String {
        self.server.get("/match", &self.cookie).text
    }

    pub fn send(&self, form: &Form, body: &str) -> Answer {
        self.server.post(&form.action, &self.cookie, body).expect("an answer")
    }

    /// A line that is typed.
    #[track_caller]
    fn says(&self, by: Player, line: &str) {
        let fields = format!("by={by}&line={}", encoded(line));
        self.server.fill("/match", "/match/say", &self.cookie, &fields);
    }

    /// The form that has the machine draw.
    fn drawing(&self) -> Form {
        let draws = |form: &Form| form.fields.iter().any(|(name, _)| name == "deal");
        forms(&self.page()).into_iter().find(draws).expect("a form that draws")
    }

    /// Taps the first button whose words begin so.
    #[track_caller]
    pub fn tap(&mut self, begins: &str) {
        assert!(self.may(begins), "no button {begins}: {}", words(&self.page()));
    }

    /// The same where there is such a button.
    #[track_caller]
    pub fn may(&mut self, begins: &str) -> bool {
        let all = forms(&self.page());
        let wanted = |form: &Form| {
            Some((form.clone(), form.buttons.iter().find(|(words, _)| words.starts_with(begins))?.1.clone()))
        };
        let Some((form, adds)) = all.iter().find_map(wanted) else { return false };
        let answer = self.send(&form, &form.body(&adds));
        assert_eq!(answer.status, 303, "{begins}: {}", words(answer.text.split("<main").last().unwrap_or_default()));
        self.taps += 1;
        true
    }
}

fn device(world: &World, settings: &str) -> Device {
    world.run(&format!("event new gt --name GT --pack matrix-11th --rounds 1 --seed 42 {settings}")).ends(0);
    world.write("players.csv", "name,disposition\nAnna,Take and Hold\nBert,Purge the Foe\n");
    for words in ["register gt --csv players.csv", "table gt --count 1", "pair gt", "publish gt"] {
        world.run(&format!("event {words}")).ends(0);
    }
    let cookie = cookie(world, PassKind::Table, "1");
    Device { server: Server::start(world, 0), cookie, taps: 0 }
}

/// The same, with a battle that has begun.
fn begun(world: &World, settings: &str) -> Device {
    let mut device = device(world, settings);
    for begins in ["Draw cards, said openly", "Draw cards, said openly", "Anna", "Begin"] {
        device.tap(begins);
    }
    device
}

/// Plays to the end; every time, the first of these buttons that a page shows is tapped, and the machine draws what is due.
fn played(world: &World, mut device: Device, begins: [&str; 2]) -> Device {
    let mut draws = 0;
    while !device.page().contains("The battle is over") {
        if device.may("Draw 2 cards for") {
            let page = words(&device.page());
            assert!(!page.contains("Draw 2 cards") && page.contains("Keep or discard a card"), "{page}");
            draws += 1;
        } else if !begins.iter().any(|begins| device.may(begins)) {
            panic!("none of {begins:?}: {}", words(&device.page()));
        }
        assert!(device.taps < 200, "{}", words(&device.page()));
        if device.taps.is_multiple_of(100) {
            // Nobody taps so fast that a minute holds more; another server counts from nothing.
            device.server = Server::start(world, 0);
        }
    }
    assert_eq!(draws, 10, "each player in each round");
    assert!(world.run("match verify gt-r1-t01").ends(0).out.contains("good"));
    assert_eq!(world.run("match show gt-r1-t01 --json").ends(0).json()["status"], "ended");
    device
}

/// How the pages end: the battle is over, and everything it asked for was answered by a button.
#[test]
fn a_battle_of_today_is_played_by_the_buttons_of_its_pages() {
    let world = World::new();
    let device = begun(&world, "");
    let device = played(&world, device, ["+", "End "]);
    assert!(device.taps <= 150, "{} taps", device.taps);
}

/// With scores alone a turn ends in one tap, and what nobody claims stays open.
#[test]
fn whole_turns_end_in_one_tap() {
    let world = World::new();
    let device = begun(&world, "");
    let before = device.taps;
    let device = played(&world, device, ["End Anna’s turn", "End Bert’s turn"]);
    assert_eq!(device.taps - before, 20, "a draw and an end for each turn");
}

/// The end of a turn with the highest answer to the first thing that it asks: a tap, and the button.
fn end_with_an_answer(device: &mut Device) {
    let page = device.page();
    let ends =
        |form: &&Form| form.buttons.iter().any(|(words, _)| words.starts_with("End ") && words.contains(" turn:"));
    let form = forms(&page).into_iter().find(|form| ends(&form)).unwrap_or_else(|| panic!("no end: {}", words(&page)));
    let first = form.ticks.iter().rev().find(|(name, _)| name == "do@0").cloned();
    assert_eq!(device.send(&form, &form.body(&first)).status, 303);
    device.taps += 1 + usize::from(first.is_some());
}

/// Cards drawn in each turn, a marker that changes hands, something that pays, and one tap for all that paid nothing.
#[test]
fn a_battle_of_today_with_scores_alone_takes_at_most_fifty_taps() {
    let world = World::new();
    let mut device = begun(&world, "");
    let before = device.taps;
    for turn in 0..10 {
        device.tap("Draw 2 cards for");
        let marker = ["m1", "m2", "m3", "m4", "m5"][turn % 5];
        crate::serving_walk::hold(&mut device, marker, if turn % 2 == 0 { "one" } else { "two" });
        end_with_an_answer(&mut device);
    }
    let page = words(&device.page());
    assert!(page.contains("The battle is over") && !page.contains("+0 VP +0 VP"), "{page}");
    for begins in ["+0 VP for all", "Yes, of both"] {
        device.tap(begins);
    }
    // What cannot be worth nothing is left.
    while device.may("+3 VP") {}
    let page = words(&device.page());
    assert!(!page.contains("Not answered at its moment") && !page.contains("Yes, of both"), "{page}");
    let taps = device.taps - before;
    assert!((40..=50).contains(&taps), "{taps} taps");
    assert!(world.run("match verify gt-r1-t01").ends(0).out.contains("good"));
}

/// Both cards that stay are chosen from one group: a page with one choice for all of them could never send two.
#[test]
fn two_cards_that_stay_are_ticked_on_the_phone() {
    let world = World::new();
    let device = device(&world, "");
    let page = device.page();
    assert!(page.contains("2 cards that stay") && page.contains("type=\"checkbox\""), "{page}");
    let stay = |form: &&Form| form.buttons.iter().any(|(words, _)| words == "These stay, said openly");
    let form = forms(&page).into_iter().find(|form| stay(&form)).expect("a form of cards that stay");
    let ticks = ["assassination", "bring-it-down"].map(|card| ("/secondaries/choose@0".to_owned(), card.to_owned()));
    assert_eq!(device.send(&form, &form.body(&ticks)).status, 303);
    let records = crate::serving_match::records_of(&world);
    let chosen = &records.last().expect("a record")["do"]["secondaries"];
    assert_eq!(chosen["choose"], json!(["assassination", "bring-it-down"]));
}

/// A retry whose answer was lost draws nothing again; another tap is told that all cards are drawn.
#[test]
fn cards_are_drawn_once_for_a_tap() {
    let world = World::new();
    let device = begun(&world, "");
    let form = device.drawing();
    let fields = form.body(&[]);
    let send = |fields: &str| device.send(&form, fields);
    assert_eq!(send(&fields).status, 303);
    let drawn = crate::serving_match::records_of(&world);
    let again = send(&fields);
    assert!(again.status == 303 || again.text.contains("has drawn all cards"), "{}", again.text);
    assert_eq!(crate::serving_match::records_of(&world), drawn);
    // No number is mixed in where no seed is sealed.
    let mixed = send(&format!("{fields}&with=17"));
    assert_eq!(mixed.status, 400, "{}", words(&mixed.text));
}

/// What the records of cards and dice say of where they came from.
fn drawn(world: &World) -> Vec<Value> {
    let records = crate::serving_match::records_of(world);
    let thrown = records.iter().filter(|record| record["do"]["card"].is_object() || record["do"]["roll"].is_object());
    thrown.map(|record| record["drawn"].clone()).collect()
}

/// What an audit finds about dice and cards.
fn dice_codes(world: &World) -> Vec<String> {
    let report = world.run("match verify gt-r1-t01 --json").json();
    let found = report["logs"][0]["findings"].as_array().expect("findings").clone();
    let codes = found.iter().map(|finding| finding["code"].as_str().expect("a code").to_owned());
    codes.filter(|code| code.starts_with("dice")).collect()
}

/// A seed in the log of an event's match: what a phone draws and what it types is drawn again by the audit.
#[test]
fn cards_and_dice_of_a_phone_come_from_the_open_seed_of_the_match() {
    let world = World::new();
    let device = begun(&world, "--dice open");
    let form = device.drawing();
    assert_eq!(device.send(&form, &form.body(&[])).status, 303);
    device.says(Player::One, "dice d6 for order");
    assert_eq!(drawn(&world), [json!({}), json!({})], "the mark of the seed");
    assert!(dice_codes(&world).is_empty(), "{:?}", dice_codes(&world));
}

/// A sealed seed stays on the machine of the desk: the other player says a number for each draw, and the page of the ended
/// battle opens it, so that the audit draws again.
#[test]
fn the_sealed_seed_of_an_event_is_drawn_from_on_phones_and_opened_after_the_battle() {
    let world = World::new();
    let mut device = begun(&world, "--dice sealed");
    let form = device.drawing();
    assert!(form.fields.iter().any(|(name, _)| name == "with"), "{form:?}");
    let number = ("with".to_owned(), "17".to_owned());
    let unsaid = device.send(&form, &form.body(&[]));
    assert_eq!(unsaid.status, 400, "{}", words(&unsaid.text));
    let bare = Form { fields: form.fields.iter().filter(|(name, _)| name != "with").cloned().collect(), ..form };
    assert_eq!(device.send(&bare, &bare.body([&number])).status, 303);
    device.says(Player::One, "dice d6 for order with 4");
    assert_eq!(drawn(&world), [json!({"with": 17}), json!({"with": 4})]);
    let early = device.server.answer_to("/match", "/match/open", &device.cookie, "by=both");
    assert_eq!(early.status, 422, "{}", words(&early.text));
    device.says(Player::One, "concede");
    device.says(Player::Two, "end battle");
    assert_eq!(dice_codes(&world), ["dice-sealed"]);
    device.tap("Open the seed");
    assert!(!device.may("Open the seed"), "once");
    assert!(dice_codes(&world).is_empty(), "{:?}", dice_codes(&world));
}

/// The opponent picks what a card of the other one asks for, by a button of its own.
#[test]
fn what_a_card_asks_for_is_picked_on_the_phone() {
    let world = World::new();
    let mut device = begun(&world, "");
    device.says(Player::Two, "card draw a-tempting-target no-prisoners");
    let page = words(&device.page());
    assert!(page.contains("Bert picks one as target for A Tempting Target"), "{page}");
    device.tap("Pick this one");
    let records = crate::serving_match::records_of(&world);
    let last = records.last().expect("a record");
    assert_eq!((&last["by"], &last["do"]["pick"]["mark"]), (&json!("one"), &json!("target")));
    assert!(!device.may("Pick this one"), "once");
}

/// The phone asked for no Battle-shock test: what was said of the markers near that unit was gone with the phase, and nobody
/// was told why.
#[test]
fn a_battle_shock_test_that_is_due_is_typed_on_the_phone() {
    let world = World::new();
    let mut device = device(&world, "");
    crate::session::army_files(&world);
    for player in ["one", "two"] {
        world.run(&format!("match roster --player {player} gt-r1-t01 {player}.json")).ends(0);
    }
    for begins in ["Draw cards, said openly", "Draw cards, said openly", "Anna from zone B", "Anna", "Begin"] {
        device.tap(begins);
    }
    let first = world.run("match show gt-r1-t01 --json").ends(0).json()["active"].clone();
    let (by, unit) = if first == "one" { (Player::One, "b4") } else { (Player::Two, "a4") };
    assert!(!device.page().contains("Battle-shock test"));
    device.says(by, &format!("kill {unit} 4"));
    device.tap("End");
    while !words(&device.page()).contains("takes a Battle-shock test") {
        device.tap("End");
    }
    let rolls = |form: &Form| form.buttons.iter().any(|(words, _)| words == "That is the roll");
    let mut form = forms(&device.page()).into_iter().find(rolls).expect("a form for the dice");
    let dice = form.fields.iter_mut().find(|(name, _)| name == "/test/roll").expect("a field for the dice");
    dice.1 = "4 4".into();
    let body = form.body(&None);
    let answer = device.send(&form, &body);
    assert_eq!(answer.status, 303, "{}", words(&answer.text));
    let records = crate::serving_match::records_of(&world);
    let last = &records.last().expect("a record")["do"]["test"];
    assert_eq!((&last["unit"], &last["of"], &last["roll"]), (&json!(unit), &json!("battle-shock"), &json!([4, 4])));
    assert!(!words(&device.page()).contains("takes a Battle-shock test"), "once");
}

/// A list that people paste says no Leadership: the player says how the test went.
#[test]
fn a_test_of_a_unit_without_leadership_is_said_to_be_passed_or_failed() {
    let world = World::new();
    let mut device = device(&world, "");
    crate::session::army_files(&world);
    for player in ["one", "two"] {
        let mut roster: Value =
            serde_json::from_slice(&std::fs::read(world.path(&format!("{player}.json"))).unwrap()).unwrap();
        for unit in roster["detachments"][0]["units"].as_array_mut().unwrap() {
            unit["models"].as_array_mut().unwrap().iter_mut().for_each(|group| {
                group.as_object_mut().unwrap().remove("leadership");
            });
        }
        world.write(&format!("{player}.json"), roster.to_string().into_bytes());
        world.run(&format!("match roster --player {player} gt-r1-t01 {player}.json")).ends(0);
    }
    for begins in ["Draw cards, said openly", "Draw cards, said openly", "Anna from zone B", "Anna", "Begin"] {
        device.tap(begins);
    }
    let first = world.run("match show gt-r1-t01 --json").ends(0).json()["active"].clone();
    let (by, unit) = if first == "one" { (Player::One, "b4") } else { (Player::Two, "a4") };
    device.says(by, &format!("kill {unit} 4"));
    while !words(&device.page()).contains("takes a Battle-shock test") {
        device.tap("End");
    }
    assert!(device.page().contains("Pioneers passes") && device.page().contains("Pioneers fails"), "{}", device.page());
    let rolls = |form: &Form| form.buttons.iter().any(|(words, _)| words == "That is the roll");
    let mut form = forms(&device.page()).into_iter().find(rolls).expect("a form for the dice");
    for (name, value) in &mut form.fields {
        match name.as_str() {
            "/test/roll" => *value = "1 2".into(),
            "do" => *value = value.replace("true", "false"),
            _ => {}
        }
    }
    assert_eq!(device.send(&form, &form.body(&None)).status, 303);
    let records = crate::serving_match::records_of(&world);
    assert_eq!(records.last().expect("a record")["do"]["test"]["passed"], false);
}
