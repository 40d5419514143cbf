//! Reads the Matrix Market exchange format: coordinate matrices, pattern, real or integer, general or symmetric.
//! Row i, column j is the edge i -> j. The matrix must be square; indices count from 1.

use super::lines::{shorten, Lines};
use super::{Edge, Graph, InputError, MAX_EDGES, MAX_VERTICES};

/// The form of the entries as the banner gives it.
struct Banner {
    weighted: bool,
    symmetric: bool,
}

/// Reads a matrix whose banner is the current line.
pub(super) fn read(mut lines: Lines) -> Result<Graph, InputError> {
    let banner = banner(&lines)?;
    loop {
        match lines.next()? {
            None => {
                return Err(
                    lines.malformed("the file ends before the size line (rows, columns, entries)")
                )
            }
            Some(line) if line.trim().is_empty() || line.starts_with('%') => {}
            Some(_) => break,
        }
    }
    let (vertices, entries) = size(&lines)?;

    let mut edges = Vec::new();
    let mut seen = 0;
    while let Some(line) = lines.next()? {
        if line.trim().is_empty() || line.starts_with('%') {
            continue;
        }
        if seen == entries {
            return Err(lines.malformed(format!(
                "an entry follows the {entries} that the size line announces"
            )));
        }
        seen += 1;
        let edge = entry(&lines, vertices, &banner)?;
        lines.check_edge(edges.len())?;
        edges.push(edge);
        if banner.symmetric && edge.from != edge.to {
            lines.check_edge(edges.len())?;
            edges.push(Edge { from: edge.to, to: edge.from, ..edge });
        }
    }
    if seen < entries {
        return Err(lines.malformed(format!(
            "the file ends after {seen} of the {entries} entries that the size line announces"
        )));
    }
    lines.check_vertices(vertices, edges.len())?;
    Ok(Graph::from_edges(vertices, &edges, banner.weighted))
}

fn banner(lines: &Lines) -> Result<Banner, InputError> {
    let line = lines.current().to_ascii_lowercase();
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let &[object, format, field, symmetry] = words.as_slice() else {
        return Err(
            lines.malformed("the banner must be `%%MatrixMarket matrix coordinate FIELD SYMMETRY`")
        );
    };
    let refuse = |what: &str, word: &str, known: &str| {
        Err(lines.malformed(format!("{what} `{}` is not supported; known: {known}", shorten(word))))
    };
    if object != "matrix" {
        return refuse("object", object, "matrix");
    }
    if format != "coordinate" {
        return refuse("format", format, "coordinate");
    }
    let weighted = match field {
        "pattern" => false,
        "real" | "integer" => true,
        other => return refuse("field", other, "pattern, real, integer"),
    };
    let symmetric = match symmetry {
        "general" => false,
        "symmetric" => true,
        other => return refuse("symmetry", other, "general, symmetric"),
    };
    Ok(Banner { weighted, symmetric })
}

fn size(lines: &Lines) -> Result<(u32, u64), InputError> {
    let mut fields = lines.current().split_whitespace();
    let rows: u64 = lines.field(fields.next(), "number of rows", "a whole number")?;
    let columns: u64 = lines.field(fields.next(), "number of columns", "a whole number")?;
    let entries: u64 = lines.field(fields.next(), "number of entries", "a whole number")?;
    lines.end_of_line(fields.next())?;
    if rows != columns {
        return Err(lines
            .malformed(format!("a graph needs a square matrix, this one is {rows} x {columns}")));
    }
    if rows > MAX_VERTICES {
        return Err(lines.malformed(format!("{rows} vertices; the limit is {MAX_VERTICES}")));
    }
    if entries > MAX_EDGES {
        return Err(lines.malformed(format!("{entries} entries; the limit is {MAX_EDGES} edges")));
    }
    Ok((rows as u32, entries))
}

fn entry(lines: &Lines, vertices: u32, banner: &Banner) -> Result<Edge, InputError> {
    let mut fields = lines.current().split_whitespace();
    let mut index = |name: &str| {
        let value: u64 = lines.field(fields.next(), name, "a whole number")?;
        if (1..=u64::from(vertices)).contains(&value) {
            Ok((value - 1) as u32)
        } else {
            Err(lines.malformed(format!("the {name} {value} is not in 1..={vertices}")))
        }
    };
    let (from, to) = (index("row")?, index("column")?);
    if banner.symmetric && from < to {
        return Err(lines.malformed(
            "a symmetric matrix lists only entries on or below the diagonal (row >= column)",
        ));
    }
    let weight = if banner.weighted { lines.weight(fields.next(), "value")? } else { 1.0 };
    lines.end_of_line(fields.next())?;
    Ok(Edge { from, to, weight })
}

