//! Only launches: children with nothing to do, and the calls that launch them.

use super::bench::{run, run_way};
use heddle_sim::gpu::PENDING_LAUNCH_BYTES;
use heddle_workloads::Way;

#[test]
fn every_child_with_nothing_to_do_is_launched_however_that_is_done() {
    for way in Way::ALL {
        let result = run_way(way, "launches", "300", "k20c", &[]);
        assert_eq!((result.difference, result.runtime_errors), (None, 0), "{way}");
        // 300 threads in 10 warps and 3 TBs.
        let launches = match way {
            Way::Cdp | Way::Dtbl => 300,
            Way::GatherWarp => 10,
            Way::GatherBlock => 3,
            Way::Flat | Way::GatherGrid => 0,
        };
        assert_eq!(result.launches, launches, "{way}");
    }
}

#[test]
fn a_pending_launch_holds_its_descriptor_and_the_least_buffer() {
    let peak = |children: &str| {
        let result = run("launches", children, "k20c", &[("kernel.launch", "cdp")]);
        assert_eq!(result.waiting_peak.to_string(), children, "they are all pending at one time");
        result.launch_memory_peak_bytes
    };
    assert_eq!(peak("512") - peak("256"), 256 * PENDING_LAUNCH_BYTES);
}

#[test]
fn calls_by_more_threads_take_longer_by_the_same_for_each() {
    let printed = |threads: &str| {
        let result = run("calls", threads, "k20c", &[("kernel.launch", "cdp")]);
        assert_eq!((result.difference, result.runtime_errors), (None, 0));
        let cycles = result.printed.iter().map(|line| {
            let number = line.split(": ").nth(1).and_then(|rest| rest.split(' ').next());
            number.expect("cycles").parse::<u64>().expect("a number")
        });
        cycles.collect::<Vec<_>>()
    };
    let [few, many] = [printed("2"), printed("32")];
    let more: Vec<u64> = many.iter().zip(&few).map(|(many, few)| many - few).collect();
    assert_eq!(more, [0, 30 * 129, 30 * 1592, 0]);
}
