//! A whole battle with scores alone, tap by tap, on the device of a table: what it costs, and that every sum is right.

use adjutant_engine::ids::MissionId;
use adjutant_engine::side::Player;
use adjutant_simulate::{Depth, Plan};
use adjutant_tournament::command::PassKind;
use serde_json::{Value, json};

use crate::serving::{Server, cookie};
use crate::serving_current::{Device, Form, forms};
use crate::support::World;

/// A table with Ben, who is player one, and Anna, whose match is opened.
fn table_before(world: &World) -> Device {
    registered(world);
    seated(world)
}

fn registered(world: &World) {
    world
        .run("event new gt --name GT --pack gt2020 --size strike-force --missions scorched-earth --rounds 1 --seed 42")
        .ends(0);
    world.write("players.csv", "name\nAnna\nBen\n");
    world.run("event register gt --csv players.csv").ends(0);
}

fn seated(world: &World) -> Device {
    for words in ["table gt --count 1", "pair gt", "publish gt"] {
        world.run(&format!("event {words}")).ends(0);
    }
    let cookie = cookie(world, PassKind::Table, "1");
    Device { server: Server::start(world, 0), cookie, taps: 0 }
}

/// The same where both players have chosen.
fn chosen(world: &World) -> Device {
    let mut device = table_before(world);
    choose(&mut device, ["domination-secondary", "bring-it-down", "while-we-stand-we-fight"]);
    choose(&mut device, ["engage-on-all-fronts", "grind-them-down", "raze"]);
    device
}

/// The same with the battle begun; Ben has the first turn.
fn table(world: &World) -> Device {
    let mut device = chosen(world);
    // Who attacks, with the zone that follows, and who has the first turn: with it the battle begins, each side in its zone.
    for begins in ["Ben from zone B", "Ben"] {
        device.tap(begins);
    }
    device
}

/// The first form in which a player ticks three secondary objectives: three taps and the button.
fn choose(device: &mut Device, wanted: [&str; 3]) {
    let page = device.page();
    let chooses = |form: &&Form| form.buttons.iter().any(|(words, _)| words == "These are chosen, openly");
    let form = forms(&page).into_iter().find(|form| chooses(&form)).expect("a form of secondary objectives");
    let ticks: Vec<(String, String)> = wanted
        .iter()
        .enumerate()
        .map(|(at, id)| (format!("/secondaries/choose@{}", 10 + at), (*id).to_owned()))
        .collect();
    let without = Form { fields: form.fields.into_iter().filter(|(name, _)| !name.contains('@')).collect(), ..form };
    assert_eq!(device.send(&without, &without.body(&ticks)).status, 303, "{wanted:?}");
    device.taps += 4;
}

/// A tap on a marker of the board.
pub fn hold(device: &mut Device, marker: &str, holder: &str) {
    let page = device.page();
    tapped(device, &page, marker, holder);
}

fn tapped(device: &mut Device, page: &str, marker: &str, holder: &str) {
    let wanted = format!("{{\"control\":{{\"holds\":{{\"{marker}\":\"{holder}\"}}}}}}");
    let says =
        |form: &Form| form.buttons.iter().find_map(|(_, adds)| adds.clone().filter(|(_, value)| *value == wanted));
    // The last board is the plain one; one before it stands under "Not right?".
    let (mut form, adds) =
        forms(page).into_iter().rev().find_map(|form| says(&form).map(|adds| (form, adds))).expect("a board");
    // Every tap has a number of its own, as the page's script gives it.
    form.fields.retain(|(name, _)| name != "rid");
    form.fields.push(("rid".to_owned(), format!("{:032x}", device.taps)));
    assert_eq!(device.send(&form, &form.body(&Some(adds))).status, 303, "{marker}");
    device.taps += 1;
}

