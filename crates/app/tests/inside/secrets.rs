//! Tests of `secrets` that need what only it sees.

use super::*;

fn secret(value: u8) -> (Hash, Secret) {
    let secret = Secret { of: "match m".into(), salt: "00".repeat(16), value: value.into() };
    (Hash::of(&[value]), secret)
}

#[test]
fn what_is_kept_is_found_until_it_is_dropped() {
    let data = tempfile::tempdir().unwrap();
    let vault = Vault::of(&data.path().join("new"));
    let (digest, first) = secret(1);
    assert_eq!(vault.find(digest).unwrap(), None);
    vault.keep(digest, &first).unwrap();
    // Another program keeps another secret; neither touches the other's.
    let (other, second) = secret(2);
    Vault::of(&data.path().join("new")).keep(other, &second).unwrap();
    assert_eq!(vault.find(digest).unwrap(), Some(first));
    assert_eq!(vault.find(other).unwrap(), Some(second.clone()));
    vault.drop(digest).unwrap();
    vault.drop(digest).unwrap();
    assert_eq!(vault.find(digest).unwrap(), None);
    assert_eq!(vault.find(other).unwrap(), Some(second));
    let left: Vec<_> = std::fs::read_dir(data.path().join("new/secrets")).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing half-written stays: {left:?}");
}

#[cfg(unix)]
#[test]
fn only_this_account_reads_it_and_no_link_is_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("secrets");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    std::fs::create_dir(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    let vault = Vault::of(data.path());
    let (digest, kept) = secret(1);
    vault.keep(digest, &kept).unwrap();
    assert_eq!((mode(&folder), mode(&vault.path(digest))), (0o700, 0o600));
    // A link in the place of the file is replaced, and what it points to is left alone.
    let (linked, kept) = secret(2);
    let target = data.path().join("target");
    std::fs::write(&target, "mine").unwrap();
    symlink(&target, vault.path(linked)).unwrap();
    assert!(vault.find(linked).is_err());
    vault.keep(linked, &kept).unwrap();
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "mine");
    assert_eq!(vault.find(linked).unwrap(), Some(kept.clone()));
    let elsewhere = tempfile::tempdir().unwrap();
    symlink(&folder, elsewhere.path().join("secrets")).unwrap();
    assert!(Vault::of(elsewhere.path()).keep(linked, &kept).is_err(), "the folder is a link");
}

#[test]
fn a_damaged_secret_is_told_with_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let vault = Vault::of(data.path());
    let (digest, kept) = secret(1);
    vault.keep(digest, &kept).unwrap();
    std::fs::write(vault.path(digest), "").unwrap();
    let error = vault.find(digest).unwrap_err();
    assert!(error.message().contains(&digest.to_string()), "{error}");
    assert!(error.hint().unwrap().contains("take the commitment back"));
}
