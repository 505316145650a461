//! What the organiser's eye needs: cards, places, payments, lists that are due, judges' clubs, halls, the next round.

use adjutant_tournament::command::{Infraction, InfractionKind, Judge, Settings, Table};
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{Reason, TableNumber};

use super::*;

fn why() -> Reason {
    Reason::new("slow play").unwrap()
}

fn policies(log: &mut TournamentLog, policies: Policies) {
    let settings = Settings { policies: Some(policies), ..Settings::new(why()) };
    tell(log, TournamentCommand::Settings(Box::new(settings)));
}

/// An event of so many players before its first round.
fn before(players: u32, with: Policies) -> TournamentLog {
    let mut log = TournamentLog::new();
    let TournamentCommand::Create(create) = event().records()[0].command.clone() else { panic!("no event") };
    tell(&mut log, TournamentCommand::Create(Box::new(Create { law: None, policies: with, ..*create })));
    for number in 1..=players {
        let id = PlayerId::new(&format!("p{number}")).unwrap();
        tell(&mut log, TournamentCommand::Register(Entry::new(id, Name::new(&format!("Player {number:03}")).unwrap())));
    }
    tell(&mut log, TournamentCommand::Pass(Pass { kind: PassKind::Desk, id: PassId::new("olaf").unwrap(), issue: 1 }));
    log
}

fn publish(log: &mut TournamentLog) {
    let draft = draft_round(log.state()).unwrap();
    tell(log, draft.command());
    tell(log, TournamentCommand::Publish { round: draft.pair.round, as_drafted: false, anyway: None });
}

#[test]
fn cards_are_seen_by_those_who_run_the_event_and_by_nobody_else() {
    block_on(async {
        let mut log = event();
        let player = PlayerId::new("anna").unwrap();
        let kind = InfractionKind::YellowCard;
        let line = Infraction { player, member: None, kind, points: None, why: why(), later: None };
        tell(&mut log, TournamentCommand::Infraction(line));
        let hall = Hall::with(&log, |_| {});
        for role in Role::ALL {
            let cookie = hall.cookie_of(role).await;
            for page in
                ["/standings", "/desk/players", "/desk/player/anna", "/player/anna", "/pairings", "/screen/standings"]
            {
                let (status, text) = hall.get(page, cookie.as_deref(), HERE).await;
                let public = ["/player/anna", "/pairings", "/screen/standings"].contains(&page);
                let runs = matches!(role, Role::Judge | Role::Desk | Role::Organiser);
                let seen = text.contains("1 yellow");
                assert_eq!(seen, runs && !public && status == 200, "{page} for {role:?}");
            }
        }
    });
}

#[test]
fn who_waits_and_who_has_paid_stands_at_the_desk() {
    block_on(async {
        let mut log = before(5, Policies { places: Some(3), ..Policies::default() });
        tell(&mut log, TournamentCommand::Payment { player: PlayerId::new("p2").unwrap(), paid: true });
        let hall = Hall::with(&log, |_| {});
        let desk = hall.cookie_of(Role::Desk).await.unwrap();
        let (_, text) = hall.get("/desk/players", Some(&desk), HERE).await;
        assert_eq!(text.matches("waiting for a place").count(), 2, "{text}");
        assert!(text.contains("not paid 2"), "those who play and have not paid: {text}");
        let (_, unpaid) = hall.get("/desk/players?show=unpaid", Some(&desk), HERE).await;
        assert!(unpaid.contains("Player 001") && !unpaid.contains("Player 002") && !unpaid.contains("Player 004"));
        // The phone of who waits says so.
        let waits = hall.cookie(PassKind::Player, "p4");
        let (_, text) = hall.get("/me", Some(&waits), PHONE).await;
        assert!(text.contains("You wait for a place"), "{text}");
        let plays = hall.cookie(PassKind::Player, "p1");
        let (_, text) = hall.get("/me", Some(&plays), PHONE).await;
        assert!(!text.contains("You wait for a place"), "{text}");
    });
}

