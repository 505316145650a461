//! `adjutant match theatre ID` and `adjutant theatre FILE`.

use adjutant_app::Known;
use std::path::{Path, PathBuf};

use adjutant_app::files::{self, shown};
use adjutant_app::names;
use adjutant_app::page;
use adjutant_core::reliance::LAW;
use adjutant_core::sealed::Openings;
use adjutant_present::{Carried, theatre};
use adjutant_replay::matches::logs;

use super::export::whole_log;
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// A replay of so many records should not be larger than that.
const BYTES_WANTED: usize = 1 << 20;

/// Where a replay is written, and what it carries.
#[derive(clap::Args, Debug)]
pub struct Form {
    /// Write it to F, an HTML file
    #[arg(short = 'o', long, value_name = "F")]
    output: PathBuf,
    #[command(flatten)]
    module: Module,
}

/// Which module a file carries.
#[derive(clap::Args, Debug)]
pub struct Module {
    /// Put this module into the file [default: page.wasm beside the program]
    #[arg(long, value_name = "F", conflicts_with = "without_module")]
    module: Option<PathBuf>,
    /// Leave the module out: the file is small, and checks nothing by itself
    #[arg(long)]
    without_module: bool,
}

impl Module {
    /// The module; none where it is to be left out, or where none is at hand, which is told.
    pub fn read(&self, output: &mut Output) -> Result<Option<Vec<u8>>, CliError> {
        if self.without_module {
            return Ok(None);
        }
        let module = page::module(self.module.as_deref())?;
        if module.is_none() {
            output.remark(
                "page.wasm is not beside this program, so the file cannot check itself; --module F names it, and \
                 `.ci/module page` builds it",
            );
        }
        Ok(module)
    }
}

/// Arguments of `match theatre`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match theatre final -o final.html\n\n\
    One file for a browser: it plays the battle record by record, says why of every point, and checks the log inside \
    it. It opens without a network, and shows the end of the battle where no script runs.")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    form: Form,
}

/// Arguments of `theatre`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant theatre final.jsonl -o final.html")]
pub struct FileArguments {
    /// The log of a match; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    form: Form,
}

/// Writes the replay of a match of the database.
///
/// # Errors
/// No such match, a log that the rules do not take, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = arguments.which.to_read(shared, &store)?;
    let log = whole_log(&store, id.as_str())?;
    let names = names::of_log(&store, &log)?;
    written(&shared.known, &format!("match {id}"), (&log, &names), &arguments.form, output)
}

/// Writes the replay of a log in a file, without a database.
///
/// # Errors
/// A log that cannot be read, or a file that cannot be written.
pub fn of_file(arguments: &FileArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let log = files::read_log(&arguments.file)?;
    written(&shared.known, &shown(&arguments.file), (&log, &Openings::default()), &arguments.form, output)
}

fn written(known: &Known, name: &str, log: (&[u8], &Openings), form: &Form, output: &mut Output) -> Outcome {
    html_only(&form.output)?;
    let module = form.module.read(output)?;
    let (page, records) = replay(known, name, log, module.as_deref())?;
    output.write(&form.output, page.as_bytes())?;
    let bytes = page.len();
    if bytes > BYTES_WANTED {
        output.remark(&format!("the file has {} KB; --without-module leaves out what checks it", bytes / 1024));
    }
    let document = serde_json::json!({
        "file": form.output.display().to_string(), "records": records, "bytes": bytes, "module": module.is_some(),
    });
    let checks = if module.is_some() { "checks itself in a browser" } else { "does not check itself" };
    output.told(&document, &format!("{name}: {records} records in {}; it {checks}", shown(&form.output)))?;
    Ok(Exit::Done)
}

/// The file that replays a log with what opens its names, and how many records it shows.
///
/// # Errors
/// A log that the rules do not take, or one of an older law.
pub fn replay(
    known: &Known,
    name: &str,
    (log, names): (&[u8], &Openings),
    module: Option<&[u8]>,
) -> Result<(String, usize), CliError> {
    let chained = logs::read_with(name, log, names)?;
    let game = logs::fold_chained(&known.rulebook(), name, &chained, None)?;
    let records: Vec<_> = chained.into_iter().map(|chained| chained.record).collect();
    let shows = theatre::theatre(&game, &records).ok_or_else(|| {
        CliError::refused(format!("{name} was not opened, or is of an older law than {LAW}, and cannot be replayed"))
            .hint("`adjutant match record ID --by both law` goes on under today's law, where the past stands under it")
    })?;
    let packs = known.named_in(log);
    let page = theatre::html(&shows, Carried { log: Some(log), module, packs: Some(&packs) });
    Ok((page, records.len()))
}

/// Refuses files that are called something other than what is written into them; `-` is standard output.
pub fn html_only(path: &Path) -> Result<(), CliError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    if path == Path::new("-") || matches!(ending.as_deref(), Some("html" | "htm")) {
        return Ok(());
    }
    Err(CliError::usage(format!("{}: it is written as a page for browsers", shown(path)))
        .hint("name a file that ends in .html"))
}
