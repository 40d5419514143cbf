//! What a wire computes: the words of neighbouring input pins from words of output pins.

/// How the sources of a wire combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// There is one source.
    Copy,
    /// Bit by bit, all of them.
    And,
    /// Bit by bit, any of them.
    Or,
    /// Bit by bit, all terms, of each any of its sources.
    AndOfOrs,
    /// Bit n of the one word is source n, an output of one bit.
    Gather,
    /// The one bit is bit n of the source.
    Bit(u32),
}

impl Op {
    /// The AND of terms, each the OR of as many sources as `counts` says.
    pub fn of_terms(counts: &[usize]) -> Self {
        match counts {
            [1] => Self::Copy,
            [_] => Self::Or,
            _ if counts.iter().all(|&count| count == 1) => Self::And,
            _ => Self::AndOfOrs,
        }
    }
}

/// Words of one receiver that are computed alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    /// How the sources combine.
    pub op: Op,
    /// The first word of each source.
    pub sources: Vec<usize>,
    /// How many of the sources, in their order, are of each term.
    pub terms: Vec<usize>,
    /// The first word of the receiver.
    pub to: usize,
    /// Words of each source, and of the receiver.
    pub len: usize,
    /// The instance that receives them.
    pub receiver: usize,
}

impl Wire {
    /// Whether `next` continues this wire: the same in every respect, one word further on.
    fn is_continued_by(&self, next: &Self) -> bool {
        let plain = matches!(self.op, Op::Copy | Op::And | Op::Or | Op::AndOfOrs);
        let follows = |(a, b): (&usize, &usize)| a + self.len == *b;
        plain
            && (self.op, self.receiver) == (next.op, next.receiver)
            && self.to + self.len == next.to
            && self.terms == next.terms
            && self.sources.iter().zip(&next.sources).all(follows)
    }

    /// Computes the wire among the words of a chip. Returns whether a word changed.
    #[inline]
    pub(super) fn update(&self, words: &mut [u32]) -> bool {
        let mut changed = false;
        for offset in 0..self.len {
            let value = self.value(offset, words);
            let word = &mut words[self.to + offset];
            changed |= *word != value;
            *word = value;
        }
        changed
    }

    #[inline]
    fn value(&self, offset: usize, words: &[u32]) -> u32 {
        let mut sources = self.sources.iter().map(|source| words[source + offset]);
        match self.op {
            Op::Copy => sources.next().unwrap_or(0),
            Op::And => sources.fold(u32::MAX, |all, word| all & word),
            Op::Or => sources.fold(0, |any, word| any | word),
            Op::AndOfOrs => self.terms.iter().fold(u32::MAX, |all, &count| {
                all & sources.by_ref().take(count).fold(0, |any, word| any | word)
            }),
            Op::Gather => sources.enumerate().fold(0, |bits, (n, word)| bits | word << n),
            Op::Bit(n) => sources.next().unwrap_or(0) >> n & 1,
        }
    }
}

/// The same wires, those joined that lie side by side.
pub fn merged(mut wires: Vec<Wire>) -> Vec<Wire> {
    wires.sort_by_key(|wire| wire.to);
    let mut merged: Vec<Wire> = Vec::new();
    for wire in wires {
        match merged.last_mut().filter(|last| last.is_continued_by(&wire)) {
            Some(last) => last.len += wire.len,
            None => merged.push(wire),
        }
    }
    merged
}
