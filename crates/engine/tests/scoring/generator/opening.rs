//! What happens before the battle: armies, choices, deployment.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::super::facts::{Facts, Finish, Model, SIDES, Side, Spot, UnitCard};
use super::super::maps::{COMMON, MAPS, Map};
use super::army::{self, Entry};
use super::{Maker, Piece, Temper, Whereabouts};

/// Reinforcement points of every army.
const POOL: u32 = 120;

impl Maker {
    /// The table before the first round.
    pub fn open(mut rng: ChaCha8Rng, seed: u64) -> Maker {
        let map = &MAPS[(seed % 18) as usize];
        let focus = COMMON[(seed / 18 % 18) as usize].0;
        let chosen = [choose(&mut rng, map, Some(focus)), choose(&mut rng, map, None)];
        let side_a = rng.random_range(0..2);
        let steady = rng.random_bool(0.25);
        let temper = Temper {
            steady,
            blood: if steady { 0.0 } else { *[0.03, 0.1, 0.3, 0.5].choose(&mut rng).expect("four") },
            zeal: if steady { 1.0 } else { *[0.2, 0.6, 1.0].choose(&mut rng).expect("three") },
            favoured: rng.random_range(0..2),
            favour: *[0.0, 0.5, 0.95].choose(&mut rng).expect("three"),
            counted: rng.random_bool(0.5),
        };
        let facts = Facts {
            mission: map.id,
            first: rng.random_range(0..2),
            side_a,
            battle_ready: [rng.random_bool(0.6), rng.random_bool(0.6)],
            battle_forged: [rng.random_bool(0.7), rng.random_bool(0.7)],
            chosen,
            gamma: None,
            beta: None,
            priority: Vec::new(),
            models: Vec::new(),
            units: Vec::new(),
            control_at_begin: Vec::new(),
            slots: Vec::new(),
            open: None,
            events: Vec::new(),
            actions: Vec::new(),
            psychic: Vec::new(),
            rounds_ended: 0,
            finish: Finish::default(),
        };
        let markers = map.markers().len();
        let start = if map.size == "incursion" { 6 } else { 12 };
        let cp_at_start = [0, 1].map(|side: Side| if facts.battle_forged[side] { start } else { 0 });
        let (held, gone) = (vec![None; markers], vec![false; markers]);
        let (pieces, records) = (Vec::new(), Vec::new());
        let mut maker = Maker { rng, temper, facts, pieces, records, held, gone, slot: 0, cp_at_start, over: false };
        maker.set_up(map);
        maker
    }

