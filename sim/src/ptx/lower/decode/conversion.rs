//! `cvt`: which pairs of types convert, and which rounding each pair accepts.

use super::super::super::error::Located;
use super::super::super::instr::{Op, Round, Ty};
use super::arithmetic::ROUNDINGS;
use super::Words;

/// Roundings of a conversion to an integer, or to an integral float.
const INTEGRAL: &[(&str, Round)] =
    &[("rni", Round::Near), ("rzi", Round::Zero), ("rmi", Round::Down), ("rpi", Round::Up)];

/// Returns the conversion of a `cvt`.
pub(super) fn decode(words: &mut Words) -> Result<Op, Located> {
    if words.take("pack") {
        return pack(words);
    }
    if words.take("tf32") {
        return match (words.take("rna"), &words.types[..]) {
            (true, [Ty::F32]) => Ok(Op::CvtTensor),
            _ => Err(words.refuse("of conversions to .tf32 there is `cvt.rna.tf32.f32`")),
        };
    }
    let [to, from] = words.types[..] else {
        let needed =
            "`cvt` needs two types among .u8 to .u64, .s8 to .s64, .f16, .bf16, .f32, .f64";
        return Err(words.refuse(needed));
    };
    let pair = matches!(to, Ty::F16x2 | Ty::Bf16x2) && from == Ty::F32;
    if !pair && (!converts(to) || !converts(from)) {
        return Err(words.refuse("there is no conversion between these types"));
    }
    let integral = words.pick(INTEGRAL);
    let rounding = words.pick(ROUNDINGS);
    words.round = integral.or(rounding).unwrap_or(Round::Near);
    let (to_float, from_float) = (to.is_float(), from.is_float());
    // These conditions say where rounding to an integer and where rounding to a float is required.
    let needs_integral = from_float && !to_float;
    let may_be_integral = needs_integral || from_float && to == from;
    let needs_rounding = to_float && (!from_float || loses(to, from));
    if integral.is_some() && !may_be_integral || integral.is_none() && needs_integral {
        return Err(words.refuse(
            "a conversion of a float to an integer, or to an integral float of the same type, and no other, \
             rounds by `.rni`, `.rzi`, `.rmi` or `.rpi`",
        ));
    }
    if rounding.is_some() != needs_rounding {
        return Err(words.refuse(
            "a conversion to a float that can lose precision, and no other, \
             rounds by `.rn`, `.rz`, `.rm` or `.rp`",
        ));
    }
    if words.rest.contains(&"ftz") && to != Ty::F32 && from != Ty::F32 {
        return Err(words.refuse("`.ftz` is for conversions from or to `.f32`"));
    }
    let halves = matches!(to.element(), Ty::F16 | Ty::Bf16) && from == Ty::F32;
    if words.rest.contains(&"relu") && !(halves && matches!(words.round, Round::Near | Round::Zero))
    {
        return Err(words.refuse("`.relu` is for conversions of `.f32` to half precision"));
    }
    if words.rest.contains(&"sat")
        && (pair || to == Ty::Bf16 || !to_float && !from_float && holds(to, from))
    {
        return Err(words.refuse("`.sat` has nothing to do here"));
    }
    Ok(match (pair, integral.is_some() && to_float) {
        (true, _) => Op::CvtPair,
        (_, true) => Op::RoundIntegral,
        _ => Op::Cvt,
    })
}

/// Decodes the packing of two integers, narrowed with saturation.
fn pack(words: &mut Words) -> Result<Op, Located> {
    let legal = matches!(
        words.types[..],
        [Ty::U16 | Ty::S16, Ty::S32] | [Ty::U8 | Ty::S8, Ty::S32, Ty::B32]
    );
    if !legal || !words.take("sat") {
        return Err(words.refuse(
            "supported are `cvt.pack.sat` to .u16 or .s16 from .s32, and to .u8 or .s8 from .s32 with .b32",
        ));
    }
    // The result and the operands are words; the narrow type is the type to which they are narrowed.
    let narrow = words.types[0];
    words.types = vec![Ty::B32, narrow];
    Ok(Op::CvtPack)
}

fn converts(ty: Ty) -> bool {
    !ty.is_packed()
        && ty != Ty::Pred
        && (ty.is_float() || !matches!(ty, Ty::B8 | Ty::B16 | Ty::B32 | Ty::B64))
}

/// Returns whether the float type `to` cannot hold every value of the float type `from`.
fn loses(to: Ty, from: Ty) -> bool {
    to != from && (to.bits() <= from.bits())
}

/// Returns whether the integer type `to` holds every value of the integer type `from`.
fn holds(to: Ty, from: Ty) -> bool {
    match (to.is_signed(), from.is_signed()) {
        (true, false) => to.bits() > from.bits(),
        (false, true) => false,
        _ => to.bits() >= from.bits(),
    }
}
