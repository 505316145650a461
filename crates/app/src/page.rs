//! The module that judges logs in a browser: where it lies, and whether it is the one that was built with this program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use adjutant_core::chain::Hash;

use crate::error::Error;
use crate::files;

/// The most that a module may come to, in bytes.
const MODULE_BYTES_MAX: usize = 32 << 20;

/// The name of its file.
const FILE: &str = "page.wasm";

/// The hash of the module that was built with this program; none where none was.
pub fn expected() -> Option<Hash> {
    option_env!("ADJUTANT_PAGE_HASH").and_then(Hash::parse)
}

/// The module: from the file that is named, or else from the one that lies beside the program or in `share/adjutant`. None where
/// there is none, or where what lies there is not the one that was built with this program.
///
/// # Errors
/// A file that was named and cannot be read, or is no module.
pub fn module(named: Option<&Path>) -> Result<Option<Vec<u8>>, Error> {
    if let Some(path) = named {
        let bytes = files::read_within(path, MODULE_BYTES_MAX)?;
        let other = || std::io::Error::new(std::io::ErrorKind::InvalidData, "this is not a WebAssembly module");
        return if is_module(&bytes) { Ok(Some(bytes)) } else { Err(Error::file(path, other())) };
    }
    let found = places()
        .into_iter()
        .filter(|path| path.is_file())
        .filter_map(|path| files::read_within(&path, MODULE_BYTES_MAX).ok().filter(|bytes| is_module(bytes)));
    let ours = |bytes: &Vec<u8>| expected().is_none_or(|hash| Hash::of(bytes) == hash);
    Ok(found.into_iter().find(ours))
}

fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\0asm")
}

fn places() -> Vec<PathBuf> {
    let program = std::env::current_exe().and_then(std::fs::canonicalize).ok();
    let folder = program.as_deref().and_then(Path::parent);
    let beside = folder.map(|folder| folder.join(FILE));
    let shared = folder.and_then(Path::parent).map(|above| above.join("share").join("adjutant").join(FILE));
    beside.into_iter().chain(shared).collect()
}

/// The engines of the laws before today's, by their hashes.
pub fn engines() -> BTreeMap<u32, Hash> {
    crate::engines::older().map(|built| (built.law, built.hash)).collect()
}

/// The engine of an older law, as a browser takes it; none where it does not come with the program.
pub fn engine(law: u32) -> Option<Vec<u8>> {
    adjutant_engines::Engines::module_of(law).ok().flatten()
}
