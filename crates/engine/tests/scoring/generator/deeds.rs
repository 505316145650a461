//! Losses, returns, splits and the other things that befall units.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::super::facts::{Deed, SIDES, Side, UnitCard, What};
use super::{Maker, Piece, Whereabouts, army};

impl Maker {
    pub fn pick(&mut self, units: &[usize]) -> Option<usize> {
        units.choose(&mut self.rng).copied()
    }

    pub fn did(&mut self, unit: usize, deed: Deed) {
        self.happened(What::Did { unit, deed });
        if !matches!(deed, Deed::Fight | Deed::PileIn | Deed::Consolidate) {
            self.pieces[unit].acting = None;
        }
    }

    /// Models of one group fall, those noted last; the group and the number.
    fn fell(&mut self, unit: usize) -> Option<(&'static str, u32)> {
        let piece = &self.pieces[unit];
        let groups: Vec<usize> =
            (0..piece.models.len()).filter(|g| piece.models[*g].iter().any(|(_, alive)| *alive)).collect();
        let group = *groups.choose(&mut self.rng)?;
        let living = piece.models[group].iter().filter(|(_, alive)| *alive).count();
        let (name, number) = (piece.entry.groups[group].name, self.rng.random_range(1..=living));
        let mut order: Vec<usize> = (0..self.pieces[unit].models[group].len()).collect();
        order.sort_by_key(|i| self.facts.models[self.pieces[unit].models[group][*i].0].noted);
        let doomed = order.into_iter().filter(|i| self.pieces[unit].models[group][*i].1).take(number);
        for i in doomed.collect::<Vec<_>>() {
            self.pieces[unit].models[group][i].1 = false;
            let model = self.pieces[unit].models[group][i].0;
            self.happened(What::Died { model });
        }
        if self.pieces[unit].alive() == 0 {
            self.pieces[unit].at = Whereabouts::Dead;
            self.pieces[unit].acting = None;
            self.happened(What::UnitDestroyed { unit });
        }
        Some((name, u32::try_from(number).expect("a few models")))
    }

    /// After losses: places are restated, and passengers of a destroyed transport get out.
    fn aftermath(&mut self, unit: usize) {
        self.restate(unit);
        if self.pieces[unit].at == Whereabouts::Dead {
            let aboard = (0..self.pieces.len()).filter(|u| self.pieces[*u].at == Whereabouts::Embarked(unit));
            for passenger in aboard.collect::<Vec<_>>() {
                self.disembark(passenger);
            }
        }
    }

