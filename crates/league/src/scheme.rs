//! How a season is decided: points, best results, minimum, how games are rated. Data of `create`; schemes that are known
//! by a name are rows here.

use std::fmt;

use adjutant_core::shaped::{Shaped, read};
use adjutant_ratings::{Elo, Glicko2, System, WengLin, of_thousandths};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An exact fraction: a whole number, or a text such as `"1/10"`.
///
/// ```
/// use adjutant_league::scheme::Fraction;
/// assert_eq!(serde_json::from_str::<Fraction>("\"1/10\"").unwrap(), Fraction::new(1, 10).unwrap());
/// assert_eq!(serde_json::to_string(&Fraction::new(3, 1).unwrap()).unwrap(), "3");
/// assert!(Fraction::parse("1/0").is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    above: i32,
    below: i32,
}

/// What points may be worth: sums of many stay far inside 128 bits.
const FRACTION_MAX: i32 = 10_000;

impl Fraction {
    /// A fraction of numbers up to 10,000, the lower one at least 1.
    pub fn new(above: i32, below: i32) -> Option<Fraction> {
        let fits = (-FRACTION_MAX..=FRACTION_MAX).contains(&above) && (1..=FRACTION_MAX).contains(&below);
        fits.then_some(Fraction { above, below })
    }

    /// Reads `3` or `1/10`.
    pub fn parse(text: &str) -> Option<Fraction> {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        Fraction::new(above.parse().ok()?, below.parse().ok()?)
    }

    /// So many times it, over a common denominator.
    fn times(self, count: i64) -> (i128, i128) {
        (i128::from(self.above) * i128::from(count), i128::from(self.below))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.below {
            1 => write!(f, "{}", self.above),
            below => write!(f, "{}/{below}", self.above),
        }
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.below {
            1 => serializer.serialize_i32(self.above),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Shaped<'de> for Fraction {
    const SHAPES: &'static str = "a whole number, or a fraction such as \"1/10\"";
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fault = || serde::de::Error::custom("a number up to 10,000");
        i32::deserialize(from).and_then(|number| Fraction::new(number, 1).ok_or_else(fault))
    }
    fn text<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fault = || serde::de::Error::custom("a fraction is written 1/10, of numbers up to 10,000");
        String::deserialize(from).and_then(|text| Fraction::parse(&text).ok_or_else(fault))
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(from)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Fraction {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fraction".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": ["integer", "string"], "pattern": "^-?[0-9]{1,5}(/[0-9]{1,5})?$"})
    }
}

/// What a place is worth: `best` for the first, `last` for the last, between them in equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Places {
    /// For the first.
    pub best: Fraction,
    /// For the last.
    pub last: Fraction,
}

/// What an event brings: a sum over what a player did there, rounded down once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// For each game won; a bye is won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_win: Option<Fraction>,
    /// For each game drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_draw: Option<Fraction>,
    /// For each round played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_round: Option<Fraction>,
    /// For each victory point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_vp: Option<Fraction>,
    /// For the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Places>,
}

/// What points are counted from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games won, byes among them.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Rounds played.
    pub rounds: u32,
    /// Victory points.
    pub vp: i64,
    /// The place and the number of players; nothing for who has none, and for a game outside events.
    pub place: Option<(u32, u32)>,
}

impl Points {
    /// What somebody gets.
    ///
    /// ```
    /// use adjutant_league::scheme::{Count, scheme};
    /// let club = scheme("club").unwrap().points;
    /// let third = Count { wins: 3, draws: 1, rounds: 5, vp: 380, place: Some((3, 20)) };
    /// assert_eq!(club.of(&third), 27, "9 + 1 + 20 · 17 / 19");
    /// assert_eq!(club.of(&Count { place: Some((1, 1)), ..third }), 10, "alone, no place brings anything");
    /// ```
    pub fn of(&self, count: &Count) -> i64 {
        let mut parts: Vec<(i128, i128)> = Vec::new();
        for (worth, times) in [
            (self.per_win, i64::from(count.wins)),
            (self.per_draw, i64::from(count.draws)),
            (self.per_round, i64::from(count.rounds)),
            (self.per_vp, count.vp),
        ] {
            parts.extend(worth.map(|worth| worth.times(times)));
        }
        if let (Some(places), Some((place, players))) = (self.place, count.place)
            && players >= 2
        {
            let steps = i64::from(players) - 1;
            let from_last = (i64::from(players) - i64::from(place)).clamp(0, steps);
            let step = |worth: Fraction, times: i64| {
                let (above, below) = worth.times(times);
                (above, below * i128::from(steps))
            };
            parts.extend([step(places.best, from_last), step(places.last, steps - from_last)]);
        }
        let (above, below) = parts.into_iter().fold((0, 1), |(above, below), (more, of)| {
            let (above, below) = (above * of + more * below, below * of);
            let shared = gcd(above.unsigned_abs(), below.unsigned_abs()).max(1) as i128;
            (above / shared, below / shared)
        });
        i64::try_from(above.div_euclid(below)).unwrap_or(0)
    }
}

