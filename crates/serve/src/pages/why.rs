//! Why this opponent: what decided, and what everybody else would have cost.

use adjutant_core::spelling::capitalised;
use adjutant_present::tables::pairings::instead;
use adjutant_tournament::PlayerId;
use adjutant_tournament::pairing::{Alternative, Explanation};
use adjutant_tournament::state::Round;
use maud::{Markup, html};

use super::scene::{Look, Scene, document, icon, top};

/// So many alternatives stand on the page; the others unfold.
const SHOWN: usize = 5;

/// The page; nothing where the player is not paired.
pub fn why(scene: &Scene<'_>, player: &PlayerId) -> Option<Markup> {
    let round = scene.snap.shown()?;
    let told = scene.snap.explained(player)?;
    let whose = html! { "Your pairing in round " (round.pair.round) };
    Some(reasons(scene, round, &told, whose, ("/me", "Your day", "Back to your day")))
}

/// The same of a player in the draft, for those who see it.
pub fn why_drafted(scene: &Scene<'_>, player: &str) -> Option<Markup> {
    let player = PlayerId::new(player).ok()?;
    let round = scene.snap.draft()?;
    let told = scene.snap.explained_draft(&player)?;
    let whose = html! { (scene.name(&player)) " in the draft of round " (round.pair.round) };
    Some(reasons(scene, round, &told, whose, ("/desk/draft", "Draft", "Back to the draft")))
}

fn reasons(
    scene: &Scene<'_>,
    round: &Round,
    told: &Explanation,
    whose: Markup,
    (back, short, label): (&str, &str, &str),
) -> Markup {
    let opponent = told.opponent.as_ref();
    let heading =
        html! { @match opponent { Some(other) => { "Why " (scene.name(other)) "?" } None => { "Why a bye?" } } };
    let alike = alike(&told.alternatives);
    let (first, rest) = alike.split_at(alike.len().min(SHOWN));
    let body = html! {
        (top(scene, html! { a href=(back) { (short) } }))
        main {
            header.band { h1.all { span.soft { (whose) } " " (heading) } }
            @for reason in &told.reasons { p.card { (sentence(reason)) } }
            @if round.pair.objective.optimal && !round.repaired {
                p.card.done { b { (icon("check")) " No legal round is better." } br; span.soft { "Proven over all pairs when the round was drawn." } }
            }
            (costs(scene, told, first, rest))
            dl.facts { div { dt { "Was it changed by hand?" } dd { @if round.repaired { "yes" } @else { "no" } } } }
        }
        nav.dock aria-label="Next" { a.b.wide href=(back) { (icon("back")) " " (label) } }
    };
    document(scene, Look::Phone, "Why this opponent", body)
}

/// Opponents who would have cost the same, and what.
type Alike<'a> = (&'a str, Vec<&'a Alternative>);

/// The alternatives, those of the same cost together.
fn alike(all: &[Alternative]) -> Vec<Alike<'_>> {
    let mut alike: Vec<Alike<'_>> = Vec::new();
    for one in all {
        match alike.iter_mut().find(|(cost, _)| *cost == one.cost) {
            Some((_, known)) => known.push(one),
            None => alike.push((&one.cost, vec![one])),
        }
    }
    alike
}

fn costs(scene: &Scene<'_>, told: &Explanation, first: &[Alike<'_>], rest: &[Alike<'_>]) -> Markup {
    html! {
        @if !first.is_empty() {
            table {
                caption { "Somebody else instead would cost" }
                thead { tr { th scope="col" { "Player" } th scope="col" { "Cost" } } }
                tbody { @for one in first { (row(scene, told, one)) } }
            }
        }
        @if !rest.is_empty() {
            details { summary { (rest.len()) " more" } table { tbody { @for one in rest { (row(scene, told, one)) } } } }
        }
    }
}

fn row(scene: &Scene<'_>, told: &Explanation, (cost, all): &Alike<'_>) -> Markup {
    let words = match all.as_slice() {
        [one] => instead(&scene.snap.state, told, one),
        [one, ..] if one.drawn => instead(&scene.snap.state, told, one),
        _ => (*cost).to_owned(),
    };
    let name = |one: &Alternative| html! { @match &one.opponent { Some(other) => { (scene.name(other)) } None => { "a bye" } } };
    html! {
        tr {
            th scope="row" {
                @match all.as_slice() {
                    [one] => { (name(one)) }
                    several => {
                        details {
                            summary { (several.len()) " others" }
                            @for one in several { p { (name(one)) } }
                        }
                    }
                }
            }
            td { (sentence(&words)) }
        }
    }
}

/// Words that the pairing gives, with a capital and a full stop.
fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{stop}", capitalised(words))
}
