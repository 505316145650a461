//! Whatever the schema of logs allows can be read, and what was read is written so that it reads the same.
//!
//! The values are made from the schema alone, kind by kind, so that no field and no shape is left out; a record that
//! can be said but not read again would lock its whole match. `ADJUTANT_WRITTEN=5000` for a long run (of each kind).

use std::collections::BTreeMap;

use adjutant_engine::Command;
use proptest::strategy::{Strategy, ValueTree};
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

/// Makes values that a schema allows.
struct Maker {
    defs: Map<String, Value>,
    runner: TestRunner,
}

impl Maker {
    fn new() -> Maker {
        let (_, schema) = adjutant_schemas::all().into_iter().find(|(word, _)| *word == "log").expect("the log");
        let defs = schema.get("$defs").and_then(Value::as_object).expect("definitions").clone();
        Maker { defs, runner: TestRunner::deterministic() }
    }

    fn below(&mut self, bound: usize) -> usize {
        (0..bound.max(1)).new_tree(&mut self.runner).expect("a number").current()
    }

    fn any<'a>(&mut self, some: &'a [Value]) -> &'a Value {
        &some[self.below(some.len())]
    }

    fn text(&mut self, pattern: &str) -> String {
        // Names hold every character that can be seen, which the pattern cannot say in so many words.
        if pattern.starts_with("^[^") {
            return ["Ada", "two words", "ä\"\\", "Zoë’s 1st"][self.below(4)].to_owned();
        }
        let spelled = string_regex(pattern.trim_start_matches('^').trim_end_matches('$')).expect("a pattern");
        spelled.new_tree(&mut self.runner).expect("a text").current()
    }

    /// A value of a schema; deep ones leave out what they may.
    fn make(&mut self, schema: &Value, depth: u32) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            let schema = self.defs[name.trim_start_matches("#/$defs/")].clone();
            return self.make(&schema, depth + 1);
        }
        if let Some(of) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array) {
            let shapes: Vec<Value> = of.iter().filter(|shape| shape["type"] != "null").cloned().collect();
            let some = self.any(&shapes).clone();
            return self.make(&some, depth);
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        if let Some(of) = schema.get("enum").and_then(Value::as_array) {
            return self.any(of).clone();
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter(|kind| *kind != "null").cloned().collect(),
            Value::Null => vec![json!("integer")],
            one => vec![one.clone()],
        };
        match self.any(&kinds).as_str().expect("a type") {
            "object" => self.object(schema, depth),
            "array" => self.list(schema, depth),
            "integer" => {
                let bound = |key: &str, otherwise: i64| schema[key].as_i64().unwrap_or(otherwise);
                let (least, most) = (bound("minimum", 0), bound("maximum", 100));
                json!((least..=most).new_tree(&mut self.runner).expect("a number").current())
            }
            "number" => {
                let bound = |key: &str, otherwise: i64| schema[key].as_i64().unwrap_or(otherwise);
                let (least, most) = (bound("minimum", -40).max(-40), bound("maximum", 40).min(40));
                let thousandths = least * 1_000..most * 1_000;
                json!(thousandths.new_tree(&mut self.runner).expect("a number").current() as f64 / 1000.0)
            }
            "boolean" => json!(self.below(2) == 1),
            "string" => match schema["pattern"].as_str() {
                Some(pattern) => json!(self.text(pattern)),
                None => json!(["Ada", "a1", "two words", "ä\"\\"][self.below(4)]),
            },
            other => panic!("a schema of type {other}: {schema}"),
        }
    }

    fn object(&mut self, schema: &Value, depth: u32) -> Value {
        let mut made = Map::new();
        let needed: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (key, of) in schema["properties"].as_object().into_iter().flatten() {
            if needed.contains(&key.as_str()) || self.below(3 + depth as usize) < 2 {
                made.insert(key.clone(), self.make(of, depth + 1));
            }
        }
        for (pattern, of) in schema["patternProperties"].as_object().into_iter().flatten() {
            for _ in 0..self.below(3) {
                let key = if pattern.contains("\\d") { self.below(20).to_string() } else { self.text(pattern) };
                made.insert(key, self.make(of, depth + 1));
            }
        }
        if let Some(of) = schema.get("additionalProperties").filter(|of| of.is_object()) {
            for key in ["attacks", "save"].into_iter().take(self.below(3)) {
                made.insert(key.to_owned(), self.make(of, depth + 1));
            }
        }
        Value::Object(made)
    }

    fn list(&mut self, schema: &Value, depth: u32) -> Value {
        let first: Vec<Value> = schema["prefixItems"].as_array().cloned().unwrap_or_default();
        let mut made: Vec<Value> = first.iter().map(|of| self.make(of, depth + 1)).collect();
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        let most = schema["maxItems"].as_u64().map_or(least + 3, |most| most as usize);
        let wanted = least + self.below(most + 1 - least);
        while schema.get("items").is_some_and(Value::is_object) && made.len() < wanted {
            made.push(self.make(&schema["items"], depth + 1));
        }
        Value::Array(made)
    }
}

/// What the schema cannot say, and reading refuses.
const SAID_ELSEWHERE: &[&str] = &["a facing is from 0 to 360 degrees", "an amount is a number or dice"];

#[test]
fn what_the_schema_allows_is_read_and_written_the_same() {
    let each = std::env::var("ADJUTANT_WRITTEN").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let mut maker = Maker::new();
    let kinds = maker.defs["Command"]["oneOf"].as_array().expect("one for each kind").clone();
    assert!(kinds.len() >= 50, "{} kinds", kinds.len());
    let (mut refused, mut faults) = (BTreeMap::<String, (u32, String)>::new(), Vec::new());
    for kind in &kinds {
        let name = kind["properties"].as_object().and_then(|fields| fields.keys().next()).expect("a name").clone();
        let mut read = 0;
        for _ in 0..each {
            let made = maker.make(kind, 0);
            let command = match serde_json::from_value::<Command>(made.clone()) {
                Ok(command) => command,
                Err(error) => {
                    refused.entry(error.to_string()).or_insert((0, made.to_string())).0 += 1;
                    continue;
                }
            };
            read += 1;
            let text = serde_json::to_string(&command).expect("JSON");
            match serde_json::from_str::<Command>(&text) {
                Ok(again) if again == command => {}
                Ok(again) => faults.push(format!("{name}: {text} reads as {again:?}")),
                Err(error) => faults.push(format!("{name}: {text}: {error}")),
            }
        }
        if read < each / 4 {
            faults.push(format!("{name}: {read} of {each} were read"));
        }
    }
    let untold = |sentence: &&String| !SAID_ELSEWHERE.iter().any(|known| sentence.contains(known));
    let told: Vec<String> = refused.keys().filter(untold).map(|key| format!("{key}: {:?}", refused[key])).collect();
    assert!(told.is_empty(), "the schema allows, and reading refuses:\n{}", told.join("\n"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
