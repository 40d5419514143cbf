//! Caches, the crossbar and device memory.

use serde::{Deserialize, Serialize};

config_struct! {
    /// The energy of a run: what the table of costs (`sim/src/energy/energy.toml`) does not say of every machine alike.
    EnergyConfig {
        /// Node of the chip's technology in nanometres, to which costs are scaled.
        node_nm: u32,
        /// Femtojoules of a bit that DRAM reads or writes, with its bus and its share of activations.
        dram_fj_per_bit: u32,
        /// Milliwatts of an SMX that does nothing.
        smx_idle_mw: u32,
    }
}

config_struct! {
    /// L1 data cache: 128-byte lines, LRU, no allocation on stores.
    L1Config {
        /// Sets.
        sets: u32,
        /// Which set a line belongs to.
        set_index: SetIndex,
        /// Ways.
        ways: u32,
        /// Cycles of a lookup: of a hit, and before a miss is requested.
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
        /// Whether the SMXs of a cluster (`smx.cluster`) have one L1 together, with a lookup of each per cycle, instead of
        /// one each.
        of_cluster: bool,
    }
}

config_enum! {
    /// How the set of a line follows from its address.
    SetIndex {
        /// The bits above the offset in the line.
        Linear,
        /// The line's number as a polynomial, modulo a primitive one; for 16, 32 or 64 sets.
        Polynomial,
        /// Fermi's: five bits above the offset, each exclusive-or a higher one; for 32 or 64 sets.
        FermiHash,
    }
}

config_enum! {
    /// What a store to global memory does to its line in the L1.
    GlobalStores {
        /// The line stays, with the new bytes.
        Update,
        /// The line is dropped.
        Evict,
    }
}

config_enum! {
    /// Where a store to local memory ends that finds its line in the L1.
    LocalStores {
        /// In the L2, as one that does not find it.
        WriteThrough,
        /// In the L1; dirty sectors are written back when the line is replaced.
        WriteBack,
    }
}

config_struct! {
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

config_struct! {
    /// A crossbar between SMXs and L2 slices, a request and a response network. Packets of an input
    /// leave in the order in which they came.
    InterconnectConfig {
        /// One way, without queueing.
        latency: u32,
        /// Bytes a port carries in a cycle.
        flit_bytes: u32,
        /// Bytes of a packet besides its data.
        header_bytes: u32,
        /// Flits that may wait at an SMX's port; more wait in the SMX.
        buffer_flits: u32,
    }
}

config_struct! {
    /// L2: 128-byte lines in 32-byte sectors, LRU, write-back, sectors fetched when read.
    L2Config {
        /// Slices.
        slices: u32,
        /// Neighbouring bytes that lie in one slice; such pieces go round the slices.
        interleave_bytes: u32,
        /// The pieces go round the channels, and then on to the next slice of each; otherwise round the slices of a
        /// channel, and then on to the next channel.
        channels_first: bool,
        /// Sets of a slice.
        sets: u32,
        /// Which set a line of a slice belongs to.
        set_index: SetIndex,
        /// Ways.
        ways: u32,
        /// Hit latency.
        latency: u32,
        /// Sectors that may wait at a slice for their lookup, behind the latency; with as many, the network keeps what
        /// goes there.
        input_queue: u32,
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

config_struct! {
    /// Device memory chips. Times are command clocks unless said otherwise.
    DramConfig {
        /// Channels; divides the number of L2 slices.
        channels: u32,
        /// Requests that a channel chooses from; more wait before it.
        queue: u32,
        /// Requests on their way to a channel, or before its queue, with which it takes no others.
        backlog: u32,
        /// Banks of a channel.
        banks: u32,
        /// Groups of banks, by the lowest bits of a bank's number.
        bank_groups: u32,
        /// Bytes of a row.
        row_bytes: u32,
        /// Banks round which neighbouring pieces of a channel go, those of the lowest numbers; the other bits of the
        /// bank's number lie between column and row.
        interleaved_banks: u32,
        /// Bytes of such a piece.
        bank_interleave_bytes: u32,
        /// The row is folded into the bank's number, so that equal strides do not meet in one bank.
        bank_permutation: bool,
        /// Bytes of a burst.
        burst_bytes: u32,
        /// Bytes that are read by one burst: fewer than it has if sectors are asked for one by one.
        read_bytes: u32,
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
