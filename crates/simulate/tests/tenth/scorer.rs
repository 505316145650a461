//! A second scorer of the invented pack `outposts-10th`: it reads records, not the engine's state, and is written from
//! `docs/rules/tenth.md` alone. Random matches have to end alike for both.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_engine::attack::Change;
use adjutant_engine::command::{Attacks, Cards, Command, Holder, Losses, Until, Winner};
use adjutant_engine::place::{Place, RegionName};
use adjutant_engine::roster::{Base, RosterUnit};
use adjutant_engine::rules::TestName;
use adjutant_engine::side::{By, MapSide, Player};
use adjutant_engine::view::{ResultBy, RoundLabel, View};
use adjutant_simulate::{Depth, Plan, Record, simulate_match};

/// Where a unit is.
#[derive(Clone, Debug, PartialEq)]
enum Spot {
    Away,
    Inside(String),
    /// Among the models of the unit that it leads.
    Beside(String),
    Somewhere,
    /// What was said: models in range of markers, and the regions that it stands wholly within.
    Told(Option<BTreeMap<String, i64>>, Option<Vec<RegionName>>),
    /// Middles of the models in thousandths of an inch, with the width of each base in millimetres and the Objective
    /// Control of each.
    Standing(Vec<(i64, i64, i64, i64)>),
    Dead,
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Nerve {
    Steady,
    Untested,
    Shocked,
}

struct Unit {
    player: Player,
    character: bool,
    began: i64,
    wounds: i64,
    hurt: i64,
    /// Name, models, Objective Control and base of each group.
    groups: Vec<(String, i64, i64, i64)>,
    leadership: i64,
    spot: Option<Spot>,
    nerve: Nerve,
    tested: bool,
    missed: bool,
    /// Name, changes and end of each ability that changes the Objective Control.
    spells: Vec<(String, Vec<Change>, Option<Until>)>,
}

impl Unit {
    fn of(unit: &RosterUnit, player: Player) -> Unit {
        let width = |base: Option<Base>| match base {
            Some(Base::RoundMm(mm)) => i64::from(mm.thousandths()) / 1000,
            _ => 0,
        };
        let group = |group: &adjutant_engine::roster::ModelGroup| {
            let control = group.objective_control.expect("an Objective Control").get();
            (group.group.to_string(), i64::from(group.count.get()), i64::from(control), width(group.base))
        };
        let groups: Vec<_> = unit.models.iter().map(|models| group(models)).collect();
        Unit {
            player,
            character: unit.keywords.iter().any(|keyword| keyword.as_str() == "CHARACTER"),
            began: groups.iter().map(|group| group.1).sum(),
            wounds: i64::from(unit.models[0].wounds.get()),
            hurt: 0,
            groups,
            leadership: unit.models.iter().filter_map(|g| g.leadership).map(|l| i64::from(l.get())).min().expect("Ld"),
            spot: None,
            nerve: Nerve::Steady,
            tested: false,
            missed: false,
            spells: Vec::new(),
        }
    }

    fn models(&self) -> i64 {
        self.groups.iter().map(|group| group.1).sum()
    }

    /// An Objective Control as abilities and Battle-shock change it.
    fn control(&self, printed: i64, shocked: bool) -> i64 {
        let (mut base, mut times, mut over, mut more) = (printed, 1, 1, 0);
        for change in self.spells.iter().flat_map(|spell| &spell.1) {
            match *change {
                Change::Set(by) => base = i64::from(by),
                Change::Multiply(by) => times *= i64::from(by),
                Change::Divide(by) => over *= i64::from(by),
                Change::Add(by) => more += i64::from(by),
                Change::Subtract(by) => more -= i64::from(by),
            }
        }
        let base = if shocked { 0 } else { base };
        let whole = base * times + more * over;
        (whole.div_euclid(over) + i64::from(whole.rem_euclid(over) > 0)).max(0)
    }

    fn on_table(&self) -> bool {
        matches!(self.spot, Some(Spot::Somewhere | Spot::Told(..) | Spot::Standing(_)))
    }

