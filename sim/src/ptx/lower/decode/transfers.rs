//! Hints to the caches, cache policies, and copies from device to shared memory.

use super::super::super::error::Located;
use super::super::super::instr::{CacheOp, Op};
use super::memory::PREFETCH_SIZES;
use super::Words;

/// Returns the operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let op = match words.stem() {
        "prefetch" => {
            let global = words.take("global");
            let level =
                global && words.pick(&[("L2::evict_last", ()), ("L2::evict_normal", ())]).is_some();
            if !global {
                words.take("local");
            }
            hint(words, level, &["L1", "L2"])?
        }
        "prefetchu" => hint(words, false, &["L1"])?,
        "discard" => {
            words.take("global");
            hint(words, false, &["L2"])?
        }
        "applypriority" => {
            words.take("global");
            hint(words, false, &["L2::evict_normal"])?
        }
        "createpolicy" => policy(words)?,
        "cp" => copy(words)?,
        _ => return Ok(None),
    };
    Ok(Some(op))
}

/// Decodes a hint about a cache line, which does nothing because the model loads and replaces lines by itself.
fn hint(words: &mut Words, level: bool, levels: &[&str]) -> Result<Op, Located> {
    if !level && !levels.iter().any(|level| words.take(level)) {
        return Err(words.refuse(&format!("expected a cache level: .{}", levels.join(", ."))));
    }
    words.typeless = true;
    words.results = 0;
    Ok(Op::Hint)
}

/// Decodes a cache policy. Only hints use its value, so any value will do.
fn policy(words: &mut Words) -> Result<Op, Located> {
    const PRIORITIES: &[&str] =
        &["L2::evict_last", "L2::evict_normal", "L2::evict_first", "L2::evict_unchanged"];
    if !(words.take("fractional") || words.take("range")) {
        return Err(
            words.refuse("supported are `createpolicy.fractional` and `createpolicy.range`")
        );
    }
    words.ignore(&["global"]);
    words.ignore(PRIORITIES);
    Ok(Op::Mov)
}

/// Decodes `cp.async` and the instructions that wait for it.
fn copy(words: &mut Words) -> Result<Op, Located> {
    words.typeless = true;
    words.results = 0;
    if !words.take("async") {
        return Err(words.refuse("of copies, only `cp.async` is supported"));
    }
    if words.take("commit_group") {
        words.no_operands()?;
        return Ok(Op::Hint);
    }
    if words.take("wait_all") {
        words.no_operands()?;
        return Ok(Op::Membar);
    }
    // The instruction allows some groups to be under way; waiting for all of them satisfies it.
    if words.take("wait_group") {
        return match words.text.operands[..] {
            [super::OperandText::Integer(_)] => Ok(Op::Membar),
            _ => Err(words.refuse("expected the number of groups that may be under way")),
        };
    }
    let cache = words.pick(&[("ca", CacheOp::All), ("cg", CacheOp::L2)]);
    let shared = words.take("shared") || words.take("shared::cta");
    let (Some(cache), true, true) = (cache, shared, words.take("global")) else {
        return Err(words.refuse(
            "supported are `cp.async.ca.shared.global`, `cp.async.cg.shared.global`, `cp.async.commit_group`, \
             `.wait_group` and `.wait_all`",
        ));
    };
    words.cache = cache;
    words.hint = words.take("L2::cache_hint");
    words.pick(PREFETCH_SIZES);
    Ok(Op::CopyAsync(0))
}
