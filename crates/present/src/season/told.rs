//! What the pages of a season are made from, with what is looked up again and again.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;
use adjutant_core::ids::MemberId;
use adjutant_league::edition::Edition;
use adjutant_league::list::ListRow;
use adjutant_league::scheme::SystemName;
use adjutant_league::season::{SeasonGame, Step};
use adjutant_league::source::{Source, SourceKind};
use adjutant_league::{Library, Pinned};

use super::frame::{bdi, event_path, member_path};
use crate::league::Names;
use crate::map::escaped;

/// A game of somebody: the game, and which side they were.
pub(super) type Own<'a> = (&'a SeasonGame, usize);

/// What pages are made from.
pub(super) struct Told<'a> {
    pub edition: &'a Edition,
    pub library: &'a Library,
    pub names: &'a Names,
    /// Rows of the list by member.
    rows: BTreeMap<&'a MemberId, &'a ListRow>,
    games: BTreeMap<&'a MemberId, Vec<Own<'a>>>,
    steps: BTreeMap<&'a MemberId, Vec<&'a Step>>,
    of_event: BTreeMap<Hash, Vec<&'a SeasonGame>>,
    ranks: BTreeMap<u32, usize>,
}

impl<'a> Told<'a> {
    pub fn of(edition: &'a Edition, library: &'a Library, names: &'a Names) -> Told<'a> {
        let mut told = Told {
            edition,
            library,
            names,
            rows: edition.list.members.iter().map(|row| (&row.id, row)).collect(),
            games: BTreeMap::new(),
            steps: BTreeMap::new(),
            of_event: BTreeMap::new(),
            ranks: BTreeMap::new(),
        };
        for game in &edition.season.games {
            told.of_event.entry(game.origin).or_default().push(game);
            for (side, member) in game.sides.iter().enumerate() {
                member.member.iter().for_each(|id| told.games.entry(id).or_default().push((game, side)));
            }
        }
        edition.season.steps.iter().for_each(|step| told.steps.entry(&step.rated.0).or_default().push(step));
        edition
            .list
            .members
            .iter()
            .filter_map(|row| row.rank)
            .for_each(|rank| *told.ranks.entry(rank).or_default() += 1);
        told
    }

    /// What the league is called, with its season.
    pub fn name(&self) -> String {
        let create = self.edition.league.create.as_ref();
        create.map_or_else(String::new, |create| match create.name.as_str().contains(create.season.as_str()) {
            true => create.name.to_string(),
            false => format!("{} {}", create.name, create.season),
        })
    }

    /// Its id, as commands take it.
    pub fn id(&self) -> &str {
        self.edition.league.create.as_ref().map_or("LEAGUE", |create| create.league.as_str())
    }

    pub fn system(&self) -> SystemName {
        self.edition.list.rating.system
    }

    pub fn row(&self, id: &MemberId) -> Option<&'a ListRow> {
        self.rows.get(id).copied()
    }

    /// A rank, with a mark where others share it.
    pub fn rank(&self, row: &ListRow) -> String {
        let shared = |rank: u32| if self.ranks.get(&rank).is_some_and(|count| *count > 1) { "=" } else { "" };
        row.rank.map_or_else(|| "–".to_owned(), |rank| format!("{rank}{}", shared(rank)))
    }

    pub fn games(&self, id: &MemberId) -> &[Own<'a>] {
        self.games.get(id).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn steps(&self, id: &MemberId) -> &[&'a Step] {
        self.steps.get(id).map(Vec::as_slice).unwrap_or_default()
    }

    /// The games of a log.
    pub fn played(&self, origin: &Hash) -> &[&'a SeasonGame] {
        self.of_event.get(origin).map(Vec::as_slice).unwrap_or_default()
    }

    /// The log of an origin.
    pub fn source(&self, origin: &Hash) -> Option<&'a Source> {
        self.library.pinned(self.edition.league.pins.get(origin)?)
    }

    /// The events that have a page, by day and origin.
    pub fn events(&self) -> Vec<(&'a Hash, &'a Pinned, &'a Source)> {
        let library = self.library;
        let of = |(origin, pinned): (&'a Hash, &'a Pinned)| {
            library
                .pinned(pinned)
                .filter(|source| source.kind == SourceKind::Event)
                .map(|source| (origin, pinned, source))
        };
        let mut events: Vec<_> = self.edition.league.counted().filter_map(of).collect();
        events.sort_by_key(|(origin, pinned, source)| (pinned.pin.on.or(source.day), **origin));
        events
    }

    /// The name of a member, leading to its page where there is one. `up` leads to the folder of the pages.
    pub fn member(&self, id: &MemberId, up: &str) -> String {
        let name = bdi(self.names.get(id));
        if self.rows.contains_key(id) { format!("<a href=\"{up}{}\">{name}</a>", member_path(id)) } else { name }
    }

    /// The club of a member; it goes with the name.
    pub fn club(&self, id: &MemberId) -> Option<String> {
        let known = self.edition.league.members.get(id)?;
        let club = known.entry.club.as_ref().filter(|_| self.names.is_open(id))?;
        Some(bdi(club.as_str()))
    }

    /// What a log is called, leading to its page where there is one.
    pub fn log(&self, origin: &Hash, up: &str) -> String {
        match self.source(origin) {
            Some(source) if source.kind == SourceKind::Event => {
                format!("<a href=\"{up}{}\">{}</a>", event_path(origin), escaped(&source.name))
            }
            Some(source) => format!("match {}", escaped(&source.name)),
            None => "paper".to_owned(),
        }
    }
}
