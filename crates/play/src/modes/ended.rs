//! What remains after the battle: who has won, Battle Ready, signing.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::Command;
use adjutant_engine::fold::ends_no_signature;
use adjutant_engine::record::Record;
use adjutant_engine::score;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::state::State;
use adjutant_engine::view::{MatchResult, ResultBy};
use adjutant_present::names::{name_of, shape};
use adjutant_present::say::signed;

use crate::menu::{Act, Menu};
use crate::mode::{Field, Mode, Page};
use crate::step::Deed;
use crate::text::key::Key;

/// What remains after the battle.
pub fn menu(recording: &Recording) -> Menu {
    let view = recording.game().view();
    let state = recording.game().state();
    let mut menu = Menu::new(view.result.as_ref().map_or_else(String::new, |result| outcome(state, result)));
    if let Some(result) = &view.result {
        let basis = result.basis;
        let why = match result.by {
            ResultBy::Points => None,
            ResultBy::Concession => Some("The other player gave up.".to_owned()),
            ResultBy::Ruling => Some("By ruling of the judge.".to_owned()),
            ResultBy::TieBreak => Some("By the tie-break that you agreed on: points of units destroyed.".to_owned()),
            ResultBy::Ending => Some(format!("By {}.", result.ending_in_words())),
        };
        menu.notes.extend(why);
        let (derived, claimed, ruled) = (basis.derived, basis.claimed, basis.ruled);
        menu = menu.note(format!("From facts {derived} · said by players {claimed} · by a judge {ruled}"));
        let ready = Player::BOTH.map(|player| match state.sides[player].battle_ready {
            Some(true) => format!("{} +{}", name_of(state, player), state.law().battle_ready_vp()),
            Some(false) => format!("{} +0", name_of(state, player)),
            None => format!("{} not said", name_of(state, player)),
        });
        if state.law().battle_ready.is_some() {
            menu = menu.note(format!("Battle Ready, in these totals: {}", ready.join(", ")));
        }
        let open = state.needs.len() + state.missed.len();
        if open > 0 {
            let what = if open == 1 { "1 question is open".to_owned() } else { format!("{open} questions are open") };
            menu = menu.note(format!("Not final: {what} (o)."));
        }
        menu = menu.key(Key::Char('o'), "open questions", Act::Open(Mode::Questions));
    }
    let judged = state.law().battle_ready.is_some();
    let unjudged = |player: &Player| judged && state.sides[*player].battle_ready.is_none();
    for player in Player::BOTH.into_iter().filter(unjudged) {
        let name = name_of(state, player);
        let command = Command::BattleReady { player, ready: true };
        let act = Act::Do(Deed::Record(vec![(By::from(player), command)]));
        menu = menu.choice(
            Key::Char(if player == Player::One { 'a' } else { 'b' }),
            format!("{name} is Battle Ready"),
            act,
        );
    }
    if view.result.is_some() {
        let page = |page| Act::Open(Mode::Read(page, 0));
        menu = menu
            .key(Key::Char('p'), "sheet as PDF", Act::Do(Deed::Print))
            .key(Key::Char('y'), "chat text", page(Page::Chat))
            .key(Key::Char('v'), "QR code", page(Page::Code))
            .key(Key::Char('w'), "report", page(Page::After))
            .key(Key::Char('S'), "score", page(Page::Sheet));
    }
    if view.head.is_some() { signing(recording, menu) } else { menu }
}

/// What both have signed, and who can sign.
fn signing(recording: &Recording, mut menu: Menu) -> Menu {
    let game = recording.game();
    let names = Player::BOTH.map(|player| name_of(game.state(), player));
    if let Some(signed) = game.signed() {
        let says = signed::signed(&signed, &BySide { one: names[0].as_str(), two: names[1].as_str() });
        let anew = if signed.since.is_some() { " – sign it anew" } else { "" };
        menu = menu.note(format!("The result is {says}{anew}."));
    }
    for ((key, player), name) in [('1', Player::One), ('2', Player::Two)].into_iter().zip(names) {
        let own = |record: &&Record| matches!(*record.command, Command::Sign { player: p, .. } if p == Some(player));
        let last = recording.standing().rfind(own).map(|record| record.seq);
        let behind = |seq: u64| recording.records().iter().filter(move |record| record.seq > seq);
        let done = match last {
            None => "",
            Some(seq) if behind(seq).all(|record| ends_no_signature(record.command.kind())) => " (done)",
            Some(_) => " anew",
        };
        let label = format!("{name} signs the result{done}");
        menu = menu.choice(Key::Char(key), label, Act::Open(Mode::Typing(Field::Sign(player))));
    }
    menu
}

/// The sentence of a result: who wins, or leads while a question is open that may decide it, and with what.
pub fn outcome(state: &State, result: &MatchResult) -> String {
    use adjutant_engine::command::Winner;
    use adjutant_engine::side::Player;
    let leads = score::is_undecided(state);
    let (player, ours, theirs) = match result.winner {
        Winner::One => (Player::One, result.one, result.two),
        Winner::Two => (Player::Two, result.two, result.one),
        Winner::Draw if leads => return format!("Level so far, {} to {}", result.one, result.two),
        Winner::Draw => return format!("A draw, {} to {}", result.one, result.two),
    };
    let how = if leads { "leads" } else { "wins" };
    format!("{} {} {how}, {ours} to {theirs}", shape(player), name_of(state, player))
}
