//! What players found at the table and what no other test shows: bugs 41, 42 and 45.

use crate::support::{World, project};

/// 41: a page of the manual is named after the whole verb, and its tables keep their lines.
#[test]
fn a_page_of_the_manual_keeps_its_tables() {
    let world = World::new();
    let page = world.run("man match record").ends(0).out;
    assert!(page.contains(".TH adjutant-match-record 1"), "{}", &page[..200]);
    assert!(page.contains("adjutant\\-match\\-record \\- "), "{}", &page[..400]);
    assert!(!page.contains(".SH EXTRA"), "a heading that says nothing");
    let notes = page.split(".SH NOTES\n.nf\n").nth(1).expect("what stands below the options");
    let row = notes.lines().find(|line| line.trim_start().starts_with("end PHASE")).expect("a row of the words");
    assert!(row.contains("end a phase") || row.len() > 30, "{row}");
    assert!(notes.lines().all(|line| !line.starts_with(['.', '\'']) || line == ".fi"), "no line is a request");
}

/// 42: one of anything is not several.
#[test]
fn one_of_anything_stands_in_the_singular() {
    let world = World::new();
    world.run("match simulate s --seed 4 --depth facts").ends(0);
    let shown = world.run("match show s --why").ends(0).out;
    let wrong = ["1 models", "1 markers", "1 times", "1 units", "1 are "];
    let plain = shown.split(|c: char| !c.is_ascii_alphanumeric() && c != ' ').collect::<Vec<_>>();
    for words in wrong {
        let named =
            plain.iter().any(|text| text.trim_start().starts_with(words) || text.contains(&format!(" {words}")));
        assert!(!named, "{words}: {shown}");
    }
}

/// 45: what the README shows is what happens, line by line, with nothing but the program.
#[test]
fn the_minute_of_the_readme_happens_as_it_stands_there() {
    let readme = std::fs::read_to_string(project().join("README.md")).unwrap();
    let block = readme.split("## Sixty seconds at the table").nth(1).expect("the section");
    let block = block.split("```console\n").nth(1).and_then(|rest| rest.split("```").next()).expect("its block");
    let world = World::new();
    let mut lines = block.lines().peekable();
    let mut commands = 0;
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("{line} is no command"));
        let mut told = Vec::new();
        while let Some(next) = lines.next_if(|next| !next.starts_with("$ ")) {
            told.push(next);
        }
        let Some(words) = command.strip_prefix("adjutant ") else {
            // The forged line: sed, then the audit.
            let log = String::from_utf8(world.read("final.jsonl")).unwrap();
            world.write("final.jsonl", log.replace(r#""m1":"one""#, r#""m1":"two""#));
            holds(&world.run("audit final.jsonl").ends(1).out, &told);
            continue;
        };
        let run = world.run(words);
        holds(&format!("{}{}", run.out, run.err), &told);
        commands += 1;
    }
    assert!(commands >= 8, "{commands}");
    assert!(readme.contains("cargo install --path crates/cli"), "how to install it");
}

/// Whether an output is these lines, where `…` stands for the rest of a word.
fn holds(out: &str, told: &[&str]) {
    let found: Vec<&str> = out.lines().collect();
    assert_eq!(found.len(), told.len(), "{found:#?}\n{told:#?}");
    for (found, told) in found.iter().zip(told) {
        let mut rest = *found;
        for (index, part) in told.split('…').enumerate() {
            let at = if index == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
            let at = at.unwrap_or_else(|| panic!("{found}\nis not\n{told}"));
            rest = &rest[at + part.len()..];
        }
        assert!(rest.is_empty() || told.ends_with('…'), "{found}\nis not\n{told}");
    }
}
