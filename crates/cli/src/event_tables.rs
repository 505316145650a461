//! An event as text tables.

use adjutant_tournament::command::{Basis, Objective, Pairing};
use adjutant_tournament::pairing::{Flag, FlagKind, Float};
use adjutant_tournament::policy::{Separation, System};
use adjutant_tournament::standings::{Bases, Standings};
use adjutant_tournament::state::{Round, Stage, TableState, Tournament};
use adjutant_tournament::view::PairView;
use adjutant_tournament::{RoundNumber, TableNumber};

use crate::counts::count;
use crate::table;

/// The pairings of a round with their flags and the value of the whole.
pub fn pairings(event: &str, state: &Tournament, view: &PairView) -> String {
    let mut rows = table::new();
    rows.set_header(["table", "one", "two", "mission", "flags"]);
    for pairing in &view.tables {
        let shown = |shown: &Flag| match (&pairing.float, shown.flag) {
            (Some(float), FlagKind::Float) => floats(state, float, shown.avoidable),
            _ => flag(shown),
        };
        let flags: Vec<String> = pairing.flags.iter().map(shown).collect();
        rows.add_row([
            pairing.table.to_string(),
            state.shown(&pairing.one),
            state.shown(&pairing.two),
            pairing.mission.as_ref().map(ToString::to_string).unwrap_or_default(),
            flags.join(", "),
        ]);
    }
    let byes = view.bye.iter().chain(view.byes.iter().skip(1)).map(|id| {
        let second = if view.bye_flags.contains_key(id) { " (second bye)" } else { "" };
        format!("{}{second}", state.shown(id))
    });
    let byes: Vec<String> = byes.collect();
    let bye = if byes.is_empty() { String::new() } else { format!("\nbye: {}", byes.join(", ")) };
    let value = state.round(view.round).is_none_or(|round| round.pair.system == System::Swiss);
    let value = if value { format!("\n{}", in_words(state, view)) } else { String::new() };
    let name = view.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    format!("{event}, round {}{name}\n{rows}{bye}{value}", view.round)
}

/// What a Swiss round is worth, in a sentence.
fn in_words(state: &Tournament, view: &PairView) -> String {
    let counted = |kind| view.tables.iter().filter(|table| table.flags.iter().any(|flag| flag.flag == kind)).count();
    let no = |number: usize, one: &str, many: &str| match number {
        0 => format!("no {one}"),
        number => count(number, one, many),
    };
    let value = view.objective;
    let clubs = usize::try_from(value.club).unwrap_or_default();
    let mut parts = vec![
        no(counted(FlagKind::Rematch), "rematch", "rematches"),
        no(
            usize::try_from(value.cross_group).unwrap_or_default(),
            "game across score groups",
            "games across score groups",
        ),
        no(counted(FlagKind::RepeatedTable), "repeated table", "repeated tables"),
    ];
    if state.policies().avoid != Separation::default() {
        parts.push(no(clubs, "club clash", "club clashes"));
    }
    if value.repeat_floats > 0 {
        parts.push(count(
            usize::try_from(value.repeat_floats).unwrap_or_default(),
            "player floats again",
            "players float again",
        ));
    }
    let parts = parts.join(", ");
    match (value.optimal, state.source.is_some()) {
        (true, false) => format!("Best possible pairing: {parts}."),
        (true, true) => format!("Best possible pairing under our objective (no colours): {parts}."),
        (false, _) => format!("This pairing has {parts}."),
    }
}

/// Who plays down to whom, with their match points.
fn floats(state: &Tournament, float: &Float, avoidable: bool) -> String {
    let (down, up) = (state.shown(&float.down), state.shown(&float.up));
    let avoidable = if avoidable { "avoidable" } else { "unavoidable" };
    format!("{down} ({}) plays down to {up} ({}), {avoidable}", float.down_points, float.up_points)
}

fn flag(flag: &Flag) -> String {
    let kind = match flag.flag {
        FlagKind::Rematch => "rematch",
        FlagKind::SameClub => "same club",
        FlagKind::RepeatedTable => "repeated table",
        FlagKind::Float => "float",
        FlagKind::SeatMissed => "not at the fixed seat",
        FlagKind::SecondBye => "second bye",
    };
    if flag.avoidable { format!("{kind} (avoidable)") } else { kind.to_owned() }
}

/// A round with its results, open tables as dashes.
pub fn results(state: &Tournament, round: &Round) -> String {
    let mut rows = table::new();
    rows.set_header(["table", "one", "two", "VP", "basis", "match"]);
    for pairing in &round.pair.tables {
        let result = round.results.get(&pairing.table);
        let points = result.map_or_else(|| "—".to_owned(), |result| format!("{}:{}", result.one, result.two));
        let source = result.and_then(|result| result.from.as_ref()).map(|from| from.id.to_string());
        rows.add_row([
            pairing.table.to_string(),
            state.shown(&pairing.one),
            state.shown(&pairing.two),
            points,
            basis(round, pairing.table),
            source.unwrap_or_default(),
        ]);
    }
    rows.to_string()
}

/// What the result of a table rests on or, where there is none, how far its reports are.
pub fn basis(round: &Round, table: TableNumber) -> String {
    let basis = round.basis(table).map_or("", Basis::name);
    match round.table_state(table) {
        TableState::Open => String::new(),
        TableState::Reported => "1 of 2 reports".to_owned(),
        TableState::Differing => "reports differ".to_owned(),
        TableState::Entered => basis.to_owned(),
        TableState::Disputed => format!("{basis}, disputed"),
    }
}

