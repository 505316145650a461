//! What the QR code of a completed scoring sheet says, and how to read it back.
//!
//! The text is `adjutant:1:<match>:<one>-<two>:<winner>:<head>`: the version of this text, the id of the match, the
//! totals of player one and player two, `one`, `two` or `draw`, and the hash of the last record of the log. Each page
//! that carries a code has the same text among the keywords of the PDF.

use std::fmt;
use std::str::FromStr;

use adjutant_engine::chain::Hash;
use adjutant_engine::command::Winner;
use adjutant_engine::ids::MatchId;
use adjutant_engine::view::View;

const BEGINNING: &str = "adjutant:1:";

/// Match, result and head hash, as printed on a sheet.
///
/// ```
/// use adjutant_sheets::Seal;
/// let text = format!("adjutant:1:gt-r1-t04:77-62:one:{}", "0".repeat(64));
/// let seal: Seal = text.parse().unwrap();
/// assert_eq!((seal.match_id.as_str(), seal.one, seal.two), ("gt-r1-t04", 77, 62));
/// assert_eq!(seal.to_string(), text);
/// assert!("adjutant:1:gt-r1-t04:77:one".parse::<Seal>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// Id of the match.
    pub match_id: MatchId,
    /// Total of player one.
    pub one: u32,
    /// Total of player two.
    pub two: u32,
    /// Who won.
    pub winner: Winner,
    /// Hash of the last record.
    pub head: Hash,
}

impl Seal {
    /// The seal of a match that has ended; `None` without an id, a result, or a hash (a bare log has none).
    pub fn of(view: &View) -> Option<Seal> {
        let (result, match_id, head) = (view.result.as_ref()?, view.id.clone()?, view.head?);
        Some(Seal { match_id, one: result.one, two: result.two, winner: result.winner, head })
    }

    /// Everything in which the sheet and the log differ; empty if they belong together.
    pub fn compare(&self, log: &Seal) -> Vec<Difference> {
        let pair = |seal: &Seal| format!("{}-{}", seal.one, seal.two);
        [
            ("match", self.match_id.to_string(), log.match_id.to_string()),
            ("totals", pair(self), pair(log)),
            ("winner", winner_word(self.winner).to_owned(), winner_word(log.winner).to_owned()),
            ("head hash", self.head.to_string(), log.head.to_string()),
        ]
        .into_iter()
        .filter(|(_, sheet, log)| sheet != log)
        .map(|(what, sheet, log)| Difference { what, sheet, log })
        .collect()
    }
}

/// Something that a sheet says otherwise than the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}: the sheet says {sheet}, the log {log}")]
pub struct Difference {
    /// `match`, `totals`, `winner` or `head hash`.
    pub what: &'static str,
    /// On the sheet.
    pub sheet: String,
    /// In the log.
    pub log: String,
}

fn winner_word(winner: Winner) -> &'static str {
    match winner {
        Winner::One => "one",
        Winner::Two => "two",
        Winner::Draw => "draw",
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seal { match_id, one, two, winner, head } = self;
        write!(f, "{BEGINNING}{match_id}:{one}-{two}:{}:{head}", winner_word(*winner))
    }
}

/// A text that is not a seal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not the text of a sheet's QR code; it reads adjutant:1:<match>:<one>-<two>:<one|two|draw>:<head hash>"
)]
pub struct SealError(String);

impl FromStr for Seal {
    type Err = SealError;

    fn from_str(text: &str) -> Result<Seal, SealError> {
        read(text.trim()).ok_or_else(|| SealError(adjutant_engine::visible::excerpt(text).into_owned()))
    }
}

fn read(text: &str) -> Option<Seal> {
    let fields: Vec<&str> = text.strip_prefix(BEGINNING)?.split(':').collect();
    let [match_id, totals, winner, head] = fields.try_into().ok()?;
    let (one, two) = totals.split_once('-')?;
    let winner = [Winner::One, Winner::Two, Winner::Draw].into_iter().find(|w| winner_word(*w) == winner)?;
    let seal = Seal {
        match_id: MatchId::new(match_id).ok()?,
        one: one.parse().ok()?,
        two: two.parse().ok()?,
        winner,
        head: Hash::parse(head)?,
    };
    (seal.to_string() == text).then_some(seal)
}

/// A PDF that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bytes are not a PDF.
    #[error("this file is not a PDF; use one that Adjutant printed")]
    NoPdf,
    /// No sheet is that large.
    #[error("this PDF has {bytes} bytes; a PDF that Adjutant prints has at most {PDF_BYTES_MAX}")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// A PDF that carries no seal.
    #[error("this PDF carries no seal of a match; only completed scoring sheets printed by Adjutant do")]
    NoSeal,
    /// A keyword that begins like a seal and is none.
    #[error(transparent)]
    Seal(#[from] SealError),
}

