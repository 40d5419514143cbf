//! The circuit of the LaPerm TB source: memories for entries, queues and clusters, the round of the SMXs, the hand, the
//! group that comes back from memory, and one state machine. Its parts are here; its logic is in `logic`.

mod back;
mod clusters;
mod heads;
pub(crate) mod items;
mod logic;
mod recall;
mod round;
mod step;

use super::pins::{laperm_ports, In, Out, Params};
use crate::kit::rtl::bits_of_mask;
use crate::kit::rtl::highest::Highest;
use crate::kit::{Mask, Param, Reg};
use back::Back;
use clusters::Clusters;
use heads::Heads;
use items::Items;
use recall::Recall;
use round::Round;
use rust_hdl::prelude::*;
use step::Step;

/// What the source does in this cycle.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// Clears the words of a cluster and the backup of an SMX.
    Sweep,
    /// Reads what is known of the cluster of the SMX looked at.
    Turn,
    /// Looks at an SMX, or at its backup.
    Look,
    /// Sees which entry is the head of the queue.
    Head,
    /// Reads the entry into the hand.
    Entry,
    /// Asks for room for the hand's TBs.
    Ask,
    /// Appends a kernel or group.
    Place,
    /// Takes the entry used for it off the free ones.
    Pop,
    /// Reads what follows the head in its queue.
    Follow,
    /// Takes the head off its queue.
    Remove,
    /// Writes the kernel of a group that goes to memory to its record.
    Spill,
    /// Writes Next of the record before it.
    Chain,
    /// Reads which levels of a cluster have groups in memory.
    Recall,
    /// Begins to read the first record of the highest of them.
    Begin,
}

