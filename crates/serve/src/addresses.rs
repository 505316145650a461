//! Which addresses this machine has, as far as phones can reach them.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Addresses of this machine on the networks that halls have, the most probable first. Nothing is sent: the system is
/// only asked which of its addresses it would use.
pub fn own() -> Vec<IpAddr> {
    let towards = [
        Ipv4Addr::new(192, 168, 255, 254),
        Ipv4Addr::new(10, 255, 255, 254),
        Ipv4Addr::new(172, 31, 255, 254),
        Ipv4Addr::new(192, 0, 2, 1),
    ];
    let mut found: Vec<IpAddr> = Vec::new();
    for target in towards {
        let asked = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
            socket.connect((target, 9))?;
            socket.local_addr()
        });
        if let Ok(own) = asked.map(|own| own.ip())
            && !own.is_loopback()
            && !own.is_unspecified()
            && !found.contains(&own)
        {
            found.push(own);
        }
    }
    found
}

/// `host:port` as a browser writes it: the port is left out where it is 80.
pub fn authority(host: &str, port: u16) -> String {
    with_port(host, port, 80)
}

/// The same of an address over TLS, where the port is left out if it is 443.
pub fn secure_authority(host: &str, port: u16) -> String {
    with_port(host, port, 443)
}

fn with_port(host: &str, port: u16, usual: u16) -> String {
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    if port == usual { host } else { format!("{host}:{port}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_port_is_not_written() {
        assert_eq!(authority("10.0.0.2", 80), "10.0.0.2");
        assert_eq!(authority("10.0.0.2", 8080), "10.0.0.2:8080");
        assert_eq!(authority("::1", 8080), "[::1]:8080");
    }
}
