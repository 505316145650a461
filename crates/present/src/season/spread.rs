//! How far armies lie apart: the funnel, and pairs of armies.

use adjutant_league::figures::{Army, Figures, Pair};

use super::draw::{Held, Key, Mark, Picture};
use super::shown::{Shown, Twin, pct, whole};
use crate::league::{interval, percent};

/// The quantiles of the normal distribution behind the limits of 95 and 99.8 %.
const LIMITS: [f64; 2] = [1.96, 3.09];

/// How far from one half a limit lies with so many games, in percent.
fn limit(z: f64, games: f64) -> f64 {
    50.0 * z / games.max(1.0).sqrt()
}

/// Outside how many of the limits an army lies.
fn outside(army: &Army) -> usize {
    let off = (pct(army.over_games.value) - 50.0).abs();
    LIMITS.iter().filter(|z| off > limit(**z, army.score.games as f64)).count()
}

/// Which armies are more than luck.
pub(super) fn funnel(figures: &Figures) -> Shown {
    let good: Vec<&Army> = figures.armies.iter().filter(|army| army.compared).collect();
    let [one, two] = [1, 2].map(|limits| good.iter().filter(|army| outside(army) >= limits).count());
    let answer = match good.len() {
        0 => "No army has games and players enough to be compared.".to_owned(),
        n => format!(
            "Outside the 95 % limits: {one} of {n} armies; outside the 99.8 % limits: {two}. By chance about {}.{} would be \
             outside the first.",
            n / 20,
            n % 20 / 2
        ),
    };
    let spread = figures.dispersion.map_or_else(String::new, |spread| {
        format!(
            " χ² / armies is {}.{:02}: above 1 where players differ, because a player brings one army again and again.",
            spread / 100,
            spread % 100
        )
    });
    Shown {
        id: "funnel",
        question: "Which armies are more than luck?",
        answer,
        keys: vec![
            (Key::Mark(Mark::Disc, ""), "army".to_owned()),
            (Key::Mark(Mark::Ring, "pale"), "under the minimum".to_owned()),
            (Key::Stroke("limit"), "95 % limits".to_owned()),
            (Key::Stroke("limit dash"), "99.8 % limits".to_owned()),
        ],
        picture: if good.is_empty() { None } else { funnel_picture(figures) },
        definition: format!(
            "The games and the rate of the figure of armies. Limits: 50 % ± z √(¼ / games) with z 1.96 and 3.09; they take \
             games for independent tosses and are not widened.{spread} The picture names armies outside the 95 % limits, the \
             table all."
        ),
        twin: funnel_twin(figures),
    }
}

fn funnel_twin(figures: &Figures) -> Twin {
    let mut twin =
        Twin::new("The funnel of armies", &["Army", "Games", "Won", "95 % limits", "99.8 % limits", "Where"]);
    for army in &figures.armies {
        let limits = LIMITS.map(|z| {
            let off = limit(z, army.score.games as f64).min(50.0);
            format!("{:.1}–{:.1}", 50.0 - off, 50.0 + off)
        });
        let place = ["inside", "outside 95 %", "outside 99.8 %"][outside(army)];
        let cells = if army.compared {
            [percent(army.over_games.value), limits[0].clone(), limits[1].clone(), place.to_owned()]
        } else {
            ["–", "–", "–", "under the minimum"].map(str::to_owned)
        };
        let [won, inner, outer, place] = cells;
        twin.row(!army.compared, [army.faction.clone(), army.score.games.to_string(), won, inner, outer, place]);
    }
    twin
}

fn funnel_picture(figures: &Figures) -> Option<Picture> {
    let most = figures.armies.iter().map(|army| army.score.games).max()?;
    let top = (most / 10 * 10 + 20) as f64;
    let mut on = Picture::new("funnel", "Won against games, with limits", 20.0);
    on.x = (0.0, top);
    on.y = (20.0, 80.0);
    let told = figures.armies.iter().filter(|army| army.compared);
    let told =
        told.map(|army| format!("{}: {} in {} games", army.faction, percent(army.over_games.value), army.score.games));
    on.desc = format!(
        "A mark for each army. Between the inner curves lie 95 of 100 armies that are as good as the others, between the \
         outer ones 998 of 1,000. {}.",
        told.collect::<Vec<_>>().join("; ")
    );
    on.levels(&[30, 40, 50, 60, 70].map(|at| (at as f64, if at == 70 { "70 %".to_owned() } else { at.to_string() })));
    let step = (((most / 6) / 10 + 1) * 10) as usize;
    let ticks: Vec<(f64, String)> = (0..=top as usize).step_by(step).map(|at| (at as f64, at.to_string())).collect();
    on.foot(&ticks, "games without mirrors", false);
    for (z, class) in LIMITS.into_iter().zip(["limit", "limit dash"]) {
        for sign in [1.0, -1.0] {
            let at = |step: i32| (top * f64::from(step) / 80.0).max(2.0);
            let curve = (0..=80).map(at).filter(|games| limit(z, *games) <= 30.0);
            let curve: Vec<(f64, f64)> = curve.map(|games| (games, 50.0 + sign * limit(z, games))).collect();
            if curve.len() > 1 {
                on.curve(class, &curve, false);
            }
        }
    }
    on.curve("half", &[(0.0, 50.0), (top, 50.0)], false);
    on.flush();
    armies_in(&mut on, figures);
    Some(on)
}

