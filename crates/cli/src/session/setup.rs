//! The questions before the battle.

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{
    BattleSize, Command, DiceAlgorithm, DiceSource, MarkerChange, MarkerTag, Open, PlayerCard, Reserves, Secondaries,
};
use adjutant_engine::ids::{IdError, MarkerId, MatchId};
use adjutant_engine::numbers::Whole;
use adjutant_engine::rules::{Category, Mission};
use adjutant_engine::side::{By, BySide, MapSide, Player};
use adjutant_engine::state::State;

use super::flow::{self, Optional, Step};
use super::input::Field;
use super::menu::{Act, Menu};
use super::panel::name_of;
use super::{Deed, Key, Mode, Session};
use crate::recording::Recording;

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
    let mut menu = Menu::new(field.title()).key(Key::Enter, "go on", Act::Back).key(Key::Escape, "leave", Act::Leave);
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

/// `open`, with dice from a seed that the players typed or, without one, from none.
pub fn open(session: &Session, id: &str, size: BattleSize, seed: &str) -> Result<Command, IdError> {
    let card = |player: Player| -> Result<PlayerCard, IdError> {
        let name =
            session.names[player].clone().ok_or_else(|| IdError::new("", "name", "1 to 120 printable characters"))?;
        Ok(PlayerCard { name, faction: None, team: None })
    };
    let dice = DiceSource { algorithm: DiceAlgorithm::ChaCha20, seed: Hash::of(seed.as_bytes()) };
    Ok(Command::Open(Box::new(Open {
        format: Whole::new(1).ok_or_else(|| IdError::new("1", "format", "1"))?,
        id: MatchId::new(id)?,
        pack: session.pack().file.id.clone(),
        rules: Some(session.pack().rules),
        engine: None,
        size,
        players: BySide { one: card(Player::One)?, two: card(Player::Two)? },
        event: None,
        dice: (!seed.is_empty()).then_some(dice),
    })))
}

/// The question of the set-up.
pub fn menu(session: &Session, recording: &Recording) -> Menu {
    let state = recording.game().state();
    match flow::next_step(session, recording) {
        Step::Roster(player) => roster(state, player),
        Step::Mission => mission(state),
        Step::Secondaries(player) => secondaries(session, state, player),
        Step::Reveal => Menu::new("Both players have chosen in secret.")
            .note("Opening shows both choices at once; the log proves that neither was changed.")
            .key(Key::Enter, "open both", Act::Do(Deed::Reveal)),
        Step::Mark(player) => mark(recording, player),
        Step::Roles => two_ways(
            Menu::new("Who attacks?")
                .note("The winner of the roll-off chooses. The Defender then chooses a zone.")
                .key(Key::Char('r'), "roll off", Act::Do(Deed::RollOff("roles")))
                .key(Key::Enter, "skip", Act::Skip(Optional::Roles)),
            state,
            |attacker| Command::Roles { attacker },
        ),
        Step::Zone => zone(state),
        Step::DrawMarkers => draw(recording),
        Step::Deployment(player) => deployment(session, state, player),
        Step::FirstTurn => two_ways(
            Menu::new("Who has the first turn of every round?").note("The winner of the roll-off chooses.").key(
                Key::Char('r'),
                "roll off",
                Act::Do(Deed::RollOff("first-turn")),
            ),
            state,
            |player| Command::FirstTurn { player },
        ),
        Step::Ready(player) => Menu::new(format!("Is every model of {} painted and based?", name_of(state, player)))
            .note(format!(
                "Battle Ready is worth {} VP at the end. You can still record it after the battle.",
                state.law().battle_ready_vp()
            ))
            .choice(Key::Char('y'), "yes, Battle Ready", ready(player, true))
            .choice(Key::Char('n'), "no", ready(player, false))
            .key(Key::Enter, "later", Act::Skip(Optional::Ready(player))),
        Step::Begin => Menu::new("Everything is set up.").key(
            Key::Enter,
            "begin the battle",
            Act::Do(Deed::Record(vec![(By::Both, Command::Begin {})])),
        ),
    }
}

