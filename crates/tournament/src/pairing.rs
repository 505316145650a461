//! Rounds: drafted from the state, explained, repaired.
//!
//! The declared objective of a Swiss round, each line decided before the next is looked at:
//!
//! | line | least is best | in [`adjutant_matching::Cost`] |
//! |---|---|---|
//! | 1 | nobody meets twice, nobody has two byes, everybody present plays | no pair at all (with rematches allowed: line 0) |
//! | 2 | points of the player who has the bye | line 0 |
//! | 3 | squared differences in match points; then pairs across score groups | lines 1 and 2 |
//! | 4 | players who float the same way as last round; as the round before | lines 3 and 4 |
//! | 5 | pairs that the policy wants apart | line 5 |
//! | 6 | the event's method inside equal records | lines 6 and 7 |
//!
//! Line 6 in numbers, for two players at positions p and q of an order in which higher points stand first:
//! `random`: whether the win paths differ (where the policy asks), then (p − q)² by lot. `nearest`: (p − q)² in the
//! standings. `slide`: (|p − q| − half the group)² inside a group, (p − q)² across. `battle-points`: the squared
//! difference in battle points. Each of the last three is followed by the lots, so that hardly ever two pairings are
//! equally good. A bye counts as a player at the end of the order.

mod consequences;
mod draft;
mod explain;
mod field;
mod fixed;
mod ready;

pub use consequences::{Changed, consequence_in, consequences, consequences_of, draft_again, draft_differs};
pub use draft::{
    Draft, Flag, FlagKind, Float, PairError, SetGame, by_hand, bye_flags, draft_around, draft_round, draft_with, flags,
    floats, objective_of, repair_cost,
};
pub use explain::{Alternative, Apart, Explanation, explain};
pub use field::{ALGORITHM, Field};
pub(crate) use fixed::pods_of;
pub use fixed::{circle, even_split, pods_by_record, schedule, seated_pods};
pub(crate) use ready::{is_decided, ready_to_pair};
