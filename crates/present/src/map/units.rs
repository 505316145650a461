//! Models to scale, and the names of their units.

use adjutant_engine::attack::GroupIndex;
use adjutant_engine::roster::Base;
use adjutant_engine::side::Player;
use adjutant_engine::state::{Position, State, Unit};

use super::paper::{GROUND, INK, Paper, Spot};

/// Half of what a model without a known base is drawn as: an inch across, dashed.
const UNKNOWN_HALF: i64 = 500;
/// Size of a unit's name.
const NAME_SIZE: i64 = 760;
/// Size of a height on a model.
const UP_SIZE: i64 = 640;

/// One model on the map, in thousandths of an inch.
pub(super) struct Model {
    pub(super) at: Spot,
    form: Form,
    facing: i64,
    /// How far above the table it stands, as it is written on it.
    up: Option<String>,
}

#[derive(Clone, Copy)]
enum Form {
    Round { radius: i64 },
    Oval { ahead: i64, aside: i64 },
    Hull { ahead: i64, aside: i64 },
    Unknown,
}

impl Model {
    fn reach(&self) -> i64 {
        match self.form {
            Form::Round { radius } => radius,
            Form::Oval { ahead, aside } | Form::Hull { ahead, aside } => ahead.max(aside),
            Form::Unknown => UNKNOWN_HALF,
        }
    }
}

/// A unit on the map.
pub(super) struct Drawn<'a> {
    pub(super) unit: &'a Unit,
    pub(super) models: Vec<Model>,
}

impl Drawn<'_> {
    /// The middle of its models.
    pub(super) fn middle(&self) -> Spot {
        let area = self.area();
        Spot { x: (area.left + area.right) / 2, y: (area.low + area.high) / 2 }
    }

    fn area(&self) -> Area {
        let areas = self.models.iter().map(|model| Area::around(model.at, model.reach(), model.reach()));
        areas.reduce(Area::with).unwrap_or(Area::around(Spot { x: 0, y: 0 }, 0, 0))
    }
}

/// The units whose models have coordinates.
pub(super) fn on_map(state: &State) -> Vec<Drawn<'_>> {
    let drawn = state.units.iter().filter_map(|unit| match unit.position()? {
        Position::Models(standing) => {
            let each = standing.places.iter().zip(&standing.groups);
            let model = |(place, group): (&adjutant_engine::place::ModelPlace, &GroupIndex)| Model {
                at: Spot { x: place.x.thousandths().into(), y: place.y.thousandths().into() },
                form: form(unit.groups[*group].base),
                facing: place.facing.map_or(0, |facing| facing.thousandths().into()),
                up: place.up.filter(|up| up.thousandths() > 0).map(|up| format!("+{up}")),
            };
            Some(Drawn { unit, models: each.map(model).collect() })
        }
        Position::Declared(..) | Position::Unknown => None,
    });
    drawn.collect()
}

/// Half-sizes of a base: millimetres become thousandths of an inch, rounded.
fn form(base: Option<Base>) -> Form {
    let half_of_millimetres = |size: adjutant_engine::numbers::Millimetres| {
        let thousandths = i64::from(size.thousandths());
        (thousandths * 10 + 254) / 508
    };
    let half = |size: adjutant_engine::numbers::Inches| i64::from(size.thousandths()) / 2;
    match base {
        Some(Base::RoundMm(size)) => Form::Round { radius: half_of_millimetres(size) },
        Some(Base::OvalMm([long, wide])) => {
            Form::Oval { ahead: half_of_millimetres(long), aside: half_of_millimetres(wide) }
        }
        Some(Base::HullIn([wide, long])) => Form::Hull { ahead: half(long), aside: half(wide) },
        None => Form::Unknown,
    }
}

