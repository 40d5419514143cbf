//! The abstract specification of the FCFS TB source: a queue of kernels, each with a list of groups, and the
//! one in hand. From the rules and the timing table it says every output of every cycle.

use super::super::pins::{In, Out, Params, HEADER_BYTES};
use crate::kernel_distributor::pins::{tb_index, NO_GROUP, SPILLED};
use crate::kit::{Class, Mask, Pins, Violation};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A kernel that has entered and has work left, or may get groups.
pub(super) struct Kernel {
    /// What the KDE shows of it.
    pub kde: In,
    /// Its native TBs are not out.
    pub first: bool,
    /// It is queued or in hand.
    pub waits: bool,
    /// Groups linked and not yet taken, oldest first.
    pub chain: VecDeque<u32>,
}

/// The native grid or a group whose TBs are given out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub kdei: u32,
    pub group: u32,
    pub grid: [u32; 2],
    pub param: u32,
    /// TBs granted.
    pub given: u64,
}

/// What happens to the kernel in hand in this cycle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The KDE is seen.
    See,
    /// The graph is offered.
    Graph,
    /// The nodes are waited for.
    Nodes,
    Ask,
    Want(Work),
    /// The group, with this number of TBs, is offered by `done`.
    Done(u32, u64),
    GoOn,
    Take(u32),
    Read(u32),
}

/// What must be true.
pub(super) struct Scoreboard {
    smxs: Mask,
    pub kernels: BTreeMap<u32, Kernel>,
    pub queue: VecDeque<u32>,
    pub hand: Option<(u32, Step)>,
    /// The `next` owed to the AGT: previous group and group.
    pub next: Option<(u32, u32)>,
    /// The work and number of the TB that starts in this cycle.
    tb: Option<Work>,
    /// The work spent in this cycle: kernel, group, TBs it had.
    spent: Option<(u32, u32, u64)>,
    /// Outputs and levels of the last cycle if nothing should have changed at its end.
    quiet: Option<(Out, In)>,
    /// Every TB sent: kernel, group and number; of groups and kernels that live.
    sent: BTreeSet<(u32, u32, u32)>,
    /// Kernels that have been queued.
    pub queued: u32,
}

/// TBs of a grid as on the pins.
pub(super) fn volume([x, yz]: [u32; 2]) -> u64 {
    let product: u64 = u64::from(yz & 0xFFFF) * u64::from(yz >> 16);
    product.saturating_mul(x.into())
}

impl Scoreboard {
    /// The state after reset.
    pub fn new(params: &Params) -> Self {
        Self {
            smxs: Mask::first(params.smxs),
            kernels: BTreeMap::new(),
            queue: VecDeque::new(),
            hand: None,
            next: None,
            tb: None,
            spent: None,
            quiet: None,
            sent: BTreeSet::new(),
            queued: 0,
        }
    }

    /// Nothing is queued, in hand, or owed.
    pub fn is_empty(&self) -> bool {
        let owed = self.next.is_some() || self.tb.is_some() || self.spent.is_some();
        self.queue.is_empty() && self.hand.is_none() && !owed
    }

    fn kernel(&self, kdei: u32) -> &Kernel {
        &self.kernels[&kdei]
    }

    /// Rule 8: the kernel in hand that leaves in this cycle.
    pub fn leaving(&self) -> Option<u32> {
        let (kdei, step) = self.hand?;
        let leaves = matches!(step, Step::GoOn) && self.kernel(kdei).chain.is_empty();
        leaves.then_some(kdei)
    }

    /// Rules 3 and 8: the group first offered by `take` in this cycle.
    pub fn taking(&self) -> Option<u32> {
        let (kdei, step) = self.hand.filter(|_| self.next.is_none())?;
        let group = self.kernel(kdei).chain.front().copied();
        group.filter(|_| matches!(step, Step::GoOn))
    }

    fn looking(&self) -> Option<u32> {
        let free = self.hand.is_none() || self.leaving().is_some();
        self.queue.front().copied().filter(|_| free)
    }

