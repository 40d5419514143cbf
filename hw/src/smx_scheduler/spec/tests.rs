//! The timing table, cycle by cycle, on model and circuit.

use super::super::pins::{In, Out, Params};
use super::super::SmxScheduler;
use crate::kernel_distributor::pins::{encode_demand, GRAPH, NO_GROUP, SPILLED};
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};

type Scheduler = dyn Clocked<In = In, Out = Out>;

fn on_both_sized(params: &Params, test: impl Fn(&mut Scheduler)) {
    test(&mut SmxScheduler::model(params));
    test(&mut Rtl::new(SmxScheduler::circuit(params)));
}

fn on_both(test: impl Fn(&mut Scheduler)) {
    on_both_sized(&SmxScheduler::tiny(), test);
}

/// Inputs with a kernel of `tbs` TBs in a row at the head, each `threads` threads.
fn kernel(tbs: u32, threads: u32) -> In {
    In {
        head_valid: true,
        head_kdei: 9,
        head_first: true,
        head_pc: 0x100,
        head_grid_x: tbs,
        head_grid_yz: 1 | 1 << 16,
        head_need: encode_demand(threads, 0, 0),
        head_param: 0x200,
        head_nagei: NO_GROUP,
        ..In::default()
    }
}

/// Inputs with a kernel at the head whose native TBs are out and whose only group is `agei`.
fn kernel_with_group(agei: u32) -> In {
    In { head_first: false, head_nagei: agei, head_lagei: agei, ..kernel(1, 32) }
}

/// Inputs with the answer of the AGT: a group of one TB.
fn group(next: u32, input: In) -> In {
    In { group_valid: true, group_grid_x: 1, group_grid_yz: 1 | 1 << 16, group_next: next, ..input }
}

fn end(smx: u32, slot: u32, input: In) -> In {
    In { end_valid: true, end_smx: smx, end_slot: slot, ..input }
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

#[test]
fn rule_1_native_tbs_start_one_a_cycle_and_then_the_kernel_is_unmarked() {
    on_both(|unit| {
        let (first, later) = (kernel(2, 32), In { head_first: false, ..kernel(2, 32) });
        let out = run(unit, [first, first, first, first, later, later, In::default()]);
        assert_eq!(high(&out, |o| o.tb_valid), [2, 3]);
        assert_eq!(
            [(out[2].tb_smx, out[2].tb_block_x), (out[3].tb_smx, out[3].tb_block_x)],
            [(0, 0), (1, 1)]
        );
        assert_eq!(high(&out, |o| o.native_done), [3]);
        assert_eq!(high(&out, |o| o.unmark), [5]);
        assert_eq!(high(&out, |o| o.idle), [0, 6, 7]);
    });
}

#[test]
fn rule_2_tbs_wait_for_unit_and_take_the_slot_of_the_ended_one_three_cycles_later() {
    on_both(|unit| {
        let head = kernel(5, 128);
        let mut inputs = vec![head; 8];
        inputs.push(end(1, 0, head));
        inputs.extend([head; 4]);
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.tb_valid), [2, 3, 4, 5, 11]);
        assert_eq!((out[11].tb_smx, out[11].tb_slot, out[11].tb_block_x), (1, 0, 4));
        assert_eq!(high(&out, |o| o.kd_end_valid), [9]);
        assert_eq!(out[9].kd_end_kdei, 9);
        assert_eq!(high(&out, |o| !o.end_ready), [9]);
        assert!(high(&out, |o| o.agt_end_valid).is_empty());
    });
}

#[test]
fn rule_4_a_start_and_an_end_on_one_smx_at_one_edge_both_count() {
    // Threads for four TBs on each SMX, slots for more.
    let params = Params { slots: 8, ..SmxScheduler::tiny() };
    on_both_sized(&params, |unit| {
        // SMX 0 releases at the edge at which the TB of cycle 6 is placed on it.
        let head = kernel(10, 64);
        let out = run(unit, (0..16).map(|cycle| if cycle == 4 { end(0, 0, head) } else { head }));
        assert_eq!(high(&out, |o| o.tb_valid), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let on_smx_0 = out.iter().filter(|o| o.tb_valid && o.tb_smx == 0);
        assert_eq!(on_smx_0.map(|o| o.tb_slot).collect::<Vec<_>>(), [0, 1, 2, 0, 3]);
    });
}

#[test]
fn rule_3_the_last_group_is_read_distributed_advanced_past_and_done() {
    on_both(|unit| {
        let (head, empty) =
            (kernel_with_group(7), In { head_nagei: NO_GROUP, ..kernel_with_group(7) });
        let taken = In { take_ready: true, ..head };
        let done = In { done_ready: true, ..empty };
        let inputs =
            [head, head, taken, group(NO_GROUP, head), head, head, head, empty, done, empty, empty];
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.take_valid), [2]);
        assert_eq!(high(&out, |o| o.tb_valid), [5]);
        assert_eq!((out[5].tb_agei, out[5].tb_kdei, out[5].tb_pc), (7, 9, 0x100));
        assert_eq!(high(&out, |o| o.advance_valid), [6]);
        assert_eq!(out[6].advance_next, NO_GROUP);
        assert_eq!(high(&out, |o| o.done_valid), [8]);
        assert_eq!((out[8].done_agei, out[8].done_count), (7, 1));
        assert_eq!(high(&out, |o| o.unmark), [10]);
    });
}

