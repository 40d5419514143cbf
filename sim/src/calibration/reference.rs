//! The peer's runs of both kinds as one list.

use super::{cases, peer, CaseWorkload, Measured};
use crate::host::Workload;
use serde::{Deserialize, Serialize};

/// What the peer counts in a run. Absent is what was not written down, or what its machine does not have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The case, such as `vecadd 4096`.
    pub case: String,
    /// Preset that describes the peer's machine.
    #[serde(rename(deserialize = "config"))]
    pub machine: String,
    /// Core cycles.
    pub cycles: u64,
    /// Lanes that executed, guard applied, over all warp instructions.
    pub thread_instructions: u64,
    /// Warp instructions.
    pub warp_instructions: Option<u64>,
    /// Registers of a thread, by ptxas.
    pub registers_per_thread: Option<u32>,
    /// TBs that an SMX can hold at once.
    pub tbs_per_smx: Option<u32>,
    /// Lines brought to an L1, if global loads use it.
    pub l1_accesses: Option<u64>,
    /// Share of them that hit.
    pub l1_hit_rate: Option<f64>,
    /// Sectors brought to the L2, instruction and constant fetches included.
    pub l2_accesses: u64,
    /// Share of them that hit.
    pub l2_hit_rate: f64,
    /// Reads of DRAM, of 32 bytes.
    pub dram_reads: Option<u64>,
    /// Writes of DRAM, of 32 bytes.
    pub dram_writes: Option<u64>,
    /// Elements of a vector or rows of a matrix; none of a case of one size.
    #[serde(skip_deserializing)]
    pub size: Option<u32>,
}

/// All runs of the peer, each with what it ran.
pub fn references() -> Vec<(Reference, Box<dyn Workload>)> {
    let sized = peer().runs.into_iter().map(|run| {
        let reference = Reference {
            case: format!("{} {}", run.kernel.name(), run.size),
            machine: run.config,
            cycles: run.cycles,
            thread_instructions: run.thread_instructions,
            l1_accesses: run.l1_accesses,
            l1_hit_rate: run.l1_hit_rate,
            l2_accesses: run.l2_accesses,
            l2_hit_rate: run.l2_hit_rate,
            size: Some(run.size),
            ..Reference::default()
        };
        (reference, Box::new(Measured::new(run.kernel, run.size)) as Box<dyn Workload>)
    });
    let cases::Cases { cases, runs } = cases::cases();
    let of_cases = runs.into_iter().filter_map(|run| {
        let case = cases.iter().find(|case| case.name == run.case)?.clone();
        Some((run, Box::new(CaseWorkload::new(case)) as Box<dyn Workload>))
    });
    sized.chain(of_cases).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Chains, Kernel};
    use super::*;
    use crate::mem::GlobalMemory;

    #[test]
    fn every_run_of_the_peer_names_a_case_with_a_kernel_that_is_here() {
        let cases::Cases { cases, runs } = cases::cases();
        assert_eq!(references().len(), peer().runs.len() + runs.len(), "each run has its case");
        for case in &cases {
            let entry = format!(".entry {}(", case.kernel);
            assert!(case.ptx().contains(&entry), "{}: no kernel {}", case.name, case.kernel);
            let machines = runs.iter().filter(|run| run.case == case.name).count();
            assert_eq!(machines, 2, "{}", case.name);
        }
    }

    #[test]
    fn a_run_of_the_peer_is_named_like_its_workload_and_only_the_sized_kernels_are_verified() {
        for (run, workload) in references() {
            let name = match run.size {
                Some(size) => format!("{} {size}", workload.name()),
                None => workload.name().to_string(),
            };
            assert_eq!(name, run.case);
            assert_eq!(workload.has_reference(), run.size.is_some(), "{name}");
        }
        let chains = Chains::default();
        assert_eq!((chains.name(), chains.has_reference()), ("lat", false), "it only measures");
    }

    #[test]
    fn a_sized_kernel_that_has_not_run_is_found_wrong() {
        // i + 2 i, and the sum of (k mod 7) (k mod 5) over k < 16, by hand.
        for (kernel, size, expected) in [
            (Kernel::Vecadd, 256, "c[1] is 0, expected 3"),
            (Kernel::Matmul, 16, "c[0] is 0, expected 79"),
        ] {
            let mut workload = Measured::new(kernel, size);
            let mut memory = GlobalMemory::new(1 << 20);
            workload.setup(&mut memory).unwrap();
            assert_eq!(workload.verify(&memory), Err(expected.to_string()));
        }
    }
}
