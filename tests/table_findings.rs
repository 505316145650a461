//! What players found at the table and what no other test shows: bug 42.

use crate::support::World;

/// 42: one of anything is not several.
#[test]
fn one_of_anything_stands_in_the_singular() {
    let world = World::new();
    world.run("match simulate s --seed 4 --depth facts").ends(0);
    let shown = world.run("match show s --why").ends(0).out;
    let wrong = ["1 models", "1 markers", "1 times", "1 units", "1 are "];
    let plain = shown.split(|c: char| !c.is_ascii_alphanumeric() && c != ' ').collect::<Vec<_>>();
    for words in wrong {
        let named =
            plain.iter().any(|text| text.trim_start().starts_with(words) || text.contains(&format!(" {words}")));
        assert!(!named, "{words}: {shown}");
    }
}
