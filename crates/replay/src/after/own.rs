//! A battle beside the other battles of its players in the same database.

use adjutant_engine::side::{BySide, Player};
use serde::{Deserialize, Serialize};

use crate::facts::SideFacts;
use crate::matches::listed::Row;

/// A player's other matches. Who is who is known by name alone: everybody who is called so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Own {
    /// Matches that are over, this one not among them.
    pub matches: u32,
    /// Averages that this battle can be compared with.
    pub averages: Vec<Average>,
}

/// An average of earlier battles, and the same number of this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Average {
    /// Printed name of what is compared: a mission, a faction, an objective; null for all matches.
    pub of: Option<String>,
    /// Whether it is an objective, whose points are counted; otherwise the totals are.
    pub objective: bool,
    /// The number of this battle.
    pub this: u32,
    /// All others added up.
    pub sum: u64,
    /// How many of them there are.
    pub count: u32,
}

/// What the rows of a database say of the players of one of its matches; nothing of a match that is not over.
pub fn own(rows: &[Row], id: &str) -> Option<BySide<Own>> {
    let this = rows.iter().find(|row| row.listed.id == id)?;
    let played = this.played.as_ref()?;
    let side = |player: Player| played.sides.iter().find(|side| side.side == player);
    Some(BySide::from_fn(|player| {
        side(player).map_or(Own { matches: 0, averages: Vec::new() }, |side| of(rows, this, side))
    }))
}

fn of(rows: &[Row], this: &Row, me: &SideFacts) -> Own {
    let others: Vec<(&Row, &SideFacts)> = rows
        .iter()
        .filter(|row| row.listed.id != this.listed.id)
        .filter_map(|row| Some((row, row.played.as_ref().filter(|played| !played.provisional)?)))
        .flat_map(|(row, played)| played.sides.iter().map(move |side| (row, side)))
        .filter(|(_, side)| side.player.is_some() && side.player == me.player)
        .collect();
    let totals = |of: Option<String>, keep: &dyn Fn(&Row, &SideFacts) -> bool| {
        let kept = others.iter().filter(|(row, side)| keep(row, side));
        let (sum, count) = kept.fold((0, 0), |(sum, count), (_, side)| (sum + u64::from(side.vp), count + 1));
        Average { of, objective: false, this: me.vp, sum, count }
    };
    let mut averages = Vec::new();
    if let Some(mission) = &this.listed.mission {
        let name = this.listed.mission_name.clone().unwrap_or_else(|| mission.to_string());
        averages.push(totals(Some(name), &|row, _| row.listed.mission.as_ref() == Some(mission)));
    }
    if let Some(faction) = &me.faction {
        averages.push(totals(Some(faction.clone()), &|_, side| side.faction.as_ref() == Some(faction)));
    }
    averages.push(totals(None, &|_, _| true));
    let played = this.played.as_ref();
    for own in played.into_iter().flat_map(|played| &played.secondaries).filter(|own| own.side == me.side) {
        let chosen = others.iter().flat_map(|(row, side)| {
            let all = row.played.iter().flat_map(|played| &played.secondaries);
            all.filter(move |other| other.side == side.side && other.objective == own.objective)
        });
        let (sum, count) = chosen.fold((0, 0), |(sum, count), other| (sum + u64::from(other.vp), count + 1));
        let name = played.and_then(|played| played.names.get(&own.objective)).unwrap_or(&own.objective);
        averages.push(Average { of: Some(name.clone()), objective: true, this: own.vp, sum, count });
    }
    averages.retain(|average| average.count > 0);
    Own { matches: u32::try_from(others.len()).unwrap_or(u32::MAX), averages }
}
