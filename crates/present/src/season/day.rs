//! The pages of events: all of them, and one for each.

use adjutant_core::chain::Hash;
use adjutant_core::counts::count;
use adjutant_league::command::Basis;
use adjutant_league::season::SeasonGame;
use adjutant_league::source::{Entrant, Source, Standing};
use adjutant_league::{Day, Pinned};

use super::frame::{bdi, day_in_words, event_path, fact, spaced, table};
use super::page::Page;
use super::person::{NOBODY, result};
use super::shown::signed;
use super::told::Told;
use crate::league::{percent, points};
use crate::map::escaped;

/// The page of all events.
pub(super) fn all(told: &Told<'_>) -> (String, Vec<u8>) {
    let line = |(origin, pinned, source): (&Hash, &Pinned, &Source)| {
        let day = day_of(told, origin, pinned, source).map_or_else(|| "–".to_owned(), day_in_words);
        let games = told.played(origin).len();
        let rated = told.played(origin).iter().filter(|game| game.rated).count();
        let cells = vec![
            told.log(origin, ""),
            day,
            source.players.len().to_string(),
            format!("{rated} of {games}"),
            basis(source.basis).to_owned(),
        ];
        (games == 0, cells)
    };
    let rows: Vec<(bool, Vec<String>)> = told.events().into_iter().map(line).collect();
    let band = format!("<h1>Events<small>{}</small></h1>", count(rows.len(), "pinned log", "pinned logs"));
    let heads = ["Event", "Day", "Players", "Rated games", "Log"];
    let body = if rows.is_empty() {
        "<p class=\"card\">No event is pinned yet.</p>".to_owned()
    } else {
        table("Events of the season", &heads, &rows)
    };
    Page { path: "events.html".to_owned(), title: "events", band, body }.whole(told)
}

fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Signed => "audited, signed",
        Basis::Audited => "audited",
        Basis::Any => "claimed",
    }
}

fn day_of(told: &Told<'_>, origin: &Hash, pinned: &Pinned, source: &Source) -> Option<Day> {
    let first = told.played(origin).first().map(|game| game.day);
    first.or(pinned.pin.on).or(source.day)
}

/// The page of an event.
pub(super) fn page(told: &Told<'_>, (origin, pinned, source): (&Hash, &Pinned, &Source)) -> (String, Vec<u8>) {
    let day = day_of(told, origin, pinned, source).map_or_else(String::new, |day| format!("{} · ", day_in_words(day)));
    let rounds = source.games.iter().map(|game| game.round).max().unwrap_or(0);
    let below = format!(
        "{day}{} · {}",
        count(source.players.len(), "player", "players"),
        count(usize::from(rounds), "round", "rounds")
    );
    let mut order: Vec<&Entrant> = source.players.iter().collect();
    order.sort_by_key(|player| player.count.and_then(|count| count.place).map_or(u32::MAX, |(place, _)| place));
    let counts = source.standing == Standing::Over;
    let first = order.first().filter(|_| counts).and_then(|player| told.edition.league.played(origin, &player.id));
    let first = first.map_or_else(String::new, |id| {
        format!("<p class=\"big\">{}<small>came first</small></p>", bdi(told.names.get(id)))
    });
    let band = format!("<h1>{}<small>{below}</small></h1>{first}", escaped(&source.name));
    let body = if counts {
        let rows: String = order.iter().map(|player| line(told, origin, source, player)).collect();
        format!("{}{}{}{}", pin(origin, pinned), framed(&rows), rests_on(told, origin, source), weeks(told, origin))
    } else {
        let why = if source.standing == Standing::Teams {
            "Teams play: a league counts games of persons."
        } else {
            "It is not over: it counts nothing yet."
        };
        format!("{}<p class=\"card\">{why}</p>", pin(origin, pinned))
    };
    Page { path: event_path(origin), title: &source.name, band, body }.whole(told)
}

fn pin(origin: &Hash, pinned: &Pinned) -> String {
    let (origin, head) = (spaced(origin), spaced(&pinned.pin.head));
    let why = pinned.pin.why.as_ref().map_or_else(String::new, |why| format!(" {}", escaped(&why.to_string())));
    format!(
        "<p class=\"def\">Log <span class=\"mono\">{origin}</span>, pinned by record {} up to <span class=\"mono\">{head}</span>.{why}</p>\n",
        pinned.seq
    )
}

fn framed(rows: &str) -> String {
    format!(
        "<table class=\"lg ev\"><caption>Places, points for the season, ratings</caption><thead><tr><th scope=\"col\" class=\"num no\">#</th><th \
         scope=\"col\" class=\"who\">Name and army</th><th scope=\"col\" class=\"path\">Rounds</th><th scope=\"col\" class=\"num vpc\">VP</th><th \
         scope=\"col\" class=\"num pts\">Points</th><th scope=\"col\" class=\"num chg\">Rating</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n"
    )
}

