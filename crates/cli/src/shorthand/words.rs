//! Commands put back into words, for people to read.

use adjutant_engine::command::{Command, Holder};
use adjutant_engine::side::Player;

const LENGTH_MAX: usize = 100;

/// A command in words: the common ones as they are typed, the others with their payload in JSON, shortened.
pub fn words(command: &Command) -> String {
    match command {
        Command::EndPhase { phase } => format!("end {phase}"),
        Command::EndTurn {} => "end turn".to_owned(),
        Command::Score { player, objective, vp, .. } => format!("score {player} {objective} {vp}"),
        Command::Mission { mission, .. } => format!("mission {mission}"),
        Command::Casualties { unit, models, .. } => format!("kill {unit} {models}"),
        Command::Control { holds } => {
            let holds = holds.iter().map(|(marker, holder)| format!(" {marker}={}", holder_word(*holder)));
            format!("hold{}", holds.collect::<String>())
        }
        Command::Retract { seq, why } => format!("retract {seq} {why}"),
        Command::Cp { change, why, .. } => format!("cp {change} {why}"),
        Command::Note { text } => shortened(&format!("note {text}")),
        Command::FirstTurn { player } => format!("first {player}"),
        Command::Roles { attacker } => format!("attacker {attacker}"),
        Command::BattleReady { player, ready } => format!("ready {player}{}", if *ready { "" } else { " no" }),
        Command::Begin {} | Command::End {} | Command::Concede {} | Command::AgreeEnd {} => command.name().to_owned(),
        Command::Move { unit, kind, at: None, .. } => format!("move {unit} {}", kind.as_str()),
        Command::StartAction { unit, action, marker, .. } => {
            format!("act {unit} {action}{}", marker.as_ref().map_or_else(String::new, |marker| format!(" {marker}")))
        }
        other => in_json(other),
    }
}

fn holder_word(holder: Holder) -> &'static str {
    holder.player().map_or("none", Player::as_str)
}

fn in_json(command: &Command) -> String {
    let value = serde_json::to_value(command).unwrap_or_default();
    let payload = value.get(command.name()).map(ToString::to_string).unwrap_or_default();
    shortened(&format!("{} {payload}", command.name()))
}

fn shortened(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() <= LENGTH_MAX {
        return text;
    }
    text.chars().take(LENGTH_MAX - 1).chain(['…']).collect()
}
