//! Why a player met this opponent, and what every other would have cost.

use serde::Serialize;

use super::field::Field;
use crate::id::{PlayerId, RoundNumber};
use crate::policy::{Method, System};
use crate::standings::match_points;
use crate::state::Tournament;
use adjutant_matching::{Cost, Matching, Problem, Solved, Vertex};

/// Up to this many players every alternative is computed exactly.
const EXACT_FIELD: usize = 64;
/// Beyond, only the alternatives with the lowest bounds are.
const EXACT_MOST: usize = 12;

/// What one other opponent would have meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alternative {
    /// The opponent; nobody for the bye.
    pub opponent: Option<PlayerId>,
    /// Whether the best round with this pair was computed; otherwise the text gives a lower bound.
    pub exact: bool,
    /// In words.
    pub cost: String,
    /// Where the points decide: the games of that round that are further apart, with the difference in match points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<Apart>,
    /// Whether nothing but the draw of the round decided against it.
    #[serde(skip)]
    pub drawn: bool,
    #[serde(skip)]
    lines: Option<Cost>,
}

/// A game of two with different match points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Apart {
    /// The one.
    pub one: PlayerId,
    /// The other.
    pub two: PlayerId,
    /// Match points between them.
    pub points: i64,
}

/// Why a player met this opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The round.
    pub round: RoundNumber,
    /// The player.
    pub player: PlayerId,
    /// Whom the player meets; nobody for a bye, or where the player is not paired.
    pub opponent: Option<PlayerId>,
    /// In words, the line that decided first.
    pub reasons: Vec<String>,
    /// Everybody else present, the cheapest first.
    pub alternatives: Vec<Alternative>,
}

/// The last line: what the seeded draw decides among equals.
const LOTS: usize = 7;

/// Explains the pairing of one player in a recorded round; nothing where the round or the player is unknown.
pub fn explain(state: &Tournament, round: RoundNumber, player: &PlayerId) -> Option<Explanation> {
    let recorded = state.round(round)?;
    state.player(player)?;
    let opponent = recorded.of(player).map(|game| game.other(player).clone());
    let mut explanation =
        Explanation { round, player: player.clone(), opponent, reasons: Vec::new(), alternatives: Vec::new() };
    let base = state.before(round);
    let field = Field::of_pair(&base, &recorded.pair);
    let searched = recorded.pair.system == System::Swiss && recorded.pair.method != Method::Manual;
    let Some(own) = field.vertex(player) else {
        explanation.reasons.push("the player was not present in this round".into());
        return Some(explanation);
    };
    if recorded.repaired {
        explanation.reasons.push("an organiser changed tables of this round by hand; see the `repair` records".into());
    }
    if field.is_set(own) {
        explanation.reasons.push("the organiser set this game; the others were paired around it".into());
        return Some(explanation);
    }
    if !searched {
        explanation
            .reasons
            .push("the round was not searched for: it follows a fixed scheme, or was paired by hand".into());
        return Some(explanation);
    }
    let Ok(solved) = Solved::of(&field) else { return Some(explanation) };
    let (value, _) = field.value(&recorded.pair.tables, &recorded.pair.byes);
    explanation.reasons.extend(reasons(&field, &solved.matching, value, own, explanation.opponent.as_ref()));
    explanation.alternatives = alternatives(&field, &solved, value, own, explanation.opponent.as_ref());
    Some(explanation)
}

fn reasons(field: &Field, best: &Matching, value: Cost, own: Vertex, opponent: Option<&PlayerId>) -> Vec<String> {
    let mut reasons = Vec::new();
    reasons.push(if value == best.cost {
        "this is the best possible round; every alternative was ruled out".to_owned()
    } else {
        format!("another round is better: {}", in_words(value - best.cost, "this one costs", field.rematches()))
    });
    match opponent.and_then(|opponent| field.vertex(opponent)) {
        Some(other) if field.points(own) == field.points(other) => {
            reasons.push(format!(
                "both had {}; inside a score group the method of the event decides",
                match_points(field.points(own))
            ));
        }
        Some(other) => reasons.push(format!(
            "{} against {}: a pair across score groups that the whole round needs",
            match_points(field.points(own)),
            field.points(other)
        )),
        None => reasons.push(format!("had the bye with {}", match_points(field.points(own)))),
    }
    reasons
}

