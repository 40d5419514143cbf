//! Prints programs as PTX text.

use super::code::{Code, Line};
use super::memory::{AREA, CELLS, FINAL, GLOBAL, INITIAL, LEFT, RECORD, UPDATES};
use super::ops::{Form, Op};
use super::print_memory::memory;
use super::program::{Barrier, Guard, Inst, Kind, Operand, Program};
use super::types::{Class, Reg, Ty};
use std::fmt::Write;

/// Returns the PTX text; the kernel is `k(data)`.
pub fn print(program: &Program) -> String {
    let mut text = String::from(".version 8.0\n.target sm_90\n.address_size 64\n");
    for index in 0..program.functions.len() {
        function(&mut text, program, index);
    }
    text += ".visible .entry k(.param .u64 data)\n{\n";
    declarations(&mut text);
    let shared = program.threads() * AREA;
    let _ = writeln!(text, ".shared .align 16 .b8 sh[{shared}];");
    let _ = writeln!(
        text,
        ".shared .align 8 .b8 cells[{CELLS}];\n.shared .align 4 .b8 swap[{}];",
        program.threads() * 4
    );
    let _ = writeln!(text, ".local .align 16 .b8 lo[{AREA}];");
    prologue(&mut text, program);
    lines(&mut text, program, &Code::new(&program.body), "K", None);
    epilogue(&mut text, program);
    text
}

/// Returns the kernel's statements alone.
pub fn print_body(program: &Program) -> String {
    let mut text = String::new();
    lines(&mut text, program, &Code::new(&program.body), "K", None);
    text
}

fn declarations(text: &mut String) {
    for register in Reg::all() {
        let ty = register.0.declared()[usize::from(register.1)];
        let _ = writeln!(text, ".reg .{ty} {register};");
    }
    *text += ".reg .b32 %m<8>, %c<8>, %n<8>, %t<4>, %tid, %gid;\n.reg .pred %q<1>, %z<3>;\n";
    *text += ".reg .b64 %x<4>, %rec, %fin, %ga, %sa, %la, %gsa, %gla, %cells;\n";
    *text += ".reg .b16 %y<2>;\n";
}

/// Index of the thread in its TB and in the grid, addresses, initial registers and areas.
fn prologue(text: &mut String, program: &Program) {
    let (records, finals) = (program.record(0), program.finals(0));
    let threads = program.threads();
    let _ = write!(
        text,
        "ld.param.u64 %cells, [data];
mov.u32 %t0, %ntid.x;\nmov.u32 %t1, %ntid.y;\nmov.u32 %t2, %tid.z;\nmov.u32 %t3, %tid.y;
mad.lo.u32 %tid, %t2, %t1, %t3;\nmov.u32 %t2, %tid.x;\nmad.lo.u32 %tid, %tid, %t0, %t2;
mov.u32 %t0, %nctaid.x;\nmov.u32 %t1, %ctaid.y;\nmov.u32 %t2, %ctaid.x;
mad.lo.u32 %gid, %t1, %t0, %t2;\nmad.lo.u32 %gid, %gid, {threads}, %tid;
mad.wide.u32 %rec, %gid, {RECORD}, %cells;\nadd.u64 %rec, %rec, {records};
mad.wide.u32 %fin, %gid, {FINAL}, %cells;\nadd.u64 %fin, %fin, {finals};
add.u64 %ga, %rec, {GLOBAL};
mov.u64 %sa, sh;\nmad.wide.u32 %sa, %tid, {AREA}, %sa;\nmov.u64 %la, lo;
cvta.shared.u64 %gsa, %sa;\ncvta.local.u64 %gla, %la;
"
    );
    for offset in (0..AREA).step_by(8) {
        let from = GLOBAL + offset;
        let _ = writeln!(text, "ld.global.u64 %x0, [%rec+{from}];\nst.shared.u64 [%sa+{offset}], %x0;\nst.local.u64 [%la+{offset}], %x0;");
    }
    for (index, register) in Reg::all().enumerate() {
        let from = INITIAL + 8 * index;
        let _ = match register.0 {
            Class::P => {
                writeln!(text, "ld.global.u32 %t0, [%rec+{from}];\nsetp.ne.u32 {register}, %t0, 0;")
            }
            _ => writeln!(
                text,
                "ld.global.b{} {register}, [%rec+{from}];",
                register.mask().count_ones()
            ),
        };
    }
    let _ = writeln!(text, "ld.global.u32 %m0, [%rec+{}];", super::image::mask_offset());
    *text += "setp.ne.u32 %z0, %tid, 0;\n@%z0 bra READY;\n";
    let _ =
        writeln!(text, "div.u32 %t0, %gid, {threads};\nmad.wide.u32 %x1, %t0, {CELLS}, %cells;");
    for cell in 0..UPDATES.len() {
        let (from, to) = (CELLS + 8 * cell, 8 * cell);
        let _ =
            writeln!(text, "ld.global.u64 %x0, [%x1+{from}];\nst.shared.u64 [cells+{to}], %x0;");
    }
    *text += "READY:\nbar.sync 0;\n";
}

