//! Whose key is whose: a file that an auditor keeps, as git keeps its allowed signers.

use std::collections::BTreeSet;

use adjutant_engine::chain::Hash;

use super::beside::{Beside, Use};
use super::finding::{Code, Finding, Severity};
use super::report::{Asks, JUDGE, LogReport, Signer};

/// The keys that an auditor believes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trust {
    keys: BTreeSet<(String, Hash)>,
}

impl Trust {
    /// Reads lines of a name and a key. The key is the last word: 64 digits of `0-9 a-f`; the name is what stands
    /// before it, as the log has it, `organiser` for an event, or `judge`. A name may have several keys.
    /// Blank lines and lines that begin with `#` say nothing.
    ///
    /// # Errors
    /// The number of the first line that is neither.
    ///
    /// # Examples
    /// ```
    /// use adjutant_replay::audit::Trust;
    /// let key = "ab".repeat(32);
    /// assert!(Trust::read(&format!("# club\n\nAnna Berg {key}\norganiser {key}\n")).is_ok());
    /// assert_eq!(Trust::read(&format!("# club\n{key}\n")), Err(2));
    /// ```
    pub fn read(text: &str) -> Result<Trust, usize> {
        let mut keys = BTreeSet::new();
        for (line, number) in text.lines().map(str::trim).zip(1_usize..) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, key) = line.rsplit_once(char::is_whitespace).ok_or(number)?;
            let key = Hash::parse(key).ok_or(number)?;
            keys.insert((name.trim().to_owned(), key));
        }
        Ok(Trust { keys })
    }

    /// Every name with its key.
    pub fn keys(&self) -> impl Iterator<Item = (&str, &Hash)> {
        self.keys.iter().map(|(name, key)| (name.as_str(), key))
    }

    /// Judges a log by what trusted signatures cover. A signature is good for the log up to the record that it names:
    /// every record that counts has to stand under those of all who have to sign, or be a judge's behind them and stand
    /// under a judge's. A match of an event needs none of them where the event names its head; where the event has
    /// another result, nothing rests on the log.
    pub fn judge(&self, report: &mut LogReport, beside: &Beside) {
        let named = match beside.usage(report) {
            Some(Use::Not(said)) => {
                let event = report.seat.as_ref().map_or("", |seat| seat.id.as_str());
                let message = format!("event {event} has {said}: nothing rests on it");
                return report.findings.push(Finding::new(Code::NotUsed, None, message));
            }
            Some(Use::UpTo(record, signed)) => Some(record).filter(|_| !signed),
            None => None,
        };
        for finding in &mut report.findings {
            if matches!(finding.code, Code::Unfinished | Code::DiceSealed) {
                finding.severity = Severity::Error;
            }
        }
        for (place, played) in std::mem::take(&mut report.contested) {
            if self.vouches(&played) {
                report.findings[place].severity = Severity::Error;
            }
        }
        for signer in report.signers.iter().filter(|signer| !self.trusts(signer)) {
            let message = format!("{} signed with key {}, which is not trusted for that name", signer.name, signer.key);
            report.findings.push(Finding::new(Code::Untrusted, signer.record, message));
        }
        let uncovered = self.uncovered(report, named);
        report.findings.extend(uncovered);
    }

    fn trusts(&self, signer: &Signer) -> bool {
        self.keys.contains(&(signer.name.clone(), signer.key))
    }

    /// The last record under a trusted signature of that name.
    fn last(&self, report: &LogReport, name: &str) -> Option<u64> {
        let own = report.signers.iter().filter(|signer| signer.name == name && self.trusts(signer));
        own.map(|signer| signer.record - 1).max()
    }

    /// The same for a judge. A player who is called so is none.
    fn last_of_judge(&self, report: &LogReport) -> Option<u64> {
        self.last(report, JUDGE).filter(|_| report.due.iter().all(|name| name != JUDGE))
    }

    /// Whose signature is missing, or the first record that none covers, where the log counts up to the record that is
    /// named without anybody's.
    fn uncovered(&self, report: &LogReport, named: Option<u64>) -> Vec<Finding> {
        let missing = report.due.iter().filter(|name| named.is_none() && self.last(report, name).is_none());
        let lacks =
            |name: &String| Finding::new(Code::Untrusted, None, format!("{name} has not signed it with a trusted key"));
        let mut found: Vec<Finding> = missing.map(lacks).collect();
        let signed = report.due.iter().map(|name| self.last(report, name)).min().flatten();
        let Some(upto) = signed.max(named) else { return found };
        let judged = self.last_of_judge(report).unwrap_or(0);
        let counts = |asks: Asks, seq: u64| match asks {
            Asks::Nobody => true,
            Asks::Judge => seq <= judged,
            Asks::All => false,
        };
        let behind = report.said.iter().zip(1..).skip(upto as usize);
        if let Some((said, seq)) = behind.into_iter().find(|(said, seq)| !counts(said.asks, *seq)) {
            let judge = if said.asks == Asks::Judge { "; a judge said it, and has not signed it" } else { "" };
            let cover = if signed == Some(upto) { "trusted signatures cover" } else { "the event names" };
            let message = format!("{cover} the log up to record {upto}, and not this one{judge}");
            found.push(Finding::new(Code::Untrusted, seq, message));
        }
        found
    }

    /// Whether both players, or a judge, have signed all that a log says.
    fn vouches(&self, report: &LogReport) -> bool {
        let end = report.said.iter().rposition(|said| said.asks != Asks::Nobody).map_or(0, |at| at as u64 + 1);
        let both = !report.due.is_empty() && self.uncovered(report, None).is_empty();
        both || self.last_of_judge(report).is_some_and(|judged| judged >= end)
    }
}
