//! The tables of a law, in the form that the fold reads.

use adjutant_core::ids::Name;
use adjutant_geometry::{Coherency, Footprint, Length, Reach};

use crate::rules::{AfterDeed, Attached, Cards, Condition, EndMoment, Exchange, LeastMove, ScoredCard, Scoring};
use crate::terms::{BattlefieldRole, Deed, Phase};

/// How many leaders join a unit.
#[derive(Clone, Copy, Debug)]
pub struct AttachLaw {
    /// In general.
    pub leaders: usize,
    /// With a rule of a leader that allows it.
    pub leaders_by_rule: usize,
    /// Whether they join and leave in their Movement phases, too.
    pub in_battle: bool,
}

impl AttachLaw {
    pub(super) fn of(row: &Attached) -> AttachLaw {
        AttachLaw {
            leaders: row.leaders.get().unsigned_abs() as usize,
            leaders_by_rule: row.leaders_by_rule.get().unsigned_abs() as usize,
            in_battle: row.in_battle,
        }
    }
}

/// How secondary mission cards are played.
#[derive(Clone, Debug)]
pub struct CardLaw {
    /// The most active cards of a player.
    pub hand: usize,
    /// Exactly so many are drawn in each own turn, where that is said.
    pub draws: Option<usize>,
    /// The phase of a player's own turn in which cards are drawn.
    pub draw_in: Phase,
    /// Whether a card that has brought points leaves.
    pub scored_leaves: bool,
    /// Command points for each card that its player discards.
    pub discard_cp: i32,
    /// Whether they come once for all cards that are discarded together.
    pub discard_together: bool,
    /// The Stratagem that exchanges a card.
    pub exchange: Option<Exchange>,
}

impl CardLaw {
    pub(super) fn of(cards: &Cards) -> Option<CardLaw> {
        Some(CardLaw {
            hand: cards.hand?.get().unsigned_abs() as usize,
            draws: cards.draws.map(|draws| draws.get().unsigned_abs() as usize),
            draw_in: cards.draw_in?,
            scored_leaves: cards.scored? == ScoredCard::Leaves,
            discard_cp: cards.discard_cp?.get(),
            discard_together: cards.discard_together,
            exchange: cards.exchange.clone(),
        })
    }
}

/// A phase and its deeds, as sets of bits.
#[derive(Clone, Copy, Debug)]
pub struct PhaseLaw {
    /// Its name.
    pub name: Phase,
    pub(super) own: u32,
    pub(super) other: u32,
    /// Where the rules of its start stand among the moments, and those of its end.
    pub(super) starts: Option<usize>,
    pub(super) ends: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct OutOfPhase {
    pub(super) deed: Deed,
    pub(super) other_turn: bool,
    pub(super) not_in: Vec<Phase>,
}

#[derive(Clone, Debug)]
pub(super) struct After {
    pub(super) deed: AfterDeed,
    pub(super) forbids: u32,
    pub(super) unless: Vec<Name>,
}

/// Who controls a marker.
#[derive(Clone, Debug)]
pub struct Control {
    /// How far away a model still counts.
    pub range: Reach,
    /// Half the width of a marker as distances to it are measured: nothing where they are measured to its centre.
    pub reach_from: Length,
    /// How wide a marker is, in millimetres.
    pub marker_mm: i32,
    /// Whether no model ends a move on a marker.
    pub solid: bool,
    /// How far away a model still counts, in thousandths of an inch.
    pub range_thousandths: i32,
    /// Whether models with Objective Secured go before those without.
    pub secured: bool,
    /// Whether a model counts for one marker only.
    pub one_marker_a_model: bool,
    /// Which units control it, where only such units do and no enemy may be near.
    pub scoring: Option<Scoring>,
    /// Whether the Objective Control of the models is added up.
    pub by_level: bool,
    /// Whether control is settled at moments, and stands until it is settled again.
    pub settles: bool,
    /// Whether players agree from where distances are measured.
    pub agreed: bool,
    /// Whether objectives are areas, so that no distance tells what is in range.
    pub areas: bool,
    /// Keywords of units that never count for a marker.
    pub(crate) never_keywords: Vec<Name>,
    /// Roles of such units.
    pub(crate) never_roles: Vec<BattlefieldRole>,
}

/// Distances that the engine measures.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How close models of a unit stay.
    pub coherency: Reach,
    /// From how many models on each needs how many neighbours, smaller units first.
    pub neighbours: Vec<(usize, usize)>,
    /// How close every model of a unit stays to every other one.
    pub spread: Option<Length>,
    /// Engagement Range.
    pub engaged: Reach,
    /// Arriving units stay farther than this from enemies, within that of an edge, within this of their own edge.
    pub arrivals: Option<[Length; 3]>,
    /// How far a charge goes, in inches, where no dice say it.
    pub charge_without_dice: Option<u32>,
    /// How far the targets of a charge may be.
    pub charge: Option<Length>,
    /// How far Pile-ins, Consolidations and Heroic Interventions go, and from how far the last start.
    pub close_moves: Option<Length>,
    /// How close to a transport units get in and out.
    pub transport: Option<Reach>,
    /// How far a psyker may be from the unit that denies it.
    pub denial: Option<Length>,
    /// How far from enemies moves end that are none into combat, and what is just too near.
    pub clear: Option<(Length, Length)>,
    /// Whether moves of units of the kind `flying` leave heights out, but for charges.
    pub flies_up: bool,
    /// Units that move at least so far, and as far as they like.
    pub least_move: Option<LeastMove>,
    /// When a character cannot be shot at because others stand beside it.
    pub shelter: Option<Sheltered>,
}

