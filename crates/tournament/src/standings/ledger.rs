//! What every player did in every round, whatever the source: an event log, a TRF file, another program's export.

use crate::command::{Forfeit, Pairing, ResultEntry, Winner};
use crate::id::RoundNumber;
use crate::policy::Policies;
use crate::state::{EventState, Stage};

/// How one round went for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

/// One round of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The round.
    pub round: RoundNumber,
    /// Who it was against, by place in the ledger; nobody for a bye.
    pub opponent: Option<usize>,
    /// Whether the game took place; otherwise it was forfeited.
    pub played: bool,
    /// How it went.
    pub outcome: Outcome,
    /// Match points.
    pub points: i64,
    /// Victory points scored (games won, where games are counted).
    pub scored: i64,
    /// Victory points conceded.
    pub conceded: i64,
    /// Points of the differential table.
    pub battle_points: i64,
}

/// One player of a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Entrant {
    /// Whether the player is in the standings at all.
    pub entered: bool,
    /// Rounds in order; a round that the player sat out has no line.
    pub lines: Vec<Line>,
    /// Match points taken or given.
    pub penalty: i64,
    /// Points of awards for painting.
    pub painting: i64,
}

impl Entrant {
    /// Match points, with penalties.
    pub fn points(&self) -> i64 {
        self.lines.iter().map(|line| line.points).sum::<i64>() + self.penalty
    }

    /// Wins, draws, losses.
    pub fn tally(&self) -> super::Tally {
        let count = |outcome| self.lines.iter().filter(|line| line.outcome == outcome).count() as u32;
        super::Tally { wins: count(Outcome::Win), draws: count(Outcome::Draw), losses: count(Outcome::Loss) }
    }

    /// The games that took place.
    pub fn games(&self) -> impl Iterator<Item = (&Line, usize)> {
        self.lines.iter().filter(|line| line.played).filter_map(|line| Some((line, line.opponent?)))
    }
}

/// All players, in order of entry.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ledger {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Rounds that the ledger covers.
    pub rounds: u16,
}

impl Ledger {
    /// What is known of an event up to and including a round; results of an open round count as they come in.
    pub fn of(state: &EventState, upto: RoundNumber) -> Ledger {
        let policies = state.policies();
        let mut ledger = Ledger { entrants: Vec::new(), rounds: upto.0.min(state.rounds.len() as u16) };
        for player in &state.players {
            let painting = player.awards.iter().filter(|(award, _)| award.as_str() == "painting");
            ledger.entrants.push(Entrant {
                entered: player.from <= RoundNumber(upto.0.max(1)),
                lines: Vec::new(),
                penalty: player.penalties.iter().filter(|(from, _)| *from <= upto).map(|(_, p)| i64::from(*p)).sum(),
                painting: painting.map(|(_, points)| i64::from(*points)).sum(),
            });
        }
        for round in state.rounds.iter().filter(|round| round.pair.round <= upto && round.stage != Stage::Draft) {
            for pairing in &round.pair.tables {
                if let Some(result) = round.results.get(&pairing.table) {
                    ledger.enter(state, &policies, pairing, result);
                }
            }
            for at in round.pair.byes.iter().filter_map(|player| state.place(player)) {
                ledger.entrants[at].lines.push(bye(&policies, round.pair.round));
            }
        }
        ledger
    }

    fn enter(&mut self, state: &EventState, policies: &Policies, pairing: &Pairing, result: &ResultEntry) {
        let (Some(one), Some(two)) = (state.place(&pairing.one), state.place(&pairing.two)) else { return };
        let outcomes = match (result.forfeit, result.winner()) {
            (Some(Forfeit::Both), _) => (Outcome::Loss, Outcome::Loss),
            (Some(Forfeit::One), _) | (None, Winner::Two) => (Outcome::Loss, Outcome::Win),
            (Some(Forfeit::Two), _) | (None, Winner::One) => (Outcome::Win, Outcome::Loss),
            (None, Winner::Draw) => (Outcome::Draw, Outcome::Draw),
        };
        let battle = battle_points(policies, result);
        let played = result.forfeit.is_none();
        let line = |opponent, outcome, scored, conceded, battle_points| Line {
            round: result.round,
            opponent: Some(opponent),
            played,
            outcome,
            points: match_points(policies, outcome, battle_points),
            scored,
            conceded,
            battle_points,
        };
        self.entrants[one].lines.push(line(two, outcomes.0, result.one, result.two, battle.0));
        self.entrants[two].lines.push(line(one, outcomes.1, result.two, result.one, battle.1));
    }
}

fn battle_points(policies: &Policies, result: &ResultEntry) -> (i64, i64) {
    match (&policies.differential, result.forfeit) {
        (None, _) => (result.one, result.two),
        (Some(_), Some(Forfeit::Both)) => (0, 0),
        (Some(table), Some(forfeit)) => {
            let most = table.rows.last().map_or(0, |row| i64::from(row.higher));
            if forfeit == Forfeit::One { (0, most) } else { (most, 0) }
        }
        (Some(table), None) => table.score(result.one, result.two),
    }
}

fn match_points(policies: &Policies, outcome: Outcome, battle_points: i64) -> i64 {
    if policies.differential.is_some() {
        return battle_points;
    }
    i64::from(match outcome {
        Outcome::Win => policies.points.win,
        Outcome::Draw => policies.points.draw,
        Outcome::Loss => policies.points.loss,
    })
}

fn bye(policies: &Policies, round: RoundNumber) -> Line {
    let top = policies.differential.as_ref().and_then(|table| table.rows.last());
    let battle_points = match top {
        Some(row) => i64::from(row.higher + row.lower + 1) / 2,
        None => i64::from(policies.bye_vp),
    };
    let usual = if top.is_some() { battle_points } else { i64::from(policies.points.win) };
    Line {
        round,
        opponent: None,
        played: false,
        outcome: Outcome::Win,
        points: policies.points.bye.map_or(usual, i64::from),
        scored: i64::from(policies.bye_vp),
        conceded: if top.is_some() { i64::from(policies.bye_vp) } else { 0 },
        battle_points,
    }
}