/// Every model in its player's colour, then the names where there is room.
pub(super) fn draw(paper: &mut Paper, units: &[Drawn<'_>], taken: Vec<Area>, colours: [&str; 2]) {
    for drawn in units {
        let colour = colours[usize::from(drawn.unit.player == Player::Two)];
        paper.draw(format_args!(
            r#"<g fill="{colour}" fill-opacity="0.88" stroke="{INK}" stroke-width="60" stroke-opacity="0.8">"#
        ));
        for model in &drawn.models {
            draw_model(paper, model);
        }
        paper.draw(format_args!("</g>"));
        for (at, up) in drawn.models.iter().filter_map(|model| Some((model.at, model.up.as_ref()?))) {
            let style = format!(r#"text-anchor="middle" font-weight="bold" fill="{INK}""#);
            paper.words(Spot { x: at.x, y: at.y - UP_SIZE / 3 }, UP_SIZE, &style, up);
        }
    }
    let mut taken = taken;
    taken.extend(units.iter().flat_map(|u| &u.models).map(|m| Area::around(m.at, m.reach(), m.reach())));
    for drawn in units {
        let colour = colours[usize::from(drawn.unit.player == Player::Two)];
        let name = format!("{} {}", drawn.unit.id, drawn.unit.datasheet);
        let spot = room_for(paper, &drawn.area(), &name, &taken);
        taken.push(words_area(spot, &name));
        let style = format!(r#"text-anchor="middle" font-weight="bold" fill="{colour}""#);
        paper.words(Spot { x: spot.x, y: spot.y - NAME_SIZE / 3 }, NAME_SIZE, &style, &name);
    }
}

fn draw_model(paper: &mut Paper, model: &Model) {
    let (x, y) = (model.at.x, paper.down(model.at.y));
    let turn = format!("translate({x} {y}) rotate({})", degrees(-model.facing));
    let front = |ahead: i64| format!(r#"<path d="M0 0H{ahead}" stroke="{GROUND}" stroke-width="110"/>"#);
    match model.form {
        Form::Round { radius } => paper.draw(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)),
        Form::Oval { ahead, aside } => paper
            .draw(format_args!(r#"<g transform="{turn}"><ellipse rx="{ahead}" ry="{aside}"/>{}</g>"#, front(ahead))),
        Form::Hull { ahead, aside } => paper.draw(format_args!(
            r#"<g transform="{turn}"><rect x="{}" y="{}" width="{}" height="{}" rx="120"/>{}</g>"#,
            -ahead,
            -aside,
            2 * ahead,
            2 * aside,
            front(ahead)
        )),
        Form::Unknown => paper.draw(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{UNKNOWN_HALF}" fill-opacity="0.35" stroke-dasharray="200 140"/>"#
        )),
    }
}

fn degrees(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, rest) = (thousandths.abs() / 1_000, thousandths.abs() % 1_000);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest:03}") }
}

/// The place beside a unit where its name covers least: below, above, right, left, then farther out.
fn room_for(paper: &Paper, unit: &Area, name: &str, taken: &[Area]) -> Spot {
    let half = words_area(Spot { x: 0, y: 0 }, name).right;
    let (x, y) = ((unit.left + unit.right) / 2, (unit.low + unit.high) / 2);
    let mut best: Option<(usize, Spot)> = None;
    for gap in [600, 1_500, 2_400] {
        let beside =
            [(x, unit.low - gap), (x, unit.high + gap), (unit.right + gap + half, y), (unit.left - gap - half, y)];
        for (x, y) in beside {
            let x = x.clamp(half.min(paper.width / 2), (paper.width - half).max(paper.width / 2));
            let spot = Spot { x, y: y.clamp(400, paper.height - 400) };
            let area = words_area(spot, name);
            let covered = taken.iter().filter(|other| other.meets(&area)).count();
            if best.as_ref().is_none_or(|(least, _)| covered < *least) {
                best = Some((covered, spot));
            }
        }
    }
    best.map_or(Spot { x, y }, |(_, spot)| spot)
}

fn words_area(middle: Spot, words: &str) -> Area {
    let characters = i64::try_from(words.chars().count()).unwrap_or(0);
    Area::around(middle, characters * NAME_SIZE * 3 / 10, NAME_SIZE / 2)
}

/// A part of the map that is drawn on.
#[derive(Clone, Copy)]
pub(super) struct Area {
    left: i64,
    right: i64,
    low: i64,
    high: i64,
}

impl Area {
    pub(super) fn around(middle: Spot, aside: i64, above: i64) -> Area {
        Area { left: middle.x - aside, right: middle.x + aside, low: middle.y - above, high: middle.y + above }
    }

    fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    fn meets(&self, other: &Area) -> bool {
        self.left < other.right && other.left < self.right && self.low < other.high && other.low < self.high
    }
}
