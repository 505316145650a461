//! Lines of words that end too early: what is missing is named, and a whole line is given that can be typed.

use adjutant::error::CliError;
use adjutant_app::matches::recording::Recording;
use adjutant_app::{App, Clock, Known};
use adjutant_engine::command::Command;
use adjutant_play::past;
use adjutant_shorthand::{Context, Names, grammar, parse};
use adjutant_store::Store;

use crate::support::World;

/// A pack of each edition that is shipped.
const PACKS: [&str; 4] = ["gt2020", "standard-5th", "outposts-8th", "outposts-10th"];

/// What words are read against when the battle of a match under this pack has begun.
fn context(world: &World, pack: &str) -> Context {
    world.run(&format!("match simulate {pack} --pack {pack} --seed 3 --depth facts")).ends(0);
    let store =
        App::new(Known::default(), Clock::System, Store::open(&world.path("data/adjutant.db")).expect("a database"));
    let recording = Recording::load(&store, pack).expect("a match");
    let begin = recording.records().iter().find(|record| matches!(*record.command, Command::Begin {}));
    let begin = begin.expect("a battle").seq;
    let game = past::folded(&recording, begin);
    let view = game.view();
    let records = recording.records().iter().take_while(|record| record.seq <= begin);
    let names = Names::of_game(&game, &view, records);
    Context { names, by: None, active: view.turn }
}

/// The words of a line; a name in quotes is one.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut quoted = false;
    for part in line.split(' ') {
        match words.last_mut().filter(|_| quoted) {
            Some(last) => *last += &format!(" {part}"),
            None => words.push(part.to_owned()),
        }
        quoted ^= part.matches('"').count() % 2 == 1;
    }
    words
}

/// What is said of every form that lacks its last words, in the order of the forms.
fn told(context: &Context) -> Vec<(String, String)> {
    let mut told = Vec::new();
    for form in grammar::FORMS {
        // The example is a line that can be typed.
        let whole = grammar::example(form, context);
        parse(&whole, context).unwrap_or_else(|fault| panic!("{whole}: {fault:?}"));
        let words = words(&whole);
        let mut longest = None;
        for count in 1..words.len() {
            let line = words[..count].join(" ");
            let Err(fault) = parse(&line, context) else { continue };
            let error = CliError::from(fault);
            let hint = error.hint.expect("a hint");
            assert!(error.message.starts_with("the line ends too early, missing: "), "{line}: {}", error.message);
            assert!(hint.contains(&format!("type a line such as `{whole}`")), "{line}: {hint}");
            assert!(hint.contains(form.usage), "{line}: {hint}");
            longest = Some((line, format!("  error: {}\n  hint: {hint}\n", error.message)));
        }
        told.extend(longest);
    }
    told
}

#[test]
fn lines_that_end_too_early_name_what_is_missing() {
    let world = World::new();
    let mut text = String::new();
    let mut known: Vec<String> = Vec::new();
    for pack in PACKS {
        text += &format!("── {pack}\n");
        for (line, says) in told(&context(&world, pack)) {
            let entry = format!("$ {line}\n{says}");
            // Of the other editions only what they say otherwise.
            if !known.contains(&entry) {
                text += &entry;
                known.push(entry);
            }
        }
    }
    crate::session::compare("too-early.txt", &text);
}

/// Found by hand: the 5th edition rolls no charges, and asked for a unit in place of `made`.
#[test]
fn a_charge_without_dice_asks_for_its_word() {
    let world = World::new();
    world.run("match simulate m --pack standard-5th --seed 3 --depth facts").ends(0);
    let log = world.exported();
    let begin = log.lines().position(|line| line.contains("{\"begin\":{}}")).expect("a battle") + 1;
    let begun: Vec<&str> = log.lines().take(begin).collect();
    world.write("log.jsonl", begun.join("\n") + "\n");
    world.run("match import log.jsonl --data other").ends(0);
    let run = world.run("match record m charge a1 b1 --data other").ends(2);
    run.says("the line ends too early, missing: `made` or `failed`");
    let run = world.run("match record m charge a1 b1 --data other").ends(2);
    run.says("made`; the form is `charge UNIT TARGET");
}
