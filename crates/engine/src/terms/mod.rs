//! Words of the game that depend on nothing else: who, when, where, and how sure it is.

mod deed;
mod ground;
pub(crate) mod knowledge;
mod label;
mod missing;
mod moment;
mod names;
mod phase;
pub mod place;
pub mod roster;
pub mod side;

pub use adjutant_core::terrain::{AreaName, CORNERS, PIECES, Piece, TerrainCategory, TerrainKind, TerrainTrait};
pub use deed::{Deed, FightPlace, MoveKind, SetUpHow};
pub use ground::{CardMode, Disposition, Edge, MarkName, MarkerRole};
pub use knowledge::{Possible, all, any};
pub use label::{Banner, Basis, ControlBasis, EndLabel, Holder, Lock, RoundLabel, Status, UnitStatus};
pub use missing::{Missing, missing_in_words};
pub use moment::{Category, Moment, Rule, TimedMoment};
pub use names::{BattleSize, MarkerTag, Spot, Strength, TestName};
pub use phase::Phase;
pub use place::{Declared, ModelPlace, Place, RegionName};
pub use roster::{
    Base, BattlefieldRole, DamageRow, Detachment, ModelGroup, Points, Power, Psyker, Roster, RosterUnit, Upgrade,
    Warlord, Weapon, Wounds,
};
pub use side::{MapSide, Role};

adjutant_core::say_as_written!(Disposition, MarkName, Phase);
