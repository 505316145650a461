//! What `--version` says: the release, the commit, what was built in, and the laws.

use std::sync::LazyLock;

use adjutant_core::reliance::LAW;

/// The commit that it was built from, where that was known: `build.rs` asks git, `.ci/release` says it.
const COMMIT: Option<&str> = option_env!("ADJUTANT_COMMIT");

/// What was built in beyond what is always there.
const FEATURES: [(&str, bool); 5] = [
    ("archive", cfg!(feature = "archive")),
    ("engines", cfg!(feature = "engines")),
    ("postgres", cfg!(feature = "postgres")),
    ("serve", cfg!(feature = "serve")),
    ("tls", cfg!(feature = "tls")),
];

static LINES: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.unwrap_or("not known: it was built from files that are in no repository of git");
    let features: Vec<&str> = FEATURES.iter().filter(|(_, built)| *built).map(|(name, _)| *name).collect();
    let older: Vec<String> = adjutant_app::engines::older().map(|built| built.law.to_string()).collect();
    let older = match cfg!(feature = "engines") {
        true => format!(", with the engines of law {}", older.join(", ")),
        false => ", without the engines of older laws".to_owned(),
    };
    format!("{}\ncommit {commit}\nfeatures {}\nlaw {LAW}{older}", env!("CARGO_PKG_VERSION"), features.join(", "))
});

/// The lines of `--version`.
pub fn long() -> &'static str {
    &LINES
}
