//! Tests the timing table of the unit, to the cycle, on the model and on the circuit.

mod organisations;

use super::super::pins::{In, Organisation, Out, Params};
use super::super::Agt;
use crate::kernel_distributor::pins::{NO_GROUP, SPILLED};
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};

/// A table of 8 entries and the current cycle, counted from the end of the sweep.
struct Bench {
    unit: Box<dyn Clocked<In = In, Out = Out>>,
    cycle: u64,
}

/// Runs `body` with the model and with the circuit.
fn both(body: impl Fn(&mut Bench)) {
    both_in(Organisation::Hash, body);
}

/// Does the same as [`both`], with a given organisation.
fn both_in(organisation: Organisation, body: impl Fn(&mut Bench)) {
    let params = Params { entries: 8, organisation };
    let units: [Box<dyn Clocked<In = In, Out = Out>>; 2] =
        [Box::new(Agt::model(&params)), Box::new(Rtl::new(Agt::circuit(&params)))];
    for unit in units {
        let mut bench = Bench { unit, cycle: 0 };
        bench.reset();
        body(&mut bench);
    }
}

impl Bench {
    fn reset(&mut self) {
        self.unit.reset();
        for _ in 0..8 {
            self.unit.step(&In::default());
        }
        self.cycle = 0;
    }

    fn out(&self) -> Out {
        self.unit.out()
    }

    fn step(&mut self, input: In) -> Out {
        self.unit.step(&input);
        self.cycle += 1;
        self.out()
    }

    fn wait(&mut self, cycles: u64) -> Out {
        for _ in 0..cycles {
            self.step(In::default());
        }
        self.out()
    }

    /// Allocates an entry and takes the link. Returns the AGEI.
    fn allocate(&mut self, hw_tid: u32) -> u32 {
        self.step(alloc(hw_tid));
        let agei = self.wait(2).link_agei;
        self.step(In { link_ready: true, ..In::default() });
        agei
    }

    /// Carries out one request of a group in the table, from its offer to its effect.
    fn carry_out(&mut self, request: In) -> Out {
        self.step(request);
        self.wait(2)
    }
}

fn alloc(hw_tid: u32) -> In {
    In {
        alloc_valid: true,
        alloc_hw_tid: hw_tid,
        alloc_kdei: 17,
        alloc_grid_x: 3,
        alloc_grid_yz: 0x2_0001,
        alloc_param: 0x8000_0040,
        alloc_record: 0xFFFF_FFC0,
        ..In::default()
    }
}

fn next(next_prev: u32, next_agei: u32) -> In {
    In { next_valid: true, next_prev, next_agei, ..In::default() }
}

fn take(take_agei: u32) -> In {
    In { take_valid: true, take_agei, ..In::default() }
}

fn done(done_agei: u32, done_count: u32) -> In {
    In { done_valid: true, done_agei, done_count, ..In::default() }
}

fn end(end_agei: u32) -> In {
    In { end_valid: true, end_agei, ..In::default() }
}

/// The AGEI of the record of [`alloc`].
const RECORD_AGEI: u32 = SPILLED | (0xFFFF_FFC0 / 32);

#[test]
fn rule_1_every_pin_is_low_for_one_cycle_an_entry() {
    both(|bench| {
        bench.unit.reset();
        for cycle in 0..8 {
            assert_eq!(bench.out(), Out::default(), "cycle {cycle}");
            bench.step(In::default());
        }
        let ready = bench.out();
        assert!(ready.alloc_ready && ready.next_ready && ready.take_ready && ready.idle);
        assert!(ready.done_ready && ready.end_ready);
    });
}

#[test]
fn rule_1_a_reset_frees_every_entry() {
    both(|bench| {
        assert_eq!(bench.allocate(3), 3);
        assert_eq!(bench.out().occupied, 1);
        bench.reset();
        assert_eq!(bench.out().occupied, 0);
        assert_eq!(bench.allocate(3), 3, "the entry is free again");
    });
}

#[test]
fn rule_2_a_free_entry_is_linked_three_cycles_after_its_alloc() {
    both(|bench| {
        let held = bench.step(alloc(13));
        assert!(!held.alloc_ready && !held.link_valid, "t+1");
        assert!(!bench.wait(1).link_valid, "t+2");
        let linked = bench.wait(1);
        assert_eq!((linked.link_valid, linked.link_kdei, linked.link_agei), (true, 17, 13 & 7));
        assert_eq!((linked.occupied, linked.alloc_ready), (1, true), "t+3");
    });
}

#[test]
fn rule_2_a_group_whose_entry_is_occupied_stays_in_its_record() {
    both(|bench| {
        assert_eq!(bench.allocate(5), 5);
        assert_eq!(bench.allocate(5 + 8), RECORD_AGEI);
        assert_eq!(bench.out().occupied, 1);
    });
}

#[test]
fn rule_4_a_group_in_the_table_is_answered_for_one_cycle_three_after_its_take() {
    both(|bench| {
        bench.allocate(2);
        bench.step(take(2));
        assert!(!bench.wait(1).group_valid, "t+2");
        let group = bench.wait(1);
        assert!(group.group_valid && !group.idle, "t+3");
        assert_eq!((group.group_grid_x, group.group_grid_yz), (3, 0x2_0001));
        assert_eq!((group.group_param, group.group_next), (0x8000_0040, NO_GROUP));
        let after = bench.wait(1);
        assert_eq!((after.group_valid, after.group_param, after.idle), (false, 0, true), "t+4");
    });
}

