//! Secondary mission cards: drawn, discarded, exchanged.
//!
//! # Source
//! `docs/rules/editions.md`, 000-7 and 000-8.

use std::sync::Arc;

use adjutant_core::ids::ObjectiveId;
use adjutant_core::say;
use adjutant_core::sentence::typed;
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::command::Cards;
use crate::event::{Event, Leaves};
use crate::facts;
use crate::law::CardLaw;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{DrawnIf, DrawnThen, Exchange, Objective};
use crate::state::{Hand, State};
use crate::terms::{CardMode, Phase, any};

impl<'a> Desk<'a> {
    pub(super) fn card(&self, cards: &Cards) -> Decision {
        self.speaks_for(cards.player)?;
        let law = self.card_law()?;
        if cards.draws.is_empty() && cards.discards.is_empty() && cards.keeps.is_empty() {
            return refuse(RefusalCode::BadValue, "no card is named", "cards under `draws`, `discards` or `keeps`");
        }
        let side = &self.state.sides[cards.player];
        if side.mode == Some(CardMode::Fixed) {
            return refuse(
                RefusalCode::NotChoosable,
                say!("{} plays fixed cards: they stay, and no other is drawn", cards.player),
                "nothing",
            );
        }
        let hand = &side.cards;
        for (index, id) in cards.discards.iter().enumerate().filter(|(_, id)| !cards.draws.contains(id)) {
            is_active(hand, id, &cards.discards[..index])?;
        }
        for (index, id) in cards.keeps.iter().enumerate() {
            is_active(hand, id, &cards.keeps[..index])?;
        }
        let mut drawn: Vec<Arc<Objective>> = Vec::new();
        for id in &cards.draws {
            drawn.push(self.in_deck(hand, id, &drawn)?);
        }
        self.left_again(cards, hand, &drawn)?;
        let mut events = self.in_time_or_exchanged(cards, law, hand)?;
        let player = cards.player;
        let back = cards.returns.iter().filter(|card| !cards.draws.contains(card)).cloned();
        events.extend(back.map(|card| Event::CardLeft { player, card, how: Leaves::Back }));
        let left = |card: &ObjectiveId| Event::CardLeft { player, card: card.clone(), how: Leaves::Discarded };
        let at_once = |card: &&ObjectiveId| cards.draws.contains(card);
        events.extend(cards.discards.iter().filter(|card| !at_once(card)).map(left));
        let stays = drawn.into_iter().filter(|card| !cards.returns.contains(&card.id));
        events.extend(stays.map(|card| Event::CardDrawn { player, card }));
        events.extend(cards.discards.iter().filter(at_once).map(left));
        if !cards.keeps.is_empty() {
            events.push(Event::CardsKept { player, cards: cards.keeps.clone() });
        }
        Ok(events)
    }

