//! Tests of `chain` that need what only it sees.

use super::*;

fn record(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("test input")
}

/// The canonical form by the library alone, which the quick way has to agree with.
fn form_of<T: Serialize>(value: &T) -> Vec<u8> {
    let form = serde_json_canonicalizer::to_vec(value).expect("JSON");
    assert_eq!(canonical(value).expect("JSON"), form);
    form
}

#[test]
fn a_sealed_chain_verifies_and_every_changed_byte_is_found() {
    let (first, link) =
        seal(record(r#"{"at":"2026-11-21T09:02:11Z","by":"one","do":{"note":{"text":"ä\n"}}}"#), Link::START).unwrap();
    let (second, _) = seal(record(r#"{"at":"2026-11-21T09:02:12Z","by":"two","do":{"end":{}}}"#), link).unwrap();
    assert!(verify_line(&second, link).is_ok());
    assert!(verify_line(&second, Link::START).is_err());
    for index in 0..first.len() {
        for flip in [1u8, 0x20, 0x80] {
            let mut changed = first.clone();
            changed[index] ^= flip;
            assert!(verify_line(&changed, Link::START).is_err(), "byte {index} changed by {flip:#x} went unseen");
        }
    }
}

#[test]
fn the_hash_is_that_of_the_record_without_it() {
    let (line, link) = seal(record(r#"{"do":{"end":{}},"zz":1}"#), Link::START).unwrap();
    let mut fields: Map<String, Value> = serde_json::from_slice(&line).unwrap();
    fields.remove("hash");
    assert_eq!(Hash::of(&form_of(&fields)), link.hash);
}

#[test]
fn the_hash_stands_in_its_place_whatever_the_other_keys_are() {
    for keys in [vec![], vec!["a"], vec!["z"], vec!["hasg", "hashh", "ha"], vec!["é", "\u{ffff}", "\u{10000}", "\"q\\"]]
    {
        let fields: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), Value::from(1))).collect();
        let (line, _) = seal(fields, Link::START).unwrap();
        let whole: Map<String, Value> = serde_json::from_slice(&line).unwrap();
        assert_eq!(line, form_of(&whole), "{keys:?}");
    }
}

#[test]
fn a_command_is_sealed_alike_in_whatever_order_it_is_written() {
    #[derive(Serialize)]
    struct Ordered<T> {
        a: T,
        b: Option<T>,
    }
    #[derive(Serialize)]
    struct Unordered<T> {
        b: Option<T>,
        a: T,
    }
    let texts = ["", "\u{0}\u{1f}\u{7f}\u{80}", "\u{2028}\"\\/\u{8}\u{c}\n\r\t", "é\u{ffff}\u{10000}", "山田"];
    let values = ["0", "-1", "1.0", "2.5", "1e30", "9007199254740993", r#"{"é":1,"\u0007":[0.0,{}]}"#];
    let values = values.map(|value| serde_json::from_str::<Value>(value).expect("test input"));
    let link = Link { seq: 41, hash: Hash::of(b"x") };
    for value in texts.map(Value::from).into_iter().chain(values) {
        let at = Timestamp::parse("2026-11-21T09:00:00Z").unwrap();
        let ordered = Ordered { a: value.clone(), b: Some(value.clone()) };
        let unordered = Unordered { b: Some(value.clone()), a: value.clone() };
        let sealed = seal_command(at, &"both", &ordered, link).unwrap();
        assert_eq!(seal_command(at, &"both", &unordered, link).unwrap(), sealed, "{value}");
        let fields = serde_json::json!({"at": at, "by": "both", "do": {"a": value, "b": value}});
        assert_eq!(seal(fields.as_object().unwrap().clone(), link).unwrap(), sealed, "{value}");
        let whole: Value = serde_json::from_slice(&sealed.0).unwrap();
        assert_eq!(sealed.0, form_of(&whole), "{value}");
    }
}

#[test]
fn a_record_is_sealed_in_its_canonical_form_however_it_serializes() {
    let texts = ["", "\u{0}\u{1f}\u{7f}\u{80}", "\u{2028}\"\\/\u{8}\u{c}\n\r\t", "é\u{ffff}\u{10000}", "山田"];
    let numbers = ["0", "-1", "9007199254740991", "-9007199254740991"].map(|n| n.parse::<Value>().unwrap());
    let mut fields = record(r#"{"at":null,"do":{"Z":[true,{}],"a":[],"aa":{"b":0,"b.":1}},"~":false}"#);
    for (number, value) in texts.iter().map(|text| Value::from(*text)).chain(numbers).enumerate() {
        fields.insert(format!("k{number:02}"), value);
    }
    assert!(scan(&serde_json::to_vec(&fields).unwrap(), Form::Canonical).is_ok());
    let others =
        [r#"{"a":1.0}"#, r#"{"a":[1e3]}"#, r#"{"a":9007199254740992}"#, r#"{"a":{"é":1,"\ud800\udc00":2,"\uffff":3}}"#];
    assert_eq!(form_of(&[0.1, 1.0, -0.0, 1e21, 2.5]), b"[0.1,1,0,1e+21,2.5]");
    for mut fields in others.map(record).into_iter().chain([fields]) {
        let link = Link { seq: 41, hash: Hash::of(b"x") };
        let sealed = seal(fields.clone(), link).unwrap();
        fields.insert("seq".into(), 42.into());
        fields.insert("prev".into(), link.hash.to_string().into());
        let hash = Hash::of(&form_of(&fields));
        fields.insert("hash".into(), hash.to_string().into());
        assert_eq!(sealed, (form_of(&fields), Link { seq: 42, hash }));
    }
}

#[test]
fn a_log_cut_in_a_line_is_told_by_line() {
    assert_eq!(lines(b"{}\n{}"), Err(LogShapeError::CutShort { line: 2 }));
    assert_eq!(lines(b"").unwrap().len(), 0);
    assert_eq!(lines(b"a\nb\n").unwrap(), vec![(1, &b"a"[..]), (2, &b"b"[..])]);
}
