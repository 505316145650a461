//! The README and the pages of the guide can be typed: every console block runs in a folder that is thrown away, and what
//! it prints is what the page says. `ADJUTANT_BLESS=1` writes into the pages what is printed now.
//!
//! A hash may stand shortened (`2f2d1d41…`), and a line that is `…` alone stands for any number of lines.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{World, project};

/// When the pages happen.
const EVENING: &str = "2026-11-23T19:00:00Z";
/// Folders of the guide whose pages are typed.
const TYPED: [&str; 5] = ["docs/start", "docs/concepts", "docs/operating", "docs/packs", "docs/programmers"];
/// So many digits of a hash are shown.
const SHOWN: usize = 8;

/// A command of a page, and the lines below it.
#[derive(Debug)]
struct Step {
    command: String,
    printed: Vec<String>,
    /// The lines of the page that hold what is printed.
    lines: std::ops::Range<usize>,
}

/// The commands of the console blocks of a page.
fn steps(page: &str) -> Vec<Step> {
    let (mut steps, mut block, mut open) = (Vec::<Step>::new(), false, false);
    for (at, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            (block, open) = (line == "```console", false);
        } else if block && open {
            let step = steps.last_mut().expect("a command goes on");
            step.command += &format!("\n{line}");
            (step.lines, open) = (at + 1..at + 1, line.ends_with('\\'));
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| block) {
            steps.push(Step { command: command.to_owned(), printed: Vec::new(), lines: at + 1..at + 1 });
            open = command.ends_with('\\');
        } else if block {
            let step = steps.last_mut().expect("a block begins with a command");
            step.printed.push(line.to_owned());
            step.lines.end = at + 1;
        }
    }
    steps
}

/// A line for a shell that finds the program, in the folder of a world.
pub fn shell(world: &World, line: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1\n{line}")]).env_clear().current_dir(world.path(""));
    shell.env("PATH", format!("{}:{path}", program.display())).env("HOME", world.path(""));
    shell.env("ADJUTANT_DATA", "data").env("ADJUTANT_CLOCK", EVENING).env("COLUMNS", "100");
    shell.stdin(std::process::Stdio::null());
    shell
}

/// What a command prints, as a page shows it: hashes shortened, no folder of this machine.
pub fn typed(world: &World, command: &str) -> Vec<String> {
    let output = shell(world, command).output().expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let text = text.replace(&format!("{}/", world.path("").display().to_string().trim_end_matches('/')), "");
    text.lines().map(|line| shortened(line.trim_end())).collect()
}

/// A line with every hash cut to its first digits.
pub fn shortened(line: &str) -> String {
    let (mut text, mut word) = (String::new(), String::new());
    for c in line.chars().chain(['\0']) {
        if c.is_ascii_hexdigit() {
            word.push(c);
            continue;
        }
        if word.len() >= 32 && word.chars().any(|c| c.is_ascii_digit()) {
            word.truncate(SHOWN);
            word.push('…');
        }
        text += &std::mem::take(&mut word);
        text.extend(Some(c).filter(|c| *c != '\0'));
    }
    text
}

/// A line without the hashes that it shows the beginning of.
fn unhashed(line: &str) -> String {
    let mut words = line.split('…');
    let mut text = words.next().unwrap_or_default().to_owned();
    for next in words {
        let digits = text.chars().rev().take_while(char::is_ascii_hexdigit).count();
        if (4..=2 * SHOWN).contains(&digits) {
            text.truncate(text.len() - digits);
            text.push('#');
        }
        text.push('…');
        text += next;
    }
    text
}

/// Whether lines are those of a page, where `…` alone stands for any of them.
fn fits(page: &[String], printed: &[String]) -> bool {
    match page {
        [] => printed.is_empty(),
        [any, rest @ ..] if any == "…" => (0..=printed.len()).any(|at| fits(rest, &printed[at..])),
        [line, rest @ ..] => {
            printed.first().is_some_and(|first| unhashed(line) == unhashed(first)) && fits(rest, &printed[1..])
        }
    }
}

