//! What the first page asks for, as it was typed and as it is meant.

use std::sync::Arc;

use adjutant_app::clock::{Clock, off_the_wall};
use adjutant_app::packs::default_pack;
use adjutant_app::tournaments::begin::Beginning;
use adjutant_core::time::Timestamp;
use adjutant_engine::law::{Pack, Packs};
use adjutant_tournament::{MissionId, Name, Reason};

use super::plan::{Day, begins, on_the_wall, plan, written};
use crate::ask::Ask;

/// So many rounds the page asks missions for.
pub const ROUNDS_MAX: u16 = 12;
const TABLES_MAX: u16 = 500;

/// The fields as they were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    pub name: String,
    /// Id of the pack; empty where only results are kept.
    pub pack: String,
    /// `2026-11-28`.
    pub day: String,
    /// When round 1 begins: `09:30`.
    pub begins: String,
    pub rounds: String,
    /// Minutes that a round takes.
    pub minutes: String,
    /// Minutes for lunch; 0: none.
    pub lunch: String,
    pub tables: String,
    /// When lists are due: `09:00`; empty where no time is set.
    pub lists: String,
    /// How many players there are places for; empty where nobody waits.
    pub places: String,
    /// The mission of each round.
    pub missions: Vec<String>,
}

/// A field that cannot be meant so, by its name in the form, and what to type.
pub type Fault = (&'static str, String);

/// The fields as they are meant.
#[derive(Clone, Debug)]
pub struct Meant {
    pub name: Name,
    pub pack: Option<Arc<Pack>>,
    pub missions: Vec<MissionId>,
    pub tables: u16,
    pub places: Option<u16>,
    pub day: Day,
}

impl Fields {
    /// What stands in the page before anybody typed.
    pub fn usual(today: &str) -> Fields {
        let text = |text: &str| text.to_owned();
        Fields {
            pack: default_pack().file.id.to_string(),
            day: text(today),
            begins: text("09:30"),
            rounds: text("3"),
            minutes: text("150"),
            lunch: text("45"),
            tables: text("12"),
            lists: text("09:00"),
            ..Fields::default()
        }
    }

    /// What a form holds.
    pub fn of(ask: &Ask) -> Fields {
        let text = |name: &str| ask.text(name).trim().to_owned();
        Fields {
            name: text("name"),
            pack: text("pack"),
            day: text("day"),
            begins: text("begins"),
            rounds: text("rounds"),
            minutes: text("minutes"),
            lunch: text("lunch"),
            tables: text("tables"),
            lists: text("lists"),
            places: text("places"),
            missions: ask.all("mission").map(str::to_owned).collect(),
        }
    }

    /// The pack that is chosen.
    pub fn pack(&self, packs: &Packs) -> Option<Arc<Pack>> {
        packs.iter().find(|pack| pack.file.id.as_str() == self.pack).cloned()
    }

    /// The missions that a round can have: those of the pack's largest size; none where they follow from the armies.
    pub fn missions(&self, packs: &Packs) -> Vec<(MissionId, String)> {
        let Some(pack) = self.pack(packs) else { return Vec::new() };
        let size = pack.file.largest();
        let of_size =
            pack.missions.values().filter(|mission| Some(mission.size) == size && mission.primaries.is_empty());
        of_size.map(|mission| (mission.id.clone(), mission.name.to_string())).collect()
    }

    /// The mission of each round: the one that is chosen, or the next of the pack.
    pub fn of_rounds(&self, packs: &Packs, rounds: u16) -> Vec<MissionId> {
        let known: Vec<MissionId> = self.missions(packs).into_iter().map(|(id, _)| id).collect();
        let chosen =
            |round: usize| known.iter().find(|id| self.missions.get(round).is_some_and(|said| said == id.as_str()));
        let of = |round: usize| chosen(round).or_else(|| known.get(round % known.len().max(1))).cloned();
        (0..usize::from(rounds)).filter_map(of).collect()
    }

    /// What the plan of the day is counted from.
    ///
    /// # Errors
    /// Every field that cannot be meant so.
    pub fn day(&self) -> Result<Day, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut whole = |name: &'static str, text: &str, least: u16, most: u16| {
            let number = text.parse().ok().filter(|number| (least..=most).contains(number));
            if number.is_none() {
                faults.push((name, format!("Write a whole number from {least} to {most}.")));
            }
            number.unwrap_or(least)
        };
        let rounds = whole("rounds", &self.rounds, 1, ROUNDS_MAX);
        let minutes = whole("minutes", &self.minutes, 10, 600);
        let lunch = whole("lunch", &self.lunch, 0, 240);
        let date = Timestamp::parse(&format!("{}T00:00:00Z", self.day));
        if date.is_none_or(Timestamp::is_absurd) {
            faults.push(("day", "Write a day such as 2026-11-28.".to_owned()));
        }
        let begins = time_of_day(&self.begins);
        if begins.is_none() {
            faults.push(("begins", "Write a time such as 09:30.".to_owned()));
        }
        let lists = time_of_day(&self.lists);
        if !self.lists.is_empty() && lists.is_none_or(|lists| begins.is_some_and(|begins| lists > begins)) {
            faults.push(("lists", "Write a time before round 1, such as 09:00, or nothing.".to_owned()));
        }
        match (date, begins) {
            (Some(date), Some(begins)) if faults.is_empty() => Ok(Day { date, begins, rounds, minutes, lunch, lists }),
            _ => Err(faults),
        }
    }

    /// The event that is meant.
    ///
    /// # Errors
    /// Every field that cannot be meant so.
    pub fn meant(&self, packs: &Packs) -> Result<Meant, Vec<Fault>> {
        let (day, mut faults) = match self.day() {
            Ok(day) => (Some(day), Vec::new()),
            Err(faults) => (None, faults),
        };
        let name = Name::new(&self.name);
        if let Err(error) = &name {
            faults.push(("name", format!("Write {}.", error.wanted())));
        }
        let tables = self.tables.parse().ok().filter(|tables| (1..=TABLES_MAX).contains(tables));
        if tables.is_none() {
            faults.push(("tables", format!("Write a whole number from 1 to {TABLES_MAX}.")));
        }
        let places = self.places.parse().ok().filter(|places| (1..=2 * TABLES_MAX).contains(places));
        if !self.places.is_empty() && places.is_none() {
            faults.push(("places", format!("Write a whole number from 1 to {}, or nothing.", 2 * TABLES_MAX)));
        }
        if !self.pack.is_empty() && self.pack(packs).is_none() {
            faults.push(("pack", "Choose one of the list.".to_owned()));
        }
        match (name, day, tables) {
            (Ok(name), Some(day), Some(tables)) if faults.is_empty() => Ok(Meant {
                name,
                pack: self.pack(packs),
                missions: self.of_rounds(packs, day.rounds),
                tables,
                places,
                day,
            }),
            _ => Err(faults),
        }
    }
}

