//! The shape of a configuration. What each value of a preset is based on stands in its TOML file.

use heddle_hw::agt::pins::Organisation;
use serde::{Deserialize, Serialize};

macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
    };
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }
    };
}

section! {
    /// Everything the machine is made of. Times are core cycles unless a name says otherwise.
    GpuConfig {
        /// Name of the preset it started as.
        name: String,
        /// Core clock.
        core_mhz: u32,
        /// Memory clock as data sheets give it: GDDR5 commands run at half of it.
        memory_mhz: u32,
        /// Device memory.
        memory_bytes: u64,
        /// The processors and their room.
        smx: SmxConfig,
        /// Instruction fetch of an SMX.
        fetch: FetchConfig,
        /// Register banks and operand collectors of an SMX.
        registers: RegisterConfig,
        /// Execution units of an SMX.
        units: UnitsConfig,
        /// Latencies of the instruction classes.
        latencies: LatencyConfig,
        /// The first-level data cache of an SMX.
        l1: L1Config,
        /// The constant cache of an SMX.
        constant_cache: ConstantCacheConfig,
        /// Between the SMXs and the L2.
        interconnect: InterconnectConfig,
        /// The second-level cache.
        l2: L2Config,
        /// Device memory chips.
        dram: DramConfig,
        /// How kernels launch kernels.
        kernel: KernelConfig,
        /// What a launch from the device costs.
        launch_latency: LaunchLatencyConfig,
        /// Sizes of the scheduling hardware.
        rooms: RoomsConfig,
        /// Kernel management unit.
        kmu: KmuConfig,
    }
}

section! {
    /// The SMXs; sizes are of one SMX.
    SmxConfig {
        /// SMXs of the GPU.
        count: u32,
        /// Resident TBs.
        tbs: u32,
        /// Resident threads.
        threads: u32,
        /// Resident warps.
        warps: u32,
        /// 32-bit registers.
        registers: u32,
        /// Shared memory.
        shared_bytes: u32,
        /// Warp schedulers, each issuing from at most one warp a cycle.
        schedulers: u32,
        /// Which ready warp issues.
        warp_scheduler: WarpScheduler,
        /// Warps a two-level scheduler chooses from; the others do not matter to other schedulers.
        active_warps: u32,
        /// Instructions a scheduler issues from its warp in a cycle; the second only if independent of the first.
        issue_per_warp: u32,
        /// Whether the second may be of the same kind of unit as the first.
        pair_same_unit: bool,
        /// From a TB's arrival at the SMX until its warps may fetch.
        tb_launch_cycles: u32,
        /// Cycles in which nothing changes before the warps are watched for looping for ever; 0: never.
        watchdog_cycles: u64,
        /// Cycles in which nothing changes before the run ends, even if the warps count; 0: never.
        no_progress_cycles: u64,
    }
}

words! {
    /// Which ready warp a scheduler issues from.
    WarpScheduler {
        /// Greedy, then oldest: stay with a warp until it cannot issue, then take the oldest ready one.
        Gto,
        /// Loose round robin: the next ready warp after the one that issued last.
        Lrr,
        /// Loose round robin among `active_warps` warps; one that needs what memory has not answered yet, or waits for
        /// other warps, makes room for the one that has been ready outside for longest.
        TwoLevel,
    }
}

