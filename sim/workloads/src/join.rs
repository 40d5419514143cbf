//! Inner join of two relations with an ordered result.
//!
//! The host launches three grids. One counts the matches of each left tuple and scans the counts within its TBs.
//! One scans the sums of the TBs. One gathers the matches into columns that the host allocates once it knows how
//! many there are.

use std::collections::HashMap;

use super::nested::{Children, Nested};
use super::words::{place, words};
use super::Nesting;
use crate::inputs::Relations;
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// `Matches` in join.cu.
const CHILDREN: Children = Children { app: "join", bytes: 48, tb_threads: 64 };

/// `SCAN_THREADS` in join.cu.
const SCAN_THREADS: u32 = 256;

/// Device addresses. All are zero until `setup`, and those of the result until it is allocated, so an access
/// faults.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    left_keys: u64,
    left_values: u64,
    right_keys: u64,
    right_values: u64,
    /// Per left tuple: its first match, how many there are, and how many precede them within the TB.
    firsts: u64,
    counts: u64,
    offsets: u64,
    /// How many matches precede those of a TB, and the number of all.
    block_offsets: u64,
    /// Columns of keys, left values and right values.
    result: [u64; 3],
}

/// The next launch of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Count,
    Scan,
    Gather,
    End,
}

/// Joins two relations by key.
#[derive(Clone, Debug)]
pub struct Join {
    relations: Relations,
    nested: Nested,
    buffers: Buffers,
    phase: Phase,
}

impl Join {
    /// Most tuples of a result: three columns of this many fill 3 GiB of device memory.
    pub const MAX_MATCHES: u64 = 1 << 28;

    /// Creates a join of `relations`. The error is the number of tuples of a result that would be larger than
    /// [`Join::MAX_MATCHES`].
    pub fn new(relations: Relations, nesting: Nesting) -> Result<Self, u64> {
        let mut frequency: HashMap<u32, u64> = HashMap::new();
        relations.right.keys.iter().for_each(|&key| *frequency.entry(key).or_default() += 1);
        let matches = relations.left.keys.iter().filter_map(|key| frequency.get(key)).sum();
        if matches > Self::MAX_MATCHES {
            return Err(matches);
        }
        let nested = Nested::new(CHILDREN, nesting);
        Ok(Self { relations, nested, buffers: Buffers::default(), phase: Phase::Count })
    }

    /// Returns the number of TBs of the scan over the left relation.
    fn blocks(&self) -> u32 {
        self.relations.left.tuples().div_ceil(SCAN_THREADS)
    }

    /// Returns a grid that scans.
    fn scan(kernel: &str, blocks: u32, args: Vec<Arg>) -> HostLaunch {
        HostLaunch {
            kernel: kernel.to_owned(),
            grid: [blocks, 1, 1],
            block: [SCAN_THREADS, 1, 1],
            shared_bytes: 0,
            args,
            stream: 0,
            mapping: None,
        }
    }

    fn count(&self) -> HostLaunch {
        let b = &self.buffers;
        let args = vec![
            Arg::U64(b.left_keys),
            Arg::U32(self.relations.left.tuples()),
            Arg::U64(b.right_keys),
            Arg::U32(self.relations.right.tuples()),
            Arg::U64(b.firsts),
            Arg::U64(b.counts),
            Arg::U64(b.offsets),
            Arg::U64(b.block_offsets),
        ];
        Self::scan("join_count", self.blocks(), args)
    }

