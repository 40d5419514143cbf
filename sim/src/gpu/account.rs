//! The account of a run, from those of its SMXs.

use crate::ptx::{Program, RuntimeKernel};
use crate::smx::{Counts, Place, Reason, Slots, SmxAccount};
use serde::ser::{SerializeMap, Serializer};
use serde::Serialize;
use std::collections::BTreeMap;

/// What became of every slot of every warp scheduler in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    pub whole: Counts,
    pub smxs: Vec<Counts>,
    /// By the kernel's name.
    pub kernels: BTreeMap<String, Counts>,
    /// By depth of the launch.
    pub depths: Vec<DepthAccount>,
    /// By line, those of a function in order.
    pub lines: Vec<LineAccount>,
}

/// The slots of the warps of launches of one depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DepthAccount {
    /// Slots.
    pub slots: u64,
    /// What became of them.
    #[serde(serialize_with = "shares")]
    pub shares: Slots,
}

/// The slots of a line of the PTX text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineAccount {
    /// Its function.
    pub function: String,
    /// Its number in the text.
    pub line: u32,
    /// What stands there.
    pub text: String,
    /// Where it comes from, as `FILE:LINE`, if `.loc` says so.
    pub source: Option<String>,
    /// Slots.
    pub slots: u64,
    /// What became of them.
    #[serde(serialize_with = "shares")]
    pub shares: Slots,
}

/// Writes the shares of the reasons that have any: a result has many lines, and a line has few reasons.
fn shares<S: Serializer>(slots: &Slots, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for &reason in Reason::ALL.iter().filter(|&&reason| slots.of(reason) > 0) {
        map.serialize_entry(reason.name(), &slots.share(reason))?;
    }
    map.end()
}

impl Account {
    /// Adds the accounts of all SMXs, which are in order. The program was parsed from `text`.
    pub fn of(accounts: &[SmxAccount], program: &Program, text: &str) -> Self {
        let mut account = Self::default();
        let mut places: BTreeMap<Place, Slots> = BTreeMap::new();
        for smx in accounts {
            let sum = smx.sum();
            account.whole.add(&sum);
            account.smxs.push(sum);
            for (function, counts) in program.functions.iter().zip(&smx.kernels) {
                if counts.slots.total() > 0 {
                    account.kernels.entry(function.name.clone()).or_default().add(counts);
                }
            }
            let depths = account.depths.len().max(smx.depths.len());
            account.depths.resize(depths, DepthAccount::default());
            for (depth, slots) in account.depths.iter_mut().zip(&smx.depths) {
                depth.slots += slots.total();
                depth.shares.add_all(slots);
            }
            for (place, slots) in &smx.lines {
                places.entry(*place).or_default().add_all(slots);
            }
        }
        account.lines = lines(&places, program, text);
        account
    }
}

/// The slots of each line, of which several instructions may be part.
fn lines(places: &BTreeMap<Place, Slots>, program: &Program, text: &str) -> Vec<LineAccount> {
    let mut lines: BTreeMap<(u32, u32), Slots> = BTreeMap::new();
    for (&(function, instr), slots) in places {
        let instrs = program.functions.get(function as usize).map(|function| &function.instrs);
        let line =
            instrs.and_then(|instrs| instrs.get(instr as usize)).map_or(0, |instr| instr.line);
        lines.entry((function, line)).or_default().add_all(slots);
    }
    let texts: Vec<&str> = text.lines().collect();
    let line = |((function, line), shares): ((u32, u32), Slots)| {
        let function = &program.functions[function as usize];
        // The device runtime's kernels are of another text.
        let is_ours =
            texts.get((line as usize).wrapping_sub(1)).filter(|_| !RuntimeKernel::is(function));
        LineAccount {
            function: function.name.clone(),
            line,
            text: is_ours.map_or_else(String::new, |text| text.trim().to_owned()),
            source: is_ours.and_then(|_| program.source(line)).map(String::from),
            slots: shares.total(),
            shares,
        }
    };
    lines.into_iter().map(line).collect()
}
