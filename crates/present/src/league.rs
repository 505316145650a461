//! A league in words: names, ratings with their intervals, who moved and why, what waits.

use std::collections::BTreeMap;

use adjutant_core::counts::count;
use adjutant_core::ids::MemberId;
use adjutant_core::sealed::Openings;
use adjutant_league::diff::{Diff, Moved};
use adjutant_league::figures::{Army, Figures, Share};
use adjutant_league::list::{List, ListRating, ListRow};
use adjutant_league::propose::{Because, Open};
use adjutant_league::scheme::SystemName;
use adjutant_league::season::Waiting;
use adjutant_league::{League, Library, Member};

/// What the members of a league are called.
#[derive(Clone, Debug, Default)]
pub struct Names(BTreeMap<MemberId, String>);

impl Names {
    /// Names as the log holds them, or as their openings do. Who is forgotten is called by a number.
    pub fn of(league: &League, openings: &Openings) -> Names {
        let called = |(id, member): (&MemberId, &Member)| {
            (id.clone(), member.name(openings).map_or_else(|| numbered(id), ToString::to_string))
        };
        Names(league.members.iter().map(called).collect())
    }

    /// Whether it is a name, and not the number that stands for one.
    pub fn is_open(&self, id: &MemberId) -> bool {
        self.0.get(id).is_some_and(|name| *name != numbered(id))
    }

    /// The name of a member.
    pub fn get<'a>(&'a self, id: &'a MemberId) -> &'a str {
        self.0.get(id).map_or(id.as_str(), String::as_str)
    }
}

/// What somebody without a name is called: `member 42`.
///
/// ```
/// let id = adjutant_core::ids::MemberId::new("m0042").unwrap();
/// assert_eq!(adjutant_present::league::numbered(&id), "member 42");
/// ```
pub fn numbered(id: &MemberId) -> String {
    let number = id.as_str().trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_start_matches('0');
    format!("member {}", if number.is_empty() { id.as_str() } else { number })
}

/// Hundredths as a whole number, halves up: `1642`.
fn whole(hundredths: i64) -> String {
    (hundredths + 50).div_euclid(100).to_string()
}

/// A number of hundredths with as many decimals as the system's scale asks for: whole points of Glicko-2 and Elo, two
/// decimals of Weng-Lin.
pub fn points(system: SystemName, hundredths: i64) -> String {
    match system {
        SystemName::WengLin => {
            let sign = if hundredths < 0 { "−" } else { "" };
            format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
        }
        SystemName::Glicko2 | SystemName::Elo => whole(hundredths),
    }
}

/// A rating with its interval and its games: `1642 ± 91 (23 games)`.
///
/// ```
/// use adjutant_league::list::ListRating;
/// use adjutant_league::scheme::SystemName;
/// use adjutant_present::league::rating;
/// let known = ListRating { value: 164_212, margin: 9_140, deviation: 4_663, provisional: false, ranks: None, faction: None };
/// assert_eq!(rating(SystemName::Glicko2, &known, 23), "1642 ± 91 (23 games)");
/// assert_eq!(rating(SystemName::Glicko2, &ListRating { provisional: true, ..known }, 1), "1642 ± 91 (1 game), provisional");
/// ```
pub fn rating(system: SystemName, rating: &ListRating, games: u32) -> String {
    let (value, margin) = (points(system, rating.value), points(system, rating.margin));
    let faction = rating.faction.as_ref().map_or_else(String::new, |faction| format!(" with {faction}"));
    let vague = if rating.provisional { ", provisional" } else { "" };
    format!("{value} ± {margin} ({}){faction}{vague}", count(games as usize, "game", "games"))
}

/// The rating of a row, or why there is none.
pub fn rating_of(system: SystemName, row: &ListRow) -> String {
    let games = row.record.iter().sum();
    row.rating.as_ref().map_or_else(|| "not rated yet".to_owned(), |known| rating(system, known, games))
}

/// The ranks that a rating leaves open: `7 to 41 of 41`.
pub fn ranks(rating: &ListRating) -> Option<String> {
    rating.ranks.map(|[high, low, of]| match high == low {
        true => format!("{high} of {of}"),
        false => format!("{high} to {low} of {of}"),
    })
}

