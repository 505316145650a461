//! The documents that can be printed of an event.

use adjutant_tournament::command::PassKind;

macro_rules! documents {
    ($($variant:ident $id:literal $title:literal $summary:literal [$($kind:ident)*];)*) => {
        /// A document of an event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum EventDocument {
            $(#[doc = $summary] $variant,)*
        }

        impl EventDocument {
            /// All of them, in the order in which a desk offers them.
            pub const ALL: [EventDocument; [$($id),*].len()] = [$(EventDocument::$variant),*];

            /// Its name in addresses, on the command line and of its file.
            pub const fn id(self) -> &'static str {
                match self { $(EventDocument::$variant => $id,)* }
            }

            /// What people call it.
            pub const fn title(self) -> &'static str {
                match self { $(EventDocument::$variant => $title,)* }
            }

            /// What it tells, in a line of help.
            pub const fn summary(self) -> &'static str {
                match self { $(EventDocument::$variant => $summary,)* }
            }

            /// Whose passes it holds.
            pub const fn passes(self) -> &'static [PassKind] {
                match self { $(EventDocument::$variant => &[$(PassKind::$kind),*],)* }
            }
        }
    };
}

documents! {
    // variant        id                  title                           what it tells                     whose passes
    PairingsByName  "pairings-by-name"  "Pairings by name"              "Who meets whom, by name"           [];
    PairingsByTable "pairings-by-table" "Pairings by table"             "Who meets whom, by table"          [];
    ResultSlips     "result-slips"      "Result slips"                  "A slip for each table"             [];
    ScoringSheets   "scoring-sheets"    "Scoring sheets"                "A scoring sheet for each match"    [];
    MissionCards    "mission-cards"     "Mission cards"                 "The missions of the round"         [];
    PlayerCards     "player-cards"      "Player cards of the round"     "A card for each player"            [];
    Standings       "standings"         "Standings"
        "The standings before the round, or after it once it is closed"                                     [];
    OpenTables      "open-tables"       "Tables that still play"        "The tables that still play"        [];
    TeamSlips       "team-slips"        "Team slips"                    "A slip for each match of two teams" [];
    CaptainSheets   "captain-sheets"    "Sheets for captains"
        "A sheet for each captain, to plan the pairing of two teams"                                        [];
    Bracket         "bracket"           "Bracket"                       "The bracket, where there is one"   [];
    Crosstable      "crosstable"        "Crosstable"                    "Who met whom with what result"     [];
    Prizes          "prizes"            "Prizes"                        "Who has won what"                  [];
    Certificates    "certificates"      "Certificates"                  "A certificate for each prize"      [];
    Poster          "poster"            "Poster: how to join"           "How phones join, for the wall"     [];
    PlayerPasses    "player-passes"     "Cards with passes for players" "A card for each player's phone"    [Player];
    TablePasses     "table-passes"      "Cards with passes for tables"  "A card for each table's device"    [Table];
    StaffPasses     "staff-passes"      "Cards with passes for judges and desks" "A card for each of the staff" [Judge Desk];
}

impl EventDocument {
    /// Those of a round, in the order in which they are printed; the others are of the hall.
    pub const OF_A_ROUND: [EventDocument; 14] = [
        EventDocument::PairingsByTable,
        EventDocument::PairingsByName,
        EventDocument::ResultSlips,
        EventDocument::TeamSlips,
        EventDocument::CaptainSheets,
        EventDocument::PlayerCards,
        EventDocument::Standings,
        EventDocument::OpenTables,
        EventDocument::MissionCards,
        EventDocument::ScoringSheets,
        EventDocument::Bracket,
        EventDocument::Crosstable,
        EventDocument::Prizes,
        EventDocument::Certificates,
    ];

    /// The document of a name.
    ///
    /// ```
    /// use adjutant_sheets::EventDocument;
    /// assert_eq!(EventDocument::of("prizes"), Some(EventDocument::Prizes));
    /// assert!(EventDocument::PlayerPasses.is_secret() && !EventDocument::Prizes.is_secret());
    /// ```
    pub fn of(id: &str) -> Option<EventDocument> {
        EventDocument::ALL.into_iter().find(|document| document.id() == id)
    }

    /// Whether it holds passes: only the organiser prints these.
    pub const fn is_secret(self) -> bool {
        !self.passes().is_empty()
    }

    /// Whether it is one of a round.
    pub fn is_of_a_round(self) -> bool {
        EventDocument::OF_A_ROUND.contains(&self)
    }
}
