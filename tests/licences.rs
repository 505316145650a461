//! Every crate that the workspace builds with comes from the public registry under a licence that `deny.toml` allows.
//! `cargo deny` says more, but is not everywhere; this needs nothing but cargo.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::support::project;

/// Whether a licence expression, such as `(MIT OR Apache-2.0) AND Unicode-3.0`, is met by what is allowed.
fn met(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let expression = expression.trim();
    // At the top level only: the depth of brackets counts.
    let split = |word: &str| -> Option<(usize, usize)> {
        let mut depth = 0_i32;
        expression.char_indices().find_map(|(at, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            (depth == 0 && expression[at..].starts_with(word)).then_some((at, at + word.len()))
        })
    };
    for word in [" OR ", "/", " AND "] {
        if let Some((end, start)) = split(word) {
            let (one, two) = (met(&expression[..end], allowed), met(&expression[start..], allowed));
            return if word == " AND " { one && two } else { one || two };
        }
    }
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => met(inner, allowed),
        None => allowed(expression),
    }
}

#[test]
fn expressions_are_read_as_spdx_means_them() {
    let allowed = |licence: &str| matches!(licence, "MIT" | "Unicode-3.0");
    for good in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "(MIT OR Apache-2.0) AND Unicode-3.0", "(MIT)"] {
        assert!(met(good, &allowed), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND BSD-3-Clause", ""] {
        assert!(!met(bad, &allowed), "{bad}");
    }
}

#[test]
fn every_crate_is_allowed() {
    let rules: toml::Table = std::fs::read_to_string(project().join("deny.toml")).unwrap().parse().unwrap();
    let texts = |value: &toml::Value| -> BTreeSet<String> {
        value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let allow = texts(&rules["licenses"]["allow"]);
    let exceptions = rules["licenses"]["exceptions"].as_array().unwrap();
    let registries = texts(&rules["sources"]["allow-registry"]);
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host]);
    let told = cargo.current_dir(project()).output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let metadata: Value = serde_json::from_slice(&told.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
        let name = package["name"].as_str().unwrap();
        let source = package["source"].as_str().unwrap().trim_start_matches("registry+");
        assert!(registries.contains(source), "{name} comes from {source}");
        let own = exceptions.iter().find(|exception| exception["crate"].as_str() == Some(name));
        let own = own.map(|exception| texts(&exception["allow"])).unwrap_or_default();
        let licence = package["license"].as_str().unwrap_or_default();
        let allowed = |licence: &str| allow.contains(licence) || own.contains(licence);
        assert!(met(licence, &allowed), "{name} is under {licence:?}, which deny.toml does not allow");
    }
    assert!(packages.len() > 100);
}
