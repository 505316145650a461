//! Lines of text as glyphs in their places: which face has a letter, what stands to the right of what, how letters join.
//!
//! A line runs from left to right. What is written from right to left in it is turned around, name by name: what people set
//! between names (a dash, a dot, a stroke, a colon) parts them, so that of two Hebrew names the first stays on the left, where
//! its points are.

use std::cell::RefCell;
use std::collections::HashMap;

use allsorts::font::MatchingPresentation;
use allsorts::glyph_position::{GlyphLayout, TextDirection};
use allsorts::gsub::{FeatureMask, FeatureMaskExt};
use unicode_bidi::{BidiInfo, Level};
use unicode_normalization::char::is_combining_mark;

use crate::font::{Opened, Weight};
use crate::letters::{self, FaceId};

/// What parts names in a line.
const BETWEEN_NAMES: [char; 5] = ['–', '·', ':', '/', '|'];

/// Glyphs of one face, one behind the other from left to right.
pub(crate) struct Run {
    pub face: FaceId,
    pub glyphs: Vec<Glyph>,
}

/// A glyph, measured in units of its face.
pub(crate) struct Glyph {
    pub id: u16,
    /// What it stands for; empty for one that only belongs to its neighbour.
    pub text: String,
    pub advance: i32,
    /// How far it is moved right and up from where the pen stands.
    pub moved: [i32; 2],
}

/// Whether a text needs no other face than that of the program, letter by letter from left to right.
pub(crate) fn is_simple(text: &str, weight: Weight) -> bool {
    let face = weight.face();
    text.chars().all(|c| face.glyph(c).is_some())
}

/// Width of a line in points.
pub(crate) fn width(text: &str, weight: Weight, size: f32) -> f32 {
    let points = |run: &Run| {
        let units: i32 = run.glyphs.iter().map(|glyph| glyph.advance).sum();
        units as f32 * size / f32::from(run.face.face().units_per_em)
    };
    weight.face().width(text, size).unwrap_or_else(|| runs(text, weight).iter().map(points).sum())
}

/// The glyphs of a line, from left to right.
pub(crate) fn runs(text: &str, weight: Weight) -> Vec<Run> {
    let mut runs = Vec::new();
    for piece in text.split_inclusive(BETWEEN_NAMES) {
        let told = BidiInfo::new(piece, Some(Level::ltr()));
        for paragraph in &told.paragraphs {
            let (levels, parts) = told.visual_runs(paragraph, paragraph.range.clone());
            for part in parts {
                let turned = levels[part.start].is_rtl();
                let mut faces = by_face(&piece[part], weight);
                if turned {
                    faces.reverse();
                }
                runs.extend(faces.into_iter().map(|(face, text)| Run { face, glyphs: glyphs(face, text, turned) }));
            }
        }
    }
    runs
}

/// A text in stretches of one face. A blank or a mark belongs to the letter before it, so that a name of two words is one.
fn by_face(text: &str, weight: Weight) -> Vec<(FaceId, &str)> {
    let own = weight.face();
    let foreign: Vec<char> = text.chars().filter(|c| own.glyph(*c).is_none()).collect();
    let one = letters::of(&foreign);
    let mut stretches: Vec<(FaceId, &str)> = Vec::new();
    let (mut start, mut current) = (0, None);
    for (at, c) in text.char_indices() {
        let belongs = c == ' ' || is_combining_mark(c);
        let before = current.filter(|face: &FaceId| belongs && face.face().glyph(c).is_some());
        let found = || one.or_else(|| letters::of(&[c]));
        let face =
            before.or_else(|| if own.glyph(c).is_some() { None } else { found() }).unwrap_or(FaceId::Own(weight));
        if let Some(last) = current.replace(face).filter(|last| *last != face) {
            stretches.push((last, &text[start..at]));
            start = at;
        }
    }
    stretches.extend(current.map(|face| (face, &text[start..])));
    stretches
}

