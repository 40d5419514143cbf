//! Specification of the KMU: an environment that models host, SMXs, Kernel Distributor and memory,
//! with a scoreboard on queues, sets and maps.

mod commands;
mod coverage;
mod scoreboard;

use super::pins::{In, Out, Params};
use super::{descriptor, Kmu};
use crate::kit::{width, Coverage, Environment, Spec, Unit, Violation};
use proptest::prelude::*;
use scoreboard::{Scoreboard, TAG};
use std::collections::VecDeque;

/// A segment of cycles in which the neighbours act as often as the percentages say.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    cycles: u32,
    host: u32,
    command: u32,
    take: u32,
    done: u32,
    memory: u32,
    response: u32,
    /// The kind of every command, if all have the same.
    kind: Option<u32>,
    /// The host offers only the next head of a queue, at the edge that unblocks the queue.
    meet: bool,
    seed: u32,
}

/// What the environment does.
#[derive(Clone, Debug)]
pub struct Stimulus {
    dispatch_cycles: u32,
    pending_limit: u32,
    segments: Vec<Segment>,
}

/// Dispatch times that use the upper bits of the timer.
const LONG: std::ops::Range<u32> = 1 << 12..1 << 16;

/// One kernel that waits for a long time.
fn patient(dispatch_cycles: u32) -> Stimulus {
    let offer = Segment { cycles: 1, host: 100, seed: dispatch_cycles, ..Segment::default() };
    Stimulus { dispatch_cycles, pending_limit: 0, segments: vec![offer] }
}

/// Cycles of launches without a dispatch: some hundred kernels stay in the pool.
const FLOOD: std::ops::Range<u32> = 1500..2000;

/// Puts a flood of launches before the stimulus; the limit admits all of them to the pool.
fn flooded(stimulus: Stimulus, cycles: u32) -> Stimulus {
    let launches = Segment {
        cycles,
        command: 100,
        memory: 100,
        response: 100,
        kind: Some(0),
        ..Segment::default()
    };
    let segments = std::iter::once(launches).chain(stimulus.segments).collect();
    Stimulus { pending_limit: stimulus.pending_limit.max(cycles), segments, ..stimulus }
}

/// Some tens of kernels that run, are suspended one after the other, and are all resumed later.
fn held((launches, suspends): (u32, u32)) -> Stimulus {
    let busy = Segment { command: 100, memory: 100, response: 100, ..Segment::default() };
    let run = Segment { cycles: launches, take: 100, kind: Some(0), ..busy.clone() };
    let suspend = Segment { cycles: suspends, kind: Some(1), seed: launches, ..busy };
    Stimulus { dispatch_cycles: 0, pending_limit: 100, segments: vec![run, suspend] }
}

/// Returns the address of the `number`-th descriptor: all different, over the whole memory.
fn descriptor(number: u32) -> u32 {
    number.wrapping_mul(0x9E37_79B1) << 5
}

impl Spec for Kmu {
    type Stimulus = Stimulus;

    fn stimuli(_: &Params) -> BoxedStrategy<Stimulus> {
        // Never, always, and in between: starvation, bursts, and all neighbours at once.
        let percent = || prop_oneof![Just(0u32), Just(100), Just(60), Just(15)];
        let busy = (percent(), percent(), percent(), percent(), percent(), percent());
        let kind = prop_oneof![3 => Just(None), 2 => (0..3u32).prop_map(Some)];
        let habits = (kind, prop::bool::weighted(0.3));
        let segment = (1..60u32, busy, habits, any::<u32>()).prop_map(
            |(cycles, busy, (kind, meet), seed)| {
                let (host, command, take, done, memory, response) = busy;
                // Only a running kernel can be suspended.
                let done = if kind == Some(1) { 0 } else { done };
                Segment { cycles, host, command, take, done, memory, response, kind, meet, seed }
            },
        );
        let dispatch_cycles = prop_oneof![Just(0u32), 8..14u32, 32..64u32];
        let pending_limit = prop_oneof![6 => 0..6u32, 1 => any::<u32>()];
        let stimulus = (dispatch_cycles, pending_limit, prop::collection::vec(segment, 0..12))
            .prop_map(|(dispatch_cycles, pending_limit, segments)| Stimulus {
                dispatch_cycles,
                pending_limit,
                segments,
            })
            .boxed();
        let deep =
            (stimulus.clone(), FLOOD).prop_map(|(stimulus, cycles)| flooded(stimulus, cycles));
        let patient = LONG.prop_map(patient);
        let held = (200..500u32, 100..300u32).prop_map(held);
        prop_oneof![17 => stimulus, 1 => deep, 2 => patient, 1 => held].boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        vec![
            ("cmd twice in a row", "a command is decided before the next one is taken"),
            ("disp twice in a row", "there is one dispatch at a time (rule 5)"),
        ]
    }

    fn constant(params: &Params) -> Vec<(&'static str, &'static str)> {
        let one = "there is a single queue";
        let pins = [("host_hwq", one), ("done_hwq", one)];
        pins.into_iter().filter(|_| params.hwqs == 1).collect()
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            params: params.clone(),
            tag_bits: width::TAG.of(Kmu::class(params)),
            straps: In {
                cfg_dispatch_cycles: stimulus.dispatch_cycles,
                cfg_pending_limit: stimulus.pending_limit,
                ..In::default()
            },
            segments: stimulus.segments.clone().into(),
            dice: 1,
            kernels: 0,
            offer: None,
            responses: VecDeque::new(),
            scoreboard: Scoreboard::new(params, stimulus.dispatch_cycles, stimulus.pending_limit),
        })
    }
}