    fn alive(&self) -> bool {
        !matches!(self.spot, Some(Spot::Dead | Spot::Gone))
    }
}

#[derive(Clone, Debug, Default)]
struct Marker {
    at: (i64, i64),
    central: bool,
    zone: Option<MapSide>,
    said: Option<Option<Player>>,
    /// Whose it is since it was settled; `None` where nobody knows.
    holder: Option<Option<Player>>,
    keeper: Keeper,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Keeper {
    #[default]
    Nobody,
    Of(Player),
    Unknown,
}

#[derive(Clone)]
struct Need {
    player: Player,
    card: String,
    round: RoundLabel,
}

/// What a match comes to.
#[derive(Debug, PartialEq)]
struct Verdict {
    totals: [u32; 2],
    winner: Winner,
    by: ResultBy,
    cp: [i64; 2],
    active: [Vec<String>; 2],
    gone: [Vec<String>; 2],
}

#[derive(Default)]
struct Side {
    army: bool,
    zone: Option<MapSide>,
    cp: i64,
    primary: i64,
    cards: i64,
    active: Vec<String>,
    gone: Vec<String>,
}

#[derive(Default)]
struct Game {
    units: BTreeMap<String, Unit>,
    sides: [Side; 2],
    markers: Vec<Marker>,
    wells: bool,
    first: Option<Player>,
    active: Option<Player>,
    round: u32,
    phase: usize,
    slain: Vec<String>,
    needs: Vec<Need>,
    missed: Vec<Need>,
    conceded: Option<Player>,
    over: bool,
}

fn number(player: Player) -> usize {
    usize::from(player == Player::Two)
}

impl Game {
    fn active(&self) -> Player {
        self.active.expect("a turn")
    }

    fn has_models(&self, player: Player) -> bool {
        let known = self.sides[number(player)].army;
        self.conceded != Some(player) && (!known || self.units.values().any(|u| u.player == player && u.alive()))
    }

    fn unit(&mut self, id: &str) -> &mut Unit {
        self.units.get_mut(id).expect("a unit")
    }

    /// A unit and the leaders that stand among its models, the unit first.
    fn members(&self, id: &str) -> Vec<&Unit> {
        let leads = |unit: &&Unit| matches!(&unit.spot, Some(Spot::Beside(whom)) if whom == id);
        std::iter::once(&self.units[id]).chain(self.units.values().filter(leads)).collect()
    }

    /// Fewer than half of the models, leaders among them; of a single model fewer than half of its wounds.
    fn below_half(&self, id: &str) -> bool {
        let all = self.members(id);
        let (began, models) = all.iter().fold((0, 0), |sum, unit| (sum.0 + unit.began, sum.1 + unit.models()));
        let unit = all[0];
        if began == 1 { (unit.wounds - unit.hurt) * 2 < unit.wounds } else { models * 2 < began }
    }

    fn due(&self, id: &str, player: Player) -> bool {
        let unit = &self.units[id];
        unit.player == player && unit.on_table() && self.below_half(id) && !unit.tested
    }

    /// The Objective Control and the base of every model of a unit, leaders last.
    fn each_model(&self, id: &str) -> Vec<(i64, i64)> {
        let groups = self.members(id).into_iter().flat_map(|unit| unit.groups.iter());
        groups.flat_map(|group| std::iter::repeat_n((group.2, group.3), group.1.unsigned_abs() as usize)).collect()
    }

    /// Once a unit and its leaders have lost what they lost: who is destroyed, and who stands alone from then on.
    fn part(&mut self, id: &str) -> Vec<String> {
        let leads = |(_, unit): &(&String, &Unit)| matches!(&unit.spot, Some(Spot::Beside(whom)) if whom == id);
        let leaders: Vec<String> = self.units.iter().filter(leads).map(|(id, _)| id.clone()).collect();
        let gone = self.units[id].models() == 0;
        let mut fallen = Vec::new();
        for leader in leaders {
            let whole = &self.units[id];
            let (spot, nerve, tested, missed) = (whole.spot.clone(), whole.nerve, whole.tested, whole.missed);
            let spells = whole.spells.clone();
            let unit = self.unit(&leader);
            if unit.models() == 0 {
                unit.spot = Some(Spot::Dead);
                fallen.push(leader);
            } else if gone {
                unit.spot = if matches!(spot, Some(Spot::Standing(_))) { Some(Spot::Somewhere) } else { spot };
                (unit.nerve, unit.tested, unit.missed, unit.spells) = (nerve, tested, missed, spells);
            }
        }
        if gone {
            self.unit(id).spot = Some(Spot::Dead);
        }
        fallen
    }

    fn place(&mut self, id: &str, place: Option<&Place>) {
        let each = self.each_model(id);
        self.unit(id).spot = Some(match place {
            None => Spot::Somewhere,
            Some(Place::Declared(told)) => {
                let near = told.in_range.as_ref();
                let near = near.map(|near| near.iter().map(|(m, n)| (m.to_string(), i64::from(n.get()))).collect());
                Spot::Told(near, told.wholly_within.clone())
            }
            Some(Place::Models(models)) => {
                let at = |(place, (control, base)): (&adjutant_engine::place::ModelPlace, (i64, i64))| {
                    (i64::from(place.x.thousandths()), i64::from(place.y.thousandths()), base, control)
                };
                Spot::Standing(models.iter().zip(each).map(at).collect())
            }
        });
    }

