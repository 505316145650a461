//! The parts of a match add up to what the engine says that it came to, at every moment of every log that is here.

use std::path::{Path, PathBuf};

use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::side::Player;
use adjutant_present::sum::{Points, Sum, sum};

fn logs() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    let folders = [crates.join("packs/tests/logs"), crates.join("present/tests"), crates.join("../tests/golden")];
    let all = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder of this repository"));
    let all = all.map(|entry| entry.expect("an entry").path());
    all.filter(|path| path.to_string_lossy().ends_with(".bare.jsonl")).collect()
}

fn adds_up(game: &Match, place: &str) -> Sum {
    let (told, view) = (sum(game.state()), game.view());
    for player in Player::BOTH {
        let total = i32::try_from(view.players[player].total).expect("a total");
        let parts: i32 = told.parts.iter().filter_map(|part| part.points[player]).map(|of| of.counts).sum();
        let rounds: i32 = told.rounds.iter().map(|(_, points)| points[player]).sum();
        assert_eq!((told.totals[player], parts, rounds), (total, total, total), "{place}, {player}: {told:?}");
        let kept = |of: &Points| of.counts == of.scored.max(0) || of.counts < of.scored;
        let rest = ["Kept between", "Conceded", "Rulings"];
        let plain = told.parts.iter().filter(|part| !rest.iter().any(|word| part.what.starts_with(word)));
        assert!(plain.filter_map(|part| part.points[player]).all(|of| kept(&of)), "{place}: {told:?}");
    }
    told
}

#[test]
fn every_part_and_every_round_add_up_in_every_log() {
    let (mut looked, mut ended) = (0, 0);
    for path in logs() {
        let text = std::fs::read_to_string(&path).expect("a log");
        let mut game = Match::new(adjutant_packs::shipped());
        let place = path.display().to_string();
        for (number, line) in text.lines().enumerate() {
            let Ok(Some(record)) = read_bare(line.as_bytes()) else { continue };
            // Logs that are refused on purpose end where they are.
            if game.record(record.said(), &record.command).is_err() {
                break;
            }
            if number % 7 == 0 {
                adds_up(&game, &format!("{place}, line {}", number + 1));
            }
        }
        adds_up(&game, &place);
        looked += 1;
        ended += usize::from(game.view().result.is_some());
    }
    assert!(looked > 5 && ended > 2, "{looked} logs, {ended} of them ended");
}

#[test]
fn rows_are_the_objectives_by_name_and_what_each_brought() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/positions.bare.jsonl");
    let text = std::fs::read_to_string(path).expect("a log");
    let mut game = Match::new(adjutant_packs::shipped());
    for line in text.lines() {
        if let Some(record) = read_bare(line.as_bytes()).expect("a record") {
            game.record(record.said(), &record.command).expect("it is taken");
        }
    }
    let told = adds_up(&game, "positions");
    assert_eq!((told.totals.one, told.totals.two), (74, 53));
    let view = game.view();
    for player in Player::BOTH {
        let own = &view.players[player];
        let counts: Vec<i32> = own.primary.iter().chain(&own.secondaries).map(|of| of.vp.try_into().unwrap()).collect();
        let shown: Vec<i32> = told.parts.iter().filter_map(|part| part.points[player]).map(|of| of.counts).collect();
        let ready = i32::from(own.battle_ready == Some(true)) * 10;
        assert_eq!(shown.iter().sum::<i32>(), counts.iter().sum::<i32>() + ready, "{told:?}");
        assert!(counts.iter().all(|vp| shown.contains(vp)), "{counts:?} in {shown:?}");
    }
    assert!(told.parts.iter().all(|part| !part.what.starts_with("Secondary")), "{told:?}");
}
