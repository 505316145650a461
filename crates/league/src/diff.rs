//! What became other between two lists, and by which records.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::Hash;
use adjutant_core::ids::MemberId;
use serde::Serialize;

use crate::command::LeagueCommand;
use crate::library::Library;
use crate::list::{List, ListRow};
use crate::log::LeagueLog;
use crate::source::{Played, Source};
use crate::state::League;

/// What became other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// The number of the earlier list.
    pub from: u32,
    /// The number of the later one.
    pub to: u32,
    /// The records between them that a list depends on.
    pub records: Vec<Cause>,
    /// Everybody who moved, in the order of the later table.
    pub moved: Vec<Moved>,
}

/// A record between two lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// Its number.
    pub seq: u64,
    /// What kind it is.
    pub kind: &'static str,
    /// The log that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Hash>,
    /// Whom it names, or who played in a game that it brought or changed.
    pub members: Vec<MemberId>,
}

/// Somebody who moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// Who.
    pub member: MemberId,
    /// Rank before and after.
    pub rank: [Option<u32>; 2],
    /// Points before and after.
    pub points: [i64; 2],
    /// Rating before and after, in hundredths.
    pub rating: [Option<i64>; 2],
    /// The records that are about the member; none where it moved only because others did.
    pub by: Vec<u64>,
}

impl Moved {
    /// Whether points or rank are others, or the rating by half a point or more.
    pub fn is_large(&self) -> bool {
        let [before, after] = self.rating;
        let far = before.zip(after).map_or(before != after, |(before, after)| before.abs_diff(after) >= 50);
        far || self.points[0] != self.points[1] || self.rank[0] != self.rank[1]
    }
}

/// Compares two lists. `before` and `after` are the states at which they were made, `log` tells the records between.
pub fn diff(
    log: &LeagueLog,
    library: &Library,
    (one, before): (&List, &League),
    (two, after): (&List, &League),
) -> Diff {
    let end = |list: u32| log.state().lists.iter().find(|shown| shown.publish.list == list).map(|shown| shown.seq);
    let from = end(one.list).unwrap_or(0);
    let to = end(two.list).unwrap_or(u64::MAX);
    let between = log.records().iter().filter(|record| record.seq > from && record.seq < to);
    let records: Vec<Cause> = between
        .filter_map(|record| {
            let cause = cause(log, library, (before, after), &record.command)?;
            Some(Cause { seq: record.seq, kind: record.command.kind().name(), ..cause })
        })
        .collect();
    let mut by: BTreeMap<&MemberId, BTreeSet<u64>> = BTreeMap::new();
    for cause in &records {
        cause.members.iter().for_each(|member| _ = by.entry(member).or_default().insert(cause.seq));
    }
    let old: BTreeMap<&MemberId, &ListRow> = one.members.iter().map(|row| (&row.id, row)).collect();
    let new: BTreeMap<&MemberId, &ListRow> = two.members.iter().map(|row| (&row.id, row)).collect();
    let gone = one.members.iter().map(|row| &row.id).filter(|id| !new.contains_key(id));
    let all = two.members.iter().map(|row| &row.id).chain(gone);
    let moved = all.filter_map(|member| {
        let rows = [old.get(member).copied(), new.get(member).copied()];
        let moved = Moved {
            member: member.clone(),
            rank: rows.map(|row| row?.rank),
            points: rows.map(|row| row.map_or(0, |row| row.points)),
            rating: rows.map(|row| Some(row?.rating.as_ref()?.value)),
            by: by.get(member).into_iter().flatten().copied().collect(),
        };
        let deviation = rows.map(|row| Some(row?.rating.as_ref()?.deviation));
        let stays = moved.rank[0] == moved.rank[1] && moved.points[0] == moved.points[1];
        let same = stays && moved.rating[0] == moved.rating[1] && deviation[0] == deviation[1];
        (!same).then_some(moved)
    });
    Diff { from: one.list, to: two.list, moved: moved.collect(), records }
}

fn cause(
    log: &LeagueLog,
    library: &Library,
    (before, after): (&League, &League),
    command: &LeagueCommand,
) -> Option<Cause> {
    let of = |origin: Option<Hash>, members: Vec<MemberId>| Some(Cause { seq: 0, kind: "", origin, members });
    match command {
        LeagueCommand::Event(pin) | LeagueCommand::Match(pin) => {
            let earlier = before.pins.get(&pin.origin).and_then(|pinned| library.pinned(pinned));
            let later = library.get(pin.origin, pin.head)?;
            of(Some(pin.origin), players(after, pin.origin, earlier, later))
        }
        LeagueCommand::Paper(paper) => of(None, paper.players.iter().map(|id| after.person(id).clone()).collect()),
        LeagueCommand::Who(who) => of(Some(who.origin), vec![after.person(&who.member).clone()]),
        LeagueCommand::Merge { member, into, .. } => of(None, vec![member.clone(), after.person(into).clone()]),
        LeagueCommand::Member(entry) => of(None, vec![entry.id.clone()]),
        LeagueCommand::Exclude(exclude) => {
            let source = exclude.origin.and_then(|origin| Some((origin, library.pinned(after.pins.get(&origin)?)?)));
            let players = source.map(|(origin, source)| players(after, origin, None, source)).unwrap_or_default();
            of(exclude.origin, players.into_iter().chain(exclude.member.clone()).collect())
        }
        LeagueCommand::Retract { seq, .. } | LeagueCommand::Amend { seq, .. } => {
            let earlier = log.records().get(usize::try_from(*seq).ok()?.checked_sub(1)?)?;
            cause(log, library, (before, before), &earlier.command)
        }
        _ => None,
    }
}

/// A game, and who played it.
type Known = (Played, [Option<MemberId>; 2]);

/// Who played in a game that is in one of two states of a log and not in the other.
fn players(league: &League, origin: Hash, earlier: Option<&Source>, later: &Source) -> Vec<MemberId> {
    let games = |source: Option<&Source>| -> Vec<Known> {
        let Some(source) = source else { return Vec::new() };
        let member = |at: usize| league.played(&origin, &source.players[at].id).cloned();
        source.games.iter().map(|game| (game.clone(), game.sides.map(member))).collect()
    };
    let (before, after) = (games(earlier), games(Some(later)));
    let only = |one: &[Known], two: &[Known]| -> BTreeSet<MemberId> {
        let other = one.iter().filter(|game| !two.contains(game));
        other.flat_map(|(_, members)| members.iter().flatten().cloned()).collect()
    };
    only(&before, &after).union(&only(&after, &before)).cloned().collect()
}
