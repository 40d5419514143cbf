//! Calls, indirect branches and printing, run on the functional runner.

use super::{run_functional, Launch};
use crate::host::Arg;
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::runtime::params::{write_params, ParameterHeap};

const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// The results of a run.
#[derive(Debug, PartialEq)]
struct Outcome {
    words: Vec<u32>,
    printed: String,
}

/// Runs kernel `k(out)` of a module with one TB. `out` has one word per thread, all ones at first. Checks that the
/// outcome is the same whether registers share slots or not.
fn run(module: &str, threads: u32) -> Result<Outcome, String> {
    let text = format!("{HEADER}{module}");
    let program = Program::parse("k.ptx", &text).map_err(|error| error.to_string())?;
    let outcome = run_program(program, threads);
    let unshared = run_program(Program::parse_unshared("k.ptx", &text).unwrap(), threads);
    assert_eq!(outcome, unshared, "with and without register allocation");
    outcome
}

fn run_program(mut program: Program, threads: u32) -> Result<Outcome, String> {
    let mut memory = GlobalMemory::new(1 << 24);
    let mut heap = ParameterHeap::new();
    program.load_globals(&mut memory).unwrap();
    let out = memory.alloc(4 * u64::from(threads), 256).unwrap();
    memory.write_u32s(out, &vec![u32::MAX; threads as usize]).unwrap();
    let (function, kernel) = program.function_by_name("k").unwrap();
    let param_base = write_params(kernel, &[Arg::U64(out)], &mut heap, &mut memory).unwrap();
    let launch =
        Launch { function, param_base, grid: [1; 3], block: [threads, 1, 1], shared_bytes: 0 };
    run_functional(&program, &mut memory, &mut heap, launch).map_err(|fault| fault.to_string())?;
    let words = memory.read_u32s(out, threads.into()).unwrap();
    Ok(Outcome { words, printed: heap.printed().concat() })
}

/// Writes a kernel that computes `%r1` from `%tid` (in `%tid`'s own register `%t`) and stores it.
pub(super) fn kernel(body: &str) -> String {
    format!(
        ".visible .entry k(.param .u64 out)\n{{\n.reg .b32 %r<20>, %t; .reg .b64 %d<20>; .reg .pred %p<10>;\n\
        .reg .f64 %f<4>;\nld.param.u64 %d0, [out];\nmov.u32 %t, %tid.x;\nmad.wide.u32 %d0, %t, 4, %d0;\n\
        {body}\nst.global.u32 [%d0], %r1;\nret;\n}}\n"
    )
}

pub(super) fn words(module: &str, threads: u32) -> Vec<u32> {
    run(module, threads).unwrap_or_else(|error| panic!("{error}\n{module}")).words
}

pub(super) fn fault(module: &str, threads: u32) -> String {
    match run(module, threads) {
        Ok(_) => panic!("ran to completion:\n{module}"),
        Err(error) => error,
    }
}

const UNARY: &str =
    ".func (.param .b32 r) twice(.param .b32 x)\n{ .reg .b32 %a; ld.param.u32 %a, [x];\n\
    add.u32 %a, %a, %a; st.param.b32 [r], %a; ret; }\n\
    .func (.param .b32 r) plus(.param .b32 x)\n{ .reg .b32 %a; ld.param.u32 %a, [x];\n\
    add.u32 %a, %a, 100; st.param.b32 [r], %a; ret; }\n";

const INDIRECT: &str = "and.b32 %r2, %t, 3; setp.eq.u32 %p1, %r2, 0; setp.eq.u32 %p2, %r2, 3;\n\
    mov.u64 %d1, twice; mov.u64 %d2, plus; selp.b64 %d1, %d1, %d2, %p1;\n\
    mov.u32 %r1, 7;\n{ .param .b32 x; .param .b32 r; st.param.b32 [x], %t;\n\
    proto : .callprototype (.param .b32 _) _ (.param .b32 _);\n\
    @!%p2 call (r), %d1, (x), proto;\n@!%p2 ld.param.b32 %r1, [r]; }\n";

