//! What is refused, taken back, merged, left out, corrected; and who moves by it.

use adjutant_league::LeagueLog;
use adjutant_league::command::{Exclude, Ground, Late, LeagueCommand, Proof, Who};
use adjutant_league::diff::diff;
use adjutant_tournament::command::ResultEntry;
use adjutant_tournament::{By, Reason, RoundNumber, TableNumber, TournamentCommand};

use crate::world::{World, entry, event, member, people, pin, source_of, who, why};

#[test]
fn the_refusals() {
    let mut world = World::new(Late::Insert, 8);
    let log = event("winter", &[1, 2, 3, 4], 2, "2026-01-17", 1);
    let source = world.take(&log);
    let origin = source.origin().unwrap();
    assert_eq!(world.refused(crate::world::create(Late::Insert)), "creation");
    assert_eq!(world.refused(entry(1)), "known-member");
    assert_eq!(world.refused(pin(&source, None)), "out-of-range", "again wants a reason");
    assert_eq!(world.refused(pin(&source, Some("again"))), "already-pinned");
    assert_eq!(world.refused(who(origin, 1)), "two-members-one-player");
    assert_eq!(world.refused(who(origin, 7)), "unknown-log", "no such player there");
    let other = source_of(&event("other", &[1, 2, 3, 4], 2, "2026-01-24", 9));
    assert_eq!(world.refused(pin(&other, None)), "unknown-log", "it is not at hand");
    let merge = |one, two| LeagueCommand::Merge { member: member(one), into: member(two), why: why("one person") };
    let met = source.games[0].sides.map(|at| people(&source)[at]);
    assert_eq!(world.refused(merge(met[0], met[1])), "same-person-twice-in-a-game");
    assert_eq!(world.refused(merge(1, 99)), "unknown-member");
    assert_eq!(world.refused(merge(1, 1)), "out-of-range");
    let before = world.log.records().len() as u64;
    let take_back = |seq| LeagueCommand::Retract { seq, why: why("wrong") };
    assert_eq!(world.refused(take_back(1)), "not-retractable");
    assert_eq!(world.refused(take_back(99)), "not-retractable");
    assert_eq!(world.refused(take_back(2)), "retract-breaks", "a member who is somebody in a log");
    world.say(LeagueCommand::Close { why: None });
    assert_eq!(world.refused(entry(20)), "closed");
    world.say(LeagueCommand::Reopen { why: None });
    assert_eq!(world.refused(LeagueCommand::Reopen { why: None }), "not-closed");
    assert_eq!(world.log.records().len() as u64, before + 2);
    let member_says = LeagueCommand::Who(Box::new(Who {
        origin,
        player: adjutant_core::ids::PlayerId::new("p1").unwrap(),
        member: member(5),
        proof: Proof::Own,
    }));
    assert_eq!(world.refused(member_says), "not-yours", "an officer does not speak for himself as a member");
}

#[test]
fn a_log_that_parted_from_what_was_pinned_is_forked() {
    let mut world = World::new(Late::Insert, 8);
    let log = event("winter", &[1, 2, 3, 4], 2, "2026-01-17", 1);
    world.take(&log);
    let records = log.records();
    let lines: Vec<u8> =
        records[..records.len() - 1].iter().flat_map(|record| [record.line.as_slice(), b"\n"].concat()).collect();
    let mut other = adjutant_tournament::TournamentLog::read(&lines).unwrap();
    let note = TournamentCommand::Note { text: Reason::new("otherwise").unwrap() };
    other.record(adjutant_core::time::Timestamp::parse("2026-01-17T21:00:00Z").unwrap(), By::Organiser, note).unwrap();
    let source = source_of(&other);
    world.library.add(source.clone());
    assert_eq!(world.refused(pin(&source, Some("grown"))), "forked");
}

