//! Text with roles: what a row of the screen says, before anybody chose colours.

use adjutant_engine::side::Player;
use adjutant_engine::visible::visible;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a piece of text is, which decides how it looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Ordinary text.
    #[default]
    Plain,
    /// Player one.
    One,
    /// Player two.
    Two,
    /// A title.
    Title,
    /// A key that works now.
    Key,
    /// What is marked or chosen.
    Marked,
    /// Points.
    Points,
    /// What is due soon or not recorded yet.
    Soon,
    /// What cannot be recorded.
    Wrong,
    /// Quiet text.
    Quiet,
    /// A QR code, dark on light in every theme.
    Code,
}

impl Role {
    /// The role of a player's name.
    pub fn of(player: Player) -> Role {
        match player {
            Player::One => Role::One,
            Player::Two => Role::Two,
        }
    }

    /// One letter for each role, for masks in tests.
    pub fn letter(self) -> char {
        match self {
            Role::Plain => '.',
            Role::One => 'a',
            Role::Two => 'b',
            Role::Title => 't',
            Role::Key => 'k',
            Role::Marked => 's',
            Role::Points => 'g',
            Role::Soon => 'w',
            Role::Wrong => 'e',
            Role::Quiet => 'd',
            Role::Code => 'q',
        }
    }
}

/// What a click on a row does, where the row itself can be chosen; elsewhere a click is the key that stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Click {
    /// Looks back to this record.
    Record(u64),
    /// Marks the row of this number, counted from 1.
    Row(usize),
    /// Says who holds the marker that is clicked.
    Markers,
}

/// A row of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its pieces, left to right.
    pub spans: Vec<(String, Role)>,
    /// What a click on it does.
    pub click: Option<Click>,
}

impl Line {
    /// A row of one piece.
    pub fn of(text: impl Into<String>, role: Role) -> Line {
        Line { spans: vec![(text.into(), role)], click: None }
    }

    /// A row of ordinary text.
    pub fn plain(text: impl Into<String>) -> Line {
        Line::of(text, Role::Plain)
    }

    /// The row with one more piece.
    #[must_use]
    pub fn then(mut self, text: impl Into<String>, role: Role) -> Line {
        self.push(text, role);
        self
    }

    /// Adds a piece.
    pub fn push(&mut self, text: impl Into<String>, role: Role) {
        self.spans.push((text.into(), role));
    }

    /// The row with what a click on it does.
    #[must_use]
    pub fn clicked(mut self, click: Click) -> Line {
        self.click = Some(click);
        self
    }

    /// Its columns.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|(text, _)| width(text)).sum()
    }

    /// Its text.
    pub fn text(&self) -> String {
        self.spans.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// The row as several, each at most this wide: the sign at its beginning stands alone on the first.
    pub fn wrapped(&self, columns: usize) -> Vec<Line> {
        let [(sign, of), rest @ ..] = self.spans.as_slice() else { return vec![self.clone()] };
        let (indent, role) = (width(sign), rest.first().map_or(*of, |(_, role)| *role));
        let text: String = rest.iter().map(|(text, _)| text.as_str()).collect();
        if self.width() <= columns || rest.is_empty() {
            return vec![self.clone()];
        }
        let pieces = wrapped(&text, columns.saturating_sub(indent));
        let begin = |at: usize| if at == 0 { sign.clone() } else { " ".repeat(indent.saturating_sub(2)) };
        let line = |(at, piece): (usize, String)| Line::of(begin(at), *of).then(piece, role);
        pieces.into_iter().enumerate().map(line).collect()
    }

    /// One letter for each column, by its role; blanks stay blanks.
    pub fn mask(&self) -> String {
        let of = |(text, role): &(String, Role)| {
            let cells = text.chars().map(|c| if c == ' ' { ' ' } else { role.letter() });
            cells.collect::<String>()
        };
        let mask: String = self.spans.iter().map(of).collect();
        format!("{}\n", mask.trim_end())
    }

    /// The row cut or filled to exactly this many columns.
    #[must_use]
    pub fn fit(self, columns: usize) -> Line {
        let mut left = columns;
        let mut fitted = Line { spans: Vec::new(), click: self.click };
        let whole = self.width() <= columns;
        for (text, role) in self.spans {
            let wide = width(&text);
            let piece = if whole || wide < left { text } else { cut(&text, left) };
            left = left.saturating_sub(width(&piece));
            fitted.push(piece, role);
        }
        fitted.push(" ".repeat(left), Role::Plain);
        fitted
    }
}

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// A text cut to a number of columns, with `…` where something is missing, and nothing in it that acts on a terminal.
pub fn cut(text: &str, columns: usize) -> String {
    let clean = visible(text);
    if clean.width() <= columns {
        return clean.into_owned();
    }
    let mut left = columns.saturating_sub(1);
    let mut kept = String::new();
    for character in clean.chars() {
        let wide = character.width().unwrap_or(0);
        if wide > left {
            break;
        }
        left -= wide;
        kept.push(character);
    }
    if columns > 0 {
        kept.push('…');
    }
    kept
}

