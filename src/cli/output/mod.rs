//! Prints tables for people and JSON for programs.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;
use std::fmt::Display;
use std::io::{ErrorKind, Write};

/// Prints a line on standard output. Ends the program if that cannot be written to: silently when
/// the reader has gone (`heddle list | head`), with a message otherwise.
pub fn line(text: std::fmt::Arguments) {
    let mut out = std::io::stdout().lock();
    let written = out.write_fmt(text).and_then(|()| out.write_all(b"\n"));
    let Err(error) = written else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(READER_GONE);
    }
    eprintln!("heddle: cannot write to standard output: {error}");
    std::process::exit(1);
}

/// Exit code that a shell reports for a program that SIGPIPE ended.
const READER_GONE: i32 = 141;

/// `println!` through [`line`].
macro_rules! emit {
    ($($text:tt)*) => { $crate::cli::output::line(format_args!($($text)*)) };
}
pub(super) use emit;

/// Prints one JSON value on standard output.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    emit!("{}", serde_json::to_string(value)?);
    Ok(())
}

/// Prints a table with the first column aligned left and the others right.
pub fn table(header: &[impl Display], rows: &[Vec<String>]) -> String {
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED).set_header(header);
    for row in rows {
        table.add_row(row);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

/// Prints a ratio as a percentage, or a dash.
pub fn percent(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_string(), |ratio| format!("{:.1} %", 100.0 * ratio))
}

/// Shortens a text to so many characters, from its end.
pub fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() {
        count if count <= most => text.to_owned(),
        _ => text.chars().take(most - 1).chain(['…']).collect(),
    }
}

/// Returns text as it stands in an SVG file.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Prints a number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let head = (!head.is_empty()).then(|| head.to_string());
    head.into_iter().chain(groups).collect::<Vec<_>>().join(" ")
}
