//! Attacks in a match: dice that have to add up, and wounds that a unit keeps.

use super::scripts::play_text;

/// Plays lines from the Shooting phase of the first turn on.
fn shooting(name: &str, lines: &[&str]) {
    let opening = "mission retrieval-mission\nopen\nchoose one linebreaker assassinate investigate-sites\n\
                   choose two cut-off-the-head linebreaker deploy-scramblers\nbegin\nto 1 one shooting\n";
    play_text(name, &(opening.to_owned() + &lines.join("\n")));
}

/// `b9` is six models of 11 wounds, `b4` ten of one; all have Toughness 4 and a Save of 3+, attackers hit on 3+.
fn shot(unit: &str, target: &str, sequence: &str, beside: &str) -> String {
    format!(r#"one {{"shoot":{{"unit":"{unit}","attacks":[{{"target":"{target}","sequence":{sequence}{beside}}}]}}}}"#)
}

const THREE_WOUNDS: &str = r#"{"attacks":4,"hit":{"roll":[3,6,4,1]},"strength":8,"wound":{"roll":[2,3,4]},
    "save":[{"add":[[-2,"AP"]],"roll":[4,1,3]}],"damage":4}"#;

#[test]
fn d10_wounds_are_carried_over() {
    let dice = THREE_WOUNDS.replace('\n', " ");
    let once =
        r#"{"attacks":1,"traits":["auto-hit"],"strength":4,"wound":{"roll":[4]},"save":[{"roll":[1]}],"damage":2}"#;
    shooting(
        "wounds carried over",
        &[
            &format!("say {}", shot("a4", "b9", &dice, "")),
            "models b9 5",
            "hurt b9 0",
            &format!("say {}", shot("a5", "b9", once, "")),
            "models b9 5",
            "hurt b9 2",
            "to 1 two shooting",
            "hurt b9 2",
            "to 2 one shooting",
            &format!("say {}", shot("a4", "b9", &dice, "")),
            "models b9 4",
            "hurt b9 0",
        ],
    );
    shooting(
        "wounds as they are stated",
        &[
            r#"say one {"shoot":{"unit":"a4","attacks":[{"target":"b9","destroyed":1,"wounds":3}]}}"#,
            "models b9 5",
            "hurt b9 3",
            r#"refused contradicts-facts say one {"shoot":{"unit":"a5","attacks":[{"target":"b9","wounds":8}]}}"#,
            r#"say one {"shoot":{"unit":"a5","attacks":[{"target":"b9","wounds":7}]}}"#,
            "hurt b9 10",
            "kill b9 1",
            "hurt b9 0",
        ],
    );
}

