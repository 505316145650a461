//! Between an event and its matches: opens them when a round is published, takes their results.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_core::ids::DispositionId;
use adjutant_core::terrain::Layout;
use adjutant_core::text::Text;
use adjutant_engine::command::{BattleSize, Command, DiceSource, EventRef, Open, PlayerCard, Winner};
use adjutant_engine::ids::{MatchId, MissionId, Name};
use adjutant_engine::law::Pack;
use adjutant_engine::legal::Kind;
use adjutant_engine::numbers::Whole;
use adjutant_engine::rules::{Disposition, Mission};
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::view::Status;
use adjutant_replay::matches::both_signed;
pub use adjutant_replay::tournaments::tables::same_players;
use adjutant_replay::tournaments::tables::{ATTEMPTS, belongs, called, ids};
use adjutant_store::StreamKind;
use adjutant_tournament::command::{self, Create, Pairing, ResultEntry};
use adjutant_tournament::policy::{Dice, Meeting, Policies, Scheme};
use adjutant_tournament::state::Round;
use adjutant_tournament::{PlayerId, RoundNumber, TableNumber, Tournament};

use crate::app::App;
use crate::draw;
use crate::error::{Error, TournamentError};
use crate::matches::Recording;
use crate::packs::{Known, default_pack};
use crate::secrets::Vault;
use crate::tournaments::TournamentRecording;

/// Opens the matches of a round that are not open yet, and returns them all with their tables.
///
/// A match that was opened for other players, before a repair, stays as it is: the new one has a further number. Where the
/// event seals its dice, the vault holds each seed before the log of its match names the hash.
///
/// # Errors
/// Names or missions that the rules of a match refuse, or a database that cannot be written.
pub fn open(
    app: &mut App,
    vault: &Vault,
    event: &TournamentRecording,
    round: RoundNumber,
) -> Result<Vec<(TableNumber, MatchId)>, Error> {
    let id = |recording: Recording| MatchId::new(recording.id());
    let opened = open_all(app, vault, event, round)?;
    opened.into_iter().map(|(table, recording)| Ok((table, id(recording)?))).collect()
}

/// The same, for a program that goes on with the matches themselves.
///
/// # Errors
/// As [`open`].
pub fn open_all(
    app: &mut App,
    vault: &Vault,
    event: &TournamentRecording,
    round: RoundNumber,
) -> Result<Vec<(TableNumber, Recording)>, Error> {
    let state = event.state();
    let Some(create) = state.create.as_deref().filter(|create| create.pack.is_some()) else { return Ok(Vec::new()) };
    let Some(known) = state.round(round).filter(|_| !create.policies.by_games()) else { return Ok(Vec::new()) };
    let pack = match create.pack_hash {
        Some(_) => Some(pack(event.known(), Some(create)).ok_or_else(|| not_found(create))?),
        None => None,
    };
    let mut opened = Vec::new();
    for pairing in &known.pair.tables {
        opened.push((pairing.table, at_table((app, vault), event, (create, pack.as_deref()), round, pairing)?));
    }
    Recording::commit_all(opened.iter_mut().map(|(_, recording)| recording), app)?;
    Ok(opened)
}

/// Whether the tables of an event record matches: it names a pack, and a table has one game.
pub fn recorded(state: &Tournament) -> bool {
    state.create.as_deref().is_some_and(|create| create.pack.is_some() && !create.policies.by_games())
}

/// The match that was opened for a table of a round; nothing where none was.
///
/// # Errors
/// A database that cannot be read, or a stored log that the rules do not take.
pub fn find(app: &App, state: &Tournament, round: RoundNumber, table: TableNumber) -> Result<Option<Recording>, Error> {
    let Some(create) = state.create.as_deref().filter(|create| create.pack.is_some()) else { return Ok(None) };
    let Some(known) = state.round(round).filter(|_| !create.policies.by_games()) else { return Ok(None) };
    let Some(pairing) = known.at(table) else { return Ok(None) };
    let opened = known.opened_at(table);
    opened_for(app, state, known, pairing, |open| {
        open.event.as_ref().is_some_and(|there| belongs(there, create, round, opened))
    })
}

