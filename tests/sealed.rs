//! Names that can be forgotten: sealed in the log, opened beside it, destroyed on request, with everything else as it was.

use std::path::{Path, PathBuf};

use adjutant_app::tournaments::anonymous::{Anonymous, anonymous};
use adjutant_core::sealed::{Called, Opening, Openings};
use adjutant_core::{Hash, Name, Salt};
use adjutant_tournament::check::check;
use adjutant_tournament::command::{Create, EditPlayer, Entry};
use adjutant_tournament::policy::{Method, Policies, Separation};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{By, PlayerId, Reason, Refusal, RoundNumber, TournamentCommand, TournamentLog};
use serde_json::{Value, json};

use crate::book::hall::support::{self as simulated, AT, Mischief, simulate_with};
use crate::serving::Server;
use crate::support::{Run, World};

const PLAYERS: &str = "name,club,faction\nAnna Berg,Dice Tower,Orks\nBen Ode,Harbour,Necrons\nCleo Fay,Dice Tower,Tau\n\
    Dan Hill,Old Mill,Drukhari\n";

/// An event of four with sealed names and two rounds, after which Anna has another name.
fn event(more: &str) -> World {
    let world = World::new();
    world.write("players.csv", PLAYERS);
    world.run(&format!("event new gt --name GT --pack gt2020 --rounds 2 --seed 3 {more}")).ends(0);
    world.run("event register gt --csv players.csv").ends(0).tells("4 registered");
    for _ in 0..2 {
        for words in [
            "pair gt",
            "publish gt",
            "result gt --table 1 --one 70 --two 50",
            "result gt --table 2 --one 40 --two 60",
            "close gt",
        ] {
            world.run(&format!("event {words}")).ends(0);
        }
    }
    world
}

fn say(world: &World, words: &[&str]) -> Run {
    let mut command = world.command("");
    crate::support::run_of(command.args(words).output().expect("the program runs"))
}

/// Every file below a folder that holds some text.
fn files_with(folder: &Path, text: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if String::from_utf8_lossy(&std::fs::read(&path).unwrap()).contains(text) {
            found.push(path);
        }
    }
    found
}

/// Columns of a table that are no names.
fn numbers(standings: &Value) -> Vec<Value> {
    let rows = standings["rows"].as_array().expect("rows");
    let row = |row: &Value| {
        let mut row = row.as_object().expect("a row").clone();
        ["player", "name", "club", "team"].iter().for_each(|field| drop(row.remove(*field)));
        Value::Object(row)
    };
    rows.iter().map(row).collect()
}

/// docs/log.md: the digest is SHA-256 over the canonical JSON of `salt`, `value` and `what`.
#[test]
fn a_digest_is_what_the_document_says() {
    let salt = "00112233445566778899aabbccddeeff";
    let opening = Opening::of(Name::new("Zoë Berg").unwrap(), Salt::new(salt).unwrap());
    let told = format!("{{\"salt\":\"{salt}\",\"value\":\"Zoë Berg\",\"what\":\"name\"}}");
    assert_eq!(opening.digest(), Hash::of(told.as_bytes()));
    let mut file: Value = serde_json::from_slice(&Openings::from_iter([opening.clone()]).bytes()).unwrap();
    assert_eq!(file[opening.digest().to_string()]["value"], json!("Zoë Berg"));
    file[opening.digest().to_string()]["value"] = json!("Zoe Berg");
    let forged = Openings::read(&serde_json::to_vec(&file).unwrap()).unwrap();
    assert!(forged.is_empty(), "an opening that does not fit its digest opens nothing");
}

#[test]
fn a_sealed_day_reads_as_an_open_one() {
    let (sealed, open) = (event("--names sealed"), event(""));
    assert_eq!(
        files_with(&sealed.path(""), "Anna Berg").iter().filter(|path| path.ends_with("adjutant.db")).count(),
        0
    );
    for words in ["event standings gt", "event show gt --round 1", "match list"] {
        let (ours, theirs) = (sealed.run(words).ends(0).out, open.run(words).ends(0).out);
        assert_eq!(ours, theirs, "{words}");
    }
    let json = |world: &World| numbers(&world.run("event standings gt --json").ends(0).json());
    assert_eq!(json(&sealed), json(&open));
    sealed.run("event register gt --csv players.csv").ends(0).tells("4 known before");
    sealed.run("event check gt").ends(0).tells("0 faults");
    sealed.run("audit data").ends(0).tells(" 0 errors");
    let shown = sealed.run("match show gt-r1-t01").ends(0).out;
    assert!(shown.contains("Anna Berg") && !shown.contains("player p"), "{shown}");
    sealed.run("event sheets gt -o sheets").ends(0);
    sealed.run("match sheet gt-r1-t01 -o s.pdf").ends(0);
    let log = sealed.run("event export gt --log -").ends(0).out;
    assert!(!log.contains("Anna") && !log.contains("Dice Tower") && log.contains("\"digest\""), "{log}");
}

