//! Names and numbers of a tournament, each a type of its own.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

pub use adjutant_core::ids::TextError as NotThat;
pub use adjutant_core::ids::{
    DispositionId, MatchId, MissionId, Name, PackId, PassId, PlayerId, Reason, SizeId, TerrainId, TextError,
    TournamentId,
};

/// 64 hexadecimal digits that every draw of an event starts from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(String);

impl Seed {
    /// Takes a text that is one.
    ///
    /// # Errors
    /// [`TextError`] otherwise, saying what would be taken.
    pub fn new(text: &str) -> Result<Self, TextError> {
        let digits = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if digits && text.len() == 64 {
            Ok(Self(text.to_owned()))
        } else {
            Err(TextError::new(text, "seed", "64 digits of 0-9 a-f"))
        }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Seed {
    type Error = TextError;
    fn try_from(text: String) -> Result<Self, TextError> {
        Self::new(&text)
    }
}

impl std::str::FromStr for Seed {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::new(text)
    }
}

impl From<Seed> for String {
    fn from(value: Seed) -> String {
        value.0
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Seed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seed".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "description": "64 digits of 0-9 a-f"})
    }
}

macro_rules! number_newtype {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// How people compare names.
pub trait Alike {
    /// What tells names apart as people read them: letters and digits without marks, case and blanks.
    ///
    /// ```
    /// use adjutant_tournament::{Name, id::Alike};
    /// let key = |text| Name::new(text).unwrap().alike();
    /// assert_eq!(key("Iron Fists"), key("iron-fists"));
    /// assert_eq!(key("Café Würfel"), key("CAFE WURFEL"));
    /// assert_ne!(key("Club 1"), key("Club 2"));
    /// assert_ne!(key("★"), key("☆"));
    /// ```
    fn alike(&self) -> String;
}

impl Alike for Name {
    fn alike(&self) -> String {
        let plain = |text: &str| -> String {
            let letters = text.nfkd().flat_map(char::to_lowercase);
            letters.filter(|letter| letter.is_alphanumeric()).collect()
        };
        let key = plain(self.as_str());
        if key.is_empty() { self.as_str().to_lowercase() } else { key }
    }
}

impl RoundNumber {
    /// The round after; the last number there is stays.
    #[must_use]
    pub fn next(self) -> RoundNumber {
        RoundNumber(self.0.saturating_add(1))
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
