//! The questions before the battle.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{BattleSize, Command, Reserves};
use adjutant_engine::ids::{Name, UnitId};
use adjutant_engine::law::Pack;
use adjutant_engine::legal::{Kind, dispositions_for, legal_of};
use adjutant_engine::numbers::{Face, Whole};
use adjutant_engine::rules::{Mission, PlacedMarkers, ZoneBy};
use adjutant_engine::side::{By, MapSide, Player};
use adjutant_engine::state::State;
use adjutant_present::names::{self, name_of};
use adjutant_present::units;

use crate::due::{self, Optional, Step};
use crate::menu::{Act, Menu, one};
use crate::mode::{Field, Mode};
use crate::modes::{choosing, markers, picks, terrain};
use crate::panel::map;
use crate::past;
use crate::shared::Session;
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::{padded, width};
use crate::tray::away::Away;
use crate::trial::rehearse;

/// What is lost where attacker and zone are left out.
const LEFT_OUT: &str = "Left out, you are asked for the points of objectives that look at zones.";

/// The questions of a match that has no record yet.
pub fn opening(session: &Session) -> Menu {
    let field = match (&session.names.one, &session.names.two) {
        (None, _) => Field::Name(Player::One),
        (_, None) => Field::Name(Player::Two),
        _ => {
            let pack = session.pack();
            let keys = [Key::Char('1'), Key::Char('2')];
            let sizes = pack.file.sizes.iter().zip(keys).map(|((of, rules), key)| {
                let name = of.title();
                (key, format!("{name}: up to {} points a side", grouped(rules.points.get())), Act::Open(size(*of)))
            });
            return sizes
                .fold(Menu::new("How large are the armies?"), |menu, (key, words, act)| menu.choice(key, words, act));
        }
    };
    let mut menu =
        Menu::new(field.title()).key(Key::Enter, "go on", Act::Back).key(Key::Escape, "leave", Act::Open(Mode::Leave));
    menu.field = Some(field);
    menu
}

/// A number with a comma for its thousands.
fn grouped(number: i32) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

fn size(size: BattleSize) -> Mode {
    Mode::Typing(Field::Seed(size))
}

/// The question of the set-up.
pub fn menu(session: &Session, recording: &Recording) -> Menu {
    let state = recording.game().state();
    match due::next_step(&session.skipped, recording) {
        Step::Roster(player) => roster(state, player),
        Step::Disposition(player) => disposition(state, player),
        Step::Mission => mission(session, state),
        Step::Secondaries(player) => choosing::menu(session, state, player),
        Step::Reveal => Menu::new("Both players have chosen in secret.")
            .note("Opening shows both choices at once; the log proves that neither was changed.")
            .note("A choice that cannot be opened, or is not allowed: choose anew, both of you.")
            .key(Key::Enter, "open both", Act::Do(Deed::Reveal))
            .key(Key::Char('n'), "choose anew", Act::Do(Deed::TakeBack(due::sealed(recording), None))),
        Step::Mark(player) => mark(recording, player),
        Step::Roles => two_ways(
            decided(recording, Menu::new("Who attacks?"), "roles")
                .note("The Defender then chooses a zone.")
                .note(LEFT_OUT)
                .key(Key::Char('x'), "leave it out", Act::Skip(Optional::Roles)),
            state,
            |attacker| Command::Roles { attacker },
        ),
        Step::Zone => zone(state),
        Step::DrawMarkers => markers::menu(session, recording),
        Step::CountObjectives => count_objectives(state),
        Step::PlaceObjective(by) => place_objective(recording, by),
        Step::Leaders(player) => leaders(recording, player),
        Step::Deployment(player) => deployment(session, recording, player),
        Step::FirstTurn => two_ways(
            decided(recording, Menu::new("Who has the first turn of every round?"), "first-turn"),
            state,
            |player| Command::FirstTurn { player },
        ),
        Step::Ready(player) => Menu::new(format!("Is {}'s whole army painted and based?", name_of(state, player)))
            .note(format!(
                "Battle Ready is worth {} VP at the end. You can still record it after the battle.",
                state.law().battle_ready_vp()
            ))
            .choice(Key::Char('y'), "yes, Battle Ready", ready(player, true))
            .choice(Key::Char('n'), "no", ready(player, false))
            .key(Key::Char('x'), "later", Act::Skip(Optional::Ready(player))),
        Step::Begin => beginning(recording),
    }
}