/// A rank, with a mark where others share it.
pub fn rank(list: &List, row: &ListRow) -> String {
    let Some(rank) = row.rank else { return "–".to_owned() };
    let shared = list.members.iter().filter(|other| other.rank == Some(rank)).count() > 1;
    format!("{rank}{}", if shared { "=" } else { "" })
}

/// A share of ten-thousandths as percent: `58.0 %`.
///
/// ```
/// assert_eq!(adjutant_present::league::percent(5_804), "58.0 %");
/// ```
pub fn percent(parts: i64) -> String {
    format!("{} %", in_percent(parts))
}

fn in_percent(parts: i64) -> String {
    let sign = if parts < 0 { "−" } else { "" };
    let tenths = (parts.abs() + 5) / 10;
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// An interval of ten-thousandths: `51.2–64.5`.
pub fn interval(share: Share) -> String {
    format!("{}–{}", in_percent(share.low), in_percent(share.high))
}

/// Whether the predictions of the ratings came true.
pub fn calibration(list: &List) -> Option<String> {
    let check = list.calibration?;
    let z = format!("{}{}.{:02}", if check.z < 0 { "−" } else { "" }, check.z.abs() / 100, check.z.abs() % 100);
    let verdict = match check.z {
        -200..=200 => "the ratings may be right",
        ..-200 => "favourites won less often than the ratings say",
        _ => "favourites won more often than the ratings say",
    };
    let games = count(usize::try_from(check.games).unwrap_or(usize::MAX), "game", "games");
    let (predicted, won) = (percent(check.predicted), percent(check.won));
    Some(format!("Favourites were expected to score {predicted} and scored {won} in {games} (Z {z}): {verdict}."))
}

/// Why two may be one person.
pub fn because(reasons: &[Because]) -> String {
    let word = |reason: &Because| match reason {
        Because::SameName => "same name",
        Because::SameInitial => "same last name and first letter",
        Because::SameClub => "same club",
        Because::SameFaction => "same faction",
    };
    reasons.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// A player who may be a member: `a-berg in rtt-3 and Anna Berg (m0042) may be one person: same club`.
pub fn open(names: &Names, open: &Open) -> Vec<String> {
    let who = match &open.name {
        Some(name) => format!("{name} ({} in {})", open.player, open.log),
        None => format!("{} in {}", open.player, open.log),
    };
    if open.candidates.is_empty() {
        return vec![format!("{who} is nobody whom the league knows")];
    }
    let line = |candidate: &adjutant_league::propose::Candidate| {
        let (name, member) = (names.get(&candidate.member), &candidate.member);
        format!("{who} and {name} ({member}) may be one person: {}", because(&candidate.because))
    };
    open.candidates.iter().map(line).collect()
}

/// What counts nothing yet, by what keeps it waiting.
pub fn waiting(league: &League, library: &Library, waiting: &[Waiting]) -> Vec<String> {
    let called = |origin| {
        let pinned = league.pins.get(origin).and_then(|pinned| library.pinned(pinned));
        pinned.map_or_else(|| "a log".to_owned(), |source| source.id.clone())
    };
    let mut nobody = 0;
    let mut lines: Vec<String> = waiting
        .iter()
        .filter_map(|waiting| match waiting {
            Waiting::Running { origin } => Some(format!("{} is not over: it counts nothing yet", called(origin))),
            Waiting::Teams { origin } => {
                Some(format!("{} is an event of teams: a league counts games of persons", called(origin)))
            }
            Waiting::OfEvent { origin, event } => Some(format!(
                "{} belongs to event {event}, whose log is not pinned or does not name it: it counts nothing",
                called(origin)
            )),
            Waiting::Outside { origin } => {
                Some(format!("{} has no day in this season, or is of other rules", called(origin)))
            }
            Waiting::Nobody { .. } => {
                nobody += 1;
                None
            }
        })
        .collect();
    if nobody > 0 {
        let players = count(nobody, "player is", "players are");
        lines.push(format!("{players} nobody's yet: their games bring nobody a rating"));
    }
    lines
}

fn change<T: std::fmt::Display + PartialEq>(what: &str, before: T, after: T) -> Option<String> {
    (before != after).then(|| format!("{what} {before} → {after}"))
}

fn moved(system: SystemName, names: &Names, moved: &Moved) -> String {
    let shown = |rank: Option<u32>| rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
    let rated = |value: Option<i64>| value.map_or_else(|| "–".to_owned(), |value| points(system, value));
    let changes = [
        change("rank", shown(moved.rank[0]), shown(moved.rank[1])),
        change("points", moved.points[0], moved.points[1]),
        change("rating", rated(moved.rating[0]), rated(moved.rating[1])),
    ];
    let changes: Vec<String> = changes.into_iter().flatten().collect();
    let why = match moved.by.as_slice() {
        [] => "through others".to_owned(),
        [one] => format!("by record {one}"),
        several => format!("by records {}", several.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    };
    format!("{} ({}): {}; {why}", names.get(&moved.member), moved.member, changes.join(", "))
}

/// Who moved between two lists, and why; who moved by less than half a point is counted.
pub fn diff(system: SystemName, names: &Names, diff: &Diff) -> Vec<String> {
    let (large, small): (Vec<&Moved>, Vec<&Moved>) = diff.moved.iter().partition(|moved| moved.is_large());
    let mut lines = vec![match diff.moved.len() {
        0 => format!("List {} and list {} say the same of everybody.", diff.from, diff.to),
        _ => format!("List {} → list {}: {} moved.", diff.from, diff.to, count(diff.moved.len(), "member", "members")),
    }];
    lines.extend(large.into_iter().map(|one| moved(system, names, one)));
    if !small.is_empty() {
        let ids = small.iter().map(|one| one.member.to_string()).collect::<Vec<_>>().join(", ");
        lines.push(format!("by less than half a point: {ids}"));
    }
    lines
}

/// Which armies win, in a sentence: what both intervals say, and how many would stand out by chance.
pub fn army_line(figures: &Figures) -> String {
    let compared: Vec<&Army> = figures.armies.iter().filter(|army| army.compared).collect();
    let away = compared.iter().filter(|army| army.away);
    let away: Vec<String> = away.map(|army| format!("{} ({})", army.faction, percent(army.over_games.value))).collect();
    let said = match (compared.len(), away.as_slice()) {
        (0, _) => "No army has games and players enough to be compared.".to_owned(),
        (_, []) => "No army is shown to win more or less often than the others.".to_owned(),
        (_, away) => format!("By both intervals away from one half: {}.", away.join(", ")),
    };
    let chance = match compared.len() {
        0 => String::new(),
        n => format!(" By chance about {}.{} of {n} equal armies would be.", n / 20, n % 20 / 2),
    };
    let spread = figures.dispersion.filter(|_| !compared.is_empty()).map_or_else(String::new, |spread| {
        format!(" They lie {}.{:02} times as far apart as chance takes equals.", spread / 100, spread % 100)
    });
    said + &chance + &spread
}

fn counted(many: u64, one: &str, more: &str) -> String {
    count(usize::try_from(many).unwrap_or(usize::MAX), one, more)
}

/// What the first turn is worth, where match logs tell.
pub fn first_turn_line(figures: &Figures) -> Option<String> {
    let first = figures.first_turn.as_ref()?;
    let games = counted(first.score.games, "game", "games");
    let chance = first.by_chance.map_or_else(String::new, |p| {
        format!(" Missions as different as these come by chance in {} of such seasons.", percent(p))
    });
    let (won, range) = (percent(first.over_games.value), interval(first.over_games));
    Some(format!("Who had the first turn scored {won} ({range}) in {games} where it is known.{chance}"))
}

/// What the figures are counted from.
pub fn definition(figures: &Figures) -> String {
    let days = figures.days.map_or_else(|| "no day".to_owned(), |[first, last]| format!("{first} to {last}"));
    let [events, matches, paper] = figures.logs;
    let minimum = &figures.minimum;
    let [derived, claimed, ruled] = figures.shares;
    let shares = match derived + claimed + ruled {
        0 => String::new(),
        _ => format!(" Of the victory points of match logs {derived} are derived, {claimed} claimed, {ruled} ruled."),
    };
    format!(
        "{days}: {}, {}, {}; {}, {} drawn. Won = (wins + ½ draws) / games, \
         mirror matches left out ({}). Byes ({}) and games not rated ({}) do not count. Minimum {} games and {} \
         players.{shares}",
        counted(events, "event", "events"),
        counted(matches, "match", "matches"),
        counted(paper, "paper game", "paper games"),
        counted(figures.games, "game", "games"),
        figures.draws,
        figures.mirrors,
        figures.byes,
        figures.unrated,
        minimum.rate,
        minimum.rate_players
    )
}
