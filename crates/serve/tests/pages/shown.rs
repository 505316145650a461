//! What pages show: nothing that somebody typed as markup, no draft, nothing twice.

use super::*;

#[test]
fn what_players_type_stays_text_on_every_page() {
    block_on(async {
        let hall = Hall::new(false);
        for page in PAGES {
            for path in [
                filled(page.path),
                page.path.replace("{player}", "p0"),
                format!("{}?q=%3Cscript%3E", filled(page.path)),
            ] {
                let cookie = hall.cookie(PassKind::Player, if path.contains("anna") { "anna" } else { "p1" });
                let (_, text) = hall.get(&path, Some(&cookie), HERE).await;
                assert!(!text.contains("<script>") && !text.contains("<img"), "{path}: {text}");
                assert!(!text.contains(" style=") && !text.contains("onclick"), "{path}");
                assert!(!text.contains("<else"), "{path}: an else without its sign");
            }
        }
        let (_, text) = hall.get("/pairings", None, PHONE).await;
        let text = text.replace("<wbr>", "");
        assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{text}");
    });
}

#[test]
fn assets_have_their_hash_in_their_names() {
    block_on(async {
        let hall = Hall::new(false);
        let (_, page) = hall.get("/", None, PHONE).await;
        let style = page.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
        let (status, headers, text) = hall.ask(Request::get(style).header("host", "10.0.0.2"), PHONE).await;
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "text/css; charset=utf-8"));
        assert!(text.contains("--ground"));
        assert_eq!(hall.get("/a/style.0000000000000000.css", None, PHONE).await.0, 404);
        assert_eq!(hall.get("/a/..%2f..%2fetc%2fpasswd", None, PHONE).await.0, 404);
    });
}

#[test]
fn the_first_visit_of_a_phone_is_small() {
    block_on(async {
        let hall = Hall::new(false);
        let (_, page) = hall.get("/me", Some(&hall.cookie(PassKind::Player, "anna")), PHONE).await;
        let named = |sign: &str| page.split(sign).nth(1).unwrap().split('"').next().unwrap().to_owned();
        let mut bytes = page.len();
        for asset in [named("rel=\"stylesheet\" href=\""), named("<script src=\"")] {
            let (status, text) = hall.get(&asset, None, PHONE).await;
            assert_eq!(status, 200, "{asset}");
            bytes += text.len();
        }
        assert!(bytes <= 60_000, "{bytes} bytes");
    });
}

#[test]
fn a_page_that_has_not_changed_is_not_sent_again() {
    block_on(async {
        let hall = Hall::new(false);
        let (anna, ben) = (hall.cookie(PassKind::Player, "anna"), hall.cookie(PassKind::Player, "ben"));
        let ask = |path: &'static str, cookie: &str, held: Option<String>| {
            let mut request =
                Request::get(path).header("host", "10.0.0.2").header("cookie", format!("adjutant={cookie}"));
            if let Some(held) = held {
                request = request.header("if-none-match", held);
            }
            hall.ask(request, PHONE)
        };
        let (status, headers, _) = ask("/me", &anna, None).await;
        let tag = headers["etag"].to_str().unwrap().to_owned();
        assert_eq!(status, 200);
        let (status, headers, text) = ask("/me", &anna, Some(tag.clone())).await;
        assert_eq!((status, text.as_str(), headers["etag"].to_str().unwrap()), (304, "", tag.as_str()));
        assert_eq!(headers["cache-control"], "no-store");
        // Another page, another player, a visitor: every page has a tag of its own.
        for (path, cookie) in [("/me/result", anna.as_str()), ("/me?x", &anna), ("/me", &ben), ("/", &anna)] {
            assert_eq!(ask(path, cookie, Some(tag.clone())).await.0, 200, "{path}");
        }
        assert_eq!(ask("/me", "x", Some(tag.clone())).await.0, 403);
        // A record later the page is another one.
        let mut log = event();
        tell(&mut log, TournamentCommand::Drop { player: PlayerId::new("p0").unwrap() });
        hall.site.show(&log);
        assert_eq!(ask("/me", &anna, Some(tag)).await.0, 200);
    });
}

#[test]
fn a_draft_is_on_no_page_of_players() {
    block_on(async {
        let hall = Hall::new(false);
        let mut log = event();
        let open: Vec<_> = log.state().rounds[1].open_tables().collect();
        for table in open {
            tell(&mut log, TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(2), table, 50, 49)));
        }
        tell(&mut log, TournamentCommand::CloseRound { round: RoundNumber(2), anyway: None });
        hall.site.show(&log);
        let paths: Vec<&str> = PAGES.iter().map(|page| page.path).filter(|path| !path.starts_with("/desk")).collect();
        let cookie = hall.cookie(PassKind::Player, "anna");
        // The number of the record is on each page; everything behind it must stay as it was.
        let rest = |text: String| {
            let rest = text.split("data-now").nth(1).unwrap_or_default();
            // Every form has a number of its own, and names the last record.
            let parts: Vec<&str> = rest.split("<input type=\"hidden\"").collect();
            parts.iter().map(|part| part.split_once('>').map_or(*part, |(_, rest)| rest)).collect::<String>()
        };
        let mut before = Vec::new();
        for path in &paths {
            before.push(rest(hall.get(&filled(path), Some(&cookie), PHONE).await.1));
        }
        let draft = draft_round(log.state()).unwrap();
        tell(&mut log, draft.command());
        hall.site.show(&log);
        for (path, before) in paths.iter().zip(before) {
            assert_eq!(rest(hall.get(&filled(path), Some(&cookie), PHONE).await.1), before, "{path}");
        }
    });
}

