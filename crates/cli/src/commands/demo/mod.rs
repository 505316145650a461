//! `adjutant demo [DIR]`.

use std::path::PathBuf;
use std::sync::Arc;

use adjutant_app::clock::Clock;
use adjutant_app::files;
use adjutant_app::matches::recording::Recording;
use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_app::tournaments::{at_hand, matches};
use adjutant_engine::command::{BattleSize, Command};
use adjutant_engine::ids::{MatchId, MissionId, Name};
use adjutant_engine::law::Pack;
use adjutant_engine::sealed::Names;
use adjutant_engine::side::BySide;
use adjutant_engine::time::Timestamp;
use adjutant_replay::audit;
use adjutant_replay::tournaments::audit as event_audit;
use adjutant_sheets::Paper;
use adjutant_sheets::event::{EventPapers, Wanted, of_round};
use adjutant_simulate::{Depth, Plan, simulate};
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::command::{Create, Entry, Pairing, Table};
use adjutant_tournament::policy::{Policies, Separation};
use adjutant_tournament::standings::standings;
use adjutant_tournament::view::PairView;
use adjutant_tournament::{PlayerId, RoundNumber, Seed, TableNumber, TournamentCommand, TournamentId};

use crate::arguments::shared::WhichPack;
use crate::commands::matches::export::whole_log;
use crate::error::{CliError, Exit, Outcome};
use crate::event_tables;
use crate::output::Output;

const ID: &str = "demo";
const ROUNDS: u16 = 3;
const SEED: u64 = 2020;

/// When all of it happens: a second run gives the same bytes.
const START: &str = "2026-11-21T09:00:00Z";

/// Name, club and faction of everybody.
const PLAYERS: [(&str, &str, &str); 8] = [
    ("Anna Bergström", "North Club", "Adepta Sororitas"),
    ("Bert Okafor", "North Club", "Necrons"),
    ("Carla Jiménez", "Old Mill", "Orks"),
    ("Dimitri Παππάς", "Old Mill", "Aeldari"),
    ("Edda Łuk", "Harbour", "Tyranids"),
    ("Finn O’Neill", "Harbour", "Space Marines"),
    ("Gül Aydın", "Castle Row", "T’au Empire"),
    ("Hugo Ðorđe", "Castle Row", "Death Guard"),
];

const MISSIONS: [&str; 3] = ["retrieval-mission", "scorched-earth", "vital-intelligence"];

/// Arguments of `demo`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant demo --pack outposts-10th")]
pub struct Arguments {
    /// Leave database, logs, standings and sheets here
    #[arg(value_name = "DIR", default_value = "adjutant-demo")]
    folder: PathBuf,
    #[command(flatten)]
    pack: WhichPack,
}

/// Runs an event of 8 players and 3 rounds: every match is simulated and recorded command by command, the event is
/// ranked, audited, and printed.
///
/// # Errors
/// A folder that cannot be written, or that holds a database with other events of this name.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let folder = &arguments.folder;
    let pack = arguments.pack.read()?;
    files::make_folder(&folder.join("logs"))?;
    files::make_folder(&folder.join("sheets"))?;
    let database = folder.join("adjutant.db");
    let (mut store, vault) = (Store::open(&database)?, Vault::of(folder));
    let mut event = TournamentRecording::at(TournamentId::new(ID).map_err(internal)?, clock());
    register(&mut event, &pack)?;
    output
        .done(&format!("{}: 8 players, {ROUNDS} rounds; every pairing and every point is in a log.\n", event.name()))?;
    let mut records = 0;
    for round in (1..=ROUNDS).map(RoundNumber) {
        records += play_round(&mut event, (&mut store, &vault), &pack, round, output)?;
        print_sheets(&store, &event, round, folder)?;
    }
    event.take(TournamentCommand::Finish { early: false, anyway: None }, "finish")?;
    event.commit(&mut store)?;
    conclude(&event, &store, arguments, records, output)
}

fn clock() -> Clock {
    Timestamp::parse(START).map_or(Clock::System, Clock::Fixed)
}