/// The amended result moves its two players by their own games; whoever else moves is said to move through others, and
/// whoever is not named did not move.
#[test]
fn diff_names_exactly_those_who_moved() {
    let mut world = World::new(Late::Insert, 12);
    let mut winter = event("winter", &[1, 2, 3, 4, 5, 6], 3, "2026-01-17", 1);
    world.take(&winter);
    world.take(&event("spring", &[1, 2, 7, 8], 2, "2026-03-01", 2));
    world.take(&event("far", &[9, 10, 11, 12], 2, "2026-04-01", 5));
    let one = world.publish();
    let before = world.log.state().clone();
    let old = winter.state().round(RoundNumber(3)).unwrap().results[&TableNumber(1)].clone();
    let pairing = winter.state().round(RoundNumber(3)).unwrap().pair.tables[0].clone();
    let result = ResultEntry::by_hand(RoundNumber(3), pairing.table, old.two, old.one);
    let undo = winter.records().iter().rfind(|r| matches!(r.command, TournamentCommand::Finish { .. })).unwrap().seq;
    let why_event = Reason::new("entered the wrong way round").unwrap();
    let mut tell = |command| {
        winter
            .record(adjutant_core::time::Timestamp::parse("2026-05-01T10:00:00Z").unwrap(), By::Organiser, command)
            .map(|_| ())
            .unwrap()
    };
    tell(TournamentCommand::Retract { seq: undo, why: why_event.clone(), later: None });
    tell(TournamentCommand::AmendResult { result, why: why_event, later: None });
    tell(TournamentCommand::Finish { early: false, anyway: None });
    let source = source_of(&winter);
    world.library.add(source.clone());
    let seq = world.say(pin(&source, Some("a result was corrected")));
    let two = world.list();
    let found = diff(&world.log, &world.library, (&one, &before), (&two, world.log.state()));
    let direct: Vec<usize> =
        [&pairing.one, &pairing.two].into_iter().map(|id| id.as_str()[1..].parse().unwrap()).collect();
    for row in &two.members {
        let same = one.row(&row.id) == Some(row);
        let rank = |list: &adjutant_league::list::List| list.row(&row.id).unwrap().rank;
        let events = |list: &adjutant_league::list::List| list.row(&row.id).unwrap().points;
        let named = found.moved.iter().find(|moved| moved.member == row.id);
        let rating = |list: &adjutant_league::list::List| {
            list.row(&row.id).unwrap().rating.as_ref().map(|rating| (rating.value, rating.deviation))
        };
        let moved = (rank(&one), events(&one), rating(&one)) != (rank(&two), events(&two), rating(&two));
        assert_eq!(named.is_some(), moved, "{}: {same}", row.id);
        if let Some(named) = named {
            let is_direct = direct.iter().any(|number| member(*number) == row.id);
            assert_eq!(named.by, if is_direct { vec![seq] } else { vec![] }, "{}", row.id);
        }
    }
    for number in direct {
        assert!(found.moved.iter().any(|moved| moved.member == member(number)), "{number}");
    }
    for number in 9..=12 {
        assert!(found.moved.iter().all(|moved| moved.member != member(number) || moved.by.is_empty()));
        assert_eq!(one.row(&member(number)).unwrap().rating, two.row(&member(number)).unwrap().rating);
    }
}

#[test]
fn a_merge_is_one_person_and_is_undone() {
    let mut world = World::new(Late::Insert, 12);
    world.take(&event("winter", &[1, 2, 3, 4], 2, "2026-01-17", 1));
    world.take(&event("spring", &[5, 6, 7, 8], 2, "2026-03-01", 2));
    let apart = world.list();
    let seq = world.say(LeagueCommand::Merge { member: member(5), into: member(1), why: why("one person") });
    let together = world.list();
    assert!(together.row(&member(5)).is_none());
    let games =
        |list: &adjutant_league::list::List, number| list.row(&member(number)).unwrap().record.iter().sum::<u32>();
    assert_eq!(games(&together, 1), games(&apart, 1) + games(&apart, 5));
    world.say(LeagueCommand::Retract { seq, why: why("two people after all") });
    assert_eq!(world.list(), apart);
    assert_eq!(LeagueLog::read(&world.log.to_bytes()).unwrap().state(), world.log.state());
}