    pub fn disembark(&mut self, unit: usize) {
        let spot = self.somewhere(unit);
        let at = self.put(unit, spot);
        let (by, id) = (SIDES[self.pieces[unit].side], self.pieces[unit].id.clone());
        self.say(by, format!(r#"{{"disembark":{{"unit":"{id}","at":{at}}}}}"#));
        (self.pieces[unit].at, self.pieces[unit].moved) = (Whereabouts::Field, true);
    }

    /// One unit attacks another: `shoot` or `fight`.
    pub fn attack(&mut self, word: &str, unit: usize) {
        let mut enemies = self.on_field(1 - self.pieces[unit].side);
        if let Some(prey) = self.pieces[unit].prey.filter(|_| word == "fight") {
            enemies.retain(|enemy| *enemy == prey);
        }
        let Some(target) = self.pick(&enemies) else { return };
        let hurts = self.chance(self.temper.blood);
        if word == "shoot" {
            self.did(unit, Deed::Shoot);
            self.pieces[unit].shot = true;
        } else {
            self.did(unit, Deed::Fight);
        }
        let lost = if hurts { self.fell(target) } else { None };
        let lost = lost.map_or(String::new(), |(group, n)| format!(r#","destroyed":{{"{group}":{n}}}"#));
        let (by, id, to) =
            (SIDES[self.pieces[unit].side], self.pieces[unit].id.clone(), self.pieces[target].id.clone());
        let command = format!(r#"{{"{word}":{{"unit":"{id}","attacks":[{{"target":"{to}"{lost}}}]}}}}"#);
        // Most fights are left out, so that the order of the others is no order: each goes under a rule of its own.
        let under = if word == "fight" { r#""under":"Its Own Time","# } else { "" };
        self.records.push(format!(r#"{{"by":"{by}",{under}"do":{command}}}"#));
        self.aftermath(target);
    }

    /// Models lost to anything else.
    pub fn casualties(&mut self, unit: usize, cause: &str) {
        let Some((group, models)) = self.fell(unit) else { return };
        let id = self.pieces[unit].id.clone();
        let lost = format!(r#""unit":"{id}","group":"{group}","models":{models},"cause":"{cause}""#);
        self.say("both", format!(r#"{{"casualties":{{{lost}}}}}"#));
        self.aftermath(unit);
    }

    /// Models return to a unit, on the battlefield or destroyed.
    pub fn restore(&mut self, side: Side) {
        let mut candidates = Vec::new();
        for (unit, piece) in self.pieces.iter().enumerate().filter(|(_, p)| p.side == side) {
            let here = matches!(piece.at, Whereabouts::Field | Whereabouts::Dead);
            for (group, models) in piece.models.iter().enumerate().filter(|_| here) {
                let noted = models.iter().filter(|(m, _)| self.facts.models[*m].noted).count();
                let alike = noted == 0 || noted == models.len();
                if alike && models.iter().any(|(_, alive)| !alive) {
                    candidates.push((unit, group));
                }
            }
        }
        let Some(&(unit, group)) = candidates.choose(&mut self.rng) else { return };
        let dead: Vec<usize> =
            (0..self.pieces[unit].models[group].len()).filter(|i| !self.pieces[unit].models[group][*i].1).collect();
        let number = self.rng.random_range(1..=dead.len());
        for i in dead.into_iter().take(number) {
            self.pieces[unit].models[group][i].1 = true;
            let model = self.pieces[unit].models[group][i].0;
            self.happened(What::Returned { model });
        }
        let mut at = String::new();
        if self.pieces[unit].at == Whereabouts::Dead {
            self.pieces[unit].at = Whereabouts::Field;
            let spot = self.somewhere(unit);
            at = format!(r#","at":{}"#, self.put(unit, spot));
        }
        let (id, name) = (self.pieces[unit].id.clone(), self.pieces[unit].entry.groups[group].name);
        let back = format!(r#""unit":"{id}","group":"{name}","models":{number}{at}"#);
        self.say(SIDES[side], format!(r#"{{"restore":{{{back}}}}}"#));
    }

    /// Plain squads that do nothing else at the moment.
    fn idle_squads(&self, side: Side) -> Vec<usize> {
        let plain = |p: &Piece| p.entry.role == "troops" && p.acting.is_none() && p.alive() >= 2;
        let noted = |u: usize| self.facts.units[u].models.iter().any(|m| self.facts.models[*m].noted);
        self.on_field(side).into_iter().filter(|u| plain(&self.pieces[*u]) && !noted(*u)).collect()
    }

    /// One squad becomes two.
    pub fn split(&mut self, side: Side) {
        let squads: Vec<usize> = (self.idle_squads(side).into_iter())
            .filter(|u| self.pieces[*u].alive() as usize == self.pieces[*u].models[0].len())
            .collect();
        let Some(unit) = self.pick(&squads) else { return };
        let old = self.pieces[unit].clone();
        let cut = self.rng.random_range(1..old.models[0].len());
        let parts = [old.models[0][..cut].to_vec(), old.models[0][cut..].to_vec()];
        let ids = [format!("{}x", old.id), format!("{}y", old.id)];
        let into: Vec<String> = (ids.iter().zip(&parts))
            .map(|(id, models)| format!(r#"{{"id":"{id}","models":{}}}"#, models.len()))
            .collect();
        let parted = format!(r#""unit":"{}","into":[{}]"#, old.id, into.join(","));
        self.say(SIDES[side], format!(r#"{{"split":{{{parted}}}}}"#));
        self.happened(What::Split { side, parts: 2 });
        self.pieces[unit].at = Whereabouts::Away;
        for (id, models) in ids.into_iter().zip(parts) {
            self.successor(&[unit], id, models);
        }
    }

    /// Two squads become one.
    pub fn merge(&mut self, side: Side) {
        let squads: Vec<usize> = self.idle_squads(side).into_iter().filter(|u| !self.facts.units[*u].added).collect();
        let [first, second, ..] = squads[..] else { return };
        let (one, two) = (self.pieces[first].clone(), self.pieces[second].clone());
        if one.entry.groups[0].secured != two.entry.groups[0].secured || one.alive() as usize != one.models[0].len() {
            return;
        }
        if two.alive() as usize != two.models[0].len() {
            return;
        }
        let id = format!("{}z", one.id);
        self.say(SIDES[side], format!(r#"{{"merge":{{"units":["{}","{}"],"id":"{id}"}}}}"#, one.id, two.id));
        self.happened(What::Merged { side, units: 2 });
        let models = one.models[0].iter().chain(&two.models[0]).copied().collect();
        (self.pieces[first].at, self.pieces[second].at) = (Whereabouts::Away, Whereabouts::Away);
        self.successor(&[first, second], id, models);
    }

    /// The unit that takes the place of others.
    fn successor(&mut self, before: &[usize], id: String, models: Vec<(usize, bool)>) {
        let mut piece = self.pieces[before[0]].clone();
        piece.entry.groups[0].count = u32::try_from(models.len()).expect("a few models");
        piece.at = Whereabouts::Field;
        piece.acted_in = before.iter().map(|u| self.pieces[*u].acted_in).max().unwrap_or(0);
        let card = self.facts.units[before[0]].clone();
        let members = models.iter().map(|(m, _)| *m).collect();
        piece.models = vec![models];
        piece.id = id.clone();
        let side = piece.side;
        self.facts.units.push(UnitCard { models: members, from_start: false, ..card });
        self.pieces.push(piece);
        let unit = self.pieces.len() - 1;
        let spot = self.somewhere(unit);
        let at = self.put(unit, spot);
        self.say(SIDES[side], format!(r#"{{"place":{{"unit":"{id}","at":{at}}}}}"#));
    }

    /// A new unit, paid from Reinforcement points.
    pub fn reinforce(&mut self, side: Side) {
        let mut entry = army::squad(3, false);
        entry.role = "elites";
        entry.id = format!("{}n{}", ["a", "b"][side], self.pieces.len());
        if self.pieces.iter().filter(|p| p.side == side && p.id.contains('n')).count() >= 4 {
            return;
        }
        let json = entry.json();
        self.enlist(side, entry, false, false);
        let unit = self.pieces.len() - 1;
        let mut spot = self.somewhere(unit);
        if let Some(range) = &mut spot.in_range {
            range.clear();
        }
        let at = self.put(unit, spot);
        self.pieces[unit].arrived = true;
        let added = format!(r#""player":"{}","unit":{json},"at":{at}"#, SIDES[side]);
        self.say(SIDES[side], format!(r#"{{"add-unit":{{{added}}}}}"#));
    }

    /// A unit is taken off, into reserve or for good.
    pub fn take_off(&mut self, side: Side) {
        let units: Vec<usize> = self
            .on_field(side)
            .into_iter()
            .filter(|u| !["TRANSPORT", "AIRCRAFT"].iter().any(|word| self.pieces[*u].has(word)))
            .collect();
        let Some(unit) = self.pick(&units) else { return };
        let for_good = self.chance(0.3) || self.round() > 3;
        let to = if for_good { "gone" } else { "reserves" };
        let id = self.pieces[unit].id.clone();
        self.say(SIDES[side], format!(r#"{{"remove":{{"unit":"{id}","to":"{to}"}}}}"#));
        self.did(unit, Deed::Reposition);
        self.pieces[unit].at = if for_good { Whereabouts::Away } else { Whereabouts::Reserve };
        self.pieces[unit].exempt = true;
    }
}
