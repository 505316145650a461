//! A whole line of each form, in names of the match that is played.

use adjutant_engine::side::Player;

use crate::context::Context;

/// The example of a form with names of the match in place of `{own}`, `{foe}`, `{marker}` and their like; where the match
/// names nothing yet, with names such as a match has.
pub fn filled(example: &str, context: &Context) -> String {
    let names = &context.names;
    let speaker = context.speaker().unwrap_or(Player::One);
    let unit = |player: Player, at: usize, or: &str| {
        let living = names.units.iter().filter(|unit| unit.player == player && unit.models > 0);
        living.map(|unit| unit.id.to_string()).nth(at).unwrap_or_else(|| or.to_owned())
    };
    let first = |known: Option<String>, or: &str| known.unwrap_or_else(|| or.to_owned());
    let choice = first(names.choices.first().map(|(id, _)| id.to_string()), "linebreaker");
    let choices: Vec<String> =
        names.choices.iter().take(names.chosen.unwrap_or(3)).map(|(id, _)| id.to_string()).collect();
    let test = names.tests.first().map_or("morale", |test| test.as_str());
    let phase = names.phases.first().map_or("command", |phase| phase.as_str());
    [
        ("{own}", unit(speaker, 0, "a1")),
        ("{other}", unit(speaker, 1, "a2")),
        ("{foe}", unit(speaker.opponent(), 0, "b1")),
        ("{marker}", first(names.markers.first().map(ToString::to_string), "m1")),
        ("{mission}", first(names.missions.first().map(|(id, _)| id.to_string()), "scorched-earth")),
        ("{choices}", if choices.is_empty() { choice.clone() } else { choices.join(" ") }),
        ("{choice}", choice),
        ("{objective}", first(names.objectives[speaker].first().map(ToString::to_string), "take-and-hold")),
        ("{action}", first(names.actions.first().map(ToString::to_string), "raise-banners-high")),
        ("{disposition}", first(names.dispositions.first().map(ToString::to_string), "raiders")),
        ("{mark}", first(names.marks.first().map(ToString::to_string), "target")),
        ("{phase}", phase.to_owned()),
        ("{charge}", if names.charges_roll_nothing { "made" } else { "5 4" }.to_owned()),
        ("{test}", format!("{test} 4 3")),
    ]
    .into_iter()
    .fold(example.to_owned(), |line, (place, name)| line.replace(place, &name))
}