fn internal(error: impl std::fmt::Display) -> CliError {
    CliError::refused(format!("the demo: {error}"))
}

/// Three missions of a pack: those of the Grand Tournament that the demo has always shown, else its first ones, all of
/// one battle size.
fn missions(pack: &Pack) -> (BattleSize, Vec<String>) {
    let size = pack.file.largest().unwrap_or_default();
    let known = MISSIONS.iter().all(|id| pack.missions.keys().any(|mission| mission.as_str() == *id));
    if known {
        return (size, MISSIONS.map(str::to_owned).to_vec());
    }
    let of_size = pack.missions.values().filter(|mission| mission.size == size);
    let ids: Vec<String> = of_size.map(|mission| mission.id.to_string()).collect();
    (size, ids.iter().cycle().take(usize::from(ROUNDS).min(3 * ids.len())).cloned().collect())
}

fn register(event: &mut TournamentRecording, pack: &Pack) -> Result<(), CliError> {
    let id = |text: &str| adjutant_tournament::MissionId::new(text).map_err(internal);
    let name = |text: &str| adjutant_tournament::Name::new(text).map_err(internal);
    let (size, missions) = missions(pack);
    let missions = missions.iter().map(|mission| id(mission)).collect::<Result<Vec<_>, _>>()?;
    let create = Create {
        format: 1,
        law: None,
        event: event.id().clone(),
        name: name("Autumn Open")?,
        pack: Some(id(pack.file.id.as_str())?),
        pack_hash: None,
        size: Some(id(size.as_str())?),
        rounds: ROUNDS,
        seed: Seed::from_number(SEED),
        policies: Policies { missions, avoid: Separation { club: 1, ..Separation::default() }, ..Policies::default() },
        names: Names::Open,
        copy_of: None,
    };
    matches::check_missions(&create, &create.policies.missions)?;
    event.take(TournamentCommand::Create(Box::new(create)), "create")?;
    for (player, club, faction) in PLAYERS {
        let short: String = player.to_lowercase().chars().take_while(char::is_ascii_alphabetic).collect();
        let short = if short.len() < 2 { "gul".to_owned() } else { short };
        let entry = Entry {
            club: Some(name(club)?),
            faction: Some(name(faction)?),
            ..Entry::new(PlayerId::new(&short).map_err(internal)?, name(player)?)
        };
        event.take(TournamentCommand::Register(entry), "register")?;
    }
    for table in (1..=PLAYERS.len() as u16 / 2).map(TableNumber) {
        event.take(TournamentCommand::Table(Table::numbered(table)), "table")?;
    }
    Ok(())
}

/// Pairs, publishes, plays and closes a round; gives the number of records of its matches.
fn play_round(
    event: &mut TournamentRecording,
    (store, vault): (&mut Store, &Vault),
    pack: &Arc<Pack>,
    round: RoundNumber,
    output: &mut Output,
) -> Result<u64, CliError> {
    let draft = adjutant_tournament::pairing::draft_round(event.state()).map_err(internal)?;
    output.done(&event_tables::pairings(event.name(), event.state(), &PairView::of_draft(&draft)))?;
    event.take(draft.command(), "pair")?;
    event.take(TournamentCommand::Publish { round, as_drafted: false, anyway: None }, "publish")?;
    let matches = matches::open(store, vault, event, round)?;
    event.commit(store)?;
    let mut records = 0;
    for (pairing, (_, id)) in draft.pair.tables.iter().zip(&matches) {
        let recording = play(store, id, pack, pairing, round)?;
        records += recording.seq();
        let result = matches::result(event.state(), event.id(), &recording, true)?;
        event.take(TournamentCommand::Result(result), "result")?;
    }
    event.take(TournamentCommand::CloseRound { round, anyway: None }, "close")?;
    event.commit(store)?;
    if let Some(closed) = event.state().round(round) {
        output.done(&format!(
            "played, results from the match logs:\n{}\n",
            event_tables::results(event.state(), closed)
        ))?;
    }
    Ok(records)
}