/// The largest PDF that is looked at.
pub const PDF_BYTES_MAX: usize = 4 << 20;
/// What stands before the keywords, as [`crate::Document::to_pdf`] writes them.
const KEYWORDS: &[u8] = b"/Keywords(";

/// The seals of a PDF made by Adjutant, in the order of its pages.
///
/// The keywords of our PDFs stand in the file as they are. So no parser of PDFs touches what a stranger hands in, nothing
/// is unpacked, and time and memory are those of one look through the bytes. Keywords say nothing about what the page
/// shows: to know that, print the sheet anew and compare the bytes.
///
/// # Errors
/// [`ReadError`] where the bytes are not a PDF, too many, or without seals.
pub fn seals_in_pdf(bytes: &[u8]) -> Result<Vec<Seal>, ReadError> {
    let words = words_in_pdf(bytes)?;
    let seals: Vec<Seal> =
        words.iter().filter(|word| word.starts_with(BEGINNING)).map(|word| word.parse()).collect::<Result<_, _>>()?;
    if seals.is_empty() { Err(ReadError::NoSeal) } else { Ok(seals) }
}

/// The texts of all codes in a PDF of ours: seals, and those that carry a battle.
///
/// # Errors
/// [`ReadError`] where the bytes are not a PDF, or too many.
pub fn words_in_pdf(bytes: &[u8]) -> Result<Vec<String>, ReadError> {
    if bytes.len() > PDF_BYTES_MAX {
        return Err(ReadError::TooLarge { bytes: bytes.len() });
    }
    if !bytes.starts_with(b"%PDF-") {
        return Err(ReadError::NoPdf);
    }
    let mut words = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(KEYWORDS.len()).position(|window| window == KEYWORDS) {
        rest = &rest[at + KEYWORDS.len()..];
        let end = rest.iter().position(|byte| *byte == b')').unwrap_or(rest.len());
        words.extend(String::from_utf8_lossy(&rest[..end]).split_ascii_whitespace().map(str::to_owned));
        rest = &rest[end..];
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal() -> Seal {
        let match_id = MatchId::new("gt-r1-t04").unwrap();
        Seal { match_id, one: 77, two: 62, winner: Winner::One, head: Hash::of(b"log") }
    }

    #[test]
    fn a_seal_survives_writing_and_reading() {
        for winner in [Winner::One, Winner::Two, Winner::Draw] {
            let seal = Seal { winner, ..seal() };
            assert_eq!(seal.to_string().parse::<Seal>().unwrap(), seal);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let good = seal().to_string();
        for bad in [
            "",
            "adjutant:1:",
            &good[1..],
            &good[..good.len() - 1],
            &format!("{good}:more"),
            &good.replace("77", "077"),
            &good.replace("77", "+77"),
            &good.replace(":one:", ":three:"),
            &good.replace("adjutant:1", "adjutant:2"),
        ] {
            assert!(bad.parse::<Seal>().unwrap_err().to_string().contains("it reads adjutant:1:"), "{bad}");
        }
    }

    #[test]
    fn every_difference_is_named() {
        let other = Seal { one: 76, winner: Winner::Two, head: Hash::ZERO, ..seal() };
        let what: Vec<_> = seal().compare(&other).into_iter().map(|d| d.what).collect();
        assert_eq!(what, ["totals", "winner", "head hash"]);
        assert!(seal().compare(&seal()).is_empty());
    }

    #[test]
    fn bytes_that_are_no_pdf_are_refused() {
        assert!(matches!(seals_in_pdf(b"hello"), Err(ReadError::NoPdf)));
        assert!(matches!(seals_in_pdf(b"%PDF-1.7"), Err(ReadError::NoSeal)));
        let many = [b"%PDF-1.7".as_slice(), &b"/Keywords(".repeat(PDF_BYTES_MAX / 10)].concat();
        assert!(matches!(seals_in_pdf(&many[..PDF_BYTES_MAX]), Err(ReadError::NoSeal)));
        assert!(matches!(seals_in_pdf(&many), Err(ReadError::TooLarge { .. })));
        let broken = format!("%PDF-1.7 /Keywords({} adjutant:1:x)", seal());
        assert!(matches!(seals_in_pdf(broken.as_bytes()), Err(ReadError::Seal(_))));
    }
}
