//! A second scorer of the invented pack `outposts-8th`: it reads records, not the engine's state, and is written from
//! `docs/rules/eighth.md` alone. Random matches have to end alike for both.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_engine::command::{Attacks, Cards, Command, Holder, Losses, Winner};
use adjutant_engine::place::{ModelPlace, Place, RegionName};
use adjutant_engine::roster::{Base, Roster, RosterUnit};
use adjutant_engine::side::{By, BySide, MapSide, Player};
use adjutant_engine::view::{EndLabel, ResultBy, RoundLabel, View};
use adjutant_simulate::{Depth, Plan, Record, simulate_match};
use serde_json::{Value, json};

/// Where a unit is.
#[derive(Clone, Debug, PartialEq)]
enum Spot {
    Away,
    Inside(String),
    Somewhere,
    /// What was said: models in range of markers, and the regions that it stands wholly within.
    Told(Option<BTreeMap<String, i64>>, Option<Vec<RegionName>>),
    /// Middles of the models in thousandths of an inch.
    Standing(Vec<(i64, i64)>),
    Dead,
    Gone,
}

struct Unit {
    player: Player,
    role: String,
    keywords: Vec<String>,
    warlord: bool,
    models: i64,
    lost: i64,
    /// Width of a base in millimetres.
    base: i64,
    spot: Option<Spot>,
}

impl Unit {
    fn of(unit: &RosterUnit, player: Player, warlord: bool) -> Unit {
        let base = match unit.models[0].base {
            Some(Base::RoundMm(mm)) => i64::from(mm.thousandths()) / 1000,
            _ => 0,
        };
        let role = serde_json::to_value(unit.role).expect("JSON").as_str().expect("a role").to_owned();
        Unit {
            player,
            role,
            keywords: unit.keywords.iter().map(ToString::to_string).collect(),
            warlord,
            models: unit.models.iter().map(|group| i64::from(group.count.get())).sum(),
            lost: 0,
            base,
            spot: None,
        }
    }

    fn on_table(&self) -> bool {
        matches!(self.spot, Some(Spot::Somewhere | Spot::Told(..) | Spot::Standing(_)))
    }

    fn is(&self, keyword: &str) -> bool {
        self.keywords.iter().any(|word| word == keyword)
    }
}

struct Marker {
    at: (i64, i64),
    central: bool,
    zone: Option<MapSide>,
    said: Option<Option<Player>>,
}

#[derive(Clone)]
struct Need {
    player: Player,
    objective: String,
    round: RoundLabel,
}

/// What a match comes to.
#[derive(Debug, PartialEq)]
struct Verdict {
    totals: [u32; 2],
    winner: Winner,
    by: ResultBy,
    ending: Option<String>,
    rounds: u32,
    active: [Vec<String>; 2],
    gone: [Vec<String>; 2],
}

#[derive(Default)]
struct Side {
    army: bool,
    zone: Option<MapSide>,
    mission: i64,
    tactical: i64,
    warlord: i64,
    active: Vec<String>,
    gone: Vec<String>,
}

/// Deployment zones and markers of a mission, in inches: the depth of the zones, whether they lie left and right, the
/// board, the markers.
type Map = (i64, bool, [i64; 2], [(i64, i64); 5]);

fn map_of(mission: &str) -> Map {
    match mission {
        "the-causeway" => (12, true, [48, 48], [(8, 24), (24, 10), (24, 24), (24, 38), (40, 24)]),
        "two-gates" => (10, false, [48, 48], [(12, 6), (10, 24), (24, 24), (38, 24), (36, 42)]),
        "the-long-ridge" => (12, false, [72, 48], [(18, 6), (18, 24), (36, 24), (54, 24), (54, 42)]),
        "far-ends" => (20, true, [96, 48], [(12, 24), (36, 12), (48, 24), (60, 36), (84, 24)]),
        other => panic!("no mission {other}"),
    }
}

