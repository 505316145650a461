//! A match as it stands, in the layout of the paper sheet: everything but the grids of points.

use adjutant_core::counts::count;
use adjutant_engine::command::{Holder, Winner};
use adjutant_engine::score;
use adjutant_engine::side::{BySide, Player, Role};
use adjutant_engine::state::State;
use adjutant_engine::view::{MatchResult, Need, PlayerView, ResultBy, Status, UnitStatus, UnitView, View};
use unicode_width::UnicodeWidthStr;

use super::text::wrapped;
use crate::names::{objective_name, round_in_words, said, that_count};
use crate::say::happening::after_round;
use crate::say::signed::signed;
use crate::units;

/// Which match, which mission, and where it stands.
pub fn heading(state: &State, view: &View) -> String {
    let id = view.id.as_ref().map_or("(no match)", |id| id.as_str());
    let mission = state.mission.as_ref().map_or("no mission yet", |mission| mission.name.as_str());
    let when = match (view.status, view.round, view.turn, view.phase) {
        (Status::Setup, ..) => "before the battle".to_owned(),
        (Status::Ended, ..) => "ended".to_owned(),
        (Status::Battle, ..) if state.length_asked => after_round(state),
        (Status::Battle, Some(round), Some(turn), Some(phase)) => {
            format!("round {round}, {}'s {} phase", name(view, turn), phase.title())
        }
        (Status::Battle, ..) => "in battle".to_owned(),
    };
    format!("{id} · {mission} · {when} · {} records\n", view.seq)
}

/// What a player is called; `one` or `two` where nobody has a name yet.
fn name(view: &View, player: Player) -> String {
    view.players[player].name.as_ref().map_or_else(|| player.to_string(), |name| name.to_string())
}

/// The players as on the paper sheet: the Attacker above the Defender.
pub fn in_order(view: &View) -> [Player; 2] {
    let attacks = |player: Player| view.players[player].role == Some(Role::Attacker);
    if attacks(Player::Two) { [Player::Two, Player::One] } else { Player::BOTH }
}

/// Points, role and zone of a player.
pub fn player_line(view: &View, player: Player, own: &PlayerView) -> String {
    let mut facts = vec![format!("{} VP", own.total), format!("{} CP", own.cp)];
    facts.extend(own.role.map(|role| role.title().to_owned()));
    facts.extend(own.zone.map(|zone| format!("zone {}", zone.title())));
    facts.extend(own.battle_ready.map(|ready| if ready { "Battle Ready" } else { "not Battle Ready" }.to_owned()));
    facts.extend(own.conceded.then(|| "conceded".to_owned()));
    format!("{} (player {player}): {}", name(view, player), facts.join(", "))
}

/// Who holds what.
pub fn markers(view: &View) -> String {
    let holder = |holder: Option<Holder>| match holder {
        Some(held) => held.player().map_or_else(|| "nobody".to_owned(), |player| name(view, player)),
        None => "?".to_owned(),
    };
    let standing = view.markers.iter().filter(|marker| marker.on_battlefield);
    let words: Vec<String> = standing.map(|marker| format!("{} {}", marker.id, holder(marker.holder))).collect();
    if words.is_empty() { String::new() } else { wrapped("markers: ", &words.join(", ")) + "\n" }
}

/// Widest name of a unit in a list.
const UNIT_MAX: usize = 34;

/// Both armies, a unit a line; what is destroyed in a few lines below.
pub fn units(view: &View, state: &State) -> String {
    let armies = Player::BOTH.map(|player| {
        let own: Vec<&UnitView> = view.units.iter().filter(|unit| unit.player == player).collect();
        let (dead, alive): (Vec<&UnitView>, Vec<&UnitView>) =
            own.iter().partition(|unit| unit.state == UnitStatus::Destroyed);
        let called = |unit: &UnitView| units::name(state, &unit.id);
        let widest = alive.iter().map(|unit| called(unit).width()).max().unwrap_or(0).min(UNIT_MAX);
        let line = |unit: &&UnitView| {
            let (id, called, strength) = (unit.id.as_str(), called(unit), format!("{}/{}", unit.models, unit.of));
            let blanks = " ".repeat(widest.saturating_sub(called.width()));
            let line = wrapped(&format!("  {id:<5} {called}{blanks} {strength:>6}  "), place(unit).trim_start());
            line.trim_end().to_owned() + "\n"
        };
        let fallen: Vec<String> = dead.iter().map(|unit| format!("{} {}", unit.id, called(unit))).collect();
        let mut lines = format!("{}'s units, {} of {}:\n", name(view, player), alive.len(), own.len());
        lines.extend(alive.iter().map(line));
        if !fallen.is_empty() {
            lines += &(wrapped("  destroyed: ", &fallen.join(", ")) + "\n");
        }
        if own.is_empty() { String::new() } else { lines }
    });
    armies.concat()
}

