//! An event as text tables.

use adjutant_tournament::RoundNumber;
use adjutant_tournament::command::Objective;
use adjutant_tournament::pairing::{Flag, FlagKind};
use adjutant_tournament::standings::Standings;
use adjutant_tournament::state::{EventState, Round};
use adjutant_tournament::view::PairView;

use crate::commands::event::name_of;
use crate::table;

/// The pairings of a round with their flags and the value of the whole.
pub fn pairings(event: &str, state: &EventState, view: &PairView) -> String {
    let mut rows = table::new();
    rows.set_header(["table", "one", "two", "mission", "flags"]);
    for pairing in &view.tables {
        let flags: Vec<String> = pairing.flags.iter().map(flag).collect();
        rows.add_row([
            pairing.table.to_string(),
            name_of(state, &pairing.one).to_owned(),
            name_of(state, &pairing.two).to_owned(),
            pairing.mission.as_ref().map(ToString::to_string).unwrap_or_default(),
            flags.join(", "),
        ]);
    }
    let byes: Vec<&str> = view.bye.iter().chain(view.byes.iter().skip(1)).map(|id| name_of(state, id)).collect();
    let bye = if byes.is_empty() { String::new() } else { format!("\nbye: {}", byes.join(", ")) };
    let proof = if view.objective.optimal { "; no better round exists" } else { "" };
    let value = view.objective;
    format!(
        "{event}, round {}\n{rows}{bye}\nsquared differences {}, across score groups {}, repeated floats {}, \
         kept apart in vain {}{proof}",
        view.round, value.squared_differences, value.cross_group, value.repeat_floats, value.club
    )
}

fn flag(flag: &Flag) -> String {
    let kind = match flag.flag {
        FlagKind::Rematch => "rematch",
        FlagKind::SameClub => "same club",
        FlagKind::RepeatedTable => "repeated table",
        FlagKind::Float => "float",
        FlagKind::Bye => "bye",
    };
    if flag.avoidable { format!("{kind} (avoidable)") } else { kind.to_owned() }
}

/// A round with its results, open tables as dashes.
pub fn results(state: &EventState, round: &Round) -> String {
    let mut rows = table::new();
    rows.set_header(["table", "one", "two", "VP", "match"]);
    for pairing in &round.pair.tables {
        let result = round.results.get(&pairing.table);
        let points = result.map_or_else(|| "—".to_owned(), |result| format!("{}:{}", result.one, result.two));
        let source = result.and_then(|result| result.from.as_ref()).map(|from| from.id.to_string());
        rows.add_row([
            pairing.table.to_string(),
            name_of(state, &pairing.one).to_owned(),
            name_of(state, &pairing.two).to_owned(),
            points,
            source.unwrap_or_default(),
        ]);
    }
    rows.to_string()
}

/// The tables of a round that miss a result, in words; nothing before it is published.
pub fn open_tables(state: &EventState, round: &Round) -> String {
    if round.stage != adjutant_tournament::state::Stage::Published {
        return String::new();
    }
    let open = round.open_tables().filter_map(|table| round.at(table));
    let line = |pairing: &adjutant_tournament::command::Pairing| {
        format!("table {} ({} – {})", pairing.table, name_of(state, &pairing.one), name_of(state, &pairing.two))
    };
    open.map(line).collect::<Vec<_>>().join(", ")
}

/// The standings, the tie-breaks in the order in which they count.
pub fn standings(event: &str, state: &EventState, standings: &Standings) -> String {
    let names: Vec<&str> = state.policies().tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
    let mut rows = table::new();
    let mut heading = vec!["rank", "player", "W–D–L", "points"];
    heading.extend(&names);
    rows.set_header(heading);
    for row in &standings.rows {
        let dropped = if row.dropped { " (dropped)" } else { "" };
        let record = row.record;
        let mut cells = vec![
            format!("{}{dropped}", row.name),
            format!("{}–{}–{}", record.wins, record.draws, record.losses),
            row.points.to_string(),
        ];
        cells.extend(names.iter().map(|name| row.tie_breaks.get(name).map(ToString::to_string).unwrap_or_default()));
        rows.add_row(std::iter::once(row.rank.to_string()).chain(cells));
    }
    format!("{event}, standings {}\n{rows}", after(standings.round))
}

/// When standings are taken, in words.
pub fn after(round: RoundNumber) -> String {
    if round.0 == 0 { "before round 1".to_owned() } else { format!("after round {round}") }
}

/// What an organiser's change of a round costs.
pub fn repair_cost(before: Objective, after: Objective) -> String {
    format!(
        "it costs: squared differences {} → {}, across score groups {} → {}, repeated floats {} → {}, \
         kept apart in vain {} → {}",
        before.squared_differences,
        after.squared_differences,
        before.cross_group,
        after.cross_group,
        before.repeat_floats,
        after.repeat_floats,
        before.club,
        after.club
    )
}
