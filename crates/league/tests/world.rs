//! A small world: people with strengths, events as logs, a league that pins them.

use adjutant_core::ids::{LeagueId, MemberId, PlayerId};
use adjutant_core::text::Text;
use adjutant_core::time::Timestamp;
use adjutant_core::{Hash, Name};
use adjutant_league::command::{By, Create, Entry, Late, LeagueCommand, Pin, Proof, Who};
use adjutant_league::scheme::{RatingRules, scheme};
use adjutant_league::source::{Source, of_event};
use adjutant_league::{Day, LeagueLog, Library, list::List, season::season};
use adjutant_tournament::command::{By as Speaker, Create as CreateEvent, Entry as EventEntry, ResultEntry};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::{RoundNumber, Seed, TournamentCommand, TournamentId, TournamentLog};

pub const AT: Timestamp = Timestamp::parse("2026-12-01T09:00:00Z").unwrap();

pub fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

pub fn why(text: &str) -> Text {
    Text::new(text).unwrap()
}

pub fn member(number: usize) -> MemberId {
    MemberId::new(&format!("m{number:04}")).unwrap()
}

/// An event of some people, by their numbers: all rounds on one day, results by strength and a stream of numbers.
pub fn event(id: &str, people: &[usize], rounds: u16, on: &str, seed: u64) -> TournamentLog {
    let at = format!("{on}T20:30:00Z");
    event_at(id, people, &vec![at.as_str(); usize::from(rounds)], &at, seed)
}

/// The same with each round and the finish at a time of its own.
pub fn event_at(id: &str, people: &[usize], rounds: &[&str], finish: &str, seed: u64) -> TournamentLog {
    let mut log = TournamentLog::new();
    let tell = |log: &mut TournamentLog, at: &str, command| {
        log.record(Timestamp::parse(at).unwrap(), Speaker::Organiser, command).map(|_| ()).unwrap();
    };
    let first = rounds[0];
    tell(
        &mut log,
        first,
        TournamentCommand::Create(Box::new(CreateEvent {
            format: 1,
            law: None,
            event: TournamentId::new(id).unwrap(),
            name: Name::new(id).unwrap(),
            pack: None,
            pack_hash: None,
            size: None,
            rounds: rounds.len() as u16,
            seed: Seed::from_number(seed),
            policies: Default::default(),
            names: adjutant_core::sealed::Names::Open,
            copy_of: None,
        })),
    );
    let armies = ["Orks", "Necrons", "Tyranids"];
    for number in people {
        let name = Name::new(&format!("Player {number}")).unwrap();
        let mut entry = EventEntry::new(PlayerId::new(&format!("p{number}")).unwrap(), name);
        entry.faction = Some(Name::new(armies[number % 3]).unwrap());
        tell(&mut log, first, TournamentCommand::Register(entry));
    }
    let mut stream = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for (round, at) in (1..).map(RoundNumber).zip(rounds) {
        let draft = draft_round(log.state()).unwrap();
        let tables = draft.pair.tables.clone();
        tell(&mut log, at, draft.command());
        tell(&mut log, at, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        for pairing in tables {
            stream ^= stream << 13;
            stream ^= stream >> 7;
            stream ^= stream << 17;
            let luck = (stream >> 20) % 60;
            let number = |id: &PlayerId| id.as_str()[1..].parse::<i64>().unwrap();
            let one = 40 + luck as i64 - number(&pairing.one);
            let two = 70 - number(&pairing.two);
            tell(
                &mut log,
                at,
                TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, one.max(0), two.max(0))),
            );
        }
        tell(&mut log, at, TournamentCommand::CloseRound { round, anyway: None });
    }
    tell(&mut log, finish, TournamentCommand::Finish { early: false, anyway: None });
    log
}

pub fn create(late: Late) -> LeagueCommand {
    let club = scheme("club").unwrap();
    LeagueCommand::Create(Box::new(Create {
        format: 1,
        law: None,
        league: LeagueId::new("north26").unwrap(),
        name: Name::new("Northern League").unwrap(),
        season: Name::new("2026").unwrap(),
        from: day("2026-01-01"),
        to: day("2026-12-31"),
        rules: None,
        rating: RatingRules::default(),
        points: club.points,
        best: Some(2),
        minimum: Default::default(),
        basis: Default::default(),
        late,
        names: Default::default(),
        day: Default::default(),
        after: None,
    }))
}

pub fn entry(number: usize) -> LeagueCommand {
    LeagueCommand::Member(Box::new(Entry {
        id: member(number),
        name: Some(Name::new(&format!("Player {number}")).unwrap()),
        digest: None,
        club: None,
        key: None,
    }))
}

pub fn pin(source: &Source, again: Option<&str>) -> LeagueCommand {
    LeagueCommand::Event(Box::new(Pin {
        origin: source.origin().unwrap(),
        head: source.head().unwrap(),
        records: source.hashes.len() as u64,
        on: None,
        weight: None,
        why: again.map(why),
    }))
}

pub fn who(origin: Hash, number: usize) -> LeagueCommand {
    LeagueCommand::Who(Box::new(Who {
        origin,
        player: PlayerId::new(&format!("p{number}")).unwrap(),
        member: member(number),
        proof: Proof::Officer,
    }))
}

/// The people of an event, by their numbers.
pub fn people(source: &Source) -> Vec<usize> {
    source.players.iter().map(|player| player.id.as_str()[1..].parse().unwrap()).collect()
}

pub struct World {
    pub log: LeagueLog,
    pub library: Library,
}

impl World {
    pub fn new(late: Late, members: usize) -> World {
        World::created(create(late), members)
    }

    /// A league of other rules.
    pub fn created(create: LeagueCommand, members: usize) -> World {
        let mut world = World { log: LeagueLog::new(), library: Library::default() };
        world.say(create);
        (1..=members).for_each(|number| _ = world.say(entry(number)));
        world
    }

    pub fn say(&mut self, command: LeagueCommand) -> u64 {
        self.log.record(AT, By::Officer, command, &self.library).map(|record| record.seq).unwrap()
    }

    pub fn refused(&mut self, command: LeagueCommand) -> &'static str {
        let before = self.log.to_bytes();
        let refusal = self.log.record(AT, By::Officer, command, &self.library).map(|_| ()).unwrap_err();
        assert_eq!(self.log.to_bytes(), before, "a refused command is not written");
        refusal.code()
    }

    /// Pins an event and says who its players are.
    pub fn take(&mut self, log: &TournamentLog) -> Source {
        let source = source_of(log);
        self.library.add(source.clone());
        self.say(pin(&source, None));
        people(&source).into_iter().for_each(|number| _ = self.say(who(source.origin().unwrap(), number)));
        source
    }

    pub fn list(&self) -> List {
        let state = self.log.state();
        List::of(state, &season(state, &self.library, None).unwrap(), state.lists.len() as u32 + 1, None)
    }

    pub fn publish(&mut self) -> List {
        let list = self.list();
        let (logs, root) = self.log.tree();
        let publish = adjutant_league::command::Publish { list: list.list, hash: list.hash(), logs, root };
        self.say(LeagueCommand::Publish(Box::new(publish)));
        list
    }
}

/// An event as a league sees it under today's law.
pub fn source_of(log: &TournamentLog) -> Source {
    of_event(log, adjutant_tournament::check::check(log).is_clean())
}
