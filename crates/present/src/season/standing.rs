//! The table of a season, a hundred members a page; how it moved, what waits, how it is checked.

use std::collections::BTreeMap;
use std::fmt::Write;

use adjutant_core::counts::count;
use adjutant_core::ids::MemberId;
use adjutant_league::diff::{Cause, Moved};
use adjutant_league::list::{ListRating, ListRow};

use super::draw::{Mark, marked, number};
use super::frame::{bdi, fact, provisional, spaced, table};
use super::page::Page;
use super::shown::signed;
use super::told::Told;
use crate::league::{calibration, definition, points, ranks, waiting};
use crate::map::escaped;

/// So many members stand on a page.
const MEMBERS: usize = 100;
/// So many who moved are named.
const MOVERS: usize = 40;

/// Where a page of the table lies.
fn path(page: usize) -> String {
    if page == 0 { "index.html".to_owned() } else { format!("index-{}.html", page + 1) }
}

/// All pages of the table.
pub(super) fn pages(told: &Told<'_>) -> Vec<(String, Vec<u8>)> {
    let members = &told.edition.list.members;
    let all: Vec<&[ListRow]> = if members.is_empty() { vec![&[]] } else { members.chunks(MEMBERS).collect() };
    let moved: BTreeMap<&MemberId, &Moved> =
        told.edition.moved.iter().flat_map(|diff| &diff.moved).map(|moved| (&moved.member, moved)).collect();
    let scale = Scale::of(told);
    let page = |(at, rows): (usize, &&[ListRow])| {
        let others = turn(at, all.len());
        let below = if at == 0 { format!("{}{}", changes(told), notes(told)) } else { String::new() };
        let title = if at == 0 { "season table".to_owned() } else { format!("season table, page {}", at + 1) };
        let rows: String =
            rows.iter().map(|member| row(told, member, moved.get(&member.id).copied(), &scale)).collect();
        let body = format!("{}{others}{}{others}{below}", first_line(told), framed(told, &scale, &rows));
        Page { path: path(at), title: &title, band: band(told), body }.whole(told)
    };
    all.iter().enumerate().map(page).collect()
}

/// The ways to the other pages.
fn turn(at: usize, pages: usize) -> String {
    if pages < 2 {
        return String::new();
    }
    let link = |page: usize| {
        let (first, last) = (page * MEMBERS + 1, (page + 1) * MEMBERS);
        match page == at {
            true => format!("<li><b aria-current=\"page\">{first}–{last}</b></li>"),
            false => format!("<li><a href=\"{}\">{first}–{last}</a></li>", path(page)),
        }
    };
    format!("<nav aria-label=\"Pages\"><ul class=\"turn\">{}</ul></nav>\n", (0..pages).map(link).collect::<String>())
}

fn band(told: &Told<'_>) -> String {
    let list = &told.edition.list;
    let (events, [_, rated]) = (count(told.edition.course.events.len(), "event", "events"), list.games);
    let firsts: Vec<&ListRow> = list.members.iter().filter(|row| row.rank == Some(1)).collect();
    let lead = match firsts.as_slice() {
        [] => String::new(),
        [one] => format!("{} leads", bdi(told.names.get(&one.id))),
        [one, two] => format!("{} and {} share the lead", bdi(told.names.get(&one.id)), bdi(told.names.get(&two.id))),
        more => format!("{} members share the lead", more.len()),
    };
    let lead = firsts
        .first()
        .map_or_else(String::new, |row| format!("<p class=\"big\">{}<small>{lead}</small></p>", row.points));
    format!("<h1>{}<small>season table after {events}, {rated} rated games</small></h1>{lead}", escaped(&told.name()))
}

fn first_line(told: &Told<'_>) -> String {
    let list = &told.edition.list;
    let logs = count(list.logs.len(), "log", "logs");
    format!(
        "<p class=\"def\">List {}, hash <span class=\"mono\">{}</span>, computed from {logs}.</p>\n",
        list.list,
        spaced(&list.hash())
    )
}

/// The stretch of ratings over which bars are drawn, in hundredths.
struct Scale {
    low: i64,
    start: i64,
    high: i64,
}

impl Scale {
    /// From the lowest to the highest end of those who are firm, or of all where nobody is.
    fn of(told: &Told<'_>) -> Scale {
        let ratings = || told.edition.list.members.iter().filter_map(|row| row.rating.as_ref());
        let some = |firm: bool| ratings().filter(move |rating| !(firm && rating.provisional));
        let firm = some(true).next().is_some();
        let system = told.edition.list.rating.system();
        let start = system.start().hundredths();
        let step = if start > 50_000 { 10_000 } else { 500 };
        let low = some(firm).map(|rating| rating.value - rating.margin).min().unwrap_or(start).min(start - step);
        let high = some(firm).map(|rating| rating.value + rating.margin).max().unwrap_or(start).max(start + step);
        Scale { low: low.div_euclid(step) * step, start, high: (high.div_euclid(step) + 1) * step }
    }

