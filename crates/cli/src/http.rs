//! One GET over plain http/1.1, for laptops that follow each other in one hall. No redirects, no compression.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use adjutant_engine::chain::LOG_BYTES_MAX;

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
    let named = if host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok()) {
        host.to_owned()
    } else {
        format!("{host}:80")
    };
    let failed = |error: std::io::Error| format!("{named}: {error}");
    let mut last = format!("{named}: this name has no address");
    for address in named.to_socket_addrs().map_err(failed)? {
        match TcpStream::connect_timeout(&address, WAIT) {
            Ok(stream) => return ask(stream, host, path).map_err(|why| format!("{named}: {why}")),
            Err(error) => last = failed(error),
        }
    }
    Err(last)
}

fn ask(mut stream: TcpStream, host: &str, path: &str) -> Result<Answer, String> {
    let failed = |error: std::io::Error| error.to_string();
    stream.set_read_timeout(Some(WAIT)).map_err(failed)?;
    stream.set_write_timeout(Some(WAIT)).map_err(failed)?;
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
    let end = bytes.windows(4).take(HEAD_BYTES_MAX).position(|four| four == b"\r\n\r\n");
    let end = end.ok_or("the answer is not one of a web server")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok());
    let status = status.ok_or("the answer is not one of a web server")?;
    let mut length = None;
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        match name.trim().to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse::<usize>().ok(),
            "transfer-encoding" | "content-encoding" => {
                return Err("the answer is coded in a way we do not read".into());
            }
            _ => {}
        }
    }
    let body = bytes[end + 4..].to_vec();
    match length {
        Some(length) if length == body.len() => Ok(Answer { status, body }),
        _ => Err("the answer was cut short".into()),
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
}
