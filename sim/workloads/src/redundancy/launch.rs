//! Launches over named buffers.

use heddle_sim::host::{Arg, HostLaunch};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Where the buffers of an application are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Device {
    buffers: Vec<(&'static str, u64, usize)>,
}

impl Device {
    /// Notes where a buffer of `count` words is.
    pub(super) fn place(&mut self, name: &'static str, address: u64, count: usize) {
        self.buffers.push((name, address, count));
    }

    /// Returns the address and the words of a buffer; of one that is not there, neither.
    pub(super) fn find(&self, name: &str) -> (u64, usize) {
        let found = self.buffers.iter().find(|buffer| buffer.0 == name);
        found.map_or((0, 0), |&(_, address, count)| (address, count))
    }

    /// Returns the words of a buffer.
    pub(super) fn read(&self, name: &str, memory: &GlobalMemory) -> Result<Vec<u32>, MemoryFault> {
        let (address, count) = self.find(name);
        memory.read_u32s(address, count as u64)
    }
}

/// An argument of a kernel.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    /// The address of a buffer.
    Buffer(&'static str),
    /// A number that is known from the start.
    Number(Arg),
    /// A float that the host computes of the words of buffers, once the launches before have completed.
    ReadBack(&'static [&'static str], fn(&[Vec<u32>]) -> f32),
}

impl From<&'static str> for Argument {
    fn from(buffer: &'static str) -> Self {
        Self::Buffer(buffer)
    }
}

impl From<u32> for Argument {
    fn from(number: u32) -> Self {
        Self::Number(Arg::U32(number))
    }
}

impl From<f32> for Argument {
    fn from(number: f32) -> Self {
        Self::Number(Arg::F32(number))
    }
}

/// One launch of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    kernel: &'static str,
    grid: [u32; 2],
    block: [u32; 2],
    arguments: Vec<Argument>,
}

impl Launch {
    /// Creates a launch without arguments.
    pub(super) fn new(kernel: &'static str, grid: [u32; 2], block: [u32; 2]) -> Self {
        Self { kernel, grid, block, arguments: Vec::new() }
    }

    /// Appends arguments of one kind.
    pub(super) fn with<T: Into<Argument>>(
        mut self,
        arguments: impl IntoIterator<Item = T>,
    ) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Returns whether an argument depends on what launches before it computed.
    pub(super) fn reads_back(&self) -> bool {
        self.arguments.iter().any(|argument| matches!(argument, Argument::ReadBack(..)))
    }

    /// Returns the launch with the addresses of `device`.
    pub(super) fn on(
        &self,
        device: &Device,
        memory: &GlobalMemory,
    ) -> Result<HostLaunch, MemoryFault> {
        let value = |argument: &Argument| {
            Ok(match argument {
                Argument::Buffer(name) => Arg::U64(device.find(name).0),
                Argument::Number(number) => number.clone(),
                Argument::ReadBack(names, of) => {
                    let words = names.iter().map(|name| device.read(name, memory));
                    Arg::F32(of(&words.collect::<Result<Vec<_>, _>>()?))
                }
            })
        };
        Ok(HostLaunch {
            kernel: self.kernel.to_owned(),
            grid: [self.grid[0], self.grid[1], 1],
            block: [self.block[0], self.block[1], 1],
            shared_bytes: 0,
            args: self.arguments.iter().map(value).collect::<Result<_, MemoryFault>>()?,
            stream: 0,
            mapping: None,
        })
    }
}
