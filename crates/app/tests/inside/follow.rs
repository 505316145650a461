//! Tests of `follow` that need what only it sees.

use super::*;
use crate::Known;
use crate::clock::Clock;
use crate::matches::Recording;
use crate::tournaments::TournamentRecording;
use adjutant_engine::side::By;
use adjutant_tournament::command::{Create, Entry, TournamentCommand};
use adjutant_tournament::{Name, PlayerId, Seed};

const NOW: &str = "2026-11-21T09:00:00Z";

fn now() -> Timestamp {
    Timestamp::parse(NOW).unwrap()
}

fn gt() -> TournamentId {
    TournamentId::new("gt").unwrap()
}

fn key() -> PassKey {
    PassKey::of_bytes([7; 32])
}

fn store(folder: &tempfile::TempDir, name: &str) -> App {
    App::new(Known::default(), Clock::System, Store::open(&folder.path().join(name)).unwrap())
}

/// An event with some players.
fn event(store: &mut App, id: &str) -> TournamentRecording {
    let mut event = TournamentRecording::new(&store.known, store.clock, TournamentId::new(id).unwrap());
    let (seed, policies, name) = (Seed::from_number(1), Default::default(), Name::new("GT").unwrap());
    let event_id = TournamentId::new(id).unwrap();
    let create = Create {
        format: 1,
        law: None,
        event: event_id,
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
    event.take(TournamentCommand::Create(Box::new(create)), "create").unwrap();
    event.commit(store).unwrap();
    register(&mut event, store, "anna");
    event
}

fn register(event: &mut TournamentRecording, store: &mut App, name: &str) {
    let entry = Entry::new(PlayerId::new(name).unwrap(), Name::new(name).unwrap());
    event.take(TournamentCommand::Register(entry), "register").unwrap();
    event.commit(store).unwrap();
}

/// A match that was opened for a table of an event.
fn game(store: &mut App, id: &str, event: &str) {
    let open = serde_json::json!({"open": {
        "format": 1, "match": id, "pack": "gt2020", "size": "incursion",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}},
        "event": {"id": event, "round": 1, "table": 4},
    }});
    let mut recording = Recording::load_or_new(store, id).unwrap();
    recording.take(By::Both, serde_json::from_value(open).unwrap(), None).unwrap();
    recording.commit(store).unwrap();
}

/// Fetches from another database, through the words of both sides.
fn from(other: &Store) -> impl FnMut(&Wish) -> Result<Vec<u8>, FollowError> + '_ {
    |wish| {
        let query = wish.query(&key(), &gt(), now());
        let refused = || FollowError::Unreachable("refused".to_owned());
        opened(&key(), &query, &answer(other, &key(), &gt(), &query, now())?.ok_or_else(refused)?)
    }
}

fn bytes(store: &Store, kind: StreamKind, id: &str) -> Vec<Line> {
    store.read(kind, id).unwrap()
}

#[test]
fn a_second_laptop_has_every_byte_and_takes_only_what_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (store(&folder, "one"), store(&folder, "two"));
    let mut recording = event(&mut one, "gt");
    event(&mut one, "gt2");
    game(&mut one, "gt-r1-t04", "gt");
    game(&mut one, "gt-rookies-r1-t04", "gt-rookies");
    game(&mut one, "gt-r1-t05", "gt2");
    assert_eq!(catch_up(&mut two, &gt(), from(&one)).unwrap(), Pulled { records: 3, logs: 2 });
    assert_eq!(catch_up(&mut two, &gt(), from(&one)).unwrap(), Pulled::default());
    register(&mut recording, &mut one, "ben");
    assert_eq!(catch_up(&mut two, &gt(), from(&one)).unwrap(), Pulled { records: 1, logs: 1 });
    assert_eq!(bytes(&two, StreamKind::Event, "gt"), bytes(&one, StreamKind::Event, "gt"));
    assert_eq!(two.ids(StreamKind::Event).unwrap(), ["gt"], "nothing of other events");
    assert_eq!(two.ids(StreamKind::Match).unwrap(), ["gt-r1-t04"]);
    // It goes on by itself, and the first one may follow it then.
    let mut taken_over = TournamentRecording::load(&two, &gt()).unwrap();
    register(&mut taken_over, &mut two, "carl");
    assert_eq!(catch_up(&mut one, &gt(), from(&two)).unwrap(), Pulled { records: 1, logs: 1 });
}

#[test]
fn a_match_that_is_refused_keeps_nothing_else_from_being_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (store(&folder, "one"), store(&folder, "two"));
    let mut recording = event(&mut one, "gt");
    game(&mut one, "gt-r1-t01", "gt");
    game(&mut one, "gt-r1-t02", "gt");
    // This laptop has a match of another event under that name.
    game(&mut two, "gt-r1-t01", "gt2");
    let refused = catch_up(&mut two, &gt(), from(&one));
    assert!(matches!(refused, Err(FollowError::Diverged { seq: 1, .. })), "{refused:?}");
    assert_eq!(bytes(&two, StreamKind::Event, "gt"), bytes(&one, StreamKind::Event, "gt"));
    assert_eq!(two.ids(StreamKind::Match).unwrap(), ["gt-r1-t01", "gt-r1-t02"]);
    register(&mut recording, &mut one, "ben");
    assert!(catch_up(&mut two, &gt(), from(&one)).is_err());
    assert_eq!(bytes(&two, StreamKind::Event, "gt"), bytes(&one, StreamKind::Event, "gt"));
}