    /// The units whose last model fell, each leader for itself. Leaders fall after all others, unless their group is named.
    fn lose(&mut self, id: &str, losses: &Losses) -> Vec<String> {
        let leads = |unit: &Unit| matches!(&unit.spot, Some(Spot::Beside(whom)) if whom == id);
        let before: i64 = self.members(id).iter().map(|unit| unit.models()).sum();
        let own_before = self.units[id].models();
        let leaders: Vec<String> =
            self.units.iter().filter(|(_, unit)| leads(unit)).map(|(id, _)| id.clone()).collect();
        let mut left = if let Losses::Models(models) = losses { i64::from(models.get()) } else { 0 };
        for member in std::iter::once(&id.to_owned()).chain(&leaders) {
            // The larger group falls first, where nobody names one.
            let groups = &mut self.unit(member).groups;
            let mut order: Vec<usize> = (0..groups.len()).collect();
            order.sort_by_key(|at| std::cmp::Reverse(groups[*at].1));
            for at in order {
                let group = &mut groups[at];
                let taken = match losses {
                    Losses::Models(_) => left.min(group.1),
                    Losses::Groups(groups) => {
                        let named = groups.iter().find(|(name, _)| name.as_str() == group.0);
                        named.map_or(0, |(_, models)| i64::from(models.get()))
                    }
                };
                group.1 -= taken;
                left -= taken;
            }
        }
        let after: i64 = self.members(id).iter().map(|unit| unit.models()).sum();
        let unit = self.unit(id);
        if after < before && matches!(unit.spot, Some(Spot::Standing(_))) {
            unit.spot = Some(Spot::Somewhere);
        }
        let mut fallen = self.part(id);
        if own_before > 0 && self.units[id].models() == 0 {
            fallen.push(id.to_owned());
        }
        fallen
    }

    fn attacked(&mut self, attacks: &Attacks) {
        for attack in &attacks.attacks {
            let id = attack.target.as_str();
            let fallen = attack.destroyed.as_ref().map(|losses| self.lose(id, losses));
            self.slain.extend(fallen.into_iter().flatten());
            if let Some(wounds) = attack.wounds {
                self.unit(id).hurt += i64::from(wounds.get());
            }
        }
    }

    /// How many models of a unit are within 3" of a marker: `None` where nobody has said.
    fn near(&self, id: &str, marker: usize) -> Option<i64> {
        match self.units[id].spot.as_ref()? {
            Spot::Told(near, _) => {
                let models = near.as_ref()?.get(&format!("m{}", marker + 1)).copied().unwrap_or(0);
                Some(models.min(self.each_model(id).len() as i64))
            }
            Spot::Standing(models) => Some(models.iter().filter(|model| self.is_near(model, marker)).count() as i64),
            _ => None,
        }
    }

    fn is_near(&self, (x, y, base, _): &(i64, i64, i64, i64), marker: usize) -> bool {
        let (mx, my) = self.markers[marker].at;
        // In ten-thousandths of a millimetre: 254 to a thousandth of an inch; the marker is 40 mm wide.
        let leg = |a: i64, b: i64| i128::from((a - b) * 254);
        let reach = i128::from(3_000 * 254 + base * 5_000 + 200_000);
        leg(*x, mx).pow(2) + leg(*y, my).pow(2) <= reach.pow(2)
    }

    /// The least and the most that the models of a unit add, shocked or steady.
    fn adds(&self, id: &str, marker: usize, shocked: bool) -> (i64, i64) {
        let unit = &self.units[id];
        let worth = |printed: i64| unit.control(printed, shocked);
        if let Some(Spot::Standing(models)) = &unit.spot {
            let sum = models.iter().filter(|model| self.is_near(model, marker)).map(|model| worth(model.3)).sum();
            return (sum, sum);
        }
        let mut each: Vec<i64> = self.each_model(id).iter().map(|model| worth(model.0)).collect();
        each.sort_unstable();
        let near = self.near(id, marker).map(|models| models as usize);
        let (few, many) = (near.unwrap_or(0), near.unwrap_or(each.len()));
        (each[..few].iter().sum(), each[each.len() - many..].iter().sum())
    }

