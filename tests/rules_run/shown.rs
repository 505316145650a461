//! What a block asks to see: `see points anna raze`, `see markers`, `see b4`.

use adjutant_engine::fold::Match;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::{MarkerView, ObjectiveScore, UnitStatus, UnitView, View};
use adjutant_present::names::name_of;
use adjutant_present::say::happening::standing;
use adjutant_present::sum::sum;
use adjutant_present::units;
use serde_json::Value;

/// The lines that answer.
pub fn seen(game: &Match, words: &[&str]) -> Vec<String> {
    let (state, view) = (game.state(), game.view());
    let player = |name: &str| if name.eq_ignore_ascii_case("anna") { Player::One } else { Player::Two };
    match words {
        ["points"] => Player::BOTH.into_iter().flat_map(|player| points(state, player)).collect(),
        ["points", who] => points(state, player(who)),
        ["points", who, objective] => vec![objective_points(state, &view, player(who), objective)],
        ["cp"] => {
            let of = |player: Player| format!("{} {} CP", name_of(state, player), view.players[player].cp);
            vec![format!("{}, {}", of(Player::One), of(Player::Two))]
        }
        ["markers"] => vec![view.markers.iter().map(|marker| held(state, marker)).collect::<Vec<_>>().join(", ")],
        ["levels"] => vec![view.markers.iter().map(levels).collect::<Vec<_>>().join(", ")],
        ["cards", who] => {
            let cards = view.players[player(who)].cards.as_ref().map(|cards| cards.active.clone()).unwrap_or_default();
            let ids: Vec<String> = cards.iter().map(ToString::to_string).collect();
            vec![if ids.is_empty() { "no active card".into() } else { ids.join(", ") }]
        }
        ["needs"] => {
            let needs = view
                .needs
                .iter()
                .map(|need| format!("{}: {}: {}", name_of(state, need.player), need.objective, need.missing));
            let needs: Vec<String> = needs.collect();
            if needs.is_empty() { vec!["nothing is open".into()] } else { needs }
        }
        ["standing"] => vec![standing(state)],
        ["result"] => vec![result(state, &view)],
        ["combats"] => view
            .combats
            .iter()
            .map(|combat| {
                let word = serde_json::to_value(combat.winner).expect("a word");
                format!("wounds caused {} – {}, won by {}", combat.wounds.one, combat.wounds.two, who(state, &word))
            })
            .collect(),
        [unit] => vec![shown(state, view.units.iter().find(|known| known.id.as_str() == *unit).expect("a unit"))],
        other => panic!("nothing to see: {other:?}"),
    }
}

fn who(state: &State, word: &Value) -> String {
    match word.as_str() {
        Some("one") => name_of(state, Player::One),
        Some("two") => name_of(state, Player::Two),
        _ => "nobody".into(),
    }
}

fn points(state: &State, player: Player) -> Vec<String> {
    let sum = sum(state);
    let parts = sum.parts.iter().filter_map(|part| part.points[player].map(|of| (&part.what, of)));
    let row = |(what, of): (&String, adjutant_present::sum::Points)| match of.scored == of.counts {
        true => format!("{}: {what} {}", name_of(state, player), of.counts),
        false => format!("{}: {what} {}, {} count", name_of(state, player), of.scored, of.counts),
    };
    let total = format!("{}: {} in all", name_of(state, player), sum.totals[player]);
    parts.map(row).chain([total]).collect()
}

fn objective_points(state: &State, view: &View, player: Player, id: &str) -> String {
    let own = &view.players[player];
    let mut scores = own.primary.iter().chain(&own.secondaries);
    let score: &ObjectiveScore = scores.find(|score| score.objective.as_str() == id).expect("an objective");
    let name = name_of(state, player);
    let id = state.objective(player, &score.objective).map_or(id, |(_, objective)| objective.name.as_str());
    match score.raw == score.vp {
        true => format!("{name}: {id} {}", score.vp),
        false => format!("{name}: {id} {}, {} count", score.raw, score.vp),
    }
}

fn held(state: &State, marker: &MarkerView) -> String {
    if !marker.on_battlefield {
        return format!("{} gone", marker.id);
    }
    match marker.holder {
        None => format!("{} unknown", marker.id),
        Some(holder) => format!("{} {}", marker.id, who(state, &serde_json::to_value(holder).expect("a word"))),
    }
}

fn levels(marker: &MarkerView) -> String {
    match marker.levels {
        Some(levels) => format!("{} {}–{}", marker.id, levels.one, levels.two),
        None => format!("{} unknown", marker.id),
    }
}

fn result(state: &State, view: &View) -> String {
    let Some(result) = &view.result else { return "the battle goes on".into() };
    let words = |value: Value| value.as_str().unwrap_or_default().to_owned();
    let by = match &result.ending {
        Some(_) => result.ending_in_words().to_owned(),
        None => words(serde_json::to_value(result.by).expect("a word")),
    };
    let winner = who(state, &serde_json::to_value(result.winner).expect("a word"));
    let figures = result.figures.iter().map(|figure| format!(", {} {}–{}", figure.title, figure.one, figure.two));
    let won = if winner == "nobody" { "a draw".to_owned() } else { format!("{winner} wins") };
    format!("{won} by {by}, {}–{}{}", result.one, result.two, figures.collect::<String>())
}

fn shown(state: &State, unit: &UnitView) -> String {
    let place = match unit.state {
        UnitStatus::Battlefield => String::new(),
        other => format!(", {}", serde_json::to_value(other).expect("a word").as_str().unwrap_or_default()),
    };
    let hurt: u32 = unit.hurt.values().sum();
    let flags = [
        (hurt > 0).then(|| format!(", {hurt} wounds lost")),
        unit.shocked.then(|| ", shocked".into()),
        unit.untested.then(|| ", untested".into()),
        unit.falling_back.then(|| ", falls back".into()),
        unit.shaken.then(|| ", shaken".into()),
        unit.stunned.then(|| ", stunned".into()),
        unit.damaged.then(|| ", damaged".into()),
        unit.strength.map(|strength| {
            format!(", {}", serde_json::to_value(strength).expect("a word").as_str().unwrap_or_default())
        }),
        unit.attached_to.as_ref().map(|whom| format!(", with {whom}")),
    ];
    let flags: String = flags.into_iter().flatten().collect();
    format!("{}: {} of {} models{place}{flags}", units::name(state, &unit.id), unit.models, unit.of)
}
