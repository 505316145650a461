//! What no log may come to: told from the records and from what is seen before and after each, never from the reasons
//! of the fold.

use std::collections::BTreeMap;

use adjutant_engine::Said;
use adjutant_engine::command::{Command, MoveKind};
use adjutant_engine::dice::Purpose;
use adjutant_engine::fold::Match;
use adjutant_engine::side::{By, Player, Winner};
use adjutant_engine::terms::{Moment, RoundLabel};
use adjutant_engine::view::{Status, UnitStatus, View};
use adjutant_replay::audit::LogReport;
use serde_json::Value;

const CHOICES: [&str; 10] =
    ["roster", "mission", "secondaries", "mark", "reserves", "attach", "deploy", "roles", "zone", "first-turn"];

/// What nobody gains alone behind the other's back.
const WORTH: [&str; 6] = ["victory points", "the result", "Command points", "models", "markers", "open questions"];

/// What follows a log, record by record.
#[derive(Clone, Default)]
pub struct Checker {
    /// The last record of each player that the other may play on.
    heard: [u64; 2],
    /// By choice: whether each player made it since both chose anew, and whether it could be read.
    chosen: BTreeMap<String, [bool; 2]>,
    read: BTreeMap<String, [bool; 2]>,
    /// Drawn dice that their speaker took back and has not said again.
    bound: Vec<Bound>,
    fresh: [bool; 2],
    signed: bool,
    /// The record with which the moment of each open question passed, and the last that moved the battle on.
    passed: BTreeMap<Question, u64>,
    moved: u64,
    /// The record in which each player said first what holds now of Battle Ready.
    judged: [u64; 2],
    /// Records that the audit has to list, and those that it has to warn of.
    listed: Vec<u64>,
    warned: Vec<u64>,
    pub faults: Vec<String>,
}

/// A question of a moment that has passed: whose, for which objective, of which row and moment.
type Question = (Player, String, RoundLabel, Moment);

#[derive(Clone)]
struct Bound {
    seq: u64,
    purpose: String,
    said: Said,
    command: Command,
}

/// How a log stands before a record.
pub struct Before {
    view: Option<([[i64; 2]; WORTH.len()], View)>,
    status: Status,
    rows: Vec<(u64, By, Command)>,
    questions: Vec<Question>,
    needs: usize,
    ready: [Option<bool>; 2],
}

fn index(player: Player) -> usize {
    usize::from(player == Player::Two)
}

/// What a command chooses.
fn topic(command: &Command) -> Option<String> {
    let written = serde_json::to_value(command).unwrap();
    let name = command.name();
    let inner = &written[name];
    match name {
        "commit" | "reveal" if inner["what"] == "priority-marker" => Some("marker".to_owned()),
        "commit" | "reveal" => Some(inner["what"].as_str()?.to_owned()),
        "marker" if inner["becomes"] == "priority" => Some("marker".to_owned()),
        name => CHOICES.contains(&name).then(|| name.to_owned()),
    }
}

fn sealed(command: &Command) -> bool {
    matches!(command, Command::Commit { .. } | Command::Reveal { .. })
}

/// What the dice of a command are for.
fn purpose(command: &Command) -> Option<String> {
    let word = match command {
        Command::Roll { purpose, .. } | Command::RollOff { purpose, .. } => {
            let known = |unit: &str| unit.bytes().any(|byte| byte.is_ascii_digit());
            return Purpose::read(purpose.as_str(), known).ok().map(|read| read.to_string());
        }
        Command::Shoot(attacks) => return Some(format!("shoot {}", attacks.unit)),
        Command::Fight(attacks) => return Some(format!("fight {}", attacks.unit)),
        Command::Move { unit, kind: MoveKind::Advance, roll: Some(_), .. } => format!("advance {unit}"),
        Command::Charge { unit, .. } => format!("charge {unit}"),
        Command::Morale { unit, .. } => format!("morale {unit}"),
        Command::Cast { unit, .. } | Command::PsychicAction { unit, .. } => format!("psychic {unit}"),
        _ => return None,
    };
    Some(word)
}

/// The faces of a command that holds nothing else.
fn faces(command: &Command) -> Option<Value> {
    match command {
        Command::Roll { roll, rerolled, .. } => serde_json::to_value(rerolled.as_ref().unwrap_or(roll)).ok(),
        Command::RollOff { dice, .. } => serde_json::to_value(dice).ok(),
        _ => None,
    }
}

