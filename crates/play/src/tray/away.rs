//! How a unit is kept off the table.

use adjutant_engine::ids::UnitId;
use adjutant_engine::state::State;
use adjutant_present::units;

/// How a unit is kept off the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Away {
    /// In Strategic Reserves.
    Strategic,
    /// By a rule of its own.
    Own,
    /// In a transport.
    Aboard(UnitId),
}

impl Away {
    /// In words.
    pub fn says(&self, state: &State) -> String {
        match self {
            Away::Strategic => "Strategic Reserves".into(),
            Away::Own => "a rule of its own, free".into(),
            Away::Aboard(transport) => format!("aboard {}", units::name(state, transport)),
        }
    }

    /// In a word or two.
    pub fn short(&self) -> &'static str {
        match self {
            Away::Strategic => "reserve",
            Away::Own => "own rule",
            Away::Aboard(_) => "aboard",
        }
    }
}
