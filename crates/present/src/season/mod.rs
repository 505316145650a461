//! The pages of a season: everything of a list that was shown, for a browser and without a server. No page has a script or
//! asks for anything beside the folder that it lies in; names come through [`Names`] alone, so that pages that are made
//! again after a name was forgotten hold its number.
//!
//! | file | shows |
//! |---|---|
//! | `index.html`, `index-2.html` … | the table, a hundred members a page; how it moved, what waits, how it is checked |
//! | `members/ID.html` | a member: rating over time, events, games, opponents, armies |
//! | `events.html`, `events/DIGITS.html` | the pinned events, each with places, points, ratings before and after |
//! | `stats.html`, `figures/*.svg` | figures with their definitions and tables; their pictures alone |
//! | `find.html`, `find-1.html` … | names by letter |
//! | `league.css` | the style of all of them |

mod day;
mod draw;
mod find;
mod frame;
mod page;
mod paths;
mod person;
mod rates;
mod shown;
mod spread;
mod standing;
mod told;

use adjutant_core::ids::MemberId;
use adjutant_league::Library;
use adjutant_league::course::Course;
use adjutant_league::edition::Edition;
use adjutant_league::figures::Figures;
use adjutant_league::list::List;

use self::page::Page;
use self::shown::Shown;
use self::told::Told;
use crate::league::{Names, definition};
use crate::map::escaped;

/// The pages of a list that was shown, each by its path in the folder: a function of the list, the logs behind it and the
/// names, and of nothing else.
///
/// ```
/// use adjutant_league::{LeagueLog, Library, edition::Edition};
/// // A league that has shown no list has no pages.
/// assert!(Edition::of(&LeagueLog::new(), &Library::default(), 1).is_none());
/// ```
pub fn site(edition: &Edition, library: &Library, names: &Names) -> Vec<(String, Vec<u8>)> {
    let told = &Told::of(edition, library, names);
    let mut files = vec![("league.css".to_owned(), page::STYLE.as_bytes().to_vec())];
    files.extend(standing::pages(told));
    files.extend(find::pages(told));
    files.extend(edition.list.members.iter().map(|row| person::page(told, row)));
    files.push(day::all(told));
    files.extend(told.events().into_iter().map(|event| day::page(told, event)));
    let events: Vec<String> = edition.course.events.iter().map(|origin| name_of(told, origin)).collect();
    let figures = figures(&edition.figures, &edition.list, &edition.course, names, &events);
    files.push(stats(told, &figures));
    files.extend(figures.iter().filter_map(alone).map(|(name, bytes)| (format!("figures/{name}"), bytes)));
    files
}

/// The pictures of a season as files, such as `armies.svg`; without those for which too little is known.
pub fn pictures(figures_of: &Figures, list: &List, course: &Course, names: &Names) -> Vec<(String, Vec<u8>)> {
    let events: Vec<String> = course.events.iter().map(|_| String::new()).collect();
    figures(figures_of, list, course, names, &events).iter().filter_map(alone).collect()
}

/// Whether a file of the folder, by its path in it, is one of these pages, whichever list it is of.
///
/// ```
/// use adjutant_present::season::is_page;
/// assert!(is_page("index-2.html") && is_page("members/m0042.html") && is_page("figures/race.svg"));
/// assert!(!is_page("rules.html") && !is_page("events/spring.html") && !is_page("list-0001.json"));
/// ```
pub fn is_page(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.strip_suffix(".html").unwrap_or_default();
    let numbered = |word: &str| stem.strip_prefix(word).is_some_and(|rest| rest.parse::<u32>().is_ok());
    match folder {
        "" => {
            name == "league.css"
                || ["index", "events", "stats", "find"].contains(&stem)
                || numbered("index-")
                || numbered("find-")
        }
        "members" => MemberId::new(stem).is_ok(),
        "events" => stem.len() == 12 && stem.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "figures" => name.strip_suffix(".svg").is_some_and(|stem| PICTURES.contains(&stem)),
        _ => false,
    }
}

/// The pictures that stand alone.
const PICTURES: [&str; 8] = ["armies", "funnel", "first", "pairs", "rounds", "secondaries", "calibration", "race"];

/// What a browser may do with a picture that stands alone: paint it in its own colours.
pub fn policy() -> String {
    "default-src 'none'; style-src 'unsafe-inline'".to_owned()
}

fn name_of(told: &Told<'_>, origin: &adjutant_core::chain::Hash) -> String {
    told.source(origin).map_or_else(String::new, |source| source.name.clone())
}

fn figures(figures: &Figures, list: &List, course: &Course, names: &Names, events: &[String]) -> Vec<Shown> {
    vec![
        rates::armies(figures),
        spread::funnel(figures),
        rates::first(figures),
        spread::pairs(figures),
        paths::rounds(course),
        rates::secondaries(figures),
        paths::calibration(figures, list, course),
        paths::race(course, list, names, events),
    ]
}

fn alone(shown: &Shown) -> Option<(String, Vec<u8>)> {
    // Beside a race stand names, and names can be forgotten: in the file are letters.
    let keys = if shown.id == "race" { &[] } else { shown.keys.as_slice() };
    Some((format!("{}.svg", shown.id), shown.picture.as_ref()?.file(keys)))
}

/// The page of figures.
fn stats(told: &Told<'_>, figures: &[Shown]) -> (String, Vec<u8>) {
    let of = &told.edition.figures;
    let days = of.days.map_or_else(String::new, |[first, last]| match first == last {
        true => frame::day_in_words(first),
        false => format!("{} to {}", frame::day_in_words(first), frame::day_in_words(last)),
    });
    let drawn = if of.draws == 1 { "1 draw".to_owned() } else { format!("{} draws", of.draws) };
    let counted = format!("{days}, {} rated games, {drawn}. ", of.games);
    let body: String =
        figures.iter().map(|shown| shown.html(&counted, Some(&format!("figures/{}.svg", shown.id)))).collect();
    let body = format!(
        "<p class=\"card\">Every rate stands with its games and its interval. What has too few games is grey and is compared with \
         nothing.</p>\n<div class=\"figs\">\n{body}</div>\n<p class=\"def\">All figures: {}</p>",
        escaped(&definition(of))
    );
    let band = format!(
        "<h1>Figures of the season<small>{days}</small></h1><p class=\"big\">{}<small>rated games</small></p>",
        of.games
    );
    Page { path: "stats.html".to_owned(), title: "figures", band, body }.whole(told)
}
