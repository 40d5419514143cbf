//! The thirteen applications of the DARSIE study, whose TBs compute much alike in all their warps.
//!
//! Each says which buffers it fills, which kernels it launches over them, and what some of them hold in the end.
//! [`Run`] is the host program of them all.

mod bin;
mod bp;
mod convtex;
mod cp;
mod dct;
mod fw;
mod fws;
mod hs;
mod inlm;
mod launch;
mod libor;
mod maths;
mod mm;
mod pt;
mod sr1;
#[cfg(test)]
mod tests;

pub(crate) use bin::Bin;
pub(crate) use bp::Bp;
pub(crate) use convtex::Convtex;
pub(crate) use cp::Cp;
pub(crate) use dct::Dct;
pub(crate) use fw::Fw;
pub(crate) use fws::Fws;
pub(crate) use hs::Hs;
pub(crate) use inlm::Inlm;
pub(crate) use libor::Libor;
pub(crate) use mm::Mm;
pub(crate) use pt::Pt;
pub(crate) use sr1::Sr1;

use std::collections::VecDeque;
use std::fmt::Debug;

use super::data::{bits, compare_floats, compare_values};
use heddle_sim::host::{HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use heddle_sim::ptx::Program;
use launch::{Device, Launch};

/// An application of the study.
pub(crate) trait Study: Clone + Debug {
    /// Its name on the command line, which is its abbreviation in the thesis.
    const NAME: &'static str;
    /// What it does, in a few words.
    const ABOUT: &'static str;
    /// What its input counts.
    const UNIT: &'static str;
    /// The most of it.
    const MOST: u32;
    /// The input if none is given.
    const DEFAULT: &'static str;

    /// Returns the PTX text of its kernels.
    fn ptx() -> &'static str;

    /// Creates the application for an input of 1 to [`Study::MOST`].
    fn new(size: u32) -> Self;

    /// Returns the `__constant__` variables that the host fills.
    fn constants(&self) -> Vec<Buffer> {
        Vec::new()
    }

    /// Returns the buffers as they are before the first launch.
    fn buffers(&self) -> Vec<Buffer>;

    /// Returns the launches, in order.
    fn launches(&self) -> Vec<Launch>;

    /// Computes on the CPU what buffers hold in the end. It uses the kernels' order of operations, so that the
    /// comparison can be exact.
    fn results(&self) -> Vec<Buffer>;
}

/// A buffer in device memory, or a `__constant__` variable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Buffer {
    name: &'static str,
    contents: Contents,
    /// Elements of a row, if it is a matrix.
    columns: Option<usize>,
}

/// What a buffer holds: words of 32 bits.
#[derive(Clone, Debug, PartialEq)]
enum Contents {
    Floats(Vec<f32>),
    Integers(Vec<i32>),
}

impl Buffer {
    /// Creates a buffer of floats.
    fn floats(name: &'static str, values: Vec<f32>) -> Self {
        Self { name, contents: Contents::Floats(values), columns: None }
    }

    /// Creates a buffer of integers.
    fn integers(name: &'static str, values: Vec<i32>) -> Self {
        Self { name, contents: Contents::Integers(values), columns: None }
    }

    /// Creates a buffer of `count` zeros.
    fn zeros(name: &'static str, count: usize) -> Self {
        Self::integers(name, vec![0; count])
    }

    /// Makes it a matrix with rows of this many elements.
    fn with_columns(self, columns: usize) -> Self {
        Self { columns: Some(columns), ..self }
    }

    fn words(&self) -> Vec<u32> {
        match &self.contents {
            Contents::Floats(values) => bits(values),
            Contents::Integers(values) => values.iter().map(|&value| value as u32).collect(),
        }
    }

    /// Compares it with `actual`. The error says where the first difference is.
    fn compare(&self, app: &str, actual: &[u32]) -> Result<(), String> {
        let name_of = |i| match self.columns {
            None => format!("{}[{i}]", self.name),
            Some(columns) => format!("{}[{}][{}]", self.name, i / columns, i % columns),
        };
        match &self.contents {
            Contents::Floats(values) => compare_floats(app, actual, values, name_of),
            Contents::Integers(values) => {
                compare_values(app, |i| actual[i] as i32, values, name_of)
            }
        }
    }
}

/// An application of the study as a host program.
#[derive(Clone, Debug)]
pub(crate) struct Run<A> {
    app: A,
    /// The `__constant__` variables that the host fills, with their addresses.
    constants: Vec<(u64, Buffer)>,
    device: Device,
    /// The launches that are left.
    launches: VecDeque<Launch>,
}

impl<A: Study> Run<A> {
    /// Creates the host program for an input of 1 to [`Study::MOST`].
    pub(crate) fn new(size: u32) -> Self {
        let app = A::new(size);
        let launches = app.launches().into();
        Self { app, constants: Vec::new(), device: Device::default(), launches }
    }
}

impl<A: Study> Workload for Run<A> {
    fn name(&self) -> &str {
        A::NAME
    }

    fn ptx(&self) -> &str {
        A::ptx()
    }

    fn loaded(&mut self, module: &Program) {
        let placed = |constant: Buffer| Some((module.global_address(constant.name)?, constant));
        self.constants = self.app.constants().into_iter().filter_map(placed).collect();
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        for (address, constant) in &self.constants {
            let bytes: Vec<u8> = constant.words().into_iter().flat_map(u32::to_le_bytes).collect();
            memory.host_slice_mut(*address, bytes.len() as u64)?.copy_from_slice(&bytes);
        }
        for buffer in self.app.buffers() {
            let words = buffer.words();
            let name = format!("buffer `{}`", buffer.name);
            let address = memory.alloc_named(name, 4 * words.len() as u64, 256)?;
            memory.write_u32s(address, &words)?;
            self.device.place(buffer.name, address, words.len());
        }
        Ok(())
    }

    /// Launches all that needs nothing from the device before it is launched, at once on one stream.
    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        let mut batch: Vec<HostLaunch> = Vec::new();
        while let Some(launch) = self.launches.front() {
            if launch.reads_back() && !batch.is_empty() {
                break;
            }
            batch.push(launch.on(&self.device, memory)?);
            self.launches.pop_front();
        }
        Ok(if batch.is_empty() { HostStep::Done } else { HostStep::Launch(batch) })
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        for result in self.app.results() {
            let actual = self.device.read(result.name, memory);
            let actual =
                actual.map_err(|fault| format!("{}: reading {}: {fault}", A::NAME, result.name))?;
            result.compare(A::NAME, &actual)?;
        }
        Ok(())
    }
}
