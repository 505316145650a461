//! What terrain does to the attacks of one unit on another, as far as coordinates tell.
//!
//! Where any piece of terrain is recorded, those that are recorded count as all that stand on the table. An answer is
//! given for all models of both units together: where they differ, or nobody can tell, it is unknown.
//!
//! # Source
//! `docs/rules/battle.md`, D-15.

use adjutant_attack::{CoverLaw, Told};
use adjutant_geometry::{Footprint, Length, Screen, hides};

use crate::rules::{AttackKind, UnitKind};
use crate::state::table::{Feature, measured};
use crate::state::{State, Unit};
use crate::terms::{AreaName, TerrainCategory, TerrainKind, TerrainTrait, all, any};

/// Inches within which an obstacle covers, and out of which it can be shot over.
const BESIDE: u8 = 3;

/// Inches within which a barricade of the 8th edition covers.
const BEHIND: u8 = 1;

/// From this height on, in thousandths of an inch, dense cover is in the way.
const DENSE_FROM: i32 = 3_000;

/// Models with so many Wounds stand out of dense cover.
const TOWERS_FROM: u32 = 18;

/// Whether a unit of the 9th edition stands so high that neither dense nor obscuring terrain matters to who shoots at it.
///
/// # Source
/// 001:3009, 3031.
pub(super) fn is_tall(state: &State, unit: &Unit) -> bool {
    let tall = || unit.groups.iter().any(|group| group.models > 0 && group.wounds >= TOWERS_FROM);
    unit.is(state.law(), UnitKind::Aircraft) || tall()
}

/// What terrain does to attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shelter {
    /// To the saving throws of the target.
    pub saves: Told,
    /// To the hit rolls.
    pub hits: Told,
    /// The piece that helps the saving throws.
    pub piece: Option<AreaName>,
    /// The piece that hinders the hit rolls, where one does it alone.
    pub dense: Option<AreaName>,
}

/// What terrain does to attacks; unknown where either unit has no coordinates, or no terrain is recorded.
pub fn shelter(state: &State, attacker: &Unit, target: &Unit, attacks: AttackKind) -> Shelter {
    let law = state.law();
    let rule = law.dice.as_ref().map(|dice| dice.cover()).filter(|_| !law.control.areas);
    let features = state.table.as_deref().map_or(&[][..], |table| table.features());
    let (Some(rule), false) = (rule, features.is_empty()) else { return Shelter::default() };
    let (Some(from), Some(to)) = (measured(attacker), measured(target)) else { return Shelter::default() };
    let scene = Scene { state, features, from: &from.models, to: &to.models, attacker, target };
    match rule {
        CoverLaw::ByTraits if attacks == AttackKind::Melee => scene.heavy(),
        _ if attacks == AttackKind::Melee => Shelter::default(),
        CoverLaw::ByTraits => {
            let Shelter { hits, dense, .. } = scene.dense();
            Shelter { hits, dense, ..scene.by_trait(TerrainTrait::LightCover) }
        }
        CoverLaw::ByUnit => scene.by_piece(1, |feature| scene.covers_unit(feature)),
        CoverLaw::ByModel => {
            let covers = |feature: &Feature| alike(scene.to.iter().map(|model| scene.covers_model(feature, model)));
            scene.by_piece(1, covers)
        }
        CoverLaw::AsSave => scene.as_save(),
    }
}

/// Two units with the terrain around them.
struct Scene<'a> {
    state: &'a State,
    features: &'a [Feature],
    from: &'a [Footprint],
    to: &'a [Footprint],
    attacker: &'a Unit,
    target: &'a Unit,
}

