//! Checks what is counted of instructions that the warps of a TB repeat.

use crate::common::timeless;
use heddle_sim::config::GpuConfig;
use heddle_sim::exec::RedundancyCounts;
use heddle_sim::gpu::{run, ModelUnits, RedundancyCensus, RunOptions, RunResult};
use heddle_sim::host::Workload;
use heddle_workloads::{build, AppOptions, PtxFile};
use std::num::NonZeroUsize;

fn config(settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    settings.iter().for_each(|(key, value)| config.set(key, value).expect("a setting"));
    config
}

fn census(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    threads: usize,
) -> (RedundancyCensus, RunResult) {
    let mut census = RedundancyCensus::default();
    let options = RunOptions {
        redundancy: Some(&mut census),
        threads: NonZeroUsize::new(threads),
        max_cycles: Some(5_000_000),
        ..RunOptions::default()
    };
    let result = run(config, workload, &ModelUnits, options).expect("a run");
    (census, result)
}

/// Counts of a kernel with this body, in one TB of this shape. `%r0` and `%r1` are `%tid.x` and `%tid.y`, `%d0` the address
/// of a buffer of zeros. The body stands behind four instructions, and before the `ret`.
fn counts(body: &str, block: [u32; 3]) -> RedundancyCounts {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64
        .visible .entry k(.param .u64 out) {{
        .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %d<8>; .reg .pred %p<8>;
        mov.u32 %r0, %tid.x;
        mov.u32 %r1, %tid.y;
        ld.param.u64 %d0, [out];
        {body}
        ret; }}"
    );
    let mut file = PtxFile::new("k.ptx", text, "k".into());
    file.block = block;
    file.push_argument("zero:65536").expect("a buffer");
    let (census, _) = census(&config(&[]), &mut file, 1);
    census.total()
}

/// The same without what the instructions before the body count.
fn of_body(body: &str, block: [u32; 3]) -> [u64; 3] {
    let [with, without] = [body, ""].map(|body| counts(body, block));
    [
        with.uniform - without.uniform,
        with.affine - without.affine,
        with.unstructured - without.unstructured,
    ]
}

#[test]
fn what_is_read_says_of_which_kind_a_repeated_instruction_is() {
    let rows = [32, 4, 1];
    assert_eq!(of_body("mov.u32 %r2, %ntid.x; add.u32 %r3, %r2, 1;", rows), [8, 0, 0]);
    assert_eq!(of_body("shl.b32 %r2, %r0, 2;", rows), [0, 4, 0], "%tid.x is 0, 1, 2 ...");
    assert_eq!(of_body("mul.lo.u32 %r2, %r0, %r0;", rows), [0, 4, 0], "what is read counts");
    let squares = "mul.lo.u32 %r2, %r0, %r0; add.u32 %r3, %r2, 1;";
    assert_eq!(of_body(squares, rows), [0, 4, 4]);
    assert_eq!(of_body("shl.b32 %r2, %r0, 2;", [16, 8, 1]), [0, 0, 4], "0 to 15 and again");
    assert_eq!(of_body("add.u32 %r2, %r1, 1;", rows), [0, 0, 0], "%tid.y differs");
    assert_eq!(of_body("shl.b32 %r2, %r0, 2;", [128, 1, 1]), [0, 0, 0], "%tid.x differs");
}

#[test]
fn a_load_is_repeated_if_address_and_value_are_and_what_has_no_result_never_is() {
    let rows = [32, 4, 1];
    assert_eq!(of_body("ld.global.u32 %r2, [%d0];", rows), [4, 0, 0]);
    let own = "mul.wide.u32 %d1, %r1, 4; add.u64 %d1, %d1, %d0; ld.global.u32 %r2, [%d1];";
    assert_eq!(of_body(own, rows), [0, 0, 0], "they load the same zeros from other places");
    assert_eq!(of_body("st.global.u32 [%d0], 7;", rows), [0, 0, 0]);
    assert_eq!(of_body("atom.global.or.b32 %r2, [%d0], 0;", rows), [0, 0, 0]);
    // A warp that has stored finds something else than those before.
    let after =
        "ld.global.u32 %r2, [%d0]; bar.sync 0; st.global.u32 [%d0], %r1; ld.global.u32 %r3, [%d0];";
    assert_eq!(of_body(after, rows), [4, 0, 0]);
}

