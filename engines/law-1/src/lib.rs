//! What law 1 says about a log: bytes in, JSON out, as data without sentences of its own. No store, no clock, no files.
//!
//! A question is one line of JSON and, behind its newline, the bytes that it speaks of, one part after the other:
//!
//! ```json
//! {"ask":"audit","parts":[4711,1200],"matches":["gt-1-1"]}
//! ```
//!
//! | `ask` | parts | what is answered |
//! |---|---|---|
//! | `about` | – | the law, the format of the answers, the hashes of the packs |
//! | `audit` | a log, then the logs of the named `matches` | what an audit finds, who signed, who should have |
//! | `wants` | the log of an event | the ids of the matches that its audit would look at |
//! | `facts` | a log | its rows for statistics |
//! | `fold` | the log of a match, `at` a record | the view then, and what each record brought about |
//! | `judge` | a log, then the record that would follow | the record completed and what it brings, or its refusal |
//! | `offers` | the log of a match; `by` is who would speak | what could be recorded |
//! | `event` | the log of an event | everything about it, as `event export --json` wrote it |
//!
//! `packs` may hold packs that do not come with the module: of each its JSON files, by their paths.
//!
//! An answer is one of `{"answer":…}`, `{"refused":…}` (what was asked about is not as law 1 wants it) and
//! `{"fault":…}` (the question makes no sense). [`room`] makes room for a question, [`ask`] answers it, [`length`] says
//! how long the answer is.

mod answers;

use std::cell::RefCell;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question and says where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    let question = QUESTION.take();
    let answer = answers::to(&question);
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer;
        kept.as_ptr()
    })
}

/// The length of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    ANSWER.with_borrow(Vec::len)
}
