//! Reads the part of DOT that graphs use: `digraph NAME {` on the first line, then statements. Each statement is
//! within one line and ends with it or with a semicolon: `3;`, `0 -> 3 -> 4;`. Attributes in brackets, `node
//! [...]`, `edge [...]`, `graph [...]` and `name=value` are skipped. Nodes are numbers from 0 on.

use super::lines::{shorten, Lines};
use super::{Edge, Graph, InputError, MAX_VERTICES};

/// Returns whether a text with this first line may be meant for this reader.
pub(super) fn begins(line: &str) -> bool {
    let word = line.split(|c: char| c.is_whitespace() || c == '{').next().unwrap_or_default();
    matches!(word, "digraph" | "graph" | "strict")
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    /// A name, number or quoted text.
    Word(&'a str),
    Arrow,
    Equals,
    Semicolon,
    Open,
    Close,
}

/// The nodes and edges read so far.
#[derive(Default)]
struct Reading {
    vertices: u32,
    edges: Vec<Edge>,
    closed: bool,
}

/// Reads a graph whose first line is the current line.
pub(super) fn read(mut lines: Lines) -> Result<Graph, InputError> {
    let mut reading = Reading::default();
    let tokens = tokens_of(&lines)?;
    let body = match tokens[..] {
        [Token::Word("digraph"), Token::Open, ..] => 2,
        [Token::Word("digraph"), Token::Word(_), Token::Open, ..] => 3,
        _ => return Err(lines.malformed("the first line must be `digraph NAME {`")),
    };
    reading.line(&lines, &tokens[body..])?;
    while lines.next()?.is_some() {
        reading.line(&lines, &tokens_of(&lines)?)?;
    }
    if !reading.closed {
        return Err(lines.malformed("the file ends before the closing `}`"));
    }
    lines.check_vertices(reading.vertices, reading.edges.len())?;
    Ok(Graph::from_edges(reading.vertices, &reading.edges, false))
}

impl Reading {
    fn line(&mut self, lines: &Lines, tokens: &[Token]) -> Result<(), InputError> {
        for statement in tokens.split(|&token| token == Token::Semicolon) {
            let statement = match statement {
                _ if statement.is_empty() => continue,
                _ if self.closed => return Err(lines.malformed("text after the closing `}`")),
                [rest @ .., Token::Close] => {
                    self.closed = true;
                    rest
                }
                whole => whole,
            };
            self.statement(lines, statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, lines: &Lines, statement: &[Token]) -> Result<(), InputError> {
        let &[first, ref rest @ ..] = statement else { return Ok(()) };
        if matches!(statement, [Token::Word("node" | "edge" | "graph")])
            || matches!(statement, [Token::Word(_), Token::Equals, Token::Word(_)])
        {
            return Ok(());
        }
        let mut from = self.node(lines, first)?;
        for step in rest.chunks(2) {
            let &[Token::Arrow, to] = step else {
                return Err(lines.malformed("expected a node, as `3;`, or an edge, as `0 -> 3;`"));
            };
            let to = self.node(lines, to)?;
            lines.check_edge(self.edges.len())?;
            self.edges.push(Edge { from, to, weight: 1.0 });
            from = to;
        }
        Ok(())
    }

    fn node(&mut self, lines: &Lines, token: Token) -> Result<u32, InputError> {
        let Token::Word(word) = token else {
            return Err(lines.malformed("expected a node, as `3;`, or an edge, as `0 -> 3;`"));
        };
        let number: u64 = lines.field(Some(word), "node", "a number; nodes count from 0")?;
        if number >= MAX_VERTICES {
            return Err(lines.malformed(format!(
                "the node {number} is too large; nodes are numbered below {MAX_VERTICES}"
            )));
        }
        self.vertices = self.vertices.max(number as u32 + 1);
        Ok(number as u32)
    }
}

/// Returns the tokens of the current line, without comments and attributes.
fn tokens_of<'a>(lines: &'a Lines) -> Result<Vec<Token<'a>>, InputError> {
    let mut rest = lines.current().trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '#' => break,
            '/' if rest.starts_with("//") => break,
            '-' if rest.starts_with("->") => (Some(Token::Arrow), 2),
            '-' if rest.starts_with("--") => {
                return Err(lines.malformed("the edge `--` has no direction; write `->`"))
            }
            '=' => (Some(Token::Equals), 1),
            ';' => (Some(Token::Semicolon), 1),
            '{' => (Some(Token::Open), 1),
            '}' => (Some(Token::Close), 1),
            '[' => (None, attributes(lines, rest)?),
            '"' => {
                let length = quoted(lines, rest)?;
                (Some(Token::Word(&rest[1..length - 1])), length)
            }
            _ => {
                let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == '.');
                let length = rest.find(ends).unwrap_or(rest.len());
                if length == 0 {
                    let what = format!("`{}` begins nothing that is known here", shorten(rest));
                    return Err(lines.malformed(what));
                }
                (Some(Token::Word(&rest[..length])), length)
            }
        };
        tokens.extend(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// Returns the length in bytes of the quoted text at the beginning of `rest`.
fn quoted(lines: &Lines, rest: &str) -> Result<usize, InputError> {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        if byte == b'"' && !escaped {
            return Ok(at + 1);
        }
        escaped = byte == b'\\' && !escaped;
    }
    Err(lines.malformed("a quoted text does not end in its line"))
}

