//! The constant bank: parameters and the launch's shape, which operands read without a register.

use super::super::instr::{Class, Half, Instr, Op, Operand, Space, Special, Ty};
use super::code::{Code, Definition};
use std::collections::HashMap;

/// Returns which slots are words of the constant bank.
pub(super) fn constants(code: &Code) -> Vec<bool> {
    let definitions = code.definitions();
    let mut found = vec![false; definitions.len()];
    if !code.function.is_entry {
        return found;
    }
    for instr in code.blocks.iter().flatten() {
        let is_constant = match instr.op {
            Op::Ld(Space::Param) => {
                matches!(instr.sources(), [Operand::Constant(_)])
                    && instr.ty.bits() >= 32
                    && instr.ty.bits() == u32::from(instr.dst_bits)
            }
            Op::Special(Special::Ntid(_) | Special::Nctaid(_)) => true,
            _ => false,
        };
        if is_constant && instr.guard.is_none() {
            for &slot in instr.writes() {
                found[usize::from(slot)] = definitions[usize::from(slot)] == Definition::One;
            }
        }
    }
    found
}

/// Copies constants to registers in front of instructions that cannot read them from the bank. Addresses and
/// values of memory instructions are registers, and other instructions have one operand that may be a constant.
/// Returns `None` if there are too many values.
pub(super) fn materialize(code: &mut Code, is_constant: &mut Vec<bool>) -> Option<()> {
    let mut entries = vec![0_u32; code.blocks.len()];
    for block in 0..code.blocks.len() {
        code.next(block).into_iter().for_each(|next| entries[next] += 1);
    }
    // What is in a register already.
    let mut known: HashMap<(Operand, Ty), u16> = HashMap::new();
    for (block, entries) in entries.into_iter().enumerate() {
        let falls_through = block > 0 && code.next(block - 1).contains(&block);
        if entries != 1 || !falls_through {
            known.clear();
        } else {
            known.retain(|(operand, _), _| matches!(operand, Operand::Constant(_)));
        }
        let mut instrs = std::mem::take(&mut code.blocks[block]);
        let needs_factor: Vec<bool> =
            (0..instrs.len()).map(|index| needs_factor(&instrs, index, is_constant)).collect();
        let mut copied = Vec::with_capacity(instrs.len());
        for (mut instr, needs_factor) in instrs.drain(..).zip(needs_factor) {
            let mut free = match instr.op {
                Op::Ld(_) | Op::St(_) | Op::Atom(..) => 0,
                Op::Shfl(_) | Op::FrameLd | Op::FrameSt => usize::MAX,
                _ => 1,
            };
            for at in 0..usize::from(instr.num_srcs) {
                let operand = instr.srcs[at];
                let is_address = at == 0 && free == 0;
                let value = code.constant(operand);
                let is_factor = needs_factor && value.is_some();
                let needs = match operand {
                    Operand::Slot(slot) => is_constant[usize::from(slot)],
                    Operand::NotSlot(_) => false,
                    // Zero is a register that exists, and an address may be an offset alone.
                    Operand::Constant(_) => is_factor || !is_address && value != Some(0),
                };
                if !needs {
                    continue;
                }
                if free > 0 && !is_factor {
                    free -= 1;
                    continue;
                }
                let ty = match operand {
                    Operand::Slot(slot) => code.function.slot_types[usize::from(slot)],
                    _ if is_factor => Ty::B32,
                    _ => instr.ty,
                };
                let slot = match known.get(&(operand, ty)) {
                    Some(&slot) => slot,
                    None => {
                        let slot = code.new_slot(ty)?;
                        is_constant.push(false);
                        copied.push(copy(operand, slot, ty, instr.line));
                        known.insert((operand, ty), slot);
                        slot
                    }
                };
                instr.srcs[at] = Operand::Slot(slot);
            }
            instr.finish();
            copied.push(instr);
        }
        code.blocks[block] = copied;
    }
    Some(())
}

fn copy(from: Operand, to: u16, ty: Ty, line: u32) -> Instr {
    let mut copy = Instr::new(Op::Mov, ty, Class::Move, line);
    copy.push_src(from);
    copy.push_dst(to);
    copy.finish();
    copy
}

/// Returns whether a product by a constant is added to a word of the constant bank. A multiply-add has one operand
/// from the bank, so the factor is in a register, one for all such instructions of the block.
fn needs_factor(block: &[Instr], index: usize, is_constant: &[bool]) -> bool {
    let instr = &block[index];
    let Some(next) = block.get(index + 1) else { return false };
    instr.op == Op::Mul(Half::Wide)
        && instr.writes().iter().all(|slot| next.reads().contains(slot))
        && next.op == Op::Add
        && next.reads().iter().any(|&slot| is_constant[usize::from(slot)])
}
