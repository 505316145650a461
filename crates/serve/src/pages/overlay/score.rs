//! The score of one table.

use adjutant_engine::score;
use adjutant_engine::side::Player;
use adjutant_engine::view::{LedgerEntry, Status};
use adjutant_present::names::{self, objective_name};
use adjutant_present::sum::{Sum, sum};
use maud::{Markup, html};

use super::super::play::can_score;
use super::super::scene::{Scene, called, icon};
use super::super::sum::first;
use super::frame::Aired;

/// So many seconds an award is told with its reason.
const TOLD_S: i64 = 20;

/// The score of the table that is shown.
pub fn score(scene: &Scene<'_>, aired: &[Aired]) -> Option<Markup> {
    let aired = aired.first()?;
    let told = sum(aired.state());
    let vp = |player: Player| html! { p.vp { (told.totals[player]) } };
    Some(html! {
        main.strip {
            h1.vh { "Table " (aired.pairing.table) ", " (aired.stage()) }
            div.duo {
                (side(scene, aired, &told, Player::One))
                (vp(Player::One))
                (middle(scene, aired))
                (vp(Player::Two))
                (side(scene, aired, &told, Player::Two))
            }
            (why(scene, aired))
        }
    })
}

/// A player: name, army, and where the points come from. A bar stands beside the one whose turn it is.
fn side(scene: &Scene<'_>, aired: &Aired, told: &Sum, player: Player) -> Markup {
    let state = aired.state();
    let id = aired.player(player);
    let (class, sign) = match player {
        Player::One => ("one", "live"),
        Player::Two => ("two", "diamond"),
    };
    let plays = state.status == Status::Battle && state.active == player;
    let army = scene.snap.state.player(id).and_then(|known| known.entry.faction.as_ref());
    html! {
        section.who.(class).plays[plays] aria-label=(scene.snap.state.shown(id)) {
            h2 { (icon(sign)) " " span { (scene.name(id)) } @if let Some(army) = army { " " small { bdi { (army) } } } @if state.conceded == Some(player) { " " small { "conceded" } } }
            p.cols {
                @for part in &told.parts {
                    @if let Some(points) = part.points[player] { span { i { (part.what) } " " b { (points.counts) } } }
                }
            }
        }
    }
}

/// The round of the battle, and the time that is left.
fn middle(scene: &Scene<'_>, aired: &Aired) -> Markup {
    let left = aired.deadline(scene).map(|deadline| scene.moment.until(deadline).max(0) / 60);
    html! {
        p.mid {
            b { (aired.stage()) }
            @if let Some(left) = left { span { (icon("clock")) " " (left) " min left" } }
        }
    }
}

/// A first name where it tells the two apart.
fn short(scene: &Scene<'_>, aired: &Aired, player: Player) -> String {
    let [own, other] = [player, player.opponent()].map(|side| scene.snap.state.shown(aired.player(side)));
    if first(&own) == first(&other) { own } else { first(&own).to_owned() }
}

/// The last award with its reason while it is new, and what can still be scored.
fn why(scene: &Scene<'_>, aired: &Aired) -> Markup {
    let state = aired.state();
    let name = |player: Player| called(&short(scene, aired, player));
    let is_new = |entry: &LedgerEntry| {
        entry.raw != 0 && aired.past.age_s(entry.seq, scene.moment.now).is_some_and(|age| age < TOLD_S)
    };
    let last = score::ledger(state).into_iter().rfind(is_new);
    html! {
        @if last.is_some() || state.status == Status::Battle {
            p.why {
                @if let Some(entry) = &last {
                    b {
                        (name(entry.player)) " " @if entry.vp >= 0 { "+" } (entry.vp) " "
                        @match &entry.objective {
                            Some(id) => { (objective_name(state, entry.player, id)) }
                            None => { "by a ruling" }
                        }
                    }
                    span.soft { (names::said(state, &entry.why)) }
                }
                @if state.status == Status::Battle {
                    span.soft.still { "can still score " (name(Player::One)) " " (can_score(state, Player::One)) ", " (name(Player::Two)) " " (can_score(state, Player::Two)) }
                }
            }
        }
    }
}
