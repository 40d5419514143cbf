//! The timing table and the rules, change by change, on model and circuit.

use super::super::pins::{change, In, Out};
use super::super::Rename;
use crate::kit::steps::{high, run};
use crate::kit::unit::Storage;
use crate::kit::{Clocked, Rtl, Synthesizable, Unit};

type Units = dyn Clocked<In = In, Out = Out>;

fn on_both(test: impl Fn(&mut Units)) {
    let params = Rename::tiny();
    test(&mut Rename::model(&params));
    test(&mut Rtl::new(Rename::circuit(&params)));
}

/// A change of register 7 in TB slot 1.
fn of(what: u32, warps: u32) -> In {
    let (change_valid, change_tb) = (true, 1);
    let change_register = if what == change::COPY { 0 } else { 7 };
    In {
        change_valid,
        change_what: what,
        change_tb,
        change_register,
        change_warps: warps,
        ..In::default()
    }
}

fn alloc(warps: u32) -> In {
    of(change::ALLOC, warps)
}

fn take(warps: u32) -> In {
    of(change::TAKE, warps)
}

/// Warp `warp` looks at register 7.
fn look(warp: u32, beside: In) -> In {
    In { look_valid: true, look_tb: 1, look_warp: warp, look_register2: 7, ..beside }
}

/// Whether each change is made, where, and how many are free.
fn told(unit: &mut Units, inputs: impl IntoIterator<Item = In>) -> Vec<(bool, u32, u32)> {
    let out = run(unit, inputs);
    let answers = out.iter().skip(1).filter(|o| o.result_valid);
    answers.map(|o| (o.result_done, o.result_low, o.result_free)).collect()
}

#[test]
fn rule_1_a_change_and_a_look_are_answered_in_the_next_cycle() {
    on_both(|unit| {
        let none = In::default;
        let out = run(unit, [alloc(1), none(), look(0, none()), none()]);
        assert_eq!(high(&out, |o| o.result_valid), [1]);
        assert_eq!(high(&out, |o| o.place_valid), [3]);
        assert_eq!(high(&out, |o| o.idle), [0, 2, 4]);
    });
}

#[test]
fn rule_1_a_look_sees_the_changes_of_earlier_cycles() {
    on_both(|unit| {
        let out = run(unit, [alloc(3), look(0, take(1)), look(0, In::default()), In::default()]);
        assert_eq!(high(&out, |o| o.place_shared == 4), [3]);
        assert_eq!(high(&out, |o| o.place_read == 4), [3]);
    });
}

#[test]
fn rule_3_a_version_is_refused_where_too_few_are_free() {
    on_both(|unit| {
        let wide = In { change_wide: true, change_register: 8, ..alloc(1) };
        let made = told(unit, [alloc(1), alloc(1), alloc(1), wide, alloc(1), alloc(1)]);
        let free = [(true, 0, 3), (true, 1, 2), (true, 2, 1), (false, 0, 1), (true, 3, 0)];
        assert_eq!(made, [&free[..], &[(false, 0, 0)]].concat());
    });
}

#[test]
fn rule_4_what_a_warp_has_not_copied_is_not_overwritten() {
    on_both(|unit| {
        let overwrite = |warps| of(change::OVERWRITE, warps);
        let (leave, copy) = (of(change::LEAVE, 2), of(change::COPY, 2));
        let steps = [alloc(3), take(3), leave, overwrite(1), copy, overwrite(1), take(1)];
        let made = [(true, 0, 3), (true, 0, 3), (true, 0, 3), (false, 0, 3), (true, 0, 3)];
        assert_eq!(told(unit, steps), [&made[..], &[(true, 0, 3), (true, 0, 3)]].concat());
    });
}

#[test]
fn rule_5_each_warp_takes_the_oldest_that_it_has_not_passed() {
    on_both(|unit| {
        let steps = [alloc(3), alloc(3), take(1), take(1), take(2), of(change::PASS, 2)];
        let made = [(true, 0, 3), (true, 1, 2), (true, 0, 2), (true, 1, 2), (true, 0, 2)];
        // Warp 1 has passed both, and warp 0 reads the second.
        assert_eq!(told(unit, steps), [&made[..], &[(true, 0, 3)]].concat());
    });
}

#[test]
fn rule_8_a_warp_copies_a_vector_register_in_a_cycle() {
    on_both(|unit| {
        let wide = In { change_wide: true, ..alloc(1) };
        let copy = || of(change::COPY, 1);
        let out = run(unit, [wide, take(1), copy(), copy(), copy(), In::default()]);
        let copied = out[3..6].iter().map(|o| {
            (o.result_done, o.result_register, o.result_half, o.result_low, o.result_free)
        });
        let all = [(true, 7, false, 0, 3), (true, 7, true, 1, 4), (false, 0, false, 0, 4)];
        assert_eq!(copied.collect::<Vec<_>>(), all);
    });
}

#[test]
fn an_entry_takes_the_published_bits() {
    let storage = Rename::storage(&Rename::paper());
    let fields = || storage.iter().filter(|field: &&Storage| field.figure == Some("darsie.rename"));
    assert_eq!(fields().map(|field| field.bits).sum::<u64>(), 21);
    assert_eq!(fields().map(Storage::bytes).sum::<u64>(), 2688);
}
