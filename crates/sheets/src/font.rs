//! The faces of every sheet: their metrics, and the part of them that a document needs.
//!
//! Two come with the program; letters that they lack are looked for by [`crate::letters`]. A face is unpacked and read once in
//! a process, and cut down to the glyphs of a document.

use std::collections::HashMap;
use std::io::Read;
use std::sync::LazyLock;

use allsorts::binary::read::ReadScope;
use allsorts::error::ParseError;
use allsorts::font::{Encoding, Font};
use allsorts::font_data::{DynamicFontTableProvider, FontData};
use allsorts::subset::{CmapTarget, SubsetProfile, subset};
use allsorts::tables::FontTableProvider;
use allsorts::tables::cmap::CmapSubtable;
use allsorts::tag;
use flate2::read::ZlibDecoder;

use crate::error::SheetError;

/// Thickness of the strokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

impl Weight {
    pub fn face(self) -> &'static Face {
        match self {
            Weight::Regular => &REGULAR,
            Weight::Bold => &BOLD,
        }
    }
}

static REGULAR: LazyLock<Face> =
    LazyLock::new(|| Face::packed("NotoSans-Regular", include_bytes!(concat!(env!("OUT_DIR"), "/NotoSans-Regular.z"))));
static BOLD: LazyLock<Face> =
    LazyLock::new(|| Face::packed("NotoSans-Bold", include_bytes!(concat!(env!("OUT_DIR"), "/NotoSans-Bold.z"))));

/// Characters below this one are looked up in a list; all of Latin, Greek and Cyrillic are.
const LISTED: usize = 0x2200;

/// A font as its tables are read.
pub(crate) type Opened = Font<DynamicFontTableProvider<'static>>;

/// A font of the repository, or one that was found on the machine. It is kept for as long as the process runs.
pub(crate) struct Face {
    pub name: String,
    bytes: &'static [u8],
    /// Which font of a collection.
    index: usize,
    pub units_per_em: u16,
    pub ascent: i16,
    pub descent: i16,
    /// Left, lower, right and upper edge of all glyphs.
    pub bounds: [i16; 4],
    /// Whether its outlines are those of PostScript, which a PDF embeds in another way.
    pub is_postscript: bool,
    listed: Vec<Option<u16>>,
    others: HashMap<char, u16>,
    advances: Vec<u16>,
}

impl Face {
    fn packed(name: &str, packed: &[u8]) -> Face {
        let mut bytes = Vec::new();
        let unpacked = ZlibDecoder::new(packed).read_to_end(&mut bytes).ok();
        unpacked
            .and_then(|_| Face::read(name.to_owned(), bytes.leak(), 0).ok())
            .unwrap_or_else(|| unreachable!("the fonts of the repository are whole; a test reads them"))
    }

    /// Reads a font.
    ///
    /// # Errors
    /// It is damaged, or does not say by Unicode which letters it has.
    pub fn read(name: String, bytes: &'static [u8], index: usize) -> Result<Face, ParseError> {
        let mut font = open(bytes, index)?;
        let mut listed = vec![None; LISTED];
        let mut others = HashMap::new();
        by_unicode(&font)?.mappings_fn(|c, glyph| match (char::from_u32(c).filter(|_| glyph != 0), c as usize) {
            (Some(_), c) if c < LISTED => listed[c] = Some(glyph),
            (Some(c), _) => drop(others.insert(c, glyph)),
            (None, _) => {}
        })?;
        let advances = (0..font.num_glyphs()).map(|glyph| font.horizontal_advance(glyph).unwrap_or(0)).collect();
        let head = &font.head_table;
        Ok(Face {
            name,
            bytes,
            index,
            units_per_em: head.units_per_em.max(1),
            ascent: font.hhea_table.ascender,
            descent: font.hhea_table.descender,
            bounds: [head.x_min, head.y_min, head.x_max, head.y_max],
            is_postscript: !font.font_table_provider.has_table(tag::GLYF),
            listed,
            others,
            advances,
        })
    }

    /// The tables of the font, to shape a text by.
    pub fn opened(&self) -> Result<Opened, ParseError> {
        open(self.bytes, self.index)
    }

    /// The glyph of a character; `None` if the font lacks it.
    pub fn glyph(&self, c: char) -> Option<u16> {
        match self.listed.get(c as usize) {
            Some(listed) => *listed,
            None => self.others.get(&c).copied(),
        }
    }

    /// How far a glyph moves the pen, in units of the font.
    pub fn advance(&self, glyph: u16) -> u16 {
        self.advances.get(usize::from(glyph)).copied().unwrap_or(0)
    }

