//! Whole seasons of a league, reckoned again by a script in another language that shares no code with the program
//! (`tests/reckoner/season.py`): points, places, records, ratings and every figure.
//!
//! `ADJUTANT_LEAGUE_EVENTS` says how many events a season has (4 otherwise, in two seasons; from 100 on ten seasons with
//! 5,000 members).

use adjutant_core::time::Timestamp;
use std::path::PathBuf;
use std::process::Command;

use adjutant_core::ids::{LeagueId, MemberId, PlayerId};
use adjutant_core::text::Text;
use adjutant_core::{Hash, Name, Reason, Winner};
use adjutant_league::command::{By, Create, Entry, Exclude, Late, Paper, Pin, Proof, Publish, Who};
use adjutant_league::list::List;
use adjutant_league::scheme::{Fraction, Minimum, Places, Points};
use adjutant_league::season::season;
use adjutant_league::source::{Source, SourceKind};
use adjutant_league::{Day, LeagueCommand, LeagueLog, Library};
use adjutant_tournament::command::{By as Speaker, Create as CreateEvent, Entry as EventEntry, ResultEntry};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::{RoundNumber, Seed, TournamentCommand, TournamentId, TournamentLog};

use crate::support::{World, project};

/// Numbers that look drawn, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    /// So many different numbers from 1 up to one.
    fn choose(&mut self, count: usize, of: usize) -> Vec<usize> {
        let mut chosen = Vec::new();
        while chosen.len() < count.min(of) {
            let number = self.below(of) + 1;
            if !chosen.contains(&number) {
                chosen.push(number);
            }
        }
        chosen
    }
}

const ARMIES: [&str; 6] = ["Orks", "Necrons", "Tyranids", "Aeldari", "T’au Empire", "Drukhari"];

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn text(text: &str) -> Text {
    Text::new(text).unwrap()
}

