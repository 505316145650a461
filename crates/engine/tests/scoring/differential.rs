//! The engine against the scorer, over thousands of drawn matches.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Debug;

use adjutant_engine::law::Packs;
use adjutant_engine::view::{ObjectiveScore, View};

use super::facts::{Control, Facts, SIDES, Side};
use super::generator::{Drawn, draw};
use super::maps::{COMMON, MAPS};
use super::scorer::{Column, Sheet, score};
use super::table::Table;

/// How many matches are drawn by default; `ADJUTANT_MATCHES` draws as many as it says.
const MATCHES: u64 = 2_016;

fn matches() -> u64 {
    std::env::var("ADJUTANT_MATCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(MATCHES)
}

/// Folds a drawn match; a refusal is a fault, for the match is legal.
pub fn fold(seed: u64, drawn: &Drawn, packs: &Packs) -> Result<Table, String> {
    let mut table = Table::new(packs.clone());
    for (number, line) in drawn.records.iter().enumerate() {
        let refused = |r| format!("seed {seed}, {}, record {}: {r}\n{line}", drawn.facts.mission, number + 1);
        table.say(line).map_err(refused)?;
    }
    Ok(table)
}

/// Says where two values part.
fn same<T: PartialEq + Debug>(what: String, engine: T, scorer: T) -> Result<(), String> {
    if engine == scorer { Ok(()) } else { Err(format!("{what}: engine {engine:?}, scorer {scorer:?}")) }
}

fn compare_column(context: &str, got: &ObjectiveScore, wanted: &Column) -> Result<(), String> {
    same(format!("{context}: {} (raw, counted)", got.objective), (got.raw, got.vp), (wanted.raw, wanted.vp))
}

/// Everything that both calculations give.
fn compare(seed: u64, drawn: &Drawn, view: &View, sheet: &Sheet) -> Result<(), String> {
    let facts = &drawn.facts;
    for (side, name) in SIDES.iter().enumerate() {
        let context = format!("seed {seed}, {}, player {name}", facts.mission);
        let player = if side == 0 { &view.players.one } else { &view.players.two };
        if facts.finish.conceded == Some(side) {
            same(format!("{context}: total"), player.total, 0)?;
            continue;
        }
        let primary = player.primary.as_ref().expect("a primary objective");
        compare_column(&context, primary, &sheet.primary[side])?;
        for (place, got) in player.secondaries.iter().enumerate() {
            same(context.clone(), got.objective.as_str(), facts.chosen[side][place])?;
            compare_column(&context, got, &sheet.secondaries[side][place])?;
        }
        compare_rows(&context, side, view, sheet)?;
        same(format!("{context}: total"), player.total, sheet.totals[side])?;
        if facts.mission != "raid" || counted(facts) {
            let cp = i64::from(drawn.cp_at_start[side] + sheet.cp_gained[side]);
            same(format!("{context}: Command points"), i64::from(player.cp), cp)?;
        }
    }
    same(format!("seed {seed}, {}: needs", facts.mission), view.needs.as_slice(), &[])?;
    compare_winner(seed, facts, view, sheet)
}

/// Whether control at the beginning was counted, and so was known.
fn counted(facts: &Facts) -> bool {
    matches!(facts.control_at_begin[0], Control::Counted { .. })
}

fn compare_rows(context: &str, side: Side, view: &View, sheet: &Sheet) -> Result<(), String> {
    for (number, row) in view.rounds.iter().enumerate() {
        let got = if side == 0 { &row.one } else { &row.two };
        let primary = sheet.primary[side].rows[number];
        same(format!("{context}: primary in row {}", number + 1), got.primary, primary)?;
        for (place, vp) in got.secondaries.iter().enumerate() {
            let wanted = sheet.secondaries[side][place].rows[number];
            same(format!("{context}: secondary {} in row {}", place + 1, number + 1), *vp, wanted)?;
        }
    }
    Ok(())
}

fn compare_winner(seed: u64, facts: &Facts, view: &View, sheet: &Sheet) -> Result<(), String> {
    let wanted = match (facts.finish.conceded, sheet.totals[0].cmp(&sheet.totals[1])) {
        (Some(loser), _) => SIDES[1 - loser],
        (None, Ordering::Equal) => "draw",
        (None, order) => SIDES[usize::from(order.is_lt())],
    };
    let result = view.result.as_ref().ok_or_else(|| format!("seed {seed}: a battle without result"))?;
    let winner = serde_json::to_value(result.winner).expect("a word");
    same(format!("seed {seed}: winner"), winner, serde_json::Value::from(wanted))
}

/// What the drawn matches have touched.
#[derive(Default)]
struct Coverage {
    seen: BTreeMap<String, u64>,
}

impl Coverage {
    fn saw(&mut self, what: String) {
        *self.seen.entry(what).or_default() += 1;
    }

    fn count(&mut self, drawn: &Drawn, sheet: &Sheet) {
        let facts = &drawn.facts;
        self.saw(format!("mission {}", facts.mission));
        for side in 0..2 {
            let primary = MAPS.iter().find(|m| m.id == facts.mission).expect("a mission").primary;
            self.column(primary, &sheet.primary[side], 45);
            for (place, objective) in facts.chosen[side].iter().enumerate() {
                self.column(objective, &sheet.secondaries[side][place], 15);
            }
            if sheet.totals[side] == 100 {
                self.saw("total 100".to_string());
            }
        }
        for action in &facts.actions {
            self.saw(format!("action {}", action.kind));
        }
        for rite in &facts.psychic {
            self.saw(format!("action {}", rite.kind));
        }
        let ends = [(facts.finish.conceded.is_some(), "concession"), (facts.open.is_some(), "early end")];
        let full = facts.rounds_ended == 5 && facts.slots.len() < 70 && facts.finish.conceded.is_none();
        for (is, name) in ends.into_iter().chain([(full, "tabled")]) {
            if is {
                self.saw(name.to_string());
            }
        }
    }

    fn column(&mut self, objective: &str, column: &Column, cap: u32) {
        self.saw(format!("chosen {objective}"));
        if column.vp > 0 {
            self.saw(format!("scored {objective}"));
        }
        // The best that an objective can bring where that is less than what counts.
        let best = match objective {
            "cut-off-the-head" => 13,
            "raze" => 12,
            "deploy-scramblers" => 10,
            _ => cap,
        };
        if column.vp == best {
            self.saw(format!("best of {objective}"));
        }
        if column.raw > column.vp {
            self.saw(format!("above the cap of {objective}"));
        }
    }

    /// What should have been touched and was not.
    fn missing(&self) -> Vec<String> {
        let mut wanted: Vec<String> = Vec::new();
        wanted.extend(MAPS.iter().map(|m| format!("mission {}", m.id)));
        let objectives = COMMON.iter().map(|(id, _)| *id).chain(MAPS.iter().map(|m| m.secondary));
        for objective in objectives.chain(["take-and-hold", "domination"]) {
            wanted.push(format!("scored {objective}"));
            wanted.push(format!("best of {objective}"));
        }
        wanted.extend(ACTIONS.iter().map(|a| format!("action {a}")));
        let above = OVER_THE_CAP.iter().map(|o| format!("above the cap of {o}"));
        wanted.extend(above.chain(["concession", "early end", "tabled"].map(str::to_string)));
        wanted.retain(|what| !self.seen.contains_key(what));
        wanted
    }
}

const ACTIONS: [&str; 14] = [
    "raise-banners",
    "investigate-site",
    "deploy-scramblers",
    "teleport-homer",
    "centre-ground",
    "forward-push",
    "inload-data-psalm",
    "recon-sweep",
    "raze-objective",
    "data-intercept",
    "strategic-scan",
    "mental-interrogation",
    "psychic-ritual",
    "pierce-the-veil",
];

/// Objectives whose raw points can pass their cap.
const OVER_THE_CAP: [&str; 20] = [
    "take-and-hold",
    "domination",
    "linebreaker",
    "bring-it-down",
    "assassinate",
    "raise-the-banners-high",
    "teleport-homer",
    "outflank",
    "secure-landing-sites",
    "raid-supply-lines",
    "centre-ground",
    "ascend",
    "forward-push",
    "inload-data-psalm",
    "data-intercept",
    "surround-them",
    "vital-ground",
    "overrun",
    "direct-assault",
    "priority-targets",
];

/// Compares every `step`th match from a seed on.
fn judge(from: u64, step: u64) -> (Vec<String>, Coverage) {
    let packs = adjutant_packs::shipped();
    let (mut faults, mut coverage) = (Vec::new(), Coverage::default());
    let mut seed = from;
    while seed < matches() {
        let drawn = draw(seed);
        let sheet = score(&drawn.facts);
        let outcome = fold(seed, &drawn, &packs).and_then(|table| compare(seed, &drawn, &table.view(), &sheet));
        faults.extend(outcome.err());
        coverage.count(&drawn, &sheet);
        seed += step;
    }
    (faults, coverage)
}

#[test]
fn engine_and_scorer_agree_on_drawn_matches() {
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let (mut faults, mut coverage) = (Vec::new(), Coverage::default());
    std::thread::scope(|scope| {
        let judges: Vec<_> = (0..workers).map(|from| scope.spawn(move || judge(from, workers))).collect();
        for judge in judges {
            let (more, seen) = judge.join().expect("no panic");
            faults.extend(more);
            seen.seen.into_iter().for_each(|(what, times)| *coverage.seen.entry(what).or_default() += times);
        }
    });
    for (what, times) in &coverage.seen {
        println!("{times:>7} {what}");
    }
    let first: Vec<_> = faults.iter().take(20).collect();
    assert!(faults.is_empty(), "{} of {} matches disagree: {first:#?}", faults.len(), matches());
    assert_eq!(coverage.missing(), Vec::<String>::new(), "never drawn in {} matches", matches());
}
