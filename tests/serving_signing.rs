//! Phones sign: keys are bound by visible records, matches and reports carry signatures, the trust file comes from the cards.
//! The pairs: first phone and second, desk and opponent, one key and two cards, a device of a table and a player, a new card,
//! a match that moved on, a report that was changed afterwards.

use adjutant_core::signature::Statement;
use adjutant_core::{Hash, SigningKey};
use adjutant_engine::side::Player;
use adjutant_tournament::TableNumber;
use adjutant_tournament::command::{Basis, PassKind};
use serde_json::Value;

use crate::serving::{Answer, Server, cookie, log, said};
use crate::serving_match::{Phones, played_out, say};
use crate::support::{World, forged};

/// A phone of this test: its key, and the cookie of its card.
struct Phone {
    key: SigningKey,
    cookie: String,
}

impl Phone {
    fn new(seed: u8, cookie: &str) -> Phone {
        Phone { key: SigningKey::of_seed([seed; 32]).unwrap(), cookie: cookie.to_owned() }
    }

    /// The forms of this phone, as its script sends them.
    fn send(&self, server: &Server, world: &World, path: &str, fields: &str) -> Answer {
        static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(70_000);
        let rid = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let seen = if path == "/match/sign" { length(world) } else { log(world).records().len() };
        say(server, path, &self.cookie, rid, seen, fields)
    }

    fn bind(&self, server: &Server, world: &World) -> Answer {
        self.send(server, world, "/match/key", &format!("key={}", self.key.public()))
    }

    fn signed(&self, statement: &Statement) -> String {
        format!("key={}&signature={}", self.key.public(), self.key.sign(statement).as_str())
    }

    fn sign(&self, server: &Server, world: &World, seat: Option<Player>) -> Answer {
        let (origin, head) = ends(world);
        let said = seat.map_or(Statement::of_table(origin, head), |player| Statement::of_match(origin, player, head));
        self.send(server, world, "/match/sign", &self.signed(&said))
    }
}

/// The hash of the first and of the last record of the match.
fn ends(world: &World) -> (Hash, Hash) {
    let records = exported(world);
    let hash = |record: &Value| Hash::parse(record["hash"].as_str().unwrap()).unwrap();
    (hash(&records[0]), hash(records.last().unwrap()))
}

fn exported(world: &World) -> Vec<Value> {
    let lines = world.run("match export gt-r1-t01").ends(0).out;
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn length(world: &World) -> usize {
    exported(world).len()
}

fn basis(world: &World) -> Option<&'static str> {
    log(world).state().rounds[0].basis(TableNumber(1)).map(Basis::name)
}

#[test]
fn both_phones_sign_and_the_cards_make_the_trust_file() {
    let world = played_out();
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let (one, two) = (Phone::new(1, &phones.one), Phone::new(2, &phones.two));
    let page = server.get("/me/result", &one.cookie).text;
    let (origin, head) = ends(&world);
    let text = String::from_utf8(Statement::of_match(origin, Player::One, head).bytes()).unwrap();
    assert!(page.contains(&format!("data-match=\"{text}\"")), "{page}");
    for (phone, seat) in [(&one, Player::One), (&two, Player::Two)] {
        // Nobody signs with a key that the log does not know.
        assert_eq!(phone.sign(&server, &world, Some(seat)).status, 400);
        assert_eq!(phone.bind(&server, &world).status, 303);
        let before = log(&world).records().len();
        assert_eq!(phone.bind(&server, &world).status, 303, "said again");
        assert_eq!(log(&world).records().len(), before, "it is one record");
        assert_eq!(phone.sign(&server, &world, Some(seat)).status, 303);
        let answer = phone.send(&server, &world, "/me/report", "from=match");
        assert_eq!(answer.status, 303, "{}", answer.text);
    }
    assert_eq!(basis(&world), Some("signed"));
    let players = server.get("/me/result", &one.cookie).text;
    assert!(players.contains("It rests on: signed"), "{players}");

    world.run("event export gt --trust keys.txt").ends(0);
    let trust = String::from_utf8(world.read("keys.txt")).unwrap();
    for (name, phone) in [("Anna", &one), ("Bert", &two)] {
        let phone = if exported(&world)[0]["do"]["open"]["players"]["one"]["name"] == name { &one } else { phone };
        let phone = if exported(&world)[0]["do"]["open"]["players"]["two"]["name"] == name { &two } else { phone };
        assert!(trust.contains(&format!("{name} {}", phone.key.public())), "{trust}");
    }
    // The device of the table may say that it has seen it.
    let device = server.get("/match/result", &phones.table).text;
    assert!(device.contains("Sign with this device"), "{device}");
    world.run("match export gt-r1-t01 -o m.jsonl").ends(0);
    world.run("audit m.jsonl --trust keys.txt").ends(0);
    // Without one of the two keys it is not enough.
    let half: String = trust.lines().filter(|line| !line.starts_with("Bert")).map(|line| format!("{line}\n")).collect();
    world.write("half.txt", half);
    world.run("audit m.jsonl --trust half.txt").ends(1).tells("untrusted");
    // A record behind the signatures ends them: the phone signs again, and the old page is told so.
    let stale = format!("{}&head={head}", one.signed(&Statement::of_match(origin, Player::One, head)));
    let answer = one.send(&server, &world, "/match/sign", &stale);
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("not what stands here now"), "{}", answer.text);
}

