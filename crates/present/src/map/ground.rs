//! The ground of a mission: board, zones, territories, quarters, centre and markers.

use adjutant_engine::geometry::Length;
use adjutant_engine::law::Control;
use adjutant_engine::rules::{Edge, Marker, Mission, Piece, TerrainCategory, Zone};

use super::paper::{FAINT, GROUND, INK, Paper, Spot, TERRAIN, name_and_height, spot};
use super::units::Area;

/// How large markers are, in thousandths of an inch.
#[derive(Clone, Copy)]
pub(super) struct MarkerSize {
    /// Half the width of a marker.
    pub(super) radius: i64,
    /// From its middle to the end of the ground from which it is controlled.
    pub(super) range: i64,
}

impl MarkerSize {
    /// As the ruleset says: its width, and the range from its edge or its centre.
    pub(super) fn of(control: &Control) -> MarkerSize {
        // Millimetres to thousandths of an inch, halved and rounded.
        let radius = (i64::from(control.marker_mm) * 100_000 + 2_540) / 5_080;
        let from = if control.reach_from == Length::ZERO { 0 } else { radius };
        MarkerSize { radius, range: from + i64::from(control.range_thousandths) }
    }
}

/// Half the length of a zone's name.
const NAME_HALF: i64 = 3_000;

/// How a marker is drawn.
pub(super) struct MarkerLook {
    /// Where it lies.
    pub(super) at: Spot,
    /// What fills it.
    pub(super) fill: &'static str,
    /// The ink of its label.
    pub(super) ink: &'static str,
    /// What stands in it.
    pub(super) label: String,
    /// What stands under it.
    pub(super) name: String,
}

impl MarkerLook {
    /// A marker that nobody holds, where the map prints it.
    pub(super) fn printed(marker: &Marker) -> MarkerLook {
        MarkerLook {
            at: spot(marker.at),
            fill: GROUND,
            ink: INK,
            label: marker.label.clone().unwrap_or_default(),
            name: marker.id.to_string(),
        }
    }
}

