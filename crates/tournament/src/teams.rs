//! Teams: the pairing of players inside a match of two teams, and team points from the players' results.
//!
//! Both sides choose a defender in secret and reveal, send two attackers in secret and reveal, refuse one attacker in
//! secret and reveal; each defender meets the attacker who was not refused. With four left the two refused meet each
//! other and so do the last two; with three left the two refused meet. Every secret is a digest first and a value
//! afterwards, so that an audit can prove that nobody peeked.
//!
//! # Source
//! WTC team pairing as written down in the fan specification `CSKorkin/Cawl`, `001-pairing-engine`; fields of 5 and 3
//! as in the UKTC and T3 packs.

use adjutant_core::chain::{Hash, canonical};
use serde::{Deserialize, Serialize};

use crate::id::{RoundNumber, Seed, TableNumber};
use crate::lots::{Purpose, draw};

/// A team of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The team named first.
    One,
    /// The team named second.
    Two,
}

impl Side {
    /// Both, in their order.
    pub const BOTH: [Side; 2] = [Side::One, Side::Two];

    /// Its word: `one`, `two`.
    pub const fn name(self) -> &'static str {
        if matches!(self, Side::One) { "one" } else { "two" }
    }

    fn at(self) -> usize {
        self as usize
    }

    /// The other team.
    #[must_use]
    pub fn other(self) -> Side {
        if self == Side::One { Side::Two } else { Side::One }
    }
}

/// A member of a team, by place in its list, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Member(pub u8);

/// One step of a team pairing. A log without a `token` was written before it could be told: side two holds it first
/// where round and table add up to an odd number, side one otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum TeamStep {
    /// Who holds the table token first, by roll or by lot; the first step, if it is taken at all.
    Token {
        /// Who.
        side: Side,
    },
    /// The digest of a secret choice.
    Commit {
        /// Whose.
        side: Side,
        /// SHA-256 of salt, newline and the canonical list of members.
        digest: Hash,
    },
    /// The choice itself: one defender, two attackers, or the one attacker refused.
    Reveal {
        /// Whose.
        side: Side,
        /// 32 hexadecimal digits.
        salt: String,
        /// The members chosen (when refusing: a member of the other team).
        value: Vec<Member>,
    },
    /// A game is given a table of the match; the team next in [`TeamPairing::next_place`] chooses.
    Place {
        /// Who chooses.
        side: Side,
        /// Which game, in the order in which they were fixed, from 1.
        game: u8,
        /// Which of the match's tables, from 1.
        table: u8,
    },
}

/// What is being chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One defender each.
    Defender,
    /// Two attackers each.
    Attackers,
    /// One attacker each is sent back.
    Refusal,
    /// Every game is fixed.
    Done,
}

impl Choice {
    /// Its word: `defender`, `attackers`, `refusal`, `done`.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::Defender => "defender",
            Choice::Attackers => "attackers",
            Choice::Refusal => "refusal",
            Choice::Done => "done",
        }
    }
}

/// Two members who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Of the team named first.
    pub one: Member,
    /// Of the team named second.
    pub two: Member,
    /// The side whose defender plays it, if any.
    pub defender: Option<Side>,
    /// Its table within the match, once chosen.
    pub table: Option<u8>,
}

/// Why a step was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepRefusal {
    /// Another kind of step is due.
    #[error("not now; next comes {0}")]
    NotDue(&'static str),
    /// The side has done so already.
    #[error("this side has done its part; wait for the other side")]
    Already,
    /// The value is not what the digest says.
    #[error("salt and choice do not match the digest that was recorded")]
    Digest,
    /// Members that cannot be chosen, or the wrong number of them.
    #[error("choose {0}")]
    Members(&'static str),
    /// The game or table is taken, unknown or not this side's to place.
    #[error("that game or table is not free for this side to choose")]
    Place,
}

/// How far the pairing of two teams has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamPairing {
    size: u8,
    left: [Vec<Member>; 2],
    choice: Choice,
    digests: [Option<Hash>; 2],
    values: [Option<Vec<Member>>; 2],
    defenders: Option<[Member; 2]>,
    attackers: Option<[[Member; 2]; 2]>,
    games: Vec<Game>,
    token: Side,
    /// Whether the token, or anything else, has been recorded.
    begun: bool,
}

