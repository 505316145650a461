//! Every kind of finding in a TRF file, forged once.

use std::collections::BTreeSet;

use adjutant_tournament::check::{TrfFindingKind, check_trf};
use adjutant_tournament::trf::{Trf, TrfGame, TrfPlayer};
use adjutant_tournament::{Name, RoundNumber};

fn player(number: u32, points_doubled: i64, games: &[(u32, char)]) -> TrfPlayer {
    let game = |(opponent, result): &(u32, char)| TrfGame {
        opponent: Some(*opponent).filter(|opponent| *opponent > 0),
        colour: if *opponent > 0 { 'w' } else { '-' },
        result: *result,
    };
    let games = games.iter().map(game).collect();
    TrfPlayer { number, name: format!("Player {number}"), points_doubled, rank: None, games }
}

/// Two rounds of five; the fifth has the bye, then stays away.
fn sound() -> Vec<TrfPlayer> {
    vec![
        player(1, 3, &[(2, '1'), (3, '=')]),
        player(2, 2, &[(1, '0'), (4, '1')]),
        player(3, 2, &[(4, '='), (1, '=')]),
        player(4, 1, &[(3, '='), (2, '0')]),
        player(5, 2, &[(0, 'U'), (0, 'Z')]),
    ]
}

fn forged(kind: TrfFindingKind) -> Vec<TrfPlayer> {
    let mut players = sound();
    match kind {
        TrfFindingKind::NumberTwice => players.push(player(5, 0, &[])),
        TrfFindingKind::NoOpponent => players.push(player(6, 2, &[(9, '1')])),
        TrfFindingKind::OneSided => players.push(player(6, 2, &[(5, '1')])),
        TrfFindingKind::ResultsDiffer => players[1] = player(2, 4, &[(1, '1'), (4, '1')]),
        TrfFindingKind::Rematch => {
            players[0] = player(1, 4, &[(2, '1'), (3, '='), (2, '=')]);
            players[1] = player(2, 3, &[(1, '0'), (4, '1'), (1, '=')]);
        }
        TrfFindingKind::SecondBye => players[4] = player(5, 4, &[(0, 'U'), (0, 'U')]),
        TrfFindingKind::PointsDiffer => players[2].points_doubled = 9,
    }
    players
}

fn found(players: Vec<TrfPlayer>) -> BTreeSet<&'static str> {
    let file = Trf::of(&Name::new("Club evening").unwrap(), RoundNumber(3), players);
    let report = check_trf(&file);
    assert!(report.findings.iter().all(|finding| finding.fault));
    let read_again = check_trf(&Trf::read(&file.write()).unwrap());
    assert_eq!(read_again.findings, report.findings, "written and read");
    report.findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn every_kind_of_finding_is_found_and_nothing_else() {
    assert_eq!(found(sound()), BTreeSet::new());
    for kind in TrfFindingKind::ALL {
        assert_eq!(found(forged(kind)), BTreeSet::from([kind.code()]), "{kind:?}");
    }
    let codes: BTreeSet<&str> = TrfFindingKind::ALL.into_iter().map(TrfFindingKind::code).collect();
    assert_eq!(codes.len(), TrfFindingKind::ALL.len(), "codes tell kinds apart");
}
