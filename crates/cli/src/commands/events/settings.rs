//! `adjutant event settings ID` and `tie-breaks`.

use adjutant_app::packs::Known;
use adjutant_app::tournaments::begin::vp_max;
use adjutant_app::tournaments::layouts;
use adjutant_app::tournaments::matches::{self, battle_size, check_missions};
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_present::say::event_command;
use adjutant_present::tables::pairings::not_laid;
use adjutant_tournament::command::Settings;
use adjutant_tournament::policy::TieBreak;
use adjutant_tournament::{Name, Reason, SizeId, TableNumber, Tournament, TournamentCommand, TournamentId};

use super::new;
use super::policies::PolicyArguments;
use super::speaking::{Speaker, commit};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `event settings`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event settings gt --rounds 4 --why \"the hall closes at six\"\n          \
    adjutant event settings gt --tie-breaks sos,vp --avoid-club 2 --why \"as the pack says\"\n\n\
    The number of rounds can change until the last round is published. The name, categories and the overall score can change \
    until the end; the method, top tables, who is kept apart and missions count from the next round on; points of a bye change \
    until somebody had one. Everything else can change until round 1 is published. Only what you name changes.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// What people call it from now on
    #[arg(long)]
    name: Option<Name>,
    /// The mission pack of its matches, an id or the pack's folder
    #[arg(long, value_name = "ID|DIR")]
    pack: Option<String>,
    /// Battle size: incursion or strike-force
    #[arg(long)]
    size: Option<SizeId>,
    /// Rounds before any cut
    #[arg(long, value_name = "N")]
    rounds: Option<u16>,
    /// Why
    #[arg(long)]
    why: Reason,
    /// Policies
    #[command(flatten)]
    policies: PolicyArguments,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// Changes what `event new` said.
///
/// # Errors
/// A setting that has taken effect, one that is out of its range, or nothing that changes.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let (pack, pack_hash) = new::pack(arguments.pack.as_deref(), shared)?.unzip();
    let mut settings = Settings {
        name: arguments.name.clone(),
        pack,
        pack_hash,
        size: arguments.size.clone(),
        rounds: arguments.rounds,
        ..Settings::new(arguments.why.clone())
    };
    let before = event.state().policies().clone();
    if let Some(create) = event.state().create.as_deref() {
        let mut policies = arguments.policies.applied_to(&create.policies, shared.clock)?;
        if settings.pack.is_some() {
            let after = settings.applied_to(create);
            (policies.vp_max, policies.matrix) =
                (vp_max(&shared.known, &after), matches::meetings(&shared.known, &after)?);
        }
        settings.policies = Some(policies).filter(|policies| *policies != create.policies);
        let after = settings.applied_to(create);
        battle_size(&shared.known, &after)?;
        check_missions(&shared.known, &after, &after.policies.missions)?;
    }
    let said = format!("settings changed: {}", event_command::settings(Some(&before), &settings));
    event.take(TournamentCommand::Settings(Box::new(settings)), "settings")?;
    remark_missions(event.state(), output);
    remark_layouts(&shared.known, event.state(), event.state().tables.keys().copied(), output)?;
    commit(&mut event, &mut store, &said, output)
}

/// Says which missions are played where both rounds and tables have some.
pub fn remark_missions(state: &Tournament, output: &mut Output) {
    let (policies, laid) = (state.policies(), state.tables.values().filter(|table| table.mission.is_some()).count());
    if laid == 0 || policies.missions.is_empty() {
        return;
    }
    let tables = count(laid, "table has a mission", "tables have missions");
    output.remark(&match policies.table_missions || !state.is_judged() {
        true => format!("{tables}, which go before those of the rounds"),
        false => format!(
            "{tables}, and so have the rounds: those of the rounds are played; --table-missions of `event settings` lets those \
             of the tables go first, `event table … --clear mission` takes them away"
        ),
    });
}

/// Says which layouts the matches of some tables are opened without.
///
/// # Errors
/// As [`layouts::unfit`].
pub fn remark_layouts(
    known: &Known,
    state: &Tournament,
    tables: impl IntoIterator<Item = TableNumber>,
    output: &mut Output,
) -> Result<(), CliError> {
    for unfit in layouts::unfit(known, state, tables)? {
        output.remark(&not_laid(unfit.table, &unfit.layout, &unfit.mission, &unfit.why));
    }
    Ok(())
}

/// Prints every tie-break with what it counts.
///
/// # Errors
/// Standard output that cannot be written.
pub fn tie_breaks(output: &mut Output) -> Outcome {
    if output.json {
        let list = TieBreak::ALL
            .map(|tie_break| serde_json::json!({"tie_break": tie_break.name(), "counts": tie_break.summary()}));
        output.document(&list)?;
        return Ok(Exit::Done);
    }
    let width = TieBreak::ALL.iter().map(|tie_break| tie_break.name().len()).max().unwrap_or_default();
    for tie_break in TieBreak::ALL {
        output.text(&format!("{:width$}  {}", tie_break.name(), tie_break.summary()))?;
    }
    output.text("usual order: path,vp,sos; `adjutant event new ID --tie-breaks LIST` sets another")?;
    Ok(Exit::Done)
}
