//! All that a screen is drawn from.

use adjutant_engine::time::Timestamp;

use crate::recording::Recording;
use crate::session::clock::ChessClock;
use crate::session::feed::Feed;
use crate::session::shared::Session;

/// A session with its log at one moment.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The session.
    pub session: &'a Session,
    /// Its log.
    pub recording: &'a Recording,
    /// What happened, in sentences.
    pub feed: &'a Feed,
    /// The players' time.
    pub time: &'a ChessClock,
    /// The moment on the recorder's clock.
    pub now: Option<Timestamp>,
}
