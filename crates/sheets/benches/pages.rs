//! How fast completed scoring sheets become one PDF, beside printpdf writing as many pages of as many lines of bare text
//! in a font that every reader has: no frames, no codes, no seals, no font to embed.
//!
//! Run with `cargo bench -p adjutant-sheets`. Fails when a page is lost, a seal is wrong or the target is missed.

#[path = "../../cli/benches/support/figure.rs"]
mod figure;
#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use adjutant_engine::chain::Hash;
use adjutant_engine::command::BattleSize;
use adjutant_engine::view::View;
use adjutant_sheets::{Document, Paper, ScoringSheet, Titles, seals_in_pdf};
use figure::{Figure, Target};
use printpdf::{BuiltinFont, Mm, Op, PdfDocument, PdfFontHandle, PdfPage, PdfSaveOptions, Point, Pt, TextItem};

const PAGES: usize = 1_000;
const PAGES_A_SECOND_MIN: f64 = 3_600.0;
const BYTES_OF_ONE_MAX: usize = 25_000;

fn main() {
    let views: Vec<View> = (0..PAGES).map(view_of).collect();
    let one = print(&views[..1]);
    let lines = lines_of_text(&one);
    let (mut best, mut light, mut bytes) = (Duration::MAX, Duration::MAX, Vec::new());
    for _ in 0..5 {
        let start = Instant::now();
        bytes = print(&views);
        best = best.min(start.elapsed());
        let start = Instant::now();
        let bare = bare(lines);
        light = light.min(start.elapsed());
        assert_eq!(lopdf::Document::load_mem(&bare).expect("a PDF").get_pages().len(), PAGES);
    }
    let seals = seals_in_pdf(&bytes).expect("seals");
    assert_eq!(seals.len(), PAGES);
    for (seal, view) in seals.iter().zip(&views) {
        assert_eq!(Some(seal.head), view.head);
    }
    let pages_a_second = |time: Duration| PAGES as f64 / time.as_secs_f64();
    println!("{} bytes a page; {lines} lines of text on each", bytes.len() / PAGES);
    let pages = Figure {
        key: "sheets",
        what: "completed scoring sheets into one PDF",
        value: pages_a_second(best),
        unit: "pages/s",
        beside: Some(("as many lines of bare text through printpdf", pages_a_second(light))),
        target: Some(Target::AtLeast(PAGES_A_SECOND_MIN)),
    };
    pages.print();
    let (what, value) = ("one completed scoring sheet", one.len() as f64);
    let target = Some(Target::AtMost(BYTES_OF_ONE_MAX as f64));
    Figure { key: "sheet-bytes", what, value, unit: "bytes", beside: None, target }.print();
    assert!(one.len() <= BYTES_OF_ONE_MAX, "one page has more than {BYTES_OF_ONE_MAX} bytes");
}

/// How often the first page of a PDF shows text.
fn lines_of_text(pdf: &[u8]) -> usize {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let page = document.page_iter().next().expect("a page");
    let content = document.get_and_decode_page_content(page).expect("a content stream");
    let lines =
        content.operations.iter().filter(|operation| matches!(operation.operator.as_str(), "Tj" | "TJ")).count();
    assert!(lines > 50, "a completed sheet has {lines} lines of text only");
    lines
}

/// Pages of bare text.
fn bare(lines: usize) -> Vec<u8> {
    let mut pdf = PdfDocument::new("bare");
    for _ in 0..PAGES {
        let font = PdfFontHandle::Builtin(BuiltinFont::Helvetica);
        let mut ops = vec![Op::StartTextSection, Op::SetFont { font, size: Pt(8.0) }];
        for line in 0..lines {
            let (column, row) = ((line % 3) as f32, (line / 3) as f32);
            ops.push(Op::SetTextCursor { pos: Point { x: Pt(40.0 + 170.0 * column), y: Pt(800.0 - 12.0 * row) } });
            ops.push(Op::ShowText { items: vec![TextItem::Text(format!("Scorched Earth {line}"))] });
        }
        ops.push(Op::EndTextSection);
        pdf.pages.push(PdfPage::new(Mm(210.0), Mm(297.0), ops));
    }
    pdf.save(&PdfSaveOptions::default(), &mut Vec::new())
}

fn view_of(number: usize) -> View {
    let mut value = support::finished(&format!("Anna Bergström {number}"), &format!("Robert Okafor {number}"));
    value["match"] = format!("gt-r3-t{number}").into();
    value["head"] = Hash::of(number.to_string().as_bytes()).to_string().into();
    support::view(value)
}

/// All that `event sheets` does with views that are already folded.
fn print(views: &[View]) -> Vec<u8> {
    let mut document = Document::new(Paper::A4, "Autumn GT");
    for view in views {
        let mut sheet =
            ScoringSheet::completed(support::form(), view, support::occasion("Autumn GT"), &Titles::default());
        sheet.battle_size = BattleSize::new("strike-force");
        assert_eq!(sheet.inconsistencies(), []);
        document.add(&sheet).expect("a page");
    }
    document.to_pdf().expect("a PDF")
}