#[test]
fn a_mission_shows_its_map_and_an_unknown_one_nothing() {
    block_on(async {
        let hall = Hall::new(false);
        let (status, text) = hall.get("/mission/scorched-earth", None, PHONE).await;
        assert_eq!(status, 200);
        let known =
            adjutant_app::tournaments::matches::mission(&adjutant_app::Known::default(), None, "scorched-earth")
                .unwrap();
        assert_eq!(text.matches("<circle class=\"m\"").count(), known.markers.len());
        assert_eq!(text.matches("<path class=\"zone\"").count(), 2);
        assert!(text.contains(&format!("Map of {}, 60 by 44 inches", known.name)), "{text}");
        for wrong in ["no-such", "%3Cscript%3E", "..%2f..%2fetc"] {
            assert_eq!(hall.get(&format!("/mission/{wrong}"), None, PHONE).await.0, 404, "{wrong}");
        }
    });
}

#[test]
fn screens_take_turns_with_and_without_script() {
    block_on(async {
        let hall = Hall::new(false);
        let (_, text) = hall.get("/screen/rotate?of=clock,missing", None, PHONE).await;
        assert!(text.contains("data-next=\"/screen/missing?page=1&amp;of=clock,missing\" data-flip=\"12\""), "{text}");
        assert!(text.contains("content=\"12; url=/screen/missing?page=1&amp;of=clock,missing\""), "{text}");
        let (_, text) = hall.get("/screen/rotate?of=bracket,clock", None, PHONE).await;
        assert!(text.contains("content=\"12; url=/screen/clock?page=1&amp;of=bracket,clock\""), "{text}");
        let (_, text) = hall.get("/screen/clock", None, PHONE).await;
        assert!(!text.contains("data-flip"), "a screen alone stays: {text}");
    });
}

/// Words stay whole on narrow pages: only a word that is longer than a column may be broken, and always at the same places.
#[test]
fn only_a_word_longer_than_a_column_may_be_broken() {
    use adjutant_serve::pages::scene::called;
    let parts = |name: &str| -> Vec<String> {
        let text = called(name).into_string();
        text.trim_start_matches("<bdi>").trim_end_matches("</bdi>").split("<wbr>").map(str::to_owned).collect()
    };
    for whole in ["Hugo Brandt", "Bartholomäus", "van den Bergh-Ó Súilleabháin", "", "x", "佐藤 健太郎"] {
        assert_eq!(parts(whole), [whole]);
    }
    let long = "Donaudampfschifffahrtsgesellschaftskapitän";
    assert_eq!(parts(long).concat(), long);
    assert!(parts(long).len() == 5 && parts(long).iter().all(|part| part.chars().count() <= 9), "{:?}", parts(long));
    assert!(called("<b>").into_string().contains("&lt;b&gt;"));
}

#[test]
fn a_page_has_a_picture_and_a_colour_of_its_own() {
    block_on(async {
        let hall = Hall::new(false);
        let (_, page) = hall.get("/", None, PHONE).await;
        assert!(page.contains("name=\"theme-color\""), "{page}");
        for (sign, mime) in [
            ("rel=\"icon\" type=\"image/svg+xml\" href=\"", "image/svg+xml"),
            ("rel=\"apple-touch-icon\" href=\"", "image/png"),
        ] {
            let path = page.split(sign).nth(1).unwrap().split('"').next().unwrap();
            let mut request: Request = Request::get(path).header("host", "10.0.0.2").body(Body::empty()).unwrap();
            request.extensions_mut().insert(adjutant_serve::ask::Peer::plain(PHONE));
            let answer = adjutant_serve::guard::respond(&hall.site, &hall.router, request).await;
            assert_eq!((answer.status().as_u16(), answer.headers()["content-type"].to_str().unwrap()), (200, mime));
        }
    });
}

/// What a secure context adds is told to who can use it, is hidden until the browser says that it can, and needs no looser policy.
#[test]
fn what_only_a_secure_page_can_do_is_hidden_until_the_browser_can() {
    block_on(async {
        let hall = Hall::new(false);
        let script = |text: &str| text.contains("/a/secure.");
        let (player, desk) = (hall.cookie(PassKind::Player, "anna"), hall.cookie(PassKind::Desk, "olaf"));
        let (_, me) = hall.get("/me", Some(&player), PHONE).await;
        assert!(script(&me) && me.contains("data-tell=\"default\" hidden") && me.contains("hears nothing"), "{me}");
        let up = me.split("data-up=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(up.starts_with("Round 2 of 3: table ") && up.contains(", you play "), "{up}");
        let (_, desk) = hall.get("/desk", Some(&desk), HERE).await;
        assert!(script(&desk) && desk.contains("data-camera hidden") && !desk.contains("data-up"), "{desk}");
        let (_, visitor) = hall.get("/pairings", None, PHONE).await;
        assert!(!script(&visitor) && !visitor.contains("data-up"), "{visitor}");
        // The worker comes from here like every script; its place in the addresses lets it see no page.
        let worker = me.split("data-worker=\"").nth(1).unwrap().split('"').next().unwrap();
        let (status, headers, text) = hall.ask(Request::get(worker).header("host", "10.0.0.2"), PHONE).await;
        assert!(status == 200 && worker.starts_with("/a/") && !headers.contains_key("service-worker-allowed"));
        assert!(!text.contains("fetch") && !text.contains("caches"), "{text}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
    });
}
