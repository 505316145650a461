//! Packs that are refused, each for the fault that its folder is called after.
//!
//! A folder of `tests/invalid/` holds the files that differ from the shipped pack `border-war`: they are laid over it.

use std::fs;
use std::path::{Path, PathBuf};

use adjutant_packs::{Fault, PackSource, read, shipped_files};

/// Folder, file, and words of the fault.
const FAULTS: &[(&str, &str, &str)] = &[
    ("action-that-nothing-enables", "actions/light-candle.json", "no objective and no mission enables"),
    ("arrivals-after-the-battle", "pack.json", "units arrive in rounds 2 to 5 of 4"),
    ("award-after-the-last-round", "objectives/hold-the-march.json", "begins in round 5; the last is 4"),
    ("award-of-an-action-not-enabled", "objectives/light-the-beacons.json", "does not enable `light-beacon`"),
    ("award-without-its-action", "objectives/light-the-beacons.json", "names its `action`"),
    ("award-worth-nothing", "objectives/cut-the-supplies.json", "it brings nothing in `the-ford`"),
    ("board-of-another-size", "incursion/the-ford.json", "the board of this size is [44, 30]"),
    ("cap-out-of-reach", "objectives/hold-the-march.json", "15 is the most that can be reached in `twin-bridges`"),
    ("condition-never-true", "objectives/hold-the-march.json", "a `condition` is never true in `the-ford`"),
    ("drawn-more-markers-than-there-are", "incursion/twin-bridges.json", "3 markers are drawn among 2"),
    ("edges-not-opposite", "incursion/the-ford.json", "opposite each other"),
    ("effect-without-a-marker", "actions/light-beacon.json", "effect is on a marker"),
    ("file-outside-the-folders", "maps/the-ford.json", "a mission of this size lies in the folder `incursion`"),
    ("kind-against-its-moments", "objectives/cut-the-supplies.json", "the objective is `end-game`"),
    ("label-on-no-marker", "objectives/cut-the-supplies.json", "no marker of `the-ford` has the label `Z`"),
    ("label-table-without-an-action", "objectives/cut-the-supplies.json", "use it at `action-completed` only"),
    ("marker-and-spots", "actions/light-beacon.json", "not both"),
    ("marker-ids-out-of-order", "incursion/the-ford.json", "m3 is due"),
    ("marker-leaves-after-the-battle", "incursion/twin-bridges.json", "after the last battle round, which is 4"),
    ("marker-not-central", "incursion/the-ford.json", "does not lie in the centre"),
    ("marker-not-in-its-zone", "incursion/the-ford.json", "the marker lies in no zone"),
    ("marker-off-the-board", "incursion/the-ford.json", "does not lie on the board"),
    ("marker-territory-without-territories", "incursion/the-ford.json", "the marker lies in no territory"),
    ("marker-zone-left-out", "incursion/the-ford.json", "the marker lies in the zone of side a"),
    ("mission-file-misnamed", "incursion/the-ford.json", "has to be called `the-fjord.json`"),
    ("mission-in-the-wrong-folder", "strike-force/the-ford.json", "lies in the folder `incursion`"),
    ("more-moves-than-markers", "incursion/the-ford.json", "2 moves of 1 markers"),
    ("not-json", "objectives/cut-the-supplies.json", "expected `:`"),
    ("noted-models-without-setup", "objectives/cut-the-supplies.json", "needs a `setup` that notes models"),
    ("objective-that-no-mission-offers", "objectives/hold-everything.json", "no mission of this pack offers"),
    ("objective-without-awards", "objectives/cut-the-supplies.json", "without awards brings nothing"),
    ("primary-at-another-moment", "objectives/hold-the-march.json", "judged at `own-command-phase-end`"),
    ("primary-of-another-category", "incursion/the-ford.json", "of the category `primary`"),
    ("psychic-without-a-test", "actions/light-beacon.json", "a psychic action has `psychic`"),
    ("range-of-no-marker", "actions/light-beacon.json", "`in-range-of-marker` needs a `marker`"),
    ("roll-taken", "incursion/twin-bridges.json", "D33 22 rolls `the-ford` already"),
    ("rule-that-never-holds", "incursion/the-watchtower.json", "its condition can never be true"),
    ("size-missing", "incursion/the-ford.json", "`pack.json` does not have this size"),
    ("table-not-rising", "objectives/light-the-beacons.json", "rise by `at_least`"),
    ("table-row-out-of-reach", "objectives/light-the-beacons.json", "the row from 9 on is never reached"),
    (
        "tag-that-no-rule-gives",
        "objectives/toll-of-the-crossing.json",
        "no rule of `the-ford` makes a marker `priority`",
    ),
    ("terrain-named-twice", "incursion/the-ford.json", "another piece has this name"),
    ("terrain-off-the-board", "incursion/the-ford.json", "the corner [46, 4] does not lie on the board"),
    ("terrain-on-a-marker", "incursion/the-ford.json", "it stands on m2"),
    ("terrain-without-an-outline", "incursion/the-ford.json", "touches or crosses itself"),
    ("territory-that-no-map-draws", "objectives/cut-the-supplies.json", "`the-ford` draws no territories"),
    ("too-few-categories", "incursion/the-ford.json", "offers 3 categories of secondary objectives; 4 are chosen"),
    ("total-out-of-reach", "pack.json", "100 cannot be reached: the caps of its parts add up to 65"),
    ("two-markers-at-one-place", "incursion/the-ford.json", "m3 lies at the same place"),
    ("unknown-action-of-a-mission", "incursion/the-ford.json", "no action `raze-objective`"),
    ("unknown-action-of-an-objective", "objectives/light-the-beacons.json", "no action `light-candle`"),
    ("unknown-field", "incursion/the-ford.json", "unknown field `weather`"),
    ("unknown-moment", "objectives/cut-the-supplies.json", "unknown variant `tea-time`"),
    ("unknown-primary", "incursion/the-ford.json", "no objective `take-and-hold`"),
    ("unknown-quantity", "objectives/cut-the-supplies.json", "unknown variant `luck`"),
    ("unknown-secondary", "incursion/the-ford.json", "no objective `outflank`"),
    ("zone-crosses-itself", "incursion/the-ford.json", "touches or crosses itself"),
    ("zone-off-the-board", "incursion/the-ford.json", "the corner [10, 31] does not lie on the board"),
    ("zones-not-symmetric", "incursion/the-ford.json", "one area is not the other turned"),
];

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invalid")
}

