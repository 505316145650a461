//! What a request asks for and where it comes from: parts of its path, its query or form, its cookies.

use std::net::IpAddr;

use axum::body::Bytes;
use axum::extract::{RawPathParams, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, COOKIE as COOKIE_HEADER};

/// Where a request comes from, and how.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// The address.
    pub address: IpAddr,
    /// Whether it came over TLS, where nobody reads along.
    pub secure: bool,
}

impl Peer {
    /// Somebody who came over plain http.
    pub fn plain(address: impl Into<IpAddr>) -> Peer {
        Peer { address: address.into(), secure: false }
    }
}

/// What a request asks for: the parts of its path and its query, or its form.
#[derive(Clone, Debug, Default, Hash)]
pub struct Ask {
    parts: Vec<(String, String)>,
    /// What was sent as files.
    files: Vec<Bytes>,
}

impl Ask {
    /// The first value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.parts.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Every value of a name, in their order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.parts.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Every name, once.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let first = |at: usize, name: &String| self.parts.iter().position(|(known, _)| known == name) == Some(at);
        let named = self.parts.iter().enumerate().filter(move |(at, (name, _))| first(*at, name));
        named.map(|(_, (name, _))| name.as_str())
    }

    /// What was asked for, as names and values.
    pub fn of_pairs(parts: Vec<(String, String)>) -> Ask {
        Ask { parts, files: Vec::new() }
    }

    /// The first file that holds something.
    pub fn file(&self) -> Option<&[u8]> {
        self.files.iter().find(|file| !file.is_empty()).map(|file| &file[..])
    }

    /// The same, empty where there is none.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }
}

/// The address that a request comes from.
pub fn peer_of(request: &Request) -> IpAddr {
    way_of(request).address
}

/// Where a request comes from, and how.
pub fn way_of(request: &Request) -> Peer {
    request.extensions().get::<Peer>().copied().unwrap_or(Peer::plain([0, 0, 0, 0]))
}

/// The value of a cookie, where there is exactly one of the name.
pub(crate) fn cookie_named<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let lines = headers.get_all(COOKIE_HEADER).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut own = pairs.filter(|(name, _)| *name == wanted).map(|(_, value)| value);
    let first = own.next()?;
    own.next().is_none().then_some(first)
}

impl Ask {
    pub(crate) fn of(parts: &RawPathParams, request: &Request) -> Ask {
        let path = parts.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let query = pairs(request.uri().query().unwrap_or_default().as_bytes());
        Ask { parts: path.chain(query).collect(), files: Vec::new() }
    }

    /// What a form holds; its address says nothing.
    pub(crate) fn of_form(request: &Request) -> Ask {
        let Some(Form(body)) = request.extensions().get::<Form>() else { return Ask::default() };
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        match kind.split_once("boundary=").filter(|(kind, _)| kind.starts_with("multipart/form-data")) {
            Some((_, boundary)) => of_parts(body, boundary.trim_matches('"')),
            None => Ask { parts: pairs(body), files: Vec::new() },
        }
    }
}

/// The body of a form, read whole by the guard.
#[derive(Clone, Debug)]
pub struct Form(pub Bytes);

/// A form with files. A part with a file name is a file, every other one a field.
fn of_parts(body: &Bytes, boundary: &str) -> Ask {
    let mut ask = Ask::default();
    let line = format!("--{boundary}");
    let mut starts = find_all(body, line.as_bytes());
    starts.push(body.len());
    for pair in starts.windows(2) {
        let part = body.slice((pair[0] + line.len()).min(pair[1])..pair[1]);
        let Some(end) = part.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&part[..end]).into_owned();
        let content = part.slice(end + 4..);
        let content = content.slice(..content.len().saturating_sub(if content.ends_with(b"\r\n") { 2 } else { 0 }));
        let Some(name) = head.split("name=\"").nth(1).and_then(|rest| rest.split('"').next()) else { continue };
        if head.contains("filename=") {
            ask.files.push(content);
        } else {
            ask.parts.push((name.to_owned(), String::from_utf8_lossy(&content).into_owned()));
        }
    }
    ask
}

/// Where a line stands.
fn find_all(body: &[u8], line: &[u8]) -> Vec<usize> {
    body.windows(line.len().max(1)).enumerate().filter(|(_, window)| *window == line).map(|(at, _)| at).collect()
}

fn pairs(text: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(text).map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}