/// A box in a picture: left, right, top, bottom.
type Room = [f64; 4];

/// Marks of armies, with the names of those outside: where they hit neither a mark nor each other on the narrowest phone,
/// where a letter is 2.9 % wide and a line 1.3 em high.
fn armies_in(on: &mut Picture, figures: &Figures) {
    let at = |on: &Picture, army: &Army| {
        (on.across(army.score.games as f64), on.down(pct(army.over_games.value).clamp(20.0, 80.0)))
    };
    let mut taken: Vec<Room> = Vec::new();
    for army in &figures.armies {
        let (x, y) = at(on, army);
        taken.push([x - 2.0, x + 2.0, y - 0.5, y + 0.5]);
        let (mark, class) = if army.compared { (Mark::Disc, "") } else { (Mark::Ring, "pale") };
        on.mark(mark, class, (x, y));
    }
    let mut named: Vec<&Army> = figures.armies.iter().filter(|army| army.compared && outside(army) > 0).collect();
    named.sort_by_key(|army| std::cmp::Reverse(army.score.games));
    for army in named {
        let ((x, y), wide) = (at(on, army), 2.9 * army.faction.chars().count() as f64);
        let beside = [-0.3, -1.4, 1.8].into_iter().flat_map(|dy| [(2.6, dy), (-2.6, dy)]);
        let places = [(0.0, -0.85), (0.0, 1.7), (0.0, -2.1), (0.0, 2.9)]
            .into_iter()
            .chain(beside.map(|(dx, dy)| (dx, dy + 0.65)));
        let room = |(dx, dy): (f64, f64)| {
            let left = x + dx
                - if dx > 0.0 {
                    0.0
                } else if dx < 0.0 {
                    wide
                } else {
                    wide / 2.0
                };
            [left, left + wide, y + dy - 1.0, y + dy + 0.3]
        };
        let meets = |one: &Room, two: &Room| one[0] < two[1] && two[0] < one[1] && one[2] < two[3] && two[2] < one[3];
        let free = |room: &Room| room[0] >= 0.0 && room[1] <= 100.0 && !taken.iter().any(|other| meets(room, other));
        let Some((dx, dy)) = places.into_iter().find(|place| free(&room(*place))) else { continue };
        taken.push(room((dx, dy)));
        let held = if dx > 0.0 {
            Held::Start
        } else if dx < 0.0 {
            Held::End
        } else {
            Held::Middle
        };
        on.text("b", (x + dx, y + dy), held, &army.faction);
    }
}

/// So many armies stand in the picture of pairs.
const PAIRED: usize = 12;

/// Which army beats which.
pub(super) fn pairs(figures: &Figures) -> Shown {
    let mut twin = Twin::new("Pairs of armies", &["Army", "against", "Games", "Won", "95 %"]);
    let mut once: Vec<&Pair> = figures.pairs.iter().filter(|pair| pair.faction < pair.against).collect();
    once.sort_by_key(|pair| std::cmp::Reverse(pair.score.games));
    for pair in &once {
        let share = pair.over_games;
        let cells = [
            pair.faction.clone(),
            pair.against.clone(),
            pair.score.games.to_string(),
            share.map_or_else(|| "–".to_owned(), |share| percent(share.value)),
            share.map_or_else(|| "–".to_owned(), interval),
        ];
        twin.row(share.is_none(), cells);
    }
    let shown = once.iter().filter(|pair| pair.over_games.is_some()).count();
    let away = once.iter().filter(|pair| is_away(pair)).count();
    let minimum = figures.minimum.pair;
    let answer = match shown {
        0 => format!("No pair of armies has {minimum} games."),
        n => format!(
            "{n} of {} pairs have {minimum} games or more. Away from 50 % by their interval: {away}. By chance about {}.{} \
             would be.",
            once.len(),
            n / 20,
            n % 20 / 2
        ),
    };
    let armies = paired(figures);
    let short: Vec<String> = shorts(&armies);
    Shown {
        id: "pairs",
        question: "Which army beats which?",
        answer,
        keys: Vec::new(),
        picture: (shown > 0).then(|| pair_picture(figures, &armies, &short)),
        definition: format!(
            "Row against column: (wins + ½ draws) / games in percent, the games under it. Filled: above 55 %, darker from 65 %. \
             Hatched: under 45 %, closer to 35 %. Bold: the 95 % interval (Wilson) leaves 50 % out. Blank: under {minimum} \
             games. How strong the players are is not taken out. The picture holds at most {PAIRED} armies, those with most \
             games; the table holds all."
        ),
        twin,
    }
}

