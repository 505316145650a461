//! Tests of `passes` that need what only it sees.

use super::*;
use adjutant_tournament::command::{By, Create, Entry, Pass, TournamentCommand};
use adjutant_tournament::{Name, PlayerId, Refusal, Seed, TournamentLog};

fn event(id: &str) -> TournamentLog {
    let mut log = TournamentLog::new();
    let name = Name::new("Autumn GT").unwrap();
    let (event, seed, policies) = (TournamentId::new(id).unwrap(), Seed::from_number(1), Default::default());
    let create = Create {
        format: 1,
        law: None,
        event,
        name,
        pack: None,
        pack_hash: None,
        size: None,
        rounds: 3,
        seed,
        policies,
        names: adjutant_core::sealed::Names::Open,
        copy_of: None,
    };
    let players = ["anna", "ben", "carl"]
        .map(|id| TournamentCommand::Register(Entry::new(PlayerId::new(id).unwrap(), Name::new(id).unwrap())));
    for command in [TournamentCommand::Create(Box::new(create))].into_iter().chain(players) {
        log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, command)
            .unwrap();
    }
    log
}

fn holder(kind: PassKind, id: &str) -> Holder {
    Holder { kind, id: PassId::new(id).unwrap() }
}

fn issue(log: &mut TournamentLog, by: By, holder: &Holder, issue: u32) -> Result<(), Refusal> {
    let pass = Pass { kind: holder.kind, id: holder.id.clone(), issue };
    log.record(
        adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(),
        by,
        TournamentCommand::Pass(pass),
    )
    .map(|_| ())
}

/// Computed by Python's `hmac` and an own base 32: see the docstring of `PassKey::mint` for the message.
#[test]
fn a_pass_is_the_number_that_another_program_computes() {
    let key = PassKey::of_bytes(std::array::from_fn(|at| at as u8));
    let gt = TournamentId::new("gt").unwrap();
    assert_eq!(key.mint(&gt, &holder(PassKind::Player, "anna"), 1), "25A7DWN9VW4KSH1X");
    assert_eq!(key.mint(&gt, &holder(PassKind::Table, "12"), 3), "AV1B9XDE2S9EC3MN");
    assert_eq!(key.seal("organiser", "x"), "7MW7JJ7YACARA0CQ3CYAF46NRC");
}

#[test]
fn everybody_has_a_pass_of_his_own_and_a_lost_one_closes() {
    let mut log = event("gt");
    let key = PassKey::of_bytes([9; 32]);
    let book = PassBook::of(&key, log.state());
    let all: Vec<(Holder, u32)> = book.holders().map(|(holder, issue)| (holder.clone(), issue)).collect();
    assert_eq!(all.len(), 5, "three players and two tables: {all:?}");
    for (holder, _) in &all {
        let pass = book.pass_of(holder).unwrap();
        assert_eq!(book.holder(&pass), Some(holder));
        assert_eq!(book.session(&book.session_of(holder).unwrap()).as_ref(), Some(holder));
    }
    let anna = holder(PassKind::Player, "anna");
    let (pass, cookie) = (book.pass_of(&anna).unwrap(), book.session_of(&anna).unwrap());
    assert_eq!(issue(&mut log, By::Organiser, &anna, 3), Err(Refusal::PassIssue { found: 3, due: 2 }));
    assert_eq!(issue(&mut log, By::Judge, &anna, 2), Err(Refusal::ForOrganiser));
    assert_eq!(issue(&mut log, By::Player, &anna, 2), Err(Refusal::NotYours));
    issue(&mut log, By::Organiser, &anna, 2).unwrap();
    let now = PassBook::of(&key, log.state());
    assert_eq!((now.holder(&pass), now.session(&cookie)), (None, None), "the lost card");
    assert_eq!(now.holder(&now.pass_of(&anna).unwrap()), Some(&anna));
    let judge = holder(PassKind::Judge, "mia");
    assert_eq!(now.pass_of(&judge), None);
    issue(&mut log, By::Organiser, &judge, 1).unwrap();
    assert!(PassBook::of(&key, log.state()).pass_of(&judge).is_some());
    assert!(issue(&mut log, By::Organiser, &holder(PassKind::Table, "3"), 2).is_err(), "no such table");
    assert!(issue(&mut log, By::Organiser, &holder(PassKind::Table, "02"), 2).is_err(), "one name for one table");
}

#[test]
fn what_was_not_minted_opens_nothing() {
    let log = event("gt");
    let key = PassKey::of_bytes([9; 32]);
    let book = PassBook::of(&key, log.state());
    let anna = holder(PassKind::Player, "anna");
    let cookie = book.session_of(&anna).unwrap();
    let (pass, other) = (book.pass_of(&anna).unwrap(), PassBook::of(&key, event("gt2").state()));
    assert_eq!((other.holder(&pass), other.session(&cookie)), (None, None), "of another event");
    let stranger = PassBook::of(&PassKey::of_bytes([8; 32]), log.state());
    assert_eq!((stranger.holder(&pass), stranger.session(&cookie)), (None, None), "of another key");
    for wrong in ["", "-", &pass[..15], &format!("{pass}0"), &"é".repeat(16), &"\u{0}".repeat(16), &"A".repeat(9999)] {
        assert_eq!(book.holder(wrong), None, "{wrong:.40}");
    }
    let seal = cookie.rsplit('~').next().unwrap();
    for wrong in [
        String::new(),
        seal.to_owned(),
        format!("player~ben~1~{seal}"),
        format!("judge~anna~1~{seal}"),
        format!("player~anna~2~{seal}"),
        format!("player~anna~+1~{seal}"),
        cookie.to_lowercase(),
        format!("{cookie}0"),
        cookie[..cookie.len() - 1].to_owned(),
        format!("player~anna~1~{}", "~".repeat(9999)),
    ] {
        assert_eq!(book.session(&wrong), None, "{wrong:.60}");
    }
    assert_eq!(format!("{key:?}"), "PassKey(…)");
}

#[test]
fn the_key_is_made_once_and_kept_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let key = PassKey::load_or_create(folder.path()).unwrap();
    let again = PassKey::load_or_create(folder.path()).unwrap();
    assert_eq!(key.seal("x", "y"), again.seal("x", "y"));
    let path = PassKey::path(folder.path());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(PassKey::load_or_create(folder.path()).unwrap_err().message().contains("other accounts"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    std::fs::write(&path, "no key").unwrap();
    assert!(PassKey::load_or_create(folder.path()).is_err());
}
