//! The upper part of the screen: where the battle stands, and what the objectives could still bring.

use adjutant_engine::command::{Holder, MarkerTag, Phase};
use adjutant_engine::rules::Moment;
use adjutant_engine::score;
use adjutant_engine::side::{MapSide, Player, Role};
use adjutant_engine::state::State;
use adjutant_engine::view::Status;

use super::flow::{self, Earnable};
use super::host::Host;
use super::screen::{Line, Style, cut, rule};
use super::{Session, battle, chess_clock, input};

/// Width of one of the two columns.
const COLUMN: usize = 39;

/// The name of a player.
pub fn name_of(state: &State, player: Player) -> String {
    let card = state.open.as_ref().map(|open| open.players[player].name.to_string());
    card.unwrap_or_else(|| format!("player {player}"))
}

/// A phase with a capital.
pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Command => "Command",
        Phase::Movement => "Movement",
        Phase::Psychic => "Psychic",
        Phase::Shooting => "Shooting",
        Phase::Charge => "Charge",
        Phase::Fight => "Fight",
        Phase::Morale => "Morale",
    }
}

/// Who holds a marker, by name.
pub fn holder_word(state: &State, holder: Holder) -> String {
    holder.player().map_or_else(|| "nobody".into(), |player| name_of(state, player))
}

/// The first two lines: which match, and which moment.
pub fn heading(host: &Host, state: &State, past: Option<u64>) -> Vec<Line> {
    let mission = state.mission.as_ref().map_or("no mission yet".to_owned(), |mission| mission.name.to_string());
    let seq = past.map_or_else(
        || format!("record {}", host.recording().seq()),
        |seq| format!("record {seq} of {}", host.recording().seq()),
    );
    let left = format!(" {} · {mission}", host.recording().id());
    let when = match state.status {
        Status::Setup => "Before the battle".to_owned(),
        Status::Ended => "The battle is over".to_owned(),
        Status::Battle => {
            let rounds = state.pack.as_ref().map_or(5, |pack| pack.file.ruleset.rounds.get());
            let active = name_of(state, state.active);
            format!("Round {} of {rounds} · {active}'s turn · {} phase", state.round, phase_name(state.phase))
        }
    };
    let looking = if past.is_some() { "LOOKING BACK · " } else { "" };
    vec![
        Line::between(&left, &format!("{seq} "), Style::Dim),
        Line::of(format!(" {looking}{when}"), Style::Title).filled(),
    ]
}

/// One line for each player: points, Command points, time.
pub fn players(host: &Host, state: &State, past: bool) -> Vec<Line> {
    let time = host.now().filter(|_| !past).map(|now| host.time().spent(now));
    Player::BOTH
        .map(|player| {
            let side = &state.sides[player];
            let role = state.attacker.map(|attacker| if attacker == player { Role::Attacker } else { Role::Defender });
            let zone = side.zone.map(|zone| if zone == MapSide::A { "zone A" } else { "zone B" });
            let facts = [role.map(|role| format!("{role:?}")), zone.map(str::to_owned)];
            let facts: Vec<String> = facts.into_iter().flatten().collect();
            let active = state.status == Status::Battle && state.active == player;
            let mark = if active { "▶" } else { " " };
            let named = cut(&format!("{} {}", name_of(state, player), facts.join(", ")), 42);
            let spent = time.map_or(String::new(), |time| chess_clock::in_words(time[player]));
            let paused = if host.time().is_paused() && !past { "paused" } else { "" };
            let total = score::total(state, player);
            let text = format!(" {mark} {named:<42} {total:>3} VP {:>3} CP {spent:>9} {paused}", side.cp);
            Line::of(text, if active { Style::Bold } else { Style::Plain })
        })
        .into()
}

/// Both players' objectives side by side: points so far, the most that counts, and what could still come.
pub fn objectives(state: &State) -> Vec<Line> {
    let columns = Player::BOTH.map(|player| column(state, player));
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![Line::of(
        format!(" {:<COLUMN$}{:<COLUMN$}", "scored/most, +now or +later in rN", "scored/most, +now or +later in rN"),
        Style::Dim,
    )];
    for row in 0..rows {
        let mut line = Line::of(" ", Style::Plain);
        for column in &columns {
            match column.get(row) {
                Some((text, style)) => line.push(format!("{text:<COLUMN$}"), *style),
                None => line.push(" ".repeat(COLUMN), Style::Plain),
            }
        }
        lines.push(line);
    }
    lines
}

