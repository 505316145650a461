//! How far a long task is: a bar on standard error that makes way for the results.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Done, the step under way, to be done: characters that every terminal has.
const BAR: &str = "=>-";

/// A progress bar, or none where nobody watches.
pub struct Progress {
    bar: ProgressBar,
    /// Whether results go to the same screen and the bar has to make way for them.
    shares_screen: bool,
}

impl Progress {
    /// A bar over a number of steps of what is counted, such as `logs`.
    pub fn new(steps: usize, counted: &'static str) -> Progress {
        let bar = ProgressBar::new(steps as u64);
        let look = format!("[{{wide_bar}}] {{pos}}/{{len}} {counted}, {{eta}} left");
        // The template is ours; were it wrong, the library's own bar would do.
        let style = ProgressStyle::with_template(&look).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars(BAR));
        Progress { bar, shares_screen: std::io::stdout().is_terminal() }
    }

    /// No bar.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), shares_screen: false }
    }

    /// One step done; its results are printed by `print`, which is told whether somebody watches them appear.
    pub fn step<T>(&self, print: impl FnOnce(bool) -> T) -> T {
        self.bar.inc(1);
        if self.shares_screen { self.bar.suspend(|| print(true)) } else { print(false) }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
