//! What a turn costs in taps: the count that its first tap stands behind, and the questions that its end asks.

use std::sync::Arc;

use adjutant_engine::command::{Command, Phase};
use adjutant_engine::decide::cards_to_draw;
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::legal::{Kind, Offer, legal_of, shock_tests_due};
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_present::say::happening::lines;
use maud::{Markup, html};

use super::scoring::{BUTTONS, answers};
use super::table::{Table, chip, json, objective, said};

/// What the end of the Command phase pays as the markers stand. A marker that is tapped then changed hands behind it.
pub(super) struct Count {
    /// The number of the phase.
    phase: u64,
    lines: Vec<String>,
    after: Match,
}

impl Count {
    /// Nothing where nothing is counted now, where something has to be said first, and for whom the phase is not theirs to
    /// end.
    pub fn of(table: &Table<'_>) -> Option<Count> {
        let game = table.game.recording.game();
        let state = game.state();
        let free = state.phase == Phase::COMMAND && cards_to_draw(state) == 0 && shock_tests_due(game).is_empty();
        let end = table.offers(Kind::EndPhase).into_iter().next().filter(|_| free)?;
        let (tried, told) = tried(game, &end)?;
        let own = |happening: &&Happening| match happening {
            Happening::Scored { player, .. } | Happening::Unscored { player, .. } => *player == state.active,
            _ => false,
        };
        let told: Vec<&Happening> = told.iter().filter(own).collect();
        let whole = open(tried.state(), state.active) == open(state, state.active);
        let lines = lines(tried.state(), told.iter().copied());
        (whole && !told.is_empty()).then_some(Count { lines, phase: state.phase_count, after: tried })
    }

    /// The count, which one tap takes as it is; `board` says first who held what.
    pub fn section(&self, table: &Table<'_>, board: Markup) -> Markup {
        let whose = table.whose(table.state().active);
        html! {
            section.card {
                @for line in &self.lines { p { b { (line) } } }
                p.soft { "As the markers stand. It is recorded with your next tap on a marker, or with the end of " bdi { (whose) } " phase or turn." }
                details { summary { "Not right? Say first who held what" } (board) }
            }
        }
    }

    /// The match behind the count.
    pub fn after(&self) -> &Match {
        &self.after
    }
}

/// What makes a tap stand behind the count, where there is one.
pub(super) fn before(count: Option<&Count>) -> Markup {
    html! { @if let Some(count) = count { input type="hidden" name="counted" value=(count.phase); } }
}

/// The match after an offer, and what that brings about.
fn tried(game: &Match, offer: &Offer) -> Option<(Match, Vec<Happening>)> {
    let mut game = game.clone();
    let told = game.tell(offer.by, Arc::new(offer.command.clone())).ok()?;
    Some((game, told))
}

/// How many questions of a player nobody has answered.
fn open(state: &State, player: Player) -> usize {
    let missed = state.missed.iter().filter(|missed| missed.need.player == player).count();
    state.needs.iter().filter(|need| need.player == player).count() + missed
}

/// The rest of a turn in one tap, and what its end asks: what is ticked is recorded with it, the rest is asked afterwards.
pub(super) fn turn(table: &Table<'_>) -> Markup {
    let whose = table.whose(table.state().active);
    html! {
        @for offer in table.offers(Kind::EndTurn) {
            (table.form(offer.by, html! {
                (said(std::slice::from_ref(&offer.command)))
                (questions(table, &offer))
                button type="submit" { span { "End " bdi { (whose) } " turn: all phases that are left" } }
            }))
        }
    }
}

fn questions(table: &Table<'_>, end: &Offer) -> Markup {
    let game = table.game.recording.game();
    let Some((tried, _)) = tried(game, end) else { return html! {} };
    // Whatever was open before closes with the phase.
    let state = tried.state();
    let offers = if state.needs.is_empty() { Vec::new() } else { legal_of(&tried, end.by, Kind::Score) };
    html! {
        @for (at, need) in state.needs.iter().enumerate() {
            @let fits = answers(need, &offers);
            @if (1..=BUTTONS).contains(&fits.len()) {
                fieldset.group {
                    legend {
                        @if table.me != Some(need.player) { bdi { (table.called(need.player)) } ": " }
                        (objective(state, need.player, &need.objective))
                    }
                    div {
                        @for (nth, offer) in fits.iter().enumerate() {
                            @if let Command::Score { vp, .. } = &offer.command {
                                (chip("radio", &format!("do@{at}"), (&format!("due-{at}-{nth}"), &json(&offer.command)), &format!("+{}", vp.get()), false))
                            }
                        }
                    }
                }
            }
        }
    }
}
