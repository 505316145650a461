//! Many logs on one stream: each as a line that says its name and its length, and then that many bytes.
//!
//! ```text
//! {"bytes":57696,"log":"north/gt-r1-t01"}
//! ```
//!
//! The length is said because a log whose first line is missing could not be told from the log before it. Blank lines
//! between frames are passed over. Nothing in a stream ends its reading but its end: what is not a frame becomes a fault,
//! and reading goes on at the next line that is the head of one.

use std::io::{BufRead, Read};

use adjutant_engine::chain::LOG_BYTES_MAX;
use serde::Deserialize;

use super::finding::Code;
use super::report::LogReport;

/// A longer line cannot be the head of a frame.
const HEAD_BYTES_MAX: usize = 64 << 10;

/// The head of a frame.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    bytes: u64,
    log: String,
}

/// A log of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What its head calls it; where there is no head, where in the stream it stands.
    pub name: String,
    /// The bytes of the log, or why there are none.
    pub log: Result<Vec<u8>, Fault>,
}

/// Why a frame holds no log that could be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of finding that is.
    pub code: Code,
    /// What happened.
    pub message: String,
}

impl Fault {
    /// A report that says so and nothing else.
    pub fn report(self, name: String) -> LogReport {
        LogReport::bad(name, self.code, self.message)
    }
}

/// The frames of a stream, in order. Of a log that is longer than any may be, nothing is kept in memory.
///
/// ```
/// use adjutant_replay::audit::Frames;
/// let stream = b"{\"bytes\":3,\"log\":\"a\"}\nabc{\"bytes\":0,\"log\":\"b\"}\n";
/// let frames: Vec<_> = Frames::new(&stream[..]).collect();
/// assert_eq!((frames.len(), frames[0].name.as_str()), (2, "a"));
/// assert_eq!(frames[0].log.as_deref(), Ok(&b"abc"[..]));
/// ```
pub struct Frames<R> {
    input: R,
    /// How many bytes were read.
    at: u64,
    /// The head of the next frame, found while looking for it behind what was none.
    found: Option<Head>,
    ended: bool,
}

/// A line of a stream, as far as it may be the head of a frame.
enum Line {
    Head(Head),
    Blank,
    Other,
    End,
}

impl<R: BufRead> Frames<R> {
    /// Reads frames from here on.
    pub fn new(input: R) -> Frames<R> {
        Frames { input, at: 0, found: None, ended: false }
    }

    fn line(&mut self) -> std::io::Result<Line> {
        let mut line = Vec::new();
        let mut length = 0;
        loop {
            let part = self.input.fill_buf()?;
            let end = part.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(part.len(), |end| end + 1);
            let kept = taken.min((HEAD_BYTES_MAX + 1).saturating_sub(line.len()));
            line.extend_from_slice(&part[..kept]);
            self.input.consume(taken);
            length += taken as u64;
            if end.is_some() || taken == 0 {
                break;
            }
        }
        self.at += length;
        Ok(match line.trim_ascii() {
            [] if length == 0 => Line::End,
            [] => Line::Blank,
            text if length <= HEAD_BYTES_MAX as u64 => serde_json::from_slice(text).map_or(Line::Other, Line::Head),
            _ => Line::Other,
        })
    }

    /// The next frame, whose head may have been read already.
    fn read(&mut self) -> std::io::Result<Option<Frame>> {
        if let Some(head) = self.found.take() {
            return self.body(head).map(Some);
        }
        loop {
            let before = self.at;
            match self.line()? {
                Line::End => return Ok(None),
                Line::Blank => {}
                Line::Head(head) => return self.body(head).map(Some),
                Line::Other => return self.lost(before).map(Some),
            }
        }
    }

    /// Passes over what is not a frame, up to the next line that is the head of one.
    fn lost(&mut self, from: u64) -> std::io::Result<Frame> {
        let until = loop {
            let before = self.at;
            match self.line()? {
                Line::End => break before,
                Line::Head(head) => {
                    self.found = Some(head);
                    break before;
                }
                Line::Blank | Line::Other => {}
            }
        };
        let message = format!(
            "{} bytes are not a frame: a frame is a line such as {{\"bytes\":57696,\"log\":\"north/gt-r1-t01\"}} and \
             then that many bytes",
            until - from
        );
        let log = Err(Fault { code: Code::Frame, message });
        Ok(Frame { name: format!("byte {from} of the stream"), log })
    }

    fn body(&mut self, head: Head) -> std::io::Result<Frame> {
        let Head { bytes, log: name } = head;
        let fault = |code, message| Err(Fault { code, message });
        let long = bytes > LOG_BYTES_MAX as u64;
        let mut log = Vec::new();
        let mut body = Read::take(&mut self.input, bytes);
        let read =
            if long { std::io::copy(&mut body, &mut std::io::sink())? } else { body.read_to_end(&mut log)? as u64 };
        self.at += read;
        let log = if read < bytes {
            fault(Code::CutShort, format!("its head says {bytes} bytes, but the stream ends after {read} of them"))
        } else if long {
            let message = format!("the log is {bytes} bytes long; Adjutant reads at most {LOG_BYTES_MAX}");
            fault(Code::TooLarge, message)
        } else {
            Ok(log)
        };
        Ok(Frame { name, log })
    }
}

impl<R: BufRead> Iterator for Frames<R> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        if self.ended {
            return None;
        }
        match self.read() {
            Ok(frame) => frame,
            Err(error) => {
                // What comes behind a broken pipe is not known: this is told once.
                self.ended = true;
                let log = Err(Fault { code: Code::Unreadable, message: format!("the stream cannot be read: {error}") });
                Some(Frame { name: format!("byte {} of the stream", self.at), log })
            }
        }
    }
}

#[cfg(test)]
#[path = "../../tests/inside/audit_frames.rs"]
mod tests;
