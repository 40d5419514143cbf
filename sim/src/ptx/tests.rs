//! What the front end refuses, and how it says so.

use super::Program;

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
        assert_eq!(function.regs_per_thread % 8, 0);
    }
}
