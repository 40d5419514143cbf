//! Adds vectors, c = a + b: the smallest program that uses host launches, coalesced loads and a partial last TB.

use super::data::{bits, compare_floats, random_floats};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

const TB_THREADS: u32 = 256;
/// Names of the vectors in faults.
const NAMES: [&str; 3] = ["vector `a`", "vector `b`", "vector `c`"];

/// Adds two vectors of random single-precision floats.
#[derive(Clone, Debug)]
pub struct VectorAdd {
    count: u32,
    addresses: [u64; 3],
    launched: bool,
}

impl VectorAdd {
    /// Most elements: three vectors of this many fill 768 MiB of device memory.
    pub const MAX_COUNT: u32 = 1 << 26;

    /// Creates a sum of `count` elements, 1 to [`VectorAdd::MAX_COUNT`].
    pub fn new(count: u32) -> Self {
        Self { count, addresses: [0; 3], launched: false }
    }

    /// Returns vector `a` or `b`, number 0 or 1. They are large, so no more are kept at a time than required.
    fn operand(&self, number: u64) -> Vec<f32> {
        random_floats(self.count as usize, 1 + number)
    }
}

impl Workload for VectorAdd {
    fn name(&self) -> &str {
        "vector_add"
    }

    fn ptx(&self) -> &str {
        ptx!("vector_add")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        for (address, name) in self.addresses.iter_mut().zip(NAMES) {
            *address = memory.alloc_named(name, 4 * u64::from(self.count), 256)?;
        }
        for (number, address) in (0..2).zip(self.addresses) {
            memory.write_u32s(address, &bits(&self.operand(number)))?;
        }
        Ok(())
    }

    fn step(&mut self, _memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if self.launched {
            return Ok(HostStep::Done);
        }
        self.launched = true;
        let [a, b, c] = self.addresses.map(Arg::U64);
        Ok(HostStep::Launch(vec![HostLaunch {
            kernel: "vector_add".to_owned(),
            grid: [self.count.div_ceil(TB_THREADS), 1, 1],
            block: [TB_THREADS, 1, 1],
            shared_bytes: 0,
            args: vec![a, b, c, Arg::U32(self.count)],
            stream: 0,
            mapping: None,
        }]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let mut expected = self.operand(0);
        for (sum, b) in expected.iter_mut().zip(self.operand(1)) {
            *sum += b;
        }
        let actual = memory.read_u32s(self.addresses[2], u64::from(self.count));
        let actual = actual.map_err(|fault| format!("vector_add: reading c: {fault}"))?;
        compare_floats("vector_add", &actual, &expected, |i| format!("c[{i}]"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verify_accepts_the_sum_and_names_the_first_wrong_element() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut workload = VectorAdd::new(1000);
        workload.setup(&mut memory).unwrap();
        let HostStep::Launch(launches) = workload.step(&mut memory).unwrap() else {
            panic!("nothing launched")
        };
        assert_eq!((launches[0].grid, launches[0].block), ([4, 1, 1], [256, 1, 1]));
        assert_eq!(workload.step(&mut memory), Ok(HostStep::Done));

        let [a, b, c] = workload.addresses;
        for i in 0..1000 {
            let [x, y] = [a, b].map(|base| f32::from_bits(memory.read_u32(base + 4 * i).unwrap()));
            memory.write_u32(c + 4 * i, (x + y).to_bits()).unwrap();
        }
        assert_eq!(workload.verify(&memory), Ok(()));

        let right = f32::from_bits(memory.read_u32(c + 4 * 7).unwrap());
        memory.write_u32(c + 4 * 7, 9f32.to_bits()).unwrap();
        memory.write_u32(c + 4 * 8, f32::NAN.to_bits()).unwrap();
        let expected = format!(
            "vector_add: c[7] is 9.0, the CPU reference says {right:?} (2 of 1000 elements differ)"
        );
        assert_eq!(workload.verify(&memory), Err(expected));
    }

    #[test]
    fn setup_fails_when_device_memory_is_too_small() {
        let fault = VectorAdd::new(1 << 20).setup(&mut GlobalMemory::new(1 << 20)).unwrap_err();
        assert!(matches!(fault, MemoryFault::Exhausted { .. }));
    }
}
