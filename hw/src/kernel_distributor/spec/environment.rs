//! The neighbours of the Kernel Distributor: KMU, SMXs, AGT and SMX scheduler.

use super::super::pins::{In, Out, NO_GROUP, SPILLED};
use super::{KernelPlan, MatchPlan};
use std::collections::{BTreeMap, VecDeque};

/// Beat bits: which neighbours act.
pub const DISPATCH: u32 = 1 << 0;
pub const MATCH: u32 = 1 << 1;
const LINK: u32 = 1 << 2;
const NEXT: u32 = 1 << 3;
pub const SCHEDULE: u32 = 1 << 4;
const END: u32 = 1 << 5;
/// The scheduler also sends what must be ignored.
const HASTY: u32 = 1 << 6;
/// The scheduler says `native_done` together with the last start.
const MERGE: u32 = 1 << 7;
/// A group is newly linked, and a TB ends, only while the scheduler is finishing something.
const COLLIDE: u32 = 1 << 8;
/// A TB of the head ends rather than another.
const OF_HEAD: u32 = 1 << 9;
/// Else the last TB of a kernel that is not the head ends rather than another.
const LAST: u32 = 1 << 10;
/// Bits above choose which TB ends.
const CHOICE: u32 = 11;
/// The beat after the stimulus: everyone acts, and nobody makes it hard.
pub const CALM: u32 = !(HASTY | COLLIDE | OF_HEAD | LAST);

/// TBs that the SMXs hold at a time.
pub const RESIDENT: u32 = 1024;

/// What the scheduler does with the kernel at the head.
struct Job {
    native: bool,
    /// TBs still to start, of the native grid or of `group`.
    left: u32,
    group: Option<u32>,
}

/// All of them.
pub struct Neighbours {
    kernels: VecDeque<In>,
    matches: VecDeque<In>,
    /// Groups that matched and are to be linked: entry and AGEI.
    links: VecDeque<(u32, u32)>,
    dispatching: Option<In>,
    matching: Option<In>,
    linking: Option<(u32, u32)>,
    /// Group counts of the commands whose search has not ended.
    searching: Option<u32>,
    /// Next fields that have been written.
    next_field: BTreeMap<u32, u32>,
    job: Option<Job>,
    /// Entry of every TB in execution.
    running: Vec<u32>,
    groups_made: u32,
    groups_distributed: u32,
}

/// The AGEI of the `number`-th group: each another, with all its bits at work.
fn agei_of(number: u32) -> u32 {
    let word = number.wrapping_mul(0x9E37_79B1);
    if number % 5 == 4 {
        word & 0x07FF_FFFF | SPILLED
    } else {
        word & !SPILLED
    }
}

/// TBs of a group: any function of its name.
fn tbs_of(agei: u32) -> u32 {
    agei % 3 + 1
}

/// TBs of a native grid: as many as it says, but a few if that would take too long.
fn native_tbs_of(grid_x: u32) -> u32 {
    if grid_x <= RESIDENT {
        grid_x
    } else {
        tbs_of(grid_x)
    }
}

impl Neighbours {
    /// Neighbours with these kernels and commands to offer.
    pub fn new(kernels: &[KernelPlan], matches: &[MatchPlan]) -> Self {
        let kernel = |(index, plan): (usize, &KernelPlan)| In {
            disp_pc: plan.pc,
            disp_shape: plan.shape,
            disp_grid_x: plan.grid_x,
            disp_grid_yz: plan.payload,
            disp_need: plan.demand,
            disp_param: !plan.payload,
            disp_tag: index as u32 % 64,
            disp_desc: plan.payload.rotate_left(16) & !31,
            ..In::default()
        };
        let command = |plan: &MatchPlan| In {
            match_pc: plan.pc,
            match_shape: plan.shape,
            match_need: plan.demand,
            match_count: plan.groups,
            ..In::default()
        };
        Self {
            kernels: kernels.iter().enumerate().map(kernel).collect(),
            matches: matches.iter().map(command).collect(),
            links: VecDeque::new(),
            dispatching: None,
            matching: None,
            linking: None,
            searching: None,
            next_field: BTreeMap::new(),
            job: None,
            running: Vec::new(),
            groups_made: 0,
            groups_distributed: 0,
        }
    }

    /// Whether they have offered everything and are owed no answer but retirements.
    pub fn are_done(&self) -> bool {
        let offers = self.dispatching.is_none() && self.matching.is_none();
        let plans = self.kernels.is_empty() && self.matches.is_empty() && self.links.is_empty();
        offers && plans && self.linking.is_none() && self.searching.is_none()
    }

