//! Lists that other people made: every one is read, its sums are those that it states, and it is judged.
//!
//! The files do not belong to the project. They are looked for in the folder that `ADJUTANT_REAL_DATA` names, else in
//! `../shared/data/real` beside the project; where neither exists the tests say so and pass.

mod support;

use std::path::PathBuf;

use adjutant_engine::side::Player;
use adjutant_rosters::check::{Severity, check};
use adjutant_rosters::import::{Import, ImportError, read};
use support::rules;

/// What a file states of itself: points, Power and Command points; then units and models, the catalogue's faction,
/// and the codes of the errors at the size that its player chose.
type Row = (&'static str, i32, i32, Option<i32>, usize, i32, &'static str, &'static [&'static str]);

const LISTS: [Row; 36] = [
    ("kroller_2kWendigo_death_guard_2000.ros", 2000, 109, Some(11), 13, 68, "DEATH GUARD", &[]),
    ("kroller_2kWendigo_death_guard_2000.rosz", 2000, 109, Some(11), 13, 68, "DEATH GUARD", &[]),
    ("prettyscribe_BloodAngels_test.ros", 625, 30, Some(1), 5, 16, "ADEPTUS ASTARTES", &["V-101", "V-201", "V-212"]),
    ("prettyscribe_CSMTest.rosz", 185, 11, Some(3), 2, 8, "CHAOS", &["V-101"]),
    ("prettyscribe_Chaos_Knight_Favour_Test.rosz", 530, 28, Some(6), 3, 3, "CHAOS KNIGHTS", &[]),
    ("prettyscribe_Gene_Stealers_Test.rosz", 1448, 82, Some(12), 17, 50, "GENESTEALER CULTS", &[]),
    ("prettyscribe_Grey_Knights_Test.rosz", 1539, 100, Some(18), 11, 37, "GREY KNIGHTS", &["V-101", "V-205"]),
    ("prettyscribe_Knights_Tests.rosz", 2650, 133, Some(18), 5, 5, "IMPERIAL KNIGHTS", &["V-101"]),
    ("prettyscribe_Necron_June_2021_2.ros", 620, 31, Some(3), 6, 31, "NECRONS", &["V-101", "V-201"]),
    ("prettyscribe_Ork_40k_Tests.rosz", 2690, 152, None, 30, 110, "ORKS", &["V-201"]),
    ("prettyscribe_Sisters_Test.rosz", 1837, 106, Some(12), 18, 56, "ADEPTUS MINISTORUM", &["V-209"]),
    ("prettyscribe_Tau_Invocations.rosz", 80, 4, Some(-2), 1, 3, "T'AU EMPIRE", &["V-205", "V-212"]),
    ("prettyscribe_Tau_Test.rosz", 2964, 165, None, 24, 85, "T'AU EMPIRE", &["V-201"]),
    ("prettyscribe_Tsons_cabal.rosz", 265, 14, Some(12), 2, 6, "THOUSAND SONS", &[]),
    ("prettyscribe_longweaponnames.rosz", 170, 8, Some(-3), 1, 1, "THOUSAND SONS", &["V-205", "V-212"]),
    ("prettyscribe_psychomancer.rosz", 480, 27, Some(3), 1, 1, "NECRONS", &["V-101", "V-205", "V-212"]),
    ("prettyscribe_resonance_barb_bug.rosz", 180, 9, Some(3), 2, 11, "TYRANIDS", &["V-101"]),
    ("prettyscribe_zoanthropes_bug.rosz", 450, 21, Some(-2), 3, 9, "TYRANIDS", &["V-205", "V-212"]),
    ("pwestling_GreyKnights.rosz", 620, 37, None, 2, 15, "IMPERIUM", &["V-205", "V-212"]),
    ("pwestling_ImmortalsGaussBlaster.rosz", 85, 4, None, 1, 5, "NECRONS", &["V-203", "V-212"]),
    ("pwestling_ImmortalsTeslaCarbine.rosz", 95, 4, None, 1, 5, "NECRONS", &["V-203", "V-212"]),
    ("pwestling_LychguardHyperphase.rosz", 140, 7, None, 1, 5, "NECRONS", &["V-203", "V-212"]),
    ("pwestling_LychguardWarscythe.rosz", 140, 7, None, 1, 5, "NECRONS", &["V-203", "V-212"]),
    ("pwestling_PlagueMarines9th.rosz", 120, 6, None, 1, 5, "DEATH GUARD", &["V-205", "V-212"]),
    ("yellowscribe_adepta-sororitas-celestine.rosz", 200, 10, Some(-2), 1, 3, "ADEPTA SORORITAS", &["V-205", "V-212"]),
    ("yellowscribe_sample-army.ros", 2000, 104, Some(6), 16, 58, "DEATH GUARD", &[]),
    ("yellowscribe_sample-army.rosz", 2000, 104, Some(6), 16, 58, "DEATH GUARD", &[]),
    ("yellowscribe_sample-character-units.ros", 275, 13, Some(-2), 3, 11, "", &["V-205", "V-209", "V-212"]),
    ("yellowscribe_sample-eliminators.ros", 150, 8, Some(10), 2, 6, "ADEPTUS ASTARTES", &["V-205", "V-212"]),
    ("yellowscribe_sample-grey-knights-land-raider.rosz", 265, 15, Some(-2), 1, 1, "GREY KNIGHTS", &["V-205", "V-212"]),
    ("yellowscribe_sample-rockgrinder.ros", 110, 6, Some(10), 1, 1, "GENESTEALER CULTS", &["V-212"]),
    ("yellowscribe_sample-servitors.rosz", 30, 2, Some(3), 1, 4, "ADEPTUS ASTARTES", &["V-205", "V-212"]),
    ("yellowscribe_sample-sm-bike-squad.rosz", 160, 9, Some(-2), 1, 5, "ADEPTUS ASTARTES", &["V-205", "V-212"]),
    ("yellowscribe_sample-sm-librarian-dreadnought.rosz", 150, 8, Some(-2), 1, 1, "BLOOD ANGELS", &["V-205", "V-212"]),
    ("yellowscribe_sample-sm-vanguard-vets.rosz", 154, 6, Some(-2), 1, 5, "ADEPTUS ASTARTES", &["V-205", "V-212"]),
    ("yellowscribe_sample-wound-track-monsters.ros", 1300, 63, Some(-2), 6, 6, "TYRANIDS", &["V-205", "V-212"]),
];

