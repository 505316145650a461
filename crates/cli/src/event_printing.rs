//! From the state of an event to its printed sheets.

use adjutant_engine::law::Pack;
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{Mission, Zone};
use std::collections::BTreeMap;

use adjutant_present::tables::standings;
use adjutant_sheets::{
    BracketBox, BracketColumn, BracketSheet, BracketSide, CardRound, CrossRow, Crosstable, Form, MapMarker, MapZone,
    MissionCard, Occasion, OpenTable, OpenTables, Pairing, PairingsList, PairingsOrder, PlayerCard, PlayerCards,
    PrizeLine, ResultSlip, ResultSlips, Standing, StandingsTable, TeamCard, TeamMember, TeamSlip,
};
use adjutant_tournament::bracket::{BracketGame, BracketView};
use adjutant_tournament::command::{Forfeit, Winner};
use adjutant_tournament::prizes::{Prize, prizes};
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::{Player, Round, Stage, Tournament};
use adjutant_tournament::{MissionId, PlayerId, RoundNumber};

use crate::{event_matches, rules};

/// Event, round and date on every sheet.
pub fn occasion(state: &Tournament, round: RoundNumber, date: Option<String>) -> Occasion {
    let event = state.create.as_ref().map(|create| create.name.to_string());
    Occasion { event, round: Some(round.0.into()), table: None, date }
}

/// What a sheet calls a player: the name. Where the fonts lack letters of it, what they have with the id behind it, or the
/// id alone where nothing of the name is left.
pub fn printed(state: &Tournament, player: &PlayerId) -> String {
    let name = state.shown(player);
    if adjutant_sheets::prints(&name) {
        return name;
    }
    let behind = format!(" ({player})");
    let plain = name.strip_suffix(&behind).unwrap_or(&name);
    let mut letter = [0; 4];
    let kept: String = plain.chars().filter(|c| adjutant_sheets::prints(c.encode_utf8(&mut letter))).collect();
    match kept.chars().any(char::is_alphanumeric) {
        true => format!("{}{behind}", kept.trim()),
        false => player.to_string(),
    }
}

/// The same with the last name first where that is wanted: `Berg, Anna`, `de la Cruz, Ana`.
fn listed(state: &Tournament, player: &PlayerId, last_first: bool) -> String {
    in_order(state, player, printed(state, player), last_first)
}

/// As [`listed`], on a screen, which has letters of any alphabet.
fn shown(state: &Tournament, player: &PlayerId, last_first: bool) -> String {
    in_order(state, player, state.shown(player), last_first)
}

fn in_order(state: &Tournament, player: &PlayerId, printed: String, last_first: bool) -> String {
    let name = state.player(player).map(|known| known.entry.name.as_str()).unwrap_or_default();
    match printed.strip_prefix(name).filter(|_| last_first) {
        Some(behind) => format!("{}{behind}", last_name_first(name)),
        None => printed,
    }
}

/// Small words that belong to the last name after them.
const PARTICLES: [&str; 22] = [
    "af", "al", "av", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "la", "le",
    "ten", "ter", "van", "von", "zu",
];

fn last_name_first(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let Some(mut last) = words.len().checked_sub(1).filter(|last| *last > 0) else { return name.to_owned() };
    while last > 1 && PARTICLES.contains(&words[last - 1].to_lowercase().as_str()) {
        last -= 1;
    }
    format!("{}, {}", words[last..].join(" "), words[..last].join(" "))
}

/// Names with letters that the fonts of the sheets lack.
pub fn unprintable(state: &Tournament) -> Vec<&str> {
    let names = state.players.iter().map(|player| player.entry.name.as_str());
    names.filter(|name| !adjutant_sheets::prints(name)).collect()
}

fn mission_name(state: &Tournament, id: Option<&MissionId>) -> Option<String> {
    let known = |id: &MissionId| event_matches::mission(state.create.as_deref(), id.as_str());
    id.map(|id| known(id).map_or_else(|| id.to_string(), |mission| mission.name.to_string()))
}

/// The pairings of a round, byes last.
pub fn pairings(
    state: &Tournament,
    round: &Round,
    order: PairingsOrder,
    occasion: Occasion,
    last_first: bool,
) -> PairingsList {
    pairings_as(state, round, order, occasion, |player| listed(state, player, last_first))
}

/// The pairings of a round for a screen.
pub fn on_screen(
    state: &Tournament,
    round: &Round,
    order: PairingsOrder,
    occasion: Occasion,
    last_first: bool,
) -> PairingsList {
    pairings_as(state, round, order, occasion, |player| shown(state, player, last_first))
}

