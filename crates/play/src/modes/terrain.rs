//! Terrain before the armies are set up: a kind from the list, its size, then where its middle lies and how high it is.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::TerrainKind;
use adjutant_engine::state::State;
use adjutant_shorthand::piece_in_words;

use crate::menu::{Act, Menu};
use crate::mode::{Field, Mode};
use crate::panel::map;
use crate::text::key::Key;

/// What is typed, as the line above it says.
pub const MIDDLE: &str =
    "Two numbers in inches from the left and the bottom edge; a third for its height, where you measured it.";

/// Inches along both edges of the pieces that lie on most tables.
const SIZES: [[u8; 2]; 14] = [
    [2, 2],
    [4, 2],
    [4, 4],
    [5, 5],
    [6, 4],
    [6, 6],
    [8, 4],
    [8, 6],
    [10, 5],
    [10, 6],
    [12, 6],
    [4, 8],
    [5, 10],
    [6, 12],
];

/// The kinds, or the sizes of a piece of one kind, with the map beside them.
pub fn menu(recording: &Recording, kind: Option<TerrainKind>) -> Menu {
    let state = recording.game().state();
    let menu = match kind {
        None => {
            let kinds = TerrainKind::ALL.map(|kind| (kind.as_str().to_owned(), Act::Open(Mode::Terrain(Some(kind)))));
            Menu::new("Which terrain is laid?").note(format!("On the table: {}.", laid(state))).list(kinds)
        }
        Some(kind) => {
            let piece = format!("{} {}", state.next_piece(), kind.as_str());
            let sizes = SIZES.map(|size| {
                let [wide, deep] = size;
                let typed = Mode::Typing(Field::Lay(piece.clone(), size));
                (format!("{wide}\" along the longer edge, {deep}\" across"), Act::Open(typed))
            });
            Menu::new(format!("How large is {piece}?"))
                .note(format!("Another outline: `:terrain {piece} corners X,Y X,Y X,Y …`"))
                .list(sizes)
        }
    };
    drawn(menu, state).back()
}

/// The key that leads here, as long as no army is set up.
pub fn offered(menu: Menu, state: &State) -> Menu {
    if !state.takes_terrain() {
        return menu;
    }
    menu.key(Key::Char('t'), "terrain", Act::Open(Mode::Terrain(None)))
}

/// With the map of the mission beside it.
pub fn drawn(mut menu: Menu, state: &State) -> Menu {
    menu.beside =
        state.mission.as_ref().map_or_else(Vec::new, |own| map::beside(own, &["/ zone A   \\ zone B".to_owned()]));
    menu
}

/// What lies there already.
fn laid(state: &State) -> String {
    let named: Vec<String> =
        state.terrain().iter().map(|piece| format!("{} {}", piece.id, piece.kind.as_str())).collect();
    if named.is_empty() { "nothing".to_owned() } else { named.join(", ") }
}

/// The words of a piece whose middle, and perhaps height, somebody typed.
pub fn words(piece: &str, size: [u8; 2], typed: &str) -> Option<String> {
    let numbers = typed.split([' ', ',']).filter(|number| !number.is_empty());
    let numbers: Vec<Inches> = numbers.map(Inches::parse).collect::<Option<_>>()?;
    let (x, y, height) = match numbers[..] {
        [x, y] => (x, y, None),
        [x, y, height] => (x, y, Some(height)),
        _ => return None,
    };
    Some(piece_in_words(piece, [x, y], size.map(i32::from), height))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn what_is_typed_becomes_words() {
        let of = |typed| words("t1 ruins", [6, 4], typed);
        assert_eq!(of("12 15.5").as_deref(), Some("terrain t1 ruins at 12,15.5 size 6x4"));
        assert_eq!(of("12,15 5").as_deref(), Some("terrain t1 ruins at 12,15 size 6x4 height 5"));
        for wrong in ["", "12", "12 fifteen", "1 2 3 4", "1e99 2"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
