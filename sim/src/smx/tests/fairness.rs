//! No warp is left behind: warps that do the same work finish about together under schedulers that take turns.

use super::bench::Bench;
use super::microbench::unhindered;
use crate::config::GpuConfig;

/// Turns of each warp.
const TURNS: u32 = 6;

/// Returns the cycles after which warps are done that each do `turn` a few times, by warp. `%rd2` points to a line of
/// device memory of their own, `%r5` is theirs.
fn finish(settings: &[(&str, &str)], warps: u32, turn: &str) -> Vec<u32> {
    let mut config = unhindered(&GpuConfig::preset("tiny").unwrap());
    for (key, value) in settings {
        config.set(key, value).unwrap();
    }
    let text = format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
        .reg .b32 %r<9>;\n.reg .b64 %rd<4>;\n.reg .pred %p;\n\
        ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 5;\nmul.wide.u32 %rd2, %r2, 128;\n\
        add.s64 %rd2, %rd1, %rd2;\nmov.u32 %r3, 0;\nmov.u32 %r5, 1;\nbar.sync 0;\n\
        NEXT: {turn}\nadd.s32 %r3, %r3, 1;\nsetp.lt.u32 %p, %r3, {TURNS};\n@%p bra NEXT;\n\
        mov.u32 %r6, %clock;\nst.global.u32 [%rd2], %r6;\nret;\n}}\n"
    );
    let mut bench = Bench::new(config, &text);
    let out = bench.words(&vec![0; 32 * warps as usize]);
    let start = bench.start([1, 1, 1], [32 * warps, 1, 1], &[out]);
    bench.run_grid(&start, 1, true);
    let words = bench.memory.read_u32s(out, u64::from(32 * warps)).unwrap();
    words.into_iter().step_by(32).collect()
}

/// Fails unless the first warp is done when most of the work of the last is.
fn together(done: &[u32]) {
    let (first, last) = (done.iter().min().unwrap(), done.iter().max().unwrap());
    assert!(
        4 * first > 3 * last,
        "warps get equal turns and are done together, not after {done:?} cycles"
    );
}

#[test]
fn a_two_level_scheduler_promotes_the_warps_in_the_order_in_which_they_became_inactive() {
    // A warp computes for longer than its load takes, so that several are ready when the active slot is free.
    let turn = "ld.global.cg.u32 %r4, [%rd2];\nadd.s32 %r5, %r5, %r4;\n".to_string()
        + &"add.s32 %r5, %r5, %r5;\n".repeat(100);
    for active in ["1", "2"] {
        let settings =
            [("smx.schedulers", "1"), ("warp.scheduler", "two-level"), ("warp.active", active)];
        together(&finish(&settings, 6, &turn));
    }
}
