//! Who looks at a page, and what they may do: the matrix of roles.

use adjutant_tournament::{PlayerId, TableNumber};

/// Who looks. The server only says who speaks; what they may say is judged by the rules of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Anybody, and every screen of the hall.
    Visitor,
    /// A player, by the pass on the player's card.
    Player(PlayerId),
    /// A phone or tablet that lies at a table.
    Table(TableNumber),
    /// A judge, by name of the pass.
    Judge(String),
    /// The desk that enters results, by name of the pass.
    Desk(String),
    /// The organiser, at the machine that serves.
    Organiser,
}

/// What a viewer is, without saying who.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Anybody, and every screen of the hall.
    Visitor,
    /// A player.
    Player,
    /// A device of a table.
    Table,
    /// A judge.
    Judge,
    /// The desk.
    Desk,
    /// The organiser.
    Organiser,
}

pub(crate) const EVERYBODY: &[Role] = &Role::ALL;
/// Everybody but visitors and screens.
pub(crate) const KNOWN: &[Role] = &[Role::Player, Role::Table, Role::Judge, Role::Desk, Role::Organiser];
pub(crate) const PLAYER: &[Role] = &[Role::Player];
pub(crate) const TABLE: &[Role] = &[Role::Table];
pub(crate) const SEATED: &[Role] = &[Role::Player, Role::Table];
pub(crate) const JUDGING: &[Role] = &[Role::Judge, Role::Desk, Role::Organiser];
pub(crate) const DESK: &[Role] = &[Role::Desk, Role::Organiser];
pub(crate) const ORGANISER: &[Role] = &[Role::Organiser];

impl Role {
    /// All of them.
    pub const ALL: [Role; 6] = [Role::Visitor, Role::Player, Role::Table, Role::Judge, Role::Desk, Role::Organiser];

    /// For whom a page is, as a refusal says it: "This page is for …".
    pub fn plural(self) -> &'static str {
        match self {
            Role::Visitor => "everybody",
            Role::Player => "players",
            Role::Table => "the devices of tables",
            Role::Judge => "judges",
            Role::Desk => "the desk",
            Role::Organiser => "the organiser",
        }
    }
}

impl Viewer {
    /// What this viewer is.
    pub fn role(&self) -> Role {
        match self {
            Viewer::Visitor => Role::Visitor,
            Viewer::Player(_) => Role::Player,
            Viewer::Table(_) => Role::Table,
            Viewer::Judge(_) => Role::Judge,
            Viewer::Desk(_) => Role::Desk,
            Viewer::Organiser => Role::Organiser,
        }
    }

    /// Who it is, as kept taps name it: they leave a phone for nobody else.
    pub fn key(&self) -> String {
        match self {
            Viewer::Visitor => "visitor".to_owned(),
            Viewer::Player(player) => format!("player {player}"),
            Viewer::Table(table) => format!("table {table}"),
            Viewer::Judge(name) => format!("judge {name}"),
            Viewer::Desk(name) => format!("desk {name}"),
            Viewer::Organiser => "organiser".to_owned(),
        }
    }

    /// The player, where a player looks.
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Viewer::Player(player) => Some(player),
            _ => None,
        }
    }
}
