//! What forms say of matches: judged in their order on what stands there, written together, answered when it is on the
//! disk.

use adjutant_engine::refusal::Refusal;
use adjutant_engine::state::State;
use adjutant_present::names::said;
use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_app::StreamKind;
use adjutant_app::matches::hidden::{self, Choice};
use adjutant_app::matches::{Recording, TakeError, word};
use adjutant_app::tournaments::matches;
use adjutant_engine::command::record::Record;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_engine::side::By;
use adjutant_engine::view::Status;
use adjutant_present::names::name_of;
use adjutant_present::say::older;
use adjutant_shorthand::brief;

use super::open::{Writer, answer, beyond, not_open, told};
use crate::act::{GameAct, Hidden, NO_SECRETS, Outcome, Question, Tap, Way};
use crate::game::{Game, is_aside, is_own_set_up, speaker};
use crate::inbox::{Submission, rid};
use crate::proposal::{self, End, Proposal};
use crate::seat::At;

/// One form about a match, on its way.
pub(super) type One = Submission<GameAct>;

/// What the rules took of a form, on its way to the disk.
struct Taken {
    one: One,
    /// The numbers of its records.
    records: std::ops::RangeInclusive<u64>,
    /// Whether a choice in secret was opened or taken back with it: its file is not needed any more.
    sweeps: bool,
}

impl Writer {
    /// Judges forms and writes what the rules take.
    pub(super) fn write_games(&mut self, batch: Vec<One>) {
        if batch.is_empty() {
            return;
        }
        let mut open: BTreeMap<At, Recording> = BTreeMap::new();
        let mut taken: Vec<Taken> = Vec::new();
        for one in batch {
            let mut judged = self.judge_game(&mut open, &one);
            if matches!(judged, Err(Outcome::Done(_))) && !taken.is_empty() {
                // What is the same as something on its way is answered when that is on the disk, not before.
                self.commit_games(std::mem::take(&mut open), std::mem::take(&mut taken));
                judged = self.judge_game(&mut open, &one);
            }
            match judged {
                Ok((records, sweeps)) => taken.push(Taken { one, records, sweeps }),
                Err(outcome) => self.settle_game(one, outcome),
            }
        }
        self.commit_games(open, taken);
    }

    fn commit_games(&mut self, mut open: BTreeMap<At, Recording>, taken: Vec<Taken>) {
        if taken.is_empty() {
            return;
        }
        let Some((store, _)) = &mut self.open else {
            return taken.into_iter().for_each(|taken| {
                answer(taken.one.reply, not_open());
            });
        };
        match Recording::commit_all(open.values_mut(), store) {
            Ok(()) => {
                taken.iter().for_each(|taken| self.agreed(taken));
                open.into_iter().for_each(|(at, recording)| self.site.show_game(at, recording));
                taken.into_iter().for_each(|taken| self.done(taken));
            }
            // Another program wrote meanwhile: each is judged anew, alone.
            Err(_) => taken.into_iter().for_each(|taken| self.game_alone(taken.one)),
        }
    }

    fn game_alone(&mut self, one: One) {
        let mut open = BTreeMap::new();
        self.written.forget(&one.sent());
        self.read_game(one.wish.at);
        let (records, sweeps) = match self.judge_game(&mut open, &one) {
            Ok(judged) => judged,
            Err(outcome) => return self.settle_game(one, outcome),
        };
        let Some((store, _)) = &mut self.open else {
            return self.settle_game(one, not_open());
        };
        match Recording::commit_all(open.values_mut(), store) {
            Ok(()) => {
                let taken = Taken { one, records, sweeps };
                self.agreed(&taken);
                open.into_iter().for_each(|(at, recording)| self.site.show_game(at, recording));
                self.done(taken);
            }
            Err(error) => self.settle_game(one, told(&error)),
        }
    }

