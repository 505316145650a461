//! Makes a key, signs the head of a match, verifies it: `cargo run -p adjutant-app --example verify_signature`.

use adjutant_app::keys;
use adjutant_core::signature::{Statement, verify};
use adjutant_core::{Hash, Player};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let key = keys::create(folder.path())?;

    let (first, head) = (Hash::of(b"the first record"), Hash::of(b"the last record"));
    let accepted = Statement::of_match(first, Player::One, head);
    let signature = key.sign(&accepted);
    assert!(verify(&key.public(), &signature, &accepted));
    assert!(!verify(&key.public(), &signature, &Statement::of_match(first, Player::Two, head)), "said by another");
    assert!(!verify(&key.public(), &signature, &Statement::of_match(first, Player::One, first)), "another head");
    println!("{} signed {head}", keys::load(folder.path())?.public());
    Ok(())
}
