//! The text of a code: `ADJ1:1/2:1A2B3C4D:DATA:CHECK`. Signs of the alphabet that every code packs well, and every hand scanner types.

use adjutant_core::chain::Hash;

use super::keys::{self, Keyboard};

/// How every part begins.
const BEGINNING: &str = "ADJ1:";
/// The digits of Crockford's Base32: no sign that looks like another one.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The most digits of data in a part: with what stands around them they fill version 25 at level L.
const PART_DIGITS: usize = 1_816;
/// Digits of the checksum of a part.
const CHECK_DIGITS: usize = 4;
/// The most parts of a battle.
const PARTS_MAX: usize = 40;

/// The data of a battle, from its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathered {
    /// The first digits of the head.
    pub head: u32,
    /// The data.
    pub data: Vec<u8>,
    /// The keyboards whose signs were undone.
    pub undone: Vec<Keyboard>,
}

/// Why parts make no battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Ungathered {
    /// There is no part of any battle.
    #[error("there is no code of a battle: they begin with {BEGINNING}")]
    None,
    /// A part is damaged.
    #[error("a code is damaged: {0}")]
    Damaged(String),
    /// They are parts of more than one battle.
    #[error("these are codes of more than one battle: {0:08X} and {1:08X}")]
    Several(u32, u32),
    /// Parts are missing.
    #[error("{} of {of} codes missing: {}", missing.len(), missing.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Missing {
        /// Which.
        missing: Vec<usize>,
        /// How many there are.
        of: usize,
    },
}

/// The texts of the codes that carry data.
pub fn parts(head: u32, data: &[u8]) -> Vec<String> {
    let digits = in_digits(data);
    let many = digits.len().div_ceil(PART_DIGITS).max(1);
    let each = digits.len().div_ceil(many).max(1);
    let part = |(at, digits): (usize, &[u8])| {
        let text = format!("{BEGINNING}{}/{many}:{head:08X}:{}:", at + 1, String::from_utf8_lossy(digits));
        let check = check(&text);
        text + &check
    };
    if digits.is_empty() {
        return vec![part((0, &[]))];
    }
    digits.chunks(each).enumerate().map(part).collect()
}

/// The data of a battle from the texts of its codes, in any order; what is no such text is passed over, and a text that a
/// scanner typed on another keyboard is undone.
///
/// # Errors
/// No part, a damaged one, parts of several battles, or missing ones.
pub fn gathered<T: AsRef<str>>(texts: &[T]) -> Result<Gathered, Ungathered> {
    let mut found: Vec<Option<Vec<u8>>> = Vec::new();
    let (mut head, mut undone) = (None, Vec::new());
    for text in texts.iter().map(|text| text.as_ref().trim()) {
        let Some((keyboard, text)) = keys::undone(text, BEGINNING) else { continue };
        let part = Part::read(&text)?;
        undone.extend(keyboard.filter(|keyboard| !undone.contains(keyboard)));
        match head {
            Some(head) if head != part.head => return Err(Ungathered::Several(head, part.head)),
            _ => head = Some(part.head),
        }
        if found.is_empty() {
            found.resize(part.of, None);
        }
        let all = found.len();
        match found.get_mut(part.at - 1).filter(|_| part.of == all) {
            Some(place) => *place = Some(part.digits),
            None => {
                return Err(Ungathered::Damaged(format!("it is part {} of {}, others are of {all}", part.at, part.of)));
            }
        }
    }
    let head = head.ok_or(Ungathered::None)?;
    let missing: Vec<usize> = (1..).zip(&found).filter(|(_, part)| part.is_none()).map(|(at, _)| at).collect();
    if !missing.is_empty() {
        return Err(Ungathered::Missing { missing, of: found.len() });
    }
    let digits: Vec<u8> = found.into_iter().flatten().flatten().collect();
    Ok(Gathered { head, data: of_digits(&digits), undone })
}

/// One part.
struct Part {
    at: usize,
    of: usize,
    head: u32,
    digits: Vec<u8>,
}

