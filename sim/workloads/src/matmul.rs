//! Multiplies square matrices, c = a * b: 2D TBs, shared memory, TB barriers and much reuse.

use super::data::{bits, compare_floats, random_floats};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Side of the tile that one TB computes; the kernel is written for it.
const TILE: u32 = 16;
/// Names of the matrices in faults.
const NAMES: [&str; 3] = ["matrix `a`", "matrix `b`", "matrix `c`"];

/// Multiplies two square matrices of random single-precision floats.
#[derive(Clone, Debug)]
pub struct MatMul {
    size: u32,
    addresses: [u64; 3],
    launched: bool,
}

impl MatMul {
    /// Largest side: the CPU reference takes seconds there.
    pub const MAX_SIZE: u32 = 1024;

    /// Creates a product of `size` x `size` matrices, 1 to [`MatMul::MAX_SIZE`].
    pub fn new(size: u32) -> Self {
        Self { size, addresses: [0; 3], launched: false }
    }

    fn elements(&self) -> usize {
        self.size as usize * self.size as usize
    }

    fn operands(&self) -> [Vec<f32>; 2] {
        [random_floats(self.elements(), 1), random_floats(self.elements(), 2)]
    }

    /// Computes the product in the kernel's order of operations (fused multiply-add, k ascending), so that the
    /// comparison can be exact. The zeros that pad the kernel's last tile do not change a sum.
    fn product(&self) -> Vec<f32> {
        let size = self.size as usize;
        let [a, b] = self.operands();
        let mut c = vec![0f32; self.elements()];
        for (row, sums) in c.chunks_exact_mut(size).enumerate() {
            for k in 0..size {
                let left = a[row * size + k];
                for (sum, &right) in sums.iter_mut().zip(&b[k * size..]) {
                    *sum = left.mul_add(right, *sum);
                }
            }
        }
        c
    }
}

impl Workload for MatMul {
    fn name(&self) -> &str {
        "matmul"
    }

    fn ptx(&self) -> &str {
        ptx!("matmul")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let bytes = 4 * u64::from(self.size) * u64::from(self.size);
        for (address, name) in self.addresses.iter_mut().zip(NAMES) {
            *address = memory.alloc_named(name, bytes, 256)?;
        }
        for (values, address) in self.operands().iter().zip(self.addresses) {
            memory.write_u32s(address, &bits(values))?;
        }
        Ok(())
    }

    fn step(&mut self, _memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if self.launched {
            return Ok(HostStep::Done);
        }
        self.launched = true;
        let tiles = self.size.div_ceil(TILE);
        let [a, b, c] = self.addresses.map(Arg::U64);
        Ok(HostStep::Launch(vec![HostLaunch {
            kernel: "matmul".to_owned(),
            grid: [tiles, tiles, 1],
            block: [TILE, TILE, 1],
            shared_bytes: 0,
            args: vec![a, b, c, Arg::U32(self.size)],
            stream: 0,
            mapping: None,
        }]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let actual = memory.read_u32s(self.addresses[2], self.elements() as u64);
        let actual = actual.map_err(|fault| format!("matmul: reading c: {fault}"))?;
        let size = self.size as usize;
        compare_floats("matmul", &actual, &self.product(), |i| {
            format!("c[{}][{}]", i / size, i % size)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verify_accepts_the_product_and_names_the_first_wrong_element() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut workload = MatMul::new(20);
        workload.setup(&mut memory).unwrap();
        let HostStep::Launch(launches) = workload.step(&mut memory).unwrap() else {
            panic!("nothing launched")
        };
        assert_eq!((launches[0].grid, launches[0].block), ([2, 2, 1], [16, 16, 1]));
        assert_eq!(workload.step(&mut memory), Ok(HostStep::Done));

        let [a, b, c] = workload.addresses;
        let read = |memory: &GlobalMemory, base: u64, row: u64, column: u64| {
            f32::from_bits(memory.read_u32(base + 4 * (20 * row + column)).unwrap())
        };
        for (row, column) in (0..20).flat_map(|row| (0..20).map(move |column| (row, column))) {
            let sum = (0..20).fold(0f32, |sum, k| {
                read(&memory, a, row, k).mul_add(read(&memory, b, k, column), sum)
            });
            memory.write_u32(c + 4 * (20 * row + column), sum.to_bits()).unwrap();
        }
        assert_eq!(workload.verify(&memory), Ok(()));

        let right = read(&memory, c, 3, 4);
        memory.write_u32(c + 4 * (20 * 3 + 4), 99f32.to_bits()).unwrap();
        let expected = format!(
            "matmul: c[3][4] is 99.0, the CPU reference says {right:?} (1 of 400 elements differ)"
        );
        assert_eq!(workload.verify(&memory), Err(expected));
    }
}
