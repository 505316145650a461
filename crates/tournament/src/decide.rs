//! Every rule of an event log: which command may follow which state, and what follows from it.

mod corrections;
mod day;
mod passes;
mod pods;
mod scores;

use std::collections::BTreeSet;
use std::sync::Arc;

use corrections::{
    ask_bye, change_settings, edit_player, give_award, move_game, note_infraction, open_table, penalise, withdraw,
};
use passes::issue_pass;
use pods::make_pods;

use crate::bracket::Bracket;
use crate::command::{By, Create, Cut, Entry, Pair, Pairing, Repair, ResultEntry, TournamentCommand};
use crate::id::{Alike, PlayerId, RoundNumber, TableNumber};
use crate::policy::{Category, DifferentialTable, Method, PointScale, SOUND_TABLE, System};
use crate::refusal::Refusal;
use crate::state::{Event, Stage, Tournament};
use crate::teams::{Side, TeamPairing, TeamStep};

/// Judges one command; `retract` is judged by the log, which alone has the records.
///
/// # Errors
/// The first [`Refusal`] that applies, in the order of that list.
pub fn decide(state: &Tournament, by: By, command: &TournamentCommand) -> Result<Vec<Event>, Refusal> {
    decide_at(state, 0, by, command)
}

/// The same for the record of a number, by which an answer names it later.
pub(crate) fn decide_at(
    state: &Tournament,
    seq: u64,
    by: By,
    command: &TournamentCommand,
) -> Result<Vec<Event>, Refusal> {
    use TournamentCommand::*;
    match (command, &state.create) {
        (Create(create), None) => return open(create),
        (Create(_), Some(_)) => return Err(Refusal::Creation { found: "a second `create`" }),
        (_, None) => return Err(Refusal::Creation { found: "another command first" }),
        _ => {}
    }
    if state.finished && !matches!(command, Sign { .. } | Note { .. } | Archive { .. }) {
        return Err(Refusal::Finished);
    }
    if by == By::Player && !for_players(command) {
        return Err(Refusal::NotYours);
    }
    match command {
        Settings(settings) => change_settings(state, settings),
        Register(entry) => enter(state, entry, false),
        LateEntry(entry) => enter(state, entry, true),
        Roster { player, digest } => {
            known(state, player)?;
            lists_open(state, by)?;
            Ok(vec![Event::ListHandedIn { player: player.clone(), digest: *digest }])
        }
        Sign { player: None, .. } if by == By::Player => Err(Refusal::NotYours),
        Sign { key, signature, .. } if key.is_some() != signature.is_some() => {
            Err(Refusal::OutOfRange { field: "signature", accepted: "a key and a signature, or neither" })
        }
        Sign { player: Some(player), .. } => known(state, player).map(|_| vec![Event::Remarked]),
        Sign { player: None, .. } => Ok(vec![Event::Remarked]),
        CheckIn { player } => check_in(state, player),
        Drop { player } => presence(state, player, false),
        Return { player } => presence(state, player, true),
        Table(table) if table.table.0 == 0 => Err(Refusal::OutOfRange { field: "table", accepted: "a number from 1" }),
        Table(table) => Ok(vec![Event::TableSet(table.clone())]),
        Pair(pair) => pair_round(state, pair),
        Repair(repair) => repair_round(state, repair),
        EditPlayer(edit) => edit_player(state, edit),
        Withdraw { player } => withdraw(state, player),
        ByeRequest { player, round, points } => ask_bye(state, player, *round, *points),
        Move { round, table, to, .. } => move_game(state, *round, *table, *to),
        Infraction(infraction) => note_infraction(state, infraction),
        Publish { round, as_drafted } => publish(state, *round, *as_drafted),
        Result(result) => enter_result(state, by, result, false),
        AmendResult { result, .. } => enter_result(state, by, result, true),
        Report(report) => day::report(state, by, seq, report),
        Dispute(dispute) => day::dispute(state, by, seq, dispute),
        RoundClock(clock) => day::clock(state, seq, clock),
        Extend(extend) => day::extend(state, extend),
        Call(call) => day::call(state, seq, call),
        Answer(answer) => day::answer(state, by, answer),
        Penalty { player, points, .. } => penalise(state, player, *points),
        Award { player, award, points, again } => give_award(state, player, award, *points, *again),
        CloseRound { round } => close(state, *round),
        Cut(cut) => make_cut(state, cut),
        Pods(pods) => make_pods(state, pods),
        Finish { early } => finish(state, *early),
        Archive { archived } if !state.finished || *archived == state.archived => {
            let accepted = if state.finished { "a change of where the event is" } else { "an event that is finished" };
            Err(Refusal::OutOfRange { field: "archive", accepted })
        }
        Archive { archived } => Ok(vec![Event::Archived { archived: *archived }]),
        TeamStep { round, table, step } => team_step(state, *round, *table, step),
        Note { .. } => Ok(vec![Event::Remarked]),
        Import(source) if state.players.is_empty() && state.source.is_none() => {
            Ok(vec![Event::Imported(Arc::new(source.clone()))])
        }
        Import(_) => Err(Refusal::OutOfRange { field: "import", accepted: "one file, right after `create`" }),
        Pass(pass) => issue_pass(state, by, pass),
        Create(_) | Retract { .. } => Err(Refusal::Creation { found: "a command that the log itself judges" }),
    }
}

