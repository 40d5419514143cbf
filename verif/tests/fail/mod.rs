//! Tests the harness with units and environments that break the contract, each in one way. The
//! check must catch each, with unit, cycle, pin and values. The printer refuses a circuit with a
//! path from an input to an output (`gen/tests/refusals.rs`); `injected_bugs.rs` tests the
//! specifications.

mod clocked;
mod units;

use clocked::{Drifting, Flaw, Flawed, Forgetful, Late, Restless};
use heddle_gen::verilated::{verilator_available, Compiled};
use heddle_hw::kit::contract::{Interrupted, Monitor, Skipping};
use heddle_hw::kit::fifo::{self, Fifo};
use heddle_hw::kit::register::{self, Register};
use heddle_hw::kit::spec::check;
use heddle_hw::kit::sram::SramBlock;
use heddle_hw::kit::trial::{search, search_both, Checker, Plan};
use heddle_hw::kit::{arbiter, Class, Clocked, Pins, Rtl, Shadow, Spec, Synthesizable, Unit};
use heddle_verif::tools::present;
use units::{Manners, Rude, Unwritten};

/// Number of stimuli, as in the test of the specifications.
const PLAN: Plan = Plan { cases: 48, seed: 1 };

/// Plays a stimulus that shows the fault, and then searches for one as CI does.
fn caught<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
    make: impl Fn() -> U,
    stimulus: &R::Stimulus,
    expected: &str,
) {
    let params = R::tiny();
    let failure = check::<R, _>(&mut make(), &params, stimulus).expect_err("the stimulus shows it");
    assert_eq!(failure.to_string(), expected);
    let found = search_both::<R, _>(&params, PLAN, make);
    let found = found.expect_err("the planned stimuli show it");
    assert_eq!(found.difference, None, "a broken rule is told before a difference");
}

/// An element is offered and not taken for a while.
fn waiting() -> Vec<(Option<u32>, bool)> {
    vec![(Some(7), false), (None, false), (None, false), (None, false), (None, true)]
}

fn flawed(flaw: Flaw, expected: &str) {
    caught::<Fifo, _>(|| Flawed::new(flaw), &waiting(), expected);
}

#[test]
fn valid_that_falls_before_a_transfer_is_caught() {
    flawed(Flaw::WithdrawsValid, "fifo: cycle 3: contract 2: out_valid fell before a transfer");
}

#[test]
fn a_payload_that_changes_while_it_waits_is_caught() {
    flawed(
        Flaw::ChangesPayload,
        "fifo: cycle 3: contract 2: out_data went from 0x7 to 0x6 before a transfer",
    );
}

#[test]
fn a_payload_without_valid_is_caught() {
    flawed(
        Flaw::KeepsPayload,
        "fifo: cycle 0: contract 2: out_data is 0xdead while out_valid is low",
    );
}

#[test]
fn ready_that_comes_and_goes_keeps_the_contract_but_not_the_specification_of_the_fifo() {
    let mut monitor = Monitor::<fifo::pins::In, fifo::pins::Out>::new(Class::Narrow);
    let input =
        fifo::pins::In { in_valid: true, in_data: 7, out_ready: false }.words(Class::Narrow);
    for ready in [false, true, false] {
        let output = fifo::pins::Out { in_ready: ready, ..Default::default() }.words(Class::Narrow);
        assert_eq!(monitor.outputs(&output), Ok(()));
        if !ready {
            assert_eq!(monitor.inputs(&input, &output), Ok(()));
        }
    }
    flawed(Flaw::DropsReady, "fifo: cycle 3: rule 4: ready does not say whether there is room");
}

#[test]
fn an_element_in_the_cycle_after_the_next_is_caught_by_the_specification() {
    let late = || Late::new(Rtl::new(Fifo::circuit(&Fifo::tiny())));
    caught::<Fifo, _>(late, &waiting(), "fifo: cycle 1: rule 5: out 0x0, expected Some(7)");
}

#[test]
fn a_circuit_a_cycle_behind_its_model_differs_at_the_first_pin_that_moves() {
    let params = Fifo::tiny();
    let late = || Late::new(Rtl::new(Fifo::circuit(&params)));
    let found = search::<Fifo, _>(&params, PLAN, Checker::Model, late).expect_err("it is found");
    let difference = found.difference.expect("the model is the check");
    assert_eq!((difference.cycle, difference.pin), (1, "out_valid"));
    assert_eq!((difference.expected, difference.actual), (1, 0));
    let message = found.failure.to_string();
    let begins = "fifo: cycle 0: fifo: cycle 1: pin out_valid: expected 0x1, actual 0x0; inputs";
    assert!(message.starts_with(begins), "{message}");
}

