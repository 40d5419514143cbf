//! Shows the progress of long work on standard error; silent when that is not a terminal.

use crate::runs::Report;
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

/// Counts finished runs, and says how long the others may take.
pub struct Bar(ProgressBar);

impl Bar {
    /// Of things that are called `what`.
    pub fn new(what: &str) -> Self {
        let bar = ProgressBar::new(0);
        let template =
            format!("{{bar:30}} {{pos}}/{{len}} {what} {{msg}} [{{elapsed}}, {{eta}} left]");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Takes it off the terminal.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Report for Bar {
    fn begin(&self, all: usize, kept: usize) {
        self.0.set_length(all as u64);
        self.0.set_position(kept as u64);
        self.0.reset_eta();
    }

    fn start(&self, name: &str) {
        self.0.set_message(name.to_owned());
    }

    fn finish(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
