//! What a report says, part by part.

use adjutant_core::counts::count;
use adjutant_engine::fold::Match;
use adjutant_engine::score;
use adjutant_engine::side::{BySide, Player, Winner};
use adjutant_engine::terms::TestName;
use adjutant_engine::view::{EndLabel, ResultBy, RoundLabel, Status};
use adjutant_replay::after::{
    Added, Average, Change, Column, ColumnKind, Instead, Left, Lines, MatchReport, Own, Remark, Still, Sum, Throw,
    Trials,
};

use super::model::{Bar, Block, Page, Part, Piece, Points, Row, Side, Table, Words};
use super::words::{Who, average, inches, minutes, percent, signed, signed_tenths, tenths};
use crate::names::{round_in_words, said, shape};

/// Lines of a list that are told one by one.
const SHOWN: usize = 5;

/// Fewer matches have no average.
const AVERAGED: u32 = 3;

/// The page of a report, for a reader or for both.
pub fn page(report: &MatchReport, game: &Match, reader: Option<Player>) -> Page {
    let made = Made { report, game, who: Who::of(game.state(), reader) };
    let mission = report.mission.iter().cloned();
    let size = [adjutant_core::spelling::capitalised(&report.size.replace('-', " "))];
    let date = report.opened.map(|at| at.date());
    let below: Vec<String> = mission.chain(size).chain(date).collect();
    let over = report.status == Status::Ended;
    let parts = [
        Some(made.points()),
        over.then(|| made.left()).flatten(),
        made.turning(),
        made.luck(),
        made.time(),
        made.own(),
    ];
    Page {
        when: if over { "After the battle" } else { "The battle so far" }.to_owned(),
        title: made.title(),
        below: below.join(", "),
        lead: made.lead(),
        sides: made.who.both().map(|player| Side { mark: shape(player), name: made.who.subject(player) }),
        parts: parts.into_iter().flatten().collect(),
        foot: made.foot(),
    }
}

struct Made<'a> {
    report: &'a MatchReport,
    game: &'a Match,
    who: Who<'a>,
}

