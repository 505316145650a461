//! Names as people look for them: small letters without accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The text in small letters without marks; a letter of its own, such as ß, becomes what people type
/// instead.
///
/// ```
/// use adjutant_core::spelling::unaccented;
/// assert_eq!(unaccented("Zoë Großmann-Łukasz"), "zoe grossmann-lukasz");
/// assert_eq!(unaccented("Ærø, 漢字"), "aero, 漢字");
/// ```
pub fn unaccented(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase) {
        match letter {
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'þ' => plain.push_str("th"),
            'ø' => plain.push('o'),
            'ð' | 'đ' => plain.push('d'),
            'ł' => plain.push('l'),
            'ı' => plain.push('i'),
            letter => plain.push(letter),
        }
    }
    plain
}

/// Small letters without marks, and digits; everything else as one hyphen.
///
/// ```
/// use adjutant_core::spelling::plain;
/// assert_eq!(plain("  Żółć, Großmann & Co. "), "zolc-grossmann-co");
/// assert_eq!(plain("漢字 2"), "漢字-2");
/// ```
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in unaccented(text).chars() {
        match letter {
            '\'' | '’' => {}
            letter if letter.is_alphanumeric() => plain.push(letter),
            _ if plain.ends_with('-') || plain.is_empty() => {}
            _ => plain.push('-'),
        }
    }
    plain.truncate(plain.trim_end_matches('-').len());
    plain
}

/// The text with a capital letter first.
///
/// ```
/// use adjutant_core::spelling::capitalised;
/// assert_eq!(capitalised("ærø"), "Ærø");
/// ```
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The Latin letter that a small letter of another alphabet looks like, itself or as a capital letter.
fn looks_like(letter: char) -> char {
    const ALIKE: [(&str, char); 22] = [
        ("аα", 'a'),
        ("вβ", 'b'),
        ("сϲ", 'c'),
        ("ԁ", 'd'),
        ("еε", 'e'),
        ("ԍ", 'g'),
        ("һнη", 'h'),
        ("іι", 'i'),
        ("ј", 'j'),
        ("кκ", 'k'),
        ("мμ", 'm'),
        ("ν", 'n'),
        ("оοօ", 'o'),
        ("рρ", 'p'),
        ("ԛ", 'q'),
        ("ѕ", 's'),
        ("тτ", 't'),
        ("ѵ", 'v'),
        ("ԝ", 'w'),
        ("хχ", 'x'),
        ("уυ", 'y'),
        ("ζ", 'z'),
    ];
    ALIKE.iter().find(|(letters, _)| letters.contains(letter)).map_or(letter, |(_, latin)| *latin)
}

/// Whether people would take two names for the same.
///
/// ```
/// use adjutant_core::spelling::alike;
/// assert!(alike("Anna", "ANNA ") && alike("José", "Jose") && alike("★", "★"));
/// assert!(!alike("Anna", "Anna B.") && !alike("★", "☆"));
/// assert!(alike("Anna", "\u{410}nna"), "a Cyrillic letter that looks like the Latin one");
/// ```
pub fn alike(one: &str, two: &str) -> bool {
    let seen = |text: &str| plain(text).chars().map(looks_like).collect::<String>();
    let (one_plain, two_plain) = (seen(one), seen(two));
    one_plain == two_plain && (!one_plain.is_empty() || one.trim() == two.trim())
}
