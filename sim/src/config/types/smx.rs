//! The processors: their room, front end, units and latencies.

use crate::ptx::Isa;
use serde::{Deserialize, Serialize};

config_struct! {
    /// The SMXs; sizes are of one SMX.
    SmxConfig {
        /// SMXs of the GPU.
        count: u32,
        /// SMXs of a cluster, which share their queues under `tb.source = laperm`.
        cluster: u32,
        /// Resident TBs.
        tbs: u32,
        /// Resident threads.
        threads: u32,
        /// Resident warps.
        warps: u32,
        /// 32-bit registers.
        registers: u32,
        /// Instruction set for which the registers of a thread are counted.
        isa: Isa,
        /// Registers of a thread that are allocated at a time: its count is rounded up to a multiple of them.
        register_step: u32,
        /// Shared memory.
        shared_bytes: u32,
        /// Warp schedulers, each issuing from at most one warp a cycle.
        schedulers: u32,
        /// Instructions a scheduler issues from its warp in a cycle; the second only if independent of the first.
        issue_per_warp: u32,
        /// Whether the second may be of the same kind of unit as the first.
        pair_same_unit: bool,
        /// Whether a warp issues nothing while its atomics are under way.
        wait_for_atomics: bool,
        /// From a TB's arrival at the SMX until its warps may fetch.
        tb_launch_cycles: u32,
        /// Cycles in which nothing changes before the warps are watched for looping for ever; 0: never.
        watchdog_cycles: u64,
    }
}

config_enum! {
    /// Which instructions the warps of an SMX fetch and execute.
    Frontend {
        /// Every warp all of its own.
        Base,
        /// One warp of a TB executes what is redundant in it, and the others skip it. Each SMX has a skip table.
        Darsie,
        /// Every warp fetches and issues all of its own, and does not execute what its TB has executed with the same
        /// uniform values.
        Uv,
        /// One warp of a TB executes what is affine, and the others pass it at no cost.
        DacIdeal,
    }
}

config_struct! {
    /// DARSIE: the skip tables of `frontend = darsie`, and the variants that its thesis compares.
    DarsieConfig {
        /// Entries of a TB in the skip table.
        entries: u32,
        /// Vector registers of a TB for results that its warps share.
        registers: u32,
        /// Warps skip what is redundant. Without, they only wait for each other at branches.
        skips: bool,
        /// At a conditional branch all warps of the mask wait for each other, and the majority stays in it. Without, the
        /// first that comes decides, and nobody waits.
        branch_sync: bool,
        /// A store makes those that come later execute the load themselves.
        stores_count: bool,
    }
}

config_struct! {
    /// The warp schedulers of an SMX.
    WarpConfig {
        /// Which ready warp issues.
        scheduler: WarpScheduler,
        /// Warps a two-level scheduler chooses from; the others do not matter to other schedulers.
        active: u32,
    }
}

config_enum! {
    /// Which ready warp a scheduler issues from.
    WarpScheduler {
        /// Greedy, then oldest: stay with a warp until it cannot issue, then take the oldest ready one.
        Gto,
        /// Loose round robin: the next ready warp after the one that issued last.
        Lrr,
        /// Loose round robin among `active` warps; one that needs what memory has not answered yet, or waits for
        /// other warps, makes room for the one that has been ready outside for longest.
        TwoLevel,
        /// Greedy, then oldest, between families: a TB of the host's with all that it and its descendants launch. Loose
        /// round robin among the warps of a family. LASER, sections 5 and 6.
        Grouped,
        /// Groups of TBs that started one after the other: always the first group with a warp that is ready, and loose
        /// round robin among the warps of a group. OWL, as LASER compares with it in section 7.
        Owl,
    }
}

config_struct! {
    /// Instruction fetch. A line of the cache is 128 bytes, an instruction 8.
    FetchConfig {
        /// Sets of the instruction cache.
        icache_sets: u32,
        /// Ways of the instruction cache.
        icache_ways: u32,
        /// Warps that read the instruction cache in a cycle.
        warps_per_cycle: u32,
        /// From a read that hits until the instruction may issue.
        latency: u32,
        /// Instructions in a warp's i-buffer, which is filled when it is empty.
        buffer: u32,
    }
}

config_struct! {
    /// The register file and the operand collectors. A warp's register lies in bank (number + warp) modulo `banks`.
    RegisterConfig {
        /// Banks.
        banks: u32,
        /// Reads and writes of a bank in a cycle.
        ports: u32,
        /// Results written in a cycle.
        result_buses: u32,
        /// Collector units of the integer and single-precision pipelines.
        sp_collectors: u32,
        /// Collector units of the special-function units.
        sfu_collectors: u32,
        /// Collector units of the double-precision units.
        dp_collectors: u32,
        /// Collector units of the load-store unit.
        load_store_collectors: u32,
    }
}

config_struct! {
    /// Copies of each execution unit of an SMX. There is one load-store unit.
    ExecutionUnitsConfig {
        /// Integer and single-precision pipelines.
        sp: u32,
        /// Special-function units; divisions and square roots use them too.
        sfu: u32,
        /// Double-precision units; 0: the special-function units execute double precision too.
        dp: u32,
    }
}

config_struct! {
    /// A unit's timing.
    ClassLatency {
        /// Cycles in the unit.
        latency: u32,
        /// Cycles until the unit takes the next warp instruction.
        initiation: u32,
    }
}

config_struct! {
    /// Latencies. A dependent instruction may issue `pipeline` plus the unit's latency after its producer.
    LatencyConfig {
        /// Around the unit: decode, operand read, write-back.
        pipeline: u32,
        /// Logic, shift, compare, select, move, convert.
        moves: ClassLatency,
        /// Integer add and subtract.
        int: ClassLatency,
        /// Integer minimum and maximum.
        int_max: ClassLatency,
        /// Integer multiply.
        int_mul: ClassLatency,
        /// Integer multiply-add.
        int_mad: ClassLatency,
        /// Integer divide.
        int_div: ClassLatency,
        /// Integer remainder.
        int_rem: ClassLatency,
        /// Exchange of registers between lanes.
        shuffle: ClassLatency,
        /// Single-precision add, subtract and multiply.
        fp32_add: ClassLatency,
        /// Single-precision minimum and maximum.
        fp32_max: ClassLatency,
        /// Single-precision fused multiply-add.
        fp32: ClassLatency,
        /// Single-precision divide.
        fp32_div: ClassLatency,
        /// Square root, reciprocal, sine, cosine, exponential, logarithm.
        sfu: ClassLatency,
        /// Double-precision add and subtract.
        fp64_add: ClassLatency,
        /// Double-precision multiply and multiply-add.
        fp64: ClassLatency,
        /// Double-precision minimum and maximum.
        fp64_max: ClassLatency,
        /// Double-precision divide.
        fp64_div: ClassLatency,
        /// Branch, call, return: until the warp may issue again, `pipeline` included.
        branch: u32,
        /// From the last warp's arrival at a barrier to the first issue after it.
        barrier_release: u32,
        /// Shared-memory access without bank conflicts; each further conflict adds a cycle.
        shared: u32,
        /// Parameter and constant loads that hit the constant cache.
        constant: u32,
    }
}