    /// A proposal that both agreed to is recorded.
    fn agreed(&self, taken: &Taken) {
        if let Tap::Answer { id, .. } = &taken.one.wish.tap {
            self.site.end_proposal(taken.one.wish.at, id, End::Agreed(*taken.records.end()));
        }
    }

    fn done(&mut self, taken: Taken) {
        let Taken { one, sweeps, .. } = taken;
        if let (true, Some(vault), Some(game)) = (sweeps, &self.site.vault, self.site.game(one.wish.at)) {
            hidden::sweep(vault, &game.recording);
        }
        let back = Outcome::Done(one.wish.back.clone());
        self.settle_game(one, back);
    }

    /// Lets the rules judge a form on what stands there; what they take is sealed and not yet written. Returns the
    /// numbers of its records, and whether it opens or takes back something.
    fn judge_game(
        &mut self,
        open: &mut BTreeMap<At, Recording>,
        one: &One,
    ) -> Result<(std::ops::RangeInclusive<u64>, bool), Outcome> {
        let at = one.wish.at;
        if let std::collections::btree_map::Entry::Vacant(entry) = open.entry(at) {
            let none = || Outcome::Refused("This table has no match to record.".to_owned(), None);
            let game = self.current(at).ok_or_else(none)?;
            entry.insert(game.recording.clone());
        }
        let Some(recording) = open.get(&at) else { return Err(Outcome::Broken("the match is not open".to_owned())) };
        only_read(recording, one)?;
        let all = self.said(recording, one)?;
        self.expected(recording, one, &all)?;
        shown_first(recording, one, &all)?;
        // All of a form or nothing of it.
        let first = recording.seq() + 1;
        let mut told = recording.clone();
        for (said, command) in &all {
            let before = told.records().last().map(|record| record.at);
            let now = self.site.moment().now;
            let tapped =
                one.wish.tapped.filter(|tapped| before.is_none_or(|before| before <= *tapped) && *tapped <= now);
            told.take_said(said.clone(), command.clone(), tapped)
                .map_err(|error| self.not_alone(recording, one, &all, error))?;
        }
        let records = first..=told.seq();
        self.written.know(told.id(), records.clone(), &one.sent());
        open.insert(at, told);
        let sweeps = all.iter().any(|(_, command)| matches!(command, Command::Reveal { .. } | Command::Retract { .. }));
        Ok((records, sweeps))
    }

    /// What a form says. A choice in secret is on the disk when this returns; the records then bind the player to it,
    /// or open what both are bound to.
    fn said(&self, recording: &Recording, one: &One) -> Result<Vec<(Said, Command)>, Outcome> {
        if let Tap::Answer { id, by, agrees } = &one.wish.tap {
            return self.answered(recording, one, (id, *by, *agrees));
        }
        let Some(asked) = &one.wish.hidden else { return Ok(behind_count(recording, &one.wish)) };
        let Some(vault) = &self.site.vault else {
            return Err(Outcome::Broken(NO_SECRETS.to_owned()));
        };
        let broken = |error: adjutant_app::Error| Outcome::Broken(error.sentence());
        match asked {
            Hidden::Seal(choice) => self.sealed(recording, one, choice),
            Hidden::Open => match hidden::opening(vault, recording).map_err(broken)? {
                Ok(records) if !records.is_empty() => {
                    Ok(records.into_iter().map(|(by, command)| (by.into(), command)).collect())
                }
                Ok(_) if hidden::any_opened(recording.game()) => {
                    // Both players tapped: the second one finds it done.
                    Err(Outcome::Done(one.wish.back.clone()))
                }
                Ok(_) => {
                    Err(Outcome::Refused("Both players choose first; then both choices are opened.".to_owned(), None))
                }
                Err(player) => {
                    let who = name_of(recording.game().state(), player);
                    let hint = "Open it where it was made, or take it back and choose again.".to_owned();
                    Err(Outcome::Refused(format!("This server does not hold what {who} chose."), Some(hint)))
                }
            },
        }
    }

