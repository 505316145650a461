//! Reads the army lists that players bring.
//!
//! | what | how it is recognised |
//! |---|---|
//! | BattleScribe `.rosz` | a zip archive |
//! | BattleScribe `.ros` | XML |
//! | the roster JSON of Adjutant | begins with `{` |
//! | the JSON of New Recruit | the same, with `roster` |
//! | the JSON of Rosterizer | the same, with `snapshot` |
//! | texts of New Recruit, ListForge and the publisher's app | lines such as `Name (65 pts)` under a head of their own |
//! | the text that BattleScribe exports | any other text with `++ … ++` lines |
//!
//! A list is only read. Whether it may be played is said by [`crate::check`].

mod archive;
mod army;
mod battlescribe;
mod detachment;
mod document;
mod error;
mod exported;
mod group;
mod list;
mod listed;
mod options;
mod pasted;
pub mod text;
mod unit;
mod unplaced;
mod xml;

use adjutant_engine::roster::Roster;
use adjutant_engine::side::Player;

use self::list::DOCUMENT_BYTES_MAX;

pub use error::ImportError;
pub use list::{FileFacts, Format, Import, Totals};
pub use unplaced::Unplaced;

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
        Some('{') => exported::read(text, owner).unwrap_or_else(|| json(text)),
        _ => pasted_or_exported(text, owner),
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
    pasted_or_exported(characters(bytes)?, owner)
}

fn pasted_or_exported(text: &str, owner: Player) -> Result<Import, ImportError> {
    match pasted::format(text) {
        Some(format) => pasted::read(text, format, owner),
        None => text::read(text, owner),
    }
}

fn characters(bytes: &[u8]) -> Result<&str, ImportError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| ImportError::NotUtf8 { at: error.valid_up_to() })
}

fn json(text: &str) -> Result<Import, ImportError> {
    let roster = Roster::read(text).map_err(|error| ImportError::Json { why: error.to_string() })?;
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
