//! Scoring: what waits for a word, what was scored, what can still be scored, and the end.

use std::collections::BTreeMap;

use adjutant_app::draw;
use adjutant_core::numbers::Vp;
use adjutant_core::sentence::Sentence;
use adjutant_engine::command::{Command, PassedMoment};
use adjutant_engine::law::ColumnIndex;
use adjutant_engine::legal::Kind;
use adjutant_engine::legal::{Earnable, Offer, earnable};
use adjutant_engine::score;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::state::{Missed, OpenNeed, State};
use adjutant_engine::terms::missing_in_words;
use adjutant_engine::view::{Basis, LedgerEntry, RoundLabel, Status};
use adjutant_present::names::{self, name_of, round_in_words};
use adjutant_present::say::corrected;
use adjutant_present::say::signed::signed;
use maud::{Markup, html};
use serde_json::json;

use super::super::problem::Problem;
use super::super::scene::{Scene, icon};
use super::super::sum::added;
use super::older;
use super::table::{Parts, Table, choice, field, leads_to, objective, said, unrecorded};
use super::together;

/// The page.
///
/// # Errors
/// A viewer without a table, or a table whose match is not recorded.
pub fn scoring(scene: &Scene<'_>) -> Result<Markup, Problem> {
    let table = Table::of(scene).map_err(|problem| problem.unwrap_or(Problem::NotFound));
    let Ok(table) = table else { return Ok(unrecorded(scene)) };
    if let Some(page) = older::page(&table) {
        return Ok(page);
    }
    if table.state().status == Status::Ended {
        return Ok(table.whole(Parts { title: "Scoring, the battle is over".to_owned(), ..ended(&table) }));
    }
    let state = table.state();
    let heading = match state.status {
        Status::Battle => format!("Round {}, {} phase", state.round, state.phase.title()),
        _ => "Before the battle".to_owned(),
    };
    let body = html! {
        h1.ask { (heading) }
        (needs(&table, "scoring"))
        (scored(&table))
        @for player in table.sides() { (open(&table, player)) }
        (claim(&table))
    };
    let dock = html! { nav.dock aria-label="Next" { a.b.go href="/match" { (icon("back")) " Back to the match" } } };
    Ok(table.page("Scoring", body, dock))
}

/// The claims among offers that answer a question; where one names its award, those that name none are left out.
pub(super) fn answers<'a>(need: &OpenNeed, offers: &'a [Offer]) -> Vec<&'a Offer> {
    let values = need.possible.values();
    let fits = |offer: &&Offer| match &offer.command {
        Command::Score { player, objective, vp, award, .. } => {
            *player == need.player
                && *objective == need.objective
                && need.is_award(*award)
                && values.contains(&i64::from(vp.get()))
        }
        _ => false,
    };
    let mut answers: Vec<&Offer> = offers.iter().filter(fits).collect();
    let named = |offer: &&Offer| matches!(&offer.command, Command::Score { award: Some(_), .. });
    if answers.iter().any(named) {
        answers.retain(named);
    }
    answers
}

/// What waits for somebody's word: one tap answers.
pub(super) fn needs(table: &Table<'_>, back: &str) -> Markup {
    let state = table.state();
    let offers = table.offers(Kind::Score);
    html! {
        (nothing_else(table, &offers, back))
        @for need in &state.needs {
            @let values = need.possible.values();
            @let fits = answers(need, &offers);
            section.card.act {
                @let asked = html! { (icon("call")) " " (choices(&values)) "?" };
                @if table.spoken { h3 { (objective(state, need.player, &need.objective)) ": " (asked) } }
                @else { p.tools.ends { b { (objective(state, need.player, &need.objective)) } span.chip.call { (asked) } } }
                p { @if table.me != Some(need.player) { bdi { (table.called(need.player)) } ": " } (names::said(state, &missing_in_words(&need.missing))) }
                @if fits.is_empty() { p.soft { "Only " bdi { (table.called(need.player)) } " can answer." } }
                (answered(table, &fits, back))
            }
        }
        @for missed in &state.missed {
            section.card {
                (table.topic(html! { (objective(state, missed.need.player, &missed.need.objective)) }))
                p { "Not answered at its moment: " (names::said(state, &missing_in_words(&missed.need.missing))) }
                div.four {
                    @for value in missed.need.possible.values() {
                        @if let Some(claim) = late(missed, value) {
                            (table.tap_to(table.voice(), &[claim], back, html! { "+" (value) " VP, late" }))
                        }
                    }
                }
            }
        }
    }
}

/// One tap for all that is open where several questions are and each may be worth nothing.
fn nothing_else(table: &Table<'_>, offers: &[Offer], back: &str) -> Markup {
    let state = table.state();
    let none = |offer: &&Offer| matches!(&offer.command, Command::Score { vp, .. } if vp.get() == 0);
    let due = state
        .needs
        .iter()
        .filter_map(|need| answers(need, offers).into_iter().find(none).map(|offer| offer.command.clone()));
    let passed = state.missed.iter().filter(|missed| missed.need.possible.values().contains(&0));
    let passed = passed.filter_map(|missed| late(missed, 0));
    let all: Vec<Command> = due.chain(passed).collect();
    let Some(way) = (all.len() > 1).then(|| together::Together::of(table, &all)).flatten() else { return html! {} };
    let asked = all.len();
    let label = html! { "+0 VP for all " (asked) " that are open" };
    html! { section.card { (way.tap_to(table, back, label)) } }
}

