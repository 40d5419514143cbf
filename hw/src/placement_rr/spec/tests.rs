//! The timing table, cycle by cycle, on model and circuit.

use super::super::pins::{In, Out, Params};
use super::super::RoundRobin;
use crate::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};

type Units = dyn Clocked<In = In, Out = Out>;

fn on_both(smxs: u32, test: impl Fn(&mut Units)) {
    in_rows(1, smxs, test);
}

fn in_rows(consecutive: u32, smxs: u32, test: impl Fn(&mut Units)) {
    let params = Params { smxs, consecutive };
    test(&mut RoundRobin::model(&params));
    test(&mut Rtl::new(RoundRobin::circuit(&params)));
}

/// The turns of cycles 0 to the one after the last input: room, grant and mask.
fn turns(unit: &mut Units, inputs: impl IntoIterator<Item = [u32; 3]>) -> Vec<Mask> {
    let mut turns = vec![unit.out().turn_smxs];
    for input in inputs {
        let [room_smxs, grant_smxs, mask_smxs] = input.map(Mask::from);
        unit.step(&In { room_smxs, grant_smxs, mask_smxs });
        turns.push(unit.out().turn_smxs);
    }
    turns
}

/// Every turn is granted while there is room for it.
fn granted(unit: &mut Units, room: u32, cycles: usize) -> Vec<Mask> {
    let turn = |_| {
        let (turn, room) = (unit.out().turn_smxs, Mask::from(room));
        unit.step(&In { room_smxs: room, grant_smxs: turn & room, mask_smxs: Mask::first(32) });
        turn
    };
    (0..cycles).map(turn).collect()
}

const ALL: u32 = u32::MAX;

#[test]
fn rule_3_smx_0_comes_first_and_every_grant_moves_the_turn_on() {
    on_both(4, |unit| assert_eq!(granted(unit, 0b1011, 8), [0, 1, 2, 8, 1, 2, 8, 1]));
}

#[test]
fn rule_3_a_single_smx_has_the_turn_in_every_cycle() {
    on_both(1, |unit| assert_eq!(granted(unit, 1, 5), [0, 1, 1, 1, 1]));
    on_both(13, |unit| assert_eq!(granted(unit, 0x40, 4), [0, 0x40, 0x40, 0x40]));
}

#[test]
fn rule_3_an_smx_gets_its_row_and_the_next_has_the_turn() {
    in_rows(3, 4, |unit| assert_eq!(granted(unit, 0b1011, 8), [0, 1, 1, 1, 2, 2, 2, 8]));
    in_rows(32, 2, |unit| {
        let turns = granted(unit, 0b11, 66);
        assert_eq!([0, 1, 32, 33, 64, 65].map(|cycle| turns[cycle]), [0, 1, 1, 2, 2, 1]);
    });
}

#[test]
fn rule_3_an_smx_that_loses_its_room_begins_a_new_row_in_its_next_turn() {
    in_rows(3, 4, |unit| {
        let inputs = [[0b11, 0, ALL], [0b11, 1, ALL], [0b10, 0, ALL], [0b11, 2, ALL]];
        assert_eq!(turns(unit, inputs), [0, 1, 1, 2, 2]);
        let granted = |room, turn| [room, turn, ALL];
        assert_eq!(
            turns(unit, [granted(0b11, 2), granted(0b11, 2), granted(0b11, 1)]),
            [2, 2, 1, 1]
        );
    });
}

#[test]
fn rule_2_the_turn_stays_until_it_is_granted() {
    on_both(4, |unit| {
        let wait = [0b1110, 0, ALL];
        assert_eq!(turns(unit, [wait, wait, [0b1111, 0, ALL], [0b1110, 2, ALL]]), [0, 2, 2, 2, 4]);
    });
}

#[test]
fn rule_3_the_turn_goes_on_when_room_goes_and_begins_after_the_last_in_turn() {
    on_both(4, |unit| {
        let room = |room| [room, 0, ALL];
        // SMX 1, then 3, then none; 3 had it last, so 0 comes before it.
        let inputs = [room(0b0010), room(0b1000), room(0), room(0), room(0b1001), room(0b1000)];
        assert_eq!(turns(unit, inputs), [0, 2, 8, 0, 0, 1, 8]);
    });
}

#[test]
fn rule_7_a_masked_smx_loses_the_turn_one_cycle_later() {
    on_both(4, |unit| {
        let inputs =
            [[ALL, 0, 0b1110], [ALL, 2, 0b1101], [ALL, 0, 0b1011], [ALL, 8, 0], [ALL, 0, ALL]];
        assert_eq!(turns(unit, inputs), [0, 2, 4, 8, 0, 1]);
    });
}

#[test]
fn an_smx_that_there_is_not_has_no_turn() {
    on_both(3, |unit| assert_eq!(turns(unit, [[0xFFFF_FFF8, 0, ALL], [ALL, 0, ALL]]), [0, 0, 1]));
}

#[test]
fn contract_4_steady_levels_without_a_grant_change_nothing() {
    on_both(4, |unit| {
        let steady = [0b1010, 0, 0b1110];
        turns(unit, [[0b0100, 0, ALL], steady]);
        assert_eq!(turns(unit, [steady; 5]), [8; 6]);
        assert!(unit.idle());
        turns(unit, [[0; 3]]);
        assert_eq!(turns(unit, [[0; 3]; 5]), [0; 6]);
    });
}

#[test]
fn reset_takes_the_turn_and_begins_with_smx_0() {
    on_both(4, |unit| {
        granted(unit, ALL, 3);
        unit.reset();
        assert_eq!(unit.out(), Out { turn_smxs: Mask::NONE, idle: true });
        assert_eq!(granted(unit, ALL, 3), [0, 1, 2]);
    });
}
