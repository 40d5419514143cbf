//! The benchmarks of the thesis: each is an application on an input, at three sizes.

use clap::ValueEnum;
use serde::Serialize;

/// How large the inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// All runs of a benchmark within seconds.
    Smoke,
    /// The smallest at which a benchmark has the properties that the source states: flat keeps the machine occupied
    /// where the source's does, and launches and children are as many and as large.
    Study,
    /// The size of the original input, as far as it is known.
    Full,
}

impl Size {
    /// Returns the name, as typed and as in directories.
    pub fn name(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Study => "study",
            Self::Full => "full",
        }
    }
}

/// Keys and values.
type Options = &'static [(&'static str, &'static str)];

/// An application on an input.
#[derive(Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// Name in the papers.
    pub name: &'static str,
    /// The application.
    pub app: &'static str,
    /// Inputs by size.
    inputs: [&'static str; 3],
    /// Options of the application, as `--app` takes them.
    pub options: Options,
    /// The data set of the source and other names by which a file in its place may go; none if the input is ours by
    /// design, or no single file.
    pub files: &'static [&'static str],
}

impl Benchmark {
    /// Makes a benchmark; inputs are of the smoke, study and full size.
    pub const fn new(name: &'static str, app: &'static str, inputs: [&'static str; 3]) -> Self {
        Self { name, app, inputs, options: &[], files: &[] }
    }

    /// Adds options of the application.
    const fn with(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Adds names of files that may take the place of the input.
    const fn or_files(self, files: &'static [&'static str]) -> Self {
        Self { files, ..self }
    }

    /// Returns the input of this size.
    pub fn input(&self, size: Size) -> &'static str {
        self.inputs[size as usize]
    }
}

/// Makes a benchmark with the same input at all sizes.
const fn fixed(name: &'static str, app: &'static str, input: &'static str) -> Benchmark {
    Benchmark::new(name, app, [input; 3])
}

/// Launches of children with nothing to do, from few to as many as the thesis launches.
pub const LAUNCHES: &[Benchmark] = &[
    fixed("launches_32", "launches", "32"),
    fixed("launches_64", "launches", "64"),
    fixed("launches_128", "launches", "128"),
    fixed("launches_256", "launches", "256"),
    fixed("launches_512", "launches", "512"),
    fixed("launches_1024", "launches", "1024"),
    fixed("launches_2048", "launches", "2048"),
    fixed("launches_4096", "launches", "4096"),
    fixed("launches_8192", "launches", "8192"),
    fixed("launches_16384", "launches", "16384"),
    fixed("launches_32768", "launches", "32768"),
    fixed("launches_65536", "launches", "65536"),
    fixed("launches_131072", "launches", "131072"),
    fixed("launches_262144", "launches", "262144"),
];

/// Calls of the device runtime by different numbers of threads of a warp.
pub const CALLS: &[Benchmark] = &[
    fixed("calls_1", "calls", "1"),
    fixed("calls_2", "calls", "2"),
    fixed("calls_16", "calls", "16"),
    fixed("calls_32", "calls", "32"),
];

/// Names of files with the graphs of the source: the data sets, and their generators.
const CITATION_FILES: &[&str] = &["citationCiteseer", "citation"];
const ROAD_FILES: &[&str] = &["USA-road-d.USA", "road"];
const CAGE_FILES: &[&str] = &["cage15", "cage"];
const GRAPH500_FILES: &[&str] = &["kron_g500-logn20", "kron_g500-simple-logn20", "graph500"];
const FLIGHT_FILES: &[&str] = &["global-flight-network", "flight"];

const AMR: Benchmark =
    Benchmark::new("amr", "amr", ["combustion:4:2:1", "combustion:48:2:1", "combustion:128:2:1"])
        .or_files(&["combustion"]);

const BHT: Benchmark =
    Benchmark::new("bht", "bht", ["points:200:1", "points:16384:1", "points:65536:1"])
        .or_files(&["points"]);

const BFS_CITATION: Benchmark = Benchmark::new(
    "bfs_citation",
    "bfs",
    ["citation:1000:1", "citation:268495:1", "citation:268495:1"],
)
.or_files(CITATION_FILES);

