//! Lines as programs have them: which enter, and which others are asked.

/// Lines that enter and lines that are asked, each by its number.
pub struct Pattern {
    /// As the page has it.
    pub name: &'static str,
    /// The lines that enter.
    pub entered: fn(u32) -> u32,
    /// The lines that are asked, none of which enters.
    pub asked: fn(u32) -> u32,
}

/// Lines in a row, as data structures have them.
pub const ROW: Pattern = Pattern { name: "in a row", entered: |n| n, asked: |n| 1 << 20 | n };

/// Every so many lines of a long row; those behind the ones that entered are asked.
macro_rules! stride {
    ($every:literal) => {
        Pattern {
            name: concat!("every ", $every),
            entered: |n| $every * n,
            asked: |n| $every * (2000 + n),
        }
    };
}

/// All patterns.
pub const PATTERNS: [Pattern; 10] = [
    ROW,
    Pattern { name: "in a row, far", entered: |n| 0x123_4567 + n, asked: |n| 0x765_4321 + n },
    stride!(2),
    stride!(16),
    stride!(256),
    stride!(4096),
    stride!(65536),
    Pattern { name: "even, and odd asked", entered: |n| 2 * n, asked: |n| 2 * n + 1 },
    Pattern {
        name: "32 of every 1024",
        entered: |n| ((n / 32) << 10) | (n % 32),
        asked: |n| 1 << 22 | ((n / 32) << 10) | (n % 32),
    },
    Pattern { name: "random", entered: random, asked: |n| random(1 << 20 | n) },
];

/// A number that looks random: the finalizer of MurmurHash3, which is a bijection, so that no two are equal.
fn random(n: u32) -> u32 {
    let n = (n ^ n >> 16).wrapping_mul(0x85eb_ca6b);
    let n = (n ^ n >> 13).wrapping_mul(0xc2b2_ae35);
    n ^ n >> 16
}

#[test]
fn no_line_that_is_asked_has_entered() {
    for pattern in &PATTERNS {
        let entered: std::collections::HashSet<u32> = (0..2000).map(pattern.entered).collect();
        assert_eq!(entered.len(), 2000, "{}", pattern.name);
        let again = (0..super::ASKED).map(pattern.asked).any(|line| entered.contains(&line));
        assert!(!again, "{}", pattern.name);
    }
}
