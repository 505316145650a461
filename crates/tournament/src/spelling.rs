//! Names as people look for them: small letters without accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The text in small letters without marks; a letter of its own, such as ß, becomes what people type
/// instead.
///
/// ```
/// use adjutant_tournament::spelling::unaccented;
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
