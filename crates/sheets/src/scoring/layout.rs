//! The page of a scoring sheet, from top to bottom: heading, result, the form, signatures, origin.

use adjutant_engine::side::Role;

use self::outside::ROLE_OF;
use super::form::Sides;
use super::{Counted, Form, Outcome, PlayerBlock, ScoringSheet};
use crate::area::Area;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading;
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::{FRAME, Page};
use crate::paper::Paper;

mod outside;

/// Shares of the width: the label of a row, the first column, each other column.
const SHARES: [f32; 3] = [0.85, 1.2, 1.15];
/// Columns on the right of the last line, below which the total stands.
const TOTAL_COLUMNS: usize = 2;

const FIELD_ROW: f32 = 25.0;
const HEAD_ROW: f32 = 37.0;
const SUM_ROW: f32 = 24.0;

impl Sheet for ScoringSheet {
    fn title(&self) -> String {
        let names = self.blocks.each_ref().map(|block| block.name.as_deref());
        let [Some(first), Some(second)] = names else { return self.occasion.title("Scoring sheet") };
        self.occasion.title(&format!("{first} – {second}"))
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let mut page = Page::new(paper);
        let mut rest = paper.printable();
        let kind = match &self.form.standing {
            Some(standing) => format!("Scoring sheet · {standing}"),
            None => "Scoring sheet".to_owned(),
        };
        heading::draw(&mut page, rest.cut_top(heading::HEIGHT), &self.occasion, &kind);
        self.draw_result(&mut page, rest.cut_top(outside::RESULT_HEIGHT));
        let foot = rest.cut_bottom(outside::FOOT_HEIGHT);
        self.draw_form(&mut page, rest.inset_each(0.0, 9.0));
        self.draw_foot(&mut page, foot)?;
        Ok(vec![page])
    }
}

impl ScoringSheet {
    fn draw_form(&self, page: &mut Page, form: Area) {
        let mut rest = form;
        self.draw_battle(page, rest.cut_top(FIELD_ROW));
        self.draw_choice_of_result(page, rest.cut_bottom(FIELD_ROW));
        let over = matches!(self.outcome, Outcome::Decided { .. });
        for ((block, area), role) in self.blocks.iter().zip(rest.rows(2)).zip(ROLE_OF) {
            let fixed = block.name.is_none() || self.form.sides == Sides::Numbers;
            let nobody = fixed.then_some(role);
            draw_block(page, area, &self.form, block, block.role.or(nobody), over);
        }
        page.frame(form, FRAME, Ink::Black);
    }

    fn draw_battle(&self, page: &mut Page, area: Area) {
        let [size, mission] = area.columns([1.0, 1.35]);
        let sizes: Vec<&str> = self.form.sizes.iter().map(|(_, name)| name.as_str()).collect();
        let chosen = self.battle_size.and_then(|size| self.form.sizes.iter().position(|(known, _)| *known == size));
        labelled_choice(page, size, "Battle size", &sizes, chosen);
        let [label, name] = mission.columns([0.2, 1.0]);
        page.rule_left(mission, HAIRLINE, Ink::Black);
        page.cell(label, Style::LABEL, Align::Left, "Mission");
        page.cell(name, Style::STRONG.sized(11.0), Align::Left, self.mission.as_deref().unwrap_or_default());
    }

    fn draw_choice_of_result(&self, page: &mut Page, area: Area) {
        let chosen = match &self.outcome {
            Outcome::Decided { winner, .. } => {
                match winner.map(|index| self.blocks[index].role.unwrap_or(ROLE_OF[index])) {
                    Some(Role::Attacker) => Some(0),
                    Some(Role::Defender) => Some(1),
                    None => Some(2),
                }
            }
            _ => None,
        };
        page.rule_above(area, FRAME, Ink::Black);
        let [first, second] = self.form.sides.words().map(|word| format!("{word} wins"));
        labelled_choice(page, area, "Result", &[&first, &second, "Draw"], chosen);
    }
}

fn labelled_choice(page: &mut Page, area: Area, label: &str, options: &[&str], chosen: Option<usize>) {
    let mut rest = area;
    let left = rest.cut_left(62.0);
    page.cell(left, Style::LABEL, Align::Left, label);
    page.choice(rest, Style::BODY.sized(10.0), options, chosen);
}

