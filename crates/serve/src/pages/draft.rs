//! The draft of the next round: secret until it is published.

use adjutant_core::counts::count;
use adjutant_present::tables::pairings::{missed, repair_cost};
use adjutant_tournament::PlayerId;
use adjutant_tournament::bracket::BracketView;
use adjutant_tournament::pairing::{Flag, FlagKind, objective_of};
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::view::{PairView, TableView};
use maud::{Markup, html};

use super::forms::{button, carried, letting_pass};
use super::frame::frame;
use super::scene::{Scene, icon};
use crate::viewer::{Role, Viewer};

/// The page.
pub fn draft(scene: &Scene<'_>) -> Markup {
    match scene.snap.draft() {
        Some(round) => drafted(scene, round),
        None => undrafted(scene),
    }
}

fn undrafted(scene: &Scene<'_>) -> Markup {
    let due = scene.snap.state.due();
    let open = scene.snap.open();
    let here = scene.snap.state.present(due).len();
    let band = html! {
        @if scene.snap.state.finished { h1.big { "It is over" small { "no round is next" } } }
        @else { h1.big { "No draft" small { "round " (due) " is next" } } p.big { (here) small { "players are here" } } }
    };
    let acts = *scene.viewer == Viewer::Organiser && open.is_none() && !scene.snap.state.finished;
    let played = all_played(scene);
    let work = html! {
        @if let Some(open) = open { p.card { "Round " (open.pair.round) " is open. Close it first." } }
        @if scene.snap.state.finished { p.card { "The event is over." } }
        @if acts {
            @if !played { (pods(scene)) }
            (cut(scene))
            @if played {
                details.card {
                    summary { "Play another round …" }
                    (button(scene, "/desk/pair", &[], html! { "Draft round " (due) }))
                }
            } @else if scene.snap.closed_round().is_some() { (finish(scene, false)) }
        }
    };
    let dock = html! {
        @if acts && played {
            (finish(scene, true))
        } @else if acts {
            form.dock action="/desk/pair" method="post" aria-label="Pair" {
                (carried(scene))
                p { "Only you see the draft." }
                button.go type="submit" { "Draft round " (due) }
            }
        }
    };
    frame(scene, "draft", "No draft", band, work, dock)
}

/// Pods of players of equal record, from the next round on.
fn pods(scene: &Scene<'_>) -> Markup {
    let state = &scene.snap.state;
    html! {
        @if state.cut.is_none() && !state.policies().by_games() {
            details.card {
                summary { "Play on in pods …" }
                form action="/desk/pods" method="post" {
                    (carried(scene))
                    p { label for="size" { "Players of a pod, at most" } input id="size" name="size" inputmode="numeric" value=(state.policies().pod_size) required autocomplete="off"; }
                    p.soft { "From round " (state.due()) " on everybody meets the others of their pod. Neighbours in the standings share one." }
                    p { button type="submit" { "Make the pods" } }
                }
            }
        }
    }
}

/// Whether every round that was announced is closed, and every game of a bracket is played.
pub(super) fn all_played(scene: &Scene<'_>) -> bool {
    let state = &scene.snap.state;
    let closed = scene.snap.closed_round().map_or(0, |round| round.0);
    match BracketView::of(state).filter(|_| state.cut.is_some()) {
        Some(bracket) => bracket.champion.is_some() && scene.snap.open().is_none(),
        None => closed > 0 && closed >= scene.snap.rounds(),
    }
}

/// The best go on to a bracket.
fn cut(scene: &Scene<'_>) -> Markup {
    html! {
        @if scene.snap.closed_round().is_some() && scene.snap.state.cut.is_none() {
            form.card action="/desk/cut" method="post" {
                (carried(scene))
                h2 { "Cut to a bracket" }
                p { label for="top" { "How many go on" } input id="top" name="top" inputmode="numeric" value="8" required autocomplete="off"; }
                p { label.tick { input type="checkbox" name="third" value="yes"; " a game for third place" } }
                p { label.tick { input type="checkbox" name="double" value="yes"; " out after two losses" } }
                p { button type="submit" { "Cut" } }
            }
        }
    }
}

