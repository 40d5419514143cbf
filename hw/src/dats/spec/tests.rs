//! The timing table, cycle by cycle, on model and circuit.

use super::super::pins::{In, Out, BARRIER, BOUNDED};
use super::super::Dats;
use crate::kit::steps::{high, run};
use crate::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};

type Source = dyn Clocked<In = In, Out = Out>;

fn on_both(test: impl Fn(&mut Source)) {
    test(&mut Dats::model(&Dats::tiny()));
    test(&mut Rtl::new(Dats::circuit(&Dats::tiny())));
}

fn word(data: u32) -> In {
    In { mem_req_ready: true, mem_resp_valid: true, mem_resp_data: data, ..In::default() }
}

/// Inputs with the graph kernel that is taken.
fn kernel() -> In {
    In {
        graph_valid: true,
        graph_kdei: 9,
        graph_pc: 0x100,
        graph_param: 0x200,
        graph_shape: 32,
        graph_demand: 64,
        graph_grid_x: 4,
        graph_grid_yz: 1 | 1 << 16,
        graph_header: 0xFF8,
        ..In::default()
    }
}

/// Inputs that have a graph read: its policy, and how many TBs it has, each with an index of 4 bits for
/// x and 3 for y.
fn reading(policy: u32, tbs: u32) -> Vec<In> {
    let begin = kernel();
    let request = In { mem_req_ready: true, ..In::default() };
    let words = [90, 200, 0x1000, 0x2000, policy, 4 | 3 << 8, tbs].map(word);
    [begin, request].into_iter().chain(words).collect()
}

/// Has a graph read and started.
fn started(unit: &mut Source, policy: u32, tbs: u32) {
    run(unit, reading(policy, tbs));
    unit.step(&In { start_ready: true, ..In::default() });
}

fn node(id: u32, tb: u32, input: In) -> In {
    In { node_valid: true, node_id: id, node_tb: tb, ..input }
}

