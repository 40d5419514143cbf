//! The script as a flat program with jumps, and the host that carries it out.

use super::launch::Launch;
use crate::mem::{GlobalMemory, MemoryFault};
use crate::workloads::HostLaunch;

/// A 32-bit word of a buffer; checked to lie inside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word {
    pub(super) buffer: usize,
    pub(super) index: u64,
}

/// One thing the host does. Buffers are numbers of names: a swap changes what a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Launch(Launch),
    /// The two names, of buffers of one size, trade places.
    Swap(usize, usize),
    Set(Word, u32),
    /// Adds, wrapping around.
    Add(Word, u32),
    /// Loop number `.0` is entered: it has had no turns.
    Enter(usize),
    Test(Test),
    Jump(usize),
}

/// The head of a loop: goes to `exit` when the flag says so.
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

impl Op {
    /// Whether everything launched must have ended first.
    fn waits(&self) -> bool {
        match self {
            Self::Launch(launch) => launch.reads_memory(),
            Self::Set(..) | Self::Add(..) | Self::Test(_) => true,
            Self::Swap(..) | Self::Enter(_) | Self::Jump(_) => false,
        }
    }
}

/// Where the host is.
#[derive(Default)]
pub(super) struct Host {
    /// Device address of each name.
    pub(super) addresses: Vec<u64>,
    /// Why the program was cut off, if it was.
    pub(super) failure: Option<String>,
    next: usize,
    /// Turns that each loop has had.
    turns: Vec<u32>,
}

impl Host {
    /// Goes on until something must wait for the device, and returns what was launched until then:
    /// nothing at the end of the program.
    pub(super) fn run(
        &mut self,
        program: &[Op],
        memory: &mut GlobalMemory,
    ) -> Result<Vec<HostLaunch>, MemoryFault> {
        let mut launches = Vec::new();
        while let Some(op) = program.get(self.next) {
            if op.waits() && !launches.is_empty() {
                break;
            }
            self.next += 1;
            match op {
                Op::Launch(launch) => launches.extend(launch.build(&self.addresses, memory)?),
                Op::Swap(a, b) => self.addresses.swap(*a, *b),
                Op::Set(word, value) => memory.write_u32(word.address(&self.addresses), *value)?,
                Op::Add(word, value) => {
                    let address = word.address(&self.addresses);
                    memory.write_u32(address, memory.read_u32(address)?.wrapping_add(*value))?;
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
                    } else {
                        *turns += 1;
                    }
                }
            }
        }
        Ok(launches)
    }
}

impl Word {
    /// Device address, given those of the buffers.
    pub(super) fn address(self, addresses: &[u64]) -> u64 {
        addresses[self.buffer] + 4 * self.index
    }
}
