//! What an audit of an event finds beside its judge: a closed list.

adjutant_core::closed! {
    /// Kinds of findings about an event, beside those of [`adjutant_tournament::check`].
    ///
    /// ```
    /// use adjutant_replay::tournaments::audit::EventCode;
    /// assert_eq!(EventCode::HeadUnknown.as_str(), "head-unknown");
    /// assert!(EventCode::ALL.iter().all(|code| code.meaning().ends_with('.')));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
    pub enum EventCode by as_str, told {
        /// The log does not chain, is cut short, or holds a record that the rules refuse.
        Unreadable "unreadable",
        /// The recorded round is not the one that its algorithm gives.
        PairingDiffers "pairing-differs",
        /// The round names a search that this program does not know. A remark.
        NotDrawnAnew "not-drawn-anew",
        /// A match log that a result was taken from is missing. A remark.
        MatchMissing "match-missing",
        /// A match log that a result was taken from does not chain, or its rules refuse a record.
        MatchBroken "match-broken",
        /// The match log has no record of the hash that the result names.
        HeadUnknown "head-unknown",
        /// Folding the match log up to the record that the result names gives other totals; a warning where the result was
        /// entered by hand, and the log of its match ends with another one.
        ResultDiffers "result-differs",
        /// A result says that both players have signed the match log up to a record, and they have not.
        NotSigned "not-signed",
        /// What was signed is not this log: it was rewritten afterwards, or the signature is forged.
        Signature "signature",
        /// Who signed which head with which key. A remark.
        Signed "signed",
        /// Somebody signed with another key than before. A remark.
        KeyChanged "key-changed",
        /// Something was recorded after the last signature. A remark.
        AfterSignature "after-signature",
        /// Results were entered by hand: they do not rest on the logs of their matches. A remark.
        NotUsed "not-used",
        /// Who has handed in which army list. A remark.
        Lists "lists",
        /// A list was handed in again after round 1 was published. A remark.
        ListChanged "list-changed",
        /// An organiser's correction that passed what people relied on, with what it changed. A remark.
        ByOrganiser "by-organiser",
        /// A judge's correction that passed what people relied on, with what it changed. A remark.
        ByJudge "by-judge",
        /// A captain's choice was sealed again after the other side's had been opened. A warning.
        Recommitted "recommitted",
        /// Prizes that the end of the event announced go to others now. A remark.
        PrizesChanged "prizes-changed",
        /// The log names no law, so that its corrections are not judged: a remark. Of a result: its event names a law, and
        /// its match was played under an older one.
        OldLaw "old-law",
    }
}