#[test]
fn what_was_forgotten_is_nowhere_and_every_check_holds() {
    let world = event("--names sealed");
    world.run("event check-in gt --all").ends(0);
    say(&world, &["event", "edit", "gt", "Anna Berg", "--name", "Anna Ode", "--why", "married"]).ends(0);
    world.run("event finish gt").ends(0);
    say(&world, &["match", "new", "m", "--one", "Anna Ode", "--two", "Cleo Fay", "--names", "sealed"]).ends(0);
    world.run("league new n --name N --from 2026-01-01 --to 2026-12-31 --names sealed").ends(0);
    world.run("league add n data").ends(0);
    let before = world.run("league publish n -o site").ends(0).out;
    let heads = |world: &World| world.run("audit data/adjutant.db").ends(0).out;
    let (audited, table) = (heads(&world), numbers(&world.run("event standings gt --json").ends(0).json()));

    let done = say(&world, &["forget", "anna ode", "--why", "wish"]).ends(0);
    assert!(done.out.contains("is forgotten in 5 logs"), "{done:?}");
    assert!(
        done.err.contains("the pages of n in ")
            && done.err.contains("site are made again")
            && done.err.contains("not reached: backups"),
        "{done:?}"
    );
    std::fs::remove_file(world.path("players.csv")).unwrap();
    for name in ["Anna", "Berg", "anna", "berg"] {
        assert_eq!(
            files_with(&world.path(""), name),
            Vec::<PathBuf>::new(),
            "{name}: also her name before she married"
        );
    }
    assert!(!files_with(&world.path(""), "Ben Ode").is_empty(), "others keep theirs");
    let player = world.run("event standings gt").ends(0).out;
    assert!(player.contains("player p") && player.contains("Cleo Fay"), "{player}");
    assert_eq!(numbers(&world.run("event standings gt --json").ends(0).json()), table);
    let now = heads(&world);
    assert!(
        audited
            .lines()
            .filter(|line| !line.contains("league") && !line.contains("logs:"))
            .all(|line| now.contains(line)),
        "{now}"
    );
    world.run("event check gt").ends(0).tells("0 faults");
    // The list that was shown still follows from the logs, and the next one is the same.
    let again = world.run("league publish n -o site").ends(0).out;
    assert_eq!(again, before);
    world.run("league check site --logs data").ends(0).tells("good");
    world.run("league list n").ends(0).tells("member 1");
    say(&world, &["forget", "Anna Ode", "--why", "wish"]).ends(1).says("nobody in");
    // Nobody is opened a match for anew: it is told by ids whose it is.
    let matches = world.run("match list --json").ends(0).out;
    world.run("event show gt").ends(0);
    assert_eq!(world.run("match list --json").ends(0).out, matches);
}

