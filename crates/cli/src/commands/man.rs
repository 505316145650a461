//! `adjutant man [VERB…]`.

use adjutant_app::files;
use adjutant_app::files::shown;

use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;

use crate::error::{CliError, ErrorKind, Exit, Outcome};
use crate::output::Output;

/// Arguments of `man`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant man match record | man -l -\n          \
    adjutant man -o ~/.local/share/man/man1")]
pub struct Arguments {
    /// Print the page of this verb, such as `match record` [default: the program's own]
    #[arg(value_name = "VERB")]
    verb: Vec<String>,
    /// Write the pages of the program and of every verb into a folder
    #[arg(long, short, value_name = "DIR", conflicts_with = "verb")]
    output: Option<PathBuf>,
}

/// Prints one manual page of the program, or writes all of them.
///
/// # Errors
/// A verb that there is not, a folder that cannot be written, standard output that cannot be written.
pub fn run(arguments: &Arguments, program: &Command, output: &mut Output) -> Outcome {
    match &arguments.output {
        None => output.exact(&page(find(program, &arguments.verb)?)?)?,
        Some(folder) => {
            files::make_folder(folder)?;
            let mut written = Vec::new();
            for command in family(program) {
                let path = folder.join(format!("{}.1", title(command)));
                files::write(&path, &page(command)?)?;
                written.push(path.display().to_string());
            }
            if output.json {
                output.document(&serde_json::json!({"files": written}))?;
            }
            output.done(&format!("{} pages in {}", written.len(), shown(folder)))?;
        }
    }
    Ok(Exit::Done)
}

/// The verb that these words name.
fn find<'a>(program: &'a Command, words: &[String]) -> Result<&'a Command, CliError> {
    words.iter().try_fold(program, |command, word| {
        command.find_subcommand(word).ok_or_else(|| {
            let accepted: Vec<&str> = verbs(command).map(Command::get_name).collect();
            let hint = match accepted.is_empty() {
                true => format!("`{}` has no verbs below it", title(command).replace('-', " ")),
                false => format!("choose one of {}", accepted.join(", ")),
            };
            CliError::usage(format!("unknown command `{}`", words.join(" "))).hint(hint)
        })
    })
}

/// What a command has below it, without clap's own `help`.
fn verbs(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|below| below.get_name() != "help" && !below.is_hide_set())
}

/// A command and all below it.
fn family(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(verbs(command).flat_map(family)).collect()
}

/// The name of a page: the words with hyphens between them.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

fn page(command: &Command) -> Result<Vec<u8>, CliError> {
    let mut page = Vec::new();
    Man::new(command.clone())
        .source(format!("adjutant {}", env!("CARGO_PKG_VERSION")))
        .render(&mut page)
        .map_err(|error| CliError::new(ErrorKind::Files, format!("the page of {}: {error}", title(command))))?;
    // What stands behind the options of a long help is not an extra section.
    Ok(String::from_utf8_lossy(&page).replace("\n.SH EXTRA\n", "\n.SH DETAILS\n").into_bytes())
}
