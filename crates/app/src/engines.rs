//! Engines of older laws, for whoever judges logs.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use adjutant_engines::{Answer, Engines};
use adjutant_replay::laws::{Elders, Heard};
use serde_json::{Value, json};

use crate::brought;

/// The engines that this process asks.
static KEPT: OnceLock<Arc<Kept>> = OnceLock::new();

struct Kept(Engines);

impl Elders for Kept {
    fn ask(&self, law: u32, question: &Value, parts: &[&[u8]]) -> Heard {
        let mut question = question.clone();
        let own = brought::named_in(parts);
        if !own.is_empty() {
            question["packs"] = json!(own);
        }
        match self.0.ask(law, &question, parts) {
            Ok(Answer::Given(answer)) => Heard::Given(answer),
            Ok(Answer::Refused(why)) => Heard::Refused(why),
            Err(error) => Heard::Nothing(error.to_string()),
        }
    }
}

/// Looks for engines that do not come with the program in a folder too. Only the first call counts, before any log is read.
pub fn beside(folder: PathBuf) {
    // Where a log was read already, its engine was looked for without that folder.
    let _ = KEPT.set(Arc::new(Kept(Engines::beside(folder))));
}

/// The engines of this process.
pub(crate) fn kept() -> Arc<dyn Elders> {
    Arc::clone(KEPT.get_or_init(|| Arc::new(Kept(Engines::shipped())))) as Arc<dyn Elders>
}

/// The released laws that can be judged here, or would be if their engines were here.
pub fn released() -> Vec<u32> {
    adjutant_engines::released().iter().map(|built| built.law).collect()
}
