//! The progressive score (FIDE PS) with byes of every kind, added up by hand.

use adjutant_tournament::policy::TieBreak;
use adjutant_tournament::standings::{Ledger, TieBreaks};
use adjutant_tournament::trf::{Trf, TrfGame, TrfPlayer, import};
use adjutant_tournament::{By, Name, RoundNumber, TournamentId, TournamentLog};

fn player(number: u32, points_doubled: i64, games: &[(u32, char)]) -> TrfPlayer {
    let game = |(opponent, result): &(u32, char)| TrfGame {
        opponent: Some(*opponent).filter(|opponent| *opponent > 0),
        colour: if *opponent > 0 { 'w' } else { '-' },
        result: *result,
    };
    let games = games.iter().map(game).collect();
    TrfPlayer { number, name: format!("Player {number}"), points_doubled, rank: None, games }
}

/// The case of the report, player 1: a win, a win, a half-point bye, a loss, a draw. In points the sums after each
/// round are 1, 2, 2½, 2½, 3: PS 11, in half points 22.
#[test]
fn a_half_point_bye_counts_in_every_later_sum() {
    let players = vec![
        player(1, 6, &[(2, '1'), (3, '1'), (0, 'H'), (4, '0'), (5, '=')]),
        player(2, 4, &[(1, '0'), (4, '1'), (3, '='), (5, '='), (0, 'Z')]),
        player(3, 3, &[(5, '1'), (1, '0'), (2, '='), (0, 'Z'), (4, '0')]),
        player(4, 6, &[(0, 'U'), (2, '0'), (5, '0'), (1, '1'), (3, '1')]),
        player(5, 6, &[(3, '0'), (0, 'F'), (4, '1'), (2, '='), (1, '=')]),
    ];
    let file = Trf::of(&Name::new("Club evening").unwrap(), RoundNumber(5), players);
    let imported = import(&file, TournamentId::new("club").unwrap(), false).unwrap();
    let mut log = TournamentLog::new();
    for (_, command) in imported.commands {
        log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, command)
            .unwrap();
    }
    let ledger = Ledger::of(log.state(), RoundNumber(5));
    let policies = log.state().policies();
    let tie_breaks = TieBreaks::of(&ledger, policies);
    let found: Vec<_> = (0..5).map(|at| tie_breaks.value(TieBreak::Cumulative, at)).collect();
    // Half points after rounds 1 to 5, added up:
    let by_hand = [
        2 + 4 + 5 + 5 + 6, // 1 1 ½ 0 ½
        2 + 3 + 4 + 4,     // 0 1 ½ ½ –
        2 + 2 + 3 + 3 + 3, // 1 0 ½ – 0
        2 + 2 + 2 + 4 + 6, // bye 0 0 1 1
        2 + 4 + 5 + 6,     // 0 bye 1 ½ ½
    ];
    assert_eq!(found, by_hand.map(|sum: i64| sum.into()));
}
