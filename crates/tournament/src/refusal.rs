//! Why a command of an event was not taken: a closed list.
//!
//! Where several apply, the one listed first in [`Refusal`] is given.

use adjutant_core::reliance::{LAW, Reliance};
use adjutant_core::terrain::Unsound;

use crate::command::ClockStep;
use crate::id::{DispositionId, Name, PassId, PlayerId, RoundNumber, TableNumber};
use crate::kind::May;
use crate::state::{ClockState, Outdated};

/// A refused command changes nothing and is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Refusal {
    /// The log has no `create` yet, or has one already.
    Creation { found: &'static str },
    /// The log names a law that this program does not know.
    Newer { law: i32 },
    /// A format, size or policy is out of its range.
    OutOfRange { field: &'static str, accepted: &'static str },
    /// The judge is of the same club or team as a player of the match, and no reason is given.
    Conflict { judge: PassId, player: PlayerId, of: Name },
    /// The event is over.
    Finished,
    /// A player may not say this.
    NotYours,
    /// Only the organiser may say this.
    ForOrganiser,
    /// Only the players of the table may say this.
    ForPlayers,
    /// Somebody else called or disputed.
    NotYourCall { seq: u64 },
    /// Nobody of that id.
    UnknownPlayer { player: PlayerId },
    /// The id is taken.
    KnownPlayer { player: PlayerId },
    /// `register` after the first pairing, `late-entry` before.
    EntryTime { state: &'static str, accepted: &'static str },
    /// A late entry where the schedule is fixed and no place is free.
    NoFreePlace,
    /// The player already is what the command would make of him.
    Already { player: PlayerId, state: &'static str },
    /// Another round is due.
    WrongRound { found: RoundNumber, due: RoundNumber },
    /// The round is in another state.
    RoundState { round: RoundNumber, state: &'static str, accepted: &'static str },
    /// Results are open.
    ResultsOpen { round: RoundNumber, count: u32, first: TableNumber },
    /// All rounds are played.
    NoMoreRounds { rounds: u16 },
    /// No such table in the round.
    UnknownTable { round: RoundNumber, table: TableNumber },
    /// The same table twice.
    TableTwice { table: TableNumber },
    /// Someone is paired twice, or with himself.
    PairedTwice { player: PlayerId },
    /// Someone present is left out.
    LeftOut { players: Vec<PlayerId> },
    /// Someone absent is paired.
    NotHere { player: PlayerId },
    /// Someone has a second bye.
    SecondBye { player: PlayerId },
    /// A rematch.
    Rematch { one: PlayerId, two: PlayerId },
    /// The player sits at another table.
    NotAtTable { player: PlayerId, round: RoundNumber, table: TableNumber },
    /// Nothing that an army of the event can be bent on.
    UnknownDisposition { found: DispositionId, known: Vec<DispositionId> },
    /// An army stays bent on what it was when round 1 was published.
    DispositionFixed { player: PlayerId },
    /// Players no longer hand in lists.
    ListsClosed { round: RoundNumber },
    /// The clock of the round does something else.
    ClockState { round: RoundNumber, state: ClockState, step: ClockStep },
    /// A call or dispute of the table is open.
    OpenAlready { table: TableNumber, seq: u64 },
    /// No open call or dispute of that number.
    NothingOpen { seq: u64 },
    /// A dispute keeps the round open.
    DisputeOpen { round: RoundNumber, table: TableNumber, seq: u64 },
    /// A result is in already.
    HasResult { round: RoundNumber, table: TableNumber },
    /// The table has no result yet.
    NoResult { round: RoundNumber, table: TableNumber },
    /// A match log that is already the source of another table.
    MatchUsed { round: RoundNumber, table: TableNumber },
    /// The cut is not sound.
    BadCut { why: &'static str },
    /// The pods cannot be played.
    BadPods { why: &'static str },
    /// A round without a game.
    NobodyPlays { round: RoundNumber, here: u32, waiting: u32 },
    /// Games of a bracket rest on what is corrected, and nothing is said of them.
    GamesRest { cut: bool, games: Vec<String>, from: RoundNumber },
    /// Something was recorded after the draft that may change it.
    Outdated { round: RoundNumber, why: Outdated },
    /// A repair of a table that has a result.
    ResultStands { round: RoundNumber, table: TableNumber },
    /// Victory points that a game cannot give.
    VictoryPoints { found: i64, least: i64, most: i64, forced: bool },
    /// A draw in a single elimination.
    NoDraw { round: RoundNumber, table: TableNumber },
    /// Terrain that no board can bear.
    BadLayout { table: TableNumber, why: Unsound },
    /// The table is closed.
    ClosedTable { table: TableNumber },
    /// The player has the award already.
    HasAward { player: PlayerId, points: i64 },
    /// The event has categories, and the award is none of them.
    UnknownAward { categories: Vec<Name> },
    /// More or fewer points for an award than its category has.
    AwardBounds { found: i64, most: u32 },
    /// A setting has taken effect already.
    InEffect { what: &'static str, from: RoundNumber },
    /// Rounds are left to play.
    RoundsLeft { played: u16, planned: u16, bracket: bool },
    /// A step of a team pairing that is not due.
    TeamStep { table: TableNumber, why: crate::teams::StepRefusal },
    /// Another number of the pass is due.
    PassIssue { found: u32, due: u32 },
    /// A phone does not sign with this key, or not for this card.
    BadKey { why: KeyFault },
    /// The record to retract does not exist, or may not be taken back.
    NotRetractable { seq: u64, why: &'static str },
    /// Somebody relied on the record, or it is not the speaker's to take back.
    ReliedOn { seq: u64, rests: Option<Reliance>, may: May },
    /// Without the record a later one would be refused.
    RetractBreaks { seq: u64, later: u64, because: Box<Refusal> },
    /// Too many records were undone: folding the log would take too long.
    TooCostly { refolded: u64, most: u64 },
}

fn missing(count: u32, first: TableNumber) -> String {
    match count {
        1 => format!("table {first} has no result"),
        _ => format!("{count} tables have no result, the first is table {first}"),
    }
}

fn result_stands(round: RoundNumber, table: TableNumber) -> String {
    format!("table {table} of round {round} has a result that the repair would remove")
}

fn unsound(table: TableNumber, why: Unsound) -> String {
    let what = match why {
        Unsound::Pieces => "no piece, or too many".to_owned(),
        Unsound::Twice(piece) => format!("two pieces that are called {piece}"),
        Unsound::Corners(piece) => format!("a piece, {piece}, with too few or too many corners"),
    };
    format!("the layout of table {table} has {what}")
}

/// Why a phone does not sign with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFault {
    /// It is bound to another card.
    Taken,
    /// It is bound to this card.
    Known,
    /// It waits for somebody's word.
    Waits,
    /// It is bound to no card of this player, or to one that was made anew, or it waits.
    Unbound,
}

impl KeyFault {
    fn message(self) -> &'static str {
        match self {
            KeyFault::Taken => "this key signs for another card",
            KeyFault::Known => "this key signs for this card already",
            KeyFault::Waits => "this key waits for somebody’s word already",
            KeyFault::Unbound => "this key does not sign for this player",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            KeyFault::Taken => "use another phone: one key never signs for two",
            KeyFault::Known => "it signs as it is",
            KeyFault::Waits | KeyFault::Unbound => "let the desk, or the other player at the table, say whose it is",
        }
    }
}

fn no_draw(round: RoundNumber, table: TableNumber) -> String {
    format!("table {table} of round {round} is a draw, but one of the two has to go on")
}

fn match_used(round: RoundNumber, table: TableNumber) -> String {
    format!("the match log is the source of table {table} of round {round} already")
}

fn nobody(round: RoundNumber, here: u32, waiting: u32) -> String {
    let here = if here == 1 { "1 player is active".to_owned() } else { format!("{here} players are active") };
    let waiting = if waiting == 0 { String::new() } else { format!(", {waiting} not checked in") };
    format!("round {round} would have no game: {here}{waiting}")
}

/// So many who are left out are named.
const NAMED: usize = 6;

fn left_out(players: &[PlayerId]) -> String {
    let named: Vec<String> = players.iter().take(NAMED).map(|player| format!("`{player}`")).collect();
    let more = players.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let verbs = if players.len() == 1 { ["is", "has"] } else { ["are", "have"] };
    format!("{}{more} {} active but {} neither an opponent nor a bye", named.join(", "), verbs[0], verbs[1])
}

/// Why nobody is cut while a round is played.
pub(crate) const OPEN_ROUND: &str = "a cut follows a closed round";

fn unusual(forced: bool) -> &'static str {
    if forced { "correct the number" } else { "correct the number, or say that it is unusual" }
}

fn clock_words(round: RoundNumber, state: ClockState, step: ClockStep) -> String {
    format!("the clock of round {round} is {}: `{}` does not fit", state.name(), step.name())
}

fn clock_hint(state: ClockState) -> &'static str {
    match state {
        ClockState::Waiting => "start it with the minutes of the round",
        ClockState::Running => "pause or stop it, or add minutes",
        ClockState::Paused => "resume or stop it, or add minutes",
        ClockState::Stopped => "start it again with minutes",
    }
}

fn rounds_left(played: u16, planned: u16, bracket: bool) -> String {
    match bracket {
        true => "the bracket has no winner yet".to_owned(),
        false => format!("{played} of {planned} rounds are played"),
    }
}

fn games_rest(cut: bool, games: &[String], from: RoundNumber) -> String {
    let whole = if cut { "others would be in the cut, or with other seeds; " } else { "" };
    match games {
        [] => format!("{whole}the bracket rests on it from round {from} on"),
        games => format!("{whole}these games of the bracket rest on it: {}", games.join("; ")),
    }
}

const FOR_PLAYERS: &str = "a player may only check in, drop, submit a list, report, dispute, call a judge, sign, note and \
                           take team steps";

fn relied(rests: Option<Reliance>, may: May) -> &'static str {
    match (rests, may) {
        (Some(_), _) => "cannot be undone: a later round was published, or the event finished, after it",
        (None, May::Anew(_)) => "is a player's own word",
        (None, _) => "cannot be undone by this speaker",
    }
}

