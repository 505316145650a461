//! Printed examples of attacks, each a row of `rows.json`: what is thrown, and what comes of it.

use adjutant_engine::attack::{
    Amount, Batch, Facts, JudgedSaves, Law, Outcome, Sequence, Target, TargetGroup, resolve,
};
use adjutant_engine::ids::Name;
use serde::Deserialize;

use crate::support::law;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    law: String,
    target: Vec<Group>,
    #[serde(default)]
    selected: Option<u32>,
    volley: Vec<Sequence>,
    #[serde(default)]
    facts: Vec<KnownFacts>,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    name: String,
    models: u32,
    #[serde(default = "one")]
    wounds: u32,
    #[serde(default)]
    hurt: u32,
    #[serde(default)]
    toughness: Option<i32>,
    #[serde(default)]
    save: Option<i32>,
    #[serde(default)]
    invulnerable: Option<i32>,
    #[serde(default)]
    attached: bool,
}

fn one() -> u32 {
    1
}

/// For which attacks what changes a saving throw is judged.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Manner {
    #[default]
    Unjudged,
    Ranged,
    Close,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KnownFacts {
    hit_needs: Option<i32>,
    strength: Option<i32>,
    ap: Option<i32>,
    damage: Option<Amount>,
    saves: Manner,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Expect {
    Fault(String),
    Outcome(Expected),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[serde(default)]
    attacks: Option<Vec<u32>>,
    #[serde(default)]
    hits: Option<Vec<u32>>,
    #[serde(default)]
    wounds: Option<Vec<u32>>,
    #[serde(default)]
    mortal: Option<Vec<u32>>,
    #[serde(default)]
    backfires: Option<Vec<u32>>,
    #[serde(default)]
    ignored: Option<Vec<u32>>,
    #[serde(default)]
    lost: Option<u32>,
    destroyed: Vec<u32>,
    #[serde(default)]
    hurt: Option<Vec<u32>>,
}

pub fn target(groups: &[Group], selected: Option<u32>) -> Target {
    let groups: Vec<TargetGroup> = groups
        .iter()
        .map(|group| TargetGroup {
            hurt: group.hurt,
            toughness: group.toughness,
            save: group.save,
            invulnerable: group.invulnerable,
            attached: group.attached,
            ..TargetGroup::new(Name::new(&group.name).expect("a name"), group.models, group.wounds)
        })
        .collect();
    let models = groups.iter().map(|group| group.models).sum();
    Target { groups: groups.into(), models_when_selected: selected.unwrap_or(models), attacked: None }
}

fn resolved(law: &Law, row: &Row) -> Result<Outcome, String> {
    let facts = |index: usize| row.facts.get(index).copied().unwrap_or_default();
    let batches: Vec<Batch<'_>> = row
        .volley
        .iter()
        .enumerate()
        .map(|(index, sequence)| {
            let KnownFacts { hit_needs, strength, ap, damage, saves } = facts(index);
            let saves = match saves {
                Manner::Unjudged => JudgedSaves::No,
                Manner::Ranged => JudgedSaves::Ranged,
                Manner::Close => JudgedSaves::Close,
            };
            Batch {
                facts: Facts { hit_needs, strength, ap, damage, saves, ..Facts::default() },
                ..Batch::new(sequence)
            }
        })
        .collect();
    resolve(law, &target(&row.target, row.selected), &batches).map_err(|fault| {
        assert!(!fault.to_string().is_empty() && !fault.hint().is_empty());
        fault.kind.code().to_owned()
    })
}

pub fn check(text: &str) -> Vec<String> {
    let rows: Vec<Row> = serde_json::from_str(text).expect("the table reads");
    assert!(!rows.is_empty());
    for row in &rows {
        let outcome = resolved(&law(&row.law), row);
        match (&row.expect, outcome) {
            (Expect::Fault(code), Err(got)) => assert_eq!(got, *code, "{}", row.id),
            (Expect::Fault(code), Ok(got)) => panic!("{}: not refused as {code}: {got:?}", row.id),
            (Expect::Outcome(_), Err(got)) => panic!("{}: refused as {got}", row.id),
            (Expect::Outcome(expected), Ok(got)) => agree(&row.id, expected, &got),
        }
    }
    rows.into_iter().map(|row| row.id).collect()
}

fn agree(id: &str, expected: &Expected, got: &Outcome) {
    let column = |pick: fn(&adjutant_engine::attack::Tally) -> u32| got.tallies.iter().map(pick).collect::<Vec<_>>();
    let columns = [
        ("attacks", &expected.attacks, column(|t| t.attacks)),
        ("hits", &expected.hits, column(|t| t.hits)),
        ("wounds", &expected.wounds, column(|t| t.wounds)),
        ("mortal", &expected.mortal, column(|t| t.mortal)),
        ("backfires", &expected.backfires, column(|t| t.backfires)),
        ("ignored", &expected.ignored, column(|t| t.ignored)),
    ];
    for (name, expected, got) in columns {
        assert!(expected.as_ref().is_none_or(|expected| *expected == got), "{id}: {name} {expected:?}, got {got:?}");
    }
    assert_eq!(got.destroyed, expected.destroyed, "{id}: destroyed; {got:?}");
    assert!(expected.hurt.as_ref().is_none_or(|hurt| *hurt == got.hurt), "{id}: hurt {:?}", got.hurt);
    assert!(expected.lost.is_none_or(|lost| lost == got.wounds_lost), "{id}: lost {}", got.wounds_lost);
}

#[test]
fn every_printed_attack() {
    let ids = check(include_str!("rows.json"));
    for wanted in [
        "G-12", "G-13", "G-14", "G-15", "G-16", "G-31", "G-33", "G-34", "G-35", "G-36", "G-37", "G-38", "G-39", "G-40",
        "G-41", "G-43", "G-44", "G-45", "G-48", "G-52", "G-53", "G-54", "G-58", "G-76", "G-78", "G-82", "G-83", "G-84",
        "G-85", "G-128", "G-131", "G-133", "G-134", "G-142", "G-143", "G-147", "G-149", "G-153", "T-29", "T-55",
    ] {
        assert!(ids.iter().any(|id| id == wanted || id.starts_with(&format!("{wanted} "))), "no row for {wanted}");
    }
}