/// The match that is printed for a table: the one that its result names, otherwise the one opened for its players.
///
/// # Errors
/// As [`find`].
pub fn printed(app: &App, state: &Tournament, round: &Round, pairing: &Pairing) -> Result<Option<Recording>, Error> {
    match round.results.get(&pairing.table).and_then(|result| result.from.as_ref()) {
        Some(from) => there(app, from.id.as_str()),
        None => opened_for(app, state, round, pairing, |_| true),
    }
}

/// The first match of a table that was opened for its players, and that fits.
fn opened_for(
    app: &App,
    state: &Tournament,
    round: &Round,
    pairing: &Pairing,
    fits: impl Fn(&Open) -> bool,
) -> Result<Option<Recording>, Error> {
    let Some(create) = state.create.as_deref() else { return Ok(None) };
    for id in ids(create, round.pair.round, round.opened_at(pairing.table)) {
        let Some(recording) = there(app, &id)? else { return Ok(None) };
        let open = recording.game().state().open.as_deref();
        if open.is_some_and(|open| fits(open) && same_players(state, pairing, &open.players)) {
            return Ok(Some(recording));
        }
    }
    Ok(None)
}

fn there(app: &App, id: &str) -> Result<Option<Recording>, Error> {
    let known = MatchId::new(id).is_ok() && app.head(StreamKind::Match, id)?.is_some();
    Ok(if known { Some(Recording::load(app, id)?) } else { None })
}

/// The match of a table, sealed and not yet written where it is new.
fn at_table(
    (app, vault): (&App, &Vault),
    event: &TournamentRecording,
    (create, pack): (&Create, Option<&Pack>),
    round: RoundNumber,
    pairing: &Pairing,
) -> Result<Recording, Error> {
    // A game that was moved after its match was opened keeps that match.
    let opened = event.state().round(round).map_or(pairing.table, |known| known.opened_at(pairing.table));
    let pairing = &Pairing { table: opened, ..pairing.clone() };
    let stem = format!("{}-r{round}-t{:02}", create.event, pairing.table.0);
    let table = event.state().tables.get(&pairing.table).filter(|_| pairing.mission.is_some());
    let layout = table.and_then(|table| table.layout.as_ref());
    for id in ids(create, round, pairing.table) {
        let open = Open {
            rules: pack.map(|pack| pack.rules),
            ..opening(event.known(), &id, event.state(), create, round, pairing)?
        };
        let mut recording = Recording::load_or_new(app, &id)?;
        match recording.game().state().open.as_deref() {
            None => {
                let open = Open { dice: dice(create.policies.dice, vault, &open.id)?, ..open };
                let bent_on = bent_on(event.state(), pairing);
                fill(&mut recording, open, bent_on, pairing.mission.as_ref(), pack)?;
                lay(&mut recording, layout);
                return Ok(recording);
            }
            Some(there) if there.event == open.event && same_players(event.state(), pairing, &there.players) => {
                lay(&mut recording, layout);
                return Ok(recording);
            }
            Some(_) => {}
        }
    }
    Err(TournamentError::TablesTaken { last: format!("{stem}-{ATTEMPTS}"), first: stem }.into())
}

/// The seed of a match that is new.
fn dice(policy: Dice, vault: &Vault, id: &MatchId) -> Result<Option<DiceSource>, Error> {
    match policy {
        Dice::ByHand => Ok(None),
        Dice::Open => draw::unsealed().map(Some),
        Dice::Sealed => draw::seal(vault, id).map(Some),
    }
}

fn fill(
    recording: &mut Recording,
    open: Open,
    bent_on: Vec<Command>,
    mission: Option<&MissionId>,
    pack: Option<&Pack>,
) -> Result<(), Error> {
    let mut commands = vec![Command::Open(Box::new(open))];
    commands.extend(bent_on);
    if let Some(mission) = mission.cloned() {
        commands.push(mission_command(mission, pack));
    }
    for command in commands {
        let place = format!("match {}, record {}", recording.id(), recording.seq() + 1);
        let words = match &command {
            Command::Mission { mission, .. } => format!("mission {mission}"),
            other => other.name().to_owned(),
        };
        let taken = recording.take(By::Both, command, None);
        taken.map_err(|error| error.explain(&place, &words))?;
    }
    Ok(())
}

