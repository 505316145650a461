//! What two captains have before them: the pairing of their teams as it stands, and the records that a step of theirs
//! becomes. Whoever asks captains draws it from here.

use crate::command::TournamentCommand;
use crate::id::{Name, PlayerId, RoundNumber, TableNumber};
use crate::state::Tournament;
use crate::teams::{Member, Side, TeamPairing, TeamStep, digest, drawn_token};

/// Two teams at a table whose members are paired with each other.
#[derive(Clone, Debug)]
pub struct TeamTable<'a> {
    round: RoundNumber,
    table: TableNumber,
    teams: [&'a PlayerId; 2],
    members: [&'a [Name]; 2],
    now: TeamPairing,
    begun: bool,
}

impl Tournament {
    /// The pairing of the two teams of a table; before its first step under the token that the seed gives. `None` where
    /// there is no such table, and in an event whose captains pair nobody.
    ///
    /// ```
    /// use adjutant_tournament::{RoundNumber, TableNumber, Tournament};
    /// assert!(Tournament::default().team_pairing(RoundNumber(1), TableNumber(1)).is_none());
    /// ```
    pub fn team_pairing(&self, round: RoundNumber, table: TableNumber) -> Option<TeamTable<'_>> {
        let size = u8::try_from(self.policies().team_size).ok().filter(|_| self.policies().by_games())?;
        let known = self.round(round)?;
        let pairing = known.at(table)?;
        let begun = known.team_pairings.get(&table);
        let lot = || self.create.as_deref().map_or(Side::One, |create| drawn_token(&create.seed, round, table));
        let members = |team| self.player(team).map(|team| team.entry.members.as_slice()).unwrap_or_default();
        Some(TeamTable {
            round,
            table,
            teams: [&pairing.one, &pairing.two],
            members: [members(&pairing.one), members(&pairing.two)],
            now: begun.cloned().unwrap_or_else(|| TeamPairing::new(size, lot())),
            begun: begun.is_some(),
        })
    }
}

impl<'a> TeamTable<'a> {
    /// The pairing as it stands.
    pub fn now(&self) -> &TeamPairing {
        &self.now
    }

    /// Whether a step is on record: before the first one the token may still be told.
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Where it is.
    pub fn at(&self) -> (RoundNumber, TableNumber) {
        (self.round, self.table)
    }

    /// The team of a side.
    pub fn team(&self, side: Side) -> &'a PlayerId {
        self.teams[side as usize]
    }

    /// The side of a team, where it sits at this table.
    pub fn side_of(&self, team: &PlayerId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.team(*side) == team)
    }

    /// The members of a side, in the order of their numbers.
    pub fn members(&self, side: Side) -> &'a [Name] {
        self.members[side as usize]
    }

    /// The name of a member, where the team has told it.
    pub fn member(&self, side: Side, member: Member) -> Option<&'a Name> {
        self.members(side).get(usize::from(member.0).checked_sub(1)?)
    }

    /// What both captains chose, each under a salt: both are bound before either is opened.
    pub fn both(&self, salts: &[String; 2], chosen: &[Vec<Member>; 2]) -> Vec<TeamStep> {
        let sides = || Side::BOTH.into_iter().zip(salts.iter().zip(chosen));
        let bound = sides().map(|(side, (salt, value))| TeamStep::Commit { side, digest: digest(salt, value) });
        let opened = |(side, (salt, value)): (Side, (&String, &Vec<Member>))| TeamStep::Reveal {
            side,
            salt: salt.clone(),
            value: value.clone(),
        };
        bound.chain(sides().map(opened)).collect()
    }

    /// The records that steps become: before the first one of a table, who holds the token is told.
    pub fn commands(&self, steps: Vec<TeamStep>) -> Vec<TournamentCommand> {
        let (round, table) = self.at();
        let told = self.begun || matches!(steps.first(), None | Some(TeamStep::Token { .. }));
        let drawn = (!told).then(|| TeamStep::Token { side: self.now.token() });
        drawn.into_iter().chain(steps).map(|step| TournamentCommand::TeamStep { round, table, step }).collect()
    }
}
