//! Which part of a list a screen of the hall shows, for how long, and what follows it.

use super::scene::in_address;
use crate::ask::Ask;

/// Which part of a list a screen shows: part 1 of 3 and the page in it, both from 1; and what follows its last page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which screen of how many.
    pub screen: (usize, usize),
    /// Which page of this screen.
    pub page: usize,
    /// Whether names stand and are sorted by the last name.
    pub last_first: bool,
    /// The hall whose tables are shown; empty for all of them.
    pub hall: String,
    /// The screens that this one takes turns with, itself among them, and the page at which each goes on; none where it
    /// stands alone.
    turns: Vec<(&'static str, usize)>,
}

/// Screens that can take turns.
const TURNS: [&str; 6] = ["pairings", "standings", "missing", "clock", "bracket", "live"];
/// How an address says that names are sorted by the last name.
pub(super) const LAST: &str = "last";
/// Seconds that a screen of one page is shown when it takes turns.
pub(super) const TURN: u8 = 12;
/// So many pages of a long list are shown before it is the turn of the next screen; the list goes on after that.
const PAGES_A_TURN: usize = 4;
/// Pages that an address may name.
const PAGES_MAX: usize = 9999;

impl Part {
    /// Reads `2/3`, a page, and screens that take turns, such as `pairings:5,clock`, where the pairings go on at their page
    /// 5; what cannot be read shows everything.
    pub fn parse(part: Option<&str>, page: Option<&str>, turns: Option<&str>, by: Option<&str>) -> Part {
        let hall = String::new();
        let screen = part.and_then(|part| {
            let (at, of) = part.split_once('/')?;
            let (at, of) = (at.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&at).then_some((at, of)).filter(|_| of <= 99)
        });
        let number = |page: Option<&str>| page.and_then(|page| page.parse().ok()).unwrap_or(1).clamp(1, PAGES_MAX);
        let turn = |named: &str| {
            let (name, page) = named.trim().split_once(':').unwrap_or((named.trim(), "1"));
            TURNS.into_iter().find(|known| *known == name).map(|name| (name, number(Some(page))))
        };
        let turns = turns.unwrap_or_default().split(',').filter_map(turn).take(TURNS.len()).collect();
        Part { screen: screen.unwrap_or((1, 1)), page: number(page), last_first: by == Some(LAST), hall, turns }
    }

    /// What an address asks for, with the hall that it names.
    pub fn of_address(ask: &Ask) -> Part {
        let hall = ask.text("hall").trim().to_owned();
        Part { hall, ..Part::parse(ask.get("part"), ask.get("page"), ask.get("of"), ask.get("by")) }
    }

    /// The first of the screens that take turns.
    pub fn first(&self) -> &'static str {
        self.turns.first().map_or(TURNS[0], |(name, _)| name)
    }

    /// What this screen shows of a list.
    pub(super) fn own<'a, T>(&self, all: &'a [T]) -> &'a [T] {
        let (at, of) = self.screen;
        let cut = |part: usize| all.len() * part / of;
        &all[cut(at - 1)..cut(at)]
    }

    /// The entry of this page among the pages of the screen, its number, and how many there are.
    pub(super) fn of<'a, T>(&self, pages: &[&'a [T]]) -> (&'a [T], usize, usize) {
        let count = pages.len().max(1);
        let at = (self.page - 1) % count;
        (pages.get(at).copied().unwrap_or_default(), at + 1, count)
    }

    /// The address of the next page; after the last one, and after [`PAGES_A_TURN`], that of the screen whose turn it is.
    pub(super) fn next(&self, name: &str, pages: usize) -> String {
        let (at, of) = self.screen;
        let shown = (self.page - 1) % pages.max(1) + 1;
        let page = shown % pages.max(1) + 1;
        let mut more = if self.last_first { format!("&by={LAST}") } else { String::new() };
        if !self.hall.is_empty() {
            more += &format!("&hall={}", in_address(&self.hall));
        }
        let Some(place) = self.turns.iter().position(|(known, _)| *known == name) else {
            return format!("/screen/{name}?part={at}/{of}&page={page}{more}");
        };
        let mut turns = self.turns.clone();
        turns[place].1 = page;
        let over = page == 1 || shown.is_multiple_of(PAGES_A_TURN);
        let (next, page) = turns[(place + usize::from(over)) % turns.len()];
        let written = |(name, page): &(&str, usize)| match page {
            1 => (*name).to_owned(),
            page => format!("{name}:{page}"),
        };
        let turns: Vec<String> = turns.iter().map(written).collect();
        format!("/screen/{next}?page={page}&of={}{more}", turns.join(","))
    }

    /// How many seconds a page is shown before the next one; nothing for the last one.
    pub(super) fn flips(&self, pages: usize, seconds: u8) -> Option<u8> {
        (pages > 1 || self.turns.len() > 1).then_some(seconds)
    }
}

