//! The inferred graphs of kernels without annotations.

use super::*;
use crate::graph::Parent;
use crate::mem::SECTOR_BYTES;

const COMPILED: &str = include_str!("../../../tests/ptx/mapping.ptx");
/// Bytes of a TB's cell in the kernel `ways`.
const CELL: u64 = SECTOR_BYTES;

/// Builds a program with its memory: a buffer of `bytes` bytes, and parameters that begin with its address.
fn setting(text: &str, bytes: u64, second: u32) -> (Program, GlobalMemory, u64, u64) {
    let mut memory = GlobalMemory::new(1 << 22);
    let buffer = memory.alloc(bytes, 128).unwrap();
    let params = memory.alloc(16, 8).unwrap();
    memory.write_u32s(params, &[buffer as u32, 0, second, 0]).unwrap();
    (Program::parse("k.ptx", text).unwrap(), memory, buffer, params)
}

fn launch(program: &Program, kernel: &str, param_base: u64, grid: [u32; 3]) -> Launch {
    let (function, _) = program.function_by_name(kernel).unwrap();
    Launch { function, param_base, grid, block: [1; 3], shared_bytes: 0 }
}

/// Writes a kernel of one thread per TB. %d0 is the buffer, %r0 the TB's number and %d1 its word in the buffer.
fn by_hand(body: &str) -> String {
    format!(
        ".version 3.2\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n\
        {{ .reg .b32 %r<4>; .reg .b64 %d<4>; ld.param.u64 %d0, [buffer]; mov.u32 %r0, %ctaid.x;\n\
        mul.wide.u32 %d1, %r0, 4; add.u64 %d1, %d0, %d1;\n{body}\nret; }}\n"
    )
}

fn edges(body: &str, tbs: u32, granularity: u64) -> Vec<(u32, u32)> {
    let (program, memory, _, params) = setting(&by_hand(body), 1024, 0);
    let launches = [launch(&program, "k", params, [tbs, 1, 1])];
    infer(&program, &launches, &memory, granularity).unwrap().pairs().collect()
}

#[test]
fn the_wavefront_of_a_kernel_is_found_without_annotation() {
    let grid = [7, 5, 1];
    let (program, memory, buffer, params) = setting(COMPILED, 35 * CELL, 7);
    let launches = [launch(&program, "ways", params, grid)];
    let found = infer(&program, &launches, &memory, CELL).unwrap();
    let written =
        DependencyGraph::from_parents(grid, |_| [[-1, 0, 0], [0, -1, 0]].map(Parent::Offset));
    assert_eq!(found, written.unwrap());
    assert!(memory.slice(buffer, 35 * CELL).unwrap().iter().all(|&byte| byte == 0));
}

#[test]
fn launches_follow_each_other_in_one_graph() {
    let (program, memory, _, params) = setting(COMPILED, 2 * CELL, 2);
    let once = launch(&program, "ways", params, [2, 1, 1]);
    let found = infer(&program, &[once.clone(), once], &memory, CELL).unwrap();
    // TB 2 writes what TB 1 has read, and TB 3 reads what TB 2 writes.
    assert_eq!(found.pairs().collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 3)]);
}

#[test]
fn atomics_on_one_word_order_the_tbs() {
    assert_eq!(edges("atom.global.add.u32 %r1, [%d0], 1;", 4, 32), [(0, 1), (1, 2), (2, 3)]);
}

#[test]
fn readers_do_not_wait_for_each_other() {
    assert_eq!(edges("ld.global.u32 %r1, [%d0];", 4, 32), []);
}

#[test]
fn tbs_that_share_a_sector_and_no_word_meet_only_at_its_granularity() {
    let body = "st.global.u32 [%d1], %r0;";
    assert_eq!(edges(body, 3, 32), [(0, 1), (1, 2)]);
    assert_eq!(edges(body, 3, 4), []);
}

#[test]
fn an_access_across_the_granularity_touches_all_of_it() {
    let body = "ld.global.v4.u32 {%r1, %r1, %r2, %r2}, [%d0]; st.global.u32 [%d1], %r0;";
    assert_eq!(edges(body, 6, 4), [(0, 1), (1, 2), (2, 3), (3, 4), (3, 5)]);
}

#[test]
fn tbs_that_touch_no_memory_are_free() {
    let body = "setp.ne.u32 %p, %r0, 2; @%p bra out; st.global.u32 [%d0], %r0; out:";
    let body = format!(".reg .pred %p; {body}");
    assert_eq!(edges(&body, 4, 32), []);
    let body =
        body.replace("setp.ne.u32 %p, %r0, 2", "and.b32 %r1, %r0, 1; setp.eq.u32 %p, %r1, 0");
    assert_eq!(edges(&body, 6, 32), [(1, 3), (3, 5)]);
}

#[test]
fn a_granularity_that_is_no_power_of_two_is_refused() {
    let (program, memory, _, _) = setting(COMPILED, CELL, 1);
    for bytes in [0, 2, 48] {
        assert_eq!(
            infer(&program, &[], &memory, bytes).unwrap_err().to_string(),
            format!(
                "accesses cannot be distinguished at {bytes} bytes; choose a power of two from 4 on"
            )
        );
    }
}

#[test]
fn a_fault_of_the_observed_kernel_is_reported() {
    let (program, memory, _, params) = setting(COMPILED, CELL, 7);
    let launches = [launch(&program, "ways", params, [2, 1, 1])];
    let error = infer(&program, &launches, &memory, 32).unwrap_err().to_string();
    assert!(error.starts_with("kernel ways, k.ptx:"), "{error}");
}

#[test]
fn a_kernel_that_launches_kernels_is_refused() {
    let text = include_str!("../../ptx/samples/child.ptx");
    let (mut program, mut memory, buffer, _) = setting(text, 1024, 0);
    program.load_globals(&mut memory).unwrap();
    memory.write_u32(buffer, 1).unwrap();
    let params = memory.alloc(32, 8).unwrap();
    memory.write_u32s(params, &[buffer as u32, 0, buffer as u32, 0, 8]).unwrap();
    let launches = [launch(&program, "parent", params, [1; 3])];
    let expected =
        "kernel parent launches kernels; dependences are inferred between the TBs of the host's \
        launches only";
    assert_eq!(infer(&program, &launches, &memory, 32).unwrap_err().to_string(), expected);
}
