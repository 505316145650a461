//! Judges a command. Nothing is changed here.
//!
//! What only the pinned logs tell is judged where they are at hand; who reads a league without them judges the rest.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;
use adjutant_core::ids::MemberId;
use adjutant_core::reliance::LAW;
use adjutant_core::sealed::Names;
use adjutant_core::signature::{Statement, verify};

use crate::command::{By, Create, Entry, LeagueCommand, Paper, Pin, Publish, Who};
use crate::day::Day;
use crate::library::Library;
use crate::list::List;
use crate::refusal::Refusal;
use crate::season::season;
use crate::source::{Source, SourceKind, Standing};
use crate::state::League;

/// What a command is judged by beside the state.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The logs at hand; nothing where a league is read without them.
    pub library: Option<&'a Library>,
    /// The record before.
    pub head: Hash,
    /// How many logs were pinned so far, and the root of the tree over them.
    pub tree: (u64, Hash),
}

/// Judges a command that is no correction.
///
/// # Errors
/// The first [`Refusal`] that applies, in the order of their list.
pub fn decide(league: &League, judge: Judge<'_>, by: By, command: &LeagueCommand) -> Result<(), Refusal> {
    match (command, league.create.is_some()) {
        (LeagueCommand::Create(_), true) => return Err(Refusal::Creation { found: "has a `create` already" }),
        (LeagueCommand::Create(create), false) => return created(create),
        (_, false) => return Err(Refusal::Creation { found: "has no `create` yet" }),
        (_, true) => {}
    }
    if !command.kind().who().takes(by) {
        return Err(Refusal::NotYours);
    }
    match command {
        LeagueCommand::Member(entry) => entered(league, entry)?,
        LeagueCommand::Event(pin) => pinned(league, judge, SourceKind::Event, pin)?,
        LeagueCommand::Match(pin) => pinned(league, judge, SourceKind::Match, pin)?,
        LeagueCommand::Paper(paper) => told(league, paper)?,
        LeagueCommand::Who(who) => claimed(league, judge, by, who)?,
        LeagueCommand::Merge { member, into, .. } => merged(league, judge, member, into)?,
        LeagueCommand::Exclude(exclude) => match (&exclude.origin, &exclude.member) {
            (None, Some(member)) => known(league, member)?,
            (Some(origin), None) => pinned_at_all(league, origin)?,
            _ => return Err(Refusal::OutOfRange { field: "exclude", accepted: "one of `origin` and `member`" }),
        },
        LeagueCommand::Forget { member, .. } => {
            known(league, member)?;
            if league.members.get(member).is_some_and(|member| member.forgotten) {
                return Err(Refusal::Forgotten { member: member.clone() });
            }
        }
        LeagueCommand::Sign { member, head, key, signature } => {
            signed(league, judge, by, (member.as_ref(), head, key.as_ref().zip(signature.as_ref())))?;
        }
        _ => {}
    }
    if league.closed && !command.kind().of_a_closed_league() {
        return Err(Refusal::Closed);
    }
    match command {
        LeagueCommand::Reopen { .. } if !league.closed => Err(Refusal::NotClosed),
        LeagueCommand::Publish(publish) => published(league, judge, publish),
        _ => Ok(()),
    }
}

fn created(create: &Create) -> Result<(), Refusal> {
    let out = |field, accepted| Err(Refusal::OutOfRange { field, accepted });
    match create {
        Create { law: Some(law), .. } if *law > LAW => Err(Refusal::Newer { law: *law }),
        Create { format, .. } if *format != 1 => out("format", "1"),
        Create { from, to, .. } if from > to => out("to", "a day that is not before `from`"),
        Create { best: Some(0), .. } => out("best", "1 or more, or leave it out where all events count"),
        Create { rating, .. } if rating.tau.is_some_and(|tau| !(1..=5_000).contains(&tau)) => {
            out("tau", "1 to 5000 thousandths")
        }
        Create { rating, .. } if rating.k.is_some_and(|k| !(1_000..=200_000).contains(&k)) => {
            out("k", "1000 to 200000 thousandths")
        }
        _ => Ok(()),
    }
}

fn known(league: &League, member: &MemberId) -> Result<(), Refusal> {
    let found = league.members.contains_key(member);
    if found { Ok(()) } else { Err(Refusal::UnknownMember { member: member.clone() }) }
}

fn pinned_at_all(league: &League, origin: &Hash) -> Result<(), Refusal> {
    let found = league.pins.contains_key(origin);
    if found { Ok(()) } else { Err(Refusal::UnknownLog { origin: *origin, player: None }) }
}