fn time(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn why(text: &str) -> Reason {
    Reason::new(text).unwrap()
}

/// An event as its organiser records it, up to its end. Some results are draws, some concessions; some players name no army.
fn event(id: &str, people: &[usize], on: &str, dice: &mut Dice) -> TournamentLog {
    let mut log = TournamentLog::new();
    let tell = |log: &mut TournamentLog, command| {
        log.record(time(&format!("{on}T09:00:00Z")), Speaker::Organiser, command).map(|_| ()).unwrap();
    };
    tell(
        &mut log,
        TournamentCommand::Create(Box::new(CreateEvent {
            format: 1,
            law: None,
            event: TournamentId::new(id).unwrap(),
            name: name(id),
            pack: None,
            pack_hash: None,
            size: None,
            rounds: 3,
            seed: Seed::from_number(dice.below(1 << 30) as u64),
            names: adjutant_core::sealed::Names::Open,
            copy_of: None,
            policies: Default::default(),
        })),
    );
    for number in people {
        let mut entry =
            EventEntry::new(PlayerId::new(&format!("p{number}")).unwrap(), name(&format!("Player {number}")));
        entry.faction = (dice.below(12) > 0).then(|| name(ARMIES[(number + dice.below(2)) % ARMIES.len()]));
        tell(&mut log, TournamentCommand::Register(entry));
    }
    for round in (1..=3).map(RoundNumber) {
        let draft = draft_round(log.state()).unwrap();
        let tables = draft.pair.tables.clone();
        tell(&mut log, draft.command());
        tell(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        for pairing in tables {
            let strength = |id: &PlayerId| id.as_str()[1..].parse::<i64>().unwrap() % 40;
            let one = 30 + strength(&pairing.one) + dice.below(40) as i64;
            let two = if dice.below(7) == 0 { one } else { 30 + strength(&pairing.two) + dice.below(40) as i64 };
            let mut result = ResultEntry::by_hand(round, pairing.table, one, two);
            result.winner = (one > two && dice.below(9) == 0).then_some(adjutant_tournament::command::Winner::Two);
            tell(&mut log, TournamentCommand::Result(result));
        }
        tell(&mut log, TournamentCommand::CloseRound { round, anyway: None });
    }
    tell(&mut log, TournamentCommand::Finish { early: false, anyway: None });
    log
}

/// The finish is taken back, a result corrected, and the event finished again.
fn amended(log: &TournamentLog, on: &str, swap: bool) -> TournamentLog {
    let mut log = log.clone();
    let seq = log.records().len() as u64;
    let entered = log.records().iter().rev().find_map(|record| match &record.command {
        TournamentCommand::Result(result) => Some(result.clone()),
        _ => None,
    });
    let mut result = entered.unwrap();
    result.winner = None;
    (result.one, result.two) = if swap { (result.two, result.one) } else { (61, 60) };
    for command in [
        TournamentCommand::Retract { seq, why: why("a wrong slip"), later: None },
        TournamentCommand::AmendResult { result, why: why("a wrong slip"), later: None },
        TournamentCommand::Finish { early: false, anyway: None },
    ] {
        log.record(time(&format!("{on}T20:00:00Z")), Speaker::Organiser, command).map(|_| ()).unwrap();
    }
    log
}

/// A league being filled, with what it rests on in a folder.
struct Officer<'a> {
    world: &'a World,
    folder: String,
    log: LeagueLog,
    library: Library,
    members: usize,
    dice: Dice,
    on: String,
}

impl Officer<'_> {
    fn try_to(&mut self, command: LeagueCommand) -> Result<u64, &'static str> {
        let at = time(&format!("{}T22:00:00Z", self.on));
        self.log.record(at, By::Officer, command, &self.library).map(|record| record.seq).map_err(|no| no.code())
    }

    fn say(&mut self, command: LeagueCommand) -> u64 {
        self.try_to(command).unwrap()
    }

    fn member(&self, number: usize) -> MemberId {
        MemberId::new(&format!("m{number:04}")).unwrap()
    }

    fn enter(&mut self, number: usize) {
        let entry = Entry {
            id: self.member(number),
            name: Some(name(&format!("Player {number}"))),
            digest: None,
            club: None,
            key: None,
        };
        self.say(LeagueCommand::Member(Box::new(entry)));
    }

    /// Keeps a log in the folder of those that are pinned, or another one, and reads it.
    fn keep(&mut self, folder: &str, bytes: &[u8]) -> Source {
        let rules = adjutant_app::Known::default().rulebook();
        let source = adjutant_replay::leagues::source(&rules, "a log", bytes).unwrap();
        self.library.add(source.clone());
        let path = format!("{}/{folder}", self.folder);
        std::fs::create_dir_all(self.world.path(&path)).unwrap();
        self.world.write(&format!("{path}/{}.jsonl", source.origin().unwrap()), bytes);
        source
    }

    fn pin(&self, source: &Source) -> Pin {
        let again = self.log.state().pins.contains_key(&source.origin().unwrap());
        Pin {
            origin: source.origin().unwrap(),
            head: source.head().unwrap(),
            records: source.hashes.len() as u64,
            on: None,
            weight: None,
            why: again.then(|| text("it has grown")),
        }
    }

    fn say_pin(&mut self, source: &Source, pin: Pin) {
        let pin = Box::new(pin);
        self.say(if source.kind == SourceKind::Event { LeagueCommand::Event(pin) } else { LeagueCommand::Match(pin) });
    }

    fn say_who(&mut self, origin: Hash, player: &PlayerId, member: MemberId) {
        self.say(LeagueCommand::Who(Box::new(Who { origin, player: player.clone(), member, proof: Proof::Officer })));
    }

    /// Pins an event and says who its players are; one in fifteen stays nobody. `alias` is Player 3's other entry.
    fn take(&mut self, source: &Source, pin: Pin, alias: bool) {
        self.say_pin(source, pin);
        for player in &source.players {
            let number: usize = player.id.as_str()[1..].parse().unwrap();
            let number = if alias && number == 3 { self.members + 1 } else { number };
            if self.dice.below(15) > 0 || number == 3 {
                let member = self.member(number);
                self.say_who(source.origin().unwrap(), &player.id, member);
            }
        }
    }

    fn publish(&mut self) {
        let state = self.log.state();
        let list = state.lists.len() as u32 + 1;
        let hash = List::of(state, &season(state, &self.library, None).unwrap(), list, None).hash();
        let (logs, root) = self.log.tree();
        self.say(LeagueCommand::Publish(Box::new(Publish { list, hash, logs, root })));
    }

    fn exclude(&mut self, origin: Option<Hash>, member: Option<MemberId>) -> u64 {
        self.say(LeagueCommand::Exclude(Box::new(Exclude { origin, member, why: text("reasons") })))
    }
}

fn fraction(text: &str) -> Option<Fraction> {
    Fraction::parse(text)
}

