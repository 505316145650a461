//! What dice are for, in one spelling.

use std::fmt;

use adjutant_core::ids::UnitId;
use adjutant_core::visible::excerpt;

/// What digital dice may be for, and how many units are named with it at the least and at the most.
pub const PURPOSES: &[(&str, usize, usize)] = &[
    ("advance", 1, 1),
    ("attrition", 1, 1),
    ("battle-shock", 1, 1),
    ("beta", 0, 0),
    ("charge", 1, 1),
    ("consolidate", 1, 1),
    ("damage", 1, 1),
    ("deny", 1, 1),
    ("deployment", 0, 0),
    ("explosion", 1, 1),
    ("fall-back", 1, 1),
    ("fight", 1, 1),
    ("first-turn", 0, 0),
    ("gamma", 0, 0),
    ("hazardous", 1, 1),
    ("ignore", 1, 1),
    ("leadership", 1, 1),
    ("length", 0, 0),
    ("mishap", 1, 1),
    ("mission", 0, 0),
    ("morale", 1, 1),
    ("mortal", 1, 1),
    ("objectives", 0, 0),
    ("order", 0, 0),
    ("other", 0, 1),
    ("outflanking", 1, 1),
    ("perils", 1, 1),
    ("pinning", 1, 1),
    ("priority", 0, 0),
    ("psychic", 1, 1),
    ("regroup", 1, 1),
    ("reserves", 0, 1),
    ("roles", 0, 0),
    ("run", 1, 1),
    ("save", 1, 1),
    ("scatter", 1, 1),
    ("shoot", 1, 1),
    ("sweep", 1, 1),
    ("terrain", 1, 1),
    ("zone", 0, 0),
];

/// Other words for a purpose.
const ALSO: &[(&str, &str)] = &[("attacker", "roles"), ("attack", "shoot"), ("battleshock", "battle-shock")];

/// Words that may stand around a purpose and change nothing.
const AROUND: &[&str] = &["roll", "test", "for", "of", "by", "the", "unit", "from", "a", "an"];

/// What dice are for: a word of [`PURPOSES`] and the ids of units, in the alphabet's order.
///
/// ```
/// use adjutant_engine::dice::Purpose;
/// let known = |unit: &str| ["a1", "b2"].contains(&unit);
/// for text in ["charge b2", "Charge: B2", "b2 charge", "charge roll for b2", "charge (b2)"] {
///     assert_eq!(Purpose::read(text, known).unwrap().to_string(), "charge b2");
/// }
/// assert_eq!(Purpose::read("first turn", known).unwrap().to_string(), "first-turn");
/// assert!(Purpose::read("luck", known).is_err());
/// assert!(Purpose::read("charge b9", known).is_err(), "no unit b9");
/// assert!(Purpose::read("charge a1 b2", known).is_err(), "one unit charges");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    word: &'static str,
    least: usize,
    units: Vec<String>,
}

/// A text that digital dice know no purpose for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PurposeError {
    /// No word of the list, or two of them.
    #[error("`{0}` does not say what the dice are for in a word that is known")]
    NoWord(String),
    /// A word that names no unit of the match.
    #[error("`{0}` is not a purpose of dice and not a unit of this match")]
    NoUnit(String),
    /// Too few or too many units.
    #[error("dice for `{word}` are about {wanted} unit{}, not {given}", if *.wanted == 1 { "" } else { "s" })]
    Units {
        /// The word.
        word: &'static str,
        /// How many units it takes.
        wanted: usize,
        /// How many are named.
        given: usize,
    },
}

impl Purpose {
    /// Reads what dice are for; `known` says which units there are.
    ///
    /// # Errors
    /// No word of the list or several, a word that is neither, or too many units.
    pub fn read(text: &str, known: impl Fn(&str) -> bool) -> Result<Purpose, PurposeError> {
        let lower = text.to_ascii_lowercase();
        let apart = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'));
        let mut words = lower.split(apart).map(|word| word.trim_matches(['-', '.', '_'])).filter(|w| !w.is_empty());
        let (mut kind, mut units) = (None, Vec::new());
        let mut next = words.next();
        while let Some(word) = next {
            next = words.next();
            let joined = next.and_then(|second| listed(&format!("{word}-{second}")));
            if joined.is_some() {
                next = words.next();
            }
            match joined.or_else(|| listed(word)) {
                Some(found) if kind.is_none_or(|kind: &Listed| kind.0 == found.0) => kind = Some(found),
                Some(_) => return Err(PurposeError::NoWord(excerpt(text).into_owned())),
                None if known(word) => units.push(word.to_owned()),
                None if AROUND.contains(&word) => {}
                None => return Err(PurposeError::NoUnit(excerpt(word).into_owned())),
            }
        }
        let Some((word, least, most)) = kind else { return Err(PurposeError::NoWord(excerpt(text).into_owned())) };
        units.sort_unstable();
        units.dedup();
        if units.len() > *most {
            return Err(PurposeError::Units { word, wanted: *most, given: units.len() });
        }
        Ok(Purpose { word, least: *least, units })
    }

    /// The same, refused where a unit has to be named and none is: a player who could leave it out had two rolls to choose
    /// from.
    ///
    /// # Errors
    /// Too few units.
    pub fn with_its_units(self) -> Result<Purpose, PurposeError> {
        if self.units.len() >= self.least {
            return Ok(self);
        }
        Err(PurposeError::Units { word: self.word, wanted: self.least, given: self.units.len() })
    }

    /// Its word in the list.
    pub fn word(&self) -> &'static str {
        self.word
    }
}

type Listed = (&'static str, usize, usize);

fn listed(word: &str) -> Option<&'static Listed> {
    let word = ALSO.iter().find(|(also, _)| *also == word).map_or(word, |(_, listed)| *listed);
    PURPOSES.iter().find(|(listed, _, _)| *listed == word)
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        self.units.iter().try_for_each(|unit| write!(f, " {unit}"))
    }
}
/// A purpose of the list in its one spelling, as far as a text names one.
pub(crate) fn spelt(text: &str) -> Option<String> {
    Purpose::read(text, looks_like_a_unit).ok().map(|read| read.to_string())
}

fn looks_like_a_unit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit()) && UnitId::new(word).is_ok()
}
