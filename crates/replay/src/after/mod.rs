//! What can be said of a battle once it is over: what was left on the table, what turned it, what its dice were worth, and
//! how long it took. Nothing here is an opinion: every line names the records that it comes from.
//!
//! Figures of dice are whole numbers: wounds in thousandths, shares in ten-thousandths.
//!
//! # Examples
//! ```
//! use adjutant_engine::fold::Match;
//! use adjutant_replay::after::{Times, report};
//! assert!(report(&Match::new(adjutant_packs::shipped()), &Times::default()).is_none());
//! ```

mod branch;
mod common;
mod left;
mod luck;
mod own;
mod spread;
mod turning;

use adjutant_engine::chain::Hash;
use adjutant_engine::fold::Match;
use adjutant_engine::score;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::state::State;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::{LedgerEntry, MatchResult, RoundLabel, Status};
use serde::{Deserialize, Serialize};

pub use branch::{Unbranched, branch};
pub use common::Times;
pub use left::{Added, Instead, Left, Lines, Remark, Still};
pub use luck::{Attacked, Luck, Made, Sum, Throw, Trials, attacked, throws};
pub use own::{Average, Own, own};
pub use spread::{Share, Spread};
pub use turning::{Change, Scored, Time, Turn, TurnTime, Turned};

/// What `match report --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchReport {
    /// Id of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// How many records were read.
    pub records: u64,
    /// Hash of the last of them.
    pub head: Option<Hash>,
    /// The law that the log names.
    pub law: Option<i32>,
    /// Names of the players.
    pub players: BySide<String>,
    /// The mission pack.
    pub pack: String,
    /// Printed name of the mission.
    pub mission: Option<String>,
    /// Battle size.
    pub size: String,
    /// When the first record was made.
    pub opened: Option<Timestamp>,
    /// How far the battle is; where it goes on, nothing is said of what was left and of the luck of the whole.
    pub status: Status,
    /// The result, once there is one.
    pub result: Option<MatchResult>,
    /// Who signed the log as it stands at the end.
    pub signed: BySide<bool>,
    /// Both totals.
    pub vp: BySide<u32>,
    /// Points by column and row of the scoring sheet.
    pub columns: Vec<Column>,
    /// How the lead went.
    pub turning: Turned,
    /// What was left on the table, once the battle is over.
    pub left: Option<BySide<Left>>,
    /// What the dice were worth.
    pub luck: Luck,
    /// How long the battle took, where the times of the records can tell.
    pub time: Option<Time>,
    /// The players' other matches in the same database, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<BySide<Own>>,
}

/// Points of a column of the sheet, or what stands beside the columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Column {
    /// What is printed over it.
    pub title: String,
    /// Which kind it is.
    pub kind: ColumnKind,
    /// For each row of the sheet, what counted.
    pub rows: Vec<(RoundLabel, BySide<i32>)>,
}

/// Kinds of columns, as charts tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// The primary objective.
    Primary,
    /// Secondary objectives, all of them.
    Secondary,
    /// What lies outside: Battle Ready, rulings, and what a limit of the whole takes away.
    Beside,
}

/// The report of a match that was opened; nothing of any other.
pub fn report(game: &Match, times: &Times) -> Option<MatchReport> {
    let state = game.state();
    let open = state.open.as_ref()?;
    let ledger = score::ledger(state);
    let mut walked = Walked::of(game);
    let mut last: Option<u64> = None;
    game.reread(|seq, said, command, before| {
        walked.came_to(last, before);
        walked.time.record(seq, command, before, times);
        walked.luck.record(seq, said, command, before);
        walked.left.iter_mut().for_each(|left| left.record((game, seq), said, command, before));
        last = Some(seq);
    });
    walked.came_to(last, state);
    let turning = walked.turning.told(state, &ledger);
    Some(MatchReport {
        id: open.id.to_string(),
        records: game.seq(),
        head: state.head,
        law: game.law(),
        players: BySide::from_fn(|player| open.players[player].name.to_string()),
        pack: open.pack.to_string(),
        mission: state.mission.as_ref().map(|mission| mission.name.to_string()),
        size: open.size.as_str().to_owned(),
        opened: times.values().next().copied(),
        status: state.status,
        result: score::result(state, &ledger),
        signed: state.signed,
        vp: score::totals(state),
        columns: columns(state, &ledger),
        turning,
        left: walked.left.map(|left| left.told(state)),
        luck: walked.luck.told(),
        time: walked.time.told(),
        own: None,
    })
}

/// What is gathered on the way through a log.
struct Walked<'a> {
    turning: turning::Margins,
    time: turning::Clock,
    /// Nothing while the battle goes on, in which what was left may still come.
    left: Option<left::Search>,
    luck: luck::Throws<'a>,
}

impl<'a> Walked<'a> {
    fn of(game: &'a Match) -> Walked<'a> {
        Walked {
            turning: turning::Margins::default(),
            time: turning::Clock::default(),
            left: (game.state().status == Status::Ended).then(left::Search::default),
            luck: luck::Throws::of(game),
        }
    }

    /// What the last record brought about.
    fn came_to(&mut self, last: Option<u64>, state: &State) {
        let Some(seq) = last else { return };
        self.turning.after(seq, state);
        self.left.iter_mut().for_each(|left| left.after(seq, state));
    }
}

/// The columns of the sheet: the primary objective, all others, and what makes up the total beside them.
fn columns(state: &State, ledger: &[LedgerEntry]) -> Vec<Column> {
    let rows = score::rounds(state, ledger);
    let labels: Vec<RoundLabel> = rows.iter().map(|row| row.round).collect();
    let number = |vp: u32| i32::try_from(vp).unwrap_or(i32::MAX);
    let primary = |player: Player| rows.iter().map(move |row| number(row[player].primary)).collect::<Vec<_>>();
    let all = |player: Player| rows.iter().map(move |row| number(row[player].columns.iter().sum())).collect::<Vec<_>>();
    let at_the_end = |vp: i32| {
        let mut rows = vec![0; rows.len()];
        rows.last_mut().into_iter().for_each(|last| *last = vp);
        rows
    };
    let ready = |player: Player| if state.conceded == Some(player) { 0 } else { score::battle_ready(state, player) };
    let rest = |player: Player| {
        let counted: i32 = all(player).iter().sum();
        at_the_end(number(score::total(state, player)) - counted - ready(player))
    };
    let others = |player: Player| all(player).iter().zip(primary(player)).map(|(all, own)| all - own).collect();
    let of = |title: String, kind, points: &dyn Fn(Player) -> Vec<i32>| {
        let sides = BySide::from_fn(points);
        let at = |(at, label): (usize, &RoundLabel)| (*label, BySide::from_fn(|player| sides[player][at]));
        Column { title, kind, rows: labels.iter().enumerate().map(at).collect() }
    };
    let title = || {
        let own = |player| state.primary(player).map(|objective| objective.name.to_string());
        match (own(Player::One), own(Player::Two)) {
            (Some(one), Some(two)) if one == two => one,
            _ => "Primary objective".to_owned(),
        }
    };
    let painted = state.law().battle_ready.as_ref().map_or_else(String::new, |(title, _)| title.to_string());
    let beside = if state.conceded.is_some() { "Conceded" } else { "Rulings and limits" };
    vec![
        of(title(), ColumnKind::Primary, &primary),
        of("Secondary objectives".to_owned(), ColumnKind::Secondary, &others),
        of(painted, ColumnKind::Beside, &|player| at_the_end(ready(player))),
        of(beside.to_owned(), ColumnKind::Beside, &rest),
    ]
}