    /// Groups that matched a kernel and were never distributed.
    pub fn lost_groups(&self) -> u32 {
        self.groups_made - self.groups_distributed
    }

    /// This cycle's inputs. Offers stay until they are taken.
    pub fn act(&mut self, out: &Out, beat: u32) -> In {
        let mut i = In::default();
        if out.match_done {
            let groups = self.searching.take().unwrap_or(0);
            for _ in 0..if out.match_hit { groups } else { 0 } {
                self.links.push_back((out.match_kdei, agei_of(self.groups_made)));
                self.groups_made += 1;
            }
        }
        if beat & DISPATCH != 0 && self.dispatching.is_none() {
            self.dispatching = self.kernels.pop_front();
        }
        if let Some(offer) = &self.dispatching {
            i = In { disp_valid: true, ..*offer };
            if out.disp_ready {
                self.dispatching = None;
            }
        }
        if beat & MATCH != 0 && self.matching.is_none() {
            self.matching = self.matches.pop_front();
        }
        if let Some(offer) = &self.matching {
            i.match_valid = true;
            (i.match_pc, i.match_shape) = (offer.match_pc, offer.match_shape);
            i.match_need = offer.match_need;
            i.match_count = offer.match_count;
            if out.match_ready {
                self.searching = Some(offer.match_count);
                self.matching = None;
            }
        }
        if !out.head_valid {
            self.job = None;
        } else if beat & SCHEDULE != 0 {
            self.schedule(out, beat, &mut i);
        }
        let finishing = i.unmark || i.advance_valid && i.advance_next == NO_GROUP;
        let held_back = beat & COLLIDE != 0 && !finishing;
        if beat & LINK != 0 && self.linking.is_none() && !held_back {
            self.linking = self.links.pop_front();
        }
        if let Some((kdei, agei)) = self.linking {
            (i.link_valid, i.link_kdei, i.link_agei) = (true, kdei, agei);
            if out.link_ready {
                self.linking = None;
            }
        }
        i.next_ready = beat & NEXT != 0;
        if out.next_valid && i.next_ready {
            self.next_field.insert(out.next_prev, out.next_agei);
        }
        if beat & END != 0 && !self.running.is_empty() && !held_back {
            let which = self.ending(out.head_kdei, beat);
            (i.end_valid, i.end_kdei) = (true, self.running.swap_remove(which));
        }
        if i.start_valid {
            self.running.push(out.head_kdei);
        }
        i
    }

    /// Which of the running TBs ends.
    fn ending(&self, head: u32, beat: u32) -> usize {
        let of_head = || self.running.iter().position(|&kdei| kdei == head);
        let alone = |kdei: u32| self.running.iter().filter(|&&other| other == kdei).count() == 1;
        let last = || self.running.iter().position(|&kdei| kdei != head && alone(kdei));
        let chosen = match beat & (OF_HEAD | LAST) {
            LAST => last(),
            OF_HEAD => of_head(),
            0 => None,
            _ => of_head().or_else(last),
        };
        chosen.unwrap_or((beat >> CHOICE) as usize % self.running.len())
    }

    /// One step of the SMX scheduler with the kernel at the head.
    fn schedule(&mut self, out: &Out, beat: u32, i: &mut In) {
        let native = out.head_first;
        let left = if native { native_tbs_of(out.head_grid_x) } else { 0 };
        let job = self.job.get_or_insert(Job { native, left, group: None });
        let hasty = beat & HASTY != 0 && out.head_nagei != NO_GROUP;
        i.unmark = hasty;
        if job.left > 0 {
            if self.running.len() as u32 >= RESIDENT {
                return;
            }
            i.start_valid = true;
            job.left -= 1;
            if !(job.native && job.left == 0 && beat & MERGE != 0) {
                return;
            }
        }
        if job.native {
            i.native_done = true;
            job.native = false;
            return;
        }
        if job.group.is_some_and(|agei| agei != out.head_nagei) {
            // The advance was honoured.
            job.group = None;
            self.groups_distributed += 1;
        }
        match job.group {
            None if out.head_nagei == NO_GROUP => i.unmark = true,
            None => {
                job.group = Some(out.head_nagei);
                job.left = tbs_of(out.head_nagei);
            }
            Some(agei) if agei == out.head_lagei => {
                (i.advance_valid, i.advance_next) = (true, NO_GROUP);
            }
            Some(agei) => {
                let next = self.next_field.get(&agei).copied();
                i.advance_valid = next.is_some() || hasty;
                i.advance_next = next.or(hasty.then_some(NO_GROUP)).unwrap_or(0);
            }
        }
    }
}
