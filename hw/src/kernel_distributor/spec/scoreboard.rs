//! The abstract specification: kernels with what is owed to them.

use super::super::pins::{In, Out, Params};
use crate::kernel_distributor::pins::GRAPH;
use crate::kit::spec::ensure;
use crate::kit::{Mask, Violation};
use std::collections::{BTreeMap, BTreeSet};

/// A live kernel.
pub(super) struct Kernel {
    /// What came with it.
    pub(super) given: In,
    pub(super) entered: bool,
    pub(super) running: i64,
    /// Works matched or dispatched and not spent.
    pub(super) references: i64,
}

/// A search under way.
pub(super) struct Search {
    /// Matching kernels that were live when it began.
    pub(super) candidates: BTreeSet<u32>,
    pub(super) groups: u32,
    pub(super) waited: u32,
}

/// What must be true.
pub struct Scoreboard {
    pub(super) entries: u32,
    pub(super) kernels: BTreeMap<u32, Kernel>,
    /// The kernel that `enter` offers.
    pub(super) entering: Option<u32>,
    pub(super) search: Option<Search>,
    /// Tag and descriptor owed to the KMU in this cycle.
    pub(super) retired: Option<(u32, u32)>,
    /// The entry looked at, what it held at the last edge, and what was taken into every entry.
    pub(super) looked: Option<u32>,
    shown: In,
    taken: BTreeMap<u32, In>,
    /// Outputs of the last cycle if nothing should have changed at its end.
    quiet: Option<Out>,
}

impl Scoreboard {
    /// The state after reset.
    pub fn new(params: &Params) -> Self {
        Self {
            entries: params.entries,
            kernels: BTreeMap::new(),
            entering: None,
            search: None,
            retired: None,
            looked: None,
            shown: In::default(),
            taken: BTreeMap::new(),
            quiet: None,
        }
    }

    /// Whether no kernel is live and nothing is owed.
    pub fn is_empty(&self) -> bool {
        self.kernels.is_empty() && self.search.is_none() && self.retired.is_none()
    }

    /// Judges the outputs of this cycle.
    pub fn check(&mut self, out: &Out) -> Result<(), Violation> {
        let live = self.kernels.keys().copied().collect::<Mask>();
        ensure(out.live == live, || {
            format!("rules 1, 3 and 7: live entries {:#x}, not {live:#x}", out.live)
        })?;
        let retire = (out.retire_valid, out.retire_tag, out.retire_desc);
        let (tag, desc) = self.retired.unwrap_or((0, 0));
        ensure(retire == (self.retired.is_some(), tag, desc), || {
            format!("rule 7: retires {retire:x?}, not {:x?}", self.retired)
        })?;
        let enter = (out.enter_valid, [out.enter_kdei, out.enter_level, out.enter_cluster]);
        let expected = self.entering.map_or([0; 3], |kdei| {
            let given = &self.kernels[&kdei].given;
            [kdei, given.disp_level, given.disp_cluster]
        });
        ensure(enter == (self.entering.is_some(), expected), || {
            format!("rule 1: enter {enter:?}, not {:?} as {expected:?}", self.entering)
        })?;
        let full = self.kernels.len() as u32 == self.entries;
        let room = !full && self.search.is_none() && self.entering.is_none();
        // A search that is done in this cycle has ended.
        let room = room || !full && out.match_done && self.entering.is_none();
        ensure(out.disp_ready == room, || format!("rule 1: disp_ready {}", out.disp_ready))?;
        self.check_search(out)?;
        self.check_look(out)?;
        if let Some(before) = self.quiet.filter(|before| before != out) {
            let text = format!("contract 4: an idle distributor goes from {before:x?} to {out:x?}");
            return Err(Violation::new(text));
        }
        Ok(())
    }

    fn check_search(&mut self, out: &Out) -> Result<(), Violation> {
        if !out.match_done {
            let zero = !out.match_hit && out.match_kdei == 0;
            ensure(zero, || "stream rule 3: a result without match_done".into())?;
            if let Some(search) = &mut self.search {
                search.waited += 1;
                let bound = self.entries + 2;
                ensure(search.waited < bound, || format!("rule 2: not done in {bound} cycles"))?;
            }
            let searching = self.search.is_some();
            return ensure(out.match_ready != searching, || {
                "rule 2: match_ready does not tell whether a search runs".into()
            });
        }
        let Some(search) = self.search.take() else {
            return Err(Violation::new("rule 2: match_done without a search"));
        };
        // Candidates that retired or had not entered were not eligible, the rest were all the time.
        let eligible = search.candidates.iter().find(|kdei| self.kernels.contains_key(kdei));
        let hit = out.match_hit.then_some(out.match_kdei);
        ensure(hit == eligible.copied() && (out.match_hit || out.match_kdei == 0), || {
            format!("rules 2 and 4: search ends with {hit:?}, not {eligible:?}")
        })?;
        // One entry is compared in each cycle.
        let due = hit.unwrap_or(self.entries - 1) + 2;
        ensure(search.waited == due, || {
            format!("rule 2: search ends with {hit:?} after {} cycles, not {due}", search.waited)
        })?;
        if let Some(kernel) = hit.and_then(|kdei| self.kernels.get_mut(&kdei)) {
            kernel.references += i64::from(search.groups);
        }
        ensure(out.match_ready, || "rule 2: match_ready is low though no search runs".into())
    }

