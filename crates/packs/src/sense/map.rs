//! Whether the map of a mission agrees with itself: board, zones, territories, edges and markers, in exact numbers.

use adjutant_engine::attack::CoverLaw;
use adjutant_engine::geometry::{Circle, Footprint, GeometryError, Length, Point, Polygon, Region};
use adjutant_engine::law::Pack;
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{CORNERS, MapSides, Marker, Mission, Sides, Zone};
use adjutant_engine::side::MapSide;
use adjutant_engine::state::table::Feature;

use super::report::Report;

type Spot = [Inches; 2];

pub(super) fn check(pack: &Pack, mission: &Mission, report: &mut Report<'_>) {
    match pack.file.sizes.get(&mission.size) {
        Some(size) => report.fault_if(
            size.board != mission.board,
            "`board`",
            format!("the board of this size is [{}, {}]", size.board[0], size.board[1]),
        ),
        None => report.fault("`size`", "`pack.json` does not have this size under `sizes`"),
    }
    edges(mission, report);
    let zones = areas(mission, "zones", Some(&mission.zones), report);
    let territories = areas(mission, "territories", mission.territories.as_ref(), report);
    for other in &mission.other_zones {
        areas(mission, "other_zones", Some(&other.zones), report);
    }
    terrain(pack, mission, report);
    for (index, marker) in mission.markers.iter().enumerate() {
        let place = format!("`markers`, {}", marker.id);
        report.fault_if(
            marker.id.as_str() != format!("m{}", index + 1),
            &place,
            format!("markers are called m1, m2 … in order; m{} is due", index + 1),
        );
        report.fault_if(!on_board(mission, &marker.at), &place, "the marker does not lie on the board");
        let twin = mission.markers.iter().take(index).find(|other| other.at == marker.at);
        if let Some(twin) = twin {
            report.fault(&place, format!("{} lies at the same place", twin.id));
        }
        lies_where_it_says(mission, marker, &zones, &territories, report);
    }
}

/// Pieces of terrain have an outline on the board, a name of their own, and lie on no marker where the ruleset forbids it.
fn terrain(pack: &Pack, mission: &Mission, report: &mut Report<'_>) {
    let clear = pack.law.dice.as_ref().is_some_and(|dice| dice.cover() == CoverLaw::ByTraits);
    let radius = Length::from_tenths_of_millimetre(i64::from(pack.law.control.marker_mm) * 5).unwrap_or(Length::ZERO);
    for (index, piece) in mission.terrain.iter().enumerate() {
        let place = format!("`terrain`, {}", piece.id);
        let twice = mission.terrain[..index].iter().any(|other| other.id == piece.id);
        report.fault_if(twice, &place, "another piece has this name");
        if let Some([x, y]) = piece.footprint.iter().find(|corner| !on_board(mission, corner)) {
            report.fault(&place, format!("the corner [{x}, {y}] does not lie on the board"));
        }
        let feature = match Feature::of(piece) {
            Ok(feature) if piece.footprint.len() <= CORNERS => feature,
            Ok(_) => {
                report.fault(&place, format!("an outline has {CORNERS} corners at most"));
                continue;
            }
            Err(error) => {
                report.fault(&place, error.to_string());
                continue;
            }
        };
        let lies_on =
            |marker: &&Marker| point(&marker.at).is_ok_and(|at| feature.overlaps(&Footprint::of_marker(at, radius)));
        if let Some(marker) = mission.markers.iter().find(lies_on).filter(|_| clear) {
            report.fault(&place, format!("it stands on {}", marker.id));
        }
    }
}

fn on_board(mission: &Mission, spot: &Spot) -> bool {
    spot.iter().zip(mission.board).all(|(at, edge)| (0..=edge.thousandths()).contains(&at.thousandths()))
}

fn edges(mission: &Mission, report: &mut Report<'_>) {
    report.fault_if(
        mission.edges.b != mission.edges.a.opposite(),
        "`edges`",
        "the two players' edges lie opposite each other",
    );
}

/// The two areas as regions, where they are well drawn.
fn areas(mission: &Mission, name: &str, drawn: Option<&Sides<Zone>>, report: &mut Report<'_>) -> Option<[Region; 2]> {
    let drawn = drawn?;
    let mut regions = Vec::new();
    for (side, zone) in [("a", &drawn.a), ("b", &drawn.b)] {
        let place = format!("`{name}`, `{side}`");
        let outside = zone.polygon.iter().find(|corner| !on_board(mission, corner));
        if let Some([x, y]) = outside {
            report.fault(&place, format!("the corner [{x}, {y}] does not lie on the board"));
        }
        match region(zone) {
            Ok(region) => regions.push(region),
            Err(error) => report.fault(&place, error.to_string()),
        }
    }
    let turned = same_outline(&turned(mission, &drawn.a), &drawn.b);
    report.fault_if(
        !turned && markers_are_symmetric(mission),
        format!("`{name}`"),
        "the markers are the same after a half turn of the board, but one area is not the other turned",
    );
    <[Region; 2]>::try_from(regions).ok()
}