/// The glyphs of a stretch in one direction; those of a face of the program stand letter by letter.
fn glyphs(face: FaceId, text: &str, turned: bool) -> Vec<Glyph> {
    let shaped = match face {
        FaceId::Own(_) => None,
        FaceId::Found(at) => joined(at, text, turned),
    };
    let mut glyphs = shaped.unwrap_or_else(|| {
        let face = face.face();
        let plain = |c: char| {
            let id = face.glyph(if turned { mirrored(c) } else { c }).unwrap_or(0);
            Glyph { id, text: c.to_string(), advance: face.advance(id).into(), moved: [0, 0] }
        };
        text.chars().map(plain).collect()
    });
    if turned {
        glyphs.reverse();
    }
    glyphs
}

/// A bracket as it looks from the other side.
fn mirrored(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '«' => '»',
        '»' => '«',
        c => c,
    }
}

thread_local! {
    static OPENED: RefCell<HashMap<usize, Opened>> = RefCell::default();
}

/// Letters as their font joins and places them, in the order in which they are read; `None` where the font cannot say.
fn joined(at: usize, text: &str, turned: bool) -> Option<Vec<Glyph>> {
    OPENED.with_borrow_mut(|opened| {
        let font = match opened.entry(at) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => free.insert(FaceId::Found(at).face().opened().ok()?),
        };
        let script = script(text);
        let mapped = font.map_glyphs(text, script, MatchingPresentation::NotRequired);
        let infos = font.shape(mapped, script, None, FeatureMask::default_mask(), &[], None, true).ok()?;
        let direction = if turned { TextDirection::RightToLeft } else { TextDirection::LeftToRight };
        let places = GlyphLayout::new(font, &infos, direction, false).glyph_positions().ok()?;
        let glyphs = infos.iter().zip(places).map(|(info, place)| Glyph {
            id: info.glyph.glyph_index,
            text: info.glyph.unicodes.iter().collect(),
            advance: place.hori_advance,
            moved: [place.x_offset, place.y_offset],
        });
        Some(glyphs.collect())
    })
}

/// The scripts whose letters join or move, by the first of their characters, each until the next.
const SCRIPTS: [(char, [u8; 4]); 24] = [
    ('\0', *b"DFLT"),
    ('\u{530}', *b"armn"),
    ('\u{590}', *b"hebr"),
    ('\u{600}', *b"arab"),
    ('\u{700}', *b"syrc"),
    ('\u{750}', *b"arab"),
    ('\u{780}', *b"DFLT"),
    ('\u{8a0}', *b"arab"),
    ('\u{900}', *b"deva"),
    ('\u{980}', *b"beng"),
    ('\u{a00}', *b"guru"),
    ('\u{a80}', *b"gujr"),
    ('\u{b00}', *b"orya"),
    ('\u{b80}', *b"taml"),
    ('\u{c00}', *b"telu"),
    ('\u{c80}', *b"knda"),
    ('\u{d00}', *b"mlym"),
    ('\u{d80}', *b"sinh"),
    ('\u{e00}', *b"thai"),
    ('\u{e80}', *b"lao "),
    ('\u{f00}', *b"tibt"),
    ('\u{1000}', *b"mymr"),
    ('\u{10a0}', *b"DFLT"),
    ('\u{1780}', *b"khmr"),
];

/// The tag of the script of a text's first letter.
fn script(text: &str) -> u32 {
    let first = text.chars().find(|c| c.is_alphabetic()).unwrap_or(' ');
    let tag = match first {
        '\u{fb1d}'..='\u{fb4f}' => *b"hebr",
        '\u{fb50}'..='\u{feff}' => *b"arab",
        '\u{1800}'.. => *b"DFLT",
        first => SCRIPTS.iter().rev().find(|(from, _)| *from <= first).map_or(*b"DFLT", |(_, tag)| *tag),
    };
    u32::from_be_bytes(tag)
}
