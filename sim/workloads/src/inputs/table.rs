//! Reads tables of whole numbers as text, one row per line. Blanks, commas or colons separate columns, so
//! tab-separated files, CSV and the `::` of MovieLens are one format. Lines that begin with `#` or `%` are
//! comments. A first line that begins with a letter names the columns. Columns after the requested ones are
//! ignored.

use super::lines::Lines;
use super::InputError;

/// Most rows that a table may have.
pub(super) const MAX_ROWS: usize = 1 << 26;

/// Reads the first columns, called `names` in errors. There must be at least one row.
pub(super) fn read<const N: usize>(
    mut lines: Lines,
    names: [&str; N],
) -> Result<Vec<[u32; N]>, InputError> {
    let mut rows = Vec::new();
    let mut header_may_come = true;
    loop {
        let line = lines.current().trim_start();
        if !(line.is_empty() || line.starts_with(['#', '%'])) {
            let header = line.starts_with(|c: char| c.is_ascii_alphabetic());
            if !(header && header_may_come) {
                if rows.len() == MAX_ROWS {
                    return Err(lines
                        .malformed(format!("more than {MAX_ROWS} rows; the limit is {MAX_ROWS}")));
                }
                rows.push(row(&lines, names)?);
            }
            header_may_come = false;
        }
        if lines.next()?.is_none() {
            break;
        }
    }
    if rows.is_empty() {
        return Err(lines.malformed("the file ends without a single row"));
    }
    Ok(rows)
}

fn row<const N: usize>(lines: &Lines, names: [&str; N]) -> Result<[u32; N], InputError> {
    let separates = |c: char| c.is_whitespace() || c == ',' || c == ':';
    let mut fields = lines.current().split(separates).filter(|field| !field.is_empty());
    let mut row = [0; N];
    for (value, name) in row.iter_mut().zip(names) {
        *value = lines.field(fields.next(), name, "a whole number below 2^32")?;
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn table(text: &[u8]) -> Result<Vec<[u32; 2]>, String> {
        let rows = Lines::new("t.csv", text).and_then(|lines| read(lines, ["user", "item"]));
        rows.map_err(|error| error.to_string())
    }

    #[test]
    fn tabs_commas_and_double_colons_separate_columns_and_more_of_them_are_ignored() {
        for text in [
            "1\t2\t5\n3\t4\t5\n",
            "1,2,4.5,881\n3,4,1.0,882\n",
            "1::2::5\n3::4::5",
            " 1 2\n\n3 4\n",
        ] {
            assert_eq!(table(text.as_bytes()).unwrap(), [[1, 2], [3, 4]], "{text}");
        }
    }

    #[test]
    fn comments_and_one_line_of_names_are_skipped() {
        let text = "# of 2003\nuserId,movieId,rating\n% more\n1,2,3\n";
        assert_eq!(table(text.as_bytes()).unwrap(), [[1, 2]]);
    }

    #[test]
    fn a_wrong_line_is_named() {
        let message = |text: &str| table(text.as_bytes()).unwrap_err();
        assert_eq!(message("a b\nc d\n"), "t.csv:2: the user `c` is not a whole number below 2^32");
        assert_eq!(message("1 2\nc d\n"), "t.csv:2: the user `c` is not a whole number below 2^32");
        assert_eq!(message("1\n"), "t.csv:1: the item is missing");
        assert_eq!(
            message("1,4294967296\n"),
            "t.csv:1: the item `4294967296` is not a whole number below 2^32"
        );
        assert_eq!(message("# nothing\n"), "t.csv:2: the file ends without a single row");
        assert_eq!(message(""), "t.csv:1: the file is empty");
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "[0-9a ,:#\n\t-]{0,80}") {
            let _ = table(text.as_bytes());
        }
    }
}
