//! One mission for the table: its facts and its deployment map.

use crate::area::Area;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::{self, Occasion};
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::{FRAME, Page, Shape};
use crate::paper::Paper;

/// A part of the map, in inches from its lower left corner: x along the width, y along the depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapZone {
    /// What is written in its middle, such as `A`.
    pub label: String,
    /// Its corners.
    pub corners: Vec<[f32; 2]>,
    /// A circle cut out of it: centre and radius.
    pub without: Option<([f32; 2], f32)>,
}

/// An objective marker on the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapMarker {
    /// What is written in it, such as `m1` or `A`.
    pub label: String,
    /// Its centre, in inches from the lower left corner.
    pub at: [f32; 2],
}

/// A piece of terrain on the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapPiece {
    /// What is written in it, such as `t1 ruins 5″`.
    pub label: String,
    /// Its corners.
    pub corners: Vec<[f32; 2]>,
}

/// A mission and its map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MissionCard {
    /// Event, round and table, where it is printed for one.
    pub occasion: Occasion,
    /// Name of the mission.
    pub mission: String,
    /// What is to be known, as label and value: size, primary, mission secondary, rule.
    pub facts: Vec<(String, String)>,
    /// Width and depth of the battlefield in inches.
    pub board: [f32; 2],
    /// Deployment zones, and territories where the mission has them.
    pub zones: Vec<MapZone>,
    /// Pieces of terrain.
    pub terrain: Vec<MapPiece>,
    /// Objective markers.
    pub markers: Vec<MapMarker>,
}

const CIRCLE_CORNERS: usize = 72;
const MARKER_RADIUS: f32 = 10.0;
const FACT_ROW: f32 = 20.0;

impl Sheet for MissionCard {
    fn title(&self) -> String {
        self.occasion.title(&self.mission)
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let mut page = Page::new(paper);
        let mut rest = paper.printable();
        heading::draw(&mut page, rest.cut_top(heading::HEIGHT), &self.occasion, "Mission card");
        let band = rest.cut_top(36.0);
        page.fill(band, Ink::Accent);
        page.cell(band, Style::HEADLINE, Align::Left, &self.mission);
        rest.cut_top(6.0);
        for (label, value) in &self.facts {
            let row = rest.cut_top(FACT_ROW);
            let [left, right] = row.columns([0.26, 0.74]);
            page.cell(left, Style::LABEL.sized(8.5), Align::Left, label);
            page.cell(right, Style::STRONG, Align::Left, value);
            page.rule_below(row, HAIRLINE, Ink::Silver);
        }
        rest.cut_top(8.0);
        self.draw_map(&mut page, rest);
        Ok(vec![page])
    }
}

/// Where inches of the map lie on the page.
struct Scale {
    board: Area,
    points_an_inch: f32,
}

impl Scale {
    fn at(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        [self.board.x + x * self.points_an_inch, self.board.bottom() - y * self.points_an_inch]
    }

    /// A box of some half width round a place.
    fn around(&self, place: [f32; 2], half: f32) -> Area {
        let [x, y] = self.at(place);
        Area { x: x - half, y: y - half, width: 2.0 * half, height: 2.0 * half }
    }
}

fn circle([x, y]: [f32; 2], radius: f32) -> Vec<[f32; 2]> {
    let corner = |index: usize| {
        let angle = index as f32 / CIRCLE_CORNERS as f32 * std::f32::consts::TAU;
        [x + radius * angle.cos(), y + radius * angle.sin()]
    };
    (0..CIRCLE_CORNERS).map(corner).collect()
}

/// The mean of the corners, good enough to write a label at.
fn middle(corners: &[[f32; 2]]) -> [f32; 2] {
    let count = corners.len().max(1) as f32;
    [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / count)
}

impl MissionCard {
    fn draw_map(&self, page: &mut Page, area: Area) {
        let [width, depth] = self.board.map(|side| side.max(1.0));
        let mut room = area;
        let caption = room.cut_bottom(16.0);
        let points_an_inch = (room.width / width).min(room.height / depth);
        let size = [width * points_an_inch, depth * points_an_inch];
        let x = room.x + (room.width - size[0]) / 2.0;
        let board = Area { x, y: room.y, width: size[0], height: size[1] };
        let scale = Scale { board, points_an_inch };
        self.draw_zones(page, &scale);
        draw_centre(page, board);
        self.draw_terrain(page, &scale);
        page.frame(board, FRAME, Ink::Black);
        self.draw_labels(page, &scale);
        let below = Area { y: board.bottom() + 2.0, ..caption };
        page.text(below, Style::LABEL, Align::Centre, &format!("{width}″ × {depth}″"));
    }

    fn draw_zones(&self, page: &mut Page, scale: &Scale) {
        let on_page = |corners: &[[f32; 2]]| corners.iter().map(|corner| scale.at(*corner)).collect();
        for zone in &self.zones {
            let points = on_page(&zone.corners);
            page.shapes.push(Shape::Polygon {
                points,
                fill: Some(Ink::Tint),
                stroke: Some(Ink::Accent),
                dashed: false,
            });
        }
        for (centre, radius) in self.zones.iter().filter_map(|zone| zone.without) {
            let points = on_page(&circle(centre, radius));
            page.shapes.push(Shape::Polygon {
                points,
                fill: Some(Ink::White),
                stroke: Some(Ink::Accent),
                dashed: true,
            });
            let [x, y] = scale.at([centre[0], centre[1] - radius]);
            let below = Area { x: x + 4.0, y: y + 2.0, width: 60.0, height: 12.0 };
            page.text(below, Style::LABEL, Align::Left, &format!("radius {radius}″"));
        }
    }

    fn draw_terrain(&self, page: &mut Page, scale: &Scale) {
        for piece in &self.terrain {
            let points = piece.corners.iter().map(|corner| scale.at(*corner)).collect();
            page.shapes.push(Shape::Polygon {
                points,
                fill: Some(Ink::Silver),
                stroke: Some(Ink::Black),
                dashed: false,
            });
            let place = scale.around(middle(&piece.corners), 40.0);
            page.text(place, Style::LABEL, Align::Centre, &piece.label);
        }
    }

    fn draw_labels(&self, page: &mut Page, scale: &Scale) {
        for zone in &self.zones {
            let place = scale.around(middle(&zone.corners), 60.0);
            page.text(place, Style::SUM.sized(20.0).inked(Ink::Accent), Align::Centre, &zone.label);
        }
        for marker in &self.markers {
            let points = circle(scale.at(marker.at), MARKER_RADIUS);
            page.shapes.push(Shape::Polygon { points, fill: Some(Ink::Black), stroke: None, dashed: false });
            let place = scale.around(marker.at, MARKER_RADIUS);
            page.text(place, Style::HEAD, Align::Centre, &marker.label);
            let [x, y] = marker.at;
            let beside = Area { x: place.right() - 1.0, y: place.bottom() - 2.5, width: 60.0, height: 10.0 };
            page.text(beside, Style::LABEL, Align::Left, &format!("{x}″, {y}″"));
        }
    }
}

/// A cross through the middle of the battlefield.
fn draw_centre(page: &mut Page, board: Area) {
    let (x, y) = (board.x + board.width / 2.0, board.y + board.height / 2.0);
    page.dashed([x, board.y], [x, board.bottom()], Ink::Silver);
    page.dashed([board.x, y], [board.right(), y], Ink::Silver);
}
