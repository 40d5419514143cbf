//! Specification of the Aggregated Group Table. The environment models SMXs that launch groups, a
//! Kernel Distributor that chains them, a scheduler that reads and finishes them, and a memory.
//! Each has its own stall pattern.

mod coverage;
mod scoreboard;
#[cfg(test)]
mod tests;

use super::agei::Agei;
use super::pins::{In, Out, Params};
use super::record::{self, Record};
use super::Agt;
use crate::kernel_distributor::pins::decode_grid;
use crate::kit::stall::{stall, StallPattern};
use crate::kit::{Coverage, Environment, Spec, Violation};
use proptest::prelude::*;
use scoreboard::Scoreboard;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// One group to launch.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Hardware thread index of the launching thread; few values cause collisions.
    hw_tid: u32,
    /// Entry of the kernel that the group is coalesced to.
    kdei: u32,
    /// TBs that complete, at least 1.
    tbs: u32,
    /// TBs that still run when the stimulus is over; only the last groups have such TBs.
    beyond: u32,
    /// Cycles between the last group's acceptance and this offer.
    wait: u32,
    /// Cycles that each TB runs.
    runs: u32,
}

/// The groups, and the stall patterns of all neighbours of the table.
#[derive(Clone, Debug)]
pub struct Stimulus {
    launches: Vec<Launch>,
    link: StallPattern,
    next: StallPattern,
    take: StallPattern,
    done: StallPattern,
    end: StallPattern,
    memory_request: StallPattern,
    memory_response: StallPattern,
}

/// Most groups that may be left in the table.
const UNENDING: usize = 4;

/// Threads below this one launch more groups than others.
const EAGER: u32 = 12;

fn launch(entries: u32) -> impl Strategy<Value = Launch> {
    let hw_tid = prop_oneof![4 => 0..EAGER, 2 => entries - 4..entries + 4, 1 => 0..0x1_0000u32];
    let kdei = prop_oneof![4 => 0..3u32, 1 => 0..32u32];
    let wait = prop_oneof![3 => Just(0u32), 1 => 0..30u32];
    let runs = prop_oneof![2 => 0..8u32, 1 => 0..100u32];
    let beyond = prop_oneof![Just(0u32), (3..30u32).prop_map(|bit| 1 << bit)];
    (hw_tid, kdei, 1..6u32, beyond, wait, runs).prop_map(
        |(hw_tid, kdei, tbs, beyond, wait, runs)| {
            let hw_tid = hw_tid & 0xFFFF;
            Launch { hw_tid, kdei, tbs, beyond, wait, runs }
        },
    )
}

impl Spec for Agt {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        // In some stimuli few threads use few entries, and their TBs run for long.
        let crowd = prop_oneof![Just(EAGER), 1..3u32];
        let linger = prop_oneof![2 => Just(0u32), 1 => 100..300u32];
        let launches = (prop::collection::vec(launch(params.entries), 0..48), crowd, linger);
        let launches = launches.prop_map(|(mut launches, crowd, linger)| {
            let ending = launches.len().saturating_sub(UNENDING);
            launches[..ending].iter_mut().for_each(|launch| launch.beyond = 0);
            for launch in &mut launches {
                launch.runs += linger;
                if launch.hw_tid < EAGER {
                    launch.hw_tid %= crowd;
                }
            }
            launches
        });
        (launches, stall(), stall(), stall(), stall(), stall(), stall(), stall())
            .prop_map(|(launches, link, next, take, done, end, memory_request, memory_response)| {
                Stimulus { launches, link, next, take, done, end, memory_request, memory_response }
            })
            .boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        let buffer = "a request is held until it is carried out (rule 6)";
        let next = "the Kernel Distributor takes no link while a next command waits (its rule 11)";
        vec![
            ("alloc twice in a row", buffer),
            ("next twice in a row", buffer),
            ("take twice in a row", buffer),
            ("done twice in a row", buffer),
            ("end twice in a row", buffer),
            ("link twice in a row", "an alloc waits for the link before it (rule 6)"),
            ("next + link", next),
            (
                "take waits",
                "the scheduler asks for a group when it has the one before (its rule 3)",
            ),
        ]
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            stimulus: stimulus.clone(),
            cycle: 0,
            scoreboard: Scoreboard::new(params),
            launched: 0,
            wait: stimulus.launches.first().map_or(0, |launch| launch.wait),
            chains: BTreeMap::new(),
            serving: None,
            last_served: 0,
            running: BTreeSet::new(),
            offers: In::default(),
            dones: VecDeque::new(),
            unending: 0,
            memory: BTreeMap::new(),
            responses: VecDeque::new(),
        })
    }
}