/// A whole turn of the pages of a list takes so many seconds at the most, while a page stays long enough to be read.
const WHOLE_TURN: u8 = 40;
const PAGE_LEAST: u8 = 5;

/// How long each of some pages is shown.
///
/// A list of 300 has five dense pages, or six where names are long.
pub(super) fn seconds(pages: usize, most: u8) -> u8 {
    let share = usize::from(WHOLE_TURN) / pages.max(1);
    u8::try_from(share).unwrap_or(most).clamp(PAGE_LEAST, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screens_take_turns_after_their_last_page() {
        let part = |page| Part::parse(None, Some(page), Some("pairings,no-such, clock"), None);
        assert_eq!(part("1").first(), "pairings");
        assert_eq!(part("1").next("pairings", 2), "/screen/pairings?page=2&of=pairings:2,clock");
        assert_eq!(part("2").next("pairings", 2), "/screen/clock?page=1&of=pairings,clock");
        assert_eq!(part("1").next("clock", 1), "/screen/pairings?page=1&of=pairings,clock");
        assert_eq!(part("1").flips(1, 9), Some(9));
        let alone = Part::parse(Some("2/3"), Some("4"), None, None);
        assert_eq!(alone.next("pairings", 4), "/screen/pairings?part=2/3&page=1");
        assert_eq!((alone.flips(1, 9), alone.flips(2, 9)), (None, Some(9)));
        assert_eq!(Part::parse(None, None, Some("\"><script>"), None).first(), "pairings");
    }

    /// However long the list is, the other screens come again after four of its pages, and every page of it is shown.
    #[test]
    fn a_long_list_lets_the_other_screens_take_their_turn_in_between() {
        let mut part = Part::parse(None, None, Some("pairings,clock"), Some("last"));
        let (mut name, mut seen) = ("pairings", Vec::new());
        for _ in 0..17 {
            seen.push(if name == "clock" { 0 } else { part.page });
            let address = part.next(name, if name == "clock" { 1 } else { 13 });
            name = if address.starts_with("/screen/clock?") { "clock" } else { "pairings" };
            let value = |key: &str| address.split(['?', '&']).find_map(|field| field.strip_prefix(key));
            part = Part::parse(None, value("page="), value("of="), value("by="));
            assert!(part.last_first, "{address}");
        }
        assert_eq!(seen, [1, 2, 3, 4, 0, 5, 6, 7, 8, 0, 9, 10, 11, 12, 0, 13, 0]);
        assert_eq!((name, part.page), ("pairings", 1), "then from the beginning");
    }

    #[test]
    fn a_hall_goes_with_every_page() {
        let part = Part { hall: "Hall B & C".to_owned(), ..Part::parse(None, None, Some("pairings,clock"), None) };
        assert_eq!(part.next("pairings", 2), "/screen/pairings?page=2&of=pairings:2,clock&hall=Hall+B+%26+C");
    }

    #[test]
    fn whatever_the_address_says_there_is_a_page() {
        for (part, page) in
            [("0/0", "0"), ("3/2", "-1"), ("x", "99999999999999999999"), ("1/1000000", "7"), ("2/3", "2")]
        {
            let part = Part::parse(Some(part), Some(page), None, None);
            assert!(part.of::<u8>(&[]).0.is_empty());
            assert!(part.of(&[&[1, 2][..], &[3]]).0.len() <= 2);
        }
        let read = Part::parse(Some("2/3"), Some("2"), None, Some("last"));
        assert_eq!(read, Part { screen: (2, 3), page: 2, last_first: true, ..Part::parse(None, None, None, None) });
    }
}
