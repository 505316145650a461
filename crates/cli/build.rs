//! Packs the schemas, a megabyte of JSON that few ever ask for, and notes the commit for `--version`: what
//! `ADJUTANT_COMMIT` says, or git where these files are in a repository of their own.

use std::io::Write;
use std::path::Path;
use std::process::Command;

fn main() -> std::io::Result<()> {
    pack_schemas()?;
    note_commit();
    Ok(())
}

/// Every schema as `OUT_DIR/NAME.schema.json.z`.
fn pack_schemas() -> std::io::Result<()> {
    let (from, out) = (Path::new(&folder()).join("../../schemas"), std::env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo::rerun-if-changed={}", from.display());
    for file in std::fs::read_dir(from)?.collect::<Result<Vec<_>, _>>()? {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".schema.json") {
            let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            packed.write_all(&std::fs::read(file.path())?)?;
            std::fs::write(Path::new(&out).join(format!("{name}.z")), packed.finish()?)?;
        }
    }
    Ok(())
}

fn note_commit() {
    println!("cargo::rerun-if-env-changed=ADJUTANT_COMMIT");
    if std::env::var_os("ADJUTANT_COMMIT").is_some() {
        return;
    }
    // Files that were unpacked inside another repository are of no commit of it.
    let here = Path::new(&folder()).join("../..").canonicalize().ok();
    let top = git(&["rev-parse", "--show-toplevel"]).and_then(|top| Path::new(&top).canonicalize().ok());
    if here.is_none() || top != here {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    // What changes with every commit, and with another one that is checked out.
    for changes in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--path-format=absolute", "--git-path", changes]);
        if let Some(path) = path.filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    if let Some(commit) = git(&["rev-parse", "HEAD"]) {
        println!("cargo::rustc-env=ADJUTANT_COMMIT={commit}");
    }
}

/// The folder of this crate.
fn folder() -> String {
    std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()
}

/// What git says; nothing where it is not here, or knows of no repository.
fn git(words: &[&str]) -> Option<String> {
    let said = Command::new("git").args(words).current_dir(folder()).output().ok()?;
    let line = String::from_utf8(said.stdout).ok()?;
    said.status.success().then(|| line.trim().to_owned())
}
