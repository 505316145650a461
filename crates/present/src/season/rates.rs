//! Rates with their intervals, one row each: armies, the first turn by mission, secondary objectives.

use adjutant_core::counts::count;
use adjutant_league::figures::{Army, Figures, FirstTurn, Mission, Secondary, Share};

use super::draw::{Held, Key, Mark, Picture};
use super::shown::{Shown, Twin, pct, signed, whole, wins, words_of};
use crate::league::{army_line, first_turn_line, interval, percent};

/// How high a row is, in em.
const ROW: f64 = 3.0;

/// Draws the intervals of a rate on a line: over games thick, over players thin with ends.
fn bars(on: &mut Picture, y: f64, over_games: Share, over_players: Option<Share>, at: &dyn Fn(f64) -> f64) {
    let [left, right, ..] = on.frame;
    let at = |parts: i64| at(pct(parts)).clamp(left, right);
    if let Some(share) = over_players {
        on.line("thin", [at(share.low), y, at(share.high), y]);
        for end in [share.low, share.high] {
            on.line("thin", [at(end), y - 0.3, at(end), y + 0.3]);
        }
    }
    on.line("thick", [at(over_games.low), y, at(over_games.high), y]);
}

fn dash<T>(known: Option<T>, words: impl Fn(T) -> String) -> String {
    known.map_or_else(|| "–".to_owned(), words)
}

/// Which armies win.
pub(super) fn armies(figures: &Figures) -> Shown {
    let minimum = &figures.minimum;
    Shown {
        id: "armies",
        question: "Which armies win?",
        answer: army_line(figures),
        keys: vec![
            (Key::Mark(Mark::Disc, ""), "won".to_owned()),
            (Key::Stroke("thick"), "over games".to_owned()),
            (Key::Stroke("thin"), "over players".to_owned()),
            (Key::Mark(Mark::Diamond, "open"), "from ratings alone".to_owned()),
        ],
        picture: army_picture(figures),
        definition: format!(
            "Won: (wins + ½ draws) / games, without the {} mirror matches, so that all armies together stand at 50 %. Thick: 95 % \
             over games (Wilson). Thin: 95 % over players, whose games hang together; the wider one counts. Diamond: what \
             the ratings from before each week expect of the players alone. Under {} games or {} players an army is not \
             compared.",
            figures.mirrors, minimum.rate, minimum.rate_players
        ),
        twin: army_twin(figures),
    }
}

fn army_twin(figures: &Figures) -> Twin {
    let mut twin = Twin::new(
        "Won by army",
        &[
            "Army",
            "Games",
            "Players",
            "Most by one",
            "Won",
            "95 % over games",
            "over players",
            "over events",
            "Events of 5 games or more",
            "From ratings alone",
            "Audited alone",
            "By thirds of the ratings, the lowest first",
        ],
    );
    for army in &figures.armies {
        let shown = |text: String| if army.compared { text } else { "–".to_owned() };
        let third = |score: &adjutant_league::figures::Score| format!("{} of {}", wins(score.halves), score.games);
        twin.row(
            !army.compared,
            [
                army.faction.clone(),
                army.score.games.to_string(),
                army.players.to_string(),
                army.most.to_string(),
                shown(percent(army.over_games.value)),
                shown(interval(army.over_games)),
                shown(dash(army.over_players, interval)),
                shown(dash(army.over_events, interval)),
                shown(dash(army.spread, |[low, high, events]| {
                    format!("{} to {} in {events}", percent(low), percent(high))
                })),
                shown(dash(army.expected, percent)),
                third(&army.audited),
                army.bands.iter().map(third).collect::<Vec<_>>().join(" · "),
            ],
        );
    }
    twin
}

