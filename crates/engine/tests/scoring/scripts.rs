//! Scripts that a player can read: one file an objective, its least, its usual and its best value, and a refusal.
//!
//! The form is described in `tests/scripts/README.md`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::stage::play;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/scripts"))
}

/// Plays a script that is one case.
pub fn play_text(name: &str, text: &str) {
    let lines = text.lines().enumerate().map(|(n, l)| (n + 1, l.trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, l)| !l.is_empty() && !l.starts_with('#')).collect();
    play(name, "row", &lines);
}

/// Plays all cases of a file, which are these four at least.
fn run(name: &str) {
    let path = folder().join(format!("{name}.script"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().enumerate().map(|(n, l)| (n + 1, l.trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, l)| !l.is_empty() && !l.starts_with('#')).collect();
    let mut parts = lines.split(|(_, l)| l.starts_with("case "));
    let common = parts.next().unwrap_or(&[]);
    let names = lines.iter().filter_map(|(_, l)| l.strip_prefix("case "));
    let mut seen = BTreeSet::new();
    for (case, own) in names.zip(parts) {
        let all: Vec<_> = common.iter().chain(own).copied().collect();
        let judged = if case == "refused" { "refused " } else { "score " };
        assert!(own.iter().any(|(_, l)| l.starts_with(judged)), "{name}: case {case} judges nothing");
        play(name, case, &all);
        seen.insert(case);
    }
    for case in ["least", "usual", "capped", "refused"] {
        assert!(seen.contains(case), "{name}.script has no case {case}");
    }
}

macro_rules! scripts {
    ($($test:ident = $name:literal,)*) => {
        $(#[test] fn $test() { run($name); })*

        #[test]
        fn every_script_has_its_test() {
            let files = std::fs::read_dir(folder()).expect("the scripts").map(|f| f.expect("a file").path());
            let scripts = files.filter(|f| f.extension().is_some_and(|e| e == "script"));
            let there: BTreeSet<String> =
                scripts.map(|f| f.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
            let tested: BTreeSet<String> = [$($name),*].iter().map(|n| n.to_string()).collect();
            assert_eq!(there, tested);
            assert_eq!(tested.len(), 37, "two primaries and thirty-five secondaries");
        }
    };
}

scripts! {
    take_and_hold = "take-and-hold",
    domination = "domination",
    engage_on_all_fronts = "engage-on-all-fronts",
    linebreaker = "linebreaker",
    domination_secondary = "domination-secondary",
    thin_their_ranks = "thin-their-ranks",
    grind_them_down = "grind-them-down",
    while_we_stand_we_fight = "while-we-stand-we-fight",
    titan_hunter = "titan-hunter",
    bring_it_down = "bring-it-down",
    cut_off_the_head = "cut-off-the-head",
    assassinate = "assassinate",
    raise_the_banners_high = "raise-the-banners-high",
    investigate_sites = "investigate-sites",
    deploy_scramblers = "deploy-scramblers",
    teleport_homer = "teleport-homer",
    abhor_the_witch = "abhor-the-witch",
    mental_interrogation = "mental-interrogation",
    psychic_ritual = "psychic-ritual",
    pierce_the_veil = "pierce-the-veil",
    outflank = "outflank",
    secure_landing_sites = "secure-landing-sites",
    raid_supply_lines = "raid-supply-lines",
    centre_ground = "centre-ground",
    ascend = "ascend",
    forward_push = "forward-push",
    inload_data_psalm = "inload-data-psalm",
    minimise_losses = "minimise-losses",
    recon_sweep = "recon-sweep",
    raze = "raze",
    data_intercept = "data-intercept",
    surround_them = "surround-them",
    vital_ground = "vital-ground",
    strategic_scan = "strategic-scan",
    overrun = "overrun",
    direct_assault = "direct-assault",
    priority_targets = "priority-targets",
}
