//! The result of a run, from what the owners have counted.

use super::Machine;
use crate::config::Frontend;
use crate::energy::EnergyParts;
use crate::exec::Warnings;
use crate::gpu::account::Account;
use crate::gpu::result::RunResult;
use crate::ratio::ratio;
use crate::runtime::CudaError;
use crate::smx::{SkipCounts, SmxStats};

impl Machine<'_> {
    /// What was measured, once the run is over, of a program whose text is `text`.
    pub fn result(
        &mut self,
        verified: Option<Result<(), String>>,
        wall_seconds: f64,
        text: &str,
    ) -> RunResult {
        let (mut smx, mut warnings) = (SmxStats::default(), Warnings::default());
        let (mut busiest, mut skips, mut resident) = (0, None, Vec::new());
        for mut desk in self.smxs.all() {
            let stats = desk.smx.stats(self.now);
            busiest = busiest.max(stats.warp_instructions);
            resident.push(stats.resident_warp_cycles);
            smx.add(&stats);
            warnings.add(desk.smx.warnings());
            if let Some(counts) = desk.smx.skip_counts() {
                *skips.get_or_insert_with(SkipCounts::default) += counts;
            }
        }
        let accounts: Option<Vec<_>> =
            self.smxs.all().map(|mut desk| desk.smx.account(self.now)).collect();
        self.end_interval(self.now);
        let account = accounts.map(|accounts| Account::of(&accounts, &self.device.program, text));
        let (launches, device) = (&self.elsewhere.launches, &self.device);
        let memory = device.timing.stats();
        let outside = device.memory.outside_reads();
        let counts = launches.counts();
        let insertions = launches.insertions();
        let table = launches.table();
        let graphs = Some(self.graphs.counts).filter(|counts| counts.nodes > 0);
        let cycles = self.now - self.epoch;
        let energy = EnergyParts::of(&self.config, cycles, &smx, skips.as_ref(), &memory);
        let skipped = skips.map_or(0, |skips: SkipCounts| skips.skipped);
        // They have been issued.
        let reused = if self.config.frontend == Frontend::Uv { skipped } else { 0 };
        let per_cycle = |n: u64| ratio(n, cycles).unwrap_or(0.0);
        let smxs = u64::from(self.config.smx.count);
        let warps = u64::from(self.config.smx.warps);
        let of_smx = |resident: &u64| per_cycle(*resident) / warps as f64;
        let warp_slots = smxs * warps;
        RunResult {
            cycles,
            warp_instructions: smx.warp_instructions,
            executed_instructions: smx.warp_instructions - reused,
            skipped_instructions: skipped,
            skips,
            energy_joules: energy.total(),
            energy_parts: energy,
            thread_instructions: smx.thread_instructions,
            ipc: per_cycle(smx.thread_instructions),
            trace_hash: format!("{:016x}", self.recorders.trace_hash()),
            launches: table.launches,
            child_threads: ratio(table.child_threads, table.launches),
            host_launches: self.elsewhere.host.launched(),
            device_kernels: counts.device_kernels,
            kde_hit_rate: ratio(counts.match_hits, counts.matches),
            agt_hit_rate: ratio(counts.allocation_hits, counts.allocations),
            children_on_parent_smx: ratio(table.child_tbs_at_home, table.child_tbs),
            insertion_cycles: insertions.mean(),
            insertion_cycles_max: insertions.max(),
            insertion_cycles_groups: insertions.by_power(),
            monitor: self.units_per_smx.monitors.result(&self.chip),
            warp_activity: smx.warp_activity(),
            warp_execution_efficiency: smx.warp_execution_efficiency(),
            ideal_warp_execution_efficiency: smx.ideal_warp_execution_efficiency(),
            ldst_replay_overhead: smx.replay_overhead(),
            occupancy: per_cycle(smx.resident_warp_cycles) / warp_slots as f64,
            registers_per_thread: device.registers.values().copied().max().unwrap_or(0),
            kernel_registers: device.registers.clone(),
            smx_activity: per_cycle(smx.resident_cycles) / smxs as f64,
            issue_activity: per_cycle(smx.issue_cycles) / smxs as f64,
            smx_balance: ratio(smx.warp_instructions, smxs * busiest),
            waiting_cycles: ratio(table.waiting_cycles, table.started),
            queued_cycles: ratio(table.queued_cycles, table.started),
            waiting_peak: table.waiting_peak,
            deepest_launch: table.deepest,
            launch_tree: table.tree.list(&device.program),
            suspended_tbs: counts.suspended_tbs,
            runtime_errors: device.heap.errors(),
            first_runtime_error: device.heap.first_error().map(CudaError::name),
            outside_reads: outside.map(|outside| outside.count),
            first_outside_read: outside.and_then(|outside| outside.first.clone()),
            warnings: warnings.list(&device.program.file),
            launch_memory_peak_bytes: device.heap.peak_bytes(),
            tbs: table.tbs,
            l1_accesses: memory.l1.loads + memory.l1.stores + memory.l1.atomics,
            l2_accesses: memory.l2.reads + memory.l2.writes,
            dram_reads: memory.dram.reads,
            dram_writes: memory.dram.writes,
            l1_hit_rate: memory.l1_hit_rate(),
            l1_pending_hit_rate: memory.l1_pending_hit_rate(),
            constant_hit_rate: memory.constant_hit_rate(),
            l2_hit_rate: memory.l2_hit_rate(),
            dram_efficiency: (memory.dram.active_clocks > 0).then(|| memory.dram.efficiency()),
            dram_utilisation: device.timing.dram_utilisation(cycles),
            row_hit_rate: memory.dram.row_hit_rate(),
            memory_latency: memory.latency(),
            mshr_stall_cycles: memory.mshr_stalls(),
            graph_nodes: graphs.map(|counts| counts.nodes),
            graph_levels: graphs.map(|counts| counts.levels),
            level_range_max: graphs.map(|counts| counts.level_range),
            pub_peak: graphs.map(|counts| counts.pub_peak),
            memory_request_overhead: graphs.and_then(|c| ratio(c.requests, memory.requests)),
            active_lanes: account.as_ref().map(|account| account.whole.lanes.clone()),
            account_smxs: account.as_ref().map(|account| account.smxs.clone()),
            occupancy_smxs: account.as_ref().map(|_| resident.iter().map(of_smx).collect()),
            account_depths: account.as_ref().map(|account| account.depths.clone()),
            account_lines: account.as_ref().map(|account| account.lines.clone()),
            account_kernels: account.as_ref().map(|account| account.kernels.clone()),
            account: account.map(|account| account.whole.slots),
            intervals: self.intervals.as_ref().map(|intervals| intervals.list(&self.config)),
            printed: device.heap.printed().to_vec(),
            verified: verified.as_ref().map(Result::is_ok),
            difference: verified.and_then(Result::err),
            unit_steps: self.chip.steps().map(|(name, n)| (name.to_string(), n)).collect(),
            wall_seconds,
        }
    }
}