    /// The outputs of this cycle, but for `idle`.
    fn expected(&self) -> Out {
        let look = self.looking();
        let (next_prev, next_agei) = self.next.unwrap_or((0, 0));
        let mut out = Out {
            enter_ready: true,
            link_ready: self.next.is_none(),
            look_valid: look.is_some(),
            look_kdei: look.unwrap_or(0),
            spent_valid: self.spent.is_some(),
            spent_kdei: self.spent.map_or(0, |(kdei, ..)| kdei),
            next_valid: self.next.is_some(),
            next_prev,
            next_agei,
            group_in_hand: NO_GROUP,
            ..Out::default()
        };
        if let Some((kdei, step)) = self.hand {
            let kde = &self.kernel(kdei).kde;
            match step {
                Step::Graph => {
                    (out.graph_valid, out.graph_kdei) = (true, kdei);
                    (out.graph_pc, out.graph_param) = (kde.kde_pc, kde.kde_param);
                    (out.graph_shape, out.graph_demand) = (kde.kde_shape, kde.kde_demand);
                    (out.graph_grid_x, out.graph_grid_yz) = (kde.kde_grid_x, kde.kde_grid_yz);
                    out.graph_header = kde.kde_param.wrapping_sub(HEADER_BYTES);
                }
                Step::Ask => {
                    (out.ask_valid, out.ask_smxs) = (true, self.smxs);
                    out.ask_demand = kde.kde_demand;
                }
                Step::Want(work) => (out.want_smxs, out.group_in_hand) = (self.smxs, work.group),
                Step::Done(group, count) => {
                    (out.done_valid, out.done_agei, out.done_count) = (true, group, count as u32);
                    out.group_in_hand = group;
                }
                Step::Take(group) => (out.take_valid, out.take_agei) = (true, group),
                Step::Read(group) => out.group_in_hand = group,
                Step::GoOn => {
                    let group = self.taking();
                    (out.take_valid, out.take_agei) = (group.is_some(), group.unwrap_or(0));
                }
                Step::See | Step::Nodes => {}
            }
        }
        if let Some(work) = &self.tb {
            let kde = &self.kernel(work.kdei).kde;
            out.tb_valid = true;
            (out.tb_kdei, out.tb_group, out.tb_item) = (work.kdei, work.group, work.given as u32);
            out.tb_tell_agt = work.group & SPILLED == 0;
            (out.tb_pc, out.tb_param, out.tb_shape) = (kde.kde_pc, work.param, kde.kde_shape);
            [out.tb_grid_x, out.tb_grid_yz] = work.grid;
            [out.tb_block_x, out.tb_block_yz] = tb_index(work.grid, work.given);
        }
        out
    }

    /// Judges the outputs of this cycle.
    pub fn check(&mut self, out: &Out) -> Result<(), Violation> {
        let (expected, actual) =
            (self.expected().words(Class::Wide), Out { idle: false, ..*out }.words(Class::Wide));
        for (pin, (expected, actual)) in
            Out::pins(Class::Wide).iter().zip(expected.iter().zip(&actual))
        {
            if expected != actual {
                let (rule, name) = (rule_of(pin.name), pin.name);
                let text = format!("{rule}: {name} is {actual:#x}, expected {expected:#x}");
                return Err(Violation::new(text));
            }
        }
        if let Some((before, _)) = self.quiet.filter(|(before, _)| before != out) {
            let text = format!("contract 4: an idle source goes from {before:x?} to {out:x?}");
            return Err(Violation::new(text));
        }
        if let Some(work) = &self.tb {
            let tb = (work.kdei, work.group, work.given as u32);
            if !self.sent.insert(tb) {
                return Err(Violation::new(format!("rule 6: TB {tb:x?} is sent twice")));
            }
        }
        // The purpose of it all: every TB of what is spent has been sent once.
        let Some((kdei, group, tbs)) = self.spent else { return Ok(()) };
        let before = self.sent.len();
        self.sent.retain(|&(kernel, other, _)| (kernel, other) != (kdei, group));
        let sent = (before - self.sent.len()) as u64;
        if sent == tbs {
            return Ok(());
        }
        Err(Violation::new(format!("rule 6: {sent} of {tbs} TBs of {kdei} {group:#x} are sent")))
    }

    /// The kernel has retired, and its entry may be taken again.
    pub fn retire(&mut self, kdei: u32) {
        self.kernels.remove(&kdei);
    }

    /// The grant commits a TB: the step after it.
    fn grant(&mut self, work: Work) -> Step {
        self.tb = Some(work);
        let given = work.given + 1;
        if given != volume(work.grid) {
            return Step::Want(Work { given, ..work });
        }
        if work.group & SPILLED == 0 {
            return Step::Done(work.group, given);
        }
        self.spent = Some((work.kdei, work.group, given));
        if work.group == NO_GROUP {
            self.kernels.get_mut(&work.kdei).expect("it is in hand").first = false;
        }
        Step::GoOn
    }