#[derive(Default)]
struct Game {
    units: BTreeMap<String, Unit>,
    sides: [Side; 2],
    map: Option<Map>,
    markers: Vec<Marker>,
    first: Option<Player>,
    active: Option<Player>,
    round: u32,
    phase: usize,
    slain: Vec<String>,
    needs: Vec<Need>,
    missed: Vec<Need>,
    conceded: Option<Player>,
    sudden: Option<Player>,
    over: bool,
}

fn number(player: Player) -> usize {
    usize::from(player == Player::Two)
}

fn in_a_middle(at: (i64, i64), board: [i64; 2]) -> bool {
    at.0 * 2 == board[0] && at.1 * 2 == board[1]
}

impl Game {
    fn unit(&mut self, id: &str) -> &mut Unit {
        self.units.get_mut(id).expect("a unit")
    }

    fn of(&self, player: Player) -> impl Iterator<Item = (&String, &Unit)> {
        self.units.iter().filter(move |(_, unit)| unit.player == player)
    }

    fn place(&mut self, id: &str, place: Option<&Place>) {
        let Some(unit) = self.units.get_mut(id) else { return };
        let thousandths = |place: &ModelPlace| (i64::from(place.x.thousandths()), i64::from(place.y.thousandths()));
        unit.spot = Some(match place {
            None => Spot::Somewhere,
            Some(Place::Declared(told)) => {
                let near = told.in_range.as_ref();
                let near = near.map(|near| near.iter().map(|(m, n)| (m.to_string(), i64::from(n.get()))).collect());
                Spot::Told(near, told.wholly_within.clone())
            }
            Some(Place::Models(models)) => Spot::Standing(models.iter().map(thousandths).collect()),
        });
    }

    fn lose(&mut self, id: &str, models: i64) {
        let unit = self.unit(id);
        let taken = models.min(unit.models);
        if taken == 0 {
            return;
        }
        unit.models -= taken;
        unit.lost += taken;
        if unit.models == 0 {
            unit.spot = Some(Spot::Dead);
            self.slain.push(id.to_owned());
        } else if matches!(unit.spot, Some(Spot::Standing(_))) {
            unit.spot = Some(Spot::Somewhere);
        }
    }

    fn attacked(&mut self, attacks: &Attacks) {
        for attack in &attacks.attacks {
            let models = match &attack.destroyed {
                Some(Losses::Models(models)) => i64::from(models.get()),
                Some(Losses::Groups(groups)) => groups.values().map(|models| i64::from(models.get())).sum(),
                None => 0,
            };
            self.lose(attack.target.as_str(), models);
        }
    }

    /// How many models of a unit are within 3" of the middle of a marker: `None` where nobody has said.
    fn near(&self, unit: &Unit, marker: usize) -> Option<i64> {
        match unit.spot.as_ref()? {
            Spot::Told(near, _) => {
                let models = near.as_ref()?.get(&format!("m{}", marker + 1)).copied().unwrap_or(0);
                Some(models.min(unit.models))
            }
            Spot::Standing(models) => {
                let (mx, my) = self.markers[marker].at;
                let within = |(x, y): &&(i64, i64)| {
                    // In ten-thousandths of a millimetre: 254 to a thousandth of an inch; half a base reaches as far.
                    let leg = |a: i64, b: i64| i128::from((a - b) * 254);
                    let reach = i128::from(3_000 * 254 + unit.base * 5_000);
                    leg(*x, mx).pow(2) + leg(*y, my).pow(2) <= reach.pow(2)
                };
                Some(models.iter().filter(within).count() as i64)
            }
            _ => None,
        }
    }

    /// Who has more models near a marker, where every unit's place tells; else what was said last.
    fn holder(&self, marker: usize) -> Option<Option<Player>> {
        let told = || -> Option<[i64; 2]> {
            let mut models = [0, 0];
            for player in Player::BOTH {
                if !self.sides[number(player)].army && self.conceded != Some(player) {
                    return None;
                }
                for (_, unit) in self.of(player).filter(|(_, unit)| unit.on_table()) {
                    let near = self.near(unit, marker)?;
                    models[number(player)] += if unit.is("NEVER CONTROLS") { 0 } else { near };
                }
            }
            Some(models)
        };
        match told() {
            Some([one, two]) => Some(match one.cmp(&two) {
                std::cmp::Ordering::Greater => Some(Player::One),
                std::cmp::Ordering::Less => Some(Player::Two),
                std::cmp::Ordering::Equal => None,
            }),
            None => {
                let standing =
                    |player: &Player| !self.sides[number(*player)].army || self.of(*player).any(|(_, u)| u.on_table());
                self.markers[marker].said.map(|said| said.filter(standing))
            }
        }
    }

