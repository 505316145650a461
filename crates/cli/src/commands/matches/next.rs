//! What can be scored next, as a text table.

use adjutant_engine::legal::{Earnable, earnable};
use adjutant_engine::rules::Moment;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::terms::missing_in_words;
use adjutant_engine::view::Status;
use adjutant_present::names::{name_of, objective_name, said};

use crate::table;

/// The next moment of every award, what the facts would give then, and which facts nobody has said. Empty before the
/// battle and after it.
pub fn table(state: &State) -> String {
    if state.status != Status::Battle {
        return String::new();
    }
    let mut rows = table::narrow();
    rows.set_header(["player", "can be scored next", "when", "VP", "unknown"]);
    for player in Player::BOTH {
        for award in earnable(state, player) {
            let missing = said(state, &missing_in_words(&award.missing));
            let (name, objective) = (name_of(state, player), objective_name(state, player, &award.objective));
            rows.add_row([&name, &objective, &when(&award), &points(&award), &missing]);
        }
    }
    rows.to_string()
}

fn when(award: &Earnable) -> String {
    let moment = match award.moment {
        Moment::OwnCommandPhaseStart => "start of Command phase",
        Moment::OwnCommandPhaseEnd => "end of Command phase",
        Moment::OwnTurnEnd => "end of turn",
        Moment::EachTurnEnd => "end of any turn",
        Moment::OpponentTurnEnd => "end of the opponent's turn",
        Moment::RoundEnd => "end of round",
        Moment::ActionCompleted => "action completed",
        Moment::BattleEnd => return "end of battle".to_owned(),
    };
    format!("{moment}, round {}", award.round)
}

fn points(award: &Earnable) -> String {
    let room = i64::from(award.room);
    let mut values: Vec<i64> = award.possible.iter().map(|vp| (*vp).min(room)).collect();
    values.dedup();
    match values.as_slice() {
        [first, .., last] if values.len() > 3 => format!("{first} to {last}"),
        _ => values.iter().map(i64::to_string).collect::<Vec<_>>().join(" or "),
    }
}
