//! The guided session, driven by a script of keys instead of a terminal.

use std::path::Path;

use adjutant::error::on_screen;
use adjutant_app::clock::Clock;
use adjutant_app::matches::recorder::Recorder;
use adjutant_app::{App, Known};
use adjutant_engine::command::Command;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;
use adjutant_play::host::Host;
use adjutant_play::mode::Mode;
use adjutant_play::step::Message;
use adjutant_play::text::key::Key;
use adjutant_play::text::key::key_name;
use adjutant_play::text::line::Line;
use adjutant_play::text::pane::Pane;
use adjutant_play::view;
use adjutant_simulate::{Depth, Plan, simulate};
use adjutant_store::Store;

use crate::support::{NOW, World, project};

/// Most keystrokes for a whole battle after its set-up.
const KEYS_MAX: usize = 250;

/// A terminal that types what a script says and keeps what it saw.
pub struct Script {
    pub host: Host,
    keys: usize,
    transcript: String,
}

impl Script {
    pub fn open(world: &World) -> Script {
        let store = Store::open(&world.path("data/adjutant.db")).expect("a database");
        let clock = Clock::Fixed(Timestamp::parse(NOW).expect("a moment"));
        let recorder = Recorder::open(App::new(Known::default(), clock, store), "m").expect("a session");
        Script { host: Host::open(recorder, &world.path("data"), on_screen), keys: 0, transcript: String::new() }
    }

    pub fn key(&mut self, key: Key) {
        let before = self.host.recording().seq();
        self.host.press(key);
        self.keys += 1;
        let lines = view::frame(&self.host.scene(), 80, 24);
        assert_eq!(lines.len(), 24, "a screen has its height");
        for line in &lines {
            assert_eq!(line.width(), 80, "{}", line.text());
        }
        self.transcript.push_str(&format!("{:>4} {:<9}", self.keys, key_name(key)));
        for seq in before + 1..=self.host.recording().seq() {
            let record = &self.host.recording().records()[usize::try_from(seq).expect("a number") - 1];
            self.transcript.push_str(&format!(" │ {seq} {} {}", record.by, adjutant_shorthand::brief(&record.command)));
        }
        self.transcript.push('\n');
    }

    /// How many keys were pressed.
    pub fn keys(&self) -> usize {
        self.keys
    }

    pub fn types(&mut self, text: &str) {
        text.chars().for_each(|c| self.key(Key::Char(c)));
    }

    pub fn line(&mut self, text: &str) {
        self.types(text);
        self.key(Key::Enter);
    }

    pub fn screen(&self) -> String {
        view::frame(&self.host.scene(), 80, 24).iter().map(|line| line.text().trim_end().to_owned() + "\n").collect()
    }

    fn photograph(&mut self) {
        let screen = self.screen();
        self.transcript.push_str(&format!("\n{screen}\n"));
    }

    fn pane(&self) -> Pane {
        view::pane(&self.host.scene(), 100, 60)
    }

    fn title(&self) -> String {
        self.pane().title
    }

    pub fn notes(&self) -> String {
        self.pane().rows.iter().map(Line::text).collect()
    }

    fn refused(&self) -> String {
        match self.host.session().message() {
            Some(Message::Refused(text, hint)) => format!("{text} {}", hint.as_deref().unwrap_or_default()),
            other => panic!("not refused: {other:?}"),
        }
    }

    fn seq(&self) -> u64 {
        self.host.recording().seq()
    }
}

/// The armies of a simulated match, as files.
pub fn army_files(world: &World) {
    armies_of(world, &Plan::new(Depth::Facts));
}

/// The armies of a match that is played so.
pub fn armies_of(world: &World, plan: &Plan) {
    for (_, command) in simulate(11, plan) {
        if let Command::Roster { player, roster } = command {
            world.write(&format!("{player}.json"), serde_json::to_vec(&roster).expect("JSON"));
        }
    }
}

