//! A match at a glance: who plays what, how far it is, who has won.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_engine::chain::Link;
use adjutant_engine::command::{Command, Open, Winner};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::MissionId;
use adjutant_engine::record::{ReadError, Record, read_chained};
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::score;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::state::State;
use adjutant_engine::terms::Disposition;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::{ResultBy, Signed, Status};
use serde::{Deserialize, Serialize};

use super::elder;
use crate::facts::{SecondaryFacts, SideFacts, secondaries, sides};
use crate::laws::{Law, Unjudged};
use crate::rulebook::Rulebook;

/// A match at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listed {
    /// Its id.
    #[serde(rename = "match")]
    pub id: String,
    /// Name of player one; empty where the log has no readable first record.
    pub one: String,
    /// Name of player two.
    pub two: String,
    /// Its mission, once there is one.
    pub mission: Option<MissionId>,
    /// The printed name of the mission.
    pub mission_name: Option<String>,
    /// How far it is; null where the log cannot be folded.
    pub status: Option<Status>,
    /// The battle round, from 1; null before the battle and after it.
    pub round: Option<u32>,
    /// Who has won, once it has ended.
    pub winner: Option<Winner>,
    /// How the winner was found.
    pub by: Option<ResultBy>,
    /// How many records it has.
    pub records: u64,
    /// Both totals.
    pub vp: Option<BySide<u32>>,
    /// What both players signed after the end of the battle; left out where they have not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signed>,
    /// When the last record was made.
    pub last: Option<Timestamp>,
    /// Hash of the last record.
    pub head: String,
    /// What is wrong with the log, where it cannot be folded to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Whether that fault is only that the log was played by other rules than are loaded: nothing in it is damaged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other_rules: bool,
    /// The law by whose engine it is judged; left out where that is today's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<u32>,
    /// Whether that fault is only that no law here can judge the log: its chain is whole, and nothing is known to be wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unjudged: bool,
}

impl Listed {
    /// Whether it is over.
    pub fn is_finished(&self) -> bool {
        self.status == Some(Status::Ended)
    }
}

/// A match that is over, as statistics count it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Both players, one and two.
    pub sides: Vec<SideFacts>,
    /// The objectives that they chose.
    pub secondaries: Vec<SecondaryFacts>,
    /// Printed names of these objectives.
    pub names: BTreeMap<String, String>,
    /// What their armies are bent on, where the mission asks for it.
    #[serde(default)]
    pub dispositions: Option<BySide<Disposition>>,
    /// Whether an award still waits for somebody's word.
    pub provisional: bool,
    /// Whether nobody has won yet, because a question is open and points decide.
    pub undecided: bool,
}

/// A match with what statistics count of it, once it is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The match at a glance.
    pub listed: Listed,
    /// What it came to.
    pub played: Option<Played>,
    /// Whether its names are sealed: it holds none of them then.
    #[serde(default)]
    pub sealed: bool,
}

impl Row {
    /// Puts the real names of a log with sealed ones in, as far as `open` knows them.
    pub fn call(&mut self, open: &Open) {
        let names = [&open.players.one, &open.players.two].map(|card| card.name.to_string());
        for (side, name) in self.played.iter_mut().flat_map(|played| &mut played.sides).zip(&names) {
            side.player = Some(name.clone());
        }
        [self.listed.one, self.listed.two] = names;
    }
}

/// The row of a log that is called `id` and ends at `head`: of its lines, or of why they cannot be read.
pub fn of_log<'a>(
    rules: &Rulebook,
    id: String,
    head: Link,
    log: Result<impl Iterator<Item = &'a [u8]>, String>,
) -> Row {
    let mut listed = Listed {
        id,
        one: String::new(),
        two: String::new(),
        mission: None,
        mission_name: None,
        status: None,
        round: None,
        winner: None,
        by: None,
        records: head.seq,
        vp: None,
        signed: None,
        last: None,
        head: head.hash.to_string(),
        fault: None,
        other_rules: false,
        law: None,
        unjudged: false,
    };
    let played = match log {
        Err(fault) => Err(fault),
        Ok(lines) => fold(rules, &mut listed, &lines.collect::<Vec<_>>()),
    };
    let played = played.unwrap_or_else(|fault| {
        listed.fault = Some(fault);
        None
    });
    Row { listed, played, sealed: false }
}

