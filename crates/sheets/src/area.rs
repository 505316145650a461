//! Rectangles that are cut into smaller ones: the only arithmetic of the layout.

/// A rectangle of a page, in points; the origin is the upper left corner and y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    pub fn right(self) -> f32 {
        self.x + self.width
    }

    pub fn bottom(self) -> f32 {
        self.y + self.height
    }

    pub fn inset(self, by: f32) -> Area {
        self.inset_each(by, by)
    }

    /// Takes away `across` on the left and right, `down` above and below.
    pub fn inset_each(self, across: f32, down: f32) -> Area {
        Area {
            x: self.x + across,
            y: self.y + down,
            width: (self.width - 2.0 * across).max(0.0),
            height: (self.height - 2.0 * down).max(0.0),
        }
    }

    /// Cuts a strip off the top and keeps the rest.
    pub fn cut_top(&mut self, height: f32) -> Area {
        let strip = Area { height, ..*self };
        self.y += height;
        self.height -= height;
        strip
    }

    pub fn cut_bottom(&mut self, height: f32) -> Area {
        self.height -= height;
        Area { y: self.bottom(), height, ..*self }
    }

    pub fn cut_left(&mut self, width: f32) -> Area {
        let strip = Area { width, ..*self };
        self.x += width;
        self.width -= width;
        strip
    }

    pub fn cut_right(&mut self, width: f32) -> Area {
        self.width -= width;
        Area { x: self.right(), width, ..*self }
    }

    /// Side by side, as wide as their shares say.
    pub fn columns<const N: usize>(self, shares: [f32; N]) -> [Area; N] {
        let unit = self.width / shares.iter().sum::<f32>();
        let mut rest = self;
        shares.map(|share| rest.cut_left(unit * share))
    }

    /// As [`Area::columns`], for any number of shares.
    pub fn columns_of(self, shares: &[f32]) -> Vec<Area> {
        let unit = self.width / shares.iter().sum::<f32>();
        let mut rest = self;
        shares.iter().map(|share| rest.cut_left(unit * share)).collect()
    }

    /// One above the other, all of one height.
    pub fn rows(self, count: usize) -> impl Iterator<Item = Area> {
        let height = self.height / count as f32;
        (0..count).map(move |row| Area { y: self.y + height * row as f32, height, ..self })
    }

    /// The largest square in the middle.
    pub fn square(self) -> Area {
        let side = self.width.min(self.height);
        self.inset_each((self.width - side) / 2.0, (self.height - side) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fill_the_whole() {
        let mut whole = Area { x: 10.0, y: 20.0, width: 100.0, height: 60.0 };
        let parts = whole.columns([1.0, 3.0]);
        assert_eq!((parts[0].width, parts[1].x, parts[1].right()), (25.0, 35.0, 110.0));
        assert_eq!(whole.rows(3).last().unwrap().bottom(), 80.0);
        let (top, bottom) = (whole.cut_top(10.0), whole.cut_bottom(10.0));
        assert_eq!((top.bottom(), whole.y, whole.bottom(), bottom.y), (30.0, 30.0, 70.0, 70.0));
        assert_eq!(whole.square().width, 40.0);
    }
}
