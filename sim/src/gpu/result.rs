//! What a run measured. Each figure's definition is its doc comment; docs/src/statistics.md has
//! the same list.

use super::account::{DepthAccount, LineAccount};
use super::intervals::Interval;
use super::launches::LaunchNode;
use super::monitors::MonitorResult;
use crate::energy::EnergyParts;
use crate::exec::Warning;
use crate::smx::{Counts, Lanes, SkipCounts, Slots};
use serde::Serialize;
use std::collections::BTreeMap;

/// Measurements of one run. Ratios with nothing to divide by are absent.
#[derive(Clone, Debug, Serialize)]
pub struct RunResult {
    /// Core cycles from the first host launch to the end of the last TB and of all bookkeeping.
    pub cycles: u64,
    /// Warp instructions issued.
    pub warp_instructions: u64,
    /// Those that were executed: all that were issued, but for what `frontend=uv` takes from its reuse buffer.
    pub executed_instructions: u64,
    /// Warp instructions that warps skipped because another one of their TB had executed them; 0 with `frontend=base`.
    pub skipped_instructions: u64,
    /// What was skipped, and what not; absent with `frontend=base`.
    pub skips: Option<SkipCounts>,
    /// Joules that the run took: the sum of its parts.
    pub energy_joules: f64,
    /// The joules by what took them.
    pub energy_parts: EnergyParts,
    /// Thread instructions: active lanes, guard applied, summed over warp instructions.
    pub thread_instructions: u64,
    /// Thread instructions per core cycle, all SMXs together.
    pub ipc: f64,
    /// Hash over every pin change of every unit and every TB start and end, in hexadecimal.
    pub trace_hash: String,
    /// Kernels and aggregated groups launched by the device.
    pub launches: u64,
    /// Threads of a device launch, on average.
    pub child_threads: Option<f64>,
    /// Kernels launched by the host.
    pub host_launches: u64,
    /// Device launches that went through the KMU as kernels.
    pub device_kernels: u64,
    /// Aggregated groups that found an eligible kernel, over those that looked.
    pub kde_hit_rate: Option<f64>,
    /// Aggregated groups that found a free AGT entry, over those that were allocated.
    pub agt_hit_rate: Option<f64>,
    /// TBs of device launches that started on the SMX of the TB that launched them, over all of them.
    pub children_on_parent_smx: Option<f64>,
    /// Cycles from the offer of a group to LaPerm's queues until it stands in one, on chip or in memory, averaged over
    /// groups; absent, like the two below, if no group came to such queues.
    pub insertion_cycles: Option<f64>,
    /// Most cycles that a group took.
    pub insertion_cycles_max: Option<u64>,
    /// Groups by the cycles they took, rounded up to a power of two.
    pub insertion_cycles_groups: Option<BTreeMap<u64, u64>>,
    /// What the reuse monitors counted and predicted; absent if there are none.
    pub monitor: Option<MonitorResult>,
    /// Thread instructions over 32 times warp instructions.
    pub warp_activity: f64,
    /// Warp execution efficiency: lanes on the path, guard not applied, over 32 times warp instructions.
    pub warp_execution_efficiency: f64,
    /// The same without the calls of the device runtime.
    pub ideal_warp_execution_efficiency: f64,
    /// Lines and passes over the banks of shared memory beyond the first, a load, store or atomic.
    pub ldst_replay_overhead: Option<f64>,
    /// Resident warps per cycle and SMX over the most an SMX can hold.
    pub occupancy: f64,
    /// Most registers per thread of a kernel that was launched.
    pub registers_per_thread: u32,
    /// Registers per thread of each kernel that was launched, by its name.
    pub kernel_registers: BTreeMap<String, u32>,
    /// Cycles in which an SMX had an unfinished warp, over cycles and SMXs.
    pub smx_activity: f64,
    /// Cycles in which an SMX issued an instruction, over cycles and SMXs.
    pub issue_activity: f64,
    /// Warp instructions of an SMX, on average, over those of the SMX that issued most.
    pub smx_balance: Option<f64>,
    /// Cycles from the launch call to the first TB start, averaged over device launches.
    pub waiting_cycles: Option<f64>,
    /// The same from the end of the launch call, when the units may have the launch.
    pub queued_cycles: Option<f64>,
    /// Most device launches that waited at one time.
    pub waiting_peak: u64,
    /// Deepest nesting of a device launch; the host's are at 0.
    pub deepest_launch: u32,
    /// Launches by who launched them, those of the host at the top.
    pub launch_tree: Vec<LaunchNode>,
    /// Times a TB left its SMX to wait for its children.
    pub suspended_tbs: u64,
    /// Device-runtime calls of threads that returned an error value.
    pub runtime_errors: u64,
    /// Name of the first of these values, if there was one.
    pub first_runtime_error: Option<&'static str>,
    /// Loads outside every buffer that returned zeros, counted by thread; absent if they end the run instead.
    pub outside_reads: Option<u64>,
    /// What was wrong with the first of them, if there was one.
    pub first_outside_read: Option<String>,
    /// What the program did that is seldom meant, one element for each kind that occurred.
    pub warnings: Vec<Warning>,
    /// Peak bytes of parameter buffers, descriptors, group records and the state of waiting TBs.
    pub launch_memory_peak_bytes: u64,
    /// TBs started.
    pub tbs: u64,
    /// Lines that loads, stores and atomics brought to an L1; loads past it are not counted.
    pub l1_accesses: u64,
    /// Sectors read, written and changed in the L2.
    pub l2_accesses: u64,
    /// Bursts read from DRAM.
    pub dram_reads: u64,
    /// Bursts written to DRAM.
    pub dram_writes: u64,
    /// Lines found in the L1 over lines looked up by loads.
    pub l1_hit_rate: Option<f64>,
    /// L1 loads that found their line on its way, over L1 loads.
    pub l1_pending_hit_rate: Option<f64>,
    /// Constant-cache loads, of constants and parameters, that found their line.
    pub constant_hit_rate: Option<f64>,
    /// Sectors found in the L2 or on their way over sectors read.
    pub l2_hit_rate: Option<f64>,
    /// Time in which data moved on the DRAM buses over time in which a channel had a request.
    pub dram_efficiency: Option<f64>,
    /// Time in which data moved on the DRAM buses over the whole time.
    pub dram_utilisation: Option<f64>,
    /// DRAM requests that found their row open, over all that were scheduled.
    pub row_hit_rate: Option<f64>,
    /// Cycles from the issue of a warp's load or atomic to its last data, on average.
    pub memory_latency: Option<f64>,
    /// Cycles that cache misses waited for miss entries, in all caches.
    pub mshr_stall_cycles: u64,
    /// Nodes of the dependency graphs of kernels; absent, like the four below, in a run without graphs.
    pub graph_nodes: Option<u64>,
    /// Levels of the deepest graph.
    pub graph_levels: Option<u32>,
    /// Most levels that running TBs of a graph were apart.
    pub level_range_max: Option<u32>,
    /// Most pending updates in the dependency graph buffer.
    pub pub_peak: Option<u32>,
    /// Requests to memory by the hardware that reads the graphs, over the requests of SMXs that came to the L2.
    pub memory_request_overhead: Option<f64>,
    /// Shares of all scheduler slots by what became of them; absent, like the six below, if no account was kept.
    pub account: Option<Slots>,
    /// The same for each SMX, by its number, with its slots and issued instructions.
    pub account_smxs: Option<Vec<Counts>>,
    /// Resident warps of each SMX over those that it can hold, by its number; absent if no account was kept.
    pub occupancy_smxs: Option<Vec<f64>>,
    /// The account of each kernel, by its name: the slots in which one of its warps issued or was nearest to issue.
    pub account_kernels: Option<BTreeMap<String, Counts>>,
    /// The same for each depth of a launch, the host's at 0: the slots of the warps of its TBs.
    pub account_depths: Option<Vec<DepthAccount>>,
    /// The same for each line of the PTX text: the slots in which the warp that issued or was nearest to issue had come to
    /// it.
    pub account_lines: Option<Vec<LineAccount>>,
    /// Issued warp instructions by their active lanes, the guard not applied.
    pub active_lanes: Option<Lanes>,
    /// What was measured by intervals of time, in their order; absent if that was not asked for.
    pub intervals: Option<Vec<Interval>>,
    /// What kernels printed, one text a call of `printf`, in the order of execution.
    pub printed: Vec<String>,
    /// Whether the output agreed with the CPU reference; absent if there is no reference.
    pub verified: Option<bool>,
    /// The first difference from the CPU reference, if there is one.
    pub difference: Option<String>,
    /// Steps taken by each unit of the chip, by its name.
    pub unit_steps: BTreeMap<String, u64>,
    /// Wall-clock seconds of the simulation alone.
    pub wall_seconds: f64,
}
