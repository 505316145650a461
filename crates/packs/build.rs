//! Builds the crate anew when a file is added to the shipped packs: embedding alone does not notice.

fn main() {
    println!("cargo::rerun-if-changed=missions");
}
