//! Barriers and warp instructions, run on the functional runner.

use super::control_tests::{fault, kernel, words};

/// Returns `%r1`, the result of the reduction over two warps, the second with 8 threads only.
fn reduction(op: &str, predicate: &str) -> Vec<u32> {
    let body = format!("setp.{predicate}.u32 %p1, %t, 30; bar.red.{op}, 0, %p1;\n");
    let body = match op.starts_with("popc") {
        true => body.replace("u32, 0", "u32 %r1, 0"),
        false => body.replace("pred, 0", "pred %p2, 0") + "selp.u32 %r1, 1, 0, %p2;",
    };
    words(&kernel(&body), 40)
}

#[test]
fn a_barrier_reduction_joins_the_predicates_of_all_threads_of_the_block() {
    assert_eq!(reduction("popc.u32", "ge"), [10; 40]);
    assert_eq!(reduction("and.pred", "ge"), [0; 40]);
    assert_eq!(reduction("or.pred", "ge"), [1; 40]);
    assert_eq!(reduction("and.pred", "lt"), [0; 40]);
    assert_eq!(reduction("or.pred", "eq"), [1; 40]);
}

#[test]
fn a_negated_predicate_is_reduced_as_its_complement() {
    let body = "setp.lt.u32 %p1, %t, 30; bar.cta.red.popc.u32 %r1, 3, 64, !%p1;";
    assert_eq!(words(&kernel(body), 40), [10; 40]);
}

#[test]
fn threads_that_have_ended_take_no_part_in_a_barrier() {
    let body = "mov.u32 %r1, 0; setp.lt.u32 %p1, %t, 5; @%p1 bra OUT;\n\
        setp.ge.u32 %p2, %t, 0; barrier.cta.red.popc.aligned.u32 %r1, 0, %p2; bra OUT;\nOUT:";
    let early = "setp.lt.u32 %p1, %t, 5; @%p1 exit;\n\
        setp.ge.u32 %p2, %t, 0; barrier.cta.red.popc.u32 %r1, 0, %p2;";
    let found = words(&kernel(early), 40);
    assert_eq!((&found[..5], &found[5..]), (&[u32::MAX; 5][..], &[35; 35][..]));
    let error = fault(&kernel(body), 40);
    assert!(error.contains("wait at barrier 0 for the others of their warp"), "{error}");
}

#[test]
fn threads_that_have_branched_to_the_end_of_the_kernel_take_no_part_in_a_barrier() {
    let body = "setp.lt.u32 %p1, %t, 5; @%p1 bra OUT;\n\
        setp.ge.u32 %p2, %t, 0; barrier.cta.red.popc.aligned.u32 %r1, 0, %p2;";
    let text = kernel(body);
    let (start, end) = text.rsplit_once("ret;").expect("the kernel returns");
    let found = words(&format!("{start}OUT: ret;{end}"), 40);
    assert_eq!((&found[..5], &found[5..]), (&[u32::MAX; 5][..], &[35; 35][..]));
}

/// Warp 0 produces through shared memory and arrives; warp 1 waits for it. This happens twice.
const PRODUCER: &str = ".shared .b32 box[32]; .reg .b32 %lane; and.b32 %lane, %t, 31; shl.b32 %lane, %lane, 2;\n\
    mov.u32 %r2, box; add.u32 %lane, %lane, %r2; mov.u32 %r1, 0; mov.u32 %r3, 0; mov.u32 %r9, 1;\n\
    setp.lt.u32 %p1, %t, 32;\n\
    LOOP: add.u32 %r4, %r9, 1; @%p1 bra PRODUCE;\n\
    bar.sync %r9, 64; ld.shared.u32 %r5, [%lane]; add.u32 %r1, %r1, %r5; bar.arrive %r4, 64; bra NEXT;\n\
    PRODUCE: add.u32 %r6, %t, %r3; st.shared.u32 [%lane], %r6; bar.arrive %r9, 64; bar.sync %r4, 64;\n\
    NEXT: add.u32 %r9, %r9, 2; add.u32 %r3, %r3, 100; setp.lt.u32 %p2, %r3, 300; @%p2 bra LOOP;\n";

#[test]
fn producer_and_consumer_warps_meet_at_barriers_numbered_by_registers() {
    let found = words(&kernel(PRODUCER), 64);
    let sums: Vec<u32> = (0..32).map(|t| 3 * t + 300).collect();
    assert_eq!((&found[..32], &found[32..]), (&[0; 32][..], &sums[..]));
}

