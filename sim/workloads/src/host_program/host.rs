//! Executes a host program as a flat program with jumps.

use super::launch::Launch;
use crate::buffers::repeat;
use crate::inputs::npy::Dtype;
use heddle_sim::host::HostStep;
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use std::collections::BTreeSet;

/// Loop iterations without a launch after which a program is assumed to make no progress.
const MOST_IDLE_TURNS: u32 = 1 << 20;

/// A 32-bit word of a buffer, checked to lie inside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word {
    pub(super) buffer: usize,
    pub(super) index: u64,
}

/// What must have completed before the host continues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wait {
    Nothing,
    /// All launches of a stream.
    Stream(u32),
    /// All launches.
    Device,
}

/// An operation of the host, and what it waits for.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    pub(super) wait: Wait,
    pub(super) op: Op,
}

/// An operation of the host. Buffers are numbers of names: a swap changes the buffer of a name.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Launch(Launch),
    /// Exchanges the buffers of two names, which have one size.
    Swap(usize, usize),
    Set(Word, u32),
    /// Adds, wrapping around.
    Add(Word, u32),
    /// Sets all elements of a buffer of `bytes` bytes to `element`.
    Fill {
        buffer: usize,
        bytes: u64,
        dtype: Dtype,
        element: [u8; 8],
    },
    /// Copies the first to the second, which has the same number of bytes.
    Copy {
        from: usize,
        to: usize,
        bytes: u64,
    },
    Nothing,
    /// Enters loop number `.0`, with no iterations yet.
    Enter(usize),
    Test(Test),
    Jump(usize),
}

/// The head of a loop: jumps to `exit` depending on the flag.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) turns: usize,
    pub(super) flag: Word,
    pub(super) nonzero: bool,
    pub(super) max: u32,
    pub(super) exit: usize,
    /// Key of the loop, for messages.
    pub(super) key: String,
}

/// The state of the host.
#[derive(Default)]
pub(super) struct Host {
    /// Device address per name.
    pub(super) addresses: Vec<u64>,
    /// Why the program was stopped, if it was.
    pub(super) failure: Option<String>,
    next: usize,
    /// Iterations per loop.
    turns: Vec<u32>,
    /// Iterations of any loop since the last launch.
    idle_turns: u32,
    /// Streams with launches for which the host has not waited.
    busy: BTreeSet<u32>,
    /// Whether anything was launched since the device was known to be idle.
    launched: bool,
}

impl Host {
    /// Runs until an operation must wait for the device or a stream. Returns what was launched until then and what
    /// is waited for. Returns nothing at the end of the program, when the device is idle.
    pub(super) fn run(
        &mut self,
        program: &[Timed],
        memory: &mut GlobalMemory,
    ) -> Result<Option<HostStep>, MemoryFault> {
        let mut launches = Vec::new();
        loop {
            let step = program.get(self.next);
            match step.map_or(Wait::Device, |step| step.wait) {
                Wait::Device if self.launched => {
                    self.launched = false;
                    self.busy.clear();
                    return Ok(Some(HostStep::Launch(launches)));
                }
                Wait::Stream(stream) if self.busy.remove(&stream) => {
                    return Ok(Some(HostStep::LaunchUntil { launches, stream }));
                }
                _ => {}
            }
            let Some(step) = step else { return Ok(None) };
            self.next += 1;
            match &step.op {
                Op::Launch(launch) => {
                    if let Some(launch) = launch.build(&self.addresses, memory)? {
                        self.busy.insert(launch.stream);
                        self.launched = true;
                        self.idle_turns = 0;
                        launches.push(launch);
                    }
                }
                Op::Nothing => {}
                Op::Swap(a, b) => self.addresses.swap(*a, *b),
                Op::Set(word, value) => word.write(&self.addresses, *value, memory)?,
                Op::Add(word, value) => {
                    let present = memory.read_u32(word.address(&self.addresses))?;
                    word.write(&self.addresses, present.wrapping_add(*value), memory)?;
                }
                Op::Fill { buffer, bytes, dtype, element } => {
                    let target = memory.host_slice_mut(self.addresses[*buffer], *bytes)?;
                    repeat(&element[..dtype.bytes()], target);
                }
                Op::Copy { from, to, bytes } => {
                    let copied = memory.slice(self.addresses[*from], *bytes)?.to_vec();
                    memory.host_slice_mut(self.addresses[*to], *bytes)?.copy_from_slice(&copied);
                }
                Op::Enter(number) => {
                    self.turns.resize(self.turns.len().max(number + 1), 0);
                    self.turns[*number] = 0;
                }
                Op::Jump(target) => self.next = *target,
                Op::Test(test) => {
                    let flag = memory.read_u32(test.flag.address(&self.addresses))?;
                    let turns = &mut self.turns[test.turns];
                    if (flag != 0) != test.nonzero {
                        self.next = test.exit;
                    } else if *turns == test.max {
                        self.failure = Some(format!(
                            "{}: the flag is still {flag} after {} turns; raise max if that is too few",
                            test.key, test.max
                        ));
                        self.next = program.len();
                    } else if self.idle_turns == MOST_IDLE_TURNS {
                        self.failure = Some(format!(
                            "{}: {MOST_IDLE_TURNS} turns without a launch; nothing will change the flag",
                            test.key
                        ));
                        self.next = program.len();
                    } else {
                        *turns += 1;
                        self.idle_turns += 1;
                    }
                }
            }
        }
    }
}

impl Word {
    /// Returns the device address, given those of the buffers.
    pub(super) fn address(self, addresses: &[u64]) -> u64 {
        addresses[self.buffer] + 4 * self.index
    }

    fn write(
        self,
        addresses: &[u64],
        value: u32,
        memory: &mut GlobalMemory,
    ) -> Result<(), MemoryFault> {
        let target = memory.host_slice_mut(self.address(addresses), 4)?;
        target.copy_from_slice(&value.to_le_bytes());
        Ok(())
    }
}
