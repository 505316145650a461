//! What programs read: with which key, and that it is what its description says.

use adjutant_app::lists::Lists;
use adjutant_serve::api::{DESCRIPTION, openapi};
use adjutant_tournament::csv_file;
use adjutant_tournament::standings::standings;
use serde_json::Value;

use super::described::strays;
use super::overlays::{attacked, players};
use super::*;

/// Where the description is kept.
const KEPT: &str = "../../schemas/hall-api.openapi.json";

impl Hall {
    /// A key, as the organiser's page shows it.
    async fn key(&self, organiser: &str, name: &str) -> String {
        assert_eq!(self.form("/desk/key", organiser, &format!("id={name}")).await, 303);
        let (_, page) = self.get("/desk/keys", Some(organiser), HERE).await;
        let row = page.split(&format!("<bdi>{name}</bdi>")).nth(1).expect("a row");
        let key = row.split("<code>").nth(1).unwrap().split("</code>").next().unwrap();
        key.replace("<bdi>", "").replace("<wbr>", "").replace("</bdi>", "")
    }

    async fn read(&self, path: &str, key: &str) -> (u16, String) {
        let request = Request::get(path).header("host", "10.0.0.2").header("authorization", format!("Bearer {key}"));
        let (status, _, text) = self.ask(request, PHONE).await;
        (status, text)
    }
}

/// The event up to a record, and as it goes on.
fn halls() -> Vec<(&'static str, TournamentLog)> {
    let whole = event();
    let until = |wanted: fn(&TournamentCommand) -> bool| {
        let records: Vec<_> = whole.records().iter().map(|record| record.command.clone()).collect();
        let count = records.iter().position(wanted).unwrap();
        let mut log = TournamentLog::new();
        records[..count].iter().for_each(|command| tell(&mut log, command.clone()));
        log
    };
    let mut closed = event();
    let open: Vec<_> = closed.state().rounds[1].open_tables().collect();
    for table in open {
        tell(&mut closed, TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(2), table, 50, 50)));
    }
    tell(&mut closed, TournamentCommand::CloseRound { round: RoundNumber(2), anyway: None });
    let mut finished = closed.clone();
    let finish: TournamentCommand = serde_json::from_str(r#"{"finish":{"early":true}}"#).unwrap();
    tell(&mut finished, finish);
    vec![
        ("nobody is paired", until(|command| matches!(command, TournamentCommand::Pair(_)))),
        ("a draft", until(|command| matches!(command, TournamentCommand::Publish { .. }))),
        ("a round is played", whole),
        ("a round is closed", closed),
        ("the event is over", finished),
    ]
}

/// The schema of an answer, as the file that is kept says it.
fn shape<'a>(kept: &'a Value, path: &str, status: u16) -> &'a Value {
    let content = &kept["paths"][path]["get"]["responses"][status.to_string()]["content"];
    let shape = &content.as_object().unwrap_or_else(|| panic!("{path} {status}")).values().next().unwrap()["schema"];
    match shape["$ref"].as_str() {
        Some(at) => kept.pointer(at.trim_start_matches('#')).unwrap(),
        None => shape,
    }
}

fn kept() -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(KEPT);
    let text = serde_json::to_string_pretty(&openapi()).unwrap() + "\n";
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "{KEPT} is not what the table of routes says; write it anew with\n  \
         ADJUTANT_BLESS=1 cargo test -p adjutant-serve --test pages api"
    );
    serde_json::from_str(&kept).unwrap()
}

#[test]
fn the_description_is_kept_and_told_to_everybody() {
    block_on(async {
        let hall = Hall::new(false);
        let (status, text) = hall.get(DESCRIPTION, None, PHONE).await;
        assert_eq!((status, serde_json::from_str::<Value>(&text).unwrap()), (200, kept()));
        let described = kept()["paths"].as_object().unwrap().len();
        assert_eq!(described, READS.len());
    });
}

