//! The form in which a command prints its tables.

use clap::{Args, ValueEnum};
use std::fmt;

/// The form of tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, no wider than the terminal.
    #[default]
    Table,
    /// Comma-separated values; numbers as JSON has them.
    Csv,
    /// One JSON value with all that was measured.
    Json,
    /// Tables of Markdown.
    Markdown,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Table => "table",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Markdown => "markdown",
        })
    }
}

/// The options of a command that prints tables.
#[derive(Args, Clone, Debug, Default)]
pub struct OutputArgs {
    /// Form of the tables.
    #[arg(long, value_enum, value_name = "FORM")]
    pub format: Option<Format>,
    /// Print as JSON; short for --format json.
    #[arg(long)]
    pub json: bool,
}
