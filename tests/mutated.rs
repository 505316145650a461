//! Bytes changed at random: the properties of the fuzz targets, for a short time and from a fixed seed.
//!
//! `ADJUTANT_MUTATIONS` sets how many changed inputs each reader gets (default 300).

use std::path::PathBuf;

use crate::support::{World, project};

#[path = "../crates/engine/fuzz/properties.rs"]
mod properties;

/// A small generator (splitmix64), so that a failure can be repeated from its number.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        const LIKELY: &[u8] = b"\"{}[],:\\0123456789-.eE \n\t<>&;@#/x\x00\x80\xff";
        LIKELY[self.below(LIKELY.len())]
    }
}

/// A few changes: bytes replaced, put in, taken out, doubled, or the end cut off.
fn changed(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len());
        let end = (at + 1 + dice.below(40)).min(bytes.len());
        match dice.below(6) {
            0 if at < bytes.len() => bytes[at] = dice.byte(),
            1 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            2 => bytes.insert(at, dice.byte()),
            3 if at < end => drop(bytes.drain(at..end)),
            4 if at < end => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = project().join("crates/engine/fuzz/corpus").join(target);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn hold(seeds: &[Vec<u8>], property: fn(&[u8])) {
    let count: u64 = std::env::var("ADJUTANT_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    seeds.iter().for_each(|seed| property(seed));
    for number in 0..count {
        let mut dice = Dice(number);
        let bytes = changed(&seeds[dice.below(seeds.len())], &mut dice);
        let held = std::panic::catch_unwind(|| property(&bytes));
        assert!(held.is_ok(), "input {number}: {:?}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn logs_of_any_bytes_are_audited() {
    let mut seeds = corpus("log");
    seeds.push(World::with_match().exported().into_bytes());
    hold(&seeds, properties::log);
}

#[test]
fn bare_records_of_any_bytes_are_taken_or_refused() {
    hold(&corpus("bare"), properties::bare);
}

#[test]
fn packs_of_any_bytes_are_taken_or_refused() {
    hold(&corpus("pack"), properties::pack);
}

#[test]
fn rosters_of_any_bytes_are_taken_or_refused() {
    hold(&corpus("roster"), properties::roster);
}

#[test]
fn shorthand_of_any_bytes_is_taken_or_refused() {
    hold(&corpus("shorthand"), properties::shorthand);
}

#[test]
fn tournament_reports_of_any_bytes_are_taken_or_refused() {
    hold(&corpus("trf"), properties::trf);
}

#[test]
fn lists_of_players_of_any_bytes_are_taken_or_refused() {
    hold(&corpus("players"), properties::players);
}

#[test]
fn commands_of_a_tournament_of_any_bytes_are_taken_or_refused() {
    hold(&corpus("event"), properties::event);
}

#[test]
fn dice_of_attacks_of_any_bytes_are_judged() {
    hold(&corpus("attack"), properties::attack);
}
