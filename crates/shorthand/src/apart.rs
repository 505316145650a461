//! Several commands in one line.

use crate::grammar;

/// Words whose commands end in free text, in which a comma or a semicolon is mostly one like any other.
const FREE_TEXT: [&str; 6] = ["note", "ruling", "retract", "cp", "fail", "score"];

/// The commands of a line, apart at `;` and at a comma that ends a word or stands alone. Quotes, payloads in JSON and
/// places keep theirs. In free text only a `;` or a comma that stands alone, with a command word behind it, ends the
/// command.
///
/// ```
/// use adjutant_shorthand::apart;
/// assert_eq!(apart("kill b12 3, end shooting ; hold m1"), ["kill b12 3", "end shooting", "hold m1"]);
/// assert_eq!(apart("place a1 @12,30;14,30; end movement"), ["place a1 @12,30;14,30", "end movement"]);
/// assert_eq!(apart("note we waited, then went; all agreed"), ["note we waited, then went; all agreed"]);
/// assert_eq!(apart("note dice fell off the table ; end fight"), ["note dice fell off the table", "end fight"]);
/// assert_eq!(apart("stratagem \"Fire, then run\" 1, undo"), ["stratagem \"Fire, then run\" 1", "undo"]);
/// ```
pub fn apart(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quoted, mut depth, mut word) = (0, false, 0_usize, 0);
    let mut before = ' ';
    for (at, character) in line.char_indices() {
        if before.is_whitespace() && !character.is_whitespace() {
            word = at;
        }
        match character {
            '"' if depth == 0 => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth = depth.saturating_sub(1),
            ';' | ',' if !quoted && depth == 0 && ends(line, start, word, at, character) => {
                parts.push(&line[start..at]);
                start = at + 1;
                before = ' ';
                continue;
            }
            _ => {}
        }
        before = character;
    }
    parts.push(&line[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether the mark at a place ends the command that begins at `start`; it stands in the word that begins at `word`.
fn ends(line: &str, start: usize, word: usize, at: usize, mark: char) -> bool {
    let behind = &line[at + 1..];
    let closes_word = behind.chars().next().is_none_or(char::is_whitespace);
    if (mark == ',' || line[word..].starts_with('@')) && !closes_word {
        return false;
    }
    let first = |text: &str| text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let command = line[start..at].trim_start();
    let command =
        command.strip_prefix("by ").and_then(|rest| rest.trim_start().split_once(' ')).map_or(command, |(_, c)| c);
    if !FREE_TEXT.contains(&first(command).as_str()) {
        return true;
    }
    (mark == ';' || word == at) && grammar::is_word(&first(behind))
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn a_payload_keeps_its_marks() {
        let line = r#"casualties {"unit":"b2","models":3,"cause":"a; b, c"} ; end turn"#;
        assert_eq!(apart(line).len(), 2, "{:?}", apart(line));
        assert_eq!(apart(" ; , "), [""; 0]);
        assert_eq!(apart("kill b2 3;end turn"), ["kill b2 3", "end turn"]);
        assert_eq!(apart("by ben note so, end of it"), ["by ben note so, end of it"]);
        assert_eq!(apart("move a1 @{\"models\":[[1,2],[3,4]]}, end movement").len(), 2);
        assert_eq!(apart("kill ż , undo"), ["kill ż", "undo"]);
    }
}
