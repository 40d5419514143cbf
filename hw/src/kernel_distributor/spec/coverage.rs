//! What a stimulus of the Kernel Distributor may bring about.

use super::super::pins::{In, Out};
use super::scoreboard::Scoreboard;
use crate::kit::Coverage;

impl Scoreboard {
    /// Names the points of a cycle, before its edge.
    pub fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_entries(out, input, coverage);
        self.cover_counts(out, input, coverage);
        self.cover_search(out, input, coverage);
    }

    fn cover_entries(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let full = self.kernels.len() as u32 == self.entries;
        point("empty", "No kernel is live.", self.kernels.is_empty());
        point("full", "Every entry is live.", full);
        point("refused when full", "A kernel is offered and every entry is live.", {
            full && input.disp_valid
        });
        point("refused in a search", "A kernel is offered while a search runs.", {
            !full && self.search.is_some() && input.disp_valid
        });
        point("refused before the enter", "A kernel is offered while another waits to enter.", {
            self.entering.is_some() && input.disp_valid
        });
        let taken = input.disp_valid && out.disp_ready;
        let free = (0..self.entries).find(|kdei| !self.kernels.contains_key(kdei));
        point("last entry", "A kernel takes the last entry.", {
            taken && free == Some(self.entries - 1)
        });
        point("gap", "A kernel takes an entry below a live one.", {
            taken && self.kernels.keys().any(|kdei| Some(*kdei) > free)
        });
        point("looked at and taken anew", "A kernel takes the entry looked at last.", {
            taken && free.is_some() && self.looked == free
        });
        let mut over = self.over();
        let retiring = over.next();
        point("two are over", "A kernel waits to retire behind a lower one.", {
            over.next().is_some()
        });
        point("retires beside a take", "A kernel retires at the edge that takes another.", {
            retiring.is_some() && taken
        });
        point("looks twice in a row", "Another entry is looked at than the one shown.", {
            input.look_valid && self.looked.is_some_and(|kdei| kdei != input.look_kdei)
        });
    }

    fn cover_counts(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let started = input.start_valid.then_some(input.start_kdei);
        let ended = input.end_valid.then_some(input.end_kdei);
        let spent = input.spent_valid.then_some(input.spent_kdei);
        let hit = out.match_hit.then_some(out.match_kdei);
        let kernel = |kdei: Option<u32>| kdei.and_then(|kdei| self.kernels.get(&kdei));
        point("held", "A kernel is kept alive by references alone.", {
            let held = |kernel: &super::scoreboard::Kernel| {
                kernel.entered && kernel.running == 0 && kernel.references > 0
            };
            self.kernels.values().any(held)
        });
        point("start and end", "A TB starts and another completes of one kernel.", {
            started.is_some() && started == ended
        });
        point("last start", "The last TB of a kernel starts as its last work is spent.", {
            started.is_some()
                && started == spent
                && kernel(spent).is_some_and(|kernel| kernel.references == 1)
        });
        point("last TB ends", "The last TB of a kernel without references completes.", {
            kernel(ended).is_some_and(|kernel| kernel.references == 0 && kernel.running == 1)
        });
        point("spent last", "The last work is spent with no TB running.", {
            kernel(spent).is_some_and(|kernel| kernel.references == 1 && kernel.running == 0)
        });
        point("both at once", "The last TB completes as the last work is spent.", {
            spent.is_some()
                && spent == ended
                && kernel(spent).is_some_and(|k| k.references == 1 && k.running == 1)
        });
        point("hit and last end", "A kernel is found at the edge that ends its last TB.", {
            hit.is_some() && hit == ended && kernel(hit).is_some_and(|k| k.running == 1)
        });
        point("many references", "A kernel has more than 2,000 references.", {
            self.kernels.values().any(|kernel| kernel.references > 2_000)
        });
        point("many TBs", "A kernel has more than 1,000 TBs running.", {
            self.kernels.values().any(|kernel| kernel.running > 1_000)
        });
    }

    fn cover_search(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let hit = (out.match_done && out.match_hit).then_some(out.match_kdei);
        let matched = input.match_valid && out.match_ready;
        point("hit in the first entry", "The search stops at entry 0.", hit == Some(0));
        point("hit in the last entry", "The search goes to the end and hits.", {
            hit == Some(self.entries - 1)
        });
        point("miss", "No entry is eligible.", out.match_done && hit.is_none());
        let full = self.kernels.len() as u32 == self.entries;
        point("miss when full", "No entry is eligible though all are live.", {
            out.match_done && hit.is_none() && full
        });
        let candidates = self.search.as_ref().map(|search| &search.candidates);
        point("several eligible", "More than one entry is eligible.", {
            candidates.is_some_and(|candidates| candidates.len() > 1)
        });
        let retiring = self.over().next();
        point("candidate retires", "An eligible kernel retires while it is searched for.", {
            retiring.is_some_and(|kdei| candidates.is_some_and(|c| c.contains(&kdei)))
        });
        let compared = self.search.as_ref().and_then(|search| search.waited.checked_sub(2));
        point("compared as it retires", "An eligible kernel is compared as it retires.", {
            retiring.is_some()
                && retiring == compared
                && candidates.is_some_and(|c| c.iter().any(|kdei| Some(*kdei) == compared))
        });
        point("compared before it enters", "A kernel that matches has not entered.", {
            let waits = self.entering.filter(|_| !input.match_valid);
            waits.is_some()
                && waits == compared
                && candidates.is_some_and(|c| c.iter().any(|kdei| Some(*kdei) == compared))
        });
        point("whole warp", "A match for 32 groups.", matched && input.match_count == 32);
        let taken = input.disp_valid && out.disp_ready;
        point("match of the taken", "A match is taken with a kernel that it matches.", {
            let same = (input.disp_pc, input.disp_shape, input.disp_demand)
                == (input.match_pc, input.match_shape, input.match_demand);
            matched && taken && same
        });
    }
}
