//! Screens of the hall: read from 15 m, flipped and not scrolled, nothing on them that is not public.

use adjutant_core::time::Timestamp;
use adjutant_tournament::standings::{Row, Standings};
use adjutant_tournament::state::Player;
use adjutant_tournament::{PlayerId, RoundNumber, TableNumber};
use maud::{Markup, html};

use super::code::qr;
use super::columns::{path, points, points_title, rank, short, title};
use super::scene::{Look, Scene, age, called, document, icon, in_address, left, plain, top, turning};
use crate::ask::Ask;
use crate::moment::span;

/// Rows of one column, so that a name is read from 15 m.
const ROWS: usize = 12;
/// Height that the rows of a column have, and that of a row of one line, in hundredths of the picture.
const COLUMN: usize = 74;
const LINE: usize = 5;
/// The same for a place of the standings.
const PLACE_LINE: usize = 7;
/// Places in one column of the standings.
const PLACES: usize = 10;
/// So many tables of a screen are set large, one below the other.
pub(super) const LARGE: usize = 5;
/// Open tables that fit on the screen of missing results.
const MISSING: usize = 10;

/// Which part of a list a screen shows: part 1 of 3 and the page in it, both from 1; and what follows its last page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which screen of how many.
    pub screen: (usize, usize),
    /// Which page of this screen.
    pub page: usize,
    /// Whether names stand and are sorted by the last name.
    pub last_first: bool,
    /// The hall whose tables are shown; empty for all of them.
    pub hall: String,
    /// The screens that this one takes turns with, itself among them, and the page at which each goes on; none where it
    /// stands alone.
    turns: Vec<(&'static str, usize)>,
}

/// Screens that can take turns.
const TURNS: [&str; 6] = ["pairings", "standings", "missing", "clock", "bracket", "live"];
/// How an address says that names are sorted by the last name.
const LAST: &str = "last";
/// Seconds that a screen of one page is shown when it takes turns.
pub(super) const TURN: u8 = 12;
/// So many pages of a long list are shown before it is the turn of the next screen; the list goes on after that.
const PAGES_A_TURN: usize = 4;
/// Pages that an address may name.
const PAGES_MAX: usize = 9999;

impl Part {
    /// Reads `2/3`, a page, and screens that take turns, such as `pairings:5,clock`, where the pairings go on at their page
    /// 5; what cannot be read shows everything.
    pub fn parse(part: Option<&str>, page: Option<&str>, turns: Option<&str>, by: Option<&str>) -> Part {
        let hall = String::new();
        let screen = part.and_then(|part| {
            let (at, of) = part.split_once('/')?;
            let (at, of) = (at.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&at).then_some((at, of)).filter(|_| of <= 99)
        });
        let number = |page: Option<&str>| page.and_then(|page| page.parse().ok()).unwrap_or(1).clamp(1, PAGES_MAX);
        let turn = |named: &str| {
            let (name, page) = named.trim().split_once(':').unwrap_or((named.trim(), "1"));
            TURNS.into_iter().find(|known| *known == name).map(|name| (name, number(Some(page))))
        };
        let turns = turns.unwrap_or_default().split(',').filter_map(turn).take(TURNS.len()).collect();
        Part { screen: screen.unwrap_or((1, 1)), page: number(page), last_first: by == Some(LAST), hall, turns }
    }

    /// What an address asks for, with the hall that it names.
    pub fn of_address(ask: &Ask) -> Part {
        let hall = ask.text("hall").trim().to_owned();
        Part { hall, ..Part::parse(ask.get("part"), ask.get("page"), ask.get("of"), ask.get("by")) }
    }

