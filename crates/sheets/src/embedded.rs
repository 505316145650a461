//! The faces of one document as the objects of a PDF, each cut down to the glyphs that the document shows.
//!
//! printpdf embeds a font with what its own operations show; the pages here are written by [`Pen`](crate::pen::Pen). So that
//! what is selected on a page is what was written, every glyph is told what it stands for.

use std::fmt::Write;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use crate::error::SheetError;
use crate::font::Face;
use crate::letters::FaceId;
use crate::page::Page;
use crate::shaped::{is_simple, runs};

/// The faces of a document, in the order in which it needs them first.
#[derive(Default)]
pub(crate) struct Faces(Vec<(FaceId, Embedded)>);

/// One face of a document.
pub(crate) struct Embedded {
    /// Its name among the resources of a page.
    pub resource: String,
    /// Its glyphs in the order of the document, and what each stands for. The first is the one for what a font lacks.
    glyphs: Vec<(u16, String)>,
    /// Where each glyph of the font stands among them.
    places: Vec<u16>,
}

impl Embedded {
    /// Where a glyph stands among those of the document.
    pub fn place(&self, glyph: u16) -> u16 {
        self.places.get(usize::from(glyph)).copied().unwrap_or(0)
    }

    /// `shown` says of each glyph of the font what it stands for, where the document shows it.
    fn of(resource: String, shown: Vec<Option<String>>) -> Embedded {
        let shown = (0..).zip(shown).skip(1).filter_map(|(glyph, text)| Some((glyph, text?)));
        let glyphs: Vec<(u16, String)> = [(0, String::new())].into_iter().chain(shown).collect();
        let mut places = vec![0; glyphs.last().map_or(0, |(last, _)| usize::from(*last)) + 1];
        (0..).zip(&glyphs).for_each(|(place, (glyph, _))| places[usize::from(*glyph)] = place);
        Embedded { resource, glyphs, places }
    }
}

/// What a document shows of a face: of each glyph of the font, what it stands for.
struct Shown(Vec<(FaceId, Vec<Option<String>>)>);

