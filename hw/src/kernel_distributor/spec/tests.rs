//! The timing table, cycle by cycle, on model and circuit.

use super::super::model::Model;
use super::super::pins::{In, Out, Params};
use super::super::KernelDistributor;
use crate::kernel_distributor::pins::GRAPH;
use crate::kit::{Clocked, Mask, Rtl, Shadow, Synthesizable, Unit};

/// A distributor in both backends; every step checks that they agree.
struct Bench {
    unit: Shadow<Model, Rtl<<KernelDistributor as Synthesizable>::Circuit>>,
}

impl Bench {
    fn of(params: &Params) -> Self {
        let circuit = Rtl::new(KernelDistributor::circuit(params));
        Self { unit: Shadow::new("kernel_distributor", KernelDistributor::model(params), circuit) }
    }
    /// Four entries.
    fn new() -> Self {
        Self::of(&KernelDistributor::tiny())
    }
    fn out(&self) -> Out {
        self.unit.out()
    }
    /// One edge; the outputs after it.
    fn step(&mut self, input: In) -> Out {
        self.unit.step(&input);
        assert_eq!(self.unit.fault(), None);
        self.out()
    }
    fn wait(&mut self, cycles: u32) -> Out {
        for _ in 0..cycles {
            self.step(In::default());
        }
        self.out()
    }
    /// Takes kernels with these PCs, which enter.
    fn holding(params: &Params, pcs: impl IntoIterator<Item = u32>) -> Self {
        let mut bench = Self::of(params);
        for pc in pcs {
            bench.step(kernel(pc));
            bench.step(entered());
        }
        bench
    }
}

fn kernel(pc: u32) -> In {
    In {
        disp_valid: true,
        disp_pc: pc,
        disp_grid_x: 2,
        disp_grid_yz: 3 | 4 << 16,
        disp_shape: 0xF000_0000 | pc,
        disp_demand: 32,
        disp_param: pc * 64,
        disp_tag: pc % 64,
        disp_desc: pc * 32,
        disp_level: pc % 8,
        disp_cluster: pc % 32,
        ..In::default()
    }
}

fn entered() -> In {
    In { enter_ready: true, ..In::default() }
}

fn command(pc: u32, groups: u32) -> In {
    In {
        match_valid: true,
        match_pc: pc,
        match_shape: 0xF000_0000 | pc,
        match_demand: 32,
        match_count: groups,
        ..In::default()
    }
}

fn start(kdei: u32, input: In) -> In {
    In { start_valid: true, start_kdei: kdei, ..input }
}

fn end(kdei: u32, input: In) -> In {
    In { end_valid: true, end_kdei: kdei, ..input }
}

fn spent(kdei: u32, input: In) -> In {
    In { spent_valid: true, spent_kdei: kdei, ..input }
}

fn look(kdei: u32, input: In) -> In {
    In { look_valid: true, look_kdei: kdei, ..input }
}

#[test]
fn rule_1_a_kernel_that_is_taken_is_live_and_offered_until_it_enters() {
    let mut bench = Bench::new();
    assert!(bench.out().disp_ready && bench.out().idle);
    let out = bench.step(kernel(7));
    assert!(out.live == 1 && out.enter_valid && !out.disp_ready && !out.idle);
    let out = bench.wait(3);
    assert!(out.enter_valid && out.enter_kdei == 0 && !out.disp_ready);
    assert_eq!((out.enter_level, out.enter_cluster), (7, 7));
    let out = bench.step(entered());
    assert!(!out.enter_valid && out.disp_ready && out.idle);
    assert_eq!((out.enter_level, out.enter_cluster), (0, 0));
    let out = bench.step(kernel(8));
    assert_eq!((out.live, out.enter_kdei), (Mask::first(2), 1));
    assert_eq!((out.enter_level, out.enter_cluster), (0, 8));
}

#[test]
fn rule_5_the_kde_looked_at_is_shown_from_the_next_cycle_on() {
    let mut bench = Bench::holding(&KernelDistributor::tiny(), [7]);
    let graph = In { disp_demand: GRAPH | 0x3000_0001, ..kernel(8) };
    bench.step(graph);
    assert_eq!(bench.step(entered()).kde_pc, 0);
    let out = bench.step(look(1, In::default()));
    assert_eq!((out.kde_pc, out.kde_param, out.kde_shape), (8, 512, 0x1000_0008));
    assert_eq!((out.kde_demand, out.kde_graph), (0x3000_0001, true));
    assert_eq!((out.kde_grid_x, out.kde_grid_yz), (2, 3 | 4 << 16));
    assert_eq!(bench.wait(4), out);
    let out = bench.step(look(0, In::default()));
    assert_eq!((out.kde_pc, out.kde_graph), (7, false));
}

