//! What a turn costs in taps: the count that its first tap stands behind, the questions that its end asks, and the markers
//! as they lie when the battle begins.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_engine::command::{Command, Holder, Phase};
use adjutant_engine::decide::cards_to_draw;
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::ids::MarkerId;
use adjutant_engine::legal::{Kind, Offer, legal_of, shock_tests_due};
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::MarkerView;
use adjutant_present::say::happening::lines;
use maud::{Markup, html};

use super::scoring::{BUTTONS, answers};
use super::table::{Table, chip, json, objective, said};

/// What the end of the Command phase pays as the markers stand. A marker that is tapped then changed hands behind it.
pub(super) struct Count {
    /// The number of the phase.
    phase: u64,
    lines: Vec<String>,
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
        (whole && !told.is_empty()).then(|| Count { lines: lines(tried.state(), told), phase: state.phase_count })
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

    /// What makes a tap stand behind the count.
    pub fn before(&self) -> Markup {
        html! { input type="hidden" name="counted" value=(self.phase); }
    }
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

/// One tap for all markers where nobody has said of any who holds it: each side's own zone, and nobody's ground.
pub(super) fn as_they_lie(table: &Table<'_>, lying: &[&MarkerView]) -> Markup {
    let state = table.state();
    if lying.iter().any(|marker| marker.holder.is_some()) {
        return html! {};
    }
    let owner = |id: &MarkerId| {
        let zone = state.mission.as_ref()?.markers.iter().find(|marker| marker.id == *id)?.zone?;
        Player::BOTH.into_iter().find(|player| state.sides[*player].zone == Some(zone))
    };
    let holds: BTreeMap<MarkerId, Holder> =
        lying.iter().map(|marker| (marker.id.clone(), Holder::from(owner(&marker.id)))).collect();
    let of = |player: Player| {
        let own = holds.iter().filter(|(_, holder)| holder.player() == Some(player)).map(|(id, _)| id.as_str());
        own.collect::<Vec<_>>().join(" ")
    };
    let sides: Vec<(Player, String)> =
        table.sides().map(|player| (player, of(player))).into_iter().filter(|(_, ids)| !ids.is_empty()).collect();
    if sides.len() < 2 {
        return html! {};
    }
    let all = Command::Control { holds: holds.clone(), keeps: Default::default() };
    let label = html! {
        span { "Each side holds its own zone: " @for (player, ids) in &sides { bdi { (table.called(*player)) } " " (ids) ", " } "nobody the rest" }
    };
    table.tap(table.voice(), &[all], label)
}
