//! Single files for a browser: page, style, script, what the script reads, and the module that judges logs. Their policy
//! names what may run by its hash, so nothing from outside runs, and no request leaves them.

use std::io::Write;

use adjutant_core::chain::Hash;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::map::escaped;

/// Colours, sizes and steps, as style: the pages of a hall and the files that stand by themselves look alike.
pub const TOKENS: &str = include_str!("tokens.css");

/// What a file carries so that it can be checked where it is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Carried<'a> {
    /// The log, as it was exported; none in a file that takes logs.
    pub log: Option<&'a [u8]>,
    /// The module that judges logs; without one the file only shows.
    pub module: Option<&'a [u8]>,
    /// The packs that the log names and that the module does not hold, as it is told of them.
    pub packs: Option<&'a Value>,
}

/// A file for a browser.
pub(crate) struct File<'a> {
    pub title: &'a str,
    pub style: &'a str,
    pub script: &'a str,
    pub body: &'a str,
    /// What the script reads.
    pub data: &'a Value,
    pub carried: Carried<'a>,
}

/// The whole file.
pub(crate) fn page(file: &File<'_>) -> String {
    let File { title, style, script, body, data, carried } = file;
    // A closing tag inside the data would end it.
    let data = data.to_string().replace('<', "\\u003c");
    let packed = |id: &str, bytes: Option<&[u8]>| {
        let bytes = bytes.map(|bytes| format!("<script type=\"text/plain\" id=\"{id}\">{}</script>\n", packed(bytes)));
        bytes.unwrap_or_default()
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1, viewport-fit=cover\"><meta name=\"color-scheme\" content=\"dark \
         light\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n<style>{style}</style></head>\n<body>\n\
         {body}\n<script type=\"application/json\" id=\"data\">{data}</script>\n{}{}<script>{script}</script>\n</body></html>\n",
        escaped(title),
        policy(script, style),
        packed("log", carried.log),
        packed("module", carried.module),
    )
}

/// What a browser may do with such a file.
pub(crate) fn policy(script: &str, style: &str) -> String {
    let named = |text: &str| STANDARD.encode(Hash::of(text.as_bytes()).as_bytes());
    format!(
        "default-src 'none'; script-src 'sha256-{}' 'wasm-unsafe-eval'; style-src 'sha256-{}'; worker-src blob:; img-src \
         data: blob:; base-uri 'none'; form-action 'none'",
        named(script),
        named(style)
    )
}

/// Bytes as text in a file: gzip, then base64.
fn packed(bytes: &[u8]) -> String {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    // Nothing is written outside memory, so nothing can fail.
    let packed = packer.write_all(bytes).and_then(|()| packer.finish()).unwrap_or_default();
    STANDARD.encode(packed)
}