/// When a character cannot be shot at because others stand beside it.
#[derive(Clone, Copy, Debug)]
pub struct Sheltered {
    /// How close the others are.
    pub within: Length,
    /// How many models they have, unless they are of the kind `shelters`.
    pub models: u32,
    /// The most Wounds of the character.
    pub wounds: u32,
}

impl Measured {
    /// How the models of a unit hang together.
    pub fn coherency_of(&self, models: &[Footprint]) -> Coherency {
        Coherency::of(models, self.coherency, self.neighbours_of(models.len()))
    }

    /// Whether every model is as close to every other one as it has to be.
    pub fn is_close(&self, models: &[Footprint]) -> bool {
        let Some(spread) = self.spread else { return true };
        let pairs = models.iter().enumerate().flat_map(|(at, one)| models[..at].iter().map(move |other| (one, other)));
        let near = |(one, other): (&Footprint, &Footprint)| {
            adjutant_geometry::unit::are_within(std::slice::from_ref(one), spread, std::slice::from_ref(other))
        };
        pairs.into_iter().all(near)
    }

    /// What a unit in one group looks like, for sentences.
    pub fn coherency_in_words(&self) -> String {
        let rows = self.neighbours.iter().map(|(from, needed)| {
            let others = if *needed == 1 { "another".to_owned() } else { format!("{needed} others") };
            format!("of {others} in a unit of {from} or more")
        });
        let rows: Vec<String> = rows.collect();
        format!("one group, each model within {} {}", self.coherency, rows.join(", "))
    }

    /// How many neighbours each model of a unit of this size needs.
    pub fn neighbours_of(&self, models: usize) -> usize {
        self.neighbours.iter().rev().find(|(from, _)| models >= *from).map_or(0, |(_, needed)| *needed)
    }
}

/// What ends a battle early, or decides it.
#[derive(Clone, Debug)]
pub struct End {
    /// Its printed name.
    pub name: Name,
    /// When it is judged.
    pub at: EndMoment,
    /// From which battle round on.
    pub from_round: u32,
    /// When a player has lost.
    pub loses_if: Condition,
}

impl Control {
    /// Before a match is opened.
    pub(super) const NONE: Control = Control {
        range: Reach::with_height(Length::ZERO, None),
        reach_from: Length::ZERO,
        marker_mm: 0,
        solid: false,
        range_thousandths: 0,
        secured: false,
        one_marker_a_model: true,
        scoring: None,
        by_level: false,
        settles: false,
        agreed: false,
        areas: false,
        never_keywords: Vec::new(),
        never_roles: Vec::new(),
    };
}

impl Measured {
    /// Before a match is opened.
    pub(super) const NONE: Measured = Measured {
        coherency: Reach::with_height(Length::ZERO, None),
        neighbours: Vec::new(),
        spread: None,
        engaged: Reach::with_height(Length::ZERO, None),
        arrivals: None,
        charge_without_dice: None,
        charge: None,
        close_moves: None,
        transport: None,
        denial: None,
        clear: None,
        flies_up: false,
        least_move: None,
        shelter: None,
    };
}
