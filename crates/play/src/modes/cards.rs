//! Secondary cards of the player whose turn it is: drawn, discarded, exchanged.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Cards, Command};
use adjutant_engine::decide::cards_to_draw;
use adjutant_engine::draw::returnable;
use adjutant_engine::fold::Match;
use adjutant_engine::legal::card_deeds;
use adjutant_engine::side::By;
use adjutant_engine::state::State;
use adjutant_present::names::{self, name_of};

use crate::due::cards_in_play;
use crate::menu::{Act, Menu};
use crate::modes::dice::has_seed;
use crate::step::Deed;

/// Cards drawn in this phase whose text says that they may go back for another one.
fn returned(game: &Match) -> Vec<(String, (String, bool, Act))> {
    let (state, own) = (game.state(), game.state().active);
    let act = |asked: Cards| {
        let name = asked.returns.iter().map(|id| names::objective_name(state, own, id)).collect::<String>();
        ("Give back for another".to_owned(), (name, false, Act::Do(dealt(asked))))
    };
    returnable(game).into_iter().map(act).collect()
}

/// The machine draws what is asked for.
fn dealt(asked: Cards) -> Deed {
    Deed::Throw(By::from(asked.player).into(), Box::new(Command::Card(asked)))
}

/// How many cards are due, in words.
fn many(state: &State) -> Option<String> {
    let due = cards_to_draw(state);
    (due > 0).then(|| names::cards(due))
}

/// Who has cards to draw, with the key for it.
pub fn reminder(recording: &Recording) -> Option<String> {
    let state = recording.game().state();
    let key = if has_seed(recording) { 'y' } else { 'C' };
    Some(format!("{} draws {} ({key})", name_of(state, state.active), many(state)?))
}

/// How many cards are due, and their draw by the machine; nothing where none are, or the match has no seed. The state is
/// that of the match, or one to come.
pub fn due(recording: &Recording, state: &State) -> Option<(String, Deed)> {
    let many = many(state)?;
    has_seed(recording).then(|| (many, dealt(Cards::of(state.active))))
}

/// What the machine can do with cards where the match has a seed, under its headings.
fn by_machine(recording: &Recording) -> Vec<(String, (String, bool, Act))> {
    if !has_seed(recording) {
        return Vec::new();
    }
    let heading = "From the seed of the match (y)".to_owned();
    let draw = due(recording, recording.game().state())
        .map(|(many, deed)| (heading, (format!("Draw {many}"), false, Act::Do(deed))));
    draw.into_iter().chain(returned(recording.game())).collect()
}

/// Whether a deed draws a card.
pub fn draws(deed: &Deed) -> bool {
    let draws = |command: &Command| matches!(command, Command::Card(cards) if !cards.draws.is_empty());
    matches!(deed, Deed::Record(plan) if plan.iter().any(|(_, command)| draws(command)))
}

/// The question about cards.
pub fn menu(recording: &Recording) -> Menu {
    let game = recording.game();
    let state = game.state();
    let (own, left) = (state.active, cards_to_draw(state));
    let mut menu = Menu::new(format!("{}'s cards", name_of(state, own)));
    menu = menu.note(cards_in_play(state).unwrap_or_else(|| "The rules of this pack have no cards.".into()));
    let phase = state.law().cards.as_ref().map(|law| law.draw_in);
    match phase.filter(|phase| *phase != state.phase) {
        Some(phase) => menu = menu.note(format!("Cards are drawn in the {} phase.", phase.title())),
        None if left > 0 => menu = menu.note(format!("{left} to draw: say which card came up.")),
        None => {}
    }
    if let Some(exchange) = state.law().cards.as_ref().and_then(|law| law.exchange.as_ref()) {
        menu = menu.note(format!("{}: `:card swap OLD NEW {}`.", exchange.name, exchange.name));
    }
    let listed = card_deeds(game).into_iter().map(|cards| {
        let heading = if cards.draws.is_empty() { "Discard" } else { "Draw" };
        let ids = cards.draws.iter().chain(&cards.discards);
        let names: Vec<String> = ids.map(|id| names::objective_name(state, own, id)).collect();
        let gain = cards.cp.map_or_else(String::new, |cp| format!(" for {cp} CP"));
        let deed = Deed::Record(vec![(By::from(own), Command::Card(cards))]);
        (heading.to_owned(), (format!("{}{gain}", names.join(", ")), false, Act::Do(deed)))
    });
    let (headings, things): (Vec<_>, Vec<_>) = by_machine(recording).into_iter().chain(listed).unzip();
    menu.choices(things).under(headings).back()
}
