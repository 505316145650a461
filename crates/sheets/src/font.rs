//! The two faces of every sheet: their metrics, and the part of them that a document needs.
//!
//! A face is unpacked and parsed once in a process. printpdf alone embeds whole fonts unless it is built with its layout engine,
//! which brings some seventy crates; so a document's characters are collected first and the faces are cut down to
//! them with the subsetter that printpdf already depends on.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::sync::LazyLock;

use allsorts::binary::read::ReadScope;
use allsorts::font_data::FontData;
use allsorts::subset::{CmapTarget, SubsetProfile, subset};
use flate2::read::ZlibDecoder;
use printpdf::{FontMetrics, ParsedFont};

use crate::error::SheetError;

/// Thickness of the strokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

impl Weight {
    pub const ALL: [Weight; 2] = [Weight::Regular, Weight::Bold];

    /// Name of the face among the resources of a page.
    pub fn resource(self) -> &'static str {
        match self {
            Weight::Regular => "Regular",
            Weight::Bold => "Bold",
        }
    }

    pub fn face(self) -> &'static Face {
        match self {
            Weight::Regular => &REGULAR,
            Weight::Bold => &BOLD,
        }
    }
}

static REGULAR: LazyLock<Face> =
    LazyLock::new(|| Face::parse("NotoSans-Regular", include_bytes!(concat!(env!("OUT_DIR"), "/NotoSans-Regular.z"))));
static BOLD: LazyLock<Face> =
    LazyLock::new(|| Face::parse("NotoSans-Bold", include_bytes!(concat!(env!("OUT_DIR"), "/NotoSans-Bold.z"))));

/// Characters below this one are looked up in a list; all of Latin, Greek and Cyrillic are.
const LISTED: usize = 0x2200;

/// A font of the repository.
pub(crate) struct Face {
    name: &'static str,
    bytes: Vec<u8>,
    parsed: ParsedFont,
    advances: Vec<Option<u16>>,
}

impl Face {
    fn parse(name: &'static str, packed: &[u8]) -> Face {
        let mut bytes = Vec::new();
        let unpacked = ZlibDecoder::new(packed).read_to_end(&mut bytes).ok();
        let parsed = unpacked
            .and_then(|_| ParsedFont::from_bytes(&bytes, 0, &mut Vec::new()))
            .unwrap_or_else(|| unreachable!("the fonts of the repository are whole; a test reads them"));
        let advance = |c: u32| parsed.lookup_glyph_index(c).and_then(|glyph| parsed.get_glyph_width(glyph));
        let advances = (0..LISTED as u32).map(advance).collect();
        Face { name, bytes, parsed, advances }
    }

    /// How far a character moves the pen, in units of the font; `None` if the font lacks it.
    pub fn advance(&self, c: char) -> Option<u16> {
        match self.advances.get(c as usize) {
            Some(listed) => *listed,
            None => self.parsed.lookup_glyph_index(c as u32).and_then(|glyph| self.parsed.get_glyph_width(glyph)),
        }
    }

    /// Width of a line in points.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        let units: u32 = text.chars().filter_map(|c| self.advance(c)).map(u32::from).sum();
        units as f32 * size / f32::from(self.parsed.units_per_em)
    }

    /// The face with the glyphs of some characters only, ready to be embedded.
    ///
    /// Each character gets a glyph of its own, so that what is selected on the page is what was written, even where
    /// two scripts share a shape.
    pub fn cut_down_to(&self, characters: &BTreeSet<char>) -> Result<ParsedFont, SheetError> {
        let glyphs: BTreeMap<u32, u16> =
            characters.iter().filter_map(|&c| Some((c as u32, self.parsed.lookup_glyph_index(c as u32)?))).collect();
        let kept: Vec<u16> = BTreeSet::from_iter(glyphs.values().copied().chain([0])).into_iter().collect();
        let place = |glyph: u16| kept.binary_search(&glyph).map_or(0, |place| place as u16);
        let mut font = ParsedFont::with_glyph_data(
            self.subset_bytes(&kept)?,
            0,
            Some(format!("ADJUTA+{}", self.name)),
            glyphs.iter().map(|(&c, &glyph)| (c, place(glyph))).collect(),
            kept.iter().filter_map(|&glyph| Some((place(glyph), self.parsed.get_glyph_width(glyph)?))).collect(),
            self.parsed.units_per_em,
            FontMetrics { ascent: self.parsed.font_metrics.ascent, descent: self.parsed.font_metrics.descent },
        );
        font.pdf_font_metrics = self.parsed.pdf_font_metrics.clone();
        Ok(font)
    }

    fn subset_bytes(&self, glyphs: &[u16]) -> Result<Vec<u8>, SheetError> {
        let refuse = |error: &dyn std::fmt::Display| SheetError::Font { face: self.name, message: error.to_string() };
        let font = ReadScope::new(&self.bytes).read::<FontData<'_>>().map_err(|e| refuse(&e))?;
        let tables = font.table_provider(0).map_err(|e| refuse(&e))?;
        subset(&tables, glyphs, &SubsetProfile::Pdf, CmapTarget::Unicode).map_err(|e| refuse(&e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_greek_and_cyrillic_are_covered() {
        for weight in Weight::ALL {
            let face = weight.face();
            for text in
                ["Żółć ẞß Đặng Łukasz Íñigo Ærøskøbing ŉ Ǆ Ș", "Ἀχιλλεύς Ωμέγα ΐ", "Ђорђе Їжак Җәмилә Ѳеодоръ Ӑ"]
            {
                let missing: String = text.chars().filter(|&c| face.advance(c).is_none()).collect();
                assert_eq!(missing, "", "{weight:?}");
            }
            for c in "…–—·×/½’“”„«»\u{fffd}".chars() {
                assert!(face.advance(c).is_some(), "{c} {weight:?}");
            }
        }
    }

    #[test]
    fn no_two_letters_of_the_three_scripts_share_a_glyph() {
        let face = Weight::Regular.face();
        let mut seen = BTreeMap::new();
        for c in ('A'..='ž').chain('Ά'..='ώ').chain('Ѐ'..='ӿ').filter(|c| c.is_alphabetic()) {
            if let Some(glyph) = face.parsed.lookup_glyph_index(c as u32) {
                assert_eq!(seen.insert(glyph, c), None, "{c}");
            }
        }
    }

    #[test]
    fn figures_are_all_of_one_width() {
        for weight in Weight::ALL {
            let widths = BTreeSet::from_iter(('0'..='9').map(|c| weight.face().advance(c)));
            assert_eq!(widths.len(), 1);
        }
    }

    #[test]
    fn a_face_cut_down_is_small() {
        let whole = Weight::Regular.face();
        let cut = whole.cut_down_to(&BTreeSet::from(['A', 'Ж', 'ω'])).unwrap();
        assert!(cut.original_bytes.len() < 20_000, "{} bytes", cut.original_bytes.len());
        assert_eq!(cut.codepoint_to_glyph.len(), 3);
    }
}
