//! How kernels come to the SMXs.

use heddle_hw::agt::pins::Organisation;
use serde::{Deserialize, Serialize};

config_struct! {
    /// Kernels launched by the host and by kernels.
    KernelConfig {
        /// What a launch from a kernel becomes.
        launch: LaunchMode,
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

config_enum! {
    /// What a launch from a kernel becomes.
    LaunchMode {
        /// Nothing: a kernel that launches is refused.
        Flat,
        /// Device kernels through the KMU.
        Cdp,
        /// Aggregated groups coalesced to a running kernel, whichever call launches them.
        Dtbl,
    }
}

config_enum! {
    /// Whether device launches cost time.
    LaunchLatency {
        /// As in `launch_latency`.
        Modelled,
        /// As in `launch_latency`; memory answers for descriptors and group records in the next cycle.
        ModelledFreeMemory,
        /// Nothing, but for descriptors and group records in memory.
        Ideal,
        /// Nothing: memory answers for descriptors and group records in the next cycle.
        IdealFreeMemory,
    }
}

config_struct! {
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

config_struct! {
    /// Which TB goes next, and to which SMX.
    TbConfig {
        /// What chooses the next TB.
        source: TbSource,
        /// What chooses the SMX that gets it.
        placement: TbPlacement,
        /// TBs in a row that an SMX with room gets before the next; for `tb.placement = rr`.
        consecutive: u32,
    }
}

config_enum! {
    /// What chooses the next TB.
    TbSource {
        /// Kernels in the order of their arrival, the TBs of a kernel by their number.
        Fcfs,
        /// The same, but the TBs of a kernel with a dependency graph as the graph allows.
        Dats,
        /// What TBs have launched before the TBs of kernels of the host, deeper launches first.
        Laperm,
        /// The same, but first what is predicted to reuse what its parent or siblings have read; on the SMX of its
        /// parent, or on one that has nothing else.
        Laser,
    }
}

config_enum! {
    /// What chooses the SMX that gets the next TB.
    TbPlacement {
        /// Round robin among the SMXs with room; `tb.source = laser` has rules of its own, and this word.
        Rr,
        /// Any SMX in turn; under `tb.source = laperm` (TB-Pri).
        Any,
        /// The SMXs of the cluster on which a group was launched; under `tb.source = laperm` (SMX-Bind).
        Bound,
        /// The same, and others that have nothing else; under `tb.source = laperm` (Adaptive-Bind).
        Adaptive,
    }
}

config_struct! {
    /// The order of the TBs of a kernel with a dependency graph; for `tb.source = dats`.
    DatsConfig {
        /// Which ready TB goes first.
        policy: DatsPolicy,
        /// Levels of the graph that running TBs may be apart under `lvl`.
        level_bound: u32,
    }
}

config_enum! {
    /// Which ready TB of a dependency graph goes first.
    DatsPolicy {
        /// The oldest.
        Lrr,
        /// The oldest, and none further ahead of the oldest unfinished TB than `level_bound` levels.
        Lvl,
    }
}

config_struct! {
    /// The priority queues of `tb.source = laperm` or `laser`.
    LapermConfig {
        /// Levels of groups, above level 0 of the host's kernels; deeper groups are of the highest. For `laperm`.
        levels: u32,
        /// Entries of the queues, for each SMX.
        entries: u32,
        /// In whose queues what a TB launches waits. For `laperm`.
        home: LapermHome,
    }
}

config_enum! {
    /// In whose queues what a TB launches waits.
    LapermHome {
        /// In those of the cluster on which it was launched.
        Parent,
        /// The same if it is predicted to reuse what its parent or siblings have read, else in those of the clusters in
        /// turn. Each SMX has a reuse monitor.
        Predicted,
    }
}

config_struct! {
    /// LASER: the reuse monitors of `tb.source = laser`, and what is done with what they predict.
    LaserConfig {
        /// Each SMX has a monitor under any `tb.source`.
        always_monitor: bool,
        /// Words of 22 bits in each of the four lanes of a filter.
        filter_words: u32,
        /// The reads of parents count for the parent-child and the sibling filter, not just those of children.
        parents_count: bool,
        /// Whose reads enter the filter of own lines, and count for it.
        own_reads: OwnReads,
        /// Device launches that have priority before anything is known of reuse.
        first_children: u64,
    }
}

config_enum! {
    /// Whose reads the filter of own lines holds.
    OwnReads {
        /// Those of kernels that launch others.
        Parents,
        /// Those of kernels and groups that were launched by threads.
        Children,
        /// Both.
        Both,
    }
}

config_struct! {
    /// Dependency graphs of kernels.
    GraphConfig {
        /// Where the edges come from.
        edges: GraphEdges,
        /// Bytes of memory that inferred dependences tell apart.
        inferred_bytes: u32,
    }
}

config_enum! {
    /// Where the edges of a kernel's dependency graph come from.
    GraphEdges {
        /// The mapping function of the kernel.
        Deplinks,
        /// The mapping function, with a barrier between each level and the next.
        Barriers,
        /// What TBs read and write when they run one after the other.
        Inferred,
    }
}

config_struct! {
    /// Sizes of the scheduling hardware.
    UnitsConfig {
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
        /// Nodes in the window of the dependency graph buffer.
        lna_entries: u32,
        /// Edges in the window of the dependency graph buffer.
        lea_entries: u32,
        /// Pending updates of the dependency graph buffer.
        pub_entries: u32,
        /// Bits of a node's number.
        graph_id_bits: u32,
    }
}

config_enum! {
    /// What the aggregated group table makes a group's first entry from.
    AgtIndex {
        /// The launching thread's hardware index in its SMX.
        Thread,
        /// That, with the SMX number laid over its uppermost bits.
        ThreadAndSmx,
    }
}
