//! The course of the event: rounds and their clock, seats that change, the cut, the end, passes.

use adjutant_tournament::command::{By, ClockStep, Cut, Pass, PassKind, Pods, RoundClock};
use adjutant_tournament::id::PassId;
use adjutant_tournament::pairing::{draft_differs, draft_round, pods_by_record};
use adjutant_tournament::seats::{exchange, meet, qualifiers, repair};
use adjutant_tournament::{PlayerId, RoundNumber, Tournament, TournamentCommand};

use super::form::{by, corrects, line, malformed, number, optional, shown};
use crate::act::{About, Act};
use crate::ask::Ask;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

fn player(ask: &Ask, name: &str) -> Result<PlayerId, Problem> {
    PlayerId::new(ask.text(name)).map_err(|_| malformed("Choose two players."))
}

/// Two players change seats, or a seat and a bye: in the draft, or in the round that is played.
pub(super) fn swap(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let snap = scene.snap;
    let (round, published) = match (snap.draft(), snap.open()) {
        (Some(draft), _) => (draft.pair.round, None),
        (None, Some(open)) => (open.pair.round, Some(open.pair.round)),
        (None, None) => return Err(malformed("No round is drafted or played.")),
    };
    let (one, other) = (player(ask, "one")?, player(ask, "other")?);
    if one == other {
        return Err(malformed("Choose two different players."));
    }
    let why = line(ask, "why")?.ok_or_else(|| malformed("Say why they change seats."))?;
    let drop_result = !ask.text("drop_result").is_empty();
    let back = if published.is_some() { "/desk/tables" } else { "/desk/draft" };
    let act = Act::made(By::Organiser, "swap", back, move |state| {
        let before = &state.round(round).ok_or("This round is not drafted any more.")?.pair;
        let mut after = before.clone();
        exchange(&mut after, &one, &other);
        meet(state, before, &mut after);
        Ok(vec![TournamentCommand::Repair(repair(before, after, drop_result, why.clone()))])
    });
    // A round that is played: the match of the changed tables is opened with the record.
    Ok(Act { publishes: published, ..act.about(About::Course) })
}

/// Neighbours in the standings meet in pods from the next round on.
pub(super) fn pods(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let size = optional(ask, "size")?.unwrap_or(scene.snap.state.policies().pod_size);
    let act = Act::made(By::Organiser, "pods", "/desk/draft", move |state| {
        Ok(vec![TournamentCommand::Pods(Pods { pods: pods_by_record(state, usize::from(size)) })])
    });
    Ok(act.about(About::Course))
}

/// The best go on to a bracket.
pub(super) fn cut(_: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let top = number::<usize>(ask, "top")?;
    let (third_place, double) = (!ask.text("third").is_empty(), !ask.text("double").is_empty());
    let act = Act::made(By::Organiser, format!("cut to {top}"), "/desk/draft", move |state| {
        let last = RoundNumber(u16::try_from(state.rounds.len()).unwrap_or(u16::MAX));
        let players = qualifiers(state, last, top);
        if players.len() < top || top < 2 {
            return Err(format!(
                "A cut to {top} needs at least that many active players, and at least 2; {} are here.",
                players.len()
            ));
        }
        Ok(vec![TournamentCommand::Cut(Cut { third_place, double, ..Cut::to(players) })])
    });
    Ok(act.about(About::Course))
}

/// The event is over.
pub(super) fn finish(_: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let early = !ask.text("early").is_empty();
    let act = Act::new(By::Organiser, TournamentCommand::Finish { early, anyway: None }, "finish", "/standings");
    Ok(Act { anyway: line(ask, "anyway")?, ..act.about(About::Course) })
}

/// The round that is played ends.
pub(super) fn close(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let round = shown(scene)?.pair.round;
    let act = Act::new(By::Organiser, TournamentCommand::CloseRound { round, anyway: None }, "close", "/desk");
    Ok(Act { anyway: line(ask, "anyway")?, ..act.about(About::Course) })
}

/// A record is taken back; the log keeps both.
pub(super) fn undo(_: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let seq = number(ask, "seq")?;
    let why = line(ask, "why")?.ok_or_else(|| malformed("Say why it is taken back."))?;
    let retract = TournamentCommand::Retract { seq, why, later: None };
    let act = Act::new(By::Organiser, retract, format!("undo {seq}"), "/desk/log");
    Ok(corrects(act.about(About::Course), ask))
}

/// A pass for a judge or a desk, or a new one for somebody whose card is lost.
pub(super) fn pass(_: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let kinds = [PassKind::Player, PassKind::Table, PassKind::Judge, PassKind::Desk];
    let kind = kinds.into_iter().find(|kind| kind.name() == ask.text("kind"));
    let kind = kind.ok_or_else(|| malformed("Choose what the pass is for."))?;
    let id = PassId::new(ask.text("id").trim()).map_err(|error| Problem::Malformed(error.to_string()))?;
    let (words, back) = (format!("pass {} {id}", kind.name()), format!("/desk/pass/{}/{id}", kind.name()));
    Ok(Act::made(By::Organiser, words, back, move |state| {
        let issue = state.pass_issue(kind, &id).unwrap_or(0).saturating_add(1);
        Ok(vec![TournamentCommand::Pass(Pass { kind, id: id.clone(), issue })])
    }))
}

/// Drawn when it is written, from everything that is known by then.
pub(super) fn pair() -> Act {
    let draw = |state: &Tournament| draft_round(state).map(|draft| vec![draft.command()]);
    Act::made(By::Organiser, "pair", "/desk/draft", move |state| draw(state).map_err(|error| error.to_string()))
        .about(About::Course)
}

pub(super) fn publish(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let round = scene.snap.draft().ok_or_else(|| malformed("No round is drafted."))?.pair.round;
    let told = !ask.text("as_drafted").is_empty();
    let act = Act::made(By::Organiser, "publish", "/desk", move |state| {
        // Where the pairing would be the same, nothing is lost by publishing it.
        let outdated = state.round(round).is_some_and(|known| known.outdated.is_some());
        let same = outdated && draft_differs(state) == Some(false);
        Ok(vec![TournamentCommand::Publish { round, as_drafted: told || same, anyway: None }])
    });
    Ok(Act { publishes: Some(round), anyway: line(ask, "anyway")?, ..act.about(About::Course) })
}

pub(super) fn clock(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let steps = [ClockStep::Start, ClockStep::Pause, ClockStep::Resume, ClockStep::Stop, ClockStep::Add];
    let step = steps.into_iter().find(|step| step.name() == ask.text("step"));
    let state = step.ok_or_else(|| malformed("The clock can start, pause, resume, stop and get more time."))?;
    let minutes = if ask.get("minutes").is_some() { Some(number(ask, "minutes")?) } else { None };
    let clock = RoundClock { round: shown(scene)?.pair.round, state, minutes };
    Ok(Act::new(by(scene.viewer), TournamentCommand::RoundClock(clock), format!("clock {}", state.name()), "/desk"))
}
