//! How far something reaches.

use std::fmt;

use super::{GeometryError, Length};

/// How far something reaches: as far in every direction, or so far along the ground and so far up and down.
///
/// # Source
/// 001:1455-1469, 2419; 000:249, 320: what is said to be horizontal or vertical is not measured diagonally, all else is.
///
/// # Examples
/// ```
/// use adjutant_geometry::{Footprint, Length, Point, Reach};
/// let at = |x| Point::from_thousandths_of_inch(x, 0).map(Footprint::of_point);
/// let (below, above) = (at(0)?, at(1_000)?.raised(Length::inches(4)));
/// assert!(below.is_within(Reach::with_height(Length::inches(1), Some(Length::inches(5))), &above));
/// assert!(!below.is_within(Length::inches(4), &above), "4.123 inches by the shortest way");
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    along: Length,
    up: Option<Length>,
}

adjutant_core::say_as_written!(Reach);

impl Reach {
    /// So far along the ground, and so far up and down; without a height as far in every direction.
    pub const fn with_height(along: Length, up: Option<Length>) -> Reach {
        Reach { along, up }
    }

    /// How far along the ground.
    pub const fn along(self) -> Length {
        self.along
    }

    /// How far up and down, where that is another matter.
    pub const fn up(self) -> Option<Length> {
        self.up
    }

    /// So much farther, along the ground as up and down.
    ///
    /// # Errors
    /// [`GeometryError::LengthTooLarge`] beyond [`Length::MAX`].
    pub fn plus(self, more: Length) -> Result<Reach, GeometryError> {
        let up = self.up.map(|up| up.plus(more)).transpose()?;
        Ok(Reach { along: self.along.plus(more)?, up })
    }

    /// As far up and down, and at least so far along the ground.
    #[must_use]
    pub fn at_least(self, along: Length) -> Reach {
        Reach { along: self.along.max(along), ..self }
    }
}

impl From<Length> for Reach {
    #[inline]
    fn from(along: Length) -> Reach {
        Reach { along, up: None }
    }
}

impl fmt::Display for Reach {
    /// Along the ground: `1"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.along.fmt(f)
    }
}
