//! FIDE's rule for games that were not played, held against the reference program of its commission and against the
//! judge.
//!
//! `unplayed/*.trf` are made-up events (5 to 9 rounds, 16 to 41 players, byes of the pairing, byes asked for, rounds sat
//! out, late entries, players who leave, wins and losses by forfeit, games that neither came to); `*.tsv` beside them is
//! what Gacrux 1.11.65 computes: `tiebreakchecker -s -f TRF -t PTS BH BH/C1 BH/M1 SB KS PS WIN`.

use std::path::Path;

use adjutant_tournament::check::check;
use adjutant_tournament::command::By;
use adjutant_tournament::policy::{Policies, Scheme, TieBreak, Unplayed};
use adjutant_tournament::standings::TieBreaks;
use adjutant_tournament::trf::{Trf, import};
use adjutant_tournament::{Rational, TournamentCommand, TournamentId, TournamentLog};

const EVENTS: [&str; 6] = ["3", "9", "18", "31", "44", "58"];

/// The columns behind number and points, each with how many of our units make one of theirs.
const COLUMNS: [(TieBreak, i64); 7] = [
    (TieBreak::Buchholz, 2),
    (TieBreak::BuchholzCut1, 2),
    (TieBreak::MedianBuchholz, 2),
    (TieBreak::SonnebornBerger, 2),
    (TieBreak::Koya, 2),
    (TieBreak::Cumulative, 2),
    (TieBreak::Wins, 1),
];

fn read(event: &str, end: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unplayed").join(format!("{event}.{end}"));
    std::fs::read_to_string(path).unwrap()
}

fn ruled() -> Policies {
    Policies { buchholz_unplayed: Unplayed::DummyOpponent, ..Scheme::Fide.applied_to(&Policies::default()) }
}

/// `16.25` in hundredths.
fn hundredths(text: &str) -> i64 {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    whole.parse::<i64>().unwrap() * 100 + format!("{part:0<2}").parse::<i64>().unwrap()
}

#[test]
fn values_are_those_of_the_reference_program() {
    let (policies, mut compared) = (ruled(), 0);
    for event in EVENTS {
        let ledger = Trf::read(&read(event, "trf")).unwrap().ledger();
        let all = TieBreaks::of(&ledger, &policies);
        for (at, row) in read(event, "tsv").lines().skip(1).enumerate() {
            let cells: Vec<&str> = row.split('\t').collect();
            assert_eq!(cells[0], (at + 1).to_string());
            assert_eq!(ledger.entrants[at].points() * 50, hundredths(cells[1]), "{event}: points of {row}");
            for ((tie_break, units), cell) in COLUMNS.into_iter().zip(&cells[2..]) {
                let own = all.value(tie_break, at) * Rational::from(100) / Rational::from(units);
                // Sonneborn–Berger multiplies halves by halves.
                assert_eq!(own, hundredths(cell).into(), "{event}: {} of {row}", tie_break.name());
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 157 * COLUMNS.len());
}

/// A report as a log whose standings rank by everything that the rule touches.
fn log_of(event: &str, unplayed: Unplayed) -> TournamentLog {
    let imported = import(&Trf::read(&read(event, "trf")).unwrap(), TournamentId::new("e").unwrap(), false).unwrap();
    let mut log = TournamentLog::new();
    for (_, mut command) in imported.commands {
        if let TournamentCommand::Create(create) = &mut command {
            create.policies.buchholz_unplayed = unplayed;
            create.policies.tie_breaks = COLUMNS.map(|(tie_break, _)| tie_break).to_vec();
        }
        log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, command)
            .unwrap();
    }
    log
}

#[test]
fn the_judge_finds_the_same_by_another_way() {
    for event in EVENTS {
        for unplayed in [Unplayed::DummyOpponent, Unplayed::VirtualOpponent, Unplayed::Nothing] {
            let report = check(&log_of(event, unplayed));
            assert!(report.is_clean(), "{event} {unplayed:?}: {:?}", report.findings);
        }
    }
}

#[test]
fn what_logs_name_is_what_they_keep() {
    let said =
        |unplayed| serde_json::to_value(Policies { buchholz_unplayed: unplayed, ..Policies::default() }).unwrap();
    let names = [Unplayed::VirtualOpponent, Unplayed::DummyOpponent].map(|own| said(own)["buchholz_unplayed"].clone());
    assert_eq!(names, ["virtual-opponent", "dummy-opponent"]);
    assert!(said(Unplayed::Nothing).get("buchholz_unplayed").is_none(), "a log that names nothing keeps nothing");
    let buchholz = |unplayed| {
        let ledger = Trf::read(&read("3", "trf")).unwrap().ledger();
        let policies = Policies { buchholz_unplayed: unplayed, ..ruled() };
        let all = TieBreaks::of(&ledger, &policies);
        (0..ledger.entrants.len()).map(|at| all.value(TieBreak::Buchholz, at)).collect::<Vec<_>>()
    };
    let [nothing, earlier, now] = [Unplayed::Nothing, Unplayed::VirtualOpponent, Unplayed::DummyOpponent].map(buchholz);
    assert!(nothing != earlier && earlier != now && nothing != now);
    assert_eq!(Scheme::Fide.applied_to(&Policies::default()).buchholz_unplayed, Unplayed::DummyOpponent);
}
