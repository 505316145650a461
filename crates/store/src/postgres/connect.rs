//! The connection to the server, opened again where it was lost.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use adjutant_core::chain::Link;
use postgres::{Client, Config, NoTls, Statement};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::trouble::Trouble;
use crate::error::StoreError;
use crate::place::{Place, Server};

/// How long a server may take to answer a call.
const CONNECT_WAIT: Duration = Duration::from_secs(10);
/// How long data may lie on the way before the connection counts as lost.
const ANSWER_WAIT: Duration = Duration::from_secs(30);
/// How often something is tried that may work the next time.
const TRIES: u32 = 5;

/// A connection, and what it needs to be opened again.
pub(crate) struct Session {
    pub(super) server: Arc<Server>,
    pub(super) place: Place,
    client: Option<Client>,
    /// The statements that append, each prepared once for a connection.
    prepared: BTreeMap<&'static str, Statement>,
    /// The stream and the record that this connection wrote last, acknowledged by the server.
    pub(super) written: Option<(String, Link)>,
}

impl Session {
    pub(super) fn new(server: Arc<Server>, place: Place) -> Session {
        Session { server, place, client: None, prepared: BTreeMap::new(), written: None }
    }

    /// A statement with the namespace of the tables in place of `{}`.
    pub(super) fn sql(&self, text: &str) -> String {
        text.replace("{}", &self.server.schema)
    }

    /// The connection, opened where there is none.
    pub(super) fn client(&mut self) -> Result<&mut Client, StoreError> {
        let open = self.client.take().filter(|client| !client.is_closed());
        let client = match open {
            Some(client) => client,
            None => {
                self.hang_up();
                self.connect()?
            }
        };
        Ok(self.client.insert(client))
    }

    /// The connection with a prepared statement, which names the namespace of the tables `{}`.
    pub(super) fn prepared(
        &mut self,
        text: &'static str,
    ) -> Result<Result<(&mut Client, Statement), Trouble>, StoreError> {
        self.client()?;
        let sql = if self.prepared.contains_key(text) { String::new() } else { self.sql(text) };
        let Some(client) = self.client.as_mut() else { return Ok(Err(Trouble::lost())) };
        let statement = match self.prepared.entry(text) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(free) => match client.prepare(&sql) {
                Ok(statement) => free.insert(statement),
                Err(error) => return Ok(Err(Trouble::of(&error))),
            },
        };
        let statement = statement.clone();
        Ok(Ok((client, statement)))
    }

    /// Takes the connection away, so that the next question opens a new one.
    pub(super) fn hang_up(&mut self) {
        self.client = None;
        self.prepared.clear();
        self.written = None;
    }

    /// Asks, and asks again where the connection was lost or the server says that it may work the next time.
    pub(super) fn asked<T>(
        &mut self,
        mut question: impl FnMut(&mut Client) -> Result<T, postgres::Error>,
    ) -> Result<T, StoreError> {
        let mut tried = 0;
        loop {
            let trouble = match question(self.client()?) {
                Ok(answer) => return Ok(answer),
                Err(error) => Trouble::of(&error),
            };
            tried += 1;
            if !self.may_try_again(&trouble, tried) {
                return Err(trouble.told(&self.place));
            }
        }
    }

    /// After trouble: whether the same may be tried again. Waits a moment, longer each time.
    pub(super) fn may_try_again(&mut self, trouble: &Trouble, tried: u32) -> bool {
        match trouble {
            Trouble::Lost(_) => self.hang_up(),
            Trouble::Again => {}
            _ => return false,
        }
        // Different processes wait differently long, so that they do not meet again.
        let spread = u64::from(std::process::id() % 7);
        std::thread::sleep(Duration::from_millis((5 + spread) << tried.min(6)));
        tried < TRIES
    }

    fn connect(&self) -> Result<Client, StoreError> {
        let no_access = |what: String| StoreError::NoAccess { place: self.place.clone(), what };
        let mut config = Config::from_str(&self.server.address)
            .map_err(|_| StoreError::Address("a part of it is not what the server's client takes"))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_WAIT);
        }
        config.tcp_user_timeout(ANSWER_WAIT);
        if config.get_application_name().is_none() {
            config.application_name("adjutant");
        }
        let connected = if self.server.encrypted {
            config.ssl_mode(postgres::config::SslMode::Require);
            config.connect(self.tls().map_err(no_access)?)
        } else {
            config.ssl_mode(postgres::config::SslMode::Disable);
            config.connect(NoTls)
        };
        let mut client = connected.map_err(|error| Trouble::of_connecting(&error).told(&self.place))?;
        // Whatever the server's own default is: acknowledged means on disk.
        let durable = "SELECT set_config('synchronous_commit', 'on', false) \
                       WHERE current_setting('synchronous_commit') IN ('off', 'local')";
        client.batch_execute(durable).map_err(|error| Trouble::of_connecting(&error).told(&self.place))?;
        Ok(client)
    }

    /// Encrypts, and believes a server only under the name in the address and a certificate that the named authority,
    /// or one that this machine trusts, has given it.
    fn tls(&self) -> Result<MakeRustlsConnect, String> {
        let mut roots = rustls::RootCertStore::empty();
        match &self.server.root {
            Some(path) => {
                let tell = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
                let certificates = CertificateDer::pem_file_iter(path).map_err(|error| tell(&error))?;
                for certificate in certificates {
                    roots.add(certificate.map_err(|error| tell(&error))?).map_err(|error| tell(&error))?;
                }
                if roots.is_empty() {
                    return Err(tell(&"this file holds no certificate"));
                }
            }
            None => {
                let found = rustls_native_certs::load_native_certs();
                // A certificate of this machine that cannot be read is one that is not trusted.
                let _ = roots.add_parsable_certificates(found.certs);
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }
}
