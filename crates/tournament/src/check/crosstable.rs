//! Points, tie-breaks and places a second time: not from each player's lines but from matrices over all pairs of
//! players (who met whom, who took how much from whom) and from totals round by round.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::absence::Absences;
use super::books::Books;
use super::played::{Fact, Letter, halves, letters};
use crate::command::{Entry, Forfeit, ResultEntry};
use crate::id::{Alike, Name, PlayerId, RoundNumber};
use crate::lots::{Purpose, draw};
use crate::policy::{Policies, System, TieBreak, Unplayed};
use crate::rational::Rational;

/// What two players took from each other in the games that took place.
#[derive(Clone, Copy, Default)]
struct Meeting {
    games: i64,
    points: i64,
    /// 2 for a win, 1 for a draw.
    halves: i64,
}

/// The event up to a round.
pub(super) struct Crosstable<'a> {
    books: &'a Books,
    policies: &'a Policies,
    place: HashMap<&'a PlayerId, usize>,
    /// `grid[round][player]`, rounds from 0.
    pub grid: Vec<Vec<Option<Fact>>>,
    matrix: Vec<BTreeMap<usize, Meeting>>,
    pub points: Vec<i64>,
    penalties: Vec<i64>,
    /// Who is out, and who is because a judge said so.
    gone: Vec<(bool, bool)>,
    upto: u16,
}

/// A row of the judge's own standings.
pub(super) struct Placed {
    pub player: usize,
    /// Nothing for who is disqualified.
    pub rank: Option<u32>,
    pub tie_breaks: Vec<(TieBreak, Rational)>,
}

