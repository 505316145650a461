//! What could be recorded now: every command that [`crate::decide`] would take, kind by kind.
//!
//! Candidates are the finite product of the match's ids; each one is offered only if `decide` takes it, so that an
//! offer and a judgement can never part. An [`Offer`] whose kind has endless payloads (places, texts, dice, choices)
//! is a filled-in example that is taken as it stands, with the [`Blank`]s that may be filled in otherwise.
//!
//! | kinds | offered |
//! |---|---|
//! | `mission` `attach` `roles` `zone` `first-turn` `begin` `clock` `end-phase` `end-turn` `embark` `remove` `battle-ready` `concede` `agree-end` `end` | all |
//! | `marker` | every `becomes` and `removed`; `moves_to` as an example |
//! | `casualties` | every unit, group and number, without `cause` |
//! | `card` | every card that can be drawn or discarded; an exchange for the first card of the deck |
//! | `pick` | every pick that is due: each unit, place or pair, or as many as it needs |
//! | `disposition` | each that the mission is for, or that the pack's missions name |
//! | `control` | every statement about one marker |
//! | `damage` | every unit and lasting result, without its dice |
//! | `score` | every possible value of every open need, and what the facts gave, without `why` |
//! | `start-action` | every unit, action, marker and spot |
//! | `secondaries` | one choice as an example; [`choosable`] names every objective that the army may choose |
//! | `deploy` `arrive` `disembark` `move` `restore` | every unit (kind, number), place left blank |
//! | `roster` `mark` `reserves` `roll-off` `roll` `order` `shoot` `fight` `charge` `cast` `psychic-action` `morale` `test` `reserve-roll` `fail-action` `stratagem` `cp` `note` `commit` | an example for each unit, action or name that could be meant |
//! | `retract` | the record that an undo takes back |
//! | `open` `reveal` `place` `add-unit` `split` `merge` `sweep` `effect` `ruling` `sign` | none: nothing in the state suggests a payload |

mod battle;
mod choices;
mod earnable;
mod markers;
mod now;
mod offer;
mod setup;

use adjutant_core::side::By;

use crate::command::kind::Offered;
use crate::command::{Cards, Command};
use crate::fold::Match;
use offer::text;

pub use crate::command::kind::Kind;
pub use choices::{DuePick, picks_due};
pub use earnable::{Earnable, earnable};
pub use markers::judged_by_markers;
pub use now::{MarkerQuestion, Now, SetupStep, Underway, now, shock_tests_due};
pub use offer::{Blank, Offer};
pub use setup::{choosable, costliest_models, dispositions_for};

/// Everything that a speaker could have recorded now, in the order of [`Kind::ALL`] and of the match's ids.
///
/// ```
/// use adjutant_engine::fold::Match;
/// use adjutant_engine::legal::legal_commands;
/// use adjutant_engine::law::Packs;
/// use adjutant_engine::side::By;
/// let game = Match::new(Packs::default());
/// assert!(legal_commands(&game, By::One).is_empty(), "only `open`, which no state suggests");
/// ```
pub fn legal_commands(game: &Match, by: By) -> Vec<Offer> {
    let offered = Kind::ALL.iter().filter(|kind| kind.offered() == Offered::Offered);
    offered.flat_map(|kind| legal_of(game, by, *kind)).collect()
}

/// The offers of one kind.
pub fn legal_of(game: &Match, by: By, kind: Kind) -> Vec<Offer> {
    let state = game.state();
    if state.open.is_none() {
        return Vec::new();
    }
    if kind == Kind::Retract {
        return undo(game, by).into_iter().collect();
    }
    let candidates = setup::candidates(state, by, kind).or_else(|| battle::candidates(state, by, kind));
    let offers = candidates.unwrap_or_default().into_iter();
    offers
        .filter(|(command, _)| game.check(by, command).is_ok())
        .map(|(command, blanks)| Offer { by, command, blanks })
        .collect()
}

/// What the player whose turn it is can do with cards, draws first; an exchange takes any card of the deck and is left out.
pub fn card_deeds(game: &Match) -> Vec<Cards> {
    let offered = legal_of(game, By::from(game.state().active), Kind::Card).into_iter();
    let cards = offered.filter_map(|offer| match offer.command {
        Command::Card(cards) if cards.stratagem.is_none() => Some(cards),
        _ => None,
    });
    let mut deeds: Vec<Cards> = cards.collect();
    deeds.sort_by_key(|cards| cards.draws.is_empty());
    deeds
}

/// The record that counts last, where this speaker may take it back: the opponent may rely on it.
fn undo(game: &Match, by: By) -> Option<Offer> {
    let command = Command::Retract { seq: game.undoable()?, why: text("undo") };
    game.check(by, &command).ok()?;
    Some(Offer { by, command, blanks: &[Blank::Text] })
}
