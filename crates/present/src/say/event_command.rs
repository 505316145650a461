//! What a command of an event says, in words.

use adjutant_core::chain::Hash;
use adjutant_core::counts::count;
use adjutant_tournament::command::{
    Anyway, Dispute, Extend, Forfeit, Infraction, Judge, Judging, Key, Later, Pairing, PassKind, Report, ResultEntry,
    Settings, Table, Winner,
};
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{
    By, DispositionId, PlayerId, Reason, RoundNumber, TableNumber, Tournament, TournamentCommand,
};

/// A command in words; players by the names that the state knows.
pub fn in_words(state: &Tournament, command: &TournamentCommand) -> String {
    use TournamentCommand::*;
    let name = |player: &PlayerId| state.shown(player);
    match command {
        Create(create) => format!("event {} created", create.name),
        Settings(changed) => format!("settings changed: {} ({})", settings(None, changed), changed.why),
        Register(entry) => format!("{} registered", name(&entry.player)),
        LateEntry(entry) => format!("{} entered late", name(&entry.player)),
        Roster { player, digest, disposition } => handed_in(&name(player), *digest, disposition.as_ref()),
        CheckIn { player } => format!("{} checked in", name(player)),
        Drop { player } => format!("{} dropped", name(player)),
        Return { player } => format!("{} came back", name(player)),
        Table(table) => laid_out(table),
        Pair(pair) => format!("round {} paired, {} games", pair.round, pair.tables.len()),
        Repair(repair) => {
            let game = |game: &Pairing| format!("table {} {} – {}", game.table, name(&game.one), name(&game.two));
            let tables = repair.tables.iter().map(game).collect::<Vec<_>>().join(", ");
            format!("round {} changed by hand: {tables} ({})", repair.round, repair.why)
        }
        EditPlayer(edit) => {
            let now = entry(state, &edit.player);
            format!("entry of {} corrected: {now} ({})", name(&edit.player), edit.why)
        }
        Withdraw { player } => format!("{player} withdrawn before round 1"),
        ByeRequest { player, round, points } => {
            format!("{} asked for a bye in round {round}, {points} points", name(player))
        }
        Move { round, table, to, why } => format!("round {round}: table {table} moved to {to} ({why})"),
        Infraction(line) => {
            let points = line.points.map_or_else(String::new, |points| format!(" {points:+}"));
            format!("{} of {}{points}{} ({})", line.kind.name(), ruled(state, line), rest(line.later), line.why)
        }
        Publish { round, as_drafted, anyway } => published(*round, *as_drafted) + &let_pass(anyway),
        Result(entry) => format!("result of {}", result(state, entry)),
        AmendResult { result: entry, why, later } => format!("{}{} ({why})", amended(state, entry), rest(*later)),
        Penalty { player, points, why, later } => {
            format!("{} {}{} ({why})", name(player), points_of(*points), rest(*later))
        }
        Award { player, award, points, .. } => format!("{} {points} points for {award}", name(player)),
        CloseRound { round, anyway } => format!("round {round} closed{}", let_pass(anyway)),
        Cut(cut) => format!("cut to {}", cut.players.len()),
        Pods(pods) => format!("{} pods made", pods.pods.len()),
        Finish { anyway, .. } => format!("event finished{}", let_pass(anyway)),
        Archive { archived } => (if *archived { "event archived" } else { "event back from the archive" }).to_owned(),
        Retract { seq, why, later } => format!("record {seq} undone{} ({why})", rest(*later)),
        Sign { player, .. } => format!("signed by {}", player.as_ref().map_or("the organiser".to_owned(), name)),
        TeamStep { round, table, .. } => step(*round, *table),
        Note { text } => format!("note: {text}"),
        Import(_) => "made of a chess report".to_owned(),
        Report(report) => reported(state, report),
        Dispute(dispute) => disputed(state, dispute),
        RoundClock(clock) => {
            let minutes = clock.minutes.map_or_else(String::new, |minutes| format!(", {minutes} minutes"));
            format!("clock of round {}: {}{minutes}", clock.round, clock.state.name())
        }
        Extend(extend) => extended(extend),
        Call(call) => {
            let who = call.player.as_ref().map_or_else(String::new, |player| format!(" by {}", name(player)));
            format!("table {} calls a judge{who}: {}{}", call.table, call.kind.name(), because(&call.why))
        }
        Answer(answer) => {
            let who = answer
                .player
                .as_ref()
                .map_or("answered".to_owned(), |player| format!("taken back by {}", name(player)));
            format!("the call or dispute of record {} is {who}{}", answer.seq, because(&answer.why))
        }
        Pass(pass) => format!("pass {} of {} {}", pass.issue, pass.kind.name(), pass.id),
        Key(key) => bound(state, key),
        Judge(known) => judge(known),
        Payment { player, paid } => format!("{} has {}paid", name(player), if *paid { "" } else { "not " }),
    }
}