/// The end of a turn with answers to what it asks, in the order of its page: a tap each, and the button.
fn end(device: &mut Device, whose: &str, answers: &[i64]) {
    let page = device.page();
    let begins = format!("End {whose}’s turn");
    let ends = |form: &&Form| form.buttons.iter().any(|(words, _)| words.starts_with(&begins));
    let form = forms(&page).into_iter().find(|form| ends(&form)).unwrap_or_else(|| panic!("no {begins}"));
    let asked = |at: usize| -> Vec<&(String, String)> {
        form.ticks.iter().filter(|(name, _)| *name == format!("do@{at}")).collect()
    };
    let picked = answers.iter().enumerate().map(|(at, vp)| {
        let ends = [format!("\"vp\":{vp}}}"), format!("\"vp\":{vp},")];
        let wanted = asked(at).into_iter().find(|(_, value)| ends.iter().any(|end| value.contains(end)));
        wanted.unwrap_or_else(|| panic!("{vp} of {:?}", asked(at))).clone()
    });
    let picked: Vec<(String, String)> = picked.collect();
    assert!(asked(answers.len()).is_empty(), "everything that is asked is answered: {:?}", asked(answers.len()));
    assert_eq!(device.send(&form, &form.body(&picked)).status, 303);
    device.taps += 1 + picked.len();
}

fn totals(world: &World) -> [i64; 2] {
    let shown = world.run("match show gt-r1-t01 --json").ends(0).json();
    ["one", "two"].map(|side| shown["players"][side]["total"].as_i64().expect("a total"))
}

