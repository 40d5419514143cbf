//! Tests the timing of the organisations, to the cycle, on the model and on the circuit.

use super::super::super::pins::{with_smx, Organisation, Params};
use super::super::super::Agt;
use super::{alloc, both, both_in, done, end, Bench, In, RECORD_AGEI};
use crate::kit::Unit;

impl Bench {
    /// Allocates an entry. Returns the AGEI, and the cycles from the acceptance to the link.
    fn search(&mut self, hw_tid: u32) -> (u32, u64) {
        let begin = self.cycle;
        let mut out = self.step(alloc(hw_tid));
        while !out.link_valid {
            assert!(!out.alloc_ready, "ready before the search is over");
            out = self.wait(1);
        }
        assert!(out.alloc_ready);
        let cycles = self.cycle - begin;
        self.step(In { link_ready: true, ..In::default() });
        (out.link_agei, cycles)
    }
}

#[test]
fn rule_2_probing_takes_the_first_free_entry_and_a_cycle_for_each_look() {
    both_in(Organisation::LinearProbing, |bench| {
        assert_eq!(bench.search(6), (6, 3));
        assert_eq!(bench.search(6), (7, 4));
        assert_eq!(bench.search(6), (0, 5), "the first entry follows the last");
        assert_eq!(bench.search(6 + 8), (1, 6));
        assert_eq!(bench.search(3), (3, 3));
        assert_eq!(bench.search(0), (2, 5));
        assert_eq!(bench.out().occupied, 6);
    });
}

#[test]
fn rule_2_probing_spills_after_its_eighth_look() {
    both_in(Organisation::LinearProbing, |bench| {
        for index in 0..8 {
            assert_eq!(bench.search(index), (index, 3));
        }
        assert_eq!(bench.search(5), (RECORD_AGEI, 3 + 7));
        bench.carry_out(done(4, 1));
        assert_eq!(bench.carry_out(end(4)).occupied, 7);
        assert_eq!(bench.search(5), (4, 3 + 7), "the last lookup finds a free entry");
    });
}

#[test]
fn rule_2_two_ways_are_the_home_and_the_entry_half_a_table_further_on() {
    both_in(Organisation::TwoWay, |bench| {
        assert_eq!(bench.search(6), (6, 3));
        assert_eq!(bench.search(2), (2, 3));
        assert_eq!(bench.search(6), (RECORD_AGEI, 4), "both ways are occupied");
        bench.carry_out(done(2, 1));
        bench.carry_out(end(2));
        assert_eq!(bench.search(6 + 8), (2, 4));
        assert_eq!(bench.search(1), (1, 3));
        assert_eq!(bench.search(1), (5, 4));
    });
}

#[test]
fn rule_2_the_hash_spills_at_its_first_look() {
    both(|bench| {
        assert_eq!(bench.search(6), (6, 3));
        assert_eq!(bench.search(6), (RECORD_AGEI, 3));
    });
}

#[test]
fn rule_6_what_comes_while_an_alloc_looks_waits_for_its_last_look() {
    both_in(Organisation::LinearProbing, |bench| {
        for index in 0..3 {
            bench.search(index);
        }
        bench.carry_out(done(0, 1));
        bench.step(alloc(0));
        bench.wait(1);
        let looking = bench.step(end(0));
        assert!(!looking.end_ready, "t+3");
        let out = bench.wait(3);
        assert_eq!((out.link_valid, out.link_agei), (true, 3), "t+6: the end has not been seen");
        assert_eq!((out.occupied, out.end_ready), (4, false));
        let out = bench.wait(2);
        assert_eq!((out.occupied, out.end_ready), (3, true), "t+8");
    });
}

#[test]
fn rule_8_equal_threads_of_different_smxs_have_homes_of_their_own() {
    for (smxs, entries) in [(13, 1024), (31, 256), (1, 8), (8, 8)] {
        for thread in [0, 31, 2047] {
            let homes = (0..smxs).map(|smx| with_smx(thread, smx, smxs, entries) & (entries - 1));
            let apart: std::collections::BTreeSet<_> = homes.collect();
            assert_eq!(apart.len(), smxs as usize, "thread {thread} of {smxs} SMXs");
        }
    }
}

#[test]
fn rule_8_threads_of_one_smx_stay_as_far_apart_as_they_were() {
    for (smxs, entries) in [(13, 1024), (31, 4)] {
        for smx in 0..smxs {
            let at = |thread| with_smx(thread, smx, smxs, entries);
            let homes: std::collections::BTreeSet<_> =
                (0..entries).map(|thread| at(thread) & (entries - 1)).collect();
            assert_eq!(homes.len(), entries as usize);
            assert!(at(2047) <= 0xFFFF, "it fits the pin");
        }
    }
}

#[test]
fn probing_costs_the_bits_that_count_its_looks_and_no_entry() {
    let bits = |organisation| {
        let storage = Agt::storage(&Params { entries: 1024, organisation });
        storage.iter().map(|field| field.bits * field.entries).sum::<u64>()
    };
    let hash = bits(Organisation::Hash);
    assert_eq!(bits(Organisation::LinearProbing), hash + 3);
    assert_eq!(bits(Organisation::TwoWay), hash + 1);
}
