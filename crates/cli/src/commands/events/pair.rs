//! `adjutant event pair ID`, `explain` and `repair`.

use adjutant_app::tournaments::matches;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_present::tables;
use adjutant_tournament::command::Repair;
use adjutant_tournament::pairing::{self, PairError, SetGame, draft_around, repair_cost};
use adjutant_tournament::policy::{Method, System};
use adjutant_tournament::seats::{exchange, meet, repair as repair_of};
use adjutant_tournament::tables::missed_seats;
use adjutant_tournament::view::PairView;
use adjutant_tournament::{MissionId, Reason, RoundNumber, TableNumber, TournamentCommand, TournamentId};

use super::speaking::{Speaker, last_round, till_exit};
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::error::{CliError, Exit, Outcome};
use crate::event_tables;
use crate::output::Output;
use crate::who::Who;

/// Arguments of `event pair`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event pair gt\n          \
    adjutant event pair gt --game anna-b:carl\n          \
    adjutant event pair gt --game anna-b:carl --game dora:emil --bye fritz\n\n\
    Games named with --game stand, whoever has met; everybody else is paired as well as that leaves possible. Name every game, \
    and nobody is left to be paired. The round stays a draft until `event publish`; until then you can pair it again.")]
pub struct PairArguments {
    /// The event
    event: TournamentId,
    /// How to pair players with equal records in this round: random, nearest, slide, battle-points
    #[arg(long, value_parser = word::<Method>)]
    method: Option<Method>,
    /// Allow rematches (as few as possible) if needed, or let a schedule begin again
    #[arg(long)]
    rematches: bool,
    /// Set a game, by ids or names of its players; the others are paired around it
    #[arg(long, value_name = "ONE:TWO", value_parser = game)]
    game: Vec<(Who, Who)>,
    /// Set who has the bye
    #[arg(long, value_name = "PLAYER")]
    bye: Vec<Who>,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event explain`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event explain gt 3 anna-b")]
pub struct ExplainArguments {
    /// The event
    event: TournamentId,
    /// The round
    round: u16,
    /// The player: an id, a name, or any part that fits only one
    player: Who,
    /// Name every alternative
    #[arg(long)]
    all: bool,
}

/// Lines of an explanation without `--all`.
const EXPLAINED: usize = 5;

/// Arguments of `event repair`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event repair gt --table 4 --two carl --why \"brothers\"\n\n\
    The player who leaves the table takes the seat, or the bye, of the newcomer.")]
#[group(id = "change", required = true, multiple = true, args = ["one", "two", "mission"])]
pub struct RepairArguments {
    /// The event
    event: TournamentId,
    /// The table
    #[arg(long, value_name = "N")]
    table: u16,
    /// The player to be named first at the table
    #[arg(long, value_name = "PLAYER")]
    one: Option<Who>,
    /// The player to be named second at the table
    #[arg(long, value_name = "PLAYER")]
    two: Option<Who>,
    /// The mission played there
    #[arg(long)]
    mission: Option<MissionId>,
    /// Remove the results of the tables that change
    #[arg(long)]
    drop_result: bool,
    /// The reason, kept in the log
    #[arg(long)]
    why: Reason,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

fn game(text: &str) -> Result<(Who, Who), String> {
    let (one, two) = text.split_once(':').ok_or("type two players with a colon between them, such as anna:bert")?;
    Ok((Who::from(one.to_owned()), Who::from(two.to_owned())))
}

/// Drafts the round that is due, records it and shows it with its flags.
///
/// # Errors
/// Open results, or no legal pairing; the reason says what may be relaxed.
pub fn pair(arguments: &PairArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let state = event.state();
    let set = set_by_hand(&event, arguments)?;
    let named: usize = set.iter().map(|(_, two)| if two.is_some() { 2 } else { 1 }).sum();
    let pair = if !set.is_empty() && (state.system() != System::Swiss || named >= state.present(state.due()).len()) {
        let games = set.iter().filter_map(|(one, two)| Some((one.clone(), two.clone()?)));
        let byes = set.iter().filter(|(_, two)| two.is_none()).map(|(one, _)| one.clone());
        pairing::by_hand(state, &games.collect::<Vec<_>>(), byes.collect())
    } else {
        let progress = output.patience(0, "pairing");
        let drafted = draft_around(state, arguments.method, arguments.rematches, &set);
        progress.finish();
        drafted.map_err(|error| undrafted(&event, error))?.pair
    };
    let round = pair.round;
    let fewest = warn_of_schedule(&event, round);
    event.take(TournamentCommand::Pair(Box::new(pair)), "pair")?;
    event.commit(&mut store)?;
    let state = event.state();
    let Some(drafted) = state.round(round) else { return Ok(Exit::Done) };
    let view = PairView::of_round(state, drafted);
    if output.json {
        output.document(&view)?;
        return Ok(Exit::Done);
    }
    output.text(&event_tables::pairings(event.name(), state, &view))?;
    let waiting = state.not_checked_in(round);
    if !waiting.is_empty() {
        let names: Vec<String> = waiting.iter().take(WAITING).map(|player| state.shown(&player.entry.player)).collect();
        let more =
            if waiting.len() > WAITING { format!(" and {} more", waiting.len() - WAITING) } else { String::new() };
        output.remark(&format!("not checked in, so not paired: {}{more}", names.join(", ")));
    }
    if let Some(fewest) = fewest {
        output.remark(&fewest);
    }
    output.remark(&format!("draft only; run `adjutant event publish {}` to post it", event.id()));
    Ok(Exit::Done)
}

/// So many players who are not checked in are named.
const WAITING: usize = 10;

/// A schedule that is shorter than the event.
fn warn_of_schedule(event: &TournamentRecording, round: RoundNumber) -> Option<String> {
    let state = event.state();
    let planned = state.create.as_ref().map_or(0, |create| create.rounds);
    let here = state.present(round).len();
    let (rounds, players) = match pairing::schedule(state) {
        Some(schedule) => schedule,
        None if state.policies().system == System::Swiss && here >= 2 => {
            (u16::try_from(here + here % 2 - 1).unwrap_or(u16::MAX), here)
        }
        None => return None,
    };
    let players = count(players, "player", "players");
    (round == RoundNumber(1) && rounds < planned).then(|| {
        let rounds = count(rounds.into(), "round", "rounds");
        format!("{players} can play {rounds} without a rematch or a second bye; the event has {planned}")
    })
}

/// The games and byes that are named.
fn set_by_hand(event: &TournamentRecording, arguments: &PairArguments) -> Result<Vec<SetGame>, CliError> {
    let find = |who: &Who| who.find(event.id(), event.state());
    let games = arguments.game.iter().map(|(one, two)| Ok((find(one)?, Some(find(two)?))));
    let byes = arguments.bye.iter().map(|who| Ok((find(who)?, None)));
    games.chain(byes).collect()
}

/// Why a round is not drafted, and what to do.
pub(super) fn undrafted(event: &TournamentRecording, error: PairError) -> CliError {
    let id = event.id();
    let hint = match &error {
        PairError::NotReady(refusal) => {
            let told = event.refused(&format!("round {}", event.state().due()), "pair", refusal.clone());
            let told = CliError::from(told);
            let open = event.state().rounds.last().map(|round| tables::results::open_tables(event.state(), round));
            return match open.filter(|open| !open.is_empty()) {
                Some(open) => told.hint(format!("enter the results of {open}")),
                None => told,
            };
        }
        PairError::Impossible { .. } => {
            format!("`adjutant event pair {id} --rematches` allows the fewest; `event finish {id} --early` ends here")
        }
        PairError::ScheduleOver { .. } => {
            format!("`adjutant event pair {id} --rematches` begins again; `event finish {id} --early` ends here")
        }
        PairError::TooManyPlayers { .. } => "split the event in two, or let players drop".to_owned(),
        PairError::ByHand => "pair it with --game ONE:TWO for every table".to_owned(),
    };
    CliError::refused(format!("round {} of event {id} can't be paired: {error}", event.state().due())).hint(hint)
}

/// Says why a player met this opponent.
///
/// # Errors
/// A round or player that the event does not have.
pub fn explain(arguments: &ExplainArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let event = TournamentRecording::load(&shared.reader()?, &arguments.event)?;
    let (state, round) = (event.state(), RoundNumber(arguments.round));
    let player = arguments.player.find(event.id(), state)?;
    let progress = output.patience(0, "weighing every alternative");
    let explanation = pairing::explain(state, round, &player);
    progress.finish();
    let explanation = explanation.ok_or_else(|| {
        let paired = count(state.rounds.len(), "round is", "rounds are");
        CliError::refused(format!("event {} has no round {round} with a player `{player}`", event.id()))
            .hint(format!("{paired} paired; `adjutant event show {}` names the players", event.id()))
    })?;
    if output.json {
        output.document(&explanation)?;
        return Ok(Exit::Done);
    }
    let bye = state.round(round).is_some_and(|round| round.pair.byes.contains(&player));
    let fate = match &explanation.opponent {
        Some(id) => format!("meets {}", state.shown(id)),
        None if bye => "has the bye".to_owned(),
        None => "is not paired".to_owned(),
    };
    let mut lines = vec![format!("round {round}: {} {fate}", state.shown(&player))];
    lines.extend(explanation.reasons.iter().map(|reason| format!("  {reason}")));
    lines.extend(explanation.alternatives.iter().map(|other| {
        let opponent = other.opponent.as_ref().map_or_else(|| "the bye".to_owned(), |id| state.shown(id));
        format!("  instead {opponent}: {}", tables::pairings::instead(state, &explanation, other))
    }));
    let most = if arguments.all { usize::MAX } else { EXPLAINED };
    lines.iter().take(most).try_for_each(|line| output.text(line))?;
    if let Some(more) = lines.len().checked_sub(most).filter(|more| *more > 0) {
        let more = count(more, "more alternative", "more alternatives");
        output.remark(&format!("{more}, the cheapest first: --all names them"));
    }
    Ok(Exit::Done)
}

/// Changes a table, and the one that it takes a player from.
///
/// # Errors
/// A table or player that the round does not have, or a round that is closed.
pub fn repair(arguments: &RepairArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let round = last_round(&event)?;
    let repair = changed(&event, round, arguments)?;
    if let (Some(create), Some(mission)) = (event.state().create.as_deref(), &arguments.mission) {
        matches::check_missions(&shared.known, create, std::slice::from_ref(mission))?;
    }
    let cost = repair_cost(event.state(), &repair).ok();
    let swiss = event.state().round(round).is_some_and(|round| round.pair.system == System::Swiss);
    let dropped = dropped_results(&event, &repair);
    event.take(TournamentCommand::Repair(repair.clone()), "repair")?;
    event.commit(&mut store)?;
    let state = event.state();
    let published = state.round(round).is_some_and(|round| round.stage == adjutant_tournament::state::Stage::Published);
    if published {
        matches::open(&mut store, &shared.vault()?, &event, round)?;
    }
    if output.json {
        let cost = cost.map(|(before, after)| serde_json::json!({"before": before, "after": after}));
        output.document(&serde_json::json!({"event": event.id(), "repair": repair, "objective": cost}))?;
    }
    for pairing in &repair.tables {
        let (one, two) = (state.shown(&pairing.one), state.shown(&pairing.two));
        let mission = pairing.mission.as_ref().map_or_else(String::new, |mission| format!(", {mission}"));
        output.done(&format!("{}: round {round}, table {}: {one} – {two}{mission}", event.id(), pairing.table))?;
        for (player, seat) in missed_seats(state, pairing) {
            output.remark(&tables::pairings::not_seated(state, player, seat));
        }
    }
    for line in dropped {
        output.done(&line)?;
    }
    if let Some((before, after)) = cost.filter(|_| swiss) {
        output.done(&tables::pairings::repair_cost(before, after))?;
    }
    Ok(Exit::Done)
}

/// Results that a repair removes, in words.
fn dropped_results(event: &TournamentRecording, repair: &Repair) -> Vec<String> {
    let known = event.state().round(repair.round);
    let gone = repair.tables.iter().filter_map(|pairing| known?.results.get(&pairing.table));
    gone.map(|result| {
        let source =
            result.from.as_ref().map_or_else(String::new, |from| format!(" (match {} stays as it is)", from.id));
        format!("the result {}:{} of table {} no longer counts{source}", result.one, result.two, result.table)
    })
    .collect()
}

/// The tables that a change touches, as they are to be: each newcomer changes seats with the player who sits there.
fn changed(event: &TournamentRecording, round: RoundNumber, arguments: &RepairArguments) -> Result<Repair, CliError> {
    let table = TableNumber(arguments.table);
    let before = event.state().round(round).map(|round| round.pair.clone());
    let Some(before) = before.filter(|pair| pair.tables.iter().any(|pairing| pairing.table == table)) else {
        return Err(CliError::refused(format!("round {round} of event {} has no table {table}", event.id()))
            .hint(format!("`adjutant event show {}` prints its tables", event.id())));
    };
    let mut after = before.clone();
    let place = after.tables.iter().position(|pairing| pairing.table == table).unwrap_or_default();
    if let Some(who) = &arguments.one {
        let leaves = after.tables[place].one.clone();
        exchange(&mut after, &leaves, &who.find(event.id(), event.state())?);
    }
    if let Some(who) = &arguments.two {
        let leaves = after.tables[place].two.clone();
        exchange(&mut after, &leaves, &who.find(event.id(), event.state())?);
    }
    meet(event.state(), &before, &mut after);
    after.tables[place].mission = arguments.mission.clone().or(after.tables[place].mission.take());
    Ok(repair_of(&before, after, arguments.drop_result, arguments.why.clone()))
}
