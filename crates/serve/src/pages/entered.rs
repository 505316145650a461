//! A result that is entered: what decided it where its points do not say so, and the form that enters or corrects it.

use adjutant_tournament::command::{Forfeit, ResultEntry, Winner};
use adjutant_tournament::day::GameView;
use maud::{Markup, html};

use super::forms::carried;
use super::scene::Scene;
use crate::viewer::Role;

/// Who won, or who did not come, in words; nothing where the points say it.
pub(super) fn decided(scene: &Scene<'_>, result: &ResultEntry) -> Option<String> {
    let state = &scene.snap.state;
    let pairing = state.round(result.round)?.at(result.table)?;
    let absent = |player| format!("{} did not come", state.shown(player));
    match result.forfeit {
        Some(Forfeit::One) => return Some(absent(&pairing.one)),
        Some(Forfeit::Two) => return Some(absent(&pairing.two)),
        Some(Forfeit::Both) => return Some("Neither came".to_owned()),
        None => {}
    }
    let by_points = ResultEntry { winner: None, ..result.clone() }.winner();
    let wins = |player| format!("{} wins", state.shown(player));
    match state.policies().winner_of(result) {
        winner if winner == by_points => None,
        Winner::One => Some(wins(&pairing.one)),
        Winner::Two => Some(wins(&pairing.two)),
        Winner::Draw => Some("A draw".to_owned()),
        Winner::Neither => Some("Both lose".to_owned()),
    }
}

/// The form in which the desk enters or corrects the result of a table, and a judge rules it.
pub(super) fn form_of_result(scene: &Scene<'_>, game: &GameView) -> Markup {
    let judge = scene.viewer.role() == Role::Judge;
    let known = game.result.as_ref().map(|view| &view.result);
    let (heading, label) = match (judge, known) {
        (true, _) => ("Rule the result", "Rule so"),
        (false, Some(_)) => ("Correct the result", "Correct it"),
        (false, None) => ("Enter the result", "Enter it"),
    };
    let table = game.table.to_string();
    let fields = html! { (carried(scene)) input type="hidden" name="table" value=(table); };
    let action = if judge { "/table/ruling" } else { "/table/result" };
    html! {
        section.card {
            h2 { (heading) }
            @if let Some(played) = scene.told().filter(|_| known.is_none() && !judge) {
                form action=(action) method="post" {
                    (fields)
                    input type="hidden" name="from" value="match";
                    p { button type="submit" { "Take it from the match: " (played.one) " – " (played.two) } }
                }
            }
            form action=(action) method="post" {
                (fields)
                div.four.wide {
                    (points("one", scene, &game.one, known.map(|known| known.one)))
                    (points("two", scene, &game.two, known.map(|known| known.two)))
                }
                (unusual(scene, game, known))
                @if known.is_some() {
                    p { label for="why" { "Why" } input id="why" name="why" required maxlength="400" autocomplete="off"; }
                }
                p { button type="submit" { (label) } }
            }
        }
    }
}

/// Victory points; empty where somebody did not come.
fn points(name: &str, scene: &Scene<'_>, player: &adjutant_tournament::PlayerId, value: Option<i64>) -> Markup {
    html! {
        p { label for=(name) { (scene.name(player)) } input id=(name) name=(name) inputmode="numeric" autocomplete="off" value=[value]; }
    }
}

/// What points alone do not say.
fn unusual(scene: &Scene<'_>, game: &GameView, known: Option<&ResultEntry>) -> Markup {
    let state = &scene.snap.state;
    let (one, two) = (state.shown(&game.one), state.shown(&game.two));
    let winner = known.and_then(|known| known.winner);
    let absent = known.and_then(|known| known.forfeit);
    let option = |value: &str, label: String, chosen: bool| html! { option value=(value) selected[chosen] { (label) } };
    let games = known.map(|known| {
        let games: Vec<String> = known.games.iter().map(|[one, two]| format!("{one}:{two}")).collect();
        games.join(", ")
    });
    html! {
        details open[winner.is_some() || absent.is_some()] {
            summary { "Somebody did not come, conceded …" }
            p {
                label for="no_show" { "Who did not come" }
                select id="no_show" name="no_show" {
                    (option("", "both came".to_owned(), absent.is_none()))
                    (option("one", format!("{one} did not come"), absent == Some(Forfeit::One)))
                    (option("two", format!("{two} did not come"), absent == Some(Forfeit::Two)))
                    (option("both", "neither came".to_owned(), absent == Some(Forfeit::Both)))
                }
            }
            p.soft { "Leave the points empty: who came gets those of a bye." }
            p {
                label for="winner" { "Who wins" }
                select id="winner" name="winner" {
                    (option("", "as the points say".to_owned(), winner.is_none()))
                    (option("one", format!("{one} wins"), winner == Some(Winner::One)))
                    (option("two", format!("{two} wins"), winner == Some(Winner::Two)))
                    (option("draw", "a draw".to_owned(), winner == Some(Winner::Draw)))
                    (option("none", "both lose".to_owned(), winner == Some(Winner::Neither)))
                }
            }
            @if state.policies().by_games() {
                p { label for="games" { "Games of the teams, instead of points" } input id="games" name="games" maxlength="100" autocomplete="off" placeholder="such as 75:62, 40:40, 20:90" value=[games]; }
                p { label.tick { input type="checkbox" name="converted" value="yes" checked[known.is_some_and(|known| known.games_converted)]; " the games are points of the event’s table" } }
            }
            p { label for="drawn" { "Where games are counted: how many were drawn" } input id="drawn" name="drawn" inputmode="numeric" maxlength="3" autocomplete="off" value=[known.map(|known| known.drawn).filter(|drawn| *drawn > 0)]; }
            p { label.tick { input type="checkbox" name="unusual" value="yes" checked[known.is_some_and(|known| known.unusual)]; " points outside the mission pack’s limits are meant" } }
        }
    }
}
