//! A board of five or six objectives in the middle of a battle, set up as a worked example describes it.

use std::sync::Arc;

use adjutant_engine::attack::GroupIndex;
use adjutant_engine::fold::Match;
use adjutant_engine::law::{Pack, Packs};
use adjutant_engine::legal;
use adjutant_engine::record::read_bare;
use adjutant_engine::rules::{AreaName, AttackKind, Lasts, MarkName, MarkerIndex, Moment};
use adjutant_engine::side::Player;
use adjutant_engine::state::{
    Aim, Completion, Destruction, Ground, Mark, State, Striker, UnitIndex, Whereabout, Whereabouts,
};
use adjutant_packs::{PackSource, read, shipped_files};
use serde_json::{Value, json};

/// Objectives by the letters of the examples. Of five: own home, enemy home, middle, own and enemy expansion.
pub const FIVE: [(&str, usize); 5] = [("h", 0), ("e", 1), ("m", 2), ("x", 3), ("y", 4)];
/// Of six: two central ones.
pub const SIX: [(&str, usize); 6] = [("h", 0), ("e", 1), ("m1", 2), ("m2", 3), ("x", 4), ("y", 5)];

/// At the end of an own turn.
pub const OWN_END: [Moment; 2] = [Moment::OwnTurnEnd, Moment::EachTurnEnd];
/// At the end of the opponent's.
pub const ENEMY_END: [Moment; 2] = [Moment::OpponentTurnEnd, Moment::EachTurnEnd];

/// The table quarters, as regions are called.
pub const QUARTERS: [&str; 4] = ["quarter-ne", "quarter-nw", "quarter-se", "quarter-sw"];

