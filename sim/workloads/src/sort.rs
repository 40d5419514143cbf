//! Recursive sorts: quicksort, and radix sort from the most significant digit on.
//!
//! The host launches one TB, which divides all keys in two. Both parts are sorted in the same way.

use super::data::compare_values;
use super::recursion::Recursion;
use super::words::{place, words};
use super::Nesting;
use heddle_sim::host::{Arg, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Size of a `Part` in sorting.cuh.
const PART_BYTES: u32 = 48;

/// Last level of quicksort, which sorts by bubble sort: LASER, 3.3.
const QUICKSORT_LEVELS: u32 = 24;

/// Device addresses. All are zero until `setup`, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    /// The keys, and then the result.
    even: u64,
    odd: u64,
}

/// Sorts keys.
#[derive(Clone, Debug)]
pub struct Sort {
    app: &'static str,
    ptx: &'static str,
    keys: Vec<u32>,
    /// The last level that ranges of keys can have.
    levels: u32,
    recursion: Recursion,
    buffers: Buffers,
}

impl Sort {
    /// Creates a quicksort of `keys`, which must not be empty, on a machine whose launches nest at most
    /// `nesting_limit` deep.
    pub fn quicksort(keys: Vec<u32>, nesting: Nesting, nesting_limit: u32) -> Self {
        let ptx = ptx!("quicksort");
        Self::new("quicksort", ptx, keys, QUICKSORT_LEVELS, nesting, nesting_limit)
    }

    /// Creates a radix sort, likewise. Its first digit is the highest bit of the largest key.
    pub fn radixsort(keys: Vec<u32>, nesting: Nesting, nesting_limit: u32) -> Self {
        let ptx = ptx!("radixsort");
        let bits = keys.iter().map(|key| u32::BITS - key.leading_zeros()).max().unwrap_or(0);
        Self::new("radixsort", ptx, keys, bits, nesting, nesting_limit)
    }

    fn new(
        app: &'static str,
        ptx: &'static str,
        keys: Vec<u32>,
        levels: u32,
        nesting: Nesting,
        nesting_limit: u32,
    ) -> Self {
        let recursion = Recursion::new(app, PART_BYTES, nesting, nesting_limit);
        Self { app, ptx, keys, levels, recursion, buffers: Buffers::default() }
    }
}

impl Workload for Sort {
    fn name(&self) -> &str {
        self.app
    }

    fn ptx(&self) -> &str {
        self.ptx
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let count = self.keys.len() as u64;
        // Ranges of a level have no key in common.
        let of_a_level = count / u64::from(self.recursion.smallest);
        self.recursion.setup(memory, u64::from(self.levels) * of_a_level)?;
        self.buffers = Buffers {
            even: place(memory, "buffer `even`", &self.keys)?,
            odd: words(memory, "buffer `odd`", count)?,
        };
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        let Buffers { even, odd } = self.buffers;
        let sort = [Arg::U64(even), Arg::U64(odd), Arg::U32(self.levels)];
        let [first, count, level] = [0, self.keys.len() as u32, 0];
        self.recursion.step(memory, 1, &sort, &[first, count, level])
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let found = memory.read_u32s(self.buffers.even, self.keys.len() as u64);
        let found = found.map_err(|fault| format!("{}: reading the result: {fault}", self.app))?;
        let mut expected = self.keys.clone();
        expected.sort_unstable();
        compare_values(self.app, |i| found[i], &expected, |i| format!("key {i} of the result"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;

    fn sort() -> Sort {
        Sort::radixsort(vec![5, 3, 3], Way::Flat.into(), 24)
    }

    #[test]
    fn verify_names_the_first_key_out_of_order() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut sort = sort();
        sort.setup(&mut memory).unwrap();
        assert_eq!(
            sort.verify(&memory).unwrap_err(),
            "radixsort: key 0 of the result is 5, the CPU reference says 3 (2 of 3 elements differ)"
        );
        memory.write_u32s(sort.buffers.even, &[3, 3, 5]).unwrap();
        assert_eq!(sort.verify(&memory), Ok(()));
    }

    #[test]
    fn a_verdict_before_setup_is_an_error() {
        let error = sort().verify(&GlobalMemory::new(1 << 20)).unwrap_err();
        assert!(error.starts_with("radixsort: reading the result: address 0x0"), "{error}");
    }

    #[test]
    fn a_radix_sort_has_as_many_levels_as_the_largest_key_has_bits() {
        let levels = |keys: &[u32]| Sort::radixsort(keys.to_vec(), Way::Cdp.into(), 24).levels;
        assert_eq!([&[0][..], &[4, 7], &[1, u32::MAX]].map(levels), [0, 3, 32]);
    }
}
