//! What every page shares: what it is rendered from, the document around it, and words and letters that all pages use.

use adjutant_app::Known;
use adjutant_app::passes::PassBook;
use adjutant_app::secrets::Vault;
use adjutant_core::spelling::capitalised;
use adjutant_core::time::Timestamp;
use adjutant_present::tables::{results, standings};
use adjutant_tournament::command::ResultEntry;
use adjutant_tournament::day::GameView;
use adjutant_tournament::id::Alike;
use adjutant_tournament::state::{Player, Round};
use adjutant_tournament::{Name, PlayerId, RoundNumber, TableNumber};
use maud::{DOCTYPE, Markup, html};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::icons::sprite;
use crate::assets;
use crate::game::Game;
use crate::memory::Memory;
use crate::moment::{Moment, span};
use crate::press::Press;
use crate::season::Season;
use crate::seat::Seat;
use crate::shelf::Shelf;
use crate::snapshot::Snapshot;
use crate::viewer::{JUDGING, Role, SEATED, Viewer};

/// Everything that a page is rendered from.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The event.
    pub snap: &'a Snapshot,
    /// Who looks.
    pub viewer: &'a Viewer,
    /// When.
    pub moment: Moment,
    /// The address that phones open, such as `http://10.0.0.2`.
    pub address: &'a str,
    /// Pages that are open now and hear of every change.
    pub streams: usize,
    /// The table that this page is about.
    pub seat: Option<&'a Seat>,
    /// The packs that matches are judged by.
    pub known: &'a Known,
    /// What prints the documents of the event.
    pub press: Option<&'a Press>,
    /// Where choices in secret and sealed seeds are kept.
    pub vault: Option<&'a Vault>,
    /// What is remembered beside the log.
    pub memory: &'a Memory,
    /// Every pass, for the organiser alone.
    pub passes: Option<&'a PassBook>,
    /// The lists that were handed in.
    pub lists: Option<&'a Shelf>,
    /// The pages of a league, where one is served beside the event.
    pub season: Option<&'a Season>,
    /// The player whose card a form shows.
    pub card: Option<&'a PlayerId>,
    /// The round that the page of a form was of.
    pub of: Option<RoundNumber>,
}

/// What changes with every record that a page shows: pages tell by it whether they are of now.
pub fn state_id(snap: &Snapshot, seat: Option<&Seat>) -> String {
    match seat.and_then(|seat| seat.game.as_ref()) {
        Some(game) => {
            let proposal = seat.and_then(|seat| seat.proposal.as_deref());
            let asks = proposal.map(|proposal| format!(" {}{}", proposal.id, i32::from(proposal.end.is_some())));
            format!("{} {}{}", snap.id(), game.id(), asks.unwrap_or_default())
        }
        None => snap.id(),
    }
}

impl<'a> Scene<'a> {
    /// A player's name, so that namesakes can be told apart. It stands apart from the text around it, so that a name
    /// written from right to left turns nothing round.
    pub fn name(&self, player: &PlayerId) -> Markup {
        called(&self.snap.state.shown(player))
    }

    /// `Round 3 of 5`, or what a round of the bracket is called.
    pub fn round(&self, round: &Round) -> String {
        let number = round.pair.round;
        match adjutant_tournament::bracket::round_name(&self.snap.state, number) {
            Some(name) => capitalised(&name),
            None => format!("Round {number} of {}", self.snap.rounds().max(number.0)),
        }
    }

