//! `docs/rules` runs: each block of words there is played, and what it gives or why it is refused stands below each line.
//!
//! `ADJUTANT_BLESS=1` writes the answers anew; whoever does so reads every one against the sentence above it.

pub mod blocks;
mod shown;
pub mod stage;

use std::collections::BTreeSet;

use blocks::{Block, Page};

use crate::support::project;

/// Numbers whose rule no block shows yet.
const WITHOUT: &str = "tests/rules_without_blocks.txt";

/// Plays every block; the page as it should stand.
fn fresh(page: &Page) -> (String, Vec<String>) {
    let (mut lines, mut faults) = (Vec::new(), Vec::new());
    let mut rest = page.blocks.iter().peekable();
    for (at, line) in page.lines.iter().enumerate() {
        match rest.peek() {
            Some(block) if (block.from..block.to).contains(&at) => {}
            Some(block) if at == block.to => {
                let stands = &page.lines[block.from..block.to];
                let told = std::panic::catch_unwind(|| stage::played(&block.said())).unwrap_or_else(|_| {
                    faults.push(format!("{}:{}: the block cannot be played", page.name, block.from));
                    stands.to_vec()
                });
                if told != stands {
                    faults.push(difference(page, block, &told));
                }
                lines.extend(told);
                lines.push(line.clone());
                rest.next();
            }
            _ => lines.push(line.clone()),
        }
    }
    (lines.join("\n") + "\n", faults)
}

fn difference(page: &Page, block: &Block, told: &[String]) -> String {
    let stands = &page.lines[block.from..block.to];
    let other =
        told.iter().zip(stands).position(|(told, stands)| told != stands).unwrap_or(told.len().min(stands.len()));
    let of = |lines: &[String]| lines.get(other).cloned().unwrap_or_else(|| "(the end)".into());
    format!("{}:{}: it says `{}`, the program `{}`", page.name, block.from + other + 1, of(stands), of(told))
}

#[test]
fn every_block_of_the_rules_gives_what_it_says() {
    let (mut faults, mut count) = (Vec::new(), 0);
    for page in blocks::pages() {
        let (text, wrong) = fresh(&page);
        if !wrong.is_empty() && std::env::var_os("ADJUTANT_BLESS").is_some() {
            std::fs::write(page.path(), text).expect("written");
        }
        faults.extend(wrong);
        count += page.blocks.len();
    }
    assert!(count > 100, "{count} blocks");
    assert!(faults.is_empty(), "ADJUTANT_BLESS=1 writes what the program says:\n{}", faults.join("\n"));
}

/// A rule that nobody shows is listed, so that it is not forgotten; the list only gets shorter.
#[test]
fn rules_without_a_block_are_listed_and_grow_fewer() {
    let (mut all, mut shown) = (BTreeSet::new(), BTreeSet::new());
    for page in blocks::pages() {
        all.extend(page.numbers());
        shown.extend(page.blocks.iter().flat_map(|block| block.numbers.clone()));
    }
    let strangers: Vec<_> = shown.difference(&all).collect();
    assert!(strangers.is_empty(), "blocks of numbers that no rule has: {strangers:?}");
    let text = std::fs::read_to_string(project().join(WITHOUT)).unwrap_or_default();
    let listed: BTreeSet<String> = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    let missing: BTreeSet<String> = all.difference(&shown).cloned().collect();
    println!("{} of {} rules have a block", all.len() - missing.len(), all.len());
    if std::env::var_os("ADJUTANT_BLESS").is_some() && missing.is_subset(&listed) {
        let head: String = text.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        let rows: String = missing.iter().map(|number| format!("{number}\n")).collect();
        std::fs::write(project().join(WITHOUT), head + &rows).expect("written");
    }
    let new: Vec<_> = missing.difference(&listed).collect();
    assert!(new.is_empty(), "rules without a block; write one below the rule: {new:?}");
    let done: Vec<_> = listed.difference(&missing).collect();
    assert!(done.is_empty(), "take these off {WITHOUT}, they have a block or are gone: {done:?}");
}

/// A block that nobody introduces explains nothing.
#[test]
fn every_block_stands_behind_a_sentence() {
    let mute = blocks::pages().into_iter().flat_map(|page| {
        let of = |block: &Block| block.prose.is_empty().then(|| format!("{}:{}", page.name, block.from));
        page.blocks.iter().filter_map(of).collect::<Vec<_>>()
    });
    assert_eq!(mute.collect::<Vec<_>>(), Vec::<String>::new());
}
