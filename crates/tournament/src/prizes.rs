//! Prizes: who is best of whom, in the standings and beside the games.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::id::{Alike, Name, PlayerId, RoundNumber};
use crate::rational::Rational;
use crate::standings::{Row, Scores, standings};
use crate::state::Tournament;

/// What a prize is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrizeKind {
    /// A place in the standings.
    Place(u32),
    /// The best overall score.
    Overall,
    /// The most points in a category.
    Category(String),
    /// The best of a faction.
    Faction(String),
    /// The best team.
    Team,
    /// The best club.
    Club,
}

/// A prize and who has won it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prize {
    /// What for.
    pub kind: PrizeKind,
    /// In words: `Champion`, `Best overall`, `Best in painting`, `Best Orks` …
    pub title: String,
    /// Who: several where they are equal.
    pub players: Vec<PlayerId>,
    /// The team or club, where that has won it.
    pub group: Option<String>,
    /// What it rests on.
    pub with: Vec<Ground>,
}

/// What a prize rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// An overall score.
    Overall(Rational),
    /// Match points.
    MatchPoints(i64),
    /// Points of a category.
    Points(Rational),
    /// A place in the standings.
    Place(u32),
    /// The sum of a team or club.
    Together(Rational),
    /// So many players could win it.
    OfPlayers(usize),
    /// So many teams could win it.
    OfTeams(usize),
}

impl Ground {
    /// Whether it says that nobody else could win.
    pub fn alone(&self) -> bool {
        matches!(self, Ground::OfPlayers(1) | Ground::OfTeams(1))
    }
}

/// A player as prizes see him.
struct Candidate {
    id: PlayerId,
    rank: u32,
    points: i64,
    scores: Scores,
    faction: Option<Name>,
    team: Option<Name>,
    club: Option<Name>,
}

/// Every prize of an event after a round: the first three of the standings, best overall, best of every category, faction,
/// team and club. A faction's best is the one with the best overall score where the event has one, otherwise the one
/// who stands first; a team's and a club's score is the sum of its players' overall scores, or of their match points,
/// where at least two of them play. Who is disqualified wins nothing and adds nothing.
///
/// Before a round is played there is nothing to win.
///
/// With `one_each` nobody wins a second prize: those who have one already are passed over, in the order of the list.
///
/// ```
/// use adjutant_tournament::{Tournament, RoundNumber, prizes::prizes};
/// assert!(prizes(&Tournament::default(), RoundNumber(0), false).is_empty());
/// ```
pub fn prizes(state: &Tournament, round: RoundNumber, one_each: bool) -> Vec<Prize> {
    if round.0 == 0 {
        return Vec::new();
    }
    let of_all = if state.policies().team_size > 0 { Ground::OfTeams } else { Ground::OfPlayers };
    let candidates: Vec<Candidate> =
        standings(state, round).rows.into_iter().filter_map(|row| candidate(state, row)).collect();
    let bracket = state.is_bracket(round);
    let mut list = List { candidates: &candidates, one_each, taken: BTreeSet::new(), prizes: Vec::new() };
    for (place, title) in
        [(1, if bracket { "Champion" } else { "First place" }), (2, "Second place"), (3, "Third place")]
    {
        list.best(
            PrizeKind::Place(place),
            title.to_owned(),
            |c| c.rank == place,
            |_| 0.into(),
            |c, _| match bracket {
                // Points of the rounds before say nothing about a final.
                true => vec![of_all(candidates.len())],
                false => vec![Ground::MatchPoints(c.points), of_all(candidates.len())],
            },
        );
    }
    if !state.policies().overall.is_empty() {
        let overall = |c: &Candidate| c.scores.overall.clone().unwrap_or(Rational::ZERO);
        let with = |_: &Candidate, value: &Rational| vec![Ground::Overall(value.clone())];
        list.best(PrizeKind::Overall, "Best overall".to_owned(), |_| true, overall, with);
    }
    let names: BTreeSet<&String> = candidates.iter().flat_map(|c| c.scores.categories.keys()).collect();
    for name in names {
        let points = |c: &Candidate| Rational::from(c.scores.categories.get(name).copied().unwrap_or(0));
        let with = |_: &Candidate, value: &Rational| vec![Ground::Points(value.clone())];
        let some = |c: &Candidate| points(c) > Rational::ZERO;
        list.best(PrizeKind::Category(name.clone()), format!("Best in {name}"), some, points, with);
    }
    for (faction, members) in groups(&candidates, |c| c.faction.as_ref()) {
        let with = |c: &Candidate, _: &Rational| {
            let first = c.scores.overall.clone().map_or(Ground::Place(c.rank), Ground::Overall);
            vec![first, of_all(members.len())]
        };
        let own = |c: &Candidate| members.contains(&c.id);
        list.best(PrizeKind::Faction(faction.clone()), format!("Best {faction}"), own, better, with);
    }
    list.best_group(PrizeKind::Team, "Best team", |c| c.team.as_ref());
    list.best_group(PrizeKind::Club, "Best club", |c| c.club.as_ref());
    list.prizes
}

