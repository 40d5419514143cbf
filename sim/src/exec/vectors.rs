//! What the 32 values of a register have in common.

use super::WARP_SIZE;

/// The value that all lanes have. A predicate, whose lanes are the bits of lane 0, is uniform if all are set or none is.
pub(crate) fn uniform(lanes: &[u64; WARP_SIZE]) -> Option<u64> {
    let all_set = lanes[0] == u64::from(u32::MAX) && lanes[1..].iter().all(|lane| *lane == 0);
    (all_set || lanes.iter().all(|lane| *lane == lanes[0])).then_some(lanes[0])
}

/// Whether each lane has the value of the one before and the same stride, in 64 bits or in 32.
pub(crate) fn is_affine(lanes: &[u64; WARP_SIZE]) -> bool {
    let pairs = || lanes.windows(2);
    let stride = lanes[1].wrapping_sub(lanes[0]);
    let wide = pairs().all(|pair| pair[1].wrapping_sub(pair[0]) == stride);
    let fits = || lanes.iter().all(|lane| *lane <= u64::from(u32::MAX));
    let narrow = || pairs().all(|p| (p[1] as u32).wrapping_sub(p[0] as u32) == stride as u32);
    wide || uniform(lanes).is_some() || fits() && narrow()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(of: impl Fn(u64) -> u64) -> [u64; WARP_SIZE] {
        std::array::from_fn(|lane| of(lane as u64))
    }

    #[test]
    fn a_vector_is_affine_with_any_stride_and_uniform_with_none() {
        assert_eq!(uniform(&lanes(|_| 7)), Some(7));
        assert_eq!(uniform(&lanes(|lane| lane)), None);
        assert!(is_affine(&lanes(|lane| 5 + 12 * lane)));
        assert!(is_affine(&lanes(|lane| 5u64.wrapping_sub(3 * lane))));
        assert!(is_affine(&lanes(|lane| u64::from(2u32.wrapping_sub(lane as u32)))));
        assert!(!is_affine(&lanes(|lane| lane % 16)), "the x of a TB 16 wide");
        assert!(!is_affine(&lanes(|lane| lane / 16)));
        assert!(!is_affine(&lanes(|lane| lane * lane)));
    }

    #[test]
    fn a_predicate_is_uniform_if_it_is_so_in_all_lanes() {
        let predicate = |mask: u64| lanes(|lane| if lane == 0 { mask } else { 0 });
        assert_eq!(uniform(&predicate(0xFFFF_FFFF)), Some(0xFFFF_FFFF));
        assert_eq!(uniform(&predicate(0)), Some(0));
        assert_eq!(uniform(&predicate(0xFFFF)), None);
        assert!(!is_affine(&predicate(0xFFFF)));
    }
}