/// What is known of a judge.
pub fn judge(judge: &Judge) -> String {
    let of = [("club", &judge.club), ("team", &judge.team)];
    let of: Vec<String> = of.iter().filter_map(|(what, name)| Some(format!("{what} {}", name.as_ref()?))).collect();
    let of = if of.is_empty() { "no club or team".to_owned() } else { of.join(", ") };
    format!("judge {}: {of}", judge.id)
}

/// Who said a record: the speaker's role, the judge by name, and why that judge ruled where a player is of the same club or
/// team.
///
/// ```
/// use adjutant_present::say::event_command::speaker;
/// use adjutant_tournament::{By, command::Judging, id::PassId};
/// let mia = Judging { id: PassId::new("mia").unwrap(), despite: None };
/// assert_eq!(speaker(By::Judge, Some(&mia)), "judge mia");
/// ```
pub fn speaker(by: By, judge: Option<&Judging>) -> String {
    let Some(judge) = judge else { return by.as_str().to_owned() };
    let despite =
        judge.despite.as_ref().map_or_else(String::new, |why| format!(", despite the same club or team ({why})"));
    format!("judge {}{despite}", judge.id)
}

fn extended(extend: &Extend) -> String {
    format!("round {} table {}: {} minutes more ({})", extend.round, extend.table, extend.minutes, extend.why)
}

fn reported(state: &Tournament, report: &Report) -> String {
    let signed = if report.signature.is_some() { ", signed by the phone" } else { "" };
    format!("{} reports {}{signed}", state.shown(&report.player), result(state, &report.result()))
}

fn disputed(state: &Tournament, dispute: &Dispute) -> String {
    let Dispute { round, table, player, why } = dispute;
    format!("{} disputes the result of round {round} table {table}{}", state.shown(player), because(why))
}

/// A key, by its first digits, and whose card it is to sign for.
fn bound(state: &Tournament, said: &Key) -> String {
    let holder = match PlayerId::new(said.id.as_str()) {
        Ok(player) if said.kind == PassKind::Player => format!("a phone of {}", state.shown(&player)),
        _ => format!("a device of {} {}", said.kind.name(), said.id),
    };
    let word = said.word.as_ref().map_or_else(String::new, |word| format!(", says {}", state.shown(word)));
    format!("{holder} to sign with key {:.8}{word}", said.key.to_string())
}

/// Whom a line of the judge's book is about: a player, a team, or a member of one.
pub fn ruled(state: &Tournament, line: &Infraction) -> String {
    let team = state.shown(&line.player);
    let at = line.member.map(|member| usize::from(member.0).saturating_sub(1));
    let members = state.player(&line.player).map(|team| team.entry.members.as_slice()).unwrap_or_default();
    match at.and_then(|at| members.get(at)) {
        Some(member) => format!("{member} of {team}"),
        None => team,
    }
}

fn handed_in(name: &str, digest: Hash, disposition: Option<&DispositionId>) -> String {
    let bent_on = disposition.map_or_else(String::new, |is| format!(", {is}"));
    format!("list of {name} recorded ({:.12}{bent_on})", digest.to_string())
}

fn published(round: RoundNumber, as_drafted: bool) -> String {
    format!("round {round} published{}", if as_drafted { " as drafted" } else { "" })
}

fn amended(state: &Tournament, entry: &ResultEntry) -> String {
    format!("result amended, {}", result(state, entry))
}

fn points_of(points: i32) -> String {
    format!("{points:+} match points")
}

/// What becomes of the games of a bracket that rest on a correction.
fn rest(later: Option<Later>) -> String {
    match later {
        None => String::new(),
        Some(Later::Keep) => ", the bracket stays as played".to_owned(),
        Some(Later::Reset(round)) => format!(", the bracket is reset from round {round} on"),
    }
}

/// What was let pass, and why.
fn let_pass(anyway: &Option<Anyway>) -> String {
    let Some(Anyway { faults, why }) = anyway else { return String::new() };
    let codes: Vec<&str> = faults.iter().map(|fault| fault.code.as_str()).collect();
    format!(", anyway: {} ({why})", codes.join(", "))
}

fn because(why: &Option<Reason>) -> String {
    why.as_ref().map_or_else(String::new, |why| format!(" ({why})"))
}

fn step(round: RoundNumber, table: TableNumber) -> String {
    format!("round {round} table {table}: a step of the team pairing")
}

