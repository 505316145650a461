//! What goes on over time: a rating from week to week, points from round to round and from event to event; and whether the
//! ratings' predictions came true.

use adjutant_league::course::{Course, Point, Prediction, RoundScore};
use adjutant_league::figures::Figures;
use adjutant_league::list::List;
use adjutant_league::scheme::SystemName;

use super::draw::{Held, Key, Mark, Picture, number};
use super::frame::{bdi, day_in_words, month};
use super::rates::vp;
use super::shown::{Shown, Twin, pct};
use crate::league::{Names, calibration as calibration_line, interval, percent, points};

/// When points are made.
pub(super) fn rounds(course: &Course) -> Shown {
    let mut twin = Twin::new(
        "Victory points by round",
        &["Round", "Games", "First player, median", "quartiles", "Second player, median", "quartiles"],
    );
    for score in &course.rounds {
        let [first, second] = score.vp.map(|[low, middle, high]| [vp(middle), format!("{}–{}", vp(low), vp(high))]);
        let own = [score.round.to_string(), score.games.to_string()];
        twin.row(false, [own.as_slice(), &first, &second].concat());
    }
    let answer = match course.rounds.last() {
        None => "No log of a match tells points by round.".to_owned(),
        Some(last) => {
            let [first, second] = last.vp.map(|[low, _, high]| format!("{} to {} VP", vp(low), vp(high)));
            format!(
                "After round {} half of all first players have {first}, half of all second players {second}.",
                last.round
            )
        }
    };
    Shown {
        id: "rounds",
        question: "When are the points made?",
        answer,
        keys: vec![
            (Key::Mark(Mark::Disc, ""), "first player".to_owned()),
            (Key::Mark(Mark::Diamond, "open"), "second player".to_owned()),
            (Key::Stroke("thick"), "middle half".to_owned()),
        ],
        picture: (course.rounds.len() > 1).then(|| round_picture(&course.rounds)),
        definition: "Rated games whose match log says who had the first turn. Victory points so far after each battle round, \
                     without those that come when the battle ends. Mark: median. Bar: the middle half of the players; it shows \
                     how players differ and not how sure the median is."
            .to_owned(),
        twin,
    }
}

fn round_picture(rounds: &[RoundScore]) -> Picture {
    let most = rounds.iter().flat_map(|score| score.vp.map(|vp| vp[2])).max().unwrap_or(0);
    let top = ((most + 1_999) / 2_000).max(1) * 20;
    let mut on = Picture::new("rounds", "Victory points by round", 18.0);
    on.x = (0.7, rounds.len() as f64 + 0.3);
    on.y = (0.0, top as f64);
    let told = rounds.iter().map(|score| {
        let [first, second] =
            score.vp.map(|[low, middle, high]| format!("{} ({} to {})", vp(middle), vp(low), vp(high)));
        format!("After round {}: first player {first}, second player {second}", score.round)
    });
    on.desc = format!("Median and quartiles of victory points. {}.", told.collect::<Vec<_>>().join("; "));
    let tick = |at: i64| (at as f64, if at == top { format!("{at} VP") } else { at.to_string() });
    on.levels(&(20..=top).step_by(20).map(tick).collect::<Vec<_>>());
    let [left, right, _, bottom] = on.frame;
    on.line("half", [left, bottom, right, bottom]);
    let ticks: Vec<(f64, String)> = rounds.iter().map(|score| (score.round as f64, score.round.to_string())).collect();
    on.foot(&ticks, "after battle round", false);
    let sides = [(-0.13, "ln", Mark::Disc, ""), (0.13, "ln dash", Mark::Diamond, "open")];
    for (side, (aside, class, ..)) in sides.iter().enumerate() {
        let median = |score: &RoundScore| (score.round as f64 + aside, score.vp[side][1] as f64 / 100.0);
        on.curve(class, &rounds.iter().map(median).collect::<Vec<_>>(), false);
    }
    on.flush();
    for score in rounds {
        for (side, (aside, _, mark, class)) in sides.iter().enumerate() {
            let x = on.across(score.round as f64 + aside);
            let [low, middle, high] = score.vp[side].map(|vp| on.down(vp as f64 / 100.0));
            on.line("thick", [x, low, x, high]);
            on.mark(*mark, class, (x, middle));
        }
    }
    on
}

