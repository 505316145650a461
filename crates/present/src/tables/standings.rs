//! Standings in words: when they are taken, what they rest on, who stands on the podium, who has won what.

use adjutant_core::counts::count;
use adjutant_tournament::command::Basis;
use adjutant_tournament::prizes::{Ground, Prize};
use adjutant_tournament::standings::{Bases, standings};
use adjutant_tournament::state::{Stage, Tournament};
use adjutant_tournament::{RoundNumber, TournamentLog};

/// What places and numbers rest on once a bracket is played.
pub fn after_a_cut(state: &Tournament, round: RoundNumber) -> Option<String> {
    let (_, after) = state.cut.as_ref().filter(|(_, after)| *after < round)?;
    Some(format!("Places of the bracket; record, points and tie-breaks are those after round {after}."))
}

/// How many results rest on what: `2 agreed, 1 desk`.
pub fn bases(bases: Bases) -> String {
    let counts = [bases.signed, bases.agreed, bases.desk, bases.ruled];
    let named = Basis::ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
    named.map(|(basis, count)| format!("{count} {}", basis.name())).collect::<Vec<_>>().join(", ")
}

/// Yellow and red cards in words: `1 yellow, 1 red`.
///
/// ```
/// use adjutant_present::tables::standings::cards;
/// assert_eq!([cards([2, 1]), cards([0, 1]), cards([0, 0])], ["2 yellow, 1 red", "1 red", ""]);
/// ```
pub fn cards(cards: [usize; 2]) -> String {
    let named = cards.into_iter().zip(["yellow", "red"]).filter(|(count, _)| *count > 0);
    named.map(|(count, colour)| format!("{count} {colour}")).collect::<Vec<_>>().join(", ")
}

/// Decimals of a tie-break as people read it; JSON has the fraction.
pub const DECIMALS: u32 = 3;

/// When standings are taken, in words: of a round that is still played, how far it is.
pub fn after(state: &Tournament, round: RoundNumber) -> String {
    match state.round(round) {
        _ if round.0 == 0 => "before round 1".to_owned(),
        Some(known) if known.stage == Stage::Draft => format!("before round {round}"),
        Some(known) if known.open_tables().next().is_some() => {
            let all = known.pair.tables.len();
            format!(
                "in round {round} so far, {} of {}",
                all - known.open_tables().count(),
                count(all, "table", "tables")
            )
        }
        _ => format!("after round {round}"),
    }
}

/// The first three places in words, those that are shared with everybody who shares them, and who is disqualified.
pub fn podium(state: &Tournament) -> Vec<String> {
    let last = RoundNumber(state.rounds.len() as u16);
    if last.0 == 0 {
        return Vec::new();
    }
    let rows = standings(state, last).rows;
    let titles = [(1, "Champion"), (2, "second"), (3, "third")];
    let names = |place: u32| -> Vec<String> {
        rows.iter().filter(|row| row.rank == Some(place)).map(|row| state.shown(&row.player)).collect()
    };
    let place = |(place, title): (u32, &str)| {
        let names = names(place);
        (!names.is_empty()).then(|| format!("{title}: {}", names.join(" and ")))
    };
    let out: Vec<String> = rows.iter().filter(|row| row.disqualified).map(|row| state.shown(&row.player)).collect();
    let out = (!out.is_empty()).then(|| format!("disqualified: {}", out.join(" and ")));
    titles.into_iter().filter_map(place).chain(out).collect()
}

/// What the judge had found and was let pass, a line for each record that stands and did it.
pub fn let_pass(log: &TournamentLog) -> Vec<String> {
    let told = log.standing().filter_map(|record| Some((record.seq, record.command.anyway()?)));
    told.map(|(seq, anyway)| {
        let codes: Vec<&str> = anyway.faults.iter().map(|fault| fault.code.as_str()).collect();
        format!("let pass by record {seq}: {} ({})", codes.join(", "), anyway.why)
    })
    .collect()
}

/// Who has won a prize: a team by its name, otherwise everybody who shares it.
pub fn winners(state: &Tournament, prize: &Prize) -> String {
    match &prize.group {
        Some(group) => group.clone(),
        None => prize.players.iter().map(|player| state.shown(player)).collect::<Vec<_>>().join(", "),
    }
}

/// What a prize rests on: `68 overall, of 4 players`.
///
/// ```
/// use adjutant_present::tables::standings::grounds;
/// use adjutant_tournament::prizes::Ground;
/// assert_eq!(grounds(&[Ground::Place(2), Ground::OfPlayers(1)]), "place 2, the only player");
/// ```
pub fn grounds<'a>(with: impl IntoIterator<Item = &'a Ground>) -> String {
    let words = |ground: &Ground| match ground {
        Ground::Overall(score) => format!("{} overall", score.decimal(2)),
        Ground::MatchPoints(1) => "1 match point".to_owned(),
        Ground::MatchPoints(points) => format!("{points} match points"),
        Ground::Points(points) => format!("{points} points"),
        Ground::Place(place) => format!("place {place}"),
        Ground::Together(sum) => format!("{} together", sum.decimal(2)),
        Ground::OfPlayers(1) => "the only player".to_owned(),
        Ground::OfTeams(1) => "the only team".to_owned(),
        Ground::OfPlayers(all) => format!("of {all} players"),
        Ground::OfTeams(all) => format!("of {all} teams"),
    };
    with.into_iter().map(words).collect::<Vec<_>>().join(", ")
}
