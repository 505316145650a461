//! What is refused: foreign pages, floods, wrong passes, forged sessions.

use super::*;

#[test]
fn floods_of_forms_are_stopped_for_the_sender_alone() {
    block_on(async {
        let hall = Hall::new(false);
        let anna = hall.cookie(PassKind::Player, "anna");
        let send = |cookie: String| {
            let request = Request::post("/me/report").header("host", "10.0.0.2").header("origin", "http://10.0.0.2");
            hall.ask(request.header("cookie", format!("adjutant={cookie}")), PHONE)
        };
        for _ in 0..120 {
            assert_eq!(send(anna.clone()).await.0, 400);
        }
        assert_eq!(send(anna).await.0, 429);
        assert_eq!(send(hall.cookie(PassKind::Player, "ben")).await.0, 400);
    });
}

/// Cookies that somebody made up count for the address, and a flood of them stops nobody who has a pass.
#[test]
fn made_up_cookies_stop_nobody_else() {
    block_on(async {
        let hall = Hall::new(false);
        let send = |path: &str, cookie: String| {
            let request = Request::post(path).header("host", "10.0.0.2").header("origin", "http://10.0.0.2");
            hall.ask(request.header("cookie", format!("adjutant={cookie}")), PHONE)
        };
        let mut refused = 0;
        for at in 0..300 {
            refused += usize::from(send("/me/check-in", format!("z{at}")).await.0 == 429);
        }
        assert_eq!(refused, 180, "120 a minute of one address");
        assert_eq!(send("/me/report", hall.cookie(PassKind::Player, "anna")).await.0, 400, "behind the same address");
        let stream = |cookie: Option<String>| {
            let cookie = cookie.unwrap_or_default();
            let request =
                Request::get("/live").header("host", "10.0.0.2").header("cookie", format!("adjutant={cookie}"));
            let mut request: Request = request.body(Body::empty()).unwrap();
            request.extensions_mut().insert(Peer::plain(PHONE));
            respond(&hall.site, &hall.router, request)
        };
        let mut open = Vec::new();
        for at in 0..100 {
            open.push(stream(Some(format!("x{at}"))).await);
        }
        assert_eq!(open.iter().filter(|answer| answer.status() == 200).count(), 64);
        assert_eq!(stream(Some(hall.cookie(PassKind::Player, "anna"))).await.status(), 200);
        drop(open);
        assert_eq!(stream(None).await.status(), 200, "what is closed is free again");
    });
}

#[test]
fn the_organisers_session_survives_the_address_of_a_card() {
    block_on(async {
        let hall = Hall::new(false);
        let session = hall.cookie_of(Role::Organiser).await.unwrap();
        let pass = |kind, id: &str| hall.book.pass_of(&Holder { kind, id: PassId::new(id).unwrap() }).unwrap();
        let open = |pass: String| {
            let request = Request::get(format!("/j/{pass}")).header("host", "127.0.0.1:8080");
            hall.ask(request.header("cookie", format!("adjutant={session}")), HERE)
        };
        let (status, headers, _) = open(pass(PassKind::Player, "anna")).await;
        assert_eq!((status, headers["location"].to_str().unwrap()), (303, "/desk/player/anna"));
        assert!(!headers.contains_key("set-cookie"), "{headers:?}");
        let (status, headers, _) = open(pass(PassKind::Judge, "mia")).await;
        assert!(status == 400 && !headers.contains_key("set-cookie"), "{status}");
        assert_eq!(hall.get("/desk/passes", Some(&session), HERE).await.0, 200);
    });
}

/// What a page sends cannot be taken for another form of it.
#[test]
fn every_form_of_every_page_has_a_number_of_its_own() {
    block_on(async {
        let hall = Hall::new(true);
        let mut forms = 0;
        for role in Role::ALL {
            let cookie = hall.cookie_of(role).await.or(None);
            for page in PAGES {
                let (_, text) = hall.get(&filled(page.path), cookie.as_deref(), HERE).await;
                let all: Vec<&str> = text.split("name=\"rid\" value=\"").skip(1).map(|part| &part[..32]).collect();
                let distinct: std::collections::BTreeSet<&&str> = all.iter().collect();
                assert_eq!(all.len(), distinct.len(), "{} for {role:?}", page.path);
                forms += all.len();
            }
        }
        assert!(forms > 50, "{forms}");
    });
}

#[test]
fn a_form_that_is_too_big_is_not_read() {
    block_on(async {
        let hall = Hall::new(false);
        let body = "x".repeat(70_000);
        let mut request = Request::post("/me/report")
            .header("host", "10.0.0.2")
            .header("origin", "http://10.0.0.2")
            .body(Body::from(body))
            .unwrap();
        request.extensions_mut().insert(Peer::plain(PHONE));
        assert_eq!(respond(&hall.site, &hall.router, request).await.status().as_u16(), 413);
    });
}