#[test]
fn rule_5_an_entry_taken_anew_shows_its_new_kernel_two_cycles_later() {
    let mut bench = Bench::holding(&KernelDistributor::tiny(), [7]);
    bench.step(look(0, spent(0, In::default())));
    let out = bench.wait(1);
    assert!(out.retire_valid && out.live == 0);
    let out = bench.step(kernel(9));
    assert!(out.enter_valid && out.enter_kdei == 0 && out.kde_pc == 7);
    assert_eq!(bench.step(entered()).kde_pc, 9);
}

#[test]
fn rule_2_each_of_32_kernels_is_found_in_its_own_cycle_one_search_after_the_other() {
    let mut bench = Bench::holding(&KernelDistributor::paper(), 0..32);
    assert!(bench.out().live == u32::MAX && !bench.out().disp_ready);
    for pc in 0..32 {
        let out = bench.step(command(pc, 1));
        assert!(!out.match_ready && !bench.wait(1 + pc).match_done);
        let out = bench.wait(1);
        assert!(out.match_done && out.match_hit && out.match_kdei == pc && out.match_ready);
    }
    bench.step(command(32, 1));
    assert!(!bench.wait(32).match_done);
    let out = bench.wait(1);
    assert!(out.match_done && !out.match_hit);
}

#[test]
fn rule_4_a_kernel_taken_with_the_command_is_found_if_it_enters_before_it_is_compared() {
    for (stall, hit) in [(0, true), (1, false), (9, false)] {
        let mut bench = Bench::new();
        let offer = kernel(1);
        bench.step(In {
            disp_valid: true,
            disp_pc: offer.disp_pc,
            disp_shape: offer.disp_shape,
            disp_demand: offer.disp_demand,
            ..command(1, 1)
        });
        // KDE 0 is compared in the second cycle.
        for cycle in 0..6 {
            let out = bench.step(In { enter_ready: cycle == stall, ..In::default() });
            if out.match_done {
                assert_eq!(out.match_hit, hit, "entered after {stall} cycles");
            }
        }
        assert!(bench.out().match_ready);
    }
}

#[test]
fn rules_3_and_7_a_kernel_retires_one_cycle_after_its_last_reference_and_tb() {
    let mut bench = Bench::holding(&KernelDistributor::tiny(), [5]);
    bench.step(command(5, 2));
    assert!(bench.wait(2).match_hit);
    // Three references: the native TBs and two groups.
    bench.step(start(0, spent(0, In::default())));
    bench.step(end(0, In::default()));
    let out = bench.wait(20);
    assert!(out.live == 1 && out.idle);
    bench.step(spent(0, In::default()));
    bench.step(start(0, spent(0, In::default())));
    let out = bench.wait(20);
    assert!(out.live == 1 && out.idle);
    let out = bench.step(end(0, In::default()));
    assert!(out.live == 1 && !out.retire_valid && !out.idle);
    let out = bench.wait(1);
    assert!(out.live == 0 && out.retire_valid && out.disp_ready);
    assert_eq!((out.retire_tag, out.retire_desc), (5, 160));
    assert!(!bench.wait(1).retire_valid && bench.out().idle);
}

#[test]
fn rule_6_a_start_and_an_end_at_the_same_edge_cancel() {
    let mut bench = Bench::holding(&KernelDistributor::tiny(), [5]);
    bench.step(start(0, In::default()));
    bench.step(start(0, end(0, spent(0, In::default()))));
    assert_eq!(bench.wait(9).live, 1);
    bench.step(end(0, In::default()));
    assert!(bench.wait(1).retire_valid);
}

#[test]
fn rule_7_kernels_that_are_over_retire_one_per_cycle_lowest_first() {
    let mut bench = Bench::holding(&KernelDistributor::tiny(), [4, 5, 6]);
    bench.step(start(1, spent(1, In::default())));
    bench.step(start(2, spent(2, In::default())));
    bench.step(end(2, In::default()));
    // Entry 2 retires while the last TB of entry 1 completes and the last work of entry 0 is spent.
    let out = bench.step(end(1, spent(0, In::default())));
    assert!(out.retire_valid && out.retire_tag == 6 && out.live == 3);
    let out = bench.wait(1);
    assert!(out.retire_valid && out.retire_tag == 4 && out.live == 2);
    let out = bench.wait(1);
    assert!(out.retire_valid && out.retire_tag == 5 && out.live == 0);
}

#[test]
fn rule_3_references_have_24_bits() {
    let mut bench = Bench::holding(&KernelDistributor::tiny(), [5]);
    // More than 65,535: a count of 16 bits would have come round to none.
    for _ in 0..2048 {
        bench.step(command(5, 32));
        bench.wait(2);
    }
    bench.step(spent(0, In::default()));
    assert_eq!(bench.wait(5).live, 1);
}
