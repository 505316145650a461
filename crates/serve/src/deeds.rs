//! What forms ask for, as commands of the event. Who may ask stands in the same table; whether it holds is the event's
//! own judgement.

mod bench;
mod cards;
mod course;
mod form;
mod games;
mod hall;
mod keys;
mod lists;
mod me;
mod phones;
mod players;
mod results;
mod scan;
mod stream;
mod teams;

use adjutant_tournament::command::{By, TournamentCommand};
use adjutant_tournament::{RoundNumber, TableNumber};

use self::form::{number, own};
use crate::act::{Act, GameAct};
use crate::ask::Ask;
use crate::pages::problem::{Problem, home};
use crate::pages::scene::Scene;
use crate::viewer::{DESK, JUDGING, ORGANISER, PLAYER, Role, SEATED, TABLE};

pub(crate) use bench::{of_event, of_game};
pub(crate) use scan::place_of;

type Make = fn(&Scene<'_>, &Ask) -> Result<Act, Problem>;
type Keep = fn(&Scene<'_>, &Ask) -> Result<String, Problem>;
type Claim = fn(&Scene<'_>) -> Result<(RoundNumber, TableNumber), Problem>;
type Say = fn(&Scene<'_>, &Ask) -> Result<GameAct, Problem>;

/// What a form asks for: something of the event, or of a match.
pub(crate) enum Kind {
    Event(Make),
    Game(Say),
    /// Kept beside the log; the answer is where to go on.
    Keep(Keep),
    /// The phone writes for both players of this table.
    Both(Claim),
    /// Each player of the table writes for themselves again.
    Alone,
    /// The organiser leaves this browser.
    Leave,
    /// Nothing is said: the answer is the page of what was scanned.
    Scan,
}

/// One form.
pub struct Deed {
    /// Where it is sent to.
    pub path: &'static str,
    /// Who may send it.
    pub roles: &'static [Role],
    /// Whether it shows the card of the player for whom it speaks.
    pub card: bool,
    pub(crate) act: Kind,
}

const fn deed(path: &'static str, roles: &'static [Role], act: Make) -> Deed {
    Deed { path, roles, card: false, act: Kind::Event(act) }
}

/// What a player says on somebody else's device, with their own card in hand.
const fn with_card(path: &'static str, roles: &'static [Role], act: Make) -> Deed {
    Deed { card: true, ..deed(path, roles, act) }
}

/// Kept beside the log, or nowhere.
const fn kept(path: &'static str, roles: &'static [Role], keep: Keep) -> Deed {
    Deed { path, roles, card: false, act: Kind::Keep(keep) }
}

const fn said(path: &'static str, roles: &'static [Role], say: Say) -> Deed {
    Deed { path, roles, card: false, act: Kind::Game(say) }
}

/// Every form.
pub const DEEDS: &[Deed] = &[
    deed("/me/report", PLAYER, me::report),
    deed("/me/dispute", PLAYER, me::dispute),
    deed("/me/settle", PLAYER, |scene, ask| me::answer(scene, ask, Some(own(scene)?.clone()), "/me/result")),
    deed("/me/call", PLAYER, me::call),
    deed("/me/call/back", PLAYER, |scene, ask| me::answer(scene, ask, Some(own(scene)?.clone()), "/me")),
    deed("/match/call", TABLE, me::call_of_table),
    deed("/me/check-in", PLAYER, |scene, _| {
        let player = own(scene)?.clone();
        Ok(Act::new(By::Player, TournamentCommand::CheckIn { player }, "check in", "/me"))
    }),
    deed("/me/drop", PLAYER, |scene, _| {
        let player = own(scene)?.clone();
        Ok(Act::new(By::Player, TournamentCommand::Drop { player }, "drop", "/me"))
    }),
    deed("/me/team", PLAYER, teams::own_step),
    kept("/me/public", PLAYER, stream::agree),
    kept("/me/list", PLAYER, lists::look),
    deed("/me/list/hand-in", PLAYER, lists::hand_in),
    said("/match/army", SEATED, lists::army),
    said("/match/say", SEATED, |scene, ask| games::say(scene, ask, "/match")),
    said("/match/correct", SEATED, |scene, ask| games::correct(scene, ask, "/match/log")),
    said("/match/agree", SEATED, games::answer),
    deed("/match/key", SEATED, phones::own_key),
    said("/match/sign", SEATED, phones::sign),
    deed("/me/word", PLAYER, phones::word),
    deed("/judge/key", JUDGING, phones::confirm),
    said("/match/seal", PLAYER, games::seal),
    said("/match/open", SEATED, games::open),
    Deed { path: "/match/both", roles: PLAYER, card: true, act: Kind::Both(cards::claim) },
    Deed { path: "/match/alone", roles: PLAYER, card: false, act: Kind::Alone },
    with_card("/match/report", SEATED, cards::report),
    with_card("/match/dispute", TABLE, cards::dispute),
    with_card("/match/settle", TABLE, |scene, ask| {
        me::answer(scene, ask, Some(cards::player(scene)?.0), "/match/result")
    }),
    said("/table/say", &[Role::Judge], |scene, ask| {
        games::say(scene, ask, &format!("/table/{}/log", number::<u16>(ask, "table")?))
    }),
    said("/table/correct", &[Role::Judge, Role::Organiser], |scene, ask| {
        games::correct(scene, ask, &format!("/table/{}/log", number::<u16>(ask, "table")?))
    }),
    said("/table/rule", JUDGING, games::rule),
    deed("/judge/answer", JUDGING, |scene, ask| me::answer(scene, ask, None, home(scene.viewer).0)),
    deed("/judge/book", JUDGING, hall::infraction),
    deed("/judge/penalty", JUDGING, players::penalty),
    deed("/table/result", DESK, |scene, ask| {
        results::result(scene, ask, &format!("/table/{}", number::<u16>(ask, "table")?))
    }),
    deed("/table/ruling", JUDGING, results::ruling),
    deed("/table/extend", JUDGING, hall::extend),
    deed("/desk/result", DESK, |scene, ask| results::result(scene, ask, "/desk")),
    deed("/desk/clock", DESK, course::clock),
    deed("/desk/check-in", DESK, |scene, ask| {
        players::named(scene, ask, "check in", |player| TournamentCommand::CheckIn { player })
    }),
    deed("/desk/drop", DESK, |scene, ask| {
        players::named(scene, ask, "drop", |player| TournamentCommand::Drop { player })
    }),
    deed("/desk/return", DESK, |scene, ask| {
        players::named(scene, ask, "return", |player| TournamentCommand::Return { player })
    }),
    deed("/desk/paid", DESK, players::paid),
    deed("/desk/enter", DESK, players::enter),
    deed("/desk/edit", DESK, players::edit),
    deed("/desk/withdraw", DESK, players::withdraw),
    deed("/desk/bye", DESK, players::bye),
    deed("/desk/award", DESK, players::award),
    deed("/desk/list", DESK, hall::players),
    deed("/desk/teams", DESK, teams::step),
    Deed { path: "/desk/scan", roles: DESK, card: false, act: Kind::Scan },
    kept("/desk/stream", ORGANISER, stream::set),
    kept("/desk/key", ORGANISER, keys::make),
    kept("/desk/key/end", ORGANISER, keys::end),
    kept(WORD, ORGANISER, |_, ask| Ok(after_word(ask))),
    Deed { path: LEAVE, roles: ORGANISER, card: false, act: Kind::Leave },
    deed("/desk/table", ORGANISER, hall::table),
    deed("/desk/tables", ORGANISER, hall::tables),
    deed("/desk/move", ORGANISER, hall::move_game),
    deed("/desk/pair", ORGANISER, |_, _| Ok(course::pair())),
    deed("/desk/publish", ORGANISER, course::publish),
    deed("/desk/swap", ORGANISER, course::swap),
    deed("/desk/cut", ORGANISER, course::cut),
    deed("/desk/pods", ORGANISER, course::pods),
    deed("/desk/finish", ORGANISER, course::finish),
    deed("/desk/pass", ORGANISER, course::pass),
    deed("/desk/judge", ORGANISER, hall::judge),
    deed("/desk/undo", ORGANISER, course::undo),
    deed("/desk/close", ORGANISER, course::close),
];

/// Where the organiser's word is written, for a page that waits for it.
pub(crate) const WORD: &str = "/desk/word";

/// Where the organiser leaves the browser: this asks for no word.
pub(crate) const LEAVE: &str = "/desk/leave";

/// The page that waited for the word.
pub(crate) fn after_word(ask: &Ask) -> String {
    let back = ask.text("back");
    if back.starts_with("/desk/") { back } else { "/desk" }.to_owned()
}