    /// The fewest and the most markers that a player can hold, of those that fit.
    fn held(&self, player: Player, fits: impl Fn(&Marker) -> bool) -> (i64, i64) {
        let fitting: Vec<_> = (0..self.markers.len()).filter(|at| fits(&self.markers[*at])).collect();
        let sure = fitting.iter().filter(|at| self.holder(**at) == Some(Some(player))).count() as i64;
        (sure, sure + fitting.iter().filter(|at| self.holder(**at).is_none()).count() as i64)
    }

    /// Whether anybody is inside a unit.
    fn garrisoned(&self, id: &str) -> bool {
        self.units
            .values()
            .any(|unit| unit.models > 0 && matches!(&unit.spot, Some(Spot::Inside(carrier)) if carrier == id))
    }

    /// Every value that an objective can have now.
    fn worth(&self, player: Player, objective: &str) -> BTreeSet<i64> {
        let zone = self.sides[number(player)].zone;
        let of = |(least, most): (i64, i64), worth: &dyn Fn(i64) -> i64| (least..=most).map(worth).collect();
        let known = |player: Player| self.sides[number(player)].army;
        let enemy = player.opponent();
        match objective {
            "hold-the-posts" => of(self.held(player, |_| true), &|n| n.min(4)),
            "at-the-end" => of(self.held(player, |_| true), &|n| (2 * n).min(8)),
            "the-middle-post" => of(self.held(player, |m| m.central), &|n| 2 * n.min(1)),
            "keep-our-post" => of(self.held(player, |m| m.zone.is_some() && m.zone == zone), &|n| n.min(1)),
            "their-own-post" => of(self.held(player, |m| m.zone.is_some() && m.zone != zone), &|n| 3 * n.min(1)),
            "more-posts" => {
                let (own, theirs) = (self.held(player, |_| true), self.held(enemy, |_| true));
                let pairs = (own.0..=own.1).flat_map(|a| (theirs.0..=theirs.1).map(move |b| (a, b)));
                pairs.map(|(a, b)| if a > b { 2 } else { 0 }).collect()
            }
            "slay-the-warlord" if !known(enemy) => [0, 1].into(),
            "slay-the-warlord" => {
                let slain = |unit: &Unit| unit.warlord && unit.spot == Some(Spot::Dead);
                [i64::from(self.of(enemy).any(|(_, unit)| slain(unit)))].into()
            }
            "every-one-counts" if !known(enemy) => [0, 1, 2, 3].into(),
            "every-one-counts" => {
                let slain = self.slain.iter().filter(|id| self.units[*id].player == enemy).count() as i64;
                [slain.min(3)].into()
            }
            "witch-hunter" if !known(enemy) => [0, 1].into(),
            "witch-hunter" => {
                let hunted = |id: &String| self.units[id].player == enemy && self.units[id].is("PSYKER");
                [i64::from(self.slain.iter().any(hunted))].into()
            }
            "man-the-bunker" | "over-the-line" if !known(player) => [0, 2].into(),
            "man-the-bunker" => {
                let manned =
                    |id: &str, unit: &Unit| unit.role == "fortification" && unit.on_table() && self.garrisoned(id);
                [2 * i64::from(self.of(player).any(|(id, unit)| manned(id, unit)))].into()
            }
            "over-the-line" => {
                let units = self.of(player).filter(|(_, unit)| unit.on_table() && unit.role != "flyer");
                let answers: Vec<Option<bool>> = units.map(|(_, unit)| self.over_the_line(unit, zone)).collect();
                match (answers.contains(&Some(true)), answers.contains(&None)) {
                    (true, _) => [2].into(),
                    (false, true) => [0, 2].into(),
                    (false, false) => [0].into(),
                }
            }
            other => panic!("no objective {other}"),
        }
    }

