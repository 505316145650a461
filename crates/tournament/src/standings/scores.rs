//! Scores beside the games: what everybody has for painting, sport …, and the overall score.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ledger::Ledger;
use super::tie_break::TieBreaks;
use crate::id::{Alike, Name, RoundNumber};
use crate::policy::{Measure, Policies};
use crate::rational::Rational;
use crate::state::{Player, Tournament};

/// What one player has beside the games.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Scores {
    /// Points by category, those that the event declares, or the awards that were given where it declares none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub categories: BTreeMap<String, i64>,
    /// The overall score, where the event has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overall: Option<Rational>,
}

/// The scores of everybody by place in the order of entry, from the games of a ledger and what was awarded up to a round.
pub(super) fn scores(state: &Tournament, ledger: &Ledger, upto: RoundNumber) -> Vec<Scores> {
    let policies = state.policies();
    let tie_breaks = TieBreaks::of(ledger, policies);
    let of = |(at, player): (usize, &Player)| {
        let categories = categories(player, policies, upto);
        let part = |measure: Option<Measure>| match measure {
            Some(Measure::Points) => ledger.entrants[at].points().into(),
            Some(Measure::Category(name)) => categories.get(name.as_str()).copied().unwrap_or(0).into(),
            Some(Measure::TieBreak(tie_break)) => tie_breaks.value(tie_break, at),
            None => Rational::ZERO,
        };
        let terms = policies.overall.iter();
        let sum: Rational = terms.map(|term| part(term.measure(&policies.categories)) * term.times.clone()).sum();
        Scores { categories, overall: (!policies.overall.is_empty()).then_some(sum) }
    };
    state.players.iter().enumerate().map(of).collect()
}

fn categories(player: &Player, policies: &Policies, upto: RoundNumber) -> BTreeMap<String, i64> {
    let declared = policies.categories.iter().map(|category| (category.name.to_string(), 0));
    let mut points: BTreeMap<String, i64> = declared.collect();
    for (award, given, _) in player.awards.iter().filter(|(.., from)| *from <= upto) {
        let name = points.keys().find(|known| Name::new(known).is_ok_and(|known| known.alike() == award.alike()));
        let name = name.cloned().unwrap_or_else(|| award.to_string());
        *points.entry(name).or_default() += i64::from(*given);
    }
    points
}