#[test]
fn rule_3_a_group_linked_while_the_kernel_advances_is_read_until_it_is_known() {
    on_both(|unit| {
        let head = kernel_with_group(7);
        let taken = In { take_ready: true, ..head };
        // Linked at the edge of the advance: refused. Next is written after the second read.
        let longer = In { head_lagei: 5, ..head };
        let again = In { take_ready: true, ..longer };
        let moved = In { head_nagei: 5, ..longer };
        let out = run(
            unit,
            [
                head,
                head,
                taken,
                group(NO_GROUP, head),
                head,
                head,
                head,
                longer,
                longer,
                again,
                group(NO_GROUP, longer),
                longer,
                again,
                group(5, longer),
                longer,
                longer,
                moved,
                moved,
            ],
        );
        assert_eq!(high(&out, |o| o.tb_valid), [5]);
        assert_eq!(high(&out, |o| o.advance_valid), [6, 15]);
        assert_eq!([out[6].advance_next, out[15].advance_next], [NO_GROUP, 5]);
        assert_eq!(high(&out, |o| o.take_valid), [2, 9, 12]);
        assert_eq!(high(&out, |o| o.done_valid), [17, 18]);
    });
}

#[test]
fn rule_3_a_kernel_that_may_not_be_unmarked_is_looked_at_again() {
    on_both(|unit| {
        let (empty, linked) = (In { head_first: false, ..kernel(1, 32) }, kernel_with_group(3));
        let out = run(unit, [empty, empty, empty, linked, linked, linked]);
        assert_eq!(high(&out, |o| o.unmark), [2]);
        assert_eq!(high(&out, |o| o.take_valid), [5, 6]);
    });
}

#[test]
fn rule_3_a_spilled_group_is_not_done_and_the_next_is_taken() {
    on_both(|unit| {
        let spilled = SPILLED | 4;
        let head = In { head_lagei: 2, ..kernel_with_group(spilled) };
        let taken = In { take_ready: true, ..head };
        let moved = In { head_nagei: 2, ..head };
        let ended = end(0, 0, moved);
        let inputs = [head, head, taken, group(2, head), head, head, ended, moved, moved, moved];
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.advance_valid), [6]);
        assert_eq!(high(&out, |o| o.take_valid), [2, 9, 10]);
        assert_eq!(out[9].take_agei, 2);
        assert_eq!(high(&out, |o| o.kd_end_valid), [7]);
        assert!(high(&out, |o| o.done_valid || o.agt_end_valid).is_empty());
    });
}

#[test]
fn rule_4_the_ended_group_is_held_although_its_slot_runs_another_kernel() {
    let params = Params { smxs: 1, slots: 1, ..SmxScheduler::tiny() };
    on_both_sized(&params, |unit| {
        let (head, next) = (kernel_with_group(7), kernel(1, 32));
        let taken = In { take_ready: true, ..head };
        let done = In { done_ready: true, head_nagei: NO_GROUP, ..head };
        run(
            unit,
            [head, head, taken, group(NO_GROUP, head), head, head, head, done, done, done, done],
        );
        // In the cycle after the unmark the next kernel is at the head, and the TB ends.
        let mut inputs = vec![end(0, 0, next)];
        inputs.extend([next; 6]);
        inputs.push(In { agt_end_ready: true, ..next });
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.tb_valid), [3]);
        assert_eq!(high(&out, |o| o.agt_end_agei == 7), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(high(&out, |o| o.kd_end_valid), [1]);
        assert_eq!(high(&out, |o| o.end_ready), [0, 8]);
    });
}

/// Inputs with a graph kernel at the head, its TBs `threads` threads.
fn graph_kernel(threads: u32) -> In {
    In { head_need: encode_demand(threads, 0, 0) | GRAPH, ..kernel(4, threads) }
}

/// Inputs with an offered node; its index x is 8 less than its ID.
fn node(id: u32, input: In) -> In {
    let (node_block_x, node_block_yz) = (id - 8, 3 | 2 << 16);
    In { node_valid: true, node_id: id, node_block_x, node_block_yz, ..input }
}

