//! Fonts of this machine, for letters that those of the program lack.
//!
//! `ADJUTANT_FONTS` names a folder that is looked into first; set to nothing, no other font is used than the program's own.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use adjutant_sheets::{FoundFont, find_letters_by, has_letters};
use fontdb::{Database, FaceInfo, Source, Style, Weight};

/// Prints with the fonts of this machine from now on; they are read when a letter first needs them.
pub fn offer() {
    let named = std::env::var_os("ADJUTANT_FONTS");
    if named.as_ref().is_some_and(|named| named.is_empty()) {
        return;
    }
    let fonts = OnceLock::new();
    find_letters_by(Box::new(move |letters| fonts.get_or_init(|| Fonts::read(named.clone())).find(letters)));
}

struct Fonts {
    all: Database,
    folder: Option<PathBuf>,
}

impl Fonts {
    fn read(named: Option<OsString>) -> Fonts {
        let folder = named.map(PathBuf::from);
        let mut all = Database::new();
        folder.iter().for_each(|folder| all.load_fonts_dir(folder));
        all.load_system_fonts();
        Fonts { all, folder }
    }

    /// The font that suits best among those that have all of some letters.
    fn find(&self, letters: &[char]) -> Option<FoundFont> {
        let region = region(letters);
        let mut faces: Vec<&FaceInfo> = self.all.faces().collect();
        faces.sort_by_cached_key(|face| self.rank(face, region));
        let has = |face: &&FaceInfo| {
            self.all.with_face_data(face.id, |bytes, index| has_letters(bytes, index as usize, letters)) == Some(true)
        };
        let face = faces.into_iter().find(has)?;
        let Source::File(path) = face.source.clone() else { return None };
        let name = face.post_script_name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        Some(FoundFont { name, index: face.index as usize, read: Box::new(move || std::fs::read(path)) })
    }

    /// What comes first is tried first: the named folder, letters of the region, plain ones that look like the program's own.
    fn rank(&self, face: &FaceInfo, region: &str) -> impl Ord + use<> {
        let family = face.families.first().map_or("", |(family, _)| family);
        let named = |path: &PathBuf| self.folder.as_ref().is_some_and(|folder| path.starts_with(folder));
        let elsewhere = !matches!(&face.source, Source::File(path) if named(path));
        let words: Vec<&str> = family.split(' ').collect();
        let looks = match words[..] {
            ["Noto", "Sans", ..] => 0,
            _ if words.contains(&"Sans") => 1,
            _ => 2,
        };
        let Weight(weight) = face.weight;
        let other = !words.contains(&region);
        let odd = (face.monospaced, face.style != Style::Normal, weight.abs_diff(Weight::NORMAL.0));
        (elsewhere, other, looks, odd, face.post_script_name.clone())
    }
}

/// How fonts call the part of the world whose shapes letters have that several write differently.
fn region(letters: &[char]) -> &'static str {
    let any = |of: std::ops::RangeInclusive<char>| letters.iter().any(|c| of.contains(c));
    match () {
        () if any('\u{3040}'..='\u{30ff}') => "JP",
        () if any('\u{ac00}'..='\u{d7af}') => "KR",
        () if any('\u{4e00}'..='\u{9fff}') => "SC",
        () => "",
    }
}
