//! Every face of a log drawn again from its seed.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::Hash;
use adjutant_core::ids::ObjectiveId;
use adjutant_core::numbers::Face;
use adjutant_core::side::By;

use crate::command::{Amend, Cards, Command, Said};
use crate::decide::{deal, off_the_top};
use crate::dice::stream::Stream;
use crate::dice::{Dice, Drawer, Mix, beginning, face, mixed, roll_off, spelt};
use crate::fold::Match;
use crate::fold::drawn::{Freed, Places, drawn_for, said_purpose, uses};
use crate::refusal::Refusal;

pub use crate::fold::drawn::{purpose_of_attack, purpose_of_cards};

/// What drawing the dice of a log again shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Records drawn from the seed.
    pub drawn: Vec<u64>,
    /// Records with dice that nobody drew: their faces are the players' word.
    pub by_hand: Vec<u64>,
    /// Whether the seed is sealed and was never opened, so that nothing could be drawn again.
    pub sealed: bool,
    /// What is odd, in the order of the records.
    pub odd: Vec<Odd>,
}

/// A record whose dice are odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd {
    /// The record.
    pub seq: u64,
    /// What its dice are for.
    pub purpose: String,
    /// What is odd about them.
    pub what: Oddity,
}

/// What is odd about dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// The seed gives other faces.
    Differs {
        /// Those that it gives.
        drawn: Vec<Face>,
        /// Those of the record.
        recorded: Vec<Face>,
    },
    /// The seed gives other cards.
    Cards {
        /// Those that it gives.
        drawn: Vec<ObjectiveId>,
        /// Those of the record.
        recorded: Vec<ObjectiveId>,
    },
    /// The same roll was drawn before with another number, and taken back.
    Again {
        /// The record that was taken back.
        before: u64,
    },
    /// They were drawn after the seed had been opened.
    Foreseen {
        /// The record that opened it.
        opened: u64,
    },
}

/// Purposes as logs wrote them before there was a list; their streams bear these names.
const FORMER: [&str; 2] = ["attacker", "first turn"];

/// Draws every die of a log again; `None` for a match without a seed.
///
/// A `roll` does not name its dice: it agrees if its faces are those of D6 or those of D3. In a match with an open seed
/// every `roll` and `roll-off` for a purpose of the list is checked, whether or not its record says that it was drawn.
pub fn verify(game: &Match) -> Option<Checked> {
    let source = game.state().open.as_ref()?.dice.as_ref()?;
    let opened = opened(game);
    let seed = source.seed.or(opened.map(|(_, seed)| seed));
    let mut checked = Checked { sealed: seed.is_none(), ..Checked::default() };
    let mut ledger = Ledger::default();
    for seq in 1..=game.seq() {
        let (Some(said), Some((_, command, _))) = (game.said(seq), game.entry(seq)) else { continue };
        match command {
            Command::Retract { seq, .. } => ledger.take_back(*seq, game.freed(said.by)),
            Command::Amend(amend) if !ledger.reads_drawn(game, amend) => checked.by_hand.push(seq),
            _ => {}
        }
        let held = ledger.cards_before(seq, command);
        let Some(purpose) = drawn_for(source, said, command) else {
            if !ledger.was_drawn(command) {
                checked.by_hand.push(seq);
            }
            continue;
        };
        checked.drawn.push(seq);
        let with = said.drawn.and_then(|drawn| drawn.with);
        let (number, before) = ledger.draw(seq, &purpose, with, command);
        let mut odd = |what| checked.odd.push(Odd { seq, purpose: purpose.clone(), what });
        if let Some(before) = before {
            odd(Oddity::Again { before });
        }
        if let Some((opened, _)) = opened.filter(|(opened, _)| *opened < seq) {
            odd(Oddity::Foreseen { opened });
        }
        let Some(seed) = seed else { continue };
        let key = with.map_or(*seed.as_bytes(), |with| mixed(seed, with));
        if let Some((drawn, recorded)) = other_cards(game, &key, (&purpose, number), command, &held) {
            odd(Oddity::Cards { drawn, recorded });
        }
        if let Some((drawn, recorded)) = differs(&key, &purpose, number, said, command) {
            odd(Oddity::Differs { drawn, recorded });
        }
    }
    Some(checked)
}

/// The running number of the next roll for a purpose, from 0.
pub fn next_number(game: &Match, purpose: &str) -> u64 {
    let spelt = spelt(purpose).unwrap_or_else(|| purpose.to_owned());
    game.places().next(&spelt)
}