#[test]
fn instances_are_compared_and_not_places_in_the_code() {
    let rows = [32, 4, 1];
    // Warps of the first two rows go round once, the others twice. In the second round all that come repeat each other.
    let rounds = "shr.u32 %r2, %r1, 1; mov.u32 %r3, 0;
        L: add.u32 %r3, %r3, 1; setp.le.u32 %p0, %r3, %r2; @%p0 bra L;";
    let [uniform, affine, unstructured] = of_body(rounds, rows);
    // The move in 4, the addition in 4 and in 2; the comparison reads what differs between warps in the first round, and
    // only two warps with the same are left in the second.
    assert_eq!([uniform, affine, unstructured], [4 + 4 + 2 + 2, 0, 0]);
    // One warp alone has nobody to repeat.
    let alone = "setp.eq.u32 %p0, %r1, 0; @!%p0 bra L; mov.u32 %r3, 5; L: mov.u32 %r4, 6;";
    assert_eq!(of_body(alone, rows), [4, 0, 0]);
}

#[test]
fn warps_with_inactive_lanes_repeat_nothing_and_are_counted_apart() {
    let half = "setp.lt.u32 %p0, %r0, 16; @!%p0 bra L; mov.u32 %r3, 5; L: mov.u32 %r4, 6;";
    assert_eq!(of_body(half, [32, 4, 1]), [4, 4, 0], "the move in the branch is not among them");
    let found = counts(half, [32, 4, 1]);
    assert_eq!(found.inactive, 4);
    let one = counts("mov.u32 %r3, 5;", [16, 1, 1]);
    assert_eq!((one.redundant(), one.inactive, one.instructions), (0, 5, 5));
}

#[test]
fn what_the_pass_marks_is_repeated_and_no_more_can_be_skipped_than_is_counted() {
    for (app, input) in [("matmul", "40"), ("dct", "3"), ("hs", "24"), ("bin", "1"), ("lib", "16")]
    {
        let built = |config: &GpuConfig| {
            build(app, Some(input), &AppOptions::default(), config).expect("an application")
        };
        let base = config(&[]);
        let (census, result) = census(&base, built(&base).as_mut(), 1);
        let total = census.total();
        assert_eq!(total.instructions, result.warp_instructions, "{app}");
        assert!(total.redundant() + total.inactive <= total.instructions, "{app}: {total:?}");
        assert!(total.repeated < total.marked && total.marked > 0, "{app}: {total:?}");
        let darsie = config(&[("frontend", "darsie")]);
        let skips = run(&darsie, built(&darsie).as_mut(), &ModelUnits, RunOptions::default());
        let skipped = skips.expect("a run").skipped_instructions;
        assert!(skipped > 0 && skipped <= total.repeated, "{app}: {skipped} of {total:?}");
    }
}

#[test]
fn counting_changes_nothing_and_any_number_of_threads_counts_the_same() {
    let config = config(&[("kernel.launch", "cdp")]);
    let built = || {
        let input = Some("combustion:3:2:1");
        build("amr", input, &AppOptions::default(), &config).expect("an application")
    };
    let plain = run(&config, built().as_mut(), &ModelUnits, RunOptions::default()).expect("a run");
    let [(one, result), (two, _)] =
        [1, 2].map(|threads| census(&config, built().as_mut(), threads));
    assert_eq!(timeless(&result), timeless(&plain));
    let rows = |census: &RedundancyCensus| census.kernels().cloned().collect::<Vec<_>>();
    assert_eq!(rows(&one), rows(&two));
    assert!(rows(&one).len() > 1, "kernels of host and device");
    assert!(rows(&one).iter().map(|row| row.tbs).sum::<u64>() == result.tbs);
}
