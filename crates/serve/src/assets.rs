//! What pages load besides themselves: one sheet of style, one script, an icon; further scripts and what signs, for those
//! who may. Their names hold their hash, so that a browser
//! may keep them and never shows an old one.

use std::borrow::Cow;
use std::sync::LazyLock;

use adjutant_core::chain::Hash;
use adjutant_present::TOKENS;
use serde_json::json;

/// A file that is served as it stands.
pub struct Asset {
    /// Its path, with its hash.
    pub path: String,
    /// Its type.
    pub mime: &'static str,
    /// What it holds.
    pub bytes: Cow<'static, [u8]>,
}

impl Asset {
    fn new(stem: &str, ending: &str, mime: &'static str, bytes: impl Into<Cow<'static, [u8]>>) -> Asset {
        let bytes = bytes.into();
        Asset { path: format!("/a/{stem}.{:.16}.{ending}", Hash::of(&bytes).to_string()), mime, bytes }
    }
}

/// A script.
fn script(stem: &str, bytes: &'static [u8]) -> Asset {
    Asset::new(stem, "js", "text/javascript; charset=utf-8", bytes)
}

/// The sheet of style.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let whole = [TOKENS, include_str!("../assets/style.css")].concat();
    Asset::new("style", "css", "text/css; charset=utf-8", whole.into_bytes())
});

/// What overlays of a stream look like: they load no other sheet.
pub static OVERLAY_STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let whole = [TOKENS, include_str!("../assets/overlay.css")].concat();
    Asset::new("overlay", "css", "text/css; charset=utf-8", whole.into_bytes())
});

/// The script of overlays, which keeps them fresh and shows nothing where it cannot.
pub static OVERLAY_SCRIPT: LazyLock<Asset> =
    LazyLock::new(|| script("overlay", include_bytes!("../assets/overlay.js")));

/// The script. Pages work without it.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| script("live", include_bytes!("../assets/live.js")));

/// The script of pages on which somebody may sign.
pub static SIGNER: LazyLock<Asset> = LazyLock::new(|| script("sign", include_bytes!("../assets/sign.js")));

/// The script of pages that are read out.
pub static SPEAKER: LazyLock<Asset> = LazyLock::new(|| script("spoken", include_bytes!("../assets/spoken.js")));

/// The script of pages of which a browser lets more be done in a secure context.
pub static SECURE: LazyLock<Asset> = LazyLock::new(|| script("secure", include_bytes!("../assets/secure.js")));

/// What shows notifications: phones take them from a worker alone.
pub static WORKER: LazyLock<Asset> = LazyLock::new(|| script("tell", include_bytes!("../assets/tell.js")));

/// What phones sign with, over plain http too: `.ci/module sign` builds it from `engines/sign`.
pub static SIGN: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("sign", "wasm", "application/wasm", &include_bytes!("../assets/sign.wasm")[..]));

/// The picture of the page in a tab.
pub static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("icon", "svg", "image/svg+xml", &include_bytes!("../assets/icon.svg")[..]));

/// The same for the home screen of a phone.
pub static TOUCH_ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("icon", "png", "image/png", &include_bytes!("../assets/icon.png")[..]));

/// What a phone needs to put the pages on its home screen, as an app of their own: over TLS.
pub static MANIFEST: LazyLock<Asset> = LazyLock::new(|| {
    let icon = |asset: &Asset, sizes: &str| json!({"src": asset.path, "type": asset.mime, "sizes": sizes});
    let app = json!({"name": "Adjutant", "short_name": "Adjutant", "start_url": "/", "scope": "/", "display": "standalone",
        "icons": [icon(&ICON, "any"), icon(&TOUCH_ICON, "180x180")]});
    Asset::new("app", "webmanifest", "application/manifest+json", app.to_string().into_bytes())
});

/// The asset of a path.
pub fn find(path: &str) -> Option<&'static Asset> {
    let pictures = [&*ICON, &*TOUCH_ICON, &*MANIFEST];
    let scripts = [&*SCRIPT, &*SIGNER, &*SIGN, &*SPEAKER, &*SECURE, &*WORKER, &*OVERLAY_SCRIPT];
    let mut all = [&*STYLE, &*OVERLAY_STYLE].into_iter().chain(scripts).chain(pictures);
    all.find(|asset| asset.path == path)
}
