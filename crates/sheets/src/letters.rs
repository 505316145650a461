//! Faces for letters that the two of the program lack: whoever prints says how they are found.
//!
//! A name in Chinese, Arabic or Thai is printed as it is written where the machine has a font for it. This room reads no files: a
//! [`Finder`] hands it the bytes of a font, which it keeps for as long as the process runs, as it does its own faces.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use allsorts::binary::read::ReadScope;
use allsorts::font::Font;
use allsorts::font_data::FontData;

use crate::font::{Face, Weight, each_letter};

/// A font that has some letters.
#[derive(Clone, Debug)]
pub struct FoundFont {
    /// What the font calls itself in a PDF; ASCII without blanks.
    pub name: String,
    /// The bytes of its file.
    pub bytes: Vec<u8>,
    /// Which font of the file, from 0.
    pub index: usize,
}

/// Finds a font that has every one of some letters; `None` where there is none.
pub type Finder = Box<dyn Fn(&[char]) -> Option<FoundFont> + Send + Sync>;

static FINDER: OnceLock<Finder> = OnceLock::new();
static KNOWN: Mutex<Known> = Mutex::new(Known { faces: Vec::new(), found: BTreeMap::new() });

struct Known {
    faces: Vec<&'static Face>,
    found: BTreeMap<Vec<char>, Option<FaceId>>,
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
    let mut wanted = letters.to_vec();
    each_letter(&font, |c, _| wanted.retain(|letter| *letter != c)).is_ok() && wanted.is_empty()
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
    let has = |face: &Face| wanted.iter().all(|c| face.glyph(*c).is_some());
    let found = known.faces.iter().position(|&face| has(face)).or_else(|| {
        let FoundFont { name, bytes, index } = FINDER.get()?(&wanted)?;
        known.faces.push(Box::leak(Box::new(Face::read(name, bytes.leak(), index).ok().filter(has)?)));
        Some(known.faces.len() - 1)
    });
    let found = found.map(FaceId::Found);
    known.found.insert(wanted, found);
    found
}