    /// The match of the table that the page is about, where one is recorded.
    pub fn game(&self) -> Option<&'a Game> {
        self.seat?.game.as_deref()
    }

    /// The result as that match tells it.
    pub fn told(&self) -> Option<&'a ResultEntry> {
        self.game()?.result.as_ref()
    }

    /// How the result of a game was corrected.
    pub fn corrected(&self, game: &GameView) -> Option<String> {
        game.corrected.as_ref().map(|known| results::corrected(known, &self.moment.clock(known.at)))
    }

    /// What was corrected after the last closed round was closed, in it or before.
    pub fn amended(&self) -> Vec<String> {
        let Some((last, closed)) = self.snap.last_closed else { return Vec::new() };
        let late = self.snap.corrected.iter().filter(|((round, _), known)| *round <= last && known.seq > closed);
        late.map(|((round, table), known)| results::corrected_at(*round, *table, known, &self.moment.clock(known.at)))
            .collect()
    }

    /// The hall that a table stands in, where there are several.
    pub fn hall(&self, table: TableNumber) -> Option<&'a Name> {
        self.snap.state.tables.get(&table)?.hall.as_ref()
    }

    /// Whether a table stands in a hall; in every hall where none is named.
    pub fn is_in(&self, hall: &str, table: TableNumber) -> bool {
        hall.is_empty() || self.hall(table).is_some_and(|own| is_it(own, hall))
    }

    /// The halls, in the order of their first tables.
    pub fn halls(&self) -> Vec<&'a Name> {
        let mut halls: Vec<&Name> = Vec::new();
        for hall in self.snap.state.tables.values().filter_map(|table| table.hall.as_ref()) {
            if !halls.iter().any(|known| is_it(known, hall.as_str())) {
                halls.push(hall);
            }
        }
        halls
    }

    /// Yellow and red cards of a player, for those who run the event.
    pub fn cards(&self, player: &PlayerId) -> Markup {
        let cards = self.snap.state.player(player).map(Player::cards).unwrap_or_default();
        let seen = JUDGING.contains(&self.viewer.role()) && cards != [0, 0];
        html! { @if seen { " " span.chip.call { (icon("flag")) " " (standings::cards(cards)) } } }
    }

    /// A time of day that the script may keep right.
    pub fn time(&self, time: Timestamp) -> Markup {
        html! { time datetime=(time) { (self.moment.clock(time)) } }
    }
}

/// How a page is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// For one hand.
    Phone,
    /// A table that grows with the window.
    Wide,
    /// A laptop.
    Desk,
    /// A screen that is read from 15 m.
    Hall,
}

impl Look {
    fn class(self) -> Option<&'static str> {
        match self {
            Look::Phone => None,
            Look::Wide => Some("wide"),
            Look::Desk => Some("desk"),
            Look::Hall => Some("hall"),
        }
    }
}

/// A word of so many letters stays whole on a narrow page; a longer one may be broken into parts of so many.
const WHOLE: usize = 13;
const PART: usize = 9;

/// What somebody calls themselves, apart from the text around it. Only a word that is longer than a narrow column may be
/// broken, and at places that stay the same; every other word stays whole.
pub fn called(name: &str) -> Markup {
    let words = name.split_inclusive([' ', '-']);
    html! {
        bdi {
            @for word in words {
                @let letters: Vec<char> = word.chars().collect();
                @let parts = if letters.len() > WHOLE { letters.len().div_ceil(PART) } else { 1 };
                @for (at, part) in letters.chunks(letters.len().div_ceil(parts).max(1)).enumerate() {
                    @if at > 0 { wbr; }
                    (part.iter().collect::<String>())
                }
            }
        }
    }
}

/// An icon that stands beside a word; the word carries the meaning.
pub fn icon(name: &str) -> Markup {
    html! { svg.i aria-hidden="true" { use href={ "#i-" (name) } {} } }
}

/// A whole document.
pub fn document(scene: &Scene<'_>, look: Look, title: &str, body: Markup) -> Markup {
    whole(scene, look, title, body, None)
}

/// A screen of the hall that shows another page after some seconds, without script too.
pub fn turning(scene: &Scene<'_>, look: Look, seconds: u8, next: &str, title: &str, body: Markup) -> Markup {
    whole(scene, look, &format!("Screen: {title}"), body, Some(format!("{seconds}; url={next}")))
}

