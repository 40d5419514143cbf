//! Fences, atomics that hold their warp, and the end of a warp: what comes behind them waits for what came before.

use super::*;
use crate::ptx::Class;
use std::collections::HashMap;

/// The accesses of a warp, as its log says.
#[derive(Default)]
struct Accesses {
    issued: usize,
    /// When each that is performed was, in no order.
    performed: Vec<u64>,
    /// The instruction before was one behind which all accesses must be performed, at this line.
    fence: Option<u32>,
}

impl Accesses {
    /// Whether all accesses that have issued are performed in cycle `at`.
    fn is_drained(&self, at: u64) -> bool {
        self.performed.len() == self.issued && self.performed.iter().all(|&done| done <= at)
    }
}

/// What the log of a run shows of waiting.
#[derive(Default)]
struct Found {
    fault: Option<String>,
    /// Fences that came while accesses were under way.
    waits: usize,
}

fn judge(run: &Run, config: &GpuConfig) -> Found {
    let mut warps: HashMap<u64, Accesses> = HashMap::new();
    let (mut found, mut issued) = (Found::default(), None);
    for event in &run.log {
        match *event {
            Event::Issued { at, age, place, .. } => {
                let (instr, warp) = (run.instr(place), warps.entry(age).or_default());
                let drained = warp.is_drained(at);
                if let Some(line) = warp.fence.take().filter(|_| !drained) {
                    found.fault =
                        Some(format!("line {} issues in {at} behind line {line}", instr.line));
                    return found;
                }
                if instr.class == Class::Exit && instr.guard.is_none() && !drained {
                    found.fault = Some(format!("warp {age} ends in {at} with accesses under way"));
                    return found;
                }
                if instr.class == Class::Fence {
                    warp.fence = Some(instr.line);
                    found.waits += usize::from(!drained);
                }
                issued = Some((age, instr));
            }
            Event::Accessed { ref access } => {
                let (age, instr) = issued.expect("an instruction");
                let warp = warps.entry(age).or_default();
                warp.issued += 1;
                let holds = matches!(instr.class, Class::Atomic(_)) && access.mask != 0;
                // A held warp waits for its atomic alone, of which the log tells the end if nothing else is under way.
                if holds && config.smx.wait_for_atomics && warp.issued == warp.performed.len() + 1 {
                    warp.fence = Some(instr.line);
                }
            }
            Event::Performed { age, at, .. } => {
                warps.entry(age).or_default().performed.push(at);
            }
            _ => {}
        }
    }
    let left = warps.values().filter(|warp| warp.issued != warp.performed.len()).count();
    found.fault =
        (left > 0).then(|| format!("{left} warps have accesses that are never performed"));
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn behind_a_fence_a_held_atomic_or_the_end_every_access_before_is_performed(
        config in machine(), body in body(),
    ) {
        prop_assert_eq!(judge(&Run::new(&config, &body), &config).fault, None);
    }
}

#[test]
fn a_fence_waits_for_each_kind_of_access_and_issues_at_once_behind_none() {
    let config = GpuConfig::preset("tiny").unwrap();
    for access in [
        "ld.global.u32 %r10, [%rd5];",
        "st.global.u32 [%rd5], %r10;",
        "red.global.add.u32 [%rd4], %r10;",
        "ld.shared.u32 %r10, [%r8];",
        "st.local.u32 [l], %r10;",
    ] {
        for fence in ["membar.gl;", "membar.cta;", "membar.sys;", "fence.sc.gpu;"] {
            let text = format!("{access}\n{fence}\nadd.s32 %r11, %r12, 1;");
            let Found { fault, waits } = judge(&Run::of_text(&config, &text, [32, 1]), &config);
            assert_eq!((fault, waits), (None, 1), "{access} {fence}");
        }
    }
    let Found { waits, .. } = judge(&Run::of_text(&config, "membar.gl;", [32, 1]), &config);
    assert_eq!(waits, 0);
}
