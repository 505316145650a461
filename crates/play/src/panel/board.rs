//! The board in the upper part of the screen: whose turn it is, totals, score grids, markers.

use adjutant_engine::command::{Holder, MarkerTag};
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::law::{ColumnIndex, ColumnSource};
use adjutant_engine::legal::{Earnable, earnable};
use adjutant_engine::rules::{Category, Moment, Objective};
use adjutant_engine::score;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::state::{AwardEntry, Banner, State};
use adjutant_engine::view::{EndLabel, RoundLabel, Status};
use adjutant_present::names::{name_of, shape};
use adjutant_present::units;

use crate::panel::scene::Scene;
use crate::shared::Session;
use crate::text::line::{Click, Line, Role, cut, cut_name, padded, width};
use crate::{clock, plan};

/// The least width of one of the two grids.
const GRID: usize = 39;
/// Width of the name of an objective in a grid.
const NAME: usize = 13;
/// The fewest columns of the name of an objective.
const FEWEST: usize = 5;
/// Rounds for which a grid has a column.
const ROUNDS_MAX: u32 = 5;

/// The first row: whose turn, which round and phase; mission and record at the right.
pub fn heading(scene: &Scene<'_>, state: &State, past: Option<u64>, columns: usize) -> Line {
    let mission = state.mission.as_ref().map_or("no mission yet".to_owned(), |mission| mission.name.to_string());
    let now = scene.recording.seq();
    let seq = past.map_or_else(|| format!("record {now}"), |seq| format!("record {seq} of {now}"));
    let right = if columns >= 80 { format!("{mission} · {seq} ") } else { format!("{seq} ") };
    let room = columns.saturating_sub(width(&right) + 1);
    let mut line = match state.status {
        Status::Setup => Line::of(format!(" {} · set-up", scene.recording.id()), Role::Title),
        Status::Ended => Line::of(format!(" {} · round {} · ended", scene.recording.id(), state.round), Role::Title),
        Status::Battle => {
            let of = if columns >= 80 { " of " } else { "/" };
            // A die may have added rounds behind the last certain one.
            let last = state.law().rounds.max(state.round);
            let turn = format!("{}'S TURN", name_of(state, state.active).to_uppercase());
            Line::of(format!(" {} {}", shape(state.active), cut(&turn, 32)), Role::of(state.active))
                .then(format!(" · round {}{of}{last} · {}", state.round, state.phase.title()), Role::Title)
        }
    };
    line = line.fit(room);
    line.push(" ", Role::Plain);
    line.push(right, Role::Quiet);
    line
}

/// Both totals, now or after an earlier record, as the law of the match counts them.
pub fn points(scene: &Scene<'_>, past: Option<u64>) -> BySide<u32> {
    let then = past.and_then(|seq| scene.recording.records().iter().find(|record| record.seq == seq));
    then.map_or_else(|| scene.recording.game().vp(), |record| record.vp)
}

/// The second row: both totals with bars to the most that counts, Command points, time.
pub fn totals(scene: &Scene<'_>, (past, state): (Option<u64>, &State), columns: usize) -> Line {
    let points = points(scene, past);
    let past = past.is_some();
    let time = scene.now.filter(|_| !past).map(|now| scene.time.left(now));
    let wide = columns >= 80;
    let half = columns / 2;
    let mut line = Line::default();
    for player in Player::BOTH {
        let total = points[player];
        let most = u32::try_from(state.law().total_cap).unwrap_or(0);
        let cells = if wide { 10 } else { 5 };
        let full = (total.min(most) * cells).checked_div(most).unwrap_or(0) as usize;
        let bar = "▓".repeat(full) + &"░".repeat(cells as usize - full);
        let clock = time.map_or(String::new(), |time| clock::brief(time[player]));
        let runs = state.status == Status::Battle && state.active == player && !past;
        let mark = if scene.time.is_paused() && runs {
            " ‖"
        } else if runs {
            " ▶"
        } else {
            ""
        };
        let low = time.is_some_and(|time| scene.time.allowance_s().is_some() && time[player] < 15 * 60);
        let named = cut(&name_of(state, player), if wide { 12 } else { 6 });
        let own = Line::of(format!(" {} {named} ", shape(player)), Role::of(player))
            .then(format!("{total:>3} "), Role::Points)
            .then(bar, Role::of(player))
            .then(format!(" {} CP ", state.sides[player].cp), Role::Plain)
            .then(clock, if low { Role::Wrong } else { Role::Plain })
            .then(mark, Role::Title)
            .fit(half);
        line.spans.extend(own.spans);
    }
    line.fit(columns)
}

