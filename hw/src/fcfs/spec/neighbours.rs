//! The neighbours of the FCFS TB source: Kernel Distributor, AGT, DATS, and who grants.

use super::super::pins::{In, Out};
use super::scoreboard::{volume, Scoreboard, Step};
use super::stimulus::{Group, Kernel, Moment, Stimulus, Words, MANY, MOMENTS};
use crate::kernel_distributor::pins::{encode_grid, NO_GROUP, SPILLED};
use crate::kit::{Mask, Violation};
use std::collections::BTreeMap;

/// Entries of the AGT that is played: few, so that AGEIs are used again soon.
const AGT_ENTRIES: u32 = 3;

/// Cycles without an event of its kernel after which a group is linked whose moment has not come.
const LATEST_LINK: u64 = 40;

/// A kernel in its KDE.
struct Kde {
    kde: In,
    /// Work that has not been spent: native TBs and groups, linked or not.
    references: usize,
    /// Cycle of the last `spent`.
    spent: u64,
    /// Cycles DATS takes for its nodes beyond the first.
    nodes: u64,
    pending: Vec<Group>,
    /// When each moment last came.
    moments: [Option<u64>; MOMENTS.len()],
}

/// A linked group that lives in the AGT or in its record.
struct Age {
    kdei: u32,
    plan: Group,
    param: u32,
    /// Its Next field.
    next: u32,
}

/// All of them.
pub(super) struct Neighbours {
    kdes: u32,
    plans: std::vec::IntoIter<Kernel>,
    /// The kernel to enter next, and from when.
    coming: Option<(u64, Kernel)>,
    kernels: u32,
    live: BTreeMap<u32, Kde>,
    looked: Option<u32>,
    /// Fields of the KDE looked at: they outlive the kernel.
    level: In,
    ages: BTreeMap<u32, Age>,
    linking: Option<(u32, u32)>,
    links: u32,
    /// The group being read: cycle of the answer, AGEI, and its Next.
    reading: Option<(u64, u32, u32)>,
    /// Cycle of `graph_done`.
    graph: Option<u64>,
    words: Words,
}

impl Neighbours {
    /// Nothing has arrived yet.
    pub fn new(kdes: u32, stimulus: &Stimulus) -> Self {
        let mut plans = stimulus.kernels.clone().into_iter();
        let coming = plans.next().map(|kernel| (kernel.gap, kernel));
        Self {
            kdes,
            plans,
            coming,
            kernels: 0,
            live: BTreeMap::new(),
            looked: None,
            level: In::default(),
            ages: BTreeMap::new(),
            linking: None,
            links: 0,
            reading: None,
            graph: None,
            words: stimulus.words,
        }
    }

    /// Everything has arrived and been spent.
    pub fn are_done(&self) -> bool {
        self.coming.is_none() && self.live.is_empty() && self.linking.is_none()
    }

    /// Every KDE is taken.
    pub fn full(&self) -> bool {
        self.live.len() as u32 == self.kdes
    }

    fn happens(&mut self, now: u64, kdei: u32, moment: Moment) {
        if let Some(kernel) = self.live.get_mut(&kdei) {
            let index = MOMENTS.iter().position(|known| *known == moment).expect("it is one");
            kernel.moments[index] = Some(now);
        }
    }

    /// What the outputs of this cycle tell the neighbours.
    pub fn hear(&mut self, now: u64, out: &Out, board: &Scoreboard) -> Result<(), Violation> {
        if out.look_valid {
            self.happens(now, out.look_kdei, Moment::Look);
        }
        if let Some(kdei) = board.taking().and(board.hand).map(|(kdei, _)| kdei) {
            self.happens(now, kdei, Moment::Take);
        }
        if !out.spent_valid {
            return Ok(());
        }
        // Rule 9: a reference less.
        let kdei = out.spent_kdei;
        self.happens(now, kdei, Moment::Spent);
        let kernel = self.live.get_mut(&kdei);
        let left = kernel.and_then(|kernel| {
            kernel.references = kernel.references.checked_sub(1)?;
            kernel.spent = now;
            Some(kernel.references)
        });
        left.ok_or_else(|| Violation::new(format!("rule 9: {kdei} is spent too often")))?;
        if out.tb_valid && out.tb_group != NO_GROUP {
            self.ages.remove(&out.tb_group);
        }
        Ok(())
    }

    /// This cycle's inputs, and the kernel that enters with them.
    pub fn act(
        &mut self,
        now: u64,
        out: &Out,
        stimulus: &Stimulus,
        board: &mut Scoreboard,
    ) -> (In, Option<In>) {
        let mut i = self.level;
        i.next_ready = stimulus.next.at(now);
        i.take_ready = stimulus.take.at(now);
        i.done_ready = stimulus.done.at(now);
        i.graph_ready = stimulus.graph.at(now);
        i.graph_done = self.graph.take_if(|due| *due <= now).is_some();
        if let Some((_, agei, next)) = self.reading.take_if(|(due, ..)| *due <= now) {
            let age = &self.ages[&agei];
            (i.group_valid, i.group_param, i.group_next) = (true, age.param, next);
            [i.group_grid_x, i.group_grid_yz] = encode_grid(age.plan.grid);
            let kdei = age.kdei;
            self.happens(now, kdei, Moment::Group);
        }
        if out.want_smxs != 0 && stimulus.grant.at(now) {
            // Whichever of the wanted SMXs: the source must not care.
            let smx = self.words.of(now as u32) % out.want_smxs.count();
            i.grant_smxs = Mask::bit(smx);
            self.notice_last(now, board);
        }
        if out.done_valid && i.done_ready {
            let age = self.ages.remove(&out.done_agei).expect("the group in hand is live");
            self.happens(now, age.kdei, Moment::Done);
        }
        self.link(now, out, &mut i);
        let entering = self.enter(now, &mut i, board);
        self.follow(now, out, &i);
        (i, entering)
    }

