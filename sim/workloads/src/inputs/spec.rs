//! Parses inputs as typed on the command line: `graph500:12:16:1`, or the path of a file.

use std::path::PathBuf;

use super::generator::{name_of, Parameters, Source};
use super::{
    complete, kronecker, read_graph, synthetic, Complete, Family, Graph, InputError, Kronecker,
    Synthetic,
};

/// A generator of graphs, as it is listed and parsed.
#[derive(Debug)]
pub struct Generator {
    /// Its form: name, then parameters.
    pub form: &'static str,
    /// The properties of the graph and the published graph that it represents, in one line.
    pub describe: &'static str,
    /// The published graph that it represents, if its size is known.
    pub original: Option<Original>,
    make: Make,
}

type Make = fn(&Parameters) -> Result<InputSpec, InputError>;

/// A published graph.
#[derive(Clone, Copy, Debug)]
pub struct Original {
    /// Its name.
    pub name: &'static str,
    /// Vertices.
    pub vertices: u32,
    /// Directed edges, an undirected edge counted twice.
    pub arcs: u32,
    /// Connected components, if they are published.
    pub components: Option<u32>,
    /// Where the sizes are published.
    pub source: &'static str,
}

const KRON: Original = Original {
    name: "kron_g500-logn20",
    vertices: 1_048_576,
    // A multigraph: entries of the matrix, so parallel edges count once.
    arcs: 89_239_674,
    components: Some(253_380),
    source: "SuiteSparse Matrix Collection, DIMACS10",
};

const CITATION: Original = Original {
    name: "citationCiteseer",
    vertices: 268_495,
    arcs: 2_313_294,
    components: None,
    source: "tenth DIMACS challenge",
};

const ROAD: Original = Original {
    name: "USA road network",
    vertices: 23_947_347,
    arcs: 58_333_344,
    components: None,
    source: "ninth DIMACS challenge",
};

const CAGE: Original = Original {
    name: "cage15",
    vertices: 5_154_859,
    // Entries outside the diagonal.
    arcs: 94_044_692,
    components: None,
    source: "SuiteSparse Matrix Collection, vanHeukelum",
};

const SMALL: Original = Original {
    name: "Small Graph",
    vertices: 1024,
    arcs: 1_047_552,
    components: Some(1),
    source: "LASER, Table 3",
};

/// All generators, in the order in which help lists them.
pub const GENERATORS: &[Generator] = &[
    Generator {
        form: "graph500:SCALE:EDGE_FACTOR[:SEED]",
        describe: "2^SCALE vertices, skewed degrees (Graph500; kron_g500-logn20 is graph500:20:48)",
        original: Some(KRON),
        make: |parameters| kronecker_of(Kronecker::graph500, parameters),
    },
    Generator {
        form: "balanced:SCALE:EDGE_FACTOR[:SEED]",
        describe: "2^SCALE vertices, degrees close to 2 EDGE_FACTOR (the thesis's graph500 is balanced:20:48)",
        original: Some(KRON),
        make: |parameters| kronecker_of(Kronecker::balanced, parameters),
    },
    Generator {
        form: "citation:VERTICES[:SEED]",
        describe: "degrees of a power law, mean 8.4, neighbours close in memory (citationCiteseer is citation:268495)",
        original: Some(CITATION),
        make: |parameters| sized(Family::Citation, parameters),
    },
    Generator {
        form: "citation-shuffled:VERTICES[:SEED]",
        describe: "degrees of a power law, mean 9, numbered at random (citationCiteseer is citation-shuffled:268495)",
        original: Some(CITATION),
        make: |parameters| sized(Family::CitationShuffled, parameters),
    },
    Generator {
        form: "road:VERTICES[:SEED]",
        describe: "degrees 1 to 4 on a grid, lengths (USA road network is road:23947347)",
        original: Some(ROAD),
        make: |parameters| sized(Family::Road, parameters),
    },
    Generator {
        form: "cage:VERTICES[:SEED]",
        describe: "a band with degrees close around 18 (cage15 is cage:5154859)",
        original: Some(CAGE),
        make: |parameters| sized(Family::Cage, parameters),
    },
    Generator {
        form: "flight:VERTICES[:SEED]",
        describe: "airports of few flights, distances (global flight network, size unknown)",
        original: None,
        make: |parameters| sized(Family::Flight, parameters),
    },
    Generator {
        form: "flight-skewed:VERTICES[:SEED]",
        describe:
            "hubs among airports of 1 to 3 flights, distances (global flight network, size unknown)",
        original: None,
        make: |parameters| sized(Family::FlightSkewed, parameters),
    },
    Generator {
        form: "complete:VERTICES",
        describe: "each vertex joined to all others (LASER's small graph is complete:1024)",
        original: Some(SMALL),
        make: |parameters| {
            let make = |[vertices]: [u32; 1]| Complete::new(vertices).map(InputSpec::Complete);
            parameters.make_without_seed(["number of vertices"], make)
        },
    },
];

