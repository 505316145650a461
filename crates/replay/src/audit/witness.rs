//! What the records show and the rules do not judge: clocks, secrets, signatures.

use std::collections::BTreeMap;

use adjutant_core::signature::{self, Statement};
use adjutant_engine::chain::Hash;
use adjutant_engine::command::{Command, SecretKind};
use adjutant_engine::fold::{Match, ends_no_signature};
use adjutant_engine::record::Record;
use adjutant_engine::side::{By, Player};
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;

use super::finding::{Code, Finding, Severity};
use super::report::{Asks, JUDGE, LogReport, Said, Signed, Signer, TABLE};

/// Longer pauses are noted.
const GAP_S: i64 = 3 * 60 * 60;

/// The first record that no clock can have dated.
pub(super) fn absurd(record: u64, at: &impl std::fmt::Display) -> Finding {
    let message = format!("it bears the date {at}: the clock of its recorder was wrong, and later records follow it");
    Finding::new(Code::Clock, record, message)
}

/// A record that is older than the one before it.
pub(super) fn earlier(record: u64, at: Timestamp, before: Timestamp) -> Finding {
    Finding::new(Code::Time, record, format!("it is of {at}, but the record before of {before}"))
}

/// Watches a log go by.
#[derive(Default)]
pub(super) struct Witness {
    at: Option<Timestamp>,
    stopped: bool,
    absurd: bool,
    commits: BTreeMap<(Player, SecretKind), u64>,
    /// Choices that were opened once, whether or not that was taken back.
    opened: BTreeMap<(Player, SecretKind), u64>,
    /// Whether the log names its law: then the fold knows what was corrected.
    lawful: bool,
    origin: Option<Hash>,
    signed: Vec<Signed>,
    last_said: u64,
}

impl Witness {
    /// Sees a record that the rules took.
    pub fn see(&mut self, record: &Record, report: &mut LogReport) {
        self.clock(record, report);
        let asks = match record.by {
            _ if ends_no_signature(record.command.kind()) => Asks::Nobody,
            By::Judge => Asks::Judge,
            By::One | By::Two | By::Both => Asks::All,
        };
        report.said.push(Said { hash: record.hash, asks });
        let origin = *self.origin.get_or_insert(record.hash);
        match &*record.command {
            Command::Open(open) => self.lawful = open.law.is_some(),
            Command::Reveal { what, .. } => {
                if let Some(player) = record.by.player() {
                    self.opened.insert((player, *what), record.seq);
                }
                self.last_said = record.seq;
            }
            Command::Commit { what, .. } => {
                if let Some(player) = record.by.player() {
                    let opened = self.opened.get(&(player.opponent(), *what)).filter(|_| !self.lawful);
                    if let Some(opened) = opened {
                        let message = format!(
                            "player {player} commits after player {} opened that choice (record {opened})",
                            player.opponent()
                        );
                        report.findings.push(Finding::new(Code::Recommitted, record.seq, message));
                    }
                    self.commits.insert((player, *what), record.seq);
                }
            }
            Command::Sign { .. } => self.signs(origin, record, report),
            Command::Note { .. } | Command::Unseal { .. } => {}
            _ => self.last_said = record.seq,
        }
    }

    /// Whether a signature is one of its key, over the log up to its head, in the role of who signs.
    fn signs(&mut self, origin: Hash, record: &Record, report: &mut LogReport) {
        let Command::Sign { player, head, key, signature } = &*record.command else { return };
        let table = player.is_none() && record.by == By::Both;
        let said = if table { Statement::of_table(origin, *head) } else { Statement::of_match(origin, *player, *head) };
        let verified = match (key, signature) {
            (None, None) => false,
            (Some(key), Some(signature)) if signature::verify(key, signature, &said) => true,
            (key, signature) => {
                let nobody = if table { "the table" } else { "the judge" };
                let who = player.map_or_else(|| nobody.to_owned(), |player| format!("player {player}"));
                report.findings.push(forged(record.seq, &who, *head, key.is_some(), signature.is_some()));
                false
            }
        };
        self.signed.push(Signed { record: record.seq, player: *player, table, key: *key, verified });
    }

    fn clock(&mut self, record: &Record, report: &mut LogReport) {
        if record.at.is_absurd() && !std::mem::replace(&mut self.absurd, true) {
            report.findings.push(absurd(record.seq, &record.at));
        }
        if let Some(before) = self.at.replace(record.at) {
            let gap_s = if record.at == before { 0 } else { record.at.seconds() - before.seconds() };
            if gap_s < 0 {
                report.findings.push(earlier(record.seq, record.at, before));
            } else if gap_s > GAP_S && !self.stopped {
                let (hours, minutes) = (gap_s / 3600, gap_s / 60 % 60);
                let message = format!("{hours} h {minutes} min after the record before, and the clock was not stopped");
                report.findings.push(Finding::new(Code::Gap, record.seq, message));
            }
        }
        self.stopped = matches!(*record.command, Command::Clock { .. });
    }

