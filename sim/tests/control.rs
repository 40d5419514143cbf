//! Control flow through the whole machine: programs that loop forever, programs that only take long, printing, and
//! the constraints of a kernel's directives on its launches.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunOptions, RunResult};
use heddle_workloads::PtxFile;

/// Writes a kernel `k(buffer)`; `%d` is the buffer's address, `%t` the thread's number in the grid.
fn kernel(directives: &str, body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n\
        .global .align 1 .b8 line[4] = {{37, 117, 10, 0}};\n\
        .visible .entry k(.param .u64 buffer) {directives}\n{{\n\
        .reg .b64 %d, %a<4>; .reg .b32 %t, %b, %r<9>; .reg .pred %p<5>;\n\
        ld.param.u64 %d, [buffer]; mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mov.u32 %r0, %ntid.x; mad.lo.u32 %t, %b, %r0, %t;\n\
        {body}\nret;\n}}\n"
    )
}

fn run(text: String, grid: u32, block: u32, watchdog: &str) -> Result<RunResult, String> {
    run_for(text, grid, block, watchdog, 1_000_000)
}

fn run_for(
    text: String,
    grid: u32,
    block: u32,
    watchdog: &str,
    max_cycles: u64,
) -> Result<RunResult, String> {
    let mut file = PtxFile::new("k.ptx", text, "k".to_string());
    (file.grid, file.block) = ([grid, 1, 1], [block, 1, 1]);
    file.push_argument("zero:16").unwrap();
    let mut config = GpuConfig::preset("tiny").unwrap();
    config.set("smx.watchdog_cycles", watchdog).unwrap();
    let options = RunOptions { max_cycles: Some(max_cycles), ..RunOptions::default() };
    gpu::run(&config, &mut file, &ModelUnits, options).map_err(|error| error.to_string())
}

const WAIT: &str =
    "LOOP: ld.volatile.global.u32 %r1, [%d]; setp.eq.u32 %p1, %r1, 0; @%p1 bra LOOP;";

#[test]
fn waiting_for_a_flag_that_no_warp_sets_is_a_fault_that_names_the_position_of_every_warp() {
    let error = run(kernel("", WAIT), 2, 64, "20000").unwrap_err();
    assert!(error.contains("the program loops forever"), "{error}");
    for position in ["warp 0 of block (0, 0, 0) spins around k.ptx:10", "warp 1 of block (1, 0, 0)"]
    {
        assert!(error.contains(position), "{error}");
    }
}

#[test]
fn an_endless_loop_is_found_though_blocks_wait_for_a_slot() {
    // At most two blocks fit an SMX, so the scheduler holds one that fits nowhere.
    let error = run(kernel("", WAIT), 64, 64, "2000").unwrap_err();
    assert!(error.contains("the program loops forever"), "{error}");
}

#[test]
fn a_block_that_waits_for_a_slot_may_still_end_the_loop_of_the_others() {
    // Block 0 counts, then its slot is free for block 4, which sets the flag that the others wait for.
    let body = format!(
        "setp.eq.u32 %p2, %b, 4; @%p2 bra SET; setp.ne.u32 %p2, %b, 0; @%p2 bra LOOP;\n\
        mov.u32 %r2, 0; COUNT: add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 2000; @%p3 bra COUNT; ret;\n\
        SET: st.volatile.global.u32 [%d], 1; ret;\n{WAIT}"
    );
    run(kernel("", &body), 5, 32, "2000").unwrap();
}

#[test]
fn waiting_for_a_flag_that_another_block_sets_late_is_no_endless_loop() {
    let body = format!(
        "setp.eq.u32 %p2, %b, 0; @%p2 bra LOOP;\n\
        mov.u32 %r2, 0; COUNT: add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 20000; @%p3 bra COUNT;\n\
        st.volatile.global.u32 [%d], 1; ret;\n{WAIT}"
    );
    run(kernel("", &body), 2, 32, "2000").unwrap();
}

