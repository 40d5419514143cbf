//! The timing table, cycle by cycle, on model and circuit, and how often the filters are wrong.

use super::super::model::places;
use super::super::pins::{predicted, In, Out, Params};
use super::super::ReuseMonitor;
use super::murmur::murmur_hash_2;
use crate::kit::steps::{high, run};
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};

type Units = dyn Clocked<In = In, Out = Out>;

fn on_both(params: &Params, test: impl Fn(&mut Units)) {
    test(&mut ReuseMonitor::model(params));
    test(&mut Rtl::new(ReuseMonitor::circuit(params)));
}

const NONE: In = In {
    cfg_parents_count: false,
    cfg_own_parents: false,
    cfg_own_children: false,
    read_valid: false,
    read_line: 0,
    read_child: false,
    read_parent: false,
    clear: false,
};

fn child(line: u32) -> In {
    In { read_valid: true, read_line: line, read_child: true, ..NONE }
}

fn parent(line: u32) -> In {
    In { read_valid: true, read_line: line, read_parent: true, ..NONE }
}

/// A unit whose filters have been cleared after its reset.
fn cleared(unit: &mut Units, words: u32) {
    run(unit, vec![NONE; words as usize + 1]);
    assert!(unit.idle());
}

#[test]
fn rule_1_a_read_has_its_result_after_five_cycles_its_count_after_six_and_is_predicted_after_seven()
{
    on_both(&ReuseMonitor::tiny(), |unit| {
        cleared(unit, 2);
        let out = run(unit, [parent(7), child(7)].into_iter().chain([NONE; 9]));
        assert_eq!(high(&out, |o| o.result_valid), [6]);
        assert_eq!(high(&out, |o| o.result_parent_child), [6]);
        assert_eq!(high(&out, |o| o.parent_child_hits == 1), [7, 8, 9, 10, 11]);
        assert_eq!(high(&out, |o| o.sibling_misses == 1), [7, 8, 9, 10, 11]);
        assert_eq!(out[11].own_hits + out[11].own_misses, 0);
        assert_eq!(high(&out, |o| o.predicted == predicted::PARENT_CHILD), [8, 9, 10, 11]);
        assert_eq!(high(&out, |o| o.idle), [0, 8, 9, 10, 11]);
    });
}

#[test]
fn rule_2_the_straps_say_whose_reads_count() {
    on_both(&ReuseMonitor::tiny(), |unit| {
        // Parents count, of parents for self, of children for self: what a parent and a child count for.
        for (straps, of_parent, of_child) in [
            ([false, false, false], [0, 0, 0], [1, 1, 0]),
            ([true, false, false], [1, 1, 0], [1, 1, 0]),
            ([false, true, false], [0, 0, 1], [1, 1, 0]),
            ([false, false, true], [0, 0, 0], [1, 1, 1]),
        ] {
            for (read, expected) in [(parent(1), of_parent), (child(1), of_child)] {
                unit.reset();
                let strap = |input: In| In {
                    cfg_parents_count: straps[0],
                    cfg_own_parents: straps[1],
                    cfg_own_children: straps[2],
                    ..input
                };
                let out =
                    run(unit, [NONE, NONE, NONE, read, NONE, NONE, NONE, NONE, NONE].map(strap));
                let counts = [out[9].parent_child_misses, out[9].sibling_misses, out[9].own_misses];
                assert_eq!(counts, expected, "{straps:?} {read:?}");
            }
        }
    });
}

#[test]
fn rule_4_a_line_that_enters_is_found_by_the_read_of_the_next_cycle() {
    on_both(&ReuseMonitor::tiny(), |unit| {
        cleared(unit, 2);
        let out = run(unit, [child(9), child(9), child(9)].into_iter().chain([NONE; 6]));
        assert_eq!(high(&out, |o| o.result_valid), [5, 6, 7]);
        assert_eq!(high(&out, |o| o.result_sibling), [6, 7]);
        assert!(out.iter().all(|o| !o.result_parent_child));
    });
}

#[test]
fn rule_6_what_is_looked_up_while_the_filters_are_cleared_misses_and_does_not_enter() {
    on_both(&ReuseMonitor::tiny(), |unit| {
        cleared(unit, 2);
        let clear = In { clear: true, ..child(9) };
        // Looked up in 4 to 12; cleared in 6, 7 and 8.
        let reads = [child(9); 5].into_iter().chain([clear]).chain([child(9); 3]).chain([NONE; 6]);
        let out = run(unit, reads);
        assert_eq!(high(&out, |o| o.clearing), [6, 7, 8]);
        assert_eq!(high(&out, |o| o.result_valid), [5, 6, 7, 8, 9, 10, 11, 12, 13]);
        assert_eq!(high(&out, |o| o.result_sibling), [6, 11, 12, 13]);
    });
}

