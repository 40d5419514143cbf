//! Sources of the blocks inside units: what they say of a block and its ports goes into its Verilog.

/// The files that declare blocks, cells of the kit first.
pub const SOURCES: &[&str] = &[
    include_str!("kit/arbiter/rtl.rs"),
    include_str!("kmu/rtl/descriptor.rs"),
    include_str!("kernel_distributor/rtl/fcfs.rs"),
    include_str!("kernel_distributor/rtl/search.rs"),
    include_str!("kernel_distributor/rtl/tables.rs"),
    include_str!("agt/rtl/ages.rs"),
    include_str!("dats/rtl/header.rs"),
    include_str!("dats/rtl/unpack.rs"),
    include_str!("dgb/rtl/loader.rs"),
    include_str!("dgb/rtl/ring.rs"),
    include_str!("dgb/rtl/ready_finder.rs"),
    include_str!("dgb/rtl/states.rs"),
    include_str!("dgb/rtl/completion_engine.rs"),
    include_str!("fcfs/rtl/chains.rs"),
    include_str!("fcfs/rtl/queue.rs"),
    include_str!("fcfs/rtl/walk.rs"),
    include_str!("kd/rtl/entries.rs"),
    include_str!("smx_scheduler/rtl/ends.rs"),
    include_str!("smx_scheduler/rtl/smxs.rs"),
    include_str!("smx_scheduler/rtl/tbcr.rs"),
    include_str!("smx_scheduler/rtl/walk.rs"),
];
