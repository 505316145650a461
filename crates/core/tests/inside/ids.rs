//! Tests of `ids` that need what only it sees.

use super::*;

#[test]
fn what_people_type_is_trimmed_and_what_a_log_holds_is_not() {
    assert_eq!(Name::new("  Anna ").unwrap().as_str(), "Anna");
    assert!(serde_json::from_str::<Name>(r#"" Anna""#).is_err());
    assert!(serde_json::from_str::<Name>(r#""Anna""#).is_ok());
    assert!(serde_json::from_str::<Name>("\"An\\u202ena\"").is_err());
}

/// The short way for plain ASCII says what the long way for any script says.
#[test]
fn a_plain_name_is_judged_as_a_name_of_any_script_is() {
    let bytes = || (0..=0x7f).map(char::from);
    let mut texts = vec![String::new()];
    texts.extend(bytes().map(String::from));
    texts.extend(bytes().flat_map(|one| bytes().map(move |other| format!("{one}{other}"))));
    texts.extend(bytes().map(|c| format!("a{c}b")));
    texts.extend((118..123).flat_map(|length| ["a", " a", "\u{b}"].map(|text| text.repeat(length))));
    for text in texts {
        assert_eq!(is_name(&text), is_line_of_any_script(&text, NAME_LENGTH_MAX), "{text:?}");
    }
}

#[test]
fn names_are_alike_whatever_their_case_in_any_script() {
    assert!(are_alike("Iron Guard", "IRON guard") && are_alike("Élite", "ÉLITE"));
    // The sign for kelvin is a small k once both are written small.
    assert!(are_alike("Tan\u{212a}", "tank") && are_alike("tank", "Tan\u{212a}"));
    assert!(!are_alike("Iron Guard", "Iron Guards") && !are_alike("Elite", "Élite") && !are_alike("@", "`"));
}

#[test]
fn ids_keep_to_their_alphabet() {
    for good in ["a1", "gt-r1-t04", "x.y_z", &"a".repeat(64)] {
        assert!(UnitId::new(good).is_ok(), "{good}");
    }
    for bad in ["", "A1", "a b", "ä", &"a".repeat(65), "a/b"] {
        assert!(UnitId::new(bad).is_err(), "{bad}");
    }
}