const BFS_USA_ROAD: Benchmark =
    Benchmark::new("bfs_usa_road", "bfs", ["road:400:1", "road:16384:1", "road:23947347:1"])
        .or_files(ROAD_FILES);

/// Each level of BFS has a kernel, so that the graph is larger than that of the colouring.
const BFS_GRAPH500: Benchmark = Benchmark::new(
    "bfs_graph500",
    "bfs",
    ["balanced:8:16:1", "balanced:14:48:1", "balanced:20:48:1"],
)
.or_files(GRAPH500_FILES);

const BFS_CAGE15: Benchmark =
    Benchmark::new("bfs_cage15", "bfs", ["cage:1000:1", "cage:262144:1", "cage:5154859:1"])
        .or_files(CAGE_FILES);

const CLR_CITATION: Benchmark = Benchmark::new(
    "clr_citation",
    "clr",
    ["citation:400:1", "citation:65536:1", "citation:268495:1"],
)
.or_files(CITATION_FILES);

const CLR_USA_ROAD: Benchmark =
    Benchmark::new("clr_usa_road", "clr", ["road:400:1", "road:16384:1", "road:23947347:1"])
        .or_files(ROAD_FILES);

const CLR_GRAPH500: Benchmark = Benchmark::new(
    "clr_graph500",
    "clr",
    ["balanced:7:48:1", "balanced:12:48:1", "balanced:20:48:1"],
)
.or_files(GRAPH500_FILES);

const CLR_CAGE15: Benchmark =
    Benchmark::new("clr_cage15", "clr", ["cage:400:1", "cage:24576:1", "cage:5154859:1"])
        .or_files(CAGE_FILES);

const REGX_DARPA: Benchmark =
    Benchmark::new("regx_darpa", "regx", ["darpa:4:1", "darpa:16384:1", "darpa:65536:1"]);

const REGX_STRING: Benchmark = Benchmark::new(
    "regx_string",
    "regx",
    ["strings:64:16:1", "strings:37000:32:1", "strings:65536:32:1"],
);

const PRE: Benchmark = Benchmark::new(
    "pre_movielens",
    "pre",
    ["movielens:32:100:25:1", "movielens:2048:1682:35:1", "movielens:943:1682:106:1"],
)
.or_files(&["movielens", "u"]);

const JOIN_UNIFORM: Benchmark = Benchmark::new(
    "join_uniform",
    "join",
    ["uniform:512:512:8:1", "uniform:16384:65536:256:1", "uniform:65536:1048576:2048:1"],
);

const JOIN_GAUSSIAN: Benchmark = Benchmark::new(
    "join_gaussian",
    "join",
    ["gaussian:512:512:64:1", "gaussian:16384:65536:4096:1", "gaussian:65536:1048576:8192:1"],
);

const SSSP_CITATION: Benchmark = Benchmark::new(
    "sssp_citation",
    "sssp",
    ["citation:1000:1", "citation:65536:1", "citation:268495:1"],
)
.or_files(CITATION_FILES);

const SSSP_USA_ROAD: Benchmark =
    Benchmark::new("sssp_usa_road", "sssp", ["road:400:1", "road:16384:1", "road:23947347:1"])
        .or_files(ROAD_FILES);

const SSSP_FLIGHT: Benchmark =
    Benchmark::new("sssp_flight", "sssp", ["flight:256:1", "flight:32768:1", "flight:32768:1"])
        .or_files(FLIGHT_FILES);

const SSSP_GRAPH500: Benchmark = Benchmark::new(
    "sssp_graph500",
    "sssp",
    ["balanced:8:16:1", "balanced:12:48:1", "balanced:20:48:1"],
)
.or_files(GRAPH500_FILES);

const SSSP_CAGE15: Benchmark =
    Benchmark::new("sssp_cage15", "sssp", ["cage:1000:1", "cage:49152:1", "cage:5154859:1"])
        .or_files(CAGE_FILES);