    /// Whether a unit stands wholly within the zone that is not its own.
    fn over_the_line(&self, unit: &Unit, own: Option<MapSide>) -> Option<bool> {
        let enemy_is_a = own? == MapSide::B;
        match unit.spot.as_ref()? {
            Spot::Told(_, regions) => {
                let wanted = if enemy_is_a { RegionName::ZoneA } else { RegionName::ZoneB };
                Some(regions.as_ref()?.contains(&wanted))
            }
            Spot::Standing(models) => {
                let (deep, sideways, [width, height], _) = self.map.expect("a map");
                let (across, along) = if sideways { (width, height) } else { (height, width) };
                let fine = |inches: i64| inches * 1_000 * 254;
                let inside = |(x, y): &(i64, i64)| {
                    let (d, s) = if sideways { (*x, *y) } else { (*y, *x) };
                    let d = if enemy_is_a { d * 254 } else { fine(across) - d * 254 };
                    let (s, half) = (s * 254, unit.base * 5_000);
                    d - half >= 0 && d + half <= fine(deep) && s - half >= 0 && s + half <= fine(along)
                };
                Some(models.iter().all(inside))
            }
            _ => None,
        }
    }

    fn judge(&mut self, player: Player, objective: &str, round: RoundLabel) {
        if self.conceded == Some(player) {
            return;
        }
        let values = self.worth(player, objective);
        if values.len() > 1 {
            self.needs.push(Need { player, objective: objective.to_owned(), round });
        } else if let Some(vp) = values.first() {
            self.pay(player, objective, *vp);
        }
    }

    fn pay(&mut self, player: Player, objective: &str, vp: i64) {
        let side = &mut self.sides[number(player)];
        match objective {
            "hold-the-posts" | "at-the-end" => side.mission += vp,
            "slay-the-warlord" => side.warlord += vp,
            card => {
                side.tactical += vp;
                if vp > 0 && side.active.iter().any(|active| active == card) {
                    side.active.retain(|active| active != card);
                    side.gone.push(card.to_owned());
                    self.needs.retain(|need| need.player != player || need.objective != card);
                    self.missed.retain(|need| need.player != player || need.objective != card);
                }
            }
        }
    }

    fn end_phase(&mut self) {
        self.missed.append(&mut self.needs);
        let player = self.active.expect("a turn");
        self.phase += 1;
        if self.phase < 6 {
            return;
        }
        let round = RoundLabel::Number(self.round);
        if self.round >= 2 {
            self.judge(player, "hold-the-posts", round);
        }
        for card in self.sides[number(player)].active.clone() {
            self.judge(player, &card, round);
        }
        self.end_turn();
    }

    /// Whether a player has nothing on the battlefield that counts; `None` for an army that nobody knows.
    fn wiped_out(&self, player: Player) -> Option<bool> {
        let counts = |id: &str, unit: &Unit| match unit.role.as_str() {
            "flyer" => false,
            "fortification" => self.garrisoned(id),
            _ => true,
        };
        let known = self.sides[number(player)].army;
        known.then(|| !self.of(player).any(|(id, unit)| unit.on_table() && counts(id, unit)))
    }

    /// The player who has lost by Sudden Death, where only one has.
    fn suddenly_lost(&self) -> Option<Player> {
        match Player::BOTH.map(|player| self.wiped_out(player) == Some(true)) {
            [true, false] => Some(Player::One),
            [false, true] => Some(Player::Two),
            _ => None,
        }
    }

    fn end_turn(&mut self) {
        if self.round >= 2
            && let Some(loser) = self.suddenly_lost()
        {
            self.sudden = Some(loser);
            return self.finish();
        }
        self.slain.clear();
        self.units.values_mut().for_each(|unit| unit.lost = 0);
        self.phase = 0;
        let first = self.first.expect("a first turn");
        if self.active == Some(first) {
            self.active = Some(first.opponent());
            return;
        }
        if self.round == 3 {
            self.strand();
        }
        if self.round == 5 {
            return self.finish();
        }
        self.round += 1;
        self.active = Some(first);
    }