fn point(spot: &Spot) -> Result<Point, GeometryError> {
    Point::from_thousandths_of_inch(spot[0].thousandths().into(), spot[1].thousandths().into())
}

fn region(zone: &Zone) -> Result<Region, GeometryError> {
    let polygon = Polygon::new(zone.polygon.iter().map(point).collect::<Result<_, _>>()?)?;
    let circle = zone.minus_circle.as_ref().map(|circle| {
        let radius = Length::from_thousandths_of_inch(circle.radius.thousandths().into())?;
        Circle::new(point(&circle.centre)?, radius)
    });
    Ok(Region::new(polygon, circle.transpose()?))
}

fn lies_where_it_says(
    mission: &Mission,
    marker: &Marker,
    zones: &Option<[Region; 2]>,
    territories: &Option<[Region; 2]>,
    report: &mut Report<'_>,
) {
    let Ok(at) = point(&marker.at) else { return };
    let zone = marker.zone.map_or_else(MapSides::default, |zone| MapSides::of(&[zone]));
    for (name, regions, stated) in [("zone", zones, zone), ("territory", territories, marker.territory)] {
        let inside = regions.as_ref().map_or([false; 2], |[a, b]| [a.contains(at), b.contains(at)]);
        // On the border a marker belongs to nobody, or to both where its file says so.
        let (lies, fits) = match inside {
            [true, false] => (Some(MapSide::A), stated == MapSides::of(&[MapSide::A])),
            [false, true] => (Some(MapSide::B), stated == MapSides::of(&[MapSide::B])),
            [false, false] => (None, stated.is_none()),
            [true, true] => (None, stated.is_none() || (name == "territory" && stated.each().len() == 2)),
        };
        let drawn = regions.is_some() || name == "territory";
        report.fault_if(
            drawn && !fits,
            format!("`markers`, {}, `{name}`", marker.id),
            match lies {
                Some(side) => format!("the marker lies in the {name} of side {}", letter(side)),
                None => format!("the marker lies in no {name}, or on the border of both"),
            },
        );
    }
    let central = (0..2).all(|axis| 2 * marker.at[axis].thousandths() == mission.board[axis].thousandths());
    report.fault_if(
        marker.central != central,
        format!("`markers`, {}, `central`", marker.id),
        if central { "the marker lies in the centre" } else { "the marker does not lie in the centre" },
    );
}

fn letter(side: MapSide) -> &'static str {
    match side {
        MapSide::A => "a",
        MapSide::B => "b",
    }
}

fn half_turn(mission: &Mission, spot: &Spot) -> [i32; 2] {
    [0, 1].map(|axis| mission.board[axis].thousandths() - spot[axis].thousandths())
}

fn thousandths(spot: &Spot) -> [i32; 2] {
    spot.map(Inches::thousandths)
}

/// A zone as numbers: its corners, and the circle that is cut out.
type Outline = (Vec<[i32; 2]>, Option<([i32; 2], i32)>);

fn turned(mission: &Mission, zone: &Zone) -> Outline {
    let corners = zone.polygon.iter().map(|corner| half_turn(mission, corner)).collect();
    let circle = zone.minus_circle.as_ref().map(|c| (half_turn(mission, &c.centre), c.radius.thousandths()));
    (corners, circle)
}

/// Whether the outline is that of the zone, from whichever corner and in whichever direction each is drawn.
fn same_outline((corners, circle): &Outline, zone: &Zone) -> bool {
    let theirs: Vec<[i32; 2]> = zone.polygon.iter().map(thousandths).collect();
    let their_circle = zone.minus_circle.as_ref().map(|c| (thousandths(&c.centre), c.radius.thousandths()));
    let rotates = |ours: &[[i32; 2]]| {
        let mut ours = ours.to_vec();
        (0..ours.len()).any(|_| {
            ours.rotate_left(1);
            ours == theirs
        })
    };
    let backwards: Vec<[i32; 2]> = corners.iter().rev().copied().collect();
    *circle == their_circle && (rotates(corners) || rotates(&backwards))
}

fn markers_are_symmetric(mission: &Mission) -> bool {
    let spots: Vec<[i32; 2]> = mission.markers.iter().map(|marker| thousandths(&marker.at)).collect();
    mission.markers.iter().all(|marker| spots.contains(&half_turn(mission, &marker.at)))
}
