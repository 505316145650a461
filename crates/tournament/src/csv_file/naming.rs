//! Ids made from names.

use adjutant_core::spelling::unaccented;

use super::latin;
use crate::id::{Name, NotThat, PlayerId};

/// An id made from a name: small letters without their marks, Greek and Cyrillic ones in Latin, digits, single hyphens.
///
/// # Errors
/// Where the name holds no letter that becomes one of a-z, and no digit.
///
/// ```
/// use adjutant_tournament::{Name, csv_file::id_of};
/// assert_eq!(id_of(&Name::new("Zoë Großmann-Łukasz").unwrap()).unwrap().as_str(), "zoe-grossmann-lukasz");
/// ```
pub fn id_of(name: &Name) -> Result<PlayerId, NotThat> {
    let mut plain = String::new();
    for letter in unaccented(name.as_str()).chars() {
        match latin::in_latin(letter) {
            Some(spelt) => plain.push_str(spelt),
            None => plain.push(letter),
        }
    }
    let words = plain.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id: String = words.collect::<Vec<_>>().join("-").chars().take(ID_MAX).collect();
    PlayerId::new(id.trim_end_matches('-'))
}

/// An id leaves room for a number behind it.
const ID_MAX: usize = 56;

/// The id that a name gives, with a number where it is taken; `player-N`, by place in the list, where it gives none.
pub fn unused_id(name: &Name, place: usize, taken: impl Fn(&PlayerId) -> bool) -> PlayerId {
    let stem = stem(name, place);
    let mut ids = (1..).filter_map(|number| numbered(&stem, number));
    ids.find(|id| !taken(id)).unwrap_or_else(|| unreachable!("numbers do not run out"))
}

/// What an id begins with.
pub(super) fn stem(name: &Name, place: usize) -> String {
    id_of(name).map_or_else(|_| format!("player-{place}"), |id| id.to_string())
}

/// An id with a number behind it, from the second on.
pub(super) fn numbered(stem: &str, number: u64) -> Option<PlayerId> {
    let id = if number == 1 { stem.to_owned() } else { format!("{stem}-{number}") };
    PlayerId::new(&id).ok()
}
