//! What the eighteen maps say about their markers, and which objectives there are.

use super::facts::Side;

/// A mission as the scorer knows it: one word a marker.
///
/// A word is a label (`A`–`D`, or `-`), then the map side whose deployment zone it lies in (`a`, `b`, or `-`), then the
/// map side whose territory it lies in (drawn on two maps only), then `*` where it is the central marker.
pub struct Map {
    pub id: &'static str,
    pub size: &'static str,
    pub primary: &'static str,
    pub secondary: &'static str,
    markers: &'static str,
}

/// One marker.
pub struct Marker {
    pub label: Option<char>,
    pub zone: Option<char>,
    pub territory: Option<char>,
    pub central: bool,
}

const fn map(
    id: &'static str,
    size: &'static str,
    primary: &'static str,
    secondary: &'static str,
    markers: &'static str,
) -> Map {
    Map { id, size, primary, secondary, markers }
}

const IN: &str = "incursion";
const SF: &str = "strike-force";
const HOLD: &str = "take-and-hold";
const DOM: &str = "domination";

pub const MAPS: [Map; 18] = [
    map("crossfire", IN, HOLD, "outflank", "A-- A-- Ba- Bb-"),
    map("resupply", IN, HOLD, "secure-landing-sites", "A-- A--* A-- -a- -b-"),
    map("raid", IN, DOM, "raid-supply-lines", "-a- -a- -b- -b- --- ---"),
    map("centre-ground", IN, HOLD, "centre-ground", "A-- A-- --- ---"),
    map("ascension", IN, HOLD, "ascend", "---* --- --- -a- -b-"),
    map("forward-push", IN, HOLD, "forward-push", "Aa- B-- C-- Db-"),
    map("rise-of-the-machine-spirit", IN, HOLD, "inload-data-psalm", "-a- -b- --- ---"),
    map("show-of-force", IN, HOLD, "minimise-losses", "-a- -b- --- ---"),
    map("reconnaissance-mission", IN, HOLD, "recon-sweep", "-a- -b- --- ---"),
    map("retrieval-mission", SF, HOLD, "minimise-losses", "-a- -b- --- --- --- ---"),
    map("scorched-earth", SF, HOLD, "raze", "Aa- Aa- Bb- Bb- --- ---"),
    map("vital-intelligence", SF, DOM, "data-intercept", "--- --- --- --- -a- -b-"),
    map("surround-and-destroy", SF, HOLD, "surround-them", "-a- -a- -b- -b- --- ---"),
    map("battle-lines", SF, HOLD, "vital-ground", "-a- -b- --- ---"),
    map("the-scouring", SF, DOM, "strategic-scan", "---* --- --- --- ---"),
    map("overrun", SF, DOM, "overrun", "--a --a -aa --b --b -bb"),
    map("sweep-and-clear", SF, HOLD, "direct-assault", "---* -a- -b- --- ---"),
    map("priority-target", SF, HOLD, "priority-targets", "---* A-a A-b Baa Bbb"),
];

/// The common secondaries with their categories.
pub const COMMON: [(&str, &str); 18] = [
    ("engage-on-all-fronts", "supremacy"),
    ("linebreaker", "supremacy"),
    ("domination-secondary", "supremacy"),
    ("thin-their-ranks", "mercy"),
    ("grind-them-down", "mercy"),
    ("while-we-stand-we-fight", "mercy"),
    ("titan-hunter", "purge"),
    ("bring-it-down", "purge"),
    ("cut-off-the-head", "purge"),
    ("assassinate", "purge"),
    ("raise-the-banners-high", "shadow"),
    ("investigate-sites", "shadow"),
    ("deploy-scramblers", "shadow"),
    ("teleport-homer", "shadow"),
    ("abhor-the-witch", "warpcraft"),
    ("mental-interrogation", "warpcraft"),
    ("psychic-ritual", "warpcraft"),
    ("pierce-the-veil", "warpcraft"),
];

impl Map {
    /// The map of a mission.
    pub fn of(mission: &str) -> &'static Map {
        MAPS.iter().find(|m| m.id == mission).unwrap_or_else(|| panic!("no mission {mission}"))
    }

    /// Its markers, in the order of their ids.
    pub fn markers(&self) -> Vec<Marker> {
        let side = |c: char| (c != '-').then_some(c);
        self.markers
            .split(' ')
            .map(|word| {
                let mut letters = word.chars();
                let mut next = || side(letters.next().unwrap_or('-'));
                let (label, zone, territory) = (next(), next(), next());
                Marker { label, zone, territory, central: word.ends_with('*') }
            })
            .collect()
    }

    /// Whether control stays without models here.
    pub fn sticky(&self) -> bool {
        matches!(self.id, "vital-intelligence" | "sweep-and-clear")
    }
}

/// The letter of a player's side of the map.
pub fn letter(side: Side, side_a: Side) -> char {
    if side == side_a { 'a' } else { 'b' }
}