#[cfg(test)]
mod tests {
    use super::super::{read_graph_from, Graph};

    const PATTERN: &str = "%%MatrixMarket matrix coordinate pattern general\n";

    fn read(text: &str) -> Graph {
        read_graph_from("m.mtx", text.as_bytes()).unwrap()
    }

    fn message(text: &str) -> String {
        read_graph_from("m.mtx", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_general_pattern_matrix_is_a_directed_graph() {
        let graph = read(&format!("{PATTERN}% comment\n\n3 3 3\n1 2\n3 3\n1 1\n"));
        assert_eq!((graph.offsets(), graph.columns()), (&[0, 2, 2, 3][..], &[0, 1, 2][..]));
        assert_eq!(graph.weights(), None);
    }

    #[test]
    fn a_symmetric_real_matrix_holds_both_directions_and_its_diagonal_once() {
        let graph = read(
            "%%MatrixMarket MATRIX Coordinate Real Symmetric\r\n2 2 2\r\n1 1 0.5\r\n2 1 -1e2\r\n",
        );
        assert_eq!((graph.offsets(), graph.columns()), (&[0, 2, 3][..], &[0, 1, 0][..]));
        assert_eq!(graph.weights(), Some(&[0.5, -100.0, -100.0][..]));
    }

    #[test]
    fn an_unsupported_banner_says_what_is_supported() {
        let with = |banner: &str| message(&format!("%%MatrixMarket {banner}\n1 1 0\n"));
        assert_eq!(
            with("matrix array real general"),
            "m.mtx:1: format `array` is not supported; known: coordinate"
        );
        assert_eq!(
            with("vector coordinate real general"),
            "m.mtx:1: object `vector` is not supported; known: matrix"
        );
        assert_eq!(
            with("matrix coordinate complex general"),
            "m.mtx:1: field `complex` is not supported; known: pattern, real, integer"
        );
        assert_eq!(
            with("matrix coordinate real hermitian"),
            "m.mtx:1: symmetry `hermitian` is not supported; known: general, symmetric"
        );
        assert_eq!(
            with("matrix"),
            "m.mtx:1: the banner must be `%%MatrixMarket matrix coordinate FIELD SYMMETRY`"
        );
    }

    #[test]
    fn an_absurd_size_is_refused_before_anything_is_allocated() {
        let with = |size: &str| message(&format!("{PATTERN}{size}\n"));
        assert_eq!(
            with("1000000000000 1000000000000 1"),
            "m.mtx:2: 1000000000000 vertices; the limit is 67108864"
        );
        assert_eq!(
            with("5 5 1000000000000"),
            "m.mtx:2: 1000000000000 entries; the limit is 268435456 edges"
        );
        assert_eq!(with("5 6 1"), "m.mtx:2: a graph needs a square matrix, this one is 5 x 6");
        assert_eq!(with("5 5"), "m.mtx:2: the number of entries is missing");
        assert_eq!(with("5 5 -1"), "m.mtx:2: the number of entries `-1` is not a whole number");
        assert_eq!(
            message(PATTERN),
            "m.mtx:2: the file ends before the size line (rows, columns, entries)"
        );
    }

    #[test]
    fn a_wrong_entry_is_named_by_its_line() {
        let with = |entry: &str| message(&format!("{PATTERN}2 2 1\n{entry}\n"));
        assert_eq!(with("0 1"), "m.mtx:3: the row 0 is not in 1..=2");
        assert_eq!(with("1 3"), "m.mtx:3: the column 3 is not in 1..=2");
        assert_eq!(with("1"), "m.mtx:3: the column is missing");
        assert_eq!(with("1 x"), "m.mtx:3: the column `x` is not a whole number");
        assert_eq!(with("1 2 3"), "m.mtx:3: `3` is one field too many");
        assert_eq!(
            with("1 2\n2 1"),
            "m.mtx:4: an entry follows the 1 that the size line announces"
        );
        assert_eq!(
            message(&format!("{PATTERN}2 2 2\n1 2\n")),
            "m.mtx:4: the file ends after 1 of the 2 entries that the size line announces"
        );
        let real = "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n";
        assert_eq!(
            message(&format!("{real}2 1 inf\n")),
            "m.mtx:3: the value `inf` is not a finite 32-bit float"
        );
        assert_eq!(
            message(&format!("{real}1 2 1\n")),
            "m.mtx:3: a symmetric matrix lists only entries on or below the diagonal (row >= column)"
        );
    }
}
