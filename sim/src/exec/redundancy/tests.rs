//! The check finds every rule of the pass that is broken on purpose, and nothing in what is right.

use super::RedundancyCheck;
use crate::exec::Launch;
use crate::host::Arg;
use crate::mem::GlobalMemory;
use crate::ptx::{Program, RedundancyClass::Definite, Rules};
use crate::runtime::params::{write_params, ParameterHeap};

/// Runs a kernel with this body in one TB of two warps, eight threads wide.
fn check(body: &str, rules: Rules) -> RedundancyCheck {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64
        .visible .entry k(.param .u64 out) {{
        .reg .b32 %r<8>; .reg .b64 %d<8>; .reg .pred %p<8>;
        .shared .align 8 .b8 s[64];
        ld.param.u64 %d0, [out];
        mov.u32 %r0, %tid.x;
        mov.u32 %r1, %tid.y;
        setp.lt.u32 %p0, %r0, 4;
        setp.lt.u32 %p1, %r1, 4;
        {body}
        ret; }}"
    );
    let mut program = Program::parse("k.ptx", &text).unwrap();
    let (mut memory, mut heap) = (GlobalMemory::new(1 << 20), ParameterHeap::new());
    let out = memory.alloc(1024, 256).unwrap();
    program.load_globals(&mut memory).unwrap();
    let args = [Arg::U64(out)];
    let param_base = write_params(&program.functions[0], &args, &mut heap, &mut memory).unwrap();
    let (grid, block) = ([2, 1, 1], [8, 8, 1]);
    let launch = Launch { function: 0, param_base, grid, block, shared_bytes: 0 };
    let mut check = RedundancyCheck::of(&program, rules);
    check.run(&program, &mut memory, &mut heap, launch).unwrap();
    check
}

/// A rule, broken, and a kernel that depends on it.
struct Flaw {
    rules: Rules,
    body: &'static str,
    /// What the check says.
    says: &'static str,
}

fn flaws() -> Vec<Flaw> {
    let flaw = |breaks: fn(&mut Rules), body, says| {
        let mut rules = Rules::SOUND;
        breaks(&mut rules);
        Flaw { rules, body, says }
    };
    let write = "what they write";
    vec![
        flaw(|rules| rules.tid_y = Definite, "add.u32 %r2, %r1, 1;", write),
        flaw(|rules| rules.warp_id = Definite, "mov.u32 %r2, %warpid;", write),
        flaw(|rules| rules.clock = Definite, "mov.u32 %r2, %clock;", write),
        flaw(
            |rules| rules.local = Definite,
            ".local .b32 l; st.local.u32 [l], %r1; ld.local.u32 %r2, [l];",
            write,
        ),
        flaw(
            |rules| rules.generic = Definite,
            ".local .b32 l; mov.u64 %d1, l; cvta.local.u64 %d1, %d1;
             st.u32 [%d1], %r1; bar.sync 0; bar.sync 0; ld.u32 %r2, [%d1];",
            write,
        ),
        flaw(|rules| rules.atomic = Definite, "atom.global.add.u32 %r2, [%d0], 1;", write),
        flaw(
            |rules| rules.joins = false,
            "mov.u32 %r2, 0; @%p1 bra L; mov.u32 %r2, 1; L: add.u32 %r3, %r2, 1;",
            write,
        ),
        // A loop that the warps leave after different numbers of iterations.
        flaw(
            |rules| rules.joins = false,
            "shr.u32 %r3, %r1, 2; mov.u32 %r2, 0;
             L: add.u32 %r2, %r2, 1; setp.le.u32 %p2, %r2, %r3; @%p2 bra L; add.u32 %r4, %r2, 1;",
            write,
        ),
        // A switch.
        flaw(
            |rules| rules.joins = false,
            "shr.u32 %r3, %r1, 2; mov.u32 %r2, 0; T: .branchtargets A, B; brx.idx %r3, T;
             A: mov.u32 %r2, 1; B: add.u32 %r4, %r2, 1;",
            write,
        ),
        flaw(
            |rules| rules.old_values = false,
            "mov.u32 %r2, %r1; @%p0 mov.u32 %r2, 7; add.u32 %r3, %r2, 1;",
            write,
        ),
        flaw(
            |rules| rules.guards = false,
            "mov.u32 %r2, 0; @%p1 mov.u32 %r2, 1; add.u32 %r3, %r2, 1;",
            "the lanes that execute it",
        ),
        // Warp 0 comes to the barrier in its first iteration, and warp 1 in its second.
        flaw(
            |rules| rules.barriers = false,
            "shr.u32 %r3, %r1, 2; mov.u32 %r2, 0;
             L: sub.u32 %r4, %r2, %r3; setp.ge.u32 %p2, %r4, 2; @%p2 bra S; bar.sync 0;
             S: add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3; @%p3 bra L;",
            "how they came to the barrier",
        ),
    ]
}

#[test]
fn every_broken_rule_is_found() {
    for (number, Flaw { rules, body, says }) in flaws().into_iter().enumerate() {
        let check = check(body, rules);
        let found: Vec<_> = check.contradictions().iter().map(|found| found.what).collect();
        assert!(found.contains(&says), "flaw {number}, {body}: {found:?}");
    }
}

#[test]
fn the_rules_of_the_pass_are_right_about_the_same_kernels() {
    for Flaw { body, .. } in flaws() {
        let check = check(body, Rules::SOUND);
        assert!(check.compared() > 0, "{body}");
        assert_eq!(check.contradictions(), [], "{body}");
    }
}

#[test]
fn a_load_may_find_something_else_after_a_store_and_what_depends_on_it_is_the_warp_s_own() {
    let loads = "ld.shared.u32 %r2, [s]; add.u32 %r3, %r2, 1; setp.eq.u32 %p2, %r3, 1;
         mov.u32 %r4, 0; @%p2 bra M; mov.u32 %r4, 1; M: add.u32 %r5, %r4, 1;";
    let stored = format!("@%p1 bra L; st.shared.u32 [s], 5; L: {loads}");
    let check_stored = check(&stored, Rules::SOUND);
    assert_eq!(check_stored.contradictions(), []);
    assert!(check_stored.excused() > 0);
    let unchanged = check(loads, Rules::SOUND);
    assert_eq!((unchanged.contradictions(), unchanged.excused()), (&[][..], 0));
}

#[test]
fn a_contradiction_names_function_line_block_and_warps() {
    let rules = Rules { warp_id: Definite, ..Rules::SOUND };
    let check = check("mov.u32 %r2, %warpid;", rules);
    let said = check.contradictions()[0].to_string();
    assert_eq!(said, "k, line 12, block (0, 0, 0): warps 0 and 1 differ in what they write");
}

#[test]
fn iterations_are_compared_with_the_same_iterations_of_other_warps() {
    let body = "mov.u32 %r2, 0; L: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 5; @%p2 bra L;";
    let loops = check(body, Rules::SOUND);
    assert_eq!(loops.contradictions(), []);
    let once = check("mov.u32 %r2, 0;", Rules::SOUND);
    // In each of two TBs, one warp beside the first: the addition, the comparison and the branch, five times.
    assert_eq!(loops.compared() - once.compared(), 2 * 15);
}
