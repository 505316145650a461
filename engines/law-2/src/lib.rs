//! What law 2 says about a log: bytes in, JSON out. The answers are those of `crates/module`; `engines/README.md` lists them.
//! [`room`] makes room for a question, [`ask`] answers it, [`length`] says how long the answer is.

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
    let answer = adjutant_module::answer(&question);
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
