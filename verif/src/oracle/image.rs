//! Initial contents of the buffer.

use super::memory::{AREA, CELLS, GLOBAL, INITIAL, POOL, POOLED, UPDATES};
use super::program::Program;
use super::types::Reg;
use super::values;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Returns the offset in a record of the mask of the warp's lanes.
pub fn mask_offset() -> usize {
    INITIAL + 8 * Reg::all().count()
}

/// Fills cells, pools, registers and areas with random contents.
pub fn image(rng: &mut ChaCha8Rng, program: &Program) -> Vec<u8> {
    let mut image = vec![0; program.bytes()];
    for part in 0..=program.blocks() {
        for (cell, (_, ty)) in UPDATES.iter().enumerate() {
            // Sums of floats stay exact from zero.
            if ty.format().is_none() {
                rng.fill(&mut image[CELLS * part + 8 * cell..][..8]);
            }
        }
    }
    for thread in 0..program.threads() * program.blocks() {
        let record = program.record(thread);
        for (ty, first, count) in POOLED {
            let bytes = ty.bits() as usize / 8;
            for index in 0..count {
                let value = values::random_bits(rng, ty.bits()).to_le_bytes();
                let at = record + POOL + first + index * bytes;
                image[at..at + bytes].copy_from_slice(&value[..bytes]);
            }
        }
        for (index, register) in Reg::all().enumerate() {
            let bits = register.mask().count_ones();
            let value = values::random_bits(rng, bits) & register.mask();
            image[record + INITIAL + 8 * index..][..8].copy_from_slice(&value.to_le_bytes());
        }
        let (own, all) = (thread % program.threads(), program.threads());
        let lanes = (all - own / 32 * 32).min(32);
        let mask = (u64::MAX >> (64 - lanes)).to_le_bytes();
        image[record + mask_offset()..][..8].copy_from_slice(&mask);
        rng.fill(&mut image[record + GLOBAL..][..AREA]);
    }
    image
}
