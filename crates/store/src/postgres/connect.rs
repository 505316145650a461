//! The connection to the server, opened again where it was lost.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use adjutant_core::chain::Link;
use postgres::{Client, Config, NoTls, Statement};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::trouble::Trouble;
use crate::error::StoreError;
use crate::place::{Place, Server, waiting};

/// How long a server may take to answer a call, from the first packet until it is ready to be asked.
const CONNECT_WAIT: Duration = Duration::from_secs(10);
/// How long data may lie on the way before the connection counts as lost.
const ANSWER_WAIT: Duration = Duration::from_secs(30);
/// How long somebody else may hold what is asked for, and how long a statement may take, as the server counts.
const LIMITS: &str = "SET lock_timeout = '10s'; SET statement_timeout = '60s'; \
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')";
/// How long the server may say nothing to a statement: longer than it gives itself.
pub(super) const STATEMENT_WAIT: Duration = Duration::from_secs(75);
/// How long a lost connection is opened again and again, as where a standby takes over.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often two transactions that met are tried again.
const TRIES: u32 = 5;

/// A connection, and what it needs to be opened again.
pub(crate) struct Session {
    pub(super) server: Arc<Server>,
    pub(super) place: Place,
    pub(super) watch: Arc<Watch>,
    /// The folder that keeps what was sent and not answered, where there is one.
    pub(super) notes: Option<PathBuf>,
    client: Option<Client>,
    /// The statements that append, each prepared once for a connection.
    prepared: BTreeMap<&'static str, Statement>,
    /// Whether the database is known to take streams of any kind, which it never unlearns.
    pub(super) holds_any_kind: bool,
    /// The stream and the record that this connection wrote last, acknowledged by the server.
    pub(super) written: Option<(String, Link)>,
}

/// From which failure on somebody is told that it is being tried again: what comes back at once is not worth a word.
const SILENT: u32 = 4;

/// How often something was tried, and since when.
#[derive(Default)]
pub(super) struct Tries {
    count: u32,
    first: Option<Instant>,
}

/// What those who wait for the connection know of it: until when it is to give a sign, and whether anybody waits still.
pub(crate) struct Watch(Mutex<(Instant, Sent)>);

/// What became of an append.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Sent {
    /// Nothing is on its way.
    #[default]
    Nothing,
    /// It may be with the server, which has not answered.
    OnItsWay,
    /// Nobody waits any more.
    Abandoned,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch(Mutex::new((Instant::now() + CONNECT_WAIT, Sent::Nothing)))
    }
}

impl Watch {
    fn with<T>(&self, look: impl FnOnce(&mut (Instant, Sent)) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A sign of life, and within what the next one is due.
    pub(super) fn expect_answer_in(&self, time: Duration) {
        self.with(|(until, _)| *until = Instant::now() + time);
    }

    /// How long it may still say nothing.
    pub(super) fn left(&self) -> Duration {
        self.with(|(until, _)| until.saturating_duration_since(Instant::now()))
    }

    /// Says what became of an append; gives what was said before.
    pub(super) fn sent(&self, now: Sent) -> Sent {
        self.with(|(_, sent)| if *sent == Sent::Abandoned { *sent } else { std::mem::replace(sent, now) })
    }
}

impl Session {
    pub(super) fn new(server: Arc<Server>, place: Place, watch: Arc<Watch>) -> Session {
        let (notes, client, prepared, written) = (None, None, BTreeMap::new(), None);
        Session { server, place, watch, notes, client, prepared, holds_any_kind: false, written }
    }

    /// A statement with the namespace of the tables in place of `{}`.
    pub(super) fn sql(&self, text: &str) -> String {
        text.replace("{}", &self.server.schema)
    }

    /// The connection, opened where there is none.
    fn client(&mut self) -> Result<&mut Client, Trouble> {
        let open = self.client.take().filter(|client| !client.is_closed());
        let client = match open {
            Some(client) => client,
            None => {
                self.hang_up();
                self.connect()?
            }
        };
        self.watch.expect_answer_in(STATEMENT_WAIT);
        Ok(self.client.insert(client))
    }

