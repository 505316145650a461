//! Writes every kind of sheet to a folder, to be looked at: `ADJUTANT_GALLERY=DIR cargo test --test gallery`.

use crate::{lists, support};

use adjutant_sheets::{Document, Occasion, Paper, ScoringSheet, Sheet, Titles};
use support::{completed, finished, form, longest, occasion, view};

#[test]
fn gallery() {
    let Ok(folder) = std::env::var("ADJUTANT_GALLERY") else {
        println!("skipped: ADJUTANT_GALLERY names no folder");
        return;
    };
    for (name, sheet) in sheets().into_iter().chain(lists::sheets()) {
        for (paper, size) in [(Paper::A4, "a4"), (Paper::Letter, "letter")] {
            let bytes = Document::of(paper, &*sheet).unwrap().to_pdf().unwrap();
            std::fs::write(format!("{folder}/{name}-{size}.pdf"), bytes).unwrap();
        }
    }
}

fn sheets() -> Vec<(&'static str, Box<dyn Sheet>)> {
    let ordinary = finished("Anna Bergström", "Robert Okafor");
    let greek = finished("Αχιλλέας Παπαδόπουλος", "Ђорђе Жуковић-Њепоменко");
    let mut under_way = finished("Anna Bergström", "Robert Okafor");
    under_way["status"] = "battle".into();
    under_way["result"] = serde_json::Value::Null;
    let mut setup = under_way.clone();
    setup["players"]["one"]["role"] = serde_json::Value::Null;
    setup["players"]["two"]["role"] = serde_json::Value::Null;
    let mut conceded = ordinary.clone();
    conceded["players"]["two"]["conceded"] = true.into();
    conceded["result"]["winner"] = "one".into();
    conceded["result"]["by"] = "concession".into();
    let mut agreed = completed(ordinary.clone(), "Autumn GT");
    agreed.agreed_end = Some(4);
    let mut long = finished(&longest(), &longest());
    long["match"] = "m".repeat(64).into();
    long["mission"] = "long-mission-name-that-goes-on-and-on-until-sixty-four-chars-xxx".into();
    for at in 0..3 {
        long["players"]["one"]["secondaries"][at]["objective"] =
            "o-long-objective-name-which-fills-every-cell-up-to-the-64th-char".into();
        long["players"]["two"]["secondaries"][at]["objective"] =
            "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww".into();
    }
    long["players"]["two"]["primary"]["objective"] =
        "o-long-objective-name-which-fills-every-cell-up-to-the-64th-char".into();
    let titles = Titles::default();
    vec![
        ("scoring-blank", Box::new(ScoringSheet::blank(form(), Occasion::default()))),
        (
            "scoring-prepared",
            Box::new(ScoringSheet::prepared(form(), &view(ordinary.clone()), occasion("Autumn GT"), &titles)),
        ),
        ("scoring-setup", Box::new(ScoringSheet::prepared(form(), &view(setup), occasion("Autumn GT"), &titles))),
        ("scoring-completed", Box::new(completed(ordinary, "Autumn GT"))),
        ("scoring-underway", Box::new(completed(under_way, "Autumn GT"))),
        ("scoring-conceded", Box::new(completed(conceded, "Autumn GT"))),
        ("scoring-agreed", Box::new(agreed)),
        ("scoring-greek", Box::new(completed(greek, "Турнир «Осень» – Φθινόπωρο"))),
        ("scoring-longest", Box::new(completed(long, &longest()))),
    ]
}