/// Walks the set-up, with choices in secret.
fn set_up(script: &mut Script, world: &World) {
    script.line("Anna");
    script.line("Ben");
    script.types("2");
    script.line("a seed");
    for player in ["one", "two"] {
        script.types("f");
        script.line(&world.path(&format!("{player}.json")).display().to_string());
    }
    script.types("b");
    script.photograph();
    script.key(Key::Enter);
    // Grind Them Down, Linebreaker, Investigate Sites; Raze, Domination, Thin Their Ranks.
    choose(script, &["grind", "linebreaker", "investigate"]);
    choose(script, &["raze", "domination", "thin"]);
    script.key(Key::Enter);
    script.types("r1a");
    // Reserves of both in secret, then opened.
    script.key(Key::Enter);
    script.key(Key::Enter);
    script.key(Key::Enter);
    script.types("r1yy");
    assert_eq!(script.title(), "Everything is set up.");
    script.types(">");
}

/// Chooses objectives by parts of their names, through their letters.
fn choose(script: &mut Script, parts: &[&str]) {
    for part in parts {
        let menu = script.host.session().menu(script.host.recording()).expect("a choice");
        let entry = menu.entries.iter().find(|entry| entry.label.to_lowercase().contains(part));
        let key = entry.unwrap_or_else(|| panic!("{part} is not offered: {menu:?}")).key;
        script.key(key);
    }
    script.key(Key::Enter);
}

/// Plays one turn as two hurried people would: markers, an action, one loss, and the least for every question.
fn play_turn(script: &mut Script, turn: usize) {
    let round = script.host.recording().game().state().round;
    let (first, second) = [("1", "5"), ("2", "6"), ("3", "5"), ("4", "1")][turn % 4];
    script.types(first);
    script.types(second);
    if turn == 0 {
        script.types("0346");
    }
    script.types(">");
    if script.host.session().mode() == Some(&Mode::Guard) {
        script.types("x>");
    }
    if round.is_multiple_of(2) {
        script.types("a1");
        let able = "bcdefghijka".chars().find(|letter| {
            script.key(Key::Char(*letter));
            let wrong = script.notes().contains('✗');
            if wrong {
                script.key(Key::Backspace);
            }
            !wrong && !matches!(script.host.session().message(), Some(Message::Refused(..)))
        });
        if able.is_none() {
            script.types("x");
        }
        script.key(Key::Enter);
        script.key(Key::Escape);
        script.key(Key::Escape);
    }
    if turn == 4 {
        script.photograph();
    }
    script.types("t");
    answer_needs(script);
    let victim = "abcdefghij".chars().find(|letter| {
        script.key(Key::Char(*letter));
        !matches!(script.host.session().message(), Some(Message::Refused(..)))
    });
    assert!(victim.is_some());
    script.types(if round < 3 { "1" } else { "*" });
    if turn == 4 {
        script.photograph();
    }
    script.types(">");
}

/// The least that is possible, for every question of the turn sheet.
fn answer_needs(script: &mut Script) {
    let recording = script.host.recording();
    let questions = adjutant_play::plan::sheet(script.host.session(), recording.game()).questions;
    for need in questions {
        let least = need.possible.values()[0];
        script.types(&least.to_string());
        script.key(Key::Tab);
    }
}

#[test]
fn a_whole_match_takes_few_keys() {
    let world = World::new();
    army_files(&world);
    let mut script = Script::open(&world);
    set_up(&mut script, &world);
    script.transcript = "The battle begins; keys are counted from here.\n\n".to_owned();
    script.photograph();
    script.keys = 0;
    let mut turn = 0;
    while script.host.recording().game().state().status == Status::Battle {
        play_turn(&mut script, turn);
        turn += 1;
        assert!(turn <= 10, "a battle has ten turns: {}", script.screen());
    }
    let keys = script.keys;
    script.transcript.push_str(&format!("\n{keys} keys from the beginning of the battle to its result.\n"));
    script.photograph();
    assert!(keys <= KEYS_MAX, "{keys} keys");
    let view = script.host.recording().game().view();
    let result = view.result.expect("a result");
    assert!(view.needs.is_empty(), "{:?}", view.needs);
    assert!(result.basis.derived > 0);
    script.types("q");
    script.key(Key::Enter);
    assert!(script.host.is_over());
    compare("whole-match.txt", &script.transcript);
    world.run("match verify m").ends(0);
}

