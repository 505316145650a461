//! Names that cross the border of the program: ids and printed names, each a type of its own.
//!
//! They are cloned with nearly every event; a short one (23 bytes, which nearly all are) is held without allocation.

use std::borrow::Borrow;
use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use smol_str::SmolStr;

use crate::visible::{acts, excerpt, is_plain};

/// What an id may be: 1 to 64 of `a-z 0-9 . _ -`.
pub const ID_LENGTH_MAX: usize = 64;
/// What a printed name may be: 1 to 120 printable characters.
pub const NAME_LENGTH_MAX: usize = 120;
/// What a reason may be: 1 to 400 printable characters, room for a ruling.
pub const REASON_LENGTH_MAX: usize = 400;

const NAME: &str = "1 to 120 characters that can be seen, without blanks around it";
const REASON: &str = "1 to 400 characters that can be seen, without blanks around it";

/// A text from outside that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a {what}; use {accepted}{}", excerpt(found), yours(found, accepted))]
pub struct TextError {
    /// What was read; the message shows an excerpt that is safe to look at.
    pub found: String,
    /// What it should have been: "match id", "name" …
    pub what: &'static str,
    /// What would be taken.
    pub accepted: &'static str,
}

/// How long a text is that is too long for a name or a reason.
fn yours(found: &str, accepted: &str) -> String {
    let length = found.chars().count();
    let most = [(NAME, NAME_LENGTH_MAX), (REASON, REASON_LENGTH_MAX)];
    let too_long = most.iter().any(|(words, most)| *words == accepted && length > *most);
    if too_long { format!(" (yours: {length})") } else { String::new() }
}

impl TextError {
    /// What would be taken, and how long the text was where it was too long.
    pub fn wanted(&self) -> String {
        format!("{}{}", self.accepted, yours(&self.found, self.accepted))
    }

    /// The error for a text.
    pub fn new(found: &str, what: &'static str, accepted: &'static str) -> TextError {
        TextError { found: found.to_owned(), what, accepted }
    }
}

/// Reads a string without keeping it, and makes of it what `take` makes.
pub(crate) fn deserialize_text<'de, D, T, E>(
    deserializer: D,
    take: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    E: fmt::Display,
{
    struct Reader<F>(F);
    impl<T, E: fmt::Display, F: FnOnce(&str) -> Result<T, E>> serde::de::Visitor<'_> for Reader<F> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }
        fn visit_str<Error: serde::de::Error>(self, text: &str) -> Result<T, Error> {
            (self.0)(text).map_err(Error::custom)
        }
    }
    deserializer.deserialize_str(Reader(take))
}

#[allow(missing_docs)]
pub type IdError = TextError;
#[allow(missing_docs)]
pub type NameError = TextError;

fn is_id(text: &str) -> bool {
    (1..=ID_LENGTH_MAX).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(SmolStr);

        impl $name {
            /// Takes 1 to 64 of `a-z 0-9 . _ -`.
            ///
            /// # Errors
            /// [`TextError`] for anything else.
            pub fn new(text: &str) -> Result<Self, TextError> {
                if is_id(text) {
                    Ok(Self(text.into()))
                } else {
                    Err(TextError::new(text, $what, "1 to 64 of a-z 0-9 . _ -"))
                }
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = TextError;
            fn from_str(text: &str) -> Result<Self, TextError> {
                Self::new(text)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserialize_text(deserializer, Self::new)
            }
        }

        #[cfg(feature = "schema")]
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": "^[a-z0-9._-]{1,64}$"})
            }
        }
    };
}

id!(
    /// A match.
    MatchId,
    "match id"
);
id!(
    /// A tournament.
    TournamentId,
    "tournament id"
);
id!(
    /// A player of a tournament or, where teams play, a team.
    PlayerId,
    "player id"
);
id!(
    /// A league.
    LeagueId,
    "league id"
);
id!(
    /// A person in a league.
    MemberId,
    "member id"
);
id!(
    /// The holder of a pass: a player's id, a table's number, the name that a judge or desk goes by.
    PassId,
    "pass id"
);
id!(
    /// A unit of either army; unique in a match.
    UnitId,
    "unit id"
);
id!(
    /// An objective marker of the mission: `m1`, `m2` …
    MarkerId,
    "marker"
);
id!(
    /// A mission pack, such as `gt2020`.
    PackId,
    "pack id"
);
id!(
    /// A mission, such as `scorched-earth`.
    MissionId,
    "mission id"
);
id!(
    /// A battle size, such as `strike-force`.
    SizeId,
    "battle size"
);
id!(
    /// A kind of terrain on a table, such as `ruins`.
    TerrainId,
    "kind of terrain"
);
id!(
    /// A primary or secondary objective, such as `take-and-hold`.
    ObjectiveId,
    "objective id"
);
id!(
    /// What an army is bent on, such as `take-and-hold`.
    DispositionId,
    "disposition"
);
id!(
    /// An action or psychic action, such as `raze-objective`.
    ActionId,
    "action id"
);