    /// The least and the most that a player's Level of Control can be; no most where the army is unknown.
    fn level(&self, player: Player, marker: usize) -> (i64, Option<i64>) {
        if !self.sides[number(player)].army && self.conceded != Some(player) {
            return (0, None);
        }
        let (mut least, mut most) = (0, 0);
        for (id, unit) in self.units.iter().filter(|(_, unit)| unit.player == player && unit.on_table()) {
            let [steady, shocked] = [false, true].map(|shocked| self.adds(id, marker, shocked));
            let (few, many) = match unit.nerve {
                Nerve::Steady => steady,
                Nerve::Shocked => shocked,
                Nerve::Untested => (steady.0.min(shocked.0), steady.1.max(shocked.1)),
            };
            least += few;
            most += many;
        }
        (least, Some(most))
    }

    /// Who can have the higher level: player one, player two, nobody.
    fn possible(&self, marker: usize) -> BTreeSet<Option<Player>> {
        let [(least, most), (other_least, other_most)] = Player::BOTH.map(|player| self.level(player, marker));
        let mut all = BTreeSet::new();
        if most.is_none_or(|most| most > other_least) {
            all.insert(Some(Player::One));
        }
        if other_most.is_none_or(|most| most > least) {
            all.insert(Some(Player::Two));
        }
        if most.is_none_or(|most| most >= other_least) && other_most.is_none_or(|most| most >= least) {
            all.insert(None);
        }
        all
    }

    fn settle(&mut self) {
        for index in 0..self.markers.len() {
            let possible = self.possible(index);
            let derived = if possible.len() == 1 { possible.first().copied() } else { None };
            let marker = &self.markers[index];
            let standing = |player: Player| {
                !self.sides[number(player)].army || self.units.values().any(|u| u.player == player && u.on_table())
            };
            let said = marker.said.map(|said| said.filter(|player| standing(*player)));
            let now = derived.or(said);
            let (holder, keeper) = match marker.keeper {
                Keeper::Nobody => (now, Keeper::Nobody),
                Keeper::Unknown => (now.filter(Option::is_some), Keeper::Unknown),
                Keeper::Of(player) => {
                    let enemy = Some(player.opponent());
                    match now {
                        Some(holder) if holder == enemy => (now, Keeper::Nobody),
                        Some(_) => (Some(Some(player)), marker.keeper),
                        None if !possible.contains(&enemy) => (Some(Some(player)), marker.keeper),
                        None => (None, Keeper::Unknown),
                    }
                }
            };
            (self.markers[index].holder, self.markers[index].keeper) = (holder, keeper);
        }
    }

    /// Statements about markers that a unit may be near are worth nothing once its nerve changes.
    fn doubt(&mut self, id: &str) {
        if !self.units[id].on_table() {
            return;
        }
        let near: Vec<bool> = (0..self.markers.len()).map(|m| self.near(id, m) != Some(0)).collect();
        for (marker, near) in self.markers.iter_mut().zip(near) {
            marker.said = marker.said.filter(|_| !near);
        }
    }

    fn set_nerve(&mut self, id: &str, nerve: Nerve) {
        if self.units[id].nerve != nerve {
            self.unit(id).nerve = nerve;
            self.doubt(id);
        }
    }

    /// The fewest and the most markers that a player can hold, of those that fit.
    fn held(&self, player: Player, fits: impl Fn(&Marker) -> bool) -> (i64, i64) {
        let fitting: Vec<_> = self.markers.iter().filter(|marker| fits(marker)).collect();
        let sure = fitting.iter().filter(|marker| marker.holder == Some(Some(player))).count() as i64;
        (sure, sure + fitting.iter().filter(|marker| marker.holder.is_none()).count() as i64)
    }

