//! Everything that could be recorded now, kind by kind, and a line to type.

use adjutant_core::spelling::capitalised;
use adjutant_engine::command::Command;
use adjutant_engine::legal::Kind;
use adjutant_engine::legal::Offer;
use adjutant_present::names::action_name;
use adjutant_shorthand::brief;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::both::card;
use super::super::forms::button;
use super::super::problem::Problem;
use super::super::scene::{Scene, icon};
use super::table::{Table, choice, field, json, living, unit_words, unrecorded};
use super::{battle, older};

/// What is filled in, for a kind whose offers are examples: label, place, whether it is a number, whether it is needed.
type Field = (&'static str, &'static str, bool, bool);

/// Kinds that another page asks for, or that nobody types on a phone.
const ELSEWHERE: &[Kind] = &[
    Kind::Control,
    Kind::Casualties,
    Kind::Retract,
    Kind::Score,
    Kind::Begin,
    Kind::EndPhase,
    Kind::EndTurn,
    Kind::Secondaries,
    Kind::Reserves,
    Kind::Deploy,
    Kind::Roster,
    Kind::Commit,
    Kind::BattleReady,
    Kind::Note,
    Kind::Cp,
    Kind::Card,
    Kind::Pick,
];

fn fields(kind: Kind) -> &'static [Field] {
    match kind {
        Kind::Move => &[("Dice of an Advance", "/move/roll*", true, false)],
        Kind::Charge => &[("The dice", "/charge/roll", true, true)],
        Kind::Cast => &[
            ("Power", "/cast/power", false, true),
            ("Warp charge", "/cast/warp_charge", true, true),
            ("The dice", "/cast/roll", true, true),
            ("The dice before a re-roll", "/cast/rerolled*", true, false),
        ],
        Kind::PsychicAction => &[
            ("The dice", "/psychic-action/roll", true, true),
            ("The dice before a re-roll", "/psychic-action/rerolled*", true, false),
        ],
        Kind::Morale => &[
            ("The die", "/morale/roll", true, true),
            ("Models that fled, where they did", "/morale/fled#", true, false),
        ],
        Kind::Test => &[("The dice", "/test/roll", true, true)],
        Kind::ReserveRoll => &[("The die", "/reserve-roll/roll", true, true)],
        Kind::RollOff => &[("For what", "/roll-off/for", false, true), ("Both dice", "/roll-off/dice/0", false, true)],
        Kind::Roll => &[("For what", "/roll/for", false, true), ("The dice", "/roll/roll", true, true)],
        Kind::FailAction => &[("Why", "/fail-action/why", false, true)],
        Kind::Stratagem => &[
            ("Another name", "/stratagem/name?", false, false),
            ("Other Command points", "/stratagem/cp#", true, false),
            ("On which unit, by its id", "/stratagem/unit?", false, false),
        ],
        Kind::Order => &[("The rules in their order", "/order/sequence", false, true)],
        _ => &[],
    }
}

/// The page.
///
/// # Errors
/// A viewer without a table, or a table whose match is not recorded.
pub fn more(scene: &Scene<'_>, kind: &str) -> Result<Markup, Problem> {
    let table = Table::of(scene).map_err(|problem| problem.unwrap_or(Problem::NotFound));
    let Ok(table) = table else { return Ok(unrecorded(scene)) };
    if let Some(page) = older::page(&table) {
        return Ok(page);
    }
    let chosen = Kind::ALL.iter().copied().find(|known| known.name() == kind);
    let body = html! {
        @match chosen {
            Some(kind) => { h1.ask { (title(kind)) } (of_kind(&table, kind)) }
            None => { h1.ask { "What happened?" } (kinds(&table)) (typed(&table)) (one_phone(&table)) }
        }
    };
    let (back, label) =
        if chosen.is_some() { ("/match/more", "Everything else") } else { ("/match", "Back to the match") };
    let dock = html! { nav.dock aria-label="Next" { a.b.go href=(back) { (icon("back")) " " (label) } } };
    Ok(table.page("More", body, dock))
}

/// `start-action` as `Start action`.
fn title(kind: Kind) -> String {
    capitalised(&kind.name().replace('-', " "))
}

/// What could be said now.
fn kinds(table: &Table<'_>) -> Markup {
    let open: Vec<Kind> =
        Kind::ALL.iter().copied().filter(|kind| !ELSEWHERE.contains(kind) && !table.offers(*kind).is_empty()).collect();
    html! {
        ul.rows {
            @for kind in open {
                li { a.tapline.grow href={ "/match/more?kind=" (kind.name()) } { (title(kind)) (icon("next")) } }
            }
        }
    }
}

/// A line as the command line takes it: everything can be said so.
fn typed(table: &Table<'_>) -> Markup {
    html! {
        section.card {
            h2 { "Or type it" }
            (table.form(table.voice(), html! {
                p { label for="line" { "As on the command line: " code { "kill b2 3" } ", " code { "hold m1 m3" } } input id="line" name="line" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="1000" required; }
                p { button type="submit" { "Record it" } }
            }))
        }
    }
}