/// Whether a text may be a printed name, the same for matches and events: 1 to 120 characters of any script, at least
/// one of which can be seen, none of which acts instead of being seen ([`crate::visible::acts`]: controls, marks that
/// turn the direction of text, separators, fillers, tags), and no blanks at either end. Two people whose names differ can
/// so be told apart wherever letters are shown as they are.
///
/// ```
/// use adjutant_core::ids::is_name;
/// assert!(["Żółć Ωmega", "محمد", "漢字", "क्षत्रिय", "👩\u{200d}🚀", "5"].into_iter().all(is_name));
/// let refused = ["", " ", "\u{200d}", "\u{3164}", " Anna", "Anna\u{a0}", "An\u{202e}na", "An\u{200b}na", "a\u{2028}b", "a\u{feff}"];
/// assert!(!refused.into_iter().any(is_name));
/// ```
pub fn is_name(text: &str) -> bool {
    is_line(text, NAME_LENGTH_MAX)
}

/// The same for a text of another length.
fn is_line(text: &str, most: usize) -> bool {
    if is_plain(text) {
        return text.len() <= most && !text.is_empty() && !text.starts_with(' ') && !text.ends_with(' ');
    }
    is_line_of_any_script(text, most)
}

/// Whether two names differ in upper and lower case at the most.
///
/// ```
/// use adjutant_core::ids::are_alike;
/// assert!(are_alike("Iron Guard", "IRON guard") && are_alike("Élite", "ÉLITE") && !are_alike("Elite", "Élite"));
/// ```
#[inline]
pub fn are_alike(one: &str, other: &str) -> bool {
    // Small letters of texts that begin with other letters of ASCII differ from the first on: most do.
    if let (Some(first), Some(begins)) = (one.as_bytes().first(), other.as_bytes().first())
        && first.is_ascii()
        && begins.is_ascii()
        && !first.eq_ignore_ascii_case(begins)
    {
        return false;
    }
    let plain = || one.is_ascii() && other.is_ascii();
    one.eq_ignore_ascii_case(other) || (!plain() && one.to_lowercase() == other.to_lowercase())
}

fn is_line_of_any_script(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.chars().count()) && text.trim() == text && !text.contains(acts) && text.contains(is_seen)
}

/// Whether a character alone leaves a mark on paper: no blank, joiner, variation selector, combining mark without a
/// letter, or letter that fills a place unseen.
fn is_seen(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(
            c,
            '\u{300}'..='\u{36f}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200c}'
                | '\u{200d}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{ffa0}'
                | '\u{e0100}'..='\u{e01ef}'
        )
}

/// A line of text: 1 to `MOST` characters of any script that can be seen, as [`is_name`] says.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Line<const MOST: usize>(SmolStr);

/// A printed name: a [`Line`] of 120 characters at the most; [`is_name`] is the rule.
pub type Name = Line<NAME_LENGTH_MAX>;

/// Why something was recorded, or a remark: a [`Line`] of 400 characters at the most.
pub type Reason = Line<REASON_LENGTH_MAX>;

impl<const MOST: usize> Line<MOST> {
    /// What it is called, and what would be taken.
    const WORDS: (&'static str, &'static str) =
        if MOST == NAME_LENGTH_MAX { ("name", NAME) } else { ("reason", REASON) };

    /// Takes a text of so many characters as [`is_name`] takes them, without the blanks that people type around it.
    ///
    /// # Errors
    /// [`TextError`] for any other text.
    ///
    /// ```
    /// use adjutant_core::{Name, ids::Reason};
    /// assert!(Name::new("Żółć Ωmega").is_ok());
    /// assert!(Name::new("two\nlines").is_err());
    /// assert!(Reason::new(&"why ".repeat(100)).is_ok() && Reason::new(&"x".repeat(401)).is_err());
    /// ```
    pub fn new(text: &str) -> Result<Self, TextError> {
        Self::written(text.trim())
    }

    /// Takes a line as a log or file holds it: one fact has one form, so blanks around it are refused.
    fn written(text: &str) -> Result<Self, TextError> {
        let (what, accepted) = Self::WORDS;
        if is_line(text, MOST) { Ok(Self(text.into())) } else { Err(TextError::new(text, what, accepted)) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const MOST: usize> std::str::FromStr for Line<MOST> {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::new(text)
    }
}

impl<const MOST: usize> fmt::Display for Line<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<const MOST: usize> fmt::Debug for Line<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<const MOST: usize> Borrow<str> for Line<MOST> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl<'de, const MOST: usize> Deserialize<'de> for Line<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_text(deserializer, Self::written)
    }
}

#[cfg(feature = "schema")]
impl<const MOST: usize> JsonSchema for Line<MOST> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        if MOST == NAME_LENGTH_MAX { "Name".into() } else { "Reason".into() }
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "maxLength": MOST, "pattern": "^[^\\u0000-\\u0020\\u007f]([^\\u0000-\\u001f\\u007f]*[^\\u0000-\\u0020\\u007f])?$"})
    }
}

#[cfg(test)]
#[path = "../tests/inside/ids.rs"]
mod tests;
