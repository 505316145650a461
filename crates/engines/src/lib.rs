//! Engines of older laws, kept as artifacts: finds, checks and runs them.
//!
//! A law is the number by which a log is judged. Each law that was released has one WebAssembly module, built from its
//! commit, which says what that law says about a log: bytes in, JSON out. `engines/INDEX` names them by hash; no module
//! of another hash is run. They come with the program, or lie in a folder that [`Engines::beside`] names.
//!
//! | file | what |
//! |---|---|
//! | `index` | the released laws: hash, commit, compiler and flags of their modules |
//! | `module` | one module in the interpreter, with limits of memory and of steps |
//! | `answer` | what a module says to a question |
//! | `error` | why there is no answer |
//!
//! Nothing here knows what a question means: who asks knows. `engines/README.md` lists the questions.
//!
//! # Examples
//!
//! ```
//! let first = &adjutant_engines::released()[0];
//! assert_eq!((first.law, first.commit.len()), (1, 40));
//! ```
//!
//! # Features
//!
//! - `interpreter`: runs the modules; without it they are named and not run.

mod answer;
mod error;
mod index;
#[cfg(feature = "interpreter")]
mod module;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

pub use answer::Answer;
pub use error::EngineError;
pub use index::{Built, released};
#[cfg(feature = "interpreter")]
use module::Parsed;
#[cfg(feature = "interpreter")]
pub use module::{Limits, Module};

/// The engines that this program has.
#[derive(Debug, Default)]
pub struct Engines {
    folder: Option<PathBuf>,
    /// Modules that wait for the next question.
    #[cfg(feature = "interpreter")]
    waiting: Mutex<BTreeMap<u32, Vec<Module>>>,
    #[cfg(not(feature = "interpreter"))]
    waiting: Mutex<BTreeMap<u32, ()>>,
}

impl Engines {
    /// Those that come with the program.
    pub fn shipped() -> Engines {
        Engines::default()
    }

    /// The same, and those that lie in a folder as `engine-LAW.wasm`.
    #[must_use]
    pub fn beside(folder: PathBuf) -> Engines {
        Engines { folder: Some(folder), ..Engines::default() }
    }

    /// The module of a law that comes with the program, as it is run; none where none comes with it.
    ///
    /// # Errors
    /// One that is damaged.
    #[cfg(feature = "interpreter")]
    pub fn module_of(law: u32) -> Result<Option<Vec<u8>>, EngineError> {
        index::shipped(law).map(module::unpacked).transpose()
    }

    /// The same: without the interpreter none comes with it.
    ///
    /// # Errors
    /// Never.
    #[cfg(not(feature = "interpreter"))]
    pub fn module_of(_: u32) -> Result<Option<Vec<u8>>, EngineError> {
        Ok(None)
    }

    /// Asks the engine of a law. `question` is the first line, without its `parts`; `parts` are the bytes that it speaks of.
    ///
    /// ```
    /// use adjutant_engines::{EngineError, Engines};
    /// let none = Engines::shipped().ask(1_000_000, &serde_json::json!({"ask": "about"}), &[]);
    /// assert!(matches!(none, Err(EngineError::Absent { .. } | EngineError::NotBuilt)));
    /// ```
    ///
    /// # Errors
    /// No such engine here, one that is not what it was, or one that broke off or did not end.
    pub fn ask(&self, law: u32, question: &Value, parts: &[&[u8]]) -> Result<Answer, EngineError> {
        self.asked(law, question, parts)
    }

    #[cfg(feature = "interpreter")]
    fn asked(&self, law: u32, question: &Value, parts: &[&[u8]]) -> Result<Answer, EngineError> {
        let waiting = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = waiting().get_mut(&law).and_then(Vec::pop);
        let mut module = match kept {
            Some(module) => module,
            None => self.find(law)?,
        };
        // One that failed is in a state that nobody knows, and is not kept.
        let answer = module.ask(question, parts)?;
        waiting().entry(law).or_default().push(module);
        Ok(answer)
    }

    #[cfg(not(feature = "interpreter"))]
    fn asked(&self, _: u32, _: &Value, _: &[&[u8]]) -> Result<Answer, EngineError> {
        let _ = (&self.folder, self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        Err(EngineError::NotBuilt)
    }

    /// The module of a law: the one that comes with the program, or else the one in the folder.
    #[cfg(feature = "interpreter")]
    fn find(&self, law: u32) -> Result<Module, EngineError> {
        let built = released().iter().find(|built| built.law == law).ok_or(EngineError::Absent { law })?;
        if let Some(shipped) = index::shipped(law) {
            // Unpacked and read once in a process, however many engines it has.
            static READ: Mutex<BTreeMap<u32, Parsed>> = Mutex::new(BTreeMap::new());
            let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
            let parsed = match read.get(&law) {
                Some(parsed) => parsed.clone(),
                None => read.entry(law).or_insert(Parsed::read(built, &module::unpacked(shipped)?)?).clone(),
            };
            drop(read);
            return Module::of(&parsed, Limits::default());
        }
        let path = self.folder.as_ref().map(|folder| folder.join(format!("engine-{law}.wasm")));
        let bytes = path.and_then(|path| std::fs::read(path).ok()).ok_or(EngineError::Absent { law })?;
        Module::read(built, &bytes, Limits::default())
    }
}