/// Lays a layout on the board of a match: all of it, or nothing where a piece does not fit. The battle goes on without it
/// then, and its players say themselves what stands there. A match that was opened before has the layout of then taken
/// back first, as long as nothing was said in it since.
fn lay(recording: &mut Recording, layout: Option<&Layout>) {
    let Some(layout) = layout.filter(|layout| recording.game().state().terrain() != layout.pieces) else { return };
    let opens = |command: &Command| {
        let kinds = [Kind::Open, Kind::Mission, Kind::Disposition, Kind::Terrain];
        kinds.contains(&command.kind())
    };
    if !recording.standing().all(|record| opens(&record.command)) {
        return;
    }
    let standing = recording.standing().filter(|record| matches!(*record.command, Command::Terrain(_)));
    let mut before: Vec<u64> = standing.map(|record| record.seq).collect();
    before.reverse();
    let mut laid = recording.clone();
    let why = || Text::new("another layout").unwrap_or_else(|| unreachable!("a few words"));
    let retracts = before.into_iter().map(|seq| Command::Retract { seq, why: why() });
    let mut commands = retracts.chain(laying(layout));
    if commands.all(|command| laid.take(By::Both, command, None).is_ok()) {
        *recording = laid;
    }
}

/// The commands that lay a layout.
pub(super) fn laying(layout: &Layout) -> impl Iterator<Item = Command> + '_ {
    layout.pieces.iter().map(|piece| Command::Terrain(Box::new(piece.clone())))
}

/// Packs of one ruleset may differ in their missions: the hash says which one is meant.
pub(super) fn mission_command(mission: MissionId, pack: Option<&Pack>) -> Command {
    let rules_hash = pack.and_then(|pack| pack.rules_hashes.get(&mission).copied());
    Command::Mission { mission, d33: None, rolled: None, rules_hash }
}

/// What the two armies are bent on, as far as the event knows, where its missions go by that: other packs know no such word.
fn bent_on(state: &Tournament, pairing: &Pairing) -> Vec<Command> {
    if state.policies().matrix.is_empty() {
        return Vec::new();
    }
    let said = |(player, id): (Player, &PlayerId)| {
        let is = Disposition::new(state.player(id)?.entry.disposition.as_ref()?.as_str())?;
        Some(Command::Disposition { player, is })
    };
    [(Player::One, &pairing.one), (Player::Two, &pairing.two)].into_iter().filter_map(said).collect()
}

/// What a list that is handed in says that the army is bent on; nothing where the event's missions do not go by that, or the
/// file is no list that can be read.
pub fn list_is_bent_on(state: &Tournament, list: &[u8]) -> Option<DispositionId> {
    if state.policies().matrix.is_empty() {
        return None;
    }
    let import = adjutant_rosters::import::read(list, Player::One).ok()?;
    DispositionId::new(import.roster.disposition?.as_str()).ok()
}

pub(super) fn opening(
    known: &Known,
    id: &str,
    state: &Tournament,
    create: &Create,
    round: RoundNumber,
    pairing: &Pairing,
) -> Result<Open, Error> {
    let table = pairing.table;
    let refused_id = |error| TournamentError::TableId { table, error };
    let out_of_range = || TournamentError::NoMatchLog { round, table };
    Ok(Open {
        format: Whole::new(1).ok_or_else(out_of_range)?,
        id: MatchId::new(id).map_err(refused_id)?,
        pack: create.pack.clone().ok_or_else(out_of_range)?,
        rules: None,
        engine: None,
        law: None,
        size: battle_size(known, create)?,
        points: None,
        agreed: Vec::new(),
        players: BySide { one: card(state, &pairing.one)?, two: card(state, &pairing.two)? },
        event: Some(EventRef {
            id: create.event.clone(),
            round: Whole::new(round.0.into()).ok_or_else(out_of_range)?,
            table: Whole::new(pairing.table.0.into()).ok_or_else(out_of_range)?,
        }),
        dice: None,
        names: create.names,
    })
}

