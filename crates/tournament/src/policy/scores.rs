//! Scores beside the games: categories that judges or players award, and the overall score that adds them up.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::TieBreak;
use crate::id::{Alike, Name, NotThat};
use crate::rational::Rational;

/// A score that is awarded beside the games, such as painting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// What the award is called.
    pub name: Name,
    /// The most points that one player can have for it; no bound where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}

/// Reads `painting:40`, or `painting` without a bound.
///
/// ```
/// use adjutant_tournament::policy::Category;
/// let painting: Category = "painting:40".parse().unwrap();
/// assert_eq!((painting.name.as_str(), painting.max), ("painting", Some(40)));
/// assert!("painting:lots".parse::<Category>().is_err());
/// ```
impl FromStr for Category {
    type Err = NotThat;

    fn from_str(text: &str) -> Result<Category, NotThat> {
        let wrong = || NotThat {
            found: text.to_owned(),
            what: "category",
            accepted: "a name and its most points, `painting:40`",
        };
        let (name, max) = match text.rsplit_once(':') {
            Some((name, max)) => (name, Some(max.trim().parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        Ok(Category { name: Name::new(name).map_err(|_| wrong())?, max })
    }
}

/// One summand of the overall score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// `points` for the match points, the name of a category, or that of a tie-break such as `vp`.
    pub of: Name,
    /// How often it counts.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub times: Rational,
}

fn once() -> Rational {
    Rational::from(1)
}

fn is_once(times: &Rational) -> bool {
    *times == once()
}

/// What a [`Term`] counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Match points.
    Points,
    /// The points of a category.
    Category(Name),
    /// The value of a tie-break.
    TieBreak(TieBreak),
}

impl Term {
    /// What the term counts: the match points, one of these categories, or a tie-break; nothing where its name is
    /// none of them.
    pub fn measure(&self, categories: &[Category]) -> Option<Measure> {
        let name = self.of.alike();
        if name == "points" {
            return Some(Measure::Points);
        }
        if let Some(known) = categories.iter().find(|category| category.name.alike() == name) {
            return Some(Measure::Category(known.name.clone()));
        }
        // `head-to-head` depends on who is tied, `lot` is not a score.
        let counts = |tie_break: &TieBreak| !matches!(tie_break, TieBreak::Lot | TieBreak::HeadToHead);
        TieBreak::of_name(self.of.as_str()).filter(counts).map(Measure::TieBreak)
    }
}

/// Reads a sum: `points*10 + vp*1/10 + painting`.
///
/// # Errors
/// A part that is neither a name nor a name times a number.
///
/// ```
/// use adjutant_tournament::policy::overall;
/// let sum = overall("points*10 + vp*1/10 + best sport").unwrap();
/// let parts: Vec<String> = sum.iter().map(|term| format!("{} {}", term.of, term.times)).collect();
/// assert_eq!(parts, ["points 10", "vp 1/10", "best sport 1"]);
/// assert!(overall("points*ten").is_err());
/// ```
pub fn overall(text: &str) -> Result<Vec<Term>, NotThat> {
    let accepted = "a sum such as points*10 + vp*1/10 + painting";
    let wrong = |part: &str| NotThat { found: part.trim().to_owned(), what: "part of a sum", accepted };
    let term = |part: &str| {
        let (of, times) = match part.split_once('*') {
            Some((of, times)) => (of, number(times.trim()).ok_or_else(|| wrong(part))?),
            None => (part, once()),
        };
        Ok(Term { of: Name::new(of.trim()).map_err(|_| wrong(part))?, times })
    };
    text.split('+').map(term).collect()
}

/// A whole number or a fraction.
fn number(text: &str) -> Option<Rational> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let (above, below): (u32, u32) = (above.trim().parse().ok()?, below.trim().parse().ok()?);
    (below > 0).then(|| Rational::new(above.into(), below.into()))
}
