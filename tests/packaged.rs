//! What `.ci/packages` reads: the metadata of the `.deb`, the unit for `serve`, and the templates that it fills.

use std::process::Command;

use crate::support::{World, project};

fn text(path: &str) -> String {
    std::fs::read_to_string(project().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The places that the metadata of the `.deb` gives.
fn places() -> Vec<(String, String)> {
    let manifest: toml::Table = text("crates/cli/Cargo.toml").parse().expect("TOML");
    let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array().expect("assets").clone();
    let word = |asset: &toml::Value, at: usize| asset[at].as_str().expect("a word").to_owned();
    assets.iter().map(|asset| (word(asset, 0), word(asset, 1))).collect()
}

#[test]
fn what_the_packages_install_is_what_the_script_makes() {
    let script = text(".ci/packages") + &text(".ci/parts.py");
    for (asset, place) in places() {
        let name = asset.rsplit('/').next().expect("a name").trim_start_matches("*.1");
        assert!(script.contains(name), "nothing makes {asset}");
        assert!(place.starts_with("usr/"), "{place}");
        let installed = place.rsplit('/').find(|part| !part.is_empty()).expect("a folder");
        let spec = text("packaging/rpm/adjutant.spec.in");
        let elsewhere = ["vendor-completions", "adjutant", "_adjutant"].contains(&installed);
        assert!(elsewhere || spec.contains(installed), "the .rpm installs nothing like {place}");
    }
}

#[test]
fn the_unit_serves_the_event_that_it_is_named_after() {
    let unit = text("packaging/deb/adjutant-serve@.service");
    let starts = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/bin/adjutant ")).expect("a program");
    let world = World::new();
    world.write("players.csv", "name\nAda\nBo\n");
    world.run("event new gt --name GT --rounds 1 --seed 1").ends(0);
    // It knows the verb and looks for the event; nothing listens, because there is none of that name.
    world.run(&starts.replace("%i", "nobody")).ends(1).says("nobody");
}

/// A name that nobody fills would be handed out as it stands.
#[test]
fn every_template_is_filled() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("left out: python3 is not installed; the templates were not filled");
        return;
    }
    let world = World::new();
    world.write("adjutant-1.2.3-x86_64-linux.tar.gz", "an archive");
    let folders = ["homebrew", "winget", "rpm"].map(|folder| project().join("packaging").join(folder));
    let mut count = 0;
    for template in folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("templates")) {
        let template = template.expect("a template").path();
        let mut command = Command::new("python3");
        command.current_dir(project()).arg(".ci/parts.py").arg("fill").arg(&template).arg(world.path("")).arg("1.2.3");
        let filled = command.env("RELEASE_HOME", "https://home.test").output().expect("python3");
        let (out, err) = (String::from_utf8_lossy(&filled.stdout), String::from_utf8_lossy(&filled.stderr));
        assert!(filled.status.success(), "{}: {err}", template.display());
        assert!(!out.contains("@VERSION@") && out.contains("1.2.3"), "{out}");
        let sum = "0000000000000000";
        assert_eq!(out.contains(sum), err.contains("left out"), "a sum that is missing is said: {err}");
        count += 1;
    }
    assert_eq!(count, 5);
}