fn folder() -> PathBuf {
    let root = std::env::var_os("ADJUTANT_REAL_DATA").expect("ADJUTANT_REAL_DATA names the folder of real data");
    PathBuf::from(root).join("rosters")
}

fn import(name: &str) -> Result<Import, ImportError> {
    let path = folder().join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read(&bytes, Player::One)
}

fn models(import: &Import) -> i32 {
    import.roster.units().flat_map(|unit| &unit.models).map(|group| group.count.get()).sum()
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn every_list_is_read_as_it_states_itself() {
    for (name, points, power, command_points, units, number, faction, _) in LISTS {
        let import = import(name);
        let import = import.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(import.declared.points, Some(points), "{name}: points");
        assert_eq!(import.declared.power, Some(power), "{name}: Power");
        assert_eq!(import.declared.command_points, command_points, "{name}: Command points");
        assert_eq!((import.roster.units().count(), models(&import)), (units, number), "{name}: units, models");
        let stated = import.roster.faction.as_ref().map_or("", |faction| faction.as_str());
        assert_eq!(stated, faction, "{name}: faction");
        let power_of_units: i32 = import.roster.units().map(|unit| unit.power.get()).sum();
        assert_eq!(Some(import.roster.points()), import.counted.points, "{name}: every point is in a unit");
        assert_eq!(Some(power_of_units), import.counted.power, "{name}: all Power is in a unit");
        let inconsistent = name == "prettyscribe_psychomancer.rosz";
        assert_eq!(!import.differences.is_empty(), inconsistent, "{name}: {:?}", import.differences);
    }
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn every_file_has_its_row() {
    let folder = folder();
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort_unstable();
    files.retain(|file| file != "yellowscribe_empty-roster.rosz");
    let mut rows: Vec<&str> = LISTS.iter().map(|row| row.0).collect();
    rows.sort_unstable();
    assert_eq!(files, rows);
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn every_list_is_judged() {
    let rules = rules();
    for (name, .., expected) in LISTS {
        let import = import(name);
        let import = import.unwrap_or_else(|error| panic!("{name}: {error}"));
        let size = import.file.size.as_deref().unwrap_or("strike-force");
        let report = check(&import.roster, &rules, size, None).expect("a size of the pack");
        assert_eq!(support::codes(&report, Severity::Error), expected, "{name} at {size}: {:#?}", report.findings);
    }
}

/// Where the size is one of the book's, the Warlord leads, and no codex refunds a Detachment, the file counts as we do.
#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn command_points_are_what_the_files_count() {
    let of_codex = ["prettyscribe_Chaos_Knight_Favour_Test.rosz", "prettyscribe_Knights_Tests.rosz"];
    // Its battle size gives half of what the rules give.
    let odd = "yellowscribe_sample-servitors.rosz";
    let mut compared = 0;
    for (name, _, _, command_points, ..) in LISTS {
        let import = import(name);
        let import = import.unwrap_or_else(|error| panic!("{name}: {error}"));
        let Some(size) = import.file.size.as_deref().filter(|_| !of_codex.contains(&name) && name != odd) else {
            continue;
        };
        if import.file.net_costs == [Some(0)] && import.roster.warlord.is_none() {
            continue;
        }
        let left = adjutant_rosters::ledger::command_points(&import.roster, &rules(), size).expect("a size").left;
        assert_eq!(Some(left), command_points, "{name}");
        compared += 1;
    }
    assert_eq!(compared, 14, "lists with Command points to compare");
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn an_empty_list_is_refused() {
    let import = import("yellowscribe_empty-roster.rosz");
    let error = import.expect_err("no units").to_string();
    assert_eq!(error, "the list `New Roster` holds no units; add some and export it again");
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn twins_are_the_same_army() {
    for name in ["kroller_2kWendigo_death_guard_2000", "yellowscribe_sample-army"] {
        let (plain, zipped) = (import(&format!("{name}.ros")), import(&format!("{name}.rosz")));
        assert_eq!(plain.expect("the list").roster, zipped.expect("the archive").roster, "{name}");
    }
}

/// Two lists as the golden match states them, each unit as one group there.
#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn the_lists_of_the_golden_match() {
    let import = import("kroller_2kWendigo_death_guard_2000.ros");
    let roster = import.expect("the list").roster;
    let unit = |id: &str| roster.units().find(|unit| unit.id.as_str() == id).expect("the unit");
    let shape = |id: &str| {
        let unit = unit(id);
        let models: i32 = unit.models.iter().map(|group| group.count.get()).sum();
        let wounds: Vec<i32> = unit.models.iter().map(|group| group.wounds.get()).collect();
        (unit.datasheet.as_str(), models, wounds, unit.points.get(), unit.power.get())
    };
    assert_eq!(shape("a1"), ("Poxwalkers", 20, vec![1], 100, 5));
    assert_eq!(shape("a3"), ("Plague Marines", 5, vec![2, 2, 2], 105, 6));
    assert_eq!(shape("a5"), ("Blightlord Terminators", 7, vec![3, 3], 280, 20));
    assert_eq!(shape("a10"), ("Plagueburst Crawler", 1, vec![12], 175, 9));
    assert_eq!(shape("a13"), ("Typhus", 1, vec![6], 165, 9));
    assert_eq!(roster.warlord.as_ref().map(|warlord| warlord.unit.as_str()), Some("a12"));
}
