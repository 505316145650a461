//! How battles end.
//!
//! # Source
//! `docs/rules/sequence.md`, A-14 to A-16, AMB-22 to AMB-24.

use adjutant_core::chain::Hash;
use adjutant_core::say;
use adjutant_core::side::{By, Player};

use super::desk::{Decision, Desk, refuse};
use crate::event::Event;
use crate::refusal::RefusalCode;
use crate::state::UnitIndex;
use crate::terms::Status;
use crate::timing;

impl Desk<'_> {
    pub(super) fn battle_ready(&self, player: Player, ready: bool) -> Decision {
        self.speaks_for(player)?;
        Ok(vec![Event::ArmyJudged { player, ready }])
    }

    pub(super) fn concede(&self) -> Decision {
        let player = self.speaker();
        if let Some(conceded) = self.state.conceded {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} has conceded already", conceded),
                "`end`, or the other player's turns",
            );
        }
        let mut events = Vec::new();
        let counted = self.state.law().readings.conceded_models_are_destroyed;
        if counted {
            for (index, unit) in self.state.units.iter().enumerate().filter(|(_, u)| u.player == player && u.alive()) {
                events.extend(crate::timing::moments::destroy_whole(unit, UnitIndex(index)));
            }
        }
        events.push(Event::Conceded { player });
        Ok(events)
    }

    pub(super) fn agree_end(&self) -> Decision {
        let scores = self.state.law().readings.agreed_end_scores_battle_end;
        Ok(vec![if scores { Event::BattleEnding } else { Event::BattleEnded }])
    }

    pub(super) fn end(&self) -> Decision {
        let state = self.state;
        let over = Player::BOTH.iter().any(|player| !state.has_models(*player));
        if !over {
            return refuse(
                RefusalCode::NotYourMoment,
                "both players have models left and no player has conceded",
                "`agree-end` by both, `concede`, or the remaining turns",
            );
        }
        if let Some(speaker) = self.by.player()
            && !state.has_models(speaker)
            && state.has_models(speaker.opponent())
        {
            return refuse(
                RefusalCode::NotAllowedBy,
                say!("{} has no models left, or conceded: {} decides", speaker, speaker.opponent()),
                say!("{}, `both` or `judge`", speaker.opponent()),
            );
        }
        if state.status == Status::Setup {
            return Ok(vec![Event::BattleEnded]);
        }
        // What would end the battle by itself a turn later decides it now.
        let decided = if state.conceded.is_none() { timing::ending_ahead(state) } else { None };
        Ok(decided.into_iter().chain([Event::BattleEnding]).collect())
    }

    pub(super) fn sign(&self, player: Option<Player>, head: Hash, proves: bool) -> Decision {
        match player {
            Some(player) => self.speaks_for(player)?,
            None if self.by == By::Judge || self.by == By::Both && proves => {}
            None => {
                return refuse(
                    RefusalCode::NotAllowedBy,
                    "without naming a player only a judge signs, or the device of a table with its key",
                    "`player`: the one who signs",
                );
            }
        }
        let who = match player {
            Some(player) => say!("{}", player),
            None if self.by == By::Both => "the table".into(),
            None => "the judge".into(),
        };
        match self.state.head {
            Some(ours) if ours == head => Ok(player.into_iter().map(|player| Event::Signed { player }).collect()),
            Some(ours) => refuse(
                RefusalCode::WrongHead,
                say!("{} signs {}, but the record before has the hash {}", who, head, ours),
                say!("`head`: {}", ours),
            ),
            None => refuse(RefusalCode::WrongHead, "a bare log has no hashes to sign", "a chained log"),
        }
    }
}
