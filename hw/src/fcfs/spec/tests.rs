//! The timing table, cycle by cycle, on model and circuit.

use super::super::pins::{In, Out, Params};
use super::super::Fcfs;
use crate::agt::{self, Agt};
use crate::kernel_distributor::pins::{NO_GROUP, SPILLED};
use crate::kit::spec::check;
use crate::kit::steps::{high, run};
use crate::kit::trial::Plan;
use crate::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};

type Source = dyn Clocked<In = In, Out = Out>;

fn on_both(test: impl Fn(&mut Source)) {
    let params = Fcfs::tiny();
    test(&mut Fcfs::model(&params));
    test(&mut Rtl::new(Fcfs::circuit(&params)));
}

/// The levels of a KDE with a kernel of `tbs` TBs in a row.
fn kde(tbs: u32) -> In {
    In {
        kde_pc: 0x100,
        kde_param: 0x200,
        kde_shape: 0x1000_0005,
        kde_demand: 0x2000_0007,
        kde_grid_x: tbs,
        kde_grid_yz: 1 | 1 << 16,
        ..In::default()
    }
}

fn enter(kdei: u32, input: In) -> In {
    In { enter_valid: true, enter_kdei: kdei, ..input }
}

fn link(kdei: u32, agei: u32, input: In) -> In {
    In { link_valid: true, link_kdei: kdei, link_agei: agei, ..input }
}

fn grant(smx: u32, input: In) -> In {
    In { grant_smxs: Mask::bit(smx), ..input }
}

/// The answer of the AGT: a group of one TB.
fn group(next: u32, input: In) -> In {
    let yz = 1 | 1 << 16;
    In {
        group_valid: true,
        group_grid_x: 1,
        group_grid_yz: yz,
        group_param: 0x300,
        group_next: next,
        ..input
    }
}

#[test]
fn rules_4_to_6_a_kernel_is_looked_at_asked_for_and_its_tbs_follow_their_grants() {
    on_both(|unit| {
        let l = kde(3);
        let inputs = [enter(3, l), l, l, l, l, grant(1, l), grant(0, l), l, grant(0, l), l, l];
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.look_valid), [1]);
        assert_eq!(out[1].look_kdei, 3);
        assert_eq!(high(&out, |o| o.ask_valid), [3]);
        assert_eq!((out[3].ask_smxs, out[3].ask_demand), (Mask::first(2), 0x2000_0007));
        assert_eq!(high(&out, |o| o.want_smxs == 3), [4, 5, 6, 7, 8]);
        assert_eq!(high(&out, |o| o.tb_valid), [6, 7, 9]);
        let tb = out[7];
        assert_eq!((tb.tb_kdei, tb.tb_group, tb.tb_item, tb.tb_block_x), (3, NO_GROUP, 1, 1));
        assert_eq!((tb.tb_pc, tb.tb_param, tb.tb_shape), (0x100, 0x200, 0x1000_0005));
        assert_eq!((tb.tb_grid_x, tb.tb_block_yz, tb.tb_tell_agt), (3, 0, false));
        assert_eq!(high(&out, |o| o.spent_valid), [9]);
        assert_eq!(out[9].spent_kdei, 3);
        assert_eq!(high(&out, |o| o.idle), [0, 4, 5, 8, 10, 11]);
    });
}

#[test]
fn rule_8_the_next_kernel_starts_four_cycles_after_the_last_native_tb() {
    on_both(|unit| {
        let l = kde(1);
        let (late, done) = (grant(0, l), [l; 3]);
        let inputs =
            [enter(0, l), enter(2, l), l, l, late].into_iter().chain(done).chain([late, l]);
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.tb_valid), [5, 9]);
        assert_eq!(high(&out, |o| o.look_valid), [1, 5]);
        assert_eq!([out[5].look_kdei, out[5].spent_kdei, out[9].tb_kdei], [2, 0, 2]);
    });
}

