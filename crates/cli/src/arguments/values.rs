//! Readers of values, as clap wants them.

use adjutant_engine::side::Player;
use adjutant_engine::visible::message;
use adjutant_sheets::Paper;
use serde::de::DeserializeOwned;

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
    serde_json::from_value(serde_json::Value::from(text)).map_err(|error| {
        let said = error.to_string();
        // "unknown variant `x`, expected one of `a`, `b`, `c`": clap has named what was found.
        let said = said.rsplit_once("expected ").map_or(said.clone(), |(_, known)| format!("use {known}"));
        message(&said).into_owned()
    })
}