#[test]
fn lanes_that_call_different_functions_run_in_turn_and_meet_again() {
    let found = words(&format!("{UNARY}{}", kernel(INDIRECT)), 40);
    let expected: Vec<u32> = (0..40)
        .map(|t| match t & 3 {
            0 => 2 * t,
            3 => 7,
            _ => t + 100,
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_call_by_a_list_of_targets_reads_the_signature_from_the_first() {
    let body = "mov.u64 %d1, plus;\nts: .calltargets plus, twice;\ncall (%r1), %d1, (%t), ts;";
    assert_eq!(words(&format!("{UNARY}{}", kernel(body)), 3), [100, 101, 102]);
}

#[test]
fn function_addresses_in_a_table_of_the_module_can_be_called() {
    let body = "mov.u64 %d1, table; and.b32 %r2, %t, 1; mad.wide.u32 %d1, %r2, 8, %d1; ld.global.u64 %d1, [%d1];\n\
        call (%r1), %d1, (%t), proto;\nproto: .callprototype (.param .b32 _) _ (.param .b32 _);";
    let module = format!("{UNARY}.global .u64 table[2] = {{twice, plus}};\n{}", kernel(body));
    assert_eq!(words(&module, 4), [0, 101, 4, 103]);
}

#[test]
fn a_call_of_what_is_not_a_function_is_a_fault() {
    let proto =
        "call (%r1), %d1, (%t), proto;\nproto: .callprototype (.param .b32 _) _ (.param .b32 _);";
    let null = fault(&format!("{UNARY}{}", kernel(&format!("mov.u64 %d1, 0;\n{proto}"))), 1);
    assert!(null.contains("a call of 0x0, which is not the address of a function"), "{null}");
    let kernel_address = fault(&kernel(&format!("mov.u64 %d1, k;\n{proto}")), 1);
    assert!(kernel_address.contains("a call of k, which is a kernel"), "{kernel_address}");
    let other = ".func other(.param .b64 x) { ret; }\n";
    let other = fault(&format!("{other}{}", kernel(&format!("mov.u64 %d1, other;\n{proto}"))), 1);
    assert!(other.contains("are not those of the call's prototype"), "{other}");
}

#[test]
fn a_guarded_call_leaves_the_result_of_the_other_lanes_alone() {
    let body = "mov.u32 %r1, 5; setp.lt.u32 %p1, %t, 3;\n\
        { .param .b32 x; .param .b32 r; st.param.b32 [r], 9; st.param.b32 [x], %t;\n\
        @%p1 call (r), twice, (x); ld.param.b32 %r1, [r]; }";
    assert_eq!(words(&format!("{UNARY}{}", kernel(body)), 5), [0, 2, 4, 9, 9]);
}

#[test]
fn parameters_and_results_may_be_registers_and_arguments_numbers() {
    let module = ".func (.reg .u32 %sum, .reg .u32 %first) add3(.reg .u32 %a, .reg .u32 %b, .param .u32 c)\n\
        { .reg .pred %p; .reg .u32 %x; ld.param.u32 %x, [c]; mov.u32 %first, %a; mov.u32 %sum, 0;\n\
        setp.eq.u32 %p, %a, 2; @%p ret;\nadd.u32 %sum, %a, %b; add.u32 %sum, %sum, %x; }\n";
    let body = "call (%r1, %r2), add3, (%t, 10, 200); mad.lo.u32 %r1, %r2, 1000, %r1;";
    assert_eq!(words(&format!("{module}{}", kernel(body)), 4), [210, 1211, 2000, 3213]);
}

#[test]
fn structures_travel_by_value_both_ways() {
    let module = ".func (.param .align 8 .b8 r[24]) turn(.param .align 8 .b8 s[24])\n\
        { .reg .b64 %a, %b; .reg .b32 %c;\n\
        ld.param.u64 %a, [s]; ld.param.u64 %b, [s+8]; ld.param.u32 %c, [s+16];\n\
        st.param.b64 [r], %b; st.param.b64 [r+8], %a; add.u32 %c, %c, 1; st.param.b32 [r+16], %c; ret; }\n";
    let body = "cvt.u64.u32 %d1, %t; { .param .align 8 .b8 s[24]; .param .align 8 .b8 r[24];\n\
        st.param.b64 [s], %d1; st.param.b64 [s+8], 40; st.param.b32 [s+16], 600;\n\
        call (r), turn, (s); ld.param.u64 %d2, [r]; ld.param.u64 %d3, [r+8]; ld.param.b32 %r2, [r+16]; }\n\
        cvt.u32.u64 %r3, %d2; cvt.u32.u64 %r4, %d3; add.u32 %r1, %r2, %r3; add.u32 %r1, %r1, %r4;";
    assert_eq!(words(&format!("{module}{}", kernel(body)), 3), [641, 642, 643]);
}

#[test]
fn a_function_may_be_declared_first_and_call_itself() {
    let module = ".visible .func (.param .b32 r) fib(.param .b32 n);\n\
        .weak .func (.param .b32 r) fib(.param .b32 n)\n{ .reg .b32 %a, %b; .reg .pred %p;\n\
        ld.param.u32 %a, [n]; setp.lt.u32 %p, %a, 2; @%p bra DONE;\n\
        sub.u32 %b, %a, 1; call (%b), fib, (%b); sub.u32 %a, %a, 2; call (%a), fib, (%a); add.u32 %a, %a, %b;\n\
        DONE: st.param.b32 [r], %a; ret; }\n";
    let found = words(&format!("{module}{}", kernel("call (%r1), fib, (%t);")), 12);
    assert_eq!(found, [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
}

#[test]
fn endless_recursion_is_a_fault() {
    let module = ".func f() { call f; ret; }\n";
    let error = fault(&format!("{module}{}", kernel("call f; mov.u32 %r1, 0;")), 1);
    assert!(error.contains("the stack overflows calling f"), "{error}");
}

#[test]
fn an_indexed_branch_takes_each_lane_to_its_own_target() {
    let body = "and.b32 %r2, %t, 3; mov.u32 %r1, 0;\n\
        ts: .branchtargets A, B, MEET, A;\nsetp.lt.u32 %p1, %t, 6; @%p1 brx.idx %r2, ts;\n\
        mov.u32 %r1, 40; bra MEET;\nA: mov.u32 %r1, 10; bra MEET;\nB: mov.u32 %r1, 20;\n\
        MEET: activemask.b32 %r3; popc.b32 %r3, %r3; add.u32 %r1, %r1, %r3;";
    let wanted = [18, 28, 8, 18, 18, 28, 48, 48];
    assert_eq!(
        words(&kernel(body), 8),
        wanted,
        "all eight lanes are together again behind the join"
    );
}

#[test]
fn an_index_beyond_the_list_is_a_fault() {
    let body = "ts: .branchtargets A, A;\nbrx.idx %t, ts;\nA: mov.u32 %r1, 0;";
    let error = fault(&kernel(body), 3);
    assert!(error.contains("thread (2, 0, 0): brx.idx selects target 2 of a list of 2"), "{error}");
}

#[test]
fn labels_belong_to_the_block_they_stand_in() {
    let block = "{ .reg .pred %q; setp.gt.u32 %q, %t, LIMIT; @%q bra SKIP; add.u32 %r1, %r1, 1; bra SKIP; SKIP: }\n";
    let body = format!(
        "mov.u32 %r1, 0;\n{}{}SKIP: add.u32 %r1, %r1, 10;",
        block.replace("LIMIT", "0"),
        block.replace("LIMIT", "1")
    );
    assert_eq!(words(&kernel(&body), 3), [12, 11, 10]);
}

#[test]
fn a_variadic_declaration_takes_a_buffer_of_any_size() {
    let module = ".global .align 1 .b8 text[14] = {37, 100, 32, 37, 53, 46, 50, 102, 32, 37, 115, 10, 0, 0};\n\
        .global .align 1 .b8 word[3] = {111, 107, 0};\n\
        .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n";
    let body = ".local .align 8 .b8 args[24]; mov.u64 %d1, args; cvta.local.u64 %d1, %d1;\n\
        st.u32 [%d1], %t; mov.f64 %f1, 0d400921FB54442D18; st.f64 [%d1+8], %f1;\n\
        mov.u64 %d2, word; cvta.global.u64 %d2, %d2; st.u64 [%d1+16], %d2; mov.u64 %d3, text; cvta.global.u64 %d3, %d3;\n\
        { .param .b64 p; .param .b64 q; .param .b32 n; st.param.b64 [p], %d3; st.param.b64 [q], %d1;\n\
        call.uni (n), vprintf, (p, q); ld.param.b32 %r1, [n]; }";
    let outcome = run(&format!("{module}{}", kernel(body)), 2).unwrap();
    assert_eq!(outcome.printed, "0  3.14 ok\n1  3.14 ok\n");
    assert_eq!(outcome.words, [3, 3], "the number of arguments");
}

#[test]
fn a_failed_assertion_ends_the_run_with_cudas_words() {
    let module = ".global .b8 m[6] = {120, 32, 60, 32, 49, 0};\n.global .b8 f[5] = {97, 46, 99, 117, 0};\n.global .b8 n[2] = {103, 0};\n\
        .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n";
    let body = "mov.u32 %r1, 0; setp.ne.u32 %p1, %t, 5; @%p1 bra OK;\n\
        mov.u64 %d1, m; mov.u64 %d2, f; mov.u64 %d3, n; call __assertfail, (%d1, %d2, %r5, %d3, %d4);\nOK:";
    let body = format!("mov.u32 %r5, 42; mov.u64 %d4, 1;\n{body}");
    let error = fault(&format!("{module}{}", kernel(&body)), 8);
    assert!(
        error.contains("a.cu:42: g: block: [0,0,0], thread: [5,0,0] Assertion `x < 1` failed."),
        "{error}"
    );
}
