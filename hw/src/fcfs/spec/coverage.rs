//! What a stimulus of the FCFS TB source may bring about.

use super::super::pins::{In, Out};
use super::scoreboard::{volume, Step};
use super::Env;
use crate::kernel_distributor::pins::{NO_GROUP, SPILLED};
use crate::kit::Coverage;

/// What earlier cycles were like.
#[derive(Default)]
pub(super) struct History {
    /// Successive cycles with a want and no grant.
    waited: u32,
    /// Successive cycles with a grant.
    granted: u32,
    /// The last group linked to the kernel in hand, when it was taken.
    last: Option<u32>,
}

impl Env {
    /// Names the points of a cycle, before its edge.
    pub(super) fn cover(&mut self, out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_queue(out, input, coverage);
        self.cover_links(out, input, coverage);
        self.cover_tbs(out, input, coverage);
        let granted = input.grant_smxs != 0;
        let wanted = out.want_smxs != 0;
        self.history.granted = if granted { self.history.granted + 1 } else { 0 };
        self.history.waited = if wanted && !granted { self.history.waited + 1 } else { 0 };
        if let Some(group) = self.scoreboard.taking() {
            self.history.last = Some(group);
        }
    }

    fn cover_queue(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let board = &self.scoreboard;
        let linked = (input.link_valid && out.link_ready).then_some(input.link_kdei);
        let leaving = board.leaving();
        let queues = linked.is_some_and(|kdei| !board.kernels[&kdei].waits);
        point("every KDE is live", "No kernel can enter.", self.neighbours.full());
        point("several queued", "Three kernels or more are queued.", board.queue.len() >= 3);
        point("queue wraps", "More kernels have been queued than there are KDEs.", {
            board.queued as usize > board.kernels.len() && board.queue.len() > 1
        });
        point("queued again", "A link queues a kernel that had left.", queues);
        point("link and enter", "A link queues a kernel as another enters.", {
            queues && input.enter_valid
        });
        point("link and leave", "A group is linked to a kernel as it leaves.", {
            linked.is_some() && linked == leaving
        });
        point("leaves behind others", "A kernel leaves and the next is looked at.", {
            leaving.is_some() && out.look_valid
        });
        point("leaves alone", "A kernel leaves and none is queued.", {
            leaving.is_some() && !out.look_valid
        });
        let first = board.hand.is_some_and(|(kdei, _)| board.kernels[&kdei].first);
        let step = board.hand.map(|(_, step)| step);
        point("later time", "A kernel is seen of which only groups are left.", {
            matches!(step, Some(Step::See)) && !first
        });
        let graph = board.hand.is_some_and(|(kdei, _)| board.kernels[&kdei].kde.kde_graph);
        point("graph kernel again", "A graph kernel is seen of which only groups are left.", {
            matches!(step, Some(Step::See)) && !first && graph
        });
        point("group of a graph kernel", "A group of a graph kernel is taken.", {
            out.take_valid && graph
        });
        point(
            "link among nodes",
            "A group is linked to a graph kernel as its nodes are given out.",
            {
                matches!(step, Some(Step::Nodes))
                    && linked == board.hand.map(|(kdei, _)| kdei)
                    && linked.is_some()
            },
        );
    }

    fn cover_links(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let board = &self.scoreboard;
        let linked = (input.link_valid && out.link_ready).then_some(input.link_kdei);
        let to_hand = board.hand.filter(|(kdei, _)| linked == Some(*kdei)).map(|(_, step)| step);
        let chain = linked.map_or(0, |kdei| board.kernels[&kdei].chain.len());
        let captured = |during: bool| to_hand.is_some() && chain == 0 && during;
        point("captured with the take", "A group is linked as the one before is first offered.", {
            to_hand.is_some() && chain == 1 && board.taking().is_some()
        });
        point("captured in the offer", "A group is linked while the one before is offered.", {
            captured(matches!(to_hand, Some(Step::Take(_))))
        });
        point("captured in the read", "A group is linked while the one before is read.", {
            captured(matches!(to_hand, Some(Step::Read(_))) && !input.group_valid)
        });
        point("captured with the read", "A group is linked as the one before has been read.", {
            captured(matches!(to_hand, Some(Step::Read(_))) && input.group_valid)
        });
        let in_group = matches!(to_hand, Some(Step::Want(work)) if work.group != NO_GROUP);
        point("captured among TBs", "A group is linked while TBs of the one before go out.", {
            captured(in_group)
        });
        point("captured in done", "A group is linked while the one before is offered by done.", {
            captured(matches!(to_hand, Some(Step::Done(..))))
        });
        point("linked to natives", "The first group is linked while native TBs go out.", {
            captured(matches!(to_hand, Some(Step::Want(work)) if work.group == NO_GROUP))
        });
        point(
            "behind one in hand",
            "A group is linked behind one whose predecessor is in hand.",
            { matches!(to_hand, Some(Step::Read(_))) && chain > 0 },
        );
        point("long chain", "A group is appended to three or more.", chain >= 3);
        point("waits for a next", "A group is not offered while a next waits.", {
            let (goes_on, blocked) = (board.hand, board.next.is_some());
            blocked
                && goes_on.is_some_and(|(kdei, step)| {
                    matches!(step, Step::GoOn) && !board.kernels[&kdei].chain.is_empty()
                })
        });
        point("next beside a take", "A next waits while a group is offered.", {
            out.next_valid && out.take_valid
        });
        point("AGEI of the last again", "A group has the AGEI that its predecessor had.", {
            to_hand.is_some() && self.history.last == Some(input.link_agei)
        });
        point("spilled", "A group is linked whose record is in memory.", {
            linked.is_some() && input.link_agei & SPILLED != 0
        });
    }

    fn cover_tbs(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let granted = input.grant_smxs != 0;
        let work = match self.scoreboard.hand {
            Some((_, Step::Want(work))) => Some(work).filter(|_| granted),
            _ => None,
        };
        let tbs = work.map_or(0, |work| volume(work.grid));
        let native = work.is_some_and(|work| work.group == NO_GROUP);
        let last = work.is_some_and(|work| work.given + 1 == tbs);
        point("grant at once", "The first cycle of a want brings a grant.", {
            work.is_some_and(|work| work.given == 0) && self.history.waited == 0
        });
        point("grant late", "A want has waited for eight cycles or more.", {
            granted && self.history.waited >= 8
        });
        point("grants in a row", "Four successive cycles bring a grant.", {
            granted && self.history.granted >= 3
        });
        point("kernel of one TB", "The only native TB is granted.", native && tbs == 1);
        point("group of one TB", "The only TB of a group is granted.", {
            work.is_some() && !native && tbs == 1
        });
        point("last of a record", "The last TB of a spilled group is granted.", {
            last && work.is_some_and(|work| work.group & SPILLED != 0) && !native
        });
        point("last of many", "The last of several native TBs is granted.", {
            last && native && tbs > 1
        });
        let first_of_row = out.tb_valid && out.tb_block_x == 0;
        let [y, z] = [out.tb_block_yz & 0xFFFF, out.tb_block_yz >> 16];
        point("next row", "The TB index goes from the end of x to the next y.", {
            first_of_row && out.tb_grid_x > 1 && y > 0
        });
        point("next plane", "The TB index goes from the end of y to the next z.", {
            first_of_row && y == 0 && z > 0 && out.tb_grid_yz & 0xFFFF > 1
        });
        point("end of a group told", "A TB is sent whose end the AGT is told of.", {
            out.tb_tell_agt
        });
    }
}
