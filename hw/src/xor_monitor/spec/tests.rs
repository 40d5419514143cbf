//! The timing table, cycle by cycle, on model and circuit, and the hash.

use super::super::model;
use super::super::pins::{predicted, In, Out, LANES, WORD};
use super::super::XorMonitor;
use super::hashes;
use crate::kit::steps::{high, run};
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};
use std::collections::HashSet;

type Units = dyn Clocked<In = In, Out = Out>;

/// A tiny monitor, as model and as circuit, whose filters have been cleared after its reset.
fn on_both(test: impl Fn(&mut Units)) {
    let params = XorMonitor::tiny();
    let both: [&mut Units; 2] =
        [&mut XorMonitor::model(&params), &mut Rtl::new(XorMonitor::circuit(&params))];
    for unit in both {
        run(unit, [In::default(); 3]);
        assert!(unit.idle());
        test(unit);
    }
}

fn child(line: u32) -> In {
    In { read_valid: true, read_line: line, read_child: true, ..In::default() }
}

fn parent(line: u32) -> In {
    In { read_valid: true, read_line: line, read_parent: true, ..In::default() }
}

#[test]
fn rule_1_a_read_has_its_result_after_two_cycles_its_count_after_three_and_is_predicted_after_four()
{
    on_both(|unit| {
        let out = run(unit, [parent(7), child(7)].into_iter().chain([In::default(); 6]));
        assert_eq!(high(&out, |o| o.result_valid), [3]);
        assert_eq!(high(&out, |o| o.result_parent_child), [3]);
        assert_eq!(high(&out, |o| o.parent_child_hits == 1), [4, 5, 6, 7, 8]);
        assert_eq!(high(&out, |o| o.predicted == predicted::PARENT_CHILD), [5, 6, 7, 8]);
        assert_eq!(high(&out, |o| o.idle), [0, 5, 6, 7, 8]);
    });
}

#[test]
fn rule_4_a_line_that_enters_is_found_by_the_read_of_the_next_cycle() {
    on_both(|unit| {
        let out = run(unit, [child(9); 3].into_iter().chain([In::default(); 3]));
        assert_eq!(high(&out, |o| o.result_valid), [2, 3, 4]);
        assert_eq!(high(&out, |o| o.result_sibling), [3, 4]);
    });
}

#[test]
fn rule_6_what_is_looked_up_while_the_filters_are_cleared_misses_and_does_not_enter() {
    on_both(|unit| {
        let clear = In { clear: true, ..child(9) };
        // Read in 0 to 7, looked up in 1 to 8; cleared in 3, 4 and 5.
        let reads = [child(9); 2].into_iter().chain([clear]).chain([child(9); 5]);
        let out = run(unit, reads.chain([In::default(); 2]));
        assert_eq!(high(&out, |o| o.clearing), [3, 4, 5]);
        assert_eq!(high(&out, |o| o.result_valid), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(high(&out, |o| o.result_sibling), [3, 8, 9]);
    });
}

#[test]
fn rule_5_the_hash_is_that_of_the_rule_bit_by_bit() {
    for line in
        (0..32).map(|bit| 1 << bit).chain((0..4096).map(|n: u32| n.wrapping_mul(0x9e37_79b9)))
    {
        assert_eq!(model::hashes(line), hashes(line), "{line:#x}");
    }
}

#[test]
fn every_word_and_every_bit_is_chosen() {
    for words in [2, 3, 55, 64] {
        let places: HashSet<(usize, u32, u32)> = (0..16384)
            .flat_map(|line| {
                let places = model::places(line, words);
                (0..LANES).map(move |lane| (lane, places[lane].0, places[lane].1))
            })
            .collect();
        assert_eq!(places.len(), LANES * (words * WORD) as usize, "{words}");
    }
}