fn army_picture(figures: &Figures) -> Option<Picture> {
    let (good, few): (Vec<&Army>, Vec<&Army>) = figures.armies.iter().partition(|army| army.compared);
    let ends = |army: &&Army| {
        let shares = [Some(army.over_games), army.over_players].into_iter().flatten();
        shares.flat_map(|share| [share.low, share.high]).chain(army.expected).map(|end| (end - 5_000).abs()).max()
    };
    let far = good.iter().filter_map(ends).max()?;
    // One half is in the middle, and both ends are at a tenth.
    let far = ((far + 999) / 1_000 * 10).clamp(10, 50);
    let rows = ROW * good.len() as f64;
    let below = if few.is_empty() { 0.0 } else { 1.2 + 1.5 * few.len() as f64 };
    let mut on = Picture::new("armies", "Won by army, with two intervals", rows + below + 5.2);
    on.x = ((50 - far) as f64, (50 + far) as f64);
    on.frame = [2.0, 98.0, 1.4, 1.4 + rows];
    let told = good.iter().map(|army| {
        format!(
            "{} {} in {} games ({})",
            army.faction,
            percent(army.over_games.value),
            army.score.games,
            interval(army.over_games)
        )
    });
    on.desc = format!(
        "One row an army, with a mark at its share and bars for its intervals. {}.",
        told.collect::<Vec<_>>().join("; ")
    );
    let tick = |at: i64| (at as f64, if at == 50 { "50 %".to_owned() } else { at.to_string() });
    on.foot(&((50 - far)..=(50 + far)).step_by(10).map(tick).collect::<Vec<_>>(), "won", true);
    let (middle, [left, right, top, bottom]) = (on.across(50.0), on.frame);
    on.line("half", [middle, top, middle, bottom]);
    for (at, army) in good.iter().enumerate() {
        let y = top + ROW * at as f64 + 1.0;
        on.text("b", (left, y), Held::Start, &army.faction);
        let players = count(army.players as usize, "player", "players");
        on.text("soft", (right, y), Held::End, &format!("{} games, {players}", army.score.games));
        let (x, range) = (on.x, right - left);
        let across = move |value: f64| left + range * (value - x.0) / (x.1 - x.0);
        bars(&mut on, y + 0.8, army.over_games, army.over_players, &across);
        if let Some(expected) = army.expected {
            on.mark(Mark::Diamond, "open", (across(pct(expected)), y + 0.8));
        }
        on.mark(Mark::Disc, "", (across(pct(army.over_games.value)), y + 0.8));
    }
    few_armies(&mut on, &few);
    Some(on)
}

/// The armies under the minimum, below the others.
fn few_armies(on: &mut Picture, few: &[&Army]) {
    let [left, .., bottom] = on.frame;
    if !few.is_empty() {
        on.text("soft", (left, bottom + 3.8), Held::Start, "Under the minimum, in no order of strength:");
    }
    for (at, army) in few.iter().enumerate() {
        let players = count(army.players as usize, "player", "players");
        let words = format!("{}: {} of {}, {players}", army.faction, wins(army.score.halves), army.score.games);
        on.text("soft", (left + 2.0, bottom + 5.3 + 1.5 * at as f64), Held::Start, &words);
    }
}

/// Whether the first turn is worth more on some missions.
pub(super) fn first(figures: &Figures) -> Shown {
    let mut twin =
        Twin::new("The first turn by mission", &["Mission", "Games", "Wins", "From the whole, points", "95 %"]);
    let known = figures.first_turn.as_ref();
    let missions = known.map(sorted).unwrap_or_default();
    for mission in &missions {
        let points = |share: Share| format!("{} to {}", signed(whole(share.low)), signed(whole(share.high)));
        twin.row(
            mission.departure.is_none(),
            [
                words_of(&mission.mission),
                mission.score.games.to_string(),
                wins(mission.score.halves),
                dash(mission.departure, |share| signed(whole(share.value))),
                dash(mission.departure, points),
            ],
        );
    }
    let nothing = || "No log of a match says who had the first turn.".to_owned();
    Shown {
        id: "first",
        question: "Is the first turn worth more on some missions?",
        answer: first_turn_line(figures).unwrap_or_else(nothing),
        keys: vec![
            (Key::Mark(Mark::Disc, ""), "observed".to_owned()),
            (Key::Stroke("thick"), "95 %".to_owned()),
        ],
        picture: known.and_then(|known| first_picture(known, &missions)),
        definition: "Score of the player with the first turn: (wins + ½ draws) / games, mirror matches among them; games \
                     without a log do not say who it was. Each mission: how far it lies from all of them together, in \
                     percentage points, by Newcombe against the other missions. Where an interval holds 0, a difference is \
                     not shown."
            .to_owned(),
        twin,
    }
}

