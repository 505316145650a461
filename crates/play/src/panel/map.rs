//! The map of a battle, with the signs of the screen.

/// The board of a map without what the head of the screen and the row of markers say anyway, with the signs of the
/// screen.
pub fn drawn(map: &str) -> impl Iterator<Item = String> + '_ {
    let board = |line: &&str| line.starts_with(['┌', '│', '└']);
    map.lines().filter(board).map(|line| line.replace('○', "◆"))
}
