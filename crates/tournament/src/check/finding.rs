//! Everything that the judge of event logs can find: a closed list.

use serde::Serialize;

use crate::id::RoundNumber;

adjutant_core::closed! {
    /// What kind of thing was found in an event log, or in standings held against one.
    ///
    /// The test of the same name forges each of them. TRF files have a list of their own,
    /// [`TrfFindingKind`](super::TrfFindingKind).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
    pub enum FindingKind by code, told {
        /// A round is paired out of its turn, or again after it was published.
        WrongRound "wrong-round",
        /// A round is paired before every result of the one before is in.
        PairedEarly "paired-early",
        /// A result for a round or table that is not there.
        StrayResult "stray-result",
        /// A report or dispute of a player who does not sit at the table, or of a game that is not open for it.
        StrayReport "stray-report",
        /// A round is closed while a player disputes a result.
        ClosedDisputed "closed-disputed",
        /// A result rests on something else than the state says.
        BasisDiffers "basis-differs",
        /// A table is given to two games of a round.
        TableTwice "table-twice",
        /// A player has two places in a round.
        PairedTwice "paired-twice",
        /// A player has a place and has not entered, has dropped, is not checked in or is cut.
        NotHere "not-here",
        /// A player is here and has no place.
        LeftOut "left-out",
        /// A round is closed without all of its results.
        ResultMissing "result-missing",
        /// Two players meet again; a remark where an organiser ordered it.
        Rematch "rematch",
        /// A player has a second bye; a remark where an organiser ordered it.
        SecondBye "second-bye",
        /// Two players of different pods meet; a remark where an organiser ordered it.
        PodMixed "pod-mixed",
        /// More byes than an odd field needs; a remark where an organiser ordered it.
        NeedlessBye "needless-bye",
        /// A player goes on in a single elimination after a loss, and not for third place.
        OutAlready "out-already",
        /// A player who goes on in a bracket has no place in it, or meets somebody else than the bracket says. A remark where
        /// a record let it stand as it was played.
        BracketDiffers "bracket-differs",
        /// Others would have gone on by a cut, or with other seeds. A remark where a record let it stand.
        CutDiffers "cut-differs",
        /// A game of a bracket was withdrawn when a result before it was corrected. A remark.
        Fell "fell",
        /// Victory points that a game of the pack cannot give; a remark where somebody said that they are meant.
        UnusualResult "unusual-result",
        /// A drawn game in a single elimination.
        DrawnElimination "drawn-elimination",
        /// A player is not at the table that he cannot leave. A remark.
        SeatMissed "seat-missed",
        /// The record gives its pairings another value than they have.
        ObjectiveDiffers "objective-differs",
        /// A better legal pairing exists.
        NotOptimal "not-optimal",
        /// A result was changed after later rounds were paired by it: whom that would have paired otherwise. A remark.
        StalePairing "stale-pairing",
        /// A player of the event is not in the standings, or the other way round.
        RowMissing "row-missing",
        /// Points of the standings that the results do not give.
        PointsDiffer "points-differ",
        /// Wins, draws, losses or the mark of a drop that the records do not give.
        RecordDiffers "record-differs",
        /// A tie-break that the results do not give.
        TieBreakDiffers "tie-break-differs",
        /// Points of an award, or an overall score, that the records do not give.
        ScoreDiffers "score-differs",
        /// A place that points and tie-breaks do not give.
        RankDiffers "rank-differs",
    }
}

impl FindingKind {
    pub(super) fn fault(self, round: RoundNumber, text: String) -> Finding {
        Finding::fault(Some(round), self.code(), text)
    }

    /// The same, remarked only where an organiser ordered it.
    pub(super) fn unless(self, ordered: bool, round: RoundNumber, text: String) -> Finding {
        Finding { fault: !ordered, ..self.fault(round, text) }
    }
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The round, where it belongs to one.
    pub round: Option<RoundNumber>,
    /// What kind of thing: a [`FindingKind::code`], or a [`TrfFindingKind::code`](super::TrfFindingKind::code).
    pub code: &'static str,
    /// In words.
    pub text: String,
    /// Whether it is a fault; otherwise a remark, as on a rematch that an organiser ordered.
    pub fault: bool,
    /// The record that let it pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed: Option<u64>,
}

impl Finding {
    /// The finding in a line: where, what kind, in words.
    pub fn line(&self) -> String {
        let round = self.round.map_or_else(String::new, |round| format!("round {round}: "));
        format!("{round}{}: {}", self.code, self.text)
    }

    pub(super) fn fault(round: Option<RoundNumber>, code: &'static str, text: String) -> Finding {
        Finding { round, code, text, fault: true, passed: None }
    }
}

/// What a check did and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Everything found: pairings round by round, then standings round by round.
    pub findings: Vec<Finding>,
    /// Rounds looked at.
    pub rounds: u16,
    /// Rounds for which every possible pairing was tried.
    pub exhausted: u16,
}

impl Report {
    /// Whether nothing is at fault.
    pub fn is_clean(&self) -> bool {
        self.findings.iter().all(|finding| !finding.fault)
    }
}
