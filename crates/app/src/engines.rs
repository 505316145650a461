//! Engines of older laws, for whoever judges logs.

use adjutant_core::reliance::LAW;
use adjutant_engines::{Answer, Built, Engines};
use adjutant_replay::laws::{Elders, Heard};
use serde_json::{Value, json};

use crate::brought::Shelf;

/// Engines that are told of the packs that do not come with the program.
pub(crate) struct Kept {
    /// The engines.
    pub engines: Engines,
    /// The packs.
    pub brought: Shelf,
}

impl Elders for Kept {
    fn ask(&self, law: u32, question: &Value, parts: &[&[u8]]) -> Heard {
        let mut question = question.clone();
        let own = self.brought.named_in(parts);
        if !own.is_empty() {
            question["packs"] = json!(own);
        }
        match self.engines.ask(law, &question, parts) {
            Ok(Answer::Given(answer)) => Heard::Given(answer),
            Ok(Answer::Refused(why)) => Heard::Refused(why),
            Err(error) => Heard::Nothing(error.to_string()),
        }
    }
}

/// The released laws before today's, which are judged here by their own engines, or would be if those were here.
pub fn older() -> impl Iterator<Item = &'static Built> {
    adjutant_engines::released().iter().filter(|built| i64::from(built.law) < i64::from(LAW))
}
