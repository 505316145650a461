//! Files from outside: sheets that were forged, bombs, pipes among logs, lists for spreadsheets, names that deceive, and
//! what the program says about each.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::page::sheet_drawn;
use crate::support::{Run, World, run_of};

/// A world with two simulated matches, `a` and `b`, and the sheet of each.
fn printed() -> World {
    let world = World::new();
    for (id, seed) in [("a", 7), ("b", 8)] {
        world.run(&format!("match simulate {id} --seed {seed}")).ends(0);
        world.run(&format!("match sheet {id} -o {id}.pdf")).ends(0);
    }
    world
}

/// The keywords of a PDF as our sheets write them.
fn keywords(pdf: &[u8]) -> &[u8] {
    let mark = b"/Keywords(";
    let start = pdf.windows(mark.len()).position(|window| window == mark).unwrap() + mark.len();
    let end = start + pdf[start..].iter().position(|byte| *byte == b')').unwrap();
    &pdf[start..end]
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

fn pages(run: &Run) -> Vec<String> {
    let verdicts = run.json();
    verdicts.as_array().unwrap().iter().map(|verdict| verdict["page"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_sheet_is_read_and_not_only_its_code() {
    let world = printed();
    let told = world.run("sheet verify a.pdf").ends(0);
    assert!(told.out.contains("a: the page was read: it is the sheet of this log"), "{told:?}");
    assert_eq!(pages(&world.run("sheet verify a.pdf --json").ends(0)), ["read"]);

    // The page shows match b, the keywords are those of match a.
    let (a, b) = (world.read("a.pdf"), world.read("b.pdf"));
    world.write("forged.pdf", replaced(&b, keywords(&b), keywords(&a)));
    let told = world.run("sheet verify forged.pdf").ends(1);
    assert!(told.out.contains("the code agrees with the log") && told.out.contains("but the page was not read"));
    assert!(told.out.contains("match sheet a -o F.pdf"), "{told:?}");
    assert_eq!(pages(&world.run("sheet verify forged.pdf --json").ends(1)), ["not-read"]);

    // One byte of a page.
    let mut changed = a.clone();
    let at = a.len() / 3;
    changed[at] ^= 1;
    world.write("changed.pdf", changed);
    world.run("sheet verify changed.pdf").ends(1);

    // Only a code: nothing is said about a page.
    let code = String::from_utf8(keywords(&a).to_vec()).unwrap();
    let told = world.run(&format!("sheet verify {code}")).ends(0);
    assert!(told.out.contains("compare what the page shows"), "{told:?}");
    world.run("match export a -o a.jsonl").ends(0);
    world.run("sheet verify a.pdf --log a.jsonl").ends(0);
    world.run("sheet verify b.pdf --log a.jsonl").ends(1);
}

#[test]
fn sheets_on_either_paper_and_after_the_log_has_grown_are_read() {
    let world = printed();
    world.run("match sheet a -o letter.pdf --paper letter").ends(0);
    world.run("match record a --by both note printed").ends(0);
    for file in ["a.pdf", "letter.pdf"] {
        assert_eq!(pages(&world.run(&format!("sheet verify {file} --json")).ends(0)), ["read"], "{file}");
    }
}

#[test]
fn the_sheets_of_a_round_are_read_all_at_once() {
    let world = World::new();
    world.run("demo d").ends(0);
    let sheets = "d/sheets/r3-scoring-sheets.pdf";
    let told = world.run(&format!("sheet verify {sheets} --data d --json")).ends(0);
    assert_eq!(pages(&told), ["read"; 4]);
    let pdf = world.read(sheets);
    world.write("changed.pdf", replaced(&pdf, b"/Producer(Adjutant", b"/Producer(adjutant"));
    assert_eq!(pages(&world.run("sheet verify changed.pdf --data d --json").ends(1)), ["not-read"; 4]);
}

/// Runs the program with less memory than a browser tab has.
#[cfg(target_os = "linux")]
fn in_little_memory(world: &World, words: &str) -> Run {
    let line = format!("ulimit -v 800000; exec {} {words}", env!("CARGO_BIN_EXE_adjutant"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).env_clear().current_dir(world.path("")).env("ADJUTANT_DATA", world.path("data"));
    run_of(shell.stdin(Stdio::null()).output().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn pdfs_that_claim_or_unpack_to_much_cost_nothing() {
    let world = World::new();
    for size in [10_000_000_u64, 4_000_000_000] {
        world.write(
            "claims.pdf",
            format!(
                "%PDF-1.5\n1 0 obj\n<</Type/XRef/Size {size}/W[0 0 0]/Root 1 0 R/Length 0>>stream\n\nendstream\nendobj\n\
                 startxref\n9\n%%EOF"
            ),
        );
        in_little_memory(&world, "sheet verify claims.pdf").ends(1).says("carries no seal");
    }
    // A stream of a gigabyte of zeros, deflated: a megabyte, and what holds it deflated again.
    let mut bomb = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let zeros = vec![0; 1 << 20];
    for _ in 0..256 {
        bomb.write_all(&zeros).unwrap();
    }
    let bomb = bomb.finish().unwrap();
    let head =
        format!("%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length {}>>stream\n", bomb.len());
    let tail = b"\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF";
    world.write("bomb.pdf", [head.as_bytes(), &bomb, tail].concat());
    in_little_memory(&world, "sheet verify bomb.pdf").ends(1).says("carries no seal");
    let large = world.path("large.pdf");
    let file = std::fs::File::create(&large).unwrap();
    (&file).write_all(b"%PDF-1.5\n").unwrap();
    file.set_len(3 << 30).unwrap();
    in_little_memory(&world, "sheet verify large.pdf").ends(1).says("has at most 4194304");
    in_little_memory(&world, "sheet verify /dev/zero").ends(1);
}

#[cfg(unix)]
fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_audit_reads_files_only_and_says_what_it_passed_over() {
    let world = World::with_match();
    let log = world.exported();
    std::fs::create_dir_all(world.path("logs/deep")).unwrap();
    world.write("logs/one.jsonl", &log);
    world.run("match record m --by both note second").ends(0);
    world.write("logs/TWO.JSONL", world.exported());
    world.run("match record m --by both note third").ends(0);
    world.write("logs/renamed.json", world.exported());
    world.write("logs/x.bare.jsonl", "{}\n");
    world.write("logs/deep/notes.txt", "notes");
    world.write("logs/deep/sheet.pdf", "%PDF");
    std::fs::copy(world.path("data/adjutant.db"), world.path("logs/deep/copy.db")).unwrap();
    let told = world.run("audit logs --json").ends(0).json();
    let paths: Vec<&str> = told["logs"].as_array().unwrap().iter().map(|log| log["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["logs/TWO.JSONL", "logs/deep/copy.db match m", "logs/one.jsonl", "logs/renamed.json"]);
    assert_eq!(told["passed_over"], 3);
    world
        .run("audit logs")
        .ends(0)
        .says("3 files were not audited, because they are not logs: 1 .bare.jsonl, 1 .pdf, 1 .txt");

    pipe(&world.path("logs/pipe.jsonl"));
    pipe(&world.path("logs/other"));
    let told = world.run("audit logs --json").ends(3).json();
    let bad: Vec<&Value> =
        told["logs"].as_array().unwrap().iter().filter(|log| log["findings"][0]["code"] == "unreadable").collect();
    assert_eq!(bad.len(), 1);
    assert_eq!(bad[0]["path"], "logs/pipe.jsonl");
    assert!(bad[0]["findings"][0]["message"].as_str().unwrap().contains("pipe"));
    assert_eq!(told["passed_over"], 4);
    for path in ["logs/pipe.jsonl", "/dev/zero", "/dev/null"] {
        world.run(&format!("audit {path}")).ends(3);
    }
    world.run("audit logs/deep/sheet.pdf").ends(1);
}

/// What a tournament's log names beside it may be a pipe, too.
#[cfg(unix)]
#[test]
fn a_pipe_beside_the_log_of_an_event_is_not_opened() {
    let world = World::new();
    world.run("demo d").ends(0);
    std::fs::remove_file(world.path("d/logs/demo-r1-t01.jsonl")).unwrap();
    pipe(&world.path("d/logs/demo-r1-t01.jsonl"));
    let told = world.run("audit d/logs/demo.event.jsonl --json");
    assert!(told.code.is_some(), "{told:?}");
}

#[test]
fn cells_that_begin_as_a_formula_are_text() {
    let world = World::new();
    world.run("event new gt --name GT --rounds 1 --seed 1").ends(0);
    let names = ["=cmd|' /C calc'!A0", "+1+1", "@SUM(A1)", "-2", "=HYPERLINK(\"x\")", "Anna =1"];
    let rows: String =
        names.iter().map(|name| format!("\"{0}\",\"{0}\",\"{0}\"\n", name.replace('"', "\"\""))).collect();
    world.write("players.csv", format!("name,club,faction\n{rows}"));
    world.run("event register gt --csv players.csv").ends(0);
    world.run("event pair gt").ends(0);
    for columns in ["adjutant", "bcp"] {
        world.run(&format!("event standings gt --csv s.csv --columns {columns}")).ends(0);
        let bytes = world.read("s.csv");
        let mut lines = String::from_utf8(bytes).unwrap();
        lines = lines.replace("\"\"", "″");
        let cells: Vec<&str> = lines.lines().skip(1).flat_map(|line| line.split(',')).collect();
        for cell in &cells {
            let cell = cell.trim_matches('"');
            let formula = cell.starts_with(['=', '+', '@', '-']) && cell.parse::<f64>().is_err();
            assert!(!formula, "{cell} in {lines}");
        }
        assert!(cells.iter().any(|cell| cell.contains("'=cmd|")), "{lines}");
        assert!(cells.contains(&"Anna =1"), "{lines}");
    }
}

/// As many players of one name as no hall holds; each was once compared with all before it, many times.
#[test]
fn a_long_list_of_players_is_taken() {
    let world = World::new();
    world.run("event new gt --name GT --rounds 3 --seed 1").ends(0);
    world.write("players.csv", format!("name\n{}", "Anna\n".repeat(4_000)));
    world.run("event register gt --csv players.csv").ends(0);
    let players = world.run("event export gt --json").ends(0).json();
    assert!(players.to_string().contains("\"anna-4000\""));
}

#[test]
fn a_second_list_in_another_script_does_not_collide() {
    let world = World::new();
    world.run("event new gt --name GT --rounds 3").ends(0);
    world.write("one.csv", "name\n王小明\n李雷\n");
    world.write("two.csv", "name\n韩梅梅\n张伟\n");
    world.run("event register gt --csv one.csv").ends(0);
    world.run("event register gt --csv two.csv").ends(0);
    assert!(world.run("event register gt --csv two.csv").code.is_some());
}

#[test]
fn names_that_deceive_are_refused_and_twins_at_one_table_too() {
    let world = World::new();
    for name in ["\u{202e}annA", " ", "\u{200b}", "\u{200d}", "A\u{2028}B", "\u{feff}A", "A\u{e0041}", "A\u{7}"] {
        let mut command = world.command("match new x --two Ben --one");
        run_of(command.arg(name).output().unwrap()).ends(2);
        let mut command = world.command("event new e --rounds 3 --name");
        run_of(command.arg(name).output().unwrap()).ends(2);
    }
    world.run("match new x --one Anna --two anna").ends(1).says("both players are called Anna");
    world.run("match new x --one José --two Jose").ends(1);
    world.run("match new x --one Anna --two Annabel").ends(0);
}

#[test]
fn looking_makes_no_folder() {
    let world = World::new();
    for verb in [
        "match list",
        "match list --json",
        "event list",
        "match show m",
        "match export m",
        "match verify m",
        "match map m",
        "match sheet m -o f.pdf",
        "event show e",
        "event standings e",
        "event check e",
        "event export e --json",
        "event explain e 1 a",
        "event sheets e -o d",
    ] {
        let run = world.run(&format!("{verb} --data typo"));
        assert!(run.code.is_some_and(|code| code <= 1), "{verb}: {run:?}");
        assert!(!world.path("typo").exists(), "{verb}");
    }
    world.run("match show m --data typo").ends(1).says("no match has the id m in typo/adjutant.db");
}

#[test]
fn hints_fit_what_happened() {
    let world = World::with_match();
    for verb in ["standings nosuch", "pair nosuch", "check nosuch", "show nosuch"] {
        world.run(&format!("event {verb}")).ends(1).says("`adjutant event list`");
    }
    world.run("match show nosuch").ends(1).says("`adjutant match list`");
    world
        .run("event new a.very.long.id.that.leaves.no.room.for.those.of.its.matches --name x --rounds 3")
        .ends(2)
        .says("1 to 50");
    world.run("replay nowhere.jsonl").ends(3).says("check the path");
    world.run("match sign m one").ends(2);
    world.run("event new gt --name GT --rounds 3 --seed 1").ends(0);
    world.run("event export gt --log gt.jsonl").ends(0);
    world.run("replay gt.jsonl").ends(1).says("this is the log of an event").says("`adjutant event check gt.jsonl`");
}

#[test]
fn a_hyphen_is_a_stream() {
    let world = World::with_match();
    world.run("event new gt --name GT --rounds 3 --seed 1").ends(0);
    world.run("event register gt --name Anna").ends(0);
    let log = world.run("event export gt --log -").ends(0).says("written to -");
    world.run("event export gt --log gt.jsonl").ends(0);
    assert_eq!(log.out.as_bytes(), world.read("gt.jsonl"));
    assert!(world.run("event standings gt --csv -").ends(0).out.starts_with("rank,id,name"));
    assert!(world.run("match map m -o -").ends(0).out.starts_with("<svg"));
    assert_eq!(world.run("match export m -o -").ends(0).out, world.exported());
    world.run("match map m -o - --json").ends(2).says("both want standard output");
    assert!(!world.path("-").exists());
    assert_eq!(world.feed("audit -", &world.exported()).ends(0).code, Some(0));
    assert_eq!(world.feed("match import - --data other", &world.exported()).ends(0).code, Some(0));
    assert_eq!(world.feed("event import - --data other", &log.out).ends(0).code, Some(0));
    assert_eq!(world.feed("event check -", &log.out).ends(0).code, Some(0));
}

#[test]
fn twins_and_letters_that_paper_lacks_are_told() {
    let world = World::new();
    world.run("event new gt --name GT --rounds 1 --seed 1").ends(0);
    world.write("players.csv", "name\nAnna Berg\nanna berg\nمحمد\nJörg\n");
    let told = world.run("event register gt --csv players.csv").ends(0);
    told.says("2 players are called Anna Berg: anna-berg, anna-berg-2");
    world.run("event pair gt").ends(0);
    world.run("event sheets gt --draft -o sheets").ends(0).says("1 name has letters that no font here has: محمد");
    let papers = std::fs::read_dir(world.path("sheets")).expect("a folder").map(|paper| paper.expect("a paper").path());
    let drawn = |path: std::path::PathBuf| sheet_drawn(&std::fs::read(path).expect("a paper"), "a paper");
    let drawn: Vec<String> =
        papers.filter(|path| path.extension().is_some_and(|ext| ext == "pdf")).map(drawn).collect();
    let marked = drawn.iter().filter(|page| page.contains("player-3‡"));
    assert!(marked.clone().count() > 1 && marked.clone().all(|page| page.contains("‡ no font here")), "{drawn:?}");
    assert!(drawn.iter().filter(|page| page.contains('‡')).count() == marked.count());
    world.run("match new m --mission scorched --one Anna --two محمد").ends(0);
    world.run("match sheet m -o m.pdf").ends(0).says("the sheet cannot print all letters of محمد, who is player two");
}

#[test]
fn maps_are_written_as_svg_only_and_a_story_needs_places() {
    let world = World::with_match();
    for words in ["match map m -o x.png", "match story m -o x.png", "match map m -o x"] {
        world.run(words).ends(2).says("maps are written as SVG").says(".svg");
    }
    assert!(!world.path("x.png").exists() && !world.path("x").exists());
    world.run("match map m -o x.SVG").ends(0);
    world.run("match simulate facts --seed 1 --depth facts").ends(0);
    world.run("match story facts -o x.svg").ends(1).says("says where units stand").says("match map facts");
    world.run("match simulate places --seed 1 --depth positions").ends(0);
    world.run("match story places -o y.svg").ends(0);
}

#[test]
fn what_show_prints_fits_eighty_columns_but_for_the_words_of_records() {
    let world = World::new();
    world.run("match simulate s --seed 2 --depth facts").ends(0);
    let records = world.run("match show s --json").ends(0).json()["seq"].as_u64().unwrap();
    for at in [records / 3, records / 2, records] {
        let shown = world.run(&format!("match show s --why --map --at {at}")).ends(0).out;
        for line in shown.lines() {
            assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
        }
    }
    let log = world.run("match show s --log").ends(0).out;
    let armies: Vec<&str> = log.lines().filter(|line| line.contains("'s army, ")).collect();
    assert_eq!(armies.len(), 2, "{log}");
    assert!(armies.iter().all(|line| line.ends_with(" points") && line.len() < 160), "{armies:?}");
}
