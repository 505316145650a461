//! What pages load besides themselves: one sheet of style, one script. Their names hold their hash, so that a browser
//! may keep them and never shows an old one.

use std::sync::LazyLock;

use adjutant_core::chain::Hash;

/// A file that is served as it stands.
pub struct Asset {
    /// Its path, with its hash.
    pub path: String,
    /// Its type.
    pub mime: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

impl Asset {
    fn new(stem: &str, ending: &str, mime: &'static str, bytes: &'static [u8]) -> Asset {
        Asset { path: format!("/a/{stem}.{:.16}.{ending}", Hash::of(bytes).to_string()), mime, bytes }
    }
}

/// The sheet of style.
pub static STYLE: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("style", "css", "text/css; charset=utf-8", include_bytes!("../assets/style.css")));

/// The script. Pages work without it.
pub static SCRIPT: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("live", "js", "text/javascript; charset=utf-8", include_bytes!("../assets/live.js")));

/// The asset of a path.
pub fn find(path: &str) -> Option<&'static Asset> {
    [&*STYLE, &*SCRIPT].into_iter().find(|asset| asset.path == path)
}
