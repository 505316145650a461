//! Text from outside made safe to look at: characters that act on a terminal or on the order of letters are written
//! as `\u{1b}`, and long pieces are cut.
//!
//! Names, messages of parsers, paths and cells of foreign files can hold such characters. Libraries put text from
//! outside into their messages with [`excerpt`]; the program sends everything it prints through [`visible`] or
//! [`visible_lines`] once more.

use std::borrow::Cow;
use std::fmt::Write;

/// How many characters of a text from outside are shown.
pub const EXCERPT_MAX: usize = 200;
/// How many of them come from its end, where a text has to be cut.
const EXCERPT_END: usize = 60;

/// Whether a character acts instead of being seen: C0 and C1 controls, DEL, marks that change the direction of text,
/// line and paragraph separators, invisible fillers, tags and characters that no text may hold.
///
/// Joiners (U+200C, U+200D) and variation selectors stay: Persian, Hindi and emoji need them.
///
/// ```
/// use adjutant_core::visible::acts;
/// assert!(['\x1b', '\x7f', '\u{9b}', '\u{202e}', '\u{2028}', '\u{feff}', '\u{e0041}', '\u{ffff}'].into_iter().all(acts));
/// assert!(!['a', 'ü', '漢', 'ش', '\u{200d}', '🜂', ' '].into_iter().any(acts));
/// ```
pub const fn acts(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    ) || (c as u32) & 0xfffe == 0xfffe
}

/// One line of text with every character that [`acts`] written as `\u{1b}`, line breaks and tabs among them.
///
/// ```
/// use adjutant_core::visible::visible;
/// assert_eq!(visible("Żółć"), "Żółć");
/// assert_eq!(visible("\u{1b}[2K\r\ngood\u{202e}"), r"\u{1b}[2K\u{d}\u{a}good\u{202e}");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, acts)
}

/// The same for text of several lines: its line feeds stay.
///
/// ```
/// use adjutant_core::visible::visible_lines;
/// assert_eq!(visible_lines("one\ntwo\x07"), "one\ntwo\\u{7}");
/// ```
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && acts(c))
}

/// Whether a text is nothing but letters, digits, signs and blanks of ASCII, as nearly all texts are: none of them
/// [`acts`], and each is seen or a blank.
///
/// ```
/// use adjutant_core::visible::is_plain;
/// assert!(is_plain("Anna Berg") && is_plain("") && !is_plain("Żółć") && !is_plain("a\tb"));
/// ```
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

fn escaped(text: &str, acts: impl Fn(char) -> bool) -> Cow<'_, str> {
    if is_plain(text) || !text.contains(&acts) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if acts(c) {
            // Writing into a string cannot fail.
            let _ = write!(safe, "\\u{{{:x}}}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// What is shown of a text from outside: visible, in one line, and where it is longer than [`EXCERPT_MAX`] characters
/// its beginning and its end.
///
/// ```
/// use adjutant_core::visible::{EXCERPT_MAX, excerpt};
/// assert_eq!(excerpt("a\nb"), r"a\u{a}b");
/// let path = "x".repeat(10_000_000) + ".jsonl";
/// let long = excerpt(&path);
/// assert_eq!(long.chars().count(), EXCERPT_MAX);
/// assert!(long.starts_with("xxx") && long.contains('…') && long.ends_with(".jsonl"));
/// ```
pub fn excerpt(text: &str) -> Cow<'_, str> {
    if text.len() <= EXCERPT_MAX {
        let shown = visible(text);
        if shown.len() <= EXCERPT_MAX {
            return shown;
        }
    }
    // More than this of either end is not shown, whatever becomes visible of it.
    let bounded = match (text.char_indices().nth(EXCERPT_MAX), text.char_indices().nth_back(EXCERPT_END)) {
        (Some((upto, _)), Some((from, _))) if upto < from => Cow::Owned(format!("{}{}", &text[..upto], &text[from..])),
        _ => Cow::Borrowed(text),
    };
    let shown = visible(&bounded).into_owned();
    let length = shown.chars().count();
    if length <= EXCERPT_MAX && matches!(bounded, Cow::Borrowed(_)) {
        return Cow::Owned(shown);
    }
    let start = shown.chars().take(EXCERPT_MAX - EXCERPT_END - 1);
    Cow::Owned(start.chain(['…']).chain(shown.chars().skip(length - EXCERPT_END)).collect())
}

/// A message in which text from outside may stand in backticks, double quotes or as one long word, such as that of a
/// parser: each such piece as [`excerpt`] shows it.
///
/// ```
/// use adjutant_core::visible::message;
/// let text = format!("unknown field `{}\n`, expected `by`", "x ".repeat(5_000));
/// let told = message(&text);
/// assert!(told.chars().count() < 250 && told.ends_with(r"`, expected `by`"), "{told}");
/// ```
pub fn message(text: &str) -> Cow<'_, str> {
    if text.len() <= EXCERPT_MAX {
        return visible(text);
    }
    let mut shown = String::with_capacity(text.len().min(4_096));
    let mut rest = text;
    while let Some(at) = rest.find(['`', '"']) {
        let quote = &rest[at..=at];
        let inside = &rest[at + 1..];
        // The piece reaches to the last mark of this kind before the next other one would begin: to the next mark.
        let Some(length) = inside.find(quote) else { break };
        words(&rest[..at], &mut shown);
        shown.push_str(quote);
        shown.push_str(&excerpt(&inside[..length]));
        shown.push_str(quote);
        rest = &inside[length + 1..];
    }
    words(rest, &mut shown);
    Cow::Owned(shown)
}

/// Words as they are, those that no person wrote cut.
fn words(text: &str, shown: &mut String) {
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 {
            shown.push(' ');
        }
        shown.push_str(&excerpt(word));
    }
}

#[cfg(test)]
#[path = "../tests/inside/visible.rs"]
mod tests;
