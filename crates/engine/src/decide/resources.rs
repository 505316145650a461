//! Command points and Stratagems.
//!
//! # Source
//! `docs/rules/battle.md`, D-2 and AMB-44.

use adjutant_core::ids::{Name, UnitId};
use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::{By, Player};

use super::desk::{Decision, Desk, refuse};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{RelativeSide, StratagemMoment, StratagemRules};
use crate::state::Whereabouts;
use crate::terms::Status;

impl Desk<'_> {
    /// The player whose Command points are meant: the speaker, else the owner of the unit, else the active player.
    fn spender(&self, unit: Option<&UnitId>) -> Result<Player, Refusal> {
        match (self.by, unit) {
            (By::One, _) => Ok(Player::One),
            (By::Two, _) => Ok(Player::Two),
            (_, Some(unit)) => Ok(self.unit(unit)?.1.player),
            (By::Judge, None) if self.state.status == Status::Battle => Ok(self.state.active),
            _ => refuse(
                RefusalCode::NotAllowedBy,
                "it is not clear whose Command points these are",
                "record it as one player: `by one` or `by two`",
            ),
        }
    }

    pub(super) fn stratagem(&self, name: &Name, cp: i32, unit: Option<&UnitId>) -> Decision {
        let player = self.spender(unit)?;
        if let Some(unit) = unit {
            self.unit(unit)?;
        }
        if let Some(unit) = unit {
            self.stratagem_reaches(name.as_str(), unit)?;
        }
        let state = self.state;
        let key = name.as_str().to_lowercase();
        let exchange = state.law().cards.as_ref().and_then(|cards| cards.exchange.as_ref());
        if exchange.is_some_and(|row| row.name.as_str().eq_ignore_ascii_case(&key)) {
            return refuse(
                RefusalCode::BadValue,
                say!("{} without its cards", name),
                "`card` with the card under `discards`, the new one under `draws` and the name under `stratagem`",
            );
        }
        let used = |only_now: bool| {
            state
                .stratagems
                .iter()
                .any(|s| s.player == player && s.name == key && (!only_now || s.phase_count == state.phase_count))
        };
        let in_phase = state.status == Status::Battle;
        let known = state.pack.iter().flat_map(|p| &p.file.stratagems).find(|s| s.name.as_str().to_lowercase() == key);
        if in_phase && used(true) {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has used {} this phase", player, name),
                "each Stratagem once a phase and player",
            )?;
        }
        let this_turn = (state.round, state.active);
        let mut earlier = state.stratagems.iter().filter(|s| s.player == player && s.name == key);
        if in_phase && known.is_some_and(|s| s.once_per_turn) && earlier.any(|s| s.turn == this_turn) {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has used {} this turn", player, name),
                "that Stratagem once a turn",
            )?;
        }
        if known.is_some_and(|s| s.once_per_battle) && used(false) {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has used {} this battle", player, name),
                "that Stratagem once a battle",
            )?;
        }
        self.can_pay(player, cp)?;
        if let Some(known) = known {
            self.has_price_and_moment(player, known, cp)?;
        }
        let aboard = unit.map(|unit| self.unit(unit)).transpose()?;
        if let Some((_, aboard)) = aboard.filter(|(_, unit)| matches!(unit.whereabouts, Whereabouts::Embarked(_))) {
            self.soft(
                RefusalCode::StratagemRule,
                say!("{} on {}, which is embarked", name, aboard.title()),
                "a unit on the battlefield",
            )?;
        }
        let mut events = vec![
            Event::StratagemUsed { player, name: key },
            Event::CpChanged { player, change: -cp, counts_to_limit: false },
        ];
        let forbids = known.map(|known| known.forbids.clone()).filter(|deeds| !deeds.is_empty());
        if let (Some(deeds), Some(unit)) = (forbids, unit) {
            events.push(Event::UnitForbidden { unit: self.unit(unit)?.0, deeds });
        }
        Ok(events)
    }

    /// The printed price, and a moment at which it is used.
    fn has_price_and_moment(&self, player: Player, known: &StratagemRules, cp: i32) -> Result<(), Refusal> {
        let state = self.state;
        if cp != known.cp.get() {
            self.soft(RefusalCode::StratagemRule, say!("{} for {} CP", known.name, cp), say!("{} CP", known.cp))?;
        }
        let fits = |moment: &StratagemMoment| {
            let turn = match moment.turn {
                Some(RelativeSide::Own) => state.active == player,
                Some(RelativeSide::Enemy) => state.active != player,
                Some(RelativeSide::None) | None => true,
            };
            state.status == Status::Battle && turn && moment.phase.is_none_or(|phase| phase == state.phase)
        };
        if known.when.is_empty() || known.when.iter().any(fits) {
            return Ok(());
        }
        let here = if state.status == Status::Battle { self.moment() } else { "the set-up".into() };
        let moments = Sentence::list(", or ", known.when.iter().map(moment_in_words));
        self.soft(RefusalCode::StratagemRule, say!("{} in {}", known.name, here), moments)
    }

    pub(super) fn cp(&self, change: i32, exempt: bool) -> Decision {
        let player = self.spender(None)?;
        if change == 0 {
            return refuse(
                RefusalCode::BadValue,
                "0 Command points change nothing",
                "write a gain as +1, a loss as -1",
            );
        }
        self.can_pay(player, -change)?;
        if change > 0 && self.state.status == Status::Setup {
            self.soft(
                RefusalCode::StratagemRule,
                say!("{} gains {} CP before the battle", player, change),
                "no refund: Command points spent before the battle are not given back",
            )?;
        }
        let limited = change > 0 && !exempt && self.state.status == Status::Battle;
        let limit = self.state.law().cp_gain_limit.unwrap_or(i32::MAX);
        let gained = self.state.sides[player].cp_gained;
        if limited && gained + change > limit {
            return refuse(
                RefusalCode::CpLimit,
                say!("{} would gain {} CP this battle round", player, gained + change),
                say!("{} a battle round, or `exempt` with the reason", limit),
            );
        }
        Ok(vec![Event::CpChanged { player, change, counts_to_limit: limited }])
    }

    pub(super) fn can_pay(&self, player: Player, cp: i32) -> Result<(), Refusal> {
        let left = self.state.sides[player].cp;
        if cp <= left.max(0) {
            return Ok(());
        }
        refuse(
            RefusalCode::NotEnoughCp,
            say!("this costs {} CP; {} has {}", cp, player, left),
            say!("at most {} CP", left),
        )
    }
}

fn moment_in_words(moment: &StratagemMoment) -> Sentence {
    let turn = match moment.turn {
        Some(RelativeSide::Own) => "the player's own ",
        Some(RelativeSide::Enemy) => "the opponent's ",
        Some(RelativeSide::None) | None => "either player's ",
    };
    let phase = moment.phase.map_or_else(|| "turn".into(), |phase| say!("{} phase", phase));
    say!("{}{}", turn, phase)
}