#[test]
fn the_desk_counts_down_to_the_lists_and_names_who_is_late() {
    block_on(async {
        let time = |text: &str| Timestamp::parse(text).unwrap();
        let due = Some(time("2026-11-21T12:00:00Z"));
        let mut log = before(3, Policies { lists_due: due, ..Policies::default() });
        let digest = adjutant_core::chain::Hash::of(b"a list");
        let list = TournamentCommand::Roster { player: PlayerId::new("p1").unwrap(), digest, disposition: None };
        tell(&mut log, list.clone());
        let hall = Hall::with(&log, |_| {});
        let desk = hall.cookie_of(Role::Desk).await.unwrap();
        let (_, text) = hall.get("/desk/players", Some(&desk), HERE).await;
        assert!(text.contains("lists due") && text.contains("30:00") && text.contains("missing 2"), "{text}");
        let (_, text) = hall.get("/me", Some(&hall.cookie(PassKind::Player, "p2")), PHONE).await;
        assert!(text.contains("hand it in") && text.contains("until"), "{text}");
        // It came an hour too late.
        policies(&mut log, Policies { lists_due: Some(time("2026-11-21T08:00:00Z")), ..Policies::default() });
        let hall = Hall::with(&log, |_| {});
        let (_, text) = hall.get("/desk/players", Some(&desk), HERE).await;
        assert!(text.contains("late, ") && text.contains("time is up"), "{text}");
    });
}

#[test]
fn a_judge_is_told_whose_club_it_is() {
    block_on(async {
        let mut log = event();
        let mia = PassId::new("mia").unwrap();
        let edit = adjutant_tournament::command::EditPlayer::new(PlayerId::new("anna").unwrap(), why());
        let edit = adjutant_tournament::command::EditPlayer { club: Name::new("Rooks").ok(), ..edit };
        tell(&mut log, TournamentCommand::EditPlayer(Box::new(edit)));
        tell(&mut log, TournamentCommand::Judge(Judge { club: Name::new("rooks").ok(), ..Judge::named(mia) }));
        let hall = Hall::with(&log, |_| {});
        let judge = hall.cookie_of(Role::Judge).await.unwrap();
        let table = log.state().rounds[1].of(&PlayerId::new("anna").unwrap()).unwrap().table;
        for other in 1..=4_u16 {
            let (_, text) = hall.get(&format!("/table/{other}"), Some(&judge), HERE).await;
            assert_eq!(text.contains("and so are you"), TableNumber(other) == table, "table {other}");
        }
        let organiser = hall.cookie_of(Role::Organiser).await.unwrap();
        let (_, text) = hall.get("/desk/passes", Some(&organiser), HERE).await;
        assert!(text.contains("Of which club a judge is") && text.contains("rooks"), "{text}");
    });
}

#[test]
fn pages_and_screens_show_the_tables_of_one_hall() {
    block_on(async {
        let mut log = before(8, Policies::default());
        for (number, hall) in [(1, "Main hall"), (2, "Main hall"), (3, "Café & bar"), (4, "Café & bar")] {
            let table = Table { hall: Name::new(hall).ok(), ..Table::numbered(TableNumber(number)) };
            tell(&mut log, TournamentCommand::Table(table));
        }
        publish(&mut log);
        let hall = Hall::with(&log, |_| {});
        let (_, all) = hall.get("/pairings", None, PHONE).await;
        assert!(all.contains("/pairings?hall=Caf%C3%A9+%26+bar"), "{all}");
        let seats = log.state().rounds[0].pair.tables.clone();
        let name = |id: &PlayerId| log.state().shown(id);
        for path in ["/pairings", "/screen/pairings", "/screen/missing"] {
            let (_, text) = hall.get(&format!("{path}?hall=cafe+bar"), None, PHONE).await;
            for game in &seats {
                let here = game.table.0 > 2;
                assert_eq!(text.contains(&name(&game.one)), here, "{path}: table {}: {text}", game.table);
            }
        }
        let (_, text) = hall.get("/screen/pairings?hall=nowhere", None, PHONE).await;
        assert!(text.contains("No table of nowhere"), "{text}");
        // Where no hall is asked for, the table says where it stands.
        let (_, text) = hall.get("/screen/pairings", None, PHONE).await;
        assert!(text.contains("Main hall") && text.contains("Café &amp; bar"), "{text}");
        let player = hall.cookie(PassKind::Player, seats[3].one.as_str());
        let (_, text) = hall.get("/me", Some(&player), PHONE).await;
        assert!(text.contains("Café &amp; bar"), "{text}");
    });
}

