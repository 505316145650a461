//! Connections: accepted up to a number, each with a time to send its request.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::ask::Peer;
use crate::bounded::Bounded;
use crate::guard::respond;
use crate::limits::{CONNECTIONS_MAX, HEADER_BYTES_MAX, Opened, REQUEST_TIME, RESERVED, STRANGERS_MAX};
use crate::router::router;
use crate::site::Site;
use crate::tls::Keys;
use crate::viewer::Viewer;

/// Where accepting fails for lack of files, the next attempt waits as long.
pub(crate) const BREATH: Duration = Duration::from_millis(50);

/// Serves a site until it is stopped.
///
/// # Errors
/// A system that gives no runtime.
pub fn run(
    site: &Arc<Site>,
    listener: std::net::TcpListener,
    secure: Option<(std::net::TcpListener, Keys)>,
) -> std::io::Result<()> {
    let most = raise_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let (secure, keys) = secure.map_or((None, None), |(listener, keys)| (Some(listener), Some(Arc::new(keys))));
    [Some(&listener), secure.as_ref()].into_iter().flatten().try_for_each(|listener| listener.set_nonblocking(true))?;
    runtime.block_on(async {
        let room = Room { free: Arc::new(Semaphore::new(most)), reserved: Arc::new(Semaphore::new(RESERVED)) };
        let plain = accept(site, TcpListener::from_std(listener)?, None, &room);
        match secure {
            None => plain.await,
            Some(secure) => {
                let secure = accept(site, TcpListener::from_std(secure)?, keys, &room);
                tokio::join!(plain, secure);
            }
        }
        Ok(())
    })
}

/// How many connections there may be, on both ports together; some are for this machine alone.
struct Room {
    free: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
}

/// Every phone holds a connection open, and some systems begin with 256 files: as many as the system allows. Where it
/// allows fewer, there are fewer connections; a part is reserved for the machine itself.
fn raise_files() -> usize {
    let files = rlimit::increase_nofile_limit(u64::MAX).ok().and_then(|files| usize::try_from(files).ok());
    // Beside connections there are the database, its documents and what is printed.
    files.map_or(CONNECTIONS_MAX, |files| files.saturating_sub(RESERVED + 64).clamp(64, CONNECTIONS_MAX))
}

async fn accept(site: &Arc<Site>, listener: TcpListener, keys: Option<Arc<Keys>>, room: &Room) {
    let router = router(site);
    let mut stop = site.stop.subscribe();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => return,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let peer = canonical(peer.ip());
        let own = || room.reserved.clone().try_acquire_owned().ok().filter(|_| peer.is_loopback());
        let Some(permit) = room.free.clone().try_acquire_owned().ok().or_else(own) else { continue };
        // Many may share an address: only those count who have not shown a pass. This machine is the organiser's.
        let stranger = site.limits.open(format!("connections of {peer}"), STRANGERS_MAX);
        if stranger.is_none() && !peer.is_loopback() {
            continue;
        }
        let (site, router, keys) = (site.clone(), router.clone(), keys.clone());
        let from = (Peer { address: peer, secure: keys.is_some() }, stranger);
        tokio::spawn(async move {
            let _permit = permit;
            let _ = stream.set_nodelay(true);
            let stream = Bounded::new(stream);
            match keys {
                None => connection(site, router, stream, from).await,
                Some(keys) => {
                    if let Some(stream) = keys.secured(stream).await {
                        connection(site, router, stream, from).await;
                    }
                }
            }
        });
    }
}

/// Answers what is asked on a connection; the first valid pass takes it out of the count of its address.
async fn connection<S>(site: Arc<Site>, router: Router, stream: S, (peer, stranger): (Peer, Option<Opened>))
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let stranger = Arc::new(Mutex::new(stranger));
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (site, router, stranger) = (site.clone(), router.clone(), stranger.clone());
        async move {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            if site.viewer_of(&request) != Viewer::Visitor {
                drop(stranger.lock().unwrap_or_else(PoisonError::into_inner).take());
            }
            Ok::<_, Infallible>(respond(&site, &router, request).await)
        }
    });
    speak(stream, true, service).await;
}

/// Lets a service answer on a connection: what one asks, or all that it asks.
pub(crate) async fn speak<S>(stream: impl AsyncRead + AsyncWrite + Unpin, all: bool, service: S)
where
    S: Service<hyper::Request<Incoming>, Response = Response, Error = Infallible>,
{
    // A client that goes away in the middle gets no answer.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .max_buf_size(HEADER_BYTES_MAX.max(8 << 10))
        .keep_alive(all)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

/// `::ffff:10.0.0.7` is 10.0.0.7.
fn canonical(address: IpAddr) -> IpAddr {
    address.to_canonical()
}