/// The record that opened a sealed seed first, whether or not it was taken back.
fn opened(game: &Match) -> Option<(u64, Hash)> {
    (1..=game.seq()).find_map(|seq| match game.entry(seq)? {
        (_, Command::Unseal { seed }, _) => Some((seq, *seed)),
        _ => None,
    })
}

/// The rolls of a log, and what was drawn for which.
#[derive(Default)]
struct Ledger {
    places: Places,
    /// With which number, and in which record, each roll was drawn last.
    with: BTreeMap<(String, u64), (Option<Mix>, u64)>,
    /// Faces that were drawn and that no other record has used yet.
    unused: BTreeMap<String, Vec<(u64, Vec<Face>)>>,
    /// What stands of cards, by record.
    cards: BTreeMap<u64, Vec<Cards>>,
}

impl Ledger {
    /// Notes a roll; returns its place, and the record that drew the same with another number before.
    fn draw(&mut self, seq: u64, purpose: &str, with: Option<Mix>, command: &Command) -> (u64, Option<u64>) {
        let place = self.places.draw(seq, purpose);
        if let Command::Roll { roll, .. } = command {
            self.unused.entry(purpose.to_owned()).or_default().push((seq, roll.clone()));
        }
        let before = self.with.insert((purpose.to_owned(), place), (with, seq));
        (place, before.filter(|(other, _)| *other != with).map(|(_, before)| before))
    }

    /// Notes what a record says of cards; returns those that its player holds or has had before it.
    fn cards_before(&mut self, seq: u64, command: &Command) -> BTreeSet<ObjectiveId> {
        let Command::Card(cards) = command else { return BTreeSet::new() };
        let mut held = BTreeSet::new();
        for before in self.cards.values().flatten().filter(|before| before.player == cards.player) {
            held.extend(before.draws.iter().cloned());
            held.retain(|card| !before.returns.contains(card));
        }
        self.cards.insert(seq, vec![cards.clone()]);
        held
    }

    fn take_back(&mut self, seq: u64, becomes: Freed) {
        self.cards.remove(&seq);
        self.places.take_back(seq, becomes);
        self.unused.values_mut().for_each(|unused| unused.retain(|(other, _)| *other != seq));
    }

    /// Notes how a record of cards reads from now on. Whether each command as which a record reads keeps the dice of that record, has none, or has those that a `roll`
    /// drew before.
    fn reads_drawn(&mut self, game: &Match, amend: &Amend) -> bool {
        if let Some(cards) = self.cards.get_mut(&amend.seq) {
            let read = amend.to.iter().filter_map(|to| match &to.command {
                Command::Card(cards) => Some(cards.clone()),
                _ => None,
            });
            *cards = read.collect();
        }
        let before = game.entry(amend.seq).map(|(_, command, _)| command);
        let same = |command: &Command| uses(command).is_some() && before.and_then(uses) == uses(command);
        let kept = |command: &Command| before == Some(command) || same(command);
        amend.to.iter().all(|to| kept(&to.command) || self.was_drawn(&to.command))
    }

    /// Whether a record without a mark has no dice, or dice that a `roll` for its unit drew before.
    fn was_drawn(&mut self, command: &Command) -> bool {
        match command {
            Command::Roll { .. } | Command::RollOff { .. } => return false,
            Command::Shoot(attacks) | Command::Fight(attacks) => {
                return attacks.attacks.iter().all(|attack| attack.sequence.is_none());
            }
            _ => {}
        }
        let Some((word, unit, faces)) = uses(command) else { return true };
        let unused = self.unused.entry(purpose_of_attack(word, unit)).or_default();
        let found = unused.iter().position(|(_, drawn)| drawn == faces);
        found.map(|index| unused.remove(index)).is_some()
    }
}

/// The cards that the seed gives and those of a record, where they differ; `held` has left the deck before.
fn other_cards(
    game: &Match,
    key: &[u8; 32],
    (purpose, number): (&str, u64),
    command: &Command,
    held: &BTreeSet<ObjectiveId>,
) -> Option<(Vec<ObjectiveId>, Vec<ObjectiveId>)> {
    let Command::Card(cards) = command else { return None };
    let mut left: Vec<&ObjectiveId> =
        game.state().pack.iter().flat_map(|pack| pack.cards()).map(|card| &card.id).collect();
    left.retain(|card| !held.contains(*card));
    let mut stream = beginning(key, purpose, number);
    let mut drawn = Vec::new();
    for _ in &cards.draws {
        drawn.extend(off_the_top(&mut left, &mut |many| stream.below(many)).cloned());
    }
    (drawn != cards.draws).then(|| (drawn, cards.draws.clone()))
}

