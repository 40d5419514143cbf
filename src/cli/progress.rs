//! Shows the progress of long work on standard error; silent when that is not a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A line that says what is being done, and its progress.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Starts the line.
    pub fn new(what: impl Into<String>) -> Self {
        // Hidden by the library when standard error is not a terminal.
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {prefix} {msg} [{elapsed}]");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_prefix(what.into());
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar }
    }

    /// Shows the current item of work.
    pub fn say(&self, what: &str) {
        self.bar.set_message(what.to_string());
    }

    /// Shows the current cycle.
    pub fn cycle(&self, cycle: u64) {
        self.bar.set_message(format!("cycle {}", super::output::grouped(cycle)));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
