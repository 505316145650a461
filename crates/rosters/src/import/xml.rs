//! An XML document as a tree of elements, with its depth and size bounded and nothing expanded.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::error::ImportError;

const DEPTH_MAX: usize = 64;
const ELEMENTS_MAX: usize = 100_000;
const ATTRIBUTES_MAX: usize = 64;
const TAG_BYTES_MAX: usize = 64 * 1024;

/// An element with all that is in it.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// Its name without prefix.
    pub name: String,
    /// Its own text, without that of its children.
    pub text: String,
    attributes: Vec<(String, String)>,
    children: Vec<Element>,
}

impl Element {
    /// An attribute by name; an empty one counts as absent.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str()).filter(|v| !v.is_empty())
    }

    /// The first child of a name.
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The items of a list: `<costs><cost/><cost/></costs>`.
    pub fn items<'a>(&'a self, list: &'a str, item: &'a str) -> impl Iterator<Item = &'a Element> {
        let lists = self.children.iter().filter(move |child| child.name == list);
        lists.flat_map(|list| &list.children).filter(move |child| child.name == item)
    }
}

/// Reads a whole document.
///
/// # Errors
/// Broken XML, a document type, an unknown entity, too deep, too many elements.
pub(super) fn parse(text: &str) -> Result<Element, ImportError> {
    let mut reader = Reader::from_str(text);
    let mut tree = Tree::default();
    loop {
        let event = reader.read_event();
        let at = reader.buffer_position();
        match event.map_err(|error| broken(at, error))? {
            Event::Start(tag) => tree.open(element(&tag, at)?)?,
            Event::Empty(tag) => {
                tree.open(element(&tag, at)?)?;
                tree.close();
            }
            Event::End(_) => tree.close(),
            Event::Text(content) => tree.text(&content.xml10_content()),
            Event::CData(content) => tree.text(&content.xml10_content()),
            Event::GeneralRef(reference) => tree.text(&resolve(&reference, at)?),
            Event::DocType(_) => return Err(ImportError::Doctype { at }),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => return tree.finish(at),
        }
    }
}

#[derive(Default)]
struct Tree {
    open: Vec<Element>,
    root: Option<Element>,
    elements: usize,
}

impl Tree {
    fn open(&mut self, element: Element) -> Result<(), ImportError> {
        self.elements += 1;
        if self.elements > ELEMENTS_MAX {
            return Err(ImportError::TooMuch { what: "elements", limit: ELEMENTS_MAX });
        }
        if self.open.len() == DEPTH_MAX {
            return Err(ImportError::TooMuch { what: "elements inside one another", limit: DEPTH_MAX });
        }
        self.open.push(element);
        Ok(())
    }

    fn close(&mut self) {
        let Some(done) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(done),
            None => {
                self.root.get_or_insert(done);
            }
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(element) = self.open.last_mut() {
            let text = if element.text.is_empty() { text.trim_start() } else { text };
            element.text.push_str(text);
        }
    }

    fn finish(self, at: u64) -> Result<Element, ImportError> {
        if let Some(unclosed) = self.open.last() {
            return Err(broken(at, format_args!("`{}` is never closed", unclosed.name)));
        }
        self.root.ok_or_else(|| broken(at, "the document has no element"))
    }
}

fn element(tag: &BytesStart<'_>, at: u64) -> Result<Element, ImportError> {
    if tag.len() > TAG_BYTES_MAX {
        return Err(ImportError::TooMuch { what: "bytes in one tag", limit: TAG_BYTES_MAX });
    }
    let mut element = Element { name: tag.local_name().into_inner().to_owned(), ..Element::default() };
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| broken(at, error))?;
        if element.attributes.len() == ATTRIBUTES_MAX {
            return Err(ImportError::TooMuch { what: "attributes on one element", limit: ATTRIBUTES_MAX });
        }
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| broken(at, error))?;
        element.attributes.push((attribute.key.local_name().into_inner().to_owned(), value.into_owned()));
    }
    Ok(element)
}

fn resolve(reference: &BytesRef<'_>, at: u64) -> Result<String, ImportError> {
    if let Some(character) = reference.resolve_char_ref().map_err(|error| broken(at, error))? {
        return Ok(character.to_string());
    }
    let name = reference.xml10_content().into_owned();
    let text = match name.as_str() {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return Err(ImportError::Entity { name, at }),
    };
    Ok(text.to_owned())
}

fn broken(at: u64, why: impl std::fmt::Display) -> ImportError {
    ImportError::Xml { at, why: why.to_string() }
}
