//! A part of many logs, so that several machines audit them together without a word to each other.
//!
//! A log belongs to a part by the hash of its first record: copies and forks of one match come into one part, whatever
//! they are called. What only the logs of two parts show together, two matches of one id, is found from the first
//! records of all of them.

use std::str::FromStr;

use adjutant_engine::chain::{Hash, Link, verify_line};

use super::game::audit_lines;
use super::report::LogReport;
use super::source::LogSource;
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
pub struct Parted<S> {
    /// The logs of the part, in their order.
    pub sources: Vec<S>,
    pub(super) others: Vec<Other>,
}

/// The first record of a log that another part audits.
pub(super) struct Other {
    pub before: usize,
    pub id: String,
    pub origin: Hash,
    pub name: String,
}

impl Part {
    /// Whether a log that begins with this record is in the part.
    fn takes(self, origin: Hash) -> bool {
        let mut number = [0; 8];
        number.copy_from_slice(&origin.as_bytes()[..8]);
        u64::from_be_bytes(number) % self.of == self.number - 1
    }

    /// Whether it is the one that tells what belongs to no log.
    pub fn is_first(self) -> bool {
        self.number == 1
    }

    /// The logs of this part. All parts together are all logs, each once.
    pub fn of<S: LogSource>(self, rules: &Rulebook, sources: Vec<S>) -> Parted<S> {
        let mut reader = S::Reader::default();
        let mut parted = Parted { sources: Vec::new(), others: Vec::new() };
        for source in sources {
            let first = source.first(&mut reader).filter(|first| !first.line.is_empty());
            let own = match &first {
                Some(first) => self.takes(origin(&first.line)),
                None => self.is_first(),
            };
            if own {
                parted.sources.push(source);
                continue;
            }
            let whole = first.filter(|first| first.whole);
            let report = whole.map(|first| audit_lines(rules, String::new(), std::iter::once(&first.line[..])));
            if let Some(LogReport { id: Some(id), origin: Some(origin), head: Some(_), .. }) = report {
                let (before, name) = (parted.sources.len(), source.name());
                parted.others.push(Other { before, id, origin, name });
            }
        }
        parted
    }
}

/// The hash of a first record; of one that is broken, the hash of its text.
fn origin(line: &[u8]) -> Hash {
    verify_line(line, Link::START).map_or_else(|_| Hash::of(line), |link| link.hash)
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
