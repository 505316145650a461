//! The files of an event that its organiser takes along.

adjutant_core::closed! {
    /// A file that the organiser saves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Kept by file, told {
        /// The standings, a line a player, for a spreadsheet.
        Standings "standings.csv",
        /// The placings in the columns of Best Coast Pairings, for sites that read those.
        Placings "placings.csv",
        /// Every game with players, points, winner and mission, a line each, for sites that rank.
        Games "games.csv",
        /// Wins, draws and losses as a tournament report of the FIDE.
        Report "report.trf",
        /// Players, rounds, results and standings as one JSON document, for programs.
        Document "event.json",
        /// The log, as it was recorded: whoever doubts a result replays it.
        Log "log.jsonl",
        /// Every event and battle of this database, checked. Names that are sealed and the key of the passes stay on the
        /// computer that serves it.
        Backup "backup.db",
    }
}

impl Kept {
    /// The file of a name.
    pub fn of(name: &str) -> Option<Kept> {
        Kept::ALL.into_iter().find(|kept| kept.file() == name)
    }

    /// What a page calls it.
    pub const fn title(self) -> &'static str {
        match self {
            Kept::Standings => "Standings",
            Kept::Placings => "Placings",
            Kept::Games => "Games",
            Kept::Report => "Report for the FIDE",
            Kept::Document => "Everything as a document",
            Kept::Log => "Log of the event",
            Kept::Backup => "Backup of the database",
        }
    }

    /// Whether there is one only once a round is closed.
    pub const fn needs_standings(self) -> bool {
        matches!(self, Kept::Standings | Kept::Placings)
    }

    /// Its media type.
    pub const fn kind(self) -> &'static str {
        match self {
            Kept::Standings | Kept::Placings | Kept::Games => "text/csv; charset=utf-8",
            Kept::Report => "text/plain; charset=utf-8",
            Kept::Document => "application/json",
            Kept::Log => "application/jsonl",
            Kept::Backup => "application/vnd.sqlite3",
        }
    }
}