#[test]
fn lanes_on_two_paths_meet_at_a_barrier_on_each() {
    let body = ".shared .b32 box[64]; mov.u32 %r2, box; mad.lo.u32 %r2, %t, 4, %r2; and.b32 %r3, %t, 1;\n\
        setp.eq.u32 %p1, %r3, 0; @%p1 bra EVEN;\n\
        st.shared.u32 [%r2], 7; barrier.sync 0; bra MEET;\n\
        EVEN: st.shared.u32 [%r2], 5; barrier.sync 0;\n\
        MEET: xor.b32 %r4, %t, 33; mov.u32 %r5, box; mad.lo.u32 %r4, %r4, 4, %r5; ld.shared.u32 %r1, [%r4];";
    let expected: Vec<u32> = (0..64).map(|t| if t & 1 == 0 { 7 } else { 5 }).collect();
    assert_eq!(words(&kernel(body), 64), expected);
}

#[test]
fn a_barrier_that_part_of_a_warp_never_reaches_is_a_fault_that_says_where_all_are() {
    let body = "mov.u32 %r1, 0; setp.lt.u32 %p1, %t, 8; @!%p1 bra MEET;\nbar.sync 0;\nMEET:";
    let error = fault(&kernel(body), 32);
    assert!(error.contains("k.ptx:12, block (0, 0, 0), thread (0, 0, 0)"), "{error}");
    assert!(
        error.contains("lanes 0x000000ff wait at barrier 0 for the others of their warp"),
        "{error}"
    );
    assert!(error.contains("lanes 0xffffff00 at k.ptx:14 in k"), "{error}");
}

#[test]
fn a_count_that_no_warp_is_left_to_meet_is_a_fault_that_names_the_waiting_warps() {
    let body = "mov.u32 %r1, 0; setp.ge.u32 %p1, %t, 32; @%p1 exit;\nbar.sync 2, 64;";
    let error = fault(&kernel(body), 96);
    assert!(error.contains("warp 0 at k.ptx:12, barrier 2 for 64 threads"), "{error}");
}

#[test]
fn a_barrier_with_two_counts_at_a_time_is_a_fault() {
    let body = "mov.u32 %r1, 64; setp.ge.u32 %p1, %t, 32; @%p1 mov.u32 %r1, 96; bar.sync 1, %r1;";
    let error = fault(&kernel(body), 96);
    assert!(error.contains("with 64 threads and with 96"), "{error}");
}

#[test]
fn barriers_are_sixteen_and_their_counts_whole_warps() {
    for barrier in ["bar.sync 16", "bar.sync 1, 33", "bar.arrive 1, 0"] {
        let error = fault(&kernel(&format!("mov.u32 %r1, 0; {barrier};")), 32);
        assert!(error.contains("barriers are 0 to 15"), "{error}");
    }
}

#[test]
fn a_barrier_of_a_form_that_does_not_exist_is_refused() {
    for barrier in [
        "bar.arrive 1",
        "bar.red.popc.pred %p1, 0, %p1",
        "bar.sync.aligned 0",
        "barrier.cluster.arrive",
    ] {
        let error = fault(&kernel(&format!("mov.u32 %r1, 0;\n{barrier};")), 32);
        assert!(error.starts_with("k.ptx:12:"), "{barrier}: {error}");
    }
}

#[test]
fn lanes_on_two_paths_exchange_values_by_sync_instructions_on_each() {
    let body = "setp.lt.u32 %p1, %t, 16; mad.lo.u32 %r2, %t, 10, 1; mad.lo.u32 %r3, %t, 100, 2; xor.b32 %r4, %t, 31;\n\
        @%p1 bra LOW;\nshfl.sync.idx.b32 %r1, %r2, %r4, 31, -1; bra MEET;\n\
        LOW: shfl.sync.idx.b32 %r1, %r3, %r4, 31, 0xffffffff;\nMEET:";
    let expected: Vec<u32> = (0..32u32)
        .map(|t| 31 - t)
        .map(|from| if from < 16 { 100 * from + 2 } else { 10 * from + 1 })
        .collect();
    assert_eq!(words(&kernel(body), 32), expected);
}

#[test]
fn a_member_mask_that_names_lanes_behind_the_join_is_a_fault() {
    let body =
        "mov.u32 %r1, 0; setp.lt.u32 %p1, %t, 8; @!%p1 bra MEET;\nbar.warp.sync 0xffffffff;\nMEET:";
    let error = fault(&kernel(body), 32);
    assert!(error.contains("lanes 0x000000ff wait for all of member mask 0xffffffff"), "{error}");
    let body = body.replace("0xffffffff", "0x000000ff");
    assert_eq!(words(&kernel(&body), 32), [0; 32], "only the lanes that are there are named");
}

#[test]
fn a_lane_must_be_in_the_mask_that_it_names() {
    let error = fault(&kernel("vote.sync.ballot.b32 %r1, 1, 0xfffffffe;"), 32);
    assert!(error.contains("lane 0 is not in the member mask 0xfffffffe"), "{error}");
}

