//! Every pair of forms of every page, one behind the other and at once, and across a kill: what is answered as done is in the
//! logs once, and what is not in the logs was refused in words.

use std::collections::BTreeSet;

use crate::serving::{Answer, Server};
use crate::serving_match::{Phones, encoded, event, seated, told_upto};
use crate::support::World;

/// A button of a page, with what its form sends.
#[derive(Clone, Debug)]
pub struct Tap {
    /// Where to, and what stands on the button, without numbers: markers and tables are alike.
    pub kind: String,
    pub action: String,
    fields: Vec<(String, String)>,
}

impl Tap {
    fn body(&self, rid: usize) -> String {
        let own = self.fields.iter().filter(|(name, _)| name != "rid");
        let fields = own.map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
        fields.chain([format!("rid={rid:032x}")]).collect::<Vec<_>>().join("&")
    }
}

fn plain(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The value of an attribute of an opening tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let rest = tag.split(&format!(" {name}=\"")).nth(1)?;
    Some(plain(rest.split('"').next()?))
}

/// What somebody types into a field that is empty.
fn typed(tag: &str, name: &str) -> String {
    let value = attribute(tag, "value").unwrap_or_default();
    match name {
        _ if !value.is_empty() => value,
        "line" => "note again".to_owned(),
        _ if tag.contains("inputmode=\"numeric\"") => "3".to_owned(),
        _ if !tag.contains(" required") => String::new(),
        _ => "x".to_owned(),
    }
}

