//! Atomics: every operation, type and space compared with the definition, and the order of lanes.

use super::{refusal, run, run_module};

/// Runs `atom` twice by one thread on a cell that holds `start`. Returns the two old values and the last one.
/// `space` is a state space, or one whose generic address is used.
fn twice(space: &str, op: &str, ty: &str, start: u64, operands: [u64; 2]) -> [u64; 3] {
    let bits: u32 = ty[1..].parse().expect("a width");
    let register = match bits {
        16 => "%h",
        32 => "%r",
        _ => "%rd",
    };
    let (dot_space, cell) = match space {
        "global" => (".global", "%rd0"),
        "shared" => (".shared", "cell"),
        "generic global" => ("", "%rd0"),
        _ => ("", "%rd4"),
    };
    let generic = if space.ends_with("global") { "%rd0" } else { "%rd4" };
    let [b, c] = operands;
    let values = if op == "cas" { format!("{b}, {c}") } else { b.to_string() };
    let body = format!(
        "mov.u64 %rd1, {start}; cvta.shared.u64 %rd4, cell; st.b64 [{generic}], %rd1;\n\
         atom{dot_space}.{op}.{ty} {register}5, [{cell}], {values};\n\
         atom{dot_space}.{op}.{ty} {register}6, [{cell}], {values};\n\
         ld.b{bits} {register}7, [{generic}];\n\
         st.b{bits} [%rd0+8], {register}5; st.b{bits} [%rd0+16], {register}6; st.b{bits} [%rd0+24], {register}7;"
    );
    let found = run_module(".shared .b64 cell;", &body, 1, &[0; 8])
        .unwrap_or_else(|what| panic!("{what}\n{body}"));
    [2, 4, 6].map(|at| u64::from(found[at]) | u64::from(found[at + 1]) << 32)
}

