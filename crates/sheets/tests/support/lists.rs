//! The sheets of an event other than scoring sheets.

use adjutant_engine::roster::Roster;
use adjutant_sheets::*;
use serde_json::json;

use crate::support::{form, longest, occasion};

const NAMES: [&str; 8] = [
    "Anna Bergström",
    "Robert Okafor",
    "Αχιλλέας Παπαδόπουλος",
    "Ђорђе Жуковић",
    "Łukasz Żółć",
    "Đặng Thị Hoa",
    "Íñigo Ærøskøbing",
    "O’Neill, Siobhán",
];

fn name(index: usize) -> String {
    if index == 5 { longest() } else { format!("{} {}", NAMES[index % NAMES.len()], index / NAMES.len() + 1) }
}

pub fn pairings(count: usize, order: PairingsOrder) -> PairingsList {
    let mut pairings: Vec<Pairing> = (0..count)
        .map(|table| Pairing {
            table: Some(table as u32 + 1),
            one: name(2 * table),
            two: Some(name(2 * table + 1)),
            hall: None,
            mission: Some("Scorched Earth".into()),
            records: [Some("3–0–1".into()), Some("2–1–1".into())],
            factions: [Some("Adepta Sororitas".into()), None],
        })
        .collect();
    pairings.push(Pairing { one: "Zoë Bye".into(), ..Pairing::default() });
    PairingsList { occasion: occasion("Autumn GT"), pairings, order }
}

pub fn standings() -> StandingsTable {
    let row = |index: usize| Standing {
        rank: (index < 49).then_some(index as u32 + 1),
        name: name(index),
        club: Some(if index == 2 { longest() } else { "North Club".into() }),
        faction: index.is_multiple_of(3).then(|| "Adepta Sororitas".into()),
        record: [3, 0, 1],
        points: "6".into(),
        tie_breaks: vec!["111".into(), "247".into(), "7/2".into()],
        reached: None,
        dropped: index % 7 == 5,
    };
    let tie_breaks = vec!["Path".into(), "VP".into(), "SoS".into()];
    StandingsTable {
        occasion: occasion("Autumn GT"),
        tie_breaks,
        rows: (0..50).map(row).collect(),
        basis: None,
        notes: Vec::new(),
        seal: None,
    }
}

pub fn slips(count: usize) -> ResultSlips {
    let slip = |table: usize| ResultSlip {
        table: Some(table as u32 + 1),
        mission: Some("Scorched Earth".into()),
        one: name(2 * table),
        two: name(2 * table + 1),
        factions: [Some("Adepta Sororitas".into()), None],
        entered: (table == 2).then(|| "75 – 62, agreed".to_owned()),
    };
    ResultSlips {
        occasion: occasion("Autumn GT"),
        labels: ResultSlips::labels_of(&form()),
        slips: (0..count).map(slip).collect(),
    }
}

pub fn cards() -> PlayerCards {
    let card = |index: usize| PlayerCard {
        name: name(index),
        id: Some(format!("player-{index}")),
        club: Some("North Club".into()),
        faction: Some("Adepta Sororitas".into()),
        rounds: vec![
            CardRound {
                table: Some(12),
                opponent: Some(name(5)),
                result: Some([75, 100]),
                basis: Some("agreed".into()),
            },
            CardRound { table: Some(3), opponent: Some(name(2)), result: Some([62, 60]), basis: Some("desk".into()) },
            CardRound { table: Some(1), opponent: Some(name(3)), ..CardRound::default() },
            CardRound::default(),
            CardRound::default(),
        ],
    };
    PlayerCards { occasion: occasion("Autumn GT"), cards: (2..8).map(card).collect() }
}

pub fn mission() -> MissionCard {
    let marker = |label: &str, x: f32, y: f32| MapMarker { label: label.into(), at: [x, y] };
    MissionCard {
        occasion: occasion("Autumn GT"),
        mission: "Vital Intelligence".into(),
        facts: vec![
            ("Battle size".into(), "Strike Force, 44″ × 60″".into()),
            ("Primary objective".into(), "Domination".into()),
            ("Mission secondary".into(), "Data Intercept".into()),
            ("Mission rule".into(), longest()),
        ],
        board: [60.0, 44.0],
        zones: vec![
            MapZone {
                label: "A".into(),
                corners: vec![[0.0, 0.0], [30.0, 0.0], [30.0, 22.0], [0.0, 22.0]],
                without: Some(([30.0, 22.0], 9.0)),
            },
            MapZone {
                label: "B".into(),
                corners: vec![[30.0, 22.0], [60.0, 22.0], [60.0, 44.0], [30.0, 44.0]],
                without: Some(([30.0, 22.0], 9.0)),
            },
        ],
        terrain: Vec::new(),
        markers: vec![
            marker("m1", 30.0, 22.0),
            marker("m2", 10.0, 36.0),
            marker("m3", 50.0, 8.0),
            marker("m4", 14.5, 6.0),
        ],
    }
}

