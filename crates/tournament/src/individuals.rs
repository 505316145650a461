//! The members of teams, ranked by their own games.

use serde::Serialize;

use crate::command::Pairing;
use crate::id::{Name, PlayerId, RoundNumber};
use crate::state::{Round, Stage, Tournament};
use crate::teams::Member;

/// A member of a team with what his own games brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Individual {
    /// Place, from 1; shared by those who have the same points and victory points. Who is disqualified has none.
    pub rank: Option<u32>,
    /// The team.
    pub team: PlayerId,
    /// Number within the team, from 1.
    pub member: usize,
    /// Name.
    pub name: Name,
    /// Faction, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faction: Option<Name>,
    /// Games won, drawn, lost.
    pub record: [u32; 3],
    /// Points of the differential table, or victory points without one.
    pub points: i64,
    /// Victory points; nothing where games were told as points of the table.
    pub vp: i64,
    /// Whether the member, or the whole team, is disqualified.
    pub disqualified: bool,
}

/// Which members play the games of a table, by place in their teams: as the captains paired them, otherwise in the order
/// of the teams.
pub(crate) fn seats(round: &Round, pairing: &Pairing, games: usize) -> Vec<[usize; 2]> {
    let paired = round.team_pairings.get(&pairing.table).map(|pairing| pairing.games()).unwrap_or_default();
    if paired.len() == games {
        let seat = |member: Member| usize::from(member.0).saturating_sub(1);
        return paired.iter().map(|game| [seat(game.one), seat(game.two)]).collect();
    }
    (0..games).map(|at| [at, at]).collect()
}

/// The members of all teams after a round, the best first: by points of the table, then by victory points; the
/// disqualified last. The two of a pair have no games of their own.
///
/// ```
/// use adjutant_tournament::{Tournament, RoundNumber, individuals::individuals};
/// assert!(individuals(&Tournament::default(), RoundNumber(1)).is_empty());
/// ```
pub fn individuals(state: &Tournament, upto: RoundNumber) -> Vec<Individual> {
    let policies = state.policies();
    let mut all: Vec<Individual> = Vec::new();
    let mut first: Vec<usize> = Vec::new();
    for player in state.players.iter().filter(|_| policies.team_size != 2) {
        let entry = &player.entry;
        first.push(all.len());
        all.extend(entry.members.iter().enumerate().map(|(at, name)| Individual {
            rank: None,
            team: entry.player.clone(),
            member: at + 1,
            name: name.clone(),
            faction: entry.factions.get(at).cloned(),
            record: [0; 3],
            points: 0,
            vp: 0,
            disqualified: player.is_member_disqualified(Member(at as u8 + 1), upto),
        }));
    }
    for round in state.rounds.iter().filter(|round| round.pair.round <= upto && round.stage != Stage::Draft) {
        for pairing in &round.pair.tables {
            let Some(result) = round.results.get(&pairing.table) else { continue };
            let teams = [&pairing.one, &pairing.two].map(|team| state.place(team));
            for (game, seats) in result.games.iter().zip(seats(round, pairing, result.games.len())) {
                let told = result.games_converted;
                let table = policies.differential.as_ref().filter(|_| !told);
                let points = table.map_or(*game, |table| table.score(game[0], game[1]).into());
                for side in [0, 1] {
                    let size = teams[side].map_or(0, |team| state.players[team].entry.members.len());
                    let from = teams[side].filter(|_| seats[side] < size).map(|team| first[team]);
                    let Some(own) = from.and_then(|from| all.get_mut(from + seats[side])) else { continue };
                    own.points += points[side];
                    own.vp += if told { 0 } else { game[side] };
                    let outcome = match points[side].cmp(&points[1 - side]) {
                        std::cmp::Ordering::Greater => 0,
                        std::cmp::Ordering::Equal => 1,
                        std::cmp::Ordering::Less => 2,
                    };
                    own.record[outcome] += 1;
                }
            }
        }
    }
    all.sort_by_key(|own| (own.disqualified, -own.points, -own.vp));
    for at in 0..all.iter().filter(|own| !own.disqualified).count() {
        let level = at > 0 && (all[at - 1].points, all[at - 1].vp) == (all[at].points, all[at].vp);
        all[at].rank = if level { all[at - 1].rank } else { Some(at as u32 + 1) };
    }
    all
}
