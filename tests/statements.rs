//! `tests/statements`: what the texts allow and forbid, a row for each statement, by text and line.
//!
//! A row is `text:line what it says | words that are taken | words that are refused | code`. Lines of words stand between semicolons; only
//! the last may be refused. Lines without a bar are played before each row, those above the first section before each row of the file; they
//! are those of a block of `docs/rules`. `## ` begins a section; `## = NAME` one that is only played where a line says `= NAME`.

use crate::rules_run::blocks::ANSWER;
use crate::rules_run::stage::played;
use crate::support::project;

/// A statement: where it stands, what is taken, what is refused with which code.
struct Row<'a> {
    text: &'a str,
    taken: &'a str,
    refused: &'a str,
    code: &'a str,
}

fn row(line: &str) -> Row<'_> {
    let cells: Vec<&str> = line.split(" | ").collect();
    let [text, taken, refused, code] = cells[..] else { panic!("{line}: four cells are wanted") };
    Row { text, taken, refused, code }
}

/// What was refused of a case, line by line: the code, or what was not understood.
fn refusals(told: &[String]) -> Vec<(usize, String)> {
    let mut lines = 0;
    let mut found = Vec::new();
    for line in told {
        match line.strip_prefix(ANSWER) {
            None => lines += 1,
            Some(answer) if answer.starts_with("not understood") => found.push((lines, answer.to_owned())),
            Some(answer) => {
                let code = answer.strip_prefix("refused, ").and_then(|rest| rest.split(':').next());
                found.extend(code.map(|code| (lines, code.to_owned())));
            }
        }
    }
    found
}

/// Plays the rows of a section; what is otherwise than they say.
fn wrong(common: &[&str], rows: &[Row<'_>]) -> Vec<String> {
    let mut script: Vec<String> = common.iter().map(|line| (*line).to_owned()).collect();
    for words in rows.iter().flat_map(|row| [row.taken, row.refused]) {
        script.push("case".to_owned() + " " + words);
        script.extend(words.split(" ; ").map(str::to_owned));
    }
    let script: Vec<&str> = script.iter().map(String::as_str).collect();
    let told = played(&script);
    let mut cases = told.split(|line| line.starts_with("case "));
    let before = refusals(cases.next().unwrap_or(&[]));
    let mut faults: Vec<String> = before.iter().map(|refusal| format!("above the rows: {refusal:?}")).collect();
    for row in rows {
        let [taken, refused] = [row.taken, row.refused].map(|words| (words, refusals(cases.next().expect("a case"))));
        let last = row.refused.split(" ; ").count();
        if !taken.1.is_empty() {
            faults.push(format!("{}: `{}` is refused: {:?}", row.text, taken.0, taken.1));
        }
        if refused.1 != [(last, row.code.to_owned())] {
            faults.push(format!("{}: `{}`: {:?}, not {}", row.text, refused.0, refused.1, row.code));
        }
    }
    faults
}

#[test]
fn statements_of_the_texts_are_taken_and_refused() {
    let (mut faults, mut count) = (Vec::new(), 0);
    let folder = std::fs::read_dir(project().join("tests/statements")).expect("the statements");
    let paths = folder.map(|file| file.expect("a file").path());
    for path in paths.filter(|path| path.extension().is_some_and(|kind| kind == "txt")) {
        let text = std::fs::read_to_string(&path).expect("statements");
        let sections: Vec<(&str, &str)> =
            text.split("\n## ").skip(1).map(|section| section.split_once('\n').expect("lines")).collect();
        let named = |name: &str| sections.iter().find(|(title, _)| *title == name).expect("a set-up").1;
        let set_up = text.split("\n## ").next().unwrap_or_default();
        for (_, section) in sections.iter().filter(|(title, _)| !title.starts_with("= ")) {
            let own = section.lines().flat_map(|line| if line.starts_with("= ") { named(line) } else { line }.lines());
            let lines = set_up.lines().chain(own).filter(|line| !line.is_empty() && !line.starts_with('#'));
            let (rows, common): (Vec<_>, Vec<_>) = lines.partition(|line| line.contains(" | "));
            let rows: Vec<Row<'_>> = rows.into_iter().map(row).collect();
            count += rows.len();
            faults.extend(wrong(&common, &rows).into_iter().map(|fault| format!("{}: {fault}", path.display())));
        }
    }
    assert!(count > 400, "{count} statements");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
