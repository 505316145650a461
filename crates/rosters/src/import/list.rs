//! A list as read, whatever its format.

use adjutant_engine::roster::Roster;
use serde::Serialize;

use super::unplaced::Unplaced;

/// How many bytes a document may have, unpacked.
pub(super) const DOCUMENT_BYTES_MAX: usize = 32 * 1024 * 1024;

/// A list as read: the army, and all that the file says beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Import {
    /// The army.
    pub roster: Roster,
    /// What the file holds and the roster has no place for.
    pub unplaced: Vec<Unplaced>,
    /// Totals that the file states.
    pub declared: Totals,
    /// The same totals, added up from everything that was selected.
    pub counted: Totals,
    /// One sentence for each total that does not agree with what was added up.
    pub differences: Vec<String>,
    /// What the file says about itself.
    pub file: FileFacts,
}

/// Totals of a list. A total that the file leaves out is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Totals {
    /// Points.
    pub points: Option<i32>,
    /// Power Level.
    pub power: Option<i32>,
    /// Command points that are left.
    pub command_points: Option<i32>,
}

/// What a file says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileFacts {
    /// Which format it has.
    pub format: Format,
    /// Game system that it names.
    pub game_system: Option<String>,
    /// Catalogue of each Detachment, such as `Chaos - Death Guard`.
    pub catalogues: Vec<String>,
    /// Battle size that the player selected, as the file words it.
    pub battle_size: Option<String>,
    /// The same in kebab case, where it is one that the rules name.
    pub size: Option<String>,
    /// Points limit that the player set.
    pub points_limit: Option<i32>,
    /// What the file says that each Detachment costs after its benefit, in the order of the Detachments.
    pub net_costs: Vec<Option<i32>>,
}

/// Formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// BattleScribe's XML.
    Ros,
    /// The same, zipped.
    Rosz,
    /// BattleScribe's text export.
    Text,
    /// Adjutant's own JSON.
    Json,
    /// The text of the publisher's app.
    App,
    /// The JSON of New Recruit.
    NewRecruit,
    /// Its simple text.
    NewRecruitSimple,
    /// Its text for events, a line a unit.
    NewRecruitCompact,
    /// The same, a block a unit.
    NewRecruitFull,
    /// The text of ListForge.
    ListForge,
    /// The JSON of Rosterizer.
    Rosterizer,
}

impl FileFacts {
    pub(super) fn new(format: Format) -> Self {
        FileFacts {
            format,
            game_system: None,
            catalogues: Vec::new(),
            battle_size: None,
            size: None,
            points_limit: None,
            net_costs: Vec::new(),
        }
    }
}

/// Says of each total that the file states whether it is what was added up.
pub(super) fn differences(declared: &Totals, counted: &Totals) -> Vec<String> {
    let pairs = [
        ("points", declared.points, counted.points),
        ("Power", declared.power, counted.power),
        ("Command points", declared.command_points, counted.command_points),
    ];
    let unequal = pairs.into_iter().filter_map(|(what, stated, sum)| stated.map(|stated| (what, stated, sum)));
    unequal
        .filter(|(_, stated, sum)| *stated != sum.unwrap_or(0))
        .map(|(what, stated, sum)| format!("the file states {stated} {what}; its parts add up to {}", sum.unwrap_or(0)))
        .collect()
}
