//! The desk: slips typed one after another; lists with the headings that people have; settings that change.

use crate::support::World;

/// A published round of six: three tables.
fn published() -> World {
    World::published(&["Anna", "Bert", "Carl", "Dora", "Emil", "Fritz"], "--bye-vp 50")
}

#[test]
fn slips_are_typed_one_after_another_and_told_by_name() {
    let world = published();
    let run = world.feed("event desk gt", "1 75 62\n\nopen\n2: 40, 40 one\n3 no-show two\nquit\n1 1 1!\n").ends(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].contains(" 75, ") && lines[0].ends_with(" 62; 2 tables are open"), "{run:?}");
    let tables = world.run("event show gt --json").json()["rounds"][0]["pairings"]["tables"].take();
    for name in ["one", "two"] {
        let id = tables[0][name].as_str().unwrap();
        assert!(lines[0].to_lowercase().contains(id), "both names: {run:?}");
    }
    assert!(lines[1].starts_with("open: table 2 ("), "{run:?}");
    assert!(lines[3].ends_with("no table is open: `adjutant event close gt` ends the round"), "{run:?}");
    assert_eq!(lines[4], "3 results entered; no table is open: `adjutant event close gt` ends the round");
    assert_eq!(world.results(), ["1 75:62", "2 40:40", "3 50:0"], "nothing after `quit`");
}

#[test]
fn a_result_that_stands_is_replaced_only_when_told() {
    let world = published();
    let run = world.feed("event desk gt", "1 75 62\n1 62 75\nnonsense\n9 1 2\n2 1 2!\n").ends(1);
    assert!(run.err.contains("has-result") && run.err.contains("add ! behind the points"), "{run:?}");
    assert!(run.err.contains("`nonsense`") && run.err.contains("unknown-table"), "{run:?}");
    assert!(run.out.ends_with("2 results entered, 3 refused; 1 table is open\n"), "{run:?}");
    let answer = world.feed("event desk gt --json", "1 62 75!\n").ends(0).json();
    assert_eq!((&answer["entered"], &answer["refused"], &answer["open"]), (&1.into(), &0.into(), &1.into()));
    assert_eq!(world.results(), ["1 62:75", "2 1:2"]);
    let history = world.run("event show gt --history").ends(0).out;
    assert!(history.contains("corrected at the desk"), "{history}");
}

#[test]
fn lists_with_the_headings_that_people_have_are_read() {
    let world = World::new();
    world.run("event new gt --name GT --rounds 3 --seed 42").ends(0);
    world.write("bcp.csv", "Player Name,Army,Team Name,Shoe size\nAnna Berg,Orks,Rooks,40\n");
    world.run("event register gt --csv bcp.csv").ends(0).says("the column `Shoe size` is ignored");
    world.write("form.csv", "Surname;First Name;Club\nRay;Robin;Rooks\n");
    world.run("event register gt --csv form.csv").ends(0);
    world.write("own.csv", "Wer,Was\nCarl,Necrons\n");
    let run = world.run("event register gt --csv own.csv").ends(1).says("its columns are `Wer`, `Was`");
    assert!(run.err.contains("--map name="), "{run:?}");
    world.run("event register gt --csv own.csv --map name=Wem").ends(1).says("Did you mean `Wer`?");
    world.run("event register gt --csv own.csv --map name=Wer,faction=was").ends(0);
    let players = world.run("event export gt --json").ends(0).json()["players"].take();
    let of = |at: usize, what: &str| players[at]["entry"][what].as_str().unwrap().to_owned();
    assert_eq!([of(0, "name"), of(0, "faction"), of(0, "team")], ["Anna Berg", "Orks", "Rooks"]);
    assert_eq!([of(1, "name"), of(1, "club")], ["Robin Ray", "Rooks"]);
    assert_eq!([of(2, "name"), of(2, "faction")], ["Carl", "Necrons"]);
}

#[test]
fn a_list_that_ends_inside_a_quote_is_refused_with_its_line() {
    let world = published();
    world.write("late.csv", "name,club\n\"Say \"\"hi\"\"\",x\nFoo,\"unclosed\nBar,y\n");
    world.run("event register gt --csv late.csv").ends(1).says("late.csv:3: the quote that begins on this line");
    world.write("slips.csv", "table,one,two\n1,\"75,62\n");
    world.run("event result gt --csv slips.csv").ends(1).says("slips.csv:2: the quote");
}

