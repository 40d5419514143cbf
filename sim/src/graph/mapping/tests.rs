//! Mapping functions in PTX, as compiled and by hand.

use super::*;
use crate::exec::{run_functional, Launch};
use crate::graph::DependencyGraph;

const COMPILED: &str = include_str!("../../../tests/ptx/mapping.ptx");
const DECLARED: &str = ".version 3.2\n.target sm_35\n.address_size 64\n\
    .extern .func _ZN2WF13AddDependencyE4dim3(.param .align 4 .b8 p[12]);\n\
    .extern .func _ZN2WF9SetPolicyENS_6PolicyEj(.param .b32 p, .param .b32 n);\n\
    .extern .func (.param .b64 r) malloc(.param .b64 n);\n\
    .global .u32 word;\n";

fn compiled(entry: &str, grid: [u32; 3], param_base: u64, memory: &mut GlobalMemory) -> Mapping {
    let program = Program::parse("mapping.ptx", COMPILED).unwrap();
    let (entry, _) = program.function_by_name(entry).unwrap();
    collect(&program, entry, grid, [128, 1, 1], param_base, memory).unwrap()
}

/// Runs a mapping function of these instructions for a grid of two TBs.
fn by_hand(body: &str) -> Result<Mapping, String> {
    let text = format!(
        "{DECLARED}.visible .entry map() {{ .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred %p;\n\
        .param .align 4 .b8 at[12]; .param .b64 size; .param .b64 made;\n{body}\nret; }}"
    );
    let mut program = Program::parse("map.ptx", &text).map_err(|error| error.to_string())?;
    let mut memory = GlobalMemory::new(1 << 20);
    program.load_globals(&mut memory).unwrap();
    collect(&program, 0, [2, 1, 1], [1, 1, 1], 0, &mut memory).map_err(|error| error.to_string())
}

const POLICY: &str = "mov.u32 %r0, 1; call _ZN2WF9SetPolicyENS_6PolicyEj, (%r0, %r1);";

#[test]
fn a_compiled_mapping_function_names_the_neighbours_inside_the_grid() {
    let mut memory = GlobalMemory::new(1 << 20);
    let mapping = compiled("wavefront", [3, 2, 1], 0, &mut memory);
    let expected = [(0, 1), (1, 2), (0, 3), (3, 4), (1, 4), (4, 5), (2, 5)];
    assert_eq!(mapping.edges, expected);
    assert_eq!(mapping.policy, Some(Policy::Lvl(4)));
}

#[test]
fn a_mapping_function_reads_its_parameters_and_device_memory() {
    let mut memory = GlobalMemory::new(1 << 20);
    let wanted = memory.alloc(16, 4).unwrap();
    memory.write_u32s(wanted, &[0, 1, 0, 1]).unwrap();
    let params = memory.alloc(16, 8).unwrap();
    memory.write_u32s(params, &[2, 0, wanted as u32, 0]).unwrap();
    let mapping = compiled("rows", [2, 4, 1], params, &mut memory);
    let expected = [(0, 2), (1, 2), (0, 3), (1, 3), (4, 6), (5, 6), (4, 7), (5, 7)];
    assert_eq!(mapping.edges, expected);
    assert_eq!(mapping.policy, Some(Policy::Lrr));
}

#[test]
fn a_mapping_function_that_names_no_parent_leaves_the_tbs_free() {
    assert_eq!(by_hand(""), Ok(Mapping::default()));
}

#[test]
fn the_block_of_a_mapping_function_has_the_kernels_dimensions_and_one_thread() {
    let text = format!(
        "{DECLARED}.visible .entry map() {{ .reg .b32 %r<3>;\n\
        mov.u32 %r1, %ntid.x; mov.u32 %r0, 1; call _ZN2WF9SetPolicyENS_6PolicyEj, (%r0, %r1);\n\
        .param .align 4 .b8 at[12]; mov.u32 %r2, %tid.x; st.param.b32 [at], %r2;\n\
        st.param.b32 [at+4], %r2; st.param.b32 [at+8], %r2; call _ZN2WF13AddDependencyE4dim3, (at); ret; }}"
    );
    let program = Program::parse("map.ptx", &text).unwrap();
    let mut memory = GlobalMemory::new(1 << 20);
    let mapping = collect(&program, 0, [2, 1, 1], [96, 1, 1], 0, &mut memory).unwrap();
    assert_eq!(mapping.edges, [(0, 0), (0, 1)]);
    assert_eq!(mapping.policy, Some(Policy::Lvl(96)));
}

#[test]
fn tbs_that_disagree_about_the_policy_are_refused() {
    let error = by_hand(&format!("mov.u32 %r1, %ctaid.x;\n{POLICY}")).unwrap_err();
    let expected = "kernel map, map.ptx:11, block (1, 0, 0), thread (0, 0, 0): the policy Lvl(1) after Lvl(0); \
        a kernel has one policy, set the same in every TB";
    assert_eq!(error, expected);
    let error = by_hand(&format!("mov.u32 %r1, 65536;\n{POLICY}")).unwrap_err();
    assert!(error.ends_with("levels cannot be 65536 apart; the bound is at most 65535"), "{error}");
    let number = POLICY.replace("%r0, 1", "%r0, 7");
    let error = by_hand(&format!("mov.u32 %r1, 0;\n{number}")).unwrap_err();
    assert!(error.ends_with("7 is no policy; choose WF::LRR or WF::LVL"), "{error}");
}

#[test]
fn a_mapping_function_has_no_other_effect() {
    let says = |body: &str, does: &str| {
        let error = by_hand(body).unwrap_err();
        let expected =
            format!("a mapping function only says what blocks depend on; it cannot {does}");
        assert!(error.ends_with(&expected), "{error}");
    };
    says("mov.u32 %r0, 3; st.global.u32 [word], %r0;", "change device memory");
    says("bar.sync 0;", "wait at a barrier: one thread runs it for each block");
    let malloc = "mov.u64 %d0, 8; st.param.b64 [size], %d0; call (made), malloc, (size);";
    says(malloc, "print or allocate");
}

#[test]
fn a_mapping_function_that_does_not_end_is_stopped() {
    let error = by_hand("mov.u32 %r0, 0; again: add.u32 %r0, %r0, 1; bra again;").unwrap_err();
    let expected =
        "block (0, 0, 0), thread (0, 0, 0): the mapping function has not completed after 1048576 \
        instructions for this block";
    assert!(error.ends_with(expected), "{error}");
}

#[test]
fn a_kernel_may_not_call_what_belongs_into_a_mapping_function() {
    let program = Program::parse("mapping.ptx", COMPILED).unwrap();
    let launch =
        Launch { function: 0, param_base: 0, grid: [1; 3], block: [1; 3], shared_bytes: 0 };
    let mut memory = GlobalMemory::new(1 << 20);
    let error = run_functional(&program, &mut memory, &mut ParameterHeap::new(), launch);
    let error = error.unwrap_err().to_string();
    let expected =
        "WF::AddDependency and WF::SetPolicy belong into a mapping function, which the host runs \
        before the kernel";
    assert!(error.starts_with("kernel wavefront, mapping.ptx:54, block (0, 0, 0)"), "{error}");
    assert!(error.ends_with(expected), "{error}");
}

#[test]
fn nine_thousand_blocks_are_mapped() {
    let mut memory = GlobalMemory::new(1 << 20);
    let mapping = compiled("wavefront", [96, 96, 1], 0, &mut memory);
    let graph = DependencyGraph::from_edges(9216, &mapping.edges).unwrap();
    assert_eq!((graph.edges(), graph.describe().levels), (18_240, 191));
}
