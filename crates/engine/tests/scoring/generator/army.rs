//! Armies that have one of everything that objectives ask about.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// A group of models of a unit.
#[derive(Clone, Debug)]
pub struct Group {
    pub name: &'static str,
    pub count: u32,
    pub wounds: u32,
    pub points: u32,
    pub keywords: Vec<&'static str>,
    pub secured: bool,
}

/// A unit as it stands on the list.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: String,
    pub role: &'static str,
    pub keywords: Vec<&'static str>,
    pub groups: Vec<Group>,
    pub capacity: Option<u32>,
}

impl Entry {
    fn new(role: &'static str, keywords: &str, groups: Vec<Group>) -> Entry {
        let words: &'static str = String::leak(keywords.to_string());
        Entry { id: String::new(), role, keywords: words.split(' ').collect(), groups, capacity: None }
    }

    pub fn points(&self) -> u32 {
        self.groups.iter().map(|g| g.points * g.count).sum()
    }

    /// The unit as a roster writes it.
    pub fn json(&self) -> Value {
        let groups: Vec<Value> = self.groups.iter().map(group_json).collect();
        let mut unit = json!({
            "id": self.id, "datasheet": self.role, "role": self.role, "points": self.points(), "power": 3,
            "keywords": self.keywords, "faction_keywords": ["IMPERIUM"], "models": groups,
        });
        if let Some(capacity) = self.capacity {
            unit["transport_capacity"] = json!(capacity);
        }
        if self.keywords.contains(&"PSYKER") {
            unit["psyker"] = json!({"casts": 2, "denies": 1});
        }
        unit
    }
}

fn group_json(group: &Group) -> Value {
    json!({
        "group": group.name, "count": group.count, "wounds": group.wounds, "points": group.points,
        "keywords": group.keywords, "objective_secured": group.secured,
    })
}

fn plain(count: u32, wounds: u32, points: u32) -> Vec<Group> {
    vec![Group { name: "model", count, wounds, points, keywords: Vec::new(), secured: false }]
}

/// A squad of plain infantry.
pub fn squad(count: u32, secured: bool) -> Entry {
    let mut entry = Entry::new("troops", "INFANTRY", plain(count, 1, 8));
    entry.groups[0].secured = secured;
    entry
}

/// A captain with his guard: two groups in one unit, one of them with keywords of its own.
fn guarded(psychic: bool) -> Entry {
    let lord = if psychic { vec!["CHARACTER", "PSYKER"] } else { vec!["CHARACTER"] };
    let guard = Group { name: "guard", count: 3, wounds: 2, points: 20, keywords: Vec::new(), secured: false };
    let lord = Group { name: "lord", count: 1, wounds: 4, points: 60, keywords: lord, secured: false };
    Entry::new("elites", "INFANTRY", vec![guard, lord])
}

/// Draws an army; the Warlord comes first.
pub fn draw(rng: &mut ChaCha8Rng, side: usize, psykers: bool, crowded: bool) -> Vec<Entry> {
    let mut army = vec![Entry::new("hq", "INFANTRY CHARACTER", plain(1, 5, 90))];
    if psykers {
        army.push(Entry::new("hq", "INFANTRY CHARACTER PSYKER", plain(1, 4, 85)));
        army.push(Entry::new("elites", "INFANTRY PSYKER", plain(rng.random_range(1..5), 2, 20)));
        army.push(Entry::new("elites", "INFANTRY PSYKER", plain(1, 3, 25)));
    }
    army.push(Entry::new("heavy-support", "VEHICLE", plain(1, 11, 150)));
    army.push(Entry::new("heavy-support", "MONSTER", plain(rng.random_range(1..3), 10, 140)));
    army.push(Entry::new("lord-of-war", "VEHICLE TITANIC", plain(rng.random_range(1..5), 24, 400)));
    army.push(Entry::new("flyer", "VEHICLE AIRCRAFT", plain(1, 12, 160)));
    army.push(Entry::new("fast-attack", "BIKER", plain(rng.random_range(1..6), 3, 30)));
    army.push(guarded(psykers && rng.random_bool(0.5)));
    let mut transport = Entry::new("dedicated-transport", "VEHICLE TRANSPORT", plain(1, 10, 70));
    transport.capacity = Some(12);
    army.push(transport);
    for _ in 0..rng.random_range(2..5) {
        let heads = if crowded { 30 } else { rng.random_range(3..11) };
        army.push(squad(heads, rng.random_bool(0.4)));
    }
    army.push(squad(6, false));
    if rng.random_bool(0.5) {
        army.push(Entry::new("hq", "INFANTRY CHARACTER", plain(1, 4, 55)));
        army.push(Entry::new("elites", "INFANTRY CHARACTER", plain(1, 4, 50)));
        army.push(Entry::new("elites", "MONSTER CHARACTER", plain(1, 8, 95)));
    }
    let prefix = ["a", "b"][side];
    for (number, entry) in army.iter_mut().enumerate() {
        entry.id = format!("{prefix}{}", number + 1);
    }
    army
}
