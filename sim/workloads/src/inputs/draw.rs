//! Random draws that the generators share. They are written out because a library may draw differently in its next
//! release, which would silently change every graph.

use rand::RngCore;
use rand_chacha::ChaCha8Rng;

/// Draws a number below `count`, which must be at least 1. The bias of this scaling is below `count` / 2^64.
pub(crate) fn below<N: Copy + TryFrom<u128>>(count: N, rng: &mut ChaCha8Rng) -> N
where
    u128: From<N>,
{
    let drawn = (rng.next_u64() as u128 * u128::from(count)) >> 64;
    // A number below `count` fits its type.
    N::try_from(drawn).unwrap_or(count)
}

/// Draws a random permutation of `0..count` (Fisher-Yates).
pub(super) fn permutation(count: u32, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let mut names: Vec<u32> = (0..count).collect();
    for i in (1..count).rev() {
        names.swap(i as usize, below(i + 1, rng) as usize);
    }
    names
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn every_number_below_the_bound_is_drawn_about_as_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [0; 5];
        (0..5000).for_each(|_| counts[below(5_u32, &mut rng) as usize] += 1);
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        assert_eq!(below(1_u32, &mut rng), 0);
    }

    #[test]
    fn a_permutation_has_every_number_once() {
        let mut names = permutation(100, &mut ChaCha8Rng::seed_from_u64(1));
        assert_ne!(names, (0..100).collect::<Vec<_>>());
        names.sort_unstable();
        assert_eq!(names, (0..100).collect::<Vec<_>>());
    }
}
