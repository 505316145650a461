//! Secondary mission cards: drawn, discarded, exchanged.
//!
//! # Source
//! `docs/rules/editions.md`, 000-7 and 000-8.

use std::sync::Arc;

use adjutant_core::ids::ObjectiveId;
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::command::Cards;
use crate::event::Event;
use crate::law::CardLaw;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{Exchange, Objective};
use crate::state::Hand;
use crate::terms::Phase;

impl<'a> Desk<'a> {
    pub(super) fn card(&self, cards: &Cards) -> Decision {
        self.speaks_for(cards.player)?;
        let Some(law) = &self.state.law().cards else {
            return refuse(
                RefusalCode::BadValue,
                "the rules of this pack have no secondary mission cards",
                "`secondaries` before the battle, where the pack lets players choose",
            );
        };
        if cards.draws.is_empty() && cards.discards.is_empty() {
            return refuse(RefusalCode::BadValue, "no card is named", "cards under `draws` or `discards`");
        }
        let hand = &self.state.sides[cards.player].cards;
        for (index, id) in cards.discards.iter().enumerate() {
            is_active(hand, id, &cards.discards[..index])?;
        }
        let mut drawn: Vec<Arc<Objective>> = Vec::new();
        for id in &cards.draws {
            drawn.push(self.in_deck(hand, id, &drawn)?);
        }
        let mut events = match &cards.stratagem {
            Some(name) => {
                let exchange =
                    law.exchange.as_ref().filter(|row| row.name.as_str().eq_ignore_ascii_case(name.as_str()));
                let Some(exchange) = exchange else {
                    let accepted =
                        law.exchange.as_ref().map_or("no Stratagem: these rules have none", |row| row.name.as_str());
                    return refuse(RefusalCode::Unknown, format!("{name} exchanges no cards"), accepted);
                };
                self.exchange(cards, exchange)?
            }
            None => {
                self.draws_in_time(cards, law, hand)?;
                self.gain(cards, law)?
            }
        };
        let player = cards.player;
        events.extend(cards.discards.iter().map(|card| Event::CardLeft { player, card: card.clone(), scored: false }));
        events.extend(drawn.into_iter().map(|card| Event::CardDrawn { player, card }));
        Ok(events)
    }

    /// A card that is still in the player's deck.
    fn in_deck(&self, hand: &Hand, id: &ObjectiveId, before: &[Arc<Objective>]) -> Result<Arc<Objective>, Refusal> {
        let deck = || self.state.pack.iter().flat_map(|pack| pack.cards());
        let held = hand.active.iter().chain(&hand.discarded).chain(before);
        if held.clone().any(|card| card.id == *id) {
            return refuse(
                RefusalCode::AlreadyDone,
                format!("{id} has been drawn already"),
                "a card that is still in the deck",
            );
        }
        match deck().find(|card| card.id == *id) {
            Some(card) => Ok(Arc::clone(card)),
            None => {
                let left = deck().filter(|card| !held.clone().any(|other| other.id == card.id));
                let left: Vec<&str> = left.map(|card| card.id.as_str()).collect();
                let accepted = if left.is_empty() {
                    "none: the deck is empty".into()
                } else {
                    format!("one of {}", left.join(" "))
                };
                refuse(RefusalCode::Unknown, format!("no card `{id}` in this pack"), accepted)
            }
        }
    }

    /// Cards are drawn in one phase of the player's turn, as many as the hand has room for.
    fn draws_in_time(&self, cards: &Cards, law: &CardLaw, hand: &Hand) -> Result<(), Refusal> {
        if cards.draws.is_empty() {
            return Ok(());
        }
        self.in_own_phase(cards.player, law.draw_in, "cards are drawn")?;
        let active = hand.active.len() + cards.draws.len() - cards.discards.len();
        if active > law.hand {
            self.soft(
                RefusalCode::OnceOnly,
                format!("player {} would have {active} active cards", cards.player),
                format!("{} at most; discard one first", law.hand),
            )?;
        }
        Ok(())
    }

    fn in_own_phase(&self, player: Player, phase: Phase, what: &str) -> Result<(), Refusal> {
        if self.state.active == player && self.state.phase == phase {
            return Ok(());
        }
        self.soft(
            RefusalCode::OtherPhase,
            format!("{what} in player {player}'s own {} phase; this is {}", phase.title(), self.moment()),
            format!("player {player}'s {phase} phase"),
        )
    }

    /// Command points for discarded cards count towards the limit of the round.
    fn gain(&self, cards: &Cards, law: &CardLaw) -> Decision {
        let Some(cp) = cards.cp.map(|cp| cp.get()) else { return Ok(Vec::new()) };
        let (player, each) = (cards.player, law.discard_cp);
        let right = each.saturating_mul(i32::try_from(cards.discards.len()).unwrap_or(i32::MAX));
        if cp > right {
            return refuse(
                RefusalCode::BadValue,
                format!("{cp} CP for {} discarded cards", cards.discards.len()),
                format!("{each} CP for each card that is discarded, or no `cp`"),
            );
        }
        let gained = self.state.sides[player].cp_gained;
        let limit = self.state.law().cp_gain_limit.unwrap_or(i32::MAX);
        if gained + cp > limit {
            return refuse(
                RefusalCode::CpLimit,
                format!("player {player} would gain {} CP this battle round", gained + cp),
                format!("{limit} a battle round; leave `cp` out to discard the card for nothing"),
            );
        }
        Ok(vec![Event::CpChanged { player, change: cp, counts_to_limit: true }])
    }

    /// One card for another, at the end of the phase: after its Battle-shock tests, even where a unit is shocked.
    fn exchange(&self, cards: &Cards, exchange: &Exchange) -> Decision {
        let player = cards.player;
        if cards.cp.is_some() || cards.discards.len() != 1 || cards.draws.len() != 1 {
            return refuse(
                RefusalCode::BadValue,
                format!("{} with {} cards for {}", exchange.name, cards.draws.len(), cards.discards.len()),
                "one card under `discards`, one under `draws`, no `cp`",
            );
        }
        self.in_own_phase(player, exchange.phase, exchange.name.as_str())?;
        if let Some(unit) = self.state.units.iter().find(|unit| unit.player == player && self.shock_test_is_due(unit)) {
            self.soft(
                RefusalCode::OtherPhase,
                format!(
                    "{} has its Battle-shock test to take: {} comes after all of them",
                    unit.title(),
                    exchange.name
                ),
                format!("`test` of battle-shock of {} first", unit.id),
            )?;
        }
        let key = exchange.name.as_str().to_lowercase();
        let used = self.state.stratagems.iter().any(|used| used.player == player && used.name == key);
        if exchange.once_per_battle && used {
            self.soft(
                RefusalCode::OnceOnly,
                format!("player {player} has used {} this battle", exchange.name),
                "that Stratagem once a battle",
            )?;
        }
        let cp = exchange.cp.get();
        self.can_pay(player, cp)?;
        Ok(vec![
            Event::StratagemUsed { player, name: key },
            Event::CpChanged { player, change: -cp, counts_to_limit: false },
        ])
    }
}

fn is_active(hand: &Hand, id: &ObjectiveId, before: &[ObjectiveId]) -> Result<(), Refusal> {
    if hand.active.iter().any(|card| card.id == *id) && !before.contains(id) {
        return Ok(());
    }
    let active: Vec<&str> = hand.active.iter().map(|card| card.id.as_str()).collect();
    let accepted =
        if active.is_empty() { "none: no card is active".into() } else { format!("one of {}", active.join(" ")) };
    refuse(RefusalCode::Unknown, format!("{id} is not an active card"), accepted)
}