fn gcd(one: u128, two: u128) -> u128 {
    if two == 0 { one } else { gcd(two, one % two) }
}

/// A way to rate, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SystemName {
    /// Glicko-2.
    #[default]
    Glicko2,
    /// Weng and Lin's.
    WengLin,
    /// Elo's.
    Elo,
}

/// What has a rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    /// A member.
    #[default]
    Player,
    /// A member with an army of one faction; the table shows the surest of them.
    PlayerFaction,
}

/// Whether the margin of a game counts in ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Margin {
    /// A win is a win.
    #[default]
    None,
    /// A lead of 50 victory points or more is a whole win, a smaller one less.
    Scale,
}

/// In what stretches of time games are simultaneous.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    /// A week, from Monday to Sunday.
    #[default]
    Week,
}

/// How games are rated. Parameters are in thousandths; each has the value of its system's author where it is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RatingRules {
    /// The system.
    #[serde(default)]
    pub system: SystemName,
    /// What has a rating.
    #[serde(default)]
    pub by: Per,
    /// Whether the margin counts.
    #[serde(default)]
    pub margin: Margin,
    /// What is simultaneous.
    #[serde(default)]
    pub period: Period,
    /// Glicko-2: how little the volatility may change (500 is 0.5). Weng-Lin: the dynamics of a period (83 is 0.083).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tau: Option<u32>,
    /// Elo: the most that a game moves (32000 is 32).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u32>,
}

impl RatingRules {
    /// The system with these parameters.
    pub fn system(&self) -> System {
        let given = |value: Option<u32>, usual: f64| value.map_or(usual, |value| of_thousandths(i64::from(value)));
        match self.system {
            SystemName::Glicko2 => {
                let usual = Glicko2::default();
                System::Glicko2(Glicko2 { tau: given(self.tau, usual.tau), ..usual })
            }
            SystemName::WengLin => {
                let usual = WengLin::default();
                System::WengLin(WengLin { tau: given(self.tau, usual.tau), ..usual })
            }
            SystemName::Elo => {
                let usual = Elo::default();
                System::Elo(Elo { k: given(self.k, usual.k), ..usual })
            }
        }
    }
}

/// Below which counts nothing is shown as firm, ranked, or compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Minimum {
    /// Players of an event that brings points.
    pub players: u32,
    /// Rounds of an event that brings points.
    pub rounds: u32,
    /// Games of a member whose rating is firm.
    pub games: u32,
    /// Games behind a rate.
    pub rate: u32,
    /// Players behind a rate.
    pub rate_players: u32,
    /// Games of a pair of factions.
    pub pair: u32,
}

impl Default for Minimum {
    fn default() -> Self {
        Minimum { players: 2, rounds: 1, games: 5, rate: 30, rate_players: 4, pair: 10 }
    }
}

/// A scheme: points, and how many of the best results count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Its name, as `league new --scheme` takes it.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// What an event brings.
    pub points: Points,
    /// How many of a member's best events count; all where none is said.
    pub best: Option<u32>,
}

const fn whole(number: i32) -> Option<Fraction> {
    Some(Fraction { above: number, below: 1 })
}

/// All schemes that have a name. `club` and `games` are our own; `places` scores the place alone, as public circuits do.
/// No federation's formula is among them, because we know none that is published in a form that can be cited.
pub const SCHEMES: &[Scheme] = &[
    Scheme {
        name: "club",
        about: "3 a win, 1 a draw, up to 20 for the place; the best 6 events count",
        points: Points {
            per_win: whole(3),
            per_draw: whole(1),
            per_round: None,
            per_vp: None,
            place: Some(Places { best: Fraction { above: 20, below: 1 }, last: Fraction { above: 0, below: 1 } }),
        },
        best: Some(6),
    },
    Scheme {
        name: "places",
        about: "100 for the first place, 10 for the last; the best 4 events count",
        points: Points {
            per_win: None,
            per_draw: None,
            per_round: None,
            per_vp: None,
            place: Some(Places { best: Fraction { above: 100, below: 1 }, last: Fraction { above: 10, below: 1 } }),
        },
        best: Some(4),
    },
    Scheme {
        name: "games",
        about: "3 a win, 1 a draw, nothing for places; every event counts: for leagues that are played over weeks",
        points: Points { per_win: whole(3), per_draw: whole(1), per_round: None, per_vp: None, place: None },
        best: None,
    },
];

/// The scheme of a name.
pub fn scheme(name: &str) -> Option<&'static Scheme> {
    SCHEMES.iter().find(|scheme| scheme.name == name)
}
