//! The list of a season: ids and numbers, nothing else, so that it stays as it is whatever names are forgotten.

use adjutant_core::Name;
use adjutant_core::chain::{Hash, canonical};
use adjutant_core::ids::MemberId;
use adjutant_ratings::{Rating, rank_range};
use serde::{Deserialize, Serialize};

use crate::day::Day;
use crate::scheme::RatingRules;
use crate::season::Season;
use crate::state::League;

/// A list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct List {
    /// Version of this contract: 1.
    pub format: u16,
    /// The league: hash of its first record.
    pub league: Hash,
    /// Its number, from 1.
    pub list: u32,
    /// The day up to which it counts, where that is not the whole season.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Day>,
    /// How games are rated.
    pub rating: RatingRules,
    /// The logs that it rests on, by their first record.
    pub logs: Vec<Resting>,
    /// How many games count, and how many of them are rated.
    pub games: [u64; 2],
    /// Everybody, in the order of the table; who is left out is not here.
    pub members: Vec<ListRow>,
    /// Whether predictions came true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibrated>,
}

/// A log that a list rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Resting {
    /// Hash of its first record.
    pub origin: Hash,
    /// Hash of the record up to which it counts.
    pub head: Hash,
}

/// A member of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ListRow {
    /// Who.
    pub id: MemberId,
    /// Rank by points, shared by those who have the same; nobody's who did not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Points that count.
    pub points: i64,
    /// What events brought, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<ListEvent>,
    /// Rated games won, drawn, lost.
    pub record: [u32; 3],
    /// The rating; nothing before the first rated game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<ListRating>,
}

/// A rating of a list, in hundredths of a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ListRating {
    /// The rating.
    pub value: i64,
    /// Half of its 95 % interval.
    pub margin: i64,
    /// Its deviation.
    pub deviation: i64,
    /// Whether it rests on too little.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The ranks that the intervals leave open, and among how many; nothing for who is provisional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<[u32; 3]>,
    /// The faction with which it was come by, where each has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<Name>,
}

/// What an event brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ListEvent {
    /// The log: hash of its first record.
    pub origin: Hash,
    /// The place and the number of players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<[u32; 2]>,
    /// Points.
    pub points: i64,
    /// Whether they count.
    pub counted: bool,
}

/// Whether predictions came true, in ten-thousandths; `z` in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Calibrated {
    /// How many games were predicted.
    pub games: u64,
    /// What their favourites were expected to score.
    pub predicted: i64,
    /// What they scored.
    pub won: i64,
    /// The standardised sum of what was off.
    pub z: i64,
    /// The mean logarithmic loss; 6931 is that of a coin.
    pub loss: i64,
}

impl List {
    /// The list of a season.
    pub fn of(league: &League, season: &Season, number: u32, until: Option<Day>) -> List {
        let rating = league.create.as_ref().map(|create| create.rating).unwrap_or_default();
        let logs = league.counted().map(|(origin, pinned)| Resting { origin: *origin, head: pinned.pin.head });
        let rated = season.games.iter().filter(|game| game.rated).count();
        List {
            format: 1,
            league: league.origin.unwrap_or_else(|| Hash::of(b"")),
            list: number,
            until,
            rating,
            logs: logs.collect(),
            games: [season.games.len() as u64, rated as u64],
            members: rows(league, season),
            calibration: season.calibration.map(|check| Calibrated {
                games: check.games,
                predicted: check.predicted,
                won: check.won,
                z: check.z_hundredths,
                loss: check.loss,
            }),
        }
    }

    /// Reads a list: readers and writers of JSON are compiled again wherever they are called from.
    ///
    /// # Errors
    /// What is not JSON, or no list.
    pub fn read(text: &[u8]) -> serde_json::Result<List> {
        serde_json::from_slice(text)
    }

    /// Its canonical JSON.
    pub fn bytes(&self) -> Vec<u8> {
        canonical(self).unwrap_or_default()
    }

    /// SHA-256 of it.
    ///
    /// ```
    /// use adjutant_league::{League, Library, list::List, season::season};
    /// let (league, library) = (League::default(), Library::default());
    /// let list = List::of(&league, &season(&league, &library, None).unwrap(), 1, None);
    /// let read = List::read(&list.bytes()).unwrap();
    /// assert_eq!(read.hash(), list.hash());
    /// ```
    pub fn hash(&self) -> Hash {
        Hash::of(&self.bytes())
    }

    /// The row of a member.
    pub fn row(&self, member: &MemberId) -> Option<&ListRow> {
        self.members.iter().find(|row| row.id == *member)
    }
}

fn rows(league: &League, season: &Season) -> Vec<ListRow> {
    let shown = season.people.iter().filter(|(id, _)| league.members[*id].excluded.is_none());
    let mut rows: Vec<(bool, ListRow)> = shown
        .map(|(id, person)| {
            let events = person.results.iter().map(|result| ListEvent {
                origin: result.origin,
                place: result.count.place.map(|(place, players)| [place, players]),
                points: result.points,
                counted: result.counted,
            });
            let row = ListRow {
                id: id.clone(),
                rank: None,
                points: person.points,
                events: events.collect(),
                record: person.record,
                rating: None,
            };
            (person.present, row)
        })
        .collect();
    rows.sort_by(|(here, one), (there, two)| (!here, -one.points, &one.id).cmp(&(!there, -two.points, &two.id)));
    let mut last: Option<(i64, u32)> = None;
    for (at, (present, row)) in rows.iter_mut().enumerate().filter(|(_, (present, _))| *present) {
        let rank = last.filter(|(points, _)| *points == row.points).map_or(at as u32 + 1, |(_, rank)| rank);
        last = Some((row.points, rank));
        row.rank = present.then_some(rank);
    }
    let mut rows: Vec<ListRow> = rows.into_iter().map(|(_, row)| row).collect();
    rate(league, season, &mut rows);
    rows
}

/// Puts ratings into the rows, and the ranks that they leave open among those who are firm.
fn rate(league: &League, season: &Season, rows: &mut [ListRow]) {
    let Some(create) = league.create.as_deref() else { return };
    let vague = create.rating.system().provisional_above();
    let mut firm = Vec::new();
    for (at, row) in rows.iter_mut().enumerate() {
        let games: u32 = row.record.iter().sum();
        let own = season.ratings.range((row.id.clone(), None)..).take_while(|((id, _), _)| *id == row.id);
        let surest = own.min_by_key(|((_, faction), rating)| (rating.deviation_hundredths(), faction.clone()));
        let Some(((_, faction), rating)) = surest else { continue };
        let provisional = rating.is_vaguer_than(vague) || games < create.minimum.games;
        if !provisional {
            firm.push((at, *rating));
        }
        row.rating = Some(ListRating {
            value: rating.hundredths(),
            margin: rating.margin_hundredths(),
            deviation: rating.deviation_hundredths(),
            provisional,
            ranks: None,
            faction: faction.clone(),
        });
    }
    let all: Vec<_> = firm.iter().map(|(_, rating): &(usize, Rating)| rating.interval()).collect();
    for (place, (at, _)) in firm.iter().enumerate() {
        let (high, low) = rank_range(&all, place);
        if let Some(rating) = &mut rows[*at].rating {
            rating.ranks = Some([high as u32, low as u32, all.len() as u32]);
        }
    }
}
