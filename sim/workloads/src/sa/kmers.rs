//! The table of where each k-mer occurs in a genome.

use super::SEED;

/// Letters of the shortest and of the longest k-mer: 256 and 16,777,216 of them.
const SHORTEST: u32 = 4;
const LONGEST: u32 = 12;

/// The positions in a genome, ordered by the k-mer that begins there. Only positions at which a whole seed fits are
/// in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kmers {
    /// The positions of k-mer `k` are `first_occurrence[k] .. first_occurrence[k + 1]`; the first letter counts most.
    pub first_occurrence: Vec<u32>,
    /// Positions, ascending for each k-mer.
    pub occurrences: Vec<u32>,
}

impl Kmers {
    /// Returns how many letters a k-mer has: the fewest with as many k-mers as the genome has letters.
    pub fn letters_for(bases: usize) -> u32 {
        (SHORTEST..LONGEST).find(|&letters| 1 << (2 * letters) >= bases).unwrap_or(LONGEST)
    }

    /// Makes the table of the k-mers of `letters` letters.
    pub fn of(genome: &[u8], letters: u32) -> Self {
        let number = |seed: &[u8]| {
            let kmer = &seed[..letters as usize];
            kmer.iter().fold(0, |number, &letter| 4 * number + usize::from(letter))
        };
        let mut first_occurrence = vec![0; (1 << (2 * letters)) + 1];
        for seed in genome.windows(SEED) {
            first_occurrence[number(seed) + 1] += 1;
        }
        for kmer in 1..first_occurrence.len() {
            first_occurrence[kmer] += first_occurrence[kmer - 1];
        }
        let mut next = first_occurrence.clone();
        let mut occurrences = vec![0; genome.windows(SEED).count()];
        for (seed, position) in genome.windows(SEED).zip(0..) {
            let place = &mut next[number(seed)];
            occurrences[*place as usize] = position;
            *place += 1;
        }
        Self { first_occurrence, occurrences }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_a_seed_is_among_those_of_its_kmer() {
        let genome: Vec<u8> = (0..40).map(|place| (place * place / 7 % 4) as u8).collect();
        let kmers = Kmers::of(&genome, 4);
        assert_eq!(kmers.first_occurrence.len(), 257);
        let mut seen: Vec<u32> = Vec::new();
        for kmer in 0..256 {
            let letters: Vec<u8> =
                (0..4).map(|place| (kmer >> (6 - 2 * place) & 3) as u8).collect();
            let range = kmers.first_occurrence[kmer]..kmers.first_occurrence[kmer + 1];
            let positions = &kmers.occurrences[range.start as usize..range.end as usize];
            assert!(positions.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(positions.iter().all(|&at| genome[at as usize..].starts_with(&letters)));
            seen.extend(positions);
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..25).collect::<Vec<u32>>());
    }

    #[test]
    fn a_genome_shorter_than_a_seed_has_an_empty_table() {
        let kmers = Kmers::of(&[1, 2, 3], 4);
        assert!(kmers.occurrences.is_empty());
        assert!(kmers.first_occurrence.iter().all(|&first| first == 0));
    }

    #[test]
    fn there_are_as_many_kmers_as_letters_within_the_limits() {
        let of = Kmers::letters_for;
        assert_eq!([1, 256, 257, 16_384, 16_385, 119_146_348].map(of), [4, 4, 5, 7, 8, 12]);
    }
}
