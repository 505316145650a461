//! Before the battle: what is still missing, step by step.

use adjutant_app::matches::hidden;
use adjutant_engine::command::{Command, Reserves, SecretKind};
use adjutant_engine::ids::{ObjectiveId, UnitId};
use adjutant_engine::legal::Kind;
use adjutant_engine::legal::{Offer, SetupStep, choosable, now};
use adjutant_engine::rules::Objective;
use adjutant_engine::side::Player;
use adjutant_engine::state::{Unit, Whereabouts};
use adjutant_shorthand::brief;
use maud::{Markup, html};
use serde_json::json;

use super::super::scene::icon;
use super::table::{Parts, Table, card, chip, choice, field, json, objective, unit_words};
use super::together::{self, Together};
use super::{map, picks, sealed};

/// The page.
pub(super) fn page(table: &Table<'_>) -> Parts {
    let now = now(table.game.recording.game());
    // The zone follows from who attacks, or is chosen behind it.
    let due = |step: &&SetupStep| **step != SetupStep::Zone || !now.setup.contains(&SetupStep::Roles);
    let mut steps: Vec<&SetupStep> = now.setup.iter().filter(|step| asks(table, step)).filter(due).collect();
    // What the battle cannot begin without comes first.
    steps.sort_by_key(|step| !step.required());
    let required: Vec<&&SetupStep> =
        steps.iter().filter(|step| step.required() && ***step != SetupStep::Begin).collect();
    let deploy = now.setup.iter().any(|step| matches!(step, SetupStep::Deploy(_)));
    let due = html! {
        @if !table.spoken { h1.ask { "Before the battle" } }
        p.soft {
            @if required.is_empty() { "Everything that the rules ask for is there." }
            @else { (required.len()) " of the steps below are needed before the battle can begin." }
        }
        @for step in steps.iter().filter(|step| !matches!(step, SetupStep::Deploy(_))) { (asked(table, step, &now.setup)) }
        (picks::sections(table))
    };
    let rest = html! {
        @if deploy { (deployment(table)) }
        details {
            summary { "A roll-off" }
            (table.form(table.voice(), html! {
                input type="hidden" name="do" value=(json!({"roll-off": {"for": "", "dice": [[]]}}));
                (field("For what, such as attacker", "/roll-off/for", "", false, true))
                @let [one, two] = [Player::One, Player::Two].map(|player| table.called(player));
                (field(&format!("The dice: {one}, then {two}"), "/roll-off/dice/0", "", false, true))
                p { button type="submit" { "That is the roll" } }
            }))
        }
        (map::details(table))
        @if table.state().takes_terrain() { p { a.tapline href="/match/terrain" { "Terrain, on the map" (icon("next")) } } }
        p { a.tapline href="/match/more" { "Everything else" (icon("next")) } }
        p { a.tapline href="/match/log" { "Everything that was recorded " small { (table.game.seq()) " records" } (icon("next")) } }
    };
    let begin = table.offers(Kind::Begin).into_iter().next();
    let label = if begin.is_some() { "Begin the battle" } else { "The battle cannot begin yet" };
    let dock = table.dock(begin.as_ref(), html! { (label) });
    Parts { title: "Before the battle".to_owned(), due, rest, dock }
}

/// Whether the first turn is the last that most battles need: the zones are known, every list that was handed in is used,
/// and every unit stands somewhere.
fn last(table: &Table<'_>, setup: &[SetupStep]) -> bool {
    let state = table.state();
    let zones = Player::BOTH.iter().all(|player| state.sides[*player].zone.is_some());
    let open = setup.iter().any(|step| match step {
        SetupStep::Deploy(_) | SetupStep::Mark(_) => true,
        SetupStep::Roster(player) => handed_in(table, *player),
        _ => false,
    });
    zones && !open
}

