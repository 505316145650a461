//! Digital dice: every face drawn again from the seed of the match.

use adjutant_engine::draw::{self, Oddity};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::numbers::Face;
use adjutant_engine::view::Status;
use adjutant_engine::visible::excerpt;

use super::finding::{Code, Finding};
use super::report::LogReport;

/// Says which dice do not follow from the seed, and which nobody can check.
pub(super) fn judge(game: &Match, report: &mut LogReport) {
    let Some(checked) = draw::verify(game) else { return };
    for odd in &checked.odd {
        let purpose = excerpt(&odd.purpose);
        let (code, message) = match &odd.what {
            Oddity::Differs { drawn, recorded } => (
                Code::DiceDiffer,
                format!("the seed gives {} for {purpose}, the record says {}", faces(drawn), faces(recorded)),
            ),
            Oddity::Cards { drawn, recorded } => (
                Code::DiceDiffer,
                format!("the seed gives {} for {purpose}, the record says {}", cards(drawn), cards(recorded)),
            ),
            Oddity::Again { before } => (
                Code::DiceAgain,
                format!("record {before} drew this roll for {purpose} before, with another number, and was taken back"),
            ),
            Oddity::Foreseen { opened } => {
                (Code::DiceForeseen, format!("the seed was opened in record {opened}, before this roll for {purpose}"))
            }
        };
        report.findings.push(Finding::new(code, odd.seq, message));
    }
    if checked.sealed && !checked.drawn.is_empty() && game.state().status == Status::Ended {
        let message = format!("rolls that nobody can check, because the seed is sealed: {}", checked.drawn.len());
        report.findings.push(Finding::new(Code::DiceSealed, None, message));
    }
    if let Some(first) = checked.by_hand.first() {
        let count = checked.by_hand.len();
        let message = format!("dice that were not drawn from the seed, this record's first: {count}");
        report.findings.push(Finding::new(Code::DiceByHand, *first, message));
    }
}

fn cards(cards: &[ObjectiveId]) -> String {
    if cards.is_empty() {
        return "no card".to_owned();
    }
    cards.iter().map(ObjectiveId::as_str).collect::<Vec<_>>().join(", ")
}

fn faces(faces: &[Face]) -> String {
    const MOST: usize = 40;
    let shown: Vec<String> = faces.iter().take(MOST).map(Face::to_string).collect();
    let more = if faces.len() > MOST { " …" } else { "" };
    format!("{}{more}", shown.join(" "))
}