#[test]
fn a_lock_whose_holder_waits_for_the_others_of_its_warp_is_an_endless_loop() {
    // The winner is behind the join of the loop while the others try again.
    let body =
        "LOOP: atom.global.cas.b32 %r1, [%d], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP;\n\
        atom.global.exch.b32 %r1, [%d], 0;";
    let error = run(kernel("", body), 1, 32, "20000").unwrap_err();
    assert!(error.contains("with lanes 0xfffffffe of 0xffffffff"), "{error}");
}

#[test]
fn warps_at_a_barrier_behind_an_endless_loop_are_named_too() {
    let body = "setp.lt.u32 %p2, %t, 32; @%p2 bra MEET;\nLOOP: bra LOOP;\nMEET: bar.sync 0;";
    let error = run(kernel("", body), 1, 64, "20000").unwrap_err();
    assert!(error.contains("warp 0 of block (0, 0, 0) waits at a barrier before"), "{error}");
    assert!(error.contains("warp 1 of block (0, 0, 0) spins around"), "{error}");
}

#[test]
fn a_loop_that_reads_the_clock_may_end() {
    let body = "mov.u32 %r1, %clock; LOOP: mov.u32 %r2, %clock; sub.u32 %r2, %r2, %r1; setp.lt.u32 %p1, %r2, 60000;\n\
        mov.u32 %r2, 0; @%p1 bra LOOP;";
    run(kernel("", body), 1, 32, "2000").unwrap();
}

#[test]
fn waiting_in_vain_is_found_though_the_turns_are_counted_timed_and_spread_out() {
    // The count is stored behind the loop, the pause doubles up to 64 turns of an inner loop, and the time of each
    // turn is taken.
    let body = "mov.u32 %r3, 0; mov.u32 %r4, 1;\n\
        LOOP: mov.u32 %r5, %clock; add.u32 %r3, %r3, 1; add.u32 %r6, %r5, %r3; mov.u32 %r7, 0;\n\
        PAUSE: add.u32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, %r4; @%p2 bra PAUSE;\n\
        shl.b32 %r4, %r4, 1; min.u32 %r4, %r4, 64;\n\
        ld.volatile.global.u32 %r1, [%d]; setp.eq.u32 %p1, %r1, 0; @%p1 bra LOOP;\n\
        st.global.u32 [%d+4], %r3; st.global.u32 [%d+8], %r6;";
    let error = run(kernel("", body), 3, 64, "2000").unwrap_err();
    assert!(error.contains("the program loops forever"), "{error}");
}

#[test]
fn a_loop_in_which_nothing_is_decided_but_a_count_is_endless() {
    let error = run(kernel("", "LOOP: add.u32 %r1, %r1, 1; bra LOOP;"), 1, 32, "2000").unwrap_err();
    assert!(error.contains("the program loops forever"), "{error}");
}