/// The claim that answers a question whose moment has passed.
fn late(missed: &Missed, vp: i64) -> Option<Command> {
    let need = &missed.need;
    let passed = Some(PassedMoment { round: need.round, moment: Some(need.moment.into()) });
    let (objective, vp) = (need.objective.clone(), Vp::new(i32::try_from(vp).ok()?)?);
    Some(Command::Score { player: need.player, objective, vp, award: None, passed, why: None })
}

/// So many values stand beside each other as buttons; more are typed.
pub(super) const BUTTONS: usize = 12;

/// What an award can be worth.
fn choices(values: &[i64]) -> String {
    match values {
        [first, .., last] if values.len() > BUTTONS => format!("{first} to {last}"),
        _ => values.iter().map(i64::to_string).collect::<Vec<_>>().join(" or "),
    }
}

/// A tap for each answer, or a field for the number.
fn answered(table: &Table<'_>, fits: &[&Offer], back: &str) -> Markup {
    html! {
        @if let (Some(first), true) = (fits.first(), fits.len() > BUTTONS) {
            (table.form(first.by, html! {
                (said(std::slice::from_ref(&first.command)))
                (leads_to(back))
                (field("Victory points", "/score/vp", "", true, true))
                p { button type="submit" { "So many" } }
            }))
        } @else {
            div.four {
                @for offer in fits {
                    @let label = html! { "+" @if let Command::Score { vp, .. } = &offer.command { (vp.get()) } " VP" };
                    (table.tap_to(offer.by, std::slice::from_ref(&offer.command), back, label))
                }
            }
        }
    }
}

fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Derived => "derived",
        Basis::Claimed => "claimed",
        Basis::Ruled => "ruled",
    }
}

/// What was scored in this round.
fn scored(table: &Table<'_>) -> Markup {
    let state = table.state();
    let ledger = score::ledger(state);
    let now = RoundLabel::Number(state.round);
    let of_now: Vec<&LedgerEntry> = ledger.iter().filter(|entry| entry.round == now && entry.raw != 0).collect();
    html! {
        @if !of_now.is_empty() {
            h2 { "Scored in this round" }
            @for entry in of_now { (awarded(table, entry)) }
        }
    }
}

fn awarded(table: &Table<'_>, entry: &LedgerEntry) -> Markup {
    let state = table.state();
    let called =
        entry.objective.as_ref().map_or_else(|| "A ruling".to_owned(), |id| objective(state, entry.player, id));
    html! {
        div.card {
            p.tools.ends { b { bdi { (table.called(entry.player)) } ": " (called) } " " span.lead { @if entry.vp >= 0 { "+" } (entry.vp) } }
            p { (names::said(state, &entry.why)) @if entry.vp != entry.raw { ", " (entry.raw) " before the cap" } }
            p.soft { (icon("check")) " " (basis(entry.basis)) @if entry.late { ", late" } }
        }
    }
}

/// What a player can still score, by column.
fn columns(all: &[Earnable]) -> BTreeMap<ColumnIndex, Vec<&Earnable>> {
    let mut columns: BTreeMap<_, Vec<&Earnable>> = BTreeMap::new();
    for one in all {
        columns.entry(one.column).or_default().push(one);
    }
    columns
}

/// How many points a player can still score, all columns together.
pub fn can_score(state: &State, player: Player) -> i32 {
    columns(&earnable(state, player)).values().filter_map(|of| of.first()).map(|one| one.room).sum()
}

