//! What every player did in every round, whatever the source: an event log, a TRF file, another program's export.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::command::{Forfeit, ResultEntry, Winner};
use crate::id::{Alike, NotThat, RoundNumber, TableNumber};
use crate::policy::{Policies, System};
use crate::state::{Stage, Tournament};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won, byes among them.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

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

impl Outcome {
    /// 2 for a win, 1 for a draw.
    pub(super) fn halves(self) -> i64 {
        match self {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        }
    }
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
    /// Games drawn, where games are counted.
    pub drawn: i64,
    /// Points of the differential table.
    pub battle_points: i64,
    /// Games won: those of the members where teams meet.
    pub games_won: i64,
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
    /// Whether the player is out after the last round of the ledger.
    pub dropped: bool,
    /// Whether that is because a judge said so: no place, while the games count for the opponents.
    pub disqualified: bool,
}

impl Entrant {
    /// Match points, with penalties.
    pub fn points(&self) -> i64 {
        self.lines.iter().map(|line| line.points).sum::<i64>() + self.penalty
    }

    /// Wins, draws, losses.
    pub fn tally(&self) -> Tally {
        let count = |outcome| self.lines.iter().filter(|line| line.outcome == outcome).count() as u32;
        Tally { wins: count(Outcome::Win), draws: count(Outcome::Draw), losses: count(Outcome::Loss) }
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
    pub fn of(state: &Tournament, upto: RoundNumber) -> Ledger {
        Ledger::of_stage(state, upto, upto)
    }

    /// The same with games, byes and rounds only up to `stage`, where a bracket follows: its games are not counted, but
    /// penalties, awards and drops are.
    pub fn of_stage(state: &Tournament, stage: RoundNumber, upto: RoundNumber) -> Ledger {
        let policies = state.policies();
        let mut ledger = Ledger { entrants: Vec::new(), rounds: stage.0.min(state.rounds.len() as u16) };
        for player in &state.players {
            let painting = player.awards.iter().filter(|(award, _, from)| award.alike() == "painting" && *from <= upto);
            ledger.entrants.push(Entrant {
                entered: player.from <= RoundNumber(upto.0.max(1)),
                lines: Vec::new(),
                penalty: player.penalties.iter().filter(|(from, _)| *from <= upto).map(|(_, p)| i64::from(*p)).sum(),
                painting: painting.map(|(_, points, _)| i64::from(*points)).sum(),
                dropped: !player.is_in(upto.next()),
                disqualified: player.is_disqualified(upto),
            });
        }
        for round in state.rounds.iter().filter(|round| round.pair.round <= stage && round.stage != Stage::Draft) {
            for pairing in &round.pair.tables {
                if let Some(result) = round.results.get(&pairing.table) {
                    let places = state.place(&pairing.one).zip(state.place(&pairing.two));
                    places.into_iter().for_each(|(one, two)| ledger.enter(policies, one, two, result));
                }
            }
            let rests = policies.rests && round.pair.system == System::RoundRobin;
            let byes = round.pair.byes.iter().filter(|_| !rests);
            for at in byes.filter_map(|player| state.place(player)) {
                ledger.entrants[at].lines.push(bye(policies, round.pair.round));
            }
            for (at, player) in state.players.iter().enumerate() {
                let points = player.asked_byes.get(&round.pair.round).filter(|_| player.is_in(round.pair.round));
                ledger.entrants[at].lines.extend(points.and_then(|p| asked_bye(policies, round.pair.round, *p)));
            }
        }
        ledger
    }

    /// A ledger of games in words, for examples and for events that were played elsewhere: rounds between `;`, games
    /// between `,`, each as `A 20-10 B`, `A bye`, or `A 20-0 B forfeit`, where the second did not turn up. A player who is
    /// not named in a round sat it out; one not named in the last round has dropped. Places are in order of name.
    ///
    /// # Errors
    /// The first game that cannot be read.
    ///
    /// ```
    /// use adjutant_tournament::{policy::Policies, standings::Ledger};
    /// let ledger = Ledger::of_text(&Policies::default(), "B 20-10 A, C bye; A 9-9 C").unwrap();
    /// assert_eq!(ledger.entrants.iter().map(|entrant| entrant.points()).collect::<Vec<_>>(), [1, 2, 3]);
    /// assert!(Ledger::of_text(&Policies::default(), "B beats A").unwrap_err().to_string().contains("A 20-10 B"));
    /// ```
    pub fn of_text(policies: &Policies, text: &str) -> Result<Ledger, NotThat> {
        let words =
            text.split([';', ',', ' ', '\n']).filter(|word| !word.is_empty() && *word != "bye" && *word != "forfeit");
        let names: BTreeSet<&str> = words.filter(|word| score(word).is_none()).collect();
        let place = |name: &str| names.iter().position(|known| *known == name);
        let rounds: Vec<&str> = text.split(';').collect();
        let entrants = vec![Entrant { entered: true, ..Entrant::default() }; names.len()];
        let mut ledger = Ledger { entrants, rounds: rounds.len() as u16 };
        for (number, game) in (1..).zip(&rounds).flat_map(|(number, round)| round.split(',').map(move |g| (number, g)))
        {
            let round = RoundNumber(number);
            let words: Vec<&str> = game.split_whitespace().collect();
            let no = || NotThat {
                found: game.trim().to_owned(),
                what: "game",
                accepted: "`A 20-10 B`, `A bye`, `A 20-0 B forfeit`",
            };
            match words.as_slice() {
                [one, "bye"] => ledger.entrants[place(one).ok_or_else(no)?].lines.push(bye(policies, round)),
                [one, between, two, forfeit @ ..] if forfeit.is_empty() || *forfeit == ["forfeit"] => {
                    let (scored, conceded) = score(between).ok_or_else(no)?;
                    let mut result = ResultEntry::by_hand(round, TableNumber(1), scored, conceded);
                    result.forfeit = (!forfeit.is_empty()).then_some(Forfeit::Two);
                    ledger.enter(policies, place(one).ok_or_else(no)?, place(two).ok_or_else(no)?, &result);
                }
                _ => return Err(no()),
            }
        }
        for entrant in &mut ledger.entrants {
            entrant.dropped = entrant.lines.last().is_none_or(|line| line.round.0 < ledger.rounds);
        }
        Ok(ledger)
    }

    fn enter(&mut self, policies: &Policies, one: usize, two: usize, result: &ResultEntry) {
        let outcomes = match (result.forfeit, policies.winner_of(result)) {
            (Some(Forfeit::Both), _) | (None, Winner::Neither) => (Outcome::Loss, Outcome::Loss),
            (Some(Forfeit::One), _) | (None, Winner::Two) => (Outcome::Loss, Outcome::Win),
            (Some(Forfeit::Two), _) | (None, Winner::One) => (Outcome::Win, Outcome::Loss),
            (None, Winner::Draw) => (Outcome::Draw, Outcome::Draw),
        };
        let battle = policies.battle_points(result);
        let played = result.forfeit.is_none();
        let line = |opponent, outcome, [scored, conceded]: [i64; 2], battle_points, side: usize| Line {
            round: result.round,
            opponent: Some(opponent),
            played,
            outcome,
            points: match_points(policies, outcome, battle_points),
            scored,
            conceded,
            drawn: result.drawn.into(),
            battle_points,
            games_won: match policies.by_games() && played {
                true => result.games.iter().filter(|game| game[side] > game[1 - side]).count() as i64,
                false => policies.games() * i64::from(outcome == Outcome::Win),
            },
        };
        self.entrants[one].lines.push(line(two, outcomes.0, [result.one, result.two], battle.0, 0));
        self.entrants[two].lines.push(line(one, outcomes.1, [result.two, result.one], battle.1, 1));
    }
}

/// `20-10` as two numbers.
fn score(word: &str) -> Option<(i64, i64)> {
    let (one, two) = word.split_once('-')?;
    Some((one.parse().ok()?, two.parse().ok()?))
}

fn match_points(policies: &Policies, outcome: Outcome, battle_points: i64) -> i64 {
    if policies.differential.is_some() && !policies.by_games() {
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
        Some(row) => policies.games() * ((i64::from(row.higher) + i64::from(row.lower) + 1) / 2),
        None => i64::from(policies.bye_vp),
    };
    let by_table = top.is_some() && !policies.by_games();
    let usual = if by_table { battle_points } else { i64::from(policies.points.win) };
    Line {
        round,
        opponent: None,
        played: false,
        outcome: Outcome::Win,
        points: policies.points.bye.map_or(usual, i64::from),
        scored: i64::from(policies.bye_vp),
        conceded: if top.is_some() { i64::from(policies.bye_vp) } else { 0 },
        drawn: 0,
        battle_points,
        games_won: policies.games(),
    }
}

/// A bye that a player has asked for: a win where it brings as much as one, a draw where it brings less, and for
/// nothing a round sat out.
fn asked_bye(policies: &Policies, round: RoundNumber, points: u16) -> Option<Line> {
    let (best, _) = policies.best_and_even();
    let points = i64::from(points);
    let whole = points >= best;
    let usual = Line { points, ..bye(policies, round) };
    match (points, whole) {
        (0, _) => None,
        (_, true) => Some(usual),
        _ => Some(Line { outcome: Outcome::Draw, scored: 0, conceded: 0, battle_points: 0, games_won: 0, ..usual }),
    }
}