impl Meant {
    /// What is said of it before it begins; its times are those of a clock on the wall.
    pub fn beginning(self, clock: Clock) -> Beginning {
        let Meant { name, pack, missions, tables, places, day } = self;
        let begins = begins(&day).into_iter().filter_map(|at| off_the_wall(at, clock)).collect();
        let lists_due = day.lists.and_then(|at| off_the_wall(on_the_wall(&day, at)?, clock));
        // A plan that is too long for a note is left out, rather than cut.
        let note = Reason::new(&written(&day, &plan(&day))).ok();
        Beginning { name, pack, rounds: day.rounds, missions, tables, begins, lists_due, places, note }
    }
}

/// Minutes since midnight.
fn time_of_day(text: &str) -> Option<u16> {
    let (hour, minute) = text.split_once(':')?;
    let part = |text: &str, most: u16| -> Option<u16> {
        let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number| digits && *number < most)
    };
    Some(part(hour, 24)? * 60 + part(minute, 60)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packs() -> Packs {
        adjutant_app::Known::default().packs()
    }

    #[test]
    fn fields_are_meant_or_say_what_to_type() {
        let good = Fields { name: "Autumn GT".to_owned(), ..Fields::usual("2026-11-28") };
        let meant = good.meant(&packs()).unwrap();
        assert_eq!((meant.tables, meant.day.rounds, meant.missions.len()), (12, 3, 3));
        assert_eq!((meant.places, meant.day.lists), (None, Some(540)));
        let none = Fields { lists: String::new(), places: "31".to_owned(), ..good.clone() }.meant(&packs()).unwrap();
        assert_eq!((none.places, none.day.lists), (Some(31), None));
        let after = Fields { lists: "09:31".to_owned(), ..good }.meant(&packs()).unwrap_err();
        assert_eq!(after[0].0, "lists", "round 1 has begun");
        let wrong = Fields {
            day: "2026-02-30".to_owned(),
            begins: "25:00".to_owned(),
            rounds: "0".to_owned(),
            tables: "many".to_owned(),
            pack: "none".to_owned(),
            lists: "late".to_owned(),
            places: "all".to_owned(),
            ..Fields::usual("2026-11-28")
        };
        let faults: Vec<&str> = wrong.meant(&packs()).unwrap_err().into_iter().map(|(field, _)| field).collect();
        assert_eq!(faults, ["rounds", "day", "begins", "lists", "name", "tables", "places", "pack"]);
    }

    #[test]
    fn a_chosen_mission_is_played_in_its_round() {
        let fields = Fields::usual("2026-11-28");
        let known = fields.missions(&packs());
        let last = known.last().unwrap().0.clone();
        let chosen = Fields { missions: vec![String::new(), last.to_string(), "nothing".to_owned()], ..fields.clone() };
        assert_eq!(chosen.of_rounds(&packs(), 3), [known[0].0.clone(), last, known[2].0.clone()]);
        assert_eq!(fields.of_rounds(&packs(), ROUNDS_MAX).len(), 12, "the pack begins anew");
        let none = Fields { pack: String::new(), ..fields };
        assert_eq!((none.missions(&packs()), none.of_rounds(&packs(), 3)), (vec![], vec![]));
    }
}
