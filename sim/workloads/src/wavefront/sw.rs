//! Local alignment of two strings after Smith and Waterman.

use super::super::data::random_below;
use super::super::words::place_bytes;
use super::diagonals::Diagonals;
use super::field::Field;
use super::{Algorithm, Team};
use crate::inputs::Tiling;
use heddle_sim::host::Arg;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Number of letters of the alphabet, as of DNA.
const LETTERS: u32 = 4;
/// One of this many letters is drawn anew in the second string.
const CHANGED: u32 = 8;
/// Scores of two letters that are aligned.
const MATCH: i32 = 2;
const MISMATCH: i32 = -1;
/// Cost of a letter that is aligned with no other.
const GAP: i32 = 1;

/// Scores the alignments of a random string and a changed copy of it.
#[derive(Clone, Debug)]
pub struct Sw {
    tiling: Tiling,
    strings: [u64; 2],
    scores: Field,
}

impl Sw {
    /// Returns the strings along the rows and along the columns.
    fn strings(&self) -> [Vec<u8>; 2] {
        let length = self.tiling.side() as usize;
        let draw = |most, number| {
            random_below(most, length, self.tiling.seed.wrapping_mul(3).wrapping_add(number))
        };
        let rows: Vec<u8> = draw(LETTERS, 0).iter().map(|&letter| letter as u8).collect();
        let changes = draw(CHANGED, 1).into_iter().zip(draw(LETTERS, 2));
        let columns = rows.iter().zip(changes).map(|(&letter, (change, other))| match change {
            0 => other as u8,
            _ => letter,
        });
        let columns = columns.collect();
        [rows, columns]
    }
}

impl Algorithm for Sw {
    const NAME: &'static str = "sw";
    const ABOUT: &'static str = "local alignment of two strings after Smith and Waterman, by tiles";

    fn ptx() -> &'static str {
        ptx!("sw")
    }

    fn new(tiling: Tiling) -> Self {
        Self { tiling, strings: [0; 2], scores: Field::default() }
    }

    fn team(tile: u32) -> Team {
        Team::for_diagonals(tile, 7 * tile + 1)
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let [rows, columns] = self.strings();
        self.strings = [
            place_bytes(memory, "string of the rows", &rows)?,
            place_bytes(memory, "string of the columns", &columns)?,
        ];
        self.scores = Field::place("field of scores", self.tiling.elements(), memory)?;
        Ok(())
    }

    fn arguments(&self) -> Vec<Arg> {
        let [rows, columns] = self.strings;
        [rows, columns, self.scores.address].map(Arg::U64).to_vec()
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let [rows, columns] = self.strings();
        let expected = scores(&rows, &columns);
        let diagonals = Diagonals::new(self.tiling);
        self.scores.compare(Self::NAME, &expected, |i| diagonals.position(i), &self.tiling, memory)
    }
}

/// Returns the score of the best alignment that ends at each pair of letters, row after row. It is at least 0, the
/// score of no alignment.
fn scores(rows: &[u8], columns: &[u8]) -> Vec<i32> {
    let mut scores = Vec::with_capacity(rows.len() * columns.len());
    let mut above = vec![0; columns.len() + 1];
    for row in rows {
        let mut here = vec![0];
        for (j, column) in columns.iter().enumerate() {
            let aligned = above[j] + if row == column { MATCH } else { MISMATCH };
            here.push(aligned.max(above[j + 1] - GAP).max(here[j] - GAP).max(0));
        }
        scores.extend(&here[1..]);
        above = here;
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_one_string_lacks_costs_one_gap() {
        // The alignments are TACG with ACG, then AC-GT with ACTGT.
        let best = |rows: &[u8], columns: &[u8]| *scores(rows, columns).iter().max().unwrap();
        assert_eq!(best(b"TACG", b"ACG"), 6);
        assert_eq!(best(b"ACGT", b"ACTGT"), 7);
        assert_eq!(best(b"AAAA", b"CCCC"), 0);
        assert_eq!(scores(b"AC", b"CA"), [0, 2, 2, 1]);
    }

    #[test]
    fn the_strings_are_alike_in_most_letters() {
        let sw = Sw::new(Tiling { tiles: 1, tile: 512, seed: 1 });
        let [rows, columns] = sw.strings();
        let changed = rows.iter().zip(&columns).filter(|(a, b)| a != b).count();
        assert!((24..72).contains(&changed), "three quarters of 64 on average: {changed}");
    }
}
