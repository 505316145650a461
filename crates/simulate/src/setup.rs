//! The set-up, in the order of the rules.

use std::sync::Arc;

use adjutant_engine::command::{
    Command, DiceSource, MarkerChange, Open, PlayerCard, Reserves, Salt, Secondaries, SecretKind,
};
use adjutant_engine::decide::digest;
use adjutant_engine::draw;
use adjutant_engine::ids::{Name, ObjectiveId, UnitId};
use adjutant_engine::law::Pack;
use adjutant_engine::legal::{Kind, choosable};
use adjutant_engine::numbers::{Face, FaceOfThree, Inches, Whole};
use adjutant_engine::place::Place;
use adjutant_engine::roster::Roster;
use adjutant_engine::rules::{AreaName, Mission, Piece, PlacedMarkers, TerrainKind, ZoneBy};
use adjutant_engine::sealed::Names;
use adjutant_engine::side::{By, BySide, MapSide, Player};

use crate::armies::{army, with_squadrons};
use crate::ground::between;
use crate::levels::with_objective_control;
use crate::simulation::{Depth, Simulation};

impl Simulation<'_> {
    pub(crate) fn set_up(&mut self) {
        let mission = self.draw_mission();
        self.open(&mission);
        if self.plan.depth > Depth::Scores {
            self.muster(&mission);
        }
        let faces: Vec<i32> = mission.rolled.iter().map(|faces| faces.bounds()[0]).collect();
        // Two D3 that are read as digits have a field of their own.
        let as_digits = self.plan.pack.law.rolls.mission.is_some_and(|dice| dice.as_digits() && dice.sides() == 3);
        let d33: Option<Vec<FaceOfThree>> = faces.iter().map(|face| FaceOfThree::new(*face)).collect();
        let d33 = d33.and_then(|faces| faces.try_into().ok()).filter(|_| as_digits);
        let rolled: Vec<Face> = faces.into_iter().filter_map(Face::new).filter(|_| !as_digits).collect();
        let rolled = Some(rolled).filter(|rolled| !rolled.is_empty());
        self.record(By::Both, Command::Mission { mission: mission.id.clone(), d33, rolled, rules_hash: None });
        self.say_dispositions(&mission);
        if self.plan.depth == Depth::Positions {
            self.set_up_terrain(&mission);
        }
        if self.plan.pack.law.choices() > 0 || self.plan.pack.law.fixed_cards.is_some() {
            self.choose_secondaries();
        }
        if self.plan.depth > Depth::Scores {
            self.note_models();
        }
        let by_first = self.plan.pack.law.zone_by == ZoneBy::FirstPlayer;
        if by_first {
            self.set_up_by_first_player();
        } else {
            self.place_before_zones();
            self.choose_sides();
            self.draw_markers();
        }
        // Objectives in the zones are placed in turn, the player with the first turn first.
        let in_zones = mission.placed.is_some_and(|placed| matches!(placed.markers, PlacedMarkers::EachPlayer(_)));
        if !by_first && in_zones {
            self.go_first();
            self.place_objectives();
        }
        if self.plan.depth > Depth::Scores {
            self.attach_leaders();
            self.declare_reserves();
            let played = self.game.state().mission.as_deref().unwrap_or(&mission).clone();
            self.deploy(&played);
        }
        if !by_first && !in_zones {
            self.go_first();
        }
        self.record(By::Both, Command::Begin {});
    }

    /// A few boxes of area terrain and hills, where none lies on a marker that has to be clear of it.
    fn set_up_terrain(&mut self, mission: &Mission) {
        let [width, height] = mission.board.map(Inches::thousandths);
        for number in 0..self.streams.terrain.below(5) {
            let stream = &mut self.streams.terrain;
            let kinds = [TerrainKind::Ruins, TerrainKind::Woods, TerrainKind::Craters, TerrainKind::Hill];
            let Some(kind) = stream.pick(&kinds).copied() else { return };
            let (wide, deep) = (between(stream, 2_000, 8_000), between(stream, 2_000, 8_000));
            let (left, low) = (between(stream, 0, width - wide), between(stream, 0, height - deep));
            let corners = [(left, low), (left + wide, low), (left + wide, low + deep), (left, low + deep)];
            let inches = |at: i32| Inches::from_thousandths(at);
            let footprint: Option<Vec<_>> = corners.iter().map(|(x, y)| Some([inches(*x)?, inches(*y)?])).collect();
            let (Some(footprint), Some(id)) = (footprint, AreaName::new(&format!("t{}", number + 1))) else { return };
            let height = inches(between(stream, 1_000, 6_000)).filter(|_| stream.chance(80));
            let piece = Piece { id, kind, footprint, height, traits: None, save: None };
            self.attempt(By::Both, Command::Terrain(Box::new(piece)));
        }
    }

    fn go_first(&mut self) {
        let player = self.roll_off("first turn");
        self.record(By::Both, Command::FirstTurn { player });
    }

    fn draw_mission(&mut self) -> Mission {
        let pack = &self.plan.pack;
        let asked = self.plan.mission.as_ref().and_then(|id| pack.missions.get(id));
        let all: Vec<_> = pack.missions.values().collect();
        let drawn = self.streams.mission.pick(&all).copied();
        let mission = asked.or(drawn).unwrap_or_else(|| unreachable!("a pack has missions"));
        Mission::clone(mission)
    }

    fn open(&mut self, mission: &Mission) {
        let card = |name: &Name| PlayerCard::of(name.clone());
        let open = Open {
            format: Whole::new(1).unwrap_or_else(|| unreachable!("1 is in range")),
            id: self.plan.id.clone(),
            pack: self.plan.pack.file.id.clone(),
            rules: Some(self.plan.pack.rules),
            engine: None,
            law: None,
            size: mission.size,
            points: self.agreed_points(mission),
            agreed: self.plan.agreed.clone(),
            players: self.plan.players.map(card),
            event: None,
            dice: Some(DiceSource::open(self.streams.dice_seed)),
            names: Names::Open,
        };
        self.record(By::Both, Command::Open(Box::new(open)));
    }

    /// Invented armies are of up to 1,000 points or of up to 2,000: a limit between the two is raised.
    fn agreed_points(&self, mission: &Mission) -> Option<Whole<1, 100_000>> {
        let limit = self.plan.pack.file.sizes.get(&mission.size)?.points.get();
        if (1_001..2_000).contains(&limit) && self.plan.rosters.is_none() { Whole::new(2_000) } else { None }
    }

    fn muster(&mut self, mission: &Mission) {
        let points = self.plan.pack.file.sizes.get(&mission.size).map_or(0, |size| size.points.get());
        let levels = self.plan.pack.law.control.by_level;
        let counted = !self.plan.pack.law.figures.is_empty();
        let invented = BySide::from_fn(|player| {
            let roster = army(&mut self.streams.armies, points, player);
            let roster = if levels { with_objective_control(roster) } else { roster };
            let roster = if counted { with_squadrons(&mut self.streams.armies, roster) } else { roster };
            in_a_known_detachment(roster, &self.plan.pack)
        });
        for player in Player::BOTH {
            let roster = self.plan.rosters.as_ref().map_or(&invented, |given| given)[player].clone();
            self.record(player.into(), Command::Roster { player, roster: Arc::new(roster) });
        }
    }

    /// What both armies are bent on, where the mission asks for it.
    fn say_dispositions(&mut self, mission: &Mission) {
        let all: Vec<_> = mission.primaries.keys().copied().collect();
        let [Some(first), Some(last)] = [all.first(), all.last()] else { return };
        let swap = self.streams.choices.chance(50);
        for (player, is) in Player::BOTH.into_iter().zip(if swap { [*last, *first] } else { [*first, *last] }) {
            self.record(player.into(), Command::Disposition { player, is });
        }
    }

    /// Openly, or one time in four by commitments.
    fn choose_secondaries(&mut self) {
        let choices = Player::BOTH.map(|player| {
            (player, Secondaries { choose: self.three_of(player).into_iter().map(Into::into).collect(), mode: None })
        });
        if !self.streams.choices.chance(25) {
            for (player, choice) in choices {
                self.record(player.into(), Command::Secondaries(choice));
            }
            return;
        }
        let what = SecretKind::Secondaries;
        let sealed = choices.map(|(player, choice)| {
            let digits: String = self.streams.choices.seed()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
            let salt = Salt::new(&digits).unwrap_or_else(|| unreachable!("32 digits"));
            (player, salt, serde_json::json!({"choose": choice.choose}))
        });
        let id = self.game.state().open.as_ref().map(|open| open.id.clone());
        let Some(id) = id else { return };
        for (player, salt, value) in &sealed {
            let digest = digest(&id, *player, what, salt, value);
            self.record((*player).into(), Command::Commit { what, digest });
        }
        for (player, salt, value) in sealed {
            self.record(player.into(), Command::Reveal { what, salt, value });
        }
    }

    fn three_of(&mut self, player: Player) -> Vec<ObjectiveId> {
        let pack = &self.plan.pack;
        let mut open = choosable(self.game.state(), player);
        let mut chosen: Vec<ObjectiveId> = Vec::new();
        if let Some(cards) = pack.law.fixed_cards {
            // One player in three plays fixed cards, and they share a category.
            let fixed = self.streams.choices.chance(33);
            while fixed && chosen.len() < cards {
                let Some(id) = self.streams.choices.pick(&open).cloned() else { break };
                open.retain(|other| *other != id);
                chosen.push(id);
            }
            // Too few of them may be open to this army: it draws.
            return if chosen.len() == cards { chosen } else { Vec::new() };
        }
        let wanted = pack.law.choices();
        while chosen.len() < wanted
            && let Some(id) = self.streams.choices.pick(&open).cloned()
        {
            let category = pack.objectives[&id].category;
            open.retain(|other| pack.objectives[other].category != category);
            chosen.push(id);
        }
        chosen
    }

    fn note_models(&mut self) {
        for player in Player::BOTH {
            for offer in self.offers(player, Kind::Mark) {
                self.record(offer.by, offer.command);
            }
        }
    }

    /// The winner of a roll-off, recorded with the dice of the match's seed.
    pub(crate) fn roll_off(&mut self, purpose: &str) -> Player {
        let dice = draw::next_roll_off(&self.game, purpose).unwrap_or_else(|| unreachable!("`open` names a seed"));
        let winner = if dice.last().is_some_and(|[one, two]| one > two) { Player::One } else { Player::Two };
        let purpose = Name::new(purpose).unwrap_or_else(|_| unreachable!("a short name"));
        self.record(By::Both, Command::RollOff { purpose, dice });
        winner
    }

    fn choose_sides(&mut self) {
        let attacker = self.roll_off("attacker");
        self.record(By::Both, Command::Roles { attacker });
        let zone = if self.streams.choices.chance(50) { MapSide::A } else { MapSide::B };
        self.record(attacker.opponent().into(), Command::Zone { zone, layout: None });
    }

    /// Markers that the mission moves or draws, player by player.
    fn draw_markers(&mut self) {
        while Player::BOTH.map(|player| self.move_marker(player)).contains(&true) {}
        while Player::BOTH.map(|player| self.draw_marker(player)).contains(&true) {}
    }

    /// Whether a player set up a marker again, half an inch from its place or where it was.
    fn move_marker(&mut self, player: Player) -> bool {
        let offers = self.offers(player, Kind::Marker).into_iter().map(|offer| offer.command);
        let moves = |command: &Command| matches!(command, Command::Marker(change) if change.moves_to.is_some());
        let open: Vec<Command> = offers.filter(moves).collect();
        let Some(Command::Marker(change)) = self.streams.places.pick(&open).cloned() else { return false };
        let nudged = change
            .moves_to
            .map(|at| at.map(|inches| Inches::from_thousandths(inches.thousandths() + 500).unwrap_or_default()));
        let nudge = self.streams.places.chance(25);
        let elsewhere = Command::Marker(MarkerChange { moves_to: nudged, ..change.clone() });
        if !nudge || !self.attempt(player.into(), elsewhere) {
            self.record(player.into(), Command::Marker(change));
        }
        true
    }

    /// Whether a player drew a marker that the mission wants drawn.
    fn draw_marker(&mut self, player: Player) -> bool {
        let drawn = |command: &Command| matches!(command, Command::Marker(change) if change.becomes.is_some());
        let offers = self.offers(player, Kind::Marker);
        let open: Vec<_> = offers.into_iter().filter(|offer| drawn(&offer.command)).collect();
        let Some(offer) = self.streams.choices.pick(&open).cloned() else { return false };
        self.record(offer.by, offer.command);
        true
    }

    /// Now and then a unit starts in reserve, or in a transport; places by coordinates keep everybody on the field.
    fn declare_reserves(&mut self) {
        for player in Player::BOTH {
            let mut reserves = Reserves::default();
            let units: Vec<_> = self.game.state().living(player).cloned().collect();
            if self.plan.depth == Depth::Facts {
                let squads: Vec<_> = units.iter().filter(|unit| unit.role == TROOPS).collect();
                if self.streams.choices.chance(30)
                    && let Some(unit) = self.streams.choices.pick(&squads)
                {
                    reserves.strategic.push(unit.id.clone());
                }
                let carrier = units.iter().find(|unit| unit.transport_capacity.is_some());
                if let (Some(carrier), true) = (carrier, self.streams.choices.chance(40)) {
                    let fits = |unit: &&&adjutant_engine::state::Unit| {
                        Some(unit.models()) <= carrier.transport_capacity && !reserves.strategic.contains(&unit.id)
                    };
                    let passengers: Vec<_> = squads.iter().filter(fits).take(1).map(|unit| unit.id.clone()).collect();
                    reserves.embarked.insert(carrier.id.clone(), passengers);
                }
            }
            self.attempt(player.into(), Command::Reserves(reserves));
        }
    }

    /// One unit each in turn, until all stand there; now and then the last ones are left unsaid.
    fn deploy_in_turn(&mut self, mission: &Mission) {
        loop {
            let offers = Player::BOTH.into_iter().flat_map(|player| self.offers(player, Kind::Deploy));
            let offers: Vec<_> = offers.filter_map(|offer| Some((offer.by, deployed(&offer.command)?))).collect();
            let Some((by, unit)) = self.streams.places.pick(&offers).cloned() else { return };
            let at = self.place_to_deploy(mission, &unit);
            if self.plan.depth == Depth::Facts && self.streams.places.chance(5) {
                return;
            }
            let placed =
                self.attempt(by, Command::Deploy { unit: unit.clone(), at, oversize: None, how: None, up_to_in: None });
            if !placed {
                self.record(by, Command::Deploy { unit, at: None, oversize: None, how: None, up_to_in: None });
            }
        }
    }

    /// Coordinates in its player's zone, where places are recorded.
    fn place_to_deploy(&mut self, mission: &Mission, id: &UnitId) -> Option<Place> {
        let (_, unit) = self.game.state().unit(id).filter(|_| self.plan.depth == Depth::Positions)?;
        let zone = mission.zones.get(self.game.state().sides[unit.player].zone?);
        self.ground.deploy(&mut self.streams.places, mission, zone, unit)
    }

    fn deploy(&mut self, mission: &Mission) {
        if self.plan.pack.law.deploys_in_turn {
            return self.deploy_in_turn(mission);
        }
        let waiting: Vec<_> = Player::BOTH.into_iter().flat_map(|player| self.offers(player, Kind::Deploy)).collect();
        for offer in waiting {
            let Some(id) = deployed(&offer.command) else { continue };
            let at = self.place_to_deploy(mission, &id);
            if self.plan.depth == Depth::Positions || self.streams.places.chance(50) {
                self.attempt(offer.by, Command::Deploy { unit: id, at, oversize: None, how: None, up_to_in: None });
            }
        }
    }
}

/// The unit that a command sets up.
fn deployed(command: &Command) -> Option<UnitId> {
    match command {
        Command::Deploy { unit, .. } => Some(unit.clone()),
        _ => None,
    }
}

/// The army in a Detachment that the pack knows: its own kind where the pack has that or names none, else the first.
fn in_a_known_detachment(mut roster: Roster, pack: &Pack) -> Roster {
    let known = &pack.detachments;
    for detachment in roster.detachments.iter_mut().filter(|one| !known.is_empty() && !known.contains(&one.kind)) {
        detachment.kind.clone_from(&known[0]);
        detachment.cp = Whole::new(0).unwrap_or(detachment.cp);
    }
    roster
}

const TROOPS: adjutant_engine::roster::BattlefieldRole = adjutant_engine::roster::BattlefieldRole::Troops;
