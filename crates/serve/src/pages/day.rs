//! A player's day: which table, against whom, and what is still to do.

use adjutant_app::tournaments::matches;
use adjutant_core::counts::count;
use adjutant_tournament::command::{Call, CallKind, Pairing, PassKind, ResultEntry};
use adjutant_tournament::day::Open;
use adjutant_tournament::state::{Player, Round, Stage};
use adjutant_tournament::{PlayerId, RoundNumber};
use maud::{Markup, html};

use super::columns::{self, Step, step};
use super::forms::{button, carried};
use super::phones;
use super::scene::{Look, Scene, document, icon, left, top};
use super::teams::is_captain;

/// The page of a player who is known.
pub fn day(scene: &Scene<'_>, player: &PlayerId) -> Option<Markup> {
    let known = scene.snap.state.player(player)?;
    let name = known.entry.name.as_str();
    let title = match (scene.snap.open(), scene.snap.pairing(player)) {
        (Some(_), Some(pairing)) => format!("{name}: table {}", pairing.table),
        _ => format!("{name}: {}", scene.snap.name()),
    };
    let body = html! {
        (top(scene, html! { p { (scene.name(player)) } }))
        main {
            (band(scene, known))
            @if let Some(call) = own_call(scene, player) { (called(scene, call, player)) }
            (place(scene, player))
            @if is_captain(scene, player) { p { a.tapline href="/me/team" { span { "Choose who meets whom" } (icon("next")) } } }
            dl.facts {
                (list_of_day(scene, known))
                (list_of_opponent(scene, player))
                (checked_in(scene, known))
                @for round in scene.snap.state.rounds.iter().rev() {
                    @if let Some(played) = played(scene, round, player) { (played) }
                }
            }
            (call_a_judge(scene, player))
            (told())
            (on_a_stream(scene, player))
            details {
                summary { "More" }
                p.soft { "Your pass on another phone: scan your card again, as often as you like." }
                (phones::list(scene, PassKind::Player, player.as_str()))
                p { a.b href="/me/leave" { "Leave the tournament …" } }
            }
        }
        (dock(scene, known))
    };
    Some(document(scene, Look::Phone, &title, body))
}

/// Lets the phone tell when pairings are up; shown by the script, where the browser can.
fn told() -> Markup {
    html! {
        div.card data-tell="default" hidden {
            p { button type="button" data-ask { "Tell me when pairings are up" } }
            p.soft { "While this page is open or was just hidden. A phone that sleeps hears nothing." }
        }
        p.soft data-tell="granted" hidden {
            "This phone tells you when pairings are up, while the page is open or was just hidden. A phone that sleeps hears nothing."
        }
    }
}

/// The answer: the table, or why there is none.
fn band(scene: &Scene<'_>, known: &Player) -> Markup {
    let player = &known.entry.player;
    let Some(round) = scene.snap.shown() else {
        return waits(scene, known);
    };
    if scene.snap.state.finished {
        return over(scene, player);
    }
    if round.stage == Stage::Closed {
        return between(scene, known, round);
    }
    let Some(pairing) = round.of(player) else { return unseated(scene, known, round) };
    let other = pairing.other(player);
    let about = scene.snap.state.player(other).map(|other| &other.entry);
    let about: Vec<&str> = about
        .into_iter()
        .flat_map(|entry| [entry.faction.as_ref(), entry.club.as_ref(), entry.team.as_ref()])
        .flatten()
        .map(|name| name.as_str())
        .collect();
    html! {
        section.band aria-labelledby="opponent" {
            p {
                (scene.round(round))
                small {
                    @match scene.snap.deadline() {
                        Some(deadline) if !round.results.contains_key(&pairing.table) => {
                            "ends " (scene.time(deadline)) " · " (left(scene, deadline)) " left"
                        }
                        _ if round.results.contains_key(&pairing.table) => { "your result is in" }
                        _ => {}
                    }
                }
            }
            p.huge { small { @if let Some(hall) = scene.hall(pairing.table) { bdi { (hall) } ", " } "Table" } (pairing.table) }
            h1.all #opponent { span.soft { "You play" } " " (scene.name(other)) }
            @if !about.is_empty() { p.all { bdi { (about.join(" · ")) } } }
            @if let Some(mission) = &pairing.mission { p.all { "Mission: " (mission_name(scene, mission.as_str())) } }
        }
        @if let Some(mission) = pairing.mission.as_ref().filter(|mission| is_known(scene, mission.as_str())) {
            p { a.tapline href={ "/mission/" (mission) } { span { "Map of " (mission_name(scene, mission.as_str())) } (icon("next")) } }
        }
    }
}

