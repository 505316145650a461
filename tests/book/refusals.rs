//! Everything that a match refuses: what the scripts say too early or against the facts, and what else could have been
//! said at moments of many matches.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::legal::{Kind, legal_of};
use adjutant_engine::refusal::{Refusal, RefusalCode};
use adjutant_engine::{By, Said};
use serde_json::Value;

use super::corpus::{PLAYED, Played, again, in_order};
use super::on_the_terminal;
use super::page::{Mask, Page, texts};
use super::provoke::{Vocabulary, fields_of};

const SPEAKERS: [By; 4] = [By::One, By::Two, By::Both, By::Judge];
/// Forms of one kind of command that are tried everywhere.
const FORMS_MAX: usize = 3;

/// What is said where, and refused.
struct Found {
    code: RefusalCode,
    shape: String,
    example: String,
}

/// Names that sentences about a match repeat.
pub fn names(game: &Match) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for seq in 1..=game.seq() {
        let Some((_, command, _)) = game.entry(seq) else { continue };
        if matches!(
            command,
            Command::Open(_)
                | Command::Roster { .. }
                | Command::AddUnit { .. }
                | Command::Split { .. }
                | Command::Merge { .. }
        ) {
            texts(&serde_json::to_value(command).expect("JSON"), &mut names);
        }
    }
    let state = game.state();
    for marker in state.markers.iter() {
        names.insert(super::page::rough(marker.id.as_str()));
    }
    for pack in game.packs().iter() {
        names.extend(
            pack.law.phases.iter().flat_map(|phase| [phase.name.as_str().to_owned(), phase.name.title().to_owned()]),
        );
        let named = |id: &str, name: &str| [super::page::rough(id), super::page::rough(name)];
        names.extend(pack.missions.iter().flat_map(|(id, mission)| named(id.as_str(), mission.name.as_str())));
        names.extend(pack.objectives.iter().flat_map(|(id, objective)| named(id.as_str(), objective.name.as_str())));
        names.extend(pack.actions.iter().flat_map(|(id, action)| named(id.as_str(), action.name.as_str())));
    }
    names
}

/// The forms of every kind of command that anybody has used, the shortest first.
fn forms(vocabulary: &mut Vocabulary) -> Vec<Value> {
    let mut forms: BTreeMap<Kind, BTreeMap<String, Value>> = BTreeMap::new();
    for played in PLAYED.iter() {
        for (_, command) in played.records() {
            let value = serde_json::to_value(&*command).expect("JSON");
            if !matches!(*command, Command::Roster { .. } | Command::Open(_)) {
                vocabulary.learn("", &value);
            }
            forms.entry(command.kind()).or_default().entry(fields_of(&value)).or_insert(value);
        }
    }
    forms
        .into_values()
        .flat_map(|forms| {
            let mut forms: Vec<Value> = forms.into_values().collect();
            forms.sort_by_key(|form| form.to_string().len());
            let step = forms.len().div_ceil(FORMS_MAX).max(1);
            forms.into_iter().step_by(step)
        })
        .collect()
}

/// Tries what could be said of a match at a moment.
struct Trial<'a> {
    played: &'a Played,
    game: Match,
    mask: Mask,
    seen: BTreeSet<(RefusalCode, String)>,
    found: Vec<Found>,
}

