//! What cannot be built.

/// Why a length, a place, a base or a region cannot be built.
///
/// Everything that was built can be measured: no predicate of this module fails or overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeometryError {
    /// A length beyond [`Length::MAX`](super::Length::MAX) in either direction.
    #[error("a length beyond 4,000 inches")]
    LengthTooLarge,
    /// A place beyond [`Point::REACH`](super::Point::REACH) in either axis.
    #[error("a place more than 1,000 inches from the origin")]
    PlaceTooFar,
    /// A base with a side or diameter outside the sizes that [`Base`](super::Base) documents.
    #[error("a base size outside what the table takes")]
    BaseSize,
    /// An oval more than five times as long as it is wide.
    #[error("an oval more than five times as long as wide")]
    OvalTooThin,
    /// A polygon with fewer than three corners.
    #[error("a polygon with fewer than three corners")]
    TooFewCorners,
    /// A polygon that touches or crosses itself.
    #[error("a polygon that touches or crosses itself")]
    NotSimple,
    /// A circle or a board whose size is zero or less.
    #[error("a size that is not positive")]
    NotPositive,
    /// More markers than one measurement of control takes.
    #[error("more than 64 markers")]
    TooManyMarkers,
    /// A segment between a point and itself.
    #[error("a segment without length")]
    NoLength,
}
