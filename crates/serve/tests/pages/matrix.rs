//! Who may open which page and send which form.

use super::*;

#[test]
fn every_page_opens_for_those_whom_the_matrix_names_and_for_nobody_else() {
    block_on(async {
        for role in Role::ALL {
            let hall = Hall::new(false);
            let cookie = hall.cookie_of(role).await;
            for page in PAGES {
                let (status, text) = hall.get(&filled(page.path), cookie.as_deref(), HERE).await;
                let expected = if page.roles.contains(&role) { 200 } else { 403 };
                assert_eq!(status, expected, "{} for {role:?}: {text:.300}", page.path);
            }
            for overlay in OVERLAYS {
                let (status, text) = hall.get(overlay.path, cookie.as_deref(), HERE).await;
                assert!(status == 200 && text.contains("data-overlay"), "{} for {role:?}", overlay.path);
            }
            for screen in SCREENS {
                let (status, text) = hall.get(screen, cookie.as_deref(), HERE).await;
                assert!(status == 200 && text.contains("class=\"hall"), "{screen} for {role:?}: {text:.300}");
            }
            for read in READS {
                let (status, text) = hall.get(&filled(read.path), cookie.as_deref(), HERE).await;
                assert_eq!(status, 401, "{} for {role:?}: {text:.300}", read.path);
            }
            for file in FILES {
                let path = filled(&file.path.replace("{document}", "no-such").replace("{file}", "no-such"));
                let (status, text) = hall.get(&path, cookie.as_deref(), HERE).await;
                // No such document, no module; and no battle that is over: its replay is shown later.
                let later = text.contains("This is not shown yet");
                let may = status == 404 || (file.path.ends_with("/theatre") && status == 403 && later);
                assert!(if file.roles.contains(&role) { may } else { status == 403 && !later }, "{path} for {role:?}");
            }
        }
    });
}

#[test]
fn every_form_is_taken_from_those_whom_the_matrix_names_and_from_nobody_else() {
    block_on(async {
        for role in Role::ALL {
            let hall = Hall::new(false);
            let cookie = hall.cookie_of(role).await;
            for deed in DEEDS {
                let mut request =
                    Request::post(deed.path).header("host", "10.0.0.2").header("origin", "http://10.0.0.2");
                if let Some(cookie) = &cookie {
                    request = request.header("cookie", format!("adjutant={cookie}"));
                }
                let (status, _, text) = hall.ask(request, HERE).await;
                // Nothing is filled in: who may send it hears that, everybody else hears that it is not for them.
                let expected = if deed.roles.contains(&role) { 400 } else { 403 };
                assert_eq!(status, expected, "{} for {role:?}: {text:.300}", deed.path);
            }
        }
    });
}