/// The files below a folder, by their paths inside it.
fn files(folder: &Path, below: &str, found: &mut Vec<PackSource>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let path = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{path}/"), found);
        } else {
            found.push(PackSource { path, bytes: fs::read(entry.path()).expect("a file") });
        }
    }
}

fn faults_of(sample: &str) -> Vec<Fault> {
    let mut over = Vec::new();
    files(&samples().join(sample), "", &mut over);
    let mut pack = shipped_files("border-war");
    pack.retain(|file| over.iter().all(|other| other.path != file.path));
    pack.extend(over);
    read(&pack).err().unwrap_or_default()
}

#[test]
fn every_sample_is_refused_for_the_fault_of_its_name() {
    let mut wrong = Vec::new();
    for (sample, file, words) in FAULTS {
        let faults = faults_of(sample);
        if !faults.iter().any(|fault| fault.file == *file && fault.fault.contains(words) && !fault.place.is_empty()) {
            wrong.push(format!("{sample}: {faults:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_has_its_line_here() {
    let mut folders: Vec<String> = fs::read_dir(samples())
        .expect("the samples")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    folders.sort();
    let listed: Vec<&str> = FAULTS.iter().map(|(sample, _, _)| *sample).collect();
    assert_eq!(folders, listed);
}

#[test]
fn a_pack_without_its_common_file_is_refused() {
    let faults = read(&[]).expect_err("an empty folder");
    assert_eq!(faults[0].to_string(), "pack.json: the pack: `pack.json` is missing or cannot be read");
}
