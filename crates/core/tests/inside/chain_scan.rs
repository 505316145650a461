//! Tests of `chain::scan` that need what only it sees.

use super::*;

fn fault(text: &str, form: Form) -> String {
    scan(text.as_bytes(), form).expect_err(text).to_string()
}

#[test]
fn every_fault_has_its_sentence() {
    for (text, form, part) in [
        (r#"{"a": 1}"#, Form::Canonical, "white space"),
        (r#"{"b":1,"a":1}"#, Form::Canonical, "out of order"),
        (r#"{"a":1,"a":1}"#, Form::Canonical, "stands twice"),
        (r#"{"a":1,"\u0061":1}"#, Form::Free, "stands twice"),
        ("{\"a\u{1F600}\":1,\"a\u{1F600}\":1}", Form::Canonical, "stands twice"),
        ("{\"\u{FF41}\":1,\"a\":1}", Form::Canonical, "out of order"),
        ("{\"a\":{\"\u{FF41}\":1,\"\u{1F600}\":1}}", Form::Canonical, "out of order"),
        (r#"{"a":"\/"}"#, Form::Canonical, "escape"),
        (r#"{"a":"\u0041"}"#, Form::Canonical, "escape"),
        (r#"{"a":"\u001F"}"#, Form::Canonical, "escape"),
        (r#"{"a":"\u000a"}"#, Form::Canonical, "escape"),
        (r#"{"a":"\ud800"}"#, Form::Free, "lone surrogate"),
        (r#"{"a":"\udc00"}"#, Form::Free, "lone surrogate"),
        (r#"{"a":-0}"#, Form::Free, "-0"),
        (r#"{"a":-0.0}"#, Form::Free, "-0"),
        (r#"{"a":1E2}"#, Form::Free, "exponent"),
        (r#"{"a":01}"#, Form::Free, "leading zeros"),
        (r#"{"a":1.5000}"#, Form::Free, "one to three decimals"),
        (r#"{"a":1.50}"#, Form::Canonical, "ends in 0"),
        (r#"{"a":9007199254740992}"#, Form::Free, "beyond"),
        (r#"{"a":18446744073709551616}"#, Form::Free, "beyond"),
        (r#"{"a":36893488147419103233}"#, Form::Canonical, "beyond"),
        (r#"{"a":1} x"#, Form::Free, "follows"),
        (r#"{"a":1"#, Form::Free, "`,` or `}`"),
        (r#"{"a""#, Form::Free, "`:`"),
        (r#"{a:1}"#, Form::Free, "key in quotes"),
        (r#"{"a":tru}"#, Form::Free, "value"),
        ("{\"a\":\"\u{1}\"}", Form::Free, "control character"),
    ] {
        assert!(fault(text, form).contains(part), "{text}: {}", fault(text, form));
    }
    assert!(scan(b"{\"a\":\"\xff\"}", Form::Free).expect_err("bytes").what.contains("UTF-8"));
    let deep = "[".repeat(100);
    assert!(fault(&deep, Form::Free).contains("64 deep"));
}

#[test]
fn plain_text_ends_where_it_ends_wherever_that_is() {
    for length in 0..40 {
        for end in [b'"', b'\\', 0, 0x1f] {
            let mut text = vec![b' '; length];
            text.extend([end, b'"', 0xff, 0x7f]);
            assert_eq!(plain_length(&text), length, "{end:#x} after {length}");
        }
        assert_eq!(plain_length(&vec![0xe4; length]), length);
    }
}

#[test]
fn keys_sort_by_utf16_units() {
    // U+1F600 is two surrogates (D83D …) and sorts before U+FF41, though its code point is larger.
    let text = "{\"\u{1F600}\":1,\"\u{FF41}\":2}";
    assert!(scan(text.as_bytes(), Form::Canonical).is_ok());
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(super::super::canonical(&value).unwrap(), text.as_bytes());
}
