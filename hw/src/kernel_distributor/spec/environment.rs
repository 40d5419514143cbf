//! The neighbours of the Kernel Distributor: KMU, SMXs, TB source and residency.

use super::super::pins::{In, Out};
use super::{KernelPlan, MatchPlan};
use std::collections::VecDeque;

/// Beat bits: which neighbours act.
pub const DISPATCH: u32 = 1 << 0;
pub const MATCH: u32 = 1 << 1;
pub const ENTER: u32 = 1 << 2;
pub const START: u32 = 1 << 3;
const SPEND: u32 = 1 << 4;
const END: u32 = 1 << 5;
const LOOK: u32 = 1 << 6;
/// Work is spent in the cycle of its last start.
const MERGE: u32 = 1 << 7;
/// The TB that starts, ends or is spent is of the kernel found or the one that starts a TB.
const COLLIDE: u32 = 1 << 8;
/// The last TB of a kernel ends rather than another.
const LAST: u32 = 1 << 9;
/// A group has no TB started before its kernel has no other TB.
const LATE: u32 = 1 << 10;
/// Bits above choose among kernels, works and TBs.
const CHOICE: u32 = 11;
/// The cycles after the stimulus: every neighbour acts at once.
pub const CALM: u32 = !(COLLIDE | LAST | LATE);

/// TBs that the SMXs hold at a time.
pub const RESIDENT: u32 = 1024;

/// A native grid or a group that is not spent.
struct Work {
    kdei: u32,
    /// TBs still to start.
    left: u32,
    group: bool,
}

/// All of them.
pub struct Neighbours {
    kernels: VecDeque<In>,
    /// Native TBs of the kernels to come, and of the one offered.
    tbs: VecDeque<u32>,
    matches: VecDeque<In>,
    dispatching: Option<In>,
    matching: Option<In>,
    /// Groups of the command whose search has not ended.
    searching: Option<u32>,
    /// Native TBs of the kernel that has been taken and has not entered.
    coming: Option<u32>,
    works: Vec<Work>,
    running: Running,
}

/// The TBs in execution.
#[derive(Default)]
struct Running {
    /// Entry of each.
    tbs: Vec<u32>,
    /// How many are of each entry.
    of_entry: Vec<usize>,
}

impl Running {
    /// How many are of an entry.
    fn of(&self, kdei: u32) -> usize {
        self.of_entry.get(kdei as usize).copied().unwrap_or(0)
    }

    fn start(&mut self, kdei: u32) {
        let entry = kdei as usize;
        self.of_entry.resize(self.of_entry.len().max(entry + 1), 0);
        self.of_entry[entry] += 1;
        self.tbs.push(kdei);
    }

    fn end(&mut self, which: usize) -> u32 {
        let kdei = self.tbs.remove(which);
        self.of_entry[kdei as usize] -= 1;
        kdei
    }
}

impl Neighbours {
    /// Neighbours with these kernels and commands to offer; `clusters` are the bits that a cluster may have.
    pub fn new(kernels: &[KernelPlan], matches: &[MatchPlan], clusters: u32) -> Self {
        let kernel = |(index, plan): (usize, &KernelPlan)| In {
            disp_pc: plan.pc,
            disp_shape: plan.shape,
            disp_grid_x: plan.payload.rotate_left(8),
            disp_grid_yz: plan.payload,
            disp_demand: plan.demand,
            disp_param: !plan.payload,
            disp_tag: index as u32 % 64,
            disp_desc: plan.payload.rotate_left(16) & !31,
            disp_level: plan.payload >> 4 & 7,
            disp_cluster: plan.payload >> 7 & clusters,
            ..In::default()
        };
        let command = |plan: &MatchPlan| In {
            match_pc: plan.pc,
            match_shape: plan.shape,
            match_demand: plan.demand,
            match_count: plan.groups,
            ..In::default()
        };
        Self {
            kernels: kernels.iter().enumerate().map(kernel).collect(),
            tbs: kernels.iter().map(|plan| plan.tbs).collect(),
            matches: matches.iter().map(command).collect(),
            dispatching: None,
            matching: None,
            searching: None,
            coming: None,
            works: Vec::new(),
            running: Running::default(),
        }
    }

    /// Whether they have offered everything and are owed no answer but retirements.
    pub fn are_done(&self) -> bool {
        let offers = self.dispatching.is_none() && self.matching.is_none();
        let owed = self.searching.is_some() || self.coming.is_some();
        offers && self.kernels.is_empty() && self.matches.is_empty() && !owed
    }

