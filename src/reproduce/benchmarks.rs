//! The benchmarks of the thesis: an application on an input, at three sizes.

use clap::ValueEnum;
use serde::Serialize;

/// How large the inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// All runs of a benchmark within seconds.
    Smoke,
    /// All runs of a benchmark within five minutes on one core.
    Study,
    /// The size of the original input, as far as it is known.
    Full,
}

impl Size {
    /// As typed, and as directories are called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Study => "study",
            Self::Full => "full",
        }
    }
}

/// An application on an input.
#[derive(Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// As the papers call it.
    pub name: &'static str,
    /// The application.
    pub app: &'static str,
    /// What DTBL is compared with: the flat application, or one that shares large work among threads.
    pub baseline: &'static str,
    /// By size.
    inputs: [&'static str; 3],
}

impl Benchmark {
    /// Its input of this size.
    pub fn input(&self, size: Size) -> &'static str {
        self.inputs[size as usize]
    }
}

const BFS_GRAPH500: Benchmark = Benchmark {
    name: "bfs_graph500",
    app: "bfs",
    baseline: "bfs",
    inputs: ["graph500:9:16:1", "graph500:14:16:1", "graph500:20:16:1"],
};

/// Table 2 of the thesis, in its order.
pub const TABLE_2: &[&Benchmark] = &[&BFS_GRAPH500];

/// Table 6 of the thesis, in its order.
pub const TABLE_6: &[&Benchmark] = &[&BFS_GRAPH500];