#[test]
fn settings_change_until_they_have_taken_effect() {
    let world = World::new();
    world.write("players.csv", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event new gt --name GT --rounds 3 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run("event settings gt --why nothing").ends(1).says("something that changes");
    world.run("event settings gt --rounds 0 --why no").ends(1).says("`rounds`");
    let run = world.run("event settings gt --rounds 2 --tie-breaks sos,vp --name Autumn --why pack").ends(0);
    assert!(run.out.contains("settings changed: name Autumn, 2 rounds, tie-breaks sos,vp"), "{run:?}");
    let create = world.run("event export gt --json").ends(0).json();
    assert!(create.to_string().contains("Autumn"), "{create}");
    world.run("event pair gt").ends(0);
    world.run("event settings gt --avoid-club 2 --why brothers").ends(0);
    let show = world.run("event show gt --round 1").ends(0).out;
    assert!(show.contains("the settings were changed"), "{show}");
    world.run("event publish gt").ends(0).says("the pairing would be the same");
    world.run("event settings gt --tie-breaks vp --why late").ends(1).says("in-effect");
    world.run("event settings gt --name Winter --why late").ends(0);
    world.feed("event desk gt", "1 5 4\n2 6 1\n").ends(0);
    world.run("event close gt").ends(0);
    world.run("event settings gt --rounds 3 --why time").ends(0);
    world.run("event settings gt --rounds 2 --why time").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world.run("event settings gt --rounds 3 --why late").ends(1).says("in-effect");
    world.run("event check gt").ends(0);
    let history = world.run("event show gt --history").ends(0).out;
    assert!(history.contains("settings changed: 3 rounds (time)"), "{history}");
    let header = world.run("event standings gt --round 1 --csv -").ends(0).out;
    assert!(header.starts_with("rank,id,name,wins,draws,losses,points,sos,vp,"), "{header}");
}

#[test]
fn tie_breaks_are_named_with_what_they_count() {
    let world = World::new();
    let list = world.run("event tie-breaks").ends(0).out;
    assert_eq!(list.lines().count(), 24);
    assert!(list.contains("path") && list.contains("an early win before all later ones"), "{list}");
    assert_eq!(world.run("event tie-breaks --json").ends(0).json().as_array().unwrap().len(), 23);
    let help = world.run("event new --help").ends(0).out;
    for line in ["sonneborn-berger:", "koya:", "path,vp,sos"] {
        assert!(help.contains(line), "{line}: {help}");
    }
    let wrong = world.run("event new x --name X --rounds 3 --tie-breaks sso").ends(2);
    assert!(wrong.err.contains("sos"), "{wrong:?}");
}

#[test]
fn an_old_log_may_say_forfeit() {
    let world = published();
    world.run("event result gt --table 1 --no-show one").ends(0);
    world.run("event export gt --log gt.jsonl").ends(0);
    let log = String::from_utf8(world.read("gt.jsonl")).unwrap();
    assert!(log.contains("\"no-show\":\"one\""), "{log}");
    let old = crate::support::forged(&log, |_, fields, _| {
        if let Some(result) = fields["do"].get_mut("result").and_then(|result| result.as_object_mut()) {
            let said = result.remove("no-show").unwrap();
            result.insert("forfeit".into(), said);
        }
    });
    let other = World::new();
    other.write("old.jsonl", old);
    other.run("event import old.jsonl").ends(0);
    let show = other.run("event export gt --json").ends(0).json();
    assert_eq!(show["rounds"][0]["results"][0]["no-show"], "one");
}

#[test]
fn an_event_log_in_which_an_audit_finds_errors_is_refused_unless_it_is_meant() {
    let world = published();
    world.run("event export gt --log gt.jsonl").ends(0);
    let log = String::from_utf8(world.read("gt.jsonl")).unwrap();
    // Who is at the tables is exchanged: the rules take it, the pairing drawn anew does not.
    let bent = crate::support::forged(&log, |_, fields, _| {
        if let Some(tables) = fields["do"].get_mut("pair").and_then(|pair| pair.get_mut("tables")) {
            let (one, two) = (tables[0]["one"].take(), tables[1]["one"].take());
            tables[0]["one"] = two;
            tables[1]["one"] = one;
        }
    });
    let other = World::new();
    other.write("bent.jsonl", bent);
    let run = other.run("event import bent.jsonl").ends(1).says("not-optimal").says("--anyway");
    assert_eq!(run.out, "");
    other.run("event show gt").ends(1);
    other.run("event import bent.jsonl --anyway").ends(0).says("imported anyway");
    other.run("event show gt").ends(0);
}

#[test]
fn a_list_of_results_is_not_dated_by_a_clock_that_is_wrong() {
    let world = published();
    world.write("slips.csv", "table,one,two\n1,75,62\n");
    let mut command = world.command("event result gt --csv slips.csv");
    command.env("ADJUTANT_CLOCK", "2199-01-01T00:00:00Z");
    let run = crate::support::run_of(command.output().unwrap()).ends(3);
    assert!(run.err.contains("the clock of this machine says 2199"), "{run:?}");
    assert_eq!(world.results(), [""; 0]);
}

#[test]
fn a_float_is_named_and_an_explanation_has_five_lines() {
    let world = World::new();
    let rows: Vec<String> = (1..=10).map(|number| format!("P{number}")).collect();
    world.write("players.csv", format!("name\n{}\n", rows.join("\n")));
    world.run("event new gt --name GT --rounds 3 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world.feed("event desk gt", "1 9 4\n2 9 1\n3 9 2\n4 9 3\n5 9 1\n").ends(0);
    world.run("event close gt").ends(0);
    // Five have won and five have lost: one pair across.
    let round = world.run("event pair gt").ends(0).out;
    let line = round.lines().find(|line| line.contains("plays down to")).unwrap_or_else(|| panic!("{round}"));
    assert!(line.contains("(2) plays down to P") && line.contains("(0), unavoidable"), "{line}");
    let table = world.run("event show gt --json").ends(0).json()["rounds"][1]["pairings"]["tables"].take();
    let floats: Vec<_> = table.as_array().unwrap().iter().filter(|table| !table["float"].is_null()).collect();
    assert_eq!(floats.len(), 1, "{table}");
    assert_eq!((&floats[0]["float"]["down_points"], &floats[0]["float"]["up_points"]), (&2.into(), &0.into()));
    let short = world.run("event explain gt 2 p1").ends(0).says("--all names them");
    assert_eq!(short.out.lines().count(), 5, "{short:?}");
    let long = world.run("event explain gt 2 p1 --all").ends(0).out;
    assert!(long.starts_with(&short.out) && long.lines().count() > 8, "{long}");
}