#[test]
fn rule_7_a_filter_that_is_full_counts_no_more() {
    on_both(&ReuseMonitor::tiny(), |unit| {
        cleared(unit, 2);
        let out = run(unit, vec![child(9); 60]);
        let last = out[60];
        assert_eq!((last.sibling_hits, last.sibling_misses), (7, 1));
        assert_eq!((last.parent_child_hits, last.parent_child_misses), (0, 7));
    });
}

#[test]
fn rule_8_the_greatest_hit_rate_above_one_half_is_predicted() {
    let strap = |input: In| In { cfg_own_parents: true, ..input };
    on_both(&ReuseMonitor::tiny(), |unit| {
        // A parent reads a line of its own twice. Then children read it: first that one, which a sibling has too from
        // then on, then again.
        let reads = [parent(7), parent(7), parent(7), child(7), child(7), child(7)];
        cleared(unit, 2);
        let out = run(unit, reads.into_iter().chain([NONE; 9]).map(strap));
        // Self has 1 of 2 after the second read, 2 of 3 after the third; the others have nothing yet.
        let shown: Vec<u32> = out.iter().map(|o| o.predicted).collect();
        // The children's are 1 of 1, then 2 of 2 by parents, which is the greatest.
        assert_eq!(shown, [0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 1, 1, 1, 1, 1]);
        assert_eq!(high(&out, |o| o.high_priority), [10, 11, 12, 13, 14, 15]);
    });
}

#[test]
fn a_reset_clears_the_filters_and_the_counts() {
    on_both(&ReuseMonitor::tiny(), |unit| {
        cleared(unit, 2);
        run(unit, [child(9); 8]);
        unit.reset();
        assert_eq!(unit.out(), Out { clearing: true, ..Out::default() });
        let out = run(unit, [NONE; 3].into_iter().chain([child(9)]).chain([NONE; 5]));
        assert_eq!(high(&out, |o| o.clearing), [0, 1, 2]);
        assert_eq!(high(&out, |o| o.result_valid && !o.result_sibling), [8]);
    });
}

/// The check of the published test suite of hashes: keys of all lengths, and the hash of their hashes.
#[test]
fn the_hash_is_the_published_murmurhash2() {
    let key: Vec<u8> = (0..=255).collect();
    let hashes = (0..256usize).map(|len| murmur_hash_2(&key[..len], 256 - len as u32));
    let bytes: Vec<u8> = hashes.flat_map(u32::to_le_bytes).collect();
    assert_eq!(murmur_hash_2(&bytes, 0), 0x27864C1E);
}

/// The share of lines that never entered and are found, after `entered` others have.
fn false_positives(unit: &mut Units, words: u32, entered: u32, asked: u32) -> f64 {
    unit.reset();
    cleared(unit, words);
    // Lines in a row, as data structures have them.
    run(unit, (0..entered).map(parent));
    let before = unit.out().parent_child_hits;
    // Clearing no count, reads of children enter the sibling filter only.
    let out = run(unit, (0..asked).map(|n| child(1 << 20 | n)).chain([NONE; 8]));
    let hits = out[out.len() - 1].parent_child_hits - before;
    f64::from(hits) / f64::from(asked)
}

/// What theory says: each of four places is set with the same probability.
fn theory(words: u32, entered: u32) -> f64 {
    let bits = f64::from(words * super::WORD);
    (1.0 - (1.0 - 1.0 / bits).powi(entered as i32)).powi(4)
}

#[test]
fn false_positives_are_as_many_as_theory_says_from_100_to_2000_lines() {
    let (params, asked) = (ReuseMonitor::paper(), 20_000);
    let circuit = &mut Rtl::new(ReuseMonitor::circuit(&params));
    for entered in [100, 250, 500, 1000, 1500, 2000] {
        let model = &mut ReuseMonitor::model(&params);
        let measured = false_positives(model, params.words, entered, asked);
        let expected = theory(params.words, entered);
        println!("{entered} lines: {measured:.4}, theory {expected:.4}");
        // Four standard deviations of the sample, and a hundredth for words and bits that are not chosen equally often.
        let deviation = (expected * (1.0 - expected) / f64::from(asked)).sqrt();
        assert!(
            (measured - expected).abs() < 4.0 * deviation + 0.01,
            "{entered}: {measured} {expected}"
        );
        assert_eq!(false_positives(circuit, params.words, entered, asked), measured, "{entered}");
    }
}

#[test]
fn a_filter_takes_the_published_bytes() {
    let storage = ReuseMonitor::storage(&ReuseMonitor::paper());
    let filter: u64 =
        storage.iter().filter(|f| f.figure == Some("laser.filter")).map(|f| f.bytes()).sum();
    assert_eq!(filter, 605);
}

#[test]
fn every_word_and_every_bit_is_chosen() {
    for words in [2, 3, 55, 64] {
        let mut chosen = vec![0; words as usize];
        let mut bits = [0; super::WORD as usize];
        for line in 0..4096 {
            for (word, bit) in places(line, words) {
                chosen[word as usize] += 1;
                bits[bit as usize] += 1;
            }
        }
        assert!(chosen.iter().chain(&bits).all(|&count| count > 0), "{words}");
    }
}