    /// Every value that a card can have now.
    fn worth(&self, player: Player, card: &str) -> BTreeSet<i64> {
        let zone = self.sides[number(player)].zone;
        let of = |(least, most): (i64, i64), worth: &dyn Fn(i64) -> i64| (least..=most).map(worth).collect();
        let known = self.sides.iter().all(|side| side.army);
        match card {
            "man-the-outposts" => of(self.held(player, |_| true), &|n| (4 * n).min(12)),
            "at-the-end" => of(self.held(player, |_| true), &|n| (3 * n).min(9)),
            "far-bank" => {
                let there = self.held(player, |m| m.zone.is_some() && m.zone != zone);
                of(there, &|n| if n > 0 { 6 } else { 0 })
            }
            "crossroads" => of(self.held(player, |m| m.central), &|n| 4 * n),
            "keep-watch" => of(self.held(player, |m| m.zone.is_some() && m.zone == zone), &|n| 3 * n),
            "wide-net" => {
                let (own, theirs) = (self.held(player, |_| true), self.held(player.opponent(), |_| true));
                let pairs = (own.0..=own.1).flat_map(|a| (theirs.0..=theirs.1).map(move |b| (a, b)));
                pairs.map(|(a, b)| if a > b { 5 } else { 0 }).collect()
            }
            "thin-their-ranks" => {
                let slain = self.slain.iter().filter(|id| self.units[*id].player != player).count() as i64;
                [(3 * slain).min(6)].into()
            }
            "silence-the-captain" => {
                let captain = |id: &&String| self.units[*id].player != player && self.units[*id].character;
                [if self.slain.iter().any(|id| captain(&id)) { 5 } else { 0 }].into()
            }
            "break-their-nerve" => {
                let broken =
                    |(id, unit): (&String, &Unit)| unit.player != player && unit.on_table() && self.below_half(id);
                assert!(known, "cards are drawn where armies are known");
                [if self.units.iter().any(broken) { 4 } else { 0 }].into()
            }
            "behind-their-lines" => {
                let answers: Vec<Option<bool>> = self
                    .units
                    .values()
                    .filter(|unit| unit.player == player && unit.on_table())
                    .map(|unit| self.in_zone(unit, zone.expect("a zone")))
                    .collect();
                let sure = answers.contains(&Some(true));
                match (sure, answers.contains(&None)) {
                    (true, _) => [4].into(),
                    (false, true) => [0, 4].into(),
                    (false, false) => [0].into(),
                }
            }
            other => panic!("no card {other}"),
        }
    }

    /// Whether a unit stands wholly within the zone that is not its own.
    fn in_zone(&self, unit: &Unit, own: MapSide) -> Option<bool> {
        let enemy_is_a = own == MapSide::B;
        match unit.spot.as_ref()? {
            Spot::Told(_, regions) => {
                let wanted = if enemy_is_a { RegionName::ZoneA } else { RegionName::ZoneB };
                Some(regions.as_ref()?.contains(&wanted))
            }
            Spot::Standing(models) => {
                // From the edge of side A: 14 of 60 inches from the left, or 11 of 44 from below.
                let (deep, across, along) = if self.wells { (11, 44, 60) } else { (14, 60, 44) };
                let inside = |(x, y, base, _): &(i64, i64, i64, i64)| {
                    let (d, s) = if self.wells { (*y, *x) } else { (*x, *y) };
                    let fine = |inches: i64| inches * 254;
                    let half = base * 5_000;
                    let d = if enemy_is_a { fine(d) } else { fine(across * 1_000 - d) };
                    let along = fine(along * 1_000);
                    d - half >= 0 && d + half <= fine(deep * 1_000) && fine(s) - half >= 0 && fine(s) + half <= along
                };
                Some(models.iter().all(inside))
            }
            _ => None,
        }
    }

    fn judge(&mut self, player: Player, card: &str, round: RoundLabel) {
        if self.conceded == Some(player) {
            return;
        }
        let values = self.worth(player, card);
        if values.len() > 1 {
            self.needs.push(Need { player, card: card.to_owned(), round });
        } else if let Some(vp) = values.first() {
            self.pay(player, card, *vp);
        }
    }

    fn pay(&mut self, player: Player, card: &str, vp: i64) {
        let side = &mut self.sides[number(player)];
        if ["man-the-outposts", "at-the-end"].contains(&card) {
            side.primary += vp;
            return;
        }
        side.cards += vp;
        if vp > 0 && side.active.iter().any(|active| active == card) {
            side.active.retain(|active| active != card);
            side.gone.push(card.to_owned());
            self.needs.retain(|need| need.player != player || need.card != card);
            self.missed.retain(|need| need.player != player || need.card != card);
        }
    }

    fn end_phase(&mut self) {
        self.missed.append(&mut self.needs);
        let player = self.active();
        if self.phase == 0 {
            let ids: Vec<String> = self.units.keys().cloned().collect();
            for id in ids {
                let unit = &self.units[&id];
                let beside = matches!(unit.spot, Some(Spot::Beside(_)));
                if self.due(&id, player) && unit.nerve == Nerve::Steady {
                    self.set_nerve(&id, Nerve::Untested);
                } else if unit.player == player && unit.alive() && !unit.on_table() && !beside {
                    self.unit(&id).missed = true;
                }
            }
        }
        self.settle();
        let round = RoundLabel::Number(self.round);
        if self.phase == 0 && self.round >= 2 {
            self.judge(player, "man-the-outposts", round);
        }
        self.units.values_mut().for_each(|unit| unit.tested = false);
        self.phase += 1;
        if self.phase < 5 {
            self.fade(Until::PhaseEnd);
        } else {
            for card in self.sides[number(player)].active.clone() {
                self.judge(player, &card, round);
            }
            self.end_turn();
        }
    }