/// Returns the length in bytes of the attributes at the beginning of `rest`, brackets included.
fn attributes(lines: &Lines, rest: &str) -> Result<usize, InputError> {
    let mut at = 1;
    while let Some(byte) = rest.as_bytes().get(at) {
        match byte {
            b']' => return Ok(at + 1),
            b'"' => at += quoted(lines, &rest[at..])?,
            _ => at += 1,
        }
    }
    Err(lines.malformed("the attributes do not end in their line with `]`"))
}

#[cfg(test)]
mod tests {
    use super::super::{read_graph_from, Graph};
    use proptest::prelude::*;

    fn read(text: &str) -> Graph {
        read_graph_from("g.dot", text.as_bytes()).unwrap()
    }

    fn message(text: &str) -> String {
        read_graph_from("g.dot", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn nodes_edges_and_chains_make_a_graph() {
        let graph = read("digraph g {\n0;\n4\n0 -> 1 -> 3; \"2\" -> 3\n}\n");
        assert_eq!(graph.offsets(), [0, 1, 2, 3, 3, 3]);
        assert_eq!(graph.columns(), [1, 3, 3]);
        assert_eq!(read("digraph{0->1}").edges(), 1);
        assert_eq!(read("digraph {}").vertices(), 0);
    }

    #[test]
    fn attributes_comments_and_settings_are_passed_over() {
        let text = "digraph g { // first\nrankdir=LR; node [shape=box, label=\"a ] \\\" b\"];\n\
            # a line\n\n1 [shape=point];\n0 -> 1 [weight=2] // no cost\n}\n";
        assert_eq!(read(text), read("digraph g {\n0 -> 1\n}"));
    }

    #[test]
    fn a_wrong_statement_is_named_by_its_line() {
        let with = |statement: &str| message(&format!("digraph g {{\n{statement}\n}}\n"));
        let expected = "g.dot:2: expected a node, as `3;`, or an edge, as `0 -> 3;`";
        for statement in ["0 1", "0 ->", "-> 1", "0 = 1 = 2", "{ 0 }", "0 -> -> 1"] {
            assert_eq!(with(statement), expected, "{statement}");
        }
        assert_eq!(with("a -> 1"), "g.dot:2: the node `a` is not a number; nodes count from 0");
        assert_eq!(with("0 -- 1"), "g.dot:2: the edge `--` has no direction; write `->`");
        assert_eq!(with("0 [a=1"), "g.dot:2: the attributes do not end in their line with `]`");
        assert_eq!(with("0 [a=\"1]"), "g.dot:2: a quoted text does not end in its line");
        assert_eq!(with("0 -> %"), "g.dot:2: `%` begins nothing that is known here");
        assert_eq!(
            with("67108864"),
            "g.dot:2: the node 67108864 is too large; nodes are numbered below 67108864"
        );
    }

    #[test]
    fn a_text_that_is_no_whole_digraph_is_refused() {
        let first = "g.dot:1: the first line must be `digraph NAME {`";
        for text in ["graph g {\n}", "digraph\n{\n}", "strict digraph g {\n}"] {
            assert_eq!(message(text), first);
        }
        assert_eq!(message("digraph {\n0\n"), "g.dot:3: the file ends before the closing `}`");
        assert_eq!(message("digraph {\n}\n0"), "g.dot:3: text after the closing `}`");
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(body in "[0-9 a\\-\\[\\]{}>=;\"\\\\/#é\n]{0,60}") {
            let _ = read_graph_from("g.dot", format!("digraph g {{{body}").as_bytes());
        }
    }
}
