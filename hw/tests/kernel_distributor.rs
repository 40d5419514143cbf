//! The Kernel Distributor's rules at exact cycles, in model and circuit at once.

use heddle_hw::kernel_distributor::model::Model;
use heddle_hw::kernel_distributor::pins::{
    decode_shape, encode_demand, encode_shape, In, Out, Params, NO_GROUP,
};
use heddle_hw::kernel_distributor::rtl::KernelDistributorRtl;
use heddle_hw::kernel_distributor::KernelDistributor;
use heddle_hw::kit::{spec, Clocked, Rtl, Shadow, Spec, Synthesizable, Unit};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// A distributor in both backends; every step checks that they agree.
struct Bench {
    unit: Shadow<Model, Rtl<KernelDistributorRtl>>,
}

impl Bench {
    /// Four entries.
    fn new() -> Self {
        Self::of(&KernelDistributor::tiny())
    }
    fn of(params: &Params) -> Self {
        let model = KernelDistributor::model(params);
        let circuit = Rtl::new(KernelDistributor::circuit(params));
        Self { unit: Shadow::new("kernel_distributor", model, circuit) }
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
    /// Waits for a head, distributes so many native TBs of it, and unmarks it.
    fn distribute(&mut self, native_tbs: u32) -> Out {
        while !self.out().head_valid {
            self.wait(1);
        }
        for _ in 0..native_tbs {
            self.step(In { start_valid: true, ..In::default() });
        }
        self.step(In { native_done: true, ..In::default() });
        self.step(unmark(In::default()))
    }
    /// Puts a kernel of two native TBs into entry 0 and holds it for so many groups.
    fn with_matched_groups(groups: u32) -> Self {
        let mut bench = Self::new();
        bench.step(kernel(1));
        bench.step(command(1, groups));
        let out = bench.wait(2);
        assert!(out.match_done && out.match_hit && out.match_kdei == 0);
        bench
    }
}

/// The KMU offers the kernel with this entry PC.
fn kernel(pc: u32) -> In {
    In {
        disp_valid: true,
        disp_pc: pc,
        disp_grid_x: 2,
        disp_shape: encode_shape([32, 1, 1]),
        disp_need: encode_demand(32, 512, 0),
        disp_tag: pc % 64,
        disp_desc: pc * 32,
        ..In::default()
    }
}

/// An SMX looks for a kernel to coalesce so many groups to.
fn command(pc: u32, groups: u32) -> In {
    In {
        match_valid: true,
        match_pc: pc,
        match_shape: encode_shape([32, 1, 1]),
        match_need: encode_demand(32, 512, 0),
        match_count: groups,
        ..In::default()
    }
}

fn link(kdei: u32, agei: u32) -> In {
    In { link_valid: true, link_kdei: kdei, link_agei: agei, ..In::default() }
}

fn end(kdei: u32) -> In {
    In { end_valid: true, end_kdei: kdei, ..In::default() }
}

/// `input`, with the scheduler unmarking the head at the same edge.
fn unmark(input: In) -> In {
    In { unmark: true, ..input }
}

/// `input`, with the scheduler passing the head's last group at the same edge.
fn advance_to_none(input: In) -> In {
    In { advance_valid: true, advance_next: NO_GROUP, ..input }
}

#[test]
fn rule_1_a_taken_kernel_is_live_after_one_cycle_and_at_the_head_after_three() {
    let mut bench = Bench::new();
    assert!(bench.out().disp_ready && bench.out().idle);
    let out = bench.step(kernel(7));
    assert!(out.live == 1 && !out.disp_ready && !out.head_valid && !out.idle);
    let out = bench.wait(1);
    assert!(out.disp_ready && !out.head_valid && !out.idle);
    let out = bench.wait(1);
    assert!(out.head_valid && out.head_first && out.idle);
    assert_eq!((out.head_kdei, out.head_pc, out.head_grid_x), (0, 7, 2));
    assert_eq!(decode_shape(out.head_shape), [32, 1, 1]);
    assert_eq!(out.head_nagei, NO_GROUP);
}

#[test]
fn rule_1_a_full_distributor_takes_no_kernel_until_the_cycle_after_a_retirement() {
    let mut bench = Bench::new();
    for pc in 1..5 {
        assert!(bench.out().disp_ready);
        bench.step(kernel(pc));
        bench.wait(1);
    }
    assert_eq!((bench.out().live, bench.out().disp_ready), (15, false));
    let out = bench.distribute(0);
    assert!(!out.disp_ready && !out.retire_valid);
    let out = bench.wait(1);
    assert!(out.disp_ready && out.retire_valid && out.live == 14);
    assert_eq!((out.retire_tag, out.retire_desc), (1, 32));
    assert_eq!(bench.step(kernel(9)).live, 15);
    assert!(bench.out().head_valid && bench.out().head_pc == 2);
}

#[test]
fn rule_2_the_search_compares_one_entry_a_cycle_and_stops_at_the_first() {
    let mut bench = Bench::new();
    for pc in [1, 2, 3, 3] {
        bench.step(kernel(pc));
        bench.wait(1);
    }
    for (pc, latency, hit) in [(1, 3, Some(0)), (2, 4, Some(1)), (3, 5, Some(2)), (9, 6, None)] {
        let mut out = bench.step(command(pc, 1));
        for _ in 1..latency {
            assert!(!out.match_done && !out.match_ready && !out.disp_ready);
            out = bench.wait(1);
        }
        assert!(out.match_done && out.match_ready, "pc {pc} after {latency} cycles");
        assert_eq!(out.match_hit.then_some(out.match_kdei), hit);
        assert!(!bench.wait(1).match_done);
    }
}

#[test]
fn rule_2_each_of_32_kernels_is_found_in_its_own_cycle_one_search_after_the_other() {
    let mut bench = Bench::of(&KernelDistributor::paper());
    for pc in 0..32 {
        bench.step(kernel(pc));
        bench.wait(1);
    }
    assert!(bench.out().live == u32::MAX && !bench.out().disp_ready);
    for pc in 0..32 {
        bench.step(command(pc, 1));
        assert!(!bench.wait(1 + pc).match_done);
        let out = bench.wait(1);
        assert!(out.match_hit && out.match_kdei == pc);
    }
    bench.step(command(32, 1));
    assert!(!bench.wait(32).match_done);
    let out = bench.wait(1);
    assert!(out.match_done && !out.match_hit);
}

#[test]
fn rule_2_a_kernel_of_another_shape_is_not_eligible() {
    let mut bench = Bench::new();
    bench.step(kernel(1));
    bench.step(In { match_shape: encode_shape([16, 2, 1]), ..command(1, 1) });
    let out = bench.wait(5);
    assert!(out.match_done && !out.match_hit);
}

#[test]
fn rule_2_a_kernel_whose_tbs_need_other_resources_is_not_eligible() {
    let mut bench = Bench::new();
    bench.step(kernel(1));
    bench.step(In { match_need: encode_demand(32, 512, 256), ..command(1, 1) });
    let out = bench.wait(5);
    assert!(out.match_done && !out.match_hit);
}

#[test]
fn rule_2_a_kernel_taken_at_the_edge_of_the_command_is_found() {
    let mut bench = Bench::new();
    let (offer, search) = (kernel(1), command(1, 1));
    bench.step(In {
        match_valid: true,
        match_pc: search.match_pc,
        match_shape: search.match_shape,
        match_need: search.match_need,
        match_count: 1,
        ..offer
    });
    assert!(bench.wait(2).match_hit);
}

#[test]
fn rule_3_a_held_kernel_does_not_retire_and_its_late_group_marks_it_again() {
    let mut bench = Bench::with_matched_groups(2);
    bench.distribute(0);
    let out = bench.wait(20);
    assert!(out.live == 1 && !out.head_valid && out.idle);
    bench.step(link(0, 5));
    let out = bench.wait(1);
    assert!(out.head_valid && !out.head_first);
    assert_eq!((out.head_nagei, out.head_lagei), (5, 5));
    // One hold is left after the chain has been passed.
    bench.step(advance_to_none(In::default()));
    bench.step(unmark(In::default()));
    assert_eq!(bench.wait(20).live, 1);
    bench.step(link(0, 6));
    bench.wait(1);
    bench.step(advance_to_none(In::default()));
    bench.step(unmark(In::default()));
    assert!(bench.wait(1).retire_valid);
}

#[test]
fn rule_3_an_entry_that_retires_at_the_edge_it_is_compared_is_not_eligible() {
    // The command is taken `lead` edges before the unmark.
    for (lead, hit) in [(0, false), (1, false), (2, true)] {
        let mut bench = Bench::new();
        bench.step(kernel(1));
        bench.wait(2);
        let out = bench.step(In { native_done: true, ..In::default() });
        assert!(out.head_valid);
        if lead == 0 {
            bench.step(unmark(command(1, 1)));
        } else {
            bench.step(command(1, 1));
            bench.wait(lead - 1);
            bench.step(unmark(In::default()));
        }
        while !bench.out().match_done {
            bench.wait(1);
        }
        assert_eq!(bench.out().match_hit, hit, "command {lead} edges before");
        assert_eq!(bench.wait(3).live, u32::from(hit));
    }
}

#[test]
fn rules_4_and_11_a_second_group_follows_the_first_and_blocks_links_until_next_is_taken() {
    let mut bench = Bench::with_matched_groups(3);
    let out = bench.step(link(0, 5));
    assert!(out.link_ready && !out.next_valid);
    let out = bench.step(link(0, 6));
    assert_eq!((out.next_valid, out.next_prev, out.next_agei), (true, 5, 6));
    assert_eq!((out.head_nagei, out.head_lagei), (5, 6));
    for _ in 0..3 {
        let out = bench.step(link(0, 7));
        assert!(!out.link_ready && out.next_agei == 6 && out.head_lagei == 6);
    }
    let out = bench.step(In { next_ready: true, ..link(0, 7) });
    assert!(out.link_ready && !out.next_valid && out.head_lagei == 6);
    let out = bench.step(link(0, 7));
    assert_eq!((out.next_valid, out.next_prev, out.next_agei), (true, 6, 7));
    let out = bench.step(In { advance_valid: true, advance_next: 6, ..In::default() });
    assert_eq!((out.head_nagei, out.head_lagei), (6, 7));
}

#[test]
fn rule_4_a_link_pushes_before_a_kernel_that_waits() {
    let mut bench = Bench::with_matched_groups(1);
    bench.distribute(0);
    bench.step(kernel(2));
    let out = bench.step(link(0, 5));
    assert!(!out.disp_ready, "the kernel still waits");
    assert!(bench.wait(1).disp_ready);
    assert!(bench.out().head_valid && bench.out().head_kdei == 0);
    bench.step(advance_to_none(In::default()));
    bench.step(unmark(In::default()));
    let out = bench.wait(1);
    assert!(out.head_valid && out.head_kdei == 1 && out.head_first);
}

#[test]
fn rule_4_a_kernel_marked_again_is_never_first_time() {
    let mut bench = Bench::with_matched_groups(1);
    assert!(bench.out().head_first);
    bench.step(unmark(In::default()));
    bench.step(link(0, 5));
    let out = bench.wait(1);
    assert!(out.head_valid && !out.head_first);
}

#[test]
fn rules_7_and_8_a_link_at_the_same_edge_wins_over_advance_to_none_and_unmark() {
    let mut bench = Bench::with_matched_groups(2);
    bench.step(In { native_done: true, ..In::default() });
    let out = bench.step(unmark(link(0, 5)));
    assert!(out.head_valid, "the unmark is ignored");
    assert_eq!((out.head_nagei, out.next_valid), (5, false));
    let out = bench.step(advance_to_none(link(0, 6)));
    assert_eq!((out.head_nagei, out.head_lagei), (5, 6));
    assert_eq!((out.next_prev, out.next_agei), (5, 6));
    let out = bench.step(advance_to_none(In { next_ready: true, ..In::default() }));
    assert_eq!(out.head_nagei, 5, "NAGEI is not LAGEI");
    assert!(bench.step(unmark(In::default())).head_valid, "the chain is not empty");
}

#[test]
fn rule_9_a_start_and_an_end_at_the_same_edge_cancel() {
    let mut bench = Bench::new();
    bench.step(kernel(1));
    bench.wait(2);
    bench.step(In { start_valid: true, native_done: true, ..In::default() });
    bench.step(In { start_valid: true, ..end(0) });
    bench.step(unmark(In::default()));
    assert_eq!(bench.wait(9).live, 1);
    let out = bench.step(end(0));
    assert!(out.live == 1 && !out.retire_valid);
    let out = bench.wait(1);
    assert!(out.live == 0 && out.retire_valid);
    assert!(bench.wait(1).idle);
}

#[test]
fn rule_10_of_two_kernels_that_end_together_the_lower_entry_retires_first() {
    let mut bench = Bench::new();
    bench.step(kernel(1));
    bench.wait(1);
    bench.step(kernel(2));
    bench.distribute(1);
    bench.wait(1);
    bench.step(In { native_done: true, ..In::default() });
    bench.step(unmark(end(0)));
    let out = bench.wait(1);
    assert_eq!((out.retire_valid, out.retire_tag, out.live), (true, 1, 2));
    let out = bench.wait(1);
    assert_eq!((out.retire_valid, out.retire_tag, out.live), (true, 2, 0));
    let out = bench.wait(1);
    assert!(!out.retire_valid && out.retire_tag == 0 && out.retire_desc == 0 && out.idle);
}

#[test]
fn the_published_registers_take_260_bytes() {
    let storage = KernelDistributor::storage(&KernelDistributor::paper());
    let published = storage.iter().filter(|s| s.figure == Some("dtbl.registers"));
    assert_eq!(published.map(|s| s.bytes()).collect::<Vec<_>>(), [128, 128, 4]);
}

#[test]
fn what_the_memories_hold_at_reset_never_shows() {
    // One circuit plays many stimuli; each leaves its words behind for the next.
    let params = KernelDistributor::tiny();
    let mut bench = Bench::new();
    let mut runner = TestRunner::deterministic();
    for _ in 0..40 {
        let stimulus = KernelDistributor::stimuli(&params).new_tree(&mut runner).unwrap().current();
        // Stop in the middle of things, so that nothing is left tidy.
        for pc in [1 << 8, 2 << 8, 3 << 8] {
            bench.step(kernel(pc));
            bench.step(command(pc, 9));
            bench.wait(2);
        }
        spec::check::<KernelDistributor, _>(&mut bench.unit, &params, &stimulus).unwrap();
    }
}