/// Before round 1.
fn waits(scene: &Scene<'_>, known: &Player) -> Markup {
    html! {
        header.band {
            @match known.gone(scene.snap.state.due()) {
                Some("waiting") => {
                    h1.all { "You wait for a place" }
                    p.all { "All places are taken. If somebody drops before round 1, this page changes by itself." }
                }
                _ => { h1.all { "Round 1 is not paired yet" } p.all { "Stay near. This page changes by itself." } (begins(scene)) }
            }
        }
    }
}

/// When the next round is planned to begin.
fn begins(scene: &Scene<'_>) -> Markup {
    html! { @if let Some((round, at)) = scene.snap.next_begins() { p.all { "Round " (round) " begins at " (scene.time(at)) "." } } }
}

/// Why a player is not paired in a round any more.
fn gone(known: &Player, round: RoundNumber) -> Option<&'static str> {
    match known.gone(round) {
        None => None,
        Some("disqualified") => Some("You are disqualified"),
        Some("waiting") => Some("There was no place for you"),
        Some(_) => Some("You have left the tournament"),
    }
}

/// A round is over, and the next one is not published: nobody has a table.
fn between(scene: &Scene<'_>, known: &Player, round: &Round) -> Markup {
    let (player, next) = (&known.entry.player, round.pair.round.next());
    let state = &scene.snap.state;
    let over = state.cut.is_none() && round.pair.round.0 >= scene.snap.rounds();
    let bracket = state.cut.is_some();
    html! {
        section.band aria-labelledby="now" {
            p { (scene.round(round)) " is over" small { (came_out(scene, round, player)) } }
            h1.all #now {
                @match gone(known, next) {
                    Some(words) => { (words) }
                    None if bracket => { "The next games of the bracket are being paired" }
                    None if over => { "All rounds are played" }
                    None => { "Round " (next) " is being paired" }
                }
            }
            @if gone(known, next).is_none() {
                p.all {
                    @if over { "Stay near until the desk says what follows." }
                    @else if bracket { "Stay near. If you play on, your table shows here by itself." }
                    @else { "Stay near. Your table shows here by itself." }
                }
                @if !over { (begins(scene)) }
            }
        }
    }
}

/// What became of the player in a round: `you won 78 – 55`.
fn came_out(scene: &Scene<'_>, round: &Round, player: &PlayerId) -> String {
    let Some(step) = step(&scene.snap.state, round, player) else { return String::new() };
    let pairing = round.of(player);
    let Some((pairing, result)) = pairing.and_then(|known| Some((known, round.results.get(&known.table)?))) else {
        return "you had a bye".to_owned();
    };
    let [own, theirs] = own(pairing, result, player);
    let verb = match step {
        Step::Win => "won",
        Step::Loss => "lost",
        Step::Draw => "drew",
    };
    format!("you {verb} {own} – {theirs}")
}

/// The points of a result, the player's first.
fn own(pairing: &Pairing, result: &ResultEntry, player: &PlayerId) -> [i64; 2] {
    if pairing.one == *player { [result.one, result.two] } else { [result.two, result.one] }
}