fn in_season(league: &League, day: Day) -> Result<(), Refusal> {
    match league.create.as_deref() {
        Some(Create { from, to, .. }) if !(*from..=*to).contains(&day) => {
            Err(Refusal::OutOfSeason { day, from: *from, to: *to })
        }
        _ => Ok(()),
    }
}

fn entered(league: &League, entry: &Entry) -> Result<(), Refusal> {
    if league.members.contains_key(&entry.id) {
        return Err(Refusal::KnownMember { member: entry.id.clone() });
    }
    let sealed = league.create.as_ref().is_some_and(|create| create.names == Names::Sealed);
    match (sealed, &entry.name, &entry.digest) {
        (false, Some(_), None) | (true, None, Some(_)) if !sealed || entry.club.is_none() => Ok(()),
        (true, ..) => {
            Err(Refusal::OutOfRange { field: "member", accepted: "a `digest` and no name or club: names are sealed" })
        }
        (false, ..) => Err(Refusal::OutOfRange { field: "member", accepted: "a `name` and no digest" }),
    }
}

fn pinned(league: &League, judge: Judge<'_>, kind: SourceKind, pin: &Pin) -> Result<(), Refusal> {
    if pin.weight.is_some_and(|weight| !(1..=10_000).contains(&weight)) {
        return Err(Refusal::OutOfRange { field: "weight", accepted: "1 to 10000 thousandths" });
    }
    let before = league.pins.get(&pin.origin);
    if pin.why.is_none() && (pin.on.is_some() || before.is_some()) {
        return Err(Refusal::OutOfRange {
            field: "why",
            accepted: "a reason where a log is pinned again or its day corrected",
        });
    }
    let source = match judge.library {
        None => None,
        Some(library) => {
            let found = library.get(pin.origin, pin.head).filter(|source| source.kind == kind);
            Some(found.ok_or(Refusal::UnknownLog { origin: pin.origin, player: None })?)
        }
    };
    if let (Some(before), Some(source)) = (before, source)
        && !source.hashes.contains(&before.pin.head)
    {
        return Err(Refusal::Forked { origin: pin.origin, head: before.pin.head });
    }
    if let Some(twin) = judge.library.zip(source).and_then(|(library, source)| copied(league, library, source)) {
        return Err(Refusal::Copied { origin: twin });
    }
    if before.is_some_and(|before| (before.kind, before.pin.head, before.pin.on) == (kind, pin.head, pin.on)) {
        return Err(Refusal::AlreadyPinned { origin: pin.origin });
    }
    if source.is_some_and(|source| source.hashes.len() as u64 != pin.records) {
        return Err(Refusal::OutOfRange { field: "records", accepted: "how many records the log has up to that head" });
    }
    let counts = |source: &&Source| matches!(source.standing, Standing::Over);
    match pin.on.or_else(|| source.filter(counts).and_then(|source| source.day)) {
        Some(day) => in_season(league, day),
        None => Ok(()),
    }
}

/// The pinned log that has the games of a log because one of them was copied from the other, or both from a third.
fn copied(league: &League, library: &Library, source: &Source) -> Option<Hash> {
    let own = source.origin()?;
    let root = |source: &Source| source.copy_of.or(source.origin());
    let others = league.counted().filter(|(origin, _)| **origin != own);
    let mut twins =
        others.filter(|(_, pinned)| library.pinned(pinned).is_some_and(|other| root(other) == root(source)));
    twins.next().map(|(origin, _)| *origin)
}

fn told(league: &League, paper: &Paper) -> Result<(), Refusal> {
    paper.players.iter().try_for_each(|member| known(league, member))?;
    let pair = |paper: &Paper| {
        let mut pair = [0, 1].map(|at| league.person(&paper.players[at]).clone());
        pair.sort();
        pair
    };
    let [one, two] = pair(paper);
    let same = league
        .papers
        .iter()
        .find(|known| known.paper.on == paper.on && pair(&known.paper) == [one.clone(), two.clone()]);
    if let Some(same) = same.filter(|_| paper.why.is_none()) {
        return Err(Refusal::SameGame { seq: same.seq });
    }
    in_season(league, paper.on)?;
    if one == two { Err(Refusal::SamePersonTwiceInAGame { member: one, origin: None }) } else { Ok(()) }
}