/// The matrix of roles, written down a second time: visitor, player, table device, judge, desk, organiser; what programs read
/// is for none of these, but for who sends a key.
const MATRIX: &[(&str, &str)] = &[
    ("GET /", "vptjdo"),
    ("GET /me", "p"),
    ("GET /me/result", "p"),
    ("GET /me/why", "p"),
    ("GET /me/list", "p"),
    ("GET /me/team", "p"),
    ("GET /me/leave", "p"),
    ("GET /match", "pt"),
    ("GET /match/spoken", "pt"),
    ("GET /match/scoring", "pt"),
    ("GET /match/more", "pt"),
    ("GET /match/terrain", "pt"),
    ("GET /match/log", "pt"),
    ("GET /match/after", "pt"),
    ("GET /match/result", "t"),
    ("GET /judge", "jdo"),
    ("GET /judge/book", "jdo"),
    ("GET /table/{table}", "jdo"),
    ("GET /table/{table}/log", "jdo"),
    ("GET /table/{table}/after", "vptjdo"),
    ("GET /desk", "do"),
    ("GET /desk/players", "do"),
    ("GET /desk/player/{player}", "do"),
    ("GET /desk/tables", "do"),
    ("GET /desk/teams", "do"),
    ("GET /desk/files", "o"),
    ("GET /desk/files/{file}", "o"),
    ("GET /desk/print", "do"),
    ("GET /desk/print/{document}", "do"),
    ("GET /league/", "vptjdo"),
    ("GET /league/{*file}", "vptjdo"),
    ("GET /league/figures/{file}", "vptjdo"),
    ("GET /verify", "vptjdo"),
    ("GET /match/theatre", "pt"),
    ("GET /table/{table}/theatre", "vptjdo"),
    ("GET /desk/log", "do"),
    ("GET /desk/stream", "o"),
    ("GET /desk/keys", "o"),
    ("GET /desk/passes", "o"),
    ("GET /desk/pass/{kind}/{id}", "o"),
    ("GET /desk/draft", "jdo"),
    ("GET /standings", "vptjdo"),
    ("GET /player/{player}", "vptjdo"),
    ("GET /player/{player}/list", "ptjdo"),
    ("GET /mission/{mission}", "vptjdo"),
    ("GET /pairings", "vptjdo"),
    ("GET /bracket", "vptjdo"),
    ("GET /screen", "vptjdo"),
    ("GET /screen/rotate", "vptjdo"),
    ("GET /screen/live", "vptjdo"),
    ("GET /screen/pairings", "vptjdo"),
    ("GET /screen/standings", "vptjdo"),
    ("GET /screen/clock", "vptjdo"),
    ("GET /screen/bracket", "vptjdo"),
    ("GET /screen/missing", "vptjdo"),
    ("GET /overlay/score", "vptjdo"),
    ("GET /overlay/ticker", "vptjdo"),
    ("GET /overlay/odds", "vptjdo"),
    ("GET /api/event", "key"),
    ("GET /api/players", "key"),
    ("GET /api/pairings", "key"),
    ("GET /api/standings", "key"),
    ("GET /api/standings.csv", "key"),
    ("GET /api/placings.csv", "key"),
    ("GET /api/results", "key"),
    ("GET /api/games.csv", "key"),
    ("GET /api/live", "key"),
    ("GET /api/lists", "key"),
    ("GET /api/list/{player}", "key"),
    ("POST /me/report", "p"),
    ("POST /me/dispute", "p"),
    ("POST /me/settle", "p"),
    ("POST /me/call", "p"),
    ("POST /me/call/back", "p"),
    ("POST /me/check-in", "p"),
    ("POST /me/drop", "p"),
    ("POST /me/team", "p"),
    ("POST /me/public", "p"),
    ("POST /me/list", "p"),
    ("POST /me/list/hand-in", "p"),
    ("POST /match/army", "pt"),
    ("POST /match/say", "pt"),
    ("POST /match/correct", "pt"),
    ("POST /judge/key", "jdo"),
    ("POST /match/agree", "pt"),
    ("POST /match/key", "pt"),
    ("POST /match/sign", "pt"),
    ("POST /me/word", "p"),
    ("POST /match/seal", "p"),
    ("POST /match/open", "pt"),
    ("POST /match/both", "p"),
    ("POST /match/alone", "p"),
    ("POST /match/call", "t"),
    ("POST /match/report", "pt"),
    ("POST /match/dispute", "t"),
    ("POST /match/settle", "t"),
    ("POST /table/say", "j"),
    ("POST /table/correct", "jo"),
    ("POST /table/rule", "jdo"),
    ("POST /judge/answer", "jdo"),
    ("POST /judge/book", "jdo"),
    ("POST /judge/penalty", "jdo"),
    ("POST /table/result", "do"),
    ("POST /table/ruling", "jdo"),
    ("POST /table/extend", "jdo"),
    ("POST /desk/result", "do"),
    ("POST /desk/clock", "do"),
    ("POST /desk/check-in", "do"),
    ("POST /desk/drop", "do"),
    ("POST /desk/return", "do"),
    ("POST /desk/paid", "do"),
    ("POST /desk/enter", "do"),
    ("POST /desk/edit", "do"),
    ("POST /desk/withdraw", "do"),
    ("POST /desk/bye", "do"),
    ("POST /desk/award", "do"),
    ("POST /desk/list", "do"),
    ("POST /desk/scan", "do"),
    ("POST /desk/table", "o"),
    ("POST /desk/teams", "do"),
    ("POST /desk/tables", "o"),
    ("POST /desk/move", "o"),
    ("POST /desk/stream", "o"),
    ("POST /desk/key", "o"),
    ("POST /desk/key/end", "o"),
    ("POST /desk/word", "o"),
    ("POST /desk/leave", "o"),
    ("POST /desk/pair", "o"),
    ("POST /desk/publish", "o"),
    ("POST /desk/swap", "o"),
    ("POST /desk/cut", "o"),
    ("POST /desk/pods", "o"),
    ("POST /desk/finish", "o"),
    ("POST /desk/pass", "o"),
    ("POST /desk/judge", "o"),
    ("POST /desk/undo", "o"),
    ("POST /desk/close", "o"),
];

