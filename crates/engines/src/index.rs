//! The laws that were released: `engines/INDEX`.

use std::sync::LazyLock;

use adjutant_core::chain::Hash;

/// How the module of a law was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The law.
    pub law: u32,
    /// SHA-256 of the module.
    pub hash: Hash,
    /// The commit that it was built from.
    pub commit: String,
    /// What `rustc -V` said.
    pub compiler: String,
    /// The flags, as `.ci/module` gave them.
    pub flags: String,
}

const INDEX: &str = include_str!("../engines/INDEX");

/// The released laws, the oldest first.
///
/// ```
/// assert_eq!(adjutant_engines::released()[0].law, 1);
/// ```
pub fn released() -> &'static [Built] {
    static RELEASED: LazyLock<Vec<Built>> = LazyLock::new(|| INDEX.lines().filter_map(row).collect());
    &RELEASED
}

/// A row: five fields, with `|` between them. A test reads the file again.
fn row(line: &str) -> Option<Built> {
    let [law, hash, commit, compiler, flags] = line.split('|').map(str::trim).collect::<Vec<_>>().try_into().ok()?;
    let (law, hash) = (law.parse().ok()?, Hash::parse(hash)?);
    Some(Built { law, hash, commit: commit.to_owned(), compiler: compiler.to_owned(), flags: flags.to_owned() })
}

/// The modules that come with the program, packed.
#[cfg(feature = "interpreter")]
pub(crate) fn shipped(law: u32) -> Option<&'static [u8]> {
    match law {
        1 => Some(include_bytes!("../engines/engine-1.wasm.br")),
        2 => Some(include_bytes!("../engines/engine-2.wasm.br")),
        _ => None,
    }
}
