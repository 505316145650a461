//! A player's day: which table, against whom, and what is still to do.

use adjutant_tournament::state::{Player, Round, Stage};
use adjutant_tournament::{PlayerId, RoundNumber};
use maud::{Markup, html};

use super::standings::step;
use super::{Look, Scene, document, icon, ordinal, top};
use crate::snapshot::opponent;

/// The page of a player who is known.
pub fn day(scene: &Scene<'_>, player: &PlayerId) -> Option<Markup> {
    let known = scene.snap.state.player(player)?;
    let name = known.entry.name.as_str();
    let title = match scene.snap.pairing(player) {
        Some(pairing) => format!("{name}: table {}", pairing.table),
        None => format!("{name}: {}", scene.snap.name()),
    };
    let body = html! {
        (top(scene, html! { p { (scene.name(player)) } }))
        main {
            (band(scene, known))
            (place(scene, player))
            dl.facts {
                (list_of_day(known))
                (checked_in(scene, known))
                @for round in scene.snap.state.rounds.iter().rev() {
                    @if let Some(played) = played(scene, round, player) { (played) }
                }
            }
        }
    };
    Some(document(scene, Look::Phone, &title, body))
}

/// The answer: the table, or why there is none.
fn band(scene: &Scene<'_>, known: &Player) -> Markup {
    let player = &known.entry.player;
    let Some(round) = scene.snap.shown() else {
        return html! { header.band { h1.all { "Round 1 is not paired yet" } p.all { "Stay near. This page changes by itself." } } };
    };
    let Some(pairing) = round.of(player) else {
        let bye = round.pair.byes.contains(player);
        let next = round.pair.round.next();
        return html! {
            header.band {
                p { (scene.round(round)) }
                h1.all {
                    @if bye { "You have a bye" }
                    @else if !known.is_in(next) { "You have left the tournament" }
                    @else { "You are not paired in this round" }
                }
                p.all {
                    @if bye { "You are free until the next round." }
                    @else if known.is_in(next) { "Tell the desk if you want to play." }
                }
            }
        };
    };
    let other = opponent(pairing, player);
    let about = scene.snap.state.player(other).map(|other| &other.entry);
    let about: Vec<&str> = about
        .into_iter()
        .flat_map(|entry| [entry.faction.as_ref(), entry.club.as_ref(), entry.team.as_ref()])
        .flatten()
        .map(|name| name.as_str())
        .collect();
    html! {
        section.band aria-labelledby="opponent" {
            p { (scene.round(round)) small { (stage(round, pairing.table)) } }
            p.huge { small { "Table" } (pairing.table) }
            h1.all #opponent { span.soft { "You play" } " " (scene.name(other)) }
            @if !about.is_empty() { p.all { bdi { (about.join(" · ")) } } }
            @if let Some(mission) = &pairing.mission { p.all { "Mission: " (mission) } }
        }
    }
}

fn stage(round: &Round, table: adjutant_tournament::TableNumber) -> &'static str {
    match round.stage {
        Stage::Closed => "over, the next round is being paired",
        _ if round.results.contains_key(&table) => "your result is in",
        _ => "",
    }
}

fn place(scene: &Scene<'_>, player: &PlayerId) -> Markup {
    let place = scene.snap.standings().and_then(|table| {
        let row = table.rows.iter().find(|row| row.player == *player)?;
        Some((row.rank, table.rows.len(), table.round))
    });
    html! {
        @if let Some((rank, count, round)) = place {
            p {
                a.tapline href="/standings#me" {
                    span { "You are " (ordinal(rank)) " of " (count) " " small { "after round " (round) } }
                    (icon("next"))
                }
            }
        }
    }
}

/// Whether the list is handed in.
pub fn list_of_day(known: &Player) -> Markup {
    html! {
        div {
            dt { "Your list" }
            @match &known.list {
                Some(_) => { dd.done { (icon("check")) " handed in" } }
                None => { dd.soft { (icon("ring")) " not handed in" } }
            }
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
                        @let own = if pairing.one == *player { [result.one, result.two] } else { [result.two, result.one] };
                        (own[0]) " – " (own[1])
                        small { (scene.name(opponent(pairing, player))) }
                    }
                    _ => { "bye" }
                }
            }
        }
    })
}
