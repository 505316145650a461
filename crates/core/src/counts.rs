//! Counts in sentences.

/// A count with what is counted, in the singular for one: `1 round`, `3 rounds`.
///
/// ```
/// use adjutant_core::counts::count;
/// assert_eq!(count(1, "table is open", "tables are open"), "1 table is open");
/// assert_eq!(count(0, "round", "rounds"), "0 rounds");
/// ```
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
