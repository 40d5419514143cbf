//! Draws a genome and reads of it.
//!
//! The genome is a row of stretches of 256 to 1279 random letters. One stretch of four repeats an earlier one, with
//! one letter of twenty drawn anew, so that some reads have several places to belong to. A read begins anywhere, and
//! has only letters of the genome's one strand but for its errors: with equal chances another letter, a letter too
//! many, or one that is missing. These properties are ours.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Sequences, MAX_BASES, MAX_READS};
use crate::inputs::draw::below;

/// Number of different letters.
const LETTERS: u8 = 4;

/// Letters of the shortest stretch, and how many more the longest has.
const SHORTEST: u32 = 256;
const SPREAD: u32 = 1024;

/// One of this many stretches is a repeat, and one of this many letters of a repeat is drawn anew.
const STRETCHES_PER_REPEAT: u32 = 4;
const LETTERS_PER_CHANGE: u32 = 20;

/// Most errors per thousand letters.
const MOST_ERRORS: u32 = 500;

/// Draws the sequences. The parameters are the letters of the genome, the reads, the letters of each, and the errors
/// per thousand letters; the error says which one is out of its limits.
pub(super) fn generate(parameters: [u32; 4], seed: u64) -> Result<Sequences, String> {
    let [bases, reads, length, errors] = parameters;
    let limits = [
        ("bases", 1, MAX_BASES),
        ("reads", 1, MAX_READS),
        ("length", 1, bases),
        ("errors per mille", 0, MOST_ERRORS),
    ];
    for ((name, least, most), value) in limits.into_iter().zip(parameters) {
        if !(least..=most).contains(&value) {
            return Err(format!("{name} {value} is not in {least}..={most}"));
        }
    }
    let letters = u64::from(reads) * u64::from(length);
    if letters > u64::from(MAX_BASES) {
        return Err(format!("{letters} letters of reads are more than the limit of {MAX_BASES}"));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let genome = genome(bases as usize, &mut rng);
    let letters = (0..reads).flat_map(|_| read(&genome, length, errors, &mut rng)).collect();
    let offsets = (0..=reads).map(|read| read * length).collect();
    Ok(Sequences { genome, letters, offsets })
}

fn letter(rng: &mut ChaCha8Rng) -> u8 {
    // The upper bits of a draw are as random as all.
    (rng.next_u32() >> 30) as u8
}

fn genome(bases: usize, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut genome: Vec<u8> = Vec::with_capacity(bases);
    while genome.len() < bases {
        let length = (SHORTEST + below(SPREAD, rng)) as usize;
        let length = length.min(bases - genome.len());
        let repeats = below(STRETCHES_PER_REPEAT, rng) == 0 && length <= genome.len();
        let first =
            if repeats { below((genome.len() - length + 1) as u64, rng) as usize } else { 0 };
        for place in first..first + length {
            let kept = repeats && below(LETTERS_PER_CHANGE, rng) > 0;
            genome.push(if kept { genome[place] } else { letter(rng) });
        }
    }
    genome
}

/// Draws a read; one that runs over the end of the genome goes on at its beginning.
fn read(genome: &[u8], length: u32, errors: u32, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut read = Vec::with_capacity(length as usize);
    let mut at = below(genome.len() as u64 - u64::from(length) + 1, rng) as usize;
    while read.len() < length as usize {
        let base = genome[at % genome.len()];
        if below(1000_u32, rng) >= errors {
            read.push(base);
            at += 1;
            continue;
        }
        match below(3_u32, rng) {
            0 => {
                read.push((base + 1 + below(u32::from(LETTERS) - 1, rng) as u8) % LETTERS);
                at += 1;
            }
            1 => read.push(letter(rng)),
            _ => at += 1,
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequences_of_seed_1_are_pinned() {
        let text = |letters: &[u8]| -> String {
            letters.iter().map(|&letter| char::from(b"ACGT"[usize::from(letter)])).collect()
        };
        let sequences = generate([24, 2, 12, 100], 1).unwrap();
        assert_eq!(text(&sequences.genome), "AGCATCTGCCGAATAGACTGTATC");
        assert_eq!(
            sequences.by_read().map(text).collect::<Vec<_>>(),
            ["CTGCCGAAAAGT", "CGAATAGACTGT"]
        );
    }

    #[test]
    fn reads_without_errors_are_parts_of_the_genome_and_others_nearly() {
        let exact = generate([5000, 50, 60, 0], 3).unwrap();
        let occurs = |read: &[u8]| exact.genome.windows(60).any(|part| part == read);
        assert!(exact.by_read().all(occurs));
        let spoiled = generate([5000, 400, 50, 20], 3).unwrap();
        let occurs = |read: &&[u8]| spoiled.genome.windows(50).any(|part| part == *read);
        // 0.98 to the power of 50 is 0.364.
        let intact = spoiled.by_read().filter(occurs).count();
        assert!((100..200).contains(&intact), "{intact}");
    }

    #[test]
    fn letters_are_even_and_some_stretches_of_the_genome_occur_again() {
        let genome = generate([100_000, 1, 1, 0], 2).unwrap().genome;
        for letter in 0..LETTERS {
            let count = genome.iter().filter(|&&other| other == letter).count();
            assert!((22_500..27_500).contains(&count), "{count}");
        }
        let mut parts: Vec<&[u8]> = genome.windows(16).collect();
        parts.sort_unstable();
        let twice = parts.windows(2).filter(|pair| pair[0] == pair[1]).count();
        // A quarter repeats, and 0.9625 to the power of 16 of its parts are unchanged: 13,600.
        assert!((5_000..20_000).contains(&twice), "{twice}");
    }
}
