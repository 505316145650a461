//! Finding a name without script: letters, and under each of them the names whose first or last word begins with it.

use std::collections::BTreeMap;

use adjutant_core::ids::MemberId;
use adjutant_core::spelling::unaccented;

use super::frame::bdi;
use super::page::Page;
use super::told::Told;
use crate::map::escaped;

/// So many names stand on a page.
const NAMES: usize = 250;

/// Names under a letter, in order: by what they are ordered, and whose they are.
type Letters<'a> = BTreeMap<String, Vec<(String, &'a MemberId)>>;

/// The pages of names.
pub(super) fn pages(told: &Told<'_>) -> Vec<(String, Vec<u8>)> {
    let letters = letters(told);
    let all: usize = letters.values().map(Vec::len).sum();
    let mut pages = Vec::new();
    let mut index = String::new();
    for (letter, names) in &letters {
        for (at, part) in names.chunks(NAMES).enumerate() {
            let list: String = part.iter().map(|(_, id)| line(told, id)).collect();
            let list = format!("<ul class=\"names\">{list}</ul>");
            let shown = escaped(&letter.to_uppercase());
            if all <= NAMES {
                index += &format!("<h2>{shown}</h2>{list}\n");
                continue;
            }
            let path = format!("find-{}.html", pages.len() + 1);
            let range = part.first().zip(part.last()).filter(|_| names.len() > NAMES);
            let range = range.map_or_else(String::new, |((_, first), (_, last))| {
                format!("<small>{} … {}</small>", bdi(told.names.get(first)), bdi(told.names.get(last)))
            });
            index += &format!("<li><a class=\"tapline\" href=\"{path}\"><b>{shown}</b> {range}</a></li>");
            let title = format!(
                "names with {}{}",
                letter.to_uppercase(),
                if at == 0 { String::new() } else { format!(", part {}", at + 1) }
            );
            let band = format!("<h1>Names with {shown}</h1>");
            pages.push(Page { path, title: &title, band, body: list }.whole(told));
        }
    }
    let body = if all <= NAMES { index } else { format!("<ul class=\"letters\">{index}</ul>") };
    let band = "<h1>Find a name<small>by its first or its last word</small></h1>".to_owned();
    pages.push(Page { path: "find.html".to_owned(), title: "find a name", band, body }.whole(told));
    pages
}

fn line(told: &Told<'_>, id: &MemberId) -> String {
    let row = told.row(id);
    let rank = row.map_or_else(|| "–".to_owned(), |row| told.rank(row));
    format!("<li>{}<small>rank {rank}, {id}</small></li>", told.member(id, ""))
}

fn letters<'a>(told: &Told<'a>) -> Letters<'a> {
    let first = |order: &str| order.chars().find(|letter| letter.is_alphanumeric()).map(String::from);
    let mut letters = Letters::new();
    for row in &told.edition.list.members {
        let plain = unaccented(told.names.get(&row.id));
        let Some(letter) = first(&plain) else { continue };
        // A number that stands for a name has no last word of its own.
        let last = plain.split_whitespace().next_back().filter(|_| told.names.is_open(&row.id));
        let other = last.and_then(first).filter(|other| *other != letter);
        if let Some((other, last)) = other.zip(last) {
            letters.entry(other).or_default().push((format!("{last} {plain}"), &row.id));
        }
        letters.entry(letter).or_default().push((plain, &row.id));
    }
    letters.values_mut().for_each(|names| names.sort());
    letters
}