    /// Units that are away, and those inside them, count as destroyed.
    fn strand(&mut self) {
        let away: Vec<String> =
            self.units.iter().filter(|(_, unit)| unit.spot == Some(Spot::Away)).map(|(id, _)| id.clone()).collect();
        for unit in self.units.values_mut() {
            let inside = matches!(&unit.spot, Some(Spot::Inside(carrier)) if away.contains(carrier));
            if inside || unit.spot == Some(Spot::Away) {
                unit.spot = Some(Spot::Dead);
                unit.models = 0;
            }
        }
    }

    fn finish(&mut self) {
        self.over = true;
        self.strand();
        for player in Player::BOTH {
            for objective in ["at-the-end", "slay-the-warlord"] {
                self.judge(player, objective, RoundLabel::End(EndLabel::End));
            }
        }
    }

    fn read(&mut self, by: By, command: &Command) {
        match command {
            Command::Roster { player, roster } => {
                self.sides[number(*player)].army = true;
                let warlord = roster.warlord.as_ref().map(|warlord| warlord.unit.to_string());
                for unit in roster.units() {
                    let leads = warlord.as_deref() == Some(unit.id.as_str());
                    self.units.insert(unit.id.to_string(), Unit::of(unit, *player, leads));
                }
            }
            Command::Mission { mission, .. } => {
                let map = map_of(mission.as_str());
                self.map = Some(map);
                for (index, at) in map.3.into_iter().enumerate() {
                    let zone = [Some(MapSide::A), None, None, None, Some(MapSide::B)][index];
                    let central = in_a_middle(at, map.2);
                    self.markers.push(Marker { at: (at.0 * 1_000, at.1 * 1_000), central, zone, said: None });
                }
            }
            Command::Zone { zone, .. } => {
                let player = by.player().expect("the Defender");
                self.sides[number(player)].zone = Some(*zone);
                let other = if *zone == MapSide::A { MapSide::B } else { MapSide::A };
                self.sides[number(player.opponent())].zone = Some(other);
            }
            Command::FirstTurn { player } => self.first = Some(*player),
            Command::Reserves(reserves) => {
                for id in reserves.strategic.iter().chain(&reserves.elsewhere) {
                    self.unit(id.as_str()).spot = Some(Spot::Away);
                }
                for (carrier, passengers) in &reserves.embarked {
                    for id in passengers {
                        self.unit(id.as_str()).spot = Some(Spot::Inside(carrier.to_string()));
                    }
                }
            }
            Command::Begin {} => {
                let waiting = self.units.values_mut().filter(|unit| unit.spot.is_none());
                waiting.for_each(|unit| unit.spot = Some(Spot::Somewhere));
                self.round = 1;
                self.active = self.first;
            }
            other => self.read_battle(by, other),
        }
    }

