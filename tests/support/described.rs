//! Compares a document with its schema.

use serde_json::Value;

/// What a document says that its schema does not know, or lacks; the parts of JSON Schema that are generated here.
pub fn strays(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|at| at.strip_prefix("#/$defs/")) {
        return strays(root, &root["$defs"][name], value, at, found);
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(ways) = schema[several].as_array() {
            let mut tried = ways.iter().map(|way| {
                let mut found = Vec::new();
                strays(root, way, value, at, &mut found);
                found
            });
            if !tried.any(|found| found.is_empty()) {
                found.push(format!("{at}: {value} is none of {several}"));
            }
            return;
        }
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(some) => some.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    // Every integer is a number.
    let is = |wanted: &&str| *wanted == kind || (*wanted == "number" && kind == "integer");
    if !kinds.is_empty() && !kinds.iter().any(is) {
        return found.push(format!("{at}: {value} is no {kinds:?}"));
    }
    let one_of = schema["enum"].as_array();
    if one_of.is_some_and(|values| !values.contains(value)) || schema.get("const").is_some_and(|own| own != value) {
        found.push(format!("{at}: {value} is not one of the values"));
    }
    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
        strays(root, &schema["items"], item, &format!("{at}[{place}]"), found);
    }
    let Some(fields) = value.as_object().filter(|_| schema.get("properties").is_some()) else {
        let more = schema.get("additionalProperties").filter(|more| more.is_object());
        for (name, field) in value.as_object().into_iter().flatten().filter(|_| more.is_some()) {
            strays(root, more.unwrap_or(&Value::Null), field, &format!("{at}.{name}"), found);
        }
        return;
    };
    for (name, field) in fields {
        match schema["properties"].get(name) {
            Some(schema) => strays(root, schema, field, &format!("{at}.{name}"), found),
            None => found.push(format!("{at}.{name} is not described")),
        }
    }
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    found.extend(required.filter(|name| !fields.contains_key(*name)).map(|name| format!("{at}.{name} is missing")));
}
