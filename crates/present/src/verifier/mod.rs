//! The page that checks logs: one file that asks nothing of any network.

use std::collections::BTreeMap;
use std::fmt::Write;

use adjutant_core::chain::Hash;
use adjutant_core::reliance::LAW;
use serde_json::json;

use crate::single::{self, Carried, File};

const STYLE: &str =
    concat!(include_str!("../single/tokens.css"), include_str!("../single/hall.css"), include_str!("verify.css"));
const SCRIPT: &str = concat!(include_str!("../single/engine.js"), include_str!("zip.js"), include_str!("verify.js"));
const BODY: &str = include_str!("verify.html");

/// The page, with the module that judges logs. It takes logs, folders, bundles of events, files of trusted keys and
/// engines of older laws, those that `engines` names by their hashes, and sends nothing anywhere.
///
/// # Examples
/// ```
/// let page = adjutant_present::verifier::html(b"a module", &std::collections::BTreeMap::new());
/// assert!(page.contains("default-src 'none'") && page.contains("Check a battle"));
/// ```
pub fn html(module: &[u8], engines: &BTreeMap<u32, Hash>) -> String {
    let mut body = BODY.to_owned();
    let own = Hash::of(module);
    let _ = write!(
        body,
        "<footer class=\"foot\"><div>Law {LAW}. The module in this page has the hash <span class=\"mono\">{own}</span>; \
         the program that made the page prints it too.</div></footer>"
    );
    let carried = Carried { module: Some(module), ..Carried::default() };
    let data = json!({ "module": own, "engines": engines });
    single::page(&File { title: "Check a battle", style: STYLE, script: SCRIPT, body: &body, data: &data, carried })
}

/// The policy of the page, as a server sends it too.
pub fn policy() -> String {
    single::policy(SCRIPT, STYLE)
}