laperm_ports! {
    /// Memories, request buffers, the round, the hand and the state machine.
    pub struct LapermRtl<SMXS, SMX, KDEI> {
        items: Items<KDEI>,
        heads: Heads,
        clusters: Clusters,
        round: Round<SMXS, SMX>,
        walk: Step,
        highest: Highest,
        highest_away: Highest,
        recall: Recall<SMXS, SMX>,
        back: Back<KDEI>,
        state: Reg<State>,
        sweep: Reg<Bits<16>>,
        sweep_base: Reg<Bits<16>>,
        enter_full: Reg<Bit>,
        enter_kernel: Reg<Bits<KDEI>>,
        enter_home: Reg<Bits<16>>,
        enter_rank: Reg<Bits<3>>,
        alloc_full: Reg<Bit>,
        alloc_kernel: Reg<Bits<KDEI>>,
        alloc_home: Reg<Bits<16>>,
        alloc_rank: Reg<Bits<3>>,
        alloc_x: Reg<Bits<32>>,
        alloc_yz: Reg<Bits<32>>,
        alloc_address: Reg<Bits<32>>,
        alloc_number: Reg<Bits<27>>,
        kernel_placed: Reg<Bit>,
        back_placed: Reg<Bit>,
        rounds: Reg<Bits<8>>,
        other: Reg<Bit>,
        other_cluster: Reg<Bits<16>>,
        filled: Reg<Bits<SMXS>>,
        root_any: Reg<Bit>,
        away: Reg<Bits<SMXS>>,
        vacant: Reg<Bits<SMXS>>,
        count: Reg<Bits<28>>,
        fetched: Reg<Bits<16>>,
        hand_valid: Reg<Bit>,
        hand_queue: Reg<Bits<16>>,
        hand_entry: Reg<Bits<16>>,
        hand_kdei: Reg<Bits<KDEI>>,
        hand_pc: Reg<Bits<32>>,
        hand_param: Reg<Bits<32>>,
        hand_shape: Reg<Bits<29>>,
        hand_x: Reg<Bits<32>>,
        hand_yz: Reg<Bits<32>>,
        next_x: Reg<Bits<32>>,
        next_yz: Reg<Bits<32>>,
        next_item: Reg<Bits<32>>,
        asked: Reg<Bits<30>>,
        asked_any: Reg<Bit>,
        sent: Reg<Bit>,
        sent_last: Reg<Bit>,
        sent_x: Reg<Bits<32>>,
        sent_yz: Reg<Bits<32>>,
        sent_item: Reg<Bits<32>>,
        all_smxs: Param<Bits<SMXS>>,
        smxs: Param<Bits<8>>,
        root: Param<Bits<16>>,
        last_swept: Param<Bits<16>>,
        last_smx: Param<Bits<16>>,
        home_entries: Param<Bits<16>>,
        root_entries: Param<Bits<16>>,
        first_of_kernels: Param<Bits<16>>,
        level_bits: Param<Bits<16>>,
        level_mask: Param<Bits<16>>,
        adaptive: Param<Bit>,
        awake: Signal<Local, Bit>,
        recalls: Signal<Local, Bit>,
        request: Signal<Local, Bit>,
        active: Signal<Local, Bit>,
        viewed: Signal<Local, Bits<16>>,
        lowest_queue: Signal<Local, Bits<16>>,
        root_queue: Signal<Local, Bits<16>>,
        candidate: Signal<Local, Bits<16>>,
        any: Signal<Local, Bit>,
        in_hand: Signal<Local, Bit>,
        wants: Signal<Local, Bit>,
        fetches: Signal<Local, Bit>,
        seeks: Signal<Local, Bit>,
        advances: Signal<Local, Bit>,
        granted: Signal<Local, Bit>,
        looked_cluster: Signal<Local, Bits<16>>,
        looked_region: Signal<Local, Bits<16>>,
        looked_queue: Signal<Local, Bits<16>>,
        kernel_goes: Signal<Local, Bit>,
        back_goes: Signal<Local, Bit>,
        back_home: Signal<Local, Bits<16>>,
        recall_lowest: Signal<Local, Bits<16>>,
        recall_queue: Signal<Local, Bits<16>>,
        recall_bit: Signal<Local, Bits<8>>,
        recall_left: Signal<Local, Bits<8>>,
        begins_reading: Signal<Local, Bit>,
        empties: Signal<Local, Bit>,
        placed_home: Signal<Local, Bits<16>>,
        placed_region: Signal<Local, Bits<16>>,
        placed_rank: Signal<Local, Bits<3>>,
        placed_lowest: Signal<Local, Bits<16>>,
        placed_queue: Signal<Local, Bits<16>>,
        placed_bit: Signal<Local, Bits<8>>,
        reuses: Signal<Local, Bit>,
        slot: Signal<Local, Bits<16>>,
        listed: Signal<Local, Bit>,
        behind: Signal<Local, Bit>,
        kept: Signal<Local, Bit>,
        vacancies: Signal<Local, Bits<16>>,
        several: Signal<Local, Bit>,
        takes: Signal<Local, Bit>,
        places: Signal<Local, Bit>,
        spills: Signal<Local, Bit>,
        writing: Signal<Local, Bit>,
        written: Signal<Local, Bit>,
        spilled: Signal<Local, Bit>,
        record: Signal<Local, Bits<32>>,
        agei: Signal<Local, Bits<32>>,
        begins: Signal<Local, Bit>,
        hand_home: Signal<Local, Bits<16>>,
        hand_is_kernel: Signal<Local, Bit>,
        hand_rank: Signal<Local, Bits<3>>,
        hand_bit: Signal<Local, Bits<8>>,
        levels_left: Signal<Local, Bits<8>>,
        ends: Signal<Local, Bit>,
        changed_bit: Signal<Local, Bits<SMXS>>,
    }
}

impl<const SMXS: usize, const SMX: usize, const KDEI: usize> LapermRtl<SMXS, SMX, KDEI> {
    /// A source of the given size.
    pub fn new(params: &Params) -> Self {
        let (entries, clusters) = (params.all_entries() as usize, params.clusters());
        let address_bits = (entries - 1).ilog2() as usize + 1;
        let backups = if params.adaptive { params.smxs as usize } else { 0 };
        Self {
            items: Items::new(entries),
            heads: Heads::new(params.queues() as usize, address_bits),
            clusters: Clusters::new(clusters as usize + 1, 8, entries, address_bits),
            round: Round::new(params.smxs, params.cluster, backups),
            all_smxs: Param::new(bits_of_mask(Mask::first(params.smxs))),
            smxs: Param::new(bits(params.smxs.into())),
            vacant: Reg::new(bits_of_mask(Mask::first(clusters))),
            root: Param::new(bits(clusters.into())),
            last_swept: Param::new(bits(clusters.max(params.smxs - 1).into())),
            last_smx: Param::new(bits(u64::from(params.smxs) - 1)),
            home_entries: Param::new(bits(params.cluster_entries().into())),
            root_entries: Param::new(bits(params.kdes.into())),
            first_of_kernels: Param::new(bits(u64::from(params.entries * params.smxs))),
            level_bits: Param::new(bits(params.level_bits().into())),
            level_mask: Param::new(bits((1 << params.level_bits()) - 1)),
            adaptive: Param::new(params.adaptive),
            ..Default::default()
        }
    }
}