/// Whether a step has a card of its own: what is sealed waits in one card, until it is opened.
fn asks(table: &Table<'_>, step: &SetupStep) -> bool {
    match step {
        SetupStep::Secondaries(player) => !sealed::is_sealed(table, *player, SecretKind::Secondaries),
        SetupStep::Reserves(player) => !sealed::is_sealed(table, *player, SecretKind::Reserves),
        _ => true,
    }
}

/// One step that is missing.
fn asked(table: &Table<'_>, step: &SetupStep, setup: &[SetupStep]) -> Markup {
    match step {
        SetupStep::Roster(player) => roster(table, *player, setup),
        SetupStep::Disposition(player) => {
            let heading = format!("What is the army of {} bent on?", table.called(*player));
            among(table, step, &heading, Kind::Disposition, |command| match command {
                Command::Disposition { player: whose, is } if whose == player => is.as_str().replace('-', " "),
                _ => String::new(),
            })
        }
        SetupStep::Mission => among(table, step, "Which mission?", Kind::Mission, |command| mission(table, command)),
        SetupStep::Secondaries(player) => secondaries(table, *player),
        SetupStep::Reveal(player) => sealed::waiting(table, *player),
        SetupStep::Mark(player) => mark(table, *player),
        SetupStep::Roles => together::roles(table, step).unwrap_or_else(|| {
            among(table, step, "Who attacks?", Kind::Roles, |command| match command {
                Command::Roles { attacker } => table.called(*attacker),
                _ => String::new(),
            })
        }),
        SetupStep::Zone => {
            among(table, step, "Which zone does the player who chooses take?", Kind::Zone, |command| match command {
                Command::Zone { zone, layout } => {
                    let zone = format!("{zone:?}");
                    layout.map_or_else(
                        || format!("Zone {zone}"),
                        |layout| format!("Zone {zone}, layout {}", layout.get()),
                    )
                }
                _ => String::new(),
            })
        }
        SetupStep::DrawMarkers if hidden::notes_markers(table.game.recording.game()) => sealed::markers(table),
        SetupStep::DrawMarkers => among(table, step, "Which marker is drawn?", Kind::Marker, brief),
        SetupStep::CountObjectives => count(table),
        SetupStep::PlaceObjective(player) => {
            let who = player.map_or_else(|| "the players".to_owned(), |player| table.called(player));
            among(table, step, &format!("Where does the next objective go? {who} to place"), Kind::Marker, brief)
        }
        SetupStep::Reserves(player) => reserves(table, *player),
        SetupStep::FirstTurn => {
            last(table, setup).then(|| together::first_turn(table, step)).flatten().unwrap_or_else(|| {
                let label = |command: &Command| together::first(table, command);
                among(table, step, "Who has the first turn?", Kind::FirstTurn, label)
            })
        }
        SetupStep::Deploy(_) | SetupStep::Begin => html! {},
    }
}

fn waits(table: &Table<'_>, step: &SetupStep, words: &str) -> Markup {
    card(table, step, words, html! {})
}

/// Offers of one kind: buttons where they are few, a list where they are many.
fn among(table: &Table<'_>, step: &SetupStep, heading: &str, kind: Kind, label: impl Fn(&Command) -> String) -> Markup {
    let offers: Vec<Offer> =
        table.offers(kind).into_iter().filter(|offer| offer.blanks.is_empty() || kind == Kind::Marker).collect();
    let offers: Vec<Offer> = offers.into_iter().filter(|offer| !label(&offer.command).is_empty()).collect();
    let listed: Vec<(String, String)> =
        offers.iter().map(|offer| (json(&offer.command), label(&offer.command))).collect();
    card(
        table,
        step,
        heading,
        html! {
            @match (offers.len(), offers.first()) {
                (0, _) | (_, None) => { p.soft { "Another step comes first, or the other player says this." } }
                (1..=4, _) => { (table.taps(&offers, |command| html! { bdi { (label(command)) } })) }
                (_, Some(first)) => {
                    (table.form(first.by, html! {
                        (choice("Choose", &format!("{kind:?}"), &listed))
                        p { button type="submit" { "Take it" } }
                    }))
                }
            }
        },
    )
}

