//! Who is who in a report, and how its numbers are written.

use adjutant_engine::side::Player;
use adjutant_engine::state::State;

use super::model::Bar;
use crate::names::{name_of, shape};

/// The players as a reader sees them: the reader is "you" and stands first.
pub(super) struct Who<'a> {
    state: &'a State,
    reader: Option<Player>,
}

impl<'a> Who<'a> {
    pub fn of(state: &'a State, reader: Option<Player>) -> Who<'a> {
        Who { state, reader }
    }

    /// The player who stands first.
    pub fn first(&self) -> Player {
        self.reader.unwrap_or(Player::One)
    }

    /// Both, the one who stands first before the other.
    pub fn both(&self) -> [Player; 2] {
        [self.first(), self.first().opponent()]
    }

    fn is_reader(&self, player: Player) -> bool {
        self.reader == Some(player)
    }

    /// The first name, or the whole one where both share it.
    pub fn name(&self, player: Player) -> String {
        let first = |player: Player| {
            let whole = name_of(self.state, player);
            whole.split_whitespace().next().map(str::to_owned).unwrap_or(whole)
        };
        if first(Player::One) == first(Player::Two) { name_of(self.state, player) } else { first(player) }
    }

    /// `You`, or the name.
    pub fn subject(&self, player: Player) -> String {
        if self.is_reader(player) { "You".to_owned() } else { self.name(player) }
    }

    /// `you`, or the name.
    pub fn object(&self, player: Player) -> String {
        if self.is_reader(player) { "you".to_owned() } else { self.name(player) }
    }

    /// `your`, or the name with its ending.
    pub fn whose(&self, player: Player) -> String {
        if self.is_reader(player) { "your".to_owned() } else { format!("{}’s", self.name(player)) }
    }

    /// The verb that goes with a player: `win`, `wins`.
    pub fn does<'b>(&self, player: Player, you: &'b str, they: &'b str) -> &'b str {
        if self.is_reader(player) { you } else { they }
    }
}

/// A number with its sign: `+7`, `−5`, `0`.
pub(super) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("−{}", number.unsigned_abs()),
    }
}

/// Thousandths with one decimal: `4.0`.
pub(super) fn tenths(thousandths: u64) -> String {
    let tenths = (thousandths + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Thousandths with one decimal and their sign.
pub(super) fn signed_tenths(thousandths: i64) -> String {
    let number = tenths(thousandths.unsigned_abs());
    match thousandths {
        _ if number == "0.0" => number,
        0.. => format!("+{number}"),
        _ => format!("−{number}"),
    }
}

/// A share in percent, from the least to the most that it can be: `4 %`, `34 to 36 %`, `less than 1 %`.
pub fn percent([least, most]: [u32; 2]) -> String {
    let whole = |parts: u32| (parts + 50) / 100;
    match (whole(least), whole(most)) {
        (0, 0) => "less than 1 %".to_owned(),
        (least, most) if least == most && least >= 100 => "more than 99 %".to_owned(),
        (least, most) if least == most => format!("{least} %"),
        (least, most) => format!("{least} to {most} %"),
    }
}

/// Seconds as minutes and seconds: `16:24`.
pub(super) fn minutes(seconds: i64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Thousandths of an inch: `5.9″`.
pub(super) fn inches(thousandths: i64) -> String {
    format!("{}″", tenths(thousandths.unsigned_abs()))
}

/// An average with one decimal.
pub(super) fn average(sum: u64, count: u32) -> String {
    tenths(sum * 1000 / u64::from(count.max(1)))
}

/// A turn with the mark of the player whose it is: `R2 ●`.
pub(super) fn turn_of(bar: &Bar) -> String {
    format!("R{} {}", bar.round, shape(bar.player))
}
