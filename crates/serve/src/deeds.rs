//! What forms ask for, as commands of the event. Who may ask stands in the same table; whether it holds is the event's
//! own judgement.

mod cards;
mod course;
mod games;
mod hall;
mod lists;
mod players;
mod results;
mod scan;

use adjutant_tournament::command::{
    Answer, By, Call, CallKind, ClockStep, Dispute, Extend, Report, ResultEntry, RoundClock, TournamentCommand,
};
use adjutant_tournament::pairing::{draft_differs, draft_round};
use adjutant_tournament::state::Round;
use adjutant_tournament::{Name, PlayerId, RoundNumber, TableNumber, Tournament};

use crate::act::{About, Act, GameAct};
use crate::ask::Ask;
use crate::pages::{Problem, Scene, home};
use crate::viewer::{Role, Viewer};

pub(crate) use scan::place_of;

type Make = fn(&Scene<'_>, &Ask) -> Result<Act, Problem>;
type Keep = fn(&Scene<'_>, &Ask) -> Result<String, Problem>;
type Claim = fn(&Scene<'_>) -> Result<Option<(RoundNumber, TableNumber)>, Problem>;
type Say = fn(&Scene<'_>, &Ask) -> Result<GameAct, Problem>;

/// What a form asks for: something of the event, or of a match.
pub(crate) enum Kind {
    Event(Make),
    Game(Say),
    /// Kept beside the log; the answer is where to go on.
    Keep(Keep),
    /// The phone writes for both players of this table, or for its own player again.
    Claim(Claim),
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

const PLAYER: &[Role] = &[Role::Player];
const TABLE: &[Role] = &[Role::Table];
const SEATED: &[Role] = &[Role::Player, Role::Table];
const JUDGING: &[Role] = &[Role::Judge, Role::Desk, Role::Organiser];
const DESK: &[Role] = &[Role::Desk, Role::Organiser];
pub(crate) const ORGANISER: &[Role] = &[Role::Organiser];

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
    deed("/me/report", PLAYER, report),
    deed("/me/dispute", PLAYER, dispute),
    deed("/me/settle", PLAYER, |scene, ask| answer(scene, ask, Some(own(scene)?.clone()), "/me/result")),
    deed("/me/call", PLAYER, call),
    deed("/me/call/back", PLAYER, |scene, ask| answer(scene, ask, Some(own(scene)?.clone()), "/me")),
    deed("/match/call", TABLE, call_of_table),
    deed("/me/check-in", PLAYER, |scene, _| {
        let player = own(scene)?.clone();
        Ok(Act::new(By::Player, TournamentCommand::CheckIn { player }, "check in", "/me"))
    }),
    deed("/me/drop", PLAYER, |scene, _| {
        let player = own(scene)?.clone();
        Ok(Act::new(By::Player, TournamentCommand::Drop { player }, "drop", "/me"))
    }),
    kept("/me/list", PLAYER, lists::look),
    deed("/me/list/hand-in", PLAYER, lists::hand_in),
    said("/match/army", SEATED, lists::army),
    said("/match/say", SEATED, |scene, ask| games::say(scene, ask, "/match")),
    said("/match/seal", PLAYER, games::seal),
    said("/match/open", SEATED, games::open),
    Deed { path: "/match/both", roles: PLAYER, card: true, act: Kind::Claim(cards::claim) },
    Deed { path: "/match/alone", roles: PLAYER, card: false, act: Kind::Claim(|_| Ok(None)) },
    with_card("/match/report", SEATED, cards::report),
    with_card("/match/dispute", TABLE, cards::dispute),
    with_card("/match/settle", TABLE, |scene, ask| answer(scene, ask, Some(cards::player(scene)?.0), "/match/result")),
    said("/table/say", &[Role::Judge], |scene, ask| {
        games::say(scene, ask, &format!("/table/{}/log", number::<u16>(ask, "table")?))
    }),
    said("/table/rule", JUDGING, games::rule),
    deed("/judge/answer", JUDGING, |scene, ask| answer(scene, ask, None, home(scene.viewer).0)),
    deed("/judge/book", JUDGING, hall::infraction),
    deed("/judge/penalty", JUDGING, players::penalty),
    deed("/table/result", DESK, |scene, ask| {
        results::result(scene, ask, &format!("/table/{}", number::<u16>(ask, "table")?))
    }),
    deed("/table/ruling", JUDGING, results::ruling),
    deed("/table/extend", JUDGING, extend),
    deed("/desk/result", DESK, |scene, ask| results::result(scene, ask, "/desk")),
    deed("/desk/clock", DESK, clock),
    deed("/desk/check-in", DESK, |scene, ask| {
        named(scene, ask, "check in", |player| TournamentCommand::CheckIn { player })
    }),
    deed("/desk/drop", DESK, |scene, ask| named(scene, ask, "drop", |player| TournamentCommand::Drop { player })),
    deed("/desk/return", DESK, |scene, ask| named(scene, ask, "return", |player| TournamentCommand::Return { player })),
    deed("/desk/enter", DESK, players::enter),
    deed("/desk/edit", DESK, players::edit),
    deed("/desk/withdraw", DESK, players::withdraw),
    deed("/desk/bye", DESK, players::bye),
    deed("/desk/award", DESK, players::award),
    deed("/desk/list", DESK, hall::players),
    Deed { path: "/desk/scan", roles: DESK, card: false, act: Kind::Scan },
    kept(WORD, ORGANISER, |_, ask| Ok(after_word(ask))),
    deed("/desk/table", ORGANISER, hall::table),
    deed("/desk/tables", ORGANISER, hall::tables),
    deed("/desk/move", ORGANISER, hall::move_game),
    deed("/desk/pair", ORGANISER, |_, _| Ok(pair())),
    deed("/desk/publish", ORGANISER, publish),
    deed("/desk/swap", ORGANISER, course::swap),
    deed("/desk/cut", ORGANISER, course::cut),
    deed("/desk/pods", ORGANISER, course::pods),
    deed("/desk/finish", ORGANISER, course::finish),
    deed("/desk/pass", ORGANISER, course::pass),
    deed("/desk/undo", ORGANISER, course::undo),
    deed("/desk/close", ORGANISER, |scene, _| {
        let round = shown(scene)?.pair.round;
        Ok(Act::new(By::Organiser, TournamentCommand::CloseRound { round }, "close", "/desk").about(About::Course))
    }),
];

/// Where the organiser's word is written, for a page that waits for it.
pub(crate) const WORD: &str = "/desk/word";

/// The page that waited for the word.
pub(crate) fn after_word(ask: &Ask) -> String {
    let back = ask.text("back");
    if back.starts_with("/desk/") { back } else { "/desk" }.to_owned()
}

/// How the log calls a viewer.
fn by(viewer: &Viewer) -> By {
    match viewer {
        Viewer::Judge(_) => By::Judge,
        Viewer::Desk(_) | Viewer::Organiser => By::Organiser,
        Viewer::Player(_) | Viewer::Table(_) | Viewer::Visitor => By::Player,
    }
}

fn own<'a>(scene: &Scene<'a>) -> Result<&'a PlayerId, Problem> {
    scene.viewer.player().ok_or(Problem::Forbidden(Role::Player))
}

fn shown<'a>(scene: &Scene<'a>) -> Result<&'a Round, Problem> {
    scene.snap.shown().ok_or_else(|| malformed("No round is published yet."))
}