#[test]
fn rule_7_a_graph_kernel_is_offered_once_and_asked_for_anew_when_its_nodes_are_out() {
    on_both(|unit| {
        let l = In { kde_graph: true, ..kde(9) };
        let ready = In { graph_ready: true, ..l };
        let done = In { graph_done: true, ..l };
        let linked = link(1, 5, l);
        let inputs = [enter(1, l), l, l, l, ready, linked, done, l, l, l];
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.graph_valid), [3, 4]);
        let graph = out[4];
        assert_eq!((graph.graph_kdei, graph.graph_pc, graph.graph_header), (1, 0x100, 0x1E0));
        assert_eq!((graph.graph_param, graph.graph_grid_x), (0x200, 9));
        assert_eq!((graph.graph_shape, graph.graph_demand), (0x1000_0005, 0x2000_0007));
        assert_eq!(high(&out, |o| o.spent_valid), [7]);
        assert_eq!(high(&out, |o| o.ask_valid), [7]);
        assert_eq!(high(&out, |o| o.take_valid), [8, 9, 10]);
        assert_eq!(high(&out, |o| o.idle), [0, 5, 6]);
        assert!(high(&out, |o| o.want_smxs != 0 || o.tb_valid).is_empty());
    });
}

#[test]
fn rules_8_and_9_a_group_of_the_table_is_taken_distributed_done_and_spent() {
    on_both(|unit| {
        let l = kde(1);
        let take = In { take_ready: true, ..l };
        let done = In { done_ready: true, ..l };
        let native = [enter(0, l), link(0, 7, l), l, l, grant(0, l)];
        let read = [l, take, l, l, group(NO_GROUP, l), grant(1, l)];
        let out = run(unit, native.into_iter().chain(read).chain([l, done, l, l]));
        assert_eq!(high(&out, |o| o.tb_valid), [5, 11]);
        assert_eq!(high(&out, |o| o.take_valid), [5, 6]);
        assert_eq!(out[5].take_agei, 7);
        assert_eq!(high(&out, |o| o.want_smxs != 0), [4, 10]);
        let tb = out[11];
        assert_eq!((tb.tb_group, tb.tb_tell_agt, tb.tb_param, tb.tb_pc), (7, true, 0x300, 0x100));
        assert_eq!(high(&out, |o| o.done_valid), [11, 12]);
        assert_eq!((out[12].done_agei, out[12].done_count), (7, 1));
        assert_eq!(high(&out, |o| o.spent_valid), [5, 13]);
        assert_eq!(high(&out, |o| o.group_in_hand == 7), [7, 8, 9, 10, 11, 12]);
        assert_eq!(high(&out, |o| o.ask_valid), [3]);
        assert_eq!(high(&out, |o| o.idle), [0, 4, 7, 8, 9, 10, 14, 15]);
    });
}

#[test]
fn rule_8_a_spilled_group_is_not_done_and_the_next_is_offered_with_its_last_tb() {
    on_both(|unit| {
        let l = kde(1);
        let take = In { take_ready: true, next_ready: true, ..l };
        let native = [enter(0, l), link(0, SPILLED | 9, l), link(0, 2, l), take, grant(0, l)];
        let out = run(unit, native.into_iter().chain([take, group(2, l), grant(0, l), l, l]));
        assert_eq!(high(&out, |o| o.next_valid), [3]);
        assert_eq!((out[3].next_prev, out[3].next_agei), (SPILLED | 9, 2));
        assert_eq!(high(&out, |o| o.tb_valid), [5, 8]);
        assert!(!out[8].tb_tell_agt);
        assert_eq!(high(&out, |o| o.spent_valid), [5, 8]);
        assert_eq!(high(&out, |o| o.take_agei == 2), [8, 9, 10]);
        assert_eq!(high(&out, |o| o.group_in_hand == SPILLED | 9), [6, 7]);
        assert!(high(&out, |o| o.done_valid).is_empty());
    });
}