#[test]
fn names_travel_only_where_they_are_asked_for() {
    let world = event("--names sealed");
    let shows = |place: &str, named: bool| {
        let told = world.run(&format!("event standings gt --data {place}")).ends(0).out;
        assert_eq!((told.contains("Anna Berg"), told.contains("player p")), (named, !named), "{place}: {told}");
        let told = world.run(&format!("match list --data {place}")).ends(0).out;
        assert_eq!((told.contains("Anna"), told.contains("player p")), (named, !named), "{place}: {told}");
    };
    for (more, named) in [("", false), (" --names", true)] {
        let to = if named { "with" } else { "without" };
        world.run(&format!("copy data {to}-copy{more}")).ends(0);
        shows(&format!("{to}-copy"), named);
        std::fs::create_dir(world.path(&format!("{to}-stick"))).unwrap();
        world.run(&format!("backup {to}-stick/b.db{more}")).ends(0);
        world.run(&format!("restore {to}-stick/b.db --data {to}-restored")).ends(0);
        shows(&format!("{to}-restored"), named);
        world.run(&format!("event export gt --log {to}.jsonl{more}")).ends(0);
        world.run(&format!("match export gt-r1-t01 -o {to}-m.jsonl{more}")).ends(0);
        world.run(&format!("match import {to}-m.jsonl --data {to}-import")).ends(0);
        world.run(&format!("event import {to}.jsonl --data {to}-import")).ends(0);
        shows(&format!("{to}-import"), named);
        assert_eq!(files_with(&world.path(&format!("{to}-import")), "Anna Berg").is_empty(), !named);
    }
    let log = world.read("with.jsonl");
    assert_eq!(log, world.read("without.jsonl"), "the log is the same");
    let first: Value = serde_json::from_slice(log.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    assert!(world.path(&format!("data/names/{}.json", first["hash"].as_str().unwrap())).is_file());
}

#[test]
fn a_second_laptop_fetches_names_where_it_is_told_to() {
    let world = event("--names sealed");
    let server = Server::start(&world, 0);
    for (more, named) in [("", false), (" --names", true)] {
        let data = format!("standby{}", usize::from(named));
        std::fs::create_dir_all(world.path(&data)).unwrap();
        std::fs::copy(world.path("data/serve.key"), world.path(&format!("{data}/serve.key"))).unwrap();
        world.run(&format!("follow http://{} gt --once --data {data}{more}", server.host)).ends(0);
        let told = world.run(&format!("event standings gt --data {data}")).ends(0).out;
        assert_eq!(told.contains("Anna Berg"), named, "{told}");
    }
}

/// What the rules have against a command in an event whose names are sealed, or stand open.
fn refused(sealed: bool, command: TournamentCommand) -> Option<Refusal> {
    let mut dice = simulated::Dice(5);
    let open = simulated::new_event(4, 3, Policies::default(), &mut dice);
    let mut log = open;
    if sealed {
        let mut create = log.state().create.as_deref().unwrap().clone();
        create.names = adjutant_core::sealed::Names::Sealed;
        log = TournamentLog::new();
        log.record(AT, By::Organiser, TournamentCommand::Create(Box::new(create))).unwrap();
    }
    log.record(AT, By::Organiser, command).err()
}

#[test]
fn a_log_holds_names_of_one_kind() {
    let (id, name) = (PlayerId::new("pq").unwrap(), Name::new("Anna").unwrap());
    let digest = Called::of_digest(Hash::of(b"x"));
    let club = |entry: Entry| Entry { club: Some(name.clone()), ..entry };
    let enter = |entry: Entry| TournamentCommand::Register(entry);
    for (sealed, entry, taken) in [
        (true, Entry::new(id.clone(), digest.clone()), true),
        (true, Entry::new(id.clone(), name.clone()), false),
        (true, club(Entry::new(id.clone(), digest.clone())), false),
        (false, Entry::new(id.clone(), digest.clone()), false),
        (false, club(Entry::new(id.clone(), name.clone())), true),
    ] {
        let found = refused(sealed, enter(entry.clone()));
        assert_eq!(found.is_none(), taken, "sealed {sealed}: {entry:?}: {found:?}");
    }
    let teams = Policies { team_size: 5, ..Policies::default() };
    let mut create: Create = simulated::new_event(0, 3, Policies::default(), &mut simulated::Dice(1))
        .state()
        .create
        .as_deref()
        .unwrap()
        .clone();
    (create.names, create.policies) = (adjutant_core::sealed::Names::Sealed, teams);
    let mut log = TournamentLog::new();
    assert!(
        log.record(AT, By::Organiser, TournamentCommand::Create(Box::new(create))).is_err(),
        "teams play under their names"
    );
    let edit = EditPlayer {
        name: Some(name.into()),
        ..EditPlayer::new(PlayerId::new("p0").unwrap(), Reason::new("x").unwrap())
    };
    assert!(refused(true, TournamentCommand::EditPlayer(Box::new(edit))).is_some());
}

/// How many events are copied; more by a variable.
fn copied_events() -> u64 {
    std::env::var("ADJUTANT_ANONYMOUS_EVENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(24)
}

/// Axes: how long clubs are kept apart, method, size, mischief, seed. A copy with invented names has the same table, the same judge's findings,
/// and nothing of what people are called or wrote.
#[test]
fn a_copy_with_invented_names_comes_to_the_same() {
    for seed in 0..copied_events() {
        let policies = Policies {
            avoid: Separation { club: (seed % 3) as u16, ..Separation::default() },
            method: [Method::Random, Method::Slide][(seed / 3 % 2) as usize],
            ..Policies::default()
        };
        let mischief = [Mischief::None, Mischief::All][(seed / 6 % 2) as usize];
        let players = 8 + (seed % 5) as u32;
        let log = simulate_with(players, 3, policies, seed, mischief, |_, _| ());
        let Anonymous { log: copy, names } =
            anonymous(&log).unwrap_or_else(|error| panic!("seed {seed}: {}", error.sentence()));
        assert_eq!(copy.records().len(), log.records().len());
        let again = TournamentLog::read_with(&copy.to_bytes(), &names).expect("it is sound by itself");
        assert_eq!(again.state().create.as_ref().unwrap().copy_of, log.records().first().map(|record| record.hash));
        let table = |log: &TournamentLog| -> Vec<_> {
            let table = standings(log.state(), RoundNumber(log.state().published()));
            let place = |id: &PlayerId| log.state().place(id);
            table
                .rows
                .iter()
                .map(|row| (row.rank, place(&row.player), row.points, row.record, row.tie_breaks.clone()))
                .collect()
        };
        assert_eq!(table(&log), table(&again), "seed {seed}");
        assert_eq!(check(&log).is_clean(), check(&again).is_clean(), "seed {seed}");
        let text = String::from_utf8(copy.to_bytes()).unwrap();
        for player in &log.state().players {
            let entry = &player.entry;
            let quoted = [format!("\"{}\"", entry.name), format!("\"{}\"", entry.player)];
            assert!(quoted.iter().all(|told| !text.contains(told.as_str())), "seed {seed}: {quoted:?}");
        }
        let clubs = |log: &TournamentLog| -> Vec<Option<String>> {
            log.state().players.iter().map(|player| player.entry.club.as_ref().map(ToString::to_string)).collect()
        };
        let (theirs, ours) = (clubs(&log), clubs(&again));
        for (one, other) in (0..theirs.len()).flat_map(|one| (0..one).map(move |other| (one, other))) {
            assert_eq!(theirs[one] == theirs[other], ours[one] == ours[other], "seed {seed}: who shares a club");
        }
    }
}

#[test]
fn a_copy_is_not_pinned_beside_its_original() {
    let world = event("");
    world.run("event finish gt").ends(0);
    let said = world.run("event export gt --anonymous --log anon.jsonl").ends(0);
    assert!(said.err.contains("factions, ratings, times"), "{said:?}");
    assert!(!String::from_utf8(world.read("anon.jsonl")).unwrap().contains("Anna"));
    assert!(String::from_utf8(world.read("anon.names.json")).unwrap().contains("Player 1"));
    world.run("event check anon.jsonl").ends(0).tells("0 faults");
    world.run("event import anon.jsonl --data other").ends(0);
    world.run("event standings gt-anonymous --data other").ends(0).tells("Player 1");
    world.run("league new n --name N --from 2026-01-01 --to 2026-12-31").ends(0);
    world.run("event export gt --log gt.jsonl").ends(0);
    world.run("league add n gt.jsonl").ends(0);
    world.run("league add n anon.jsonl").ends(1).says("already-pinned").says("one of the two is a copy");
}

#[test]
fn the_hall_shows_sealed_names() {
    let world = event("--names sealed");
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("a cookie");
    for path in ["/standings", "/pairings", "/desk/players"] {
        let page = server.get(path, &desk);
        assert!(page.text.contains("Anna Berg"), "{path}: {}", page.text);
    }
}

#[test]
fn lists_and_digests_tell_nothing_of_whose_they_are() {
    let world = World::new();
    crate::session::army_files(&world);
    let rename = |file: &str, name: &str| {
        let mut list: Value = serde_json::from_slice(&world.read(file)).unwrap();
        list["name"] = json!(name);
        list["notes"] = json!([format!("painted by {name}")]);
        list["detachments"][0]["units"][0]["name"] = json!(format!("{name}'s own"));
        world.write(file, list.to_string());
    };
    for id in ["m", "n"] {
        say(
            &world,
            &["match", "new", id, "--one", "Anna", "--two", "Ben", "--names", "sealed", "--mission", "the-scouring"],
        )
        .ends(0);
    }
    rename("one.json", "Annabel");
    world.run("match roster m one.json --player one").ends(0);
    // A list that takes the place of another one, and a name in a remark: the one is plain, the other is told to be open.
    rename("one.json", "Annabella");
    let list: Value = serde_json::from_slice(&world.read("one.json")).unwrap();
    let to = json!([{"by": "one", "do": {"roster": {"player": "one", "roster": list}}}]);
    let amend = json!({"by": "both", "do": {"amend": {"seq": 3, "to": to, "why": "another paint"}}});
    world.write("amend.jsonl", format!("{amend}\n"));
    world.run("match record m --from amend.jsonl").ends(0);
    say(&world, &["match", "record", "m", "--by", "both", "note", "a fair game"])
        .ends(0)
        .says("your own words are not");
    let (first, second) = (world.run("match export m").ends(0).out, world.run("match export n").ends(0).out);
    assert!(!first.contains("Anna") && first.matches("\"roster\"").count() > 1, "{first}");
    world.run("match verify m").ends(0);
    let digests = |log: &str| -> Vec<String> {
        let parts = log.split("\"digest\":\"").skip(1);
        parts.map(|part| part.chars().take(64).collect()).collect()
    };
    let all: std::collections::BTreeSet<String> = digests(&first).into_iter().chain(digests(&second)).collect();
    assert_eq!(all.len(), 4, "one person's digests in two logs are two");
}