fn candidate(state: &Tournament, row: Row) -> Option<Candidate> {
    let entry = &state.player(&row.player)?.entry;
    Some(Candidate {
        rank: row.rank?,
        points: row.points,
        scores: row.scores,
        faction: entry.faction.clone(),
        team: entry.team.clone(),
        club: entry.club.clone(),
        id: row.player,
    })
}

/// By overall score where there is one, otherwise by place.
fn better(candidate: &Candidate) -> Rational {
    candidate.scores.overall.clone().unwrap_or_else(|| Rational::from(-i64::from(candidate.rank)))
}

/// What a player brings to the score of a team.
fn share(candidate: &Candidate) -> Rational {
    candidate.scores.overall.clone().unwrap_or_else(|| candidate.points.into())
}

/// Candidates by a name as people read it, under the name that stands first in the list.
fn groups<'a>(
    candidates: &'a [Candidate],
    name: impl Fn(&'a Candidate) -> Option<&'a Name>,
) -> Vec<(String, BTreeSet<PlayerId>)> {
    let mut groups: BTreeMap<String, (String, BTreeSet<PlayerId>)> = BTreeMap::new();
    for candidate in candidates {
        if let Some(name) = name(candidate) {
            let group = groups.entry(name.alike()).or_insert_with(|| (name.to_string(), BTreeSet::new()));
            group.1.insert(candidate.id.clone());
        }
    }
    groups.into_values().collect()
}

struct List<'a> {
    candidates: &'a [Candidate],
    one_each: bool,
    taken: BTreeSet<&'a PlayerId>,
    prizes: Vec<Prize>,
}

impl<'a> List<'a> {
    /// Gives a prize to those of the highest value; equal values share it, unless the standings tell them apart and the
    /// value is that of a place.
    fn best(
        &mut self,
        kind: PrizeKind,
        title: String,
        may: impl Fn(&Candidate) -> bool,
        value: impl Fn(&Candidate) -> Rational,
        with: impl Fn(&Candidate, &Rational) -> Vec<Ground>,
    ) {
        let free = |c: &&Candidate| may(c) && !(self.one_each && self.taken.contains(&c.id));
        let open: Vec<&Candidate> = self.candidates.iter().filter(free).collect();
        let Some(most) = open.iter().map(|c| value(c)).max() else { return };
        let winners: Vec<&'a Candidate> = open.into_iter().filter(|c| value(c) == most).collect();
        let Some(first) = winners.first() else { return };
        let with = with(first, &most);
        self.taken.extend(winners.iter().map(|c| &c.id));
        let players = winners.into_iter().map(|c| c.id.clone()).collect();
        self.prizes.push(Prize { kind, title, players, group: None, with });
    }

    /// Gives a prize to the teams with the greatest sums.
    fn best_group(&mut self, kind: PrizeKind, title: &str, name: impl Fn(&'a Candidate) -> Option<&'a Name>) {
        let teams = groups(self.candidates, name);
        let sum = |members: &BTreeSet<PlayerId>| -> Rational {
            self.candidates.iter().filter(|c| members.contains(&c.id)).map(share).sum()
        };
        let teams: Vec<(String, BTreeSet<PlayerId>, Rational)> = teams
            .into_iter()
            .filter(|(_, members)| members.len() > 1)
            .map(|(name, members)| {
                let sum = sum(&members);
                (name, members, sum)
            })
            .collect();
        let Some(most) = teams.iter().map(|(.., sum)| sum.clone()).max() else { return };
        for (name, members, sum) in teams.into_iter().filter(|(.., sum)| *sum == most) {
            let with = vec![Ground::Together(sum), Ground::OfPlayers(members.len())];
            let players = members.into_iter().collect();
            self.prizes.push(Prize { kind: kind.clone(), title: title.to_owned(), players, group: Some(name), with });
        }
    }
}