/// Who shot at whom with what.
fn declared(command: &Command) -> Vec<(Value, Value)> {
    let written = serde_json::to_value(command).unwrap();
    let attacks = written[command.name()]["attacks"].as_array().cloned().unwrap_or_default();
    attacks.into_iter().map(|attack| (attack["target"].clone(), attack["weapon"].clone())).collect()
}

fn drawn(game: &Match, said: &Said, command: &Command) -> bool {
    let Some(dice) = game.state().open.as_ref().and_then(|open| open.dice.as_ref()) else { return false };
    match command {
        Command::Shoot(_) | Command::Fight(_) => said.drawn.is_some(),
        Command::Roll { .. } | Command::RollOff { .. } => {
            said.drawn.is_some() || dice.seed.is_some() && purpose(command).is_some()
        }
        _ => false,
    }
}

/// The records that count, as they read.
fn rows(game: &Match) -> Vec<(u64, By, Command)> {
    let mut rows = Vec::new();
    for seq in 1..=game.seq() {
        let Some((by, command, true)) = game.entry(seq) else { continue };
        match game.reading(seq) {
            _ if matches!(command, Command::Retract { .. } | Command::Amend(_)) => {}
            None => rows.push((seq, by, command.clone())),
            Some(to) => rows.extend(to.iter().map(|to| (seq, to.by, to.command.clone()))),
        }
    }
    rows
}

/// The questions of moments that have passed.
fn questions(game: &Match) -> Vec<Question> {
    let missed = game.state().missed.iter().map(|missed| &missed.need);
    missed.map(|need| (need.player, need.objective.to_string(), need.round, need.moment)).collect()
}

fn ready(game: &Match) -> [Option<bool>; 2] {
    Player::BOTH.map(|player| game.state().sides[player].battle_ready)
}

/// What each player has that nobody raises alone behind the other's back.
fn worth(view: &View, game: &Match) -> [[i64; 2]; WORTH.len()] {
    let (state, law) = (game.state(), game.state().law());
    let later = |player: Player| {
        let counts = view.status != Status::Ended && !view.players[player].conceded;
        if counts && view.players[player].battle_ready == Some(true) { law.battle_ready_vp() } else { 0 }
    };
    let total = |player: Player| {
        (i64::from(view.players[player].total) + i64::from(later(player))).min(i64::from(law.total_cap))
    };
    let conceded = Player::BOTH.into_iter().find(|player| view.players[*player].conceded);
    let winner = view.result.as_ref().map(|result| result.winner);
    let winner = winner.or(conceded.map(|player| Winner::from(player.opponent())));
    let won = |player: Player| match winner {
        Some(winner) if winner == player.into() => 2,
        Some(winner) if winner == player.opponent().into() => 0,
        _ => 1,
    };
    // A leader's models are among those of the unit that it joined; a side that concedes takes its models off.
    let gone = [UnitStatus::Destroyed, UnitStatus::Removed, UnitStatus::Attached];
    let stands = |player: Player| {
        let units = view.units.iter().filter(|unit| unit.player == player && !gone.contains(&unit.state));
        units.map(|unit| i64::from(unit.models)).sum()
    };
    let holds = |player: Player| {
        view.markers.iter().filter(|marker| marker.holder.is_some_and(|holder| holder.player() == Some(player))).count()
    };
    let open = |player: Player| {
        let needs = state.needs.iter().chain(state.missed.iter().map(|missed| &missed.need));
        let most = needs.filter(|need| need.player == player).map(|need| need.possible.values().into_iter().max());
        let ready = if view.players[player].battle_ready.is_none() { law.battle_ready_vp() } else { 0 };
        most.flatten().sum::<i64>() + i64::from(ready)
    };
    [
        Player::BOTH.map(total),
        Player::BOTH.map(won),
        Player::BOTH.map(|player| i64::from(view.players[player].cp)),
        Player::BOTH.map(stands),
        Player::BOTH.map(|player| holds(player) as i64),
        Player::BOTH.map(open),
    ]
}

