//! What comes next in an attack: a table of questions, and a property that answers lead where throwing all dice does.

use adjutant_engine::attack::{Batch, Facts, Prompt, Saves, Sequence, Step, Target, TargetGroup, Thrower, next};
use adjutant_engine::ids::Name;
use adjutant_engine::numbers::Face;

use crate::second::{Bowl, plain_batches};
use crate::support::law;

fn asked(edition: &str, target: &Target, facts: Facts, text: &str) -> Option<Prompt> {
    let sequence: Sequence = serde_json::from_str(text).expect(text);
    let batch = Batch { facts, ..Batch::new(&sequence) };
    next(&law(edition), target, &[batch]).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Edition, what is known, the question.
const TABLE: &[(&str, &str, &str)] = &[
    ("9", r#"{"attacks":{"each":"d6","weapons":2}}"#, "2 dice for the number of attacks"),
    ("9", r#"{"attacks":10}"#, "10 dice to hit; say what they need, such as `hit 3+`"),
    ("9", r#"{"attacks":10,"hit":{"needs":3}}"#, "10 dice to hit, 3+"),
    ("9", r#"{"attacks":1,"hit":{"needs":3,"add":[[-1,"moved"],[-1,"cover"]]}}"#, "1 die to hit, 4+"),
    ("8", r#"{"attacks":1,"hit":{"needs":3,"add":[[-1,"moved"],[-1,"cover"]]}}"#, "1 die to hit, 5+"),
    ("8", r#"{"attacks":2,"hit":{"needs":6,"add":[[-1,"moved"]]}}"#, "2 dice to hit, which no face does"),
    ("9", r#"{"attacks":3,"hit":{"needs":3,"roll":[3,4]}}"#, "1 die to hit, 3+"),
    (
        "9",
        r#"{"attacks":3,"hit":{"needs":3,"roll":[3,4,1]}}"#,
        "2 dice to wound; say what they need, such as `wound 4+`",
    ),
    ("9", r#"{"attacks":3,"hit":{"needs":3,"roll":[3,4,1]},"wound":{"needs":5}}"#, "2 dice to wound, 5+"),
    (
        "10",
        r#"{"attacks":3,"traits":["anti:4"],"hit":{"needs":3,"roll":[3,4,1]},"wound":{"needs":6}}"#,
        "2 dice to wound, 4+",
    ),
    (
        "9",
        r#"{"attacks":2,"traits":["auto-hit"],"wound":{"needs":4,"roll":[4,6]}}"#,
        "2 dice to save; say what they need, such as `save 3+ -1`",
    ),
    (
        "9",
        r#"{"attacks":2,"traits":["auto-hit"],"wound":{"needs":4,"roll":[4,6]},"save":[{"needs":3,"add":[[-1,"AP"]]}]}"#,
        "2 dice to save, 4+",
    ),
    (
        "9",
        r#"{"attacks":6,"traits":["auto-hit"],"wound":{"needs":4,"roll":[4,6,6,6,6,6]},"save":[{"needs":3}],"damage":3}"#,
        "5 to 6 dice to save, 3+",
    ),
    (
        "9",
        r#"{"attacks":1,"traits":["auto-hit"],"wound":{"needs":4,"roll":[4]},"save":[{"needs":3,"roll":[2]}],"damage":{"each":"2d6"}}"#,
        "2 dice for damage",
    ),
    (
        "9",
        r#"{"attacks":1,"traits":["auto-hit"],"wound":{"needs":4,"roll":[4]},"save":[{"needs":3,"roll":[2]}],"damage":3,"ignore":{"needs":6}}"#,
        "3 dice to ignore wounds, 6+",
    ),
    (
        "9",
        r#"{"attacks":1,"hit":{"needs":4,"roll":[1]},"mortal":{"each":"d3","times":2,"why":"Smite"}}"#,
        "2 dice for mortal wounds",
    ),
];

#[test]
fn every_step_says_how_many_dice_come_next() {
    for (edition, sequence, printed) in TABLE {
        let prompt = asked(edition, &Target::alike(5, 2), Facts::default(), sequence);
        assert_eq!(prompt.map(|prompt| prompt.to_string()).as_deref(), Some(*printed), "{sequence}");
    }
    let complete = r#"{"attacks":1,"hit":{"needs":4,"roll":[1]}}"#;
    assert_eq!(asked("9", &Target::alike(5, 2), Facts::default(), complete), None);
}

#[test]
fn the_number_of_attacks_may_be_printed() {
    assert_eq!(Prompt::how_many(0, None).to_string(), "how many attacks, such as `attacks 10`");
    assert_eq!(Prompt::how_many(0, Some(15)).to_string(), "how many attacks; the datasheets say `attacks 15`");
}

#[test]
fn who_throws() {
    let of = |text| asked("9", &Target::alike(5, 2), Facts::default(), text).map(|prompt| prompt.by);
    assert_eq!(of(r#"{"attacks":1}"#), Some(Thrower::Attacker));
    assert_eq!(of(r#"{"attacks":1,"traits":["auto-hit"],"wound":{"needs":4,"roll":[4]}}"#), Some(Thrower::Target));
}

#[test]
fn datasheets_offer_the_better_save() {
    let group = |save, invulnerable| TargetGroup {
        save: Some(save),
        invulnerable,
        toughness: Some(4),
        ..TargetGroup::new(Name::new("Guard").unwrap(), 3, 1)
    };
    let target = |group| Target { groups: vec![group].into(), models_when_selected: 3, attacked: None };
    let hurt = r#"{"attacks":1,"traits":["auto-hit"],"wound":{"roll":[6]}}"#;
    let printed = |save, invulnerable, ap| {
        let facts = Facts { strength: Some(4), ap: Some(ap), ..Facts::default() };
        asked("9", &target(group(save, invulnerable)), facts, hurt).map(|prompt| prompt.to_string())
    };
    assert_eq!(printed(3, None, -1).as_deref(), Some("1 die to save, 4+"));
    assert_eq!(printed(3, Some(4), -1).as_deref(), Some("1 die to save, 4+"));
    assert_eq!(printed(3, Some(4), -2).as_deref(), Some("1 die to save, 4+"));
    assert_eq!(printed(3, None, -4).as_deref(), Some("1 die to save, which no face does"));
    let facts = Facts { strength: Some(4), ..Facts::default() };
    let wounds = asked("9", &target(group(3, None)), facts, r#"{"attacks":2,"traits":["auto-hit"]}"#);
    assert_eq!(wounds.map(|prompt| prompt.to_string()).as_deref(), Some("2 dice to wound, 4+"));
}

#[test]
fn a_mixed_unit_has_to_say_whose_model_it_is() {
    let group = |name: &str| TargetGroup::new(Name::new(name).unwrap(), 2, 1);
    let target = Target { groups: vec![group("Boy"), group("Nob")].into(), models_when_selected: 4, attacked: None };
    let wounds = r#"{"attacks":2,"traits":["auto-hit"],"wound":{"needs":4,"roll":[4,4]},"save":[{"needs":4}]}"#;
    let prompt = asked("9", &target, Facts::default(), wounds).expect("saves are missing");
    assert_eq!(prompt.to_string(), "2 dice to save, 4+, for Boy or Nob: say whose, such as `of \"Boy\"`");
    let mut sequence: Sequence = serde_json::from_str(wounds).unwrap();
    let dice = |faces: &[i32], to: Option<&str>| Saves {
        roll: faces.iter().map(|face| Face::new(*face).unwrap()).collect(),
        to: to.map(|to| Name::new(to).unwrap()),
        ..Saves::default()
    };
    sequence.answer(Step::Save, dice(&[1], Some("Nob")));
    sequence.answer(Step::Save, dice(&[2], Some("Boy")));
    let law = law("9");
    assert_eq!(next(&law, &target, &[Batch::new(&sequence)]), Ok(None));
    let told = serde_json::to_string(&sequence.save).unwrap();
    assert_eq!(told, r#"[{"to":"Nob","needs":4,"roll":[1]},{"to":"Boy","needs":4,"roll":[2]}]"#);
}

/// Answering question after question gives the same sequence as throwing all dice at once.
#[test]
fn answers_lead_where_throwing_does() {
    for (edition, seed) in ["5", "8", "9", "10"].into_iter().flat_map(|e| (0..150u64).map(move |seed| (e, seed))) {
        let law = law(edition);
        let (target, sequence, saves, thrown) = plain_batches(&law, edition, seed);
        let mut bowl = Bowl::new(seed);
        let mut answered = Sequence { save: vec![saves], ..sequence };
        let mut questions = 0;
        loop {
            let prompt = next(&law, &target, &[Batch::new(&answered)]);
            let prompt = prompt.unwrap_or_else(|fault| panic!("{edition} {seed}: {fault}; {answered:?}"));
            let Some(prompt) = prompt else { break };
            questions += 1;
            assert!(questions < 500 && prompt.dice > 0, "{edition} {seed}: {prompt:?}");
            let dice = if prompt.step == Step::Save { 1 } else { prompt.dice };
            let roll = (0..dice).map(|_| Face::new(bowl.draw(prompt.step as usize, false)).unwrap()).collect();
            answered.answer(prompt.step, Saves { roll, ..Saves::default() });
        }
        let bare = |sequence: &Sequence| {
            let mut sequence = sequence.clone();
            sequence.save.retain(|saves| !saves.roll.is_empty());
            for roll in [&mut sequence.hit, &mut sequence.wound].into_iter().flatten() {
                roll.roll.shrink_to_fit();
            }
            sequence
        };
        assert_eq!(bare(&answered), bare(&thrown), "{edition} {seed}");
    }
}
