//! The quick way through a line: one pass that proves a line canonical as it was written, where nothing about it is rare.
//!
//! It says nothing about other lines. The strict reader (`scan`) judges them, whether they are canonical and
//! only rare (an escape, a key with letters beyond ASCII) or wrong.

use std::ops::Range;

const ONES: u64 = u64::from_ne_bytes([1; 8]);
const HIGH_BITS: u64 = ONES << 7;

/// Deeper lines are left to the strict reader.
const DEPTH_MAX: usize = 32;
/// Longer numbers are left to the strict reader: so many digits are never beyond 2^53 − 1.
const DIGITS_MAX: usize = 15;

/// Where one member of the outermost object stands in the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key between its quotes.
    pub key: Range<usize>,
    /// The value.
    pub value: Range<usize>,
}

/// Where the members of the outermost object stand in a line of UTF-8, if it is an object in canonical form.
pub(super) fn members(bytes: &[u8]) -> Option<Vec<Member>> {
    let mut members = Vec::with_capacity(8);
    let line = Line { bytes };
    let end = match bytes.first()? {
        b'{' => line.object(1, 0, &mut |member| members.push(member))?,
        _ => return None,
    };
    (end == bytes.len()).then_some(members)
}

/// A bit in each byte that ends plain text: a quote, a backslash, a control character. Others may be set behind the first.
pub(super) fn stops(word: u64) -> u64 {
    // The high bit of each byte below `limit`; a borrow may set others, but only after the first.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGH_BITS;
    let equal = |word: u64, byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    below(word, 0x20) | equal(word, b'"') | equal(word, b'\\')
}

/// A line of UTF-8. What reads a part of it takes the place where that begins, and gives the one behind it.
#[derive(Clone, Copy)]
struct Line<'a> {
    bytes: &'a [u8],
}

/// A key: its first eight bytes as a number that sorts as they do, and where all of it stands.
#[derive(Clone, Copy)]
struct Key {
    first: u64,
    start: usize,
    end: usize,
}

impl Line<'_> {
    fn is(self, at: usize, byte: u8) -> bool {
        self.bytes.get(at) == Some(&byte)
    }

    /// The eight bytes from a place on, the first one lowest; zeros behind the end of the line.
    fn word(self, at: usize) -> u64 {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if let Some(word) = rest.first_chunk() {
            return u64::from_le_bytes(*word);
        }
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        u64::from_le_bytes(word)
    }

    fn value(self, at: usize, depth: usize) -> Option<usize> {
        match self.bytes.get(at)? {
            b'"' => self.text(at + 1),
            b'0'..=b'9' => self.number(at),
            b'-' if self.is(at + 1, b'0') && !self.is(at + 2, b'.') => None,
            b'-' => self.number(at + 1),
            b'{' if depth < DEPTH_MAX => self.object(at + 1, depth + 1, &mut |_| {}),
            b'[' if depth < DEPTH_MAX => self.array(at + 1, depth + 1),
            b't' => self.literal(at, b"true"),
            b'f' => self.literal(at, b"false"),
            b'n' => self.literal(at, b"null"),
            _ => None,
        }
    }

    fn literal(self, at: usize, word: &[u8]) -> Option<usize> {
        self.bytes[at..].starts_with(word).then_some(at + word.len())
    }

    /// Behind its opening quote.
    fn text(self, mut at: usize) -> Option<usize> {
        loop {
            let stops = stops(self.word(at));
            if stops != 0 {
                at += stops.trailing_zeros() as usize / 8;
                return self.is(at, b'"').then_some(at + 1);
            }
            at += 8;
        }
    }

    /// Behind the opening quote of a key, which has to be ASCII: so its bytes sort as its UTF-16 units do.
    fn key(self, start: usize) -> Option<Key> {
        let word = self.word(start);
        let (mut stops, mut at, mut first) = (stops(word) | word & HIGH_BITS, start, word);
        if stops != 0 {
            first &= (1 << (stops.trailing_zeros() & !7)) - 1;
        }
        while stops == 0 {
            at += 8;
            let word = self.word(at);
            stops = self::stops(word) | word & HIGH_BITS;
        }
        let end = at + stops.trailing_zeros() as usize / 8;
        self.is(end, b'"').then_some(Key { first: first.swap_bytes(), start, end })
    }

    fn follows(self, key: Key, before: Key) -> bool {
        key.first > before.first
            || key.first == before.first && self.bytes[key.start..key.end] > self.bytes[before.start..before.end]
    }

    /// Behind its opening brace.
    fn object(self, mut at: usize, depth: usize, see: &mut impl FnMut(Member)) -> Option<usize> {
        if self.is(at, b'}') {
            return Some(at + 1);
        }
        let mut before: Option<Key> = None;
        loop {
            if !self.is(at, b'"') {
                return None;
            }
            let key = self.key(at + 1)?;
            if !self.is(key.end + 1, b':') || before.is_some_and(|before| !self.follows(key, before)) {
                return None;
            }
            let value = key.end + 2;
            at = self.value(value, depth)?;
            see(Member { key: key.start..key.end, value: value..at });
            match self.bytes.get(at)? {
                b',' => at += 1,
                b'}' => return Some(at + 1),
                _ => return None,
            }
            before = Some(key);
        }
    }

    /// Behind its opening bracket.
    fn array(self, mut at: usize, depth: usize) -> Option<usize> {
        if self.is(at, b']') {
            return Some(at + 1);
        }
        loop {
            at = self.value(at, depth)?;
            match self.bytes.get(at)? {
                b',' => at += 1,
                b']' => return Some(at + 1),
                _ => return None,
            }
        }
    }

    /// A number without its sign. What may not follow it is refused by what holds it: a digit, a point, an exponent.
    fn number(self, start: usize) -> Option<usize> {
        let whole = self.digits(start);
        let digits = whole - start;
        if digits == 0 || digits > DIGITS_MAX || digits > 1 && self.is(start, b'0') {
            return None;
        }
        if !self.is(whole, b'.') {
            return Some(whole);
        }
        let end = self.digits(whole + 1);
        ((2..=4).contains(&(end - whole)) && !self.is(end - 1, b'0')).then_some(end)
    }

    fn digits(self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    }
}
