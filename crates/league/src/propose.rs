//! Who may be whom. Nothing is joined by name: what looks alike is proposed, and somebody says so.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::Name;
use adjutant_core::chain::Hash;
use adjutant_core::ids::{MemberId, PlayerId};
use adjutant_tournament::id::Alike;
use serde::Serialize;

use crate::library::Library;
use crate::source::Entrant;
use crate::state::League;

/// A player of a pinned log whom nobody said to be a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Open {
    /// The log: hash of its first record.
    pub origin: Hash,
    /// Its id.
    pub log: String,
    /// The player's id there.
    pub player: PlayerId,
    /// The player's name there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// The club named there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub club: Option<Name>,
    /// Members who may be the same person, the likeliest first.
    pub candidates: Vec<Candidate>,
}

/// A member who may be the same person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Who.
    pub member: MemberId,
    /// Why, the weightiest first.
    pub because: Vec<Because>,
}

/// Why two may be one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Because {
    /// The same name as people read it.
    SameName,
    /// The same last name, and first names with the same letter.
    SameInitial,
    /// The same club.
    SameClub,
    /// The same faction.
    SameFaction,
}

/// What is known of a person by the logs in which they played.
#[derive(Default)]
struct Traits {
    names: BTreeSet<String>,
    initials: BTreeSet<String>,
    clubs: BTreeSet<String>,
    factions: BTreeSet<String>,
    logs: BTreeSet<Hash>,
}

impl Traits {
    fn called(&mut self, name: &Name) {
        self.names.insert(name.alike());
        self.initials.extend(initial(name));
    }

    fn entered(&mut self, player: &Entrant) {
        player.name.iter().for_each(|name| self.called(name));
        self.clubs.extend(player.club.as_ref().map(Alike::alike));
        self.factions.extend(player.faction.as_ref().map(Alike::alike));
    }
}

/// The first letter and the last name.
fn initial(name: &Name) -> Option<String> {
    let mut words = name.as_str().split([' ', '-', '.']).filter(|word| !word.is_empty());
    let (first, last) = (words.next()?, words.next_back()?);
    let letter = Name::new(first).ok()?.alike().chars().next()?;
    Some(format!("{letter} {}", Name::new(last).ok()?.alike()))
}

/// The open players of one log, or of all, with who they may be. `name_of` opens sealed names.
pub fn open(
    league: &League,
    library: &Library,
    only: Option<Hash>,
    name_of: &dyn Fn(&MemberId) -> Option<Name>,
) -> Vec<Open> {
    let known = traits(league, library, name_of);
    let mut called: BTreeMap<&str, BTreeSet<&MemberId>> = BTreeMap::new();
    for (member, traits) in &known {
        let names = traits.names.iter().chain(&traits.initials);
        names.for_each(|name| _ = called.entry(name).or_default().insert(member));
    }
    let mut all = Vec::new();
    let mut logs: Vec<_> = league.counted().filter(|(origin, _)| only.is_none_or(|only| only == **origin)).collect();
    logs.sort_by_key(|(_, pinned)| pinned.seq);
    for (origin, pinned) in logs {
        let Some(source) = library.pinned(pinned) else { continue };
        for player in source.players.iter().filter(|player| league.played(origin, &player.id).is_none()) {
            let mut own = Traits::default();
            own.entered(player);
            let names = own.names.iter().chain(&own.initials);
            let likely: BTreeSet<&MemberId> =
                names.filter_map(|name| called.get(name.as_str())).flatten().copied().collect();
            let mut candidates: Vec<Candidate> = likely
                .into_iter()
                .filter_map(|member| Some((member, known.get(member)?)))
                .filter(|(_, traits)| !traits.logs.contains(origin))
                .filter_map(|(member, traits)| alike(member, &own, traits))
                .collect();
            candidates.sort_by(|one, two| (&one.because, &one.member).cmp(&(&two.because, &two.member)));
            all.push(Open {
                origin: *origin,
                log: source.id.clone(),
                player: player.id.clone(),
                name: player.name.clone(),
                club: player.club.clone(),
                candidates,
            });
        }
    }
    all
}

/// The places of those among open players who look like nobody: no member, and nobody of another log who was found so
/// before. Two of one log are two people, whatever they are called.
///
/// ```
/// assert!(adjutant_league::propose::strangers(&[]).is_empty());
/// ```
pub fn strangers(open: &[Open]) -> Vec<usize> {
    let mut seen: BTreeMap<String, BTreeSet<Hash>> = BTreeMap::new();
    let mut strangers = Vec::new();
    for (at, open) in open.iter().enumerate() {
        let Some(name) = open.name.as_ref().filter(|_| open.candidates.is_empty()) else { continue };
        let names: Vec<String> = std::iter::once(name.alike()).chain(initial(name)).collect();
        let elsewhere = |name: &String| seen.get(name).is_some_and(|logs| logs.iter().any(|log| *log != open.origin));
        if names.iter().any(elsewhere) {
            continue;
        }
        names.into_iter().for_each(|name| _ = seen.entry(name).or_default().insert(open.origin));
        strangers.push(at);
    }
    strangers
}

fn alike(member: &MemberId, own: &Traits, other: &Traits) -> Option<Candidate> {
    let shares = |one: &BTreeSet<String>, two: &BTreeSet<String>| !one.is_disjoint(two);
    let named = match (shares(&own.names, &other.names), shares(&own.initials, &other.initials)) {
        (true, _) => Because::SameName,
        (_, true) => Because::SameInitial,
        _ => return None,
    };
    let mut because = vec![named];
    because.extend(shares(&own.clubs, &other.clubs).then_some(Because::SameClub));
    because.extend(shares(&own.factions, &other.factions).then_some(Because::SameFaction));
    Some(Candidate { member: member.clone(), because })
}

fn traits<'a>(
    league: &'a League,
    library: &Library,
    name_of: &dyn Fn(&MemberId) -> Option<Name>,
) -> BTreeMap<&'a MemberId, Traits> {
    let mut known: BTreeMap<&MemberId, Traits> = BTreeMap::new();
    for (id, member) in &league.members {
        let traits = known.entry(league.person(id)).or_default();
        member.entry.name.clone().or_else(|| name_of(id)).iter().for_each(|name| traits.called(name));
        traits.clubs.extend(member.entry.club.as_ref().map(Alike::alike));
    }
    for (origin, pinned) in league.counted() {
        let Some(source) = library.pinned(pinned) else { continue };
        for player in &source.players {
            let traits = league.played(origin, &player.id).and_then(|person| known.get_mut(person));
            if let Some(traits) = traits {
                traits.entered(player);
                traits.logs.insert(*origin);
            }
        }
    }
    known
}
