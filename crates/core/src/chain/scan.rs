//! A strict reader of one JSON document: it builds nothing, it says whether the bytes keep the log's rules.

use std::collections::BTreeSet;
use std::ops::Range;

use super::plain::{self, Member, stops};

/// How strictly a document is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Byte for byte the canonical form of RFC 8785: no white space, members in order, shortest escapes.
    Canonical,
    /// Any spelling that JSON allows.
    Free,
}

/// What is wrong with the bytes, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {what}")]
pub struct SyntaxError {
    /// Byte of the line, from 1.
    pub column: usize,
    /// What stands there and what would be accepted.
    pub what: &'static str,
}

const DEPTH_MAX: usize = 64;
/// 2^53 − 1, the largest whole number that every JSON reader keeps exact.
const WHOLE_MAX: u64 = 9_007_199_254_740_991;

/// Reads one document and returns where the members of its outermost object stand (none for other values).
///
/// Refuses in both forms: numbers with an exponent, −0, more than three decimals or beyond ±(2⁵³−1); duplicate
/// keys; lone surrogates; bytes that are not UTF-8; nesting deeper than 64.
///
/// # Errors
/// The first fault, with its column.
///
/// ```
/// use adjutant_core::chain::{Form, scan};
/// assert!(scan(br#"{"a":1,"b":2}"#, Form::Canonical).is_ok());
/// assert!(scan(br#"{"b":2,"a":1}"#, Form::Canonical).is_err());
/// assert!(scan(br#"{"b":2, "a":1}"#, Form::Free).is_ok());
/// assert!(scan(br#"{"a":2, "a":1}"#, Form::Free).is_err());
/// assert!(scan(br#"{"a":1e3}"#, Form::Free).is_err());
/// ```
pub fn scan(bytes: &[u8], form: Form) -> Result<Vec<Member>, SyntaxError> {
    read(bytes, form).map(|(_, members)| members)
}

/// Reads one document as [`scan`] does, and gives its text too.
pub(super) fn read(bytes: &[u8], form: Form) -> Result<(&str, Vec<Member>), SyntaxError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| SyntaxError { column: error.valid_up_to() + 1, what: "these bytes are not UTF-8" })?;
    // What is canonical is so in both forms.
    let members = plain::members(bytes).map_or_else(|| strict(bytes, form), Ok)?;
    Ok((text, members))
}

/// Reads one document of UTF-8, byte for byte.
fn strict(bytes: &[u8], form: Form) -> Result<Vec<Member>, SyntaxError> {
    let mut scanner = Scanner { bytes, at: 0, form, members: Vec::with_capacity(8) };
    scanner.space()?;
    scanner.value(0)?;
    scanner.space()?;
    if scanner.at < bytes.len() {
        return Err(scanner.fault("something follows the record; write one record on each line"));
    }
    Ok(scanner.members)
}

/// A key between its quotes.
struct Key {
    range: Range<usize>,
    /// Whether it is ASCII without an escape, so that its bytes sort as its UTF-16 units do.
    plain: bool,
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    form: Form,
    members: Vec<Member>,
}

