//! What an audit found, in words: a line for each finding, and what it comes to for people who look once.

use adjutant_core::counts::count;
use adjutant_engine::command::Winner;
use adjutant_engine::fold::Match;
use adjutant_engine::side::Player;
use adjutant_engine::view::Status;
use adjutant_replay::audit::{Code, Finding, LogReport, Severity};

use crate::names::name_of;

/// A log in which nothing is wrong, in a line.
pub fn good(report: &LogReport) -> String {
    let mut text = match (&report.event, &report.id) {
        (Some(event), _) => format!("{}: good; {event}, {} records", report.path, report.records),
        (None, Some(_)) => {
            format!("{}: good; {} records, {}:{}", report.path, report.records, report.vp.one, report.vp.two)
        }
        // A league has no points of its own.
        (None, None) => format!("{}: good; {} records", report.path, report.records),
    };
    if let Some(result) = &report.result {
        let basis = &result.basis;
        text += &format!(" ({} derived, {} claimed, {} ruled)", basis.derived, basis.claimed, basis.ruled);
    }
    if let Some(head) = report.head {
        text += &format!(", head {head}");
    }
    for signed in &report.signatures {
        let nobody = if signed.table { "the table's device" } else { "judge" };
        let who = signed.player.map_or(nobody, Player::as_str);
        text += &match signed.key {
            Some(key) => format!(", record {} signed by {who} with key {key}", signed.record - 1),
            None => format!(", record {} accepted by {who} without a key", signed.record - 1),
        };
    }
    text
}

/// A finding, in a line.
pub fn finding(report: &LogReport, finding: &Finding) -> String {
    let place = finding.record.map_or_else(String::new, |record| format!(" record {record}:"));
    format!("{}:{place} {} {}: {}", report.path, finding.severity.as_str(), finding.code, finding.message)
}

/// All lines of an audit of one log.
pub fn lines(report: &LogReport) -> Vec<String> {
    let whole = report.good().then(|| good(report));
    whole.into_iter().chain(report.findings.iter().map(|found| finding(report, found))).collect()
}

/// How an answer looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Nothing is wrong.
    Good,
    /// Something is wrong.
    Bad,
    /// Nothing can be said.
    Plain,
}

/// What an audit comes to, for people who look once.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Verdict {
    /// How it looks.
    pub tone: Tone,
    /// The answer.
    pub title: String,
    /// What it means.
    pub below: String,
}

/// What an audit of one log comes to. `game` is the fold of a match, as far as it goes.
pub fn verdict(report: &LogReport, game: Option<&Match>) -> Verdict {
    let of = |tone, title: String, below: &str| Verdict { tone, title, below: below.to_owned() };
    let found = |codes: &[Code]| report.findings.iter().find(|finding| codes.contains(&finding.code));
    if let Some(newer) = found(&[Code::Newer]) {
        return of(Tone::Plain, "Made by a newer program".into(), &newer.message);
    }
    if let Some(unjudged) = found(&[Code::CannotJudge]) {
        return of(Tone::Plain, "Cannot judge".into(), &unjudged.message);
    }
    if let Some(error) = report.findings.iter().find(|finding| finding.severity == Severity::Error) {
        return wrong(report, error);
    }
    if let Some(event) = &report.event {
        let title = format!("Good: the log of {event}");
        return of(
            Tone::Good,
            warned(report, title),
            "Unchanged, its pairings and results are as its rules make them.",
        );
    }
    if found(&[Code::OldLaw]).is_some() {
        return of(Tone::Good, "Good, by the law of its day".into(), "Judged by the engine of the law that it names.");
    }
    let title = match game {
        Some(game) => played(game, report),
        None => "Good.".to_owned(),
    };
    let ended = game.is_some_and(|game| game.state().status == Status::Ended);
    let below = if ended {
        let both = Player::BOTH
            .into_iter()
            .all(|player| report.signatures.iter().any(|signed| signed.player == Some(player) && signed.verified));
        let signed = if both { ", signed by both" } else { "" };
        format!("Unchanged, within the rules, the points are right{signed}.")
    } else {
        "The battle has not ended. What followed may have been left out.".to_owned()
    };
    Verdict { tone: Tone::Good, title: warned(report, title), below }
}

/// The same with the number of warnings, where there are any.
fn warned(report: &LogReport, title: String) -> String {
    match report.count(Severity::Warning) {
        0 => title,
        warnings => format!("Good, with {}", count(warnings, "warning", "warnings")),
    }
}

fn played(game: &Match, report: &LogReport) -> String {
    let state = game.state();
    let vp = report.vp;
    let Some(result) = report.result.as_ref().filter(|_| state.status == Status::Ended) else {
        return format!("Good so far: {} – {} after record {}", vp.one, vp.two, report.records);
    };
    let by = result.one.abs_diff(result.two);
    let won = |player: Player, ahead: bool| match ahead {
        true => format!("Good. {} wins by {by}.", name_of(state, player)),
        false => format!("Good. {} wins.", name_of(state, player)),
    };
    match result.winner {
        Winner::One => won(Player::One, result.one > result.two),
        Winner::Two => won(Player::Two, result.two > result.one),
        Winner::Draw => format!("Good. A draw, {} – {}.", result.one, result.two),
    }
}

fn wrong(report: &LogReport, error: &Finding) -> Verdict {
    let record = error.record.map_or_else(|| "a record".to_owned(), |record| format!("record {record}"));
    let untold = "So the result of this log cannot be told.";
    let (title, below) = match error.code {
        Code::Unreadable | Code::Empty | Code::TooLarge => {
            return Verdict { tone: Tone::Plain, title: "This is not a log".into(), below: error.message.clone() };
        }
        Code::CutShort => ("Not good: the last line is cut off".to_owned(), untold.to_owned()),
        Code::Chain => {
            (format!("Not good: {record} was changed"), format!("It was changed after it was written. {untold}"))
        }
        Code::Form => (format!("Not good: {record} is damaged"), untold.to_owned()),
        Code::Refused => (format!("Not good: {record} breaks the rules"), error.message.clone()),
        Code::Vp => ("Not good: the points are not right".to_owned(), error.message.clone()),
        Code::Signature => ("Not good: a signature does not fit".to_owned(), error.message.clone()),
        _ => {
            let errors = count(report.count(Severity::Error), "fault", "faults");
            (format!("Not good: {errors}"), error.message.clone())
        }
    };
    Verdict { tone: Tone::Bad, title, below }
}
