//! The arithmetic instructions by form: for which types each exists, and which modifiers it accepts there.

use super::super::super::instr::Ty;

/// A mnemonic for a set of types.
pub(super) struct Form {
    pub stem: &'static str,
    pub types: &'static [Ty],
    /// Modifiers that it may have.
    pub takes: &'static str,
    /// Modifiers of which it must have one; empty if none is required.
    pub needs: &'static str,
}

const fn form(
    stem: &'static str,
    types: &'static [Ty],
    takes: &'static str,
    needs: &'static str,
) -> Form {
    Form { stem, types, takes, needs }
}

const INTEGERS: &[Ty] = &[Ty::U16, Ty::U32, Ty::U64, Ty::S16, Ty::S32, Ty::S64];
const WORDS: &[Ty] = &[Ty::U32, Ty::U64, Ty::S32, Ty::S64];
const SIGNED: &[Ty] = &[Ty::S16, Ty::S32, Ty::S64];
const BITS: &[Ty] = &[Ty::B16, Ty::B32, Ty::B64];
const LOGIC: &[Ty] = &[Ty::Pred, Ty::B16, Ty::B32, Ty::B64];
const F32: &[Ty] = &[Ty::F32];
const F64: &[Ty] = &[Ty::F64];
const HALVES: &[Ty] = &[Ty::F16, Ty::F16x2];
const BRAINS: &[Ty] = &[Ty::Bf16, Ty::Bf16x2];
/// The types that a register can hold without regard to their meaning.
const VALUES: &[Ty] = &[
    Ty::B16,
    Ty::B32,
    Ty::B64,
    Ty::U16,
    Ty::U32,
    Ty::U64,
    Ty::S16,
    Ty::S32,
    Ty::S64,
    Ty::F32,
    Ty::F64,
];

const INTEGER_COMPARISONS: &str = "eq ne lt le gt ge lo ls hi hs and or xor";
const FLOAT_COMPARISONS: &str = "eq ne lt le gt ge equ neu ltu leu gtu geu num nan and or xor ftz";
const DOUBLE_COMPARISONS: &str = "eq ne lt le gt ge equ neu ltu leu gtu geu num nan and or xor";
const RND: &str = "rn rz rm rp";

