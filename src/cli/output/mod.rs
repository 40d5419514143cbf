//! Prints what commands have to say, in the form that was chosen: tables for people, CSV and JSON for programs, and
//! Markdown.

mod boxed;
mod plain;

use super::args::{Format, OutputArgs};
use anyhow::bail;
use serde::Serialize;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::OnceLock;

/// Stands where a table has no value.
const NONE: &str = "-";

/// The form of this process's tables, which is chosen once, before the command begins.
static FORMAT: OnceLock<Format> = OnceLock::new();

/// Chooses the form. The error is about two forms at a time.
pub fn choose(args: &OutputArgs) -> anyhow::Result<()> {
    let format = match (args.format, args.json) {
        (Some(format), true) if format != Format::Json => {
            bail!("--json is --format json, and --format {format} is another form; leave one out")
        }
        (_, true) => Format::Json,
        (format, false) => format.unwrap_or_default(),
    };
    FORMAT.get_or_init(|| format);
    Ok(())
}

/// The form that was chosen.
pub fn format() -> Format {
    FORMAT.get().copied().unwrap_or_default()
}

/// Whether one JSON value is all that is printed.
pub fn is_json() -> bool {
    format() == Format::Json
}

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

/// `println!` through [`line()`].
macro_rules! emit {
    ($($text:tt)*) => { $crate::cli::output::line(format_args!($($text)*)) };
}
pub(super) use emit;

/// Prints one JSON value on standard output.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    emit!("{}", serde_json::to_string(value)?);
    Ok(())
}

/// Prints a line about the tables, which is none of their values: broken at words where a table is for people, a
/// paragraph in Markdown, and on standard error where standard output is for programs.
pub fn remark(text: std::fmt::Arguments) {
    match format() {
        Format::Table => {
            line(format_args!("{}", boxed::wrapped(&text.to_string(), boxed::width())))
        }
        Format::Markdown => line(format_args!("\n{text}")),
        Format::Csv | Format::Json => eprintln!("{text}"),
    }
}

/// `println!` through [`remark`].
macro_rules! note {
    ($($text:tt)*) => { $crate::cli::output::remark(format_args!($($text)*)) };
}
pub(super) use note;

/// Prints a table of which there may be several; an empty line is between them where no frame is.
pub fn show(table: &str) {
    static SHOWN: AtomicBool = AtomicBool::new(false);
    let first = !SHOWN.swap(true, Ordering::Relaxed);
    match format() {
        Format::Table => emit!("{table}"),
        _ if first => emit!("{}", table.trim_end()),
        _ => emit!("\n{}", table.trim_end()),
    }
}

/// Returns a table in the form that was chosen. A dash stands where there is no value; where programs read it, nothing.
pub fn table(header: &[impl Display], rows: &[Vec<String>]) -> String {
    let header: Vec<String> = header.iter().map(ToString::to_string).collect();
    match format() {
        Format::Table => boxed::table(&header, rows, boxed::width()),
        Format::Markdown => plain::markdown(&header, rows),
        Format::Csv | Format::Json => plain::csv(&header, rows),
    }
}

/// Returns a table for people, whatever form was chosen, for a file.
pub fn framed(header: &[impl Display], rows: &[Vec<String>]) -> String {
    let header: Vec<String> = header.iter().map(ToString::to_string).collect();
    boxed::table(&header, rows, boxed::WIDTH.into())
}

/// Returns a ratio as a percentage, or a dash; where programs read it, as the ratio that JSON has.
pub fn percent(ratio: Option<f64>) -> String {
    match (ratio, format()) {
        (None, _) => NONE.to_owned(),
        (Some(ratio), Format::Csv) => ratio.to_string(),
        (Some(ratio), _) => format!("{:.1} %", 100.0 * ratio),
    }
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

/// Returns a number with its digits in groups of three; where programs read it, without spaces.
pub fn grouped(number: u64) -> String {
    if format() == Format::Csv {
        return number.to_string();
    }
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let head = (!head.is_empty()).then(|| head.to_string());
    head.into_iter().chain(groups).collect::<Vec<_>>().join(" ")
}
