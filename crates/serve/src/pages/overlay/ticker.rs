//! The scores of all tables that may be shown, two at a time.

use adjutant_engine::score;
use maud::{Markup, html};

use super::super::scene::{Scene, icon};
use super::frame::Aired;

/// Tables that stand beside each other.
const TABLES: usize = 2;
/// So many seconds they are shown.
const SHOWN_S: i64 = 8;

/// The tables whose turn it is by the clock.
pub fn ticker(scene: &Scene<'_>, aired: &[Aired]) -> Option<Markup> {
    let round = scene.snap.shown()?;
    let pages = i64::try_from(aired.len().div_ceil(TABLES)).ok().filter(|pages| *pages > 0)?;
    let page = (scene.moment.now.seconds() / SHOWN_S).rem_euclid(pages);
    let shown = aired.chunks(TABLES).nth(usize::try_from(page).ok()?)?;
    Some(html! {
        main.tick {
            h1 { (scene.round(round)) }
            ol {
                @for table in shown {
                    @let vp = score::totals(table.state());
                    li {
                        small { "Table " (table.pairing.table) } " "
                        (scene.name(&table.pairing.one)) " " b { (vp.one) " – " (vp.two) } " " (scene.name(&table.pairing.two))
                        " " small { (table.stage()) }
                    }
                }
            }
            @if let Some(deadline) = scene.snap.deadline() {
                p.next { (icon("clock")) " " span { "ends " b { (scene.moment.clock(deadline)) } } }
            }
        }
    })
}
