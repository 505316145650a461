//! Short names that rulesets and layouts give to things: copied like numbers, compared like text.

/// The longest such name, in bytes.
pub const WORD_MAX: usize = 24;

/// A name of 1 to 24 of `a` to `z`, digits (where `$more` allows them) and `-`.
#[macro_export]
macro_rules! word {
    ($(#[$docs:meta])* $name:ident, $what:literal, $pattern:literal, $more:expr) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name {
            bytes: [u8; $crate::word::WORD_MAX],
            length: u8,
        }

        impl $name {
            /// The one of a name.
            pub fn new(name: &str) -> Option<$name> {
                let more: fn(u8) -> bool = $more;
                let fits = |byte: u8| byte.is_ascii_lowercase() || byte == b'-' || more(byte);
                let length = (1..=$crate::word::WORD_MAX).contains(&name.len());
                (length && name.bytes().all(fits)).then(|| $name::literal(name))
            }

            const fn literal(name: &str) -> $name {
                let text = name.as_bytes();
                let mut bytes = [0; $crate::word::WORD_MAX];
                let mut at = 0;
                while at < text.len() {
                    bytes[at] = text[at];
                    at += 1;
                }
                $name { bytes, length: text.len() as u8 }
            }

            /// As written in the log.
            pub fn as_str(&self) -> &str {
                std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                $name::new(&name).ok_or_else(|| serde::de::Error::custom(concat!("the name of ", $what)))
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "description": concat!("The name of ", $what, "."), "type": "string", "pattern": $pattern
                })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}
