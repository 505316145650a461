//! How the points of a match add up: a row an objective, and the same by rounds.

use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::RoundLabel;
use adjutant_present::sum::{Points, Sum, sum};
use maud::{Markup, html};

use super::scene::called;

/// Both players side by side, who looks first; called by their first names where these tell them apart.
pub(super) fn added(state: &State, sides: [Player; 2], names: [String; 2]) -> Markup {
    let told = sum(state);
    let [one, two] = &names;
    let alike = first(one) == first(two);
    let heads = names.each_ref().map(|name| if alike { called(name) } else { called(first(name)) });
    html! {
        table.sum {
            thead { tr { th scope="col" { "How it adds up" } @for head in &heads { th.num scope="col" { (head) } } } }
            tbody {
                @for part in &told.parts {
                    tr { th scope="row" { (part.what) } @for side in sides { td.num { (points(part.points[side])) } } }
                }
                tr.total { th scope="row" { "Total" } @for side in sides { td.num { (told.totals[side]) } } }
            }
        }
        p.soft { "– not chosen · 0 chosen, and nothing scored" }
        (by_rounds(&told, sides, &heads))
    }
}

/// The first of somebody's names.
pub(super) fn first(name: &str) -> &str {
    name.split(' ').next().unwrap_or_default()
}

fn points(points: Option<Points>) -> Markup {
    html! {
        @match points {
            None => { "–" }
            Some(of) if of.scored == of.counts => { (of.counts) }
            Some(of) => { (of.counts) br; small { "of " (of.scored) } }
        }
    }
}

fn by_rounds(told: &Sum, sides: [Player; 2], heads: &[Markup; 2]) -> Markup {
    html! {
        details {
            summary { "Round by round" }
            table.sum {
                thead { tr {
                    th scope="col" { span.vh { "Player" } }
                    @for (label, _) in &told.rounds { th.num scope="col" { @match label { RoundLabel::Number(round) => { (round) } RoundLabel::End(_) => { "End" } } } }
                    th.num scope="col" { "Sum" }
                } }
                tbody {
                    @for (side, head) in sides.into_iter().zip(heads) {
                        tr {
                            th scope="row" { (head) }
                            @for (_, points) in &told.rounds { td.num { (points[side]) } }
                            td.num { b { (told.totals[side]) } }
                        }
                    }
                }
            }
        }
    }
}
