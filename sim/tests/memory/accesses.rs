//! Loads and stores of every width and space, vectors, hints and copies.

use super::{run, run_module};

#[test]
fn every_width_is_loaded_with_its_sign_and_stored_without_touching_its_neighbours() {
    let word = 0x8899_aabb;
    for (ty, loaded) in [
        ("u8", 0xbb),
        ("s8", 0xffff_ffbb_u32),
        ("b8", 0xbb),
        ("u16", 0xaabb),
        ("s16", 0xffff_aabb),
        ("b16", 0xaabb),
        ("u32", word),
        ("s32", word),
        ("b32", word),
        ("f32", word),
    ] {
        let register = if ty == "f32" { "%f1" } else { "%r1" };
        let body =
            format!("ld.global.{ty} {register}, [%rd0]; st.global.b32 [%rd0+4], {register};");
        assert_eq!(run(&body, 1, &[word, 0]), [word, loaded], "{ty}");
    }
    let body = "mov.u32 %r1, 0x11223344; st.global.u8 [%rd0+1], %r1; st.global.u16 [%rd0+6], %r1;";
    assert_eq!(run(body, 1, &[u32::MAX; 2]), [0xffff_44ff, 0x3344_ffff]);
    let body = "ld.global.s32 %rd1, [%rd0]; st.global.u64 [%rd0+8], %rd1;";
    assert_eq!(run(body, 1, &[word, 0, 0, 0]), [word, 0, word, u32::MAX]);
    let body = "ld.global.f64 %fd1, [%rd0]; st.global.f64 [%rd0+8], %fd1;";
    assert_eq!(run(body, 1, &[1, 2, 0, 0]), [1, 2, 1, 2]);
}

#[test]
fn vectors_move_their_elements_in_order_and_a_sink_drops_one() {
    let values: Vec<u32> = (1..=8).collect();
    let body =
        "ld.global.v4.u32 {%r1, _, %r3, %r4}, [%rd0]; st.global.v2.u32 [%rd0+16], {%r4, %r3};";
    assert_eq!(run(body, 1, &values), [1, 2, 3, 4, 4, 3, 7, 8]);
    let body = "ld.global.v2.u64 {%rd1, %rd2}, [%rd0]; st.global.v2.b64 [%rd0+16], {%rd2, %rd1};";
    assert_eq!(run(body, 1, &values), [1, 2, 3, 4, 3, 4, 1, 2]);
    let body = "ld.global.v4.u8 {%r1, %r2, %r3, %r4}, [%rd0]; st.global.v4.u8 [%rd0+4], {%r4, %r3, %r2, %r1};";
    assert_eq!(run(body, 1, &[0x4433_2211, 0]), [0x4433_2211, 0x1122_3344]);
    let body = "ld.global.v2.b16 {%h1, %h2}, [%rd0]; st.global.v2.b16 [%rd0], {%h2, %h1};";
    assert_eq!(run(body, 1, &[0x2222_1111]), [0x1111_2222]);
}

#[test]
fn every_space_holds_its_own_value_and_is_reached_by_generic_addresses_too() {
    let declarations = ".global .u32 g = 1; .const .u32 c = 2; .shared .u32 s;";
    let body = ".local .u32 l;\n\
        mov.u32 %r3, 3; mov.u32 %r4, 4; st.shared.u32 [s], %r3; st.local.u32 [l], %r4;\n\
        cvta.global.u64 %rd1, g; cvta.const.u64 %rd2, c; cvta.shared.u64 %rd3, s; cvta.local.u64 %rd4, l;\n\
        ld.u32 %r1, [%rd1]; ld.u32 %r2, [%rd2]; ld.u32 %r3, [%rd3]; ld.u32 %r4, [%rd4];\n\
        st.global.v4.u32 [%rd0], {%r1, %r2, %r3, %r4};\n\
        st.u32 [%rd1], 5; st.u32 [%rd3], 7; st.u32 [%rd4], 8;\n\
        cvta.to.shared.u64 %rd3, %rd3; cvt.u32.u64 %r9, %rd3; cvta.to.local.u64 %rd4, %rd4;\n\
        ld.global.u32 %r1, [g]; ld.const.u32 %r2, [c]; ld.shared::cta.u32 %r3, [%r9]; ld.local.u32 %r4, [%rd4];\n\
        st.global.v4.u32 [%rd0+16], {%r1, %r2, %r3, %r4};";
    let found = run_module(declarations, body, 1, &[0; 8]).expect("a run");
    assert_eq!(found, [1, 2, 3, 4, 5, 2, 7, 8]);
}

