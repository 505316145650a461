//! What both players signed, and who changed it since.

use adjutant_engine::side::{By, BySide, Player, Winner};
use adjutant_engine::view::{ResultAt, Signed};

/// `signed 81:57`, or `signed 81:57, changed since by a judge: 81:56`.
pub fn signed(signed: &Signed, names: &BySide<&str>) -> String {
    let vp = signed.then.vp;
    let since = signed.since.map(|now| format!(", changed since {}", changed(vp, &now, names)));
    format!("signed {}:{}{}", vp.one, vp.two, since.unwrap_or_default())
}

/// Who changed a result of these points, and to what: `by a judge: 81:56`. The winner is named where the points are the
/// same.
pub fn changed(vp: BySide<u32>, now: &ResultAt, names: &BySide<&str>) -> String {
    let by = by_whom(now.by, names);
    let more = match now.winner {
        None => ", and the battle goes on".to_owned(),
        Some(_) if now.vp != vp => String::new(),
        Some(Winner::One) => format!(", {} wins", names[Player::One]),
        Some(Winner::Two) => format!(", {} wins", names[Player::Two]),
        Some(Winner::Draw) => ", a draw".to_owned(),
    };
    format!("by {by}: {}:{}{more}", now.vp.one, now.vp.two)
}

/// Who said something, behind a `by`.
pub fn by_whom<'a>(by: By, names: &BySide<&'a str>) -> &'a str {
    match by {
        By::One => names[Player::One],
        By::Two => names[Player::Two],
        By::Both => "both players",
        By::Judge => "a judge",
    }
}