/// Table 2 of the thesis, in its order.
pub const TABLE_2: &[&Benchmark] = &[
    &AMR,
    &BHT,
    &BFS_CITATION,
    &BFS_USA_ROAD,
    &BFS_CAGE15,
    &CLR_CITATION,
    &CLR_USA_ROAD,
    &CLR_GRAPH500,
    &CLR_CAGE15,
    &REGX_DARPA,
    &REGX_STRING,
    &PRE,
    &JOIN_UNIFORM,
    &JOIN_GAUSSIAN,
    &SSSP_CITATION,
    &SSSP_USA_ROAD,
    &SSSP_FLIGHT,
    &SSSP_CAGE15,
];

/// Table 6 of the thesis, in its order.
pub const TABLE_6: &[&Benchmark] = &[
    &AMR,
    &BHT,
    &BFS_CITATION,
    &BFS_USA_ROAD,
    &BFS_CAGE15,
    &CLR_CITATION,
    &CLR_GRAPH500,
    &CLR_CAGE15,
    &REGX_DARPA,
    &REGX_STRING,
    &PRE,
    &JOIN_UNIFORM,
    &JOIN_GAUSSIAN,
    &SSSP_CITATION,
    &SSSP_FLIGHT,
    &SSSP_CAGE15,
];

/// Table 7 of the thesis, in its order.
pub const TABLE_7: &[&Benchmark] = &[
    &AMR,
    &BHT,
    &BFS_CITATION,
    &BFS_GRAPH500,
    &BFS_CAGE15,
    &CLR_CITATION,
    &CLR_GRAPH500,
    &CLR_CAGE15,
    &REGX_DARPA,
    &REGX_STRING,
    &PRE,
    &JOIN_UNIFORM,
    &JOIN_GAUSSIAN,
    &SSSP_CITATION,
    &SSSP_GRAPH500,
    &SSSP_CAGE15,
];

const BFS_CITATION_SHUFFLED: Benchmark = Benchmark::new(
    "bfs_citation_shuffled",
    "bfs",
    ["citation-shuffled:1000:1", "citation-shuffled:268495:1", "citation-shuffled:268495:1"],
);

const CLR_CITATION_SHUFFLED: Benchmark = Benchmark::new(
    "clr_citation_shuffled",
    "clr",
    ["citation-shuffled:400:1", "citation-shuffled:65536:1", "citation-shuffled:268495:1"],
);

const CLR_GRAPH500_SKEWED: Benchmark = Benchmark::new(
    "clr_graph500_skewed",
    "clr",
    ["graph500:6:8:1", "graph500:12:48:1", "graph500:20:48:1"],
);

const SSSP_CITATION_SHUFFLED: Benchmark = Benchmark::new(
    "sssp_citation_shuffled",
    "sssp",
    ["citation-shuffled:1000:1", "citation-shuffled:65536:1", "citation-shuffled:268495:1"],
);

const SSSP_FLIGHT_SKEWED: Benchmark = Benchmark::new(
    "sssp_flight_skewed",
    "sssp",
    ["flight-skewed:256:1", "flight-skewed:32768:1", "flight-skewed:32768:1"],
);

/// Table 6 with other graphs in place of those that the thesis describes: flights and graph500 with hubs, and citations
/// numbered at random.
pub const SKEWED: &[&Benchmark] = &[
    &AMR,
    &BHT,
    &BFS_CITATION_SHUFFLED,
    &BFS_USA_ROAD,
    &BFS_CAGE15,
    &CLR_CITATION_SHUFFLED,
    &CLR_GRAPH500_SKEWED,
    &CLR_CAGE15,
    &REGX_DARPA,
    &REGX_STRING,
    &PRE,
    &JOIN_UNIFORM,
    &JOIN_GAUSSIAN,
    &SSSP_CITATION_SHUFFLED,
    &SSSP_FLIGHT_SKEWED,
    &SSSP_CAGE15,
];

