//! What a record brought about and where the battle stands, in the players' words.

use adjutant_engine::command::Winner;
use adjutant_engine::happening::Happening;
use adjutant_engine::ids::{Name, ObjectiveId, UnitId};
use adjutant_engine::score;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::{ResultBy, RoundLabel, Status, View};

use crate::names::{action_name, name_of, round_in_words, said, that_count, word_of};
use crate::units;

/// One line for everything that players want to know; what the line about the battle says anyway is left to it.
pub fn lines<'a>(state: &State, told: impl IntoIterator<Item = &'a Happening>) -> Vec<String> {
    worded(state, told, Reader::Looks)
}

/// The same for somebody who types: units with their ids, open questions with the words that answer them.
pub fn answers<'a>(state: &State, told: impl IntoIterator<Item = &'a Happening>) -> Vec<String> {
    worded(state, told, Reader::Types)
}

/// What a reader does next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Looks,
    Types,
}

impl Reader {
    fn unit(self, state: &State, id: &UnitId) -> String {
        match (self, state.unit(id)) {
            (Reader::Types, Some((_, unit))) => unit.title().to_string(),
            _ => units::name(state, id),
        }
    }

    /// Behind a sentence, what is typed to answer it.
    fn hint(self, words: impl FnOnce() -> String) -> String {
        if self == Reader::Types { format!(": {}", words()) } else { String::new() }
    }
}

fn worded<'a>(state: &State, told: impl IntoIterator<Item = &'a Happening>, reader: Reader) -> Vec<String> {
    let told: Vec<&Happening> = told.into_iter().collect();
    // A question whose moment has passed in the same answer is told once, as one that nobody answered.
    let passed = |asked: &Happening, after: &[&Happening]| {
        let Happening::Asked { player, objective, .. } = asked else { return false };
        after.iter().any(
            |later| matches!(later, Happening::Missed { player: p, objective: o, .. } if p == player && o == objective),
        )
    };
    // One that was answered in the same breath is open no more.
    let answered = |asked: &Happening| {
        let Happening::Asked { player, objective, .. } = asked else { return false };
        !state.needs.iter().any(|need| need.player == *player && need.objective == *objective)
    };
    let told_of = |(at, happening): &(usize, &&Happening)| !passed(happening, &told[at + 1..]) && !answered(happening);
    let open = told.iter().enumerate().filter(told_of);
    open.filter_map(|(_, happening)| line(state, happening, reader)).collect()
}

fn line(state: &State, happening: &Happening, reader: Reader) -> Option<String> {
    let name = |player: &Player| name_of(state, *player);
    Some(match happening {
        Happening::Scored { player, objective, raw, vp, why, round, .. } => {
            let row = if *round == row_of_now(state) { String::new() } else { format!(", {}", round_in_words(*round)) };
            let counted = if raw == vp { String::new() } else { format!(", {vp} count") };
            let why = format!("({}{counted}{row})", said(state, why));
            let objective = objective.as_ref().map(|id| objective_name(state, *player, id));
            format!("{} {raw:+} {} {why}", name(player), objective.unwrap_or_else(|| "by ruling".into()))
        }
        Happening::Unscored { player, objective, have, of, needs } => {
            let called = objective_name(state, *player, objective);
            format!("{} +0 {called}{}", name(player), lacking(*have, *of, *needs))
        }
        Happening::Asked { player, objective, possible } => asked(state, *player, objective, possible, reader),
        Happening::Missed { player, objective, round, moment } => {
            let typed = reader.hint(|| answers_late(state, *player, objective, *round, moment));
            format!("Not answered: {}{typed}", missed(state, *player, objective, *round))
        }
        Happening::ActionCompleted { unit, action, marker } => {
            let marker = marker.as_ref().map_or_else(String::new, |marker| format!(" on {marker}"));
            format!("{} completes {}{marker}", reader.unit(state, unit), action_name(state, action))
        }
        Happening::ActionFailed { unit, action } => {
            format!("{} fails {}", reader.unit(state, unit), action_name(state, action))
        }
        Happening::BannerLost { player, marker } => format!("{}'s banner on {marker} falls", name(player)),
        Happening::MarkerRemoved { marker } => format!("{marker} leaves the battlefield"),
        Happening::TooLate { player, unit } => late(state, *player, &reader.unit(state, unit), unit),
        Happening::Parted { destroyed, alone } => {
            let named = |ids: &[UnitId]| ids.iter().map(|id| reader.unit(state, id)).collect::<Vec<_>>().join(" and ");
            let (is, are) = if alone.len() == 1 { ("is a unit", "its") } else { ("are units", "their") };
            format!("{} destroyed: {} {is} of {are} own now", named(destroyed), named(alone))
        }
        Happening::CpGained { player, cp } => format!("{} +{cp} CP", name(player)),
        Happening::Tabled { player } => {
            format!("{} has no models left: {} plays on, or `end battle`", name(player), name(&player.opponent()))
        }
        Happening::TurnSkipped { player, round } => format!("{}'s turn of round {round} passes", name(player)),
        Happening::TurnBegan { player, round } => format!("Round {round}: {}'s turn begins", name(player)),
        Happening::Recounted { player, before, after } => format!("{}: {before} → {after} VP", name(player)),
        Happening::Conceded { player } => {
            format!("{} concedes: {} wins, and plays on or says `end battle`", name(player), name(&player.opponent()))
        }
        Happening::Ended { winner, by, one, two, open } => ended(state, *winner, *by, (*one, *two), *open),
        Happening::PhaseBegan { .. } => return None,
    })
}

