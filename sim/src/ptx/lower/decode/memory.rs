//! Loads, stores, atomics and fences. Each accepts only the modifiers it has in PTX; others are refused by name. A
//! machine that executes in order has no weaker memory orders to offer. Orders and scopes therefore only decide
//! whether the L1 may serve a load.

use super::super::super::error::Located;
use super::super::super::instr::{CacheOp, Op, Space};
use super::{atomics, transfers, Words};

pub(super) const SPACES: &[(&str, Space)] = &[
    ("global", Space::Global),
    ("shared", Space::Shared),
    ("shared::cta", Space::Shared),
    ("local", Space::Local),
    ("param", Space::Param),
    ("param::entry", Space::Param),
    ("param::func", Space::Param),
    ("const", Space::Const),
];

/// The spaces that other threads can access.
pub(super) const COMMON: &[(&str, Space)] =
    &[("global", Space::Global), ("shared", Space::Shared), ("shared::cta", Space::Shared)];

const LOAD_CACHES: &[(&str, CacheOp)] = &[
    ("ca", CacheOp::All),
    ("cg", CacheOp::L2),
    ("cs", CacheOp::Streaming),
    ("lu", CacheOp::LastUse),
    ("cv", CacheOp::Volatile),
];

const STORE_CACHES: &[(&str, CacheOp)] = &[
    ("wb", CacheOp::All),
    ("cg", CacheOp::L2),
    ("cs", CacheOp::Streaming),
    ("wt", CacheOp::WriteThrough),
];

/// Replacement priorities. The L1 replaces the least recently used line, so only the last one has a meaning.
const L1_PRIORITIES: &[(&str, CacheOp)] = &[
    ("L1::evict_normal", CacheOp::All),
    ("L1::evict_unchanged", CacheOp::All),
    ("L1::evict_first", CacheOp::All),
    ("L1::evict_last", CacheOp::All),
    ("L1::no_allocate", CacheOp::L2),
];

const L2_PRIORITIES: &[(&str, ())] =
    &[("L2::evict_normal", ()), ("L2::evict_first", ()), ("L2::evict_last", ())];

pub(super) const PREFETCH_SIZES: &[(&str, ())] =
    &[("L2::64B", ()), ("L2::128B", ()), ("L2::256B", ())];

/// Scopes, and whether they extend beyond the TB and so beyond its L1.
pub(super) const SCOPES: &[(&str, bool)] = &[("cta", false), ("gpu", true), ("sys", true)];

/// Returns the operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    Ok(Some(match words.stem() {
        "ld" => load(words)?,
        "ldu" => {
            words.elements = vector(words)?;
            Op::Ld(words.pick(&COMMON[..1]).unwrap_or(Space::Generic))
        }
        "st" => store(words)?,
        "atom" | "red" => atomics::decode(words)?,
        "membar" | "fence" => fence(words)?,
        _ => return transfers::decode(words),
    }))
}

fn load(words: &mut Words) -> Result<Op, Located> {
    let space = words.pick(SPACES).unwrap_or(Space::Generic);
    let weak = order(words, space, &["relaxed", "acquire"])?;
    if weak && space == Space::Global && words.take("nc") {
        // The data are read-only; the texture cache in front of them is not modelled.
        words.cache = words.pick(&LOAD_CACHES[..3]).unwrap_or(CacheOp::All);
    } else if weak {
        words.cache = words.pick(LOAD_CACHES).unwrap_or(CacheOp::All);
    }
    priorities(words, space);
    words.elements = vector(words)?;
    Ok(Op::Ld(space))
}

fn store(words: &mut Words) -> Result<Op, Located> {
    let space = words.pick(SPACES).unwrap_or(Space::Generic);
    if order(words, space, &["relaxed", "release"])? {
        words.cache = words.pick(STORE_CACHES).unwrap_or(CacheOp::All);
    }
    priorities(words, space);
    words.elements = vector(words)?;
    words.results = 0;
    Ok(Op::St(space))
}

/// Takes the memory order and its scope. Returns whether the access is weak, which permits cache operators.
fn order(words: &mut Words, space: Space, orders: &[&str]) -> Result<bool, Located> {
    // No other thread accesses a thread's own memory.
    if space == Space::Local && words.take("volatile") {
        return Ok(false);
    }
    if words.take("weak") || !matches!(space, Space::Global | Space::Shared | Space::Generic) {
        return Ok(true);
    }
    if words.take("volatile") {
        words.cache = CacheOp::Volatile;
        return Ok(false);
    }
    let mmio = space != Space::Shared && words.take("mmio");
    let Some(order) = orders.iter().find(|order| words.take(order)) else {
        return if mmio { Err(words.refuse("`.mmio` needs `.relaxed.sys`")) } else { Ok(true) };
    };
    let Some(beyond) = words.pick(SCOPES) else {
        return Err(words.refuse(&format!("`.{order}` needs a scope: `.cta`, `.gpu` or `.sys`")));
    };
    if beyond {
        words.cache = CacheOp::Volatile;
    }
    Ok(false)
}

/// Takes hints about replacement and prefetching, which only device memory has.
fn priorities(words: &mut Words, space: Space) {
    if !matches!(space, Space::Global | Space::Generic) {
        return;
    }
    if let Some(cache) = words.pick(L1_PRIORITIES) {
        words.cache = if words.cache == CacheOp::All { cache } else { words.cache };
    }
    words.pick(L2_PRIORITIES);
    words.hint = words.take("L2::cache_hint");
    if words.stem() == "ld" {
        words.pick(PREFETCH_SIZES);
    }
}

/// Returns the number of elements of a vector access; at most 16 bytes.
fn vector(words: &mut Words) -> Result<usize, Located> {
    let elements = words.pick(&[("v2", 2), ("v4", 4), ("v8", 8)]).unwrap_or(1);
    if elements > 1 && elements * words.ty()?.bytes() as usize > 16 || elements > 4 {
        return Err(
            words.refuse("a vector of more than 16 bytes needs sm_100; at most 16 are supported")
        );
    }
    Ok(elements)
}

/// Decodes a fence, which waits for the warp's own accesses, whatever its order and scope.
fn fence(words: &mut Words) -> Result<Op, Located> {
    words.typeless = true;
    words.results = 0;
    let complete = if words.take("proxy") {
        let asynchronous = words.take("async");
        if asynchronous {
            words.pick(&[("global", ()), ("shared::cta", ())]);
        }
        asynchronous || words.take("alias")
    } else if words.stem() == "membar" {
        words.pick(&[("cta", ()), ("gl", ()), ("sys", ())]).is_some()
    } else {
        words.pick(&[("sc", ()), ("acq_rel", ()), ("acquire", ()), ("release", ())]);
        words.pick(SCOPES).is_some()
    };
    if !complete {
        return Err(words.refuse(
            "supported are `membar.cta`, `.gl`, `.sys`, `fence` with an optional `.sc`, `.acq_rel`, `.acquire` or `.release` and a scope `.cta`, \
             `.gpu` or `.sys`, and `.proxy.alias` and `.proxy.async`",
        ));
    }
    words.no_operands()?;
    Ok(Op::Membar)
}