/// The event ends: in the bar at the foot where nothing else is left to do, in a card before that.
fn finish(scene: &Scene<'_>, last: bool) -> Markup {
    let left = scene.snap.rounds().saturating_sub(scene.snap.closed_round().map_or(0, |round| round.0));
    html! {
        form.dock[last].card[!last] action="/desk/finish" method="post" aria-label="End the event" {
            (carried(scene))
            @if last { p { "All rounds are played." } } @else { h2 { "End the event" } }
            @if left > 0 && scene.snap.state.cut.is_none() {
                p { label.tick { input type="checkbox" name="early" value="yes" required; " although " (count(usize::from(left), "round is", "rounds are")) " not played" } }
            }
            (letting_pass())
            @if last { button.go type="submit" { "End the event" } } @else { p { button type="submit" { "End the event" } } }
        }
    }
}

fn drafted(scene: &Scene<'_>, round: &Round) -> Markup {
    let view = PairView::of_round(&scene.snap.state, round);
    let flags: usize = view.tables.iter().map(|table| table.flags.len()).sum();
    let mut tables: Vec<&TableView> = view.tables.iter().collect();
    tables.sort_by_key(|table| (table.flags.is_empty(), table.table));
    let number = round.pair.round;
    let band = html! {
        h1.big { (icon("lock")) " Draft" small { "round " (number) ", nobody else sees it" } }
        p.big { (view.tables.len()) small { "tables" @match round.pair.byes.len() { 0 => {} 1 => { ", 1 bye" } byes => { ", " (byes) " byes" } } } }
        @if round.pair.objective.optimal { p { (icon("check")) " " b { "Proven optimal" } small { "no legal round is better" } } }
        p { b { (flags) @if flags == 1 { " flag" } @else { " flags" } } small { "for you to look at" } }
    };
    let work = html! {
        @if let Some(why) = round.outdated {
            p.card.act { (icon("call")) " Since the draft " (why.name()) ". Draft it again, or publish it as it stands." }
        }
        div.split {
            div { (table(scene, &tables, round)) }
            aside aria-labelledby="cost" {
                (cost(scene, round))
                @if *scene.viewer == Viewer::Organiser { (swap(scene, round)) }
                @if scene.viewer.role() != Role::Judge {
                    div.card {
                        h2 { "Look at it on paper" }
                        p { a.b href="/desk/print/pairings-by-name" { "Print preview, by name" } }
                        p { a.b href="/desk/print/pairings-by-table" { "Print preview, by table" } }
                    }
                }
            }
        }
    };
    frame(scene, "draft", &format!("Draft of round {number}, nobody sees it"), band, work, dock(scene, round))
}

fn table(scene: &Scene<'_>, tables: &[&TableView], round: &Round) -> Markup {
    html! {
        table {
            thead { tr { th.num scope="col" { "T" } th scope="col" { "One" } th scope="col" { "Two" } th scope="col" { "Flags" } th scope="col" { span.vh { "Act" } } } }
            tbody {
                @for table in tables {
                    tr.act[table.flags.iter().any(|flag| flag.avoidable)] {
                        td.num { b { (table.table) } }
                        th scope="row" { (scene.name(&table.one)) }
                        td { (scene.name(&table.two)) }
                        td {
                            @if table.flags.is_empty() { small { "none" } }
                            @for flag in &table.flags { (chip(scene, table, flag)) " " }
                            @if let Some(float) = &table.float { small { (float.down_points) " against " (float.up_points) " points" } }
                        }
                        td { (others(scene, &table.one)) }
                    }
                }
                @for player in &round.pair.byes {
                    tr { td.num { "–" } th scope="row" { (scene.name(player)) } td { "bye" } td {} td { (others(scene, player)) } }
                }
            }
        }
    }
}

/// The way to what everybody else would have cost.
fn others(scene: &Scene<'_>, player: &PlayerId) -> Markup {
    html! { a.b href={ "/desk/draft?why=" (player) } { "Others" span.vh { " for " (scene.name(player)) } } }
}

