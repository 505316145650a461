//! A whole battle on paper: its codes, to be read by a scanner or a camera.

use crate::area::Area;
use crate::code::Code;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::ink::{Align, Ink, Style};
use crate::page::{Page, Shape};
use crate::paper::Paper;

/// The edge of a module, in points: half a millimetre and a little, so that three dots of a scan of 150 dots an inch lie in it.
const MODULE: f32 = 1.45;
/// Light modules around a code.
const QUIET: f32 = 4.0;
/// Height of the line below a code.
const CAPTION: f32 = 14.0;
const SOFT: Style = Style::LABEL.inked(Ink::Grey);

/// The codes of a battle.
#[derive(Clone, Debug)]
pub struct CarriedSheet {
    /// What the battle is called.
    pub title: String,
    /// What stands below it, a line each.
    pub below: Vec<String>,
    /// The texts of the codes.
    pub texts: Vec<String>,
}

impl Sheet for CarriedSheet {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let codes: Vec<Code> = self.texts.iter().map(|text| Code::dense(text)).collect::<Result<_, _>>()?;
        let edge = codes.iter().map(|code| code.side as f32 * MODULE).fold(0.0, f32::max) + 2.0 * QUIET * MODULE;
        let mut pages = Vec::new();
        let mut left = codes.iter().enumerate().peekable();
        while left.peek().is_some() {
            let mut page = Page::new(paper);
            let mut rest = paper.printable();
            if pages.is_empty() {
                self.heading(&mut page, &mut rest);
            }
            let across = ((rest.width / edge) as usize).max(1);
            while rest.height >= edge + CAPTION && left.peek().is_some() {
                let mut row = rest.cut_top(edge + CAPTION);
                for (at, code) in left.by_ref().take(across) {
                    draw(&mut page, row.cut_left(edge), code, &format!("{} of {}", at + 1, codes.len()));
                }
            }
            pages.push(page);
        }
        if let Some(page) = pages.first_mut() {
            page.carried.clone_from(&self.texts);
        }
        Ok(pages)
    }
}

impl CarriedSheet {
    fn heading(&self, page: &mut Page, rest: &mut Area) {
        page.text(rest.cut_top(Style::TITLE.leading()), Style::TITLE, Align::Left, &self.title);
        for line in &self.below {
            page.text(rest.cut_top(SOFT.leading()), SOFT, Align::Left, line);
        }
        rest.cut_top(6.0);
    }
}

/// A code with its quiet zone in the upper left corner of an area, and a line below it.
fn draw(page: &mut Page, area: Area, code: &Code, caption: &str) {
    let edge = code.side as f32 * MODULE;
    let quiet = QUIET * MODULE;
    let square = Area { x: area.x + quiet, y: area.y + quiet, width: edge, height: edge };
    page.shapes.push(Shape::Code { area: square, code: code.clone() });
    let below = Area { x: square.x, y: square.bottom() + quiet, width: edge, height: CAPTION };
    page.text(below, SOFT, Align::Left, caption);
}