/// One turn: who, the markers that change hands, what the end asks with its answers, and both totals after it.
type Turn = (&'static str, &'static [(&'static str, &'static str)], &'static [i64], [i64; 2]);

/// Two of Anna's secondary objectives ask in each of her turns. The sums are worked out by hand from the markers as they stood
/// at each count: Take and Hold pays 5 each for one, two, and more than the opponent; Domination 3 for more than half of them.
const TURNS: [Turn; 10] = [
    ("Ben", &[("m6", "one")], &[], [0, 0]),
    ("Anna", &[("m5", "two")], &[0, 0], [0, 0]),
    ("Ben", &[("m2", "one")], &[], [13, 0]),
    ("Anna", &[("m6", "none")], &[2, 3], [13, 15]),
    ("Ben", &[("m2", "none")], &[], [28, 15]),
    ("Anna", &[("m3", "two")], &[0, 3], [28, 28]),
    ("Ben", &[("m6", "one"), ("m1", "one")], &[], [33, 28]),
    ("Anna", &[("m3", "none"), ("m1", "two"), ("m4", "two")], &[3, 3], [33, 44]),
    ("Ben", &[], &[], [38, 44]),
    ("Anna", &[], &[3, 0], [38, 62]),
];

/// A battle in its third round, as the device of the table shows it, and the style of that page.
pub fn halfway(world: &World) -> [String; 2] {
    let mut device = table(world);
    for (who, held, answers, _) in &TURNS[..5] {
        for (marker, holder) in *held {
            hold(&mut device, marker, holder);
        }
        end(&mut device, who, answers);
    }
    let page = device.page();
    let (_, style) = page.split_once("rel=\"stylesheet\" href=\"").expect("a style");
    let style = device.server.get(style.split('"').next().unwrap(), "").text;
    let style = style.split_once("\r\n\r\n").expect("a head").1.to_owned();
    [page, style]
}

#[test]
fn a_whole_battle_with_scores_alone_is_tapped_on_a_phone() {
    let world = World::new();
    let mut device = table(&world);
    let set_up = device.taps;
    for (at, (who, held, answers, due)) in TURNS.into_iter().enumerate() {
        for (marker, holder) in held {
            hold(&mut device, marker, holder);
        }
        end(&mut device, who, answers);
        assert_eq!(totals(&world), due, "turn {}", at + 1);
    }
    // Whatever can be worth a hundred different numbers is typed; the rest is a tap each.
    let page = device.page();
    let typed = |form: &&Form| form.buttons.iter().any(|(words, _)| words == "So many");
    let form = forms(&page).into_iter().find(|form| typed(&form)).expect("a number to type");
    let fields = form
        .fields
        .iter()
        .map(|(name, value)| (name.clone(), if name == "/score/vp" { "4".into() } else { value.clone() }));
    let filled = Form { fields: fields.collect(), ..form.clone() };
    assert_eq!(device.send(&filled, &filled.body([])).status, 303);
    device.taps += 1;
    for begins in ["+6 VP", "+0 VP", "Yes, of both"] {
        device.tap(begins);
    }
    assert_eq!(totals(&world), [52, 78]);
    assert_eq!((set_up, device.taps - set_up), (10, 35));
    assert!(world.run("match verify gt-r1-t01").ends(0).out.contains("good"));
}

/// The same battle with facts: both lists are used, losses are tapped by unit, actions and Command points are recorded.
/// What follows from that is asked no more: only Engage on All Fronts, which rests on where units stand.
struct Facts {
    device: Device,
    /// What was unfolded: the page's script keeps it so as long as it stands there.
    unfolded: Vec<&'static str>,
}

impl Facts {
    fn unfold(&mut self, summary: &'static str) {
        assert!(self.device.page().contains(&format!("<summary>{summary}</summary>")), "no {summary}");
        if !self.unfolded.contains(&summary) {
            self.unfolded.push(summary);
            self.device.taps += 1;
        }
    }

    /// Taps a button that says this, of a form that may be tapped again.
    fn says(&mut self, wanted: &Value) {
        let page = self.device.page();
        let is = |value: &str| serde_json::from_str::<Value>(value).is_ok_and(|value| value == *wanted);
        let button =
            |form: &Form| form.buttons.iter().find_map(|(_, adds)| adds.clone().filter(|(_, value)| is(value)));
        let (mut form, adds) = forms(&page)
            .into_iter()
            .find_map(|form| button(&form).map(|adds| (form, adds)))
            .unwrap_or_else(|| panic!("no button says {wanted}"));
        form.fields.retain(|(name, _)| name != "rid");
        form.fields.push(("rid".to_owned(), format!("{:032x}", self.device.taps)));
        assert_eq!(self.device.send(&form, &form.body(&Some(adds))).status, 303, "{wanted}");
        self.device.taps += 1;
    }

    /// So many models of a unit, of a group where it mixes them.
    fn dies(&mut self, (unit, group, models): Loss) {
        self.unfold("Models died");
        let mut lost = json!({"unit": unit, "models": models});
        if !group.is_empty() {
            lost["group"] = group.into();
        }
        self.says(&json!({"casualties": lost}));
    }

    /// A Command point of somebody: one form for each.
    fn spends(&mut self, by: &str) {
        self.unfold("Command points");
        let page = self.device.page();
        let spends = |form: &&Form| {
            let own = form.fields.iter().any(|(name, value)| name == "by" && value == by);
            own && form.buttons.iter().any(|(words, _)| words == "Spend 1")
        };
        let form = forms(&page).into_iter().find(|form| spends(&form)).unwrap_or_else(|| panic!("{by} may not spend"));
        assert_eq!(self.device.send(&form, &form.body(&None)).status, 303);
        self.device.taps += 1;
    }

    /// Unfolds the actions, opens the list, taps a line of it and the button.
    fn razes(&mut self, unit: &str, marker: &str) {
        let page = self.device.page();
        let wanted = json!({"start-action": {"unit": unit, "action": "raze-objective", "marker": marker}});
        let starts = |form: &&Form| form.buttons.iter().any(|(words, _)| words == "It starts");
        let mut form = forms(&page).into_iter().find(|form| starts(&form)).expect("an action");
        assert!(page.contains(&format!("value=\"{}\"", wanted.to_string().replace('"', "&quot;"))), "{wanted}");
        form.fields.retain(|(name, _)| name != "do");
        assert_eq!(self.device.send(&form, &form.body(&[("do".to_owned(), wanted.to_string())])).status, 303);
        self.device.taps += 4;
    }
}

/// Models of a unit, and of which group where it mixes them.
type Loss = (&'static str, &'static str, u32);

/// Who razes which marker with which unit.
type Razed = Option<(&'static str, &'static str)>;

/// What else a turn holds: its losses, who spends a Command point, what is razed; answers to Engage on All Fronts; totals.
type Deeds = (&'static [Loss], &'static [&'static str], Razed, &'static [i64], [i64; 2]);

/// Grind Them Down pays 3 where Anna destroyed more units in the round than she lost: in rounds 1, 3 and 4. Behind the razing
/// of m2 five markers lie, so that Ben's three are more than half of them in round 4. The end of the battle pays two vehicles
/// of 11 wounds or more (3 each) and two noted models of three (5 each) to Ben, the razing of m3 (6) to Anna.
const DEEDS: [Deeds; 10] = [
    (&[("b4", "", 1), ("b4", "", 1)], &["one"], None, &[], [0, 0]),
    (&[("a4", "", 6)], &["two"], None, &[0], [0, 3]),
    (&[("b6", "", 1), ("b4", "", 4)], &["one"], None, &[], [13, 3]),
    (&[("a8", "", 8), ("a7", "", 1)], &["two"], None, &[2], [13, 15]),
    (&[("b9", "", 1)], &["one"], Some(("a5", "m2")), &[], [28, 15]),
    (&[("a7", "", 2), ("a5", "", 5)], &["two"], None, &[0], [28, 28]),
    (&[("b3", "troopers", 1), ("b7", "", 3)], &[], None, &[], [36, 28]),
    (&[("a6", "", 1), ("a3", "sergeant", 1), ("a3", "", 6)], &[], Some(("b5", "m3")), &[3], [36, 44]),
    (&[("b8", "sergeant", 1), ("b8", "", 5)], &[], None, &[], [41, 44]),
    (&[("a9", "", 1)], &[], None, &[3], [57, 68]),
];

/// The table with both lists handed in on the players' phones.
fn listed(world: &World) -> Device {
    registered(world);
    let mission = MissionId::new("scorched-earth").ok();
    crate::session::armies_of(world, &Plan { mission, ..Plan::new(Depth::Facts) });
    let server = Server::start(world, 0);
    for (player, file) in [("ben", "one"), ("anna", "two")] {
        let phone = cookie(world, PassKind::Player, player);
        let list = std::fs::read_to_string(world.path(&format!("{file}.json"))).expect("a list");
        let text = format!("text={}", crate::serving_match::encoded(&list));
        let looked = server.answer_to("/me/list", "/me/list", &phone, &text).text;
        let place = looked.lines().find_map(|line| line.strip_prefix("location: ")).expect("the list").to_owned();
        let digest = place.split("digest=").nth(1).expect("its digest");
        server.fill(&place, "/me/list/hand-in", &phone, &format!("digest={digest}"));
    }
    drop(server);
    seated(world)
}

/// The same with the battle begun; Ben has the first turn.
fn facts(world: &World) -> Facts {
    let mut device = listed(world);
    device.tap("Use both lists that were handed in");
    choose(&mut device, ["domination-secondary", "bring-it-down", "while-we-stand-we-fight"]);
    choose(&mut device, ["engage-on-all-fronts", "grind-them-down", "raze"]);
    for begins in ["Ben from zone B", "Note these", "All units of both armies", "Ben"] {
        device.tap(begins);
    }
    Facts { device, unfolded: Vec::new() }
}

#[test]
fn a_whole_battle_with_facts_is_tapped_on_a_phone() {
    let world = World::new();
    let mut walk = facts(&world);
    let set_up = walk.device.taps;
    for (at, ((who, held, ..), (losses, spent, razed, answers, due))) in TURNS.into_iter().zip(DEEDS).enumerate() {
        if let Some((unit, marker)) = razed {
            walk.razes(unit, marker);
        }
        // What is razed is off the battlefield without a tap.
        for (marker, holder) in
            held.iter().filter(|(marker, holder)| !(["m2", "m3"].contains(marker) && *holder == "none"))
        {
            hold(&mut walk.device, marker, holder);
        }
        losses.iter().for_each(|loss| walk.dies(*loss));
        spent.iter().for_each(|by| walk.spends(by));
        end(&mut walk.device, who, answers);
        assert_eq!(totals(&world), due, "turn {}", at + 1);
    }
    walk.device.tap("Yes, of both");
    assert_eq!(totals(&world), [67, 78]);
    assert!(!walk.device.page().contains("Not answered at its moment"));
    let taps = walk.device.taps - set_up;
    assert_eq!((set_up, taps), (13, 59));
    assert!(world.run("match verify gt-r1-t01").ends(0).out.contains("good"));
}

/// A list that waits and units that are not set up come before a first turn that begins the battle; of two devices that tap it
/// at once one begins it, and the other is told.
#[test]
fn the_first_turn_begins_no_battle_that_is_not_set_up_and_none_twice() {
    let world = World::new();
    let mut device = listed(&world);
    let begins = |device: &Device| device.page().contains("The battle begins with it");
    device.tap("Ben from zone B");
    for _ in Player::BOTH {
        choose(&mut device, ["domination-secondary", "grind-them-down", "raze"]);
    }
    assert!(!begins(&device), "two lists wait");
    let phone = cookie(&world, PassKind::Player, "ben");
    let own = device.server.get("/match", &phone).text;
    assert!(
        own.contains("Use the list that was handed in") && !own.contains("Use both lists"),
        "a phone speaks for one"
    );
    device.tap("Use both lists that were handed in");
    assert!(!begins(&device), "the units are not set up");
    device.tap("All units of both armies");
    assert!(begins(&device));
    let first = |form: &Form| form.buttons.iter().any(|(words, _)| words == "Anna");
    let stale = forms(&device.page()).into_iter().find(first).expect("a first turn");
    device.tap("Ben");
    let mut late = stale;
    late.fields.retain(|(name, _)| name != "rid");
    late.fields.push(("rid".to_owned(), "7".repeat(32)));
    let answer = device.send(&late, &late.body(&None));
    assert_eq!(answer.status, 422, "{}", answer.text);
    let said = crate::serving_match::records_of(&world);
    let begun = |record: &&Value| record["do"]["begin"].is_object();
    assert_eq!(said.iter().filter(begun).count(), 1);
    // Each phone spends its own Command points, and no others.
    let own = device.server.get("/match", &phone).text;
    assert_eq!(own.matches(">Spend 1<").count(), 1, "{own}");
}

/// On a device of the table one step follows from the other; on a phone of one player each says what is theirs to say.
#[test]
fn steps_of_the_set_up_go_together_where_one_voice_may_say_both() {
    let world = World::new();
    let mut device = chosen(&world);
    assert!(device.page().contains("Who attacks, and from which zone?"));
    assert!(!device.page().contains("Only who it is"), "the sides come first");
    let page = device.server.get("/match", &cookie(&world, PassKind::Player, "anna")).text;
    assert!(page.contains("Who attacks?") && !page.contains("from which zone?"), "{page}");
    device.tap("Ben from zone A");
    let page = device.page();
    assert!(page.contains("Each side holds its own zone then") && page.contains("Only who it is"), "{page}");
    let begun = crate::serving_match::records_of(&world).len();
    device.tap("Anna");
    let records = crate::serving_match::records_of(&world);
    let said: Vec<&str> = records[begun..]
        .iter()
        .filter_map(|record| record["do"].as_object()?.keys().next())
        .map(String::as_str)
        .collect();
    assert_eq!(said, ["first-turn", "begin", "control"]);
}

/// Both taps of a page that showed the count stand: the first one takes it, the second one finds it taken.
#[test]
fn two_taps_on_one_page_count_once() {
    let world = World::new();
    let mut device = table(&world);
    for (who, held, answers, _) in &TURNS[..2] {
        for (marker, holder) in *held {
            hold(&mut device, marker, holder);
        }
        end(&mut device, who, answers);
    }
    let stale = device.page();
    let records =
        || world.run("match log gt-r1-t01 --json").ends(0).json()["records"].as_array().expect("records").len();
    let before = records();
    for (marker, holder) in [("m2", "one"), ("m5", "none")] {
        tapped(&mut device, &stale, marker, holder);
    }
    assert_eq!(records() - before, 3, "the end of the phase once, and both markers");
    assert_eq!(totals(&world), [10, 0], "as the markers stood before");
    // What is said under "Not right?" is said before the count.
    end(&mut device, "Ben", &[]);
    let page = device.page();
    let board = forms(&page).into_iter().find(|form| form.buttons.len() == 18).expect("a board");
    assert!(board.fields.iter().all(|(name, _)| name != "counted"));
}