/// Both score grids side by side, or one under the other on a narrow screen.
pub fn grids(state: &State, columns: usize) -> Vec<Line> {
    let sides = Player::BOTH.map(|player| grid(state, player));
    if columns < 2 * GRID {
        return sides.into_iter().flatten().collect();
    }
    let rows = sides.iter().map(Vec::len).max().unwrap_or(0);
    let row = |at: usize| {
        let mut line = Line::default();
        for side in &sides {
            line.spans.extend(side.get(at).cloned().unwrap_or_default().fit(columns / 2).spans);
        }
        line
    };
    (0..rows).map(row).collect()
}

/// Every objective with its points, a row a player, where grids do not fit.
pub fn scores(state: &State, columns: usize) -> Vec<Line> {
    let row = |player: Player| {
        let parts: Vec<(String, String)> = state
            .objectives(player)
            .map(|(column, objective)| {
                let own = Points::of_objective(state, player, column, objective);
                let primary = objective.category == Category::PRIMARY;
                (short_of(state, player, objective), if primary { own.of_most() } else { own.counted.to_string() })
            })
            .collect();
        // Names give way before numbers do, word by word.
        let said = |most: usize| -> String {
            let parts = parts.iter().map(|(name, number)| format!("{} {number}", cut(&short_to(name, most), most)));
            parts.collect::<Vec<_>>().join(" · ")
        };
        let room = columns.saturating_sub(4);
        let fits = (FEWEST..=NAME).rev().map(said).find(|said| width(said) <= room);
        let said = fits.unwrap_or_else(|| said(FEWEST));
        Line::of(format!(" {} ", shape(player)), Role::of(player)).then(cut(&said, room), Role::Plain)
    };
    Player::BOTH.map(row).into()
}

/// The grid of a player: a row an objective, a column a round, like the paper sheet; a row more for what cards come to.
fn grid(state: &State, player: Player) -> Vec<Line> {
    let rounds = state.law().rounds.min(ROUNDS_MAX);
    let head: String = (1..=rounds).map(|round| format!("{round:>3}")).collect();
    let earnable = earnable(state, player);
    let mut rows = vec![Line::of(format!(" {:NAME$}{head} end    of", ""), Role::Quiet)];
    for (column, objective) in state.objectives(player) {
        let own = Points::of_objective(state, player, column, objective);
        let cell = |label: RoundLabel| {
            let asked = open(state, player, &objective.id, label);
            let ahead = || coming(&earnable, &objective.id, label).unwrap_or_default();
            match own.paid(label) {
                _ if asked => ("?".to_owned(), Role::Soon),
                Some(vp) => (vp.to_string(), Role::Points),
                None if is_over(state, label) => ("0".to_owned(), Role::Quiet),
                None => (ahead(), Role::Quiet),
            }
        };
        rows.push(row_of(&short_of(state, player, objective), rounds, cell, own.of_most()));
    }
    for (column, _) in state.law().columns.numbered().filter(|(_, column)| column.from == ColumnSource::Cards) {
        let own = Points::of_column(state, player, column);
        let cell = |label: RoundLabel| (own.paid(label).map_or_else(String::new, |vp| vp.to_string()), Role::Plain);
        rows.push(row_of("All cards", rounds, cell, own.of_most()));
    }
    rows
}

/// A row of a grid: a name, the cells of the rounds and of the end, and what they come to.
fn row_of(name: &str, rounds: u32, cell: impl Fn(RoundLabel) -> (String, Role), sum: String) -> Line {
    let mut line = Line::plain(format!(" {}", padded(name, NAME)));
    for label in (1..=rounds).map(RoundLabel::Number).chain([RoundLabel::End(EndLabel::End)]) {
        let wide = if matches!(label, RoundLabel::End(_)) { 4 } else { 3 };
        let (text, role) = cell(label);
        line.push(format!("{text:>wide$}"), role);
    }
    line.push(format!("{sum:>6}"), Role::Plain);
    line
}