/// The kernel whose front group the scheduler distributes.
struct Serving {
    kdei: u32,
    /// The group has been read, and its TBs have started.
    started: bool,
}

struct Env {
    stimulus: Stimulus,
    cycle: u64,
    scoreboard: Scoreboard,
    launched: usize,
    /// Cycles until the next launch.
    wait: u32,
    /// AGEIs of the groups linked to each kernel, from NAGEI to LAGEI.
    chains: BTreeMap<u32, VecDeque<u32>>,
    serving: Option<Serving>,
    last_served: u32,
    /// Cycles in which TBs complete, with a serial number and their group.
    running: BTreeSet<(u64, usize, u32)>,
    /// Requests that have been offered and not taken.
    offers: In,
    dones: VecDeque<(u32, u32)>,
    /// Groups in the table of which some TBs still run.
    unending: usize,
    memory: BTreeMap<u32, u32>,
    responses: VecDeque<u32>,
}

impl Env {
    /// Lets the SMXs write a group's record and offer the group.
    fn launch(&mut self) {
        if self.offers.alloc_valid || self.launched == self.stimulus.launches.len() {
            return;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return;
        }
        let launch = &self.stimulus.launches[self.launched];
        let group = scoreboard::Group::numbered(self.launched);
        let grid = decode_grid([group.grid_x, group.grid_yz]);
        let words = Record { grid, param: group.param, next: Agei::NONE }.pack();
        for (word, value) in words.into_iter().enumerate() {
            self.memory.insert(group.record + record::offset(word), value);
        }
        self.offers.alloc_valid = true;
        self.offers.alloc_hw_tid = launch.hw_tid;
        self.offers.alloc_kdei = launch.kdei;
        self.offers.alloc_grid_x = group.grid_x;
        self.offers.alloc_grid_yz = group.grid_yz;
        self.offers.alloc_param = group.param;
        self.offers.alloc_record = group.record;
        self.launched += 1;
        self.wait = self.stimulus.launches.get(self.launched).map_or(0, |next| next.wait);
    }

    /// Lets the scheduler, which has read a group, start its TBs, move on, or read it again.
    fn distribute(&mut self, next: u32) {
        let Some(serving) = &mut self.serving else { return };
        let chain = self.chains.entry(serving.kdei).or_default();
        let agei = chain[0];
        let number = self.scoreboard.number(agei);
        let Launch { tbs, beyond, runs, .. } = self.stimulus.launches[number];
        if !serving.started && Agei::from_word(agei).is_in_table() {
            for tb in 0..tbs {
                let ends = self.cycle + u64::from(runs + tb);
                self.running.insert((ends, number << 8 | tb as usize, agei));
            }
        }
        serving.started = true;
        if chain.len() > 1 && Agei::from_word(next).is_none() {
            self.offer_take(agei);
            return;
        }
        chain.pop_front();
        self.serving = None;
        if Agei::from_word(agei).is_in_table() {
            self.dones.push_back((agei, tbs + beyond));
            self.unending += usize::from(beyond > 0);
        }
    }

    fn offer_take(&mut self, agei: u32) {
        self.offers.take_valid = true;
        self.offers.take_agei = agei;
    }

    /// Lets the scheduler take the next kernel that has groups.
    fn serve(&mut self) {
        if self.serving.is_some() || !self.stimulus.take.at(self.cycle) {
            return;
        }
        let waiting = || self.chains.iter().filter(|(_, chain)| !chain.is_empty());
        let next = waiting().find(|(&kdei, _)| kdei > self.last_served).or(waiting().next());
        if let Some((&kdei, chain)) = next {
            let agei = chain[0];
            self.last_served = kdei;
            self.serving = Some(Serving { kdei, started: false });
            self.offer_take(agei);
        }
    }

