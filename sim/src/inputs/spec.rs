//! Inputs as typed on the command line: `graph500:12:16:1`, or the path of a file.

use std::path::PathBuf;
use std::str::FromStr;

use super::{kronecker, read_graph, Graph, InputError, Kronecker};

/// The generators and their parameters, as shown in errors and help.
pub const GENERATORS: &str = "graph500:SCALE:EDGE_FACTOR[:SEED]";

/// Where a graph comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSpec {
    /// The Graph500 Kronecker generator.
    Graph500(Kronecker),
    /// A file: Matrix Market, DIMACS or an edge list, gzipped or not.
    File(PathBuf),
}

impl InputSpec {
    /// Understands `text`. A bare word before a colon names a generator; anything else is a path,
    /// which is not looked at before [`load`].
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let bad = |what: String| InputError::BadParameters {
            spec: text.to_owned(),
            what,
            expected: GENERATORS,
        };
        let (name, parameters) = match text.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (text, None),
        };
        match (name, parameters) {
            ("", _) => Err(bad("the input has no name".to_owned())),
            ("graph500", parameters) => {
                let fields: Vec<&str> = parameters.unwrap_or_default().split(':').collect();
                let (scale, edge_factor, seed) = match fields[..] {
                    [scale, edge_factor] => (scale, edge_factor, "1"),
                    [scale, edge_factor, seed] => (scale, edge_factor, seed),
                    _ => return Err(bad("graph500 takes two or three parameters".to_owned())),
                };
                let scale = number(scale, "scale").map_err(&bad)?;
                let edge_factor = number(edge_factor, "edge factor").map_err(&bad)?;
                let seed = number(seed, "seed").map_err(&bad)?;
                Kronecker::new(scale, edge_factor, seed).map(Self::Graph500).map_err(bad)
            }
            (word, Some(_))
                if word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') =>
            {
                Err(InputError::UnknownGenerator { name: word.to_owned(), known: GENERATORS })
            }
            _ => Ok(Self::File(PathBuf::from(text))),
        }
    }
}

/// Generates or reads the graph that `spec` names.
pub fn load(spec: &InputSpec) -> Result<Graph, InputError> {
    match spec {
        InputSpec::Graph500(parameters) => Ok(kronecker(*parameters)),
        InputSpec::File(path) => read_graph(path),
    }
}

/// The parameter `text`, which errors call `name`.
pub(super) fn number<T: FromStr>(text: &str, name: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{name} `{text}` is not a whole number in range"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        InputSpec::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn generators_and_paths_are_told_apart() {
        assert_eq!(
            InputSpec::parse("graph500:12:16:1").unwrap(),
            InputSpec::Graph500(Kronecker::new(12, 16, 1).unwrap())
        );
        for path in ["roads.gr", "graph500.mtx", "./odd:name", "C/x:1:2", "a b:c"] {
            assert_eq!(InputSpec::parse(path).unwrap(), InputSpec::File(PathBuf::from(path)));
        }
    }

    #[test]
    fn a_generator_without_a_seed_takes_seed_1() {
        let explicit = InputSpec::parse("graph500:12:16:1").unwrap();
        assert_eq!(InputSpec::parse("graph500:12:16").unwrap(), explicit);
    }

    #[test]
    fn a_wrong_spec_says_what_to_write() {
        assert_eq!(
            message("graph400:1:2:3"),
            "no input generator is called `graph400`; known: graph500:SCALE:EDGE_FACTOR[:SEED]; \
             a file whose name contains a colon can be given as ./graph400:..."
        );
        let expect = |text: &str, what: &str| {
            assert_eq!(
                message(text),
                format!("input `{text}`: {what}; write graph500:SCALE:EDGE_FACTOR[:SEED]")
            );
        };
        expect("graph500", "graph500 takes two or three parameters");
        expect("graph500:12", "graph500 takes two or three parameters");
        expect("graph500:x:16:1", "scale `x` is not a whole number in range");
        expect("graph500:30:16:1", "scale 30 is not in 1..=24");
        expect("", "the input has no name");
    }

    #[test]
    fn a_file_is_read_on_load() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("list");
        std::fs::write(&path, "0 1\n").unwrap();
        let graph = load(&InputSpec::parse(path.to_str().unwrap()).unwrap()).unwrap();
        assert_eq!((graph.vertices(), graph.edges()), (2, 1));
    }
}