fn create(year: i32, late: Late) -> LeagueCommand {
    let day = |text: &str| Day::parse(&format!("{year}-{text}")).unwrap();
    LeagueCommand::Create(Box::new(Create {
        format: 1,
        law: None,
        league: LeagueId::new("north").unwrap(),
        name: name("Northern League"),
        season: name(&year.to_string()),
        from: day("01-01"),
        to: day("12-31"),
        rules: None,
        rating: Default::default(),
        points: Points {
            per_win: fraction("3"),
            per_draw: fraction("1"),
            per_round: fraction("1/3"),
            per_vp: fraction("1/50"),
            place: fraction("20").zip(fraction("2")).map(|(best, last)| Places { best, last }),
        },
        best: Some(3),
        minimum: Minimum { players: 6, rounds: 3, games: 3, rate: 8, rate_players: 3, pair: 4 },
        basis: Default::default(),
        late,
        names: Default::default(),
        day: Default::default(),
        after: None,
    }))
}

/// The day of an event among so many, spread over the weeks from January to November.
fn spread(year: i32, at: usize, of: usize) -> String {
    let day = 320 * at / of;
    format!("{year}-{:02}-{:02}", day / 28 + 1, day % 28 + 1)
}

/// A season with everything in it that a league knows; gives what was refused of forked logs.
fn fill(officer: &mut Officer<'_>, year: i32, events: usize) {
    (1..=officer.members + 1).for_each(|number| officer.enter(number));
    let field = if events >= 100 { 30 } else { 11 };
    let (mut late, shown) = (Vec::new(), (events / 5).max(4));
    for at in 0..events {
        officer.on = spread(year, at, events);
        let count = 5 + officer.dice.below(field - 4);
        let mut people = officer.dice.choose(count, officer.members);
        // Player 3 plays everywhere, under another entry in the second event of each four.
        if !people.contains(&3) {
            people.push(3);
        }
        let on = officer.on.clone();
        let log = event(&format!("event-{year}-{at}"), &people, &on, &mut officer.dice);
        let first = officer.keep("logs", &log.to_bytes());
        let pin = officer.pin(&first);
        match at % 4 {
            // Corrected after it was pinned; a copy that went on otherwise is refused.
            0 => {
                officer.take(&first, pin, false);
                let fork = officer.keep("forks", &amended(&log, &on, false).to_bytes());
                let grown = officer.keep("logs", &amended(&log, &on, true).to_bytes());
                officer.say_pin(&grown, officer.pin(&grown));
                let forked = officer.pin(&fork);
                assert_eq!(officer.try_to(LeagueCommand::Event(Box::new(forked))), Err("forked"));
            }
            1 => officer.take(&first, Pin { weight: Some(500), ..pin }, true),
            2 => late.push(first),
            _ => officer.take(&first, Pin { on: Day::parse(&on), why: Some(text("a wrong clock")), ..pin }, false),
        }
        for _ in 0..2 {
            let two = officer.dice.choose(2, officer.members);
            let vp = (officer.dice.below(2) == 0).then_some([70, 55]);
            let result = [Winner::One, Winner::Two, Winner::Draw][officer.dice.below(3)];
            let players = [officer.member(two[0]), officer.member(two[1])];
            let result = if vp.is_some() { Winner::One } else { result };
            let paper = Paper { on: Day::parse(&on).unwrap(), players, result, vp, why: Some(text("no log")) };
            officer.say(LeagueCommand::Paper(Box::new(paper)));
        }
        if at % shown == shown - 1 {
            officer.publish();
            for source in std::mem::take(&mut late) {
                officer.take(&source, officer.pin(&source), false);
            }
        }
        if at == events / 2 {
            let member = officer.member(2);
            officer.exclude(None, Some(member));
        }
    }
    let (member, into) = (officer.member(officer.members + 1), officer.member(3));
    officer.say(LeagueCommand::Merge { member, into, why: text("a nickname") });
    let origins: Vec<Hash> = officer.log.state().pins.keys().copied().collect();
    officer.exclude(Some(origins[0]), None);
    let seq = officer.exclude(Some(origins[1]), None);
    officer.say(LeagueCommand::Retract { seq, why: text("proven") });
}