    fn set_up(&mut self, map: &Map) {
        let players = r#"{"one":{"name":"One"},"two":{"name":"Two"}}"#;
        let head = format!(r#""format":1,"match":"drawn","pack":"gt2020","size":"{}""#, map.size);
        self.say("both", format!(r#"{{"open":{{{head},"players":{players}}}}}"#));
        (0..2).for_each(|side| self.muster(side));
        self.say("both", format!(r#"{{"mission":{{"mission":"{}"}}}}"#, map.id));
        for (side, name) in SIDES.iter().enumerate() {
            self.say(name, json!({"secondaries": {"choose": self.facts.chosen[side]}}).to_string());
        }
        let defender = self.rng.random_range(0..2);
        self.say("both", format!(r#"{{"roles":{{"attacker":"{}"}}}}"#, SIDES[1 - defender]));
        let zone = if defender == self.facts.side_a { "a" } else { "b" };
        self.say(SIDES[defender], format!(r#"{{"zone":{{"zone":"{zone}"}}}}"#));
        self.tag_markers(map, defender);
        (0..2).for_each(|side| self.note_models(side));
        (0..2).for_each(|side| self.reserve(side));
        for unit in 0..self.pieces.len() {
            self.deploy(unit);
        }
        self.say("both", format!(r#"{{"first-turn":{{"player":"{}"}}}}"#, SIDES[self.facts.first]));
        for (side, name) in SIDES.iter().enumerate() {
            let ready = self.facts.battle_ready[side];
            self.say(name, format!(r#"{{"battle-ready":{{"player":"{name}","ready":{ready}}}}}"#));
        }
        self.facts.control_at_begin = self.control();
        self.say("both", r#"{"begin":{}}"#.to_string());
    }

    fn muster(&mut self, side: Side) {
        let psykers = !self.facts.chosen[side].contains(&"abhor-the-witch");
        let crowded = self.chance(0.3);
        let army = army::draw(&mut self.rng, side, psykers, crowded);
        let units: Vec<_> = army.iter().map(Entry::json).collect();
        let kind = if self.facts.battle_forged[side] { "outrider" } else { "unbound" };
        let roster = json!({
            "name": "Army", "detachments": [{"type": kind, "cp": 0, "units": units}],
            "reinforcement_points": POOL, "warlord": {"unit": army[0].id, "group": "model"},
        });
        let name = SIDES[side];
        self.say(name, json!({"roster": {"player": name, "roster": roster}}).to_string());
        for (number, entry) in army.into_iter().enumerate() {
            self.enlist(side, entry, number == 0, true);
        }
    }

    /// A unit joins an army.
    pub fn enlist(&mut self, side: Side, entry: Entry, warlord: bool, from_start: bool) {
        let mut models = Vec::new();
        let mut all = Vec::new();
        for group in &entry.groups {
            let keywords: Vec<_> = entry.keywords.iter().chain(&group.keywords).copied().collect();
            let first = self.facts.models.len();
            for _ in 0..group.count {
                let model = Model { side, wounds: group.wounds, keywords: keywords.clone(), warlord, noted: false };
                self.facts.models.push(model);
            }
            models.push((first..self.facts.models.len()).map(|m| (m, true)).collect());
            all.extend(first..self.facts.models.len());
        }
        let mut keywords = entry.keywords.clone();
        keywords.extend(entry.groups.iter().flat_map(|g| g.keywords.iter().copied()));
        let aircraft = keywords.contains(&"AIRCRAFT");
        self.facts.units.push(UnitCard {
            side,
            keywords,
            aircraft,
            warlord,
            models: all,
            from_start,
            added: !from_start,
        });
        self.pieces.push(Piece {
            id: entry.id.clone(),
            side,
            entry,
            models,
            place: Spot::default(),
            at: Whereabouts::Field,
            exempt: false,
            acting: None,
            acted_in: 0,
            moved: false,
            advanced: false,
            arrived: false,
            shot: false,
            charged: false,
            prey: None,
        });
    }

    /// Markers to which the mission gives a meaning.
    fn tag_markers(&mut self, map: &Map, defender: Side) {
        let markers = map.markers();
        if map.id == "resupply" {
            let mut outside: Vec<usize> = (0..markers.len()).filter(|m| markers[*m].zone.is_none()).collect();
            outside.shuffle(&mut self.rng);
            (self.facts.gamma, self.facts.beta) = (Some(outside[0]), Some(outside[1]));
            for (tag, marker) in ["gamma", "beta"].iter().zip(outside) {
                self.say(SIDES[defender], format!(r#"{{"marker":{{"marker":"m{}","becomes":"{tag}"}}}}"#, marker + 1));
            }
        }
        if map.id == "priority-target" {
            let attacker = 1 - defender;
            let moves =
                [(attacker, 2, "15,34"), (defender, 3, "45,10"), (defender, 4, "15,10"), (attacker, 5, "45,34")];
            for (side, marker, at) in moves {
                self.say(SIDES[side], format!(r#"{{"marker":{{"marker":"m{marker}","moves_to":[{at}]}}}}"#));
            }
            for (side, name) in SIDES.iter().enumerate() {
                let own = super::super::maps::letter(side, self.facts.side_a);
                let mine = (0..markers.len()).filter(|m| markers[*m].territory == Some(own) && !markers[*m].central);
                let marker = *mine.collect::<Vec<_>>().choose(&mut self.rng).expect("a marker in the territory");
                self.facts.priority.push(marker);
                self.say(name, format!(r#"{{"marker":{{"marker":"m{}","becomes":"priority"}}}}"#, marker + 1));
            }
        }
    }

    /// The three models of the highest points value, ties as they come.
    fn note_models(&mut self, side: Side) {
        if !self.facts.chosen[side].contains(&"while-we-stand-we-fight") {
            return;
        }
        let mut dear: Vec<(u32, usize, usize, usize)> = Vec::new();
        for (unit, piece) in self.pieces.iter().enumerate().filter(|(_, p)| p.side == side) {
            for (g, group) in piece.entry.groups.iter().enumerate() {
                dear.extend(piece.models[g].iter().map(|(model, _)| (group.points, unit, g, *model)));
            }
        }
        dear.sort_by_key(|(points, ..)| std::cmp::Reverse(*points));
        let mut words = Vec::new();
        for (_, unit, group, model) in dear.into_iter().take(3) {
            self.facts.models[model].noted = true;
            let piece = &self.pieces[unit];
            words.push(json!([piece.id, piece.entry.groups[group].name]));
        }
        let mark = json!({"mark": {"objective": "while-we-stand-we-fight", "models": words}});
        self.say(SIDES[side], mark.to_string());
    }

    /// Some units are kept off the battlefield: in reserve, or in a transport.
    fn reserve(&mut self, side: Side) {
        let own: Vec<usize> = (0..self.pieces.len()).filter(|u| self.pieces[*u].side == side).collect();
        let transport = *own.iter().find(|u| self.pieces[**u].has("TRANSPORT")).expect("a transport");
        let small = |p: &Piece| p.entry.role == "troops" && p.alive() == 6;
        let squad = *own.iter().find(|u| small(&self.pieces[**u])).expect("a squad of six");
        let mut aside: Vec<usize> = Vec::new();
        if self.chance(0.6) {
            self.pieces[squad].at = Whereabouts::Embarked(transport);
            if self.chance(0.3) {
                aside.push(transport);
            }
        }
        let light = |p: &Piece| !p.has("TITANIC") && !p.has("TRANSPORT") && p.at == Whereabouts::Field;
        let mut light: Vec<usize> = own.iter().copied().filter(|u| light(&self.pieces[*u])).collect();
        light.shuffle(&mut self.rng);
        let extra = self.rng.random_range(0..3);
        aside.extend(light.into_iter().take(extra));
        let ids = |units: &[usize]| units.iter().map(|u| self.pieces[*u].id.clone()).collect::<Vec<_>>();
        let strategic = self.facts.battle_forged[side] && self.rng.random_bool(0.6);
        let mut embarked = serde_json::Map::new();
        if self.pieces[squad].at == Whereabouts::Embarked(transport) {
            embarked.insert(self.pieces[transport].id.clone(), json!([self.pieces[squad].id]));
        }
        let key = if strategic { "strategic" } else { "elsewhere" };
        let reserves = json!({"reserves": {key: ids(&aside), "embarked": embarked}});
        if strategic && !aside.is_empty() {
            let passengers = usize::from(aside.contains(&transport));
            let power = 3 * u32::try_from(aside.len() + passengers).expect("a few units");
            self.cp_at_start[side] -= power / 10 + 1;
        }
        for unit in aside {
            self.pieces[unit].at = Whereabouts::Reserve;
        }
        self.say(SIDES[side], reserves.to_string());
    }

    fn deploy(&mut self, unit: usize) {
        if !self.pieces[unit].on_field() {
            return;
        }
        let zone = self.zone(self.pieces[unit].side);
        let mut spot = self.somewhere(unit);
        (spot.regions, spot.centre) = (vec![zone], 130);
        let at = self.put(unit, spot);
        let piece = &self.pieces[unit];
        let (by, id) = (SIDES[piece.side], piece.id.clone());
        self.say(by, format!(r#"{{"deploy":{{"unit":"{id}","at":{at}}}}}"#));
    }
}

/// Three secondaries of different kinds, the mission's own often among them.
fn choose(rng: &mut ChaCha8Rng, map: &Map, focus: Option<&'static str>) -> [&'static str; 3] {
    let mut chosen: Vec<(&str, &str)> = COMMON.iter().filter(|(id, _)| Some(*id) == focus).copied().collect();
    if rng.random_bool(0.7) {
        chosen.push((map.secondary, "mission"));
    }
    while chosen.len() < 3 {
        let (id, category) = *COMMON.choose(rng).expect("eighteen");
        if chosen.iter().all(|(_, taken)| *taken != category) {
            chosen.push((id, category));
        }
    }
    chosen.shuffle(rng);
    [chosen[0].0, chosen[1].0, chosen[2].0]
}
