//! Inputs as typed on the command line: `graph500:12:16:1`, or the path of a file.

use std::path::PathBuf;
use std::str::FromStr;

use super::{kronecker, read_graph, synthetic, Family, Graph, InputError, Kronecker, Synthetic};

/// A generator of graphs, as it is listed and parsed.
#[derive(Debug)]
pub struct Generator {
    /// How it is written: its name, then its parameters.
    pub form: &'static str,
    /// What the graph is like and which published one it stands for, in one line.
    pub describe: &'static str,
    /// The published graph it stands for, if its size is known.
    pub original: Option<Original>,
    make: fn(&[&str]) -> Option<Result<InputSpec, String>>,
}

/// A published graph.
#[derive(Clone, Copy, Debug)]
pub struct Original {
    /// Its name.
    pub name: &'static str,
    /// Vertices.
    pub vertices: u32,
    /// Directed edges, an undirected edge counted twice.
    pub arcs: u32,
}

/// All generators, in the order in which help lists them.
pub const GENERATORS: &[Generator] = &[
    Generator {
        form: "graph500:SCALE:EDGE_FACTOR[:SEED]",
        describe: "2^SCALE vertices, skewed degrees (Graph500; kron_g500-logn20 is graph500:20:48)",
        original: None,
        make: graph500,
    },
    Generator {
        form: "citation:VERTICES[:SEED]",
        describe: "degrees of a power law, mean 9 (citationCiteseer is citation:268495)",
        original: Some(Original { name: "citationCiteseer", vertices: 268_495, arcs: 2_313_294 }),
        make: |fields| sized(Family::Citation, fields),
    },
    Generator {
        form: "road:VERTICES[:SEED]",
        describe: "degrees 1 to 4 on a grid, lengths (USA road network is road:23947347)",
        original: Some(Original {
            name: "USA road network",
            vertices: 23_947_347,
            arcs: 58_333_344,
        }),
        make: |fields| sized(Family::Road, fields),
    },
    Generator {
        form: "cage:VERTICES[:SEED]",
        describe: "a band with degrees close around 18 (cage15 is cage:5154859)",
        original: Some(Original { name: "cage15", vertices: 5_154_859, arcs: 94_044_692 }),
        make: |fields| sized(Family::Cage, fields),
    },
    Generator {
        form: "flight:VERTICES[:SEED]",
        describe:
            "hubs among airports of 1 to 3 flights, distances (global flight network, size unknown)",
        original: None,
        make: |fields| sized(Family::Flight, fields),
    },
];

impl Generator {
    fn name(&self) -> &'static str {
        self.form.split(':').next().unwrap_or_default()
    }
}

/// How all generators are written, as errors list them.
pub(super) fn forms() -> String {
    GENERATORS.iter().map(|generator| generator.form).collect::<Vec<_>>().join(", ")
}

/// Where a graph comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSpec {
    /// The Graph500 Kronecker generator.
    Graph500(Kronecker),
    /// One of the generators that take a number of vertices.
    Synthetic(Synthetic),
    /// A file: Matrix Market, DIMACS, DOT or an edge list, gzipped or not.
    File(PathBuf),
}

impl InputSpec {
    /// Understands `text`. A bare word before a colon names a generator; anything else is a path,
    /// which is not looked at before [`load`].
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let bad = |what: String, expected: String| InputError::BadParameters {
            spec: text.to_owned(),
            what,
            expected,
        };
        let (name, parameters) = match text.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(bad("the input has no name".to_owned(), forms()));
        }
        if let Some(generator) = GENERATORS.iter().find(|generator| generator.name() == name) {
            let fields: Vec<&str> = parameters.unwrap_or_default().split(':').collect();
            let made = (generator.make)(&fields)
                .unwrap_or_else(|| Err("the number of parameters is wrong".to_owned()));
            return made.map_err(|what| bad(what, generator.form.to_owned()));
        }
        if parameters.is_some() && is_generator_name(name) {
            return Err(InputError::UnknownGenerator { name: name.to_owned(), known: forms() });
        }
        Ok(Self::File(PathBuf::from(text)))
    }
}

