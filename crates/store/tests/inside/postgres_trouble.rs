//! Tests of `postgres::trouble` that need what only it sees.

use super::*;

/// The table of `docs/scale.md`, row by row.
#[test]
fn each_state_has_its_meaning() {
    let place = Place::parse("postgres://anna:secret@h/d?realm=a".as_ref()).unwrap();
    let told = |state: &str| Trouble::of_state(state, "words".to_owned()).told(&place);
    assert_eq!(Trouble::of_state("23505", String::new()), Trouble::Taken);
    assert_eq!(Trouble::of_state("23503", String::new()), Trouble::Taken);
    for state in ["40001", "40P01"] {
        assert!(matches!(told(state), StoreError::Busy(_)), "{state}");
    }
    for state in ["42501", "25006"] {
        assert!(matches!(told(state), StoreError::ReadOnly(_)), "{state}");
        assert!(told(state).hint().contains("standby"), "{state}");
    }
    for state in ["53300", "57P01", "57P02", "57P03", "08000", "08006", "40003"] {
        assert!(matches!(told(state), StoreError::Offline { .. }), "{state}");
    }
    assert!(matches!(told("53100"), StoreError::Full(_)));
    assert!(matches!(told("55P03"), StoreError::Busy(_)));
    assert!(told("57014").to_string().contains("longer than a minute"));
    assert!(matches!(told("42P01"), StoreError::NotOurs(_)));
    assert!(matches!(told("28P01"), StoreError::NoAccess { .. }));
    assert!(matches!(told("23514"), StoreError::Corrupt { .. }));
    assert_eq!(told("XX000").to_string(), "postgres://anna@h/d?realm=a: words (XX000)");
}