/// A result in words: round, table, names, points, who won or did not come.
pub fn result(state: &Tournament, result: &ResultEntry) -> String {
    let pairing = state.round(result.round).and_then(|round| round.at(result.table));
    let names = pairing.map(|pairing| [state.shown(&pairing.one), state.shown(&pairing.two)]);
    let [one, two] = names.unwrap_or_else(|| ["one".to_owned(), "two".to_owned()]);
    let source = result.from.as_ref().map_or_else(String::new, |from| format!(", from {} {}", from.id, from.head));
    let absent = match result.forfeit {
        None => String::new(),
        Some(Forfeit::One) => format!(", {one} did not turn up"),
        Some(Forfeit::Two) => format!(", {two} did not turn up"),
        Some(Forfeit::Both) => ", neither turned up".to_owned(),
    };
    let won = match result.winner {
        None => String::new(),
        Some(Winner::One) => format!(", {one} wins"),
        Some(Winner::Two) => format!(", {two} wins"),
        Some(Winner::Draw) => ", drawn".to_owned(),
        Some(Winner::Neither) => ", both lose".to_owned(),
    };
    let unusual = if result.unusual { ", unusual" } else { "" };
    let drawn = match result.drawn {
        0 => String::new(),
        games => format!(", {}", count(games.into(), "game drawn", "games drawn")),
    };
    let place = format!("round {} table {}", result.round, result.table);
    format!("{place}: {one} {}, {two} {}{drawn}{won}{absent}{unusual}{source}", result.one, result.two)
}

/// What was said of a table.
fn laid_out(table: &Table) -> String {
    let parts = [
        table.name.as_ref().map(|name| format!("called {name}")),
        table.closed.map(|closed| if closed { "closed" } else { "open" }.to_owned()),
        table.mission.as_ref().map(|mission| format!("mission {mission}")),
        table.terrain.as_ref().map(|terrain| format!("terrain {terrain}")),
        table
            .layout
            .as_ref()
            .map(|layout| format!("layout {} of {}", layout.name, count(layout.pieces.len(), "piece", "pieces"))),
        table.hall.as_ref().map(|hall| format!("hall {hall}")),
    ];
    let gone = table.clears.iter().map(|what| format!("no {}", what.name()));
    let parts: Vec<String> = parts.into_iter().flatten().chain(gone).collect();
    if parts.is_empty() {
        format!("table {} set up", table.table)
    } else {
        format!("table {}: {}", table.table, parts.join(", "))
    }
}

/// What a change of settings names; of policies what it changes, where what stood before is known.
pub fn settings(before: Option<&Policies>, settings: &Settings) -> String {
    let mut parts = Vec::new();
    parts.extend(settings.name.as_ref().map(|name| format!("name {name}")));
    parts.extend(settings.pack.as_ref().map(|pack| format!("pack {pack}")));
    parts.extend(settings.size.as_ref().map(|size| format!("size {size}")));
    parts.extend(settings.rounds.map(|rounds| count(rounds.into(), "round", "rounds")));
    match (before, &settings.policies) {
        (Some(before), Some(now)) => parts.extend(before.unlike(now).into_iter().map(|what| policy(what, now))),
        (None, Some(_)) => parts.push("policies".to_owned()),
        (_, None) => {}
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// A policy that changed, as it is now where that is short.
fn policy(what: &'static str, now: &Policies) -> String {
    match what {
        "tie-breaks" => {
            let names: Vec<&str> = now.tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
            format!("tie-breaks {}", names.join(","))
        }
        "missions of rounds" => match now.missions.len() {
            0 => "no missions of rounds".to_owned(),
            1 => "mission of round 1".to_owned(),
            rounds => format!("missions of rounds 1–{rounds}"),
        },
        "how many places there are" => {
            now.places.map_or_else(|| "no limit of places".to_owned(), |most| count(most.into(), "place", "places"))
        }
        "when lists are due" => {
            now.lists_due.map_or_else(|| "no time for lists".to_owned(), |due| format!("lists due {due}"))
        }
        _ => what.to_owned(),
    }
}

/// Club, team, country, faction, disposition and seat of a player.
pub fn entry(state: &Tournament, player: &PlayerId) -> String {
    let Some(entry) = state.player(player).map(|player| &player.entry) else { return String::new() };
    let named =
        [("club", &entry.club), ("team", &entry.team), ("country", &entry.country), ("faction", &entry.faction)];
    let mut parts: Vec<String> =
        named.iter().filter_map(|(what, name)| Some(format!("{what} {}", name.as_ref()?))).collect();
    parts.extend(entry.disposition.as_ref().map(|is| format!("disposition {is}")));
    parts.extend(entry.seat.map(|seat| format!("fixed seat {seat}")));
    if parts.is_empty() { "no club, team, country, faction or seat".to_owned() } else { parts.join(", ") }
}
