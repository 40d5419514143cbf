//! Reads the DIMACS shortest-path format (.gr): `c` comments, one `p sp VERTICES ARCS` line, then `a FROM TO
//! LENGTH` lines. Vertices count from 1. Arcs are directed, so road networks list both directions themselves.

use super::lines::{shorten, Lines};
use super::{Edge, Graph, InputError, MAX_EDGES, MAX_VERTICES};

/// Vertices and arcs announced by the problem line.
struct Problem {
    vertices: u32,
    arcs: u64,
}

/// Reads a graph whose first line is the current line.
pub(super) fn read(mut lines: Lines) -> Result<Graph, InputError> {
    let mut problem: Option<Problem> = None;
    let mut edges = Vec::new();
    loop {
        let mut fields = lines.current().split_whitespace();
        match (fields.next(), &problem) {
            (None | Some("c"), _) => {}
            (Some("p"), None) => problem = Some(problem_line(&lines)?),
            (Some("p"), Some(_)) => {
                return Err(lines.malformed("a second problem line; a file holds one graph"))
            }
            (Some("a"), None) => {
                return Err(lines.malformed("an arc before the line `p sp VERTICES ARCS`"))
            }
            (Some("a"), Some(problem)) => {
                if edges.len() as u64 == problem.arcs {
                    return Err(lines.malformed(format!(
                        "an arc follows the {} that the problem line announces",
                        problem.arcs
                    )));
                }
                edges.push(arc(&lines, problem.vertices)?);
            }
            (Some(other), _) => {
                return Err(lines.malformed(format!(
                    "`{}` starts no known line; known: c, p, a",
                    shorten(other)
                )));
            }
        }
        if lines.next()?.is_none() {
            break;
        }
    }
    let problem = problem
        .ok_or_else(|| lines.malformed("the file ends before the line `p sp VERTICES ARCS`"))?;
    if (edges.len() as u64) < problem.arcs {
        let (seen, announced) = (edges.len(), problem.arcs);
        return Err(lines.malformed(format!(
            "the file ends after {seen} of the {announced} arcs that the problem line announces"
        )));
    }
    lines.check_vertices(problem.vertices, edges.len())?;
    Ok(Graph::from_edges(problem.vertices, &edges, true))
}

fn problem_line(lines: &Lines) -> Result<Problem, InputError> {
    let mut fields = lines.current().split_whitespace().skip(1);
    match fields.next() {
        Some("sp") => {}
        other => {
            let kind = shorten(other.unwrap_or_default());
            return Err(
                lines.malformed(format!("problem kind `{kind}` is not supported; known: sp"))
            );
        }
    }
    let vertices: u64 = lines.field(fields.next(), "number of vertices", "a whole number")?;
    let arcs: u64 = lines.field(fields.next(), "number of arcs", "a whole number")?;
    lines.end_of_line(fields.next())?;
    if vertices > MAX_VERTICES {
        return Err(lines.malformed(format!("{vertices} vertices; the limit is {MAX_VERTICES}")));
    }
    if arcs > MAX_EDGES {
        return Err(lines.malformed(format!("{arcs} arcs; the limit is {MAX_EDGES} edges")));
    }
    Ok(Problem { vertices: vertices as u32, arcs })
}

fn arc(lines: &Lines, vertices: u32) -> Result<Edge, InputError> {
    let mut fields = lines.current().split_whitespace().skip(1);
    let mut vertex = |name: &str| {
        let value: u64 = lines.field(fields.next(), name, "a whole number")?;
        if (1..=u64::from(vertices)).contains(&value) {
            Ok((value - 1) as u32)
        } else {
            Err(lines.malformed(format!("the {name} {value} is not in 1..={vertices}")))
        }
    };
    let (from, to) = (vertex("tail")?, vertex("head")?);
    let weight = lines.weight(fields.next(), "length")?;
    lines.end_of_line(fields.next())?;
    Ok(Edge { from, to, weight })
}

#[cfg(test)]
mod tests {
    use super::super::read_graph_from;

    fn message(text: &str) -> String {
        read_graph_from("r.gr", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn arcs_become_weighted_directed_edges() {
        let graph =
            read_graph_from("r.gr", "c road\nc\np sp 3 2\na 1 3 803\na 2 1 158\n".as_bytes())
                .unwrap();
        assert_eq!((graph.offsets(), graph.columns()), (&[0, 1, 2, 2][..], &[2, 0][..]));
        assert_eq!(graph.weights(), Some(&[803.0, 158.0][..]));
    }

    #[test]
    fn a_wrong_problem_line_is_an_error() {
        assert_eq!(
            message("c\np max 3 2\n"),
            "r.gr:2: problem kind `max` is not supported; known: sp"
        );
        assert_eq!(
            message("p sp 1000000000000 2\n"),
            "r.gr:1: 1000000000000 vertices; the limit is 67108864"
        );
        assert_eq!(
            message("p sp 2 1000000000000\n"),
            "r.gr:1: 1000000000000 arcs; the limit is 268435456 edges"
        );
        assert_eq!(
            message("p sp 2 0\np sp 2 0\n"),
            "r.gr:2: a second problem line; a file holds one graph"
        );
        assert_eq!(
            message("c only\n"),
            "r.gr:2: the file ends before the line `p sp VERTICES ARCS`"
        );
        assert_eq!(message("a 1 2 3\n"), "r.gr:1: an arc before the line `p sp VERTICES ARCS`");
    }

    #[test]
    fn a_wrong_arc_is_named_by_its_line() {
        let with = |arc: &str| message(&format!("p sp 2 1\n{arc}\n"));
        assert_eq!(with("a 1 3 1"), "r.gr:2: the head 3 is not in 1..=2");
        assert_eq!(with("a 0 1 1"), "r.gr:2: the tail 0 is not in 1..=2");
        assert_eq!(with("a 1 2"), "r.gr:2: the length is missing");
        assert_eq!(with("a 1 2 far"), "r.gr:2: the length `far` is not a number");
        assert_eq!(with("a 1 2 3 4"), "r.gr:2: `4` is one field too many");
        assert_eq!(with("e 1 2"), "r.gr:2: `e` starts no known line; known: c, p, a");
        assert_eq!(
            with("a 1 2 3\na 2 1 3"),
            "r.gr:3: an arc follows the 1 that the problem line announces"
        );
        assert_eq!(
            with("c"),
            "r.gr:3: the file ends after 0 of the 1 arcs that the problem line announces"
        );
    }
}