#[test]
fn three_hundred_names_pass_in_forty_seconds() {
    block_on(async {
        let mut log = before(300, Policies::default());
        publish(&mut log);
        let hall = Hall::with(&log, |_| {});
        let (mut path, mut seconds, mut seen) = ("/screen/pairings".to_owned(), 0, std::collections::BTreeSet::new());
        loop {
            let (_, text) = hall.get(&path, None, PHONE).await;
            let value =
                |name: &str| text.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned();
            seconds += value("data-flip").parse::<u32>().unwrap();
            seen.extend(
                (1..=300).filter(|number| text.contains(&format!("<th scope=\"row\"><bdi>Player {number:03}"))),
            );
            path = value("data-next").replace("&amp;", "&");
            if path.contains("page=1") {
                break;
            }
        }
        assert!(seconds <= 40, "{seconds} s");
        assert_eq!(seen.len(), 300);
    });
}

#[test]
fn screens_and_phones_say_when_the_next_round_begins() {
    block_on(async {
        let time = |text: &str| Timestamp::parse(text).unwrap();
        let begins = vec![time("2026-11-21T12:00:00Z"), time("2026-11-21T14:45:00Z")];
        let mut log = before(4, Policies { begins, ..Policies::default() });
        let said = |log: &TournamentLog| Hall::with(log, |_| {});
        let screens = ["/screen/pairings", "/screen/standings", "/screen/clock", "/screen/missing"];
        for screen in screens {
            let (_, text) = said(&log).get(screen, None, PHONE).await;
            assert!(text.contains("ound 1 begins") && text.contains("12:00"), "{screen}: {text}");
        }
        publish(&mut log);
        let (_, text) = said(&log).get("/screen/pairings", None, PHONE).await;
        assert!(text.contains("round 1 begins"), "the clock waits: {text}");
        let round = RoundNumber(1);
        let clock = adjutant_tournament::command::RoundClock {
            round,
            state: adjutant_tournament::command::ClockStep::Start,
            minutes: Some(150),
        };
        tell(&mut log, TournamentCommand::RoundClock(clock));
        let (_, text) = said(&log).get("/screen/pairings", None, PHONE).await;
        assert!(text.contains("round 2 begins") && text.contains("14:45"), "{text}");
        for table in log.state().rounds[0].open_tables().collect::<Vec<_>>() {
            tell(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, table, 70, 41)));
        }
        tell(&mut log, TournamentCommand::CloseRound { round, anyway: None });
        let hall = said(&log);
        let (_, text) = hall.get("/me", Some(&hall.cookie(PassKind::Player, "p1")), PHONE).await;
        assert!(text.contains("Round 2 begins at") && text.contains("14:45"), "{text}");
    });
}

#[test]
fn a_large_round_of_a_bracket_is_shown_in_pages() {
    block_on(async {
        let system = adjutant_tournament::policy::System::SingleElimination;
        let mut log = before(40, Policies { system, ..Policies::default() });
        publish(&mut log);
        let hall = Hall::with(&log, |_| {});
        let (mut path, mut seen) = ("/screen/bracket".to_owned(), std::collections::BTreeSet::new());
        for _ in 0..10 {
            let (_, text) = hall.get(&path, None, PHONE).await;
            assert!(text.contains("data-flip"), "{text}");
            seen.extend((1..=40).filter(|number| text.contains(&format!("Player {number:03}"))));
            path = text.split("data-next=\"").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&");
            if path.contains("page=1") {
                break;
            }
        }
        assert_eq!(seen.len(), 40);
    });
}
