//! Two questions over http/1.1: a GET for laptops that follow each other in one hall, and a POST to an address that
//! somebody names. No redirects, no compression.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use adjutant_engine::chain::LOG_BYTES_MAX;
use adjutant_engine::visible::excerpt;

/// How long to wait for a connection, and for each part of an answer.
const WAIT: Duration = Duration::from_secs(10);
/// How long an answer may take in all.
const WHOLE: Duration = Duration::from_secs(60);
/// Headers that are longer are none of ours.
const HEAD_BYTES_MAX: usize = 16 << 10;

/// The body of an answer and its status.
pub struct Answer {
    /// 200 where all is well.
    pub status: u16,
    /// What came.
    pub body: Vec<u8>,
}

/// Asks a host, as `10.0.0.2:8080`, for a path with its query.
///
/// # Errors
/// Nobody there, or an answer that is not http, in words.
pub fn get(host: &str, path: &str) -> Result<Answer, String> {
    let named = with_port(host, 80);
    ask(connected(&named)?, host, path).map_err(|why| format!("{named}: {why}"))
}

/// A host with its port, or with the usual one.
fn with_port(host: &str, usual: u16) -> String {
    match host.rsplit_once(':') {
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:{usual}"),
    }
}

/// A connection to a host with its port, which waits for nothing too long.
fn connected(named: &str) -> Result<TcpStream, String> {
    let failed = |error: std::io::Error| format!("{named}: {error}");
    let mut last = format!("{named}: this name has no address");
    for address in named.to_socket_addrs().map_err(failed)? {
        match TcpStream::connect_timeout(&address, WAIT) {
            Ok(stream) => {
                stream.set_read_timeout(Some(WAIT)).map_err(failed)?;
                stream.set_write_timeout(Some(WAIT)).map_err(failed)?;
                return Ok(stream);
            }
            Err(error) => last = failed(error),
        }
    }
    Err(last)
}

fn ask(mut stream: TcpStream, host: &str, path: &str) -> Result<Answer, String> {
    let failed = |error: std::io::Error| error.to_string();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/plain\r\nConnection: close\r\n\r\n")
        .map_err(failed)?;
    let most = (HEAD_BYTES_MAX + LOG_BYTES_MAX) as u64;
    let (mut bytes, begun) = (Vec::new(), Instant::now());
    let mut part = vec![0; 64 << 10];
    let mut stream = stream.take(most);
    loop {
        match stream.read(&mut part).map_err(failed)? {
            0 => return read(bytes),
            length => bytes.extend_from_slice(&part[..length]),
        }
        if begun.elapsed() > WHOLE {
            return Err(format!("the answer did not come to its end within {} seconds", WHOLE.as_secs()));
        }
    }
}

fn read(bytes: Vec<u8>) -> Result<Answer, String> {
    let head = Head::of(&bytes).ok_or("the answer is not one of a web server")?;
    if head.coded {
        return Err("the answer is coded in a way we do not read".into());
    }
    let body = bytes[head.end..].to_vec();
    match head.length {
        Some(length) if length == body.len() => Ok(Answer { status: head.status, body }),
        _ => Err("the answer was cut short".into()),
    }
}

/// What the head of an answer says.
struct Head {
    status: u16,
    /// Where the body begins.
    end: usize,
    /// How long it says that the body is.
    length: Option<usize>,
    /// Whether the body is packed or comes in parts.
    coded: bool,
}

impl Head {
    /// The head of what has come so far, once it is whole.
    fn of(bytes: &[u8]) -> Option<Head> {
        let end = bytes.windows(4).take(HEAD_BYTES_MAX).position(|four| four == b"\r\n\r\n")?;
        let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = text.split("\r\n");
        let status = lines.next()?.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()?;
        let mut head = Head { status, end: end + 4, length: None, coded: false };
        for (name, value) in lines.filter_map(|line| line.split_once(':')) {
            match name.trim().to_ascii_lowercase().as_str() {
                "content-length" => head.length = value.trim().parse().ok(),
                "transfer-encoding" | "content-encoding" => head.coded = true,
                _ => {}
            }
        }
        Some(head)
    }
}

