//! Alignment of reads with a reference genome, by seeds that are extended within a band.
//!
//! The host makes a table of the genome's k-mers and launches two grids. In one, each TB finds the candidates of its
//! reads, and those of all of them are a child, which scores them. The barrier kernel chooses the best of each read.

use super::data::compare_values;
use super::nested::{Children, Nested, PARENT_TB_THREADS};
use super::words::{place, place_bytes, words};
use super::Nesting;
use crate::inputs::Sequences;
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

mod kmers;
mod reference;

use kmers::Kmers;
pub use reference::{align, Alignment};

/// `Candidates` in sa.cu.
const CHILDREN: Children = Children { app: "sa", bytes: 56, tb_threads: 64 };

/// Constants of the same names in sa.cu.
const SEED: usize = 16;
const MOST_CANDIDATES: usize = 8;
const MOST_OCCURRENCES: usize = 64;
const SIDE: i32 = 8;
const MATCH: i32 = 2;
const MISMATCH: i32 = -2;
const GAP: i32 = 3;

/// Number of threads per TB of the barrier kernel.
const BARRIER_THREADS: u32 = 128;

/// Size of the structure `Candidate` in words.
const CANDIDATE_WORDS: u64 = 2;

/// Device addresses. All are zero until `setup`, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    genome: u64,
    letters: u64,
    offsets: u64,
    first_occurrence: u64,
    occurrences: u64,
    candidates: u64,
    scores: u64,
    /// Per read: its first candidate and how many there are, then the best one's score and start.
    firsts: u64,
    counts: u64,
    best_scores: u64,
    best_starts: u64,
    /// Number of reads with a good alignment.
    aligned: u64,
}

/// The next launch of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Align,
    Barrier,
    End,
}

/// Aligns reads with a genome.
#[derive(Clone, Debug)]
pub struct Sa {
    sequences: Sequences,
    nested: Nested,
    buffers: Buffers,
    kmer_letters: u32,
    phase: Phase,
}

impl Sa {
    /// Creates the alignment of the reads of `sequences` with their genome.
    pub fn new(sequences: Sequences, nesting: Nesting) -> Self {
        let kmer_letters = Kmers::letters_for(sequences.genome.len());
        let nested = Nested::new(CHILDREN, nesting);
        Self { sequences, nested, buffers: Buffers::default(), kmer_letters, phase: Phase::Align }
    }

    fn align(&self, memory: &mut GlobalMemory) -> Result<HostLaunch, MemoryFault> {
        let b = &self.buffers;
        let texts = [b.genome, b.letters, b.offsets].map(Arg::U64);
        let bases = Arg::U32(self.sequences.genome.len() as u32);
        let table = [b.first_occurrence, b.occurrences];
        let written = [b.candidates, b.scores, b.firsts, b.counts];
        let pointers = table.into_iter().chain(written).map(Arg::U64);
        let sizes = [self.kmer_letters, self.sequences.reads()].map(Arg::U32);
        let reads: Vec<Arg> =
            texts.into_iter().chain([bases]).chain(pointers).chain(sizes).collect();
        self.nested.parents(memory, self.sequences.reads(), Arg::structure(&reads))
    }

    fn barrier(&self) -> HostLaunch {
        let b = &self.buffers;
        let read = [b.candidates, b.scores, b.firsts, b.counts, b.offsets].map(Arg::U64);
        let reads = Arg::U32(self.sequences.reads());
        let written = [b.best_scores, b.best_starts, b.aligned].map(Arg::U64);
        HostLaunch {
            kernel: "sa_barrier".to_owned(),
            grid: [self.sequences.reads().div_ceil(BARRIER_THREADS), 1, 1],
            block: [BARRIER_THREADS, 1, 1],
            shared_bytes: 0,
            args: read.into_iter().chain([reads]).chain(written).collect(),
            stream: 0,
            mapping: None,
        }
    }
}

impl Workload for Sa {
    fn name(&self) -> &str {
        "sa"
    }

    fn ptx(&self) -> &str {
        ptx!("sa")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let Sequences { genome, letters, offsets } = &self.sequences;
        let count = self.sequences.reads();
        let tbs = count.div_ceil(PARENT_TB_THREADS);
        // A TB has one child.
        self.nested.setup(memory, tbs)?;
        let reads = u64::from(count);
        let slots = u64::from(tbs * PARENT_TB_THREADS) * MOST_CANDIDATES as u64;
        let kmers = Kmers::of(genome, self.kmer_letters);
        self.buffers = Buffers {
            genome: place_bytes(memory, "buffer `genome`", genome)?,
            letters: place_bytes(memory, "buffer `letters`", letters)?,
            offsets: place(memory, "buffer `offsets`", offsets)?,
            first_occurrence: place(memory, "buffer `first_occurrence`", &kmers.first_occurrence)?,
            occurrences: place(memory, "buffer `occurrences`", &kmers.occurrences)?,
            candidates: words(memory, "buffer `candidates`", CANDIDATE_WORDS * slots)?,
            scores: words(memory, "buffer `scores`", slots)?,
            firsts: words(memory, "buffer `firsts`", reads)?,
            counts: words(memory, "buffer `counts`", reads)?,
            best_scores: words(memory, "buffer `best_scores`", reads)?,
            best_starts: words(memory, "buffer `best_starts`", reads)?,
            aligned: words(memory, "buffer `aligned`", 1)?,
        };
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        let (launch, next) = match self.phase {
            Phase::Align => (self.align(memory)?, Phase::Barrier),
            Phase::Barrier => (self.barrier(), Phase::End),
            Phase::End => return Ok(HostStep::Done),
        };
        self.phase = next;
        Ok(HostStep::Launch(vec![launch]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let fault = |fault| format!("sa: reading the result: {fault}");
        let b = &self.buffers;
        let column = |address| memory.read_u32s(address, self.sequences.reads().into());
        let [counts, scores, starts] = [b.counts, b.best_scores, b.best_starts].map(column);
        let (counts, scores) = (counts.map_err(fault)?, scores.map_err(fault)?);
        let starts = starts.map_err(fault)?;
        let actual = |read: usize| Alignment {
            candidates: counts[read],
            score: scores[read] as i32,
            start: starts[read] as i32,
        };
        let expected = align(&self.sequences);
        compare_values("sa", actual, &expected, |read| format!("read {read}"))?;
        let good = |(read, alignment): &(&[u8], &Alignment)| {
            2 * alignment.score >= MATCH * read.len() as i32
        };
        let good = self.sequences.by_read().zip(&expected).filter(good).count();
        match memory.read_u32(b.aligned).map_err(fault)? {
            aligned if aligned as usize == good => Ok(()),
            aligned => Err(format!(
                "sa: {aligned} reads were counted as aligned, the CPU reference says {good}"
            )),
        }
    }
}

#[cfg(test)]
mod tests;
