//! The match of a table as it was folded after its last record.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use adjutant_app::matches::{Recording, hidden};
use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::matches;
use adjutant_core::chain::Hash;
use adjutant_core::time::Timestamp;
use adjutant_engine::command::{Command, SecretKind};
use adjutant_engine::fold::ends_no_signature;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::state::State;
use adjutant_engine::view::Status;
use adjutant_present::names::name_of;
use adjutant_present::say::telling;
use adjutant_replay::after::{self, Attacked, MatchReport};
use adjutant_tournament::command::ResultEntry;
use adjutant_tournament::{Tournament, TournamentId};

/// So many of the last records are read out.
const NEWEST: usize = 4;

/// A match after a record. Nobody changes it; a later record makes another one.
pub struct Game {
    /// Its log and its fold; nothing in it waits to be written.
    pub recording: Recording,
    /// The result as the event takes it, once the battle has ended.
    pub result: Option<ResultEntry>,
    /// What each player is bound to in secret, for that player's own pages alone; nothing where this server does not
    /// hold it.
    sealed: BySide<Vec<(SecretKind, Option<serde_json::Value>)>>,
    /// The report after the battle, once somebody has looked at it.
    report: OnceLock<Option<MatchReport>>,
    /// What its last records say, once somebody has the match read out.
    newest: OnceLock<Vec<(u64, Vec<String>)>>,
    /// The match as a stream showed it last.
    past: Mutex<Option<Arc<Past>>>,
}

/// A match as it stood after one of its records, for those who see it later.
pub struct Past {
    /// Its log up to there, and its fold.
    pub recording: Recording,
    attacked: OnceLock<Option<(u64, Attacked)>>,
}

impl Past {
    /// The last attack that was recorded, with its record and what was possible before its first die; nothing where its odds are
    /// not told.
    pub fn attacked(&self) -> Option<&(u64, Attacked)> {
        let attack = || {
            let game = self.recording.game();
            let attacks = |command: &Command| matches!(command, Command::Shoot(_) | Command::Fight(_));
            let (seq, ..) = game.standing().filter(|(_, _, command)| attacks(command)).last()?;
            Some((seq, after::attacked(game, seq).into_iter().next()?))
        };
        self.attacked.get_or_init(attack).as_ref()
    }

    /// How many seconds before a time a record was made.
    pub fn age_s(&self, seq: u64, now: Timestamp) -> Option<i64> {
        let place = usize::try_from(seq.checked_sub(1)?).ok()?;
        Some(now.seconds() - self.recording.records().get(place)?.at.seconds())
    }
}

impl Game {
    /// The match after the last record of its log.
    pub fn of(recording: Recording, event: &TournamentId, tournament: &Tournament, vault: Option<&Vault>) -> Game {
        let ended = recording.game().view().result.is_some();
        let result = ended.then(|| matches::result(tournament, event, &recording, false).ok()).flatten();
        let kept = |player, what, digest| {
            // A file that cannot be read is told when it is needed: as a choice that is not here.
            let found = vault.and_then(|vault| hidden::opened(vault, &recording, player, what, digest).ok().flatten());
            (what, found.map(|(_, value)| value))
        };
        let sealed = BySide::from_fn(|player| {
            hidden::bound(recording.game(), player).map(|(what, digest)| kept(player, what, digest)).collect()
        });
        Game { recording, result, sealed, report: OnceLock::new(), newest: OnceLock::new(), past: Mutex::default() }
    }

    /// What a player is bound to in secret and has not opened. Only that player's own pages may show it.
    pub fn sealed(&self, player: Player) -> &[(SecretKind, Option<serde_json::Value>)] {
        &self.sealed[player]
    }

    /// The report after the battle; nothing while it goes on, and nothing of an older law.
    pub fn report(&self) -> Option<&MatchReport> {
        let over = self.state().status == Status::Ended;
        self.report.get_or_init(|| over.then(|| adjutant_app::matches::report(&self.recording)).flatten()).as_ref()
    }

    /// What its last records say, with their numbers, the newest first; nothing of an older law.
    pub fn newest(&self) -> &[(u64, Vec<String>)] {
        let known = || match self.recording.older_law() {
            Some(_) => Vec::new(),
            None => telling::newest(self.recording.game(), self.recording.records(), NEWEST),
        };
        self.newest.get_or_init(known)
    }

    /// Number of the last record.
    pub fn seq(&self) -> u64 {
        self.recording.seq()
    }

    /// Hash of the last record.
    pub fn head(&self) -> Hash {
        self.recording.head()
    }

    /// The state behind it.
    pub fn state(&self) -> &State {
        self.recording.game().state()
    }

    /// Whether a player, or with none the device of the table, has signed it as it stands.
    pub fn is_signed_by(&self, player: Option<Player>) -> bool {
        let by = player.map_or(By::Both, By::from);
        let asides =
            self.recording.records().iter().rev().take_while(|record| ends_no_signature(record.command.kind()));
        let mut signs = asides.filter(|record| matches!(*record.command, Command::Sign { signature: Some(_), .. }));
        signs.any(|record| record.by == by)
    }

    /// The match as it stood after an earlier record, for a viewer who looks back.
    pub fn at(&self, seq: u64) -> Option<Recording> {
        let length = usize::try_from(seq).ok()?;
        let records = self.recording.records().get(..length)?.to_vec();
        Recording::of_log(self.recording.known(), self.recording.id(), records).ok()
    }

    /// The match as it stood at a time; nothing before its first record, and nothing of an older law.
    pub fn until(&self, time: Timestamp) -> Option<Arc<Past>> {
        let seq = self.recording.records().partition_point(|record| record.at <= time);
        let seq = u64::try_from(seq).ok().filter(|seq| *seq > 0 && self.recording.older_law().is_none())?;
        // Nobody changes anything in two steps under this lock.
        let mut held = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_none_or(|past| past.recording.seq() != seq) {
            *held = Some(Arc::new(Past { recording: self.at(seq)?, attacked: OnceLock::new() }));
        }
        held.clone()
    }

    /// What changes with every record, as an open page tells it.
    pub fn id(&self) -> String {
        format!("{}-{:.8}", self.seq(), self.head().to_string())
    }
}

/// Whether a record leaves a page true that was shown before it.
pub fn is_aside(command: &Command) -> bool {
    matches!(command, Command::Note { .. } | Command::Clock { .. } | Command::Sign { .. })
}

/// Whether a player says it in the set-up about their own army alone: what the other one says so leaves it true.
pub fn is_own_set_up(command: &Command) -> bool {
    use Command::{BattleReady, Commit, Deploy, Mark, Reserves, Roster, Secondaries};
    let own = matches!(command, Roster { .. } | Secondaries(_) | Reserves(_) | Deploy { .. } | Mark { .. });
    own || matches!(command, BattleReady { .. } | Commit { .. })
}

/// Who speaks, as a sentence begins.
pub fn speaker(state: &State, by: By) -> String {
    match by.player() {
        Some(player) => name_of(state, player),
        None if by == By::Judge => "The judge".to_owned(),
        None => "The table".to_owned(),
    }
}