/// The shares of the label and of every column.
fn shares(form: &Form) -> Vec<f32> {
    let [label, first, other] = SHARES;
    let columns = (0..form.columns.len()).map(|column| if column == 0 { first } else { other });
    std::iter::once(label).chain(columns).collect()
}

fn draw_block(page: &mut Page, block: Area, form: &Form, player: &PlayerBlock, role: Option<Role>, over: bool) {
    let mut rest = block;
    draw_name(page, rest.cut_top(FIELD_ROW), form, player, role);
    draw_heads(page, rest.cut_top(HEAD_ROW), form, player);
    let (sums, totals) = (rest.cut_bottom(SUM_ROW), rest.cut_bottom(SUM_ROW));
    draw_rows(page, rest, form, player);
    draw_totals(page, totals, form, player);
    draw_sums(page, sums, form, player, over);
    for column in block.columns_of(&shares(form)).into_iter().skip(1) {
        let cells = Area { y: block.y + FIELD_ROW, height: block.height - FIELD_ROW - SUM_ROW, ..column };
        page.rule_left(cells, HAIRLINE, Ink::Black);
    }
    page.rule_above(block, FRAME, Ink::Black);
}

fn draw_name(page: &mut Page, row: Area, form: &Form, player: &PlayerBlock, role: Option<Role>) {
    let mut rest = row;
    match role {
        Some(role) => {
            let tab = rest.cut_left(row.columns_of(&shares(form))[0].width);
            page.fill(tab, Ink::Accent);
            let name = form.sides.words()[if role == Role::Attacker { 0 } else { 1 }];
            page.cell(tab, Style::HEAD.sized(10.0), Align::Left, name);
        }
        None => {
            let tab = rest.cut_left(row.width * 0.27);
            page.choice(tab.inset_each(5.0, 0.0), Style::BODY, &form.sides.words(), None);
            page.rule_left(rest, HAIRLINE, Ink::Black);
        }
    }
    if player.conceded {
        let mark = rest.cut_right(70.0);
        page.cell(mark, Style::STRONG.inked(Ink::Accent), Align::Right, "conceded");
    }
    match &player.name {
        Some(name) => page.cell(rest, Style::SUM.sized(12.5), Align::Left, name),
        None => page.cell(rest, Style::LABEL, Align::Left, "Name"),
    }
}

fn draw_heads(page: &mut Page, row: Area, form: &Form, player: &PlayerBlock) {
    let areas = row.columns_of(&shares(form));
    page.fill(row, Ink::Tint);
    page.rule_above(row, HAIRLINE, Ink::Black);
    page.cell(areas[0], Style::LABEL, Align::Left, "Battle Round");
    for ((area, column), name) in areas.into_iter().skip(1).zip(&form.columns).zip(&player.objectives) {
        let below = draw_label(page, area, &column.label);
        draw_objective(page, below, &column.names, name.as_deref());
    }
}

/// Draws the label of a head and gives the room below it.
fn draw_label(page: &mut Page, head: Area, label: &str) -> Area {
    let mut rest = head.inset_each(5.0, 2.5);
    page.text(rest.cut_top(Style::LABEL.leading()), Style::LABEL, Align::Left, label);
    rest
}

/// The name of a column's objective; where the form prints names to choose from, the others are struck out.
fn draw_objective(page: &mut Page, area: Area, names: &[String], name: Option<&str>) {
    let chosen = name.map(|name| names.iter().position(|printed| printed.eq_ignore_ascii_case(name)));
    if names.is_empty() || chosen == Some(None) {
        return page.lines(area, Style::STRONG.sized(8.5), Align::Left, name.unwrap_or_default(), 2);
    }
    // Two lines of room, so that one name stands as high as the first of two.
    for (index, (row, printed)) in area.rows(2).zip(names).enumerate() {
        let chosen = chosen.flatten().map(|chosen| if chosen == index { 0 } else { 1 });
        page.choice(row, Style::BODY.sized(8.5), &[printed], chosen);
    }
}

