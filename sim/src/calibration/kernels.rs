//! The peer's kernels with the peer's inputs.

use super::peer::Kernel;
use crate::host::{Arg, HostLaunch, HostStep, Workload};
use crate::mem::{GlobalMemory, MemoryFault};

/// Threads of a TB of vecadd.
const TB_THREADS: u32 = 256;
/// Side of a tile, and of a TB, of matmul.
const TILE: u32 = 16;

/// One launch of one of the kernels. All values are small integers, so that sums are exact in any order.
#[derive(Clone, Debug)]
pub struct Measured {
    kernel: Kernel,
    size: u32,
    addresses: [u64; 3],
    launched: bool,
}

impl Measured {
    /// The kernel on vectors of `size` elements, or matrices of `size` rows; a multiple of the TB's side.
    pub fn new(kernel: Kernel, size: u32) -> Self {
        Self { kernel, size, addresses: [0; 3], launched: false }
    }

    fn elements(&self) -> u32 {
        match self.kernel {
            Kernel::Vecadd => self.size,
            Kernel::Matmul => self.size * self.size,
        }
    }

    fn operands(&self) -> [Vec<f32>; 2] {
        let values = |of: fn(u32) -> u32| (0..self.elements()).map(|i| of(i) as f32).collect();
        match self.kernel {
            Kernel::Vecadd => [values(|i| i), values(|i| 2 * i)],
            Kernel::Matmul => [values(|i| i % 7), values(|i| i % 5)],
        }
    }

    fn expected(&self) -> Vec<f32> {
        let [a, b] = self.operands();
        if self.kernel == Kernel::Vecadd {
            return a.iter().zip(&b).map(|(a, b)| a + b).collect();
        }
        let n = self.size as usize;
        let mut c = vec![0.0; n * n];
        for (row, sums) in c.chunks_exact_mut(n).enumerate() {
            for k in 0..n {
                for (sum, right) in sums.iter_mut().zip(&b[k * n..]) {
                    *sum += a[row * n + k] * right;
                }
            }
        }
        c
    }
}

impl Workload for Measured {
    fn name(&self) -> &str {
        self.kernel.name()
    }

    fn ptx(&self) -> &str {
        match self.kernel {
            Kernel::Vecadd => include_str!("../../calibration/vecadd.ptx"),
            Kernel::Matmul => include_str!("../../calibration/matmul.ptx"),
        }
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let elements = self.elements();
        for (address, name) in self.addresses.iter_mut().zip(["`a`", "`b`", "`c`"]) {
            *address = memory.alloc_named(name, 4 * u64::from(elements), 256)?;
        }
        for (values, address) in self.operands().iter().zip(self.addresses) {
            let bits: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
            memory.write_u32s(address, &bits)?;
        }
        Ok(())
    }

    fn step(&mut self, _: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if self.launched {
            return Ok(HostStep::Done);
        }
        self.launched = true;
        let [a, b, c] = self.addresses.map(Arg::U64);
        let (grid, block) = match self.kernel {
            Kernel::Vecadd => ([self.size / TB_THREADS, 1, 1], [TB_THREADS, 1, 1]),
            Kernel::Matmul => ([self.size / TILE, self.size / TILE, 1], [TILE, TILE, 1]),
        };
        Ok(HostStep::Launch(vec![HostLaunch {
            kernel: self.kernel.name().to_owned(),
            grid,
            block,
            shared_bytes: 0,
            args: vec![a, b, c, Arg::U32(self.size)],
            stream: 0,
            mapping: None,
        }]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let actual = memory.read_u32s(self.addresses[2], u64::from(self.elements()));
        let actual = actual.map_err(|fault| format!("reading c: {fault}"))?;
        let pairs = actual.iter().zip(self.expected());
        let wrong = pairs.enumerate().find(|(_, (&bits, expected))| bits != expected.to_bits());
        wrong.map_or(Ok(()), |(i, (&bits, expected))| {
            Err(format!("c[{i}] is {}, expected {expected}", f32::from_bits(bits)))
        })
    }
}