/// The event is over: the place, and how it came about.
fn over(scene: &Scene<'_>, player: &PlayerId) -> Markup {
    let found = scene.snap.standings().and_then(|table| {
        let row = table.rows.iter().find(|row| row.player == *player)?;
        Some((row, table.placed()))
    });
    let steps: Vec<Step> =
        scene.snap.state.rounds.iter().filter_map(|round| step(&scene.snap.state, round, player)).collect();
    let of = |wanted: Step| steps.iter().filter(|step| **step == wanted).count();
    let drawn = count(of(Step::Draw), "draw", "draws");
    let mut balance = vec![count(of(Step::Win), "win", "wins"), count(of(Step::Loss), "loss", "losses")];
    balance.extend((of(Step::Draw) > 0).then_some(drawn));
    html! {
        section.band aria-labelledby="now" {
            p { (scene.snap.name()) small { "the event is over" } }
            @match found {
                Some((row, placed)) if row.rank.is_some() => {
                    p.huge { small { "of " (placed) } (columns::place(row)) }
                    h1.all #now { span.vh { "You came " (columns::place(row)) " of " (placed) ": " } (balance.join(", ")) }
                    p.all { @let (heading, points) = columns::points(row); (points) " " (heading) }
                }
                Some((row, _)) => { h1.all #now { "You are " (columns::place(row)) } }
                None => { h1.all #now { "The event is over" } }
            }
        }
    }
}

/// A round that is shown, and the player has no table in it.
fn unseated(scene: &Scene<'_>, known: &Player, round: &Round) -> Markup {
    let bye = round.pair.byes.contains(&known.entry.player);
    let next = round.pair.round.next();
    html! {
        header.band {
            p { (scene.round(round)) }
            h1.all {
                @match gone(known, next) {
                    _ if bye => { "You have a bye" }
                    Some(words) => { (words) }
                    None => { "You are not paired in this round" }
                }
            }
            p.all {
                @if bye { "You are free until the next round." }
                @else if known.is_in(next) { "Tell the desk if you want to play." }
            }
        }
    }
}

fn is_known(scene: &Scene<'_>, mission: &str) -> bool {
    matches::mission(scene.known, scene.snap.state.create.as_deref(), mission).is_some()
}

/// What a mission is called, where the pack of the event knows it.
fn mission_name(scene: &Scene<'_>, id: &str) -> String {
    let known = matches::mission(scene.known, scene.snap.state.create.as_deref(), id);
    known.map_or_else(|| id.to_owned(), |mission| mission.name.to_string())
}

fn place(scene: &Scene<'_>, player: &PlayerId) -> Markup {
    let place = scene.snap.standings().and_then(|table| {
        let row = table.rows.iter().find(|row| row.player == *player)?;
        Some((row, table.placed(), table.round))
    });
    html! {
        @if let Some((row, count, round)) = place {
            p {
                a.tapline href="/standings#me" {
                    @if scene.snap.state.finished { span { "Final standings" } }
                    @else { span { "You are " (columns::place(row)) @if row.rank.is_some() { " of " (count) } " " small { "after round " (round) } } }
                    (icon("next"))
                }
            }
        }
    }
}

/// Whether the list is handed in.
fn list_of_day(scene: &Scene<'_>, known: &Player) -> Markup {
    let state = &scene.snap.state;
    let closed = state.has_seen(state.policies().lists_close);
    let due = state.policies().lists_due;
    html! {
        div {
            dt { "Your list" }
            @match &known.list {
                Some(_) => { dd.done { a.tapline href="/me/list" { (icon("check")) " handed in" } } }
                None if closed => { dd.soft { "none handed in" } }
                None => { dd { a.tapline href="/me/list" { (icon("ring")) " hand it in" @if let Some(due) = due { " until " (scene.time(due)) } } } }
            }
        }
    }
}

/// The opponent's list, from the moment that the policies name.
fn list_of_opponent(scene: &Scene<'_>, player: &PlayerId) -> Markup {
    let state = &scene.snap.state;
    let other = scene.snap.pairing(player).map(|pairing| pairing.other(player));
    let other = other.filter(|other| state.player(other).is_some_and(|known| known.list.is_some()));
    html! {
        @if let Some(other) = other.filter(|_| state.has_seen(state.policies().lists_shown)) {
            div { dt { "List of " (scene.name(other)) } dd { a.tapline href={ "/player/" (other) "/list" } { "look at it" (icon("next")) } } }
        }
    }
}

fn checked_in(scene: &Scene<'_>, known: &Player) -> Markup {
    html! {
        @if scene.snap.state.policies().check_in {
            div {
                dt { "Checked in" }
                @match known.checked_in {
                    Some(_) => { dd.done { (icon("check")) " yes" } }
                    None => { dd.soft { (icon("ring")) " not yet" } }
                }
            }
        }
    }
}

/// A round that has a result for the player.
fn played(scene: &Scene<'_>, round: &Round, player: &PlayerId) -> Option<Markup> {
    let number: RoundNumber = round.pair.round;
    let step = step(&scene.snap.state, round, player).filter(|_| round.stage != Stage::Draft)?;
    let pairing = round.of(player);
    let result = pairing.and_then(|pairing| round.results.get(&pairing.table));
    Some(html! {
        div {
            dt { "Round " (number) }
            dd {
                (step.letter()) " "
                @match (pairing, result) {
                    (Some(pairing), Some(result)) => {
                        @let [mine, theirs] = own(pairing, result, player);
                        (mine) " – " (theirs)
                        small { (scene.name(pairing.other(player))) }
                    }
                    _ => { "bye" }
                }
            }
        }
    })
}

/// The open call of the player's table.
fn own_call<'a>(scene: &Scene<'a>, player: &PlayerId) -> Option<&'a Open<Call>> {
    let table = scene.snap.pairing(player)?.table;
    scene.snap.calls.iter().find(|call| call.said.table == table)
}

fn called(scene: &Scene<'_>, call: &Open<Call>, player: &PlayerId) -> Markup {
    html! {
        section.card.act {
            p { (icon("flag")) " A judge is called: " (call.said.kind.name()) }
            @if call.said.player.as_ref() == Some(player) {
                (button(scene, "/me/call/back", &[("seq", &call.seq.to_string())], html! { "Not needed any more" }))
            }
        }
    }
}