fn sorted(known: &FirstTurn) -> Vec<&Mission> {
    let mut missions: Vec<&Mission> = known.missions.iter().collect();
    missions.sort_by_key(|mission| std::cmp::Reverse(mission.departure.map(|share| share.value)));
    missions
}

fn first_picture(known: &FirstTurn, missions: &[&Mission]) -> Option<Picture> {
    let drawn: Vec<(&Mission, Share)> =
        missions.iter().filter_map(|mission| Some((*mission, mission.departure?))).collect();
    let far = drawn.iter().map(|(_, share)| share.low.abs().max(share.high.abs())).max()?;
    let far = (far + 999) / 1_000 * 10;
    let rows = ROW * drawn.len() as f64;
    let mut on = Picture::new("first", "The first turn by mission, from all missions together", rows + 4.2);
    on.x = (-far as f64, far as f64);
    on.frame = [2.0, 98.0, 1.2, 1.2 + rows];
    let told = drawn.iter().map(|(mission, share)| {
        let [value, low, high] = [share.value, share.low, share.high].map(|parts| signed(whole(parts)));
        format!("{} {value} points ({low} to {high}), {} games", words_of(&mission.mission), mission.score.games)
    });
    let all = percent(known.over_games.value);
    on.desc = format!("All together {all}. {}.", told.collect::<Vec<_>>().join("; "));
    let step = if far > 40 { 20 } else { 10 };
    let ticks = (-far..=far).filter(|at| at % step == 0).map(|at| (at as f64, signed(at)));
    on.foot(&ticks.collect::<Vec<_>>(), &format!("percentage points from {all}"), true);
    let (zero, [left, right, top, bottom]) = (on.across(0.0), on.frame);
    on.line("half", [zero, top, zero, bottom]);
    for (at, (mission, share)) in drawn.iter().enumerate() {
        let y = top + ROW * at as f64 + 1.0;
        on.text("b", (left, y), Held::Start, &words_of(&mission.mission));
        on.text("soft", (right, y), Held::End, &count(mission.score.games as usize, "game", "games"));
        let (low, high) = (on.across(pct(share.low)), on.across(pct(share.high)));
        on.line("thick", [low, y + 0.8, high, y + 0.8]);
        let middle = on.across(pct(share.value));
        on.mark(Mark::Disc, "", (middle, y + 0.8));
    }
    Some(on)
}

/// Which secondary objectives are picked, and what they bring.
pub(super) fn secondaries(figures: &Figures) -> Shown {
    let answer = match figures.secondaries.first() {
        None => "No log of a match names secondary objectives.".to_owned(),
        Some(most) => format!(
            "{} is picked most: {} of {} armies. The order is that of picking, because nobody drew lots for objectives.",
            words_of(&most.objective),
            most.score.games,
            most.of
        ),
    };
    Shown {
        id: "secondaries",
        question: "Which secondaries are picked, and what do they bring?",
        answer,
        keys: vec![
            (Key::Mark(Mark::Box, ""), "picked".to_owned()),
            (Key::Mark(Mark::Triangle, ""), "median VP".to_owned()),
            (Key::Mark(Mark::Disc, ""), "won".to_owned()),
            (Key::Stroke("thick"), "middle half; 95 % over games".to_owned()),
            (Key::Stroke("thin"), "95 % over players".to_owned()),
        ],
        picture: secondary_picture(figures),
        definition: format!(
            "Picked: share of the armies whose match log names objectives. VP: median and middle half. Won: (wins + ½ draws) \
             / games of those who picked it. Objectives are chosen for a mission and an opponent: what another choice would \
             have brought is not shown. Under {} picks nothing is compared.",
            figures.minimum.rate
        ),
        twin: secondary_twin(figures),
    }
}

fn secondary_twin(figures: &Figures) -> Twin {
    let mut twin = Twin::new(
        "Secondary objectives",
        &["Objective", "Picked", "Share", "VP, median", "quartiles", "Won", "95 % over games", "over players"],
    );
    for own in &figures.secondaries {
        let shown = |text: String| if compared(figures, own) { text } else { "–".to_owned() };
        let [low, middle, high] = own.vp.map(vp);
        twin.row(
            !compared(figures, own),
            [
                words_of(&own.objective),
                own.score.games.to_string(),
                percent(picked(own)),
                middle,
                format!("{low}–{high}"),
                shown(percent(own.over_games.value)),
                shown(interval(own.over_games)),
                shown(dash(own.over_players, interval)),
            ],
        );
    }
    twin
}