#[test]
fn lanes_that_have_ended_need_not_come() {
    let body = "setp.gt.u32 %p1, %t, 20; @%p1 exit;\nvote.sync.ballot.b32 %r1, 1, -1;";
    assert_eq!(words(&kernel(body), 32)[..21], [0x1f_ffff; 21]);
}

#[test]
fn lanes_may_name_different_members_in_one_instruction() {
    let body = "and.b32 %r2, %t, 3; match.any.sync.b32 %r3, %r2, 0xffffffff;\n\
        redux.sync.add.u32 %r1, %t, %r3;";
    let expected: Vec<u32> = (0..32).map(|t| (0..8).map(|k| (t & 3) + 4 * k).sum()).collect();
    assert_eq!(words(&kernel(body), 32), expected);
}

#[test]
fn votes_join_the_predicates_of_the_lanes_that_execute_them() {
    let body = "setp.lt.u32 %p1, %t, 3; vote.sync.any.pred %p2, %p1, -1; vote.sync.all.pred %p3, !%p1, -1;\n\
        vote.all.pred %p4, 1; vote.uni.pred %p5, %p1; vote.ballot.b32 %r1, %p1;\n\
        selp.u32 %r2, 8, 0, %p2; add.u32 %r1, %r1, %r2; selp.u32 %r2, 16, 0, %p3; add.u32 %r1, %r1, %r2;\n\
        selp.u32 %r2, 32, 0, %p4; add.u32 %r1, %r1, %r2; selp.u32 %r2, 64, 0, %p5; add.u32 %r1, %r1, %r2;";
    assert_eq!(words(&kernel(body), 10), [7 + 8 + 32; 10]);
}

#[test]
fn shuffles_follow_the_segment_and_the_clamp_of_their_control() {
    // The segments have eight lanes.
    for (mode, amount, control, source) in [
        ("up", 3, 0x1800, (|t| if t % 8 >= 3 { t - 3 } else { t }) as fn(u32) -> u32),
        ("down", 3, 0x181f, |t| if t % 8 < 5 { t + 3 } else { t }),
        ("bfly", 5, 0x181f, |t| t ^ 5),
        ("idx", 6, 0x181f, |t| t / 8 * 8 + 6),
        ("idx", 6, 0x1805, |t| t),
        ("down", 1, 0x001f, |t| (t + 1).min(31)),
        ("bfly", 16, 0x000f, |t| if t < 16 { t } else { t - 16 }),
    ] {
        let body = format!(
            "mul.lo.u32 %r2, %t, 3; shfl.sync.{mode}.b32 %r1|%p1, %r2, {amount}, {control}, -1; @%p1 add.u32 %r1, %r1, 1000;"
        );
        let inside = |t: u32| match (mode, control) {
            ("up", _) => t % 8 >= 3,
            ("down", 0x181f) => t % 8 < 5,
            ("idx", 0x1805) => false,
            ("down", _) => t < 31,
            ("bfly", 0x000f) => t >= 16,
            _ => true,
        };
        let expected: Vec<u32> =
            (0..32).map(|t| 3 * source(t) + if inside(t) { 1000 } else { 0 }).collect();
        assert_eq!(words(&kernel(&body), 32), expected, "{mode} {control:#x}");
    }
}

#[test]
fn a_shuffle_from_a_lane_that_takes_no_part_gives_zero() {
    let body = "mov.u32 %r1, 7; add.u32 %r2, %t, 1; setp.lt.u32 %p1, %t, 4; @%p1 shfl.sync.idx.b32 %r1, %r2, LANE, 31, 15;";
    let from = |lane: &str| words(&kernel(&body.replace("LANE", lane)), 12)[..5].to_vec();
    assert_eq!(from("2"), [3, 3, 3, 3, 7]);
    assert_eq!(from("9"), [0, 0, 0, 0, 7], "a lane that the mask does not name");
    let body = body.replace("15;", "-1;").replace("LANE", "20").replace("@%p1 ", "");
    assert_eq!(words(&kernel(&body), 12), [0; 12], "a lane without a thread");
}

#[test]
fn match_finds_equal_values_of_32_and_64_bits() {
    let wide = "cvt.u64.u32 %d1, %t; and.b64 %d1, %d1, 4; shl.b64 %d1, %d1, 40; match.any.sync.b64 %r1, %d1, 255;";
    assert_eq!(words(&kernel(wide), 8), [15, 15, 15, 15, 240, 240, 240, 240]);
    let all =
        "shr.u32 %r2, %t, 3; match.all.sync.b32 %r1|%p1, %r2, 255; @%p1 add.u32 %r1, %r1, 1000;";
    assert_eq!(words(&kernel(all), 8), [1255; 8]);
    let not_all = all.replace("%t, 3", "%t, 2");
    assert_eq!(words(&kernel(&not_all), 8), [0; 8]);
}