    /// Says what only the whole log shows.
    pub fn conclude(mut self, game: &Match, report: &mut LogReport) {
        if game.state().status != Status::Setup {
            self.secrets(game, report);
        }
        self.signed.retain(|signed| game.entry(signed.record).is_some_and(|(_, _, live)| live));
        self.signatures(report);
        self.names(game, report);
        let missing: Vec<&str> =
            Player::BOTH.into_iter().filter(|player| !self.has_signed(*player)).map(Player::as_str).collect();
        report.signatures = std::mem::take(&mut self.signed);
        if report.records == 0 || report.count(Severity::Error) > 0 {
            // What rests on nothing, or on what is wrong, is not closed either.
            return;
        }
        if game.state().status != Status::Ended {
            let message = "the battle has not ended: what followed may have been left out";
            report.findings.push(Finding::new(Code::Unfinished, None, message));
        } else if !missing.is_empty() {
            let message = format!(
                "player {} {} not signed it with a key: compare its head with the signed sheet or the event's record",
                missing.join(" and player "),
                if missing.len() == 1 { "has" } else { "have" }
            );
            report.findings.push(Finding::new(Code::Unsigned, None, message));
        }
    }

    fn has_signed(&self, player: Player) -> bool {
        self.signed.iter().any(|signed| signed.player == Some(player) && signed.verified)
    }

    /// Who signed, and who should have, by name.
    fn names(&self, game: &Match, report: &mut LogReport) {
        let Some(open) = &game.state().open else { return };
        let name = |player: Player| open.players[player].name.to_string();
        // A table's device is no player, be a player called as it is.
        let called_so = Player::BOTH.into_iter().any(|player| name(player) == TABLE);
        let verified = self.signed.iter().filter(|signed| signed.verified && !(signed.table && called_so));
        report.signers = verified
            .filter_map(|signed| {
                let name = signed.player.map_or_else(|| if signed.table { TABLE } else { JUDGE }.to_owned(), name);
                Some(Signer { record: signed.record, name, key: signed.key? })
            })
            .collect();
        if game.state().status == Status::Ended {
            report.due = Player::BOTH.into_iter().map(name).collect();
        }
    }

    fn secrets(&self, game: &Match, report: &mut LogReport) {
        for ((player, what), seq) in &self.commits {
            if game.state().sides[*player].secrets.get(what).is_some_and(|secret| !secret.revealed) {
                let message = format!("player {player} never revealed this choice");
                report.findings.push(Finding::new(Code::Unrevealed, *seq, message));
            }
        }
    }

    fn signatures(&self, report: &mut LogReport) {
        for player in Player::BOTH {
            let own: Vec<&Signed> =
                self.signed.iter().filter(|signed| signed.player == Some(player) && signed.verified).collect();
            for pair in own.windows(2).filter(|pair| pair[0].key != pair[1].key) {
                let message = format!("player {player} signed record {} with another key", pair[0].record - 1);
                report.findings.push(Finding::new(Code::KeyChanged, pair[1].record, message));
            }
        }
        let last = |player| self.signed.iter().rfind(|signed| signed.player == Some(player));
        let (one, two) = (last(Player::One), last(Player::Two));
        if let (Some(one), Some(two)) = (one, two)
            && one.key.is_some()
            && one.key == two.key
        {
            let later = one.record.max(two.record);
            report.findings.push(Finding::new(Code::SharedKey, later, "both players signed with the same key"));
        }
        let last =
            Player::BOTH.into_iter().zip([one, two]).filter_map(|(player, signed)| Some((player, signed?.record)));
        for (player, record) in last.filter(|(_, record)| *record < self.last_said) {
            let message = format!("player {player} signed record {}, before this", record - 1);
            report.findings.push(Finding::new(Code::AfterSignature, self.last_said, message));
        }
    }
}

fn forged(seq: u64, who: &str, head: Hash, key: bool, signature: bool) -> Finding {
    let message = match (key, signature) {
        (true, true) => {
            format!("what {who} signed is not {head}: the log was rewritten after it, or it was forged")
        }
        (true, false) => format!("{who} names a key but gives no signature"),
        _ => format!("{who} gives a signature but names no key"),
    };
    Finding::new(Code::Signature, seq, message)
}