/// Every form. If several rows match a mnemonic and type, the first one applies.
pub(super) const FORMS: &[Form] = &[
    form("add", &[Ty::S32], "sat cc", ""),
    form("add", &[Ty::U32, Ty::U64, Ty::S64], "cc", ""),
    form("add", &[Ty::U16, Ty::S16, Ty::U16x2, Ty::S16x2], "", ""),
    form("add", F32, "rn rz rm rp ftz sat", ""),
    form("add", F64, RND, ""),
    form("add", HALVES, "rn ftz sat", ""),
    form("add", BRAINS, "rn", ""),
    form("sub", &[Ty::S32], "sat cc", ""),
    form("sub", &[Ty::U32, Ty::U64, Ty::S64], "cc", ""),
    form("sub", &[Ty::U16, Ty::S16], "", ""),
    form("sub", F32, "rn rz rm rp ftz sat", ""),
    form("sub", F64, RND, ""),
    form("sub", HALVES, "rn ftz sat", ""),
    form("sub", BRAINS, "rn", ""),
    form("addc", WORDS, "cc", ""),
    form("subc", WORDS, "cc", ""),
    form("mul", &[Ty::U16, Ty::S16, Ty::U32, Ty::S32], "lo hi wide", "lo hi wide"),
    form("mul", &[Ty::U64, Ty::S64], "lo hi", "lo hi"),
    form("mul", F32, "rn rz rm rp ftz sat", ""),
    form("mul", F64, RND, ""),
    form("mul", HALVES, "rn ftz sat", ""),
    form("mul", BRAINS, "rn", ""),
    form("mad", &[Ty::U16, Ty::S16], "lo hi wide", "lo hi wide"),
    form("mad", &[Ty::U32], "lo hi wide cc", "lo hi wide"),
    form("mad", &[Ty::S32], "lo hi wide sat cc", "lo hi wide"),
    form("mad", &[Ty::U64, Ty::S64], "lo hi cc", "lo hi"),
    form("mad", F32, "rn rz rm rp ftz sat", RND),
    form("mad", F64, RND, RND),
    form("madc", WORDS, "lo hi cc", "lo hi"),
    form("mul24", &[Ty::U32, Ty::S32], "lo hi", "lo hi"),
    form("mad24", &[Ty::U32], "lo hi", "lo hi"),
    form("mad24", &[Ty::S32], "lo hi sat", "lo hi"),
    form("fma", F32, "rn rz rm rp ftz sat", RND),
    form("fma", F64, RND, RND),
    form("fma", HALVES, "rn ftz sat relu", "rn"),
    form("fma", BRAINS, "rn relu", "rn"),
    form("div", INTEGERS, "", ""),
    form("div", F32, "approx full rn rz rm rp ftz", "approx full rn rz rm rp"),
    form("div", F64, RND, RND),
    form("rem", INTEGERS, "", ""),
    form("min", &[Ty::S32, Ty::S16x2], "relu", ""),
    form("min", &[Ty::U16, Ty::U32, Ty::U64, Ty::S16, Ty::S64, Ty::U16x2, Ty::F64], "", ""),
    form("min", &[Ty::F32, Ty::F16, Ty::F16x2], "ftz NaN xorsign abs", ""),
    form("min", BRAINS, "NaN xorsign abs", ""),
    form("max", &[Ty::S32, Ty::S16x2], "relu", ""),
    form("max", &[Ty::U16, Ty::U32, Ty::U64, Ty::S16, Ty::S64, Ty::U16x2, Ty::F64], "", ""),
    form("max", &[Ty::F32, Ty::F16, Ty::F16x2], "ftz NaN xorsign abs", ""),
    form("max", BRAINS, "NaN xorsign abs", ""),
    form("abs", SIGNED, "", ""),
    form("abs", &[Ty::F32, Ty::F16, Ty::F16x2], "ftz", ""),
    form("abs", &[Ty::F64, Ty::Bf16, Ty::Bf16x2], "", ""),
    form("neg", SIGNED, "", ""),
    form("neg", &[Ty::F32, Ty::F16, Ty::F16x2], "ftz", ""),
    form("neg", &[Ty::F64, Ty::Bf16, Ty::Bf16x2], "", ""),
    form("sad", INTEGERS, "", ""),
    form("dp4a", &[Ty::U32, Ty::S32], "", ""),
    form("dp2a", &[Ty::U32, Ty::S32], "lo hi", "lo hi"),
    form("and", LOGIC, "", ""),
    form("or", LOGIC, "", ""),
    form("xor", LOGIC, "", ""),
    form("not", LOGIC, "", ""),
    form("cnot", BITS, "", ""),
    form("shl", BITS, "", ""),
    form("shr", BITS, "", ""),
    form("shr", INTEGERS, "", ""),
    form("shf", &[Ty::B32], "l r clamp wrap", "clamp wrap"),
    form("lop3", &[Ty::B32], "and or", ""),
    form("prmt", &[Ty::B32], "f4e b4e rc8 ecl ecr rc16", ""),
    form("popc", &[Ty::B32, Ty::B64], "", ""),
    form("clz", &[Ty::B32, Ty::B64], "", ""),
    form("brev", &[Ty::B32, Ty::B64], "", ""),
    form("bfind", WORDS, "shiftamt", ""),
    form("bfe", WORDS, "", ""),
    form("bfi", &[Ty::B32, Ty::B64], "", ""),
    form("fns", &[Ty::B32], "", ""),
    form("szext", &[Ty::U32, Ty::S32], "clamp wrap", "clamp wrap"),
    form("bmsk", &[Ty::B32], "clamp wrap", "clamp wrap"),
    form("setp", BITS, "eq ne and or xor", "eq ne"),
    form("setp", INTEGERS, INTEGER_COMPARISONS, INTEGER_COMPARISONS),
    form("setp", &[Ty::F32, Ty::F16, Ty::F16x2], FLOAT_COMPARISONS, FLOAT_COMPARISONS),
    form("setp", &[Ty::F64, Ty::Bf16, Ty::Bf16x2], DOUBLE_COMPARISONS, DOUBLE_COMPARISONS),
    form("selp", VALUES, "", ""),
    form("slct", VALUES, "ftz", ""),
    form("testp", &[Ty::F32, Ty::F64], TESTS, TESTS),
    form("copysign", &[Ty::F32, Ty::F64], "", ""),
    form("rcp", &[Ty::F32, Ty::F64], "approx rn rz rm rp ftz", "approx rn rz rm rp"),
    form("sqrt", F32, "approx rn rz rm rp ftz", "approx rn rz rm rp"),
    form("sqrt", F64, RND, RND),
    form("rsqrt", &[Ty::F32, Ty::F64], "approx ftz", "approx"),
    form("sin", F32, "approx ftz", "approx"),
    form("cos", F32, "approx ftz", "approx"),
    form("lg2", F32, "approx ftz", "approx"),
    form("ex2", F32, "approx ftz", "approx"),
    form("ex2", HALVES, "approx", "approx"),
    form("ex2", BRAINS, "approx ftz", "ftz"),
    form("tanh", F32, "approx", "approx"),
    form("tanh", HALVES, "approx", "approx"),
    form("tanh", BRAINS, "approx", "approx"),
    form("mov", LOGIC, "", ""),
    form("mov", VALUES, "", ""),
    form(
        "cvta",
        &[Ty::U32, Ty::U64],
        "to global shared shared::cta local param param::entry const",
        "",
    ),
];

const TESTS: &str = "finite infinite number notanumber normal subnormal";
