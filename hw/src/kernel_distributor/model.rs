//! Fast model of the Kernel Distributor.

use super::pins::{In, Out, Params};
use crate::kernel_distributor::pins::GRAPH;
use crate::kit::Clocked;

/// Bits of a reference count.
const REFERENCES: u32 = (1 << 24) - 1;

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

/// A search under way.
#[derive(Clone, Copy, Debug)]
struct Search {
    /// Entry whose payload is read in this cycle; the one below is compared.
    scan: u32,
    pc: u32,
    shape: u32,
    demand: u32,
    count: u32,
}

/// Entries as bit vectors and arrays, the search, and what is on its way out.
#[derive(Clone, Debug)]
pub struct Model {
    entries: u32,
    /// One bit per existing entry.
    all: u128,
    live: u128,
    /// Entries with ExeBL or references above zero.
    busy: u128,
    kernels: Vec<Kernel>,
    exebl: Vec<u16>,
    references: Vec<u32>,
    /// The entry that `enter` offers, with level and cluster.
    entering: Option<[u32; 3]>,
    /// The entry looked at last, and what was read of it at the last edge.
    looked: Option<u32>,
    shown: Kernel,
    search: Option<Search>,
    /// Result of the search that has just ended: the entry of a hit.
    found: Option<Option<u32>>,
    retired: Option<usize>,
}

impl Model {
    /// A distributor of the given size, after reset.
    pub fn new(params: &Params) -> Self {
        let entries = params.entries as usize;
        Self {
            entries: params.entries,
            all: u128::MAX >> (128 - params.entries),
            live: 0,
            busy: 0,
            kernels: vec![Kernel::default(); entries],
            exebl: vec![0; entries],
            references: vec![0; entries],
            entering: None,
            looked: None,
            shown: Kernel::default(),
            search: None,
            found: None,
            retired: None,
        }
    }

    fn retirable(&self) -> u128 {
        self.live & !self.busy
    }

    fn disp_ready(&self) -> bool {
        self.search.is_none() && self.entering.is_none() && self.live != self.all
    }

    fn update_busy(&mut self, entry: usize) {
        let busy = self.exebl[entry] != 0 || self.references[entry] != 0;
        self.busy = self.busy & !(1 << entry) | u128::from(busy) << entry;
    }

    fn refer(&mut self, entry: u32, difference: u32) {
        let index = entry as usize;
        self.references[index] = self.references[index].wrapping_add(difference) & REFERENCES;
        self.update_busy(index);
    }

    fn run(&mut self, entry: u32, difference: u16) {
        let index = entry as usize;
        self.exebl[index] = self.exebl[index].wrapping_add(difference);
        self.update_busy(index);
    }

    /// One compare of the search among the `eligible` entries.
    fn search_step(&mut self, eligible: u128) {
        self.found = None;
        let Some(search) = &mut self.search else { return };
        let compared = search.scan.checked_sub(1);
        search.scan += 1;
        let Some(entry) = compared else { return };
        let kernel = &self.kernels[entry as usize];
        let same =
            (kernel.pc, kernel.shape, kernel.demand) == (search.pc, search.shape, search.demand);
        if same && eligible >> entry & 1 != 0 {
            let groups = search.count;
            self.found = Some(Some(entry));
            self.search = None;
            self.refer(entry, groups);
        } else if entry + 1 == self.entries {
            self.found = Some(None);
            self.search = None;
        }
    }

    /// Takes a kernel into the lowest of the `free` entries.
    fn take(&mut self, i: &In, free: u128) {
        let entry = free.trailing_zeros();
        self.kernels[entry as usize] = Kernel {
            pc: i.disp_pc,
            grid_x: i.disp_grid_x,
            grid_yz: i.disp_grid_yz,
            shape: i.disp_shape,
            demand: i.disp_demand,
            param: i.disp_param,
            tag: i.disp_tag,
            desc: i.disp_desc,
        };
        self.live |= 1 << entry;
        self.refer(entry, 1);
        self.entering = Some([entry, i.disp_level, i.disp_cluster]);
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&Params { entries: self.entries });
    }

    fn out(&self) -> Out {
        let [enter_kdei, enter_level, enter_cluster] = self.entering.unwrap_or_default();
        let mut out = Out {
            disp_ready: self.disp_ready(),
            match_ready: self.search.is_none(),
            match_done: self.found.is_some(),
            retire_valid: self.retired.is_some(),
            enter_valid: self.entering.is_some(),
            enter_kdei,
            enter_level,
            enter_cluster,
            live: self.live.into(),
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
        if self.looked.is_some() {
            let kernel = &self.shown;
            (out.kde_pc, out.kde_param) = (kernel.pc, kernel.param);
            out.kde_shape = kernel.shape & 0x1FFF_FFFF;
            out.kde_demand = kernel.demand & 0x3FFF_FFFF;
            out.kde_graph = kernel.demand & GRAPH != 0;
            (out.kde_grid_x, out.kde_grid_yz) = (kernel.grid_x, kernel.grid_yz);
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
        let entering = self.entering.map_or(0, |[entry, ..]| 1 << entry);

        self.retired = (retiring != 0).then_some(retiring.trailing_zeros() as usize);
        self.search_step(self.live & !retiring & !entering);
        if i.look_valid {
            self.looked = Some(i.look_kdei);
        }
        if let Some(entry) = self.looked {
            self.shown = self.kernels[entry as usize];
        }
        if i.spent_valid {
            self.refer(i.spent_kdei, REFERENCES);
        }
        if i.start_valid {
            self.run(i.start_kdei, 1);
        }
        if i.end_valid {
            self.run(i.end_kdei, u16::MAX);
        }
        if i.enter_ready {
            self.entering = None;
        }
        self.live &= !retiring;
        if taken {
            self.take(i, free);
        }
        if matched {
            self.search = Some(Search {
                scan: 0,
                pc: i.match_pc,
                shape: i.match_shape,
                demand: i.match_demand,
                count: i.match_count,
            });
        }
    }

    fn idle(&self) -> bool {
        self.search.is_none()
            && self.found.is_none()
            && self.retired.is_none()
            && self.entering.is_none()
            && self.retirable() == 0
    }
}