    fn step_of_hand(&mut self, kdei: u32, step: Step, taking: Option<u32>, i: &In) -> Option<Step> {
        let kernel = self.kernels.get_mut(&kdei).expect("a kernel in hand is live");
        let (first, kde) = (kernel.first, kernel.kde);
        Some(match step {
            Step::See if first && kde.kde_graph => Step::Graph,
            Step::See => Step::Ask,
            Step::Graph if i.graph_ready => Step::Nodes,
            Step::Nodes if i.graph_done => {
                kernel.first = false;
                self.spent = Some((kdei, NO_GROUP, 0));
                Step::Ask
            }
            Step::Ask if first => {
                let grid = [kde.kde_grid_x, kde.kde_grid_yz];
                Step::Want(Work { kdei, group: NO_GROUP, grid, param: kde.kde_param, given: 0 })
            }
            Step::Ask => Step::GoOn,
            Step::Want(work) if i.grant_smxs != 0 => self.grant(work),
            Step::Done(group, tbs) if i.done_ready => {
                self.spent = Some((kdei, group, tbs));
                Step::GoOn
            }
            Step::GoOn => {
                if kernel.chain.is_empty() {
                    kernel.waits = false;
                    return None;
                }
                let Some(group) = taking else { return Some(Step::GoOn) };
                kernel.chain.pop_front();
                if i.take_ready {
                    Step::Read(group)
                } else {
                    Step::Take(group)
                }
            }
            Step::Take(group) if i.take_ready => Step::Read(group),
            Step::Read(group) if i.group_valid => {
                let (grid, param) = ([i.group_grid_x, i.group_grid_yz], i.group_param);
                Step::Want(Work { kdei, group, grid, param, given: 0 })
            }
            waiting => waiting,
        })
    }

    /// Follows what happens at the edge that ends this cycle.
    pub fn edge(&mut self, out: &Out, i: &In, entering: Option<In>) {
        let events = In { next_ready: self.next.is_some() && i.next_ready, ..quieted(i) };
        let steady = !events_in(&events) && out.idle;
        self.quiet = steady.then_some((*out, *i));
        // Everything is decided on the state before the edge.
        let (look, taking) = (self.looking(), self.taking());
        let linked = (i.link_valid && self.next.is_none()).then_some(i.link_kdei);
        (self.tb, self.spent) = (None, None);
        if i.next_ready {
            self.next = None;
        }
        if let Some((kdei, step)) = self.hand {
            self.hand = self.step_of_hand(kdei, step, taking, i).map(|step| (kdei, step));
        }
        if look.is_some() {
            self.queue.pop_front();
            self.hand = look.map(|kdei| (kdei, Step::See));
        }
        if let Some(kdei) = linked {
            let kernel = self.kernels.get_mut(&kdei).expect("groups are linked to live kernels");
            self.next = kernel.chain.back().map(|last| (*last, i.link_agei));
            kernel.chain.push_back(i.link_agei);
            if !std::mem::replace(&mut kernel.waits, true) {
                self.queue.push_back(kdei);
                self.queued += 1;
            }
        }
        if let Some(kde) = entering {
            let kernel = Kernel { kde, first: true, waits: true, chain: VecDeque::new() };
            self.kernels.insert(i.enter_kdei, kernel);
            self.queue.push_back(i.enter_kdei);
            self.queued += 1;
        }
    }
}

/// The inputs without levels and without readies, which are events only where something is offered.
fn quieted(i: &In) -> In {
    In {
        enter_valid: i.enter_valid,
        link_valid: i.link_valid,
        group_valid: i.group_valid,
        graph_done: i.graph_done,
        grant_smxs: i.grant_smxs,
        ..In::default()
    }
}

fn events_in(i: &In) -> bool {
    *i != In::default()
}

/// The rule that an output pin keeps.
fn rule_of(pin: &str) -> &'static str {
    match pin.split('_').next() {
        Some("enter") => "rule 1",
        Some("next") => "rule 2",
        Some("link") => "rule 3",
        Some("look") => "rule 4",
        Some("ask" | "want") => "rule 5",
        Some("tb") => "rule 6",
        Some("graph") => "rule 7",
        Some("take" | "done" | "group") => "rule 8",
        _ => "rule 9",
    }
}
