//! What SMXs, TB sources and residency promise the Kernel Distributor.

use super::pins::{In, Out, Params};
use crate::kit::neighbours::{entry, promised, Neighbours};

/// A kernel in its entry.
#[derive(Clone, Default)]
struct Kernel {
    /// It has been taken by the TB source.
    has_entered: bool,
    /// References (rule 3).
    owed: u64,
    /// TBs that run.
    running: u64,
}

/// What the neighbours have done so far.
pub(super) struct Promises {
    kernels: Vec<Kernel>,
    /// Groups of the search that runs.
    groups: u64,
}

impl Promises {
    pub fn new(params: &Params) -> Self {
        Self { kernels: vec![Kernel::default(); params.entries as usize], groups: 0 }
    }

    fn ends(&mut self, input: &In) -> Result<(), String> {
        if input.start_valid {
            let kernel = entry(&mut self.kernels, input.start_kdei, "rule 6: a start")?;
            promised(kernel.has_entered && kernel.owed > 0, || {
                format!("rule 6: a TB of entry {} starts, whose work is spent", input.start_kdei)
            })?;
        }
        if input.spent_valid {
            let kernel = entry(&mut self.kernels, input.spent_kdei, "rule 3: work")?;
            promised(kernel.has_entered && kernel.owed > 0, || {
                format!("rule 3: work of entry {} is spent, and none is owed", input.spent_kdei)
            })?;
        }
        if input.end_valid {
            let kernel = entry(&mut self.kernels, input.end_kdei, "rule 6: an end")?;
            promised(kernel.running > 0, || {
                format!("rule 6: a TB of entry {} ends, and none runs", input.end_kdei)
            })?;
            kernel.running -= 1;
        }
        if input.start_valid {
            self.kernels[input.start_kdei as usize].running += 1;
        }
        if input.spent_valid {
            self.kernels[input.spent_kdei as usize].owed -= 1;
        }
        Ok(())
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        if input.match_valid {
            let count = input.match_count;
            promised((1..=32).contains(&count), || {
                format!("rule 2: a command is for {count} groups")
            })?;
        }
        // A kernel has its reference from the cycle on in which its entry is offered, and is not named before.
        if output.enter_valid {
            let kernel = entry(&mut self.kernels, output.enter_kdei, "an offer")?;
            if !kernel.has_entered && kernel.owed == 0 {
                kernel.owed = 1;
            }
            kernel.has_entered |= input.enter_ready;
        }
        if output.match_done && output.match_hit {
            self.kernels[output.match_kdei as usize].owed += self.groups;
        }
        let looked = input.look_kdei;
        promised(!input.look_valid || output.live.has(looked), || {
            format!("rule 5: entry {looked} is looked at, which is not live")
        })?;
        self.ends(input)?;
        if input.match_valid && output.match_ready {
            self.groups = input.match_count.into();
        }
        for (number, kernel) in (0..).zip(&mut self.kernels) {
            kernel.has_entered &= output.live.has(number);
        }
        Ok(())
    }
}