/// Returns the forms of all generators, as errors list them.
pub(super) fn forms() -> String {
    GENERATORS.iter().map(|generator| generator.form).collect::<Vec<_>>().join(", ")
}

/// The source of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSpec {
    /// The Kronecker generator, skewed or balanced.
    Kronecker(Kronecker),
    /// One of the generators that take a number of vertices.
    Synthetic(Synthetic),
    /// The complete graph.
    Complete(Complete),
    /// A file: Matrix Market, DIMACS, DOT or an edge list, gzipped or not.
    File(PathBuf),
}

impl InputSpec {
    /// Parses `text`. A word before a colon names a generator. Anything else is a path, which is not opened before
    /// [`load`].
    pub fn parse(text: &str) -> Result<Self, InputError> {
        let generators: Vec<(&str, Make)> = GENERATORS.iter().map(|g| (g.form, g.make)).collect();
        match Source::of(text, &generators, &forms())? {
            Source::Generator(make, parameters) => make(&parameters),
            Source::File(path) => Ok(Self::File(PathBuf::from(path))),
        }
    }
}

impl InputSpec {
    /// Returns the published graph that this one represents, if its size is known.
    pub fn original(text: &str) -> Option<Original> {
        let (name, _) = text.split_once(':')?;
        GENERATORS.iter().find(|generator| name_of(generator.form) == name)?.original
    }
}

/// Generates or reads the graph that `spec` names.
pub fn load(spec: &InputSpec) -> Result<Graph, InputError> {
    match spec {
        InputSpec::Kronecker(parameters) => Ok(kronecker(*parameters)),
        InputSpec::Synthetic(parameters) => Ok(synthetic(*parameters)),
        InputSpec::Complete(parameters) => Ok(complete(*parameters)),
        InputSpec::File(path) => read_graph(path),
    }
}

fn kronecker_of(
    check: fn(u32, u32, u64) -> Result<Kronecker, String>,
    parameters: &Parameters,
) -> Result<InputSpec, InputError> {
    parameters.make(["scale", "edge factor"], |[scale, edge_factor], seed| {
        check(scale, edge_factor, seed).map(InputSpec::Kronecker)
    })
}

fn sized(family: Family, parameters: &Parameters) -> Result<InputSpec, InputError> {
    parameters.make(["number of vertices"], |[vertices], seed| {
        Synthetic::new(family, vertices, seed).map(InputSpec::Synthetic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        InputSpec::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn generators_and_paths_are_distinguished() {
        assert_eq!(
            InputSpec::parse("graph500:12:16:1").unwrap(),
            InputSpec::Kronecker(Kronecker::graph500(12, 16, 1).unwrap())
        );
        assert_eq!(
            InputSpec::parse("balanced:12:16:1").unwrap(),
            InputSpec::Kronecker(Kronecker::balanced(12, 16, 1).unwrap())
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
             balanced:SCALE:EDGE_FACTOR[:SEED], citation:VERTICES[:SEED], citation-shuffled:VERTICES[:SEED], \
             road:VERTICES[:SEED], cage:VERTICES[:SEED], flight:VERTICES[:SEED], flight-skewed:VERTICES[:SEED], \
             complete:VERTICES; \
             a file whose name contains a colon can be given as ./graph400:..."
        );
        let expect = |text: &str, what: &str, form: &str| {
            assert_eq!(message(text), format!("input `{text}`: {what}; write {form}"));
        };
        let graph500 = "graph500:SCALE:EDGE_FACTOR[:SEED]";
        expect("graph500", "the parameters are missing", graph500);
        expect("graph500:12", "graph500 takes 2 or 3 parameters", graph500);
        expect("graph500:x:16:1", "scale `x` is not a whole number in range", graph500);
        expect("graph500:30:16:1", "scale 30 is not in 1..=24", graph500);
        let road = "road:VERTICES[:SEED]";
        expect("road:", "number of vertices `` is not a whole number in range", road);
        expect("road:1", "1 vertices are not in 2..=67108864", road);
        expect("road:5:x", "seed `x` is not a whole number in range", road);
        expect("road:5:1:1", "road takes 1 or 2 parameters", road);
        let complete = "complete:VERTICES";
        expect("complete:", "number of vertices `` is not a whole number in range", complete);
        expect("complete:1", "1 vertices are not in 2..=16384", complete);
        expect("complete:5:1", "complete takes 1 parameter and no seed", complete);
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
        family("citation-shuffled:40", Family::CitationShuffled, 40, 1);
        family("flight-skewed:70:5", Family::FlightSkewed, 70, 5);
        let complete = complete(Complete::new(30).unwrap());
        assert_eq!(load(&InputSpec::parse("complete:30").unwrap()).unwrap(), complete);
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