#[test]
fn a_second_phone_waits_for_a_word() {
    let world = played_out();
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let (first, second, third) = (Phone::new(1, &phones.one), Phone::new(3, &phones.one), Phone::new(4, &phones.one));
    let other = Phone::new(2, &phones.two);
    assert_eq!(first.bind(&server, &world).status, 303);
    // One key never signs for two.
    let stolen = Phone { key: SigningKey::of_seed([1; 32]).unwrap(), cookie: phones.two.clone() };
    let refused = stolen.bind(&server, &world);
    assert_eq!(refused.status, 422);
    assert!(refused.text.contains("this key signs for another card"), "{}", refused.text);
    for phone in [&second, &third] {
        assert_eq!(phone.bind(&server, &world).status, 303);
        assert_eq!(phone.sign(&server, &world, Some(Player::One)).status, 400, "it waits");
    }
    assert!(server.get("/me", &phones.one).text.contains("second phone since"));
    // The opponent says that the second is theirs; the player's own word is none.
    let key = |phone: &Phone| format!("key={}", phone.key.public());
    let asks = server.get("/me/result", &phones.two).text;
    assert!(asks.contains("has a second phone since"), "{asks}");
    first.send(&server, &world, "/me/word", &key(&second));
    assert_eq!(second.sign(&server, &world, Some(Player::One)).status, 400, "the own word is none");
    assert_eq!(other.send(&server, &world, "/me/word", &key(&second)).status, 303);
    assert_eq!(second.sign(&server, &world, Some(Player::One)).status, 303);
    // The judge says so of the third.
    let judge = server.get("/judge", &phones.judge).text;
    assert!(judge.contains("third phone since") && !judge.contains("second phone"), "{judge}");
    let player = log(&world).state().rounds[0].pair.tables[0].one.clone();
    server.fill("/judge", "/judge/key", &phones.judge, &format!("kind=player&id={player}&{}", key(&third)));
    assert_eq!(third.sign(&server, &world, Some(Player::One)).status, 303);
    // A new card ends all of them; its first phone signs without a word.
    drop(server);
    world.run(&format!("event pass gt player {player} --new")).ends(0);
    let server = Server::start(&world, 0);
    let card = cookie(&world, PassKind::Player, player.as_str());
    let (old, new) = (Phone::new(3, &card), Phone::new(9, &card));
    assert_eq!(old.sign(&server, &world, Some(Player::One)).status, 400, "the old card's phone");
    assert_eq!(new.bind(&server, &world).status, 303);
    assert_eq!(new.sign(&server, &world, Some(Player::One)).status, 303);
    let told = world.run("event show gt --history").ends(0).out;
    assert_eq!(told.matches("a phone of ").count(), 6, "{told}");
    world.run("event check gt").ends(0);
}