fn one(by: impl Into<By>, command: Command) -> Act {
    Act::Do(Deed::Record(vec![(by.into(), command)]))
}

fn ready(player: Player, ready: bool) -> Act {
    one(player, Command::BattleReady { player, ready })
}

fn two_ways(menu: Menu, state: &State, command: impl Fn(Player) -> Command) -> Menu {
    let keys = [(Key::Char('1'), Player::One), (Key::Char('2'), Player::Two)];
    keys.into_iter()
        .fold(menu, |menu, (key, player)| menu.choice(key, name_of(state, player), one(By::Both, command(player))))
}

fn roster(state: &State, player: Player) -> Menu {
    Menu::new(format!("Army list of {}?", name_of(state, player)))
        .note("With lists, kills and actions are picked by letter and most points follow by themselves.")
        .note("Without one, points that need it are typed in.")
        .choice(Key::Char('f'), "read a file: BattleScribe .ros or .rosz, text, JSON", {
            Act::Open(Mode::Typing(Field::Roster(player)))
        })
        .key(Key::Enter, "play without", Act::Skip(Optional::Roster(player)))
}

/// The missions of the battle size, in the order of their numbers.
pub fn missions(state: &State) -> Vec<&Mission> {
    let size = state.open.as_ref().map(|open| open.size);
    let pack = state.pack.iter();
    let all = pack.flat_map(|pack| pack.missions.values().map(|mission| &**mission));
    let mut fitting: Vec<&Mission> = all.filter(|mission| Some(mission.size) == size).collect();
    fitting.sort_by_key(|mission| mission.d33.map(|die| die.get()));
    fitting
}

fn mission(state: &State) -> Menu {
    let list = missions(state).into_iter().map(|mission| {
        let [tens, units] = mission.d33.map(|die| die.get());
        let command = Command::Mission { mission: mission.id.clone(), d33: None, rules_hash: None };
        (format!("{tens}{units}  {}", mission.name), one(By::Both, command))
    });
    Menu::new("Which mission?").key(Key::Char('r'), "roll D33", Act::Do(Deed::RollMission)).list(list)
}

fn secondaries(session: &Session, state: &State, player: Player) -> Menu {
    let name = name_of(state, player);
    let forced = !state.sides[player.opponent()].secrets.is_empty();
    let hidden = session.hidden || forced;
    let how = if hidden { "in secret" } else { "openly" };
    let (count, wanted) = (session.chosen.len(), secondaries_wanted(state));
    let mut menu =
        Menu::new(format!("{name} chooses {} secondary objectives {how}: {count} of {wanted}", in_words(wanted)));
    if hidden {
        menu = menu.note("Your keys stay hidden. Enter seals the choice; both are opened together.");
        menu = menu.key(Key::Backspace, "start again", Act::Again);
    }
    if !forced {
        let other = if hidden { "choose openly" } else { "choose in secret" };
        menu = menu.key(Key::Char('*'), other, Act::Hide);
    }
    if count == wanted {
        let open =
            Command::Secondaries(Secondaries { choose: session.chosen.iter().cloned().map(Into::into).collect() });
        let act = if hidden { Act::Do(Deed::Commit(player, session.chosen.clone())) } else { one(player, open) };
        menu = menu.key(Key::Enter, "choose these", act);
    }
    let things = flow::choosable(state, player).into_iter().filter_map(|id| {
        let objective = state.pack.as_ref()?.objectives.get(&id)?;
        let mark = if !hidden && session.chosen.contains(&id) { "✓" } else { " " };
        Some((format!("{mark} {} ({})", objective.name, category(objective.category)), Act::Toggle(id)))
    });
    menu.list(things)
}

