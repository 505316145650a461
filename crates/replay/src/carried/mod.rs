//! A whole battle in a few codes on paper: what nobody can work out of its log, packed, and the log put together again from it.
//!
//! What folding gives (points) and what sealing gives (numbers, hashes) is left out. The first digits of the head stand beside the data:
//! whoever puts the log together again knows whether it is that one.
//!
//! | part | what |
//! |---|---|
//! | first byte | the format of all that follows, 1 |
//! | law | a number of seven bits a byte, the lowest first, the last one without the eighth bit |
//! | dictionary | one byte: `dictionary-1` is 1, and never changes |
//! | the rest | deflate, with that dictionary: a line of JSON for each record, `[by, seconds since the record before, do, drawn, under]`; what is missing at the end is left out |
//!
//! # Examples
//! ```
//! use adjutant_replay::{Rulebook, carried};
//! let bytes = carried::parts(0x1a2b_3c4d, b"some bytes");
//! assert_eq!(carried::gathered(&bytes).unwrap().data, b"some bytes");
//! ```

mod keys;
#[cfg(feature = "pictures")]
mod picture;
mod text;

use adjutant_core::reliance::LAW;
use adjutant_engine::command::Said;
use adjutant_engine::command::json::Row;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::time::Timestamp;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use serde_json::{Value, json};

use crate::laws::Law;
use crate::matches::logs;
use crate::rulebook::Rulebook;
use crate::sealed::Sealing;

pub use keys::Keyboard;
#[cfg(feature = "pictures")]
pub use picture::Grey;
pub use text::{Gathered, Ungathered, gathered, parts};

const FORMAT: u8 = 1;
const DICTIONARY: &[u8] = include_bytes!("dictionary-1");
/// A battle has no more text than this, packed as it may be.
const TEXT_MAX: usize = 8 << 20;

/// Why a log is not carried, or is not put together again.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Uncarried {
    /// It is no log that today's law takes.
    #[error(transparent)]
    Log(#[from] crate::error::Error),
    /// It is of another law.
    #[error("the battle is judged by law {law}, and this reads codes of law {LAW}")]
    Law {
        /// The law.
        law: u32,
    },
    /// Put together again it would be another log.
    #[error("put together again it would be another log")]
    Other,
    /// The data is of a format that nobody here knows.
    #[error("the codes are of format {0}, and this reads format {FORMAT}")]
    Format(u8),
    /// The data is damaged.
    #[error("the codes are damaged: {0}")]
    Damaged(String),
    /// The rules do not take a record.
    #[error("record {record}: {}", refusal.message)]
    Refused {
        /// Its number.
        record: u64,
        /// Why.
        refusal: Box<Refusal>,
    },
    /// The log that was put together has another head.
    #[error("the codes give a log with the head {found:08x}…, and they name {named:08x}…: one of them was changed")]
    Head {
        /// The first digits of the head that they name.
        named: u32,
        /// Those of the head that they give.
        found: u32,
    },
}