fn claimed(league: &League, judge: Judge<'_>, by: By, who: &Who) -> Result<(), Refusal> {
    let own = who.proof == crate::command::Proof::Own;
    if (by == By::Member) != own {
        return Err(Refusal::NotYours);
    }
    known(league, &who.member)?;
    pinned_at_all(league, &who.origin)?;
    let source = judge.library.zip(league.pins.get(&who.origin)).and_then(|(library, pin)| library.pinned(pin));
    if source.is_some_and(|source| source.place(&who.player).is_none()) {
        return Err(Refusal::UnknownLog { origin: who.origin, player: Some(who.player.clone()) });
    }
    if let Some(claim) = league.who.get(&(who.origin, who.player.clone())) {
        return Err(Refusal::TwoMembersOnePlayer { player: who.player.clone(), member: claim.member.clone() });
    }
    let person = league.person(&who.member);
    let Some((source, place)) = source.and_then(|source| Some((source, source.place(&who.player)?))) else {
        return Ok(());
    };
    let others =
        source.players.iter().enumerate().filter(|(_, player)| league.played(&who.origin, &player.id) == Some(person));
    match others.into_iter().any(|(other, _)| source.met(place, other)) {
        true => Err(Refusal::SamePersonTwiceInAGame { member: person.clone(), origin: Some(who.origin) }),
        false => Ok(()),
    }
}

fn merged(league: &League, judge: Judge<'_>, member: &MemberId, into: &MemberId) -> Result<(), Refusal> {
    known(league, member)?;
    known(league, into)?;
    let (one, two) = (league.person(member), league.person(into));
    let twice = |origin| Refusal::SamePersonTwiceInAGame { member: two.clone(), origin };
    if one == two {
        return Err(Refusal::OutOfRange { field: "into", accepted: "another person" });
    }
    let both = |paper: &Paper| {
        let players = [0, 1].map(|at| league.person(&paper.players[at]));
        players == [one, two] || players == [two, one]
    };
    if league.papers.iter().any(|known| both(&known.paper)) {
        return Err(twice(None));
    }
    for (origin, pinned) in &league.pins {
        let Some(source) = judge.library.and_then(|library| library.pinned(pinned)) else { continue };
        let mut places: BTreeMap<&MemberId, Vec<usize>> = BTreeMap::new();
        for (at, player) in source.players.iter().enumerate() {
            league.played(origin, &player.id).into_iter().for_each(|person| places.entry(person).or_default().push(at));
        }
        let of = |person| places.get(person).into_iter().flatten();
        if of(one).any(|first| of(two).any(|second| source.met(*first, *second))) {
            return Err(twice(Some(*origin)));
        }
    }
    Ok(())
}

type Said<'a> = (Option<&'a MemberId>, &'a Hash, Option<(&'a Hash, &'a adjutant_core::Signature)>);

fn signed(league: &League, judge: Judge<'_>, by: By, (member, head, with): Said<'_>) -> Result<(), Refusal> {
    if member.is_some() != (by == By::Member) {
        return Err(Refusal::NotYours);
    }
    member.map_or(Ok(()), |member| known(league, member))?;
    if *head != judge.head {
        return Err(Refusal::Unsigned { why: "sign the head of the log: the hash of the record before" });
    }
    let Some((key, signature)) = with else {
        return if member.is_none() { Ok(()) } else { Err(Refusal::Unsigned { why: "a member signs with a key" }) };
    };
    let own = member.and_then(|member| league.members.get(member)).map(|member| member.entry.key);
    if own.is_some_and(|own| own != Some(*key)) {
        return Err(Refusal::Unsigned { why: "the key is not the one of the member's record" });
    }
    let role = member.map_or_else(|| "officer".to_owned(), |member| format!("member {member}"));
    let origin = league.origin.unwrap_or(*head);
    match verify(key, signature, &Statement::of_league(origin, role, *head)) {
        true => Ok(()),
        false => Err(Refusal::Unsigned { why: "the signature is not one of that key over this log" }),
    }
}

fn published(league: &League, judge: Judge<'_>, publish: &Publish) -> Result<(), Refusal> {
    if let Some(library) = judge.library {
        let incomplete = |missing: Vec<Hash>| match missing.first() {
            Some(origin) => Refusal::Incomplete { origin: *origin, missing: missing.len() },
            None => Refusal::Creation { found: "has no `create` yet" },
        };
        let season = season(league, library, None).map_err(incomplete)?;
        let due = List::of(league, &season, publish.list, None).hash();
        if due != publish.hash {
            return Err(Refusal::ListDiffers { found: publish.hash, due });
        }
    }
    let due = league.lists.len() as u32 + 1;
    if publish.list != due {
        return Err(Refusal::WrongList { found: publish.list, due });
    }
    match (publish.logs, publish.root) == judge.tree {
        true => Ok(()),
        false => {
            Err(Refusal::OutOfRange { field: "logs", accepted: "the size and root of the tree over all pinned logs" })
        }
    }
}
