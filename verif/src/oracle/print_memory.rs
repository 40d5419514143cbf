//! Prints memory instructions as PTX text.

use super::memory::{Memory, Place, Space, POOL, UPDATES};
use super::print::constant;
use super::types::{Reg, Ty};
use std::fmt::Write;

/// Prints one memory instruction, with the code that computes its address.
pub(super) fn memory(text: &mut String, guard: &str, access: &Memory, threads: usize) {
    let _ = match access {
        Memory::Load { place, words, ty, dst } => {
            let (space, address) = address(text, place);
            let (vector, registers) = vector(dst);
            writeln!(
                text,
                "{guard}ld{}.{ty} {registers}, {address};",
                modifiers(words, &space, &vector)
            )
        }
        Memory::Store { place, words, ty, src } => {
            let (space, address) = address(text, place);
            let (vector, registers) = vector(src);
            writeln!(
                text,
                "{guard}st{}.{ty} {address}, {registers};",
                modifiers(words, &space, &vector)
            )
        }
        Memory::Pool { offset, ty, dst, nc } => {
            let nc = if *nc { ".nc" } else { "" };
            writeln!(text, "{guard}ld.global{nc}.{ty} {dst}, [%rec+{}];", POOL + offset)
        }
        Memory::Atom { place, name, ty, dst, src } => {
            let (space, address) = address(text, place);
            let src = src.iter().map(Reg::to_string).collect::<Vec<_>>().join(", ");
            writeln!(text, "{guard}atom{space}.{name}.{ty} {dst}, {address}, {src};")
        }
        Memory::AtomFloat { place, ty, dst, values } => {
            let (space, address) = address(text, place);
            let [a, b] = values.map(|value| constant(value, *ty));
            writeln!(
                text,
                "{guard}st{space}.{ty} {address}, {a};\n{guard}atom{space}.add.{ty} {dst}, {address}, {b};"
            )
        }
        Memory::Update { space, cell, src } => {
            let (name, ty) = UPDATES[*cell];
            let base = if *space == Space::Global { "%cells" } else { "cells" };
            let value = match src {
                Ok(register) => register.to_string(),
                Err(value) => constant(*value, ty),
            };
            writeln!(
                text,
                "{guard}red.{}.{name}.{ty} [{base}+{}], {value};",
                space.name(),
                8 * cell
            )
        }
        Memory::Exchange { by, dst, src } => exchange(text, *by, dst, src, threads),
    };
}

fn exchange(text: &mut String, by: u32, dst: &Reg, src: &Reg, threads: usize) -> std::fmt::Result {
    writeln!(
        text,
        "bar.sync 0;\nmov.u32 %t0, swap;\nmad.lo.u32 %t1, %tid, 4, %t0;\nst.shared.b32 [%t1], {src};\nbar.sync 0;
add.u32 %t1, %tid, {by};\nrem.u32 %t1, %t1, {threads};\nmad.lo.u32 %t1, %t1, 4, %t0;\nld.shared.b32 {dst}, [%t1];"
    )
}

/// Prints modifiers: volatile is before the state space, cache operators are behind it.
fn modifiers(words: &str, space: &str, vector: &str) -> String {
    match words {
        ".volatile" => format!("{words}{space}{vector}"),
        _ => format!("{space}{words}{vector}"),
    }
}

fn vector(registers: &[Reg]) -> (String, String) {
    let names: Vec<String> = registers.iter().map(Reg::to_string).collect();
    match names.len() {
        1 => (String::new(), names[0].clone()),
        count => (format!(".v{count}"), format!("{{{}}}", names.join(", "))),
    }
}

/// The state space's word, empty for a generic access, and the address in brackets.
fn address(text: &mut String, place: &Place) -> (String, String) {
    let base = match (place.space, place.generic) {
        (Space::Global, _) => "%ga",
        (Space::Shared, false) => "%sa",
        (Space::Shared, true) => "%gsa",
        (Space::Local, false) => "%la",
        (Space::Local, true) => "%gla",
    };
    let space = if place.generic { String::new() } else { format!(".{}", place.space.name()) };
    let Some((index, mask)) = place.index else {
        return (space, format!("[{base}+{}]", place.offset));
    };
    let _ = writeln!(
        text,
        "and.b32 %t0, {index}, {mask};\ncvt.u64.u32 %x0, %t0;\nadd.{} %x1, {base}, %x0;",
        Ty::S64
    );
    (space, format!("[%x1+{}]", place.offset))
}