/// The side that the lot of an event gives the token of a table to, where nobody rolls for it.
///
/// ```
/// use adjutant_tournament::{RoundNumber, Seed, TableNumber, teams::drawn_token};
/// let first = |table| drawn_token(&Seed::from_number(7), RoundNumber(1), TableNumber(table));
/// assert_eq!(first(1), first(1));
/// assert!((2..40).any(|table| first(table) != first(1)));
/// ```
pub fn drawn_token(seed: &Seed, round: RoundNumber, table: TableNumber) -> Side {
    let lots = draw(seed, Purpose::Token(round, table), 2);
    if lots[0] < lots[1] { Side::One } else { Side::Two }
}

/// The digest of a secret choice.
///
/// ```
/// use adjutant_tournament::teams::{Member, digest};
/// let salt = "00112233445566778899aabbccddeeff";
/// assert_ne!(digest(salt, &[Member(1)]), digest(salt, &[Member(2)]));
/// ```
pub fn digest(salt: &str, value: &[Member]) -> Hash {
    let mut text = format!("{salt}\n").into_bytes();
    text.extend(canonical(&value).unwrap_or_default());
    Hash::of(&text)
}

impl TeamPairing {
    /// Two teams of `size` members; `token` names who places a defender first.
    pub fn new(size: u8, token: Side) -> TeamPairing {
        let all: Vec<Member> = (1..=size).map(Member).collect();
        TeamPairing {
            size,
            left: [all.clone(), all],
            choice: Choice::Defender,
            digests: [None, None],
            values: [None, None],
            defenders: None,
            attackers: None,
            games: Vec::new(),
            token,
            begun: false,
        }
    }

    /// Who holds the table token at the first step.
    pub fn token(&self) -> Side {
        self.token
    }

    /// The members of a side who have no game and are not chosen yet.
    pub fn free(&self, side: Side) -> &[Member] {
        &self.left[side.at()]
    }

    /// The defender and the two attackers of a side that the step under way is about, as far as they are revealed.
    pub fn chosen(&self, side: Side) -> (Option<Member>, Option<[Member; 2]>) {
        let defender = self.defenders.map(|defenders| defenders[side.at()]);
        (defender, self.attackers.map(|attackers| attackers[side.at()]))
    }

    /// The sides that still have to commit, or once both have, to reveal.
    pub fn awaited(&self) -> Vec<Side> {
        let missing = |side: &Side| match self.digests {
            [Some(_), Some(_)] => self.values[side.at()].is_none(),
            _ => self.digests[side.at()].is_none(),
        };
        if self.choice == Choice::Done { Vec::new() } else { Side::BOTH.into_iter().filter(missing).collect() }
    }

    /// Whether a side may choose these members now.
    ///
    /// # Errors
    /// [`StepRefusal`], saying who may be chosen.
    pub fn could_choose(&self, side: Side, value: &[Member]) -> Result<(), StepRefusal> {
        self.check_value(side, value)
    }

    /// Whose members a side chooses from now, and who of them may be chosen: its own, or where it refuses, the attackers
    /// that were sent against it.
    ///
    /// ```
    /// use adjutant_tournament::teams::{Member, Side, TeamPairing};
    /// let (of, who) = TeamPairing::new(3, Side::One).offered(Side::Two);
    /// assert_eq!((of, who), (Side::Two, vec![Member(1), Member(2), Member(3)]));
    /// ```
    pub fn offered(&self, side: Side) -> (Side, Vec<Member>) {
        match (self.choice, self.attackers) {
            (Choice::Refusal, Some(sent)) => (side.other(), sent[side.other().at()].to_vec()),
            _ => (side, self.left[side.at()].clone()),
        }
    }

    /// The tables of the match that no game has yet.
    pub fn free_tables(&self) -> Vec<u8> {
        let free = |table: &u8| !self.games.iter().any(|game| game.table == Some(*table));
        (1..=self.size).filter(free).collect()
    }

    /// Whether both have committed, so that now is to be revealed.
    pub fn is_committed(&self) -> bool {
        matches!(self.digests, [Some(_), Some(_)])
    }

    /// The digest that binds a side in the step under way, until both have revealed.
    pub fn digest(&self, side: Side) -> Option<Hash> {
        self.digests[side.at()]
    }

    /// How many choices both sides have made and revealed.
    pub fn choices(&self) -> usize {
        self.games.len() / 2 * 3 + self.choice as usize
    }

    /// What is being chosen.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// The games fixed so far.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Who chooses a table next, and for which game: both defenders of a step in the order of the token, which then
    /// passes on; what nobody defends is placed by the holder of the token.
    pub fn next_place(&self) -> Option<(Side, u8)> {
        let at = self.games.iter().position(|game| game.table.is_none())?;
        let step = u8::try_from(at / 2).ok()?;
        let holder = if step % 2 == 0 { self.token } else { self.token.other() };
        let side = self.games[at].defender.unwrap_or(holder);
        Some((side, at as u8 + 1))
    }

