//! A player's own record: every game of somebody's in the logs at hand, over events, clubs and databases, without a league.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::Hash;
use adjutant_core::{Name, Winner};
use adjutant_tournament::id::Alike;
use serde::Serialize;

use crate::day::Day;
use crate::figures::{Score, Share, share_of};
use crate::library::named;
use crate::source::{Entrant, Played, Source, SourceKind, Standing};

/// How a game ended for its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// Nobody played it: somebody did not come, or both lost. It is listed and counts nowhere.
    Unplayed,
}

/// A game as its player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// Its day, where the log says one.
    pub day: Option<Day>,
    /// What people call the event; nothing for a battle outside of one.
    pub event: Option<String>,
    /// The round there.
    pub round: Option<u16>,
    /// The opponent; nothing where the name is sealed.
    pub opponent: Option<Name>,
    /// The player's army.
    pub army: Option<Name>,
    /// The opponent's.
    pub against: Option<Name>,
    /// The mission, where the log of the battle is at hand.
    pub mission: Option<String>,
    /// Whether the player had the first turn; the same.
    pub first: Option<bool>,
    /// Victory points, the player's first.
    pub vp: [i64; 2],
    /// How it ended.
    pub ended: Ended,
    /// The first record of the log that tells it.
    pub origin: Hash,
}

/// Games that have something in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Won, drawn, lost.
    pub record: [u64; 3],
    /// Victory points, all games together: the player's, the opponents'.
    pub vp: [i64; 2],
    /// Wins and half the draws of its games, with the range in which the true share lies 95 times of 100.
    pub share: Option<Share>,
}

/// Tallies by what the games have in common, the largest first.
pub type Groups = Vec<(String, Tally)>;

/// Somebody's games, the newest first, and what they add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Career {
    /// Every game.
    pub games: Vec<Game>,
    /// All that count.
    pub all: Tally,
    /// Those with the first turn, and with the second, where that is known.
    pub turns: [Tally; 2],
    /// By own army, where the logs name one.
    pub armies: Groups,
    /// By the opponent's army.
    pub against: Groups,
    /// By mission.
    pub missions: Groups,
    /// By opponent.
    pub opponents: Groups,
    /// Battles of the player that are not over, by their ids.
    pub running: Vec<String>,
    /// Logs that are at hand twice, and neither goes on where the other ends: the longer one is read. By their ids.
    pub parted: Vec<String>,
}

impl Tally {
    fn of<'a>(games: impl Iterator<Item = &'a Game>) -> Tally {
        let mut tally = Tally::default();
        for game in games {
            let place = match game.ended {
                Ended::Win => 0,
                Ended::Draw => 1,
                Ended::Loss => 2,
                Ended::Unplayed => continue,
            };
            tally.record[place] += 1;
            [0, 1].into_iter().for_each(|side| tally.vp[side] += game.vp[side]);
        }
        let [won, drawn, _] = tally.record;
        let score = Score { halves: 2 * won + drawn, games: tally.games() };
        tally.share = share_of(&BTreeMap::from([((), score)]));
        tally
    }

    /// How many games.
    ///
    /// ```
    /// assert_eq!(adjutant_league::career::Tally::default().games(), 0);
    /// ```
    pub fn games(&self) -> u64 {
        self.record.iter().sum()
    }
}

/// The games of somebody of these names. A log that is at hand twice is read once, the longer one; a battle that the result
/// of an event names adds what it knows to that game and is no second one.
///
/// ```
/// assert!(adjutant_league::career::career(&[], &[]).games.is_empty());
/// ```
pub fn career(sources: &[Source], names: &[Name]) -> Career {
    let (sources, parted) = once(sources);
    let of = |kind| sources.iter().copied().filter(move |source: &&Source| source.kind == kind);
    let named = named(of(SourceKind::Event), of(SourceKind::Match));
    let (mut games, mut running) = (Vec::new(), Vec::new());
    let own = |entrant: &Entrant| {
        entrant.name.as_ref().is_some_and(|name| names.iter().any(|one| one.alike() == name.alike()))
    };
    for source in &sources {
        if is_told_by_event(source, &sources) || source.standing == Standing::Teams {
            continue;
        }
        for game in &source.games {
            let Some(side) = game.sides.iter().position(|at| own(&source.players[*at])) else { continue };
            if source.kind == SourceKind::Match && !game.rated {
                running.push(source.id.clone());
                continue;
            }
            let behind = game.log.and_then(|head| named.get(&head)).and_then(|log| log.games.first());
            games.extend(told(source, game, side, behind));
        }
    }
    games.sort_by_key(|game| std::cmp::Reverse((game.day, game.round, game.origin)));
    Career { running, parted, ..Career::of(games) }
}

