//! One figure of a bench: a sentence for people and a line of JSON for the tables (`crates/cli/benches/run`).
//!
//! `ADJUTANT_BENCH_OLDER_FIGURES` names a file of such lines that an older program printed a moment before, on the same
//! machine; a figure is told together with the older one of its key.

use serde_json::{Value, json};

/// The target of a figure.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "each bench uses a part of it")]
pub enum Target {
    /// A value at least so high.
    AtLeast(f64),
    /// A value at most so high.
    AtMost(f64),
    /// So many times the speed of what stands beside it, or more.
    Ratio(f64),
}

/// A measured value, what was measured beside it in the same run and unit, and its target.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// A short key that never changes.
    pub key: &'a str,
    /// What was measured.
    pub what: &'a str,
    /// The value.
    pub value: f64,
    /// Its unit; of one that ends in `/s` more is better, of any other less.
    pub unit: &'a str,
    /// The speed of light, or a rival.
    pub beside: Option<(&'a str, f64)>,
    /// Its target.
    pub target: Option<Target>,
}

impl Figure<'_> {
    /// How many times the speed of what stands beside it, in hundredths as it is told.
    fn ratio(&self) -> Option<f64> {
        let (_, beside) = self.beside?;
        let (fast, slow) = if self.unit.ends_with("/s") { (self.value, beside) } else { (beside, self.value) };
        Some((fast / slow * 100.0).round() / 100.0)
    }

    fn met(&self) -> Option<bool> {
        Some(match self.target? {
            Target::AtLeast(least) => self.value >= least,
            Target::AtMost(most) => self.value <= most,
            Target::Ratio(least) => self.ratio()? >= least,
        })
    }

    /// The same figure of an older program, where one was measured.
    fn older(&self) -> Option<Value> {
        let figures =
            std::fs::read_to_string(std::env::var_os("ADJUTANT_BENCH_OLDER_FIGURES")?).expect("older figures");
        let mut figures = figures.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        figures.find(|figure| figure["figure"] == self.key && figure["unit"] == self.unit).map(|of| of["value"].clone())
    }

    fn json(&self) -> Value {
        let target = self.target.map(|target| match target {
            Target::AtLeast(least) => json!({"at_least": short(least)}),
            Target::AtMost(most) => json!({"at_most": short(most)}),
            Target::Ratio(least) => json!({"ratio": short(least)}),
        });
        json!({
            "figure": self.key, "what": self.what, "value": short(self.value), "unit": self.unit,
            "beside": self.beside.map(|(what, value)| json!({"what": what, "value": short(value)})),
            "ratio": self.ratio().map(short), "target": target, "met": self.met(), "older": self.older(),
        })
    }

    /// Prints it: for people, then for the tables.
    pub fn print(&self) {
        let beside = self.beside.map_or_else(String::new, |(what, value)| format!("; {what}: {}", short(value)));
        let ratio = self.ratio().map_or_else(String::new, |ratio| format!(", {ratio:.2} × its speed"));
        println!("{}: {} {}{beside}{ratio}", self.what, short(self.value), self.unit);
        println!("{}", self.json());
    }
}

/// No digits that mean nothing: whole above a hundred, two decimals below.
fn short(value: f64) -> Value {
    if value.abs() >= 100.0 || value.fract() == 0.0 {
        json!(value.round() as i64)
    } else {
        json!((value * 100.0).round() / 100.0)
    }
}
