//! Overlays of a stream: what they show of a battle, when, and whose.

use adjutant_app::Known;
use adjutant_app::matches::Recording;
use adjutant_engine::command::Command;
use adjutant_engine::side::By as Speaker;
use adjutant_tournament::TableNumber;

use super::*;

/// A battle whose totals were worked out by hand: units by name, five rounds, 83 : 40 or what its other file says.
const GOLDEN: &str = include_str!("../../../../tests/golden/real-armies.bare.jsonl");
const EXPECTED: &str = include_str!("../../../../tests/golden/real-armies.expected.json");

/// Ten attacks that hit on 3+ and wound on 3+, without a save, against three models of three wounds: 4/9 each. Seven wound.
const ATTACK: &str = r#"{"shoot":{"unit":"b14","attacks":[{"target":"a6","weapon":"Mortar","sequence":{"attacks":10,
    "hit":{"needs":3,"roll":[3,3,4,4,5,5,6,6,1,2]},"wound":{"needs":3,"roll":[3,3,4,4,5,6,6,1]},
    "save":[{"none":7,"why":"no save"}],"damage":1}}]}}"#;

/// Every record of the battle but the last ones was made at this time.
const BEFORE: &str = "2026-11-21T11:00:00Z";
/// A minute before now.
pub(super) const NEW: &str = "2026-11-21T11:29:00Z";

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

pub(super) fn said(recording: &mut Recording, by: Speaker, command: &str, when: &str) {
    let command: Command = serde_json::from_str(command).unwrap();
    recording.take(by, command, Some(at(when))).unwrap();
}

/// The first lines of the battle.
pub(super) fn battle(lines: usize) -> Recording {
    let mut recording = Recording::new(&Known::default(), Clock::System, "gt-r2-t01");
    for line in GOLDEN.lines().take(lines) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let by = serde_json::from_value(record["by"].clone()).unwrap();
        said(&mut recording, by, &record["do"].to_string(), BEFORE);
    }
    recording
}

/// Up to the shooting of the second player in the first turn.
const TO_SHOOTING: usize = 74;

pub(super) fn attacked() -> Recording {
    let mut recording = battle(TO_SHOOTING);
    said(&mut recording, Speaker::Two, ATTACK, NEW);
    recording
}

/// Both players of a table of round 2.
pub(super) fn players(table: u16) -> [String; 2] {
    let log = event();
    let pairing = log.state().rounds[1].at(TableNumber(table)).unwrap().clone();
    [pairing.one.to_string(), pairing.two.to_string()]
}

impl Hall {
    pub(super) async fn agree(&self, player: &str, agrees: &str) {
        let cookie = self.cookie(PassKind::Player, player);
        assert_eq!(self.form("/me/public", &cookie, &format!("agrees={agrees}")).await, 303);
    }

    /// A hall with a battle at table 1, both of whose players agree.
    async fn on_air(recording: Recording) -> (Hall, String) {
        let hall = Hall::new(false);
        hall.site.show_game((RoundNumber(2), TableNumber(1)), recording);
        for player in players(1) {
            hall.agree(&player, "yes").await;
        }
        let organiser = hall.cookie_of(Role::Organiser).await.unwrap();
        (hall, organiser)
    }

    async fn overlay(&self, path: &str) -> String {
        let (status, text) = self.get(path, None, PHONE).await;
        assert_eq!(status, 200, "{path}: {text}");
        assert!(text.contains("data-overlay"), "{path}: {text}");
        text.split("data-overlay=\"\">").nth(1).unwrap().split("</body>").next().unwrap().to_owned()
    }

    async fn set(&self, organiser: &str, table: &str, delay: u32) {
        assert_eq!(self.form("/desk/stream", organiser, &format!("table={table}&delay={delay}")).await, 303);
    }
}

