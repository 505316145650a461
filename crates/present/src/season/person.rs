//! The page of a member: rating over time, events, games, opponents, armies.

use std::collections::BTreeMap;

use adjutant_core::Winner;
use adjutant_core::chain::Hash;
use adjutant_core::counts::count;
use adjutant_core::ids::MemberId;
use adjutant_league::command::Basis;
use adjutant_league::course::path;
use adjutant_league::figures::{Score, share_of};
use adjutant_league::list::ListRow;

use super::frame::{bdi, day_in_words, fact, member_path, table};
use super::page::Page;
use super::paths;
use super::told::{Own, Told};
use crate::league::{interval, percent, points, ranks};
use crate::map::escaped;

/// Games won, drawn, lost.
type Record = [u32; 3];

/// The page of a member.
pub(super) fn page(told: &Told<'_>, row: &ListRow) -> (String, Vec<u8>) {
    let name = told.names.get(&row.id);
    let club = told.club(&row.id).map_or_else(String::new, |club| format!("{club} · "));
    let games: u32 = row.record.iter().sum();
    let rating = row.rating.as_ref().map_or_else(
        || "<p class=\"big\">–<small>not rated yet</small></p>".to_owned(),
        |rating| {
            let (value, margin) = (points(told.system(), rating.value), points(told.system(), rating.margin));
            let vague = if rating.provisional { ", provisional" } else { "" };
            format!(
                "<p class=\"big\">{value}<small>± {margin} ({}){vague}</small></p>",
                count(games as usize, "game", "games")
            )
        },
    );
    let band = format!("<h1>{}<small>{club}{}</small></h1>{rating}", bdi(name), row.id);
    let body = format!(
        "<div class=\"cols\"><div>{}<dl class=\"facts\">{}</dl>\n{}\n{}</div><div>{}</div></div>",
        figure(told, row),
        facts(told, row),
        opponents(told, row),
        armies(told, row),
        games_of(told, row)
    );
    Page { path: member_path(&row.id), title: name, band, body }.whole(told)
}

fn figure(told: &Told<'_>, row: &ListRow) -> String {
    let edition = told.edition;
    let Some(rating) = &row.rating else { return String::new() };
    let points = |hundredths| points(told.system(), hundredths);
    let open = match ranks(rating) {
        Some(ranks) => format!("By rating that is rank {ranks} firm members."),
        None => "Provisional: no rank by rating is said yet.".to_owned(),
    };
    let (low, high) = (points(rating.value - rating.margin), points(rating.value + rating.margin));
    let answer = format!("The interval leaves everything open from {low} to {high}. {open}");
    let path = path(&edition.list.rating, edition.season.last, row, told.steps(&row.id).iter().copied());
    paths::rating(told.system(), answer, &path).html("", None)
}

fn facts(told: &Told<'_>, row: &ListRow) -> String {
    let counted = row.events.iter().filter(|event| event.counted).count();
    let events = format!("{} points of {counted} of {}", row.points, count(row.events.len(), "event", "events"));
    let [won, drawn, lost] = row.record;
    let expected: f64 = told.games(&row.id).iter().filter_map(|(game, side)| Some(game.expected?[*side])).sum();
    let scored =
        format!("won – drawn – lost; scored {}, the ratings expected {expected:.1}", f64::from(2 * won + drawn) / 2.0);
    let signed = told.games(&row.id).iter().filter(|(game, _)| game.basis == Basis::Signed).count();
    [
        fact("Rank", &told.rank(row), &events),
        fact("Record", &format!("{won} – {drawn} – {lost}"), &scored),
        fact("Signed games", &format!("{signed} of {}", told.games(&row.id).len()), ""),
    ]
    .concat()
}

fn record(into: &mut Record, (game, side): &Own<'_>) {
    into[2 - game.halves(*side).min(2) as usize] += 1;
}

fn in_words([won, drawn, lost]: Record) -> String {
    format!("{won} – {drawn} – {lost}")
}

fn opponents(told: &Told<'_>, row: &ListRow) -> String {
    let mut met: BTreeMap<Option<&MemberId>, Record> = BTreeMap::new();
    for own in told.games(&row.id) {
        record(met.entry(own.0.sides[1 - own.1].member.as_ref()).or_default(), own);
    }
    let mut rows: Vec<(Option<&MemberId>, Record)> = met.into_iter().collect();
    rows.sort_by_key(|(_, record)| std::cmp::Reverse(record.iter().sum::<u32>()));
    let line = |(id, record): (Option<&MemberId>, Record)| {
        let name = id.map_or_else(|| NOBODY.to_owned(), |id| told.member(id, "../"));
        (false, vec![name, record.iter().sum::<u32>().to_string(), in_words(record)])
    };
    let rows: Vec<(bool, Vec<String>)> = rows.into_iter().map(line).collect();
    if rows.is_empty() { String::new() } else { table("Against whom", &["Opponent", "Games", "W – D – L"], &rows) }
}

/// What somebody is called whom nobody said to be a member.
pub(super) const NOBODY: &str = "<span class=\"soft\">nobody’s yet</span>";