fn breaks(because: &Refusal) -> &'static str {
    match because {
        Refusal::ResultsOpen { .. } => "amend the result instead, with a reason",
        _ => "undo that one first",
    }
}

/// Who corrects it, or what does.
fn instead(rests: Option<Reliance>, may: May) -> String {
    match (rests, may) {
        (_, May::Official | May::Organiser) => "the organiser may undo it".into(),
        (None, May::Anew(_)) => "the player says it anew, or the desk enters the result".into(),
        (Some(_), May::Anew(name)) => format!("record what is true now with `{name}`"),
        (_, May::Nobody) => "it stays; correct what followed from it instead".into(),
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message())?;
        self.hint().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// Whether the same is taken once its sender says why it is done all the same.
    pub fn passes_with_reason(&self) -> bool {
        matches!(self, Refusal::Conflict { .. })
    }

    /// What is wrong, without what to do about it.
    pub fn message(&self) -> String {
        use Refusal::*;
        match self {
            Creation { found } => format!("a log begins with one `create`, and only there; {found} was given"),
            Newer { law } => format!("this log follows law {law}, and this program knows the laws up to {LAW}"),
            OutOfRange { field, .. } => format!("`{field}` is out of range"),
            Conflict { judge, player, of } => format!("judge `{judge}` is of {of}, and so is `{player}`"),
            Finished => "the event is finished".into(),
            NotYours => FOR_PLAYERS.into(),
            ForOrganiser => "only the organiser may record this".into(),
            UnknownPlayer { player } => format!("no player has the id `{player}`"),
            KnownPlayer { player } => format!("`{player}` is registered already"),
            EntryTime { state, .. } => format!("round 1 is {state}"),
            NoFreePlace => "the schedule was drawn for the players of round 1 and has no free place".into(),
            Already { player, state } => format!("`{player}` {state} already"),
            WrongRound { found, due } => format!("round {due} comes next, not round {found}"),
            RoundState { round, state, .. } => format!("round {round} is {state}"),
            ResultsOpen { round, count, first } => format!("round {round} is still open: {}", missing(*count, *first)),
            NoMoreRounds { rounds } => format!("all {rounds} rounds are played"),
            UnknownTable { round, table } => format!("round {round} has no table {table}"),
            TableTwice { table } => format!("table {table} is given twice in one round"),
            PairedTwice { player } => format!("`{player}` is paired twice in one round"),
            LeftOut { players } => left_out(players),
            NotHere { player } => format!("`{player}` has dropped, has a bye, is not checked in, or is out"),
            SecondBye { player } => format!("`{player}` has had a bye already"),
            Rematch { one, two } => format!("`{one}` and `{two}` have met before"),
            HasResult { round, table } => format!("table {table} of round {round} has a result already"),
            NoResult { round, table } => format!("table {table} of round {round} has no result yet"),
            MatchUsed { round, table } => match_used(*round, *table),
            BadCut { why } | BadPods { why } => (*why).into(),
            NobodyPlays { round, here, waiting } => nobody(*round, *here, *waiting),
            GamesRest { cut, games, from } => games_rest(*cut, games, *from),
            Outdated { round, why } => format!("round {round} was drafted before {}", why.name()),
            ResultStands { round, table } => result_stands(*round, *table),
            VictoryPoints { found, least, most, .. } => format!("{found} victory points are outside {least} to {most}"),
            NoDraw { round, table } => no_draw(*round, *table),
            BadLayout { table, why } => unsound(*table, *why),
            ClosedTable { table } => format!("table {table} is closed"),
            HasAward { player, points } => format!("`{player}` has {points} points for this award already"),
            UnknownAward { .. } => "the event has no such category".into(),
            AwardBounds { found, most } => format!("{found} points in all are outside 0 to {most} for this category"),
            InEffect { what, from } => format!("{what} took effect when round {from} was published"),
            RoundsLeft { played, planned, bracket } => rounds_left(*played, *planned, *bracket),
            TeamStep { table, why } => format!("the team pairing of table {table}: {why}"),
            ForPlayers => "only a player of that table may record this".into(),
            NotYourCall { seq } => format!("record {seq} is not a call or dispute of this player"),
            NotAtTable { player, round, table } => {
                format!("`{player}` does not play at table {table} in round {round}")
            }
            UnknownDisposition { found, .. } => format!("no mission of the event is for armies bent on `{found}`"),
            DispositionFixed { player } => {
                format!("`{player}` has another disposition, which stays for the whole event")
            }
            ListsClosed { round: RoundNumber(0) } => "players of this event do not hand in lists themselves".into(),
            ListsClosed { round } => format!("lists closed when round {round} was published"),
            ClockState { round, state, step } => clock_words(*round, *state, *step),
            OpenAlready { table, seq } => format!("table {table} has an open one already, record {seq}"),
            NothingOpen { seq } => format!("record {seq} is not an open call or dispute"),
            DisputeOpen { round, table, seq } => {
                format!("the result of table {table} in round {round} is disputed, record {seq}")
            }
            PassIssue { found, due } => format!("pass {found} is not the next one: pass {due} is due"),
            BadKey { why } => why.message().into(),
            NotRetractable { seq, why } => format!("record {seq} cannot be undone: {why}"),
            ReliedOn { seq, rests, may } => format!("record {seq} {}", relied(*rests, *may)),
            RetractBreaks { seq, later, because } => {
                format!("without record {seq}, record {later} would be refused: {}", because.message())
            }
            TooCostly { refolded, .. } => format!("undoing earlier records made {refolded} records fold again"),
        }
    }

    /// What to do about a cut or pods.
    fn of_kind(&self) -> &'static str {
        match self {
            Refusal::BadLayout { .. } => "1 to 100 pieces of 3 to 40 corners, each with a name of its own",
            Refusal::BadPods { .. } => "make pods before a cut, each of 2 players or more",
            Refusal::BadCut { why } if *why == OPEN_ROUND => "close the round first",
            _ => "cut to 2 or more of those who still play",
        }
    }

    /// What to do, where that is known here; a program with commands of its own names one of them instead.
    pub fn hint(&self) -> Option<String> {
        use Refusal::*;
        Some(match self {
            Newer { .. } => "read it with a newer program".into(),
            OutOfRange { accepted, .. } => format!("use {accepted}"),
            Conflict { .. } => "let another judge rule, or say why this one does all the same".into(),
            Finished => "the organiser can undo its end first".into(),
            PassIssue { due, .. } => format!("use issue {due}"),
            BadKey { why } => why.hint().into(),
            ForPlayers => "the desk enters the result instead".into(),
            NotYourCall { .. } => "a judge or the organiser answers it".into(),
            UnknownDisposition { known, .. } => format!("use one of {}", names(known)),
            ListsClosed { .. } => "hand it to the desk: the organiser can still record it".into(),
            ClockState { state, .. } => clock_hint(*state).into(),
            OpenAlready { .. } => "a judge or the organiser answers it first".into(),
            NothingOpen { .. } => "it may be answered already".into(),
            DisputeOpen { .. } => "answer the dispute or amend the result first".into(),
            NotYours | ForOrganiser => "let the organiser record it".into(),
            UnknownPlayer { .. } => "register the player first, or look up the id".into(),
            KnownPlayer { .. } => "give another id".into(),
            EntryTime { accepted, .. } => format!("use `{accepted}` instead"),
            NoFreePlace => "late entries are possible in Swiss rounds before a cut, or where a player has a bye that the newcomer can take".into(),
            RoundState { accepted, .. } => format!("this needs a round that is {accepted}"),
            ResultsOpen { .. } => "enter the missing results first".into(),
            NoMoreRounds { .. } => "use `cut` or `finish`".into(),
            UnknownTable { .. } | NotAtTable { .. } => "look at the pairings of the round".into(),
            LeftOut { .. } | NotHere { .. } => "pair the round again, or drop who does not play".into(),
            SecondBye { .. } => "pair by hand to give a second one".into(),
            Rematch { .. } => "pair by hand, or allow rematches, if they are to meet again".into(),
            HasResult { .. } => "amend it, with a reason".into(),
            NoResult { .. } => "enter one instead of amending it".into(),
            BadCut { .. } | BadPods { .. } | BadLayout { .. } => self.of_kind().into(),
            NobodyPlays { .. } => "check players in or register them first".into(),
            GamesRest { .. } => "say whether these games are reset or kept".into(),
            Outdated { .. } => "pair it again, or publish it as drafted".into(),
            ResultStands { .. } => "confirm that the result is to be removed".into(),
            VictoryPoints { forced, .. } => unusual(*forced).into(),
            NoDraw { .. } => "name the winner".into(),
            ClosedTable { .. } => "open it first, or take another".into(),
            HasAward { .. } => "confirm that these come on top, or undo the first".into(),
            UnknownAward { categories } => format!("use {}", names(categories)),
            AwardBounds { .. } => "correct the number".into(),
            InEffect { .. } => "the number of rounds can change until the last one is published; the name, scores beside the games and what later rounds are paired by at any time".into(),
            RoundsLeft { .. } => "play on, or confirm that the event ends early".into(),
            TooCostly { most, .. } => format!("a log of this length may need {most} at most"),
            RetractBreaks { because, .. } => breaks(because).into(),
            ReliedOn { rests, may, .. } => instead(*rests, *may),
            _ => return None,
        })
    }
}

