//! What a font of a PDF of this program says that its glyphs stand for.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object};

/// The text of each glyph, by its number on the pages.
pub fn told(pdf: &Document, font: &Dictionary) -> BTreeMap<u16, String> {
    let map = font.get(b"ToUnicode").and_then(Object::as_reference).and_then(|map| pdf.get_object(map));
    let map = map.and_then(Object::as_stream).and_then(|map| map.decompressed_content()).expect("a map");
    let map = String::from_utf8(map).expect("UTF-8");
    let hex = |text: &str| -> Vec<u16> {
        let units = text.as_bytes().chunks(4).map(|four| str::from_utf8(four).expect("ASCII"));
        units.map(|four| u16::from_str_radix(four, 16).expect("hexadecimal")).collect()
    };
    let pair = |line: &str| {
        let (glyph, text) = line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <")?;
        Some((hex(glyph)[0], String::from_utf16(&hex(text)).expect("a text")))
    };
    map.lines().filter_map(pair).collect()
}
