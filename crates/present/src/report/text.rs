//! A report as text of 80 columns.

use unicode_width::UnicodeWidthStr;

use super::model::{Bar, Block, Page, Table, Words};
use super::words::{signed, turn_of};
use crate::tables::text::{WIDTH, wrapped};

/// The text. With `ascii` its bars are drawn with `#` and `=`, and its marks are letters.
pub fn text(page: &Page, ascii: bool) -> String {
    let mut lines = vec![format!("{}: {}", page.when, page.title), page.below.clone()];
    lines.extend(page.lead.iter().map(|words| wrapped("", &words.plain())));
    for part in &page.parts {
        lines.push(String::new());
        lines.push(headed(&part.title.to_uppercase(), &part.aside));
        for block in &part.blocks {
            match block {
                Block::Lines(words) => lines.push(wrapped("", &words.plain())),
                Block::List(all) => lines.extend(list(all)),
                Block::Table(table) => lines.extend(drawn(table)),
                Block::Bars(bars) => lines.extend(drawn_bars(bars)),
                Block::Points(_) => {}
            }
        }
    }
    lines.push(String::new());
    lines.extend(page.foot.iter().map(|line| wrapped("", line)));
    let text = lines.join("\n") + "\n";
    if !ascii {
        return text;
    }
    let plain =
        [("█", "#"), ("▒", "="), ("●", "A"), ("◆", "B"), ("−", "-"), ("–", "-"), ("→", "->"), ("’", "'"), ("″", "\"")];
    let plain = plain.into_iter().chain([("·", "|"), ("±", "+-"), ("…", "...")]);
    plain.fold(text, |text, (sign, plain)| text.replace(sign, plain))
}

fn drawn_bars(bars: &[Bar]) -> Vec<String> {
    let most = bars.iter().map(|bar| bar.lead.unsigned_abs()).max().unwrap_or(1);
    let room = u32::try_from(WIDTH - 20).unwrap_or(60);
    let line = |bar: &Bar| {
        let lead = bar.lead.unsigned_abs();
        let long = if most > room { lead * room / most } else { lead };
        let drawn = if bar.lead < 0 { "▒" } else { "█" }.repeat(usize::try_from(long).unwrap_or(0));
        format!("{:>8}  {}  {drawn}", signed(bar.lead), turn_of(bar)).trim_end().to_owned()
    };
    bars.iter().map(line).collect()
}

/// A heading with what stands beside it at the right edge, below it where both do not fit.
fn headed(title: &str, aside: &str) -> String {
    let (title_width, aside_width) = (title.width(), aside.width());
    match WIDTH.checked_sub(title_width + aside_width).filter(|room| *room > 1 || aside.is_empty()) {
        Some(room) => format!("{title}{}{aside}", " ".repeat(if aside.is_empty() { 0 } else { room })),
        None => format!("{title}\n{}", wrapped("", aside)),
    }
}

fn list(all: &[(String, Words)]) -> Vec<String> {
    let head = all.iter().map(|(head, _)| head.width()).max().unwrap_or(0);
    let line = |(mark, words): &(String, Words)| {
        // A number stands at the right of its head, below the others.
        let (name, number) = mark.rsplit_once(' ').unwrap_or(("", mark));
        let gap = " ".repeat(head.saturating_sub(name.width() + number.width()));
        wrapped(&format!("{name}{gap}{number}  "), &words.plain())
    };
    all.iter().map(line).collect()
}

fn drawn(table: &Table) -> Vec<String> {
    let cells = |row: &[Words]| row.iter().map(Words::plain).collect::<Vec<_>>();
    let heads = table.heads.clone();
    let rows: Vec<Vec<String>> = [heads].into_iter().chain(table.rows.iter().map(|row| cells(&row.cells))).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
    let mut widths: Vec<usize> =
        (0..columns).map(|at| rows.iter().map(|row| cell(row, at).width()).max().unwrap_or(0)).collect();
    let all: usize = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
    // The widest column of words gives way.
    if let (Some(over), Some(widest)) =
        (all.checked_sub(WIDTH), (0..table.words.min(columns)).max_by_key(|at| widths[*at]))
    {
        widths[widest] = widths[widest].saturating_sub(over).max(8);
    }
    let line = |row: &Vec<String>| {
        let padded = (0..columns).map(|at| {
            let text = clipped(&cell(row, at), widths[at]);
            let room = " ".repeat(widths[at].saturating_sub(text.width()));
            if at < table.words { format!("{text}{room}") } else { format!("{room}{text}") }
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).filter(|line| !line.is_empty()).collect()
}

fn clipped(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        if kept.width() + 2 > room {
            break;
        }
        kept.push(letter);
    }
    kept + "…"
}
