//! What the desk prints, and the passes of everybody.

use adjutant_app::passes::{Holder, grouped};
use adjutant_sheets::EventDocument;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::{Name, PlayerId};
use maud::{Markup, html};

use super::code::qr;
use super::forms::{button, carried};
use super::frame::frame;
use super::scene::{Look, Scene, document, icon, top};
use crate::viewer::Viewer;

/// The documents.
pub fn print(scene: &Scene<'_>) -> Markup {
    let organiser = *scene.viewer == Viewer::Organiser;
    let documents = EventDocument::ALL.into_iter().filter(|document| organiser || !document.is_secret());
    let band = html! { h1.big { "Print" small { "PDF, A4" } } };
    let work = html! {
        ul.rows {
            @for document in documents {
                li {
                    span.grow { (document.title()) @if document.is_secret() { " " span.chip.call { (icon("lock")) " holds passes" } } }
                    @match too_early(scene, document) {
                        Some(when) => { span.soft { (when) } }
                        None => { a.b href={ "/desk/print/" (document.id()) } { "Open" span.vh { " " (document.title()) } } }
                    }
                }
            }
        }
        p.soft { "Every page of this server can be printed from the browser too, such as pairings and standings." }
    };
    let dock = html! { nav.dock aria-label="Next" { p { "Cards and poster name the address " (scene.address) "." } a.b.go href="/desk" { "Back to the results" } } };
    frame(scene, "print", "Print", band, work, dock)
}

/// When there is something to print; nothing where it can be printed now, or where printing says what is missing.
fn too_early(scene: &Scene<'_>, document: EventDocument) -> Option<&'static str> {
    use EventDocument::{Bracket, CaptainSheets, Certificates, Crosstable, OpenTables, Prizes, Standings, TeamSlips};
    let (snap, state) = (scene.snap, &scene.snap.state);
    let teams = state.policies().team_size > 0;
    let held = |kind: &PassKind| state.pass_holders().iter().any(|(known, ..)| known == kind);
    match document {
        _ if document.is_secret() => (!document.passes().iter().any(held)).then_some("once there is such a pass"),
        TeamSlips | CaptainSheets if !teams => Some("for events of teams"),
        _ if document.is_of_a_round() && state.rounds.is_empty() => Some("once round 1 is drafted"),
        Standings | Crosstable | Prizes | Certificates if snap.closed_round().is_none() => {
            Some("once round 1 is closed")
        }
        Bracket if state.cut.is_none() && snap.closed_round().is_none() => Some("once there is a bracket"),
        OpenTables if snap.open().is_none() => Some("while a round is played"),
        _ => None,
    }
}

/// Everybody who has a pass; only the organiser sees this.
pub fn passes(scene: &Scene<'_>) -> Markup {
    let book = scene.passes;
    let holders: Vec<_> = book.iter().flat_map(|book| book.holders()).collect();
    let band = html! { h1.big { (holders.len()) small { "passes are valid" } } };
    let work = html! {
        p.card { (icon("lock")) " Anyone who has a pass can speak for its holder. A new pass makes the old card worthless." }
        div.split {
            div {
                table {
                    thead { tr { th scope="col" { "Kind" } th scope="col" { "Who" } th.num scope="col" { "Issue" } th scope="col" { span.vh { "Act" } } } }
                    tbody {
                        @for (holder, issue) in &holders {
                            tr {
                                td { (holder.kind.name()) }
                                th scope="row" { (called(scene, holder)) @if holder.kind == PassKind::Judge { (of(scene, holder)) } }
                                td.num { (issue) }
                                td {
                                    div.tools {
                                        a.b href={ "/desk/pass/" (holder.kind.name()) "/" (holder.id) } { "Show" }
                                        details { summary { "New pass …" } (button(scene, "/desk/pass", &[("kind", holder.kind.name()), ("id", holder.id.as_str())], html! { "Make a new one" })) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            aside {
                form.card action="/desk/pass" method="post" {
                    (carried(scene))
                    h2 { "A pass for a judge or a desk" }
                    p { label for="kind" { "Kind" } select id="kind" name="kind" { option value="judge" { "judge" } option value="desk" { "desk" } } }
                    p { label for="id" { "Name, in small letters" } input id="id" name="id" required maxlength="60" autocomplete="off"; }
                    p { button type="submit" { "Make it" } }
                }
                (judges(scene, &holders))
            }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p {} a.b.go href="/desk/print" { "Print cards" } } };
    frame(scene, "passes", "Passes", band, work, dock)
}

/// The club and team of a judge.
fn of(scene: &Scene<'_>, holder: &Holder) -> Markup {
    let known = scene.snap.state.judges.get(&holder.id);
    let of: Vec<&str> = known.iter().flat_map(|judge| [&judge.club, &judge.team]).flatten().map(Name::as_str).collect();
    html! { @if !of.is_empty() { " " small { bdi { (of.join(", ")) } } } }
}

/// Of which club and team a judge is.
fn judges(scene: &Scene<'_>, holders: &[(&Holder, u32)]) -> Markup {
    let judges: Vec<&Holder> =
        holders.iter().map(|(holder, _)| *holder).filter(|of| of.kind == PassKind::Judge).collect();
    html! {
        @if !judges.is_empty() {
            form.card action="/desk/judge" method="post" {
                (carried(scene))
                h2 { "Of which club a judge is" }
                p.soft { "Where a player of the match is of that club or team, the judge is asked why before a ruling is recorded." }
                p { label for="judge" { "Judge" } select id="judge" name="judge" { @for holder in &judges { option value=(holder.id) { (holder.id) } } } }
                p { label for="judge-club" { "Club" } input id="judge-club" name="club" maxlength="100" autocomplete="off"; }
                p { label for="judge-team" { "Team" } input id="judge-team" name="team" maxlength="100" autocomplete="off"; }
                p { button type="submit" { "Note it" } }
            }
        }
    }
}

/// Whose pass it is: a player by name, everybody else by what the pass is called.
fn called(scene: &Scene<'_>, holder: &Holder) -> Markup {
    let id = holder.id.as_str();
    let player =
        PlayerId::new(id).ok().filter(|id| holder.kind == PassKind::Player && scene.snap.state.player(id).is_some());
    html! { @match player { Some(player) => { (scene.name(&player)) } None => { bdi { (id) } } } }
}

/// One pass, big enough to be scanned from the screen.
pub fn pass(scene: &Scene<'_>, kind: &str, id: &str) -> Option<Markup> {
    let book = scene.passes?;
    let (holder, _) = book.holders().find(|(holder, _)| holder.kind.name() == kind && holder.id.as_str() == id)?;
    let pass = book.pass_of(holder)?;
    let link = format!("{}/j/{pass}", scene.address);
    let kind = match holder.kind {
        PassKind::Player => "Player",
        PassKind::Table => "Table",
        PassKind::Judge => "Judge",
        PassKind::Desk => "Desk",
    };
    let who = format!("{kind} {}", holder.id);
    let body = html! {
        (top(scene, html! { a href="/desk/passes" { "Passes" } }))
        main {
            header.band { h1.all { span.soft { (kind) } " " (called(scene, holder)) } }
            p { "Scan this with the phone that is to speak for it." }
            (qr(&link))
            p.lead { (grouped(&pass)) }
        }
        nav.dock aria-label="Next" { a.b.go href="/desk/passes" { (icon("back")) " Back to the passes" } }
    };
    Some(document(scene, Look::Phone, &who, body))
}