    /// Abilities end, and what was said of markers that their units may be near counts no more.
    fn fade(&mut self, until: Until) {
        let ids: Vec<String> = self.units.keys().cloned().collect();
        for id in ids {
            let unit = self.unit(&id);
            let before = unit.spells.len();
            unit.spells.retain(|spell| spell.2 != Some(until));
            if unit.spells.len() < before {
                self.doubt(&id);
            }
        }
    }

    fn end_turn(&mut self) {
        self.fade(Until::PhaseEnd);
        self.fade(Until::TurnEnd);
        if self.active != self.first {
            self.fade(Until::RoundEnd);
        }
        self.slain.clear();
        self.phase = 0;
        let first = self.first.expect("a first turn");
        if self.active == Some(first) {
            self.start_turn(first.opponent());
        } else if self.round == 4 {
            self.finish();
        } else {
            self.start_round();
        }
    }

    fn start_round(&mut self) {
        self.round += 1;
        self.start_turn(self.first.expect("a first turn"));
    }

    fn start_turn(&mut self, player: Player) {
        self.fade(if player == Player::One { Until::OneTurnStart } else { Until::TwoTurnStart });
        self.active = Some(player);
        if !self.has_models(player) {
            return self.end_turn();
        }
        let own: Vec<String> =
            self.units.iter().filter(|(_, u)| u.player == player).map(|(id, _)| id.clone()).collect();
        for id in own {
            self.set_nerve(&id, Nerve::Steady);
            self.unit(&id).missed = false;
        }
        self.sides[number(player)].cp += 1;
    }

    fn finish(&mut self) {
        self.over = true;
        let away: Vec<String> =
            self.units.iter().filter(|(_, unit)| unit.spot == Some(Spot::Away)).map(|(id, _)| id.clone()).collect();
        for unit in self.units.values_mut() {
            let inside =
                matches!(&unit.spot, Some(Spot::Inside(carrier) | Spot::Beside(carrier)) if away.contains(carrier));
            if inside || unit.spot == Some(Spot::Away) {
                unit.spot = Some(Spot::Dead);
            }
        }
        for player in Player::BOTH {
            self.judge(player, "at-the-end", RoundLabel::End(adjutant_engine::view::EndLabel::End));
        }
    }

