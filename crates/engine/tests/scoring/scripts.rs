//! Lines that a player can read, as `tests/scripts/README.md` describes them: each row of the rules' worked examples is
//! a few of them. What each objective brings stands in `docs/rules/scoring.md`, whose blocks run.

use super::stage::play;

/// Plays lines that are one case.
pub fn play_text(name: &str, text: &str) {
    let lines = text.lines().enumerate().map(|(n, l)| (n + 1, l.trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, l)| !l.is_empty() && !l.starts_with('#')).collect();
    play(name, "row", &lines);
}
