//! Handing in a list: what was read, what the checks found, and who may see it.

use adjutant_core::chain::Hash;
use adjutant_rosters::check::{Finding, Report, Severity};
use adjutant_rosters::import::Import;
use adjutant_tournament::PlayerId;
use maud::{Markup, html};

use super::forms::carried;
use super::problem::home;
use super::scene::{Look, Scene, document, icon, top};

/// A list that was read, and what the checks found.
pub struct ReadList {
    /// The digest of the file.
    pub digest: Hash,
    /// What it holds, or why it cannot be read.
    pub import: Result<Import, String>,
    /// What the checks found; nothing where the event names no pack.
    pub report: Option<Report>,
}

/// A player's own list.
pub fn list(scene: &Scene<'_>, player: &PlayerId, shown: Option<&ReadList>) -> Option<Markup> {
    let known = scene.snap.state.player(player)?;
    let close = scene.snap.state.policies().lists_close;
    let closed = scene.snap.state.has_seen(close);
    let on_record = shown.is_some_and(|shown| known.list == Some(shown.digest));
    let body = html! {
        (top(scene, html! { a href="/me" { "Your day" } }))
        main {
            header.band {
                h1 {
                    "Your list"
                    small { @if closed { "lists are closed" } @else { "closes when round " (close) " is published" } }
                }
                @if let Some(report) = shown.and_then(|shown| shown.report.as_ref()) {
                    p.big { (report.points.total) small { "points of " (report.points.limit) } }
                }
            }
            @match (shown, known.list) {
                (Some(shown), _) => { (read(shown, on_record)) }
                (None, Some(digest)) => { p.card { (icon("check")) " Handed in. The desk has the file; its digest begins with " code { (format!("{:.12}", digest.to_string())) } "." } }
                (None, None) if closed => { p.card { "You have not handed in a list. The desk can still record one." } }
                (None, None) => { p.card.act { (icon("call")) " You have not handed in a list." } }
            }
            @if !closed { (another(scene)) }
        }
        @match shown.filter(|shown| !closed && !on_record && shown.import.is_ok()) {
            Some(shown) => {
                form.dock action="/me/list/hand-in" method="post" aria-label="Hand in" {
                    (carried(scene))
                    input type="hidden" name="digest" value=(shown.digest);
                    p.wide.soft { "Only you and the desk see it until round " (scene.snap.state.policies().lists_shown) " is published." }
                    button.go type="submit" { "Hand in" (faults(shown)) }
                }
            }
            None => { nav.dock aria-label="Next" { a.b.go href="/me" { (icon("back")) " Back to your day" } } }
        }
    };
    Some(document(scene, Look::Phone, "Your list", body))
}

fn faults(shown: &ReadList) -> Markup {
    let wrong = shown.report.iter().flat_map(|report| &report.findings);
    let wrong = wrong.filter(|finding| finding.severity == Severity::Error).count();
    html! {
        @match wrong {
            0 => {}
            1 => { " " small { "with 1 fault, a judge decides" } }
            more => { " " small { "with " (more) " faults, a judge decides" } }
        }
    }
}

/// The form for a file or a pasted text.
fn another(scene: &Scene<'_>) -> Markup {
    html! {
        form action="/me/list" method="post" enctype="multipart/form-data" {
            (carried(scene))
            h2 { "Check a list" }
            p { label for="file" { "BattleScribe .rosz or .ros, or plain text" } input id="file" type="file" name="file" accept=".rosz,.ros,.txt,.json"; }
            p { label for="text" { "or paste the text" } textarea id="text" name="text" rows="4" placeholder="++ Battalion Detachment ++" {} }
            p { button type="submit" { "Check this list" } }
        }
    }
}

/// What was read and found.
fn read(shown: &ReadList, on_record: bool) -> Markup {
    html! {
        ul.rows {
            @if on_record { li.done { span { (icon("check")) " This list is handed in" } } }
            @match &shown.import {
                Ok(import) => {
                    li.done { span { (icon("check")) " Read: " (import.roster.units().count()) " units, " (import.roster.detachments.len()) " detachments" } }
                    @for difference in &import.differences { li.warn { span.grow { (icon("ring")) " " (difference) } } }
                    @for unplaced in &import.unplaced { li.warn { span.grow { (icon("ring")) " " (unplaced) } } }
                }
                Err(why) => { li.warn { span.grow { (icon("call")) " This cannot be read: " (why) } } }
            }
            @if let Some(report) = &shown.report {
                @for finding in &report.findings { (found(finding)) }
                @if report.findings.is_empty() { li.done { span { (icon("check")) " The checks found nothing wrong" } } }
            }
        }
        @if let Ok(import) = &shown.import { (units(import)) }
    }
}

fn found(finding: &Finding) -> Markup {
    let (sign, words) = match finding.severity {
        Severity::Error => ("call", "Not allowed"),
        Severity::Unknown => ("ring", "Cannot be checked"),
        Severity::Advice => ("half", "Worth a look"),
    };
    html! {
        li.warn {
            span.grow { (icon(sign)) " " b { (words) @if let Some(unit) = &finding.unit { ", unit " (unit) } } ": " (finding.sentence) }
            small { (finding.source) ", " (finding.code) }
        }
    }
}

fn units(import: &Import) -> Markup {
    html! {
        details {
            summary { "All units" }
            ul.rows {
                @for unit in import.roster.units() { li { span.grow { (unit.datasheet) " " small { (unit.id) } } b { (unit.points.get()) } } }
            }
        }
    }
}

/// Somebody else's list, for those who may see it.
pub fn list_of(scene: &Scene<'_>, player: &PlayerId, shown: Option<&ReadList>) -> Markup {
    let (home, label) = home(scene.viewer);
    let body = html! {
        (top(scene, html! { a href={ "/player/" (player) } { (scene.name(player)) } }))
        main {
            header.band { h1.all { "The list of " (scene.name(player)) } }
            @match shown {
                Some(shown) => { (read(shown, false)) }
                None => { p.card { "The event has no copy of this list. The desk knows its digest only." } }
            }
        }
        nav.dock aria-label="Next" { a.b.go href=(home) { (icon("back")) " " (label) } }
    };
    document(scene, Look::Phone, "An army list", body)
}
