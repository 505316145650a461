//! Scores beside the games, held against sums taken from the records alone; protected seeds; games drawn in a match.

use crate::support;

use std::collections::BTreeMap;

use adjutant_core::ids::Line;
use adjutant_tournament::check::check;
use adjutant_tournament::command::ResultEntry;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Method, Policies, ProtectedSeeds, Scheme, Seeding, TieBreak, overall};
use adjutant_tournament::prizes::{PrizeKind, prizes};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{By, PlayerId, Rational, RoundNumber, TournamentCommand, TournamentLog};
use support::{AT, Dice, new_event, play, record};

fn name<const MOST: usize>(text: &str) -> Line<MOST> {
    Line::new(text).expect("a name")
}

fn award(log: &mut TournamentLog, player: &PlayerId, award: &str, points: i32) -> Result<u64, String> {
    let command = TournamentCommand::Award { player: player.clone(), award: name(award), points, again: false };
    log.record(AT, By::Judge, command).map(|record| record.seq).map_err(|refusal| refusal.code().to_owned())
}

/// Twenty players of four factions after three rounds, with points for painting and sport.
fn scored_event() -> TournamentLog {
    let policies = Policies {
        categories: vec!["painting:40".parse().expect("a category"), "Sport".parse().expect("a category")],
        overall: overall("points*10 + vp*1/4 + Painting + sport*2").expect("a sum"),
        ..Policies::default()
    };
    let mut dice = Dice(77);
    let mut log = new_event(0, 3, policies, &mut dice);
    for number in 0..20 {
        let mut entry = support::entry(number, 4, &mut dice);
        let factions = ["Orks", "orks", "Necrons", "T'au Empire", "Drukhari"];
        entry.faction = Some(name(factions[number as usize % 5]));
        entry.team = Some(name(["Rooks", "Owls", "Foxes"][number as usize % 3]));
        record(&mut log, TournamentCommand::Register(entry));
    }
    for _ in 0..3 {
        let draft = draft_round(log.state()).expect("a round");
        play(&mut log, &draft, &mut dice);
    }
    let players: Vec<PlayerId> = log.state().players.iter().map(|player| player.entry.player.clone()).collect();
    for player in &players {
        award(&mut log, player, "PAINTING", dice.below(41) as i32).expect("an award");
        award(&mut log, player, "sport", dice.below(6) as i32).expect("an award");
    }
    log
}

/// The overall score of everybody in quarters, added up from the records.
fn by_records(log: &TournamentLog) -> BTreeMap<PlayerId, i64> {
    let mut quarters: BTreeMap<PlayerId, i64> = BTreeMap::new();
    let mut tables = BTreeMap::new();
    let mut add = |player: &PlayerId, more: i64| *quarters.entry(player.clone()).or_default() += more;
    for record in log.records() {
        match &record.command {
            TournamentCommand::Pair(pair) => {
                pair.byes.iter().for_each(|player| add(player, 4 * 10 * 2));
                for game in &pair.tables {
                    tables.insert((pair.round, game.table), (game.one.clone(), game.two.clone()));
                }
            }
            TournamentCommand::Result(result) => {
                let (one, two) = &tables[&(result.round, result.table)];
                let won = |own: i64, other: i64| 1 + (own - other).signum();
                add(one, 4 * 10 * won(result.one, result.two) + result.one);
                add(two, 4 * 10 * won(result.two, result.one) + result.two);
            }
            TournamentCommand::Award { player, award, points, .. } => {
                let times = if award.as_str() == "sport" { 2 } else { 1 };
                add(player, 4 * times * i64::from(*points));
            }
            _ => {}
        }
    }
    quarters
}

#[test]
fn the_overall_score_is_the_sum_that_the_event_declares() {
    let log = scored_event();
    let expected = by_records(&log);
    let rows = standings(log.state(), RoundNumber(3)).rows;
    assert_eq!(rows.len(), 20);
    for row in &rows {
        assert_eq!(row.scores.overall, Some(Rational::new(expected[&row.player].into(), 4)), "{}", row.player);
        assert_eq!(row.scores.categories.keys().collect::<Vec<_>>(), ["Sport", "painting"]);
    }
    let before = standings(log.state(), RoundNumber(2)).rows;
    assert!(before.iter().all(|row| row.scores.categories["painting"] == 0), "awards count from round 3 on");
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
}

#[test]
fn an_award_is_one_of_the_categories_and_within_its_bounds() {
    let mut log = scored_event();
    let player = log.state().players[0].entry.player.clone();
    assert_eq!(award(&mut log, &player, "bravery", 1), Err("unknown-award".to_owned()));
    assert_eq!(award(&mut log, &player, "painting", 1), Err("has-award".to_owned()));
    let again =
        |points| TournamentCommand::Award { player: player.clone(), award: name("Painting"), points, again: true };
    assert_eq!(log.record(AT, By::Judge, again(41)).expect_err("too much").code(), "award-bounds");
    assert_eq!(log.record(AT, By::Judge, again(-41)).expect_err("too little").code(), "award-bounds");
}

