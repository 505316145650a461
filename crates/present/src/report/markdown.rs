//! A report for a chat: bold words and fences, nothing else, for those know no tables.

use super::model::{Block, Page, Table, Words};
use super::words::signed;

/// Lines of a list that a chat shows.
const SHOWN: usize = 3;

/// The text.
pub fn markdown(page: &Page) -> String {
    let mut out = format!("**{}**\n{}\n", page.title, page.below);
    for words in &page.lead {
        out += &format!("{}\n", words.plain());
    }
    for part in page.parts.iter().filter(|part| part.is_for_chats()) {
        let aside = if part.aside.is_empty() { String::new() } else { format!(" ({})", part.aside) };
        out += &format!("\n**{}**{aside}\n", part.title);
        for block in &part.blocks {
            match block {
                Block::Lines(words) => out += &format!("{}\n", words.plain()),
                Block::List(lines) => {
                    for (mark, words) in lines.iter().take(SHOWN).filter(|(mark, _)| !mark.is_empty()) {
                        out += &format!("• {mark} {}\n", words.plain());
                    }
                }
                Block::Bars(bars) => {
                    let leads = bars.iter().map(|bar| format!("R{} {}", bar.round, signed(bar.lead)));
                    out += &format!("```\n{}\n```\n", leads.collect::<Vec<_>>().join("  "));
                }
                Block::Table(table) => out += &sums(table),
                Block::Points(_) => {}
            }
        }
    }
    out.push_str(&format!("\n{}\n", page.foot.first().map_or("", String::as_str)));
    out
}

/// The rows of a table that sum up others, each with the name that stands before those.
fn sums(table: &Table) -> String {
    let mut name = String::new();
    let mut rows = vec![fenced("", &table.heads[table.words..])];
    for row in &table.rows {
        let cells: Vec<String> = row.cells.iter().map(Words::plain).collect();
        if let Some(first) = cells.first().filter(|cell| !cell.is_empty()) {
            name.clone_from(first);
        }
        if row.strong {
            rows.push(fenced(&name, &cells[table.words..]));
        }
    }
    if rows.len() < 2 { String::new() } else { format!("```\n{}\n```\n", rows.join("\n")) }
}

fn fenced(name: &str, cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>4}")).collect();
    format!("{name:<8}{}", cells.join(" ")).trim_end().to_owned()
}