#[test]
fn the_tables_of_the_server_are_the_matrix() {
    let letters = |roles: &[Role]| -> String {
        let named = Role::ALL.iter().zip("vptjdo".chars()).filter(|(role, _)| roles.contains(role));
        named.map(|(_, letter)| letter).collect()
    };
    let pages = PAGES.iter().map(|page| (format!("GET {}", page.path), letters(page.roles)));
    let files = FILES.iter().map(|file| (format!("GET {}", file.path), letters(file.roles)));
    let deeds = DEEDS.iter().map(|deed| (format!("POST {}", deed.path), letters(deed.roles)));
    let overlays = OVERLAYS.iter().map(|overlay| (format!("GET {}", overlay.path), letters(&Role::ALL)));
    let reads = READS.iter().map(|read| (format!("GET {}", read.path), "key".to_owned()));
    let screens = SCREENS.iter().map(|path| (format!("GET {path}"), letters(&Role::ALL)));
    let served: std::collections::BTreeMap<String, String> =
        pages.chain(files).chain(overlays).chain(screens).chain(reads).chain(deeds).collect();
    let matrix = MATRIX.iter().map(|(path, roles)| ((*path).to_owned(), (*roles).to_owned())).collect();
    assert_eq!(served, matrix);
}

/// Parts of pages that the guide names as a whole.
const PARTS: &[&str] = &[
    "/me/leave",
    "/desk/pass/{kind}/{id}",
    "/match/more",
    "/match/terrain",
    "/mission/{mission}",
    "/screen/standings",
    "/screen/clock",
    "/screen/bracket",
];

#[test]
fn the_guide_names_every_page() {
    let guide = include_str!("../../../../docs/serve.md");
    // A page for each player or table stands there with a word in capitals.
    let named = |path: &str| {
        let (first, rest) = path.split_once('{').map_or((path, ""), |(first, rest)| (first, rest));
        let rest = rest.split_once('}').map_or("", |(_, rest)| rest);
        let told =
            |behind: &str| behind.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '-').starts_with(rest);
        guide.match_indices(first).any(|(at, _)| told(&guide[at + first.len()..]))
    };
    for page in PAGES {
        let listed = PARTS.contains(&page.path);
        assert!(listed || named(page.path), "tell in docs/serve.md what {} is for", page.path);
    }
    assert!(!named("/no/such/page") && !named("/no/{such}"));
}

/// What pages offer to the rest of the server is used there: a page that is written and shown nowhere is not.
#[test]
fn every_page_that_is_written_is_shown() {
    let names: Vec<&str> = include_str!("../../src/pages/mod.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("pub use "))
        .flat_map(|line| line.rsplit("::").next().unwrap_or_default().split(','))
        .map(|name| name.trim_matches(['{', '}', ';', ' ']))
        .filter(|name| name.starts_with(|first: char| first.is_ascii_lowercase()))
        .collect();
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source.clone()];
    let mut rest = String::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true if path == source.join("pages") => {}
                true => folders.push(path),
                false => rest += &std::fs::read_to_string(path).unwrap_or_default(),
            }
        }
    }
    let is_named = |name: &str| {
        rest.contains(&format!("pages::{name}"))
            || rest.contains(&format!(" {name},"))
            || rest.contains(&format!("{name}}}"))
    };
    let nowhere: Vec<&&str> = names.iter().filter(|name| !is_named(name)).collect();
    assert!(names.len() > 30 && nowhere.is_empty(), "give these an address in router.rs: {nowhere:?}");
}