/// Every answer of every moment is what the file says, key by key; and what lacks a key is not.
#[test]
fn every_answer_is_what_the_description_says() {
    block_on(async {
        let kept = kept();
        let folder = tempfile::tempdir().unwrap();
        let mut given = std::collections::BTreeSet::new();
        for (when, mut log) in halls() {
            let lists = Lists::of(folder.path(), &TournamentId::new("gt").unwrap());
            let anna = PlayerId::new("anna").unwrap();
            if log.state().player(&anna).is_some() && !log.state().finished {
                let digest = lists.keep(&anna, LIST.as_bytes(), None).unwrap();
                tell(&mut log, TournamentCommand::Roster { player: anna, digest, disposition: None });
            }
            let hall = Hall::with(&log, |setup| setup.lists = Some(lists));
            let organiser = hall.cookie_of(Role::Organiser).await.unwrap();
            if log.state().rounds.len() == 2 {
                hall.site.show_game((RoundNumber(2), adjutant_tournament::TableNumber(1)), attacked());
                for player in players(1) {
                    let cookie = hall.cookie(PassKind::Player, &player);
                    assert_eq!(hall.form("/me/public", &cookie, "agrees=yes").await, 303);
                }
            }
            let key = hall.key(&organiser, "ranking-site").await;
            for read in READS {
                for query in ["", "?round=1", "?round=2", "?round=9", "?round=x"] {
                    let (status, text) = hall.read(&format!("{}{query}", filled(read.path)), &key).await;
                    assert!(status == 200 || status == 404, "{when}: {}{query}: {status} {text}", read.path);
                    let wanted = shape(&kept, read.path, status);
                    if status == 200 {
                        given.insert(read.path);
                    }
                    if wanted["type"] == "string" {
                        let columns: Vec<&str> = text.lines().next().unwrap().split(',').collect();
                        assert!(columns.contains(&"name") || columns.contains(&"winner"), "{text}");
                        continue;
                    }
                    let answer: Value = serde_json::from_str(&text).unwrap();
                    let mut found = Vec::new();
                    strays(wanted, wanted, &answer, read.path, &mut found);
                    assert!(found.is_empty(), "{when}: {}{query}: {found:#?}", read.path);
                    for name in answer.as_object().unwrap().keys() {
                        let mut less = answer.clone();
                        less.as_object_mut().unwrap().remove(name);
                        strays(wanted, wanted, &less, read.path, &mut found);
                        assert!(!found.is_empty(), "an answer that lacks {name} passes for {}", read.path);
                    }
                }
            }
        }
        assert_eq!(given.len(), READS.len(), "given: {given:?}");
    });
}

/// A list of one unit, as it is pasted.
const LIST: &str = include_str!("../../../rosters/tests/fixtures/invented.ros");

#[test]
fn a_draft_and_a_list_that_is_not_shown_are_in_no_answer() {
    block_on(async {
        let (_, closed) = halls().remove(3);
        let hall = Hall::with(&closed, |_| ());
        let organiser = hall.cookie_of(Role::Organiser).await.unwrap();
        let key = hall.key(&organiser, "site").await;
        let mut before = Vec::new();
        for read in READS {
            before.push(hall.read(&filled(read.path), &key).await);
        }
        let mut log = closed;
        let draft = draft_round(log.state()).unwrap();
        tell(&mut log, draft.command());
        hall.site.show(&log);
        for (read, before) in READS.iter().zip(before) {
            assert_eq!(hall.read(&filled(read.path), &key).await, before, "{}", read.path);
        }
        assert_eq!(hall.read("/api/pairings?round=3", &key).await.0, 404);

        // Before round 1 is published nobody sees a list.
        let (_, mut log) = halls().remove(0);
        let folder = tempfile::tempdir().unwrap();
        let lists = Lists::of(folder.path(), &TournamentId::new("gt").unwrap());
        let anna = PlayerId::new("anna").unwrap();
        let digest = lists.keep(&anna, LIST.as_bytes(), None).unwrap();
        tell(&mut log, TournamentCommand::Roster { player: anna, digest, disposition: None });
        let hall = Hall::with(&log, |setup| setup.lists = Some(lists));
        let key = hall.key(&hall.cookie_of(Role::Organiser).await.unwrap(), "site").await;
        let (status, text) = hall.read("/api/list/anna", &key).await;
        assert_eq!((status, text.contains("when round 1 is published")), (404, true), "{text}");
        let (_, text) = hall.read("/api/lists", &key).await;
        assert!(text.contains("\"lists\":[]") && !text.contains(&digest.to_string()), "{text}");
    });
}

