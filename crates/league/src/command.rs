//! The commands of a league, as they stand in the log.

use adjutant_core::chain::Hash;
use adjutant_core::sealed::Names;

use adjutant_core::text::{Signature, Text};
use adjutant_core::{Name, Winner};
use serde::{Deserialize, Serialize};

use crate::day::Day;
use crate::scheme::{Minimum, Points, RatingRules};
use adjutant_core::ids::{LeagueId, MemberId, PlayerId};

/// The speaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Who keeps the league.
    Officer,
    /// A member: says who they are, signs, notes.
    Member,
}

/// One command of a league's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
#[allow(missing_docs)]
pub enum LeagueCommand {
    /// Opens the log and fixes the rules of the season.
    Create(Box<Create>),
    /// Enters a person.
    Member(Box<Entry>),
    /// Pins the log of an event.
    Event(Box<Pin>),
    /// Pins the log of a match.
    Match(Box<Pin>),
    /// A game without a log.
    Paper(Box<Paper>),
    /// Who played as whom.
    Who(Box<Who>),
    /// Two entries were one person.
    Merge { member: MemberId, into: MemberId, why: Text },
    /// Leaves a log or a member out.
    Exclude(Box<Exclude>),
    /// A list was shown.
    Publish(Box<Publish>),
    /// The name of a member was destroyed.
    Forget { member: MemberId, why: Ground },
    /// Nothing more is entered.
    Close {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// The league goes on.
    Reopen {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// Takes an earlier record back.
    Retract { seq: u64, why: Text },
    /// Puts another command in the place of an earlier record's.
    Amend { seq: u64, with: Box<LeagueCommand>, why: Text },
    /// The officer, or a member where one is named, accepts the log up to a head: the hash of the record before.
    Sign {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<MemberId>,
        head: Hash,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Hash>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signature: Option<Signature>,
    },
    /// A remark.
    Note { text: Text },
}

impl LeagueCommand {
    /// Whether it holds what somebody wrote: a reason or a remark.
    pub fn is_in_words(&self) -> bool {
        use LeagueCommand::{Amend, Close, Exclude, Merge, Note, Paper, Reopen, Retract};
        match self {
            Merge { .. } | Exclude(_) | Retract { .. } | Amend { .. } | Note { .. } => true,
            Paper(paper) => paper.why.is_some(),
            Close { why } | Reopen { why } => why.is_some(),
            _ => false,
        }
    }
}

/// Which games count in ratings and figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// All, paper games too.
    #[default]
    Any,
    /// Those of logs without a fault.
    Audited,
    /// Those of logs that are signed as well.
    Signed,
}

/// What becomes of an event that is pinned after a later one was counted in a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Late {
    /// It counts in its own week; everything after it is computed anew.
    #[default]
    Insert,
    /// It counts in the first week behind those of the last list.
    NextPeriod,
}

/// On which day the games of an event were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DayOf {
    /// All on the day on which round 1 was first published.
    #[default]
    Event,
    /// Each round on the day on which it was first published: for leagues that are played over weeks.
    Round,
}

/// A league at one of its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct After {
    /// Hash of its first record.
    pub origin: Hash,
    /// Hash of the record up to which it is folded.
    pub head: Hash,
}

/// The first record of every league's log: the rules of the season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Create {
    /// Version of this contract: 1.
    pub format: u16,
    /// The law by which the log is judged; the recorder fills it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<i32>,
    /// Id of the league.
    pub league: LeagueId,
    /// What people call it.
    pub name: Name,
    /// The season, such as `2026`.
    pub season: Name,
    /// Its first day.
    pub from: Day,
    /// Its last day.
    pub to: Day,
    /// The ruleset whose matches count; all where none is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Name>,
    /// How games are rated.
    #[serde(default)]
    pub rating: RatingRules,
    /// What an event brings.
    pub points: Points,
    /// How many of a member's best events count; all where none is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// Below which counts nothing is compared.
    #[serde(default)]
    pub minimum: Minimum,
    /// Which games count in ratings and figures.
    #[serde(default)]
    pub basis: Basis,
    /// What becomes of late events.
    #[serde(default)]
    pub late: Late,
    /// How names stand in the log.
    #[serde(default)]
    pub names: Names,
    /// On which day games were played.
    #[serde(default)]
    pub day: DayOf,
    /// The season before, from whose ratings this one starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<After>,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Id in this league.
    pub id: MemberId,
    /// Name; nothing where names are sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Digest of the sealed name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Hash>,
    /// Club; nothing where names are sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<Name>,
    /// The member's own key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Hash>,
}

/// A log that the league rests on, up to a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// Hash of its first record.
    pub origin: Hash,
    /// Hash of the record up to which it counts.
    pub head: Hash,
    /// How many records that are.
    pub records: u64,
    /// The day of its games, where the log's own is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Day>,
    /// How much its games count in ratings, in thousandths; 1000 where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
    /// Why, where it is pinned again or its day is corrected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

/// A game without a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its day.
    pub on: Day,
    /// The two members.
    pub players: [MemberId; 2],
    /// Who won.
    pub result: Winner,
    /// Victory points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vp: Option<[u32; 2]>,
    /// Why it is entered although it says what another one says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

/// What shows that somebody is who they are said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// A key of their own that signed there.
    Key,
    /// The card that they were given there.
    Card,
    /// The officer's word.
    Officer,
    /// Their own word.
    #[serde(rename = "self")]
    Own,
}

/// Who played as whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Who {
    /// The log: hash of its first record.
    pub origin: Hash,
    /// Id of the player there; `one` or `two` in a match.
    pub player: PlayerId,
    /// The person.
    pub member: MemberId,
    /// What shows it.
    pub proof: Proof,
}

/// What is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exclude {
    /// A log: out of everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Hash>,
    /// A member: out of table, ranks and figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<MemberId>,
    /// Why.
    pub why: Text,
}

/// A list that was shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Publish {
    /// Its number, from 1.
    pub list: u32,
    /// SHA-256 of its canonical JSON.
    pub hash: Hash,
    /// How many `event` and `match` records the chain held: the size of the tree.
    pub logs: u64,
    /// Root of the tree over them.
    pub root: Hash,
}

/// Why a name is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// The member wishes it.
    Wish,
    /// A court or authority orders it.
    Order,
    /// The league keeps names for so long and no longer.
    Expired,
    /// The person was entered by mistake.
    Mistake,
}
