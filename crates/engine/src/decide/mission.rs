//! Which mission is played, and whether the dice give it.
//!
//! # Source
//! `docs/rules/sequence.md`, A-3; `docs/rules/editions.md`, 002-1 and 002-10.

use std::sync::Arc;

use adjutant_core::chain::Hash;
use adjutant_core::ids::MissionId;
use adjutant_core::numbers::{Face, FaceOfThree};
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::event::Event;
use crate::law::{Pack, Packs};
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::Mission;

/// The dice that rolled a mission: as a D33, or in order.
pub(super) type Rolled<'a> = (Option<[FaceOfThree; 2]>, Option<&'a [Face]>);

/// Faces that were rolled, in words.
fn in_words(as_digits: bool, faces: &[i32]) -> String {
    let faces: Vec<String> = faces.iter().map(i32::to_string).collect();
    if as_digits { format!("a roll of {}", faces.concat()) } else { format!("a roll of {}", faces.join(" and ")) }
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
                format!("no mission `{id}` in pack {}", pack.file.id),
                format!("one of {}", ids.join(" ")),
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
                format!("this log needs pack {} with rules {recorded} for {id}; we have {ours}", pack.file.id),
                "the folder of that version, named with --packs DIR; or `replay --other-rules`",
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
                    format!("{id} is not played by an army bent on {is}, as that of player {player} is"),
                    "a mission of both armies",
                );
            }
        }
        let played = self.state.open.as_ref().map_or(size, |open| open.size.as_str());
        if size != played {
            return refuse(
                RefusalCode::BadValue,
                format!("{id} is a mission for {size}; this match is opened as {played}"),
                format!("a mission for {played}, or a match opened as {size}"),
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
            let dice = pack.law.rolls.mission.map(|dice| format!("the faces of {dice} where the pack rolls them; "));
            return refuse(
                RefusalCode::BadValue,
                format!("{} gives no mission of pack {}", in_words(rolled.0.is_some(), &faces), pack.file.id),
                format!("{}no dice where the mission was agreed", dice.unwrap_or_default()),
            );
        };
        if mission.is_rolled_by(&faces) {
            return Ok(());
        }
        let needs = pack.dice_of(mission).unwrap_or_else(|| "no dice".into());
        refuse(
            RefusalCode::BadValue,
            format!("{} does not give {id}", in_words(dice.as_digits(), &faces)),
            format!("{needs}; or the mission of that roll; or no dice where it was agreed"),
        )
    }
}
