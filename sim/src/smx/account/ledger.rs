//! The account of an SMX while it is kept: what has been charged, and what the open slots are to be charged to.

use super::over_time::OverTime;
use super::places::{Place, Places};
use super::{Counts, IntervalSlots, Reason, Slots, SmxAccount};
use crate::smx::pending::Pending;

/// What holds the next instruction of a warp back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::smx) struct Hold {
    /// Before this cycle, `event` holds the warp itself back.
    pub event_until: u64,
    pub event: Reason,
    /// From then on, what holds the instruction back for longest.
    pub last: Reason,
    /// Whether that is a memory access under way, so that its level is not known yet.
    pub is_under_way: bool,
    /// From this cycle on, [`Reason::BackPressure`] takes the place of `last`.
    pub refused_from: u64,
}

impl Hold {
    /// A warp policy has picked none of the warps that could issue.
    pub const BY_POLICY: Self = Self {
        event_until: 0,
        event: Reason::Policy,
        last: Reason::Policy,
        is_under_way: false,
        refused_from: u64::MAX,
    };
}

/// What a scheduler waits for that loses its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::smx) enum Wait {
    /// No warp is resident.
    Empty,
    /// The warp in slot `w` is nearest to issue, and can issue in cycle `until`.
    Warp { w: usize, until: u64, hold: Hold },
}

/// The slots of a scheduler that are not charged yet.
#[derive(Clone, Copy, Debug)]
pub(in crate::smx) struct Open {
    /// The first cycle.
    pub from: u64,
    /// Holds if the scheduler is not in `Ledger::unknown`.
    pub wait: Wait,
}

/// The counts of a kernel on this SMX.
#[derive(Clone, Debug, Default)]
struct Kernel {
    /// Without the slots that were issued.
    counts: Counts,
    /// Instructions that were issued in the slot of another.
    seconds: u64,
}

/// The open account of an SMX.
#[derive(Clone, Debug)]
pub(in crate::smx) struct Ledger {
    /// The present cycle.
    pub now: u64,
    /// Per scheduler.
    pub open: Vec<Open>,
    /// Mask of the schedulers for which it has not been determined what they wait for since that may have changed.
    pub unknown: u32,
    /// Mask of the occupied warp slots.
    pub residents: u64,
    /// Mask of the warp slots of scheduler 0. Those of scheduler s are the same, s further.
    pub slots_of_first: u64,
    /// Per warp slot: index of its kernel in `Program::functions`.
    kernel_of: Vec<u32>,
    /// Per warp slot: what was lost to memory accesses under way, to be charged when their level is known.
    under_way: Vec<u64>,
    /// Whether a launch has not started its first TB on any SMX.
    pub launching: bool,
    /// By the kernel's index in `Program::functions`.
    kernels: Vec<Kernel>,
    empty: Slots,
    places: Places,
    /// The same by interval, if it is kept.
    over_time: Option<Box<OverTime>>,
}

impl Ledger {
    /// Opens the account of an empty SMX in cycle `now`, and one by intervals if they are asked for.
    pub fn new(now: u64, schedulers: usize, warps: usize, by_interval: bool) -> Self {
        Self {
            now,
            open: vec![Open { from: now, wait: Wait::Empty }; schedulers],
            unknown: (1 << schedulers) - 1,
            residents: 0,
            slots_of_first: (0..warps).step_by(schedulers).fold(0, |mask, w| mask | 1 << w),
            kernel_of: vec![0; warps],
            under_way: vec![0; warps],
            launching: false,
            kernels: Vec::new(),
            empty: Slots::default(),
            places: Places::new(warps),
            over_time: by_interval.then(|| Box::new(OverTime::new(warps))),
        }
    }

    /// Notes that a warp of kernel `function`, of a launch of that depth, enters slot `w` and comes to an instruction.
    pub fn enter(&mut self, w: usize, function: u32, depth: u32, place: Place) {
        self.places.enter(w, depth, place);
        self.residents |= 1 << w;
        self.kernel_of[w] = function;
        let kernels = self.kernels.len().max(function as usize + 1);
        self.kernels.resize(kernels, Kernel::default());
    }

    /// Notes that the warp in slot `w` leaves. It must not wait for operands: it has exited, or waits for children.
    pub fn leave(&mut self, w: usize) {
        debug_assert_eq!(self.under_way[w], 0, "warp {w} leaves slots that are not charged");
        self.residents &= !(1 << w);
    }

    /// Notes that the warp in slot `w` comes to an instruction, and that its open slots have been charged.
    pub fn come_to(&mut self, w: usize, place: Place) {
        self.places.come_to(w, place);
    }

    /// Notes that the warp in slot `w` issues the instruction it has come to.
    pub fn begin_issue(&mut self, w: usize) {
        self.places.begin_issue(w);
    }

