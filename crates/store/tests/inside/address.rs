//! Tests of `address` that need what only it sees.

use super::*;

fn parse(text: &str) -> Result<Server, StoreError> {
    match Place::parse(Path::new(text))? {
        Place::Server(server) => Ok((*server).clone()),
        Place::File(path) => panic!("{} is an address", path.display()),
    }
}

#[test]
fn addresses_are_read() {
    let server =
        parse("postgresql://anna:p%40ss@db.example.org:5433/league?realm=north-club&connect_timeout=3").unwrap();
    assert_eq!(server.address, "postgres://anna:p%40ss@db.example.org:5433/league?connect_timeout=3");
    assert_eq!(server.shown, "postgres://anna@db.example.org:5433/league?realm=north-club");
    assert_eq!((server.realm.as_str(), server.schema.as_str(), server.encrypted), ("north-club", "adjutant", true));
    for here in ["localhost", "127.0.0.1:5432", "[::1]:5432", "[::1]", "", "%2Frun%2Fpostgresql"] {
        let server = parse(&format!("postgres://{here}/league?realm=a")).unwrap();
        assert!(!server.encrypted, "{here}");
    }
    assert!(!parse("postgres:///league?host=/run/postgresql&realm=a").unwrap().encrypted);
    assert!(parse("postgres://localhost,far.example.org/league?realm=a").unwrap().encrypted);
    assert!(parse("postgres://localhost/league?realm=a&host=far.example.org").unwrap().encrypted);
    assert!(parse("postgres://localhost/league?realm=a&sslmode=verify-full").unwrap().encrypted);
    let rooted = parse("postgres://h/d?realm=a&sslrootcert=%2Fetc%2Fca.pem").unwrap();
    assert_eq!(rooted.root.as_deref(), Some(Path::new("/etc/ca.pem")));
    assert!(Place::parse(Path::new("some/folder")).unwrap().file().is_some());
}

#[test]
fn a_password_is_never_shown_however_it_is_written() {
    for address in [
        "postgres://anna:secret@h/league?realm=a",
        "postgres://anna:secret@h/league",
        "postgres://anna:se@secret@h/league?realm=a",
        "postgres://anna:secret/secret@h/league?realm=a",
        "postgres://anna:12?secret@h/league?realm=a",
        "postgres://anna:12?secret=1@h/league?realm=a",
        "postgres://anna:secret",
        "postgres://anna:secret?realm=a",
        "postgres://h/league?realm=a&password=secret",
        "postgres://h/league?realm=a&pass=secret",
        "postgres://h/league?realm=a&user=anna&password=secret&schema=A",
        "POSTGRES://anna:secret@h/league?realm=no realm",
    ] {
        let told = match Place::parse(Path::new(address)) {
            Ok(place) => format!("{place} {place:?} {}", place.folder_name()),
            Err(error) => format!("{error} {error:?}"),
        };
        assert!(!told.contains("secret"), "{address}: {told}");
        assert!(Place::is_address(Path::new(address)));
    }
}

#[test]
fn a_folder_is_named_after_the_place() {
    let place = Place::parse(Path::new("postgres://anna:x@h:1/league?realm=north")).unwrap();
    assert_eq!(place.folder_name(), "anna_h_1_league_realm_north");
    // Other tables, and tables elsewhere, have a folder of their own.
    let folder = |more: &str| {
        let address = format!("postgres://anna:x@h:1/league?realm=north{more}");
        Place::parse(Path::new(&address)).unwrap().folder_name()
    };
    let folders = [folder(""), folder("&schema=other"), folder("&host=far"), folder("&port=2")];
    let different: std::collections::BTreeSet<&String> = folders.iter().collect();
    assert_eq!(different.len(), 4, "{folders:?}");
    assert_eq!(folder("&schema=adjutant&password=secret"), folders[0]);
}

#[test]
fn a_slip_in_an_address_makes_no_folder_that_bears_a_password() {
    for slip in [
        "postgre://north:s3cret@127.0.0.1:55433/league?realm=north-club",
        "mysql://north:s3cret@h/league",
        "postgres:north:s3cret@h/league",
        "Postgres:/north:s3cret@h/league?realm=a",
        "postgres//north:s3cret@h/league",
        "north:s3cret@h/league",
        "postgres.example.org/league?realm=north",
        "http://h/league",
    ] {
        assert!(Place::is_address(Path::new(slip)), "{slip}");
        let error = Place::parse(Path::new(slip)).unwrap_err();
        assert!(error.to_string().contains("./NAME") && !format!("{error:?}{error}").contains("s3cret"), "{error}");
    }
    for path in [
        "hall",
        "./postgre://h",
        "../a:b@c/d",
        "/mnt/c:d@e",
        r"C:\hall",
        "C:hall@home",
        "gt:2026",
        "anna@club/hall",
        "",
    ] {
        assert!(!Place::is_address(Path::new(path)) && Place::parse(Path::new(path)).is_ok(), "{path}");
    }
}