impl Scene<'_> {
    /// Whether some line from the attackers to a model of the target passes over a piece.
    fn is_between(&self, feature: &Feature, model: &Footprint) -> Option<bool> {
        any(self.from.iter().map(|from| feature.screen.is_between(from, model)))
    }

    /// Whether terrain covers units such as the target; unknown where its list names no keywords, or the ruleset none.
    fn is_on_foot(&self) -> Option<bool> {
        let law = self.state.law();
        let knows = !law.keywords_of(UnitKind::Foot).is_empty() && !self.target.keywords.is_empty();
        knows.then(|| self.target.is(law, UnitKind::Foot))
    }

    /// Cover of all models alike from any one piece, and which gives it.
    fn by_piece(&self, gives: i32, covers: impl Fn(&Feature) -> Option<bool>) -> Shelter {
        let each: Vec<Option<bool>> = self.features.iter().map(covers).collect();
        let giving = each.iter().position(|covers| *covers == Some(true));
        let saves = match any(each) {
            Some(true) => Told::Gives(gives),
            Some(false) => Told::Nothing,
            None => Told::Unknown,
        };
        Shelter { saves, piece: giving.map(|at| self.features[at].piece.id), ..Shelter::default() }
    }

    /// The cover of every model from every attacker by pieces with a trait.
    ///
    /// # Source
    /// 001:2932-2954, 3005-3062.
    fn by_trait(&self, name: TerrainTrait) -> Shelter {
        let pairs = || self.from.iter().flat_map(|from| self.to.iter().map(move |to| (from, to)));
        let covered = |(from, to)| any(self.features.iter().map(|feature| self.covers_from(feature, from, to, name)));
        let mut shelter = Shelter { saves: Told::of(alike(pairs().map(covered)), 1), ..Shelter::default() };
        if let (Told::Gives(_), Some((from, to))) = (shelter.saves, pairs().next()) {
            let gives = |feature: &&Feature| self.covers_from(feature, from, to, name) == Some(true);
            shelter.piece = self.features.iter().find(gives).map(|feature| feature.piece.id);
        }
        shelter
    }

    /// Heavy Cover, which nobody has against models that charged this turn.
    ///
    /// # Source
    /// 001:3046.
    fn heavy(&self) -> Shelter {
        if self.attacker.has_charged() {
            return Shelter { saves: Told::Nothing, ..Shelter::default() };
        }
        self.by_trait(TerrainTrait::HeavyCover)
    }

    /// Whether a piece with a trait gives a model cover against an attacker.
    fn covers_from(&self, feature: &Feature, from: &Footprint, to: &Footprint, name: TerrainTrait) -> Option<bool> {
        let piece = &feature.piece;
        let inside = feature.overlaps(to);
        let stands = match piece.kind.category() {
            TerrainCategory::Hill | TerrainCategory::Building => Some(false),
            // On its border the text can be read both ways.
            TerrainCategory::Area if inside => feature.ground.holds(to).then_some(true),
            TerrainCategory::Area => Some(false),
            TerrainCategory::Obstacle if feature.ground.is_within(Length::inches(BESIDE), to) => {
                hides(&[&feature.screen], from, to)
            }
            TerrainCategory::Obstacle => Some(false),
        };
        let exposed = if inside { piece.has(TerrainTrait::ExposedPosition) } else { Some(false) };
        let hidden = all([stands, exposed.map(|exposed| !exposed)]);
        let who = self.is_on_foot();
        all([hidden, who, piece.has(name)])
    }

    /// Whether every attacker shoots through dense terrain, wherever on its base the lines begin.
    fn dense(&self) -> Shelter {
        if is_tall(self.state, self.target) {
            return Shelter { hits: Told::Nothing, ..Shelter::default() };
        }
        let mut only = None;
        let each = self.from.iter().map(|from| {
            let ways: Vec<Option<bool>> = self.features.iter().map(|feature| is_dense(feature, from)).collect();
            let those = |kept: fn(&Option<bool>) -> bool| -> Vec<&Screen> {
                let kept = self.features.iter().zip(&ways).filter(|(_, way)| kept(way));
                kept.map(|(feature, _)| &feature.screen).collect()
            };
            let (surely, perhaps) = (those(|way| *way == Some(true)), those(|way| *way != Some(false)));
            if let [_] = surely.as_slice() {
                let at = ways.iter().position(|way| *way == Some(true));
                only = at.map(|at| self.features[at].piece.id);
            }
            if self.to.iter().any(|to| hides(&perhaps, from, to) == Some(false)) {
                return Some(false);
            }
            self.to.iter().all(|to| hides(&surely, from, to) == Some(true)).then_some(true)
        });
        let hits = Told::of(alike(each), -1);
        Shelter { hits, dense: only.filter(|_| matches!(hits, Told::Gives(_))), ..Shelter::default() }
    }

    /// Whether a piece covers the whole unit, in the 8th edition: every model at least partly in it.
    ///
    /// # Source
    /// 004:153-185, 295-299, 509-514.
    fn covers_unit(&self, feature: &Feature) -> Option<bool> {
        let on_foot = self.is_on_foot();
        let near = |inches: u8| move |model: &Footprint| feature.ground.is_within(Length::inches(inches), model);
        match feature.piece.kind {
            TerrainKind::Ruins | TerrainKind::Woods | TerrainKind::Craters => {
                let inside = self.to.iter().all(|model| feature.overlaps(model));
                // What is not on foot has to be half hidden from the shooter's eye, too.
                let alone = feature.piece.kind == TerrainKind::Craters;
                let fits = if on_foot == Some(false) && !alone { None } else { on_foot };
                all([Some(inside), fits])
            }
            TerrainKind::Barricades => all([on_foot, Some(self.to.iter().all(near(BEHIND))), None]),
            _ => {
                let beside = self.to.iter().any(near(BESIDE));
                all([Some(beside), any(self.to.iter().map(|model| self.is_between(feature, model))), None])
            }
        }
    }

    /// Whether a piece covers a model, in the 10th edition: wholly within it, or not fully visible because of it.
    ///
    /// # Source
    /// 000:85, 434-447, 516, 535, 890-898.
    fn covers_model(&self, feature: &Feature, model: &Footprint) -> Option<bool> {
        let within = feature.ground.holds(model);
        let inside = match feature.piece.kind {
            TerrainKind::Ruins | TerrainKind::Woods => within.then_some(true),
            TerrainKind::Craters => self.is_on_foot().filter(|_| within),
            _ => None,
        };
        if inside == Some(true) {
            return inside;
        }
        let apart = !feature.overlaps(model) && self.is_between(feature, model) == Some(false);
        apart.then_some(false)
    }

    /// The save of a unit half of whose models are in area terrain; none where nothing at all is in the way.
    ///
    /// # Source
    /// 002:827-915, 919-921.
    fn as_save(&self) -> Shelter {
        let vehicle = self.target.is(self.state.law(), UnitKind::Vehicles);
        let areas = || self.features.iter().filter(|at| at.piece.kind.category() == TerrainCategory::Area);
        let of_model = |model: &Footprint| areas().find(|feature| feature.overlaps(model));
        let inside: Vec<&Feature> = self.to.iter().filter_map(of_model).collect();
        if let Some(first) = inside.first().filter(|_| !vehicle && 2 * inside.len() >= self.to.len()) {
            let save = alike(inside.iter().map(|feature| feature.piece.cover_save()));
            let saves = save.map_or(Told::Unknown, Told::Gives);
            return Shelter { saves, piece: Some(first.piece.id), ..Shelter::default() };
        }
        let clear = |feature: &Feature| self.to.iter().all(|model| self.is_between(feature, model) == Some(false));
        let open = inside.is_empty() && self.features.iter().all(clear) && self.nobody_between();
        Shelter { saves: if open { Told::Nothing } else { Told::Unknown }, ..Shelter::default() }
    }

    /// Whether it is sure that no model of another unit stands between the two: others cover as terrain does.
    fn nobody_between(&self) -> bool {
        let others = self
            .state
            .units
            .iter()
            .filter(|unit| unit.is_on_battlefield() && unit.id != self.attacker.id && unit.id != self.target.id);
        others.into_iter().all(|unit| {
            let Some(models) = measured(unit) else { return false };
            let ways = self.from.iter().flat_map(|from| self.to.iter().map(move |to| (from, to)));
            ways.into_iter().all(|(from, to)| {
                models.models.iter().all(|model| Screen::around(model).is_between(from, to) == Some(false))
            })
        })
    }
}

/// Whether a piece is dense terrain for lines from a model: not from within it, and not from beside an obstacle.
fn is_dense(feature: &Feature, from: &Footprint) -> Option<bool> {
    let piece = &feature.piece;
    let own = match piece.kind.category() {
        TerrainCategory::Area if feature.ground.holds(from) => Some(true),
        TerrainCategory::Area => (!feature.overlaps(from)).then_some(false),
        TerrainCategory::Obstacle => Some(feature.ground.is_within(Length::inches(BESIDE), from)),
        TerrainCategory::Hill | TerrainCategory::Building => Some(false),
    };
    let high = piece.height.map(|height| height.thousandths() >= DENSE_FROM);
    all([piece.has(TerrainTrait::DenseCover), high, own.map(|own| !own)])
}

/// The one answer that all have; nothing where one is unknown or they differ.
fn alike<T: PartialEq>(mut answers: impl Iterator<Item = Option<T>>) -> Option<T> {
    let first = answers.next()??;
    answers.all(|answer| answer.as_ref() == Some(&first)).then_some(first)
}
