//! The allocation, and its result for the committed kernels.

use super::*;
use crate::ptx::Program;

/// Committed kernels that are allocated.
const KERNELS: &[(&str, &str)] = &[
    ("amr", include_str!("../../../workloads/kernels/amr.ptx")),
    ("bfs", include_str!("../../../workloads/kernels/bfs.ptx")),
    ("clr", include_str!("../../../workloads/kernels/clr.ptx")),
    ("sssp", include_str!("../../../workloads/kernels/sssp.ptx")),
    ("join", include_str!("../../../workloads/kernels/join.ptx")),
    ("bht", include_str!("../../../workloads/kernels/bht.ptx")),
    ("mandel", include_str!("../../../workloads/kernels/mandel.ptx")),
    ("matmul", include_str!("../../../workloads/kernels/matmul.ptx")),
    ("pre", include_str!("../../../workloads/kernels/pre.ptx")),
    ("quicksort", include_str!("../../../workloads/kernels/quicksort.ptx")),
    ("radixsort", include_str!("../../../workloads/kernels/radixsort.ptx")),
    ("regx", include_str!("../../../workloads/kernels/regx.ptx")),
    ("spmm", include_str!("../../../workloads/kernels/spmm.ptx")),
    ("sa", include_str!("../../../workloads/kernels/sa.ptx")),
    ("dtw", include_str!("../../../workloads/kernels/dtw.ptx")),
    ("heat2d", include_str!("../../../workloads/kernels/heat2d.ptx")),
    ("hist", include_str!("../../../workloads/kernels/hist.ptx")),
    ("int_img", include_str!("../../../workloads/kernels/int_img.ptx")),
    ("sor", include_str!("../../../workloads/kernels/sor.ptx")),
    ("sw", include_str!("../../../workloads/kernels/sw.ptx")),
    ("vector_add", include_str!("../../../workloads/kernels/vector_add.ptx")),
    ("mm", include_str!("../../../workloads/kernels/mm.ptx")),
    ("bp", include_str!("../../../workloads/kernels/bp.ptx")),
    ("dct", include_str!("../../../workloads/kernels/dct.ptx")),
    ("hs", include_str!("../../../workloads/kernels/hs.ptx")),
    ("fws", include_str!("../../../workloads/kernels/fws.ptx")),
    ("cp", include_str!("../../../workloads/kernels/cp.ptx")),
    ("convtex", include_str!("../../../workloads/kernels/convtex.ptx")),
    ("inlm", include_str!("../../../workloads/kernels/inlm.ptx")),
    ("lib", include_str!("../../../workloads/kernels/lib.ptx")),
    ("bin", include_str!("../../../workloads/kernels/bin.ptx")),
    ("fw", include_str!("../../../workloads/kernels/fw.ptx")),
    ("pt", include_str!("../../../workloads/kernels/pt.ptx")),
    ("sr1", include_str!("../../../workloads/kernels/sr1.ptx")),
    ("child", include_str!("../samples/child.ptx")),
    ("lat", include_str!("../samples/lat.ptx")),
    ("sample matmul", include_str!("../samples/matmul.ptx")),
];

fn functions(text: &str) -> impl Iterator<Item = (Function, Function)> {
    let before = Program::parse_unshared("k.ptx", text).unwrap();
    let after = Program::parse("k.ptx", text).unwrap();
    before.functions.into_iter().zip(after.functions)
}

/// Returns the slots of an instruction before the allocation, and their registers.
fn renamed(before: &Instr, after: &Instr) -> Vec<(u16, u16)> {
    let reads = before.reads().iter().zip(after.reads());
    let writes = before.writes().iter().zip(after.writes());
    reads.chain(writes).map(|(&from, &to)| (from, to)).collect()
}

#[test]
fn values_live_at_the_same_point_never_share_a_register() {
    for (name, text) in KERNELS {
        for (before, after) in functions(text) {
            let mut assigned = vec![u16::MAX; before.num_slots as usize];
            for (from, to) in before.instrs.iter().zip(&after.instrs) {
                for (slot, register) in renamed(from, to) {
                    let known = &mut assigned[usize::from(slot)];
                    assert!(
                        *known == u16::MAX || *known == register,
                        "{name}: one register per slot"
                    );
                    *known = register;
                }
            }
            let registers = |slot: u16| {
                let first = u32::from(assigned[usize::from(slot)]);
                let ty = before.slot_types[usize::from(slot)];
                if ty.bits() == 64 {
                    assert_eq!(first % 2, 0, "{name}: pairs are aligned");
                    vec![first, first + 1]
                } else {
                    vec![first]
                }
            };
            let blocks = blocks(&before);
            for (block, out) in blocks.iter().zip(live_out(&before, &blocks)) {
                let mut live: std::collections::BTreeSet<u16> = members(&out).collect();
                for instr in before.instrs[block.first..=block.last].iter().rev() {
                    live.extend(instr.writes());
                    let mut taken: Vec<u32> =
                        live.iter().flat_map(|&slot| registers(slot)).collect();
                    taken.sort_unstable();
                    assert!(
                        taken.windows(2).all(|pair| pair[0] != pair[1]),
                        "{name}:{}",
                        instr.line
                    );
                    for slot in instr.writes().iter().filter(|_| instr.guard.is_none()) {
                        live.remove(slot);
                    }
                    live.extend(instr.reads());
                }
            }
        }
    }
}

