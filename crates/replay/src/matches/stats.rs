//! Statistics over matches: who wins, on which missions, with which armies, and what objectives bring. Only sums and
//! counts stand here; who reads them divides.
//!
//! Everything is counted from [`Row`]s, so nothing is folded that a list of matches has folded before.

use std::collections::BTreeMap;

pub use adjutant_league::figures::Share;
use adjutant_league::figures::{Score, share_of};
use serde::Serialize;

use super::listed::{Played, Row};
use crate::facts::{SideFacts, SideResult};

/// What `match stats --json` prints. Counted are matches that are over and in which nothing waits for an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// How many matches are counted.
    pub matches: usize,
    /// Matches that fit and are not over: not counted.
    pub not_over: usize,
    /// Matches that fit and are over, but in which an award still waits for an answer: not counted.
    pub with_open_questions: usize,
    /// Matches that fit and whose log cannot be folded: not counted.
    pub faulty: usize,
    /// All games of the players who are counted: one a match where the statistics are those of one player, otherwise two.
    pub games: Tally,
    /// Those games in which the player had the first turn.
    pub first_turn: Tally,
    /// By player.
    pub players: Vec<Group>,
    /// By mission.
    pub missions: Vec<Group>,
    /// By faction of the player's army, where the match or the army list names one.
    pub factions: Vec<Group>,
    /// By what the player's army was bent on, and the opponent's; empty where no mission asks for that.
    pub dispositions: Vec<Group>,
    /// Secondary objectives that were chosen, the most chosen first.
    pub secondaries: Vec<Chosen>,
}

/// Games of players, added up. A game is a match as one of its two players sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tally {
    /// How many.
    pub games: usize,
    /// How many were won.
    pub won: usize,
    /// How many were drawn.
    pub drawn: usize,
    /// How many were lost.
    pub lost: usize,
    /// Victory points, all games together.
    pub vp: u64,
    /// Victory points of the opponents.
    pub vp_against: u64,
    /// Victory points of primary objectives.
    pub primary: u64,
    /// Victory points of secondary objectives.
    pub secondary: u64,
}

/// Games that have something in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// The player, the mission, the faction, or two dispositions: `take-and-hold v disruption`.
    pub name: String,
    /// In how many matches.
    pub matches: usize,
    /// The games.
    pub games: Tally,
    /// Those in which the player had the first turn.
    pub first_turn: Tally,
    /// Wins and half the draws of its games, with the range in which the true share lies 95 times of 100: over games, or over
    /// players where that is wider, for the games of one player are not independent.
    pub share: Option<Share>,
}

/// A secondary objective in all games in which it was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chosen {
    /// Its id.
    pub objective: String,
    /// Its printed name.
    pub name: String,
    /// How often it was chosen.
    pub chosen: usize,
    /// Victory points that it brought, all games together.
    pub vp: u64,
    /// How many of these games were won.
    pub won: usize,
    /// How many were drawn.
    pub drawn: usize,
    /// How many were lost.
    pub lost: usize,
    /// As of a [`Group`]: of the games in which it was chosen.
    pub share: Option<Share>,
}

impl Tally {
    fn add(&mut self, side: &SideFacts) {
        self.games += 1;
        self.won += usize::from(side.result == Some(SideResult::Win));
        self.drawn += usize::from(side.result == Some(SideResult::Draw));
        self.lost += usize::from(side.result == Some(SideResult::Loss));
        self.vp += u64::from(side.vp);
        self.vp_against += u64::from(side.vp_against);
        self.primary += u64::from(side.primary);
        self.secondary += u64::from(side.secondary);
    }
}

