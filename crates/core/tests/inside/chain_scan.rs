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

/// Lines as logs hold them, and lines that hold what is rare.
const LINES: [&str; 6] = [
    r#"{"at":"2026-11-21T09:02:11Z","by":"one","do":{"move":{"at":{"declared":{"centre_in":[12.5,-0.25,30]}},"kind":"normal","unit":"a1"}},"hash":"29c969fe021afac4b4f02f3bcab82f78","prev":"f4072a93db3b467a","seq":2,"vp":{"one":0,"two":12}}"#,
    r#"{"do":{"end-phase":{"phase":"movement"}},"seq":7}"#,
    r#"{"a":{},"aaaaaaaa":[],"aaaaaaaaa":[[],{}],"aaaaaaaab":[true,false,null],"b":{"charge":[1,10,0.5],"chargeable":-1.125}}"#,
    r#"{"number":999999999999999,"numbers":[0,-7,9007199254740991],"text":"with an \\\" escape\n"}"#,
    "{\"name\":\"\u{17b}\u{f3}\u{142}\u{107} \u{1F600}\",\"\u{1F600}\":1,\"\u{ff41}\":2}",
    r#"{"open":{"players":{"one":{"name":"Anna"},"two":{"name":"Ben"}}},"z":[{"id":"m1"},{"id":"m2"}]}"#,
];

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 as usize % limit.max(1)
    }
}

/// A line with one change. Axes: a byte replaced, put in or taken out, by one that means something or any other; a part
/// doubled, moved or taken out; the end cut off or something behind it.
fn mutated(line: &[u8], dice: &mut Dice) -> Vec<u8> {
    const BYTES: &[u8] = b"\"\\{}[]:,.-+eE0159 \t\r\n\0\x1f\x7f\x80\xc3\xffaz_/u";
    if line.is_empty() {
        return Vec::new();
    }
    let mut line = line.to_vec();
    let (from, to) = (dice.below(line.len()), dice.below(line.len()));
    let (start, end) = (from.min(to), from.max(to));
    let byte = if dice.below(4) == 0 { dice.below(256) as u8 } else { BYTES[dice.below(BYTES.len())] };
    match dice.below(8) {
        0 => line[from] = byte,
        1 => line.insert(from, byte),
        2 => _ = line.remove(from),
        3 => line.extend_from_within(start..end),
        4 => {
            let part: Vec<u8> = line.drain(start..end).collect();
            let at = dice.below(line.len());
            line.splice(at..at, part);
        }
        5 => _ = line.drain(start..end),
        6 => line.truncate(from),
        _ => line.push(byte),
    }
    line
}

/// How many changed lines a property gets: `ADJUTANT_MUTATIONS`.
fn mutations() -> usize {
    std::env::var("ADJUTANT_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000)
}

#[test]
fn the_quick_way_says_what_the_strict_reader_says() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut quick, mut canonical, mut wrong) = (0, 0, 0);
    for round in 0..mutations() {
        let mut line = LINES[round % LINES.len()].as_bytes().to_vec();
        for _ in 0..dice.below(4) {
            line = mutated(&line, &mut dice);
        }
        let Ok(text) = std::str::from_utf8(&line) else { continue };
        let judged = strict(&line, Form::Canonical);
        match plain::members(&line) {
            Some(members) => {
                quick += 1;
                assert_eq!(strict(&line, Form::Free).as_ref(), Ok(&members), "{text}");
                assert_eq!(judged.as_ref(), Ok(&members), "{text}");
            }
            // What is left to the strict reader is wrong, or rare.
            None => {
                let digits = |part: &str| part.len() > 15;
                let rare = !text.is_ascii() || text.contains('\\') || !text.starts_with('{');
                let rare = rare || text.contains("\"\":");
                let long = text.split(|c: char| !c.is_ascii_digit()).any(digits);
                assert!(judged.is_err() || rare || long, "{text} is canonical and went the slow way");
            }
        }
        *if judged.is_ok() { &mut canonical } else { &mut wrong } += 1;
    }
    println!("{quick} lines the quick way, {canonical} canonical, {wrong} not");
    assert!(quick > mutations() / 10 && canonical > quick && wrong > mutations() / 10);
}

#[test]
fn the_quick_way_ends_where_the_line_does() {
    for line in LINES {
        for end in 0..line.len() {
            assert_eq!(plain::members(&line.as_bytes()[..end]), None, "{}", &line[..end.min(20)]);
        }
    }
    let deep = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    for depth in 0..70 {
        let line = deep(depth);
        let judged = strict(line.as_bytes(), Form::Canonical);
        if let Some(members) = plain::members(line.as_bytes()) {
            assert_eq!(judged, Ok(members), "{depth}");
        }
        assert_eq!(scan(line.as_bytes(), Form::Canonical), strict(line.as_bytes(), Form::Canonical));
    }
}
