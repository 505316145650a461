//! The forms of the shorthand: one entry a command word, in the order of a match.

use adjutant_engine::command::{Command, MarkerTag};

use crate::attack::USAGE as DICE_OF_ATTACK;
use crate::context::Context;
use crate::cursor::Cursor;
use crate::examples::filled;
use crate::fault::Fault;
use crate::fighting::{attacks, cast, charge, kill, morale, psychic, remove, restore, sweep, test, vehicle_damage};
use crate::readers::{
    CLOCK, WHY, act, arrive, attach, becomes, card, clear, deploy, disposition, effect, end, hold, keep, mark, mission,
    moves, objective, pick, ready, reserve, retract, roll, roll_off, ruling, score, secondaries, text, zone,
};
use crate::terrain::terrain;

/// One command word.
pub struct Form {
    /// The word.
    pub word: &'static str,
    /// How the line goes on.
    pub usage: &'static str,
    /// A whole line of it, with names of the match in braces: `examples` fills them in.
    pub example: &'static str,
    /// What it records.
    pub records: &'static str,
    /// Reads the words behind it.
    pub read: fn(&mut Cursor<'_>) -> Result<Command, Fault>,
}

macro_rules! forms {
    ($($word:literal, $usage:literal, $example:literal, $records:literal, $read:expr;)*) => {
        /// Every command word. `[…]` may be left out, `…` may be repeated, `A|B` is one of the two.
        pub const FORMS: &[Form] = &[$(Form { word: $word, usage: $usage, example: $example, records: $records, read: $read },)*];
    };
}

forms! {
    "mission", "mission ID [T U | rolled D …]", "mission {mission}", "set the mission, agreed or rolled with two D3 (or other dice)", mission;
    "disposition", "disposition [one|two] WORD", "disposition one {disposition}", "say what an army is bent on, where its list does not", disposition;
    "secondaries", "secondaries ID … | tactical | fixed ID ID", "secondaries {choices}", "the open choice; `own NAME CATEGORY [CAP]` for one of your own book; or how you play cards", secondaries;
    "roll-off", "roll-off PURPOSE 3-5 …", "roll-off roles 3-5", "record a roll-off, ties included", roll_off;
    "roll", "roll PURPOSE D …", "roll length 4", "record dice that decide something", roll;
    "attacker", "attacker one|two", "attacker one", "say who is the Attacker", |c| Ok(Command::Roles { attacker: c.player()? });
    "zone", "zone a|b [NUMBER]", "zone a", "choose the deployment zone; where the mission has several, by number", zone;
    "objective", "objective MARKER X Y [across MM]", "objective {marker} 22 15.5", "place an objective, in inches from the bottom-left corner", objective;
    "terrain", "terrain NAME KIND at X,Y size WxH | corners X,Y … [height N] [traits T,T|none] [save N]", "terrain t1 ruins at 10,12 size 6x4 height 5", "say what terrain stands on the board: the middle and the size of a piece, or its corners", terrain;
    "gamma", "gamma MARKER", "gamma {marker}", "make a marker Gamma", |c| becomes(c, MarkerTag::Gamma);
    "beta", "beta MARKER", "beta {marker}", "make a marker Beta", |c| becomes(c, MarkerTag::Beta);
    "priority", "priority MARKER", "priority {marker}", "make a marker a priority", |c| becomes(c, MarkerTag::Priority);
    "mark", "mark OBJECTIVE UNIT [of GROUP] …", "mark while-we-stand-we-fight {own} {other}", "note the models that an objective wants noted before the battle", mark;
    "attach", "attach LEADER [to] UNIT", "attach {own} to {other}", "let a leader join a unit before the battle", attach;
    "reserve", "reserve [UNIT …] [elsewhere UNIT …] [in TRANSPORT UNIT …]", "reserve {own}", "Strategic Reserves; units that their own rules set up later; passengers", reserve;
    "deploy", "deploy UNIT [@PLACE] [oversize] [infiltrate|redeploy|scout [N]]", "deploy {own} @12,6", "set up a unit before the battle; by rules of its own away from the enemy, once more, or moved before the first turn", deploy;
    "first", "first one|two", "first one", "say who has the first turn", |c| Ok(Command::FirstTurn { player: c.player()? });
    "ready", "ready [one|two] [no]", "ready one", "say that an army is (not) Battle Ready", ready;
    "begin", "begin", "begin", "start the battle", |_| Ok(Command::Begin {});
    "card", "card [one|two] draw ID … [returns ID] [discards ID] | discard ID … [cp N] | keep ID … | swap ID ID STRATAGEM", "card one draw {choice}", "draw, discard, keep or exchange secondary cards", card;
    "pick", "pick [one|two] MARK UNIT|MARKER|AREA|UNIT:MARKER …", "pick one {mark} {foe}", "what a player picks for an objective", pick;
    "clear", "clear MARKER", "clear {marker}", "say that a move took the opponent's tokens off a marker", clear;
    "hold", "hold MARKER[=one|two|none] …", "hold {marker}=two", "say who controls each marker (default: the speaker)", hold;
    "keep", "keep MARKER [one|two]", "keep {marker} one", "say that an ability keeps a marker for a player who controls it", keep;
    "end", "end PHASE|turn|battle", "end {phase}", "the end of a phase, of a turn, or of a battle that nobody plays on", end;
    "move", "move UNIT [normal|advance|fall-back|stationary|charge|heroic|pile-in|consolidate|reposition|run] [D …] [@PLACE]", "move {own} advance 4", "a move; without a word a normal one", moves;
    "place", "place UNIT @PLACE", "place {own} @12,30", "say where a unit stands", |c| Ok(Command::Place { unit: c.own_unit()?, at: c.place()?, counts: None });
    "arrive", "arrive UNIT [@PLACE] [oversize]", "arrive {own} @12,30", "bring a unit in from reserve", arrive;
    "embark", "embark UNIT TRANSPORT", "embark {own} {other}", "get into a transport", |c| Ok(Command::Embark { unit: c.own_unit()?, transport: c.own_unit()? });
    "disembark", "disembark UNIT [@PLACE]", "disembark {own} @12,30", "get out of a transport", |c| Ok(Command::Disembark { unit: c.own_unit()?, at: c.maybe_place()? });
    "cast", "cast UNIT POWER CHARGE D D [perils D [kills N of GROUP …]]", "cast {own} Smite 5 4 3", "manifest a psychic power", cast;
    "psychic", "psychic UNIT ACTION D D [perils D [kills N of GROUP …]]", "psychic {own} psychic-ritual 4 3", "attempt a psychic action", psychic;
    "shoot", "shoot UNIT TARGET [with WEAPON] [kills N [of GROUP] …] [wounds N | DICE] [and TARGET …]", "shoot {own} {foe} kills 2", "make ranged attacks", |c| Ok(Command::Shoot(attacks(c)?));
    "charge", "charge UNIT TARGET … D D [failed]", "charge {own} {foe} {charge}", "charge, with the two dice; `made` or `failed` where the rules roll none", charge;
    "fight", "fight UNIT TARGET [with WEAPON] [kills N [of GROUP] …] [wounds N | DICE] [and TARGET …]", "fight {own} {foe} kills 2", "make close combat attacks", |c| Ok(Command::Fight(attacks(c)?));
    "morale", "morale UNIT D [leadership +N] [attrition D …] [fled N [of GROUP] …]", "morale {own} 4", "take a Morale test", morale;
    "test", "test UNIT TEST D … [leadership +N] [passed|failed] [kills N of GROUP …] [perils [D D]] | test UNIT pinning failed", "test {own} {test}", "take a test of the ruleset: morale, regroup, battle-shock, desperate-escape, hazardous, pinning, gets-hot, demise, dangerous, psychic, strength, toughness, initiative, no-retreat; without dice a unit goes to ground by choice", test;
    "reserve-roll", "reserve-roll UNIT D", "reserve-roll {own} 4", "roll for the arrival of a unit in reserve", |c| Ok(Command::ReserveRoll { unit: c.own_unit()?, roll: c.dice(1)?, rerolled: None });
    "damage", "damage UNIT shaken|stunned|weapon|immobilised|wrecked|explodes|repaired [armour N strength N D … [ap N] [open] [weapons N] [stuck] [+N] roll D]", "damage {foe} immobilised", "damage of a vehicle, with the dice of the hit where you type them", vehicle_damage;
    "sweep", "sweep UNIT TARGET D D [caught|free]", "sweep {own} {foe} 5 3", "run after a unit that falls back from close combat: your die, then theirs", sweep;
    "kill", "kill UNIT [N] [wounds N|mortal N|mortal d3 D …] [from UNIT] [of GROUP] [by CAUSE]", "kill {foe} 2", "destroy models (default: all that are left), wounds of one that lives, or mortal wounds", kill;
    "restore", "restore UNIT [N] [wounds N] [of GROUP] [@PLACE]", "restore {own} 1", "return models to a unit, or wounds to its hurt model", restore;
    "remove", "remove UNIT reserves|gone", "remove {own} gone", "take a unit off without destroying it", remove;
    "act", "act UNIT ACTION [MARKER|SPOT|in AREA] [at UNIT] [takes PLACE]", "act {own} {action} {marker}", "start an action", act;
    "fail", "fail UNIT WHY", "fail {own} the unit shot", "fail an action", |c| Ok(Command::FailAction { unit: c.own_unit()?, why: text(c, WHY)? });
    "stratagem", "stratagem NAME CP [UNIT]", "stratagem \"Command Re-roll\" 1", "use a Stratagem", |c| Ok(Command::Stratagem { name: c.name("its name")?, cp: c.whole("its cost")?, unit: c.maybe_unit() });
    "effect", "effect UNIT … [fights first|last] [CHARACTERISTIC /N|xN|+N|-N|=N … …] [until MOMENT] NAME | effect UNIT … over NAME", "effect {own} objective-control /2 until turn-end \"Chitinous Horrors\"", "what an ability changes about units, or when they fight, until phase-end, turn-end, round-end, one-turn-start, two-turn-start or a record; or that it is over", effect;
    "cp", "cp +N|-N WHY", "cp +1 a Relic", "gain or lose Command points for any other reason", |c| Ok(Command::Cp { change: c.whole("a change")?, why: text(c, WHY)?, exempt: None });
    "score", "score [one|two] OBJECTIVE VP [award N] [in ROUND [MOMENT]] [WHY]", "score {objective} 5", "a claim, now or for a round that has passed (in r2)", score;
    "clock", "clock pause|resume", "clock pause", "stop or start the players' clock", |c| Ok(Command::Clock { state: c.one_of(&CLOCK)? });
    "concede", "concede", "concede", "give up: you score 0 and the opponent wins", |_| Ok(Command::Concede {});
    "agree-end", "agree-end", "agree-end", "stop here by agreement; end-game objectives are scored", |_| Ok(Command::AgreeEnd {});
    "ruling", "ruling [winner one|two|draw] [one|two +N|-N [for OBJECTIVE] [in ROUND]] WHY", "ruling one +5 the claim was missed", "a judge's decision, with points or a winner", ruling;
    "retract", "retract SEQ WHY", "retract 12 typed twice", "undo an earlier record", retract;
    "law", "law N", "law 2", "go on under today's law with a match of an older one", |c| Ok(Command::Law { law: c.whole("a law, such as 2")? });
    "note", "note TEXT", "note a break of ten minutes", "write a remark", |c| Ok(Command::Note { text: text(c, "the remark")? });
}

/// Words behind which `under RULE` may stand: what the core rules may forbid and a rule of an army's own allow.
pub const UNDER: &[&str] = &[
    "terrain",
    "attach",
    "reserve",
    "reserves",
    "deploy",
    "move",
    "arrive",
    "embark",
    "disembark",
    "cast",
    "psychic",
    "psychic-action",
    "shoot",
    "charge",
    "fight",
    "morale",
    "test",
    "sweep",
    "reserve-roll",
    "card",
    "act",
    "start-action",
    "stratagem",
    "add-unit",
];

/// The form that draws dice.
pub const DICE: &str = "dice 2d6|roll-off for PURPOSE [with N]";

/// The form that draws cards where the machine draws them.
pub const DEAL: &str = "card [one|two] draw [returns ID] | swap ID STRATAGEM";

/// How each form is typed and what it records, as the help text lists them; `undo` and the form in JSON stand behind.
pub fn help() -> impl Iterator<Item = (&'static str, &'static str)> {
    FORMS.iter().map(|form| (form.usage, form.records)).chain([
        (DICE, "draw dice from the seed of the match and record them; N is the other player's number, where the seed is sealed"),
        ("shoot|fight|card … --roll [with N]", "draw every die of the attacks, step by step: `attacks 10 hit 3+ / wound 4+ / save 3+ -1`, or your cards: `card draw`"),
        ("DICE of an attack", DICE_OF_ATTACK),
        ("… under RULE", "name the army's own rule that allows what a unit does"),
        ("undo", "undo the last record"),
        ("COMMAND {…}", "record any command of the log as JSON"),
    ])
}

/// A whole line of a form, in names of the match.
pub fn example(form: &Form, context: &Context) -> String {
    filled(form.example, context)
}

/// Whether a command in words can begin with this word.
pub fn is_word(word: &str) -> bool {
    let others = ["undo", "dice", "by"];
    FORMS.iter().map(|form| form.word).chain(others).any(|known| known.eq_ignore_ascii_case(word))
}
