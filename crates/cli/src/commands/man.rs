//! `adjutant man [VERB…]`.

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::error::{CliError, ErrorKind, Exit};
use crate::files::shown;
use crate::output::Output;
use crate::{Outcome, files};

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

/// Prints one manual page, or writes all of them. On a terminal the page is text to read; anywhere else it is what
/// `man -l -` takes.
///
/// # Errors
/// A verb that there is not, a folder that cannot be written, standard output that cannot be written.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let mut program = super::Arguments::command();
    program.build();
    match &arguments.output {
        None => {
            let command = find(&program, &arguments.verb)?;
            let page = if std::io::stdout().is_terminal() { readable(command) } else { page(command)? };
            output.exact(&page)?;
        }
        Some(folder) => {
            files::make_folder(folder)?;
            let mut written = Vec::new();
            for command in family(&program) {
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
    command.get_subcommands().filter(|below| below.get_name() != "help")
}

/// A command and all below it.
fn family(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(verbs(command).flat_map(family)).collect()
}

/// The name of a page: the words with hyphens between them.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The page as a person reads it.
fn readable(command: &Command) -> Vec<u8> {
    command.clone().render_long_help().to_string().into_bytes()
}

/// The page as `man` reads it. What stands below the options keeps its lines: it holds tables and examples.
fn page(command: &Command) -> Result<Vec<u8>, CliError> {
    let name = title(command).to_owned();
    let mut page = Vec::new();
    let more = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let man = Man::new(command.clone());
    let rendered = man
        .render_title(&mut page)
        .and_then(|()| man.render_name_section(&mut page))
        .and_then(|()| man.render_synopsis_section(&mut page))
        .and_then(|()| man.render_description_section(&mut page))
        .and_then(|()| man.render_options_section(&mut page))
        .and_then(
            |()| if verbs(command).next().is_some() { man.render_subcommands_section(&mut page) } else { Ok(()) },
        );
    rendered.map_err(|error| CliError::new(ErrorKind::Files, format!("the page of {name}: {error}")))?;
    if let Some(more) = more {
        page.extend_from_slice(b".SH NOTES\n.nf\n");
        for line in more.lines() {
            // A line of its own that begins with a dot or an apostrophe would be a request.
            let plain = line.replace('\\', "\\e").replace('-', "\\-");
            let escaped = if plain.starts_with(['.', '\'']) { format!("\\&{plain}\n") } else { format!("{plain}\n") };
            page.extend_from_slice(escaped.as_bytes());
        }
        page.extend_from_slice(b".fi\n");
    }
    Ok(page)
}
