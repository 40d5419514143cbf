//! The meaning of names inside a function, scope by scope.

use super::super::instr::{Special, Ty};
use super::super::program::FrameVar;
use std::collections::HashMap;

/// The meaning of a name in a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binding {
    Register(u16, Ty),
    /// A kernel parameter at this offset of the parameter block.
    EntryParam(u32),
    /// An argument, result or local array in the thread's frame.
    Frame(FrameVar),
    /// A `.global` or `.const` variable of the function, by index.
    Global(u32),
    /// A shared variable at this offset; `None` for dynamic shared memory.
    Shared(Option<u32>),
}

#[derive(Default)]
struct Scope {
    names: HashMap<String, Binding>,
    /// Registers declared as `%r<count>`: prefix, count, type.
    ranges: Vec<(String, u32, Ty)>,
}

/// The scopes open at a point of the text, innermost last.
pub(super) struct Scopes {
    scopes: Vec<Scope>,
    pub slots: u32,
    /// Types of the slots, in order.
    pub types: Vec<Ty>,
}

impl Scopes {
    pub fn new() -> Self {
        Self { scopes: vec![Scope::default()], slots: 0, types: Vec::new() }
    }

    pub fn begin(&mut self) {
        self.scopes.push(Scope::default());
    }

    pub fn end(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    pub fn declare(&mut self, name: &str, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_string(), binding);
        }
    }

    pub fn declare_range(&mut self, prefix: &str, count: u32, ty: Ty) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.ranges.push((prefix.to_string(), count, ty));
        }
    }

    /// Allocates a new slot; `None` if there are too many.
    pub fn new_slot(&mut self, ty: Ty) -> Option<u16> {
        let slot = u16::try_from(self.slots).ok()?;
        self.slots += 1;
        self.types.push(ty);
        Some(slot)
    }

    /// Returns the meaning of `name` here. Registers of a range get a slot when they are first used.
    pub fn find(&mut self, name: &str) -> Option<Binding> {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: Option<u32> = name[prefix.len()..].parse().ok();
        let mut found = None;
        for (depth, scope) in self.scopes.iter().enumerate().rev() {
            if let Some(binding) = scope.names.get(name) {
                return Some(*binding);
            }
            let range = scope
                .ranges
                .iter()
                .find(|range| range.0 == prefix && number.is_some_and(|n| n < range.1));
            if let Some(range) = range {
                found = Some((depth, range.2));
                break;
            }
        }
        let (depth, ty) = found?;
        let binding = Binding::Register(self.new_slot(ty)?, ty);
        self.scopes[depth].names.insert(name.to_string(), binding);
        Some(binding)
    }
}

/// Returns the special register of this name.
pub(super) fn special(name: &str) -> Option<Special> {
    if let Some((vector, axis)) = name.split_once('.') {
        let axis = match axis {
            "x" => 0,
            "y" => 1,
            "z" => 2,
            _ => return None,
        };
        return match vector {
            "%tid" => Some(Special::Tid(axis)),
            "%ntid" => Some(Special::Ntid(axis)),
            "%ctaid" => Some(Special::Ctaid(axis)),
            "%nctaid" => Some(Special::Nctaid(axis)),
            // Every TB is a cluster of its own.
            "%clusterid" => Some(Special::Ctaid(axis)),
            "%nclusterid" => Some(Special::Nctaid(axis)),
            "%cluster_ctaid" => Some(Special::Fixed(0)),
            "%cluster_nctaid" => Some(Special::Fixed(1)),
            _ => None,
        };
    }
    if let Some(number) = name.strip_prefix("%envreg") {
        return match number.parse::<u32>().ok()? {
            // As cooperative_groups/details/driver_abi.h of CUDA 11 reads them.
            1 => Some(Special::GridWorkspace { upper: true }),
            2 => Some(Special::GridWorkspace { upper: false }),
            // Nobody sets the others in this machine.
            0..32 => Some(Special::Fixed(0)),
            _ => None,
        };
    }
    Some(match name {
        "%laneid" => Special::LaneId,
        "%warpid" => Special::WarpId,
        "%nwarpid" => Special::NumWarps,
        "%smid" => Special::SmId,
        "%nsmid" => Special::NumSm,
        "%gridid" => Special::GridId,
        // One clock drives the whole machine, so the timer counts its cycles.
        "%clock" | "%clock64" | "%globaltimer" | "%globaltimer_lo" => Special::Clock,
        "%clock_hi" | "%globaltimer_hi" => Special::ClockHigh,
        "%lanemask_eq" => Special::LaneMaskEq,
        "%lanemask_lt" => Special::LaneMaskLt,
        "%lanemask_le" => Special::LaneMaskLe,
        "%lanemask_gt" => Special::LaneMaskGt,
        "%lanemask_ge" => Special::LaneMaskGe,
        "%dynamic_smem_size" => Special::DynamicSharedBytes,
        "%total_smem_size" | "%aggr_smem_size" => Special::TotalSharedBytes,
        "%cluster_ctarank" | "%is_explicit_cluster" => Special::Fixed(0),
        "%cluster_nctarank" => Special::Fixed(1),
        // No kernel is launched by a graph in this machine.
        "%current_graph_exec" => Special::Fixed(0),
        _ => return None,
    })
}