    /// The first of the screens that take turns.
    pub fn first(&self) -> &'static str {
        self.turns.first().map_or(TURNS[0], |(name, _)| name)
    }

    /// What this screen shows of a list.
    fn own<'a, T>(&self, all: &'a [T]) -> &'a [T] {
        let (at, of) = self.screen;
        let cut = |part: usize| all.len() * part / of;
        &all[cut(at - 1)..cut(at)]
    }

    /// The entry of this page among the pages of the screen, its number, and how many there are.
    pub(super) fn of<'a, T>(&self, pages: &[&'a [T]]) -> (&'a [T], usize, usize) {
        let count = pages.len().max(1);
        let at = (self.page - 1) % count;
        (pages.get(at).copied().unwrap_or_default(), at + 1, count)
    }

    /// The address of the next page; after the last one, and after [`PAGES_A_TURN`], that of the screen whose turn it is.
    pub(super) fn next(&self, name: &str, pages: usize) -> String {
        let (at, of) = self.screen;
        let shown = (self.page - 1) % pages.max(1) + 1;
        let page = shown % pages.max(1) + 1;
        let mut more = if self.last_first { format!("&by={LAST}") } else { String::new() };
        if !self.hall.is_empty() {
            more += &format!("&hall={}", in_address(&self.hall));
        }
        let Some(place) = self.turns.iter().position(|(known, _)| *known == name) else {
            return format!("/screen/{name}?part={at}/{of}&page={page}{more}");
        };
        let mut turns = self.turns.clone();
        turns[place].1 = page;
        let over = page == 1 || shown.is_multiple_of(PAGES_A_TURN);
        let (next, page) = turns[(place + usize::from(over)) % turns.len()];
        let written = |(name, page): &(&str, usize)| match page {
            1 => (*name).to_owned(),
            page => format!("{name}:{page}"),
        };
        let turns: Vec<String> = turns.iter().map(written).collect();
        format!("/screen/{next}?page={page}&of={}{more}", turns.join(","))
    }

    /// How many seconds a page is shown before the next one; nothing for the last one.
    pub(super) fn flips(&self, pages: usize, seconds: u8) -> Option<u8> {
        (pages > 1 || self.turns.len() > 1).then_some(seconds)
    }
}

/// A whole turn of the pages of a list takes so many seconds at the most, while a page stays long enough to be read.
const WHOLE_TURN: u8 = 40;
const PAGE_LEAST: u8 = 5;

/// How long each of some pages is shown.
///
/// A list of 300 has five dense pages, or six where names are long.
pub(super) fn seconds(pages: usize, most: u8) -> u8 {
    let share = usize::from(WHOLE_TURN) / pages.max(1);
    u8::try_from(share).unwrap_or(most).clamp(PAGE_LEAST, most)
}

/// How a list is set: few entries large, many close together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// Two columns, read from 15 m.
    Large,
    /// Four columns, read from 8 m.
    Close,
}

/// Columns of a list that is set close, and rows in each.
const CLOSE: (usize, usize) = (4, 15);
/// The height that the rows of a close column have.
const CLOSE_COLUMN: usize = 76;

impl Set {
    /// For so many entries, of which a large page holds so many: close where large pages would turn for too long.
    fn of(entries: usize, on_a_page: usize) -> Set {
        const PAGES: usize = 5;
        if entries > PAGES * on_a_page { Set::Close } else { Set::Large }
    }

    fn columns(self) -> usize {
        if self == Set::Close { CLOSE.0 } else { 2 }
    }

    /// How many rows a column has at the most, and how much room; so many rows where they are large.
    fn room(self, large: usize) -> [usize; 2] {
        if self == Set::Close { [CLOSE.1, CLOSE_COLUMN] } else { [large, COLUMN] }
    }

    /// What the row of two names takes, the one at the left and the one at the right, in hundredths of the picture.
    fn height(self, one: &str, other: &str) -> usize {
        match self {
            Set::Large => LINE.max(lines(one, 13) * 4 + 1).max(lines(other, 11) * 3 + 1),
            Set::Close => close(lines(one, 11), 26).max(close(lines(other, 12), 23)),
        }
    }
}

/// The height of a close row of so many lines, each of so many thousandths of the picture.
fn close(lines: usize, thousandths: usize) -> usize {
    (lines * thousandths).div_ceil(10).max(LINE)
}

/// When the next round begins, as planned.
pub(super) fn next_begins(scene: &Scene<'_>) -> Markup {
    html! { @if let Some((round, at)) = scene.snap.next_begins() { "round " (round) " begins " (scene.time(at)) } }
}

