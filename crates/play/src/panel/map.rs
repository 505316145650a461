//! The map of a battle, with the signs and the colours of the screen.

use adjutant_engine::rules::Mission;
use adjutant_engine::side::{MapSide, Player};
use adjutant_engine::state::State;

use crate::text::line::{Line, Role, cut, width};

/// Columns of the map beside a list, on a wide screen and on a narrow one.
const MAP_COLUMNS: [usize; 2] = [40, 30];

/// The board of a map without what the head of the screen and the row of markers say anyway: signs in the colours of
/// their players, the hatching of a zone in that of whoever has it, the rest of the ground quiet.
pub fn drawn(map: &str, zones: [Role; 2]) -> impl Iterator<Item = Line> + '_ {
    let board = |line: &&str| line.starts_with(['┌', '│', '└']);
    map.lines().filter(board).map(move |line| row(&line.replace('○', "◆"), zones))
}

/// The roles of zones A and B: those of the players who have them.
pub fn zone_roles(state: &State) -> [Role; 2] {
    [MapSide::A, MapSide::B].map(|side| owner(state, side).map_or(Role::Quiet, Role::of))
}

/// Who has a zone; nobody before it is chosen.
pub fn owner(state: &State, zone: MapSide) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| state.sides[*player].zone == Some(zone))
}

fn row(text: &str, zones: [Role; 2]) -> Line {
    let mut line = Line::default();
    for cell in text.chars() {
        let role = match cell {
            '●' => Role::One,
            '◆' => Role::Two,
            '/' => zones[0],
            '\\' => zones[1],
            '·' | '+' | '│' | '─' | '┌' | '┐' | '└' | '┘' => Role::Quiet,
            _ => Role::Plain,
        };
        // A blank has no colour, and goes with what stands before it.
        match line.spans.last_mut() {
            Some((span, last)) if *last == role || cell == ' ' => span.push(cell),
            _ => line.push(cell.to_string(), role),
        }
    }
    line
}

/// The board of a mission with its zones and markers, in both sizes, and what is to be said about it: in one row, where
/// it has room.
pub fn beside(mission: &Mission, says: &[String]) -> Vec<Vec<Line>> {
    let of = |columns: usize| {
        let map = adjutant_present::map::mission_text(mission, columns);
        let lines = drawn(&map, [Role::Quiet; 2]);
        let whole = says.join(" · ");
        let parts = if width(&whole) <= columns { vec![whole] } else { says.to_vec() };
        let says = parts.into_iter().map(|part| Line::of(cut(&part, columns), Role::Quiet));
        lines.chain(says).collect()
    };
    MAP_COLUMNS.map(of).into()
}
