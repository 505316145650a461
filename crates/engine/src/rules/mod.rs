//! Mission packs as the engine sees them: missions, objectives and actions as data.
//!
//! Nothing in the engine knows an objective by name: what is scored, when and for how much is said by the values of
//! this module, which a pack fills from its files.

mod action;
mod cards;
mod fights;
mod filter;
mod language;
mod mission;
pub mod muster;
mod objective;
mod options;
mod outcome;
mod picks;
mod prelude;
mod ruleset;
mod shooting;
mod source;
mod stratagems;
mod tables;
mod unit_tests;
mod zone;

pub use crate::terms::{
    AreaName, CORNERS, CardMode, Category, Deed, Disposition, MarkName, MarkerRole, Moment, Piece, Strength,
    TerrainCategory, TerrainKind, TerrainTrait, TestName,
};
pub use action::{Action, Completes, Effect, MarkerTarget, Psychic, Requirement, StartsAt, UnitTarget};
pub use cards::{Cards, Exchange, ScoredCard};
pub use fights::{Begins, Fights, FightsBy};
pub use filter::{AreaFilter, BesideToken, CloseTo, MarkerFilter, RelativeRegion, RelativeSide, UnitFilter, WhichTurn};
pub use language::{
    AttackKind, BeganTurn, Computed, Condition, Counting, Destroyed, Destroyer, Marked, Places, Quantity, Row, Worth,
};
pub use mission::{Area, Changes, Marker, MarkerIndex, Mission, MissionRule, TagRule};
pub use objective::{Award, Kind, Objective, Setup};
pub use options::{Options, SizeRules};
pub use outcome::{
    ColumnFrom, EndMoment, EndRow, ExtraId, OrChoose, RoundCap, Sheet, SheetColumn, SheetExtra, VictoryRow,
};
pub use picks::{DrawnIf, DrawnThen, Lasts, Pick, PickAt, WhenDrawn};
pub use prelude::{Clear, Prelude, Scouts};
pub use ruleset::{
    AfterDeed, AfterRow, Arrivals, CommandPoints, ControlBy, ControlFrom, ControlTable, DeployOrder, EachTurn,
    GainLimit, Gainer, LeastMove, Length, LengthRoll, Measures, MomentRow, NeverCounts, OutOfPhaseRow, PhaseRow,
    Required, Reserves, ReservesLimit, ReservesPrice, Ruleset, Secured, SetupTable, Shelter, Upward,
};
pub use shooting::{ShootingDoes, ShootingRow, ShotsRow};
pub use source::Source;
pub use stratagems::{CommonPower, StratagemMoment, StratagemRules};
pub use tables::{
    Agreement, Attached, Attrition, CategoryRow, Faces, FallBackRoll, Figure, FigureOf, KindRow, OtherZones, PerilsRow,
    Placed, PlacedMarkers, ReserveRoll, Rolls, Scoring, TestBars, Transports, UnitKind, ZoneBy,
};
pub use unit_tests::{TestAdds, TestFails, TestPasses, TestRow};
pub use zone::{Circle, Edge, MapSides, Sides, Zone};
