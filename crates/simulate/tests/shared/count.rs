//! Plain arithmetic of the second scorers, which ask the engine for nothing.

use std::cmp::Ordering;
use std::sync::Arc;

use adjutant_engine::command::{Holder, Winner};
use adjutant_engine::fold::Match;
use adjutant_engine::law::Pack;
use adjutant_engine::place::ModelPlace;
use adjutant_engine::roster::Base;
use adjutant_engine::side::Player;
use adjutant_simulate::{Depth, Record};

/// A shipped pack.
pub fn shipped_pack(id: &str) -> Arc<Pack> {
    let packs = adjutant_packs::shipped();
    packs.iter().find(|pack| pack.file.id.as_str() == id).map(Arc::clone).expect("the pack")
}

/// How many matches a variable of the environment wants, and how many are played without it.
pub fn wanted(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Half of the matches at the depth of facts, a quarter each with positions and with scores alone.
pub fn depth(number: u64) -> Depth {
    [Depth::Facts, Depth::Positions, Depth::Facts, Depth::Scores][(number % 4) as usize]
}

/// The records of a match that stand.
pub fn records(game: &Match) -> Vec<Record> {
    let entries = (1..=game.seq()).filter_map(|seq| game.entry(seq)).filter(|(_, _, stands)| *stands);
    entries.map(|(by, command, _)| (by, command.clone())).collect()
}

pub fn number(player: Player) -> usize {
    usize::from(player == Player::Two)
}

pub fn holder(said: Holder) -> Option<Player> {
    match said {
        Holder::One => Some(Player::One),
        Holder::Two => Some(Player::Two),
        Holder::None => None,
    }
}

/// Who has more.
pub fn higher([one, two]: [u32; 2]) -> Winner {
    match one.cmp(&two) {
        Ordering::Greater => Winner::One,
        Ordering::Less => Winner::Two,
        Ordering::Equal => Winner::Draw,
    }
}

/// The width of a base in millimetres.
pub fn width(base: Option<Base>) -> i64 {
    match base {
        Some(Base::RoundMm(mm)) => i64::from(mm.thousandths()) / 1000,
        _ => 0,
    }
}

/// The middle of a model in thousandths of an inch.
pub fn middle(place: &ModelPlace) -> (i64, i64) {
    (i64::from(place.x.thousandths()), i64::from(place.y.thousandths()))
}

/// Whether a base reaches within 3" of a marker; both are circles, whose widths are in millimetres.
pub fn within_three_inches(model: (i64, i64), base: i64, marker: (i64, i64), marker_width: i64) -> bool {
    // In ten-thousandths of a millimetre: 254 to a thousandth of an inch; half a base reaches as far.
    let leg = |a: i64, b: i64| i128::from((a - b) * 254);
    let reach = i128::from(3_000 * 254 + (base + marker_width) * 5_000);
    leg(model.0, marker.0).pow(2) + leg(model.1, marker.1).pow(2) <= reach.pow(2)
}
