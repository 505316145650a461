//! Pages turned into the bytes of a PDF.
//!
//! printpdf writes the page tree, [`Pen`] the content streams, [`Faces`] the fonts. What printpdf would take from a counter (the names of
//! resources, the id of the document) is set here, so that the same pages always give the same bytes; there are no
//! dates.

use std::collections::BTreeMap;
use std::io::Write;

use adjutant_engine::chain::Hash;
use flate2::{Compression, write::ZlibEncoder};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary, text_string};
use printpdf::{
    DictItem, ExternalStream, ExternalXObject, PdfDocument, PdfPage, PdfParseErrorSeverity, PdfSaveOptions, PdfWarnMsg,
    Pt, Rect, XObject, XObjectId,
};

use crate::code::Code;
use crate::embedded::Faces;
use crate::error::SheetError;
use crate::page::{Page, Shape};
use crate::pen::Pen;

/// How hard streams are compressed, of 9: even so it takes two fifths of the time of a page.
const COMPRESSION: u32 = 4;

/// Writes pages as one PDF.
pub(crate) fn write(pages: &[Page], title: &str, language: &str) -> Result<Vec<u8>, SheetError> {
    let mut pdf = PdfDocument::new(title);
    let faces = Faces::of(pages);
    let mut streams = Vec::with_capacity(pages.len());
    for page in pages {
        streams.push(draw(page, &faces, &mut pdf));
        let sheet = Rect::from_wh(Pt(page.paper.width()), Pt(page.paper.height()));
        pdf.pages.push(PdfPage { media_box: sheet.clone(), trim_box: sheet.clone(), crop_box: sheet, ops: Vec::new() });
    }
    let mut warnings = Vec::new();
    let mut document = pdf.to_lopdf_document(&PdfSaveOptions::default(), &mut warnings);
    refuse_errors(warnings)?;
    fill_in(&mut document, streams)?;
    faces.embed(&mut document)?;
    finish(&mut document, information(pages, title), language)
}

fn draw(page: &Page, faces: &Faces, pdf: &mut PdfDocument) -> Vec<u8> {
    let mut pen = Pen::new(page.paper.height(), faces);
    for shape in &page.shapes {
        pen.shape(shape);
        if let Shape::Code { area, code } = shape {
            let name = format!("Code{}", pdf.resources.xobjects.map.len());
            pen.stencil(*area, &name);
            pdf.resources.xobjects.map.insert(XObjectId(name), stencil(code));
        }
    }
    pen.text(&page.lines);
    pen.finish()
}

/// Gives each page its stream.
fn fill_in(document: &mut Document, streams: Vec<Vec<u8>>) -> Result<(), SheetError> {
    let pages: Vec<ObjectId> = document.page_iter().collect();
    for (page, stream) in pages.into_iter().zip(streams) {
        let contents = document.get_dictionary(page).and_then(|page| page.get(b"Contents")).map_err(write_error)?;
        let contents = contents.as_reference().map_err(write_error)?;
        document.set_object(contents, Stream::new(Dictionary::new(), stream));
    }
    Ok(())
}

fn stencil(code: &Code) -> XObject {
    let name = |text: &str| DictItem::Name(text.into());
    let side = DictItem::Int(code.side as i64);
    let dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Image")),
        ("Width".to_owned(), side.clone()),
        ("Height".to_owned(), side),
        ("ImageMask".to_owned(), DictItem::Bool(true)),
        ("BitsPerComponent".to_owned(), DictItem::Int(1)),
    ]);
    let stream = ExternalStream { dict, content: code.stencil.clone(), compress: false };
    XObject::External(ExternalXObject { stream, width: None, height: None, dpi: None })
}

fn finish(document: &mut Document, information: Dictionary, language: &str) -> Result<Vec<u8>, SheetError> {
    document.version = "1.7".to_owned();
    let catalog = document.catalog_mut().map_err(write_error)?;
    catalog.set("Lang", Object::string_literal(language));
    catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
    let information = document.add_object(information);
    if let Ok(Object::Reference(replaced)) = document.trailer.get(b"Info").cloned() {
        document.objects.remove(&replaced);
    }
    document.trailer.set("Info", information);
    identify(document);
    compress(document).map_err(write_error)?;
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).map_err(write_error)?;
    Ok(bytes)
}

fn refuse_errors(warnings: Vec<PdfWarnMsg>) -> Result<(), SheetError> {
    match warnings.into_iter().find(|warning| warning.severity == PdfParseErrorSeverity::Error) {
        Some(error) => Err(SheetError::Write(error.msg)),
        None => Ok(()),
    }
}

fn write_error(error: impl std::fmt::Display) -> SheetError {
    SheetError::Write(error.to_string())
}

fn information(pages: &[Page], title: &str) -> Dictionary {
    let mut information = dictionary! {
        "Title" => text_string(title),
        "Creator" => text_string("Adjutant"),
        "Producer" => text_string("Adjutant, with printpdf"),
    };
    let seals: Vec<String> = pages.iter().filter_map(|page| Some(page.seal.as_ref()?.to_string())).collect();
    let words: Vec<String> = seals.into_iter().chain(pages.iter().flat_map(|page| page.carried.clone())).collect();
    if !words.is_empty() {
        information.set("Keywords", text_string(&words.join(" ")));
    }
    information
}

/// Names the document after its contents.
fn identify(document: &mut Document) {
    let mut contents = Vec::new();
    for object in document.objects.values() {
        if let Object::Stream(stream) = object {
            contents.extend_from_slice(&stream.content);
        }
    }
    let id = Object::String(Hash::of(&contents).as_bytes()[..16].to_vec(), StringFormat::Hexadecimal);
    document.trailer.set("ID", Object::Array(vec![id.clone(), id]));
}

fn compress(document: &mut Document) -> std::io::Result<()> {
    for object in document.objects.values_mut() {
        if let Object::Stream(stream) = object {
            compress_stream(stream)?;
        }
    }
    Ok(())
}

fn compress_stream(stream: &mut Stream) -> std::io::Result<()> {
    if !stream.allows_compression || stream.dict.has(b"Filter") {
        return Ok(());
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(COMPRESSION));
    encoder.write_all(&stream.content)?;
    stream.dict.set("Filter", "FlateDecode");
    stream.set_content(encoder.finish()?);
    Ok(())
}
