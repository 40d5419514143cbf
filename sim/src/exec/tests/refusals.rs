//! Checks that arithmetic that does not exist is refused, and that the wrong word is named.

use super::probe::refused;

#[test]
fn a_modifier_the_form_does_not_have_is_named() {
    for (instruction, word) in [
        ("add.ftz.s32 %a, %a, %a;", "`.ftz`"),
        ("add.sat.u32 %a, %a, %a;", "`.sat`"),
        ("add.rn.s32 %a, %a, %a;", "`.rn`"),
        ("add.wide.s32 %a, %a, %a;", "`.wide`"),
        ("and.ftz.b32 %a, %a, %a;", "`.ftz`"),
        ("sin.rn.f32 %a, %a;", "`.rn`"),
        ("fma.rn.approx.f32 %a, %a, %a, %a;", "`.approx`"),
        ("min.relu.f32 %a, %a, %a;", "`.relu`"),
        ("popc.wrap.b32 %a, %a;", "`.wrap`"),
        ("add.rn.rz.f32 %a, %a, %a;", "`.rz`"),
        ("setp.equ.s32 %p, %a, %a;", "`.equ`"),
        ("setp.lo.f32 %p, %a, %a;", "`.lo`"),
        ("setp.lt.b32 %p, %a, %a;", "`.lt`"),
        ("set.ftz.lt.u32.s32 %a, %a, %a;", "`.ftz`"),
        ("lop3.xor.b32 %a|%p, %a, %a, %a, 3, %p;", "`.xor`"),
        ("shl.wrap.b32 %a, %a, %a;", "`.wrap`"),
    ] {
        let error = refused(instruction, &["b32"]);
        assert!(error.contains(word), "{instruction}: {error}");
    }
}

#[test]
fn a_modifier_the_form_needs_is_asked_for() {
    for (instruction, needed) in [
        ("fma.f32 %a, %a, %a, %a;", "rn rz rm rp"),
        ("div.f32 %a, %a, %a;", "approx full rn"),
        ("mul.s32 %a, %a, %a;", "lo hi wide"),
        ("sqrt.f32 %a, %a;", "approx rn"),
        ("sin.f32 %a, %a;", "approx"),
        ("shf.l.b32 %a, %a, %a, %a;", "clamp wrap"),
        ("shf.wrap.b32 %a, %a, %a, %a;", "`.l` or `.r`"),
        ("setp.s32 %p, %a, %a;", "eq ne lt"),
        ("cvt.s32.f32 %a, %a;", ".rzi"),
        ("cvt.f32.s32 %a, %a;", ".rn"),
    ] {
        let error = refused(instruction, &["b32"]);
        assert!(error.contains(needed), "{instruction}: {error}");
    }
}

#[test]
fn a_type_the_instruction_does_not_exist_for_is_refused() {
    for instruction in [
        "add.b32 %a, %a, %a;",
        "and.u32 %a, %a, %a;",
        "abs.u32 %a, %a;",
        "shl.u32 %a, %a, 1;",
        "popc.u32 %a, %a;",
        "bfe.b32 %a, %a, 1, 1;",
        "sin.approx.f64 %a, %a;",
        "fma.rn.s32 %a, %a, %a, %a;",
        "min.pred %p, %p, %p;",
        "add.f8 %a, %a, %a;",
        "cvt.rn.tf32.f32 %a, %a;",
        "cvt.b32.s32 %a, %a;",
        "cvt.rn.f32.f32 %a, %a;",
        "cvt.rni.f64.f32 %a, %a;",
        "cvt.sat.s64.s32 %a, %a;",
        "cvt.ftz.s32.s16 %a, %a;",
        "cvt.pack.u16.s32 %a, %a, %a;",
        "rcp.approx.f64 %a, %a;",
        "slct.f32.f64 %a, %a, %a, %a;",
        "slct.ftz.f32.s32 %a, %a, %a, %a;",
        "set.lt.s64.s32 %a, %a, %a;",
        "add.s32.s32 %a, %a, %a;",
        "dp4a.u32 %a, %a, %a, %a;",
        "mad.wide.cc.u32 %a, %a, %a, %a;",
        "add.f32x2 %a, %a, %a;",
    ] {
        refused(instruction, &["b32"]);
    }
}

#[test]
fn a_register_of_another_width_is_refused_unless_a_conversion_reads_it() {
    for instruction in [
        ".reg .b64 %x; add.s32 %a, %x, %a;",
        ".reg .b64 %x; add.s32 %x, %a, %a;",
        ".reg .b16 %x; add.s32 %a, %x, %a;",
        ".reg .b16 %x; cvt.u64.u32 %a, %x;",
        "mul.wide.s32 %a, %a, %a;",
        "setp.eq.s32 %a, %a, %a;",
        "add.s32 %a, %p, %a;",
        ".reg .b32 %x; popc.b64 %a, %x;",
    ] {
        let error = refused(instruction, &["b32"]);
        assert!(error.contains("expected"), "{instruction}: {error}");
    }
}

#[test]
fn too_few_and_too_many_operands_are_counted() {
    for instruction in [
        "add.s32 %a, %a;",
        "add.s32 %a, %a, %a, %a;",
        "neg.s32 %a, %a, %a;",
        "lop3.b32 %a, %a, %a, 3;",
        "lop3.b32 %a, %a, %a, %a, %a;",
        "lop3.and.b32 %a|%p, %a, %a, %a, 3;",
        "cvt.pack.sat.u8.s32.b32 %a, %a, %a;",
    ] {
        refused(instruction, &["b32"]);
    }
}
