//! A part of many logs, so that several machines audit them together without a word to each other.
//!
//! A log belongs to a part by the hash of its first record, or in an archive by the place of the first log that begins so:
//! copies and forks of one match come into one part, whatever they are called, and a part reads a stretch of an archive. What only the logs of two parts show together, two matches of one id, is found from the first
//! records of all of them.

use std::str::FromStr;

use adjutant_engine::chain::{Hash, Link, verify_line};

use super::game::audit_lines;
use super::source::{Kept, LogSource, Logs};
use crate::rulebook::Rulebook;

/// One part of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u64,
    of: u64,
}

impl FromStr for Part {
    type Err = &'static str;

    /// Reads `k/n`, with `k` from 1 to `n`.
    ///
    /// ```
    /// use adjutant_replay::audit::Part;
    /// assert!("2/8".parse::<Part>().is_ok());
    /// assert!("0/8".parse::<Part>().is_err() && "9/8".parse::<Part>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Part, Self::Err> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
            _ => Err("write k/n, such as 1/8 for the first of eight parts"),
        }
    }
}

/// The logs of a part, and what the audit must know of the others.
pub struct Parted {
    /// The numbers of the logs of the part, in their order.
    pub own: Vec<u32>,
    /// Of the others that may have an id: their numbers, and what stands for the id.
    pub(super) others: Vec<(u32, u64)>,
}

impl Part {
    /// Whether a log that begins with this record is in the part.
    fn takes(self, origin: Hash) -> bool {
        number(origin) % self.of == self.number - 1
    }

    /// Whether a log that stands so far along so much is in the part.
    fn takes_share(self, (at, of): (u64, u64)) -> bool {
        u128::from(at) * u128::from(self.of) / u128::from(of.max(at + 1)) == u128::from(self.number - 1)
    }

    /// Whether it is the one that tells what belongs to no log.
    pub fn is_first(self) -> bool {
        self.number == 1
    }

    /// The logs of this part. All parts together are all logs, each once.
    pub fn of<L: Logs + ?Sized>(self, rules: &Rulebook, logs: &L) -> Parted {
        let mut reader = <L::Source as LogSource>::Reader::default();
        let mut parted = Parted { own: Vec::new(), others: Vec::new() };
        for (source, at) in (0..logs.count()).filter_map(|at| Some((logs.get(at)?, u32::try_from(at).ok()?))) {
            let kept = source.kept(&mut reader);
            let first = match &kept {
                Some(_) => None,
                None => source.first(&mut reader).filter(|first| !first.line.is_empty()),
            };
            let own = match (&kept, &first) {
                (Some(kept), _) => self.takes_share(kept.share),
                (None, Some(first)) => self.takes(origin(&first.line)),
                (None, None) => self.is_first(),
            };
            if own {
                parted.own.push(at);
                continue;
            }
            let begins = kept
                .and_then(Beginning::kept)
                .or_else(|| Beginning::told(rules, &first.filter(|first| first.whole)?.line));
            parted.others.extend(begins.map(|begins| (at, number(Hash::of(begins.id.as_bytes())))));
        }
        parted
    }
}

/// What the log of a match is called by: its id, and the hash of its first record.
pub(super) struct Beginning {
    pub id: String,
    pub origin: Hash,
}

impl Beginning {
    /// How a log begins; none where that is no match, or cannot be read.
    pub fn of<S: LogSource>(rules: &Rulebook, source: &S, reader: &mut S::Reader) -> Option<Beginning> {
        Beginning::told(rules, &source.first(reader)?.line)
    }

    fn kept(kept: Kept) -> Option<Beginning> {
        Some(Beginning { id: kept.id?, origin: kept.origin })
    }

    fn told(rules: &Rulebook, line: &[u8]) -> Option<Beginning> {
        let report = audit_lines(rules, String::new(), std::iter::once(line));
        report.head.and(Some(Beginning { id: report.id?, origin: report.origin? }))
    }
}

/// The hash of a first record; of one that is broken, the hash of its text.
fn origin(line: &[u8]) -> Hash {
    verify_line(line, Link::START).map_or_else(|_| Hash::of(line), |link| link.hash)
}

/// The first bytes of a hash.
pub(super) fn number(hash: Hash) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_be_bytes(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_origin_is_in_one_part() {
        for of in [1, 2, 3, 7, 64] {
            for seed in 0..200_u32 {
                let origin = Hash::of(&seed.to_le_bytes());
                let parts = (1..=of).filter(|number| Part { number: *number, of }.takes(origin));
                assert_eq!(parts.count(), 1);
            }
        }
        for wrong in ["", "1", "1/", "/2", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
