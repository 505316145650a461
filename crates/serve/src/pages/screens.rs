//! Screens of the hall: read from 15 m, flipped and not scrolled, nothing on them that is not public.

use adjutant_core::time::Timestamp;
use adjutant_tournament::standings::{Row, Standings};
use adjutant_tournament::state::Player;
use adjutant_tournament::{PlayerId, RoundNumber, TableNumber};
use maud::{Markup, html};

use super::code::qr;
use super::columns::{path, points, points_title, rank, short, title};
use super::part::{LAST, Part, TURN, seconds};
use super::rows::{ROWS, Set, close, columns, lines};
use super::scene::{Look, Scene, age, called, document, icon, in_address, left, plain, top, turning};
use crate::moment::span;

/// The same for a place of the standings.
const PLACE_LINE: usize = 7;
/// Places in one column of the standings.
const PLACES: usize = 10;
/// So many tables of a screen are set large, one below the other.
pub(super) const LARGE: usize = 5;
/// Open tables that fit on the screen of missing results.
const MISSING: usize = 10;

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
    use super::super::rows::COLUMN;
    use super::*;

    #[test]
    fn the_parts_of_several_screens_are_the_whole() {
        let all: Vec<usize> = (0..101).collect();
        for screens in 1..=4 {
            let mut seen: Vec<usize> = Vec::new();
            for screen in 1..=screens {
                let screen = format!("{screen}/{screens}");
                let part = |page: usize| Part::parse(Some(&screen), Some(&page.to_string()), None, None);
                let cut = columns(part(1).own(&all), [ROWS, COLUMN], &|number: &usize| 5 + number % 7 * 4);
                assert!(cut.iter().all(|column| column.len() <= ROWS));
                for page in 1..=cut.len() {
                    seen.extend(part(page).of(&cut).0);
                }
            }
            assert_eq!(seen, all, "{screens} screens");
        }
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
}
