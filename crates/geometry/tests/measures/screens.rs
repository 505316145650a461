//! Screens against lines that are drawn one by one, on random boards: another geometry, in floating point.
//!
//! `ADJUTANT_BOARDS=10000` draws as many boards.

use super::*;

type At = (f64, f64);

/// A stream of numbers that is the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).expect("31 bits") % end
    }

    fn between(&mut self, from: i64, to: i64) -> i64 {
        from + self.below(to - from)
    }
}

/// A model with the middle and the half sizes of its base; round where these are alike.
struct Model {
    footprint: Footprint,
    at: At,
    half: At,
    round: bool,
}

impl Model {
    fn random(numbers: &mut Numbers) -> Model {
        let (x, y) = (numbers.between(2_000, 22_000), numbers.between(2_000, 22_000));
        let place = (x as f64 / 1e3, y as f64 / 1e3);
        if numbers.below(3) == 0 {
            let (wide, long) = (numbers.between(1_000, 3_000), numbers.between(1_000, 5_000));
            let base = Base::hull(thousandths(wide), thousandths(long)).expect("a hull");
            let footprint = Footprint::of_base(base, at(x, y), Facing::ALONG_X);
            return Model { footprint, at: place, half: (long as f64 / 2e3, wide as f64 / 2e3), round: false };
        }
        let across = numbers.between(500, 3_000);
        let footprint =
            Footprint::of_base(Base::round(thousandths(across)).expect("a base"), at(x, y), Facing::ALONG_X);
        Model { footprint, at: place, half: (across as f64 / 2e3, across as f64 / 2e3), round: true }
    }

    /// The point of the rim in a direction, a share of the way out.
    fn rim(&self, turn: f64, share: f64) -> At {
        let (sine, cosine) = (turn * std::f64::consts::TAU).sin_cos();
        if self.round {
            return (self.at.0 + self.half.0 * cosine * share, self.at.1 + self.half.1 * sine * share);
        }
        let reach = (self.half.0 / cosine.abs()).min(self.half.1 / sine.abs());
        (self.at.0 + reach * cosine * share, self.at.1 + reach * sine * share)
    }

    /// Points of it: its middle, and rings of so many around it. Corners of a hull are among the last ring.
    fn points(&self, count: usize, shares: &[f64]) -> Vec<At> {
        let mut points = vec![self.at];
        for share in shares {
            points.extend((0..count).map(|index| self.rim(index as f64 / count as f64, *share)));
            if !self.round {
                let corner =
                    |x: f64, y: f64| (self.at.0 + x * self.half.0 * share, self.at.1 + y * self.half.1 * share);
                points.extend([corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(-1.0, -1.0)]);
            }
        }
        points
    }
}

/// A box that is turned, a triangle or an L.
fn random_piece(numbers: &mut Numbers) -> (Screen, Vec<At>) {
    let (x, y) = (numbers.between(3_000, 19_000), numbers.between(3_000, 19_000));
    let (w, h) = (numbers.between(300, 5_000), numbers.between(300, 5_000));
    let skew = numbers.between(-1_500, 1_500);
    let corners: Vec<(i64, i64)> = match numbers.below(3) {
        0 => vec![(0, 0), (w, skew), (w - skew, h + skew), (-skew, h)],
        1 => vec![(0, 0), (w, skew / 2), (skew, h + 1_000)],
        _ => vec![(0, 0), (w + 1_500, 0), (w + 1_500, 700), (900, 700), (900, h + 1_500), (0, h + 1_500)],
    };
    let corners: Vec<(i64, i64)> = corners.into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    let Ok(polygon) = Polygon::new(corners.iter().map(|(x, y)| at(*x, *y)).collect()) else {
        return random_piece(numbers);
    };
    (Screen::of(&polygon), corners.into_iter().map(|(x, y)| (x as f64 / 1e3, y as f64 / 1e3)).collect())
}

fn side(a: At, b: At, p: At) -> f64 {
    (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)
}

fn inside(piece: &[At], p: At) -> bool {
    let mut odd = false;
    for (index, a) in piece.iter().enumerate() {
        let b = piece[(index + 1) % piece.len()];
        if (a.1 > p.1) != (b.1 > p.1) && p.0 < (b.0 - a.0) * (p.1 - a.1) / (b.1 - a.1) + a.0 {
            odd = !odd;
        }
    }
    odd
}

