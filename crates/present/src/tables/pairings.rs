//! The pairings of a round in words: flags, byes, what the whole is worth.

use adjutant_core::counts::count;
use adjutant_engine::refusal::Refusal;
use adjutant_tournament::command::{Objective, Pairing};
use adjutant_tournament::pairing::{Alternative, Apart, Explanation, Flag, FlagKind, Float};
use adjutant_tournament::policy::Separation;
use adjutant_tournament::state::Tournament;
use adjutant_tournament::tables::missed_seats;
use adjutant_tournament::view::{PairView, TableView};
use adjutant_tournament::{MissionId, Name, PlayerId, RoundNumber, TableNumber};

/// What is worth knowing of a table: who has met before, who plays down.
pub fn flags(state: &Tournament, pairing: &TableView) -> String {
    let shown = |shown: &Flag| match (&pairing.float, shown.flag) {
        (Some(float), FlagKind::Float) => floats(state, float, shown.avoidable),
        (_, FlagKind::SeatMissed) => missed(state, pairing).unwrap_or_else(|| flag(shown)),
        _ => flag(shown),
    };
    let flags: Vec<String> = pairing.flags.iter().map(shown).collect();
    flags.join(", ")
}

/// Who has a bye, where somebody has.
pub fn byes(state: &Tournament, view: &PairView) -> Option<String> {
    let byes = view.bye.iter().chain(view.byes.iter().skip(1)).map(|id| {
        let second = if view.bye_flags.contains_key(id) { " (second bye)" } else { "" };
        format!("{}{second}", state.shown(id))
    });
    let byes: Vec<String> = byes.collect();
    (!byes.is_empty()).then(|| byes.join(", "))
}

/// What a Swiss round is worth, in a sentence.
pub fn in_words(state: &Tournament, view: &PairView) -> String {
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
    parts.extend(separated(state.policies_in(view.round).avoid, view.round, &no(clubs, "clash", "clashes")));
    if value.repeat_floats > 0 {
        parts.push(count(
            usize::try_from(value.repeat_floats).unwrap_or_default(),
            "player floats again",
            "players float again",
        ));
    }
    let parts = parts.join(", ");
    let around = match view.fixed.len() {
        0 => String::new(),
        set => format!(" around {} set by hand", count(set, "table", "tables")),
    };
    match (value.optimal, state.source.is_some()) {
        (true, false) => format!("Best possible pairing{around}: {parts}."),
        (true, true) => format!("Best possible pairing{around} under our objective (no colours): {parts}."),
        (false, _) => format!("This pairing has {parts}."),
    }
}

/// How far clubs, teams and countries were kept apart: clashes are counted where they were looked at, and where one was
/// only looked at before, that is said.
fn separated(avoid: Separation, round: RoundNumber, clashes: &str) -> Vec<String> {
    type Asked = (&'static str, &'static str, u16);
    let kinds: [Asked; 3] =
        [("club", "clubs", avoid.club), ("team", "teams", avoid.team), ("country", "countries", avoid.country)];
    let asked = kinds.iter().filter(|(_, _, rounds)| *rounds > 0);
    let (looked, past): (Vec<&Asked>, Vec<&Asked>) = asked.partition(|(_, _, rounds)| *rounds >= round.0);
    let (number, word) = clashes.split_once(' ').unwrap_or((clashes, ""));
    let kinds: Vec<&str> = looked.iter().map(|(kind, ..)| *kind).collect();
    let counted = (!kinds.is_empty()).then(|| format!("{number} {} {word}", kinds.join(" or ")));
    let passed = past.iter().map(|(_, kinds, rounds)| format!("{kinds} not looked at from round {} on", rounds + 1));
    counted.into_iter().chain(passed).collect()
}

/// So many games are named that would be further apart.
const NAMED: usize = 3;

/// What another opponent would have cost the round: the games that would be further apart, where points decide, and whom the
/// draw of the round chose, where nothing else does.
pub fn instead(state: &Tournament, told: &Explanation, other: &Alternative) -> String {
    if other.drawn {
        let chosen = told.opponent.as_ref().map_or_else(|| "the bye".to_owned(), |player| state.shown(player));
        return format!("just as good; the draw of the round chose {chosen}");
    }
    if other.apart.is_empty() {
        return other.cost.clone();
    }
    let game = |game: &Apart| {
        let points = count(usize::try_from(game.points).unwrap_or_default(), "point", "points");
        format!("{} – {} would be {points} apart", state.shown(&game.one), state.shown(&game.two))
    };
    let named: Vec<String> = other.apart.iter().take(NAMED).map(game).collect();
    let more = other.apart.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", and {}", count(more, "more game", "more games")) } else { String::new() };
    format!("{}{more}", named.join(", "))
}

/// Who plays down to whom, with their match points.
fn floats(state: &Tournament, float: &Float, avoidable: bool) -> String {
    let (down, up) = (state.shown(&float.down), state.shown(&float.up));
    let avoidable = if avoidable { "avoidable" } else { "unavoidable" };
    format!("{down} ({}) plays down to {up} ({}), {avoidable}", float.down_points, float.up_points)
}

/// Who of a game is not at the table that he cannot leave.
pub fn missed(state: &Tournament, pairing: &TableView) -> Option<String> {
    let game = Pairing {
        table: pairing.table,
        one: pairing.one.clone(),
        two: pairing.two.clone(),
        mission: pairing.mission.clone(),
    };
    let missed = missed_seats(state, &game);
    let named: Vec<String> = missed.iter().map(|(player, seat)| not_seated(state, player, *seat)).collect();
    (!named.is_empty()).then(|| named.join(", "))
}

/// Somebody who is not at the table that he cannot leave.
pub fn not_seated(state: &Tournament, player: &PlayerId, seat: TableNumber) -> String {
    format!("{} is not at the fixed seat, table {seat}", state.shown(player))
}

/// A layout that the matches of a table are opened without, as a piece of it does not fit the board of a mission.
pub fn not_laid(table: TableNumber, layout: &Name, mission: &MissionId, why: &Refusal) -> String {
    format!("layout {layout} of table {table} does not fit {mission}, which is opened without it: {}", why.message)
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
