//! Lengths as whole numbers.

use adjutant_core::numbers::Inches;

use super::GeometryError;

const UNITS_PER_INCH: i64 = 254_000;
const UNITS_PER_THOUSANDTH: i64 = 254;
const UNITS_PER_TENTH_OF_MILLIMETRE: i64 = 1_000;

/// A length, exactly.
///
/// Inches with three decimals and millimetres with one are both whole numbers of the unit.
///
/// # Units
/// Tenths of a micrometre: 254,000 to the inch, 10,000 to the millimetre.
///
/// # Source
/// `docs/log.md`, section 2: lengths are integers in tenths of a micrometre.
///
/// # Examples
/// ```
/// use adjutant_geometry::Length;
/// let tank = Length::from_thousandths_of_inch(5_125)?;
/// let base = Length::from_tenths_of_millimetre(285)?;
/// assert_eq!(tank.units(), 1_301_750);
/// assert_eq!(base.units(), 285_000);
/// assert_eq!(Length::inches(3).thousandths_of_inch_rounded_down(), 3_000);
/// # Ok::<(), adjutant_geometry::GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(i64);

adjutant_core::say_as_written!(Length);

impl std::fmt::Display for Length {
    /// In inches, with at most three decimals: `1.5"`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let thousandths = self.0 / UNITS_PER_THOUSANDTH;
        let (whole, rest) = (thousandths / 1_000, (thousandths % 1_000).abs());
        match rest {
            0 => write!(f, "{whole}\""),
            _ => write!(f, "{whole}.{}\"", format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

impl Length {
    /// No length.
    pub const ZERO: Length = Length(0);
    /// The largest length in either direction: 4,000 inches.
    pub const MAX: Length = Length(4_000 * UNITS_PER_INCH);

    /// Whole inches, as the rules print them.
    pub const fn inches(whole: u8) -> Length {
        Length(whole as i64 * UNITS_PER_INCH)
    }

    /// Thousandths of an inch, as the log writes places and hulls.
    ///
    /// # Errors
    /// [`GeometryError::LengthTooLarge`] beyond [`Length::MAX`].
    #[inline]
    pub fn from_thousandths_of_inch(thousandths: i64) -> Result<Length, GeometryError> {
        Length::scaled(thousandths, UNITS_PER_THOUSANDTH)
    }

    /// A length of the log; its range lies within that of the geometry.
    #[inline]
    pub fn of(inches: Inches) -> Length {
        Length::scaled(inches.thousandths().into(), UNITS_PER_THOUSANDTH).unwrap_or(Length::ZERO)
    }

    /// Tenths of a millimetre, as the roster writes round and oval bases.
    ///
    /// # Errors
    /// [`GeometryError::LengthTooLarge`] beyond [`Length::MAX`].
    #[inline]
    pub fn from_tenths_of_millimetre(tenths: i64) -> Result<Length, GeometryError> {
        Length::scaled(tenths, UNITS_PER_TENTH_OF_MILLIMETRE)
    }

    fn scaled(count: i64, units_each: i64) -> Result<Length, GeometryError> {
        count.checked_mul(units_each).ok_or(GeometryError::LengthTooLarge).and_then(Length::from_units)
    }

    /// Tenths of a micrometre.
    ///
    /// # Errors
    /// [`GeometryError::LengthTooLarge`] beyond [`Length::MAX`].
    #[inline]
    pub fn from_units(units: i64) -> Result<Length, GeometryError> {
        if units.unsigned_abs() > Length::MAX.0.unsigned_abs() {
            return Err(GeometryError::LengthTooLarge);
        }
        Ok(Length(units))
    }

    /// A length already known to lie within [`Length::MAX`].
    pub(super) const fn known(units: i64) -> Length {
        Length(units)
    }

    /// Tenths of a micrometre.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// The sum.
    ///
    /// # Errors
    /// [`GeometryError::LengthTooLarge`] beyond [`Length::MAX`].
    #[inline]
    pub fn plus(self, other: Length) -> Result<Length, GeometryError> {
        Length::from_units(self.0 + other.0)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`GeometryError::LengthTooLarge`] beyond [`Length::MAX`].
    pub fn minus(self, other: Length) -> Result<Length, GeometryError> {
        Length::from_units(self.0 - other.0)
    }

    /// Thousandths of an inch, rounded down: for showing a length, never for deciding with it.
    pub const fn thousandths_of_inch_rounded_down(self) -> i64 {
        self.0.div_euclid(UNITS_PER_THOUSANDTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contract_names_the_unit() {
        assert_eq!(Length::from_thousandths_of_inch(1), Ok(Length(254)));
        assert_eq!(Length::from_thousandths_of_inch(1_000), Ok(Length::inches(1)));
        assert_eq!(Length::from_tenths_of_millimetre(254), Ok(Length::inches(1)));
        assert_eq!(Length::from_tenths_of_millimetre(-1).map(Length::units), Ok(-1_000));
    }

    #[test]
    fn lengths_beyond_the_largest_are_refused() {
        let refused = Err(GeometryError::LengthTooLarge);
        assert_eq!(Length::from_thousandths_of_inch(4_000_000), Ok(Length::MAX));
        assert_eq!(Length::from_thousandths_of_inch(4_000_001), refused);
        assert_eq!(Length::from_thousandths_of_inch(-4_000_001), refused);
        assert_eq!(Length::from_thousandths_of_inch(i64::MIN), refused);
        assert_eq!(Length::from_tenths_of_millimetre(i64::MAX), refused);
        assert_eq!(Length::from_units(i64::MIN), refused);
        assert_eq!(Length::MAX.plus(Length(1)), refused);
        assert_eq!(Length(-1).minus(Length::MAX), refused);
    }

    #[test]
    fn shown_lengths_round_down() {
        assert_eq!(Length(253).thousandths_of_inch_rounded_down(), 0);
        assert_eq!(Length(-1).thousandths_of_inch_rounded_down(), -1);
    }
}
