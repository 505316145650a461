//! Programs that may read the event.

use adjutant_app::random;
use adjutant_tournament::id::PassId;

use super::form::malformed;
use super::stream::broken;
use crate::ask::Ask;
use crate::inbox::hexed;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

/// So many programs may read.
const READERS_MAX: usize = 32;

fn named(ask: &Ask) -> Result<PassId, Problem> {
    let words = "Name the program in small letters, digits and dashes, such as ranking-site.";
    PassId::new(ask.text("id").trim()).map_err(|_| malformed(words))
}

/// A new key; the one before it of the same name opens nothing any more.
pub(super) fn make(scene: &Scene<'_>, ask: &Ask) -> Result<String, Problem> {
    let name = named(ask)?;
    let known = scene.memory.readers();
    if known.len() >= READERS_MAX && known.iter().all(|(other, _)| *other != name) {
        return Err(malformed("32 programs may read already: end a key that nobody needs."));
    }
    let number = hexed(random::bytes().map_err(broken)?);
    scene.memory.let_read(&name, Some(number)).map_err(broken)?;
    Ok("/desk/keys".to_owned())
}

/// A key opens nothing any more.
pub(super) fn end(scene: &Scene<'_>, ask: &Ask) -> Result<String, Problem> {
    scene.memory.let_read(&named(ask)?, None).map_err(broken)?;
    Ok("/desk/keys".to_owned())
}