fn call_a_judge(scene: &Scene<'_>, player: &PlayerId) -> Markup {
    let seated = scene.snap.open().is_some_and(|round| round.of(player).is_some());
    html! {
        @if seated && own_call(scene, player).is_none() {
            (call_form(scene, "/me/call"))
        }
    }
}

/// Whether a stream may show the player's battles: asked where the event records battles and goes on.
fn on_a_stream(scene: &Scene<'_>, player: &PlayerId) -> Markup {
    let asked = matches::recorded(&scene.snap.state) && !scene.snap.state.finished;
    let agrees = scene.memory.is_public(player);
    html! {
        @if asked {
            details {
                summary { "Your battles on a stream and on screens: " @if agrees { "you agree" } @else { "not shown" } }
                p.soft { "A stream and the screens of the hall may show the score of your battle as it goes on; a stream its reasons and the odds of your attacks, too. They show a battle only while both of its players agree." }
                @if agrees { (button(scene, "/me/public", &[("agrees", "no")], html! { "Show them no more" })) }
                @else { (button(scene, "/me/public", &[("agrees", "yes")], html! { "I agree" })) }
            }
        }
    }
}

/// What a judge is called for.
pub(super) fn call_form(scene: &Scene<'_>, action: &str) -> Markup {
    html! {
        details #judge {
            summary { (icon("flag")) " Call a judge" }
            form action=(action) method="post" {
                (carried(scene))
                p { label for="call-why" { "In a few words, if you like" } input id="call-why" name="why" maxlength="400" autocomplete="off"; }
                div.four {
                    @for kind in [CallKind::Rules, CallKind::Result, CallKind::SlowPlay, CallKind::Other] {
                        button type="submit" name="kind" value=(kind.name()) { (kind.name()) }
                    }
                }
            }
        }
    }
}

/// What there is to do next.
fn dock(scene: &Scene<'_>, known: &Player) -> Markup {
    let player = &known.entry.player;
    let missing = scene.snap.state.policies().check_in && known.checked_in.is_none() && !scene.snap.state.finished;
    let game = scene.snap.pairing(player).and_then(|pairing| scene.snap.game(pairing.table));
    let open = scene.snap.open().is_some();
    html! {
        @if missing {
            form.dock action="/me/check-in" method="post" aria-label="Check in" {
                (carried(scene))
                button.go.wide type="submit" { "I am here: check in" }
            }
        } @else if let Some(game) = game.filter(|_| !open) {
            nav.dock aria-label="Next" {
                @if !scene.snap.state.finished { p.wide.soft { "Nothing to do here now." } }
                a.b href="/me/result" { "Look at table " (game.table) }
                a.b href="/standings" { "Standings" }
            }
        } @else if let Some(game) = game {
            @let recorded = scene.game().filter(|_| game.result.is_none());
            nav.dock aria-label="Next" {
                a.b href="/me/why" { (why(scene, opponent_of(scene, player))) }
                @match recorded {
                    Some(_) => { a.b href="/match" { "Record the match" } }
                    None => { a.b href="/standings" { "Standings" } }
                }
                a.b.go.wide href="/me/result" {
                    @match (&game.result, game.reports.iter().any(|report| report.player == *player), game.reports.len()) {
                        (Some(_), _, _) => { "The result" }
                        (None, _, 2) => { "Your reports differ" }
                        (None, true, _) => { "You have reported" }
                        (None, false, 1) => { "Agree on the result" }
                        _ => { "Report the result" }
                    }
                }
            }
        } @else {
            nav.dock aria-label="Next" { a.b.go.wide href="/standings" { "Standings" } }
        }
    }
}

/// The question of the button: a long name would take the thumb's whole place.
fn why(scene: &Scene<'_>, other: &PlayerId) -> Markup {
    const LETTERS: usize = 18;
    let short = scene.snap.state.shown(other).chars().count() <= LETTERS;
    html! { @if short { span { "Why " (scene.name(other)) "?" } } @else { "Why this opponent?" } }
}

fn opponent_of<'a>(scene: &Scene<'a>, player: &'a PlayerId) -> &'a PlayerId {
    scene.snap.pairing(player).map_or(player, |pairing| pairing.other(player))
}

/// Asks a second time before somebody leaves.
pub fn leave(scene: &Scene<'_>, player: &PlayerId) -> Option<Markup> {
    scene.snap.state.player(player)?;
    let body = html! {
        (top(scene, html! { p { (scene.name(player)) } }))
        main {
            header.band { h1.all { "Leave the tournament?" } }
            p.card { "You are not paired from the next round on. Your results stay. The desk can take you back." }
            div.card { (button(scene, "/me/drop", &[], html! { "Yes, I leave" })) }
        }
        nav.dock aria-label="Next" { a.b.go href="/me" { "No, I stay" } }
    };
    Some(document(scene, Look::Phone, "Leave the tournament?", body))
}
