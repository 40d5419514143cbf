//! Fast model of the Kernel Distributor.

use super::pins::{In, Out, Params, NO_GROUP};
use crate::kit::Clocked;

/// Most entries.
const MAX: usize = 32;

/// What the KMU gave and the distributor hands on.
#[derive(Clone, Copy, Debug, Default)]
struct Kernel {
    pc: u32,
    grid_x: u32,
    grid_yz: u32,
    shape: u32,
    demand: u32,
    param: u32,
    tag: u32,
    desc: u32,
}

/// The FCFS queue: every marked entry once, except the one waiting to be pushed.
#[derive(Clone, Debug, Default)]
struct Queue {
    slots: [u8; MAX],
    head: usize,
    count: usize,
}

impl Queue {
    fn front(&self) -> usize {
        self.slots[self.head].into()
    }
    fn push(&mut self, entry: usize) {
        self.slots[(self.head + self.count) % MAX] = entry as u8;
        self.count += 1;
    }
    fn pop(&mut self) {
        self.head = (self.head + 1) % MAX;
        self.count -= 1;
    }
}

/// A search under way.
#[derive(Clone, Copy, Debug)]
struct Search {
    /// Entry whose payload is read in this cycle; the one below is compared.
    scan: u32,
    pc: u32,
    shape: u32,
    demand: u32,
    count: u16,
}

/// Entries as bit vectors and arrays, the queue, and what is on its way out.
#[derive(Clone, Debug)]
pub struct Model {
    entries: u32,
    /// One bit an existing entry.
    all: u32,
    live: u32,
    marked: u32,
    first: u32,
    /// Entries with ExeBL or holds above zero.
    busy: u32,
    kernels: [Kernel; MAX],
    nagei: [u32; MAX],
    lagei: [u32; MAX],
    exebl: [u16; MAX],
    hold: [u16; MAX],
    queue: Queue,
    head_shown: bool,
    /// A taken kernel's entry, until it is pushed.
    waiting: Option<usize>,
    search: Option<Search>,
    /// Result of the search that has just ended: the entry of a hit.
    found: Option<Option<u32>>,
    /// (previous group, group) of the waiting `next` command.
    next: Option<(u32, u32)>,
    retired: Option<usize>,
}

impl Model {
    /// A distributor of the given size, after reset.
    pub fn new(params: &Params) -> Self {
        Self {
            entries: params.entries,
            all: u32::MAX >> (MAX as u32 - params.entries),
            live: 0,
            marked: 0,
            first: 0,
            busy: 0,
            kernels: [Kernel::default(); MAX],
            nagei: [0; MAX],
            lagei: [0; MAX],
            exebl: [0; MAX],
            hold: [0; MAX],
            queue: Queue::default(),
            head_shown: false,
            waiting: None,
            search: None,
            found: None,
            next: None,
            retired: None,
        }
    }

    fn retirable(&self) -> u32 {
        self.live & !self.marked & !self.busy
    }

    fn disp_ready(&self) -> bool {
        self.search.is_none() && self.waiting.is_none() && self.live != self.all
    }

    fn update_busy(&mut self, entry: usize) {
        let busy = self.exebl[entry] != 0 || self.hold[entry] != 0;
        self.busy = self.busy & !(1 << entry) | u32::from(busy) << entry;
    }

    /// One compare of the search; an entry in `retiring` is not eligible.
    fn search_step(&mut self, retiring: u32) {
        self.found = None;
        let Some(search) = &mut self.search else { return };
        let compared = search.scan.checked_sub(1);
        search.scan += 1;
        let Some(entry) = compared else { return };
        let kernel = &self.kernels[entry as usize];
        let same =
            (kernel.pc, kernel.shape, kernel.demand) == (search.pc, search.shape, search.demand);
        if same && self.live & !retiring & 1 << entry != 0 {
            self.hold[entry as usize] = self.hold[entry as usize].wrapping_add(search.count);
            self.update_busy(entry as usize);
            self.found = Some(Some(entry));
            self.search = None;
        } else if entry + 1 == self.entries {
            self.found = Some(None);
            self.search = None;
        }
    }

    /// Carries out a link; the entry it pushes to the FCFS queue, if it does.
    fn link(&mut self, entry: usize, agei: u32, chain_empty: bool) -> Option<usize> {
        let bit = 1 << entry;
        self.hold[entry] = self.hold[entry].wrapping_sub(1);
        self.update_busy(entry);
        if chain_empty {
            self.nagei[entry] = agei;
        } else {
            self.next = Some((self.lagei[entry], agei));
        }
        self.lagei[entry] = agei;
        if self.marked & bit != 0 {
            return None;
        }
        self.marked |= bit;
        self.first &= !bit;
        Some(entry)
    }

