//! Every file of `tests/scripts/eighth`.

use super::shared::{scripts::play_folder, stage::Stage};

#[test]
fn every_battle_plays_as_its_script_says() {
    let played = play_folder("eighth", |words| Stage::open(words[0]));
    assert_eq!(played, ["control", "set-up", "sudden-death", "tactical", "the-causeway", "two-gates"]);
}