/// A small number in words.
fn in_words(number: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// How many secondary objectives a player chooses.
pub fn secondaries_wanted(state: &State) -> usize {
    state.law().choices()
}

fn category(category: Category) -> &'static str {
    match category {
        Category::Primary => "primary",
        Category::BattlefieldSupremacy => "Supremacy",
        Category::NoMercyNoRespite => "Mercy",
        Category::PurgeTheEnemy => "Purge",
        Category::ShadowOperations => "Shadow",
        Category::Warpcraft => "Warpcraft",
        Category::Mission => "mission",
    }
}

fn mark(recording: &Recording, player: Player) -> Menu {
    let state = recording.game().state();
    let menu = Menu::new(format!("Which models does {} write down?", name_of(state, player))).key(
        Key::Char('s'),
        "skip",
        Act::Skip(Optional::Mark(player)),
    );
    match flow::marks(recording, player) {
        Some(command) => {
            let words = match &command {
                Command::Mark { models, .. } => {
                    let models = models.iter().map(|(unit, group)| format!("{group} of {unit}"));
                    models.collect::<Vec<_>>().join(", ")
                }
                _ => String::new(),
            };
            menu.note(format!("The costliest in the list: {words}")).key(Key::Enter, "these", one(player, command))
        }
        None => menu.note("The list does not say which models cost the most; type `:mark {…}`."),
    }
}

fn zone(state: &State) -> Menu {
    let defender = state.attacker.map_or(Player::Two, Player::opponent);
    Menu::new(format!("Which deployment zone does {} (Defender) choose?", name_of(state, defender)))
        .choice(Key::Char('a'), "zone A", one(defender, Command::Zone { zone: MapSide::A }))
        .choice(Key::Char('b'), "zone B", one(defender, Command::Zone { zone: MapSide::B }))
        .key(Key::Enter, "skip", Act::Skip(Optional::Zone))
}

/// The first mark that a mission rule still wants to be drawn, who draws it, and among which markers.
fn to_draw(recording: &Recording) -> Option<(By, MarkerTag, Vec<MarkerId>)> {
    let game = recording.game();
    let speakers = [By::Both, By::One, By::Two];
    for tag in [MarkerTag::Gamma, MarkerTag::Beta, MarkerTag::Priority] {
        for by in speakers {
            let fits = |marker: &&MarkerId| game.check(by, &becomes(marker, tag)).is_ok();
            let markers: Vec<MarkerId> =
                game.state().markers.iter().map(|marker| &marker.id).filter(fits).cloned().collect();
            if !markers.is_empty() {
                return Some((by, tag, markers));
            }
        }
    }
    None
}

/// The command that draws a marker.
pub fn becomes(marker: &MarkerId, tag: MarkerTag) -> Command {
    Command::Marker(MarkerChange {
        marker: marker.clone(),
        becomes: Some(tag),
        moves_to: None,
        removed: None,
        roll: None,
    })
}

fn draw(recording: &Recording) -> Menu {
    let Some((by, tag, markers)) = to_draw(recording) else {
        return Menu::new("The mission draws markers; type `:gamma m1` or the like.");
    };
    let list = markers.iter().map(|marker| (marker.to_string(), one(by, becomes(marker, tag))));
    Menu::new(format!("Which marker becomes {tag:?}?"))
        .key(Key::Char('r'), "roll for it", Act::Do(Deed::DrawMarker(by, tag, markers.clone())))
        .list(list)
}

fn deployment(session: &Session, state: &State, player: Player) -> Menu {
    let strategic: Vec<_> = session.reserved.iter().cloned().collect();
    let done = if strategic.is_empty() { "all deployed" } else { "the others are deployed" };
    let command = Command::Reserves(Reserves { strategic, ..Reserves::default() });
    let list = state.living(player).map(|unit| {
        let mark = if session.reserved.contains(&unit.id) { "reserve" } else { "" };
        (format!("{} {} {mark}", unit.id, unit.datasheet), Act::Reserve(unit.id.clone()))
    });
    Menu::new(format!("{} sets up. Letters put units into Strategic Reserves.", name_of(state, player)))
        .key(Key::Enter, done, one(player, command))
        .list(list)
}
