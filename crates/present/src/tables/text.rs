//! Texts in columns: heads with what belongs to them, broken between words.

use unicode_width::UnicodeWidthStr;

/// Columns that everything fits that is printed about a match.
pub const WIDTH: usize = 80;

/// A text behind a head, broken between words into lines of at most [`WIDTH`] columns; further lines are set in below
/// the text.
pub fn wrapped(head: &str, text: &str) -> String {
    wrapped_to(head, text, WIDTH)
}

/// The same with lines of at most so many columns.
pub fn wrapped_to(head: &str, text: &str, columns: usize) -> String {
    let indent = head.width();
    let (mut lines, mut column) = (head.to_owned(), indent);
    for word in text.split_whitespace() {
        let first = column == indent;
        if !first && column + 1 + word.width() > columns {
            lines.push_str(&format!("\n{}", " ".repeat(indent)));
            column = indent;
        } else if !first {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += word.width();
    }
    lines
}

/// A line of a list in a help text: a head, and behind it at a column a text of as many lines as it needs in a terminal
/// of 80 columns. A head that reaches past the column stands on a line of its own.
pub fn listed(head: &str, column: usize, text: &str) -> String {
    const WIDTH: usize = 79;
    let room = WIDTH.saturating_sub(column + 4);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(last) = lines.last_mut() else { break };
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > room {
            lines.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    let fits = head.chars().count() <= column;
    let first = if fits { format!("  {head:<column$}  {}\n", lines.remove(0)) } else { format!("  {head}\n") };
    lines.iter().fold(first, |list, line| list + &format!("  {:<column$}  {line}\n", ""))
}
