//! The scores of battles that go on, on a screen of the hall; and which screen an address names.

use adjutant_engine::score;
use maud::{Markup, html};

use super::bracket::screen_bracket;
use super::overlay::Aired;
use super::part::{Part, TURN, seconds};
use super::scene::{Look, Scene, age, turning};
use super::screens::{LARGE, next_begins, screen_clock, screen_missing, screen_pairings, screen_standings};

/// Tables that stand on a page.
const TABLES: usize = 8;

/// The screen of a name; of battles that go on only the tables that may be shown.
pub fn screen(scene: &Scene<'_>, name: &str, part: &Part, aired: &[Aired]) -> Markup {
    match name {
        "standings" => screen_standings(scene, part),
        "missing" => screen_missing(scene, part),
        "clock" => screen_clock(scene, part),
        "bracket" => screen_bracket(scene, part),
        "live" => live(scene, part, aired),
        _ => screen_pairings(scene, part),
    }
}

/// The scores as they stand, the lowest table first.
fn live(scene: &Scene<'_>, part: &Part, aired: &[Aired]) -> Markup {
    let here: Vec<&Aired> = aired.iter().filter(|table| scene.is_in(&part.hall, table.pairing.table)).collect();
    let pages: Vec<&[&Aired]> = here.chunks(TABLES).collect();
    let (shown, page, pages) = part.of(&pages);
    let turn = seconds(pages, TURN);
    let heading = match (scene.snap.shown(), here.len()) {
        (None, _) => "Round 1 is not paired yet".to_owned(),
        (Some(_), 0) => "Live scores".to_owned(),
        (Some(round), _) => format!("{}, live", scene.round(round)),
    };
    let body = html! {
        header { div.band {
            h1 { (heading) }
            @if let Some(deadline) = scene.snap.deadline() { p.big { (scene.time(deadline)) small { "the round ends" } } }
        } }
        main.few.many[shown.len() > LARGE] data-next=(part.next("live", pages)) data-flip=(turn) {
            @if here.is_empty() {
                p.lead { "A table stands here while its players record their battle on a phone and both agree to be shown." }
            } @else { (scores(scene, shown)) }
        }
        footer.top {
            (age(scene))
            p { (next_begins(scene)) }
            p { @if !part.hall.is_empty() { bdi { (part.hall) } " · " } "page " (page) " of " (pages) }
        }
    };
    turning(scene, Look::Hall, turn, &part.next("live", pages), &heading, body)
}

fn scores(scene: &Scene<'_>, shown: &[&Aired]) -> Markup {
    html! {
        table.scores {
            thead { tr { th.num scope="col" { "Table" } th scope="col" { "Players" } th.num scope="col" { "VP" } th scope="col" { "Battle" } } }
            tbody {
                @for table in shown {
                    @let vp = score::totals(table.state());
                    tr {
                        td.t { (table.pairing.table) }
                        th scope="row" { (scene.name(&table.pairing.one)) " " span.soft { "v" } " " (scene.name(&table.pairing.two)) }
                        td.num.vp { b { (vp.one) " – " (vp.two) } }
                        td { (table.stage()) }
                    }
                }
            }
        }
    }
}
