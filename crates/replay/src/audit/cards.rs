//! Which keys an organiser vouches for: those of the cards of an event.

use adjutant_tournament::command::PassKind;
use adjutant_tournament::{PlayerId, Tournament};

use super::report::TABLE;

/// The keys that signed for the cards of an event, as lines that [`Trust::read`](super::Trust::read) takes: players by name,
/// in the order of entry, then the devices of tables, which are nobody's word. Keys that wait for a word are left out; those
/// of a card that was made anew stay, because what they signed before stays signed.
///
/// ```
/// let file = adjutant_replay::audit::cards(&adjutant_tournament::Tournament::default());
/// assert!(file.lines().all(|line| line.starts_with('#')));
/// ```
pub fn cards(state: &Tournament) -> String {
    let event = state.create.as_ref().map_or(String::new(), |create| format!(" {}", create.event));
    let mut file = format!("# Phones that signed with the cards of event{event}, as its log binds them.\n");
    let of = |kind: PassKind| state.keys().filter(move |(of, _, bound)| *of == kind && bound.signs);
    let mut players: Vec<(usize, String)> = of(PassKind::Player)
        .filter_map(|(_, id, bound)| {
            let id = PlayerId::new(id.as_str()).ok()?;
            Some((state.place(&id)?, format!("{} {}\n", state.player(&id)?.entry.name, bound.key)))
        })
        .collect();
    players.sort_by_key(|(place, _)| *place);
    file.extend(players.into_iter().map(|(_, line)| line));
    let tables: String =
        of(PassKind::Table).map(|(_, id, bound)| format!("# table {id}\n{TABLE} {}\n", bound.key)).collect();
    if !tables.is_empty() {
        file += "# Devices that lay at tables: they speak for no player.\n";
    }
    file + &tables
}
