//! Lists that a league has shown, computed anew from the logs that it pins; and proofs that a log is in its tree.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;
use adjutant_league::list::{List, ListRow};
use adjutant_league::note::{Checkpoint, is_proof};
use adjutant_league::season::{carried, season};
use adjutant_league::source::{origin, up_to};
use adjutant_league::{LeagueLog, Library, Shown, proof};

use super::reading::{read, source};
use crate::audit::{Trust, is_league};
use crate::error::Error;
use crate::rulebook::Rulebook;

/// What became of checking a list.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It follows from the logs.
    Good {
        /// How many logs it rests on.
        logs: usize,
    },
    /// It does not.
    Differs {
        /// The first line that differs, in a sentence.
        first: String,
    },
}

/// Logs at hand by their first record; of two copies the longer one.
///
/// ```
/// use adjutant_replay::leagues::Held;
/// assert!(Held::of([b"no log".to_vec()]).is_empty());
/// ```
#[derive(Debug, Default)]
pub struct Held {
    logs: BTreeMap<Hash, Vec<u8>>,
}

impl Held {
    /// Keeps those of these logs that have a first record.
    pub fn of(logs: impl IntoIterator<Item = Vec<u8>>) -> Held {
        let mut held = Held::default();
        for bytes in logs {
            // Of two copies the longer one holds the other, or what is pinned says which is missing.
            let Some(origin) = origin(&bytes) else { continue };
            if held.logs.get(&origin).is_none_or(|known| known.len() < bytes.len()) {
                held.logs.insert(origin, bytes);
            }
        }
        held
    }

    /// Whether none is at hand.
    pub fn is_empty(&self) -> bool {
        self.logs.is_empty()
    }

    /// What a league's pins mean, and the first pinned log that is changed or not here.
    fn library(&self, rules: &Rulebook, log: &LeagueLog) -> Result<Result<Library, String>, Error> {
        let mut library = Library::default();
        for (origin, pinned) in log.state().counted() {
            let head = pinned.pin.head;
            let named = || origin.to_string();
            let Some(bytes) = self.logs.get(origin) else {
                return Ok(Err(format!("the pinned log {} is not among the logs", named())));
            };
            let Some(part) = up_to(bytes, Some(head)) else {
                return Ok(Err(format!("the log {} does not hold the pinned record {head}: it was changed", named())));
            };
            match source(rules, &named(), part) {
                Ok(source) if source.head() == Some(head) && source.origin() == Some(*origin) => library.add(source),
                Ok(_) => return Ok(Err(format!("the log {} was changed: its chain does not lead to {head}", named()))),
                Err(error) => return Ok(Err(format!("the log {} was changed: {error}", named()))),
            }
        }
        if let Some(create) = &log.state().create
            && let Some(after) = &create.after
        {
            let earlier = self.logs.get(&after.origin).filter(|bytes| is_league(bytes));
            let earlier = earlier.and_then(|bytes| up_to(bytes, Some(after.head)));
            let Some(bytes) = earlier else {
                return Ok(Err(format!("the log of the season before, {}, is not among the logs", after.origin)));
            };
            let before = read("the season before", bytes)?;
            let held = match self.library(rules, &before)? {
                Ok(held) => held,
                Err(why) => return Ok(Err(why)),
            };
            let Some(rules) = before.state().create.clone() else { return Ok(Ok(library)) };
            if let Ok(season) = season(before.state(), &held, None) {
                library.before = Some(carried(&season, &rules.rating.system(), create.from));
            }
        }
        Ok(Ok(library))
    }
}

/// Whether a list of a league follows from the logs that it pins: everything is computed anew, as it stood when the list was
/// shown.
///
/// # Errors
/// The log of the season before, where it breaks its chain.
pub fn checked(rules: &Rulebook, log: &LeagueLog, held: &Held, shown: &Shown, bytes: &[u8]) -> Result<Verdict, Error> {
    let differs = |first: String| Ok(Verdict::Differs { first });
    let before = usize::try_from(shown.seq).ok().and_then(|seq| log.records().get(seq.checked_sub(2)?));
    let Some(then) = before.and_then(|record| log.up_to(record.hash)) else {
        return differs(format!("record {} shows a list of a league that has no record before it", shown.seq));
    };
    let (logs, root) = (then.leaves().len() as u64, proof::root(then.leaves()));
    if (shown.publish.logs, shown.publish.root) != (logs, root) {
        return differs(format!("record {} names another tree of logs than the chain holds", shown.seq));
    }
    let library = match held.library(rules, &then)? {
        Ok(library) => library,
        Err(why) => return differs(why),
    };
    let season = match season(then.state(), &library, None) {
        Ok(season) => season,
        Err(missing) => return differs(format!("{} pinned logs are not among the logs", missing.len())),
    };
    let due = List::of(then.state(), &season, shown.publish.list, None);
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if Hash::of(text) != shown.publish.hash {
        return differs(match List::read(text) {
            Ok(found) => {
                first_difference(&found, &due).unwrap_or_else(|| "the file is not in canonical form".to_owned())
            }
            Err(error) => format!("the file is no list: {error}"),
        });
    }
    if due.hash() == shown.publish.hash {
        return Ok(Verdict::Good { logs: library_size(&then) });
    }
    let first = List::read(text).ok().and_then(|found| first_difference(&found, &due));
    differs(first.unwrap_or_else(|| "another list follows from the logs".to_owned()))
}

