//! Shapes and lines of text as the content stream of a page; remembers what is set, so that nothing is set twice.
//!
//! printpdf can write content streams too, from a list of operations, each with strings and lists of its own, and
//! allocates for every character shown. For a scoring sheet that took longer than all the rest: measured in one place,
//! 610 pages/s with it (and with all masks of the QR code tried, see [`crate::code`]), 1,730 without.

use std::io::Write;

use crate::area::Area;
use crate::embedded::Faces;
use crate::ink::{HAIRLINE, Ink};
use crate::letters::FaceId;
use crate::page::{Line, Shape};
use crate::shaped::{is_simple, runs};

/// Writes one page.
pub(crate) struct Pen<'a> {
    height: f32,
    faces: &'a Faces,
    fill: Option<Ink>,
    stroke: Option<Ink>,
    thickness: f32,
    dashed: bool,
    font: Option<(FaceId, f32)>,
    stream: Vec<u8>,
}

impl<'a> Pen<'a> {
    /// A pen for a page of some height; PDF measures from the lower edge.
    pub fn new(height: f32, faces: &'a Faces) -> Pen<'a> {
        let stream = Vec::with_capacity(1 << 14);
        Pen { height, faces, fill: None, stroke: None, thickness: 1.0, dashed: false, font: None, stream }
    }

    pub fn finish(self) -> Vec<u8> {
        self.stream
    }

    pub fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Fill { area, ink } => {
                self.set_fill(*ink);
                self.rectangle(*area, "f");
            }
            Shape::Stroke { area, width, ink } => {
                self.set_stroke(*ink, *width, false);
                self.rectangle(*area, "S");
            }
            Shape::Line { from, to, width, ink, dashed } => {
                self.set_stroke(*ink, *width, *dashed);
                self.path(&[*from, *to], "S");
            }
            Shape::Polygon { points, fill, stroke, dashed } => self.polygon(points, *fill, *stroke, *dashed),
            Shape::Code { .. } => {}
        }
    }

    /// Paints the stencil of some name in black.
    pub fn stencil(&mut self, area: Area, name: &str) {
        self.set_fill(Ink::Black);
        self.word("q");
        self.numbers(&[area.width, 0.0, 0.0, area.height, area.x, self.height - area.bottom()]);
        self.word("cm");
        self.name(name);
        self.word("Do Q\n");
    }

    pub fn text(&mut self, lines: &[Line]) {
        self.word("BT\n");
        for line in lines {
            self.set_fill(line.style.ink);
            if is_simple(&line.text, line.style.weight) {
                self.simple(line);
            } else {
                self.shaped(line);
            }
        }
        self.word("ET\n");
    }

    /// A line in a face of the program.
    fn simple(&mut self, line: &Line) {
        let id = FaceId::Own(line.style.weight);
        self.set_font(id, line.style.size);
        self.stand_at(line.x, line.y);
        let (face, embedded) = (id.face(), self.faces.get(id));
        self.stream.push(b'<');
        for c in line.text.chars() {
            self.glyph(embedded.place(face.glyph(c).unwrap_or(0)));
        }
        self.stream.extend_from_slice(b"> Tj\n");
    }

    /// A line in several faces, or whose letters join: every glyph in its place.
    fn shaped(&mut self, line: &Line) {
        let mut x = line.x;
        for run in runs(&line.text, line.style.weight) {
            self.set_font(run.face, line.style.size);
            let embedded = self.faces.get(run.face);
            let points = |units: i32| units as f32 * line.style.size / f32::from(run.face.face().units_per_em);
            for glyph in run.glyphs {
                self.stand_at(x + points(glyph.moved[0]), line.y - points(glyph.moved[1]));
                self.stream.push(b'<');
                self.glyph(embedded.place(glyph.id));
                self.stream.extend_from_slice(b"> Tj\n");
                x += points(glyph.advance);
            }
        }
    }

    fn stand_at(&mut self, x: f32, y: f32) {
        self.numbers(&[1.0, 0.0, 0.0, 1.0, x, self.height - y]);
        self.word("Tm");
    }

    /// Two bytes, in hexadecimal.
    fn glyph(&mut self, glyph: u16) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        for nibble in [glyph >> 12, glyph >> 8 & 15, glyph >> 4 & 15, glyph & 15] {
            self.stream.push(DIGITS[usize::from(nibble)]);
        }
    }

    fn polygon(&mut self, points: &[[f32; 2]], fill: Option<Ink>, stroke: Option<Ink>, dashed: bool) {
        if let Some(ink) = fill {
            self.set_fill(ink);
        }
        if let Some(ink) = stroke {
            self.set_stroke(ink, HAIRLINE, dashed);
        }
        let paint = match (fill, stroke) {
            (Some(_), Some(_)) => "h B",
            (Some(_), None) => "f",
            (None, _) => "s",
        };
        self.path(points, paint);
    }

    fn path(&mut self, points: &[[f32; 2]], paint: &str) {
        for (index, [x, y]) in points.iter().enumerate() {
            self.numbers(&[*x, self.height - y]);
            self.word(if index == 0 { "m" } else { "l" });
        }
        self.word(paint);
        self.word("\n");
    }

    fn rectangle(&mut self, area: Area, paint: &str) {
        self.numbers(&[area.x, self.height - area.bottom(), area.width, area.height]);
        self.word("re");
        self.word(paint);
        self.word("\n");
    }

    fn set_fill(&mut self, ink: Ink) {
        if self.fill.replace(ink) != Some(ink) {
            self.numbers(&ink.rgb());
            self.word("rg\n");
        }
    }

    fn set_stroke(&mut self, ink: Ink, thickness: f32, dashed: bool) {
        if self.stroke.replace(ink) != Some(ink) {
            self.numbers(&ink.rgb());
            self.word("RG\n");
        }
        if self.thickness != thickness {
            self.thickness = thickness;
            self.numbers(&[thickness]);
            self.word("w\n");
        }
        if self.dashed != dashed {
            self.dashed = dashed;
            self.word(if dashed { "[3 2.5] 0 d\n" } else { "[] 0 d\n" });
        }
    }

    fn set_font(&mut self, face: FaceId, size: f32) {
        let font = (face, size);
        if self.font.replace(font) != Some(font) {
            let faces = self.faces;
            self.name(&faces.get(face).resource);
            self.numbers(&[size]);
            self.word("Tf\n");
        }
    }

    fn name(&mut self, name: &str) {
        self.stream.push(b'/');
        self.word(name);
    }

    fn word(&mut self, word: &str) {
        self.stream.extend_from_slice(word.as_bytes());
        if !word.ends_with('\n') {
            self.stream.push(b' ');
        }
    }

    /// Numbers to a hundredth: of a point, that is finer than any printer.
    fn numbers(&mut self, numbers: &[f32]) {
        for number in numbers {
            let hundredths = (number * 100.0).round() as i32;
            let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
            let sign = if hundredths < 0 { "-" } else { "" };
            let written = match rest {
                0 => write!(self.stream, "{sign}{whole} "),
                rest if rest % 10 == 0 => write!(self.stream, "{sign}{whole}.{} ", rest / 10),
                rest => write!(self.stream, "{sign}{whole}.{rest:02} "),
            };
            debug_assert!(written.is_ok(), "a list of bytes takes every byte");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact_to_a_hundredth() {
        let faces = Faces::default();
        let mut pen = Pen::new(100.0, &faces);
        pen.numbers(&[1.0, -0.5, 12.345, 0.07, 595.276]);
        assert_eq!(pen.finish(), b"1 -0.5 12.35 0.07 595.28 ");
    }

    #[test]
    fn nothing_is_set_twice() {
        let faces = Faces::default();
        let mut pen = Pen::new(100.0, &faces);
        let area = Area { x: 0.0, y: 10.0, width: 20.0, height: 30.0 };
        pen.shape(&Shape::Fill { area, ink: Ink::White });
        pen.shape(&Shape::Fill { area, ink: Ink::White });
        assert_eq!(pen.finish(), b"1 1 1 rg\n0 60 20 30 re f \n0 60 20 30 re f \n");
    }
}
