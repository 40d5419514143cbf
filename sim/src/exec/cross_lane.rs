//! Instructions that exchange values between the lanes of a warp: votes, shuffles, matches, reductions.

use super::gather::Gathered;
use super::lanes::{mask_of, ones, sign};
use super::memory::lanes_of;
use super::warp::{Lanes, SimtEntry, Site, Warp};
use super::{Effect, WarningKind, LOCAL_WINDOW, SHARED_WINDOW, WARP_SIZE};
use crate::ptx::{Op, ShflMode, Space, VoteMode, WarpReduction};

/// Returns the position of the member mask among the sources, if the instruction has one.
fn member_mask(at: &Site) -> Option<usize> {
    let sources = at.instr.sources().len();
    match at.instr.op {
        Op::ActiveMask => None,
        Op::Vote(_) => (sources == 2).then_some(1),
        Op::Shfl(_) => (sources == 4).then_some(3),
        _ => Some(sources - 1),
    }
}

impl Warp {
    /// Executes a cross-lane instruction, or lets another path run whose lanes it requires.
    pub(super) fn exchange(&mut self, at: &Site) -> Result<Effect, (u32, String)> {
        let top = self.simt.len() - 1;
        let named = match member_mask(at) {
            Some(index) if at.mask != 0 => self.operand(at, index),
            _ => {
                self.join(std::slice::from_ref(at));
                self.simt[top].pc += 1;
                self.reconverge();
                return Ok(Effect::Alu);
            }
        };
        let first = at.mask.trailing_zeros();
        let mask = named[first as usize] as u32;
        let same = at.mask & mask_of(|lane| named[lane] as u32 == mask);
        if same != at.mask {
            // Lanes that name different members execute the instruction one set after the other.
            let pc = self.simt[top].pc;
            self.simt[top].pc += 1;
            for lanes in [at.mask & !same, same] {
                self.simt.push(SimtEntry::new(pc, pc + 1, lanes));
            }
            return self.step_aside();
        }
        if at.mask & !mask != 0 {
            let lane = (at.mask & !mask).trailing_zeros();
            return Err((
                lane,
                format!("lane {lane} is not in the member mask {mask:#010x} that it names"),
            ));
        }
        let gathered = self.gather(at, mask).map_err(|absent| {
            (
                first,
                format!(
                    "lanes {:#010x} wait for all of member mask {mask:#010x}: {absent}",
                    at.mask
                ),
            )
        })?;
        match gathered {
            Gathered::Alone => self.join(std::slice::from_ref(at)),
            Gathered::Together(sites) => self.join(&sites),
            Gathered::Elsewhere => return self.step_aside(),
        }
        let joins = matches!(at.instr.op, Op::Vote(_) | Op::Match(_) | Op::Redux(_));
        let exited = joins && mask & !self.live != 0;
        self.warn(WarningKind::MaskNamesExitedLanes, exited.into());
        self.go_on(at);
        Ok(Effect::Alu)
    }

    /// Reports that control went to another path of the warp and that nothing was executed.
    pub(super) fn step_aside(&mut self) -> Result<Effect, (u32, String)> {
        self.executed = 0;
        Ok(Effect::Branch { diverged: false })
    }

    /// Executes the same instruction on several paths as one.
    fn join(&mut self, sites: &[Site]) {
        let Some(at) = sites.last() else { return };
        let lanes = sites.iter().fold(0, |lanes, site| lanes | site.mask);
        let (value, pred) = match at.instr.op {
            Op::Vote(mode) => self.vote(sites, lanes, mode),
            Op::Shfl(mode) => {
                let (value, pred, absent) = self.shfl(sites, lanes, mode);
                self.warn(WarningKind::ShflInactiveLane, absent);
                (value, pred)
            }
            Op::Match(all) => self.matching(sites, lanes, all),
            Op::Redux(how) => ([self.reduce(sites, lanes, how); WARP_SIZE], 0),
            Op::Elect => {
                let leader = lanes.trailing_zeros().min(31);
                ([u64::from(leader); WARP_SIZE], 1 << leader)
            }
            Op::ActiveMask => ([u64::from(lanes); WARP_SIZE], 0),
            _ => return,
        };
        for site in sites {
            if matches!(site.instr.op, Op::Vote(mode) if mode != VoteMode::Ballot) {
                self.write_predicate(site, 0, pred);
                continue;
            }
            self.write(site, 0, &value);
            if site.instr.num_dsts > 1 {
                self.write_predicate(site, 1, pred);
            }
        }
    }

