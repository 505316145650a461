//! Registers players, pairs and publishes a round, which opens its matches: `cargo run -p adjutant-app --example pair_round`.

use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::{TournamentRecording, matches};
use adjutant_app::{App, Clock, Known};
use adjutant_replay::tournaments::audit;
use adjutant_store::Store;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::{RoundNumber, TournamentCommand, TournamentId};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let vault = Vault::of(folder.path());
    let mut app = App::new(Known::default(), Clock::System, Store::open(&folder.path().join("adjutant.db"))?);

    let mut event = TournamentRecording::new(&app.known, app.clock, TournamentId::new("autumn-gt")?);
    let create = json!({"create": {"format": 1, "event": "autumn-gt", "name": "Autumn GT", "pack": "gt2020", "rounds": 3,
        "seed": "2a".repeat(32), "policies": {"missions": ["scorched-earth"]}}});
    event.take(serde_json::from_value(create)?, "create")?;
    for name in ["Anna", "Ben", "Carl", "Dora"] {
        let register = json!({"register": {"player": name.to_lowercase(), "name": name}});
        event.take(serde_json::from_value(register)?, name)?;
    }

    let round = RoundNumber(1);
    let draft = draft_round(event.state())?;
    event.take(draft.command(), "pair")?;
    event.take(TournamentCommand::Publish { round, as_drafted: false, anyway: None }, "publish")?;
    event.commit(&mut app)?;
    for (table, id) in matches::open(&mut app, &vault, &event, round)? {
        println!("table {table}: match {id}");
    }
    assert!(audit::audit_log(&app.known.rulebook(), event.log(), &mut |_| None).is_empty(), "nothing to find");
    Ok(())
}
