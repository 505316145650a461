//! What the shipped pack of the Grand Tournament holds.

use adjutant_engine::command::BattleSize;
use adjutant_engine::rules::{Category, Moment};
use adjutant_packs::{gt2020, in_order, read, shipped, shipped_files, shipped_ids};

/// `hashes.json` among them: a shipped pack is believed when the program starts.
#[test]
fn every_shipped_pack_is_free_of_faults() {
    for pack in shipped().iter() {
        let id = pack.file.id.as_str();
        let read = read(&shipped_files(id)).unwrap_or_else(|faults| panic!("{id}: {faults:#?}"));
        assert_eq!(read.rules_hashes, pack.rules_hashes);
        assert_eq!(pack.rules_hashes.len(), pack.missions.len());
    }
    assert_eq!(shipped().iter().count(), shipped_ids().len());
}

#[test]
fn a_hash_that_the_rules_do_not_bear_out_is_a_fault() {
    let mut files = shipped_files("border-war");
    let hashes = files.iter_mut().find(|file| file.path == "hashes.json").expect("the file");
    hashes.bytes = br#"{"the-moor": "0000000000000000000000000000000000000000000000000000000000000000"}"#.to_vec();
    let faults = read(&files).expect_err("faults");
    assert!(faults.iter().all(|fault| fault.file == "hashes.json"), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.to_string().contains("`the-moor`: the pack has no such mission")));
    assert!(faults.iter().any(|fault| fault.to_string().contains("`the-ford`: the rules hash to ")));
    files.retain(|file| file.path != "hashes.json");
    assert_eq!(read(&files).expect("a pack").rules_hashes.len(), 3);
}

#[test]
fn the_pack_is_complete() {
    let pack = gt2020();
    let of = |category: Category| pack.objectives.values().filter(|o| o.category == category).count();
    assert_eq!((pack.missions.len(), pack.objectives.len(), pack.actions.len()), (18, 37, 14));
    assert_eq!((of(Category::PRIMARY), of(Category::MISSION)), (2, 17));
    assert_eq!(pack.actions.values().filter(|action| action.psychic.is_some()).count(), 3);
    let with_rule = pack.missions.values().filter(|mission| !mission.rules.is_empty() || !mission.actions.is_empty());
    assert_eq!(with_rule.count(), 11);
    let take_and_hold = pack
        .missions
        .values()
        .filter(|mission| mission.primary.as_ref().is_some_and(|primary| primary.as_str() == "take-and-hold"));
    assert_eq!(take_and_hold.count(), 14);
}

/// `docs/rules/missions.md`, C.1.
#[test]
fn each_d33_rolls_the_mission_of_its_row() {
    let rows = [
        ("crossfire", "retrieval-mission"),
        ("resupply", "scorched-earth"),
        ("raid", "vital-intelligence"),
        ("centre-ground", "surround-and-destroy"),
        ("ascension", "battle-lines"),
        ("forward-push", "the-scouring"),
        ("rise-of-the-machine-spirit", "overrun"),
        ("show-of-force", "sweep-and-clear"),
        ("reconnaissance-mission", "priority-target"),
    ];
    let pack = gt2020();
    let size = |size| BattleSize::new(size).expect("a size");
    let rolled = |of, faces: [i32; 2]| pack.rolled(size(of), &faces).map(|mission| mission.id.as_str());
    for (index, (incursion, strike_force)) in (0..).zip(rows) {
        let d33 = [index / 3 + 1, index % 3 + 1];
        assert_eq!(rolled("incursion", d33), Some(incursion));
        assert_eq!(rolled("strike-force", d33), Some(strike_force));
        assert_eq!(in_order(&pack)[index as usize].id.as_str(), incursion);
    }
    assert_eq!(rolled("incursion", [4, 1]), None);
    assert_eq!(pack.dice_of(&pack.missions["scorched-earth"]).as_deref(), Some("D33 12"));
}

/// `docs/rules/scoring.md`, B.1 to B.3: what cannot be scored in the first round.
#[test]
fn only_what_is_printed_so_begins_in_the_second_round() {
    let pack = gt2020();
    let late: Vec<&str> = pack
        .objectives
        .values()
        .filter(|objective| objective.awards.iter().any(|award| award.from_round.get() == 2))
        .map(|objective| objective.id.as_str())
        .collect();
    assert_eq!(
        late,
        ["domination", "outflank", "raid-supply-lines", "secure-landing-sites", "take-and-hold", "vital-ground"]
    );
}

#[test]
fn every_moment_of_the_language_is_used() {
    let pack = gt2020();
    let moments =
        [Moment::OwnCommandPhaseEnd, Moment::OwnTurnEnd, Moment::RoundEnd, Moment::BattleEnd, Moment::ActionCompleted];
    for moment in moments {
        assert!(pack.objectives.values().any(|o| o.awards.iter().any(|award| award.at == moment)), "{moment:?}");
    }
}