/// Compares with a stored transcript; `ADJUTANT_BLESS=1` stores it anew.
pub fn compare(name: &str, transcript: &str) {
    let path = project().join("tests/transcripts").join(name);
    let lines: Vec<&str> = transcript.lines().map(str::trim_end).collect();
    let text = lines.join("\n") + "\n";
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(&path, &text).expect("a transcript");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let first = stored.lines().zip(text.lines()).enumerate().find(|(_, (old, new))| old != new);
    let first =
        first.map_or("another length".to_owned(), |(at, (old, new))| format!("line {}: {old:?}, now {new:?}", at + 1));
    assert!(
        stored == text,
        "{} is out of date, {first}: run with ADJUTANT_BLESS=1 and look at the difference",
        path.display()
    );
}

#[test]
fn leaving_and_coming_back_loses_nothing() {
    let world = World::new();
    army_files(&world);
    let mut script = Script::open(&world);
    set_up(&mut script, &world);
    script.types("q");
    assert!(script.screen().contains("Everything is saved."), "{}", script.screen());
    script.key(Key::Enter);
    assert!(script.host.is_over());
    let (seq, title) = (script.seq(), "Command phase · markers");
    drop(script);
    let mut again = Script::open(&world);
    assert_eq!((again.seq(), again.title().as_str()), (seq, title));
    again.types(">");
    assert!(again.seq() > seq);
}

#[test]
fn looking_back_and_bad_input_never_end_it() {
    let world = World::new();
    army_files(&world);
    let mut script = Script::open(&world);
    set_up(&mut script, &world);
    script.types("1u");
    assert!(script.host.session().message().is_some(), "the marker is as it was");
    script.types(">");
    let state = |script: &Script| script.host.recording().game().state().phase;
    assert_eq!(state(&script).as_str(), "movement");
    script.types("u");
    script.key(Key::Enter);
    assert_eq!(state(&script).as_str(), "command", "the end of the phase was taken back");
    let seq = script.seq();
    script.types("!");
    assert!(script.refused().contains("! does nothing here"));
    script.types(":");
    script.line("kil b2");
    assert!(script.refused().contains("^^^"), "the word is pointed at");
    script.types(":");
    script.line("end fight");
    assert!(script.refused().contains("command"));
    script.types("L");
    script.key(Key::PageUp);
    assert!(script.screen().contains("LOOKING BACK"));
    script.types("3");
    script.key(Key::Enter);
    assert!(script.screen().contains("record 3 of"), "{}", script.screen());
    script.key(Key::Escape);
    script.types("?");
    assert!(script.screen().contains("end the phase"));
    script.key(Key::Escape);
    for key in [Key::Backspace, Key::Up, Key::Down, Key::PageUp, Key::PageDown, Key::Escape, Key::Char('\u{7f}')] {
        script.key(key);
    }
    assert_eq!((script.seq(), script.host.is_over()), (seq, false), "nothing of that was recorded");
}

#[test]
fn hidden_choices_stay_hidden_until_both_are_opened() {
    let world = World::with_match();
    let mut script = Script::open(&world);
    script.types("xx");
    assert!(script.title().contains("Anna chooses three secondaries in secret"));
    choose(&mut script, &["grind", "linebreaker", "investigate"]);
    assert!(script.title().contains("Ben chooses"), "{}", script.screen());
    let secrets = || std::fs::read_dir(world.path("data/secrets")).expect("a private folder");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| std::fs::metadata(path).expect("a private file").permissions().mode() & 0o777;
        assert_eq!(mode(&world.path("data/secrets")), 0o700);
        let modes: Vec<u32> = secrets().map(|entry| mode(&entry.expect("a file").path())).collect();
        assert_eq!(modes, [0o600]);
    }
    let mut script = Script::open(&world);
    assert!(script.title().contains("Ben chooses three secondaries in secret"));
    choose(&mut script, &["raze", "domination", "thin"]);
    for hidden in ["grind-them-down", "linebreaker", "thin-their-ranks"] {
        assert!(!holds(&world.path("data"), hidden), "{hidden} is in the database before the reveal");
    }
    script.key(Key::Enter);
    let view = script.host.recording().game().view();
    let chosen = |player: adjutant_engine::side::Player| view.players[player].secondaries.len();
    assert_eq!((chosen(adjutant_engine::side::Player::One), chosen(adjutant_engine::side::Player::Two)), (3, 3));
    assert_eq!(secrets().count(), 0, "the files are deleted when both are open");
    assert!(holds(&world.path("data"), "grind-them-down"), "the search would have found it");
    world.run("match verify m").ends(0);
}

