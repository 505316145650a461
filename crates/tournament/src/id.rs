//! Typed names and numbers: what crosses a module border is never a bare string or count.

use std::borrow::Cow;
use std::fmt;

use adjutant_engine::ids::is_name;
use adjutant_engine::visible::excerpt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a text is no id or name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no {what}; accepted is {accepted}", excerpt(found))]
pub struct NotThat {
    /// What was read.
    pub found: String,
    /// What it should have been.
    pub what: &'static str,
    /// What would be taken.
    pub accepted: &'static str,
}

const ID: &str = "1 to 64 of a-z 0-9 . _ -";
const NAME: &str = "1 to 120 characters that can be seen, without blanks around it";

fn is_id(text: &str) -> bool {
    let taken = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'-');
    (1..=64).contains(&text.len()) && text.bytes().all(taken)
}

macro_rules! text_newtype {
    ($(#[$doc:meta])* $name:ident, $what:literal, $accepted:expr, $test:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Takes a text that is one, without the blanks that people type around it.
            ///
            /// # Errors
            /// [`NotThat`] otherwise, saying what would be taken.
            pub fn new(text: &str) -> Result<Self, NotThat> {
                let sound: fn(&str) -> bool = $test;
                let text = text.trim();
                if sound(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(NotThat { found: text.to_owned(), what: $what, accepted: $accepted })
                }
            }

            /// Its text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotThat;
            fn try_from(text: String) -> Result<Self, NotThat> {
                // One fact has one form: what a log or file holds is taken as it stands there.
                if text.trim() != text {
                    return Err(NotThat { found: text, what: $what, accepted: $accepted });
                }
                Self::new(&text)
            }
        }

        impl std::str::FromStr for $name {
            type Err = NotThat;
            fn from_str(text: &str) -> Result<Self, NotThat> {
                Self::new(text)
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> String {
                value.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}", self.0)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"type": "string", "description": $accepted})
            }
        }
    };
}

text_newtype!(
    /// Names one event.
    EventId, "event id", ID, is_id
);
text_newtype!(
    /// Names one player (or, in a team event, one team) within an event.
    PlayerId, "player id", ID, is_id
);
text_newtype!(
    /// Names a match log.
    MatchId, "match id", ID, is_id
);
text_newtype!(
    /// Names a mission or a kind of terrain.
    MissionId, "mission id", ID, is_id
);
text_newtype!(
    /// What people read: the name of a player, club, event …
    Name, "name", NAME, is_name
);
text_newtype!(
    /// 64 hexadecimal digits that every draw of an event starts from.
    Seed, "seed", "64 digits of 0-9 a-f",
    |text| text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
);

macro_rules! number_newtype {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
        )]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

number_newtype!(
    /// A round, from 1.
    RoundNumber
);
number_newtype!(
    /// A table of the hall, from 1.
    TableNumber
);

impl RoundNumber {
    /// The round after.
    #[must_use]
    pub fn next(self) -> RoundNumber {
        RoundNumber(self.0 + 1)
    }
}

impl Seed {
    /// The seed whose first digits are a small number, as people type it.
    ///
    /// ```
    /// use adjutant_tournament::Seed;
    /// assert!(Seed::from_number(42).as_str().starts_with("000000000000002a0000"));
    /// ```
    pub fn from_number(number: u64) -> Seed {
        Seed(format!("{number:016x}{:048}", 0))
    }

    /// Its 32 bytes.
    pub fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(self.0.as_bytes().chunks_exact(2)) {
            let digit = |b: u8| if b.is_ascii_digit() { b - b'0' } else { b - b'a' + 10 };
            *byte = digit(pair[0]) << 4 | digit(pair[1]);
        }
        bytes
    }
}