    fn card_law(&self) -> Result<&'a CardLaw, Refusal> {
        let Some(law) = &self.state.law().cards else {
            return refuse(
                RefusalCode::BadValue,
                "the rules of this pack have no secondary mission cards",
                "`secondaries` before the battle, where the pack lets players choose",
            );
        };
        Ok(law)
    }

    /// What a Stratagem takes for an exchange; without one, what the cards give, in their time.
    fn in_time_or_exchanged(&self, cards: &Cards, law: &CardLaw, hand: &Hand) -> Decision {
        let Some(name) = &cards.stratagem else {
            self.draws_in_time(cards, law, hand)?;
            return self.gain(cards, law);
        };
        let exchange = law.exchange.as_ref().filter(|row| row.name.as_str().eq_ignore_ascii_case(name.as_str()));
        let Some(exchange) = exchange else {
            let accepted = law.exchange.as_ref();
            let accepted =
                accepted.map_or_else(|| "no Stratagem: these rules have none".into(), |row| say!("{}", row.name));
            return refuse(RefusalCode::Unknown, say!("{} exchanges no cards", name), accepted);
        };
        self.exchange(cards, exchange)
    }

    /// Cards that leave as they are drawn: only where their text says so, and always where it leaves no choice.
    fn left_again(&self, cards: &Cards, hand: &Hand, drawn: &[Arc<Objective>]) -> Result<(), Refusal> {
        let before = hand.drawn_in(self.state.phase_count);
        for id in cards.returns.iter().filter(|id| !cards.draws.contains(id)) {
            let Some(card) = before.iter().find(|card| card.id == *id).filter(|_| self.state.is_under_law(2)) else {
                return refuse(RefusalCode::BadValue, say!("{} goes back and was not drawn", id), "a card of `draws`");
            };
            let rule = card.when_drawn.as_ref().filter(|rule| rule.then == DrawnThen::Redraw);
            let says = rule.and_then(|rule| self.drawn_if(cards.player, &rule.when, hand, drawn));
            let comes = stays(cards);
            let back = cards.returns.iter().filter(|id| !cards.draws.contains(id)).count();
            if says != Some(true) || comes < back || cards.stratagem.is_some() {
                return refuse(
                    RefusalCode::NotChoosable,
                    say!("{} goes back, and its text does not say so now", id),
                    "another card under `draws` in place of one whose text says that it may go back",
                );
            }
        }
        let leaves = |card: &Objective, then: DrawnThen| {
            let rule = card.when_drawn.as_ref().filter(|rule| rule.then == then)?;
            Some((self.drawn_if(cards.player, &rule.when, hand, drawn), rule.must))
        };
        for card in drawn {
            let left = [
                (DrawnThen::Redraw, cards.returns.contains(&card.id), "goes back into the deck"),
                (DrawnThen::Replace, cards.discards.contains(&card.id), "is discarded for another one"),
            ];
            for (then, does, what) in left {
                match leaves(card, then) {
                    None | Some((Some(false), _)) if does => {
                        return refuse(
                            RefusalCode::NotChoosable,
                            say!("{} {} as it is drawn, and its text does not say so now", card.id, what),
                            "the card as an active one",
                        );
                    }
                    Some((Some(true), true)) if !does => {
                        return refuse(
                            RefusalCode::NotChoosable,
                            say!("{} stays, and its text says that it {} now", card.id, what),
                            say!("`draws` of another card too, and `returns` of {}", card.id),
                        );
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Whether what a card asks for as it is drawn is so.
    fn drawn_if(&self, player: Player, when: &DrawnIf, hand: &Hand, drawn: &[Arc<Objective>]) -> Option<bool> {
        match when {
            DrawnIf::Round(round) => Some(self.state.round == round.get().unsigned_abs()),
            DrawnIf::Active(other) => Some(hand.active.iter().chain(drawn).any(|card| card.id == *other)),
            DrawnIf::None(filter) => {
                let known = Player::BOTH.iter().all(|player| self.state.knows_army(*player));
                let fits = self.state.units.iter().map(|unit| facts::unit_fits(self.state, player, filter, unit));
                if known { any(fits).map(|found| !found) } else { None }
            }
        }
    }

    /// A card that is still in the player's deck.
    fn in_deck(&self, hand: &Hand, id: &ObjectiveId, before: &[Arc<Objective>]) -> Result<Arc<Objective>, Refusal> {
        let deck = || self.state.pack.iter().flat_map(|pack| pack.cards());
        let held = |id: &ObjectiveId| hand.has_had(id) || before.iter().any(|card| card.id == *id);
        if held(id) {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} has been drawn already", id),
                "a card that is still in the deck",
            );
        }
        match deck().find(|card| card.id == *id) {
            Some(card) => Ok(Arc::clone(card)),
            None => {
                let left = deck().filter(|card| !held(&card.id));
                let left: Vec<&str> = left.map(|card| card.id.as_str()).collect();
                let accepted =
                    if left.is_empty() { "none: the deck is empty".into() } else { say!("one of {}", left.join(" ")) };
                refuse(RefusalCode::Unknown, say!("no card `{}` in this pack", typed(&id)), accepted)
            }
        }
    }

    /// Cards are drawn in one phase of the player's turn, as many as the hand has room for.
    fn draws_in_time(&self, cards: &Cards, law: &CardLaw, hand: &Hand) -> Result<(), Refusal> {
        if cards.draws.is_empty() {
            return Ok(());
        }
        self.in_own_phase(cards.player, law.draw_in, "cards are drawn")?;
        let leave = cards.returns.len() + cards.discards.len();
        let active = (hand.active.len() + cards.draws.len()).saturating_sub(leave);
        self.draws_as_many(cards, law, hand)?;
        if active > law.hand {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} would have {} active cards", cards.player, active),
                say!("{} at most; discard one first", law.hand),
            )?;
        }
        Ok(())
    }

    /// Where the rules say how many cards are drawn in a turn, no more are; those that leave as they are drawn do not count.
    fn draws_as_many(&self, cards: &Cards, law: &CardLaw, hand: &Hand) -> Result<(), Refusal> {
        let Some(right) = law.draws else { return Ok(()) };
        let before = if hand.drawn.0 == self.state.phase_count { hand.drawn.1 } else { 0 };
        let replaced = cards.discards.iter().filter(|card| cards.draws.contains(card)).count();
        let now = (cards.draws.len()).saturating_sub(cards.returns.len() + replaced);
        if before + now <= right {
            return Ok(());
        }
        self.soft(
            RefusalCode::OnceOnly,
            say!("{} would draw {} cards this turn", cards.player, before + now),
            say!("{} cards in each own turn", right),
        )
    }

    fn in_own_phase(&self, player: Player, phase: Phase, what: &str) -> Result<(), Refusal> {
        if self.state.active == player && self.state.phase == phase {
            return Ok(());
        }
        self.soft(
            RefusalCode::OtherPhase,
            say!("{} in {}'s own {} phase; this is {}", what, player, phase.title(), self.moment()),
            say!("{}'s {} phase", player, phase),
        )
    }

    /// Command points for discarded cards count towards the limit of the round.
    fn gain(&self, cards: &Cards, law: &CardLaw) -> Decision {
        let Some(cp) = cards.cp.map(|cp| cp.get()) else { return Ok(Vec::new()) };
        let (player, each) = (cards.player, law.discard_cp);
        let times = if law.discard_together { cards.discards.len().min(1) } else { cards.discards.len() };
        let right = each.saturating_mul(i32::try_from(times).unwrap_or(i32::MAX));
        if cp > right {
            return refuse(
                RefusalCode::BadValue,
                say!("{} CP for {} discarded cards", cp, cards.discards.len()),
                if law.discard_together {
                    say!("{} CP for all cards that are discarded, or no `cp`", each)
                } else {
                    say!("{} CP for each card that is discarded, or no `cp`", each)
                },
            );
        }
        let gained = self.state.sides[player].cp_gained;
        let limit = self.state.law().cp_gain_limit.unwrap_or(i32::MAX);
        if gained + cp > limit {
            return refuse(
                RefusalCode::CpLimit,
                say!("{} would gain {} CP this battle round", player, gained + cp),
                say!("{} a battle round; leave `cp` out to discard the card for nothing", limit),
            );
        }
        Ok(vec![Event::CpChanged { player, change: cp, counts_to_limit: true }])
    }

    /// One card for another, at the end of the phase: after its Battle-shock tests, even where a unit is shocked.
    fn exchange(&self, cards: &Cards, exchange: &Exchange) -> Decision {
        let player = cards.player;
        let (comes, goes) = (stays(cards), cards.discards.iter().filter(|id| !cards.draws.contains(id)).count());
        if cards.cp.is_some() || goes != 1 || comes != 1 {
            return refuse(
                RefusalCode::BadValue,
                say!("{} with {} cards for {}", exchange.name, comes, goes),
                "one card under `discards`, one under `draws`, no `cp`",
            );
        }
        self.in_own_phase(player, exchange.phase, exchange.name.as_str())?;
        if let Some(unit) = self.state.units.iter().find(|unit| unit.player == player && self.shock_test_is_due(unit)) {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} has its Battle-shock test to take: {} comes after all of them", unit.title(), exchange.name),
                say!("`test` of battle-shock of {} first", unit.id),
            )?;
        }
        let key = exchange.name.as_str().to_lowercase();
        let used = self.state.stratagems.iter().any(|used| used.player == player && used.name == key);
        if exchange.once_per_battle && used {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has used {} this battle", player, exchange.name),
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

/// The cards that come up, for what a player asks for: nothing but who draws, with `returns` an active card that goes back for
/// another one, or with `discards` and `stratagem` an exchange. `die` gives a number below the one that it hears: a place in
/// the deck, whose cards lie in the order of their ids. What a card's text leaves no choice about is done.
///
/// # Source
/// `docs/log.md`, section 8, Digital dice.
///
/// # Errors
/// A pack without cards, or a player who has drawn all of this turn.
pub fn deal(state: &State, asked: &Cards, die: &mut dyn FnMut(u32) -> u32) -> Result<Cards, Refusal> {
    let desk = Desk::of(state, asked.player.into(), None, Vec::new());
    let hand = &state.sides[asked.player].cards;
    let mut due = desk.due_cards(asked)?;
    let (mut cards, mut drawn, mut read): (_, Vec<Arc<Objective>>, _) = (asked.clone(), Vec::new(), 0);
    let mut left: Vec<_> =
        state.pack.iter().flat_map(|pack| pack.cards()).filter(|card| !hand.has_had(&card.id)).collect();
    while let Some(card) = (due > 0).then(|| off_the_top(&mut left, die)).flatten() {
        cards.draws.push(card.id.clone());
        drawn.push(Arc::clone(card));
        due -= 1;
        while let Some(card) = drawn.get(read).filter(|_| due == 0) {
            read += 1;
            let rule = card.when_drawn.as_ref().filter(|rule| rule.must);
            let Some(rule) = rule.filter(|rule| desk.drawn_if(asked.player, &rule.when, hand, &drawn) == Some(true))
            else {
                continue;
            };
            due += 1;
            let leaves = if rule.then == DrawnThen::Redraw { &mut cards.returns } else { &mut cards.discards };
            leaves.push(card.id.clone());
        }
    }
    Ok(cards)
}

/// Takes one of the cards that are left out of the deck; none where there are none.
pub(crate) fn off_the_top<T>(left: &mut Vec<T>, die: &mut dyn FnMut(u32) -> u32) -> Option<T> {
    let many = u32::try_from(left.len()).ok().filter(|many| *many > 0)?;
    Some(left.remove(die(many) as usize))
}

/// How many cards a player may still draw in a turn of the own, in the phase in which cards are drawn.
fn cards_due(state: &State, player: Player) -> usize {
    let side = &state.sides[player];
    let Some(law) = state.law().cards.as_ref().filter(|_| side.mode != Some(CardMode::Fixed)) else { return 0 };
    let (hand, all) = (&side.cards, state.pack.iter().flat_map(|pack| pack.cards()).count());
    let room = law.hand.saturating_sub(hand.active.len());
    let due = law.draws.map_or(room, |many| many.saturating_sub(hand.drawn_in(state.phase_count).len()).min(room));
    due.min(all.saturating_sub(hand.active.len() + hand.discarded.len()))
}

/// How many cards the player whose turn it is may draw now.
pub fn cards_to_draw(state: &State) -> usize {
    let now = state.law().cards.as_ref().is_some_and(|law| law.draw_in == state.phase);
    if now { cards_due(state, state.active) } else { 0 }
}

impl Desk<'_> {
    /// How many cards a player has to draw for what is asked.
    fn due_cards(&self, asked: &Cards) -> Result<usize, Refusal> {
        self.card_law()?;
        if asked.stratagem.is_some() || !asked.returns.is_empty() {
            return Ok(1);
        }
        let due = cards_due(self.state, asked.player);
        if due == 0 {
            let message = say!("{} has drawn all cards of this turn", asked.player);
            return refuse(RefusalCode::OnceOnly, message, "cards in the next own turn");
        }
        Ok(due)
    }
}

/// How many of the cards that are drawn stay: the others are sent off by their text.
fn stays(cards: &Cards) -> usize {
    cards.draws.iter().filter(|id| !cards.returns.contains(id) && !cards.discards.contains(id)).count()
}

fn is_active(hand: &Hand, id: &ObjectiveId, before: &[ObjectiveId]) -> Result<(), Refusal> {
    if hand.active.iter().any(|card| card.id == *id) && !before.contains(id) {
        return Ok(());
    }
    let active: Vec<&str> = hand.active.iter().map(|card| card.id.as_str()).collect();
    let accepted =
        if active.is_empty() { "none: no card is active".into() } else { say!("one of {}", active.join(" ")) };
    refuse(RefusalCode::Unknown, say!("{} is not an active card", id), accepted)
}