/// What was chosen before the battle, each with how it reads; nothing of what is still open.
fn settled(view: &View) -> BTreeMap<String, String> {
    let mut settled = BTreeMap::new();
    settled.extend(view.mission.as_ref().map(|mission| ("mission".to_owned(), mission.to_string())));
    for player in Player::BOTH {
        let side = &view.players[player];
        settled.extend(side.role.map(|role| (format!("role of {player}"), format!("{role:?}"))));
        settled.extend(side.zone.map(|zone| (format!("zone of {player}"), format!("{zone:?}"))));
        let ids: Vec<&str> = side.secondaries.iter().map(|row| row.objective.as_str()).collect();
        settled.extend((!ids.is_empty()).then(|| (format!("secondaries of {player}"), ids.join(" "))));
    }
    for unit in &view.units {
        let away = [UnitStatus::Reserves, UnitStatus::Elsewhere, UnitStatus::Embarked, UnitStatus::Attached];
        settled.extend(away.contains(&unit.state).then(|| (format!("unit {}", unit.id), format!("{:?}", unit.state))));
    }
    settled
}

/// The record that a correction changes, and as what it would read.
fn corrected<'a>(game: &Match, command: &'a Command) -> Option<(u64, Vec<&'a Command>)> {
    match command {
        Command::Amend(amend) => Some((amend.seq, amend.to.iter().map(|to| &to.command).collect())),
        Command::Retract { seq, .. } => match game.entry(*seq) {
            Some((_, Command::Amend(amend), _)) => Some((amend.seq, Vec::new())),
            _ => Some((*seq, Vec::new())),
        },
        _ => None,
    }
}

impl Checker {
    /// Looks before a record is said.
    pub fn before(&self, game: &Match, command: &Command) -> Before {
        let corrects = matches!(command, Command::Retract { .. } | Command::Amend(_));
        let status = game.state().status;
        let looks = corrects || self.signed || status == Status::Setup;
        let rows = if corrects { rows(game) } else { Vec::new() };
        let worth = looks.then(|| game.view()).map(|view| (worth(&view, game), view));
        Before {
            view: worth,
            status,
            rows,
            questions: questions(game),
            needs: game.state().needs.len(),
            ready: ready(game),
        }
    }

    /// Looks at a record that was taken.
    pub fn after(&mut self, before: &Before, game: &Match, said: &Said, command: &Command) {
        let seq = game.seq();
        let aside = matches!(command.name(), "note" | "sign" | "unseal");
        if self.signed && !aside {
            self.needs_more(seq, said.by, "it is signed");
            self.listed.push(seq);
        }
        if let (true, Some((was, _))) = (self.signed && said.by.player().is_some(), &before.view)
            && was[..2] != worth(&game.view(), game)[..2]
        {
            self.faults.push(format!("record {seq} by {}: the signed result changes", said.by));
        }
        match corrected(game, command) {
            Some((of, to)) => self.correction(before, game, (seq, said.by), of, &to, command),
            None => self.recorded(before, game, (seq, said), command),
        }
        self.remember(game, seq, said, command);
        self.follow_questions(before, game, seq, command);
        for listed in self.listed.iter().filter(|listed| **listed == seq) {
            if !game.corrections().iter().any(|correction| correction.at == *listed) {
                self.faults.push(format!("record {seq} passed a reliance and is not listed"));
                break;
            }
        }
    }

    fn needs_more(&mut self, seq: u64, by: By, why: &str) {
        if by.player().is_some() {
            self.faults.push(format!("record {seq} by {by}: {why}"));
        }
    }

    /// A new record: it changes no choice that was made, draws no other dice than those that were drawn, and raises no old
    /// claim behind the other's back.
    fn recorded(&mut self, before: &Before, game: &Match, (seq, said): (u64, &Said), command: &Command) {
        self.says_dice(seq, said, command);
        let now = questions(game);
        let answered = before.questions.iter().filter(|question| !now.contains(question));
        let answered = answered.filter_map(|question| Some((question.0, *self.passed.get(question)?)));
        let late = match command {
            // A card that is scored takes its other questions along.
            Command::Score { vp, passed: Some(_), .. } if vp.get() > 0 && before.needs == game.state().needs.len() => {
                answered.min_by_key(|(_, passed)| *passed)
            }
            Command::BattleReady { player, ready: true } if before.ready[index(*player)] == Some(false) => {
                Some((*player, self.judged[index(*player)] + 1))
            }
            _ => None,
        };
        if late.is_some_and(|(player, passed)| self.heard[index(player.opponent())] >= passed) {
            self.needs_more(seq, said.by, "it raises an old claim, or answers late");
            self.listed.push(seq);
        }
        // Who concedes takes the whole army off.
        let chooses = before.status == Status::Setup && command.name() != "concede";
        let Some((_, view)) = before.view.as_ref().filter(|_| chooses) else { return };
        let now = settled(&game.view());
        for (what, was) in settled(view).into_iter().filter(|(what, was)| now.get(what) != Some(was)) {
            self.faults.push(format!("record {seq}, a new one, changes {what} from {was} to {:?}", now.get(&what)));
        }
    }

