//! Faces for letters that the two of the program lack: whoever prints says how they are found.
//!
//! A name in Chinese, Arabic or Thai is printed as it is written where the machine has a font for it. This room reads no files: a
//! [`Finder`] hands it the bytes of a font, which it keeps for as long as the process runs, as it does its own faces.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};

use allsorts::binary::read::ReadScope;
use allsorts::font::Font;
use allsorts::font_data::FontData;

use crate::font::{Face, Weight, by_unicode};

/// A font that has some letters.
pub struct FoundFont {
    /// What the font calls itself in a PDF, by which it is known again: ASCII without blanks.
    pub name: String,
    /// Which font of its file, from 0.
    pub index: usize,
    /// Gives the bytes of its file; called where no font of this name was read before.
    pub read: Box<dyn FnOnce() -> io::Result<Vec<u8>>>,
}

/// Finds the font that suits best among those that have every one of some letters; `None` where there is none. What it finds
/// depends on the letters alone, so that a page is the same whatever was printed before it.
pub type Finder = Box<dyn Fn(&[char]) -> Option<FoundFont> + Send + Sync>;

static FINDER: OnceLock<Finder> = OnceLock::new();
static KNOWN: Mutex<Known> = Mutex::new(Known { faces: Vec::new(), found: BTreeMap::new() });

struct Known {
    faces: Vec<&'static Face>,
    found: BTreeMap<Vec<char>, Option<FaceId>>,
}

impl Known {
    /// The face of a font, read where it is not known yet; none where it cannot be read.
    fn face(&mut self, font: FoundFont) -> Option<FaceId> {
        let known = self.faces.iter().position(|face| face.name == font.name);
        let at = known.or_else(|| {
            let bytes = (font.read)().ok()?;
            self.faces.push(Box::leak(Box::new(Face::read(font.name, bytes.leak(), font.index).ok()?)));
            Some(self.faces.len() - 1)
        });
        at.map(FaceId::Found)
    }
}

/// Says how fonts are found for letters that Noto Sans lacks. Once in a process, before anything is printed: the first word
/// stands. Without it such letters are printed as `\u{fffd}`.
pub fn find_letters_by(finder: Finder) {
    let _ = FINDER.set(finder);
}

/// Whether a font has every one of some letters, by the table that says which it has.
///
/// ```
/// assert!(!adjutant_sheets::has_letters(b"no font", 0, &['龍']));
/// ```
pub fn has_letters(bytes: &[u8], index: usize, letters: &[char]) -> bool {
    let tables = ReadScope::new(bytes).read::<FontData<'_>>().ok().and_then(|font| font.table_provider(index).ok());
    let Some(font) = tables.and_then(|tables| Font::new(tables).ok()) else { return false };
    let Ok(table) = by_unicode(&font) else { return false };
    letters.iter().all(|letter| matches!(table.map_glyph(*letter as u32), Ok(Some(glyph)) if glyph != 0))
}

/// A face among those of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum FaceId {
    /// One of the two of the program.
    Own(Weight),
    /// One that was found.
    Found(usize),
}

impl FaceId {
    pub fn face(self) -> &'static Face {
        match self {
            FaceId::Own(weight) => weight.face(),
            FaceId::Found(at) => known().faces[at],
        }
    }
}

fn known() -> std::sync::MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The face that was found for some letters, one for all of them.
pub(crate) fn of(letters: &[char]) -> Option<FaceId> {
    let mut wanted = letters.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.is_empty() {
        return None;
    }
    let mut known = known();
    if let Some(found) = known.found.get(&wanted) {
        return *found;
    }
    let found = FINDER.get().and_then(|find| find(&wanted)).and_then(|font| known.face(font));
    known.found.insert(wanted, found);
    found
}
