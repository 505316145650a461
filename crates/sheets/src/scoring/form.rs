//! What the scoring sheet of a pack looks like: its rounds, its columns and the most that each of them can hold.

use adjutant_engine::command::BattleSize;
use adjutant_engine::law::{ColumnSource, Pack};
use adjutant_engine::rules::{Category, Moment, Objective, ZoneBy};
use adjutant_engine::view::RoundLabel;

/// More printed names than this do not fit the head of a column: the name is written by hand.
const NAMES_MAX: usize = 2;

/// The form of a scoring sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Battle rounds; the end of the battle has a row of its own below them.
    pub rounds: usize,
    /// The battle sizes that the pack has missions for, with their printed names.
    pub sizes: Vec<(BattleSize, String)>,
    /// The columns of points, in order.
    pub columns: Vec<Column>,
    /// What is added to the columns once the battle has ended, such as Battle Ready.
    pub extra: Option<Extra>,
    /// Victory points that count in all.
    pub total_cap: u32,
    /// What the two blocks are called, by the pack's own words.
    pub sides: Sides,
    /// How far the pack can be relied on, where it says so.
    pub standing: Option<String>,
}

/// What the two blocks of a sheet are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Attacker and Defender.
    Roles,
    /// Player one and player two, in rules without those roles.
    Numbers,
}

impl Sides {
    /// The word of the upper block, or of the lower one.
    pub fn words(self) -> [&'static str; 2] {
        match self {
            Sides::Roles => ["Attacker", "Defender"],
            Sides::Numbers => ["Player one", "Player two"],
        }
    }
}

/// A column of a scoring sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands over it.
    pub label: String,
    /// The most that it counts for.
    pub cap: u32,
    /// Names to choose from, printed where there are few.
    pub names: Vec<String>,
    /// Rows in which it can score nothing, from 0; they are shaded.
    pub closed: Vec<usize>,
}

/// Points that are added once the battle has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// What they are for.
    pub label: String,
    /// How many.
    pub vp: u32,
}

impl Form {
    /// The form that a pack's ruleset asks for.
    ///
    /// # Source
    /// `docs/rules/sheet.md`, section H: the fields of the form and their order.
    pub fn of(pack: &Pack) -> Form {
        let law = &pack.law;
        let rounds = law.rounds_max() as usize;
        let primaries: Vec<&Objective> = pack
            .objectives
            .values()
            .map(|objective| &**objective)
            .filter(|o| o.category == Category::PRIMARY)
            .collect();
        let columns = law.columns.iter().map(|column| {
            let offered: Vec<&Objective> = match &column.from {
                ColumnSource::Primary => primaries.clone(),
                ColumnSource::Fixed(id) => pack.objectives.get(id).map(|objective| &**objective).into_iter().collect(),
                ColumnSource::Choice(_) | ColumnSource::Cards => Vec::new(),
            };
            Column {
                label: column.title.clone(),
                cap: column.cap.unsigned_abs(),
                names: printed_names(&offered),
                closed: closed_rows(&offered, rounds),
            }
        });
        let played = |size: &BattleSize| pack.missions.values().any(|mission| mission.size == *size);
        Form {
            standing: pack.file.standing.as_ref().map(ToString::to_string),
            rounds,
            sizes: pack.file.by_points().into_iter().filter(played).map(|size| (size, size.title())).collect(),
            columns: columns.collect(),
            extra: law
                .battle_ready
                .as_ref()
                .filter(|(_, vp)| *vp > 0)
                .map(|(title, vp)| Extra { label: title.to_string(), vp: vp.unsigned_abs() }),
            total_cap: law.total_cap.unsigned_abs(),
            sides: if law.zone_by == ZoneBy::FirstPlayer { Sides::Numbers } else { Sides::Roles },
        }
    }

    /// Rows of a block: the rounds and the end of the battle.
    pub fn rows(&self) -> usize {
        self.rounds + 1
    }

    /// The row of a label, from 0.
    pub fn row_of(&self, label: RoundLabel) -> Option<usize> {
        match label {
            RoundLabel::Number(round) => (round as usize).checked_sub(1).filter(|row| *row < self.rounds),
            RoundLabel::End(_) => Some(self.rounds),
        }
    }

    /// What stands before a row.
    pub fn row_name(&self, row: usize) -> String {
        if row == self.rounds { "End Game".into() } else { (row + 1).to_string() }
    }
}

/// The names to choose from, the one of the lowest id last: Take and Hold stands above Domination.
fn printed_names(objectives: &[&Objective]) -> Vec<String> {
    if objectives.len() > NAMES_MAX {
        return Vec::new();
    }
    objectives.iter().rev().map(|objective| objective.name.to_string()).collect()
}

/// The rows in which none of the objectives pays anything.
fn closed_rows(objectives: &[&Objective], rounds: usize) -> Vec<usize> {
    let pays = |row: usize| {
        objectives.iter().flat_map(|objective| &objective.awards).any(|award| match award.at {
            Moment::BattleEnd => row == rounds,
            _ => row < rounds && award.from_round.get().unsigned_abs() as usize <= row + 1,
        })
    };
    if objectives.is_empty() { Vec::new() } else { (0..=rounds).filter(|row| !pays(*row)).collect() }
}