    fn across(&self, hundredths: i64) -> f64 {
        let within = hundredths.clamp(self.low, self.high) - self.low;
        100.0 * within as f64 / (self.high - self.low) as f64
    }

    /// The bar of a rating: its interval, and a mark that is hollow where it is provisional.
    fn bar(&self, rating: &ListRating) -> String {
        let [low, high, start] =
            [rating.value - rating.margin, rating.value + rating.margin, self.start].map(|at| number(self.across(at)));
        let (mark, class) = if rating.provisional { (Mark::Ring, "open") } else { (Mark::Disc, "") };
        let mark = marked(mark, class, (self.across(rating.value), 0.4));
        format!(
            "<svg class=\"strip\" aria-hidden=\"true\" width=\"100%\" height=\".8em\"><line class=\"grid\" x2=\"100%\" y1=\".4em\" \
             y2=\".4em\"/><line class=\"half\" x1=\"{start}%\" x2=\"{start}%\" y2=\".8em\"/><line class=\"thick\" x1=\"{low}%\" \
             y1=\".4em\" x2=\"{high}%\" y2=\".4em\"/>{mark}</svg>"
        )
    }
}

fn framed(told: &Told<'_>, scale: &Scale, rows: &str) -> String {
    let best = told.edition.league.create.as_ref().and_then(|create| create.best);
    let counted = best.map_or_else(|| "all events".to_owned(), |best| format!("the best {best} events"));
    let [low, start, high] = [scale.low, scale.start, scale.high].map(|at| points(told.system(), at));
    let since = told.edition.moved.as_ref();
    let since = since.map_or_else(String::new, |diff| format!(" Under the points: change since list {}.", diff.from));
    format!(
        "<table class=\"lg\"><caption>Ranked by points of {counted} <small class=\"ph\">Bar: rating and its 95 % interval from {low} to \
         {high}, stroke at {start}.{since}</small></caption>\n<thead><tr><th scope=\"col\" class=\"num no\">#</th><th scope=\"col\" \
         class=\"who\">Name</th><th scope=\"col\" class=\"num pts\">Points</th><th scope=\"col\" class=\"rate\">Rating ± 95 % (games) \
         <span class=\"ax\" aria-hidden=\"true\"><small>{low}</small><small>{high}</small></span></th><th scope=\"col\" class=\"num \
         chg\">Last change</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n"
    )
}

fn row(told: &Told<'_>, row: &ListRow, moved: Option<&Moved>, scale: &Scale) -> String {
    let system = told.system();
    let games: u32 = row.record.iter().sum();
    let club = told.club(&row.id).map_or_else(String::new, |club| format!("{club} · "));
    let events = count(row.events.len(), "event", "events");
    let rate = match &row.rating {
        None => "<span class=\"soft\">not rated yet</span>".to_owned(),
        Some(rating) => {
            let (value, margin) = (points(system, rating.value), points(system, rating.margin));
            let faction = rating
                .faction
                .as_ref()
                .map_or_else(String::new, |faction| format!(" with {}", escaped(faction.as_str())));
            let games = count(games as usize, "game", "games");
            let chip = if rating.provisional { format!(" {}", provisional()) } else { String::new() };
            format!("<span>{value} ± {margin} <small>({games}){faction}</small>{chip}</span>{}", scale.bar(rating))
        }
    };
    format!(
        "<tr{} id=\"{id}\"><td class=\"num no\">{}</td><th scope=\"row\" class=\"who\">{}<small>{club}{id}</small></th><td class=\"num \
         pts\">{}<small>{events}</small></td><td class=\"rate\">{rate}</td><td class=\"num chg\">{}</td></tr>\n",
        if row.rank.is_none() { " class=\"gone\"" } else { "" },
        told.rank(row),
        told.member(&row.id, ""),
        row.points,
        change(moved),
        id = row.id,
    )
}

/// How the rating and the rank moved since the list before.
fn change(moved: Option<&Moved>) -> String {
    let rating = moved
        .and_then(|moved| moved.rating[0].zip(moved.rating[1]))
        .map(|(before, after)| whole(after) - whole(before));
    let rank = moved.and_then(|moved| moved.rank[0].zip(moved.rank[1]));
    let rank = match rank {
        Some((before, after)) if after < before => format!(" <small>up {}</small>", before - after),
        Some((before, after)) if after > before => format!(" <small>down {}</small>", after - before),
        _ => String::new(),
    };
    let rating = rating.filter(|by| *by != 0).map_or_else(|| "<span class=\"soft\">–</span>".to_owned(), signed);
    rating + &rank
}