    /// The pairing after a step.
    ///
    /// # Errors
    /// [`StepRefusal`], saying what is due.
    pub fn after(&self, step: &TeamStep) -> Result<TeamPairing, StepRefusal> {
        let mut next = self.clone();
        match step {
            TeamStep::Token { .. } if self.begun => {
                return Err(StepRefusal::NotDue("another step: the pairing has begun"));
            }
            TeamStep::Token { side } => next.token = *side,
            TeamStep::Commit { side, digest } => next.commit(*side, *digest)?,
            TeamStep::Reveal { side, salt, value } => next.reveal(*side, salt, value)?,
            TeamStep::Place { side, game, table } => next.place(*side, *game, *table)?,
        }
        next.begun = true;
        Ok(next)
    }

    fn commit(&mut self, side: Side, digest: Hash) -> Result<(), StepRefusal> {
        if self.choice == Choice::Done {
            return Err(StepRefusal::NotDue("`place`: every game is fixed"));
        }
        if self.digests[side.at()].is_some() {
            return Err(StepRefusal::Already);
        }
        self.digests[side.at()] = Some(digest);
        Ok(())
    }

    fn reveal(&mut self, side: Side, salt: &str, value: &[Member]) -> Result<(), StepRefusal> {
        let [Some(_), Some(_)] = self.digests else {
            return Err(StepRefusal::NotDue("`commit` by both sides"));
        };
        if self.values[side.at()].is_some() {
            return Err(StepRefusal::Already);
        }
        if salt.len() != 32 || self.digests[side.at()] != Some(digest(salt, value)) {
            return Err(StepRefusal::Digest);
        }
        self.check_value(side, value)?;
        self.values[side.at()] = Some(value.to_vec());
        if let [Some(one), Some(two)] = &self.values {
            let values = [one.clone(), two.clone()];
            self.digests = [None, None];
            self.values = [None, None];
            self.settle(&values);
        }
        Ok(())
    }

    fn check_value(&self, side: Side, value: &[Member]) -> Result<(), StepRefusal> {
        let free = |member: &Member| self.left[side.at()].contains(member);
        let sound = match self.choice {
            Choice::Defender => value.len() == 1 && value.iter().all(free),
            Choice::Attackers => value.len() == 2 && value[0] != value[1] && value.iter().all(free),
            Choice::Refusal => {
                let against = self.attackers.map(|sent| sent[side.other().at()]);
                value.len() == 1 && against.is_some_and(|sent| sent.contains(&value[0]))
            }
            Choice::Done => false,
        };
        sound.then_some(()).ok_or(StepRefusal::Members(match self.choice {
            Choice::Defender => "one member who has no game yet",
            Choice::Attackers => "two different members who have no game and do not defend",
            Choice::Refusal => "one of the two attackers sent against this side",
            Choice::Done => "none",
        }))
    }

    fn settle(&mut self, values: &[Vec<Member>; 2]) {
        match self.choice {
            Choice::Defender => {
                self.defenders = Some([values[0][0], values[1][0]]);
                self.take(values);
                self.choice = Choice::Attackers;
            }
            Choice::Attackers => {
                self.attackers = Some([[values[0][0], values[0][1]], [values[1][0], values[1][1]]]);
                self.take(values);
                self.choice = Choice::Refusal;
            }
            Choice::Refusal => self.fix_games(values),
            Choice::Done => {}
        }
    }

    fn take(&mut self, values: &[Vec<Member>; 2]) {
        for (left, gone) in self.left.iter_mut().zip(values) {
            left.retain(|member| !gone.contains(member));
        }
    }

    fn fix_games(&mut self, refused: &[Vec<Member>; 2]) {
        let (Some(defenders), Some(attackers)) = (self.defenders.take(), self.attackers.take()) else { return };
        let kept = |side: Side, back: Member| {
            let sent = attackers[side.at()];
            if sent[0] == back { sent[1] } else { sent[0] }
        };
        // Side one refuses an attacker of side two, and the other way round.
        let (back_two, back_one) = (refused[0][0], refused[1][0]);
        let defended = |side: Side| match side {
            Side::One => Game { one: defenders[0], two: kept(Side::Two, back_two), defender: Some(side), table: None },
            Side::Two => Game { one: kept(Side::One, back_one), two: defenders[1], defender: Some(side), table: None },
        };
        let first = if (self.games.len() / 2).is_multiple_of(2) { self.token } else { self.token.other() };
        self.games.extend([defended(first), defended(first.other())]);
        let free = |one, two| Game { one, two, defender: None, table: None };
        if self.left[0].len() <= 1 {
            self.games.push(free(back_one, back_two));
            if let ([one], [two]) = (self.left[0].as_slice(), self.left[1].as_slice()) {
                self.games.push(free(*one, *two));
            }
            self.left = [Vec::new(), Vec::new()];
            self.choice = Choice::Done;
        } else {
            self.left[0].push(back_one);
            self.left[1].push(back_two);
            self.left.iter_mut().for_each(|left| left.sort_unstable());
            self.choice = Choice::Defender;
        }
    }