fn line(told: &Told<'_>, origin: &Hash, source: &Source, player: &Entrant) -> String {
    let member = told.edition.league.played(origin, &player.id);
    let name = member.map_or_else(|| NOBODY.to_owned(), |id| told.member(id, "../"));
    let faction = player
        .faction
        .as_ref()
        .map_or_else(String::new, |faction| format!("<small>{}</small>", escaped(faction.as_str())));
    let place =
        player.count.and_then(|count| count.place).map_or_else(|| "–".to_owned(), |(place, _)| place.to_string());
    let vp = player.count.map_or(0, |count| count.vp);
    let results = member.and_then(|id| told.edition.season.people.get(id)).map(|person| person.results.as_slice());
    let brought = results.unwrap_or_default().iter().find(|result| result.origin == *origin);
    let brought = brought.map_or_else(|| "–".to_owned(), |result| result.points.to_string());
    let rating = member.and_then(|id| moved(told, origin, id)).map_or_else(
        || "<span class=\"soft\">–</span>".to_owned(),
        |(before, after)| {
            let by = (after + 50).div_euclid(100) - (before + 50).div_euclid(100);
            format!("{} → {}<small>{}</small>", points(told.system(), before), points(told.system(), after), signed(by))
        },
    );
    format!(
        "<tr><td class=\"num no\">{place}</td><th scope=\"row\" class=\"who\">{name}{faction}</th><td class=\"path\">{}</td><td class=\"num \
         vpc\">{vp}</td><td class=\"num pts\">{brought}</td><td class=\"num chg\">{rating}</td></tr>\n",
        rounds(source, player)
    )
}

/// What came of each round: a round without a game is a bye as long as the event counts more wins than games were won.
fn rounds(source: &Source, player: &Entrant) -> String {
    let own = source.place(&player.id);
    let side = |game: &adjutant_league::source::Played| game.sides.iter().position(|at| Some(*at) == own);
    let mine: Vec<(u16, (char, &str))> =
        source.games.iter().filter_map(|game| Some((game.round, result(game.result, side(game)?)))).collect();
    let won = mine.iter().filter(|(_, (letter, _))| *letter == 'W').count() as u32;
    let mut byes = player.count.map_or(0, |count| count.wins.saturating_sub(won));
    let last = source.games.iter().map(|game| game.round).max().unwrap_or(0);
    let of = |round: u16| match mine.iter().find(|(known, _)| *known == round) {
        Some((_, known)) => *known,
        None if byes > 0 => {
            byes -= 1;
            ('B', "bye")
        }
        None => ('–', "no game"),
    };
    let told: Vec<(char, &str)> = (1..=last).map(of).collect();
    let words = told.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(", ");
    let letters: String = told
        .iter()
        .map(|(letter, _)| {
            format!("<b class=\"{}\">{letter}</b>", if *letter == 'B' { 'w' } else { letter.to_ascii_lowercase() })
        })
        .collect();
    if told.is_empty() {
        String::new()
    } else {
        format!("<span class=\"wl\" role=\"img\" aria-label=\"{words}\">{letters}</span>")
    }
}

/// A member's rating before and after the weeks of an event, in hundredths.
fn moved(told: &Told<'_>, origin: &Hash, id: &adjutant_core::ids::MemberId) -> Option<(i64, i64)> {
    let faction = told.row(id).and_then(|row| row.rating.as_ref()).and_then(|rating| rating.faction.as_ref());
    let games = told.played(origin);
    let (first, last) = (games.iter().map(|game| game.week).min()?, games.iter().map(|game| game.week).max()?);
    let steps =
        told.steps(id).iter().filter(|step| step.rated.1.as_ref() == faction && (first..=last).contains(&step.week));
    let steps: Vec<_> = steps.collect();
    Some((steps.first()?.before.hundredths(), steps.last()?.after.hundredths()))
}

/// What the games rest on, and how they went against the ratings.
fn rests_on(told: &Told<'_>, origin: &Hash, source: &Source) -> String {
    let games = told.played(origin);
    let all = games.len();
    let many = |of: &dyn Fn(&SeasonGame) -> bool| format!("{} of {all}", games.iter().filter(|game| of(game)).count());
    let shares = games
        .iter()
        .filter_map(|game| game.details.as_ref())
        .fold([0; 3], |sum: [i64; 3], details| [0, 1, 2].map(|at| sum[at] + details.shares[at]));
    let vp: i64 = shares.iter().sum();
    let derived = if vp > 0 { percent(shares[0] * 10_000 / vp) } else { "–".to_owned() };
    let rated = games.iter().filter_map(|game| Some((game, game.expected?)));
    let favourites = rated.map(|(game, expected)| {
        let side = usize::from(expected[1] > expected[0]);
        (game.halves(side) as f64 / 2.0, expected[side])
    });
    let (count, scored, expected) =
        favourites.fold((0, 0.0, 0.0), |(count, won, due), (score, expected)| (count + 1, won + score, due + expected));
    format!(
        "<div class=\"cols\"><section><h2>What it rests on</h2><dl class=\"facts\">{}{}{}{}</dl></section><section><h2>Against the \
         ratings</h2><dl class=\"facts\">{}</dl></section></div>\n",
        fact("The event’s log", basis(source.basis), ""),
        fact("Games with a match log", &many(&|game| game.details.is_some()), ""),
        fact("Signed", &many(&|game| game.basis == Basis::Signed), ""),
        fact("VP derived from facts", &derived, ""),
        fact("Favourites scored", &format!("{scored} of {count}"), &format!("expected {expected:.1}")),
    )
}

fn weeks(told: &Told<'_>, origin: &Hash) -> String {
    let games = told.played(origin);
    let first = games.iter().map(|game| game.week).min().map(|week| day_in_words(week.monday()));
    let first = first.map_or_else(String::new, |day| format!(" (from {day})"));
    format!(
        "<p class=\"def\">Rounds: W win, D draw, L loss, B bye; a bye counts for place and points and is not rated. Rating: before and after \
         the week of the event{first}, Monday to Sunday, in which all games count at once, those of other events too. Places are the event’s own.</p>"
    )
}