    /// Works that were never spent.
    pub fn unspent(&self) -> usize {
        self.works.len()
    }

    /// This cycle's inputs. Offers stay until they are taken.
    pub fn act(&mut self, out: &Out, beat: u32) -> In {
        let mut i = In::default();
        if out.match_done {
            let groups = self.searching.take().unwrap_or(0);
            for group in 0..if out.match_hit { groups } else { 0 } {
                self.works.push(Work { kdei: out.match_kdei, left: group % 3 + 1, group: true });
            }
        }
        self.offer(out, beat, &mut i);
        i.enter_ready = beat & ENTER != 0;
        if out.enter_valid && i.enter_ready {
            if let Some(left) = self.coming.take() {
                self.works.push(Work { kdei: out.enter_kdei, left, group: false });
            }
        }
        let favoured = out.match_kdei;
        let starts = beat & START != 0 && (self.running.tbs.len() as u32) < RESIDENT;
        let started = self.choose(favoured, beat, |work, running| {
            let early = work.group && beat & LATE != 0 && running.of(work.kdei) > 0;
            starts && work.left > 0 && !early
        });
        // A TB that has started in this cycle cannot end in it.
        let running = self.running.tbs.len();
        if let Some(work) = started {
            let work = &mut self.works[work];
            work.left -= 1;
            (i.start_valid, i.start_kdei) = (true, work.kdei);
            self.running.start(work.kdei);
        }
        let merged = started.filter(|work| beat & MERGE != 0 && self.works[*work].left == 0);
        let spent = merged.or_else(|| {
            let spends = beat & SPEND != 0;
            self.choose(favoured, beat, |work, _| spends && work.left == 0)
        });
        if let Some(work) = spent {
            (i.spent_valid, i.spent_kdei) = (true, self.works.swap_remove(work).kdei);
        }
        if beat & END != 0 && running > 0 {
            let favoured = started.map_or(favoured, |_| i.start_kdei);
            let which = self.ending(favoured, beat, running);
            (i.end_valid, i.end_kdei) = (true, self.running.end(which));
        }
        let entered: Vec<u32> = out.live.iter().filter(|k| out.enter_kdei != *k).collect();
        if beat & LOOK != 0 && !entered.is_empty() {
            let choice = (beat >> CHOICE) as usize % entered.len();
            (i.look_valid, i.look_kdei) = (true, entered[choice]);
        }
        i
    }

    /// Kernels and commands.
    fn offer(&mut self, out: &Out, beat: u32, i: &mut In) {
        if beat & DISPATCH != 0 && self.dispatching.is_none() {
            self.dispatching = self.kernels.pop_front();
        }
        if let Some(offer) = &self.dispatching {
            *i = In { disp_valid: true, ..*offer };
            if out.disp_ready {
                self.dispatching = None;
                self.coming = self.tbs.pop_front();
            }
        }
        if beat & MATCH != 0 && self.matching.is_none() {
            self.matching = self.matches.pop_front();
        }
        if let Some(offer) = &self.matching {
            i.match_valid = true;
            (i.match_pc, i.match_shape) = (offer.match_pc, offer.match_shape);
            (i.match_demand, i.match_count) = (offer.match_demand, offer.match_count);
            if out.match_ready {
                self.searching = Some(offer.match_count);
                self.matching = None;
            }
        }
    }

    /// A work that fits, of the favoured kernel if the beat says so.
    fn choose(
        &self,
        favoured: u32,
        beat: u32,
        fits: impl Fn(&Work, &Running) -> bool,
    ) -> Option<usize> {
        let all = 0..self.works.len();
        let fitting: Vec<usize> =
            all.filter(|work| fits(&self.works[*work], &self.running)).collect();
        let of_favoured = fitting.iter().find(|work| self.works[**work].kdei == favoured);
        let chosen = fitting.get((beat >> CHOICE) as usize % fitting.len().max(1));
        of_favoured.filter(|_| beat & COLLIDE != 0).or(chosen).copied()
    }

    /// Which of the first `running` TBs ends.
    fn ending(&self, favoured: u32, beat: u32, running: usize) -> usize {
        let before = &self.running.tbs[..running];
        let alone = |kdei: u32| self.running.of(kdei) == 1;
        let last = before.iter().position(|&kdei| alone(kdei)).filter(|_| beat & LAST != 0);
        let of_favoured = before.iter().position(|&kdei| kdei == favoured);
        let of_favoured = of_favoured.filter(|_| beat & COLLIDE != 0);
        last.or(of_favoured).unwrap_or((beat >> CHOICE) as usize % running)
    }
}
