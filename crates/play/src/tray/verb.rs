//! What a line can record: the verbs with their keys, the rows of their lists, whom they are done to.

use adjutant_engine::command::{ActionAim, MoveKind, Spot};
use adjutant_engine::ids::{ActionId, MarkerId, Name, UnitId};
use adjutant_engine::rules::Deed as Doing;
use adjutant_engine::side::Player;
use serde::{Deserialize, Serialize};

/// What a line records. The same letter is the same verb in every phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verb {
    /// Models died.
    Losses,
    /// An action starts.
    Act,
    /// A model lost wounds.
    Wounds,
    /// A unit arrives.
    Arrive,
    /// A unit moves.
    Move,
    /// A psychic power or action.
    Psychic,
    /// A unit shoots.
    Shoot,
    /// A unit charges.
    Charge,
    /// A unit fights.
    Fight,
    /// A Morale test.
    Morale,
    /// A Battle-shock test.
    Shock,
    /// A Stratagem.
    Stratagem,
    /// Models return.
    Heal,
    /// A unit boards a transport, or leaves it.
    Transport,
}

/// A verb with its key, its name and what it does, in the order of the help.
pub const VERBS: [(Verb, char, &str, &str); 14] = [
    (Verb::Losses, 'k', "losses", "models died"),
    (Verb::Wounds, 'w', "wounds", "a model lost wounds"),
    (Verb::Act, 'a', "action", "start an action"),
    (Verb::Arrive, 'r', "reserves", "a unit arrives"),
    (Verb::Move, 'm', "move", "a unit moves"),
    (Verb::Psychic, 'p', "psychic", "a power or psychic action"),
    (Verb::Shoot, 's', "shoot", "a unit shoots"),
    (Verb::Charge, 'c', "charge", "a unit charges"),
    (Verb::Fight, 'f', "fight", "a unit fights"),
    (Verb::Morale, 'l', "Morale", "a Morale test"),
    (Verb::Shock, 'b', "Battle-shock", "a Battle-shock test"),
    (Verb::Stratagem, 'g', "Stratagem", "a Stratagem is used"),
    (Verb::Heal, 'h', "return", "models return"),
    (Verb::Transport, 'e', "transport", "a unit boards or leaves"),
];

impl Verb {
    /// The verb of a key.
    pub fn of_key(key: char) -> Option<Verb> {
        VERBS.iter().find(|(_, letter, ..)| *letter == key).map(|(verb, ..)| *verb)
    }

    /// Its key.
    pub fn key(self) -> char {
        VERBS.iter().find(|(verb, ..)| *verb == self).map_or('?', |(_, key, ..)| *key)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        VERBS.iter().find(|(verb, ..)| *verb == self).map_or("", |(_, _, name, _)| name)
    }

    /// The deed that belongs to a phase; none where any phase will do.
    pub fn deed(self) -> Option<Doing> {
        Some(match self {
            Verb::Losses | Verb::Wounds | Verb::Shock | Verb::Stratagem | Verb::Heal => return None,
            Verb::Act => Doing::Action,
            Verb::Arrive => Doing::Arrive,
            Verb::Move => Doing::Normal,
            Verb::Psychic => Doing::Cast,
            Verb::Shoot => Doing::Shoot,
            Verb::Charge => Doing::Charge,
            Verb::Fight => Doing::Fight,
            Verb::Morale => Doing::Morale,
            Verb::Transport => Doing::Embark,
        })
    }
}

/// What a line is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A row of the list, by its digit.
    Row,
    /// Which unit does it.
    Unit,
    /// Whom it is done to.
    Whom,
    /// How many models.
    Count,
    /// The warp charge of a power of which the list says the name alone.
    Charge,
    /// So many dice.
    Dice(usize),
    /// Whether it was made: 1 or 0.
    Made,
    /// How many fled from a Morale test whose Leadership nobody knows; 0, it was passed.
    Fled,
    /// Nothing.
    Nothing,
}

/// What a row of a list stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Row {
    /// An action.
    Action(Target),
    /// A psychic action.
    PsychicAction(ActionId),
    /// A psychic power, with its warp charge value; 0 as long as nobody has said it.
    Power(Name, i32),
    /// A Stratagem, who uses it, and its price.
    Stratagem(Player, Name, i32),
    /// A way to move.
    Move(MoveKind),
}

/// An action with what it is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Target {
    /// The action.
    pub action: ActionId,
    /// Its marker.
    pub marker: Option<MarkerId>,
    /// Its part of the battlefield.
    pub spot: Option<Spot>,
    /// What else it is about.
    #[serde(default)]
    pub aim: Option<Box<ActionAim>>,
}

/// Whom a line is done to, and how many models die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// The unit.
    pub unit: UnitId,
    /// The digits of the number.
    pub digits: String,
    /// The whole unit.
    pub all: bool,
    /// Two equal digits were meant so.
    pub meant: bool,
    /// The group that loses the models, where somebody said so.
    pub group: Option<Name>,
}
