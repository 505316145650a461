//! A page of the book: each place once, with its first example.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

/// Sentences by what they are about and by their shape.
#[derive(Default)]
pub struct Page {
    entries: BTreeMap<(String, String), String>,
}

impl Page {
    /// Writes an example, unless one of this shape is there.
    pub fn add(&mut self, about: &str, shape: &str, example: impl FnOnce() -> String) {
        let key = (about.to_owned(), shape.to_owned());
        self.entries.entry(key).or_insert_with(|| hashed(&example(), "<hash>"));
    }

    /// What there are sentences about.
    pub fn about(&self) -> BTreeSet<&str> {
        self.entries.keys().map(|(about, _)| about.as_str()).collect()
    }

    /// The page under its title.
    pub fn text(&self, title: &str) -> String {
        let mut text = format!("{title}\n");
        let mut last = None;
        for ((about, _), example) in &self.entries {
            if last != Some(about) {
                text += &format!("\n── {about}\n");
                last = Some(about);
            }
            for (at, line) in example.lines().enumerate() {
                text += if at == 0 { "• " } else { "  " };
                text += line;
                text.push('\n');
            }
        }
        text
    }

    /// Panics where a closed list has a member that no sentence of the page is about, but for the exceptions; and where
    /// an exception has found its sentence.
    #[track_caller]
    pub fn covers<'a>(&self, list: impl IntoIterator<Item = &'a str>, but: &[&str]) {
        let about = self.about();
        let missing: Vec<&str> = list.into_iter().filter(|name| !about.contains(name)).collect();
        assert_eq!(missing, but, "no sentence of the book is about these");
    }
}

/// Masks what differs from one match to the next: numbers, and the names of things.
#[derive(Default)]
pub struct Mask {
    names: Vec<String>,
    known: HashMap<String, String>,
}

/// Words of armies that sentences use as well.
const PLAIN: [&str; 12] =
    ["model", "models", "army", "unit", "units", "battalion", "patrol", "unbound", "judge", "one", "two", "none"];

impl Mask {
    /// With these names.
    pub fn of(names: BTreeSet<String>) -> Mask {
        let mut names: Vec<String> = names.into_iter().filter(|name| is_name(name)).collect();
        names.sort_by_key(|name| (std::cmp::Reverse(name.len()), name.clone()));
        Mask { names, known: HashMap::new() }
    }

    /// The shape of a sentence.
    pub fn shape(&mut self, sentence: &str) -> String {
        let rough = rough(&hashed(sentence, "#"));
        if let Some(known) = self.known.get(&rough) {
            return known.clone();
        }
        let mut shape = rough.clone();
        for name in &self.names {
            if shape.contains(name.as_str()) {
                shape = without(&shape, name);
            }
        }
        let shape = folded(&shape);
        self.known.insert(rough, shape.clone());
        shape
    }
}

fn is_name(name: &str) -> bool {
    name.len() > 1 && !PLAIN.contains(&name) && !name.starts_with('#')
}

/// Digits as `#`, what stands between backticks as one sign.
pub fn rough(sentence: &str) -> String {
    let mut shape = String::with_capacity(sentence.len());
    for (at, part) in sentence.split('`').enumerate() {
        if at % 2 == 1 {
            shape.push('@');
            continue;
        }
        for letter in part.chars() {
            match letter {
                '0'..='9' if shape.ends_with('#') => {}
                '0'..='9' => shape.push('#'),
                other => shape.push(other),
            }
        }
    }
    shape
}

/// Hashes change with every rule and are no words.
fn hashed(text: &str, hash: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_hexdigit()) {
        let word = rest[at..].find(|letter: char| !letter.is_ascii_hexdigit()).map_or(rest.len(), |length| at + length);
        whole += &rest[..at];
        let digits = &rest[at..word];
        whole +=
            if digits.len() >= 12 && digits.contains(|letter: char| letter.is_ascii_digit()) { hash } else { digits };
        rest = &rest[word..];
    }
    whole + rest
}

fn without(text: &str, name: &str) -> String {
    let word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '-');
    let (mut shape, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let whole =
            !word(before.chars().next_back().or_else(|| shape.chars().next_back())) && !word(after.chars().next());
        shape += before;
        shape += if whole { "@" } else { name };
        rest = after;
    }
    shape + rest
}

/// Lists of any length are one list.
fn folded(shape: &str) -> String {
    let mut shape = shape.to_owned();
    for (long, short) in [
        ("@'s", "@"),
        ("@ (@)", "@"),
        ("@ @", "@"),
        ("@, @", "@"),
        ("@ and @", "@"),
        ("@ or @", "@"),
        ("@; @", "@"),
        ("@-@", "@"),
        ("#, #", "#"),
        ("# and #", "#"),
        ("# or #", "#"),
        ("# #", "#"),
        ("#–#", "#"),
        ("#.#", "#"),
    ] {
        while shape.contains(long) {
            shape = shape.replace(long, short);
        }
    }
    shape
}

/// All texts of a value: names, ids, keywords; not its keys.
pub fn texts(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => _ = into.insert(rough(text)),
        Value::Array(values) => values.iter().for_each(|value| texts(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, into)),
        _ => {}
    }
}