fn malformed(what: &str) -> Problem {
    Problem::Malformed(what.to_owned())
}

fn number<T: std::str::FromStr>(ask: &Ask, name: &str) -> Result<T, Problem> {
    ask.text(name).trim().parse().map_err(|_| malformed("Write a number into every field, without anything else."))
}

/// A number, or nothing where the field is empty.
fn optional<T: std::str::FromStr>(ask: &Ask, name: &str) -> Result<Option<T>, Problem> {
    if ask.text(name).trim().is_empty() { Ok(None) } else { number(ask, name).map(Some) }
}

/// Victory points as people type them: the rules say which are possible.
fn points(ask: &Ask, name: &str) -> Result<i64, Problem> {
    number::<u32>(ask, name).map(i64::from)
}

fn reason(ask: &Ask, name: &str) -> Result<Option<Name>, Problem> {
    match ask.text(name).trim() {
        "" => Ok(None),
        text => Name::new(text).map(Some).map_err(|error| Problem::Malformed(error.to_string())),
    }
}

/// The round that is shown and the player's table in it.
fn own_table(scene: &Scene<'_>) -> Result<(RoundNumber, TableNumber, bool), Problem> {
    let player = own(scene)?;
    let round = shown(scene)?;
    let pairing = round.of(player).ok_or_else(|| malformed("You have no table in this round."))?;
    Ok((round.pair.round, pairing.table, pairing.one == *player))
}

/// What the match at the table came to.
fn result_of_match(scene: &Scene<'_>) -> Result<ResultEntry, Problem> {
    let game = scene.seat.and_then(|seat| seat.game.as_ref());
    let told = game.and_then(|game| game.result.clone());
    told.ok_or_else(|| malformed("The match at your table has no result yet."))
}