/// The letter of an objective, of five or six.
pub fn letter(six: bool, at: usize) -> &'static str {
    let letters: &[(&'static str, usize)] = if six { &SIX } else { &FIVE };
    letters.iter().find(|(_, number)| *number == at).expect("an objective").0
}

/// Points, where something is so.
pub fn yes(is: bool, vp: i64) -> i64 {
    if is { vp } else { 0 }
}

/// The shipped pack with a mission on the wanted map for one primary.
fn pack(primary: &str, objectives: usize) -> (Arc<Pack>, [String; 2]) {
    let mut files = shipped_files("matrix-11th");
    files.retain(|file| file.path != "hashes.json");
    let of = |file: &PackSource| -> Value { serde_json::from_slice(&file.bytes).expect("JSON") };
    let missions = || files.iter().filter(|file| file.path.starts_with("strike-force/"));
    let pair = missions().map(of).find_map(|mission| {
        let primaries = mission["primaries"].as_object().expect("primaries").clone();
        let own = primaries.iter().find(|(_, id)| *id == primary)?.0.clone();
        let enemy = primaries.keys().find(|key| **key != own).unwrap_or(&own).clone();
        Some((mission["primaries"].clone(), [own, enemy]))
    });
    let (primaries, bent) = pair.unwrap_or_else(|| panic!("no mission of {primary}"));
    let map = if objectives == 5 { "take-and-hold-mirror-a" } else { "purge-the-foe-mirror-a" };
    let file = missions().find(|file| file.path.ends_with(&format!("/{map}.json"))).expect("the map");
    let mut mission = of(file);
    mission["id"] = "the-example".into();
    mission["primaries"] = primaries;
    let bytes = serde_json::to_vec(&mission).expect("JSON");
    files.push(PackSource { path: "strike-force/the-example.json".into(), bytes });
    (Arc::new(read(&files).unwrap_or_else(|faults| panic!("{faults:#?}"))), bent)
}

fn army(prefix: &str) -> Value {
    let unit = |number: usize| {
        let (keywords, wounds, count) = match number {
            7 => (vec!["INFANTRY", "CHARACTER"], 5, 1),
            8 => (vec!["INFANTRY", "CHARACTER"], 3, 1),
            9 => (vec!["MONSTER"], 10, 2),
            10 => (vec!["INFANTRY"], 1, 13),
            _ => (vec!["INFANTRY"], 1, 5),
        };
        json!({"id": format!("{prefix}{number}"), "datasheet": format!("Unit {number}"), "role": "troops", "points": 100,
            "power": 5, "keywords": keywords, "faction_keywords": ["IMPERIUM"],
            "models": [{"group": "models", "count": count, "wounds": wounds, "leadership": 7, "objective_control": 2}]})
    };
    let units: Vec<Value> = (1..=10).map(unit).collect();
    json!({"name": prefix, "detachments": [{"type": "warband", "cp": 0, "units": units}]})
}

/// A battle of player one, who is looked at, against player two, in which everything about places is known.
pub struct Board {
    /// The state that the rows look at.
    pub state: State,
    letters: Vec<(&'static str, usize)>,
}

impl Board {
    /// The board for a primary, in a round, in the last phase of the own turn: nobody holds anything, nobody stands at an
    /// objective, nobody has died.
    pub fn of(primary: &str, objectives: usize, round: u32) -> Board {
        let (pack, [own, enemy]) = pack(primary, objectives);
        let mut game = Match::new(Packs::new([pack]));
        let mut say = |by: &str, command: Value| {
            let line = json!({"by": by, "do": command}).to_string();
            let record =
                read_bare(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a record");
            let taken = game.record(record.said(), &record.command);
            taken.unwrap_or_else(|refusal| panic!("{line}: {} ({})", refusal.message, refusal.accepted));
        };
        let open = json!({"format": 1, "match": "row", "pack": "matrix-11th", "size": "strike-force",
            "players": {"one": {"name": "One"}, "two": {"name": "Two"}}});
        say("both", json!({"open": open}));
        for (player, prefix) in [("one", "a"), ("two", "b")] {
            say(player, json!({"roster": {"player": player, "roster": army(prefix)}}));
        }
        say("one", json!({"disposition": {"player": "one", "is": own}}));
        say("two", json!({"disposition": {"player": "two", "is": enemy}}));
        say("both", json!({"mission": {"mission": "the-example"}}));
        say("one", json!({"secondaries": {"mode": "tactical"}}));
        say("two", json!({"secondaries": {"mode": "tactical"}}));
        say("both", json!({"roles": {"attacker": "two"}}));
        say("one", json!({"zone": {"zone": "a"}}));
        say("both", json!({"first-turn": {"player": "one"}}));
        say("both", json!({"begin": {}}));
        let state = game.state().clone();
        let letters = if objectives == 5 { FIVE.to_vec() } else { SIX.to_vec() };
        let mut board = Board { state, letters };
        board.state.round = round;
        board.state.active = Player::One;
        board.phase("fight");
        for marker in board.state.markers.iter_mut() {
            (marker.settled, marker.held_before) =
                (Some((None, adjutant_engine::view::ControlBasis::Derived)), Some(None));
        }
        for unit in board.units() {
            let own = board.state.units[unit].player == Player::One;
            let side = if own { "a" } else { "b" };
            board.stand(
                unit,
                json!({"wholly_within": [format!("zone-{side}"), format!("territory-{side}")],
                "within": [format!("zone-{side}"), format!("territory-{side}")], "in_range": {}, "areas": [],
                "centre_in": 20, "edges_in": {}, "near_enemies_in": 20}),
            );
        }
        board
    }

    /// The units of both armies.
    pub fn units(&self) -> Vec<UnitIndex> {
        self.state.units.numbers().collect()
    }

    /// Goes to a phase of the own turn.
    pub fn phase(&mut self, phase: &str) {
        self.state.phase = adjutant_engine::command::Phase::new(phase).expect("a phase");
    }

    /// The unit of an id.
    pub fn unit(&self, id: &str) -> UnitIndex {
        let found = self.state.units.numbered().find(|(_, unit)| unit.id.as_str() == id);
        found.unwrap_or_else(|| panic!("no unit {id}")).0
    }

    /// The marker that a letter means.
    pub fn marker(&self, letter: &str) -> MarkerIndex {
        let found = self.letters.iter().find(|(known, _)| *known == letter);
        MarkerIndex(found.unwrap_or_else(|| panic!("no objective {letter}")).1)
    }

    /// Says where a unit stands.
    pub fn stand(&mut self, unit: UnitIndex, declared: Value) {
        let place = serde_json::from_value(json!({"declared": declared})).expect("a place");
        let position = adjutant_engine::state::Position::of(&self.state.units[unit], Some(&place), None, None);
        self.state.units[unit].whereabouts = Whereabouts::Battlefield(position);
    }

    /// A unit stands in range of an objective.
    pub fn at(&mut self, unit: &str, letter: &str, more: Value) {
        let marker = self.state.markers[self.marker(letter)].id.to_string();
        let mut declared = json!({"in_range": {marker: 1}, "wholly_within": [], "within": [], "areas": [],
            "centre_in": 20, "edges_in": {}, "near_enemies_in": 20});
        for (key, value) in more.as_object().into_iter().flatten() {
            declared[key] = value.clone();
        }
        self.stand(self.unit(unit), declared);
    }

    /// Player one holds these objectives, and since before the turn where `before` says so; `two` those others.
    pub fn hold(&mut self, one: &[&str], two: &[&str], before: bool) {
        for (letters, player) in [(one, Player::One), (two, Player::Two)] {
            for letter in letters {
                let marker = self.marker(letter);
                let marker = &mut self.state.markers[marker];
                marker.settled = Some((Some(player), adjutant_engine::view::ControlBasis::Derived));
                if before {
                    marker.held_before = Some(Some(player));
                }
            }
        }
    }

    /// Nobody holds an objective, now or as the turn began.
    pub fn nobody(&mut self, letter: &str, before: bool) {
        let marker = self.marker(letter);
        let marker = &mut self.state.markers[marker];
        if before {
            marker.held_before = Some(None);
        } else {
            marker.settled = Some((None, adjutant_engine::view::ControlBasis::Derived));
        }
    }

    /// A mark of player one or two on an objective, or in an area.
    pub fn mark(&mut self, player: Player, name: &str, place: &str, this_turn: bool) {
        let known = self.letters.iter().any(|(letter, _)| *letter == place);
        let place = if known {
            Ground::Marker(self.marker(place))
        } else {
            Ground::Area(AreaName::new(place).expect("an area"))
        };
        let laid = if this_turn { (self.state.round, Player::One) } else { (0, Player::One) };
        let (name, lasts) = (MarkName::new(name).expect("a mark"), Lasts::Battle);
        let mark = Mark { name, player, unit: None, place: Some(place), token: true, lasts, card: None, laid };
        self.state.remembered.marks.push(mark);
    }

    /// A unit bears a mark of player one.
    pub fn bears(&mut self, unit: &str, name: &str, place: Option<&str>) {
        let place = place.map(|letter| Ground::Marker(self.marker(letter)));
        let (unit, name) = (Some(self.unit(unit)), MarkName::new(name).expect("a mark"));
        let (lasts, laid) = (Lasts::Battle, (self.state.round, Player::One));
        self.state.remembered.marks.push(Mark {
            name,
            player: Player::One,
            unit,
            place,
            token: false,
            lasts,
            card: None,
            laid,
        });
    }

    fn whereabout(&self, place: Option<&str>, area: Option<&str>) -> Arc<Whereabout> {
        let near = place.map(|letter| self.marker(letter).0);
        let near = near.map_or(adjutant_engine::geometry::range::MarkerSet::NONE, |marker| {
            adjutant_engine::geometry::range::MarkerSet::only(marker)
        });
        let areas = area.into_iter().map(|area| AreaName::new(area).expect("an area")).collect();
        Arc::new(Whereabout { near, unsure: adjutant_engine::geometry::range::MarkerSet::NONE, areas: Some(areas) })
    }

    /// A unit is destroyed in this turn; where it began it, and from where it was attacked.
    pub fn kill(&mut self, unit: &str, began: (Option<&str>, Option<&str>), from: Option<&str>) {
        let turn = (self.state.round, self.state.active);
        self.kill_in(unit, turn, began, from);
    }

    /// The same in another turn.
    pub fn kill_in(
        &mut self,
        unit: &str,
        (round, turn): (u32, Player),
        (place, area): (Option<&str>, Option<&str>),
        from: Option<&str>,
    ) {
        let index = self.unit(unit);
        let began = Some(self.whereabout(place, area));
        let at = (*self.whereabout(from, None)).clone();
        let killer = if self.state.units[index].player == Player::One { "b1" } else { "a1" };
        let (unit, attacks, seq) = (self.unit(killer), AttackKind::Ranged, 0);
        let by = Some(Arc::new(Striker { unit, attacks, at, seq }));
        let models = self.state.units[index].models();
        for group in &mut self.state.units[index].groups {
            (group.lost, group.models) = (group.models, 0);
        }
        self.state.units[index].whereabouts = Whereabouts::Destroyed;
        self.state.remembered.departures.push((index, (round, turn)));
        self.state.destructions.push(Destruction {
            unit: index,
            group: GroupIndex(0),
            models,
            unit_destroyed: true,
            round,
            turn,
            between_turns: false,
            by_enemy: true,
            began,
            by,
        });
    }

    /// A unit completes an action as the turn ends.
    pub fn complete(&mut self, unit: &str, action: &str, letter: Option<&str>) {
        let marker = letter.map(|letter| self.marker(letter));
        let unit = self.unit(unit);
        self.state.completions.push(Completion {
            player: Player::One,
            action: adjutant_engine::ids::ActionId::new(action).expect("an action"),
            unit,
            marker,
            spot: None,
            aim: Aim::default(),
            turn: (self.state.round, self.state.active),
            phase_count: self.state.phase_count,
        });
    }

    /// What the objectives of a player bring at moments that fall together, before any limit but a card's own: everything
    /// that decides it has to be known.
    pub fn brings(&self, player: Player, moments: &[Moment]) -> i64 {
        let mut sum = 0;
        for one in legal::earnable(&self.state, player) {
            let due = if one.moment == Moment::BattleEnd { true } else { one.round == self.state.round };
            if due && moments.contains(&one.moment) {
                let [vp] = one.possible.as_slice() else { panic!("{}: {:?}", one.objective, one.missing) };
                sum += vp;
            }
        }
        sum
    }

    /// At the end of the own turn.
    pub fn t(&self) -> i64 {
        self.brings(Player::One, &OWN_END)
    }

    /// At the end of an own Command phase.
    pub fn c(&mut self) -> i64 {
        let before = self.state.phase;
        self.phase("command");
        let sum = self.brings(Player::One, &[Moment::OwnCommandPhaseEnd]);
        self.state.phase = before;
        sum
    }

    /// At the end of the battle.
    pub fn b(&self) -> i64 {
        self.brings(Player::One, &[Moment::BattleEnd])
    }

    /// Gives player one a card, played in a mode.
    pub fn card(&mut self, id: &str, mode: adjutant_engine::rules::CardMode) {
        let pack = self.state.pack.clone().expect("a pack");
        let card = pack.cards().find(|card| card.id.as_str() == id).unwrap_or_else(|| panic!("no card {id}"));
        let side = &mut self.state.sides[Player::One];
        (side.mode, side.cards.active) = (Some(mode), vec![Arc::clone(card)]);
    }

    /// What the active card of player one brings at moments that fall together.
    pub fn of_card(&self, moments: &[Moment]) -> i64 {
        let card = self.state.sides[Player::One].cards.active.first().expect("a card").id.clone();
        let all = legal::earnable(&self.state, Player::One).into_iter();
        let due =
            all.filter(|one| one.objective == card && one.round == self.state.round && moments.contains(&one.moment));
        due.map(|one| match one.possible.as_slice() {
            [vp] => *vp,
            _ => panic!("{card}: {:?}", one.missing),
        })
        .sum()
    }
}