/// The list of screens.
pub fn screens(scene: &Scene<'_>) -> Markup {
    let body = html! {
        (top(scene, html! { a href="/" { (scene.snap.name()) } }))
        main {
            header.band { h1.all { "Screens" } p.all { "Open one on each screen of the hall, full screen (F11)." } }
            ul {
                li { a.tapline href="/screen/pairings" { "Pairings: find your name " (icon("next")) } }
                li { a.tapline href={ "/screen/pairings?by=" (LAST) } { "Pairings by last name: Berg, Anna " (icon("next")) } }
                @for of in 2..=side_by_side(scene) {
                    @for at in 1..=of { li { a.tapline href={ "/screen/pairings?part=" (at) "/" (of) } { "Pairings, screen " (at) " of " (of) " " (icon("next")) } } }
                }
                @for (path, name) in [
                    ("/screen/standings", "Standings"),
                    ("/screen/missing", "Missing results"),
                    ("/screen/clock", "Clock of the round"),
                    ("/screen/rotate?of=pairings,clock", "Pairings and clock in turn"),
                    ("/screen/rotate?of=standings,missing,clock", "Standings, missing results and clock in turn"),
                    ("/screen/live", "Live scores of battles that may be shown"),
                    ("/screen/rotate?of=live,clock", "Live scores and clock in turn"),
                    ("/screen/bracket", "Bracket"),
                    ("/screen/rotate?of=bracket,clock", "Bracket and clock in turn"),
                ] {
                    li { a.tapline href=(path) { (name) " " (icon("next")) } }
                }
                @for hall in scene.halls() {
                    @for (path, name) in [("pairings", "Pairings"), ("missing", "Missing results")] {
                        li { a.tapline href={ "/screen/" (path) "?hall=" (in_address(hall.as_str())) } { span { (name) ", " bdi { (hall) } } " " (icon("next")) } }
                    }
                }
            }
        }
    };
    document(scene, Look::Phone, "Screens", body)
}

/// How many screens beside each other are offered for the pairings: so many that none of them turns more than three pages,
/// two at least.
fn side_by_side(scene: &Scene<'_>) -> usize {
    const PAGES: usize = 3;
    scene.snap.state.players.len().div_ceil(2 * ROWS * PAGES).clamp(2, 5)
}

/// Everybody of the round that is shown, by name.
pub fn screen_pairings(scene: &Scene<'_>, part: &Part) -> Markup {
    let state = &scene.snap.state;
    let seated = |player: &&Player| match scene.snap.pairing(&player.entry.player) {
        Some(pairing) => scene.is_in(&part.hall, pairing.table),
        None => part.hall.is_empty() && bye(scene, &player.entry.player),
    };
    let mut all: Vec<(String, &Player)> =
        state.players.iter().filter(seated).map(|player| (plain(&named(scene, player, part)), player)).collect();
    all.sort_by(|one, two| one.0.cmp(&two.0).then_with(|| one.1.entry.player.cmp(&two.1.entry.player)));
    let own = part.own(&all);
    let set = Set::of(own.len(), 2 * ROWS);
    let columns = columns(own, set.room(ROWS), &|(_, player)| height(scene, part, player, set));
    let pairs: Vec<&[&[(String, &Player)]]> = columns.chunks(set.columns()).collect();
    let (shown, page, pages) = part.of(&pairs);
    let turn = seconds(pages, 8);
    let flat: Vec<&(String, &Player)> = shown.iter().flat_map(|column| column.iter()).collect();
    let letters = letters(&flat);
    let heading = match scene.snap.shown() {
        Some(_) if letters.is_empty() && !part.hall.is_empty() => format!("No table of {}", part.hall),
        Some(_) if letters.is_empty() => "Nobody is paired".to_owned(),
        Some(_) if pages == 1 && part.screen.1 == 1 => "Find your name".to_owned(),
        Some(_) => format!("Find your name: {letters}"),
        None => "Round 1 is not paired yet".to_owned(),
    };
    let body = html! {
        header { div.band {
            h1 { (heading) }
            @match scene.snap.deadline() {
                Some(deadline) => { p.big { (left(scene, deadline)) small { "left of round " (scene.snap.shown().map_or(0, |round| round.pair.round.0)) } } }
                None => { (round_of_band(scene)) }
            }
        } }
        main.two.rail.close[set == Set::Close] data-next=(part.next("pairings", pages)) data-flip=[part.flips(pages, turn)] {
            @for column in shown { (seats(scene, part, column, set)) }
            @if set == Set::Large { (phones(scene)) }
        }
        footer.top {
            (age(scene))
            p { (next_begins(scene)) }
            @if set == Set::Close { p { "on your phone: " (scene.address.trim_start_matches("http://")) } }
            p { @if !part.hall.is_empty() { bdi { (part.hall) } " · " } "page " (page) " of " (pages) @if part.screen.1 > 1 { " · screen " (part.screen.0) " of " (part.screen.1) } }
            @if let Some((_, head)) = scene.snap.published { p { "head " (short(&head.to_string())) } }
        }
    };
    turning(scene, Look::Hall, turn, &part.next("pairings", pages), &heading, body)
}

