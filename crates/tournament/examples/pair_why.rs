//! Pairs two rounds and prints why: `cargo run -p adjutant-tournament --example pair_why`.

use adjutant_tournament::command::{By, Entry, ResultEntry};
use adjutant_tournament::pairing::{draft_round, explain};
use adjutant_tournament::{Name, PlayerId, RoundNumber, TournamentCommand, TournamentLog};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut log = TournamentLog::new();
    let say = |log: &mut TournamentLog, command| {
        log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, command)
            .map(|_| ())
    };
    let create = json!({"create": {"format": 1, "event": "autumn-gt", "name": "Autumn GT", "rounds": 2, "seed": "2a".repeat(32)}});
    say(&mut log, serde_json::from_value(create)?)?;
    for name in ["Anna", "Ben", "Carl", "Dora", "Emil", "Fay"] {
        let id = PlayerId::new(&name.to_lowercase())?;
        say(&mut log, TournamentCommand::Register(Entry::new(id, Name::new(name)?)))?;
    }

    for round in [RoundNumber(1), RoundNumber(2)] {
        let draft = draft_round(log.state())?;
        say(&mut log, draft.command())?;
        say(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None })?;
        for pairing in &draft.pair.tables {
            println!("round {round}, table {}: {} meets {}", pairing.table, pairing.one, pairing.two);
            let why = explain(log.state(), round, &pairing.one).ok_or("a player of this round")?;
            why.reasons.iter().for_each(|reason| println!("    {reason}"));
            say(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 75, 62)))?;
        }
        say(&mut log, TournamentCommand::CloseRound { round, anyway: None })?;
    }
    Ok(())
}