/// Most players record on one phone: the opponent's card lets it write for both.
fn one_phone(table: &Table<'_>) -> Markup {
    let scene = table.scene;
    let pairing = scene.viewer.player().and_then(|player| Some((player, scene.snap.pairing(player)?)));
    let Some((player, pairing)) = pairing else { return html! {} };
    let other = pairing.other(player);
    html! {
        @if scene.seat.is_some_and(|seat| seat.other_writes) {
            section.card {
                p { (scene.name(other)) "’s phone may write for both of you, because you allowed it with your card." }
                (button(scene, "/match/alone", &[], html! { "Take that back" }))
            }
        } @else if table.writes_for_both() {
            section.card {
                p { "This phone writes for both of you. Both scores and all taps are the same as on two phones." }
                (button(scene, "/match/alone", &[], html! { "Write for me alone again" }))
            }
        } @else {
            details {
                summary { "One phone for both …" }
                p.soft { "With the pass on the other card, this phone writes for both of you until the round is over. Secret choices need two phones." }
                (card(scene, "/match/both", "both", other, html! {}, html! { "Write for both" }))
            }
        }
    }
}

/// The form of one kind.
fn of_kind(table: &Table<'_>, kind: Kind) -> Markup {
    let offers = table.offers(kind);
    let Some(first) = offers.first() else {
        return html! { p.card { "This cannot be recorded now." } };
    };
    let mut options: Vec<(String, String)> =
        offers.iter().map(|offer| (template(kind, offer), label(table, &offer.command))).collect();
    options.dedup_by(|one, other| one == other);
    html! {
        section.card {
            (table.form(first.by, html! {
                @if options.len() == 1 && offers[0].blanks.is_empty() {
                    input type="hidden" name="do" value=(options[0].0);
                } @else {
                    (choice("Which", "which", &options))
                }
                @if matches!(kind, Kind::Shoot | Kind::Fight) { (targets(table, kind)) }
                @if kind == Kind::Charge {
                    p { label for="made" { "Did it reach them?" } select id="made" name="/charge/made" { option value="true" { "yes" } option value="false" { "no" } } }
                }
                @for (label, name, numeric, needed) in fields(kind) { (field(label, name, "", *numeric, *needed)) }
                p { button type="submit" { (title(kind)) } }
            }))
        }
    }
}

/// What the form carries for an offer: the offer, with room for what is filled in.
fn template(kind: Kind, offer: &Offer) -> String {
    let unit = match &offer.command {
        Command::Shoot(attacks) | Command::Fight(attacks) => &attacks.unit,
        _ => return json(&offer.command),
    };
    let attacks = json!([{"target": "", "destroyed": 0}]);
    let mut inner = serde_json::Map::new();
    inner.insert(kind.name().to_owned(), json!({"unit": unit, "attacks": attacks}));
    Value::Object(inner).to_string()
}

/// Whom attacks are aimed at, and what that brought.
fn targets(table: &Table<'_>, kind: Kind) -> Markup {
    let state = table.state();
    let other = table.me.unwrap_or(state.active).opponent();
    let name = kind.name();
    html! {
        p {
            label for="target" { "At whom" }
            select id="target" name={ "/" (name) "/attacks/0/target" } {
                @for unit in living(state, other) { option value=(unit.id) { (unit_words(unit)) } }
            }
        }
        p { label for="destroyed" { "Models destroyed" } input id="destroyed" name={ "/" (name) "/attacks/0/destroyed" } inputmode="numeric" value="0" required autocomplete="off"; }
        p { label for="weapon" { "With which weapon, if you like" } input id="weapon" name={ "/" (name) "/attacks/0/weapon?" } autocomplete="off" maxlength="100"; }
    }
}

/// An offer in words.
fn label(table: &Table<'_>, command: &Command) -> String {
    let unit = |id: &adjutant_engine::ids::UnitId| {
        table.state().unit(id).map_or_else(|| id.to_string(), |(_, unit)| unit_words(unit))
    };
    match command {
        Command::StartAction { .. } => battle::action(table, command),
        Command::Move { unit: id, kind, .. } => format!("{}: {}", unit(id), kind.as_str().replace('-', " ")),
        Command::Shoot(attacks) | Command::Fight(attacks) => unit(&attacks.unit),
        Command::Arrive { unit: id, .. }
        | Command::Disembark { unit: id, .. }
        | Command::Cast { unit: id, .. }
        | Command::Morale { unit: id, .. }
        | Command::FailAction { unit: id, .. }
        | Command::ReserveRoll { unit: id, .. } => unit(id),
        Command::PsychicAction { unit: id, action, .. } => {
            format!("{}: {}", unit(id), action_name(table.state(), action))
        }
        Command::Charge { unit: id, targets, .. } => {
            let targets: Vec<String> = targets.iter().map(unit).collect();
            format!("{} charges {}", unit(id), targets.join(", "))
        }
        Command::Stratagem { name, cp, .. } => format!("{name}, {cp} CP"),
        Command::RollOff { .. } | Command::Roll { .. } => "As typed below".to_owned(),
        other => brief(other),
    }
}
