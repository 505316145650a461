//! Completions as a shell asks for them: the program with the variable that the script sets, and the line behind `--`.

use crate::support::{World, run_of};

/// What is offered for the last word of a line.
fn offered(world: &World, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = world.command("");
    command.env("ADJUTANT_COMPLETE", "bash").env("_CLAP_IFS", "\n");
    command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string()).arg("--").args(&words);
    let run = run_of(command.output().unwrap()).ends(0);
    run.out.lines().map(str::to_owned).collect()
}

#[track_caller]
fn offers(world: &World, line: &str, expected: &[&str]) {
    let offered = offered(world, line);
    for word in expected {
        assert!(offered.iter().any(|offer| offer == word), "{line:?} offers {offered:?}, not {word:?}");
    }
}

fn battle() -> World {
    let world = World::new();
    let log = std::fs::read_to_string(crate::support::golden("scorched-earth.bare.jsonl")).unwrap();
    let begin = log.lines().position(|line| line.contains("\"begin\"")).unwrap();
    let opening: String = log.lines().take(begin + 1).map(|line| line.to_owned() + "\n").collect();
    world.feed("match record golden-scorched-earth --from -", &opening).ends(0);
    world.run("match new other --mission scouring --one Änne --two Ben").ends(0);
    world
}

#[test]
fn what_the_data_folder_knows_is_offered() {
    let world = battle();
    for line in
        ["adjutant match show ", "adjutant match record ", "adjutant use ", "adjutant show ", "adjutant match sheet "]
    {
        offers(&world, line, &["golden-scorched-earth", "other"]);
    }
    assert_eq!(offered(&world, "adjutant match show go"), ["golden-scorched-earth"]);
    offers(&world, "adjutant match new x --mission sc", &["scorched-earth"]);
    assert!(!offered(&world, "adjutant match new x --mission sc").contains(&"vital-intelligence".to_owned()));
    offers(&world, "adjutant match new x --pack ", &["gt2020"]);
    offers(&world, "adjutant match record golden-scorched-earth ki", &["kill"]);
    offers(&world, "adjutant match record golden-scorched-earth kill b", &["b1", "b2"]);
    offers(&world, "adjutant match record golden-scorched-earth --by one end mor", &["morale"]);
    offers(&world, "adjutant match record golden-scorched-earth hold m", &["m1", "m6"]);
    offers(&world, "adjutant match record golden-scorched-earth kill b1 1 , hol", &["hold"]);
    offers(&world, "adjutant match record other --by ", &["anne", "ben", "both", "judge"]);
    // Where nothing is known, nothing is offered, and nothing is made.
    let empty = World::new();
    assert!(!offered(&empty, "adjutant match show ").iter().any(|offer| !offer.starts_with('-')));
    assert!(!empty.path("data").exists());
    assert!(!offered(&empty, "adjutant ki").contains(&"kill".to_owned()), "no match is current");
}

#[test]
fn words_of_the_current_match_are_verbs() {
    let world = battle();
    world.run("use golden").ends(0);
    offers(&world, "adjutant ki", &["kill"]);
    offers(&world, "adjutant ", &["match", "hold", "show", "summary"]);
    offers(&world, "adjutant help match ", &["new", "record"]);
    offers(&world, "adjutant kill b", &["b1"]);
    offers(&world, "adjutant by ", &["player-one", "both"]);
    offers(&world, "adjutant by player-one ho", &["hold"]);
    offers(&world, "adjutant match amend 3 ho", &["hold"]);
    offers(&world, "adjutant score ", &["take-and-hold"]);
    offers(&world, "adjutant match record sc", &["score"]);
    // What is offered is taken: each unit by the word that stands for it.
    for unit in offered(&world, "adjutant kill b").iter().take(3) {
        world.run(&format!("kill {unit} 1 , undo")).ends(0);
    }
    let data = world.path("data");
    let elsewhere = World::new();
    offers(&elsewhere, &format!("adjutant --data {} match show o", data.display()), &["other"]);
}

#[test]
fn every_shell_gets_its_script() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = world.run(&format!("completions {shell}")).ends(0).out;
        assert!(script.contains("ADJUTANT_COMPLETE") && script.len() < 10_000, "{shell}: {script}");
    }
    let mut command = world.command("");
    command.env("ADJUTANT_COMPLETE", "klingon");
    assert_eq!(run_of(command.output().unwrap()).code, Some(2));
    let mut command = world.command("match list");
    command.env("ADJUTANT_COMPLETE", "");
    run_of(command.output().unwrap()).ends(0);
}

/// A real bash with the script completes a line.
#[test]
fn bash_completes_with_the_script() {
    let world = battle();
    let script = world.run("completions bash").ends(0).out;
    world.write("script.bash", script);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
    let ask = "source script.bash; COMP_WORDS=(adjutant match show go); COMP_CWORD=3; COMP_TYPE=9; \
               _clap_complete_adjutant adjutant go show; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let mut bash = std::process::Command::new("bash");
    bash.args(["--norc", "-c", ask]).current_dir(world.path("")).env("ADJUTANT_DATA", world.path("data"));
    bash.env("PATH", format!("{}:/usr/bin:/bin", program.display()));
    match bash.output() {
        Ok(run) => assert_eq!(run_of(run).out.trim(), "golden-scorched-earth"),
        Err(_) => println!("not checked: bash is not installed"),
    }
}