#[test]
fn rules_1_and_3_the_header_is_read_a_word_a_transfer_and_then_the_graph_is_offered_until_it_is_taken(
) {
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
fn rule_4_the_limit_follows_the_tail_and_starts_anew_with_the_next_graph() {
    on_both(|unit| {
        started(unit, BOUNDED | 3, 1);
        let tail = |tail_level| In { tail_level, ..In::default() };
        let out = run(unit, [tail(0), tail(2), tail(2), tail(0xFFFE), tail(0), tail(0)]);
        let limits: Vec<_> = out.iter().map(|o| o.limit_level).collect();
        assert_eq!(limits, [3, 3, 5, 5, 0xFFFF, 0xFFFF, 0xFFFF]);
        assert_eq!(high(&out, |o| !o.idle), [2, 4]);
        run(unit, [node(0, 0, tail(0)), In { grant_smxs: Mask::bit(0), ..tail(0) }]);
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
fn rule_4_the_bound_of_a_graph_holds_until_its_last_barrier_is_done() {
    on_both(|unit| {
        started(unit, BOUNDED | 3, 1);
        run(unit, [node(0, 0, In::default()), In { grant_smxs: Mask::bit(0), ..In::default() }]);
        // Barriers are left of the first graph while the header of the second has been read.
        run(unit, reading(BOUNDED, 1));
        unit.step(&In { tail_level: 9, ..In::default() });
        assert_eq!((unit.out().limit_level, unit.out().start_valid), (12, true));
    });
}

#[test]
fn rule_2_the_demand_is_asked_for_all_smxs_in_the_cycle_after_the_kernel_is_taken() {
    on_both(|unit| {
        let out = run(unit, reading(0, 1));
        assert_eq!(high(&out, |o| o.ask_valid), [1]);
        assert_eq!((out[1].ask_smxs, out[1].ask_demand), (Mask::first(2), 64));
    });
}

#[test]
fn rules_5_to_7_a_tb_is_sent_two_cycles_after_its_node_is_taken_and_one_in_every_cycle() {
    on_both(|unit| {
        started(unit, 0, 4);
        let none = In::default();
        let grant = In { grant_smxs: Mask::bit(1), ..none };
        let index = |x: u32, y: u32, z: u32| x | y << 4 | z << 7;
        let out = run(
            unit,
            [
                node(5, index(15, 7, 1), none),
                node(3, index(1, 0, 0), grant),
                node(8, index(0, 2, 0), grant),
                node(9, index(0, 0, 0x1_FFFF), grant),
                grant,
                none,
            ],
        );
        assert_eq!(high(&out, |o| o.want_smxs == 3), [1, 2, 3, 4]);
        assert_eq!(high(&out, |o| o.tb_valid), [2, 3, 4, 5]);
        let blocks =
            [2, 3, 4, 5].map(|t: usize| (out[t].tb_item, out[t].tb_block_x, out[t].tb_block_yz));
        let z = |z: u32| z << 16;
        assert_eq!(blocks, [(5, 15, 7 | z(1)), (3, 1, 0), (8, 0, 2), (9, 0, z(0xFFFF))]);
        assert_eq!((out[2].tb_kdei, out[2].tb_pc, out[2].tb_param), (9, 0x100, 0x200));
        assert_eq!((out[2].tb_shape, out[2].tb_grid_x, out[2].tb_grid_yz), (32, 4, 1 | z(1)));
        assert_eq!(high(&out, |o| o.graph_done), [5]);
        assert_eq!(high(&out, |o| o.graph_ready), [5, 6]);
        assert_eq!(high(&out, |o| !o.idle), [2, 3, 4, 5]);
        assert!(out.iter().all(|o| o.node_ready && !o.done_valid));
    });
}

#[test]
fn rule_7_the_next_kernel_is_taken_while_the_last_tb_is_sent() {
    on_both(|unit| {
        started(unit, 0, 1);
        run(unit, [node(5, 3, In::default()), In { grant_smxs: Mask::bit(0), ..In::default() }]);
        let out = run(unit, [In { graph_kdei: 3, graph_demand: 1, ..kernel() }, In::default()]);
        assert_eq!((out[0].tb_kdei, out[0].graph_done, out[0].graph_ready), (9, true, true));
        assert_eq!((out[1].ask_demand, out[1].tb_valid), (1, false));
    });
}

#[test]
fn rule_5_two_nodes_are_held_while_no_smx_has_room() {
    on_both(|unit| {
        started(unit, 0, 4);
        let none = In::default();
        let out = run(unit, [node(1, 1, none), node(2, 2, none), node(3, 3, none), none, none]);
        assert_eq!(high(&out, |o| o.node_ready), [0, 1]);
        assert_eq!(high(&out, |o| o.want_smxs != 0), [1, 2, 3, 4, 5]);
        assert!(out.iter().all(|o| o.idle && !o.tb_valid));
        let grant = In { grant_smxs: Mask::bit(0), ..none };
        let out = run(unit, [grant, grant, none]);
        assert_eq!(high(&out, |o| o.node_ready), [1, 2, 3]);
        assert_eq!([out[1].tb_item, out[2].tb_item], [1, 2]);
    });
}

#[test]
fn rule_8_a_barrier_is_done_two_cycles_after_it_is_taken() {
    on_both(|unit| {
        started(unit, 0, 1);
        let out = run(unit, [node(6, BARRIER, In::default()), In::default(), In::default()]);
        assert_eq!(high(&out, |o| o.done_valid), [2, 3]);
        assert_eq!(out[2].done_node, 6);
        assert_eq!(high(&out, |o| !o.idle), [1]);
        assert!(out.iter().all(|o| o.want_smxs == 0));
    });
}

#[test]
fn rule_9_an_end_goes_before_a_barrier_and_both_are_told_one_after_the_other() {
    on_both(|unit| {
        started(unit, 0, 2);
        let none = In::default();
        let end = In { end_valid: true, end_item: 4, ..none };
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
        let busy = node(1, 1, In { tail_level: 6, end_valid: true, end_item: 9, ..In::default() });
        run(unit, [busy, In::default()]);
        assert!(unit.idle());
        let out = run(unit, [In::default(); 4]);
        assert!(out.iter().all(|o| *o == out[0] && o.want_smxs != 0 && o.done_valid));
    });
}

#[test]
fn reset_forgets_graph_nodes_and_ends() {
    on_both(|unit| {
        started(unit, 0, 2);
        let busy = node(1, 1, In { end_valid: true, end_item: 9, ..In::default() });
        run(unit, [busy, busy]);
        unit.reset();
        let (graph_ready, node_ready, end_ready, idle) = (true, true, true, true);
        let ready = Out { graph_ready, node_ready, end_ready, idle, ..Out::default() };
        assert_eq!(unit.out(), ready);
    });
}
