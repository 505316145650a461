//! Server-sent events: each open page holds one stream, which says the number of the snapshot and the time. State, never
//! differences: a page that missed something asks for itself as a whole.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use adjutant_tournament::TableNumber;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use futures_util::stream;
use tokio::sync::watch;

use crate::ask::peer_of;
use crate::limits::{CONNECTIONS_MAX, Opened, STRANGERS_MAX, STREAMS_MAX};
use crate::pages::scene::state_id;
use crate::reply::response;
use crate::site::Site;
use crate::viewer::Viewer;

/// A stream that is silent for longer is dead: pages say so then.
const BEAT: Duration = Duration::from_secs(10);

/// An open stream; counted until it is dropped.
struct Stream {
    site: Arc<Site>,
    _opened: Opened,
    news: watch::Receiver<String>,
    taps: watch::Receiver<u64>,
    /// The table of the page, where the page shows a match.
    table: Option<TableNumber>,
    told: String,
    stop: watch::Receiver<bool>,
    first: bool,
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.site.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Stream {
    /// What the page would say of itself if it were asked for now.
    fn id(&self) -> String {
        let snap = self.site.snap();
        state_id(&snap, self.site.seat(&snap, self.table).as_ref())
    }

    /// The next message: at once the first time, then with every snapshot, and as a sign of life.
    async fn next(mut self) -> Option<(Result<Bytes, std::convert::Infallible>, Stream)> {
        let until = tokio::time::Instant::now() + BEAT;
        let mut id = self.id();
        while !self.first && id == self.told && tokio::time::Instant::now() < until {
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                changed = self.taps.changed(), if self.table.is_some() => changed.ok()?,
                _ = self.stop.wait_for(|stop| *stop) => return None,
                () = tokio::time::sleep_until(until) => {}
            }
            id = self.id();
        }
        self.first = false;
        self.told.clone_from(&id);
        let now = self.site.moment().now;
        let text = format!("id: {id}\ndata: {{\"state\":\"{id}\",\"now\":\"{now}\"}}\n\n");
        Some((Ok(Bytes::from(text)), self))
    }
}

/// Opens a stream.
pub fn stream(site: &Arc<Site>, request: &Request) -> Response {
    // A pass on several phones, or several screens on one laptop, share a count.
    let opened = match site.viewer_of(request) {
        // This machine is the organiser's, and has as many screens as it likes.
        Viewer::Visitor if peer_of(request).is_loopback() => {
            site.limits.open("own streams".to_owned(), CONNECTIONS_MAX)
        }
        Viewer::Visitor => site.limits.open(format!("streams of {}", peer_of(request)), STRANGERS_MAX),
        viewer => site.limits.open(format!("streams of {}", viewer.key()), STREAMS_MAX),
    };
    let Some(opened) = opened else {
        return response(StatusCode::TOO_MANY_REQUESTS, &[], Body::empty());
    };
    site.streams.fetch_add(1, Ordering::Relaxed);
    let query = request.uri().query().unwrap_or_default();
    let table = query.strip_prefix("table=").and_then(|table| table.parse().ok()).map(TableNumber);
    let stream = Stream {
        site: site.clone(),
        _opened: opened,
        news: site.news.subscribe(),
        taps: site.taps.subscribe(),
        table,
        told: String::new(),
        stop: site.stop.subscribe(),
        first: true,
    };
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    response(StatusCode::OK, &headers, Body::from_stream(stream::unfold(stream, Stream::next)))
}
