//! Addresses of servers, as people write them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::error::StoreError;
use crate::place::{Place, Server};

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Options that are handed on to the client of the server as they stand.
const HANDED_ON: [&str; 9] = [
    "host",
    "hostaddr",
    "port",
    "user",
    "password",
    "application_name",
    "connect_timeout",
    "target_session_attrs",
    "options",
];

impl Place {
    /// Reads a path, or an address such as `postgres://anna@db.example.org/league?realm=north-club`.
    ///
    /// # Errors
    /// An address that lacks its realm or is not understood. Nothing of it is repeated: it may hold a password.
    ///
    /// # Examples
    /// ```
    /// use adjutant_store::Place;
    /// let place = Place::parse("postgres://anna:secret@db.example.org/league?realm=north-club".as_ref()).unwrap();
    /// assert_eq!(place.to_string(), "postgres://anna@db.example.org/league?realm=north-club");
    /// assert!(Place::parse("postgres://anna@db.example.org/league".as_ref()).is_err());
    /// assert!(Place::parse("folder/adjutant.db".as_ref()).unwrap().file().is_some());
    /// ```
    pub fn parse(text: &Path) -> Result<Place, StoreError> {
        match text.to_str().and_then(without_scheme) {
            None if looks_like_address(text) => Err(StoreError::Address(MISTYPED)),
            None => Ok(Place::File(text.to_path_buf())),
            Some(rest) => server(rest).map(|server| Place::Server(Arc::new(server))).map_err(StoreError::Address),
        }
    }

    /// Whether a text is the address of a server, good or bad, and not a path. What only looks like an address is a bad
    /// one: nobody means a folder that bears a password. A folder that is called so is `./NAME`.
    ///
    /// # Examples
    /// ```
    /// use adjutant_store::Place;
    /// for text in ["postgre://north:s3cret@h/league?realm=a", "postgres:league", "north:s3cret@h/league", "mysql://h/d"] {
    ///     assert!(Place::is_address(text.as_ref()) && Place::parse(text.as_ref()).is_err(), "{text}");
    /// }
    /// for text in ["hall", "./a:b@c", "/home/anna@club/hall", r"C:\Users\anna", "gt:2026", "anna@club/hall"] {
    ///     assert!(!Place::is_address(text.as_ref()), "{text}");
    /// }
    /// ```
    pub fn is_address(text: &Path) -> bool {
        text.to_str().and_then(without_scheme).is_some() || looks_like_address(text)
    }
}

const MISTYPED: &str = "it begins as no address does; a folder that is called so is written ./NAME";

/// Whether a relative path is what remains of an address after a slip: `SCHEME:/`, `postgres` and a colon, a password
/// before a host, or a realm.
fn looks_like_address(text: &Path) -> bool {
    let text = text.to_string_lossy();
    if text.starts_with(['/', '.', '\\']) {
        return false;
    }
    let scheme = |scheme: &str| {
        scheme.len() > 1 && scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && !scheme.contains(['/', '\\'])
    };
    let begins = text.split_once(':').is_some_and(|(before, rest)| {
        scheme(before) && (rest.starts_with(['/', '\\']) || before.to_ascii_lowercase().starts_with("postgre"))
    });
    let password =
        text.split_once('@').is_some_and(|(before, _)| before.split_once(':').is_some_and(|(user, _)| user.len() != 1));
    begins || password || text.contains("?realm=") || text.contains("&realm=")
}

fn without_scheme(text: &str) -> Option<&str> {
    SCHEMES.iter().find_map(|scheme| {
        let start = text.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| &text[scheme.len()..])
    })
}

/// What stands behind the `?` of an address.
struct Options<'a> {
    realm: &'a str,
    schema: &'a str,
    encrypted: Option<bool>,
    root: Option<PathBuf>,
    patience: Option<Duration>,
    other_host: Option<&'a str>,
    handed_on: Vec<&'a str>,
}

