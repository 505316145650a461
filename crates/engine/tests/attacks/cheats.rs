//! A catalogue of cheats, each refused by name.

use adjutant_engine::attack::{FaultKind, Sequence};

#[test]
fn every_cheat_is_refused_by_name() {
    assert!(crate::rows::check(include_str!("cheats.json")).len() >= 40);
    let text = include_str!("cheats.json");
    for kind in [
        FaultKind::MissingDice,
        FaultKind::ExtraDice,
        FaultKind::WrongNeed,
        FaultKind::WrongProfile,
        FaultKind::NoNeed,
        FaultKind::NotInLaw,
        FaultKind::RerollOfNothing,
        FaultKind::RerollNotAllowed,
        FaultKind::RerollUnnamed,
        FaultKind::NoSaveAllowed,
        FaultKind::SaveOwed,
        FaultKind::Uneven,
        FaultKind::WrongModel,
        FaultKind::WhichGroup,
        FaultKind::UnknownGroup,
        FaultKind::SavesOnce,
        FaultKind::WhichBatch,
        FaultKind::IgnoredTwice,
        FaultKind::MortalUnnamed,
    ] {
        assert!(text.contains(kind.code()), "no cheat shows {}", kind.code());
    }
}

#[test]
fn a_die_is_rolled_again_once() {
    let twice = r#"{"attacks":1,"hit":{"needs":4,"roll":[4],"rerolls":{"0":1,"0":2},"why":"two rules"}}"#;
    let error = serde_json::from_str::<Sequence>(twice).unwrap_err().to_string();
    assert!(error.contains("rolled again twice"), "{error}");
}