/// Two players change seats: in the draft, or in the round that is played, where their results may be in the way.
pub(super) fn swap(scene: &Scene<'_>, round: &Round) -> Markup {
    let seated = round.pair.tables.iter().flat_map(|pairing| [&pairing.one, &pairing.two]).chain(&round.pair.byes);
    let mut players: Vec<_> = seated.map(|player| (scene.snap.state.shown(player), player)).collect();
    players.sort();
    let choice = |label: &str, name: &str| {
        html! {
            p { label for=(name) { (label) } select id=(name) name=(name) required { option value="" { "–" } @for (shown, player) in &players { option value=(player) { (shown) } } } }
        }
    };
    html! {
        form.card action="/desk/swap" method="post" {
            (carried(scene))
            h2 { @if round.stage == Stage::Draft { "Change seats" } @else { "Change opponents" } }
            (choice("This player", "one"))
            (choice("and this one", "other"))
            p { label for="swap-why" { "Why" } input id="swap-why" name="why" required maxlength="400" autocomplete="off"; }
            @if round.stage != Stage::Draft && !round.results.is_empty() {
                p { label.tick { input type="checkbox" name="drop_result" value="yes"; " results of these tables do not count any more" } }
            }
            p { button type="submit" { "Change seats" } }
        }
    }
}

/// What there is to look at; who misses a fixed seat is named.
fn chip(scene: &Scene<'_>, table: &TableView, flag: &Flag) -> Markup {
    let words = match flag.flag {
        FlagKind::Rematch => "rematch".to_owned(),
        FlagKind::SameClub => "to be kept apart".to_owned(),
        FlagKind::RepeatedTable => "same table again".to_owned(),
        FlagKind::Float => "across scores".to_owned(),
        FlagKind::SeatMissed => missed(&scene.snap.state, table).unwrap_or_else(|| "not at the fixed seat".to_owned()),
        FlagKind::SecondBye => "second bye".to_owned(),
    };
    html! {
        @if flag.avoidable { span.chip.call { (icon("call")) " " (words) } } @else { span.chip { (icon("half")) " " (words) ", needed" } }
    }
}

fn cost(scene: &Scene<'_>, round: &Round) -> Markup {
    let drawn = &round.pair.objective;
    // What was changed by hand is priced anew: the draw is not what is played.
    let now = objective_of(&scene.snap.state, round.pair.round).filter(|_| round.repaired);
    let objective = now.as_ref().unwrap_or(drawn);
    html! {
        @if let Some(now) = &now {
            p.card { (icon("half")) " " b { "Changed by hand after the draw." } " Against the draw: " (repair_cost(*drawn, *now)) "." }
        }
        h2 #cost { "What this round costs" }
        dl.facts {
            div { dt { "Rematches allowed" } dd { @if round.pair.rematches { "yes" } @else { "no" } } }
            div { dt { "Pairs to be kept apart" } dd { (objective.club) } }
            div { dt { "Pairs across scores" } dd { (objective.cross_group) } }
            div { dt { "Squared gaps" } dd { (objective.squared_differences) } }
            div { dt { "Changed by hand" } dd { @if round.repaired { "yes" } @else { "no" } } }
        }
        p.soft { "When you publish, phones and screens show it at once, and the matches of the tables are opened. The clock starts when you say so." }
    }
}

fn dock(scene: &Scene<'_>, round: &Round) -> Markup {
    let number = round.pair.round;
    let outdated = if round.outdated.is_some() { "yes" } else { "" };
    html! {
        @if *scene.viewer == Viewer::Organiser && round.stage == Stage::Draft {
            div.dock {
                (button(scene, "/desk/pair", &[], html! { "Draft again" }))
                form action="/desk/publish" method="post" {
                    (carried(scene))
                    input type="hidden" name="as_drafted" value=(outdated);
                    (letting_pass())
                    button.go type="submit" { "Publish round " (number) @if round.outdated.is_some() { " as drafted" } }
                }
            }
        } @else {
            div.dock { p { "The organiser publishes it." } }
        }
    }
}