fn library_size(log: &LeagueLog) -> usize {
    log.state().counted().count()
}

/// The first line of a list that is another one in the list that is due.
fn first_difference(found: &List, due: &List) -> Option<String> {
    if (found.league, found.list, &found.logs) != (due.league, due.list, &due.logs) {
        return Some("it rests on other logs than those that are pinned".to_owned());
    }
    let rows = found.members.len().max(due.members.len());
    let line = |row: Option<&ListRow>| {
        let rated = |row: &ListRow| row.rating.as_ref().map_or("–".to_owned(), |rating| rating.value.to_string());
        row.map_or_else(
            || "nobody".to_owned(),
            |row| {
                format!("{}: {} points, rating {} (hundredths), games {:?}", row.id, row.points, rated(row), row.record)
            },
        )
    };
    let other = (0..rows).find(|at| found.members.get(*at) != due.members.get(*at));
    other
        .map(|at| {
            let (found, due) = (line(found.members.get(at)), line(due.members.get(at)));
            if found == due {
                return format!("line {}: what brought {due} is told otherwise than it follows from the logs", at + 1);
            }
            format!("line {}: it says {found}; {due} follows from the logs", at + 1)
        })
        .or_else(|| (found != due).then(|| "its counts or its calibration are others".to_owned()))
}

/// A proof that a log is in a league's tree, as its file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The tree: how it is known.
    pub tree: String,
    /// How many logs it holds.
    pub size: u64,
    /// Which of the logs that were asked about is among them, up to its last record.
    pub holds: Option<usize>,
    /// Those of the trust file whose signature stands under the tree: a league's keeper as `officer`, a witness by name.
    pub signed: Vec<String>,
}

/// What a file of a proof says of logs, each by the hashes of its first and of its last record; nothing where the file is no
/// proof.
///
/// ```
/// use adjutant_core::Hash;
/// use adjutant_league::note::{Checkpoint, proof_text};
/// use adjutant_league::proof::leaf;
/// use adjutant_replay::audit::Trust;
/// use adjutant_replay::leagues::proven;
/// let [first, last] = [Hash::of(b"1"), Hash::of(b"2")];
/// let leaves = [leaf(first, last)];
/// let text = proof_text(&Checkpoint::of(Hash::of(b"league"), &leaves), &leaves, 0).unwrap();
/// let of = |logs: &[[Hash; 2]]| proven(&text, logs, &Trust::default()).unwrap().holds;
/// assert_eq!((of(&[[last, first], [first, last]]), of(&[[last, first]])), (Some(1), None));
/// assert_eq!(proven("no proof", &[[first, last]], &Trust::default()), None);
/// ```
pub fn proven(text: &str, logs: &[[Hash; 2]], trust: &Trust) -> Option<Proven> {
    let checkpoint = Checkpoint::read(text.strip_prefix(PROOF)?.split_once("\n\n")?.1)?;
    let under = |(name, key): &(&str, &Hash)| {
        let tree = if *name == OFFICER { checkpoint.origin.as_str() } else { *name };
        checkpoint.is_signed(tree, key)
    };
    let signed = trust.keys().filter(under).map(|(name, _)| name.to_owned()).collect();
    let holds = logs.iter().position(|[origin, head]| is_proof(text, proof::leaf(*origin, *head)));
    Some(Proven { holds, signed, tree: checkpoint.origin, size: checkpoint.size })
}

/// The first line of a proof.
const PROOF: &str = "c2sp.org/tlog-proof@v1\n";
/// How a trust file calls who keeps a league.
const OFFICER: &str = "officer";
