//! Facts that nobody has said, although points hang on them.

use adjutant_core::ids::{ActionId, MarkerId, UnitId};
use adjutant_core::say;
use adjutant_core::sentence::Sentence;

/// A fact that nobody has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// In the words of the rules: `the army list`.
    Fact(&'static str),
    /// Who holds a marker.
    Holder(MarkerId),
    /// Where units stand.
    Places(Vec<UnitId>),
    /// Whether an action was completed.
    Completion(ActionId),
    /// How often an action was completed.
    Completions(ActionId),
    /// Whether a banner stands on a marker.
    Banner(MarkerId),
}

impl Missing {
    /// In words.
    pub fn sentence(&self) -> Sentence {
        match self {
            Missing::Fact(fact) => Sentence::from(*fact),
            Missing::Holder(marker) => say!("who holds {}", marker),
            Missing::Places(units) => say!("places of {}", Sentence::list(" ", units)),
            Missing::Completion(action) => say!("whether {} was completed", action),
            Missing::Completions(action) => say!("how often {} was completed", action),
            Missing::Banner(marker) => say!("whether the banner on {} stands", marker),
        }
    }
}

/// All that is missing, in words.
///
/// ```
/// use adjutant_engine::terms::{Missing, missing_in_words};
/// let marker = |id| adjutant_core::ids::MarkerId::new(id).unwrap();
/// let missing = [Missing::Holder(marker("m1")), Missing::Holder(marker("m2")), Missing::Fact("the army list")];
/// assert_eq!(missing_in_words(&missing).to_string(), "who holds m1; who holds m2; the army list");
/// ```
pub fn missing_in_words(missing: &[Missing]) -> Sentence {
    Sentence::list("; ", missing.iter().map(Missing::sentence))
}
