//! What players, units, objectives and actions are called.

use adjutant_core::ids::DispositionId;
use adjutant_core::sentence::{Sentence, Span};
use adjutant_core::spelling::plain;
use adjutant_engine::ids::{ActionId, Name, ObjectiveId};
use adjutant_engine::refusal::Refusal;
use adjutant_engine::rules::Category;
use adjutant_engine::score;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::{RoundLabel, Status};

use crate::units;

/// The name of a player.
pub fn name_of(state: &State, player: Player) -> String {
    let card = state.open.as_ref().map(|open| open.players[player].name.to_string());
    card.unwrap_or_else(|| format!("player {player}"))
}

/// The mark of a player, where a colour alone would say whose something is.
pub const fn shape(player: Player) -> &'static str {
    match player {
        Player::One => "●",
        Player::Two => "◆",
    }
}

/// Words that mean something else where a player may be named.
const NOT_NAMES: [&str; 9] = ["one", "two", "both", "judge", "none", "nobody", "draw", "winner", "no"];

/// A player in words to type: the first part of the name, where that means nobody and nothing else, otherwise `one` or
/// `two`.
pub fn word_of(state: &State, player: Player) -> String {
    let parts = |player: Player| plain(&name_of(state, player)).split('-').map(str::to_owned).collect::<Vec<_>>();
    let others = parts(player.opponent());
    let objectives = || Player::BOTH.into_iter().flat_map(|player| state.objectives(player));
    let clear = |word: &String| {
        let letters = word.len() > 1 && word.chars().all(|letter| letter.is_ascii_alphabetic());
        let known = NOT_NAMES.contains(&word.as_str()) || others.contains(word);
        letters && !known && !objectives().any(|(_, objective)| objective.id.as_str().contains(word.as_str()))
    };
    parts(player).into_iter().next().filter(clear).unwrap_or_else(|| player.to_string())
}

/// What an action is called.
pub fn action_name(state: &State, id: &ActionId) -> String {
    let action = state.pack.as_ref().and_then(|pack| pack.actions.get(id));
    action.map_or_else(|| id.to_string(), |action| action.name.to_string())
}

/// What an objective is called.
pub fn objective_name(state: &State, player: Player, id: &ObjectiveId) -> String {
    let secondary = |name: &Name| {
        state
            .objectives(player)
            .any(|(_, other)| other.name == *name && other.id != *id && other.category == Category::PRIMARY)
    };
    let own = state.objective(player, id).map(|(_, objective)| match secondary(&objective.name) {
        true => format!("{} (secondary)", objective.name),
        false => objective.name.to_string(),
    });
    let printed =
        || state.pack.as_ref().and_then(|pack| pack.objectives.get(id)).map(|objective| objective.name.to_string());
    own.or_else(printed).unwrap_or_else(|| id.to_string())
}

/// Whether a row of the scoring sheet has begun to be played.
pub fn is_played(state: &State, row: RoundLabel) -> bool {
    match row {
        RoundLabel::Number(round) => state.status != Status::Setup && round <= state.round,
        RoundLabel::End(_) => state.status == Status::Ended,
    }
}

/// So many cards: `a card`, `2 cards`.
pub fn cards(number: usize) -> String {
    if number == 1 { "a card".to_owned() } else { format!("{number} cards") }
}

/// A row of the scoring sheet.
pub fn round_in_words(round: RoundLabel) -> String {
    match round {
        RoundLabel::Number(round) => format!("round {round}"),
        RoundLabel::End(_) => "end of the battle".into(),
    }
}

/// Numbers of VP as far as they count for an objective.
pub fn that_count(state: &State, player: Player, objective: &ObjectiveId, all: &[i64]) -> String {
    let room = state
        .objective(player, objective)
        .map(|(column, _)| i64::from(score::cap(state, column)) - i64::from(score::counted(state, player, column)));
    let enough = room.and_then(|room| all.iter().position(|value| *value >= room)).unwrap_or(all.len());
    let more = if enough + 1 < all.len() { " or more" } else { "" };
    format!("{}{more}", ranges(&all[..all.len().min(enough + 1)]))
}

/// Numbers in words: runs as `0-5`.
pub fn ranges(values: &[i64]) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *value => *last = *value,
            _ => runs.push((*value, *value)),
        }
    }
    let words = runs.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A sentence of the rules with units, objectives and actions called as the table calls them.
pub fn said(state: &State, sentence: &Sentence) -> String {
    sentence.called(|span| called(state, span))
}

/// What a piece of a sentence names, in the words of the table; nothing where it is words, or nobody knows it.
fn called(state: &State, span: &Span) -> Option<String> {
    match span {
        Span::Words(_) | Span::Player { name: Some(_), .. } => None,
        Span::Player { player, name: None } => state.open.is_some().then(|| name_of(state, *player)),
        Span::Unit { id, .. } => Some(units::name(state, id)).filter(|name| name != id.as_str()),
        Span::Objective(id) => {
            let whose = Player::BOTH.into_iter().find(|player| state.objective(*player, id).is_some());
            Some(objective_name(state, whose.unwrap_or(Player::One), id))
        }
        Span::Action(id) => Some(action_name(state, id)),
    }
}

/// Why something was refused, and what would be accepted, in a line.
pub fn refused(state: &State, refusal: &Refusal) -> String {
    format!("{} – {}", said(state, &refusal.message), said(state, &refusal.accepted))
}

/// A player's army in a few words: its faction and what it is bent on, as far as they are known.
///
/// ```
/// use adjutant_core::{Name, ids::DispositionId};
/// let (orks, hold) = (Name::new("Orks").unwrap(), DispositionId::new("take-and-hold").unwrap());
/// assert_eq!(adjutant_present::names::army(Some(&orks), Some(&hold)).unwrap(), "Orks, take and hold");
/// assert_eq!(adjutant_present::names::army(None, None), None);
/// ```
pub fn army(faction: Option<&Name>, bent_on: Option<&DispositionId>) -> Option<String> {
    let words = [faction.map(ToString::to_string), bent_on.map(|is| is.as_str().replace('-', " "))];
    let words: Vec<String> = words.into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(", "))
}
