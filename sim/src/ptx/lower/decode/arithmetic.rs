//! Instructions that compute one lane's result from its own registers.

use super::super::super::error::Located;
use super::super::super::instr::{
    Chain, Combine, Compare, Dot, Extreme, Half, Op, Permute, Round, Test, Ty,
};
use super::super::words::COMPARISONS;
use super::forms::{Form, FORMS};
use super::Words;

/// Roundings of a floating-point result.
pub(super) const ROUNDINGS: &[(&str, Round)] =
    &[("rn", Round::Near), ("rz", Round::Zero), ("rm", Round::Down), ("rp", Round::Up)];
const HALVES: &[(&str, Half)] = &[("wide", Half::Wide), ("hi", Half::Hi), ("lo", Half::Lo)];
const COMBINES: &[(&str, Combine)] =
    &[("and", Combine::And), ("or", Combine::Or), ("xor", Combine::Xor)];
const PERMUTES: &[(&str, Permute)] = &[
    ("f4e", Permute::F4e),
    ("b4e", Permute::B4e),
    ("rc8", Permute::Rc8),
    ("ecl", Permute::Ecl),
    ("ecr", Permute::Ecr),
    ("rc16", Permute::Rc16),
];
const TESTS: &[(&str, Test)] = &[
    ("finite", Test::Finite),
    ("infinite", Test::Infinite),
    ("number", Test::Number),
    ("notanumber", Test::NotANumber),
    ("normal", Test::Normal),
    ("subnormal", Test::Subnormal),
];

/// Returns the operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let op = match words.stem() {
        "cvt" => super::conversion::decode(words)?,
        "set" => set(words)?,
        stem if FORMS.iter().any(|form| form.stem == stem) => {
            let form = legal_form(words)?;
            let op = operation(words)?;
            if words.types.len() != type_count(form.stem) {
                return Err(words.refuse(&format!(
                    "`{}` names {} types",
                    form.stem,
                    type_count(form.stem)
                )));
            }
            op
        }
        _ => return Ok(None),
    };
    words.saturate |= words.take("sat");
    words.relu = words.take("relu");
    words.flush = words.take("ftz");
    words.approximate = words.take("approx");
    // The full-range division is bound to two units in the last place; the rounded quotient is better.
    words.take("full");
    if let Some(round) = words.pick(ROUNDINGS) {
        words.round = round;
    }
    Ok(Some(op))
}

fn type_count(stem: &str) -> usize {
    match stem {
        "slct" | "dp4a" | "dp2a" => 2,
        _ => 1,
    }
}

/// Returns the row of the table for this mnemonic and type, after checking the modifiers against it.
fn legal_form(words: &Words) -> Result<&'static Form, Located> {
    let ty = words.ty()?;
    let stem = words.stem();
    let form = FORMS.iter().find(|form| form.stem == stem && form.types.contains(&ty));
    let form = form.ok_or_else(|| {
        let types: Vec<String> = FORMS
            .iter()
            .filter(|form| form.stem == stem)
            .flat_map(|form| form.types)
            .map(|ty| format!("{ty:?}").to_lowercase())
            .collect();
        words
            .refuse(&format!("`{stem}` does not exist for this type, only for {}", types.join(" ")))
    })?;
    let has = |list: &str, word: &str| list.split(' ').any(|other| other == word);
    if let Some(word) = words.rest.iter().find(|word| !has(form.takes, word)) {
        let what = match form.takes {
            "" => "no modifiers".to_string(),
            takes => format!("only {takes}"),
        };
        return Err(words.refuse(&format!(
            "the modifier `.{word}` is not supported here: this form takes {what}"
        )));
    }
    if !form.needs.is_empty() && !words.rest.iter().any(|word| has(form.needs, word)) {
        return Err(words.refuse(&format!("the instruction needs one of: {}", form.needs)));
    }
    Ok(form)
}

