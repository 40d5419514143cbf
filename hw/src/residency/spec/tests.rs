//! The timing table, cycle by cycle, on model and circuit.

use super::super::pins::{In, Out, Params};
use super::super::Residency;
use crate::kernel_distributor::pins::encode_demand;
use crate::kit::steps::{high, run};
use crate::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};

type Units = dyn Clocked<In = In, Out = Out>;

fn on_both_sized(params: &Params, test: impl Fn(&mut Units)) {
    test(&mut Residency::model(params));
    test(&mut Rtl::new(Residency::circuit(params)));
}

fn on_both(test: impl Fn(&mut Units)) {
    on_both_sized(&Residency::tiny(), test);
}

/// A TB of `threads` threads is asked for both SMXs.
fn ask(threads: u32) -> In {
    let ask_demand = encode_demand(threads, 0, 0);
    In { ask_valid: true, ask_smxs: Mask::first(2), ask_demand, ..In::default() }
}

fn grant(smx: u32, input: In) -> In {
    In { grant_smxs: Mask::bit(smx), ..input }
}

/// The TB of the last grant; its group is 7, its item 9.
fn tb(tell_agt: bool, tell_dats: bool, input: In) -> In {
    let (tb_tell_agt, tb_tell_dats) = (tell_agt, tell_dats);
    let (tb_kdei, tb_group, tb_item) = (5, 7, 9);
    In { tb_valid: true, tb_kdei, tb_group, tb_item, tb_tell_agt, tb_tell_dats, ..input }
}

fn end(smx: u32, slot: u32, input: In) -> In {
    In { end_valid: true, end_smx: smx, end_slot: slot, ..input }
}

const NONE: In = In {
    ask_valid: false,
    ask_smxs: Mask::NONE,
    ask_demand: 0,
    tb_valid: false,
    tb_kdei: 0,
    tb_group: 0,
    tb_item: 0,
    tb_tell_agt: false,
    tb_tell_dats: false,
    grant_smxs: Mask::NONE,
    end_valid: false,
    end_smx: 0,
    end_slot: 0,
    told_agt_ready: false,
    told_dats_ready: false,
};

/// Has four TBs resident that are told as said: slots 0 and 1 of SMX 0, then of SMX 1.
fn filled(unit: &mut Units, tell_agt: bool, tell_dats: bool) {
    let next = |smx| grant(smx, tb(tell_agt, tell_dats, NONE));
    run(unit, [ask(32), grant(0, NONE), next(0), next(1), next(1), tb(tell_agt, tell_dats, NONE)]);
}

#[test]
fn rule_1_room_answers_the_demand_asked_one_cycle_later() {
    on_both(|unit| {
        let out = run(unit, [ask(256), grant(0, NONE), tb(false, false, ask(257)), ask(1), NONE]);
        let room: Vec<_> = out.iter().map(|o| o.room_smxs).collect();
        assert_eq!(room, [0, 3, 2, 0, 2, 2]);
        assert_eq!(high(&out, |o| o.idle), [0, 1, 3, 4, 5]);
        let some = In { ask_smxs: Mask::bit(1), ..ask(1) };
        assert_eq!(run(unit, [some])[1].room_smxs, 2);
    });
}

#[test]
fn rule_2_slots_threads_registers_and_shared_memory_all_bound_the_room() {
    on_both(|unit| {
        for demand in
            [encode_demand(129, 0, 0), encode_demand(1, 33 * 256, 0), encode_demand(1, 0, 17 * 256)]
        {
            unit.reset();
            let ask = In { ask_demand: demand, ..ask(0) };
            let out = run(unit, [ask, grant(1, NONE), tb(false, false, NONE)]);
            assert_eq!(out.iter().map(|o| o.room_smxs).collect::<Vec<_>>(), [0, 3, 1, 1]);
        }
        unit.reset();
        let out = run(unit, [ask(1), grant(1, NONE), tb(false, false, grant(1, NONE)), NONE]);
        assert_eq!(out.iter().map(|o| o.room_smxs).collect::<Vec<_>>(), [0, 3, 3, 1, 1]);
    });
}

#[test]
fn rules_3_and_4_a_tb_starts_one_cycle_after_its_grant_in_the_lowest_free_slot() {
    on_both(|unit| {
        let next = |smx| grant(smx, tb(false, false, NONE));
        let out =
            run(unit, [ask(32), grant(0, NONE), next(1), next(0), tb(false, false, NONE), NONE]);
        assert_eq!(high(&out, |o| o.start_valid), [2, 3, 4]);
        let starts: Vec<_> = out[2..5].iter().map(|o| (o.start_smx, o.start_slot)).collect();
        assert_eq!(starts, [(0, 0), (1, 0), (0, 1)]);
        assert_eq!(out.iter().map(|o| o.resident).collect::<Vec<_>>(), [0, 0, 1, 2, 3, 3, 3]);
    });
}

#[test]
fn rules_5_to_7_an_end_is_told_in_the_next_cycle_and_its_slot_is_free_after_that() {
    on_both(|unit| {
        filled(unit, false, false);
        let out = run(unit, [end(0, 1, NONE), NONE, grant(0, NONE), tb(false, false, NONE)]);
        assert_eq!(high(&out, |o| o.kd_end_valid), [1]);
        assert_eq!(out[1].kd_end_kdei, 5);
        assert_eq!(out.iter().map(|o| o.room_smxs).collect::<Vec<_>>(), [0, 0, 1, 0, 0]);
        assert_eq!((out[3].start_valid, out[3].start_smx, out[3].start_slot), (true, 0, 1));
        assert_eq!(high(&out, |o| !o.idle), [1, 3]);
        assert!(out.iter().all(|o| o.end_ready));
    });
}