impl Shown {
    /// What is shown of a face.
    fn of(&mut self, face: FaceId) -> &mut Vec<Option<String>> {
        let at = self.0.iter().position(|(id, _)| *id == face).unwrap_or_else(|| {
            self.0.push((face, Vec::new()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }
}

/// Notes that a glyph is shown, and what it stands for where it is the first time.
fn show(shown: &mut Vec<Option<String>>, glyph: u16, text: impl FnOnce() -> String) {
    let at = usize::from(glyph);
    if shown.len() <= at {
        shown.resize(at + 1, None);
    }
    shown[at].get_or_insert_with(text);
}

impl Faces {
    /// The faces that pages need.
    pub fn of(pages: &[Page]) -> Faces {
        let mut shown = Shown(Vec::new());
        for line in pages.iter().flat_map(|page| &page.lines) {
            let own = FaceId::Own(line.style.weight);
            if is_simple(&line.text, line.style.weight) {
                let (face, shown) = (own.face(), shown.of(own));
                line.text.chars().for_each(|c| show(shown, face.glyph(c).unwrap_or(0), || c.to_string()));
                continue;
            }
            for run in runs(&line.text, line.style.weight) {
                let shown = shown.of(run.face);
                run.glyphs.into_iter().for_each(|glyph| show(shown, glyph.id, || glyph.text));
            }
        }
        let embedded = |(at, (face, shown)): (usize, (FaceId, Vec<Option<String>>))| {
            let resource = match face {
                FaceId::Own(weight) => format!("{weight:?}"),
                FaceId::Found(_) => format!("Letters{at}"),
            };
            (face, Embedded::of(resource, shown))
        };
        Faces(shown.0.into_iter().enumerate().map(embedded).collect())
    }

    /// One of its faces.
    pub fn get(&self, face: FaceId) -> &Embedded {
        let found = self.0.iter().find(|(id, _)| *id == face);
        &found.unwrap_or_else(|| unreachable!("the faces of a document are those of its lines")).1
    }

    /// Writes the faces into a document, and names them among the resources of all its pages.
    pub fn embed(&self, document: &mut Document) -> Result<(), SheetError> {
        let mut fonts = Dictionary::new();
        for (id, embedded) in &self.0 {
            fonts.set(embedded.resource.as_bytes(), write(id.face(), &embedded.glyphs, document)?);
        }
        let pages: Vec<ObjectId> = document.page_iter().collect();
        for page in pages {
            let resources = document.get_or_create_resources(page).and_then(Object::as_dict_mut);
            resources.map_err(|error| SheetError::Write(error.to_string()))?.set("Font", fonts.clone());
        }
        Ok(())
    }
}

/// A face with some glyphs, which a page names by two bytes each.
fn write(face: &Face, glyphs: &[(u16, String)], document: &mut Document) -> Result<ObjectId, SheetError> {
    let kept: Vec<u16> = glyphs.iter().map(|(glyph, _)| *glyph).collect();
    let bytes = face.cut_down_to(&kept)?;
    let thousandth = |units: i32| (units * 1000) / i32::from(face.units_per_em);
    let name = Object::Name(format!("ADJUTA+{}", face.name).into_bytes());
    let file = match face.is_postscript {
        true => Stream::new(dictionary! { "Subtype" => "OpenType" }, bytes),
        false => Stream::new(dictionary! { "Length1" => bytes.len() as i64 }, bytes),
    };
    let file = document.add_object(file);
    let descriptor = document.add_object(dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => name.clone(),
        "Flags" => 4,
        "FontBBox" => face.bounds.map(|edge| Object::from(thousandth(edge.into()))).to_vec(),
        "ItalicAngle" => 0,
        "Ascent" => thousandth(face.ascent.into()),
        "Descent" => thousandth(face.descent.into()),
        "CapHeight" => thousandth(face.ascent.into()),
        "StemV" => 80,
        (if face.is_postscript { "FontFile3" } else { "FontFile2" }) => file,
    });
    let widths: Vec<Object> = kept.iter().map(|glyph| thousandth(face.advance(*glyph).into()).into()).collect();
    let mut descendant = dictionary! {
        "Type" => "Font",
        "Subtype" => if face.is_postscript { "CIDFontType0" } else { "CIDFontType2" },
        "BaseFont" => name.clone(),
        "CIDSystemInfo" => dictionary! {
            "Registry" => Object::string_literal("Adobe"),
            "Ordering" => Object::string_literal("Identity"),
            "Supplement" => 0,
        },
        "FontDescriptor" => descriptor,
        "DW" => 1000,
        "W" => vec![0.into(), widths.into()],
    };
    if !face.is_postscript {
        descendant.set("CIDToGIDMap", "Identity");
    }
    let descendant = document.add_object(descendant);
    let told = document.add_object(Stream::new(Dictionary::new(), told(glyphs).into_bytes()));
    Ok(document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => name,
        "Encoding" => "Identity-H",
        "DescendantFonts" => vec![descendant.into()],
        "ToUnicode" => told,
    }))
}

/// What each glyph stands for, as a PDF tells it: a hundred at a time.
fn told(glyphs: &[(u16, String)]) -> String {
    let mut map =
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Adjutant def\n/CMapType 2 def\n\
        1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
            .to_owned();
    let named: Vec<(usize, &String)> = glyphs
        .iter()
        .enumerate()
        .map(|(place, (_, text))| (place, text))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    for hundred in named.chunks(100) {
        let _ = writeln!(map, "{} beginbfchar", hundred.len());
        for (place, text) in hundred {
            let _ = write!(map, "<{place:04x}> <");
            text.encode_utf16().for_each(|unit| map.push_str(&format!("{unit:04x}")));
            map.push_str(">\n");
        }
        map.push_str("endbfchar\n");
    }
    map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
}