impl<'a> Crosstable<'a> {
    pub fn of(books: &'a Books, upto: usize) -> Crosstable<'a> {
        Crosstable::of_stage(books, upto, upto)
    }

    /// The games up to one round with what was given, taken and told up to a later one: rounds of a bracket bring
    /// nothing.
    pub fn of_stage(books: &'a Books, stage: usize, upto: usize) -> Crosstable<'a> {
        let count = books.entries.len();
        let rounds = stage.min(books.rounds.len());
        let mut table = Crosstable {
            books,
            policies: &books.policies,
            place: books.entries.iter().enumerate().map(|(at, (entry, _))| (&entry.player, at)).collect(),
            grid: vec![vec![None; count]; rounds],
            matrix: vec![BTreeMap::new(); count],
            points: vec![0; count],
            penalties: vec![0; count],
            gone: Vec::new(),
            upto: upto as u16,
        };
        table.penalties = table.penalties(upto);
        table.gone = table.gone();
        (0..rounds).for_each(|round| table.read(round));
        table.points = table.points_after(rounds, &table.penalties);
        table
    }

    /// Match points taken or given up to a round.
    fn penalties(&self, upto: usize) -> Vec<i64> {
        let mut penalties = vec![0; self.books.entries.len()];
        for (player, _, points) in self.books.penalties.iter().filter(|(_, from, _)| usize::from(*from) <= upto) {
            if let Some(at) = self.place.get(player) {
                penalties[*at] += points;
            }
        }
        penalties
    }

    /// Match points of everybody after some of its rounds.
    fn points_after(&self, rounds: usize, penalties: &[i64]) -> Vec<i64> {
        let grid = &self.grid[..rounds];
        let gain = |at: usize| grid.iter().filter_map(|round| round[at].as_ref()).map(|fact| fact.gain).sum::<i64>();
        penalties.iter().enumerate().map(|(at, penalty)| penalty + gain(at)).collect()
    }

    /// Match points of everybody before a round that it has, from 0.
    pub fn points_before(&self, round: usize) -> Vec<i64> {
        self.points_after(round, &self.penalties(round))
    }

    /// Who is out, and who is disqualified: the last word said of everybody's presence, and the judge's book.
    fn gone(&self) -> Vec<(bool, bool)> {
        let Books { entries, presence, disqualified, .. } = self.books;
        let said = presence.iter().filter(|(_, from, _)| *from <= self.upto + 1);
        let here: HashMap<&PlayerId, bool> = said.map(|(player, _, here)| (player, *here)).collect();
        let ruled = disqualified.iter().filter(|(_, from)| *from <= self.upto.max(1));
        let ruled: BTreeSet<&PlayerId> = ruled.map(|(player, _)| player).collect();
        let gone = |(entry, from): &(Entry, u16)| {
            let out = *from > self.upto + 1 || here.get(&entry.player) == Some(&false);
            (out, out && ruled.contains(&entry.player))
        };
        entries.iter().map(gone).collect()
    }

    fn read(&mut self, round: usize) {
        let played = &self.books.rounds[round];
        if !played.published {
            return;
        }
        for pairing in &played.pair.tables {
            let places = self.place.get(&pairing.one).zip(self.place.get(&pairing.two));
            let (Some((one, two)), Some(result)) = (places, played.results.get(&pairing.table)) else { continue };
            let (one, two) = (*one, *two);
            let [first, second] = self.sides(result);
            self.grid[round][one] = Some(Fact { against: Some(two), ..first });
            self.grid[round][two] = Some(Fact { against: Some(one), ..second });
            for (own, other, fact) in [(one, two, first), (two, one, second)] {
                if fact.met {
                    let meeting = self.matrix[own].entry(other).or_default();
                    meeting.games += 1;
                    meeting.points += fact.gain;
                    meeting.halves += halves(fact.letter);
                }
            }
        }
        let resting = self.policies.rests && played.pair.system == System::RoundRobin;
        for player in &played.pair.byes {
            if let Some(at) = self.place.get(player).filter(|_| !resting) {
                self.grid[round][*at] = Some(self.bye());
            }
        }
        for (player, at, points) in &self.books.asked {
            let place = self.place.get(player).copied().filter(|_| usize::from(*at) == round + 1 && *points > 0);
            if let Some(place) = place.filter(|_| !self.books.is_out_in(player, *at)) {
                let whole = *points >= self.scale().0;
                let usual = Fact { gain: *points, ..self.bye() };
                let part = Fact { letter: Letter::D, own: 0, other: 0, battle: 0, won: 0, ..usual };
                self.grid[round][place] = Some(if whole { usual } else { part });
            }
        }
    }

    /// Both sides of a result, opponents left open.
    fn sides(&self, result: &ResultEntry) -> [Fact; 2] {
        let (one, two) = letters(self.policies, result);
        let team = self.members();
        let table = self.policies.differential.as_ref();
        let most = table.and_then(|table| table.rows.last()).map_or(0, |row| i64::from(row.higher));
        let most = most * team;
        let battle = match (table, result.forfeit) {
            (None, _) => (result.one, result.two),
            (Some(table), None) if self.is_by_games() && !result.games_converted && !result.games.is_empty() => {
                let scores = result.games.iter().map(|[one, two]| table.score(*one, *two));
                scores.fold((0, 0), |sum, game| (sum.0 + game.0, sum.1 + game.1))
            }
            // Totals alone are points of the table.
            (Some(_), None) if self.is_by_games() && result.games.is_empty() => (result.one, result.two),
            (Some(_), None) if self.is_by_games() => {
                result.games.iter().fold((0, 0), |sum, [one, two]| (sum.0 + one, sum.1 + two))
            }
            (Some(table), None) => table.score(result.one, result.two),
            (Some(_), Some(Forfeit::One)) => (0, most),
            (Some(_), Some(Forfeit::Two)) => (most, 0),
            (Some(_), Some(Forfeit::Both)) => (0, 0),
        };
        let won_games = |letter, won: fn(&[i64; 2]) -> bool| match self.is_by_games() && result.forfeit.is_none() {
            true => result.games.iter().filter(|game| won(game)).count() as i64,
            false => team * i64::from(letter == Letter::W),
        };
        let side = |letter, own, other, battle, won| {
            let scale = self.policies.points;
            let by_scale = match letter {
                Letter::W => scale.win,
                Letter::D => scale.draw,
                Letter::L => scale.loss,
            };
            let gain = if table.is_some() && !self.is_by_games() { battle } else { i64::from(by_scale) };
            let (met, even) = (result.forfeit.is_none(), i64::from(result.drawn));
            Fact { against: None, met, letter, gain, own, other, even, battle, won }
        };
        [
            side(one, result.one, result.two, battle.0, won_games(one, |[one, two]| one > two)),
            side(two, result.two, result.one, battle.1, won_games(two, |[one, two]| two > one)),
        ]
    }

    fn bye(&self) -> Fact {
        let (vp, win) = (i64::from(self.policies.bye_vp), i64::from(self.policies.points.win));
        let half = self.policies.differential.as_ref().and_then(|table| table.rows.last());
        let half = half.map(|row| (i64::from(row.higher) + i64::from(row.lower) + 1) / 2);
        let by_table = half.filter(|_| !self.is_by_games());
        let team = self.members();
        Fact {
            against: None,
            met: false,
            letter: Letter::W,
            gain: self.policies.points.bye.map_or(by_table.unwrap_or(win), i64::from),
            own: vp,
            other: if half.is_some() { vp } else { 0 },
            even: 0,
            battle: half.map_or(vp, |half| half * team),
            won: team,
        }
    }

    /// Whether two teams meet in more than one game: two players of a pair share theirs.
    fn is_by_games(&self) -> bool {
        self.members() > 1
    }

    /// Games of a match.
    fn members(&self) -> i64 {
        match self.policies.team_size {
            0..3 => 1,
            size => size.into(),
        }
    }

    fn everybody(&self) -> std::ops::Range<usize> {
        0..self.points.len()
    }

    fn facts(&self, at: usize) -> impl Iterator<Item = &Fact> {
        self.grid.iter().filter_map(move |round| round[at].as_ref())
    }

    fn total(&self, at: usize, of: impl Fn(&Fact) -> i64) -> i64 {
        self.facts(at).map(of).sum()
    }

    /// The most that one game can bring, and what a draw does.
    fn scale(&self) -> (i64, i64) {
        let table = self.policies.differential.as_ref().filter(|_| !self.is_by_games());
        match table.and_then(|table| table.rows.last()) {
            Some(row) => (i64::from(row.higher), (i64::from(row.higher) + i64::from(row.lower) + 1) / 2),
            None => (i64::from(self.policies.points.win), i64::from(self.policies.points.draw)),
        }
    }

    /// The matrix of games times a column, each row divided by its games.
    fn mean(&self, column: &[Rational]) -> Vec<Rational> {
        let row = |row: &BTreeMap<usize, Meeting>| {
            let games: i64 = row.values().map(|meeting| meeting.games).sum();
            let sum: Rational = row.iter().map(|(other, m)| column[*other].clone() * Rational::from(m.games)).sum();
            sum / Rational::from(games)
        };
        self.matrix.iter().map(row).collect()
    }

    fn rates(&self) -> Vec<Rational> {
        let (best, _) = self.scale();
        let rate = |at: usize| {
            let possible = best * self.facts(at).count() as i64;
            let own = Rational::from(self.points[at] - self.penalties[at]) / Rational::from(possible);
            let own = if own < self.policies.win_rate_floor { self.policies.win_rate_floor.clone() } else { own };
            match &self.policies.win_rate_cap_of_dropped {
                Some(cap) if own > *cap && self.is_out(at) => cap.clone(),
                _ => own,
            }
        };
        self.everybody().map(rate).collect()
    }

    fn shares(&self) -> Vec<Rational> {
        let share = |at: usize| {
            let (own, other) = (self.total(at, |fact| fact.own), self.total(at, |fact| fact.other));
            let even = self.total(at, |fact| fact.even);
            let won = Rational::from(own) + Rational::new(even.into(), 3);
            won / Rational::from(own + other + even)
        };
        self.everybody().map(share).collect()
    }

    fn schedule(&self) -> Vec<Rational> {
        let sum = |at: usize, of: fn(&Meeting) -> i64| self.matrix[at].values().map(of).sum::<i64>();
        let strength = |row: &BTreeMap<usize, Meeting>| {
            let over = |of: fn(&Meeting) -> i64| row.iter().map(|(o, m)| m.games * sum(*o, of)).sum::<i64>();
            Rational::from(over(|meeting| meeting.points)) / Rational::from(over(|meeting| meeting.games))
        };
        self.matrix.iter().map(strength).collect()
    }

    /// Opponents' points as Buchholz reads them, in falling order.
    fn opposition(&self, at: usize) -> Vec<i64> {
        let mut points = Vec::new();
        let (best, even) = self.scale();
        let plain = self.policies.buchholz_unplayed == Unplayed::Nothing;
        for (round, facts) in self.grid.iter().enumerate() {
            match facts[at].filter(|fact| fact.met).and_then(|fact| fact.against) {
                Some(other) if plain => points.push(self.points[other]),
                Some(other) => {
                    let met = |facts: &Vec<Option<Fact>>| facts[other].filter(|fact| fact.met).map_or(even, |f| f.gain);
                    points.push(self.penalties[other] + self.grid.iter().map(met).sum::<i64>());
                }
                None if plain => {}
                None => {
                    let before: i64 = self.grid[..round].iter().filter_map(|f| f[at]).map(|fact| fact.gain).sum();
                    let missed = best - facts[at].map_or(0, |fact| fact.gain);
                    points.push(before + missed + even * (self.grid.len() - round - 1) as i64);
                }
            }
        }
        points.sort_unstable_by(|one, two| two.cmp(one));
        points
    }

    /// Rounds as FIDE's rule in force reads them, where the event asks for it.
    fn absences(&self) -> Option<Absences> {
        (self.policies.buchholz_unplayed == Unplayed::DummyOpponent)
            .then(|| Absences::of(&self.grid, &self.points, self.scale().1))
    }

    fn buchholz(&self, cut_low: bool, cut_high: bool) -> Vec<Rational> {
        if let Some(absences) = self.absences() {
            return self.count(|at| absences.buchholz(at, cut_low, cut_high));
        }
        let of = |at: usize| {
            let mut points = self.opposition(at);
            if points.len() < usize::from(cut_low) + usize::from(cut_high) {
                return Rational::ZERO;
            }
            if cut_low {
                points.pop();
            }
            let all: i64 = points.iter().sum();
            Rational::from(all - if cut_high { points.first().copied().unwrap_or(0) } else { 0 })
        };
        self.everybody().map(of).collect()
    }

    fn count(&self, of: impl Fn(usize) -> i64) -> Vec<Rational> {
        self.everybody().map(|at| Rational::from(of(at))).collect()
    }

    /// Twice the value before, and one more for a win: what the power of two of every round adds up to.
    fn path(&self, at: usize) -> Rational {
        let won = |round: &Vec<Option<Fact>>| round[at].is_some_and(|fact| fact.letter == Letter::W);
        let path = self.grid.iter().fold(0i128, |path, round| path * 2 + i128::from(won(round)));
        Rational::new(path, 1)
    }

    fn running(&self, at: usize) -> i64 {
        let mut total = 0;
        let mut sum = 0;
        for round in &self.grid {
            total += round[at].map_or(0, |fact| fact.gain);
            sum += total;
        }
        sum
    }

    fn until_loss(&self, at: usize) -> i64 {
        let mut sum = 0;
        for fact in self.facts(at) {
            match fact.letter {
                Letter::L => break,
                Letter::W => sum += fact.own + 3,
                Letter::D => sum += fact.own,
            }
        }
        sum
    }

    fn margin(&self, fact: &Fact) -> i64 {
        let cap = self.policies.vp_difference_cap.map(i64::from);
        let all = if fact.against.is_some() { fact.own - fact.other } else { 0 };
        cap.map_or(all, |cap| all.signum() * all.abs().min(cap))
    }

    /// What a player was awarded: the award as people read it, and its points.
    pub fn awarded(&self, at: usize) -> impl Iterator<Item = (String, i64)> {
        let own = move |(player, from, ..): &&(PlayerId, u16, Name, i64)| player == self.id(at) && *from <= self.upto;
        self.books.awards.iter().filter(own).map(|(.., name, points)| (name.alike(), *points))
    }

    /// A tie-break of everybody; those that depend on who is tied are given by [`Self::placed`].
    pub fn column(&self, tie_break: TieBreak) -> Vec<Rational> {
        let floor = |share: Rational| share.max(self.policies.win_rate_floor.clone());
        let half_possible = self.scale().0 * self.grid.len() as i64;
        let strong = |at: &usize| 2 * self.points[*at] >= half_possible;
        match tie_break {
            TieBreak::Vp => self.count(|at| self.total(at, |fact| fact.own)),
            TieBreak::BattlePoints => self.count(|at| self.total(at, |fact| fact.battle)),
            TieBreak::VpDifference => self.count(|at| self.total(at, |fact| self.margin(fact))),
            TieBreak::OpponentsWinRate => self.mean(&self.rates()),
            TieBreak::OpponentsWinRate2 => self.mean(&self.mean(&self.rates())),
            TieBreak::GameWinRate => self.shares(),
            TieBreak::OpponentsGameWinRate => self.mean(&self.shares().into_iter().map(floor).collect::<Vec<_>>()),
            TieBreak::Sos => self.schedule(),
            TieBreak::ExtendedSos => self.mean(&self.schedule()),
            TieBreak::Path => self.everybody().map(|at| self.path(at)).collect(),
            TieBreak::PointsUntilLoss => self.count(|at| self.until_loss(at)),
            TieBreak::Buchholz => self.buchholz(false, false),
            TieBreak::BuchholzCut1 => self.buchholz(true, false),
            TieBreak::MedianBuchholz => self.buchholz(true, true),
            TieBreak::SonnebornBerger if self.policies.buchholz_unplayed == Unplayed::DummyOpponent => {
                let absences = self.absences();
                let of = |at: usize| absences.as_ref().map_or(0, |absences| absences.doubled_berger(at));
                self.everybody().map(|at| Rational::new(of(at).into(), 2)).collect()
            }
            TieBreak::SonnebornBerger => {
                let row = |row: &BTreeMap<usize, Meeting>| -> i64 {
                    row.iter().map(|(o, m)| m.halves * self.points[*o]).sum()
                };
                self.matrix.iter().map(|cells| Rational::new(i128::from(row(cells)), 2)).collect()
            }
            TieBreak::Koya if self.policies.buchholz_unplayed == Unplayed::DummyOpponent => self.count(|at| {
                let strong = |fact: &&Fact| fact.against.is_some_and(|other| strong(&other));
                self.facts(at).filter(strong).map(|fact| fact.gain).sum()
            }),
            TieBreak::Koya => {
                let row = |at: usize| self.matrix[at].iter().filter(|(o, _)| strong(o)).map(|(_, m)| m.points).sum();
                self.count(row)
            }
            TieBreak::Cumulative => self.count(|at| self.running(at)),
            TieBreak::Wins => self.count(|at| self.total(at, |fact| i64::from(fact.letter == Letter::W))),
            TieBreak::GamesWon => self.count(|at| self.total(at, |fact| fact.won)),
            TieBreak::Painting => self
                .count(|at| self.awarded(at).filter(|(name, _)| *name == "painting").map(|(_, points)| points).sum()),
            TieBreak::LastRound => {
                self.count(|at| self.grid.iter().rposition(|round| round[at].is_some()).map_or(0, |r| r as i64 + 1))
            }
            TieBreak::HeadToHead | TieBreak::Lot => vec![Rational::ZERO; self.points.len()],
        }
    }

    pub fn id(&self, at: usize) -> &PlayerId {
        &self.books.entries[at].0.player
    }

    pub fn is_out(&self, at: usize) -> bool {
        self.gone[at].0
    }

    pub fn is_disqualified(&self, at: usize) -> bool {
        self.gone[at].1
    }

    /// Wins, draws, losses.
    pub fn tally(&self, at: usize) -> [u32; 3] {
        [Letter::W, Letter::D, Letter::L]
            .map(|letter| self.facts(at).filter(|fact| fact.letter == letter).count() as u32)
    }

    /// Everybody who has entered, the best first, by points and the tie-breaks given.
    pub fn placed(&self, tie_breaks: &[TieBreak]) -> Vec<Placed> {
        let entered: Vec<usize> = self.everybody().filter(|at| self.books.entries[*at].1 <= self.upto.max(1)).collect();
        let lots = self.books.seed.as_ref().map(|seed| draw(seed, Purpose::Standings, entered.len() as u32));
        let lot = |at: usize| lots.as_ref().and_then(|lots| lots.get(at)).map_or(at as i64, |lot| i64::from(*lot));
        let ranked = self.count(|at| i64::from(!self.is_disqualified(at)));
        let mut columns = vec![ranked, self.count(|at| self.points[at])];
        for tie_break in tie_breaks {
            columns.push(match tie_break {
                TieBreak::Lot => self.count(|at| -lot(at)),
                TieBreak::HeadToHead => self.head_to_head(&entered, &columns),
                other => self.column(*other),
            });
        }
        let differ = |one: usize, two: usize| {
            columns.iter().map(|column| column[two].cmp(&column[one])).find(|order| order.is_ne())
        };
        let mut order = entered;
        order.sort_by(|one, two| differ(*one, *two).unwrap_or_else(|| lot(*one).cmp(&lot(*two))));
        let mut placed: Vec<Placed> = Vec::new();
        for (index, player) in order.into_iter().enumerate() {
            let shared = placed.last().filter(|above| differ(above.player, player).is_none());
            let rank = shared.map_or(Some(index as u32 + 1), |above| above.rank);
            let rank = rank.filter(|_| !self.is_disqualified(player));
            let shown = |(tie_break, column): (&TieBreak, &Vec<Rational>)| match tie_break {
                TieBreak::Lot => (*tie_break, Rational::from(lot(player) + 1)),
                _ => (*tie_break, column[player].clone()),
            };
            placed.push(Placed { player, rank, tie_breaks: tie_breaks.iter().zip(&columns[2..]).map(shown).collect() });
        }
        placed
    }

    /// Points among those whom the columns do not tell apart, where the matrix has a game of every two of them.
    fn head_to_head(&self, entered: &[usize], columns: &[Vec<Rational>]) -> Vec<Rational> {
        let mut values = vec![Rational::ZERO; self.points.len()];
        let mut left: BTreeSet<usize> = entered.iter().copied().collect();
        while let Some(first) = left.pop_first() {
            let tied = |other: &usize| columns.iter().all(|column| column[first] == column[*other]);
            let group: BTreeSet<usize> = left.iter().copied().filter(tied).chain([first]).collect();
            left.retain(|at| !group.contains(at));
            let all_met = |one: &usize| group.iter().all(|two| one == two || self.matrix[*one].contains_key(two));
            if group.len() > 1 && group.iter().all(all_met) {
                for at in &group {
                    let among = self.matrix[*at].iter().filter(|(other, _)| group.contains(other));
                    values[*at] = Rational::from(among.map(|(_, meeting)| meeting.points).sum::<i64>());
                }
            }
        }
        values
    }

    /// The results of a player in rounds taken part in.
    pub fn path_of(&self, at: usize) -> Vec<(usize, Letter)> {
        self.grid.iter().enumerate().filter_map(|(round, facts)| Some((round, facts[at]?.letter))).collect()
    }

    /// Points of the differential table, or victory points.
    pub fn battle(&self, at: usize) -> i64 {
        self.total(at, |fact| fact.battle)
    }

    pub fn place_of(&self, player: &PlayerId) -> Option<usize> {
        self.place.get(player).copied()
    }
}

/// The seeded lots of a round's pairing, by order of entry.
pub(super) fn pairing_lots(books: &Books, round: RoundNumber) -> Vec<i64> {
    let count = books.entries.len() as u32;
    let lots = books.seed.as_ref().map(|seed| draw(seed, Purpose::Pairing(round), count));
    lots.map_or_else(|| (0..i64::from(count)).collect(), |lots| lots.into_iter().map(i64::from).collect())
}
