//! Connections: accepted up to a number, each with a time to send its request.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::Sleep;

use crate::ask::Peer;
use crate::guard::respond;
use crate::limits::{CONNECTIONS_MAX, HEADER_BYTES_MAX, Opened, REQUEST_TIME, RESERVED, STRANGERS_MAX, WRITE_TIME};
use crate::router::router;
use crate::site::Site;
use crate::viewer::Viewer;

/// Where accepting fails for lack of files, the next attempt waits as long.
pub(crate) const BREATH: Duration = Duration::from_millis(50);

/// Serves a site until it is stopped.
///
/// # Errors
/// A system that gives no runtime.
pub fn run(site: &Arc<Site>, listener: std::net::TcpListener) -> std::io::Result<()> {
    let most = raise_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    listener.set_nonblocking(true)?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        accept(site, listener, most).await;
        Ok(())
    })
}

/// Every phone holds a connection open, and some systems begin with 256 files: as many as the system allows. Where it
/// allows fewer, there are fewer connections; a part is reserved for the machine itself.
fn raise_files() -> usize {
    let files = rlimit::increase_nofile_limit(u64::MAX).ok().and_then(|files| usize::try_from(files).ok());
    // Beside connections there are the database, its documents and what is printed.
    files.map_or(CONNECTIONS_MAX, |files| files.saturating_sub(RESERVED + 64).clamp(64, CONNECTIONS_MAX))
}

async fn accept(site: &Arc<Site>, listener: TcpListener, most: usize) {
    let router = router(site);
    let (room, reserved) = (Arc::new(Semaphore::new(most)), Arc::new(Semaphore::new(RESERVED)));
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
        let own = || reserved.clone().try_acquire_owned().ok().filter(|_| peer.is_loopback());
        let Some(permit) = room.clone().try_acquire_owned().ok().or_else(own) else { continue };
        // Many may share an address: only those count who have not shown a pass. This machine is the organiser's.
        let stranger = site.limits.open(format!("connections of {peer}"), STRANGERS_MAX);
        if stranger.is_none() && !peer.is_loopback() {
            continue;
        }
        let (site, router) = (site.clone(), router.clone());
        tokio::spawn(async move {
            let _permit = permit;
            let _ = stream.set_nodelay(true);
            connection(site, router, Bounded::new(stream), (peer, stranger)).await;
        });
    }
}

/// Answers what is asked on a connection; the first valid pass takes it out of the count of its address.
async fn connection(site: Arc<Site>, router: Router, stream: Bounded, (peer, stranger): (IpAddr, Option<Opened>)) {
    let stranger = Arc::new(Mutex::new(stranger));
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (site, router, stranger) = (site.clone(), router.clone(), stranger.clone());
        async move {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer));
            if site.viewer_of(&request) != Viewer::Visitor {
                drop(stranger.lock().unwrap_or_else(PoisonError::into_inner).take());
            }
            Ok::<_, Infallible>(respond(&site, &router, request).await)
        }
    });
    speak(stream, true, service).await;
}

/// Lets a service answer on a connection: what one asks, or all that it asks.
pub(crate) async fn speak<S>(stream: Bounded, all: bool, service: S)
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

/// A connection whose other end takes what it is sent, or is given up.
pub(crate) struct Bounded {
    stream: TcpStream,
    /// Until when something has to be taken, while something waits.
    until: Option<Pin<Box<Sleep>>>,
}

impl Bounded {
    pub(crate) fn new(stream: TcpStream) -> Bounded {
        Bounded { stream, until: None }
    }

    /// Does something that waits for the other end, for so long and no longer.
    fn bounded<T>(
        &mut self,
        context: &mut Context<'_>,
        does: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(done) = does(Pin::new(&mut self.stream), context) {
            self.until = None;
            return Poll::Ready(done);
        }
        let until = self.until.get_or_insert_with(|| Box::pin(tokio::time::sleep(WRITE_TIME)));
        until.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Bounded {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Bounded {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.bounded(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.bounded(context, AsyncWrite::poll_flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.bounded(context, AsyncWrite::poll_shutdown)
    }
}

/// `::ffff:10.0.0.7` is 10.0.0.7.
fn canonical(address: IpAddr) -> IpAddr {
    address.to_canonical()
}