    /// Width in points of a line, letter by letter; none where this face lacks one of them.
    pub fn width(&self, text: &str, size: f32) -> Option<f32> {
        let units: Option<u32> = text.chars().map(|c| Some(u32::from(self.advance(self.glyph(c)?)))).sum();
        Some(units? as f32 * size / f32::from(self.units_per_em))
    }

    /// The font with some glyphs only, the first of which is 0, in their order.
    pub fn cut_down_to(&self, glyphs: &[u16]) -> Result<Vec<u8>, SheetError> {
        let refuse =
            |error: &dyn std::fmt::Display| SheetError::Font { face: self.name.clone(), message: error.to_string() };
        let font = ReadScope::new(self.bytes).read::<FontData<'_>>().map_err(|e| refuse(&e))?;
        let tables = font.table_provider(self.index).map_err(|e| refuse(&e))?;
        subset(&tables, glyphs, &SubsetProfile::Pdf, CmapTarget::Unicode).map_err(|e| refuse(&e))
    }
}

fn open(bytes: &'static [u8], index: usize) -> Result<Opened, ParseError> {
    let data = ReadScope::new(bytes).read::<FontData<'static>>()?;
    Font::new(data.table_provider(index).map_err(|_| ParseError::BadIndex)?)
}

/// The table that says which glyph a character has; the glyph 0 is none.
///
/// # Errors
/// The font does not number its glyphs by Unicode.
pub(crate) fn by_unicode<T: FontTableProvider>(font: &Font<T>) -> Result<CmapSubtable<'_>, ParseError> {
    if font.cmap_subtable_encoding != Encoding::Unicode {
        return Err(ParseError::UnsuitableCmap);
    }
    ReadScope::new(font.cmap_subtable_data()).read::<CmapSubtable<'_>>()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    const BOTH: [Weight; 2] = [Weight::Regular, Weight::Bold];

    #[test]
    fn latin_greek_and_cyrillic_are_covered() {
        for weight in BOTH {
            let face = weight.face();
            for text in
                ["Żółć ẞß Đặng Łukasz Íñigo Ærøskøbing ŉ Ǆ Ș", "Ἀχιλλεύς Ωμέγα ΐ", "Ђорђе Їжак Җәмилә Ѳеодоръ Ӑ"]
            {
                let missing: String = text.chars().filter(|&c| face.glyph(c).is_none()).collect();
                assert_eq!(missing, "", "{weight:?}");
            }
            for c in "…–—·×/½’“”„«»\u{fffd}".chars() {
                assert!(face.glyph(c).is_some(), "{c} {weight:?}");
            }
        }
    }

    /// What one face has the other has: a line is measured in one and may be written in the other.
    #[test]
    fn both_faces_have_the_same_letters() {
        let [regular, bold] = BOTH.map(Weight::face);
        let apart = (' '..='\u{ffff}').filter(|&c| regular.glyph(c).is_some() != bold.glyph(c).is_some());
        assert_eq!(apart.collect::<String>(), "");
    }

    #[test]
    fn no_two_letters_of_the_three_scripts_share_a_glyph() {
        let face = Weight::Regular.face();
        let mut seen = BTreeMap::new();
        for c in ('A'..='ž').chain('Ά'..='ώ').chain('Ѐ'..='ӿ').filter(|c| c.is_alphabetic()) {
            if let Some(glyph) = face.glyph(c) {
                assert_eq!(seen.insert(glyph, c), None, "{c}");
            }
        }
    }

    #[test]
    fn figures_are_all_of_one_width() {
        for face in BOTH.map(Weight::face) {
            let widths = BTreeSet::from_iter(('0'..='9').map(|c| face.glyph(c).map(|glyph| face.advance(glyph))));
            assert_eq!(widths.len(), 1);
        }
    }

    #[test]
    fn a_face_cut_down_is_small() {
        let whole = Weight::Regular.face();
        let kept: Vec<u16> = [0].into_iter().chain("AЖω".chars().filter_map(|c| whole.glyph(c))).collect();
        let cut = whole.cut_down_to(&kept).unwrap();
        assert!(cut.len() < 20_000, "{} bytes", cut.len());
        let cut = Face::read("cut".into(), cut.leak(), 0);
        assert!(cut.is_ok_and(|cut| cut.advances.len() == 4));
    }

    #[test]
    fn what_is_no_font_is_refused() {
        assert!(Face::read("none".into(), b"OTTO and nothing else", 0).is_err());
        assert!(Face::read("none".into(), b"", 7).is_err());
    }
}