/// The beginning, or what it still misses.
fn beginning(recording: &Recording) -> Menu {
    let state = recording.game().state();
    let first = state.first.map_or_else(String::new, |first| format!(": {} has the first turn", name_of(state, first)));
    let menu = match recording.game().check(By::Both, &Command::Begin {}) {
        Ok(()) => Menu::new("Everything is set up.").note(format!("> begins the battle{first}.")),
        Err(refusal) => Menu::new("Something is missing.").note(past::why_not(recording, &refusal)),
    };
    let picks = picks::reminders(recording);
    let menu = picks.iter().fold(menu, |menu, due| menu.note(format!("{due}.")));
    let menu = if picks.is_empty() { menu } else { menu.key(Key::Char('i'), "pick", Act::Open(Mode::Picks)) };
    let begin = Act::Do(Deed::Record(vec![(By::Both, Command::Begin {})]));
    menu.key(Key::Char('>'), "begin the battle", begin)
}

fn ready(player: Player, ready: bool) -> Act {
    one(player, Command::BattleReady { player, ready })
}

fn two_ways(menu: Menu, state: &State, command: impl Fn(Player) -> Command) -> Menu {
    let keys = [(Key::Char('1'), Player::One), (Key::Char('2'), Player::Two)];
    keys.into_iter()
        .fold(menu, |menu, (key, player)| menu.choice(key, name_of(state, player), one(By::Both, command(player))))
}

/// Who won the roll-off for something, or how it is rolled: once.
fn decided(recording: &Recording, menu: Menu, purpose: &'static str) -> Menu {
    let state = recording.game().state();
    let of = |command: &Command| match command {
        Command::RollOff { purpose: own, dice } if own.as_str() == purpose => dice.last().copied(),
        _ => None,
    };
    let read = |seq: u64| past::as_read(recording, seq).and_then(|(_, command)| of(&command));
    match recording.standing().rev().find_map(|record| Some((record.seq, read(record.seq)?))) {
        Some((seq, [one, two])) => {
            let won = if one > two { Player::One } else { Player::Two };
            let (most, least) = (one.max(two).get(), one.min(two).get());
            menu.note(format!(
                "{} won the roll-off, {most} to {least} (record {seq}), and chooses.",
                name_of(state, won)
            ))
        }
        None => menu.note("The winner of the roll-off chooses.").note(own_dice(state, purpose)).key(
            Key::Char('r'),
            "roll off here",
            Act::Do(Deed::RollOff(purpose)),
        ),
    }
}

/// How a roll-off with the players' own dice is recorded.
fn own_dice(state: &State, purpose: &str) -> String {
    format!("Your own dice: `:roll-off {purpose} 5-2`, {}'s die first.", name_of(state, Player::One))
}

fn roster(state: &State, player: Player) -> Menu {
    Menu::new(format!("{}'s army list", name_of(state, player)))
        .note("With lists, kills and actions are picked by letter and most points follow by themselves.")
        .note("Without one, points that need it are typed in.")
        .choice(Key::Char('f'), "read a file: BattleScribe .ros or .rosz, text, JSON", {
            Act::Open(Mode::Typing(Field::Roster(player)))
        })
        .choice(Key::Char('x'), "play without a list", Act::Skip(Optional::Roster(player)))
}

/// What the army of a player is bent on.
fn disposition(state: &State, player: Player) -> Menu {
    let menu = Menu::new(format!("What is {}'s army bent on?", name_of(state, player)));
    menu.choices(dispositions_for(state, player).into_iter().map(|is| {
        let words = is.as_str().replace('-', " ");
        (words, false, one(player, Command::Disposition { player, is }))
    }))
}

