//! The account of an SMX by place in the program and by depth of the launch. Slots without a warp have neither.

use super::{Reason, Slots};

/// An instruction: the index of its function in `Program::functions`, and its own there.
pub type Place = (u32, u32);

/// Slots by instruction and by depth of the launch.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Slots of instructions that have had any, in the order in which they were come to.
    lines: Vec<(Place, Slots)>,
    /// By function and instruction, where it is in `lines`, and 1 more; 0 if it is not there.
    index: Vec<Vec<u32>>,
    /// By depth of the launch; the host's are at 0.
    depths: Vec<Slots>,
    /// Per warp slot: the depth, and where in `lines` the instruction is that the warp waits to issue.
    warps: Vec<(usize, usize)>,
    /// The instruction that issues now.
    issuing: usize,
}

impl Places {
    /// No slots, on an SMX with so many warp slots.
    pub fn new(warps: usize) -> Self {
        let (lines, index, depths) = (Vec::new(), Vec::new(), Vec::new());
        Self { lines, index, depths, warps: vec![(0, 0); warps], issuing: 0 }
    }

    /// Notes that a warp of a launch of that depth enters slot `w`, and comes to an instruction.
    pub fn enter(&mut self, w: usize, depth: u32, place: Place) {
        let depth = depth as usize;
        self.depths.resize(self.depths.len().max(depth + 1), Slots::default());
        self.warps[w].0 = depth;
        self.come_to(w, place);
    }

    /// Notes that the warp in slot `w` comes to an instruction.
    pub fn come_to(&mut self, w: usize, (function, instr): Place) {
        let (function, at) = (function as usize, instr as usize);
        self.index.resize(self.index.len().max(function + 1), Vec::new());
        let index = &mut self.index[function];
        index.resize(index.len().max(at + 1), 0);
        if index[at] == 0 {
            self.lines.push(((function as u32, instr), Slots::default()));
            index[at] = self.lines.len() as u32;
        }
        self.warps[w].1 = index[at] as usize - 1;
    }

    /// Notes that the warp in slot `w` issues the instruction it has come to.
    pub fn begin_issue(&mut self, w: usize) {
        self.issuing = self.warps[w].1;
    }

    /// Adds the slot of the instruction that issues from slot `w`.
    pub fn add_issued(&mut self, w: usize) {
        self.depths[self.warps[w].0].add(Reason::Issued, 1);
        self.lines[self.issuing].1.add(Reason::Issued, 1);
    }

    /// Adds slots that the warp in slot `w` loses.
    pub fn add(&mut self, w: usize, reason: Reason, slots: u64) {
        let (depth, line) = self.warps[w];
        self.depths[depth].add(reason, slots);
        self.lines[line].1.add(reason, slots);
    }

    /// Returns the slots by depth, and those by instruction.
    pub fn account(&self) -> (Vec<Slots>, Vec<(Place, Slots)>) {
        let lines = self.lines.iter().filter(|(_, slots)| slots.total() > 0);
        (self.depths.clone(), lines.cloned().collect())
    }
}
