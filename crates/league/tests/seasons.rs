//! What a list says, and that it depends on nothing else than it may.

use std::collections::BTreeMap;

use adjutant_core::Winner;
use adjutant_league::command::{Late, LeagueCommand, Paper};
use adjutant_league::figures::figures;
use adjutant_league::season::season;
use adjutant_league::{LeagueLog, Library};

use crate::world::{World, day, event, member, people, pin, source_of, who};

fn events() -> Vec<adjutant_tournament::TournamentLog> {
    vec![
        event("winter", &[1, 2, 3, 4, 5, 6, 7, 8], 3, "2026-01-17", 1),
        event("spring", &[2, 3, 4, 5, 9, 10], 3, "2026-03-01", 2),
        event("summer", &[1, 3, 5, 7, 9, 10, 11, 12], 3, "2026-08-02", 3),
        event("autumn", &[1, 2, 3, 4, 11, 12, 8], 3, "2026-10-04", 4),
    ]
}

/// Points and records, added up from the events' own tables without a fold.
#[test]
fn points_are_the_sum_of_the_best_events() {
    let mut world = World::new(Late::Insert, 12);
    let mut got: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    let mut won: BTreeMap<usize, u32> = BTreeMap::new();
    for log in events() {
        let source = world.take(&log);
        let players = source.players.len() as i64;
        for (player, number) in source.players.iter().zip(people(&source)) {
            let count = player.count.unwrap();
            let (place, _) = count.place.unwrap();
            let above = 3 * i64::from(count.wins) + i64::from(count.draws);
            let places = 20 * (players - i64::from(place)) / (players - 1);
            got.entry(number).or_default().push(above + places);
        }
        for game in &source.games {
            let winner = match game.result {
                Winner::One => Some(game.sides[0]),
                Winner::Two => Some(game.sides[1]),
                Winner::Draw => None,
            };
            winner.into_iter().for_each(|at| *won.entry(people(&source)[at]).or_default() += 1);
        }
    }
    let list = world.list();
    for (number, mut all) in got {
        all.sort_unstable_by(|one, two| two.cmp(one));
        let row = list.row(&member(number)).unwrap();
        assert_eq!(row.points, all.iter().take(2).sum::<i64>(), "{number}");
        assert_eq!(row.record[0], won.get(&number).copied().unwrap_or(0), "{number}");
    }
    let points: Vec<i64> = list.members.iter().map(|row| row.points).collect();
    assert!(points.is_sorted_by(|one, two| one >= two), "{points:?}");
    assert_eq!(LeagueLog::read(&world.log.to_bytes()).unwrap().state(), world.log.state());
}

/// With `insert` the order of records moves no bit of the list; with `next-period` it does, for that is what it says.
#[test]
fn a_hundred_orders_of_records_give_one_list() {
    let mut hashes = std::collections::BTreeSet::new();
    let sources: Vec<_> = events().iter().map(source_of).collect();
    let mut stream = 7_u64;
    for _ in 0..100 {
        let mut world = World::new(Late::Insert, 12);
        sources.iter().for_each(|source| world.library.add(source.clone()));
        // Each event with its players behind it; the events in any order, and the players of an event in any order.
        let mut next = |most: usize| {
            stream ^= stream << 13;
            stream ^= stream >> 7;
            stream ^= stream << 17;
            (stream >> 11) as usize % most
        };
        let mut left: Vec<usize> = (0..sources.len()).collect();
        let mut waiting = Vec::new();
        while !left.is_empty() || !waiting.is_empty() {
            if waiting.is_empty() || (!left.is_empty() && next(5) == 0) {
                let at = left.remove(next(left.len()));
                world.say(pin(&sources[at], None));
                waiting.extend(people(&sources[at]).into_iter().map(|number| (at, number)));
            } else {
                let (at, number) = waiting.remove(next(waiting.len()));
                world.say(who(sources[at].origin().unwrap(), number));
            }
        }
        hashes.insert(world.list().hash().to_string());
    }
    assert_eq!(hashes.len(), 1, "{hashes:?}");
}

