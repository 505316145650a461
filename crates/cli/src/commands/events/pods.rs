//! `adjutant event pods ID`.

use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_tournament::command::Pods;
use adjutant_tournament::pairing::{pods_by_record, schedule};
use adjutant_tournament::{PlayerId, RoundNumber, Tournament, TournamentCommand, TournamentId};

use super::speaking::{Speaker, commit};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Outcome};
use crate::output::Output;
use crate::who::Who;

/// Arguments of `event pods`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event pods gt --size 4\n          \
    adjutant event pods gt --pod anna,bert,carl --pod dora,emil,fritz\n\n\
    From the next round on everybody meets the others of their pod, and match points go on counting. Without --pod, \
    neighbours in the standings share a pod; before round 1, neighbours by rating or lot. Run it again to change the pods \
    until one of their rounds is published. `event standings --by pod` lists them.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// How many players a pod has; where that leaves a pod of two, pods grow [default: what the event says, usually 4]
    #[arg(long, value_name = "N", conflicts_with = "pod")]
    size: Option<u16>,
    /// One pod by hand, its players separated by commas; repeat it for each pod
    #[arg(long, value_name = "PLAYERS")]
    pod: Vec<String>,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Records the pods of the rounds that follow.
///
/// # Errors
/// A round that is not closed, a bracket, a player who is unknown, left out or named twice.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?.told_by(own.speaker.by);
    let state = event.state();
    let pods = if own.pod.is_empty() {
        let size = own.size.unwrap_or_else(|| state.policies().pod_size);
        pods_by_record(state, usize::from(size))
    } else {
        by_hand(&event, &own.pod)?
    };
    event.take(TournamentCommand::Pods(Pods { pods: pods.clone() }), "pods")?;
    let state = event.state();
    let first = state.due();
    if !output.json {
        for (number, pod) in pods.iter().enumerate() {
            let names: Vec<String> = pod.iter().map(|player| state.shown(player)).collect();
            output.text(&format!("pod {}: {}", number + 1, names.join(", ")))?;
        }
    }
    let size = own.size.filter(|size| pods.iter().any(|pod| pod.len() > usize::from(*size)));
    if let Some(size) = size {
        let players = count(pods.iter().map(Vec::len).sum(), "player makes", "players make");
        let sizes = pods.iter().map(|pod| pod.len().to_string()).collect::<Vec<_>>().join(", ");
        output.remark(&format!("{players} pods of {sizes}: pods of {size} would leave one with fewer than 3"));
    }
    let again = met(state, &pods);
    if !again.is_empty() {
        let games = count(again.len(), "game of the pods is a rematch", "games of the pods are rematches");
        let more = again.len().checked_sub(NAMED).filter(|more| *more > 0);
        let more = more.map_or_else(String::new, |more| format!(" and {more} more"));
        let named = again.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        output.remark(&format!("{games}: {named}{more}"));
    }
    let planned = state.create.as_ref().map_or(0, |create| create.rounds);
    if let Some((rounds, _)) = schedule(state) {
        let last = first.0 - 1 + rounds;
        if last > planned {
            let needed = count(rounds.into(), "round", "rounds");
            output.remark(&format!(
                "the pods need {needed}, the event ends after round {planned}: `adjutant event settings {} --rounds \
                 {last} --why …` adds them",
                event.id()
            ));
        }
    }
    let said = format!("{} from round {first} on", count(pods.len(), "pod", "pods"));
    commit(&mut event, &mut store, &said, output)
}

/// So many rematches are named.
const NAMED: usize = 6;

fn by_hand(event: &TournamentRecording, pods: &[String]) -> Result<Vec<Vec<PlayerId>>, CliError> {
    let player = |text: &str| Who::from(text.trim().to_owned()).find(event.id(), event.state());
    pods.iter().map(|pod| pod.split(',').map(player).collect()).collect()
}

/// Who has met and shares a pod now.
fn met(state: &Tournament, pods: &[Vec<PlayerId>]) -> Vec<String> {
    let pod = |player: &PlayerId| pods.iter().position(|pod| pod.contains(player));
    let rounds = (1..=state.published()).filter_map(|round| state.round(RoundNumber(round)));
    let games = rounds.flat_map(|round| &round.pair.tables);
    let again = games.filter(|game| pod(&game.one).is_some() && pod(&game.one) == pod(&game.two));
    again.map(|game| format!("{} – {}", state.shown(&game.one), state.shown(&game.two))).collect()
}
