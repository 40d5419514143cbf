//! What is known of each cluster, and last of level 0: which levels have anything on chip and in memory; and of each region
//! of entries, of a cluster or last of kernels, which are free.

use crate::kit::Sram;
use rust_hdl::prelude::*;

/// Words of the clusters, and the links between entries: of a queue from its head on, and of free ones.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Clusters {
    /// Clock of all ports; they act on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Number of the cluster to read at this edge.
    pub read_cluster: Signal<In, Bits<16>>,
    /// Number of the cluster to write at this edge.
    pub write_cluster: Signal<In, Bits<16>>,
    /// Number of the region to read at this edge.
    pub read_region: Signal<In, Bits<16>>,
    /// Number of the region to write at this edge.
    pub write_region: Signal<In, Bits<16>>,
    /// The levels are written.
    pub write_levels: Signal<In, Bit>,
    /// The levels in memory are written.
    pub write_away: Signal<In, Bit>,
    /// The free entries that have been used are written.
    pub write_spare: Signal<In, Bit>,
    /// The entries that have not been used are written.
    pub write_fresh: Signal<In, Bit>,
    /// A bit for each level that has anything on chip, to write.
    pub new_levels: Signal<In, Bits<8>>,
    /// A bit for each level that has groups in memory, to write.
    pub new_away: Signal<In, Bits<8>>,
    /// Address of the first free entry that has been used, to write.
    pub new_spare: Signal<In, Bits<16>>,
    /// How many there are, to write.
    pub new_spares: Signal<In, Bits<16>>,
    /// Address of the first entry that has not been used, to write.
    pub new_fresh: Signal<In, Bits<16>>,
    /// How many there are, to write.
    pub new_left: Signal<In, Bits<16>>,
    /// A bit for each level that has anything on chip, of the cluster read at the last edge.
    pub levels: Signal<Out, Bits<8>>,
    /// A bit for each level that has groups in memory.
    pub away: Signal<Out, Bits<8>>,
    /// Address of the first free entry that has been used, of the region read at the last edge.
    pub spare: Signal<Out, Bits<16>>,
    /// How many there are.
    pub spares: Signal<Out, Bits<16>>,
    /// Address of the first entry that has not been used, of the region read at the last edge.
    pub fresh: Signal<Out, Bits<16>>,
    /// How many there are.
    pub left: Signal<Out, Bits<16>>,
    /// Address of the entry whose link is read at this edge.
    pub read_entry: Signal<In, Bits<16>>,
    /// Address of the entry whose link is written at this edge.
    pub write_entry: Signal<In, Bits<16>>,
    /// The link is written.
    pub write_link: Signal<In, Bit>,
    /// Address of the entry that follows, to write.
    pub new_link: Signal<In, Bits<16>>,
    /// Address of the entry that follows the one read at the last edge.
    pub link: Signal<Out, Bits<16>>,
    cluster_levels: Sram<8>,
    cluster_away: Sram<8>,
    region_spare: Sram<16>,
    region_spares: Sram<16>,
    region_fresh: Sram<16>,
    region_left: Sram<16>,
    entry_link: Sram<16>,
}

impl Clusters {
    /// The given number of clusters, of levels and of entries; addresses have `bits` bits.
    pub fn new(clusters: usize, levels: usize, entries: usize, bits: usize) -> Self {
        Self {
            cluster_levels: Sram::narrow(clusters, levels),
            cluster_away: Sram::narrow(clusters, levels),
            region_spare: Sram::narrow(clusters, bits),
            region_spares: Sram::narrow(clusters, bits),
            region_fresh: Sram::narrow(clusters, bits),
            region_left: Sram::narrow(clusters, bits),
            entry_link: Sram::narrow(entries, bits),
            ..Default::default()
        }
    }
}

impl Logic for Clusters {
    #[hdl_gen]
    fn update(&mut self) {
        self.cluster_levels.clock.next = self.clock.val();
        self.cluster_levels.read_addr.next = self.read_cluster.val();
        self.cluster_levels.write_addr.next = self.write_cluster.val();
        self.cluster_levels.write_enable.next = self.write_levels.val();
        self.cluster_levels.write_data.next = self.new_levels.val();
        self.levels.next = self.cluster_levels.read_data.val();
        self.cluster_away.clock.next = self.clock.val();
        self.cluster_away.read_addr.next = self.read_cluster.val();
        self.cluster_away.write_addr.next = self.write_cluster.val();
        self.cluster_away.write_enable.next = self.write_away.val();
        self.cluster_away.write_data.next = self.new_away.val();
        self.away.next = self.cluster_away.read_data.val();
        self.region_spare.clock.next = self.clock.val();
        self.region_spare.read_addr.next = self.read_region.val();
        self.region_spare.write_addr.next = self.write_region.val();
        self.region_spare.write_enable.next = self.write_spare.val();
        self.region_spare.write_data.next = self.new_spare.val();
        self.spare.next = self.region_spare.read_data.val();
        self.region_spares.clock.next = self.clock.val();
        self.region_spares.read_addr.next = self.read_region.val();
        self.region_spares.write_addr.next = self.write_region.val();
        self.region_spares.write_enable.next = self.write_spare.val();
        self.region_spares.write_data.next = self.new_spares.val();
        self.spares.next = self.region_spares.read_data.val();
        self.region_fresh.clock.next = self.clock.val();
        self.region_fresh.read_addr.next = self.read_region.val();
        self.region_fresh.write_addr.next = self.write_region.val();
        self.region_fresh.write_enable.next = self.write_fresh.val();
        self.region_fresh.write_data.next = self.new_fresh.val();
        self.fresh.next = self.region_fresh.read_data.val();
        self.region_left.clock.next = self.clock.val();
        self.region_left.read_addr.next = self.read_region.val();
        self.region_left.write_addr.next = self.write_region.val();
        self.region_left.write_enable.next = self.write_fresh.val();
        self.region_left.write_data.next = self.new_left.val();
        self.left.next = self.region_left.read_data.val();
        self.entry_link.clock.next = self.clock.val();
        self.entry_link.read_addr.next = self.read_entry.val();
        self.entry_link.write_addr.next = self.write_entry.val();
        self.entry_link.write_enable.next = self.write_link.val();
        self.entry_link.write_data.next = self.new_link.val();
        self.link.next = self.entry_link.read_data.val();
    }
}