#[test]
fn a_foreign_name_in_front_of_this_address_is_misdirected() {
    block_on(async {
        let hall = Hall::new(false);
        for (host, status) in [
            ("10.0.0.2", 200),
            ("127.0.0.1:8080", 200),
            ("evil.example", 421),
            ("10.0.0.2.evil.example", 421),
            ("10.0.0.2:81", 421),
            ("127.0.0.1", 421),
            ("", 421),
        ] {
            let (found, headers, _) = hall.ask(Request::get("/").header("host", host), PHONE).await;
            assert_eq!(found, status, "{host}");
            assert!(headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
        }
        let two = Request::get("/").header("host", "10.0.0.2").header("host", "evil.example");
        assert_eq!(hall.ask(two, PHONE).await.0, 421, "two hosts");
        assert_eq!(hall.ask(Request::get("/"), PHONE).await.0, 421, "no host");
    });
}

#[test]
fn a_form_of_a_foreign_page_is_refused_before_anything_reads_it() {
    block_on(async {
        let hall = Hall::new(false);
        for origin in
            [None, Some("null"), Some("http://evil.example"), Some("https://10.0.0.2"), Some("http://10.0.0.2:8080")]
        {
            let mut request = Request::post("/me").header("host", "10.0.0.2");
            if let Some(origin) = origin {
                request = request.header("origin", origin);
            }
            assert_eq!(hall.ask(request, PHONE).await.0, 403, "{origin:?}");
        }
        let own = Request::post("/nowhere").header("host", "10.0.0.2").header("origin", "http://10.0.0.2");
        assert_eq!(hall.ask(own, PHONE).await.0, 404);
        for method in ["PUT", "DELETE", "TRACE", "OPTIONS", "PATCH"] {
            let request = Request::builder().method(method).uri("/").header("host", "10.0.0.2");
            assert_eq!(hall.ask(request, PHONE).await.0, 405, "{method}");
        }
    });
}

#[test]
fn a_card_opens_its_own_day_as_often_as_it_is_scanned() {
    block_on(async {
        let hall = Hall::new(false);
        let anna = Holder { kind: PassKind::Player, id: PassId::new("anna").unwrap() };
        let pass = hall.book.pass_of(&anna).unwrap();
        for _ in 0..3 {
            let request = Request::get(format!("/j/{pass}")).header("host", "10.0.0.2");
            let (status, headers, _) = hall.ask(request, PHONE).await;
            assert_eq!((status, headers["location"].to_str().unwrap()), (303, "/me"));
            let set = headers["set-cookie"].to_str().unwrap();
            assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax") && !set.contains(&pass), "{set}");
        }
        let (_, day) = hall.get("/me", Some(&hall.cookie(PassKind::Player, "anna")), PHONE).await;
        assert!(day.contains("Anna") && day.contains("You play"), "{day}");
        assert!(!day.contains(&pass), "no pass stands on a page");
    });
}

#[test]
fn every_wrong_pass_is_answered_alike_and_guessing_stops() {
    block_on(async {
        let hall = Hall::new(false);
        let mut answers = std::collections::BTreeSet::new();
        for (at, wrong) in
            ["0000000000000000", "x", "%3Cscript%3E", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "%00"].iter().enumerate()
        {
            let request = Request::get(format!("/j/{wrong}")).header("host", "10.0.0.2");
            let (status, headers, text) = hall.ask(request, [10, 0, 0, at as u8]).await;
            assert!(!headers.contains_key("set-cookie"));
            answers.insert((status, text));
        }
        assert_eq!(answers.len(), 1, "{answers:?}");
        assert_eq!(answers.first().unwrap().0, 404);
        let pass = hall.book.pass_of(&Holder { kind: PassKind::Player, id: PassId::new("anna").unwrap() }).unwrap();
        for _ in 0..10 {
            assert_eq!(hall.get("/j/0000000000000000", None, PHONE).await.0, 404);
        }
        assert_eq!(hall.get("/j/0000000000000000", None, PHONE).await.0, 429);
        assert_eq!(hall.get(&format!("/j/{pass}"), None, PHONE).await.0, 303, "others behind the same router come in");
        assert_eq!(hall.get(&format!("/j/{pass}"), None, [10, 0, 0, 200]).await.0, 303);
    });
}

#[test]
fn forged_sessions_are_visitors() {
    block_on(async {
        let hall = Hall::new(true);
        let anna = hall.cookie(PassKind::Player, "anna");
        let seal = anna.rsplit('~').next().unwrap();
        for forged in [
            format!("player~ben~1~{seal}"),
            format!("organiser~x~{seal}"),
            format!("judge~mia~1~{seal}"),
            "organiser~~".to_owned(),
            "organiser".to_owned(),
            "~".repeat(300),
        ] {
            assert_eq!(hall.get("/me", Some(&forged), HERE).await.0, 403, "{forged}");
        }
        let twice =
            Request::get("/me").header("host", "10.0.0.2").header("cookie", format!("adjutant={anna}; adjutant=x"));
        assert_eq!(hall.ask(twice, HERE).await.0, 403, "two cookies of our name");
    });
}

#[test]
fn the_organiser_comes_in_once_and_from_this_machine() {
    block_on(async {
        let hall = Hall::new(true);
        let open = |peer| {
            let request = Request::get(format!("/o/{TOKEN}")).header("host", "127.0.0.1:8080");
            hall.ask(request, peer)
        };
        assert_eq!(open(PHONE).await.0, 404, "from another machine");
        assert_eq!(hall.get("/o/wrong", None, HERE).await.0, 404);
        let (status, headers, _) = open(HERE).await;
        assert_eq!(status, 303);
        let set = headers["set-cookie"].to_str().unwrap().to_owned();
        assert_eq!(open(HERE).await.0, 404, "the token is used up");
        let cookie = set.split(['=', ';']).nth(1).unwrap();
        assert_eq!(hall.site.viewer(Some(cookie), Peer::plain(HERE)).role(), Role::Organiser);
        assert_eq!(hall.site.viewer(Some(cookie), Peer::plain(PHONE)).role(), Role::Visitor, "a stolen cookie");
    });
}

#[test]
fn judges_and_desks_come_from_this_machine_unless_the_network_is_trusted() {
    for (trust_lan, expected) in [(false, Role::Visitor), (true, Role::Judge)] {
        let hall = Hall::new(trust_lan);
        let cookie = hall.cookie(PassKind::Judge, "mia");
        assert_eq!(hall.site.viewer(Some(&cookie), Peer::plain(PHONE)).role(), expected);
        assert_eq!(hall.site.viewer(Some(&cookie), Peer::plain(HERE)).role(), Role::Judge);
        // Nobody reads along over TLS.
        let secure = Peer { secure: true, ..Peer::plain(PHONE) };
        assert_eq!(hall.site.viewer(Some(&cookie), secure).role(), Role::Judge);
    }
}

#[test]
fn a_restart_keeps_everybody_in() {
    let cookie = Hall::new(false).cookie(PassKind::Player, "anna");
    let again = Hall::new(false);
    assert_eq!(again.site.viewer(Some(&cookie), Peer::plain(PHONE)).role(), Role::Player);
}

/// A phone whose card was made anew hears that, not that it is a visitor.
#[test]
fn the_phone_of_a_card_that_was_replaced_is_told_so() {
    block_on(async {
        let hall = Hall::new(false);
        let old = hall.cookie(PassKind::Player, "anna");
        let mut log = event();
        tell(
            &mut log,
            TournamentCommand::Pass(Pass { kind: PassKind::Player, id: PassId::new("anna").unwrap(), issue: 2 }),
        );
        hall.site.show(&log);
        let (status, text) = hall.get("/me", Some(&old), PHONE).await;
        assert_eq!(status, 403);
        assert!(
            text.contains("This card was replaced") && text.contains("It was the card of <bdi>Anna</bdi>"),
            "{text}"
        );
        assert!(!text.contains("You are here as"), "{text}");
        // A seal that nobody made says nothing of anybody.
        for forged in ["player~anna~1~0000000000000000000000000", "player~anna~0~x", ""] {
            let (status, text) = hall.get("/me", Some(forged), PHONE).await;
            assert!(
                status == 403 && !text.contains("replaced") && text.contains("You are here as a visitor"),
                "{text}"
            );
        }
    });
}

/// What the system says of the disk names folders of the laptop: it is for those who run the event.
#[test]
fn no_phone_hears_where_the_database_lies() {
    use adjutant_serve::pages::problem::{Problem, problem};
    use adjutant_serve::viewer::Viewer;
    let hall = Hall::new(false);
    let snap = hall.site.snap();
    let broken = Problem::Broken("/srv/olaf/adjutant.db is locked by another program".to_owned());
    let player = Viewer::Player(PlayerId::new("anna").unwrap());
    for viewer in
        [player, Viewer::Visitor, Viewer::Table(adjutant_tournament::TableNumber(1)), Viewer::Judge("mia".to_owned())]
    {
        let text = problem(&hall.site.scene(&snap, &viewer, None, None), &broken).into_string();
        assert!(
            !text.contains("/home") && text.contains("It could not be saved") && text.contains("tell the desk"),
            "{text}"
        );
    }
    for viewer in [Viewer::Desk("olaf".to_owned()), Viewer::Organiser] {
        let text = problem(&hall.site.scene(&snap, &viewer, None, None), &broken).into_string();
        assert!(text.contains("/srv/olaf/adjutant.db"), "{text}");
    }
}