    /// Notes when the moment of a question passed. One that a correction opens again passed no later than the battle
    /// was moved on last.
    fn follow_questions(&mut self, before: &Before, game: &Match, seq: u64, command: &Command) {
        let flow = ["begin", "end-phase", "end-turn", "agree-end", "concede", "end"];
        let corrects = matches!(command, Command::Retract { .. } | Command::Amend(_));
        if flow.contains(&command.name()) {
            self.moved = seq;
        }
        for question in questions(game).into_iter().filter(|question| !before.questions.contains(question)) {
            match corrects {
                true => _ = self.passed.entry(question).or_insert(self.moved),
                false => _ = self.passed.insert(question, seq),
            }
        }
        if let Command::BattleReady { player, ready } = command
            && before.ready[index(*player)] != Some(*ready)
        {
            self.judged[index(*player)] = seq;
        }
    }

    fn says_dice(&mut self, seq: u64, said: &Said, command: &Command) {
        let Some(purpose) = purpose(command) else { return };
        let waiting = |bound: &Bound| bound.purpose == purpose;
        if !self.bound.iter().any(waiting) {
            return;
        }
        let again = |bound: &Bound| {
            waiting(bound)
                && bound.said.drawn == said.drawn
                && bound.command.name() == command.name()
                && faces(&bound.command) == faces(command)
                && declared(&bound.command) == declared(command)
        };
        match self.bound.iter().position(again) {
            Some(place) => drop(self.bound.remove(place)),
            None => self.faults.push(format!("record {seq} throws other dice for {purpose} than were drawn")),
        }
    }

    fn correction(
        &mut self,
        before: &Before,
        game: &Match,
        (seq, by): (u64, By),
        of: u64,
        to: &[&Command],
        command: &Command,
    ) {
        let Some((speaker, original, _)) = game.entry(of) else { return };
        let (original, said) = (original.clone(), game.said(of).unwrap().clone());
        let alone = by.player();
        if speaker == By::Judge && by != By::Judge || alone.is_some() && by != speaker {
            self.faults.push(format!("record {seq} by {by} corrects record {of} by {speaker}"));
        }
        let played_on = speaker.player().is_some_and(|player| self.heard[index(player.opponent())] > of);
        let topics = [&original].into_iter().chain(to.iter().copied()).filter_map(topic);
        let sides: Vec<Player> =
            Player::BOTH.into_iter().filter(|p| speaker.player().is_none_or(|s| s == *p)).collect();
        let mut choice = None;
        for topic in topics {
            let other = |map: &BTreeMap<String, [bool; 2]>| {
                map.get(&topic).is_some_and(|made| sides.iter().any(|player| made[index(player.opponent())]))
            };
            if played_on || before.status != Status::Setup || other(&self.chosen) {
                choice = Some(format!("the choice of {topic} is relied on"));
            }
        }
        if let Some(why) = &choice {
            self.needs_more(seq, by, why);
        }
        let was_drawn = drawn(game, &said, &original);
        if choice.is_some() || played_on || was_drawn {
            self.listed.push(seq);
        }
        self.opened_choices(before, game, seq, by);
        if was_drawn {
            self.drawn_dice(seq, by, (of, &said, &original), command);
        } else if played_on && let Some(player) = alone {
            self.gains(before, game, seq, player);
        }
        if let Command::Amend(amend) = command {
            let fresh = |to: &&adjutant_engine::command::Reading| {
                !before.rows.iter().any(|(row, by, command)| *row == of && *by == to.by && *command == to.command)
            };
            amend.to.iter().filter(fresh).for_each(|to| self.says_dice(seq, &to.said(), &to.command));
        }
    }

