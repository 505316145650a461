//! Why a file is not taken: what happened, where, and what would be accepted.

/// A file that is not an army list, or none that can be taken safely.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file, or what it unpacks to, is larger than any army list.
    #[error("{what} is larger than {limit_mib} MiB; an army list is far smaller, so it is refused unread")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// The limit, in MiB.
        limit_mib: usize,
    },
    /// None of the formats that are read.
    #[error(
        "Adjutant cannot read this as an army list; use a BattleScribe .ros or .rosz file, \
         what New Recruit, ListForge, Rosterizer or the app export, or Adjutant's roster JSON"
    )]
    UnknownFormat,
    /// The bytes are not UTF-8.
    #[error("the text is not UTF-8: byte {at} fits no character; save the list as UTF-8")]
    NotUtf8 {
        /// Offset of the first byte that does not fit.
        at: usize,
    },
    /// The archive cannot be read.
    #[error("the .rosz archive cannot be read: {why}; export it again from BattleScribe")]
    Archive {
        /// What the archive reader said.
        why: String,
    },
    /// The archive does not hold exactly one roster.
    #[error("the archive holds {found} roster files; a .rosz holds exactly one .ros file")]
    ArchiveContents {
        /// How many it holds.
        found: usize,
    },
    /// The archive lists far more files than a roster needs.
    #[error("the archive lists {found} files, more than {limit}; a .rosz holds exactly one .ros file")]
    TooManyFiles {
        /// How many it lists.
        found: usize,
        /// How many are accepted.
        limit: usize,
    },
    /// The XML is broken.
    #[error("the XML is broken at byte {at}: {why}")]
    Xml {
        /// Offset in the document.
        at: u64,
        /// What is wrong.
        why: String,
    },
    /// The XML declares a document type, which BattleScribe never does.
    #[error("the XML declares a document type at byte {at}; BattleScribe never writes one, so it is refused")]
    Doctype {
        /// Offset in the document.
        at: u64,
    },
    /// The XML uses an entity beyond the five that XML itself defines.
    #[error("the XML uses the entity `&{name};` at byte {at}; only &amp; &lt; &gt; &quot; &apos; and numbers are read")]
    Entity {
        /// Its name.
        name: String,
        /// Offset in the document.
        at: u64,
    },
    /// The document is larger in some way than any army list.
    #[error("the document has more than {limit} {what}; no army list does, so it is refused")]
    TooMuch {
        /// What there is too much of.
        what: &'static str,
        /// How much is accepted.
        limit: usize,
    },
    /// XML, but no roster.
    #[error("the document is a `{found}`, not a roster; export the list itself, not a catalogue")]
    NotARoster {
        /// Name of its root element.
        found: String,
    },
    /// A roster of another game or edition.
    #[error("the list was made for `{found}`; use a list for Warhammer 40,000 9th Edition")]
    OtherGame {
        /// Game system that the file names.
        found: String,
    },
    /// A roster without units.
    #[error("the list `{name}` holds no units; add some and export it again")]
    Empty {
        /// Its name.
        name: String,
    },
    /// A number that is none, or is out of range.
    #[error("{what} is `{text}`; use a whole number from {least} to {most}")]
    Number {
        /// Which number.
        what: String,
        /// What stands there.
        text: String,
        /// The least that is accepted.
        least: i32,
        /// The most that is accepted.
        most: i32,
    },
    /// A unit or model without a name of its own.
    #[error(
        "unit {unit}, or one of its models, has no printable name of its own; give it one and export the list again"
    )]
    Nameless {
        /// Its id.
        unit: String,
    },
    /// JSON of another program that cannot be read.
    #[error("the export of {program} cannot be read: {why}; export it again, or export it as text")]
    Export {
        /// Which program wrote it.
        program: &'static str,
        /// What the JSON reader said, with line and column.
        why: String,
    },
    /// JSON that is not a roster of ours.
    #[error("the JSON is not an Adjutant roster: {why}")]
    Json {
        /// What the JSON reader said, with line and column.
        why: String,
    },
}
