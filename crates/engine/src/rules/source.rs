//! Where a row of a ruleset is printed.

use adjutant_core::ids::Name;

/// Where a row comes from: lines of a text, such as `001:1729`, or `pack` for what a pack adds.
pub type Source = Option<Name>;