fn mission(table: &Table<'_>, command: &Command) -> String {
    let Command::Mission { mission, .. } = command else { return String::new() };
    let pack = table.state().pack.as_ref();
    let found = pack.and_then(|pack| pack.missions.get(mission));
    found.map_or_else(|| mission.to_string(), |mission| mission.name.to_string())
}

/// Which army a player has; on a device of the table one tap takes both lists.
fn roster(table: &Table<'_>, player: Player, setup: &[SetupStep]) -> Markup {
    let step = SetupStep::Roster(player);
    let own = table.me.is_none_or(|me| me == player);
    let uses = |whose: &str, label: &str| {
        html! {
            form action="/match/army" method="post" {
                (table.carried())
                input type="hidden" name="player" value=(whose);
                p { button type="submit" { (label) } }
            }
        }
    };
    let waits = |player: Player| setup.contains(&SetupStep::Roster(player)) && handed_in(table, player);
    let both = table.me.is_none() && player == table.sides()[0] && Player::BOTH.into_iter().all(waits);
    card(
        table,
        &step,
        &format!("{}: which army?", table.called(player)),
        html! {
            @if both { (uses("both", "Use both lists that were handed in")) }
            @if own && handed_in(table, player) {
                (uses(player.as_str(), "Use the list that was handed in"))
            } @else if own {
                p.soft { "No list is handed in. Without one, points are claimed instead of derived." }
            } @else {
                p.soft { "Only " bdi { (table.called(player)) } " can say this." }
            }
        },
    )
}

/// Whether a player has a list on record.
fn handed_in(table: &Table<'_>, player: Player) -> bool {
    let game = table.scene.snap.game(table.number);
    let id = game.map(|game| if player == Player::One { &game.one } else { &game.two });
    id.and_then(|id| table.scene.snap.state.player(id)).is_some_and(|player| player.list.is_some())
}

fn secondaries(table: &Table<'_>, player: Player) -> Markup {
    let step = SetupStep::Secondaries(player);
    let state = table.state();
    // How many may be chosen: the page sends no other number.
    let (fixed, choices) = (state.law().fixed_cards, state.law().choices());
    let called = table.called(player);
    let (heading, numbers) = match fixed {
        Some(cards) => (format!("{called}: draw cards each turn, or {cards} that stay"), cards),
        None => (format!("{called}: {choices} secondary objectives"), choices),
    };
    if table.me.is_some_and(|me| me != player) {
        return waits(table, &step, &format!("{} has not chosen secondary objectives yet", table.called(player)));
    }
    let ids = choosable(state, player);
    if ids.is_empty() {
        return card(table, &step, &heading, html! { p.soft { "The mission comes first." } });
    }
    let rule = if fixed.is_some() { "" } else { ", at most one of each group" };
    let form = |choose: Option<usize>, inner: Markup, buttons: [&str; 2]| {
        html! {
            form action=(sealed::action(table, player, SecretKind::Secondaries)) method="post" data-choose=[choose] {
                (table.carried())
                (table.by(player.into()))
                input type="hidden" name="do" value=(sealed::template());
                @if choose.is_some() { p.soft data-chosen tabindex="-1" role=[table.status()] { "Choose " (numbers) (rule) "." } }
                (inner)
                (sealed::buttons(table, player, SecretKind::Secondaries, buttons))
            }
        }
    };
    let groups = groups(table, player, &ids);
    let chips =
        html! { @for (at, group) in groups.iter().enumerate() { (chips(table, player, at, group, fixed.is_some())) } };
    let body = html! {
        @if fixed.is_some() {
            (form(None, html! {}, ["Seal: draw cards", "Draw cards, said openly"]))
            details { summary { (numbers) " cards that stay" } (form(Some(numbers), chips, ["Seal these", "These stay, said openly"])) }
        } @else {
            (form(Some(numbers), chips, ["Seal these", "These are chosen, openly"]))
        }
    };
    card(table, &step, &heading, body)
}

