//! How far a long task is: a bar on standard error that makes way for the results.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Done, the step under way, to be done: characters that every terminal has.
const BAR: &str = "=>-";

/// How long a task may last before anything is shown of it.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often a task that counts no steps shows that it goes on.
const BEAT: Duration = Duration::from_millis(120);

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

    /// The same for what mostly takes no second: it appears once the task has lasted longer. With no steps to count it
    /// says for how long the task has run.
    pub fn late(steps: usize, doing: &'static str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let look = match steps {
            0 => format!("{{spinner}} {doing}, {{elapsed}}"),
            _ => format!("[{{wide_bar}}] {doing}, {{pos}}/{{len}}, {{eta}} left"),
        };
        let style = ProgressStyle::with_template(&look).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars(BAR).tick_chars("-\\|/ "));
        let shown = bar.clone();
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if !shown.is_finished() {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(BEAT);
            }
        });
        Progress { bar, shares_screen: false }
    }

    /// So many steps are done.
    pub fn at(&self, done: usize) {
        self.bar.set_position(done as u64);
    }

    /// How many steps are done, of how many in all.
    pub fn at_of(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.at(done);
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