/// Types a page; gives it with what is printed now, and what differs.
fn tried(page: &str) -> (String, Vec<String>) {
    let world = World::new();
    let (mut lines, mut faults) = (page.lines().map(str::to_owned).collect::<Vec<_>>(), Vec::new());
    let mut changed = Vec::new();
    for step in steps(page) {
        let printed = typed(&world, &step.command);
        if !fits(&step.printed, &printed) {
            let (says, prints) = (step.printed.join("\n  "), printed.join("\n  "));
            faults.push(format!("$ {}\n the page says\n  {says}\n it prints\n  {prints}", step.command));
            changed.push((step.lines, printed));
        }
    }
    for (range, printed) in changed.into_iter().rev() {
        lines.splice(range, printed);
    }
    (lines.join("\n") + "\n", faults)
}

/// The pages below a folder, by name.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(project().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

#[track_caller]
fn can_be_typed(path: &Path) -> usize {
    let page = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (now, faults) = tried(&page);
    if !faults.is_empty() && std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(path, now).unwrap();
    } else {
        assert!(faults.is_empty(), "{}:\n{}", path.display(), faults.join("\n\n"));
    }
    steps(&page).len()
}

#[test]
fn the_readme_can_be_typed() {
    let typed = can_be_typed(&project().join("README.md"));
    assert!(typed >= 4, "{typed} commands");
    let readme = std::fs::read_to_string(project().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150, "{} lines", readme.lines().count());
    for command in ["cargo run --release -- demo", "cargo test --workspace"] {
        assert!(readme.contains(&format!("\n{command}")), "{command} is gone");
    }
}

#[test]
fn every_page_of_the_guide_can_be_typed() {
    let mut typed = 0;
    for page in TYPED.iter().flat_map(|folder| pages(folder)) {
        typed += can_be_typed(&page);
    }
    assert!(typed > 60, "{typed} commands");
}

/// The table of contents names every page, and every link of a page leads somewhere.
#[test]
fn every_page_is_listed_and_every_link_leads_somewhere() {
    let summary = std::fs::read_to_string(project().join("docs/SUMMARY.md")).unwrap();
    for folder in TYPED.iter().chain(&["docs", "docs/reference", "docs/rules"]) {
        for page in pages(folder).iter().filter(|page| !page.ends_with("SUMMARY.md")) {
            let path = page.strip_prefix(project().join("docs")).unwrap().display().to_string();
            assert!(summary.contains(&format!("]({path})")), "docs/SUMMARY.md does not name {path}");
        }
    }
    let mut broken = Vec::new();
    let folders = TYPED.iter().chain(&["docs", "docs/reference", "."]);
    for page in folders.flat_map(|folder| pages(folder)) {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let file = link.split('#').next().unwrap_or_default();
            if !file.is_empty() && !page.parent().unwrap().join(file).exists() {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Where the links and pictures of a page lead, but those into the web.
fn links(text: &str) -> Vec<&str> {
    let marked = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let set = text.split("src=\"").chain(text.split("srcset=\"")).skip(1).filter_map(|rest| rest.split('"').next());
    let pictures = set.filter(|link| link.ends_with(".svg"));
    marked.chain(pictures).filter(|link| !link.contains("://") && !link.contains(' ')).collect()
}

#[test]
fn what_a_page_leaves_out_fits_and_what_it_changes_does_not() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(fits(&lines("a\n…\nd"), &lines("a\nb\nc\nd")));
    assert!(fits(&lines("head 12ab34cd…"), &lines("head 99887766…")));
    assert!(!fits(&lines("a\n…\nd"), &lines("a\nb\nc")));
    assert!(!fits(&lines("5 points"), &lines("6 points")));
    let page = "text\n```console\n$ one \\\n  two\nsaid\n$ three\n```\n```sh\n$ not this\n```\n";
    let found: Vec<(String, usize)> = steps(page).into_iter().map(|step| (step.command, step.printed.len())).collect();
    assert_eq!(found, [("one \\\n  two".to_owned(), 1), ("three".to_owned(), 0)]);
}
