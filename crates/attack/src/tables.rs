//! Printed tables of 5th edition that decide a save, who arrives where, who fires and who is slowed.
//!
//! # Source
//! `docs/rules/golden.md`, T-44 and T-48 to T-52.

/// What hides a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Razor wire, wire mesh.
    Wire,
    /// What is soft: high grass, crops, bushes, hedges, fences.
    Soft,
    /// What is solid: units, trenches, barricades, woods, wreckage, craters, ruins, walls, buildings.
    Solid,
    /// What was built for it.
    Fortification,
}

/// The save that cover gives.
///
/// # Source
/// 002:827-831.
///
/// ```
/// use adjutant_attack::{Cover, cover_save};
/// assert_eq!(cover_save(Cover::Solid), 4);
/// ```
pub fn cover_save(cover: Cover) -> i32 {
    match cover {
        Cover::Wire => 6,
        Cover::Soft => 5,
        Cover::Solid => 4,
        Cover::Fortification => 3,
    }
}

/// What a building is made as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Building {
    /// A wooden shed, or one of corrugated iron.
    Shed,
    /// A log cabin.
    Cabin,
    /// A brick house.
    House,
    /// A concrete building of a city.
    Concrete,
    /// A palace with stone walls.
    Palace,
    /// A bastion or bunker.
    Bunker,
}

/// The Armour value of a building, all around.
///
/// # Source
/// 002:3134-3140.
pub fn building_armour(building: Building) -> i32 {
    match building {
        Building::Shed => 9,
        Building::Cabin => 10,
        Building::House => 11,
        Building::Concrete => 12,
        Building::Palace => 13,
        Building::Bunker => 14,
    }
}

/// What becomes of a unit that cannot be set up where it lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// It is destroyed.
    Destroyed,
    /// The opponent sets it up.
    Misplaced,
    /// It goes back into reserve.
    Delayed,
}

/// The mishap of a die; `None` for anything but a face.
///
/// # Source
/// 002:3682-3684.
pub fn mishap(face: i32) -> Option<Mishap> {
    match face {
        1 | 2 => Some(Mishap::Destroyed),
        3 | 4 => Some(Mishap::Misplaced),
        5 | 6 => Some(Mishap::Delayed),
        _ => None,
    }
}

/// The short table edge from which a unit comes that goes around the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The one to the left of its player.
    Left,
    /// The one to the right.
    Right,
    /// The one that its player picks.
    Either,
}

/// The edge of a die; `None` for anything but a face.
///
/// # Source
/// 002:3647.
pub fn outflank_edge(face: i32) -> Option<Edge> {
    match face {
        1 | 2 => Some(Edge::Left),
        3 | 4 => Some(Edge::Right),
        5 | 6 => Some(Edge::Either),
        _ => None,
    }
}

/// How a vehicle drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drive {
    /// Neither fast nor a walker.
    Plain,
    /// Fast.
    Fast,
    /// A walker.
    Walker,
}

/// How far a vehicle moved this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Not at all.
    Stationary,
    /// Up to 6 inches.
    Combat,
    /// Up to 12 inches.
    Cruising,
    /// Up to 18 inches, on a road 24.
    FlatOut,
}

/// Which weapons of a vehicle may fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fires {
    /// All.
    All,
    /// One, and all defensive ones beside it.
    OneAndDefensive,
    /// None.
    Nothing,
}

/// Which weapons a vehicle may fire after it moved; `None` where it cannot move so.
///
/// # Source
/// 002:2915-2918.
pub fn may_fire(drive: Drive, speed: Speed) -> Option<Fires> {
    match (drive, speed) {
        (_, Speed::Stationary) | (Drive::Fast | Drive::Walker, Speed::Combat) => Some(Fires::All),
        (Drive::Plain, Speed::Combat) | (Drive::Fast, Speed::Cruising) => Some(Fires::OneAndDefensive),
        (Drive::Plain, Speed::Cruising) | (Drive::Fast, Speed::FlatOut) => Some(Fires::Nothing),
        (Drive::Walker, Speed::Cruising) | (Drive::Plain | Drive::Walker, Speed::FlatOut) => None,
    }
}

/// Inches that a vehicle may move at most; a road followed all the way is worth six more to those that do not walk.
///
/// # Source
/// 002:2228-2251, 2757.
pub fn moves_at_most_in(drive: Drive, on_road: bool) -> i32 {
    let road = if on_road { 6 } else { 0 };
    match drive {
        Drive::Walker => 6,
        Drive::Plain => 12 + road,
        Drive::Fast => 18 + road,
    }
}

/// Kinds of units, as terrain tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// Infantry.
    Infantry,
    /// Bikes.
    Bike,
    /// Jetbikes.
    Jetbike,
    /// Monstrous creatures.
    MonstrousCreature,
    /// Jump infantry.
    JumpInfantry,
    /// The crew of artillery.
    ArtilleryCrew,
    /// The gun of artillery.
    ArtilleryGun,
    /// Beasts and cavalry.
    Beast,
    /// Vehicles that walk.
    Walker,
    /// Vehicles that skim.
    Skimmer,
    /// Other vehicles.
    Vehicle,
}

/// When difficult terrain calls for a test as dangerous terrain does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// Only where the terrain is dangerous too.
    IfDangerous,
    /// Only where the move starts or ends in it.
    StartsOrEnds,
    /// Always.
    Always,
}

/// Whether difficult terrain slows a unit, and when it has to test as in dangerous terrain.
///
/// # Source
/// 002:4583-4593.
pub fn difficult_terrain(kind: UnitKind) -> (bool, Danger) {
    match kind {
        UnitKind::Infantry
        | UnitKind::MonstrousCreature
        | UnitKind::ArtilleryCrew
        | UnitKind::Beast
        | UnitKind::Walker => (true, Danger::IfDangerous),
        UnitKind::ArtilleryGun => (true, Danger::Always),
        UnitKind::Bike | UnitKind::Vehicle => (false, Danger::Always),
        UnitKind::Jetbike | UnitKind::JumpInfantry | UnitKind::Skimmer => (false, Danger::StartsOrEnds),
    }
}
