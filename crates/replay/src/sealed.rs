//! A log that grows record by record, each with the points that folding gives.

use std::sync::Arc;

use adjutant_engine::chain::Link;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_engine::law::Packs;
use adjutant_engine::record::seal;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::time::Timestamp;

/// A log that grows.
pub(crate) struct Sealing {
    game: Match,
    link: Link,
    /// Its lines.
    pub bytes: Vec<u8>,
}

impl Sealing {
    /// One without records.
    pub fn new(packs: Packs) -> Sealing {
        Sealing { game: Match::new(packs), link: Link::START, bytes: Vec::new() }
    }

    /// Where its chain stands.
    pub fn link(&self) -> Link {
        self.link
    }

    /// Adds a record; the refusal where the rules do not take it, nothing where it cannot be written.
    pub fn add(&mut self, at: Timestamp, said: Said, command: Command) -> Result<(), Option<Box<Refusal>>> {
        let command = Arc::new(self.game.complete(command));
        self.game.record(said.clone(), Arc::clone(&command)).map_err(|refusal| Some(Box::new(refusal)))?;
        let (line, link) = seal(at, said, &command, self.game.vp(), self.link).map_err(|_| None)?;
        self.game.set_head(link.hash);
        self.link = link;
        self.bytes.extend(line);
        self.bytes.push(b'\n');
        Ok(())
    }
}
