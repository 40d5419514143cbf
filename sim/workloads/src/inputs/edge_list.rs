//! Reads whitespace edge lists, as SNAP distributes them: `FROM TO` or `FROM TO WEIGHT` per line, `#` and `%`
//! comments. Vertices count from 0, and the largest one named decides how many there are. Edges are directed.
//!
//! A header and a file of METIS could be taken for edges. Both are refused.

mod mistaken;

use super::lines::Lines;
use super::{Edge, Graph, InputError, MAX_VERTICES};

/// Reads a list whose first line is the current line. The first edge decides whether weights are expected.
pub(super) fn read(mut lines: Lines) -> Result<Graph, InputError> {
    let mut edges = Vec::new();
    let mut vertices = 0;
    let mut weighted = None;
    let mut first = 1;
    loop {
        let line = lines.current().trim_start();
        if !(line.is_empty() || line.starts_with(['#', '%'])) {
            let fields = line.split_whitespace().count();
            let expected = *weighted.get_or_insert(fields > 2);
            if edges.is_empty() {
                first = lines.number();
                if mistaken::is_header(line) {
                    return Err(lines.malformed(mistaken::NAMES));
                }
            } else if fields != 2 + usize::from(expected) {
                return Err(lines.malformed(mistaken::fields(fields, expected)));
            }
            lines.check_edge(edges.len())?;
            let edge = edge(&lines, expected)?;
            vertices = vertices.max(edge.from + 1).max(edge.to + 1);
            edges.push(edge);
        }
        if lines.next()?.is_none() {
            break;
        }
    }
    if edges.is_empty() {
        return Err(lines.malformed("the file ends without a single edge"));
    }
    if let Some(mistake) = mistaken::first_line(&edges, weighted == Some(true)) {
        return Err(lines.malformed_at(first, mistake));
    }
    lines.check_vertices(vertices, edges.len())?;
    Ok(Graph::from_edges(vertices, &edges, weighted == Some(true)))
}

fn edge(lines: &Lines, weighted: bool) -> Result<Edge, InputError> {
    let mut fields = lines.current().split_whitespace();
    let mut vertex = |name: &str| {
        let value: u64 = lines.field(fields.next(), name, "a vertex number")?;
        if value < MAX_VERTICES {
            Ok(value as u32)
        } else {
            Err(lines.malformed(format!(
                "the {name} {value} is too large; vertices are numbered below {MAX_VERTICES}"
            )))
        }
    };
    let (from, to) = (vertex("source vertex")?, vertex("target vertex")?);
    let weight = if weighted { lines.weight(fields.next(), "weight")? } else { 1.0 };
    lines.end_of_line(fields.next())?;
    Ok(Edge { from, to, weight })
}

#[cfg(test)]
mod tests {
    use super::super::read_graph_from;

    fn message(text: &str) -> String {
        read_graph_from("e.txt", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn comments_and_blank_lines_are_skipped_and_duplicates_kept() {
        let graph =
            read_graph_from("e.txt", "# SNAP\n% other\n\n 0\t2\n0 2\n2 2\n".as_bytes()).unwrap();
        assert_eq!((graph.offsets(), graph.columns()), (&[0, 2, 2, 3][..], &[2, 2, 2][..]));
        assert_eq!(graph.weights(), None);
    }

    #[test]
    fn a_third_column_is_a_weight() {
        let graph = read_graph_from("e.txt", "1 0 2.5\n0 1 3\n".as_bytes()).unwrap();
        assert_eq!(graph.weights(), Some(&[3.0, 2.5][..]));
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert_eq!(
            message("hello 3\n"),
            "e.txt:1: the source vertex `hello` is not a vertex number"
        );
        let says = |text: &str, found: &str, first: &str| {
            let expected =
                format!("e.txt:2: the line has {found} fields, and the first says {first};");
            let message = message(text);
            assert!(message.starts_with(&expected), "{message}");
        };
        says("0 1\n5\n", "1", "FROM TO");
        says("0 1\n5 6 7\n", "3", "FROM TO");
        says("0 1 2\n5 6\n", "2", "FROM TO WEIGHT");
        assert_eq!(message("0 1 2 3\n"), "e.txt:1: `3` is one field too many");
        assert_eq!(message("0\n"), "e.txt:1: the target vertex is missing");
        assert_eq!(message("0 -1\n"), "e.txt:1: the target vertex `-1` is not a vertex number");
        assert_eq!(
            message("0 1000000000000\n"),
            "e.txt:1: the target vertex 1000000000000 is too large; vertices are numbered below 67108864"
        );
        assert_eq!(message("# nothing\n"), "e.txt:2: the file ends without a single edge");
    }
}
