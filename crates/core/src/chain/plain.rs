//! The quick way through a line: one pass that proves a line canonical as it was written, where nothing about it is rare.
//!
//! It says nothing about other lines. The strict reader (`scan`) judges them, whether they are canonical and
//! only rare (an escape, a key that is empty or has letters beyond ASCII) or wrong.

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
    let place = |rest: &[u8]| bytes.len() - rest.len();
    let rest = object(bytes.strip_prefix(b"{")?, 0, &mut |key, value, rest| {
        let start = place(value);
        members.push(Member { key: start - 2 - key.len()..start - 2, value: start..place(rest) });
    })?;
    rest.is_empty().then_some(members)
}

/// A bit in each byte that ends plain text: a quote, a backslash, a control character. Others may be set behind the first.
#[inline(always)]
pub(super) fn stops(word: u64) -> u64 {
    // The high bit of each byte below `limit`; a borrow may set others, but only after the first.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGH_BITS;
    // With that bit turned a quote is 0x20, and a blank, a letter or a sign is above it.
    below(word ^ (ONES * 2), 0x21) | below(word ^ (ONES * b'\\' as u64), 1)
}

/// The first eight bytes, the first one lowest; zeros behind the end of the line.
#[inline(always)]
fn word(rest: &[u8]) -> u64 {
    match rest.first_chunk() {
        Some(word) => u64::from_le_bytes(*word),
        None => last_word(rest),
    }
}

#[cold]
fn last_word(rest: &[u8]) -> u64 {
    rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// A value, and what stands behind it.
fn value(rest: &[u8], depth: usize) -> Option<&[u8]> {
    match rest {
        [b'"', rest @ ..] => text(rest),
        [b'0'..=b'9', ..] => number(rest),
        [b'-', b'0', b'.', ..] => number(&rest[1..]),
        [b'-', b'0', ..] => None,
        [b'-', rest @ ..] => number(rest),
        [b'{', rest @ ..] if depth < DEPTH_MAX => object(rest, depth + 1, &mut |_, _, _| {}),
        [b'[', rest @ ..] if depth < DEPTH_MAX => array(rest, depth + 1),
        _ => rest.strip_prefix(b"true").or_else(|| rest.strip_prefix(b"false")).or_else(|| rest.strip_prefix(b"null")),
    }
}

/// Behind its opening quote.
#[inline(always)]
fn text(mut rest: &[u8]) -> Option<&[u8]> {
    loop {
        let stops = stops(word(rest));
        if stops != 0 {
            return rest.get(stops.trailing_zeros() as usize / 8..)?.strip_prefix(b"\"");
        }
        rest = rest.get(8..)?;
    }
}

/// A key behind its opening quote: its first eight bytes as a number that sorts as they do, and what stands from its
/// closing quote on. It has to be ASCII: so its bytes sort as its UTF-16 units do.
#[inline(always)]
fn key(mut rest: &[u8]) -> Option<(u64, &[u8])> {
    let first = word(rest);
    let mut found = stops(first) | first & HIGH_BITS;
    let kept = if found == 0 { u64::MAX } else { (1 << (found.trailing_zeros() & !7)) - 1 };
    while found == 0 {
        rest = rest.get(8..)?;
        let word = word(rest);
        found = stops(word) | word & HIGH_BITS;
    }
    Some(((first & kept).swap_bytes(), rest.get(found.trailing_zeros() as usize / 8..)?))
}

/// Behind its opening brace. `see` gets each key, then what stands from its value on and behind it.
fn object<'a>(
    mut rest: &'a [u8],
    depth: usize,
    see: &mut impl FnMut(&'a [u8], &'a [u8], &'a [u8]),
) -> Option<&'a [u8]> {
    if let [b'}', rest @ ..] = rest {
        return Some(rest);
    }
    let mut before: (u64, &[u8]) = (0, &[]);
    loop {
        let start = rest.strip_prefix(b"\"")?;
        let (first, closed) = key(start)?;
        let key = start.get(..start.len() - closed.len())?;
        // An empty key is left to the strict reader: so all that come first follow nothing.
        if first <= before.0 && (first < before.0 || key <= before.1) {
            return None;
        }
        let from = closed.strip_prefix(b"\":")?;
        rest = value(from, depth)?;
        see(key, from, rest);
        match rest {
            [b',', more @ ..] => rest = more,
            [b'}', rest @ ..] => return Some(rest),
            _ => return None,
        }
        before = (first, key);
    }
}

/// Behind its opening bracket.
fn array(mut rest: &[u8], depth: usize) -> Option<&[u8]> {
    if let [b']', rest @ ..] = rest {
        return Some(rest);
    }
    loop {
        rest = value(rest, depth)?;
        match rest {
            [b',', more @ ..] => rest = more,
            [b']', rest @ ..] => return Some(rest),
            _ => return None,
        }
    }
}

/// A number without its sign. What may not follow it is refused by what holds it: a digit, a point, an exponent.
#[inline(always)]
fn number(start: &[u8]) -> Option<&[u8]> {
    let rest = digits(start);
    let count = start.len() - rest.len();
    if count == 0 || count > DIGITS_MAX || count > 1 && start[0] == b'0' {
        return None;
    }
    let [b'.', fraction @ ..] = rest else { return Some(rest) };
    let rest = digits(fraction);
    let count = fraction.len() - rest.len();
    ((1..=3).contains(&count) && fraction[count - 1] != b'0').then_some(rest)
}

#[inline(always)]
fn digits(mut rest: &[u8]) -> &[u8] {
    while let [b'0'..=b'9', more @ ..] = rest {
        rest = more;
    }
    rest
}
