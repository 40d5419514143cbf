//! The table of applications.

use super::super::{
    Amr, Bfs, Bht, Calls, Clr, Join, Launches, Mandel, MatMul, Nesting, Pre, Regx, Sa, Sort, Spmm,
    Sssp, VectorAdd,
};
use super::super::{Dtw, Heat2d, Hist, IntImg, Sor, Sw};
use super::entries::{
    bad_input, empty_graph, flat_only, graph, nesting, redundancy, size, unfit_graph, wavefront,
};
use super::{App, WorkloadError};
use crate::inputs::{
    load_matching, load_points, load_sort_keys, Field, Matrices, Plane, Ratings, Relations,
    Sequences,
};
use crate::redundancy::{Bin, Bp, Convtex, Cp, Dct, Fw, Fws, Hs, Inlm, Libor, Mm, Pt, Sr1};
use heddle_sim::config::LaunchMode;

/// All applications, in the order in which help lists them.
pub const APPS: &[App] = &[
    App {
        name: "vector_add",
        about: "c = a + b over INPUT elements",
        default_input: "4096",
        options: &[],
        build: |input, config, _| {
            flat_only("vector_add", config)?;
            let count = size("vector_add", "elements", input, VectorAdd::MAX_COUNT)?;
            Ok(Box::new(VectorAdd::new(count)))
        },
    },
    App {
        name: "matmul",
        about: "product of two matrices of INPUT rows",
        default_input: "64",
        options: &[],
        build: |input, config, _| {
            flat_only("matmul", config)?;
            let size = size("matmul", "rows", input, MatMul::MAX_SIZE)?;
            Ok(Box::new(MatMul::new(size)))
        },
    },
    App {
        name: "bfs",
        about: "breadth-first search of a graph, level by level",
        default_input: "graph500:10:16:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let bfs = Bfs::new(graph("bfs", input)?, nesting("bfs", config, options)?);
            Ok(Box::new(bfs.ok_or_else(|| empty_graph("bfs", input))?))
        },
    },
    App {
        name: "clr",
        about: "colouring of a graph by rounds of independent sets",
        default_input: "citation:500:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let clr = Clr::new(&graph("clr", input)?, nesting("clr", config, options)?);
            Ok(Box::new(clr.ok_or_else(|| empty_graph("clr", input))?))
        },
    },
    App {
        name: "sssp",
        about: "shortest paths from one vertex of a graph with lengths",
        default_input: "citation:1000:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let sssp = Sssp::new(graph("sssp", input)?, nesting("sssp", config, options)?);
            Ok(Box::new(sssp.map_err(|reason| unfit_graph("sssp", input, reason))?))
        },
    },
    App {
        name: "pre",
        about: "product recommendation: counts how often two items were bought together",
        default_input: "movielens:64:200:25:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let ratings = Ratings::load(input).map_err(bad_input("pre"))?;
            Ok(Box::new(Pre::new(ratings, nesting("pre", config, options)?)))
        },
    },
    App {
        name: "join",
        about: "inner join of two relations, with an ordered result",
        default_input: "gaussian:512:512:64:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let relations = Relations::load(input).map_err(bad_input("join"))?;
            let too_many = |matches| WorkloadError::TooManyMatches {
                app: "join",
                input: input.to_owned(),
                matches,
            };
            Ok(Box::new(Join::new(relations, nesting("join", config, options)?).map_err(too_many)?))
        },
    },
    App {
        name: "amr",
        about: "adaptive mesh refinement of a temperature field",
        default_input: "combustion:8:2:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let field = Field::load(input).map_err(bad_input("amr"))?;
            Ok(Box::new(Amr::new(&field, nesting("amr", config, options)?)))
        },
    },
    App {
        name: "bht",
        about: "forces between bodies by the tree of Barnes and Hut",
        default_input: "points:512:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let points = load_points(input).map_err(bad_input("bht"))?;
            Ok(Box::new(Bht::new(&points, nesting("bht", config, options)?)))
        },
    },
    App {
        name: "regx",
        about: "regular expressions looked for in packets or strings",
        default_input: "strings:64:16:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let matching = load_matching(input).map_err(bad_input("regx"))?;
            let regx = Regx::new(matching, nesting("regx", config, options)?);
            Ok(Box::new(regx.map_err(|what| WorkloadError::BadRule { app: "regx", what })?))
        },
    },
    App {
        name: "quicksort",
        about: "quicksort of keys, a TB for each range of them",
        default_input: "uniform-keys:512:65536:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let keys = load_sort_keys(input).map_err(bad_input("quicksort"))?;
            let nesting = nesting("quicksort", config, options)?;
            Ok(Box::new(Sort::quicksort(keys, nesting, config.kernel.nesting_limit)))
        },
    },
    App {
        name: "radixsort",
        about: "radix sort of keys from the first digit on, a TB for each bucket",
        default_input: "uniform-keys:512:65536:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let keys = load_sort_keys(input).map_err(bad_input("radixsort"))?;
            let nesting = nesting("radixsort", config, options)?;
            Ok(Box::new(Sort::radixsort(keys, nesting, config.kernel.nesting_limit)))
        },
    },
    App {
        name: "mandel",
        about: "the Mandelbrot set by squares that are filled or divided",
        default_input: "128:4:2:64",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let plane = Plane::load(input).map_err(bad_input("mandel"))?;
            let nesting = nesting("mandel", config, options)?;
            Ok(Box::new(Mandel::new(plane, nesting, config.kernel.nesting_limit)))
        },
    },
    App {
        name: "spmm",
        about: "product of two sparse matrices, row by row",
        default_input: "sparse:64:64:256:50:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let matrices = Matrices::load(input).map_err(bad_input("spmm"))?;
            Ok(Box::new(Spmm::new(matrices, nesting("spmm", config, options)?)))
        },
    },
    App {
        name: "sa",
        about: "alignment of reads with a genome, by seeds that are extended",
        default_input: "genome:16384:512:100:30:1",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let sequences = Sequences::load(input).map_err(bad_input("sa"))?;
            Ok(Box::new(Sa::new(sequences, nesting("sa", config, options)?)))
        },
    },
    App {
        name: "launches",
        about: "what launches cost: INPUT children with nothing to do",
        default_input: "256",
        options: Nesting::OPTIONS,
        build: |input, config, options| {
            let count = size("launches", "children", input, Launches::MAX_COUNT)?;
            Ok(Box::new(Launches::new(count, nesting("launches", config, options)?)))
        },
    },
    App {
        name: "calls",
        about: "what calls of the device runtime by INPUT threads of a warp cost, printed",
        default_input: "32",
        options: &[],
        build: |input, config, _| {
            let mode = config.kernel.launch;
            if mode == LaunchMode::Flat {
                return Err(WorkloadError::NeedsDeviceLaunches { app: "calls", mode });
            }
            Ok(Box::new(Calls::new(size("calls", "threads", input, Calls::MAX_LANES)?)))
        },
    },
    wavefront::<Dtw>(),
    wavefront::<Heat2d>(),
    wavefront::<Hist>(),
    wavefront::<IntImg>(),
    wavefront::<Sor>(),
    wavefront::<Sw>(),
    redundancy::<Mm>(),
    redundancy::<Bp>(),
    redundancy::<Dct>(),
    redundancy::<Hs>(),
    redundancy::<Fws>(),
    redundancy::<Cp>(),
    redundancy::<Convtex>(),
    redundancy::<Inlm>(),
    redundancy::<Libor>(),
    redundancy::<Bin>(),
    redundancy::<Fw>(),
    redundancy::<Pt>(),
    redundancy::<Sr1>(),
];