#[test]
fn who_is_left_out_leaves_the_games_to_the_others() {
    let mut world = World::new(Late::Insert, 4);
    let source = world.take(&event("winter", &[1, 2, 3, 4], 2, "2026-01-17", 1));
    let before = world.list();
    let out = |member, origin| LeagueCommand::Exclude(Box::new(Exclude { origin, member, why: why("banned") }));
    assert_eq!(world.refused(out(None, None)), "out-of-range");
    let seq = world.say(out(Some(member(1)), None));
    let after = world.list();
    assert!(after.row(&member(1)).is_none());
    for number in 2..=4 {
        let (one, two) = (before.row(&member(number)).unwrap(), after.row(&member(number)).unwrap());
        assert_eq!(
            (one.points, &one.rating.as_ref().unwrap().value),
            (two.points, &two.rating.as_ref().unwrap().value)
        );
    }
    world.say(LeagueCommand::Retract { seq, why: why("served") });
    assert_eq!(world.list(), before);
    world.say(out(None, source.origin()));
    assert!(world.list().members.iter().all(|row| row.points == 0 && row.rating.is_none()));
}

#[test]
fn a_list_that_was_shown_stays_and_a_wrong_one_is_refused() {
    let mut world = World::new(Late::Insert, 8);
    world.take(&event("winter", &[1, 2, 3, 4], 2, "2026-01-17", 1));
    let (logs, root) = world.log.tree();
    let wrong = adjutant_league::command::Publish { list: 1, hash: adjutant_core::Hash::of(b"made up"), logs, root };
    assert_eq!(world.refused(LeagueCommand::Publish(Box::new(wrong))), "list-differs");
    let list = world.publish();
    let wrong = adjutant_league::command::Publish { list: 7, hash: list.hash(), logs, root };
    assert_eq!(world.refused(LeagueCommand::Publish(Box::new(wrong))), "list-differs", "the number is in the list");
    world.say(LeagueCommand::Forget { member: member(2), why: Ground::Wish });
    let again = LeagueCommand::Forget { member: member(2), why: Ground::Wish };
    assert_eq!(world.refused(again), "forgotten");
    assert_eq!(adjutant_league::list::List { list: 1, ..world.list() }.hash(), list.hash(), "a list holds no names");
}

#[test]
fn an_amendment_stands_in_the_place_of_the_record() {
    let mut world = World::new(Late::Insert, 4);
    let source = world.take(&event("winter", &[1, 2, 3, 4], 2, "2026-01-17", 1));
    let before = world.list();
    let pinned = world.log.records().iter().find(|r| matches!(r.command, LeagueCommand::Event(_))).unwrap();
    let LeagueCommand::Event(pin) = &pinned.command else { unreachable!() };
    let with = |pin| Box::new(LeagueCommand::Event(Box::new(pin)));
    let moved = adjutant_league::command::Pin {
        on: Some(crate::world::day("2026-02-14")),
        why: Some(why("the laptop's clock was wrong")),
        ..(**pin).clone()
    };
    let seq = pinned.seq;
    world.say(LeagueCommand::Amend { seq, with: with(moved.clone()), why: why("its day") });
    let season = adjutant_league::season::season(world.log.state(), &world.library, None).unwrap();
    assert!(season.games.iter().all(|game| game.day == crate::world::day("2026-02-14")));
    assert_eq!(before.members.len(), world.list().members.len());
    let late = adjutant_league::command::Pin { on: Some(crate::world::day("2027-02-14")), ..moved };
    assert_eq!(world.refused(LeagueCommand::Amend { seq, with: with(late), why: why("its day") }), "out-of-season");
    let other = LeagueCommand::Note { text: why("no") };
    assert_eq!(world.refused(LeagueCommand::Amend { seq, with: Box::new(other), why: why("no") }), "not-retractable");
    assert_eq!(LeagueLog::read(&world.log.to_bytes()).unwrap().state(), world.log.state());
    assert_eq!(source.origin(), Some(pin_origin(&world)));
}

fn pin_origin(world: &World) -> adjutant_core::Hash {
    *world.log.state().pins.keys().next().unwrap()
}