/// The missions with their numbers; the one that a letter marks is shown as a map.
fn mission(session: &Session, state: &State) -> Menu {
    let all = due::missions(state);
    let marked = session.mission.as_ref().and_then(|id| all.iter().find(|mission| mission.id == *id));
    let primary = |mission: &Mission| {
        let name = Pack::primaries_in_words(state.pack.as_deref(), mission);
        [name, format!("{} markers", mission.markers.len())]
    };
    let mut menu = Menu::new("Which mission?");
    let dice = state.law().rolls.mission.map(|dice| dice.to_string().to_uppercase());
    if let Some(dice) = &dice {
        menu = menu.key(Key::Char('r'), format!("roll {dice} here"), Act::Do(Deed::RollMission));
    }
    if let Some(mission) = marked {
        let command = Command::Mission { mission: mission.id.clone(), d33: None, rolled: None, rules_hash: None };
        menu = menu.key(Key::Enter, format!("play {}", mission.name), one(By::Both, command));
        let [name, markers] = primary(mission);
        menu.beside = map::beside(mission, &[format!("Primary: {name}"), markers]);
    } else {
        menu = menu.note("A letter or ↓ shows the map; Enter then chooses it.");
        if dice.is_some() {
            menu = menu.note("Your own dice: choose the mission whose number they show.");
        }
    }
    let at = marked.and_then(|marked| all.iter().position(|mission| mission.id == marked.id));
    menu = menu.looking(&all, at, "next", |mission| Act::Show(mission.id.clone()));
    let names = all.iter().map(|mission| width(mission.name.as_str())).max().unwrap_or(0);
    let list = all.iter().map(|mission| {
        let roll = state.pack.as_ref().and_then(|pack| pack.dice_of(mission)).unwrap_or_default();
        let roll = dice.as_ref().and_then(|dice| roll.strip_prefix(dice.as_str())).unwrap_or(&roll).trim();
        let is = marked.is_some_and(|marked| marked.id == mission.id);
        // Beside a map there is room for the name alone.
        let says = match marked {
            Some(_) => format!("{roll}  {}", mission.name),
            None => format!("{roll}  {}  {}", padded(mission.name.as_str(), names), primary(mission).join(BETWEEN)),
        };
        (says, is, Act::Show(mission.id.clone()))
    });
    menu.choices(list)
}

/// What stands between two facts in one row.
const BETWEEN: &str = " · ";

/// The steps of the set-up, each with whether it is done and what was said.
pub fn steps(session: &Session, state: &State) -> Vec<(&'static str, bool, String)> {
    let names = state.open.as_ref().map(|open| Player::BOTH.map(|player| open.players[player].name.to_string()));
    let named = names.is_some() || (session.names.one.is_some() && session.names.two.is_some());
    let of_both = |done: &dyn Fn(Player) -> bool| Player::BOTH.into_iter().all(done);
    let points = Player::BOTH.map(|player| {
        let own = state.units.iter().filter(|unit| unit.player == player);
        own.map(|unit| unit.points).sum::<i32>().to_string()
    });
    let armies = of_both(&|player| state.knows_army(player));
    let mut steps = vec![
        ("names", named, names.map_or_else(String::new, |names| names.join(", "))),
        (
            "size",
            state.open.is_some(),
            state.open.as_ref().map_or_else(String::new, |open| open.size.title().to_owned()),
        ),
        ("armies", armies, if armies { format!("{} points", points.join(" and ")) } else { String::new() }),
        (
            "mission",
            state.mission.is_some(),
            state.mission.as_ref().map_or_else(String::new, |own| own.name.to_string()),
        ),
    ];
    if due::wanted(state) > 0 {
        steps.push(("secondaries", of_both(&|player| state.sides[player].secondaries.is_some()), String::new()));
    }
    let attacker = state.attacker.map_or_else(String::new, |player| name_of(state, player));
    if state.law().zone_by != ZoneBy::FirstPlayer {
        steps.push(("attacker", state.attacker.is_some(), attacker));
    }
    steps.push(("zones", state.sides.one.zone.is_some(), String::new()));
    steps.push(("reserves", of_both(&|player| state.sides[player].reserves_declared), String::new()));
    let first = state.first.map_or_else(String::new, |player| name_of(state, player));
    steps.push(("first turn", state.first.is_some(), first));
    if state.law().battle_ready.is_some() {
        let said = of_both(&|player| state.sides[player].battle_ready.is_some());
        steps.push(("Battle Ready", said, String::new()));
    }
    steps
}

fn mark(recording: &Recording, player: Player) -> Menu {
    let state = recording.game().state();
    let menu = Menu::new(format!("Which models does {} write down?", name_of(state, player))).key(
        Key::Char('x'),
        "leave it out",
        Act::Skip(Optional::Mark(player)),
    );
    match due::marks(recording, player) {
        Some(command) => {
            let words = match &command {
                Command::Mark { models, .. } => {
                    let models = models.iter().map(|(unit, group)| format!("{group} of {}", units::name(state, unit)));
                    models.collect::<Vec<_>>().join(", ")
                }
                _ => String::new(),
            };
            menu.note(format!("The costliest in the list: {words}")).key(Key::Enter, "these", one(player, command))
        }
        None => menu.note("The list does not say which models cost the most; type `:mark {…}`."),
    }
}

/// The die that says how many objectives are placed, as it lies on the table.
fn count_objectives(state: &State) -> Menu {
    let placed = state.mission.as_ref().and_then(|mission| mission.placed);
    let more = match placed.map(|placed| placed.markers) {
        Some(PlacedMarkers::D3Plus(more)) => more.get(),
        _ => 0,
    };
    die(Menu::new("How many objectives? Roll a D6."), "objectives", |face| {
        format!("{} objectives", (face + 1) / 2 + more)
    })
}