/// Packs a log.
///
/// # Errors
/// A log that today's law does not take.
pub fn packed(rules: &Rulebook, log: &[u8]) -> Result<Vec<u8>, Uncarried> {
    let law = match Law::of_log(log) {
        Law::Today => LAW.unsigned_abs(),
        Law::Older(law) | Law::Newer(law) => return Err(Uncarried::Law { law }),
    };
    let records = logs::read_chained("the log", log)?;
    let mut text = Vec::new();
    let mut last = 0;
    for chained in &records {
        let record = &chained.record;
        let mut row =
            vec![json!(record.by), json!(record.at.seconds() - last), record.command.to_json().unwrap_or_default()];
        last = record.at.seconds();
        if record.drawn.is_some() || record.under.is_some() {
            row.push(json!(record.drawn));
        }
        row.extend(record.under.as_ref().map(|under| json!(under)));
        text.extend(Value::Array(row).to_string().into_bytes());
        text.push(b'\n');
    }
    let mut data = vec![FORMAT];
    let mut rest = law;
    while rest > 0x7f {
        data.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    data.extend([rest as u8, 1]);
    data.extend(deflated(&text)?);
    let (whole, _) = together(rules, &data)?;
    if whole == log { Ok(data) } else { Err(Uncarried::Other) }
}

/// Puts a log together again. `named` are the first digits of the head that it has to have.
///
/// # Errors
/// Damaged data, or data of another battle.
pub fn unpacked(rules: &Rulebook, data: &[u8], named: u32) -> Result<Vec<u8>, Uncarried> {
    let (log, found) = together(rules, data)?;
    if found == named { Ok(log) } else { Err(Uncarried::Head { named, found }) }
}

/// The first digits of a head.
pub fn digits(head: adjutant_engine::chain::Hash) -> u32 {
    let [a, b, c, d, ..] = *head.as_bytes();
    u32::from_be_bytes([a, b, c, d])
}

fn together(rules: &Rulebook, data: &[u8]) -> Result<(Vec<u8>, u32), Uncarried> {
    let damaged = |what: &str| Uncarried::Damaged(what.to_owned());
    let (format, mut rest) = data.split_first().ok_or_else(|| damaged("nothing is in them"))?;
    if *format != FORMAT {
        return Err(Uncarried::Format(*format));
    }
    let mut law: u32 = 0;
    for shift in [0, 7, 14, 21] {
        let (byte, behind) = rest.split_first().ok_or_else(|| damaged("they end before the battle begins"))?;
        law |= u32::from(byte & 0x7f) << shift;
        rest = behind;
        if byte & 0x80 == 0 {
            break;
        }
    }
    if law != LAW.unsigned_abs() {
        return Err(Uncarried::Law { law });
    }
    let (dictionary, rest) = rest.split_first().ok_or_else(|| damaged("they end before the battle begins"))?;
    if *dictionary != 1 {
        return Err(damaged("they were packed with a dictionary that is not here"));
    }
    let text = inflated(rest)?;
    let mut log = Sealing::new(rules.packs.clone());
    let mut seconds: i64 = 0;
    for (at, line) in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).enumerate() {
        let record = at as u64 + 1;
        let Row(by, after, command, drawn, under) =
            Row::read(line).map_err(|error| damaged(&format!("record {record}: {error}")))?;
        seconds = seconds.checked_add(after).ok_or_else(|| damaged("no clock shows such a time"))?;
        let time = Timestamp::of_seconds(seconds).ok_or_else(|| damaged("no clock shows such a time"))?;
        log.add(time, Said { by, under, drawn }, command).map_err(|refusal| match refusal {
            Some(refusal) => Uncarried::Refused { record, refusal },
            None => damaged("a record cannot be written"),
        })?;
    }
    Ok((std::mem::take(&mut log.bytes), digits(log.link().hash)))
}

fn deflated(text: &[u8]) -> Result<Vec<u8>, Uncarried> {
    let unpacked = |error: &dyn std::fmt::Display| Uncarried::Damaged(error.to_string());
    let mut packer = Compress::new(Compression::best(), false);
    packer.set_dictionary(DICTIONARY).map_err(|error| unpacked(&error))?;
    let mut packed = Vec::with_capacity(text.len() + 64);
    let status = packer.compress_vec(text, &mut packed, FlushCompress::Finish).map_err(|error| unpacked(&error))?;
    if status == Status::StreamEnd { Ok(packed) } else { Err(Uncarried::Other) }
}

fn inflated(packed: &[u8]) -> Result<Vec<u8>, Uncarried> {
    let damaged = |error: &dyn std::fmt::Display| Uncarried::Damaged(error.to_string());
    let mut reader = Decompress::new(false);
    reader.set_dictionary(DICTIONARY).map_err(|error| damaged(&error))?;
    let mut text = Vec::with_capacity(1 << 16);
    loop {
        let read = usize::try_from(reader.total_in()).unwrap_or(usize::MAX).min(packed.len());
        let before = (read, text.len());
        let status = reader.decompress_vec(&packed[read..], &mut text, FlushDecompress::Finish);
        match status.map_err(|error| damaged(&error))? {
            Status::StreamEnd => return Ok(text),
            _ if text.len() > TEXT_MAX => return Err(damaged(&"they hold more than a battle does")),
            _ if before == (usize::try_from(reader.total_in()).unwrap_or(usize::MAX), text.len())
                && text.len() < text.capacity() =>
            {
                return Err(damaged(&"they are cut off"));
            }
            _ => text.reserve(1 << 16),
        }
    }
}
