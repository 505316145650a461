//! A list of players held against the event that has some of them already: the same list again makes no twins.

use std::collections::{HashMap, HashSet, VecDeque};

use super::naming::unused_id;
use crate::command::Entry;
use crate::id::{Alike, DispositionId, Name, PlayerId};
use crate::state::Tournament;

/// A line of a list of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its number.
    pub line: u64,
    /// Whether the list gives the id; otherwise it is made of the name.
    pub own_id: bool,
    /// What it says.
    pub entry: Entry,
}

/// A line that says otherwise of somebody what the event has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Its number.
    pub line: u64,
    /// The player.
    pub player: PlayerId,
    /// What differs: what it is, as the event has it, as the list says.
    pub says: Vec<(&'static str, String, String)>,
}

/// What a list says beside an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Whom the event does not have.
    pub fresh: Vec<Entry>,
    /// How many lines say what the event has.
    pub known: usize,
    /// Lines that say something else of somebody.
    pub others: Vec<Other>,
}

/// Holds a list against an event. Somebody is who bears the id of the list, or without one the name; of several of one name
/// first the one of whom the list says what the event has. What a line leaves empty is not compared.
///
/// ```
/// use adjutant_tournament::{Tournament, csv_file::{compare, listed}};
/// let list = listed("name\nAnna\nBert\n", 0, &[]).unwrap();
/// assert_eq!(compare(&Tournament::default(), list).fresh.len(), 2);
/// ```
pub fn compare(state: &Tournament, list: Vec<Listed>) -> Compared {
    let mut compared = Compared::default();
    if state.players.is_empty() {
        compared.fresh = list.into_iter().map(|line| line.entry).collect();
        return compared;
    }
    let named: HashSet<&PlayerId> = list.iter().filter(|line| line.own_id).map(|line| &line.entry.player).collect();
    let mut free: HashMap<String, VecDeque<PlayerId>> = HashMap::new();
    let mut left = Vec::new();
    for line in &list {
        let player = if line.own_id {
            Some(line.entry.player.clone()).filter(|player| state.player(player).is_some())
        } else {
            let namesakes = free.entry(line.entry.name.alike()).or_insert_with(|| {
                let all = state.namesakes(&line.entry.name).iter();
                all.filter(|player| !named.contains(player)).cloned().collect()
            });
            let same = |player: &PlayerId| state.player(player).is_some_and(|own| unlike(&own.entry, line).is_empty());
            namesakes.iter().position(same).and_then(|at| namesakes.remove(at))
        };
        left.push(player);
    }
    let mut taken: HashSet<PlayerId> = named.into_iter().cloned().collect();
    for (line, player) in list.iter().zip(left) {
        let player = match player {
            None if !line.own_id => free.get_mut(&line.entry.name.alike()).and_then(VecDeque::pop_front),
            player => player,
        };
        let known = player.and_then(|player| state.player(&player));
        match known.map(|known| (known.entry.player.clone(), unlike(&known.entry, line))) {
            Some((_, says)) if says.is_empty() => compared.known += 1,
            Some((player, says)) => compared.others.push(Other { line: line.line, player, says }),
            None => {
                let mut entry = line.entry.clone();
                let used = |id: &PlayerId| state.player(id).is_some() || taken.contains(id);
                if !line.own_id && used(&entry.player) {
                    entry.player = unused_id(&entry.name, state.players.len() + compared.fresh.len() + 1, used);
                }
                taken.insert(entry.player.clone());
                compared.fresh.push(entry);
            }
        }
    }
    compared
}

/// What a line says otherwise than an entry.
fn unlike(known: &Entry, line: &Listed) -> Vec<(&'static str, String, String)> {
    let said = &line.entry;
    let text = |name: &Option<Name>| name.as_ref().map(ToString::to_string).unwrap_or_default();
    let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    let names = |names: &[Name]| names.iter().map(Name::as_str).collect::<Vec<_>>().join(" / ");
    let bent = |one: &Option<DispositionId>| one.as_ref().map(ToString::to_string).unwrap_or_default();
    let each = |all: &[DispositionId]| all.iter().map(DispositionId::as_str).collect::<Vec<_>>().join(" / ");
    let all = [
        ("name", known.name.to_string(), said.name.to_string()),
        ("club", text(&known.club), text(&said.club)),
        ("team", text(&known.team), text(&said.team)),
        ("country", text(&known.country), text(&said.country)),
        ("faction", text(&known.faction), text(&said.faction)),
        ("seat", number(known.seat.map(|seat| seat.0.into())), number(said.seat.map(|seat| seat.0.into()))),
        ("rating", number(known.rating), number(said.rating)),
        ("members", names(&known.members), names(&said.members)),
        ("factions", names(&known.factions), names(&said.factions)),
        ("disposition", bent(&known.disposition), bent(&said.disposition)),
        ("dispositions", each(&known.dispositions), each(&said.dispositions)),
    ];
    // Club and team of a sealed name stand beside the log.
    let beside = |what: &str| known.name.digest().is_some() && matches!(what, "club" | "team");
    all.into_iter().filter(|(what, before, now)| !now.is_empty() && before != now && !beside(what)).collect()
}
