//! What stands outside the printed frame: the result above it; signatures, origin and code below.

use adjutant_engine::chain::Hash;
use adjutant_engine::side::Role;
use adjutant_engine::view::ResultBy;

use crate::area::Area;
use crate::code::Code;
use crate::error::SheetError;
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::{Page, Shape};
use crate::scoring::form::Sides;
use crate::scoring::{Origin, Outcome, PlayerBlock, ScoringSheet};
use crate::text::fit;

/// The role that a block stands for where nobody recorded one.
pub(super) const ROLE_OF: [Role; 2] = [Role::Attacker, Role::Defender];

pub const RESULT_HEIGHT: f32 = 48.0;
pub const FOOT_HEIGHT: f32 = 136.0;
const SIGNATURE_HEIGHT: f32 = 34.0;
const GROUPS_A_LINE: usize = 4;

impl ScoringSheet {
    /// The result, large enough to be found in a second.
    pub(crate) fn draw_result(&self, page: &mut Page, band: Area) {
        let totals = self.blocks.each_ref().map(|block| block.scores.as_ref().map_or(0, |scores| scores.total));
        match &self.outcome {
            Outcome::ToBeWritten => draw_lines_for_result(page, band, self.form.sides),
            Outcome::Underway { round } => {
                page.fill(band, Ink::Tint);
                let words = round.map_or("Not ended".to_owned(), |round| format!("Not ended: battle round {round}"));
                draw_band(
                    page,
                    band,
                    [&words, "what the log tells so far"],
                    totals,
                    &self.sides_in([0, 1]),
                    [0, 1],
                    Ink::Black,
                );
            }
            Outcome::Decided { winner, by, ending, provisional } => {
                page.fill(band, Ink::Accent);
                let order = if *winner == Some(1) { [1, 0] } else { [0, 1] };
                let words = self.words_of_result(*winner, *by, ending, *provisional);
                let room = words_in(band)[0].width - Style::HEADLINE.width(" wins");
                let headline = match winner {
                    Some(index) => format!("{} wins", fit(&self.name(*index), Style::HEADLINE, room)),
                    None => "Draw".to_owned(),
                };
                draw_band(page, band, [&headline, &words], totals, &self.sides_in(order), order, Ink::White);
            }
        }
    }

    fn name(&self, index: usize) -> String {
        self.blocks[index]
            .name
            .clone()
            .unwrap_or_else(|| role_word(self.form.sides, &self.blocks[index], index).to_owned())
    }

    fn words_of_result(&self, winner: Option<usize>, by: ResultBy, ending: &str, provisional: bool) -> String {
        let mut words = Vec::new();
        if let Some(index) = winner {
            words.push(role_word(self.form.sides, &self.blocks[index], index).to_owned());
        }
        words.push(match by {
            ResultBy::Points => "by points".to_owned(),
            ResultBy::Concession => "by concession".to_owned(),
            ResultBy::Ruling => "by a judge's ruling".to_owned(),
            ResultBy::Ending => format!("by {ending}"),
            ResultBy::TieBreak => "by the agreed tie-break".to_owned(),
        });
        if let Some(round) = self.agreed_end {
            words.push(format!("ended by agreement in round {round}"));
        }
        if provisional {
            words.push("provisional: awards are still open".to_owned());
        }
        words.join(" · ")
    }

    /// The words of both blocks in an order, for the line under the totals.
    fn sides_in(&self, order: [usize; 2]) -> String {
        let words = self.form.sides.words();
        order.map(|index| words[index].to_lowercase()).join(" – ")
    }

    /// Signatures, then what an audit needs, or on paper to be filled in, what the frame has no field for.
    pub(crate) fn draw_foot(&self, page: &mut Page, foot: Area) -> Result<(), SheetError> {
        let mut rest = foot;
        let signatures = rest.cut_top(SIGNATURE_HEIGHT);
        let [first, second] = self.form.sides.words();
        let labels = [first, second, "Judge"];
        for (area, label) in signatures.columns([1.0; 3]).into_iter().zip(labels) {
            page.blank_line(area.inset_each(5.0, 0.0), &format!("{label}: signature"));
        }
        rest.cut_top(8.0);
        match &self.origin {
            Some(origin) => self.draw_origin(page, rest, origin),
            None => {
                draw_fields_by_hand(page, rest);
                Ok(())
            }
        }
    }

    fn draw_origin(&self, page: &mut Page, area: Area, origin: &Origin) -> Result<(), SheetError> {
        let mut rest = area;
        if let Some(seal) = &origin.seal {
            let square = rest.cut_left(rest.height).square();
            page.shapes.push(Shape::Code { area: square, code: Code::new(&seal.to_string())? });
            page.seal = Some(seal.clone());
            rest.cut_left(12.0);
        }
        let basis = origin.basis;
        let seq = format!("{} · record {}", origin.match_id.as_ref().map_or("–", |id| id.as_str()), origin.seq);
        let basis = format!("{} derived · {} claimed · {} ruled", basis.derived, basis.claimed, basis.ruled);
        // A correction has its line at the cost of one of the others.
        let facts = match self.corrected.clone() {
            Some(line) => [("Match", format!("{seq} · {basis}")), ("Ended", self.words_of_end()), ("Corrected", line)],
            None => [("Match", seq), ("Points rest on", basis), ("Ended", self.words_of_end())],
        };
        for (label, value) in facts {
            draw_fact(page, rest.cut_top(15.0), label, &value);
        }
        rest.cut_top(3.0);
        match origin.head {
            Some(head) => draw_hash(page, rest.cut_top(32.0), head),
            None => draw_fact(page, rest.cut_top(15.0), "Head hash", "none: a bare log, not chained"),
        }
        if origin.seal.is_some() {
            let hint =
                "The code holds match, result and head hash: `adjutant sheet verify` compares them with the log.";
            page.text(rest, Style::LABEL, Align::Left, hint);
        }
        Ok(())
    }