    fn place(&mut self, side: Side, game: u8, table: u8) -> Result<(), StepRefusal> {
        let due = self.next_place().ok_or(StepRefusal::NotDue("a game without a table"))?;
        let taken = self.games.iter().any(|game| game.table == Some(table));
        let size = self.games.len().max(usize::from(game)) + self.left[0].len() + 3;
        if due != (side, game) || taken || table == 0 || usize::from(table) > size {
            return Err(StepRefusal::Place);
        }
        self.games[usize::from(game) - 1].table = Some(table);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: &str = "00112233445566778899aabbccddeeff";

    fn both(pairing: &TeamPairing, one: &[u8], two: &[u8]) -> TeamPairing {
        let values = [one, two].map(|value| value.iter().copied().map(Member).collect::<Vec<_>>());
        let mut next = pairing.clone();
        for (side, value) in [Side::One, Side::Two].into_iter().zip(&values) {
            next = next.after(&TeamStep::Commit { side, digest: digest(SALT, value) }).unwrap();
        }
        for (side, value) in [Side::One, Side::Two].into_iter().zip(values) {
            next = next.after(&TeamStep::Reveal { side, salt: SALT.into(), value }).unwrap();
        }
        next
    }

    #[test]
    fn every_size_from_three_to_eight_ends_with_everybody_in_one_game() {
        for size in 3..=8u8 {
            let mut pairing = TeamPairing::new(size, Side::One);
            while pairing.choice() != Choice::Done {
                let [one, two] = [0, 1].map(|side: usize| pairing.left[side].clone());
                pairing = match pairing.choice() {
                    Choice::Defender => both(&pairing, &[one[0].0], &[two[0].0]),
                    Choice::Attackers => both(&pairing, &[one[0].0, one[1].0], &[two[0].0, two[1].0]),
                    _ => {
                        let sent = pairing.attackers.unwrap();
                        both(&pairing, &[sent[1][0].0], &[sent[0][1].0])
                    }
                };
            }
            let mut ones: Vec<u8> = pairing.games().iter().map(|game| game.one.0).collect();
            let mut twos: Vec<u8> = pairing.games().iter().map(|game| game.two.0).collect();
            ones.sort_unstable();
            twos.sort_unstable();
            let all: Vec<u8> = (1..=size).collect();
            assert_eq!((ones, twos), (all.clone(), all), "{size} members");
        }
    }

    #[test]
    fn the_token_is_told_once_and_first() {
        let start = TeamPairing::new(3, Side::One);
        let told = start.after(&TeamStep::Token { side: Side::Two }).unwrap();
        assert_eq!(told.token(), Side::Two);
        let again = TeamStep::Token { side: Side::One };
        assert!(told.after(&again).is_err());
        let committed = start.after(&TeamStep::Commit { side: Side::One, digest: digest(SALT, &[Member(1)]) }).unwrap();
        assert!(committed.after(&again).is_err(), "a side that has committed may not choose the token any more");
        assert_eq!(committed.awaited(), [Side::Two]);
    }

    #[test]
    fn nobody_reveals_before_both_committed_and_a_changed_mind_is_found() {
        let start = TeamPairing::new(5, Side::One);
        let value = vec![Member(1)];
        let reveal = TeamStep::Reveal { side: Side::One, salt: SALT.into(), value: value.clone() };
        assert_eq!(start.after(&reveal), Err(StepRefusal::NotDue("`commit` by both sides")));
        let one = start.after(&TeamStep::Commit { side: Side::One, digest: digest(SALT, &value) }).unwrap();
        let two = one.after(&TeamStep::Commit { side: Side::Two, digest: digest(SALT, &value) }).unwrap();
        let other = TeamStep::Reveal { side: Side::One, salt: SALT.into(), value: vec![Member(2)] };
        assert_eq!(two.after(&other), Err(StepRefusal::Digest));
        assert!(two.after(&reveal).is_ok());
    }
}
