//! The timing table, cycle by cycle, on model and circuit.

use super::super::pins::{In, Out, BARRIER, BOUNDED};
use super::super::Dats;
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};

type Scheduler = dyn Clocked<In = In, Out = Out>;

fn on_both(test: impl Fn(&mut Scheduler)) {
    test(&mut Dats::model(&Dats::tiny()));
    test(&mut Rtl::new(Dats::circuit(&Dats::tiny())));
}

/// Steps through `inputs`; the outputs of every cycle, the one after the last input too.
fn run(unit: &mut Scheduler, inputs: impl IntoIterator<Item = In>) -> Vec<Out> {
    let mut outputs = vec![unit.out()];
    for input in inputs {
        unit.step(&input);
        outputs.push(unit.out());
    }
    outputs
}

/// The cycles in which `pin` is high.
fn high(outputs: &[Out], pin: impl Fn(&Out) -> bool) -> Vec<usize> {
    (0..outputs.len()).filter(|&cycle| pin(&outputs[cycle])).collect()
}

fn word(data: u32) -> In {
    In { mem_req_ready: true, mem_resp_valid: true, mem_resp_data: data, ..In::default() }
}

/// Inputs that have a graph read: its policy, and how many TBs it has, each with an index of 4 bits for
/// x and 3 for y.
fn reading(policy: u32, tbs: u32) -> Vec<In> {
    let begin = In { graph_valid: true, graph_header: 0xFF8, ..In::default() };
    let request = In { mem_req_ready: true, ..In::default() };
    let words = [90, 200, 0x1000, 0x2000, policy, 4 | 3 << 8, tbs].map(word);
    [begin, request].into_iter().chain(words).collect()
}

/// Has a graph read and started.
fn started(unit: &mut Scheduler, policy: u32, tbs: u32) {
    run(unit, reading(policy, tbs));
    unit.step(&In { start_ready: true, ..In::default() });
}

fn node(id: u32, tb: u32, input: In) -> In {
    In { node_valid: true, node_id: id, node_tb: tb, ..input }
}

#[test]
fn rule_1_the_header_is_read_a_word_a_transfer_and_then_the_graph_is_offered_until_it_is_taken() {
    on_both(|unit| {
        let mut inputs = reading(BOUNDED | 3, 1);
        inputs.extend([In::default(), In { start_ready: true, ..In::default() }]);
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.mem_req_valid), [1, 2, 3, 4, 5, 6, 7]);
        let addresses: Vec<_> = out[1..8].iter().map(|o| o.mem_req_addr).collect();
        assert_eq!(addresses, [0xFF8, 0xFFC, 0x1000, 0x1004, 0x1008, 0x100C, 0x1010]);
        assert_eq!(high(&out, |o| o.start_valid), [9, 10]);
        let start = out[10];
        let sizes = [start.start_nodes, start.start_edges];
        assert_eq!(
            (sizes, start.start_node_base, start.start_edge_base),
            ([90, 200], 0x1000, 0x2000)
        );
        assert_eq!(high(&out, |o| o.graph_ready), [0]);
        assert_eq!(high(&out, |o| o.limit_level == 3), [11]);
        assert_eq!(high(&out, |o| !o.idle), [1, 2, 3, 4, 5, 6, 7, 8]);
    });
}

#[test]
fn rule_3_the_limit_follows_the_tail_and_starts_anew_with_the_next_graph() {
    on_both(|unit| {
        started(unit, BOUNDED | 3, 1);
        let tail = |tail_level| In { tail_level, ..In::default() };
        let out = run(unit, [tail(0), tail(2), tail(2), tail(0xFFFE), tail(0), tail(0)]);
        let limits: Vec<_> = out.iter().map(|o| o.limit_level).collect();
        assert_eq!(limits, [3, 3, 5, 5, 0xFFFF, 0xFFFF, 0xFFFF]);
        run(unit, [node(0, 0, tail(0)), In { issue_ready: true, ..tail(0) }]);
        run(unit, reading(BOUNDED | 7, 1));
        assert_eq!(unit.out().limit_level, 0xFFFF);
        unit.step(&In { start_ready: true, ..tail(0) });
        assert_eq!(unit.out().limit_level, 7);
        unit.reset();
        started(unit, 7, 1);
        assert_eq!(unit.out().limit_level, 0xFFFF);
    });
}

#[test]
fn rule_3_the_bound_of_a_graph_holds_until_its_last_barrier_is_done() {
    on_both(|unit| {
        started(unit, BOUNDED | 3, 1);
        run(unit, [node(0, 0, In::default()), In { issue_ready: true, ..In::default() }]);
        // Barriers are left of the first graph while the header of the second has been read.
        run(unit, reading(BOUNDED, 1));
        unit.step(&In { tail_level: 9, ..In::default() });
        assert_eq!((unit.out().limit_level, unit.out().start_valid), (12, true));
    });
}

