//! What class each kind of instruction has, and why.

use super::RedundancyClass::{Conditional, Definite, Vector};
use super::{promotes, FunctionRedundancy, RedundancyClass};
use crate::ptx::Program;

/// Returns class and reason of the instructions of a kernel, without the return.
fn pass(declarations: &str, body: &str) -> Vec<(RedundancyClass, String)> {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.global .b32 g;\n.const .b32 c[4];
        .visible .entry k(.param .u64 p) {{
        .reg .b32 %r<16>; .reg .b64 %d<8>; .reg .pred %p<8>; .shared .b32 s[64]; {declarations}
{body}
        ret; }}"
    );
    let program = Program::parse("k.ptx", &text).unwrap();
    let found = FunctionRedundancy::of(&program.functions[0]);
    let found = found.instrs().iter().map(|found| (found.class, found.reason.clone()));
    let mut found: Vec<_> = found.collect();
    found.pop();
    found
}

/// Returns the class of the last instruction.
fn last(body: &str) -> RedundancyClass {
    pass("", body).last().unwrap().0
}

#[test]
fn sources_have_their_classes() {
    for (class, body) in [
        (Definite, "mov.u32 %r0, 5;"),
        (Definite, "mov.u32 %r0, %ctaid.x;"),
        (Definite, "mov.u32 %r0, %ntid.y;"),
        (Definite, "mov.u32 %r0, %nctaid.z;"),
        (Definite, "mov.u32 %r0, %laneid;"),
        (Definite, "mov.u32 %r0, s;"),
        (Definite, "mov.u64 %d0, g;"),
        (Definite, "ld.param.u64 %d0, [p];"),
        (Definite, "ld.const.u32 %r0, [c];"),
        (Definite, "ld.shared.u32 %r0, [s];"),
        (Conditional, "mov.u32 %r0, %tid.x;"),
        (Vector, "mov.u32 %r0, %tid.y;"),
        (Vector, "mov.u32 %r0, %tid.z;"),
        (Vector, "mov.u32 %r0, %warpid;"),
        (Vector, "mov.u32 %r0, %smid;"),
        (Vector, "mov.u32 %r0, %clock;"),
        (Vector, "ld.volatile.shared.u32 %r0, [s];"),
        (Vector, "atom.shared.add.u32 %r0, [s], 1;"),
        (Vector, "activemask.b32 %r0;"),
        (Vector, "add.u32 %r0, %r1, 1;"),
        (Vector, "bar.sync 0;"),
    ] {
        assert_eq!(last(body), class, "{body}");
    }
}

#[test]
fn the_weakest_operand_wins_and_loads_have_the_class_of_their_address() {
    let sources = "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %tid.y;\n";
    for (class, body) in [
        (Definite, "add.u32 %r4, %r1, 3;"),
        (Conditional, "add.u32 %r4, %r1, %r2;"),
        (Vector, "mad.lo.u32 %r4, %r1, %r2, %r3;"),
        (Conditional, "ld.shared.u32 %r4, [%r2];"),
        (Vector, "ld.shared.u32 %r4, [%r3];"),
        (Vector, "st.shared.u32 [%r1], %r1;"),
    ] {
        assert_eq!(last(&format!("{sources}{body}")), class, "{body}");
    }
}

#[test]
fn a_generic_load_is_a_vector_one_only_where_threads_have_memory_of_their_own() {
    let body = "ld.param.u64 %d0, [p];\nld.u32 %r0, [%d0];";
    assert_eq!(pass("", body).pop().unwrap().0, Definite);
    let (class, reason) = pass(".local .b32 l;", body).pop().unwrap();
    assert_eq!(class, Vector);
    assert_eq!(reason, "loads by a generic address, which may be of the thread's own memory");
}

#[test]
fn a_guarded_write_has_the_classes_of_guard_and_old_value() {
    let sources = "mov.u32 %r2, %tid.x;\nmov.u32 %r3, %tid.y;\nsetp.lt.u32 %p2, %r2, 4;
        setp.lt.u32 %p3, %r3, 4;\n";
    for (class, body) in [
        (Conditional, "mov.u32 %r4, 1;\n@%p2 mov.u32 %r4, 2;"),
        (Vector, "mov.u32 %r4, 1;\n@%p3 mov.u32 %r4, 2;"),
        (Vector, "mov.u32 %r4, %tid.y;\n@%p2 mov.u32 %r4, 2;"),
    ] {
        assert_eq!(last(&format!("{sources}{body}")), class, "{body}");
    }
}

#[test]
fn what_is_written_under_a_branch_has_at_most_the_class_of_its_predicate_where_the_paths_meet() {
    let diamond = |source: &str| {
        format!(
            "mov.u32 %r1, {source};\nmov.u32 %r2, 0;\nmov.u32 %r5, 0;\nsetp.lt.u32 %p0, %r1, 4;
            @%p0 bra L;\nmov.u32 %r2, 1;\nadd.u32 %r3, %r2, 1;\nL: add.u32 %r4, %r2, 1;
            add.u32 %r6, %r5, 1;"
        )
    };
    for (source, meeting) in [("%ctaid.x", Definite), ("%tid.x", Conditional), ("%tid.y", Vector)] {
        let found = pass("", &diamond(source));
        // Warps that are together on the path still have equal values there.
        assert_eq!(found[6].0, Definite, "{source}");
        assert_eq!(found[7].0, meeting, "{source}");
        // It is not written under the branch.
        assert_eq!(found[8].0, Definite, "{source}");
    }
    let found = pass("", &diamond("%tid.y"));
    assert_eq!(found[7].1, "written under the branch of line 12 on a vector predicate");
}