#[test]
fn rule_7_a_graph_is_offered_once_and_its_nodes_start_one_cycle_after_they_are_taken() {
    on_both(|unit| {
        let head = graph_kernel(32);
        let later = In { head_first: false, ..head };
        let taken = In { graph_ready: true, ..head };
        let last = In { node_last: true, ..node(10, head) };
        let inputs =
            [head, head, taken, head, node(20, head), node(9, head), head, last, head, later];
        let out = run(unit, inputs.into_iter().chain([later, In::default()]));
        assert_eq!(high(&out, |o| o.graph_valid), [1, 2]);
        assert_eq!(out[1].graph_header, 0x1E0);
        assert_eq!(high(&out, |o| o.node_ready), [3, 4, 5, 6, 7]);
        assert_eq!(high(&out, |o| o.tb_valid), [5, 6, 8]);
        let places = [5, 6, 8].map(|t: usize| (out[t].tb_smx, out[t].tb_slot, out[t].tb_block_x));
        assert_eq!(places, [(0, 0, 12), (1, 0, 1), (0, 1, 2)]);
        assert_eq!((out[5].tb_block_yz, out[5].tb_agei), (3 | 2 << 16, NO_GROUP));
        assert_eq!(high(&out, |o| o.native_done), [8]);
        assert_eq!(high(&out, |o| o.unmark), [10]);
        assert_eq!(high(&out, |o| o.idle), [0, 3, 4, 7, 11, 12]);
    });
}

#[test]
fn rule_7_a_node_waits_for_unit_and_its_end_is_told_until_dats_has_heard_it() {
    let params = Params { smxs: 1, slots: 1, ..SmxScheduler::tiny() };
    on_both_sized(&params, |unit| {
        let head = graph_kernel(32);
        let (first, second) = (node(9, head), node(8, head));
        let mut inputs = vec![head, In { graph_ready: true, ..head }, first, second];
        inputs.push(end(0, 0, second));
        inputs.extend([second, second, head, head]);
        inputs.push(In { node_end_ready: true, ..head });
        let out = run(unit, inputs);
        // The second node takes slot and TBCR of the first, whose end is still held.
        assert_eq!(high(&out, |o| o.tb_valid), [3, 7]);
        assert_eq!(high(&out, |o| o.node_ready), [2, 6]);
        assert_eq!(high(&out, |o| o.node_end_valid), [5, 6, 7, 8, 9]);
        assert!(out[5..10].iter().all(|o| o.node_end_id == 9));
        assert_eq!(high(&out, |o| o.kd_end_valid), [5]);
        assert_eq!(high(&out, |o| !o.end_ready), [5, 6, 7, 8, 9]);
        assert!(high(&out, |o| o.agt_end_valid).is_empty());
    });
}

#[test]
fn rule_7_the_tbs_of_a_group_of_a_graph_kernel_are_not_nodes() {
    on_both(|unit| {
        let head = In { head_need: graph_kernel(32).head_need, ..kernel_with_group(7) };
        let taken = In { take_ready: true, ..head };
        run(unit, [head, head, taken, group(NO_GROUP, head), head, head]);
        let out = run(unit, [end(0, 0, head), head]);
        assert_eq!(high(&out, |o| o.agt_end_agei == 7), [1, 2]);
        assert!(high(&out, |o| o.node_end_valid || o.graph_valid).is_empty());
    });
}

#[test]
fn contract_4_a_scheduler_without_unit_its_group_or_a_node_is_idle() {
    on_both(|unit| {
        let out = run(unit, [kernel(5, 256); 8]);
        assert_eq!(high(&out, |o| o.tb_valid), [2, 3]);
        assert!(unit.idle());
        assert!(run(unit, [In::default(); 4]).iter().all(|o| *o == out[8]));
        unit.reset();
        let head = kernel_with_group(7);
        run(unit, [head, head, In { take_ready: true, ..head }]);
        assert!(unit.idle());
        let out = run(unit, [In::default(); 4]);
        assert!(out.iter().all(|o| *o == out[0]));
        unit.reset();
        run(unit, [graph_kernel(32), In { graph_ready: true, ..graph_kernel(32) }]);
        assert!(unit.idle());
        let out = run(unit, [In::default(); 4]);
        assert!(out.iter().all(|o| *o == out[0] && o.node_ready));
    });
}

#[test]
fn reset_empties_the_smxs_and_starts_at_smx_0() {
    on_both(|unit| {
        run(unit, [kernel(5, 256); 8]);
        unit.reset();
        assert_eq!(unit.out(), Out { end_ready: true, idle: true, ..Out::default() });
        let out = run(unit, [kernel(5, 256); 4]);
        assert_eq!(high(&out, |o| o.tb_valid), [2, 3]);
        assert_eq!((out[2].tb_smx, out[2].tb_slot, out[2].tb_block_x), (0, 0, 0));
    });
}

#[test]
fn registers_added_for_groups_take_the_published_bytes() {
    let storage = SmxScheduler::storage(&SmxScheduler::paper());
    let added = storage.iter().filter(|field| field.figure == Some("dtbl.registers"));
    let bytes: Vec<_> = added.map(|field| (field.field, field.bytes())).collect();
    assert_eq!(bytes, [("TBCR AGEI", 832), ("SSCR AGEI", 4)]);
}
