//! How fast completed scoring sheets become one PDF, beside the speed of writing their bare text.
//!
//! Run with `cargo bench -p adjutant-sheets`. Fails when a page is lost, a seal is wrong or the target is missed.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use adjutant_engine::chain::Hash;
use adjutant_engine::view::View;
use adjutant_sheets::{BattleSize, Document, Paper, ScoringSheet, Titles, seals_in_pdf};

const PAGES: usize = 1_000;
const PAGES_A_SECOND_MIN: f64 = 1_000.0;
const BYTES_OF_ONE_MAX: usize = 40_000;

fn main() {
    let views: Vec<View> = (0..PAGES).map(view_of).collect();
    let one = print(&views[..1]);
    let (mut best, mut bytes) = (Duration::MAX, Vec::new());
    for _ in 0..5 {
        let start = Instant::now();
        bytes = print(&views);
        best = best.min(start.elapsed());
    }
    let seals = seals_in_pdf(&bytes).expect("seals");
    assert_eq!(seals.len(), PAGES);
    for (seal, view) in seals.iter().zip(&views) {
        assert_eq!(Some(seal.head), view.head);
    }
    let pages_a_second = PAGES as f64 / best.as_secs_f64();
    println!("{PAGES} completed sheets: {pages_a_second:.0} pages/s, {} bytes a page", bytes.len() / PAGES);
    println!("one completed sheet: {} bytes", one.len());
    assert!(one.len() <= BYTES_OF_ONE_MAX, "one page has more than {BYTES_OF_ONE_MAX} bytes");
    assert!(pages_a_second >= PAGES_A_SECOND_MIN, "fewer than {PAGES_A_SECOND_MIN} pages/s");
}

fn view_of(number: usize) -> View {
    let mut value = support::finished(&format!("Anna Bergström {number}"), &format!("Robert Okafor {number}"));
    value["match"] = format!("gt-r3-t{number}").into();
    value["head"] = Hash::of(number.to_string().as_bytes()).to_string().into();
    support::view(value)
}

/// All that `event sheets` does with views that are at hand.
fn print(views: &[View]) -> Vec<u8> {
    let mut document = Document::new(Paper::A4, "Autumn GT");
    for view in views {
        let mut sheet = ScoringSheet::completed(view, support::occasion("Autumn GT"), &Titles::default());
        sheet.battle_size = Some(BattleSize::StrikeForce);
        assert_eq!(sheet.inconsistencies(), []);
        document.add(&sheet).expect("a page");
    }
    document.to_pdf().expect("a PDF")
}
