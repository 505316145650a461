//! The records of an event in words, with their numbers: what `undo --record` takes.

use adjutant_tournament::{By, Name, PlayerId, RoundNumber, TableNumber, Tournament, TournamentCommand, TournamentLog};

use super::{corrections, name_of, result, settings};
use crate::table;

/// Every record as a table: number, time, who said so, what; what was taken back is marked.
pub fn of(log: &TournamentLog) -> String {
    let mut rows = table::new();
    rows.set_header(["record", "at", "by", "what"]);
    for record in log.records() {
        let by = match record.by {
            By::Organiser => "organiser",
            By::Judge => "judge",
            By::Player => "player",
        };
        let back = if log.stands(record.seq) { "" } else { " (undone)" };
        let what = in_words(log.state(), &record.command);
        rows.add_row([record.seq.to_string(), record.at.clone(), by.to_owned(), format!("{what}{back}")]);
    }
    rows.to_string()
}

/// A command in words; players by the names that the state knows.
pub fn in_words(state: &Tournament, command: &TournamentCommand) -> String {
    use TournamentCommand::*;
    let name = |player: &PlayerId| name_of(state, player);
    match command {
        Create(create) => format!("event {} created", create.name),
        Settings(settings) => format!("settings changed: {} ({})", settings::in_words(settings), settings.why),
        Register(entry) => format!("{} registered", name(&entry.player)),
        LateEntry(entry) => format!("{} entered late", name(&entry.player)),
        Roster { player, digest } => format!("list of {} recorded ({:.12})", name(player), digest.to_string()),
        CheckIn { player } => format!("{} checked in", name(player)),
        Drop { player } => format!("{} dropped", name(player)),
        Return { player } => format!("{} came back", name(player)),
        Table(table) => format!("table {} set up or changed", table.table),
        Pair(pair) => format!("round {} paired, {} games", pair.round, pair.tables.len()),
        Repair(repair) => {
            let tables = repair
                .tables
                .iter()
                .map(|pairing| format!("table {} {} – {}", pairing.table, name(&pairing.one), name(&pairing.two)));
            let tables = tables.collect::<Vec<_>>().join(", ");
            format!("round {} changed by hand: {tables} ({})", repair.round, repair.why)
        }
        EditPlayer(edit) => {
            let now = corrections::entry_in_words(state, &edit.player);
            format!("entry of {} corrected: {now} ({})", name(&edit.player), edit.why)
        }
        Withdraw { player } => format!("{player} withdrawn before round 1"),
        ByeRequest { player, round, points } => {
            format!("{} asked for a bye in round {round}, {points} points", name(player))
        }
        Move { round, table, to, why } => format!("round {round}: table {table} moved to {to} ({why})"),
        Infraction(line) => {
            let points = line.points.map_or_else(String::new, |points| format!(" {points:+}"));
            format!("{} of {}{points} ({})", line.kind.name(), name(&line.player), line.why)
        }
        Publish { round, as_drafted: false } => format!("round {round} published"),
        Publish { round, as_drafted: true } => format!("round {round} published as drafted"),
        Result(entry) => format!("result of {}", result::in_words(state, entry)),
        AmendResult { result: entry, why } => format!("result amended, {} ({why})", result::in_words(state, entry)),
        Penalty { player, points, why } => format!("{} {points:+} match points ({why})", name(player)),
        Award { player, award, points, .. } => format!("{} {points} points for {award}", name(player)),
        CloseRound { round } => format!("round {round} closed"),
        Cut(cut) => format!("cut to {}", cut.players.len()),
        Pods(pods) => format!("{} pods made", pods.pods.len()),
        Finish { .. } => "event finished".to_owned(),
        Archive { archived: true } => "event archived".to_owned(),
        Archive { archived: false } => "event back from the archive".to_owned(),
        Retract { seq, why } => format!("record {seq} undone ({why})"),
        Sign { player, .. } => format!("signed by {}", player.as_ref().map_or("the organiser".to_owned(), name)),
        TeamStep { round, table, .. } => step(*round, *table),
        Note { text } => format!("note: {text}"),
        Import(_) => "made of a chess report".to_owned(),
        Report(report) => format!("{} reports {}", name(&report.player), result::in_words(state, &report.result())),
        Dispute(dispute) => {
            let (round, table) = (dispute.round, dispute.table);
            format!(
                "{} disputes the result of round {round} table {table}{}",
                name(&dispute.player),
                because(&dispute.why)
            )
        }
        RoundClock(clock) => {
            let minutes = clock.minutes.map_or_else(String::new, |minutes| format!(", {minutes} minutes"));
            format!("clock of round {}: {}{minutes}", clock.round, clock.state.name())
        }
        Extend(extend) => {
            format!("round {} table {}: {} minutes more ({})", extend.round, extend.table, extend.minutes, extend.why)
        }
        Call(call) => {
            let who = call.player.as_ref().map_or_else(String::new, |player| format!(" by {}", name(player)));
            format!("table {} calls a judge{who}: {}{}", call.table, call.kind.name(), because(&call.why))
        }
        Answer(answer) => {
            let who = answer
                .player
                .as_ref()
                .map_or("answered".to_owned(), |player| format!("taken back by {}", name(player)));
            format!("record {} {who}{}", answer.seq, because(&answer.why))
        }
        Pass(pass) => format!("pass {} of {} {}", pass.issue, pass.kind.name(), pass.id),
    }
}

fn because(why: &Option<Name>) -> String {
    why.as_ref().map_or_else(String::new, |why| format!(" ({why})"))
}

fn step(round: RoundNumber, table: TableNumber) -> String {
    format!("round {round} table {table}: a step of the team pairing")
}
