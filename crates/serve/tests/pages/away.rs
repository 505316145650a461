//! The organiser who was away types the word.

use adjutant_core::time::Timestamp;
use adjutant_serve::Role;
use adjutant_serve::ask::Peer;
use adjutant_serve::deeds::DEEDS;
use adjutant_serve::guard::respond;
use adjutant_serve::router::PAGES;
use adjutant_tournament::command::PassKind;
use axum::body::{Body, to_bytes};
use axum::extract::Request;

use crate::{HERE, Hall, block_on, filled};

/// A form of the organiser's desk, sent from this machine.
pub async fn send(hall: &Hall, path: &str, cookie: &str, body: &str) -> (u16, String) {
    let mut request = Request::post(path)
        .header("host", "127.0.0.1:8080")
        .header("origin", "http://127.0.0.1:8080")
        .header("cookie", format!("adjutant={cookie}"))
        .body(Body::from(body.to_owned()))
        .unwrap();
    request.extensions_mut().insert(Peer::plain(HERE));
    let response = respond(&hall.site, &hall.router, request).await;
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), 1 << 22).await.unwrap();
    (status, String::from_utf8(bytes.to_vec()).unwrap())
}

pub const FORM: &str = "seen=1&rid=00000000000000000000000000000001";

#[test]
fn after_half_an_hour_away_the_organiser_is_asked_for_the_word() {
    block_on(async {
        // The session of a server that ran before: this one counts from its own start.
        let cookie = Hall::new(false).cookie_of(Role::Organiser).await.unwrap();
        let hall = |started: &str| Hall::started(false, Timestamp::parse(started).unwrap());
        let here = hall("2026-11-21T11:00:01Z");
        // Nothing records here: what passes the door is told that, with 503.
        assert_eq!(send(&here, "/desk/publish", &cookie, FORM).await.0, 400, "nothing is drafted");
        assert_eq!(send(&here, "/desk/finish", &cookie, FORM).await.0, 503);
        assert_eq!(here.get("/desk/passes", Some(&cookie), HERE).await.0, 200);

        let away = hall("2026-11-21T11:00:00Z");
        let asked = |text: &str| text.contains("Are you still the organiser?") && text.contains("type=\"password\"");
        // The way out is open without the word.
        let waits = DEEDS.iter().filter(|deed| deed.roles == [Role::Organiser] && deed.path != "/desk/leave");
        for deed in waits {
            let (status, text) = send(&away, deed.path, &cookie, &format!("{FORM}&why=a+%22b%22&x=1")).await;
            assert_eq!(status, 403, "{}", deed.path);
            assert!(asked(&text), "{}: {text}", deed.path);
            // The form waits as it was sent.
            let action = format!("action=\"{}\"", deed.path);
            assert!(text.contains(&action), "{}: {text}", deed.path);
            if deed.path != "/desk/word" {
                for field in
                    ["name=\"why\" value=\"a &quot;b&quot;\"", "name=\"seen\" value=\"1\"", "name=\"x\" value=\"1\""]
                {
                    assert!(text.contains(field), "{}: {field}: {text}", deed.path);
                }
            }
        }
        for page in PAGES.iter().filter(|page| page.roles == [Role::Organiser]) {
            let (status, text) = away.get(&filled(page.path), Some(&cookie), HERE).await;
            assert_eq!(status, 403, "{}", page.path);
            assert!(asked(&text) && text.contains("action=\"/desk/word\""), "{}: {text}", page.path);
        }
        // What the desk may do as well is taken, and ends no absence.
        assert_eq!(away.get("/desk", Some(&cookie), HERE).await.0, 200);
        assert_eq!(send(&away, "/desk/drop", &cookie, &format!("{FORM}&player=anna")).await.0, 503);
        assert_eq!(send(&away, "/desk/finish", &cookie, FORM).await.0, 403);
        let (status, text) = send(&away, "/desk/finish", &cookie, &format!("{FORM}&word=00000000")).await;
        assert_eq!(status, 403);
        assert!(text.contains("This is not your word"), "{text}");
        let word = adjutant_app::passes::grouped(&away.site.word()).to_lowercase();
        assert_eq!(send(&away, "/desk/finish", &cookie, &format!("{FORM}&word={word}")).await.0, 503, "{word}");
        assert_eq!(send(&away, "/desk/finish", &cookie, FORM).await.0, 503, "asked once");
        assert_eq!(away.get("/desk/passes", Some(&cookie), HERE).await.0, 200);
        // Guessing stops, even for the right word.
        let away = hall("2026-11-21T11:00:00Z");
        for _ in 0..10 {
            assert_eq!(send(&away, "/desk/word", &cookie, &format!("{FORM}&word=x")).await.0, 403);
        }
        assert_eq!(send(&away, "/desk/word", &cookie, &format!("{FORM}&word={word}")).await.0, 429);
        // Others need no word.
        let desk = away.cookie(PassKind::Desk, "olaf");
        assert_eq!(send(&away, "/desk/drop", &desk, &format!("{FORM}&player=anna")).await.0, 503);
    });
}

