//! Handing in a list: what was read, what the checks found, and who may see it.

use adjutant_core::chain::Hash;
use adjutant_core::counts::count;
use adjutant_engine::ids::UnitId;
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
    html! { @if wrong > 0 { " " small { "with " (count(wrong, "fault", "faults")) ", a judge decides" } } }
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

/// What was read and found: what is wrong first, then what somebody should look at, what only the desk may care for folded.
fn read(shown: &ReadList, on_record: bool) -> Markup {
    let findings = shown.report.iter().flat_map(|report| &report.findings);
    let of = |severity: Severity| findings.clone().filter(move |finding| finding.severity == severity);
    let (faults, unknown): (Vec<_>, Vec<_>) = (of(Severity::Error).collect(), of(Severity::Unknown).collect());
    let differences = shown.import.iter().flat_map(|import| &import.differences);
    html! {
        ul.rows {
            @if on_record { li.done { span { (icon("check")) " This list is handed in" } } }
            @match &shown.import {
                Ok(import) => {
                    li.done { span { (icon("check")) " Read: " (count(import.roster.units().count(), "unit", "units")) ", " (count(import.roster.detachments.len(), "detachment", "detachments")) } }
                }
                Err(why) => { li.warn { span.grow { (icon("call")) " This cannot be read: " (why) } } }
            }
            @if shown.report.is_some() && faults.is_empty() {
                li.done { span { (icon("check")) @if unknown.is_empty() { " The checks found nothing wrong" } @else { " Nothing is wrong in what the list states" } } }
            }
        }
        @if !faults.is_empty() {
            h2 { (count(faults.len(), "fault", "faults")) }
            ul.rows { @for finding in &faults { (found(shown, finding, "call")) } }
        }
        @if !unknown.is_empty() || differences.clone().next().is_some() {
            h2 { "To look at" }
            ul.rows {
                @for difference in differences { li { span.grow { (icon("half")) " " (difference) } } }
                @for finding in &unknown { (found(shown, finding, "half")) }
            }
        }
        (notes(shown, &of(Severity::Advice).collect::<Vec<_>>()))
        @if let Ok(import) = &shown.import { (units(import)) }
    }
}

/// What changes nothing about the list.
fn notes(shown: &ReadList, advice: &[&Finding]) -> Markup {
    let unplaced: Vec<_> = shown.import.iter().flat_map(|import| &import.unplaced).collect();
    let all = unplaced.len() + advice.len();
    html! {
        @if all > 0 {
            details {
                summary { (count(all, "note", "notes")) ", nothing to do" }
                ul.rows {
                    @for finding in advice { (found(shown, finding, "ring")) }
                    @for one in unplaced {
                        li { span.grow { (one.what) " " small { (unit(shown, one.unit.as_ref())) (one.why) } } }
                    }
                }
            }
        }
    }
}

/// A unit by its name and id; `None` where the list has no such unit.
fn called(shown: &ReadList, id: &str) -> Option<String> {
    let known = shown.import.iter().flat_map(|import| import.roster.units()).find(|unit| unit.id.as_str() == id);
    known.map(|unit| format!("{} ({id})", unit.datasheet))
}

/// The same and a colon; nothing for the army as a whole.
fn unit(shown: &ReadList, id: Option<&UnitId>) -> String {
    id.map(|id| format!("{}: ", called(shown, id.as_str()).unwrap_or_else(|| id.to_string()))).unwrap_or_default()
}

/// A sentence with the names of the units whose ids it says.
fn named(shown: &ReadList, sentence: &str) -> String {
    let word = |word: &str| {
        let id = word.trim_end_matches([' ', ',', ':', ';', '.']);
        called(shown, id).map_or_else(|| word.to_owned(), |name| format!("{name}{}", &word[id.len()..]))
    };
    sentence.split_inclusive(' ').map(word).collect()
}

fn found(shown: &ReadList, finding: &Finding, sign: &str) -> Markup {
    html! {
        li.warn[finding.severity == Severity::Error] {
            span.grow { (icon(sign)) " " b { (unit(shown, finding.unit.as_ref())) } (named(shown, &finding.sentence)) }
            small { "Rule " (finding.code) ": " (finding.source.text) @if finding.source.lines.contains(['-', ',']) { ", lines " } @else { ", line " } (finding.source.lines) }
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
