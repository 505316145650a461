//! Words, quoted names, and JSON up to the end of the line.

use crate::fault::Fault;

/// One word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it says, without quotes.
    pub text: String,
    /// Its first byte in the line.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// Whether it stood in quotes.
    pub quoted: bool,
}

/// Splits a line into words. A word that begins with `{` reaches to the end of the line; one that begins with `@{`
/// reaches to the brace that closes it.
///
/// # Errors
/// A quote or a brace that is not closed.
pub fn tokens(line: &str) -> Result<Vec<Token>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(found) = line[at..].find(|c: char| !c.is_whitespace()) {
        let start = at + found;
        let rest = &line[start..];
        let length = if rest.starts_with('{') {
            rest.trim_end().len()
        } else if rest.starts_with("@{") {
            1 + closing_brace(&rest[1..])
                .ok_or_else(|| Fault::new(line, start..line.len(), "this brace is not closed", "a `}`"))?
        } else if let Some(inside) = rest.strip_prefix('"') {
            let close = inside.find('"');
            2 + close.ok_or_else(|| Fault::new(line, start..line.len(), "this quote is not closed", "a `\"`"))?
        } else {
            rest.find(char::is_whitespace).unwrap_or(rest.len())
        };
        let quoted = rest.starts_with('"');
        let text = if quoted { &rest[1..length - 1] } else { &rest[..length] };
        tokens.push(Token { text: text.to_owned(), start, end: start + length, quoted });
        at = start + length;
    }
    Ok(tokens)
}

/// Length of a JSON object at the start of a text.
fn closing_brace(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' if !in_string => depth += 1,
            b'}' if !in_string => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}
