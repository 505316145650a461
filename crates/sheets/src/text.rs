//! Text that fits: characters that can be printed, lines that end in an ellipsis where they must.

use std::borrow::Cow;

use adjutant_engine::visible::is_plain;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark, is_nfc};

use crate::font::Weight;
use crate::ink::Style;
use crate::letters;

/// Stands behind the id of a player whose name has letters that no font has.
pub(crate) const NO_FONT: char = '‡';
const ELLIPSIS: char = '…';
const UNKNOWN: char = '\u{fffd}';

/// The text in composed form, white space as spaces, invisible characters left out and characters that the fonts lack
/// replaced by U+FFFD.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let has = |c: char| Weight::Regular.face().glyph(c).is_some() || letters::of(&[c]).is_some();
    let show = |c: char| match c {
        c if c.is_whitespace() => Some(' '),
        c if is_invisible(c) => None,
        '−' => Some('–'),
        c if has(c) => Some(c),
        _ => Some(UNKNOWN),
    };
    let composed: Cow<'_, str> = if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) };
    // The fonts have no arrow; between a result and its correction it must be read.
    Cow::Owned(composed.replace('→', "->").chars().filter_map(show).collect())
}

/// Whether the sheets have every letter of a text; what they lack is printed as `\u{fffd}`.
///
/// ```
/// assert!(adjutant_sheets::prints("Żółć Ωmega Жуков"));
/// assert!(!adjutant_sheets::prints("محمد"));
/// ```
pub fn prints(text: &str) -> bool {
    !printable(text).contains(UNKNOWN) || text.contains(UNKNOWN)
}

fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// What a list of names is sorted by: small letters without marks, so that Łukasz stands among the L.
pub(crate) fn sort_key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for c in name.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'ł' => key.push('l'),
            'đ' | 'ð' => key.push('d'),
            'ø' => key.push('o'),
            'ı' => key.push('i'),
            'æ' => key.push_str("ae"),
            'œ' => key.push_str("oe"),
            'ß' => key.push_str("ss"),
            'þ' => key.push_str("th"),
            NO_FONT => {}
            c => key.push(c),
        }
    }
    key
}

/// The text, or as much of its beginning as fits with an ellipsis. What stands in brackets at the end, by which namesakes are
/// told apart, is kept where it takes no more than most of the room.
pub(crate) fn fit(text: &str, style: Style, width: f32) -> Cow<'_, str> {
    let text = printable(text);
    if style.width(&text) <= width {
        return text;
    }
    let bracket = text.rfind('(').filter(|at| text.ends_with(')') && text[..*at].ends_with(' '));
    if let Some(at) = bracket.filter(|at| *at > 1) {
        let (name, suffix) = text.split_at(at - 1);
        let room = width - style.width(suffix);
        if room >= width * NAME_LEAST {
            return Cow::Owned(format!("{}{suffix}", shortened(name, style, room)));
        }
    }
    Cow::Owned(shortened(&text, style, width))
}

/// So much of the room is left to a name before what stands behind it in brackets.
const NAME_LEAST: f32 = 0.2;

/// As much of the beginning of a text as fits with an ellipsis.
fn shortened(text: &str, style: Style, width: f32) -> String {
    let room = width - style.width("…");
    let end = longest_beginning(text, style, room);
    let kept = text[..end].trim_end_matches([' ', ',', '.', '-', '–', '·']);
    format!("{kept}{ELLIPSIS}")
}

/// Where the longest beginning ends that fits into `room` and parts no letter from its marks.
fn longest_beginning(text: &str, style: Style, room: f32) -> usize {
    let (mut end, mut width) = (0, 0.0);
    for (index, c) in text.char_indices() {
        if !is_combining_mark(c) {
            end = index;
        }
        width += style.width(c.encode_utf8(&mut [0; 4]));
        if width > room {
            return end;
        }
    }
    text.len()
}

