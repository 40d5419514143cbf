//! Tables of the book that are measured: a test measures them again and compares.

use std::path::Path;

/// The versions that tables of area and clock hold for; with others they are not compared.
pub const YOSYS: &str = "Yosys 0.23 ";
/// See [`YOSYS`].
pub const OPENSTA: &str = "2.0.17";

/// Compares the table `name` of a page, between `<!-- table: NAME -->` and `<!-- end -->`, with what was
/// measured; with `HEDDLE_BLESS` set it is written anew. The error says what to do.
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
    if std::env::var_os("HEDDLE_BLESS").is_none() {
        return Err(format!(
            "the table {name} of {shown} is stale; run this test with HEDDLE_BLESS=1. Measured:\n{measured}"
        ));
    }
    let anew = [&text[..start], measured, &text[end..]].concat();
    std::fs::write(page, anew).map_err(|error| format!("{shown}: {error}"))
}

/// A table in Markdown.
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
}