/// What players may say, each for himself.
fn for_players(command: &TournamentCommand) -> bool {
    use TournamentCommand::*;
    let own = matches!(command, Report(_) | Dispute(_) | Call(_) | Answer(_) | Roster { .. });
    own || matches!(command, CheckIn { .. } | Drop { .. } | Sign { .. } | Note { .. } | TeamStep { .. })
}

/// Players hand in their lists until the round is published that the policies name.
fn lists_open(state: &Tournament, by: By) -> Result<(), Refusal> {
    let round = state.policies().lists_close;
    match by == By::Player && state.has_seen(round) {
        true => Err(Refusal::ListsClosed { round }),
        false => Ok(()),
    }
}

fn open(create: &Create) -> Result<Vec<Event>, Refusal> {
    sound(create).map(|()| vec![Event::Created(Box::new(create.clone()))])
}

/// Checks that everything decided beforehand is within its range.
fn sound(create: &Create) -> Result<(), Refusal> {
    let policies = &create.policies;
    let checks = [
        (create.format == 1, "format", "1"),
        ((1..=64).contains(&create.rounds), "rounds", "1 to 64"),
        (policies.pod_size >= 2, "pod_size", "at least 2"),
        (policies.team_size == 0 || (3..=8).contains(&policies.team_size), "team_size", "0, or 3 to 8"),
        (policies.differential.as_ref().is_none_or(DifferentialTable::is_sound), "differential", SOUND_TABLE),
        (policies.tie_breaks.len() <= 32, "tie_breaks", "at most 32"),
        (
            policies.tie_breaks.iter().collect::<BTreeSet<_>>().len() == policies.tie_breaks.len(),
            "tie_breaks",
            "each tie-break once",
        ),
        (sound_points(policies.points), "points", "win, draw and loss from high to low, a bye up to a win"),
        (each_once(&policies.categories), "categories", "up to 16 categories, each once"),
        (
            policies.overall.len() <= 32 && policies.overall.iter().all(|t| t.measure(&policies.categories).is_some()),
            "overall",
            "match points as `points`, declared categories and names of tie-breaks",
        ),
    ];
    match checks.into_iter().find(|(sound, ..)| !sound) {
        Some((_, field, accepted)) => Err(Refusal::OutOfRange { field, accepted }),
        None => Ok(()),
    }
}

fn each_once(categories: &[Category]) -> bool {
    let names: BTreeSet<String> = categories.iter().map(|category| category.name.alike()).collect();
    names.len() == categories.len() && names.len() <= 16
}

fn sound_points(points: PointScale) -> bool {
    points.win >= points.draw && points.draw >= points.loss && points.bye.is_none_or(|bye| bye <= points.win)
}

/// The round from which points count that are given now: the last one that players have seen, so that no earlier
/// standings change.
fn since(state: &Tournament) -> RoundNumber {
    let seen = state.rounds.iter().filter(|round| round.stage != Stage::Draft).count();
    RoundNumber(seen.max(1) as u16)
}

/// What victory points, penalties and awards may amount to: sums of their squares stay far inside 64 bits.
const POINTS_MAX: i64 = 1_000_000;

/// The place of a player who has to be there.
fn known(state: &Tournament, player: &PlayerId) -> Result<usize, Refusal> {
    state.place(player).ok_or_else(|| Refusal::UnknownPlayer { player: player.clone() })
}

