//! All that a screen is drawn from.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::time::Timestamp;

use crate::clock::ChessClock;
use crate::feed::Feed;
use crate::shared::Session;

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