/// How a phone gets here.
fn phones(scene: &Scene<'_>) -> Markup {
    html! {
        aside aria-label="On your phone" {
            @match scene.press.and_then(|press| press.wifi.as_ref()) {
                Some(wifi) => {
                    p { strong { "1 Wi-Fi" } bdi { (wifi.name) } }
                    (qr(&wifi.code()))
                    p { strong { "2 Open" } (scene.address.trim_start_matches("http://")) }
                }
                None => { p { strong { "On your phone" } (scene.address.trim_start_matches("http://")) } }
            }
            (qr(scene.address))
        }
    }
}

fn bye(scene: &Scene<'_>, player: &PlayerId) -> bool {
    scene.snap.shown().is_some_and(|round| round.pair.byes.contains(player))
}

/// `A–E`, or one letter.
fn letters(shown: &[&(String, &Player)]) -> String {
    // A name that begins with no letter says nothing about where to look.
    let mut all = shown.iter().filter_map(|(name, _)| name.chars().next()).filter(|first| first.is_alphanumeric());
    let first = all.next();
    let letter = |c: Option<char>| c.map(|c| c.to_uppercase().to_string());
    match (letter(first), letter(all.next_back().or(first))) {
        (Some(first), Some(last)) if first != last => format!("{first}–{last}"),
        (Some(first), _) => first,
        _ => String::new(),
    }
}

/// Cuts a list into columns that fit on the picture: a long name takes several lines.
fn columns<'a, T>(all: &'a [T], [most, room]: [usize; 2], height: &dyn Fn(&T) -> usize) -> Vec<&'a [T]> {
    let mut columns = Vec::new();
    let (mut from, mut used) = (0, 0);
    for (at, entry) in all.iter().enumerate() {
        let own = height(entry);
        if at > from && (at - from == most || used + own > room) {
            columns.push(&all[from..at]);
            (from, used) = (at, 0);
        }
        used += own;
    }
    if from < all.len() {
        columns.push(&all[from..]);
    }
    columns
}

/// What the row of a player takes, from the letters that fit into its columns.
fn height(scene: &Scene<'_>, part: &Part, player: &Player, set: Set) -> usize {
    let shown = |id: &PlayerId| scene.snap.state.shown(id);
    let other = scene.snap.pairing(&player.entry.player).map(|pairing| {
        // In a close row the hall stands before the opponent.
        let hall = scene.hall(pairing.table).filter(|_| part.hall.is_empty() && set == Set::Close);
        let hall = hall.map_or_else(String::new, |hall| format!("{hall} "));
        hall + &shown(pairing.other(&player.entry.player))
    });
    set.height(&shown(&player.entry.player), &other.unwrap_or_default())
}

/// How many lines a name takes at a number of letters a line: it breaks at spaces, behind hyphens, and inside a word that
/// is longer than a line.
fn lines(name: &str, letters: usize) -> usize {
    let (mut lines, mut used) = (1, 0);
    for word in name.split_inclusive([' ', '-']) {
        let (whole, bare) = (word.chars().count(), word.trim_end().chars().count());
        if used > 0 && used + bare > letters {
            (lines, used) = (lines + 1, 0);
        }
        lines += (used + bare).saturating_sub(1) / letters;
        used = if used + bare > letters { (bare - 1) % letters + 1 + whole - bare } else { used + whole };
    }
    lines
}

/// What the row of a place takes: a name leaves room for a box of each round.
fn place_height(scene: &Scene<'_>, player: &PlayerId, upto: Option<RoundNumber>) -> usize {
    let rounds = upto.map_or(0, |round| usize::from(round.0));
    let letters = 20_usize.saturating_sub(rounds * 5 / 4).max(8);
    let lines = scene.snap.state.shown(player).chars().count().div_ceil(letters);
    if lines > 1 { lines * 4 + 1 } else { PLACE_LINE }
}