#[test]
fn a_key_opens_until_it_is_ended_and_lies_nowhere() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("serve/gt.json");
        let hall = || Hall::with(&event(), |setup| setup.memory = Some(file.clone()));
        let first = hall();
        let organiser = first.cookie_of(Role::Organiser).await.unwrap();
        let (one, other) = (first.key(&organiser, "one").await, first.key(&organiser, "other").await);
        assert_ne!(one, other);
        let remembered = std::fs::read_to_string(&file).unwrap();
        assert!(remembered.contains("other") && !remembered.contains(&one) && !remembered.contains(&other));
        // A restart keeps both; a new one of a name ends the one before.
        let again = hall();
        assert_eq!(again.read("/api/event", &one).await.0, 200);
        assert_ne!(again.key(&organiser, "other").await, other);
        assert_eq!((again.read("/api/event", &other).await.0, again.read("/api/event", &one).await.0), (401, 200));
        assert_eq!(again.form("/desk/key/end", &organiser, "id=one").await, 303);
        assert_eq!(again.read("/api/event", &one).await.0, 401);
        for wrong in ["", "id=", "id=A+B", "id=%0a", "id=../x"] {
            assert_eq!(again.form("/desk/key", &organiser, wrong).await, 400, "{wrong}");
        }
        // Guessing stops, and keeps nobody out who has a key.
        let right = again.key(&organiser, "third").await;
        let mut last = 0;
        for guess in 0..12 {
            last = again.read("/api/event", &format!("{guess}")).await.0;
        }
        assert_eq!((last, again.read("/api/event", &right).await.0), (429, 200));
        // Without any key, with a cookie, in the address.
        for path in ["/api/event".to_owned(), format!("/api/event?key={right}")] {
            assert_eq!(again.get(&path, Some(&organiser), HERE).await.0, 401);
        }
    });
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    block_on(async {
        let hall = Hall::new(false);
        let organiser = hall.cookie_of(Role::Organiser).await.unwrap();
        let key = hall.key(&organiser, "site").await;
        let ask = |path: &'static str, held: Option<String>| {
            let request =
                Request::get(path).header("host", "10.0.0.2").header("authorization", format!("Bearer {key}"));
            let request = held.into_iter().fold(request, |request, held| request.header("if-none-match", held));
            hall.ask(request, PHONE)
        };
        let (status, headers, text) = ask("/api/results", None).await;
        let tag = headers["etag"].to_str().unwrap().to_owned();
        let told: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "application/json"));
        let first = &told["rounds"][0]["results"][0];
        assert_eq!((&first["one_vp"], &first["two_vp"], &first["winner"]), (&70.into(), &41.into(), &first["one"]));
        let (status, _, text) = ask("/api/results", Some(tag.clone())).await;
        assert_eq!((status, text.as_str()), (304, ""));
        let mut log = event();
        let table = log.state().rounds[1].open_tables().next().unwrap();
        tell(&mut log, TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(2), table, 60, 60)));
        hall.site.show(&log);
        let (status, _, text) = ask("/api/results", Some(tag)).await;
        let told: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, &told["rounds"][1]["results"][0]["winner"]), (200, &Value::Null));
    });
}

#[test]
fn tables_by_columns_are_those_of_the_command_line() {
    block_on(async {
        let hall = Hall::new(false);
        let key = hall.key(&hall.cookie_of(Role::Organiser).await.unwrap(), "site").await;
        let state = event().state().clone();
        let own = csv_file::standings(&standings(&state, RoundNumber(1)), &state.policies().tie_breaks).unwrap();
        assert_eq!(hall.read("/api/standings.csv", &key).await, (200, own));
        let theirs = csv_file::best_coast_pairings(&state, RoundNumber(1)).unwrap();
        assert_eq!(hall.read("/api/placings.csv", &key).await, (200, theirs));
        let games = csv_file::games(&event(), true).unwrap();
        assert_eq!(hall.read("/api/games.csv", &key).await, (200, games));
    });
}
