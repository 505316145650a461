//! Which pass of whom is valid, and which keys sign for its holder.

use adjutant_core::chain::Hash;

use super::keys::BoundKey;
use super::tournament::Tournament;
use crate::command::PassKind;
use crate::id::{PassId, PlayerId, TableNumber};

impl Tournament {
    /// The keys of the card that is valid now, in the order in which they were bound.
    ///
    /// ```
    /// use adjutant_tournament::{Tournament, command::PassKind, id::PassId};
    /// let anna = PassId::new("anna").unwrap();
    /// assert_eq!(Tournament::default().keys_of(PassKind::Player, &anna).count(), 0);
    /// ```
    pub fn keys_of(&self, kind: PassKind, id: &PassId) -> impl Iterator<Item = &BoundKey> {
        let issue = self.pass_issue(kind, id);
        self.keys.of(kind, id).iter().filter(move |bound| Some(bound.issue) == issue)
    }

    /// Whether a key signs for the holder of a card now.
    pub fn signs_for(&self, kind: PassKind, id: &PassId, key: Hash) -> bool {
        self.keys_of(kind, id).any(|bound| bound.key == key && bound.signs)
    }

    /// Every key that was ever bound, by the holder of its card.
    pub fn keys(&self) -> impl Iterator<Item = (PassKind, &PassId, &BoundKey)> {
        self.keys.all()
    }

    /// The number of the pass that is valid now: 1 for every player and table until a record raises it, none for a judge
    /// or a desk that no record names.
    ///
    /// ```
    /// use adjutant_tournament::{Tournament, command::PassKind, id::PassId};
    /// let state = Tournament::default();
    /// assert_eq!(state.pass_issue(PassKind::Judge, &PassId::new("mia").unwrap()), None);
    /// ```
    pub fn pass_issue(&self, kind: PassKind, id: &PassId) -> Option<u32> {
        let known = match kind {
            PassKind::Player => PlayerId::new(id.as_str()).is_ok_and(|id| self.player(&id).is_some()),
            PassKind::Table => self.pass_tables().any(|table| table.to_string() == id.as_str()),
            PassKind::Judge | PassKind::Desk => self.passes.contains_key(&(kind, id.clone())),
        };
        known.then(|| self.passes.get(&(kind, id.clone())).copied().unwrap_or(1))
    }

    /// Everybody and everything that has a pass, with the number that is valid now: players in the order of entry,
    /// tables, judges, desks.
    pub fn pass_holders(&self) -> Vec<(PassKind, PassId, u32)> {
        let players = self.players.iter().map(|player| (PassKind::Player, player.entry.player.to_string()));
        let tables = self.pass_tables().map(|table| (PassKind::Table, table.to_string()));
        let staff = self.passes.keys().filter(|(kind, _)| matches!(kind, PassKind::Judge | PassKind::Desk));
        let all = players.chain(tables).chain(staff.map(|(kind, id)| (*kind, id.to_string())));
        all.filter_map(|(kind, id)| {
            let id = PassId::new(&id).ok()?;
            let issue = self.passes.get(&(kind, id.clone())).copied().unwrap_or(1);
            Some((kind, id, issue))
        })
        .collect()
    }

    /// The tables that a card may be printed for: those of the hall, those that were played at, and as many as the
    /// field needs.
    fn pass_tables(&self) -> impl Iterator<Item = TableNumber> + '_ {
        let played = self.rounds.iter().flat_map(|round| round.pair.tables.iter().map(|pairing| pairing.table));
        let last = self.tables.keys().copied().chain(played).max().map_or(0, |table| table.0);
        let needed = u16::try_from(self.players.len().div_ceil(2)).unwrap_or(u16::MAX);
        (1..=last.max(needed)).map(TableNumber)
    }
}