#[test]
fn the_word_goes_back_to_a_page_of_the_desk_only() {
    block_on(async {
        let hall = Hall::new(false);
        let cookie = hall.cookie_of(Role::Organiser).await.unwrap();
        for (back, expected) in [
            ("/desk/passes", "/desk/passes"),
            ("//evil.example", "/desk"),
            ("https://evil.example/desk/", "/desk"),
            ("", "/desk"),
        ] {
            let mut request = Request::post("/desk/word")
                .header("host", "127.0.0.1:8080")
                .header("origin", "http://127.0.0.1:8080")
                .header("cookie", format!("adjutant={cookie}"))
                .body(Body::from(format!("{FORM}&back={back}")))
                .unwrap();
            request.extensions_mut().insert(Peer::plain(HERE));
            let response = respond(&hall.site, &hall.router, request).await;
            assert_eq!(
                (response.status().as_u16(), &response.headers()["location"]),
                (303, &expected.parse::<axum::http::HeaderValue>().unwrap())
            );
        }
    });
}

#[test]
fn an_organiser_who_leaves_is_out_wherever_the_cookie_went() {
    block_on(async {
        let hall = Hall::new(false);
        let (tell, terminal) = std::sync::mpsc::channel();
        hall.site.tell(tell);
        let cookie = hall.cookie_of(Role::Organiser).await.unwrap();
        assert_eq!(hall.get("/desk/passes", Some(&cookie), HERE).await.0, 200);
        let (_, desk) = hall.get("/desk", Some(&cookie), HERE).await;
        assert!(desk.contains("action=\"/desk/leave\""), "{desk}");
        let mut request = Request::post("/desk/leave")
            .header("host", "127.0.0.1:8080")
            .header("origin", "http://127.0.0.1:8080")
            .header("cookie", format!("adjutant={cookie}"))
            .body(Body::from(FORM))
            .unwrap();
        request.extensions_mut().insert(Peer::plain(HERE));
        let response = respond(&hall.site, &hall.router, request).await;
        assert_eq!(response.status().as_u16(), 303);
        let set = response.headers()["set-cookie"].to_str().unwrap();
        assert!(set.starts_with("adjutant=;") && set.contains("Max-Age=0"), "{set}");
        // The browser forgets it, and so does the server: a copy opens nothing.
        assert_eq!(hall.get("/desk", Some(&cookie), HERE).await.0, 403);
        assert_eq!(send(&hall, "/desk/finish", &cookie, FORM).await.0, 403);
        // The terminal shows the way back, once.
        let address = terminal.recv().unwrap();
        let path = address.strip_prefix("http://127.0.0.1:8080").unwrap();
        let open = |path: String| hall.ask(Request::get(path).header("host", "127.0.0.1:8080"), HERE);
        let (status, headers, _) = open(path.to_owned()).await;
        assert_eq!(status, 303);
        let new = headers["set-cookie"].to_str().unwrap().split(['=', ';']).nth(1).unwrap().to_owned();
        assert_eq!(hall.get("/desk", Some(&new), HERE).await.0, 200);
        assert_eq!(open(path.to_owned()).await.0, 404, "the address is used up");
    });
}
