//! The shape of every module of WebAssembly: bytes in, bytes out, without a host function and without packages of JavaScript.

/// What a module exports, around a function that answers bytes with bytes: `room` makes room for a question and says where,
/// `ask` answers it and says where the answer stands, `length` says how long that is.
#[macro_export]
macro_rules! exports {
    ($answer:path) => {
        thread_local! {
            static QUESTION: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
            static ANSWER: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
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
            let answer = $answer(&question);
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
    };
}