impl Trial<'_> {
    fn note(&mut self, said: &Said, command: &Command, refusal: Refusal) {
        let (message, accepted) = (refusal.message.to_string(), refusal.accepted.to_string());
        let shape = match message.split_once(" is refused: ") {
            // What it would be refused with stands in the book by itself.
            Some((first, then)) => {
                format!("{} is refused: {}", self.mask.shape(first), then.split(':').next().unwrap_or(then))
            }
            None => format!("{} | {}", self.mask.shape(&message), self.mask.shape(&accepted)),
        };
        if !self.seen.insert((refusal.code, shape.clone())) {
            return;
        }
        let example = entry(self.played, &self.game, said, command, &refusal);
        self.found.push(Found { code: refusal.code, shape, example });
    }

    fn say(&mut self, by: By, command: &Command) {
        if let Err(refusal) = self.game.check(by, command) {
            self.note(&by.into(), command, refusal);
        }
    }

    fn say_all(&mut self, by: By, value: &Value, vocabulary: &Vocabulary, all: bool) {
        if let Ok(command) = serde_json::from_value::<Command>(value.clone()) {
            for by in SPEAKERS {
                self.say(by, &command);
            }
        }
        if !all {
            return;
        }
        for changed in vocabulary.variants(value) {
            if let Ok(command) = serde_json::from_value::<Command>(changed) {
                self.say(by, &command);
            }
        }
    }

    /// Offers, forms of every kind, and what was said next.
    fn moment(&mut self, forms: &[Value], next: Option<&(Said, std::sync::Arc<Command>)>, vocabulary: &Vocabulary) {
        for kind in Kind::ALL {
            for by in [By::One, By::Both] {
                for offer in legal_of(&self.game, by, *kind).into_iter().take(2) {
                    let value = serde_json::to_value(&offer.command).expect("JSON");
                    self.say_all(offer.by, &value, vocabulary, true);
                }
            }
        }
        for form in forms {
            self.say_all(By::Both, form, vocabulary, false);
        }
        if let Some((said, command)) = next {
            let value = serde_json::to_value(&**command).expect("JSON");
            self.say_all(said.by, &value, vocabulary, true);
        }
    }
}

fn entry(played: &Played, game: &Match, said: &Said, command: &Command, refusal: &Refusal) -> String {
    let place = format!("record {}", game.seq() + 1);
    let soft = if refusal.is_soft() { " (soft)" } else { "" };
    let record = serde_json::json!({"by": said.by, "do": command}).to_string();
    let record = if record.chars().count() > 200 {
        format!("{}…", record.chars().take(200).collect::<String>())
    } else {
        record
    };
    let said = on_the_terminal(&place, command.name(), refusal.clone());
    format!("{}\naccepted{soft}: {}\n{said}in {}: {record}", refusal.message, refusal.accepted, played.name)
}

/// Moments of a match at which everything is tried.
fn moments(played: &Played) -> BTreeSet<u64> {
    let seq = played.game.seq();
    if played.script {
        return [seq].into();
    }
    let opening = (1..seq.min(40)).step_by(4);
    let later = (40..seq).step_by(usize::try_from(seq / 8).unwrap_or(1).max(1));
    opening.chain(later).chain([0, seq]).collect()
}

fn provoked(played: &Played, forms: &[Value], vocabulary: &Vocabulary) -> Vec<Found> {
    let mask = Mask::of(names(&played.game));
    let mut trial = Trial { played, game: played.fresh(), mask, seen: BTreeSet::new(), found: Vec::new() };
    let records: Vec<_> = played.records().collect();
    let (moments, mut varied) = (moments(played), BTreeSet::new());
    for at in 0..=records.len() {
        if moments.contains(&(at as u64)) {
            trial.moment(forms, records.get(at), vocabulary);
        }
        if let Some((said, command)) = records.get(at) {
            // What is said here first could be said otherwise here.
            let value = serde_json::to_value(&**command).expect("JSON");
            if !matches!(**command, Command::Roster { .. } | Command::Open(_)) && varied.insert(fields_of(&value)) {
                trial.say_all(said.by, &value, vocabulary, true);
            }
            again(&mut trial.game, said.clone(), command);
        }
    }
    for (record, refusal) in &played.refused {
        trial.note(&record.said(), &record.command, refusal.clone());
    }
    trial.found
}

/// Every refusal that is found, in the order of the matches.
fn page() -> Page {
    let mut vocabulary = Vocabulary::default();
    let forms = forms(&mut vocabulary);
    let found = in_order(&PLAYED, |played| provoked(played, &forms, &vocabulary));
    let mut page = Page::default();
    for found in found.into_iter().flatten() {
        page.add(found.code.as_str(), &found.shape, || found.example);
    }
    page
}

/// Codes that nothing here provokes: it takes half a minute to take so much back. The page of audits holds its sentence.
const NOT_PROVOKED: [&str; 1] = ["too-costly"];

#[test]
fn every_refusal_of_a_match_stands_in_the_book() {
    let page = page();
    crate::snapshots::holds("sentences/refusals.txt", &page.text("What a match refuses"));
    page.covers(RefusalCode::ALL.iter().map(|code| code.as_str()), &NOT_PROVOKED);
}