section! {
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

section! {
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

section! {
    /// Copies of each execution unit of an SMX. There is one load-store unit.
    UnitsConfig {
        /// Integer and single-precision pipelines.
        sp: u32,
        /// Special-function units; divisions and square roots use them too.
        sfu: u32,
        /// Double-precision units.
        dp: u32,
    }
}

section! {
    /// A unit's timing.
    ClassLatency {
        /// Cycles in the unit.
        latency: u32,
        /// Cycles until the unit takes the next warp instruction.
        initiation: u32,
    }
}

section! {
    /// Latencies. A dependent instruction may issue `pipeline` plus the unit's latency after its producer.
    LatencyConfig {
        /// Around the unit: decode, operand read, write-back.
        pipeline: u32,
        /// Integer add, logic, compare, move, convert.
        int: ClassLatency,
        /// Integer multiply.
        int_mul: ClassLatency,
        /// Integer divide and remainder.
        int_div: ClassLatency,
        /// Single-precision add, multiply, fused multiply-add.
        fp32: ClassLatency,
        /// Single-precision divide and square root.
        fp32_div: ClassLatency,
        /// Sine, cosine, exponential, logarithm, reciprocal approximations.
        sfu: ClassLatency,
        /// Double precision.
        fp64: ClassLatency,
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

section! {
    /// L1 data cache: 128-byte lines, LRU, no allocation on stores.
    L1Config {
        /// Sets.
        sets: u32,
        /// Ways.
        ways: u32,
        /// Hit latency.
        latency: u32,
        /// Whether a miss fetches the 32-byte sectors it touches, or the whole line.
        sectored: bool,
        /// Lines, or sectors if `sectored`, that may be on their way at a time.
        mshr_entries: u32,
        /// Loads that may wait for one line or sector.
        mshr_merges: u32,
        /// Whether loads from global memory use the cache (local memory always does).
        global_loads: bool,
        /// What a store to global memory does to a line that is there; it goes on to the L2 anyway.
        global_stores: GlobalStores,
        /// Where a store to local memory ends if its line is there.
        local_stores: LocalStores,
    }
}

words! {
    /// What a store to global memory does to its line in the L1.
    GlobalStores {
        /// The line stays, with the new bytes.
        Update,
        /// The line is dropped.
        Evict,
    }
}

words! {
    /// Where a store to local memory ends that finds its line in the L1.
    LocalStores {
        /// In the L2, as one that does not find it.
        WriteThrough,
        /// In the L1; dirty sectors are written back when the line is replaced.
        WriteBack,
    }
}

section! {
    /// Constant cache of an SMX, also for kernel parameters: 128-byte lines, LRU, whole lines fetched from
    /// the L2. Its hit latency is `latencies.constant`.
    ConstantCacheConfig {
        /// Sets.
        sets: u32,
        /// Ways.
        ways: u32,
        /// Lines that may be on their way at a time.
        mshr_entries: u32,
        /// Loads that may wait for one line.
        mshr_merges: u32,
    }
}

section! {
    /// A crossbar between SMXs and L2 slices, a request and a response network.
    InterconnectConfig {
        /// One way, without queueing.
        latency: u32,
        /// Bytes a port carries in a cycle.
        flit_bytes: u32,
    }
}

section! {
    /// L2: 128-byte lines in 32-byte sectors, LRU, write-back, sectors fetched when read.
    L2Config {
        /// Slices; lines go round them.
        slices: u32,
        /// Sets of a slice.
        sets: u32,
        /// Ways.
        ways: u32,
        /// Hit latency.
        latency: u32,
        /// Sectors of a slice that may be on their way at a time.
        mshr_entries: u32,
        /// Requests that may wait for one sector.
        mshr_merges: u32,
        /// Cycles between two atomics to one address.
        atomic_initiation: u32,
        /// Cycles between two sectors with atomics in one slice.
        atomic_slice_initiation: u32,
        /// Whether what the host copies to the device passes through the L2 and stays there.
        host_preload: bool,
    }
}

section! {
    /// Device memory chips. Times are command clocks unless said otherwise.
    DramConfig {
        /// Channels; divides the number of L2 slices.
        channels: u32,
        /// Requests that a channel chooses from; more wait before it.
        queue: u32,
        /// Banks of a channel.
        banks: u32,
        /// Groups of banks; lines go round them.
        bank_groups: u32,
        /// Bytes of a row.
        row_bytes: u32,
        /// Bytes of a burst.
        burst_bytes: u32,
        /// Core cycles between L2 and channel, both ways together.
        extra_latency: u32,
        /// A burst on the data bus, and the shortest distance of two column commands (tCCDS).
        burst: u32,
        /// Distance of two column commands to one bank group (tCCDL).
        ccd_long: u32,
        /// Activate to activate, different banks (tRRD).
        rrd: u32,
        /// Activate to column command.
        rcd: u32,
        /// Precharge to activate.
        rp: u32,
        /// Activate to precharge.
        ras: u32,
        /// Activate to activate, same bank.
        rc: u32,
        /// Read command to data.
        cl: u32,
        /// Write command to data.
        wl: u32,
        /// End of write data to precharge.
        wr: u32,
        /// End of write data to read command (tWTR, also called tCDLR).
        wtr: u32,
        /// Read command to precharge.
        rtp: u32,
        /// Between refreshes of all banks; 0: never.
        refi: u32,
        /// A refresh, after the precharge of all banks.
        rfc: u32,
    }
}

section! {
    /// Kernels launched by the host and by kernels.
    KernelConfig {
        /// What a launch from a kernel becomes.
        launch: LaunchMode,
        /// Items of work from which on an application launches a child; the thread that found a smaller one does it.
        child_min_items: u32,
        /// TBs of children that one TB of an aggregated launch does.
        coarsening: u32,
        /// Whether device launches cost time.
        latency: LaunchLatency,
        /// Device kernels that may be pending, from their launch to their first TB; one more is refused.
        pending_limit: u32,
        /// Deepest nesting of a launch; the host's grids are at 0.
        nesting_limit: u32,
        /// Levels of grids, from the host's on, that may wait for their children.
        sync_depth: u32,
        /// Cycles between a host launch and its arrival at the KMU.
        host_launch_cycles: u64,
        /// Bytes that the host copies to the device in a cycle; 0: copies take no time.
        host_copy_bytes_per_cycle: u64,
    }
}

words! {
    /// What a launch from a kernel becomes.
    LaunchMode {
        /// No workload's kernels launch; what a PTX file launches goes through the KMU.
        Flat,
        /// Device kernels through the KMU.
        Cdp,
        /// Aggregated groups coalesced to a running kernel, whichever call launches them.
        Dtbl,
        /// The children of a warp as one device kernel, in software.
        AggregateWarp,
        /// The children of a TB as one device kernel, in software.
        AggregateBlock,
        /// The children of a grid as one kernel, in software, which the host launches.
        AggregateGrid,
    }
}

words! {
    /// Whether device launches cost time.
    LaunchLatency {
        /// As in `launch_latency`.
        Modelled,
        /// Nothing.
        Ideal,
    }
}

section! {
    /// Device-runtime calls: a warp whose x lanes call pays a * x + b cycles.
    LaunchLatencyConfig {
        /// Stream creation.
        stream_create: u64,
        /// Parameter buffer, per lane.
        parameter_buffer_a: u64,
        /// Parameter buffer, per warp.
        parameter_buffer_b: u64,
        /// Launch, per lane.
        launch_device_a: u64,
        /// Launch, per warp.
        launch_device_b: u64,
        /// From the KMU to the kernel distributor.
        kmu_dispatch: u64,
        /// Moving a waiting TB's state to or from memory, per TB.
        swap_base: u64,
        /// Cycles for which the other warps of a waiting TB may go on before it has to leave.
        swap_patience: u64,
        /// Bytes of that state moved in a cycle.
        swap_bytes_per_cycle: u64,
    }
}

section! {
    /// Sizes of the scheduling hardware.
    RoomsConfig {
        /// Hardware work queues for host streams.
        hwqs: u32,
        /// Kernel distributor entries.
        kdes: u32,
        /// Aggregated group table entries.
        agt_entries: u32,
        /// Which of them a group may have: `hash`, `linear-probing` or `two-way`.
        agt_organisation: Organisation,
        /// What the first of them is made from.
        agt_index: AgtIndex,
    }
}

words! {
    /// What the aggregated group table makes a group's first entry from.
    AgtIndex {
        /// The launching thread's hardware index in its SMX.
        Thread,
        /// That, with the SMX number laid over its uppermost bits.
        ThreadAndSmx,
    }
}

section! {
    /// Kernel management unit.
    KmuConfig {
        /// Cycles to read one pending kernel's record from memory.
        memory_latency: u64,
    }
}