fn is_away(pair: &Pair) -> bool {
    pair.over_games.is_some_and(|share| share.low > 5_000 || share.high < 5_000)
}

/// The armies of the picture: those that are compared, at most twelve with most games.
fn paired(figures: &Figures) -> Vec<&str> {
    let mut armies: Vec<&Army> = figures
        .armies
        .iter()
        .filter(|army| figures.pairs.iter().any(|pair| pair.faction == army.faction && pair.over_games.is_some()))
        .collect();
    armies.sort_by_key(|army| std::cmp::Reverse(army.score.games));
    armies.truncate(PAIRED);
    armies.into_iter().map(|army| army.faction.as_str()).collect()
}

/// Two letters for each army: the first ones of its words, or its first two; a number where those are taken.
fn shorts(armies: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for army in armies {
        let first: String = army.split([' ', '-']).filter_map(|word| word.chars().next()).take(2).collect();
        let short = if first.chars().count() == 2 { first } else { army.chars().take(2).collect() };
        let free =
            (1..).map(|n| if n == 1 { short.clone() } else { format!("{}{n}", short.chars().next().unwrap_or('A')) });
        all.extend(free.into_iter().find(|short| !all.contains(short)));
    }
    all
}

fn pair_picture(figures: &Figures, armies: &[&str], short: &[String]) -> Picture {
    let rows = 2.7 * armies.len() as f64 + 1.8;
    let mut on = Picture::new("pairs", "Pairs of armies", rows + 0.8 + 1.4 * armies.len().div_ceil(2) as f64);
    on.desc = format!(
        "A square table: the army of the row against the army of the column, with the share won in percent and the games. \
         Blank under {} games. The table below holds the numbers.",
        figures.minimum.pair
    );
    for (id, width) in [("hatch", "6"), ("hatch2", "3.5")] {
        on.raw(&format!(
            "<defs><pattern id=\"{id}\" width=\"{width}\" height=\"{width}\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><path class=\"hl\" d=\"M0 0V{width}\"/></pattern></defs>\n"
        ));
    }
    let (left, wide) = (9.0, 91.0 / armies.len() as f64);
    for (at, name) in short.iter().enumerate() {
        on.text("b", (left + wide * (at as f64 + 0.5), 1.1), Held::Middle, name);
        on.text("b", (0.0, 3.2 + 2.7 * at as f64), Held::Start, name);
        let (x, y) = (50.0 * (at % 2) as f64, rows + 1.2 + 1.4 * (at / 2) as f64);
        on.text("b", (x, y), Held::Start, name);
        on.text("", (x + 9.0, y), Held::Start, armies[at]);
    }
    for (row, army) in armies.iter().enumerate() {
        for (column, against) in armies.iter().enumerate() {
            let (x, y) = (left + wide * column as f64, 1.6 + 2.7 * row as f64);
            let pair = figures.pairs.iter().find(|pair| pair.faction == *army && pair.against == *against);
            let share = pair.and_then(|pair| Some((pair, pair.over_games?)));
            let class = match share.map(|(_, share)| share.value) {
                Some(6_500..) => "cell up2",
                Some(5_501..) => "cell up1",
                Some(..=3_500) => "cell dn2",
                Some(..4_500) => "cell dn1",
                _ => "cell",
            };
            on.rect(class, [x, y, wide, 2.7]);
            let middle = x + wide / 2.0;
            if let Some((pair, share)) = share {
                let bold = if is_away(pair) { "b" } else { "" };
                on.text(bold, (middle, y + 1.2), Held::Middle, &whole(share.value).to_string());
                on.text("soft", (middle, y + 2.4), Held::Middle, &pair.score.games.to_string());
            } else if army == against {
                on.text("soft", (middle, y + 1.7), Held::Middle, "·");
            }
        }
    }
    on
}
