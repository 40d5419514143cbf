//! What a stimulus of the SMX scheduler may bring about.

use super::super::pins::{In, Out};
use super::smxs::resources;
use super::work::volume;
use super::Env;
use crate::kernel_distributor::pins::{NO_GROUP, SPILLED};
use crate::kit::Coverage;

/// Machines with up to so many TB slots can be filled by a stimulus.
const SMALL: u32 = 32;

impl Env {
    /// Names the points of a cycle, before its edge.
    pub(super) fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_unit(out, input, coverage);
        self.cover_starts(out, coverage);
        self.cover_chains(out, coverage);
        self.cover_ends(out, input, coverage);
    }

    fn cover_unit(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let smxs = &self.smxs;
        let params = &smxs.params;
        let left: Vec<_> = (0..params.smxs).map(|smx| smxs.left(self.cycle, smx)).collect();
        point("nothing runs", "Every SMX is empty, and there is a head.", {
            input.head_valid && smxs.drained()
        });
        if params.smxs * params.slots <= SMALL {
            point("no slot", "An SMX has no free slot.", left.iter().any(|left| left.slots == 0));
            point("no slot anywhere", "No SMX has a free slot.", {
                left.iter().all(|left| left.slots == 0)
            });
        }
        let waits = self.chains.need_in_progress().filter(|_| !out.tb_valid).map(resources);
        // The resource is short wherever there is a slot.
        let short = |which: usize| {
            let mut open = left.iter().filter(|left| left.slots != 0).peekable();
            waits.is_some_and(|demand| {
                open.peek().is_some() && open.all(|left| left.resources[which] < demand[which])
            })
        };
        point("waits for threads", "A TB waits, and no open SMX has the threads.", short(0));
        point("waits for registers", "A TB waits, and no open SMX has the registers.", short(1));
        point("waits for shared memory", "A TB waits, and no open SMX has the memory.", short(2));
        let whole = [params.threads, params.registers, params.shared];
        let demand = resources(input.head_need);
        point("a whole SMX", "A TB starts that takes all of one resource.", {
            out.tb_valid && (0..3).any(|which| demand[which] == whole[which])
        });
        let way = smxs.way;
        point("round robin wraps", "A TB starts on an SMX not above the last.", {
            out.tb_valid && way.wrapped
        });
        point("passes an SMX", "A TB starts beyond an SMX that has no room.", {
            out.tb_valid && way.passed
        });
        point("seat renewed", "A TB starts as soon as its slot is free again.", {
            out.tb_valid && way.renewed
        });
    }

    fn cover_starts(&self, out: &Out, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let (x, yz) = (out.tb_block_x, out.tb_block_yz);
        let in_order = self.chains.head().is_ok_and(|head| head.plan.graph.is_none());
        let first_of_row = out.tb_valid && in_order && x == 0;
        point("next row", "The TB index goes from the end of x to the next y.", {
            first_of_row && out.tb_grid_x > 1 && yz & 0xFFFF > 0
        });
        point("next plane", "The TB index goes from the end of y to the next z.", {
            first_of_row && yz & 0xFFFF == 0 && yz >> 16 > 0 && out.tb_grid_yz & 0xFFFF > 1
        });
        let grid = [out.tb_grid_x, out.tb_grid_yz & 0xFFFF, out.tb_grid_yz >> 16];
        let native = out.tb_agei == NO_GROUP;
        let only = self.chains.head().is_ok_and(|head| head.tbs() == 1);
        point("kernel of one TB", "The only native TB of a kernel starts.", {
            out.tb_valid && native && only
        });
        point("group of one TB", "The only TB of a group starts.", {
            out.tb_valid && !native && volume(grid) == 1
        });
        point("TB of a record", "A TB of a spilled group starts.", {
            out.tb_valid && !native && out.tb_agei & SPILLED != 0
        });
        point("node", "A TB of a node starts.", out.tb_valid && native && !in_order);
        point("group of a graph", "A TB of a group of a graph kernel starts.", {
            out.tb_valid && !native && !in_order
        });
        point("last node", "The last node of a graph starts.", out.native_done && !in_order);
        point("node without room", "A graph is given out and no SMX has room for a TB.", {
            self.chains.nodes.feeding() && !out.node_ready
        });
    }

    fn cover_chains(&self, out: &Out, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let brought = self.chains.brought;
        point("several heads", "More than one kernel is marked.", self.chains.queue.len() > 1);
        let head = self.chains.head();
        point("long chain", "Three groups or more are chained to the head.", {
            head.is_ok_and(|head| head.chain.len() >= 3)
        });
        point("advance to a group", "The head advances to the Next of its group.", {
            out.advance_valid && out.advance_next != NO_GROUP
        });
        point("advance to none", "The head advances past its last group.", {
            out.advance_valid && out.advance_next == NO_GROUP
        });
        point("link with the advance", "A group is linked as its kernel advances to none.", {
            brought.link_with_advance
        });
        point(
            "link before the advance",
            "LAGEI changes between the look at it and the advance.",
            brought.late_link,
        );
        point("link with the unmark", "An unmark is ignored, for a group has been linked.", {
            brought.link_with_unmark
        });
        point("marked again", "A group is linked to an unmarked kernel.", brought.marked_again);
        point("spilled link", "A group is linked whose record is in memory.", brought.spilled);
        let takes = self.chains.groups.get(&out.take_agei).filter(|_| out.take_valid);
        point("Next not written", "A group is read again for its Next.", {
            takes.is_some_and(|group| group.read.is_some())
        });
        point("unmark", "The head has nothing left.", out.unmark);
    }

    fn cover_ends(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let taken = input.end_valid && out.end_ready;
        point("start and end", "A TB starts as another ends.", out.tb_valid && taken);
        point("native end", "The end of a native TB is told to the KD alone.", {
            out.kd_end_valid && !out.agt_end_valid && !out.node_end_valid
        });
        point("end of a group", "The end of a TB of a group is told.", {
            out.kd_end_valid && out.agt_end_valid
        });
        point("end of a node", "The end of a TB of a node is told.", {
            out.kd_end_valid && out.node_end_valid
        });
        point("end of another kernel", "A TB ends that is not of the head.", {
            out.kd_end_valid && input.head_valid && out.kd_end_kdei != input.head_kdei
        });
        point("end without head", "A TB ends and no kernel is marked.", {
            out.kd_end_valid && !input.head_valid
        });
        point("done beside an end", "A group is done as a TB of a group ends.", {
            out.done_valid && out.agt_end_valid
        });
    }
}