#[test]
fn a_device_of_a_table_is_no_player() {
    let world = played_out();
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let device = Phone::new(7, &phones.table);
    assert_eq!(device.bind(&server, &world).status, 303);
    assert_eq!(device.sign(&server, &world, Some(Player::One)).status, 400, "it signs for neither of the two");
    assert_eq!(device.sign(&server, &world, None).status, 303);
    let last = exported(&world).pop().unwrap();
    assert_eq!((&last["by"], &last["do"]["sign"]["player"]), (&Value::from("both"), &Value::Null));
    assert!(world.run("match log gt-r1-t01").ends(0).out.contains("The table's device has signed."));
    world.run("event export gt --trust keys.txt").ends(0);
    let trust = String::from_utf8(world.read("keys.txt")).unwrap();
    assert!(trust.contains(&format!("table {}", device.key.public())), "{trust}");
    world.run("match export gt-r1-t01 -o m.jsonl").ends(0);
    world.run("audit m.jsonl").ends(0).tells("signed by the table's device");
    let run = world.run("audit m.jsonl --trust keys.txt").ends(1);
    assert!(run.out.contains("has not signed it with a trusted key"), "{}", run.out);
    // Without a key it says nothing, and no speaker but the table says it.
    let head = ends(&world).1;
    for line in [
        format!(r#"{{"by":"both","do":{{"sign":{{"head":"{head}"}}}}}}"#),
        format!(r#"{{"by":"one","do":{{"sign":{{"head":"{head}","key":"{}"}}}}}}"#, device.key.public()),
    ] {
        world.feed("match record gt-r1-t01 --from -", &line).ends(1);
    }
}

#[test]
fn a_typed_result_is_signed_in_its_report() {
    let world = World::published(&["anna", "ben"], "");
    let server = Server::start(&world, 0);
    let tables = log(&world).state().rounds[0].pair.tables.clone();
    let card = |id: &str| cookie(&world, PassKind::Player, id);
    let (one, two) = (Phone::new(1, &card(tables[0].one.as_str())), Phone::new(2, &card(tables[0].two.as_str())));
    let origin = log(&world).records()[0].hash;
    let says = "round 1 table 1 one 78 two 55";
    let page = server.get("/me/result", &one.cookie).text;
    assert!(page.contains("says round 1 table 1 one {mine} two {theirs}"), "{page}");
    let of = |phone: &Phone, player: &str, says: &str| phone.signed(&Statement::of_report(origin, player, says));
    one.bind(&server, &world);
    two.bind(&server, &world);
    // Another result, another player, another table: none of them is what the report says.
    let (first, second) = (tables[0].one.as_str(), tables[0].two.as_str());
    for wrong in [
        of(&one, first, "round 1 table 1 one 79 two 55"),
        of(&one, second, says),
        of(&one, first, "round 2 table 1 one 78 two 55"),
    ] {
        assert_eq!(one.send(&server, &world, "/me/report", &format!("mine=78&theirs=55&{wrong}")).status, 400);
    }
    let sent = |phone: &Phone, player: &str, points: &str| {
        let answer = phone.send(&server, &world, "/me/report", &format!("{points}&{}", of(phone, player, says)));
        assert_eq!(answer.status, 303, "{}", answer.text);
    };
    sent(&one, first, "mine=78&theirs=55");
    sent(&two, second, "mine=55&theirs=78");
    assert!(server.get("/me/result", &one.cookie).text.contains("Both phones signed it."));
    assert_eq!(basis(&world), Some("agreed"));
    let history = world.run("event show gt --history").ends(0).out;
    assert_eq!(history.matches("signed by the phone").count(), 2, "{history}");
    world.run("event export gt --log gt.jsonl").ends(0);
    world.run("audit gt.jsonl").ends(0);
    // Somebody writes the whole log anew with another result: the chain holds, the signature does not.
    let text = String::from_utf8(world.read("gt.jsonl")).unwrap();
    let changed = forged(&text, |_, record, _| {
        if let Some(report) = record["do"].get_mut("report") {
            report["two"] = 54.into();
        }
    });
    world.write("other.jsonl", changed);
    world.run("audit other.jsonl").ends(1).tells("signed is not what this report says");
    // A report is not recorded with a key of nobody.
    assert_eq!(said(&world).iter().filter(|record| record["do"].get("key").is_some()).count(), 2);
}

/// What phones sign with is the same arithmetic, whatever is signed.
#[test]
fn the_module_of_phones_signs_as_the_program_does() {
    let bytes = std::fs::read(crate::support::project().join("crates/serve/assets/sign.wasm")).unwrap();
    assert!(bytes.len() <= 60_000, "{} bytes", bytes.len());
    let engine = wasmi::Engine::default();
    let module = wasmi::Module::new(&engine, &bytes[..]).unwrap();
    let mut store = wasmi::Store::new(&engine, ());
    assert_eq!(module.imports().count(), 0, "nothing comes from outside");
    let instance = wasmi::Linker::new(&engine).instantiate_and_start(&mut store, &module).unwrap();
    let memory = instance.get_memory(&store, "memory").unwrap();
    let room = instance.get_typed_func::<u32, u32>(&store, "room").unwrap();
    let ask = instance.get_typed_func::<(), u32>(&store, "ask").unwrap();
    let length = instance.get_typed_func::<(), u32>(&store, "length").unwrap();
    let mut answer = |question: &[u8]| {
        let at = room.call(&mut store, question.len() as u32).unwrap();
        memory.write(&mut store, at as usize, question).unwrap();
        let at = ask.call(&mut store, ()).unwrap() as usize;
        let many = length.call(&mut store, ()).unwrap() as usize;
        memory.data(&store)[at..at + many].to_vec()
    };
    for number in 0..40u8 {
        let seed = *Hash::of(&[number]).as_bytes();
        let text = "ä".repeat(usize::from(number) * 7) + "\n";
        let key = SigningKey::of_seed(seed).unwrap();
        let expected = [&key.public().as_bytes()[..], &key.sign_text(&text)].concat();
        assert_eq!(answer(&[&seed[..], text.as_bytes()].concat()), expected, "{number}");
    }
    for nothing in [&b""[..], &[1; 31], &[0; 40]] {
        assert!(answer(nothing).is_empty());
    }
}
