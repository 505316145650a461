//! The records of a log as a fold keeps them: in order, each standing or taken back.
//!
//! A match and a tournament keep theirs in the same way. What a record says, who may take it back, and what it folds to
//! is theirs; which records stand, and how often a log may have its past folded anew, is written here.

use std::ops::Deref;

/// Records numbered from 1 without gaps, of which some are taken back. As a slice it holds all of them.
///
/// ```
/// use adjutant_core::history::History;
///
/// let mut sums = History::default();
/// [2, 3, 5].into_iter().for_each(|number| sums.push(number));
/// sums.take_back(2);
/// let mut total = 0;
/// sums.fold_from(0, |_, number| { total += number; Ok::<(), String>(()) }).unwrap();
/// assert_eq!((total, sums.seq(), sums.stands(2)), (7, 3, false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<R> {
    records: Vec<R>,
    standing: Vec<bool>,
    refolded: u64,
}

/// How many records of a log may be folded anew, because earlier ones were taken back: a log beyond that was made to
/// cost time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// In any log.
    pub most: u64,
    /// How many more for each record of the log.
    pub each: u64,
}

/// A log has used up its [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooCostly {
    /// How many records were folded anew.
    pub refolded: u64,
    /// How many may be.
    pub most: u64,
}

impl<R> Default for History<R> {
    fn default() -> Self {
        History { records: Vec::new(), standing: Vec::new(), refolded: 0 }
    }
}

impl<R> Deref for History<R> {
    type Target = [R];
    fn deref(&self) -> &[R] {
        &self.records
    }
}

impl<R> History<R> {
    /// Appends a record; it stands.
    pub fn push(&mut self, record: R) {
        self.records.push(record);
        self.standing.push(true);
    }

    /// Forgets the last record, as if it had never been appended.
    pub fn pop(&mut self) -> Option<R> {
        self.standing.pop();
        self.records.pop()
    }

    /// The number of the last record; 0 before the first.
    pub fn seq(&self) -> u64 {
        self.records.len() as u64
    }

    /// The place of a record by its number.
    pub fn place(&self, seq: u64) -> Option<usize> {
        usize::try_from(seq).ok()?.checked_sub(1).filter(|at| *at < self.records.len())
    }

    /// A record by its number.
    pub fn record(&self, seq: u64) -> Option<&R> {
        self.place(seq).map(|at| &self.records[at])
    }

    /// A record by its place, to be changed; nothing where none is.
    pub fn at_mut(&mut self, at: usize) -> Option<&mut R> {
        self.records.get_mut(at)
    }

    /// Whether there is such a record and it was not taken back.
    pub fn stands(&self, seq: u64) -> bool {
        self.place(seq).is_some_and(|at| self.standing[at])
    }

    /// Takes a record back; nothing happens where none has that number.
    pub fn take_back(&mut self, seq: u64) {
        self.set(seq, false);
    }

    /// Undoes [`History::take_back`].
    pub fn restore(&mut self, seq: u64) {
        self.set(seq, true);
    }

    fn set(&mut self, seq: u64, stands: bool) {
        if let Some(at) = self.place(seq) {
            self.standing[at] = stands;
        }
    }

    /// The records that stand, with their numbers.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = (u64, &R)> {
        let numbered = |(at, (record, _))| (at as u64 + 1, record);
        self.records.iter().zip(&self.standing).enumerate().filter(|(_, (_, stands))| **stands).map(numbered)
    }

    /// Hands the records that stand, from a place on, to a fold.
    ///
    /// # Errors
    /// The number of the first record that the fold refuses, and why.
    pub fn fold_from<E>(&self, start: usize, mut take: impl FnMut(u64, &R) -> Result<(), E>) -> Result<(), (u64, E)> {
        for (at, record) in self.records.iter().enumerate().skip(start) {
            if self.standing[at] {
                let seq = at as u64 + 1;
                take(seq, record).map_err(|error| (seq, error))?;
            }
        }
        Ok(())
    }

    /// Whether records may be folded anew once more.
    ///
    /// # Errors
    /// [`TooCostly`] where that was done too often.
    pub fn affordable(&self, budget: Budget) -> Result<(), TooCostly> {
        let most = budget.most + budget.each * self.seq();
        if self.refolded <= most { Ok(()) } else { Err(TooCostly { refolded: self.refolded, most }) }
    }

    /// Counts records that were folded anew.
    pub fn spend(&mut self, records: u64) {
        self.refolded += records;
    }
}

#[cfg(test)]
#[path = "../tests/inside/history.rs"]
mod tests;
