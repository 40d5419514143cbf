//! Keeps several simulations from needing more memory than the computer has.

use std::fs;
use std::mem::MaybeUninit;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// How often the memory is looked at while a simulation waits for it.
const LOOK: Duration = Duration::from_millis(200);

/// Lets a simulation begin if there is room beside the others for the largest that has ended, and one always.
#[derive(Default)]
pub struct Memory {
    running: Mutex<usize>,
    ended: Condvar,
}

impl Memory {
    /// Runs `work` when there is room.
    pub fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        let mut running = self.running.lock().expect("nobody panics while holding this");
        while *running > 0 && !there_is_room() {
            let waited = self.ended.wait_timeout(running, LOOK);
            running = waited.expect("nobody panics while holding this").0;
        }
        *running += 1;
        drop(running);
        let result = work();
        *self.running.lock().expect("nobody panics while holding this") -= 1;
        self.ended.notify_all();
        result
    }
}

/// Whether a quarter more than the largest child so far is free. What cannot be found out is taken for enough.
fn there_is_room() -> bool {
    available().is_none_or(|available| available > largest_child() / 4 * 5)
}

/// Bytes of memory that programs can have without swapping.
fn available() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// Most bytes that a process has held that was started here and has ended.
fn largest_child() -> u64 {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the structure is written whole, and all its bytes may be zero.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    u64::try_from(usage.ru_maxrss).unwrap_or(0) << 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_that_is_free_and_that_of_children_are_known() {
        assert!(available().is_some_and(|bytes| bytes > 1 << 20));
        std::process::Command::new("true").status().expect("a child");
        assert!(largest_child() > 1 << 12);
    }

    #[test]
    fn one_simulation_runs_whatever_memory_there_is() {
        assert_eq!(Memory::default().with(|| 7), 7);
    }
}
