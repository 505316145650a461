//! What is open beside the overview, as data: modes, pages, lines that are typed.

use std::sync::Arc;

use adjutant_engine::command::{BattleSize, Command};
use adjutant_engine::ids::MarkerId;
use adjutant_engine::roster::Roster;
use adjutant_engine::rules::TerrainKind;
use adjutant_engine::side::{By, Player};

use crate::step::Deed;
use crate::tray::verb::Verb;

/// What is open beside the overview; the last one is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Lines of a verb.
    Form(Verb),
    /// The end of the turn.
    Sheet,
    /// A unit is found by any part of its name.
    Filter,
    /// The dice of an attack are typed step by step.
    Dice,
    /// The phase has something open.
    Guard,
    /// The verb belongs to a later phase.
    GoTo(Verb),
    /// Secondary cards.
    Cards,
    /// What players pick for their objectives.
    Picks,
    /// A piece of terrain is laid: its kind, then its size.
    Terrain(Option<TerrainKind>),
    /// An army list that is not legal waits for a word.
    Unlawful(Box<Unlawful>),
    /// Open questions.
    Questions,
    /// This number of groups of records, the last ones, would be taken back.
    Undo(usize),
    /// What was taken back last would be recorded again.
    Redo,
    /// An earlier moment is looked at.
    Look(u64),
    /// The battle would go back to here.
    BackTo(u64),
    /// One player's word is not enough for it.
    Agree(Box<Agreed>),
    /// A line is typed.
    Typing(Field),
    /// A page is read.
    Read(Page, usize),
    /// Something grave waits for its own key.
    Confirm(By, Box<Command>),
    /// The program would be left.
    Leave,
    /// The clocks stand still and the table is covered.
    Pause,
}

/// What both players, or a judge, may do where one of them may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// What waits for the word.
    pub deed: Deed,
    /// Whose word it takes: that of both, or that of a judge.
    pub word: By,
    /// What would change.
    pub says: Vec<String>,
}

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The keys, and the words.
    Help,
    /// The battlefield.
    Map,
    /// The mission and its objectives.
    Mission,
    /// Both armies.
    Armies,
    /// The score sheet.
    Sheet,
    /// The result as a text for a chat.
    Chat,
    /// The QR code of the result.
    Code,
    /// What was left on the table, what the dice did.
    After,
}

/// What is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// Commands in words.
    Words,
    /// The file of an army list.
    Roster(Player),
    /// The name of a player.
    Name(Player),
    /// The seed of digital dice.
    Seed(BattleSize),
    /// The rule of the army's own under which this is recorded after all.
    Under(By, Box<Command>),
    /// The number of a record.
    Seq,
    /// What a record reads as from now on, or what happened right after it.
    Correct(u64, bool),
    /// Why a record is taken out; what follows is shown.
    Remove(u64),
    /// The number that the other player says for dice of a sealed seed, and what it is for.
    Number(Box<Deed>),
    /// The name of a player who signs the result.
    Sign(Player),
    /// What a record says, to be found before this one.
    Find(u64),
    /// Where a marker is moved to, and where it lies.
    Place(By, MarkerId, String),
    /// Where the middle of a piece of terrain lies, and how high it is: what stands before that in its words, and its size.
    Lay(String, [u8; 2]),
}

impl Field {
    /// Whether letters belong into it.
    pub fn takes_letters(&self) -> bool {
        !matches!(self, Field::Seq | Field::Number(_))
    }

    /// The question.
    pub fn title(&self) -> String {
        match self {
            Field::Words => "In words".into(),
            Field::Roster(_) => "Path of the file (Tab completes)".into(),
            Field::Name(Player::One) => "Who plays? First player:".into(),
            Field::Name(Player::Two) => "Who plays? Second player:".into(),
            Field::Number(_) => "Which number does your opponent say? 0 to 999999999".into(),
            Field::Sign(_) => "Who signs types a name".into(),
            Field::Find(_) => "Find a record".into(),
            Field::Seed(_) => "Digital dice? Type something together".into(),
            Field::Under(..) => "Does a rule of that army allow it? Name the rule:".into(),
            Field::Seq => "Record number:".into(),
            Field::Correct(seq, false) => format!("Record {seq} should say"),
            Field::Correct(seq, true) => format!("Right after record {seq}"),
            Field::Remove(seq) => format!("Take record {seq} out?"),
            Field::Lay(piece, [wide, deep]) => format!("Where is the middle of {piece}, {wide}\" by {deep}\"?"),
            Field::Place(_, marker, at) => format!("Where does {marker} move? It lies at {at}"),
        }
    }
}

/// An army list that is not legal: it is recorded when both players say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlawful {
    /// Whose.
    pub player: Player,
    /// Its player's name.
    pub name: String,
    /// The list.
    pub roster: Arc<Roster>,
    /// What the list is, in a sentence, and what is wrong with it.
    pub says: Vec<String>,
}