/// The tables of a round that miss a result, in words; nothing before it is published.
pub fn open_tables(state: &Tournament, round: &Round) -> String {
    if round.stage != Stage::Published {
        return String::new();
    }
    let open: Vec<&Pairing> = round.open_tables().filter_map(|table| round.at(table)).collect();
    if open.len() > NAMED {
        let numbers: Vec<u16> = open.iter().map(|pairing| pairing.table.0).collect();
        return format!("tables {}", runs(&numbers));
    }
    let line = |pairing: &&Pairing| {
        format!("table {} ({} – {})", pairing.table, state.shown(&pairing.one), state.shown(&pairing.two))
    };
    open.iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Up to this many open tables are named with their players.
const NAMED: usize = 6;

/// Numbers with runs joined: `1 2 3 10–41`.
fn runs(numbers: &[u16]) -> String {
    let mut parts: Vec<(u16, u16)> = Vec::new();
    for number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => parts.push((*number, *number)),
        }
    }
    let part = |(first, last): &(u16, u16)| match last - first {
        0 => first.to_string(),
        1 => format!("{first} {last}"),
        _ => format!("{first}–{last}"),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

/// The standings, the tie-breaks in the order in which they count, with the points of a category where one is named.
pub fn standings(event: &str, state: &Tournament, standings: &Standings, category: Option<&str>) -> String {
    let names: Vec<&str> = state.policies().tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
    let mut rows = table::new();
    let mut heading = vec!["rank", "player", "W–D–L", "points"];
    heading.extend(&names);
    let bracket = standings.rows.iter().any(|row| row.reached.is_some());
    let faction = standings.rows.iter().any(|row| row.faction.is_some());
    let overall = standings.rows.iter().any(|row| row.scores.overall.is_some());
    heading.extend(bracket.then_some("reached"));
    heading.extend(faction.then_some("faction"));
    let pods = standings.rows.iter().any(|row| row.pod.is_some());
    heading.extend(pods.then_some("pod"));
    heading.extend(category);
    heading.extend(overall.then_some("overall"));
    // Where the desk entered everything there is nothing to tell apart.
    let told_apart = standings.rows.iter().any(|row| row.bases.signed + row.bases.agreed + row.bases.ruled > 0);
    heading.extend(told_apart.then_some("results"));
    rows.set_header(heading);
    for row in &standings.rows {
        let dropped = if row.dropped { " (dropped)" } else { "" };
        let record = row.record;
        let mut cells = vec![
            format!("{}{dropped}", state.shown(&row.player)),
            format!("{}–{}–{}", record.wins, record.draws, record.losses),
            row.points.to_string(),
        ];
        cells
            .extend(names.iter().map(|name| row.tie_breaks.get(name).map(|v| v.decimal(DECIMALS)).unwrap_or_default()));
        cells.extend(bracket.then(|| row.reached.clone().unwrap_or_default()));
        cells.extend(faction.then(|| row.faction.as_ref().map(ToString::to_string).unwrap_or_default()));
        cells.extend(pods.then(|| row.pod.map(|pod| pod.to_string()).unwrap_or_default()));
        cells.extend(category.map(|name| row.scores.categories.get(name).copied().unwrap_or(0).to_string()));
        cells.extend(overall.then(|| row.scores.overall.as_ref().map(|v| v.decimal(2)).unwrap_or_default()));
        cells.extend(told_apart.then(|| bases(row.bases)));
        rows.add_row(std::iter::once(row.rank.to_string()).chain(cells));
    }
    let basis = after_a_cut(state, standings.round).map_or_else(String::new, |basis| format!("\n{basis}"));
    format!("{event}, standings {}\n{rows}{basis}", after(state, standings.round))
}

/// What places and numbers rest on once a bracket is played.
pub fn after_a_cut(state: &Tournament, round: RoundNumber) -> Option<String> {
    let (_, after) = state.cut.as_ref().filter(|(_, after)| *after < round)?;
    Some(format!("Places of the bracket; record, points and tie-breaks are those after round {after}."))
}

/// How many results rest on what: `2 agreed, 1 desk`.
pub fn bases(bases: Bases) -> String {
    let counts = [bases.signed, bases.agreed, bases.desk, bases.ruled];
    let named = Basis::ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
    named.map(|(basis, count)| format!("{count} {}", basis.name())).collect::<Vec<_>>().join(", ")
}

/// Decimals of a tie-break as people read it; JSON has the fraction.
pub const DECIMALS: u32 = 3;

/// When standings are taken, in words: of a round that is still played, how far it is.
pub fn after(state: &Tournament, round: RoundNumber) -> String {
    match state.round(round) {
        _ if round.0 == 0 => "before round 1".to_owned(),
        Some(known) if known.stage == Stage::Draft => format!("before round {round}"),
        Some(known) if known.open_tables().next().is_some() => {
            let all = known.pair.tables.len();
            format!(
                "in round {round} so far, {} of {}",
                all - known.open_tables().count(),
                count(all, "table", "tables")
            )
        }
        _ => format!("after round {round}"),
    }
}

/// What an organiser's change of a round costs.
pub fn repair_cost(before: Objective, after: Objective) -> String {
    let lines = [
        ("squared point differences", before.squared_differences, after.squared_differences),
        ("games across score groups", before.cross_group, after.cross_group),
        ("repeated floats", before.repeat_floats, after.repeat_floats),
        ("club clashes", before.club, after.club),
    ];
    let changed = lines.iter().filter(|(_, before, after)| before != after);
    let changed: Vec<String> = changed.map(|(what, before, after)| format!("{what} {before} → {after}")).collect();
    if changed.is_empty() { "the pairing is as good as before".to_owned() } else { changed.join(", ") }
}
