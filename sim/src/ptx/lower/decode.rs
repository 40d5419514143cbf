//! Mnemonics to operations: stem, modifiers and types, without operands.

use super::super::ast::InstructionText;
use super::super::error::Located;
use super::super::instr::{Combine, Half, Instr, Op, Round, ShflMode, Space, Ty, VoteMode};
use super::legality::check;
use super::words::{atom, class, compare, half, type_of};

/// An instruction without its operands, with the number of elements of a vector access.
pub(super) struct Decoded {
    pub instr: Instr,
    pub elements: usize,
    /// Destinations the operation writes (0 or 1).
    pub results: usize,
}

/// Modifiers that do not change what is computed here: cache operators, scopes, hints. Subnormals are kept
/// under `.ftz`, as without it.
const NEUTRAL: &[&str] = &[
    "ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "volatile", "relaxed", "weak", "acquire",
    "release", "acq_rel", "cta", "gpu", "sys", "gl", "aligned", "ftz", "uni",
];

/// Decodes a mnemonic; says which word or type is not supported.
pub(super) fn decode(text: &InstructionText) -> Result<Decoded, Located> {
    let unsupported = |what: &str| Located::new(text.line, text.mnemonic(), what);
    let mut rest: Vec<&str> = text.modifiers.iter().map(String::as_str).collect();
    let mut types: Vec<Ty> = Vec::new();
    let reduction = matches!(text.stem.as_str(), "atom" | "red");
    rest.retain(|word| match type_of(word) {
        Some(ty) => {
            types.push(ty);
            false
        }
        None => !NEUTRAL.contains(word),
    });
    let mut take = |word: &str| {
        let at = rest.iter().position(|other| *other == word);
        at.map(|at| rest.remove(at)).is_some()
    };
    let saturate = take("sat");
    let space = if take("global") {
        Space::Global
    } else if take("shared") {
        Space::Shared
    } else if take("local") {
        Space::Local
    } else if take("param") {
        Space::Param
    } else if take("const") {
        Space::Const
    } else {
        Space::Generic
    };
    let elements = if take("v2") {
        2
    } else if take("v4") {
        4
    } else {
        1
    };
    let approximate = take("approx") | take("full");
    let sync = take("sync");
    let round = if take("rn") || take("rni") { Some(Round::Near) } else { None };
    let directed = |take: &mut dyn FnMut(&str) -> bool| -> Option<Round> {
        if take("rzi") || take("rz") {
            Some(Round::Zero)
        } else if take("rmi") || take("rm") {
            Some(Round::Down)
        } else if take("rpi") || take("rp") {
            Some(Round::Up)
        } else {
            None
        }
    };
    let ty = types.first().copied();
    let need =
        || ty.ok_or_else(|| unsupported("the instruction needs a type such as `.s32` or `.f32`"));
    let mut results = 1;
    let op = match text.stem.as_str() {
        "mov" | "cvta" => Op::Mov,
        "add" => Op::Add,
        "sub" => Op::Sub,
        "mul" | "mul24" => match need()?.is_float() {
            true => Op::Mul(Half::Lo),
            false => Op::Mul(half(&mut take)),
        },
        "mad" | "mad24" => match need()?.is_float() {
            true => Op::Fma,
            false => Op::Mad(half(&mut take)),
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
        "setp" | "set" => {
            let compare = compare(&mut take)
                .ok_or_else(|| unsupported("expected a comparison such as `.lt`"))?;
            let combine = if take("and") {
                Some(Combine::And)
            } else if take("or") {
                Some(Combine::Or)
            } else if take("xor") {
                Some(Combine::Xor)
            } else {
                None
            };
            match (text.stem.as_str(), combine) {
                ("setp", _) => Op::Setp(compare, combine),
                (_, None) => Op::Set(compare),
                _ => {
                    return Err(unsupported(
                        "`set` with a boolean combination is not supported; use `setp`",
                    ))
                }
            }
        }
        "selp" => Op::Selp,
        "slct" => Op::Slct,
        "cvt" => {
            let integral = text
                .modifiers
                .iter()
                .any(|word| matches!(word.as_str(), "rni" | "rzi" | "rmi" | "rpi"));
            let mode = round.or_else(|| directed(&mut take)).unwrap_or(Round::Near);
            let (to, from) = match types[..] {
                [to, from] => (to, from),
                _ => {
                    return Err(unsupported(
                        "`cvt` needs two types among .u8 to .u64, .s8 to .s64, .f32, .f64",
                    ))
                }
            };
            let rounds_value = to.is_float() && !(from.is_float() && to.bits() >= from.bits());
            if rounds_value && mode != Round::Near {
                return Err(unsupported(
                    "a conversion to floating point rounds to nearest (`.rn`) only",
                ));
            }
            if integral && to.is_float() {
                Op::RoundIntegral(mode)
            } else {
                Op::Cvt(mode)
            }
        }
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
            let left = take("l");
            if !left && !take("r") {
                return Err(unsupported("`shf` needs `.l` or `.r`"));
            }
            let clamp = take("clamp");
            Op::Shf(
                left,
                if clamp {
                    true
                } else {
                    take("wrap");
                    false
                },
            )
        }
        "bra" | "ret" | "exit" | "trap" | "call" | "bar" | "barrier" | "membar" | "fence"
        | "st" => {
            results = 0;
            match text.stem.as_str() {
                "bra" => Op::Bra,
                "ret" => Op::Ret,
                "exit" => Op::Exit,
                "trap" => Op::Trap,
                "call" => Op::Call(0),
                "st" => Op::St(space),
                "bar" | "barrier" if sync => Op::Bar,
                "bar" | "barrier" => {
                    return Err(unsupported("of barriers, only `bar.sync` is supported"))
                }
                _ => {
                    take("sc");
                    Op::Membar
                }
            }
        }
        "ld" | "ldu" => Op::Ld(space),
        "atom" | "red" => {
            results = usize::from(!reduction || text.stem == "atom");
            Op::Atom(
                space,
                atom(&mut take)
                    .ok_or_else(|| unsupported("expected an atomic operation such as `.add`"))?,
            )
        }
        "vote" => Op::Vote(if take("all") {
            VoteMode::All
        } else if take("any") {
            VoteMode::Any
        } else if take("ballot") {
            VoteMode::Ballot
        } else if text.modifiers.iter().any(|word| word == "uni") {
            VoteMode::Uni
        } else {
            return Err(unsupported("`vote` needs `.all`, `.any`, `.uni` or `.ballot`"));
        }),
        "activemask" => Op::ActiveMask,
        "shfl" => Op::Shfl(if take("up") {
            ShflMode::Up
        } else if take("down") {
            ShflMode::Down
        } else if take("bfly") {
            ShflMode::Bfly
        } else if take("idx") {
            ShflMode::Idx
        } else {
            return Err(unsupported("`shfl` needs `.up`, `.down`, `.bfly` or `.idx`"));
        }),
        _ => {
            return Err(unsupported(
                "unknown instruction, or one outside the supported subset of PTX",
            ))
        }
    };
    if text.stem == "cvta" {
        take("to");
    }
    if text.stem == "membar" || text.stem == "fence" {
        take("proxy");
    }
    if let Some(word) = rest.first() {
        return Err(unsupported(&format!("the modifier `.{word}` is not supported here")));
    }
    let typeless =
        matches!(op, Op::Bra | Op::Ret | Op::Exit | Op::Trap | Op::Call(_) | Op::Bar | Op::Membar);
    let ty = if typeless { ty.unwrap_or(Ty::B32) } else { need()? };
    check(text, op, ty, &types, saturate)?;
    let class = class(op, ty, types.get(1).copied(), approximate);
    let mut instr = Instr::new(op, ty, class, text.line);
    instr.src_ty = types.get(1).copied().unwrap_or(ty);
    instr.saturate = saturate;
    Ok(Decoded { instr, elements, results })
}
