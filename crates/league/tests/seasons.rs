//! What a list says, and that it depends on nothing else than it may.

use std::collections::BTreeMap;

use adjutant_core::Winner;
use adjutant_league::command::{Create, DayOf, Late, LeagueCommand, Paper, Pin};
use adjutant_league::figures::figures;
use adjutant_league::season::season;
use adjutant_league::{LeagueLog, Library};

use adjutant_tournament::TournamentCommand;

use crate::world::{World, create, day, event, event_at, member, people, pin, source_of, who};

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

/// The Mondays of the weeks in which the games of a league count, each once.
fn mondays(world: &World) -> Vec<String> {
    let season = season(world.log.state(), &world.library, None).unwrap();
    let mut all: Vec<String> = season.games.iter().map(|game| game.week.monday().to_string()).collect();
    all.dedup();
    all
}

/// Sunday in Vancouver: the first round is published at three in the afternoon, and UTC has Monday when the second begins
/// and when the event ends. All of it counts in the week that Sunday ends.
#[test]
fn a_sunday_evening_west_of_greenwich_is_in_the_week_in_which_it_began() {
    let rounds = ["2026-03-01T23:00:00Z", "2026-03-02T01:30:00Z", "2026-03-02T03:45:00Z"];
    let log = event_at("vancouver", &[1, 2, 3, 4], &rounds, "2026-03-02T06:00:00Z", 1);
    let mut world = World::new(Late::Insert, 4);
    world.take(&log);
    assert_eq!(mondays(&world), ["2026-02-23"]);
    // One that begins at seven in the evening begins on Monday, as UTC counts; whoever does not want that says the day.
    let night = event_at("night", &[1, 2, 3, 4], &rounds[1..], "2026-03-02T06:00:00Z", 1);
    let mut world = World::new(Late::Insert, 4);
    let source = world.take(&night);
    assert_eq!(mondays(&world), ["2026-03-02"]);
    let LeagueCommand::Event(again) = pin(&source, Some("it was Sunday there")) else { unreachable!() };
    world.say(LeagueCommand::Event(Box::new(Pin { on: Some(day("2026-03-01")), ..*again })));
    assert_eq!(mondays(&world), ["2026-02-23"]);
}

/// An event of January in which a result is corrected in April: the games stay in their week, and only their ratings move.
#[test]
fn an_event_that_is_corrected_in_spring_stays_in_its_week() {
    let log = event("winter", &[1, 2, 3, 4], 2, "2026-01-17", 1);
    let mut world = World::new(Late::Insert, 4);
    world.take(&log);
    let before = world.list();
    assert_eq!(mondays(&world), ["2026-01-12"]);
    let mut grown = log.clone();
    let mut result = grown.records().iter().find_map(|record| match &record.command {
        TournamentCommand::Result(result) => Some(result.clone()),
        _ => None,
    });
    let mut result = result.take().unwrap();
    (result.one, result.two) = (result.two, result.one);
    let why = || adjutant_core::Reason::new("the slip was read upside down").unwrap();
    for (at, command) in [
        (
            "2026-04-20T09:00:00Z",
            TournamentCommand::Retract { seq: log.records().len() as u64, why: why(), later: None },
        ),
        ("2026-04-20T09:01:00Z", TournamentCommand::AmendResult { result, why: why(), later: None }),
        ("2026-04-21T09:00:00Z", TournamentCommand::Finish { early: false, anyway: None }),
    ] {
        grown
            .record(adjutant_core::time::Timestamp::parse(at).unwrap(), adjutant_tournament::By::Organiser, command)
            .map(|_| ())
            .unwrap();
    }
    let source = source_of(&grown);
    assert_eq!((source.day, source.round_days.len()), (Some(day("2026-01-17")), 2));
    world.library.add(source.clone());
    world.say(pin(&source, Some("corrected")));
    assert_eq!(mondays(&world), ["2026-01-12"]);
    let ratings = |list: &adjutant_league::list::List| -> Vec<i64> {
        (1..=4).map(|number| list.row(&member(number)).unwrap().rating.as_ref().unwrap().value).collect()
    };
    assert_ne!(ratings(&world.list()), ratings(&before));
}

/// A club league of ten weeks, a round on each Tuesday evening: with `day: round` each round counts in its own week.
#[test]
fn each_round_of_a_league_of_ten_weeks_is_in_its_week() {
    let tuesdays = ["09-08", "09-15", "09-22", "09-29", "10-06", "10-13", "10-20", "10-27", "11-03", "11-10"];
    let tuesdays = tuesdays.map(|day| format!("2026-{day}"));
    let times: Vec<String> = tuesdays.iter().map(|day| format!("{day}T19:00:00Z")).collect();
    let times: Vec<&str> = times.iter().map(String::as_str).collect();
    let people: Vec<usize> = (1..=12).collect();
    let log = event_at("club", &people, &times, "2026-11-11T20:00:00Z", 5);
    let weeks = |of: DayOf| {
        let LeagueCommand::Create(create) = create(Late::Insert) else { unreachable!() };
        let mut world = World::created(LeagueCommand::Create(Box::new(Create { day: of, ..*create })), 12);
        world.take(&log);
        let season = season(world.log.state(), &world.library, None).unwrap();
        assert_eq!(season.games.len(), 60);
        assert!(
            season
                .games
                .iter()
                .all(|game| of == DayOf::Event || game.day == day(&tuesdays[usize::from(game.place.0) - 1]))
        );
        (mondays(&world), season.steps.len(), world.list())
    };
    let (by_round, steps, list) = weeks(DayOf::Round);
    assert_eq!(by_round.len(), 10, "{by_round:?}");
    assert_eq!((by_round[0].as_str(), by_round[9].as_str(), steps), ("2026-09-07", "2026-11-09", 120));
    let (by_event, steps, other) = weeks(DayOf::Event);
    assert_eq!((by_event, steps), (vec!["2026-09-07".to_owned()], 12));
    let points = |list: &adjutant_league::list::List| list.members.iter().map(|row| row.points).collect::<Vec<_>>();
    assert_eq!(points(&list), points(&other), "points are the event's own");
}

#[test]
fn a_day_is_that_of_the_first_publish() {
    let log = event("winter", &[1, 2, 3, 4], 2, "2026-01-05", 1);
    let source = source_of(&log);
    assert_eq!(source.day, Some(day("2026-01-05")));
    assert_eq!(source.day.unwrap().week().monday(), day("2026-01-05"));
    let mut log = log;
    let note = adjutant_tournament::TournamentCommand::Note { text: adjutant_core::Reason::new("later").unwrap() };
    log.record(
        adjutant_core::time::Timestamp::parse("2026-05-01T10:00:00Z").unwrap(),
        adjutant_tournament::By::Organiser,
        note,
    )
    .unwrap();
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