#[test]
fn prizes_go_to_the_best_of_every_kind() {
    let log = scored_event();
    let expected = by_records(&log);
    let list = prizes(log.state(), RoundNumber(3), false);
    let of = |kind: &PrizeKind| list.iter().find(|prize| prize.kind == *kind).expect("a prize");
    let best = |ids: &mut dyn Iterator<Item = PlayerId>| {
        let ids: Vec<PlayerId> = ids.collect();
        let most = ids.iter().map(|id| expected[id]).max().expect("somebody");
        ids.into_iter().filter(|id| expected[id] == most).collect::<std::collections::BTreeSet<_>>()
    };
    let players = || log.state().players.iter();
    let winners = |prize: &adjutant_tournament::prizes::Prize| prize.players.iter().cloned().collect();
    let overall: std::collections::BTreeSet<PlayerId> = winners(of(&PrizeKind::Overall));
    assert_eq!(overall, best(&mut players().map(|player| player.entry.player.clone())));
    // "Orks" and "orks" are one faction.
    let factions: Vec<&str> =
        list.iter().filter(|p| matches!(p.kind, PrizeKind::Faction(_))).map(|p| p.title.as_str()).collect();
    assert_eq!(factions.len(), 4, "{factions:?}");
    let orks = |player: &&adjutant_tournament::state::Player| {
        player.entry.faction.as_ref().is_some_and(|faction| faction.as_str().eq_ignore_ascii_case("orks"))
    };
    let prize = list.iter().find(|prize| prize.title.eq_ignore_ascii_case("best orks")).expect("a prize");
    let own: std::collections::BTreeSet<PlayerId> = winners(prize);
    assert_eq!(own, best(&mut players().filter(orks).map(|player| player.entry.player.clone())));
    assert_eq!(
        of(&PrizeKind::Team).group.as_deref().map(|team| ["Rooks", "Owls", "Foxes"].contains(&team)),
        Some(true)
    );
    // With one each nobody is named twice outside teams and clubs.
    let each = prizes(log.state(), RoundNumber(3), true);
    let mut named: Vec<PlayerId> =
        each.iter().filter(|prize| prize.group.is_none()).flat_map(|prize| prize.players.clone()).collect();
    let all = named.len();
    named.sort();
    named.dedup();
    assert_eq!(named.len(), all);
}

#[test]
fn protected_seeds_do_not_meet_while_they_are_protected_and_the_judge_agrees() {
    for (dice, method) in (0..12).zip([Method::Random, Method::Slide, Method::Nearest].into_iter().cycle()) {
        let policies = Policies {
            method,
            seeding: Seeding::Rating,
            protected_seeds: ProtectedSeeds { seeds: 4, rounds: 2 },
            ..Policies::default()
        };
        let mut dice = Dice(dice);
        let mut log = new_event(0, 3, policies, &mut dice);
        for number in 0..14 {
            let mut entry = support::entry(number, 9, &mut dice);
            entry.rating = (number != 3).then(|| 1000 + dice.below(500) as u32);
            record(&mut log, TournamentCommand::Register(entry));
        }
        let mut rated: Vec<(u32, PlayerId)> = log
            .state()
            .players
            .iter()
            .filter_map(|player| Some((player.entry.rating?, player.entry.player.clone())))
            .collect();
        rated.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
        let seeds: Vec<&PlayerId> = rated.iter().take(4).map(|(_, player)| player).collect();
        for round in 1..=3 {
            let draft = draft_round(log.state()).expect("a round");
            let met = draft.pair.tables.iter().filter(|game| seeds.contains(&&game.one) && seeds.contains(&&game.two));
            if round <= 1 {
                assert_eq!(met.count(), 0, "round {round}: {:?}", draft.pair.tables);
            }
            play(&mut log, &draft, &mut dice);
        }
        assert!(check(&log).is_clean(), "{method:?} {:#?}", check(&log).findings);
    }
}

#[test]
fn games_drawn_in_a_match_count_a_third_of_a_win() {
    // Magic tournament rules, appendix C: 2-1-1 is 7 of 12 game points for the winner, 4 of 12 for the other; 1-0-1 is 4
    // of 6 and 1 of 6.
    let policies = Scheme::Mtr.applied_to(&Policies::default());
    let mut log = new_event(4, 1, policies, &mut Dice(3));
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(1), as_drafted: false, anyway: None });
    let tables = &draft.pair.tables;
    let by_hand = |at: usize, one, two| ResultEntry::by_hand(RoundNumber(1), tables[at].table, one, two);
    record(&mut log, TournamentCommand::Result(ResultEntry { drawn: 1, ..by_hand(0, 2, 1) }));
    record(&mut log, TournamentCommand::Result(ResultEntry { drawn: 1, ..by_hand(1, 0, 1) }));
    record(&mut log, TournamentCommand::CloseRound { round: RoundNumber(1), anyway: None });
    let rows = standings(log.state(), RoundNumber(1)).rows;
    let of = |player: &PlayerId, tie_break: TieBreak| {
        rows.iter().find(|row| row.player == *player).expect("a row").tie_breaks[tie_break.name()].clone()
    };
    assert_eq!(of(&tables[0].one, TieBreak::GameWinRate), Rational::new(7, 12));
    assert_eq!(of(&tables[0].two, TieBreak::GameWinRate), Rational::new(4, 12));
    assert_eq!(of(&tables[1].two, TieBreak::GameWinRate), Rational::new(4, 6));
    assert_eq!(of(&tables[1].one, TieBreak::GameWinRate), Rational::new(1, 6));
    assert_eq!(of(&tables[1].two, TieBreak::OpponentsGameWinRate), Rational::new(33, 100), "1/6 is below the floor");
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
}
