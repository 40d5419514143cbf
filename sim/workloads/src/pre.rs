//! Item-based product recommendation: how often any two items were bought by the same customer.
//!
//! The host launches one grid over all customers.

use super::nested::{Children, Nested};
use super::words::{place, words};
use super::Nesting;
use crate::inputs::Ratings;
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// `Pairs` in pre.cu.
const CHILDREN: Children = Children { app: "pre", bytes: 32, tb_threads: 128 };

/// Device addresses. All are zero until `setup`, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    offsets: u64,
    purchases: u64,
    together: u64,
}

/// Counts the pairs of items in the purchases of each user.
#[derive(Clone, Debug)]
pub struct Pre {
    ratings: Ratings,
    nested: Nested,
    buffers: Buffers,
    launched: bool,
}

impl Pre {
    /// Creates the counting over the purchases of `ratings`.
    pub fn new(ratings: Ratings, nesting: Nesting) -> Self {
        let nested = Nested::new(CHILDREN, nesting);
        Self { ratings, nested, buffers: Buffers::default(), launched: false }
    }

    /// Returns the number of cells of the matrix.
    fn cells(&self) -> u64 {
        u64::from(self.ratings.items()) * u64::from(self.ratings.items())
    }

    fn launch(&self, memory: &mut GlobalMemory) -> Result<HostLaunch, MemoryFault> {
        let b = &self.buffers;
        let customers = Arg::structure(&[
            Arg::U64(b.offsets),
            Arg::U64(b.purchases),
            Arg::U64(b.together),
            Arg::U32(self.ratings.items()),
            Arg::U32(self.ratings.users()),
        ]);
        self.nested.parents(memory, self.ratings.users(), customers)
    }
}

impl Workload for Pre {
    fn name(&self) -> &str {
        "pre"
    }

    fn ptx(&self) -> &str {
        ptx!("pre")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.nested.setup(memory, self.ratings.users())?;
        self.buffers = Buffers {
            offsets: place(memory, "buffer `offsets`", self.ratings.offsets())?,
            purchases: place(memory, "buffer `purchases`", self.ratings.purchases())?,
            together: words(memory, "buffer `together`", self.cells())?,
        };
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        if std::mem::replace(&mut self.launched, true) {
            return Ok(HostStep::Done);
        }
        Ok(HostStep::Launch(vec![self.launch(memory)?]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let actual = memory.read_u32s(self.buffers.together, self.cells());
        let actual = actual.map_err(|fault| format!("pre: reading the matrix: {fault}"))?;
        let expected = bought_together(&self.ratings);
        let mut differences = (0..expected.len()).filter(|&cell| actual[cell] != expected[cell]);
        let Some(first) = differences.next() else { return Ok(()) };
        let items = self.ratings.items() as usize;
        Err(format!(
            "pre: items {} and {} are bought together {} times, the CPU reference says {} ({} of {} pairs differ)",
            first / items,
            first % items,
            actual[first],
            expected[first],
            1 + differences.count(),
            expected.len()
        ))
    }
}

/// Returns how many users have both of two different items, for all pairs: a matrix, row after row. Its diagonal
/// is zero.
pub fn bought_together(ratings: &Ratings) -> Vec<u32> {
    let items = ratings.items() as usize;
    let mut together = vec![0; items * items];
    for user in ratings.by_user() {
        for (place, &one) in user.iter().enumerate() {
            for &other in &user[place + 1..] {
                together[one as usize * items + other as usize] += 1;
                together[other as usize * items + one as usize] += 1;
            }
        }
    }
    together
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;

    fn pre(table: &str, way: Way) -> Pre {
        Pre::new(Ratings::read("u.data", table.as_bytes()).unwrap(), way.into())
    }

    /// Computes what the kernels compute, one customer after the other.
    fn run(pre: &mut Pre, memory: &mut GlobalMemory) {
        pre.setup(memory).unwrap();
        let HostStep::Launch(launches) = pre.step(memory).unwrap() else { panic!("no launch") };
        assert!(launches[0].grid[0] * launches[0].block[0] >= pre.ratings.users());
        for user in pre.ratings.by_user() {
            for (one, other) in user.iter().flat_map(|one| user.iter().map(move |b| (one, b))) {
                if one != other {
                    let cell =
                        pre.buffers.together + 4 * u64::from(one * pre.ratings.items() + other);
                    let count = memory.read_u32(cell).unwrap();
                    memory.write_u32(cell, count + 1).unwrap();
                }
            }
        }
        assert_eq!(pre.step(memory).unwrap(), HostStep::Done);
    }

    #[test]
    fn pairs_are_counted_in_both_orders_once_per_customer() {
        let ratings = Ratings::read("u.data", &b"1 1\n1 2\n2 1\n2 2\n2 3\n3 3\n"[..]).unwrap();
        assert_eq!(bought_together(&ratings), [0, 2, 1, 2, 0, 1, 1, 1, 0]);
    }

    #[test]
    fn the_host_launches_one_grid_over_the_customers() {
        for way in Way::ALL {
            let mut pre = pre("1 1\n1 2\n2 1\n2 2\n2 3\n3 3\n", way);
            let mut memory = GlobalMemory::new(1 << 20);
            run(&mut pre, &mut memory);
            assert_eq!(pre.verify(&memory), Ok(()));
            let kernel = pre.launch(&mut memory).unwrap().kernel;
            assert_eq!(kernel, format!("pre_{}", way.kernel_name()));
        }
    }

    #[test]
    fn verify_names_the_first_pair_whose_count_is_wrong() {
        let mut pre = pre("1 1\n1 2\n2 1\n2 2\n2 3\n", Way::Dtbl);
        let mut memory = GlobalMemory::new(1 << 20);
        run(&mut pre, &mut memory);
        memory.write_u32(pre.buffers.together + 4 * 3, 5).unwrap();
        memory.write_u32(pre.buffers.together + 4 * 8, 1).unwrap();
        assert_eq!(
            pre.verify(&memory).unwrap_err(),
            "pre: items 1 and 0 are bought together 5 times, the CPU reference says 2 (2 of 9 pairs differ)"
        );
    }

    #[test]
    fn a_verdict_before_setup_and_a_matrix_beyond_the_memory_are_errors() {
        let mut pre = pre("1 1\n1 2\n", Way::Flat);
        let error = pre.verify(&GlobalMemory::new(1 << 20)).unwrap_err();
        assert!(error.starts_with("pre: reading the matrix: address 0x0"), "{error}");
        let fault = pre.setup(&mut GlobalMemory::new(1 << 12));
        assert!(matches!(fault, Err(MemoryFault::Exhausted { .. })));
    }
}
