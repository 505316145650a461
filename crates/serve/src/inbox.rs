//! The way to the writer, and what is sent on it.

use std::sync::mpsc::Sender;

use adjutant_app::random;
use tokio::sync::oneshot;

use crate::act::{Outcome, Wish};

/// Something that a form asks for, on its way to the writer.
pub struct Submission<W = Wish> {
    /// Who sent it: cookie or address. A number of a request is known for its sender only.
    pub who: String,
    /// The number of the request, the same when it is sent again.
    pub rid: String,
    /// What was sent under that number: the same number with anything else is no repetition.
    pub what: u64,
    /// The last record that the page showed.
    pub seen: u64,
    /// The request.
    pub wish: W,
    /// Where the answer goes.
    pub reply: oneshot::Sender<Outcome>,
}

/// The way to the writer.
pub type Inbox = Sender<Submission>;

/// A number for one request: sent again, it is the same request. Without random numbers there is none, and none is known.
pub(crate) fn rid() -> String {
    hexed(random::bytes().unwrap_or_default())
}

pub(crate) fn hexed(bytes: [u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
