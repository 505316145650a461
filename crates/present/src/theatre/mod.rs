//! A battle that replays itself: every record with what it says, what it brought, and what stood where after it; and the
//! one file that shows it in a browser.
//!
//! | to have | call |
//! |---|---|
//! | the battle record by record | [`theatre()`] |
//! | its points with their reasons alone | [`awards()`] |
//! | the file | [`html()`] |

mod frames;
mod page;

pub use frames::{Attack, Frame, Paid, Theatre, Unit, awards, theatre};
pub use page::{html, policy};
