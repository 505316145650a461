//! Secondary cards of the player whose turn it is: drawn, discarded, exchanged.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Cards, Command};
use adjutant_engine::fold::Match;
use adjutant_engine::legal::{self, Kind};
use adjutant_engine::side::By;
use adjutant_present::names::{self, name_of};

use crate::due;
use crate::menu::{Act, Menu};
use crate::step::Deed;

/// What can be done with cards, in the order of the offers, draws first.
fn offers(game: &Match) -> Vec<Cards> {
    let state = game.state();
    let offered = legal::legal_of(game, By::from(state.active), Kind::Card).into_iter();
    let mut offers: Vec<Cards> = offered
        .filter_map(|offer| match offer.command {
            Command::Card(cards) if cards.stratagem.is_none() => Some(cards),
            _ => None,
        })
        .collect();
    // An exchange is offered for any card of the deck in place of any that is active.
    offers.sort_by_key(|cards| cards.draws.is_empty());
    offers
}

/// The question about cards.
pub fn menu(recording: &Recording) -> Menu {
    let game = recording.game();
    let state = game.state();
    let (own, left) = (state.active, due::cards_to_draw(state));
    let mut menu = Menu::new(format!("{}'s cards", name_of(state, own)));
    menu = menu.note(due::cards_in_play(state).unwrap_or_else(|| "The rules of this pack have no cards.".into()));
    if left > 0 {
        menu = menu.note(format!("{left} to draw: say which card came up."));
    }
    if let Some(exchange) = state.law().cards.as_ref().and_then(|law| law.exchange.as_ref()) {
        menu = menu.note(format!("{}: `:card swap OLD NEW {}`.", exchange.name, exchange.name));
    }
    let listed = offers(game).into_iter().map(|cards| {
        let heading = if cards.draws.is_empty() { "Discard" } else { "Draw" };
        let ids = cards.draws.iter().chain(&cards.discards);
        let names: Vec<String> = ids.map(|id| names::objective_name(state, own, id)).collect();
        let gain = cards.cp.map_or_else(String::new, |cp| format!(" for {cp} CP"));
        let deed = Deed::Record(vec![(By::from(own), Command::Card(cards))]);
        (heading.to_owned(), (format!("{}{gain}", names.join(", ")), false, Act::Do(deed)))
    });
    let (headings, things): (Vec<_>, Vec<_>) = listed.unzip();
    menu.choices(things).under(headings).back()
}
