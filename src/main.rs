//! The command line `heddle`.

mod cli;
mod digest;
mod files;
mod machine;
mod parallel;
mod report;
mod reproduce;
mod results;
mod runs;
mod sweep;

use std::process::ExitCode;

fn main() -> ExitCode {
    heddle_files::fail_at_size_limit();
    match cli::run() {
        Ok(code) => code,
        Err(error) => {
            for line in cli::hang::lines(&error) {
                eprintln!("{}", one_line(&line));
            }
            eprintln!("heddle: {}", one_line(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// Escapes control characters, so that an error that quotes hostile input is one harmless line.
fn one_line(message: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_debug().collect() } else { c.to_string() };
    message.chars().map(escaped).collect()
}