/// Adds up matches. `counts` says whose games are counted.
pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>, counts: impl Fn(&SideFacts) -> bool) -> Stats {
    let mut stats = Stats::default();
    let mut groups = Groups::default();
    let mut chosen: BTreeMap<String, (Chosen, Scores<'a>)> = BTreeMap::new();
    for row in rows {
        match &row.played {
            None if row.listed.fault.is_some() => stats.faulty += 1,
            None => stats.not_over += 1,
            Some(played) if played.provisional => stats.with_open_questions += 1,
            Some(played) => {
                stats.matches += 1;
                for side in played.sides.iter().filter(|side| counts(side)) {
                    stats.games.add(side);
                    if side.first == Some(true) {
                        stats.first_turn.add(side);
                    }
                    groups.add(row, side);
                    add_chosen(&mut chosen, played, side);
                }
            }
        }
    }
    stats.players = sorted(groups.players);
    stats.missions = sorted(groups.missions);
    stats.factions = sorted(groups.factions);
    stats.dispositions = sorted(groups.dispositions);
    let with = |(own, scores): (Chosen, Scores<'a>)| Chosen { share: share_of(&scores), ..own };
    stats.secondaries = chosen.into_values().map(with).collect();
    stats.secondaries.sort_by(|one, two| two.chosen.cmp(&one.chosen).then_with(|| one.name.cmp(&two.name)));
    stats
}

/// A group, the match that was added last, and what each player made of its games.
struct Building<'a> {
    group: Group,
    last: &'a str,
    players: Scores<'a>,
}

/// What each player made of some games.
type Scores<'a> = BTreeMap<Option<&'a str>, Score>;

#[derive(Default)]
struct Groups<'a> {
    players: BTreeMap<String, Building<'a>>,
    missions: BTreeMap<String, Building<'a>>,
    factions: BTreeMap<String, Building<'a>>,
    dispositions: BTreeMap<String, Building<'a>>,
}

impl<'a> Groups<'a> {
    fn add(&mut self, row: &'a Row, side: &'a SideFacts) {
        let pair = row.played.as_ref().and_then(|played| played.dispositions.as_ref());
        let pair = pair.map(|bent_on| format!("{} v {}", bent_on[side.side], bent_on[side.side.opponent()]));
        let mission = row.listed.mission.as_ref().map(ToString::to_string);
        let name = row.listed.mission_name.clone().or_else(|| mission.clone());
        let id = row.listed.id.as_str();
        let halves = halves(side);
        for (groups, key, name) in [
            (&mut self.players, side.player.clone(), side.player.clone()),
            (&mut self.missions, mission, name),
            (&mut self.factions, side.faction.clone(), side.faction.clone()),
            (&mut self.dispositions, pair.clone(), pair),
        ] {
            let (Some(key), Some(name)) = (key, name) else { continue };
            let (games, first_turn) = (Tally::default(), Tally::default());
            let group = Group { name, matches: 0, games, first_turn, share: None };
            let empty = || Building { group, last: "", players: BTreeMap::new() };
            let Building { group, last, players } = groups.entry(key).or_insert_with(empty);
            group.matches += usize::from(*last != id);
            *last = id;
            group.games.add(side);
            players.entry(side.player.as_deref()).or_default().add(halves);
            if side.first == Some(true) {
                group.first_turn.add(side);
            }
        }
    }
}

fn sorted(groups: BTreeMap<String, Building<'_>>) -> Vec<Group> {
    let with = |built: Building<'_>| Group { share: share_of(&built.players), ..built.group };
    let mut groups: Vec<Group> = groups.into_values().map(with).collect();
    groups.sort_by(|one, two| two.games.games.cmp(&one.games.games).then_with(|| one.name.cmp(&two.name)));
    groups
}

/// A win is two halves of a point, a draw is one.
fn halves(side: &SideFacts) -> u64 {
    match side.result {
        Some(SideResult::Win) => 2,
        Some(SideResult::Draw) => 1,
        _ => 0,
    }
}

fn add_chosen<'a>(chosen: &mut BTreeMap<String, (Chosen, Scores<'a>)>, played: &Played, side: &'a SideFacts) {
    for own in played.secondaries.iter().filter(|own| own.side == side.side) {
        let name = played.names.get(&own.objective).unwrap_or(&own.objective);
        let (objective, name) = (own.objective.clone(), name.clone());
        let empty = Chosen { objective, name, chosen: 0, vp: 0, won: 0, drawn: 0, lost: 0, share: None };
        let (entry, scores) = chosen.entry(own.objective.clone()).or_insert((empty, Scores::new()));
        scores.entry(side.player.as_deref()).or_default().add(halves(side));
        entry.chosen += 1;
        entry.vp += u64::from(own.vp);
        entry.won += usize::from(side.result == Some(SideResult::Win));
        entry.drawn += usize::from(side.result == Some(SideResult::Draw));
        entry.lost += usize::from(side.result == Some(SideResult::Loss));
    }
}
