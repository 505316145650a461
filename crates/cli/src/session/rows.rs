//! The rows of a verb's list: actions, ways to move, psychic powers, Stratagems.

use adjutant_engine::command::MoveKind;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::UnitId;
use adjutant_engine::state::State;

use super::tray::{Draft, Row, Verb};

/// The rows of a verb's list: their digit, what they stand for, and what to say about them.
pub fn of_verb(game: &Match, draft: &Draft) -> Vec<(char, Row, String)> {
    let state = game.state();
    let numbered = |rows: Vec<(Row, String)>| -> Vec<(char, Row, String)> {
        ('1'..='9').zip(rows).map(|(digit, (row, says))| (digit, row, says)).collect()
    };
    match draft.verb {
        Verb::Act => super::flow::action_rows(game),
        Verb::Move => numbered(
            [(MoveKind::Normal, "moves"), (MoveKind::Advance, "advances"), (MoveKind::FallBack, "falls back")]
                .into_iter()
                .map(|(kind, says)| (Row::Move(kind), says.to_owned()))
                .collect(),
        ),
        Verb::Stratagem => numbered(stratagems(state)),
        Verb::Psychic => numbered(powers(game, draft.unit.as_ref())),
        _ => Vec::new(),
    }
}

fn stratagems(state: &State) -> Vec<(Row, String)> {
    let Some(pack) = &state.pack else { return Vec::new() };
    let player = state.active;
    let known = pack.file.stratagems.iter().map(|rules| {
        let now =
            rules.when.is_empty() || rules.when.iter().any(|when| when.phase.is_none_or(|phase| phase == state.phase));
        let used = state.stratagems.iter().any(|used| {
            used.player == player && used.name == rules.name.as_str().to_lowercase() && rules.once_per_battle
        });
        let note = match (used, now) {
            (true, _) => " – used already, once a battle",
            (false, true) => "",
            (false, false) => " – not in this phase",
        };
        (Row::Stratagem(rules.name.clone(), rules.cp.get()), format!("{} {} CP{note}", rules.name, rules.cp))
    });
    known.collect()
}

fn powers(game: &Match, unit: Option<&UnitId>) -> Vec<(Row, String)> {
    let state = game.state();
    let mut rows: Vec<(Row, String)> = Vec::new();
    for (action, performer) in super::flow::psychic_of(game) {
        if unit.is_none_or(|unit| *unit == performer)
            && !rows.iter().any(|(row, _)| *row == Row::PsychicAction(action.clone()))
        {
            let name = super::flow::action_name(state, &action);
            rows.push((Row::PsychicAction(action), format!("{name} (action)")));
        }
    }
    let common = state.pack.iter().flat_map(|pack| &pack.file.common_powers);
    rows.extend(common.map(|power| {
        (Row::Power(power.name.clone(), power.warp_charge.get()), format!("{} ({})", power.name, power.warp_charge))
    }));
    rows
}
