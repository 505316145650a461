//! What captains choose, entered at the desk: both choices at once, who holds the token, and where games are played.

use adjutant_app::secrets::Vault;
use adjutant_tournament::teams::{Member, Side, TeamPairing, TeamStep, digest, drawn_token};
use adjutant_tournament::{RoundNumber, TableNumber, Tournament, TournamentCommand};

use super::form::{by, malformed, number, optional, shown};
use crate::act::{About, Act};
use crate::ask::Ask;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

/// A step of the pairing of two teams, as the form of their card says it.
pub(super) fn step(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (round, table) = (shown(scene)?.pair.round, TableNumber(number(ask, "table")?));
    let said = said(ask)?;
    let words = format!("table {table}: {}", said.words());
    let act = Act::made(by(scene.viewer), words, "/desk/teams", move |state| steps(state, round, table, &said));
    Ok(act.about(About::Course))
}

/// What a form says.
enum Said {
    /// Who holds the token.
    Token(Side),
    /// What both captains chose, each with the salt of its digest.
    Both([(String, Vec<Member>); 2]),
    /// At which table of the match the next game is played.
    Place(u8),
}

impl Said {
    fn words(&self) -> &'static str {
        match self {
            Said::Token(_) => "token",
            Said::Both(_) => "both choices",
            Said::Place(_) => "place",
        }
    }
}

fn said(ask: &Ask) -> Result<Said, Problem> {
    match ask.text("step") {
        "token" => match ask.text("side") {
            "one" => Ok(Said::Token(Side::One)),
            "two" => Ok(Said::Token(Side::Two)),
            _ => Err(malformed("Choose a team.")),
        },
        "both" => {
            let chosen = |side: &str| -> Result<(String, Vec<Member>), Problem> {
                let first = Some(Member(number(ask, side)?));
                let second = optional(ask, &format!("{side}-second"))?.map(Member);
                let salt = Vault::salt().map_err(|error| Problem::Malformed(error.to_string()))?;
                Ok((salt, first.into_iter().chain(second).collect()))
            };
            Ok(Said::Both([chosen("one")?, chosen("two")?]))
        }
        "place" => Ok(Said::Place(number(ask, "at")?)),
        _ => Err(malformed("Say what the captains chose.")),
    }
}

/// The records that it becomes, the drawn token before the first of a table.
fn steps(
    state: &Tournament,
    round: RoundNumber,
    table: TableNumber,
    said: &Said,
) -> Result<Vec<TournamentCommand>, String> {
    let known = state.round(round).ok_or("This round is not there any more.")?;
    let begun: Option<&TeamPairing> = known.team_pairings.get(&table);
    let drawn = match (begun, said, state.create.as_deref()) {
        (None, Said::Both(_) | Said::Place(_), Some(create)) => Some(drawn_token(&create.seed, round, table)),
        _ => None,
    };
    let mut steps: Vec<TeamStep> = drawn.map(|side| TeamStep::Token { side }).into_iter().collect();
    match said {
        Said::Token(side) => steps.push(TeamStep::Token { side: *side }),
        Said::Both(chosen) => {
            let sides = || [Side::One, Side::Two].into_iter().zip(chosen);
            steps.extend(sides().map(|(side, (salt, value))| TeamStep::Commit { side, digest: digest(salt, value) }));
            steps.extend(sides().map(|(side, (salt, value))| TeamStep::Reveal {
                side,
                salt: salt.clone(),
                value: value.clone(),
            }));
        }
        Said::Place(at) => {
            let (side, game) = begun.and_then(TeamPairing::next_place).ok_or("Every game has a table.")?;
            steps.push(TeamStep::Place { side, game, table: *at });
        }
    }
    Ok(steps.into_iter().map(|step| TournamentCommand::TeamStep { round, table, step }).collect())
}