    /// Allocates the result, whose size the device has found, and launches the gathering.
    fn gather(&mut self, memory: &mut GlobalMemory) -> Result<HostLaunch, MemoryFault> {
        let found = u64::from(memory.read_u32(self.found())?);
        for (column, name) in self.buffers.result.iter_mut().zip(["keys", "left", "right"]) {
            *column = memory.alloc_named(format!("result column `{name}`"), 4 * found, 256)?;
        }
        let b = &self.buffers;
        let inputs = [b.left_keys, b.left_values, b.right_values];
        let scanned = [b.firsts, b.counts, b.offsets, b.block_offsets];
        let pointers = b.result.into_iter().chain(inputs).chain(scanned).map(Arg::U64);
        let count = self.relations.left.tuples();
        let tuples: Vec<Arg> = pointers.chain([Arg::U32(count)]).collect();
        self.nested.parents(memory, count, Arg::structure(&tuples))
    }

    /// Returns where the device stores the number of all matches.
    fn found(&self) -> u64 {
        self.buffers.block_offsets + 4 * u64::from(self.blocks())
    }
}

impl Workload for Join {
    fn name(&self) -> &str {
        "join"
    }

    fn ptx(&self) -> &str {
        ptx!("join")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let (left, right) = (&self.relations.left, &self.relations.right);
        self.nested.setup(memory, left.tuples())?;
        let blocks = self.blocks();
        let left_tuples = u64::from(left.tuples());
        self.buffers = Buffers {
            left_keys: place(memory, "column `left_keys`", &left.keys)?,
            left_values: place(memory, "column `left_values`", &left.values)?,
            right_keys: place(memory, "column `right_keys`", &right.keys)?,
            right_values: place(memory, "column `right_values`", &right.values)?,
            firsts: words(memory, "buffer `firsts`", left_tuples)?,
            counts: words(memory, "buffer `counts`", left_tuples)?,
            offsets: words(memory, "buffer `offsets`", left_tuples)?,
            block_offsets: words(memory, "buffer `block_offsets`", u64::from(blocks) + 1)?,
            result: [0; 3],
        };
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        let (launch, next) = match self.phase {
            Phase::Count => (self.count(), Phase::Scan),
            Phase::Scan => {
                let args = vec![Arg::U64(self.buffers.block_offsets), Arg::U32(self.blocks())];
                (Self::scan("join_offsets", 1, args), Phase::Gather)
            }
            Phase::Gather => (self.gather(memory)?, Phase::End),
            Phase::End => return Ok(HostStep::Done),
        };
        self.phase = next;
        Ok(HostStep::Launch(vec![launch]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let fault = |fault| format!("join: reading the result: {fault}");
        let expected = inner_join(&self.relations);
        let found = memory.read_u32(self.found()).map_err(fault)?;
        if found as usize != expected.len() {
            let known = expected.len();
            return Err(format!(
                "join: {found} matches were counted, the CPU reference says {known}"
            ));
        }
        let column = |address| memory.read_u32s(address, u64::from(found)).map_err(fault);
        let [keys, left, right] = self.buffers.result.map(column);
        let (keys, left, right) = (keys?, left?, right?);
        let actual = |row: usize| [keys[row], left[row], right[row]];
        let mut differences = (0..expected.len()).filter(|&row| actual(row) != expected[row]);
        match differences.next() {
            None => Ok(()),
            Some(first) => Err(format!(
                "join: tuple {first} of the result is {:?}, the CPU reference says {:?} (key, left value, right value; {} of {} tuples differ)",
                actual(first),
                expected[first],
                1 + differences.count(),
                expected.len()
            )),
        }
    }
}

/// Returns key, left value and right value of every match: left tuples in their order, and for each its matches in
/// theirs.
pub fn inner_join(relations: &Relations) -> Vec<[u32; 3]> {
    let right = &relations.right;
    let mut by_key: HashMap<u32, Vec<u32>> = HashMap::new();
    for (&key, &value) in right.keys.iter().zip(&right.values) {
        by_key.entry(key).or_default().push(value);
    }
    let mut result = Vec::new();
    for (key, left) in relations.left.keys.iter().zip(&relations.left.values) {
        let matches = by_key.get(key).into_iter().flatten();
        result.extend(matches.map(|right| [*key, *left, *right]));
    }
    result
}

#[cfg(test)]
mod tests;
