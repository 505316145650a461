//! What rulesets with cards, Battle-shock and Levels of Control add to the course of a match.

use std::sync::Arc;

use adjutant_engine::attack::{Change, Characteristic};
use adjutant_engine::command::{Cards, Command, Effect, MoveKind, Until};
use adjutant_engine::ids::Name;
use adjutant_engine::legal::{Kind, Offer};
use adjutant_engine::roster::Roster;
use adjutant_engine::rules::TestName;
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::{Shock, Unit};

use crate::battle::roll;
use crate::simulation::Simulation;

/// An invented army whose models have an Objective Control, in one Detachment that costs nothing.
pub(crate) fn with_objective_control(mut roster: Roster) -> Roster {
    for detachment in &mut roster.detachments {
        detachment.kind = Name::new("army").unwrap_or_else(|_| unreachable!("a short name"));
        detachment.cp = adjutant_engine::numbers::Whole::new(0).unwrap_or(detachment.cp);
    }
    for unit in roster.detachments.iter_mut().flat_map(|detachment| &mut detachment.units) {
        let has = |word: &str| unit.keywords.iter().any(|keyword| keyword.as_str() == word);
        let control = match (has("CHARACTER"), has("VEHICLE") || has("MONSTER")) {
            (true, _) => 1,
            (false, true) => 4,
            (false, false) => 2,
        };
        for group in &mut unit.models {
            Arc::make_mut(group).objective_control = adjutant_engine::numbers::Whole::new(control);
        }
    }
    roster
}

impl Simulation<'_> {
    /// Now and then a leader joins a unit that has none.
    pub(crate) fn attach_leaders(&mut self) {
        for by in [By::One, By::Two] {
            for _ in 0..2 {
                let offers = self.offers(by, Kind::Attach);
                if !offers.is_empty()
                    && self.streams.choices.chance(50)
                    && let Some(offer) = self.streams.choices.pick(&offers).cloned()
                {
                    self.record(offer.by, offer.command);
                }
            }
        }
    }

    /// Draws until the hand is full; now and then a card is discarded or exchanged.
    pub(crate) fn play_cards(&mut self) {
        let player = self.game.state().active;
        let by = By::from(player);
        loop {
            let draws = |cards: &Cards| !cards.draws.is_empty() && cards.stratagem.is_none();
            let Some(offer) = self.pick_card(by, draws) else { break };
            self.record(offer.by, offer.command);
        }
        if self.streams.choices.chance(25) {
            let discards = |cards: &Cards| !cards.discards.is_empty() && cards.stratagem.is_none();
            if let Some(offer) = self.pick_card(by, discards) {
                self.record(offer.by, offer.command);
            }
        }
    }

    /// The Stratagem that exchanges a card, now and then, as its phase ends.
    pub(crate) fn exchange_a_card(&mut self) {
        let by = By::from(self.game.state().active);
        if self.streams.choices.chance(20)
            && let Some(offer) = self.pick_card(by, |cards| cards.stratagem.is_some())
        {
            self.record(offer.by, offer.command);
        }
    }

    fn pick_card(&mut self, by: By, fits: impl Fn(&Cards) -> bool) -> Option<Offer> {
        let offers = self.offers(by, Kind::Card).into_iter();
        let fitting = |offer: &Offer| matches!(&offer.command, Command::Card(cards) if fits(cards));
        let open: Vec<Offer> = offers.filter(fitting).collect();
        self.streams.choices.pick(&open).cloned()
    }

    /// Units that have to test mostly do.
    pub(crate) fn take_shock_tests(&mut self) {
        let by = By::from(self.game.state().active);
        let due = |command: &Command| matches!(command, Command::Test { of: TestName::BattleShock, .. });
        let offers: Vec<Offer> = self.offers(by, Kind::Test).into_iter().filter(|o| due(&o.command)).collect();
        for offer in offers {
            if let Command::Test { unit, of, .. } = offer.command
                && self.streams.morale.chance(85)
            {
                let roll = roll(&mut self.streams.morale, 2);
                self.record(by, test(unit, of, roll));
            }
        }
    }

    /// Battle-shocked units now and then Fall Back, and lose models by it.
    pub(crate) fn fall_back_in_desperation(&mut self) {
        let state = self.game.state();
        let by = By::from(state.active);
        let shocked = |unit: &&Unit| unit.shock == Shock::Shocked && !unit.acts.moved;
        let units: Vec<_> =
            state.on_battlefield(state.active).filter(shocked).map(|u| (u.id.clone(), u.models())).collect();
        for (unit, models) in units {
            if !self.streams.morale.chance(40) {
                continue;
            }
            let dice = roll(&mut self.streams.morale, models);
            if self.attempt(by, test(unit.clone(), TestName::DesperateEscape, dice)) {
                let kind = MoveKind::FallBack;
                self.attempt(by, Command::Move { unit, kind, at: None, roll: None, rerolled: None });
            }
        }
    }

    /// An ability changes the Objective Control of a unit now and then, for a while.
    pub(crate) fn change_a_unit(&mut self) {
        if !self.streams.control.chance(25) {
            return;
        }
        let state = self.game.state();
        let units: Vec<_> = Player::BOTH.into_iter().flat_map(|player| state.on_battlefield(player)).collect();
        let Some(unit) = self.streams.control.pick(&units).map(|unit| unit.id.clone()) else { return };
        let changes: [&[Change]; 5] = [
            &[Change::Divide(2)],
            &[Change::Add(1)],
            &[Change::Divide(2), Change::Add(1)],
            &[Change::Subtract(1), Change::Multiply(2)],
            &[Change::Set(3)],
        ];
        let name = |text: &str| Name::new(text).unwrap_or_else(|_| unreachable!("a short name"));
        let which = self.streams.control.below(5) as usize;
        let until = Until::ALL.get(self.streams.control.below(6) as usize).copied();
        let over = self.streams.control.chance(15);
        let effect = Effect {
            units: vec![unit],
            change: if over {
                Default::default()
            } else {
                [(Characteristic::ObjectiveControl, changes[which].to_vec())].into()
            },
            fights: None,
            until: until.filter(|_| !over),
            why: name(["Banner", "Horrors"][which % 2]),
        };
        self.attempt(By::Both, Command::Effect(effect));
    }

    /// An ability keeps a marker now and then.
    pub(crate) fn keep_a_marker(&mut self) {
        if !self.streams.control.chance(12) {
            return;
        }
        let state = self.game.state();
        let held = |player: Player| {
            let holds = move |index| {
                adjutant_engine::control::effective(state, index).is_some_and(|c| c.holder == Some(player))
            };
            let markers = state.lying_markers().filter(move |(index, _)| holds(*index));
            markers.map(move |(_, marker)| (marker.id.clone(), player))
        };
        let open: Vec<_> = Player::BOTH.into_iter().flat_map(held).collect();
        if let Some((marker, player)) = self.streams.control.pick(&open).cloned() {
            let keeps = [(marker, player)].into();
            self.attempt(player.into(), Command::Control { holds: Default::default(), keeps });
        }
    }
}

fn test(unit: adjutant_engine::ids::UnitId, of: TestName, roll: Vec<adjutant_engine::numbers::Face>) -> Command {
    Command::Test { unit, of, roll, rerolled: None, modifier: None, passed: None, destroyed: None, perils: None }
}
