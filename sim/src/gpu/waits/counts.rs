//! What else there is in a machine that hangs: how many wait in which way, and what went wrong before.

use super::state::State;
use super::warps::plural;
use crate::smx::Doing;
use heddle_hw::kit::width;
use std::collections::BTreeMap;

impl State<'_> {
    /// How many warps, TBs and launches wait in which way.
    pub(super) fn counts(&self) -> BTreeMap<&'static str, u64> {
        let mut counts = BTreeMap::new();
        let mut add = |what, count: u64| *counts.entry(what).or_default() += count;
        for warp in self.warps.values() {
            add(self.doing(&warp.doing), 1);
        }
        add("TBs resident", self.resident.len() as u64);
        add("TBs suspended", self.suspended.len() as u64);
        let unstarted = self.launches.values().map(|launch| launch.tbs - launch.started);
        add("TBs not started", unstarted.sum());
        add("launches not ended", self.launches.len() as u64);
        let get = |pin| u64::from(self.view.chip.get(pin));
        add("kernels pending in the KMU", get(self.view.pins.command.pending));
        let live = self.view.chip.get_mask(self.view.pins.kernels.live, width::KDES);
        add("entries of the Kernel Distributor held", live.count().into());
        add("AGT entries occupied", self.view.pins.alloc.map_or(0, |pins| get(pins.occupied)));
        counts.retain(|_, count| *count > 0);
        counts
    }

    fn doing(&self, doing: &Doing) -> &'static str {
        match doing {
            Doing::Barrier { .. } => "warps at barriers",
            Doing::Children => "warps that wait for children",
            Doing::Call => "warps in calls of the device runtime",
            Doing::Memory { .. } => "warps that need memory",
            Doing::Code { .. } => "warps without instructions",
            Doing::Skip(_) => "warps that wait for a leader",
            Doing::PassedOver { since } if self.index.is_long(*since) => "warps passed over",
            Doing::Repeats => "warps in endless loops",
            Doing::PassedOver { .. } | Doing::Runs => "warps that execute",
        }
    }

    /// What went wrong before, and may be why nothing goes on.
    pub(super) fn notes(&self) -> Vec<String> {
        let Some(first) = self.device.heap.first_error() else { return Vec::new() };
        let calls = plural(self.device.heap.errors() as usize, "call");
        let way_out = first.setting().map_or_else(String::new, |key| format!(", raise {key}"));
        vec![format!(
            "{calls} of the device runtime failed, the first with {}{way_out}: what a failed call was to launch does not \
             exist, and cudaDeviceSynchronize that fails does not wait",
            first.name()
        )]
    }
}