    /// What both say where one player agrees to what the other proposed.
    fn answered(
        &self,
        recording: &Recording,
        one: &One,
        (id, by, agrees): (&str, By, bool),
    ) -> Result<Vec<(Said, Command)>, Outcome> {
        let known = self.site.proposal(one.wish.at).filter(|known| known.id == id && known.game == *recording.id());
        let known = known.ok_or_else(|| Outcome::Refused(proposal::GONE.to_owned(), None))?;
        let back = one.wish.back.clone();
        match &known.end {
            Some(End::Agreed(_)) if agrees => Err(Outcome::Done(back)),
            Some(end) => Err(Outcome::Refused(end.words(), None)),
            None if agrees && by == known.by => {
                Err(Outcome::Refused("You asked; the other player agrees or does not.".to_owned(), None))
            }
            None if agrees => Ok(word::said_by(&known.said, Some(By::Both))),
            None => {
                let end = if by == known.by { End::Withdrawn } else { End::Declined };
                self.site.end_proposal(one.wish.at, id, end);
                Err(Outcome::Done(back))
            }
        }
    }

    /// Why something is not taken; where both players' word is enough, the way to it.
    fn not_alone(&self, recording: &Recording, one: &One, all: &[(Said, Command)], error: TakeError) -> Outcome {
        let (game, tap) = (recording.game(), &one.wish.tap);
        let because = match &error {
            TakeError::Refused(refusal) => format!("{}.", said(game.state(), &refusal.message)),
            _ => return refused(game.state(), error, &one.wish.words),
        };
        if let Tap::Answer { id, .. } = tap {
            let end = End::MovedOn(because.trim_end_matches('.').to_owned());
            let words = end.words();
            self.site.end_proposal(one.wish.at, id, end);
            return Outcome::Refused(words, None);
        }
        let own = one.wish.hidden.is_none() && all.iter().all(|(said, _)| said.by.player().is_some());
        let Some((Some(By::Both), after)) = own.then(|| word::word_for(game, all).ok()).flatten() else {
            return refused(game.state(), error, &one.wish.words);
        };
        let by = all.first().map_or(By::Both, |(said, _)| said.by);
        if *tap == Tap::Ask {
            let (id, game) = (rid(), recording.id().to_owned());
            let back = format!("/match?asked={id}");
            self.site.propose(one.wish.at, Proposal { id, by, game, said: all.to_vec(), end: None });
            return Outcome::Done(back);
        }
        let other = by.player().map(|player| name_of(game.state(), player.opponent())).unwrap_or_default();
        let (title, label, fields): (_, _, &[_]) = match tap {
            Tap::LookBoth => ("Do you both agree?", "We both agree".to_owned(), &[("by", "both"), ("sure", "yes")]),
            _ => ("You can’t change this alone", format!("Ask {other} to agree"), &[("sure", "ask")]),
        };
        let answers = vec![Way { says: proposal::changes(game, &after, all), label, fields }];
        Outcome::Asks(Question { title, says: [vec![because], proposal::told(game, all)].concat(), answers })
    }

    /// Keeps a choice and returns the commitment to it.
    fn sealed(&self, recording: &Recording, one: &One, choice: &Choice) -> Result<Vec<(Said, Command)>, Outcome> {
        let Some((vault, id)) = self.site.vault.as_ref().zip(hidden::bound_to(recording)) else {
            return Err(Outcome::Broken(NO_SECRETS.to_owned()));
        };
        let broken = |error: adjutant_app::Error| Outcome::Broken(error.sentence());
        let bound = hidden::bound(recording.game(), choice.player).find(|(what, _)| *what == choice.what);
        if let Some((what, digest)) = bound {
            let known = hidden::opened(vault, recording, choice.player, what, digest).map_err(broken)?;
            // The same choice comes again: the phone did not hear that it was kept.
            return Err(match known {
                Some((_, value)) if value == choice.value => Outcome::Done(one.wish.back.clone()),
                _ => Outcome::Refused("You have chosen already. Take it back first to choose again.".to_owned(), None),
            });
        }
        for (said, open) in &one.wish.said {
            let judged = recording.game().check(said.clone(), open);
            // No rule of the army's own is named under a seal.
            judged.map_err(|refusal| against(recording.game().state(), &refusal))?;
        }
        let commit = hidden::keep(vault, recording, &id, choice).map_err(broken)?;
        Ok(vec![(By::from(choice.player).into(), commit)])
    }

