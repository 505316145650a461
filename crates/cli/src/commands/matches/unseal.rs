//! `adjutant match unseal ID`.

use adjutant_app::draw;
use adjutant_engine::side::By;

use super::answering::{answer, load};
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `match unseal`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match unseal final\n\n\
    The log of a match that was opened with `--dice sealed` names the hash of its seed only. After the battle this \
    records the seed, and `adjutant audit` draws every die again. Sign after it, so that your signature covers it.")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
}

/// Records the sealed seed of a match, once its battle has ended.
///
/// # Errors
/// No sealed seed, a seed that another machine keeps, or a battle that has not ended.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut recording = load(&store, &arguments.which.to_change(shared, &store)?)?;
    let vault = shared.vault()?;
    let open = recording.game().state().open.clone();
    let open = open.ok_or_else(|| {
        CliError::refused("this match was never opened").hint("`adjutant match new ID --dice sealed` opens one")
    })?;
    let command = draw::unsealing(&open, &vault)?;
    let place = format!("record {}", recording.seq() + 1);
    recording.take(By::Both, command, None).map_err(|error| error.explain(&place, "unseal"))?;
    let appended = recording.commit(&mut store)?;
    answer(&recording, appended, output)?;
    Ok(Exit::Done)
}
