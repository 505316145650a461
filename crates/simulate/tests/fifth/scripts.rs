//! Every file of `tests/scripts/fifth`: a mission with its deployment each.

use super::shared::{count::shipped_pack, scripts::play_folder, stage::Stage};

#[test]
fn every_mission_with_every_deployment_plays_as_its_script_says() {
    let played = play_folder("fifth", |words| Stage::open(words[0], &words[1..]));
    let missions: Vec<String> = shipped_pack("standard-5th").missions.keys().map(ToString::to_string).collect();
    assert_eq!(played, missions, "one script for each mission");
}
