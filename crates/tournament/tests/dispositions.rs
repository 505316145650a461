//! Missions by what armies are bent on: dispositions are known, stay, and choose the mission and its layout.

use adjutant_core::chain::Hash;
use adjutant_tournament::command::{EditPlayer, Entry, Table};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Meeting, Policies};
use adjutant_tournament::seats::{exchange, meet};
use adjutant_tournament::{
    By, DispositionId, MissionId, Name, PlayerId, Reason, Refusal, TableNumber, TournamentCommand, TournamentLog,
};

use crate::support::{AT, Dice, new_event, play, record};

fn say(log: &mut TournamentLog, by: By, command: TournamentCommand) -> Result<(), Refusal> {
    log.record(AT, by, command).map(|_| ())
}

fn bent(text: &str) -> DispositionId {
    DispositionId::new(text).unwrap()
}

fn policies() -> Policies {
    let meeting = |one, two, name: &str| Meeting {
        between: [bent(one), bent(two)],
        missions: ["a", "b", "c"].map(|layout| MissionId::new(&format!("{name}-{layout}")).unwrap()).to_vec(),
    };
    let matrix =
        vec![meeting("hold", "hold", "mirror"), meeting("hold", "purge", "siege"), meeting("purge", "purge", "melee")];
    Policies { matrix, ..Policies::default() }
}

/// Players of an event, every second bent on the one and the others on the other.
fn event(players: u32) -> TournamentLog {
    let mut log = new_event(players, 3, policies(), &mut Dice(6));
    let ids: Vec<PlayerId> = log.state().players.iter().map(|player| player.entry.player.clone()).collect();
    for (player, is) in ids.into_iter().zip(["hold", "purge"].into_iter().cycle()) {
        let disposition = Some(bent(is));
        record(&mut log, TournamentCommand::Roster { player, digest: Hash::of(b"list"), disposition });
    }
    log
}

/// The mission of a pairing as a person reads it off the table: which two are bent on what, and the step of the layout.
fn by_hand(log: &TournamentLog, one: &PlayerId, two: &PlayerId, round: u16, table: u16) -> String {
    let is = |player| log.state().player(player).unwrap().entry.disposition.clone().unwrap().to_string();
    let name = match (is(one).as_str(), is(two).as_str()) {
        ("hold", "hold") => "mirror",
        ("purge", "purge") => "melee",
        _ => "siege",
    };
    format!("{name}-{}", ["a", "b", "c"][usize::from(round + table - 2) % 3])
}

#[test]
fn the_pair_gives_the_mission_and_table_and_round_its_layout() {
    for players in [2, 7, 12] {
        let mut log = event(players);
        let mut dice = Dice(9);
        while let Ok(draft) = draft_round(log.state()) {
            play(&mut log, &draft, &mut dice);
        }
        assert_eq!(log.state().rounds.len(), 3.min(players as usize - 1));
        for round in &log.state().rounds {
            for game in &round.pair.tables {
                let wanted = by_hand(&log, &game.one, &game.two, round.pair.round.0, game.table.0);
                assert_eq!(game.mission.as_ref().map(MissionId::as_str), Some(wanted.as_str()));
            }
        }
    }
}

#[test]
fn what_an_army_is_bent_on_is_known_and_stays_once_played() {
    let mut log = event(4);
    let player = log.state().players[0].entry.player.clone();
    let list = |is| TournamentCommand::Roster {
        player: player.clone(),
        digest: Hash::of(b"another"),
        disposition: Some(bent(is)),
    };
    let unknown = Err(Refusal::UnknownDisposition { found: bent("paint"), known: vec![bent("hold"), bent("purge")] });
    assert_eq!(say(&mut log, By::Player, list("paint")), unknown);
    say(&mut log, By::Player, list("purge")).unwrap();
    assert_eq!(log.state().player(&player).unwrap().entry.disposition, Some(bent("purge")));
    let draft = draft_round(log.state()).unwrap();
    play(&mut log, &draft, &mut Dice(1));
    let fixed = Err(Refusal::DispositionFixed { player: player.clone() });
    assert_eq!(say(&mut log, By::Organiser, list("hold")), fixed);
    let why = Reason::new("typed wrong").unwrap();
    let edit = EditPlayer { disposition: Some(bent("hold")), ..EditPlayer::new(player.clone(), why) };
    assert_eq!(say(&mut log, By::Organiser, TournamentCommand::EditPlayer(Box::new(edit))), fixed);
    say(&mut log, By::Organiser, list("purge")).unwrap();
}

#[test]
fn a_draft_made_before_a_disposition_changed_is_outdated() {
    let mut log = event(4);
    let draft = draft_round(log.state()).unwrap();
    record(&mut log, draft.command());
    let player = log.state().players[0].entry.player.clone();
    record(&mut log, TournamentCommand::Roster { player, digest: Hash::of(b"x"), disposition: Some(bent("purge")) });
    assert!(log.state().rounds[0].outdated.is_some());
}

#[test]
fn a_team_brings_each_disposition_once_for_every_five_members_begun() {
    let tried = |team_size: u16, said: &[&str]| {
        let mut log = new_event(0, 1, Policies { team_size, ..policies() }, &mut Dice(2));
        let member = |at: u16| Name::new(&format!("Member {at}")).unwrap();
        let entry = Entry {
            members: (1..=team_size).map(member).collect(),
            dispositions: said.iter().map(|is| bent(is)).collect(),
            ..Entry::new(PlayerId::new("rooks").unwrap(), Name::new("Rooks").unwrap())
        };
        say(&mut log, By::Organiser, TournamentCommand::Register(entry))
    };
    assert!(matches!(tried(3, &["hold", "purge", "hold"]), Err(Refusal::OutOfRange { field: "dispositions", .. })));
    assert!(matches!(tried(3, &["hold", "purge"]), Err(Refusal::OutOfRange { field: "dispositions", .. })));
    assert_eq!(tried(3, &[]), Ok(()));
}

#[test]
fn players_who_change_seats_meet_anew_but_where_the_table_names_the_mission() {
    let mut log = event(4);
    let own = MissionId::new("own").unwrap();
    record(&mut log, TournamentCommand::Table(Table { mission: Some(own.clone()), ..Table::numbered(TableNumber(2)) }));
    let draft = draft_round(log.state()).unwrap();
    record(&mut log, draft.command());
    let before = log.state().rounds[0].pair.clone();
    let mut after = before.clone();
    let (one, other) = (before.tables[0].one.clone(), before.tables[1].one.clone());
    exchange(&mut after, &one, &other);
    meet(log.state(), &before, &mut after);
    let first = &after.tables[0];
    let wanted = by_hand(&log, &first.one, &first.two, 1, first.table.0);
    assert_eq!(first.mission.as_ref().map(MissionId::as_str), Some(wanted.as_str()));
    assert_eq!((&before.tables[1].mission, &after.tables[1].mission), (&Some(own.clone()), &Some(own)));
}
