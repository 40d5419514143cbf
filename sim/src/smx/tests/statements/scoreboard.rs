//! The scoreboard: an instruction issues only when every register that it reads or writes has been written by the
//! instructions before it, and writes nothing that an instruction before it has yet to read.

use super::*;
use crate::ptx::Class;
use std::collections::HashMap;

/// What a warp has issued and not finished, as its log says.
#[derive(Default)]
struct Hazards {
    /// By register: from when it may be used; none while that is not known.
    written: HashMap<usize, Option<u64>>,
    /// By register: in which cycle it is last read.
    read: HashMap<usize, u64>,
}

/// The first hazard in the log of a run.
fn hazard(run: &Run) -> Option<String> {
    let mut warps: HashMap<u64, Hazards> = HashMap::new();
    let mut issued = None;
    for event in &run.log {
        match *event {
            Event::Issued { at, age, place, base, .. } => {
                let instr = run.instr(place);
                let warp = warps.entry(age).or_default();
                let here = |slot: &u16| base + usize::from(*slot);
                for (slots, kind) in [(instr.reads(), "RAW"), (instr.writes(), "WAW")] {
                    for register in slots.iter().map(here) {
                        let usable = warp.written.get(&register).copied().unwrap_or(Some(0));
                        if usable.is_none_or(|from| from > at) {
                            let line = instr.line;
                            return Some(format!(
                                "{kind} at {line} in cycle {at}: {register}, {usable:?}"
                            ));
                        }
                    }
                }
                // A warp at a barrier waits for the barrier, which gives it the result.
                if instr.class != Class::Barrier {
                    warp.written.extend(instr.writes().iter().map(|slot| (here(slot), None)));
                }
                issued = Some((age, instr, base));
            }
            Event::Gathered { at } => {
                let (age, instr, base) = issued.expect("an instruction");
                let reads = instr.reads().iter().map(|&slot| base + usize::from(slot));
                let warp = warps.entry(age).or_default();
                for register in reads {
                    let last = warp.read.entry(register).or_default();
                    *last = at.max(*last);
                }
            }
            Event::Written { age, ref registers, at, .. } => {
                let warp = warps.entry(age).or_default();
                for &register in registers {
                    warp.written.insert(register, Some(at));
                    // A result is written in the cycle before it may be used.
                    let read = warp.read.get(&register).copied().unwrap_or_default();
                    if at <= read {
                        return Some(format!(
                            "WAR: {register} is written in {}, read in {read}",
                            at - 1
                        ));
                    }
                }
            }
            _ => {}
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn no_instruction_issues_before_its_registers_are_written_or_writes_what_is_yet_to_be_read(
        config in machine(), body in body(),
    ) {
        prop_assert_eq!(hazard(&Run::new(&config, &body)), None);
    }
}

#[test]
fn each_kind_of_hazard_holds_an_instruction_up() {
    let config = GpuConfig::preset("tiny").unwrap();
    let held = |first: &str, second: &str| {
        let run = Run::of_text(&config, &format!("{first}\n{second}"), [32, 1]);
        let issues = run.log.iter().filter_map(|event| match *event {
            Event::Issued { at, place, .. } => Some((at, run.instr(place).line)),
            _ => None,
        });
        let [.., (before, _), (after, _), _] = issues.collect::<Vec<_>>()[..] else {
            panic!("three")
        };
        after - before
    };
    let free = held("ld.global.u32 %r10, [%rd4];", "add.s32 %r11, %r12, 1;");
    for (kind, second) in [
        ("RAW", "add.s32 %r11, %r10, 1;"),
        ("WAW", "add.s32 %r10, %r12, 1;"),
        ("WAW of a load", "ld.global.u32 %r10, [%rd5];"),
        ("a guard", "@%p1 add.s32 %r10, %r12, 1;"),
    ] {
        let waits = held("ld.global.u32 %r10, [%rd4];", second);
        assert!(waits > free + u64::from(config.l2.latency), "{kind}: {waits} cycles");
    }
}