/// A page of the web that takes what is sent to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Whether it is asked over TLS.
    pub secure: bool,
    host: String,
    path: String,
}

/// So much of an answer to a POST is read.
const REPLY_BYTES_MAX: usize = 64 << 10;
/// A POST with its answer takes so long at the most.
const POST_TIME: Duration = Duration::from_secs(30);
/// An address that is longer is a mistake.
const TARGET_MAX: usize = 2000;

impl Target {
    /// Reads an address, such as `https://rank.example/upload?event=7`.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(typed: &str) -> Result<Target, &'static str> {
        let (scheme, rest) = typed.split_once("://").ok_or("begin it with http:// or https://")?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return Err("begin it with http:// or https://"),
        };
        if typed.len() > TARGET_MAX || !typed.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("write it without spaces, in letters of ASCII, up to 2,000 of them");
        }
        let (rest, _) = rest.split_once('#').unwrap_or((rest, ""));
        let at = rest.find(['/', '?']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(at);
        if host.contains('@') {
            return Err("leave the name and the password before the @ out; a key goes with --key-file");
        }
        let letters = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        let port = host.rsplit_once(':').map(|(_, port)| port).filter(|port| !port.contains(']'));
        if host.is_empty() || !host.chars().all(letters) || port.is_some_and(|port| port.parse::<u16>().is_err()) {
            return Err("name a host, such as https://rank.example/upload");
        }
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        Ok(Target { secure, host: host.to_owned(), path })
    }

    /// The name of the host, without its port.
    fn name(&self) -> &str {
        match self.host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => name,
            _ => &self.host,
        }
    }
}

/// What an address answered to what was sent.
pub struct Reply {
    /// Its number; 200 to 299 where it took it.
    pub status: u16,
    /// The beginning of what it says, made visible; empty where it says nothing that can be read.
    pub says: String,
}

