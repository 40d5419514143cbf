//! Variables and their initial contents.

use super::{refusal, run_module};

/// Returns the first `bytes` bytes of variable `v` of these declarations, as words.
fn contents(declarations: &str, bytes: usize) -> Vec<u32> {
    let copies: String = (0..bytes / 4)
        .map(|word| format!("ld.u32 %r1, [v+{0}]; st.global.u32 [%rd0+{0}], %r1;\n", 4 * word))
        .collect();
    run_module(declarations, &copies, 1, &vec![0; bytes / 4])
        .unwrap_or_else(|what| panic!("{what}\n{declarations}"))
}

#[test]
fn initializers_fill_rows_and_what_they_leave_out_is_zero() {
    for (declarations, expected) in [
        (".global .u32 v[4] = {1, 2};", vec![1, 2, 0, 0]),
        (".global .u32 v[2][3] = { {1, 2}, {3} };", vec![1, 2, 0, 3, 0, 0]),
        (".global .u32 v[2][3] = {1, 2, 3, 4};", vec![1, 2, 3, 4, 0, 0]),
        (".global .u32 v[2][2][2] = { { {1}, {2, 3} }, { {4} } };", vec![1, 0, 2, 3, 4, 0, 0, 0]),
        (".global .u32 v[] = {7, 8, 9};", vec![7, 8, 9]),
        (".global .u32 v[][2] = { {1, 2}, {3} };", vec![1, 2, 3, 0]),
        (".global .b8 v[4][2] = { {1}, {2, 3}, {}, {255, -1} };", vec![0x0302_0001, 0xffff_0000]),
        (".global .v4 .u32 v = {1, 2, 3, 4};", vec![1, 2, 3, 4]),
        (".const .v2 .u32 v[2] = { {1, 2}, {3, 4} };", vec![1, 2, 3, 4]),
        (".global .s16 v[2] = {-2, 0x7fff};", vec![0x7fff_fffe]),
        (".global .u64 v = 0x123456789ABCDEF0;", vec![0x9abc_def0, 0x1234_5678]),
        (
            ".global .align 16 .f32 v[3] = {0f3F800000, -0f3F800000, 0.5};",
            vec![0x3f80_0000, 0xbf80_0000, 0x3f00_0000],
        ),
        (".global .f32 v = 0d3FF0000000000000;", vec![0x3f80_0000]),
        (".global .f64 v[2] = {0d3FF0000000000000, -2.0};", vec![0, 0x3ff0_0000, 0, 0xc000_0000]),
        (".global .f64 v = 0f3F800000;", vec![0, 0x3ff0_0000]),
        (".visible .global .attribute(.managed) .align 4 .u32 v = 5;", vec![5]),
        (".weak .global .u32 v = {6};", vec![6]),
        (".common .global .u32 v;", vec![0]),
    ] {
        assert_eq!(contents(declarations, 4 * expected.len()), expected, "{declarations}");
    }
}

#[test]
fn initializers_hold_addresses_with_addends_and_single_bytes_of_them() {
    let declarations = ".global .align 8 .u32 t[4] = {10, 11, 12, 13};\n\
        .global .u64 p[4] = {t, t+4, generic(t)+8, generic(t+16)-4};\n\
        .const .u8 m[8] = {0xFF(t), 0xFF00(t), 0xFF0000(t), 0xFF000000(generic(t)+0), 0xFF00000000(t), 0, 0, 0};";
    let body = "ld.global.u64 %rd1, [p]; ld.global.u64 %rd2, [p+8]; ld.global.u64 %rd3, [p+16]; ld.global.u64 %rd4, [p+24];\n\
        ld.u32 %r1, [%rd1]; ld.u32 %r2, [%rd2]; ld.u32 %r3, [%rd3]; ld.u32 %r4, [%rd4];\n\
        st.global.v4.u32 [%rd0], {%r1, %r2, %r3, %r4};\n\
        ld.const.u64 %rd5, [m]; ld.u32 %r5, [%rd5+4]; st.global.u32 [%rd0+16], %r5;";
    let found = run_module(declarations, body, 1, &[0; 5]).expect("a run");
    assert_eq!(found, [10, 11, 12, 13, 11]);
}