/// A name cut to a number of columns; the number of one of several equal names stays: `Plaguebur… (2)`.
pub fn cut_name(name: &str, number: Option<usize>, columns: usize) -> String {
    let number = number.map_or_else(String::new, |number| format!(" ({number})"));
    let room = columns.saturating_sub(width(&number));
    if room > 3 { cut(name, room) + &number } else { cut(&format!("{name}{number}"), columns) }
}

/// A text cut or filled with blanks to exactly this many columns.
pub fn padded(text: &str, columns: usize) -> String {
    let mut text = cut(text, columns);
    text.push_str(&" ".repeat(columns.saturating_sub(width(&text))));
    text
}

/// A text broken at blanks, or inside words that are too long, so that no piece is wider than this.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    const HANGING: &str = "    ";
    let columns = columns.max(HANGING.len() + 2);
    if width(text) <= columns {
        return vec![text.to_owned()];
    }
    let mut pieces = vec![String::new()];
    let mut left = columns;
    for word in text.split_inclusive(' ') {
        let wide = width(word.trim_end());
        if wide > left && left < columns - HANGING.len() {
            pieces.push(HANGING.to_owned());
            left = columns - HANGING.len();
        }
        for character in word.chars() {
            let wide = character.width().unwrap_or(0);
            if wide > left && character != ' ' {
                pieces.push(HANGING.to_owned());
                left = columns - HANGING.len();
            }
            if let Some(piece) = pieces.last_mut().filter(|_| wide <= left) {
                piece.push(character);
                left -= wide;
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_keep_their_numbers() {
        assert_eq!(cut_name("Plagueburst Crawler", Some(2), 15), "Plagueburs… (2)");
        assert_eq!(width(&cut_name("Plagueburst Crawler", Some(12), 14)), 14);
        assert_eq!(cut_name("Plagueburst Crawler", Some(2), 40), "Plagueburst Crawler (2)");
        assert_eq!(cut_name("Plagueburst Crawler", Some(2), 7), "Plague…");
        assert_eq!(cut_name("Typhus (the Traveller)", None, 10), "Typhus (t…");
    }

    #[test]
    fn rows_have_their_width_whatever_they_say() {
        for text in ["", "short", "長い名前の部隊", "e\u{301}e\u{301}", &"x".repeat(200), "\u{1b}[2J"] {
            for columns in [1, 2, 7, 40] {
                assert_eq!(Line::plain(text).fit(columns).width(), columns, "{text:?} in {columns}");
                assert_eq!(width(&padded(text, columns)), columns, "{text:?} in {columns}");
            }
            assert!(wrapped(text, 20).iter().all(|piece| width(piece) <= 20), "{text:?}");
        }
    }
}