/// Where a unit is, unless it stands on the battlefield, and what it has lost.
fn place(unit: &UnitView) -> String {
    let place = match unit.state {
        UnitStatus::Battlefield | UnitStatus::Destroyed => "",
        UnitStatus::Embarked => " embarked",
        UnitStatus::Attached => " leads",
        UnitStatus::Undeployed => " not set up",
        UnitStatus::Reserves => " in reserve",
        UnitStatus::Elsewhere => " elsewhere",
        UnitStatus::Removed => " removed",
    };
    let hurt = unit.hurt.iter().map(|(group, wounds)| format!(" {group} -{wounds} W"));
    let falling = if unit.falling_back { " falling back" } else { "" };
    let nerve = if unit.shocked { " Battle-shocked" } else { "" };
    let whom = unit.attached_to.as_ref().map_or_else(String::new, |whom| format!(" {whom}"));
    let led = unit.parts.keys().map(|leader| format!(" led by {leader}"));
    let dazed = if unit.grounded {
        " on the ground"
    } else if unit.stunned {
        " stunned"
    } else if unit.shaken {
        " shaken"
    } else {
        ""
    };
    let effects = unit.effects.iter().map(|effect| format!(" ({})", effect.why));
    let more: String = led.chain(hurt).chain(effects).collect();
    format!("{place}{whom}{falling}{dazed}{nerve}{more}")
}

/// What waits for an answer, and what nobody answered in its round.
pub fn needs(view: &View, state: &State) -> String {
    let line = |need: &Need| {
        let called = objective_name(state, need.player, &need.objective);
        wrapped(&format!("  {}: ", name(view, need.player)), &format!("{called} – {}", said(state, &need.missing)))
            + "\n"
    };
    let lines: Vec<String> = view.needs.iter().map(line).collect();
    let late = view.missed.iter().map(|missed| {
        let round = round_in_words(missed.round);
        let called = objective_name(state, missed.player, &missed.objective);
        let possible = that_count(state, missed.player, &missed.objective, &missed.possible);
        let text = format!("{called}, {round} ({possible} VP) – {}", said(state, &missed.missing));
        wrapped(&format!("  {}: ", name(view, missed.player)), &text) + "\n"
    });
    let late: Vec<String> = late.collect();
    let now = if lines.is_empty() { String::new() } else { format!("Needs an answer:\n{}", lines.concat()) };
    let late = if late.is_empty() { String::new() } else { format!("Not answered in its round:\n{}", late.concat()) };
    now + &late
}

/// Who has won, and on what it rests.
pub fn result(state: &State, view: &View, result: &MatchResult) -> String {
    let how = match result.by {
        ResultBy::Points => "on points".to_owned(),
        ResultBy::Concession => "by concession".to_owned(),
        ResultBy::Ruling => "by ruling".to_owned(),
        ResultBy::Ending => format!("by {}", result.ending_in_words()),
        ResultBy::TieBreak => "by the agreed tie-break".to_owned(),
    };
    let open = view.needs.len() + view.missed.len();
    let leads = score::is_undecided(state);
    let verb = if leads { "leads" } else { "wins" };
    let winner = match result.winner {
        Winner::One => format!("{} {verb} {how}", name(view, Player::One)),
        Winner::Two => format!("{} {verb} {how}", name(view, Player::Two)),
        Winner::Draw if leads => format!("level so far {how}"),
        Winner::Draw => format!("draw {how}"),
    };
    let provisional = match open {
        0 => String::new(),
        open => format!(" ({} open)", count(open, "question is", "questions are")),
    };
    let basis = result.basis;
    let figures = result.figures.iter().map(|figure| format!("{}: {}:{}\n", figure.title, figure.one, figure.two));
    let figures: String = figures.collect();
    let [one, two] = Player::BOTH.map(|player| name(view, player));
    let names = BySide { one: &*one, two: &*two };
    let signed = view.signed.as_ref().map_or_else(String::new, |it| format!("{}\n", signed(it, &names)));
    format!(
        "result: {winner}, {}:{}{provisional}; points derived {}, claimed {}, ruled {}\n{signed}{figures}",
        result.one, result.two, basis.derived, basis.claimed, basis.ruled
    )
}