/// What a player is called in a list of names.
fn named(scene: &Scene<'_>, player: &Player, part: &Part) -> String {
    adjutant_sheets::event::shown(&scene.snap.state, &player.entry.player, part.last_first)
}

fn seats(scene: &Scene<'_>, part: &Part, column: &[(String, &Player)], set: Set) -> Markup {
    let hall = |table| scene.hall(table).filter(|_| part.hall.is_empty());
    html! {
        table {
            caption.vh { (letters(&column.iter().collect::<Vec<_>>())) }
            thead { tr { th scope="col" { "Name" } th.num scope="col" { "Table" } th scope="col" { "Opponent" } } }
            tbody {
                @for (_, player) in column {
                    @let id = &player.entry.player;
                    tr {
                        th scope="row" { (called(&named(scene, player, part))) }
                        @match scene.snap.pairing(id) {
                            Some(pairing) => {
                                td.t {
                                    (pairing.table)
                                    @if let Some(hall) = hall(pairing.table).filter(|_| set == Set::Large) { small { bdi { (hall) } } }
                                    @if player.entry.seat == Some(pairing.table) { small { (icon("seat")) " fixed" } }
                                }
                                td {
                                    @if let Some(hall) = hall(pairing.table).filter(|_| set == Set::Close) { b { bdi { (hall) } } " " }
                                    span.vh { "against " } (scene.name(pairing.other(id)))
                                }
                            }
                            None => { td.t { "bye" } td { "free this round" } }
                        }
                    }
                }
            }
        }
    }
}

fn round_of_band(scene: &Scene<'_>) -> Markup {
    html! {
        @if let Some(round) = scene.snap.shown() {
            p.big { (scene.round(round)) small { (scene.snap.name()) } }
        }
    }
}

/// The standings, up to twenty places a page.
pub fn screen_standings(scene: &Scene<'_>, part: &Part) -> Markup {
    let heading = title(scene);
    let table = scene.snap.standings();
    let rows = table.map(|table| table.rows.as_slice()).unwrap_or_default();
    let own = part.own(rows);
    let set = Set::of(own.len(), 2 * PLACES);
    let upto = table.map(|table| table.round);
    let columns = columns(own, set.room(PLACES), &|row| match set {
        Set::Large => place_height(scene, &row.player, upto),
        Set::Close => close(lines(&scene.snap.state.shown(&row.player), 16), 26),
    });
    let pairs: Vec<&[&[_]]> = columns.chunks(set.columns()).collect();
    let (columns, page, pages) = part.of(&pairs);
    let turn = seconds(pages, TURN);
    let mut placed = columns.iter().flat_map(|column| column.iter()).filter(|row| row.rank.is_some());
    let ends = placed.next().map(|first| (first, placed.next_back().unwrap_or(first)));
    let body = html! {
        header { div.band {
            h1 { (heading) }
            @if let Some((first, last)) = ends {
                p.big { (rank(first)) "–" (rank(last)) small { "of " (table.map_or(0, Standings::placed)) } }
            }
        } }
        main.two.places.close[set == Set::Close] data-next=(part.next("standings", pages)) data-flip=[part.flips(pages, turn)] {
            @match table {
                None => { p.lead { "Standings follow when round 1 is closed." } }
                Some(table) => {
                    @for column in columns { (places(scene, table, column, set)) }
                }
            }
        }
        footer.top {
            (age(scene))
            p { (next_begins(scene)) }
            p {
                @if let Some((at, head)) = scene.snap.closed {
                    "closed " (scene.time(at)) " · head " (short(&head.to_string())) " · "
                }
                "page " (page) " of " (pages)
            }
        }
    };
    turning(scene, Look::Hall, turn, &part.next("standings", pages), &heading, body)
}

/// A column of places.
fn places(scene: &Scene<'_>, table: &Standings, column: &[Row], set: Set) -> Markup {
    html! {
        table {
            thead { tr {
                th.num scope="col" { "#" } th scope="col" { "Name" } @if set == Set::Large { th scope="col" { "Path" } }
                th.num scope="col" { (points_title(table)) }
            } }
            tbody {
                @for row in column {
                    tr.gone[row.gone().is_some()] {
                        td.t { (rank(row)) }
                        th scope="row" { (scene.name(&row.player)) @if row.disqualified { " " small { "disqualified" } } }
                        @if set == Set::Large { td { (path(&scene.snap.state, &row.player, table.round)) } }
                        td.t { (points(row).1) }
                    }
                }
            }
        }
    }
}

