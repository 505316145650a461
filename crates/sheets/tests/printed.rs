//! What is printed is what was given: figures, names, codes, pages, bytes.

use crate::{lists, support};

use std::process::Command;

use adjutant_sheets::scoring::{Form, Inconsistency};
use adjutant_sheets::{Document, Occasion, PairingsOrder, Paper, ScoringSheet, Seal, Sheet, Titles, seals_in_pdf};
use support::{completed, finished, form, longest, occasion, view};

fn pdf(sheet: &dyn Sheet, paper: Paper) -> Vec<u8> {
    Document::of(paper, sheet).unwrap().to_pdf().unwrap()
}

/// Runs a program on a PDF in a folder of its own; `None` with a message where the machine has no such program.
fn run(program: &str, arguments: &[&str], bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    let folder = std::env::temp_dir().join(format!("adjutant-sheets-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("sheet.pdf"), bytes).unwrap();
    let output = Command::new(program).args(arguments).current_dir(&folder).output();
    let picture = std::fs::read(folder.join("sheet.png"));
    std::fs::remove_dir_all(&folder).unwrap();
    match output {
        Ok(output) if output.status.success() => Some(picture.unwrap_or(output.stdout)),
        Ok(output) => panic!("{program}: {}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => {
            println!("skipped: {program} is not installed");
            None
        }
    }
}

fn text_of(sheet: &dyn Sheet, name: &str) -> Option<String> {
    let text = run("pdftotext", &["-layout", "sheet.pdf", "-"], &pdf(sheet, Paper::A4), name)?;
    Some(String::from_utf8(text).unwrap())
}

#[test]
fn the_same_sheets_give_the_same_bytes() {
    for (name, sheet) in lists::sheets() {
        assert!(pdf(&*sheet, Paper::A4) == pdf(&*sheet, Paper::A4), "{name}");
    }
    let sheet = completed(finished("Anna", "Robert"), "GT");
    let bytes = pdf(&sheet, Paper::Letter);
    assert!(bytes == pdf(&sheet, Paper::Letter));
    assert!(bytes != pdf(&sheet, Paper::A4));
    assert!(!bytes.windows(12).any(|part| part == b"CreationDate"));
    assert!(bytes.len() <= 40_000, "{} bytes", bytes.len());
}

#[test]
fn a_page_holds_forty_five_pairings() {
    for paper in Paper::ALL {
        let pages = |games: usize, order| Document::of(paper, &lists::pairings(games, order)).unwrap().page_count();
        // The bye is one more row.
        assert_eq!([36, 44, 45].map(|games| pages(games, PairingsOrder::ByTable)), [1, 1, 2]);
        assert_eq!([22, 44, 45].map(|games| pages(games, PairingsOrder::ByNameInTwo)), [1, 1, 2]);
        assert_eq!(pages(22, PairingsOrder::ByName), 1);
    }
}

#[test]
fn a_seal_is_read_back_from_the_pdf() {
    let value = finished("Anna", "Robert");
    let seal = Seal::of(&view(value.clone())).unwrap();
    let mut document = Document::new(Paper::A4, "Round 3");
    document.add(&ScoringSheet::blank(form(), Occasion::default())).unwrap();
    document.add(&completed(value, "GT")).unwrap();
    assert_eq!(seals_in_pdf(&document.to_pdf().unwrap()).unwrap(), [seal]);
    let blank = pdf(&ScoringSheet::blank(form(), Occasion::default()), Paper::A4);
    assert!(seals_in_pdf(&blank).unwrap_err().to_string().contains("no seal"));
}

#[test]
fn every_figure_and_name_is_there_as_text() {
    let value = finished("Αχιλλέας Παπαδόπουλος", "Ђорђе Жуковић-Њепоменко");
    let Some(text) = text_of(&completed(value.clone(), "Żółć GT"), "figures") else { return };
    let words: Vec<&str> = text.split_whitespace().collect();
    for name in ["Αχιλλέας Παπαδόπουλος", "Ђорђе Жуковић-Њепоменко", "Żółć GT", "Scorched Earth", "Slay the Warlord"]
    {
        assert!(text.contains(name), "{name}\n{text}");
    }
    for row in value["rounds"].as_array().unwrap() {
        let label = row["round"].as_u64().map_or("End Game".to_owned(), |round| round.to_string());
        for player in ["two", "one"] {
            let cells = row[player]["secondaries"].as_array().unwrap().iter();
            let figures: Vec<String> =
                [&row[player]["primary"]].into_iter().chain(cells).map(ToString::to_string).collect();
            let printed = text.lines().any(|line| {
                line.trim().strip_prefix(&label).is_some_and(|rest| rest.split_whitespace().eq(figures.iter()))
            });
            assert!(printed, "{label} {player} {figures:?}\n{text}");
        }
    }
    for figure in ["74", "57", "45", "raw", "50", "112", "19", "123", "9f86d081", "b0f00a08"] {
        assert!(words.contains(&figure), "{figure}\n{text}");
    }
}

#[test]
fn the_code_of_the_rendered_page_gives_the_seal() {
    let mut value = finished("Anna", "Robert");
    for id in ["gt-r3-t04".to_owned(), "m".repeat(64)] {
        value["match"] = id.as_str().into();
        let bytes = pdf(&completed(value.clone(), "GT"), Paper::A4);
        let render = ["-png", "-r", "110", "-singlefile", "sheet.pdf", "sheet"];
        let Some(picture) = run("pdftoppm", &render, &bytes, &format!("code-{}", id.len())) else { return };
        let image = std::env::temp_dir().join(format!("adjutant-code-{}-{}.png", std::process::id(), id.len()));
        std::fs::write(&image, picture).unwrap();
        let decoded = Command::new("zbarimg").args(["-q", "--raw"]).arg(&image).output();
        std::fs::remove_file(&image).unwrap();
        let Ok(decoded) = decoded else { return println!("skipped: zbarimg is not installed") };
        let seal: Seal = String::from_utf8(decoded.stdout).unwrap().parse().unwrap();
        assert_eq!(Some(seal), Seal::of(&view(value.clone())));
    }
}

#[test]
fn long_names_are_shortened_on_every_sheet() {
    let sheet = completed(finished(&longest(), &longest()), &longest());
    let Some(text) = text_of(&sheet, "longest") else { return };
    assert!(!text.contains(&longest()) && text.contains('…'), "{text}");
    for figure in ["74", "57"] {
        assert!(text.split_whitespace().any(|word| word == figure));
    }
}

#[test]
fn lists_run_over_as_many_pages_as_they_need() {
    let count = |sheet: &dyn Sheet| sheet.pages(Paper::A4).unwrap().len();
    assert_eq!(count(&lists::pairings(0, PairingsOrder::ByTable)), 1);
    assert_eq!(count(&lists::pairings(44, PairingsOrder::ByTable)), 1);
    assert_eq!(count(&lists::pairings(45, PairingsOrder::ByTable)), 2);
    assert_eq!(count(&lists::pairings(45, PairingsOrder::ByName)), 3);
    assert_eq!([1, 4, 5, 9].map(|slips| count(&lists::slips(slips))), [1, 1, 2, 3]);
    assert_eq!(count(&lists::mission()), 1);
    assert_eq!(count(&lists::roster()), 2);
}

#[test]
fn a_sheet_that_contradicts_itself_is_found_out() {
    let good = finished("Anna", "Robert");
    assert_eq!(completed(good.clone(), "GT").inconsistencies(), []);
    let found = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = good.clone();
        change(&mut value);
        completed(value, "GT").inconsistencies()
    };
    let column = found(&|value| value["rounds"][1]["two"]["primary"] = 9.into());
    assert_eq!(column, [Inconsistency::Column { block: 1, column: 1, sum: 44, total: 45 }]);
    let total = found(&|value| value["players"]["one"]["total"] = 56.into());
    assert_eq!(total, [Inconsistency::Total { block: 2, sum: 57, total: 56 }]);
    let result = found(&|value| value["result"]["winner"] = "one".into());
    assert_eq!(result, [Inconsistency::Result { first: 74, second: 57 }]);
    let conceded = found(&|value| {
        value["result"]["winner"] = "one".into();
        value["result"]["by"] = "concession".into();
    });
    assert_eq!(conceded, []);
    let shaded = found(&|value| {
        value["rounds"][0]["two"]["primary"] = 10.into();
        value["rounds"][1]["two"]["primary"] = 0.into();
    });
    assert_eq!(shaded, [Inconsistency::ShadedCell { block: 1, column: 1, row: "1".into() }]);
}

#[test]
fn concession_and_agreed_end_are_printed() {
    let mut value = finished("Anna", "Robert");
    value["players"]["two"]["conceded"] = true.into();
    value["result"]["winner"] = "one".into();
    value["result"]["by"] = "concession".into();
    let Some(text) = text_of(&completed(value, "GT"), "conceded") else { return };
    assert!(text.contains("Anna wins") && text.contains("conceded by Robert"), "{text}");
    let mut sheet = completed(finished("Anna", "Robert"), "GT");
    sheet.agreed_end = Some(4);
    let Some(text) = text_of(&sheet, "agreed") else { return };
    assert!(text.contains("by agreement in round 4"), "{text}");
}

/// A rule of the pack that decides a battle is called by its name; one without a name as before.
#[test]
fn the_rule_that_ends_a_battle_is_named() {
    let mut value = finished("Anna", "Robert");
    value["result"]["winner"] = "one".into();
    value["result"]["by"] = "ending".into();
    let Some(text) = text_of(&completed(value.clone(), "GT"), "nameless") else { return };
    assert!(text.contains("decided by a rule of the mission pack"), "{text}");
    value["result"]["ending"] = "Sudden Death".into();
    let Some(text) = text_of(&completed(value, "GT"), "ending") else { return };
    assert!(text.contains("by Sudden Death") && text.contains("decided by Sudden Death"), "{text}");
}

#[test]
fn a_prepared_sheet_has_names_and_no_figures() {
    let sheet = ScoringSheet::prepared(form(), &view(finished("Anna", "Robert")), occasion("GT"), &Titles::default());
    assert!(sheet.blocks.iter().all(|block| block.scores.is_none() && block.objectives[0].is_some()));
    assert_eq!(sheet.blocks[0].name.as_deref(), Some("Robert"), "the attacker stands above");
    let Some(text) = text_of(&sheet, "prepared") else { return };
    assert!(text.contains("Psychic Ritual") && text.contains("Winner") && !text.contains("74"), "{text}");
}

/// Where nobody said whether an army was painted, the sheet strikes out neither side; it printed "+10" struck out.
#[test]
fn what_nobody_said_of_battle_ready_is_not_struck_out() {
    let drawn = |ready: serde_json::Value, name: &str| {
        let mut value = finished("Anna", "Robert");
        value["players"]["one"]["battle_ready"] = ready;
        let bytes = pdf(&completed(value, "GT"), Paper::A4);
        run("pdftoppm", &["-r", "50", "-png", "-singlefile", "sheet.pdf", "sheet"], &bytes, name)
    };
    let (unsaid, no) = (drawn(serde_json::Value::Null, "unsaid"), drawn(false.into(), "no"));
    assert!(unsaid.is_none() || unsaid != no, "what was not said looks like no");
}

/// How far the source of a pack can be relied on stands on its sheet, and nothing of a narrow sheet is cut off.
#[test]
fn a_sheet_says_how_far_its_pack_can_be_relied_on() {
    let packs = adjutant_packs::shipped();
    let of = |id: &str| packs.iter().find(|pack| pack.file.id.as_str() == id).expect("a shipped pack");
    let sheet = |id: &str| ScoringSheet::blank(Form::of(of(id)), Occasion::default());
    let Some(text) = text_of(&sheet("matrix-11th"), "standing") else { return };
    assert!(text.contains("community data, 2026-08") && text.contains("+10 / +0") && !text.contains('…'), "{text}");
    let text = text_of(&sheet("gt2020"), "no-standing").expect("the same program");
    assert!(!text.contains("community data") && text.contains("was +10 / was not +0"), "{text}");
}
