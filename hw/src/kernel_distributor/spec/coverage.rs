//! What a stimulus of the Kernel Distributor may bring about.

use super::super::pins::{In, Out, NO_GROUP, SPILLED};
use super::scoreboard::Scoreboard;
use crate::kit::Coverage;

impl Scoreboard {
    /// Names the points of a cycle, before its edge.
    pub fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_entries(out, input, coverage);
        self.cover_search(out, input, coverage);
        self.cover_links(out, input, coverage);
        self.cover_head(out, input, coverage);
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
        let taken = input.disp_valid && out.disp_ready;
        let free = (0..self.entries).find(|kdei| !self.kernels.contains_key(kdei));
        point("last entry", "A kernel takes the last entry.", {
            taken && free == Some(self.entries - 1)
        });
        point("gap", "A kernel takes an entry below a live one.", {
            taken && self.kernels.keys().any(|kdei| Some(*kdei) > free)
        });
        let mut over = self.over();
        let retiring = over.next();
        point("two are over", "A kernel waits to retire behind a lower one.", {
            over.next().is_some()
        });
        point("retires beside a take", "A kernel retires at the edge that takes another.", {
            retiring.is_some() && taken
        });
        let held = self.kernels.values().any(|k| !k.marked && k.running == 0 && k.holds > 0);
        point("held", "A kernel is kept alive by a group that is matched and not linked.", held);
        let ends = input.end_valid.then_some(input.end_kdei);
        point("start and end", "A TB starts and another ends of one kernel.", {
            input.start_valid && ends == Some(out.head_kdei)
        });
        point("last TB ends", "The last TB of an unmarked kernel ends.", {
            let kernel = ends.and_then(|kdei| self.kernels.get(&kdei));
            kernel.is_some_and(|kernel| !kernel.marked && kernel.running == 1)
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
        point("whole warp", "A match for 32 groups.", matched && input.match_count == 32);
        let taken = input.disp_valid && out.disp_ready;
        point("match of the taken", "A match is taken with a kernel that it matches.", {
            let same = (input.disp_pc, input.disp_shape, input.disp_need)
                == (input.match_pc, input.match_shape, input.match_need);
            matched && taken && same
        });
        let kernel = hit.and_then(|kdei| self.kernels.get(&kdei));
        point("hit an unmarked one", "The kernel found has nothing to distribute any more.", {
            kernel.is_some_and(|kernel| !kernel.marked)
        });
        point("hit and link", "A kernel is found at the edge that links a group to it.", {
            hit.is_some() && input.link_valid && hit == Some(input.link_kdei)
        });
        point("hit and last end", "A kernel is found at the edge that ends its last TB.", {
            let last = kernel.is_some_and(|kernel| kernel.running == 1);
            last && input.end_valid && hit == Some(input.end_kdei)
        });
    }

    fn cover_links(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let linked = (input.link_valid && out.link_ready).then_some(input.link_kdei);
        let kernel = linked.and_then(|kdei| self.kernels.get(&kdei));
        let empty = kernel.is_some_and(|kernel| kernel.chain.is_empty());
        point("first of a chain", "A group becomes NAGEI and LAGEI.", empty);
        point("behind another", "A group is appended, and the AGT is told.", {
            kernel.is_some() && !empty
        });
        point("long chain", "A group is appended to four or more.", {
            kernel.is_some_and(|kernel| kernel.chain.len() >= 4)
        });
        point("spilled", "A group is linked whose record is in memory.", {
            linked.is_some() && input.link_agei & SPILLED != 0
        });
        let again = kernel.is_some_and(|kernel| !kernel.marked);
        point("marked again", "A group marks its kernel again.", again);
        point("overtakes", "A link marks a kernel again while another waits for the queue.", {
            again && self.arriving.is_some()
        });
        let to_head = linked.is_some() && out.head_valid && linked == Some(out.head_kdei);
        let to_none = input.advance_valid && input.advance_next == NO_GROUP;
        point("link and unmark", "A group is linked at the edge that would unmark its kernel.", {
            to_head && input.unmark && empty
        });
        point("link and the last advance", "A group is linked as its kernel advances to none.", {
            to_head && to_none && kernel.is_some_and(|kernel| kernel.chain.len() == 1)
        });
        point("link and advance", "A group is linked as its kernel advances to the next.", {
            to_head && input.advance_valid && !to_none
        });
        point("link beside an unmark", "One kernel is marked again as another is unmarked.", {
            again && input.unmark && out.head_valid && !to_head
        });
    }

    fn cover_head(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let chain = self.kernels.get(&out.head_kdei).filter(|_| out.head_valid);
        let chain = chain.map_or(0, |kernel| kernel.chain.len());
        point("full queue", "Every kernel is in the queue.", {
            self.fcfs.len() as u32 == self.entries
        });
        point("queue wraps", "More kernels have been queued than it has places.", {
            self.queued > self.entries && !self.fcfs.is_empty()
        });
        point("early unmark", "An unmark is ignored, for there is a next group.", {
            input.unmark && chain > 0
        });
        let to_none = input.advance_valid && input.advance_next == NO_GROUP;
        point("early advance", "An advance to none is ignored, for there is a group after.", {
            to_none && chain > 1
        });
        point("last start", "The last native TB starts as the native TBs are done.", {
            input.start_valid && input.native_done
        });
        point("later time", "A kernel is at the head for its groups only.", {
            out.head_valid && !out.head_first && chain > 0
        });
    }
}