fn report(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = own(scene)?.clone();
    let (round, table, first) = own_table(scene)?;
    let entry = if ask.text("from") == "match" {
        result_of_match(scene)?
    } else {
        let (mine, theirs) = (points(ask, "mine")?, points(ask, "theirs")?);
        let (one, two) = if first { (mine, theirs) } else { (theirs, mine) };
        ResultEntry::by_hand(round, table, one, two)
    };
    let (mine, theirs) = if first { (entry.one, entry.two) } else { (entry.two, entry.one) };
    let report = Report::of(player, entry);
    let words = format!("report {mine} : {theirs}");
    Ok(Act::new(By::Player, TournamentCommand::Report(Box::new(report)), words, "/me/result"))
}

fn dispute(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = own(scene)?.clone();
    let (round, table, _) = own_table(scene)?;
    let dispute = Dispute { round, table, player, why: reason(ask, "why")? };
    let act = Act::new(By::Player, TournamentCommand::Dispute(dispute), "dispute", "/me/result");
    Ok(act.about(About::Table(round, table)))
}

fn call(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (_, table, _) = own_table(scene)?;
    call_from(table, Some(own(scene)?.clone()), ask, "/me")
}

/// A call from the device of a table: who of the two calls is not said.
fn call_of_table(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let seat = scene.seat.ok_or_else(|| malformed("You have no table in this round."))?;
    call_from(seat.table, None, ask, "/match/result")
}

fn call_from(table: TableNumber, player: Option<PlayerId>, ask: &Ask, back: &str) -> Result<Act, Problem> {
    let kinds = [CallKind::Rules, CallKind::Result, CallKind::SlowPlay, CallKind::Other];
    let kind = kinds.into_iter().find(|kind| kind.name() == ask.text("kind"));
    let kind = kind.ok_or_else(|| malformed("Say what the judge is called for."))?;
    let call = Call { table, player, kind, why: reason(ask, "why")? };
    Ok(Act::new(By::Player, TournamentCommand::Call(call), format!("call {}", kind.name()), back))
}

fn answer(scene: &Scene<'_>, ask: &Ask, player: Option<PlayerId>, back: &str) -> Result<Act, Problem> {
    let answer = Answer { seq: number(ask, "seq")?, player, why: reason(ask, "why")? };
    Ok(Act::new(by(scene.viewer), TournamentCommand::Answer(answer), "answer", back))
}

fn extend(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (round, table) = (shown(scene)?.pair.round, TableNumber(number(ask, "table")?));
    let why = reason(ask, "why")?.ok_or_else(|| malformed("Say why the table gets more time."))?;
    let extend = Extend { round, table, minutes: number(ask, "minutes")?, why };
    Ok(Act::new(by(scene.viewer), TournamentCommand::Extend(extend), "more time", format!("/table/{table}")))
}

fn clock(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let steps = [ClockStep::Start, ClockStep::Pause, ClockStep::Resume, ClockStep::Stop, ClockStep::Add];
    let step = steps.into_iter().find(|step| step.name() == ask.text("step"));
    let state = step.ok_or_else(|| malformed("The clock can start, pause, resume, stop and get more time."))?;
    let minutes = if ask.get("minutes").is_some() { Some(number(ask, "minutes")?) } else { None };
    let clock = RoundClock { round: shown(scene)?.pair.round, state, minutes };
    Ok(Act::new(by(scene.viewer), TournamentCommand::RoundClock(clock), format!("clock {}", state.name()), "/desk"))
}

fn named(
    scene: &Scene<'_>,
    ask: &Ask,
    words: &str,
    command: fn(PlayerId) -> TournamentCommand,
) -> Result<Act, Problem> {
    let player = PlayerId::new(ask.text("player")).map_err(|error| Problem::Malformed(error.to_string()))?;
    Ok(Act::new(by(scene.viewer), command(player), words, "/desk/players"))
}

/// Drawn when it is written, from everything that is known by then.
fn pair() -> Act {
    let draw = |state: &Tournament| draft_round(state).map(|draft| vec![draft.command()]);
    Act::made(By::Organiser, "pair", "/desk/draft", move |state| draw(state).map_err(|error| error.to_string()))
        .about(About::Course)
}

fn publish(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let round = scene.snap.draft().ok_or_else(|| malformed("No round is drafted."))?.pair.round;
    let told = !ask.text("as_drafted").is_empty();
    let act = Act::made(By::Organiser, "publish", "/desk", move |state| {
        // Where the pairing would be the same, nothing is lost by publishing it.
        let outdated = state.round(round).is_some_and(|known| known.outdated.is_some());
        let same = outdated && draft_differs(state) == Some(false);
        Ok(vec![TournamentCommand::Publish { round, as_drafted: told || same }])
    });
    Ok(Act { publishes: Some(round), ..act.about(About::Course) })
}
