//! Whether the terrain of an event's tables fits the boards of their matches, which are opened without it where it does not.

use adjutant_core::terrain::Layout;
use adjutant_engine::command::Command;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::{By, Player};
use adjutant_tournament::command::{Create, Pairing};
use adjutant_tournament::{MissionId, PlayerId, RoundNumber, TableNumber, Tournament};

use super::matches::{battle_size, laying, mission_command, opening, pack};
use crate::error::Error;
use crate::packs::Known;

/// A layout that is not laid, as a piece of it does not fit the board of a mission.
#[derive(Clone, Debug)]
pub struct Unfit {
    /// The table.
    pub table: TableNumber,
    /// What the layout is called.
    pub layout: adjutant_tournament::Name,
    /// The mission.
    pub mission: MissionId,
    /// What the rules say against it.
    pub why: Refusal,
}

/// The layouts of the tables that do not fit a mission that may be played there: that of the table, else those of the
/// rounds, else all of the event's pack and size.
///
/// # Errors
/// A battle size that the pack does not have, or names that no match takes.
pub fn unfit(
    known: &Known,
    state: &Tournament,
    tables: impl IntoIterator<Item = TableNumber>,
) -> Result<Vec<Unfit>, Error> {
    let Some(create) = state.create.as_deref().filter(|create| create.pack.is_some()) else { return Ok(Vec::new()) };
    let mut unfit = Vec::new();
    for table in tables {
        let Some(layout) = state.tables.get(&table).and_then(|table| table.layout.as_ref()) else { continue };
        for mission in played_on(known, state, create, table)? {
            let refused = against(known, state, create, layout, &mission)?;
            unfit.extend(refused.map(|why| Unfit { table, layout: layout.name.clone(), mission, why }));
        }
    }
    Ok(unfit)
}

/// The missions that may be played on a table.
fn played_on(known: &Known, state: &Tournament, create: &Create, table: TableNumber) -> Result<Vec<MissionId>, Error> {
    if let Some(own) = state.tables.get(&table).and_then(|table| table.mission.clone()) {
        return Ok(vec![own]);
    }
    if !state.policies().missions.is_empty() {
        return Ok(state.policies().missions.clone());
    }
    let (Some(pack), size) = (pack(known, Some(create)), battle_size(known, create)?) else { return Ok(Vec::new()) };
    Ok(pack.missions.values().filter(|mission| mission.size == size).map(|mission| mission.id.clone()).collect())
}

/// What the rules say against a layout on a mission; nothing where it fits, or where the mission itself is not theirs.
fn against(
    known: &Known,
    state: &Tournament,
    create: &Create,
    layout: &Layout,
    mission: &MissionId,
) -> Result<Option<Refusal>, Error> {
    let (one, two) = (PlayerId::new("one")?, PlayerId::new("two")?);
    let open = opening(
        known,
        "layout",
        state,
        create,
        RoundNumber(1),
        &Pairing { table: TableNumber(1), one, two, mission: None },
    )?;
    let pack = pack(known, Some(create));
    let played = pack.as_ref().and_then(|pack| pack.missions.get(mission));
    let sides = || Player::ALL.into_iter().zip(played.into_iter().flat_map(|played| played.primaries.keys().cycle()));
    let bent_on = sides().map(|(player, is)| Command::Disposition { player, is: *is });
    let begun = [Command::Open(Box::new(open))].into_iter().chain(bent_on);
    let mut game = known.new_match();
    let mut refused = |command: Command| game.record(By::Both, command).err();
    if begun.chain([mission_command(mission.clone(), pack.as_deref())]).any(|command| refused(command).is_some()) {
        return Ok(None);
    }
    Ok(laying(layout).find_map(refused))
}
