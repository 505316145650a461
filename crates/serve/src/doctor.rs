//! Before the doors open: does a phone in this hall reach this laptop?

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use qrcode::{Color, QrCode};

use crate::addresses::{authority, own};

/// One visitor has so long to send a request.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(50);

/// What a look at this machine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The addresses that phones may use, the most probable first.
    pub addresses: Vec<IpAddr>,
    /// What phones open.
    pub address: String,
    /// What may be wrong.
    pub doubts: Vec<Doubt>,
}

/// What may keep phones away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// This machine is in no network.
    NoNetwork,
    /// The address was chosen that only this machine itself can open.
    OnlyThis(IpAddr),
    /// It is in several networks, and nobody said in which the phones are.
    Several(Vec<IpAddr>),
    /// Not the port that a browser takes without being told.
    Port(u16),
}

/// Looks at the networks of this machine, without waiting for anybody.
pub fn examine(named: Option<IpAddr>, port: u16) -> Examined {
    let addresses = match named {
        Some(address) if !address.is_unspecified() => vec![address],
        _ => own(),
    };
    let mut doubts = Vec::new();
    match addresses.as_slice() {
        [] => doubts.push(Doubt::NoNetwork),
        [only] if only.is_loopback() => doubts.push(Doubt::OnlyThis(*only)),
        [_] => {}
        several => doubts.push(Doubt::Several(several.to_vec())),
    }
    if port != 80 {
        doubts.push(Doubt::Port(port));
    }
    let first = addresses.first().map_or_else(|| "127.0.0.1".to_owned(), ToString::to_string);
    Examined { address: format!("http://{}", authority(&first, port)), addresses, doubts }
}

/// Waits until somebody from another machine opens the address, and says who; nobody where the time is over.
///
/// # Errors
/// A system that gives no connections.
pub fn wait(listener: &TcpListener, ours: &[IpAddr], patience: Duration) -> std::io::Result<Option<IpAddr>> {
    listener.set_nonblocking(true)?;
    let until = Instant::now() + patience;
    loop {
        match listener.accept() {
            Ok((stream, peer)) => {
                if let Some(phone) = greet(stream, peer, ours) {
                    return Ok(Some(phone));
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => std::thread::sleep(LOOK),
            Err(error) => return Err(error),
        }
        if Instant::now() >= until {
            return Ok(None);
        }
    }
}

/// Answers a visitor; its address, where it is another machine.
fn greet(mut stream: TcpStream, peer: SocketAddr, ours: &[IpAddr]) -> Option<IpAddr> {
    let _ = stream.set_nonblocking(false);
    let _ = stream.set_read_timeout(Some(PATIENCE));
    let mut first = [0; 1024];
    let read = stream.read(&mut first).unwrap_or(0);
    let text = "This phone reaches the laptop. You can close this page.\n";
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close";
    let _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{text}", text.len());
    let peer = peer.ip().to_canonical();
    (read > 0 && !peer.is_loopback() && !ours.contains(&peer)).then_some(peer)
}

/// What to look at when no phone came.
pub const REASONS: [&str; 5] = [
    "the phone is in another network: both have to be in the same Wi-Fi, not in the one for guests",
    "the router keeps its clients apart: switch “client isolation” or “AP isolation” off",
    "the firewall of this machine refuses: allow the program, or the port, in private networks",
    "the phone went round the Wi-Fi: switch mobile data off, or tell it to stay without internet",
    "the address was typed with https: it begins with http://",
];

/// A code for the terminal: two rows of it in one row of letters, light on dark as phones read it.
pub fn qr_text(text: &str) -> String {
    let Ok(code) = QrCode::new(text.as_bytes()) else { return String::new() };
    let width = code.width() as i32;
    let dark = |x: i32, y: i32| {
        let inside = (0..width).contains(&x) && (0..width).contains(&y);
        inside && code[(x as usize, y as usize)] == Color::Dark
    };
    let mut drawn = String::new();
    for y in (-2..width + 2).step_by(2) {
        for x in -2..width + 2 {
            drawn.push(match (dark(x, y), dark(x, y + 1)) {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            });
        }
        drawn.push('\n');
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_machine_counts_as_a_phone() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let visitor = std::thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
            let mut text = String::new();
            let _ = stream.read_to_string(&mut text);
            text
        });
        let came = wait(&listener, &[], Duration::from_millis(800)).unwrap();
        assert_eq!(came, None, "this machine is not a phone");
        assert!(visitor.join().unwrap().contains("reaches the laptop"));
    }

    #[test]
    fn a_look_finds_what_keeps_phones_away() {
        let alone = examine(Some(IpAddr::from([127, 0, 0, 1])), 80);
        assert_eq!(alone.address, "http://127.0.0.1");
        assert_eq!(alone.doubts, [Doubt::OnlyThis(IpAddr::from([127, 0, 0, 1]))]);
        let other = examine(Some(IpAddr::from([10, 0, 0, 2])), 8080);
        assert_eq!(other.address, "http://10.0.0.2:8080");
        assert_eq!(other.doubts, [Doubt::Port(8080)]);
    }

    #[test]
    fn the_code_of_the_terminal_is_square() {
        let drawn = qr_text("http://10.0.0.2");
        let widths: std::collections::BTreeSet<usize> = drawn.lines().map(|line| line.chars().count()).collect();
        assert_eq!(widths.len(), 1);
        assert!(drawn.lines().count() * 2 >= *widths.first().unwrap());
    }
}