/// Hundredths of a point as whole points.
fn whole(hundredths: i64) -> i64 {
    (hundredths + 50).div_euclid(100)
}

/// Who moved since the list before, and by which records.
fn changes(told: &Told<'_>) -> String {
    let Some(diff) = &told.edition.moved else { return String::new() };
    let system = told.system();
    let arrow = |before: String, after: String| if before == after { after } else { format!("{before} → {after}") };
    let rank = |rank: Option<u32>| rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
    let rated = |value: Option<i64>| value.map_or_else(|| "–".to_owned(), |value| points(system, value));
    let large: Vec<&Moved> = diff.moved.iter().filter(|moved| moved.is_large()).collect();
    let rows = large.iter().take(MOVERS).map(|moved| {
        let by: Vec<String> = moved.by.iter().map(u64::to_string).collect();
        let cells = vec![
            told.member(&moved.member, ""),
            arrow(rank(moved.rank[0]), rank(moved.rank[1])),
            arrow(moved.points[0].to_string(), moved.points[1].to_string()),
            arrow(rated(moved.rating[0]), rated(moved.rating[1])),
            if by.is_empty() { "through others".to_owned() } else { by.join(", ") },
        ];
        (false, cells)
    });
    let rows: Vec<(bool, Vec<String>)> = rows.collect();
    let shown = if rows.is_empty() {
        String::new()
    } else {
        table("Who moved", &["Member", "Rank", "Points", "Rating", "By record"], &rows)
    };
    let more = diff.moved.len() - rows.len();
    let more = if more == 0 {
        String::new()
    } else {
        format!("{} moved by less or stand lower. ", count(more, "member more", "members more"))
    };
    let causes: String = diff.records.iter().map(|cause| cause_line(told, cause)).collect();
    format!(
        "<details class=\"note\"><summary>List {from} → list {to}: {} moved</summary>{shown}<p class=\"def\">{more}List {from} stays as it \
         was shown. <code>adjutant league diff {} {from} {to}</code> names everybody.</p><ul class=\"def\">{causes}</ul></details>\n",
        count(diff.moved.len(), "member", "members"),
        escaped(told.id()),
        from = diff.from,
        to = diff.to,
    )
}

fn cause_line(told: &Told<'_>, cause: &Cause) -> String {
    let about = cause.origin.as_ref().map_or_else(String::new, |origin| format!(" {}", told.log(origin, "")));
    format!("<li>Record {}: {}{about}</li>", cause.seq, cause.kind)
}

/// What waits, what the numbers mean, how anybody checks them.
fn notes(told: &Told<'_>) -> String {
    let edition = told.edition;
    let mut out = String::new();
    let open = waiting(&edition.league, told.library, &edition.season.waiting);
    if !open.is_empty() {
        let lines: String = open.iter().map(|line| format!("<li>{}</li>", escaped(line))).collect();
        let _ = writeln!(out, "<section class=\"card\"><h2>What waits</h2><ul>{lines}</ul></section>");
    }
    let minimum = edition.figures.minimum.games;
    let rated = |firm: bool| {
        edition
            .list
            .members
            .iter()
            .filter_map(|row| row.rating.as_ref())
            .filter(|rating| rating.provisional != firm)
            .count()
    };
    let (firm, vague) = (rated(true), rated(false));
    let example = edition.list.members.iter().find_map(|row| ranks(row.rating.as_ref()?));
    let example = example.map_or_else(String::new, |ranks| format!(" By rating alone the first of these is {ranks}."));
    let check =
        calibration(&edition.list).map_or_else(String::new, |line| format!("<p class=\"def\">{}</p>", escaped(&line)));
    let _ = write!(
        out,
        "<div class=\"cols\"><section><h2>What the numbers mean</h2><p class=\"def\"><b>Points</b> are counted: they have no interval. Who \
         has as many shares a rank.</p><p class=\"def\"><b>A rating</b> is an estimate and stands with the interval that holds the true \
         one 95 times of 100, and with its games. Where two bars overlap, either may be the stronger.{example}</p><p class=\"def\">\
         <b>Provisional</b>, hollow: the deviation is too wide, or fewer than {minimum} games. {firm} firm, {vague} provisional.</p>{check}</section>\n\
         <section id=\"check\"><h2>Check this list</h2><p class=\"def\">Whoever has this folder, with the logs in logs/, computes the list \
         again on a computer of their own:</p><pre><code>$ adjutant league check .</code></pre><dl class=\"facts\">{}{}</dl>\
         <p class=\"def\">{}</p></section></div>\n",
        fact("List", &edition.list.list.to_string(), ""),
        fact("Hash", &format!("<span class=\"mono\">{}</span>", edition.list.hash()), ""),
        escaped(&definition(&edition.figures)),
    );
    out
}