#[test]
fn an_idle_unit_whose_outputs_move_is_caught() {
    caught::<Register, _>(
        Restless::default,
        &vec![(true, 5), (false, 0), (false, 0), (false, 0)],
        "register: cycle 1: contract 4: an idle unit changed its outputs",
    );
}

#[test]
fn an_idle_unit_that_moves_out_of_sight_differs_from_itself_when_left_alone() {
    let stimulus = vec![1 << 3, 0, 0, 0, 1 << 4 | 1 << 20];
    let params = arbiter::Arbiter::tiny();
    let unit = "arbiter beside itself, left alone when idle";
    let mut beside = Shadow::new(unit, Drifting::default(), Skipping::new(Drifting::default()));
    beside.reset();
    for request in stimulus {
        beside.step(&arbiter::pins::In { request });
    }
    let difference = beside.difference().expect("it shows at the next grant").to_string();
    let expected = format!("{unit}: cycle 5: pin grant: expected 0x4, actual 0x14; inputs");
    assert!(difference.starts_with(&expected), "{difference}");

    let sound = || Skipping::new(arbiter::Arbiter::model(&params));
    search::<arbiter::Arbiter, _>(&params, PLAN, Checker::Model, sound)
        .expect("a sound one agrees");
}

#[test]
fn a_unit_that_a_reset_does_not_clear_is_caught_when_the_reset_comes_in_the_middle() {
    let params = register::pins::Params {};
    let before = vec![register::pins::In { enable: true, d: 0xABC }];
    let stimulus = vec![(false, 0)];
    check::<Register, _>(&mut Forgetful::default(), &params, &stimulus)
        .expect("the reset after power-up shows nothing");
    let mut interrupted = Interrupted::new(Forgetful::default(), before);
    let failure = check::<Register, _>(&mut interrupted, &params, &stimulus);
    let failure = failure.expect_err("the second reset does").to_string();
    assert_eq!(failure, "register: cycle 0: rule 2: q is 0xabc, not 0x0");
}

#[test]
fn a_memory_read_before_it_is_written_shows_only_when_power_up_is_random() {
    let params = SramBlock::tiny();
    let stimulus = vec![1, 0, 3];
    check::<Unwritten, _>(&mut SramBlock::model(&params), &params, &stimulus)
        .expect("memories of models are zero");
    let mut circuit = Rtl::new(SramBlock::circuit(&params));
    check::<Unwritten, _>(&mut circuit, &params, &stimulus).expect("and those of circuits");
    if !present(verilator_available()) {
        return;
    }
    let compiled = Compiled::new::<SramBlock>(&params, Class::Narrow).expect("it compiles");
    for seed in [1, 2, 0xC0FFEE] {
        let failure = check::<Unwritten, _>(&mut compiled.unit(seed), &params, &stimulus);
        let failure = failure.expect_err("a Verilated memory is not").to_string();
        assert!(failure.starts_with("unwritten: cycle 1: word 1 reads 0x"), "{failure}");
    }
}

#[test]
fn a_stimulus_that_breaks_the_contract_is_told_from_a_unit_that_does() {
    for (manners, expected) in [
        (Manners::WithdrawsValid, "in_valid fell before a transfer"),
        (Manners::ChangesPayload, "in_data went from 0x9 to 0xa before a transfer"),
        (Manners::KeepsPayload, "in_data is 0x9 while in_valid is low"),
    ] {
        let params = Fifo::tiny();
        let failure = check::<Rude, _>(&mut Fifo::model(&params), &params, &manners);
        let failure = failure.expect_err("it is caught");
        assert_eq!(failure.rule, format!("the environment's side: contract 2: {expected}"));
    }
}

#[test]
fn an_environment_without_end_is_a_hang() {
    let params = Fifo::tiny();
    let failure = check::<Rude, _>(&mut Fifo::model(&params), &params, &Manners::NeverEnds);
    let failure = failure.expect_err("it is given up").to_string();
    assert_eq!(failure, "rude: cycle 200000: the environment has not finished after 200000 cycles");
}
