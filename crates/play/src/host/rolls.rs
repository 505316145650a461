//! Dice that the program throws: from the seed of the match where it has one, with the other player's number where that
//! is sealed, and from the system's random source otherwise.

use adjutant_app::draw;
use adjutant_engine::command::Command;
use adjutant_engine::dice::Dice;
use adjutant_engine::ids::{MarkerId, Name};
use adjutant_engine::numbers::{Face, FaceOfThree};
use adjutant_engine::side::By;

use crate::due;
use crate::error::Error;
use crate::host::desk::Host;
use crate::step::Deed;

/// How often dice that name nothing are thrown again before they are given up.
const ROLLS_MAX: usize = 1000;

impl Host {
    /// Rolls the mission; a roll that gives none is made again.
    pub(crate) fn roll_mission(&mut self) -> Result<(), Error> {
        let purpose = name("mission")?;
        let state = self.recording().game().state();
        let Some(dice) = state.law().rolls.mission else {
            return Err(Error::refused("these rules roll no mission").hint("choose one by its letter"));
        };
        // A roll that gives no mission is made again; all its dice are recorded.
        for _ in 0..ROLLS_MAX {
            let faces = match self.sealed_dice()? {
                Some(drawing) => self.rolled(&drawing, dice, purpose.as_str())?,
                None => {
                    let faces = draw::faces(self.recording().game(), dice, purpose.as_str())?;
                    let roll = faces.clone();
                    self.record(By::Both, Command::Roll { purpose: purpose.clone(), roll, rerolled: None })?;
                    faces
                }
            };
            let read: Vec<i32> = faces.iter().map(|face| face.get()).collect();
            let missions = due::missions(self.recording().game().state());
            let Some(mission) = missions.into_iter().find(|mission| mission.is_rolled_by(&read)) else { continue };
            let mission = mission.id.clone();
            let as_digits = dice.as_digits() && dice.sides() == 3;
            let d33: Option<Vec<FaceOfThree>> = read.iter().map(|face| FaceOfThree::new(*face)).collect();
            let d33 = d33.and_then(|faces| faces.try_into().ok()).filter(|_| as_digits);
            let rolled = Some(faces).filter(|_| !as_digits);
            return self.record(By::Both, Command::Mission { mission, d33, rolled, rules_hash: None });
        }
        Err(Error::refused("no roll gave a mission"))
    }

    /// Rolls one die for each player.
    pub(crate) fn roll_off(&mut self, purpose: &'static str) -> Result<(), Error> {
        let (said, command) = match self.sealed_dice()? {
            Some(drawing) => (drawing.said(By::Both), drawing.roll_off(self.recording().game(), purpose)?),
            None => {
                let dice = draw::roll_off(self.recording().game(), purpose)?;
                (By::Both.into(), Command::RollOff { purpose: name(purpose)?, dice })
            }
        };
        self.record_said(said, command)
    }

    /// Whether a deed throws dice of a sealed seed, for which the other player says a number first.
    pub(crate) fn asks_for_number(&self, deed: &Deed) -> bool {
        let source = self.recording().game().state().open.as_ref().and_then(|open| open.dice.as_ref());
        let throws = matches!(deed, Deed::Throw(..) | Deed::RollMission | Deed::RollOff(_) | Deed::DrawMarker(..));
        throws && self.number.is_none() && source.is_some_and(|source| source.seed.is_none())
    }

    /// The dice of a sealed seed, with the number that was said; none where the seed is open or there is none.
    fn sealed_dice(&self) -> Result<Option<draw::Drawing>, Error> {
        let Some(number) = self.number else { return Ok(None) };
        Ok(Some(draw::Drawing::of(self.recording().game(), &self.vault, Some(number))?))
    }

    /// Rolls for a purpose and records it.
    fn rolled(&mut self, drawing: &draw::Drawing, dice: Dice, purpose: &str) -> Result<Vec<Face>, Error> {
        let command = drawing.roll(self.recording().game(), dice, purpose)?;
        let faces = if let Command::Roll { roll, .. } = &command { roll.clone() } else { Vec::new() };
        self.record_said(drawing.said(By::Both), command)?;
        Ok(faces)
    }

    /// One of some markers, by the first die that names one.
    pub(crate) fn drawn(&mut self, purpose: &str, among: &[MarkerId]) -> Result<MarkerId, Error> {
        if let Some(drawing) = self.sealed_dice()? {
            for _ in 0..ROLLS_MAX {
                let faces = self.rolled(&drawing, "d6".parse().map_err(draw::wrong)?, purpose)?;
                let index = faces.first().and_then(|face| usize::try_from(face.get() - 1).ok());
                if let Some(marker) = index.and_then(|index| among.get(index)) {
                    return Ok(marker.clone());
                }
            }
            return Err(Error::refused("the dice named no marker").hint("choose it by letter"));
        }
        let mut rolled: Vec<Face> = Vec::new();
        let faces = draw::faces(self.recording().game(), "100d6".parse().map_err(draw::wrong)?, purpose)?;
        for face in faces {
            rolled.push(face);
            let index = usize::try_from(face.get() - 1).unwrap_or(usize::MAX);
            if let Some(marker) = among.get(index) {
                let marker = marker.clone();
                self.record(By::Both, Command::Roll { purpose: name(purpose)?, roll: rolled, rerolled: None })?;
                return Ok(marker);
            }
        }
        Err(Error::refused("the dice named no marker").hint("choose it by letter"))
    }
}

fn name(text: &str) -> Result<Name, Error> {
    Name::new(text).map_err(|error| Error::usage(error.to_string()))
}
