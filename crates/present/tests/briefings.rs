//! Briefings are readable, complete, and made from the data.

use adjutant_engine::ids::Name;
use adjutant_packs::{gt2020, shipped};
use adjutant_present::{action_in_words, briefing, objective_in_words};

#[test]
fn every_briefing_keeps_to_80_columns_and_names_everything() {
    for pack in shipped().iter() {
        for mission in pack.missions.values() {
            let text = briefing(pack, mission).to_string();
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
            let rules = mission.rules.iter().map(|rule| rule.name().as_str());
            let own = mission.secondaries.iter().map(|id| pack.objectives[id].name.as_str());
            let primaries = mission.primary.iter().chain(mission.primaries.values());
            let primaries = primaries.map(|id| pack.objectives[id].name.as_str());
            for name in rules.chain(own).chain(primaries).chain([mission.name.as_str()]) {
                assert!(text.contains(name), "{name}: {text}");
            }
            for marker in &mission.markers {
                assert!(text.contains(&format!("({}, {})", marker.at[0], marker.at[1])), "{text}");
            }
        }
    }
}

#[test]
fn every_objective_and_action_has_words_without_traces_of_the_form() {
    for pack in shipped().iter() {
        let objectives = pack.objectives.values().map(|objective| (&objective.name, objective_in_words(objective)));
        let actions = pack.actions.values().map(|action| (&action.name, action_in_words(action)));
        for (name, sentences) in objectives.chain(actions) {
            assert!(!sentences.is_empty(), "{name}");
            for sentence in sentences {
                let clean = sentence.ends_with('.') && !sentence.contains(['{', '_', '`']) && !sentence.contains("  ");
                assert!(clean, "{name}: {sentence}");
            }
        }
    }
}

#[test]
fn the_words_follow_the_data() {
    let pack = gt2020();
    let mut changed = adjutant_engine::rules::Mission::clone(&pack.missions["raid"]);
    changed.name = Name::new("Another Raid").expect("a name");
    changed.markers.truncate(2);
    let text = briefing(&pack, &changed).to_string();
    assert!(text.starts_with("Another Raid\n") && text.contains("m2 ") && !text.contains("m3 "), "{text}");
}

#[test]
fn the_briefing_of_vital_ground_reads_so() {
    let pack = gt2020();
    assert_eq!(
        objective_in_words(&pack.objectives["vital-ground"]),
        [
            "At the end of your own Command phase, from round 2 on: 3 VP if you control a marker in the opponent's zone; \
          2 VP for each marker outside both zones that you control; at most 7 VP each time."
        ]
    );
}