fn alternatives(
    field: &Field,
    solved: &Solved,
    value: Cost,
    own: Vertex,
    opponent: Option<&PlayerId>,
) -> Vec<Alternative> {
    let actual = match opponent {
        Some(player) => field.vertex(player),
        None => Some(Vertex(field.players().len() as u32)),
    };
    let duals = &solved.matching.proof.duals;
    let mut bounded: Vec<(Option<Cost>, Vertex)> = (0..field.size())
        .map(Vertex)
        .filter(|other| *other != own && Some(*other) != actual)
        .map(|other| {
            let twice = field.cost(own, other).twice() - duals[own.index()] - duals[other.index()];
            (field.allowed(own, other).then_some(twice), other)
        })
        .collect();
    bounded.sort_by_key(|(bound, other)| (bound.is_none(), *bound, *other));
    let exact = if field.players().len() <= EXACT_FIELD { usize::MAX } else { EXACT_MOST };
    let mut found: Vec<Alternative> = bounded
        .into_iter()
        .enumerate()
        .map(|(index, (bound, other))| alternative(field, solved, value, own, other, bound, index < exact))
        .collect();
    found.sort_by_key(|alternative| (alternative.lines.is_none(), !alternative.exact, alternative.lines));
    found
}

fn alternative(
    field: &Field,
    solved: &Solved,
    value: Cost,
    own: Vertex,
    other: Vertex,
    bound: Option<Cost>,
    exact: bool,
) -> Alternative {
    let opponent = field.players().get(other.index()).cloned();
    let Some(bound) = bound else {
        let cost = match opponent {
            _ if field.is_set(other) => "not allowed: the organiser set it otherwise",
            Some(_) => "not allowed: they have met before",
            None => "not allowed: a second bye",
        };
        return Alternative { opponent, exact: true, cost: cost.into(), apart: Vec::new(), drawn: false, lines: None };
    };
    if !exact {
        let cost = in_words(bound.half(), "this pair would cost at least", field.rematches());
        return Alternative {
            opponent,
            exact: false,
            cost,
            apart: Vec::new(),
            drawn: false,
            lines: Some(bound.half()),
        };
    }
    match solved.mates_with(own, other) {
        Some((forced, mates)) => {
            let more = forced - value;
            let first = more.lines().iter().position(|line| *line != 0);
            let by_points = first.is_some_and(|line| POINTS.contains(&line));
            Alternative {
                opponent,
                exact: true,
                cost: in_words(more, "the round would cost", field.rematches()),
                apart: if by_points { further_apart(field, &solved.matching.mate, &mates) } else { Vec::new() },
                drawn: first == Some(LOTS) && more.lines()[LOTS] > 0,
                lines: Some(more),
            }
        }
        None => {
            let cost = "not possible: other players would be left with former opponents only".into();
            Alternative { opponent, exact: true, cost, apart: Vec::new(), drawn: false, lines: None }
        }
    }
}

/// The lines of a cost that rest on the points of two who meet.
const POINTS: std::ops::Range<usize> = 1..3;

/// The games of other pairings between players of different points that the best ones do not have.
fn further_apart(field: &Field, best: &[Vertex], others: &[Vertex]) -> Vec<Apart> {
    let pairs = others.iter().enumerate().map(|(one, two)| (Vertex(one as u32), *two));
    let new = pairs.filter(|(one, two)| one < two && !field.is_bye(*two) && best.get(one.index()) != Some(two));
    let apart = |(one, two): (Vertex, Vertex)| {
        let points = (field.points(one) - field.points(two)).abs();
        let player = |vertex: Vertex| field.players().get(vertex.index()).cloned();
        (points > 0).then_some(())?;
        Some(Apart { one: player(one)?, two: player(two)?, points })
    };
    new.filter_map(apart).collect()
}

/// The first line that differs, in words; where rematches are allowed the first line counts them.
fn in_words(more: Cost, start: &str, rematches: bool) -> String {
    const LINES: [&str; LOTS] = [
        "in points of the player who has the bye",
        "in squared differences of match points",
        "in pairs across score groups",
        "in players who float the same way twice in a row",
        "in players who float as they did two rounds before",
        "in pairs of one club, team or country",
        "by the method inside score groups",
    ];
    match more.lines().iter().copied().enumerate().find(|(_, line)| *line != 0) {
        None => format!("{start} the same on every line"),
        Some((LOTS, line)) if line > 0 => "just as good; the draw of the round chose otherwise".to_owned(),
        Some((LOTS, _)) => "just as good, and the draw of the round would have chosen it".to_owned(),
        Some((at, line)) => {
            let name = if rematches && at == 0 { "in rematches" } else { LINES[at] };
            let word = if line > 0 { "more" } else { "less" };
            format!("{start} {} {word} {name}", line.abs())
        }
    }
}
