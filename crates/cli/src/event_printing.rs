//! From the state of an event to its printed sheets.

use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{Mission, Pack, Zone};
use adjutant_sheets::{
    CardRound, Form, MapMarker, MapZone, MissionCard, Occasion, OpenTable, OpenTables, Pairing, PairingsList,
    PairingsOrder, PlayerCard, PlayerCards, ResultSlip, ResultSlips, Standing, StandingsTable,
};
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::{EventState, Player, Round};
use adjutant_tournament::{MissionId, PlayerId, RoundNumber};

use crate::commands::event::name_of;
use crate::{event_matches, event_tables, rules};

/// Event, round and date on every sheet.
pub fn occasion(state: &EventState, round: RoundNumber, date: Option<String>) -> Occasion {
    let event = state.create.as_ref().map(|create| create.name.to_string());
    Occasion { event, round: Some(round.0.into()), table: None, date }
}

/// What a sheet calls a player: the name, and behind it the id where the fonts lack letters of the name.
fn printed(state: &EventState, player: &PlayerId) -> String {
    let name = name_of(state, player);
    let told = name.ends_with(&format!(" ({player})"));
    if told || adjutant_sheets::prints(&name) { name } else { format!("{name} ({player})") }
}

/// Names with letters that the fonts of the sheets lack.
pub fn unprintable(state: &EventState) -> Vec<&str> {
    let names = state.players.iter().map(|player| player.entry.name.as_str());
    names.filter(|name| !adjutant_sheets::prints(name)).collect()
}

fn mission_name(state: &EventState, id: Option<&MissionId>) -> Option<String> {
    let known = |id: &MissionId| event_matches::mission(state.create.as_deref(), id.as_str());
    id.map(|id| known(id).map_or_else(|| id.to_string(), |mission| mission.name.to_string()))
}

/// The pairings of a round, byes last.
pub fn pairings(state: &EventState, round: &Round, order: PairingsOrder, occasion: Occasion) -> PairingsList {
    let games = round.pair.tables.iter().map(|pairing| Pairing {
        table: Some(pairing.table.0.into()),
        one: printed(state, &pairing.one),
        two: Some(printed(state, &pairing.two)),
        mission: mission_name(state, pairing.mission.as_ref()),
    });
    let bye = |player: &PlayerId| Pairing { table: None, one: printed(state, player), two: None, mission: None };
    PairingsList { occasion, pairings: games.chain(round.pair.byes.iter().map(bye)).collect(), order }
}

/// The standings after a round.
pub fn standings_table(state: &EventState, after: RoundNumber, occasion: Occasion) -> StandingsTable {
    let policies = state.policies();
    let names: Vec<&str> = policies.tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
    let rows = standings(state, after).rows.into_iter().map(|row| {
        let entry = state.player(&row.player).map(|player| &player.entry);
        let club = entry.and_then(|entry| entry.club.as_ref().or(entry.team.as_ref()));
        Standing {
            rank: row.rank,
            name: printed(state, &row.player),
            club: club.map(ToString::to_string),
            record: [row.record.wins, row.record.draws, row.record.losses],
            points: row.points.to_string(),
            tie_breaks: names
                .iter()
                .filter_map(|name| row.tie_breaks.get(name))
                .map(|value| value.decimal(event_tables::DECIMALS))
                .collect(),
            dropped: row.dropped,
        }
    });
    StandingsTable { occasion, rows: rows.collect(), tie_breaks: names.into_iter().map(heading).collect(), seal: None }
}

/// The name of a tie-break as it stands over its column.
fn heading(tie_break: &str) -> String {
    match tie_break {
        "vp" => "VP".to_owned(),
        "vp-difference" => "VP diff.".to_owned(),
        "sos" => "SoS".to_owned(),
        "extended-sos" => "Ext. SoS".to_owned(),
        "battle-points" => "BP".to_owned(),
        "opponents-win-rate" => "OWR".to_owned(),
        "opponents-win-rate2" => "OOWR".to_owned(),
        "game-win-rate" => "GWR".to_owned(),
        "opponents-game-win-rate" => "OGWR".to_owned(),
        "points-until-loss" => "Until loss".to_owned(),
        "buchholz-cut1" => "B. cut 1".to_owned(),
        "median-buchholz" => "Median B.".to_owned(),
        "sonneborn-berger" => "S.–B.".to_owned(),
        "head-to-head" => "H2H".to_owned(),
        "last-round" => "Last rd".to_owned(),
        other => other[..1].to_uppercase() + &other[1..],
    }
}

/// A slip for every table.
pub fn slips(state: &EventState, round: &Round, occasion: Occasion) -> ResultSlips {
    let slip = |pairing: &adjutant_tournament::command::Pairing| ResultSlip {
        table: Some(pairing.table.0.into()),
        mission: mission_name(state, pairing.mission.as_ref()),
        one: printed(state, &pairing.one),
        two: printed(state, &pairing.two),
    };
    let pack = event_matches::pack(state.create.as_deref()).unwrap_or_else(rules::default_pack);
    let labels = ResultSlips::labels_of(&Form::of(&pack));
    ResultSlips { occasion, labels, slips: round.pair.tables.iter().map(slip).collect() }
}