fn words(text: &str) -> String {
    let mut words = String::new();
    let mut inside = true;
    for letter in text.chars() {
        match letter {
            '<' => inside = false,
            '>' => inside = true,
            letter if inside && !letter.is_ascii_digit() => words.push(letter),
            _ => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every button of a page that a plain form sends. Forms with a pass or a file are sent by the browser itself.
pub fn taps(page: &str) -> Vec<Tap> {
    let mut found = Vec::new();
    for part in page.split("<form").skip(1) {
        let (head, rest) = part.split_once('>').unwrap();
        let inner = rest.split("</form>").next().unwrap();
        if !head.contains("method=\"post\"") || head.contains("multipart") {
            continue;
        }
        let mut fields = Vec::new();
        for part in inner.split("<input").skip(1) {
            let tag = part.split('>').next().unwrap();
            let Some(name) = attribute(tag, "name") else { continue };
            let kind = attribute(tag, "type").unwrap_or_default();
            if !matches!(kind.as_str(), "checkbox" | "radio") || tag.contains(" checked") {
                fields.push((name.clone(), typed(tag, &name)));
            }
        }
        for part in inner.split("<select").skip(1) {
            let (tag, options) = part.split_once('>').unwrap();
            let options = options.split("</select>").next().unwrap();
            let values = options.split("<option").filter_map(|option| attribute(option, "value"));
            // Two lists of the same people name two of them.
            let other = |value: &String| fields.iter().all(|(_, taken)| taken != value);
            let last = values.clone().filter(other).last().or_else(|| values.last());
            fields.extend(attribute(tag, "name").zip(last));
        }
        // A button may stand outside of its form.
        let id = attribute(head, "id").map(|id| format!(" form=\"{id}\""));
        let outside =
            id.iter().flat_map(|id| page.split("<button").skip(1).filter(move |part| part.contains(id.as_str())));
        for part in inner.split("<button").skip(1).chain(outside) {
            let (tag, rest) = part.split_once('>').unwrap();
            if !tag.contains("type=\"submit\"") || tag.contains(" disabled") {
                continue;
            }
            let action = attribute(tag, "formaction").or_else(|| attribute(head, "action")).unwrap();
            let label = words(rest.split("</button>").next().unwrap());
            let own = attribute(tag, "name").zip(attribute(tag, "value"));
            let fields = fields.iter().cloned().chain(own).collect();
            found.push(Tap { kind: format!("{action} {label}"), action, fields });
        }
    }
    found
}

/// How many records all logs hold.
pub fn records(world: &World) -> i64 {
    let database = rusqlite::Connection::open(world.path("data/adjutant.db")).unwrap();
    database.query_row("SELECT count(*) FROM record", [], |row| row.get(0)).unwrap()
}

/// Forms that record nothing by themselves, or the same for whoever comes second.
pub const APART: [&str; 7] =
    ["/match/open", "/match/agree", "/match/alone", "/me/public", "/desk/word", "/desk/leave", "/desk/pass"];

pub fn send(server: &Server, phone: &str, tap: &Tap, rid: usize) -> std::io::Result<Answer> {
    server.post(&tap.action, phone, &tap.body(rid))
}

/// Two taps of one page: in their order, or at once.
fn both(server: &Server, phone: &str, pair: [&Tap; 2], rid: usize, at_once: bool) -> [Answer; 2] {
    let sent = |tap: &Tap, rid| send(server, phone, tap, rid).expect("an answer");
    if at_once {
        return std::thread::scope(|scope| {
            let first = scope.spawn(|| sent(pair[0], rid));
            let second = sent(pair[1], rid + 1);
            [first.join().expect("a phone"), second]
        });
    }
    [sent(pair[0], rid), sent(pair[1], rid + 1)]
}

/// What was answered as done is there; what was refused is not, and the page says why.
#[track_caller]
fn told_truly(pair: [&Tap; 2], answers: &[Answer; 2], new: i64, page: &str) {
    let done = answers.iter().filter(|answer| answer.status == 303).count() as i64;
    let what = format!(
        "{page}: “{}”, then “{}”: {:?}, {new} new",
        pair[0].kind,
        pair[1].kind,
        answers.each_ref().map(|answer| answer.status)
    );
    for answer in answers {
        assert!(matches!(answer.status, 303 | 400 | 404 | 409 | 422), "{what}: {}", answer.text);
        assert!(answer.status == 303 || answer.text.contains("<h1"), "{what}: no words");
    }
    assert!(new >= done, "{what}: a tap was answered as done and is nowhere");
    let whole = |tap: &Tap| tap.fields.iter().filter(|(name, _)| name == "do").count() as i64;
    if page.starts_with("/match") && pair.iter().all(|tap| tap.action == "/match/say" && whole(tap) == 1) {
        assert_eq!(new, done, "{what}: something was recorded twice");
    }
    if done == 0 {
        assert_eq!(new, 0, "{what}: refused, and recorded all the same");
    }
}

/// So many forms a minute are taken from one pass; a server that is started anew has counted none.
const BEFORE_A_REST: usize = 50;

/// Tries every pair of kinds that the page shows, the next one on the page as it is then. Gives how many there were.
fn try_page(world: &World, server: &mut Server, phone: &str, page: &str, rid: &mut usize) -> usize {
    let mut tried: BTreeSet<(String, String)> = BTreeSet::new();
    loop {
        let shown = server.get(page, phone);
        if shown.status != 200 {
            return tried.len();
        }
        let all: Vec<Tap> = taps(&shown.text).into_iter().filter(|tap| !APART.contains(&tap.action.as_str())).collect();
        let pairs = all.iter().flat_map(|one| all.iter().map(move |other| [one, other]));
        let new = |pair: &[&Tap; 2]| !tried.contains(&(pair[0].kind.clone(), pair[1].kind.clone()));
        let Some(pair) = pairs.into_iter().find(new) else { return tried.len() };
        if tried.len().is_multiple_of(BEFORE_A_REST) {
            let port = server.port();
            server.child.kill().unwrap();
            server.child.wait().unwrap();
            *server = Server::start(world, port);
        }
        let before = records(world);
        let answers = both(server, phone, pair, *rid, tried.len() % 2 == 1);
        *rid += 2;
        told_truly(pair, &answers, records(world) - before, page);
        tried.insert((pair[0].kind.clone(), pair[1].kind.clone()));
    }
}

#[test]
fn every_pair_of_forms_of_the_pages_of_a_table_is_told_truly() {
    let (world, mut server, phones) = seated();
    let (mut rid, mut pairs) = (1, 0);
    for (page, phone) in [("/match", &phones.one), ("/match", &phones.two), ("/match", &phones.table)] {
        pairs += try_page(&world, &mut server, phone, page, &mut rid);
    }
    assert!(pairs >= 30, "{pairs} pairs in the set-up");
    drop(server);
    let (world, mut server, phones, _) = told_upto(60);
    let mut pairs = 0;
    for phone in &phones {
        for page in ["/match", "/match/scoring", "/match/more", "/match/log", "/match/log?at=9", "/me/result"] {
            pairs += try_page(&world, &mut server, phone, page, &mut rid);
        }
    }
    assert!(pairs >= 40, "{pairs} pairs in the battle");
}

#[test]
fn every_pair_of_forms_of_the_pages_of_a_hall_is_told_truly() {
    let world = World::new();
    event(&world, "scorched-earth");
    let mut server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let (mut rid, mut pairs) = (1, 0);
    for (page, phone) in [
        ("/me", &phones.one),
        ("/me/result", &phones.one),
        ("/me/result", &phones.two),
        ("/judge", &phones.judge),
        ("/judge/book", &phones.judge),
        ("/table/1", &phones.judge),
        ("/table/1/log", &phones.judge),
        ("/desk", &desk),
        ("/desk/players", &desk),
        ("/desk/tables", &desk),
        ("/table/1", &desk),
        ("/desk/log", &desk),
        ("/desk/draft", &desk),
        ("/me/leave", &phones.one),
    ] {
        pairs += try_page(&world, &mut server, phone, page, &mut rid);
    }
    assert!(pairs >= 50, "{pairs} pairs");
}

/// The server is killed when both taps are on their way; both come again until they are answered.
#[test]
fn pairs_across_a_kill_are_told_truly() {
    let (world, mut server, [phone, _], _) = told_upto(60);
    let port = server.port();
    let kinds = |server: &Server| {
        let all = taps(&server.get("/match", &phone).text);
        let all = all.into_iter().filter(|tap| tap.action == "/match/say");
        all.filter(|tap| !tap.kind.contains("Undo")).collect::<Vec<Tap>>()
    };
    let (mut rid, mut tried) = (1, BTreeSet::new());
    while tried.len() < 12 {
        let all = kinds(&server);
        let pairs = all.iter().flat_map(|one| all.iter().map(move |other| [one, other]));
        let new = |pair: &[&Tap; 2]| !tried.contains(&(pair[0].kind.clone(), pair[1].kind.clone()));
        let Some(pair) = pairs.into_iter().find(new) else { break };
        let before = records(&world);
        std::thread::scope(|scope| {
            let (server, phone) = (&server, &phone);
            for (at, tap) in pair.into_iter().enumerate() {
                scope.spawn(move || send(server, phone, tap, rid + at).map(|answer| answer.status));
            }
            std::thread::sleep(std::time::Duration::from_millis(20 * (tried.len() as u64 % 3)));
            std::process::Command::new("kill").args(["-9", &server.child.id().to_string()]).status().unwrap();
        });
        drop(server);
        server = Server::start(&world, port);
        let answers = both(&server, &phone, pair, rid, false);
        rid += 2;
        told_truly(pair, &answers, records(&world) - before, "/match, killed");
        tried.insert((pair[0].kind.clone(), pair[1].kind.clone()));
    }
    assert!(tried.len() >= 9, "{} pairs", tried.len());
}