fn enter(state: &Tournament, entry: &Entry, late: bool) -> Result<Vec<Event>, Refusal> {
    if state.player(&entry.player).is_some() {
        return Err(Refusal::KnownPlayer { player: entry.player.clone() });
    }
    let team_size = state.policies().team_size;
    if team_size > 0 && entry.members.len() != usize::from(team_size) {
        return Err(Refusal::OutOfRange { field: "members", accepted: "as many names as the teams have players" });
    }
    match (late, state.rounds.is_empty()) {
        (false, false) => return Err(Refusal::EntryTime { state: "paired", accepted: "late-entry" }),
        (true, true) => return Err(Refusal::EntryTime { state: "not paired", accepted: "register" }),
        (true, false) if !free_place(state) => return Err(Refusal::NoFreePlace),
        _ => {}
    }
    let from = if late { state.due() } else { RoundNumber(1) };
    Ok(vec![Event::Entered { entry: entry.clone(), from }])
}

/// Whether a late entry has a place: always in a Swiss round; in a fixed schedule where somebody would have the bye; in
/// a bracket never.
fn free_place(state: &Tournament) -> bool {
    let count = state.players.len();
    match state.system() {
        _ if state.cut.is_some() => false,
        System::Swiss | System::Manual => true,
        System::RoundRobin => count % 2 == 1,
        System::Pods => crate::pairing::pods_of(state).iter().any(|pod| pod.len() % 2 == 1),
        System::SingleElimination | System::DoubleElimination => false,
    }
}

fn check_in(state: &Tournament, player: &PlayerId) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    if state.player(player).is_some_and(|player| player.checked_in.is_some()) {
        return Err(Refusal::Already { player: player.clone(), state: "is checked in" });
    }
    Ok(vec![Event::CheckedIn { player: player.clone(), from: state.due() }])
}

fn presence(state: &Tournament, player: &PlayerId, here: bool) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    let from = state.due();
    if state.player(player).is_some_and(|player| player.is_in(from) == here) {
        let state = if here { "plays" } else { "has dropped" };
        return Err(Refusal::Already { player: player.clone(), state });
    }
    if here && state.system() == System::Pods && !state.rounds.is_empty() {
        let seated = crate::pairing::pods_of(state).iter().flatten().any(|at| state.place(player) == Some(*at));
        if !seated && !free_place(state) {
            return Err(Refusal::NoFreePlace);
        }
    }
    Ok(vec![Event::PresenceChanged { player: player.clone(), from, here }])
}

/// Checks that no open round stands before the one that is due.
pub(crate) fn ready_to_pair(state: &Tournament) -> Result<RoundNumber, Refusal> {
    let due = state.due();
    if let Some(round) = state.rounds.last()
        && round.stage == Stage::Published
    {
        let open: Vec<TableNumber> = round.open_tables().collect();
        return Err(match open.first() {
            Some(first) => Refusal::ResultsOpen { round: round.pair.round, count: open.len() as u32, first: *first },
            None => Refusal::RoundState { round: round.pair.round, state: "published", accepted: "closed" },
        });
    }
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds);
    // A bracket goes on until somebody has won it.
    if due.0 > rounds && !state.is_bracket(due) || crate::pairing::is_decided(state, due) {
        return Err(Refusal::NoMoreRounds { rounds: due.0 - 1 });
    }
    Ok(due)
}

fn pair_round(state: &Tournament, pair: &Pair) -> Result<Vec<Event>, Refusal> {
    let due = ready_to_pair(state)?;
    if pair.round != due {
        return Err(Refusal::WrongRound { found: pair.round, due });
    }
    somebody_plays(state, pair)?;
    everybody_once(state, pair)?;
    if let Some(closed) = pair.tables.iter().find_map(|pairing| open_table(state, pairing.table).err()) {
        return Err(closed);
    }
    let by_hand = pair.method == Method::Manual || pair.rematches || pair.system != System::Swiss;
    if !by_hand {
        nobody_again(state, pair)?;
    }
    Ok(vec![Event::RoundDrafted(Box::new(pair.clone()))])
}

/// A round has a game, or at least byes of a schedule or bracket; a report of another program may tell otherwise.
fn somebody_plays(state: &Tournament, pair: &Pair) -> Result<(), Refusal> {
    let by_schedule = !pair.byes.is_empty() && pair.system != System::Swiss;
    if !pair.tables.is_empty() || by_schedule || state.source.is_some() {
        return Ok(());
    }
    let here = state.present(pair.round).len() as u32;
    Err(Refusal::NobodyPlays { round: pair.round, here, waiting: state.not_checked_in(pair.round).len() as u32 })
}