    fn read(&mut self, by: By, command: &Command) {
        match command {
            Command::Open(_) => self.sides.iter_mut().for_each(|side| side.cp = 2),
            Command::Roster { player, roster } => {
                self.sides[number(*player)].army = true;
                for unit in roster.units() {
                    self.units.insert(unit.id.to_string(), Unit::of(unit, *player));
                }
            }
            Command::Mission { mission, .. } => {
                self.wells = mission.as_str() == "two-wells";
                let pass = [(8, 22), (30, 22), (30, 36), (30, 8), (52, 22)];
                let wells = [(18, 6), (18, 22), (30, 22), (42, 22), (42, 38)];
                for (index, (x, y)) in if self.wells { wells } else { pass }.into_iter().enumerate() {
                    let zone = [Some(MapSide::A), None, None, None, Some(MapSide::B)][index];
                    let at = (x * 1_000, y * 1_000);
                    let marker = Marker { at, central: (x, y) == (30, 22), zone, ..Marker::default() };
                    self.markers.push(Marker { holder: Some(None), ..marker });
                }
            }
            Command::Zone { zone, .. } => {
                let player = by.player().expect("the Defender");
                self.sides[number(player)].zone = Some(*zone);
                let other = if *zone == MapSide::A { MapSide::B } else { MapSide::A };
                self.sides[number(player.opponent())].zone = Some(other);
            }
            Command::FirstTurn { player } => self.first = Some(*player),
            Command::Attach { leader, to } => {
                self.unit(leader.as_str()).spot = Some(Spot::Beside(to.to_string()));
            }
            Command::Reserves(reserves) => {
                for id in &reserves.strategic {
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
                self.start_round();
            }
            other => self.read_battle(by, other),
        }
    }

    fn read_battle(&mut self, by: By, command: &Command) {
        match command {
            Command::EndPhase { .. } => self.end_phase(),
            Command::Arrive { unit, at, .. } => {
                self.place(unit.as_str(), at.as_ref());
                let below = self.below_half(unit.as_str());
                let unit = self.unit(unit.as_str());
                if unit.missed && unit.nerve == Nerve::Steady && below {
                    unit.nerve = Nerve::Untested;
                }
            }
            Command::Deploy { unit, at, .. } | Command::Disembark { unit, at } | Command::Move { unit, at, .. } => {
                self.place(unit.as_str(), at.as_ref());
            }
            Command::Place { unit, at, .. } => self.place(unit.as_str(), Some(at)),
            Command::Shoot(attacks) | Command::Fight(attacks) => self.attacked(attacks),
            Command::Test { unit, of: TestName::BattleShock, roll, .. } => {
                let id = unit.as_str();
                let sum: i64 = roll.iter().map(|face| i64::from(face.get())).sum();
                self.unit(id).tested = true;
                let best = self.members(id).iter().map(|unit| unit.leadership).min().expect("a unit");
                if sum < best {
                    self.set_nerve(id, Nerve::Shocked);
                } else if self.units[id].nerve == Nerve::Untested {
                    self.set_nerve(id, Nerve::Steady);
                }
            }
            Command::Test { unit, roll, destroyed, .. } => {
                let failed = roll.iter().filter(|face| face.get() <= 2).count();
                let failed = adjutant_engine::numbers::Whole::new(failed as i32).expect("a number");
                self.lose(unit.as_str(), destroyed.as_ref().unwrap_or(&Losses::Models(failed)));
            }
            Command::Effect(effect) => {
                for id in &effect.units {
                    let unit = self.unit(id.as_str());
                    unit.spells.retain(|spell| spell.0 != effect.why.as_str());
                    for changes in effect.change.values() {
                        unit.spells.push((effect.why.to_string(), changes.clone(), effect.until));
                    }
                    self.doubt(id.as_str());
                }
            }
            Command::Card(cards) => self.play(cards),
            Command::Stratagem { cp, .. } => {
                self.sides[number(by.player().expect("a player"))].cp -= i64::from(cp.get());
            }
            Command::Control { holds, keeps } => {
                for marker in &mut self.markers.iter_mut().enumerate() {
                    let id = format!("m{}", marker.0 + 1);
                    if let Some((_, holder)) = holds.iter().find(|(name, _)| name.as_str() == id) {
                        marker.1.said = Some(match holder {
                            Holder::One => Some(Player::One),
                            Holder::Two => Some(Player::Two),
                            Holder::None => None,
                        });
                    }
                    if let Some((_, player)) = keeps.iter().find(|(name, _)| name.as_str() == id) {
                        marker.1.keeper = Keeper::Of(*player);
                    }
                }
            }
            Command::Score { player, objective, vp, passed, .. } => {
                let round = passed.map(|at| at.round);
                let meant = |need: &Need| {
                    let card = if need.card == "at-the-end" { "man-the-outposts" } else { &need.card };
                    need.player == *player && card == objective.as_str() && round.is_none_or(|r| r == need.round)
                };
                let open = self.needs.iter().position(meant).map(|index| self.needs.remove(index));
                let late = || self.missed.iter().position(meant).filter(|_| passed.is_some());
                let need = match open {
                    Some(need) => Some(need),
                    None => late().map(|index| self.missed.remove(index)),
                };
                if let Some(need) = need {
                    self.pay(*player, &need.card, i64::from(vp.get()));
                }
            }
            Command::Concede {} => {
                let player = by.player().expect("a player");
                self.conceded = Some(player);
                for unit in self.units.values_mut().filter(|unit| unit.player == player && unit.alive()) {
                    unit.spot = Some(Spot::Gone);
                }
            }
            // What waits for a word still does: only the end of a phase closes it.
            Command::AgreeEnd {} | Command::End {} => self.finish(),
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
        side.cp += cards.cp.map_or(0, |cp| i64::from(cp.get()));
        side.cp -= i64::from(cards.stratagem.is_some());
        assert!(side.active.len() <= 2, "two active cards");
    }

    fn verdict(&self) -> Verdict {
        let total = |player: Player| {
            let side = &self.sides[number(player)];
            let sum = side.primary.min(40) + side.cards.min(30);
            if self.conceded == Some(player) { 0 } else { sum.min(70) as u32 }
        };
        let totals = Player::BOTH.map(total);
        let (winner, by) = match self.conceded {
            Some(player) => (player.opponent().into(), ResultBy::Concession),
            None => match totals[0].cmp(&totals[1]) {
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
            cp: [self.sides[0].cp, self.sides[1].cp],
            active: of(&|side| side.active.clone()),
            gone: of(&|side| side.gone.clone()),
        }
    }
}

fn plan(number: u64) -> Plan {
    let depth = [Depth::Facts, Depth::Positions, Depth::Facts, Depth::Scores][(number % 4) as usize];
    let packs = adjutant_packs::shipped();
    let pack = packs.iter().find(|pack| pack.file.id.as_str() == "outposts-10th").map(Arc::clone).expect("the pack");
    Plan { pack, ..Plan::new(depth) }
}

/// The first record after which the two count other needs, or other totals.
fn first_difference(number: u64, records: &[Record]) -> String {
    let mut game = adjutant_engine::fold::Match::new(adjutant_packs::shipped());
    let mut scorer = Game::default();
    let mut before: Vec<String> = Vec::new();
    let told = records.iter().filter(|(_, command)| !matches!(command, Command::Retract { .. }));
    for (at, (by, command)) in told.enumerate() {
        game.record(*by, command.clone()).unwrap_or_else(|refusal| panic!("match {number}: {refusal}"));
        scorer.read(*by, command);
        before.push(serde_json::to_string(command).expect("JSON"));
        let theirs: Vec<String> = game.state().needs.iter().map(|need| need.objective.to_string()).collect();
        let ours: Vec<String> =
            scorer.needs.iter().map(|need| need.card.replace("at-the-end", "man-the-outposts")).collect();
        let sides = [&scorer.sides[0], &scorer.sides[1]].map(|side| side.primary.min(40) + side.cards.min(30));
        let totals = game.vp();
        let vp = scorer.conceded.is_some() || sides == [i64::from(totals.one), i64::from(totals.two)];
        if ours != theirs || !vp {
            let last = before[before.len().saturating_sub(12)..].join("\n");
            let units: Vec<String> =
                scorer.units.iter().map(|(id, unit)| format!("{id} {:?} {}", unit.spot, unit.models())).collect();
            return format!(
                "record {}: needs {ours:?} / {theirs:?}, {sides:?} / {totals:?}\n{units:#?}\n{last}",
                at + 1
            );
        }
    }
    "no record".into()
}

/// `ADJUTANT_TENTH_MATCHES=10000 cargo test --release -p adjutant-simulate --test tenth` for a longer run.
#[test]
fn random_matches_end_alike_for_both_scorers() {
    let wanted = std::env::var("ADJUTANT_TENTH_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..wanted {
        let game = simulate_match(number, &plan(number));
        let view = View::of(game.state());
        let entries = (1..=game.seq()).filter_map(|seq| game.entry(seq)).filter(|(_, _, stands)| *stands);
        let records: Vec<Record> = entries.map(|(by, command, _)| (by, command.clone())).collect();
        let mut scorer = Game::default();
        for (by, command) in &records {
            scorer.read(*by, command);
            if let Command::Card(cards) = command {
                *seen.entry(format!("card {}", cards.stratagem.is_some())).or_insert(0) += 1;
            }
            if let Command::Effect(effect) = command {
                *seen.entry(format!("effect until {:?}", effect.until)).or_insert(0) += 1;
            }
            if let Command::Attach { .. } = command {
                *seen.entry("attached".into()).or_insert(0) += 1;
            }
            if let Command::Test { of, .. } = command {
                *seen.entry(format!("{of:?}")).or_insert(0) += 1;
            }
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
            cp: Player::BOTH.map(|player| i64::from(view.players[player].cp)),
            active: Player::BOTH.map(|player| names(&cards(player).active)),
            gone: Player::BOTH.map(|player| names(&cards(player).discarded)),
        };
        assert_eq!(ours, theirs, "match {number}, {:?}, {}", view.mission, first_difference(number, &records));
        for key in [format!("{:?}", view.mission), format!("{:?}", result.by)] {
            *seen.entry(key).or_insert(0) += 1;
        }
        let shocked = scorer.units.values().any(|unit| unit.nerve == Nerve::Untested);
        *seen.entry(format!("untested at the end {shocked}")).or_insert(0) += 1;
        let led = records.iter().filter_map(|(_, command)| match command {
            Command::Attach { leader, to } => Some([leader, to].map(|id| scorer.units[id.as_str()].models() > 0)),
            _ => None,
        });
        for [leader, unit] in led {
            *seen.entry(format!("leader stands {leader}, unit stands {unit}")).or_insert(0) += 1;
        }
    }
    println!("{seen:?}");
    assert!(seen.len() >= 20, "every kind of event occurs: {seen:?}");
}