/// Between the rounds, and at the end.
fn closed(scene: &Scene<'_>) -> &'static str {
    if scene.snap.state.finished { "The event is over" } else { "No round is open" }
}

/// Tables whose results are missing, once they are few.
pub fn screen_missing(scene: &Scene<'_>, part: &Part) -> Markup {
    let open = scene.snap.open();
    let here = |table: &TableNumber| scene.is_in(&part.hall, *table);
    let missing: Vec<_> = open.map(|round| round.open_tables().filter(here).collect()).unwrap_or_default();
    let all = open.map_or(0, |round| round.pair.tables.iter().filter(|game| here(&game.table)).count());
    let heading = match (open, missing.len()) {
        (None, _) => closed(scene).to_owned(),
        (_, 0) => "All results are in".to_owned(),
        (_, 1) => "1 result is missing".to_owned(),
        (_, count) => format!("{count} results are missing"),
    };
    let body = html! {
        header { div.band {
            h1 { (heading) }
            @if open.is_some() { p.big { (all - missing.len()) small { "of " (all) " are in" } } }
            @match scene.snap.deadline() {
                Some(deadline) => { p.big { (left(scene, deadline)) small { "left of the round" } } }
                None => { (round_of_band(scene)) }
            }
        } }
        main.few.many[missing.len() > LARGE] data-next=(part.next("missing", 1)) data-flip=[part.flips(1, TURN)] {
            @if missing.len() > MISSING {
                p.lead { "Report your result on your phone, or bring the slip to the desk. Tables are named here when ten or fewer are open." }
            } @else if let Some(round) = open.filter(|_| !missing.is_empty()) {
                table {
                    thead { tr { th.num scope="col" { "Table" } th scope="col" { "Players" } th scope="col" { "What we need" } } }
                    tbody {
                        @for pairing in round.pair.tables.iter().filter(|pairing| missing.contains(&pairing.table)) {
                            tr {
                                td.t { (pairing.table) @if let Some(hall) = scene.hall(pairing.table).filter(|_| part.hall.is_empty()) { small { bdi { (hall) } } } }
                                th scope="row" { (scene.name(&pairing.one)) " " span.soft { "v" } " " (scene.name(&pairing.two)) }
                                td { (needed(scene, pairing.table)) }
                            }
                        }
                    }
                }
            }
        }
        footer.top {
            (age(scene))
            p { @if !part.hall.is_empty() { bdi { (part.hall) } } }
            p { (next_begins(scene)) }
            p { "No phone? Bring your slip to the desk." }
        }
    };
    turning(scene, Look::Hall, TURN, &part.next("missing", 1), &heading, body)
}

fn needed(scene: &Scene<'_>, table: TableNumber) -> Markup {
    let Some(game) = scene.snap.game(table) else { return html! {} };
    let reported = |player: &PlayerId| game.reports.iter().any(|report| report.player == *player);
    html! {
        @match game.state {
            "reports differ" => { span.chip.call { (icon("call")) " different reports" } }
            "reported" => {
                @let other = if reported(&game.one) { &game.two } else { &game.one };
                span.chip { (icon("half")) span { (scene.name(other)) ", please agree" } }
            }
            _ => {
                @match game.extension {
                    Some(minutes) => { span.chip { (icon("clock")) " " (minutes) " minutes more" } }
                    None => { span.chip { (icon("ring")) " result, please" } }
                }
            }
        }
    }
}

/// The clock of the round.
pub fn screen_clock(scene: &Scene<'_>, part: &Part) -> Markup {
    let clock = scene.snap.clock.as_ref().filter(|_| scene.snap.open().is_some());
    let heading = scene.snap.open().map_or_else(|| closed(scene).to_owned(), |round| scene.round(round));
    let deadline = clock.and_then(|clock| clock.deadline);
    let more = clock.map(|clock| clock.extensions.as_slice()).unwrap_or_default();
    let body = html! {
        header { div.band {
            h1 { (heading) }
            p.big { @if let Some(deadline) = deadline { "ends " (scene.time(deadline)) } }
        } }
        main.clock data-next=(part.next("clock", 1)) data-flip=[part.flips(1, TURN)] {
            @match (clock, deadline) {
                (Some(clock), Some(deadline)) => {
                    p.time role="timer" { (left(scene, deadline)) }
                    (run(scene, i64::from(clock.minutes), deadline))
                    (marks(scene, i64::from(clock.minutes), deadline))
                }
                (Some(clock), None) => {
                    @if let Some(left) = clock.left_s.filter(|left| *left > 0) { p.time { (span(left)) } }
                    p.lead { @match clock.state { "paused" => { "The clock is paused." } "stopped" => { "Time is up." } _ => { "The clock is not started." } } }
                }
                (None, _) if scene.snap.state.finished => { p.lead { "Thank you for playing." } }
                (None, _) => {
                    @match scene.snap.next_begins() {
                        Some((round, at)) => { p.time { (scene.time(at)) } p.lead { "Round " (round) " begins." } }
                        None => { p.lead { "The clock starts with the next round." } }
                    }
                }
            }
            @if !more.is_empty() {
                p.tools {
                    "More time: "
                    @for (table, minutes) in more { span.chip { (icon("clock")) " table " (table) ", " (minutes) " min" } }
                }
            }
        }
        footer.top { (age(scene)) p { (next_begins(scene)) } p { (scene.snap.name()) } }
    };
    turning(scene, Look::Hall, TURN, &part.next("clock", 1), &format!("{heading}: clock"), body)
}

/// How much of the round is over.
fn run(scene: &Scene<'_>, minutes: i64, deadline: Timestamp) -> Markup {
    let over = (minutes - scene.moment.until(deadline) / 60).clamp(0, minutes);
    let label = format!("{over} of {minutes} minutes are over");
    html! {
        svg.run viewBox={ "0 0 " (minutes.max(1)) " 4" } preserveAspectRatio="none" role="img" aria-label=(label) {
            rect width=(over) height="4" {}
        }
    }
}

/// What to do, and when.
fn marks(scene: &Scene<'_>, minutes: i64, deadline: Timestamp) -> Markup {
    let left = scene.moment.until(deadline);
    let marks = [
        (30, "30 min left: start no turn that you cannot finish"),
        (15, "15 min left: finish the turn, then count"),
        (5, "5 min left: score, report on your phone"),
        (0, "Dice down: bring slips to the desk"),
    ];
    let coming = marks.iter().filter(|(before, _)| *before <= minutes);
    let next = coming.clone().find(|(before, _)| before * 60 < left).map(|(before, _)| *before);
    html! {
        ol.marks {
            @for (before, words) in coming {
                li.card.next[next == Some(*before)] { b { (scene.moment.clock_of(deadline.seconds() - before * 60)) } (words) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_several_screens_are_the_whole() {
        let all: Vec<usize> = (0..101).collect();
        for screens in 1..=4 {
            let mut seen: Vec<usize> = Vec::new();
            for screen in 1..=screens {
                let part = |page| Part { screen: (screen, screens), page, ..Part::parse(None, None, None, None) };
                let cut = columns(part(1).own(&all), [ROWS, COLUMN], &|number: &usize| 5 + number % 7 * 4);
                assert!(cut.iter().all(|column| column.len() <= ROWS));
                for page in 1..=cut.len() {
                    seen.extend(part(page).of(&cut).0);
                }
            }
            assert_eq!(seen, all, "{screens} screens");
        }
    }

    #[test]
    fn screens_take_turns_after_their_last_page() {
        let part = |page| Part::parse(None, Some(page), Some("pairings,no-such, clock"), None);
        assert_eq!(part("1").first(), "pairings");
        assert_eq!(part("1").next("pairings", 2), "/screen/pairings?page=2&of=pairings:2,clock");
        assert_eq!(part("2").next("pairings", 2), "/screen/clock?page=1&of=pairings,clock");
        assert_eq!(part("1").next("clock", 1), "/screen/pairings?page=1&of=pairings,clock");
        assert_eq!(part("1").flips(1, 9), Some(9));
        let alone = Part::parse(Some("2/3"), Some("4"), None, None);
        assert_eq!(alone.next("pairings", 4), "/screen/pairings?part=2/3&page=1");
        assert_eq!((alone.flips(1, 9), alone.flips(2, 9)), (None, Some(9)));
        assert_eq!(Part::parse(None, None, Some("\"><script>"), None).first(), "pairings");
    }

    /// However long the list is, the other screens come again after four of its pages, and every page of it is shown.
    #[test]
    fn a_long_list_lets_the_other_screens_take_their_turn_in_between() {
        let mut part = Part::parse(None, None, Some("pairings,clock"), Some("last"));
        let (mut name, mut seen) = ("pairings", Vec::new());
        for _ in 0..17 {
            seen.push(if name == "clock" { 0 } else { part.page });
            let address = part.next(name, if name == "clock" { 1 } else { 13 });
            name = if address.starts_with("/screen/clock?") { "clock" } else { "pairings" };
            let value = |key: &str| address.split(['?', '&']).find_map(|field| field.strip_prefix(key));
            part = Part::parse(None, value("page="), value("of="), value("by="));
            assert!(part.last_first, "{address}");
        }
        assert_eq!(seen, [1, 2, 3, 4, 0, 5, 6, 7, 8, 0, 9, 10, 11, 12, 0, 13, 0]);
        assert_eq!((name, part.page), ("pairings", 1), "then from the beginning");
    }

    /// However many play, everybody has been on the screen within 40 seconds while there are 300; a page stays for five
    /// seconds at least.
    #[test]
    fn a_whole_turn_of_three_hundred_names_takes_forty_seconds_at_most() {
        for players in [1, 24, 83, 120, 121, 300, 480, 1000] {
            for (large, most) in [(2 * ROWS, 8), (2 * PLACES, TURN)] {
                let set = Set::of(players, large);
                let all = vec![("Dora Quist", "Emeka Nwosu"); players];
                let columns = columns(&all, set.room(large / 2), &|(one, other)| set.height(one, other));
                let pages = columns.len().div_ceil(set.columns());
                let turn = pages * usize::from(seconds(pages, most));
                assert!(turn <= 40 || players > 480, "{players}: {pages} pages, {turn} s");
                assert!((5..=most).contains(&seconds(pages, most)));
            }
        }
        assert_eq!([Set::of(120, 24), Set::of(121, 24)], [Set::Large, Set::Close]);
    }

    #[test]
    fn a_hall_goes_with_every_page() {
        let part = Part { hall: "Hall B & C".to_owned(), ..Part::parse(None, None, Some("pairings,clock"), None) };
        assert_eq!(part.next("pairings", 2), "/screen/pairings?page=2&of=pairings:2,clock&hall=Hall+B+%26+C");
    }

    #[test]
    fn a_column_is_never_higher_than_the_picture() {
        let all = [5, 5, 30, 30, 30, 200, 5, 5];
        let cut = columns(&all, [ROWS, COLUMN], &|height: &usize| *height);
        assert_eq!(cut, [&[5, 5, 30, 30][..], &[30], &[200], &[5, 5]]);
        assert!(columns::<u8>(&[], [ROWS, COLUMN], &|_| 1).is_empty());
    }

    #[test]
    fn whatever_the_address_says_there_is_a_page() {
        for (part, page) in
            [("0/0", "0"), ("3/2", "-1"), ("x", "99999999999999999999"), ("1/1000000", "7"), ("2/3", "2")]
        {
            let part = Part::parse(Some(part), Some(page), None, None);
            assert!(part.of::<u8>(&[]).0.is_empty());
            assert!(part.of(&[&[1, 2][..], &[3]]).0.len() <= 2);
        }
        let read = Part::parse(Some("2/3"), Some("2"), None, Some("last"));
        assert_eq!(read, Part { screen: (2, 3), page: 2, last_first: true, ..Part::parse(None, None, None, None) });
    }

    #[test]
    fn a_long_name_takes_the_lines_that_a_browser_gives_it() {
        for (name, letters, wanted) in [
            ("", 13, 1),
            ("Dora Quist", 13, 1),
            ("Emeka Nwosu-Adébáyò", 13, 2),
            ("Emeka Nwosu-Adébáyò", 11, 3),
            ("Bartholomäus von Hohenstein-Lüneburg", 13, 4),
            ("Donaudampfschifffahrtsgesellschaftskapitän", 13, 4),
            ("Donaudampfschifffahrtsgesellschaftskapitän", 11, 4),
        ] {
            assert_eq!(lines(name, letters), wanted, "{name} in lines of {letters}");
        }
    }
}