/// Records a whole simulated match after what `publish` has recorded of it.
fn play(
    store: &mut Store,
    id: &MatchId,
    pack: &Arc<Pack>,
    pairing: &Pairing,
    round: RoundNumber,
) -> Result<Recording, CliError> {
    let mut recording = Recording::load(store, id.as_str())?;
    if recording.game().view().result.is_some() {
        return Ok(recording);
    }
    let player = |id: &PlayerId| Name::new(id.as_str()).map_err(internal);
    let mission = pairing.mission.as_ref().map(|id| MissionId::new(id.as_str())).transpose().map_err(internal)?;
    let players = BySide { one: player(&pairing.one)?, two: player(&pairing.two)? };
    let plan = Plan { pack: Arc::clone(pack), mission, id: id.clone(), players, ..Plan::new(Depth::Facts) };
    let seed = SEED + 100 * u64::from(round.0) + u64::from(pairing.table.0);
    for (by, command) in simulate(seed, &plan) {
        // The event has opened the match and laid out its mission.
        if matches!(command, Command::Open(_) | Command::Mission { .. }) {
            continue;
        }
        let (place, words) = (format!("{id}, record {}", recording.seq() + 1), command.name());
        recording.take(by, command, None, clock()).map_err(|error| error.explain(&place, words))?;
    }
    recording.commit(store)?;
    Ok(recording)
}

fn print_sheets(
    store: &Store,
    event: &TournamentRecording,
    round: RoundNumber,
    folder: &std::path::Path,
) -> Result<(), CliError> {
    let papers = EventPapers::<CliError> { event: at_hand(store, event), hall: None, paper: Paper::A4 };
    for (kind, document) in of_round(&papers, round, &Wanted::default())? {
        let path = folder.join("sheets").join(format!("r{round}-{}.pdf", kind.id()));
        files::write(&path, &document.to_pdf()?)?;
    }
    Ok(())
}

/// Writes the logs, audits all of them, and tells how it ended.
fn conclude(
    event: &TournamentRecording,
    store: &Store,
    arguments: &Arguments,
    records: u64,
    output: &mut Output,
) -> Outcome {
    let folder = &arguments.folder;
    let table = standings(event.state(), RoundNumber(ROUNDS));
    let csv =
        adjutant_tournament::csv_file::standings(&table, &event.state().policies().tie_breaks).map_err(internal)?;
    files::write(&folder.join("standings.csv"), csv.as_bytes())?;
    files::write(&folder.join("logs").join("demo.event.jsonl"), &event.log().to_bytes())?;
    let mut faults = 0;
    let heads = store.list(StreamKind::Match)?;
    for head in &heads {
        let log = whole_log(store, &head.id)?;
        files::write(&folder.join("logs").join(format!("{}.jsonl", head.id)), &log)?;
        let report = audit::audit(&adjutant_app::packs::rulebook(), head.id.clone(), &log);
        faults += report.findings.len() - report.count(audit::Severity::Note);
    }
    let judged = event_audit::audit_event(&adjutant_app::packs::rulebook(), ID, &event.log().to_bytes(), &mut |id| {
        whole_log(store, id).ok()
    });
    faults += judged.iter().filter(|finding| finding.severity == event_audit::Severity::Error).count();
    let verdict = format!("audited: {} matches, {records} records, {faults} faults", heads.len());
    if output.json {
        output.document(&serde_json::json!({
            "event": ID, "standings": table, "matches": heads.len(), "records": records, "faults": faults,
            "folder": folder,
        }))?;
    }
    output.done(&event_tables::standings(event.name(), event.state(), &table, None))?;
    output.done(&format!("\n{verdict}; every pairing was drawn anew, every result folded from its match log."))?;
    let (place, id) = (folder.display(), heads.first().map_or("", |head| head.id.as_str()));
    output.remark(&format!("sheets, logs, standings.csv and the database are in {place}; look around:"));
    output.remark(&format!("  adjutant event standings {ID} --data {place}"));
    output.remark(&format!("  adjutant event explain {ID} 3 anna --data {place}"));
    output.remark(&format!("  adjutant match show {id} --why --data {place}"));
    Ok(if faults == 0 { Exit::Done } else { Exit::Refused })
}
