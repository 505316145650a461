//! What people could say instead: every value of a command replaced by others, left out, or said twice.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// Other values of a name are tried at most.
const OTHERS_MAX: usize = 5;

/// What stands under each name anywhere.
#[derive(Default)]
pub struct Vocabulary {
    values: BTreeMap<String, BTreeSet<String>>,
    /// Keys that are ids, by the name that they stand under.
    keys: BTreeMap<String, BTreeSet<String>>,
}

impl Vocabulary {
    /// Learns what a command holds.
    pub fn learn(&mut self, under: &str, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    self.keys.entry(under.to_owned()).or_default().insert(key.clone());
                    self.learn(key, value);
                }
            }
            Value::Array(values) => values.iter().for_each(|value| self.learn(under, value)),
            other => _ = self.values.entry(under.to_owned()).or_default().insert(other.to_string()),
        }
    }

    /// Some other values, evenly from all that are known.
    fn others(&self, under: &str, value: &Value) -> Vec<Value> {
        let known: Vec<Value> =
            self.values.get(under).into_iter().flatten().filter_map(|text| serde_json::from_str(text).ok()).collect();
        let known: Vec<Value> = known.into_iter().filter(|other| other != value).collect();
        let step = known.len().div_ceil(OTHERS_MAX).max(1);
        known.into_iter().step_by(step).collect()
    }

    /// The command with one thing of it changed, once for each change.
    pub fn variants(&self, command: &Value) -> Vec<Value> {
        let mut found = Vec::new();
        self.vary("", command, &mut |changed| found.push(changed));
        found
    }

    fn vary(&self, under: &str, value: &Value, tell: &mut dyn FnMut(Value)) {
        match value {
            Value::Object(fields) => self.vary_fields(under, fields, tell),
            Value::Array(values) => self.vary_list(under, values, tell),
            Value::Number(number) => {
                let number = number.as_i64().unwrap_or(0);
                let others = [0, 1, 2, 3, 6, 7, number + 1, number - 1, number * 2, 100, 5000, -1];
                let others: BTreeSet<i64> = others.into_iter().filter(|other| *other != number).collect();
                others.into_iter().for_each(|other| tell(json!(other)));
            }
            Value::String(_) => {
                self.others(under, value).into_iter().for_each(&mut *tell);
                tell(json!("zz9"));
                tell(json!("ab".repeat(32)));
            }
            Value::Bool(said) => tell(json!(!said)),
            Value::Null => {}
        }
    }

    fn vary_fields(&self, under: &str, fields: &Map<String, Value>, tell: &mut dyn FnMut(Value)) {
        for (key, value) in fields {
            let put = |changed: Option<(&str, Value)>| {
                let mut fields = fields.clone();
                fields.remove(key);
                if let Some((key, value)) = changed {
                    fields.insert(key.to_owned(), value);
                }
                Value::Object(fields)
            };
            tell(put(None));
            if self.keys.get(under).is_some_and(|keys| keys.len() > 3) {
                let keys: Vec<&String> = self.keys[under].iter().filter(|other| !fields.contains_key(*other)).collect();
                let step = keys.len().div_ceil(OTHERS_MAX).max(1);
                keys.into_iter().step_by(step).for_each(|other| tell(put(Some((other, value.clone())))));
                tell(put(Some(("zz9", value.clone()))));
            }
            self.vary(key, value, &mut |changed| tell(put(Some((key, changed)))));
        }
    }

    fn vary_list(&self, under: &str, values: &[Value], tell: &mut dyn FnMut(Value)) {
        tell(json!([]));
        if let Some(first) = values.first() {
            let mut twice = values.to_vec();
            twice.push(first.clone());
            tell(json!(twice));
            tell(json!(values[1..]));
        }
        for (at, value) in values.iter().enumerate().take(3) {
            self.vary(under, value, &mut |changed| {
                let mut values = values.to_vec();
                values[at] = changed;
                tell(Value::Array(values));
            });
        }
    }
}

/// Which fields a value has, whatever they hold.
pub fn fields_of(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key}{}", fields_of(value))).collect();
            format!("{{{}}}", fields.join(" "))
        }
        Value::Array(values) => values.first().map_or_else(String::new, |first| format!("[{}]", fields_of(first))),
        _ => String::new(),
    }
}