fn low(value: u64, bits: u32) -> u64 {
    if bits == 64 {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}

fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

/// Returns the defined result of an operation on `bits`-bit integers.
fn defined(op: &str, is_signed: bool, bits: u32, old: u64, b: u64, c: u64) -> u64 {
    let less = if is_signed { signed(old, bits) < signed(b, bits) } else { old < b };
    let new = match op {
        "and" => old & b,
        "or" => old | b,
        "xor" => old ^ b,
        "exch" => b,
        "cas" => [old, c][usize::from(old == b)],
        "add" => old.wrapping_add(b),
        "inc" => [old.wrapping_add(1), 0][usize::from(old >= b)],
        "dec" => [old.wrapping_sub(1), b][usize::from(old == 0 || old > b)],
        "min" => [b, old][usize::from(less)],
        "max" => [old, b][usize::from(less)],
        _ => panic!("unknown operation {op}"),
    };
    low(new, bits)
}

const TYPES: &[(&str, &[&str])] = &[
    ("and", &["b32", "b64"]),
    ("or", &["b32", "b64"]),
    ("xor", &["b32", "b64"]),
    ("exch", &["b32", "b64"]),
    ("cas", &["b16", "b32", "b64"]),
    ("add", &["u32", "s32", "u64", "s64"]),
    ("inc", &["u32"]),
    ("dec", &["u32"]),
    ("min", &["u32", "s32", "u64", "s64"]),
    ("max", &["u32", "s32", "u64", "s64"]),
];

#[test]
fn every_integer_atomic_does_what_it_is_defined_to_in_every_space() {
    let cases = [
        (5, 7, 9),
        (7, 7, 1),
        (0, 3, 3),
        (u64::MAX, 1, 0),
        (0x8000_0000_8000_8000, 0x7fff_ffff_7fff_7fff, 0x1234_5678_9abc_def0),
    ];
    for &(op, types) in TYPES {
        for ty in types {
            let bits: u32 = ty[1..].parse().unwrap();
            for (start, b, c) in
                cases.map(|(start, b, c)| (low(start, bits), low(b, bits), low(c, bits)))
            {
                let first = defined(op, ty.starts_with('s'), bits, start, b, c);
                let second = defined(op, ty.starts_with('s'), bits, first, b, c);
                for space in ["global", "shared", "generic global", "generic shared"] {
                    let found = twice(space, op, ty, start, [b, c]);
                    assert_eq!(
                        found,
                        [start, first, second],
                        "{space} {op}.{ty} {start:#x} {b:#x} {c:#x}"
                    );
                }
            }
        }
    }
}

/// Returns the bits that `red.add` of a float leaves in `space`.
fn float_sum(space: &str, ty: &str, a: u64, b: u64) -> u64 {
    let register = if ty == "f32" { "%f" } else { "%fd" };
    let digits = |bits: u64| match ty {
        "f32" => format!("0f{bits:08X}"),
        _ => format!("0d{bits:016X}"),
    };
    let address = if space == "shared" { "cell" } else { "%rd0" };
    let body = format!(
        "mov.{ty} {register}1, {}; st.{space}.{ty} [{address}], {register}1;\n\
         red.{space}.add.{ty} [{address}], {};\n\
         ld.{space}.{ty} {register}2, [{address}]; st.global.{ty} [%rd0], {register}2;",
        digits(a),
        digits(b)
    );
    let found = run_module(".shared .b64 cell;", &body, 1, &[0; 2]).expect(&body);
    low(u64::from(found[0]) | u64::from(found[1]) << 32, if ty == "f32" { 32 } else { 64 })
}

#[test]
fn floating_point_sums_are_rounded_to_nearest_even() {
    for (a, b) in
        [(1.0_f32, f32::EPSILON / 2.0), (1.0 + f32::EPSILON, f32::EPSILON / 2.0), (3.5, -1.25)]
    {
        let expected = u64::from((a + b).to_bits());
        for space in ["global", "shared"] {
            assert_eq!(float_sum(space, "f32", a.to_bits().into(), b.to_bits().into()), expected);
        }
        let (a, b) = (f64::from(a), f64::from(b) * 1e-9);
        for space in ["global", "shared"] {
            assert_eq!(float_sum(space, "f64", a.to_bits(), b.to_bits()), (a + b).to_bits());
        }
    }
}

#[test]
fn single_precision_sums_flush_subnormals_in_device_memory_and_keep_them_in_shared_memory() {
    let (tiny, smallest) = (1_u64, 0x0080_0000_u64);
    assert_eq!(float_sum("shared", "f32", tiny, tiny), 2);
    assert_eq!(float_sum("global", "f32", tiny, tiny), 0);
    // Operands keep their sign as zeros, and so does a result that is too small.
    assert_eq!(float_sum("global", "f32", 0x8000_0001, 0x8000_0001), 0x8000_0000);
    let negative = 0x8080_0001;
    assert_eq!(float_sum("global", "f32", smallest, negative), 0x8000_0000);
    assert_eq!(float_sum("shared", "f32", smallest, negative), 0x8000_0001);
    // Double precision never flushes.
    assert_eq!(float_sum("global", "f64", 1, 1), 2);
}

#[test]
fn sums_that_are_not_a_number_have_the_same_bits_everywhere() {
    let (infinity, minus) = (0x7f80_0000, 0xff80_0000);
    assert_eq!(float_sum("global", "f32", infinity, minus), 0x7fff_ffff);
    assert_eq!(float_sum("shared", "f32", 0x7f80_0001, 0), 0x7fff_ffff);
    let (infinity, minus) = (0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000);
    assert_eq!(float_sum("global", "f64", infinity, minus), 0xfff8_0000_0000_0000);
    assert_eq!(float_sum("global", "f64", 0x7ff0_0000_0000_0005, 0), 0x7ff8_0000_0000_0005);
}

/// Returns the bits that `atom.add.noftz` of half-precision numbers leaves in `space`.
fn half_sum(space: &str, ty: &str, a: u32, b: u32) -> u32 {
    let (bits, register) = if ty.ends_with("x2") { (32, "%r") } else { (16, "%h") };
    let address = if space == "shared" { "cell" } else { "%rd0" };
    let body = format!(
        "mov.b{bits} {register}1, {a}; mov.b{bits} {register}3, {b}; st.{space}.b{bits} [{address}], {register}1;\n\
         atom.{space}.add.noftz.{ty} {register}2, [{address}], {register}3;\n\
         ld.{space}.b{bits} {register}3, [{address}]; st.global.b{bits} [%rd0], {register}3;\n\
         st.global.b{bits} [%rd0+4], {register}2;"
    );
    let found = run_module(".shared .b64 cell;", &body, 1, &[0; 2]).expect(&body);
    assert_eq!(found[1], a, "the old value of {ty}");
    found[0]
}

#[test]
fn half_precision_sums_are_rounded_once_and_never_flushed_in_any_space() {
    for space in ["global", "shared"] {
        // 1 + 2^-11 is a tie, and goes to even. The next float above 1 plus it goes up.
        assert_eq!(half_sum(space, "f16", 0x3c00, 0x1000), 0x3c00);
        assert_eq!(half_sum(space, "f16", 0x3c01, 0x1000), 0x3c02);
        assert_eq!(half_sum(space, "f16", 0x0001, 0x0002), 0x0003);
        assert_eq!(half_sum(space, "f16", 0x7bff, 0x7bff), 0x7c00);
        assert_eq!(half_sum(space, "f16", 0x7c00, 0xfc00), 0x7fff);
        assert_eq!(half_sum(space, "bf16", 0x3f80, 0x4000), 0x4040);
        assert_eq!(half_sum(space, "bf16", 0x0001, 0x0001), 0x0002);
        assert_eq!(half_sum(space, "f16x2", 0x3c00_bc00, 0x3c00_3c00), 0x4000_0000);
        assert_eq!(half_sum(space, "bf16x2", 0x3f80_ffff, 0x4000_0000), 0x4040_7fff);
    }
}

#[test]
fn lanes_of_a_warp_apply_their_atomics_in_order() {
    let body = "shl.b32 %r1, %r0, 2; cvt.u64.u32 %rd1, %r1; add.s64 %rd1, %rd1, %rd0;\n\
        atom.global.exch.b32 %r2, [%rd0], %r0; st.global.u32 [%rd1+4], %r2;";
    let found = run(body, 32, &[99; 33]);
    let expected: Vec<u32> = [31, 99].into_iter().chain(0..31).collect();
    assert_eq!(found, expected);
}

#[test]
fn orders_scopes_and_cache_hints_change_no_value() {
    for words in [
        "atom.add.u32 %r1, [%rd0], 3;",
        "atom.relaxed.cta.global.add.u32 %r1, [%rd0], 3;",
        "atom.acquire.gpu.global.add.u32 %r1, [%rd0], 3;",
        "atom.global.acq_rel.sys.add.u32 _, [%rd0], 3;",
        "red.release.gpu.global.add.u32 [%rd0], 3;",
        "mov.u64 %rd2, 0; red.global.add.L2::cache_hint.u32 [%rd0], 3, %rd2;",
        "atom.global.sys.add.u32 %r1, [%rd0], 3;",
    ] {
        assert_eq!(run(words, 2, &[10]), [16], "{words}");
    }
}

#[test]
fn atomics_that_ptx_does_not_have_are_refused_with_what_it_has() {
    for (body, what) in [
        (
            "atom.global.add.b32 %r1, [%rd0], 1;",
            "`.add` exists for .u32, .s32, .u64, .s64, .f16, .f16x2, .bf16, .bf16x2, .f32, .f64",
        ),
        ("atom.global.and.u32 %r1, [%rd0], 1;", "`.and` exists for .b32, .b64 only"),
        ("atom.global.inc.s32 %r1, [%rd0], 1;", "`.inc` exists for .u32 only"),
        ("atom.global.min.f32 %f1, [%rd0], %f2;", "`.min` exists for .u32, .s32, .u64, .s64 only"),
        ("red.global.exch.b32 [%rd0], 1;", "expected an atomic operation"),
        (
            "red.acquire.gpu.global.add.u32 [%rd0], 1;",
            "the modifier `.acquire` is not supported here",
        ),
        ("atom.global.add.f16 %h1, [%rd0], %h2;", "needs `.noftz`"),
        ("red.global.cas.b16 [%rd0], 1, 2;", "expected an atomic operation"),
        ("atom.global.v2.add.f32 %f1, [%rd0], %f2;", "need sm_90"),
        ("atom.global.ca.add.u32 %r1, [%rd0], 1;", "the modifier `.ca` is not supported here"),
        ("atom.local.add.u32 %r1, [%rd0], 1;", "the modifier `.local` is not supported here"),
        ("atom.global.cas.b32 %r1, [%rd0], 1;", "wrong number of operands"),
        ("atom.global.add.u32 %r1, [%rd0], 1, 2;", "wrong number of operands"),
    ] {
        let message = refusal("", body);
        assert!(message.contains(what), "{body}: {message}");
    }
}
