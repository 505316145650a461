//! The blocks of a page, and the numbers of the rules that they show.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::support::project;

/// How a line of an answer begins.
pub const ANSWER: &str = "→ ";

/// Pages whose rows are no rules: worked examples with tests of their own, and what is said about the texts.
const NO_RULES: [&str; 2] = ["golden.md", "sources.md"];

/// Headings that only gather the rules below them.
const GATHER: [&str; 7] = ["B.1", "B.2", "B.3", "B.5", "E.7", "E.8", "E.10"];

/// A page of the rules.
pub struct Page {
    /// Its file, as errors name it.
    pub name: String,
    /// What it says.
    pub lines: Vec<String>,
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
}

/// A block of words.
pub struct Block {
    /// The first line behind the fence, and the fence that closes it.
    pub from: usize,
    pub to: usize,
    /// The rules that it shows: those that the paragraph above it sets in bold, else that of the heading.
    pub numbers: Vec<String>,
    /// The paragraph above it.
    pub prose: String,
    lines: Vec<String>,
}

impl Block {
    /// Its lines without the answers.
    pub fn said(&self) -> Vec<&str> {
        self.lines.iter().map(String::as_str).filter(|line| !line.starts_with(ANSWER.trim_end())).collect()
    }
}

/// All pages that hold rules.
pub fn pages() -> Vec<Page> {
    let folder = std::fs::read_dir(project().join("docs/rules")).expect("the rules");
    let mut names: Vec<String> =
        folder.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect();
    names.sort();
    names.iter().filter(|name| !NO_RULES.contains(&name.as_str())).map(|name| Page::read(name)).collect()
}

impl Page {
    fn read(name: &str) -> Page {
        let name = format!("docs/rules/{name}");
        let text = std::fs::read_to_string(project().join(&name)).expect("a page");
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (mut blocks, mut heading, mut from) = (Vec::new(), None, None);
        for (at, line) in lines.iter().enumerate() {
            match from {
                None if line == "```adjutant" => from = Some(at + 1),
                None if line.starts_with('#') => heading = number(line.trim_start_matches('#')).or(heading),
                Some(first) if line == "```" => {
                    let prose = prose(&lines[..first - 1]);
                    let mut numbers = bold(&prose);
                    numbers.extend(heading.clone().filter(|_| bold(&prose).is_empty()));
                    blocks.push(Block { from: first, to: at, numbers, prose, lines: lines[first..at].to_vec() });
                    from = None;
                }
                _ => {}
            }
        }
        assert!(from.is_none(), "{name}: a block without an end");
        Page { name, lines, blocks }
    }

    /// Where it lies.
    pub fn path(&self) -> PathBuf {
        project().join(&self.name)
    }

    /// The numbers of its headings and rows.
    pub fn numbers(&self) -> BTreeSet<String> {
        let heads = self.lines.iter().filter_map(|line| {
            line.strip_prefix("| ")
                .or_else(|| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')))
        });
        heads.filter_map(number).filter(|number| !GATHER.contains(&number.as_str())).collect()
    }
}

/// The paragraph that ends here: of a list, a table or a heading nothing.
fn prose(before: &[String]) -> String {
    let before = before.iter().rev().skip_while(|line| line.is_empty());
    let mut lines: Vec<&str> = before.take_while(|line| !line.is_empty()).map(String::as_str).collect();
    lines.reverse();
    let other = ["#", "|", "- ", "```"];
    match lines.first() {
        Some(first) if !other.iter().any(|start| first.starts_with(start)) => lines.join(" "),
        _ => String::new(),
    }
}

/// The numbers that a paragraph sets in bold.
fn bold(text: &str) -> Vec<String> {
    text.split("**").skip(1).step_by(2).flat_map(|bold| bold.split([' ', ','])).filter_map(number).collect()
}

/// The number that a text begins with: `AMB-07`, `B.1.2`, `011-14`, `H-roster`.
fn number(text: &str) -> Option<String> {
    let word = text.trim_start().split([' ', ':', ',']).next()?.trim_matches(['.', ':']);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let kinds = ["A", "AMB", "D", "V", "DC", "DD", "DA", "000", "002", "003", "004", "011"];
    let dashed = word.split_once('-').is_some_and(|(kind, number)| kinds.contains(&kind) && digits(number));
    let dotted = word
        .split_once('.')
        .is_some_and(|(part, numbers)| ["B", "C", "E"].contains(&part) && numbers.split('.').all(digits));
    (dashed || dotted || ["H", "H-roster", "F-T"].contains(&word)).then(|| word.to_owned())
}
