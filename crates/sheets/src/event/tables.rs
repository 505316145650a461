//! The tables of a round: pairings, slips, who still plays, scoring sheets.

use std::collections::BTreeMap;

use adjutant_engine::view::Status;
use adjutant_present::names::army;
use adjutant_replay::tournaments::at_hand::Played;
use adjutant_tournament::command::{Forfeit, Pairing};
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::{Round, Tournament};
use adjutant_tournament::{Name, PlayerId, RoundNumber};

use super::names::printed;
use super::papers::EventPapers;
use crate::heading::Occasion;
use crate::pairings::{self as sheet, OpenTable, OpenTables, PairingsList, PairingsOrder};
use crate::result_slips::{ResultSlip, ResultSlips};
use crate::scoring::{Form, ScoringSheet};
use crate::team_sheets::{TeamCard, TeamMember, TeamSlip};

/// The pairings of a round, byes last.
pub(super) fn pairings<E>(
    papers: &EventPapers<'_, E>,
    round: &Round,
    order: PairingsOrder,
    occasion: Occasion,
    name: impl Fn(&PlayerId) -> String,
) -> PairingsList {
    let state = papers.state;
    // Before round 1 nobody has a record.
    let before = RoundNumber(round.pair.round.0 - 1);
    let rows = if before.0 > 0 { standings(state, before).rows } else { Vec::new() };
    let records: BTreeMap<&PlayerId, String> = rows
        .iter()
        .map(|row| (&row.player, format!("{}–{}–{}", row.record.wins, row.record.draws, row.record.losses)))
        .collect();
    let record = |player: &PlayerId| records.get(player).cloned();
    let games = round.pair.tables.iter().map(|pairing| sheet::Pairing {
        table: Some(pairing.table.0.into()),
        hall: hall(state, pairing).map(ToString::to_string),
        one: name(&pairing.one),
        two: Some(name(&pairing.two)),
        mission: papers.mission_name(pairing.mission.as_ref()),
        records: [record(&pairing.one), record(&pairing.two)],
        factions: [faction(state, &pairing.one), faction(state, &pairing.two)],
    });
    let bye = |player: &PlayerId| sheet::Pairing {
        one: name(player),
        records: [record(player), None],
        factions: [faction(state, player), None],
        ..sheet::Pairing::default()
    };
    PairingsList { occasion, pairings: games.chain(round.pair.byes.iter().map(bye)).collect(), order }
}

/// The hall that a table stands in.
fn hall<'a>(state: &'a Tournament, pairing: &Pairing) -> Option<&'a Name> {
    state.tables.get(&pairing.table)?.hall.as_ref()
}

/// The faction of a player's army, and what it is bent on.
fn faction(state: &Tournament, player: &PlayerId) -> Option<String> {
    let entry = &state.player(player)?.entry;
    army(entry.faction.as_ref(), entry.disposition.as_ref())
}

/// A slip for every table.
pub(super) fn slips<E>(papers: &EventPapers<'_, E>, round: &Round, occasion: Occasion) -> ResultSlips {
    let slip = |pairing: &Pairing| ResultSlip {
        table: Some(pairing.table.0.into()),
        mission: papers.mission_name(pairing.mission.as_ref()),
        one: printed(papers.state, &pairing.one),
        two: printed(papers.state, &pairing.two),
        factions: [faction(papers.state, &pairing.one), faction(papers.state, &pairing.two)],
        entered: round.results.get(&pairing.table).map(|result| {
            let basis = round.basis(pairing.table).map_or("", |basis| basis.name());
            match result.forfeit {
                Some(Forfeit::Both) => format!("no-show of both, {basis}"),
                Some(_) => format!("{} – {}, no-show, {basis}", result.one, result.two),
                None => format!("{} – {}, {basis}", result.one, result.two),
            }
        }),
    };
    let labels = ResultSlips::labels_of(&Form::of(papers.pack.as_ref().unwrap_or(&papers.usual)));
    // Slips are cut and carried to each hall.
    let mut games: Vec<&Pairing> = round.pair.tables.iter().collect();
    games.sort_by_key(|pairing| (hall(papers.state, pairing), pairing.table));
    ResultSlips { occasion, labels, slips: games.into_iter().map(slip).collect() }
}

/// The tables of a part of a round that still play, and how far their matches are.
pub(super) fn open_tables<E>(
    papers: &EventPapers<'_, E>,
    whole: &Round,
    part: &Round,
    occasion: Occasion,
) -> OpenTables {
    let open = part.open_tables().filter_map(|table| part.at(table));
    let tables = open.map(|pairing| OpenTable {
        table: pairing.table.0.into(),
        one: printed(papers.state, &pairing.one),
        two: printed(papers.state, &pairing.two),
        progress: progress(papers, whole, pairing),
    });
    OpenTables { occasion, tables: tables.collect() }
}

/// How far a table is, from its match log.
fn progress<E>(papers: &EventPapers<'_, E>, round: &Round, pairing: &Pairing) -> Option<String> {
    let view = (papers.played)(round, pairing).ok()??.game.view();
    Some(match view.status {
        Status::Setup => "set-up".to_owned(),
        Status::Battle => view.round.map_or_else(String::new, |round| format!("round {round}")),
        Status::Ended => "ended".to_owned(),
    })
}

/// Completed where the match has begun, prepared before.
pub(super) fn scoring_sheets<E>(papers: &EventPapers<'_, E>, round: &Round) -> Result<Vec<ScoringSheet>, E> {
    let mut sheets = Vec::new();
    for pairing in &round.pair.tables {
        let Some(Played { game, records }) = (papers.played)(round, pairing)? else { continue };
        let prepared = game.view().status == Status::Setup;
        let mut sheet = ScoringSheet::of_match(&game, &records, prepared, &papers.usual);
        sheet.occasion.event = super::names::occasion(papers.state, round.pair.round, None).event;
        sheets.push(sheet);
    }
    Ok(sheets)
}

/// The matches of teams of a round: members, factions, and who meets whom where the captains have paired.
pub(super) fn team_slips(state: &Tournament, round: &Round) -> Vec<TeamSlip> {
    let team = |player: &PlayerId| {
        let entry = state.player(player).map(|player| &player.entry);
        let member = |(at, name): (usize, &Name)| TeamMember {
            name: name.to_string(),
            faction: entry.and_then(|entry| army(entry.factions.get(at), entry.dispositions.get(at))),
        };
        let members = entry.map(|entry| entry.members.iter().enumerate().map(member).collect());
        TeamCard { name: printed(state, player), members: members.unwrap_or_default() }
    };
    let slip = |pairing: &Pairing| {
        let games = round.team_pairings.get(&pairing.table).map(|pairing| pairing.games()).unwrap_or_default();
        let seat = |member: adjutant_tournament::teams::Member| usize::from(member.0).saturating_sub(1);
        TeamSlip {
            table: Some(pairing.table.0.into()),
            teams: [team(&pairing.one), team(&pairing.two)],
            games: games.iter().map(|game| [seat(game.one), seat(game.two)]).collect(),
        }
    };
    round.pair.tables.iter().map(slip).collect()
}

/// What the points of the differential table of all games of a match of teams add up to.
pub(super) fn points_of_teams(state: &Tournament) -> Option<u32> {
    let policies = state.policies();
    let rows = policies.differential.as_ref().filter(|_| policies.by_games())?.rows.iter();
    let both = rows.map(|row| u32::from(row.higher) + u32::from(row.lower)).max()?;
    Some(both * u32::from(policies.team_size))
}
