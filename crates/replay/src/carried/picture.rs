//! Codes in a picture: looked for as it is, in black and white, and with the light evened.

/// A picture in shades of grey, row by row from the top; 0 is black.
#[derive(Clone, Debug)]
pub struct Grey {
    width: usize,
    shades: Vec<u8>,
}

/// Dots along an edge of the squares whose light is evened.
const SQUARE: usize = 64;

impl Grey {
    /// A picture so wide; none where its shades fill no rectangle.
    ///
    /// ```
    /// use adjutant_replay::carried::Grey;
    /// assert!(Grey::new(2, vec![0; 4]).is_some_and(|white| white.texts().is_empty()));
    /// assert!(Grey::new(3, vec![0; 4]).is_none());
    /// ```
    pub fn new(width: usize, shades: Vec<u8>) -> Option<Grey> {
        (width > 0 && !shades.is_empty() && shades.len().is_multiple_of(width)).then_some(Grey { width, shades })
    }

    fn height(&self) -> usize {
        self.shades.len() / self.width
    }

    /// The texts of the codes that it shows, each once.
    pub fn texts(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for seen in [self.clone(), self.in_two(), self.evened().in_two()] {
            for text in seen.decoded() {
                if !found.contains(&text) {
                    found.push(text);
                }
            }
            if super::gathered(&found).is_ok() {
                break;
            }
        }
        found
    }

    fn decoded(&self) -> Vec<String> {
        let shade = |x: usize, y: usize| self.shades[y * self.width + x];
        let mut prepared = rqrr::PreparedImage::prepare_from_greyscale(self.width, self.height(), shade);
        let decoded = prepared.detect_grids().into_iter().map(|grid| grid.decode());
        decoded.filter_map(|text| text.ok().map(|(_, text)| text)).collect()
    }

    /// In black and white, parted where the two differ most (Otsu): what a photograph adds along edges goes.
    fn in_two(&self) -> Grey {
        let mut counts = [0u64; 256];
        self.shades.iter().for_each(|shade| counts[usize::from(*shade)] += 1);
        let weigh = |counts: &[u64]| (0..).zip(counts).map(|(shade, many): (u64, _)| shade * many).sum::<u64>();
        let (all, whole) = (counts.iter().sum::<u64>(), weigh(&counts));
        let apart = |at: &usize| {
            let (dark, sum) = (counts[..*at].iter().sum::<u64>(), weigh(&counts[..*at]));
            let light = all - dark;
            if dark == 0 || light == 0 {
                return 0;
            }
            let gap = u128::from(((whole - sum) / light).abs_diff(sum / dark));
            u128::from(dark) * u128::from(light) * gap * gap
        };
        let parted = (1..256).max_by_key(apart).unwrap_or(128);
        let two = |shade: &u8| if usize::from(*shade) < parted { 0 } else { 255 };
        Grey { width: self.width, shades: self.shades.iter().map(two).collect() }
    }

    /// With the same light everywhere: each dot against the light around it.
    fn evened(&self) -> Grey {
        let (across, down) = (self.width.div_ceil(SQUARE), self.height().div_ceil(SQUARE));
        let mut sums = vec![(0u64, 0u64); across * down];
        for (at, shade) in self.shades.iter().enumerate() {
            let square = &mut sums[at / self.width / SQUARE * across + at % self.width / SQUARE];
            *square = (square.0 + u64::from(*shade), square.1 + 1);
        }
        let light: Vec<u64> = sums.iter().map(|(sum, many)| (sum / (*many).max(1)).max(1)).collect();
        // Between the middles of four squares the light goes over from one to the other.
        let between = |at: usize, most: usize| {
            let from = at.saturating_sub(SQUARE / 2);
            let (low, part) = (from / SQUARE, (from % SQUARE) as u64);
            (low.min(most - 1), (low + 1).min(most - 1), if at < SQUARE / 2 { 0 } else { part })
        };
        let whole = SQUARE as u64;
        let even = |(at, shade): (usize, &u8)| {
            let (left, right, x) = between(at % self.width, across);
            let (top, low, y) = between(at / self.width, down);
            let row = |row: usize| light[row * across + left] * (whole - x) + light[row * across + right] * x;
            let around = (row(top) * (whole - y) + row(low) * y) / (whole * whole);
            u8::try_from(u64::from(*shade) * 128 / around.max(1)).unwrap_or(u8::MAX)
        };
        Grey { width: self.width, shades: self.shades.iter().enumerate().map(even).collect() }
    }
}