struct Env {
    params: Params,
    tag_bits: u32,
    straps: In,
    segments: VecDeque<Segment>,
    dice: u32,
    /// Descriptors made so far.
    kernels: u32,
    /// The command that is offered: kind, descriptor, level and cluster.
    offer: Option<[u32; 4]>,
    /// Words read, not yet answered.
    responses: VecDeque<u32>,
    scoreboard: Scoreboard,
}

impl Env {
    fn roll(&mut self) -> u32 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 17;
        self.dice ^= self.dice << 5;
        self.dice
    }

    /// The bit of a tag that marks a kernel from the host.
    fn host_bit(&self) -> u32 {
        1 << (self.tag_bits - 1)
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.roll() % 100 < percent
    }

    fn pick(&mut self, from: &[u32]) -> Option<u32> {
        let at = self.roll() as usize % from.len().max(1);
        from.get(at).copied()
    }

    /// Makes a new descriptor in memory. Everything that the unit must not read is random.
    fn kernel(&mut self, tag: u32) -> u32 {
        self.kernels += 1;
        let desc = descriptor(self.kernels);
        for at in (0..descriptor::WORDS).map(descriptor::offset) {
            let noise = self.roll();
            let value = if at == TAG { noise << self.tag_bits | tag } else { noise };
            self.scoreboard.memory.insert(desc + at, value);
        }
        desc
    }

    /// Returns the next command, if there is one; while draining only resumes.
    fn command(&mut self, draining: bool, kind: Option<u32>) -> Option<(u32, u32)> {
        let held = self.scoreboard.resumable();
        let any = [0, 0, 0, 1, 2][self.roll() as usize % 5];
        let kind = if draining { 2 } else { kind.unwrap_or(any) };
        match kind {
            0 => Some((0, self.kernel(0))),
            1 => {
                let running = self.scoreboard.running.clone();
                let desc = self.pick(&running)?;
                self.scoreboard.running.retain(|&other| other != desc);
                Some((1, desc))
            }
            _ => self.pick(&held).map(|desc| (2, desc)),
        }
    }

    /// A command with a level and a cluster, which a unit without clusters does not look at.
    fn offer(&mut self, kind: u32, desc: u32) -> [u32; 4] {
        let Params { clusters, levels, .. } = self.params;
        let dice = self.roll();
        let (level, cluster) = match clusters {
            0 => (dice >> 8 & 7, dice >> 16 & ((1 << width::SMX.of(Kmu::class(&self.params))) - 1)),
            _ => ((dice >> 8) % (levels + 1), (dice >> 16) % clusters),
        };
        [kind, desc, level, cluster]
    }

    /// Returns the segment of this cycle; after the last segment everything drains.
    fn segment(&mut self) -> Option<Segment> {
        let mut segment = self.segments.pop_front()?;
        let now = segment.clone();
        self.dice ^= segment.seed;
        self.dice = self.dice.max(1);
        segment.cycles -= 1;
        segment.seed = 0;
        if segment.cycles > 0 {
            self.segments.push_front(segment);
        }
        Some(now)
    }

    fn drained(&self, out: &Out) -> bool {
        out.idle
            && self.offer.is_none()
            && self.responses.is_empty()
            && self.scoreboard.nothing_left()
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.scoreboard.check(out)?;
        let segment = self.segment();
        let draining = segment.is_none();
        if draining && self.drained(out) {
            return Ok(None);
        }
        let habits = segment.unwrap_or(Segment {
            command: 100,
            take: 100,
            done: 100,
            memory: 100,
            response: 100,
            ..Segment::default()
        });
        let mut input = self.straps;
        if self.chance(habits.done) {
            let running = self.scoreboard.running.clone();
            if let Some(desc) = self.pick(&running) {
                self.scoreboard.running.retain(|&other| other != desc);
                let host = self.host_bit();
                let tag = self.scoreboard.memory[&(desc + TAG)] & (2 * host - 1);
                (input.done_valid, input.done_hwq) = (tag & host != 0, tag & (host - 1));
            }
        }
        let mut ready: Vec<u32> = out.hwq_ready.iter().collect();
        if habits.meet {
            ready.retain(|&hwq| input.done_valid && hwq == input.done_hwq);
        }
        if self.chance(habits.host) {
            if let Some(hwq) = self.pick(&ready) {
                let desc = self.kernel(self.host_bit() | hwq);
                (input.host_valid, input.host_hwq, input.host_desc) = (true, hwq, desc);
            }
        }
        if self.offer.is_none() && self.chance(habits.command) {
            let command = self.command(draining, habits.kind);
            self.offer = command.map(|(kind, desc)| self.offer(kind, desc));
        }
        if let Some([kind, desc, level, cluster]) = self.offer {
            (input.cmd_valid, input.cmd_kind, input.cmd_desc) = (true, kind, desc);
            (input.cmd_level, input.cmd_cluster) = (level, cluster);
        }
        input.disp_ready = self.chance(habits.take);
        input.mem_req_ready = self.chance(habits.memory);
        if self.chance(habits.response) {
            if let Some(word) = self.responses.pop_front() {
                (input.mem_resp_valid, input.mem_resp_data) = (true, word);
            }
        }
        if out.mem_req_valid && input.mem_req_ready && !out.mem_req_write {
            self.responses.extend(self.scoreboard.memory.get(&out.mem_req_addr));
        }
        if out.cmd_ready {
            self.offer = None;
        }
        self.scoreboard.cover(out, &input, coverage);
        self.scoreboard.observe(out, &input);
        Ok(Some(input))
    }
}
