//! What a battle cannot begin without, in words to type.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::Command;
use adjutant_engine::legal::{self, Kind, SetupStep};
use adjutant_engine::side::{By, Player};
use adjutant_present::names::word_of;
use adjutant_shorthand as shorthand;

/// How the first thing is recorded that `begin` misses; nothing where it misses nothing that words can say.
pub fn first(recording: &Recording) -> Option<String> {
    let game = recording.game();
    let word = |player: Player| word_of(game.state(), player);
    let offered = |speakers: &[By], kind: Kind| {
        let mut offers = speakers.iter().flat_map(|by| legal::legal_of(game, *by, kind));
        offers.next().map(|offer| format!("by {} {}", offer.by, shorthand::words(&offer.command)))
    };
    let steps = legal::now(game).setup;
    let step = steps.iter().find(|step| step.required() && !matches!(step, SetupStep::Begin))?;
    Some(match step {
        SetupStep::Mission => "`mission ID`; `adjutant mission list` names them".to_owned(),
        SetupStep::Disposition(player) => {
            let said = offered(&[By::from(*player)], Kind::Disposition)?;
            format!("`{said}`, or what that army is bent on")
        }
        SetupStep::Secondaries(player) => {
            format!("`by {} secondaries ID …`; `adjutant match play` lets both choose in secret", word(*player))
        }
        SetupStep::Reveal(_) => "`adjutant match play` opens both choices, or lets both choose anew".to_owned(),
        SetupStep::Mark(player) => {
            let mark = offered(&[By::from(*player)], Kind::Mark)?;
            format!("`{mark}`, the costliest models by the list, or others")
        }
        SetupStep::CountObjectives => "`roll objectives D`, the die for the number of objectives".to_owned(),
        SetupStep::PlaceObjective(_) => "`objective MARKER X Y`, in inches from the bottom-left corner".to_owned(),
        SetupStep::DrawMarkers => {
            format!("`{}`, or another marker", offered(&[By::One, By::Two, By::Both], Kind::Marker)?)
        }
        SetupStep::FirstTurn => match game.check(By::Both, &Command::FirstTurn { player: Player::One }) {
            Ok(()) => "`first one` or `first two`".to_owned(),
            Err(_) if steps.contains(&SetupStep::Roles) => "`attacker one` or `attacker two`".to_owned(),
            Err(_) => format!("`{}`, or the other zone", offered(&[By::One, By::Two], Kind::Zone)?),
        },
        _ => return None,
    })
}