fn operation(words: &mut Words) -> Result<Op, Located> {
    let ty = words.ty()?;
    Ok(match words.stem() {
        "mov" => Op::Mov,
        "cvta" => {
            // The space is read from the text together with the operands.
            words.ignore(&[
                "to",
                "global",
                "shared",
                "shared::cta",
                "local",
                "param",
                "param::entry",
                "const",
            ]);
            Op::Mov
        }
        stem @ ("add" | "sub" | "addc" | "subc") => {
            let subtracts = stem.starts_with("sub");
            words.sets_carry = words.take("cc");
            let takes = stem.ends_with('c');
            match (takes || words.sets_carry, subtracts) {
                (true, true) => Op::Chain(Chain::Sub, takes),
                (true, false) => Op::Chain(Chain::Add, takes),
                (false, true) => Op::Sub,
                (false, false) => Op::Add,
            }
        }
        "mul" if ty.is_float() => Op::Mul(Half::Lo),
        "mul" => Op::Mul(half(words)?),
        "mad" | "fma" if ty.is_float() => Op::Fma,
        stem @ ("mad" | "madc") => {
            let half = half(words)?;
            words.sets_carry = words.take("cc");
            let takes = stem == "madc";
            match (takes || words.sets_carry, half) {
                (true, Half::Lo) => Op::Chain(Chain::MadLo, takes),
                (true, Half::Hi) => Op::Chain(Chain::MadHi, takes),
                (true, Half::Wide) => {
                    return Err(words.refuse("a wide product does not touch the carry flag"))
                }
                (false, half) => Op::Mad(half),
            }
        }
        "mul24" => Op::Mul24(half(words)?),
        "mad24" => Op::Mad24(half(words)?),
        "div" => Op::Div,
        "rem" => Op::Rem,
        "min" => Op::Min(extreme(words)?),
        "max" => Op::Max(extreme(words)?),
        "abs" => Op::Abs,
        "neg" => Op::Neg,
        "sad" => Op::Sad,
        "dp4a" => Op::Dot(Dot::Bytes),
        "dp2a" if words.take("hi") => Op::Dot(Dot::HighHalf),
        "dp2a" => {
            words.take("lo");
            Op::Dot(Dot::LowHalf)
        }
        "and" => Op::And,
        "or" => Op::Or,
        "xor" => Op::Xor,
        "not" => Op::Not,
        "cnot" => Op::Cnot,
        "shl" => Op::Shl,
        "shr" => Op::Shr,
        "shf" => {
            let left = words.pick(&[("l", true), ("r", false)]);
            let left = left.ok_or_else(|| words.refuse("`shf` needs `.l` or `.r`"))?;
            Op::Shf(left, clamps(words))
        }
        "lop3" => Op::Lop3(0, words.pick(COMBINES)),
        "prmt" => Op::Prmt(words.pick(PERMUTES).unwrap_or(Permute::Generic)),
        "popc" => Op::Popc,
        "clz" => Op::Clz,
        "brev" => Op::Brev,
        "bfind" => Op::Bfind(words.take("shiftamt")),
        "bfe" => Op::Bfe,
        "bfi" => Op::Bfi,
        "fns" => Op::Fns,
        "szext" => Op::Szext(clamps(words)),
        "bmsk" => Op::Bmsk(clamps(words)),
        "setp" => {
            let (compare, combine) = comparison(words)?;
            Op::Setp(compare, combine)
        }
        "selp" => Op::Selp,
        "slct" => {
            match words.types.get(1) {
                Some(Ty::F32) => {}
                Some(Ty::S32) if !words.rest.contains(&"ftz") => {}
                _ => {
                    return Err(words.refuse(
                        "`slct` selects by `.s32`, or by `.f32`, which alone takes `.ftz`",
                    ))
                }
            }
            Op::Slct
        }
        "testp" => Op::Testp(
            words.pick(TESTS).ok_or_else(|| words.refuse("`testp` needs what to test for"))?,
        ),
        "copysign" => Op::CopySign,
        "rcp" | "rsqrt" if ty == Ty::F64 => {
            let approximate = words.rest.contains(&"approx");
            let flush = words.rest.contains(&"ftz");
            let reciprocal = words.stem() == "rcp";
            if flush && !approximate || reciprocal && approximate && !flush {
                return Err(words.refuse("in double precision, `.approx.ftz` go together"));
            }
            match reciprocal {
                true => Op::Rcp,
                false => Op::Rsqrt,
            }
        }
        "rcp" => Op::Rcp,
        "sqrt" => Op::Sqrt,
        "rsqrt" => Op::Rsqrt,
        "sin" => Op::Sin,
        "cos" => Op::Cos,
        "ex2" => Op::Ex2,
        "lg2" => Op::Lg2,
        "tanh" => Op::Tanh,
        _ => return Err(words.refuse("unknown instruction")),
    })
}

/// Returns the half of a product to keep.
fn half(words: &mut Words) -> Result<Half, Located> {
    words.pick(HALVES).ok_or_else(|| words.refuse("expected `.lo`, `.hi` or `.wide`"))
}

fn clamps(words: &mut Words) -> bool {
    let clamps = words.take("clamp");
    if !clamps {
        words.take("wrap");
    }
    clamps
}

fn extreme(words: &mut Words) -> Result<Extreme, Located> {
    let (xorsign, abs) = (words.take("xorsign"), words.take("abs"));
    if xorsign != abs {
        return Err(words.refuse("`.xorsign` and `.abs` go together"));
    }
    Ok(Extreme { keeps_nan: words.take("NaN"), xorsign })
}

fn comparison(words: &mut Words) -> Result<(Compare, Option<Combine>), Located> {
    let compare = words.pick(COMPARISONS);
    let compare = compare.ok_or_else(|| words.refuse("expected a comparison such as `.lt`"))?;
    Ok((compare, words.pick(COMBINES)))
}

/// Decodes `set`. The source type decides which comparisons exist, as in `setp`.
fn set(words: &mut Words) -> Result<Op, Located> {
    let [to, from] = words.types[..] else {
        return Err(words.refuse("`set` names the type of its result and that of its operands"));
    };
    let result = match from {
        Ty::F16x2 => matches!(to, Ty::F16x2 | Ty::U32 | Ty::S32),
        Ty::Bf16x2 => matches!(to, Ty::Bf16x2 | Ty::U32 | Ty::S32),
        Ty::F16 | Ty::Bf16 => {
            matches!(to, Ty::U16 | Ty::S16 | Ty::U32 | Ty::S32 | Ty::F16 | Ty::Bf16 | Ty::F32)
        }
        _ => matches!(to, Ty::U32 | Ty::S32 | Ty::F32 | Ty::F16 | Ty::Bf16),
    };
    if !result {
        return Err(words.refuse("`set` has no result of this type"));
    }
    let form = FORMS.iter().find(|form| form.stem == "setp" && form.types.contains(&from));
    let form = form.ok_or_else(|| words.refuse("`set` does not compare values of this type"))?;
    let takes = |word: &str| form.takes.split(' ').any(|other| other == word);
    if let Some(word) = words.rest.iter().find(|word| !takes(word)) {
        return Err(words.refuse(&format!(
            "the modifier `.{word}` is not supported here: this form takes only {}",
            form.takes
        )));
    }
    let (compare, combine) = comparison(words)?;
    Ok(Op::Set(compare, combine))
}
