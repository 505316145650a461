//! Why a player met this opponent, and what every other would have cost.

use serde::Serialize;

use super::field::Field;
use crate::id::{PlayerId, RoundNumber};
use crate::policy::{Method, System};
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
    #[serde(skip)]
    lines: Option<Cost>,
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
const LOTS: &str = "in the random draw order";

/// Explains the pairing of one player in a recorded round; nothing where the round or the player is unknown.
pub fn explain(state: &Tournament, round: RoundNumber, player: &PlayerId) -> Option<Explanation> {
    let recorded = state.round(round)?;
    state.player(player)?;
    let opponent = recorded.of(player).map(|p| if p.one == *player { p.two.clone() } else { p.one.clone() });
    let mut explanation =
        Explanation { round, player: player.clone(), opponent, reasons: Vec::new(), alternatives: Vec::new() };
    let base = state.before(round);
    let field = Field::of(&base, round, recorded.pair.method, recorded.pair.rematches);
    let searched = recorded.pair.system == System::Swiss && recorded.pair.method != Method::Manual;
    let Some(own) = field.vertex(player) else {
        explanation.reasons.push("the player was not present in this round".into());
        return Some(explanation);
    };
    if recorded.repaired {
        explanation.reasons.push("an organiser changed tables of this round by hand; see the `repair` records".into());
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
        format!("a better round is possible: {}", in_words(value - best.cost, "this one costs", field.rematches()))
    });
    match opponent.and_then(|opponent| field.vertex(opponent)) {
        Some(other) if field.points(own) == field.points(other) => reasons.push(format!(
            "both had {} match points; inside a score group the method of the event decides",
            field.points(own)
        )),
        Some(other) => reasons.push(format!(
            "{} match points against {}: {}",
            field.points(own),
            field.points(other),
            "a pair across score groups that the whole round needs"
        )),
        None => reasons.push(format!("had the bye with {} match points", field.points(own))),
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
        let cost = if opponent.is_some() { "not allowed: they have met before" } else { "not allowed: a second bye" };
        return Alternative { opponent, exact: true, cost: cost.into(), lines: None };
    };
    if !exact {
        let cost = in_words(bound.half(), "this pair would cost at least", field.rematches());
        return Alternative { opponent, exact: false, cost, lines: Some(bound.half()) };
    }
    match solved.cost_with(own, other) {
        Some(forced) => {
            let more = forced - value;
            Alternative {
                opponent,
                exact: true,
                cost: in_words(more, "the round would cost", field.rematches()),
                lines: Some(more),
            }
        }
        None => {
            let cost = "not possible: other players would be left with former opponents only".into();
            Alternative { opponent, exact: true, cost, lines: None }
        }
    }
}

/// The first line that differs, in words; where rematches are allowed the first line counts them.
fn in_words(more: Cost, start: &str, rematches: bool) -> String {
    const LINES: [&str; 8] = [
        "in points of the player who has the bye",
        "in squared differences of match points",
        "in pairs across score groups",
        "in players who float the same way twice in a row",
        "in players who float as they did two rounds before",
        "in pairs of one club, team or country",
        "by the method inside score groups",
        LOTS,
    ];
    let first = more.lines().iter().zip(LINES).find(|(line, _)| **line != 0);
    let first = first.map(|(line, name)| (line, if rematches && name == LINES[0] { "in rematches" } else { name }));
    match first {
        Some((line, LOTS)) if *line > 0 => {
            format!("{start} the same; only the lots drawn for the round lie further apart")
        }
        Some((_, LOTS)) => format!("{start} the same; only the lots drawn for the round lie closer"),
        Some((line, name)) if *line > 0 => format!("{start} {line} more {name}"),
        Some((line, name)) => format!("{start} {} less {name}", -line),
        None => format!("{start} the same on every line"),
    }
}
