//! Tables in frames that are no wider than the terminal. Columns for which there is no place are printed as a further
//! table below, behind the first column again.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};

/// Columns of a terminal that says nothing of itself, and of a pipe.
pub const WIDTH: u16 = 80;
/// Columns of a cell's frame: two spaces and a bar.
const FRAME: usize = 3;
/// Text is given as many columns before it is broken more narrowly than at every word.
const TEXT: usize = 20;
/// Text that is longer is prose, which is read from the left also among numbers.
const PROSE: usize = 32;
/// A word with more characters is broken itself.
const WORD: usize = 34;

/// The columns of the terminal.
pub fn width() -> usize {
    Table::new().width().unwrap_or(WIDTH).into()
}

/// Returns a table, the first column at the left and numbers at the right.
pub fn table(header: &[String], rows: &[Vec<String>], width: usize) -> String {
    let least: Vec<usize> = (0..header.len()).map(|column| least(column, header, rows)).collect();
    let blocks = blocks(&least, width);
    let tables = blocks.iter().map(|block| framed(block, header, rows, &least, width));
    tables.collect::<Vec<_>>().join("\n")
}

/// The fewest characters that a column is given.
fn least(column: usize, header: &[String], rows: &[Vec<String>]) -> usize {
    let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| {
        let whole = cell.chars().count();
        match is_text(cell) {
            true => longest_word(cell).max(whole.min(TEXT)),
            false => whole,
        }
    });
    let head = longest_word(&header[column]);
    cells.chain([head]).max().unwrap_or(0).min(WORD)
}

/// Whether a cell has words, between which it may be broken; a number has none.
fn is_text(cell: &str) -> bool {
    cell.chars().any(char::is_alphabetic)
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0)
}

/// The columns of each table, so that each fits.
fn blocks(least: &[usize], width: usize) -> Vec<Vec<usize>> {
    let first = least.first().map_or(0, |first| first + FRAME);
    let mut blocks = vec![vec![0]];
    let mut used = 1 + first;
    for (column, least) in least.iter().enumerate().skip(1) {
        let last = blocks.last_mut().expect("there is one");
        if used + least + FRAME > width && last.len() > 1 {
            blocks.push(vec![0, column]);
            used = 1 + first + least + FRAME;
        } else {
            last.push(column);
            used += least + FRAME;
        }
    }
    blocks
}

fn framed(
    columns: &[usize],
    header: &[String],
    rows: &[Vec<String>],
    least: &[usize],
    width: usize,
) -> String {
    let chosen = |row: &[String]| -> Vec<String> {
        columns.iter().map(|&column| row.get(column).cloned().unwrap_or_default()).collect()
    };
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED).set_header(chosen(header));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width.try_into().unwrap_or(WIDTH));
    for row in rows {
        table.add_row(chosen(row));
    }
    for (place, column) in table.column_iter_mut().enumerate() {
        let index = columns[place];
        let cells = || rows.iter().filter_map(|row| row.get(index));
        let is_number =
            |cell: &String| !is_text(cell) && cell.contains(|c: char| c.is_ascii_digit());
        let is_prose = |cell: &String| is_text(cell) && cell.chars().count() > PROSE;
        if place > 0 && cells().any(is_number) && !cells().any(is_prose) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let padded = least[index] + FRAME - 1;
        let padded = Width::Fixed(padded.try_into().unwrap_or(WIDTH));
        column.set_constraint(ColumnConstraint::LowerBoundary(padded));
    }
    table.to_string()
}

/// Returns a line broken at spaces, so that none is wider than the terminal unless it is one word. What follows is
/// indented by two more than the line.
pub fn wrapped(text: &str, width: usize) -> String {
    text.split('\n').map(|line| wrapped_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len();
    let mut lines = vec![" ".repeat(indent)];
    for word in line.split_whitespace() {
        let last = lines.last_mut().expect("there is one");
        let is_empty = last.trim().is_empty();
        if !is_empty && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(" ".repeat(indent + 2) + word);
        } else {
            last.push_str(if is_empty { "" } else { " " });
            last.push_str(word);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| cell.to_string()).collect()
    }

    #[test]
    fn a_narrow_table_is_one_with_numbers_at_the_right() {
        let shown = table(&row(&["name", "bytes"]), &[row(&["a", "1 000"])], 80);
        assert_eq!(shown.lines().nth(3), Some("│ a    ┆ 1 000 │"));
    }

    #[test]
    fn columns_without_a_place_follow_below_behind_the_first_and_no_line_is_too_wide() {
        let header: Vec<String> = (0..16).map(|n| format!("measure {n}")).collect();
        let mut cells: Vec<String> = (0..16).map(|n| format!("{n} 000 000")).collect();
        cells[0] = "unit".into();
        let shown = table(&header, &[cells.clone()], 80);
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        assert!(shown.lines().filter(|line| line.starts_with("│ unit")).count() > 1, "{shown}");
        assert!(cells.iter().skip(1).all(|cell| shown.contains(cell.as_str())), "{shown}");
    }

    #[test]
    fn prose_is_broken_at_words_and_read_from_the_left() {
        let prose = "an input of which there is much to say ".repeat(5);
        let shown = table(&row(&["form", "what it is"]), &[row(&["form:A:B", &prose])], 60);
        assert!(shown.lines().all(|line| line.chars().count() <= 60), "{shown}");
        assert!(shown.contains("│ form:A:B ┆ an input"), "{shown}");
    }

    #[test]
    fn a_long_line_goes_on_below_indented() {
        assert_eq!(wrapped("  one two three", 12), "  one two\n    three");
        assert_eq!(wrapped("short", 12), "short");
    }
}
