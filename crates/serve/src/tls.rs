//! TLS beside plain http: a certificate and its key from two files, read again once they are renewed.
//!
//! Without the feature `tls` there are no [`Keys`], and the door says so.

use std::path::PathBuf;

/// The files of a certificate and its key.
#[derive(Clone, Debug)]
pub struct Files {
    /// The certificate and those that vouch for it, as PEM, its own first.
    pub certificate: PathBuf,
    /// Its private key, as PEM.
    pub key: PathBuf,
    /// The port that is listened on.
    pub port: u16,
}

/// Why nothing is served over TLS.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The program was built without it.
    #[error("this program was built without TLS")]
    NotBuilt,
    /// A file that cannot be read, or holds something else.
    #[error("{file}: {why}")]
    File {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// The certificate and the key do not belong together, or nobody knows their kind.
    #[error("the certificate and its key cannot be used: {0}")]
    Pair(String),
}

#[cfg(not(feature = "tls"))]
pub use without::Keys;

#[cfg(feature = "tls")]
pub use with::Keys;

#[cfg(not(feature = "tls"))]
mod without {
    use super::{Files, TlsError};
    use crate::bounded::Bounded;

    /// There are none: this program was built without TLS.
    pub enum Keys {}

    impl Keys {
        /// Says that there is no TLS here.
        ///
        /// # Errors
        /// Always.
        pub fn read(_: Files) -> Result<Keys, TlsError> {
            Err(TlsError::NotBuilt)
        }

        pub(crate) async fn secured(&self, _: Bounded) -> Option<Bounded> {
            match *self {}
        }
    }
}

#[cfg(feature = "tls")]
mod with {
    use std::fs::Metadata;
    use std::path::Path;
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::{Duration, Instant, SystemTime};

    use rustls::ServerConfig;
    use rustls::crypto::ring;
    use rustls::pki_types::pem::{self, PemObject};
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::server::TlsStream;

    use super::{Files, TlsError};
    use crate::bounded::Bounded;
    use crate::limits::REQUEST_TIME;

    /// So often at the most it is asked whether the files were renewed.
    const ASKED: Duration = Duration::from_secs(1);

    /// What a site proves its name with. Files that were renewed are used from the next connection on; where they cannot be
    /// read, as in the middle of a renewal, those of before go on.
    pub struct Keys {
        files: Files,
        kept: Mutex<Kept>,
    }

    struct Kept {
        config: Arc<ServerConfig>,
        marks: [Option<Mark>; 2],
        asked: Instant,
    }

    /// What tells that a file was written again: when it was changed, and how long it is.
    type Mark = (SystemTime, u64);

    impl Keys {
        /// Reads a certificate and its key.
        ///
        /// # Errors
        /// A file that cannot be read, or two that do not belong together.
        pub fn read(files: Files) -> Result<Keys, TlsError> {
            let marks = marks(&files);
            let config = config(&files)?;
            Ok(Keys { files, kept: Mutex::new(Kept { config, marks, asked: Instant::now() }) })
        }

        /// A connection over TLS, once both sides have agreed on it.
        pub(crate) async fn secured(&self, stream: Bounded) -> Option<TlsStream<Bounded>> {
            let agreed = TlsAcceptor::from(self.current()).accept(stream);
            tokio::time::timeout(REQUEST_TIME, agreed).await.ok()?.ok()
        }

        fn current(&self) -> Arc<ServerConfig> {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.asked.elapsed() >= ASKED {
                kept.asked = Instant::now();
                let marks = marks(&self.files);
                if marks != kept.marks
                    && let Ok(config) = config(&self.files)
                {
                    (kept.config, kept.marks) = (config, marks);
                }
            }
            kept.config.clone()
        }
    }

    fn marks(files: &Files) -> [Option<Mark>; 2] {
        let mark = |about: Metadata| Some((about.modified().ok()?, about.len()));
        [&files.certificate, &files.key].map(|file| file.metadata().ok().and_then(mark))
    }

    fn config(files: &Files) -> Result<Arc<ServerConfig>, TlsError> {
        let read = |file: &Path, error: pem::Error| TlsError::File {
            file: file.display().to_string(),
            why: match error {
                pem::Error::Io(error) => error.to_string(),
                pem::Error::NoItemsFound => "it holds no PEM of that kind".to_owned(),
                other => other.to_string(),
            },
        };
        let of_certificate = |error| read(&files.certificate, error);
        let chain = CertificateDer::pem_file_iter(&files.certificate).map_err(of_certificate)?;
        let chain = chain.collect::<Result<Vec<_>, _>>().map_err(of_certificate)?;
        if chain.is_empty() {
            return Err(of_certificate(pem::Error::NoItemsFound));
        }
        let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| read(&files.key, error))?;
        let unfit = |error: rustls::Error| TlsError::Pair(error.to_string());
        let versions = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(unfit)?;
        let mut config = versions.with_no_client_auth().with_single_cert(chain, key).map_err(unfit)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}