/// Prints the code that writes all visible state into the buffer.
fn epilogue(text: &mut String, program: &Program) {
    *text += "DONE:\nbar.sync 0;\n";
    for (index, register) in Reg::all().enumerate() {
        let to = 8 * index;
        let _ = match register.0 {
            Class::P => {
                writeln!(text, "selp.u32 %t0, 1, 0, {register};\nst.global.u32 [%fin+{to}], %t0;")
            }
            _ => writeln!(
                text,
                "st.global.b{} [%fin+{to}], {register};",
                register.mask().count_ones()
            ),
        };
    }
    for offset in (0..AREA).step_by(8) {
        for (space, base, left) in [("shared", "%sa", LEFT[0]), ("local", "%la", LEFT[1])] {
            let to = left + offset;
            let _ = writeln!(
                text,
                "ld.{space}.u64 %x0, [{base}+{offset}];\nst.global.u64 [%rec+{to}], %x0;"
            );
        }
    }
    *text += "setp.ne.u32 %z0, %tid, 0;\n@%z0 bra LEFT;\n";
    let threads = program.threads();
    let _ =
        writeln!(text, "div.u32 %t0, %gid, {threads};\nmad.wide.u32 %x1, %t0, {CELLS}, %cells;");
    for cell in 0..UPDATES.len() {
        let (from, to) = (8 * cell, CELLS + 8 * cell);
        let _ =
            writeln!(text, "ld.shared.u64 %x0, [cells+{from}];\nst.global.u64 [%x1+{to}], %x0;");
    }
    *text += "LEFT:\nret;\n}\n";
}

/// Every register of a function starts as a function of the arguments.
fn function(text: &mut String, program: &Program, index: usize) {
    let result = program.functions[index].result;
    let _ = writeln!(
        text,
        ".func (.param .{result} back) f{index}(.param .b32 a, .param .b64 b, .param .b16 c)\n{{"
    );
    declarations(text);
    *text += "ld.param.b32 %t0, [a];\nld.param.b64 %x0, [b];\nld.param.b16 %y0, [c];\n";
    for register in Reg::all() {
        let n = register.1;
        let _ = match register.0 {
            Class::P => {
                writeln!(text, "and.b32 %t1, %t0, {};\nsetp.ne.u32 {register}, %t1, 0;", 1 << n)
            }
            Class::H => writeln!(text, "xor.b16 {register}, %y0, {n};"),
            Class::R => writeln!(text, "xor.b32 {register}, %t0, {n};"),
            _ => writeln!(text, "xor.b64 {register}, %x0, {n};"),
        };
    }
    let code = Code::new(&program.functions[index].body);
    lines(text, program, &code, &format!("F{index}L"), Some(result));
    let _ =
        writeln!(text, "DONE:\nst.param.{result} [back], {};\nret;\n}}", Reg(result.class(), 0));
}

/// The lines of the kernel, or of a function with this result.
fn lines(text: &mut String, program: &Program, code: &Code, label: &str, result: Option<Ty>) {
    for line in &code.lines {
        let _ = match line {
            Line::Label(index) => writeln!(text, "{label}{index}:"),
            Line::Branch(guard, index) => writeln!(text, "{}bra {label}{index};", guarded(guard)),
            Line::End => writeln!(text, "bra.uni DONE;"),
            Line::Return(guard) => {
                let guard = guarded(&Some(*guard));
                let stored = result
                    .map(|ty| format!("{guard}st.param.{ty} [back], {};\n", Reg(ty.class(), 0)));
                writeln!(text, "{}{guard}ret;", stored.unwrap_or_default())
            }
            Line::Switch(register, targets) => {
                let (table, most) = (targets[0], targets.len() - 1);
                let targets: Vec<String> = targets.iter().map(|t| format!("{label}{t}")).collect();
                let targets = targets.join(", ");
                writeln!(
                    text,
                    "and.b32 %t0, {register}, {most};\n{label}T{table}: .branchtargets {targets};\nbrx.idx %t0, {label}T{table};"
                )
            }
            Line::Inst(inst, depth) => {
                instruction(text, program, inst, *depth);
                Ok(())
            }
        };
    }
}

/// The guard before an instruction.
pub(super) fn guarded(guard: &Option<Guard>) -> String {
    match guard {
        None => String::new(),
        Some(Guard { negated, reg }) => format!("@{}{reg} ", if *negated { "!" } else { "" }),
    }
}

