//! An event as text tables.

use adjutant_present::tables::{pairings, results, standings};
use adjutant_tournament::PlayerId;
use adjutant_tournament::policy::System;
use adjutant_tournament::standings::Standings;
use adjutant_tournament::state::{Player, Round, Tournament};
use adjutant_tournament::view::PairView;

use crate::table;

/// The pairings of a round with their flags and the value of the whole.
pub fn pairings(event: &str, state: &Tournament, view: &PairView) -> String {
    let mut rows = table::new();
    rows.set_header(["table", "one", "two", "mission", "flags"]);
    for pairing in &view.tables {
        rows.add_row([
            pairing.table.to_string(),
            state.shown(&pairing.one),
            state.shown(&pairing.two),
            pairing.mission.as_ref().map(ToString::to_string).unwrap_or_default(),
            pairings::flags(state, pairing),
        ]);
    }
    let bye = pairings::byes(state, view).map_or_else(String::new, |byes| format!("\nbye: {byes}"));
    let value = state.round(view.round).is_none_or(|round| round.pair.system == System::Swiss);
    let value = if value { format!("\n{}", pairings::in_words(state, view)) } else { String::new() };
    let name = view.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    format!("{event}, round {}{name}\n{rows}{bye}{value}", view.round)
}

/// A round with its results, open tables as dashes.
pub fn results(state: &Tournament, round: &Round) -> String {
    let mut rows = table::new();
    rows.set_header(["table", "one", "two", "VP", "basis", "match"]);
    for pairing in &round.pair.tables {
        let result = round.results.get(&pairing.table);
        let points = result.map_or_else(|| "—".to_owned(), |result| format!("{}:{}", result.one, result.two));
        let source = result.and_then(|result| result.from.as_ref()).map(|from| from.id.to_string());
        rows.add_row([
            pairing.table.to_string(),
            state.shown(&pairing.one),
            state.shown(&pairing.two),
            points,
            results::basis(round, pairing.table),
            source.unwrap_or_default(),
        ]);
    }
    rows.to_string()
}

/// The standings, the tie-breaks in the order in which they count, with the points of a category where one is named.
pub fn standings(event: &str, state: &Tournament, standings: &Standings, category: Option<&str>) -> String {
    let names: Vec<&str> = state.policies().tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
    let mut rows = table::new();
    let mut heading = vec!["rank", "player", "W–D–L", "points"];
    heading.extend(&names);
    let bracket = standings.rows.iter().any(|row| row.reached.is_some());
    let faction = standings.rows.iter().any(|row| row.faction.is_some());
    let overall = standings.rows.iter().any(|row| row.scores.overall.is_some());
    heading.extend(bracket.then_some("reached"));
    heading.extend(faction.then_some("faction"));
    let pods = standings.rows.iter().any(|row| row.pod.is_some());
    heading.extend(pods.then_some("pod"));
    heading.extend(category);
    heading.extend(overall.then_some("overall"));
    // Where the desk entered everything there is nothing to tell apart.
    let told_apart = standings.rows.iter().any(|row| row.bases.signed + row.bases.agreed + row.bases.ruled > 0);
    heading.extend(told_apart.then_some("results"));
    let cards = |player: &PlayerId| state.player(player).map(Player::cards).unwrap_or_default();
    let carded = standings.rows.iter().any(|row| cards(&row.player) != [0, 0]);
    heading.extend(carded.then_some("cards"));
    rows.set_header(heading);
    for row in &standings.rows {
        let gone = row.gone().map_or_else(String::new, |gone| format!(" ({gone})"));
        let record = row.record;
        let mut cells = vec![
            format!("{}{gone}", state.shown(&row.player)),
            format!("{}–{}–{}", record.wins, record.draws, record.losses),
            row.points.to_string(),
        ];
        cells.extend(
            names
                .iter()
                .map(|name| row.tie_breaks.get(name).map(|v| v.decimal(standings::DECIMALS)).unwrap_or_default()),
        );
        cells.extend(bracket.then(|| row.reached.clone().unwrap_or_default()));
        cells.extend(faction.then(|| row.faction.as_ref().map(ToString::to_string).unwrap_or_default()));
        cells.extend(pods.then(|| row.pod.map(|pod| pod.to_string()).unwrap_or_default()));
        cells.extend(category.map(|name| row.scores.categories.get(name).copied().unwrap_or(0).to_string()));
        cells.extend(overall.then(|| row.scores.overall.as_ref().map(|v| v.decimal(2)).unwrap_or_default()));
        cells.extend(told_apart.then(|| standings::bases(row.bases)));
        cells.extend(carded.then(|| standings::cards(cards(&row.player))));
        // Before anybody has played nobody has a place.
        let rank = row.rank.filter(|_| standings.round.0 > 0);
        let rank = rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
        rows.add_row(std::iter::once(rank).chain(cells));
    }
    let basis = standings::after_a_cut(state, standings.round).map_or_else(String::new, |basis| format!("\n{basis}"));
    format!("{event}, standings {}\n{rows}{basis}", standings::after(state, standings.round))
}
