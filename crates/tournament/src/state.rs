//! What an event has come to: the fold of its log. `apply` takes every fact as it is; all rules are in `decide`.

mod apply;
mod event;
mod hall;
mod keys;
mod passes;
mod player;
mod progress;
mod round;
mod tournament;

pub use event::Event;
pub use keys::BoundKey;
pub use player::{NEVER, Player};
pub use progress::{Bases, ClockState, Progress, Said};
pub use round::{Kept, Outdated, Round, Sides, Stage, StepTaken, TableState, Withdrawn};
pub use tournament::Tournament;
