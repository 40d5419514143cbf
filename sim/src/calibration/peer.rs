//! The peer's numbers, as data.

use serde::{Deserialize, Serialize};

/// What the peer ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kernel {
    /// c = a + b, one element a thread.
    Vecadd,
    /// c = a * b for square matrices, 16 x 16 tiles in shared memory.
    Matmul,
}

/// One run of the peer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeerRun {
    /// The kernel.
    pub kernel: Kernel,
    /// Elements of a vector, or rows of a matrix.
    pub size: u32,
    /// Preset that describes the peer's machine.
    pub config: String,
    /// Core cycles.
    pub cycles: u64,
    /// Lanes that executed, guard applied, over all warp instructions.
    pub thread_instructions: u64,
    /// Lines brought to an L1, if global loads use it.
    pub l1_accesses: Option<u64>,
    /// Share of them that hit.
    pub l1_hit_rate: Option<f64>,
    /// Sectors brought to the L2, instruction and constant fetches included.
    pub l2_accesses: u64,
    /// Share of them that hit.
    pub l2_hit_rate: f64,
}

/// Cycles an operation, in the peer's words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Latencies {
    /// Preset that describes the peer's machine.
    pub config: String,
    int_add: f64,
    int_mul: f64,
    fma: f64,
    sin_approx: f64,
    shared_load: f64,
    global_cold: f64,
    global_repeat: f64,
    global_past_l1: f64,
    empty_loop: f64,
}

/// Names of the measured operations.
pub const OPERATIONS: [&str; 9] = [
    "int add",
    "int mul",
    "fma",
    "sin.approx",
    "shared load",
    "global load, cold",
    "global load, repeated",
    "global load past L1",
    "empty loop",
];

impl Latencies {
    /// Cycles, in the order of [`OPERATIONS`].
    pub fn cycles(&self) -> [f64; OPERATIONS.len()] {
        [
            self.int_add,
            self.int_mul,
            self.fma,
            self.sin_approx,
            self.shared_load,
            self.global_cold,
            self.global_repeat,
            self.global_past_l1,
            self.empty_loop,
        ]
    }
}

/// Everything the peer measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    /// Runs of whole kernels.
    #[serde(rename = "run")]
    pub runs: Vec<PeerRun>,
    /// Latencies, one entry a machine.
    #[serde(rename = "latency")]
    pub latencies: Vec<Latencies>,
}

/// The peer's numbers.
pub fn peer() -> Peer {
    toml::from_str(include_str!("../../calibration/peer.toml")).expect("a test reads the file too")
}

impl Kernel {
    /// Its name in PTX.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vecadd => "vecadd",
            Self::Matmul => "matmul",
        }
    }
}