/// Everything under the models; `colours` are those of sides A and B. Tells where the names of the zones stand.
pub(super) fn draw(paper: &mut Paper, mission: &Mission, colours: [&str; 2]) -> Vec<Area> {
    let (width, height) = (paper.width, paper.height);
    paper.draw(format_args!(r#"<rect width="{width}" height="{height}" fill="{GROUND}"/>"#));
    if let Some(territories) = &mission.territories {
        for (zone, colour) in [&territories.a, &territories.b].into_iter().zip(colours) {
            let corners = paper.corners(zone);
            paper.draw(format_args!(
                r#"<polygon points="{corners}" fill="{colour}" fill-opacity="0.06" stroke="{colour}" stroke-width="60" stroke-dasharray="500 350" stroke-opacity="0.6"/>"#
            ));
        }
    }
    for (index, (zone, colour)) in [&mission.zones.a, &mission.zones.b].into_iter().zip(colours).enumerate() {
        draw_zone(paper, zone, colour, index);
    }
    draw_lines(paper);
    let mut names = Vec::new();
    for ((edge, zone), (letter, colour)) in [(mission.edges.a, &mission.zones.a), (mission.edges.b, &mission.zones.b)]
        .into_iter()
        .zip(["ZONE A", "ZONE B"].into_iter().zip(colours))
    {
        names.push(draw_edge(paper, edge, zone, letter, colour));
    }
    paper.draw(format_args!(
        r#"<rect width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="90"/>"#
    ));
    draw_ruler(paper);
    names
}

/// A zone, hatched one way or the other, so that it does not rest on its colour alone.
fn draw_zone(paper: &mut Paper, zone: &Zone, colour: &str, index: usize) {
    let id = format!("{}z{index}", paper.prefix);
    let (corners, lean) = (paper.corners(zone), ["45", "-45"][index]);
    let (width, height) = (paper.width, paper.height);
    paper.draw(format_args!(
        r#"<defs><pattern id="{id}h" width="700" height="700" patternUnits="userSpaceOnUse" patternTransform="rotate({lean})"><path d="M0 0V700" stroke="{colour}" stroke-width="110" stroke-opacity="0.35"/></pattern>"#
    ));
    let mut rim = String::new();
    if let Some(circle) = &zone.minus_circle {
        let (at, radius) = (spot(circle.centre), circle.radius.thousandths());
        let (x, y) = (at.x, paper.down(at.y));
        paper.draw(format_args!(
            r#"<mask id="{id}m"><rect width="{width}" height="{height}" fill="white"/><circle cx="{x}" cy="{y}" r="{radius}" fill="black"/></mask><clipPath id="{id}c"><polygon points="{corners}"/></clipPath>"#
        ));
        rim = format!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" clip-path="url(#{id}c)" fill="none" stroke="{colour}" stroke-width="110"/>"#
        );
    }
    let mask = if rim.is_empty() { String::new() } else { format!(r#" mask="url(#{id}m)""#) };
    paper.draw(format_args!(
        r#"</defs><g{mask}><polygon points="{corners}" fill="{colour}" fill-opacity="0.10"/><polygon points="{corners}" fill="url(#{id}h)" stroke="{colour}" stroke-width="110"/></g>{rim}"#
    ));
}

/// Pieces of terrain with name and height: what models enter is shaded, what they hide behind is solid, hills are lines.
pub(super) fn draw_terrain<'a>(paper: &mut Paper, pieces: impl Iterator<Item = &'a Piece> + Clone) {
    for piece in pieces.clone() {
        let corners = paper.points(&piece.footprint);
        let (fill, dashes) = match piece.kind.category() {
            TerrainCategory::Area => ("0.25", ""),
            TerrainCategory::Obstacle | TerrainCategory::Building => ("0.60", ""),
            TerrainCategory::Hill => ("0.08", r#" stroke-dasharray="500 250""#),
        };
        paper.draw(format_args!(
            r#"<polygon points="{corners}" fill="{TERRAIN}" fill-opacity="{fill}" stroke="{TERRAIN}" stroke-width="100"{dashes}/>"#
        ));
    }
    for piece in pieces {
        let [x, y] = piece.bounds().map(|[low, high]| i64::from(low + high) / 2);
        paper.words(
            Spot { x, y: y - 230 },
            680,
            &format!(r#"text-anchor="middle" fill="{INK}""#),
            &name_and_height(piece),
        );
    }
}

/// The lines between the quarters and the centre.
fn draw_lines(paper: &mut Paper) {
    let (width, height) = (paper.width, paper.height);
    let (x, y) = (width / 2, height / 2);
    paper.draw(format_args!(
        r#"<path d="M{x} 0V{height}M0 {y}H{width}" stroke="{FAINT}" stroke-width="50" stroke-dasharray="180 260"/><circle cx="{x}" cy="{y}" r="330" fill="none" stroke="{FAINT}" stroke-width="70"/><path d="M{} {y}h1400M{x} {}v1400" stroke="{FAINT}" stroke-width="70"/>"#,
        x - 700,
        y - 700
    ));
}

/// The battlefield edge of a side, and the name of its zone along it.
fn draw_edge(paper: &mut Paper, edge: Edge, zone: &Zone, name: &str, colour: &str) -> Area {
    let (width, height) = (paper.width, paper.height);
    let line = match edge {
        Edge::Left => format!("M-160 0V{height}"),
        Edge::Right => format!("M{} 0V{height}", width + 160),
        Edge::Top => format!("M0 -160H{width}"),
        Edge::Bottom => format!("M0 {}H{width}", height + 160),
    };
    paper.draw(format_args!(r#"<path d="{line}" stroke="{colour}" stroke-width="320"/>"#));
    // A quarter of the way along, where no mission has a marker.
    let along = |place: fn(&Spot) -> i64, on: &dyn Fn(&Spot) -> bool| {
        let places: Vec<i64> = zone.polygon.iter().map(|c| spot(*c)).filter(on).map(|c| place(&c)).collect();
        (3 * places.iter().min().copied().unwrap_or(0) + places.iter().max().copied().unwrap_or(0)) / 4
    };
    let (x, y, turn) = match edge {
        Edge::Left => (1_500, paper.down(along(|c| c.y, &|c| c.x == 0)), -90),
        Edge::Right => (width - 1_500, paper.down(along(|c| c.y, &|c| c.x == width)), 90),
        Edge::Top => (along(|c| c.x, &|c| c.y == height), 1_700, 0),
        Edge::Bottom => (along(|c| c.x, &|c| c.y == 0), height - 1_100, 0),
    };
    paper.draw(format_args!(
        r#"<text transform="translate({x} {y}) rotate({turn})" font-size="950" letter-spacing="240" text-anchor="middle" fill="{colour}" stroke="{GROUND}" stroke-width="300" stroke-opacity="0.8" paint-order="stroke">{name}</text>"#
    ));
    let half = if turn == 0 { [NAME_HALF, 700] } else { [700, NAME_HALF] };
    Area::around(Spot { x, y: paper.down(y) }, half[0], half[1])
}

/// Inches along the left and the bottom edge.
fn draw_ruler(paper: &mut Paper) {
    let (width, height) = (paper.width, paper.height);
    let style = format!(r#"font-size="680" fill="{FAINT}""#);
    for x in (0..=width).step_by(6_000) {
        let below = height + 1_150;
        paper.draw(format_args!(r#"<text x="{x}" y="{below}" {style} text-anchor="middle">{}</text>"#, x / 1_000));
    }
    for y in (0..=height).step_by(6_000) {
        let level = paper.down(y) + 230;
        paper.draw(format_args!(r#"<text x="-550" y="{level}" {style} text-anchor="end">{}</text>"#, y / 1_000));
    }
}

/// Markers with the ground from which they are controlled.
pub(super) fn draw_markers(paper: &mut Paper, markers: &[MarkerLook], size: MarkerSize) {
    let MarkerSize { radius, range } = size;
    for look in markers {
        let (x, y) = (look.at.x, paper.down(look.at.y));
        paper.draw(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{range}" fill="{}" fill-opacity="0.10" stroke="{INK}" stroke-opacity="0.55" stroke-width="45" stroke-dasharray="260 220"/>"#,
            look.fill
        ));
    }
    for look in markers {
        let (x, y) = (look.at.x, paper.down(look.at.y));
        let MarkerLook { fill, ink, label, .. } = look;
        paper.draw(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{INK}" stroke-width="130"/><text x="{x}" y="{}" font-size="900" font-weight="bold" text-anchor="middle" fill="{ink}">{label}</text>"#,
            y + 320
        ));
    }
}

/// The ids of markers, below them.
pub(super) fn draw_marker_names(paper: &mut Paper, markers: &[MarkerLook], size: MarkerSize) {
    for look in markers {
        let under = Spot { x: look.at.x, y: look.at.y - size.radius - 850 };
        paper.words(under, 680, &format!(r#"text-anchor="middle" fill="{INK}""#), &look.name);
    }
}
