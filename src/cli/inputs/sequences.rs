//! The numbers of a genome and its reads.

use super::describe::{Histogram, Measure, Numbers, Spread};
use heddle_workloads::align;
use heddle_workloads::inputs::{InputError, Sequences};

/// Generates or reads the sequences that `text` names, and measures them.
pub fn sequences(text: &str) -> Result<Numbers, InputError> {
    let sequences = Sequences::load(text)?;
    let lengths: Vec<u32> = sequences.by_read().map(|read| read.len() as u32).collect();
    let candidates: Vec<u32> =
        align(&sequences).iter().map(|alignment| alignment.candidates).collect();
    let (length, places) = (Spread::of(&lengths), Spread::of(&candidates));
    Ok(Numbers {
        measures: vec![
            Measure::new("bases of the genome", sequences.genome.len() as u32),
            Measure::new("reads", sequences.reads()),
            Measure::new("shortest read (letters)", length.least),
            Measure::new("mean read (letters)", length.mean),
            Measure::new("longest read (letters)", length.most),
            Measure::new("candidates of a read, median", places.median),
            Measure::new("candidates of a read, mean", places.mean),
            Measure::new("candidates of a read, most", places.most),
        ],
        histogram: Histogram::doubling("candidates", "reads", &candidates),
    })
}