/// Matches that stand alone, and an event whose results name the logs of its matches.
fn battles(officer: &mut Officer<'_>, count: usize) {
    officer.on = "2026-11-28".to_owned();
    let logs = |words: String| officer.world.run(&words).ends(0);
    logs("demo sample --quiet".to_owned());
    let mut all: Vec<PathBuf> = Vec::new();
    for number in 0..count {
        logs(format!("match simulate alone{number} --seed {number} --depth scores --data battles"));
        logs(format!("match export alone{number} -o alone{number}.jsonl --data battles"));
        all.push(officer.world.path(&format!("alone{number}.jsonl")));
    }
    logs("event export demo --log demo.jsonl --data sample".to_owned());
    all.push(officer.world.path("demo.jsonl"));
    for (round, table) in (1..=3).flat_map(|round| (1..=4).map(move |table| (round, table))) {
        let id = format!("demo-r{round}-t{table:02}");
        logs(format!("match export {id} -o {id}.jsonl --data sample"));
        all.push(officer.world.path(&format!("{id}.jsonl")));
    }
    for path in all {
        let source = officer.keep("logs", &std::fs::read(path).unwrap());
        officer.say_pin(&source, officer.pin(&source));
        if source.id.starts_with("demo-") {
            continue;
        }
        let numbers = officer.dice.choose(source.players.len(), officer.members);
        for (player, number) in source.players.clone().iter().zip(numbers) {
            let member = officer.member(number);
            officer.say_who(source.origin().unwrap(), &player.id, member);
        }
    }
}

/// The season as the program tells it from a database and a folder of logs, into files beside them.
fn told(world: &World, folder: &str, log: &LeagueLog) {
    world.write(&format!("{folder}/league.jsonl"), log.to_bytes());
    let run = |words: &str| world.run(&format!("{words} --data {folder}/data")).ends(0).out;
    run(&format!("league import {folder}/league.jsonl"));
    let added =
        world.run(&format!("league add north {folder}/logs {folder}/forks --json --data {folder}/data")).ends(1);
    let added = added.json();
    assert_eq!((&added["pinned"], &added["members"]), (&serde_json::json!([]), &0.into()), "{added}");
    let passed = added["passed"].as_array().unwrap();
    assert!(!passed.is_empty() && passed.iter().all(|why| why.to_string().contains("forked")), "{passed:?}");
    let list = run("league list north --json");
    world.write(&format!("{folder}/list.json"), list);
    world.write(&format!("{folder}/stats.json"), run("league stats north --json"));
    let facts = world.run(&format!("facts {folder}/logs")).ends(0).out;
    world.write(&format!("{folder}/facts.jsonl"), facts);
}

/// Points, places, records, ratings, won by army with both intervals, pairs, first turn, secondaries: every number of a
/// list and of its figures is the one that the script comes to; and it sees one that was changed.
#[test]
fn every_number_of_a_season_is_that_of_an_independent_script() {
    let asked = std::env::var("ADJUTANT_LEAGUE_EVENTS").ok().and_then(|count| count.parse::<usize>().ok());
    let events = asked.unwrap_or(4);
    let (seasons, members) = if events >= 100 { (10, 5_000) } else { (2, 14) };
    let world = World::new();
    let script = project().join("tests/reckoner/season.py");
    let python = std::env::var("ADJUTANT_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let reckon = |folder: &str| Command::new(&python).arg(&script).arg(world.path(folder)).output();
    for (year, number) in (2026..2026 + seasons).zip(0_u64..) {
        let late = if number % 2 == 0 { Late::Insert } else { Late::NextPeriod };
        let folder = format!("season-{year}");
        std::fs::create_dir_all(world.path(&folder)).unwrap();
        let (log, library, dice) = (LeagueLog::new(), Library::default(), Dice(0x9e37_79b9 + number));
        let mut officer =
            Officer { world: &world, folder: folder.clone(), log, library, members, dice, on: format!("{year}-01-01") };
        officer.say(create(year, late));
        fill(&mut officer, year, events);
        if year == 2026 {
            battles(&mut officer, events.min(60));
        }
        told(&world, &folder, &officer.log);
        let Ok(found) = reckon(&folder) else { return println!("left out: there is no {python} here") };
        let words = String::from_utf8_lossy(&found.stdout).into_owned() + &String::from_utf8_lossy(&found.stderr);
        println!("{folder}: {}", words.trim_end());
        assert!(found.status.success(), "{folder}: {words}");
    }
    let stats = String::from_utf8(world.read("season-2026/stats.json")).unwrap();
    let mut changed: serde_json::Value = serde_json::from_str(&stats).unwrap();
    let halves = changed["secondaries"][0]["score"]["halves"].as_u64().unwrap();
    changed["secondaries"][0]["score"]["halves"] = (halves + 1).into();
    world.write("season-2026/stats.json", changed.to_string());
    let found = reckon("season-2026").unwrap();
    assert!(!found.status.success() && String::from_utf8_lossy(&found.stdout).contains("secondaries"), "{found:?}");
}
