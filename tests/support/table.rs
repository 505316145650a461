//! Two players at the table screen, key by key, and a battle for them.

use adjutant::error::on_screen;
use adjutant_app::clock::Clock;
use adjutant_app::matches::recorder::Recorder;
use adjutant_app::{App, Known};
use adjutant_engine::command::{Command, Phase};
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;
use adjutant_play::host::Host;
use adjutant_play::mode::Mode;
use adjutant_play::text::key::Key;
use adjutant_play::view;
use adjutant_store::Store;
use serde_json::{Value, json};

use super::{NOW, World, golden};

/// Two players at a screen of 80 columns and 24 rows.
pub struct Table {
    pub host: Host,
    pub keys: usize,
    /// Whether every screen is looked at.
    pub watched: bool,
}

impl Table {
    pub fn open(world: &World) -> Table {
        Table::of(world, "m")
    }

    /// Two players at a match of this id.
    pub fn of(world: &World, id: &str) -> Table {
        let store = Store::open(&world.path("data/adjutant.db")).expect("a database");
        let clock = Clock::Fixed(Timestamp::parse(NOW).expect("a moment"));
        let recorder = Recorder::open(App::new(Known::default(), clock, store), id).expect("a session");
        let mut host = Host::open(recorder, &world.path("data"), on_screen);
        host.ask_for_rules();
        Table { host, keys: 0, watched: true }
    }

    pub fn state(&self) -> &State {
        self.host.recording().game().state()
    }

    pub fn seq(&self) -> u64 {
        self.host.recording().seq()
    }

    /// The moment of the battle.
    pub fn moment(&self) -> (u32, Player, Phase) {
        let state = self.state();
        (state.round, state.active, state.phase)
    }

    pub fn screen(&self, columns: usize, rows: usize) -> String {
        let lines = view::frame(&self.host.scene(), columns, rows);
        assert_eq!(lines.len(), rows);
        lines.iter().map(|line| format!("{}\n", line.text().trim_end())).collect()
    }

    /// Presses a key, and holds the program to what it promises of every key.
    pub fn press(&mut self, key: Key) {
        let (before, moment) = (self.seq(), self.moment());
        let seen = if self.watched { self.screen(160, 60) } else { String::new() };
        let status = self.state().status;
        let redo = self.host.session().mode() == Some(&Mode::Redo);
        self.host.press(key);
        self.keys += 1;
        if status == Status::Battle && self.moment() != moment {
            let undone = matches!(self.last(), Command::Retract { .. });
            assert!(key == Key::Char('>') || undone || redo, "{key:?} moved time:\n{seen}");
        }
        if !self.watched {
            return;
        }
        for (columns, rows) in [(80, 24), (60, 20)] {
            for line in view::frame(&self.host.scene(), columns, rows) {
                assert_eq!(line.width(), columns, "{}", line.text());
            }
        }
        let fresh = self.host.recording().records().iter().filter(|record| record.seq > before);
        for record in fresh.filter(|_| status == Status::Battle) {
            if let Command::Casualties { unit, .. } = &*record.command {
                let name = adjutant_present::units::name(self.state(), unit);
                let typed = seen.contains("In words");
                assert!(typed || seen.contains(&name), "{name} was recorded and had not been shown:\n{seen}");
            }
        }
    }

    /// Plays keys: blanks are skipped, `⏎` is Enter, `⎋` Esc, `⇥` Tab, `⌫` Backspace, `↑` and `↓` the arrows.
    pub fn play(&mut self, keys: &str) -> &mut Table {
        keys.chars().filter(|key| *key != ' ').for_each(|key| self.press(key_of(key)));
        self
    }

    /// Types a line after `:`.
    pub fn words(&mut self, line: &str) -> &mut Table {
        self.press(Key::Char(':'));
        line.chars().for_each(|character| self.press(Key::Char(character)));
        self.press(Key::Enter);
        self
    }

    pub fn says(&mut self, text: &str) -> &mut Table {
        let screen = self.screen(100, 40);
        assert!(screen.contains(text), "`{text}` is not on the screen:\n{screen}");
        self
    }

    pub fn last(&self) -> &Command {
        &self.host.recording().records().last().expect("a record").command
    }

    pub fn totals(&self) -> (u32, u32) {
        let vp = self.host.recording().game().vp();
        (vp.one, vp.two)
    }

    /// Models left of a unit.
    pub fn models(&self, id: &str) -> u32 {
        let unit = self.state().units.iter().find(|unit| unit.id.as_str() == id).expect("a unit");
        unit.models()
    }
}

pub fn key_of(key: char) -> Key {
    match key {
        '⏎' => Key::Enter,
        '⎋' => Key::Escape,
        '⇥' => Key::Tab,
        '⌫' => Key::Backspace,
        '↑' => Key::Up,
        '↓' => Key::Down,
        other => Key::Char(other),
    }
}

/// A match of two real armies in The Scouring, up to the beginning of the battle.
pub fn scouring() -> World {
    begun(&["engage-on-all-fronts", "assassinate", "thin-their-ranks"], &["a5"])
}

/// The same with these secondary objectives of player two and these units of player one kept back.
pub fn begun(two: &[&str], away: &[&str]) -> World {
    let world = World::new();
    world.write("m.jsonl", setup_of(two, away).join("\n") + "\n");
    world.run("match record m --from m.jsonl").ends(0);
    world
}

/// The records of its set-up, the opening first, then the armies and the mission.
pub fn setup_of(two: &[&str], away: &[&str]) -> Vec<String> {
    let log = std::fs::read_to_string(golden("real-armies.bare.jsonl")).expect("a golden log");
    let mut records: Vec<Value> = log.lines().take(3).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    records[0]["do"]["open"]["match"] = json!("m");
    records[0]["do"]["open"]["players"] = json!({"one": {"name": "Anna"}, "two": {"name": "Jörg"}});
    let one = ["raise-the-banners-high", "grind-them-down", "bring-it-down"];
    records.extend([
        json!({"by": "both", "do": {"mission": {"mission": "the-scouring"}}}),
        json!({"by": "one", "do": {"secondaries": {"choose": one}}}),
        json!({"by": "two", "do": {"secondaries": {"choose": two}}}),
        json!({"by": "both", "do": {"roles": {"attacker": "one"}}}),
        json!({"by": "two", "do": {"zone": {"zone": "a"}}}),
        json!({"by": "one", "do": {"reserves": {"strategic": [], "elsewhere": away, "embarked": {}}}}),
        json!({"by": "both", "do": {"first-turn": {"player": "one"}}}),
        json!({"by": "both", "do": {"begin": {}}}),
    ]);
    records.iter().map(Value::to_string).collect()
}