#[test]
fn shared_memory_is_reached_by_32_bit_addresses_with_offsets_of_both_signs() {
    // Naming `pad` reserves its four bytes in front of `s`.
    let body = "st.shared.u32 [pad], 0; mov.u32 %r1, s; add.u32 %r2, %r1, 8; st.shared.u32 [%r2+-4], 11; st.shared.u32 [s+8], 12;\n\
        ld.shared.v2.u32 {%r3, %r4}, [%r1+4]; st.global.v2.u32 [%rd0], {%r3, %r4};";
    let found = run_module(".shared .align 4 .b8 pad[4]; .shared .b8 s[16];", body, 1, &[0; 2]);
    assert_eq!(found.expect("a run"), [11, 12]);
}

#[test]
fn a_32_bit_address_below_zero_and_an_offset_find_shared_memory() {
    let body = "mov.u32 %r1, -8; st.shared.u32 [%r1+8], 5; ld.shared.u32 %r2, [s]; st.global.u32 [%rd0], %r2;";
    assert_eq!(run_module(".shared .u32 s;", body, 1, &[0]).expect("a run"), [5]);
}

#[test]
fn a_kernels_parameters_are_reached_by_name_by_offset_and_by_generic_address() {
    let body = "ld.param::entry.u32 %r1, [buf+4]; mov.b64 %rd1, buf; ld.param.u64 %rd2, [%rd1];\n\
        cvta.param.u64 %rd3, %rd1; ld.u64 %rd4, [%rd3]; cvta.to.param.u64 %rd5, %rd3;\n\
        sub.u64 %rd6, %rd2, %rd0; sub.u64 %rd7, %rd4, %rd0; sub.u64 %rd8, %rd5, %rd1;\n\
        st.global.u32 [%rd0], %r1; st.global.u64 [%rd0+8], %rd6; st.global.u64 [%rd0+16], %rd7;\n\
        st.global.u64 [%rd0+24], %rd8;";
    assert_eq!(run(body, 1, &[9; 8]), [0, 9, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn a_device_function_reaches_its_argument_through_a_register() {
    let declarations = ".func (.param .b32 out) pick(.param .align 8 .b8 all[12], .param .b32 which)\n{\n\
        .reg .b64 %a<4>; .reg .b32 %b<4>;\n\
        mov.b64 %a0, all; ld.param.u32 %b0, [which]; mul.wide.u32 %a1, %b0, 4; add.s64 %a2, %a0, %a1;\n\
        ld.param.u32 %b1, [%a2]; st.param.b32 [out], %b1; ret;\n}";
    let body = "{ .param .align 8 .b8 x[12]; .param .b32 w; .param .b32 r;\n\
        st.param.b32 [x], 5; st.param.b32 [x+4], 6; st.param.b32 [x+8], 7; st.param.b32 [w], %r0;\n\
        call (r), pick, (x, w); ld.param::func.b32 %r1, [r]; }\n\
        mul.wide.u32 %rd1, %r0, 4; add.s64 %rd1, %rd0, %rd1; st.global.u32 [%rd1], %r1;";
    assert_eq!(run_module(declarations, body, 3, &[0; 3]).expect("a run"), [5, 6, 7]);
}

#[test]
fn hints_orders_and_cache_operators_change_no_value() {
    for load in [
        "ld.global.ca.u32",
        "ld.global.cg.u32",
        "ld.global.cs.u32",
        "ld.global.lu.u32",
        "ld.global.cv.u32",
        "ld.weak.u32",
        "ld.global.nc.u32",
        "ld.global.cg.nc.u32",
        "ld.volatile.u32",
        "ld.volatile.global.u32",
        "ldu.global.u32",
        "ldu.u32",
        "ld.relaxed.gpu.global.u32",
        "ld.acquire.sys.u32",
        "ld.relaxed.cta.u32",
        "ld.mmio.relaxed.sys.global.u32",
        "ld.global.L1::evict_last.u32",
        "ld.global.L1::no_allocate.L2::128B.u32",
        "ld.global.nc.L1::no_allocate.u32",
        "ld.global.L2::64B.u32",
    ] {
        for store in [
            "st.global.wb.u32",
            "st.global.cg.u32",
            "st.global.cs.u32",
            "st.global.wt.u32",
            "st.volatile.u32",
            "st.weak.u32",
            "st.release.gpu.global.u32",
            "st.relaxed.sys.u32",
            "st.mmio.relaxed.sys.u32",
            "st.global.L1::evict_first.u32",
        ] {
            let body = format!("{load} %r1, [%rd0]; {store} [%rd0+4], %r1;");
            assert_eq!(run(&body, 1, &[7, 0]), [7, 7], "{body}");
        }
    }
    let body = "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd1, 1.0;\n\
        createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %rd2, [%rd0], 0x100000, 0x200000;\n\
        ld.global.L2::cache_hint.v2.u32 {%r1, %r2}, [%rd0], %rd1; st.global.L2::cache_hint.u32 [%rd0+4], %r1, %rd2;\n\
        ld.global.u32 %r3, [%rd0].unified;";
    assert_eq!(run(body, 1, &[7, 0]), [7, 7]);
    let hints = "prefetch.global.L1 [%rd0]; prefetch.local.L2 [0]; prefetch.L2 [%rd0+128]; prefetchu.L1 [%rd0];\n\
        prefetch.global.L2::evict_last [%rd0]; discard.global.L2 [%rd0], 128;\n\
        applypriority.global.L2::evict_normal [%rd0], 128;\n\
        membar.cta; membar.gl; membar.sys; fence.sc.gpu; fence.acq_rel.sys; fence.cta; fence.proxy.alias;\n\
        fence.proxy.async; fence.proxy.async.shared::cta;";
    assert_eq!(run(hints, 1, &[7]), [7]);
}

#[test]
fn asynchronous_copies_fill_shared_memory_and_zero_what_they_do_not_read() {
    let body = "shl.b32 %r1, %r0, 4; cvt.u64.u32 %rd1, %r1; add.s64 %rd1, %rd0, %rd1; mov.u32 %r2, s; add.u32 %r2, %r2, %r1;\n\
        mov.u64 %rd9, -1; st.shared.v2.b64 [%r2], {%rd9, %rd9};\n";
    let back = "\ncp.async.commit_group; cp.async.wait_group 0; cp.async.wait_all;\n\
        ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r2]; st.global.v4.u32 [%rd1], {%r4, %r5, %r6, %r7};";
    let values: Vec<u32> = (1..=8).collect();
    let ones = u32::MAX;
    for (copy, expected) in [
        ("cp.async.cg.shared.global [%r2], [%rd1], 16;", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("cp.async.ca.shared.global [%r2+8], [%rd1+4], 4;", [ones, ones, 2, ones, ones, ones, 6, ones]),
        ("cp.async.ca.shared::cta.global.L2::128B [%r2], [%rd1+8], 8;", [3, 4, ones, ones, 7, 8, ones, ones]),
        ("cp.async.ca.shared.global [%r2], [%rd1], 16, 6;", [1, 2, 0, 0, 5, 6, 0, 0]),
        ("mul.lo.u32 %r9, %r0, 16; cp.async.cg.shared.global.L2::cache_hint [%r2], [%rd1], 16, %r9, %rd9;", [0, 0, 0, 0, 5, 6, 7, 8]),
    ] {
        let found = run_module(".shared .align 16 .b8 s[32];", &format!("{body}{copy}{back}"), 2, &values);
        assert_eq!(found.expect(copy), expected, "{copy}");
    }
}
