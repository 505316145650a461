//! Connections that are given up where the other end takes nothing.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use crate::limits::WRITE_TIME;

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