impl Made<'_> {
    fn vp(&self, player: Player) -> u32 {
        self.report.vp[player]
    }

    /// A lead of player one as the reader sees it.
    fn lead_of(&self, lead: i32) -> i32 {
        if self.who.first() == Player::One { lead } else { -lead }
    }

    fn title(&self) -> String {
        let [first, second] = self.who.both();
        let name = |player: Player| self.report.players[player].clone();
        format!("{} {} – {} {}", name(first), self.vp(first), self.vp(second), name(second))
    }

    fn lead(&self) -> Vec<Words> {
        let mut lead = vec![Words::from(self.verdict())];
        let turning = &self.report.turning;
        let changes = match turning.lead_changes {
            0 => String::new(),
            1 => "The lead changed once.".to_owned(),
            2 => "The lead changed twice.".to_owned(),
            many => format!("The lead changed {many} times."),
        };
        let last = turning.last_lead.as_ref().map(|change| {
            let ahead = if change.after > 0 { Player::One } else { Player::Two };
            let vp = [change.vp[ahead], change.vp[ahead.opponent()]];
            format!(" {} led {} – {} in the last round, after record ", self.who.subject(ahead), vp[0], vp[1])
        });
        let mut words = Words::from(changes);
        if let (Some(last), Some(change)) = (last, &turning.last_lead) {
            words = words.and(last);
            words.0.push(Piece::Record(change.seq));
            words = words.and(".");
        }
        if !words.plain().is_empty() {
            lead.push(words);
        }
        lead.push(Words::from(self.rests()));
        lead
    }

    fn verdict(&self) -> String {
        let Some(result) = &self.report.result else {
            return format!("The battle goes on: record {} is the last.", self.report.records);
        };
        let margin = result.one.abs_diff(result.two);
        let Some(winner) = (match result.winner {
            Winner::One => Some(Player::One),
            Winner::Two => Some(Player::Two),
            Winner::Draw => None,
        }) else {
            return "A draw.".to_owned();
        };
        let loser = winner.opponent();
        let how = match result.by {
            ResultBy::Points => format!(" by {margin}"),
            ResultBy::Concession => format!(": {} conceded", self.who.object(loser)),
            ResultBy::Ruling => " by a judge’s ruling".to_owned(),
            ResultBy::Ending => format!(" by {}", result.ending_in_words()),
            ResultBy::TieBreak => " by the tie-break that you agreed on".to_owned(),
        };
        if score::is_undecided(self.game.state()) {
            let leads = self.who.does(winner, "lead", "leads");
            return format!("{} {leads} by {margin}, and questions are still open.", self.who.subject(winner));
        }
        let reader = self.who.first();
        if self.who.does(reader, "you", "") == "you" && loser == reader && result.by == ResultBy::Points {
            return format!("You lose{how}.");
        }
        format!("{} {}{how}.", self.who.subject(winner), self.who.does(winner, "win", "wins"))
    }

    /// What the points rest on, and who signed.
    fn rests(&self) -> String {
        let Some(result) = &self.report.result else { return "Nothing here is final.".to_owned() };
        let basis = result.basis;
        let all = basis.derived + basis.claimed + basis.ruled;
        let rests = match (basis.claimed, basis.ruled) {
            (0, 0) => format!("{all} points, all from recorded facts."),
            (claimed, ruled) => {
                format!("{all} points: {} from recorded facts, {claimed} claimed, {ruled} ruled.", basis.derived)
            }
        };
        let signed = match Player::BOTH.map(|player| self.report.signed[player]) {
            [true, true] => " Signed by both.".to_owned(),
            [false, false] => " Nobody has signed.".to_owned(),
            [true, false] => format!(" Signed by {} alone.", self.who.object(Player::One)),
            [false, true] => format!(" Signed by {} alone.", self.who.object(Player::Two)),
        };
        format!("{rests}{signed}")
    }

    fn points(&self) -> Part {
        let rows = self.report.columns.first().map_or(&[][..], |column| &column.rows);
        let fought = |label: &RoundLabel| match label {
            RoundLabel::Number(round) => *round <= self.game.state().round.max(1),
            RoundLabel::End(_) => self.report.status == Status::Ended,
        };
        let labels: Vec<RoundLabel> = rows.iter().map(|(label, _)| *label).filter(fought).collect();
        let heads = ["", ""].map(str::to_owned).into_iter().chain(labels.iter().map(head)).chain(["total".to_owned()]);
        let rows = self.who.both().into_iter().flat_map(|player| self.points_of(player, &labels)).collect();
        let kinds = [ColumnKind::Primary, ColumnKind::Secondary, ColumnKind::Beside];
        let of = |label: RoundLabel, player: Player| {
            kinds.map(|kind| self.report.columns.iter().filter(|c| c.kind == kind).map(|c| at(c, label, player)).sum())
        };
        let bar = |label: &RoundLabel| Points { label: head(label), sides: self.who.both().map(|p| of(*label, p)) };
        let table = Table { caption: "Points by round".to_owned(), words: 2, heads: heads.collect(), rows };
        let blocks = vec![Block::Points(labels.iter().map(bar).collect()), Block::Table(table)];
        Part { title: "Points by round".to_owned(), aside: String::new(), blocks }
    }

    /// The rows of a player: a column each, and all of them together.
    fn points_of(&self, player: Player, labels: &[RoundLabel]) -> Vec<Row> {
        let columns = &self.report.columns;
        let row = |title: &str, points: Vec<i32>, sum: i32, strong: bool| {
            let cell = |vp: &i32| match *vp {
                0 if !strong => "–".to_owned(),
                0.. => vp.to_string(),
                _ => signed(*vp),
            };
            let cells = [String::new(), title.to_owned()].into_iter().chain(points.iter().map(cell));
            Row { cells: cells.chain([cell(&sum)]).map(Words::from).collect(), strong }
        };
        let mut rows = Vec::new();
        for column in columns {
            let points: Vec<i32> = labels.iter().map(|label| at(column, *label, player)).collect();
            let sum: i32 = points.iter().sum();
            if sum != 0 || column.kind != ColumnKind::Beside {
                rows.push(row(&column.title, points, sum, false));
            }
        }
        let all = labels.iter().map(|label| columns.iter().map(|column| at(column, *label, player)).sum());
        rows.push(row("all", all.collect(), i32::try_from(self.vp(player)).unwrap_or(i32::MAX), true));
        if let Some(first) = rows.first_mut().and_then(|row| row.cells.first_mut()) {
            *first = self.who.subject(player).into();
        }
        rows
    }

    fn left(&self) -> Option<Part> {
        let left = self.report.left.as_ref()?;
        let [first, second] = self.who.both();
        let certain = |player: Player| format!("{} {} VP", self.who.object(player), left[player].certain);
        let aside = format!("certain: {}, {}", certain(first), certain(second));
        let mut blocks = Vec::new();
        let any = Player::BOTH.into_iter().any(|player| !left[player].lines.is_empty());
        if any {
            blocks
                .push(Block::Lines("Each line alone: with this done otherwise, the log scores that much more.".into()));
        } else {
            blocks.push(Block::Lines("Nothing that the log can prove.".into()));
        }
        for player in self.who.both() {
            blocks.extend(self.lines(player, &left[player]));
        }
        let possible = |player: Player| left[player].still.iter().map(move |still| (player, still));
        let open: Vec<(Player, &Still)> = self.who.both().into_iter().flat_map(possible).collect();
        blocks.push(Block::Lines(match open.len() {
            0 => "Possible: 0 VP. Everything that pays was recorded.".into(),
            _ => {
                let sums = self.who.both().into_iter().filter(|player| left[*player].possible > 0);
                let sums = sums.map(|player| format!("{} up to {} VP", self.who.object(player), left[player].possible));
                format!("Possible, if it was so: {}.", sums.collect::<Vec<_>>().join(", ")).into()
            }
        }));
        let open = open.iter().map(|(player, still)| self.still(*player, still)).collect::<Vec<_>>();
        if !open.is_empty() {
            blocks.push(Block::List(shortened(open)));
        }
        let remarks =
            self.who.both().into_iter().flat_map(|player| left[player].remarks.iter().map(move |r| (player, r)));
        let remarks: Vec<(String, Words)> =
            remarks.map(|(player, remark)| (String::new(), self.remark(player, remark))).collect();
        if !remarks.is_empty() {
            blocks.push(Block::Lines("No points, but worth knowing:".into()));
            blocks.push(Block::List(shortened(remarks)));
        }
        Some(Part { title: "Left on the table".to_owned(), aside, blocks })
    }

    fn lines(&self, player: Player, left: &Left) -> Option<Block> {
        let line = |line: &Lines| (format!("+{}", line.vp), self.line(player, line));
        let lines: Vec<(String, Words)> = left.lines.iter().map(line).collect();
        let mut lines = shortened(lines);
        let (first, _) = lines.first_mut()?;
        *first = format!("{} {first}", self.who.subject(player));
        Some(Block::List(lines))
    }

    fn line(&self, player: Player, line: &Lines) -> Words {
        let opponent = self.who.subject(player.opponent());
        let what = match &line.instead {
            Instead::Unheld { marker } => format!("nobody held {marker}"),
            Instead::Lost { marker } => format!("{opponent} had taken {marker}"),
            Instead::Empty { region } => format!("no unit in {}", region.in_words()),
        };
        let stood = line.at.iter().find_map(|added| added.stood.as_ref());
        let stood = stood.map_or_else(String::new, |(unit, away)| format!("; {unit} stood {} away", inches(*away)));
        let when = |at: &[Added]| {
            let rounds: Vec<u32> = at.iter().map(|added| added.round).collect();
            match (rounds.first(), rounds.last()) {
                (Some(first), Some(last)) if first != last => format!("rounds {first} to {last}"),
                (Some(first), _) => format!("round {first}"),
                _ => String::new(),
            }
        };
        let times = match line.at.len() {
            1 => String::new(),
            2 => ", twice".to_owned(),
            many => format!(", {many} times"),
        };
        let objectives = line.objectives.join(" and ");
        let records: Vec<u64> = line.at.iter().map(|added| added.seq).collect();
        let words = Words::from(format!("{objectives}: {what}{times}{stood} ({}, ", when(&line.at)));
        let words = words.of_records(&records);
        let words = match line.at.first().and_then(|added| added.lost).filter(|_| line.at.len() == 1) {
            Some(lost) => words.and("; lost at ").of_records(&[lost]),
            None => words,
        };
        match line.beyond {
            0 => words.and(")"),
            beyond => words.and(format!("; {beyond} of them over the limit of the battle)")),
        }
    }

    fn still(&self, player: Player, still: &Still) -> (String, Words) {
        let range = if still.least == still.most {
            still.most.to_string()
        } else {
            format!("{} – {}", still.least, still.most)
        };
        let words = match &still.objective {
            None => Words::from(format!("{}: Battle Ready, which nobody has said", self.who.subject(player))),
            Some(objective) => {
                let missing = said(self.game.state(), &still.missing);
                let missing = if missing.is_empty() { String::new() } else { format!(": not said is {missing}") };
                Words::from(format!(
                    "{}: {objective}, {}{missing} (",
                    self.who.subject(player),
                    round_in_words(still.round)
                ))
                .of_records(&[still.seq])
                .and(")")
            }
        };
        (range, words)
    }

    fn remark(&self, player: Player, remark: &Remark) -> Words {
        let whose = self.who.subject(player);
        match remark {
            Remark::Over { objective, vp, seq } => {
                Words::from(format!("{whose}: {vp} VP of {objective} went over its limit, from "))
                    .of_records(&[*seq])
                    .and(" on")
            }
            Remark::NoMore { objective, most, seq } => {
                Words::from(format!("{whose}: {objective}, 0 of {most}; it could no longer pay from "))
                    .of_records(&[*seq])
                    .and(" on")
            }
            Remark::Failed { unit, action, seq } => {
                Words::from(format!("{whose}: {unit} did not complete {action} (")).of_records(&[*seq]).and(")")
            }
            Remark::Unspent { cp } => Words::from(format!(
                "{whose}: {} unspent",
                count(usize::try_from(*cp).unwrap_or(0), "command point", "command points")
            )),
        }
    }

    fn turning(&self) -> Option<Part> {
        let turning = &self.report.turning;
        if turning.turns.is_empty() {
            return None;
        }
        let bar = |turn: &adjutant_replay::after::Turn| Bar {
            round: turn.round,
            player: turn.player,
            lead: self.lead_of(turn.lead),
        };
        let mut blocks = vec![Block::Bars(turning.turns.iter().map(bar).collect())];
        let change = |(nth, change): (usize, &Change)| (format!("{}", nth + 1), self.change(change));
        blocks.push(Block::List(turning.records.iter().enumerate().map(change).collect()));
        let whose = self.who.whose(self.who.first());
        let aside = format!("{whose} lead after each turn in which points came; Battle Ready apart");
        Some(Part { title: "Turning points".to_owned(), aside, blocks })
    }

    fn change(&self, change: &Change) -> Words {
        let award = |scored: &adjutant_replay::after::Scored| {
            let what = scored.objective.clone().unwrap_or_else(|| "a ruling".to_owned());
            format!("{} {what}", self.who.whose(scored.player))
        };
        let mut what: Vec<String> = change.awards.iter().map(award).collect();
        what.dedup();
        let what = if what.is_empty() { "the end of the battle".to_owned() } else { what.join(", ") };
        let (before, after) = (signed(self.lead_of(change.before)), signed(self.lead_of(change.after)));
        Words::from(format!(
            "{before} → {after}  {}, round {} (",
            adjutant_core::spelling::capitalised(&what),
            change.round
        ))
        .of_records(&[change.seq])
        .and(")")
    }

    fn luck(&self) -> Option<Part> {
        let luck = &self.report.luck;
        let trials: Vec<Words> = self.who.both().into_iter().filter_map(|player| self.trials(player)).collect();
        if luck.attacks == 0 && trials.is_empty() {
            return None;
        }
        let mut blocks = Vec::new();
        if luck.told == 0 {
            blocks
                .push(Block::Lines("No attack was recorded with its dice, so nothing can be said of its luck.".into()));
        }
        for player in self.who.both() {
            if let Some(sum) = &luck.sums[player] {
                blocks.extend(self.sum(player, sum).into_iter().map(Block::Lines));
            }
        }
        if luck.told > 0 {
            blocks.push(Block::Table(self.furthest()));
        }
        blocks.extend(trials.into_iter().map(Block::Lines));
        let left_out = [(luck.unknown, "lack what a step needed"), (luck.uncounted, "cannot be counted exactly")];
        for (many, why) in left_out.into_iter().filter(|(many, _)| *many > 0) {
            blocks.push(Block::Lines(format!("{many} more with dice {why} and are left out.").into()));
        }
        blocks.push(Block::Lines(
            "This is the luck of the dice in wounds and tests; it says nothing about who played better.".into(),
        ));
        let aside = format!("{} of {} attacks recorded with dice", luck.attacks - luck.no_dice, luck.attacks);
        Some(Part { title: "Luck of the dice".to_owned(), aside, blocks })
    }

    fn sum(&self, player: Player, sum: &Sum) -> [Words; 2] {
        let about = if sum.rerolls > 0 { "at most " } else { "" };
        let first = format!(
            "{} {}, {} expected, {} {}; one standard deviation is {about}{}",
            self.who.subject(player),
            count((sum.wounds / 1000) as usize, "wound", "wounds"),
            tenths(sum.expected),
            tenths(sum.above.unsigned_abs()),
            if sum.above < 0 { "below" } else { "above" },
            tenths(sum.deviation),
        );
        let (as_it_is, share) =
            if sum.above < 0 { ("as few or fewer", sum.as_few) } else { ("as many or more", sum.as_many) };
        let dice = match sum.rerolls {
            0 => String::new(),
            many => format!(", {} judged apart", count(many as usize, "chosen re-roll", "chosen re-rolls")),
        };
        let attacks = match sum.attacks {
            1 => "this attack".to_owned(),
            many => format!("these {many} attacks"),
        };
        let second = format!("{as_it_is} in {} of battles with {attacks}{dice}", percent(share));
        [first.into(), second.into()]
    }

    fn furthest(&self) -> Table {
        let row = |throw: &Throw| {
            let again = if throw.again { ", re-rolled" } else { "" };
            let verb = if throw.fights { "fought" } else { "shot at" };
            let what = format!("{} {verb} {}{again}, ", throw.name, throw.target_name);
            let cells = [
                Words::from(self.who.subject(throw.player)),
                Words::from(what).of_records(&[throw.seq]),
                Words::from(if throw.wounds.is_multiple_of(1000) {
                    (throw.wounds / 1000).to_string()
                } else {
                    tenths(throw.wounds)
                }),
                Words::from(tenths(throw.expected)),
                Words::from(signed_tenths(throw.above())),
            ];
            Row { cells: cells.into(), strong: false }
        };
        let heads = ["", "Furthest from what was expected", "wounds", "expected", "±"];
        Table {
            caption: "Furthest from what was expected".to_owned(),
            words: 2,
            heads: heads.map(str::to_owned).into(),
            rows: self.report.luck.furthest.iter().map(row).collect(),
        }
    }

    fn trials(&self, player: Player) -> Option<Words> {
        let of = |trials: &Trials| {
            let what = match trials.of.as_str() {
                "charge" => "charges".to_owned(),
                "no-perils" => "psychic tests without Perils".to_owned(),
                "another-round" => "rolls for another round".to_owned(),
                "psychic" => "psychic tests".to_owned(),
                other => {
                    let test = TestName::ALL.iter().find(|test| test.as_str() == other);
                    format!("{} tests", test.map_or(other, |test| test.in_words()))
                }
            };
            let known = trials.thrown - trials.unknown;
            let odds = trials.with_odds.filter(|made| made.thrown == known && known > 0);
            let odds = odds.map_or_else(String::new, |made| format!(" ({} expected)", tenths(made.expected)));
            (known > 0).then(|| format!("{what} {} of {known}{odds}", trials.passed))
        };
        let all: Vec<String> = self.report.luck.trials[player].iter().filter_map(of).collect();
        (!all.is_empty()).then(|| Words::from(format!("{}: {}.", self.who.subject(player), all.join(", "))))
    }

    fn time(&self) -> Option<Part> {
        let title = "Time".to_owned();
        let Some(time) = &self.report.time else {
            let none = "The records were entered after the battle, so their times say nothing about the turns.";
            let played = self.report.opened.is_some() && self.report.status == Status::Ended;
            return played.then(|| Part { title, aside: String::new(), blocks: vec![Block::Lines(none.into())] });
        };
        let mut rounds: Vec<u32> = time.turns.iter().map(|turn| turn.round).collect();
        rounds.dedup();
        let longest = time.turns.iter().max_by_key(|turn| turn.seconds);
        let of = |player: Player, round: u32| {
            let own = time.turns.iter().filter(|turn| turn.player == player && turn.round == round);
            own.map(|turn| turn.seconds).sum::<i64>()
        };
        let row = |player: Player| {
            let cells = [self.who.subject(player)].into_iter();
            let cells = cells.chain(rounds.iter().map(|round| minutes(of(player, *round))));
            let cells = cells.chain([minutes(time.seconds[player])]).map(Words::from).collect();
            Row { cells, strong: false }
        };
        let heads =
            [String::new()].into_iter().chain(rounds.iter().map(|round| format!("R{round}"))).chain(["all".to_owned()]);
        let rows = self.who.both().map(row).into();
        let table = Table { caption: "Minutes and seconds".to_owned(), words: 1, heads: heads.collect(), rows };
        let source =
            if time.clock { "From the players’ clock." } else { "From the times of the records; no clock was set." };
        let longest = longest.map_or_else(String::new, |turn| {
            format!(
                " The longest turn: {} round {}, {}.",
                self.who.whose(turn.player),
                turn.round,
                minutes(turn.seconds)
            )
        });
        let blocks = vec![Block::Table(table), Block::Lines(format!("{source}{longest}").into())];
        Some(Part { title, aside: "minutes and seconds".to_owned(), blocks })
    }

    fn own(&self) -> Option<Part> {
        let own: &BySide<Own> = self.report.own.as_ref()?;
        let reader = Some(self.who.first()).filter(|player| self.who.does(*player, "you", "they") == "you");
        let players: Vec<Player> = reader.map_or_else(|| self.who.both().into(), |player| vec![player]);
        let mut blocks = Vec::new();
        for player in players {
            let name = &self.report.players[player];
            if own[player].averages.is_empty() {
                blocks.push(Block::Lines(format!("There are no other battles of {name} in this database yet.").into()));
                continue;
            }
            let row = |of: &Average| {
                let what = match (&of.of, of.objective) {
                    (None, _) => "All matches, VP".to_owned(),
                    (Some(of), true) => of.clone(),
                    (Some(of), false) => format!("{of}, VP"),
                };
                let of_all = match of.count {
                    few if few < AVERAGED => String::new(),
                    _ => average(of.sum, of.count),
                };
                let battles = count(of.count as usize, "battle", "battles");
                let cells = [what, of.this.to_string(), of_all, format!("of {battles}")];
                Row { cells: cells.map(Words::from).into(), strong: false }
            };
            let heads = [name.as_str(), "this battle", "average", ""].map(str::to_owned).into();
            // Of both players, only what a page has room for.
            let told = |of: &&Average| reader.is_some() || !of.objective;
            let rows = own[player].averages.iter().filter(told).map(row).collect();
            blocks.push(Block::Table(Table { caption: format!("Other battles of {name}"), words: 1, heads, rows }));
            blocks.push(Block::Lines(format!("Everybody in this database who is called {name}.").into()));
        }
        let title = if reader.is_some() { "Against your record" } else { "Against the players’ records" };
        Some(Part { title: title.to_owned(), aside: String::new(), blocks })
    }

    fn foot(&self) -> Vec<String> {
        let report = self.report;
        let head = report.head.map(|head| head.to_string()).map(|head| {
            let groups: Vec<&str> = (0..12).step_by(4).map(|at| &head[at..at + 4]).collect();
            format!(", head {} … {}", groups.join(" "), &head[head.len() - 4..])
        });
        let law = report.law.map_or_else(String::new, |law| format!(", law {law}"));
        vec![format!("{}, {} records{}{law}", report.id, report.records, head.unwrap_or_default())]
    }
}

/// Head of a row of the sheet.
fn head(label: &RoundLabel) -> String {
    match label {
        RoundLabel::Number(round) => format!("R{round}"),
        RoundLabel::End(EndLabel::End) => "end".to_owned(),
    }
}

/// Points of a column in a row of the sheet.
fn at(column: &Column, label: RoundLabel, player: Player) -> i32 {
    column.rows.iter().find(|(other, _)| *other == label).map_or(0, |(_, points)| points[player])
}

/// The first lines, and how many more there are.
fn shortened(mut lines: Vec<(String, Words)>) -> Vec<(String, Words)> {
    let more = lines.len().saturating_sub(SHOWN);
    if more > 1 {
        lines.truncate(SHOWN);
        lines.push((String::new(), format!("{more} more").into()));
    }
    lines
}
