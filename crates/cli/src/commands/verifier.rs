//! `adjutant verifier`.

use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_app::page;
use adjutant_core::chain::Hash;
use adjutant_present::verifier;

use super::matches::theatre::html_only;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `verifier`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant verifier -o verify.html\n\n\
    One file that checks logs, bundles of events and replays in any browser, and asks nothing of any network. The page \
    shows the hash of the module inside it; compare it with the one that is printed here.")]
pub struct Arguments {
    /// Write it to F, an HTML file
    #[arg(short = 'o', long, value_name = "F")]
    output: PathBuf,
    /// Put this module into the page [default: page.wasm beside the program]
    #[arg(long, value_name = "F")]
    module: Option<PathBuf>,
}

/// Writes the page.
///
/// # Errors
/// No module at hand, or a file that cannot be written.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    html_only(&arguments.output)?;
    let module = page::module(arguments.module.as_deref())?.ok_or_else(none)?;
    let (hash, html) = (Hash::of(&module), verifier::html(&module, &page::engines()));
    output.write(&arguments.output, html.as_bytes())?;
    let document = serde_json::json!({
        "file": arguments.output.display().to_string(), "bytes": html.len(), "module": hash, "expected": page::expected(),
    });
    let known = match page::expected() {
        Some(expected) if expected == hash => ", the one of this release",
        Some(_) => ", not the one of this release",
        None => "",
    };
    output.told(&document, &format!("{}: module {hash}{known}", shown(&arguments.output)))?;
    Ok(Exit::Done)
}

/// There is no module.
pub fn none() -> CliError {
    CliError::refused("page.wasm is not beside this program, and without it a page can judge nothing")
        .hint("name it with --module F; `.ci/module page` builds it, and releases come with it")
}
