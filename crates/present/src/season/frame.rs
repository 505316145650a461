//! What every page of a season shares: its frame, tables, names, days.

use std::fmt::Write;

use adjutant_core::chain::Hash;
use adjutant_core::ids::MemberId;
use adjutant_league::Day;
use adjutant_league::Week;

use crate::map::escaped;

const RING: &str = r#"<circle cx="12" cy="12" r="7" fill="none" stroke-width="3"/>"#;

/// A sign of the pages.
pub(super) fn icon(shape: &str) -> String {
    format!(r#"<svg class="i" viewBox="0 0 24 24" aria-hidden="true">{shape}</svg>"#)
}

/// The mark of a rating that rests on too little.
pub(super) fn provisional() -> String {
    format!("<span class=\"chip\">{} provisional</span>", icon(RING))
}

/// A name, whichever way it is written.
pub(super) fn bdi(name: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(name))
}

/// A row of facts: what it is, the number, what stands small under it; markup.
pub(super) fn fact(what: &str, is: &str, small: &str) -> String {
    let small = if small.is_empty() { String::new() } else { format!(" <small>{small}</small>") };
    format!("<div><dt>{what}</dt><dd>{is}{small}</dd></div>")
}

/// A table whose cells are markup, the first of each row its head; a wide one scrolls inside its box, which takes the
/// keyboard.
pub(super) fn table(caption: &str, heads: &[&str], rows: &[(bool, Vec<String>)]) -> String {
    let caption = escaped(caption);
    let mut out = format!(
        "<section class=\"scroll\" tabindex=\"0\" aria-label=\"{caption}\"><table class=\"twin\"><caption>{caption}</caption><thead><tr>"
    );
    for (at, head) in heads.iter().enumerate() {
        let class = if at == 0 { "" } else { " class=\"num\"" };
        let _ = write!(out, "<th scope=\"col\"{class}>{}</th>", escaped(head));
    }
    out += "</tr></thead><tbody>\n";
    for (pale, cells) in rows {
        out += if *pale { "<tr class=\"gone\">" } else { "<tr>" };
        for (at, cell) in cells.iter().enumerate() {
            let _ = match at {
                0 => write!(out, "<th scope=\"row\">{cell}</th>"),
                _ => write!(out, "<td class=\"num\">{cell}</td>"),
            };
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></section>"
}

/// Where the page of a member lies.
pub(super) fn member_path(id: &MemberId) -> String {
    format!("members/{id}.html")
}

/// Where the page of an event lies.
pub(super) fn event_path(origin: &Hash) -> String {
    format!("events/{}.html", digits(origin))
}

/// The first twelve digits of a hash.
pub(super) fn digits(hash: &Hash) -> String {
    hash.to_string().chars().take(12).collect()
}

/// The first twelve digits of a hash, as people read them out: `7e03 c82a 2eaa`.
pub(super) fn spaced(hash: &Hash) -> String {
    let digits = digits(hash);
    let groups: Vec<&str> = (0..12).step_by(4).filter_map(|at| digits.get(at..at + 4)).collect();
    groups.join(" ")
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn parts(day: Day) -> Option<(String, &'static str, usize)> {
    let text = day.to_string();
    let month = MONTHS.get(text.get(5..7)?.parse::<usize>().ok()?.checked_sub(1)?)?;
    Some((text.get(..4)?.to_owned(), month, text.get(8..10)?.parse().ok()?))
}

/// A day as people write it: `14 November 2026`.
pub(super) fn day_in_words(day: Day) -> String {
    parts(day).map_or_else(|| day.to_string(), |(year, month, day)| format!("{day} {month} {year}"))
}

/// The month of a week that is the first one to begin in it.
pub(super) fn month(week: Week) -> Option<String> {
    let (_, month, day) = parts(week.monday())?;
    (day <= 7).then(|| month.chars().take(3).collect())
}