    /// The connection with a prepared statement, which names the namespace of the tables `{}`.
    pub(super) fn prepared(&mut self, text: &'static str) -> Result<(&mut Client, Statement), Trouble> {
        self.client()?;
        let sql = if self.prepared.contains_key(text) { String::new() } else { self.sql(text) };
        let client = self.client.as_mut().ok_or_else(Trouble::lost)?;
        let statement = match self.prepared.entry(text) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(free) => free.insert(client.prepare(&sql).map_err(|error| Trouble::of(&error))?),
        };
        let statement = statement.clone();
        Ok((client, statement))
    }

    /// Takes the connection away, so that the next question opens a new one.
    fn hang_up(&mut self) {
        self.client = None;
        self.prepared.clear();
        self.written = None;
    }

    /// Asks, and asks again where the connection was lost or the server says that it may work the next time.
    pub(super) fn asked<T>(
        &mut self,
        mut question: impl FnMut(&mut Client) -> Result<T, postgres::Error>,
    ) -> Result<T, StoreError> {
        let mut tries = Tries::default();
        loop {
            let asked = self.client().and_then(|client| question(client).map_err(|error| Trouble::of(&error)));
            let trouble = match asked {
                Ok(answer) => return Ok(answer),
                Err(trouble) => trouble,
            };
            if !self.may_try_again(&trouble, &mut tries) {
                return Err(trouble.told(&self.place));
            }
        }
    }

    /// After trouble: whether the same may be tried again. Waits a moment, longer each time; somebody at a terminal is
    /// told so.
    pub(super) fn may_try_again(&mut self, trouble: &Trouble, tries: &mut Tries) -> bool {
        let first = *tries.first.get_or_insert_with(Instant::now);
        tries.count += 1;
        let again = match trouble {
            Trouble::Lost(what) => {
                self.hang_up();
                let left = self.server.patience.unwrap_or(PATIENCE).saturating_sub(first.elapsed());
                if tries.count == SILENT && !left.is_zero() {
                    waiting(&self.place, what, left);
                }
                !left.is_zero()
            }
            Trouble::Again => tries.count < TRIES,
            _ => false,
        };
        if again {
            // Different processes wait differently long, so that they do not meet again.
            let spread = u64::from(std::process::id() % 7);
            self.watch.expect_answer_in(CONNECT_WAIT);
            std::thread::sleep(Duration::from_millis((5 + spread) << tries.count.min(6)));
        }
        again
    }

    fn connect(&self) -> Result<Client, Trouble> {
        let mut config = Config::from_str(&self.server.address)
            .map_err(|_| Trouble::NoAccess("a part of its address is not what the server's client takes".to_owned()))?;
        let wait = config.get_connect_timeout().copied().filter(|wait| !wait.is_zero()).unwrap_or(CONNECT_WAIT);
        // A machine that is there and does not speak counts as one that is not; several hosts are called in turn.
        self.watch.expect_answer_in(wait * u32::try_from(config.get_hosts().len().max(1)).unwrap_or(1));
        config.connect_timeout(wait).tcp_user_timeout(ANSWER_WAIT);
        config.keepalives_idle(CONNECT_WAIT).keepalives_interval(CONNECT_WAIT / 2).keepalives_retries(3);
        if config.get_application_name().is_none() {
            config.application_name("adjutant");
        }
        let connected = if self.server.encrypted {
            config.ssl_mode(postgres::config::SslMode::Require);
            config.connect(self.tls().map_err(Trouble::NoAccess)?)
        } else {
            config.ssl_mode(postgres::config::SslMode::Disable);
            config.connect(NoTls)
        };
        let mut client = connected.map_err(|error| Trouble::of_connecting(&error))?;
        // Whatever the server's own defaults are: acknowledged means on disk, and nobody waits for ever.
        client.batch_execute(LIMITS).map_err(|error| Trouble::of_connecting(&error))?;
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