/// The cards that come up for what a player asks for, drawn under a seed or under what it is mixed to.
///
/// # Errors
/// As [`deal`].
pub fn dealt(game: &Match, key: &[u8; 32], asked: &Cards) -> Result<Cards, Refusal> {
    let purpose = purpose_of_cards(asked.player);
    let mut stream = beginning(key, &purpose, next_number(game, &purpose));
    deal(game.state(), asked, &mut |many| stream.below(many))
}

/// Cards that the player whose turn it is drew in this phase, and whose text lets them go back for another one: what to
/// ask the deck for.
pub fn returnable(game: &Match) -> Vec<Cards> {
    let (state, own) = (game.state(), game.state().active);
    let asked = |card: &ObjectiveId| Cards { returns: vec![card.clone()], ..Cards::of(own) };
    let may = |asked: &Cards| {
        let tried = deal(state, asked, &mut |_| 0).map(Command::Card);
        tried.is_ok_and(|tried| game.check(By::from(own), &tried).is_ok())
    };
    let drawn = state.sides[own].cards.drawn_in(state.phase_count);
    drawn.iter().map(|card| asked(&card.id)).filter(may).collect()
}

/// The faces that the seed gives and those of a record, where they differ.
fn differs(
    key: &[u8; 32],
    purpose: &str,
    number: u64,
    said: &Said,
    command: &Command,
) -> Option<(Vec<Face>, Vec<Face>)> {
    match command {
        Command::Shoot(attacks) | Command::Fight(attacks) => {
            let mut drawer = Drawer::new(*key, purpose, number);
            attacks.attacks.iter().enumerate().find_map(|(index, attack)| {
                let sequence = attack.sequence.as_deref()?;
                let (step, drawn) = drawer.differs(index, sequence)?;
                let (first, again) = crate::dice::faces_of(sequence, step);
                Some((drawn.clone(), if drawn.len() == first.len() { first } else { again }))
            })
        }
        Command::RollOff { dice, .. } => {
            let drawn = roll_off(key, purpose, number);
            let former = said.drawn.is_none().then(|| said_purpose(command)).flatten();
            let former = former.filter(|text| FORMER.contains(text)).map(|text| roll_off(key, text, number));
            let agrees = *dice == drawn || former.is_some_and(|former| former == *dice);
            (!agrees).then(|| (drawn.concat(), dice.concat()))
        }
        Command::Roll { roll, rerolled, .. } => {
            let agrees = [6, 3].into_iter().any(|sides| {
                let mut stream = beginning(key, purpose, number);
                match rerolled {
                    None => roll.iter().all(|recorded| *recorded == face(&mut stream, sides)),
                    Some(before) => rolled_again(&mut stream, sides, before, roll),
                }
            });
            let mut stream = beginning(key, purpose, number);
            (!agrees).then(|| (roll.iter().map(|_| face(&mut stream, 6)).collect(), roll.clone()))
        }
        _ => None,
    }
}

/// Whether the first faces are the stream's, and each final one was kept or is the next of the stream.
fn rolled_again(stream: &mut Stream, sides: u32, before: &[Face], after: &[Face]) -> bool {
    let first = before.iter().all(|recorded| *recorded == face(stream, sides));
    if !first || before.len() != after.len() {
        return false;
    }
    let next: Vec<Face> = after.iter().map(|_| face(stream, sides)).collect();
    let mut used: BTreeSet<usize> = [0].into();
    for (kept, last) in before.iter().zip(after) {
        let mut reached = BTreeSet::new();
        for again in used {
            if kept == last {
                reached.insert(again);
            }
            if next.get(again) == Some(last) {
                reached.insert(again + 1);
            }
        }
        used = reached;
    }
    !used.is_empty()
}

/// The open seed that a match's digital dice come from; `None` where it is sealed or there is none.
pub fn seed_of(game: &Match) -> Option<[u8; 32]> {
    let dice = game.state().open.as_ref()?.dice.as_ref()?;
    dice.seed.map(|seed| *seed.as_bytes())
}

/// The faces of the next roll for a purpose in a match; `None` for a match without an open seed.
pub fn next_faces(game: &Match, purpose: &str, dice: Dice) -> Option<Vec<Face>> {
    Some(dice.roll(&seed_of(game)?, purpose, next_number(game, purpose)))
}

/// The pairs of the next roll-off for a purpose in a match; `None` for a match without an open seed.
pub fn next_roll_off(game: &Match, purpose: &str) -> Option<Vec<[Face; 2]>> {
    Some(roll_off(&seed_of(game)?, purpose, next_number(game, purpose)))
}
