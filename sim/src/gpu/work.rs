//! The device runtime's books: every kernel and aggregated group from launch to last TB, what it
//! holds in device memory, and how long it waited.

use std::collections::HashMap;

/// One launched kernel or aggregated group.
#[derive(Clone, Debug)]
struct Work {
    launched_at: u64,
    device: bool,
    started: bool,
    tbs_left: u64,
    shared_bytes: u32,
    /// Parameter buffer, record and descriptor to give back when the last TB has ended.
    owned: Vec<u64>,
}

/// Work by parameter address, which is unique while the work lives.
#[derive(Debug, Default)]
pub struct WorkBook {
    work: HashMap<u32, Work>,
    /// Device launches so far.
    pub launches: u64,
    /// Device launches whose first TB has started.
    pub started: u64,
    /// Cycles from launch call to first TB start, summed over `started`.
    pub waiting_cycles: u64,
    /// Device launches that have not started.
    pub waiting: u64,
    /// Most device launches that ever waited.
    pub waiting_peak: u64,
}

/// What a launch brings with it.
#[derive(Clone, Debug)]
pub struct NewWork {
    /// Parameter address.
    pub param: u32,
    /// Cycle of the launch call.
    pub launched_at: u64,
    /// Launched by the device.
    pub device: bool,
    /// Number of TBs.
    pub tbs: u64,
    /// Dynamic shared memory of one TB in bytes.
    pub shared_bytes: u32,
    /// Device memory to give back at the end.
    pub owned: Vec<u64>,
}

impl WorkBook {
    /// Enters a launch. Two launches may share a parameter buffer; it is given back when both have
    /// ended.
    pub fn launch(&mut self, new: NewWork) {
        if new.device {
            self.launches += 1;
        }
        if new.device && !self.work.contains_key(&new.param) {
            self.waiting += 1;
            self.waiting_peak = self.waiting_peak.max(self.waiting);
        }
        let work = self.work.entry(new.param).or_insert_with(|| Work {
            launched_at: new.launched_at,
            device: new.device,
            started: false,
            tbs_left: 0,
            shared_bytes: new.shared_bytes,
            owned: Vec::new(),
        });
        work.tbs_left += new.tbs;
        for address in new.owned {
            if !work.owned.contains(&address) {
                work.owned.push(address);
            }
        }
    }

    /// A TB starts; returns its dynamic shared memory in bytes.
    pub fn start(&mut self, param: u32, now: u64) -> u32 {
        let Some(work) = self.work.get_mut(&param) else { return 0 };
        if !work.started {
            work.started = true;
            if work.device {
                self.started += 1;
                self.waiting -= 1;
                self.waiting_cycles += now - work.launched_at;
            }
        }
        work.shared_bytes
    }

    /// A TB has ended; returns what to give back if it was the last.
    pub fn end(&mut self, param: u32) -> Vec<u64> {
        let Some(work) = self.work.get_mut(&param) else { return Vec::new() };
        work.tbs_left -= 1;
        if work.tbs_left > 0 {
            return Vec::new();
        }
        self.work.remove(&param).map(|work| work.owned).unwrap_or_default()
    }

    /// Whether every launch has ended.
    pub fn is_empty(&self) -> bool {
        self.work.is_empty()
    }
}