/// Table 2 of LASER, in its order; the colouring is its GC. Edge factors are those of Table 3; keys, images and matrices that
/// the paper does not give are chosen by the number of kernels.
pub const LASER: &[&Benchmark] = &[
    &Benchmark::new("amr", "amr", ["combustion:4:2:1", "combustion:16:2:1", "combustion:128:2:1"]),
    &Benchmark::new("bfs_small", "bfs", ["complete:64", "complete:1024", "complete:1024"]),
    &Benchmark::new(
        "bfs_citation",
        "bfs",
        ["citation:1000:1", "citation:65536:1", "citation:227320:1"],
    ),
    &Benchmark::new(
        "bfs_graph500",
        "bfs",
        ["graph500:7:8:1", "graph500:13:37:1", "graph500:16:37:1"],
    ),
    &Benchmark::new(
        "clr_citation",
        "clr",
        ["citation:400:1", "citation:16384:1", "citation:227320:1"],
    ),
    &Benchmark::new(
        "clr_graph500",
        "clr",
        ["graph500:6:8:1", "graph500:10:37:1", "graph500:16:37:1"],
    ),
    &Benchmark::new(
        "join_gaussian",
        "join",
        ["gaussian:512:512:64:1", "gaussian:20480:20480:256:1", "gaussian:300000:300000:3750:1"],
    ),
    &Benchmark::new(
        "join_uniform",
        "join",
        ["uniform:512:512:64:1", "uniform:20480:20480:256:1", "uniform:204800:204800:2560:1"],
    ),
    &Benchmark::new("mandel", "mandel", ["128:4:2:64", "1024:1:6:32", "1024:1:6:32"])
        .with(&[("gather", "warp")]),
    &Benchmark::new(
        "spmm_small",
        "spmm",
        ["sparse:64:64:256:50:1", "sparse:512:512:512:10:1", "sparse:512:512:512:10:1"],
    ),
    &Benchmark::new(
        "spmm_large",
        "spmm",
        ["sparse:128:32:128:100:1", "sparse:1024:512:512:40:1", "sparse:5120:512:5120:10:1"],
    ),
    &Benchmark::new(
        "quicksort",
        "quicksort",
        ["uniform-keys:512:65536:1", "uniform-keys:1024:65536:1", "uniform-keys:1024:65536:1"],
    ),
    &Benchmark::new(
        "radixsort",
        "radixsort",
        [
            "uniform-keys:256:65536:1",
            "uniform-keys:3325:67108864:1",
            "uniform-keys:3325:67108864:1",
        ],
    )
    .with(&[("child_min_items", "2")]),
    &Benchmark::new(
        "sa",
        "sa",
        [
            "genome:16384:512:100:30:1",
            "genome:1200000:2816:100:20:1",
            "genome:119146348:2816:100:20:1",
        ],
    ),
    &Benchmark::new(
        "sssp_citation",
        "sssp",
        ["citation:1000:1", "citation:16384:1", "citation:227320:1"],
    ),
    &Benchmark::new(
        "sssp_graph500",
        "sssp",
        ["graph500:7:8:1", "graph500:11:37:1", "graph500:16:37:1"],
    ),
];

/// Table 7.1 of the thesis of DARSIE: its benchmarks with TBs of one dimension. The largest inputs are the defaults of the
/// suites they come from; the thesis gives none.
pub const DARSIE_1D: &[&Benchmark] = &[
    &Benchmark::new("bin", "bin", ["1", "64", "512"]),
    &Benchmark::new("pt", "pt", ["2000", "20000", "100000"]),
    &Benchmark::new("fw", "fw", ["1", "3", "6"]),
    &Benchmark::new("sr1", "sr1", ["2", "16", "30"]),
    &Benchmark::new("lib", "lib", ["128", "256", "4096"]),
];

/// Those with TBs of two dimensions.
pub const DARSIE_2D: &[&Benchmark] = &[
    &Benchmark::new("inlm", "inlm", ["16", "64", "400"]),
    &Benchmark::new("bp", "bp", ["16", "256", "4096"]),
    &Benchmark::new("dct", "dct", ["8", "64", "64"]),
    &Benchmark::new("fws", "fws", ["20", "128", "256"]),
    &Benchmark::new("hs", "hs", ["48", "256", "512"]),
    &Benchmark::new("cp", "cp", ["1", "8", "16"]),
    &Benchmark::new("convtex", "convtex", ["64", "256", "2048"]),
    &Benchmark::new("mm", "mm", ["2", "6", "20"]),
];
