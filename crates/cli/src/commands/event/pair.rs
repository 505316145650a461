//! `adjutant event pair ID`, `explain` and `repair`.

use adjutant_tournament::command::{Objective, Pair, Pairing, Repair};
use adjutant_tournament::pairing::{self, ALGORITHM, PairError, draft_with, repair_cost};
use adjutant_tournament::policy::{Method, System};
use adjutant_tournament::view::PairView;
use adjutant_tournament::{
    EventCommand, EventId, EventState, MissionId, Name, PlayerId, RoundNumber, TableNumber, tables,
};

use super::{Speaker, last_round, name_of};
use crate::commands::Shared;
use crate::counts::count;
use crate::error::{CliError, Exit};
use crate::event_recording::EventRecording;
use crate::event_tables;
use crate::output::Output;
use crate::{Outcome, event_matches};

/// Arguments of `event pair`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event pair gt\n          \
    adjutant event pair gt --game anna-b:carl --game dora:emil --bye fritz\n\n\
    Nobody sees the round before `event publish`; until then it may be paired again.")]
pub struct PairArguments {
    /// The event
    event: EventId,
    /// How equal records meet in this round: random, nearest, slide, battle-points
    #[arg(long, value_parser = super::word::<Method>)]
    method: Option<Method>,
    /// Allow rematches, the fewest, where there is no other way
    #[arg(long)]
    rematches: bool,
    /// Pair by hand: one game, by the ids of its players
    #[arg(long, value_name = "ONE:TWO", value_parser = game, conflicts_with_all = ["method", "rematches"])]
    game: Vec<(PlayerId, PlayerId)>,
    /// Pair by hand: who has a bye
    #[arg(long, value_name = "PLAYER", requires = "game")]
    bye: Vec<PlayerId>,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event explain`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event explain gt 3 anna-b")]
pub struct ExplainArguments {
    /// The event
    event: EventId,
    /// The round
    round: u16,
    /// Id of the player
    player: PlayerId,
}

/// Arguments of `event repair`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event repair gt --table 4 --two carl --why \"brothers\"\n\n\
    Whoever leaves the table takes the seat, or the bye, of whoever comes.")]
#[group(id = "change", required = true, multiple = true, args = ["one", "two", "mission"])]
pub struct RepairArguments {
    /// The event
    event: EventId,
    /// The table
    #[arg(long, value_name = "N")]
    table: u16,
    /// Who shall be named first there
    #[arg(long, value_name = "PLAYER")]
    one: Option<PlayerId>,
    /// Who shall be named second there
    #[arg(long, value_name = "PLAYER")]
    two: Option<PlayerId>,
    /// What shall be played there
    #[arg(long)]
    mission: Option<MissionId>,
    /// Why
    #[arg(long)]
    why: Name,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

fn game(text: &str) -> Result<(PlayerId, PlayerId), String> {
    let (one, two) = text.split_once(':').ok_or("accepted are two ids with a colon between them")?;
    let id = |text: &str| PlayerId::new(text).map_err(|error| error.to_string());
    Ok((id(one)?, id(two)?))
}

/// Drafts the round that is due, records it and shows it with its flags.
///
/// # Errors
/// Open results, or no legal pairing; the reason says what may be relaxed.
pub fn pair(arguments: &PairArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let state = event.state();
    let pair = if arguments.game.is_empty() {
        draft_with(state, arguments.method, arguments.rematches).map_err(|error| undrafted(&event, error))?.pair
    } else {
        by_hand(state, arguments)
    };
    let round = pair.round;
    event.take(EventCommand::Pair(Box::new(pair)), "pair")?;
    event.commit(&mut store)?;
    let state = event.state();
    let Some(drafted) = state.round(round) else { return Ok(Exit::Done) };
    let view = PairView::of_round(state, drafted);
    if output.json {
        output.document(&view)?;
        return Ok(Exit::Done);
    }
    output.text(&event_tables::pairings(event.name(), state, &view))?;
    output.remark(&format!("nobody has seen it yet; `adjutant event publish {}` opens the round", event.id()));
    Ok(Exit::Done)
}

fn by_hand(state: &EventState, arguments: &PairArguments) -> Pair {
    let round = state.due();
    Pair {
        round,
        system: if state.cut.is_some() { System::SingleElimination } else { state.policies().system },
        method: Method::Manual,
        algorithm: ALGORITHM,
        rematches: false,
        tables: tables::assign(&state.before(round), round, &arguments.game),
        byes: arguments.bye.clone(),
        objective: Objective::default(),
    }
}

fn undrafted(event: &EventRecording, error: PairError) -> CliError {
    let id = event.id();
    let hint = match &error {
        PairError::NotReady(_) => {
            let open = event.state().rounds.last().map(|round| event_tables::open_tables(event.state(), round));
            open.filter(|open| !open.is_empty()).map_or_else(
                || format!("`adjutant event show {id}` tells how far it is"),
                |open| format!("open: {open}"),
            )
        }
        PairError::Impossible { .. } => "say --rematches, pair with --game, or let players drop".to_owned(),
        PairError::ByHand => "pair it with --game ONE:TWO for every table".to_owned(),
    };
    CliError::refused(format!("round {} of event {id} is not paired: {error}", event.state().due())).hint(hint)
}

/// Says why a player met this opponent.
///
/// # Errors
/// A round or player that the event does not have.
pub fn explain(arguments: &ExplainArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let event = EventRecording::load(&shared.reader()?, &arguments.event)?;
    let (state, round) = (event.state(), RoundNumber(arguments.round));
    let explanation = pairing::explain(state, round, &arguments.player).ok_or_else(|| {
        let paired = count(state.rounds.len(), "round is", "rounds are");
        CliError::refused(format!("event {} has no round {round} with a player `{}`", event.id(), arguments.player))
            .hint(format!("{paired} paired; `adjutant event show {}` names the players", event.id()))
    })?;
    if output.json {
        output.document(&explanation)?;
        return Ok(Exit::Done);
    }
    let bye = state.round(round).is_some_and(|round| round.pair.byes.contains(&arguments.player));
    let fate = match &explanation.opponent {
        Some(id) => format!("meets {}", name_of(state, id)),
        None if bye => "has the bye".to_owned(),
        None => "is not paired".to_owned(),
    };
    output.text(&format!("round {round}: {} {fate}", name_of(state, &arguments.player)))?;
    for reason in &explanation.reasons {
        output.text(&format!("  {reason}"))?;
    }
    if !explanation.alternatives.is_empty() {
        output.text("instead, the cheapest first:")?;
    }
    for other in &explanation.alternatives {
        let opponent = other.opponent.as_ref().map_or("the bye", |id| name_of(state, id));
        output.text(&format!("  {opponent}: {}", other.cost))?;
    }
    Ok(Exit::Done)
}

/// Changes a table, and the one that it takes a player from.
///
/// # Errors
/// A table or player that the round does not have, or a round that is closed.
pub fn repair(arguments: &RepairArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let round = last_round(&event)?;
    let repair = changed(&event, round, arguments)?;
    let cost = repair_cost(event.state(), &repair).ok();
    event.take(EventCommand::Repair(repair.clone()), "repair")?;
    event.commit(&mut store)?;
    let state = event.state();
    let published = state.round(round).is_some_and(|round| round.stage == adjutant_tournament::state::Stage::Published);
    if published {
        event_matches::open(&mut store, &event, round)?;
    }
    if output.json {
        let cost = cost.map(|(before, after)| serde_json::json!({"before": before, "after": after}));
        output.document(&serde_json::json!({"event": event.id(), "repair": repair, "objective": cost}))?;
    }
    for pairing in &repair.tables {
        let (one, two) = (name_of(state, &pairing.one), name_of(state, &pairing.two));
        output.done(&format!("{}: round {round}, table {}: {one} – {two}", event.id(), pairing.table))?;
    }
    if let Some((before, after)) = cost {
        output.done(&event_tables::repair_cost(before, after))?;
    }
    Ok(Exit::Done)
}

/// The tables that a change touches, as they are to be: each newcomer changes seats with whoever sits there.
fn changed(event: &EventRecording, round: RoundNumber, arguments: &RepairArguments) -> Result<Repair, CliError> {
    let table = TableNumber(arguments.table);
    let before = event.state().round(round).map(|round| round.pair.clone());
    let Some(before) = before.filter(|pair| pair.tables.iter().any(|pairing| pairing.table == table)) else {
        return Err(CliError::refused(format!("round {round} of event {} has no table {table}", event.id()))
            .hint(format!("`adjutant event show {}` prints its tables", event.id())));
    };
    let mut after = before.clone();
    let place = after.tables.iter().position(|pairing| pairing.table == table).unwrap_or_default();
    if let Some(player) = &arguments.one {
        let leaves = after.tables[place].one.clone();
        exchange(&mut after, &leaves, player);
    }
    if let Some(player) = &arguments.two {
        let leaves = after.tables[place].two.clone();
        exchange(&mut after, &leaves, player);
    }
    after.tables[place].mission = arguments.mission.clone().or(after.tables[place].mission.take());
    let touched = |pairing: &&Pairing| !before.tables.contains(pairing);
    Ok(Repair {
        round,
        tables: after.tables.iter().filter(touched).cloned().collect(),
        byes: Some(after.byes).filter(|byes| *byes != before.byes),
        why: arguments.why.clone(),
    })
}

fn exchange(pair: &mut Pair, one: &PlayerId, other: &PlayerId) {
    let seats = pair.tables.iter_mut().flat_map(|pairing| [&mut pairing.one, &mut pairing.two]);
    for seat in seats.chain(&mut pair.byes) {
        if seat == one {
            *seat = other.clone();
        } else if seat == other {
            *seat = one.clone();
        }
    }
}
