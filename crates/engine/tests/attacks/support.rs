//! The laws of four editions as they are shipped.

use adjutant_engine::attack::Law;

const LAWS: [(&str, &str); 4] = [
    ("5", include_str!("../../../../missions/rulesets/5th/ruleset.json")),
    ("8", include_str!("../../../../missions/rulesets/8th/ruleset.json")),
    ("9", include_str!("../../../../missions/rulesets/9th/ruleset.json")),
    ("10", include_str!("../../../../missions/rulesets/10th/ruleset.json")),
];

/// The law of an edition by its number.
pub fn law(edition: &str) -> Law {
    let (_, text) = LAWS.iter().find(|(number, _)| *number == edition).expect("one of four editions");
    let file: serde_json::Value = serde_json::from_str(text).expect("a shipped law is JSON");
    // A ruleset has it among its tables.
    let dice = file.get("dice").unwrap_or(&file).clone();
    serde_json::from_value(dice).expect("a shipped law reads")
}

/// All four.
pub fn laws() -> Vec<(&'static str, Law)> {
    LAWS.iter().map(|(number, _)| (*number, law(number))).collect()
}
