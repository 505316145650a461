//! Tests of `archive::line` that need what only it sees.

use super::*;
use adjutant_core::chain::seal;
use serde_json::json;

fn log(records: &[serde_json::Value]) -> Vec<u8> {
    let mut previous = Link::START;
    let line = |record: &serde_json::Value| {
        let (mut line, link) = seal(record.as_object().unwrap().clone(), previous).unwrap();
        previous = link;
        line.push(b'\n');
        line
    };
    records.iter().flat_map(line).collect()
}

fn back(rows: &[Row]) -> Vec<u8> {
    let mut previous = Link::START;
    let line = |row: &Row| {
        let (mut line, link) = join(&row.1[1..], previous).unwrap();
        previous = link;
        line.push(b'\n');
        line
    };
    rows.iter().flat_map(line).collect()
}

fn as_row(row: &Row) -> RecordRow<'_> {
    let [_, seq, at, by, command, fields, one, two, rest] = &row.1[..] else { panic!("nine columns") };
    RecordRow {
        seq: seq.as_int().unwrap(),
        at: at.as_int(),
        by: by.as_text(),
        command: command.as_text(),
        fields: fields.as_text(),
        vp_one: one.as_int(),
        vp_two: two.as_int(),
        rest: rest.as_text(),
    }
}

#[test]
fn records_of_every_form_come_back_and_what_has_a_column_stands_in_it() {
    let usual = json!({"at": "2026-11-21T09:02:11Z", "by": "one", "do": {"note": {"text": "a\"b\\ \n ä"}},
        "vp": {"one": 3, "two": 12}});
    let odd = [
        json!({}),
        json!({"at": "2026-11-21T09:02:11.5Z", "by": "a\"b", "do": {}, "vp": {"one": 1}}),
        json!({"at": 3, "by": null, "do": {"a": 1, "b": 2}, "vp": {"one": 1, "two": 2, "zwei": 2}}),
        json!({"do": {"a\"": [1.5, {}]}, "zz": {"hash": "x"}, "a": "", "sea": 1, "é": 2, "vp": {"one": -1, "two": 0}}),
        json!({"at": "0000-01-01T00:00:00Z", "by": "", "do": "word"}),
        json!({"at": "9999-12-31T23:59:59Z", "by": ["x"], "do": {"": null}}),
    ];
    let all = log(&[std::slice::from_ref(&usual), &odd[..], std::slice::from_ref(&usual)].concat());
    let (head, rows) = split(&all).unwrap();
    assert_eq!(back(&rows), all);
    assert_eq!(rebuild(rows.iter().map(as_row)), Some((all, head)));
    assert_eq!(rebuild(rows[1..].iter().map(as_row)), None);
    assert_eq!(rebuild(std::iter::empty()), None);
    assert_eq!(rows[0].1[0].as_hash(), Some(head));
    let (first, second) = (&rows[0].1, &rows[2].1);
    assert_eq!((first[4].as_text(), first[6].as_int(), first[7].as_int()), (Some("note"), Some(3), Some(12)));
    assert_eq!(first[8], Cell::Null);
    assert_eq!(second[2..8], vec![Cell::Null; 6]);
}

#[test]
fn a_log_that_is_changed_anywhere_does_not_come_back_or_has_another_head() {
    let record = |text: &str| json!({"at": "2026-11-21T09:02:11Z", "by": "one", "do": {"note": {"text": text}}});
    let whole = log(&[record("first"), record("second")]);
    let (head, _) = split(&whole).unwrap();
    for index in 0..whole.len() {
        for flip in [1u8, 0x20, 0x80] {
            let mut changed = whole.clone();
            changed[index] ^= flip;
            assert!(split(&changed).is_none(), "byte {index} changed by {flip:#x}");
        }
        assert!(split(&whole[..index]).is_none_or(|(other, _)| other != head), "cut at {index}");
    }
    for odd in [&b""[..], b"\n", b"{}\n", b"[]\n", b"\xff\n", b"{}\n\n"] {
        assert!(split(odd).is_none(), "{odd:?}");
    }
}

#[test]
fn a_value_that_is_changed_in_a_column_changes_the_head() {
    let record = json!({"at": "2026-11-21T09:02:11Z", "by": "one", "do": {"note": {"text": "x"}}, "more": 1,
        "vp": {"one": 3, "two": 12}});
    let (head, rows) = split(&log(&[record])).unwrap();
    let columns = &rows[0].1[1..];
    for index in 0..columns.len() {
        let mut changed = columns.to_vec();
        changed[index] = match &changed[index] {
            Cell::Int(value) => Cell::Int(value + 1000),
            Cell::Bytes(bytes) => {
                Cell::Bytes(String::from_utf8_lossy(bytes).replace(['x', 'n', '1'], "2").into_bytes())
            }
            _ => panic!("the record fills every column"),
        };
        assert_ne!(changed, columns);
        let link = join(&changed, Link::START).map(|(_, link)| link.hash);
        assert_ne!(link, Some(head), "column {index}");
    }
}