#[test]
fn rule_3_no_group_is_offered_while_a_next_waits_and_no_group_is_linked() {
    on_both(|unit| {
        let l = kde(1);
        let links = [enter(0, l), link(0, 7, l), link(0, 8, l), link(0, 9, l), l];
        let (last, taken) = (grant(0, l), In { next_ready: true, ..l });
        let out = run(unit, links.into_iter().chain([last, l, l, taken, l, l]));
        assert_eq!(high(&out, |o| o.next_valid), [3, 4, 5, 6, 7, 8]);
        assert_eq!((out[8].next_prev, out[8].next_agei), (7, 8));
        assert_eq!(high(&out, |o| !o.link_ready), [3, 4, 5, 6, 7, 8]);
        assert_eq!(high(&out, |o| o.spent_valid), [6]);
        assert_eq!(high(&out, |o| o.take_valid), [9, 10, 11]);
    });
}

#[test]
fn rule_2_a_link_behind_the_group_in_hand_is_captured_in_every_cycle_of_it() {
    // Offered in cycles 5 and 6, read in 9, granted in 10, done in 11 and 12, on in 13.
    for linked in 5..14 {
        on_both(|unit| {
            let l = kde(1);
            let inputs = (0..20).map(|cycle| {
                let input = match cycle {
                    0 => enter(0, l),
                    1 => link(0, 7, l),
                    4 | 10 => grant(0, l),
                    6 => In { take_ready: true, ..l },
                    9 => group(NO_GROUP, l),
                    12 => In { done_ready: true, ..l },
                    _ => l,
                };
                if cycle == linked {
                    link(0, 8, input)
                } else {
                    input
                }
            });
            let out = run(unit, inputs);
            assert!(high(&out, |o| o.next_valid).is_empty(), "linked in {linked}");
            // Linked in the last cycle, the kernel leaves and comes back.
            let offered = if linked == 13 { 17 } else { 13 };
            let expected: Vec<usize> = (offered..21).collect();
            assert_eq!(high(&out, |o| o.take_agei == 8), expected, "linked in {linked}");
        });
    }
}

#[test]
fn rules_2_and_8_a_kernel_linked_to_as_it_leaves_is_queued_behind_the_others() {
    on_both(|unit| {
        let l = kde(1);
        let inputs = (0..16).map(|cycle| match cycle {
            0 => enter(0, l),
            1 => enter(1, l),
            4 | 8 => grant(0, l),
            // At one edge the link queues before the kernel that enters.
            5 => enter(2, link(0, 7, l)),
            _ => l,
        });
        let out = run(unit, inputs);
        assert_eq!(high(&out, |o| o.look_valid), [1, 5, 9]);
        assert_eq!([out[1], out[5], out[9]].map(|o| o.look_kdei), [0, 1, 0]);
        // Not first-time: its group is offered without native TBs.
        assert_eq!(high(&out, |o| o.take_valid), [12, 13, 14, 15, 16]);
        assert_eq!(high(&out, |o| o.tb_valid), [5, 9]);
    });
}

