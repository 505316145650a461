//! A match summed up for a chat: result, score by round, every award with its reason; plain text or Markdown.

use adjutant_core::counts::count;
use adjutant_engine::command::Winner;
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::score;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::{Basis, LedgerEntry, ResultBy, RoundLabel, RoundScore, Status, View};

use crate::names::{is_played, said};

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text that stands as it is, anywhere.
    Plain,
    /// Markdown, as chats and forums draw it.
    Markdown,
}

/// Sums up the match that a state and its view tell.
///
/// # Examples
/// ```
/// use adjutant_engine::fold::Match;
/// use adjutant_present::summary::{Style, summary};
/// let game = Match::new(adjutant_packs::shipped());
/// let text = summary(game.state(), &game.view(), Style::Plain);
/// assert!(text.starts_with("player one 0 – 0 player two"));
/// ```
pub fn summary(state: &State, view: &View, style: Style) -> String {
    let writer = Writer { state, view, style };
    let mut parts = vec![writer.head(), writer.rounds()];
    parts.extend(Player::BOTH.map(|player| writer.awards(player)));
    parts.push(writer.open());
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

struct Writer<'a> {
    state: &'a State,
    view: &'a View,
    style: Style,
}

impl Writer<'_> {
    fn is_markdown(&self) -> bool {
        self.style == Style::Markdown
    }

    /// Foreign text: nothing in it is drawn as markup.
    fn text(&self, text: &str) -> String {
        if !self.is_markdown() {
            return text.to_owned();
        }
        let mut safe = String::with_capacity(text.len());
        for character in text.chars() {
            if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '@' | '!') {
                safe.push('\\');
            }
            safe.push(character);
        }
        safe
    }

    fn bold(&self, text: &str) -> String {
        if self.is_markdown() { format!("**{text}**") } else { text.to_owned() }
    }

    fn name(&self, player: Player) -> String {
        let name = self.view.players[player].name.as_ref();
        self.text(&name.map_or_else(|| format!("player {player}"), ToString::to_string))
    }

    fn total(&self, player: Player) -> u32 {
        self.view.players[player].total
    }

    /// The result, and what was played.
    fn head(&self) -> String {
        let [one, two] = Player::BOTH.map(|player| self.name(player));
        let score = format!("{one} {} – {} {two}", self.total(Player::One), self.total(Player::Two));
        let mut lines = vec![format!("{}: {}", self.bold(&score), self.outcome())];
        let mission = self.state.mission.as_ref().map(|mission| self.text(mission.name.as_str()));
        let size = self.state.open.as_ref().map(|open| open.size.as_str().replace('-', " "));
        let mut played: Vec<String> = mission.into_iter().chain(size).collect();
        let open = self.state.open.as_ref();
        played.extend(open.map(|open| open.pack.to_string()));
        if !played.is_empty() {
            lines.push(played.join(", "));
        }
        for player in Player::BOTH {
            let card = self.state.open.as_ref().map(|open| &open.players[player]);
            let facts = [card.and_then(|card| card.faction.as_ref()), card.and_then(|card| card.team.as_ref())];
            let facts: Vec<String> = facts.into_iter().flatten().map(|fact| self.text(fact.as_str())).collect();
            if !facts.is_empty() {
                lines.push(format!("{}: {}", self.name(player), facts.join(", ")));
            }
        }
        self.lines(&lines)
    }

    /// Lines that stay lines.
    fn lines(&self, lines: &[String]) -> String {
        lines.join(if self.is_markdown() { "  \n" } else { "\n" })
    }

    fn outcome(&self) -> String {
        let Some(result) = &self.view.result else {
            return match self.view.status {
                Status::Setup => "not begun".to_owned(),
                _ => format!("round {} is being played", self.view.round.unwrap_or_default()),
            };
        };
        let how = match result.by {
            ResultBy::Points => String::new(),
            ResultBy::Concession => ", the other player conceded".to_owned(),
            ResultBy::Ruling => ", by ruling".to_owned(),
            ResultBy::Ending => format!(", by {}", result.ending_in_words()),
            ResultBy::TieBreak => ", by the agreed tie-break".to_owned(),
        };
        let open = self.view.needs.len() + self.view.missed.len();
        let waits = match open {
            0 => String::new(),
            open => format!(" ({} open)", count(open, "question is", "questions are")),
        };
        let leads = score::is_undecided(self.state);
        let verb = if leads { "leads" } else { "wins" };
        let winner = match result.winner {
            Winner::One => format!("{} {verb}", self.name(Player::One)),
            Winner::Two => format!("{} {verb}", self.name(Player::Two)),
            Winner::Draw if leads => "level so far".to_owned(),
            Winner::Draw => "a draw".to_owned(),
        };
        format!("{winner}{how}{waits}")
    }

    /// The points of each player in each round.
    fn rounds(&self) -> String {
        let label = |round: RoundLabel| match round {
            RoundLabel::Number(round) => format!("R{round}"),
            RoundLabel::End(_) => "end".to_owned(),
        };
        let sum = |score: &RoundScore| score.columns.iter().sum::<u32>();
        let rows = &self.view.rounds;
        if rows.is_empty() {
            return String::new();
        }
        let mut table = vec![[vec![String::new()], rows.iter().map(|row| label(row.round)).collect()].concat()];
        for player in Player::BOTH {
            let scores = rows.iter().map(|row| match sum(&row[player]) {
                0 if !is_played(self.state, row.round) => String::new(),
                sum => sum.to_string(),
            });
            table.push([vec![self.name(player)], scores.collect()].concat());
        }
        let columns: [u32; 2] =
            Player::BOTH.map(|player| self.view.players[player].columns.iter().map(|column| column.vp).sum());
        table[0].extend(["other".to_owned(), "total".to_owned()]);
        for (row, (player, counted)) in table[1..].iter_mut().zip(Player::BOTH.into_iter().zip(columns)) {
            let total = self.total(player);
            row.extend([(i64::from(total) - i64::from(counted)).to_string(), total.to_string()]);
        }
        if self.is_markdown() { markdown_table(&table) } else { plain_table(&table) }
    }

    /// What a player has scored for each objective, and why.
    fn awards(&self, player: Player) -> String {
        let own = &self.view.players[player];
        let heading = self.bold(&format!("{}, {} VP", self.name(player), self.total(player)));
        let mut lines = vec![heading];
        let mut seen: Vec<&ObjectiveId> = Vec::new();
        for column in &own.columns {
            let Some(id) = &column.objective else { continue };
            seen.push(id);
            let capped = if column.raw > column.vp { format!(" of {} scored", column.raw) } else { String::new() };
            let name = self.objective(player, id);
            // Two objectives of one name are told apart by their columns.
            let others =
                own.columns.iter().filter(|other| other.id != column.id).filter_map(|other| other.objective.as_ref());
            let twin = others.into_iter().any(|other| self.objective(player, other) == name);
            let title = if twin { format!(" ({})", self.text(&column.title)) } else { String::new() };
            lines.push(self.item(0, &format!("{name}{title}: {}{capped}", column.vp)));
            lines.extend(self.entries(player, |entry| entry.objective.as_ref() == Some(id)));
        }
        let others: Vec<String> =
            self.entries(player, |entry| entry.objective.as_ref().is_none_or(|id| !seen.contains(&id)));
        if !others.is_empty() {
            lines.push(self.item(0, "Beside the objectives"));
            lines.extend(others);
        }
        let ready = self.battle_ready(player);
        if ready > 0 {
            lines.push(self.item(0, &format!("Battle Ready: {ready}")));
        }
        if lines.len() == 1 { String::new() } else { lines.join("\n") }
    }

    /// What the painted army adds once the battle has ended: the part of the total that no award explains.
    fn battle_ready(&self, player: Player) -> i64 {
        let own = &self.view.players[player];
        if own.battle_ready != Some(true) || self.view.status != Status::Ended {
            return 0;
        }
        let columns: Vec<&ObjectiveId> = own.columns.iter().filter_map(|column| column.objective.as_ref()).collect();
        let counted: i64 = own.columns.iter().map(|column| i64::from(column.vp)).sum();
        let others = self.view.ledger.iter().filter(|entry| entry.player == player);
        let others = others.filter(|entry| entry.objective.as_ref().is_none_or(|id| !columns.contains(&id)));
        i64::from(own.total) - counted - others.map(|entry| i64::from(entry.vp)).sum::<i64>()
    }

    fn entries(&self, player: Player, which: impl Fn(&LedgerEntry) -> bool) -> Vec<String> {
        let own = self.view.ledger.iter().filter(|entry| entry.player == player && which(entry));
        own.map(|entry| {
            let round = match entry.round {
                RoundLabel::Number(round) => format!("R{round}"),
                RoundLabel::End(_) => "end".to_owned(),
            };
            let basis = match (entry.basis, entry.late) {
                (Basis::Derived, _) => None,
                (Basis::Claimed, false) => Some("claimed"),
                (Basis::Claimed, true) => Some("claimed later"),
                (Basis::Ruled, _) => Some("a judge's ruling"),
            };
            // "claimed" says nothing that the basis of the same name does not say.
            let why = self.text(&said(self.state, &entry.why));
            let why = match basis {
                Some(basis) if why == "claimed" => basis.to_owned(),
                Some(basis) => format!("{why}; {basis}"),
                None => why,
            };
            let counted = if entry.raw == entry.vp { String::new() } else { format!(", {} count", entry.vp) };
            self.item(1, &format!("{round} {:+}{counted}: {why}", entry.raw))
        })
        .collect()
    }

    fn objective(&self, player: Player, id: &ObjectiveId) -> String {
        let own = self.state.objective(player, id).map(|(_, objective)| objective.name.to_string());
        let printed = || self.state.pack.as_ref()?.objectives.get(id).map(|objective| objective.name.to_string());
        self.text(&own.or_else(printed).unwrap_or_else(|| id.to_string()))
    }

    fn item(&self, depth: usize, text: &str) -> String {
        let mark = if self.is_markdown() { "- " } else { "" };
        format!("{}{mark}{text}", "  ".repeat(depth + usize::from(!self.is_markdown())))
    }

    /// Awards that nobody has answered.
    fn open(&self) -> String {
        let needs = self.view.needs.iter().map(|need| (need.player, &need.objective, None));
        let missed = self.view.missed.iter().map(|missed| (missed.player, &missed.objective, Some(missed.round)));
        let mut lines: Vec<String> = needs
            .chain(missed)
            .map(|(player, objective, round)| {
                let round = match round {
                    Some(RoundLabel::Number(round)) => format!(", round {round}"),
                    _ => String::new(),
                };
                self.item(0, &format!("{}: {}{round}", self.name(player), self.objective(player, objective)))
            })
            .collect();
        if lines.is_empty() {
            return String::new();
        }
        lines.insert(0, self.bold("Nobody has said what these are worth"));
        lines.join("\n")
    }
}

fn markdown_table(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let columns = rows.first().map_or(0, Vec::len);
    let rule: Vec<String> = (0..columns).map(|at| if at == 0 { "---" } else { "---:" }.to_owned()).collect();
    let mut lines: Vec<String> = rows.iter().map(|row| line(row)).collect();
    lines.insert(1.min(lines.len()), line(&rule));
    lines.join("\n")
}

fn plain_table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(at, cell)| {
            let blanks = " ".repeat(widths[at] - cell.chars().count());
            if at == 0 { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
