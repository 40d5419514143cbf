//! Mnemonics to operations: stem, modifiers and types, without operands.

use super::super::ast::InstructionText;
use super::super::error::Located;
use super::super::instr::{
    AtomOp, Class, Combine, Compare, Half, Instr, Op, Round, ShflMode, Space, Ty, VoteMode,
};

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
    let integer_only = matches!(
        op,
        Op::Mad(_)
            | Op::Rem
            | Op::Sad
            | Op::Shl
            | Op::Shr
            | Op::Bfe
            | Op::Bfi
            | Op::Popc
            | Op::Clz
            | Op::Bfind
            | Op::Brev
            | Op::Prmt
            | Op::Lop3(_)
            | Op::Shf(..)
            | Op::Cnot
    );
    let float_only = matches!(
        op,
        Op::Fma
            | Op::Rcp
            | Op::Sqrt
            | Op::Rsqrt
            | Op::Sin
            | Op::Cos
            | Op::Ex2
            | Op::Lg2
            | Op::CopySign
    );
    if integer_only && (ty.is_float() || ty == Ty::Pred) || float_only && !ty.is_float() {
        return Err(unsupported("the instruction does not exist for this type"));
    }
    if ty == Ty::Pred && !matches!(op, Op::Mov | Op::And | Op::Or | Op::Xor | Op::Not | Op::Vote(_))
    {
        return Err(unsupported("the instruction does not exist for predicates"));
    }
    let words_only = matches!(op, Op::Prmt | Op::Lop3(_) | Op::Shf(..)) && ty.bits() != 32;
    let float_atomic = matches!(op, Op::Atom(_, how) if ty.is_float() && !matches!(how, AtomOp::Add | AtomOp::Exch));
    let vote_type = match op {
        Op::Vote(VoteMode::Ballot) => ty == Ty::B32,
        Op::Vote(_) => ty == Ty::Pred,
        _ => true,
    };
    let wide =
        matches!(op, Op::Mul(Half::Wide) | Op::Mad(Half::Wide)) && !matches!(ty.bits(), 16 | 32);
    if words_only
        || float_atomic
        || !vote_type
        || wide
        || types.contains(&Ty::Pred) && ty != Ty::Pred
    {
        return Err(unsupported("the instruction does not exist for this type"));
    }
    if matches!(text.stem.as_str(), "mul24" | "mad24") {
        return Err(unsupported("24-bit products are not supported; use `mul.lo` or `mad.lo`"));
    }
    if saturate
        && !ty.is_float()
        && !matches!((op, ty), (Op::Add | Op::Sub, Ty::S32) | (Op::Cvt(_), _))
    {
        return Err(unsupported(
            "of integer operations, `.sat` is supported for `add.s32`, `sub.s32` and `cvt` only",
        ));
    }
    if matches!(op, Op::St(Space::Param | Space::Const) | Op::Atom(Space::Param | Space::Const, _))
        && !(text.stem == "st" && space == Space::Param)
    {
        return Err(unsupported("this memory cannot be written"));
    }
    let class = class(op, ty, types.get(1).copied(), approximate);
    let mut instr = Instr::new(op, ty, class, text.line);
    instr.src_ty = types.get(1).copied().unwrap_or(ty);
    instr.saturate = saturate;
    Ok(Decoded { instr, elements, results })
}

fn half(take: &mut dyn FnMut(&str) -> bool) -> Half {
    if take("wide") {
        Half::Wide
    } else if take("hi") {
        Half::Hi
    } else {
        take("lo");
        Half::Lo
    }
}

fn compare(take: &mut dyn FnMut(&str) -> bool) -> Option<Compare> {
    // `lo`, `ls`, `hi`, `hs` are the unsigned comparisons' old names.
    const NAMES: &[(&str, Compare)] = &[
        ("eq", Compare::Eq),
        ("ne", Compare::Ne),
        ("lt", Compare::Lt),
        ("le", Compare::Le),
        ("gt", Compare::Gt),
        ("ge", Compare::Ge),
        ("lo", Compare::Lt),
        ("ls", Compare::Le),
        ("hi", Compare::Gt),
        ("hs", Compare::Ge),
        ("equ", Compare::Equ),
        ("neu", Compare::Neu),
        ("ltu", Compare::Ltu),
        ("leu", Compare::Leu),
        ("gtu", Compare::Gtu),
        ("geu", Compare::Geu),
        ("num", Compare::Num),
        ("nan", Compare::Nan),
    ];
    NAMES.iter().find(|(name, _)| take(name)).map(|(_, compare)| *compare)
}

fn atom(take: &mut dyn FnMut(&str) -> bool) -> Option<AtomOp> {
    const NAMES: &[(&str, AtomOp)] = &[
        ("add", AtomOp::Add),
        ("min", AtomOp::Min),
        ("max", AtomOp::Max),
        ("and", AtomOp::And),
        ("or", AtomOp::Or),
        ("xor", AtomOp::Xor),
        ("exch", AtomOp::Exch),
        ("cas", AtomOp::Cas),
        ("inc", AtomOp::Inc),
        ("dec", AtomOp::Dec),
    ];
    NAMES.iter().find(|(name, _)| take(name)).map(|(_, op)| *op)
}

fn class(op: Op, ty: Ty, other: Option<Ty>, approximate: bool) -> Class {
    let double = ty == Ty::F64 || other == Some(Ty::F64);
    let single = ty == Ty::F32 || other == Some(Ty::F32);
    match op {
        Op::Ld(space) => Class::Load(space),
        Op::St(space) => Class::Store(space),
        Op::Atom(space, _) => Class::Atomic(space),
        Op::Bra => Class::Branch,
        Op::Call(_) | Op::Ret => Class::Call,
        Op::Exit | Op::Trap => Class::Exit,
        Op::Bar => Class::Barrier,
        Op::Membar => Class::Fence,
        Op::Mov | Op::Selp => Class::Int,
        _ if double => Class::Fp64,
        Op::Sin | Op::Cos | Op::Ex2 | Op::Lg2 | Op::Rsqrt => Class::Sfu,
        Op::Rcp | Op::Sqrt if approximate => Class::Sfu,
        Op::Rcp | Op::Sqrt => Class::Fp32Div,
        Op::Div | Op::Rem => {
            if single {
                Class::Fp32Div
            } else {
                Class::IntDiv
            }
        }
        _ if single => Class::Fp32,
        Op::Mul(_) | Op::Mad(_) => Class::IntMul,
        _ => Class::Int,
    }
}

fn type_of(word: &str) -> Option<Ty> {
    Some(match word {
        "pred" => Ty::Pred,
        "b8" => Ty::B8,
        "b16" => Ty::B16,
        "b32" => Ty::B32,
        "b64" => Ty::B64,
        "u8" => Ty::U8,
        "u16" => Ty::U16,
        "u32" => Ty::U32,
        "u64" => Ty::U64,
        "s8" => Ty::S8,
        "s16" => Ty::S16,
        "s32" => Ty::S32,
        "s64" => Ty::S64,
        "f32" => Ty::F32,
        "f64" => Ty::F64,
        _ => return None,
    })
}

/// The type a declaration's word names.
pub(super) fn register_type(word: &str) -> Option<Ty> {
    type_of(word)
}