/// Sends a body in one request. Nothing is sent twice, and no redirect is followed.
///
/// # Errors
/// Nobody there, no TLS in this program, a certificate that nobody vouches for, or no answer, in words.
pub fn post(target: &Target, kind: &str, key: Option<&str>, body: &[u8]) -> Result<Reply, String> {
    let named = with_port(&target.host, if target.secure { 443 } else { 80 });
    let until = Instant::now() + POST_TIME;
    let key = key.map_or_else(String::new, |key| format!("Authorization: Bearer {key}\r\n"));
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: adjutant/{}\r\n{key}Content-Type: {kind}\r\nContent-Length: {}\r\n\
         Accept: */*\r\nConnection: close\r\n\r\n",
        target.path,
        target.host,
        env!("CARGO_PKG_VERSION"),
        body.len()
    );
    let failed = |why: String| format!("{named}: {why}");
    let plain = connected(&named)?;
    let whole = [head.as_bytes(), body].concat();
    let got = if target.secure {
        exchanged(tls::secured(plain, target.name()).map_err(failed)?, &whole, until)
    } else {
        exchanged(plain, &whole, until)
    };
    got.map_err(|error| failed(error.to_string())).and_then(|bytes| replied(&bytes).map_err(failed))
}

/// Sends everything and reads until the answer is whole, is long enough, ends or takes too long.
fn exchanged(mut stream: impl Read + Write, sent: &[u8], until: Instant) -> std::io::Result<Vec<u8>> {
    stream.write_all(sent)?;
    stream.flush()?;
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    while bytes.len() < REPLY_BYTES_MAX && Instant::now() < until {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(length) => bytes.extend_from_slice(&part[..length]),
            // Who has told the status already may be silent, or go without a farewell.
            Err(_) if Head::of(&bytes).is_some() => break,
            Err(error) => return Err(error),
        }
        if Head::of(&bytes).is_some_and(|head| head.length.is_some_and(|length| bytes.len() >= head.end + length)) {
            break;
        }
    }
    Ok(bytes)
}

fn replied(bytes: &[u8]) -> Result<Reply, String> {
    let head = Head::of(bytes).ok_or("no answer of a web server came within 30 seconds")?;
    let text = if head.coded { Default::default() } else { String::from_utf8_lossy(&bytes[head.end..]) };
    let says = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Reply { status: head.status, says: excerpt(&says).into_owned() })
}

#[cfg(not(feature = "tls"))]
mod tls {
    use std::net::TcpStream;

    /// Says that there is no TLS here.
    pub fn secured(_: TcpStream, _: &str) -> Result<TcpStream, String> {
        Err("this program was built without TLS".to_owned())
    }
}

/// Whether this program can ask over TLS.
pub const HAS_TLS: bool = cfg!(feature = "tls");

#[cfg(feature = "tls")]
mod tls {
    use std::net::TcpStream;
    use std::sync::Arc;

    use rustls::pki_types::ServerName;
    use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

    /// The connection over TLS, to a host for whose certificate this machine vouches.
    pub fn secured(stream: TcpStream, host: &str) -> Result<StreamOwned<ClientConnection, TcpStream>, String> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        let name = ServerName::try_from(host.trim_matches(['[', ']']).to_owned()).map_err(|error| error.to_string())?;
        let client = ClientConnection::new(Arc::new(config), name).map_err(|error| error.to_string())?;
        Ok(StreamOwned::new(client, stream))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// What comes of an answer, byte for byte; and what was asked.
    fn answered(answer: &'static [u8]) -> (Result<Answer, String>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = Vec::new();
            while !asked.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                asked.extend(byte);
            }
            stream.write_all(answer).unwrap();
            String::from_utf8(asked).unwrap()
        });
        let got = get(&host, "/log?x=1");
        (got, server.join().unwrap())
    }

    #[test]
    fn a_whole_answer_is_read_and_everything_else_is_told() {
        let (answer, asked) = answered(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na\nb");
        let answer = answer.unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (200, b"a\nb".as_slice()));
        assert!(asked.starts_with("GET /log?x=1 HTTP/1.1\r\nHost: 127.0.0.1:"), "{asked}");
        assert_eq!(answered(b"HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n").0.unwrap().status, 403);
        for wrong in [
            b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc".as_slice(),
            b"HTTP/1.1 200 OK\r\n\r\nabc",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"SSH-2.0-x\r\n\r\n",
            b"HTTP/1.1 \r\n\r\n",
            "HTTP/1.é é\r\n\r\n".as_bytes(),
            b"",
        ] {
            assert!(answered(wrong).0.is_err(), "{}", String::from_utf8_lossy(wrong));
        }
        assert!(get("127.0.0.1:1", "/").is_err());
        assert!(get("no.such.name.invalid", "/").is_err());
    }

    #[test]
    fn an_address_is_read_or_told_what_is_wrong_with_it() {
        let read = |typed: &str| Target::parse(typed).map(|to| (to.secure, to.name().to_owned(), to.host, to.path));
        let of = |secure, name: &str, host: &str, path: &str| Ok((secure, name.into(), host.into(), path.into()));
        assert_eq!(read("http://rank.example"), of(false, "rank.example", "rank.example", "/"));
        assert_eq!(read("HTTPS://a.b:8443/x?y=1#z"), of(true, "a.b", "a.b:8443", "/x?y=1"));
        assert_eq!(read("http://[::1]:80?y"), of(false, "[::1]", "[::1]:80", "/?y"));
        assert_eq!(read("http://[::1]/"), of(false, "[::1]", "[::1]", "/"));
        for wrong in [
            "",
            "rank.example",
            "ftp://x/",
            "http://",
            "http:///x",
            "http://a b/",
            "http://u:p@x/",
            "http://x:99999/",
            "http://x:/",
            "http://ä/",
            "http://x/\r\nHost: y",
        ] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
        assert!(read(&format!("http://x/{}", "y".repeat(2000))).is_err());
    }
}