fn card(state: &Tournament, player: &PlayerId) -> Result<PlayerCard, Error> {
    let refused = |error| TournamentError::Name { player: player.to_string(), error };
    let entry = state.player(player).map(|player| &player.entry);
    let sealed = state.create.as_ref().is_some_and(|create| !create.names.is_open());
    Ok(PlayerCard {
        name: Name::new(&state.shown(player))
            .or_else(|_| Name::new(entry.map_or(player.as_str(), |entry| entry.name.as_str())))
            .map_err(refused)?
            .into(),
        player: sealed.then(|| player.clone()),
        faction: entry.and_then(|entry| entry.faction.clone()),
        team: entry.and_then(|entry| entry.team.clone()),
    })
}

/// The battle size of an event; the largest of its pack where it names none.
///
/// # Errors
/// A size that the pack does not have.
pub fn battle_size(known: &Known, create: &Create) -> Result<BattleSize, Error> {
    let pack = pack(known, Some(create)).unwrap_or_else(default_pack);
    let sizes = pack.file.by_points();
    let named = create.size.as_ref().map(|size| size.as_str());
    let found = match named {
        None => sizes.last(),
        Some(named) => sizes.iter().find(|size| size.as_str() == named),
    };
    let known = || sizes.iter().map(BattleSize::to_string).collect();
    let unknown = || TournamentError::BattleSize { found: named.unwrap_or_default().to_owned(), known: known() };
    found.copied().ok_or_else(|| unknown().into())
}

/// The pack that the matches of an event are played under, where it names one that is known.
pub fn pack(known: &Known, create: Option<&Create>) -> Option<Arc<Pack>> {
    let create = create?;
    let id = create.pack.as_ref()?;
    let packs = known.packs();
    let wanted = |pack: &&Arc<Pack>| create.pack_hash.is_none_or(|hash| pack.hash() == hash);
    packs.versions(id).find(wanted).cloned()
}

fn not_found(create: &Create) -> Error {
    let pack = create.pack.as_ref().map_or_else(String::new, ToString::to_string);
    let hash = create.pack_hash.map_or_else(String::new, |hash| format!(" of hash {hash}"));
    TournamentError::Pack { pack, hash }.into()
}

/// The missions of the event's pack and battle size that go by what the armies are bent on; none where they do not.
///
/// # Errors
/// As [`battle_size`].
pub fn meetings(known: &Known, create: &Create) -> Result<Vec<Meeting>, Error> {
    let (Some(pack), size) = (pack(known, Some(create)), battle_size(known, create)?) else { return Ok(Vec::new()) };
    let mut met: BTreeMap<[Disposition; 2], Vec<MissionId>> = BTreeMap::new();
    for mission in pack.missions_of(size) {
        let mut keys = mission.primaries.keys().copied();
        if let Some(first) = keys.next() {
            met.entry([first, keys.next().unwrap_or(first)]).or_default().push(mission.id.clone());
        }
    }
    let of = |(between, missions): ([Disposition; 2], _)| {
        let [one, two] = between.map(|is| DispositionId::new(is.as_str()));
        Ok(Meeting { between: [one?, two?], missions })
    };
    met.into_iter().map(of).collect()
}

/// The usual policies of an event of this pack, for teams of this size: those of its edition where that is known.
///
/// # Errors
/// As [`meetings`].
pub fn usual(known: &Known, create: &Create, team_size: u16) -> Result<Policies, Error> {
    let matrix = meetings(known, create)?;
    let plain = Policies { team_size, ..Policies::default() };
    Ok(match matrix.is_empty() {
        true => plain,
        false => Policies { matrix, ..Scheme::Record.applied_to(&plain) },
    })
}

/// A mission of the event's pack; of any known pack where the event names none.
pub fn mission(known: &Known, create: Option<&Create>, id: &str) -> Option<Arc<Mission>> {
    let id = MissionId::new(id).ok()?;
    if create.is_some_and(|create| create.pack.is_some()) {
        return pack(known, create)?.missions.get(&id).cloned();
    }
    known.packs().iter().find_map(|pack| pack.missions.get(&id).cloned())
}