/// What a row of the grid counts: the awards of an objective, or of all cards of a column.
struct Points<'a> {
    awards: Vec<&'a AwardEntry>,
    counted: i32,
    most: Option<i32>,
}

impl<'a> Points<'a> {
    /// Of cards, the column has the sum of all of them, and only a card that stays has a most of its own.
    fn of_objective(state: &'a State, player: Player, column: ColumnIndex, objective: &Objective) -> Points<'a> {
        let all = Points::of_column(state, player, column);
        let law = state.law().columns.get(column.0);
        let of_it = |award: &&AwardEntry| award.objective.as_ref() == Some(&objective.id);
        let awards: Vec<&AwardEntry> = all.awards.into_iter().filter(of_it).collect();
        if law.is_none_or(|law| law.from != ColumnSource::Cards) {
            return Points { awards, ..all };
        }
        let counted = awards.iter().map(|award| award.vp).sum();
        Points { awards, counted, most: state.cap_of_card(player, column) }
    }

    fn of_column(state: &'a State, player: Player, column: ColumnIndex) -> Points<'a> {
        let of_it = |award: &&AwardEntry| award.player == player && award.column == column;
        let (counted, most) = (score::counted(state, player, column), score::cap(state, column));
        Points { awards: state.awards.iter().filter(of_it).collect(), counted, most: Some(most) }
    }

    /// What was paid in a row of the sheet, if anything was.
    fn paid(&self, label: RoundLabel) -> Option<i32> {
        let paid = self.awards.iter().filter(|award| award.round == label).map(|award| award.vp);
        paid.reduce(|sum, vp| sum + vp).map(|vp| vp.max(0))
    }

    fn of_most(&self) -> String {
        self.most.map_or_else(|| self.counted.to_string(), |most| format!("{}/{most}", self.counted))
    }
}

/// Whether a row of the sheet is played to its end; one that is still to come stays blank.
fn is_over(state: &State, label: RoundLabel) -> bool {
    match label {
        RoundLabel::Number(round) => round < state.round || state.status == Status::Ended && round == state.round,
        RoundLabel::End(_) => state.status == Status::Ended,
    }
}

/// Whether an award of this row waits for somebody's word.
fn open(state: &State, player: Player, objective: &ObjectiveId, label: RoundLabel) -> bool {
    let is = |need: &adjutant_engine::state::OpenNeed| {
        need.player == player && need.objective == *objective && need.round == label
    };
    state.needs.iter().any(is) || state.missed.iter().any(|missed| is(&missed.need))
}

/// What an objective would bring at the end of the battle by the facts as they stand.
fn coming(earnable: &[Earnable], objective: &ObjectiveId, label: RoundLabel) -> Option<String> {
    let award = earnable.iter().find(|award| award.objective == *objective && award.moment == Moment::BattleEnd)?;
    match (label, award.possible.as_slice()) {
        (RoundLabel::End(_), [vp]) => Some(format!("+{}", (*vp).min(i64::from(award.room)))),
        _ => None,
    }
}

/// The name of an objective of a player in few letters; with a number where two share one name.
fn short_of(state: &State, player: Player, objective: &Objective) -> String {
    let alike = state.objectives(player).filter(|(_, other)| other.name == objective.name).map(|(_, other)| &other.id);
    match alike.into_iter().position(|id| *id == objective.id) {
        None | Some(0) => short(objective.name.as_str()),
        Some(at) => format!("{} {}", cut(&short(objective.name.as_str()), NAME - 2), at + 1),
    }
}

/// The name of an objective in few letters: small words go first.
pub fn short(name: &str) -> String {
    short_to(name, NAME)
}

/// The same with as many columns as there are; a single long word stays as it is.
fn short_to(name: &str, columns: usize) -> String {
    if width(name) <= columns {
        return name.to_owned();
    }
    let small = |word: &&str| {
        !matches!(
            word.to_lowercase().as_str(),
            "the" | "on" | "of" | "a" | "all" | "we" | "them" | "their" | "it" | "in"
        )
    };
    let words: Vec<&str> = name.split_whitespace().filter(small).collect();
    let mut kept = words.join(" ");
    for count in (1..words.len()).rev() {
        if width(&kept) <= columns {
            break;
        }
        kept = words[..count].join(" ");
    }
    kept.truncate(kept.trim_end_matches([',', ';', ':']).len());
    kept
}

/// Who holds which marker; `*` where it was said and not recorded, `?` after a name that an action suggests.
pub fn markers(session: &Session, state: &State, columns: usize) -> Vec<Line> {
    if state.status == Status::Setup || state.markers.is_empty() {
        return Vec::new();
    }
    let mut line = Line::default();
    let mut rows = Vec::new();
    for (at, marker) in state.lying_markers() {
        let label = state.mission.as_ref().and_then(|mission| mission.markers.get(at.0)?.label.clone());
        let label = label.map_or(String::new(), |label| format!("({label})"));
        let tags: String = marker.tags.iter().map(|tag| tag_sign(*tag)).collect();
        let fresh = session.pending.contains_key(&marker.id);
        let held = plan::held(session, state, at);
        let suggested = plan::suggested(session, state, at);
        let (who, role) = match (held, suggested) {
            (_, Some(player)) => (format!("{}{}?", shape(player), cut(&name_of(state, player), 8)), Role::Soon),
            (Some(Holder::None), _) => ("–".to_owned(), Role::Quiet),
            (Some(holder), _) => {
                let player = holder.player().unwrap_or(Player::One);
                (format!("{}{}", shape(player), cut(&name_of(state, player), 8)), Role::of(player))
            }
            (None, None) => ("?".to_owned(), Role::Quiet),
        };
        let banner = Player::BOTH.into_iter().any(|player| marker.banners[player] != Banner::Absent);
        let own = Line::plain(" ")
            .then(marker.id.as_str(), Role::Plain)
            .then(format!("{label}{tags} "), Role::Plain)
            .then(who, if fresh { Role::Soon } else { role })
            .then(if fresh { "*" } else { "" }, Role::Soon)
            .then(if banner { "⚑" } else { "" }, Role::Points)
            .then(" ", Role::Plain);
        if line.width() + own.width() > columns {
            rows.push(std::mem::take(&mut line));
        }
        line.spans.extend(own.spans);
    }
    rows.push(line);
    rows.into_iter().map(|row| row.clicked(Click::Markers)).collect()
}

/// The sign of what mission rules made of a marker.
fn tag_sign(tag: MarkerTag) -> &'static str {
    match tag {
        MarkerTag::Gamma => "γ",
        MarkerTag::Beta => "β",
        MarkerTag::Priority => "!",
    }
}

/// Both armies, for screens with room.
pub fn armies(state: &State, columns: usize, rows: usize) -> Vec<Line> {
    let half = columns / 2;
    let sides = Player::BOTH.map(|player| units::army(state, player));
    let most = sides.iter().map(Vec::len).max().unwrap_or(0);
    if most == 0 || state.status != Status::Battle || rows < 2 {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut head = Line::default();
    for player in Player::BOTH {
        head.spans.extend(
            Line::of(format!(" {} {}", shape(player), name_of(state, player)), Role::of(player)).fit(half).spans,
        );
    }
    lines.push(head);
    for at in 0..most.min(rows - 1) {
        let mut line = Line::default();
        for side in &sides {
            let own = side.get(at).map_or_else(Line::default, |called| {
                let strength = units::strength(called.unit);
                let role = if called.unit.alive() { Role::Plain } else { Role::Quiet };
                let room = half.saturating_sub(5 + width(&strength));
                Line::plain(" ")
                    .then(called.letter.unwrap_or(' ').to_string(), Role::Key)
                    .then(" ", Role::Plain)
                    .then(cut_name(called.unit.datasheet.as_str(), called.number, room), role)
                    .then(format!(" {strength}"), if called.unit.alive() { Role::Title } else { Role::Quiet })
            });
            line.spans.extend(own.fit(half).spans);
        }
        lines.push(line);
    }
    if most > rows - 1 {
        lines.pop();
        lines.push(Line::of(format!(" … {} more: R", most + 2 - rows), Role::Quiet));
    }
    lines
}
