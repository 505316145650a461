//! The cards of players and of missions.

use std::collections::BTreeSet;

use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::law::Pack;
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{Marker, Mission, Piece, Zone};
use adjutant_present::map::name_and_height;
use adjutant_tournament::command::Forfeit;
use adjutant_tournament::state::{Player, Round, Tournament};
use adjutant_tournament::{MissionId, RoundNumber};

use super::names::printed;
use super::papers::EventPapers;
use crate::heading::Occasion;
use crate::mission_card::{MapMarker, MapPiece, MapZone, MissionCard};
use crate::player_cards::{CardRound, PlayerCard, PlayerCards};

/// A card for everybody, filled in up to a round.
pub(super) fn cards(state: &Tournament, upto: RoundNumber, occasion: Occasion) -> PlayerCards {
    let occasion = Occasion { round: None, ..occasion };
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds).max(upto.0);
    let card = |player: &Player| PlayerCard {
        name: printed(state, &player.entry.player),
        id: Some(player.entry.player.to_string()),
        club: player.entry.club.as_ref().map(ToString::to_string),
        faction: adjutant_present::names::army(player.entry.faction.as_ref(), player.entry.disposition.as_ref()),
        rounds: (1..=rounds).map(|round| card_round(state, player, RoundNumber(round), upto)).collect(),
    };
    PlayerCards { occasion, cards: state.players.iter().map(card).collect() }
}

fn card_round(state: &Tournament, player: &Player, number: RoundNumber, upto: RoundNumber) -> CardRound {
    let id = &player.entry.player;
    let Some(round) = state.round(number).filter(|_| number <= upto) else { return CardRound::default() };
    let Some(pairing) = round.of(id) else {
        let has_bye = round.pair.byes.contains(id) || player.asked_byes.contains_key(&number);
        let bye = has_bye.then(|| "bye".to_owned());
        return CardRound { opponent: bye, ..CardRound::default() };
    };
    let first = pairing.one == *id;
    let opponent = printed(state, if first { &pairing.two } else { &pairing.one });
    let points = |points: i64| u32::try_from(points).unwrap_or(0);
    let result = round.results.get(&pairing.table).map(|result| match first {
        true => [points(result.one), points(result.two)],
        false => [points(result.two), points(result.one)],
    });
    let absent = round.results.get(&pairing.table).and_then(|result| result.forfeit);
    let result = result.filter(|_| absent != Some(Forfeit::Both));
    let basis = match absent {
        Some(_) => Some("no-show".to_owned()),
        None => round.basis(pairing.table).map(|basis| basis.name().to_owned()),
    };
    CardRound { table: Some(pairing.table.0.into()), opponent: Some(opponent), result, basis }
}

/// The card of every mission of a round, each once, but for tables with a layout, which have a card of their own.
pub(super) fn mission_cards<E>(papers: &EventPapers<'_, E>, round: &Round, occasion: &Occasion) -> Vec<MissionCard> {
    let layout = |table| papers.state.tables.get(&table).and_then(|table| table.layout.as_ref());
    let played = || round.pair.tables.iter().filter_map(|pairing| Some((pairing.table, pairing.mission.as_ref()?)));
    let card = |id: &MissionId, occasion: Occasion| {
        (papers.mission)(id).map(|mission| mission_card(papers.pack.as_deref(), &mission, occasion))
    };
    let bare: BTreeSet<_> = played().filter(|(table, _)| layout(*table).is_none()).map(|(_, id)| id).collect();
    let of_missions = bare.into_iter().filter_map(|id| card(id, occasion.clone()));
    let laid = played().filter_map(|(table, id)| {
        let (layout, table) = (layout(table)?, Some(table.0.into()));
        let mut card = card(id, Occasion { table, ..occasion.clone() })?;
        card.facts.push(("Layout".to_owned(), layout.name.to_string()));
        card.terrain = layout.pieces.iter().map(piece).collect();
        Some(card)
    });
    of_missions.chain(laid).collect()
}

fn piece(piece: &Piece) -> MapPiece {
    MapPiece {
        label: name_and_height(piece),
        corners: piece.footprint.iter().map(|corner| corner.map(inches)).collect(),
    }
}

fn mission_card(pack: Option<&Pack>, mission: &Mission, occasion: Occasion) -> MissionCard {
    let words = |id: &ObjectiveId| {
        let known = pack.and_then(|pack| pack.objectives.get(id));
        known.map_or_else(|| id.to_string(), |objective| objective.name.to_string())
    };
    let [width, depth] = mission.board;
    let size = mission.size.title();
    let mut facts = vec![
        ("Battle size".to_owned(), format!("{size}, {depth}″ × {width}″")),
        ("Primary objective".to_owned(), Pack::primaries_in_words(pack, mission)),
    ];
    facts.extend(mission.secondaries.iter().map(|id| ("Mission secondary".to_owned(), words(id))));
    facts.extend(mission.rules.iter().map(|rule| ("Mission rule".to_owned(), rule.name().to_string())));
    let marker = |marker: &Marker| MapMarker {
        label: marker.label.as_ref().map_or_else(|| marker.id.to_string(), |label| label.to_uppercase()),
        at: marker.at.map(inches),
    };
    MissionCard {
        occasion,
        mission: mission.name.to_string(),
        facts,
        board: [inches(width), inches(depth)],
        zones: vec![zone("A", &mission.zones.a), zone("B", &mission.zones.b)],
        terrain: mission.terrain.iter().map(piece).collect(),
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