fn draw_rows(page: &mut Page, area: Area, form: &Form, player: &PlayerBlock) {
    for (index, row) in area.rows(form.rows()).enumerate() {
        let areas = row.columns_of(&shares(form));
        for (cell, column) in areas.iter().skip(1).zip(&form.columns) {
            if column.closed.contains(&index) {
                page.fill(*cell, Ink::Silver);
            }
        }
        page.rule_above(row, HAIRLINE, Ink::Black);
        page.cell(areas[0], Style::STRONG, Align::Left, &form.row_name(index));
        let scored = player.scores.as_ref().and_then(|scores| scores.rows.get(index)?.as_ref());
        for (cell, vp) in areas.into_iter().skip(1).zip(scored.into_iter().flatten()) {
            let style = if *vp == 0 { Style::FIGURE.inked(Ink::Grey) } else { Style::FIGURE };
            page.cell(maximum(cell).0, style, Align::Right, &vp.to_string());
        }
    }
}

fn draw_totals(page: &mut Page, row: Area, form: &Form, player: &PlayerBlock) {
    let areas = row.columns_of(&shares(form));
    page.rule_above(row, FRAME, Ink::Black);
    page.cell(areas[0], Style::STRONG, Align::Left, "Total");
    for (index, (cell, column)) in areas.into_iter().skip(1).zip(&form.columns).enumerate() {
        let counted = player.scores.as_ref().and_then(|scores| scores.totals.get(index).copied());
        draw_total(page, cell, counted, column.cap);
    }
}

fn draw_total(page: &mut Page, cell: Area, counted: Option<Counted>, most: u32) {
    let (figure, slash) = maximum(cell);
    page.text(slash, Style::LABEL.sized(8.5), Align::Left, &format!("/ {most}"));
    let Some(Counted { raw, vp }) = counted else { return };
    page.cell(figure, Style::SUM, Align::Right, &vp.to_string());
    if raw != vp {
        page.cell(figure, Style::STRONG.sized(8.5).inked(Ink::Accent), Align::Left, &format!("raw {raw}"));
    }
}

/// Splits a cell into the place of its figure and that of the most it can hold.
fn maximum(cell: Area) -> (Area, Area) {
    let mut figure = cell;
    let slash = figure.cut_right(26.0);
    (figure, slash)
}

fn draw_sums(page: &mut Page, row: Area, form: &Form, player: &PlayerBlock, over: bool) {
    let shares = shares(form);
    let split = if shares.len() > TOTAL_COLUMNS { shares.len() - TOTAL_COLUMNS } else { 1 };
    let (first, last) = shares.split_at(split);
    let [left, right] = row.columns([first.iter().sum(), last.iter().sum::<f32>().max(SHARES[1])]);
    page.fill(right, Ink::Tint);
    page.rule_above(row, HAIRLINE, Ink::Black);
    page.rule_left(right, HAIRLINE, Ink::Black);
    let scores = player.scores.as_ref();
    let mut ready = left;
    if let Some(ruling) = scores.map(|scores| scores.ruling).filter(|vp| *vp != 0) {
        let mark = ready.cut_right(76.0);
        page.cell(mark, Style::STRONG.inked(Ink::Accent), Align::Right, &format!("ruling {ruling:+}"));
    }
    if let Some(extra) = &form.extra {
        // Where nobody said it, neither is struck out.
        let said = scores.filter(|_| over).and_then(|scores| scores.battle_ready);
        let chosen = said.map(|ready| usize::from(!ready));
        // Beside one column of points there is no room for so many words.
        let (was, was_not) = if split == 1 { ("", "") } else { ("was ", "was not ") };
        let words = [format!("{was}+{}", extra.vp), format!("{was_not}+0")];
        labelled_choice(page, ready, &extra.label, &words.each_ref().map(String::as_str), chosen);
    }
    let (figure, slash) = maximum(right);
    page.cell(figure, Style::LABEL, Align::Left, "Victory Points Total");
    page.text(slash, Style::LABEL.sized(8.5), Align::Left, &format!("/ {}", form.total_cap));
    if let Some(scores) = scores {
        page.cell(figure, Style::SUM.sized(15.0), Align::Right, &scores.total.to_string());
    }
}
