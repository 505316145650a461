//! Records a match line by line.

use std::sync::Arc;

use adjutant_engine::fold::Match;
use adjutant_engine::law::{Pack, Packs};
use adjutant_engine::record::read_bare;
use adjutant_engine::refusal::{Refusal, RefusalCode};
use adjutant_engine::rules::Options;
use adjutant_packs::gt2020;

/// Records one bare line.
pub fn say(game: &mut Match, line: &str) -> Result<(), Refusal> {
    let record = read_bare(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a record");
    game.record(record.said(), &record.command)
}

/// Records bare lines that all have to be taken.
pub fn tell(game: &mut Match, lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        say(game, line).unwrap_or_else(|refusal| panic!("{line}: {refusal}; accepted: {}", refusal.accepted));
    }
}

/// The code with which a line is refused.
pub fn refused(game: &mut Match, line: &str) -> RefusalCode {
    say(game, line).expect_err(line).code
}

/// A match under one pack, before its first record.
pub fn under(pack: Arc<Pack>) -> Match {
    Match::new(Packs::new([pack]))
}

/// The shipped pack with other readings of ambiguous points.
pub fn gt2020_with(change: impl FnOnce(&mut Options)) -> Arc<Pack> {
    let mut pack = Pack::clone(&gt2020());
    change(&mut pack.law.readings);
    Arc::new(pack)
}

/// `open` and `mission` of a match in the shipped pack.
pub fn opened(game: &mut Match, size: &str, mission: &str) {
    tell(
        game,
        &format!(
            r#"{{"by":"both","do":{{"open":{{"format":1,"match":"t","pack":"gt2020","size":"{size}","players":{{"one":{{"name":"One"}},"two":{{"name":"Two"}}}}}}}}}}
            {{"by":"both","do":{{"mission":{{"mission":"{mission}"}}}}}}"#
        ),
    );
}
