//! The alignments by a plain table of scores per candidate, without a table of k-mers: the k-mers of the reads are
//! looked for in the genome.

use std::collections::HashMap;

use super::kmers::Kmers;
use super::{GAP, MATCH, MISMATCH, MOST_CANDIDATES, MOST_OCCURRENCES, SEED, SIDE};
use crate::inputs::Sequences;

/// The best alignment of a read. All is zero if there is no candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Number of places where the read may belong.
    pub candidates: u32,
    /// The best score of these.
    pub score: i32,
    /// The base opposite the read's first letter, if no letter is missing or too many.
    pub start: i32,
}

/// Returns the alignment of each read.
pub fn align(sequences: &Sequences) -> Vec<Alignment> {
    let genome = &sequences.genome[..];
    let kmer_letters = Kmers::letters_for(genome.len()) as usize;
    let seeds = sequences.by_read().flat_map(|read| read.chunks_exact(SEED));
    let mut occurrences: HashMap<&[u8], Vec<usize>> =
        seeds.map(|seed| (&seed[..kmer_letters], Vec::new())).collect();
    for (position, window) in genome.windows(SEED).enumerate() {
        if let Some(positions) = occurrences.get_mut(&window[..kmer_letters]) {
            positions.push(position);
        }
    }
    let best = |read: &[u8]| {
        let starts = candidates(read, genome, kmer_letters, &occurrences);
        let scored = starts.iter().map(|&start| (score(read, genome, start), start));
        let (score, start) =
            scored.max_by_key(|&(score, start)| (score, -start)).unwrap_or_default();
        Alignment { candidates: starts.len() as u32, score, start }
    };
    sequences.by_read().map(best).collect()
}

/// Returns where a read may start: wherever one of its seeds occurs, the first seed's places first. Places within a
/// band of an earlier one are left out, and so is what exceeds the limits.
fn candidates(
    read: &[u8],
    genome: &[u8],
    kmer_letters: usize,
    occurrences: &HashMap<&[u8], Vec<usize>>,
) -> Vec<i32> {
    let mut starts: Vec<i32> = Vec::new();
    for (seed, at) in read.chunks_exact(SEED).zip((0..).step_by(SEED)) {
        let positions = &occurrences[&seed[..kmer_letters]];
        if positions.len() > MOST_OCCURRENCES {
            continue;
        }
        let whole = positions.iter().filter(|&&position| genome[position..].starts_with(seed));
        for start in whole.map(|&position| position as i32 - at) {
            if starts.iter().all(|other| start.abs_diff(*other) > SIDE as u32) {
                starts.push(start);
            }
        }
    }
    starts.truncate(MOST_CANDIDATES);
    starts
}

/// Returns the best local score of a read along the diagonals around the one that begins at `start`.
fn score(read: &[u8], genome: &[u8], start: i32) -> i32 {
    // Row and column 0 stand for no letters. Scores outside the band stay 0.
    let first = (start - SIDE).max(0) as usize;
    let last = (start + read.len() as i32 + SIDE).clamp(0, genome.len() as i32) as usize;
    let bases = genome.get(first..last).unwrap_or_default();
    let mut scores = vec![vec![0; bases.len() + 1]; read.len() + 1];
    for (i, letter) in read.iter().enumerate() {
        for (j, base) in bases.iter().enumerate() {
            let diagonal = (first + j) as i32 - i as i32;
            if (diagonal - start).abs() > SIDE {
                continue;
            }
            let aligned = scores[i][j] + if letter == base { MATCH } else { MISMATCH };
            let gap = scores[i][j + 1].max(scores[i + 1][j]) - GAP;
            scores[i + 1][j + 1] = aligned.max(gap).max(0);
        }
    }
    scores.into_iter().flatten().max().unwrap_or(0)
}
