//! Moves: vectors into and out of words, special registers, and constant expressions as operands.

use super::probe::{refused, run};

fn one(body: &str, result: &str, operand: &str, value: u64) -> u64 {
    run(body, result, &[operand], &[[value, 0, 0, 0]])[0]
}

#[test]
fn words_split_and_join_and_leave_out_what_is_not_wanted() {
    let value = 0x8877_6655_4433_2211;
    let body = ".reg .b32 %x, %y; mov.b64 {%x, %y}, %a; mov.b64 %d, {%y, %x};";
    assert_eq!(one(body, "b64", "b64", value), 0x4433_2211_8877_6655);
    let body = ".reg .b16 %x, %y; mov.b64 {_, %x, _, %y}, %a; mov.b32 %d, {%y, %x};";
    assert_eq!(one(body, "b32", "b64", value), 0x4433_8877);
    let body = ".reg .b8 %x, %y; mov.b32 {%x, _, _, %y}, %a; mov.b16 %d, {%y, %x};";
    assert_eq!(one(body, "b16", "b32", value & 0xFFFF_FFFF), 0x1144);
    let body = ".reg .f16 %x, %y; mov.b32 {%x, %y}, %a; mov.b32 %d, {%y, %x};";
    assert_eq!(one(body, "b32", "b32", 0x1234_5678), 0x5678_1234);
    assert_eq!(one("mov.b64 %d, {%a, 7};", "b64", "b32", 5), 7 << 32 | 5);
}

#[test]
fn a_vector_that_does_not_make_up_the_word_is_refused() {
    let error = refused(".reg .b16 %x; mov.b64 {%x, %x}, %a;", &["b64"]);
    assert!(error.contains("32 bits"), "{error}");
    refused(".reg .b32 %x; mov.b64 {%x, %x, %x}, %a;", &["b64"]);
}

#[test]
fn special_registers_are_as_wide_as_their_destination() {
    let lanes: Vec<[u64; 4]> = vec![[0; 4]; 32];
    let of = |name: &str| run(&format!("mov.u32 %d, {name};"), "b32", &["b32"], &lanes);
    assert_eq!(of("%laneid")[5], 5);
    assert_eq!(of("%lanemask_lt")[5], 0b1_1111);
    assert_eq!(of("%lanemask_le")[5], 0b11_1111);
    assert_eq!(of("%lanemask_eq")[5], 0b10_0000);
    assert_eq!(of("%lanemask_gt")[5], 0xFFFF_FFC0);
    assert_eq!(of("%lanemask_ge")[5], 0xFFFF_FFE0);
    for name in
        ["%envreg0", "%envreg31", "%clock_hi", "%globaltimer_hi", "%warpid", "%smid", "%ctaid.z"]
    {
        assert_eq!(of(name)[5], 0, "{name}");
    }
    for name in ["%nwarpid", "%nsmid", "%nctaid.x", "%ntid.y"] {
        assert_eq!(of(name)[5], 1, "{name}");
    }
    assert_eq!(of("%ntid.x")[5], 32);
    let clock = run(
        "mov.u64 %d, %clock64; .reg .b64 %x; mov.u64 %x, %globaltimer; sub.u64 %d, %x, %d;",
        "b64",
        &["b32"],
        &lanes,
    );
    assert_eq!(clock[0], 1);
    for name in ["%pm0", "%tid", "%laneid.x", "%envreg32", "%ctaid.w"] {
        refused(&format!("mov.u32 %a, {name};"), &["b32"]);
    }
}

#[test]
fn constant_expressions_follow_the_rules_of_c() {
    for (expression, value) in [
        ("-5", -5i64),
        ("~0", -1),
        ("!7", 0),
        ("0b101", 5),
        ("0B11U", 3),
        ("0x10U", 16),
        ("017", 15),
        ("1 << 3", 8),
        ("(4+5)*2", 18),
        ("2+3*4", 14),
        ("10-2-3", 5),
        ("7 / 2 + 7 % 4", 6),
        ("-7 / 2", -3),
        ("-8 >> 1", -4),
        ("0xFFFFFFFFFFFFFFFF >> 60", 15),
        ("1 < 2 ? 10 : 20", 10),
        ("0 ? 1 : 0 ? 2 : 3", 3),
        ("6 & 3 | 8 ^ 1", 11),
        ("1 && 0 || 1", 1),
        ("3 == 3 && 3 != 4", 1),
        ("-1 < 1", 1),
        ("-1 < 1U", 0),
        ("(.s64) 0xFFFFFFFFFFFFFFFF < 0", 1),
        ("(.u64) -1 > 0", 1),
        ("WARP_SZ * 2", 64),
        ("- - 3", 3),
    ] {
        assert_eq!(
            one(&format!("mov.u64 %d, {expression};"), "b64", "b32", 0),
            value as u64,
            "{expression}"
        );
        assert_eq!(
            one(&format!("add.s32 %d, %a, {expression};"), "b32", "b32", 1),
            (value + 1) as u64 & 0xFFFF_FFFF,
            "{expression}"
        );
    }
    let error = refused("mov.u32 %a, 1 / 0;", &["b32"]);
    assert!(error.contains("division by zero"), "{error}");
    refused(&format!("mov.u32 %a, {}1;", "(".repeat(10_000)), &["b32"]);
    refused(&format!("mov.u32 %a, {}1;", "- ".repeat(10_000)), &["b32"]);
}

#[test]
fn addresses_take_expressions_as_addends() {
    let body = ".local .b32 s[8]; st.local.b32 [s+4*3], %a; ld.local.b32 %d, [s + (8 + 4)];";
    assert_eq!(one(body, "b32", "b32", 77), 77);
    let body = ".shared .b32 s[8]; .reg .b32 %x, %y; mov.u32 %x, s+2*4; mov.u32 %y, s; sub.u32 %d, %x, %y;";
    assert_eq!(one(body, "b32", "b32", 0), 8);
}

#[test]
fn floating_point_constants_fit_themselves_to_the_operand() {
    assert_eq!(one("add.f32 %d, %a, 0f3F800000;", "f32", "f32", 0x3F80_0000), 0x4000_0000);
    assert_eq!(one("add.f32 %d, %a, -1.5;", "f32", "f32", 0x3FC0_0000), 0);
    assert_eq!(one("add.f32 %d, %a, 1e3;", "f32", "f32", 0), u64::from(1000f32.to_bits()));
    assert_eq!(one("add.f64 %d, %a, 0.1;", "f64", "f64", 0), 0.1f64.to_bits());
    assert_eq!(one("add.f64 %d, %a, -0d3FF0000000000000;", "f64", "f64", 0), (-1f64).to_bits());
    for body in ["add.f32 %a, %a, 1;", "add.s32 %a, %a, 1.5;", "add.s32 %a, %a, 0f3F800000;"] {
        refused(body, &["b32"]);
    }
}

#[test]
fn volatile_accesses_of_a_threads_own_memory_are_accesses() {
    let body = ".local .align 8 .b8 own[16]; st.volatile.local.v2.u32 [own], {%a, %b};\n\
        ld.volatile.local.u32 %d, [own+4];";
    assert_eq!(run(body, "b32", &["b32", "b32"], &[[3, 5, 0, 0]]), [5]);
}