/// A session in which Anna and Ben chose in secret and nothing is open yet.
fn both_chose(world: &World) -> Script {
    let mut script = Script::open(world);
    script.types("xx");
    choose(&mut script, &["grind", "linebreaker", "investigate"]);
    choose(&mut script, &["raze", "domination", "thin"]);
    script
}

#[test]
fn a_secret_survives_a_session_that_nobody_ended() {
    let world = World::with_match();
    // Dropped without a word, as a program that is killed: nothing was left to be written.
    drop(both_chose(&world));
    let mut script = Script::open(&world);
    script.key(Key::Enter);
    assert!(world.exported().contains("grind-them-down"));
    world.run("match verify m").ends(0);
}

#[test]
fn an_opening_is_not_undone_and_both_choose_anew_where_they_agree() {
    let world = World::with_match();
    let mut script = both_chose(&world);
    script.key(Key::Enter);
    let open = script.seq();
    script.types("u");
    assert!(!script.screen().contains("reveal"), "{}", script.screen());
    drop(script);
    world.run(&format!("match record m --by two retract {open} chosen wrongly")).ends(1);
    world.run(&format!("match record m --by both retract {open} chosen wrongly")).ends(0);
    let mut script = both_chose(&world);
    script.key(Key::Enter);
    assert_eq!(script.seq(), open + 5, "{}", script.screen());
    assert_eq!(std::fs::read_dir(world.path("data/secrets")).expect("a folder").count(), 0);
    let verified = world.run("match verify m").ends(1).out;
    assert!(verified.contains("warning recommitted") && verified.contains("note by-both"), "{verified}");
}

#[test]
fn two_sessions_of_one_match_keep_apart_what_they_hide() {
    let world = World::with_match();
    let (mut first, mut second) = (Script::open(&world), Script::open(&world));
    for script in [&mut first, &mut second] {
        script.types("xx");
    }
    choose(&mut first, &["grind", "linebreaker", "investigate"]);
    // The second one has not seen it, chooses for the same player and is refused.
    choose(&mut second, &["raze", "domination", "thin"]);
    assert!(second.refused().contains("is at record"), "{}", second.screen());
    let kept = || std::fs::read_dir(world.path("data/secrets")).expect("a folder").count();
    assert_eq!(kept(), 1, "what was refused is dropped, what stands in the log is kept");
    choose(&mut second, &["raze", "domination", "thin"]);
    assert_eq!(kept(), 2);
    let mut script = Script::open(&world);
    script.key(Key::Enter);
    let log = world.exported();
    let opened = |by: &str, objective: &str| {
        log.lines()
            .any(|line| line.contains(&format!("\"by\":\"{by}\",\"do\":{{\"reveal\"")) && line.contains(objective))
    };
    assert!(opened("one", "grind-them-down") && opened("two", "thin-their-ranks"), "{log}");
    world.run("match verify m").ends(0);
}

#[cfg(unix)]
#[test]
fn a_choice_that_cannot_be_kept_is_not_recorded() {
    let world = World::with_match();
    std::os::unix::fs::symlink(world.path(""), world.path("data/secrets")).expect("a link");
    let script = both_chose(&world);
    assert!(script.refused().contains("this is not a folder"), "{}", script.screen());
    assert!(!world.exported().contains("commit"), "no promise without its secret");
}

/// Whether any file of the database holds a text.
fn holds(folder: &Path, text: &str) -> bool {
    let files = std::fs::read_dir(folder).expect("a folder").filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut files = files.filter(|path| path.is_file());
    files.any(|path| std::fs::read(path).expect("a file").windows(text.len()).any(|bytes| bytes == text.as_bytes()))
}

