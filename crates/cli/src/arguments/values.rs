//! Readers of values, as clap wants them.

use std::fmt::{self, Display};

use adjutant_engine::side::Player;
use adjutant_engine::visible::message;
use adjutant_sheets::Paper;
use serde::de::{DeserializeOwned, IntoDeserializer};

/// Reads a player.
pub fn player(text: &str) -> Result<Player, String> {
    Player::BOTH.into_iter().find(|player| player.as_str() == text).ok_or_else(|| "write one or two".to_owned())
}

/// Reads a paper size.
pub fn paper(text: &str) -> Result<Paper, String> {
    text.parse::<Paper>().map_err(|error| error.to_string())
}

/// Reads a word of a closed list.
pub fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    T::deserialize(text.into_deserializer()).map_err(|NoWord(accepted)| message(&accepted).into_owned())
}

/// What a closed list accepts; clap names what was found.
#[derive(Debug)]
struct NoWord(String);

impl Display for NoWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoWord {}

impl serde::de::Error for NoWord {
    fn custom<M: Display>(said: M) -> NoWord {
        NoWord(said.to_string())
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> NoWord {
        NoWord(match known {
            [one] => format!("use `{one}`"),
            [one, other] => format!("use `{one}` or `{other}`"),
            many => format!("use one of `{}`", many.join("`, `")),
        })
    }
}