#[test]
fn one_wound_kills_one_model() {
    let ten =
        r#"{"attacks":1,"hit":{"roll":[6]},"strength":4,"wound":{"roll":[4]},"save":[{"roll":[1,1,1,1,1,1,1,1,1,1]}]}"#;
    let one = ten.replace("[1,1,1,1,1,1,1,1,1,1]", "[1]");
    shooting(
        "ten failed saves for one wound",
        &[
            &format!("refused dice-do-not-add-up say {}", shot("a4", "b4", ten, "")),
            &format!("refused contradicts-facts say {}", shot("a4", "b4", &one, r#","destroyed":2"#)),
            &format!("refused contradicts-facts say {}", shot("a4", "b4", &one, r#","destroyed":0"#)),
            &format!("say {}", shot("a4", "b4", &one, r#","destroyed":1"#)),
            "models b4 9",
        ],
    );
}

#[test]
fn attacks_are_counted_or_there_are_mortal_wounds() {
    let none = r#"{"attacks":0,"hit":{"needs":3,"roll":[]}}"#;
    let mortal = r#"{"attacks":0,"mortal":{"times":2,"why":"Smite"}}"#;
    shooting(
        "no number of attacks",
        &[
            &format!("refused bad-value say {}", shot("a4", "b4", none, "")),
            &format!("refused bad-value say {}", shot("a4", "b4", r#"{"attacks":0}"#, "")),
            &format!("say {}", shot("a4", "b4", mortal, "")),
            "models b4 8",
        ],
    );
}

#[test]
fn needs_follow_from_the_roster() {
    let wrong = r#"{"attacks":1,"hit":{"needs":2,"roll":[2]},"strength":4,"wound":{"roll":[4]},"save":[{"roll":[2]}]}"#;
    let line = shot("a4", "b4", wrong, "");
    shooting(
        "a wrong need",
        &[&format!("refused other-need say {line}"), &format!("under Veterans {line}"), "models b4 9"],
    );
}

/// 001:2026-2028: ten models with a lance of type Assault 1 make ten attacks, whoever they are aimed at.
#[test]
fn the_list_bounds_the_number_of_attacks() {
    let misses = |attacks: usize, at: &str, weapon: &str| {
        let roll = vec!["1"; attacks].join(",");
        format!(
            r#"{{"target":"{at}","weapon":"{weapon}","sequence":{{"attacks":{attacks},"hit":{{"needs":3,"roll":[{roll}]}}}}}}"#
        )
    };
    let shoots = |attacks: &[String]| format!(r#"one {{"shoot":{{"unit":"a4","attacks":[{}]}}}}"#, attacks.join(","));
    let eleven = shoots(&[misses(11, "b9", "Lance")]);
    let split = shoots(&[misses(6, "b9", "Lance"), misses(5, "b4", "lance")]);
    shooting(
        "more attacks than the list has",
        &[
            &format!("refused other-need say {eleven}"),
            &format!("refused other-need say {split}"),
            &format!("under Volley {eleven}"),
        ],
    );
    let ten = shoots(&[misses(5, "b9", "Lance"), misses(5, "b4", "Lance"), misses(4, "b4", "Pistol of a friend")]);
    shooting("as many as it has, and a weapon that it does not know", &[&format!("say {ten}")]);
}

/// 001:1716, 2262-2268.
#[test]
fn a_shot_in_the_opponents_turn_rests_on_something() {
    let shot = r#"two {"shoot":{"unit":"b4","attacks":[{"target":"a4","destroyed":1}]}}"#;
    let stratagem = r#"{"stratagem":{"name":"Fire Overwatch","cp":1,"unit":"b4"}}"#;
    let charge = r#"say one {"charge":{"unit":"a4","targets":["b4"],"roll":[6,6],"made":true}}"#;
    let refused = format!("refused other-phase say {shot}");
    let said = format!("say {shot}");
    shooting("nothing lets it", &[&refused, &format!("under Ambush {shot}"), "models a4 9"]);
    shooting("a charge on it", &["to 1 one charge", &refused, charge, &said, "models a4 9"]);
    let used = format!("say two {stratagem}");
    shooting("a Stratagem of the phase, not of an earlier one", &["to 1 one charge", &used, &said, "models a4 9"]);
    shooting(
        "a Stratagem of an earlier phase",
        &[&used.replace("Fire Overwatch", "Smoke"), "to 1 one charge", &refused],
    );
    let theirs = used.replace("two", "one").replace("Fire Overwatch", "Smoke").replace("b4", "a4");
    shooting("somebody else's Stratagem", &["to 1 one charge", &theirs, &refused]);
}

/// What abilities change about either unit changes what its dice need; the lance adds 2 to the Strength of 4, has AP -1 and
/// does 2 damage. Worked out by hand from `docs/rules/dice.md`: skills and Saves are the roll itself, so that 1 more is
/// worse; Strength against Toughness needs 3+ where it is higher, 4+ where it is equal, 5+ where it is lower.
#[test]
fn needs_follow_from_what_abilities_change() {
    const MISSES: &str = "dice-do-not-add-up";
    const SAVED: &str = "contradicts-facts";
    // Unit, characteristic, changes by 1; dice to hit, to wound and to save that are one short, and how their wounds are
    // refused; dice that hurt.
    let rows = [
        ("a4", "move", "add", [2, 3, 3], MISSES, [3, 3, 3]),
        ("a4", "move", "add", [3, 3, 4], SAVED, [3, 3, 3]),
        ("a4", "ballistic-skill", "add", [3, 3, 3], MISSES, [4, 3, 3]),
        ("a4", "ballistic-skill", "subtract", [1, 3, 3], MISSES, [2, 3, 3]),
        ("a4", "strength", "add add", [3, 1, 3], MISSES, [3, 2, 3]),
        ("b9", "toughness", "add", [3, 2, 3], MISSES, [3, 3, 3]),
        ("b9", "toughness", "add add", [3, 3, 3], MISSES, [3, 4, 3]),
        ("b9", "toughness", "add add add", [3, 4, 3], MISSES, [3, 5, 3]),
        ("b9", "save", "subtract", [3, 3, 3], SAVED, [3, 3, 2]),
        ("a4", "armour-penetration", "subtract", [3, 3, 5], SAVED, [3, 3, 4]),
    ];
    for (unit, characteristic, changes, spared, code, hurt) in rows {
        let ap = if characteristic == "armour-penetration" { -2 } else { -1 };
        let shoots = |[hit, wound, save]: [u8; 3]| {
            format!(
                r#"say one {{"shoot":{{"unit":"a4","attacks":[{{"target":"b9","weapon":"Lance","wounds":2,"sequence":
                {{"attacks":1,"hit":{{"roll":[{hit}]}},"wound":{{"roll":[{wound}]}},
                "save":[{{"add":[[{ap},"AP"]],"roll":[{save}]}}]}}}}]}}}}"#
            )
            .replace('\n', "")
        };
        let changes: Vec<String> = changes.split(' ').map(|change| format!(r#"{{"{change}":1}}"#)).collect();
        let changes = changes.join(",");
        let effect = format!(
            r#"say both {{"effect":{{"units":["{unit}"],"change":{{"{characteristic}":[{changes}]}},"why":"Veil"}}}}"#
        );
        let refused = format!("refused {code} {}", shoots(spared));
        shooting(&format!("{unit} {characteristic} {changes}"), &[&effect, &refused, &shoots(hurt), "hurt b9 2"]);
    }
}

/// The lance: Strength 6, AP -1, Damage 2.
#[test]
fn the_weapon_on_the_datasheet_is_the_weapon_that_is_fired() {
    let shoots = |beside: &str, save: &str| {
        format!(
            r#"one {{"shoot":{{"unit":"a4","attacks":[{{"target":"b9","weapon":"lance","sequence":{{"attacks":1,
            "hit":{{"roll":[3]}},"wound":{{"roll":[3]}},"save":[{save}]{beside}}}}}]}}}}"#
        )
        .replace('\n', "")
    };
    let save = r#"{"add":[[-1,"AP"]],"roll":[3]}"#;
    for (beside, save) in [
        (r#","strength":8"#, save),
        (r#","damage":6"#, save),
        (r#","damage":{"each":"d6","roll":[6]}"#, save),
        ("", r#"{"add":[[-3,"AP"]],"roll":[3]}"#),
    ] {
        let line = shoots(beside, save);
        let under = format!("under Relic {line}");
        shooting("another profile", &[&format!("refused other-need say {line}"), &under]);
    }
    shooting("its damage", &[&format!("say {}", shoots("", save)), "hurt b9 2"]);
    // A 1 fails whatever is added to it: nothing has to be said beside it.
    shooting("a one", &[&format!("say {}", shoots("", r#"{"roll":[1]}"#)), "hurt b9 2"]);
    let two = shoots(r#","damage":2"#, save).replace(r#""sequence""#, r#""wounds":3,"sequence""#);
    shooting("other wounds than the dice give", &[&format!("refused contradicts-facts say {two}")]);
}

#[test]
fn one_volley_on_several_targets() {
    let dice = r#"{"attacks":1,"traits":["auto-hit"],"strength":4,"wound":{"roll":[4]},"save":[{"roll":[2]}]}"#;
    let attacks = format!(
        r#"one {{"shoot":{{"unit":"a4","attacks":[{{"target":"b4","sequence":{dice}}},{{"target":"b5","sequence":{dice}}},{{"target":"b4","weapon":"Plasma","sequence":{dice}}}]}}}}"#
    );
    shooting("several targets", &[&format!("say {attacks}"), "models b4 8", "models b5 9"]);
}