    /// Whether what the page showed still stands.
    fn expected(&mut self, recording: &Recording, one: &One, said: &[(Said, Command)]) -> Result<(), Outcome> {
        let id = recording.id().to_owned();
        let seen = usize::try_from(one.seen).unwrap_or(usize::MAX);
        let since = recording.records().get(seen..).unwrap_or_default();
        let (by, sent) = (said.first().map_or(By::Both, |(said, _)| said.by), one.sent());
        beyond(one.seen, recording.seq())?;
        // The server was stopped between the disk and the answer: the same tap comes again.
        let same = |at: &usize| {
            let there = since.get(*at..*at + said.len());
            there.is_some_and(|there| {
                there.iter().zip(said).all(|(record, (said, command))| {
                    record.by == said.by && *record.command == *command && self.written.may_be(&id, record.seq, &sent)
                })
            })
        };
        if let Some(at) = (0..since.len()).find(same) {
            let found: Vec<u64> = since[at..at + said.len()].iter().map(|record| record.seq).collect();
            self.written.know(&id, found, &sent);
            return Err(Outcome::Done(one.wish.back.clone()));
        }
        // A choice in secret rests on nothing that the other player chose meanwhile, nor does an army on the other one.
        let own = said.iter().all(|(_, command)| is_own_set_up(command));
        let leaves = |command: &Command| {
            let apart = one.wish.hidden.is_some() && matches!(command, Command::Commit { .. });
            is_aside(command) || apart || (own && is_own_set_up(command))
        };
        match since.iter().find(|record| record.by != by && !leaves(&record.command)) {
            Some(record) => {
                let who = speaker(recording.game().state(), record.by);
                let what = brief(&record.command);
                Err(Outcome::Overtaken(format!("{who} recorded “{what}” meanwhile (record {}).", record.seq)))
            }
            None => not_moved_on(one, since),
        }
    }

    fn settle_game(&mut self, one: One, outcome: Outcome) {
        if let Some(Hidden::Seal(choice)) = &one.wish.hidden {
            self.unbound(one.wish.at, choice, &outcome);
        }
        self.settle(one, outcome);
    }

    /// Lets a choice go whose commitment is known not to stand in the log. Where the disk failed, it stays.
    fn unbound(&self, at: At, choice: &Choice, outcome: &Outcome) {
        let refused = !matches!(outcome, Outcome::Done(_) | Outcome::Broken(_));
        if let (true, Some(vault), Some(game)) = (refused, &self.site.vault, self.site.game(at))
            && let Some(id) = hidden::bound_to(&game.recording)
        {
            hidden::forget(vault, &game.recording, &id, choice);
        }
    }

    /// Takes in what other programs have written to the matches that pages show.
    pub(super) fn freshen_games(&mut self) {
        let Some((store, _)) = &self.open else { return };
        let version = store.others_version().ok().flatten();
        if version.is_some() && version == self.looked {
            return;
        }
        self.looked = version;
        for (at, game) in self.site.games() {
            match game {
                Some(_) => drop(self.current(at)),
                None => self.read_game(at),
            }
        }
    }

    /// Reads the match of a table. One that cannot be read is none.
    pub(super) fn read_game(&self, at: At) {
        let Some((store, _)) = &self.open else { return };
        let found = matches::find(store, &self.site.snap().state, at.0, at.1).ok().flatten();
        self.site.know_game(at, found);
    }

