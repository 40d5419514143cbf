//! The texts that the front end refuses, and its errors.

use super::{Op, Program};

fn kernel(body: &str) -> String {
    format!(".version 7.8\n.target sm_35\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %r<4>;\n{body}\n}}\n")
}

#[test]
fn an_unknown_instruction_is_named_with_its_line() {
    let error = Program::parse("k.ptx", &kernel("frobnicate.s32 %r1, %r2;")).unwrap_err();
    assert_eq!((error.line, error.text.as_str()), (7, "frobnicate.s32"));
    assert!(error.to_string().starts_with("k.ptx:7: "), "{error}");
}

#[test]
fn what_ptx_does_not_have_is_refused() {
    for body in [
        ".reg .b64 %d<2>; add.sat.s64 %d0, %d1, %d1;",
        ".reg .b64 %d<2>; mul.wide.s64 %d0, %d1, %d1;",
        ".reg .pred %p; vote.sync.ballot.pred %p, %p, -1;",
        ".reg .pred %p; cvt.u32.pred %r1, %p;",
        "add.ftz.s32 %r1, %r2, %r3;",
        "mad24.lo.s64 %r1, %r2, %r3, %r1;",
        ".reg .b128 %q;",
        ".reg .b64 %d<2>; add.s32 %r1, %r2, %d0;",
        "atom.param.add.u32 %r1, [%r2], 1;",
        ".local .b8 huge[70000];",
    ] {
        assert!(Program::parse("k.ptx", &kernel(body)).is_err(), "accepted: {body}");
    }
    for module in [
        ".global .u32 g; .global .u64 g;",
        ".visible .entry k(.param .align 8 .b8 p[32768]) { ret; }",
    ] {
        assert!(Program::parse("k.ptx", module).is_err(), "accepted: {module}");
    }
}

#[test]
fn a_variable_takes_the_bits_that_its_type_names_and_is_aligned_to_them() {
    let types = "b8 u8 s8 b16 u16 s16 f16 bf16 b32 u32 s32 f32 f16x2 bf16x2 b64 u64 s64 f64";
    for word in types.split(' ') {
        let (one, lanes) = word.strip_suffix("x2").map_or((word, 1), |one| (one, 2));
        let bits = one.trim_start_matches(|c: char| !c.is_ascii_digit());
        let bytes = lanes * bits.parse::<u64>().unwrap() / 8;
        let program = Program::parse("k.ptx", &format!(".global .{word} v[3];")).unwrap();
        let variable = &program.globals[0];
        assert_eq!((variable.bytes, variable.align), (3 * bytes, bytes), "{word}");
    }
}

#[test]
fn a_label_behind_the_last_instruction_is_that_of_a_return() {
    for body in ["bra END;\nret;\nEND:", "bra END;\nmov.u32 %r1, 1;\nEND:"] {
        let program = Program::parse("k.ptx", &kernel(body)).unwrap();
        let code = &program.functions[0].instrs;
        let target = code[0].target as usize;
        assert!(
            code.get(target).is_some_and(|instr| matches!(instr.op, Op::Ret | Op::Exit)),
            "{body}: {target}"
        );
    }
}

#[test]
fn an_error_quotes_only_the_beginning_of_an_endless_token() {
    let error = Program::parse("k.ptx", &kernel(&format!("mov.u32 %r1, {};", "1".repeat(10_000))))
        .unwrap_err();
    assert_eq!(error.text.len(), 83);
}

/// Writes functions `f0`, `f1`, ... each of which calls the one before `calls` times.
fn call_chain(functions: usize, calls: usize) -> String {
    let body = |callee: usize| {
        format!("{{ .param .b32 x; .param .b32 y; call (y), f{callee}, (x); }}").repeat(calls)
    };
    let function = |index: usize| {
        let calls = if index == 0 { String::new() } else { body(index - 1) };
        format!(".func (.param .b32 o) f{index}(.param .b32 i) {{ {calls} ret; }}\n")
    };
    (0..functions).map(function).collect()
}

#[test]
fn call_chains_cost_time_in_proportion_to_the_calls() {
    assert_eq!(Program::parse("wide.ptx", &call_chain(60, 2)).unwrap().functions.len(), 60);
    assert_eq!(Program::parse("deep.ptx", &call_chain(3000, 1)).unwrap().functions.len(), 3000);
}

#[test]
fn an_argument_of_another_size_than_declared_is_refused() {
    let caller = ".func g() { .param .b64 x; .param .b32 y; call (y), f0, (x); ret; }";
    let error = Program::parse("k.ptx", &(call_chain(1, 0) + caller)).unwrap_err();
    assert!(error.message.contains("size"), "{error}");
}

#[test]
fn no_prefix_of_a_program_makes_the_parser_panic() {
    let text = include_str!("samples/child.ptx");
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(37) {
        let _ = Program::parse("cut.ptx", &text[..end]);
    }
}

#[test]
fn function_addresses_are_nonzero_and_lead_back_to_the_function() {
    let program = Program::parse("child.ptx", include_str!("samples/child.ptx")).unwrap();
    for function in &program.functions {
        assert_ne!(function.entry_pc, 0);
        assert_eq!(program.function_by_pc(function.entry_pc).unwrap().1.name, function.name);
    }
}

#[test]
fn launches_have_other_names_since_cuda_12() {
    let mut text = include_str!("samples/child.ptx").to_string();
    for name in ["GetParameterBuffer", "LaunchDevice", "StreamCreateWithFlags"] {
        assert!(text.contains(&format!("cuda{name}")));
        text = text.replace(&format!("cuda{name}"), &format!("__cudaCDP2{name}"));
    }
    Program::parse("child.ptx", &text).unwrap();
}

#[test]
fn what_needs_clusters_or_narrow_floats_is_refused_by_name() {
    let cluster = kernel("").replace("k()", "k() .reqnctapercluster 2, 1, 1");
    let error = Program::parse("k.ptx", &cluster).unwrap_err().to_string();
    assert!(error.starts_with("k.ptx:4: clusters of thread blocks are not supported"), "{error}");
    let narrow = ".reg .b16 %h; .reg .f32 %f; cvt.rn.satfinite.e4m3x2.f32 %h, %f, %f;";
    let error = Program::parse("k.ptx", &kernel(narrow)).unwrap_err().to_string();
    assert!(error.starts_with("k.ptx:7: floats of 8 bits"), "{error}");
}

#[test]
fn what_only_guides_an_assembler_or_an_editor_is_passed_over() {
    let text = kernel(".pragma \"nounroll\";").replace("k()", "k() .pragma \"a\", \"b\";\n");
    let text = format!(
        "\u{feff}.pragma \"c\";\n.extern .global .u32 g;\n{text}.visible .global .u32 g = 5;\n"
    );
    assert_eq!(Program::parse("k.ptx", &text).unwrap().globals.len(), 1);
}

#[test]
fn an_error_without_a_word_to_quote_quotes_none() {
    let body: String = (0..70_000).map(|i| format!("add.u32 %r1, %r1, {i};\n")).collect();
    let error = Program::parse("k.ptx", &kernel(&body)).unwrap_err().to_string();
    assert!(error.ends_with("more than 65536 constants"), "{error}");
}