impl<'a> Options<'a> {
    fn read(query: &'a str) -> Result<Options<'a>, &'static str> {
        let (encrypted, root, patience, other_host, handed_on) = (None, None, None, None, Vec::new());
        let mut read = Options { realm: "", schema: "adjutant", encrypted, root, patience, other_host, handed_on };
        for option in query.split('&').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').ok_or("an option is written as NAME=VALUE")?;
            match key {
                "realm" => read.realm = value,
                "schema" => read.schema = value,
                "sslrootcert" => {
                    read.root = Some(PathBuf::from(decoded(value).ok_or("its sslrootcert is not UTF-8")?));
                }
                "sslmode" => read.encrypted = Some(of_mode(value)?),
                key if HANDED_ON.contains(&key) => {
                    match key {
                        "host" | "hostaddr" => read.other_host = Some(value),
                        "connect_timeout" => read.patience = value.parse().ok().map(Duration::from_secs),
                        _ => {}
                    }
                    read.handed_on.push(option);
                }
                _ => return Err(UNKNOWN_OPTION),
            }
        }
        read.named().map(|()| read)
    }

    /// Whether realm and schema are named as they can be.
    fn named(&self) -> Result<(), &'static str> {
        let small = |c: char| c.is_ascii_lowercase() || c == '_';
        match (self.realm, self.schema) {
            ("", _) => Err("add ?realm=NAME, whose matches and events you mean, such as ?realm=north-club"),
            (realm, _) if realm.len() > 64 || !plain(realm, "-_.") => {
                Err("a realm is 1 to 64 letters, digits, dots, - and _")
            }
            (_, schema)
                if !schema.starts_with(small)
                    || schema.len() > 63
                    || !schema.chars().all(|c| small(c) || c.is_ascii_digit()) =>
            {
                Err("a schema is 1 to 63 small letters, digits and _")
            }
            _ => Ok(()),
        }
    }
}

const UNKNOWN_OPTION: &str =
    "it has an unknown option; known are realm, schema, sslmode, sslrootcert and those of libpq";

fn plain(text: &str, more: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c))
}

fn server(rest: &str) -> Result<Server, &'static str> {
    let (main, query) = rest.split_once('?').unwrap_or((rest, ""));
    if main.matches('@').count() > 1 || query.contains(['@', '?']) {
        return Err("write @ in a password as %40, / as %2F, ? as %3F");
    }
    let (who, whereabouts) = main.split_once('@').map_or((None, main), |(who, whereabouts)| (Some(who), whereabouts));
    let user = who.map(|who| who.split_once(':').map_or(who, |(user, _)| user));
    let (hosts, database) = whereabouts.split_once('/').unwrap_or((whereabouts, ""));
    let hosts_good = hosts.split(',').all(is_host);
    if !hosts_good || !plain(database, "-_.%") || !user.is_none_or(|user| plain(user, "-_.%+")) {
        return Err(
            "its parts are USER:PASSWORD@HOST:PORT/DATABASE?realm=NAME; write @ in a password as %40, / as %2F, ? as %3F",
        );
    }
    let Options { realm, schema, encrypted, root, patience, other_host, handed_on } = Options::read(query)?;
    let address = match handed_on.is_empty() {
        true => format!("postgres://{main}"),
        false => format!("postgres://{main}?{}", handed_on.join("&")),
    };
    let here = match other_host {
        Some(host) => is_here(host),
        None => hosts.split(',').all(is_here),
    };
    let user = user.filter(|user| !user.is_empty()).map_or_else(String::new, |user| format!("{user}@"));
    let mut shown = format!("postgres://{user}{hosts}/{database}?realm={realm}");
    // What else says which tables are meant, and where.
    if schema != "adjutant" {
        shown += &format!("&schema={schema}");
    }
    let whereabouts = |option: &&&str| matches!(option.split_once('='), Some(("host" | "hostaddr" | "port", _)));
    handed_on.iter().filter(whereabouts).for_each(|option| shown += &format!("&{option}"));
    let (realm, schema) = (realm.to_owned(), schema.to_owned());
    Ok(Server { shown, address, realm, schema, encrypted: encrypted.unwrap_or(!here), patience, root })
}

fn of_mode(mode: &str) -> Result<bool, &'static str> {
    match mode {
        "disable" => Ok(false),
        "require" | "verify-ca" | "verify-full" => Ok(true),
        _ => Err("sslmode is require (encrypted, and the server proves its name) or disable"),
    }
}

/// Whether a host is this machine: what is sent to it crosses no network.
fn is_here(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "" | "localhost" | "127.0.0.1" | "[::1]" | "::1") || name.starts_with('/') || name.starts_with("%2F")
}

fn is_host(text: &str) -> bool {
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !text.ends_with(']') => (name, port),
        _ => (text, ""),
    };
    let named = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.%".contains(c));
    let numbered = name.starts_with('[')
        && name.ends_with(']')
        && name.chars().all(|c| c.is_ascii_hexdigit() || "[]:.".contains(c));
    (named || numbered) && port.chars().all(|c| c.is_ascii_digit())
}

/// Text with its `%41` read; `None` where that is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .and_then(|two| std::str::from_utf8(two).ok())
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
#[path = "../tests/inside/address.rs"]
mod tests;