#[test]
fn rule_4_a_node_is_issued_a_cycle_after_it_is_taken_and_one_goes_through_in_every_cycle() {
    on_both(|unit| {
        started(unit, 0, 4);
        let ready = In { issue_ready: true, ..In::default() };
        let index = |x: u32, y: u32, z: u32| x | y << 4 | z << 7;
        let out = run(
            unit,
            [
                node(5, index(15, 7, 1), ready),
                node(3, index(1, 0, 0), ready),
                node(8, index(0, 2, 0), ready),
                node(9, index(0, 0, 0x1_FFFF), ready),
                ready,
                ready,
            ],
        );
        assert_eq!(high(&out, |o| o.issue_valid), [1, 2, 3, 4]);
        let blocks = [1, 2, 3, 4]
            .map(|t: usize| (out[t].issue_node, out[t].issue_block_x, out[t].issue_block_yz));
        let z = |z: u32| z << 16;
        assert_eq!(blocks, [(5, 15, 7 | z(1)), (3, 1, 0), (8, 0, 2), (9, 0, z(0xFFFF))]);
        assert_eq!(high(&out, |o| o.issue_last), [4]);
        assert_eq!(high(&out, |o| o.graph_ready), [5, 6]);
        assert!(out.iter().all(|o| o.node_ready && o.idle && !o.done_valid));
    });
}

#[test]
fn rule_4_two_nodes_are_held_while_no_smx_has_unit() {
    on_both(|unit| {
        started(unit, 0, 4);
        let none = In::default();
        let out = run(unit, [node(1, 1, none), node(2, 2, none), node(3, 3, none), none, none]);
        assert_eq!(high(&out, |o| o.node_ready), [0, 1]);
        assert_eq!(high(&out, |o| o.issue_node == 1), [1, 2, 3, 4, 5]);
        assert!(out.iter().all(|o| o.idle));
        let out = run(unit, [In { issue_ready: true, ..none }, none]);
        assert_eq!(high(&out, |o| o.node_ready), [1, 2]);
        assert_eq!(out[1].issue_node, 2);
    });
}

#[test]
fn rule_5_a_barrier_is_done_two_cycles_after_it_is_taken() {
    on_both(|unit| {
        started(unit, 0, 1);
        let out = run(unit, [node(6, BARRIER, In::default()), In::default(), In::default()]);
        assert_eq!(high(&out, |o| o.done_valid), [2, 3]);
        assert_eq!(out[2].done_node, 6);
        assert_eq!(high(&out, |o| !o.idle), [1]);
        assert!(out.iter().all(|o| !o.issue_valid));
    });
}

#[test]
fn rule_6_an_end_goes_before_a_barrier_and_both_are_told_one_after_the_other() {
    on_both(|unit| {
        started(unit, 0, 2);
        let none = In::default();
        let end = In { end_valid: true, end_node: 4, ..none };
        let done = In { done_ready: true, ..none };
        let out = run(unit, [node(6, BARRIER, none), end, none, done, none, done, none]);
        assert_eq!(high(&out, |o| o.done_node == 4), [2, 3]);
        assert_eq!(high(&out, |o| o.done_node == 6), [5]);
        assert_eq!(high(&out, |o| o.end_ready), [0, 1, 4, 6, 7]);
        assert_eq!(high(&out, |o| !o.idle), [1, 4]);
    });
}

#[test]
fn contract_4_an_idle_unit_changes_nothing_whatever_it_holds() {
    on_both(|unit| {
        started(unit, BOUNDED | 3, 2);
        let busy = node(1, 1, In { tail_level: 6, end_valid: true, end_node: 9, ..In::default() });
        run(unit, [busy, In::default()]);
        assert!(unit.idle());
        let out = run(unit, [In::default(); 4]);
        assert!(out.iter().all(|o| *o == out[0] && o.issue_valid && o.done_valid));
    });
}

#[test]
fn reset_forgets_graph_nodes_and_ends() {
    on_both(|unit| {
        started(unit, 0, 2);
        let busy = node(1, 1, In { end_valid: true, end_node: 9, ..In::default() });
        run(unit, [busy, busy]);
        unit.reset();
        let (graph_ready, node_ready, end_ready, idle) = (true, true, true, true);
        let ready = Out { graph_ready, node_ready, end_ready, idle, ..Out::default() };
        assert_eq!(unit.out(), ready);
    });
}
