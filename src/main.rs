//! The command line `heddle`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("heddle: {error:#}");
            ExitCode::FAILURE
        }
    }
}