#[test]
fn a_loop_whose_count_decides_anything_at_all_may_end() {
    // What is left of 1,000 turns decides a branch, by way of a register that is the same until then; a guard; an
    // address; what is stored over its like; what another lane gets; whether a function is called.
    let count = "mov.u32 %r3, 1000; mov.u32 %r4, 1; mov.u64 %a1, 0;\n\
        LOOP: sub.u32 %r3, %r3, 1; setp.ne.u32 %p2, %r3, 0;";
    for (number, rest) in [
        "min.u32 %r4, %r3, 1; mov.u32 %r5, %r4; setp.ne.u32 %p1, %r5, 0; @%p1 bra LOOP;",
        "@!%p2 mov.u32 %r4, 0; setp.ne.u32 %p1, %r4, 0; @%p1 bra LOOP;",
        "@!%p2 exit; bra LOOP;",
        "selp.u64 %a1, 0, 4, %p2; add.u64 %a2, %d, %a1; ld.volatile.global.u32 %r5, [%a2]; setp.eq.u32 %p1, %r5, 0; @%p1 bra LOOP;",
        "selp.u32 %r5, 0, 1, %p2; st.volatile.global.u32 [%d], %r5;\n\
         ld.volatile.global.u32 %r5, [%d]; setp.eq.u32 %p1, %r5, 0; @%p1 bra LOOP;",
        "shfl.sync.idx.b32 %r5, %r3, 0, 31, -1; min.u32 %r5, %r5, 1; setp.ne.u32 %p1, %r5, 0; @%p1 bra LOOP;",
        "selp.u32 %r5, 1, 0, %p2; call (%r6), same, (%r5); setp.ne.u32 %p1, %r6, 0; @%p1 bra LOOP;",
    ]
    .iter()
    .enumerate()
    {
        let same = ".func (.param .b32 r) same(.param .b32 a) { .reg .b32 %x; \
            ld.param.b32 %x, [a]; st.param.b32 [r], %x; ret; }\n";
        let text = kernel("", &format!("{count} {rest}")).replace(".visible", &format!("{same}.visible"));
        let text = text.replace("mov.u32 %b, %ctaid.x;", "mov.u32 %b, %ctaid.x; add.u64 %a3, %d, 4; atom.global.exch.b32 %r1, [%a3], 1;");
        let result = run(text, 1, 32, "100");
        assert!(result.is_ok(), "{number}: {}", result.unwrap_err());
    }
}

#[test]
fn a_long_computation_without_a_store_completes() {
    // 6 million cycles in which only registers change.
    let body = "mov.u32 %r3, 0; cvt.rn.f32.u32 %f1, %t;\n\
        LOOP: add.u32 %r3, %r3, 1; sqrt.rn.f32 %f1, %f1; rcp.rn.f32 %f1, %f1; sin.approx.f32 %f1, %f1;\n\
        setp.lt.u32 %p1, %r3, 160000; @%p1 bra LOOP;\nst.global.f32 [%d], %f1;";
    let text = kernel("", body).replace(".reg .pred", ".reg .f32 %f<2>; .reg .pred");
    let result = run_for(text, 1, 32, "2000", 10_000_000).unwrap();
    assert!(result.cycles > 6_000_000, "{}", result.cycles);
}

#[test]
fn without_a_watchdog_the_cycle_limit_ends_the_run() {
    let error = run(kernel("", "LOOP: bra LOOP;"), 1, 32, "0").unwrap_err();
    assert!(error.contains("has not ended after"), "{error}");
}

#[test]
fn what_threads_print_is_part_of_the_result_in_the_order_of_execution() {
    let body = ".local .align 4 .b32 args; mov.u64 %a1, args; cvta.local.u64 %a1, %a1; st.u32 [%a1], %t;\n\
        mov.u64 %a2, line; cvta.global.u64 %a2, %a2; call (%r1), vprintf, (%a2, %a1);";
    let first = run(kernel("", body), 2, 3, "0").unwrap().printed;
    assert_eq!(first.len(), 6);
    assert_eq!(first[..3], ["0\n", "1\n", "2\n"]);
    assert_eq!(run(kernel("", body), 2, 3, "0").unwrap().printed, first);
}

#[test]
fn a_launch_must_have_the_block_that_the_kernel_demands() {
    run(kernel(".reqntid 64, 1, 1", ""), 1, 64, "0").unwrap();
    let error = run(kernel(".reqntid 64", ""), 1, 32, "0").unwrap_err();
    assert!(
        error.contains("compiled for TBs of [64, 1, 1] threads (.reqntid), not [32, 1, 1]"),
        "{error}"
    );
    run(kernel(".maxntid 8, 8, 1 .minnctapersm 2 .maxnreg 32", ""), 1, 64, "0").unwrap();
    let error = run(kernel(".maxntid 8, 4", ""), 1, 64, "0").unwrap_err();
    assert!(error.contains("at most 32 threads per TB (.maxntid), not 64"), "{error}");
}