/// What a player can still score, column by column.
fn open(table: &Table<'_>, player: Player) -> Markup {
    let state = table.state();
    let all = earnable(state, player);
    let columns = columns(&all);
    let room = can_score(state, player);
    let who = table.called(player);
    html! {
        // Before the battle nothing says yet what can be scored.
        @if !columns.is_empty() && state.status == Status::Battle {
            details {
                summary { bdi { (who) } " can still score " (room) }
                ul.rows {
                    @for of in columns.values() {
                        @if let Some(first) = of.first() {
                            li {
                                span.grow { (objective(state, player, &first.objective)) }
                                b { "up to " (first.room) }
                                @for one in of {
                                    small {
                                        (one.moment.in_words()) ", round " (one.round) ": "
                                        (one.possible.iter().map(i64::to_string).collect::<Vec<_>>().join(" or "))
                                        @if !one.why.is_empty() { " (" (names::said(state, &Sentence::list(", ", &one.why))) ")" }
                                        @if !one.missing.is_empty() { " · not said: " (names::said(state, &missing_in_words(&one.missing))) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A claim that the facts do not decide.
fn claim(table: &Table<'_>) -> Markup {
    let state = table.state();
    let of = |player: Player| {
        state.objectives(player).map(move |(_, objective)| {
            let template = json!({"score": {"player": player, "objective": objective.id, "vp": 0}}).to_string();
            (template, format!("{}: {}", table.called(player), objective.name))
        })
    };
    let all: Vec<(String, String)> = table.sides().into_iter().flat_map(of).collect();
    html! {
        @if state.status == Status::Battle && !all.is_empty() {
            details {
                summary { "Add a claim" }
                (table.form(table.voice(), html! {
                    (leads_to("scoring"))
                    (choice("For what", "claim", &all))
                    (field("Victory points", "/score/vp", "", true, true))
                    (field("Why", "/score/why?", "", false, false))
                    p { button type="submit" { "Claim them" } }
                }))
            }
        }
    }
}

/// What both signed, and what was corrected of what somebody had relied on.
fn corrections(table: &Table<'_>) -> Markup {
    let (game, records) = (table.game.recording.game(), table.game.recording.records());
    let [one, two] = Player::BOTH.map(|player| name_of(table.state(), player));
    let signed = game.signed().map(|it| signed(&it, &BySide { one: &one, two: &two }));
    let corrected = corrected::relied_on(game, records, |at| table.scene.moment.clock(at));
    html! { @for line in signed.into_iter().chain(corrected) { p.soft { (line) } } }
}

/// The seed of the dice, to be opened before anybody signs: what was drawn can then be drawn again.
fn seed(table: &Table<'_>) -> Markup {
    let by = table.me.map_or(By::Both, By::from);
    let game = table.game.recording.game();
    html! {
        @if table.scene.vault.is_some_and(|vault| draw::unsealable(game, by, vault).is_some()) {
            section.card.act {
                (table.topic(html! { (icon("call")) " Open the dice" }))
                p.soft { "Everybody can then check every die and card that was drawn. Do it before you report the result." }
                (table.open("/match/open", html! { (table.by(by)) button.go type="submit" { "Open the seed" } }))
            }
        }
    }
}

/// The battle is over.
pub(super) fn ended(table: &Table<'_>) -> Parts {
    let (view, state) = (table.game.recording.game().view(), table.state());
    let sides = table.sides();
    let [one, two] = sides.map(|player| i64::from(score::total(state, player)));
    let won = html! {
        @match one - two {
            0 => { "A draw" }
            more if more > 0 => { bdi { (table.called(sides[0])) } @if table.me.is_some() { " win" } @else { " wins" } " by " (more) }
            less => { bdi { (table.called(sides[1])) } " wins by " (-less) }
        }
    };
    let due = html! {
        (table.ask(won))
        (corrections(table))
        (needs(table, ""))
        (seed(table))
        (together::both_ready(table))
        @for player in sides { @if state.sides[player].battle_ready.is_none() { (ready(table, player)) } }
    };
    let rest = html! {
        (added(state, sides, sides.map(|player| table.called(player))))
        @if let Some(result) = &view.result {
            p.soft { (result.basis.derived) " derived, " (result.basis.claimed) " claimed, " (result.basis.ruled) " ruled" }
        }
        details {
            summary { "Every award, line by line" }
            ul.rows {
                @for entry in score::ledger(state).iter().filter(|entry| entry.raw != 0) {
                    li {
                        span.grow { bdi { (table.called(entry.player)) } ": " (entry.objective.as_ref().map_or_else(|| "ruling".to_owned(), |id| objective(state, entry.player, id))) }
                        b { (entry.vp) }
                        small { (round_in_words(entry.round)) ", " (names::said(state, &entry.why)) ", " (basis(entry.basis)) }
                    }
                }
            }
        }
        p.soft { "Head of the log: " (format!("{:.16}", table.game.head().to_string())) ", " (table.game.seq()) " records" }
        p { a.tapline href="/match/after" { "After the battle: what was left, what the dice did" (icon("next")) } }
        p { a.tapline href="/match/log" { "Everything that was recorded" (icon("next")) } }
    };
    let dock = html! {
        section.dock aria-label="Next" {
            (table.undo())
            a.b href="/match/more" { "More …" }
            @if table.scene.viewer.player().is_some() { a.b.go href="/me/result" { "Report this result" } }
            @else { a.b.go href="/match/result" { "Report this result" } }
        }
    };
    Parts { title: "The battle is over".to_owned(), due, rest, dock }
}

/// Whether an army is painted.
fn ready(table: &Table<'_>, player: Player) -> Markup {
    let offers = table.offers(Kind::BattleReady);
    let of = |wanted: bool| {
        offers.iter().find(|offer| matches!(offer.command, Command::BattleReady { player: of, ready } if of == player && ready == wanted))
    };
    html! {
        @if let (Some(yes), Some(no)) = (of(true), of(false)) {
            section.card.act {
                p { "Is every model of " bdi { (table.called(player)) } " painted and based?" }
                div.four {
                    (table.tap(yes.by, std::slice::from_ref(&yes.command), html! { "Yes" }))
                    (table.tap(no.by, std::slice::from_ref(&no.command), html! { "No" }))
                }
            }
        }
    }
}