/// Whether the ratings predict.
pub(super) fn calibration(figures: &Figures, list: &List, course: &Course) -> Shown {
    let minimum = figures.minimum;
    let mut twin = Twin::new("Predicted and won", &["Predicted", "Games", "Mean prediction", "Won", "95 %"]);
    for known in &course.predictions {
        let ok = known.score.games >= u64::from(minimum.pair);
        let from = known.from / 100;
        twin.row(
            !ok,
            [
                if from < 90 { format!("{from}–{} %", from + 5) } else { format!("{from} % and more") },
                known.score.games.to_string(),
                percent(known.expected),
                if ok { percent(known.won.value) } else { "–".to_owned() },
                if ok { interval(known.won) } else { "–".to_owned() },
            ],
        );
    }
    let nothing = || format!("No game yet of two players with {} games before it.", minimum.games);
    let loss = list.calibration.map_or_else(String::new, |check| {
        format!(" Log loss {}; a coin has 0.693.", number(check.loss as f64 / 10_000.0))
    });
    Shown {
        id: "calibration",
        question: "Do the ratings predict?",
        answer: calibration_line(list).unwrap_or_else(nothing),
        keys: vec![
            (Key::Mark(Mark::Disc, ""), "won".to_owned()),
            (Key::Stroke("thick"), "95 %".to_owned()),
            (Key::Stroke("half"), "as predicted".to_owned()),
        ],
        picture: calibration_picture(&course.predictions, u64::from(minimum.pair)),
        definition: format!(
            "Each game once, from its favourite’s side, by the ratings from before its week, so that no game predicts itself; \
             only games of two who had {} games before. A draw is ½. Bins of 5 points with Wilson’s 95 %; the small number \
             counts their games; a bin under {} games is in the table alone.{loss}",
            minimum.games, minimum.pair
        ),
        twin,
    }
}

fn calibration_picture(predictions: &[Prediction], minimum: u64) -> Option<Picture> {
    let drawn: Vec<&Prediction> = predictions.iter().filter(|known| known.score.games >= minimum).collect();
    drawn.first()?;
    let mut on = Picture::new("calibration", "Predicted and won", 20.0);
    on.x = (48.0, 100.0);
    on.y = (0.0, 100.0);
    let told = drawn.iter().map(|known| {
        let (expected, won) = (percent(known.expected), percent(known.won.value));
        format!("predicted {expected}, won {won} in {} games", known.score.games)
    });
    on.desc =
        format!("What the ratings expect of favourites, and what these won. {}.", told.collect::<Vec<_>>().join("; "));
    on.levels(
        &[25, 50, 75, 100].map(|at| (f64::from(at), if at == 100 { "100 % won".to_owned() } else { at.to_string() })),
    );
    let [left, right, _, bottom] = on.frame;
    on.line("half", [left, bottom, right, bottom]);
    let ticks =
        [50, 60, 70, 80, 90].map(|at| (f64::from(at), if at == 50 { "50 %".to_owned() } else { at.to_string() }));
    on.foot(&ticks, "predicted for the favourite", false);
    on.curve("half", &[(50.0, 50.0), (100.0, 100.0)], false);
    on.flush();
    for known in drawn {
        let x = on.across(pct(known.expected));
        let [low, won, high] = [known.won.low, known.won.value, known.won.high].map(|parts| on.down(pct(parts)));
        on.line("thick", [x, low, x, high]);
        on.mark(Mark::Disc, "", (x, won));
        on.text("soft", (x, bottom - 0.4), Held::Middle, &known.score.games.to_string());
    }
    Some(on)
}

/// How the lines of a race are drawn, the first one first.
const STROKES: [&str; 8] =
    ["ln w3", "ln dash", "ln dot", "ln pale", "ln pale dash", "ln pale dot", "ln pale", "ln pale dash"];

