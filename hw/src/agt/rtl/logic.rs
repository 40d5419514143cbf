//! The logic of the Aggregated Group Table's circuit: one function, because it is one module of the
//! Verilog.

use super::{AgtRtl, State};
use crate::kit::dff_setup;
use rust_hdl::prelude::*;

impl<const KDEI: usize, const OCCUPIED: usize> Logic for AgtRtl<KDEI, OCCUPIED> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, sweep, count, requested, received, looked);
        dff_setup!(self, clock, end_full, end_entry, done_full, done_entry, done_total);
        dff_setup!(self, clock, next_full, next_to, next_value, take_full, take_group);
        dff_setup!(self, clock, alloc_full, alloc_entry, alloc_kernel, alloc_x, alloc_yz);
        dff_setup!(self, clock, alloc_address, alloc_spill, link_full, link_kernel, link_group);
        dff_setup!(self, clock, group_full, group_x, group_yz, group_address, group_follower);
        self.awake.next = self.state.q.val() != State::Sweep;

        // The choice, lowest rank first so that later assignments win (rule 6).
        self.operation.next = self.state.q.val();
        if self.state.q.val() == State::Pick {
            if self.alloc_full.q.val() & !self.link_full.q.val() {
                self.operation.next = State::Alloc;
            }
            if self.take_full.q.val() {
                self.operation.next = State::Take;
                if self.take_group.q.val().get_bit(31) {
                    self.operation.next = State::Fetch;
                }
            }
            if self.next_full.q.val() {
                self.operation.next = State::Next;
                if self.next_to.q.val().get_bit(31) {
                    self.operation.next = State::Write;
                }
            }
            if self.done_full.q.val() {
                self.operation.next = State::Done;
            }
            if self.end_full.q.val() {
                self.operation.next = State::End;
            }
        }
        self.chosen.next = self.alloc_entry.q.val();
        match self.operation.val() {
            State::Sweep => self.chosen.next = self.sweep.q.val(),
            State::End => self.chosen.next = self.end_entry.q.val(),
            State::Done => self.chosen.next = self.done_entry.q.val(),
            State::Next => self.chosen.next = bit_cast::<16, 32>(self.next_to.q.val()),
            State::Take => self.chosen.next = bit_cast::<16, 32>(self.take_group.q.val()),
            _ => {}
        }
        self.entry.next = self.chosen.val() & self.mask.val();

        // An alloc reads the next entry in advance and continues with it if its entry is occupied
        // (rule 2). By the last term, synthesis removes the next entry and the count for a hash.
        self.probing.next = (self.state.q.val() == State::Alloc) & self.last_look.val().any();
        self.following.next = self.alloc_entry.q.val() + self.stride.val();
        self.looks_on.next = self.probing.val()
            & self.ages.exebl.val().get_bit(31)
            & (self.looked.q.val() != self.last_look.val());

        self.occupies.next =
            (self.state.q.val() == State::Alloc) & !self.ages.exebl.val().get_bit(31);

        // ExeBL after an end or a done (rule 5).
        self.settles.next =
            (self.state.q.val() == State::End) | (self.state.q.val() == State::Done);
        self.delta.next = bits::<32>(0xFFFF_FFFF_u64);
        if self.state.q.val() == State::Done {
            self.delta.next = bit_cast::<32, 30>(self.done_total.q.val());
        }
        self.moved.next = self.ages.exebl.val() + self.delta.val();
        self.remaining.next = self.moved.val() & bits::<32>(0x3FFF_FFFF);
        self.distributed.next =
            self.ages.exebl.val().get_bit(30) | (self.state.q.val() == State::Done);
        self.finished.next = self.distributed.val() & !self.remaining.val().any();

        // A finished group's count is zero.
        self.settled.next = self.remaining.val();
        if !self.finished.val() {
            self.settled.next = self.remaining.val() | bits::<32>(0x8000_0000_u64);
        }
        if self.distributed.val() & !self.finished.val() {
            self.settled.next = self.remaining.val() | bits::<32>(0xC000_0000_u64);
        }

        // The direction of the count is known long before the decision to count.
        self.counted.next = self.count.q.val() - 1;
        if self.state.q.val() == State::Alloc {
            self.counted.next = self.count.q.val() + 1;
        }
        if self.occupies.val() | (self.settles.val() & self.finished.val()) {
            self.count.d.next = self.counted.val();
        }

        self.ages.clock.next = self.clock.val();
        self.ages.write_entry.next = self.entry.val();
        self.ages.read_entry.next = self.entry.val();
        if self.probing.val() {
            self.ages.read_entry.next = self.following.val() & self.mask.val();
        }
        self.ages.write_group.next = self.occupies.val();
        self.ages.write_next.next = (self.state.q.val() == State::Next) | self.occupies.val();
        self.ages.write_exebl.next =
            (self.state.q.val() == State::Sweep) | self.settles.val() | self.occupies.val();
        self.ages.new_x.next = self.alloc_x.q.val();
        self.ages.new_yz.next = self.alloc_yz.q.val();
        self.ages.new_param.next = self.alloc_address.q.val();
        self.ages.new_next.next = self.next_value.q.val();
        self.ages.new_exebl.next = bits::<32>(0);
        if self.state.q.val() == State::Alloc {
            self.ages.new_next.next = bits::<32>(0xFFFF_FFFF_u64);
            self.ages.new_exebl.next = bits::<32>(0x8000_0000_u64);
        }
        if self.settles.val() {
            self.ages.new_exebl.next = self.settled.val();
        }

        // The memory port.
        self.requesting.next = (self.state.q.val() == State::Write)
            | ((self.state.q.val() == State::Fetch) & (self.requested.q.val() != 4));
        self.record.next = self.take_group.q.val() << bits::<32>(5);
        self.offset.next = bit_cast::<32, 3>(self.requested.q.val()) << bits::<32>(2);
        if self.state.q.val() == State::Write {
            self.record.next = self.next_to.q.val() << bits::<32>(5);
            self.offset.next = bits::<32>(12);
        }
        self.mem_req_valid.next = self.requesting.val();
        self.mem_req_write.next = self.state.q.val() == State::Write;
        self.mem_req_addr.next = bits::<32>(0);
        if self.requesting.val() {
            self.mem_req_addr.next = self.record.val() | self.offset.val();
        }
        self.mem_req_data.next = bits::<32>(0);
        if self.state.q.val() == State::Write {
            self.mem_req_data.next = self.next_value.q.val();
        }

        self.group_full.d.next = false;
        if self.link_full.q.val() & self.link_ready.val() {
            self.link_full.d.next = false;
        }
        self.spilled.next = self.alloc_spill.q.val() >> bits::<32>(5);
        match self.state.q.val() {
            State::Sweep => {
                self.sweep.d.next = self.sweep.q.val() + 1;
                if (self.sweep.q.val() & self.mask.val()) == self.mask.val() {
                    self.state.d.next = State::Pick;
                }
            }
            State::Pick => self.state.d.next = self.operation.val(),
            State::End => {
                self.end_full.d.next = false;
                self.state.d.next = State::Pick;
            }
            State::Done => {
                self.done_full.d.next = false;
                self.state.d.next = State::Pick;
            }
            State::Next => {
                self.next_full.d.next = false;
                self.state.d.next = State::Pick;
            }
            State::Take => {
                self.group_x.d.next = self.ages.x.val();
                self.group_yz.d.next = self.ages.yz.val();
                self.group_address.d.next = self.ages.param.val();
                self.group_follower.d.next = self.ages.following.val();
                self.group_full.d.next = true;
                self.take_full.d.next = false;
                self.state.d.next = State::Pick;
            }
            State::Alloc => {
                self.link_full.d.next = true;
                self.link_kernel.d.next = self.alloc_kernel.q.val();
                self.link_group.d.next = self.spilled.val() | bits::<32>(0x8000_0000_u64);
                if self.occupies.val() {
                    self.link_group.d.next = bit_cast::<32, 16>(self.entry.val());
                }
                self.alloc_full.d.next = false;
                self.looked.d.next = bits::<3>(0);
                self.state.d.next = State::Pick;
                if self.looks_on.val() {
                    self.link_full.d.next = false;
                    self.alloc_full.d.next = true;
                    self.alloc_entry.d.next = self.following.val();
                    self.looked.d.next = self.looked.q.val() + 1;
                    self.state.d.next = State::Alloc;
                }
            }
            State::Write => {
                self.next_full.d.next = !self.mem_req_ready.val();
                if self.mem_req_ready.val() {
                    self.state.d.next = State::Pick;
                }
            }
            State::Fetch => {
                if self.requesting.val() & self.mem_req_ready.val() {
                    self.requested.d.next = self.requested.q.val() + 1;
                }
                if self.mem_resp_valid.val() {
                    self.received.d.next = self.received.q.val() + 1;
                    if self.received.q.val() == 0 {
                        self.group_x.d.next = self.mem_resp_data.val();
                    }
                    if self.received.q.val() == 1 {
                        self.group_yz.d.next = self.mem_resp_data.val();
                    }
                    if self.received.q.val() == 2 {
                        self.group_address.d.next = self.mem_resp_data.val();
                    }
                    if self.received.q.val() == 3 {
                        self.group_follower.d.next = self.mem_resp_data.val();
                        self.group_full.d.next = true;
                        self.requested.d.next = bits::<3>(0);
                        self.received.d.next = bits::<3>(0);
                        self.take_full.d.next = false;
                        self.state.d.next = State::Pick;
                    }
                }
            }
            _ => {}
        }

        // The request buffers; a buffer that is being emptied is full, so it takes nothing at that
        // edge.
        self.end_ready.next = self.awake.val() & !self.end_full.q.val();
        if self.end_valid.val() & self.awake.val() & !self.end_full.q.val() {
            self.end_full.d.next = true;
            self.end_entry.d.next = bit_cast::<16, 32>(self.end_agei.val());
        }
        self.done_ready.next = self.awake.val() & !self.done_full.q.val();
        if self.done_valid.val() & self.awake.val() & !self.done_full.q.val() {
            self.done_full.d.next = true;
            self.done_entry.d.next = bit_cast::<16, 32>(self.done_agei.val());
            self.done_total.d.next = self.done_count.val();
        }
        self.next_ready.next = self.awake.val() & !self.next_full.q.val();
        if self.next_valid.val() & self.awake.val() & !self.next_full.q.val() {
            self.next_full.d.next = true;
            self.next_to.d.next = self.next_prev.val();
            self.next_value.d.next = self.next_agei.val();
        }
        self.take_ready.next = self.awake.val() & !self.take_full.q.val();
        if self.take_valid.val() & self.awake.val() & !self.take_full.q.val() {
            self.take_full.d.next = true;
            self.take_group.d.next = self.take_agei.val();
        }
        self.alloc_ready.next = self.awake.val() & !self.alloc_full.q.val();
        if self.alloc_valid.val() & self.awake.val() & !self.alloc_full.q.val() {
            self.alloc_full.d.next = true;
            self.alloc_entry.d.next = self.alloc_hw_tid.val();
            self.alloc_kernel.d.next = self.alloc_kdei.val();
            self.alloc_x.d.next = self.alloc_grid_x.val();
            self.alloc_yz.d.next = self.alloc_grid_yz.val();
            self.alloc_address.d.next = self.alloc_param.val();
            self.alloc_spill.d.next = self.alloc_record.val();
        }

        self.link_valid.next = self.link_full.q.val();
        self.link_kdei.next = bits::<KDEI>(0);
        self.link_agei.next = bits::<32>(0);
        if self.link_full.q.val() {
            self.link_kdei.next = self.link_kernel.q.val();
            self.link_agei.next = self.link_group.q.val();
        }
        self.group_valid.next = self.group_full.q.val();
        self.group_grid_x.next = bits::<32>(0);
        self.group_grid_yz.next = bits::<32>(0);
        self.group_param.next = bits::<32>(0);
        self.group_next.next = bits::<32>(0);
        if self.group_full.q.val() {
            self.group_grid_x.next = self.group_x.q.val();
            self.group_grid_yz.next = self.group_yz.q.val();
            self.group_param.next = self.group_address.q.val();
            self.group_next.next = self.group_follower.q.val();
        }
        self.occupied.next = self.count.q.val();
        self.idle.next = (self.state.q.val() == State::Pick)
            & !self.end_full.q.val()
            & !self.done_full.q.val()
            & !self.next_full.q.val()
            & !self.take_full.q.val()
            & !self.alloc_full.q.val()
            & !self.link_full.q.val()
            & !self.group_full.q.val();
    }
}
