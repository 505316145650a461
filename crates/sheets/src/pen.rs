//! Shapes and lines of text as operations of a PDF; remembers what is set, so that nothing is set twice.

use printpdf::{
    Color, FontId, LineDashPattern, LinePoint, Op, PaintMode, PdfFontHandle, Point, Polygon, PolygonRing, Pt, Rect,
    Rgb, TextItem, TextMatrix, WindingOrder, XObjectId, XObjectTransform,
};

use crate::area::Area;
use crate::font::Weight;
use crate::page::{HAIRLINE, Line, Shape};
use crate::text::Ink;

/// Draws one page.
pub(crate) struct Pen {
    height: f32,
    fill: Option<Ink>,
    stroke: Option<Ink>,
    thickness: f32,
    dashed: bool,
    font: Option<(Weight, f32)>,
    ops: Vec<Op>,
}

impl Pen {
    /// A pen for a page of some height; PDF measures from the lower edge.
    pub fn new(height: f32, expected: usize) -> Pen {
        let ops = Vec::with_capacity(expected);
        Pen { height, fill: None, stroke: None, thickness: 0.0, dashed: false, font: None, ops }
    }

    pub fn finish(self) -> Vec<Op> {
        self.ops
    }

    pub fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Fill { area, ink } => {
                self.set_fill(*ink);
                self.rectangle(*area, PaintMode::Fill);
            }
            Shape::Stroke { area, width, ink } => {
                self.set_stroke(*ink, *width, false);
                self.rectangle(*area, PaintMode::Stroke);
            }
            Shape::Line { from, to, width, ink, dashed } => {
                self.set_stroke(*ink, *width, *dashed);
                let points = self.points(&[*from, *to]);
                self.ops.push(Op::DrawLine { line: printpdf::Line { points, is_closed: false } });
            }
            Shape::Polygon { points, fill, stroke, dashed } => self.polygon(points, *fill, *stroke, *dashed),
            Shape::Code { .. } => {}
        }
    }

    /// Paints a stencil in black.
    pub fn stencil(&mut self, area: Area, id: &XObjectId) {
        self.set_fill(Ink::Black);
        let transform = XObjectTransform {
            translate_x: Some(point(area.x)),
            translate_y: Some(point(self.height - area.bottom())),
            scale_x: Some(area.width),
            scale_y: Some(area.height),
            no_auto_scale: true,
            ..XObjectTransform::default()
        };
        self.ops.push(Op::UseXobject { id: id.clone(), transform });
    }

    pub fn text(&mut self, lines: &[Line]) {
        self.ops.push(Op::StartTextSection);
        for line in lines {
            self.set_fill(line.style.ink);
            self.set_font(line.style.weight, line.style.size);
            let matrix = TextMatrix::Translate(point(line.x), point(self.height - line.y));
            self.ops.push(Op::SetTextMatrix { matrix });
            self.ops.push(Op::ShowText { items: vec![TextItem::Text(line.text.clone())] });
        }
        self.ops.push(Op::EndTextSection);
    }

    fn polygon(&mut self, points: &[[f32; 2]], fill: Option<Ink>, stroke: Option<Ink>, dashed: bool) {
        if let Some(ink) = fill {
            self.set_fill(ink);
        }
        if let Some(ink) = stroke {
            self.set_stroke(ink, HAIRLINE, dashed);
        }
        let mode = match (fill, stroke) {
            (Some(_), Some(_)) => PaintMode::FillStroke,
            (Some(_), None) => PaintMode::Fill,
            (None, _) => PaintMode::Stroke,
        };
        let rings = vec![PolygonRing { points: self.points(points) }];
        self.ops.push(Op::DrawPolygon { polygon: Polygon { rings, mode, winding_order: WindingOrder::NonZero } });
    }

    fn rectangle(&mut self, area: Area, mode: PaintMode) {
        let rectangle = Rect {
            x: point(area.x),
            y: point(self.height - area.bottom()),
            width: point(area.width),
            height: point(area.height),
            mode: Some(mode),
            winding_order: None,
        };
        self.ops.push(Op::DrawRectangle { rectangle });
    }

    fn points(&self, points: &[[f32; 2]]) -> Vec<LinePoint> {
        let turned = |[x, y]: &[f32; 2]| Point { x: point(*x), y: point(self.height - y) };
        points.iter().map(|p| LinePoint { p: turned(p), bezier: false }).collect()
    }

    fn set_fill(&mut self, ink: Ink) {
        if self.fill.replace(ink) != Some(ink) {
            self.ops.push(Op::SetFillColor { col: colour(ink) });
        }
    }

    fn set_stroke(&mut self, ink: Ink, thickness: f32, dashed: bool) {
        if self.stroke.replace(ink) != Some(ink) {
            self.ops.push(Op::SetOutlineColor { col: colour(ink) });
        }
        if self.thickness != thickness {
            self.thickness = thickness;
            self.ops.push(Op::SetOutlineThickness { pt: Pt(thickness) });
        }
        if self.dashed != dashed {
            self.dashed = dashed;
            let pattern: &[f32] = if dashed { &[3.0, 2.5] } else { &[] };
            let dash = LineDashPattern { offset: 0.0, pattern: pattern.into() };
            self.ops.push(Op::SetLineDashPattern { dash });
        }
    }

    fn set_font(&mut self, weight: Weight, size: f32) {
        if self.font.replace((weight, size)) != Some((weight, size)) {
            let font = PdfFontHandle::External(FontId(weight.resource().to_owned()));
            self.ops.push(Op::SetFont { font, size: Pt(size) });
        }
    }
}

/// A hundredth of a point is finer than any printer, and shorter to write than what a float holds.
fn point(value: f32) -> Pt {
    Pt((value * 100.0).round() / 100.0)
}

fn colour(ink: Ink) -> Color {
    let [r, g, b] = ink.rgb();
    Color::Rgb(Rgb { r, g, b, icc_profile: None })
}