/// Folds a log; what it says up to a fault is kept.
fn fold(rules: &Rulebook, listed: &mut Listed, lines: &[&[u8]]) -> Result<Option<Played>, String> {
    let law = Law::of(lines.iter().copied());
    let records = read(listed, law, lines)?;
    let game = match law {
        Law::Today => today(rules, listed, &records)?,
        Law::Newer(law) => Err(unjudged(listed, &Unjudged::Newer { law }))?,
        Law::Older(law) => {
            let whole: Vec<u8> = lines.iter().flat_map(|line| line.iter().chain(b"\n")).copied().collect();
            let records: Vec<&Record> = records.iter().collect();
            listed.law = Some(law);
            elder::fold(rules, law, &records, &whole).map_err(|why| unjudged(listed, &why))?
        }
    };
    let (state, view) = (game.state(), game.view());
    listed.mission = state.mission.as_ref().map(|mission| mission.id.clone());
    listed.mission_name = state.mission.as_ref().map(|mission| mission.name.to_string());
    listed.status = Some(view.status);
    listed.round = view.round.filter(|_| view.status == Status::Battle);
    listed.winner = view.result.as_ref().map(|result| result.winner);
    listed.by = view.result.as_ref().map(|result| result.by);
    listed.signed = game.signed();
    Ok((view.status == Status::Ended).then(|| played(&game)))
}

/// The records of a log. What one would say of the match is kept, whether or not the rules take it.
fn read(listed: &mut Listed, law: Law, lines: &[&[u8]]) -> Result<Vec<Record>, String> {
    let mut previous = Link::START;
    let mut records = Vec::with_capacity(lines.len());
    for line in lines {
        let (record, link) = read_chained(line, previous).map_err(|error| {
            listed.unjudged = law != Law::Today && matches!(error, ReadError::Shape(_));
            format!("record {}: {error}", previous.seq + 1)
        })?;
        if let Command::Open(open) = &*record.command {
            (listed.one, listed.two) = (open.players.one.name.to_string(), open.players.two.name.to_string());
            if open.id.as_str() != listed.id {
                return Err(format!("filed as match {}, but it opens match {}", listed.id, open.id));
            }
        }
        if law != Law::Today {
            (listed.vp, listed.last) = (Some(record.vp), Some(record.at));
        }
        previous = link;
        records.push(record);
    }
    Ok(records)
}

/// Folds records under today's law.
fn today(rules: &Rulebook, listed: &mut Listed, records: &[Record]) -> Result<Match, String> {
    let mut game = Match::new(rules.packs.clone());
    for record in records {
        (listed.vp, listed.last) = (Some(record.vp), Some(record.at));
        game.record(record.said(), Arc::clone(&record.command)).map_err(|refusal| {
            listed.other_rules = refusal.code == RefusalCode::OtherRules;
            format!("record {}: {refusal}", record.seq)
        })?;
        game.set_head(record.hash);
    }
    Ok(game)
}

/// Why a log cannot be judged; its row says that nothing is known to be wrong.
fn unjudged(listed: &mut Listed, why: &Unjudged) -> String {
    listed.unjudged = true;
    why.to_string()
}

/// What both armies are bent on; nothing where one of them did not say.
fn bent_on(state: &State) -> Option<BySide<Disposition>> {
    let [one, two] = Player::BOTH.map(|player| state.disposition(player));
    Some(BySide { one: one?, two: two? })
}

fn played(game: &Match) -> Played {
    let (state, view) = (game.state(), game.view());
    let names = Player::BOTH.into_iter().flat_map(|player| state.objectives(player));
    Played {
        sides: sides(game, &view),
        secondaries: secondaries(&view),
        names: names.map(|(_, objective)| (objective.id.to_string(), objective.name.to_string())).collect(),
        dispositions: bent_on(state),
        provisional: view.result.is_some_and(|result| result.provisional),
        undecided: score::is_undecided(state),
    }
}
