//! What people are told of a match that an older law judges, where it is only read.

use adjutant_core::reliance::LAW;

/// Which law judges it, and that nothing is recorded here.
pub fn only_read(law: u32) -> String {
    format!(
        "Law {law} judges this match: it was begun under it. Here you read it; on the command line it goes on under law {law}."
    )
}

/// What it means that both go on under today's law, a line each.
pub fn going_on() -> [String; 2] {
    [
        format!(
            "From then on law {LAW} judges the whole match, if every record so far stands under it with the same points."
        ),
        "Nothing takes that back.".to_owned(),
    ]
}

/// What the key or button says with which both go on.
pub fn go_on() -> String {
    format!("go on under law {LAW}")
}