    fn check_look(&self, out: &Out) -> Result<(), Violation> {
        let given = &self.shown;
        let kde = [out.kde_pc, out.kde_param, out.kde_shape, out.kde_demand, out.kde_grid_x];
        let expected = [
            given.disp_pc,
            given.disp_param,
            given.disp_shape & 0x1FFF_FFFF,
            given.disp_demand & 0x3FFF_FFFF,
            given.disp_grid_x,
        ];
        let graph = given.disp_demand & GRAPH != 0;
        let same =
            kde == expected && out.kde_grid_yz == given.disp_grid_yz && out.kde_graph == graph;
        ensure(same, || format!("rule 5: {:?} shows {kde:x?}, not {expected:x?}", self.looked))
    }

    /// Entries of which nothing is left, lowest first (rule 7).
    pub(super) fn over(&self) -> impl Iterator<Item = u32> + '_ {
        let over = |kernel: &Kernel| kernel.references == 0 && kernel.running == 0;
        self.kernels.iter().filter(move |(_, kernel)| over(kernel)).map(|(kdei, _)| *kdei)
    }

    fn kernel(&mut self, kdei: u32) -> &mut Kernel {
        self.kernels.get_mut(&kdei).expect("only live kernels have work and TBs")
    }

    /// Follows what happens at the edge that ends this cycle.
    pub fn edge(&mut self, out: &Out, i: &In) {
        let ready = In { enter_ready: out.enter_valid && i.enter_ready, ..*i };
        self.quiet = (out.idle && ready == In::default()).then_some(*out);
        let (retiring, waiting) = (self.over().next(), self.entering);
        let free = (0..self.entries).find(|kdei| !self.kernels.contains_key(kdei));
        if i.look_valid {
            self.looked = Some(i.look_kdei);
        }
        if let Some(kdei) = self.looked {
            self.shown = self.taken[&kdei];
        }
        if i.spent_valid {
            self.kernel(i.spent_kdei).references -= 1;
        }
        if i.start_valid {
            self.kernel(i.start_kdei).running += 1;
        }
        if i.end_valid {
            self.kernel(i.end_kdei).running -= 1;
        }
        if let Some(kdei) = self.entering.take_if(|_| i.enter_ready) {
            self.kernel(kdei).entered = true;
        }
        let retired = retiring.and_then(|kdei| self.kernels.remove(&kdei));
        self.retired = retired.map(|kernel| (kernel.given.disp_tag, kernel.given.disp_desc));
        if let Some(kdei) = free.filter(|_| i.disp_valid && out.disp_ready) {
            let kernel = Kernel { given: *i, entered: false, running: 0, references: 1 };
            self.kernels.insert(kdei, kernel);
            self.taken.insert(kdei, *i);
            self.entering = Some(kdei);
        }
        self.search_at_edge(out, i, waiting);
    }

    /// A kernel that has not entered when the search compares it is not eligible (rule 4): KDE i is
    /// compared in the second cycle after the command, and i more.
    fn search_at_edge(&mut self, out: &Out, i: &In, waiting: Option<u32>) {
        if i.match_valid && out.match_ready {
            let wanted = (i.match_pc, i.match_shape, i.match_demand);
            let same = |given: &In| (given.disp_pc, given.disp_shape, given.disp_demand) == wanted;
            let matching = self.kernels.iter().filter(|(_, kernel)| same(&kernel.given));
            let candidates = matching.map(|(kdei, _)| *kdei).collect();
            self.search = Some(Search { candidates, groups: i.match_count, waited: 0 });
        } else if let (Some(search), Some(kdei)) = (&mut self.search, waiting) {
            // In this cycle, the entry below the one read was compared.
            if search.waited == kdei + 2 {
                search.candidates.remove(&kdei);
            }
        }
    }
}
