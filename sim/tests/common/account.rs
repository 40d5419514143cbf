//! What is true of the account of every run.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::RunResult;
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