fn whole(scene: &Scene<'_>, look: Look, title: &str, body: Markup, refresh: Option<String>) -> Markup {
    // Screens and the desk hear at once; phones spread out, so that five hundred of them do not ask in one moment.
    let jitter = if matches!(look, Look::Phone | Look::Wide) { 1500 } else { 0 };
    html! {
        (DOCTYPE)
        html lang="en" class=[look.class()] {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="dark light";
                @if let Some(refresh) = refresh { noscript { meta http-equiv="refresh" content=(refresh); } }
                link rel="stylesheet" href=(assets::STYLE.path);
                link rel="icon" type="image/svg+xml" href=(assets::ICON.path);
                link rel="apple-touch-icon" href=(assets::TOUCH_ICON.path);
                link rel="manifest" href=(assets::MANIFEST.path);
                meta name="theme-color" content="#0f4a6b";
                script src=(assets::SCRIPT.path) defer {}
                @if SEATED.contains(&scene.viewer.role()) { script src=(assets::SIGNER.path) defer {} }
                @if [Role::Player, Role::Desk, Role::Organiser].contains(&scene.viewer.role()) {
                    script src=(assets::SECURE.path) data-worker=(assets::WORKER.path) defer {}
                }
            }
            body data-state=(state_id(scene.snap, scene.seat)) data-now=(scene.moment.now) data-jitter=(jitter)
                data-live=(live(scene)) data-who=(scene.viewer.key())
                data-up=[scene.viewer.player().and_then(|player| up(scene, player))] {
                (body)
                (sprite(&body))
            }
        }
    }
}

/// What a player is told whose page is hidden while a round is published.
fn up(scene: &Scene<'_>, player: &PlayerId) -> Option<String> {
    let (round, pairing) = (scene.snap.open()?, scene.snap.pairing(player)?);
    let hall = scene.hall(pairing.table).map_or_else(String::new, |hall| format!("{hall}, "));
    let other = scene.snap.state.shown(pairing.other(player));
    Some(format!("{}: {hall}table {}, you play {other}", scene.round(round), pairing.table))
}

/// Where the script hears of changes.
fn live(scene: &Scene<'_>) -> String {
    match scene.seat.filter(|seat| seat.game.is_some() || seat.reading) {
        Some(seat) => format!("/live?table={}", seat.table),
        None => "/live".to_owned(),
    }
}

/// The first line of every page: how old it is, and on the right where you are.
pub fn top(scene: &Scene<'_>, right: Markup) -> Markup {
    html! { header.top { (age(scene)) (right) } }
}

/// How old a page is.
pub fn age(scene: &Scene<'_>) -> Markup {
    html! {
        // The time goes on every second, and nobody is told of that.
        p.age role="status" data-age="" { (aged(scene)) }
    }
}

/// How old a page is that is read out: it says everything in another place.
pub fn silent_age(scene: &Scene<'_>) -> Markup {
    html! { p.age data-age="" { (aged(scene)) } }
}

fn aged(scene: &Scene<'_>) -> Markup {
    html! {
        (icon("live")) " as of " span aria-live="off" { (scene.moment.precise(scene.moment.now)) } span {}
    }
}

/// The time that is left until a deadline; the script counts it down.
pub fn left(scene: &Scene<'_>, deadline: Timestamp) -> Markup {
    html! { span data-deadline=(deadline) { (span(scene.moment.until(deadline))) } }
}

/// `1st`, `2nd`, `3rd`, `4th`, `11th` …
pub fn ordinal(number: u32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Whether a hall is what somebody calls it.
pub fn is_it(hall: &Name, called: &str) -> bool {
    Name::new(called.trim()).is_ok_and(|called| called.alike() == hall.alike())
}

/// A text as it stands in an address.
pub fn in_address(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Letters without marks, in lower case, so that `Zoë` is found by `zoe`.
pub fn plain(text: &str) -> String {
    text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_english() {
        let told: Vec<String> = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal).into();
        assert_eq!(told.join(" "), "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th");
    }

    #[test]
    fn names_are_found_without_their_marks() {
        assert_eq!(plain("Zoë van den Bergh-Ó Súilleabháin"), "zoe van den bergh-o suilleabhain");
        assert_eq!(plain("ĄŻ"), "az");
    }
}
