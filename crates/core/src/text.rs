//! Free text, and secrets written as hexadecimal digits.

use std::fmt;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::deserialize_text;

/// The first line of a log, without its end.
///
/// ```
/// assert_eq!(adjutant_core::text::first_line(b"one\ntwo"), b"one");
/// ```
pub fn first_line(log: &[u8]) -> &[u8] {
    &log[..memchr::memchr(b'\n', log).unwrap_or(log.len())]
}

/// Whether bytes hold a part somewhere, found in one pass.
///
/// ```
/// assert!(adjutant_core::text::holds(b"{\"do\":{}}", b"\"do\":"));
/// ```
pub fn holds(bytes: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(bytes, part).is_some()
}

/// Free text: 1 to 2,000 characters, line breaks and tabs allowed, no other control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Text(Box<str>);

impl Text {
    /// Takes 1 to 2,000 characters; `None` for anything else.
    pub fn new(text: &str) -> Option<Text> {
        let fits = (1..=2000).contains(&text.chars().count());
        (fits && text.chars().all(|c| !c.is_control() || c == '\n' || c == '\t')).then(|| Text(text.into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What an error of form says, without the place that its reader puts behind it: whoever shows it names the place himself.
///
/// ```
/// let error = serde_json::from_str::<u8>(" true").unwrap_err();
/// assert_eq!(error.to_string(), "invalid type: boolean `true`, expected u8 at line 1 column 5");
/// assert_eq!(adjutant_core::text::without_place(&error), "invalid type: boolean `true`, expected u8");
/// ```
pub fn without_place(error: &serde_json::Error) -> String {
    let (mut text, place) = (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
    text.truncate(text.strip_suffix(&place).map_or(text.len(), str::len));
    text
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_text(deserializer, |text| {
            Text::new(text).ok_or("a text is 1 to 2,000 characters without control characters")
        })
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Text {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1, "maxLength": 2000})
    }
}

macro_rules! hexadecimal {
    ($(#[$doc:meta])* $name:ident, $digits:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(transparent)]
        pub struct $name(Box<str>);

        impl $name {
            /// Takes that many digits of `0-9 a-f`; `None` for anything else.
            pub fn new(text: &str) -> Option<Self> {
                let fits = text.len() == $digits && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                fits.then(|| Self(text.into()))
            }

            /// The digits.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserialize_text(deserializer, |text| {
                    Self::new(text).ok_or(concat!("write ", $digits, " digits of 0-9 a-f"))
                })
            }
        }

        #[cfg(feature = "schema")]
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": concat!("^[0-9a-f]{", $digits, "}$")})
            }
        }
    };
}

hexadecimal!(
    /// Salt of a commitment: 32 hexadecimal digits.
    Salt,
    32
);
hexadecimal!(
    /// An ed25519 signature: 128 hexadecimal digits.
    Signature,
    128
);
