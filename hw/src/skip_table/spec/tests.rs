//! The timing table, cycle by cycle, on model and circuit.

use super::super::pins::{answer, path, register, In, Out};
use super::super::SkipTable;
use crate::kit::steps::{high, run};
use crate::kit::unit::Storage;
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};

type Units = dyn Clocked<In = In, Out = Out>;

fn on_both(test: impl Fn(&mut Units)) {
    let params = SkipTable::tiny();
    test(&mut SkipTable::model(&params));
    test(&mut Rtl::new(SkipTable::circuit(&params)));
}

fn none() -> In {
    In::default()
}

/// A TB of the warps of `mask` starts in slot 1.
fn start(mask: u32) -> In {
    In { path_valid: true, path_what: path::START, path_tb: 1, path_warps: mask, ..none() }
}

fn ask(warp: u32, pc: u32, load: bool) -> In {
    let (ask0_valid, ask0_tb, ask0_warp) = (true, 1, warp);
    In { ask0_valid, ask0_tb, ask0_warp, ask0_pc: pc, ask0_load: load, ..none() }
}

fn wb(pc: u32) -> In {
    In { wb_valid: true, wb_tb: 1, wb_pc: pc, ..none() }
}

fn told(unit: &mut Units, inputs: impl IntoIterator<Item = In>) -> Vec<u32> {
    run(unit, inputs).iter().map(|out| out.answer0).collect()
}

const LEAD: u32 = answer::LEAD;
const SKIP: u32 = answer::SKIP;
const WAIT: u32 = answer::WAIT;
const EXECUTE: u32 = answer::EXECUTE;

#[test]
fn rule_1_an_ask_is_answered_in_the_next_cycle() {
    on_both(|unit| {
        let out = run(unit, [start(3), none(), ask(0, 8, false), none(), none()]);
        assert_eq!(high(&out, |o| o.answer0 == LEAD), [3]);
        assert_eq!(high(&out, |o| o.idle), [0, 1, 2, 4, 5]);
    });
}

#[test]
fn rule_7_the_asks_behind_a_writeback_find_it() {
    on_both(|unit| {
        let second = ask(1, 8, false);
        let both = In { wb_valid: true, wb_tb: 1, wb_pc: 8, ..second };
        let inputs = [start(3), ask(0, 8, false), second, both, second, second, none()];
        // The last ask leads again: the entry was free when both had passed.
        assert_eq!(told(unit, inputs), [0, 0, LEAD, WAIT, answer::RETRY, SKIP, LEAD, 0]);
    });
}

#[test]
fn rule_9_a_store_comes_before_the_asks_of_its_cycle() {
    on_both(|unit| {
        let store = In { store_valid: true, store_tb: 1, ..ask(1, 8, true) };
        let inputs = [start(7), ask(0, 8, true), wb(8), store, ask(2, 8, true), ask(2, 8, true)];
        assert_eq!(told(unit, inputs), [0, 0, LEAD, 0, EXECUTE, EXECUTE, LEAD]);
    });
}

#[test]
fn rule_6_a_warp_that_comes_to_the_pc_again_waits_for_those_behind() {
    on_both(|unit| {
        let inputs = [start(3), ask(0, 8, false), wb(8), ask(0, 8, false), ask(1, 8, false)];
        assert_eq!(told(unit, inputs), [0, 0, LEAD, 0, WAIT, SKIP]);
        assert_eq!(told(unit, [ask(0, 8, false)]), [SKIP, LEAD]);
    });
}

#[test]
fn rule_4_without_a_free_register_all_arrive_before_one_leads() {
    on_both(|unit| {
        let arrive = |warp| In { ask0_register: register::OVERWRITE, ..ask(warp, 8, false) };
        let leave = In { path_what: path::LEAVE, ..start(4) };
        let inputs = [start(7), arrive(0), arrive(1), leave, arrive(0), wb(8), arrive(1)];
        assert_eq!(told(unit, inputs), [0, 0, WAIT, WAIT, 0, LEAD, 0, SKIP]);
    });
}

#[test]
fn rule_10_what_was_not_written_back_at_a_barrier_is_no_entry_of_the_next_instruction() {
    on_both(|unit| {
        let restore = In { path_what: path::RESTORE, ..start(3) };
        let inputs =
            [start(1), ask(0, 8, false), restore, ask(1, 8, false), wb(8), ask(1, 8, false)];
        assert_eq!(told(unit, inputs), [0, 0, LEAD, 0, WAIT, 0, LEAD]);
        assert_eq!(told(unit, [ask(0, 8, false)]), [LEAD, WAIT]);
    });
}

#[test]
fn an_entry_takes_the_published_bits() {
    let storage = SkipTable::storage(&SkipTable::paper());
    let of = |figure| {
        let fields = storage.iter().filter(move |field: &&Storage| field.figure == Some(figure));
        fields.map(|field| (field.bits, field.bytes())).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    };
    assert_eq!(of("darsie.skip_table"), (82, 2624));
    assert_eq!(of("darsie.mask"), (32, 128));
}
