//! What verbs that correct share: what becomes of a bracket, a look before anything is recorded, what the correction
//! touches.

use std::time::Duration;

use adjutant_app::App;
use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::consequences::{Pairings, consequences};
use adjutant_app::tournaments::correct::Rest;
use adjutant_app::tournaments::matches;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_present::say;
use adjutant_tournament::command::Pairing;
use adjutant_tournament::policy::Method;
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::touched::{Touched, since, touched};
use adjutant_tournament::{RoundNumber, Tournament, TournamentCommand};

use crate::error::{Exit, Outcome};
use crate::output::Output;

/// How long later rounds are paired again for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a correction is told beside what it corrects.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Correcting {
    /// Games of a bracket that rest on it: reset (they are played again) or keep (they stay as played)
    #[arg(long, value_name = "WHAT", value_parser = rest)]
    later: Option<Rest>,
    /// Show what it would touch and record nothing
    #[arg(long)]
    preview: bool,
    /// List every pairing that would have been different
    #[arg(long)]
    list: bool,
}

fn rest(word: &str) -> Result<Rest, String> {
    Rest::of(word).ok_or_else(|| "say reset or keep".to_owned())
}

impl Correcting {
    /// Records what corrects something, unless it is only looked at, and names what it touches; `said` tells what was done.
    ///
    /// # Errors
    /// The refusal of the rules, which names the games of a bracket where nothing is said of them.
    pub fn record(
        self,
        (event, store, vault): (&mut TournamentRecording, &mut App, &Vault),
        commands: Vec<(TournamentCommand, String)>,
        said: impl FnOnce(&Tournament) -> String,
        output: &mut Output,
    ) -> Outcome {
        let (known, then) = (event.log().records().len() as u64, event.state().clone());
        let from = commands.iter().filter_map(|(command, _)| since(event.log(), command)).min();
        let mut open = None;
        for (command, words) in commands {
            open = event.correct(command, &words, self.later)?.or(open);
        }
        let written = event.log().records().len() as u64 - known;
        if let Some(round) = open.filter(|_| !self.preview) {
            matches::open(store, vault, event, round)?;
        }
        // Recorded first: what it would have changed may take long to compute, and other desks go on meanwhile.
        let head = if self.preview { None } else { Some(event.commit(store)?.head) };
        let last = head.as_ref().map_or(known + written, |head| head.seq);
        // Another desk may have written in between.
        let then = if last == known + written { then } else { event.log().state_at(last - written) };
        let said = format!("{}: {}", event.id(), said(event.state()));
        if !output.json {
            let preview = if self.preview { "would be recorded: " } else { "" };
            output.done(&format!("{preview}{said}"))?;
        }
        let progress = output.patience(1, "pairing later rounds again");
        let told = |done, all| progress.at_of(done, all);
        let pairings = from.map(|from| consequences(event.log(), &then, last, from, PATIENCE, told));
        progress.finish();
        let (pairings, touches) = (pairings.unwrap_or_default(), touched(event.log(), &then, last - written + 1));
        if output.json {
            output.document(&serde_json::json!({
                "event": event.id(), "preview": self.preview, "recorded": if self.preview { 0 } else { written },
                "seq": head.as_ref().map(|head| head.seq), "head": head.as_ref().map(|head| head.hash.to_string()),
                "would_have_changed": pairings.changed, "not_looked_at": pairings.not_looked_at,
                "outdated_draft": touches.draft, "touched": touches,
            }))?;
            return Ok(Exit::Done);
        }
        self.tell(event, &pairings, &touches, from, output)
    }

    fn tell(
        self,
        event: &TournamentRecording,
        pairings: &Pairings,
        touches: &Touched,
        from: Option<RoundNumber>,
        output: &mut Output,
    ) -> Outcome {
        let (state, id) = (event.state(), event.id());
        let later = |round: &&Round| from.is_some_and(|from| round.pair.round > from);
        if let Some(round) = state.rounds.iter().filter(later).find(|known| by_hand(known)) {
            let number = round.pair.round;
            output
                .remark(&format!("round {number} was paired or changed by hand: its alternatives weren't recomputed"));
        }
        tell_changes(state, pairings, self.list, output)?;
        say::touched(state, touches).iter().try_for_each(|line| output.done(line))?;
        match say::not_looked_at(&pairings.not_looked_at) {
            Some(words) => output.done(&format!("{words} (`adjutant event check {id}`)"))?,
            None if pairings.changed.is_empty() && touches.is_empty() && from.is_some() => {
                output.done("no published pairing would have been different")?;
            }
            None => {}
        }
        let cut = state.cut.as_ref().filter(|(_, after)| !state.has_seen(after.next()) && !touches.seeds.is_empty());
        if let Some((cut, _)) = cut {
            let top = cut.players.len();
            output.done(&format!("`adjutant event cut {id} --top {top} --again --why …` cuts anew"))?;
        }
        if let Some(round) = touches.draft {
            output.done(&format!(
                "round {round} is a draft from before this: `adjutant event pair {id}` pairs it again"
            ))?;
        }
        Ok(Exit::Done)
    }
}

/// Whether no search made a round what it is.
fn by_hand(round: &Round) -> bool {
    round.stage != Stage::Draft && (round.repaired || round.pair.method == Method::Manual)
}

fn tell_changes(state: &Tournament, pairings: &Pairings, list: bool, output: &mut Output) -> Outcome {
    for change in &pairings.changed {
        let more = if list { "" } else { " (--list names them)" };
        output.done(&format!("{}{more}", say::stays(state, change)))?;
        if list {
            let names = |tables: &[Pairing]| {
                let game = |table: &Pairing| format!("{} – {}", state.shown(&table.one), state.shown(&table.two));
                tables.iter().map(game).collect::<Vec<_>>().join(", ")
            };
            output.done(&format!("  published: {}", names(&change.recorded)))?;
            output.done(&format!("  instead: {}", names(&change.computed)))?;
        }
    }
    Ok(Exit::Done)
}