/// Who leads the season. The picture holds letters; names stand beside it, where they can be forgotten.
pub(super) fn race(course: &Course, list: &List, names: &Names, events: &[String]) -> Shown {
    let letters = || ('a'..='h').map(|letter| letter.to_string());
    let heads: Vec<String> = letters().take(course.race.len()).collect();
    let mut twin = Twin::new("Points after each event", &["Event"]);
    twin.heads.extend(heads.iter().cloned());
    for (at, event) in events.iter().enumerate() {
        let sums = course.race.iter().map(|(_, sums)| sums.get(at).copied().unwrap_or(0).to_string());
        twin.row(false, std::iter::once(format!("{} {event}", at + 1)).chain(sums).collect::<Vec<_>>());
    }
    let lines = course.race.iter().zip(STROKES).zip(letters()).map(|(((member, _), stroke), letter)| {
        let points = list.row(member).map_or(0, |row| row.points);
        (Key::Stroke(stroke), format!("<b>{letter}</b> {} {points}", bdi(names.get(member))))
    });
    let leaders = list.members.iter().filter(|row| row.rank == Some(1)).count();
    let points = list.members.first().map_or(0, |row| row.points);
    let answer = match leaders {
        0 => "Nobody has played yet.".to_owned(),
        1 => {
            let second =
                list.members.iter().find(|row| row.rank.is_some_and(|rank| rank > 1)).map_or(0, |row| row.points);
            format!("The first leads with {points} points, {} before the next.", points - second)
        }
        n => format!("{n} members share the lead with {points} points."),
    };
    Shown {
        id: "race",
        question: "Who leads the season?",
        answer: format!("{answer} Points are counted and not estimated: they have no interval."),
        keys: lines.collect(),
        picture: (!events.is_empty() && !course.race.is_empty()).then(|| race_picture(course)),
        definition:
            "The first eight of the table: the sum of their events that count, after each event in the order of days. \
                     Games outside events bring points in the table alone."
                .to_owned(),
        twin,
    }
}

fn race_picture(course: &Course) -> Picture {
    let events = course.events.len();
    let last = |sums: &[i64]| sums.last().copied().unwrap_or(0);
    let most = course.race.iter().flat_map(|(_, sums)| sums.iter().copied()).max().unwrap_or(0).max(1);
    let step = [5, 10, 20, 50, 100, 200, 500, 1_000].into_iter().find(|step| most / step < 6).unwrap_or(10_000);
    let mut on = Picture::new("race", "Points of the first eight, event by event", 21.0);
    on.frame = [2.0, 80.0, 1.2, 18.0];
    on.x = (0.0, events as f64);
    on.y = (0.0, ((most + step - 1) / step * step) as f64);
    let told = course.race.iter().zip('a'..='h').map(|((_, sums), letter)| format!("{letter} {}", last(sums)));
    on.desc = format!("Counted points after each event; at the end {}.", told.collect::<Vec<_>>().join(", "));
    on.levels(&(step..=most).step_by(step as usize).map(|at| (at as f64, at.to_string())).collect::<Vec<_>>());
    let [left, right, _, bottom] = on.frame;
    on.line("half", [left, bottom, right, bottom]);
    let apart = events.div_ceil(7).max(1);
    on.foot(&(0..=events).step_by(apart).map(|at| (at as f64, at.to_string())).collect::<Vec<_>>(), "events", false);
    for ((_, sums), stroke) in course.race.iter().zip(STROKES).rev() {
        let values = std::iter::once(&0).chain(sums).enumerate().map(|(at, sum)| (at as f64, *sum as f64));
        on.curve(stroke, &values.collect::<Vec<_>>(), false);
    }
    on.flush();
    // Labels keep a line's height apart, the highest first.
    let mut order: Vec<(i64, char)> =
        course.race.iter().zip('a'..='h').map(|((_, sums), letter)| (last(sums), letter)).collect();
    order.sort_by_key(|(sum, letter)| (std::cmp::Reverse(*sum), *letter));
    let mut lowest = f64::MIN;
    for (sum, letter) in order {
        let at = on.down(sum as f64);
        let y = at.max(lowest + 1.35);
        lowest = y;
        on.line("tie", [right, at, right + 3.0, y]);
        on.text(if letter < 'd' { "b" } else { "" }, (right + 4.0, y + 0.35), Held::Start, &format!("{letter} {sum}"));
    }
    on
}

