//! The logic of the LaPerm TB source's circuit: one function, because it is one module of the Verilog.

use super::{LapermRtl, State};
use crate::kit::dff_setup;
use rust_hdl::prelude::*;

#[expect(clippy::collapsible_match, reason = "rust-hdl has no guards")]
impl<const SMXS: usize, const SMX: usize, const KDEI: usize> Logic for LapermRtl<SMXS, SMX, KDEI> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, sweep, sweep_base, enter_full, enter_kernel, enter_home);
        dff_setup!(self, clock, enter_rank, alloc_full);
        dff_setup!(self, clock, alloc_kernel, alloc_home, alloc_rank, alloc_x, alloc_yz);
        dff_setup!(self, clock, alloc_address, alloc_number, kernel_placed, back_placed, rounds);
        dff_setup!(self, clock, other, other_cluster, filled, root_any, away, vacant, count);
        dff_setup!(self, clock, fetched, hand_valid, hand_queue);
        dff_setup!(self, clock, hand_entry, hand_kdei, hand_pc, hand_param, hand_shape, hand_x);
        dff_setup!(self, clock, hand_yz, next_x, next_yz, next_item, asked, asked_any);
        dff_setup!(self, clock, sent, sent_last, sent_x, sent_yz, sent_item);
        self.awake.next = self.state.q.val() != State::Sweep;

        // What is done before an SMX is looked at (rule 12).
        self.recall.clock.next = self.clock.val();
        self.recall.reset.next = self.reset.val();
        self.recall.away.next = self.away.q.val();
        self.recall.vacant.next = self.vacant.q.val();
        self.recall.placed.next = self.back.placed.val();
        self.recall.same_line.next = self.back.same_line.val();
        self.recalls.next =
            !self.enter_full.q.val() & !self.back.busy.val() & self.recall.any.val();
        self.request.next = self.enter_full.q.val()
            | self.back.done.val()
            | (self.alloc_full.q.val() & !self.recalls.val());
        self.recall.take.next = (self.state.q.val() == State::Look) & self.recalls.val();

        // The candidate of the SMX looked at (rule 5).
        self.viewed.next = self.round.cluster.val();
        if self.other.q.val() {
            self.viewed.next = self.other_cluster.q.val();
        }
        self.highest.levels.next = self.clusters.levels.val();
        self.lowest_queue.next = self.viewed.val() << self.level_bits.val();
        self.root_queue.next = self.root.val() << self.level_bits.val();
        self.candidate.next = self.root_queue.val();
        if self.clusters.levels.val().any() {
            self.candidate.next =
                self.lowest_queue.val() | bit_cast::<16, 3>(self.highest.rank.val());
        }
        self.any.next = self.clusters.levels.val().any() | self.root_any.q.val();
        self.in_hand.next =
            self.hand_valid.q.val() & (self.candidate.val() == self.hand_queue.q.val());

        // What is done about it (rules 5, 6 and 9).
        self.active.next = (self.state.q.val() == State::Look)
            & !self.request.val()
            & !self.recalls.val()
            & self.rounds.q.val().any();
        self.wants.next = self.active.val() & self.any.val() & self.in_hand.val();
        self.fetches.next = self.active.val() & self.any.val() & !self.in_hand.val();
        self.seeks.next =
            self.active.val() & !self.any.val() & self.adaptive.val() & self.filled.q.val().any();
        self.advances.next =
            self.wants.val() | (self.active.val() & !self.any.val() & !self.seeks.val());
        self.granted.next = self.wants.val() & self.grant_smxs.val().any();
        self.round.clock.next = self.clock.val();
        self.round.reset.next = self.reset.val();
        self.round.advance.next = self.advances.val();
        self.round.clear.next =
            (self.state.q.val() == State::Sweep) & (self.sweep.q.val() <= self.last_smx.val());
        self.round.sweep.next = self.sweep.q.val();
        self.round.filled.next = self.filled.q.val();
        self.round.choose.next = self.seeks.val();
        self.walk.grid_x.next = self.hand_x.q.val();
        self.walk.grid_yz.next = self.hand_yz.q.val();
        self.walk.x.next = self.next_x.q.val();
        self.walk.yz.next = self.next_yz.q.val();

        // Where a kernel or group is appended, and with which entry (rules 2 and 3).
        self.kernel_goes.next = self.kernel_placed.q.val();
        self.back_goes.next = self.back_placed.q.val();
        if self.state.q.val() == State::Look {
            self.kernel_goes.next = self.enter_full.q.val();
            self.back_goes.next = self.back.done.val();
        }
        self.back_home.next = self.back.queue.val() >> self.level_bits.val();
        self.placed_home.next = self.alloc_home.q.val();
        self.placed_rank.next = self.alloc_rank.q.val();
        if self.back_goes.val() {
            self.placed_home.next = self.back_home.val();
            self.placed_rank.next =
                (self.back.queue.val() & self.level_mask.val()).get_bits::<3>(0);
        }
        self.placed_region.next = self.placed_home.val();
        if self.kernel_goes.val() {
            self.placed_home.next = self.enter_home.q.val();
            self.placed_rank.next = self.enter_rank.q.val();
            self.placed_region.next = self.root.val();
        }
        self.placed_lowest.next = self.placed_home.val() << self.level_bits.val();
        self.placed_queue.next =
            self.placed_lowest.val() | bit_cast::<16, 3>(self.placed_rank.val());
        self.placed_bit.next = bits::<8>(1) << self.placed_rank.val();
        self.reuses.next = self.clusters.spares.val().any();
        self.slot.next = self.clusters.fresh.val();
        if self.reuses.val() {
            self.slot.next = self.clusters.spare.val();
        }

        // A kernel, and a group that comes back, always have one.
        self.listed.next = (self.clusters.away.val() & self.placed_bit.val()).any();
        self.behind.next = self.listed.val()
            | (self.back.busy.val() & (self.back.queue.val() == self.placed_queue.val()));
        self.kept.next = self.clusters.away.val().any()
            | (self.back.busy.val() & (self.back_home.val() == self.placed_home.val()));
        self.vacancies.next = self.clusters.spares.val() + self.clusters.left.val();
        self.several.next = (self.vacancies.val() >> bits::<16>(1)).any();
        self.takes.next = self.kernel_placed.q.val()
            | self.back_placed.q.val()
            | (!self.behind.val()
                & (self.several.val() | (self.vacancies.val().any() & !self.kept.val())));
        self.places.next = (self.state.q.val() == State::Place) & self.takes.val();
        self.begins.next = !(self.clusters.levels.val() & self.placed_bit.val()).any();

        // The head that is all out. The entries of kernels are behind all others.
        self.hand_home.next = self.hand_queue.q.val() >> self.level_bits.val();
        self.hand_is_kernel.next = self.hand_entry.q.val() >= self.first_of_kernels.val();
        self.hand_rank.next = (self.hand_queue.q.val() & self.level_mask.val()).get_bits::<3>(0);
        self.hand_bit.next = bits::<8>(1) << self.hand_rank.val();
        self.ends.next = self.heads.tail.val() == self.hand_entry.q.val();
        self.levels_left.next = self.clusters.levels.val();
        if self.ends.val() {
            self.levels_left.next = self.clusters.levels.val() & !self.hand_bit.val();
        }

        // A group that goes to memory: what is written.
        self.spills.next =
            (self.state.q.val() == State::Spill) | (self.state.q.val() == State::Chain);
        self.writing.next = self.spills.val() & !self.back.reads.val();
        self.written.next = self.writing.val() & self.mem_req_ready.val();
        self.spilled.next =
            self.written.val() & ((self.state.q.val() == State::Chain) | !self.listed.val());
        self.record.next = bit_cast::<32, 27>(self.alloc_number.q.val()) << bits::<32>(5);
        if self.state.q.val() == State::Chain {
            self.record.next = bit_cast::<32, 27>(self.heads.last.val()) << bits::<32>(5);
        }
        self.agei.next =
            bit_cast::<32, 27>(self.alloc_number.q.val()) | bits::<32>(0x8000_0000_u64);

        // A group that comes back: the first record of the highest level of the cluster taken.
        self.highest_away.levels.next = self.clusters.away.val();
        self.recall_lowest.next = self.recall.cluster.val() << self.level_bits.val();
        self.recall_queue.next =
            self.recall_lowest.val() | bit_cast::<16, 3>(self.highest_away.rank.val());
        self.recall_bit.next = bits::<8>(1) << self.highest_away.rank.val();
        self.recall_left.next = self.clusters.away.val() & !self.recall_bit.val();
        self.begins_reading.next = self.state.q.val() == State::Begin;
        self.empties.next =
            self.begins_reading.val() & (self.heads.first.val() == self.heads.last.val());
        self.back.clock.next = self.clock.val();
        self.back.reset.next = self.reset.val();
        self.back.starts.next = self.begins_reading.val();
        self.back.new_queue.next = self.recall_queue.val();
        self.back.new_record.next = self.heads.first.val();
        self.back.new_more.next = !self.empties.val();
        self.back.placed.next = self.places.val() & self.back_placed.q.val();
        self.back.req_ready.next = self.mem_req_ready.val();
        self.back.resp_valid.next = self.mem_resp_valid.val();
        self.back.resp_data.next = self.mem_resp_data.val();

        // The memories.
        self.looked_cluster.next = self.round.cluster_next.val();
        if (self.state.q.val() == State::Entry) | (self.state.q.val() == State::Ask) {
            self.looked_cluster.next = self.viewed.val();
        }
        if self.seeks.val() {
            self.looked_cluster.next = self.round.backup.val();
        }
        if (self.state.q.val() == State::Place)
            | self.spills.val()
            | ((self.state.q.val() == State::Look) & self.request.val())
        {
            self.looked_cluster.next = self.placed_home.val();
        }
        if self.recall.take.val() {
            self.looked_cluster.next = self.recall.next_cluster.val();
        }
        if self.state.q.val() == State::Recall {
            self.looked_cluster.next = self.recall.cluster.val();
        }
        if self.state.q.val() == State::Follow {
            self.looked_cluster.next = self.hand_home.val();
        }
        self.looked_region.next = self.looked_cluster.val();
        if (self.state.q.val() == State::Place)
            | ((self.state.q.val() == State::Look) & self.request.val())
        {
            self.looked_region.next = self.placed_region.val();
        }
        if (self.state.q.val() == State::Follow) & self.hand_is_kernel.val() {
            self.looked_region.next = self.root.val();
        }
        self.looked_queue.next = self.candidate.val();
        if self.request.val() | self.spills.val() {
            self.looked_queue.next = self.placed_queue.val();
        }
        if self.state.q.val() == State::Recall {
            self.looked_queue.next = self.recall_queue.val();
        }
        if self.state.q.val() == State::Follow {
            self.looked_queue.next = self.hand_queue.q.val();
        }
        self.clusters.clock.next = self.clock.val();
        self.clusters.read_cluster.next = self.looked_cluster.val();
        self.clusters.read_region.next = self.looked_region.val();
        self.clusters.write_cluster.next = self.placed_home.val();
        self.clusters.write_region.next = self.placed_region.val();
        self.clusters.write_levels.next = self.places.val();
        self.clusters.new_levels.next = self.clusters.levels.val() | self.placed_bit.val();
        self.clusters.write_away.next = self.spilled.val() | self.empties.val();
        self.clusters.new_away.next = self.clusters.away.val() | self.placed_bit.val();
        self.clusters.write_fresh.next = self.places.val() & !self.reuses.val();
        self.clusters.new_fresh.next = self.clusters.fresh.val() + 1;
        self.clusters.new_left.next = self.clusters.left.val() - 1;
        self.clusters.write_spare.next = self.state.q.val() == State::Pop;
        self.clusters.new_spare.next = self.clusters.link.val();
        self.clusters.new_spares.next = self.clusters.spares.val() - 1;
        self.clusters.read_entry.next = self.slot.val();
        self.clusters.write_entry.next = self.heads.tail.val();
        self.clusters.write_link.next = self.places.val() & !self.begins.val();
        self.clusters.new_link.next = self.slot.val();
        self.heads.clock.next = self.clock.val();
        self.heads.read_queue.next = self.looked_queue.val();
        self.heads.write_queue.next = self.placed_queue.val();
        self.heads.write_head.next = self.places.val() & self.begins.val();
        self.heads.new_head.next = self.slot.val();
        self.heads.write_tail.next = self.places.val();
        self.heads.new_tail.next = self.slot.val();
        self.heads.write_next.next = self.places.val() & self.begins.val();
        self.heads.new_x.next = bits::<32>(0);
        self.heads.new_yz.next = bits::<32>(0);
        self.heads.new_item.next = bits::<32>(0);
        self.heads.write_first.next = (self.spilled.val() & !self.listed.val())
            | (self.back.placed.val() & self.back.more.val());
        self.heads.new_first.next = self.alloc_number.q.val();
        if self.back_placed.q.val() {
            self.heads.new_first.next = self.back.follower.val();
        }
        self.heads.write_last.next = self.spilled.val();
        self.heads.new_last.next = self.alloc_number.q.val();
        if self.begins_reading.val() {
            self.clusters.write_cluster.next = self.recall.cluster.val();
            self.clusters.new_away.next = self.recall_left.val();
        }
        if self.state.q.val() == State::Sweep {
            self.clusters.write_cluster.next = self.sweep.q.val();
            self.clusters.write_region.next = self.sweep.q.val();
            self.clusters.write_levels.next = self.sweep.q.val() <= self.root.val();
            self.clusters.new_levels.next = bits::<8>(0);
            self.clusters.write_away.next = self.sweep.q.val() <= self.root.val();
            self.clusters.new_away.next = bits::<8>(0);
            self.clusters.write_fresh.next = self.sweep.q.val() <= self.root.val();
            self.clusters.new_fresh.next = self.sweep_base.q.val();
            self.clusters.new_left.next = self.home_entries.val();
            if self.sweep.q.val() == self.root.val() {
                self.clusters.new_left.next = self.root_entries.val();
            }
            self.clusters.write_spare.next = self.sweep.q.val() <= self.root.val();
            self.clusters.new_spares.next = bits::<16>(0);
        }
        if self.state.q.val() == State::Follow {
            self.clusters.read_entry.next = self.hand_entry.q.val();
        }
        if self.state.q.val() == State::Remove {
            self.clusters.write_cluster.next = self.hand_home.val();
            self.clusters.write_region.next = self.hand_home.val();
            if self.hand_is_kernel.val() {
                self.clusters.write_region.next = self.root.val();
            }
            self.clusters.write_levels.next = true;
            self.clusters.new_levels.next = self.levels_left.val();
            self.clusters.write_spare.next = true;
            self.clusters.new_spare.next = self.hand_entry.q.val();
            self.clusters.new_spares.next = self.clusters.spares.val() + 1;
            self.clusters.write_entry.next = self.hand_entry.q.val();
            self.clusters.write_link.next = true;
            self.clusters.new_link.next = self.clusters.spare.val();
            self.heads.write_queue.next = self.hand_queue.q.val();
            self.heads.write_head.next = !self.ends.val();
            self.heads.new_head.next = self.clusters.link.val();
            self.heads.write_next.next = true;
        }
        if self.fetches.val() {
            self.heads.write_queue.next = self.hand_queue.q.val();
            self.heads.write_next.next = self.hand_valid.q.val();
            self.heads.new_x.next = self.next_x.q.val();
            self.heads.new_yz.next = self.next_yz.q.val();
            self.heads.new_item.next = self.next_item.q.val();
        }
        self.items.clock.next = self.clock.val();
        self.items.read_entry.next = self.heads.head.val();
        self.items.write_entry.next = self.slot.val();
        self.items.write.next = self.places.val();
        self.items.new_kdei.next = self.alloc_kernel.q.val();
        self.items.new_param.next = self.alloc_address.q.val();
        self.items.new_x.next = self.alloc_x.q.val();
        self.items.new_yz.next = self.alloc_yz.q.val();
        if self.back_goes.val() {
            self.items.new_kdei.next = self.back.kdei.val();
            self.items.new_param.next = self.back.param.val();
            self.items.new_x.next = self.back.x.val();
            self.items.new_yz.next = self.back.yz.val();
        }
        if self.kernel_goes.val() {
            self.items.new_kdei.next = self.enter_kernel.q.val();
            self.items.new_param.next = self.kde_param.val();
            self.items.new_x.next = self.kde_grid_x.val();
            self.items.new_yz.next = self.kde_grid_yz.val();
        }
        self.items.new_pc.next = self.kde_pc.val();
        self.items.new_shape.next = self.kde_shape.val();
        self.items.new_demand.next = self.kde_demand.val();

        // The state machine.
        if self.advances.val() {
            self.other.d.next = false;
            self.rounds.d.next = self.rounds.q.val() - 1;
        }
        self.sent.d.next = self.granted.val();
        self.sent_last.d.next = self.granted.val() & self.walk.last.val();
        self.sent_x.d.next = self.next_x.q.val();
        self.sent_yz.d.next = self.next_yz.q.val();
        self.sent_item.d.next = self.next_item.q.val();
        self.changed_bit.next = bits::<SMXS>(1) << self.placed_home.val();
        match self.state.q.val() {
            State::Sweep => {
                self.sweep.d.next = self.sweep.q.val() + 1;
                self.sweep_base.d.next = self.sweep_base.q.val() + self.home_entries.val();
                if self.sweep.q.val() == self.last_swept.val() {
                    self.state.d.next = State::Turn;
                }
            }
            State::Turn => self.state.d.next = State::Look,
            State::Look => {
                self.kernel_placed.d.next = self.enter_full.q.val();
                self.back_placed.d.next = !self.enter_full.q.val() & self.back.done.val();
                self.fetched.d.next = self.candidate.val();
                if self.request.val() {
                    self.state.d.next = State::Place;
                }
                if self.recalls.val() {
                    self.state.d.next = State::Recall;
                }
                if self.fetches.val() {
                    self.state.d.next = State::Head;
                }
                if self.seeks.val() {
                    self.other.d.next = true;
                    self.other_cluster.d.next = self.round.backup.val();
                }
                if self.granted.val() {
                    self.next_x.d.next = self.walk.x_next.val();
                    self.next_yz.d.next = self.walk.yz_next.val();
                    self.next_item.d.next = self.next_item.q.val() + 1;
                    if self.walk.last.val() {
                        self.state.d.next = State::Follow;
                    }
                }
            }
            State::Head => {
                self.hand_queue.d.next = self.fetched.q.val();
                self.hand_entry.d.next = self.heads.head.val();
                self.next_x.d.next = self.heads.x.val();
                self.next_yz.d.next = self.heads.yz.val();
                self.next_item.d.next = self.heads.item.val();
                self.state.d.next = State::Entry;
            }
            State::Entry => {
                self.hand_valid.d.next = true;
                self.hand_kdei.d.next = self.items.kdei.val();
                self.hand_pc.d.next = self.items.pc.val();
                self.hand_param.d.next = self.items.param.val();
                self.hand_shape.d.next = self.items.shape.val();
                self.hand_x.d.next = self.items.x.val();
                self.hand_yz.d.next = self.items.yz.val();
                self.asked.d.next = self.items.demand.val();
                self.asked_any.d.next = true;
                self.state.d.next = State::Ask;
                if self.asked_any.q.val() & (self.items.demand.val() == self.asked.q.val()) {
                    self.state.d.next = State::Look;
                }
            }
            State::Ask => self.state.d.next = State::Look,
            State::Place => {
                self.other.d.next = false;
                self.state.d.next = State::Spill;
                if self.places.val() {
                    self.state.d.next = State::Turn;
                    if self.reuses.val() {
                        self.state.d.next = State::Pop;
                    }
                    if self.kernel_placed.q.val() {
                        self.enter_full.d.next = false;
                    } else {
                        self.alloc_full.d.next = self.back_placed.q.val() & self.alloc_full.q.val();
                        if !self.several.val() {
                            self.vacant.d.next = self.vacant.q.val() & !self.changed_bit.val();
                        }
                    }
                    if self.placed_home.val() == self.root.val() {
                        self.root_any.d.next = true;
                    } else {
                        self.filled.d.next = self.filled.q.val() | self.changed_bit.val();
                    }
                }
            }
            State::Pop => self.state.d.next = State::Turn,
            State::Follow => self.state.d.next = State::Remove,
            State::Remove => {
                self.hand_valid.d.next = false;
                self.changed_bit.next = bits::<SMXS>(1) << self.hand_home.val();
                if !self.hand_is_kernel.val() {
                    self.vacant.d.next = self.vacant.q.val() | self.changed_bit.val();
                }
                if !self.levels_left.val().any() {
                    if self.hand_home.val() == self.root.val() {
                        self.root_any.d.next = false;
                    } else {
                        self.filled.d.next = self.filled.q.val() & !self.changed_bit.val();
                    }
                }
                self.state.d.next = State::Turn;
            }
            State::Spill => {
                if self.written.val() {
                    self.state.d.next = State::Chain;
                }
            }
            State::Recall => self.state.d.next = State::Begin,
            State::Begin => {
                self.other.d.next = false;
                self.changed_bit.next = bits::<SMXS>(1) << self.recall.cluster.val();
                if self.empties.val() & !self.recall_left.val().any() {
                    self.away.d.next = self.away.q.val() & !self.changed_bit.val();
                }
                self.state.d.next = State::Turn;
            }
            _ => {}
        }
        if self.spilled.val() {
            self.alloc_full.d.next = false;
            self.away.d.next = self.away.q.val() | self.changed_bit.val();
            self.state.d.next = State::Turn;
        }
        if (self.places.val() & !self.back_placed.q.val()) | self.spilled.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.state.q.val() == State::Remove {
            self.count.d.next = self.count.q.val() - 1;
        }
        if self.granted.val() | self.places.val() | self.end_valid.val() {
            self.rounds.d.next = self.smxs.val();
        }

        // The request buffers.
        self.enter_ready.next = self.awake.val() & !self.enter_full.q.val();
        if self.enter_valid.val() & self.awake.val() & !self.enter_full.q.val() {
            self.enter_full.d.next = true;
            self.enter_kernel.d.next = self.enter_kdei.val();
            self.enter_home.d.next = bit_cast::<16, SMX>(self.enter_cluster.val());
            self.enter_rank.d.next = self.enter_level.val() - 1;
            if !self.enter_level.val().any() {
                self.enter_home.d.next = self.root.val();
                self.enter_rank.d.next = bits::<3>(0);
            }
        }
        self.alloc_ready.next = self.awake.val() & !self.alloc_full.q.val();
        if self.alloc_valid.val() & self.awake.val() & !self.alloc_full.q.val() {
            self.alloc_full.d.next = true;
            self.alloc_kernel.d.next = self.alloc_kdei.val();
            self.alloc_home.d.next = bit_cast::<16, SMX>(self.alloc_cluster.val());
            self.alloc_rank.d.next = self.alloc_level.val() - 1;
            self.alloc_x.d.next = self.alloc_grid_x.val();
            self.alloc_yz.d.next = self.alloc_grid_yz.val();
            self.alloc_address.d.next = self.alloc_param.val();
            self.alloc_number.d.next = self.alloc_record.val().get_bits::<27>(5);
        }

        // The pins.
        self.look_valid.next = (self.state.q.val() == State::Look) & self.request.val();
        self.look_kdei.next = bits::<KDEI>(0);
        if self.look_valid.val() {
            self.look_kdei.next = self.alloc_kernel.q.val();
            if self.back.done.val() {
                self.look_kdei.next = self.back.kdei.val();
            }
            if self.enter_full.q.val() {
                self.look_kdei.next = self.enter_kernel.q.val();
            }
        }
        self.ask_valid.next = self.state.q.val() == State::Ask;
        self.ask_smxs.next = bits::<SMXS>(0);
        self.ask_demand.next = bits::<30>(0);
        if self.state.q.val() == State::Ask {
            self.ask_smxs.next = self.all_smxs.val();
            self.ask_demand.next = self.asked.q.val();
        }
        self.want_smxs.next = bits::<SMXS>(0);
        if self.wants.val() {
            self.want_smxs.next = self.round.one_hot.val();
        }
        self.tb_valid.next = self.sent.q.val();
        self.spent_valid.next = self.sent_last.q.val();
        self.spent_kdei.next = bits::<KDEI>(0);
        if self.sent_last.q.val() {
            self.spent_kdei.next = self.hand_kdei.q.val();
        }
        self.tb_kdei.next = bits::<KDEI>(0);
        self.tb_item.next = bits::<32>(0);
        self.tb_level.next = bits::<3>(0);
        self.tb_pc.next = bits::<32>(0);
        self.tb_param.next = bits::<32>(0);
        self.tb_shape.next = bits::<29>(0);
        self.tb_grid_x.next = bits::<32>(0);
        self.tb_grid_yz.next = bits::<32>(0);
        self.tb_block_x.next = bits::<32>(0);
        self.tb_block_yz.next = bits::<32>(0);
        if self.sent.q.val() {
            self.tb_kdei.next = self.hand_kdei.q.val();
            self.tb_item.next = self.sent_item.q.val();
            if self.hand_home.val() != self.root.val() {
                self.tb_level.next = self.hand_rank.val() + 1;
            }
            self.tb_pc.next = self.hand_pc.q.val();
            self.tb_param.next = self.hand_param.q.val();
            self.tb_shape.next = self.hand_shape.q.val();
            self.tb_grid_x.next = self.hand_x.q.val();
            self.tb_grid_yz.next = self.hand_yz.q.val();
            self.tb_block_x.next = self.sent_x.q.val();
            self.tb_block_yz.next = self.sent_yz.q.val();
        }
        self.mem_req_valid.next = self.back.reads.val() | self.writing.val();
        self.mem_req_write.next = self.writing.val();
        self.mem_req_addr.next = bits::<32>(0);
        self.mem_req_data.next = bits::<32>(0);
        if self.back.reads.val() {
            self.mem_req_addr.next = self.back.address.val();
        }
        if self.writing.val() {
            self.mem_req_addr.next = self.record.val() | 16;
            self.mem_req_data.next = bit_cast::<32, KDEI>(self.alloc_kernel.q.val());
            if self.state.q.val() == State::Chain {
                self.mem_req_addr.next = self.record.val() | 12;
                self.mem_req_data.next = self.agei.val();
            }
        }
        self.queued.next = self.count.q.val();
        self.idle.next = (self.state.q.val() == State::Look)
            & !self.rounds.q.val().any()
            & !self.request.val()
            & !self.recalls.val()
            & !self.back.busy.val();
    }
}
