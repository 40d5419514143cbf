//! What is true of the account of every run.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{Interval, RunResult};
use heddle_sim::smx::{Counts, Reason};

/// Checks the account of a run on a machine, which must have been kept.
pub fn check_account(result: &RunResult, config: &GpuConfig) {
    let whole = result.account.as_ref().expect("an account");
    let (smxs, kernels) = (result.account_smxs.as_ref(), result.account_kernels.as_ref());
    let (smxs, kernels) = (smxs.expect("SMXs"), kernels.expect("kernels"));
    let lanes = result.active_lanes.as_ref().expect("lanes");
    let slots = result.cycles * u64::from(config.smx.schedulers);
    assert_eq!(whole.total(), slots * u64::from(config.smx.count), "each slot is charged once");
    for (number, smx) in smxs.iter().enumerate() {
        assert_eq!(smx.slots.total(), slots, "SMX {number}");
    }
    let sum = |parts: &mut dyn Iterator<Item = &Counts>| {
        let mut sum = Counts::default();
        parts.for_each(|part| sum.add(part));
        sum
    };
    let of_smxs = sum(&mut smxs.iter());
    assert_eq!((&of_smxs.slots, &of_smxs.lanes), (whole, lanes));
    let occupancies = result.occupancy_smxs.as_ref().expect("an occupancy of each SMX");
    let mean = occupancies.iter().sum::<f64>() / f64::from(config.smx.count);
    assert!((mean - result.occupancy).abs() < 1e-9, "{mean} {}", result.occupancy);
    // Slots without a warp belong to no kernel.
    let of_kernels = sum(&mut kernels.values());
    for &reason in Reason::ALL {
        let (part, all) = (of_kernels.slots.of(reason), whole.of(reason));
        match reason {
            Reason::NoWarp => assert_eq!(part, 0),
            Reason::Launch => assert!(part <= all),
            _ => assert_eq!(part, all, "{reason:?}"),
        }
    }
    assert_eq!(&of_kernels.lanes, lanes);
    let (lines, depths) = (result.account_lines.as_ref(), result.account_depths.as_ref());
    let (lines, depths) = (lines.expect("lines"), depths.expect("depths"));
    for &reason in Reason::ALL {
        let all = of_kernels.slots.of(reason);
        let of_lines: u64 = lines.iter().map(|line| line.shares.of(reason)).sum();
        let of_depths: u64 = depths.iter().map(|depth| depth.shares.of(reason)).sum();
        assert_eq!((of_lines, of_depths), (all, all), "{reason:?} by line and by depth");
    }
    assert!(lines.iter().all(|line| line.slots == line.shares.total()));
    assert!(depths.iter().all(|depth| depth.slots == depth.shares.total()));
    let share: f64 = Reason::ALL.iter().map(|&reason| whole.share(reason)).sum();
    assert!((share - 1.0).abs() < 1e-9, "the shares add up to {share}");
    let issued = whole.of(Reason::Issued);
    let most = issued * u64::from(config.smx.issue_per_warp);
    assert!((issued..=most).contains(&result.warp_instructions));
    assert_eq!(lanes.iter().map(|(_, count)| count).sum::<u64>(), result.warp_instructions);
    let active: u64 = lanes.iter().map(|(lanes, count)| lanes as u64 * count).sum();
    let efficiency = active as f64 / (32 * result.warp_instructions.max(1)) as f64;
    assert!((efficiency - result.warp_execution_efficiency).abs() < 1e-9, "{efficiency}");
}

/// Checks the intervals of a run, which must have been measured by `length` cycles.
pub fn check_intervals(result: &RunResult, config: &GpuConfig, length: u64) {
    let intervals = result.intervals.as_ref().expect("intervals");
    let whole = result.account.as_ref().expect("an account");
    let schedulers = u64::from(config.smx.count) * u64::from(config.smx.schedulers);
    let mut next = 0;
    for interval in intervals {
        assert_eq!(interval.first_cycle, next);
        next += interval.cycles;
        assert!(interval.cycles == length || next == result.cycles && interval.cycles < length);
        let slots = interval.account.total();
        assert_eq!(
            slots,
            interval.cycles * schedulers,
            "slots from cycle {}",
            interval.first_cycle
        );
    }
    assert_eq!(next, result.cycles);
    for &reason in Reason::ALL {
        let sum: u64 = intervals.iter().map(|interval| interval.account.of(reason)).sum();
        assert_eq!(sum, whole.of(reason), "{reason:?}");
    }
    let bytes: u64 = intervals.iter().map(|interval| interval.dram_bytes).sum();
    let bursts = result.dram_reads + result.dram_writes;
    assert_eq!(bytes, bursts * u64::from(config.dram.burst_bytes));
    let weighted = |of: fn(&Interval) -> f64| {
        let sum: f64 = intervals.iter().map(|one| of(one) * one.cycles as f64).sum();
        sum / result.cycles.max(1) as f64
    };
    let pairs = [
        (weighted(|interval| interval.ipc), result.ipc),
        (weighted(|interval| interval.occupancy), result.occupancy),
    ];
    for (sum, whole) in pairs {
        assert!((sum - whole).abs() < 1e-9, "{sum} {whole}");
    }
}
