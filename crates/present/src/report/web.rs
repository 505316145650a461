//! A report for a browser: a file that asks for nothing beside itself.

use std::fmt::Write;

use adjutant_engine::fold::Match;

use super::charts::{Drawing, lead, points};
use super::model::{Block, Page, Part, Piece, Side, Table, Words};
use super::svg::{Inks, shapes};
use crate::map::escaped;
use crate::say::command::sentence;

/// The colours are those of the page around.
const INKS: Inks =
    Inks { ink: "var(--ink)", soft: "var(--soft)", line: "var(--edge)", sides: ["var(--you)", "var(--edge)"] };

/// The style.
const STYLE: &str = include_str!("report.css");

/// One file for a browser, without script and without requests. Every record that is named leads to what it says, below.
pub fn html(page: &Page, game: &Match) -> String {
    let title = escaped(&page.title);
    let mut body = format!("<h1>{}: {title}</h1><p class=\"soft\">{}</p>", escaped(&page.when), escaped(&page.below));
    page.lead.iter().for_each(|words| body += &format!("<p>{}</p>", linked(words)));
    page.parts.iter().for_each(|part| section(&mut body, page, part));
    let mut records = String::new();
    for (seq, says) in told(page, game) {
        let _ = write!(records, r#"<li id="r{seq}"><b>Record {seq}</b> {}</li>"#, escaped(&says));
    }
    let records = if records.is_empty() {
        String::new()
    } else {
        format!(r#"<section><h2>What the records say</h2><ol class="records">{records}</ol></section>"#)
    };
    let foot: String = page.foot.iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
    format!(
        r#"<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>{STYLE}</style></head><body><main>{body}{records}</main><footer>{foot}</footer></body></html>
"#
    )
}

/// What each record says that the page names.
fn told(page: &Page, game: &Match) -> Vec<(u64, String)> {
    let mut wanted: Vec<u64> = page.sentences().flat_map(Words::records).collect();
    wanted.sort_unstable();
    let mut told: Vec<(u64, String)> = Vec::new();
    game.reread(|seq, said, command, before| {
        if wanted.binary_search(&seq).is_ok() {
            let sentence = sentence(before, said.by, command);
            match told.last_mut().filter(|(last, _)| *last == seq) {
                Some((_, says)) => *says += &format!(" {sentence}"),
                None => told.push((seq, sentence)),
            }
        }
    });
    told
}

fn section(out: &mut String, page: &Page, part: &Part) {
    let _ = write!(out, "<section><h2>{}</h2>", escaped(&part.title));
    if !part.aside.is_empty() {
        let _ = write!(out, r#"<p class="soft">{}</p>"#, escaped(&part.aside));
    }
    for block in &part.blocks {
        match block {
            Block::Lines(words) => {
                let _ = write!(out, "<p>{}</p>", linked(words));
            }
            Block::List(lines) => {
                out.push_str(r#"<ul class="told">"#);
                for (mark, words) in lines {
                    let _ = write!(out, "<li><b>{}</b> {}</li>", escaped(mark), linked(words));
                }
                out.push_str("</ul>");
            }
            Block::Table(table) => drawn(out, table),
            Block::Points(rows) => {
                out.push_str(r#"<div class="charts">"#);
                for (side, name) in page.sides.iter().map(Side::heading).enumerate() {
                    let label = format!("{name}: points by round, as in the table below");
                    figure(out, &label, &points(rows, side, &name));
                }
                out.push_str("</div>");
            }
            Block::Bars(bars) => {
                let said = bars.iter().map(|bar| format!("round {}: {}", bar.round, super::words::signed(bar.lead)));
                let label = format!("{}: {}", part.aside, said.collect::<Vec<_>>().join(", "));
                figure(out, &label, &lead(bars));
            }
        }
    }
    out.push_str("</section>");
}

fn figure(out: &mut String, label: &str, drawing: &Drawing) {
    let (label, Drawing { width, height, .. }) = (escaped(label), drawing);
    let chart = shapes(drawing, &INKS);
    let _ = write!(
        out,
        r#"<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">{chart}</svg>"#
    );
}

fn drawn(out: &mut String, table: &Table) {
    let caption = escaped(&table.caption);
    let _ = write!(
        out,
        r#"<div class="across" tabindex="0" role="group" aria-label="{caption}"><table><caption class="vh">{caption}</caption><tr>"#
    );
    for (at, head) in table.heads.iter().enumerate() {
        let class = if at < table.words { "" } else { r#" class="num""# };
        let cell = if head.is_empty() {
            format!("<td{class}></td>")
        } else {
            format!(r#"<th scope="col"{class}>{}</th>"#, escaped(head))
        };
        out.push_str(&cell);
    }
    out.push_str("</tr>");
    for row in &table.rows {
        out.push_str(if row.strong { r#"<tr class="strong">"# } else { "<tr>" });
        for (at, cell) in row.cells.iter().enumerate() {
            let class = if at < table.words { "" } else { r#" class="num""# };
            let _ = write!(out, "<td{class}>{}</td>", linked(cell));
        }
        out.push_str("</tr>");
    }
    out.push_str("</table></div>");
}

fn linked(words: &Words) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => escaped(text),
        Piece::Record(seq) => format!(r##"<a href="#r{seq}">{seq}</a>"##),
    };
    words.0.iter().map(piece).collect()
}
