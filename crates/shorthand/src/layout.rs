//! A layout that is written down, one piece of terrain a line.

use adjutant_engine::command::Command;
use adjutant_engine::rules::Piece;

use crate::context::Context;
use crate::fault::Fault;
use crate::names::Names;
use crate::read::{Spoken, parse};

/// The pieces of a layout that is written down: one `terrain …` a line, as it is recorded in a match too. Empty lines and
/// those that begin with `#` are passed over.
///
/// ```
/// let text = "# the old town\nterrain t1 ruins at 10,12 size 6x4 height 5\n";
/// assert_eq!(adjutant_shorthand::pieces(text).unwrap()[0].footprint.len(), 4);
/// assert_eq!(adjutant_shorthand::pieces("terrain t1 castle").unwrap_err().0, 1);
/// ```
///
/// # Errors
/// The first line that is no piece, by its number from 1, and where it stops making sense.
pub fn pieces(text: &str) -> Result<Vec<Piece>, (usize, Fault)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| piece(line).map_err(|fault| (number, fault))).collect()
}

fn piece(line: &str) -> Result<Piece, Fault> {
    let context = Context { names: Names::default(), by: None, active: None };
    if let Spoken::Record(_, command) = parse(line, &context)?
        && let Command::Terrain(piece) = *command
    {
        return Ok(*piece);
    }
    Err(Fault::new(line, 0..line.len(), "that is no piece of terrain", "terrain t1 ruins at 10,12 size 6x4"))
}