fn column(state: &State, player: Player) -> Vec<(String, Style)> {
    let earnable = flow::earnable(state, player);
    let objectives = state.objectives(player);
    let rows = objectives.map(|(column, objective)| {
        let own: Vec<&Earnable> = earnable.iter().filter(|award| award.column == column).collect();
        let next = own.iter().map(|award| next(state, player, award)).collect::<Vec<_>>().join(" ");
        let soon = own.iter().any(|award| this_turn(state, player, award) && award.possible.iter().any(|vp| *vp > 0));
        let so_far = score::counted(state, player, column);
        let most = score::cap(state, column);
        let name = cut(objective.name.as_str(), 18);
        (
            cut(&format!("{name:<18} {so_far:>2}/{most:<2} {next}"), COLUMN - 1),
            if soon { Style::Good } else { Style::Plain },
        )
    });
    rows.collect()
}

/// Whether an award is judged in the turn that is played now.
fn this_turn(state: &State, player: Player, award: &Earnable) -> bool {
    let last_round =
        state.pack.as_ref().is_some_and(|pack| i64::from(pack.file.ruleset.rounds.get()) == i64::from(state.round));
    let last_turn = state.first != Some(state.active);
    let falls_now = match award.moment {
        Moment::OwnCommandPhaseEnd | Moment::OwnTurnEnd | Moment::ActionCompleted => state.active == player,
        Moment::RoundEnd => last_turn,
        Moment::BattleEnd => last_turn && last_round,
    };
    state.status == Status::Battle && award.round == state.round && falls_now && award.room > 0
}

fn next(state: &State, player: Player, award: &Earnable) -> String {
    if state.status == Status::Setup {
        return String::new();
    }
    let room = i64::from(award.room);
    let mut values: Vec<i64> = award.possible.iter().map(|vp| (*vp).min(room)).collect();
    values.dedup();
    let values = match values.as_slice() {
        [first, .., last] if values.len() > 3 => format!("{first}-{last}"),
        _ => values.iter().map(i64::to_string).collect::<Vec<_>>().join("/"),
    };
    let when = match award.moment {
        Moment::BattleEnd => " at end".to_owned(),
        _ if this_turn(state, player, award) => String::new(),
        Moment::RoundEnd => format!(" end r{}", award.round),
        _ => format!(" r{}", award.round),
    };
    format!("+{values}{when}")
}

/// Who holds which marker, and what waits for a word.
pub fn markers(session: &Session, state: &State) -> Vec<Line> {
    let mut line = Line::of(" markers ", Style::Dim);
    let mut lines = Vec::new();
    for (index, marker) in state.markers.iter().enumerate().filter(|(_, marker)| marker.on_battlefield) {
        let held = battle::held(session, state, index);
        let fresh = session.pending.contains_key(&marker.id);
        let tags: String = marker.tags.iter().map(|tag| tag_letter(*tag)).collect();
        let label = state.mission.as_ref().and_then(|mission| mission.markers.get(index)?.label.clone());
        let label = label.map_or(String::new(), |label| format!("({label})"));
        let who = held.map_or("?".to_owned(), |holder| cut(&holder_word(state, holder), 10));
        let text = format!(" {}{label}{tags} {who} ", marker.id);
        if line.width() + text.chars().count() > 79 {
            lines.push(std::mem::replace(&mut line, Line::of("         ", Style::Dim)));
        }
        line.push(text, if fresh { Style::Marked } else { Style::Plain });
    }
    lines.push(line);
    if state.status == Status::Setup || state.markers.is_empty() {
        lines.clear();
    }
    let waiting: Vec<String> = state
        .needs
        .iter()
        .map(|need| {
            format!("{} {} {}", name_of(state, need.player), need.objective, input::ranges(&need.possible.values()))
        })
        .collect();
    if !waiting.is_empty() {
        lines.push(Line::of(cut(&format!(" Needs an answer: {}", waiting.join(" · ")), 79), Style::Bad));
    }
    lines.push(rule());
    lines
}

fn tag_letter(tag: MarkerTag) -> &'static str {
    match tag {
        MarkerTag::Gamma => "γ",
        MarkerTag::Beta => "β",
        MarkerTag::Priority => "!",
    }
}