/// A card for everybody, filled in up to a round.
pub fn cards(state: &EventState, upto: RoundNumber, occasion: Occasion) -> PlayerCards {
    let occasion = Occasion { round: None, ..occasion };
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds).max(upto.0);
    let card = |player: &Player| PlayerCard {
        name: printed(state, &player.entry.player),
        id: Some(player.entry.player.to_string()),
        club: player.entry.club.as_ref().map(ToString::to_string),
        faction: player.entry.faction.as_ref().map(ToString::to_string),
        rounds: (1..=rounds).map(|round| card_round(state, player, RoundNumber(round), upto)).collect(),
    };
    PlayerCards { occasion, cards: state.players.iter().map(card).collect() }
}

fn card_round(state: &EventState, player: &Player, number: RoundNumber, upto: RoundNumber) -> CardRound {
    let id = &player.entry.player;
    let Some(round) = state.round(number).filter(|_| number <= upto) else { return CardRound::default() };
    let Some(pairing) = round.of(id) else {
        let bye = round.pair.byes.contains(id).then(|| "bye".to_owned());
        return CardRound { opponent: bye, ..CardRound::default() };
    };
    let first = pairing.one == *id;
    let opponent = printed(state, if first { &pairing.two } else { &pairing.one });
    let points = |points: i64| u32::try_from(points).unwrap_or(0);
    let result = round.results.get(&pairing.table).map(|result| match first {
        true => [points(result.one), points(result.two)],
        false => [points(result.two), points(result.one)],
    });
    CardRound { table: Some(pairing.table.0.into()), opponent: Some(opponent), result }
}

/// The tables that still play; `progress` says how far a table is, where somebody knows.
pub fn open_tables(
    state: &EventState,
    round: &Round,
    occasion: Occasion,
    progress: impl Fn(&adjutant_tournament::command::Pairing) -> Option<String>,
) -> OpenTables {
    let open = round.open_tables().filter_map(|table| round.at(table));
    let tables = open.map(|pairing| OpenTable {
        table: pairing.table.0.into(),
        one: printed(state, &pairing.one),
        two: printed(state, &pairing.two),
        progress: progress(pairing),
    });
    OpenTables { occasion, tables: tables.collect() }
}

/// The card of every mission of a round, each once.
pub fn mission_cards(state: &EventState, round: &Round, occasion: &Occasion) -> Vec<MissionCard> {
    let ids: std::collections::BTreeSet<&MissionId> =
        round.pair.tables.iter().filter_map(|pairing| pairing.mission.as_ref()).collect();
    let missions = ids.into_iter().filter_map(|id| event_matches::mission(state.create.as_deref(), id.as_str()));
    let pack = event_matches::pack(state.create.as_deref());
    missions.map(|mission| mission_card(pack.as_deref(), &mission, occasion.clone())).collect()
}

fn mission_card(pack: Option<&Pack>, mission: &Mission, occasion: Occasion) -> MissionCard {
    let words = |id: &adjutant_engine::ids::ObjectiveId| {
        let known = pack.and_then(|pack| pack.objectives.get(id));
        known.map_or_else(|| id.to_string(), |objective| objective.name.to_string())
    };
    let [width, depth] = mission.board;
    let size = mission.size.title();
    let mut facts = vec![
        ("Battle size".to_owned(), format!("{size}, {depth}″ × {width}″")),
        ("Primary objective".to_owned(), words(&mission.primary)),
    ];
    facts.extend(mission.secondaries.iter().map(|id| ("Mission secondary".to_owned(), words(id))));
    facts.extend(mission.rules.iter().map(|rule| ("Mission rule".to_owned(), rule.name().to_string())));
    let marker = |marker: &adjutant_engine::rules::Marker| MapMarker {
        label: marker.label.as_ref().map_or_else(|| marker.id.to_string(), |label| label.to_uppercase()),
        at: marker.at.map(inches),
    };
    MissionCard {
        occasion,
        mission: mission.name.to_string(),
        facts,
        board: [inches(width), inches(depth)],
        zones: vec![zone("A", &mission.zones.a), zone("B", &mission.zones.b)],
        markers: mission.markers.iter().map(marker).collect(),
    }
}

fn zone(label: &str, zone: &Zone) -> MapZone {
    MapZone {
        label: label.to_owned(),
        corners: zone.polygon.iter().map(|corner| corner.map(inches)).collect(),
        without: zone.minus_circle.as_ref().map(|circle| (circle.centre.map(inches), inches(circle.radius))),
    }
}

fn inches(length: Inches) -> f32 {
    length.to_string().parse().unwrap_or_default()
}
