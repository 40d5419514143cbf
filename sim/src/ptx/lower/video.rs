//! Operands of video instructions: registers with their selected parts.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{Instr, Op, Ty};
use super::super::video::{Video, VideoThen};
use super::function::Builder;
use super::operands::count_error;
use super::Lowered;

impl Builder<'_> {
    /// Fills in the operands and their selected parts.
    pub(super) fn video(
        &mut self,
        text: &InstructionText,
        instr: &mut Instr,
        mut video: Video,
    ) -> Lowered<()> {
        let wrong = |name: &str| {
            let supported = "the part does not exist; supported are .b0 to .b3, .h0 and .h1 of single values, and \
                of several at once as many digits as parts";
            Located::new(text.line, name, supported)
        };
        let [result, a, b, rest @ ..] = &text.operands[..] else { return Err(count_error(text)) };
        let (result, part) = split(result);
        match (part, video.parts) {
            (None, _) => {}
            (Some(part), 1) if video.then == VideoThen::Insert => {
                (video.at, video.bits[2]) = single(&part).ok_or_else(|| wrong(&part))?;
            }
            (Some(part), 2 | 4) => {
                video.mask = mask(&part, video.parts).ok_or_else(|| wrong(&part))?;
            }
            (Some(part), _) => return Err(wrong(&part)),
        }
        let needs_third = video.parts > 1 || video.then != VideoThen::Insert || video.bits[2] < 32;
        if rest.len() != usize::from(needs_third) {
            return Err(count_error(text));
        }
        self.destination(text, &result, instr)?;
        for (index, operand) in [a, b].into_iter().enumerate() {
            let (operand, part) = split(operand);
            // Both operands select from both words, `b` above `a`. By default each selects from its own.
            let own = 32 * index as u8;
            match (part, video.parts) {
                (None, parts) => {
                    let bits = video.bits[index];
                    video.shifts[index] = [0, 1, 2, 3].map(|k| own + k % parts * (bits % 32));
                }
                (Some(part), 1) => {
                    let (shift, bits) = single(&part).ok_or_else(|| wrong(&part))?;
                    video.shifts[index][0] = own + shift;
                    video.bits[index] = bits;
                }
                (Some(part), parts) => {
                    video.shifts[index] = several(&part, parts).ok_or_else(|| wrong(&part))?;
                }
            }
            let source = self.source(text, &operand, Ty::B32)?;
            instr.push_src(source);
        }
        if let [third] = rest {
            let source = self.source(text, third, Ty::B32)?;
            instr.push_src(source);
        }
        instr.op = Op::Video(video);
        Ok(())
    }
}

/// Splits an operand into the register and the selected part.
fn split(operand: &OperandText) -> (OperandText, Option<String>) {
    if let OperandText::Name { name, addend: 0 } = operand {
        if let Some((register, part)) = name.split_once('.') {
            let register = OperandText::Name { name: register.to_string(), addend: 0 };
            return (register, Some(part.to_string()));
        }
    }
    (operand.clone(), None)
}

/// Returns position and width in bits of `b0` to `b3`, `h0` and `h1`.
fn single(part: &str) -> Option<(u8, u8)> {
    match part.as_bytes() {
        [b'b', digit @ b'0'..=b'3'] => Some((8 * (digit - b'0'), 8)),
        [b'h', digit @ b'0'..=b'1'] => Some((16 * (digit - b'0'), 16)),
        _ => None,
    }
}

/// Returns the digits after the letter of the part's width, lowest part first.
fn digits(part: &str, parts: u8) -> Option<Vec<u8>> {
    let letter = if parts == 2 { 'h' } else { 'b' };
    let digits = part.strip_prefix(letter)?.bytes().rev();
    digits.map(|digit| (b'0'..b'8').contains(&digit).then(|| digit - b'0')).collect()
}

/// Returns the bit positions that `h10`, `b3210` and similar select for each part.
fn several(part: &str, parts: u8) -> Option<[u8; 4]> {
    let digits = digits(part, parts)?;
    if digits.len() != usize::from(parts) || digits.iter().any(|digit| *digit >= 2 * parts) {
        return None;
    }
    let mut shifts = [0; 4];
    for (shift, digit) in shifts.iter_mut().zip(digits) {
        *shift = digit * (32 / parts);
    }
    Some(shifts)
}

/// Returns the mask of the parts that a destination names, in falling order.
fn mask(part: &str, parts: u8) -> Option<u8> {
    let digits = digits(part, parts)?;
    let rising = digits.windows(2).all(|pair| pair[0] < pair[1]);
    let legal = rising && !digits.is_empty() && digits.iter().all(|digit| *digit < parts);
    legal.then(|| digits.iter().fold(0, |mask, digit| mask | 1 << digit))
}