/// Objectives that may be chosen, those of one category together: a player takes one of them. Cards that stay are one group.
fn groups<'i>(table: &Table<'_>, player: Player, ids: &'i [ObjectiveId]) -> Vec<Vec<&'i ObjectiveId>> {
    let law = table.state().law();
    if law.fixed_cards.is_some() {
        return vec![ids.iter().collect()];
    }
    let mut groups: Vec<Vec<&ObjectiveId>> = Vec::new();
    for id in ids {
        let of = |other: &ObjectiveId| known(table, player, id).zip(known(table, player, other));
        let same = |group: &&mut Vec<&ObjectiveId>| {
            group.first().and_then(|other| of(other)).is_some_and(|(one, other)| law.are_of_one_category(one, other))
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(id),
            None => groups.push(vec![id]),
        }
    }
    groups
}

fn known<'t>(table: &'t Table<'_>, player: Player, id: &ObjectiveId) -> Option<&'t Objective> {
    let state = table.state();
    let of_pack = || state.pack.as_ref().and_then(|pack| pack.objectives.get(id));
    state.objective(player, id).map(|(_, objective)| &**objective).or_else(|| of_pack().map(|objective| &**objective))
}

/// One group: a tap on another name moves the mark, one on “none” takes it off.
fn chips(table: &Table<'_>, player: Player, at: usize, group: &[&ObjectiveId], several: bool) -> Markup {
    let name = format!("/secondaries/choose@{at}");
    let chip = |nth: usize, value: &str, words: &str, checked: bool| {
        let id = format!("secondary-{player}-{at}-{nth}");
        chip(if several { "checkbox" } else { "radio" }, &name, (&id, value), words, checked)
    };
    let title = match group.first().and_then(|id| known(table, player, id)) {
        _ if several => "cards that stay".to_owned(),
        Some(objective) => category(objective.category),
        None => "your own book".to_owned(),
    };
    html! {
        fieldset.group {
            legend { (title) }
            div {
                @for (nth, id) in group.iter().enumerate() { (chip(nth, id.as_str(), &objective(table.state(), player, id), false)) }
                @if !several { (chip(group.len(), "", "none", true)) }
            }
        }
    }
}

/// A category in words.
fn category(category: adjutant_engine::rules::Category) -> String {
    let id = serde_json::to_value(category).ok();
    id.as_ref().and_then(|id| id.as_str()).unwrap_or_default().replace('-', " ")
}

fn mark(table: &Table<'_>, player: Player) -> Markup {
    let step = SetupStep::Mark(player);
    let by_player = |offer: &&Offer| matches!(&offer.command, Command::Mark { models, .. } if models.first().is_some_and(|(unit, _)| table.state().unit(unit).is_some_and(|(_, unit)| unit.player == player)));
    let offer = table.offers(Kind::Mark).into_iter().find(|offer| by_player(&offer));
    card(
        table,
        &step,
        &format!("{}: which models are noted?", table.called(player)),
        html! {
            @match offer {
                Some(offer) => {
                    @if let Command::Mark { models, .. } = &offer.command {
                        p { (models.iter().map(|(unit, group)| format!("{group} of {unit}")).collect::<Vec<_>>().join(", ")) }
                    }
                    (table.tap(offer.by, std::slice::from_ref(&offer.command), html! { "Note these: they cost the most" }))
                }
                None => { p.soft { "The other player says this." } }
            }
        },
    )
}