fn compared(figures: &Figures, own: &Secondary) -> bool {
    own.score.games >= u64::from(figures.minimum.rate)
}

/// Ten-thousandths of the armies that picked it.
fn picked(own: &Secondary) -> i64 {
    (own.score.games * 10_000 / own.of.max(1)) as i64
}

/// Hundredths of a victory point, to the half point.
pub(super) fn vp(hundredths: i64) -> String {
    wins(u64::try_from((hundredths + 25) / 50).unwrap_or(0)).to_string()
}

/// The three small pictures of a row: from where to where, in percent.
const COLUMNS: [(f64, f64); 3] = [(2.0, 28.0), (35.0, 63.0), (70.0, 98.0)];

fn secondary_picture(figures: &Figures) -> Option<Picture> {
    let (good, few): (Vec<&Secondary>, Vec<&Secondary>) =
        figures.secondaries.iter().partition(|own| compared(figures, own));
    let most = (good.iter().map(|own| own.vp[2]).max()? + 499) / 500 * 5;
    let often = if good.iter().all(|own| picked(own) <= 5_000) { 50 } else { 100 };
    let rows = ROW * good.len() as f64;
    let title = "Secondary objectives: picked, points, won";
    let mut on = Picture::new("secondaries", title, rows + 4.4 + 1.5 * few.len() as f64);
    on.frame = [2.0, 98.0, 2.2, 2.2 + rows];
    let told = good.iter().map(|own| {
        let (share, won) = (percent(picked(own)), percent(own.over_games.value));
        format!("{} picked {share}, median {} VP, won {won}", words_of(&own.objective), vp(own.vp[1]))
    });
    on.desc = format!("Three small pictures a row. {}.", told.collect::<Vec<_>>().join("; "));
    heads(&mut on, most, often);
    let at =
        |column: usize, share: f64| COLUMNS[column].0 + (COLUMNS[column].1 - COLUMNS[column].0) * share.clamp(0.0, 1.0);
    for (row, own) in good.iter().enumerate() {
        let y = on.frame[2] + ROW * row as f64 + 1.0;
        on.text("b", (2.0, y), Held::Start, &words_of(&own.objective));
        on.text("soft", (98.0, y), Held::End, &format!("{}×", own.score.games));
        let y = y + 0.8;
        let share = at(0, pct(picked(own)) / often as f64);
        on.line("thick", [at(0, 0.0), y, share, y]);
        on.mark(Mark::Box, "", (share, y));
        let [low, middle, high] = own.vp.map(|vp| at(1, vp as f64 / 100.0 / most.max(1) as f64));
        on.line("thick", [low, y, high, y]);
        on.mark(Mark::Triangle, "", (middle, y));
        let won = move |value: f64| at(2, (value - 30.0) / 40.0);
        bars(&mut on, y, own.over_games, own.over_players, &won);
        on.mark(Mark::Disc, "", (won(pct(own.over_games.value)), y));
    }
    for (row, own) in few.iter().enumerate() {
        let words = format!("{}: picked {}, under the minimum", words_of(&own.objective), own.score.games);
        let y = on.frame[3] + 3.0 + 1.5 * row as f64;
        on.text("soft", (2.0, y), Held::Start, &words);
    }
    Some(on)
}

/// What the three columns are, with the lines that they are read by.
fn heads(on: &mut Picture, most: i64, often: i64) {
    let [.., top, bottom] = on.frame;
    let (most, often) = (most.to_string(), often.to_string());
    let columns =
        [("picked, %", ["0", "", often.as_str()]), ("VP", ["0", "", most.as_str()]), ("won, %", ["30", "50", "70"])];
    for ((from, to), (head, ticks)) in COLUMNS.into_iter().zip(columns) {
        on.text("b", (from, 1.1), Held::Start, head);
        let places = [(from, Held::Start), ((from + to) / 2.0, Held::Middle), (to, Held::End)];
        for (words, (x, held)) in ticks.into_iter().zip(places) {
            on.line(if words == "50" && head == "won, %" { "half" } else { "grid" }, [x, top, x, bottom]);
            on.text("soft", (x, bottom + 1.1), held, words);
        }
    }
}
