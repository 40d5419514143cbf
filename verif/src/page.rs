//! Compares generated or measured pages and tables of the book with what a test makes again.

use itertools::Itertools;
use std::path::Path;

/// Version for which tables of area and clock hold; with others they are not compared.
pub const YOSYS: &str = "Yosys 0.23 ";
/// See [`YOSYS`].
pub const OPENSTA: &str = "2.0.17";

/// Whether pages are written anew and not compared: `HEDDLE_BLESS` is set.
pub fn blessing() -> bool {
    std::env::var_os("HEDDLE_BLESS").is_some()
}

/// Compares the table `name` of a page, between `<!-- table: NAME -->` and `<!-- end -->`, with the
/// measured one. With `HEDDLE_BLESS` set, the table is rewritten. The error says what to do.
pub fn check(page: &Path, name: &str, measured: &str) -> Result<(), String> {
    let shown = page.display();
    let text = std::fs::read_to_string(page).map_err(|error| format!("{shown}: {error}"))?;
    let (open, close) = (format!("<!-- table: {name} -->\n"), "<!-- end -->");
    let place = text.find(&open).map(|start| start + open.len());
    let place = place.and_then(|start| Some((start, start + text[start..].find(close)?)));
    let Some((start, end)) = place else {
        return Err(format!(
            "{shown} has no table called {name}; put {open}{close} where it belongs"
        ));
    };
    if &text[start..end] == measured {
        return Ok(());
    }
    if !blessing() {
        return Err(format!(
            "the table {name} of {shown} is stale; run this test with HEDDLE_BLESS=1. Measured:\n{measured}"
        ));
    }
    let anew = [&text[..start], measured, &text[end..]].concat();
    std::fs::write(page, anew).map_err(|error| format!("{shown}: {error}"))
}

/// Compares a page that is generated as a whole with the generated text; with `end`, only up to
/// this marker. With `HEDDLE_BLESS` set, the page is rewritten. The error names the page, the
/// first line that differs, and the command that writes it.
pub fn check_whole(
    page: &Path,
    written: &str,
    end: Option<&str>,
    command: &str,
) -> Result<(), String> {
    if blessing() {
        let folder = page.parent().map_or(Ok(()), std::fs::create_dir_all);
        let done = folder.and_then(|()| std::fs::write(page, written));
        return done.map_err(|error| format!("writing {}: {error}", page.display()));
    }
    stale(page, written, end, command).map_or(Ok(()), Err)
}

/// Returns the error about a stale page.
fn stale(page: &Path, written: &str, end: Option<&str>, command: &str) -> Option<String> {
    let committed = std::fs::read_to_string(page).unwrap_or_default();
    let compared = |text: &str| match end.and_then(|end| text.find(end)) {
        Some(at) => text[..at].to_string(),
        None => text.to_string(),
    };
    let (committed, written) = (compared(&committed), compared(written));
    let lines = committed.split('\n').zip_longest(written.split('\n'));
    let mut lines = lines.map(|pair| pair.or("(nothing)", "(nothing)")).zip(1..);
    let ((is, should), line) = lines.find(|((is, should), _)| is != should)?;
    let page = page.display();
    Some(format!("{page} is stale; run {command}. Line {line} is\n{is}\nand should be\n{should}"))
}

/// Prints a table in Markdown.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let header: Vec<String> = header.iter().map(|cell| cell.to_string()).collect();
    let rule = format!("|{}\n", "---|".repeat(header.len()));
    [line(&header), rule].into_iter().chain(rows.iter().map(|row| line(row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_table_is_told_with_what_was_measured() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let page = dir.path().join("page.md");
        let rows = table(&["a", "b"], &[vec!["1".into(), "2".into()]]);
        assert_eq!(rows, "| a | b |\n|---|---|\n| 1 | 2 |\n");
        std::fs::write(&page, format!("x\n<!-- table: t -->\n{rows}<!-- end -->\ny\n"))
            .expect("writable");
        assert_eq!(check(&page, "t", &rows), Ok(()));
        let stale = check(&page, "t", "| other |\n").expect_err("it differs");
        assert!(stale.contains("stale") && stale.contains("| other |"), "{stale}");
        assert!(check(&page, "u", "").expect_err("no such table").contains("no table called u"));
    }

    #[test]
    fn a_stale_page_is_told_with_its_first_wrong_line_and_the_command_that_writes_it() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let page = dir.path().join("page.md");
        std::fs::write(&page, "one\ntwo\n## Seconds\n3\n").expect("writable");
        let told = |written: &str, end| stale(&page, written, end, "the tests");
        assert_eq!(told("one\ntwo\n## Seconds\n3\n", None), None);
        assert_eq!(told("one\ntwo\n## Seconds\n4\n", Some("## Seconds")), None);
        let wrong = told("one\n2\n", Some("## Seconds")).expect("it differs");
        let expected = "page.md is stale; run the tests. Line 2 is\ntwo\nand should be\n2";
        assert!(wrong.ends_with(expected), "{wrong}");
        let short = told("one\ntwo", Some("## Seconds")).expect("a line feed is missing");
        assert!(short.ends_with("Line 3 is\n\nand should be\n(nothing)"), "{short}");
    }
}