    fn words_of_end(&self) -> String {
        let conceded: Vec<String> = (0..2).filter(|index| self.blocks[*index].conceded).map(|i| self.name(i)).collect();
        let mut words = Vec::new();
        if let Outcome::Decided { by, ending, .. } = &self.outcome {
            words.push(match by {
                ResultBy::Points => "decided by points".to_owned(),
                ResultBy::Concession => "decided by concession".to_owned(),
                ResultBy::Ruling => "decided by a judge's ruling".to_owned(),
                ResultBy::Ending => format!("decided by {ending}"),
                ResultBy::TieBreak => "decided by the agreed tie-break".to_owned(),
            });
        } else {
            words.push("not yet".to_owned());
        }
        let mut text = words.join(" · ");
        if let Some(round) = self.agreed_end {
            text += &format!(" · by agreement in round {round}");
        }
        if !conceded.is_empty() {
            text += &format!(" · conceded by {}", conceded.join(" and "));
        }
        if let Some(signed) = &self.signed {
            text += &format!(" · {signed}");
        }
        text
    }
}

fn role_word(sides: Sides, block: &PlayerBlock, index: usize) -> &'static str {
    sides.words()[if block.role.unwrap_or(ROLE_OF[index]) == Role::Attacker { 0 } else { 1 }]
}

fn draw_band(
    page: &mut Page,
    band: Area,
    words: [&str; 2],
    totals: [u32; 2],
    sides: &str,
    order: [usize; 2],
    ink: Ink,
) {
    let [mut left, mut right] = words_in(band);
    let caption = Style::LABEL.sized(8.5).inked(ink);
    let small = caption.leading() + 2.0;
    page.text(left.cut_bottom(small), caption, Align::Left, words[1]);
    page.text(left, Style::HEADLINE.inked(ink), Align::Left, words[0]);
    page.text(right.cut_bottom(small), caption, Align::Right, sides);
    let score = format!("{} – {}", totals[order[0]], totals[order[1]]);
    page.text(right, Style::HEADLINE.sized(25.0).inked(ink), Align::Right, &score);
}

/// The places of the words and of the totals.
fn words_in(band: Area) -> [Area; 2] {
    band.inset_each(8.0, 4.0).columns([0.74, 0.26])
}

fn draw_lines_for_result(page: &mut Page, band: Area, sides: Sides) {
    let [winner, first, second] = band.inset_each(0.0, 2.0).columns([2.2, 1.0, 1.0]);
    page.blank_line(winner.inset_each(5.0, 0.0), "Winner");
    let words = sides.words().map(|word| format!("{word}: victory points"));
    page.blank_line(first.inset_each(5.0, 0.0), &words[0]);
    page.blank_line(second.inset_each(5.0, 0.0), &words[1]);
}

fn draw_fields_by_hand(page: &mut Page, area: Area) {
    let mut rest = area;
    let mut top = rest.cut_top(34.0);
    for label in ["Conceded by", "Agreed end in round", "Ruling by"] {
        let field = top.cut_left(area.width / 3.0);
        page.blank_line(field.inset_each(5.0, 0.0), label);
    }
    rest.cut_top(6.0);
    page.frame(rest, HAIRLINE, Ink::Grey);
    let label = Area { height: Style::LABEL.leading() + 4.0, ..rest };
    page.cell(label, Style::LABEL, Align::Left, "Notes");
}

fn draw_fact(page: &mut Page, row: Area, label: &str, value: &str) {
    let mut rest = row;
    let left = rest.cut_left(64.0);
    page.text(left, Style::LABEL, Align::Left, label);
    page.text(rest, Style::BODY, Align::Left, value);
}

/// The hash in groups of eight, four to a line, one below the other.
fn draw_hash(page: &mut Page, area: Area, head: Hash) {
    let mut rest = area;
    let label = rest.cut_left(64.0);
    page.text(Area { height: area.height / 2.0, ..label }, Style::LABEL, Align::Left, "Head hash");
    let text = head.to_string();
    let groups: Vec<&str> = (0..text.len()).step_by(8).map(|start| &text[start..start + 8]).collect();
    for (row, line) in rest.rows(2).zip(groups.chunks(GROUPS_A_LINE)) {
        for (cell, group) in row.columns([1.0; GROUPS_A_LINE]).into_iter().zip(line) {
            page.text(cell, Style::BODY.sized(10.5), Align::Left, group);
        }
    }
}
