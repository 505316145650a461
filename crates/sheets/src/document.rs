//! Sheets put together into one PDF.

use crate::error::SheetError;
use crate::page::Page;
use crate::paper::Paper;
use crate::pdf;

/// Something that can be printed.
pub trait Sheet {
    /// What the sheet is called, for the title of a PDF that holds nothing else.
    fn title(&self) -> String;

    /// Its pages.
    ///
    /// # Errors
    /// [`SheetError`] where a code cannot be made.
    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError>;
}

/// Pages on their way to one PDF.
#[derive(Clone, Debug)]
pub struct Document {
    paper: Paper,
    title: String,
    language: String,
    pages: Vec<Page>,
}

impl Document {
    /// An empty document; its labels are English.
    pub fn new(paper: Paper, title: &str) -> Document {
        Document { paper, title: title.to_owned(), language: "en".to_owned(), pages: Vec::new() }
    }

    /// A document of one sheet, named after it.
    ///
    /// # Errors
    /// As [`Document::add`].
    pub fn of(paper: Paper, sheet: &dyn Sheet) -> Result<Document, SheetError> {
        let mut document = Document::new(paper, &sheet.title());
        document.add(sheet)?;
        Ok(document)
    }

    /// Appends the pages of a sheet.
    ///
    /// # Errors
    /// [`SheetError`] where a code cannot be made.
    pub fn add(&mut self, sheet: &dyn Sheet) -> Result<(), SheetError> {
        let mut pages = sheet.pages(self.paper)?;
        pages.iter_mut().for_each(Page::explain_ids);
        self.pages.extend(pages);
        Ok(())
    }

    /// How many pages it has.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The bytes of the PDF; the same pages always give the same ones.
    ///
    /// # Errors
    /// [`SheetError`] where a font cannot be embedded or the PDF not be written.
    pub fn to_pdf(&self) -> Result<Vec<u8>, SheetError> {
        pdf::write(&self.pages, &self.title, &self.language)
    }
}
