//! Tables without frames: CSV, and Markdown.

use super::NONE;

/// Returns a table as comma-separated values (RFC 4180 with line feeds).
pub fn csv(header: &[String], rows: &[Vec<String>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = header.iter().map(|name| one_line(name));
    writer.write_record(header).expect("memory takes what is written");
    for row in rows {
        let cells = row.iter().map(|cell| if cell == NONE { "" } else { cell.as_str() });
        writer.write_record(cells).expect("memory takes what is written");
    }
    let bytes = writer.into_inner().expect("memory takes what is written");
    String::from_utf8(bytes).expect("text was written")
}

/// Returns a table of Markdown, numbers at the right.
pub fn markdown(header: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let cell = |text: &String| one_line(text).replace('|', "\\|");
    let rule: String = (0..header.len()).map(|n| if n == 0 { "---|" } else { "---:|" }).collect();
    let head = [line(header.iter().map(cell).collect()), format!("|{rule}\n")];
    let rows = rows.iter().map(|row| line(row.iter().map(cell).collect()));
    head.into_iter().chain(rows).collect()
}

/// Returns a header, which may be broken, or a cell in one line.
fn one_line(text: &str) -> String {
    // A word that was broken goes together again.
    text.replace("-\n", "-").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| cell.to_string()).collect()
    }

    #[test]
    fn csv_quotes_what_has_commas_and_leaves_out_dashes() {
        let header = row(&["name", "of\nall"]);
        let rows = [row(&["a, b", "-"]), row(&["say \"c\"", "2"])];
        assert_eq!(csv(&header, &rows), "name,of all\n\"a, b\",\n\"say \"\"c\"\"\",2\n");
    }

    #[test]
    fn markdown_escapes_what_would_end_a_cell() {
        let header = row(&["name", "parent-\nchild"]);
        let expected = "| name | parent-child |\n|---|---:|\n| a\\|b | - |\n";
        assert_eq!(markdown(&header, &[row(&["a|b", "-"])]), expected);
    }
}