#[test]
fn a_loop_that_warps_leave_at_different_times_weakens_what_is_read_behind_it() {
    let body = "mov.u32 %r1, %tid.y;\nmov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1;
        setp.lt.u32 %p0, %r2, %r1;\n@%p0 bra L;\nadd.u32 %r3, %r2, 1;";
    let found = pass("", body);
    assert_eq!([found[2].0, found[3].0, found[5].0], [Definite, Vector, Vector]);
}

#[test]
fn code_that_is_never_reached_and_reads_before_writes_are_vectors() {
    let found = pass("", "bra L;\nmov.u32 %r0, 1;\nL: add.u32 %r1, %r0, 1;");
    assert_eq!(found[1], (Vector, "is never reached".into()));
    assert_eq!(found[2], (Vector, "reads a register that may not have been written".into()));
}

#[test]
fn memory_is_followed_through_registers_and_branches() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64
        .visible .entry k(.param .u64 p) { .reg .b32 %r<8>; .reg .pred %p; .shared .b32 s;
        mov.u32 %r0, 1; ld.shared.u32 %r1, [s]; add.u32 %r2, %r1, 1; setp.eq.u32 %p, %r2, 1;
        @%p bra L; mov.u32 %r0, 2; L: add.u32 %r3, %r0, 1; mov.u32 %r4, 1; ret; }";
    let program = Program::parse("k.ptx", text).unwrap();
    let found = FunctionRedundancy::of(&program.functions[0]);
    let from_memory: Vec<bool> = found.instrs().iter().map(|found| found.from_memory).collect();
    assert_eq!(from_memory, [false, true, true, true, false, false, true, false, false]);
    let loads: Vec<usize> = (0..9).filter(|&at| found.instrs()[at].is_load).collect();
    assert_eq!(loads, [1]);
    assert!(found.instrs().iter().take(4).all(|found| found.class == Definite));
    assert_eq!(found.instrs()[4].operands, Definite);
}

#[test]
fn barriers_align_warps_unless_an_open_branch_can_tell_them_apart() {
    let aligns = |body: &str| {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64
            .visible .entry k() {{ .reg .b32 %r<8>; .reg .pred %p<4>;
            mov.u32 %r0, %tid.y; mov.u32 %r1, 0; setp.lt.u32 %p0, %r0, 4; {body} ret; }}"
        );
        let program = Program::parse("k.ptx", &text).unwrap();
        let kernel = &program.functions[0];
        let at = kernel.instrs.iter().position(|i| matches!(i.op, crate::ptx::Op::Bar(_)));
        FunctionRedundancy::of(kernel).aligns(at.unwrap() as u32)
    };
    assert_eq!(aligns("bar.sync 0;"), Definite);
    assert_eq!(aligns("@%p0 bra L; mov.u32 %r1, 1; L: bar.sync 0;"), Definite);
    assert_eq!(aligns("@%p0 bra L; bar.sync 0; L: mov.u32 %r1, 1;"), Definite);
    let early = "@%p0 bra L; bar.sync 0; mov.u32 %r1, 1; L:";
    assert_eq!(aligns(early), Definite);
    let counted = "bar.sync 0, 64;";
    assert_eq!(aligns(counted), Vector);
    assert_eq!(aligns("@%p0 bar.sync 0;"), Vector);
    let varying = "L: setp.lt.u32 %p1, %r1, %r0; @%p1 bra S; bar.sync 0;
        S: add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 3; @%p2 bra L;";
    assert_eq!(aligns(varying), Vector);
    let trips = "L: bar.sync 0; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, %r0; @%p1 bra L;";
    assert_eq!(aligns(trips), Definite);
}

#[test]
fn shapes_promote_exactly_if_the_full_warps_of_a_tb_have_the_same_tid_x() {
    for (x, y, z) in itertools::iproduct!(1..=70_u32, 1..=33_u32, 1..=3_u32) {
        let block = [x, y, z];
        let full = x * y * z / 32;
        if full < 2 {
            continue;
        }
        let row = |warp: u32| (0..32).map(move |lane| (32 * warp + lane) % x);
        let equal = (1..full).all(|warp| row(warp).eq(row(0)));
        assert_eq!(promotes(block), equal, "{block:?}");
        assert_eq!(Conditional.promoted(block), if equal { Definite } else { Vector });
    }
    assert!(!promotes([0, 0, 0]) && !promotes([32, 1, 1]) && promotes([8, 1, 8]));
}

#[test]
fn all_instructions_of_a_function_that_is_too_large_are_vectors() {
    // Each value is live to the end, and each branch ends a block.
    let count = 9000;
    let writes: String = (0..count).map(|n| format!("mov.u32 %r{n}, {n};\n")).collect();
    let reads: String =
        (0..count).map(|n| format!("@%p bra L{n};\nL{n}: st.global.u32 [%d], %r{n};\n")).collect();
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {{
        .reg .b32 %r<{count}>; .reg .b64 %d; .reg .pred %p; {writes} {reads} ret; }}"
    );
    let program = Program::parse("k.ptx", &text).unwrap();
    let found = FunctionRedundancy::of(&program.functions[0]);
    assert!(found.instrs().iter().all(|found| found.class == Vector));
}