fn names(names: &[impl ToString]) -> String {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

macro_rules! codes {
    ($($variant:ident $code:literal)*) => {
        impl Refusal {
            /// Its short name, for programs.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Refusal::$variant { .. } => $code,)*
                }
            }
        }
    };
}

codes! {
    Creation "creation"
    Newer "newer"
    OutOfRange "out-of-range"
    Conflict "conflict"
    Finished "finished"
    NotYours "not-yours"
    ForOrganiser "for-organiser"
    UnknownPlayer "unknown-player"
    KnownPlayer "known-player"
    EntryTime "entry-time"
    NoFreePlace "no-free-place"
    Already "already"
    WrongRound "wrong-round"
    RoundState "round-state"
    ResultsOpen "results-open"
    NoMoreRounds "no-more-rounds"
    UnknownTable "unknown-table"
    TableTwice "table-twice"
    PairedTwice "paired-twice"
    LeftOut "left-out"
    NotHere "not-here"
    SecondBye "second-bye"
    Rematch "rematch"
    HasResult "has-result"
    NoResult "no-result"
    MatchUsed "match-used"
    BadCut "bad-cut"
    BadPods "bad-pods"
    NobodyPlays "nobody-plays"
    GamesRest "games-rest"
    Outdated "outdated"
    ResultStands "result-stands"
    VictoryPoints "victory-points"
    NoDraw "no-draw"
    BadLayout "bad-layout"
    ClosedTable "closed-table"
    HasAward "has-award"
    UnknownAward "unknown-award"
    AwardBounds "award-bounds"
    InEffect "in-effect"
    RoundsLeft "rounds-left"
    TeamStep "team-step"
    PassIssue "pass-issue"
    BadKey "bad-key"
    ForPlayers "for-players"
    NotYourCall "not-your-call"
    NotAtTable "not-at-table"
    UnknownDisposition "unknown-disposition"
    DispositionFixed "disposition-fixed"
    ListsClosed "lists-closed"
    ClockState "clock-state"
    OpenAlready "open-already"
    NothingOpen "nothing-open"
    DisputeOpen "dispute-open"
    NotRetractable "not-retractable"
    ReliedOn "relied-on"
    RetractBreaks "retract-breaks"
    TooCostly "too-costly"
}