    /// What was opened changes by both or a judge only.
    fn opened_choices(&mut self, before: &Before, game: &Match, seq: u64, by: By) {
        let now = rows(game);
        let mut changed = false;
        for (row, speaker, command) in before.rows.iter().filter(|(.., command)| sealed(command)) {
            let Some(topic) = topic(command) else { continue };
            let readable = self.read.get(&topic).is_some_and(|read| read.contains(&true));
            let stands = now.iter().any(|now| (now.0, now.1, &now.2) == (*row, *speaker, command));
            if readable && !stands {
                self.needs_more(seq, by, &format!("what was sealed of {topic} changes after one was seen"));
                changed = true;
            }
        }
        if changed {
            self.listed.push(seq);
            self.warned.push(seq);
        }
        for (topic, read) in &mut self.read {
            if changed && !now.iter().any(|(.., command)| self::topic(command).as_ref() == Some(topic)) {
                *read = [false; 2];
                self.chosen.insert(topic.clone(), [false; 2]);
            }
        }
    }

    /// Drawn dice stand, or wait to be said again, or are used up by more than their speaker.
    fn drawn_dice(&mut self, seq: u64, by: By, (of, said, original): (u64, &Said, &Command), command: &Command) {
        match command {
            Command::Amend(amend) => {
                if !amend.to.iter().any(|to| to.by == said.by && to.command == *original) {
                    self.faults.push(format!("record {seq} replaces the dice that record {of} drew"));
                }
            }
            // An amendment of them was taken back.
            Command::Retract { seq, .. } if *seq != of => {}
            _ if by.player().is_some() => {
                let purpose = purpose(original).unwrap_or_default();
                self.bound.push(Bound { seq: of, purpose, said: said.clone(), command: original.clone() });
            }
            _ => self.bound.retain(|bound| bound.seq != of),
        }
    }

    /// Who corrects alone behind the other's back has no more by it, and the other no less.
    fn gains(&mut self, before: &Before, game: &Match, seq: u64, player: Player) {
        let Some((before, _)) = &before.view else { return };
        let now = worth(&game.view(), game);
        let (own, other) = (index(player), index(player.opponent()));
        for (at, what) in WORTH.into_iter().enumerate() {
            if now[at][own] > before[at][own] || now[at][other] < before[at][other] {
                self.faults.push(format!("record {seq} by {player} alone brings {what} behind the other's back"));
            }
        }
    }

    fn remember(&mut self, game: &Match, seq: u64, said: &Said, command: &Command) {
        let by = said.by;
        let speaks = |player: Player| by == By::Both || by.player() == Some(player);
        let mut sees = |by: By, command: &Command| {
            let Some(topic) = topic(command) else { return };
            for player in Player::BOTH.into_iter().filter(|player| by == By::Both || by.player() == Some(*player)) {
                self.chosen.entry(topic.clone()).or_default()[index(player)] = true;
                self.read.entry(topic.clone()).or_default()[index(player)] |=
                    !matches!(command, Command::Commit { .. });
            }
        };
        match command {
            Command::Amend(amend) => amend.to.iter().for_each(|to| sees(to.by, &to.command)),
            command => sees(by, command),
        }
        if !matches!(command.name(), "note" | "sign" | "unseal" | "clock") {
            Player::BOTH
                .into_iter()
                .filter(|player| speaks(*player))
                .for_each(|player| self.heard[index(player)] = seq);
        }
        match command {
            Command::Sign { player: Some(player), .. } if game.state().status == Status::Ended => {
                self.fresh[index(*player)] = true;
                self.signed |= self.fresh == [true; 2];
            }
            Command::Note { .. } | Command::Sign { .. } | Command::Unseal { .. } => {}
            _ => self.fresh = [false; 2],
        }
    }

    /// Looks at what the audit of the whole log says.
    pub fn audited(&mut self, report: &LogReport) {
        let has = |seq: u64, fits: &dyn Fn(&str) -> bool| {
            report.findings.iter().any(|finding| finding.record == Some(seq) && fits(finding.code.as_str()))
        };
        let by = |code: &str| code.starts_with("by-");
        for seq in self.listed.iter().filter(|seq| !has(**seq, &by)) {
            self.faults.push(format!("the audit does not list record {seq}"));
        }
        for seq in self.warned.iter().filter(|seq| !has(**seq, &|code| code == "recommitted")) {
            self.faults.push(format!("the audit does not warn of record {seq}, which opens a choice again"));
        }
        for bound in self.bound.iter().filter(|bound| !has(bound.seq, &|code| code == "dice-open")) {
            self.faults.push(format!("the audit does not warn of the dice of record {}", bound.seq));
        }
    }
}
