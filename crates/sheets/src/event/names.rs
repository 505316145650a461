//! What papers and screens of an event call the occasion and the players.

use adjutant_tournament::state::{Stage, Tournament};
use adjutant_tournament::{PlayerId, RoundNumber};

use crate::heading::Occasion;
use crate::text::{NO_FONT, prints};

/// Event, round and date on every sheet; a round that is not published says so beside the event.
pub fn occasion(state: &Tournament, round: RoundNumber, date: Option<String>) -> Occasion {
    let draft = state.round(round).is_some_and(|round| round.stage == Stage::Draft);
    let stamp = if draft { "DRAFT · " } else { "" };
    let event = state.create.as_ref().map(|create| format!("{stamp}{}", create.name));
    Occasion { event, round: Some(round.0.into()), table: None, date }
}

/// What a sheet calls a player: the name. Where the fonts lack letters of it, what they have with the id behind it, or the
/// id alone where nothing of the name is left; each with a mark that the foot of the page explains.
pub(super) fn printed(state: &Tournament, player: &PlayerId) -> String {
    let mut name = state.shown(player);
    // A long club behind a name would be cut where it tells namesakes apart; the id is short.
    let own = state.player(player).map_or("", |known| known.entry.name.as_str());
    if name.chars().count() > own.chars().count() + SUFFIX_MAX {
        name = format!("{own} ({player})");
    }
    if prints(&name) {
        return name;
    }
    let behind = format!(" ({player})");
    let plain = name.strip_suffix(&behind).unwrap_or(&name);
    let mut letter = [0; 4];
    let kept: String = plain.chars().filter(|c| prints(c.encode_utf8(&mut letter))).collect();
    match kept.chars().any(char::is_alphanumeric) {
        true => format!("{} ({player}{NO_FONT})", kept.trim()),
        false => format!("{player}{NO_FONT}"),
    }
}

/// What stands behind a name to tell it apart may be so long.
const SUFFIX_MAX: usize = 20;

/// The same with the last name first where that is wanted: `Berg, Anna`, `de la Cruz, Ana`.
pub(super) fn listed(state: &Tournament, player: &PlayerId, last_first: bool) -> String {
    in_order(state, player, printed(state, player), last_first)
}

/// What a screen calls a player, which has letters of any alphabet: the name, or the last name first where that is wanted
/// (`Berg, Anna`), with what tells namesakes apart behind it.
pub fn shown(state: &Tournament, player: &PlayerId, last_first: bool) -> String {
    in_order(state, player, state.shown(player), last_first)
}

fn in_order(state: &Tournament, player: &PlayerId, printed: String, last_first: bool) -> String {
    let name = state.player(player).map(|known| known.entry.name.as_str()).unwrap_or_default();
    match printed.strip_prefix(name).filter(|_| last_first) {
        Some(behind) => format!("{}{behind}", last_name_first(name)),
        None => printed,
    }
}

/// Small words that belong to the last name after them.
const PARTICLES: [&str; 22] = [
    "af", "al", "av", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "la", "le",
    "ten", "ter", "van", "von", "zu",
];

fn last_name_first(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let Some(mut last) = words.len().checked_sub(1).filter(|last| *last > 0) else { return name.to_owned() };
    while last > 1 && PARTICLES.contains(&words[last - 1].to_lowercase().as_str()) {
        last -= 1;
    }
    format!("{}, {}", words[last..].join(" "), words[..last].join(" "))
}

/// Names with letters that the fonts of the sheets lack.
pub fn unprintable(state: &Tournament) -> Vec<&str> {
    let names = state.players.iter().map(|player| player.entry.name.as_str());
    names.filter(|name| !prints(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::last_name_first;

    #[test]
    fn the_last_name_stands_first_with_what_belongs_to_it() {
        for (name, listed) in [
            ("Anna Berg", "Berg, Anna"),
            ("Ana María de la Cruz", "de la Cruz, Ana María"),
            ("Jan van der Berg", "van der Berg, Jan"),
            ("Zoë", "Zoë"),
            ("De Smet", "Smet, De"),
        ] {
            assert_eq!(last_name_first(name), listed);
        }
    }
}