fn everybody_once(state: &Tournament, pair: &Pair) -> Result<(), Refusal> {
    let (round, tables, byes) = (pair.round, &pair.tables, &pair.byes);
    let mut numbers = BTreeSet::new();
    if let Some(twice) = tables.iter().find(|pairing| !numbers.insert(pairing.table)) {
        return Err(Refusal::TableTwice { table: twice.table });
    }
    let here = state.present(round);
    let (mut present, mut seen) = (vec![false; state.players.len()], vec![false; state.players.len()]);
    here.iter().filter_map(|player| state.place(&player.entry.player)).for_each(|at| present[at] = true);
    for player in tables.iter().flat_map(|pairing| [&pairing.one, &pairing.two]).chain(byes) {
        let at = known(state, player)?;
        if std::mem::replace(&mut seen[at], true) {
            return Err(Refusal::PairedTwice { player: player.clone() });
        }
        if !present[at] {
            return Err(Refusal::NotHere { player: player.clone() });
        }
    }
    // In a bracket a player who is out is present but no longer paired.
    let bracket = pair.system.is_elimination().then(|| Bracket::before(state, round));
    let plays = |player: &&PlayerId| bracket.as_ref().is_none_or(|known| known.still_in().any(|p| p == *player));
    let unpaired = here.iter().filter(|player| !state.place(&player.entry.player).is_some_and(|at| seen[at]));
    match unpaired.map(|player| &player.entry.player).filter(plays).min() {
        Some(player) => Err(Refusal::LeftOut { player: player.clone() }),
        None => Ok(()),
    }
}

fn nobody_again(state: &Tournament, pair: &Pair) -> Result<(), Refusal> {
    let earlier: Vec<_> = state.rounds.iter().filter(|round| round.pair.round < pair.round).collect();
    for player in &pair.byes {
        if earlier.iter().any(|round| round.pair.byes.contains(player)) {
            return Err(Refusal::SecondBye { player: player.clone() });
        }
    }
    let key = |pairing: &Pairing| {
        let (one, two) = (pairing.one.clone(), pairing.two.clone());
        if one < two { (one, two) } else { (two, one) }
    };
    let met: BTreeSet<_> = earlier.iter().flat_map(|round| round.pair.tables.iter().map(key)).collect();
    match pair.tables.iter().map(key).find(|pair| met.contains(pair)) {
        Some((one, two)) => Err(Refusal::Rematch { one, two }),
        None => Ok(()),
    }
}

fn repair_round(state: &Tournament, repair: &Repair) -> Result<Vec<Event>, Refusal> {
    let last = state.rounds.last().map_or(RoundNumber(0), |round| round.pair.round);
    let Some(round) = state.round(repair.round).filter(|round| round.pair.round == last) else {
        return Err(Refusal::WrongRound { found: repair.round, due: last });
    };
    if round.stage == Stage::Closed {
        return Err(Refusal::RoundState { round: last, state: "closed", accepted: "drafted or published, not after" });
    }
    if let Some(table) = repair.tables.iter().map(|pairing| pairing.table).find(|at| round.results.contains_key(at))
        && !repair.drop_result
    {
        return Err(Refusal::ResultStands { round: last, table });
    }
    let mut after = state.clone();
    after.apply(Event::RoundRepaired(repair.clone()));
    let mut numbers = BTreeSet::new();
    if let Some(twice) = repair.tables.iter().find(|pairing| !numbers.insert(pairing.table)) {
        return Err(Refusal::TableTwice { table: twice.table });
    }
    if let Some(round) = after.round(last) {
        everybody_once(state, &round.pair)?;
    }
    Ok(vec![Event::RoundRepaired(repair.clone())])
}

fn publish(state: &Tournament, number: RoundNumber, as_drafted: bool) -> Result<Vec<Event>, Refusal> {
    match state.round(number) {
        Some(round) if round.stage == Stage::Draft => {
            everybody_once(state, &round.pair)?;
            if let Some(why) = round.outdated.filter(|_| !as_drafted) {
                return Err(Refusal::Outdated { round: number, why });
            }
            Ok(vec![Event::RoundPublished { round: number }])
        }
        Some(round) => Err(Refusal::RoundState { round: number, state: round.stage.name(), accepted: "drafted anew" }),
        None => Err(Refusal::RoundState { round: number, state: "not paired", accepted: "drafted" }),
    }
}

