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

    /// Dots across.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Dots down.
    pub fn height(&self) -> usize {
        self.shades.len() / self.width
    }

    /// The picture in another size, at least one dot each way: every dot from those about its place, the nearer the more.
    ///
    /// ```
    /// use adjutant_replay::carried::Grey;
    /// let picture = Grey::new(4, vec![90; 8]).unwrap().sized(2, 3);
    /// assert_eq!((picture.width(), picture.height()), (2, 3));
    /// ```
    #[must_use]
    pub fn sized(&self, width: usize, height: usize) -> Grey {
        let (across, down) = (shares(self.width, width.max(1)), shares(self.height(), height.max(1)));
        let rows: Vec<f32> = self
            .shades
            .chunks(self.width)
            .flat_map(|row| {
                across.iter().map(|(from, weights)| {
                    weights.iter().zip(&row[*from..]).map(|(weight, shade)| weight * f32::from(*shade)).sum::<f32>()
                })
            })
            .collect();
        let dot = |(from, weights): &(usize, Vec<f32>), x: usize| {
            let column = rows[from * across.len() + x..].iter().step_by(across.len());
            weights.iter().zip(column).map(|(weight, shade)| weight * shade).sum::<f32>().round() as u8
        };
        let shades = down.iter().flat_map(|place| (0..across.len()).map(move |x| dot(place, x))).collect();
        Grey { width: across.len(), shades }
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

/// For each of so many new dots along an edge: the first old one that it is made of, and the weights of those from there on.
fn shares(old: usize, new: usize) -> Vec<(usize, Vec<f32>)> {
    let ratio = old as f32 / new as f32;
    let reach = ratio.max(1.0);
    let place = |at: usize| {
        let middle = (at as f32 + 0.5) * ratio - 0.5;
        let (from, to) =
            ((middle - reach).ceil().max(0.0) as usize, (middle + reach).floor().min(old as f32 - 1.0) as usize);
        let near: Vec<f32> = (from..=to).map(|dot| 1.0 - (dot as f32 - middle).abs() / reach).collect();
        let all: f32 = near.iter().sum();
        (from, near.into_iter().map(|weight| weight / all).collect())
    };
    (0..new).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_size_keeps_edges_and_light() {
        let half = Grey::new(4, vec![0, 0, 200, 200, 0, 0, 200, 200]).unwrap().sized(2, 1);
        // Weights 3, 3 and 1: 200 / 7 of the other half.
        assert_eq!(half.shades, [29, 171]);
        let twice = Grey::new(2, vec![0, 200]).unwrap().sized(4, 1);
        assert_eq!(twice.shades, [0, 50, 150, 200]);
        assert_eq!(Grey::new(3, vec![7; 9]).unwrap().sized(5, 7).shades, [7; 35]);
    }
}
