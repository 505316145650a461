//! The way to the writer, and what is sent on it.

use std::sync::mpsc::Sender;

use tokio::sync::oneshot;

use crate::act::{Outcome, Wish};

/// Something that a form asks for, on its way to the writer.
pub struct Submission<W = Wish> {
    /// Who sent it: cookie or address. A number of a request is known for its sender only.
    pub who: String,
    /// The number of the request, the same when it is sent again.
    pub rid: String,
    /// The last record that the page showed.
    pub seen: u64,
    /// The request.
    pub wish: W,
    /// Where the answer goes.
    pub reply: oneshot::Sender<Outcome>,
}

/// The way to the writer.
pub type Inbox = Sender<Submission>;
