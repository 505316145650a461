//! What players pick, what is marked, and what becomes of cards as they are drawn, in words.

use adjutant_engine::rules::{
    Action, DrawnIf, DrawnThen, Lasts, MarkName, Objective, Pick, PickAt, RelativeSide, WhenDrawn,
};

use super::filters::named;
use super::filters::{areas, listed, markers, plain, units};

/// What is picked, when and by whom.
pub(super) fn in_words(pick: &Pick) -> String {
    let when = match pick.at {
        PickAt::Setup => "Before the battle",
        PickAt::Drawn => "As it is drawn",
        PickAt::OwnTurnStart => "At the start of your own turn",
        PickAt::OwnTurnEnd => "At the end of your own turn",
    };
    let who = if pick.by == RelativeSide::Enemy { "the opponent picks" } else { "you pick" };
    let number = match (pick.least.get(), pick.most.get()) {
        (_, 1) => "one".to_owned(),
        (least, most) if least == most => format!("{most}"),
        (0, most) => format!("up to {most}"),
        (least, most) => format!("{least} to {most}"),
    };
    let many = pick.most.get() > 1;
    let each = pick.units.iter().map(|filter| units(filter, if many { "units" } else { "unit" }));
    let each: Vec<String> = each.collect();
    let what = match (&pick.markers, &pick.areas) {
        (Some(filter), _) if !each.is_empty() => {
            format!("{}, each for a {} in its range", listed(&each, "or"), markers(filter, false))
        }
        (Some(filter), _) => markers(filter, many),
        (None, Some(filter)) => areas(filter, if many { "areas" } else { "area" }),
        (None, None) => listed(&each, "or"),
    };
    let otherwise = pick
        .otherwise
        .as_ref()
        .map_or_else(String::new, |filter| format!("; where there is none, one {}", units(filter, "unit")));
    let mark = plain(pick.mark.as_str());
    format!("{when}: {who} {number} {what}{otherwise}, as {mark}{}.", lasting(pick.lasts))
}

fn lasting(lasts: Lasts) -> &'static str {
    match lasts {
        Lasts::Battle => "",
        Lasts::Turn => " until the turn ends",
        Lasts::OwnTurnStart => " until your next turn begins",
        Lasts::Active => ", for as long as the card is active",
    }
}

/// What units mark by what they do, and what may become of a card as it is drawn.
pub(super) fn deeds_in_words(objective: &Objective) -> Vec<String> {
    let destroyers = objective
        .marks_destroyers
        .map(|mark| format!("Own units that destroy an enemy unit are marked as {}.", plain(mark.as_str())));
    let clears = objective
        .moves_clear_tokens
        .then(|| "Own units that end a move in range of a marker take the opponent's tokens off it.".to_owned());
    destroyers.into_iter().chain(clears).chain(objective.when_drawn.as_ref().map(drawn)).collect()
}

fn drawn(rule: &WhenDrawn) -> String {
    let when = match &rule.when {
        DrawnIf::Round(round) => format!("in round {round}"),
        DrawnIf::Active(card) => format!("while {} is active", named(card.as_str())),
        DrawnIf::None(filter) => format!("while no {} is on the battlefield", units(filter, "unit")),
    };
    let may = if rule.must { "you draw" } else { "you may draw" };
    let then = match rule.then {
        DrawnThen::Redraw => "another card, then this one goes back into the deck",
        DrawnThen::Replace => "another card and discard this one",
    };
    format!("Drawn {when}: {may} {then}.")
}

/// What an action lays on what it is about.
pub(super) fn laid_in_words(action: &Action, mark: MarkName, lasts: Lasts, token: bool) -> String {
    let what = if action.target.is_some() { "the unit" } else { "the place" };
    let token = if token { ", with a token of yours" } else { "" };
    format!("Then: {what} is marked as {}{}{token}.", plain(mark.as_str()), lasting(lasts))
}