#[test]
fn groups_of_the_table_start_5_cycles_after_the_native_tbs_and_7_after_one_another() {
    let mut source = Fcfs::model(&Fcfs::tiny());
    let mut table = Agt::model(&Agt::tiny());
    let mut allocs = (0..2).collect::<Vec<u32>>();
    let mut started = Vec::new();
    for cycle in 0..60 {
        let (o, a) = (source.out(), table.out());
        if o.tb_valid {
            started.push((cycle, o.tb_group));
        }
        // Grants begin when both groups are linked.
        let granted = if cycle < 30 { Mask::NONE } else { o.want_smxs & Mask::bit(0) };
        let input = In {
            enter_valid: cycle == 0,
            link_valid: a.link_valid,
            link_kdei: a.link_kdei,
            link_agei: a.link_agei,
            next_ready: a.next_ready,
            take_ready: a.take_ready,
            group_valid: a.group_valid,
            group_grid_x: a.group_grid_x,
            group_grid_yz: a.group_grid_yz,
            group_param: a.group_param,
            group_next: a.group_next,
            done_ready: a.done_ready,
            grant_smxs: granted,
            ..kde(1)
        };
        let alloc = allocs.first().copied();
        if a.alloc_ready {
            allocs.pop();
        }
        table.step(&agt::pins::In {
            alloc_valid: alloc.is_some(),
            alloc_hw_tid: allocs.len() as u32,
            alloc_grid_x: u32::from(alloc.is_some()),
            alloc_grid_yz: alloc.map_or(0, |_| 1 | 1 << 16),
            link_ready: o.link_ready,
            next_valid: o.next_valid,
            next_prev: o.next_prev,
            next_agei: o.next_agei,
            take_valid: o.take_valid,
            take_agei: o.take_agei,
            done_valid: o.done_valid,
            done_agei: o.done_agei,
            done_count: o.done_count,
            ..agt::pins::In::default()
        });
        source.step(&input);
    }
    let cycles: Vec<u32> = started.iter().map(|(cycle, _)| *cycle).collect();
    assert_eq!(cycles, [31, 36, 43], "{started:x?}");
}

/// A source that is left alone while it is idle, no event comes and the levels stay.
struct Resting<U: Clocked> {
    unit: U,
    before: In,
    rested: u32,
}

/// The levels of `input`.
fn levels(input: &In) -> In {
    In {
        kde_pc: input.kde_pc,
        kde_param: input.kde_param,
        kde_shape: input.kde_shape,
        kde_demand: input.kde_demand,
        kde_graph: input.kde_graph,
        kde_grid_x: input.kde_grid_x,
        kde_grid_yz: input.kde_grid_yz,
        ..In::default()
    }
}

/// No event comes with `input`. The readies answer nothing: an idle source offers nothing.
fn is_quiet(input: &In) -> bool {
    let (next_ready, take_ready) = (input.next_ready, input.take_ready);
    let (done_ready, graph_ready) = (input.done_ready, input.graph_ready);
    *input == In { next_ready, take_ready, done_ready, graph_ready, ..levels(input) }
}

impl<U: Clocked<In = In, Out = Out>> Clocked for Resting<U> {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.unit.reset();
    }
    fn out(&self) -> Out {
        self.unit.out()
    }
    fn step(&mut self, input: &In) {
        let steady = levels(input) == levels(&self.before);
        if self.unit.idle() && is_quiet(input) && steady {
            self.rested += 1;
        } else {
            self.unit.step(input);
        }
        self.before = *input;
    }
    fn idle(&self) -> bool {
        self.unit.idle()
    }
}

#[test]
fn contract_4_a_source_that_is_left_alone_while_it_is_idle_keeps_its_rules() {
    for params in [Fcfs::tiny(), Params { kdes: 3, smxs: 1 }] {
        let stimuli = Plan { cases: 40, seed: 3 }.stimuli::<Fcfs>(&params).expect("stimuli");
        let mut rested = 0;
        for stimulus in stimuli {
            let unit = Fcfs::model(&params);
            let mut unit = Resting { unit, before: In::default(), rested: 0 };
            if let Err(failure) = check::<Fcfs, _>(&mut unit, &params, &stimulus) {
                panic!("{failure}; stimulus {stimulus:?}");
            }
            rested += unit.rested;
        }
        assert!(rested > 1_000, "{rested} cycles at rest");
    }
}

#[test]
fn reset_forgets_kernels_groups_and_the_work_in_hand() {
    on_both(|unit| {
        let l = kde(4);
        run(unit, [enter(0, l), link(0, 7, l), link(0, 8, l), l, grant(0, l), grant(0, l)]);
        unit.reset();
        let group_in_hand = NO_GROUP;
        let (enter_ready, link_ready, idle) = (true, true, true);
        let fresh = Out { enter_ready, link_ready, group_in_hand, idle, ..Out::default() };
        assert_eq!(unit.out(), fresh);
        assert!(run(unit, [l; 5]).iter().all(|o| *o == fresh));
    });
}
