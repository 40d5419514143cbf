//! Recognizes what is no edge list, but could be read as one.

use crate::inputs::Edge;

/// What to do about a first line of words.
pub(super) const NAMES: &str =
    "the first line is no edge; begin a header with `#`, and separate fields by blanks";

/// Returns whether a line is made of names, or of fields with other marks than blanks between them.
pub(super) fn is_header(line: &str) -> bool {
    line.contains([',', ';']) || line.split_whitespace().all(|field| field.parse::<f64>().is_err())
}

/// Says that a line does not have as many fields as the first.
pub(super) fn fields(found: usize, weighted: bool) -> String {
    let first = if weighted { "FROM TO WEIGHT" } else { "FROM TO" };
    format!(
        "the line has {found} fields, and the first says {first}; if the first is a header, begin it with `#`; \
        METIS files are not read, convert them to Matrix Market"
    )
}

/// Says why the first of the lines read as edges seems to be none.
pub(super) fn first_line(edges: &[Edge], weighted: bool) -> Option<String> {
    let (first, rest) = edges.split_first()?;
    let Edge { from, to, weight } = *first;
    let ends = || rest.iter().flat_map(|edge| [edge.from, edge.to]);
    if from as usize == rest.len() && is_metis(rest, from, to, weighted.then_some(weight)) {
        return Some(format!(
            "this looks like a METIS file of {from} vertices and {to} edges, which is not read; convert it to Matrix Market"
        ));
    }
    let (least, most) = (ends().min()?, ends().max()?);
    let counts_vertices = most.checked_add(1) == Some(from) || (least > 0 && most == from);
    let counts_edges = to as usize == rest.len() || 2 * to as usize == rest.len();
    if !weighted && counts_vertices && counts_edges {
        return Some(format!(
            "the first line looks like a header that announces {from} vertices and {to} edges; begin it with `#` if it is \
            one, otherwise move it below another edge"
        ));
    }
    None
}

/// Returns whether the lines are the neighbours of the vertices, counted from 1: as many as announced, none of itself,
/// and each the neighbour of its neighbours.
fn is_metis(lines: &[Edge], vertices: u32, edges: u32, format: Option<f32>) -> bool {
    let neighbours = |line: &Edge| match format {
        None => vec![line.from, line.to],
        // Weights of vertices come first, the rest are neighbours.
        Some(10.0) => vec![line.to, line.weight as u32],
        Some(0.0) => vec![line.from, line.to, line.weight as u32],
        Some(_) => Vec::new(),
    };
    let mut listed = 0;
    for (line, vertex) in lines.iter().zip(1..) {
        for neighbour in neighbours(line) {
            let back = (1..=vertices).contains(&neighbour) && neighbour != vertex;
            let back = back.then(|| neighbours(&lines[neighbour as usize - 1]));
            if !back.is_some_and(|back| back.contains(&vertex)) {
                return false;
            }
            listed += 1;
        }
    }
    listed > 0 && listed == 2 * u64::from(edges)
}

#[cfg(test)]
mod tests {
    use crate::inputs::read_graph_from;

    fn message(text: &str) -> String {
        read_graph_from("e.txt", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_header_of_names_or_fields_between_commas_is_refused() {
        let expected = "e.txt:1: the first line is no edge; begin a header with `#`, and separate fields by blanks";
        for text in ["FromNodeId ToNodeId\n0 1\n", "source,target\n0,1\n", "0,1\n1,2\n"] {
            assert_eq!(message(text), expected);
        }
    }

    #[test]
    fn a_header_of_counts_is_refused_and_an_edge_like_it_is_not() {
        let expected = "the first line looks like a header that announces 4 vertices and 3 edges; begin it with `#` if it is \
            one, otherwise move it below another edge";
        for edges in ["0 1\n1 2\n2 3\n", "1 2\n2 3\n3 4\n"] {
            assert_eq!(message(&format!("4 3\n{edges}")), format!("e.txt:1: {expected}"));
        }
        let both_ways = "4 3\n0 1\n1 0\n1 2\n2 1\n2 3\n3 2\n";
        assert_eq!(message(both_ways), format!("e.txt:1: {expected}"));
        for text in ["5 3\n0 1\n1 2\n2 3\n", "4 2\n0 1\n1 2\n2 3\n", "1 1\n", "0 1\n1 0\n"] {
            assert!(read_graph_from("e.txt", text.as_bytes()).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_metis_file_is_refused_whether_its_lines_are_of_one_length_or_not() {
        let expected = "this looks like a METIS file of 4 vertices and 4 edges, which is not read; convert it to Matrix Market";
        assert_eq!(message("4 4\n2 4\n1 3\n2 4\n1 3\n"), format!("e.txt:1: {expected}"));
        let weights = "4 4 10\n7 2 4\n7 1 3\n7 2 4\n7 1 3\n";
        assert_eq!(message(weights), format!("e.txt:1: {expected}"));
        let complete = message("4 6 0\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n");
        assert_eq!(complete, format!("e.txt:1: {}", expected.replace("4 edges", "6 edges")));
        let uneven = message("% METIS\n3 2\n2\n1 3\n2\n");
        assert_eq!(
            uneven,
            "e.txt:3: the line has 1 fields, and the first says FROM TO; if the first is a header, begin it with `#`; \
            METIS files are not read, convert them to Matrix Market"
        );
    }
}