/// A unit that the end of its time destroys: it waits off the battlefield, or runs from it.
fn late(state: &State, player: Player, called: &str, unit: &UnitId) -> String {
    let flees = state.unit(unit).is_some_and(|(_, unit)| unit.falling_back);
    let did = if flees { "still falls back" } else { "never arrived" };
    format!("{called} of {} {did} and counts as destroyed", name_of(state, player))
}

/// A question that waits.
fn asked(state: &State, player: Player, objective: &ObjectiveId, possible: &[i64], reader: Reader) -> String {
    let called = objective_name(state, player, objective);
    let values = that_count(state, player, objective, possible);
    let typed = reader.hint(|| format!("score {} {objective} N", word_of(state, player)));
    format!("Still open: {} – {called} ({values} VP){typed}", name_of(state, player))
}

/// A question that nobody answered in time: whose it is, for what, and when it was asked.
pub fn missed(state: &State, player: Player, objective: &ObjectiveId, round: RoundLabel) -> String {
    let (name, called) = (name_of(state, player), objective_name(state, player, objective));
    format!("{name} – {called}, {}", round_in_words(round))
}

/// The words that answer it now.
fn answers_late(state: &State, player: Player, objective: &ObjectiveId, round: RoundLabel, moment: &Name) -> String {
    let row = match round {
        RoundLabel::Number(round) => format!("r{round}"),
        RoundLabel::End(_) => "end".into(),
    };
    format!("score {} {objective} N in {row} {moment}", word_of(state, player))
}

/// What points for it would have taken: `: 1 of 4, 3 needed`.
fn lacking(have: Option<i64>, of: Option<i64>, needs: Option<i64>) -> String {
    let (Some(have), Some(needs)) = (have, needs) else { return String::new() };
    let of = of.map_or_else(String::new, |of| format!(" of {of}"));
    format!(": {have}{of}, {needs} needed")
}

fn ended(state: &State, winner: Winner, by: ResultBy, (one, two): (u32, u32), open: u32) -> String {
    let waits = match open {
        0 => String::new(),
        1 => "; 1 question is still open".to_owned(),
        open => format!("; {open} questions are still open"),
    };
    let how = match by {
        ResultBy::Points => String::new(),
        ResultBy::Concession => " (the other player conceded)".into(),
        ResultBy::Ruling => " (by ruling)".into(),
        ResultBy::Ending => match &View::of(state).result {
            Some(result) => format!(" (by {})", result.ending_in_words()),
            None => String::new(),
        },
        ResultBy::TieBreak => " (by the agreed tie-break)".into(),
    };
    let leads = score::is_undecided(state);
    let winner = match winner {
        Winner::One => Player::One,
        Winner::Two => Player::Two,
        Winner::Draw if leads => return format!("The battle is over: level so far, {one} – {two}{how}{waits}"),
        Winner::Draw => return format!("The battle is over: a draw, {one} – {two}{how}{waits}"),
    };
    let (ours, theirs) = if winner == Player::One { (one, two) } else { (two, one) };
    let verb = if leads { "leads" } else { "wins" };
    format!("The battle is over: {} {verb} {ours} – {theirs}{how}{waits}", name_of(state, winner))
}

/// That a die decides whether another round is fought, and what to type.
pub fn after_round(state: &State) -> String {
    format!("Round {} is over: a die says whether another is fought, such as `roll length 4`", state.round)
}

/// Where the battle stands, in a line: `Round 2 · Anna's Movement phase · Anna 15 – Ben 0`.
pub fn standing(state: &State) -> String {
    let totals = score::totals(state);
    let [one, two] = Player::BOTH.map(|player| name_of(state, player));
    let when = match state.status {
        Status::Setup => "Before the battle".to_owned(),
        Status::Ended => "The battle has ended".to_owned(),
        Status::Battle if state.length_asked => after_round(state),
        Status::Battle => {
            format!("Round {} · {}'s {} phase", state.round, name_of(state, state.active), state.phase.title())
        }
    };
    format!("{when} · {one} {} – {two} {}", totals.one, totals.two)
}

fn row_of_now(state: &State) -> RoundLabel {
    match state.status {
        Status::Ended => RoundLabel::End(adjutant_engine::view::EndLabel::End),
        _ => RoundLabel::Number(state.round),
    }
}

fn objective_name(state: &State, player: Player, id: &ObjectiveId) -> String {
    state.objective(player, id).map_or_else(|| id.to_string(), |(_, objective)| objective.name.to_string())
}
