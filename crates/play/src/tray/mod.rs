//! Lines that are typed and not recorded: what they record, what is missing, what would become of them.

pub mod away;
pub mod draft;
pub mod throwing;
pub mod verb;
pub mod wounds;