    /// Carries out what the scheduler says about the head; `linked` is the entry a link goes to.
    fn head_step(&mut self, i: &In, linked: Option<usize>) {
        let head = self.queue.front();
        let untouched = linked != Some(head);
        let nagei = self.nagei[head];
        if i.native_done {
            self.first &= !(1 << head);
        }
        let to_none = i.advance_next == NO_GROUP;
        if i.advance_valid && (!to_none || nagei == self.lagei[head] && untouched) {
            self.nagei[head] = i.advance_next;
        }
        if i.unmark && nagei == NO_GROUP && untouched {
            self.marked &= !(1 << head);
            self.queue.pop();
            self.head_shown = false;
        }
        if i.start_valid {
            self.exebl[head] = self.exebl[head].wrapping_add(1);
            self.update_busy(head);
        }
    }

    /// Takes a kernel into the lowest of the `free` entries.
    fn take(&mut self, i: &In, free: u32) {
        let entry = free.trailing_zeros() as usize;
        self.kernels[entry] = Kernel {
            pc: i.disp_pc,
            grid_x: i.disp_grid_x,
            grid_yz: i.disp_grid_yz,
            shape: i.disp_shape,
            demand: i.disp_need,
            param: i.disp_param,
            tag: i.disp_tag,
            desc: i.disp_desc,
        };
        self.live |= 1 << entry;
        self.marked |= 1 << entry;
        self.first |= 1 << entry;
        (self.nagei[entry], self.lagei[entry]) = (NO_GROUP, NO_GROUP);
        self.waiting = Some(entry);
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&Params { entries: self.entries });
    }

    fn out(&self) -> Out {
        let mut out = Out {
            disp_ready: self.disp_ready(),
            match_ready: self.search.is_none(),
            match_done: self.found.is_some(),
            link_ready: self.next.is_none(),
            next_valid: self.next.is_some(),
            head_valid: self.head_shown,
            retire_valid: self.retired.is_some(),
            live: self.live,
            idle: self.idle(),
            ..Out::default()
        };
        if let Some(entry) = self.retired {
            out.retire_tag = self.kernels[entry].tag;
            out.retire_desc = self.kernels[entry].desc;
        }
        if let Some(Some(entry)) = self.found {
            (out.match_hit, out.match_kdei) = (true, entry);
        }
        (out.next_prev, out.next_agei) = self.next.unwrap_or((0, 0));
        if self.head_shown {
            let head = self.queue.front();
            let kernel = &self.kernels[head];
            out.head_kdei = head as u32;
            out.head_first = self.first >> head & 1 != 0;
            out.head_pc = kernel.pc;
            out.head_grid_x = kernel.grid_x;
            out.head_grid_yz = kernel.grid_yz;
            out.head_shape = kernel.shape;
            out.head_need = kernel.demand;
            out.head_param = kernel.param;
            out.head_nagei = self.nagei[head];
            out.head_lagei = self.lagei[head];
        }
        out
    }

    fn step(&mut self, i: &In) {
        // Everything is decided on the state before the edge.
        let retirable = self.retirable();
        let retiring = retirable & retirable.wrapping_neg();
        let free = self.all & !self.live;
        let taken = i.disp_valid && self.disp_ready();
        let matched = i.match_valid && self.search.is_none();
        let linked = (i.link_valid && self.next.is_none()).then_some(i.link_kdei as usize);
        let chain_empty = linked.is_some_and(|entry| self.nagei[entry] == NO_GROUP);
        let head_shown = self.head_shown;
        self.head_shown = self.queue.count != 0;

        self.retired = (retiring != 0).then_some(retiring.trailing_zeros() as usize);
        self.search_step(retiring);
        if i.next_ready {
            self.next = None;
        }
        if head_shown {
            self.head_step(i, linked);
        }
        let pushed = linked.and_then(|entry| self.link(entry, i.link_agei, chain_empty));
        if let Some(entry) = pushed.or_else(|| self.waiting.take()) {
            self.queue.push(entry);
        }
        if i.end_valid {
            let entry = i.end_kdei as usize;
            self.exebl[entry] = self.exebl[entry].wrapping_sub(1);
            self.update_busy(entry);
        }
        self.live &= !retiring;
        if taken {
            self.take(i, free);
        }
        if matched {
            let count = i.match_count as u16;
            self.search = Some(Search {
                scan: 0,
                pc: i.match_pc,
                shape: i.match_shape,
                demand: i.match_need,
                count,
            });
        }
    }

    fn idle(&self) -> bool {
        self.search.is_none()
            && self.found.is_none()
            && self.next.is_none()
            && self.retired.is_none()
            && self.waiting.is_none()
            && self.retirable() == 0
            && self.head_shown == (self.queue.count != 0)
    }
}