    /// The match of a table as the database holds it now.
    fn current(&self, at: At) -> Option<Arc<Game>> {
        let (store, _) = self.open.as_ref()?;
        if let Some(game) = self.site.game(at) {
            let head = store.head(StreamKind::Match, game.recording.id()).ok()??;
            if head.hash == game.head() {
                return Some(game);
            }
        }
        self.read_game(at);
        self.site.tell_of_games();
        self.site.game(at)
    }
}

/// A match of an older law is read here, until both go on with it under today's.
fn only_read(recording: &Recording, one: &One) -> Result<(), Outcome> {
    let goes_on = |(_, command): &(Said, Command)| matches!(command, Command::Law { .. });
    match recording.older_law() {
        Some(law) if one.wish.hidden.is_some() || !one.wish.said.iter().all(goes_on) => Err(Outcome::Refused(
            older::only_read(law),
            Some(format!("On the page of the match you both {}.", older::go_on())),
        )),
        _ => Ok(()),
    }
}

/// Undo takes back the last record that its page showed, and nothing where another tap of the same phone came after it.
fn not_moved_on(one: &One, since: &[Record]) -> Result<(), Outcome> {
    let Some(record) = since.iter().find(|record| one.wish.undoes && !is_aside(&record.command)) else { return Ok(()) };
    let message =
        format!("“{}” was recorded after the page was shown, so nothing was taken back.", brief(&record.command));
    Err(Outcome::Refused(message, Some("Look at the page as it is now, then tap Undo there.".to_owned())))
}

/// Shows what a correction changes before it is recorded; one that changes nothing else is recorded at once. Behind both
/// signatures everything is a correction.
fn shown_first(recording: &Recording, one: &One, all: &[(Said, Command)]) -> Result<(), Outcome> {
    let game: &Match = recording.game();
    let corrects =
        |(_, command): &(Said, Command)| word::corrects(command) || game.signed().is_some() && !is_aside(command);
    if !matches!(one.wish.tap, Tap::Look | Tap::LookBoth) || one.wish.hidden.is_some() || !all.iter().any(corrects) {
        return Ok(());
    }
    // What is refused is told by the rules themselves.
    let Ok(after) = word::tried(game, all) else { return Ok(()) };
    let says = proposal::changes(game, &after, all);
    if says.is_empty() {
        return Ok(());
    }
    let answers = vec![Way { says, label: "Record it".to_owned(), fields: &[("sure", "yes")] }];
    Err(Outcome::Asks(Question { title: "This changes more", says: proposal::told(game, all), answers }))
}

fn refused(state: &State, error: TakeError, words: &str) -> Outcome {
    match error {
        TakeError::Refused(refusal) => against(state, &refusal),
        other => told(&other.explain("this record", words)),
    }
}

/// What the rules say against a record, in the words of the table.
fn against(state: &State, refusal: &Refusal) -> Outcome {
    let (why, accepted) = (said(state, &refusal.message), said(state, &refusal.accepted));
    let accepted = (!accepted.is_empty()).then(|| format!("Accepted: {accepted}."));
    if refusal.is_soft() { Outcome::Forbidden(why, accepted) } else { Outcome::Refused(why, accepted) }
}

/// What a form says, behind the end of the phase whose count its page showed. Of two taps on one page the first one ends it.
fn behind_count(recording: &Recording, wish: &GameAct) -> Vec<(Said, Command)> {
    let state = recording.game().state();
    let lasts = state.status == Status::Battle && wish.counted == Some(state.phase_count);
    let by = wish.said.first().map_or(By::Both, |(said, _)| said.by);
    let end = lasts.then(|| (by.into(), Command::EndPhase { phase: state.phase }));
    end.into_iter().chain(wish.said.iter().cloned()).collect()
}