    /// Learns from when the next instruction of the warp in slot `w` has its operands. If that is known now, what was
    /// lost to accesses under way was lost to the one that came last.
    pub fn learn(&mut self, w: usize, operands: Pending) {
        if !operands.is_under_way() {
            self.charge_under_way(w, operands.producer());
        }
    }

    fn charge_under_way(&mut self, w: usize, reason: Reason) {
        let slots = std::mem::take(&mut self.under_way[w]);
        if slots > 0 {
            self.kernels[self.kernel_of[w] as usize].counts.slots.add(reason, slots);
            self.places.add(w, reason, slots);
            if let Some(over_time) = &mut self.over_time {
                over_time.settle(w, reason);
            }
        }
    }

    /// Takes the present slot of scheduler `s` as issued by warp slot `w`, whose instruction has `lanes` active lanes
    /// and may be the `second` in the slot. The slots before have been charged.
    #[inline]
    pub fn issue(&mut self, s: usize, w: usize, lanes: u64, second: bool) {
        debug_assert!(self.open[s].from >= self.now, "slots of scheduler {s} are lost");
        self.open[s].from = self.now + 1;
        self.unknown |= 1 << s;
        let kernel = &mut self.kernels[self.kernel_of[w] as usize];
        kernel.counts.lanes.count(lanes);
        kernel.seconds += u64::from(second);
        if second {
            return;
        }
        self.places.add_issued(w);
        if let Some(over_time) = &mut self.over_time {
            over_time.add(Reason::Issued, 1);
        }
    }

    /// Charges the open slots of scheduler `s`, and forgets what it waits for.
    #[inline]
    pub fn forget(&mut self, s: usize) {
        if self.open[s].from < self.now {
            self.charge(s);
        }
        self.unknown |= 1 << s;
    }

    /// Charges the open slots of scheduler `s` before the present cycle to what it waits for, which must be known.
    fn charge(&mut self, s: usize) {
        let (from, to) = (self.open[s].from, self.now);
        self.open[s].from = to;
        debug_assert!(self.unknown >> s & 1 == 0, "scheduler {s} waits for nothing known");
        match self.open[s].wait {
            Wait::Empty => {
                let reason = if self.launching { Reason::Launch } else { Reason::NoWarp };
                self.empty.add(reason, to - from);
                if let Some(over_time) = &mut self.over_time {
                    over_time.add(reason, to - from);
                }
            }
            Wait::Warp { w, hold, .. } => {
                let began = hold.event_until.clamp(from, to);
                let refused = hold.refused_from.clamp(began, to);
                self.lose(w, hold.event, began - from);
                if hold.is_under_way {
                    self.lose_under_way(w, refused - began);
                } else {
                    self.lose(w, hold.last, refused - began);
                }
                self.lose(w, Reason::BackPressure, to - refused);
            }
        }
    }

    /// Keeps slots of the present interval that the warp in slot `w` loses to accesses under way.
    fn lose_under_way(&mut self, w: usize, slots: u64) {
        if slots == 0 {
            return;
        }
        self.under_way[w] += slots;
        if let Some(over_time) = &mut self.over_time {
            over_time.add_under_way(w, slots);
        }
    }

    /// Charges slots of the present interval that the warp in slot `w` loses.
    fn lose(&mut self, w: usize, reason: Reason, slots: u64) {
        if slots == 0 {
            return;
        }
        self.kernels[self.kernel_of[w] as usize].counts.slots.add(reason, slots);
        self.places.add(w, reason, slots);
        if let Some(over_time) = &mut self.over_time {
            over_time.add(reason, slots);
        }
    }

    /// Ends an interval before the present cycle, up to which all slots have been charged. Returns what has been charged
    /// since the last one ended.
    pub fn end_interval(&mut self) -> IntervalSlots {
        self.over_time.as_mut().map_or_else(IntervalSlots::default, |over_time| over_time.end())
    }

    /// Makes one interval of each two that have ended, of which there is an even number.
    pub fn halve_intervals(&mut self) {
        if let Some(over_time) = &mut self.over_time {
            over_time.halve();
        }
    }

    /// Returns what has been charged. What is lost to accesses still under way counts as lost to DRAM.
    pub fn account(&mut self) -> SmxAccount {
        (0..self.under_way.len()).for_each(|w| self.charge_under_way(w, Reason::ScoreboardDram));
        let close = |kernel: &Kernel| {
            let mut counts = kernel.counts.clone();
            counts.slots.add(Reason::Issued, counts.lanes.total() - kernel.seconds);
            counts
        };
        let (depths, lines) = self.places.account();
        let kernels = self.kernels.iter().map(close).collect();
        SmxAccount { kernels, empty: self.empty.clone(), depths, lines }
    }
}
