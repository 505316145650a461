//! Pieces of terrain: where they stand, how high they are, and what they do.

use serde::{Deserialize, Serialize};

use crate::ids::Name;
use crate::numbers::{Inches, Whole};

/// Corners that the outline of a piece may have at most.
pub const CORNERS: usize = 40;

/// Pieces that a battlefield may have at most.
pub const PIECES: usize = 100;

/// The terrain of a table as its organiser set it up, for every battle there.
///
/// ```
/// use adjutant_core::terrain::{Layout, Unsound};
/// let text = r#"{"name":"Old town","pieces":[{"footprint":[[7,10],[13,10],[13,14]],"id":"t1","kind":"ruins"}]}"#;
/// let mut layout: Layout = serde_json::from_str(text).unwrap();
/// assert_eq!(layout.unsound(), None);
/// layout.pieces.push(layout.pieces[0].clone());
/// assert_eq!(layout.unsound(), Some(Unsound::Twice(layout.pieces[0].id)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// What it is called.
    pub name: Name,
    /// Its pieces, from 1 to 100.
    pub pieces: Vec<Piece>,
}

/// Why no board can bear a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsound {
    /// It has no piece, or more than [`PIECES`].
    Pieces,
    /// Two pieces are called the same.
    Twice(AreaName),
    /// A piece has fewer than 3 corners, or more than [`CORNERS`].
    Corners(AreaName),
}

impl Layout {
    /// What is wrong with it on any board; whether a piece fits the board of a mission is for the rules to say.
    pub fn unsound(&self) -> Option<Unsound> {
        let pieces = &self.pieces;
        if !(1..=PIECES).contains(&pieces.len()) {
            return Some(Unsound::Pieces);
        }
        let corners = |piece: &&Piece| !(3..=CORNERS).contains(&piece.footprint.len());
        let bare = pieces.iter().find(corners).map(|piece| Unsound::Corners(piece.id));
        let twice = |(at, piece): &(usize, &Piece)| pieces[..*at].iter().any(|other| other.id == piece.id);
        bare.or_else(|| pieces.iter().enumerate().find(twice).map(|(_, piece)| Unsound::Twice(piece.id)))
    }
}

crate::word! {
    /// An area of the battlefield, such as a ruin: `t7`.
    ///
    /// ```
    /// use adjutant_core::terrain::AreaName;
    /// assert!(AreaName::new("t7").is_some() && AreaName::new("T7").is_none());
    /// ```
    AreaName, "an area is 1 to 24 of `a` to `z`, digits and `-`", "^[a-z0-9-]{1,24}$", |byte| byte.is_ascii_digit()
}

/// A piece of terrain as it stands all the battle.
///
/// ```
/// use adjutant_core::terrain::{Piece, TerrainTrait};
/// let text = r#"{"footprint":[[7,10],[13,10],[13,14],[7,14]],"height":5,"id":"t1","kind":"ruins"}"#;
/// let piece: Piece = serde_json::from_str(text).unwrap();
/// assert!(piece.has(TerrainTrait::LightCover) == Some(true) && piece.has(TerrainTrait::DenseCover) == Some(false));
/// ```
///
/// # Units
/// Inches in the frame of the map.
///
/// # Source
/// 001:2911-3124.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its name, such as `t1`: that of an area, where rules speak of one.
    pub id: AreaName,
    /// What it is.
    pub kind: TerrainKind,
    /// The corners of its outline on the ground, in order, from 3 to 40.
    pub footprint: Vec<[Inches; 2]>,
    /// Its highest point, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Inches>,
    /// The traits agreed on; left out, those that the rules list for its kind, unknown where they list none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traits: Option<Vec<TerrainTrait>>,
    /// The cover save agreed on, where the edition has such saves; left out, that of the chart for its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<Whole<2, 6>>,
}

impl Piece {
    /// Whether it has a trait; `None` where nobody agreed on its traits.
    pub fn has(&self, name: TerrainTrait) -> Option<bool> {
        let traits = self.traits.as_deref().or_else(|| self.kind.common_traits());
        traits.map(|traits| traits.contains(&name))
    }

    /// The save of models in it, where the edition gives one; `None` where nobody agreed on it.
    ///
    /// # Source
    /// 002:827-831.
    pub fn cover_save(&self) -> Option<i32> {
        let of_chart = !matches!(self.kind, TerrainKind::Area | TerrainKind::Obstacle | TerrainKind::Building);
        self.save.map(|save| save.get()).or(of_chart.then_some(4))
    }

    /// The box around its corners: the least and the greatest of each axis, in thousandths of an inch.
    pub fn bounds(&self) -> [[i32; 2]; 2] {
        [0, 1].map(|axis| {
            let along = || self.footprint.iter().map(|corner| corner[axis].thousandths());
            [along().min().unwrap_or(0), along().max().unwrap_or(0)]
        })
    }
}

/// What the rules say about terrain by its category.
///
/// # Source
/// 001:2919-2964.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainCategory {
    /// A part of the battlefield.
    Hill,
    /// What models hide behind.
    Obstacle,
    /// Ground with a border, which models enter.
    Area,
    /// A unit of an army.
    Building,
}