    /// Returns source `index` of every lane, from the instruction that the lane is at.
    fn joined(&self, sites: &[Site], index: usize) -> Lanes {
        let mut values = [0; WARP_SIZE];
        for site in sites {
            let operand = self.operand(site, index);
            lanes_of(site.mask).for_each(|lane| values[lane] = operand[lane]);
        }
        values
    }

    fn vote(&self, sites: &[Site], lanes: u32, mode: VoteMode) -> (Lanes, u32) {
        let yes = sites.iter().fold(0, |yes, site| yes | self.predicate(site, 0) & site.mask);
        let holds = match mode {
            VoteMode::Ballot => return ([u64::from(yes); WARP_SIZE], 0),
            VoteMode::All => yes == lanes,
            VoteMode::Any => yes != 0,
            VoteMode::Uni => yes == 0 || yes == lanes,
        };
        ([0; WARP_SIZE], if holds { u32::MAX } else { 0 })
    }

    /// Moves values between lanes. A lane whose source is out of range keeps its own value; one whose source takes
    /// no part gets 0. Returns the values, the lanes whose source is in range, and how many sources take no part.
    fn shfl(&self, sites: &[Site], lanes: u32, mode: ShflMode) -> (Lanes, u32, u32) {
        let [a, b, c] = [0, 1, 2].map(|index| self.joined(sites, index));
        let mut result = [0; WARP_SIZE];
        let (mut inside, mut absent) = (0, 0);
        for lane in 0..WARP_SIZE as u32 {
            let (amount, control) = ((b[lane as usize] & 31) as u32, c[lane as usize] as u32);
            let (segment, clamp) = (control >> 8 & 31, control & 31);
            let most = lane & segment | clamp & !segment;
            let (from, valid) = match mode {
                ShflMode::Up => {
                    (lane.wrapping_sub(amount), lane as i32 - amount as i32 >= most as i32)
                }
                ShflMode::Down => (lane + amount, lane + amount <= most),
                ShflMode::Bfly => (lane ^ amount, lane ^ amount <= most),
                ShflMode::Idx => {
                    let from = lane & segment | amount & !segment;
                    (from, from <= most)
                }
            };
            inside |= u32::from(valid) << lane;
            let from = if valid { from & 31 } else { lane };
            absent |= u32::from(lanes >> from & 1 == 0) << lane;
            // The values of lanes that take no part are 0.
            result[lane as usize] = a[from as usize] & ones(32);
        }
        (result, inside, (absent & lanes).count_ones())
    }

    /// Returns for each lane the lanes with the same value, or all lanes if all have the same.
    fn matching(&self, sites: &[Site], lanes: u32, all: bool) -> (Lanes, u32) {
        let bits = sites.first().map_or(32, |site| site.instr.ty.bits());
        let values = self.joined(sites, 0).map(|value| value & ones(bits));
        let mut result = [0; WARP_SIZE];
        for lane in lanes_of(lanes) {
            result[lane] = u64::from(lanes & mask_of(|other| values[other] == values[lane]));
        }
        if !all {
            return (result, 0);
        }
        let same = lanes_of(lanes).all(|lane| result[lane] == u64::from(lanes));
        if same {
            (result, u32::MAX)
        } else {
            ([0; WARP_SIZE], 0)
        }
    }

    fn reduce(&self, sites: &[Site], lanes: u32, how: WarpReduction) -> u64 {
        let signed = sites.first().is_some_and(|site| site.instr.ty.is_signed());
        let values = self.joined(sites, 0);
        let join = |a: u64, b: u64| match how {
            WarpReduction::Add => a.wrapping_add(b),
            WarpReduction::Min if signed => sign(a, 32).min(sign(b, 32)) as u64,
            WarpReduction::Max if signed => sign(a, 32).max(sign(b, 32)) as u64,
            WarpReduction::Min => a.min(b),
            WarpReduction::Max => a.max(b),
            WarpReduction::And => a & b,
            WarpReduction::Or => a | b,
            WarpReduction::Xor => a ^ b,
        };
        let values = lanes_of(lanes).map(|lane| values[lane] & ones(32));
        values.reduce(join).unwrap_or(0) & ones(32)
    }
}

impl Warp {
    /// Tests whether a generic address points into a state space. Constant memory and kernel parameters have no
    /// window of their own; their generic addresses are those of global memory.
    pub(super) fn is_space(&mut self, at: &Site, space: Space) {
        let addresses = self.operand(at, 0);
        let value = mask_of(|lane| match space {
            Space::Shared => addresses[lane] >= SHARED_WINDOW,
            Space::Local => (LOCAL_WINDOW..SHARED_WINDOW).contains(&addresses[lane]),
            Space::Global => addresses[lane] < LOCAL_WINDOW,
            _ => false,
        });
        self.write_predicate(at, 0, value);
    }
}