#[test]
fn rule_5_one_end_per_cycle_is_taken_and_told() {
    on_both(|unit| {
        filled(unit, true, true);
        let ready = In { told_agt_ready: true, told_dats_ready: true, ..NONE };
        let seats = [(0, 0), (1, 1), (1, 0), (0, 1)];
        let ends = seats.map(|(smx, slot)| end(smx, slot, ready));
        let out = run(unit, ends.into_iter().chain([ready, ready]));
        assert!(out.iter().all(|o| o.end_ready));
        for told in [
            |o: &Out| o.kd_end_valid,
            |o: &Out| o.told_agt_agei == 7,
            |o: &Out| o.told_dats_item == 9,
        ] {
            assert_eq!(high(&out, told), [1, 2, 3, 4]);
        }
        assert_eq!(out.iter().map(|o| o.resident).collect::<Vec<_>>(), [4, 4, 3, 2, 1, 0, 0]);
    });
}

#[test]
fn rule_6_the_next_end_is_not_told_before_agt_and_dats_have_taken_the_first() {
    on_both(|unit| {
        filled(unit, true, true);
        let agt = In { told_agt_ready: true, ..NONE };
        let dats = In { told_dats_ready: true, ..NONE };
        // The first is told in cycle 1; DATS takes it in 2, the AGT in 4. The second is told from 5 on.
        let ends = [end(0, 0, NONE), end(0, 1, NONE), dats, end(1, 0, NONE), end(1, 0, agt)];
        let out = run(unit, ends.into_iter().chain([end(1, 0, NONE), NONE]));
        assert_eq!(high(&out, |o| o.kd_end_valid), [1, 5]);
        assert_eq!(high(&out, |o| o.told_agt_valid), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(high(&out, |o| o.told_dats_valid), [1, 2, 5, 6, 7]);
        assert_eq!(high(&out, |o| !o.end_ready), [2, 3, 4, 6, 7]);
        assert_eq!(out.iter().map(|o| o.resident).collect::<Vec<_>>(), [4, 4, 3, 3, 3, 3, 2, 2]);
        assert_eq!(high(&out, |o| !o.idle), [1, 5]);
    });
}

#[test]
fn rule_7_a_slot_runs_another_tb_while_its_last_end_waits_to_be_told() {
    let params = Params { smxs: 1, slots: 1, ..Residency::tiny() };
    on_both_sized(&params, |unit| {
        run(unit, [ask(32), grant(0, NONE), tb(true, false, NONE)]);
        let other = In { tb_group: 8, ..tb(true, false, NONE) };
        let out = run(unit, [end(0, 0, NONE), NONE, grant(0, NONE), other, NONE]);
        assert_eq!(high(&out, |o| o.start_valid), [3]);
        assert_eq!(high(&out, |o| o.told_agt_agei == 7), [1, 2, 3, 4, 5]);
        let taken = In { told_agt_ready: true, ..NONE };
        let out = run(unit, [taken, end(0, 0, NONE), NONE]);
        assert_eq!(high(&out, |o| o.told_agt_agei == 8), [2, 3]);
    });
}

#[test]
fn rule_7_a_grant_and_a_release_on_one_smx_at_one_edge_both_count() {
    // Threads for four TBs on each SMX, slots for more.
    let params = Params { slots: 8, ..Residency::tiny() };
    on_both_sized(&params, |unit| {
        let next = |smx| grant(smx, tb(false, false, NONE));
        run(unit, [ask(64), grant(0, NONE), next(0), next(0), tb(false, false, end(0, 1, NONE))]);
        let out = run(unit, [grant(0, NONE), tb(false, false, NONE), grant(0, NONE)]);
        assert_eq!(out.iter().map(|o| o.room_smxs).collect::<Vec<_>>(), [3, 3, 3, 2]);
        assert_eq!([out[1].start_slot, out[3].start_slot], [3, 1]);
        assert_eq!(out.iter().map(|o| o.resident).collect::<Vec<_>>(), [3, 3, 3, 4]);
    });
}

#[test]
fn contract_4_residency_is_idle_while_ends_wait_to_be_told() {
    on_both(|unit| {
        filled(unit, true, false);
        run(unit, [end(0, 0, NONE), end(0, 1, NONE), NONE]);
        assert!(unit.idle());
        let out = run(unit, [NONE; 4]);
        assert!(out.iter().all(|o| *o == out[0] && o.told_agt_valid && !o.end_ready));
    });
}

#[test]
fn reset_empties_the_smxs_and_forgets_demand_and_ends() {
    on_both(|unit| {
        filled(unit, true, true);
        run(unit, [end(0, 0, NONE), end(0, 1, NONE)]);
        unit.reset();
        assert_eq!(unit.out(), Out { end_ready: true, idle: true, ..Out::default() });
        let out = run(unit, [ask(256), grant(0, NONE)]);
        assert!(out[1].room_smxs == 3 && out[2].start_valid && out[2].start_slot == 0);
    });
}

#[test]
fn registers_added_for_groups_take_the_published_bytes() {
    let storage = Residency::storage(&Residency::paper());
    let added = storage.iter().filter(|field| field.figure == Some("dtbl.registers"));
    let bytes: Vec<_> = added.map(|field| (field.field, field.bytes())).collect();
    assert_eq!(bytes, [("TBCR AGEI", 832)]);
}