/// A constant as PTX writes it.
pub(super) fn constant(value: u64, ty: Ty) -> String {
    match ty {
        Ty::F32 => format!("0f{value:08X}"),
        Ty::F64 => format!("0d{value:016X}"),
        _ if ty.signed() => ty.integer(value).to_string(),
        _ if value < 1000 => value.to_string(),
        Ty::U64 | Ty::B64 => format!("0x{value:x}U"),
        _ => format!("0x{value:x}"),
    }
}

fn operand(operand: &Operand) -> String {
    match operand {
        Operand::Reg(reg) => reg.to_string(),
        Operand::Not(reg) => format!("!{reg}"),
        Operand::Const(value, ty) => constant(*value, *ty),
    }
}

fn instruction(text: &mut String, program: &Program, inst: &Inst, depth: u8) {
    let guard = guarded(&inst.guard);
    let _ = match &inst.kind {
        Kind::Compute { op, dst, src } => {
            if let (Some(ty), Some(a)) = (op.open_for_nan, src.first()) {
                let a = operand(a);
                let _ = writeln!(text, "setp.nan.{ty} %z2, {a}, {a};");
            }
            let _ = writeln!(text, "{guard}{}", with_operands(&op.text, op.form, dst, src));
            canonical(text, op, dst);
            Ok(())
        }
        Kind::Special { name, dst } => writeln!(text, "{guard}mov.u32 {dst}, %{name};"),
        Kind::Lanes { op, dst, src } => {
            let mut src = src.clone();
            src.push(Operand::Reg(Reg(Class::Mask, depth)));
            writeln!(text, "{guard}{}", with_operands(&op.text, Form::Plain, dst, &src))
        }
        Kind::Barrier(Barrier::Sync(false)) => writeln!(text, "bar.sync 0;"),
        Kind::Barrier(Barrier::Sync(true)) => {
            let rounded = program.threads().next_multiple_of(32);
            writeln!(text, "bar.sync 1, {rounded};")
        }
        Kind::Barrier(Barrier::Reduce(name, dst, predicate)) => {
            writeln!(text, "bar.red.{name} {dst}, 0, {};", operand(predicate))
        }
        Kind::Memory(access) => {
            memory(text, &guard, access, program.threads());
            Ok(())
        }
        Kind::Call { function, args: [a, b, c], dst, indirect } => {
            let result = program.functions[*function].result;
            // The position in the text makes names of prototypes unique.
            let prototype = format!("P{}", text.len());
            let called = if *indirect {
                format!(
                    "{prototype}: .callprototype (.param .{result} _) _ (.param .b32 _, .param .b64 _, .param .b16 _);
mov.u64 %x0, f{function};\ncall (back), %x0, (a, b, c), {prototype};"
                )
            } else {
                format!("call.uni (back), f{function}, (a, b, c);")
            };
            writeln!(
                text,
                "{{\n.param .b32 a;\n.param .b64 b;\n.param .b16 c;\n.param .{result} back;
st.param.b32 [a], {a};\nst.param.b64 [b], {b};\nst.param.b16 [c], {c};
{called}\nld.param.{result} {dst}, [back];\n}}"
            )
        }
    };
}

fn with_operands(text: &str, form: Form, dst: &[Reg], src: &[Operand]) -> String {
    let join = |separator: &str| dst.iter().map(Reg::to_string).collect::<Vec<_>>().join(separator);
    let sources = src.iter().map(operand).collect::<Vec<_>>().join(", ");
    match form {
        Form::Pack => format!("{text} {}, {{{sources}}};", join("")),
        Form::Unpack => format!("{text} {{{}}}, {sources};", join(", ")),
        Form::Plain if dst.is_empty() => format!("{text} {sources};"),
        Form::Plain => format!("{text} {}, {sources};", join("|")),
    }
}

/// Prints the code that replaces a NaN by a known one, because the ISA does not define its pattern.
fn canonical(text: &mut String, op: &Op, dst: &[Reg]) {
    let Some(d) = dst.first() else { return };
    if op.open_for_nan.is_some() {
        let _ = writeln!(text, "@%z2 mov.b{} {d}, 0;", d.mask().count_ones());
    }
    let Some(ty) = op.open_nan else { return };
    let Some(format) = ty.format() else { return };
    let (bits, nan) = (ty.bits(), format.nan());
    let _ = match ty {
        Ty::F16x2 => writeln!(
            text,
            "setp.nan.f16x2 %z0|%z1, {d}, {d};\n@%z0 and.b32 {d}, {d}, 0xffff0000;\n@%z0 or.b32 {d}, {d}, {nan};
@%z1 and.b32 {d}, {d}, 0xffff;\n@%z1 or.b32 {d}, {d}, 0x7fff0000;"
        ),
        _ => writeln!(text, "setp.nan.{ty} %z0, {d}, {d};\n@%z0 mov.b{bits} {d}, 0x{nan:x};"),
    };
}