#[test]
fn rule_3_a_next_is_read_back_and_forgotten_with_its_entry() {
    both(|bench| {
        bench.allocate(1);
        bench.carry_out(next(1, RECORD_AGEI));
        assert_eq!(bench.carry_out(take(1)).group_next, RECORD_AGEI);
        bench.carry_out(done(1, 1));
        assert_eq!(bench.carry_out(end(1)).occupied, 0);
        assert_eq!(bench.allocate(1), 1);
        assert_eq!(bench.carry_out(take(1)).group_next, NO_GROUP);
    });
}

#[test]
fn rule_3_the_next_of_a_spilled_group_is_one_write_to_its_record() {
    both(|bench| {
        bench.step(next(RECORD_AGEI, 6));
        for cycle in 2..6 {
            let out = bench.wait(1);
            assert!(out.mem_req_valid && out.mem_req_write && !out.next_ready, "t+{cycle}");
            assert_eq!((out.mem_req_addr, out.mem_req_data), (0xFFFF_FFCC, 6));
        }
        let after = bench.step(In { mem_req_ready: true, ..In::default() });
        assert_eq!((after.mem_req_valid, after.next_ready, after.idle), (false, true, true));
    });
}

#[test]
fn rule_4_a_spilled_group_is_four_reads_and_answered_after_the_fourth_word() {
    both(|bench| {
        bench.step(take(RECORD_AGEI));
        bench.wait(1);
        for word in 0..4 {
            let out = bench.out();
            assert!(out.mem_req_valid && !out.mem_req_write);
            assert_eq!(out.mem_req_addr, 0xFFFF_FFC0 + 4 * word);
            bench.step(In { mem_req_ready: true, ..In::default() });
        }
        assert!(!bench.out().mem_req_valid, "four words are enough");
        for word in 0..4 {
            assert!(!bench.wait(5).group_valid);
            bench.step(In { mem_resp_valid: true, mem_resp_data: 10 + word, ..In::default() });
        }
        let group = bench.out();
        assert!(group.group_valid && group.take_ready);
        assert_eq!((group.group_grid_x, group.group_grid_yz), (10, 11));
        assert_eq!((group.group_param, group.group_next), (12, 13));
    });
}

#[test]
fn rule_5_ends_may_come_before_their_done_or_after_it() {
    both(|bench| {
        bench.allocate(4);
        assert_eq!(bench.carry_out(end(4)).occupied, 1);
        assert_eq!(bench.carry_out(end(4)).occupied, 1);
        assert_eq!(bench.carry_out(done(4, 3)).occupied, 1);
        bench.step(end(4));
        assert_eq!(bench.wait(1).occupied, 1, "t+2");
        assert_eq!(bench.wait(1).occupied, 0, "t+3");
        bench.allocate(4);
        bench.carry_out(end(4));
        assert_eq!(bench.carry_out(done(4, 1)).occupied, 0);
    });
}

#[test]
fn rule_5_a_group_of_as_many_tbs_as_the_count_holds_is_not_freed_by_its_done() {
    both(|bench| {
        bench.allocate(4);
        assert_eq!(bench.carry_out(done(4, (1 << 30) - 1)).occupied, 1);
        assert_eq!(bench.carry_out(end(4)).occupied, 1);
        assert_eq!(bench.allocate(4), RECORD_AGEI, "still occupied");
    });
}

#[test]
fn rule_6_held_requests_go_end_done_next_take_alloc_two_cycles_apart() {
    both(|bench| {
        for index in 0..4 {
            bench.allocate(index);
        }
        let mut all = alloc(7);
        (all.end_valid, all.end_agei) = (true, 0);
        (all.done_valid, all.done_agei, all.done_count) = (true, 1, 2);
        (all.next_valid, all.next_prev, all.next_agei) = (true, 2, 3);
        (all.take_valid, all.take_agei) = (true, 2);
        bench.cycle = 0;
        let mut out = bench.step(all);
        let mut ready_since = [0; 5];
        while !out.idle && bench.cycle < 20 {
            let ready =
                [out.end_ready, out.done_ready, out.next_ready, out.take_ready, out.alloc_ready];
            for (since, ready) in ready_since.iter_mut().zip(ready) {
                if ready && *since == 0 {
                    *since = bench.cycle;
                }
            }
            if out.group_valid {
                assert_eq!(out.group_next, 3, "the next went before the take");
            }
            out = bench.step(In { link_ready: true, ..In::default() });
        }
        assert_eq!(ready_since, [3, 5, 7, 9, 11]);
    });
}

#[test]
fn rule_6_an_untaken_link_holds_back_alloc_and_nothing_else() {
    both(|bench| {
        bench.carry_out(alloc(1));
        bench.step(alloc(2));
        bench.carry_out(end(1));
        let out = bench.carry_out(done(1, 1));
        assert_eq!((out.occupied, out.alloc_ready), (0, false));
        assert_eq!((out.link_valid, out.link_agei), (true, 1));
        bench.step(In { link_ready: true, ..In::default() });
        assert!(!bench.out().link_valid);
        let out = bench.wait(2);
        assert_eq!((out.link_valid, out.link_agei, out.occupied), (true, 2, 1));
    });
}

#[test]
fn the_entries_are_the_published_20480_bytes() {
    let storage = Agt::storage(&Agt::paper());
    let of_figure = storage.iter().filter(|field| field.figure == Some("dtbl.agt"));
    assert_eq!(of_figure.map(|field| field.bytes()).sum::<u64>(), 20_480);
}