    fn notice_last(&mut self, now: u64, board: &Scoreboard) {
        if let Some((kdei, Step::Want(work))) = board.hand {
            if work.given + 1 == volume(work.grid) {
                self.happens(now, kdei, Moment::LastGrant);
            }
        }
    }

    /// What is taken from the source at the edge that ends this cycle.
    fn follow(&mut self, now: u64, out: &Out, i: &In) {
        if out.next_valid && i.next_ready {
            self.ages.get_mut(&out.next_prev).expect("it is not in hand yet").next = out.next_agei;
        }
        if out.take_valid && i.take_ready {
            let age = &self.ages[&out.take_agei];
            self.reading = Some((now + 1 + age.plan.read_delay, out.take_agei, age.next));
        }
        if out.graph_valid && i.graph_ready {
            let kernel = &self.live[&out.graph_kdei];
            self.graph = Some(now + 1 + kernel.nodes);
        }
        if out.look_valid {
            self.looked = Some(out.look_kdei);
        }
        // A KDE taken anew shows its new kernel; one that is free still shows the last.
        if let Some(kernel) = self.looked.and_then(|kdei| self.live.get(&kdei)) {
            self.level = kernel.kde;
        }
    }

    fn link(&mut self, now: u64, out: &Out, i: &mut In) {
        if self.linking.is_none() {
            self.linking = self.due(now).map(|(kdei, plan)| (kdei, self.allocate(kdei, plan)));
        }
        if let Some((kdei, agei)) = self.linking {
            (i.link_valid, i.link_kdei, i.link_agei) = (true, kdei, agei);
            if out.link_ready {
                self.linking = None;
            }
        }
    }

    /// Takes a pending group whose moment has come.
    fn due(&mut self, now: u64) -> Option<(u32, Group)> {
        self.live.iter_mut().find_map(|(kdei, kernel)| {
            let late = kernel.moments.iter().flatten().max().map(|last| last + LATEST_LINK);
            let moments = kernel.moments;
            // A kernel enters at the end of its first cycle.
            moments[0].filter(|entered| *entered < now)?;
            let come = |group: &Group| {
                let (moment, delay) = group.link;
                let index = MOMENTS.iter().position(|known| *known == moment)?;
                moments[index].map(|cycle| now >= cycle + delay)
            };
            let is_late = late.is_some_and(|cycle| now >= cycle);
            let due = |group: &Group| is_late || come(group) == Some(true);
            let group = kernel.pending.iter().position(due)?;
            for moment in &mut kernel.moments[1..] {
                *moment = None;
            }
            Some((*kdei, kernel.pending.remove(group)))
        })
    }

    /// Gives a group its AGEI.
    fn allocate(&mut self, kdei: u32, plan: Group) -> u32 {
        self.links += 1;
        let mut entries = (0..AGT_ENTRIES).map(|number| self.words.of(number) & !SPILLED);
        let free = entries.find(|agei| !self.ages.contains_key(agei)).filter(|_| !plan.spill);
        let record = SPILLED | self.words.of(self.links) & 0x07FF_FFFF;
        let agei = free.unwrap_or(record);
        let param = self.words.of(1 << 16 | self.links);
        self.ages.insert(agei, Age { kdei, plan, param, next: NO_GROUP });
        agei
    }

    /// Lets kernels retire of which all is spent, and the next one enter if a KDE is free (rule 1).
    fn enter(&mut self, now: u64, i: &mut In, board: &mut Scoreboard) -> Option<In> {
        self.live.retain(|kdei, kernel| {
            let lives = kernel.references > 0 || now < kernel.spent + 2;
            if !lives {
                board.retire(*kdei);
            }
            lives
        });
        let due = self.coming.as_ref().is_some_and(|(from, _)| *from <= now);
        let spread = (0..self.kdes).map(|step| (self.kernels * 3 + step) % self.kdes);
        let mut free = spread.filter(|kdei| !self.live.contains_key(kdei));
        let kdei = free.next().filter(|_| due)?;
        let (_, plan) = self.coming.take()?;
        self.coming = self.plans.next().map(|kernel| (now + 1 + kernel.gap, kernel));
        self.kernels += 1;
        let word = |field| self.words.of(2 << 16 | self.kernels << 3 | field);
        let [kde_grid_x, kde_grid_yz] = encode_grid(plan.grid);
        let kde = In {
            kde_pc: word(0),
            kde_param: word(1),
            kde_shape: word(2) & 0x1FFF_FFFF,
            kde_demand: word(3) & 0x3FFF_FFFF,
            kde_graph: plan.graph.is_some(),
            kde_grid_x,
            kde_grid_yz,
            ..In::default()
        };
        let references = 1 + plan.groups.len();
        let mut moments = [None; MOMENTS.len()];
        moments[0] = Some(now);
        let (spent, nodes, pending) = (now, plan.graph.unwrap_or(0), plan.groups);
        self.live.insert(kdei, Kde { kde, references, spent, nodes, pending, moments });
        (i.enter_valid, i.enter_kdei) = (true, kdei);
        Some(kde)
    }

    /// The work in hand has more TBs than can be waited for, and `enough` of them are granted.
    pub fn endless(board: &Scoreboard, enough: u64) -> bool {
        matches!(board.hand, Some((_, Step::Want(work)))
            if volume(work.grid) > MANY && work.given >= enough)
    }
}
