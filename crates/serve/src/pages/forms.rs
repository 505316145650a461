//! Parts of forms that every page uses.

use maud::{Markup, html};

use super::scene::Scene;
use crate::game::Game;
use crate::inbox::rid;

/// What every form carries: the last record that the page shows, the round that it is of, and a number that no other form has.
pub fn carried(scene: &Scene<'_>) -> Markup {
    since(scene, scene.snap.seq)
}

/// The same of a form that says something of the match of a table.
pub fn carried_game(scene: &Scene<'_>, game: &Game) -> Markup {
    since(scene, game.seq())
}

fn since(scene: &Scene<'_>, seen: u64) -> Markup {
    html! {
        input type="hidden" name="seen" value=(seen);
        input type="hidden" name="rid" value=(rid());
        input type="hidden" name="who" value=(scene.viewer.key());
        input type="hidden" name="of" value=(scene.snap.shown().map_or(0, |round| round.pair.round.0));
    }
}

/// A form with one button.
pub fn button(scene: &Scene<'_>, action: &str, fields: &[(&str, &str)], label: Markup) -> Markup {
    html! {
        form action=(action) method="post" {
            (carried(scene))
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            button type="submit" { (label) }
        }
    }
}

/// Lets pass what the judge finds, with a reason.
pub fn letting_pass() -> Markup {
    html! {
        details {
            summary { "The judge finds faults …" }
            p { label for="anyway" { "Go on all the same, because" } input id="anyway" name="anyway" maxlength="400" autocomplete="off"; }
        }
    }
}

/// Two numbers of victory points, each under a name.
pub fn points(one: (&str, Markup), two: (&str, Markup), values: Option<[i64; 2]>) -> Markup {
    let value = |at: usize| values.map(|values| values[at].to_string());
    html! {
        div.four.wide {
            p { label for=(one.0) { (one.1) } input id=(one.0) name=(one.0) inputmode="numeric" autocomplete="off" required value=[value(0)]; }
            p { label for=(two.0) { (two.1) } input id=(two.0) name=(two.0) inputmode="numeric" autocomplete="off" required value=[value(1)]; }
        }
    }
}