/// Breaks a text at spaces into at most `count` lines; the last one is shortened where the rest does not fit.
pub(crate) fn wrap(text: &str, style: Style, width: f32, count: usize) -> Vec<String> {
    let text = printable(text);
    let mut rest = text.trim();
    let mut lines = Vec::new();
    while !rest.is_empty() && lines.len() + 1 < count {
        let end = line_end(rest, style, width);
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    if !rest.is_empty() {
        lines.push(fit(rest, style, width).into_owned());
    }
    lines
}

/// Where the first line ends: after the last word that fits, or within a word that is wider than the line.
fn line_end(text: &str, style: Style, width: f32) -> usize {
    let end = longest_beginning(text, style, width);
    if end == text.len() || text[end..].starts_with(' ') {
        return end;
    }
    match text[..end].rfind(' ') {
        Some(space) if space > 0 => space,
        _ => end.max(text.chars().next().map_or(0, char::len_utf8)),
    }
}

/// A text as it may stand between tags and in attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_ends_in_an_ellipsis_and_fits() {
        let name = "Wolfeschlegelsteinhausenbergerdorff ".repeat(4);
        for width in [20.0, 55.5, 120.0, 300.0] {
            let shown = fit(name.trim(), Style::BODY, width);
            assert!(shown.ends_with('…') && Style::BODY.width(&shown) <= width, "{shown}");
        }
        assert_eq!(fit("Short", Style::BODY, 100.0), "Short");
    }

    #[test]
    fn namesakes_stay_apart_where_their_names_are_cut() {
        let style = Style::BODY;
        for width in [80.0, 95.0, 105.0] {
            let [one, two] = ["Berg, Anna (anna-berg)", "Berg, Anna (anna-berg-2)"].map(|name| fit(name, style, width));
            assert!(one.ends_with(" (anna-berg)") && two.ends_with("… (anna-berg-2)"), "{one} {two}");
            assert!(style.width(&one) <= width && style.width(&two) <= width);
        }
        assert!(fit("Berg, Anna (Hammerhead Wargaming Society)", style, 80.0).ends_with('…'));
        assert!(fit(&format!("{}é(x)", "é".repeat(60)), style, 80.0).ends_with('…'));
    }

    #[test]
    fn names_are_sorted_by_their_letters() {
        let mut names = ["Zoë", "Łukasz", "Íñigo", "Đặng", "Ørsted", "anna", "Марія", "Άννα"];
        names.sort_by_key(|name| sort_key(name));
        assert_eq!(names, ["anna", "Đặng", "Íñigo", "Łukasz", "Ørsted", "Zoë", "Άννα", "Марія"]);
    }

    #[test]
    fn marks_stay_with_their_letters() {
        let name = "q\u{323}\u{301}".repeat(40);
        let shown = fit(&name, Style::BODY, 60.0);
        assert!(shown.trim_end_matches('…').ends_with("q\u{323}\u{301}"), "{shown}");
    }

    #[test]
    fn names_are_composed_and_what_cannot_be_printed_is_seen_to_be_missing() {
        assert_eq!(printable("Zoe\u{308}"), "Zoë");
        assert_eq!(printable("a\u{200d}b\u{fe0f}"), "ab");
        assert_eq!(printable("龍"), "\u{fffd}");
        assert_eq!(printable("two\nlines"), "two lines");
    }

    #[test]
    fn lines_break_at_spaces_and_the_last_is_shortened() {
        let style = Style::BODY;
        let lines = wrap("Objective with a name of many words indeed", style, 90.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| style.width(line) <= 90.0), "{lines:?}");
        assert!(lines[1].ends_with('…'));
        let unbroken = wrap(&"x".repeat(120), style, 90.0, 3);
        assert!(unbroken.len() == 3 && unbroken.iter().all(|line| style.width(line) <= 90.0));
        assert!(wrap("", style, 90.0, 2).is_empty());
    }
}