fn count(table: &Table<'_>) -> Markup {
    card(
        table,
        &SetupStep::CountObjectives,
        "How many objectives? Roll for it",
        html! {
            (table.form(table.voice(), html! {
                input type="hidden" name="do" value=(json!({"roll": {"for": "objectives", "roll": []}}));
                (field("The dice", "/roll/roll", "", true, true))
                p { button type="submit" { "That is the roll" } }
            }))
        },
    )
}

fn units_of<'t>(table: &'t Table<'_>, player: Player) -> Vec<&'t Unit> {
    let attached = |unit: &Unit| matches!(unit.whereabouts, Whereabouts::Attached(_));
    let own = table.state().units.iter().filter(|unit| unit.player == player && unit.alive());
    own.filter(|unit| !attached(unit)).collect()
}

fn reserves(table: &Table<'_>, player: Player) -> Markup {
    let step = SetupStep::Reserves(player);
    if table.me.is_some_and(|me| me != player) {
        return waits(table, &step, &format!("{} has not named reserves yet", table.called(player)));
    }
    let nobody = Command::Reserves(Reserves::default());
    if table.game.recording.game().check(player, &nobody).is_err() {
        let heading = format!("{}: which units start off the battlefield?", table.called(player));
        return card(table, &step, &heading, html! { p.soft { "Another step comes first." } });
    }
    let template = json!({"reserves": {"strategic": [], "elsewhere": [], "embarked": {}}});
    let units = units_of(table, player);
    let carriers: Vec<&&Unit> = units.iter().filter(|unit| unit.transport_capacity.is_some()).collect();
    let ticks = |name: &str, but: Option<&UnitId>| {
        html! {
            @for unit in units.iter().filter(|unit| but != Some(&unit.id)) {
                p { label.tick { input type="checkbox" name=(name) value=(unit.id); " " (unit_words(unit)) } }
            }
        }
    };
    card(
        table,
        &step,
        &format!("{}: which units start off the battlefield?", table.called(player)),
        html! {
            form action=(sealed::action(table, player, SecretKind::Reserves)) method="post" {
                (table.carried())
                (table.by(player.into()))
                input type="hidden" name="do" value=(template);
                p.soft { "Tick nobody where all of them start on it." }
                details { summary { "Strategic Reserves" } (ticks("/reserves/strategic*", None)) }
                details { summary { "By a rule of their own" } (ticks("/reserves/elsewhere*", None)) }
                @for carrier in carriers {
                    details {
                        summary { "Aboard " (unit_words(carrier)) }
                        (ticks(&format!("/reserves/embarked/{}*", carrier.id), Some(&carrier.id)))
                    }
                }
                (sealed::buttons(table, player, SecretKind::Reserves, ["Seal these", "That is how they start, openly"]))
            }
        },
    )
}

/// Everybody who is not on the battlefield yet, set up at once: of each army, and on a device of the table of both.
fn deployment(table: &Table<'_>) -> Markup {
    let offers = table.offers(Kind::Deploy);
    let of = |player: Player| -> Vec<Command> {
        let owned = |command: &&Command| match command {
            Command::Deploy { unit, .. } => table.state().unit(unit).is_some_and(|(_, unit)| unit.player == player),
            _ => false,
        };
        offers.iter().map(|offer| &offer.command).filter(owned).cloned().collect()
    };
    let armies = table.sides().map(|player| (player, of(player)));
    let both = armies
        .iter()
        .all(|(_, units)| !units.is_empty())
        .then(|| armies.each_ref().map(|(_, units)| &units[..]).concat());
    html! {
        @if let Some(way) = both.and_then(|units| Together::of(table, &units)) {
            section.card { (way.tap(table, html! { "All units of both armies stand on the battlefield" })) }
        }
        @for (player, units) in &armies {
            @if !units.is_empty() {
                section.card {
                    (table.topic(html! { bdi { (table.called(*player)) } ": " (units.len()) " units are not set up" " " small { "can be left out" } }))
                    (table.tap(table.voice(), units, html! { "All of them stand on the battlefield" }))
                }
            }
        }
    }
}