/// Whether the event that a battle was opened for is at hand and has its two players meet: then the event tells the game.
fn is_told_by_event(battle: &Source, sources: &[&Source]) -> bool {
    let Standing::OfEvent(event) = &battle.standing else { return false };
    let alike = |source: &Source, game: &Played| -> BTreeSet<Option<String>> {
        game.sides.into_iter().map(|side| source.players[side].name.as_ref().map(Name::alike)).collect()
    };
    let events = sources.iter().filter(|source| source.kind == SourceKind::Event && source.id == *event);
    let mut games = events.flat_map(|event| event.games.iter().map(|game| alike(event, game)));
    battle.games.first().is_some_and(|own| games.any(|game| game == alike(battle, own)))
}

/// Every log once, the longest of those that begin alike, in the order of their origins; and which parted.
fn once(sources: &[Source]) -> (Vec<&Source>, Vec<String>) {
    let mut longest: BTreeMap<Hash, &Source> = BTreeMap::new();
    let mut parted = BTreeSet::new();
    for source in sources {
        let Some(origin) = source.origin() else { continue };
        let known = *longest.entry(origin).or_insert(source);
        let (short, long) = if known.hashes.len() < source.hashes.len() { (known, source) } else { (source, known) };
        if !long.hashes.starts_with(&short.hashes) {
            parted.insert(source.id.clone());
        }
        longest.insert(origin, long);
    }
    (longest.into_values().collect(), parted.into_iter().collect())
}

/// A game as the player of a side sees it; `behind` is what the log of the battle says of it.
fn told(source: &Source, game: &Played, side: usize, behind: Option<&Played>) -> Option<Game> {
    let (own, other) = (&source.players[game.sides[side]], &source.players[game.sides[1 - side]]);
    let event = source.kind == SourceKind::Event;
    let details = game.details.as_ref().or_else(|| behind?.details.as_ref());
    let of_round = source.round_days.get(usize::from(game.round).saturating_sub(1)).copied();
    let ended = match (game.rated, game.result) {
        (false, _) => Ended::Unplayed,
        (_, Winner::Draw) => Ended::Draw,
        (_, won) if won == [Winner::One, Winner::Two][side] => Ended::Win,
        _ => Ended::Loss,
    };
    Some(Game {
        day: of_round.or(source.day),
        event: event.then(|| source.name.clone()),
        round: event.then_some(game.round),
        opponent: other.name.clone(),
        army: own.faction.clone(),
        against: other.faction.clone(),
        mission: details.and_then(|details| details.mission.clone()),
        first: details.and_then(|details| details.first).map(|first| first == side),
        vp: [game.vp[side], game.vp[1 - side]],
        ended,
        origin: source.origin()?,
    })
}

impl Career {
    /// Games, and everything that they add up to.
    fn of(games: Vec<Game>) -> Career {
        let by = |key: &dyn Fn(&Game) -> Option<String>| {
            let mut groups: BTreeMap<String, Vec<&Game>> = BTreeMap::new();
            for game in games.iter().filter(|game| game.ended != Ended::Unplayed) {
                if let Some(key) = key(game) {
                    groups.entry(key).or_default().push(game);
                }
            }
            let mut groups: Groups =
                groups.into_iter().map(|(key, games)| (key, Tally::of(games.into_iter()))).collect();
            groups.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
            groups
        };
        let name = |name: &Option<Name>| name.as_ref().map(ToString::to_string);
        let turn = |first| Tally::of(games.iter().filter(|game| game.first == Some(first)));
        Career {
            all: Tally::of(games.iter()),
            turns: [true, false].map(turn),
            armies: by(&|game| name(&game.army)),
            against: by(&|game| name(&game.against)),
            missions: by(&|game| game.mission.clone()),
            opponents: by(&|game| name(&game.opponent)),
            games,
            ..Career::default()
        }
    }
}

/// How often each name plays in the logs at hand, the most often first: for somebody who looks for their own.
///
/// ```
/// assert!(adjutant_league::career::names(&[]).is_empty());
/// ```
pub fn names(sources: &[Source]) -> Vec<(Name, u64)> {
    let (sources, _) = once(sources);
    let mut names: BTreeMap<String, (Name, u64)> = BTreeMap::new();
    for source in sources.iter().filter(|source| !is_told_by_event(source, &sources)) {
        for player in source.games.iter().flat_map(|game| game.sides.map(|side| &source.players[side])) {
            if let Some(name) = &player.name {
                names.entry(name.alike()).or_insert_with(|| (name.clone(), 0)).1 += 1;
            }
        }
    }
    let mut names: Vec<(Name, u64)> = names.into_values().collect();
    names.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    names
}