/// The words of a page, without its markup.
fn words(page: &str) -> String {
    let parts = page.split('<').map(|part| part.split_once('>').map_or(part, |(_, rest)| rest));
    parts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_overlay_that_may_show_nothing_is_an_empty_page() {
    block_on(async {
        let hall = Hall::new(false);
        for overlay in OVERLAYS {
            for query in ["", "?table=1", "?table=99", "?table=x", "?table=", "?table=-1&table=2"] {
                assert_eq!(hall.overlay(&format!("{}{query}", overlay.path)).await, "", "{}{query}", overlay.path);
            }
        }
        // A battle, and one player who agreed.
        hall.site.show_game((RoundNumber(2), TableNumber(1)), attacked());
        hall.agree(&players(1)[0], "yes").await;
        for overlay in OVERLAYS {
            assert_eq!(hall.overlay(&format!("{}?table=1", overlay.path)).await, "", "{}", overlay.path);
        }
        // No event to speak of.
        let mut log = TournamentLog::new();
        hall.site.show(&log);
        assert_eq!(hall.overlay("/overlay/score?table=1").await, "");
        let first = event().records().first().unwrap().command.clone();
        tell(&mut log, first);
        hall.site.show(&log);
        assert_eq!(hall.overlay("/overlay/ticker").await, "");
    });
}

#[test]
fn the_score_is_that_of_the_log_with_where_it_comes_from() {
    block_on(async {
        let expected: serde_json::Value = serde_json::from_str(EXPECTED).unwrap();
        let (hall, organiser) = Hall::on_air(battle(GOLDEN.lines().count())).await;
        // Nothing is named, then the organiser names the table.
        assert_eq!(hall.overlay("/overlay/score").await, "");
        hall.set(&organiser, "1", 0).await;
        let page = hall.overlay("/overlay/score").await;
        assert_eq!(page, hall.overlay("/overlay/score?table=1").await);
        let totals: Vec<i64> = page
            .split("<p class=\"vp\">")
            .skip(1)
            .map(|part| part.split('<').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(
            serde_json::json!(totals),
            serde_json::json!(["one", "two"].map(|player| &expected["players"][player]["total"])),
            "{page}"
        );
        // What stands under each name adds up to it.
        for (side, total) in page.split("<p class=\"cols\">").skip(1).zip(&totals) {
            let parts = side.split("</p>").next().unwrap().split("<b>").skip(1);
            let sum: i64 = parts.map(|part| part.split('<').next().unwrap().parse::<i64>().unwrap()).sum();
            assert_eq!(sum, *total, "{side}");
        }
        assert!(words(&page).contains("final") && !page.contains("plays"), "{page}");
        assert_eq!(hall.overlay("/overlay/score?table=2").await, "");
        assert_eq!(hall.overlay("/overlay/odds").await, "");
    });
}

#[test]
fn a_stream_tells_everything_so_much_later() {
    block_on(async {
        let mut recording = battle(TO_SHOOTING);
        let [one, two] = [recording.game().vp().one, recording.game().vp().two];
        said(&mut recording, Speaker::One, r#"{"concede":{}}"#, NEW);
        let (hall, organiser) = Hall::on_air(recording).await;
        let score = |page: String| words(&page);
        hall.set(&organiser, "1", 61).await;
        let before = score(hall.overlay("/overlay/score").await);
        assert!(before.contains("round 1 of 5") && before.contains("can still score"), "{before}");
        assert!(before.contains(&format!(" {one} round")) && before.contains(&format!(" {two} ")), "{before}");
        hall.set(&organiser, "1", 60).await;
        let after = score(hall.overlay("/overlay/score").await);
        assert!(after.contains("conceded") && !before.contains("conceded"), "{after}");
        // Set while it runs, it is longer again; before the first record there is nothing.
        hall.set(&organiser, "1", 70).await;
        assert_eq!(score(hall.overlay("/overlay/score").await), before);
        hall.set(&organiser, "1", 1801).await;
        assert_eq!(hall.overlay("/overlay/score").await, "");
        for wrong in ["table=1&delay=3601", "table=1&delay=-1", "table=one&delay=1", "delay=x", ""] {
            assert_eq!(hall.form("/desk/stream", &organiser, wrong).await, 400, "{wrong}");
        }
    });
}

#[test]
fn a_screen_shows_the_tables_whose_players_agreed_as_they_stood() {
    block_on(async {
        let recording = battle(TO_SHOOTING);
        let [one, two] = [recording.game().vp().one, recording.game().vp().two];
        let (hall, organiser) = Hall::on_air(recording).await;
        hall.set(&organiser, "1", 60).await;
        let show = async |path: &str| hall.get(path, None, HERE).await.1;
        for path in ["/screen/live", "/screen/rotate?of=live,clock", "/screen/live?page=7&of=live,clock"] {
            let page = show(path).await;
            let row = words(page.split("<tbody>").nth(1).unwrap_or_default().split("</tbody>").next().unwrap());
            assert!(row.contains(&format!("{one} – {two} round 1 of 5")), "{path}: {page}");
            assert_eq!(page.matches("<tbody><tr>").count(), 1, "{path}");
        }
        assert!(show("/screen/live?of=live,clock").await.contains("/screen/clock?page=1&amp;of=live,clock"));
        assert!(show("/screen/live?hall=Annex").await.contains("A table stands here while"));
        // Before the first record, and when one of them takes it back.
        hall.set(&organiser, "1", 1801).await;
        assert!(!show("/screen/live").await.contains("<tbody>"));
        hall.set(&organiser, "1", 60).await;
        hall.agree(&players(1)[1], "no").await;
        let none = show("/screen/live").await;
        assert!(none.contains("both agree to be shown") && !none.contains("<tbody>"), "{none}");
    });
}

#[test]
fn who_takes_it_back_is_gone_at_once() {
    block_on(async {
        let (hall, organiser) = Hall::on_air(attacked()).await;
        hall.set(&organiser, "1", 60).await;
        let [one, two] = players(1);
        for player in [one, two] {
            assert_ne!(hall.overlay("/overlay/score").await, "");
            hall.agree(&player, "no").await;
            for overlay in OVERLAYS {
                assert_eq!(hall.overlay(overlay.path).await, "", "{}", overlay.path);
            }
            hall.agree(&player, "yes").await;
        }
        let cookie = hall.cookie(PassKind::Player, "anna");
        assert_eq!(hall.form("/me/public", &cookie, "agrees=perhaps").await, 400);
    });
}

/// The shares are those of ten throws of a coin that falls with 4 in 9: 10.59, 64.43, 24.58 and 0.41 percent for fewer than
/// three, fewer than six, fewer than nine and more; 4.4 wounds on average.
#[test]
fn the_odds_stand_before_what_came_of_them() {
    block_on(async {
        let (hall, organiser) = Hall::on_air(attacked()).await;
        let show = async |delay| {
            hall.set(&organiser, "1", delay).await;
            words(&hall.overlay("/overlay/odds").await)
        };
        assert_eq!(show(61).await, "");
        for delay in [60, 55] {
            let odds = show(delay).await;
            for part in [
                "Plagueburst Crawler (1) shoots Deathshroud Terminators",
                "10 attacks",
                "Mortar",
                "hits on 3+, wounds on 3+",
                "none 11 %",
                "1 model 64 %",
                "2 models 25 %",
                "all 3 less than 1 %",
                "At least one: 89 %",
                "4.4 of 9",
            ] {
                assert!(odds.contains(part), "{part}: {odds}");
            }
        }
        for delay in [54, 47] {
            // Seven wounds: two fall. 24.58 + 0.41 percent had that or more.
            assert!(show(delay).await.ends_with("2 models : 25 % had that or more"), "{}", show(delay).await);
        }
        assert_eq!(show(46).await, "");
    });
}

#[test]
fn an_attack_that_was_taken_back_is_shown_no_more_and_an_amended_one_as_it_reads_now() {
    block_on(async {
        let seq = attacked().seq();
        let later = |seconds: u32| format!("2026-11-21T11:29:{seconds:02}Z");
        let mut recording = attacked();
        said(&mut recording, Speaker::Two, &format!(r#"{{"retract":{{"seq":{seq},"why":"mistyped"}}}}"#), &later(3));
        let (hall, organiser) = Hall::on_air(recording).await;
        hall.set(&organiser, "1", 58).await;
        assert!(hall.overlay("/overlay/odds").await.contains("less than 1 %"), "it was not taken back yet");
        hall.set(&organiser, "1", 57).await;
        assert_eq!(hall.overlay("/overlay/odds").await, "");
        assert_ne!(hall.overlay("/overlay/score").await, "");

        // All wounds are saved after all.
        let amended = ATTACK.replace(r#"[{"none":7,"why":"no save"}]"#, r#"[{"needs":2,"roll":[2,2,2,2,2,2,2]}]"#);
        let mut recording = attacked();
        let amend =
            format!(r#"{{"amend":{{"seq":{seq},"why":"saves forgotten","to":[{{"by":"two","do":{amended}}}]}}}}"#);
        said(&mut recording, Speaker::Both, &amend, &later(3));
        let (hall, organiser) = Hall::on_air(recording).await;
        hall.set(&organiser, "1", 58).await;
        assert!(words(&hall.overlay("/overlay/odds").await).contains("none 11 %"));
        hall.set(&organiser, "1", 57).await;
        let odds = words(&hall.overlay("/overlay/odds").await);
        assert!(odds.contains("saves on 2+") && !odds.contains("none 11 %"), "{odds}");
        hall.set(&organiser, "1", 50).await;
        assert!(words(&hall.overlay("/overlay/odds").await).contains("0 models :"));
    });
}

#[test]
fn nothing_sealed_is_told_before_it_is_opened() {
    block_on(async {
        // The lists are known, the secondaries are chosen in secret.
        let lines = GOLDEN.lines().position(|line| line.contains("\"secondaries\"")).unwrap();
        let mut recording = battle(lines);
        let chosen: serde_json::Value = serde_json::from_str(GOLDEN.lines().nth(lines).unwrap()).unwrap();
        let digest = "5".repeat(64);
        said(
            &mut recording,
            Speaker::One,
            &format!(r#"{{"commit":{{"what":"secondaries","digest":"{digest}"}}}}"#),
            NEW,
        );
        let (hall, organiser) = Hall::on_air(recording).await;
        hall.set(&organiser, "1", 0).await;
        let page = hall.overlay("/overlay/score").await;
        assert!(words(&page).contains("set-up"), "{page}");
        assert!(!page.contains(&digest[..8]), "{page}");
        for pick in chosen["do"]["secondaries"]["choose"].as_array().unwrap() {
            let id = pick.as_str().unwrap();
            let name = id.split('-').next().unwrap();
            assert!(!page.to_lowercase().contains(name), "{id}: {page}");
        }
    });
}

#[test]
fn two_tables_stand_side_by_side_and_names_stay_text() {
    block_on(async {
        let (hall, organiser) = Hall::on_air(attacked()).await;
        for table in [2, 3] {
            hall.site.show_game((RoundNumber(2), TableNumber(table)), battle(TO_SHOOTING));
        }
        for player in players(2).iter().chain(&players(3)) {
            hall.agree(player, "yes").await;
        }
        let table = |page: &str| -> Vec<String> {
            let named = page.split("<small>Table ").skip(1);
            named.map(|part| part.split('<').next().unwrap().to_owned()).collect()
        };
        // Two at a time, eight seconds each.
        hall.set(&organiser, "", 0).await;
        let first = hall.overlay("/overlay/ticker").await;
        hall.set(&organiser, "", 8).await;
        let second = hall.overlay("/overlay/ticker").await;
        let mut both = [table(&first), table(&second)];
        both.sort();
        assert_eq!(both, [vec!["1".to_owned(), "2".to_owned()], vec!["3".to_owned()]]);
        for page in [first, second] {
            assert!(!page.contains("<script>") && !page.contains("<img"), "{page}");
        }
        for number in 1..=3 {
            let page = hall.overlay(&format!("/overlay/score?table={number}")).await;
            assert!(!page.contains("<script>") && !page.contains("<img"), "{page}");
            assert!(page.contains(&format!("Table {number}, ")), "{page}");
        }
        // The same names as on other pages.
        let (_, pairings) = hall.get("/pairings", None, PHONE).await;
        let shown = hall.overlay("/overlay/score?table=1").await;
        for name in shown.split("<bdi>").skip(1).map(|part| part.split("</bdi>").next().unwrap()) {
            assert!(pairings.contains(name) || name.contains("Death"), "{name}");
        }
    });
}

/// The round has 180 minutes from nine on, and it is half past eleven; table 1 got ten more.
#[test]
fn the_time_that_is_left_is_that_of_the_table_and_of_the_moment_that_is_shown() {
    block_on(async {
        let mut log = event();
        for command in [
            r#"{"round-clock":{"round":2,"state":"start","minutes":180}}"#,
            r#"{"extend":{"round":2,"table":1,"minutes":10,"why":"a ruling"}}"#,
        ] {
            tell(&mut log, serde_json::from_str(command).unwrap());
        }
        let hall = Hall::with(&log, |_| ());
        for table in [1, 2] {
            hall.site.show_game((RoundNumber(2), TableNumber(table)), battle(TO_SHOOTING));
            for player in players(table) {
                hall.agree(&player, "yes").await;
            }
        }
        let organiser = hall.cookie_of(Role::Organiser).await.unwrap();
        for (delay, left) in [(0, ["40 min left", "30 min left"]), (300, ["45 min left", "35 min left"])] {
            hall.set(&organiser, "", delay).await;
            for (table, left) in [1, 2].into_iter().zip(left) {
                let page = words(&hall.overlay(&format!("/overlay/score?table={table}")).await);
                assert!(page.contains(left), "{left}: {page}");
            }
            assert!(words(&hall.overlay("/overlay/ticker").await).ends_with("ends 12:00"));
        }
    });
}

#[test]
fn an_overlay_that_has_not_changed_is_not_sent_again() {
    block_on(async {
        let (hall, organiser) = Hall::on_air(attacked()).await;
        hall.set(&organiser, "1", 60).await;
        let ask = |held: Option<String>| {
            let request = Request::get("/overlay/odds").header("host", "10.0.0.2");
            let request = held.into_iter().fold(request, |request, held| request.header("if-none-match", held));
            hall.ask(request, PHONE)
        };
        let (status, headers, _) = ask(None).await;
        let tag = headers["etag"].to_str().unwrap().to_owned();
        assert_eq!(status, 200);
        assert_eq!(ask(Some(tag.clone())).await.0, 304);
        hall.set(&organiser, "1", 50).await;
        assert_eq!(ask(Some(tag.clone())).await.0, 200);
        hall.set(&organiser, "1", 60).await;
        hall.agree(&players(1)[1], "no").await;
        assert_eq!(ask(Some(tag)).await.0, 200);
    });
}
