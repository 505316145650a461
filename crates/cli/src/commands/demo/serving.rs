//! `adjutant demo --serve`: the event that is over and one that is being played, in the browser of this machine.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::channel;

use adjutant_app::files;
use adjutant_engine::law::Pack;
use adjutant_serve::Press;
use adjutant_serve::event::{Options, Served, prepare};
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::{RoundNumber, TournamentId};

use super::hall::{Hall, ID, internal};
use crate::arguments::shared::{DATABASE, Shared};
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// The event that is being played, and its folder below that of the demo.
const RUNNING: &str = "running";
/// Tables of its second round whose match is over, and what is recorded of the one beside them.
const PLAYED: usize = 2;
const HALF: usize = 60;

/// Whether and where the demo is served.
#[derive(clap::Args, Debug)]
pub struct Form {
    /// Then serve this event and a running one, to the browser of this machine
    #[arg(long)]
    serve: bool,
    /// With --serve: the port of the event that is over; the running one has the next [default: the first that are free]
    #[arg(long, value_name = "PORT", requires = "serve")]
    port: Option<u16>,
}

impl Form {
    pub fn wanted(&self) -> bool {
        self.serve
    }

    /// Refuses what does not go together.
    pub fn check(&self, output: &Output) -> Result<(), CliError> {
        if self.serve { output.without_json("demo --serve", "addresses") } else { Ok(()) }
    }

    /// Serves both until the program is stopped.
    pub fn run(&self, shared: &Shared, folder: &Path, pack: &Arc<Pack>, output: &mut Output) -> Outcome {
        let running = folder.join(RUNNING);
        files::make_folder(&running)?;
        play(shared, &running, pack)?;
        let next = self.port.map(|port| if port == 0 { 0 } else { port.saturating_add(1) });
        let over = served(shared, folder, ID, self.port)?;
        let running = served(shared, &running, RUNNING, next)?;
        output.text(&format!("\nthe event that is over     {}", over.address))?;
        output.text(&format!("the event that is running  {}", running.address))?;
        output.text(&format!("its desk, once             {}", running.organiser))?;
        output.remark("only this machine is answered; `adjutant serve` serves a hall. Ctrl-C stops");
        output.flush()?;
        browse(&over.address);
        browse(&running.organiser);
        let (tell, told) = channel();
        let beside = tell.clone();
        let first = std::thread::spawn(move || over.run(beside));
        let second = std::thread::spawn(move || running.run(tell));
        for address in told {
            let _ = output.text(&format!("you left; come back, once {address}")).and_then(|()| output.flush());
        }
        for server in [first, second] {
            server.join().unwrap_or_else(|panicked| std::panic::resume_unwind(panicked))?;
        }
        Ok(Exit::Done)
    }
}

/// An event in its second round: two tables are done, one is half way, one has not begun. One that is there goes on.
fn play(shared: &Shared, folder: &Path, pack: &Arc<Pack>) -> Result<(), CliError> {
    let there = Store::open(&folder.join(DATABASE))?.ids(StreamKind::Event)?;
    if there.iter().any(|id| id == RUNNING) {
        return Ok(());
    }
    let mut hall = Hall::open(shared.known.clone(), folder, (RUNNING, "Winter Open"), pack, shared.clock)?;
    let (first, second) = (RoundNumber(1), RoundNumber(2));
    for game in &hall.post(first)?.games {
        hall.play(first, game)?;
    }
    hall.close(first)?;
    let games = hall.post(second)?.games;
    for game in games.iter().take(PLAYED) {
        hall.play(second, game)?;
    }
    if let Some((pairing, id)) = games.get(PLAYED) {
        hall.record(second, (pairing, id), HALF)?;
    }
    hall.event.commit(&mut hall.store)?;
    Ok(())
}

fn served(shared: &Shared, folder: &Path, event: &str, port: Option<u16>) -> Result<Served, CliError> {
    let press = Press {
        folder: folder.to_path_buf(),
        database: folder.join(DATABASE).into(),
        known: shared.known.clone(),
        clock: shared.clock,
        wifi: None,
    };
    Ok(prepare(&Options {
        press,
        event: TournamentId::new(event).map_err(internal)?,
        address: Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        port,
        names: Vec::new(),
        trust_lan: false,
        league: None,
        tls: None,
    })?)
}

/// Opens the browser where somebody sits before one; the address is printed, so nothing is lost where it does not open.
fn browse(address: &str) {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return;
    }
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ if screen => "xdg-open",
        _ => return,
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        std::thread::spawn(move || child.wait());
    }
}
