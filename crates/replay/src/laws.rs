//! By which law a log is judged, and who can judge it.
//!
//! A law is a number in the first record. Logs that name none were made before laws had numbers: they are law 1 where
//! the engine of law 1 takes every record with its points, and nothing that can be judged otherwise.

use std::fmt;

use adjutant_core::reliance::LAW;
use serde_json::Value;

/// By which law a log is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// By that of this program.
    Today,
    /// By an older one.
    Older(u32),
    /// By one that this program does not know yet.
    Newer(u32),
}

/// The law of logs that name none.
const FIRST: u32 = 1;

impl Law {
    /// The law of a log, from its lines. Who goes on under today's law is judged by it, and has shown that the past
    /// stands under it too.
    ///
    /// ```
    /// use adjutant_replay::laws::Law;
    /// let old: &[u8] = b"{\"do\":{\"open\":{}}}";
    /// assert_eq!(Law::of([old]), Law::Older(1));
    /// assert_eq!(Law::of([old, b"{\"do\":{\"law\":{\"law\":2}}}"]), Law::Today);
    /// assert_eq!(Law::of([b"{\"do\":{\"open\":{\"law\":1000000}}}".as_slice()]), Law::Newer(1_000_000));
    /// ```
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a [u8]>) -> Law {
        let mut lines = lines.into_iter();
        match lines.next().map_or(Law::Today, Law::named) {
            Law::Older(_) if lines.any(goes_on) => Law::Today,
            law => law,
        }
    }

    /// The law of a log that lies in one piece.
    pub fn of_log(log: &[u8]) -> Law {
        Law::of(log.split(|byte| *byte == b'\n'))
    }

    /// The law that a first line names.
    fn named(first: &[u8]) -> Law {
        let first: Value = serde_json::from_slice(first).unwrap_or_default();
        let begun = first["do"]["open"].as_object().or_else(|| first["do"]["create"].as_object());
        // What does not begin as a log does is nobody's: today's reader says what is wrong with it.
        let Some(begun) = begun else { return Law::Today };
        let named = begun.get("law").and_then(Value::as_u64).and_then(|law| u32::try_from(law).ok());
        match named.unwrap_or(FIRST) {
            law if law > LAW.unsigned_abs() => Law::Newer(law),
            law if law < LAW.unsigned_abs() => Law::Older(law),
            _ => Law::Today,
        }
    }
}

/// The bytes of a line within which its command begins: before it stand only its date and its speaker.
const COMMAND_WITHIN: usize = 128;

/// Whether both players went on under another law in this record.
fn goes_on(line: &[u8]) -> bool {
    const MARK: &[u8] = b"\"do\":{\"law\":";
    line.windows(MARK.len()).take(COMMAND_WITHIN).any(|window| window == MARK)
}

/// What the engine of an older law says.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// What was asked for.
    Given(Value),
    /// That law does not take the log.
    Refused(Value),
    /// Nothing, and why: the engine is not here, or it failed.
    Nothing(String),
}

/// The engines of older laws, as whoever has them hands them in.
pub trait Elders: Send + Sync {
    /// Asks the engine of a law; `question` as `engines/README.md` lists them, `parts` the bytes that it speaks of.
    fn ask(&self, law: u32, question: &Value, parts: &[&[u8]]) -> Heard;
}

/// Why a log cannot be judged by any law that is here, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// The engine of its law is not here, or failed.
    NoEngine {
        /// The law.
        law: u32,
        /// What was said.
        what: String,
    },
    /// It names no law, and law 1 does not take it: made by a program before law 1, or changed.
    BeforeLaws {
        /// The record that law 1 does not take; none where it does not say which.
        record: Option<u64>,
        /// Why.
        what: String,
    },
    /// It is an event that the engine of its law may judge, and that this program cannot show.
    NotDrawn {
        /// The law.
        law: u32,
        /// The record that today's law does not take, and why.
        what: String,
    },
    /// Its law is newer than this program.
    Newer {
        /// The law.
        law: u32,
    },
}

impl fmt::Display for Unjudged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unjudged::NoEngine { law, what } => {
                write!(f, "it is judged by law {law}, and its engine is not here: {what}")
            }
            Unjudged::BeforeLaws { record, what } => {
                let which = record.map_or_else(|| "it".to_owned(), |record| format!("record {record}"));
                write!(f, "made by a program before law 1, or changed: law 1 refuses {which}: {what}")
            }
            Unjudged::NotDrawn { law, what } => {
                write!(f, "it is judged by law {law}, and today's program cannot show it: {what}")
            }
            Unjudged::Newer { law } => {
                write!(
                    f,
                    "made by a newer program: it is judged by law {law}, and this program knows the laws up to {LAW}"
                )
            }
        }
    }
}

/// What an engine refused, as a reason why its log cannot be judged.
pub fn refused(why: &Value) -> Unjudged {
    let said = |name: &str| why[name].as_str().unwrap_or_default().to_owned();
    let (code, message) = (said("code"), said("message"));
    let what = if code.is_empty() { message } else { format!("{code}: {message}") };
    Unjudged::BeforeLaws { record: why["record"].as_u64(), what }
}