/// Checks that an event may be played on missions of these ids.
///
/// # Errors
/// The first that the pack does not have, or that is for another battle size.
pub fn check_missions(known: &Known, create: &Create, missions: &[MissionId]) -> Result<(), Error> {
    if create.pack.is_none() {
        return Ok(());
    }
    let pack = pack(known, Some(create)).ok_or_else(|| not_found(create))?;
    let size = battle_size(known, create)?;
    for id in missions {
        if mission(known, Some(create), id.as_str()).is_none_or(|mission| mission.size != size) {
            let known = pack.missions_of(size).map(|known| known.id.to_string()).collect();
            return Err(TournamentError::Mission { mission: id.to_string(), known }.into());
        }
    }
    Ok(())
}

/// The result of a table as its match log tells it: the engine's totals, and the head that vouches for them.
///
/// # Errors
/// A match of an older law than the event names, one that has not ended, whose result is provisional (unless that is
/// `allowed`), or that was played by others or for another table.
pub fn result(
    state: &Tournament,
    event: &adjutant_tournament::TournamentId,
    recording: &Recording,
    allowed: bool,
) -> Result<ResultEntry, Error> {
    let id = recording.id();
    let named = || id.to_owned();
    let view = recording.game().view();
    let open = recording.game().state().open.as_deref();
    let belongs = open.and_then(|open| open.event.as_ref()).filter(|there| there.id.as_str() == event.as_str());
    let Some(belongs) = belongs else {
        return Err(TournamentError::NotOfEvent { id: named(), event: event.to_string() }.into());
    };
    if let (Some(law), Some(event)) = (recording.older_law(), state.create.as_ref().and_then(|create| create.law)) {
        return Err(TournamentError::OlderMatch { id: named(), law, named: event }.into());
    }
    let Some(result) = &view.result else {
        if let Some(name) =
            [&view.players.one, &view.players.two].into_iter().find_map(|p| p.conceded.then_some(&p.name))
        {
            let player = name.as_ref().map_or("a player", Name::as_str).to_owned();
            return Err(TournamentError::Conceded { id: named(), player }.into());
        }
        return Err(TournamentError::NotEnded { id: named(), begun: view.status != Status::Setup }.into());
    };
    if result.provisional && !allowed {
        return Err(TournamentError::Provisional { id: named(), open: view.needs.len() }.into());
    }
    let number = |number: i32| u16::try_from(number).unwrap_or(u16::MAX);
    let (round, opened) = (RoundNumber(number(belongs.round.get())), TableNumber(number(belongs.table.get())));
    let table = state.round(round).map_or(opened, |known| known.played_at(opened));
    let players = view.players.map(|player| player.name.as_ref().map(ToString::to_string).unwrap_or_default());
    check_players(state, id, round, table, [&players.one, &players.two])?;
    let match_id = adjutant_tournament::MatchId::new(id)?;
    let mut entry =
        ResultEntry::from_match(round, table, result.one.into(), result.two.into(), match_id, recording.head());
    let winner = match result.winner {
        Winner::One => command::Winner::One,
        Winner::Two => command::Winner::Two,
        Winner::Draw => command::Winner::Draw,
    };
    entry.winner = Some(winner).filter(|winner| *winner != entry.winner());
    if let Some(from) = &mut entry.from {
        from.signed = both_signed(recording.records());
    }
    Ok(entry)
}

fn check_players(
    state: &Tournament,
    id: &str,
    round: RoundNumber,
    table: TableNumber,
    names: [&str; 2],
) -> Result<(), Error> {
    let pairing = state.round(round).and_then(|round| round.at(table));
    match pairing {
        Some(pairing) if called(state, &pairing.one, names[0]) && called(state, &pairing.two, names[1]) => Ok(()),
        _ => {
            let [one, two] = names.map(str::to_owned);
            Err(TournamentError::OtherPlayers { id: id.to_owned(), one, two, round, table }.into())
        }
    }
}
