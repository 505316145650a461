//! Who says what a record says.

use adjutant_core::ids::Name;
use adjutant_core::side::{By, Player};

use crate::dice::Drawn;

/// Who says what a record says, by which rule of the army's own it is allowed, and whether its dice were drawn.
///
/// ```
/// use adjutant_engine::{By, Said, ids::Name};
/// assert_eq!(Said::from(By::One), Said { by: By::One, under: None, drawn: None });
/// let twice = Said { under: Name::new("Fight Twice").ok(), ..By::One.into() };
/// assert_ne!(twice, By::One.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The speaker.
    pub by: By,
    /// Name of the rule that allows what the core rules forbid: it passes every soft refusal, never a hard one.
    pub under: Option<Name>,
    /// Whether its dice were drawn from the seed of the match, and with which number.
    pub drawn: Option<Drawn>,
}

impl From<Player> for Said {
    fn from(player: Player) -> Said {
        By::from(player).into()
    }
}

impl From<By> for Said {
    fn from(by: By) -> Said {
        Said { by, under: None, drawn: None }
    }
}