impl Scanner<'_> {
    fn fault(&self, what: &'static str) -> SyntaxError {
        SyntaxError { column: self.at + 1, what }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) -> Result<(), SyntaxError> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            if self.form == Form::Canonical {
                return Err(self.fault("white space between the parts; the canonical form has none"));
            }
            self.at += 1;
        }
        Ok(())
    }

    fn expect(&mut self, byte: u8, what: &'static str) -> Result<(), SyntaxError> {
        if self.peek() != Some(byte) {
            return Err(self.fault(what));
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<(), SyntaxError> {
        if depth > DEPTH_MAX {
            return Err(self.fault("nested more than 64 deep"));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            Some(b'n') => self.word(b"null"),
            Some(_) => Err(self.fault("expected a JSON value")),
            None => Err(self.fault("the record ends before it is complete")),
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), SyntaxError> {
        if !self.bytes[self.at..].starts_with(word) {
            return Err(self.fault("expected a JSON value"));
        }
        self.at += word.len();
        Ok(())
    }

    fn array(&mut self, depth: usize) -> Result<(), SyntaxError> {
        self.at += 1;
        self.space()?;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.value(depth + 1)?;
            self.space()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.fault("`,` or `]` is expected")),
            }
            self.space()?;
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), SyntaxError> {
        self.at += 1;
        self.space()?;
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        // In canonical form the order of the keys proves that none stands twice; else they are gathered.
        let mut keys = (self.form == Form::Free).then(BTreeSet::new);
        let mut last: Option<Key> = None;
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.fault("a key in quotes is expected"));
            }
            let start = self.at;
            self.string()?;
            let key = self.key(start + 1..self.at - 1);
            self.key_order(&key, last.as_ref(), keys.as_mut())?;
            self.space()?;
            self.expect(b':', "`:` is expected after a key")?;
            self.space()?;
            let value = self.at;
            self.value(depth + 1)?;
            if depth == 0 {
                self.members.push(Member { key: key.range.clone(), value: value..self.at });
            }
            last = Some(key);
            self.space()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.fault("`,` or `}` is expected")),
            }
            self.space()?;
        }
    }

    fn key(&self, range: Range<usize>) -> Key {
        let plain = self.bytes[range.clone()].iter().all(|byte| byte.is_ascii() && *byte != b'\\');
        Key { range, plain }
    }

    fn key_order(
        &self,
        key: &Key,
        last: Option<&Key>,
        keys: Option<&mut BTreeSet<Vec<u16>>>,
    ) -> Result<(), SyntaxError> {
        let fault = |what| SyntaxError { column: key.range.start + 1, what };
        let text = &self.bytes[key.range.clone()];
        let Some(keys) = keys else {
            let Some(last) = last else { return Ok(()) };
            let before = &self.bytes[last.range.clone()];
            let ordered = if key.plain && last.plain { before < text } else { utf16(before) < utf16(text) };
            return if ordered {
                Ok(())
            } else {
                Err(fault("this key is out of order or stands twice; the canonical form sorts them"))
            };
        };
        if keys.insert(utf16(text)) { Ok(()) } else { Err(fault("this key stands twice in one object")) }
    }

    fn string(&mut self) -> Result<(), SyntaxError> {
        self.at += 1;
        loop {
            self.at += plain_length(&self.bytes[self.at..]);
            match self.peek() {
                None => return Err(self.fault("a string is not closed")),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(_) => return Err(self.fault("a control character must be written as an escape")),
            }
        }
    }

    fn escape(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        let canonical = self.form == Form::Canonical;
        match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 2,
            Some(b'/') if !canonical => self.at += 2,
            Some(b'u') => {
                let unit = self.unit()?;
                if canonical {
                    let digits = &self.bytes[start + 2..self.at];
                    let needed = unit < 0x20 && !matches!(unit, 8 | 9 | 10 | 12 | 13);
                    if !needed || digits.iter().any(u8::is_ascii_uppercase) {
                        self.at = start;
                        return Err(self.fault("an escape where the canonical form has none, or another"));
                    }
                }
                match unit {
                    0xd800..=0xdbff => {
                        let low = if self.bytes[self.at..].starts_with(b"\\u") { self.unit()? } else { 0 };
                        if !(0xdc00..=0xdfff).contains(&low) {
                            self.at = start;
                            return Err(self.fault("a lone surrogate is not a character"));
                        }
                    }
                    0xdc00..=0xdfff => {
                        self.at = start;
                        return Err(self.fault("a lone surrogate is not a character"));
                    }
                    _ => {}
                }
            }
            _ => return Err(self.fault("this escape is not one of JSON's, or not the canonical one")),
        }
        Ok(())
    }

    fn unit(&mut self) -> Result<u16, SyntaxError> {
        let digits = self.bytes.get(self.at + 2..self.at + 6);
        let unit = digits
            .filter(|d| d.iter().all(u8::is_ascii_hexdigit))
            .and_then(|d| u16::from_str_radix(std::str::from_utf8(d).ok()?, 16).ok());
        let Some(unit) = unit else { return Err(self.fault("`\\u` takes four hexadecimal digits")) };
        self.at += 6;
        Ok(unit)
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        let negative = self.peek() == Some(b'-');
        if negative {
            self.at += 1;
        }
        let whole_start = self.at;
        let whole = self.digits();
        if whole.is_empty() || (whole.len() > 1 && whole[0] == b'0') {
            return Err(self.fault("a number is expected, without leading zeros"));
        }
        let zero = whole == b"0";
        let value =
            whole.iter().try_fold(0u64, |value, digit| value.checked_mul(10)?.checked_add(u64::from(*digit - b'0')));
        if value.is_none_or(|v| v > WHOLE_MAX) {
            self.at = whole_start;
            return Err(self.fault("this number is beyond 9007199254740991 (2^53 - 1)"));
        }
        let mut fraction_zero = true;
        if self.peek() == Some(b'.') {
            self.at += 1;
            let fraction = self.digits();
            let (length, last) = (fraction.len(), fraction.last().copied());
            fraction_zero = fraction.iter().all(|d| *d == b'0');
            if length == 0 || length > 3 {
                return Err(self.fault("a number has one to three decimals"));
            }
            if self.form == Form::Canonical && last == Some(b'0') {
                return Err(self.fault("a decimal ends in 0; the canonical form leaves it out"));
            }
        }
        if let Some(b'e' | b'E') = self.peek() {
            return Err(self.fault("numbers are written without an exponent"));
        }
        if negative && zero && fraction_zero {
            self.at = start;
            return Err(self.fault("-0 is not allowed; write 0"));
        }
        Ok(())
    }

    fn digits(&mut self) -> &[u8] {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        &self.bytes[start..self.at]
    }
}

/// How many bytes stand before the first quote, backslash or control character. Eight at a time: strings are most of a
/// log.
fn plain_length(bytes: &[u8]) -> usize {
    let chunks = bytes.chunks_exact(8);
    let rest = chunks.remainder();
    for (index, chunk) in chunks.enumerate() {
        let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let found = stops(word);
        if found != 0 {
            return index * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let plain = |byte: &u8| *byte >= 0x20 && *byte != b'"' && *byte != b'\\';
    bytes.len() - rest.len() + rest.iter().take_while(|byte| plain(byte)).count()
}

/// The UTF-16 code units of a key as it stands between its quotes, by which RFC 8785 sorts.
fn utf16(raw: &[u8]) -> Vec<u16> {
    let mut quoted = Vec::with_capacity(raw.len() + 2);
    quoted.push(b'"');
    quoted.extend_from_slice(raw);
    quoted.push(b'"');
    serde_json::from_slice::<String>(&quoted).unwrap_or_default().encode_utf16().collect()
}

#[cfg(test)]
#[path = "../../tests/inside/chain_scan.rs"]
mod tests;