    /// Lets the scheduler offer `end` and `done`.
    fn settle(&mut self) {
        let due = self.running.first().is_some_and(|&(due, ..)| due <= self.cycle);
        if !self.offers.end_valid && due && self.stimulus.end.at(self.cycle) {
            if let Some((_, _, agei)) = self.running.pop_first() {
                self.offers.end_valid = true;
                self.offers.end_agei = agei;
            }
        }
        if !self.offers.done_valid && self.stimulus.done.at(self.cycle) {
            if let Some((agei, count)) = self.dones.pop_front() {
                self.offers.done_valid = true;
                self.offers.done_agei = agei;
                self.offers.done_count = count;
            }
        }
    }

    /// Lets the Kernel Distributor append the linked group to its kernel's chain.
    fn link(&mut self, kdei: u32, agei: u32) {
        let chain = self.chains.entry(kdei).or_default();
        if let Some(&prev) = chain.back() {
            self.offers.next_prev = prev;
            self.offers.next_agei = agei;
        }
        chain.push_back(agei);
    }

    /// Lets the memory carry out a request.
    fn access(&mut self, out: &Out) {
        if out.mem_req_write {
            self.memory.insert(out.mem_req_addr, out.mem_req_data);
        } else {
            self.responses.push_back(self.memory.get(&out.mem_req_addr).copied().unwrap_or(0));
        }
    }

    /// Returns whether everything that was launched has completed.
    fn drained(&self) -> bool {
        self.launched == self.stimulus.launches.len()
            && self.chains.values().all(VecDeque::is_empty)
            && self.serving.is_none()
            && self.running.is_empty()
            && self.dones.is_empty()
            && self.offers == In::default()
            && self.scoreboard.drained(self.unending)
    }

    /// Withdraws what the table takes at this edge.
    fn withdraw_taken(&mut self, out: &Out) {
        let o = &mut self.offers;
        if out.alloc_ready {
            *o = In {
                alloc_valid: false,
                alloc_hw_tid: 0,
                alloc_kdei: 0,
                alloc_grid_x: 0,
                alloc_grid_yz: 0,
                alloc_param: 0,
                alloc_record: 0,
                ..*o
            };
        }
        if o.next_valid && out.next_ready {
            *o = In { next_valid: false, next_prev: 0, next_agei: 0, ..*o };
        }
        if out.take_ready {
            *o = In { take_valid: false, take_agei: 0, ..*o };
        }
        if out.done_ready {
            *o = In { done_valid: false, done_agei: 0, done_count: 0, ..*o };
        }
        if out.end_ready {
            *o = In { end_valid: false, end_agei: 0, ..*o };
        }
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.scoreboard.check(out)?;
        if out.group_valid {
            self.distribute(out.group_next);
        }
        if self.scoreboard.awake() && self.drained() {
            return Ok(None);
        }
        self.launch();
        self.serve();
        self.settle();
        // A `next` waits here from its link until it is taken; until then no link is taken.
        let next_waits = self.offers.next_agei != 0 || self.offers.next_prev != 0;
        self.offers.next_valid |= next_waits && self.stimulus.next.at(self.cycle);
        let mut input = In {
            link_ready: !next_waits && self.stimulus.link.at(self.cycle),
            mem_req_ready: self.stimulus.memory_request.at(self.cycle),
            ..self.offers
        };
        if !input.next_valid {
            (input.next_prev, input.next_agei) = (0, 0);
        }
        if self.stimulus.memory_response.at(self.cycle) {
            if let Some(word) = self.responses.pop_front() {
                input.mem_resp_valid = true;
                input.mem_resp_data = word;
            }
        }
        self.scoreboard.cover(out, &input, coverage);
        self.scoreboard.follow(out, &input);
        self.withdraw_taken(out);
        if out.link_valid && input.link_ready {
            self.link(out.link_kdei, out.link_agei);
        }
        if out.mem_req_valid && input.mem_req_ready {
            self.access(out);
        }
        self.cycle += 1;
        Ok(Some(input))
    }
}