fn armies(told: &Told<'_>, row: &ListRow) -> String {
    let mut all: BTreeMap<&str, (Record, Score)> = BTreeMap::new();
    for own in told.games(&row.id) {
        let Some(faction) = &own.0.sides[own.1].faction else { continue };
        let (known, score) = all.entry(faction.as_str()).or_default();
        record(known, own);
        score.add(own.0.halves(own.1));
    }
    let minimum = told.edition.figures.minimum.pair;
    let line = |(army, (record, score)): (&str, (Record, Score))| {
        let share = share_of(&BTreeMap::from([((), score)])).filter(|_| score.games >= u64::from(minimum));
        let won =
            share.map_or_else(|| "–".to_owned(), |share| format!("{} ({})", percent(share.value), interval(share)));
        (share.is_none(), vec![escaped(army), score.games.to_string(), in_words(record), won])
    };
    let rows: Vec<(bool, Vec<String>)> = all.into_iter().map(line).collect();
    if rows.is_empty() {
        return String::new();
    }
    let table = table("Armies", &["Army", "Games", "W – D – L", "Won (95 %)"], &rows);
    format!(
        "{table}<p class=\"def\">Won: (wins + ½ draws) / games, mirror matches among them; 95 % by Wilson; no rate under {minimum} games.</p>"
    )
}

fn games_of(told: &Told<'_>, row: &ListRow) -> String {
    let mut logs: Vec<(adjutant_league::Day, Option<Hash>)> = Vec::new();
    let games = told.games(&row.id);
    let key = |(game, _): &Own<'_>| (game.day, game.kind.map(|_| game.origin));
    logs.extend(games.iter().map(key));
    logs.sort();
    logs.dedup();
    let mut out = String::new();
    for log in logs.iter().rev() {
        let lines: String = games.iter().filter(|own| key(own) == *log).map(|own| line(told, own)).collect();
        out += &format!("<tbody>{}{lines}</tbody>\n", head(told, row, log));
    }
    if out.is_empty() {
        return "<p class=\"card\">No game counts yet.</p>".to_owned();
    }
    format!(
        "<table class=\"games\"><caption>Games, the last ones first</caption><thead><tr><th scope=\"col\"><span class=\"vh\">Result</span></th>\
         <th scope=\"col\">Opponent</th><th scope=\"col\" class=\"num\">VP</th><th scope=\"col\" class=\"num exp\">Expected</th><th scope=\"col\" \
         class=\"lst\">Rests on</th></tr></thead>\n{out}</table><p class=\"def\">Expected: the score that the ratings from before the week \
         foresaw. Byes are not listed; they are not rated.</p>"
    )
}

/// The head of the games of a log on a day: place, points, whether they count.
fn head(told: &Told<'_>, row: &ListRow, (day, origin): &(adjutant_league::Day, Option<Hash>)) -> String {
    let name = origin.as_ref().map_or_else(|| "On paper".to_owned(), |origin| told.log(origin, "../"));
    let brought = row.events.iter().find(|event| Some(event.origin) == *origin).map_or_else(String::new, |event| {
        let place = event.place.map_or_else(|| "no place".to_owned(), |[place, of]| format!("place {place} of {of}"));
        let counted = if event.counted { "" } else { ", not among the best" };
        format!(", {place}, {} points{counted}", event.points)
    });
    format!(
        "<tr class=\"hd\"><th scope=\"rowgroup\" colspan=\"5\">{name} <small>{}{brought}</small></th></tr>",
        day_in_words(*day)
    )
}

/// A result as a letter with what it means.
pub(super) fn result(winner: Winner, side: usize) -> (char, &'static str) {
    match (winner, side) {
        (Winner::Draw, _) => ('D', "draw"),
        (Winner::One, 0) | (Winner::Two, 1) => ('W', "win"),
        _ => ('L', "loss"),
    }
}

fn line(told: &Told<'_>, (game, side): &Own<'_>) -> String {
    let (letter, word) = result(game.result, *side);
    let (own, other) = (&game.sides[*side], &game.sides[1 - *side]);
    let name = other.member.as_ref().map_or_else(|| NOBODY.to_owned(), |id| told.member(id, "../"));
    let faction = other
        .faction
        .as_ref()
        .map_or_else(String::new, |faction| format!("<small>{}</small>", escaped(faction.as_str())));
    let vp = own.vp.zip(other.vp).map_or_else(|| "–".to_owned(), |(own, other)| format!("{own} – {other}"));
    let expected = game.expected.map_or_else(|| "–".to_owned(), |expected| format!("{:.0} %", 100.0 * expected[*side]));
    let basis = match (game.rated, game.kind, game.basis) {
        (false, ..) => "not rated",
        (_, None, _) => "claimed, paper",
        (_, _, Basis::Signed) => "signed",
        (_, _, Basis::Audited) => "audited",
        _ => "claimed",
    };
    let class = letter.to_ascii_lowercase();
    format!(
        "<tr><td class=\"wlc\"><span class=\"wl\" role=\"img\" aria-label=\"{word}\"><b class=\"{class}\">{letter}</b></span></td><th \
         scope=\"row\">{name}{faction}</th><td class=\"num\">{vp}</td><td class=\"num exp\">{expected}</td><td class=\"lst\"><small>{basis}</small></td></tr>\n"
    )
}
