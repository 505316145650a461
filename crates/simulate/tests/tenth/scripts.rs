//! Every file of `tests/scripts/tenth`.

use super::shared::{scripts::play_folder, stage::Stage};

#[test]
fn every_battle_plays_as_its_script_says() {
    let played = play_folder("tenth", |words| Stage::open(words[0]));
    assert_eq!(
        played,
        [
            "battle-shock",
            "before-battle",
            "cards",
            "control",
            "effects",
            "leaders",
            "the-pass",
            "two-wells",
            "unit-events",
        ]
    );
}
