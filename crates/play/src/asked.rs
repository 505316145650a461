//! Open questions: what they ask, which numbers answer them, and answers that are typed.

use std::collections::BTreeMap;

use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::side::Player;
use adjutant_engine::state::{OpenNeed, State};
use adjutant_engine::terms::Missing;
use adjutant_engine::view::RoundLabel;
use adjutant_present::names::{self, ranges, that_count};

use crate::text::key::Key;
use crate::text::line::{Line, Role, wrapped};

/// What a question is known by while it waits; the number tells the awards of one objective apart.
pub type Known = (Player, ObjectiveId, RoundLabel, usize);

/// What is typed for questions.
pub type Answers = BTreeMap<Known, String>;

/// What a question is known by while it waits.
pub fn key_of(need: &OpenNeed) -> Known {
    (need.player, need.objective.clone(), need.round, need.award)
}

/// The numbers that answer a question, as far as they count: behind the cap of the objective nothing more is paid.
pub fn values(state: &State, need: &OpenNeed) -> String {
    that_count(state, need.player, &need.objective, &need.possible.values())
}

/// What nobody has said, with the markers nobody spoke of together: `who holds m1, m2`.
fn at_once(missing: &[Missing]) -> Sentence {
    let unheld = missing.iter().filter_map(|fact| match fact {
        Missing::Holder(marker) => Some(marker),
        _ => None,
    });
    let unheld = Sentence::list(", ", unheld);
    let unheld = (!unheld.is_empty()).then(|| say!("who holds {}", unheld));
    let others = missing.iter().filter(|fact| !matches!(fact, Missing::Holder(_))).map(Missing::sentence);
    Sentence::list("; ", unheld.into_iter().chain(others))
}

/// Rows that say what a question asks.
const ASKED_MAX: usize = 4;

/// What a question asks: for what the points are, and which markers nobody spoke of.
pub fn asks(state: &State, need: &OpenNeed, columns: usize) -> Vec<Line> {
    let printed = state.pack.as_ref().and_then(|pack| pack.objectives.get(&need.objective));
    let award = printed.and_then(|objective| objective.awards.get(need.award));
    let mut says: Vec<String> = award.map(adjutant_present::payment_in_words).unwrap_or_default();
    // Where units stand is seen on the table; the list of their ids asks nothing.
    let on_table = matches!(need.missing.first(), Some(Missing::Places(_)));
    if !on_table || says.is_empty() {
        says.push(format!("not recorded: {}", names::said(state, &at_once(&need.missing))));
    }
    let lines = says.iter().flat_map(|clause| wrapped(clause, columns.saturating_sub(6)));
    lines.take(ASKED_MAX).map(|line| Line::of(format!("     {line}"), Role::Quiet)).collect()
}

/// Types at the answer to a question: digits that go on to a possible number are added, others begin anew.
///
/// # Errors
/// A digit that no possible number begins with.
pub fn answer(answers: &mut Answers, need: &OpenNeed, key: Key) -> Result<(), String> {
    let known = key_of(need);
    let values = need.possible.values();
    let mut refused = Ok(());
    let mut typed = answers.remove(&known).unwrap_or_default();
    match key {
        Key::Char(digit @ '0'..='9') => {
            let begins = |text: &str| values.iter().any(|value| value.to_string().starts_with(text));
            let plain = typed.trim_end_matches('=').to_owned();
            let longer = format!("{plain}{digit}");
            typed = if begins(&longer) {
                longer
            } else if begins(&digit.to_string()) {
                digit.to_string()
            } else {
                let name = need.objective.as_str().replace('-', " ");
                refused = Err(format!("{name} pays {}, not {digit}.", ranges(&values)));
                plain
            };
        }
        Key::Backspace => {
            typed.pop();
        }
        Key::Char('=') if doubled(&typed) => typed.push('='),
        Key::Char('x') => typed.clear(),
        _ => {}
    }
    if !typed.is_empty() {
        answers.insert(known, typed);
    }
    refused
}

/// Two equal digits that nobody said were meant.
fn doubled(typed: &str) -> bool {
    let digits = typed.as_bytes();
    digits.len() == 2 && digits[0] == digits[1]
}

/// What holds an answer up, if it is typed and is none.
pub fn unfinished(answers: &Answers, need: &OpenNeed) -> Option<String> {
    let typed = answers.get(&key_of(need))?;
    if doubled(typed) {
        return Some(format!("{typed}: meant so? = yes · Backspace no"));
    }
    let number: Option<i64> = typed.trim_end_matches('=').parse().ok();
    let possible = number.is_some_and(|number| need.possible.contains(number));
    (!possible).then(|| format!("{typed} is not a possible number of VP: {}", ranges(&need.possible.values())))
}
