//! What an audit can find: a closed list.

use serde::{Serialize, Serializer};

pub use adjutant_core::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal $severity:ident,)*) => {
        adjutant_core::closed! {
            /// Kinds of findings. Each has one severity.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
            pub enum Code by as_str, told {
                $($(#[doc = $doc])* $name $text,)*
            }
        }

        impl Code {
            /// How much it weighs.
            pub fn severity(self) -> Severity {
                match self {
                    $(Code::$name => Severity::$severity,)*
                }
            }
        }
    };
}

codes! {
    /// The file or database could not be read.
    Unreadable = "unreadable" Error,
    /// The last line is cut off: the log is incomplete.
    CutShort = "cut-short" Error,
    /// The log is longer than Adjutant reads.
    TooLarge = "too-large" Error,
    /// In a stream of logs: bytes between two logs that belong to no frame were passed over.
    Frame = "frame" Error,
    /// The log is empty, or the folder holds no log.
    Empty = "empty" Error,
    /// The database files a record under a number or hash that is not its own.
    Misfiled = "misfiled" Error,
    /// A line is not a record in canonical form.
    Form = "form" Error,
    /// A record was changed, removed or moved after it was written.
    Chain = "chain" Error,
    /// The rules refuse a record.
    Refused = "refused" Error,
    /// Records were taken back or amended so often that the log was not folded to its end.
    TooCostly = "too-costly" Error,
    /// The victory points of a record differ from those of replaying the log; the first such record is named.
    Vp = "vp" Error,
    /// A signature does not fit its key and head: the log was rewritten after it was signed.
    Signature = "signature" Error,
    /// The dice of a record are not those that the seed of the match gives: they were changed, chosen or made up.
    DiceDiffer = "dice-differ" Error,
    /// Beside a file of keys: a signature is missing, or its key is not one that the file names for the player, or a record
    /// is not covered by the signatures.
    Untrusted = "untrusted" Error,
    /// The log of a tournament is broken, or its pairings or results are not what they should be; the sentence begins
    /// with the code of the fault.
    Event = "event" Error,
    /// The log of a league is broken, or its rules refuse a record of it.
    League = "league" Error,
    /// Another log of the same match diverges from this one and ends with different victory points.
    TwoResults = "two-results" Error,
    /// Another log of the same match diverges from this one; both end with the same victory points.
    TwoHeads = "two-heads" Warning,
    /// No law that is here can judge the log: its engine is missing, or it was made before law 1, or changed. Its chain
    /// and its form are as they were.
    CannotJudge = "cannot-judge" Warning,
    /// The log names a law that is newer than this program.
    Newer = "newer" Warning,
    /// A record is older than the one before it.
    Time = "time" Warning,
    /// A secret choice was made, taken back or replaced after the opponent's choice of that kind could be read.
    Recommitted = "recommitted" Warning,
    /// The database lacks a trigger that keeps records from being changed, or has one that is not ours.
    Schema = "schema" Warning,
    /// The battle began, but a committed choice was never revealed.
    Unrevealed = "unrevealed" Warning,
    /// A roll was taken back and drawn again with another number.
    DiceAgain = "dice-again" Warning,
    /// A result of a tournament was entered by hand, and the log of its match ends with another one. It is an error
    /// where both players or a judge have signed that log with trusted keys.
    ResultDiffers = "result-differs" Warning,
    /// Drawn dice were taken back, and not said again.
    DiceOpen = "dice-open" Warning,
    /// Dice were drawn after the sealed seed had been opened.
    DiceForeseen = "dice-foreseen" Warning,
    /// The battle has ended, but the sealed seed was never opened: nobody can draw its dice again. Where
    /// trusted keys are asked for, an error.
    DiceSealed = "dice-sealed" Warning,
    /// A player signed with another key than before.
    KeyChanged = "key-changed" Warning,
    /// The army breaks a muster rule; the record of the battle stays good.
    Roster = "roster" Note,
    /// No unit is in a Detachment: the army is not Battle-forged, so no muster rule applies.
    Unbound = "unbound" Note,
    /// The army list lacks facts that some muster rules need; the first is named.
    RosterUnknown = "roster-unknown" Note,
    /// More than three hours lie between two records, and no stopped clock explains it.
    Gap = "gap" Note,
    /// A record bears a date outside the years 2000 to 2099, and so do all that follow: a clock was wrong.
    Clock = "clock" Note,
    /// The battle or event has not ended: later records may be missing. Where trusted keys are asked for, an
    /// error.
    Unfinished = "unfinished" Note,
    /// It has ended without all signatures: nothing proves that the log was not rewritten.
    Unsigned = "unsigned" Note,
    /// Two players signed with the same key.
    SharedKey = "shared-key" Note,
    /// Something was recorded after a player's last signature.
    AfterSignature = "after-signature" Note,
    /// A record names a rule of the army's own that allows what the core rules forbid.
    Under = "under" Note,
    /// The log names an older law, or was made before laws had numbers: it is judged by the engine of that law.
    OldLaw = "old-law" Note,
    /// What today's law would say about a log of an older one, where it was asked.
    AlsoToday = "also-today" Note,
    /// Player one corrected alone what player two had relied on, and gained nothing by it.
    ByOne = "by-one" Note,
    /// Player two corrected alone what player one had relied on, and gained nothing by it.
    ByTwo = "by-two" Note,
    /// Both players corrected what somebody had relied on.
    ByBoth = "by-both" Note,
    /// A judge corrected what somebody had relied on.
    ByJudge = "by-judge" Note,
    /// The organiser corrected what was published or chosen already.
    ByOrganiser = "by-organiser" Note,
    /// Prizes that were announced when an event was finished go to others since a correction.
    PrizesChanged = "prizes-changed" Note,
    /// The match has a seed, but some dice were not drawn from it: their faces are the players' word.
    DiceByHand = "dice-by-hand" Note,
    /// The battle has ended, but some awards are unconfirmed.
    Provisional = "provisional" Note,
    /// A result of a tournament was entered by hand: it does not rest on the log of its match.
    NotUsed = "not-used" Note,
    /// A remark about a tournament; nothing is wrong.
    EventRemark = "event-remark" Note,
    /// Another match of this id was audited before in this run: both ids may stand, the matches have nothing in common.
    SameId = "same-id" Note,
    /// The same log was audited before in this run.
    Duplicate = "duplicate" Note,
    /// A longer or shorter copy of this log was audited before in this run.
    Copy = "copy" Note,
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let each = |code: &Code| {
            let description = format!("{} ({})", code.meaning(), code.severity().as_str());
            serde_json::json!({"const": code.as_str(), "description": description})
        };
        let all: Vec<_> = Code::ALL.iter().map(each).collect();
        schemars::json_schema!({"description": "What was found.", "oneOf": all})
    }
}

/// One thing found in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// How much it weighs.
    pub severity: Severity,
    /// What kind.
    pub code: Code,
    /// Number of the record, where it is about one; in a whole log it is also the number of the line.
    pub record: Option<u64>,
    /// What was found, in a sentence.
    pub message: String,
}

impl Finding {
    /// A finding of that kind.
    pub fn new(code: Code, record: impl Into<Option<u64>>, message: impl Into<String>) -> Finding {
        Finding { severity: code.severity(), code, record: record.into(), message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_explained() {
        let names: std::collections::BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|code| code.meaning().ends_with('.')));
    }
}
