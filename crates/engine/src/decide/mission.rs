//! Which mission is played, and whether the dice give it.
//!
//! # Source
//! `docs/rules/sequence.md`, A-3; `docs/rules/editions.md`, 002-1 and 002-10.

use std::sync::Arc;

use adjutant_core::chain::Hash;
use adjutant_core::ids::MissionId;
use adjutant_core::numbers::{Face, FaceOfThree};
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::event::Event;
use crate::law::{Pack, Packs};
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::Mission;

/// The dice that rolled a mission: as a D33, or in order.
pub(super) type Rolled<'a> = (Option<[FaceOfThree; 2]>, Option<&'a [Face]>);

/// Faces that were rolled, in words.
fn in_words(as_digits: bool, faces: &[i32]) -> Sentence {
    let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
    if as_digits { say!("a roll of {}", faces.concat()) } else { say!("a roll of {}", faces.join(" and ")) }
}

impl Desk<'_> {
    pub(super) fn mission(&self, packs: &Packs, id: &MissionId, rolled: Rolled<'_>, hash: Option<Hash>) -> Decision {
        let Some(opened) = &self.state.pack else { return Ok(Vec::new()) };
        // Versions of one ruleset may differ in this mission: the log names the one that it was played under.
        let same = |pack: &&Arc<Pack>| pack.rules == opened.rules && pack.rules_hashes.get(id).copied() == hash;
        let pack = packs.versions(&opened.file.id).find(same).unwrap_or(opened);
        let Some(mission) = pack.missions.get(id) else {
            let ids: Vec<&str> = pack.missions.keys().map(|id| id.as_str()).collect();
            return refuse(
                RefusalCode::Unknown,
                say!("no mission `{}` in pack {}", typed(&id), pack.file.id),
                say!("one of {}", ids.join(" ")),
            );
        };
        self.mission_fits(mission)?;
        self.dice_give(pack, mission, rolled)?;
        if self.state.mission.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                "the mission is set already",
                "take back the earlier `mission` first",
            );
        }
        if let (Some(recorded), Some(ours)) = (hash, pack.rules_hashes.get(id))
            && recorded != *ours
        {
            return refuse(
                RefusalCode::OtherRules,
                say!("this log needs pack {} with rules {} for {}; we have {}", pack.file.id, recorded, id, ours),
                "the folder of that version",
            );
        }
        Ok(vec![Event::MissionChosen { mission: Arc::clone(mission), pack: Arc::clone(pack) }])
    }

    /// Refuses a mission of another battle size.
    fn mission_fits(&self, mission: &Mission) -> Result<(), Refusal> {
        let (id, size) = (&mission.id, mission.size.as_str());
        for player in Player::BOTH {
            let is = self.state.disposition(player).filter(|is| !mission.primaries.contains_key(is));
            if let Some(is) = is.filter(|_| !mission.primaries.is_empty()) {
                return refuse(
                    RefusalCode::BadValue,
                    say!("{} is not played by an army bent on {}, as that of {} is", id, is, player),
                    "a mission of both armies",
                );
            }
        }
        let played = self.state.open.as_ref().map_or(size, |open| open.size.as_str());
        if size != played {
            return refuse(
                RefusalCode::BadValue,
                say!("{} is a mission for {}; this match is opened as {}", id, size, played),
                say!("a mission for {}, or a match opened as {}", played, size),
            );
        }
        Ok(())
    }

    /// Refuses dice that the pack does not roll, and those that give another mission. A `d33` is two D3, as digits.
    fn dice_give(&self, pack: &Pack, mission: &Mission, rolled: Rolled<'_>) -> Result<(), Refusal> {
        // Law 1 took a list without dice for none.
        if rolled.1 == Some(&[]) && self.state.is_under_law(2) {
            return refuse(
                RefusalCode::BadValue,
                "`rolled` without any dice",
                "no `rolled` where the mission was agreed",
            );
        }
        let faces: Vec<i32> = match (rolled.0, rolled.1.unwrap_or_default()) {
            (None, []) => return Ok(()),
            (Some(d33), []) => d33.iter().map(|face| face.get()).collect(),
            (None, rolled) => rolled.iter().map(|face| face.get()).collect(),
            (Some(_), [_, ..]) => {
                return refuse(RefusalCode::BadValue, "`d33` and `rolled` in one record", "one of them");
            }
        };
        let id = &mission.id;
        let Some(dice) = pack.law.rolls.mission.filter(|dice| {
            let sides = i32::try_from(dice.sides()).unwrap_or(0);
            let of_three = rolled.0.is_none() || (dice.as_digits() && sides == 3);
            of_three && faces.len() == dice.count() as usize && faces.iter().all(|face| *face <= sides)
        }) else {
            let dice = pack.law.rolls.mission.map(|dice| say!("the faces of {} where the pack rolls them; ", dice));
            return refuse(
                RefusalCode::BadValue,
                say!("{} gives no mission of pack {}", in_words(rolled.0.is_some(), &faces), pack.file.id),
                say!("{}no dice where the mission was agreed", dice.unwrap_or_default()),
            );
        };
        if mission.is_rolled_by(&faces) {
            return Ok(());
        }
        let needs = pack.dice_of(mission).unwrap_or_else(|| "no dice".into());
        refuse(
            RefusalCode::BadValue,
            say!("{} does not give {}", in_words(dice.as_digits(), &faces), id),
            say!("{}; or the mission of that roll; or no dice where it was agreed", needs),
        )
    }
}