impl InputSpec {
    /// The published graph that this one stands for, if its size is known.
    pub fn original(text: &str) -> Option<Original> {
        let name = text.split(':').next()?;
        GENERATORS.iter().find(|generator| generator.name() == name)?.original
    }
}

/// Generates or reads the graph that `spec` names.
pub fn load(spec: &InputSpec) -> Result<Graph, InputError> {
    match spec {
        InputSpec::Graph500(parameters) => Ok(kronecker(*parameters)),
        InputSpec::Synthetic(parameters) => Ok(synthetic(*parameters)),
        InputSpec::File(path) => read_graph(path),
    }
}

/// Whether `word` before a colon names a generator rather than begins a path.
pub(super) fn is_generator_name(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// None if there are too many or too few fields.
fn graph500(fields: &[&str]) -> Option<Result<InputSpec, String>> {
    let (scale, edge_factor, seed) = match *fields {
        [scale, edge_factor] => (scale, edge_factor, "1"),
        [scale, edge_factor, seed] => (scale, edge_factor, seed),
        _ => return None,
    };
    let parse = || {
        let (scale, factor) = (number(scale, "scale")?, number(edge_factor, "edge factor")?);
        Kronecker::new(scale, factor, number(seed, "seed")?).map(InputSpec::Graph500)
    };
    Some(parse())
}

/// None if there are too many or too few fields.
fn sized(family: Family, fields: &[&str]) -> Option<Result<InputSpec, String>> {
    let (vertices, seed) = match *fields {
        [vertices] => (vertices, "1"),
        [vertices, seed] => (vertices, seed),
        _ => return None,
    };
    let parse = || {
        let vertices = number(vertices, "number of vertices")?;
        Synthetic::new(family, vertices, number(seed, "seed")?).map(InputSpec::Synthetic)
    };
    Some(parse())
}

/// The value of the parameter called `name`.
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
            "no input generator is called `graph400`; known: graph500:SCALE:EDGE_FACTOR[:SEED], \
             citation:VERTICES[:SEED], road:VERTICES[:SEED], cage:VERTICES[:SEED], flight:VERTICES[:SEED]; \
             a file whose name contains a colon can be given as ./graph400:..."
        );
        let expect = |text: &str, what: &str, form: &str| {
            assert_eq!(message(text), format!("input `{text}`: {what}; write {form}"));
        };
        let graph500 = "graph500:SCALE:EDGE_FACTOR[:SEED]";
        expect("graph500", "the number of parameters is wrong", graph500);
        expect("graph500:12", "the number of parameters is wrong", graph500);
        expect("graph500:x:16:1", "scale `x` is not a whole number in range", graph500);
        expect("graph500:30:16:1", "scale 30 is not in 1..=24", graph500);
        let road = "road:VERTICES[:SEED]";
        expect("road", "number of vertices `` is not a whole number in range", road);
        expect("road:1", "1 vertices are not in 2..=67108864", road);
        expect("road:5:x", "seed `x` is not a whole number in range", road);
        expect("road:5:1:1", "the number of parameters is wrong", road);
        expect("", "the input has no name", &forms());
    }

    #[test]
    fn every_generator_makes_the_graph_of_its_name() {
        let family = |text: &str, family, vertices, seed| {
            let expected = Synthetic::new(family, vertices, seed).unwrap();
            assert_eq!(InputSpec::parse(text).unwrap(), InputSpec::Synthetic(expected));
            assert_eq!(load(&InputSpec::parse(text).unwrap()).unwrap(), synthetic(expected));
        };
        family("citation:40", Family::Citation, 40, 1);
        family("road:50:3", Family::Road, 50, 3);
        family("cage:60:4", Family::Cage, 60, 4);
        family("flight:70:5", Family::Flight, 70, 5);
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
