//! Reads the army lists that players bring.
//!
//! | what | how it is recognised |
//! |---|---|
//! | BattleScribe `.rosz` | a zip archive |
//! | BattleScribe `.ros` | XML |
//! | the roster JSON of Adjutant | begins with `{` |
//! | the text that BattleScribe exports | any other text with `++ … ++` lines |
//!
//! A list is only read. Whether it may be played is said by [`crate::check`].

mod archive;
mod army;
mod battlescribe;
mod detachment;
mod document;
mod error;
mod group;
mod options;
pub mod text;
mod unit;
mod unplaced;
mod xml;

use adjutant_engine::roster::Roster;
use adjutant_engine::side::Player;
use serde::Serialize;

pub use error::ImportError;
pub use unplaced::Unplaced;

/// How many bytes a document may have, unpacked.
const DOCUMENT_BYTES_MAX: usize = 32 * 1024 * 1024;

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
}

impl FileFacts {
    fn new(format: Format) -> Self {
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

/// Reads a list in any of the formats; its units are numbered `a1 a2 …` for player one, `b1 b2 …` for two.
///
/// Memory and time are bounded whatever the bytes are. The wording of rules is not kept, only their names.
///
/// # Errors
/// [`ImportError`] says what is wrong, where, and what would be accepted.
///
/// # Examples
/// ```
/// use adjutant_engine::side::Player;
/// let text = "++ Patrol Detachment 0CP (Imperium - Invented Order) [5 PL, 100pts] ++\n\n\
///             + HQ +\n\nPrioress [5 PL, 100pts]: Warlord\n";
/// let import = adjutant_rosters::import::read(text.as_bytes(), Player::Two)?;
/// assert_eq!(import.roster.units().next().unwrap().id.as_str(), "b1");
/// assert!(import.differences.is_empty());
/// # Ok::<(), adjutant_rosters::import::ImportError>(())
/// ```
pub fn read(bytes: &[u8], owner: Player) -> Result<Import, ImportError> {
    if bytes.len() > DOCUMENT_BYTES_MAX {
        return Err(ImportError::TooLarge { what: "the file", limit_mib: DOCUMENT_BYTES_MAX / (1024 * 1024) });
    }
    if bytes.starts_with(b"PK") {
        let document = archive::unpack(bytes)?;
        return battlescribe::read(characters(&document)?, owner, Format::Rosz);
    }
    let text = characters(bytes)?;
    match text.trim_start().chars().next() {
        Some('<') => battlescribe::read(text, owner, Format::Ros),
        Some('{') => json(text),
        _ => text::read(text, owner),
    }
}

/// Reads a list as pasted text, whatever its first character looks like.
///
/// # Errors
/// As [`read`].
pub fn read_text(bytes: &[u8], owner: Player) -> Result<Import, ImportError> {
    if bytes.len() > DOCUMENT_BYTES_MAX {
        return Err(ImportError::TooLarge { what: "the file", limit_mib: DOCUMENT_BYTES_MAX / (1024 * 1024) });
    }
    text::read(characters(bytes)?, owner)
}

fn characters(bytes: &[u8]) -> Result<&str, ImportError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| ImportError::NotUtf8 { at: error.valid_up_to() })
}

fn json(text: &str) -> Result<Import, ImportError> {
    let roster: Roster = serde_json::from_str(text).map_err(|error| ImportError::Json { why: error.to_string() })?;
    army::within_bounds(roster.detachments.len(), roster.units().count())?;
    if roster.units().next().is_none() {
        return Err(ImportError::Empty { name: roster.name.to_string() });
    }
    let counted = Totals {
        points: Some(roster.points()),
        power: Some(roster.units().map(|unit| unit.power.get()).sum()),
        command_points: None,
    };
    Ok(Import {
        roster,
        unplaced: Vec::new(),
        declared: Totals::default(),
        counted,
        differences: Vec::new(),
        file: FileFacts::new(Format::Json),
    })
}

/// Says of each total that the file states whether it is what was added up.
fn differences(declared: &Totals, counted: &Totals) -> Vec<String> {
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