fn enter_result(state: &Tournament, by: By, result: &ResultEntry, amend: bool) -> Result<Vec<Event>, Refusal> {
    let (round, table) = (result.round, result.table);
    let stage = state.round(round).map(|round| round.stage);
    match stage {
        Some(Stage::Published) => {}
        Some(Stage::Closed) if amend => {}
        Some(stage) => return Err(Refusal::RoundState { round, state: stage.name(), accepted: "published" }),
        None => return Err(Refusal::RoundState { round, state: "not paired", accepted: "published" }),
    }
    let Some(known) = state.round(round).filter(|round| round.at(table).is_some()) else {
        return Err(Refusal::UnknownTable { round, table });
    };
    match (known.results.contains_key(&table), amend) {
        (true, false) => return Err(Refusal::HasResult { round, table }),
        (false, true) => return Err(Refusal::NoResult { round, table }),
        _ => {}
    }
    scores::may_stand(state, known, result)?;
    let basis = day::basis_of(by, known, result);
    Ok(vec![Event::ResultSet { result: Box::new(result.clone()), basis }])
}

fn close(state: &Tournament, number: RoundNumber) -> Result<Vec<Event>, Refusal> {
    let Some(round) = state.round(number) else {
        return Err(Refusal::RoundState { round: number, state: "not paired", accepted: "published" });
    };
    if round.stage != Stage::Published {
        return Err(Refusal::RoundState { round: number, state: round.stage.name(), accepted: "published" });
    }
    let open: Vec<TableNumber> = round.open_tables().collect();
    if let Some(first) = open.first() {
        return Err(Refusal::ResultsOpen { round: number, count: open.len() as u32, first: *first });
    }
    match round.progress.disputes.iter().next() {
        Some((table, said)) => Err(Refusal::DisputeOpen { round: number, table: *table, seq: said.seq }),
        None => Ok(vec![Event::RoundClosed { round: number }]),
    }
}

fn make_cut(state: &Tournament, cut: &Cut) -> Result<Vec<Event>, Refusal> {
    // A cut of which no round is published may be made again, with a reason: a qualifier cannot play.
    let before = state.cut.as_ref().map(|(_, after)| *after);
    let again = before.is_some_and(|after| cut.why.is_some() && state.published() == after.0);
    let after = before.filter(|_| again).unwrap_or(RoundNumber(state.rounds.len() as u16));
    let closed = after.0 > 0 && state.round(after).is_some_and(|round| round.stage == Stage::Closed);
    let mut base = state.clone();
    base.cut = None;
    let here: BTreeSet<&PlayerId> = base.present(after.next()).iter().map(|player| &player.entry.player).collect();
    let chosen: BTreeSet<&PlayerId> = cut.players.iter().collect();
    let count = cut.players.len();
    let sound = closed && (before.is_none() || again) && count >= 2 && !state.is_bracket(RoundNumber(1));
    if sound && chosen.len() == count && chosen.is_subset(&here) {
        Ok(vec![Event::CutMade { cut: cut.clone(), after }])
    } else {
        Err(Refusal::BadCut)
    }
}

fn finish(state: &Tournament, early: bool) -> Result<Vec<Event>, Refusal> {
    let planned = state.create.as_ref().map_or(0, |create| create.rounds);
    let played = state.rounds.len() as u16;
    let bracket = state.is_bracket(RoundNumber(played.saturating_add(1)));
    let left = match bracket {
        true => !crate::pairing::is_decided(state, RoundNumber(played.saturating_add(1))),
        false => played < planned,
    };
    match state.rounds.last() {
        Some(round) if round.stage != Stage::Closed => {
            Err(Refusal::RoundState { round: round.pair.round, state: round.stage.name(), accepted: "closed" })
        }
        _ if left && !early => Err(Refusal::RoundsLeft { played, planned, bracket }),
        _ => Ok(vec![Event::Finished]),
    }
}

fn team_step(
    state: &Tournament,
    round: RoundNumber,
    table: TableNumber,
    step: &TeamStep,
) -> Result<Vec<Event>, Refusal> {
    let size = state.policies().team_size;
    if size == 0 {
        return Err(Refusal::OutOfRange { field: "team-step", accepted: "an event whose policies set team_size" });
    }
    let Some(known) = state.round(round).filter(|known| known.at(table).is_some()) else {
        return Err(Refusal::UnknownTable { round, table });
    };
    let token = if round.0.wrapping_add(table.0).is_multiple_of(2) { Side::One } else { Side::Two };
    let start = TeamPairing::new(size as u8, token);
    let pairing = known.team_pairings.get(&table).unwrap_or(&start);
    let pairing = pairing.after(step).map_err(|why| Refusal::TeamStep { table, why })?;
    Ok(vec![Event::TeamStepTaken { round, table, pairing }])
}