fn pairings_as(
    state: &Tournament,
    round: &Round,
    order: PairingsOrder,
    occasion: Occasion,
    name: impl Fn(&PlayerId) -> String,
) -> PairingsList {
    let games = round.pair.tables.iter().map(|pairing| Pairing {
        table: Some(pairing.table.0.into()),
        one: name(&pairing.one),
        two: Some(name(&pairing.two)),
        mission: mission_name(state, pairing.mission.as_ref()),
    });
    let bye = |player: &PlayerId| Pairing { table: None, one: name(player), two: None, mission: None };
    PairingsList { occasion, pairings: games.chain(round.pair.byes.iter().map(bye)).collect(), order }
}

/// The standings after a round.
pub fn standings_table(state: &Tournament, after: RoundNumber, occasion: Occasion, last_first: bool) -> StandingsTable {
    standings_as(state, after, occasion, |player| listed(state, player, last_first))
}

/// The standings after a round for a screen.
pub fn standings_on_screen(
    state: &Tournament,
    after: RoundNumber,
    occasion: Occasion,
    last_first: bool,
) -> StandingsTable {
    standings_as(state, after, occasion, |player| shown(state, player, last_first))
}

fn standings_as(
    state: &Tournament,
    after: RoundNumber,
    occasion: Occasion,
    name: impl Fn(&PlayerId) -> String,
) -> StandingsTable {
    let policies = state.policies();
    let names: Vec<&str> = policies.tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
    let rows = standings(state, after).rows.into_iter().map(|row| {
        let entry = state.player(&row.player).map(|player| &player.entry);
        let club = entry.and_then(|entry| entry.club.as_ref().or(entry.team.as_ref()));
        Standing {
            rank: row.rank,
            name: name(&row.player),
            faction: row.faction.as_ref().map(ToString::to_string),
            club: club.map(ToString::to_string),
            record: [row.record.wins, row.record.draws, row.record.losses],
            points: row.points.to_string(),
            tie_breaks: names
                .iter()
                .filter_map(|name| row.tie_breaks.get(name))
                .map(|value| value.decimal(standings::DECIMALS))
                .collect(),
            reached: row.reached,
            dropped: row.dropped,
        }
    });
    StandingsTable {
        occasion,
        rows: rows.collect(),
        tie_breaks: names.into_iter().map(heading).collect(),
        basis: standings::after_a_cut(state, after),
        seal: None,
    }
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
pub fn slips(state: &Tournament, round: &Round, occasion: Occasion) -> ResultSlips {
    let slip = |pairing: &adjutant_tournament::command::Pairing| ResultSlip {
        table: Some(pairing.table.0.into()),
        mission: mission_name(state, pairing.mission.as_ref()),
        one: printed(state, &pairing.one),
        two: printed(state, &pairing.two),
        entered: round.results.get(&pairing.table).map(|result| {
            let basis = round.basis(pairing.table).map_or("", |basis| basis.name());
            format!("{} – {}, {basis}", result.one, result.two)
        }),
    };
    let pack = event_matches::pack(state.create.as_deref()).unwrap_or_else(rules::default_pack);
    let labels = ResultSlips::labels_of(&Form::of(&pack));
    ResultSlips { occasion, labels, slips: round.pair.tables.iter().map(slip).collect() }
}

/// A card for everybody, filled in up to a round.
pub fn cards(state: &Tournament, upto: RoundNumber, occasion: Occasion) -> PlayerCards {
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

fn card_round(state: &Tournament, player: &Player, number: RoundNumber, upto: RoundNumber) -> CardRound {
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
    let basis = round.basis(pairing.table).map(|basis| basis.name().to_owned());
    CardRound { table: Some(pairing.table.0.into()), opponent: Some(opponent), result, basis }
}

/// The tables that still play; `progress` says how far a table is, where somebody knows.
pub fn open_tables(
    state: &Tournament,
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
pub fn mission_cards(state: &Tournament, round: &Round, occasion: &Occasion) -> Vec<MissionCard> {
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

/// The bracket of an event; nothing where it has none.
pub fn bracket(state: &Tournament, occasion: Occasion) -> Option<BracketSheet> {
    let view = BracketView::of(state)?;
    let side = |side: &adjutant_tournament::bracket::Side| BracketSide {
        seed: side.seed,
        name: side.player.as_ref().map_or_else(|| side.shown.clone(), |player| printed(state, player)),
        points: side.points,
        won: side.won,
    };
    let game = |game: &BracketGame| BracketBox {
        label: game.table.map_or_else(|| game.game.clone(), |table| format!("{} · table {table}", game.game)),
        sides: [side(&game.sides[0]), side(&game.sides[1])],
    };
    let columns = view.rounds.iter().map(|round| {
        let (third, games): (Vec<&BracketGame>, Vec<&BracketGame>) =
            round.games.iter().partition(|game| game.for_third_place);
        BracketColumn {
            name: round.name.clone(),
            games: games.into_iter().map(game).collect(),
            third: third.into_iter().map(game).next(),
        }
    });
    let champion = view.champion.as_ref().map(|player| printed(state, player));
    Some(BracketSheet { occasion, columns: columns.collect(), champion, double: view.double })
}

/// The prizes of an event after a round.
pub fn prize_lines(state: &Tournament, after: RoundNumber) -> Vec<PrizeLine> {
    let winner = |prize: &Prize| match &prize.group {
        Some(group) => group.clone(),
        None => prize.players.iter().map(|player| printed(state, player)).collect::<Vec<_>>().join(", "),
    };
    let line =
        |prize: &Prize| PrizeLine { title: prize.title.clone(), winner: winner(prize), with: prize.with.clone() };
    prizes(state, after, false).iter().map(line).collect()
}

/// Who met whom with what result, after a round.
pub fn crosstable(state: &Tournament, after: RoundNumber, occasion: Occasion) -> Crosstable {
    let rows = standings(state, after).rows;
    let numbers: BTreeMap<&PlayerId, u32> = rows.iter().zip(1..).map(|(row, number)| (&row.player, number)).collect();
    let policies = state.policies();
    let cell = |round: &Round, player: &PlayerId| {
        if round.pair.byes.contains(player) {
            return "bye".to_owned();
        }
        let Some(pairing) = round.of(player) else { return String::new() };
        let first = pairing.one == *player;
        let other = if first { &pairing.two } else { &pairing.one };
        let number = numbers.get(other).map(ToString::to_string).unwrap_or_default();
        let Some(result) = round.results.get(&pairing.table) else { return format!("– {number}") };
        let won = match (result.forfeit, policies.winner_of(result)) {
            (Some(Forfeit::Both), _) | (None, Winner::Neither) => "L",
            (None, Winner::Draw) => "D",
            (Some(Forfeit::Two), _) | (None, Winner::One) => {
                if first {
                    "W"
                } else {
                    "L"
                }
            }
            (Some(Forfeit::One), _) | (None, Winner::Two) => {
                if first {
                    "L"
                } else {
                    "W"
                }
            }
        };
        let star = if result.forfeit.is_some() { "*" } else { "" };
        format!("{won} {number}{star}")
    };
    let rounds: Vec<&Round> =
        state.rounds.iter().filter(|round| round.pair.round <= after && round.stage != Stage::Draft).collect();
    let row = |row: &adjutant_tournament::standings::Row| CrossRow {
        number: numbers[&row.player],
        name: printed(state, &row.player),
        rounds: rounds.iter().map(|round| cell(round, &row.player)).collect(),
        points: row.points.to_string(),
    };
    Crosstable { occasion, rows: rows.iter().map(row).collect() }
}

/// The matches of teams of a round: members, factions, and who meets whom where the captains have paired.
pub fn team_slips(state: &Tournament, round: &Round) -> Vec<TeamSlip> {
    let team = |player: &PlayerId| {
        let entry = state.player(player).map(|player| &player.entry);
        let member = |(at, name): (usize, &adjutant_tournament::Name)| TeamMember {
            name: name.to_string(),
            faction: entry.and_then(|entry| entry.factions.get(at)).map(ToString::to_string),
        };
        let members = entry.map(|entry| entry.members.iter().enumerate().map(member).collect());
        TeamCard { name: printed(state, player), members: members.unwrap_or_default() }
    };
    let slip = |pairing: &adjutant_tournament::command::Pairing| {
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

fn inches(length: Inches) -> f32 {
    length.to_string().parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::last_name_first;

    #[test]
    fn the_last_name_stands_first_with_what_belongs_to_it() {
        for (name, listed) in [
            ("Anna Berg", "Berg, Anna"),
            ("Ana María de la Cruz", "de la Cruz, Ana María"),
            ("Jan van der Berg", "van der Berg, Jan"),
            ("Zoë", "Zoë"),
            ("De Smet", "Smet, De"),
        ] {
            assert_eq!(last_name_first(name), listed);
        }
    }
}