#[test]
fn nobody_without_the_key_is_believed_and_matches_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (store(&folder, "one"), store(&folder, "two"));
    event(&mut one, "gt");
    let wish = Wish::Heads;
    let query = wish.query(&key(), &gt(), now());
    let answer = answer(&one, &key(), &gt(), &query, now()).unwrap().unwrap();
    assert!(opened(&key(), &query, &answer).is_ok());
    let body = answer.split(|byte| *byte == b'\n').skip(1).collect::<Vec<_>>().join(&b'\n');
    let later = wish.query(&key(), &gt(), Timestamp::parse("2026-11-21T09:00:01Z").unwrap());
    let stranger = PassKey::of_bytes([8; 32]);
    for (key, query, answer) in [
        (&key(), &query, &body),
        (&key(), &later, &answer),
        (&stranger, &query, &answer),
        (&key(), &query, &Vec::new()),
    ] {
        assert!(matches!(opened(key, query, answer), Err(FollowError::NotTheirs)));
    }
    // A match whose records chain and that no rules take.
    game(&mut one, "gt-r1-t01", "gt");
    let head = one.head(StreamKind::Match, "gt-r1-t01").unwrap().unwrap();
    let early = serde_json::json!({"end-phase": {"phase": "command"}});
    let (bytes, link) = chain::seal_command(Timestamp::parse(NOW).unwrap(), &"both", &early, head).unwrap();
    one.append(StreamKind::Match, "gt-r1-t01", head, &[Line { link, bytes }]).unwrap();
    assert!(matches!(catch_up(&mut two, &gt(), from(&one)), Err(FollowError::App(_))));
    assert_eq!(two.ids(StreamKind::Match).unwrap(), Vec::<String>::new());
    assert_eq!(two.ids(StreamKind::Event).unwrap(), ["gt"]);
}

#[test]
fn two_laptops_that_both_went_on_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (store(&folder, "one"), store(&folder, "two"));
    let mut first = event(&mut one, "gt");
    catch_up(&mut two, &gt(), from(&one)).unwrap();
    let mut second = TournamentRecording::load(&two, &gt()).unwrap();
    register(&mut second, &mut two, "carl");
    register(&mut first, &mut one, "ben");
    let before = bytes(&two, StreamKind::Event, "gt");
    assert!(matches!(catch_up(&mut two, &gt(), from(&one)), Err(FollowError::Diverged { .. })));
    register(&mut first, &mut one, "dora");
    assert!(matches!(catch_up(&mut two, &gt(), from(&one)), Err(FollowError::Diverged { seq: 4, .. })));
    assert_eq!(bytes(&two, StreamKind::Event, "gt"), before, "nothing is lost");
}

#[test]
fn nobody_without_the_key_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut one = store(&folder, "one");
    event(&mut one, "gt");
    event(&mut one, "gt2");
    let ask = |query: &str| answer(&one, &key(), &gt(), query, now()).unwrap();
    let wish = |id: &str| Wish::Records { kind: StreamKind::Event, id: id.to_owned(), from: 1 };
    let good = wish("gt").query(&key(), &gt(), now());
    assert!(ask(&good).is_some());
    let stranger = wish("gt").query(&PassKey::of_bytes([8; 32]), &gt(), now());
    let late = wish("gt").query(&key(), &gt(), Timestamp::parse("2026-11-21T09:15:01Z").unwrap());
    let other = wish("gt2").query(&key(), &gt(), now());
    let of_other = wish("gt2").query(&key(), &TournamentId::new("gt2").unwrap(), now());
    let changed = good.replace("from=1", "from=2");
    for query in ["", "seal=", "event=gt&kind=heads&id=&from=0", &stranger, &late, &other, &of_other, &changed] {
        assert_eq!(ask(query), None, "{query}");
    }
}

#[test]
fn what_is_not_a_log_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (store(&folder, "one"), store(&folder, "two"));
    event(&mut one, "gt");
    let mut tampered = |how: fn(String) -> String| {
        let fetched = catch_up(&mut two, &gt(), |wish| {
            let answer = from(&one)(wish)?;
            let text = String::from_utf8(answer).unwrap();
            Ok(if *wish == Wish::Heads { text } else { how(text) }.into_bytes())
        });
        assert!(fetched.is_err());
        assert_eq!(two.head(StreamKind::Event, "gt").unwrap(), None);
    };
    tampered(|text| text.replace("anna", "otto"));
    tampered(|text| text.trim_end().to_owned());
    tampered(|_| String::new());
    tampered(|_| "no record\n".to_owned());
    for heads in ["match gt2-r1-t1 1 00\n", "event gt\n", "event gt x y\n", "event ../gt 1 00\n"] {
        assert!(matches!(
            catch_up(&mut two, &gt(), |_| Ok(heads.as_bytes().to_vec())),
            Err(FollowError::NotALog { .. })
        ));
    }
}
