//! Fields computed tile by tile, where a tile depends on its neighbours to the west and north.
//!
//! The host launches one grid per anti-diagonal of tiles, or one thread that launches them, or all tiles as one
//! grid with a dependency graph.

mod diagonals;
mod dtw;
mod field;
mod heat2d;
mod hist;
mod int_img;
mod sor;
mod sw;
#[cfg(test)]
mod tests;

pub use dtw::Dtw;
pub use heat2d::Heat2d;
pub use hist::Hist;
pub use int_img::IntImg;
pub use sor::Sor;
pub use sw::Sw;

use std::fmt::Debug;

use crate::inputs::Tiling;
use heddle_sim::config::LaunchMode;
use heddle_sim::config::{GpuConfig, TbSource};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Most threads of a TB: eight such TBs fill an SMX of 1536 threads.
const MOST_THREADS: u32 = 192;

/// The TB that computes a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    threads: u32,
    shared_bytes: u32,
}

impl Team {
    /// One thread per element of the longest diagonal, or for every second, third and so on, with `shared_words`
    /// of shared memory.
    fn for_diagonals(tile: u32, shared_words: u32) -> Self {
        let rounds = tile.div_ceil(MOST_THREADS);
        Self { threads: tile.div_ceil(rounds), shared_bytes: 4 * shared_words }
    }

    /// One warp per row, up to the limit of threads.
    fn for_rows(tile: u32) -> Self {
        Self { threads: MOST_THREADS.min(32 * tile), shared_bytes: 0 }
    }
}

/// A wavefront application.
pub trait Algorithm: Clone + Debug + Sized {
    /// Name on the command line, and in `WAVEFRONT_KERNELS`.
    const NAME: &'static str;
    /// The description of what it does, in a few words.
    const ABOUT: &'static str;

    /// Returns the PTX text of its kernels.
    fn ptx() -> &'static str;

    /// Creates the application on this field.
    fn new(tiling: Tiling) -> Self;

    /// Returns the TBs for tiles of this side.
    fn team(tile: u32) -> Team;

    /// Allocates and fills device memory.
    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault>;

    /// Returns the members of the application's structure before `tiling`.
    fn arguments(&self) -> Vec<Arg>;

    /// Compares device memory with the CPU reference; the error names the first difference.
    fn verify(&self, memory: &GlobalMemory) -> Result<(), String>;
}

/// The launchers of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The host launches each level after the one before has completed.
    Global,
    /// One thread of the device launches the levels.
    Nested,
    /// All levels are one launch, and the TB scheduler keeps their dependences.
    Graph,
}

/// A wavefront application with its launcher.
#[derive(Clone, Debug)]
pub struct Wavefront<A> {
    algorithm: A,
    tiling: Tiling,
    mode: Mode,
    /// Number of launches made.
    launched: u32,
}

impl<A: Algorithm> Wavefront<A> {
    /// Creates the application on the field `tiling` for a machine. Returns `None` if the machine's launch mode
    /// does not apply to it.
    pub fn new(tiling: Tiling, config: &GpuConfig) -> Option<Self> {
        let mode = match (config.tb.source, config.kernel.launch) {
            (TbSource::Dats, LaunchMode::Flat) => Mode::Graph,
            (TbSource::Dats, _) | (_, LaunchMode::Dtbl) => return None,
            (_, LaunchMode::Flat) => Mode::Global,
            (_, LaunchMode::Cdp) => Mode::Nested,
        };
        Some(Self { algorithm: A::new(tiling), tiling, mode, launched: 0 })
    }

    /// Returns the members of the application's structure.
    fn arguments(&self) -> Vec<Arg> {
        let team = A::team(self.tiling.tile);
        let tiling = [self.tiling.tiles, self.tiling.tile, team.threads, team.shared_bytes];
        self.algorithm.arguments().into_iter().chain(tiling.map(Arg::U32)).collect()
    }

    /// Returns a launch of `tbs` TBs that compute tiles.
    fn launch(&self, kernel: &str, tbs: u32, arguments: Arg) -> HostLaunch {
        let team = A::team(self.tiling.tile);
        HostLaunch {
            kernel: format!("{}_{kernel}", A::NAME),
            grid: [tbs, 1, 1],
            block: [team.threads, 1, 1],
            shared_bytes: team.shared_bytes,
            args: vec![arguments],
            stream: 0,
            mapping: None,
        }
    }

    fn wave(&self, level: u32) -> HostLaunch {
        let mut arguments = self.arguments();
        arguments.push(Arg::U32(level));
        self.launch("wave", self.tiling.width(level), Arg::structure(&arguments))
    }

    fn graph(&self) -> HostLaunch {
        let tiles = self.tiling.tiles;
        let arguments = Arg::structure(&self.arguments());
        HostLaunch {
            grid: [tiles, tiles, 1],
            mapping: Some(format!("{}_deplink", A::NAME)),
            ..self.launch("graph", tiles, arguments)
        }
    }

    fn parent(&self) -> HostLaunch {
        let launch = self.launch("parent", 1, Arg::structure(&self.arguments()));
        HostLaunch { block: [1, 1, 1], shared_bytes: 0, ..launch }
    }
}

impl<A: Algorithm> Workload for Wavefront<A> {
    fn name(&self) -> &str {
        A::NAME
    }

    fn ptx(&self) -> &str {
        A::ptx()
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.algorithm.setup(memory)
    }

    fn step(&mut self, _memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        let number = self.launched;
        self.launched += 1;
        Ok(match self.mode {
            Mode::Global if number < self.tiling.levels() => {
                HostStep::Launch(vec![self.wave(number)])
            }
            Mode::Nested if number == 0 => HostStep::Launch(vec![self.parent()]),
            Mode::Graph if number == 0 => HostStep::Launch(vec![self.graph()]),
            _ => HostStep::Done,
        })
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        self.algorithm.verify(memory)
    }
}
