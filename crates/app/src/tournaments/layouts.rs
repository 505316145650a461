//! Whether the terrain of an event's tables fits the boards of their matches, which are opened without it where it does not.

use adjutant_core::terrain::Layout;
use adjutant_engine::command::Command;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::{By, Player};
use adjutant_tournament::command::{Create, Pairing};
use adjutant_tournament::tables::named_missions;
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

/// The layouts of the tables that do not fit a mission that may be played there: those that rounds and table name, else
/// all of the event's pack and size.
///
/// # Errors
/// A battle size that the pack does not have, or names that no match takes.
pub fn unfit(
    known: &Known,
    state: &Tournament,
    tables: impl IntoIterator<Item = TableNumber>,
) -> Result<Vec<Unfit>, Error> {
    let Some(create) = state.create.as_deref().filter(|create| create.pack.is_some()) else { return Ok(Vec::new()) };
    let (pack, size) = (pack(known, Some(create)), battle_size(known, create)?);
    let mut unfit = Vec::new();
    // Tables of a hall are often laid out alike.
    let mut judged: Vec<((&Layout, MissionId), Option<Refusal>)> = Vec::new();
    for table in tables.into_iter().filter_map(|table| state.tables.get(&table)) {
        let Some(layout) = &table.layout else { continue };
        let mut missions: Vec<MissionId> = named_missions(state, table).into_iter().cloned().collect();
        if missions.is_empty() {
            missions = pack.iter().flat_map(|pack| pack.missions_of(size)).map(|mission| mission.id.clone()).collect();
        }
        for mission in missions {
            let asked = (layout, mission);
            let at = match judged.iter().position(|(before, _)| *before == asked) {
                Some(at) => at,
                None => {
                    let refused = against(known, state, create, layout, &asked.1)?;
                    judged.push((asked, refused));
                    judged.len() - 1
                }
            };
            let ((layout, mission), refused) = &judged[at];
            let (table, layout, mission) = (table.table, layout.name.clone(), mission.clone());
            unfit.extend(refused.clone().map(|why| Unfit { table, layout, mission, why }));
        }
    }
    Ok(unfit)
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
    let sides = played.into_iter().flat_map(|played| played.primaries.keys().cycle());
    let bent_on = Player::ALL.into_iter().zip(sides).map(|(player, is)| Command::Disposition { player, is: *is });
    let begun = [Command::Open(Box::new(open))].into_iter().chain(bent_on);
    let mut game = known.new_match();
    let mut refused = |command: Command| game.record(By::Both, command).err();
    if begun.chain([mission_command(mission.clone(), pack.as_deref())]).any(|command| refused(command).is_some()) {
        return Ok(None);
    }
    Ok(laying(layout).find_map(refused))
}
