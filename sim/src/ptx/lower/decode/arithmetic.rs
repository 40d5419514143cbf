//! Instructions that compute one lane's result from its own registers.

use super::super::super::error::Located;
use super::super::super::instr::{Combine, Half, Op, Round};
use super::super::words::COMPARISONS;
use super::Words;

/// Roundings of a conversion to an integer, or to an integral float.
const INTEGRAL: &[(&str, Round)] =
    &[("rni", Round::Near), ("rzi", Round::Zero), ("rmi", Round::Down), ("rpi", Round::Up)];
/// Roundings of a floating-point result.
const ROUNDINGS: &[(&str, Round)] =
    &[("rn", Round::Near), ("rz", Round::Zero), ("rm", Round::Down), ("rp", Round::Up)];

/// The operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let Some(op) = operation(words)? else { return Ok(None) };
    words.saturate = words.take("sat");
    words.approximate = words.take("approx") | words.take("full");
    // Subnormals are kept under `.ftz`, as without it.
    words.ignore(&["rn", "ftz"]);
    if words.stem() == "cvta" {
        words.ignore(&["to", "global", "shared", "shared::cta", "local", "param", "param::entry", "const"]);
    }
    Ok(Some(op))
}

fn operation(words: &mut Words) -> Result<Option<Op>, Located> {
    Ok(Some(match words.stem() {
        "mov" | "cvta" => Op::Mov,
        "add" => Op::Add,
        "sub" => Op::Sub,
        "mul" | "mul24" => match words.ty()?.is_float() {
            true => Op::Mul(Half::Lo),
            false => Op::Mul(half(words)),
        },
        "mad" | "mad24" => match words.ty()?.is_float() {
            true => Op::Fma,
            false => Op::Mad(half(words)),
        },
        "fma" => Op::Fma,
        "div" => Op::Div,
        "rem" => Op::Rem,
        "min" => Op::Min,
        "max" => Op::Max,
        "abs" => Op::Abs,
        "neg" => Op::Neg,
        "sad" => Op::Sad,
        "and" => Op::And,
        "or" => Op::Or,
        "xor" => Op::Xor,
        "not" => Op::Not,
        "cnot" => Op::Cnot,
        "shl" => Op::Shl,
        "shr" => Op::Shr,
        "setp" | "set" => comparison(words)?,
        "selp" => Op::Selp,
        "slct" => Op::Slct,
        "cvt" => conversion(words)?,
        "rcp" => Op::Rcp,
        "sqrt" => Op::Sqrt,
        "rsqrt" => Op::Rsqrt,
        "sin" => Op::Sin,
        "cos" => Op::Cos,
        "ex2" => Op::Ex2,
        "lg2" => Op::Lg2,
        "copysign" => Op::CopySign,
        "bfe" => Op::Bfe,
        "bfi" => Op::Bfi,
        "popc" => Op::Popc,
        "clz" => Op::Clz,
        "bfind" => Op::Bfind,
        "brev" => Op::Brev,
        "prmt" => Op::Prmt,
        "lop3" => Op::Lop3(0),
        "shf" => {
            let left = words.pick(&[("l", true), ("r", false)]);
            let left = left.ok_or_else(|| words.refuse("`shf` needs `.l` or `.r`"))?;
            Op::Shf(left, words.pick(&[("clamp", true), ("wrap", false)]).unwrap_or(false))
        }
        _ => return Ok(None),
    }))
}

/// The half of a product to keep.
fn half(words: &mut Words) -> Half {
    words.pick(&[("wide", Half::Wide), ("hi", Half::Hi), ("lo", Half::Lo)]).unwrap_or(Half::Lo)
}

fn comparison(words: &mut Words) -> Result<Op, Located> {
    let compare = words
        .pick(COMPARISONS)
        .ok_or_else(|| words.refuse("expected a comparison such as `.lt`"))?;
    let combine = words.pick(&[("and", Combine::And), ("or", Combine::Or), ("xor", Combine::Xor)]);
    match (words.stem(), combine) {
        ("setp", _) => Ok(Op::Setp(compare, combine)),
        (_, None) => Ok(Op::Set(compare)),
        _ => Err(words.refuse("`set` with a boolean combination is not supported; use `setp`")),
    }
}

fn conversion(words: &mut Words) -> Result<Op, Located> {
    let integral = words.pick(INTEGRAL);
    let mode = integral.or_else(|| words.pick(ROUNDINGS)).unwrap_or(Round::Near);
    let [to, from] = words.types[..] else {
        let needed = "`cvt` needs two types among .u8 to .u64, .s8 to .s64, .f32, .f64";
        return Err(words.refuse(needed));
    };
    let rounds_value = to.is_float() && !(from.is_float() && to.bits() >= from.bits());
    if rounds_value && mode != Round::Near {
        let needed = "a conversion to floating point rounds to nearest (`.rn`) only";
        return Err(words.refuse(needed));
    }
    let to_integral = integral.is_some() && to.is_float();
    Ok(if to_integral { Op::RoundIntegral(mode) } else { Op::Cvt(mode) })
}
