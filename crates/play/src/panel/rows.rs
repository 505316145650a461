//! The rows of a verb's list: actions, ways to move, psychic powers, Stratagems.

use adjutant_engine::command::{Command, MoveKind};
use adjutant_engine::facts;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{Name, UnitId};
use adjutant_engine::rules::{RelativeSide, StratagemMoment};
use adjutant_engine::side::Player;
use adjutant_present::names;

use crate::due;
use crate::tray::draft::Draft;
use crate::tray::verb::{Row, Verb};

/// The rows of a verb's list for a player: their digit, what they stand for, and what to say about them.
pub fn of_verb(game: &Match, draft: &Draft, player: Player) -> Vec<(char, Row, String)> {
    let numbered = |rows: Vec<(Row, String)>| -> Vec<(char, Row, String)> {
        ('1'..='9').zip(rows).map(|(digit, (row, says))| (digit, row, says)).collect()
    };
    match draft.verb {
        Verb::Act => due::action_rows(game),
        Verb::Move => numbered(
            [
                (MoveKind::Normal, "moves"),
                (MoveKind::Advance, "advances"),
                (MoveKind::FallBack, "falls back"),
                (MoveKind::Stationary, "stands still"),
            ]
            .into_iter()
            .map(|(kind, says)| (Row::Move(kind), says.to_owned()))
            .collect(),
        ),
        Verb::Stratagem => numbered(stratagems(game, player)),
        Verb::Psychic => numbered(powers(game, draft.unit.as_ref())),
        _ => Vec::new(),
    }
}

/// The Stratagems that the rules name, then those of the army's own book that the player has used, the last one first.
fn stratagems(game: &Match, player: Player) -> Vec<(Row, String)> {
    let state = game.state();
    let Some(pack) = &state.pack else { return Vec::new() };
    let known = &pack.file.stratagems;
    let is_now = |when: &StratagemMoment| {
        let own = state.active == player;
        when.phase.is_none_or(|phase| phase == state.phase)
            && when.turn.is_none_or(|turn| own == (turn == RelativeSide::Own))
    };
    let printed = known.iter().map(|rules| {
        let now = rules.when.is_empty() || rules.when.iter().any(is_now);
        let name = rules.name.as_str().to_lowercase();
        let used = |whenever: bool| {
            let now = (state.round, state.active);
            let mut uses = state.stratagems.iter().filter(|used| used.player == player && used.name == name);
            uses.any(|used| whenever || used.turn == now)
        };
        let note = match now {
            _ if rules.once_per_battle && used(true) => " – used already, once a battle",
            _ if rules.once_per_turn && used(false) => " – used already, once a turn",
            true => "",
            false => " – not now",
        };
        (Row::Stratagem(player, rules.name.clone(), rules.cp.get()), format!("{} {} CP{note}", rules.name, rules.cp))
    });
    let mut own: Vec<(Name, i32)> = Vec::new();
    for seq in (1..=game.seq()).rev() {
        let Some((by, Command::Stratagem { name, cp, .. }, true)) = game.entry(seq) else { continue };
        let is = |other: &Name| other.as_str().eq_ignore_ascii_case(name.as_str());
        if by.player() == Some(player)
            && !known.iter().any(|rules| is(&rules.name))
            && !own.iter().any(|(name, _)| is(name))
        {
            own.push((name.clone(), cp.get()));
        }
    }
    let own = own.into_iter().map(|(name, cp)| {
        let says = format!("{name} {cp} CP");
        (Row::Stratagem(player, name, cp), says)
    });
    printed.chain(own).collect()
}

fn powers(game: &Match, unit: Option<&UnitId>) -> Vec<(Row, String)> {
    let state = game.state();
    let mut rows: Vec<(Row, String)> = Vec::new();
    for (action, performer) in due::psychic_of(game) {
        if unit.is_none_or(|unit| *unit == performer)
            && !rows.iter().any(|(row, _)| *row == Row::PsychicAction(action.clone()))
        {
            let name = names::action_name(state, &action);
            let printed = state.pack.as_ref().and_then(|pack| pack.actions.get(&action));
            let needs = printed.and_then(|action| action.psychic);
            let needs = needs.map_or_else(String::new, |psychic| format!(", needs {}", psychic.warp_charge));
            rows.push((Row::PsychicAction(action), format!("{name} (action){needs}")));
        }
    }
    let common: Vec<_> = state.pack.iter().flat_map(|pack| &pack.file.common_powers).collect();
    rows.extend(common.iter().map(|power| {
        let (due, _) = facts::due_charge(state, state.active, power);
        (Row::Power(power.name.clone(), due), format!("{}, needs {due}", power.name))
    }));
    // The list names the powers of a unit, and not what they need.
    let own = unit.and_then(|id| state.unit(id)).into_iter().flat_map(|(_, unit)| &unit.powers);
    let own = own.filter(|name| !common.iter().any(|power| power.name.as_str().eq_ignore_ascii_case(name.as_str())));
    rows.extend(own.map(|name| (Row::Power(name.clone(), 0), name.to_string())));
    rows
}