/// A choice for every face of a die that decides something.
pub fn die(menu: Menu, purpose: &str, words: impl Fn(i32) -> String) -> Menu {
    let Ok(name) = Name::new(purpose) else { return menu };
    (1..=6).filter_map(Face::new).fold(menu, |menu, face| {
        let key = char::from_digit(face.get().unsigned_abs(), 10).unwrap_or('0');
        let roll = Command::Roll { purpose: name.clone(), roll: vec![face], rerolled: None };
        menu.choice(Key::Char(key), words(face.get()), one(By::Both, roll))
    })
}

/// Where the next objective lies: places that are allowed, every six inches, or any in words.
fn place_objective(recording: &Recording, by: Option<Player>) -> Menu {
    let state = recording.game().state();
    let next = format!("m{}", state.markers.len() + 1);
    let Some(player) = by else {
        return Menu::new("Roll off: the winner places the first objective.").note(own_dice(state, "objectives")).key(
            Key::Char('r'),
            "roll off here",
            Act::Do(Deed::RollOff("objectives")),
        );
    };
    let offers = legal_of(recording.game(), player.into(), Kind::Marker);
    let places = offers.into_iter().filter_map(|offer| match &offer.command {
        Command::Marker(change) => {
            let [x, y] = change.placed?;
            Some((format!("{x}\" from the left, {y}\" from the bottom"), one(player, offer.command)))
        }
        _ => None,
    });
    Menu::new(format!("Where does {} place objective {next}?", name_of(state, player)))
        .note(format!("Anywhere else: `:objective {next} X Y`, in inches from the left and the bottom edge."))
        .list(places)
}

fn zone(state: &State) -> Menu {
    if let (ZoneBy::FirstPlayer, Some(first)) = (state.law().zone_by, state.first) {
        return zone_of_first(state, first);
    }
    let defender = state.attacker.map_or(Player::Two, Player::opponent);
    let menu = Menu::new(format!("Which deployment zone does {} (Defender) choose?", name_of(state, defender)))
        .choice(Key::Char('a'), "zone A", one(defender, Command::Zone { zone: MapSide::A, layout: None }))
        .choice(Key::Char('b'), "zone B", one(defender, Command::Zone { zone: MapSide::B, layout: None }))
        .note("M shows the map with both zones.")
        .key(Key::Char('x'), "leave it out", Act::Skip(Optional::Zone));
    terrain::drawn(terrain::offered(menu, state), state)
}

/// The zones that the player who goes first can take.
fn zone_of_first(state: &State, first: Player) -> Menu {
    let others = state.mission.as_ref().map_or(0, |mission| mission.other_zones.len());
    let layouts = std::iter::once(None).chain((0..others).map(Some));
    let keys = ('1'..='9').map(Key::Char);
    let menu = Menu::new(format!("Which zone does {} take?", name_of(state, first)));
    let menu = terrain::offered(menu, state);
    let sides = layouts.flat_map(|other| [MapSide::A, MapSide::B].map(|side| (other, side)));
    sides.zip(keys).fold(menu, |menu, ((other, zone), key)| {
        let name = other.and_then(|other| state.mission.as_ref()?.other_zones.get(other)).map(|other| &other.name);
        let name = name.map_or_else(String::new, |name| format!(", {name}"));
        let layout = other.and_then(|other| Whole::new(i32::try_from(other + 2).ok()?));
        menu.choice(key, format!("zone {}{name}", zone.title()), one(first, Command::Zone { zone, layout }))
    })
}

/// Each leader with each unit that it can join.
fn leaders(recording: &Recording, player: Player) -> Menu {
    let state = recording.game().state();
    let offers = legal_of(recording.game(), player.into(), Kind::Attach).into_iter();
    let pairs = offers.filter_map(|offer| match &offer.command {
        Command::Attach { leader, to } => {
            let words = format!("{} leads {}", units::name(state, leader), units::name(state, to));
            Some((words, one(player, offer.command)))
        }
        _ => None,
    });
    Menu::new(format!("{}: which leaders join a unit?", name_of(state, player)))
        .note("They are one unit with it until they or its last other model fall.")
        .key(Key::Char('x'), "no more", Act::Skip(Optional::Leaders(player)))
        .list(pairs)
}