#[test]
fn redux_joins_the_values_of_the_members() {
    let values = |t: u32| t.wrapping_mul(0x9e37_79b9) ^ 5;
    let all: Vec<u32> = (0..32).map(values).collect();
    let signed = all.iter().map(|&value| value as i32);
    for (op, expected) in [
        ("add.s32", all.iter().fold(0u32, |a, &b| a.wrapping_add(b))),
        ("min.u32", all.iter().copied().min().unwrap()),
        ("max.u32", all.iter().copied().max().unwrap()),
        ("min.s32", signed.clone().min().unwrap() as u32),
        ("max.s32", signed.max().unwrap() as u32),
        ("and.b32", all.iter().fold(u32::MAX, |a, b| a & b)),
        ("or.b32", all.iter().fold(0, |a, b| a | b)),
        ("xor.b32", all.iter().fold(0, |a, b| a ^ b)),
    ] {
        let body = format!(
            "mul.lo.u32 %r2, %t, 0x9e3779b9; xor.b32 %r2, %r2, 5; redux.sync.{op} %r1, %r2, -1;"
        );
        assert_eq!(words(&kernel(&body), 32), [expected; 32], "{op}");
    }
}

#[test]
fn one_lane_is_elected_and_all_learn_which() {
    let body = "setp.ge.u32 %p1, %t, 3; mov.u32 %r1, 50; @%p1 elect.sync %r1|%p2, 0xf8; @%p2 add.u32 %r1, %r1, 100;";
    assert_eq!(words(&kernel(body), 8), [50, 50, 50, 103, 3, 3, 3, 3]);
    assert_eq!(
        words(&kernel("mov.u32 %r1, 0; elect.sync _|%p2, -1; @%p2 mov.u32 %r1, 1;"), 3),
        [1, 0, 0]
    );
}

#[test]
fn warp_instructions_of_a_form_that_does_not_exist_are_refused() {
    for text in [
        "shfl.sync.idx.b32 %r1, %t, 0, 31",
        "shfl.idx.b32 %r1, %t, 0, 31, -1",
        "vote.ballot.b32 %r1, %p1, -1",
        "match.any.b32 %r1, %t, -1",
        "redux.sync.min.b32 %r1, %t, -1",
        "match.any.sync.u32 %r1, %t, -1",
        "elect.sync %r1, %r1, -1",
    ] {
        let error = fault(&kernel(&format!("\n{text};")), 32);
        assert!(error.starts_with("k.ptx:12:"), "{text}: {error}");
    }
}

#[test]
fn isspacep_distinguishes_the_windows_of_generic_addresses() {
    let body = ".shared .b32 s; .local .b32 l; mov.u64 %d1, s; cvta.shared.u64 %d1, %d1; mov.u64 %d2, l; cvta.local.u64 %d2, %d2;\n\
        mov.u32 %r1, 0; isspacep.shared %p1, %d1; @%p1 add.u32 %r1, %r1, 1; isspacep.local %p1, %d1; @%p1 add.u32 %r1, %r1, 2;\n\
        isspacep.local %p1, %d2; @%p1 add.u32 %r1, %r1, 4; isspacep.global %p1, %d0; @%p1 add.u32 %r1, %r1, 8;\n\
        isspacep.global %p1, %d2; @%p1 add.u32 %r1, %r1, 16; isspacep.shared %p1, %d0; @%p1 add.u32 %r1, %r1, 32;";
    assert_eq!(words(&kernel(body), 1), [13]);
}

#[test]
fn nanosleep_and_brkpt_do_nothing() {
    assert_eq!(
        words(&kernel("mov.u32 %r1, 3; nanosleep.u32 100; brkpt; nanosleep.u32 %r1;"), 2),
        [3, 3]
    );
}

#[test]
fn loops_without_end_are_faults_of_the_functional_runner_too() {
    for body in [
        "mov.u32 %r1, 0; L: bra L;",
        "L: ld.global.u32 %r1, [%d0]; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;",
        "setp.eq.u32 %p2, %t, 40; @%p2 bra L; bar.sync 0; L: atom.global.max.u32 %r1, [%d0], 1; bra L;",
    ] {
        let error = fault(&kernel(body), 64);
        assert!(error.contains("the program loops forever"), "{error}");
    }
}

#[test]
fn loops_that_only_take_long_end() {
    let body = "mov.u32 %r1, 0; L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 50000; @%p1 bra L;";
    assert_eq!(words(&kernel(body), 2), [50000; 2]);
}