    fn read_battle(&mut self, by: By, command: &Command) {
        match command {
            Command::EndPhase { .. } => self.end_phase(),
            Command::Arrive { unit, at, .. }
            | Command::Deploy { unit, at, .. }
            | Command::Disembark { unit, at }
            | Command::Move { unit, at, .. } => self.place(unit.as_str(), at.as_ref()),
            Command::Place { unit, at, .. } => self.place(unit.as_str(), Some(at)),
            Command::Shoot(attacks) | Command::Fight(attacks) => self.attacked(attacks),
            // Leadership 7 for all: a die and the models lost this turn; one model flees.
            Command::Morale { unit, roll, .. } => {
                let lost = self.units[unit.as_str()].lost;
                if i64::from(roll[0].get()) + lost > 7 {
                    self.lose(unit.as_str(), 1);
                }
            }
            Command::Card(cards) => self.play(cards),
            Command::Control { holds, .. } => {
                for (at, marker) in self.markers.iter_mut().enumerate() {
                    let said = holds.iter().find(|(name, _)| name.as_str() == format!("m{}", at + 1));
                    if let Some((_, holder)) = said {
                        marker.said = Some(match holder {
                            Holder::One => Some(Player::One),
                            Holder::Two => Some(Player::Two),
                            Holder::None => None,
                        });
                    }
                }
            }
            Command::Score { player, objective, vp, passed, .. } => {
                let round = passed.map(|at| at.round);
                let meant = |need: &Need| {
                    let named = if need.objective == "at-the-end" { "hold-the-posts" } else { &need.objective };
                    need.player == *player && named == objective.as_str() && round.is_none_or(|r| r == need.round)
                };
                let open = self.needs.iter().position(meant).map(|index| self.needs.remove(index));
                let late = || self.missed.iter().position(meant).filter(|_| passed.is_some());
                let need = match open {
                    Some(need) => Some(need),
                    None => late().map(|index| self.missed.remove(index)),
                };
                if let Some(need) = need {
                    self.pay(*player, &need.objective, i64::from(vp.get()));
                }
            }
            Command::Concede {} => {
                let player = by.player().expect("a player");
                self.conceded = Some(player);
                for unit in self.units.values_mut().filter(|unit| unit.player == player && unit.models > 0) {
                    unit.spot = Some(Spot::Gone);
                }
            }
            Command::AgreeEnd {} => self.finish(),
            // A battle against nobody goes as it would at the end of the turn.
            Command::End {} => {
                self.sudden = self.suddenly_lost().filter(|_| self.conceded.is_none());
                self.finish();
            }
            _ => {}
        }
    }

    fn play(&mut self, cards: &Cards) {
        let side = &mut self.sides[number(cards.player)];
        for card in &cards.discards {
            side.active.retain(|active| active != card.as_str());
            side.gone.push(card.to_string());
        }
        side.active.extend(cards.draws.iter().map(ToString::to_string));
        assert!(side.active.len() <= 3, "three active cards: {:?}", side.active);
    }

    fn verdict(&self) -> Verdict {
        let total = |player: Player| {
            let side = &self.sides[number(player)];
            let sum = side.mission.min(24) + side.tactical.min(15) + side.warlord.min(1);
            if self.conceded == Some(player) { 0 } else { sum.min(40) as u32 }
        };
        let totals = Player::BOTH.map(total);
        let (winner, by) = match (self.conceded, self.sudden) {
            (Some(player), _) => (player.opponent().into(), ResultBy::Concession),
            (None, Some(loser)) => (loser.opponent().into(), ResultBy::Ending),
            (None, None) => match totals[0].cmp(&totals[1]) {
                std::cmp::Ordering::Greater => (Winner::One, ResultBy::Points),
                std::cmp::Ordering::Less => (Winner::Two, ResultBy::Points),
                std::cmp::Ordering::Equal => (Winner::Draw, ResultBy::Points),
            },
        };
        let of = |pick: &dyn Fn(&Side) -> Vec<String>| [pick(&self.sides[0]), pick(&self.sides[1])];
        Verdict {
            totals,
            winner,
            by,
            ending: (by == ResultBy::Ending).then(|| "Sudden Death".to_owned()),
            rounds: self.round,
            active: of(&|side| side.active.clone()),
            gone: of(&|side| side.gone.clone()),
        }
    }
}