#[test]
fn a_late_event_counts_where_the_league_says() {
    let rated = |late: Late| {
        let mut world = World::new(late, 12);
        let events = events();
        world.take(&events[0]);
        world.take(&events[2]);
        world.publish();
        world.take(&events[1]);
        let season = season(world.log.state(), &world.library, None).unwrap();
        let spring = season.games.iter().find(|game| game.day == day("2026-03-01")).unwrap();
        spring.week.monday().to_string()
    };
    assert_eq!(rated(Late::Insert), "2026-02-23");
    assert_eq!(rated(Late::NextPeriod), "2026-08-03", "behind the week of the summer event");
}

/// A Sunday evening west of Greenwich is the day that UTC has, and a finish in spring moves nothing.
#[test]
fn a_day_is_that_of_the_first_publish() {
    let log = event("winter", &[1, 2, 3, 4], 2, "2026-01-05", 1);
    let source = source_of(&log);
    assert_eq!(source.day, Some(day("2026-01-05")));
    assert_eq!(source.day.unwrap().week().monday(), day("2026-01-05"));
    let mut log = log;
    let note = adjutant_tournament::TournamentCommand::Note { text: adjutant_core::Reason::new("later").unwrap() };
    log.record("2026-05-01T10:00:00Z", adjutant_tournament::By::Organiser, note).unwrap();
    assert_eq!(source_of(&log).day, Some(day("2026-01-05")));
}

#[test]
fn paper_games_count_outside_the_best() {
    let mut world = World::new(Late::Insert, 3);
    let paper = |on, why: Option<&str>| {
        LeagueCommand::Paper(Box::new(Paper {
            on: day(on),
            players: [member(1), member(2)],
            result: Winner::One,
            vp: Some([75, 62]),
            why: why.map(crate::world::why),
        }))
    };
    world.say(paper("2026-02-02", None));
    assert_eq!(world.refused(paper("2026-02-02", None)), "same-game");
    world.say(paper("2026-02-02", Some("they played twice")));
    world.say(paper("2026-02-03", None));
    assert_eq!(world.refused(paper("2027-02-03", None)), "out-of-season");
    let list = world.list();
    let row = list.row(&member(1)).unwrap();
    assert_eq!((row.points, row.record), (9, [3, 0, 0]));
    assert_eq!(list.row(&member(3)).unwrap().rank, None, "who did not play has no rank");
    assert!(row.rating.as_ref().unwrap().provisional);
}

/// Every count of the figures, from plain loops over the events.
#[test]
fn figures_are_plain_counts() {
    let mut world = World::new(Late::Insert, 12);
    let mut army: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut games = 0;
    for log in events() {
        let source = world.take(&log);
        for game in &source.games {
            games += 1;
            let faction = |at: usize| source.players[game.sides[at]].faction.as_ref().unwrap().to_string();
            if faction(0) != faction(1) {
                for at in [0, 1] {
                    let halves = match (game.result, at) {
                        (Winner::Draw, _) => 1,
                        (Winner::One, 0) | (Winner::Two, 1) => 2,
                        _ => 0,
                    };
                    let entry = army.entry(faction(at)).or_default();
                    *entry = (entry.0 + halves, entry.1 + 1);
                }
            }
        }
    }
    let season = season(world.log.state(), &world.library, None).unwrap();
    let figures = figures(world.log.state(), &season);
    assert_eq!(figures.games, games);
    assert_eq!(figures.logs, [4, 0, 0]);
    let found: BTreeMap<String, (u64, u64)> =
        figures.armies.iter().map(|army| (army.faction.clone(), (army.score.halves, army.score.games))).collect();
    assert_eq!(found, army);
    assert_eq!(figures.byes, 3, "the field of seven has one a round");
    let all: u64 = figures.armies.iter().map(|army| army.score.halves).sum();
    let of: u64 = figures.armies.iter().map(|army| army.score.games).sum();
    assert_eq!(all, of, "all armies together are at one half");
}

#[test]
fn a_list_waits_for_every_pinned_log() {
    let mut world = World::new(Late::Insert, 12);
    let source = world.take(&events()[0]);
    let missing = season(world.log.state(), &Library::default(), None).unwrap_err();
    assert_eq!(missing, [source.origin().unwrap()]);
}