impl Part {
    fn read(text: &str) -> Result<Part, Ungathered> {
        let damaged = |what: &str| Ungathered::Damaged(what.to_owned());
        let body = text.get(..text.len().saturating_sub(CHECK_DIGITS)).filter(|body| body.ends_with(':'));
        let body = body.ok_or_else(|| damaged("it is cut off"))?;
        if check(body) != text[body.len()..] {
            return Err(damaged("its checksum is another one"));
        }
        let fields: Vec<&str> = body.split(':').collect();
        let [_, place, head, digits, ""] = fields[..] else { return Err(damaged("it has other parts than it should")) };
        let place = place.split_once('/').and_then(|(at, of)| Some((at.parse().ok()?, of.parse().ok()?)));
        let (at, of): (usize, usize) = place.ok_or_else(|| damaged("it does not say which part it is"))?;
        let head = u32::from_str_radix(head, 16).map_err(|_| damaged("it names no head"))?;
        if at == 0 || at > of || of > PARTS_MAX {
            return Err(damaged("it does not say which part it is"));
        }
        let digit =
            |sign: u8| DIGITS.iter().position(|digit| *digit == sign).and_then(|digit| u8::try_from(digit).ok());
        let digits: Option<Vec<u8>> = digits.bytes().map(digit).collect();
        Ok(Part { at, of, head, digits: digits.ok_or_else(|| damaged("it holds signs that no code has"))? })
    }
}

/// The checksum of what stands before it.
fn check(text: &str) -> String {
    let digits = in_digits(&Hash::of(text.as_bytes()).as_bytes()[..3]);
    String::from_utf8_lossy(&digits[..CHECK_DIGITS]).into_owned()
}

/// Bytes as digits, five bits each; the last one is filled up with zeros.
fn in_digits(bytes: &[u8]) -> Vec<u8> {
    let mut digits = Vec::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut bits, mut held) = (0u32, 0u32);
    for byte in bytes {
        (held, bits) = ((held << 8) | u32::from(*byte), bits + 8);
        while bits >= 5 {
            bits -= 5;
            digits.push(DIGITS[(held >> bits) as usize & 31]);
        }
        held &= (1 << bits) - 1;
    }
    if bits > 0 {
        digits.push(DIGITS[(held << (5 - bits)) as usize & 31]);
    }
    digits
}

/// The bytes behind the values of digits; bits that fill no byte are dropped.
fn of_digits(values: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.len() * 5 / 8);
    let (mut bits, mut held) = (0u32, 0u32);
    for value in values {
        (held, bits) = ((held << 5) | u32::from(*value), bits + 5);
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_comes_back_from_its_parts_in_any_order() {
        for length in [0, 1, 2, 7, 1_134, 1_135, 1_136, 5_000] {
            let data: Vec<u8> = (0..length).map(|at| (at * 7 % 251) as u8).collect();
            let mut texts = parts(0xfe01_0203, &data);
            assert!(texts.iter().all(|text| text.len() <= 1_853), "a code holds no more");
            texts.reverse();
            texts.push("something else".to_owned());
            assert_eq!(gathered(&texts).unwrap(), Gathered { head: 0xfe01_0203, data, undone: Vec::new() });
        }
    }

    #[test]
    fn what_is_missing_damaged_or_mixed_is_told() {
        let data = vec![7; 3_000];
        let texts = parts(1, &data);
        assert_eq!(gathered(&texts[1..]), Err(Ungathered::Missing { missing: vec![1], of: 3 }));
        let mut mixed = texts.clone();
        mixed[0] = parts(2, &data)[0].clone();
        assert_eq!(gathered(&mixed), Err(Ungathered::Several(2, 1)));
        let one = texts[0].replacen("70", "71", 1);
        assert!(one == texts[0] || matches!(gathered(&[one]), Err(Ungathered::Damaged(_))));
        assert_eq!(gathered::<&str>(&[]), Err(Ungathered::None));
        for at in 0..texts[0].len() {
            let mut changed = texts[0].clone().into_bytes();
            changed[at] = if changed[at] == b'Z' { b'Y' } else { b'Z' };
            let changed = String::from_utf8(changed).unwrap();
            assert!(gathered(&[changed.as_str(), &texts[1], &texts[2]]).is_err(), "byte {at}: {changed}");
        }
    }
}