/// A small army, so that some are wiped out: a Warlord now and then, and some of six kinds of units.
fn army(number: u64, player: Player) -> Roster {
    let prefix = if player == Player::One { "a" } else { "b" };
    let mut state =
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (player as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03);
    let mut below = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let kinds = [
        ("Line", "troops", "INFANTRY", 5, 0),
        ("Seer", "hq", "INFANTRY, CHARACTER, PSYKER", 1, 0),
        ("Skyboat", "flyer", "VEHICLE, TRANSPORT, AIRCRAFT, FLY", 1, 12),
        ("Bunker", "fortification", "BUILDING, TRANSPORT", 1, 10),
        ("Obelisk", "fortification", "NEVER CONTROLS", 1, 0),
        ("Walker", "heavy-support", "VEHICLE", 1, 0),
    ];
    let wanted = 1 + below(4);
    let chosen: Vec<usize> = (0..wanted)
        .map(|at| if at == 0 { (below(2) * 3) as usize } else { below(kinds.len() as u64) as usize })
        .collect();
    let units = chosen.iter().enumerate().map(|(at, kind)| {
        let (title, role, keywords, models, carries) = kinds[*kind];
        let mut unit = json!({"id": format!("{prefix}{}", at + 1), "datasheet": title, "role": role, "points": 80,
            "power": 4, "keywords": keywords.split(", ").collect::<Vec<_>>(), "faction_keywords": ["ARMY"],
            "models": [{"group": "model", "count": models, "wounds": 1, "leadership": 7, "move_in": 6,
                "base": {"round_mm": 32}}]});
        if keywords.contains("PSYKER") {
            unit["psyker"] = json!({"casts": 1, "denies": 1});
        }
        if carries > 0 {
            unit["transport_capacity"] = json!(carries);
        }
        unit
    });
    let units: Vec<Value> = units.collect();
    let roster = json!({"name": format!("Army {prefix}"), "warlord": {"unit": format!("{prefix}1"), "group": "model"},
        "detachments": [{"type": "patrol", "cp": 0, "units": units}]});
    serde_json::from_value(roster).expect("an army")
}

fn plan(number: u64) -> Plan {
    let depth = [Depth::Facts, Depth::Positions, Depth::Facts, Depth::Scores][(number % 4) as usize];
    let packs = adjutant_packs::shipped();
    let pack = packs.iter().find(|pack| pack.file.id.as_str() == "outposts-8th").map(Arc::clone).expect("the pack");
    let small = !number.is_multiple_of(3);
    let rosters = small.then(|| Box::new(BySide::from_fn(|player| army(number, player))));
    Plan { pack, rosters, ..Plan::new(depth) }
}

/// `ADJUTANT_EIGHTH_MATCHES=10000 cargo test --release -p adjutant-simulate --test eighth` for a longer run.
#[test]
fn random_matches_end_alike_for_both_scorers() {
    let wanted = std::env::var("ADJUTANT_EIGHTH_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..wanted {
        let game = simulate_match(number, &plan(number));
        let view = View::of(game.state());
        let entries = (1..=game.seq()).filter_map(|seq| game.entry(seq)).filter(|(_, _, stands)| *stands);
        let records: Vec<Record> = entries.map(|(by, command, _)| (by, command.clone())).collect();
        let mut scorer = Game::default();
        for (by, command) in &records {
            assert!(
                !scorer.over || !matches!(command, Command::EndPhase { .. }),
                "match {number} goes on after its end"
            );
            scorer.read(*by, command);
        }
        assert!(scorer.over, "match {number} ends where its records do");
        let ours = scorer.verdict();
        let result = view.result.unwrap_or_else(|| panic!("match {number} has no result"));
        let cards = |player: Player| view.players[player].cards.clone().expect("cards");
        let names = |ids: &[adjutant_engine::ids::ObjectiveId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let theirs = Verdict {
            totals: [result.one, result.two],
            winner: result.winner,
            by: result.by,
            ending: result.ending.as_ref().map(ToString::to_string),
            rounds: view.round.unwrap_or(scorer.round),
            active: Player::BOTH.map(|player| names(&cards(player).active)),
            gone: Player::BOTH.map(|player| names(&cards(player).discarded)),
        };
        assert_eq!(ours, theirs, "match {number}, {:?}", view.mission);
        let kinds = [format!("{:?}", view.mission), format!("{:?}", result.by), format!("rounds {}", scorer.round)];
        for key in kinds {
            *seen.entry(key).or_insert(0) += 1;
        }
    }
    println!("{seen:?}");
    let sudden = seen.get("Ending").copied().unwrap_or(0);
    assert!(sudden * 20 >= u32::try_from(wanted).expect("a number"), "Sudden Death occurs often enough: {seen:?}");
    assert!(seen.len() >= 9, "every kind of end occurs: {seen:?}");
}