crate::closed! {
    /// What a piece of terrain is: a feature that rules name, or a category alone.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum TerrainKind by as_str, written {
        /// Ruins.
        Ruins "ruins",
        /// Craters.
        Craters "craters",
        /// Woods.
        Woods "woods",
        /// Barricades, and pipes that run along the ground.
        Barricades "barricades",
        /// Closed containers.
        Containers "containers",
        /// Rubble and litter of war.
        Debris "debris",
        /// Open industrial works.
        Industrial "industrial",
        /// Statues.
        Statuary "statuary",
        /// Walls of houses that are gone.
        Walls "walls",
        /// A hill.
        Hill "hill",
        /// A house that can be entered or attacked.
        Building "building",
        /// Any other obstacle.
        Obstacle "obstacle",
        /// Any other area terrain.
        Area "area",
    }
}

impl TerrainKind {
    /// Its category.
    ///
    /// # Source
    /// 001:3066-3124.
    pub const fn category(self) -> TerrainCategory {
        use TerrainKind::{
            Area, Barricades, Building, Containers, Craters, Debris, Hill, Industrial, Obstacle, Ruins, Statuary,
            Walls, Woods,
        };
        match self {
            Ruins | Craters | Woods | Industrial | Area => TerrainCategory::Area,
            Barricades | Containers | Debris | Statuary | Walls | Obstacle => TerrainCategory::Obstacle,
            Hill => TerrainCategory::Hill,
            Building => TerrainCategory::Building,
        }
    }

    /// The traits that the rules list for it; `None` where the players agree on them piece by piece.
    ///
    /// # Source
    /// 001:3066-3124; hills and buildings have none by themselves (001:2923, 001:2962).
    pub const fn common_traits(self) -> Option<&'static [TerrainTrait]> {
        use TerrainTrait::{
            Breachable, DefenceLine, Defensible, DenseCover, DifficultGround, ExposedPosition, HeavyCover, Inspiring,
            LightCover, Obscuring, Scaleable, UnstablePosition,
        };
        Some(match self {
            TerrainKind::Ruins => &[Scaleable, Breachable, LightCover, Defensible, Obscuring],
            TerrainKind::Craters => &[LightCover, DifficultGround],
            TerrainKind::Woods => &[DenseCover, Breachable, Defensible, DifficultGround],
            TerrainKind::Barricades => {
                &[DefenceLine, LightCover, HeavyCover, Defensible, UnstablePosition, DifficultGround]
            }
            TerrainKind::Containers => &[LightCover, Scaleable, ExposedPosition],
            TerrainKind::Debris => &[ExposedPosition],
            TerrainKind::Industrial => &[Scaleable, Breachable, DenseCover, Defensible],
            TerrainKind::Statuary => &[LightCover, UnstablePosition, Inspiring],
            TerrainKind::Walls => &[DefenceLine, Breachable, DenseCover, Defensible, UnstablePosition],
            TerrainKind::Hill | TerrainKind::Building => &[],
            TerrainKind::Obstacle | TerrainKind::Area => return None,
        })
    }
}

crate::closed! {
    /// What a piece of terrain does to models and attacks.
    ///
    /// # Source
    /// 001:2968-3062; the last three 002:3407-3424.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum TerrainTrait by as_str, written {
        /// Infantry in it holds steady or sets to defend.
        Defensible "defensible",
        /// Units fight across it.
        DefenceLine "defence-line",
        /// Infantry, beasts and swarms move through its walls.
        Breachable "breachable",
        /// Moves over it are 2" shorter.
        DifficultGround "difficult-ground",
        /// At 3" or more, hit rolls of ranged attacks over it are 1 lower.
        DenseCover "dense-cover",
        /// Nobody stands on top of it.
        UnstablePosition "unstable-position",
        /// Nobody on top of it has cover.
        ExposedPosition "exposed-position",
        /// At 5" or more, nobody sees over it.
        Obscuring "obscuring",
        /// Saving throws against ranged attacks are 1 better.
        LightCover "light-cover",
        /// Saving throws in close combat are 1 better.
        HeavyCover "heavy-cover",
        /// Infantry, beasts, swarms and flyers stand on its floors.
        Scaleable "scaleable",
        /// Leadership within 6" is 1 higher.
        Inspiring "inspiring",
        /// Difficult terrain of older editions: units in it move as dice say.
        Difficult "difficult",
        /// Dangerous terrain of older editions: models in it may be lost.
        Dangerous "dangerous",
        /// Nobody enters it.
        Impassable "impassable",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_features_are_those_of_the_list() {
        // 001:3072, 3078, 3084, 3091, 3097, 3101, 3107, 3113, 3121: category, and how many traits.
        let listed = [
            (TerrainKind::Ruins, TerrainCategory::Area, 5),
            (TerrainKind::Craters, TerrainCategory::Area, 2),
            (TerrainKind::Containers, TerrainCategory::Obstacle, 3),
            (TerrainKind::Barricades, TerrainCategory::Obstacle, 6),
            (TerrainKind::Woods, TerrainCategory::Area, 4),
            (TerrainKind::Debris, TerrainCategory::Obstacle, 1),
            (TerrainKind::Industrial, TerrainCategory::Area, 4),
            (TerrainKind::Statuary, TerrainCategory::Obstacle, 3),
            (TerrainKind::Walls, TerrainCategory::Obstacle, 5),
        ];
        for (kind, category, traits) in listed {
            assert_eq!((kind.category(), kind.common_traits().map(<[_]>::len)), (category, Some(traits)), "{kind:?}");
        }
        assert_eq!(TerrainKind::Area.common_traits(), None);
    }
}