pub fn roster() -> RosterSheet {
    let unit = |id: usize| {
        json!({
            "id": format!("a{id}"), "datasheet": if id == 3 { longest() } else { "Tactical Squad".into() }, "name": "The Unbroken",
            "role": "heavy-support", "points": 165, "power": 9,
            "keywords": ["INFANTRY", "CORE", "TACTICAL SQUAD"], "faction_keywords": ["IMPERIUM", "ADEPTUS ASTARTES", "<CHAPTER>"],
            "relics": ["Relic Blade"], "warlord_traits": ["Rites of War"],
            "models": [{"group": "sergeant", "count": 1, "wounds": 2, "weapons": [{"name": "Bolt pistol"}, {"name": "Power fist"}]},
                       {"group": "marines", "count": 9, "wounds": 2, "weapons": [{"name": "Boltgun"}, {"name": "Bolt pistol"}]}]
        })
    };
    let units: Vec<_> = (0..18).map(unit).collect();
    let roster: Roster = serde_json::from_value(json!({
        "name": "Strike Force Ultima", "faction": "ADEPTUS ASTARTES", "warlord": {"unit": "a0", "group": "sergeant"},
        "detachments": [{"type": "battalion", "cp": 3, "name": "First", "units": units[..9]},
                        {"type": "spearhead", "cp": 3, "units": units[9..]}],
        "notes": ["A note that the list carries."]
    }))
    .expect("a roster");
    RosterSheet::of(&roster, "Anna Bergström", Some(9), occasion("Autumn GT"))
}

pub fn open_tables() -> OpenTables {
    let table = |table: u32| OpenTable {
        table,
        one: name(table as usize),
        two: name(table as usize + 1),
        progress: Some(format!("round {}", table % 5 + 1)),
    };
    OpenTables { occasion: occasion("Autumn GT"), tables: vec![table(9), table(4), table(1)] }
}

fn wifi() -> Wifi {
    Wifi { name: "Autumn GT".into(), password: Some("four dry words here".into()) }
}

pub fn passes(wifi: Option<Wifi>, count: usize) -> PassCards {
    let card = |at: usize| PassCard {
        kind: if at == 4 { "Table card" } else { "Player card" }.into(),
        speaks_for: "you".into(),
        name: if at == 3 { longest() } else { name(at) },
        below: "Orks · Red Dice · anna-b".into(),
        link: "http://192.168.178.112:8080/j/7Q4MK2XD9B3THW5E".into(),
        pass: "7Q4M-K2XD-9B3T-HW5E".into(),
    };
    let address = "http://192.168.178.112:8080".into();
    PassCards { occasion: occasion("Autumn GT"), wifi, address, cards: (0..count).map(card).collect() }
}

pub fn poster(wifi: Option<Wifi>) -> JoinPoster {
    JoinPoster { occasion: occasion("Autumn GT"), wifi, address: "http://192.168.178.112:8080".into() }
}

pub fn sheets() -> Vec<(&'static str, Box<dyn Sheet>)> {
    vec![
        ("pairings-table", Box::new(pairings(50, PairingsOrder::ByTable))),
        ("pairings-name", Box::new(pairings(50, PairingsOrder::ByName))),
        ("standings", Box::new(standings())),
        ("slips", Box::new(slips(6))),
        ("cards", Box::new(cards())),
        ("mission", Box::new(mission())),
        ("roster", Box::new(roster())),
        ("open", Box::new(open_tables())),
        ("passes", Box::new(passes(Some(wifi()), 5))),
        ("passes-no-wifi", Box::new(passes(None, 1))),
        ("poster", Box::new(poster(Some(wifi())))),
        ("poster-no-wifi", Box::new(poster(None))),
    ]
}