#[test]
fn without_a_terminal_lines_are_read() {
    let world = World::with_match();
    let choices = "secondaries grind-them-down linebreaker investigate-sites";
    let input = format!(
        "x\nx\nby one {choices}\nby two {choices}\nattacker one\nby two zone b\nfirst one\nx\nx\n>\nhold m1\n>\nnonsense\n\nq\n"
    );
    let run = world.feed("match play m", &input).ends(0);
    assert!(run.out.contains("Round 1 · Anna's Command phase · Anna 0 – Ben 0"), "{}", run.out);
    assert!(run.out.contains("refused: `nonsense` is not a command word"), "{}", run.out);
    assert!(run.out.contains("go on with `adjutant match play m`"), "{}", run.out);
    assert!(world.exported().contains("end-phase"));
    world.run("match verify m").ends(0);
}

#[test]
fn a_refusal_that_a_rule_of_its_own_may_pass_asks_for_the_rule() {
    let world = World::with_match();
    for who in ["one", "two"] {
        world.run(&format!("match record m --by {who} secondaries assassinate linebreaker grind-them-down")).ends(0);
    }
    world.run("match record m --by both first one").ends(0);
    world.run("match record m begin").ends(0);
    world.run("match record m stratagem Frenzy 1").ends(0);
    let mut script = Script::open(&world);
    script.host.ask_for_rules();
    let before = script.host.recording().seq();
    script.line(":stratagem Frenzy 1");
    assert!(script.title().contains("Does a rule of that army allow it"), "{}", script.title());
    script.key(Key::Enter);
    assert_eq!(script.host.recording().seq(), before, "nothing is recorded without a name");
    script.line(":stratagem Frenzy 1");
    script.line("Blood Tithe");
    let last = script.host.recording().records().last().expect("a record");
    assert_eq!((last.seq, last.under.as_ref().map(|name| name.as_str())), (before + 1, Some("Blood Tithe")));
    // A hard refusal asks nothing.
    script.line(":stratagem Vow 90");
    assert!(!script.title().contains("Does a rule of that army allow it"), "{}", script.title());
}

#[test]
fn a_refused_choice_stays_to_be_changed() {
    for hidden in [false, true] {
        let world = World::with_match();
        let mut script = Script::open(&world);
        script.types("xx");
        if !hidden {
            script.types("=");
        }
        // Both of No Mercy, No Respite: the second is refused at its letter, and Enter records nothing.
        choose(&mut script, &["grind", "thin"]);
        assert!(
            script.title().contains("Anna chooses three") && script.title().contains("1 of 3"),
            "{}",
            script.title()
        );
        choose(&mut script, &["linebreaker", "investigate"]);
        assert!(script.title().contains("Ben chooses") && script.title().contains("0 of 3"), "{}", script.title());
    }
}

#[test]
fn undo_passes_over_the_clock() {
    let world = World::with_match();
    world.run("match record m --by both note x").ends(0);
    world.run("match record m --by both clock pause").ends(0);
    world.run("match undo m --by both").ends(0);
    let log = world.exported();
    assert!(log.lines().last().unwrap().contains("\"retract\":{\"seq\":3"), "{log}");
}

#[test]
fn two_players_of_one_name_are_told_at_once() {
    let world = World::new();
    let run = world.feed("match play p", "Anna\nANNA\nBen\n1\n\nq\n").ends(0);
    assert!(run.out.contains("both players would be called Anna"), "{run:?}");
    let log = String::from_utf8(run_export(&world, "p")).unwrap();
    assert!(log.contains("Ben") && !log.contains("ANNA"), "{log}");
}

fn run_export(world: &World, id: &str) -> Vec<u8> {
    world.run(&format!("match export {id}")).ends(0).out.into_bytes()
}

#[test]
fn after_the_battle_the_session_names_the_winner() {
    let world = World::new();
    world.run("match simulate s --seed 3").ends(0);
    let run = world.feed("match play s", "q\n").ends(0);
    assert!(run.out.contains("match sheet s") && !run.out.contains("go on with"), "{run:?}");
    assert!(run.out.contains(" wins, ") || run.out.contains("draw, ") || run.out.contains(" leads, "), "{run:?}");
}
