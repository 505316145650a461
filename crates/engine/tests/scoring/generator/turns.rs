//! Rounds, turns and phases, and how a battle ends.

use rand::Rng;

use super::super::facts::{PHASES, SIDES, Side, What};
use super::{Maker, Whereabouts};

/// How a battle is cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Agreed,
    Conceded { plays_on: bool },
}

impl Maker {
    /// Plays the battle to whatever end it comes to.
    pub fn play(&mut self) {
        let cut = match self.rng.random_range(0..20) {
            0..3 => Some((self.rng.random_range(0..70), Cut::Agreed)),
            3 => Some((self.rng.random_range(0..70), Cut::Conceded { plays_on: true })),
            4 => Some((self.rng.random_range(0..70), Cut::Conceded { plays_on: false })),
            _ => None,
        };
        for round in 0..5 {
            self.start_round(round);
            for turn in 0..2 {
                let side = if turn == 0 { self.facts.first } else { 1 - self.facts.first };
                if self.has_models(side) && self.turn(side, round * 14 + turn * 7, cut) {
                    return;
                }
            }
            self.end_round(round);
        }
        self.facts.open = None;
        self.finish();
    }

    fn start_round(&mut self, round: usize) {
        self.slot = round * 14;
        let leaves = [None, None, None, self.facts.gamma, self.facts.beta][round];
        if let Some(marker) = leaves {
            self.gone[marker] = true;
        }
    }

    /// A player's turn; true where the battle is over.
    fn turn(&mut self, side: Side, from: usize, cut: Option<(usize, Cut)>) -> bool {
        self.start_turn(side);
        for (phase, name) in PHASES.iter().enumerate() {
            self.slot = from + phase;
            self.facts.open = Some(self.slot);
            let due = cut.filter(|(slot, _)| *slot <= self.slot && self.facts.finish.conceded.is_none());
            if due.is_some_and(|(_, cut)| self.cut(cut, side)) {
                return true;
            }
            if self.facts.finish.conceded != Some(side) {
                self.phase(side, phase);
            }
            self.agree_on_control();
            self.say(SIDES[side], format!(r#"{{"end-phase":{{"phase":"{name}"}}}}"#));
            self.close_slot();
            self.actions_due(side, phase);
        }
        false
    }

    fn start_turn(&mut self, side: Side) {
        self.pieces.iter_mut().for_each(|piece| piece.prey = None);
        for piece in self.pieces.iter_mut().filter(|p| p.side == side) {
            (piece.moved, piece.advanced, piece.arrived) = (false, false, false);
        }
    }

    fn phase(&mut self, side: Side, phase: usize) {
        for piece in &mut self.pieces {
            (piece.shot, piece.charged) = (false, false);
        }
        match phase {
            0 => self.command_phase(side),
            1 => self.movement_phase(side),
            2 => self.psychic_phase(side),
            3 => self.shooting_phase(side),
            4 => self.charge_phase(side),
            5 => self.fight_phase(side),
            _ => self.morale_phase(side),
        }
    }

    /// Cuts the battle short; true where nothing more is played.
    fn cut(&mut self, cut: Cut, side: Side) -> bool {
        match cut {
            Cut::Agreed => {
                self.agree_on_control();
                self.say("both", r#"{"agree-end":{}}"#.to_string());
                self.finish();
                true
            }
            Cut::Conceded { plays_on } => {
                // A player concedes in the other's turn, so that the turn can be played to its end.
                let loser = 1 - side;
                self.say(SIDES[loser], r#"{"concede":{}}"#.to_string());
                self.facts.finish.conceded = Some(loser);
                for unit in 0..self.pieces.len() {
                    let piece = &mut self.pieces[unit];
                    if piece.side == loser && piece.at != Whereabouts::Dead {
                        piece.at = Whereabouts::Away;
                    }
                }
                if plays_on {
                    return false;
                }
                self.agree_on_control();
                self.say(SIDES[side], r#"{"end":{}}"#.to_string());
                self.finish();
                true
            }
        }
    }

    /// At the end of a round: reserves that are late by then are destroyed.
    fn end_round(&mut self, round: usize) {
        if round == 2 {
            self.lose_units_off_the_battlefield(false);
        }
        self.facts.rounds_ended += 1;
    }

    fn lose_units_off_the_battlefield(&mut self, exempt_too: bool) {
        let late = |p: &super::Piece| p.at == Whereabouts::Reserve && (exempt_too || !p.exempt);
        let late: Vec<usize> = (0..self.pieces.len()).filter(|u| late(&self.pieces[*u])).collect();
        for carrier in late {
            let aboard = (0..self.pieces.len()).filter(|u| self.pieces[*u].at == Whereabouts::Embarked(carrier));
            for unit in aboard.chain([carrier]).collect::<Vec<_>>() {
                self.wipe_out(unit);
            }
        }
    }

    fn wipe_out(&mut self, unit: usize) {
        let mut fallen = Vec::new();
        for (model, alive) in self.pieces[unit].models.iter_mut().flatten().filter(|(_, alive)| *alive) {
            *alive = false;
            fallen.push(*model);
        }
        fallen.into_iter().for_each(|model| self.happened(What::Died { model }));
        self.happened(What::UnitDestroyed { unit });
        self.pieces[unit].at = Whereabouts::Dead;
    }

    /// The end of the battle.
    fn finish(&mut self) {
        self.facts.finish.control = self.control();
        self.over = true;
        self.lose_units_off_the_battlefield(true);
        for (unit, piece) in self.pieces.iter().enumerate() {
            let counts = matches!(piece.at, Whereabouts::Field | Whereabouts::Embarked(_));
            if counts && !self.facts.units[unit].added {
                self.facts.finish.units.push(unit);
            }
            if piece.on_field() {
                let living = piece.models.iter().flatten().filter(|(_, alive)| *alive);
                self.facts.finish.standing.extend(living.map(|(model, _)| *model));
            }
        }
    }
}