fn crosses(piece: &[At], p: At, t: At) -> bool {
    let cut = |(index, a): (usize, &At)| {
        let b = piece[(index + 1) % piece.len()];
        side(*a, b, p) * side(*a, b, t) < 0.0 && side(p, t, *a) * side(p, t, b) < 0.0
    };
    inside(piece, p) || inside(piece, t) || piece.iter().enumerate().any(cut)
}

/// Whether a line from a point to one of some others passes over a piece.
fn meets_one(pieces: &[Vec<At>], from: At, to: &[At]) -> bool {
    to.iter().any(|to| pieces.iter().any(|piece| crosses(piece, from, *to)))
}

const RINGS: [f64; 3] = [0.5, 0.9, 0.999];

/// What is wrong with the three answers about one board.
fn judged(screens: &[Screen], pieces: &[Vec<At>], one: &Model, other: &Model) -> [(Option<bool>, bool); 3] {
    let drawn = |from: &[At], to: &[At], piece: &[Vec<At>]| from.iter().any(|from| meets_one(piece, *from, to));
    let (from, to) = (one.points(32, &RINGS), other.points(64, &[0.999]));
    let between = screens[0].is_between(&one.footprint, &other.footprint);
    let first = &pieces[..1];
    let between_holds = match between {
        Some(false) => !drawn(&from, &to, first),
        Some(true) => drawn(&from, &to, first) || drawn(&one.points(128, &[1.02]), &other.points(256, &[1.02]), first),
        None => true,
    };
    let all: Vec<&Screen> = screens.iter().collect();
    let hidden = hides(&all, &one.footprint, &other.footprint);
    let sees_all = |from: &At| !meets_one(pieces, *from, &to);
    let near = || other.points(1_024, &[0.999, 1.02]);
    let hidden_holds = match hidden {
        Some(false) => from.iter().chain(&one.points(64, &[0.999])).any(sees_all),
        Some(true) => from.iter().all(|from| !sees_all(from) || meets_one(pieces, *from, &near())),
        None => true,
    };
    let blocked = blocks(&all, &one.footprint, &other.footprint);
    let free = |from: &At, to: &[At]| to.iter().any(|to| !meets_one(pieces, *from, &[*to]));
    let blocked_holds = match blocked {
        Some(true) => !from.iter().any(|from| free(from, &to)),
        Some(false) => from.iter().chain(&one.points(64, &[0.999])).any(|from| free(from, &to)),
        None => true,
    };
    [(between, between_holds), (hidden, hidden_holds), (blocked, blocked_holds)]
}

#[test]
fn lines_that_are_drawn_one_by_one_agree_on_random_boards() {
    let boards = std::env::var("ADJUTANT_BOARDS").ok().and_then(|many| many.parse().ok()).unwrap_or(300u64);
    let mut counts = [[0u64; 3]; 3];
    for seed in 0..boards {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 7);
        numbers.below(2);
        let (one, other) = (Model::random(&mut numbers), Model::random(&mut numbers));
        let count = numbers.between(1, 4);
        let (screens, pieces): (Vec<Screen>, Vec<Vec<At>>) = (0..count).map(|_| random_piece(&mut numbers)).unzip();
        for (which, (answer, holds)) in judged(&screens, &pieces, &one, &other).into_iter().enumerate() {
            assert!(
                holds,
                "board {seed}, question {which}: {answer:?} for {:?} {:?} over {pieces:?}",
                one.at, other.at
            );
            counts[which][answer.map_or(2, usize::from)] += 1;
        }
    }
    for [no, yes, unknown] in counts {
        assert!(
            no * 8 > boards && yes * 16 > boards && unknown * 8 < boards,
            "of {boards}: {no} no, {yes} yes, {unknown}"
        );
    }
}

