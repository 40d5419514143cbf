//! Loads, stores, atomics and fences.

use super::super::super::error::Located;
use super::super::super::instr::{Op, Space};
use super::super::words::ATOMICS;
use super::Words;

const SPACES: &[(&str, Space)] = &[
    ("global", Space::Global),
    ("shared", Space::Shared),
    ("local", Space::Local),
    ("param", Space::Param),
    ("const", Space::Const),
];

/// Modifiers that do not change what is computed: cache operators, memory orders and scopes, of which a
/// machine that executes in order has no weaker ones to offer.
const NEUTRAL: &[&str] = &[
    "ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "volatile", "relaxed", "weak", "acquire",
    "release", "acq_rel", "sc", "cta", "gpu", "sys", "gl",
];

/// The operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let stem = words.stem();
    if !matches!(stem, "ld" | "ldu" | "st" | "atom" | "red" | "membar" | "fence") {
        return Ok(None);
    }
    let space = words.pick(SPACES).unwrap_or(Space::Generic);
    words.elements = words.pick(&[("v2", 2), ("v4", 4)]).unwrap_or(1);
    let op = match stem {
        "ld" | "ldu" => Op::Ld(space),
        "st" => Op::St(space),
        "membar" | "fence" => {
            words.typeless = true;
            words.take("proxy");
            Op::Membar
        }
        _ => {
            let how = words.pick(ATOMICS);
            Op::Atom(
                space,
                how.ok_or_else(|| words.refuse("expected an atomic operation such as `.add`"))?,
            )
        }
    };
    words.results = usize::from(matches!(stem, "ld" | "ldu" | "atom"));
    words.ignore(NEUTRAL);
    Ok(Some(op))
}
