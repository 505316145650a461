//! Who stands where: standings, crosstable, prizes.

use std::collections::BTreeMap;

use adjutant_present::tables::results::corrected_since;
use adjutant_present::tables::standings::{DECIMALS, after_a_cut, grounds, let_pass};
use adjutant_tournament::command::{Forfeit, Winner};
use adjutant_tournament::policy::TieBreak;
use adjutant_tournament::prizes::{Prize, prizes};
use adjutant_tournament::standings::{Row, standings};
use adjutant_tournament::state::{Round, Stage, Tournament};
use adjutant_tournament::{PlayerId, RoundNumber, TournamentLog};

use super::names::printed;
use crate::crosstable::{CrossRow, Crosstable};
use crate::heading::Occasion;
use crate::prizes::PrizeLine;
use crate::standings::{Standing, StandingsTable};
use crate::text::NO_FONT;

/// The standings after a round.
pub(super) fn standings_table(
    state: &Tournament,
    after: RoundNumber,
    occasion: Occasion,
    name: impl Fn(&PlayerId) -> String,
) -> StandingsTable {
    let policies = state.policies();
    let names: Vec<&str> = policies.tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
    let rows = standings(state, after).rows.into_iter().map(|row| {
        let entry = state.player(&row.player).map(|player| &player.entry);
        let club = entry.and_then(|entry| entry.club.as_ref().or(entry.team.as_ref()));
        Standing {
            rank: row.rank,
            name: name(&row.player),
            faction: row.faction.as_ref().map(ToString::to_string),
            club: club.map(ToString::to_string),
            record: [row.record.wins, row.record.draws, row.record.losses],
            points: row.points.to_string(),
            tie_breaks: names
                .iter()
                .filter_map(|name| row.tie_breaks.get(name))
                .map(|value| value.decimal(DECIMALS))
                .collect(),
            reached: row.reached,
            dropped: row.dropped,
        }
    });
    StandingsTable {
        occasion,
        rows: rows.collect(),
        tie_breaks: names.into_iter().map(heading).collect(),
        basis: after_a_cut(state, after),
        notes: Vec::new(),
        seal: None,
    }
}

/// What standings say of the log: what was corrected since the round was closed, and what was let pass.
pub(super) fn notes(log: &TournamentLog, after: RoundNumber) -> Vec<String> {
    let mut notes = corrected_since(log, after);
    notes.extend(let_pass(log));
    notes
}

/// What stands over the column of a tie-break; over that of a score that the event made itself, its name with a capital.
fn heading(tie_break: &str) -> String {
    let own = || tie_break[..1].to_uppercase() + &tie_break[1..];
    TieBreak::of_name(tie_break).map_or_else(own, |known| known.heading().to_owned())
}

/// The prizes of an event after a round.
pub(super) fn prize_lines(state: &Tournament, after: RoundNumber) -> Vec<PrizeLine> {
    let winners = |prize: &Prize| match &prize.group {
        Some(group) => vec![group.clone()],
        // A certificate is framed: no mark stands on it.
        None => prize.players.iter().map(|player| printed(state, player).replace(NO_FONT, "")).collect(),
    };
    let line = |prize: &Prize| PrizeLine {
        title: prize.title.clone(),
        winners: winners(prize),
        with: grounds(&prize.with),
        framed: grounds(prize.with.iter().filter(|ground| !ground.alone())),
    };
    prizes(state, after, false).iter().map(line).collect()
}

/// Who met whom with what result, after a round.
pub(super) fn crosstable(state: &Tournament, after: RoundNumber, occasion: Occasion) -> Crosstable {
    let rows = standings(state, after).rows;
    let numbers: BTreeMap<&PlayerId, u32> = rows.iter().zip(1..).map(|(row, number)| (&row.player, number)).collect();
    let policies = state.policies();
    let cell = |round: &Round, player: &PlayerId| {
        if round.pair.byes.contains(player) {
            return "bye".to_owned();
        }
        // A bye asked for stands with its points, where it does not bring what a win does.
        if let Some(points) = state.player(player).and_then(|known| known.asked_byes.get(&round.pair.round)) {
            return if i64::from(*points) >= i64::from(policies.points.win) {
                "bye".to_owned()
            } else {
                format!("bye {points}")
            };
        }
        let Some(pairing) = round.of(player) else { return String::new() };
        let first = pairing.one == *player;
        let other = if first { &pairing.two } else { &pairing.one };
        let number = numbers.get(other).map(ToString::to_string).unwrap_or_default();
        let Some(result) = round.results.get(&pairing.table) else { return format!("– {number}") };
        let won = match (result.forfeit, policies.winner_of(result)) {
            (Some(Forfeit::Both), _) | (None, Winner::Neither) => "L",
            (None, Winner::Draw) => "D",
            (Some(Forfeit::Two), _) | (None, Winner::One) => ["L", "W"][usize::from(first)],
            (Some(Forfeit::One), _) | (None, Winner::Two) => ["W", "L"][usize::from(first)],
        };
        let star = if result.forfeit.is_some() { "*" } else { "" };
        format!("{won} {number}{star}")
    };
    let rounds: Vec<&Round> =
        state.rounds.iter().filter(|round| round.pair.round <= after && round.stage != Stage::Draft).collect();
    let row = |row: &Row| CrossRow {
        number: numbers[&row.player],
        name: printed(state, &row.player) + if row.disqualified { " (disqualified)" } else { "" },
        rounds: rounds.iter().map(|round| cell(round, &row.player)).collect(),
        points: row.points.to_string(),
    };
    Crosstable { occasion, rows: rows.iter().map(row).collect() }
}
