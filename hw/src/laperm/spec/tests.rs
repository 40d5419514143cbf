//! The timing table and what the queues are for, on model and circuit.

use super::super::pins::{In, Out, Params};
use super::super::Laperm;
use crate::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};

type Source = dyn Clocked<In = In, Out = Out>;

const BOUND: Params =
    Params { smxs: 2, cluster: 1, levels: 2, entries: 128, kdes: 4, adaptive: false };

/// Runs `test` with the model and with the circuit, when they take requests.
fn on_both(params: &Params, test: impl Fn(&mut Source)) {
    let units: [Box<Source>; 2] =
        [Box::new(Laperm::model(params)), Box::new(Rtl::new(Laperm::circuit(params)))];
    for mut unit in units {
        unit.reset();
        while !unit.out().alloc_ready {
            unit.step(&In::default());
        }
        test(&mut *unit);
    }
}

/// Steps with the fields of some kernel looked at, and what else is said.
fn step(unit: &mut Source, input: In) -> Out {
    let (kde_grid_x, kde_grid_yz) = (3, 1 | 1 << 16);
    unit.step(&In { kde_pc: 8, kde_demand: 64, kde_grid_x, kde_grid_yz, ..input });
    unit.out()
}

fn settle(unit: &mut Source) {
    while !unit.out().idle {
        step(unit, In::default());
    }
}

/// Has a kernel of three TBs appended.
fn enter(unit: &mut Source) {
    step(unit, In { enter_valid: true, enter_kdei: 1, ..In::default() });
    settle(unit);
}

/// A group of `tbs` TBs, launched by a TB of `level` in `cluster`.
fn group(cluster: u32, level: u32, tbs: u32) -> In {
    In {
        alloc_valid: true,
        alloc_cluster: cluster,
        alloc_level: level,
        alloc_grid_x: tbs,
        alloc_grid_yz: 1 | 1 << 16,
        alloc_param: 0x100 * tbs,
        ..In::default()
    }
}

/// Grants whatever is wanted for `smxs`, until the unit rests; returns the SMX, level and grid x of each TB.
fn serve(unit: &mut Source, smxs: &[u32]) -> Vec<(u32, u32, u32)> {
    let mut sent = Vec::new();
    step(unit, In { end_valid: true, ..In::default() });
    while !unit.out().idle {
        let wanted = unit.out().want_smxs;
        let open = wanted.lowest().filter(|smx| smxs.contains(smx));
        let out =
            step(unit, In { grant_smxs: open.map_or(Mask::NONE, Mask::bit), ..In::default() });
        if let Some(smx) = open {
            assert!(out.tb_valid);
            sent.push((smx, out.tb_level, out.tb_grid_x));
        }
    }
    sent
}

#[test]
fn a_launched_group_goes_before_the_rest_of_the_kernel_and_a_deeper_one_before_it() {
    on_both(&BOUND, |unit| {
        enter(unit);
        for (level, tbs) in [(0, 1), (1, 2)] {
            step(unit, group(0, level, tbs));
            settle(unit);
        }
        let sent = serve(unit, &[0]);
        assert_eq!(sent, [(0, 2, 2), (0, 2, 2), (0, 1, 1), (0, 0, 3), (0, 0, 3), (0, 0, 3)]);
    });
}

#[test]
fn a_group_waits_for_the_smx_that_launched_it_while_others_have_room() {
    on_both(&BOUND, |unit| {
        step(unit, group(0, 0, 2));
        settle(unit);
        assert_eq!(serve(unit, &[1]), []);
        assert_eq!(serve(unit, &[0, 1]), [(0, 1, 2), (0, 1, 2)]);
    });
}

#[test]
fn an_adaptive_source_gives_it_to_another_smx_when_that_has_nothing_else() {
    on_both(&Params { adaptive: true, ..BOUND }, |unit| {
        enter(unit);
        step(unit, group(0, 0, 2));
        settle(unit);
        let sent = serve(unit, &[1]);
        assert_eq!(sent, [(1, 0, 3), (1, 0, 3), (1, 0, 3), (1, 1, 2), (1, 1, 2)]);
    });
}

#[test]
fn one_cluster_of_all_smxs_gives_a_group_to_any() {
    on_both(&Params { cluster: 2, ..BOUND }, |unit| {
        enter(unit);
        step(unit, group(0, 0, 2));
        settle(unit);
        assert_eq!(serve(unit, &[1])[..2], [(1, 1, 2), (1, 1, 2)]);
    });
}

#[test]
fn a_group_is_appended_in_as_many_cycles_however_many_there_are() {
    on_both(&BOUND, |unit| {
        for number in 0..BOUND.entries {
            assert_eq!(unit.out().queued, number);
            step(unit, group(0, number % 2, 1));
            let mut cycles = 0;
            while unit.out().queued == number {
                step(unit, In::default());
                cycles += 1;
            }
            settle(unit);
            assert_eq!(cycles, 2, "of the group with {number} before it");
        }
    });
}

#[test]
fn rule_3_a_group_without_an_entry_waits_until_a_head_has_left() {
    on_both(&Params { entries: 4, ..BOUND }, |unit| {
        for _ in 0..5 {
            step(unit, group(0, 0, 1));
            settle(unit);
        }
        assert_eq!((unit.out().queued, unit.out().alloc_ready), (4, false));
        assert_eq!(serve(unit, &[0]).len(), 5);
        assert_eq!((unit.out().queued, unit.out().alloc_ready), (0, true));
    });
}

#[test]
fn timing_table_the_smxs_are_looked_at_in_turn_cycle_by_cycle() {
    on_both(&BOUND, |unit| {
        enter(unit);
        step(unit, In { end_valid: true, ..In::default() });
        let mut wants = Vec::new();
        for _ in 0..8 {
            wants.push(unit.out().want_smxs.lowest());
            let grant_smxs = unit.out().want_smxs;
            step(unit, In { grant_smxs, ..In::default() });
        }
        // The head is in the hand. Its third TB is the last.
        assert_eq!(wants[..3], [Some(0), Some(1), Some(0)]);
        assert!(wants[3..].iter().all(Option::is_none));
    });
}

#[test]
fn a_demand_is_asked_before_it_is_wanted_and_not_again() {
    on_both(&BOUND, |unit| {
        step(unit, In { enter_valid: true, ..In::default() });
        let (mut asks, mut wants) = (Vec::new(), Vec::new());
        for cycle in 1..20u64 {
            let out = unit.out();
            asks.extend(out.ask_valid.then_some(cycle));
            wants.extend(out.want_smxs.any().then_some(cycle));
            step(unit, In::default());
        }
        // Looked up in 1, appended in 2, looked at in 4 and fetched.
        assert_eq!((asks, wants), (vec![7], vec![8, 9]));
    });
}