#[test]
fn variables_inside_a_function_live_as_long_as_the_module_and_shadow_its_names() {
    let declarations = ".global .u32 x = 1;\n.func other()\n{ .global .u32 x = 20; .reg .b32 %a;\n\
        atom.global.add.u32 %a, [x], 1; ret; }";
    let body = "ld.global.u32 %r1, [x]; { .global .u32 x = 300; .const .u32 y[2] = {4, 5};\n\
        call other, (); call other, ();\n\
        ld.global.u32 %r2, [x]; ld.const.u32 %r3, [y+4]; red.global.add.u32 [x], 1; ld.global.u32 %r4, [x]; }\n\
        st.global.v4.u32 [%rd0], {%r1, %r2, %r3, %r4};";
    let found = run_module(declarations, body, 1, &[0; 4]).expect("a run");
    assert_eq!(found, [1, 300, 5, 301]);
}

#[test]
fn dynamic_shared_memory_is_declared_in_any_form_and_begins_at_one_address() {
    let declarations = ".shared .align 4 .b8 fixed[4];\n.extern .shared .align 16 .b8 a[];\n\
        .extern .shared .u32 b;\n.extern .shared .f32 c[4];";
    let body = "st.shared.u32 [a], 5; ld.shared.u32 %r1, [b]; ld.shared.b32 %r2, [c]; mov.u32 %r3, a; mov.u32 %r4, fixed;\n\
        sub.u32 %r5, %r3, %r4; st.global.u32 [%rd0], %r1; st.global.u32 [%rd0+4], %r2; st.global.u32 [%rd0+8], %r5;";
    assert_eq!(run_module(declarations, body, 1, &[0; 3]).expect("a run"), [5, 5, 16]);
}

#[test]
fn declarations_that_mean_nothing_are_refused() {
    for (declarations, what) in [
        (".global .u32 v[2] = {1, 2, 3};", "longer than its 2 elements"),
        (".global .u32 v[2][2] = { {1, 2, 3} };", "longer than its 2 elements"),
        (".global .u32 v[4] = { {1}, {2} };", "does not have that many dimensions"),
        (".global .u32 v[2][2] = { 1, {2} };", "must follow whole rows"),
        (".global .u32 v[2] = 1;", "a list in braces"),
        (".global .u8 v = 256;", "does not fit an element of v, of integer 8 bits"),
        (".global .s16 v = -32769;", "does not fit"),
        (".global .f32 v = 1;", "does not fit an element of v, of floating-point 32 bits"),
        (".global .u32 v = 1.5;", "does not fit"),
        (".global .u32 v = missing;", "expected the name of a global variable or function"),
        (".global .u32 g; .global .u32 v = g;", "in a 64-bit element"),
        (".global .u32 g; .global .u8 v = 0xF0(g);", "a byte of an address is"),
        (".global .u32 g; .global .u64 v = 0xFF(g);", "in an 8-bit element"),
        (".const .b8 v[65537];", "at most 65536"),
        (".const .b8 v[65536]; .const .b8 w;", "at most 65536"),
        (".extern .global .u32 v;", "an external variable cannot be resolved"),
        (".local .u32 v;", "only `.global`, `.const` and `.shared` variables"),
        (".global .b8 v[4294967296];", "too large"),
        (".global .b128 v;", "128-bit elements are not supported"),
        (".global .texref v;", "textures and surfaces are not supported"),
        (".global .surfref v;", "textures and surfaces are not supported"),
        (".global .samplerref v;", "textures and surfaces are not supported"),
        (".global .attribute(.unified(1, 2)) .u32 v;", "only `.managed` is supported"),
        (".global .align 3 .u32 v;", "power of two"),
    ] {
        let message = refusal(declarations, "");
        assert!(message.contains(what), "{declarations} {message}");
    }
}

#[test]
fn a_module_of_32_bit_addresses_is_refused() {
    let text = ".version 8.0\n.target sm_80\n.address_size 32\n";
    let error = heddle_sim::ptx::Program::parse("k.ptx", text).unwrap_err();
    assert!(error.to_string().contains("only 64-bit addresses are supported"), "{error}");
}