/// The shortest way from point to point of a fine grid that keeps off a piece, by steps to any of 32 neighbours.
///
/// A way on a grid is never shorter than the shortest way, and longer by 3 % at most and the width of a cell at a corner.
fn on_grid(piece: &[At], from: At, to: At) -> Option<f64> {
    const CELLS: i64 = 96;
    let cell = 24.0 / CELLS as f64;
    let place = |(x, y): (i64, i64)| (x as f64 * cell, y as f64 * cell);
    let near = |p: At| ((p.0 / cell).round() as i64, (p.1 / cell).round() as i64);
    let mut steps = Vec::new();
    for (dx, dy) in (-4i64..=4).flat_map(|dx| (-4i64..=4).map(move |dy| (dx, dy))) {
        let mut common = (dx.abs(), dy.abs());
        while common.1 > 0 {
            common = (common.1, common.0 % common.1);
        }
        if common.0 == 1 {
            steps.push((dx, dy));
        }
    }
    let index = |(x, y): (i64, i64)| usize::try_from(y * (CELLS + 1) + x).expect("on the grid");
    let mut best = vec![f64::INFINITY; usize::try_from((CELLS + 1) * (CELLS + 1)).expect("a size")];
    let mut open = std::collections::BinaryHeap::new();
    let (start, end) = (near(from), near(to));
    best[index(start)] = 0.0;
    open.push((std::cmp::Reverse(0u64), start));
    while let Some((std::cmp::Reverse(far), at)) = open.pop() {
        let so_far = far as f64 / 1e6;
        if at == end {
            return Some(so_far);
        }
        if so_far > best[index(at)] + 1e-5 {
            continue;
        }
        for (dx, dy) in &steps {
            let next = (at.0 + dx, at.1 + dy);
            let on = |at: i64| (0..=CELLS).contains(&at);
            if !on(next.0) || !on(next.1) || crosses(piece, place(at), place(next)) {
                continue;
            }
            let length = so_far + ((dx * dx + dy * dy) as f64).sqrt() * cell;
            if length + 1e-6 < best[index(next)] {
                best[index(next)] = length;
                open.push((std::cmp::Reverse((length * 1e6) as u64), next));
            }
        }
    }
    None
}

/// On random boards the way around is no longer than any way that a grid finds, and around one convex piece not shorter by
/// more than a grid is coarse.
#[test]
fn ways_around_agree_with_a_grid_on_random_boards() {
    let boards = std::env::var("ADJUTANT_BOARDS").ok().and_then(|many| many.parse().ok()).unwrap_or(300u64) / 10;
    let mut longer = 0;
    for seed in 0..boards {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 11);
        numbers.below(2);
        let (screen, piece) = random_piece(&mut numbers);
        // Ends on the grid, so that the grid measures between the same points.
        let mut end = |left: i64, right: i64| loop {
            let (x, y) = (numbers.between(left, right), numbers.between(16, 80));
            let place = (x as f64 / 4.0, y as f64 / 4.0);
            if !inside(&piece, place) {
                return (at(x * 250, y * 250), place);
            }
        };
        let ((from, one), (to, other)) = (end(4, 40), end(50, 92));
        let said = screen.way_around(from, to).thousandths_of_inch_rounded_down() as f64 / 1e3;
        let straight = ((one.0 - other.0).powi(2) + (one.1 - other.1).powi(2)).sqrt();
        let Some(walked) = on_grid(&piece, one, other) else { continue };
        assert!(said <= walked + 0.002, "board {seed}: {said} is longer than {walked} around {piece:?}");
        assert!(said + 0.002 >= straight, "board {seed}: {said} is shorter than the straight line {straight}");
        if piece.len() < 6 {
            assert!(walked <= said * 1.03 + 1.0, "board {seed}: {said} is far from {walked} around {piece:?}");
        }
        longer += u64::from(said > straight + 0.01);
    }
    assert!(longer * 8 > boards, "of {boards} boards {longer} have something in the way");
}

#[test]
fn a_bay_hides_nothing_and_its_arms_do() {
    // A U around the shooter, open to the right.
    let corners = [(0, 0), (6, 0), (6, 1), (1, 1), (1, 5), (6, 5), (6, 6), (0, 6)];
    let bay = Screen::of(&Polygon::new(corners.map(|(x, y)| at(x * 1_000, y * 1_000)).to_vec()).expect("simple"));
    let model = |x, y| Footprint::of_base(Base::round(Length::inches(1)).expect("a base"), at(x, y), Facing::ALONG_X);
    let (shooter, ahead, aside) = (model(3_000, 3_000), model(12_000, 3_000), model(3_000, 12_000));
    assert_eq!(bay.is_between(&shooter, &ahead), Some(false));
    assert_eq!(hides(&[&bay], &shooter, &ahead), Some(false));
    assert_eq!(hides(&[&bay], &shooter, &aside), Some(true));
    assert_eq!(hides(&[], &shooter, &aside), Some(false));
    // Within half a line's thickness nobody can tell.
    let wall = Screen::of(&Polygon::new(vec![at(0, 0), at(20_000, 0), at(20_000, 1_000)].clone()).expect("simple"));
    assert_eq!(wall.is_between(&model(0, -510), &model(12_000, -510)), None);
    assert_eq!(wall.is_between(&model(0, -540), &model(12_000, -540)), Some(false));
}
