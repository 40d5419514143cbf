//! Hangs by faults of the memory system, which no program can bring about.

use super::*;
use crate::gpu::{Cause, Explanation};

const LOADS: &str = "
.version 3.2
.target sm_35
.address_size 64
.global .align 4 .u32 word = 5;
.visible .entry loads()
{
    .reg .b32 %r<3>;
    ld.global.u32 %r1, [word];
    add.u32 %r2, %r1, 1;
    st.global.u32 [word], %r2;
    ret;
}
";

/// The explanation of a run to whose memory `fault` happens as soon as a request of this kind has reached the L2.
fn explanation(of: &str, fault: fn(&mut MemorySystem)) -> Explanation {
    let config = GpuConfig::preset("tiny").expect("a preset");
    let mut program = Program::parse("loads.ptx", LOADS).expect("a program");
    let mut memory = GlobalMemory::new(config.memory_bytes);
    program.load_globals(&mut memory).expect("room for a word");
    // Every cycle is looked at, so that no request goes by between two looks.
    let mut options = stepping();
    let machine = Machine::new::<Standard>(&config, program, memory, &ModelUnits, &mut options);
    let mut machine = machine.expect("a machine");
    let launch = HostLaunch {
        kernel: "loads".into(),
        grid: [1, 1, 1],
        block: [32, 1, 1],
        shared_bytes: 0,
        args: Vec::new(),
        stream: 0,
        mapping: None,
    };
    machine.launch_from_host(&launch).expect("the launch is possible");
    let outcome = run(&mut machine, |machine| {
        if machine.device.timing.has_request(of) {
            fault(&mut machine.device.timing);
        }
    });
    let error = machine.explained(outcome.expect_err("it comes to a stop"), None);
    error.explanation().unwrap_or_else(|| panic!("unexplained: {error}")).clone()
}

#[test]
fn a_slice_that_never_serves_the_load_of_a_warp_is_named() {
    let explanation = explanation("warp", MemorySystem::stop);
    let text = explanation.to_string();
    assert_eq!((explanation.cause, explanation.circle), (Cause::Memory, None), "{text}");
    for part in [
        "warp 0 of TB (0, 0, 0) of `loads` (SMX 0, loads.ptx:",
        "needs 1 access that memory has not answered",
        "a memory access of SMX 0 begun in cycle",
        "is at the input of slice",
    ] {
        assert!(text.contains(part), "`{part}` is missing in:\n{text}");
    }
}

#[test]
fn a_request_that_is_lost_is_said_to_be_in_no_queue() {
    let lost = |timing: &mut MemorySystem| {
        timing.lose_requests();
        timing.stop();
    };
    let text = explanation("warp", lost).to_string();
    assert!(text.contains("is in no queue of the memory system: its answer was lost"), "{text}");
}

#[test]
fn instructions_that_never_come_are_told_from_data() {
    let explanation = explanation("code", MemorySystem::stop);
    let text = explanation.to_string();
    assert_eq!(explanation.cause, Cause::Memory, "{text}");
    assert!(text.contains("waits for its next instructions"), "{text}");
    assert!(text.contains("a fetch of instructions by SMX 0 begun in cycle"), "{text}");
}

#[test]
fn a_unit_whose_read_is_never_answered_is_named_with_the_slice() {
    let explanation = explanation("unit", MemorySystem::stop);
    let text = explanation.to_string();
    assert_eq!(explanation.cause, Cause::Memory, "{text}");
    for part in ["unit kmu waits for memory", "a read of unit kmu begun in cycle", "of the L2"] {
        assert!(text.contains(part), "`{part}` is missing in:\n{text}");
    }
}
