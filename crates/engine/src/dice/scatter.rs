//! The scatter die, as six-sided dice show it.

use adjutant_core::numbers::Face;

/// Degrees between two directions that a machine throws.
const STEP: i32 = 10;

/// What becomes of something that scatters: the first die is the scatter die, 1 to 4 an arrow, 5 and 6 a hit; behind an
/// arrow whose direction a machine throws, two dice are read as one of 36 directions, and two more are the inches.
///
/// # Source
/// 002:178, 3653-3657; docs/log.md, section 2.
///
/// # Units
/// Degrees anticlockwise from the x axis; inches.
///
/// # Examples
/// ```
/// use adjutant_engine::{dice::Scatter, numbers::Face};
/// let faces = |faces: &[i32]| faces.iter().map(|face| Face::new(*face).unwrap()).collect::<Vec<Face>>();
/// assert_eq!(Scatter::of(&faces(&[5])), Some(Scatter::Hit));
/// assert_eq!(Scatter::of(&faces(&[2, 1, 4, 3, 6])), Some(Scatter::Arrow(Some((30, 9)))));
/// assert_eq!(Scatter::of(&faces(&[2])), Some(Scatter::Arrow(None)), "where it points shows on the table");
/// assert_eq!(Scatter::of(&faces(&[5, 1])), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scatter {
    /// It stays where it is.
    Hit,
    /// It goes so many degrees and inches, where the dice say it.
    Arrow(Option<(i32, i32)>),
}

impl Scatter {
    /// How many dice a machine throws: of a hit only the first tells.
    pub const DICE: u32 = 5;

    /// Whether dice for this are dice of something that scatters.
    pub fn is_for(purpose: &str) -> bool {
        purpose.split_whitespace().next() == Some("scatter")
    }

    /// Reads faces; `None` for other dice than these.
    pub fn of(faces: &[Face]) -> Option<Scatter> {
        let arrow = |die: &Face| die.get() <= 4;
        match faces {
            [die] if !arrow(die) => Some(Scatter::Hit),
            [die] => arrow(die).then_some(Scatter::Arrow(None)),
            [die, tens, ones, first, second] if arrow(die) => {
                let degrees = ((tens.get() - 1) * 6 + ones.get() - 1) * STEP;
                Some(Scatter::Arrow(Some((degrees, first.get() + second.get()))))
            }
            // A machine throws all five.
            [die, _, _, _, _] => (!arrow(die)).then_some(Scatter::Hit),
            _ => None,
        }
    }
}
