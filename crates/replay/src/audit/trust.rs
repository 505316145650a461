//! Whose key is whose: a file that an auditor keeps, as git keeps its allowed signers.

use std::collections::BTreeSet;

use adjutant_engine::chain::Hash;

use super::finding::{Code, Finding};
use super::report::LogReport;

/// The keys that an auditor believes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trust {
    keys: BTreeSet<(String, Hash)>,
}

impl Trust {
    /// Reads lines of a name and a key. The key is the last word: 64 digits of `0-9 a-f`; the name is what stands
    /// before it, as the log has it, or `organiser` or `judge` for those of an event. A name may have several keys.
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

    /// Adds a finding for each signature by a key that is not its name's, and for each name whose signature a log
    /// that is closed still lacks.
    pub fn judge(&self, report: &mut LogReport) {
        let trusted = |name: &str, key: Hash| self.keys.contains(&(name.to_owned(), key));
        for signer in &report.signers {
            if !trusted(&signer.name, signer.key) {
                let message =
                    format!("{} signed with key {}, which is not trusted for that name", signer.name, signer.key);
                report.findings.push(Finding::new(Code::Untrusted, signer.record, message));
            }
        }
        for name in &report.due {
            if !report.signers.iter().any(|signer| signer.name == *name && trusted(name, signer.key)) {
                let message = format!("{name} has not signed it with a trusted key");
                report.findings.push(Finding::new(Code::Untrusted, None, message));
            }
        }
    }
}
