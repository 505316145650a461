//! Connections: accepted up to a number, each with a time to send its request.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::ask::Peer;
use crate::guard::respond;
use crate::limits::{CONNECTIONS_MAX, HEADER_BYTES_MAX, REQUEST_TIME};
use crate::router::router;
use crate::site::Site;

/// Where accepting fails for lack of files, the next attempt waits as long.
const BREATH: Duration = Duration::from_millis(50);

/// Serves a site until it is stopped.
///
/// # Errors
/// A system that gives no runtime.
pub fn run(site: &Arc<Site>, listener: std::net::TcpListener) -> std::io::Result<()> {
    raise_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    listener.set_nonblocking(true)?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        accept(site, listener).await;
        Ok(())
    })
}

/// Every phone holds a connection open, and some systems begin with 256 files: as many as the system allows. Where it
/// allows no more, connections wait until others end.
fn raise_files() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
}

async fn accept(site: &Arc<Site>, listener: TcpListener) {
    let router = router(site);
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let mut stop = site.stop.subscribe();
    loop {
        let Ok(permit) = room.clone().acquire_owned().await else { return };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => return,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let (site, router) = (site.clone(), router.clone());
        tokio::spawn(async move {
            let _permit = permit;
            let _ = stream.set_nodelay(true);
            connection(site, router, stream, peer).await;
        });
    }
}

async fn connection(site: Arc<Site>, router: Router, stream: tokio::net::TcpStream, peer: SocketAddr) {
    let peer = Peer(canonical(peer.ip()));
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let (site, router) = (site.clone(), router.clone());
        async move {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            Ok::<_, std::convert::Infallible>(respond(&site, &router, request).await)
        }
    });
    // A client that goes away in the middle gets no answer.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .max_buf_size(HEADER_BYTES_MAX.max(8 << 10))
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

/// `::ffff:10.0.0.7` is 10.0.0.7.
fn canonical(address: IpAddr) -> IpAddr {
    address.to_canonical()
}
