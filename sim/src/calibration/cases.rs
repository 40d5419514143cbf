//! Kernels that each isolate one behaviour, and what the peer counts for them.

use super::filling::Filling;
use super::reference::Reference;
use crate::host::{Arg, HostLaunch, HostStep, Workload};
use crate::mem::{GlobalMemory, MemoryFault};
use serde::Deserialize;

/// The peer puts the first buffer at a multiple of this: so channels, banks and rows of all addresses are its own.
const BASE: u64 = 12 << 20;

/// A scalar argument, or a buffer by what it holds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum CaseArg {
    I32 { i32: i32 },
    F32 { f32: f32 },
    Buffer(Filling),
}

/// One launch of a kernel.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The kernel's.
    pub kernel: String,
    /// The behaviour, in words.
    pub what: String,
    grid: [u32; 3],
    block: [u32; 3],
    /// Dynamic shared memory.
    #[serde(default)]
    shared_bytes: u32,
    args: Vec<CaseArg>,
}

/// All cases, and the peer's runs of them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cases {
    /// The launches.
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
    /// The runs.
    #[serde(rename = "run")]
    pub runs: Vec<Reference>,
}

/// The cases.
pub fn cases() -> Cases {
    toml::from_str(include_str!("../../calibration/cases.toml")).expect("a test reads the file too")
}

macro_rules! kernels {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../calibration/cases/", $name, ".ptx")))),*]
    };
}

/// PTX by kernel.
const KERNELS: &[(&str, &str)] = kernels! {
    "bins_gl" "bins_sh" "box9" "colsum" "edge5" "flip_pad" "flip_plain" "flip_tile" "forked" "horner64" "modloop"
    "onebank" "pick" "ring" "rowhop" "rowsum" "step_ld" "steps" "strew" "strip4" "treesum" "triad" "uneven" "wave5"
};

impl Case {
    /// The text of its kernel; empty if there is none of that name.
    pub fn ptx(&self) -> &'static str {
        KERNELS.iter().find(|(name, _)| *name == self.kernel).map_or("", |(_, text)| text)
    }
}

/// A case as a program of the host.
#[derive(Clone, Debug)]
pub struct CaseWorkload {
    case: Case,
    arguments: Vec<Arg>,
    launched: bool,
}

impl CaseWorkload {
    /// One launch of `case`.
    pub fn new(case: Case) -> Self {
        Self { case, arguments: Vec::new(), launched: false }
    }
}

impl Workload for CaseWorkload {
    fn name(&self) -> &str {
        &self.case.name
    }

    fn ptx(&self) -> &str {
        self.case.ptx()
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let before = memory.alloc_named("what lies before the buffers", 256, 256)? + 256;
        memory.alloc_named(
            "what lies before the buffers",
            before.next_multiple_of(BASE) - before,
            256,
        )?;
        let mut filled = Vec::new();
        for (n, argument) in self.case.args.iter().enumerate() {
            self.arguments.push(match argument {
                CaseArg::I32 { i32 } => Arg::U32(*i32 as u32),
                CaseArg::F32 { f32 } => Arg::F32(*f32),
                CaseArg::Buffer(filling) => {
                    let name = format!("the buffer of argument {n}");
                    let address = memory.alloc_named(name, filling.bytes(), 256)?;
                    filled.push((address, filling));
                    Arg::U64(address)
                }
            });
        }
        filled
            .iter()
            .try_for_each(|(address, filling)| memory.write_u32s(*address, &filling.words()))
    }

    fn step(&mut self, _: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if std::mem::replace(&mut self.launched, true) {
            return Ok(HostStep::Done);
        }
        Ok(HostStep::Launch(vec![HostLaunch {
            kernel: self.case.kernel.clone(),
            grid: self.case.grid,
            block: self.case.block,
            shared_bytes: self.case.shared_bytes,
            args: self.arguments.clone(),
            stream: 0,
            mapping: None,
        }]))
    }

    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        Ok(())
    }

    /// The instructions that were executed are compared with the peer's instead.
    fn has_reference(&self) -> bool {
        false
    }
}
