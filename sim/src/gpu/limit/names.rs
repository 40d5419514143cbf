//! Names of kernels and TBs that hold in every run.

use super::profile::TbId;
use super::Birth;
use crate::gpu::ids::TbNumber;
use std::collections::HashMap;

/// What the threads of a TB have launched so far.
struct Running {
    tb: TbId,
    /// By thread, how many kernels.
    launched: HashMap<u32, u32>,
}

/// The TBs that have started and not ended, and how many kernels the host has launched.
#[derive(Default)]
pub(super) struct Names {
    hosts: u64,
    running: HashMap<TbNumber, Running>,
}

impl Names {
    /// The host launches a kernel.
    pub fn by_host(&mut self) -> Birth {
        self.hosts += 1;
        Birth::Host { nth: self.hosts - 1 }
    }

    /// A thread of a TB launches a kernel, which has no name if its TB has none.
    pub fn by_tb(&mut self, number: TbNumber, thread: u32) -> Option<Birth> {
        let running = self.running.get_mut(&number)?;
        let count = running.launched.entry(thread).or_default();
        *count += 1;
        Some(Birth::Device { parent: running.tb, thread, nth: *count - 1 })
    }

    /// A TB starts, which may have a name.
    pub fn started(&mut self, number: TbNumber, tb: Option<TbId>) {
        if let Some(tb) = tb {
            self.running.insert(number, Running { tb, launched: HashMap::new() });
        }
    }

    /// A TB has ended. Returns its name.
    pub fn ended(&mut self, number: TbNumber) -> Option<TbId> {
        self.running.remove(&number).map(|running| running.tb)
    }
}

#[cfg(test)]
mod tests {
    use super::super::profile::KernelId;
    use super::*;

    #[test]
    fn launches_are_counted_by_thread_of_a_tb() {
        let mut names = Names::default();
        assert_eq!([0; 2].map(|_| names.by_host()), [0, 1].map(|nth| Birth::Host { nth }));
        let [one, other] = [7, 9].map(TbNumber::new);
        let tb = |item| TbId { kernel: KernelId(3), item };
        names.started(one, Some(tb(0)));
        names.started(other, Some(tb(1)));
        let of = |item, thread, nth| Some(Birth::Device { parent: tb(item), thread, nth });
        assert_eq!(names.by_tb(one, 5), of(0, 5, 0));
        assert_eq!(names.by_tb(one, 5), of(0, 5, 1));
        assert_eq!((names.by_tb(one, 6), names.by_tb(other, 5)), (of(0, 6, 0), of(1, 5, 0)));
        assert_eq!((names.ended(one), names.by_tb(one, 5)), (Some(tb(0)), None));
        names.started(one, None);
        assert_eq!((names.by_tb(one, 5), names.ended(one)), (None, None));
    }
}
