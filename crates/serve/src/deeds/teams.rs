//! What captains choose: both choices at once, who holds the token and where games are played, entered at the desk; a
//! captain's own choices from his phone.

use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::captains::{opening, seal};
use adjutant_tournament::captains::TeamTable;
use adjutant_tournament::command::By;
use adjutant_tournament::teams::{Member, Side, TeamStep, digest};
use adjutant_tournament::{RoundNumber, TableNumber};

use super::form::{by, malformed, number, optional, own, own_table, shown};
use crate::act::{About, Act, NO_SECRETS};
use crate::ask::Ask;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

/// Makes the steps that a form says, on the pairing as it stands when they are judged.
type Steps = Box<dyn Fn(&TeamTable<'_>) -> Result<Vec<TeamStep>, String> + Send>;

/// A step of the pairing of two teams, as the form of their card says it.
pub(super) fn step(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let at = (shown(scene)?.pair.round, TableNumber(number(ask, "table")?));
    let (words, steps): (_, Steps) = match ask.text("step") {
        "token" => {
            let side = Side::BOTH.into_iter().find(|side| side.name() == ask.text("side"));
            let side = side.ok_or_else(|| malformed("Choose a team."))?;
            ("token", Box::new(move |_| Ok(vec![TeamStep::Token { side }])))
        }
        "both" => {
            let salts = [salt()?, salt()?];
            let chosen = [chosen(ask, Side::One.name())?, chosen(ask, Side::Two.name())?];
            ("both choices", Box::new(move |table| Ok(table.both(&salts, &chosen))))
        }
        "place" => ("place", placed(number(ask, "at")?, None)),
        _ => return Err(malformed("Say what the captains chose.")),
    };
    Ok(taken(by(scene.viewer), at, nth(ask)?, words, "/desk/teams", steps).about(About::Course))
}

/// A step of the captain whose phone it is.
pub(super) fn own_step(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (team, (round, table, first)) = (own(scene)?.clone(), own_table(scene)?);
    let side = if first { Side::One } else { Side::Two };
    let vault = scene.vault.cloned().ok_or_else(|| Problem::Broken(NO_SECRETS.to_owned()));
    let (words, steps): (_, Steps) = match ask.text("step") {
        "choose" => {
            let (vault, event) = (vault?, scene.snap.event.clone());
            let (salt, value) = (salt()?, chosen(ask, "own")?);
            let steps = move |table: &TeamTable<'_>| {
                let told = |error: adjutant_app::Error| error.sentence();
                let bound = TeamStep::Commit { side, digest: digest(&salt, &value) };
                table.now().could_choose(side, &value).map_err(|why| why.to_string())?;
                let now = table.now().after(&bound).map_err(|why| why.to_string())?;
                let bound = seal(&vault, &event, table, side, &salt, &value).map_err(told)?;
                // Whoever chooses second opens what both are bound to.
                Ok(std::iter::once(bound).chain(opening(&vault, &now).map_err(told)?).collect())
            };
            ("choose", Box::new(steps))
        }
        "open" => {
            let vault = vault?;
            let none = || "Nothing that this computer keeps can be opened now.".to_owned();
            let steps = move |table: &TeamTable<'_>| {
                let steps = opening(&vault, table.now()).map_err(|error| error.sentence())?;
                (!steps.is_empty()).then_some(steps).ok_or_else(none)
            };
            ("open", Box::new(steps))
        }
        "place" => ("place", placed(number(ask, "at")?, Some(side))),
        _ => return Err(malformed("Say what you choose.")),
    };
    Ok(taken(By::Player, (round, table), nth(ask)?, &format!("team {team} {words}"), "/me/team", steps))
}

/// How many choices were behind both captains on the page of a form.
fn nth(ask: &Ask) -> Result<Option<usize>, Problem> {
    optional(ask, "nth")
}

fn salt() -> Result<String, Problem> {
    Vault::salt().map_err(|error| Problem::Broken(error.sentence()))
}

fn chosen(ask: &Ask, name: &str) -> Result<Vec<Member>, Problem> {
    let second = optional(ask, &format!("{name}-second"))?;
    Ok(std::iter::once(number(ask, name)?).chain(second).map(Member).collect())
}

/// The next game at a table, by whoever places it or by that side alone.
fn placed(at: u8, only: Option<Side>) -> Steps {
    Box::new(move |table| {
        let (side, game) = table.now().next_place().ok_or("Every game has a table.")?;
        if only.is_some_and(|only| only != side) {
            return Err("The other captain places the next game.".to_owned());
        }
        Ok(vec![TeamStep::Place { side, game, table: at }])
    })
}

/// The records that steps become: all of them, or none.
fn taken(
    by: By,
    (round, table): (RoundNumber, TableNumber),
    nth: Option<usize>,
    words: &str,
    back: &str,
    steps: Steps,
) -> Act {
    let made = Act::made(by, format!("table {table}: {words}"), back, move |state| {
        let own = state.team_pairing(round, table).ok_or("This table is not there any more.")?;
        // What was chosen for one choice is not another one, where it was taken back meanwhile.
        if nth.is_some_and(|nth| nth != own.now().choices()) {
            return Err("Another choice is due now. Look at the page again.".to_owned());
        }
        Ok(own.commands(steps(&own)?))
    });
    Act { whole: true, ..made }
}