fn deployment(session: &Session, recording: &Recording, player: Player) -> Menu {
    let state = recording.game().state();
    let (reserves, count) = (away(session), session.reserved.len());
    let command = Command::Reserves(reserves.clone());
    let other = player.opponent();
    // Who chose objectives in secret notes the reserves in secret too; one side alone cannot.
    let may_hide =
        state.sides[player].secondaries.is_some() && Player::BOTH.iter().all(|player| state.knows_army(*player));
    let bound = due::keeps_back_in_secret(state, other);
    let hidden = bound || (may_hide && !session.openly && !state.sides[other].reserves_declared);
    let title = format!("{}: which units start off the table?", name_of(state, player));
    let mut menu = terrain::offered(Menu::new(title), state);
    if hidden {
        menu = menu
            .note(format!("In secret: {} looks away. Enter seals; both are opened together.", name_of(state, other)));
    }
    menu = menu
        .note("A letter keeps a unit off the table; = says how: Strategic Reserves, a rule of its own (free), aboard.");
    if count > 0 {
        let points: i32 = session.reserved.keys().filter_map(|id| Some(state.unit(id)?.1.points)).sum();
        let (units, all) = (state.living(player).count(), state.units.iter().filter(|unit| unit.player == player));
        let all: i32 = all.map(|unit| unit.points).sum();
        menu = menu.note(format!("Off the table: {count} of {units} units, {points} of {all} points"));
    }
    for (unit, how) in &session.reserved {
        menu = menu.note(format!("{}: {}", units::name(state, unit), how.says(state)));
    }
    match rehearse(recording.game(), &vec![(By::from(player), command.clone())]) {
        Ok(tried) => {
            let (before, after) = (state.sides[player].cp, tried.game.state().sides[player].cp);
            if before != after {
                menu = menu.note(format!("That costs {} CP: {before} → {after}.", before - after));
            }
        }
        Err((_, refusal)) => menu = menu.note(names::refused(state, &refusal)),
    }
    let done = if count == 0 { "all start on the table" } else { "the others start on the table" };
    menu = match hidden {
        true => {
            let done = if count == 0 { "seal: all start on the table" } else { "seal" };
            menu.key(Key::Enter, done, Act::Do(Deed::CommitReserves(player, reserves)))
        }
        false => menu.key(Key::Enter, done, one(player, command)),
    };
    if may_hide && !bound && !state.sides[other].reserves_declared {
        menu = menu.key(Key::Char('+'), if hidden { "openly" } else { "in secret" }, Act::Hide);
    }
    if count > 0 {
        menu = menu.key(Key::Char('='), "how", Act::Manner).key(Key::Char('x'), "clear", Act::Again);
    }
    let list = units::army(state, player).into_iter().map(|called| {
        let how = session.reserved.get(&called.unit.id);
        let says = how.map_or(String::new(), |how| format!(" – {}", how.short()));
        (
            format!("{} {}{says}", called.name, units::strength(called.unit)),
            how.is_some(),
            Act::Reserve(called.unit.id.clone()),
        )
    });
    menu.choices(list)
}

/// The units that are kept off the table, as the log says it.
fn away(session: &Session) -> Reserves {
    let mut reserves = Reserves::default();
    for (unit, how) in &session.reserved {
        match how {
            Away::Strategic => reserves.strategic.push(unit.clone()),
            Away::Own => reserves.elsewhere.push(unit.clone()),
            Away::Aboard(transport) => reserves.embarked.entry(transport.clone()).or_default().push(unit.clone()),
        }
    }
    reserves
}

impl Session {
    /// Keeps a unit off the table; a letter again says the same again.
    pub(crate) fn reserve(&mut self, unit: UnitId) {
        self.reserved.entry(unit.clone()).or_insert(Away::Strategic);
        self.last_away = Some(unit);
    }

    /// The next way to keep the last unit off the table: Strategic Reserves, its own rule, each transport of its army.
    pub(crate) fn change_manner(&mut self, recording: &Recording) {
        let state = recording.game().state();
        let Some(unit) = self.last_away.clone() else { return };
        let Some((_, known)) = state.unit(&unit) else { return };
        let transports =
            state.living(known.player).filter(|other| other.transport_capacity.is_some() && other.id != unit);
        let mut ways = vec![Away::Strategic, Away::Own];
        ways.extend(transports.map(|transport| Away::Aboard(transport.id.clone())));
        let now = self.reserved.get(&unit).and_then(|how| ways.iter().position(|way| way == how)).unwrap_or(0);
        if let Some(way) = ways.into_iter().cycle().nth(now + 1) {
            self.reserved.insert(unit, way);
        }
    }
}