#[test]
fn the_frames_of_the_committed_kernels_shrink_to_what_is_needed() {
    let mut found = Vec::new();
    for (name, text) in KERNELS {
        for (before, after) in functions(text) {
            let what = format!("{name} {}", before.name);
            found.push((what, before.num_slots, after.num_slots));
        }
    }
    let found: Vec<(&str, u32, u32)> =
        found.iter().map(|(name, a, b)| (name.as_str(), *a, *b)).collect();
    // Each row has the slots before and after.
    let expected = [
        ("amr amr_flat", 282, 43),
        ("amr amr_cdp", 317, 49),
        ("amr amr_cdp_child", 285, 49),
        ("amr amr_dtbl", 311, 49),
        ("amr amr_dtbl_child", 279, 49),
        ("amr amr_aggregate_warp", 382, 57),
        ("amr amr_aggregate_warp_child", 386, 92),
        ("amr amr_aggregate_block", 355, 57),
        ("amr amr_aggregate_block_child", 360, 88),
        ("amr amr_aggregate_grid", 300, 45),
        ("amr amr_aggregate_grid_child", 304, 66),
        ("bfs bfs_flat", 169, 28),
        ("bfs bfs_cdp", 165, 35),
        ("bfs bfs_cdp_child", 31, 9),
        ("bfs bfs_dtbl", 159, 33),
        ("bfs bfs_dtbl_child", 31, 9),
        ("bfs bfs_aggregate_warp", 219, 51),
        ("bfs bfs_aggregate_warp_child", 55, 17),
        ("bfs bfs_aggregate_block", 200, 44),
        ("bfs bfs_aggregate_block_child", 55, 17),
        ("bfs bfs_aggregate_grid", 138, 28),
        ("bfs bfs_aggregate_grid_child", 55, 17),
        ("clr clr_flat", 61, 24),
        ("clr clr_cdp", 110, 39),
        ("clr clr_cdp_child", 52, 10),
        ("clr clr_dtbl", 104, 37),
        ("clr clr_dtbl_child", 52, 10),
        ("clr clr_aggregate_warp", 172, 49),
        ("clr clr_aggregate_warp_child", 73, 26),
        ("clr clr_aggregate_block", 146, 49),
        ("clr clr_aggregate_block_child", 73, 26),
        ("clr clr_aggregate_grid", 85, 28),
        ("clr clr_aggregate_grid_child", 73, 26),
        ("sssp sssp_flat", 70, 23),
        ("sssp sssp_cdp", 125, 34),
        ("sssp sssp_cdp_child", 51, 9),
        ("sssp sssp_dtbl", 119, 32),
        ("sssp sssp_dtbl_child", 51, 9),
        ("sssp sssp_aggregate_warp", 180, 49),
        ("sssp sssp_aggregate_warp_child", 72, 18),
        ("sssp sssp_aggregate_block", 154, 47),
        ("sssp sssp_aggregate_block_child", 72, 18),
        ("sssp sssp_aggregate_grid", 93, 26),
        ("sssp sssp_aggregate_grid_child", 72, 18),
        ("join join_count", 115, 23),
        ("join join_offsets", 79, 36),
        ("join join_flat", 73, 24),
        ("join join_cdp", 126, 35),
        ("join join_cdp_child", 27, 11),
        ("join join_dtbl", 120, 33),
        ("join join_dtbl_child", 27, 11),
        ("join join_aggregate_warp", 188, 47),
        ("join join_aggregate_warp_child", 53, 24),
        ("join join_aggregate_block", 162, 45),
        ("join join_aggregate_block_child", 53, 24),
        ("join join_aggregate_grid", 101, 23),
        ("join join_aggregate_grid_child", 53, 24),
        ("bht bht_flat", 101, 24),
        ("bht bht_cdp", 141, 38),
        ("bht bht_cdp_child", 186, 42),
        ("bht bht_dtbl", 136, 34),
        ("bht bht_dtbl_child", 181, 38),
        ("bht bht_aggregate_warp", 206, 48),
        ("bht bht_aggregate_warp_child", 272, 66),
        ("bht bht_aggregate_block", 179, 47),
        ("bht bht_aggregate_block_child", 247, 64),
        ("bht bht_aggregate_grid", 125, 26),
        ("bht bht_aggregate_grid_child", 192, 37),
        ("mandel mandel_flat", 186, 51),
        ("mandel mandel_cdp", 220, 68),
        ("mandel mandel_cdp_child", 213, 67),
        ("mandel mandel_dtbl", 214, 64),
        ("mandel mandel_dtbl_child", 207, 63),
        ("mandel mandel_aggregate_warp", 284, 77),
        ("mandel mandel_aggregate_warp_child", 300, 82),
        ("mandel mandel_aggregate_block", 258, 75),
        ("mandel mandel_aggregate_block_child", 274, 79),
        ("mandel mandel_aggregate_grid", 197, 55),
        ("mandel mandel_aggregate_grid_child", 213, 55),
        ("matmul matmul", 61, 32),
        ("pre pre_flat", 47, 16),
        ("pre pre_cdp", 91, 30),
        ("pre pre_cdp_child", 29, 11),
        ("pre pre_dtbl", 86, 28),
        ("pre pre_dtbl_child", 29, 11),
        ("pre pre_aggregate_warp", 154, 41),
        ("pre pre_aggregate_warp_child", 57, 20),
        ("pre pre_aggregate_block", 128, 41),
        ("pre pre_aggregate_block_child", 57, 20),
        ("pre pre_aggregate_grid", 67, 18),
        ("pre pre_aggregate_grid_child", 57, 20),
        ("quicksort quicksort_flat", 201, 55),
        ("quicksort quicksort_cdp", 247, 72),
        ("quicksort quicksort_cdp_child", 245, 73),
        ("quicksort quicksort_dtbl", 241, 68),
        ("quicksort quicksort_dtbl_child", 239, 69),
        ("quicksort quicksort_aggregate_warp", 305, 83),
        ("quicksort quicksort_aggregate_warp_child", 323, 88),
        ("quicksort quicksort_aggregate_block", 285, 82),
        ("quicksort quicksort_aggregate_block_child", 303, 87),
        ("quicksort quicksort_aggregate_grid", 225, 62),
        ("quicksort quicksort_aggregate_grid_child", 243, 64),
        ("radixsort radixsort_flat", 218, 50),
        ("radixsort radixsort_cdp", 260, 69),
        ("radixsort radixsort_cdp_child", 258, 68),
        ("radixsort radixsort_dtbl", 254, 65),
        ("radixsort radixsort_dtbl_child", 252, 64),
        ("radixsort radixsort_aggregate_warp", 318, 80),
        ("radixsort radixsort_aggregate_warp_child", 334, 89),
        ("radixsort radixsort_aggregate_block", 298, 77),
        ("radixsort radixsort_aggregate_block_child", 314, 86),
        ("radixsort radixsort_aggregate_grid", 238, 57),
        ("radixsort radixsort_aggregate_grid_child", 254, 63),
        ("regx regx_flat", 283, 60),
        ("regx regx_cdp", 324, 74),
        ("regx regx_cdp_child", 315, 53),
        ("regx regx_dtbl", 318, 70),
        ("regx regx_dtbl_child", 309, 53),
        ("regx regx_aggregate_warp", 386, 86),
        ("regx regx_aggregate_warp_child", 402, 81),
        ("regx regx_aggregate_block", 361, 81),
        ("regx regx_aggregate_block_child", 377, 76),
        ("regx regx_aggregate_grid", 304, 62),
        ("regx regx_aggregate_grid_child", 321, 56),
        ("spmm spmm_flat", 141, 30),
        ("spmm spmm_cdp", 187, 41),
        ("spmm spmm_cdp_child", 60, 13),
        ("spmm spmm_dtbl", 181, 39),
        ("spmm spmm_dtbl_child", 60, 13),
        ("spmm spmm_aggregate_warp", 250, 53),
        ("spmm spmm_aggregate_warp_child", 80, 32),
        ("spmm spmm_aggregate_block", 224, 51),
        ("spmm spmm_aggregate_block_child", 80, 32),
        ("spmm spmm_aggregate_grid", 164, 32),
        ("spmm spmm_aggregate_grid_child", 80, 32),
        ("spmm spmm_barrier", 50, 13),
        ("sa sa_flat", 477, 63),
        ("sa sa_cdp", 521, 65),
        ("sa sa_cdp_child", 295, 47),
        ("sa sa_dtbl", 515, 65),
        ("sa sa_dtbl_child", 295, 47),
        ("sa sa_aggregate_warp", 583, 67),
        ("sa sa_aggregate_warp_child", 315, 58),
        ("sa sa_aggregate_block", 557, 67),
        ("sa sa_aggregate_block_child", 315, 58),
        ("sa sa_aggregate_grid", 502, 63),
        ("sa sa_aggregate_grid_child", 315, 58),
        ("sa sa_barrier", 77, 26),
        ("dtw dtw_wave", 166, 38),
        ("dtw dtw_parent", 42, 37),
        ("dtw dtw_graph", 161, 36),
        ("dtw dtw_deplink", 22, 13),
        ("heat2d heat2d_wave", 190, 43),
        ("heat2d heat2d_parent", 41, 37),
        ("heat2d heat2d_graph", 186, 41),
        ("heat2d heat2d_deplink", 22, 13),
        ("hist hist_wave", 174, 49),
        ("hist hist_parent", 41, 37),
        ("hist hist_graph", 169, 49),
        ("hist hist_deplink", 22, 13),
        ("int_img int_img_wave", 94, 32),
        ("int_img int_img_parent", 41, 37),
        ("int_img int_img_graph", 88, 32),
        ("int_img int_img_deplink", 22, 13),
        ("sor sor_wave", 186, 41),
        ("sor sor_parent", 42, 37),
        ("sor sor_graph", 182, 41),
        ("sor sor_deplink", 22, 13),
        ("sw sw_wave", 165, 36),
        ("sw sw_parent", 42, 37),
        ("sw sw_graph", 160, 36),
        ("sw sw_deplink", 22, 13),
        ("vector_add vector_add", 19, 9),
        ("mm mm", 138, 25),
        ("bp bp_forward", 66, 24),
        ("bp bp_adjust", 45, 19),
        ("dct dct_forward", 130, 32),
        ("dct dct_inverse", 103, 20),
        ("hs hs", 130, 38),
        ("fws fws", 30, 12),
        ("cp cp", 82, 23),
        ("convtex convtex_rows", 191, 14),
        ("convtex convtex_columns", 190, 16),
        ("inlm inlm", 288, 52),
        ("lib lib_values", 120, 44),
        ("lib lib_slopes", 269, 77),
        ("bin bin", 74, 23),
        ("fw fw_shared", 53, 21),
        ("fw fw_global", 42, 14),
        ("fw fw_modulate", 22, 14),
        ("pt pt", 73, 25),
        ("sr1 sr1_extract", 14, 5),
        ("sr1 sr1_prepare", 19, 10),
        ("sr1 sr1_reduce", 44, 25),
        ("sr1 sr1_srad", 95, 32),
        ("sr1 sr1_srad2", 60, 27),
        ("sr1 sr1_compress", 14, 5),
        ("child child", 13, 7),
        ("child parent", 62, 20),
        ("child _Z6helperfi", 8, 6),
        ("child misc", 108, 25),
        ("lat lat", 81, 19),
        ("sample matmul matmul", 90, 25),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_register_freed_longest_ago_is_taken() {
    let mut file = File::default();
    let taken: Vec<usize> = [(0, 2), (0, 4), (2, 6), (5, 9), (6, 7)]
        .iter()
        .map(|&range| file.take(&[range], 1))
        .collect();
    assert_eq!(taken, [0, 1, 0, 1, 0]);
    assert_eq!(file.take(&[(10, 12)], 1), 0, "free since 7, the other since 9");
}

#[test]
fn a_value_fits_into_the_hole_of_another() {
    let mut file = File::default();
    assert_eq!(file.take(&[(0, 3), (10, 12)], 1), 0);
    assert_eq!(file.take(&[(3, 10)], 1), 0);
    assert_eq!(file.take(&[(4, 11)], 1), 1);
}

#[test]
fn wide_values_take_aligned_pairs() {
    let mut file = File::default();
    assert_eq!(file.take(&[(0, 9)], 1), 0);
    assert_eq!(file.take(&[(1, 9)], 2), 2);
    assert_eq!(file.take(&[(2, 9)], 1), 1, "the free one between");
    assert_eq!(file.registers.len(), 4);
}

#[test]
fn lanes_that_a_guard_leaves_out_keep_the_value_from_before() {
    let text = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
        .reg .pred %p<2>;\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n\
        ld.param.u64 %rd1, [out];\nmov.u32 %r1, 5;\nmov.u32 %r2, %tid.x;\nsetp.eq.u32 %p1, %r2, 0;\n\
        @%p1 mov.u32 %r1, 7;\nst.global.u32 [%rd1], %r1;\nret;\n}\n";
    let function = &Program::parse_unshared("k.ptx", text).unwrap().functions[0];
    let writes = |index: usize| function.instrs[index].writes()[0];
    let (first, guarded) = (1, 4);
    assert!(function.instrs[guarded].guard.is_some() && writes(first) == writes(guarded));
    // From the first write to the store, without a gap before the guarded one.
    let found = &ranges(function, 0)[usize::from(writes(first))];
    assert_eq!(*found, [(2 * first as u32 + 1, 2 * (guarded as u32 + 1) + 1)]);
}