/// How strong a member is, and how sure that is.
pub(super) fn rating(system: SystemName, answer: String, path: &[Point]) -> Shown {
    let mut twin = Twin::new("Rating by week, weeks with games", &["Week of", "Rating", "95 %"]);
    for point in path.iter().rev().filter(|point| point.played) {
        let margin = format!("± {}", points(system, point.margin));
        twin.row(point.vague, [day_in_words(point.week.monday()), points(system, point.value), margin]);
    }
    Shown {
        id: "rating",
        question: "How strong, and how sure?",
        answer,
        keys: vec![
            (Key::Mark(Mark::Disc, "you"), "week with games".to_owned()),
            (Key::Mark(Mark::Ring, "open"), "provisional".to_owned()),
            (Key::Area("conf"), "95 % band".to_owned()),
        ],
        picture: (path.len() > 1).then(|| rating_picture(system, path)),
        definition: "The rating at the end of each week, Monday to Sunday, from the week of the first game on. In weeks without \
                     games the band grows wider by itself."
            .to_owned(),
        twin,
    }
}

fn rating_picture(system: SystemName, path: &[Point]) -> Picture {
    let value = |hundredths: i64| hundredths as f64 / 100.0;
    // The band of the first week is cut where it would press all others together.
    let scaled = if path.len() > 2 { &path[1..] } else { path };
    let low = scaled.iter().map(|point| point.value - point.margin).min().unwrap_or(0);
    let high = scaled.iter().map(|point| point.value + point.margin).max().unwrap_or(0);
    let grid = [100, 200, 500, 1_000, 10_000, 20_000, 50_000].into_iter().find(|grid| (high - low) / grid < 6);
    let grid = grid.unwrap_or(100_000);
    let (low, high) = (low.div_euclid(grid) * grid, (high.div_euclid(grid) + 1) * grid);
    let mut on = Picture::new("rating", "Rating by week", 18.0);
    on.frame = [2.0, 85.0, 1.2, 15.6];
    on.x = (0.0, (path.len() - 1) as f64);
    on.y = (value(low), value(high));
    let told = path.iter().filter(|point| point.played).map(|point| {
        let (rating, margin) = (points(system, point.value), points(system, point.margin));
        format!("Week of {}: {rating} ± {margin}", day_in_words(point.week.monday()))
    });
    on.desc = format!("The rating with its 95 % band. {}.", told.collect::<Vec<_>>().join("; "));
    let at = |sign: i64| {
        path.iter().enumerate().map(move |(at, point)| (at as f64, value(point.value + sign * point.margin)))
    };
    let mut band: Vec<(f64, f64)> = at(1).collect();
    band.extend(at(-1).collect::<Vec<_>>().into_iter().rev());
    on.curve("conf", &band, true);
    on.curve("ln you", &at(0).collect::<Vec<_>>(), false);
    on.flush();
    let [left, right, _, bottom] = on.frame;
    for level in (low..=high).step_by(grid as usize) {
        let y = on.down(value(level));
        on.line("grid", [left, y, right, y]);
        on.text("soft", (right + 2.0, y + 0.35), Held::Start, &points(system, level));
    }
    let firsts: Vec<(f64, String)> =
        path.iter().enumerate().filter_map(|(at, point)| Some((at as f64, month(point.week)?))).collect();
    let apart = firsts.len().div_ceil(6).max(1);
    on.foot(&firsts.into_iter().step_by(apart).collect::<Vec<_>>(), "", false);
    on.line("half", [left, bottom, right, bottom]);
    for (at, point) in path.iter().enumerate().filter(|(_, point)| point.played) {
        let (mark, class) = if point.vague { (Mark::Ring, "open") } else { (Mark::Disc, "you") };
        let place = (on.across(at as f64), on.down(value(point.value)));
        on.mark(mark, class, place);
    }
    on
}
